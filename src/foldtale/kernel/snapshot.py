"""A match as bytes: its log, and the state at its last rest, so that it goes on without being replayed.

What is written and never changes (packs, and what games make of them) is not in the bytes: it stands there by
its name, and is found again in what is installed. A snapshot fits only the code, the packs and the setup that
it was made with, which its first line says; a tale survives more.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from hashlib import blake2b
from importlib import import_module
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from foldtale import __version__
from foldtale.kernel.chance import Dice, People, Seeded
from foldtale.kernel.effects.force import Force
from foldtale.kernel.errors import CannotFreeze, StaleSnapshot
from foldtale.kernel.game import Game
from foldtale.kernel.log import Entry, Undone
from foldtale.kernel.match import FORBID, Match, Terms
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.registry import OURS
from foldtale.kernel.talk import Aside, Ask, Chance, Option, Show, State, option
from foldtale.kernel.zones import Box, Layout, Supply

SNAPSHOT: Final = 1
"""The version of the format."""
PROTOCOL: Final = 5
KERNEL: Final = "foldtale.kernel"
STATE: Final = "the state"
"""The name of the state itself, where something in it refers back to it."""
HARMLESS: Final = {
    (option.__module__, "option"),
    (__name__, "_unchanging"),
    ("builtins", "range"),
    ("collections", "Counter"),
    ("collections", "OrderedDict"),
    ("collections", "deque"),
    ("msgspec._utils", "rebuild"),
}
"""What a snapshot may call besides classes of the kernel and of its game."""

FUNCTION: Final = (FunctionType, BuiltinFunctionType)
"""As they are written, and as they are compiled."""

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


class Frozen(NamedTuple):
    """What stands in a snapshot after its first line."""

    facts: dict[str, Any]  # the fields of the state at the rest
    rest_at: int
    entries: list[Entry]
    number: int
    pages: frozenset[str]
    falls: int  # how often chance has fallen
    spacing: int
    tells: bool
    changed: tuple[str, ...]
    waits_for: tuple[str, int]  # what it must come to when it is thawed


def freeze(match: Match) -> bytes:
    """The match as it is now; CannotFreeze if its game is in the way, ValueError if it cannot be saved."""
    source, start, rest = match.source, match.start, match.rest
    seeded = source.rest if isinstance(source, People) else source
    if match.entries is None or match.setup is None or match.imagined or match.terms.by_hand:
        raise ValueError("only a match that was started by a setup and keeps its log can be frozen")
    if type(seeded) is not Seeded or start is None or rest is None:
        raise ValueError("only a match whose chance comes from a seed can be frozen")
    try:
        head = _fingerprint(match.game, match.setup, seeded is not source)
        names = _names(content_of(match.game, start), head["packs"]) | {id(rest[0]): (STATE, "")}
        for entry in match.entries:
            if len(entry) == 3 and id(entry[1]) not in names:
                _check_known_again(entry[1])
        frozen = Frozen(
            facts_of(rest[0]),
            rest[1],
            match.entries,
            match.number,
            match.pages,
            seeded.falls,
            match.terms.spacing,
            match.terms.tells,
            match.terms.changed,
            _waits_for(match),
        )
        file = BytesIO()
        _Freezer(file, home_of(match.game), names).dump(tuple(frozen))
    except CannotFreeze:
        raise
    except Exception as error:
        raise CannotFreeze(f"{match.game.title} cannot be frozen: {error!r}") from error
    body = file.getvalue()
    return json.dumps({**head, "digest": _digest(body)}).encode() + b"\n" + body


def thaw(
    game: Game, setup: Any, data: bytes, seed: int, undo: str = FORBID, companion: bool = False
) -> Match:
    """The match that was frozen, or StaleSnapshot."""
    head, _, body = data.partition(b"\n")
    try:
        expected, found = _fingerprint(game, setup, companion), json.loads(head)
        other = [name for name in expected if found.get(name) != expected[name]]
        if other:
            raise StaleSnapshot(f"this snapshot was made with another {', another '.join(other)}")
        if found["digest"] != _digest(body):
            raise StaleSnapshot("this snapshot is damaged")
        start = game.begin(setup)
        rest = start.copy()
        content = {**content_of(game, start), STATE: rest}
        frozen = Frozen(*_Thawer(BytesIO(body), home_of(game), content).load())
        for name, fact in frozen.facts.items():
            setattr(rest, name, fact)
        terms = Terms(game, setup, undo, frozen.spacing, frozen.tells)
        terms.changed = frozen.changed
        seeded, log, rest_at = Seeded(seed, frozen.falls), frozen.entries, frozen.rest_at
        source = People(seeded) if companion else seeded
        match = Match(terms, rest, source, log, frozen.number, start, rest, rest_at, frozen.pages, False)
        match.rebuild(len(log), same_dice=False)
        if _waits_for(match) != frozen.waits_for:
            raise StaleSnapshot(f"this snapshot leads to {_waits_for(match)} and not to {frozen.waits_for}")
    except StaleSnapshot:
        raise
    except Exception as error:
        raise StaleSnapshot(f"this snapshot cannot be read: {error!r}") from error
    return match


def content_of(game: Game, start: State) -> dict[str, Any]:
    """What a state shares with the one that a match starts with and with those of other matches, by name."""
    layouts = {f"layout {at}": box.layout for at, box in enumerate(game.boxes(start))}
    written = {name: thing for name, thing in game.content(start).items() if thing is not None}
    return {**layouts, **written}


def home_of(game: Game) -> str:
    """The package whose classes and code are the game's own: where its setup is, or all that came with it."""
    module = game.setups.__module__
    return module if module.startswith(OURS) else module.partition(".")[0]


