"""A table in memory: a match, a desk, and what may be done with both. It knows no network and no time."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from foldtale.bots.random import RandomBot
from foldtale.kernel import registry, tale
from foldtale.kernel.chance import Falls, People, Seeded
from foldtale.kernel.errors import IllegalAnswer, Incident, LateAnswer, SetupError, TaleError, UndoRefused
from foldtale.kernel.game import Game
from foldtale.kernel.log import lines
from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL, EVERYONE, SPECTATOR, Ask, Chance
from foldtale.table import desk as desks
from foldtale.table.desk import Chair, Desk, Options, Order, Wish, hashed
from foldtale.table.messages import Again, Answer, Consent, Place, Propose, StandingOrder
from foldtale.table.refusals import Refused
from foldtale.table.store import Change, Kept
from foldtale.table.undoing import undo_freely, undo_to_a_person

MOST_OBEYED: Final = 200
"""So many questions in a row are answered by standing orders."""


class Table:
    """`rev` and `at` say what is kept: which change, and how many lines; `fresh` lines are not kept yet.

    `wrong`  why the kept tale cannot be read further, if the game or its packs have changed
    `undos`  how often something was taken back: a story only grows between two of them
    """

    def __init__(self, ident: str, desk: Desk, match: Match, number: int = 1, rev: int = 0) -> None:
        self.id = ident
        self.desk = desk
        self.match = match
        self.number = number
        self.rev = rev
        self.at = 0
        self.undos = 0
        self.fresh: list[str] = []
        self.begun: tuple[str, int] | None = None
        self.wrong: TaleError | None = None
        self.touched = 0.0
        self._logged = 0
        self._pondered = 0

    @classmethod
    def new(
        cls,
        game_name: str,
        setup: Mapping[str, Any],
        places: Sequence[Place],
        options: Options,
        holder: str,
        now: float,
    ) -> Table:
        """A new table whose host is `holder`."""
        game = find_game(game_name)
        match = begin(game, make_setup(game, setup), options, secrets.randbits(64))
        table = cls(new_id(), seated(match, places, options, holder, now), match)
        table._collect()
        return table

    @classmethod
    def imported(cls, text: str, places: Sequence[Place], options: Options, holder: str, now: float) -> Table:
        """A new table that goes on with a tale."""
        try:
            page = tale.parse("this tale", text.encode())
            match, wrong = tale.replay(Match, page, "this tale", undo=options.undo)
        except TaleError as error:
            wrong = error
        if wrong is not None:
            raise Refused("bad tale", str(wrong))
        options = replace(options, companion=page.header.companion)
        table = cls(new_id(), seated(match, places, options, holder, now), match)
        table._collect()
        return table

    @classmethod
    def opened(cls, kept: Kept, match: Match | None = None, since: int = 0) -> Table:
        """A table as it is kept; `match` comes from a snapshot and has the first `since` lines in it."""
        desk = desks.read_desk(kept.desk)
        wrong: TaleError | None
        steps = [tale.step_of(line) for line in kept.lines[since:]]
        if match is None:
            header = msgspec.json.decode(kept.header, type=tale.Header)
            page = tale.Page(header, steps, over=None)
            match, wrong = tale.replay(Match, page, "the tale of this table", kept.seed, desk.options.undo)
        else:
            wrong = tale.follow(match, steps, "the tale of this table")
        table = cls(kept.id, desk, match, kept.match, kept.rev)
        table.wrong = wrong
        table.at = len(kept.lines)
        table.touched = kept.touched
        table._logged = len(match.entries or [])
        table.undos = sum(
            ['"undo"' in line and isinstance(tale.step_of(line), tale.Undo) for line in kept.lines]
        )
        return table

    def catch_up(self, kept: Kept) -> None:
        """Take in what another process has kept since."""
        steps = [tale.step_of(line) for line in kept.lines]
        self.wrong = self.wrong or tale.follow(self.match, steps, "the tale of this table")
        self.undos += sum([isinstance(step, tale.Undo) for step in steps])
        self.desk = desks.read_desk(kept.desk)
        self.rev = kept.rev
        self.at += len(kept.lines)
        self.touched = kept.touched
        self._logged = len(self.match.entries or [])

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def bots(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.desk.chairs) if chair.kind == "bot"]

    # What a change is

    def header(self) -> str:
        return msgspec.json.encode(tale.header_of(self.match)).decode()

    def kept_new(self) -> Kept:
        """A new table as it is to be kept for the first time."""
        source = self.match.source
        seeded = source.rest if isinstance(source, People) else source
        assert isinstance(seeded, Seeded)
        desk = desks.write_desk(self.desk)
        return Kept(self.id, self.rev, self.number, desk, self.header(), seeded.seed, list(self.fresh))

    def change(self) -> Change:
        """All that is not kept yet."""
        desk = desks.write_desk(self.desk)
        return Change(self.id, self.rev, self.number, desk, self.at, list(self.fresh), self.begun)

    def is_kept(self) -> None:
        """The last change is kept."""
        self.rev += 1
        self.at += len(self.fresh)
        self.fresh.clear()
        self.begun = None

    def _collect(self) -> None:
        """Note the lines that the match has written since."""
        entries = self.match.entries or []
        self.fresh += [json.dumps(line, ensure_ascii=False) for line in lines(entries[self._logged :])]
        self._logged = len(entries)

    # Rights

    def must_hold(self, holder: str, seat: int) -> Chair:
        """The chair of a seat that this session holds and plays."""
        if seat not in self.desk.seats_of(holder) or seat >= len(self.desk.chairs):
            raise Refused("not yours", "this seat is not yours")
        return self.desk.chairs[seat]

    def must_play(self, holder: str, seat: int) -> None:
        if self.must_hold(holder, seat).kind == "bot":
            raise Refused("bot plays", "a bot plays in your seat; take the seat back first")

    def must_host(self, holder: str) -> None:
        if not holder or holder != self.desk.host:
            raise Refused("not the host", "only the host of this table can do that")

    def must_be_open(self, number: int) -> Ask:
        """The open question, if it is the one that somebody means."""
        ask = self.match.ask
        if self.wrong is not None:
            raise Refused("stopped", f"this match cannot go on as it is: {self.wrong.problem}")
        if ask is None:
            raise Refused("over", "the match is over")
        self.must_be_now(number)
        return ask

    def must_be_now(self, number: int) -> None:
        """Refuse what is said of another question than the open one."""
        now = self.match.number
        if number < now:
            raise Refused("late", f"the table has moved on: question {number} is closed, {now} is open")
        if number > now:
            raise Refused("not asked", f"question {number} is not asked yet; {now} is open")

    # Answers

    def answer(self, holder: str, said: Answer) -> None:
        """What a person says; several keys count all or not at all."""
        self.must_play(holder, said.seat)
        self.must_be_open(said.number)
        match = self.match
        if len(said.keys) > 1:
            match = match.fork()
        for number, key in enumerate(said.keys):
            ask = match.ask
            if ask is None:
                raise Refused("over", f"the match is over before answer {number + 1}; none of them counts")
            try:
                match.answer(self.spoken(ask, said.seat, key))
            except Refused as refusal:
                which = "" if len(said.keys) == 1 else f"answer {number + 1}: "
                more = "" if len(said.keys) == 1 else "; none of them counts"
                raise Refused(refusal.reason, f"{which}{refusal.said}{more}") from None
            except LateAnswer as error:
                raise Refused("late", str(error)) from None
            except IllegalAnswer as error:
                raise Refused("not offered", str(error)) from None
            except Incident as incident:
                raise Refused("incident", f"nothing has changed: {incident}") from incident
        self.match = match
        self._moved()

    def spoken(self, ask: Ask, seat: int, key: str) -> str | tuple[int, str]:
        """An answer as the match takes it, if this seat may give it."""
        if isinstance(ask.options, Falls):
            if not ask.to >> seat & 1:
                raise Refused("not asked", "these dice are not yours to see")
            return key
        if ask.seat == ALL:
            if seat != self.voice(ask) and not self.desk.options.first_answer:
                who = self.desk.name(self.voice(ask))
                raise Refused("not asked", f"{who} answers for all; you can propose")
            return ask.voice, key
        if seat != ask.answers and all((aside.seat, aside.key) != (seat, key) for aside in ask.aside):
            raise Refused("not asked", f"{self.desk.name(ask.answers)} is asked now")
        return seat, key

    def voice(self, ask: Ask) -> int:
        """Who confirms in a group question: the seat that the rules name, or for a bot the next person."""
        person = self.desk.next_person(max(ask.voice, 0))
        return max(ask.voice, 0) if person is None else person

    def propose(self, holder: str, said: Propose) -> None:
        self.must_play(holder, said.seat)
        ask = self.must_be_open(said.number)
        if ask.seat != ALL or isinstance(ask.options, Falls):
            raise Refused("not asked", "this question is not put to the whole group")
        if said.key and all(option.key != said.key for option in ask.options):
            raise Refused("not offered", f"{said.key!r} is not among the options")
        self._propose({said.seat: said.key})

    def _propose(self, keys: Mapping[int, str]) -> None:
        before = self.desk.proposals if self.desk.asked == self.match.number else {}
        proposals = {seat: key for seat, key in {**before, **keys}.items() if key}
        self.desk = replace(self.desk, asked=self.match.number, proposals=proposals)

    def set_order(self, holder: str, said: StandingOrder) -> None:
        """Answer this and every such question of this seat so."""
        self.must_play(holder, said.seat)
        ask = self.must_be_open(said.number)
        if ask.seat == ALL or ask.answers != said.seat:
            raise Refused("not asked", "standing orders are for questions that are put to you alone")
        if all(option.key != said.key for option in ask.options):
            raise Refused("not offered", f"{said.key!r} is not among the options")
        chair = self.desk.chairs[said.seat]
        kept = [order for order in chair.orders if order.topic != ask.topic][-desks.MOST_ORDERS + 1 :]
        chair = replace(chair, orders=(*kept, Order(ask.topic, said.key)))
        self.desk = self.desk.with_chair(said.seat, chair)
        self._moved()

    def drop_orders(self, holder: str, seat: int) -> None:
        chair = self.must_hold(holder, seat)
        self.desk = self.desk.with_chair(seat, replace(chair, orders=()))

    def _moved(self) -> None:
        """After an answer: what it has made void, and what standing orders answer to the next question."""
        self._collect()
        self.desk = replace(self.desk, wish=None)
        for _ in range(MOST_OBEYED):
            ask = self.match.ask
            key = self.ordered(ask) if ask is not None else None
            if ask is None or key is None:
                return
            try:
                self.match.answer((ask.answers, key))
            except Incident:
                return
            self._collect()

    def ordered(self, ask: Ask) -> str | None:
        """What a standing order says to this question."""
        if ask.seat == ALL or self.desk.chairs[ask.answers].kind != "person":
            return None
        offered = [option.key for option in ask.options]
        orders = self.desk.chairs[ask.answers].orders
        return next((one.key for one in orders if one.topic == ask.topic and one.key in offered), None)

    # Bots

    def bot_is_due(self) -> bool:
        """Whether a bot has something to say."""
        ask = self.match.ask
        if ask is None or self.wrong is not None or not self.bots:
            return False
        if isinstance(ask.options, Falls):
            return not self.desk.people
        if ask.seat == ALL and self.desk.people:
            return self.desk.asked != ask.number or not any(seat in self.desk.proposals for seat in self.bots)
        asides = any(aside.seat in self.bots for aside in ask.aside)
        return ask.answers in self.bots or (asides and self._pondered != ask.number)

    def let_bots_move(self) -> bool:
        """One move of the bots: a free move, an answer, or their proposals; whether there was any."""
        ask = self.match.ask
        if ask is None or not self.bot_is_due():
            return False
        if isinstance(ask.options, Falls):
            self.match.answer(ask.options[secrets.randbelow(len(ask.options))].key)
            self._moved()
            return True
        if ask.seat == ALL and self.desk.people:
            keys = [option.key for option in ask.options]
            self._propose({seat: secrets.choice(keys) for seat in self.bots})
            return True
        first = [seat for seat in self.bots if seat != ask.answers] if self._pondered != ask.number else []
        self._pondered = ask.number
        asked = [ask.answers] if ask.answers in self.bots else []
        return any(self._bot_moves(seat) for seat in (*first, *asked))

    def _bot_moves(self, seat: int) -> bool:
        key = RandomBot().choose(self.match.glimpse(seat))
        if key is None:
            return False
        self.match.answer((seat, key))
        self._moved()
        return True

    # Taking back

    def undo(self, holder: str, seat: int, number: int, now: float) -> None:
        """Take back one's own last answer freely, or the last answer of anybody by policy and consent."""
        self.must_play(holder, seat)
        self.must_be_now(number)
        if undo_freely(self.match, seat):
            self._took_back()
            return
        if self.desk.options.undo == "forbid":
            raise Refused(
                "not undone", "something has been revealed since, and this table keeps what was revealed"
            )
        wish = Wish(seat, self.match.last_answered, (seat,))
        if not wish.number:
            raise Refused("not undone", "nothing has been answered yet")
        self.desk = replace(self.desk, wish=wish)
        self._take_back_if_agreed(now)

    def consent(self, holder: str, said: Consent, now: float) -> None:
        self.must_play(holder, said.seat)
        wish = self.desk.wish
        if wish is None or wish.number != said.number:
            raise Refused("nothing to agree on", "nobody wants to take that answer back now")
        if not said.agree:
            self.desk = replace(self.desk, wish=None)
            return
        agreed = tuple(sorted({*wish.agreed, said.seat}))
        self.desk = replace(self.desk, wish=replace(wish, agreed=agreed))
        self._take_back_if_agreed(now)

    def still_asked(self, wish: Wish, now: float) -> list[int]:
        """The seats of other people that have not agreed yet; whoever is away for a day is not asked."""
        agreeing = [holder for seat in wish.agreed for holder in self.desk.holders_of(seat)]
        theirs = {*wish.agreed, *(seat for holder in agreeing for seat in self.desk.seats_of(holder))}
        return [seat for seat in self.desk.people if seat not in theirs and not self.desk.is_away(seat, now)]

    def _take_back_if_agreed(self, now: float) -> None:
        wish = self.desk.wish
        if wish is None or self.still_asked(wish, now):
            return
        self.desk = replace(self.desk, wish=None)
        before = self.match.number
        try:
            undo_to_a_person(self.match, self.bots)
        except UndoRefused as refusal:
            if self.match.number == before:
                raise Refused("not undone", str(refusal)) from None
        self._took_back()

    def _took_back(self) -> None:
        """Note the undo lines: what was taken back is kept already."""
        entries = self.match.entries or []
        whole = list(lines(entries))
        self.fresh += [json.dumps(line, ensure_ascii=False) for line in whole[self.at + len(self.fresh) :]]
        self.undos = sum(["undo" in line for line in whole])
        self._logged = len(entries)
        self.desk = replace(self.desk, wish=None)

    # Seats

    def invite(self, holder: str, seat: int) -> str:
        """A new link for a seat, or for those who watch; the host's, or for one's own seat."""
        if seat != SPECTATOR and seat >= len(self.desk.chairs):
            raise Refused("bad request", f"there is no seat {seat} at this table")
        if seat not in self.desk.seats_of(holder) or seat == SPECTATOR:
            self.must_host(holder)
        secret = desks.new_secret()
        kept = dict(list(self.desk.keys.items())[-desks.MOST_KEYS + 1 :])
        self.desk = replace(self.desk, keys={**kept, hashed(secret): seat})
        return secret

    def join(self, holder: str, secret: str, name: str, now: float) -> int:
        """The seat that the secret of a link opens."""
        seat = self.desk.keys.get(hashed(secret))
        if seat is None:
            raise Refused("wrong link", "this link is not, or no longer, good")
        self.desk = self.desk.sit(holder, seat, name, now)
        return seat

    def leave(self, holder: str) -> None:
        if not self.desk.seats_of(holder) and holder != self.desk.host:
            raise Refused("not yours", "you have no place at this table")
        self.desk = self.desk.stand_up(holder)

    def rename(self, holder: str, seat: int, name: str) -> None:
        chair = self.must_hold(holder, seat)
        self.desk = self.desk.with_chair(seat, replace(chair, name=desks.clean(name)))

    def kick(self, holder: str, seat: int) -> None:
        self.must_host(holder)
        if seat in self.desk.seats_of(holder):
            raise Refused("bad request", "this is your own seat; leave it, or hand it to a bot")
        if seat != SPECTATOR and seat >= len(self.desk.chairs):
            raise Refused("bad request", f"there is no seat {seat} at this table")
        self.desk = self.desk.kick(seat)

    def give_to_bot(self, holder: str, seat: int, now: float) -> None:
        """A seat's own person, or the host; for somebody who was not here for a day, any player."""
        if seat >= len(self.desk.chairs):
            raise Refused("bad request", f"there is no seat {seat} at this table")
        mine = seat in self.desk.seats_of(holder) or holder == self.desk.host
        chair = self.desk.chairs[seat]
        away = chair.kind == "person" and self.desk.is_away(seat, now)
        if not mine and not (away and self.desk.role(holder) == "player"):
            raise Refused("not yours", "this seat is not yours, and its person was here today")
        self.desk = self.desk.with_chair(seat, replace(chair, kind="bot"))

    def take_back_seat(self, holder: str, seat: int, now: float) -> None:
        chair = self.must_hold(holder, seat)
        self.desk = self.desk.with_chair(seat, replace(chair, kind="person", seen=now))

    def claim_hosting(self, holder: str, now: float) -> None:
        """Any player hosts from now on, if the host has no seat or was not here for a day."""
        if self.desk.role(holder) == "spectator":
            raise Refused("not yours", "only a player can host")
        seats = [seat for seat in self.desk.seats_of(self.desk.host) if seat != SPECTATOR]
        if self.desk.host and any(not self.desk.is_away(seat, now) for seat in seats):
            raise Refused("not the host", "the host was here today")
        self.desk = replace(self.desk, host=holder)

    def set_webhook(self, holder: str, seat: int, url: str) -> None:
        chair = self.must_hold(holder, seat)
        self.desk = self.desk.with_chair(seat, replace(chair, webhook=url))

    def was_seen(self, seats: Iterable[int], now: float) -> None:
        for seat in seats:
            if seat < len(self.desk.chairs):
                self.desk = self.desk.with_chair(seat, replace(self.desk.chairs[seat], seen=now))

    # The next match

    def again(self, holder: str, said: Again) -> None:
        """A new match on the same links."""
        self.must_host(holder)
        if said.how == "go on":
            self._go_on()
            return
        if not self.match.over and self.wrong is None:
            raise Refused("not over", "the match is not over yet")
        setup = msgspec.to_builtins(self.match.setup)
        outcome = self.match.outcome
        if said.how == "next":
            if outcome is None or outcome.record is None:
                raise Refused("bad setup", "this match leaves no record to begin with; play a rematch")
            setup["record"] = msgspec.to_builtins(outcome.record)
        setup |= said.setup
        if setup.get("players") != self.match.setup.players:
            raise Refused("bad setup", "the same links are for as many players; make a new table for others")
        made = make_setup(self.game, setup)
        self._begin(begin(self.game, made, self.desk.options, seed := secrets.randbits(64)), seed)

    def _go_on(self) -> None:
        """A match of its own with all that could be read; what was kept stays as it is."""
        if self.wrong is None:
            raise Refused("bad request", "this match goes on by itself")
        source = self.match.source
        seed = secrets.randbits(64)
        seeded = Seeded(seed)
        self.match.use(People(seeded) if isinstance(source, People) else seeded)
        self._begin(self.match, seed)

    def _begin(self, match: Match, seed: int) -> None:
        self.match = match
        self.wrong = None
        self.number += 1
        self.at = 0
        self.undos = 0
        self.fresh.clear()
        self._logged = 0
        chairs = tuple([replace(chair, orders=()) for chair in self.desk.chairs])
        self.desk = replace(self.desk, chairs=chairs, asked=0, proposals={}, wish=None)
        self.fresh += [json.dumps(line, ensure_ascii=False) for line in lines(match.entries or [])]
        self._logged = len(match.entries or [])
        self.begun = self.header(), seed

    # What may leave

    def full_tale(self, holder: str) -> bool:
        """Whether the whole tale may leave now: the match is over, or nobody has secrets from this person."""
        if self.match.over or (not self.game.secrets and not has_veiled_chance(self.match)):
            return True
        every = range(len(self.desk.chairs))
        return self.desk.people == [*every] and set(every) <= set(self.desk.seats_of(holder))


