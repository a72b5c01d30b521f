"""The hunt for secrets: whole evenings at a service, and a judge who knows what each guest may know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from foldtale.kernel.chance import Falls
from foldtale.kernel.log import Undone
from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL, EVERYONE, SPECTATOR, Chance
from foldtale.table.desk import hashed
from tests.games.wonderbook import sense
from tests.web.hunting import Evening, Guest, Heard, Leak, Served, once_more
from tests.web.oracles import Basket, Book, Finder, Known, Odd, Pages, Shadow, hands_in

LONGEST = 400
"""So many answers at the most before an evening ends."""
A_WHILE = 15


class Tally:
    """What all evenings of a hunt have brought: leaks, and how much there was to find."""

    def __init__(self) -> None:
        self.leaks: list[Leak] = []
        self.bytes = 0
        self.heard: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.watched: set[str] = set()
        self.known: set[str] = set()
        self.unknown: set[str] = set()
        self.games = 0
        self.ended = 0
        self.tales = 0
        self.views = 0

    def add(self, leak: Leak) -> None:
        self.leaks.append(leak)

    def report(self) -> str:
        kinds = Counter([(leak.how, leak.what.partition(":")[0]) for leak in self.leaks])
        first: dict[str, Leak] = {}
        for leak in self.leaks:
            first.setdefault(leak.how, leak)
        lines = [f"{count} times {how}: {what}" for (how, what), count in kinds.most_common(12)]
        return "\n".join([*lines, *[f"e.g. {leak}" for leak in first.values()]])

    def __str__(self) -> str:
        return (
            f"{self.games} games ({self.ended} to their end), {self.heard.total()} messages with {self.bytes:,}"
            f" bytes; {len(self.watched)} strings watched, {len(self.known)} became known to somebody,"
            f" {len(self.unknown)} were unknown to somebody at some time; exports: {self.views} views,"
            f" {self.tales} tales"
        )


class Hunt(Evening):
    """An evening whose guests' bytes are all judged."""

    def __init__(self, served: Served, seed: int, game: str, setup: dict[str, Any], tally: Tally) -> None:
        super().__init__(served, seed, game, setup)
        self.tally = tally
        self.shadows: dict[int, Any] = {}
        self.held: dict[Guest, set[int]] = {}

    def shadow(self, match: Match) -> Shadow:
        raise NotImplementedError

    async def judge(self) -> None:
        """Judge all that has come since the last time."""
        table = self.table
        if table.number not in self.shadows:
            self.shadows[table.number] = self.shadow(table.match)
            await self.learn_seed()
        self.shadows[table.number].sync(table.match)
        for guest in self.everybody:
            self.held.setdefault(guest, set()).update(self.seats_of(guest))
            heard, guest.heard = guest.heard, []
            forbidden = list(self.forbidden(guest)) if heard else []
            for one in heard:
                self.tally.bytes += len(one.text)
                self.tally.heard[one.how] += 1
                self._judge_secrets(one, forbidden)
                self._judge(one)

    def forbidden(self, guest: Guest) -> Iterator[str]:
        """What nobody but its owner is ever sent."""
        for seed in self.seeds:
            yield from (str(seed), f"{seed:x}")
        for other in self.everybody:
            if other.http.session:
                yield other.holder
                if other is not guest:
                    yield other.http.session
        yield from (hashed(secret) for secret in self.secrets)
        yield from self.secrets - guest.secrets

    def _judge_secrets(self, one: Heard, forbidden: list[str]) -> None:
        for secret in forbidden:
            if secret in one.text:
                self.tally.add(Leak(one.how, f"secret: {secret}", one.who.name, one.number))

    def _judge(self, one: Heard) -> None:
        """Find what it is, for whom and of when."""
        shadow = self.shadows.get(one.match or self.table.number)
        seat = one.seat
        if one.how.startswith("GET export 200"):
            self._judge_export(one)
            return
        if one.how.startswith("GET history 200"):
            self._judge_moment(one)
            return
        if one.how.startswith("GET tables") and self.held[one.who]:
            seat = SPECTATOR
        elif seat is not None and seat not in self.held[one.who]:
            if one.scene is not None:
                self.tally.add(Leak(one.how, f"a view of seat {seat}", one.who.name, one.number))
            seat = None
        if shadow is not None:
            self.weigh(one, one.text, shadow, seat, one.number, one.scene)

    def _judge_moment(self, one: Heard) -> None:
        """An earlier moment shows what was known then; if it was taken back, the one that came after."""
        said = json.loads(one.text[one.text.index("\r\n\r\n") + 4 :])
        shadow = self.shadows[said["match"]]
        ask = said["scene"].get("ask")
        number = ask["number"] if ask else 0
        if said["you"] not in self.held[one.who]:
            self.tally.add(Leak(one.how, f"a moment of seat {said['you']}", one.who.name, number))
        if number != one.wanted and one.wanted in answered(self.match):
            self.tally.add(Leak(one.how, f"question {number} instead of {one.wanted}", one.who.name, number))
        self.weigh(one, one.text, shadow, said["you"], number, said["scene"])

    def may_have_tale(self, guest: Guest) -> bool:
        """Whether somebody may have the whole tale now, as the issue says it."""
        match = self.match
        if match.over:
            return True
        veiled = [
            entry for entry in match.entries or [] if isinstance(entry[0], Chance) and entry[0].to != EVERYONE
        ]
        if not match.game.secrets and not veiled:
            return True
        chairs = self.table.desk.chairs
        alone = all(self.holders(seat) == [guest] for seat in range(len(chairs)))
        return alone and all(chair.kind == "person" for chair in chairs)

    def _judge_export(self, one: Heard) -> None:
        rows = one.text[one.text.index("\r\n\r\n") + 4 :].splitlines()
        first = json.loads(rows[0])
        if "tale" in first:
            self.tally.tales += 1
            if not self.may_have_tale(one.who):
                self.tally.add(Leak(one.how, "the whole tale", one.who.name, one.number))
            if not self.match.game.secrets:
                self.weigh(one, one.text, self.shadows[self.table.number], SPECTATOR, one.number, None)
            return
        self.tally.views += 1
        assert first["view"] == 1
        seat, shadow = first["seat"], self.shadows[first["match"]]
        if seat not in self.held[one.who]:
            self.tally.add(Leak(one.how, f"a view of seat {seat}", one.who.name, one.number))
        *story, seen = rows[1:-1]
        last = json.loads(seen)
        for row in story:
            self.weigh(one, row, shadow, seat, last["number"], None)
        self.weigh(one, seen, shadow, seat, last["number"], last["scene"])

    def weigh(
        self,
        one: Heard,
        text: str,
        shadow: Any,
        seat: int | None,
        number: int,
        scene: dict[str, Any] | None,
    ) -> None:
        """Whether a text may be known by this seat at this question; without a seat, nothing may."""
        raise NotImplementedError


