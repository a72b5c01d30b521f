"""Instructions that every language has and nobody is asked for: conditions, loops, limits, durations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from foldtale.kernel.effects.choices import alike, in_short, there
from foldtale.kernel.effects.expression import Run, Scope, Variable
from foldtale.kernel.effects.force import UNTIL, Hook, Plays, enter, is_used, once
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, Kind, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    NOTHING,
    PLAY,
    Code,
    Reader,
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
from foldtale.kernel.effects.reading import (
    Asking,
    Works,
    condition,
    control,
    done_with_it,
    first,
    needed,
    question,
    text_of,
    things,
    turned_to,
    with_any,
    word_in,
    words_of,
)
from foldtale.kernel.effects.standing import standing
from foldtale.kernel.pack.nodes import Fields, Scalar
from foldtale.kernel.talk import ALL, Play, tell


@control("if")
def if_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that depend on a condition."""
    words_of("if", fields, scope, "then", "else")
    node = needed("if", fields, scope, "a condition")
    if node is None:
        return None
    test = reader.expression(Type(CONDITION), node, scope)
    if fields.get("then") is None:
        scope.problems.add("E302", fields.where, "'if' needs 'then'")
    then, other = reader.block(fields.get("then"), scope), reader.block(fields.get("else"), scope)
    if test is None:
        return None
    speech = scope.language.speech
    when = speech("unless {0}", test.negates) if test.negates else speech("if {0}", test.says)
    otherwise = other.says if other is not NOTHING else ""
    then, other = branches(then, other)
    says = f"{when}: {then.says}" + (speech("; otherwise: {0}", otherwise) if otherwise else "")
    if not then.says:
        says = f"{speech('unless {0}', test.says)}: {otherwise}" if otherwise else ""
    is_so, can = test.run, None
    if then.can is not None or other.can is not None or other is NOTHING:
        can = _can_if(is_so, then, other)
    return Code(either_way(is_so, then, other), says, can, optional=then.optional or other.optional)


def _can_if(is_so: Run, then: Code, other: Code) -> Run:
    def can(g: Any, c: Cause) -> bool:
        code = then if is_so(g, c) else other
        return code is not NOTHING and (code.can is None or bool(code.can(g, c)))

    return can


