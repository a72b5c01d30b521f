"""Storyfold: the pool of dice, what is rolled, and what is a success."""

from __future__ import annotations

import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.odds import at_least, expected, of_one
from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.state import SPACES, Wood
from foldtale.kernel import Match
from foldtale.kernel.chance import People, Seeded
from foldtale.kernel.pack.loading import load
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, answered, offered, outcome, refuses
from tests.games.storyfold.given import BOOK, CONTENT, STORYFOLD, begun, play, wood, written
from tests.games.storyfold.test_effects import lawful

FIVE = ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]
HEAL_AT = {3: "G I H E", 4: "I G H E", 5: "I H G E", 6: "I H E G"}
KIND = {8: (1, 0, 0), 10: (0, 1, 0), 12: (0, 0, 1)}
ROLL_ONE = {8: "roll 1", 10: "roll d10", 12: "roll d12"}


def with_a_wand(g: Wood, folder: Path, does: str) -> Wood:
    """A position with one more Blessing, which does this."""
    shutil.copytree(BOOK, folder / "copy")
    wand = f"- {{card: wand, kind: blessing, title: Wand, text: Odd., use: [{does}]}}\n"
    (folder / "copy" / "cards" / "wand.yaml").write_text(wand, encoding="utf-8")
    g.content = Content(CONTENT.base, load(folder / "copy", LANGUAGE))
    g.exploration.put("wand", SPACES, EVERYONE)
    return g


def spirit_gained(needed: int, *dice: tuple[int, int]) -> int:
    """How many successes these dice (sides and value) are, with Heal on the space with this number."""
    pool = [sum(kind) for kind in zip(*[KIND[sides] for sides, _ in dice], strict=True)]
    g = wood(HEAL_AT[needed], spirit=1, dice=(5, 1, 1))
    match = play(g, tuple([value for _, value in dice]))
    throw = " ".join(["roll", *[str(pool[0])] * bool(pool[0]), *["d10"] * pool[1], *["d12"] * pool[2]])
    answer(match, "heal spirit", throw)
    return match.state.spirit - 1


# The pool


@pytest.mark.rule("SF-019")
def test_the_player_starts_with_five_eight_sided_dice() -> None:
    match = play(begun())
    answer(match, "heal spirit")
    assert offered(match) == FIVE
    assert [die.sides for die in match.scene(0).right[0].things] == [8] * 5


@pytest.mark.rule("SF-020")
@pytest.mark.parametrize("die", ["d10", "d12"])
def test_an_effect_can_add_the_large_die_to_the_pool(die: str, tmp_path: Path) -> None:
    match = play(with_a_wand(wood(), tmp_path, f"{{add_die: {die}}}"))
    answer(match, "use wand", "heal spirit")
    assert offered(match) == [*FIVE, f"roll {die}", *[f"{throw} {die}" for throw in FIVE]]


@pytest.mark.rule("SF-Q04")
def test_a_die_that_is_granted_again_changes_nothing(tmp_path: Path) -> None:
    match = play(with_a_wand(wood(dice=(3, 1, 0)), tmp_path, "{add_die: d10}"))
    answer(match, "use wand")
    assert (match.state.owned, match.state.ready) == ((5, 1, 0), (3, 1, 0))


@pytest.mark.rule("SF-Q04")
def test_a_die_that_is_granted_again_does_not_come_back_after_use(tmp_path: Path) -> None:
    match = play(with_a_wand(wood(dice=(3, 1, 0)), tmp_path, "{add_die: d10}"), (1,))
    answer(match, "heal spirit", "roll d10", "fail", "use wand")
    assert match.state.ready == (3, 0, 0)


@pytest.mark.rule("SF-Q04")
def test_a_die_granted_in_a_luma_phase_can_be_rolled_at_once(tmp_path: Path) -> None:
    match = play(with_a_wand(wood(HEAL_AT[6], spirit=1), tmp_path, "{add_die: d12}"), (12,))
    answer(match, "use wand", "heal spirit", "roll d12")
    assert (match.state.spirit, match.state.ready, match.state.round) == (2, (5, 0, 0), 1)


