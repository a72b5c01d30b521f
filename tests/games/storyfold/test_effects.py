"""Storyfold: every instruction about Spirit, Crystals, the track, dice and cards does what it says and nothing else.

Instructions are written as on a card and used in a window of the Luma Phase: `done("[{gain_spirit: 2}]", spirit=3)`.
`book(...)` is the book for tests with more cards, or with other words in it; other files borrow these helpers.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from foldtale.games.storyfold.content import LIBRARY, Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.state import DISCARD, OUT, RIVER, Wood
from foldtale.kernel import REST, Match, Play
from foldtale.kernel.effects import enter
from foldtale.kernel.pack.loading import load
from foldtale.kernel.zones import Box
from foldtale.testing import answer, answered, offered, play_only, tells
from tests.games.storyfold.given import BOOK, STORYFOLD, crystals, play, wood, written

FILES = ("pack.yaml", "cards/book.yaml", "cards/cards.yaml")
FACTS = (
    "river", "crystals", "stunned", "owned", "ready", "action", "rolled", "light", "shadow", "overcome", "locked",
    "waiting", "healed", "lit", "spirit", "luma_turned", "brom_turned", "brom", "stood_in", "shadow_drawn", "stories",
    "kept", "flags", "counters", "triumphs", "leads", "scene", "round", "step", "chapter", "attempts",
)  # fmt: skip


def copied(folder: Path, more: str = "", *changes: tuple[str, str]) -> Path:
    """The book for tests in a folder, with more cards and with some words changed for others."""
    texts = {name: (BOOK / name).read_text(encoding="utf-8") for name in FILES}
    for old, new in changes:
        (name,) = [name for name, text in texts.items() if old in text]
        assert texts[name].count(old) == 1, old
        texts[name] = texts[name].replace(old, new)
    (folder / "cards").mkdir(parents=True)
    for name, text in {**texts, "cards/more.yaml": more or "[]"}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@cache
def book(more: str = "", *changes: tuple[str, str]) -> Content:
    """The book for tests, with more cards and with some words changed for others."""
    with tempfile.TemporaryDirectory() as folder:
        pack = load(copied(Path(folder) / "book", more, *changes), LANGUAGE)
    return Content(LIBRARY.contents("storyfold").base, pack)


def lawful(says: str, more: str = "", changes: tuple[tuple[str, str], ...] = (), **position: Any) -> Wood:
    """A position in which a kept Story card has this text: `use: [...]`, `while: [...]`, `when: [...]`."""
    g = wood(**position)
    card = f"- {{card: law, kind: story, number: 90, title: Law, text: So it is., after: keep, {says}}}\n"
    g.content = book(card + more, *changes)
    known = [ident for ident in g.content.finds if ident not in wood().content.finds]
    for ident in known:
        g.exploration.put(ident, OUT)
    g.kept = (*g.kept, "law")
    enter(g, "law", "law", g.content.standing("law"))
    return g


def using(text: str, *falls: object, **position: Any) -> Match:
    """A match in which this was just begun, between two Actions."""
    return answered(play(lawful(f"use: {text}", **position), *falls), "use law")


def zones(box: Box) -> tuple[Any, ...]:
    return tuple(box.rows), tuple(box.layers), box.lent


def facts(g: Wood) -> dict[str, Any]:
    """All that can be seen, by name."""
    boxes = {name: zones(getattr(g, name)) for name in ("creatures", "exploration", "shadows")}
    return {**{name: getattr(g, name) for name in FACTS}, **boxes}


def changed(before: Wood, after: Wood) -> set[str]:
    """Which of the facts are others now."""
    was, is_now = facts(before), facts(after)
    return {name for name, fact in was.items() if is_now[name] != fact}


def done(text: str, *answers: str, falls: tuple[object, ...] = (), **position: Any) -> tuple[Wood, set[str]]:
    """The state after these instructions, and what has changed by them."""
    g = lawful(f"use: {text}", **position)
    match = answered(play(g, *falls), "use law", *answers)
    return match.state, changed(g, match.state)


# Spirit


@pytest.mark.parametrize(("left", "after"), [(3, 5), (7, 8), (6, 8)])
def test_spirit_is_gained_as_far_as_the_track_goes(left: int, after: int) -> None:
    g, other = done("[{gain_spirit: 2}]", spirit=left)
    assert (g.spirit, other) == (after, {"spirit"})
    assert done("[{gain_spirit: 2}]", spirit=8)[1] == set()


def test_spirit_is_lost_without_a_shadow_card_as_long_as_there_is_enough() -> None:
    g, other = done("[{lose_spirit: 3}]", spirit=3)
    assert (g.spirit, other) == (0, {"spirit"})


def test_each_overflow_of_lost_spirit_draws_a_shadow_card() -> None:
    g, other = done("[{lose_spirit: 3}]", spirit=1, shadow_deck=["fog", "night"])
    assert (g.spirit, g.shadow_drawn, g.shadows.rows[DISCARD]) == (6, 1, ("fog",))
    assert other == {"spirit", "shadow_drawn", "shadows"}


@pytest.mark.parametrize(("text", "after"), [("5", 5), ("0", 0), ("11", 8)])
def test_spirit_becomes_a_number_on_the_track_and_nothing_overflows(text: str, after: int) -> None:
    g, other = done(f"[{{set_spirit: {text}}}]", spirit=2, shadow_deck=["fog", "night"])
    assert (g.spirit, other) == (after, {"spirit"})


# Crystals


def test_crystals_are_gained_one_by_one_on_cards_with_room() -> None:
    match = using("[{gain_crystals: 2}]", crystals={"I": 3, "H": 2})
    assert offered(match) == ["put help", "put explore", "put heal"]
    answer(match, "put help")
    assert offered(match) == ["put explore", "put heal"]
    assert crystals(answer(match, "put heal")) == {"I": 3, "H": 3, "E": 0, "G": 1}


def test_crystals_are_put_on_a_card_that_is_named_as_far_as_it_has_room() -> None:
    g, other = done("[{gain_crystals_on: help, n: 5}, {gain_crystals_on: heal}]", crystals={"H": 1})
    assert (crystals(g), other) == ({"I": 0, "H": 3, "E": 0, "G": 1}, {"crystals"})
    assert done("[{gain_crystals_on: help}]", crystals={"H": 3})[1] == set()


@pytest.mark.parametrize(
    "step",
    [
        "{gain_crystals_on: it}",
        "{lose_crystals_on: it}",
        "{move_crystals: 1, from: it, to: heal}",
        "{move_crystals: 1, from: help, to: it}",
    ],
)
def test_a_creature_holds_no_crystals_and_takes_none(step: str) -> None:
    g, other = done(f"[{{each: creatures, do: [{step}]}}]", river="I vole H E G", crystals={"H": 1})
    assert (crystals(g), other) == ({"I": 0, "H": 1, "E": 0, "G": 0}, set())


def test_crystals_are_lost_from_cards_of_ones_choice() -> None:
    match = using("[{lose_crystals: 2}]", crystals={"I": 1, "E": 2})
    assert offered(match) == ["pay illuminate", "pay explore"]
    assert crystals(answer(match, "pay explore", "pay illuminate")) == {"I": 0, "H": 0, "E": 1, "G": 0}


def test_as_many_crystals_are_lost_as_there_are() -> None:
    g, other = done("[{lose_crystals: 3}, {gain_spirit: 1}]", crystals={"E": 2}, spirit=3)
    assert (g.crystals, g.spirit, other) == ((0, 0, 0, 0), 4, {"crystals", "spirit"})


def test_crystals_that_are_spent_are_a_price_that_must_be_paid_in_full() -> None:
    price = "[{pay: [{spend_crystals: 2}], then: [{gain_spirit: 1}]}]"
    g, other = done(price, crystals={"H": 2}, spirit=3)
    assert (g.crystals, g.spirit, other) == ((0, 0, 0, 0), 4, {"crystals", "spirit"})
    assert "use law" not in offered(play(lawful(f"use: {price}", crystals={"H": 1}, spirit=3)))


def test_crystals_on_a_card_that_is_named_are_lost() -> None:
    g, other = done("[{lose_crystals_on: help, n: 2}, {lose_crystals_on: heal}]", crystals={"H": 3, "E": 1})
    assert (crystals(g), other) == ({"I": 0, "H": 1, "E": 1, "G": 0}, {"crystals"})


def test_crystals_move_from_card_to_card_as_far_as_there_are_some_and_there_is_room() -> None:
    move = "[{move_crystals: 2, from: help, to: explore}]"
    assert crystals(done(move, crystals={"H": 3})[0]) == {"I": 0, "H": 1, "E": 2, "G": 0}
    assert crystals(done(move, crystals={"H": 1})[0]) == {"I": 0, "H": 0, "E": 1, "G": 0}
    assert crystals(done(move, crystals={"H": 3, "E": 2})[0]) == {"I": 0, "H": 2, "E": 3, "G": 0}
    assert done(move, crystals={"E": 2})[1] == set()


# The Wildwood Track


def test_the_light_pawn_advances_and_retreats_on_its_track() -> None:
    assert done("[{advance_light: 2}]", light=5)[0].light == 3
    assert done("[{advance_light: 9}]", light=2)[0].light == 0
    g, other = done("[{retreat_light: 2}]", light=3)
    assert (g.light, other) == (5, {"light"})
    assert done("[{retreat_light: 2}]", light=5)[0].light == 6


def test_the_light_pawn_is_put_so_far_from_the_centre() -> None:
    g, other = done("[{place_light: 4}]", light=2)
    assert (g.light, other) == (4, {"light"})
    assert done("[{place_light: 0}]", light=2)[0].light == 0
    assert done("[{place_light: 9}]", light=2)[0].light == 6


def test_the_shadow_pawn_advances_space_by_space_with_the_icons_of_each() -> None:
    g, other = done("[{advance_shadow: 2}]", shadow=5, spirit=8)
    assert (g.shadow, g.spirit, other) == (3, 6, {"shadow", "spirit"})


def test_the_shadow_pawn_retreats_and_no_icon_counts() -> None:
    g, other = done("[{retreat_shadow: 2}]", shadow=2)
    assert (g.shadow, other) == (4, {"shadow"})
    assert done("[{retreat_shadow: 3}]", shadow=6)[0].shadow == 7


@pytest.mark.rule("SF-Q92")
def test_a_shadow_pawn_that_is_placed_nearer_meets_only_the_icons_of_the_space_it_lands_on() -> None:
    g, other = done("[{place_shadow: 3}]", shadow=7, spirit=8)
    assert (g.shadow, g.spirit, other) == (3, 7, {"shadow", "spirit"})


@pytest.mark.rule("SF-Q92")
@pytest.mark.parametrize("at", [3, 4, 6])
def test_a_shadow_pawn_that_is_placed_on_its_space_or_farther_away_meets_no_icon(at: int) -> None:
    g, other = done(f"[{{place_shadow: {at}}}]", shadow=3, spirit=8)
    assert (g.shadow, g.spirit) == (at, 8)
    assert other <= {"shadow"}


@pytest.mark.rule("SF-Q92")
def test_a_shadow_pawn_that_is_placed_on_the_centre_triumphs() -> None:
    match = using("[{place_shadow: 0}, {gain_crystals_on: heal}]", shadow=5)
    assert match.state.triumphs == ("meadow dark",)
    assert match.state.crystal_total == 0


# Dice


def test_a_die_joins_the_pool_once_and_leaves_it() -> None:
    g, other = done("[{add_die: d10}]", dice=(3, 0, 0))
    assert (g.owned, g.ready, other) == ((5, 1, 0), (3, 1, 0), {"owned", "ready"})
    assert done("[{add_die: d12}, {add_die: d12}]")[0].ready == (5, 0, 1)
    gone, other = done("[{remove_die: d12}]", dice=(5, 1, 1))
    assert (gone.owned, gone.ready, other) == ((5, 1, 0), (5, 1, 0), {"owned", "ready"})
    assert done("[{remove_die: d10}]")[1] == set()


def test_a_die_that_was_used_already_leaves_the_pool_too() -> None:
    g, _ = done("[{remove_die: d10}]", dice=(2, 0, 0), owned=(5, 1, 0))
    assert (g.owned, g.ready) == ((5, 0, 0), (2, 0, 0))


def test_used_dice_come_back_as_far_as_they_are_owned() -> None:
    assert (0, "SF-024", [2]) in tells(using("[{recover_dice: 2}]", dice=(1, 0, 0)), "dice come back")
    g, other = done("[{recover_dice: 2}]", dice=(1, 0, 0))
    assert (g.ready, other) == ((3, 0, 0), {"ready"})
    assert done("[{recover_dice: 1}]", dice=(0, 0, 0), owned=(5, 1, 1))[0].ready == (0, 0, 1), (
        "large ones first"
    )
    assert done("[{recover_dice: 2}]", dice=(0, 0, 0), owned=(5, 1, 1))[0].ready == (0, 1, 1)
    assert done("[{recover_dice: 9}]", dice=(1, 0, 0), owned=(5, 1, 0))[0].ready == (5, 1, 0)
    assert done("[{recover_dice: 2}]")[1] == set()


def test_dice_are_used_up_and_cannot_be_rolled_in_this_phase() -> None:
    match = using("[{exhaust_dice: 3}]")
    assert match.state.ready == (2, 0, 0)
    assert (0, "SF-024", [3]) in tells(match, "dice are gone")
    assert offered(answered(match, "help crystals")) == ["roll 1", "roll 2"]
    assert done("[{exhaust_dice: 1}]", dice=(1, 1, 0))[0].ready == (0, 1, 0)


def rolled(text: str, dice: str, *falls: object, **position: Any) -> Match:
    """Explore rolled these dice on 5+ for the hedge (3 dots), and the card was used then."""
    g = lawful(f"use: {text}", overcome=["stile"], **position)
    return answered(play(g, dice, *falls), "explore hedge", f"roll {len(dice.split())}", "use law")


def test_a_rolled_die_is_rolled_again_and_the_new_result_counts() -> None:
    match = rolled("[{pick: rolled, do: [{reroll: it}]}]", "2 6", 8)
    assert offered(match) == ["die 1", "die 2"]
    answer(match, "die 2")
    assert match.state.rolled == ((8, 2), (8, 8))


def test_a_twelve_sided_die_is_rolled_again_with_its_own_sides() -> None:
    g = lawful("use: [{each: rolled, do: [{reroll: it}]}]", dice=(0, 1, 1), owned=(5, 1, 1))
    match = answered(play(g, "1 1", 10, 12), "explore stile", "roll d10 d12", "use law")
    assert match.state.rolled == ((10, 10), (12, 12))


def test_a_rolled_die_shows_what_it_is_set_to_or_the_most_that_it_has() -> None:
    match = rolled("[{each: rolled, do: [{set_die: it, to: 9}]}]", "2 6")
    assert match.state.rolled == ((8, 8), (8, 8))
    assert "first" not in offered(match)
    assert rolled("[{each: rolled, do: [{set_die: it, to: 5}]}]", "2 2 2").state.rolled == ((8, 5),) * 3


def test_additional_successes_are_for_the_action_under_way_only() -> None:
    assert rolled("[{extra_success: 2}]", "2 6").state.overcome == ("stile", "hedge")
    assert rolled("[{extra_success: 1}]", "2 6").state.overcome == ("stile",)
    assert done("[{extra_success: 2}]")[1] == set()


# The River


def moved(card: str, to: str) -> Match:
    def by_an_effect(g: Wood) -> Play[None]:
        LANGUAGE.ops["move"].function(g, card, to)
        yield REST

    return play_only(STORYFOLD, wood("I H E G"), by_an_effect)


@pytest.mark.rule("SF-X48", "SF-Q89")
def test_a_card_of_the_river_that_moves_to_a_space_really_ends_there() -> None:
    """Given `[I, H, E, G]`, Illuminate moves to 5+: `[H, E, I, G]`; Heal moves to 4+ instead: `[I, G, H, E]`."""
    assert written(moved("illuminate", "5+").state) == ["H", "E", "I", "G"]
    assert written(moved("heal", "4+").state) == ["I", "G", "H", "E"]


@pytest.mark.rule("SF-X48", "SF-Q89")
def test_a_text_can_move_a_card_to_a_numbered_space() -> None:
    g, other = done('[{move: illuminate, to: "5+"}]', river="I H E G")
    assert (written(g), other) == (["H", "E", "I", "G"], {"river"})
    assert written(done('[{move: heal, to: "4+"}]', river="I H E G")[0]) == ["I", "G", "H", "E"]


@pytest.mark.parametrize(
    ("to", "river"),
    [
        ("start", "H I vole E G"),
        ("end", "I vole E G H"),
        ("left", "I H vole E G"),
        ("right", "I vole E H G"),
    ],
)
def test_a_card_moves_to_the_start_the_end_a_space_or_trades_with_a_neighbour(to: str, river: str) -> None:
    assert written(done(f"[{{move: help, to: {to}}}]", river="I vole H E G")[0]) == river.split()


def test_a_card_at_the_edge_of_the_river_has_nobody_to_trade_with() -> None:
    assert done("[{move: illuminate, to: left}, {move: heal, to: right}]")[1] == set()


def test_two_cards_of_the_river_trade_places() -> None:
    g, other = done("[{swap: illuminate, with: heal}]", river="I vole H E G")
    assert (written(g), other) == (["G", "vole", "H", "E", "I"], {"river"})


def test_the_action_cards_change_places_at_random_and_creatures_stay() -> None:
    match = using("[shuffle_actions]", "heal", "illuminate", "explore", river="I vole H hare E G")
    assert written(match.state) == ["G", "vole", "I", "hare", "E", "H"]


# Creatures


def test_creatures_are_drawn_into_the_river_one_after_the_other() -> None:
    g, other = done("[{draw_creature: 2}]", creature_deck=["vole", "wisp", "hare"])
    assert (written(g), g.creatures.deck_size) == (["I", "vole", "wisp", "H", "E", "G"], 1)
    assert other == {"river", "creatures"}


def test_a_creature_that_is_named_comes_from_wherever_it_lies_to_its_space_or_to_another() -> None:
    deck = ["vole", "hare", "wisp"]
    assert written(done("[{put_creature: hare}]", creature_deck=deck)[0]) == ["hare", "I", "H", "E", "G"]
    assert written(done("[{put_creature: hare, at: end}]", creature_deck=deck)[0])[-1] == "hare"
    box = done("[{put_creature: crow}]", creature_deck=deck)[0]
    assert (written(box)[3], box.creatures.deck_size) == ("crow", 3)
    back, _ = done("[{put_creature: wisp}]", creature_deck=[], creature_discard=["wisp"])
    assert (back.creatures.rows[RIVER], back.creatures.rows[DISCARD]) == (("wisp",), ())


def test_a_creature_all_of_whose_copies_are_in_the_river_does_not_come() -> None:
    assert done("[{put_creature: hare}]", river="I hare H E G", creature_deck=["vole"])[1] == set()


def test_a_text_can_put_a_creature_on_a_numbered_space() -> None:
    g, _ = done('[{put_creature: hare, at: "4+"}]', creature_deck=["vole", "hare"])
    assert written(g) == ["I", "hare", "H", "E", "G"]


ALL = "[{{each: creatures, do: [{{{}: it}}]}}]"


def test_a_creature_is_discarded_without_crystals() -> None:
    g, other = done(ALL.format("discard_creature"), river="I vole H E G", stunned=["vole"])
    assert (written(g), g.crystal_total, g.creatures.rows[DISCARD]) == (["I", "H", "E", "G"], 0, ("vole",))
    assert other == {"river", "creatures", "stunned"}


def test_a_creature_is_illuminated_without_a_roll() -> None:
    g, other = done("[{each: leftmost, do: [{illuminate: it}]}]", river="I vole H bull E G")
    assert (written(g), g.lit, other) == (
        ["I", "H", "bull", "E", "G", "vole*"],
        1,
        {"river", "stunned", "lit"},
    )


def test_a_creature_is_stunned_where_it_is_and_is_so_no_longer() -> None:
    g, other = done(ALL.format("stun"), river="I vole H E G")
    assert (written(g), other) == (["I", "vole*", "H", "E", "G"], {"stunned"})
    assert done(ALL.format("stun"), river="I vole H E G", stunned=["vole"])[1] == set()
    g, other = done(ALL.format("unstun"), river="I vole H E G", stunned=["vole"])
    assert (written(g), other) == (["I", "vole", "H", "E", "G"], {"stunned"})


def test_an_activated_creature_takes_spirit_or_loses_its_token_and_its_text_follows() -> None:
    g, other = done(ALL.format("activate"), river="I hare H E G", spirit=8)
    assert (written(g), g.spirit, other) == (["I", "H", "hare", "E", "G"], 6, {"river", "spirit"})
    g, other = done(ALL.format("activate"), river="I hare H E G", spirit=8, stunned=["hare"])
    assert (written(g), g.spirit, other) == (["I", "H", "hare", "E", "G"], 8, {"river", "stunned"})


def test_a_creature_is_healed_without_a_roll_and_gives_its_crystals() -> None:
    g, other = done(ALL.format("heal_free"), "put help", "put heal", river="I vole H E G")
    assert (crystals(g), g.healed) == ({"I": 0, "H": 1, "E": 0, "G": 1}, ("vole",))
    assert other == {"river", "creatures", "crystals", "healed"}


def test_a_creature_is_healed_quietly_and_gives_nothing() -> None:
    g, other = done(ALL.format("heal_quietly"), river="I vole H E G")
    assert (g.healed, other) == (("vole",), {"river", "creatures", "healed"})


def test_what_is_said_of_creatures_leaves_action_cards_alone() -> None:
    for word in ("discard_creature", "illuminate", "stun", "unstun", "activate", "heal_free", "heal_quietly"):
        assert done(f"[{{{word}: help}}]")[1] == set()


def test_a_discarded_creature_is_shuffled_into_its_deck() -> None:
    text = "[{return_creature: hare}]"
    g, other = done(text, creature_deck=["vole"], creature_discard=["wisp", "hare"])
    assert (g.creatures.layers, g.creatures.rows[DISCARD]) == ([("hare", "vole")], ("wisp",))
    assert other == {"creatures"}
    assert done(text, creature_deck=["vole"], creature_discard=["wisp"])[1] == set()


def test_additional_successes_stay_out_of_the_next_action() -> None:
    match = rolled("[{extra_success: 1}]", "2", "3")
    answer(match, "nothing", "illuminate light", "roll 1")
    assert match.state.light == 5
