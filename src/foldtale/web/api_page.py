"""The API's description as one page for people, made on the server: no script, and only style is fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foldtale.web.api_schemas import FIELD_HEADS, Anchors, Schemas
from foldtale.web.markup import (
    Html,
    el,
    example_block,
    examples_of,
    inline,
    join,
    prose,
    row,
    table,
)

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
CHANGING = frozenset({"post", "put", "patch", "delete"})
UNTAGGED, SECURITY, SCHEMAS = "Other calls", "Who is asking", "Schemas"
STYLE = (Path(__file__).parent / "api.css").read_text(encoding="utf-8")


def api_page(description: dict[str, Any]) -> str:
    """The page for an OpenAPI 3.1 description. Keywords that it does not know are passed over."""
    return _Page(description).html()


@dataclass(frozen=True)
class _Call:
    method: str
    path: str
    operation: Mapping[str, Any]
    parameters: list[Mapping[str, Any]]

    @property
    def tag(self) -> str:
        return str(next(iter(self.operation.get("tags") or ()), UNTAGGED))

    @property
    def badge(self) -> Html:
        changing = " changing" if self.method in CHANGING else ""
        return el("code", self.method.upper(), class_=f"method{changing}")


class _Page:
    def __init__(self, whole: Mapping[str, Any]) -> None:
        self.whole = whole
        self.anchors = Anchors()
        self.schemas = Schemas(whole, self.anchors)
        self.schemes: Mapping[str, Any] = whole.get("components", {}).get("securitySchemes") or {}
        self.groups = self._groups()

    def html(self) -> str:
        info = self.whole.get("info", {})
        title = str(info.get("title", "API"))
        version = el("p", "Version ", str(info["version"]), class_="version") if "version" in info else ""
        body = el(
            "body",
            el("a", "Skip to the calls", href="#calls", class_="skip"),
            el("header", el("h1", title), version, prose(str(info.get("description", "")))),
            self._contents(),
            el("main", *self._calls(), self._security(), self._named(), id="calls"),
        )
        return f'<!doctype html>\n<html lang="en">\n{HEAD}{el("title", title)}</head>\n{body}\n</html>\n'

    def _groups(self) -> dict[str, list[_Call]]:
        """The calls by their first tag, in the order in which the description names the tags."""
        groups: dict[str, list[_Call]] = {str(tag["name"]): [] for tag in self.whole.get("tags") or ()}
        for path, item in (self.whole.get("paths") or {}).items():
            item = self.schemas.resolve(item)
            for method in [each for each in METHODS if each in item]:
                call = self._call(method, path, item)
                groups.setdefault(call.tag, []).append(call)
        return {tag: calls for tag, calls in groups.items() if calls}

    def _call(self, method: str, path: str, item: Mapping[str, Any]) -> _Call:
        """A parameter of the path holds for all its methods, unless one has its own of that name."""
        given = [*(item.get("parameters") or ()), *(item[method].get("parameters") or ())]
        parameters = {(each["in"], each["name"]): each for each in map(self.schemas.resolve, given)}
        return _Call(method, path, item[method], list(parameters.values()))

    def _anchor(self, call: _Call) -> str:
        return self.anchors.of("call", f"{call.method} {call.path}")

    def _contents(self) -> Html:
        points = []
        for tag, calls in self.groups.items():
            links = [(self._anchor(call), join([call.badge, " ", call.path])) for call in calls]
            points.append(self._entry("tag", tag, links))
        if self.schemes:
            points.append(self._entry("part", SECURITY, []))
        if self.schemas.named:
            links = [(self.anchors.of("schema", name), join([name])) for name in self.schemas.named]
            points.append(self._entry("part", SCHEMAS, links))
        return el("nav", el("h2", "Contents", id="contents"), el("ul", *points), aria_labelledby="contents")

    def _entry(self, kind: str, name: str, links: list[tuple[str, Html]]) -> Html:
        inner = [el("li", el("a", words, href=f"#{anchor}")) for anchor, words in links]
        link = el("a", name, href="#" + self.anchors.of(kind, name))
        return el("li", link, el("ul", *inner) if inner else "")

    def _calls(self) -> Iterator[Html]:
        about = {tag["name"]: str(tag.get("description", "")) for tag in self.whole.get("tags") or ()}
        for tag, calls in self.groups.items():
            heading = el("h2", tag, id=self.anchors.of("tag", tag))
            yield el("section", heading, prose(about.get(tag, "")), *[self._article(call) for call in calls])

    def _article(self, call: _Call) -> Html:
        anchor, told = self._anchor(call), call.operation
        return el(
            "article",
            el("h3", call.badge, " ", el("code", call.path), id=anchor),
            el("p", inline(str(told["summary"])), class_="summary") if told.get("summary") else "",
            el("p", el("strong", "Deprecated.")) if told.get("deprecated") else "",
            prose(str(told.get("description") or "")),
            self._needs(told),
            *self._parameters(call),
            *self._request(self.schemas.resolve(told.get("requestBody"))),
            *self._responses(told.get("responses") or {}),
            aria_labelledby=anchor,
        )

    def _needs(self, operation: Mapping[str, Any]) -> Html:
        ways = operation.get("security", self.whole.get("security"))
        if not ways:
            return Html("")
        each = [join([el("code", name) for name in way], " and ") or "nothing" for way in ways]
        return el("p", "Needs ", join(each, " or "), ".")

    def _parameters(self, call: _Call) -> Iterator[Html]:
        if call.parameters:
            yield el("h4", "Parameters")
        for place in dict.fromkeys([each["in"] for each in call.parameters]):
            rows = [self._parameter(each["name"], each) for each in call.parameters if each["in"] == place]
            yield table(f"In the {place}", FIELD_HEADS, rows)

    def _parameter(self, name: str, told: Mapping[str, Any]) -> Html:
        content: Mapping[str, Any] = next(iter((told.get("content") or {}).values()), {})
        schema = told.get("schema", content.get("schema", {}))
        return self.schemas.field(name, schema, bool(told.get("required")), told)

    def _request(self, body: Any) -> Iterator[Html]:
        if not body:
            return
        yield el("h4", "Request body")
        yield prose(str(body.get("description") or ""))
        for media, holder in (body.get("content") or {}).items():
            needed = "required" if body.get("required") else "optional"
            yield el("p", el("code", media), f", {needed}: ", self.schemas.kind(holder.get("schema", {})))
            yield self._body(holder)

    def _body(self, holder: Mapping[str, Any]) -> Html:
        schema = holder.get("schema")
        resolved = self.schemas.resolve(schema)
        shown = examples_of(holder) or (examples_of(resolved) if isinstance(resolved, Mapping) else [])
        examples = [example_block(name, value) for name, value in shown]
        return join([self.schemas.tags(schema), *self.schemas.shapes(schema, True, set()), *examples])

    def _responses(self, responses: Mapping[Any, Any]) -> Iterator[Html]:
        """A line for each, and then their fields, once for all that have the same."""
        if not responses:
            return
        rows: list[Html] = []
        fields: dict[Html, list[str]] = {}
        for status, response in responses.items():
            response = self.schemas.resolve(response)
            content = response.get("content") or {}
            kinds = [_as(self.schemas.kind(each.get("schema", {})), media) for media, each in content.items()]
            meaning = inline(str(response.get("description") or ""))
            rows.append(row(str(status), meaning, join(kinds, " or ") or "nothing"))
            inside = join([*self._headers(response), *[self._body(each) for each in content.values()]])
            fields.setdefault(inside, []).append(str(status))
        yield el("h4", "Responses")
        yield table("What comes back", ("Status", "Meaning", "Body"), rows)
        for inside, statuses in fields.items():
            if inside:
                yield el("details", el("summary", "Fields of ", ", ".join(statuses)), inside)

    def _headers(self, response: Mapping[str, Any]) -> Iterator[Html]:
        headers = response.get("headers") or {}
        if headers:
            rows = [self._parameter(name, self.schemas.resolve(each)) for name, each in headers.items()]
            yield table("Headers", FIELD_HEADS, rows)

    def _security(self) -> Html:
        if not self.schemes:
            return Html("")
        rows = []
        for name, scheme in self.schemes.items():
            how = [str(scheme[key]) for key in ("type", "scheme", "in", "name") if key in scheme]
            rows.append(row(name, " ".join(how), inline(str(scheme.get("description") or ""))))
        heading = el("h2", SECURITY, id=self.anchors.of("part", SECURITY))
        return el("section", heading, table("Ways to show it", ("Name", "How", "Meaning"), rows))

    def _named(self) -> Html:
        if not self.schemas.named:
            return Html("")
        heading = el("h2", SCHEMAS, id=self.anchors.of("part", SCHEMAS))
        articles = [self._schema(name, schema) for name, schema in self.schemas.named.items()]
        return el("section", heading, *articles)

    def _schema(self, name: str, schema: Any) -> Html:
        anchor, kind = self.anchors.of("schema", name), self.schemas.kind(schema)
        told = schema if isinstance(schema, Mapping) else {}
        return el(
            "article",
            el("h3", name, id=anchor),
            prose(str(told.get("description") or "")),
            el("p", kind) if kind != "object" else "",
            self.schemas.tags(schema),
            *self.schemas.shapes(schema, False, set()),
            *[example_block(name, value) for name, value in examples_of(told)],
            aria_labelledby=anchor,
        )


def _as(kind: Html, media: str) -> Html:
    return kind if media == "application/json" else join([kind, " as ", el("code", media)])


HEAD = Html(
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/api/style.css">'
)
