"""Trails of plays: how far each went, what it has seen, how it was played, and which are worth keeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, takewhile
from random import Random
from typing import Final

from foldtale.kernel.log import Entry
from foldtale.kernel.match import Match
from foldtale.kernel.talk import Ask, Chance, Show, key_of

ODD: Final = 0.1
"""In how many sorts of questions a sensible play follows likings of its own."""
INHERITED: Final = 0.9
"""How many of its likings a play takes over from one that scored well."""


class Temper:
    """How a play is played: like a quick bot, by likings of its own or neither, and how its dice fall.

    `goal`  the card of what is missing; a sensible play answers in every way what is asked about it
    """

    def __init__(self, luck: int, wilful: bool, sensible: bool = False, goal: str = "") -> None:
        self.luck = luck
        self.wilful = wilful
        self.sensible = sensible
        self.goal = goal
        self.odd: dict[str, bool] = {}
        self.likings: dict[tuple[str, str], float] = {}

    def heir(self, luck: int, random: Random) -> Temper:
        """Much the same again."""
        twin = Temper(self.luck if random.random() < INHERITED else luck, True)
        twin.likings = {way: liking for way, liking in self.likings.items() if random.random() < INHERITED}
        return twin

    def is_odd(self, topic: str, random: Random) -> bool:
        return self.odd.setdefault(topic, random.random() < ODD)

    def favourite(self, topic: str, keys: Sequence[str], random: Random) -> int:
        likings = [self.likings.setdefault((topic, key), random.random()) for key in keys]
        return likings.index(max(likings))


@dataclass(eq=False)
class Trail:
    """A play as far as it went: the match there, and what has been seen on the way.

    `page`    the page that was shown last
    `read`    how many entries of the log have been looked at
    `origin`  the trail that was kept last on the way here, in this play or the one it went on from
    `starts`  how often a play has gone on from here, and `best` the best score that one of them reached
    """

    match: Match
    play: int
    setup: int
    temper: Temper
    origin: Trail | None = None
    seen: dict[str, None] = field(default_factory=dict)
    page: str = ""
    read: int = 0
    starts: int = 0
    best: int = 0

    @property
    def answers(self) -> int:
        return self.match.last_answered

    def fork(self, play: int, origin: Trail | None) -> Trail:
        seen = self.seen.copy()
        return Trail(self.match.fork(), play, self.setup, self.temper, origin, seen, self.page, self.read)

    def is_like(self, other: Trail) -> bool:
        """Whether the same was seen on both, in the same setup."""
        return self.setup == other.setup and self.seen.keys() == other.seen.keys()

    def look(self, wanted: Mapping[str, int]) -> list[str]:
        """What is to be seen in the log since it was looked at last, and was not before in this play."""
        found: list[str] = []
        entries = self.match.entries or []
        for entry in entries[self.read :]:
            found += [name for name in self.named(entry) if name in wanted]
        self.read = len(entries)
        if self.match.outcome is not None:
            found.append(ending(self.match.outcome.ending))
        new = [name for name in dict.fromkeys(found) if name not in self.seen]
        self.seen |= dict.fromkeys(new)
        return new

    def named(self, entry: Entry) -> list[str]:
        """What an entry of the log could be called among the sights."""
        if len(entry) != 3:
            what, _, _, about, *_ = entry
            return [f"{fact} {what}".rstrip() for fact in about]
        word, value, _ = entry
        if isinstance(word, Ask):
            return [key_of(value)]
        if isinstance(word, Chance) and word.to:
            return [f"{key_of(value)} {word.topic}"]
        if isinstance(word, Show) and word.to:
            self.page = word.page or self.page
            return [word.page]
        return []

    def has_led_to(self, score: int, temper: Temper) -> None:
        """Whoever goes on from here, or from where this came from, may want to play like that."""
        trail: Trail | None = self
        while trail is not None and trail.best < score:
            trail.best, trail.temper = score, temper
            trail = trail.origin


def ending(name: str) -> str:
    return f"ending: {name}"


def promise(trail: Trail) -> tuple[int, int]:
    """What a play that goes on from here could come to."""
    return trail.best, -trail.answers


def superfluous(trails: list[Trail]) -> Trail:
    """Of the two that parted last, the one that promises less: an early choice is worth keeping apart."""
    parted_last: tuple[Trail, Trail] = max(combinations(trails, 2), key=together)
    return min(parted_last, key=promise)


def together(pair: tuple[Trail, Trail]) -> int:
    """How many sights two trails have in common before they part."""
    one, other = pair
    alike = takewhile(lambda sights: sights[0] == sights[1], zip(one.seen, other.seen))
    return sum([1 for _ in alike])
