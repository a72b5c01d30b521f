"""Cards as records: dataclasses whose annotations say what an author writes, read with their places."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from foldtale.kernel.effects.expression import Expr, Scope
from foldtale.kernel.effects.force import Standing
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, Type
from foldtale.kernel.effects.language import Steps
from foldtale.kernel.effects.program import NOTHING, Call, Code
from foldtale.kernel.effects.reading import is_id, not_an_id
from foldtale.kernel.effects.standing import standing
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar, is_empty
from foldtale.kernel.pack.problems import Where

T = TypeVar("T")
STANDING = ("while", "when", "instead")
"""The fields that make a card's standing effects."""


class Prose(NamedTuple):
    """A text for people, and how long one should be: a card, an opening, an ending, a label, a title."""

    length: str


class Bounds(NamedTuple):
    least: int
    most: int


class Ref(NamedTuple):
    """The id of a card of this kind, or of any."""

    kind: str = "*"


class Names(NamedTuple):
    """Annotates a table whose keys, or a list whose words, are names of this sort that cards can refer to."""

    sort: str


class Price:
    """Annotates instructions that are a cost: paid whole, or not at all."""


class Says(NamedTuple):
    """Annotates a field that is printed with what the card does: `once a {}`, or by what it holds."""

    text: str | tuple[tuple[str, str], ...]


class InEvent(NamedTuple):
    """An event is in scope, or the one that the field of this name names: its facts have names there."""

    field: str = ""
    event: str = ""


class IsEvent:
    """Annotates a field that names an event of the language."""


class Amount:
    """Annotates a field that holds an amount that is reckoned when it is asked for."""


class Condition:
    """Annotates a field that holds a condition."""


CardText = Annotated[str, Prose("card")]
Opening = Annotated[str, Prose("opening")]
Ending = Annotated[str, Prose("ending")]
Title = Annotated[str, Prose("title")]
EventName = Annotated[str, IsEvent]
Do = Annotated[Code, Steps]
Test = Annotated[Expr, Condition]
Sum = Annotated[Expr, Amount]


class Field(NamedTuple):
    """One field of a record: its name in a pack, its type, whether it must be there, and its attribute."""

    name: str
    hint: Any
    required: bool
    slot: str


def fields_of(cls: type) -> list[Field]:
    """The fields that an author writes; `from_` is written `from`."""
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for field in dataclasses.fields(cls):
        hint, slot = hints[field.name], field.name
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if hint is Standing:
            found += [Field(name, hint, False, slot) for name in STANDING]
        else:
            found.append(Field(slot.rstrip("_"), hint, required, slot))
    return found