def answered(match: Match) -> set[int]:
    """The questions that were answered, also those that were taken back."""
    found: set[int] = set()
    for word, _, number in [entry for entry in match.entries or [] if len(entry) == 3]:
        inner = word.entries if isinstance(word, Undone) else []
        found |= {number, *[entry[2] for entry in inner if len(entry) == 3]}
    return found - {0}


# Thimble


def any_answer(match: Match, luck: Random) -> tuple[int, str]:
    """Any answer or free move is as good as any other; theft and laying a little better."""
    ask = match.ask
    assert ask is not None
    found = [(ask.answers, option.key) for option in ask.options]
    found += [(aside.seat, aside.key) for aside in ask.aside if luck.random() < 0.3]
    return luck.choice(found)


class ThimbleHunt(Hunt):
    def __init__(self, served: Served, seed: int, odd: Odd, find: Finder, tally: Tally) -> None:
        rounds = 3 if seed % 20 == 19 else 2 if seed % 5 == 4 else 1
        super().__init__(served, seed, "thimble", {"rounds": rounds, "pack": odd.ident}, tally)
        self.odd = odd
        self.find = find
        tally.watched |= odd.words

    def shadow(self, match: Match) -> Shadow:
        return Basket(match, self.odd)

    def weigh(
        self,
        one: Heard,
        text: str,
        shadow: Basket,
        seat: int | None,
        number: int,
        scene: dict[str, Any] | None,
    ) -> None:
        found = self.find(text)
        known: Known | None = shadow.known(number, seat) if seat is not None else None
        for word in found - (known.ever if known is not None else frozenset()):
            at = text.lower().index(word)
            self.tally.add(
                Leak(one.how, f"card: {word}", f"{one.who.name} {seat}", number, text[at - 60 : at + 20])
            )
        if known is None:
            return
        self.tally.known |= found
        self.tally.unknown |= self.odd.words - known.ever
        if scene is None:
            return
        for word in self.find(json.dumps(scene)) - known.now:
            self.tally.add(Leak(one.how, f"forgotten card: {word}", f"{one.who.name} {seat}", number))
        for owner, (true, shown) in enumerate(zip(known.hands, hands_in(scene), strict=True)):
            if shown != true:
                said = f"hand of {owner}: shows {shown}, known is {true}"
                self.tally.add(Leak(one.how, said, f"{one.who.name} {seat}", number))

    async def play_all(self, most: int) -> None:
        luck = self.luck
        players = luck.choice([3, 4, 5])
        names = ["me", "ann", "ben", "cat-lover", "dot"]
        places = [names[seat] if luck.random() < 0.75 or seat < 2 else "bot" for seat in range(players)]
        if luck.random() < 0.15:
            places[-1] = "ann"
        luck.shuffle(places)
        undo = luck.choice(["forbid", "same dice", "same dice", "new dice"])
        await self.begin(places, undo=undo)
        await self.play(any_answer, self.judge, most, pranks=0.4 if most == LONGEST else 0.8)
        await self.close_up()

    async def close_up(self) -> None:
        """After the end everybody takes the tale home; perhaps there is another match."""
        tally = self.tally
        tally.games += 1
        tally.ended += self.match.over
        for guest in self.guests:
            for seat in self.seats_of(guest)[:1]:
                await guest.ask("GET export", "GET", f"{self.path}/export?seat={seat}", number=self.number)
                await guest.ask("GET history", "GET", f"{self.path}/history?seat={seat}&number=1", number=1)
        await self.judge()
        if self.match.over and self.luck.random() < 0.3 and self.host is not None:
            await self.deed(self.host, "again", how="rematch")
            await self.play(any_answer, self.judge, 12)
            await self.look_back_at_the_first()
        tally.refused.update(self.refused)
        await self.end()

    async def look_back_at_the_first(self) -> None:
        """The match before is over: its tale can be had, and each seat sees again what it saw."""
        first = self.shadows[1]
        for guest in self.guests:
            for seat in self.seats_of(guest)[:1]:
                tale = await guest.ask("GET past", "GET", f"{self.path}/export?seat={seat}&match=1")
                assert tale.status == 200, tale.text[:400]
                assert "tale" in json.loads(tale.body.splitlines()[0])
                number = self.luck.choice([one for one in first.numbers if one])
                past = await guest.ask(
                    "GET past", "GET", f"{self.path}/history?seat={seat}&number={number}&match=1"
                )
                assert past.status == 200
                guest.heard.pop(-2)
        await self.judge()


