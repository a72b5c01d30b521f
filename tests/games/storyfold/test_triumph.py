"""Storyfold: how Scenes, Chapters and the campaign end, what an ending drops, and what begins again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.state import DISCARD, OUT, Wood
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.testing import answer, answered, asked, offered, outcome
from tests.games.storyfold.given import (
    STORYFOLD,
    WILDWOODS,
    begun,
    journey,
    journey_after,
    play,
    wood,
    written,
)
from tests.games.storyfold.test_effects import book, lawful, using

GATE = "after: [hedge], text: It opens."
TASK = "task: {if: overcome(gate),"
CLOSE: dict[str, Any] = {"overcome": ["stile", "hedge"]}
"""Only the Old Gate is left to be overcome."""


def changed_book(g: Wood, *changes: tuple[str, str]) -> Wood:
    g.content = book("", *changes)
    return g


def sleep(match: Match, until: str = "") -> Match:
    """Do as little as one can, up to a topic or to the end."""
    while match.ask is not None and asked(match).topic != until:
        lazy = [key for key in ("end phase", "go on", "no") if key in offered(match)]
        answer(match, *(lazy or offered(match))[:1])
    return match


# Luma triumphs


@pytest.mark.rule("SF-133")
def test_each_scene_says_what_must_be_done_and_nothing_else_ends_it() -> None:
    """On the meadow the gate must be open; on the hill the Light must be on the centre."""
    meadow = answered(play(wood(light=1, **CLOSE), "8"), "illuminate light", "roll 1")
    assert (meadow.state.light, asked(meadow).topic) == (0, "between")
    hill = answered(play(wood(scene="hill", light=1, shadow=2), "8"), "illuminate light", "roll 1")
    assert hill.state.triumphs == ("hill luma",)
    top = answered(play(wood(scene="hill", light=1, shadow=2), "8"), "explore top", "roll 1")
    assert (top.state.overcome, asked(top).topic) == (("top",), "between")


@pytest.mark.rule("SF-133")
def test_all_of_a_task_must_be_done() -> None:
    given: dict[str, Any] = {"scene": "brook", "light": 3, "shadow": 4, "river": "H I E G"}
    assert asked(answered(play(wood(spirit=0, **given), "8"), "help ford", "roll 1")).topic == "between"
    assert answered(play(wood(spirit=1, **given), "8"), "help ford", "roll 1").over


@pytest.mark.rule("SF-134", "SF-Q77")
def test_as_soon_as_the_task_is_complete_the_ending_is_read_and_resolved() -> None:
    gift = "text: The gate is open, and the brook is heard."
    g = changed_book(wood(**CLOSE), (gift, f"{gift}\n    do: [{{gain_crystals_on: heal}}]"))
    match = answered(play(g, "8 8"), "explore gate", "roll 2")
    assert match.state.pages.read[-1] == "meadow luma"
    assert (match.state.crystals, match.state.triumphs) == ((0, 0, 0, 1), ("meadow luma",))
    assert offered(match) == ["go on", "save red", "save green", "save blue"]


@pytest.mark.rule("SF-Q77")
def test_nobody_goes_on_acting_when_the_task_is_complete_though_dice_are_left() -> None:
    match = play(wood(**CLOSE), "8 8")
    answer(match, "explore gate", "roll 2")
    assert match.state.scene == ""
    assert "end phase" not in offered(match)


# The Shadow triumphs


@pytest.mark.rule("SF-135")
@pytest.mark.parametrize(("shadow", "triumphs"), [(1, ("meadow dark",)), (2, ())])
def test_the_shadow_triumphs_when_its_pawn_reaches_the_centre(shadow: int, triumphs: tuple[str, ...]) -> None:
    assert answer(play(wood(shadow=shadow)), "end phase").triumphs == triumphs


@pytest.mark.rule("SF-136")
def test_the_shadow_interrupts_whatever_was_going_on() -> None:
    match = using("[{advance_shadow: 1}, {gain_crystals_on: heal}]", shadow=1)
    g = match.state
    assert (g.triumphs, g.crystal_total, g.flags) == (("meadow dark",), 0, {"DARK": "chapter"})
    assert asked(match).topic == "save"


@pytest.mark.rule("SF-137")
def test_the_shadow_triumphs_although_the_light_is_on_the_centre() -> None:
    assert answer(play(wood(shadow=1, light=0)), "end phase").triumphs == ("meadow dark",)


@pytest.mark.rule("SF-138")
def test_a_shadow_triumph_is_no_loss_the_journey_goes_on_as_it_directs() -> None:
    match = answered(play(wood(shadow=1)), "end phase", "go on")
    assert not match.over
    assert (match.state.scene, asked(match).topic) == ("brook", "between")


# Both at once, and when the task is looked at


@pytest.mark.rule("SF-Q76")
def test_the_shadow_wins_a_tie_inside_one_text() -> None:
    g = changed_book(wood(shadow=1, **CLOSE), (GATE, f"{GATE}, do: [{{advance_shadow: 1}}]"))
    match = answered(play(g, "8 8"), "explore gate", "roll 2")
    assert match.state.triumphs == ("meadow dark",)


@pytest.mark.rule("SF-Q76")
def test_the_task_is_looked_at_when_the_text_is_completely_resolved() -> None:
    g = changed_book(wood(**CLOSE), (GATE, f"{GATE}, do: [{{gain_crystals: 2}}]"))
    match = answered(play(g, "8 8"), "explore gate", "roll 2", "put heal")
    assert asked(match).topic == "crystal"
    answer(match, "put heal")
    assert (match.state.triumphs, match.state.crystals) == (("meadow luma",), (0, 0, 0, 2))


@pytest.mark.rule("SF-Q76")
def test_the_shadow_is_looked_at_after_every_single_step() -> None:
    match = using("[{advance_shadow: 2}, {retreat_shadow: 5}]", shadow=1)
    assert match.state.triumphs == ("meadow dark",)


@pytest.mark.rule("SF-Q95")
def test_the_task_is_looked_at_after_the_setup_of_a_scene() -> None:
    far = "text: One sees far from here."
    g = begun(journey(scene="hill"), content=book("", (far, f"{far}\n  setup: [{{place_light: 0}}]")))
    match = answered(play(g))
    assert outcome(match).ending == "the end"


@pytest.mark.rule("SF-Q95")
@pytest.mark.parametrize(
    ("task", "spirit", "shadow"),
    [("spirit <= 7", 7, 7), ("spirit <= 5", 5, 7), ("shadow_distance <= 5", 5, 5)],
)
def test_the_task_is_looked_at_after_each_activation_and_after_the_pawn(
    task: str, spirit: int, shadow: int
) -> None:
    ending = (
        "text: The gate is open, and the brook is heard.",
        "text: So.\n    do: [{set_counter: AT, n: shadow_distance}]",
    )
    g = changed_book(
        wood("vole I hare H E G", shadow=6 if shadow == 5 else 7), (TASK, f"task: {{if: {task},"), ending
    )
    match = answered(play(g), "end phase")
    assert match.state.triumphs == ("meadow luma",)
    assert (match.state.spirit, match.state.count_of("AT")) == (spirit, shadow)


@pytest.mark.rule("SF-Q95")
@pytest.mark.parametrize("steps", [(), ("help crystals", "roll 1"), ("end phase",)])
def test_the_task_is_looked_at_after_every_ability_used_in_a_window(steps: tuple[str, ...]) -> None:
    g = changed_book(wood(spirit=3, spaces=["apple"]), (TASK, "task: {if: spirit >= 5,"))
    match = answered(play(g, "8"), *steps, "use apple")
    assert match.state.triumphs == ("meadow luma",)
    assert match.state.crystal_total == 0


# What an ending drops, and what it winds up


@pytest.mark.rule("SF-X49", "SF-Q90")
def test_the_order_of_the_action_cards_in_the_next_scene_reflects_the_last_action() -> None:
    """`[I, H, E, G]`, Explore (5+) overcomes the Old Gate: `[I, H, G, E]`, "Luma Triumphs", and the next Scene."""
    match = play(wood("I H E G", **CLOSE), "5 6")
    match.answer("explore gate")
    match.answer("roll 2")
    while "meadow luma" not in match.state.pages.read:
        match.answer("read")
    assert written(match.state) == ["I", "H", "G", "E"]
    answer(match, "go on")
    assert (match.state.scene, [piece for piece in written(match.state) if piece != "wisp"]) == (
        "brook",
        ["I", "H", "G", "E"],
    )


@pytest.mark.rule("SF-Q90")
def test_an_action_under_way_is_wound_up_when_the_shadow_triumphs() -> None:
    match = answered(play(wood("I H E G", shadow=1), "5 1"), "explore pit", "roll 2")
    g = match.state
    assert (g.triumphs, written(g), g.action, g.crystal_total) == (
        ("meadow dark",),
        ["I", "H", "G", "E"],
        None,
        0,
    )
    assert g.ready == (3, 0, 0)


@pytest.mark.rule("SF-Q90")
def test_creatures_that_have_not_activated_yet_do_not() -> None:
    g = lawful(
        "when: [{on: creature_activates, do: [{advance_shadow: 1}]}]", river="vole I hare H E G", shadow=1
    )
    assert answer(play(g), "end phase").spirit == 7


@pytest.mark.rule("SF-Q90")
def test_icons_that_are_not_resolved_yet_are_dropped() -> None:
    g = changed_book(wood(shadow=2), ('track: {"6"', 'track: {"1": [haste, claw], "6"'))
    match = answered(play(g), "end phase")
    assert (match.state.triumphs, match.state.spirit) == (("meadow dark",), 8)


@pytest.mark.rule("SF-Q90")
@pytest.mark.parametrize(
    ("card", "row"),
    [
        ("kind: blessing, after: discard", DISCARD),
        ("kind: blessing, after: box", OUT),
        ("kind: story, number: 91, after: space", OUT),
    ],
)
def test_a_card_whose_use_ends_the_scene_is_put_away_where_it_says(card: str, row: int) -> None:
    """A Story card never lies on the Exploration discard pile: SF-Q75."""
    more = f"- {{card: horn, title: Horn, text: Loud., use: [{{end_scene: luma}}], {card}}}\n"
    g = lawful("use: [{gain_card: horn}]", more=more)
    match = answered(play(g), "use law", "use horn")
    assert match.state.triumphs == ("meadow luma",)
    assert "horn" in match.state.exploration.rows[row]


@pytest.mark.rule("SF-Q91")
def test_dice_that_come_back_when_the_phase_ends_for_lack_of_them_are_used() -> None:
    match = answered(play(wood(dice=(1, 0, 0), spaces=["fox"]), "1"), "help crystals", "fail")
    assert offered(match) == ["go on", "use fox"]
    answer(match, "use fox")
    assert (asked(match).topic, match.state.ready, match.state.round) == ("between", (1, 0, 0), 1)


@pytest.mark.rule("SF-Q91")
def test_a_phase_that_the_player_has_ended_stays_ended_though_dice_come_back() -> None:
    match = answered(play(wood(dice=(1, 0, 0), spaces=["fox"], shadow=6)), "end phase", "use fox")
    assert (match.state.round, match.state.shadow) == (2, 5)


@pytest.mark.rule("SF-Q92")
def test_a_shadow_pawn_that_is_placed_by_the_setup_meets_no_icon() -> None:
    grass = "text: Grass, and a gate at the far end."
    content = book("", (grass, f"{grass}\n  setup: [{{place_shadow: 3}}]"))
    g = answer(play(begun(journey(scene="meadow"), content=content)))
    assert (g.scene, g.shadow, g.spirit) == ("meadow", 3, 8)


# Where an ending leads


@pytest.mark.rule("SF-Q78")
def test_an_ending_leads_where_what_has_happened_says_or_where_one_chooses() -> None:
    assert answer(play(wood(shadow=1)), "end phase").leads == "brook"
    for link in ("hill", "brook"):
        match = answered(play(wood(shadow=1, flags={"FEATHER": "chapter"})), "end phase")
        assert offered(match) == ["meadow hill", "meadow brook"]
        assert answer(match, f"meadow {link}", "go on").scene == link


@pytest.mark.rule("SF-Q79")
def test_a_chapter_ends_with_the_travel_steps_and_the_next_begins_with_its_own_setup() -> None:
    g = wood(
        "H vole I E G",
        scene="brook",
        light=3,
        shadow=4,
        dice=(5, 1, 1),
        brom="shadow",
        luma_turned=True,
        stood_in=True,
    )
    match = answered(play(g, "8"), "help ford", "roll 1")
    assert (outcome(match).ending, outcome(match).winners) == ("onward", (0,))
    assert written(match.state) == ["I", "E", "G", "H"]
    after = answered(play(begun(journey_after(match))))
    assert (after.state.chapter, after.state.scene) == ("second", "brook")
    assert after.state.shadows.layers == [("gloom",), ("murk",), ("night",)]
    assert (after.state.owned, after.state.stories) == ((5, 0, 0), ())
    assert (after.state.brom, after.state.luma_turned, after.state.stood_in) == ("here", False, False)


@pytest.mark.rule("SF-Q80")
def test_the_campaign_ends_with_a_last_page() -> None:
    match = answered(play(wood(scene="hill", light=1, shadow=2), "8"), "illuminate light", "roll 1")
    assert (outcome(match).ending, outcome(match).winners) == ("the end", (0,))
    assert match.state.pages.read[-1] == "hill luma"


@pytest.mark.rule("SF-Q80")
def test_a_campaign_that_has_ended_does_not_go_on() -> None:
    match = answered(play(wood(scene="hill", light=1, shadow=2), "8"), "illuminate light", "roll 1")
    ended = journey_after(match)
    assert (ended.chapter, ended.scene) == ("", "end")


@pytest.mark.rule("SF-Q93")
def test_the_prologue_is_a_chapter_with_its_own_decks_that_leads_to_chapter_one() -> None:
    at_gate = Journey(
        chapter="prologue", scene="wood-gate", dice=("d10",), luma_turned=True, stood_in=True, brom="shadow"
    )
    g = begun(replace(at_gate, taught=journey().taught, start=Journey(chapter="prologue")), content=WILDWOODS)
    assert {card for layer in g.shadows.layers for card in layer} == {
        "dusk-early",
        "dusk-draught",
        "dusk-home",
    }
    assert {card for layer in g.creatures.layers for card in layer} == {
        "lane-toad",
        "gate-goose",
        "porch-moths",
    }
    match = sleep(play(g, then=1))
    assert outcome(match).ending == "onward"
    after = journey_after(match)
    one = answer(Match.new(STORYFOLD, STORYFOLD.setup(record=after), seed=1))
    assert (one.chapter, one.scene, one.owned) == ("chapter-1", "stepping-ford", (5, 0, 0))
    assert (one.luma_turned, one.stood_in, one.brom) == (False, False, "here")


# What passes to the next Chapter


def last_scene(**more: Any) -> Wood:
    """At the brook, one success from the end of the Chapter, with something of everything."""
    facts: dict[str, Any] = {
        "scene": "brook", "light": 3, "shadow": 4, "river": "H G vole I E", "spirit": 5, "crystals": {"I": 1, "G": 3},
        "spaces": ["apple", "scar"], "exploration": ["drum", "bread"], "exploration_discard": ["candle"],
        "shadow_deck": ["fog", "night"], "shadow_discard": ["gloom"], "creature_discard": ["hare"], "dice": (5, 1, 1),
        "kept": ["lamp"], "brom": "shadow", "brom_turned": True, "luma_turned": True, "stood_in": True,
        "flags": {"A": "scene", "B": "chapter", "C": "campaign"},
        "counters": {"A": ("scene", 1), "B": ("chapter", 2), "C": ("campaign", 3)},
    }  # fmt: skip
    return wood(**{**facts, **more})


def crossed(g: Wood) -> Journey:
    return journey_after(answered(play(g, "8"), "help ford", "roll 1", "first"))


@pytest.mark.rule("SF-Q94")
def test_what_is_carried_along_passes_to_the_next_chapter() -> None:
    g = answer(play(begun(crossed(last_scene()))))
    assert (g.chapter, g.spirit) == ("second", 5)
    assert [piece for piece in written(g) if piece != "wisp"] == ["G", "I", "E", "H"]
    assert (g.crystals, g.in_spaces) == ((1, 0, 0, 3), ("apple", "scar"))
    assert g.exploration.rows[DISCARD] == ("candle",)
    assert sorted([card for layer in g.exploration.layers for card in layer]) == ["bread", "drum", "fox"]
    assert (g.flags, g.counters) == ({"C": "campaign", "WET": "campaign"}, {"C": ("campaign", 3)})


@pytest.mark.rule("SF-Q94")
def test_what_belongs_to_a_chapter_does_not_pass_to_the_next() -> None:
    g = answer(play(begun(crossed(last_scene()))))
    assert (g.owned, g.ready, g.kept, g.stories) == ((5, 0, 0), (5, 0, 0), (), ())
    assert (g.shadows.layers, g.shadows.rows[DISCARD]) == ([("gloom",), ("murk",), ("night",)], ())
    assert (g.creatures.layers, g.creatures.rows[DISCARD]) == ([("hare", "vole", "vole")], ())
    assert (g.brom, g.brom_turned, g.luma_turned, g.stood_in) == ("here", False, False, False)
    assert (g.triumphs, g.shadow_drawn) == ((), 0)


@pytest.mark.rule("SF-Q94")
def test_the_setup_of_a_chapter_may_change_any_of_it() -> None:
    content = book(
        "",
        (
            "adds: {scar: 1, fox: 1}",
            "setup: [{set_spirit: 2}, {gain_crystals_on: help}, {clear_flag: C}, {gain_card: fox}]",
        ),
    )
    g = answer(play(begun(crossed(last_scene(spaces=["apple"])), content=content), "drum"))
    assert (g.spirit, g.crystals, g.in_spaces) == (2, (1, 1, 0, 3), ("apple", "fox"))
    assert g.flags == {"WET": "campaign"}


@pytest.mark.rule("SF-Q94", "SF-Q31")
def test_a_chapter_may_say_that_luma_and_brom_stay_as_they_are() -> None:
    content = book("", ("adds: {scar: 1, fox: 1}", "resets: false"))
    g = last_scene()
    g.content = content
    second = answer(play(begun(crossed(g), content=content)))
    assert (second.luma_turned, second.brom_turned, second.brom) == (True, True, "shadow")


def test_a_journey_without_a_further_chapter_waits_for_one() -> None:
    with pytest.raises(SetupError, match="has no further Chapter yet"):
        STORYFOLD.begin(STORYFOLD.setup(record=Journey(scene="end")))


@pytest.mark.rule("SF-Q77", "SF-Q95")
@pytest.mark.parametrize(("place", "shadow"), [("stile", 7), ("pit", 1)])
def test_a_task_that_a_card_completes_as_the_dice_are_rolled_is_seen_at_once(place: str, shadow: int) -> None:
    """Nothing is taken of the roll; overcoming the Pit would bring the Shadow to the centre."""
    g = lawful("when: [{on: rolled, do: [{mark_place: gate}]}]", river="E H I G", shadow=shadow)
    match = answered(play(g, "8"), f"explore {place}", "roll 1")
    assert (match.state.triumphs, asked(match).topic) == (("meadow luma",), "save")
    assert written(match.state) == ["H", "I", "G", "E"]


LIT = ("task: {if: overcome(gate), text: when the Old Gate is open}", "task: {if: illuminated >= 1, text: x}")


@pytest.mark.rule("SF-Q76", "SF-Q95")
@pytest.mark.parametrize("by", ["brom", "action"])
def test_what_answers_to_the_creature_that_completes_the_task_is_done_before_the_scene_ends(by: str) -> None:
    says = "when: [{on: creature_illuminated, do: [{gain_spirit: 2}]}]"
    g = lawful(says, changes=(LIT,), river="I vole E H G", spirit=3, crystals={"H": int(by == "brom")})
    answers = ["use brom"] if by == "brom" else ["illuminate vole", "roll 2"]
    match = answered(play(g, *["8 8"] * (by == "action")), *answers)
    assert (match.state.triumphs, match.state.spirit) == (("meadow luma",), 5)
