"""A match: rules on one side, answers on the other, and the list of answers between them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from foldtale.kernel import tale, view
from foldtale.kernel.chance import ASK_PEOPLE, Drawn, Falls, Seeded, Source, offered, place_of
from foldtale.kernel.errors import BrokenRules, ForkRefused, IllegalAnswer, Incident, LateAnswer, UndoRefused
from foldtale.kernel.log import Entry, Line, Undone, asked, fell, lines, seat_of, story, values, was_sent
from foldtale.kernel.talk import ALL, Aside, Ask, Chance, Option, Outcomes, Rest, Show, State, key_of
from foldtale.kernel.worlds import NEVER, Worlds

if TYPE_CHECKING:
    from foldtale.kernel.game import Game, Outcome
    from foldtale.kernel.scene import Scene
    from foldtale.kernel.tongue import Tongue

Choice: TypeAlias = int | str | tuple[int, str]

FORBID: Final = "forbid"
SAME_DICE: Final = "same dice"
NEW_DICE: Final = "new dice"
UNDO_POLICIES: Final = (FORBID, SAME_DICE, NEW_DICE)

MOST_EARLIER: Final = 32
"""Checkpoints kept behind the last one for undo before they are thinned out."""


class Terms:
    """What a match and its forks agree on: the game, its setup, and what is kept."""

    __slots__ = ("by_hand", "changed", "game", "setup", "spacing", "tells", "undo")

    def __init__(
        self, game: Game, setup: Any, undo: str, spacing: int, tells: bool, by_hand: bool = False
    ) -> None:
        self.game = game
        self.setup = setup
        self.undo = undo
        self.spacing = spacing
        self.tells = tells
        self.by_hand = by_hand  # whether the match began from a position and not by the setup
        self.changed: tuple[str, ...] = ()  # the packs that are not as they were when the tale was saved


class Match:
    """One game in progress.

    `word`     what the rules wait for: the answer to a question, or a fall of real dice
    `options`  what the asked seat can answer now; empty when the match is over
    `outcome`  how it ended, or None
    `entries`  all that was said in the line of play that stands, or None in bare play
    `number`   the number of the open question; it only grows
    `start`    the state before the first word, if undo leads back there
    `pages`    the pages that were shown, also those that were taken back since
    """

    __slots__ = (
        "_ask", "_earlier", "_random", "_rest", "_rest_at", "_send", "entries", "imagined", "number",
        "options", "outcome", "pages", "source", "start", "state", "terms", "word",
    )  # fmt: skip

    def __init__(
        self,
        terms: Terms,
        state: State,
        source: Source,
        entries: list[Entry] | None,
        number: int,
        start: State | None,
        rest: State | None,
        rest_at: int,
        pages: frozenset[str],
        imagined: bool,
    ) -> None:
        self.terms = terms
        self.state = state
        self.source = source
        self.entries = entries
        self.number = number
        self.options: Sequence[Any] = ()
        self.outcome: Outcome | None = None
        self.imagined = imagined
        self._random = source.random if source.__class__ is Drawn else None
        self._send = terms.game.main(state).send
        self.word: Ask | Chance | None = None
        self._ask: Ask | None = None
        self.start = start
        self._rest = rest
        self._rest_at = rest_at
        self._earlier: tuple[tuple[State, int], ...] = ()
        self.pages = pages

    @classmethod
    def new(
        cls,
        game: Game,
        setup: Any,
        seed: int | None = None,
        chance: Source | None = None,
        undo: str = FORBID,
        bare: bool = False,
        checkpoints: int | None = None,
        tells: bool = True,
        position: State | None = None,
    ) -> Match:
        """Start a game. Without `seed` or `chance`, use a random seed; bare play keeps nothing.

        `checkpoints` says how far apart they are in the log, if not by `game.spacing`; 0 is none at all.
        With a `position`, start from a copy of it and not by the setup.
        """
        if undo not in UNDO_POLICIES:
            raise ValueError(f"no undo policy {undo!r}; there are: {', '.join(UNDO_POLICIES)}")
        state = game.begin(setup) if position is None else position.copy()
        source = chance or Seeded(secrets.randbits(64) if seed is None else seed)
        spacing = game.spacing if checkpoints is None else checkpoints
        terms = Terms(game, setup, undo, spacing or NEVER, tells, by_hand=position is not None)
        start = None if bare else state.copy()
        match = cls(terms, state, source, None if bare else [], 0, start, start, 0, frozenset(), False)
        match._listen()
        match._go(None)
        return match

    @classmethod
    def at(
        cls,
        game: Game,
        position: State,
        setup: Any = None,
        seed: int | None = None,
        chance: Source | None = None,
        undo: str = FORBID,
    ) -> Match:
        """Start from a copy of a hand-made position: every worked example begins with "given"."""
        return cls.new(game, setup, seed, chance, undo, position=position)

    @property
    def game(self) -> Game:
        return self.terms.game

    @property
    def setup(self) -> Any:
        return self.terms.setup

    @property
    def ask(self) -> Ask | None:
        """The open question, numbered, or None when the match is over."""
        word = self.word
        if word is None:
            return None
        ask = self._ask
        if ask is None or ask.number != self.number or self.entries is None:
            if isinstance(word, Chance):
                word = Ask(ALL, word.topic, cast("Sequence[Option]", Falls(word)), "", to=word.to)
            ask = self._ask = word.again(word.aside, self.number)
        return ask

    @property
    def asides(self) -> tuple[Aside, ...]:
        """The free moves that can be made now, by whom."""
        return self.word.aside if type(self.word) is Ask else ()

    @property
    def last_answered(self) -> int:
        """The number of the question that was answered last, or 0."""
        at = self._last_answer()
        return 0 if self.entries is None or at < 0 else self.entries[at][2]  # type: ignore[return-value]

    @property
    def rest(self) -> tuple[State, int] | None:
        """The state at the last checkpoint, and how many entries of the log lie before it."""
        return None if self._rest is None else (self._rest, self._rest_at)

    @property
    def coroutine(self) -> Any:
        """The rules as they wait for an answer, for those who look into their frames."""
        return getattr(self._send, "__self__")  # noqa: B009 (mypyc knows no __self__)

    @property
    def over(self) -> bool:
        return self.word is None

    @property
    def horizon(self) -> bool:
        """Whether an imagined match came to a page that its table has not read."""
        return self.word is None and self.outcome is None

    def answer(self, choice: object, number: int = 0) -> None:
        """Answer the open question by index, by key, or as a seat by `(seat, key)`.

        With a number, only if that question is still open. An answer that is refused changes nothing.
        """
        if number and number != self.number:
            raise LateAnswer(f"question {number} is closed; {self.number} is open now")
        options = self.options
        if type(choice) is int and 0 <= choice < len(options):
            value = options[choice]
        else:
            value = self._read(choice)
        if self.entries is not None:
            self._answer(self.entries, value)
            return
        # Bare play, by the shortest way; what is rarely met goes the long one.
        send = self._send
        try:
            while True:
                word = send(value)
                if type(word) is Ask:
                    options = word.options
                    if len(options) > 1:
                        self.word = word
                        self.options = options
                        return
                    if not options or word.aside:
                        break
                    value = options[0]
                elif type(word) is Rest:
                    value = None
                elif type(word) is Chance:
                    if word.count < 2:
                        break
                    random = self._random
                    at = self.source.choose(word) if random is None else int(random() * word.count)
                    if at == ASK_PEOPLE:
                        break
                    value = word.outcomes[at]
                elif type(word) is Show and not self.imagined:
                    value = None
                else:
                    break
        except StopIteration as end:
            self._close(end.value)
            return
        self._go(None, word)

    def _answer(self, entries: list[Entry], value: Any) -> None:
        """Note an answer and let the rules go on; if they fail, all is as it was before."""
        pages = self.pages
        entries.append((self.word, value, self.number))  # type: ignore[arg-type]
        try:
            self._go(value)
        except BaseException as error:
            self.pages = pages
            if self.start is not None:
                self.rebuild(self._last_answer(), same_dice=True)
            if self.start is None or not isinstance(error, Exception):
                raise
            raise Incident(key_of(value), error) from error

    def fork(self, bare: bool = False) -> Match:
        """An independent match at the same point, which will meet the same chance."""
        rest = self._rest
        log = self.entries
        if rest is None or log is None:
            raise ForkRefused("a bare match, or an imagined one before its next rest, cannot be forked")
        twin = Match(
            self.terms,
            rest.copy(),
            self.source.copy(),
            None if bare else log[:],
            self.number,
            None if bare else self.start,
            None if bare else rest,
            self._rest_at,
            self.pages,
            self.imagined,
        )
        twin._earlier = () if bare else self._earlier
        twin.catch_up(self.since_rest())
        if self.word is None:
            twin._close(self.outcome)
        twin._listen()
        return twin

    def imagine(self, seat: int, seed: int) -> Match:
        """A world as this seat may believe it to be: what it does not know is dealt anew by the seed."""
        return self.worlds(seat).imagine(seed)

    def worlds(self, seat: int) -> Worlds:
        """All that this seat may believe, for those who imagine more than once."""
        return Worlds(self, seat)

    def undo(self, seat: int = ALL) -> None:
        """Take back the last answer; as a seat, only one's own."""
        log = self.entries
        if log is None or self.start is None:
            raise UndoRefused("this match keeps no log to go back in")
        at = self._last_answer()
        if at < 0:
            raise UndoRefused("nothing has been answered yet")
        entry = log[at]
        number: int = entry[2]  # type: ignore[assignment]
        by = seat_of(entry)  # type: ignore[arg-type]
        if ALL not in (seat, by) and seat != by:
            raise UndoRefused("somebody else has answered since")
        revealed = isinstance(entry[0], Chance) or any(isinstance(e[0], Chance | Show) for e in log[at + 1 :])
        if revealed and self.terms.undo == FORBID:
            raise UndoRefused("something has been revealed since, and this match keeps what was revealed")
        undone = Undone(number, self.terms.undo, log[at:])
        self.rebuild(at, same_dice=self.terms.undo != NEW_DICE)
        log.append((undone, None, 0))
        self.number += 1

    def scene(self, seat: int, tongue: Tongue | None = None) -> Scene:
        """What this seat sees, with the open question as far as it is its business."""
        return view.scene(self, seat, tongue)

    def story(self, seat: int) -> list[Line]:
        """The log as this seat may know it."""
        return list(story(self.entries or [], seat, self.terms.game.secrets))

    def glimpse(self, seat: int) -> view.Glimpse:
        """What a bot gets to see in this seat."""
        return view.Glimpse(self, seat)

    @property
    def log(self) -> list[Line]:
        """The stored log, as it stands in a `.tale`; it only grows. Empty in bare play."""
        return list(lines(self.entries or []))

    def save(self, path: str | Path) -> None:
        """Write a `.tale`: JSON lines that a person can read. The seed stays here."""
        tale.save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, seed: int | None = None, undo: str = FORBID) -> Match:
        """Open a `.tale` and replay it; a TaleError names the line where it cannot go on.

        A file that cannot be read at all is an OSError, as ever.
        """
        match, wrong = tale.open_tale(cls, Path(path), seed, undo)
        if wrong is not None:
            raise wrong
        return match

    def _read(self, choice: object) -> Any:
        """The value that a key, an index or a seat's key stands for, or a refusal."""
        word = self.word
        if word is None:
            raise IllegalAnswer("the match is over: there is nothing to answer")
        key: object = choice
        if isinstance(choice, tuple) and len(choice) == 2:
            seat, key = choice
            if not isinstance(seat, int) or seat < ALL:
                raise IllegalAnswer(f"{seat!r} is no seat")
            if isinstance(word, Ask) and seat != word.answers:
                for aside in word.aside:
                    if aside.seat == seat and aside.key == key:
                        return aside
                raise IllegalAnswer(f"seat {seat} cannot answer this question with {key!r}")
        if isinstance(key, str):
            if isinstance(word, Chance):
                place = place_of(word.outcomes, key)
                if place >= 0:
                    return word.outcomes[place]
                raise IllegalAnswer(f"{key!r} cannot fall; possible: {offered(word.outcomes)}")
            for candidate in self.options:
                if candidate.key == key:
                    return candidate
            offers = ", ".join([repr(candidate.key) for candidate in self.options])
            rule = self.terms.game.why_not(self.state, word, key)
            raise IllegalAnswer(
                f"{key!r} is not among the options: {offers}{f' (by {rule})' if rule else ''}"
            )
        raise IllegalAnswer(f"{key!r} is no answer: give a key or an index below {len(self.options)}")

    def _go(self, value: Any, word: Any = None) -> None:
        """Let the rules speak until they need somebody; a word that was said already comes first."""
        send = self._send
        entries = self.entries
        try:
            if word is None:
                word = send(value)
            while True:
                if type(word) is Ask:
                    options = word.options
                    if len(options) > 1 or self._must_ask(word):
                        if entries is not None:
                            if self.state.due:
                                raise BrokenRules(f"{word.topic!r} is asked while something is due")
                            self.number += 1
                        self.word = word
                        self.options = options
                        return
                    value = options[0]
                elif type(word) is Chance:
                    outcomes = word.outcomes
                    if word.count < 2:
                        if not word.count:
                            raise BrokenRules(f"{word.topic!r} has no outcome")
                        word = send(outcomes[0])
                        continue
                    if self._random is not None:
                        value = outcomes[int(self._random() * word.count)]
                    else:
                        at = self.source.choose(word)
                        if at == ASK_PEOPLE:
                            self.number += 1
                            self.word = word
                            self.options = outcomes  # type: ignore[assignment]
                            return
                        value = outcomes[at]
                    if entries is not None:
                        entries.append((word, value, 0))
                elif type(word) is Rest:
                    value = None
                    if entries is not None:
                        if self.state.due:
                            raise BrokenRules("the rules rest while something is due")
                        if len(entries) - self._rest_at >= self.terms.spacing:
                            self._keep_rest(len(entries))
                elif type(word) is Show:
                    value = None
                    if self._show(word):
                        return
                else:
                    raise BrokenRules(f"{word!r} is no word of the conversation")
                word = send(value)
        except StopIteration as end:
            self._close(end.value)

    def _keep_rest(self, at: int) -> None:
        """Make a checkpoint after the first `at` entries of the log."""
        if self._rest is not None and self.start is not None:
            earlier = (*self._earlier, (self._rest, self._rest_at))
            self._earlier = earlier if len(earlier) <= MOST_EARLIER else thinned(earlier, at)
        self._rest = self.state.copy()
        self._rest_at = at

    def since_rest(self) -> Sequence[Any]:
        """Return what the rules were sent since the last rest."""
        log = self.entries
        return values(log[self._rest_at :]) if log is not None and self._rest_at < len(log) else ()

    def _must_ask(self, word: Ask) -> bool:
        """Whether a question without a choice is asked all the same."""
        if not word.options:
            raise BrokenRules(f"{word.topic!r} is asked without an option")
        return bool(word.aside) or (word.veiled and self.entries is not None)

    def catch_up(self, feed: Sequence[Any], places: Sequence[int] = ()) -> None:
        """Send the rules again what they were sent before; nothing is told or logged twice.

        With `places`, how many entries of the log lie before what follows each of them, make checkpoints, as
        far apart as they are from the end.
        """
        send = self._send
        value: Any = None
        fed = 0
        try:
            while True:
                word = send(value)
                choices: Outcomes
                if type(word) is Ask:
                    choices = word.options
                    forced = len(choices) == 1 and not word.aside and not word.veiled
                elif type(word) is Chance:
                    choices = word.outcomes
                    forced = len(choices) == 1
                else:
                    value = None
                    if places and fed and type(word) is Rest:
                        at = places[fed - 1]
                        if at - self._rest_at >= max(self.terms.spacing, places[-1] - at):
                            self._keep_rest(at)
                    continue
                if forced:
                    value = choices[0]
                elif fed < len(feed):
                    value = feed[fed]
                    fed += 1
                else:
                    self.word = word
                    self.options = choices  # type: ignore[assignment]
                    return
        except StopIteration as end:
            self._close(end.value)

    def _close(self, outcome: Outcome | None) -> None:
        self.word = None
        self.options = ()
        self.outcome = outcome

    def _show(self, word: Show) -> bool:
        """Note what was shown; True if it is a page beyond the horizon of an imagined match."""
        if self.entries is not None:
            self.entries.append((word, None, 0))
        if word.page and word.page not in self.pages:
            if self.imagined:
                self._close(None)
                return True
            self.pages = self.pages | {word.page}
        return False

    def _listen(self) -> None:
        """From now on what the rules tell goes into the log; nobody listens in an imagined world."""
        if self.terms.tells and not self.imagined:
            self.state.told = self.entries

    def use(self, source: Source) -> None:
        """Let chance come from somewhere else from now on."""
        self.source = source
        self._random = source.random if source.__class__ is Drawn else None

    def _last_answer(self) -> int:
        """Where the last answer stands in the log, or -1."""
        entries = self.entries or []
        at = len(entries) - 1
        while at >= 0 and not asked(entries[at]):
            at -= 1
        return at

    def rebuild(self, kept: int, same_dice: bool) -> None:
        """Rebuild the match with the first `kept` entries of its log, from the last checkpoint among them.

        Checkpoints are made anew on the way, so that going back step by step never costs more than once.
        """
        log = self.entries
        if log is None or self.start is None:
            return
        if same_dice:
            self.source.rewind(sum([fell(entry) for entry in log[kept:]]))
        del log[kept:]
        self._earlier = tuple([earlier for earlier in self._earlier if earlier[1] <= kept])
        if self._rest is None or self._rest_at > kept:
            self._rest, self._rest_at = self._earlier[-1] if self._earlier else (self.start, 0)
            self._earlier = self._earlier[:-1]
        self.state = self._rest.copy()
        self._send = self.terms.game.main(self.state).send
        self.outcome = None
        since = range(self._rest_at, kept)
        self.catch_up(values(log[self._rest_at :]), [at + 1 for at in since if was_sent(log[at])])
        self._listen()


def thinned(earlier: tuple[tuple[State, int], ...], end: int) -> tuple[tuple[State, int], ...]:
    """Return the checkpoints without those whose neighbours are no further apart than from the log's `end`.

    So the number left grows with the logarithm of the log, and however often the last answer is taken back,
    most times there is a checkpoint near by.
    """
    kept = [earlier[0]]
    for one, following in pairwise(earlier[1:]):
        if following[1] - kept[-1][1] > end - following[1]:
            kept.append(one)
    kept.append(earlier[-1])
    return tuple(kept)
