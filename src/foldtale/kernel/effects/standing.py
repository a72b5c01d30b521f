"""What a card does as long as it is in force: `while`, `when` and `instead`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from foldtale.kernel.effects.expression import Expr, Scope, Variable, called, constant, it
from foldtale.kernel.effects.force import BAN, WAYS, Hook, Lapses, Modifier, Standing
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.effects.kinds import AMOUNT, TEXT, Type
from foldtale.kernel.effects.program import play_of
from foldtale.kernel.effects.reading import Clause, Unread, sure
from foldtale.kernel.effects.wording import on_condition, say, sentences
from foldtale.kernel.pack.nodes import Fields, Node, Scalar, listed
from foldtale.kernel.speech import Speech

T = TypeVar("T")
BOUND: Final = {"least": "at least ", "most": "at most "}


def standing(reader: Reader, fields: Fields, scope: Scope, lasts: bool = False) -> tuple[Standing, str]:
    """What `while:`, `when:` and `instead:` say, and how it is printed.

    `lasts`  it is not in force as long as its card is, but for a while
    """
    says: list[str] = []
    lapses = None if lasts else scope.language.lapses

    def each_of(word: str, read: Callable[[Clause], T]) -> Iterator[T]:
        """Read what stands after a word, one thing after the other, and note each as data."""
        for node in listed(fields.get(word)):
            known = node if isinstance(node, Fields) else Fields([], node.where)
            found = None
            with reader.as_data(word, known), suppress(Unread):
                found = read(Clause(reader, known.pairs[0][0].text if known.pairs else word, known, scope))
            if found is not None:
                yield found

    found = Standing(
        tuple(each_of("while", lambda clause: read_modifier(clause, says))),
        tuple(each_of("when", lambda clause: read_hook(clause, "on", says, lapses))),
        tuple(each_of("instead", lambda clause: read_hook(clause, "of", says, lapses))),
    )
    return found, sentences(says) if says else ""


def read_modifier(clause: Clause, says: list[str]) -> Modifier:
    """`{stack_limit: -1}` or `{cost: {set: 2}, if: …, who: …}`."""
    if not clause.fields.pairs:
        clause.fail("E203", clause.fields.where, "a modifier is written {the number: how it changes}")
    name, how = clause.fields.pairs[0]
    if name.text == BAN:
        return read_ban(clause, how, says)
    queries = clause.language.queries
    if name.text not in queries:
        clause.problems.unknown("E309", name.where, "the number", name.text, queries)
        raise Unread
    whom_type, query = queries[name.text]
    clause.allow("if", "who")
    way = "add"
    if isinstance(how, Fields):
        if len(how.pairs) != 1:
            clause.fail("E203", how.where, f"one way to change it: {', '.join(WAYS)}")
        way = sure(clause.one_of(list(WAYS), "the way", how.pairs[0][0]))
        how = how.pairs[0][1]
    amount = clause.expression(AMOUNT, how, speaking_of(clause, whom_type))
    test, whom = limits(clause, whom_type)
    amount = sure(amount)
    says.append(_modifier_says(query, way, amount, whom, test, clause.speech))
    return Modifier(name.text, WAYS[way], amount.run, test.run if test else None, whom.run if whom else None)


def read_ban(clause: Clause, what: Node, says: list[str]) -> Modifier:
    """`{forbid: something, if: …, who: …}`."""
    speech, bans = clause.speech, clause.language.bans
    clause.allow("if", "who")
    ban = sure(clause.one_of(list(bans), "what is forbidden:", what))
    whom_type, ban_says = bans[ban]
    test, whom = limits(clause, whom_type)
    cannot = _cannot(whom.says, speech) if whom else speech("no {0} can", whom_type.kind)
    says.append(f"{cannot} {speech(ban_says)}" + (on_condition(test, speech, " ") if test else ""))
    tests = test.run if test else None, whom.run if whom else None
    return Modifier(f"{BAN} {ban}", WAYS["set"], lambda g, c: 1, *tests)


def speaking_of(clause: Clause, whom: Type) -> Scope:
    """Return the scope in which `it` is the one of whom something is asked."""
    return clause.scope.within(it=Variable(whom, called("it", whom, clause.speech), it))


def limits(clause: Clause, whom: Type) -> tuple[Expr | None, Expr | None]:
    """Read on what condition a modifier holds, and for whom."""
    test, who = clause.condition(speaking_of(clause, whom)), clause.get("who")
    takes = Type(whom.kind, many=True)
    return test, None if who is None else clause.reader.expression(takes, who, clause.scope)


def _cannot(whom: str, speech: Speech) -> str:
    if whom == speech.you:
        return speech("you cannot")
    return speech("{0} cannot, all of them" if speech.are(whom, english=False) else "{0} cannot", whom)


def _modifier_says(
    query: str, way: str, amount: Expr, whom: Expr | None, test: Expr | None, speech: Speech
) -> str:
    if_so = on_condition(test, speech, " ") if test else ""
    if "{who" in query:
        who = whom or constant(Type(TEXT), None, speech("everybody"))
        return say(query, {"who": who}, (), speech) + if_so
    query = speech(query)
    if way == "add":
        less = amount.says.startswith("-")
        how = speech("{0} is {1} lower" if less else "{0} is {1} higher", query, amount.says.lstrip("-"))
    else:
        how = speech(f"{{0}} is {BOUND.get(way, '')}{{1}}", query, amount.says)
    return how + (speech(" for {0}", whom.says) if whom else "") + if_so


def read_hook(clause: Clause, key: str, says: list[str], lapses: Lapses | None) -> Hook:
    """`{on: event, if: …, limit: turn, do: […]}`; `of:` instead of `on:` before it happens."""
    reader, problems, language, speech = clause.reader, clause.problems, clause.language, clause.speech
    event, where = clause.get(key), clause.fields.where
    if event is None:
        clause.fail("E203", where, f"this is written {{{key}: an event, do: instructions}}")
    clause.fields.allow((key, "if", "limit", "do"), problems, "E202", "the word")
    text = event.text if isinstance(event, Scalar) else ""
    if text not in language.events:
        problems.unknown("E308", event.where, "the event", text, language.events)
        raise Unread
    if key not in language.events[text].ways:
        said = "after it, by `when`" if key == "of" else "before it, by `instead`"
        problems.add("E308", event.where, f"{text!r} can only be answered {said}")
    inner = clause.scope.in_event(text, has_happened=key == "on")
    test = clause.condition(inner)
    limited = clause.one_of(language.scopes, "the scope", clause.get("limit"))
    if clause.get("do") is None:
        problems.add("E302", where, "what is to be done? 'do' is missing")
    reader.depth += 1
    code = clause.block("do", inner)
    you = language.you if any(call.speaks_of_self() for call in code.calls) else None
    reader.depth -= 1
    when = speech("after {0}" if key == "on" else "before {0}", speech(language.events[text].says))
    often = f"{language.once(limited)}, " if limited else ""
    says.append(f"{often}{when}" + (on_condition(test, speech, ", ") if test else "") + f": {code.says}")
    test_run = test.run if test else None
    return Hook(text, test_run, play_of(code), limited or "", reader.mark(), you, lapses)
