"""What reading instructions needs again and again: words, names, things, and who is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from foldtale.kernel.effects.expression import Expr, Run, Scope, Variable, called, it, me
from foldtale.kernel.effects.force import Plays
from foldtale.kernel.effects.kinds import CONDITION, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    CONTROL,
    Code,
    Control,
    Reader,
)
from foldtale.kernel.pack.nodes import Fields, Node, Scalar
from foldtale.kernel.pack.problems import shortened
from foldtale.kernel.talk import Ask, Fact, Option, Play

GROUP: Final = "group"
"""Who answers when nobody in particular does."""


def control(name: str) -> Callable[[Control], Control]:
    def register(read: Control) -> Control:
        CONTROL[name] = read
        return read

    return register


def words_of(name: str, fields: Fields, scope: Scope, *others: str) -> None:
    """Complain of words that this instruction does not take."""
    for key, _ in fields.pairs[1:]:
        if key.text not in others:
            scope.problems.unknown("E303", key.where, f"in {name!r} the word", key.text, others)


def first(fields: Fields) -> Node | None:
    return fields.pairs[0][1] if fields.pairs else None


def needed(name: str, fields: Fields, scope: Scope, takes: str) -> Node | None:
    node = first(fields)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        scope.problems.add("E302", fields.where, f"{name!r} needs {takes}")
        return None
    return node


def text_of(name: str, fields: Fields, scope: Scope, takes: str) -> Scalar | None:
    node = needed(name, fields, scope, takes)
    if node is not None and not isinstance(node, Scalar):
        scope.problems.add("E203", node.where, f"{name!r} takes {takes}")
        return None
    return node


def word_in(node: Node, words: list[str], what: str, scope: Scope) -> str | None:
    """One of these words, or a problem."""
    text = node.text if isinstance(node, Scalar) else ""
    if text in words:
        return text
    scope.problems.unknown("E204", node.where, what, text, words)
    return None


def condition(reader: Reader, fields: Fields, scope: Scope, key: str = "if") -> Expr | None:
    node = fields.get(key)
    return reader.expression(Type(CONDITION), node, scope) if node is not None else None


def answerer(reader: Reader, fields: Fields, scope: Scope) -> tuple[Run, str]:
    """Who is asked, and in words unless it is whoever acts: somebody `by:` name, or the group."""
    node = fields.get("by")
    if node is None:
        return me, ""
    if isinstance(node, Scalar) and node.text == GROUP:
        return lambda g, c: None, scope.language.speech("the group")
    found = reader.expression(Type(scope.language.actor), node, scope)
    if found is None or found.says == scope.language.self_is:
        return me, ""
    return found.run, found.says


Asking: TypeAlias = Callable[[Any, Cause, list[Option]], Ask | None]
"""How to ask somebody; nothing if they cannot choose."""


def question(
    reader: Reader, fields: Fields, scope: Scope, topic: str, about: tuple[Fact, ...] = ()
) -> tuple[Asking, str]:
    """How somebody is asked, and who it is in words, unless it is whoever acts."""
    language = scope.language
    who, says = answerer(reader, fields, scope)

    def ask(g: Any, c: Cause, options: list[Option]) -> Ask | None:
        whom = who(g, c)
        if not language.can_answer(g, whom):
            return None
        seat, voice = language.who_answers(g, c, whom)
        rule = language.rule_of(g, c)
        return Ask(seat, topic, options, rule, voice=voice, about=about, card=c.card or "")

    return ask, says


def label(reader: Reader, node: Node | None, key: str) -> None:
    if isinstance(node, Scalar) and node.text:
        reader.labels[key] = reader.scope.translated.get(key, node.text)
        reader.places[key] = node.where


def is_id(text: str) -> bool:
    return 0 < len(text) <= 40 and all(letter.isalnum() or letter in "-_" for letter in text)


def not_an_id(text: str) -> str:
    """What to tell an author about it."""
    meant = "-".join(re.findall(r"[\w-]+", text))[:40].lower()
    hint = f": perhaps {meant!r}" if is_id(meant) else ""
    return f"{shortened(text)!r} is no id, which is one word of letters, digits, - and _{hint}"


def own_id(fields: Fields, scope: Scope) -> str:
    """The id that an author gives an option, so that it stays the same when the card is edited."""
    node = fields.get("id")
    if node is None:
        return ""
    if isinstance(node, Scalar) and is_id(node.text):
        return node.text
    scope.problems.add("E206", node.where, "an id is one short word")
    return ""


def things(reader: Reader, fields: Fields, scope: Scope, name: str) -> tuple[Expr | None, Scope]:
    """Some things, and the scope in which `it` is one of them."""
    node = needed(name, fields, scope, "some things")
    if node is None:
        return None, scope
    many = reader.any_things(node, scope)
    if many is None:
        return None, scope
    one = Type(many.type.kind)
    known = {"it": Variable(one, called("it", one, scope.language.speech), it)}
    name = name_of(fields, scope)
    if name:
        says = scope.language.speech("the {0}", name.replace("_", " "))
        known[name] = Variable(one, says, lambda g, c: c.named[name])
    return many, scope.within(**known)


def done_with_it(reader: Reader, fields: Fields, inner: Scope) -> Code:
    """What `do:` says is done with `it`."""
    return reader.block(fields.get("do"), inner)


def name_of(fields: Fields, scope: Scope) -> str:
    """The name that `as:` gives to the thing whose turn it is."""
    node = fields.get("as")
    if node is None:
        return ""
    name = node.text if isinstance(node, Scalar) else ""
    taken = name in ("it", "self") or name in scope.variables or name in scope.language.values
    if name.isidentifier() and not taken:
        return name
    scope.problems.add("E206", node.where, "'as' gives a name that means nothing else")
    return ""


Works: TypeAlias = Callable[[Any, Cause, Sequence[Any]], bool]
"""Whether there is something among some things with which an instruction can be carried out."""


def with_any(code: Code, fields: Fields, scope: Scope) -> Works:
    """Whether there is something among some things with which, or by which, this can be carried out."""
    can, name, acts = code.can, name_of(fields, scope), fields.get("acts") is not None

    def works(g: Any, c: Cause, found: Sequence[Any]) -> bool:
        if can is None:
            return bool(found)
        before, me, kept = c.it, c.me, c.named.get(name) if name else None
        result = False
        for thing in found:
            c.it = thing
            if acts:
                c.me = thing
            if name:
                c.named[name] = thing
            if can(g, c):
                result = True
                break
        c.it, c.me = before, me
        if name:
            c.named[name] = kept
        return result

    return works


def turned_to(play: Plays, fields: Fields, scope: Scope, many: Expr) -> Plays:
    """What is done with `it`: also under the name of `as:`, and by the thing itself if it `acts`."""
    name, acts = name_of(fields, scope), fields.get("acts")
    if acts is not None:
        if not isinstance(acts, Scalar) or acts.text != "it":
            scope.problems.add("E204", acts.where, "'acts' is followed by 'it'")
        elif many.type.kind is not scope.language.actor:
            said = f"{many.says!r} cannot act: only {Type(scope.language.actor, many=True)} can"
            scope.problems.add("E306", acts.where, said)
    if acts is None and not name:
        return play

    def run(g: Any, c: Cause) -> Play[None]:
        c.named[name] = c.it
        me = c.me
        if acts is not None:
            c.me = c.it
        yield from play(g, c)
        c.me = me

    return run