def _is_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _fingerprint(game: Game, setup: Any, companion: bool) -> dict[str, Any]:
    """All that must be the same when a snapshot is thawed."""
    return {
        "snapshot": SNAPSHOT,
        "foldtale": __version__,
        "game": game.name,
        "version": game.version,
        "setup": _digest(msgspec.json.encode(setup, order="deterministic")),
        "companion": companion,
        "packs": dict(game.packs(setup)),
        "code": _code_of(home_of(game)),
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
    }


@cache
def _code_of(home: str) -> str:
    """The hash of the source of the kernel and of a game."""
    digest = blake2b(digest_size=16)
    for package in (KERNEL, home):
        module = import_module(package)
        folders = [Path(folder) for folder in getattr(module, "__path__", ())]
        files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
        for file in files or [Path(str(module.__file__))]:
            digest.update(b"%b\0%b\0" % (file.name.encode(), file.read_bytes()))
    return digest.hexdigest()


Name = tuple[str, str]
"""What something is called, and which part of it is meant, if it is a pack."""


def _names(content: Mapping[str, Any], packs: Mapping[str, str]) -> dict[int, Name]:
    """The names of what is not kept, by identity."""
    names: dict[int, Name] = {}
    for name, thing in content.items():
        if isinstance(thing, Pack):
            if thing.hash not in packs.values():
                raise CannotFreeze(f"the pack {thing.about.pack!r} in play is not the one of the setup")
            for path, part in thing.parts.items():
                names[id(part)] = (name, path)
        names[id(thing)] = (name, "")
    return names


def facts_of(thing: object) -> dict[str, Any]:
    """Return every field of an object that is set, compiled or not."""
    found: Any = object.__getstate__(thing)
    plain, slots = found if isinstance(found, tuple) else (found, None)
    facts = {**(plain or {}), **(slots or {})}
    for cls in type(thing).__mro__:
        for name in vars(cls).get("__mypyc_attrs__", ()):
            if name != "__dict__" and hasattr(thing, name):
                facts[name] = getattr(thing, name)
    return facts


def _waits_for(match: Match) -> tuple[str, int]:
    """What the rules wait for, in short."""
    return match.word.topic if match.word is not None else "", len(match.options)


