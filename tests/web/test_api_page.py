"""The page about the API: all that the description says is there, and nothing that it does not."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
import pytest
from litestar import Litestar, delete, get, post
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Tag
from litestar.params import FromPath, JSONBody, PathParameter

from foldtale.web.api_page import STYLE, api_page

HOSTILE = "<script>alert('x')</script> & \"quotes\""
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Move(msgspec.Struct, tag="move", tag_field="kind"):
    to: Annotated[str, msgspec.Meta(min_length=1, max_length=20, description=HOSTILE, examples=["a1"])]


class Wait(msgspec.Struct, tag="wait", tag_field="kind"):
    turns: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Room(msgspec.Struct, kw_only=True):
    id: str
    beyond: Room | None = None
    answers: list[Move | Wait] = []
    scores: dict[str, int] = {}
    mode: Literal["calm", "wild"] = "calm"
    luck: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.5


class Problem(msgspec.Struct):
    detail: str


@get("/rooms", tags=["rooms"], summary="All rooms", sync_to_thread=False)
def rooms() -> list[Room]:
    return []


@get("/rooms/{room:str}", tags=["rooms"], summary="One room", sync_to_thread=False)
def room_of(room: Annotated[str, PathParameter(description="The room's name", min_length=3)]) -> Room:
    return Room(id=room)


@post(
    "/rooms/{room:str}/answers",
    tags=["rooms"],
    summary="Answer",
    description=f"Only `once`.\n\n{HOSTILE}\n\n- first\n- second",
    responses={409: ResponseSpec(Problem, description="The question is no longer open")},
    sync_to_thread=False,
)
def answer(room: FromPath[str], data: JSONBody[Move | Wait]) -> Room:
    return Room(id=room)


@delete("/rooms/{room:str}", summary="Leave", sync_to_thread=False)
def leave(room: FromPath[str]) -> None: ...


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


def schema_page(**schemas: Any) -> str:
    return api_page({"info": {"title": "T"}, "components": {"schemas": schemas}})


def text_of(page: str) -> str:
    return assert_sound(page).text


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    config = OpenAPIConfig(
        title="Foldtale & friends",
        version="1.2",
        description=f"Play by post.\n\n{HOSTILE}",
        tags=[Tag("rooms", description="Where people meet.")],
    )
    app = Litestar([rooms, room_of, answer, leave], openapi_config=config)
    return app.openapi_schema.to_schema()


@pytest.fixture(scope="module")
def page(description: dict[str, Any]) -> str:
    return api_page(description)


def test_the_page_is_sound_and_loads_only_its_style(page: str) -> None:
    assert_sound(page)
    assert "style=" not in page
    assert not re.search(r"(src|href)=.?(https?:)?//", page)


def test_hostile_text_is_only_text(page: str) -> None:
    assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt; &amp; &quot;quotes&quot;" in page
    assert Reader(page).text.count(HOSTILE) >= 3


def test_every_operation_and_schema_appears(page: str, description: dict[str, Any]) -> None:
    reader = Reader(page)
    calls = [(method, path) for path, item in description["paths"].items() for method in item]
    assert len(calls) == 4
    for method, path in calls:
        assert f"{method.upper()} {path}" in reader.text
    for name in description["components"]["schemas"]:
        assert f"schema-{name}" in reader.all("id")
        assert reader.all("href").count(f"#schema-{name}") >= 2
    for summary in ("All rooms", "One room", "Answer", "Leave"):
        assert summary in reader.text


def test_what_is_said_about_the_whole_and_its_parts(page: str) -> None:
    text = Reader(page).text
    for words in ("Foldtale & friends", "Version 1.2", "Play by post.", "Where people meet.", "Other calls"):
        assert words in text
    assert "<p>Only <code>once</code>.</p>" in page
    assert "<ul><li>first</li><li>second</li></ul>" in page


def test_parameters_bodies_and_responses_are_told(page: str) -> None:
    text = Reader(page).text
    assert "In the path" in text
    assert "string (at least 3 characters)requiredThe room's name" in text
    assert 'Told apart by kind:"move" is Move"wait" is Wait' in text
    assert "tostring (1 to 20 characters)required" + HOSTILE + ' Such as "a1".' in text
    assert "turnsinteger (1 to 9)optionalOtherwise 1." in text
    assert "409The question is no longer openProblem" in text
    assert "Fields of 409" in text
    assert "204Request fulfilled, nothing followsnothing" in text
    assert "400Bad request syntax or unsupported methodobject" in text


def test_fields_link_to_their_schemas(page: str) -> None:
    move, wait = '<a href="#schema-Move">Move</a>', '<a href="#schema-Wait">Wait</a>'
    assert f"<td>array of ({move} or {wait})</td>" in page
    assert '<td><a href="#schema-Room">Room</a> or <code>null</code></td>' in page
    text = Reader(page).text
    assert "scoresmap of string to integeroptional" in text
    assert 'modeone of "calm", "wild"optionalOtherwise "calm".' in text
    assert "lucknumber (more than 0, less than 1)optional" in text


def test_the_description_that_msgspec_makes_is_read_too() -> None:
    (_, schemas) = msgspec.json.schema_components([Room], ref_template="#/components/schemas/{name}")
    (either,) = msgspec.json.schema_components([Move | Wait], ref_template="#/components/schemas/{name}")[0]
    text = text_of(schema_page(**schemas, Either=either))
    assert 'Told apart by kind:"move" is Move"wait" is Wait' in text
    assert "beyondRoom or nulloptionalOtherwise null." in text


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (True, "anything"),
        (False, "nothing"),
        ({}, "anything"),
        ({"x-unknown": [1], "contains": {}, "not": {"type": "null"}}, "anything"),
        ({"const": None}, "null"),
        ({"enum": ["only"]}, '"only"'),
        ({"enum": [1, "two", None]}, 'one of 1, "two", null'),
        ({"type": ["string", "null"], "format": "date-time"}, "string or null (date-time)"),
        ({"type": "string", "nullable": True}, "string or null"),
        ({"type": "string", "pattern": "^<b>$"}, "string (matching ^<b>$)"),
        ({"type": "string", "minLength": 1, "maxLength": 1}, "string (1 character)"),
        ({"type": "string", "minLength": 1}, "string (at least 1 character)"),
        ({"type": "integer", "minimum": 0.0}, "integer (at least 0)"),
        ({"type": "integer", "maximum": -1, "multipleOf": 2}, "integer (at most -1, a multiple of 2)"),
        ({"items": {"type": "array"}}, "array of array"),
        (
            {
                "type": "array",
                "items": {"type": "string", "maxLength": 9},
                "uniqueItems": True,
                "maxItems": 2,
            },
            "array of string (at most 9 characters) (at most 2 items, no two alike)",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
            "array of integer, then string",
        ),
        ({"type": "object", "additionalProperties": True}, "map of string to anything"),
        (
            {"additionalProperties": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "map of string to (integer or null)",
        ),
        (
            {"oneOf": [{"type": "integer", "minimum": 3}, {"type": "string"}]},
            "integer (at least 3) or string",
        ),
        ({"allOf": [{"$ref": "#/components/schemas/Odd"}, {"type": "object"}]}, "Odd and object"),
        ({"$ref": "#/components/schemas/Odd"}, "Odd"),
        ({"$ref": "#/components/schemas/Missing"}, "Missing"),
        ({"$ref": "https://example.org/a.json"}, "a.json"),
    ],
)
def test_any_schema_is_told_in_a_phrase(schema: Any, words: str) -> None:
    field = {"type": "object", "properties": {"it": schema}, "required": ["it"]}
    assert f"it{words}required" in text_of(schema_page(Holder=field, Odd={"type": "object"}))
    assert words in text_of(schema_page(Odd=schema))


def test_fields_within_fields_are_rows_of_their_own() -> None:
    inner = {
        "type": "object",
        "properties": {"x": {"type": "integer", "description": "How far"}},
        "required": ["x"],
    }
    text = text_of(
        schema_page(
            Board={
                "properties": {"one": inner, "many": {"items": inner}, "by": {"additionalProperties": inner}}
            }
        )
    )
    for name in ("one.x", "many[].x", "by.*.x"):
        assert f"{name}integerrequiredHow far" in text


def test_a_union_may_say_itself_what_tells_it_apart() -> None:
    union = {
        "oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}],
        "discriminator": {"propertyName": "kind"},
    }
    text = text_of(schema_page(Union=union, A={"properties": {"kind": {"const": "a"}}}))
    assert 'Told apart by kind:"a" is A' in text


def test_schemas_with_strange_names_have_anchors_of_their_own() -> None:
    names = ["Page[Room]", "Page(Room)", "a/b", "<b>"]
    refs = [{"$ref": "#/components/schemas/" + quote(name.replace("/", "~1"))} for name in names]
    schemas: dict[str, Any] = {name: {"type": "integer"} for name in names}
    reader = assert_sound(schema_page(**schemas, All={"anyOf": refs}))
    assert "Page[Room] or Page(Room) or a/b or <b>" in reader.text
    assert {"schema-Page-Room", "schema-Page-Room-2", "schema-a-b", "schema-b"} <= set(reader.all("id"))


def test_references_that_go_round_in_circles_end() -> None:
    round_about = {"$ref": "#/components/schemas/Round"}
    body = {"content": {"application/json": {"schema": round_about}}}
    paths = {"/x": {"put": {"requestBody": body, "responses": {200: {"description": "", **body}}}}}
    schemas = {
        "Round": round_about,
        "Tree": {"anyOf": [{"$ref": "#/components/schemas/Tree"}, {"type": "null"}]},
    }
    assert "PUT /x" in text_of(api_page({"paths": paths, "components": {"schemas": schemas}}))


def test_what_is_kept_among_the_components_is_found() -> None:
    said = {
        "info": {"title": "T"},
        "security": [{"Token": []}, {}],
        "paths": {
            "/x/{id}": {
                "summary": "of the path",
                "parameters": [{"$ref": "#/components/parameters/Id"}],
                "get": {
                    "deprecated": True,
                    "x-odd": {"deep": 1},
                    "parameters": [
                        {
                            "name": "q",
                            "in": "query",
                            "content": {"application/json": {"schema": {"type": "array"}}},
                            "example": ["z"],
                        }
                    ],
                    "requestBody": {"$ref": "#/components/requestBodies/Body"},
                    "responses": {
                        "200": {"$ref": "#/components/responses/Fine"},
                        "default": {"description": "else"},
                    },
                },
                "post": {"security": [], "responses": {}},
            }
        },
        "components": {
            "securitySchemes": {
                "Token": {"type": "http", "scheme": "bearer", "description": "From the desk."}
            },
            "parameters": {
                "Id": {
                    "name": "id",
                    "in": "path",
                    "required": True,
                    "schema": {"type": "string"},
                    "description": "Which",
                }
            },
            "requestBodies": {
                "Body": {
                    "description": "A letter.",
                    "content": {
                        "text/plain": {
                            "examples": {
                                "a": {"summary": "Short", "value": "hi"},
                                "b": {"externalValue": "/b"},
                            }
                        }
                    },
                }
            },
            "responses": {
                "Fine": {
                    "description": "Fine",
                    "headers": {"ETag": {"schema": {"type": "string"}, "description": "Its mark"}},
                    "content": {"text/plain": {"schema": {"type": "string"}}},
                }
            },
        },
    }
    text = text_of(api_page(said))
    for words in (
        "Deprecated.",
        "Needs Token or nothing.",
        "Tokenhttp bearerFrom the desk.",
        "idstringrequiredWhich",
        'qarrayoptionalSuch as ["z"].',
        "A letter.",
        "text/plain, optional: anything",
        'Short"hi"',
        "200Finestring as text/plain",
        "defaultelsenothing",
        "ETagstringoptionalIts mark",
    ):
        assert words in text
    assert text.count("idstringrequiredWhich") == 2
    assert text.count("Needs Token") == 1


def test_examples_are_shown_whatever_they_are_made_of() -> None:
    shown = [Problem(detail="</code><script>"), {"z": object}]
    page = schema_page(Problem={"type": "object", "examples": shown})
    assert '{\n  "detail": "</code><script>"\n}' in text_of(page)
    assert page.count("<figure>") == 2


def test_responses_with_the_same_fields_share_them() -> None:
    same = {
        "description": "No",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/P"}}},
    }
    schemas = {"P": {"properties": {"detail": {"type": "string"}}}}
    paths = {"/x": {"get": {"responses": {"404": same, "409": same, "204": {"description": "Yes"}}}}}
    text = text_of(api_page({"paths": paths, "components": {"schemas": schemas}}))
    assert "Fields of 404, 409" in text
    assert "Fields of 204" not in text


def test_an_empty_description_is_still_a_page() -> None:
    assert "API" in text_of(api_page({}))


def test_the_style_has_both_lights_and_fetches_nothing() -> None:
    for colour in ("#fdf6e7", "#2c2018", "#a2301c", "#2d2532", "#faeed8", "#ff9c84"):
        assert colour in STYLE
    assert "prefers-color-scheme: dark" in STYLE
    assert ":focus-visible" in STYLE
    assert "overflow-x: auto" in STYLE
    assert STYLE.isascii()
    assert STYLE.count("{") == STYLE.count("}")
    assert not re.search(r"url\(|@import|https?:|</", STYLE)
