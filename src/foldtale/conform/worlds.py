"""Secrets: two worlds that differ only in what a seat cannot know must look the same to it."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from foldtale.conform.digest import plain, seats
from foldtale.conform.play import LONGEST, Nonconform, answers, play, questions, start
from foldtale.kernel.chance import Seeded, Source, place_of
from foldtale.kernel.game import Game
from foldtale.kernel.log import Line
from foldtale.kernel.match import Match
from foldtale.kernel.scene import to_json
from foldtale.kernel.talk import ALL, Chance, State, key_of
from foldtale.kernel.zones import Box, Veil

STEPS = 60
"""How far two worlds are followed side by side."""
SIGMAS = 5.0
"""How far a count may stray from what chance would give."""


class Heard(Source):
    """A seeded source that remembers what fell since it was last asked."""

    def __init__(self, seed: int) -> None:
        self.source = Seeded(seed)
        self.falls: list[str] = []

    def choose(self, chance: Chance) -> int:
        at = self.source.choose(chance)
        self.falls.append(key_of(chance.outcomes[at]))
        return at

    def copy(self) -> Heard:
        return self


class Echo(Source):
    """Falls as the other world's did, wherever it can."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.falls: list[str] = []

    def choose(self, chance: Chance) -> int:
        key = self.falls.pop(0) if self.falls else ""
        return max(0, place_of(chance.outcomes, key))

    def copy(self) -> Echo:
        return self


class Parted(Exception):
    """The worlds have shown this seat that they are two."""


def two_worlds(game: Game, setup: Any, seed: int) -> None:
    """Scenes, stories, who is asked, numbers, rule ids and options are the same to the last byte."""
    chosen = random.Random(seed)
    match = start(game, setup, seed)
    if not game.boxes(match.state):
        return
    rests: list[State] = []
    for _ in play(match, seed):
        if match.rest is not None and (not rests or rests[-1] is not match.rest[0]):
            rests.append(match.rest[0])
    compare_ends(match, chosen)
    for state in chosen.sample(rests, min(2, len(rests))):
        for seat in seats(match):
            other = state.copy()
            deal_anew(game.boxes(other), seat, chosen.getrandbits(60))
            heard = Heard(seed)
            echo = Echo(heard)
            one = Match.at(game, state.copy(), setup, chance=heard)
            echo.falls, heard.falls = heard.falls, []
            two = Match.at(game, other, setup, chance=echo)
            try:
                follow(one, two, heard, echo, seat, chosen)
            except Parted:
                continue


def compare_ends(match: Match, chosen: random.Random) -> None:
    """Raise Nonconform if the last scene shows what a seat does not know: a finished match can be undone."""
    game, state = match.game, match.state
    for seat in seats(match):
        other = state.copy()
        deal_anew(game.boxes(other), seat, chosen.getrandbits(60))
        story = match.story(seat)
        one, two = [(to_json(game.scene(g, seat)), game.recap(g, story)) for g in (state, other)]
        if one != two:
            raise Nonconform(f"seat {seat} sees at the end of the match what nobody has shown it")


def deal_anew(boxes: Sequence[Box], seat: int, seed: int) -> None:
    """What this seat does not know, dealt by the seed."""
    for box in boxes:
        Veil(box, seat).deal(box, seed)


def follow(one: Match, two: Match, heard: Heard, echo: Echo, seat: int, chosen: random.Random) -> None:
    """Give both worlds the same answers, as long as both offer them; secret answers may differ."""
    for _ in range(STEPS):
        compare(one, two, seat)
        ask = one.ask
        if ask is None:
            return
        if ask.topic in one.game.secret_topics and ask.answers != seat:
            answer, other = chosen.choice(answers(one)), chosen.choice(answers(two))
        else:
            both = [answer for answer in answers(one) if answer in answers(two)]
            if not both:
                return
            answer = other = chosen.choice(both)
        one.answer(answer)
        echo.falls, heard.falls = heard.falls, []
        two.answer(other)


OtherBook = Callable[..., Any]
"""Exchanges all content of a state that stands on none of the pages; returns the state."""


def two_books(game: Game, setup: Any, seed: int, other_book: OtherBook) -> None:
    """Exchange what a table has not read: its scenes and imagined worlds stay the same."""
    for match, seat in questions(game, setup, seed, 11):
        compare_books(match, seat, seed, other_book)


