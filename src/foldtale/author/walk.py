"""`foldtale check --walk`: play a pack until all that it has to show has been seen.

What there is to see, the game says (`Game.sights`). Whether it was seen, the log says: as a page that was
shown, as an answer, or as something noted or told. Dice are free to choose, like everything else.

Some plays begin anew, or where a journey stands after another match: a match's record is taken up by
further plays. The others go on from where an earlier one was, at a sight that the book has before something
missing: from the trail that has led to the best score, from the shortest, or from one that was used least.

Where the game has a quick bot, most plays answer as it does, since a long book shows its end only to those
who play well. They also try what no play has answered yet, and answer in every way what is asked about the
missing card. The others take whatever was taken least in all plays; some have likings and keep to them,
since there are Goals that nobody reaches who never does a thing twice.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
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
LEAST_SENSIBLE, MOST_SENSIBLE = 0.2, 0.8
"""How many play as a quick bot of the game does, if it has one: as they find more or less than the others."""
CURIOUS: Final = 0.5
"""How often a sensible play gives an answer that was given in no play, where there is one."""
STEADY: Final = 0.8
"""How often a play with likings does what it likes best."""
RELATED: Final = 0.5
"""How many plays go on from where the missing thing itself was met."""
FADES: Final = 0.95
"""What was found in earlier plays counts less with each play."""
HEIRS: Final = 0.2
"""How many take over the likings of one that scored well from there."""
JOURNEYS: Final = 12
"""After each ending so many journeys go on in another match."""
KEPT: Final = 16
"""So many trails to each sight are kept."""
LONGEST: Final = 5_000
"""A play with more answers is broken off."""
MOST_OUTCOMES: Final = 64
"""Of more outcomes nobody keeps count."""
NOT_IN_NAMES: Final = re.compile(r"[^\w.-]+")
ANY, FIRST, LAST, FAIR = 1, 0, -1, 2
LUCK: Final = (ANY, FIRST, LAST, FAIR)
"""How chance falls: in every way, dice always as the first or the last of their outcomes, or fairly."""


class Free(Source):
    """Chance that falls as it has fallen least, or dice that always fall to one side."""

    def __init__(self, walk: Walk, luck: int, random: Random) -> None:
        self.walk = walk
        self.luck = luck
        self.random = random

    def choose(self, chance: Chance) -> int:
        count = len(chance.outcomes)
        if self.luck == FAIR:
            return int(self.random.random() * count)
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
        self.variants = list(setups)
        self.setups: list[Any] = []
        self.shown: list[Set[str]] = []
        self.seed = seed
        self.plays = self.begun = 0
        self.sights: dict[str, int] = {}
        for setup in setups:
            self.expect(setup, game.sights(setup))
        endings = [ending(name) for name in game.endings]
        if not any(sight in endings for sight in self.sights):
            self.sights |= {sight: len(self.sights) + at for at, sight in enumerate(endings)}
        self.shortest: dict[str, Trail] = {}
        self.trails: dict[str, list[Trail]] = {}
        self.taken: Counter[Hashable] = Counter()
        self.answered: Counter[Hashable] = Counter()
        self.found = {True: 0.0, False: 0.0}
        self.tried = {True: 0.0, False: 0.0}
        self.scored: Counter[int] = Counter()
        self.rolled: Counter[int] = Counter()
        self.came_by: Counter[str] = Counter()
        self.carried: Counter[str] = Counter()

    def expect(self, setup: Any, sights: Sequence[str]) -> None:
        """One more setup: what it has to show stands behind all that is known already."""
        self.setups.append(setup)
        self.shown.append({*sights})
        for sight in sights:
            self.sights.setdefault(sight, len(self.sights))

    def carry_on(self, setup: Any, outcome: Outcome) -> None:
        """Expect a match that takes up what another has left, in the same setup and in the next variant.

        All that lead to more to see, and a few others after each ending.
        """
        for other in (setup, self.variants[self.plays % len(self.variants)]):
            try:
                further = self.game.setup(**{**asdict(other), "record": to_builtins(outcome.record)})
                self.game.begin(further)
            except SetupError:
                continue
            sights = self.game.sights(further)
            has_new = any(sight not in self.sights for sight in sights)
            if further not in self.setups and (has_new or self.carried[outcome.ending] < JOURNEYS):
                self.carried[outcome.ending] += 1
                self.expect(further, sights)

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
        for which in (True, False):
            self.tried[which] = FADES * self.tried[which] + (which == trail.temper.sensible)
            self.found[which] *= FADES
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
        if len(keys) == 1:
            at = 0
        elif temper.sensible and not speaks_of(temper.goal, word, keys):
            at = self.sense(match, word, keys, temper, random)
        elif temper.wilful and random.random() < STEADY:
            at = temper.favourite(word.topic, keys, random)
        else:
            at = self.least(ways, random)
        self.taken[ways[at]] += 1
        self.answered[word.topic, word.about, keys[at]] += 1
        own = len(match.options)
        match.answer(at if at < own else (asides[at - own].seat, keys[at]))

    def sense(self, match: Match, word: Ask, keys: Sequence[str], temper: Temper, random: Random) -> int:
        """Return an option that no play has taken yet, or what a quick bot answers from the asked seat."""
        new = [at for at, key in enumerate(keys) if not self.answered[word.topic, word.about, key]]
        if new and random.random() < CURIOUS:
            return random.choice(new)
        if temper.is_odd(word.topic, random):
            return temper.favourite(word.topic, keys, random)
        assert self.game.reflex is not None
        return self.game.reflex(match.state, word, random.random)

    def sensible_share(self) -> float:
        """Return how many plays should follow the quick bot, by what such plays and the others have found."""
        bot, others = [(1 + self.found[which]) / (1 + self.tried[which]) for which in (True, False)]
        return min(MOST_SENSIBLE, max(LEAST_SENSIBLE, bot / (bot + others)))

    def depart(self, random: Random) -> Trail:
        """Begin anew, or go on from a sight that the book has somewhere before one that is missing."""
        luck = LUCK[self.plays % len(LUCK)]
        if random.random() < LUCKY:
            luck = max(LUCK, key=lambda luck: self.scored[luck] / (1 + self.rolled[luck]))
        places = [place for sight, place in self.sights.items() if sight in self.trails]
        gaps = {bisect(places, self.sights[sight]): sight for sight in reversed(self.missing)}
        goal = [*reversed(gaps.values())][self.plays % len(gaps)] if gaps else ""
        temper = Temper(luck, random.random() < WILFUL)
        if self.game.reflex is not None and random.random() < self.sensible_share():
            temper = Temper(luck, False, True, goal.partition(" ")[0])
        setups = [at for at, shown in enumerate(self.shown) if goal in shown] or [*range(len(self.setups))]
        seen = [
            sight
            for sight, trails in self.trails.items()
            if self.sights[sight] < self.sights.get(goal, 0)
            and any(trail.setup in setups for trail in trails)
        ]
        if not seen or self.plays % ANEW == 1:
            setup = setups[self.begun % len(setups)]
            self.begun += 1
            match = Match.new(self.game, self.setups[setup], chance=Free(self, luck, random))
            return Trail(match, self.plays, setup, temper)
        related = [sight for sight in seen if sight.partition(" ")[0] == goal.partition(" ")[0]]
        sight = random.choice(related if related and random.random() < RELATED else seen)
        trails = [trail for trail in self.trails[sight] if trail.setup in setups]
        leader = max(trails, key=promise)
        fresh = min(trails, key=lambda trail: (trail.starts, trail.answers))
        short = min(trails, key=lambda trail: trail.answers)
        start = random.choice((leader, short, fresh))
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
            self.found[trail.temper.sensible] += best is None
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


def speaks_of(name: str, word: Ask, keys: Sequence[str]) -> bool:
    """Tell whether a question is about a card, or offers something with it."""
    return word.card == name or name in word.about or any(name in key.split() for key in keys)


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
