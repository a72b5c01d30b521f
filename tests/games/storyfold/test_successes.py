"""Storyfold: how many successes an ability needs, switching to the second one, failing, and Crystals in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.state import DISCARD, RIVER, SPACES, Wood
from foldtale.kernel.pack.loading import load
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, offered, refuses
from tests.games.storyfold.given import BOOK, CONTENT, crystals, play, wood, written

NEWT = "{card: newt, kind: creature, title: Newt, text: Wet., illuminate: 1, heal: 3, loss: 1, crystals: 2}"
NO_CRYSTALS = {"I": 0, "H": 0, "E": 0, "G": 0}


def with_card(g: Wood, folder: Path, card: str) -> Wood:
    """A position in a book with one more card."""
    shutil.copytree(BOOK, folder / "copy")
    (folder / "copy" / "cards" / "more.yaml").write_text(f"- {card}\n", encoding="utf-8")
    g.content = Content(CONTENT.base, load(folder / "copy", LANGUAGE))
    return g


def with_a_wand(g: Wood, folder: Path, does: str) -> Wood:
    """A position with one more Blessing, which does this."""
    with_card(g, folder, f"{{card: wand, kind: blessing, title: Wand, text: Odd., use: [{does}]}}")
    g.exploration.put("wand", SPACES, EVERYONE)
    return g


# What the abilities need


@pytest.mark.rule("SF-037")
@pytest.mark.parametrize(("dice", "overcome"), [((4, 3), ()), ((4, 4), ("shed",)), ((4, 4, 4), ("shed",))])
def test_the_first_ability_needs_as_many_successes_as_its_target_has_dots(
    dice: tuple[int, ...], overcome: tuple[str, ...]
) -> None:
    match = play(wood("I H E G"), dice)
    answer(match, "help shed", f"roll {len(dice)}")
    if not overcome:
        assert refuses(match, "first")
        answer(match, "nothing")
    assert match.state.overcome == overcome


@pytest.mark.rule("SF-038")
@pytest.mark.parametrize(("dice", "spirit"), [((5, 5), 2), ((5, 6), 3)])
def test_the_second_ability_needs_at_least_one_success(dice: tuple[int, int], spirit: int) -> None:
    match = play(wood("I H E G", spirit=2), dice)
    answer(match, "heal spirit", "roll 2")
    assert match.state.spirit == spirit


@pytest.mark.rule("SF-039")
@pytest.mark.parametrize(("dice", "light"), [((3, 1, 1), 5), ((3, 3, 1), 4), ((3, 8, 5), 3)])
def test_the_second_ability_works_once_for_each_success(dice: tuple[int, ...], light: int) -> None:
    match = play(wood("I H E G"), dice)
    answer(match, "illuminate light", "roll 3")
    assert match.state.light == light


# Switching


@pytest.mark.rule("SF-040")
@pytest.mark.parametrize(
    ("river", "action", "gained"),
    [
        ("I crow H E G", "illuminate crow", "light"),
        ("H I E G", "help shed", "crystals"),
        ("E I H G", "explore hedge", "cards"),
        ("G crow I H E", "heal crow", "spirit"),
    ],
)
def test_who_misses_the_first_ability_may_take_the_second_of_the_same_card(
    river: str, action: str, gained: str
) -> None:
    g = wood(river, spirit=4, overcome=("stile",), exploration=["apple"])
    match = play(g, (3,))
    answer(match, action, "roll 1")
    assert offered(match) == ["second 0", "nothing"]
    answer(match, "second 0")
    if gained == "crystals":
        answer(match, "put heal")
    after = match.state
    found = {"light": 6 - after.light, "crystals": sum(after.crystals), "spirit": after.spirit - 4}
    assert {**found, "cards": len(after.in_spaces)} == {
        **dict.fromkeys(("light", "crystals", "spirit", "cards"), 0),
        gained: 1,
    }


@pytest.mark.rule("SF-041")
def test_the_second_ability_uses_the_successes_already_obtained() -> None:
    match = play(wood("I crow H E G"), (3, 8, 2, 6))
    answer(match, "illuminate crow", "roll 4", "second 0")
    assert (match.state.light, match.state.ready) == (3, (1, 0, 0)), "the script had no further roll"
    assert "crow" in match.state.river
    assert match.state.stunned == ()


@pytest.mark.rule("SF-Q19")
def test_who_reaches_the_cost_with_dice_alone_cannot_take_the_second_ability() -> None:
    match = play(wood("I vole H E G", crystals={"I": 3}), (3, 3))
    answer(match, "illuminate vole", "roll 2")
    assert offered(match) == ["first", "use brom"]
    for key in ("second 0", "second 1", "nothing"):
        assert refuses(match, key)


@pytest.mark.rule("SF-Q19")
def test_one_may_decline_to_spend_crystals_and_fall_short_on_purpose() -> None:
    match = play(wood("I vole H E G", crystals={"I": 1}, brom="out"), (3, 1))
    answer(match, "illuminate vole", "roll 2")
    assert offered(match) == ["first", "second 0", "second 1", "nothing"]
    answer(match, "second 0")
    assert (match.state.light, crystals(match.state)["I"], match.state.stunned) == (5, 1, ())


@pytest.mark.rule("SF-X24")
def test_one_cannot_switch_from_the_second_ability_to_the_first() -> None:
    match = play(wood("I vole H E G", crystals={"I": 1}, brom="out"), (3, 4, 5))
    answer(match, "illuminate light", "roll 3")
    assert offered(match) == ["second 0", "second 1"]
    assert refuses(match, "first")
    answer(match, "second 0")
    assert (match.state.light, match.state.stunned, written(match.state)[0]) == (3, (), "vole")


@pytest.mark.rule("SF-X23")
@pytest.mark.parametrize("choice", ["second 0", "nothing"])
def test_example_of_a_place_that_is_missed(choice: str) -> None:
    g = wood("I H E G", overcome=("stile",), exploration=["apple", "bread", "candle"])
    match = play(g, (5, 5, 4))
    answer(match, "explore hedge", "roll 3")
    assert offered(match) == ["second 0", "nothing"]
    answer(match, choice)
    if choice == "second 0":
        assert offered(match) == ["apple", "bread"]
        answer(match, "bread")
    assert match.state.in_spaces == (("bread",) if choice == "second 0" else ())
    assert match.state.exploration.rows[DISCARD] == (("apple",) if choice == "second 0" else ())
    assert (match.state.overcome, written(match.state)) == (("stile",), ["I", "H", "G", "E"])


@pytest.mark.rule("SF-X25")
def test_successes_beyond_the_dots_of_a_place_have_no_effect() -> None:
    match = play(wood("H I E G", spirit=3), (3, 4, 5, 6))
    answer(match, "help shed", "roll 4")
    assert (match.state.overcome, match.state.spirit) == (("shed",), 5), "its text was resolved once"
    assert (crystals(match.state), "help shed" in offered(match)) == (NO_CRYSTALS, False)


# Failing


@pytest.mark.rule("SF-042")
@pytest.mark.parametrize("action", ["illuminate wisp", "illuminate light"])
def test_without_any_success_neither_ability_does_anything(action: str) -> None:
    match = play(wood("I wisp H E G", crystals={"I": 3}), (2, 1))
    answer(match, action, "roll 2")
    assert offered(match) == ["fail", "use brom"]
    for key in ("first", "second 0", "second 1"):
        assert refuses(match, key)
    answer(match, "fail")
    assert (match.state.light, match.state.stunned) == (6, ())
    assert written(match.state) == ["wisp", "H", "E", "G", "I"]


@pytest.mark.rule("SF-042")
@pytest.mark.parametrize(("again", "light"), [(2, 6), (3, 5)])
def test_whether_it_fails_is_seen_after_the_last_reroll(again: int, light: int) -> None:
    match = play(wood("I H E G", crystals={"G": 1}, luma_turned=True, brom="out"), (1,), again)
    answer(match, "illuminate light", "roll 1")
    assert offered(match) == ["fail", "use luma"]
    answer(match, "use luma")
    assert match.state.light == light


@pytest.mark.rule("SF-043")
@pytest.mark.parametrize(
    ("action", "then"),
    [("help shed", ["I", "vole", "E", "G", "H"]), ("illuminate vole", ["vole", "H", "E", "G", "I"])],
)
def test_after_a_failed_action_card_and_dice_go_as_ever(action: str, then: list[str]) -> None:
    match = play(wood("I vole H E G"), (1, 2))
    answer(match, action, "roll 2")
    assert (written(match.state), match.state.ready) == (then, (3, 0, 0))
    assert match.scene(0).right[0].note == "2 used"


# Crystals


@pytest.mark.rule("SF-X19")
def test_example_of_a_creature_healed_with_crystals(tmp_path: Path) -> None:
    g = with_card(wood("I H G E", crystals={"G": 2}, brom="out"), tmp_path, NEWT)
    g.creatures.put("newt", RIVER, EVERYONE)
    g.river = ("illuminate", "help", "heal", "newt", "explore")
    match = play(g, (5, 2))
    answer(match, "heal newt", "roll 2")
    assert offered(match) == ["first", "second 0", "second 1", "second 2", "nothing"]
    answer(match, "first")
    assert (crystals(match.state), match.state.creatures.rows[DISCARD]) == (NO_CRYSTALS, ("newt",))
    assert offered(match) == ["put illuminate", "put help", "put explore", "put heal"]
    answer(match, "put heal", "put illuminate")
    assert crystals(match.state) == {"I": 1, "H": 0, "E": 0, "G": 1}
    assert written(match.state) == ["I", "H", "E", "G"]


@pytest.mark.rule("SF-X20")
def test_example_of_crystals_without_a_success() -> None:
    match = play(wood("I H G E", crystals={"E": 3}), (5, 1))
    answer(match, "explore stile", "roll 2")
    for key in ("first", "second 0", "second 3"):
        assert key not in offered(match)
    answer(match, *["fail"] * ("fail" in offered(match)))
    assert (match.state.overcome, written(match.state)[-1], crystals(match.state)["E"]) == ((), "E", 3)


@pytest.mark.rule("SF-X21")
def test_example_of_crystals_on_another_card() -> None:
    match = play(wood("G vole I H E", crystals={"H": 3}, spirit=4), (3, 2))
    answer(match, "heal vole", "roll 2")
    assert offered(match)[:2] == ["second 0", "nothing"]
    for key in ("first", "second 1"):
        assert refuses(match, key)
    answer(match, "second 0")
    assert (match.state.spirit, crystals(match.state)["H"], "vole" in match.state.river) == (5, 3, True)


@pytest.mark.rule("SF-Q20")
@pytest.mark.parametrize(
    ("choice", "light", "left"), [("second 0", 5, 2), ("second 1", 4, 1), ("second 2", 3, 0)]
)
def test_crystals_count_for_the_ability_one_has_switched_to(choice: str, light: int, left: int) -> None:
    match = play(wood("I crow H E G", crystals={"I": 2}, brom="out"), (3, 1))
    answer(match, "illuminate crow", "roll 2")
    assert offered(match) == ["second 0", "second 1", "second 2", "nothing"], "1 and 2 are fewer than 4"
    answer(match, choice)
    assert (match.state.light, crystals(match.state)["I"]) == (light, left)


@pytest.mark.rule("SF-Q20")
def test_for_the_first_ability_only_the_missing_number_is_spent() -> None:
    match = play(wood("I crow H E G", crystals={"I": 3}, brom="out"), (3, 3, 3))
    answer(match, "illuminate crow", "roll 3")
    assert offered(match) == ["first", "second 0", "second 1", "second 2", "second 3", "nothing"]
    answer(match, "first")
    assert (crystals(match.state)["I"], match.state.stunned) == (2, ("crow",))


@pytest.mark.rule("SF-Q20")
def test_committed_crystals_are_spent_before_the_effect() -> None:
    match = play(wood("H I E G", crystals={"H": 3}, brom="out"), (3,))
    answer(match, "help crystals", "roll 1", "second 2")
    assert "put help" in offered(match), "there is room on it again"
    answer(match, "put help", "put help", "put heal")
    assert crystals(match.state) == {"I": 0, "H": 3, "E": 0, "G": 1}


@pytest.mark.rule("SF-Q21")
def test_one_may_resolve_nothing_when_the_first_ability_was_missed() -> None:
    match = play(wood("G vole I H E", spirit=4), (3, 1))
    answer(match, "heal vole", "roll 2", "nothing")
    assert (match.state.spirit, match.state.ready) == (4, (3, 0, 0))
    assert written(match.state) == ["vole", "I", "H", "E", "G"], "the card moves in all cases"


@pytest.mark.rule("SF-Q21")
def test_a_declared_second_ability_with_a_success_is_resolved() -> None:
    match = play(wood("G I H E", spirit=4, crystals={"G": 1}, brom="out"), (3, 1))
    answer(match, "heal spirit", "roll 2")
    assert offered(match) == ["second 0", "second 1"]
    assert refuses(match, "nothing")


@pytest.mark.rule("SF-Q22")
def test_all_successes_of_a_second_ability_must_be_used() -> None:
    match = play(wood("H I E G"), (3, 3, 3))
    answer(match, "help crystals", "roll 3")
    for _ in range(3):
        assert offered(match) == ["put illuminate", "put help", "put explore", "put heal"]
        answer(match, f"put {match.state.river[1]}")
    assert sum(match.state.crystals) == 3


@pytest.mark.rule("SF-Q22")
def test_what_can_be_used_ends_with_room_track_and_cards() -> None:
    full = {"I": 3, "H": 2, "E": 3, "G": 3}
    helped = play(wood("H I E G", crystals=full, brom="out"), (3, 3))
    answer(helped, "help crystals", "roll 2", "second 0")
    assert crystals(helped.state) == {"I": 3, "H": 3, "E": 3, "G": 3}
    healed = play(wood("G I H E", spirit=7), (3, 3))
    assert answer(healed, "heal spirit", "roll 2").spirit == 8
    explored = play(wood("E I H G", exploration=["apple"]), (3, 3))
    assert answer(explored, "explore cards", "roll 2").in_spaces == ("apple",)


# A target that is one no longer


@pytest.mark.rule("SF-Q23")
def test_a_creature_that_is_gone_when_the_ability_resolves_counts_as_missed(tmp_path: Path) -> None:
    g = with_a_wand(
        wood("G vole I H E", spirit=4), tmp_path, "{pick: creatures, do: [{discard_creature: it}]}"
    )
    match = play(g, (3, 3))
    answer(match, "heal vole", "roll 2")
    assert offered(match) == ["first", "use wand"]
    answer(match, "use wand")
    assert offered(match) == ["second 0", "nothing"]
    answer(match, "second 0")
    assert (match.state.spirit, crystals(match.state)) == (6, NO_CRYSTALS)


@pytest.mark.rule("SF-Q23")
def test_a_place_that_has_closed_cannot_be_overcome_but_one_may_switch(tmp_path: Path) -> None:
    g = with_a_wand(wood("H I E G", light=0), tmp_path, "{retreat_light: 1}")
    match = play(g, (3,))
    answer(match, "help spring", "roll 1", "use wand")
    assert offered(match) == ["second 0", "nothing"]
    answer(match, "second 0", "put help")
    assert (match.state.overcome, sum(match.state.crystals)) == ((), 1)


@pytest.mark.rule("SF-Q23")
def test_without_a_success_there_is_no_switch_either(tmp_path: Path) -> None:
    g = with_a_wand(wood("H I E G", light=0), tmp_path, "{retreat_light: 1}")
    match = play(g, (2,))
    answer(match, "help spring", "roll 1", "use wand")
    assert (match.state.overcome, sum(match.state.crystals), written(match.state)[-1]) == ((), 0, "H")


# Crystals for Luma and Brom


@pytest.mark.rule("SF-Q26")
def test_brom_is_paid_from_any_action_cards_in_any_mix() -> None:
    g = wood("vole wisp hare I H E G", crystals={"H": 1, "E": 1, "G": 1}, spirit=3, brom_turned=True)
    match = play(g)
    answer(match, "use brom")
    assert offered(match) == ["pay help", "pay explore", "pay heal"], "all of them on blank spaces"
    answer(match, "pay heal", "pay help")
    assert (match.state.spirit, crystals(match.state)) == (5, {"I": 0, "H": 0, "E": 1, "G": 0})


@pytest.mark.rule("SF-Q26")
def test_a_reroll_may_be_paid_without_a_success_and_from_another_card() -> None:
    match = play(wood(crystals={"E": 1}, luma_turned=True, brom="out"), (2,), 3)
    answer(match, "illuminate light", "roll 1")
    assert offered(match) == ["fail", "use luma"]
    answer(match, "use luma")
    assert (match.state.light, crystals(match.state)) == (5, NO_CRYSTALS)


@pytest.mark.rule("SF-X03")
def test_example_of_one_reroll_after_the_other() -> None:
    match = play(wood(crystals={"E": 3}, luma_turned=True, brom="out"), (1, 2), 1, 2, 8)
    answer(match, "illuminate light", "roll 2", "use luma", "die 1")
    assert match.state.rolled == ((8, 1), (8, 2))
    answer(match, "use luma", "die 1")
    assert match.state.rolled == ((8, 2), (8, 2)), "the same die again"
    answer(match, "use luma", "die 2")
    assert (match.state.light, crystals(match.state)) == (5, NO_CRYSTALS), "or a different one"