def split(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its annotations, and these."""
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        return hint, tuple(marks)
    return hint, ()


def marked(marks: Iterable[Any], kind: type[T]) -> T | None:
    """Return the annotation of this kind, if there is one."""
    return next((mark for mark in marks if isinstance(mark, kind)), None)


class CardReader:
    """Reads the fields of one card, and gathers its texts for translation."""

    def __init__(self, scope: Scope, owner: str) -> None:
        self.scope = scope
        self.owner = owner
        self.steps = Reader(scope, owner)
        self.around: Fields = Fields([], Where(""))
        self.texts: dict[str, tuple[str, str]] = {}
        self.says: dict[str, str] = {}
        self.calls: dict[str, tuple[Call, ...]] = {}
        self.names: dict[str, str] = {}
        self.keys: dict[str, str] = {}

    def record(self, cls: type, node: Node, path: str = "") -> Any:
        """A record of this class, or None and problems."""
        problems = self.scope.problems
        if not isinstance(node, Fields):
            problems.add("E203", node.where, f"{path or 'this'} has fields, each with a name")
            return None
        known = fields_of(cls)
        node.allow([field.name for field in known], problems, "E202", "the field")
        outer, self.around = self.around, node
        read: dict[str, Any] = {}
        window = ""
        for field in known:
            inner = node.get(field.name)
            if inner is None or is_empty(inner):
                if field.required:
                    problems.add("E201", node.where, f"{path or self.owner} needs {field.name!r}")
                    read[field.slot] = None
            elif field.hint is not Standing:
                read[field.slot] = self.value(field.hint, inner, f"{path}{field.name}")
            if IsEvent in split(field.hint)[1] and isinstance(inner, Scalar):
                window = inner.text
        self.around = outer
        self._say_when(path, window)
        slots = [field.slot for field in known if field.hint is Standing]
        if slots:
            before = len(self.steps.calls)
            read[slots[0]], says = standing(self.steps, node, self.scope)
            self.calls[f"{path}standing"] = tuple(self.steps.calls[before:])
            if says:
                self.says[f"{path}standing"] = says
        return cls(**read)

    def _say_when(self, path: str, window: str) -> None:
        """What is done in the window of an event is printed with its event and its condition."""
        language = self.scope.language
        if window in language.events and f"{path}do" in self.says:
            speech = language.speech
            event = language.events[window]
            ahead = "of" in event.ways and not event.final
            test = self.says.pop(f"{path}if", "")
            does = self.says.pop(f"{path}do")
            when = speech("before {0}" if ahead else "when {0}", speech(event.says))
            when += speech(", if {0}", test) if test else ""
            self.says[f"{path}do"] = f"{when}: {does}"

    def value(self, hint: Any, node: Node, path: str) -> Any:
        """What one field holds."""
        hint, marks = split(hint)
        scope = self.scope
        if mark := marked(marks, InEvent):
            named = self.around.get(mark.field)
            event = mark.event or (named.text if isinstance(named, Scalar) else "")
            if event in scope.language.events:
                scope = scope.in_event(event, has_happened=bool(mark.event))
        if Steps in marks:
            if Price in marks:
                node = Fields([(Scalar("pay", "pay", node.where), node)], node.where)
            code = self.steps.block(node, scope)
            for key in (*self.steps.labels, *self.steps.texts):
                self.keys.setdefault(key, path)
            self.calls[path] = code.calls
            if code is not NOTHING:
                self.says[path] = code.says
            return code
        if Condition in marks or Amount in marks:
            kind = CONDITION if Condition in marks else AMOUNT
            found = self.steps.expression(Type(kind), node, scope)
            if found is not None:
                self.calls[path] = (Call("if", {"if": found.form}),)
                self.says[path] = found.says
            return found
        found = self.plain(hint, marks, node, path)
        if found and (says := marked(marks, Says)):
            text, speech = says.text, scope.language.speech
            self.says[path] = speech(text, found) if isinstance(text, str) else speech(dict(text)[str(found)])
        return found

    def plain(self, hint: Any, marks: tuple[Any, ...], node: Node, path: str) -> Any:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self.value(next(a for a in arguments if a is not type(None)), node, path)
        names = marked(marks, Names)
        if origin in (list, tuple):
            items = node.items if isinstance(node, Items) else [node]
            if names:
                words = [item for item in items if isinstance(item, Scalar)]
                self.declare(names.sort, Fields([(word, word) for word in words], node.where), path)
            return [self.value(arguments[0], item, f"{path}.{at + 1}") for at, item in enumerate(items)]
        if origin is dict:
            if not isinstance(node, Fields):
                return self.wrong(node, path, "names, each with a value")
            if names:
                self.declare(names.sort, node, path)
            return {
                key.text: self.value(arguments[1], inner, f"{path}.{key.text}") for key, inner in node.pairs
            }
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            return self.record(hint, node, f"{path}.")
        if not isinstance(node, Scalar):
            return self.wrong(node, path, "one value")
        if origin is Literal:
            if node.text not in map(str, arguments):
                self.scope.problems.unknown("E204", node.where, "the word", node.text, map(str, arguments))
                return None
            return next(argument for argument in arguments if str(argument) == node.text)
        return self.scalar(hint, marks, node, path)

    def scalar(self, hint: Any, marks: tuple[Any, ...], node: Scalar, path: str) -> Any:
        problems = self.scope.problems
        if hint is bool:
            return node.value if isinstance(node.value, bool) else self.wrong(node, path, "true or false")
        if hint is float:
            is_number = isinstance(node.value, int | float) and not isinstance(node.value, bool)
            return node.value if is_number else self.wrong(node, path, "a number")
        if hint is int:
            if not isinstance(node.value, int) or isinstance(node.value, bool):
                return self.wrong(node, path, "a whole number")
            bounds = marked(marks, Bounds)
            if bounds and not bounds.least <= node.value <= bounds.most:
                said = f"{path} is between {bounds.least} and {bounds.most}, not {node.value}"
                problems.add("E205", node.where, said)
            return node.value
        events = self.scope.language.events
        if IsEvent in marks and node.text not in events:
            problems.unknown("E308", node.where, "the event", node.text, events)
        if ref := marked(marks, Ref):
            return self.reference(ref, node)
        prose = marked(marks, Prose)
        if prose is None:
            return node.text
        text = node.text.strip()
        if not text:
            problems.add("E210", node.where, f"{path} is empty")
        self.texts[f"{self.owner}.{path}"] = (text, prose.length)
        return text

    def reference(self, mark: Ref, node: Scalar) -> str | None:
        if not is_id(node.text):
            self.scope.problems.add("E206", node.where, not_an_id(node.text))
            return None
        self.scope.references.append((mark.kind, node.text, node.where))
        return node.text

    def declare(self, sort: str, node: Fields, path: str) -> None:
        """Names that cards can refer to from now on; what they are called stands in their `name`."""
        for key, inner in node.pairs:
            if not is_id(key.text):
                self.scope.problems.add("E206", key.where, not_an_id(key.text))
            self.scope.declared.setdefault(sort, {})[key.text] = key.where
            name = inner.get("name") if isinstance(inner, Fields) else inner
            if isinstance(name, Scalar) and name is not key:
                self.names[f"{key.text}.title"] = f"{self.owner}.{path}.{key.text}.name"

    def wrong(self, node: Node, path: str, takes: str) -> None:
        self.scope.problems.add("E203", node.where, f"{path} takes {takes}")
