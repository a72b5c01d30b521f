"""A table in memory: a match, a desk, and what may be done with both. It knows no network and no time."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from foldtale.kernel import registry, tale
from foldtale.kernel.chance import People, Seeded
from foldtale.kernel.errors import SetupError, TaleError
from foldtale.kernel.game import Game
from foldtale.kernel.log import Entry, Undone, lines
from foldtale.kernel.match import Match
from foldtale.kernel.scene import Scene
from foldtale.kernel.talk import ALL, EVERYONE, SPECTATOR, Ask, Chance
from foldtale.table import desk as desks
from foldtale.table.desk import Chair, Desk, Options
from foldtale.table.messages import ImportedTable, NewTable, Place, StoryPart
from foldtale.table.refusals import Refused
from foldtale.table.store import Change, Kept

MOST_LINES: Final = 6_000
"""A match at a table has at most so many lines, about twice as many as the longest that are played."""
MOST_QUESTIONS: Final = 1_000_000
MOST_UNDOS: Final = 500
TALE: Final = "the tale of this table"
FULL: Final = f"this match has {MOST_LINES} lines, the most that are kept; the host can begin another one"
TOLD: Final = (
    "somebody has the whole tale of this match and knows its secrets, so nothing in it can be taken back;"
    " make a new table from the tale to go back there, or play a rematch"
)


class Seen:
    """The scene of one seat at one time, and the latest part of its story if somebody wanted that too."""

    def __init__(self, at: tuple[Any, ...], scene: Scene) -> None:
        self.at = at
        self.scene = scene
        self.story: StoryPart | None = None


class Table:
    """`rev` and `at` say what is kept: which change, and how many lines; `fresh` lines are not kept yet.

    `wrong`  why the kept tale cannot be read further, if the game or its packs have changed
    `veiled` whether something has fallen that not everybody saw, also if it was taken back since
    `undos`  how often something was taken back: a story only grows between two of them
    `seen`   what was made last for guests, by seat and language
    `thinks` the seed of its bots
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
        self.veiled = False
        self.logged = 0
        self.pondered = 0
        self.thinks = secrets.randbits(60)
        self.seen: dict[tuple[int, str], Seen] = {}

    @classmethod
    def new(cls, wanted: NewTable, holder: str, now: float) -> Table:
        """A new table whose host is `holder`."""
        try:
            game = registry.get(wanted.game)
        except registry.NoSuchGame as error:
            raise Refused("no such game", str(error)) from None
        setup = make_setup(game, wanted.setup)
        match = begin(game, setup, wanted.options, secrets.randbits(64))
        table = cls(new_id(), seated(match, wanted.places, wanted.options, holder, now), match)
        table.collect()
        return table

    @classmethod
    def imported(
        cls, match: Match, lines: list[str], wanted: ImportedTable, holder: str, now: float
    ) -> Table:
        """A new table that goes on with a match that was read from these lines of a tale."""
        options = replace(wanted.options, companion=isinstance(match.source, People))
        table = cls(new_id(), seated(match, wanted.places, options, holder, now), match)
        table.fresh = lines
        table.skip_what_is_kept()
        return table

    @classmethod
    def opened(
        cls, kept: Kept, match: Match | None = None, since: int = 0, wrong: TaleError | None = None
    ) -> Table:
        """A table as it is kept; `match` comes from a snapshot and has the first `since` lines in it.

        With `wrong`, the line after those does not fit.
        """
        desk = desks.read_desk(kept.desk)
        if match is None:
            match, wrong = replay(kept.header, kept.lines, kept.seed, desk.options.undo)
        elif wrong is None:
            steps = [tale.step_of(line) for line in kept.lines[since:]]
            wrong = tale.follow(match, steps, TALE)
        table = cls(kept.id, desk, match, kept.match, kept.rev)
        table.wrong = wrong
        table.at = len(kept.lines)
        table.touched = kept.touched
        table.skip_what_is_kept()
        return table

    def catch_up(self, kept: Kept) -> None:
        """Take in what another process has kept since."""
        steps = [tale.step_of(line) for line in kept.lines]
        self.wrong = self.wrong or tale.follow(self.match, steps, TALE)
        self.desk = desks.read_desk(kept.desk)
        self.rev = kept.rev
        self.at += len(kept.lines)
        self.touched = kept.touched
        self.skip_what_is_kept()

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def is_full(self) -> bool:
        """Whether the match is as long as a match may be."""
        return self.at + len(self.fresh) >= MOST_LINES

    # What a change is

    def header(self) -> str:
        return msgspec.json.encode(tale.header_of(self.match)).decode()

    def kept_new(self) -> Kept:
        """A new table as it is to be kept for the first time."""
        seed = seeded(self.match).seed
        desk = desks.write_desk(self.desk)
        return Kept(self.id, self.rev, self.number, desk, self.header(), seed, list(self.fresh))

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

    def collect(self) -> None:
        """Note the lines that the match has written since."""
        new = (self.match.entries or [])[self.logged :]
        self.fresh += [json.dumps(line, ensure_ascii=False) for line in lines(new)]
        self._note(new)

    def skip_what_is_kept(self) -> None:
        """Note that all that the match has written so far is kept already."""
        self.undos = self.logged = 0
        self._note(self.match.entries or [])

    def _note(self, new: Sequence[Entry]) -> None:
        self.veiled = self.veiled or any(is_veiled(entry) for entry in new)
        self.undos += undos_in(new)
        self.logged += len(new)

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
            raise Refused(
                "stopped", "this match does not fit the installed game; the host can go on from here"
            )
        if ask is None:
            raise Refused("over", "the match is over")
        if self.is_full:
            raise Refused("too long", FULL)
        self.must_be_now(number)
        return ask

    def must_be_now(self, number: int) -> None:
        """Refuse what is said of another question than the open one."""
        now = self.match.number
        if number < now:
            raise Refused("late", f"the table has moved on: question {number} is closed, {now} is open")
        if number > now:
            raise Refused("not asked", f"question {number} is not asked yet; {now} is open")

    @property
    def waits_for_people(self) -> bool:
        """Whether nothing is asked, or a person, or the group."""
        ask = self.match.ask
        return ask is None or ask.seat == ALL or self.desk.chairs[ask.answers].kind != "bot"

    # What may leave

    def full_tale(self, holder: str) -> bool:
        """Whether the whole tale may leave now: the match is over, or nobody has secrets from this person."""
        return self.match.over or not self.has_secrets_from(holder)

    def has_secrets_from(self, holder: str) -> bool:
        """Whether the whole tale tells more than the seats of `holder` may know."""
        if not self.game.secrets and not self.veiled:
            return False
        every = range(len(self.desk.chairs))
        return self.desk.people != [*every] or any(self.desk.holders_of(seat) != [holder] for seat in every)

    def release_tale(self, holder: str) -> bool:
        """Return whether the whole tale may leave for `holder`; if it tells secrets, close undo."""
        if not self.full_tale(holder):
            return False
        if self.has_secrets_from(holder) and not self.is_told:
            self.desk = replace(self.desk, told=self.number, wish=None)
        return True

    @property
    def is_told(self) -> bool:
        """Whether the whole tale of this match has left for somebody who did not know all of it."""
        return self.desk.told == self.number

    def must_be_untold(self) -> None:
        """Refuse to go back in a match whose whole tale has left."""
        if self.is_told:
            raise Refused("not undone", TOLD)