def compare_books(match: Match, seat: int, seed: int, other_book: OtherBook) -> None:
    """Play an imagined match of each book with the same answers; raise Nonconform where they differ."""
    game, pages = match.game, match.pages
    other = other_book(match.state.copy(), pages)
    if to_json(game.scene(other, seat)) != to_json(game.scene(match.state, seat)):
        raise Nonconform(f"seat {seat} sees at question {match.number} what stands on unread pages")
    one = match.worlds(seat).imagine(seed)
    two = match.worlds(seat).read_in(partial(other_book, pages=pages)).imagine(seed)
    chosen = random.Random(seed)
    for _ in range(STEPS):
        if not answers(one) or answers(one) != answers(two):
            break
        answer = chosen.choice(answers(one))
        one.answer(answer)
        two.answer(answer)
    ends = [(answers(world), world.outcome, to_json(world.scene(seat))) for world in (one, two)]
    if ends[0] != ends[1]:
        raise Nonconform(f"an imagined match has read ahead at question {match.number}")


def compare(one: Match, two: Match, seat: int) -> None:
    """Raise Parted where something was openly shown, Nonconform where the seat can tell them apart."""
    here, there = one.story(seat), two.story(seat)
    nothing: Line = {}
    for mine, other in itertools.zip_longest(here, there, fillvalue=nothing):
        if mine != other:
            if revealing(one, mine, seat) or revealing(two, other, seat):
                raise Parted
            raise Nonconform(f"seat {seat} reads {mine} in one world and {other} in another")
    asked, also = asking(one, seat), asking(two, seat)
    if asked != also:
        raise Nonconform(f"seat {seat} meets {asked} in one world and {also} in another")
    if to_json(one.scene(seat)) != to_json(two.scene(seat)):
        raise Nonconform(f"seat {seat} sees another scene at question {one.number}")


def revealing(match: Match, line: Line, seat: int) -> bool:
    """Whether this line openly shows something to whoever reads it, or is about a card that now lies open."""
    if "show" in line or "chance" in line:
        return True
    known = [
        card for box in match.game.boxes(match.state) for card, mask in box.all_known() if mask >> seat & 1
    ]
    return not set(line.get("about", ())).isdisjoint(known)


def asking(match: Match, seat: int) -> Any:
    """Who is asked, under what number, and all that concerns this seat; at the end, the outcome."""
    ask = match.ask
    if ask is None:
        return match.outcome
    mine = [aside.key for aside in ask.aside if aside.seat == seat]
    if ask.answers == seat or ask.seat == ALL:
        mine += [ask.topic, ask.rule, *[option.key for option in ask.options]]
    return [ask.number, ask.seat, ask.voice, mine]


def no_more_than_chance(game: Game, setup: Any, seeds: range) -> None:
    """Over many imagined worlds, hidden cards are guessed right as often as blind luck would."""
    right = expected = spread = 0.0
    for seed in seeds:
        for match, seat in questions(game, setup, seed, 5):
            world = match.imagine(seat, seed * LONGEST + match.number)
            for hits, luck in guesses(game, match, world, seat):
                right += hits
                expected += luck
                spread += luck * (1 - luck)
    if spread and abs(right - expected) > SIGMAS * math.sqrt(spread):
        raise Nonconform(
            f"{right:.0f} hidden cards were imagined as they are; luck would give {expected:.0f}"
        )


def guesses(game: Game, match: Match, world: Match, seat: int) -> list[tuple[int, float]]:
    """For one hidden card of each back: whether it was imagined right, and the odds of that."""
    found = []
    for true, imagined in zip(game.boxes(match.state), game.boxes(world.state), strict=True):
        rows = [row for row in true.layout.unseen[seat] if true.veiled(row, 1 << seat)]
        if rows:
            card, other = (box.veiled(rows[0], 1 << seat)[0] for box in (true, imagined))
            hidden = [key for key, mask in true.all_known() if not mask >> seat & 1]
            possible = [key for key in hidden if key not in true.layout.bars]
            found.append((int(card == other), possible.count(card) / len(possible)))
    return found


def imagining_is_blind(game: Game, setup: Any, seed: int) -> None:
    """What is imagined depends on the seed and on what the seat knows, and on nothing else."""
    for match, seat in questions(game, setup, seed, 7):
        other = match.imagine(seat, seed + 1)
        boxes = game.boxes(other.state)
        deal_anew(boxes, seat, seed)
        world = match.imagine(seat, seed)
        if plain(game.boxes(world.state)) != plain(boxes):
            raise Nonconform(f"seat {seat} imagines at question {match.number} by more than the seed")
