"""The forms of messages, as msgspec describes them, in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from foldtale.web.markup import Html, bounds, el, inline, join, literal, row, table

Schema: TypeAlias = Mapping[str, Any]
FIELD_HEADS = ("Name", "Type", "Needed", "Meaning")


def name_in(ref: str) -> str:
    """The name of the schema that a reference means."""
    return ref.rpartition("/")[2]


def kind(schema: Schema) -> Html:
    """What a value may be, with its bounds. Named schemas are linked to, not repeated."""
    words, limits = _kind(schema), [*bounds(schema)]
    return join([words, " ", el("small", "(", join(limits, ", "), ")")]) if limits else words


def _kind(schema: Schema) -> Html:
    if "$ref" in schema:
        name = name_in(schema["$ref"])
        return el("a", name, href=f"#schema-{name}")
    if "enum" in schema:
        values = [literal(value) for value in schema["enum"]]
        return join([Html("one of ") if len(values) > 1 else "", join(values, ", ")])
    if "anyOf" in schema:
        return join([kind(each) for each in schema["anyOf"]], " or ")
    if "prefixItems" in schema:
        return join(["array of ", join([_part(each) for each in schema["prefixItems"]], ", then ")])
    if schema.get("type") == "null":
        return literal(None)
    if "items" in schema:
        return join(["array of ", _part(schema["items"])])
    if schema.get("additionalProperties", False) is not False:
        return join(["map of string to ", _part(schema["additionalProperties"])])
    return join([schema.get("type", "anything")])


def _part(schema: Schema) -> Html:
    """The same in brackets if it is a choice, so that its "or" is not taken for an outer one."""
    words = kind(schema)
    return join(["(", words, ")"]) if "anyOf" in schema else words


def fields(title: Html, schema: Schema) -> Html:
    """A table of the fields of an object; nothing for anything else."""
    if "properties" not in schema:
        return Html("")
    required = schema.get("required", ())
    rows = [field(name, each, name in required) for name, each in schema["properties"].items()]
    return table(title, FIELD_HEADS, rows)


def field(name: str, schema: Schema, needed: bool) -> Html:
    """A row of FIELD_HEADS."""
    return row(name, kind(schema), "required" if needed else "optional", join([*_notes(schema)], " "))


def _notes(schema: Schema) -> Iterator[Html]:
    if "description" in schema:
        yield inline(schema["description"])
    if "default" in schema:
        yield el("span", "Otherwise ", literal(schema["default"]), ".", class_="note")
    if "examples" in schema:
        shown = [literal(value) for value in schema["examples"]]
        yield el("span", "Such as ", join(shown, ", "), ".", class_="note")


def all_fields(schema: Schema, named: Mapping[str, Schema]) -> Html:
    """A table for each object that a value of this schema consists of."""
    return join([fields(title, each) for title, each in _objects(schema, named, set())])


def _objects(schema: Schema, named: Mapping[str, Schema], seen: set[str]) -> Iterator[tuple[Html, Schema]]:
    if "$ref" in schema:
        name = name_in(schema["$ref"])
        if name not in seen:
            seen.add(name)
            yield kind(schema), named[name]
    inside = [*schema.get("anyOf", ()), *schema.get("prefixItems", ()), schema.get("items")]
    for each in [*inside, schema.get("additionalProperties")]:
        if isinstance(each, Mapping):
            yield from _objects(each, named, seen)
