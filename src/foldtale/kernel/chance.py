"""Where chance comes from: a seed, a log, a test's script, or people with real dice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import Final

from mypy_extensions import mypyc_attr

from foldtale.kernel.errors import ScriptError
from foldtale.kernel.talk import EVERYONE, Chance, Option, Outcomes, Play, key_of, option

WORD: Final = (1 << 64) - 1
WEYL: Final = 0x9E3779B97F4A7C15
MIX: Final = 0xD1B54A32D192ED03
ASK_PEOPLE: Final = -1
"""A source's way of saying: put it to the people at the table."""

MOST_FALLS: Final = (1 << 63) - 1
"""What `len` can say."""
MOST_WRITTEN: Final = 4_096
"""So many falls are written down when one is first asked for."""

Face = int | str
D6: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)


class Dice:
    """Every way that some dice can fall, in order; if there are many, without writing them all down."""

    def __init__(self, dice: tuple[tuple[Face, ...], ...]) -> None:
        self.dice = dice
        total = 1
        for faces in dice:
            total *= len(faces)
            if any(len(str(face).split()) != 1 for face in faces):
                raise ValueError(f"a face of a die is one word, unlike those of {faces}")
        if total > MOST_FALLS:
            raise ValueError(f"{len(dice)} dice can fall in more ways than can be counted here")
        self._total = total
        self._written: tuple[tuple[Face, ...], ...] = ()

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, i: int, /) -> tuple[Face, ...]:
        if not 0 <= i < self._total:
            raise IndexError(i)
        if self._written:
            return self._written[i]
        if self._total <= MOST_WRITTEN:
            self._written = tuple(product(*self.dice))
            return self._written[i]
        fall: list[Face] = []
        for faces in reversed(self.dice):
            i, face = divmod(i, len(faces))
            fall.append(faces[face])
        fall.reverse()
        return tuple(fall)

    def find(self, key: str) -> int:
        """The place of the fall that is written so, or -1."""
        words = key.split()
        if len(words) != len(self.dice):
            return -1
        place = 0
        for faces, word in zip(self.dice, words, strict=True):
            names = [str(face) for face in faces]
            if word not in names:
                return -1
            place = place * len(faces) + names.index(word)
        return place


@lru_cache(maxsize=256)
def dice(count: int, faces: tuple[Face, ...] = D6) -> Dice:
    """Some dice that are alike."""
    return Dice((faces,) * count)


def roll(topic: str, falls: Dice, to: int = EVERYONE) -> Play[tuple[Face, ...]]:
    """Roll the dice: all of them are one chance."""
    fall: tuple[Face, ...] = yield Chance(topic, falls, to, True)
    return fall


def place_of(outcomes: Outcomes, key: str) -> int:
    """Where the outcome with this key stands, or -1."""
    if isinstance(outcomes, Dice):
        return outcomes.find(key)
    for i in range(len(outcomes)):
        if key_of(outcomes[i]) == key:
            return i
    return -1


def offered(outcomes: Outcomes) -> str:
    """A few of the outcomes, for an error message."""
    keys = sorted({key_of(outcomes[i]) for i in range(min(len(outcomes), 60))})
    return ", ".join(keys[:12]) + (", …" if len(keys) > 12 or len(outcomes) > 60 else "")


class Falls:
    """The outcomes of a chance as options, made as they are looked at."""

    def __init__(self, chance: Chance) -> None:
        self._outcomes = chance.outcomes

    def __len__(self) -> int:
        return len(self._outcomes)

    def __getitem__(self, i: int, /) -> Option:
        return option(key_of(self._outcomes[i]))

    def __iter__(self) -> Iterator[Option]:
        for i in range(len(self._outcomes)):
            yield self[i]


@mypyc_attr(allow_interpreted_subclasses=True)
class Source(ABC):
    """Says how a chance falls."""

    @abstractmethod
    def choose(self, chance: Chance) -> int:
        """The place of the outcome."""

    def rewind(self, falls: int) -> None:
        """Forget the last falls, so that the same come again."""

    @abstractmethod
    def copy(self) -> Source:
        """A source that will say the same from here on."""


class Seeded(Source):
    """Fall i of a topic is a function of seed, topic and i: there is nothing to copy but i.

    A topic starts at a hashed place in a Weyl sequence, whose every step is mixed by one wide product.
    """

    def __init__(self, seed: int, falls: int = 0) -> None:
        self.seed = seed
        self.falls = falls
        self._starts: dict[str, int] = {}

    def choose(self, chance: Chance) -> int:
        i = self.falls
        self.falls = i + 1
        start = self._starts.get(chance.topic)
        if start is None:
            start = self._start(chance.topic)
        step = (start + i * WEYL) & WORD
        wide = step * (step ^ MIX)
        return ((wide >> 64 ^ wide) & WORD) * chance.count >> 64

    def _start(self, topic: str) -> int:
        digest = blake2b(f"{self.seed} {topic}".encode(), digest_size=8).digest()
        start = self._starts[topic] = int.from_bytes(digest, "little")
        return start

    def rewind(self, falls: int) -> None:
        self.falls -= falls

    def copy(self) -> Seeded:
        return Seeded(self.seed, self.falls)


class Drawn(Source):
    """Chance from a generator that the caller brings: the fastest, for playouts."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def choose(self, chance: Chance) -> int:
        return int(self.random() * chance.count)

    def copy(self) -> Drawn:
        return self


class Scripted(Source):
    """A test's script: keys in the order in which the rules will meet them."""

    def __init__(self, keys: Sequence[str], then: Source | None = None, at: int = 0) -> None:
        self.keys = keys
        self.then = then
        self.at = at

    def choose(self, chance: Chance) -> int:
        if self.at >= len(self.keys):
            if self.then is None:
                raise ScriptError(f"the script has no fall for {chance.topic!r} after {list(self.keys)}")
            self.at += 1
            return self.then.choose(chance)
        key = self.keys[self.at]
        place = place_of(chance.outcomes, key)
        if place < 0:
            possible = offered(chance.outcomes)
            raise ScriptError(f"{chance.topic!r} cannot fall as {key!r}; possible: {possible}")
        self.at += 1
        return place

    def rewind(self, falls: int) -> None:
        beyond = min(falls, max(0, self.at - len(self.keys)))
        if self.then is not None:
            self.then.rewind(beyond)
        self.at -= falls

    def copy(self) -> Scripted:
        return Scripted(self.keys, self.then.copy() if self.then else None, self.at)


def script(*falls: object, then: int | None = None) -> Scripted:
    """Exact dice and draws, in order: `script(4, 1, (3, 6), "magpie")`; `then` seeds what comes after."""
    return Scripted([key_of(fall) for fall in falls], None if then is None else Seeded(then))


class People(Source):
    """Companion mode: people roll real dice and say what fell; all other chance comes from `rest`."""

    def __init__(self, rest: Source) -> None:
        self.rest = rest

    def choose(self, chance: Chance) -> int:
        if chance.dice:
            return ASK_PEOPLE
        return self.rest.choose(chance)

    def rewind(self, falls: int) -> None:
        self.rest.rewind(falls)

    def copy(self) -> People:
        return People(self.rest.copy())
