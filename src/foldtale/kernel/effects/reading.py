"""What reading instructions needs again and again: words, names, things, and who is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

from foldtale.kernel.effects.expression import Expr, Run, Scope, Variable, called, it, me
from foldtale.kernel.effects.force import Plays
from foldtale.kernel.effects.instructions import CONTROL, Control, Reader
from foldtale.kernel.effects.kinds import CONDITION, Kind, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import Code
from foldtale.kernel.pack.nodes import Fields, Node, Scalar, is_empty
from foldtale.kernel.pack.problems import Where, shortened
from foldtale.kernel.talk import Ask, Fact, Option, Play

T = TypeVar("T")
GROUP: Final = "group"
"""Who answers when nobody in particular does."""
Asking: TypeAlias = Callable[[Any, Cause, list[Option]], Ask | None]
"""How to ask somebody; nothing if they cannot choose."""
Works: TypeAlias = Callable[[Any, Cause, Sequence[Any]], bool]
"""Whether there is something among some things with which an instruction can be carried out."""


class Unread(Exception):
    """An instruction that cannot be read; its problem is noted already."""


def sure(found: T | None) -> T:
    """Return what was read; where that failed, stop reading the instruction."""
    if found is None:
        raise Unread
    return found


class Clause:
    """One instruction as an author wrote it, while it is read."""

    def __init__(self, reader: Reader, name: str, fields: Fields, scope: Scope) -> None:
        self.reader = reader
        self.name = name  # the word that says what it is
        self.fields = fields  # that word and the others, with what stands after them
        self.scope = scope  # what is known where it stands
        self.problems = scope.problems
        self.language = scope.language
        self.speech = scope.language.speech

    def fail(self, code: str, where: Where, said: str) -> NoReturn:
        """Note a problem and stop reading the instruction."""
        self.problems.add(code, where, said)
        raise Unread

    def allow(self, *words: str) -> None:
        """Note every word that the instruction does not take."""
        others = Fields(self.fields.pairs[1:], self.fields.where)
        others.allow(words, self.problems, "E303", f"in {self.name!r} the word")

    @property
    def first(self) -> Node | None:
        """What stands after its name."""
        return self.fields.pairs[0][1] if self.fields.pairs else None

    def get(self, word: str) -> Node | None:
        return self.fields.get(word)

    def check_given(self, word: str) -> None:
        """Note that a word is missing, if it is."""
        if self.get(word) is None:
            self.problems.add("E302", self.fields.where, f"{self.name!r} needs {word!r}")

    def given(self, word: str) -> Node:
        """Return what stands after a word that must not be missing."""
        self.check_given(word)
        node = self.get(word)
        if node is None:
            raise Unread
        return node

    def needed(self, takes: str) -> Node:
        """Return what stands after its name, where something must."""
        node = self.first
        if node is None or is_empty(node):
            self.fail("E302", self.fields.where, f"{self.name!r} needs {takes}")
        return node

    def text(self, takes: str) -> Scalar:
        """Return the text that stands after its name."""
        node = self.needed(takes)
        if not isinstance(node, Scalar):
            self.fail("E203", node.where, f"{self.name!r} takes {takes}")
        return node

    def new_name(self) -> str:
        """Return the name that it gives to something."""
        node = self.first
        if not isinstance(node, Scalar) or not node.text.isidentifier() or node.text in self.scope.variables:
            self.fail("E206", self.fields.where, f"{self.name!r} gives a name that means nothing else")
        return node.text

    def one_of(self, words: Sequence[str], what: str, node: Node | None) -> str | None:
        """Return which of these words `node` is; None if it is another, which is noted, or not there."""
        text = node.text if isinstance(node, Scalar) else ""
        if node is not None and text not in words:
            self.problems.unknown("E204", node.where, what, text, words)
        return text if text in words else None

    def expression(self, kind: Kind, node: Node | None, scope: Scope | None = None) -> Expr | None:
        """Read an expression, if there is one."""
        return None if node is None else self.reader.expression(Type(kind), node, scope or self.scope)

    def condition(self, scope: Scope | None = None) -> Expr | None:
        """Read the condition after `if`, if there is one."""
        return self.expression(CONDITION, self.get("if"), scope)

    def block(self, word: str, scope: Scope | None = None) -> Code:
        """Read the instructions after a word."""
        return self.reader.block(self.get(word), scope or self.scope)

    def answerer(self) -> tuple[Run, str]:
        """Return who is asked, and in words unless it is whoever acts: somebody `by:` name, or the group."""
        node = self.get("by")
        if isinstance(node, Scalar) and node.text == GROUP:
            return lambda g, c: None, self.speech("the group")
        found = self.expression(self.language.actor, node)
        if found is None or found.says == self.language.self_is:
            return me, ""
        return found.run, found.says

    def question(self, topic: str, about: tuple[Fact, ...] = ()) -> tuple[Asking, str]:
        """Return how somebody is asked, and who it is in words, unless it is whoever acts."""
        language = self.language
        who, says = self.answerer()

        def ask(g: Any, c: Cause, options: list[Option]) -> Ask | None:
            whom = who(g, c)
            if not language.can_answer(g, whom):
                return None
            seat, voice = language.who_answers(g, c, whom)
            rule = language.rule_of(g, c)
            return Ask(seat, topic, options, rule, voice=voice, about=about, card=c.card or "")

        return ask, says

    def label(self, node: Node | None, key: str) -> None:
        """Keep what an option says, in the language in which the pack is read."""
        if isinstance(node, Scalar) and node.text:
            self.reader.labels[key] = self.scope.translated.get(key, node.text)
            self.reader.places[key] = node.where

    def own_id(self) -> str:
        """Return the id that an author gives an option, so that it stays the same when the card is edited."""
        node = self.get("id")
        if node is None:
            return ""
        if isinstance(node, Scalar) and is_id(node.text):
            return node.text
        self.problems.add("E206", node.where, "an id is one short word")
        return ""

    def things(self) -> tuple[Expr, Scope]:
        """Return some things, and the scope in which `it` is one of them."""
        many = sure(self.reader.any_things(self.needed("some things"), self.scope))
        one = Type(many.type.kind)
        known = {"it": Variable(one, called("it", one, self.speech), it)}
        name = self.name_of_it
        if name:
            says = self.speech("the {0}", name.replace("_", " "))
            known[name] = Variable(one, says, lambda g, c: c.named[name])
        return many, self.scope.within(**known)

    @cached_property
    def name_of_it(self) -> str:
        """The name that `as:` gives to the thing whose turn it is."""
        node = self.get("as")
        if node is None:
            return ""
        name = node.text if isinstance(node, Scalar) else ""
        taken = name in ("it", "self") or name in self.scope.variables or name in self.language.values
        if name.isidentifier() and not taken:
            return name
        self.problems.add("E206", node.where, "'as' gives a name that means nothing else")
        return ""

    def with_any(self, code: Code) -> Works:
        """Return whether there is something among some things with which, or by which, this can be done."""
        can, name, acts = code.can, self.name_of_it, self.get("acts") is not None

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

    def turned_to(self, play: Plays, many: Expr) -> Plays:
        """Return what is done with `it`: also under the name of `as:`, and by the thing if it `acts`."""
        name, acts = self.name_of_it, self.get("acts")
        if acts is not None:
            if not isinstance(acts, Scalar) or acts.text != "it":
                self.problems.add("E204", acts.where, "'acts' is followed by 'it'")
            elif many.type.kind is not self.language.actor:
                said = f"{many.says!r} cannot act: only {Type(self.language.actor, many=True)} can"
                self.problems.add("E306", acts.where, said)
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


Reads: TypeAlias = Callable[[Clause], Code | None]


def control(name: str, *takes: str, needs: str = "") -> Callable[[Reads], Reads]:
    """Register an instruction of every language with the words that it takes, and the one that it `needs`."""

    def register(read: Reads) -> Reads:
        def run(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
            clause = Clause(reader, name, fields, scope)
            clause.allow(*takes)
            try:
                return read(clause)
            except Unread:
                return None

        CONTROL[name] = Control(run, takes, needs, (read.__doc__ or "").split("\n")[0])
        return read

    return register


def is_id(text: str) -> bool:
    return 0 < len(text) <= 40 and all(letter.isalnum() or letter in "-_" for letter in text)


def not_an_id(text: str) -> str:
    """What to tell an author about it."""
    meant = "-".join(re.findall(r"[\w-]+", text))[:40].lower()
    hint = f": perhaps {meant!r}" if is_id(meant) else ""
    return f"{shortened(text)!r} is no id, which is one word of letters, digits, - and _{hint}"
