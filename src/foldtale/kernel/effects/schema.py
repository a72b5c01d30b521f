"""JSON Schema for an author's editor, from the signatures: completion, hover texts, the first red lines."""

from __future__ import annotations

import dataclasses
import types
from typing import Any, Final, Literal, Union, get_args, get_origin

from foldtale.kernel.effects.force import WAYS, Standing
from foldtale.kernel.effects.instructions import CONTROL
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, FLAG, TEXT, Type
from foldtale.kernel.effects.language import Language, Steps, Word
from foldtale.kernel.pack.folder import COVERS, About
from foldtale.kernel.pack.records import (
    STANDING,
    Amount,
    Bounds,
    Condition,
    IsEvent,
    Prose,
    Ref,
    fields_of,
    marked,
    split,
)

Schema = dict[str, Any]
DRAFT: Final = "http://json-schema.org/draft-07/schema#"
IDENT: Final = r"^[A-Za-z0-9_\u00c0-\uffff-]{1,40}$"


def part(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


SOME: Final[Schema] = {"type": ["string", "integer"]}
WHO: Final[Schema] = {"anyOf": [SOME, {"type": "array", "items": SOME}]}
STEPS: Final[Schema] = part("steps")
IF: Final[Schema] = part("condition")
SAID: Final[Schema] = {"type": "string", "minLength": 1}
AMOUNT_REF: Final[Schema] = part("amount")

STANDS: Final[dict[str, Schema]] = {name: part(name) for name in STANDING}
WORDS: Final[dict[str, Schema]] = {
    "acts": {"const": "it"}, "as": {"type": "string"}, "be": SOME, "by": SOME, "count": AMOUNT_REF,
    "do": STEPS, "else": STEPS, "id": SOME, "if": SOME, "least": AMOUNT_REF, "most": AMOUNT_REF, "or": STEPS,
    "say": {"type": "string"}, "then": STEPS, "to": SOME, "up_to": AMOUNT_REF, **STANDS,
}  # fmt: skip
"""What stands after each word that instructions of every language take."""
NAMED: Final[dict[str, Schema]] = {
    "amount": {"type": "string"}, "cancel": {"type": "null"}, "change": {"type": "string"},
    "choose": part("entries"), "each": SOME, "either": STEPS,
    "for": part("scope"), "if": IF, "let": {"type": "string"},
    "limit": part("scope"), "may": STEPS, "must": STEPS, "pay": STEPS, "pick": SOME,
    "repeat": AMOUNT_REF, "run": {"type": "string"}, "tell": {"type": "string"}, "until": {"type": "string"},
}  # fmt: skip
"""What stands after the name of each of these instructions."""


def schema(language: Language) -> Schema:
    """One schema for all files of a pack: pack.yaml, files of cards, translations."""
    bare = [word.name for word in language.ops.values() if all(not p.is_required for p in word.params)]
    steps = {word.name: step(language, word) for word in language.ops.values()}
    steps |= {name: control_step(name) for name in CONTROL}
    fields = fields_of(About)
    about = {field.name: value(language, field.hint) for field in fields}
    about["sequences"] = {"type": "object", "additionalProperties": STEPS}
    texts = {"type": "object", "additionalProperties": {"type": ["string", "number"]}}
    covers = {"type": "array", "items": {"enum": list(COVERS)}}
    amount = "A number, an expression such as half(successes) + 1, or a table by an amount."
    entry = record({"id": ident(), "say": SAID, "do": STEPS, "if": IF}, ["id", "say"])
    return {
        "$schema": DRAFT,
        "title": f"A Foldtale pack for {language.name}",
        "oneOf": [part("pack"), part("cards"), part("translation")],
        "definitions": {
            "amount": {
                "description": amount,
                "anyOf": [SOME, {"type": "object", "minProperties": 1, "maxProperties": 1}],
            },
            "condition": {"description": "As in: hearts(self) >= 2", "type": ["string", "boolean"]},
            "scope": {"enum": list(language.scopes)},
            "entries": {"type": "array", "minItems": 2, "items": entry},
            "while": one_or_more(modifier(language)),
            "when": one_or_more(hook(language, "on")),
            "instead": one_or_more(hook(language, "of")),
            "step": {"anyOf": [{"enum": [*bare, "cancel"]}, by_name(steps)]},
            "steps": {"anyOf": [{"type": "null"}, part("step"), {"type": "array", "items": part("step")}]},
            "pack": record(about, [field.name for field in fields if field.required]),
            "cards": {"type": "array", "items": card(language)},
            "translation": record({"covers": covers, "texts": texts}, ["covers", "texts"]),
        },
    }


def by_name(steps: dict[str, Schema]) -> Schema:
    """An instruction, by the word that names it: only what that word takes is looked into."""
    taken = {name: [other for other, inner in steps.items() if name in inner["properties"]] for name in steps}
    cases = []
    for name, takes in steps.items():
        others = [{"required": [other]} for other in taken[name] if other != name]
        named: Schema = {"required": [name], **({"not": {"anyOf": others}} if others else {})}
        cases.append({"if": named, "then": takes})
    any_name = [{"required": [name]} for name in steps]
    return {"type": "object", "anyOf": any_name, "allOf": cases}


def record(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def one_or_more(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}


def ident() -> Schema:
    return {"type": ["string", "integer"], "pattern": IDENT}


def step(language: Language, word: Word) -> Schema:
    """A game's instruction, with its docstring to hover over."""
    names = [word.name if at == 0 else param.name for at, param in enumerate(word.params)] or [word.name]
    properties = {name: takes_schema(param.takes) for name, param in zip(names, word.params)}
    if not word.params:
        properties[word.name] = {"type": "null"}
    properties[word.name] = {**properties[word.name], "description": word.tells or word.says}
    needed = [name for name, param in zip(names, word.params) if param.is_required]
    return record(properties, sorted({word.name, *needed}))


def control_step(name: str) -> Schema:
    control = CONTROL[name]
    named = {"allOf": [NAMED[name]], "description": control.tells}
    needs = [control.needs] if control.needs else []
    return record({name: named, **{word: WORDS[word] for word in control.takes}}, [name, *needs])


def takes_schema(takes: Type | None) -> Schema:
    if takes is None:
        return STEPS
    said = {"description": f"Takes {takes}."}
    if takes.kind is AMOUNT:
        return AMOUNT_REF
    if takes.kind is CONDITION:
        return IF
    if takes.kind is TEXT:
        return {"type": ["string", "number"], **said}
    one: Schema = SOME
    if takes.kind is FLAG:
        one = {"type": "string", "pattern": r"^[^\s()]+$"}
    return {"anyOf": [one, {"type": "array", "items": one}], **said} if takes.many else {**one, **said}


def modifier(language: Language) -> Schema:
    """`{stack_limit: -1}` or `{cost: {set: 2}}`, for each number that can be asked for."""
    way = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    way["properties"] = dict.fromkeys(WAYS, AMOUNT_REF)
    how = {"anyOf": [SOME, way]}
    bans = {"enum": list(language.bans)}
    options = [record({"forbid": bans, "if": IF, "who": WHO}, ["forbid"])] if language.bans else []
    options += [
        record({name: {**how, "description": f"Changes {says}."}, "if": IF, "who": WHO}, [name])
        for name, (_, says) in language.queries.items()
    ]
    return {"anyOf": options} if options else {"not": {}}


def hook(language: Language, key: str) -> Schema:
    events: Schema = {"enum": list(language.events)}
    limit = part("scope")
    return record({key: events, "if": IF, "limit": limit, "do": STEPS}, [key, "do"])


def card(language: Language) -> Schema:
    """Any card, by its kind."""
    kinds = list(language.cards)
    by_kind = []
    for name, cls in language.cards.items():
        body = body_of(language, cls)
        body["properties"] = {"card": ident(), "kind": {"const": name}, **body["properties"]}
        body["required"] = ["card", "kind", *body["required"]]
        by_kind.append({"if": {"properties": {"kind": {"const": name}}}, "then": body})
    return {
        "type": "object",
        "properties": {"card": ident(), "kind": {"enum": kinds}},
        "required": ["card", "kind"],
        "allOf": by_kind,
    }


def body_of(language: Language, cls: type) -> Schema:
    properties: Schema = {}
    required = []
    for field in fields_of(cls):
        if field.hint is Standing:
            properties[field.name] = part(field.name)
        else:
            properties[field.name] = value(language, field.hint)
        if field.required:
            required.append(field.name)
    return record(properties, required)


def value(language: Language, hint: Any) -> Schema:
    """What a field of a record holds."""
    hint, marks = split(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if Steps in marks:
        return STEPS
    if Condition in marks:
        return IF
    if Amount in marks:
        return AMOUNT_REF
    if origin in (Union, types.UnionType):
        inner = value(language, next(a for a in arguments if a is not type(None)))
        return {"anyOf": [inner, {"type": "null"}]}
    if origin in (list, tuple):
        return one_or_more(value(language, arguments[0]))
    if origin is dict:
        return {"type": "object", "additionalProperties": value(language, arguments[1])}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return body_of(language, hint)
    if origin is Literal:
        return {"enum": list(arguments)}
    return scalar(language, hint, marks)


def scalar(language: Language, hint: Any, marks: tuple[Any, ...]) -> Schema:
    if hint is bool:
        return {"type": "boolean"}
    if hint is float:
        return {"type": "number"}
    if hint is int:
        bounds = marked(marks, Bounds)
        found = {"minimum": bounds.least, "maximum": bounds.most} if bounds else {}
        return {"type": "integer", **found}
    if IsEvent in marks:
        return {"enum": list(language.events)}
    if marked(marks, Ref):
        return ident()
    if marked(marks, Prose):
        return {"type": ["string", "number"], "minLength": 1}
    return {"type": ["string", "number", "boolean"]}