async def hunt_in_thimble(served: Served, odd: Odd, seeds: Iterator[int], one: bool = False) -> Tally:
    """With `one` leak it is enough, and evenings are short."""
    tally = Tally()
    find = Finder(odd.words)
    for seed in seeds:
        with once_more(seed):
            await ThimbleHunt(served, seed, odd, find, tally).play_all(A_WHILE if one else LONGEST)
        if one and tally.leaks:
            break
    return tally


# Wonder Book


class WonderHunt(Hunt):
    def __init__(self, served: Served, seed: int, pages: Pages, pack: str, tally: Tally) -> None:
        super().__init__(served, seed, "wonderbook", {"pack": pack} if pack else {}, tally)
        self.pages = pages
        self.is_gentle = seed % 2 == 0
        self.is_wild = seed % 5 == 4
        tally.watched |= {one.text for one in pages.watched}

    def shadow(self, match: Match) -> Shadow:
        return Book(match)

    def weigh(
        self,
        one: Heard,
        text: str,
        shadow: Book,
        seat: int | None,
        number: int,
        scene: dict[str, Any] | None,
    ) -> None:
        happened, seen = shadow.known(number)
        if seat is None:
            happened = seen = frozenset()
        text = text.replace(self.table_id, "")
        texts, ids = self.pages.found_in(text)
        for watched in texts:
            if watched.when & happened:
                self.tally.known.add(watched.text)
            else:
                who = f"{one.who.name} {seat}"
                self.tally.add(Leak(one.how, f"text: {watched.text} ({min(watched.when)})", who, number))
        for ident in ids - seen:
            at = text.index(ident)
            near = text[at - 60 : at + 20]
            self.tally.add(Leak(one.how, f"id: {ident}", f"{one.who.name} {seat}", number, near))

    def answer_of(self, match: Match, luck: Random) -> tuple[int, str]:
        ask = match.ask
        assert ask is not None
        if isinstance(ask.options, Falls):
            return ask.seat, luck.choice(ask.options).key
        if self.setup or self.is_wild:
            keys = [option.key for option in ask.options]
            deeds = [key for key in keys if key.split()[0] in ("interact", "use", "attack", "collect")]
            key = luck.choice(deeds if deeds and luck.random() < 0.6 else keys)
        else:
            key = sense.answer(match, luck, self.is_gentle)
        return ask.seat if ask.seat == ALL else ask.answers, key

    async def play_all(self, most: int) -> None:
        places = ["me", self.luck.choice(["ann", "ann", "ann", "bot"])]
        undo = self.luck.choice(["forbid", "same dice", "new dice"])
        first = self.luck.random() < 0.3
        await self.begin(places, undo=undo, first_answer=first, companion=self.luck.random() < 0.15)
        await self.play(self.answer_of, self.judge, most, pranks=0.2)
        tally = self.tally
        tally.games += 1
        tally.ended += self.match.over
        for guest in self.guests:
            for seat in self.seats_of(guest)[:1]:
                await guest.ask("GET export", "GET", f"{self.path}/export?seat={seat}", number=self.number)
        await self.judge()
        shadow: Book = self.shadows[self.table.number]
        tally.unknown |= {one.text for one in self.pages.watched if not one.when & shadow.happened}
        tally.refused.update(self.refused)
        await self.end()


@cache
def pages_of(pack: str) -> Pages:
    return Pages(pack)


async def hunt_in_wonder_book(
    served: Served, packs: list[str], seeds: Iterator[int], one: bool = False
) -> Tally:
    tally = Tally()
    pages = {pack: pages_of(pack) for pack in packs}
    for seed in seeds:
        pack = packs[seed // 2 % len(packs)]
        with once_more(seed):
            await WonderHunt(served, seed, pages[pack], pack, tally).play_all(A_WHILE if one else LONGEST)
        if one and tally.leaks:
            break
    return tally
