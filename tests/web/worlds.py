"""Two worlds over the wire: what a seat is sent must not depend on what it cannot know.

Each world is a table in a service of its own, with the same id and the same sessions. In the second one whatever
falls unseen by the seat falls otherwise. Both get the same requests, step by step, and the seat's messages are
compared to the last byte; only the date of an answer and the time of a table's last change are left out.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from foldtale.kernel import registry
from foldtale.kernel.chance import Seeded, Source, place_of
from foldtale.kernel.log import lines
from foldtale.kernel.match import Match
from foldtale.kernel.tale import header_of
from foldtale.kernel.talk import SPECTATOR, Chance, Show, key_of
from foldtale.table.desk import Chair, Desk, Options, hashed, write_desk
from foldtale.table.store import Kept
from foldtale.table.table import Table
from tests.web.hunting import PATIENCE, QUIET, Guest, Served

STEPS = 36
TRIES = 6
DATE = re.compile(rb"(?m)^date: [^\r]*\r\n")
TOUCHED = re.compile(rb'(?<="touched":)[\d.e+]+|(?<=content-length: )\d+')
"""When a table was changed last: a number that may be a letter longer or shorter."""
SAFE_ORDERS = ("pass", "draw", "keep")
"""What can always be answered: with these a standing order says nothing about the hand."""


class Fallen(Source):
    """A seeded source that remembers how everything fell, also in forks."""

    def __init__(self, seed: int, falls: dict[int, str] | None = None, source: Seeded | None = None) -> None:
        self.source = source or Seeded(seed)
        self.falls: dict[int, str] = {} if falls is None else falls

    def choose(self, chance: Chance) -> int:
        number = self.source.falls
        at = self.source.choose(chance)
        self.falls[number] = key_of(chance.outcomes[at])
        return at

    def rewind(self, falls: int) -> None:
        self.source.rewind(falls)

    def copy(self) -> Fallen:
        return Fallen(0, self.falls, self.source.copy())


class Otherwise(Source):
    """Falls as in the other world where the seat sees it, and often otherwise where it does not.

    The cat is shown to all, and so it comes in both worlds or in none. As long as it is `restless`, what has
    not fallen yet would fall otherwise for everybody.
    """

    restless = False

    def __init__(self, falls: dict[int, str], seat: int, seed: int, rate: float, at: int = 0) -> None:
        self.falls = falls
        self.seat = seat
        self.seed = seed
        self.rate = rate
        self.at = at

    def choose(self, chance: Chance) -> int:
        key = self.falls.get(self.at, "")
        place = place_of(chance.outcomes, key)
        luck = Random(f"{self.seed} {self.at}")
        self.at += 1
        if self.restless:
            return luck.choice([at for at in range(len(chance.outcomes)) if at != place])
        if chance.to >> self.seat & 1 or key == "cat" or (place >= 0 and luck.random() > self.rate):
            return max(0, place)
        others = [at for at in range(len(chance.outcomes)) if key_of(chance.outcomes[at]) != "cat"]
        return luck.choice(others)

    def rewind(self, falls: int) -> None:
        self.at -= falls

    def copy(self) -> Otherwise:
        twin = Otherwise(self.falls, self.seat, self.seed, self.rate, self.at)
        twin.restless = self.restless
        return twin


class Differs(AssertionError):
    """The seat can tell the worlds apart."""


class World:
    """One of the two: a service, a table in it, and its guests."""

    def __init__(self, served: Served, ident: str, match: Match, options: Options, began: float) -> None:
        self.served = served
        self.id = ident
        self.path = f"/api/tables/{ident}"
        seats = range(match.setup.players)
        self.guests = {
            seat: Guest(served, f"seat {seat}", f"{ident}-{seat}-in-both-worlds")
            for seat in (*seats, SPECTATOR)
        }
        holders = {hashed(f"{ident}-{seat}-in-both-worlds"): (seat,) for seat in (*seats, SPECTATOR)}
        chairs = tuple([Chair("person", f"Guest {seat}", began) for seat in seats])
        desk = Desk(chairs, options, host=hashed(f"{ident}-0-in-both-worlds"), holders=holders)
        header = msgspec.json.encode(header_of(match)).decode()
        said = [json.dumps(line, ensure_ascii=False) for line in lines(match.entries or [])]
        self.kept = Kept(ident, 0, 1, write_desk(desk), header, 0, said)
        self.table = Table.opened(self.kept, match, len(said))

    @property
    def live(self) -> Any:
        return self.served.house.live(self.id)

    @property
    def match(self) -> Match:
        match: Match = self.live.table.match
        return match

    async def open(self, watching: Sequence[int]) -> None:
        """Keep the table as if it had been made here, and let somebody look at it."""
        store = self.served.house.store
        await store.create(self.kept)
        for holder in self.table.desk.holders:
            await store.hold(holder, self.id)
        self.live.table = self.table
        for seat in watching:
            await self.guests[seat].listen(self.id, seat)
        await self.rest()

    async def rest(self) -> None:
        """Until nothing more comes."""
        until = asyncio.get_running_loop().time() + PATIENCE
        quiet, before = 0, -1
        while quiet < 2 * QUIET and asyncio.get_running_loop().time() < until:
            ears = [ear for guest in self.guests.values() for ear in guest.ears]
            shown = all(ear.number == (0 if self.match.over else self.match.number) for ear in ears)
            count = sum(ear.kinds.total() for ear in ears)
            waits = self.live.lock.locked() or any(guest.changed.is_set() for guest in self.live.guests)
            quiet = quiet + 1 if count == before and shown and not waits else 0
            before = count
            await asyncio.sleep(0)

    async def ask(self, seat: int, method: str, path: str, body: object = None) -> bytes:
        """What is answered to a request, without its date."""
        whole = path[1:] if path[:1] == "!" else f"{self.path}{path}"
        reply = await self.guests[seat].http.ask(method, whole, body)
        await self.rest()
        said = DATE.sub(b"", reply.head + reply.body)
        return TOUCHED.sub(b"", said) if b'"touched":' in said else said

    def heard(self, seat: int) -> list[str]:
        """The messages on this seat's sockets since the last time."""
        guest = self.guests[seat]
        heard, guest.heard = guest.heard, []
        return [one.text for one in heard]

    async def close(self) -> None:
        for guest in self.guests.values():
            await guest.go()
        self.served.house._lives.pop(self.id, None)


