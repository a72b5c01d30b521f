"""Instructions that are ready to run, and the same as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from foldtale.kernel.effects.expression import Form, Run, parts_of
from foldtale.kernel.effects.force import Plays
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.wording import sentences
from foldtale.kernel.speech import Speech
from foldtale.kernel.talk import Play, settle, tell

DO: Final = 0
DO_IF: Final = 1
DO_EACH: Final = 2
UNLESS: Final = 3
GO_ON: Final = 4
LOOP: Final = 5
NEXT: Final = 6
PLAY: Final = 7
DO_TIMES: Final = 8
Instruction: TypeAlias = tuple[int, Any, int]
"""One of those above, what it calls, and how far it jumps. Those that begin with DO only call plain verbs."""


@dataclass(slots=True, frozen=True)
class Call:
    """One instruction of a card as data: what rules, checks and bots ask, where people read the sentence."""

    word: str  # its name
    given: Mapping[str, Form]  # the form of what was given for each word that it takes
    inside: tuple[Call, ...] = ()  # the instructions inside it, in the order of reading

    def all(self) -> Iterator[Call]:
        """Yield this instruction and every one inside it."""
        yield self
        for inner in self.inside:
            yield from inner.all()

    def asks(self) -> Iterator[tuple[Any, ...]]:
        """Yield each word, with its parts, of what was given here and inside."""
        for inner in self.all():
            for form in inner.given.values():
                yield from parts_of(form)

    def names(self) -> set[str]:
        """Return every word that was given here and inside: ids of cards, areas, flags."""
        forms = [form for call in self.all() for form in call.given.values()]
        parts = [part for form in forms for outer in parts_of(form) for part in outer[1:]]
        return {part for part in (*forms, *parts) if isinstance(part, str)}

    def speaks_of_self(self) -> bool:
        """Whether it speaks of whoever acts; inside what another does with `acts`, that is the other."""
        if any(part == ("self",) for form in self.given.values() for part in parts_of(form)):
            return True
        return "acts" not in self.given and any(inner.speaks_of_self() for inner in self.inside)

    def where(self, name: str, value: Form) -> Call:
        """Return the same instruction with `value` for the name that a card has given."""
        given = {word: replaced(form, (name,), value) for word, form in self.given.items()}
        return Call(self.word, given, tuple([inner.where(name, value) for inner in self.inside]))


def replaced(form: Form, old: Form, new: Form) -> Form:
    """Return a form with `new` wherever it has `old`."""
    if form == old:
        return new
    return tuple([replaced(part, old, new) for part in form]) if isinstance(form, tuple) else form


@dataclass(slots=True, frozen=True)
class Code:
    """Instructions that are ready to run.

    `optional` whether somebody can let a part of it be; it then notes in the cause whether anything was done
    """

    program: tuple[Instruction, ...]  # one after the other, with jumps
    says: str  # the sentence on the card
    can: Run | None = None  # whether they could be carried out now; None if they always can
    calls: tuple[Call, ...] = ()  # the same instructions as data
    optional: bool = False

    def is_possible(self, g: Any, c: Cause) -> bool:
        """Tell whether they could be carried out now."""
        return self.can is None or bool(self.can(g, c))


IsThere: TypeAlias = Callable[[Any, Any], bool]
"""See `Kind.is_there`."""


NOTHING: Final = Code((), "nothing happens")


def said(code: Code, speech: Speech) -> str:
    """The sentence on the card, also where nothing is done."""
    return speech(code.says) if code is NOTHING else code.says


def doing(verb: Run, says: str, can: Run | None = None) -> Code:
    """A plain verb."""
    return Code(((DO, (verb,), 0),), says, can)


def playing(play: Plays, says: str, can: Run | None = None, optional: bool = False) -> Code:
    """A coroutine."""
    return Code(((PLAY, play, 0),), says, can, optional=optional)


def accept(g: Any, c: Cause) -> None:
    """Note that something is done, so that what can be done once is used up."""
    c.declined = False


ACCEPT: Final[Instruction] = (DO, (accept,), 0)


def noting(code: Code) -> Code:
    """Return `code`, which notes in the cause that it is done, unless it is optional or nothing."""
    if code.optional or not code.program:
        return code
    return replace(code, program=(ACCEPT, *code.program), optional=True)


def branches(*codes: Code) -> list[Code]:
    """Return the ways that an instruction can go; if one is optional, the others note what they do."""
    return [noting(code) for code in codes] if any(code.optional for code in codes) else [*codes]


def perform(g: Any, code: Code | None, c: Cause) -> Play[None]:
    """Carry out instructions, if there are any, for a cause; settle what follows from one before the next."""
    program = code.program if code is not None else ()
    end = len(program)
    at = 0
    loops: list[tuple[Iterator[Any], Any]] | None = None
    while at < end:
        kind, act, jump = program[at]
        at += 1
        if kind == DO:
            for verb in act:
                verb(g, c)
                if g.due:
                    yield from settle(g)
        elif kind == PLAY:
            yield from act(g, c)
            if g.due:
                yield from settle(g)
        elif kind == DO_IF:
            test, then, other = act
            for verb in then if test(g, c) else other:
                verb(g, c)
                if g.due:
                    yield from settle(g)
        elif kind == DO_EACH:
            every, verbs, is_there = act
            before, left = c.it, c.left
            found = list(every(g, c))
            for thing in found if is_there is None else still_there(g, found, is_there):
                c.it = thing
                left -= 1
                if left <= 0:
                    break
                for verb in verbs:
                    verb(g, c)
                    if g.due:
                        yield from settle(g)
            c.it = before
            c.left = left
            if left <= 0:
                go_round(g, c)
        elif kind == DO_TIMES:
            count, verbs = act
            left = c.left
            for _ in range(count(g, c)):
                left -= 1
                if left <= 0:
                    break
                for verb in verbs:
                    verb(g, c)
                    if g.due:
                        yield from settle(g)
            c.left = left
            if left <= 0:
                go_round(g, c)
        elif kind == UNLESS:
            if not act(g, c):
                at += jump
        elif kind == GO_ON:
            at += jump
        elif kind == LOOP:
            every, is_there = act
            found = list(every(g, c))
            things = iter(found) if is_there is None else still_there(g, found, is_there)
            loops = [*(loops or ()), (things, c.it)]
            at += jump
        elif loops:
            for thing in loops[-1][0]:
                c.left -= 1
                if c.left > 0 or go_round(g, c):
                    c.it = thing
                    at -= jump
                    break
            else:
                c.it = loops.pop()[1]


def go_round(g: Any, c: Cause) -> bool:
    """Whether a loop that has counted one more round may make it; if not, the table is told."""
    if c.left == 0:
        tell(g, "an effect was cut short", -1, "", (c.card,))
    return c.left > 0


def play_of(code: Code) -> Plays:
    """Instructions as a coroutine that leaves nothing due."""
    return lambda g, c: perform(g, code, c)


def in_order(codes: list[Code], inside: bool = False, then: str = ", then ") -> Code:
    """One after the other; `inside` something larger they are one sentence.

    They can be carried out if any of them can; what needs all of them is a cost (see `pay`).
    """
    if not codes:
        return NOTHING
    if len(codes) == 1:
        return codes[0]
    optional = any(code.optional for code in codes)
    program: list[Instruction] = []
    if optional and not all(code.optional for code in codes):
        program.append(ACCEPT)
    joined = bool(program)
    for code in codes:
        verbs = verbs_of(code)
        if verbs and program and program[-1][0] == DO and joined:
            program[-1] = (DO, (*program[-1][1], *verbs), 0)
        else:
            program += code.program
        joined = bool(verbs)
    parts = [code.says for code in codes if code.says]
    if inside and parts:
        parts = [*[f"({says})" if ": " in says else says for says in parts[:-1]], parts[-1]]
    can = any_of([code.can for code in codes])
    calls = tuple([one for code in codes for one in code.calls])
    return Code(tuple(program), then.join(parts) if inside else sentences(parts), can, calls, optional)


def verbs_of(code: Code) -> tuple[Run, ...]:
    """The plain verbs that these instructions are, if they are nothing else."""
    if len(code.program) == 1 and code.program[0][0] == DO:
        verbs: tuple[Run, ...] = code.program[0][1]
        return verbs
    return ()


def either_way(test: Run, then: Code, other: Code) -> tuple[Instruction, ...]:
    """The program of a condition."""
    if verbs_of(then) and (verbs_of(other) or not other.program):
        return ((DO_IF, (test, verbs_of(then), verbs_of(other)), 0),)
    skip = len(then.program) + (1 if other.program else 0)
    program = ((UNLESS, test, skip), *then.program)
    if other.program:
        program = (*program, (GO_ON, None, len(other.program)), *other.program)
    return program


def so_often(count: Run, body: Code) -> tuple[Instruction, ...]:
    """The program of a number of rounds."""
    if verbs_of(body):
        return ((DO_TIMES, (count, verbs_of(body)), 0),)
    return for_each(lambda g, c: [c.it] * min(count(g, c), c.left), body)


def for_each(every: Run, body: Code, is_there: IsThere | None = None) -> tuple[Instruction, ...]:
    """The program of a loop; `is_there` is that of the kind of things it goes through."""
    if verbs_of(body):
        return ((DO_EACH, (every, verbs_of(body), is_there), 0),)
    size = len(body.program)
    return ((LOOP, (every, is_there), size), *body.program, (NEXT, None, size + 1))


def still_there(g: Any, things: list[Any], is_there: IsThere) -> Iterator[Any]:
    """Go through `things` and leave out those that are gone when their turn comes."""
    for thing in things:
        if is_there(g, thing):
            yield thing


def any_of(cans: list[Run | None]) -> Run | None:
    """Whether any of them can be done; those that always can need no asking."""
    known = [can for can in cans if can is not None]
    if len(known) < len(cans):
        return None
    if len(known) == 2:
        one, two = known
        return lambda g, c: one(g, c) or two(g, c)
    return known[0] if len(known) == 1 else lambda g, c: any(can(g, c) for can in known)


def all_of(needed: list[Run]) -> Run:
    """Whether all of them can be done."""
    if len(needed) == 2:
        one, two = needed
        return lambda g, c: one(g, c) and two(g, c)
    return needed[0] if len(needed) == 1 else lambda g, c: all(can(g, c) for can in needed)
