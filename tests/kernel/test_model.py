"""A match against a model of it: a plain list of what was said, and rules that are told it from the start.

A machine answers at random, wrongly and late, takes back, forks, saves and loads. The model keeps no rests, no
copies and no entries. It knows the documented promises only: which answers are legal, how questions are
numbered, how undo is refused, that fall i of a topic is a function of seed, topic and i, and who may know what.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from foldtale import games
from foldtale.conform.digest import fingerprint, whole
from foldtale.kernel import (
    ALL,
    FORBID,
    NEW_DICE,
    SAME_DICE,
    SPECTATOR,
    Ask,
    Chance,
    ForkRefused,
    Game,
    IllegalAnswer,
    Incident,
    LateAnswer,
    Match,
    Outcome,
    People,
    Seeded,
    Show,
    UndoRefused,
)
from foldtale.kernel.chance import Scripted, Source
from foldtale.kernel.match import Choice
from foldtale.kernel.scene import to_json
from foldtale.kernel.talk import Rest, key_of
from tests.foreign.installing import FOREIGN, describe, installed

STEPS = 30
WHICH = st.integers(0, 9)
SOME = st.lists(st.integers(0, 99), max_size=4)
MOST_MATCHES = 3
POLICIES = (FORBID, SAME_DICE, NEW_DICE)
SETUPS: dict[str, list[dict[str, Any]]] = {
    "pig": [{"players": 2}, {"players": 3}, {"players": 5}],
    "connect_four": [{}, {"record": {"wins": [2, 1], "draws": 1, "begins": 1}}],
    "thimble": [{"players": 3}, {"players": 4, "rounds": 2}, {"players": 5, "rounds": 3}],
    "babel": [{"players": 2}, {"players": 3}, {"players": 4}],
}
HOSTILE: list[Any] = [
    -1, 10**9, 1.0, True, None, "", "nonsense", "\n", b"yes", [], {}, (), (0,), (0, 0), (99, "x"), (None, None),
    ("0", "roll"), (0, "roll", 0),
]  # fmt: skip


@dataclass(frozen=True)
class Said:
    """An answer or a fall. `number` is 0 where nobody was asked; `seat` is ALL for what fell."""

    topic: str
    key: str
    seat: int
    number: int
    chance: bool
    aside: bool

    @property
    def line(self) -> dict[str, Any]:
        """How it must stand in the stored log."""
        numbered = {"n": self.number} if self.number else {}
        if self.chance:
            return {**numbered, "chance": self.topic, "key": self.key}
        line = {**numbered, "seat": self.seat, "topic": self.topic, "key": self.key}
        return {**line, "aside": True} if self.aside else line


@dataclass(frozen=True)
class Undone:
    """That the answer to this question was taken back here."""

    number: int


class RulesFailed(Exception):
    """The rules raised on an answer."""


class Model:
    """What a match must be. Its rules are told everything anew after each undo."""

    def __init__(self, game: Game, setup: Any, seed: int, script: list[str], people: bool) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.script = script
        self.people = people
        self.policy = FORBID
        self.tells = True
        self.said: list[Said | Undone] = []
        self.log: list[dict[str, Any]] = []
        self.number = 0
        self.falls = 0

    def begin(self) -> None:
        self.retell()
        self.let_fall()

    def copy(self) -> Model:
        twin = Model(self.game, self.setup, self.seed, self.script, self.people)
        twin.policy, twin.tells = self.policy, self.tells
        twin.said, twin.log = self.said[:], self.log[:]
        twin.number, twin.falls = self.number, self.falls
        twin.retell()
        return twin

    def retell(self) -> None:
        """Start the rules anew, and tell them all that was said."""
        self.state = self.game.begin(self.setup)
        self.heard: list[Any] = []
        self.state.told = self.heard if self.tells else None
        self.rules = self.game.main(self.state)
        self.word: Ask | Chance | None = None
        self.outcome: Outcome | None = None
        self.send(None)
        for one in self.said:
            if isinstance(one, Undone):
                self.heard.append(one)
            else:
                self.hear(one)

    def send(self, value: Any) -> None:
        """Let the rules speak to the next word that somebody or something must answer."""
        self.word = None
        while True:
            try:
                word = self.rules.send(value)
            except StopIteration as end:
                self.outcome = end.value
                return
            value = None
            if isinstance(word, Ask):
                if len(word.options) > 1 or word.aside or word.veiled:
                    self.word = word
                    return
                value = word.options[0]
            elif isinstance(word, Chance):
                if len(word.outcomes) > 1:
                    self.word = word
                    return
                value = word.outcomes[0]
            elif isinstance(word, Show):
                self.heard.append(word)
            else:
                assert isinstance(word, Rest)

    def hear(self, one: Said) -> None:
        word = self.word
        assert word is not None
        self.heard.append((word, one))
        if isinstance(word, Chance):
            outcomes = [word.outcomes[i] for i in range(len(word.outcomes))]
            self.send(next(outcome for outcome in outcomes if key_of(outcome) == one.key))
        elif one.aside:
            self.send(next(aside for aside in word.aside if (aside.seat, aside.key) == (one.seat, one.key)))
        else:
            self.send(next(option for option in word.options if option.key == one.key))
        if isinstance(self.word, Ask):
            assert not self.state.due, "asked while something is due"

    def note(self, one: Said) -> None:
        self.said.append(one)
        self.log.append(one.line)
        self.hear(one)

    def let_fall(self) -> None:
        """What falls by itself falls as the seed has it; then the next question gets its number."""
        while isinstance(self.word, Chance) and not (self.people and self.word.dice):
            at = self.falls
            if at < len(self.script):
                key = self.script[at]
            else:
                place = Seeded(self.seed, at - len(self.script)).choose(self.word)
                key = key_of(self.word.outcomes[place])
            self.falls += 1
            self.note(Said(self.word.topic, key, ALL, 0, True, False))
        if self.word is not None:
            self.number += 1

    @property
    def asked(self) -> int:
        """The seat that is to answer; ALL for dice that anybody may roll."""
        return self.word.answers if isinstance(self.word, Ask) else ALL

    def keys(self) -> list[str]:
        if isinstance(self.word, Chance):
            return [key_of(self.word.outcomes[i]) for i in range(len(self.word.outcomes))]
        return [option.key for option in self.word.options] if self.word else []

    def asides(self) -> list[tuple[int, str]]:
        return [(aside.seat, aside.key) for aside in self.word.aside] if isinstance(self.word, Ask) else []

    def answer(self, seat: int, key: str, aside: bool = False) -> None:
        """A legal answer. If the rules fail on it, nothing has changed."""
        assert self.word is not None
        before = self.said[:], self.log[:], self.number, self.falls
        one = Said(self.word.topic, key, seat, self.number, isinstance(self.word, Chance), aside)
        try:
            self.note(one)
            self.let_fall()
        except (ZeroDivisionError, AssertionError) as error:
            self.said, self.log, self.number, self.falls = before
            self.retell()
            raise RulesFailed from error

    def why_no_undo(self, seat: int) -> str:
        """What a refusal must say, or nothing if the last answer may be taken back."""
        answered = [at for at, one in enumerate(self.heard) if is_answer(one)]
        if not answered:
            return "nothing has been answered"
        last = self.heard[answered[-1]][1]
        if ALL not in (seat, last.seat) and seat != last.seat:
            return "somebody else"
        revealed = [one for one in self.heard[answered[-1] :] if is_revealing(one)]
        return "revealed" if revealed and self.policy == FORBID else ""

    def answers(self) -> list[Said]:
        """What people answered in the line of play that stands."""
        return [one for one in self.said if isinstance(one, Said) and one.number]

    def undo(self) -> None:
        at = max(at for at, one in enumerate(self.said) if isinstance(one, Said) and one.number)
        last = self.said[at]
        if self.policy != NEW_DICE:
            self.falls -= sum(isinstance(one, Said) and not one.number for one in self.said[at:])
        self.said[at:] = [Undone(last.number)]
        self.log.append({"undo": last.number, "dice": self.policy})
        self.number += 1
        self.retell()

    def story(self, seat: int) -> Iterator[dict[str, Any]]:
        """What a seat may know of all that was heard."""
        for one in self.heard:
            if isinstance(one, Undone):
                yield {"undo": one.number}
            elif isinstance(one, Show):
                if one.to >> seat & 1:
                    yield {"show": list(one.what), **({"page": one.page} if one.page else {})}
            elif len(one) > 2:
                what, who, why, about, secret, to = one
                line = {"tell": what, "who": who, "why": why, "about": list(about)}
                yield {**line, "secret": list(secret)} if secret and to >> seat & 1 else line
            elif one[1].chance:
                if one[0].to >> seat & 1:
                    yield {"chance": one[1].topic, "key": one[1].key}
            else:
                yield self.told_answer(*one, seat)

    def told_answer(self, ask: Ask, one: Said, seat: int) -> dict[str, Any]:
        line: dict[str, Any] = {"n": one.number, "seat": one.seat}
        open_to_all = not self.game.secrets
        if one.aside:
            return {**line, "key": one.key, "aside": True} if open_to_all or one.seat == seat else line
        if open_to_all or one.seat == seat or ask.seat == ALL or ask.to >> seat & 1:
            return {**line, "topic": one.topic, "key": one.key, "rule": ask.rule}
        return line


def is_answer(heard: Any) -> bool:
    return isinstance(heard, tuple) and len(heard) == 2 and heard[1].number > 0


def is_revealing(heard: Any) -> bool:
    return isinstance(heard, Show) or (isinstance(heard, tuple) and len(heard) == 2 and heard[1].chance)


def seats(model: Model) -> list[int]:
    return [*range(model.setup.players), SPECTATOR]


@dataclass
class Pair:
    """A match and what it must be; the numbers of all questions it has asked; how it was when last looked at."""

    match: Match
    model: Model
    numbers: list[int]
    said: int = -1
    seen: tuple[object, ...] = ()


def look(match: Match) -> tuple[object, ...]:
    """What changes with all that happens in a match."""
    return fingerprint(match.state), match.number, len(match.entries or ()), repr(match.ask), match.outcome


class Conversation(RuleBasedStateMachine):
    """Some matches of one game, each beside its model."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.game = games.get(name)
        self.pairs: list[Pair] = []
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "a.tale"

    def teardown(self) -> None:
        for pair in self.pairs:
            agree(pair)
            pair.match.save(self.path)
            pair.match = Match.load(self.path)
            if pair.model.tells:
                agree(pair)
        self.folder.cleanup()

    @initialize(
        data=st.data(),
        seed=st.integers(0, 2**64),
        policy=st.sampled_from(POLICIES),
        people=st.booleans(),
        checkpoints=st.sampled_from([0, 1, 2, 4]),
        tells=st.integers(0, 9),
        script=st.lists(st.sampled_from("123456"), max_size=4),
    )
    def start(
        self,
        data: st.DataObject,
        seed: int,
        policy: str,
        people: bool,
        checkpoints: int,
        tells: int,
        script: list[str],
    ) -> None:
        game = self.game
        setup = game.setup(**data.draw(st.sampled_from(SETUPS[game.name])))
        script = script if game.name == "pig" and not people else []
        source: Source = Scripted(script, Seeded(seed)) if script else Seeded(seed)
        model = Model(game, setup, seed, script, people)
        model.policy, model.tells = policy, tells > 0
        model.begin()
        match = Match.new(
            game,
            setup,
            chance=People(source) if people else source,
            undo=policy,
            checkpoints=checkpoints,
            tells=model.tells,
        )
        self.pairs.append(Pair(match, model, []))

    def choose(self, which: int, first: list[int] | None = None) -> Pair:
        """One of the pairs, after it was given some answers."""
        pair = self.pairs[which % len(self.pairs)]
        for place in first or ():
            if pair.model.word is not None:
                give(pair, place, "key", place % 5 == 4)
        return pair

    @rule(
        which=WHICH,
        place=st.integers(0, 99),
        how=st.sampled_from(["index", "key", "seat", "quoted"]),
        aside=st.booleans(),
    )
    def answer(self, which: int, place: int, how: str, aside: bool) -> None:
        pair = self.choose(which)
        if pair.model.word is not None:
            give(pair, place, how, aside)

    @rule(which=WHICH, lean=st.integers(0, 5), count=st.sampled_from([3, 6, 12, 36]), turn=st.booleans())
    def answer_often(self, which: int, lean: int, count: int, turn: bool) -> None:
        """Always much the same, the best of dice, and something else now and then or in the end."""
        pair = self.choose(which)
        for step in range(count):
            if pair.model.word is not None:
                last = isinstance(pair.model.word, Chance) or step == count - 1 or (turn and step % 4 == 3)
                give(pair, -1 if last else lean, "key", step % 6 == 5)

    @rule(which=WHICH, data=st.data(), back=st.integers(-3, 50))
    def answer_wrongly(self, which: int, data: st.DataObject, back: int) -> None:
        """What is not offered, or not to this seat, or was offered once."""
        pair = self.choose(which)
        model = pair.model
        keys, asides = model.keys(), model.asides()
        wrong = [*HOSTILE, len(keys), *[key.upper() for key in keys[:3] if key.upper() != key]]
        if isinstance(model.word, Ask):
            others = [seat for seat in (ALL, *range(model.setup.players)) if seat != model.asked]
            wrong += [(seat, key) for seat in others for key in keys if (seat, key) not in asides]
            wrong += [(model.asked, key) for _, key in asides if key not in keys]
            wrong += [key for _, key in asides if key not in keys]
        elif model.word is None:
            wrong += [0, (0, "roll"), "roll"]
        answer = data.draw(st.sampled_from(wrong))
        for number in (0, model.number):
            with pytest.raises(IllegalAnswer) as refused:
                pair.match.answer(answer, number=number)
            assert not isinstance(refused.value, LateAnswer)
        number = model.number - back
        if back and number:
            for late in (answer, 0, *keys[:3]):
                with pytest.raises(LateAnswer):
                    pair.match.answer(late, number=number)

    @rule(
        which=WHICH,
        first=SOME,
        by=st.sampled_from(["whoever it was", "the table", 0, 1, 2]),
        times=st.sampled_from([1, 1, 1, 2, 5]),
    )
    def undo(self, which: int, first: list[int], by: int | str, times: int) -> None:
        pair = self.choose(which, first)
        match, model = pair.match, pair.model
        for _ in range(times):
            seat = by if isinstance(by, int) else ALL
            if by == "whoever it was":
                seat = next((one.seat for one in reversed(model.answers())), ALL)
            refusal = model.why_no_undo(seat)
            event(f"undo: {refusal or 'done'}")
            if refusal:
                with pytest.raises(UndoRefused, match=refusal):
                    match.undo(seat)
                return
            log = match.log
            match.undo(seat)
            model.undo()
            assert match.log[: len(log)] == log
            agree(pair)

    @rule(which=WHICH, first=SOME, instead=st.integers(0, 9))
    def fork(self, which: int, first: list[int], instead: int) -> None:
        pair = self.choose(which, first)
        twin = Pair(pair.match.fork(), pair.model.copy(), pair.numbers[:])
        assert whole(twin.match) == whole(pair.match)
        if len(self.pairs) < MOST_MATCHES:
            self.pairs.append(twin)
        else:
            gone = instead % MOST_MATCHES
            agree(self.pairs[gone])
            self.pairs[gone] = twin

    @rule(which=WHICH, first=SOME, places=st.lists(st.integers(0, 99), max_size=12))
    def fork_bare(self, which: int, first: list[int], places: list[int]) -> None:
        """A bare fork plays as a kept one does, and skips veiled questions that leave no choice."""
        pair = self.choose(which, first)
        bare, kept = pair.match.fork(bare=True), pair.match.fork()
        for place in places:
            assert fingerprint(bare.state) == fingerprint(kept.state)
            assert (bare.over, bare.outcome) == (kept.over, kept.outcome)
            assert (bare.log, bare.story(0), bare.entries) == ([], [], None)
            if kept.over:
                break
            assert len(bare.options) == len(kept.options)
            where = place % len(kept.options)
            if is_stumble(kept, where):
                where = 0
            bare.answer(where)
            kept.answer(where)
            while kept.ask and len(kept.options) == 1 and not kept.ask.aside:
                kept.answer(0)
        with pytest.raises(ForkRefused):
            bare.fork()
        with pytest.raises(UndoRefused):
            bare.undo()

    @rule(which=WHICH, first=SOME, seed=st.integers(0, 99), places=st.lists(st.integers(0, 99), max_size=12))
    def imagine(self, which: int, first: list[int], seed: int, places: list[int]) -> None:
        pair = self.choose(which, first)
        match, model = pair.match, pair.model
        if not isinstance(model.word, Ask):
            with pytest.raises(ForkRefused):
                match.imagine(0, seed)
            return
        seat = [model.asked, *[seat for seat, _ in model.asides()]][seed % (1 + len(model.asides()))]
        world = match.imagine(seat, seed)
        assert to_json(world.scene(seat)) == to_json(match.scene(seat))
        assert (world.log, world.number) == ([], match.number)
        with pytest.raises(UndoRefused):
            world.undo()
        for place in places:
            ask = world.ask
            if ask is None:
                break
            choices: list[Choice] = list(range(len(world.options)))
            choices += [(aside.seat, aside.key) for aside in ask.aside]
            with suppress(ZeroDivisionError):
                world.answer(choices[place % len(choices)])
                continue
            break

    @rule(which=WHICH, first=SOME, seed=st.integers(0, 99), policy=st.sampled_from(POLICIES))
    def save_and_load(self, which: int, first: list[int], seed: int, policy: str) -> None:
        pair = self.choose(which, first)
        match, model = pair.match, pair.model
        match.save(self.path)
        header, *rows, end = map(json.loads, self.path.read_text(encoding="utf-8").splitlines())
        assert rows == model.log
        assert end == {"end": 1 + len(rows), "over": model.word is None}
        assert (header["game"], header.get("companion", False)) == (model.game.name, model.people)
        pair.match = Match.load(self.path, seed=seed, undo=policy)
        if model.tells:
            assert whole(pair.match) == whole(match)
        model.seed, model.script, model.policy, model.tells = seed, [], policy, True
        model.retell()
        pair.said = -1

    @invariant()
    def matches_are_what_was_said(self) -> None:
        """A match in which nothing was said looks as before, whatever was refused or done to others."""
        for pair in self.pairs:
            if pair.said != len(pair.model.log):
                agree(pair)
                replays(pair)
                pair.said, pair.seen = len(pair.model.log), look(pair.match)
            else:
                assert pair.seen == look(pair.match)


