"""Connect Four, rule by rule, as its ledger tells it."""

from __future__ import annotations

import random

import pytest

from foldtale.games.small.connect_four.record import Series
from foldtale.games.small.connect_four.rules import COLUMNS
from foldtale.kernel import SPECTATOR, IllegalAnswer, SetupError
from foldtale.kernel.scene import problems
from foldtale.testing import asked, outcome, play_new, tells, told
from tests.games.connect_four.given import ADA, BO, FOUR, NO_LINE, columns, drawn, drop, four_in_a_line, given
from tests.sizes import Seeds


@pytest.mark.rule("C4-01")
def test_players_drop_by_turns() -> None:
    match = play_new(FOUR, players=2)
    order = []
    for name in "aabbcc":
        order.append(asked(match).seat)
        drop(match, name)
    assert order == [ADA, BO, ADA, BO, ADA, BO]
    assert drawn(match) == ["ooo....", "xxx...."]


@pytest.mark.rule("C4-01")
def test_the_grid_has_7_columns_and_6_rows() -> None:
    match = play_new(FOUR, players=2)
    (grid,) = match.scene(ADA).elements
    assert columns(match) == COLUMNS == "abcdefg"
    assert grid.columns == 7
    assert len(grid.things) == 6 * 7


@pytest.mark.rule("C4-01")
@pytest.mark.parametrize("players", [1, 3])
def test_the_game_is_for_two(players: int) -> None:
    with pytest.raises(SetupError):
        FOUR.setup(players=players)


@pytest.mark.rule("C4-02")
def test_seat_0_begins_the_first_game_of_a_series() -> None:
    assert asked(play_new(FOUR, players=2)).seat == ADA


@pytest.mark.rule("C4-03")
@pytest.mark.parametrize(("winner", "loser"), [(ADA, BO), (BO, ADA)])
def test_the_loser_begins_the_next_game(winner: int, loser: int) -> None:
    match = given("ooo.xxx", turn=winner)
    drop(match, "d")
    assert outcome(match).winners == (winner,)
    again = play_new(FOUR, players=2, record=outcome(match).record)
    assert asked(again).seat == loser


@pytest.mark.rule("C4-03")
@pytest.mark.parametrize(("began", "other"), [(ADA, BO), (BO, ADA)])
def test_after_a_draw_the_one_who_did_not_begin_it_begins(began: int, other: int) -> None:
    match = given("..xoxxx", *NO_LINE[1:], series=Series(begins=began))
    drop(match, "b")
    assert outcome(match).winners == ()
    again = play_new(FOUR, players=2, record=outcome(match).record)
    assert asked(again).seat == other


@pytest.mark.rule("C4-04")
def test_any_column_that_is_not_full_can_be_chosen() -> None:
    match = given("x......", "o......", "x......", "o......", "x......", turn=BO)
    assert columns(match) == "abcdefg"


@pytest.mark.rule("C4-05")
def test_a_disc_falls_to_the_lowest_free_place() -> None:
    match = given("o......", "x......")
    drop(match, "a", "b")
    assert drawn(match) == ["x......", "o......", "xo....."]
    assert told(match) == ["drops", "drops"]
    assert tells(match, "drops") == [(ADA, "C4-05", ["a", 3]), (BO, "C4-05", ["b", 1])]


@pytest.mark.rule("C4-06")
def test_a_full_column_cannot_be_chosen() -> None:
    match = given("x..o...", "o..x...", "x..o...", "o..x...", "x..o...", "o..x...")
    assert columns(match) == "bcefg"
    with pytest.raises(IllegalAnswer, match="drop d"):
        match.answer("drop d")


@pytest.mark.rule("C4-06")
def test_the_sixth_disc_closes_a_column() -> None:
    match = given("x......", "o......", "x......", "o......", "x......", turn=BO)
    drop(match, "a")
    assert columns(match) == "bcdefg"


@pytest.mark.rule("C4-07")
@pytest.mark.parametrize(
    ("rows", "last"),
    [
        (("xxx.ooo",), "d"),
        (("xx.xooo",), "c"),
        (("ooo.xxx",), "d"),
        (("x......", "xo.....", "xoo...."), "a"),
        (("..xo...", ".xox...", "xoxo..o"), "d"),
        (("...ox..", "...xox.", "o..oxox"), "d"),
    ],
    ids=["across", "across, the gap filled", "across to the edge", "up", "a rising slant", "a falling slant"],
)
def test_four_in_a_line_win_at_once(rows: tuple[str, ...], last: str) -> None:
    match = given(*rows)
    drop(match, last)
    assert match.over
    assert outcome(match).winners == (ADA,)
    assert outcome(match).scores == (1, 0)
    assert outcome(match).ending in FOUR.endings
    assert match.story(BO)[-1] == {"tell": "wins", "who": ADA, "why": "C4-07", "about": []}


