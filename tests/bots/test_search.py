"""The search: counted playouts, the same worlds for all options, and the same move for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from foldtale import games
from foldtale.bots.advice import hints, reason
from foldtale.bots.arena import decided
from foldtale.bots.levels import EASY, PLAYOUTS, ReflexBot, SearchBot, bot_of
from foldtale.bots.playout import SameDice, allowed
from foldtale.bots.search import LEAST_OPTIONS, LEAST_TRIES, Thought, Weighed, think
from foldtale.games.small.connect_four.record import Series
from foldtale.games.small.connect_four.rules import DISCS, Grid, questions
from foldtale.games.small.pig.rules import Pig
from foldtale.kernel import Match, script
from foldtale.kernel.chance import D6
from foldtale.kernel.judging import Reason
from foldtale.kernel.talk import Chance
from foldtale.kernel.view import Glimpse
from tests.sizes import size

NAMES = ("pig", "connect_four", "thimble", "grimm", "wonderbook", "storyfold", "virtues")


def opening(name: str, seed: int = 3) -> Match:
    """A match of this game, at its first question with several options after the setup."""
    game = games.get(name)
    match = Match.new(game, game.setup(), seed=seed, tells=False)
    bots = [ReflexBot(seat) for seat in range(match.setup.players)]
    for _ in range(24 if name not in ("pig", "connect_four") else 2):
        ask = match.ask
        assert ask is not None
        match.answer((ask.answers, bots[ask.answers].choose(match.glimpse(ask.answers))))
    while match.ask is not None and len(match.options) < 2:
        match.answer(0)
    return match


def glimpse_of(match: Match) -> Glimpse:
    assert match.ask is not None
    return match.glimpse(match.ask.answers)


@pytest.mark.parametrize("name", NAMES)
def test_a_search_never_plays_more_worlds_than_it_may(name: str) -> None:
    for playouts in (16, 64):
        thought = think(glimpse_of(opening(name)), playouts, 1)
        assert thought.playouts == sum(option.tries for option in thought.options) <= playouts
        assert len(thought.options) <= max(LEAST_OPTIONS, playouts // LEAST_TRIES)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_thinks_the_same(name: str) -> None:
    one, two = [think(glimpse_of(opening(name)), 16, 5) for _ in range(2)]
    assert one == two


def test_options_are_tried_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    imagine = Glimpse.imagine

    def noted(glimpse: Glimpse, seed: int, chance: Any = None, bare: bool = False) -> Match:
        seeds.append(seed)
        return imagine(glimpse, seed, chance, bare)

    glimpse = glimpse_of(opening("connect_four"))
    monkeypatch.setattr(Glimpse, "imagine", noted)
    think(glimpse, 64, 9)
    counts = [seeds.count(seed) for seed in dict.fromkeys(seeds)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 7
    assert counts[-1] == 2


def test_the_same_dice_fall_whatever_is_rolled_in_between() -> None:
    one, two = SameDice(7, 3), SameDice(7, 3)
    die, other = Chance("die", D6), Chance("other", D6)
    rolled = [one.choose(die) for _ in range(8)]
    again = []
    for _ in range(8):
        two.choose(other)
        again.append(two.choose(die))
    assert rolled == again
    twin = one.copy()
    assert [one.choose(die) for _ in range(4)] == [twin.choose(die) for _ in range(4)]


def test_over_the_worlds_of_a_seed_every_face_falls_about_as_often() -> None:
    for seed in range(20):
        falls = [SameDice(seed, world).choose(Chance("die", D6)) for world in range(36)]
        assert all(4 <= falls.count(face) <= 8 for face in range(6))


def connect_four(mine: str, theirs: str) -> Match:
    """A grid with discs in these places, such as "a1 a2"; the first seat is to move."""
    heights = [0] * 7
    discs = [0, 0]
    for seat, places in enumerate((mine, theirs)):
        for place in places.split():
            column, row = "abcdefg".index(place[0]), int(place[1]) - 1
            discs[seat] |= DISCS[column][row]
            heights[column] = max(heights[column], row + 1)
    grid = Grid(Series(), 0, discs, heights, len((mine + " " + theirs).split()), questions(heights))
    return Match.at(games.get("connect_four"), grid, games.get("connect_four").setup(), seed=1)


@pytest.mark.parametrize("level", ["fair", "strong"])
def test_a_line_is_completed_and_kept_from_the_other(level: str) -> None:
    assert bot_of(level, 1).choose(connect_four("a1 b1 c1", "a2 b2 c2").glimpse(0)) == "drop d"
    assert bot_of(level, 1).choose(connect_four("a1 g1 g2", "b1 c1 d1").glimpse(0)) == "drop e"


def test_a_strong_bot_holds_what_wins() -> None:
    match = Match.at(games.get("pig"), Pig([95, 60]), games.get("pig").setup(), chance=script(5, then=1))
    match.answer("roll")
    assert bot_of("strong", 1).choose(match.glimpse(0)) == "hold"


def test_the_same_answer_to_the_same_question_is_not_given_twice_in_a_turn() -> None:
    match = opening("wonderbook")
    glimpse = glimpse_of(match)
    bot = SearchBot(16, 1)
    options = {option.key for option in match.options}
    keys = [bot.choose(glimpse) for _ in range(len(allowed(match.game, match.options)))]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= options


def test_what_bots_leave_alone_is_chosen_only_if_nothing_else_is_there() -> None:
    game = msgspec.structs.replace(games.get("pig"), never=("roll",))
    match = Match.new(game, game.setup(), seed=1)
    assert [match.options[at].key for at in allowed(game, match.options)] == ["hold"]
    assert allowed(msgspec.structs.replace(game, never=("roll", "hold")), match.options) == [0, 1]


@pytest.mark.parametrize("seed", range(size(1, 2, 20)))
def test_bots_do_not_haggle_with_each_other(seed: int) -> None:
    game = games.get("grimm")
    match = Match.new(game, game.setup(players=3, length="short"), seed=seed, tells=False)
    bots = [bot_of(EASY, f"{seed} {seat}") for seat in range(3)]
    could_trade = 0
    for _, key, _ in decided(match, bots):
        could_trade += any(option.key == "trade" for option in match.options)
        assert key != "trade"
    assert could_trade > 10


def test_a_search_that_is_late_ends_with_what_it_has() -> None:
    thought = think(glimpse_of(opening("grimm")), 64, 1, is_late=lambda: True)
    assert thought.playouts == 0
    assert thought.best.key


def test_a_game_without_a_judge_is_played_all_the_same() -> None:
    game = msgspec.structs.replace(games.get("connect_four"), progress=lambda state, seat: (), reflex=None)
    match = Match.new(game, game.setup(), seed=1)
    assert bot_of("fair", 1).choose(match.glimpse(0)) in [option.key for option in match.options]


def test_the_levels_are_the_playouts_that_were_promised() -> None:
    assert PLAYOUTS == {"fair": 16, "strong": 64, "patient": 256}


# Hints


def test_hints_are_the_best_options_with_their_chances() -> None:
    found = hints(connect_four("a1 b1 c1", "a2 b2 c2").glimpse(0), 1)
    assert found[0].key == "drop d"
    assert found[0].chance > 0.9
    assert len(found) == 3
    assert all(hint.low <= hint.chance <= hint.high for hint in found)
    assert not found[0].close


def test_nobody_gets_a_hint_about_a_question_of_others() -> None:
    match = opening("connect_four")
    assert match.ask is not None
    assert hints(match.glimpse(1 - match.ask.answers)) == []


def weighed_as(key: str, chance: float, **parts: tuple[float, float]) -> Weighed:
    return Weighed(key, chance, chance - 0.1, chance + 0.1, 16, dict(parts))


def test_a_hint_says_by_what_two_options_differ_most() -> None:
    reasons = {
        "spirit": Reason("the wood keeps {0:n Spirit|Spirit} more", "it costs {0:n Spirit|Spirit} more"),
        "light": Reason("the light is nearer", "the light is further away"),
    }
    game = msgspec.structs.replace(games.get("pig"), reasons=reasons)
    one = weighed_as("rest", 0.7, par=(0.5, 0), spirit=(0.15, 6.1), light=(0.05, 1))
    two = weighed_as("walk", 0.6, par=(0.5, 0), spirit=(0.0, 4.0), light=(0.1, 2))
    assert reason(game, one, two) == "the wood keeps 2 Spirit more"
    assert reason(game, two, one) == "it costs 2 Spirit more"
    assert reason(game, one, one) == ""


def test_too_close_to_call_is_where_intervals_meet() -> None:
    options: Sequence[Weighed] = [weighed_as("a", 0.7), weighed_as("b", 0.55), weighed_as("c", 0.3)]
    thought = Thought(list(options), 48)
    assert thought.is_close(1)
    assert not thought.is_close(2)
