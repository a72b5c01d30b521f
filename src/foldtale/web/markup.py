"""Pieces of HTML that escape whatever enters them; only `Html`, which elements are, goes in as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

import msgspec


class Html(str):
    """Markup that is safe as it stands."""

    __slots__ = ()


def join(parts: Iterable[str], between: str = "") -> Html:
    return Html(_safe(between).join([_safe(part) for part in parts]))


def _safe(part: str) -> str:
    return part if isinstance(part, Html) else escape(part)


def el(name: str, *inside: str, **attributes: str) -> Html:
    """An element. A trailing underscore in `class_` is not written, any other becomes a hyphen."""
    written = [f' {key.strip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()]
    return Html(f"<{name}{''.join(written)}>{join(inside)}</{name}>")


def literal(value: Any) -> Html:
    return el("code", msgspec.json.encode(value).decode())


def inline(text: str) -> Html:
    """A line of text, in which `backticks` and **stars** are the only markup."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return join([text])
    return join([el("code", part) if i % 2 else _strong(part) for i, part in enumerate(parts)])


def _strong(text: str) -> Html:
    parts = text.split("**")
    if len(parts) % 2 == 0:
        return join([text])
    return join([el("strong", part) if i % 2 else part for i, part in enumerate(parts)])


def prose(text: str) -> Html:
    """Paragraphs, and lists of lines that begin with a dash."""
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text) if block.strip()]
    return join([_block(block) for block in blocks])


def _block(block: str) -> Html:
    if all(line.startswith("    ") for line in block.split("\n")):
        return el("pre", el("code", "\n".join([line[4:] for line in block.split("\n")])), tabindex="0")
    if block.startswith("- "):
        points = re.split(r"\n\s*- ", block.removeprefix("- "))
        return el("ul", *[el("li", inline(" ".join(point.split()))) for point in points])
    return el("p", inline(" ".join(block.split())))


def table(caption: str, heads: Iterable[str], rows: Iterable[Html]) -> Html:
    """A table that scrolls inside itself, and can be reached by keyboard for that."""
    head = el("thead", el("tr", *[el("th", name, scope="col") for name in heads]))
    whole = el("table", el("caption", caption), head, el("tbody", *rows))
    return el("div", whole, class_="scroll", tabindex="0")


def row(name: str, *cells: str) -> Html:
    return el("tr", el("th", el("code", name), scope="row"), *[el("td", cell) for cell in cells])


def _span(schema: Mapping[str, Any], least: str, most: str, unit: str = "") -> Iterator[str]:
    low, high = (str(schema.get(key, "")).removesuffix(".0") for key in (least, most))
    if low and high:
        yield (low if low == high else f"{low} to {high}") + unit
    elif low or high:
        yield (f"at least {low}" if low else f"at most {high}") + unit


def bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    """What else is asked of a value, each in a few words."""
    yield from _span(schema, "minimum", "maximum")
    yield from _span(schema, "minLength", "maxLength", " characters")
    yield from _span(schema, "minItems", "maxItems", " items")
    if "pattern" in schema:
        yield join(["matching ", el("code", schema["pattern"])])
    if schema.get("additionalProperties") is False:
        yield "no other fields"