def replay(header: str, lines: Sequence[str], seed: int, undo: str) -> tuple[Match, TaleError | None]:
    """Replay a kept match as far as it can be read."""
    steps = [tale.step_of(line) for line in lines]
    page = tale.Page(msgspec.json.decode(header, type=tale.Header), steps, over=None)
    return tale.replay(Match, page, TALE, seed, undo)


def read_tale(text: str, undo: str, seed: int) -> Match:
    """Replay a tale that somebody has sent, or refuse it."""
    try:
        page = tale.parse("this tale", text.encode())
        undos = sum([isinstance(one, tale.Undo) for one in page.steps])
        if len(page.steps) >= MOST_LINES or undos > MOST_UNDOS:
            raise Refused("bad tale", f"at most {MOST_LINES} lines and {MOST_UNDOS} undos can be taken in")
        match, wrong = tale.replay(Match, page, "this tale", seed, undo)
    except TaleError as error:
        wrong = error
    if wrong is not None:
        raise Refused("bad tale", str(wrong))
    if match.number > MOST_QUESTIONS:
        raise Refused("bad tale", f"this tale has more than {MOST_QUESTIONS} questions")
    return match


def is_veiled(entry: Entry) -> bool:
    """Whether this fell, or was taken back with something that fell, and not everybody saw it."""
    word = entry[0]
    if isinstance(word, Undone):
        return any(is_veiled(one) for one in word.entries)
    return isinstance(word, Chance) and word.to != EVERYONE


def undos_in(entries: Sequence[Entry]) -> int:
    """Count how often something was taken back, also within what was taken back later."""
    return sum([1 + undos_in(entry[0].entries) for entry in entries if isinstance(entry[0], Undone)])


def seeded(match: Match) -> Seeded:
    """Where the chance of a match comes from that people do not roll."""
    source = match.source.rest if isinstance(match.source, People) else match.source
    assert isinstance(source, Seeded)
    return source


def new_id() -> str:
    return secrets.token_urlsafe(9)


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
    chairs = [
        Chair(kinds[one.who], desks.clean(one.name), now, people=int(one.who == "me"), level=one.level)
        for one in given
    ]
    mine = tuple([seat for seat, place in enumerate(given) if place.who == "me"])
    return Desk(tuple(chairs), options, host=holder, holders={holder: mine or (SPECTATOR,)})