@control("each")
def each(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions once for each of some things; `it` is the one whose turn it is."""
    words_of("each", fields, scope, "as", "acts", "by", "do")
    many, inner = things(reader, fields, scope, "each")
    if many is None:
        return None
    code = done_with_it(reader, fields, inner)
    every = many.run
    if fields.get("as") is not None or fields.get("acts") is not None:
        body = playing(turned_to(play_of(code), fields, scope, many), code.says, optional=code.optional)
    else:
        body = code
    kind = many.type.kind
    program = for_each(every, body, kind.is_there)
    speech = scope.language.speech
    each_of = speech("for each of {0}", many.says).replace("of all ", "of the ")
    if fields.get("by") is not None:
        ask, who = question(reader, fields, scope, "pick", (in_short(code),))
        play = turned_to(play_of(code), fields, scope, many)
        works = with_any(code, fields, scope)
        who = who or scope.language.self_is
        program = ((PLAY, in_their_order(every, play, ask, kind, works), 0),)
        each_of += speech(", in an order of {0}", who)
    works_for_any = with_any(code, fields, scope)
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


@control("repeat")
def repeat(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions so many times."""
    words_of("repeat", fields, scope, "do")
    node = needed("repeat", fields, scope, "an amount")
    if node is None:
        return None
    times = reader.expression(Type(AMOUNT), node, scope)
    code = reader.block(fields.get("do"), scope)
    if times is None:
        return None
    count = times.run
    program = so_often(count, code)
    known = {"1": "once", "2": "twice"}
    how_often = scope.language.speech(known.get(times.says, "{0} times"), times.says)
    return Code(program, f"{how_often}: {code.says}", optional=code.optional)


@control("let")
def let(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A name for some things as they are now, for the instructions that follow in `do`."""
    words_of("let", fields, scope, "be", "do")
    name, be = first(fields), fields.get("be")
    if not isinstance(name, Scalar) or not name.text.isidentifier() or name.text in scope.variables:
        scope.problems.add("E206", fields.where, "'let' gives a name that means nothing else")
        return None
    if be is None:
        scope.problems.add("E302", fields.where, "'let' needs 'be'")
        return None
    many = reader.any_things(be, scope)
    if many is None:
        return None
    key, speech = name.text, scope.language.speech
    inner = scope.within(**{key: Variable(many.type, speech("the {0}", key), lambda g, c: c.named[key])})
    code = reader.block(fields.get("do"), inner)
    every, play = many.run, play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        c.named[key] = list(every(g, c))
        yield from play(g, c)

    are = speech("the {0} are {1}", key, many.says)
    return playing(run, f"{are}. {code.says[:1].upper()}{code.says[1:]}", code.can, code.optional)


@control("limit")
def limit(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that are carried out once in a turn, phase or chapter."""
    words_of("limit", fields, scope, "do")
    node = needed("limit", fields, scope, "how often")
    if node is None:
        return None
    how_long = word_in(node, scope.language.scopes, "the scope", scope)
    code = reader.block(fields.get("do"), scope)
    if how_long is None:
        return None
    number, play = reader.mark(), play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from once(g, how_long, c, number, play)

    def can(g: Any, c: Cause) -> bool:
        return not is_used(g, how_long, c, number) and (code.can is None or code.can(g, c))

    return playing(run, f"{scope.language.once(how_long)}: {code.says}", can, code.optional)


@control("run")
def run_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """The instructions of a named sequence."""
    words_of("run", fields, scope)
    node = text_of("run", fields, scope, "the name of a sequence")
    if node is None:
        return None
    name = node.text
    scope.sequences.append((name, node.where))
    found = scope.named

    def run(g: Any, c: Cause) -> Play[None]:
        code = found[name]
        if not code.optional:
            accept(g, c)
        yield from perform(g, code, c)

    return playing(run, scope.language.speech("do as “{0}” says", name), optional=True)


@control("tell")
def tell_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Words that everybody at the table reads."""
    words_of("tell", fields, scope)
    node = text_of("tell", fields, scope, "a text")
    if node is None:
        return None
    key = reader.key(f"says-{reader.number()}")
    reader.texts[key] = node.text
    language = scope.language

    def run(g: Any, c: Cause) -> None:
        tell(g, "a card says", ALL, language.rule_of(g, c), (key,))
        language.told(g, c, key)

    return doing(run, "")


@control("cancel")
def cancel(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """What is about to happen does not happen."""
    words_of("cancel", fields, scope)
    node = first(fields)
    if node is not None and not (isinstance(node, Scalar) and node.value is None):
        scope.problems.add("E303", node.where, "'cancel' takes nothing")
    if not scope.event:
        scope.problems.add("E310", fields.where, "only `instead` can cancel something, before it happens")
        return None

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.cancelled = True

    return doing(run, scope.language.speech(scope.language.event_cancelled[scope.event]))


@control("change")
def change(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A fact of what is about to happen becomes another."""
    words_of("change", fields, scope, "to")
    node = needed("change", fields, scope, "a fact")
    if not scope.event:
        scope.problems.add("E310", fields.where, "only `instead` can change something, before it happens")
        return None
    facts = scope.language.events[scope.event]
    name = word_in(node, list(facts), "the fact", scope) if node is not None else None
    to = fields.get("to")
    if to is None:
        scope.problems.add("E302", fields.where, "'change' needs 'to'")
    if name is None or to is None:
        return None
    other = reader.expression(facts[name], to, scope)
    if other is None:
        return None
    amount = other.run

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.facts[name] = amount(g, c)

    speech = scope.language.speech
    becomes = "{0} become {1}" if name.endswith("s") else "{0} becomes {1}"
    return doing(run, speech(becomes, speech("the {0}", name), other.says))


@control("for")
def for_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Something that is in force until a scope of the game ends."""
    words_of("for", fields, scope, "while", "when", "instead")
    node = needed("for", fields, scope, "how long")
    if node is None:
        return None
    how_long = word_in(node, scope.language.scopes, "the scope", scope)
    found, says = standing(reader, fields, scope, lasts=True)
    if len(fields.pairs) == 1:
        scope.problems.add("E302", fields.where, "'for' needs 'while', 'when' or 'instead'")
    if how_long is None:
        return None
    scope.lasting.append(found)

    def run(g: Any, c: Cause) -> None:
        enter(g, c.card, c.me, found, how_long, c)

    return doing(run, f"{scope.language.speech('until the {0} ends', how_long)}: {says}")


@control("until")
def until(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Something that is in force until something happens."""
    words_of("until", fields, scope, "if", "while", "when", "instead")
    node = needed("until", fields, scope, "an event")
    if node is None:
        return None
    event = word_in(
        node, [name for name, how in scope.language.answers.items() if "on" in how], "the event", scope
    )
    found, says = standing(reader, fields, scope, lasts=True)
    if not found:
        scope.problems.add("E302", fields.where, "'until' needs 'while', 'when' or 'instead'")
    if event is None:
        return None
    test = condition(reader, fields, scope.in_event(event, has_happened=True))
    ending = Hook(event, test.run if test else None, None, "", reader.mark())
    ended = replace(found, whens=(*found.whens, ending))
    scope.lasting.append(ended)

    def run(g: Any, c: Cause) -> None:
        enter(g, c.card, c.me, ended, UNTIL, c)

    speech = scope.language.speech
    when = speech("until {0}", speech(scope.language.event_says[event]))
    return doing(run, when + (speech(", if {0}", test.says) if test else "") + f": {says}")
