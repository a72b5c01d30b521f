"""Helpers for tests of a game's rules: start at a position with exact dice, answer, look at the effect.

    match = play(game, Pig([20, 0]), 4, 6)
    assert answer(match, "roll", "roll", "hold").scores == [30, 0]
    assert tells(match, "holds") == [(0, "PIG-05", [10, 30])]
    assert asked(match) == (1, "turn")

They work with every game and every test framework. A question on the topic "page" only waits until somebody
has read the open page: `answer`, `offered`, `asked` and `refuses` answer such questions first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from foldtale.conform.digest import plain
from foldtale.kernel.chance import script
from foldtale.kernel.errors import IllegalAnswer
from foldtale.kernel.game import Game, Outcome
from foldtale.kernel.log import Line
from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL, SPECTATOR, Ask, Fact, Play, State, settle

PAGE: Final = "page"
"""The topic of questions that are answered without being mentioned in a test."""


class Asked(NamedTuple):
    """The seat that must answer, or ALL for the whole group, and the topic of its question."""

    seat: int
    topic: str


class Tell(NamedTuple):
    """One sentence of the story: the seat that acts (ALL if none does), the rule's id, and the facts."""

    who: int
    why: str
    about: list[Fact]


def play(game: Game, position: State, *falls: object, then: int | None = None, setup: Any = None) -> Match:
    """Start a match from a copy of `position`.

    Dice and draws fall as listed in `falls`, in this order: `play(game, position, 4, (3, 6), "magpie")`. Any
    further fall is an error, unless `then` gives a seed for it.
    """
    return Match.at(game, position, setup, chance=script(*falls, then=then))


def play_new(game: Game, *falls: object, then: int | None = None, **choices: Any) -> Match:
    """Start a new match with these choices of the setup; `falls` and `then` are as in `play`."""
    return Match.new(game, game.setup(**choices), chance=script(*falls, then=then))


def play_only(
    game: Game,
    position: State,
    *parts: Callable[[Any], Play[Any] | None],
    falls: Sequence[object] = (),
) -> Match:
    """Start a match whose rules are only `parts`, one after the other, from a copy of `position`.

    A part is a coroutine or a plain function over the state. What it leaves due is settled before the
    next part begins.
    """

    def main(state: State) -> Play[Outcome]:
        for part in parts:
            yield from part(state) or ()
            if state.due:
                yield from settle(state)
        return Outcome(game.endings[0], (), ())

    return play(msgspec.structs.replace(game, main=main), position, *falls)


def answer(match: Match, *answers: object) -> Any:
    """Give `answers` to the questions that come, in order, and return the state after the last one.

    An answer is an option's key, or `(seat, key)` for a free move out of turn. Without answers it only turns
    pages.
    """
    return answered(match, *answers).state


def answered(match: Match, *answers: object) -> Match:
    """Do the same as `answer`, but return the match: `match = answered(play(game, position), "roll")`."""
    turn_pages(match)
    for one in answers:
        match.answer(one)
        turn_pages(match)
    return match


def turn_pages(match: Match) -> None:
    """Answer questions on the topic "page" by their first option, until something else is asked."""
    while match.ask is not None and match.ask.topic == PAGE:
        match.answer(0)


def asked(match: Match) -> Asked:
    """Return the seat and the topic of the open question; `(ALL, "")` if the match is over."""
    turn_pages(match)
    return Asked(ALL, "") if match.ask is None else Asked(match.ask.seat, match.ask.topic)


def offered(match: Match, prefix: str = "") -> list[str]:
    """Return the keys of the open question's options that begin with `prefix`; none if the match is over."""
    turn_pages(match)
    keys = [] if match.ask is None else [option.key for option in match.ask.options]
    return [key for key in keys if key.startswith(prefix)]


def refuses(match: Match, choice: object, rule: str = "") -> bool:
    """Tell whether `choice`, a key or `(seat, key)`, is refused (by `rule`, if given) and changes nothing."""
    if choice in offered(match):
        return False
    word, reason = match.word, ""
    if isinstance(word, Ask) and isinstance(choice, str):
        reason = match.game.why_not(match.state, word, choice)
    before = (match.log, match.number, plain(match.state))
    try:
        match.answer(choice)
    except IllegalAnswer:
        return rule in ("", reason) and (match.log, match.number, plain(match.state)) == before
    return False


def told(match: Match, *names: str) -> list[str]:
    """Return the names of everything told so far, or of those sentences that are called one of `names`."""
    found = [line["tell"] for line in match.story(SPECTATOR) if "tell" in line]
    return [name for name in found if not names or name in names]


def tells(match: Match, name: str, seat: int = SPECTATOR) -> list[Tell]:
    """Return what was told under `name` ; after the public facts come the secret ones that `seat` knows."""

    def facts(line: Line) -> list[Fact]:
        return [*line["about"], *line.get("secret", ())]

    lines = [line for line in match.story(seat) if line.get("tell") == name]
    return [Tell(line["who"], line["why"], facts(line)) for line in lines]


def told_of(match: Match, name: str, seat: int = SPECTATOR) -> list[list[Fact]]:
    """Return only the facts of `tells(match, name, seat)`."""
    return [tell.about for tell in tells(match, name, seat)]


def outcome(match: Match) -> Outcome:
    """Return how a finished match ended."""
    if match.outcome is None:
        raise AssertionError(f"the match is not over: {match.ask} is open")
    return match.outcome
