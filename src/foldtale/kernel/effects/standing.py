"""What a card does as long as it is in force: `while`, `when` and `instead`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from foldtale.kernel.effects.expression import Expr, Scope, Variable, called, constant, it
from foldtale.kernel.effects.force import BAN, WAYS, Hook, Lapses, Modifier, Standing
from foldtale.kernel.effects.kinds import AMOUNT, TEXT, Type
from foldtale.kernel.effects.program import Reader, play_of
from foldtale.kernel.effects.reading import (
    condition,
    word_in,
    words_of,
)
from foldtale.kernel.effects.wording import on_condition, say, sentences
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar
from foldtale.kernel.speech import Speech

T = TypeVar("T")
BOUND: Final = {"least": "at least ", "most": "at most "}


def standing(reader: Reader, fields: Fields, scope: Scope, lasts: bool = False) -> tuple[Standing, str]:
    """What `while:`, `when:` and `instead:` say, and how it is printed.

    `lasts`  it is not in force as long as its card is, but for a while
    """
    says: list[str] = []
    lapses = None if lasts else scope.language.lapses

    def hook(key: str) -> Callable[[Fields], Hook | None]:
        return lambda node: read_hook(reader, node, scope, key, says, lapses)

    found = Standing(
        tuple(each_of(reader, fields, "while", lambda node: read_modifier(reader, node, scope, says))),
        tuple(each_of(reader, fields, "when", hook("on"))),
        tuple(each_of(reader, fields, "instead", hook("of"))),
    )
    return found, sentences(says) if says else ""


def each_of(reader: Reader, fields: Fields, word: str, read: Callable[[Fields], T | None]) -> Iterator[T]:
    """Read what stands after a word, one thing after the other, and note each as data."""
    for node in listed(fields.get(word)):
        known = node if isinstance(node, Fields) else Fields([], node.where)
        with reader.as_data(word, known):
            found = read(known)
        if found is not None:
            yield found


def listed(node: Node | None) -> list[Node]:
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return []
    return node.items if isinstance(node, Items) else [node]


def read_modifier(reader: Reader, node: Fields, scope: Scope, says: list[str]) -> Modifier | None:
    """`{stack_limit: -1}` or `{cost: {set: 2}, if: …, who: …}`."""
    if not node.pairs:
        scope.problems.add("E203", node.where, "a modifier is written {the number: how it changes}")
        return None
    name, how = node.pairs[0]
    if name.text == BAN:
        return read_ban(reader, node, scope, says)
    query = scope.language.queries.get(name.text)
    if query is None:
        scope.problems.unknown("E309", name.where, "the number", name.text, scope.language.queries)
        return None
    whom_type, query_says = query
    words_of(name.text, node, scope, "if", "who")
    inner = scope.within(it=Variable(whom_type, called("it", whom_type, scope.language.speech), it))
    way = "add"
    if isinstance(how, Fields):
        if len(how.pairs) != 1:
            scope.problems.add("E203", how.where, f"one way to change it: {', '.join(WAYS)}")
            return None
        found = word_in(how.pairs[0][0], list(WAYS), "the way", scope)
        if found is None:
            return None
        way, how = found, how.pairs[0][1]
    amount = reader.expression(Type(AMOUNT), how, inner)
    test = condition(reader, node, inner)
    who = node.get("who")
    whom = reader.expression(Type(whom_type.kind, many=True), who, scope) if who is not None else None
    if amount is None:
        return None
    says.append(_modifier_says(query_says, way, amount, whom, test, scope.language.speech))
    return Modifier(name.text, WAYS[way], amount.run, test.run if test else None, whom.run if whom else None)


def read_ban(reader: Reader, node: Fields, scope: Scope, says: list[str]) -> Modifier | None:
    """`{forbid: something, if: …, who: …}`."""
    words_of(BAN, node, scope, "if", "who")
    ban = word_in(node.pairs[0][1], list(scope.language.bans), "what is forbidden:", scope)
    if ban is None:
        return None
    whom_type, ban_says = scope.language.bans[ban]
    speech = scope.language.speech
    test = condition(reader, node, scope.within(it=Variable(whom_type, called("it", whom_type, speech), it)))
    who = node.get("who")
    whom = reader.expression(Type(whom_type.kind, many=True), who, scope) if who is not None else None
    cannot = _cannot(whom.says, speech) if whom else speech("no {0} can", whom_type.kind)
    says.append(f"{cannot} {speech(ban_says)}" + (on_condition(test, speech, " ") if test else ""))
    return Modifier(
        f"{BAN} {ban}", WAYS["set"], lambda g, c: 1, test.run if test else None, whom.run if whom else None
    )


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
        return say(query, ["who"], [who], (), speech) + if_so
    query = speech(query)
    if way == "add":
        less = amount.says.startswith("-")
        how = speech("{0} is {1} lower" if less else "{0} is {1} higher", query, amount.says.lstrip("-"))
    else:
        how = speech(f"{{0}} is {BOUND.get(way, '')}{{1}}", query, amount.says)
    return how + (speech(" for {0}", whom.says) if whom else "") + if_so


def read_hook(
    reader: Reader, node: Fields, scope: Scope, key: str, says: list[str], lapses: Lapses | None
) -> Hook | None:
    """`{on: event, if: …, limit: turn, do: […]}`; `of:` instead of `on:` before it happens."""
    event = node.get(key)
    if event is None:
        scope.problems.add("E203", node.where, f"this is written {{{key}: an event, do: instructions}}")
        return None
    for name, _ in node.pairs:
        if name.text not in (key, "if", "limit", "do"):
            scope.problems.unknown("E202", name.where, "the word", name.text, (key, "if", "limit", "do"))
    text = event.text if isinstance(event, Scalar) else ""
    if text not in scope.language.events:
        scope.problems.unknown("E308", event.where, "the event", text, scope.language.events)
        return None
    if key not in scope.language.answers[text]:
        said = "after it, by `when`" if key == "of" else "before it, by `instead`"
        scope.problems.add("E308", event.where, f"{text!r} can only be answered {said}")
    inner = scope.in_event(text, has_happened=key == "on")
    test = condition(reader, node, inner)
    how_often = node.get("limit")
    limited = word_in(how_often, scope.language.scopes, "the scope", scope) if how_often is not None else ""
    if node.get("do") is None:
        scope.problems.add("E302", node.where, "what is to be done? 'do' is missing")
    reader.depth += 1
    code = reader.block(node.get("do"), inner)
    you = scope.language.you if any(call.speaks_of_self() for call in code.calls) else None
    reader.depth -= 1
    speech = scope.language.speech
    when = speech("after {0}" if key == "on" else "before {0}", speech(scope.language.event_says[text]))
    often = f"{scope.language.once(limited)}, " if limited else ""
    says.append(f"{often}{when}" + (on_condition(test, speech, ", ") if test else "") + f": {code.says}")
    return Hook(
        text,
        test.run if test else None,
        play_of(code),
        limited or "",
        reader.mark(),
        you,
        lapses,
    )