def revealed(match: Match, seat: int) -> list[tuple[str, ...]]:
    """What this seat was openly shown, in order."""
    found: list[tuple[str, ...]] = []
    for entry in match.entries or []:
        word = entry[0]
        if isinstance(word, Show) and word.to >> seat & 1:
            found.append(word.what)
        elif isinstance(word, Chance) and word.to >> seat & 1:
            found.append((word.topic, key_of(entry[1])))
    return found


def answers(match: Match) -> list[tuple[int, str]]:
    ask = match.ask
    assert ask is not None
    found = [(ask.answers, option.key) for option in ask.options]
    return found + [(aside.seat, aside.key) for aside in ask.aside]


def hidden(match: Match, seat: int) -> list[str]:
    """Where the cards lie that a seat does not know."""
    box = match.state.box
    return [
        f"{row}: {card}"
        for row in range(len(box.rows))
        for card, mask in box.known(row)
        if not mask >> seat & 1
    ]


class Twins:
    """Both worlds of one seat, in step."""

    def __init__(
        self, one: Served, two: Served, seed: int, setup: dict[str, Any], name: str = "twins"
    ) -> None:
        self.luck = luck = Random(f"twins {seed}")
        game = registry.get("thimble")
        made = game.setup(**setup)
        self.seat = seat = luck.choice([*range(made.players), SPECTATOR])
        undo = luck.choice(["forbid", "same dice", "new dice"])
        source = Fallen(seed)
        began = time.time()
        options = Options(undo=undo, pace=0)
        match = Match.new(game, made, chance=source, undo=undo)
        for rate in (luck.choice([0.15, 0.4, 0.9]), 0.4, 0.3, 0.2, 0.1, 0.05, 0.0):
            other = Otherwise(source.falls, seat, seed, rate)
            twin = Match.new(game, made, chance=other, undo=undo)
            if revealed(match, seat) == revealed(twin, seat):
                break
        ident = f"{name}-{seed}"
        self.one = World(one, ident, match, options, began)
        self.two = World(two, ident, twin, options, began)
        self.steps = 0
        self.apart = 0
        self.compared: Counter[str] = Counter()

    @property
    def number(self) -> int:
        return self.one.match.number

    async def both(self, who: int, method: str, path: str, body: object = None) -> None:
        """The same request in both worlds; if the seat makes it, the answers are the same too."""
        self.compare(
            f"{method} {path} {body}",
            [await self.one.ask(who, method, path, body)],
            [await self.two.ask(who, method, path, body)],
            who == self.seat,
        )

    def compare(self, what: str, here: list[bytes], there: list[bytes], mine: bool) -> None:
        heard, other = self.one.heard(self.seat), self.two.heard(self.seat)
        if heard != other:
            raise Differs(f"{self.where()} after {what}:\n{differing(heard, other)}")
        self.compared["messages"] += len(heard)
        if mine:
            self.compared[what.split(maxsplit=1)[0]] += 1
            if here != there:
                raise Differs(f"{self.where()} by {what}:\n{differing(here, there)}")

    def where(self) -> str:
        return f"seat {self.seat} at question {self.number} of {self.one.id}"

    def foresee(self, here: tuple[int, str], there: tuple[int, str]) -> bool:
        """Whether the seat would still not be shown anything that differs."""
        one, two = self.one.match.fork(), self.two.match.fork()
        one.answer(here)
        two.answer(there)
        return revealed(one, self.seat) == revealed(two, self.seat)

    def choose(self) -> tuple[tuple[int, str], tuple[int, str]] | None:
        """An answer for each world: the same one, unless nobody will ever hear of it."""
        one, two = self.one.match, self.two.match
        assert one.ask is not None
        for _ in range(TRIES):
            if one.ask.topic in one.game.secret_topics and one.ask.answers != self.seat:
                here, there = self.luck.choice(answers(one)), self.luck.choice(answers(two))
            else:
                shared = [answer for answer in answers(one) if answer in answers(two)]
                if not shared:
                    return None
                here = there = self.luck.choice(shared)
            if self.foresee(here, there):
                return here, there
        return None

    async def play(self) -> None:
        """Until the worlds part, or for some time."""
        watching = [self.seat, *([0] if self.seat != 0 else [1])]
        try:
            await self.one.open(watching)
            await self.two.open(watching)
            self.compare("the beginning", [], [], False)
            await self.go_on()
            await self.look_back()
        finally:
            await self.one.close()
            await self.two.close()

    async def go_on(self) -> None:
        between = [self.look, self.remember, self.take_home, self.refused, self.several, self.undo]
        between += [self.point, self.order, self.tables, self.come_back]
        for _ in range(STEPS):
            if self.luck.random() < 0.6:
                await self.luck.choice(between)()
            chosen = self.choose() if not self.one.match.over else None
            if chosen is None:
                return
            await self.answer(*chosen)
            self.steps += 1
            self.apart += hidden(self.one.match, self.seat) != hidden(self.two.match, self.seat)

    async def answer(self, here: tuple[int, str], there: tuple[int, str]) -> None:
        said = []
        for world, (seat, key) in ((self.one, here), (self.two, there)):
            body = {"seat": seat, "number": world.match.number, "keys": [key]}
            said.append(await world.ask(seat, "POST", "/answer", body))
            assert b" 200 " in said[-1][:20], said[-1][-300:]
        self.compare(f"answer {here}", said[:1], said[1:], here[0] == self.seat)

    async def look_back(self) -> None:
        """At the end the whole history, and what can be taken home."""
        numbers = sorted({1, self.number, *[1 + int(self.luck.random() * self.number) for _ in range(6)]})
        for number in numbers:
            await self.both(self.seat, "GET", f"/history?seat={self.seat}&number={number}")
        if not self.one.match.over:
            await self.take_home()

    # What happens in between

    async def look(self) -> None:
        await self.both(self.seat, "GET", f"?seat={self.seat}")

    async def remember(self) -> None:
        number = 1 + int(self.luck.random() * self.number)
        await self.both(self.seat, "GET", f"/history?seat={self.seat}&number={number}")

    async def take_home(self) -> None:
        await self.both(self.seat, "GET", f"/export?seat={self.seat}")

    async def tables(self) -> None:
        await self.both(self.seat, "GET", "!/api/tables")

    async def refused(self) -> None:
        """What is not offered, late, or not one's own."""
        key = self.luck.choice(
            ["?", "steal", "needle", "ribbon", "look", "lay silk", "tuck silk", "under cat"]
        )
        mine = {"seat": self.seat, "number": self.number, "keys": [key]}
        ask = self.one.match.ask
        if ask is None or (self.seat, key) in answers(self.one.match):
            return
        other = next(seat for seat in self.one.guests if seat != self.seat)
        bodies = [mine, {**mine, "number": max(1, self.number - 1)}, {**mine, "seat": other}]
        await self.in_vain("/answer", self.luck.choice(bodies))
        name = self.luck.choice(["propose", "order"])
        await self.in_vain(f"/{name}", {"seat": self.seat, "number": self.number, "key": key})

    async def several(self) -> None:
        """One good answer, and one that cannot be: what would have come of the first stays unknown."""
        ask = self.one.match.ask
        if ask is None or ask.answers != self.seat:
            return
        for option in ask.options:
            body = {"seat": self.seat, "number": self.number, "keys": [option.key, "?"]}
            await self.in_vain("/answer", body)

    async def in_vain(self, path: str, body: object) -> None:
        """Something that will be refused: it does not even depend on what would have fallen."""
        source = self.two.match.source
        assert isinstance(source, Otherwise)
        source.restless = True
        await self.both(self.seat, "POST", path, body)
        source.restless = False

    async def undo(self) -> None:
        """Somebody wants the last answer back, and all agree."""
        seats = [seat for seat in self.one.guests if seat != SPECTATOR]
        who = self.luck.choice(seats)
        await self.both(who, "POST", "/undo", {"seat": who, "number": self.number})
        for seat in seats:
            wish = self.one.live.table.desk.wish
            if wish is not None:
                body = {"seat": seat, "number": wish.number, "agree": self.luck.random() < 0.9}
                await self.both(seat, "POST", "/consent", body)
        if revealed(self.one.match, self.seat) != revealed(self.two.match, self.seat):
            raise Differs(f"{self.where()}: an undo has shown something else")

    async def point(self) -> None:
        who = self.luck.choice(list(self.one.guests))
        things = [
            "deck",
            "drawn",
            "discard top",
            *[f"hand {owner} {at}" for owner in range(3) for at in range(3)],
        ]
        await self.both(who, "POST", "/point", {"seat": who, "element": self.luck.choice(things)})

    async def order(self) -> None:
        """Somebody will always answer so, what everybody can answer."""
        ask = self.one.match.ask
        if ask is None:
            return
        who = ask.answers
        if self.luck.random() < 0.5:
            await self.both(who, "POST", "/drop-orders", {"seat": who})
            return
        for key in SAFE_ORDERS:
            if any(option.key == key for option in ask.options) and self.foresee((who, key), (who, key)):
                await self.both(who, "POST", "/order", {"seat": who, "number": self.number, "key": key})
                await self.both(who, "POST", "/drop-orders", {"seat": who})

    async def come_back(self) -> None:
        """The seat closes its socket and opens another, where it was."""
        for world in (self.one, self.two):
            guest = world.guests[self.seat]
            ear = guest.ears.pop(0)
            mark = ear.view["story"]["mark"]
            await ear.close()
            await world.rest()
            guest.ears.insert(0, await guest.listen(world.id, self.seat, mark))
            guest.ears.pop()
            await world.rest()
        self.compare("coming back", [], [], False)


def differing(here: Sequence[str | bytes], there: Sequence[str | bytes]) -> str:
    """Where two lists of messages part."""
    if len(here) != len(there):
        return f"{len(here)} messages here, {len(there)} there"
    for one, two in zip(here, there, strict=True):
        if one != two:
            at = next(
                (at for at, pair in enumerate(zip(one, two)) if pair[0] != pair[1]), min(len(one), len(two))
            )
            return f"here: {one[max(0, at - 90) : at + 60]!r}\nthere: {two[max(0, at - 90) : at + 60]!r}"
    return "nothing"
