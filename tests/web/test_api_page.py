"""The page about the API: all that the description says is there, and nothing that it does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from foldtale.web.api_page import STYLE, api_page
from foldtale.web.app import create_app
from foldtale.web.settings import Settings

HOSTILE = "<script>alert('x')</script> & \"quotes\""
VOID = {"meta", "link", "br", "hr", "img", "input"}
KNOWN = {
    "$ref", "additionalProperties", "anyOf", "default", "description", "discriminator", "enum", "examples",
    "items", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern", "prefixItems",
    "properties", "propertyNames", "required", "title", "type",
}  # fmt: skip
"""The keywords of schemas that the page shows, or that say nothing more than others beside them."""


class Reader(HTMLParser):
    """Reads a page as a browser would, and notices tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, attribute: str) -> list[str]:
        return [attrs[attribute] or "" for _, attrs in self.seen if attribute in attrs]


def assert_sound(page: str) -> Reader:
    """What holds of every page, whatever it was made from."""
    reader = Reader(page)
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert "<script" not in page.lower()
    assert "style" not in {name for _, attrs in reader.seen for name in attrs}
    assert not any(name.startswith("on") for _, attrs in reader.seen for name in attrs)
    assert [attrs for tag, attrs in reader.seen if tag == "link"] == [
        {"rel": "stylesheet", "href": "/api/style.css"}
    ]
    assert reader.all("src") == []
    ids = Counter(reader.all("id"))
    assert set(ids.values()) == {1}
    for tag, attrs in reader.seen:
        if tag == "a":
            assert (attrs["href"] or "").removeprefix("#") in ids
        if tag == "th":
            assert attrs["scope"] in ("row", "col")
        if "aria-labelledby" in attrs:
            assert attrs["aria-labelledby"] in ids
    levels = [int(tag[1]) for tag, _ in reader.seen if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    return reader


def described(**parts: Any) -> dict[str, Any]:
    """A description with one call and what a test adds to it."""
    said = {
        "description": "Yes",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}},
    }
    call = {"tags": ["Play"], "summary": "Look", "responses": {"200": said}, **parts.pop("call", {})}
    return {
        "info": {"title": "T", "version": "1.2", "description": parts.pop("about", "")},
        "tags": [{"name": "Play", "description": "Where people meet."}],
        "paths": {"/x": {parts.pop("method", "get"): call}},
        "components": {
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "it", "description": "From the desk."}
            },
            "schemas": {"A": {"type": "object", "properties": {}}, **parts},
        },
    }


def text_of(description: dict[str, Any]) -> str:
    return assert_sound(api_page(description)).text


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The description of the service itself."""
    app: Any = create_app(Settings()).app
    found: dict[str, Any] = app.state.described.description
    return found


@pytest.fixture(scope="module")
def page(description: dict[str, Any]) -> str:
    return api_page(description)


def schemas_in(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and every one inside it."""
    if isinstance(schema, dict):
        yield schema
        inside = [schema.get(key) for key in ("items", "additionalProperties")]
        inside += [each for key in ("anyOf", "prefixItems") for each in schema.get(key, ())]
        for each in [*inside, *schema.get("properties", {}).values()]:
            yield from schemas_in(each)


def test_the_page_is_sound_and_loads_only_its_style(page: str) -> None:
    assert_sound(page)
    assert "style=" not in page
    assert not re.search(r"(src|href)=.?(https?:)?//", page)


def test_the_description_has_nothing_that_the_page_does_not_know(description: dict[str, Any]) -> None:
    assert set(description) == {"info", "openapi", "servers", "paths", "components", "security", "tags"}
    assert description["security"] == [{"cookie": []}]
    found = list(description["components"]["schemas"].values())
    for item in description["paths"].values():
        for method, call in item.items():
            assert method in ("get", "post", "delete")
            assert not call["deprecated"]
            assert set(call) <= {
                "deprecated", "description", "operationId", "parameters", "requestBody", "responses", "summary", "tags",
            }  # fmt: skip
            for one in call.get("parameters", ()):
                assert one["description"] == one["schema"]["description"]
                assert not one["deprecated"]
                assert set(one) <= {
                    "allowEmptyValue", "allowReserved", "deprecated", "description", "in", "name", "required", "schema",
                }  # fmt: skip
                found.append(one["schema"])
            body = call.get("requestBody", {"content": {}, "required": True})
            assert body["required"]
            assert set(body) == {"content", "required"}
            for response in call["responses"].values():
                assert set(response) <= {"content", "description", "headers"}
                assert not response.get("headers")
            for holder in (body, *call["responses"].values()):
                for content in holder.get("content", {}).values():
                    assert set(content) == {"schema"}
                    found.append(content["schema"])
    for schema in [one for each in found for one in schemas_in(each)]:
        assert set(schema) <= KNOWN
        assert isinstance(schema.get("type", ""), str)
        assert schema.get("$ref", "#/components/schemas/").startswith("#/components/schemas/")


def test_hostile_text_is_only_text() -> None:
    hostile = {"type": "object", "properties": {HOSTILE: {"type": "string", "description": HOSTILE}}}
    page = api_page(described(about=HOSTILE, Odd=hostile, call={"summary": HOSTILE}))
    assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt; &amp; &quot;quotes&quot;" in page
    assert assert_sound(page).text.count(HOSTILE) >= 3


