"""A match looked at again: the chances of all sides over time, what turned it, and nothing that was hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from foldtale import games
from foldtale.bots.arena import decided
from foldtale.bots.levels import ReflexBot
from foldtale.bots.review import LEAST, MOST_MOMENTS, MOST_POINTS, Judge, Review, drawn, review, turning
from foldtale.kernel import Match
from foldtale.kernel.log import asked
from foldtale.kernel.match import NEW_DICE
from foldtale.kernel.tale import header_of, step_of
from foldtale.kernel.talk import SPECTATOR
from foldtale.table.history import History
from tests.bots.test_fair import otherwise, positions
from tests.sizes import size

SETUPS: dict[str, dict[str, Any]] = {
    "pig": {"players": 3},
    "connect_four": {},
    "thimble": {},
    "grimm": {"players": 3, "length": "short"},
    "wonderbook": {"players": 2},
    "storyfold": {"start": "chapter one", "lessons": False},
    "virtues": {},
    "unlikely": {},
}
TEAMS = ("wonderbook", "storyfold", "unlikely")
SECRETIVE = ("thimble", "grimm", "virtues")


def begun(name: str, seed: int) -> tuple[Match, list[ReflexBot]]:
    game = games.get(name)
    match = Match.new(game, game.setup(**SETUPS[name]), seed=seed, undo=NEW_DICE)
    return match, [ReflexBot(f"{seed} {seat}", 0.2) for seat in range(match.setup.players)]


def finished(name: str, seed: int = 5) -> Match:
    match, bots = begun(name, seed)
    for _ in decided(match, bots):
        pass
    return match


def history(match: Match) -> History:
    return History(header_of(match), [step_of(json.dumps(line)) for line in match.log])


def reviewed(match: Match, reader: int | None = 0) -> Review:
    return review(history(match).walk, reader)


@pytest.mark.parametrize("name", SETUPS)
def test_the_chances_of_all_sides_go_from_the_first_question_to_the_end(name: str) -> None:
    match = finished(name)
    found = reviewed(match)
    players = range(match.setup.players)
    assert found.sides == ((tuple(players),) if name in TEAMS else tuple((seat,) for seat in players))
    numbers = [point.number for point in found.points]
    assert numbers == sorted(set(numbers))
    assert (numbers[0], numbers[-1]) == (1, match.number + 1)
    assert len(numbers) <= MOST_POINTS + 1
    assert match.outcome is not None
    for point in found.points:
        assert all(0 <= chance <= 1 for chance in point.chances)
        all_lost = point is found.points[-1] and not match.outcome.winners
        assert len(found.sides) == 1 or sum(point.chances) == pytest.approx(0 if all_lost else 1, abs=0.001)
    if match.outcome.ending not in match.game.pauses:
        won = [bool(set(side) & set(match.outcome.winners)) for side in found.sides]
        assert [chance > 0 for chance in found.points[-1].chances] == won


@pytest.mark.parametrize("name", SETUPS)
def test_what_turned_it_is_up_to_three_answers_of_the_match_in_their_order(name: str) -> None:
    match = finished(name)
    found = reviewed(match)
    answers = [entry[2] for entry in match.entries or [] if asked(entry)]
    numbers = [moment.number for moment in found.moments]
    assert 0 < len(numbers) <= MOST_MOMENTS
    assert numbers == sorted(set(numbers))
    assert set(numbers) <= set(answers)
    for moment in found.moments:
        assert abs(moment.after - moment.before) >= LEAST
        assert moment.why(match.game) or not moment.part


def test_why_is_only_said_of_the_readers_own_side() -> None:
    match = finished("grimm", 8)
    for reader in (*range(3), SPECTATOR, None):
        for moment in reviewed(match, reader).moments:
            assert moment.part == "" or moment.side == reader


@pytest.mark.parametrize("name", ["pig", "wonderbook"])
def test_what_was_taken_back_is_no_part_of_it(name: str) -> None:
    match, bots = begun(name, 6)
    taken_back = []
    while (ask := match.ask) is not None:
        match.answer((ask.answers, bots[ask.answers].choose(match.glimpse(ask.answers))))
        if ask.number % 10 == 9 and not match.over:
            taken_back.append(ask.number)
            match.undo()
    found = reviewed(match)
    assert len(taken_back) > 3
    kept = {entry[2] for entry in match.entries or [] if asked(entry)} | {match.number + 1}
    assert {point.number for point in found.points} <= kept
    assert {moment.number for moment in found.moments} <= kept


def test_a_walk_stops_at_each_question_and_goes_the_same_way_again() -> None:
    match = finished("pig", 7)
    past = history(match)
    for _ in range(2):
        assert [step.number + step.over for step in past.walk()] == [*range(1, match.number + 2)]
    for step in past.walk():
        if step.number == 9:
            assert step.state.scores == past.at(9).state.scores  # type: ignore[attr-defined]


def test_a_step_that_lasts_turns_a_match_and_a_moment_of_luck_does_not() -> None:
    match, _ = begun("connect_four", 1)
    judge = Judge(match, 0)
    spike = [0.2] * 10 + [0.9] + [0.2] * 10
    step = [0.2] * 20 + [0.7] * 19
    chances = [(chance, 1 - chance) for chance in spike + step]
    assert next(turning(judge, chances)) == (len(spike) + 19, 0)
    assert [*turning(judge, [(0.5, 0.5)] * 30)] == []


def test_long_matches_are_thinned_and_short_ones_drawn_question_by_question() -> None:
    short = [(number, number // 4) for number in range(1, 41)]
    assert drawn(short) == [*range(1, 41)]
    turns = [(number, number // 4) for number in range(1, 401)]
    assert drawn(turns) == [1, *range(4, 400, 4), 400]
    assert len(drawn([(number, number) for number in range(1, 2000)])) == MOST_POINTS + 1


# Secrets


def chances_that_differ(name: str, knows_all: bool, wanted: int) -> int:
    """How often a review tells readers apart two worlds that are the same to them."""
    differ = looked = 0
    for match in positions(name):
        assert match.ask is not None
        for reader in (match.ask.answers, SPECTATOR):
            other = otherwise(match, reader, 78)
            if other is not None:
                judges = [Judge(one, None if knows_all else reader) for one in (match, other)]
                one, two = [
                    judge.chances(seen, judge.parts(seen))
                    for judge, seen in zip(judges, (match, other), strict=True)
                ]
                differ += one != two
                looked += 1
        if looked >= wanted:
            return differ
    raise AssertionError("there are not enough positions")


@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_cards_change_no_chance(name: str) -> None:
    assert chances_that_differ(name, False, size(20, 60, 500)) == 0


def test_a_review_that_knows_everything_is_caught() -> None:
    assert chances_that_differ("thimble", True, 40) > 0
