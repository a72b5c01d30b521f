"""Instructions that every language has and nobody is asked for: conditions, loops, limits, durations."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from foldtale.kernel.effects.choices import alike, in_short, there
from foldtale.kernel.effects.expression import Run, Variable
from foldtale.kernel.effects.force import UNTIL, Hook, Plays, enter, is_used, once
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, Kind
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    NOTHING,
    PLAY,
    Code,
    accept,
    branches,
    doing,
    either_way,
    for_each,
    go_round,
    perform,
    play_of,
    playing,
    so_often,
)
from foldtale.kernel.effects.reading import Asking, Clause, Unread, Works, control, sure
from foldtale.kernel.effects.standing import standing
from foldtale.kernel.pack.nodes import is_empty
from foldtale.kernel.talk import ALL, Play, tell


@control("if", "then", "else", needs="then")
def if_(clause: Clause) -> Code | None:
    """Instructions that depend on a condition."""
    test = clause.expression(CONDITION, clause.needed("a condition"))
    clause.check_given("then")
    then, other = clause.block("then"), clause.block("else")
    test = sure(test)
    speech = clause.speech
    when = speech("unless {0}", test.negates) if test.negates else speech("if {0}", test.says)
    otherwise = other.says if other is not NOTHING else ""
    then, other = branches(then, other)
    says = f"{when}: {then.says}" + (speech("; otherwise: {0}", otherwise) if otherwise else "")
    if not then.says:
        says = f"{speech('unless {0}', test.says)}: {otherwise}" if otherwise else ""
    is_so, optional = test.run, then.optional or other.optional

    def can(g: Any, c: Cause) -> bool:
        code = then if is_so(g, c) else other
        return code is not NOTHING and code.is_possible(g, c)

    always = then.can is None and other.can is None and other is not NOTHING
    return Code(either_way(is_so, then, other), says, None if always else can, optional=optional)


@control("each", "as", "acts", "by", "do")
def each(clause: Clause) -> Code | None:
    """Instructions once for each of some things; `it` is the one whose turn it is."""
    many, inner = clause.things()
    code = body = clause.block("do", inner)
    every, kind, speech = many.run, many.type.kind, clause.speech
    if clause.get("as") is not None or clause.get("acts") is not None:
        body = playing(clause.turned_to(play_of(code), many), code.says, optional=code.optional)
    program = for_each(every, body, kind.is_there)
    each_of = speech("for each of {0}", many.says).replace("of all ", "of the ")
    works_for_any = clause.with_any(code)
    if clause.get("by") is not None:
        ask, who = clause.question("pick", (in_short(code),))
        play = clause.turned_to(play_of(code), many)
        program = ((PLAY, in_their_order(every, play, ask, kind, works_for_any), 0),)
        each_of += speech(", in an order of {0}", who or clause.language.self_is)
    says = f"{each_of}: {code.says}" if code.says else ""
    return Code(program, says, lambda g, c: works_for_any(g, c, every(g, c)), optional=code.optional)


def in_their_order(every: Run, play: Plays, ask: Asking, kind: Kind, works: Works) -> Plays:
    """Do something with each of some things in an order that somebody sets.

    Which things these are is settled at the beginning. Those with which nothing can be done any longer are
    not offered, and come last.
    """

    def run(g: Any, c: Cause) -> Play[None]:
        before = c.it
        left = there(g, every(g, c), kind)
        while left:
            c.left -= 1
            if not go_round(g, c):
                break
            offers = alike(g, [thing for thing in left if works(g, c, [thing])], kind)
            at = 0
            if offers:
                asking = ask(g, c, [*offers])
                if asking is None:
                    break
                at = left.index(offers[(yield asking)])
            c.it = left.pop(at)
            yield from play(g, c)
            left = there(g, left, kind)
        c.it = before

    return run


@control("repeat", "do")
def repeat(clause: Clause) -> Code | None:
    """Instructions so many times."""
    times = clause.expression(AMOUNT, clause.needed("an amount"))
    code = clause.block("do")
    times = sure(times)
    known = {"1": "once", "2": "twice"}
    how_often = clause.speech(known.get(times.says, "{0} times"), times.says)
    return Code(so_often(times.run, code), f"{how_often}: {code.says}", optional=code.optional)


@control("let", "be", "do", needs="be")
def let(clause: Clause) -> Code | None:
    """A name for some things as they are now, for the instructions that follow in `do`."""
    key, speech = clause.new_name(), clause.speech
    many = sure(clause.reader.any_things(clause.given("be"), clause.scope))
    named = Variable(many.type, speech("the {0}", key), lambda g, c: c.named[key])
    code = clause.block("do", clause.scope.within(**{key: named}))
    every, play = many.run, play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        c.named[key] = list(every(g, c))
        yield from play(g, c)

    are = speech("the {0} are {1}", key, many.says)
    return playing(run, f"{are}. {code.says[:1].upper()}{code.says[1:]}", code.can, code.optional)


@control("limit", "do")
def limit(clause: Clause) -> Code | None:
    """Instructions that are carried out once in a turn, phase or chapter."""
    node = clause.needed("how often")
    scope = clause.one_of(clause.language.scopes, "the scope", node)
    code = clause.block("do")
    how_long, number, play = sure(scope), clause.reader.mark(), play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from once(g, how_long, c, number, play)

    def can(g: Any, c: Cause) -> bool:
        return not is_used(g, how_long, c, number) and code.is_possible(g, c)

    return playing(run, f"{clause.language.once(how_long)}: {code.says}", can, code.optional)


@control("run")
def run_(clause: Clause) -> Code | None:
    """The instructions of a named sequence."""
    node = clause.text("the name of a sequence")
    name, found = node.text, clause.scope.named
    clause.scope.sequences.append((name, node.where))

    def run(g: Any, c: Cause) -> Play[None]:
        code = found[name]
        if not code.optional:
            accept(g, c)
        yield from perform(g, code, c)

    return playing(run, clause.speech("do as “{0}” says", name), optional=True)


@control("tell")
def tell_(clause: Clause) -> Code | None:
    """Words that everybody at the table reads."""
    node = clause.text("a text")
    language, reader = clause.language, clause.reader
    key = reader.key(f"says-{reader.number()}")
    reader.texts[key] = node.text

    def run(g: Any, c: Cause) -> None:
        tell(g, "a card says", ALL, language.rule_of(g, c), (key,))
        language.told(g, c, key)

    return doing(run, "")


@control("cancel")
def cancel(clause: Clause) -> Code | None:
    """What is about to happen does not happen."""
    node, event = clause.first, clause.scope.event
    if node is not None and not is_empty(node):
        clause.problems.add("E303", node.where, "'cancel' takes nothing")
    if not event:
        clause.fail("E310", clause.fields.where, "only `instead` can cancel something, before it happens")

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.cancelled = True

    return doing(run, clause.speech(clause.language.events[event].cancelled))


@control("change", "to", needs="to")
def change(clause: Clause) -> Code | None:
    """A fact of what is about to happen becomes another."""
    node, event = None, clause.scope.event
    with suppress(Unread):  # what else is wrong is noted, too
        node = clause.needed("a fact")
    if not event:
        clause.fail("E310", clause.fields.where, "only `instead` can change something, before it happens")
    facts = clause.language.events[event].facts
    fact = clause.one_of(list(facts), "the fact", node)
    to = clause.given("to")
    name = sure(fact)
    other = sure(clause.reader.expression(facts[name], to, clause.scope))
    amount = other.run

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.facts[name] = amount(g, c)

    speech = clause.speech
    becomes = "{0} become {1}" if name.endswith("s") else "{0} becomes {1}"
    return doing(run, speech(becomes, speech("the {0}", name), other.says))


@control("for", "while", "when", "instead")
def for_(clause: Clause) -> Code | None:
    """Something that is in force until a scope of the game ends."""
    scope = clause.one_of(clause.language.scopes, "the scope", clause.needed("how long"))
    found, says = standing(clause.reader, clause.fields, clause.scope, lasts=True)
    if len(clause.fields.pairs) == 1:
        clause.problems.add("E302", clause.fields.where, "'for' needs 'while', 'when' or 'instead'")
    how_long = sure(scope)
    clause.scope.lasting.append(found)

    def run(g: Any, c: Cause) -> None:
        enter(g, c.card, c.me, found, how_long, c)

    return doing(run, f"{clause.speech('until the {0} ends', how_long)}: {says}")


@control("until", "if", "while", "when", "instead")
def until(clause: Clause) -> Code | None:
    """Something that is in force until something happens."""
    language, speech = clause.language, clause.speech
    node = clause.needed("an event")
    known = [name for name, event in language.events.items() if "on" in event.ways]
    after = clause.one_of(known, "the event", node)
    found, says = standing(clause.reader, clause.fields, clause.scope, lasts=True)
    if not found:
        clause.problems.add("E302", clause.fields.where, "'until' needs 'while', 'when' or 'instead'")
    name = sure(after)
    test = clause.condition(clause.scope.in_event(name, has_happened=True))
    ending = Hook(name, test.run if test else None, None, "", clause.reader.mark())
    ended = replace(found, whens=(*found.whens, ending))
    clause.scope.lasting.append(ended)

    def run(g: Any, c: Cause) -> None:
        enter(g, c.card, c.me, ended, UNTIL, c)

    when = speech("until {0}", speech(language.events[name].says))
    return doing(run, when + (speech(", if {0}", test.says) if test else "") + f": {says}")
