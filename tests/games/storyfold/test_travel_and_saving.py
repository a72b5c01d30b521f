"""Storyfold: travel from Scene to Scene, what a save keeps, how one resumes, and how a Chapter begins again."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.record import Deck, Journey
from foldtale.games.storyfold.state import DISCARD, OUT, RIVER, Wood
from foldtale.kernel import Match
from foldtale.kernel.snapshot import freeze, thaw
from foldtale.testing import answer, answered, asked, offered, outcome, tells
from tests.games.storyfold.given import (
    STORYFOLD,
    begun,
    crystals,
    journey,
    journey_after,
    play,
    wood,
    written,
)
from tests.games.storyfold.test_effects import book, done, facts
from tests.games.storyfold.test_triumph import sleep
from tests.sizes import Seeds

PASSING = ("step", "round", "ready", "rolled", "healed", "lit")
"""Facts of a Scene that is over; the next one sets them anew."""
RIBBONS = ["save red", "save green", "save blue"]


def leaving(river: str = "I H E G", **position: Any) -> Wood:
    """An ending of the meadow was read, and it leads to the brook."""
    return wood(river, **{"step": "travel", "leads": "brook", "start": journey(), **position})


def arrived(*answers: str, **position: Any) -> Match:
    return answered(play(leaving(**position)), *answers)


def saved(*answers: str, **position: Any) -> Journey:
    """The journey of a save at the brook, as it is read from a file."""
    record = journey_after(arrived(*answers, "save red", **position))
    return msgspec.json.decode(msgspec.json.encode(replace(record, bookmarks={})), type=Journey)


def resumed(**position: Any) -> Wood:
    """The save as it is laid out again, before the Scene is set up."""
    return begun(saved(**position))


def kept_facts(g: Wood) -> dict[str, Any]:
    """Every zone that outlives a Scene; what is not in the game lies in no order."""
    found = {name: fact for name, fact in facts(g).items() if name not in PASSING}
    for name in ("creatures", "exploration", "shadows"):
        rows, layers, lent = found[name]
        found[name] = [sorted(row) if at == OUT else row for at, row in enumerate(rows)], layers, lent
    return found


# Travel steps


@pytest.mark.rule("SF-139")
def test_the_travel_steps_come_after_the_ending_and_before_the_next_setup() -> None:
    """The ending still sees the Creatures; on arrival they are gone, and the Wisp of the brook is not there yet."""
    g = wood("hare I vole H E G", shadow=1, overcome=["shed"], stunned=["hare", "vole"])
    g.content = book("", ("do: [{set_flag: DARK}]", "do: [{set_counter: SEEN, n: count(creatures)}]"))
    match = answered(play(g), "end phase")
    assert (match.state.count_of("SEEN"), written(match.state)) == (2, ["I", "H", "E", "G"])
    assert (match.state.overcome, asked(match).topic, match.state.leads) == ((), "save", "brook")


@pytest.mark.rule("SF-X46", "SF-140", "SF-142")
def test_travelling_discards_creatures_and_takes_all_pawns_off() -> None:
    """`[C1, I, C2*, H, E, G]`, 2 Crystals on E, Spirit 4: `[I, H, E, G]`, Crystals and Spirit unchanged."""
    match = arrived(
        river="hare I vole H E G",
        stunned=["vole"],
        crystals={"E": 2},
        spirit=4,
        light=2,
        shadow=3,
        overcome=["shed"],
    )
    g = match.state
    assert (written(g), g.stunned) == (["I", "H", "E", "G"], ())
    assert (g.creatures.rows[DISCARD], g.creatures.rows[RIVER]) == (("hare", "vole"), ())
    assert (crystals(g), g.spirit) == ({"I": 0, "H": 0, "E": 2, "G": 0}, 4)
    assert (g.overcome, match.scene(0).elements) == ((), ())


@pytest.mark.rule("SF-140")
def test_creatures_that_are_left_behind_give_no_crystals() -> None:
    assert arrived(river="vole I vole_2 H E G").state.crystal_total == 0


@pytest.mark.rule("SF-141")
@pytest.mark.parametrize("river", ["hare G vole E I H", "G E hare vole I H", "G E I H bull wisp vole"])
def test_the_river_is_tidied_and_the_action_cards_keep_their_order(river: str) -> None:
    assert written(arrived(river=river).state) == ["G", "E", "I", "H"]


@pytest.mark.rule("SF-143")
@pytest.mark.parametrize("leads", ["brook", "hill"])
def test_one_goes_to_the_scene_that_the_ending_indicated(leads: str) -> None:
    assert arrived("go on", leads=leads).state.scene == leads


@pytest.mark.rule("SF-144")
def test_on_arrival_one_saves_or_follows_the_setup_of_the_new_scene() -> None:
    match = arrived()
    assert offered(match) == ["go on", *RIBBONS]
    assert written(answer(match, "go on")) == ["I", "H", "wisp", "E", "G"]
    stopped = arrived("save green")
    assert (outcome(stopped).ending, written(stopped.state)) == ("saved", ["I", "H", "E", "G"])


@pytest.mark.rule("SF-145")
def test_a_luma_phase_begins_when_the_scene_is_set_up() -> None:
    match = arrived("go on", dice=(0, 1, 0), round=5)
    assert (asked(match).topic, match.state.round, match.state.ready) == ("between", 1, (5, 1, 0))
    assert (match.state.light, match.state.shadow) == (3, 4)


@pytest.mark.rule("SF-146", "SF-Q85")
def test_nobody_can_save_but_between_two_scenes(seeds: Seeds) -> None:
    for seed in seeds(3, 10, 300):
        luck = random.Random(seed)
        match = play(begun(), then=seed)
        arrivals = 0
        while asked(match).topic and match.number < 400:
            found = [key for key in offered(match) if key.startswith("save")]
            assert found == (RIBBONS if match.state.step == "arrive" else [])
            arrivals += bool(found)
            match.answer(luck.choice([key for key in offered(match) if key not in RIBBONS]))
        assert arrivals or match.over


# What a save keeps

PILES: dict[str, Any] = {
    "creature_deck": ["vole", "hare"],
    "creature_discard": ["wisp", "bull"],
    "exploration": ["drum", "apple"],
    "exploration_discard": ["nettle", "bread"],
    "shadow_deck": ["fog", "night"],
    "shadow_discard": ["murk", "gloom"],
}


@pytest.mark.rule("SF-147")
def test_a_save_keeps_discards_apart_from_decks_and_all_in_their_order() -> None:
    kept = saved(**PILES)
    decks = [deck for deck in (kept.creatures, kept.exploration, kept.shadows) if deck is not None]
    assert [(deck.layers, deck.discards) for deck in decks] == [
        ((("vole",), ("hare",)), ("wisp", "bull")),
        ((("drum",), ("apple",)), ("nettle", "bread")),
        ((("fog",), ("night",)), ("murk", "gloom")),
    ]


@pytest.mark.rule("SF-148", "SF-158")
def test_a_save_keeps_luma_brom_and_the_cards_in_blessing_spaces() -> None:
    g = resumed(luma_turned=True, brom_turned=True, spaces=["apple", "scar"])
    assert (g.luma_turned, g.brom, g.brom_turned, g.in_spaces) == (True, "here", True, ("apple", "scar"))
    shown = {thing.id for thing in play(g).scene(0).left}
    assert {"luma", "brom"} <= shown


@pytest.mark.rule("SF-148")
def test_a_save_without_brom_on_his_space_brings_none_back() -> None:
    match = play(resumed(brom="shadow", luma_turned=True, crystals={"H": 3}))
    assert "brom" not in {thing.id for thing in match.scene(0).left}
    assert "use brom" not in offered(match)


@pytest.mark.rule("SF-149", "SF-157")
def test_a_save_keeps_four_decks_and_they_are_restored_with_their_discard_piles() -> None:
    g = resumed(**PILES, stories=["lamp", "rumour"])
    assert (g.creatures.layers, g.creatures.rows[DISCARD]) == ([("vole",), ("hare",)], ("wisp", "bull"))
    assert (g.exploration.layers, g.exploration.rows[DISCARD]) == (
        [("drum",), ("apple",)],
        ("nettle", "bread"),
    )
    assert (g.shadows.layers, g.shadows.rows[DISCARD]) == ([("fog",), ("night",)], ("murk", "gloom"))
    assert g.stories == ("lamp", "rumour")


@pytest.mark.rule("SF-X01", "SF-150", "SF-151")
@pytest.mark.parametrize("river", ["I H E G", "G H I E", "E G H I"])
def test_a_save_keeps_each_action_card_by_its_space_and_its_crystals_with_it(river: str) -> None:
    """Crystals on the card at 3+ are stored for 3+, and that card too; so for each other space."""
    kept = saved(river=river, crystals={"I": 1, "H": 2, "G": 3})
    letters = {"I": "illuminate", "H": "help", "E": "explore", "G": "heal"}
    stored = [(card, kept.crystals[card]) for card in kept.river]
    lie = {"I": 1, "H": 2, "E": 0, "G": 3}
    assert stored == [(letters[letter], lie[letter]) for letter in river.split()]


@pytest.mark.rule("SF-159")
def test_resuming_puts_the_action_cards_and_their_crystals_back() -> None:
    g = resumed(river="E G H I", crystals={"I": 1, "G": 3})
    assert (written(g), crystals(g)) == (["E", "G", "H", "I"], {"I": 1, "H": 0, "E": 0, "G": 3})


@pytest.mark.rule("SF-152", "SF-160")
@pytest.mark.parametrize("spirit", [0, 3, 8])
def test_a_save_keeps_where_the_spirit_pawn_stands(spirit: int) -> None:
    assert (saved(spirit=spirit).spirit, resumed(spirit=spirit).spirit) == (spirit, spirit)


@pytest.mark.rule("SF-153", "SF-161")
@pytest.mark.parametrize("owned", [(5, 0, 0), (5, 1, 0), (5, 0, 1), (5, 1, 1)])
def test_a_save_keeps_which_dice_are_owned_and_they_come_back_used(owned: tuple[int, int, int]) -> None:
    g = resumed(dice=owned)
    assert (g.owned, g.ready) == (owned, (0, 0, 0))
    assert answer(play(g)).ready == owned


@pytest.mark.rule("SF-154")
def test_all_other_tokens_and_pawns_carry_no_information() -> None:
    much = saved(
        light=2, shadow=3, overcome=["stile", "shed"], locked=["pit"], lit=3, healed=("vole",), round=4
    )
    assert much == saved()
    stunned = {"creature_deck": ["hare"]}
    assert saved(river="I vole H E G", stunned=["vole"], **stunned) == saved(river="I vole H E G", **stunned)


@pytest.mark.rule("SF-155", "SF-156")
@pytest.mark.parametrize("leads", ["brook", "hill"])
def test_a_save_keeps_the_scene_that_is_about_to_be_set_up_and_one_reopens_there(leads: str) -> None:
    kept = saved(leads=leads)
    assert (kept.chapter, kept.scene) == ("first", leads)
    match = play(begun(kept))
    assert (asked(match).topic, match.state.scene) == ("between", leads)


@pytest.mark.rule("SF-156")
def test_the_book_opens_at_the_ribbon_one_wants() -> None:
    at_brook, at_hill = saved(spirit=3), saved(leads="hill", spirit=7)
    record = replace(at_hill, bookmarks={"red": at_brook, "blue": at_hill})
    match = play(begun(record))
    assert offered(match) == ["open here", "open red"], "the blue ribbon lies where one stands"
    red = answer(match, "open red")
    assert (red.scene, red.spirit) == ("brook", 3)
    here = answer(play(begun(record)), "open here")
    assert (here.scene, here.spirit) == ("hill", 7)


@pytest.mark.rule("SF-162")
def test_after_resuming_play_goes_on_with_the_setup_of_the_bookmarked_scene() -> None:
    g = answer(play(resumed(creature_deck=["hare", "wisp"])))
    assert (written(g), g.light, g.shadow, g.round) == (["I", "H", "wisp", "E", "G"], 3, 4, 1)
    assert (g.overcome, g.stunned) == ((), ())


FULL: dict[str, Any] = {
    **PILES, "river": "hare I vole H E G", "stunned": ["vole"], "crystals": {"E": 2}, "spirit": 4, "dice": (2, 1, 0),
    "creature_deck": ["vole"], "spaces": ["candle"], "kept": ["lamp"], "stories": ["rumour"], "brom_turned": True,
    "flags": {"B": "chapter", "C": "campaign"}, "counters": {"N": ("campaign", 3)}, "shadow_drawn": 2,
}  # fmt: skip


@pytest.mark.rule("SF-X47")
def test_every_zone_is_as_before_when_a_save_is_resumed() -> None:
    before, after = arrived(**FULL).state, resumed(**FULL)
    assert kept_facts(after) == kept_facts(before)
    assert after.ready == (0, 0, 0)


@pytest.mark.rule("SF-X47")
def test_every_zone_is_as_before_when_a_journey_of_chance_is_saved(seeds: Seeds) -> None:
    for seed in seeds(4, 12, 400):
        luck = random.Random(seed)
        match = play(begun(journey(chapter=["first", "second"][seed % 2])), then=seed)
        while asked(match).topic not in ("save", "defeat", ""):
            match.answer(luck.choice(offered(match)))
        if asked(match).topic != "save":
            continue
        before = match.state.copy()
        record = journey_after(answered(match, "save blue"))
        after = begun(replace(msgspec.json.decode(msgspec.json.encode(record), type=Journey), bookmarks={}))
        assert kept_facts(after) == kept_facts(before)


@pytest.mark.rule("SF-Q86")
def test_a_save_keeps_faces_brom_the_mark_story_cards_flags_and_counters() -> None:
    given: dict[str, Any] = {
        "luma_turned": True, "brom_turned": True, "brom": "shadow", "stood_in": True, "stories": ["rumour"], "kept": ["lamp"],
        "flags": {"A": "scene", "B": "chapter", "C": "campaign"},
        "counters": {"A": ("scene", 1), "B": ("chapter", 2), "C": ("campaign", 3)},
    }  # fmt: skip
    g = resumed(**given)
    assert (g.luma_turned, g.brom_turned, g.brom, g.stood_in) == (True, True, "shadow", True)
    assert (g.stories, g.kept) == (("rumour",), ("lamp",))
    assert g.flags == {"B": "chapter", "C": "campaign"}
    assert g.counters == {"B": ("chapter", 2), "C": ("campaign", 3)}


@pytest.mark.rule("SF-Q86")
@pytest.mark.parametrize(("kept", "overcome"), [(["lamp"], ("top",)), ([], ())])
def test_a_kept_story_card_is_in_force_after_a_save(kept: list[str], overcome: tuple[str, ...]) -> None:
    """The Lamp lets Explore succeed with a 2 on 3+."""
    start = saved(kept=kept, river="E I H G", leads="hill")
    match = answered(play(begun(start), "2"), "explore top", "roll 1", *["first"] * bool(kept))
    assert match.state.overcome == overcome


@pytest.mark.rule("SF-Q86")
@pytest.mark.parametrize("stood_in", [True, False])
def test_brom_who_has_stood_in_does_not_do_so_again_after_a_save(stood_in: bool) -> None:
    start = saved(stood_in=stood_in, shadow_deck=["night"], exploration=["nettle"], spirit=0, river="E I H G")
    match = answered(play(begun(start), "8"), "explore cards", "roll 1")
    assert asked(match).topic == ("defeat" if stood_in else "may")


@pytest.mark.rule("SF-Q86")
def test_a_save_keeps_how_many_shadow_cards_were_drawn_also_those_that_went_back() -> None:
    g, _ = done("[{draw_shadow: 2}, {return_shadow: 2}]", shadow_deck=["fog", "gloom", "night"])
    assert g.shadow_drawn == 2
    assert resumed(shadow_deck=["fog", "gloom", "night"], shadow_drawn=2).shadow_drawn == 2


@pytest.mark.rule("SF-Q84")
def test_where_a_save_is_put_away_makes_no_difference() -> None:
    records = [journey_after(arrived(ribbon, **FULL)) for ribbon in RIBBONS]
    stored = [next(iter(record.bookmarks.values())) for record in records]
    states = [kept_facts(begun(place)) for place in (*stored, *[replace(r, bookmarks={}) for r in records])]
    assert all(state == states[0] for state in states)


@pytest.mark.rule("SF-Q85")
def test_a_snapshot_in_mid_scene_meets_the_same_dice() -> None:
    setup = STORYFOLD.setup(start="chapter one")
    match = Match.new(STORYFOLD, setup, seed=7)
    while asked(match).topic != "between":
        match.answer(0)
    twins = [match.fork(), *[thaw(STORYFOLD, setup, freeze(match), 7) for _ in range(2)]]
    for one in (match, *twins):
        answer(one, "heal spirit", "roll 4")
    assert {one.state.rolled for one in (match, *twins)} == {match.state.rolled}
    assert len(match.state.rolled) == 4


@pytest.mark.rule("SF-Q96")
def test_the_player_knows_every_card_of_the_discard_piles() -> None:
    g = wood(**PILES)
    assert g.creatures.seen_by(0, DISCARD) == ("wisp", "bull")
    assert g.exploration.seen_by(0, DISCARD) == ("nettle", "bread")
    assert g.shadows.seen_by(0, DISCARD) == ("murk", "gloom")


@pytest.mark.rule("SF-Q96")
def test_the_player_can_look_through_the_discard_piles_on_the_table() -> None:
    table = msgspec.json.encode(play(wood(**PILES)).scene(0)).decode()
    hidden = [
        title for title in ("Wisp", "Bull", "Nettle", "Bread", "Murk", "Gloom") if f'"{title}"' not in table
    ]
    assert hidden == []


# A Chapter begins again

START: dict[str, Any] = {
    "spirit": 6,
    "crystals": {"help": 2},
    "river": ("heal", "help", "explore", "illuminate"),
    "spaces": ("apple",),
    "exploration": Deck(layers=(("bread", "candle", "drum", "nettle"),)),
    "flags": {"OLD": "campaign"},
    "counters": {"PAST": ("campaign", 4)},
}


def into_the_dark() -> tuple[Wood, Match]:
    """The first Chapter as it begins, and the same after it was played until it must begin again."""
    match = play(begun(journey(**START)), then=5)
    assert asked(match).topic == "between"
    first = match.state.copy()
    answer(match, "use apple")
    sleep(match, "save")
    answer(match, "go on")
    return first, sleep(match, "defeat")


@pytest.mark.rule("SF-Q81")
def test_a_chapter_that_begins_again_has_all_as_it_was_just_before_it() -> None:
    first, match = into_the_dark()
    assert ("apple" in match.state.in_spaces, match.state.flags == START["flags"]) == (False, False)
    assert offered(match) == ["begin again", "close the book"]
    answer(match, "begin again")
    again = facts(match.state)
    assert match.state.attempts == 1
    assert {name: fact for name, fact in facts(first).items() if again[name] != fact} == {"attempts": 0}


@pytest.mark.rule("SF-Q81")
def test_a_chapter_that_begins_again_repeats_neither_dice_nor_cards() -> None:
    _, match = into_the_dark()
    first = play(begun(journey(**START)), then=5)
    assert asked(first).topic == "between"
    answer(match, "begin again")
    for one in (first, match):
        answer(one, "heal spirit", "roll 5")
    assert first.state.rolled != match.state.rolled


@pytest.mark.rule("SF-Q81")
def test_who_closes_the_book_finds_the_journey_just_before_the_chapter() -> None:
    _, match = into_the_dark()
    left = journey_after(answered(match, "close the book"))
    assert (outcome(match).ending, outcome(match).winners) == ("left", ())
    assert replace(left, read=(), attempts=0) == journey(**START)
    assert left.attempts == 1


@pytest.mark.rule("SF-146")
def test_the_tale_says_who_has_saved_and_where() -> None:
    assert (0, "SF-146", ["green"]) in tells(arrived("save green"), "saves")


@pytest.mark.rule("SF-Q81")
def test_a_save_in_mid_chapter_keeps_where_the_chapter_began() -> None:
    match = sleep(play(begun(journey(**START)), then=5), "save")
    saved = journey_after(answered(match, "save red"))
    again = play(begun(replace(saved, bookmarks={})), then=6)
    answer(sleep(again, "defeat"), "begin again")
    assert (again.state.chapter, again.state.scene, again.state.in_spaces) == ("first", "meadow", ("apple",))
    assert (again.state.spirit, again.state.crystals) == (6, (0, 2, 0, 0))
