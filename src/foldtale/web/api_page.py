"""The API's description as one page for people, made on the server: no script, and only style is fetched.

Every text is escaped where it enters an element; only `Html`, which elements are, goes in as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any
from urllib.parse import unquote

import msgspec

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
CHANGING = frozenset({"post", "put", "patch", "delete"})
CHOICES = {"oneOf": " or ", "anyOf": " or ", "allOf": " and "}
FIELD_HEADS = ("Name", "Type", "Needed", "Meaning")
NULL = {"type": "null"}
UNTAGGED, SECURITY, SCHEMAS = "Other calls", "Who is asking", "Schemas"


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


def api_page(description: dict[str, Any]) -> str:
    """The page for an OpenAPI 3.1 description. Keywords that it does not know are passed over."""
    return _Page(description).html()


def literal(value: Any) -> Html:
    return el("code", msgspec.json.encode(value, enc_hook=str).decode())


def inline(text: str) -> Html:
    """A line of text, in which `backticks` are the only markup."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return join([text])
    return join([el("code", part) if i % 2 else part for i, part in enumerate(parts)])


def prose(text: str) -> Html:
    """Paragraphs, and lists of lines that begin with a dash."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text) if block.strip()]
    return join([_block(block) for block in blocks])


def _block(block: str) -> Html:
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


def _number(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _span(schema: Mapping[str, Any], least: str, most: str, unit: str = "") -> Iterator[str]:
    low, high = (_number(schema[key]) if key in schema else "" for key in (least, most))
    if not (low or high):
        return
    unit = unit.removesuffix("s") if (high or low) == "1" else unit
    if low and high:
        yield (low if low == high else f"{low} to {high}") + unit
    else:
        yield (f"at least {low}" if low else f"at most {high}") + unit


def bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    """What else is asked of a value, each in a few words."""
    if "format" in schema:
        yield str(schema["format"])
    yield from _span(schema, "minimum", "maximum")
    yield from _span(schema, "minLength", "maxLength", " characters")
    yield from _span(schema, "minItems", "maxItems", " items")
    yield from _span(schema, "minProperties", "maxProperties", " fields")
    for key, words in (("exclusiveMinimum", "more than"), ("exclusiveMaximum", "less than")):
        if key in schema:
            yield f"{words} {_number(schema[key])}"
    if "multipleOf" in schema:
        yield f"a multiple of {_number(schema['multipleOf'])}"
    if "pattern" in schema:
        yield join(["matching ", el("code", str(schema["pattern"]))])
    flags = {"uniqueItems": "no two alike", "readOnly": "read only", "writeOnly": "write only"}
    yield from [words for key, words in flags.items() if schema.get(key) is True]
    if schema.get("additionalProperties") is False:
        yield "no other fields"


def examples_of(holder: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Name and value of each, from a schema's list or from the named ones of a body or a parameter."""
    found = holder.get("examples") or ()
    if isinstance(found, Mapping):
        named = [one for one in found.values() if isinstance(one, Mapping) and "value" in one]
        shown = [(str(one.get("summary") or "Example"), one["value"]) for one in named]
    else:
        shown = [("Example", one) for one in found]
    return [("Example", holder["example"]), *shown] if "example" in holder else shown


def example_block(name: str, value: Any) -> Html:
    text = msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2).decode()
    return el("figure", el("figcaption", name), el("pre", el("code", text), tabindex="0"))


class _Anchors:
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


class _Schemas:
    """Tells what values are: in a phrase, or field by field. Named schemas are linked to, not repeated."""

    def __init__(self, whole: Mapping[str, Any], anchors: _Anchors) -> None:
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


class _Page:
    def __init__(self, whole: Mapping[str, Any]) -> None:
        self.whole = whole
        self.anchors = _Anchors()
        self.schemas = _Schemas(whole, self.anchors)
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

STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #fdf6e7; --leaf: #fffcf3; --ink: #2c2018; --faded: #6a5546; --line: #e0cfae; --accent: #a2301c;
  --mono: ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #2d2532; --leaf: #372d3d; --ink: #faeed8; --faded: #cdbcae; --line: #574a5c; --accent: #ff9c84;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 84rem; padding: 0 1rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 "Iowan Old Style", Palatino, "Palatino Linotype", "Book Antiqua", Georgia, serif;
  overflow-wrap: anywhere;
}
header { padding: 2.5rem 0 1rem; border-bottom: 3px double var(--line); }
header p, main p, main ul { max-width: 44rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2em 0 0.5em; }
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: 0; }
h2 { font-size: 1.6rem; color: var(--accent); }
h3 { font-size: 1.2rem; margin: 0 0 0.5em; }
h4 { font-size: 1rem; margin: 1.5em 0 0.25em; }
p, ul { margin: 0.5em 0; }
ul { padding-left: 1.25em; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; padding: 0.5rem 1rem; background: var(--paper); }
.skip:focus { left: 0.5rem; top: 0.5rem; }
.version, .summary, .note, small, caption, figcaption { color: var(--faded); }
.summary { font-size: 1.1rem; font-style: italic; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
h3 code { font-size: 0.95em; }
.method {
  display: inline-block; padding: 0.05em 0.5em; border: 1.5px solid var(--accent); border-radius: 0.3em;
  color: var(--accent); font-weight: 700; letter-spacing: 0.03em;
}
.method.changing { background: var(--accent); color: var(--paper); }
article {
  margin: 1.25rem 0; padding: 1.25rem; min-width: 0;
  background: var(--leaf); border: 1px solid var(--line); border-radius: 0.5rem;
}
article:has(:target) { border-color: var(--accent); }
.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; width: 100%; min-width: 34rem; font-size: 0.95rem; overflow-wrap: normal; }
caption { text-align: left; padding: 0 0 0.35rem; font-style: italic; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem 0.45rem 0; }
tbody th, tbody td { border-top: 1px solid var(--line); }
thead th { color: var(--faded); font-weight: 400; font-size: 0.85rem; }
tbody th { font-weight: 600; white-space: nowrap; }
thead th:first-child { width: 20%; }
thead th:nth-child(2) { width: 30%; }
thead th:nth-child(2):nth-last-child(2) { width: 55%; }
thead th:nth-child(3):nth-last-child(2) { width: 12%; }
figure { margin: 0.75rem 0; }
figcaption { font-style: italic; font-size: 0.95rem; }
pre {
  margin: 0.25rem 0 0; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; line-height: 1.45;
  background: var(--paper); border: 1px solid var(--line); border-radius: 0.35rem;
}
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
nav { font-size: 0.95rem; }
nav h2 { font-size: 1.1rem; margin-top: 1.5rem; }
nav ul { list-style: none; padding: 0; }
nav ul ul { padding: 0 0 0.5rem 0.75rem; border-left: 2px solid var(--line); }
nav a { display: inline-block; padding: 0.15rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav .method { font-size: 0.7em; border-width: 1px; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); column-gap: 2.5rem; padding: 0 2rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
}
@media print { nav, .skip { display: none; } article { break-inside: avoid; } }
"""
