"""What every game must keep, one check a promise. Each takes a game, a setup and a seed, and raises."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import GeneratorType
from typing import Any

from foldtale.conform.digest import NOT_FACTS, cards, fingerprint, seats, whole
from foldtale.conform.play import APART, OFTEN, SOME, Nonconform, finish, play, questions, refuses, start
from foldtale.kernel.chance import Scripted
from foldtale.kernel.errors import ForkRefused, IllegalAnswer, LateAnswer, UndoRefused
from foldtale.kernel.game import Game
from foldtale.kernel.log import asked, fell, seat_of
from foldtale.kernel.match import Match
from foldtale.kernel.scene import problems, to_json
from foldtale.kernel.talk import ALL, EVERYONE, NOBODY, key_of
from foldtale.kernel.zones import Box


def ends(game: Game, setup: Any, seed: int) -> None:
    """Random play comes to an end that the game knows."""
    match = finish(start(game, setup, seed), seed)
    outcome = match.outcome
    if outcome is None or outcome.ending not in game.endings:
        raise Nonconform(f"ended as {outcome}; the game's endings are {', '.join(game.endings)}")
    if any(seat not in range(setup.players) for seat in outcome.winners):
        raise Nonconform(f"winners {outcome.winners} of {setup.players} seats")


def bare_play(game: Game, setup: Any, seed: int) -> None:
    """Bare play, which keeps nothing and skips veiled questions without a choice, ends too."""
    match = finish(Match.new(game, setup, seed=seed, bare=True), seed)
    if match.outcome is None or match.log:
        raise Nonconform("bare play ended without an outcome, or kept a log")


def same_seed_same_bytes(game: Game, setup: Any, seed: int) -> None:
    """Two plays with one seed are the same to the last byte."""
    one, two = (finish(start(game, setup, seed), seed) for _ in range(2))
    if whole(one) != whole(two):
        raise Nonconform("the same seed played differently")


def replay_equals_live(game: Game, setup: Any, seed: int) -> None:
    """A saved match, opened again, is the match: in the middle and at its end."""
    chosen = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.tale"
        for match in play(start(game, setup, seed, "new dice"), seed):
            if match.over or chosen.random() < SOME:
                match.save(path)
                if whole(Match.load(path)) != whole(match):
                    raise Nonconform(f"differs after saving and loading at question {match.number}")


def rests_are_enough(game: Game, setup: Any, seed: int) -> None:
    """From a copy of the state at any rest, the same answers lead to the same end."""
    match = start(game, setup, seed)
    rests = {}
    for _ in play(match, seed):
        if match.rest is not None:
            rests[match.rest[1]] = match.rest[0]
    missing = [name for name in NOT_FACTS if not hasattr(match.state.copy(), name)]
    if missing:
        raise Nonconform(f"the state has no {' and no '.join(missing)}: its __init__ must call State's")
    entries = match.entries or []
    for at, state in sorted(rests.items()):
        later = entries[at:]
        falls = [key_of(entry[1]) for entry in later if fell(entry)]
        again = Match.at(game, state.copy(), setup, chance=Scripted(falls))
        for entry in later:
            if asked(entry):
                again.answer((seat_of(entry), key_of(entry[1])))  # type: ignore[arg-type]
        if fingerprint(again.state) != fingerprint(match.state) or again.outcome != match.outcome:
            raise Nonconform(f"the state at the rest before entry {at} is not enough to go on")


def forks_are_apart(game: Game, setup: Any, seed: int) -> None:
    """A fork stands where its parent stands, and whatever it does leaves the parent alone."""
    chosen = random.Random(seed)
    for match in play(start(game, setup, seed), seed):
        if not match.over and chosen.random() > SOME:
            continue
        before = whole(match)
        twin = match.fork()
        if whole(twin) != before:
            raise Nonconform(f"a fork at question {match.number} differs from its parent")
        finish(twin, seed + 1)
        if whole(match) != before:
            raise Nonconform(f"a fork at question {match.number} disturbed its parent")


def everything_is_somewhere(game: Game, setup: Any, seed: int) -> None:
    """Every card is somewhere exactly once, and tokens are neither made nor lost."""
    match = start(game, setup, seed)
    everything = cards(game.boxes(match.state))
    for _ in play(match, seed):
        now = cards(game.boxes(match.state))
        if now != everything:
            raise Nonconform(f"at question {match.number} the cards are {now}, at first {everything}")
        for supply in game.supplies(match.state):
            if sum(supply.counts) != supply.total or min(supply.counts) < 0:
                raise Nonconform(f"{supply.name}: {supply.counts} of {supply.total}")


def keys_are_keys(game: Game, setup: Any, seed: int) -> None:
    """Every key is readable, unique in its question, and in the vocabulary."""
    vocabulary = list(game.vocabulary(setup))
    if len(set(vocabulary)) != len(vocabulary):
        raise Nonconform("a key stands twice in the vocabulary")
    for match in play(start(game, setup, seed), seed):
        ask = match.ask
        if ask is None:
            break
        if ask.aside and ask.topic not in game.aside_topics:
            raise Nonconform(f"{ask.topic!r} has free moves but is not among the game's aside_topics")
        offers = [(ask.answers, option.key) for option in ask.options]
        offers += [(aside.seat, aside.key) for aside in ask.aside]
        if len(set(offers)) != len(offers):
            raise Nonconform(f"question {ask.number} ({ask.topic}) offers a key twice: {offers}")
        for _, key in offers:
            if key not in vocabulary:
                raise Nonconform(f"{key!r} is offered ({ask.topic}) but not in the vocabulary")
            if not key.isprintable() or key != " ".join(key.split()):
                raise Nonconform(f"{key!r} is not a readable key")


def all_is_told(game: Game, setup: Any, seed: int) -> None:
    """Every topic and tell has its sentence, every rule id stands in the ledger, every scene is sound."""
    ledger = game.rules()
    names = [f"Player {seat + 1}" for seat in range(setup.players)]
    match = start(game, setup, seed)
    for _ in play(match, seed):
        ask = match.ask
        if ask is not None and (ask.topic not in game.words.topics or ledger.get(ask.rule) is None):
            raise Nonconform(f"question {ask.topic!r} by {ask.rule!r}: no sentence, or no such rule")
        for seat in seats(match):
            wrong = problems(match.scene(seat))
            if wrong:
                raise Nonconform(f"the scene of seat {seat} at question {match.number}: {wrong[0]}")
    for seat in seats(match):
        for line in match.story(seat):
            if "tell" in line:
                if line["tell"] not in game.words.tells or ledger.get(line["why"]) is None:
                    raise Nonconform(
                        f"tell {line['tell']!r} by {line['why']!r}: no sentence, or no such rule"
                    )
                game.words.sentence(line, names, game.texts(match.state))


HOSTILE: tuple[Any, ...] = (
    -1,
    10**9,
    "",
    "nonsense",
    "\n",
    None,
    1.5,
    True,
    [],
    {},
    (0,),
    (99, "x"),
    (None, None),
)


def hostile_answers_change_nothing(game: Game, setup: Any, seed: int) -> None:
    """What is not an option, or comes too late, or from the wrong seat, is refused without a change."""
    chosen = random.Random(seed)
    match = start(game, setup, seed, "same dice")
    for _ in play(match, seed):
        if match.over:
            break
        if chosen.random() > SOME:
            continue
        before = whole(match)
        ask = match.ask
        wrong = [*HOSTILE]
        if ask is not None:
            mine = {(aside.seat, aside.key) for aside in ask.aside}
            others = [seat for seat in range(setup.players) if seat != ask.answers]
            wrong += [(seat, option.key) for seat in others for option in ask.options]
            wrong = [answer for answer in wrong if answer not in list(mine)]
        for answer in wrong:
            if not refuses(IllegalAnswer, partial(match.answer, answer)):
                raise Nonconform(f"{answer!r} was accepted at question {match.number}")
        for late in (match.number - 1, match.number + 1):
            if not refuses(LateAnswer, partial(match.answer, 0, number=late or -1)):
                raise Nonconform(f"an answer to question {late} was accepted at {match.number}")
        if whole(match) != before:
            raise Nonconform(f"a refused answer changed the match at question {match.number}")


def undone_is_undone(game: Game, setup: Any, seed: int) -> None:
    """Undo leads back to the same question under a new number; late clicks are refused; the log grows."""
    chosen = random.Random(seed)
    match = start(game, setup, seed, "same dice")
    was: tuple[str, list[str], int] | None = None
    for _ in play(match, seed):
        if was is not None and chosen.random() < OFTEN:
            number, lines = match.number, match.log
            match.undo()
            ask = match.ask
            if ask is None or (fingerprint(match.state), [option.key for option in ask.options]) != was[:2]:
                raise Nonconform(f"undo at question {number} did not lead back")
            if ask.number <= number or match.log[: len(lines)] != lines:
                raise Nonconform("a number came back, or the log lost a line")
            for late in (was[2], number):
                if not refuses(LateAnswer, partial(match.answer, 0, number=late)):
                    raise Nonconform(f"a late click on question {late} was accepted after an undo")
        keys = [option.key for option in match.options]
        was = (fingerprint(match.state), keys, match.number)
    if not refuses(UndoRefused, start(game, setup, seed).undo):
        raise Nonconform("undo at the very start was accepted")


class Marked(str):
    """A card that can be told from a word that happens to be written alike."""

    __slots__ = ()


def mark(boxes: Sequence[Box]) -> None:
    """Mark every card that is not marked yet."""
    for box in boxes:
        for rows in (box.rows, box.layers):
            rows[:] = [tuple([marked(card) for card in row]) for row in rows]


def marked(card: str) -> str:
    return card if isinstance(card, Marked) or not card else Marked(card)


def frames_hold_no_secrets(game: Game, setup: Any, seed: int) -> None:
    """No coroutine's frame holds a card that the asked seat does not know."""
    state = game.begin(setup)
    mark(game.boxes(state))
    for match in play(Match.at(game, state, setup, seed), seed):
        ask = match.ask
        if ask is not None and ask.answers != ALL:
            masks: dict[int, int] = {}
            for card, mask in [pair for box in game.boxes(match.state) for pair in box.all_known()]:
                masks[id(card)] = masks.get(id(card), NOBODY) | mask
            for where, card in held(match.coroutine):
                if not masks.get(id(card), EVERYONE) >> ask.answers & 1:
                    raise Nonconform(f"{where} holds a card that seat {ask.answers} does not know")
        mark(game.boxes(match.state))


