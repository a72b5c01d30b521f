"""`foldtale check --walk`: play a pack until all that it has to show has been seen.

What there is to see, the game says (`Game.sights`). Whether it was seen, the log says: as a page that was
shown, as an answer, or as something noted or told. Dice are free to choose, like everything else.

Some plays begin anew, or where a journey stands after another match. The others go on from where an earlier
one was, at a sight that the book has before something missing: from the trail that has led to the best score,
from the shortest, or from one that was used least. Most of them take whatever was taken least in all plays;
some have likings and keep to them, since there are Goals that nobody reaches who never does a thing twice.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import asdict

from foldtale.author.trails import Temper, Trail, ending, promise, superfluous
from foldtale.kernel.chance import Source
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Outcome
from foldtale.kernel.match import Match
from foldtale.kernel.talk import Ask, Chance, key_of

ANEW: Final = 8
"""One of so many plays begins anew."""
LUCKY: Final = 0.5
"""How many plays have the luck that has scored best so far; with the others it takes turns."""
WILFUL: Final = 0.25
"""How many plays have likings of their own."""
HEIRS: Final = 0.2
"""How many take over the likings of one that scored well from there."""
STEADY: Final = 0.8
"""How often a play with likings does what it likes best."""
JOURNEYS: Final = 12
"""After each ending so many journeys go on in another match."""
KEPT: Final = 16
"""So many trails to each sight are kept."""
LONGEST: Final = 5_000
"""A play with more answers is broken off."""
MOST_OUTCOMES: Final = 64
"""Of more outcomes nobody keeps count."""
NOT_IN_NAMES: Final = re.compile(r"[^\w.-]+")
ANY, FIRST, LAST = 1, 0, -1
LUCK: Final = (ANY, FIRST, LAST)
"""How dice fall in a play: in every way, or always as the first or the last of their outcomes."""


class Free(Source):
    """Chance that falls as it has fallen least, or dice that always fall to one side."""

    def __init__(self, walk: Walk, luck: int, random: Random) -> None:
        self.walk = walk
        self.luck = luck
        self.random = random

    def choose(self, chance: Chance) -> int:
        count = len(chance.outcomes)
        if chance.dice and self.luck != ANY:
            return self.luck % count
        if count > MOST_OUTCOMES:
            return int(self.random.random() * count)
        ways = [(chance.topic, key_of(chance.outcomes[at])) for at in range(count)]
        at = self.walk.least(ways, self.random)
        self.walk.taken[ways[at]] += 1
        return at

    def copy(self) -> Free:
        return self


class Walk:
    """What has been seen in some plays, and the shortest log that leads to each of it."""

    def __init__(self, game: Game, setups: Sequence[Any], seed: int) -> None:
        self.game = game
        self.setups = list(setups)
        self.seed = seed
        self.plays = self.begun = 0
        self.sights: dict[str, int] = {}
        for setup in setups:
            self.expect(game.sights(setup))
        endings = [ending(name) for name in game.endings]
        if not any(sight in endings for sight in self.sights):
            self.expect(endings)
        self.shortest: dict[str, Trail] = {}
        self.trails: dict[str, list[Trail]] = {}
        self.taken: Counter[Hashable] = Counter()
        self.scored: Counter[int] = Counter()
        self.rolled: Counter[int] = Counter()
        self.came_by: Counter[str] = Counter()
        self.carried: Counter[str] = Counter()

    def expect(self, sights: Sequence[str]) -> None:
        """More to see, behind all that is known already."""
        for sight in sights:
            self.sights.setdefault(sight, len(self.sights))

    def carry_on(self, setup: Any, outcome: Outcome) -> None:
        """What a match leaves leads on: a few journeys are taken up where others have ended, in each way."""
        if self.carried[outcome.ending] >= JOURNEYS:
            return
        try:
            further = self.game.setup(**{**asdict(setup), "record": to_builtins(outcome.record)})
            self.game.begin(further)
        except SetupError:
            return
        if further not in self.setups:
            self.carried[outcome.ending] += 1
            self.setups.append(further)
            self.expect(self.game.sights(further))

    @property
    def missing(self) -> list[str]:
        return [sight for sight in self.sights if sight not in self.shortest]

    def least(self, ways: Sequence[Hashable], random: Random) -> int:
        """The place of the way that was taken least in all plays; the seed decides between equals."""
        counts = [self.taken[way] for way in ways]
        fewest = min(counts)
        equal = [at for at, count in enumerate(counts) if count == fewest]
        return equal[int(random.random() * len(equal))]

    def go_on(self) -> None:
        """One more play, to its end."""
        random = Random(f"{self.seed} {self.plays}")
        self.plays += 1
        trail = self.depart(random)
        self.keep(trail)
        for _ in range(LONGEST):
            if trail.match.over:
                break
            self.step(trail, random)
            self.keep(trail)
        self.came_by.update(trail.seen.keys())
        outcome = trail.match.outcome
        if outcome is not None:
            if outcome.record is not None:
                self.carry_on(self.setups[trail.setup], outcome)
            score = max(outcome.scores, default=0)
            trail.has_led_to(score, trail.temper)
            self.scored[trail.temper.luck] += score
            self.rolled[trail.temper.luck] += 1

    def step(self, trail: Trail, random: Random) -> None:
        """Answer one question: as the play likes it, or as it has been answered least."""
        match, temper = trail.match, trail.temper
        word, asides = match.word, match.asides
        assert isinstance(word, Ask)
        keys = [option.key for option in (*match.options, *asides)]
        ways = [(trail.page, word.topic, word.about, key) for key in keys]
        if len(keys) > 1 and temper.wilful and random.random() < STEADY:
            at = temper.favourite(word.topic, keys, random)
        else:
            at = self.least(ways, random)
        self.taken[ways[at]] += 1
        own = len(match.options)
        match.answer(at if at < own else (asides[at - own].seat, keys[at]))

    def depart(self, random: Random) -> Trail:
        """Begin anew, or go on from a sight that the book has somewhere before one that is missing."""
        luck = LUCK[self.plays % len(LUCK)]
        if random.random() < LUCKY:
            luck = max(LUCK, key=lambda luck: self.scored[luck] / (1 + self.rolled[luck]))
        temper = Temper(luck, random.random() < WILFUL)
        seen = [sight for sight in self.sights if sight in self.trails]
        places = [self.sights[sight] for sight in seen]
        gaps = list(dict.fromkeys([bisect(places, self.sights[sight]) for sight in self.missing]))
        gap = gaps[self.plays % len(gaps)] if gaps else 0
        if gap == 0 or self.plays % ANEW == 1:
            setup = self.begun % len(self.setups)
            self.begun += 1
            match = Match.new(self.game, self.setups[setup], chance=Free(self, luck, random))
            return Trail(match, self.plays, setup, temper)
        sight = seen[int(gap * random.random())]
        trails = self.trails[sight]
        leader = max(trails, key=promise)
        fresh = min(trails, key=lambda trail: (trail.starts, trail.answers))
        start = random.choice((leader, self.shortest[sight], fresh))
        if leader.temper.wilful and random.random() < HEIRS:
            temper = leader.temper.heir(luck, random)
        start.starts += 1
        trail = start.fork(self.plays, start)
        trail.temper = temper
        trail.match.use(Free(self, temper.luck, random))
        return trail

    def keep(self, trail: Trail) -> None:
        """Remember how one came to what has just been seen."""
        kept: Trail | None = None
        for sight in trail.look(self.sights):
            best = self.shortest.get(sight)
            is_shorter = best is None or trail.answers < best.answers
            trails = self.trails.setdefault(sight, [])
            if not is_shorter and any(one.is_like(trail) for one in trails):
                continue
            if kept is None:
                kept = trail.origin = trail.fork(trail.play, trail.origin)
            if is_shorter:
                self.shortest[sight] = kept
            trails.append(kept)
            if len(trails) > KEPT:
                trails.remove(superfluous(trails))

    def lines(self) -> Iterator[str]:
        """What was never seen, then the rest, and how many of how many."""
        before = ""
        for sight in self.sights:
            if sight in self.shortest:
                before = sight
            else:
                near = f" ({self.came_by[before]} plays came by {before!r}, which stands before it)"
                yield f"never reached: {sight}{near if before else ''}"
        width = max([len(sight) for sight in self.sights])
        for sight in self.sights:
            if sight in self.shortest:
                trail = self.shortest[sight]
                yield f"{sight:<{width}}  play {trail.play}, answers: {trail.answers}"
        covered = len(self.sights) - len(self.missing)
        yield f"walk: {covered} of {len(self.sights)} covered in {self.plays} plays"

    def facts(self) -> dict[str, Any]:
        """The walk for machines."""
        covered = {
            sight: {"play": trail.play, "answers": trail.answers}
            for sight in self.sights
            if (trail := self.shortest.get(sight)) is not None
        }
        return {"seed": self.seed, "plays": self.plays, "missing": self.missing, "covered": covered}

    def save(self, folder: Path) -> None:
        """The shortest tale to each sight, under its name."""
        folder.mkdir(parents=True, exist_ok=True)
        for sight, trail in self.shortest.items():
            trail.match.save(folder / NOT_IN_NAMES.sub("-", f"{sight}.tale"))


def walk(
    game: Game, pack: str, chosen: Mapping[str, Any], plays: int, seed: int, tick: Callable[[int], None]
) -> Walk:
    """Play with a pack until all has been seen, or so many plays are over; what is not chosen varies."""
    setups: list[Any] = []
    for variant in game.variants():
        setup = game.setup(**{**asdict(variant), "pack": pack, **chosen})
        if setup not in setups:
            setups.append(setup)
    found = Walk(game, setups, seed)
    if len(found.sights) == len(game.endings):
        raise SetupError(f"{game.title} does not say what there is to see in a pack: nobody can walk it")
    while found.missing and found.plays < plays:
        found.go_on()
        tick(found.plays)
    return found
