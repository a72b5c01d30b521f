"""The games that are installed, and what can be chosen before a match."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UNSET, structs
from msgspec.structs import replace

from foldtale.kernel import registry
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Record, choices_of
from foldtale.kernel.ledger import Kind
from foldtale.kernel.pack import shelf
from foldtale.kernel.speech import ENGLISH, Speech
from foldtale.kernel.tongue import words_of
from foldtale.table.messages import Field, GameCard, RuleText
from foldtale.table.refusals import Refused

SPOKEN: Final = {Kind.RULE: "rule", Kind.EXAMPLE: "example", Kind.RULING: "ruling"}


def named(name: str) -> Game:
    """The installed game of this name."""
    for game in registry.installed():
        if game.name == name:
            return game
    raise Refused("no such game", "no such game is installed")


@cache
def rulebook(name: str) -> tuple[RuleText, ...]:
    """The ledger of an installed game, as the page shows it."""
    rules = []
    for entry in named(name).rules():
        kind: Any = SPOKEN.get(entry.kind, "note")
        rules.append(RuleText(entry.id, kind, entry.section, entry.text))
    return tuple(rules)


def cards(lang: str = "en") -> list[GameCard]:
    """Every game here that can be loaded, the books first."""
    return [card(game, lang) for game in registry.installed()]


def card(game: Game, lang: str = "en") -> GameCard:
    """What one chooses from before a match; packs may come and go meanwhile."""
    packs = shelf.known(game.language, game.folder) if game.language is not None else ()
    return _card(game.name, lang, tuple(packs))


@lru_cache(maxsize=64)
def _card(name: str, lang: str, packs: tuple[str, ...]) -> GameCard:
    game = named(name)
    speech = words_of(game, lang).speech
    fields = tuple([spoken(field(one, game, packs), speech) for one in structs.fields(game.setups)])
    players = next(one.values for one in fields if one.name == "players")
    return GameCard(
        name=game.name,
        title=speech(game.title),
        blurb=speech(game.blurb),
        shelf=game.shelf,
        players=players,
        has_secrets=game.secrets,
        has_reactions=bool(game.reactions),
        fields=fields,
        schema=_schema(game.setups),
    )


def _schema(setups: type) -> dict[str, Any]:
    """The JSON Schema of a setup."""
    (schema,), components = msgspec.json.schema_components([setups], ref_template="#/$defs/{name}")
    return {**schema, "$defs": components}


def field(info: structs.FieldInfo, game: Game, packs: tuple[str, ...]) -> Field:
    kind, values, empty = _form(info.name, info.type)
    usual = None if info.default is NODEFAULT else info.default
    if kind == "pack" and game.language is not None:
        values = list(dict.fromkeys([usual, *packs]))
    elif kind != "record":
        values = [value for value in values if _can_begin(game.name, info.name, value)]
    seldom = any((meta.extra or {}).get("seldom") for meta in _metas(info))
    titles = [meta.title for meta in _metas(info) if meta.title]
    label = titles[0] if titles else info.name.replace("_", " ").capitalize()
    return Field(info.name, label, kind, usual, tuple(values), empty, seldom)


def spoken(one: Field, speech: Speech) -> Field:
    """A field as it is called in the reader's language."""
    if speech is ENGLISH:
        return one
    texts = one.kind == "choice" and any(isinstance(value, str) for value in one.values)
    called = tuple([speech(str(value)) for value in one.values]) if texts else UNSET
    return replace(one, label=speech(one.label), called=called)


@cache
def _can_begin(game: str, field: str, value: Any) -> bool:
    """Whether a match can begin so, perhaps with other choices: not with a chapter yet to be written."""
    made = named(game)
    players = next(one.type for one in structs.fields(made.setups) if one.name == "players")
    try:
        made.begin(made.setup(**{"players": choices_of(players)[0], field: value}))
    except SetupError:
        return any(getattr(setup, field) == value for setup in _variants(game))
    return True


@cache
def _variants(game: str) -> list[Any]:
    return list(named(game).variants())


def _metas(info: structs.FieldInfo) -> list[msgspec.Meta]:
    """What is annotated to a field."""
    parts = (info.type, *get_args(info.type))
    found = [meta for part in parts for meta in getattr(part, "__metadata__", ())]
    return [meta for meta in found if isinstance(meta, msgspec.Meta)]


def _form(name: str, kind: Any) -> tuple[Any, list[Any], bool]:
    """How a field is filled in, with which values, and whether it may be left empty."""
    arguments = get_args(kind)
    if type(None) in arguments:
        inner = next(one for one in arguments if one is not type(None))
        form, values, _ = _form(name, inner)
        return form, values, True
    if isinstance(kind, type) and issubclass(kind, Record):
        return "record", [], False
    if name == "pack":
        return "pack", [], False
    if kind is bool:
        return "flag", [False, True], False
    if get_origin(kind) is Literal:
        return "choice", choices_of(kind), False
    if get_origin(kind) is Annotated and arguments[0] is not int:
        return _form(name, arguments[0])
    if get_origin(kind) is Annotated:
        return "number", choices_of(kind), False
    return "text", [], False