def held(coroutine: Any) -> list[tuple[str, Marked]]:
    """The cards in the local variables of a coroutine and of all that it waits for."""
    found: list[tuple[str, Marked]] = []
    while isinstance(coroutine, GeneratorType):
        frame = coroutine.gi_frame
        for name, value in (frame.f_locals if frame else {}).items():
            inside = value if isinstance(value, list | tuple) else [value]
            found += [(f"{coroutine.__name__}.{name}", item) for item in inside if isinstance(item, Marked)]
        coroutine = coroutine.gi_yieldfrom
    return found


def imagined_worlds(game: Game, setup: Any, seed: int) -> None:
    """An imagined world conserves cards, looks the same to its seat, and forks only after its next rest."""
    for match, seat in questions(game, setup, seed, APART):
        before = whole(match)
        world = match.glimpse(seat).imagine(seed)
        if cards(game.boxes(world.state)) != cards(game.boxes(match.state)):
            raise Nonconform(f"imagining at question {match.number} lost or doubled a card")
        if to_json(world.scene(seat)) != to_json(match.scene(seat)):
            raise Nonconform(f"seat {seat} sees at question {match.number} that a world is imagined")
        if world.log:
            raise Nonconform("an imagined world knows the log of the true one")
        if not refuses(ForkRefused, world.fork):
            raise Nonconform("an imagined world was forked before its next rest")
        finish(world, seed)
        if whole(match) != before:
            raise Nonconform(f"an imagined world disturbed the true one at question {match.number}")
