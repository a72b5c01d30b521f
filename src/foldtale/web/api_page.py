"""The API's description as one page for people, made on the server: no script, and only style is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from foldtale.web.api_schemas import FIELD_HEADS, Schema, all_fields, field, fields, kind
from foldtale.web.markup import Html, el, inline, join, prose, row, table

SECURITY, SCHEMAS = "Who is asking", "Schemas"
STYLE: Final = (Path(__file__).parent / "api.css").read_text(encoding="utf-8")
HEAD: Final = Html(
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/api/style.css">'
)


class Call(NamedTuple):
    """An operation of the API."""

    method: str
    path: str
    operation: Mapping[str, Any]

    @property
    def anchor(self) -> str:
        return anchor("call", f"{self.method} {self.path}")

    @property
    def badge(self) -> Html:
        changing = "" if self.method == "get" else " changing"
        return el("code", self.method.upper(), class_=f"method{changing}")


def api_page(description: dict[str, Any]) -> str:
    """Make the page for the service's own description: it knows what Litestar and msgspec write into that."""
    info, components = description["info"], description["components"]
    named: Mapping[str, Schema] = components["schemas"]
    calls = _calls(description)
    sections = [
        el(
            "section",
            el("h2", tag["name"], id=anchor("tag", tag["name"])),
            prose(tag["description"]),
            *[_article(call, named) for call in calls[tag["name"]]],
        )
        for tag in description["tags"]
    ]
    security = _section(SECURITY, _security(components["securitySchemes"]))
    schemas = _section(SCHEMAS, *[_schema(name, schema) for name, schema in named.items()])
    body = el(
        "body",
        el("a", "Skip to the calls", href="#calls", class_="skip"),
        el(
            "header",
            el("h1", info["title"]),
            el("p", "Version ", info["version"], class_="version"),
            prose(info["description"]),
        ),
        _contents(calls, named),
        el("main", *sections, security, schemas, id="calls"),
    )
    return f'<!doctype html>\n<html lang="en">\n{HEAD}{el("title", info["title"])}</head>\n{body}\n</html>\n'


def anchor(kind: str, name: str) -> str:
    """A name for a place on the page."""
    return f"{kind}-{re.sub('[^0-9A-Za-z]+', '-', name).strip('-')}"


def _calls(description: Mapping[str, Any]) -> dict[str, list[Call]]:
    """The calls by their tag, in the order in which the description names the tags."""
    calls: dict[str, list[Call]] = {tag["name"]: [] for tag in description["tags"]}
    for path, item in description["paths"].items():
        for method, operation in item.items():
            calls[operation["tags"][0]].append(Call(method, path, operation))
    return calls


def _contents(calls: Mapping[str, list[Call]], named: Mapping[str, Schema]) -> Html:
    points = []
    for tag, group in calls.items():
        links = [(call.anchor, join([call.badge, " ", call.path])) for call in group]
        points.append(_entry("tag", tag, links))
    points.append(_entry("part", SECURITY, []))
    points.append(_entry("part", SCHEMAS, [(anchor("schema", name), join([name])) for name in named]))
    return el("nav", el("h2", "Contents", id="contents"), el("ul", *points), aria_labelledby="contents")


def _entry(kind: str, name: str, links: list[tuple[str, Html]]) -> Html:
    inner = [el("li", el("a", words, href=f"#{place}")) for place, words in links]
    link = el("a", name, href="#" + anchor(kind, name))
    return el("li", link, el("ul", *inner) if inner else "")


def _section(title: str, *inside: Html) -> Html:
    return el("section", el("h2", title, id=anchor("part", title)), *inside)


def _article(call: Call, named: Mapping[str, Schema]) -> Html:
    told = call.operation
    return el(
        "article",
        el("h3", call.badge, " ", el("code", call.path), id=call.anchor),
        el("p", inline(told["summary"]), class_="summary"),
        prose(told.get("description", "")),
        el("p", "Needs ", el("code", "cookie"), "."),
        *_parameters(told.get("parameters", ())),
        *_request(told.get("requestBody"), named),
        *_responses(told["responses"], named),
        aria_labelledby=call.anchor,
    )


def _parameters(parameters: list[Mapping[str, Any]]) -> Iterator[Html]:
    if parameters:
        yield el("h4", "Parameters")
    for place in dict.fromkeys([each["in"] for each in parameters]):
        rows = [
            field(each["name"], each["schema"], each["required"])
            for each in parameters
            if each["in"] == place
        ]
        yield table(f"In the {place}", FIELD_HEADS, rows)


def _request(body: Any, named: Mapping[str, Schema]) -> Iterator[Html]:
    if body:
        yield el("h4", "Request body")
        for media, holder in body["content"].items():
            yield el("p", el("code", media), ", required: ", kind(holder["schema"]))
            yield all_fields(holder["schema"], named)


def _responses(responses: Mapping[str, Any], named: Mapping[str, Schema]) -> Iterator[Html]:
    """A line for each, and then their fields, once for all that have the same."""
    rows: list[Html] = []
    tables: dict[Html, list[str]] = {}
    for status, response in responses.items():
        content = response.get("content", {})
        kinds = [_as(kind(each["schema"]), media) for media, each in content.items()]
        rows.append(row(str(status), inline(response["description"]), join(kinds) or "nothing"))
        inside = join([all_fields(each["schema"], named) for each in content.values()])
        tables.setdefault(inside, []).append(str(status))
    yield el("h4", "Responses")
    yield table("What comes back", ("Status", "Meaning", "Body"), rows)
    for inside, statuses in tables.items():
        if inside:
            yield el("details", el("summary", "Fields of ", ", ".join(statuses)), inside)


def _as(kind: Html, media: str) -> Html:
    return kind if media == "application/json" else join([kind, " as ", el("code", media)])


def _security(schemes: Mapping[str, Any]) -> Html:
    rows = [
        row(name, f"{scheme['type']} {scheme['in']} {scheme['name']}", inline(scheme["description"]))
        for name, scheme in schemes.items()
    ]
    return table("Ways to show it", ("Name", "How", "Meaning"), rows)


def _schema(name: str, schema: Schema) -> Html:
    return el(
        "article",
        el("h3", name, id=anchor("schema", name)),
        prose(schema.get("description", "")),
        el("p", kind(schema)) if kind(schema) != "object" else "",
        fields(Html("Fields"), schema),
        aria_labelledby=anchor("schema", name),
    )