@pytest.mark.rule("SF-021", "SF-X09")
def test_a_die_stays_for_the_rest_of_the_chapter_only(tmp_path: Path) -> None:
    g = with_a_wand(wood("E H I G", overcome=("stile", "hedge")), tmp_path, "{add_die: d12}")
    match = play(g, (3, 3), (8,))
    answer(match, "use wand", "explore gate", "roll 2", "go on")
    assert (match.state.scene, match.state.ready) == ("brook", (5, 0, 1)), (
        "the next Scene of the same Chapter"
    )
    answer(match, "help ford")
    assert "roll 5 d12" in offered(match)
    answer(match, "roll 1")
    assert outcome(match).ending == "onward"
    record = outcome(match).record
    assert isinstance(record, Journey)
    after = play(begun(record, content=g.content))
    answer(after, "heal spirit")
    assert (after.state.chapter, offered(after)) == ("second", FIVE)


# What is rolled


@pytest.mark.rule("SF-022", "SF-X08")
def test_with_one_die_left_exactly_one_die_is_rolled() -> None:
    match = play(wood(dice=(1, 0, 0), creature_deck=["crow"]), (6,))
    assert match.state.ready == (1, 0, 0)
    answer(match, "illuminate light")
    assert match.state.light == 5, "there was nothing to choose: the one die was rolled"
    assert match.state.round == 2, "and no die was left"


@pytest.mark.rule("SF-022")
@pytest.mark.parametrize("dice", [(5, 0, 0), (2, 1, 0), (0, 1, 1)])
def test_no_action_without_a_die(dice: tuple[int, int, int]) -> None:
    match = play(wood(dice=dice))
    answer(match, "illuminate light")
    assert refuses(match, "roll 0")
    assert refuses(match, "roll")


@pytest.mark.rule("SF-023")
def test_any_number_of_dice_of_any_kinds_can_be_rolled() -> None:
    match = play(wood(dice=(2, 1, 1)))
    answer(match, "illuminate light")
    kinds = [" d10", " d12", " d10 d12"]
    assert sorted(offered(match)) == sorted(
        ["roll 1", "roll 2", *[f"{throw}{more}" for throw in ("roll", "roll 1", "roll 2") for more in kinds]]
    )


@pytest.mark.rule("SF-023")
@pytest.mark.parametrize("key", ["roll 3", "roll d10", "roll 2 d12", "roll 1 d10 d12"])
def test_no_die_that_is_not_there_can_be_rolled(key: str) -> None:
    match = play(wood(dice=(2, 0, 0), owned=(5, 1, 1)))
    answer(match, "illuminate light")
    assert refuses(match, key)


@pytest.mark.rule("SF-024")
def test_rolled_dice_cannot_be_rolled_again_in_that_phase() -> None:
    match = play(wood(dice=(5, 1, 0)), (1, 1, 2, 2))
    answer(match, "help crystals", "roll 3 d10")
    assert match.scene(0).right[0].note == "4 used"
    answer(match, "explore cards")
    assert offered(match) == ["roll 1", "roll 2"]
    assert refuses(match, "roll 3")
    assert refuses(match, "roll d10")


@pytest.mark.rule("SF-024", "SF-032")
def test_dice_that_are_still_on_the_table_are_not_among_the_used_ones() -> None:
    """Fox takes back a used die; while the first five are on the table, there is none."""
    match = play(wood(spaces=("fox",), shadow=6), (1, 1, 1, 1, 8))
    answer(match, "illuminate light", "roll 5")
    assert offered(match)[0] == "second 0"
    if "use fox" in offered(match):
        answer(match, "use fox")
    answer(match, *[key for key in ("second 0", "go on") if key in offered(match)])
    assert (match.state.light, match.state.round) == (5, 2), "all dice were rolled once, so the phase is over"


# What is a success


@pytest.mark.rule("SF-025", "SF-X04")
def test_example_of_counting_successes() -> None:
    match = play(wood("I E H G", exploration=["apple", "bread", "candle"]), (1, 4, 7))
    answer(match, "explore cards", "roll 3")
    assert offered(match) == ["apple", "bread"], "a card for each of 2 successes"