@pytest.mark.rule("C4-07")
@pytest.mark.parametrize(
    ("rows", "last"),
    [
        (("xx..oo.", "oo.xoxo"), "c"),
        (("x......", "xo.....", "oo....x"), "a"),
        (("oox.xoo", "oxo.xox"), "d"),
        ((".x.....", "xo....o", "ox..o.x"), "c"),
        (("x......", "x......", "o......", "o......", "o......", "xx....o"), "b"),
    ],
    ids=["three across", "three up", "three between others", "three on a slant", "over the top"],
)
def test_anything_less_does_not_win(rows: tuple[str, ...], last: str) -> None:
    match = given(*rows)
    drop(match, last)
    assert not match.over
    assert asked(match).seat == BO


@pytest.mark.rule("C4-07")
def test_a_game_goes_on_exactly_until_somebody_has_four_in_a_line(seeds: Seeds) -> None:
    for seed in seeds(20, 60, 600):
        choose = random.Random(seed)
        match = play_new(FOUR, players=2)
        while not match.over:
            assert not four_in_a_line(drawn(match))
            match.answer(choose.randrange(len(match.options)))
        assert four_in_a_line(drawn(match)) == (outcome(match).winners != ())


@pytest.mark.rule("C4-08")
def test_a_full_grid_without_a_line_is_a_draw() -> None:
    match = given("..xoxxx", *NO_LINE[1:])
    drop(match, "b")
    assert match.over
    assert drawn(match) == list(NO_LINE)
    assert outcome(match).winners == ()
    assert outcome(match).scores == (0, 0)
    assert outcome(match).ending in FOUR.endings
    assert match.story(ADA)[-1]["why"] == "C4-08"


@pytest.mark.rule("C4-08")
def test_a_grid_with_a_place_left_is_no_draw() -> None:
    match = given("...oxxx", *NO_LINE[1:], turn=BO)
    drop(match, "c")
    assert not match.over
    assert columns(match) == "ab"


@pytest.mark.rule("C4-09")
@pytest.mark.parametrize(("winner", "wins"), [(ADA, (4, 1)), (BO, (3, 2))])
def test_a_series_counts_the_games_won_by_each_seat(winner: int, wins: tuple[int, int]) -> None:
    match = given("ooo.xxx", turn=winner, series=Series(wins=(3, 1), draws=2))
    drop(match, "d")
    assert outcome(match).record == Series(wins=wins, draws=2, begins=1 - winner)
    assert outcome(match).scores == (wins[0] - 3, wins[1] - 1)


@pytest.mark.rule("C4-09")
def test_a_series_begins_with_nothing_won_or_drawn() -> None:
    match = play_new(FOUR)
    drop(match, *"abababa")
    series = outcome(match).record
    assert isinstance(series, Series)
    assert (series.wins, series.draws) == ((1, 0), 0)


@pytest.mark.rule("C4-09")
def test_a_series_counts_the_draws() -> None:
    match = given("..xoxxx", *NO_LINE[1:], series=Series(wins=(3, 1), draws=2, begins=ADA))
    drop(match, "b")
    assert outcome(match).record == Series(wins=(3, 1), draws=3, begins=BO)


@pytest.mark.rule("C4-X01", "C4-05", "C4-07")
def test_example_ada_wins_on_a_slant() -> None:
    match = given(".....xo", "....xox", "...xooo")
    drop(match, "g")
    assert drawn(match) == ["......x", ".....xo", "....xox", "...xooo"]
    assert outcome(match).winners == (ADA,)


@pytest.mark.rule("C4-X02", "C4-06")
def test_example_column_a_is_full() -> None:
    match = given("o......", "x......", "o......", "x......", "o......", "x......", turn=BO)
    assert asked(match).seat == BO
    assert columns(match) == "bcdefg"


@pytest.mark.rule("C4-Q01")
def test_two_lines_at_once_win_once() -> None:
    match = given("xxx....", "oxox...", "oxox..o", "xoox.oo", series=Series(wins=(1, 1)))
    drop(match, "d")
    assert outcome(match).winners == (ADA,)
    assert outcome(match).scores == (1, 0)
    assert outcome(match).record == Series(wins=(2, 1), begins=BO)


@pytest.mark.rule("C4-Q02")
def test_the_last_free_place_that_makes_four_wins() -> None:
    match = given(".oooxo.", "xoxoxox", "xoooxox", "oxxxoxo", "oxooxxx", "xxxoxoo")
    drop(match, "g")
    assert match.over
    assert outcome(match).winners == (BO,)


def test_everybody_sees_the_same_grid() -> None:
    match = given("xo.....", turn=BO)
    scene = match.scene(BO)
    assert scene.elements == match.scene(SPECTATOR).elements
    assert problems(scene) == []
    assert [panel.active for panel in scene.seats] == [False, True]
    assert scene.ask is not None
    assert [choice.touches for choice in scene.ask.choices][:3] == [("a2",), ("b2",), ("c1",)]
