"""Storyfold: the River, its seven spaces, and how cards come into it and move through it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.state import DISCARD, SPACES, Wood
from foldtale.kernel import Match
from foldtale.kernel.pack.loading import load
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, answered, offered
from tests.games.storyfold.given import BOOK, CONTENT, crystals, play, wood, written

FULL = "vole I H E G wisp crow"


def with_a_wand(g: Wood, folder: Path, does: str) -> Wood:
    """A position with one more Blessing, which does this."""
    shutil.copytree(BOOK, folder / "copy")
    wand = f"- {{card: wand, kind: blessing, title: Wand, text: Odd., use: [{does}]}}\n"
    (folder / "copy" / "cards" / "wand.yaml").write_text(wand, encoding="utf-8")
    g.content = Content(CONTENT.base, load(folder / "copy", LANGUAGE))
    g.exploration.put("wand", SPACES, EVERYONE)
    return g


def waved(g: Wood, folder: Path, does: str, *falls: object) -> Match:
    """A match in which a text has just done this."""
    return answered(play(with_a_wand(g, folder, does), *falls), "use wand")


def drawn(river: str, creature: str) -> list[str]:
    """The River after a Shadow Effect has drawn this Creature; those that were there are all stunned."""
    there = [piece for piece in river.split() if piece not in "IHEG"]
    match = play(wood(river, creature_deck=[creature], stunned=there))
    return written(answer(match, "end phase"))


def spaces(match: Match) -> list[tuple[str, list[str]]]:
    """The River as it is seen: the number of each space and what lies there."""
    slots = match.scene(0).below[0].things
    return [(slot.label, [card.title for card in slot.things]) for slot in slots]


# The row of spaces


@pytest.mark.rule("SF-009")
def test_the_river_has_seven_spaces_of_which_four_have_a_number() -> None:
    assert [label for label, _ in spaces(play(wood()))] == ["3+", "4+", "5+", "6+", "–", "–", "–"]


@pytest.mark.rule("SF-009")
@pytest.mark.parametrize(
    ("river", "needed"), [("G I H E", 3), ("I G H E", 4), ("I H G E", 5), ("I H E G", 6)]
)
def test_each_numbered_space_asks_for_its_number(river: str, needed: int) -> None:
    match = play(wood(river, spirit=2), (needed, needed - 1))
    answer(match, "heal spirit", "roll 2")
    assert match.state.spirit == 3, "one of the two dice is a success"


@pytest.mark.rule("SF-010")
def test_a_space_holds_at_most_one_card() -> None:
    match = play(wood("I H E G", creature_deck=["hare"]))
    answer(match, "end phase")
    assert [cards for _, cards in spaces(match)] == [
        ["Hare"],
        ["Illuminate"],
        ["Help"],
        ["Explore"],
        ["Heal"],
        [],
        [],
    ]


@pytest.mark.rule("SF-011")
def test_the_start_of_the_river_is_the_3_plus_space(tmp_path: Path) -> None:
    match = waved(wood(spirit=2), tmp_path, "{move: heal, to: start}", (3, 2))
    assert spaces(match)[0] == ("3+", ["Heal"])
    answer(match, "heal spirit", "roll 2")
    assert match.state.spirit == 3


@pytest.mark.rule("SF-012")
@pytest.mark.parametrize("river", ["I H E G", "I vole H E G", "I vole H E G wisp"])
def test_the_end_of_the_river_is_right_of_the_rightmost_card(river: str) -> None:
    assert drawn(river, "bull") == [*river.split(), "bull"]


@pytest.mark.rule("SF-013")
def test_the_river_is_tidied_as_soon_as_a_card_inside_is_gone() -> None:
    match = play(wood("G vole I H E"), (3, 3))
    answer(match, "heal vole", "roll 2")
    assert offered(match) == ["put illuminate", "put help", "put explore", "put heal"], "amid the Action"
    assert [titles for _, titles in spaces(match)[:5]] == [
        ["Heal"],
        ["Illuminate"],
        ["Help"],
        ["Explore"],
        [],
    ]


@pytest.mark.rule("SF-014")
def test_tidying_keeps_the_order_of_the_cards(tmp_path: Path) -> None:
    g = wood("E wisp H crow vole G I")
    match = waved(g, tmp_path, "{pick: called(wisp), do: [{discard_creature: it}]}")
    assert written(match.state) == ["E", "H", "crow", "vole", "G", "I"]


@pytest.mark.rule("SF-015")
@pytest.mark.parametrize(
    ("creature", "then"),
    [
        ("hare", "hare I H crow E G"),
        ("vole", "I vole H crow E G"),
        ("wisp", "I H wisp crow E G"),
    ],
)
def test_a_card_put_on_a_taken_space_shifts_that_card_and_all_to_its_right(creature: str, then: str) -> None:
    assert drawn("I H crow E G", creature) == then.split()


@pytest.mark.rule("SF-016", "SF-X16")
def test_a_move_to_an_adjacent_space_trades_places() -> None:
    match = play(wood("I hare H E G", creature_deck=["bull"]))
    answer(match, "end phase")
    assert written(match.state) == ["I", "H", "hare", "E", "G", "bull"], "bull came afterwards"


@pytest.mark.rule("SF-016")
def test_a_trade_shifts_no_other_card(tmp_path: Path) -> None:
    match = waved(wood("I vole H wisp E G"), tmp_path, "{move: explore, to: left}")
    assert written(match.state) == ["I", "vole", "H", "E", "wisp", "G"]


# A full River


@pytest.mark.rule("SF-017")
def test_a_creature_drawn_into_a_full_river_is_discarded(tmp_path: Path) -> None:
    match = waved(wood(FULL, creature_deck=["hare", "bull"]), tmp_path, "{draw_creature: 1}")
    assert written(match.state) == FULL.split()
    assert match.state.creatures.rows[DISCARD] == ("hare",)
    assert match.state.creatures.layers == [("bull",)]


@pytest.mark.rule("SF-017")
def test_a_river_of_six_still_has_room(tmp_path: Path) -> None:
    match = waved(wood("vole I H E G wisp", creature_deck=["bull"]), tmp_path, "{draw_creature: 1}")
    assert written(match.state) == ["vole", "I", "H", "E", "G", "wisp", "bull"]
    assert (match.state.creatures.rows[DISCARD], match.state.spirit) == ((), 8)


@pytest.mark.rule("SF-018")
@pytest.mark.parametrize(("creature", "left"), [("vole", 7), ("hare", 6), ("bull", 5)])
def test_the_player_loses_what_that_creature_inflicts(creature: str, left: int, tmp_path: Path) -> None:
    match = waved(wood(FULL, creature_deck=[creature]), tmp_path, "{draw_creature: 1}")
    assert match.state.spirit == left


@pytest.mark.rule("SF-X18", "SF-017", "SF-018")
def test_example_of_a_full_river(tmp_path: Path) -> None:
    g = wood(FULL, spirit=5, creature_deck=["hare"])
    match = waved(g, tmp_path, "{draw_creature: 1}")
    assert (match.state.spirit, match.state.creatures.rows[DISCARD]) == (3, ("hare",))
    assert written(match.state) == FULL.split()


@pytest.mark.rule("SF-X18")
def test_no_text_of_a_creature_without_room_is_resolved(tmp_path: Path) -> None:
    g = wood(FULL, spirit=5, creature_deck=["bull"], crystals={"H": 2}, brom="out")
    match = waved(g, tmp_path, "{draw_creature: 1}")
    assert crystals(match.state) == {"I": 0, "H": 2, "E": 0, "G": 0}
    assert (match.state.spirit, match.state.creatures.rows[DISCARD]) == (2, ("bull",))


@pytest.mark.rule("SF-018", "SF-Q110")
@pytest.mark.parametrize(
    "says",
    [
        "{pick: creatures where in_river(vole), as: watched, do: [{for: scene, while: [{loss: -1, who: watched}]}]}",
        "{for: scene, while: [{loss: 2, who: creatures}]}",
        "{for: scene, while: [{loss: 2}]}",
    ],
    ids=["one of them", "all in the River", "all"],
)
def test_a_creature_without_room_inflicts_what_is_printed_whatever_changes_its_kind_in_the_river(
    says: str, tmp_path: Path
) -> None:
    g = wood(FULL, creature_deck=["vole"], brom="out")
    match = play(with_a_wand(g, tmp_path, f"{says}, {{draw_creature: 1}}"))
    answer(match, "use wand")
    if "vole" in offered(match):
        answer(match, "vole")
    assert (match.state.spirit, match.state.creatures.rows[DISCARD]) == (7, ("vole",))


# Worked examples


@pytest.mark.rule("SF-X10", "SF-033")
@pytest.mark.parametrize("dice", [(1, 1), (4, 1), (4, 8)])
def test_example_of_help_with_any_outcome(dice: tuple[int, int]) -> None:
    match = play(wood("I H E G"), dice)
    answer(match, "help shed", "roll 2")
    if "nothing" in offered(match):
        answer(match, "nothing")
    assert spaces(match)[:4] == [
        ("3+", ["Illuminate"]),
        ("4+", ["Explore"]),
        ("5+", ["Heal"]),
        ("6+", ["Help"]),
    ]


@pytest.mark.rule("SF-X11", "SF-Q06")
@pytest.mark.parametrize(("dice", "light"), [((5, 5, 5), 4), ((6, 5, 5), 3)])
def test_example_of_illuminate_used_twice_in_a_phase(dice: tuple[int, ...], light: int) -> None:
    match = play(wood("I H E G", creature_deck=["bull"]), (3, 4), dice)
    answer(match, "illuminate light", "roll 2")
    assert (written(match.state), match.state.light) == (["H", "E", "G", "I"], 4)
    assert "illuminate light" in offered(match)
    answer(match, "illuminate light", "roll 3")
    assert match.state.light == light, "it needed a 6"


@pytest.mark.rule("SF-X13", "SF-015")
def test_example_of_a_creature_that_enters_at_3_plus() -> None:
    assert drawn("I H E G", "hare") == ["hare", "I", "H", "E", "G"]


@pytest.mark.rule("SF-X14", "SF-015")
def test_example_of_a_creature_that_enters_at_5_plus() -> None:
    assert drawn("I H E G", "wisp") == ["I", "H", "wisp", "E", "G"]


@pytest.mark.rule("SF-X15", "SF-Q09")
def test_example_of_a_card_for_a_space_beyond_the_end(tmp_path: Path) -> None:
    match = waved(wood("I H E G"), tmp_path, "{put_creature: vole, at: P7}")
    assert written(match.state) == ["I", "H", "E", "G", "vole"]


@pytest.mark.rule("SF-X17", "SF-Q13")
def test_example_of_illuminating_a_creature() -> None:
    match = play(wood("I vole H E G"), (3, 5, 2))
    answer(match, "illuminate vole", "roll 3")
    assert written(match.state) == ["H", "E", "G", "vole*", "I"]


@pytest.mark.rule("SF-X28", "SF-013")
def test_example_of_healing_a_creature() -> None:
    match = play(wood("G vole I H E"), (3, 8))
    answer(match, "heal vole", "roll 2")
    assert written(match.state) == ["G", "I", "H", "E"]
    assert match.state.creatures.rows[DISCARD] == ("vole",)
    answer(match, "put heal", "put heal")
    assert written(match.state) == ["I", "H", "E", "G"]


# Rulings


@pytest.mark.rule("SF-Q08")
@pytest.mark.parametrize("river", ["E vole I H crow G wisp", "I vole E H crow G wisp"])
def test_in_a_full_river_the_moving_card_becomes_the_last(river: str) -> None:
    match = play(wood(river), (1,))
    answer(match, "explore cards", "roll 1")
    assert written(match.state) == [*[piece for piece in river.split() if piece != "E"], "E"]


@pytest.mark.rule("SF-Q09")
def test_a_card_of_the_river_sent_beyond_the_others_goes_to_the_end(tmp_path: Path) -> None:
    match = waved(wood("I H E vole G"), tmp_path, "{move: help, to: P7}")
    assert written(match.state) == ["I", "E", "vole", "G", "H"]


@pytest.mark.rule("SF-Q10")
@pytest.mark.parametrize(("card", "to"), [("illuminate", "left"), ("heal", "right")])
def test_without_a_card_beside_it_a_card_stays(card: str, to: str, tmp_path: Path) -> None:
    match = waved(wood("I H E G"), tmp_path, f"{{move: {card}, to: {to}}}")
    assert written(match.state) == ["I", "H", "E", "G"]


@pytest.mark.rule("SF-Q12")
def test_the_river_never_shows_a_gap() -> None:
    match = play(wood("G vole I wisp H E", dice=(5, 1, 0), brom="out"), (3, 3), (3,), (5, 8))
    answers = "heal vole, roll 2, put help, put help, illuminate light, roll 1, help shed, roll 2"
    for key in answers.split(", "):
        answer(match, key)
        filled = [bool(titles) for _, titles in spaces(match)]
        assert filled == sorted(filled, reverse=True), key
    assert written(match.state) == ["wisp", "E", "G", "I", "H"]


@pytest.mark.rule("SF-Q89")
@pytest.mark.parametrize(
    ("river", "card", "space", "then"),
    [
        ("I H E G", "illuminate", "5+", "H E I G"),
        ("I H E G", "heal", "4+", "I G H E"),
        ("I H E G", "illuminate", "6+", "H E G I"),
        ("I vole H wisp E crow G", "help", "6+", "I vole wisp H E crow G"),
        ("I vole H wisp E crow G", "heal", "3+", "G I vole H wisp E crow"),
        ("I vole H wisp E crow G", "illuminate", "P6", "vole H wisp E crow I G"),
    ],
)
def test_a_card_of_the_river_really_ends_on_the_space_it_is_sent_to(
    river: str, card: str, space: str, then: str, tmp_path: Path
) -> None:
    match = waved(wood(river), tmp_path, f"{{move: {card}, to: {space}}}")
    assert written(match.state) == then.split()


@pytest.mark.rule("SF-Q89")
def test_a_move_to_the_neighbouring_space_is_the_same_as_a_trade(tmp_path: Path) -> None:
    sent = waved(wood("I H vole E G"), tmp_path / "sent", "{move: help, to: 5+}")
    traded = waved(wood("I H vole E G"), tmp_path / "traded", "{move: help, to: right}")
    assert written(sent.state) == written(traded.state) == ["I", "vole", "H", "E", "G"]


@pytest.mark.rule("SF-015")
def test_a_text_may_put_a_creature_on_another_space_than_its_own(tmp_path: Path) -> None:
    match = waved(wood("I H E G"), tmp_path, "{put_creature: crow, at: 3+}")
    assert written(match.state) == ["crow", "I", "H", "E", "G"]