def _check_known_again(value: Any) -> None:
    """Rules may know by `is` what they are sent again after an undo, and would not know a copy of it."""
    cls: Any = type(value)
    if isinstance(value, tuple):
        for part in value:
            _check_known_again(part)
    elif cls.__eq__ is object.__eq__ and not isinstance(value, Option | Aside | Enum | None):
        raise CannotFreeze(f"{value!r} fell, and is like nothing but itself: name it in `content`")


def _unchanging(table: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(table)


def _built(cls: type, *fields: str) -> Callable[[Any], Reduced]:
    """Something is built again from what its `__init__` takes."""
    given = attrgetter(*fields)
    return lambda thing: (cls, given(thing))


BUILT: Final[dict[type, Callable[[Any], Reduced]]] = {
    Option: lambda choice: (option, (choice.key,)),
    Aside: _built(Aside, "seat", "option"),
    Ask: _built(
        Ask, "seat", "topic", "options", "rule", "aside", "veiled", "voice", "about", "to", "number", "card"
    ),
    Chance: _built(Chance, "topic", "outcomes", "to", "dice"),
    Show: _built(Show, "what", "to", "page"),
    Undone: _built(Undone, "number", "dice", "entries"),
    Box: _built(Box, "layout", "rows", "layers", "masks", "also", "home", "lent"),
    Layout: _built(Layout, "back", "seen", "bars"),
    Force: _built(Force, "sources", "used", "entered"),
    Dice: lambda falls: (Dice, (falls.dice,)),
    Supply: lambda supply: (Supply, (supply.name, supply.total, 0, supply.counts)),
    MappingProxyType: lambda table: (_unchanging, (dict(table),)),
}
"""How things of the kernel are written; compiled classes cannot be built otherwise."""


class _Freezer(pickle.Pickler):
    def __init__(self, file: BytesIO, home: str, names: Mapping[int, Name]) -> None:
        super().__init__(file, PROTOCOL)
        self.home = home
        self.names = names
        self.known: set[Any] = set()

    def persistent_id(self, thing: Any) -> Name | None:
        return self.names.get(id(thing))

    def reducer_override(self, thing: Any) -> Any:
        cls = type(thing)
        build = BUILT.get(cls)
        if build is not None:
            return build(thing)
        meant = thing if isinstance(thing, (type, *FUNCTION)) else cls
        if meant not in self.known:
            if not may_hold(meant, self.home):
                raise CannotFreeze(f"{thing!r} is nothing that can be kept: name it in `content`")
            if meant is cls and hasattr(cls, "__mypyc_attrs__"):
                raise CannotFreeze(f"{cls} is compiled, and nobody knows how to build one again")
            self.known.add(meant)
        return NotImplemented


class _Thawer(pickle.Unpickler):
    def __init__(self, file: BytesIO, home: str, content: Mapping[str, Any]) -> None:
        super().__init__(file)
        self.home = home
        self.content = content

    def persistent_load(self, name: Any) -> Any:
        thing, part = name
        return self.content[thing].parts[part] if part else self.content[thing]

    def find_class(self, module: str, name: str, /) -> Any:
        if (module, name) in HARMLESS or _is_in(module, KERNEL) or _is_in(module, self.home):
            found = super().find_class(module, name)
            if name_of(found) == (module, name) and may_hold(found, self.home):
                return found
        raise StaleSnapshot(f"{module}.{name} has no place in a snapshot")


def name_of(thing: Any) -> tuple[str, str]:
    """Where a class or a function was written, and under which name."""
    return getattr(thing, "__module__", ""), getattr(thing, "__qualname__", "")


def may_hold(thing: Any, home: str) -> bool:
    """Whether a snapshot of a game may hold things of this class, or call this function."""
    module, _ = name_of(thing)
    own = isinstance(thing, type) and (_is_in(module, KERNEL) or _is_in(module, home))
    return own or name_of(thing) in HARMLESS
