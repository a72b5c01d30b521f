"""The forms of messages, as an OpenAPI description has them, in words and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any
from urllib.parse import unquote

from foldtale.web.markup import (
    Html,
    bounds,
    el,
    examples_of,
    inline,
    join,
    literal,
    row,
    table,
)

CHOICES = {"oneOf": " or ", "anyOf": " or ", "allOf": " and "}
FIELD_HEADS = ("Name", "Type", "Needed", "Meaning")
NULL = {"type": "null"}


class Anchors:
    """Names for places on the page, no two alike."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, str], str] = {}

    def of(self, kind: str, name: str) -> str:
        known = self._of.get((kind, name))
        if known is not None:
            return known
        plain = f"{kind}-{re.sub('[^0-9A-Za-z]+', '-', name).strip('-')}"
        taken = set(self._of.values())
        free = next(each for i in count(1) if (each := plain if i == 1 else f"{plain}-{i}") not in taken)
        self._of[kind, name] = free
        return free


class Schemas:
    """Tells what values are: in a phrase, or field by field. Named schemas are linked to, not repeated."""

    def __init__(self, whole: Mapping[str, Any], anchors: Anchors) -> None:
        self.whole = whole
        self.anchors = anchors
        self.named: Mapping[str, Any] = whole.get("components", {}).get("schemas", {})

    def resolve(self, thing: Any) -> Any:
        """What a reference means, however often it refers on; nothing, if it means nothing here."""
        seen = set()
        while isinstance(thing, Mapping) and "$ref" in thing:
            ref = str(thing["$ref"])
            if ref in seen:
                return {}
            seen.add(ref)
            thing = self._at(ref)
        return thing

    def _at(self, ref: str) -> Any:
        place: Any = self.whole
        for step in ref.removeprefix("#/").split("/"):
            place = place.get(_step(step), {}) if isinstance(place, Mapping) else {}
        return place

    def link(self, ref: str) -> Html:
        name = _step(ref.rpartition("/")[2])
        if ref.startswith("#/components/schemas/") and name in self.named:
            return el("a", name, href="#" + self.anchors.of("schema", name))
        return el("code", name)

    def kind(self, schema: Any) -> Html:
        """What a value may be, with its bounds."""
        if not isinstance(schema, Mapping):
            return Html("nothing" if schema is False else "anything")
        words = self._kind(schema)
        if schema.get("nullable") is True:
            words = join([words, " or ", literal(None)])
        limits = [*bounds(schema)]
        return join([words, " ", el("small", "(", join(limits, ", "), ")")]) if limits else words

    def _kind(self, schema: Mapping[str, Any]) -> Html:
        if "$ref" in schema:
            return self.link(str(schema["$ref"]))
        if "const" in schema:
            return literal(schema["const"])
        if "enum" in schema:
            values = [literal(value) for value in schema["enum"]]
            return join([Html("one of ") if len(values) > 1 else "", join(values, ", ")])
        for key, between in CHOICES.items():
            if schema.get(key):
                return join([self.kind(each) for each in schema[key]], between)
        types = schema.get("type") or _guess(schema)
        each_type = [types] if isinstance(types, str) else types
        return join([self._of_type(name, schema) for name in each_type], " or ")

    def _of_type(self, name: str, schema: Mapping[str, Any]) -> Html:
        if name == "null":
            return literal(None)
        if name == "array" and schema.get("prefixItems"):
            return join(["array of ", join([self._part(each) for each in schema["prefixItems"]], ", then ")])
        if name == "array" and "items" in schema:
            return join(["array of ", self._part(schema["items"])])
        values = schema.get("additionalProperties", False)
        if name == "object" and values is not False and not schema.get("properties"):
            return join(["map of string to ", self._part(values)])
        return join([name])

    def _part(self, schema: Any) -> Html:
        """The same in brackets if it is a choice, so that its "or" is not taken for an outer one."""
        words = self.kind(schema)
        choice = isinstance(schema, Mapping) and any(len(schema.get(key) or ()) > 1 for key in CHOICES)
        return join(["(", words, ")"]) if choice else words

    def shapes(self, schema: Any, follow: bool, seen: set[str], name: str = "Fields") -> Iterator[Html]:
        """A table for each object that the schema may mean; behind names only if told to `follow`."""
        if not isinstance(schema, Mapping):
            return
        ref = schema.get("$ref")
        if ref is not None:
            if follow and ref not in seen:
                seen.add(ref)
                yield from self.shapes(self.resolve(schema), follow, seen, self.link(str(ref)))
            return
        if schema.get("properties"):
            yield table(name, FIELD_HEADS, self._fields(schema))
        for _, inner in _inside(schema):
            yield from self.shapes(inner, follow, seen)

    def _fields(self, schema: Mapping[str, Any], before: str = "") -> Iterator[Html]:
        required = schema.get("required") or ()
        for name, field in (schema.get("properties") or {}).items():
            yield self.field(before + name, field, name in required, field)
            yield from self._nested(field, before + name)

    def _nested(self, schema: Any, before: str) -> Iterator[Html]:
        if not isinstance(schema, Mapping):
            return
        yield from self._fields(schema, f"{before}.")
        for step, inner in _inside(schema):
            yield from self._nested(inner, before + step)

    def field(self, name: str, schema: Any, needed: bool, about: Any) -> Html:
        """A row of FIELD_HEADS. What is told `about` it may stand beside its schema, as for parameters."""
        notes = [*self._notes(schema, about if isinstance(about, Mapping) else {})]
        return row(name, self.kind(schema), "required" if needed else "optional", join(notes, " "))

    def _notes(self, schema: Any, about: Mapping[str, Any]) -> Iterator[Html]:
        inner = schema if isinstance(schema, Mapping) else {}
        if about.get("deprecated"):
            yield el("strong", "Deprecated.")
        told = about.get("description") or inner.get("description")
        if told:
            yield inline(str(told))
        if "default" in inner:
            yield el("span", "Otherwise ", literal(inner["default"]), ".", class_="note")
        shown = [literal(value) for _, value in examples_of(about) or examples_of(inner)]
        if shown:
            yield el("span", "Such as ", join(shown, ", "), ".", class_="note")

    def tags(self, schema: Any) -> Html:
        """Which field tells the variants of a union apart, and by which values."""
        schema = self.resolve(schema)
        if not isinstance(schema, Mapping):
            return Html("")
        variants = [each for each in schema.get("oneOf") or schema.get("anyOf") or () if each != NULL]
        constants = [_constants(self.resolve(each)) for each in variants]
        name = (schema.get("discriminator") or {}).get("propertyName") or _shared(constants)
        if not name:
            return Html("")
        points = []
        for values, variant in zip(constants, variants, strict=True):
            value = join([literal(values[name]), " is "]) if name in values else Html("")
            points.append(el("li", value, self.kind(variant)))
        return join([el("p", "Told apart by ", el("code", str(name)), ":"), el("ul", *points)])