@pytest.mark.rule("SF-025")
@pytest.mark.parametrize("needed", [3, 4, 5, 6])
def test_a_die_succeeds_from_the_number_of_the_space_on(needed: int) -> None:
    shown = [value for value in range(1, 9) if spirit_gained(needed, (8, value))]
    assert shown == list(range(needed, 9))


@pytest.mark.rule("SF-Q01")
def test_a_die_gives_at_most_one_success_whatever_its_size() -> None:
    assert spirit_gained(3, (12, 12)) == 1
    assert spirit_gained(3, (10, 10)) == 1
    assert spirit_gained(3, (8, 8), (8, 8), (10, 3), (12, 2)) == 3


@pytest.mark.rule("SF-Q03")
@pytest.mark.parametrize(("die", "faces"), [("d10", 10), ("d12", 12)])
def test_a_large_die_shows_from_1_to_its_number(die: str, faces: int) -> None:
    match = Match.at(STORYFOLD, wood(dice=(1, 1, 1)), chance=People(Seeded(1)))
    match.answer("help crystals")
    match.answer(f"roll {die}")
    assert [match.options[at] for at in range(len(match.options))] == [
        (face,) for face in range(1, faces + 1)
    ]
    assert refuses(match, "0")
    match.answer(str(faces))
    assert match.ask is not None
    assert match.ask.topic == "crystal", "its highest face is a success"


@pytest.mark.rule("SF-X05")
@pytest.mark.parametrize(
    ("needed", "chances"),
    [
        (3, {8: Fraction(6, 8), 10: Fraction(8, 10), 12: Fraction(10, 12)}),
        (4, {8: Fraction(5, 8), 10: Fraction(7, 10), 12: Fraction(9, 12)}),
        (5, {8: Fraction(4, 8), 10: Fraction(6, 10), 12: Fraction(8, 12)}),
        (6, {8: Fraction(3, 8), 10: Fraction(5, 10), 12: Fraction(7, 12)}),
    ],
)
def test_how_often_one_die_succeeds(needed: int, chances: dict[int, Fraction]) -> None:
    for sides, chance in chances.items():
        hits = sum([spirit_gained(needed, (sides, value)) for value in range(1, sides + 1)])
        assert Fraction(hits, sides) == of_one(sides, needed) == chance


@pytest.mark.rule("SF-X05")
def test_how_often_two_dice_at_6_plus_give_at_least_one_success() -> None:
    falls = list(product(range(1, 9), repeat=2))
    hits = [fall for fall in falls if spirit_gained(6, (8, fall[0]), (8, fall[1]))]
    assert (len(hits), len(falls)) == (39, 64)
    assert at_least((2, 0, 0), 6, 1) == Fraction(39, 64)


@pytest.mark.rule("SF-X05")
def test_how_many_successes_five_dice_at_3_plus_give_and_what_is_told() -> None:
    assert expected((5, 0, 0), 3) == Fraction(375, 100)
    match = play(wood("I H E G"))
    answer(match, "illuminate light")
    note = STORYFOLD.texts(match.state)["roll 5.note"]
    assert note == "99 % for 1 or more, 3.8 successes on average"


@pytest.mark.rule("SF-X05")
def test_on_a_blank_space_nothing_succeeds() -> None:
    match = play(wood("vole I H E G", dice=(5, 1, 1)))
    assert [key for key in offered(match) if key.startswith("heal")] == []
    assert refuses(match, "heal spirit")


# The number that dice must reach stays


@pytest.mark.rule("SF-Q05")
def test_a_river_that_changes_after_the_roll_does_not_change_the_number() -> None:
    match = play(wood("vole I H E G", crystals={"I": 2}), (3, 5))
    answer(match, "illuminate light", "roll 2", "use brom")
    assert written(match.state) == ["I", "H", "E", "G", "vole*"], "Illuminate lies on 3+ now"
    answer(match, "second 0")
    assert match.state.light == 5, "but only the 5 was a success"


