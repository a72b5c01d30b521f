"""What is written in the box of a game and in the pack that is played with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.program import Call
from foldtale.kernel.options import Options
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.shelf import find, own


class Contents:
    """The cards of the box and of a pack, with their texts and options. All copies of a state share it.

    `box`      the cards that the box lends to every pack; a card of the pack with the same id replaces one
    `hash`     of everything that was read
    `body`     returns what the author of a card wrote
    `options`  the keys of what cards offer; `keys` of what the rules of the game offer
    """

    keys: Sequence[str] = ()

    def __init__(self, box: Pack, pack: Pack, lends: Callable[[Card], bool] = lambda card: True) -> None:
        self.base = box
        self.pack = pack
        self.hash = f"{box.hash}{pack.hash}"
        self.box = {ident: card for ident, card in box.cards.items() if lends(card)}
        self.cards: dict[str, Card] = {**self.box, **pack.cards}
        self.body: Callable[[str], Any] = {ident: card.body for ident, card in self.cards.items()}.__getitem__
        lent = {key: text for key, text in box.texts.items() if owner_of(key) in self.box}
        self.texts: dict[str, str] = {**lent, **pack.texts}
        options = [key for key in box.options if owner_of(key) in self.box]
        self.options = list(dict.fromkeys([*options, *pack.options]))

    @property
    def written(self) -> Mapping[str, Any]:
        """Return what a snapshot names instead of keeping it."""
        return {"content": self, "base": self.base, "pack": self.pack}

    def of_kind(self, *kinds: str) -> list[Card]:
        return [card for card in self.cards.values() if card.kind in kinds]

    def ids(self, *kinds: str) -> list[str]:
        """Return the ids of all cards of these kinds."""
        return [card.id for card in self.of_kind(*kinds)]

    def kind(self, ident: str) -> str:
        return self.cards[ident].kind

    def title(self, ident: str) -> str:
        """Return what a card, an area or an object is called; its id if it has no title."""
        return self.texts.get(f"{ident}.title", ident)

    def pack_of(self, ident: str) -> Pack:
        """Return the pack that a card is from: the one that is played, or the box."""
        return self.pack if ident in self.pack.cards else self.base

    def describe(self, ident: str, part: str = "", headed: bool = True) -> list[str]:
        """Return what a card, or one part of it, does: a sentence for each thing, after its heading."""
        return self.pack_of(ident).describe(ident, part, headed)

    def says(self, ident: str, part: str) -> str:
        """Return the sentence that is printed for one part of a card."""
        return self.named(ident, self.cards[ident].says.get(part, ""))

    def named(self, ident: str, says: str) -> str:
        """Return a sentence of a card with the names of the cards that it speaks of."""
        return self.pack_of(ident).named(says)

    def calls(self, ident: str, part: str) -> tuple[Call, ...]:
        """Return what one part of a card does or asks, as data."""
        return self.cards[ident].calls.get(part, ())

    def ways_of(self, ident: str) -> list[str]:
        """Return how the instructions of a card of the pack can go."""
        return [way for way in self.pack.ways if way.split()[0] == ident]


class TextId(NamedTuple):
    """Where a text stands: a field of a card (`SID.places.well.text`), or one of its options (`loan keep`).

    `option`  the whole key of the option
    """

    card: str
    option: str
    field: tuple[str, ...]


def text_id(key: str) -> TextId:
    """Return where the text with this id stands."""
    owner, _, path = key.partition(".")
    card = owner.partition(" ")[0]
    return TextId(card, owner if owner != card else "", tuple(path.split(".")) if path else ())


def owner_of(key: str) -> str:
    """Return the card of a text (`SID.title`) or of an option (`loan keep`)."""
    return text_id(key).card


C = TypeVar("C", bound=Contents)


@dataclass(eq=False)
class Library(Generic[C]):
    """The packs of a game, by id; the contents of each are made once for what is in it now."""

    language: Language
    folder: Path  # the folder of the game, with the box in `pack` and more packs in `packs`
    make: Callable[..., C]  # makes the contents of the box and a pack, and of what else is given
    more: Callable[[Any], tuple[Any, ...]] = lambda setup: ()  # what else is given, by a setup
    _made: dict[tuple[Any, ...], C] = field(default_factory=dict)

    @property
    def box(self) -> Pack:
        return own(self.folder / "pack", self.language)

    def pack(self, ident: str) -> Pack:
        """Return the pack with this id; the box itself if it is the box's or empty."""
        return self.box if ident in ("", self.language.name) else find(ident, self.language, self.folder)

    def contents(self, ident: str, *more: Any) -> C:
        box, pack = self.box, self.pack(ident)
        key = (box.hash, pack.hash, *more)
        if key not in self._made:
            self._made[key] = self.make(box, pack, *more)
        return self._made[key]

    def of(self, setup: Any) -> C:
        """Return the contents that a setup is played with."""
        return self.contents(setup.pack, *self.more(setup))

    def packs(self, setup: Any) -> Mapping[str, str]:
        """Return the hash of the box and of the pack of a setup, by their ids: a tale names them."""
        return {pack.about.pack: pack.hash for pack in (self.box, self.pack(setup.pack))}

    def vocabulary(self, setup: Any) -> list[str]:
        """Return the key of every option that can occur under a setup."""
        contents = self.of(setup)
        return list(dict.fromkeys([*contents.keys, *contents.options]))

    def wiring(
        self, options: Options, content: Callable[[Any], Mapping[str, Any]] = lambda g: g.content.written
    ) -> dict[str, Any]:
        """Return the fields of a `Game` that follow from its packs and its options."""
        return {
            "folder": self.folder,
            "packs": self.packs,
            "content": content,
            "vocabulary": self.vocabulary,
            "touches": options.touches,
        }
