"""Many games between bots: who sits where, what is counted, and what came of it."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any, Final, Protocol

import msgspec

from foldtale.bots.levels import Bot, bot_of
from foldtale.bots.offers import Offers, added
from foldtale.bots.random import playout
from foldtale.bots.search import SURE, seed_of
from foldtale.kernel import registry
from foldtale.kernel.chance import Drawn
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Outcome
from foldtale.kernel.match import Match
from foldtale.kernel.pack import shelf
from foldtale.kernel.talk import SPECTATOR

RANDOM: Final = "random"
LONGEST: Final = 20_000
"""A game of bots that asks more questions than these has gone wrong."""


class Played(msgspec.Struct, frozen=True):
    """What came of one game.

    `seats`     the bot in each seat
    `worths`    what the ending is worth to each seat, from 0 to 1
    `thinking`  for each bot how many decisions it took, and how many seconds of computing
    `figures`   which seat has played each figure, such as a hero
    `offers`    for each option in how many turns it was offered, and in how many taken; none at random
    """

    number: int
    seats: tuple[str, ...]
    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    worths: tuple[float, ...]
    decisions: int
    thinking: dict[str, tuple[int, float]]
    figures: dict[str, int] = {}
    offers: dict[str, tuple[int, int]] = {}


Makes = Callable[[str, str], Bot]


class Accumulator(Protocol):
    """Looks on as games are played, and counts whatever it likes."""

    def begins(self, number: int, match: Match, seats: Sequence[str]) -> None: ...

    def decides(self, match: Match, seat: int, key: str, bot: Bot) -> None:
        """A bot has chosen; the match is as it was when it was asked."""

    def ends(self, number: int, match: Match) -> None: ...


class Bout(msgspec.Struct, frozen=True):
    """A series of games, as it can be said to another process."""

    game: str
    choices: dict[str, Any]  # of the game's setup
    seats: tuple[str, ...]  # the bots that play, by name
    games: int
    seed: int
    folder: str = ""  # where its pack lies, if it is not installed

    def prepared(self) -> tuple[Game, Any]:
        """Return the game and its setup; a SetupError if these bots cannot play it."""
        game = registry.get(self.game)
        if self.folder and game.language is not None:
            shelf.add(Path(self.folder), game.language)
        choices = self.choices
        if "players" not in choices and not game.together(game.setup(**choices)):
            choices = {**choices, "players": len(self.seats)}
        setup = game.setup(**choices)
        if not game.together(setup) and len(self.seats) != setup.players:
            raise SetupError(f"{len(self.seats)} bots cannot take {setup.players} seats")
        return game, setup

    @property
    def bots(self) -> tuple[str, ...]:
        """Every bot once."""
        return tuple(dict.fromkeys(self.seats))


def numbers(bout: Bout) -> range:
    """Return the numbers of the games: where all win or lose together, each bot plays all of them."""
    game, setup = bout.prepared()
    return range(bout.games * (len(bout.bots) if game.together(setup) else 1))


def seated(bout: Bout, team: bool, players: int, number: int) -> tuple[str, ...]:
    """Return the bot in each seat: they move on by one seat from game to game; a team is of one kind."""
    if team:
        return (bout.bots[number % len(bout.bots)],) * players
    turn = number % players
    return bout.seats[turn:] + bout.seats[:turn]


def play_one(bout: Bout, number: int, watchers: Sequence[Accumulator] = (), makes: Makes = bot_of) -> Played:
    """Play the game of this number; it is the same in any process, whatever was played before.

    `makes` a bot by its name, for those that no package has registered.
    """
    return play_in(*bout.prepared(), bout, number, watchers, makes)


def play_in(
    game: Game, setup: Any, bout: Bout, number: int, watchers: Sequence[Accumulator], makes: Makes
) -> Played:
    """Play the game of this number in a setup that was prepared already."""
    team = game.together(setup)
    seats = seated(bout, team, setup.players, number)
    luck = number // len(bout.bots) if team else number
    if not watchers and set(seats) == {RANDOM}:
        return at_random(game, setup, seats, bout.seed, number)
    match = Match.new(game, setup, seed=seed_of(bout.seed, luck), tells=False)
    bots = [makes(name, f"{bout.seed} {luck} {seat}") for seat, name in enumerate(seats)]
    thinking = {name: [0, 0.0] for name in seats}
    offers = Offers()
    watchers = (*watchers, offers)
    for watcher in watchers:
        watcher.begins(number, match, seats)
    decisions = 0
    for seat, key, seconds in decided(match, bots):
        for watcher in watchers:
            watcher.decides(match, seat, key, bots[seat])
        spent = thinking[seats[seat]]
        spent[0] += 1
        spent[1] += seconds
        decisions += 1
    for watcher in watchers:
        watcher.ends(number, match)
    spent_by = {name: (int(count), seconds) for name, (count, seconds) in thinking.items()}
    return played(game, number, seats, match, decisions, spent_by, offers.counts)


def decided(match: Match, bots: Sequence[Bot]) -> Iterator[tuple[int, str, float]]:
    """Let bots play a match to its end; each choice is handed out before it is answered.

    Others may make their free moves once before each answer.
    """
    for _ in range(LONGEST):
        ask = match.ask
        if ask is None:
            return
        asked = max(0, ask.answers)
        others = dict.fromkeys([aside.seat for aside in ask.aside if aside.seat != asked])
        for seat in (*others, asked):
            begun = process_time()
            key = bots[seat].choose(match.glimpse(seat))
            seconds = process_time() - begun
            if key is not None:
                yield seat, key, seconds
                match.answer((seat, key))
                break
        else:
            raise RuntimeError(f"the bot in seat {asked} has not answered {ask!r}")
    raise RuntimeError(f"not over after {LONGEST} decisions")


def at_random(game: Game, setup: Any, seats: tuple[str, ...], seed: int, number: int) -> Played:
    """Play a game of random bots by the shortest way; it has a generator of its own."""
    random = Random(f"{seed} {number}")
    bare = not game.packs(setup)
    match = Match.new(game, setup, chance=Drawn(random.random), bare=bare, tells=False)
    decisions = playout(match, random)
    return played(game, number, seats, match, decisions, {}, {})


def played(
    game: Game,
    number: int,
    seats: tuple[str, ...],
    match: Match,
    decisions: int,
    thinking: dict[str, tuple[int, float]],
    offers: dict[str, tuple[int, int]],
) -> Played:
    outcome: Outcome | None = match.outcome
    assert outcome is not None
    worths = tuple([game.worth(match.state, outcome, seat) for seat in range(len(seats))])
    panels = game.scene(match.state, SPECTATOR).seats
    figures = {panel.figure: panel.seat for panel in panels if panel.figure}
    ended = outcome.ending, outcome.winners, outcome.scores
    return Played(number, seats, *ended, worths, decisions, thinking, figures, offers)


# Many of them


def play_all(
    bout: Bout,
    jobs: int = 1,
    resume: Path | None = None,
    tick: Callable[[int], None] = lambda done: None,
    watchers: Sequence[Accumulator] = (),
    makes: Makes = bot_of,
) -> list[Played]:
    """Play all games of a series, in several processes if wanted; `resume` keeps those that are done.

    Games that the file has already are not played again. Watchers look on in this process alone.
    """
    if watchers and jobs > 1:
        raise ValueError("accumulators count in one process: play with one job")
    done = kept(resume, bout) if resume is not None else {}
    left = [number for number in numbers(bout) if number not in done]
    file = resume.open("a", encoding="utf-8") if resume is not None else None
    try:
        if file is not None and file.tell() == 0:
            file.write(header(bout) + "\n")
        for one in results(bout, left, jobs, watchers, makes):
            done[one.number] = one
            if file is not None:
                file.write(msgspec.json.encode(one).decode() + "\n")
                file.flush()
            tick(len(done))
    finally:
        if file is not None:
            file.close()
    return [done[number] for number in sorted(done)]


def results(
    bout: Bout, left: Sequence[int], jobs: int, watchers: Sequence[Accumulator], makes: Makes
) -> Iterator[Played]:
    """Play these games here, or as many at a time as there are jobs."""
    if jobs <= 1:
        game, setup = bout.prepared()
        for number in left:
            yield play_in(game, setup, bout, number, watchers, makes)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play_one, bout, makes=makes), left)


def header(bout: Bout) -> str:
    """Return the first line of a file of results: which games these are."""
    return json.dumps({"foldtale arena": msgspec.to_builtins(bout)}, sort_keys=True, ensure_ascii=False)


def kept(path: Path, bout: Bout) -> dict[int, Played]:
    """Return the games that a file has already; a line that was cut off is no game yet."""
    if not path.exists() or not path.read_bytes():
        return {}
    first, *rest = path.read_text(encoding="utf-8").split("\n")
    if first != header(bout):
        raise SetupError(f"{path} has the games of another series; resume it with the options it began with")
    found: dict[int, Played] = {}
    whole = [first]
    for line in rest:
        try:
            one = msgspec.json.decode(line, type=Played)
        except (msgspec.DecodeError, msgspec.ValidationError):
            continue
        found[one.number] = one
        whole.append(line)
    path.write_text("\n".join(whole) + "\n", encoding="utf-8")
    return found


# What came of it


def interval(total: float, tries: int) -> tuple[float, float, float]:
    """Return a rate with its 95 % interval (Wilson's)."""
    if not tries:
        return 0.0, 0.0, 1.0
    rate, z = total / tries, SURE
    middle = rate + z * z / (2 * tries)
    wide = z * math.sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return rate, max(0.0, (middle - wide) / scale), min(1.0, (middle + wide) / scale)


class Tally(msgspec.Struct):
    """The results of a series of games."""

    bout: Bout
    team: bool
    played: list[Played]

    @property
    def tries(self) -> dict[str, int]:
        """Return for each bot how many results it has."""
        found: Counter[str] = Counter()
        for one in self.played:
            found.update(one.seats[:1] if self.team else one.seats)
        return {name: found[name] for name in self.bout.bots}

    @property
    def wins(self) -> dict[str, float]:
        """Return what each bot's games were worth, a shared win a part of one; a team counts once a game."""
        found = dict.fromkeys(self.bout.bots, 0.0)
        for one in self.played:
            for seat, name in enumerate(one.seats[:1] if self.team else one.seats):
                found[name] += one.worths[seat]
        return {name: round(total, 6) for name, total in found.items()}

    @property
    def rates(self) -> dict[str, tuple[float, float, float]]:
        tries = self.tries
        return {name: interval(total, tries[name]) for name, total in self.wins.items()}

    @property
    def milliseconds(self) -> dict[str, float]:
        """Return the mean computing time of a decision of each bot."""
        found: dict[str, list[tuple[int, float]]] = {name: [] for name in self.bout.bots}
        for one in self.played:
            for name, spent in one.thinking.items():
                found[name].append(spent)
        return {
            name: round(1000 * sum([s for _, s in spent]) / max(1, sum([n for n, _ in spent])), 3)
            for name, spent in found.items()
        }

    @property
    def endings(self) -> dict[str, int]:
        return dict(Counter([one.ending for one in self.played]).most_common())

    @property
    def offers(self) -> dict[str, tuple[int, int]]:
        return added([one.offers for one in self.played])

    def fared(self, figure: str) -> tuple[float, int]:
        """Return what games were worth on average to whoever played a figure, and how many they were."""
        worths = [one.worths[one.figures[figure]] for one in self.played if figure in one.figures]
        return round(mean(worths), 4), len(worths)

    def facts(self) -> Mapping[str, Any]:
        """The results for machines."""
        players = range(len(self.played[0].seats)) if self.played else ()
        figures = sorted({name for one in self.played for name in one.figures})
        lengths = [one.decisions for one in self.played]
        return {
            "game": self.bout.game,
            "games": len(self.played),
            "seed": self.bout.seed,
            "seats": list(self.bout.seats),
            "setup": self.bout.choices,
            "wins": self.wins,
            "rates": {name: [round(part, 4) for part in rate] for name, rate in self.rates.items()},
            "endings": self.endings,
            "by seat": [round(mean([one.worths[seat] for one in self.played]), 4) for seat in players],
            "by figure": {name: self.fared(name) for name in figures},
            "decisions": {"mean": round(mean(lengths), 1), "most": max(lengths)} if lengths else {},
            "milliseconds": self.milliseconds,
        }

    def lines(self) -> Iterator[str]:
        """The results for people."""
        title = registry.get(self.bout.game).title
        yield f"{len(self.played)} games of {title}, seed {self.bout.seed}"
        tries, wins, spent = self.tries, self.wins, self.milliseconds
        for name, (rate, low, high) in self.rates.items():
            yield (
                f"  {name:<12} {wins[name]:>8g} of {tries[name]:<6} {rate:>6.1%}  ({low:.1%} to {high:.1%})"
                f"  {spent[name]:>8.2f} ms a decision"
            )
        yield "  endings: " + ", ".join([f"{ending} {count}" for ending, count in self.endings.items()])


def tally(bout: Bout, games: list[Played]) -> Tally:
    game, setup = bout.prepared()
    return Tally(bout, game.together(setup), games)