@pytest.mark.rule("SF-Q05")
@pytest.mark.parametrize(("again", "light"), [(3, 6), (4, 5)])
def test_a_reroll_still_has_to_reach_the_number_of_the_roll(again: int, light: int) -> None:
    g = wood("vole I H E G", crystals={"E": 2}, luma_turned=True)
    match = play(g, (1,), again)
    answer(match, "illuminate light", "roll 1", "use brom", "use luma")
    answer(match, *[key for key in ("second 0", "fail") if key in offered(match)])
    assert match.state.light == light


# How dice run through a phase


@pytest.mark.rule("SF-X06", "SF-036")
def test_example_of_a_phase_that_runs_out_of_dice() -> None:
    g = wood("vole I H E G", crystals={"G": 1}, shadow=6)
    match = play(g, (1, 1), (1, 1, 1))
    answer(match, "illuminate light", "roll 2", "fail", "help crystals", "roll 3", "fail")
    assert (match.state.ready, offered(match)) == ((0, 0, 0), ["go on", "use brom"])
    assert (match.state.spirit, match.state.shadow) == (8, 6), "the Shadow Phase has not begun"
    answer(match, "go on", "go on", "go on", "go on")
    assert (match.state.round, match.state.spirit, match.state.shadow) == (2, 7, 5)
    assert match.state.ready == (5, 0, 0)


@pytest.mark.rule("SF-X07", "SF-035")
def test_example_of_a_phase_that_is_ended_with_dice_left() -> None:
    match = play(wood("I H E G", shadow=6), (1,))
    answer(match, "help crystals", "roll 1")
    assert match.state.ready == (4, 0, 0)
    answer(match, "end phase")
    assert (match.state.round, match.state.shadow) == (2, 5)
    answer(match, "heal spirit")
    assert offered(match) == FIVE, "the four give nothing extra"


@pytest.mark.rule("SF-X08", "SF-022")
def test_example_of_declaring_no_dice() -> None:
    match = play(wood(dice=(2, 0, 0)))
    answer(match, "heal spirit")
    assert offered(match) == ["roll 1", "roll 2"]
    assert refuses(match, "roll 0")


def marks(match: Match) -> list[str]:
    """Which of the dice on the table succeeded, and which did not."""
    (dice,) = [row for row in match.scene(0).right if row.id == "dice"]
    return [die.mark for die in dice.things if die.in_use]


@pytest.mark.rule("SF-025")
def test_dice_keep_their_marks_until_the_next_action_is_announced() -> None:
    match = answered(play(wood("I H E G"), (7, 1), (2, 3)), "help crystals", "roll 2", "put heal")
    assert match.state.action is None
    assert marks(match) == ["success", "failure"], "Help lay on 4+"
    answer(match, "illuminate light")
    assert marks(match) == []
    answer(match, "roll 2")
    assert marks(match) == ["failure", "success"], "Illuminate lay on 3+"


@pytest.mark.rule("SF-Q04")
def test_a_die_that_is_taken_away_and_given_back_while_it_lies_on_the_table_is_no_second_one() -> None:
    says = "when: [{on: rolled, do: [{remove_die: d10}, {add_die: d10}]}]"
    g = lawful(says, dice=(2, 1, 0), river="G I H E", spirit=2, brom="out")
    match = answered(play(g, "8 9"), "heal spirit", "roll 1 d10")
    assert (match.state.owned, match.state.ready) == ((5, 1, 0), (1, 0, 0))


@pytest.mark.rule("SF-Q117")
@pytest.mark.parametrize(("change", "next_pool"), [(-1, (4, 0, 0)), (1, (6, 0, 0))])
def test_dice_that_join_or_leave_the_pool_in_a_luma_phase_count_in_the_next(
    change: int, next_pool: tuple[int, int, int]
) -> None:
    g = lawful(f"use: [{{for: chapter, while: [{{dice: {change}}}]}}]", shadow=6)
    match = answered(play(g), "use law")
    assert match.state.ready == (5, 0, 0)
    answer(match, "end phase")
    while "end phase" not in offered(match):
        answer(match, "go on")
    assert match.state.ready == next_pool