def has_veiled_chance(match: Match) -> bool:
    """Whether something has fallen that not everybody saw."""
    return any(isinstance(entry[0], Chance) and entry[0].to != EVERYONE for entry in match.entries or [])


def new_id() -> str:
    return secrets.token_urlsafe(9)


def find_game(name: str) -> Game:
    try:
        return registry.get(name)
    except registry.NoSuchGame as error:
        raise Refused("no such game", str(error)) from None


def make_setup(game: Game, choices: Mapping[str, Any]) -> Any:
    try:
        return game.setup(**choices)
    except (SetupError, TypeError) as error:
        raise Refused("bad setup", str(error)) from None


def begin(game: Game, setup: Any, options: Options, seed: int) -> Match:
    chance = Seeded(seed)
    try:
        return Match.new(
            game, setup, chance=People(chance) if options.companion else chance, undo=options.undo
        )
    except (SetupError, LookupError) as error:
        raise Refused("bad setup", str(error)) from None


def seated(match: Match, places: Sequence[Place], options: Options, holder: str, now: float) -> Desk:
    """Who sits where at a new table; without places the host has the first seat."""
    players: int = match.setup.players
    given = list(places) or [Place("me")]
    if len(given) > players:
        raise Refused("bad setup", f"there are {len(given)} places for {players} players")
    given += [Place()] * (players - len(given))
    kinds: dict[str, desks.Kind] = {"me": "person", "open": "open", "bot": "bot"}
    chairs = tuple([Chair(kinds[place.who], desks.clean(place.name), now) for place in given])
    mine = tuple([seat for seat, place in enumerate(given) if place.who == "me"])
    return Desk(chairs, options, host=holder, holders={holder: mine or (SPECTATOR,)})