def _step(written: str) -> str:
    """A name in a reference, as it was before it was written there."""
    return unquote(written).replace("~1", "/").replace("~0", "~")


def _inside(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas right inside one, each with how its values are reached; fields are not among them."""
    for key in CHOICES:
        yield from [("", each) for each in schema.get(key) or ()]
    yield from [(f"[{i}]", each) for i, each in enumerate(schema.get("prefixItems") or ())]
    yield "[]", schema.get("items")
    yield ".*", schema.get("additionalProperties")


def _guess(schema: Mapping[str, Any]) -> str:
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    return "array" if "items" in schema or "prefixItems" in schema else "anything"


def _constants(schema: Any) -> dict[str, Any]:
    """The fields of an object that have only one possible value."""
    if not isinstance(schema, Mapping):
        return {}
    fixed = {}
    for name, field in (schema.get("properties") or {}).items():
        told = field if isinstance(field, Mapping) else {}
        values = [told["const"]] if "const" in told else told.get("enum") or []
        if len(values) == 1:
            fixed[name] = values[0]
    return fixed


def _shared(constants: list[dict[str, Any]]) -> str:
    """A field that all of several variants have fixed, or none."""
    if len(constants) < 2:
        return ""
    return next((name for name in constants[0] if all(name in each for each in constants)), "")