def test_every_operation_and_schema_appears(page: str, description: dict[str, Any]) -> None:
    reader = Reader(page)
    calls = [(method, path) for path, item in description["paths"].items() for method in item]
    assert len(calls) > 20
    for method, path in calls:
        assert f"{method.upper()} {path}" in reader.text
        assert description["paths"][path][method]["summary"] in reader.text
    for name in description["components"]["schemas"]:
        assert f"schema-{name}" in reader.all("id")
        assert f"#schema-{name}" in reader.all("href")


def test_what_is_said_about_the_whole_and_its_parts() -> None:
    call = {"description": "Only `once`.\n\n**All** of it.\n\n- first\n- second\n\n    as it is"}
    page = api_page(described(about="Play by post.", call=call))
    text = assert_sound(page).text
    for words in ("Version 1.2", "Play by post.", "Where people meet.", "Needs cookie.", "Look"):
        assert words in text
    assert "cookieapiKey cookie itFrom the desk." in text
    assert "<p>Only <code>once</code>.</p><p><strong>All</strong> of it.</p>" in page
    assert "<ul><li>first</li><li>second</li></ul>" in page
    assert '<pre tabindex="0"><code>as it is</code></pre>' in page


def test_parameters_bodies_and_responses_are_told() -> None:
    seat = {"type": "integer", "minimum": 0.0, "maximum": 30.0, "description": "Which", "default": 3}
    parameters = [{"name": "seat", "in": "query", "required": False, "schema": seat}]
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Move"}}}}
    same = {
        "description": "No",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/P"}}},
    }
    plain = {"description": "Fine", "content": {"text/plain": {"schema": {"type": "string"}}}}
    responses = {"200": plain, "204": {"description": "Gone"}, "404": same, "409": same}
    schemas: dict[str, Any] = {
        "Move": {
            "type": "object",
            "properties": {
                "to": {"type": "string", "examples": ["a1"]},
                "far": {"$ref": "#/components/schemas/P"},
            },
            "required": ["to"],
        },
        "P": {"type": "object", "properties": {"detail": {"type": "string"}}},
    }
    call = {"parameters": parameters, "requestBody": body, "responses": responses}
    page = api_page(described(call=call, method="post", **schemas))
    text = assert_sound(page).text
    assert "In the query" in text
    assert "seatinteger (0 to 30)optionalWhich Otherwise 3." in text
    assert "application/json, required: Move" in text
    assert 'tostringrequiredSuch as "a1".' in text
    assert "200Finestring as text/plain" in text
    assert "204Gonenothing" in text
    assert "409NoP" in text
    assert "Fields of 404, 409" in text
    assert "Fields of 20" not in text
    assert page.count('<caption><a href="#schema-P">P</a></caption>') == 1


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({}, "anything"),
        ({"enum": ["only"]}, '"only"'),
        ({"enum": [1, "two", None]}, 'one of 1, "two", null'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        (
            {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "string"}]},
            "integer (at least 3) or string",
        ),
        ({"type": "string", "pattern": "^<b>$"}, "string (matching ^<b>$)"),
        ({"type": "string", "minLength": 1, "maxLength": 9}, "string (1 to 9 characters)"),
        ({"type": "string", "minLength": 3, "maxLength": 3}, "string (3 characters)"),
        ({"type": "integer", "minimum": 0.0}, "integer (at least 0)"),
        ({"type": "integer", "maximum": -1}, "integer (at most -1)"),
        ({"type": "array", "items": {"type": "array", "items": {}}}, "array of array of anything"),
        (
            {"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 2},
            "array of string (at most 9 characters) (at most 2 items)",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
            "array of integer, then string",
        ),
        (
            {"type": "object", "additionalProperties": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "map of string to (integer or null)",
        ),
        ({"type": "object", "properties": {}, "additionalProperties": False}, "object (no other fields)"),
        ({"$ref": "#/components/schemas/A"}, "A"),
    ],
)
def test_any_schema_is_told_in_a_phrase(schema: Any, words: str) -> None:
    field = {"type": "object", "properties": {"it": schema}, "required": ["it"]}
    assert f"it{words}required" in text_of(described(Holder=field))
    assert words in text_of(described(Odd=schema))


def test_references_that_go_round_in_circles_end() -> None:
    tree = {"anyOf": [{"$ref": "#/components/schemas/Tree"}, {"type": "null"}]}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}
    assert "POST /x" in text_of(described(method="post", call={"requestBody": body}, Tree=tree))


def test_the_style_has_both_lights_and_fetches_nothing() -> None:
    for colour in ("#fdf6e7", "#2c2018", "#a2301c", "#2d2532", "#faeed8", "#ff9c84"):
        assert colour in STYLE
    assert "prefers-color-scheme: dark" in STYLE
    assert ":focus-visible" in STYLE
    assert "overflow-x: auto" in STYLE
    assert STYLE.isascii()
    assert STYLE.count("{") == STYLE.count("}")
    assert not re.search(r"url\(|@import|https?:|</", STYLE)