def is_stumble(match: Match, where: int) -> bool:
    ask = match.ask
    return ask is not None and ask.options[where].key == "stumble"


def give(pair: Pair, place: int, how: str, aside: bool) -> None:
    """Give both the same legal answer."""
    match, model = pair.match, pair.model
    keys, asides = model.keys(), model.asides()
    choice: Choice
    number = model.number if how == "quoted" else 0
    if aside and asides:
        seat, key = choice = asides[place % len(asides)]
    else:
        aside = False
        seat, key = model.asked, keys[place % len(keys)]
        choice = (seat, key)
        if how == "index":
            choice = place % len(keys)
        elif how == "key" or seat == ALL:
            choice = key
    log = match.log if key == "stumble" else []
    length = len(match.entries or ())
    try:
        model.answer(seat, key, aside)
    except RulesFailed:
        event("incident")
        with pytest.raises(Incident):
            match.answer(choice, number)
        assert match.log == log
        return
    match.answer(choice, number)
    assert len(match.entries or ()) > length
    if model.word is None:
        event("over")


def agree(pair: Pair) -> None:
    """The match is what its model says, in all that can be asked of it."""
    match, model = pair.match, pair.model
    assert match.log == model.log
    assert match.number == model.number
    assert fingerprint(match.state) == fingerprint(model.state)
    assert match.state.due == []
    assert match.over == (model.word is None)
    assert (match.outcome is not None) == match.over
    assert match.outcome == model.outcome
    assert match.last_answered == max([one.number for one in model.answers()], default=0)
    ask, word = match.ask, model.word
    assert [key_of(match.options[i]) for i in range(len(match.options))] == model.keys()
    if ask is None:
        assert word is None
    else:
        assert word is not None
        assert (ask.number, ask.answers, ask.topic) == (model.number, model.asked, word.topic)
        assert [option.key for option in ask.options] == model.keys()
        assert [(aside.seat, aside.key) for aside in ask.aside] == model.asides()
        if not pair.numbers or pair.numbers[-1] != ask.number:
            assert ask.number > max(pair.numbers, default=0), "the number of a question came back"
            pair.numbers.append(ask.number)
    for seat in seats(model):
        assert match.story(seat) == list(model.story(seat))


def replays(pair: Pair) -> None:
    """A new match with the same falls and answers comes to the same point."""
    match, model = pair.match, pair.model
    live = [one for one in model.said if isinstance(one, Said)]
    source: Source = Scripted([one.key for one in live if not one.number])
    again = Match.new(
        model.game, model.setup, chance=People(source) if model.people else source, checkpoints=0, tells=False
    )
    for one in live:
        if one.chance and one.number and not again.over:
            again.answer(one.key)
        elif one.number:
            again.answer((one.seat, one.key))
    assert fingerprint(again.state) == fingerprint(match.state)
    assert again.outcome == match.outcome
    assert [key_of(again.options[i]) for i in range(len(again.options))] == model.keys()


@pytest.mark.parametrize("name", SETUPS)
def test_a_match_is_the_list_of_what_was_said(name: str, tmp_path: Path) -> None:
    with installed(describe(tmp_path, "foldtale_babel", {"babel": "foldtale_babel:game"}), FOREIGN):
        run_state_machine_as_test(lambda: Conversation(name), settings=settings(stateful_step_count=STEPS))
