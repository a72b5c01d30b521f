"""YAML 1.2 by its core schema, every value with its place. Aliases, tags and merge keys are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from foldtale.kernel.pack.problems import Problems, Where, shortened

LARGEST_FILE: Final = 1024 * 1024
DEEPEST: Final = 40
MOST_NODES: Final = 200_000

INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
NUMBER: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
NULL: Final = ("", "~", "null", "Null", "NULL")
TRUE: Final = ("true", "True", "TRUE")
FALSE: Final = ("false", "False", "FALSE")
NOT_NUMBERS: Final = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
LONGEST_NUMBER: Final = 18

_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Event: TypeAlias = Any


class Scalar(NamedTuple):
    """A value without parts: text, a number, yes or no, or nothing."""

    value: str | int | float | bool | None
    text: str
    where: Where


class Items(NamedTuple):
    """A list."""

    items: list[Node]
    where: Where


class Fields(NamedTuple):
    """Keys and their values, in the order of the file."""

    pairs: list[tuple[Scalar, Node]]
    where: Where

    def get(self, key: str) -> Node | None:
        for name, node in self.pairs:
            if name.text == key:
                return node
        return None

    def without(self, *keys: str) -> Fields:
        """Return the same without some keys."""
        return Fields([pair for pair in self.pairs if pair[0].text not in keys], self.where)

    def allow(self, words: Sequence[str], problems: Problems, code: str, what: str) -> None:
        """Note every key that is none of these words."""
        for key, _ in self.pairs:
            if key.text not in words:
                problems.unknown(code, key.where, what, key.text, words)

    def place_of(self, key: str) -> Where:
        for name, _ in self.pairs:
            if name.text == key:
                return name.where
        return self.where


Node: TypeAlias = Scalar | Items | Fields


def is_empty(node: Node | None) -> bool:
    """Whether nothing is written there."""
    return node is None or (isinstance(node, Scalar) and node.value is None)


def part_of(node: Node | None, key: str) -> Node | None:
    """Return what stands after a key, if there are keys."""
    return node.get(key) if isinstance(node, Fields) else None


def listed(node: Node | None) -> list[Node]:
    """Return the values of a list, or a single value as a list of its own."""
    if node is None or is_empty(node):
        return []
    return node.items if isinstance(node, Items) else [node]


class _Refused(Exception):
    """What cannot be read on."""


def read_file(path: Path, name: str, problems: Problems) -> Node | None:
    """A file as nodes, or None and a problem."""
    try:
        if not path.is_file():
            problems.add("E105", Where(name), "this is no ordinary file")
            return None
        if path.stat().st_size > LARGEST_FILE:
            problems.add("E104", Where(name), f"the file is larger than {LARGEST_FILE // 1024} KiB")
            return None
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        problems.add("E106", Where(name, line), "this is not text in UTF-8")
        return None
    except OSError as error:
        problems.add("E105", Where(name), f"the file cannot be read: {error.strerror}")
        return None
    return read_text(text, name, problems)


IN_OUR_WORDS: Final = {
    "mapping values are not allowed": "a text with a colon in it stands in quotes; or this line is indented "
    "too far",
    "found character that cannot start any token": "this cannot begin a word here: indent with spaces, not "
    "tabs, and put a text that begins with a sign in quotes",
    "found a tab character": "indent with spaces, not tabs",
}


def read_text(text: str, name: str, problems: Problems) -> Node | None:
    """Text as nodes, or None and a problem."""
    try:
        events = yaml.parse(text, Loader=_Parser)
        return _Composer(events, name, problems).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Where(name, mark.line + 1, mark.column + 1) if mark else Where(name)
        said = str(error.problem or error.context or "this is not YAML")
        for theirs, ours in IN_OUR_WORDS.items():
            said = ours if said.startswith(theirs) else said
        problems.add("E101", where, said)
    except yaml.YAMLError as error:
        line = text[: getattr(error, "position", 0)].count("\n") + 1
        problems.add("E101", Where(name, line), f"a character that cannot stand here: {error!s:.60}")
    except _Refused:
        pass
    except RecursionError:
        problems.add("E104", Where(name), "nested too deep")
    return None


class _Composer:
    """Builds nodes from the parser's events, and counts them."""

    def __init__(self, events: Iterator[_Event], name: str, problems: Problems) -> None:
        self.events = events
        self.name = name
        self.problems = problems
        self.nodes = 0

    def document(self) -> Node | None:
        found: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                if found is not None:
                    self.refuse("E101", event, "a file holds one document")
                found = self.node(event, 0)
        return found

    def refuse(self, code: str, event: _Event, said: str) -> None:
        self.problems.add(code, self.where(event), said)
        raise _Refused

    def where(self, event: _Event) -> Where:
        return Where(self.name, event.start_mark.line + 1, event.start_mark.column + 1)

    def node(self, event: _Event, depth: int) -> Node:
        self.nodes += 1
        if depth > DEEPEST or self.nodes > MOST_NODES:
            self.refuse(
                "E104", event, "nested too deep" if depth > DEEPEST else "too many values in one file"
            )
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self.refuse("E102", event, "write it out: names for parts (& and *) are not read")
        if getattr(event, "tag", None) is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.refuse("E102", event, f"write it without the tag {shortened(tag)}")
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            for inner in self.events:
                if isinstance(inner, yaml.SequenceEndEvent):
                    break
                items.append(self.node(inner, depth + 1))
            return Items(items, self.where(event))
        return self.fields(event, depth)

    def scalar(self, event: _Event) -> Scalar:
        text: str = event.value
        where = self.where(event)
        return Scalar(text if not event.implicit[0] else resolve(text), text, where)

    def fields(self, event: _Event, depth: int) -> Fields:
        pairs: list[tuple[Scalar, Node]] = []
        seen: set[str] = set()
        for inner in self.events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            key = self.node(inner, depth + 1)
            if not isinstance(key, Scalar):
                self.refuse("E101", inner, "a key is a word, not a list or more keys")
                continue
            if key.text == "<<":
                self.refuse("E102", inner, "write it out: merge keys (<<) are not read")
            if key.text in seen:
                self.problems.add("E103", key.where, f"the key {shortened(key.text)!r} stands here twice")
            seen.add(key.text)
            pairs.append((key, self.node(next(self.events), depth + 1)))
        return Fields(pairs, self.where(event))


def resolve(text: str) -> str | int | float | bool | None:
    """What a plain word means by the core schema: `on`, `no` and `12:30` are text."""
    if text in NULL:
        return None
    if text in TRUE:
        return True
    if text in FALSE:
        return False
    if NOT_NUMBERS.fullmatch(text):
        return float(text.replace(".", ""))
    if len(text) <= LONGEST_NUMBER:
        if INTEGER.fullmatch(text):
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if NUMBER.fullmatch(text):
            return float(text)
    return text
