"""The journey: what outlives a match, between Chapters and between Scenes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, field

from foldtale.kernel.game import Count, Record

BOOKMARKS: Final = ("red", "green", "blue")
"""Three ribbons: so many places of one journey can be kept."""

Bag = tuple[str, ...]
ExtraDie = Literal["d10", "d12"]
WhereBromIs = Literal["here", "shadow", "out"]


class Deck(Record, frozen=True, kw_only=True):
    """SF-147: a deck face down and its discards face up, apart. Layers lie on each other, each in no order.

    `known`  for each layer, whether everybody knows what is in it; what is not said is not known
    `aside`  how many cards of the first layer are not in the deck at all
    """

    layers: tuple[Bag, ...] = ()
    known: tuple[bool, ...] = ()
    discards: Bag = ()
    aside: Count = 0


Thing = bool | int | str | list[int | str] | None
"""What a text has chosen: a card, a Place, a die, an amount, or several of them."""


class InForce(Record, frozen=True, kw_only=True):
    """A card in force.

    `me`     the piece that it is
    `copy`   tells cards alike apart
    `part`   what an instruction has put in force, by its name in the pack; none: what the card itself says
    `until`  when that is over
    `it`, `named`, `found`  what was chosen and counted then
    """

    card: str
    me: str
    copy: Count
    part: str = ""
    until: str = ""
    it: Thing = None
    named: dict[str, Thing] | None = None
    found: dict[str, int] | None = None


class Forces(Record, frozen=True, kw_only=True):
    """SF-Q86: the cards in force in their order, what is used up until the Chapter ends, and copies so far.

    `used`  the card, the piece, the copy in force (0: none), and the part of the card
    """

    cards: tuple[InForce, ...] = ()
    used: tuple[tuple[str, str | None, Count, str], ...] = ()
    entered: Count = 0


class Journey(Record, frozen=True, kw_only=True):
    """SF-147 to SF-155 and SF-Q94: where the story stands, and all that is carried along.

    What each field means stands at the field of `Wood` with the same name, except for:

    `scene`     the Scene that is about to be set up; none: the Chapter itself
    `spirit`    None is full
    `spaces`    the cards in Blessing spaces
    `dice`      the larger dice of the pool
    `beneath_brom`  None: all
    `lasting`, `used`  what `force` says, in saves that knew less: the card, and the part of it
    `bookmarks` by the colour of the ribbon
    """

    chapter: str = ""
    scene: str = ""
    spirit: Count | None = None
    crystals: dict[str, Annotated[int, Meta(ge=0)]] = field(default_factory=dict)
    river: Bag = ()
    spaces: Bag = ()
    exploration: Deck | None = None
    flags: dict[str, str] = field(default_factory=dict)
    counters: dict[str, tuple[str, int]] = field(default_factory=dict)
    taught: Bag = ()
    read: Bag = ()
    attempts: Count = 0
    creatures: Deck | None = None
    shadows: Deck | None = None
    stories: Bag | None = None
    kept: Bag = ()
    dice: tuple[ExtraDie, ...] = ()
    luma_turned: bool = False
    brom_turned: bool = False
    brom: WhereBromIs = "here"
    beneath_brom: Count | None = None
    stood_in: bool = False
    triumphs: Bag = ()
    shadow_drawn: Count = 0
    force: Forces | None = None
    lasting: tuple[tuple[str, str], ...] = ()
    used: tuple[tuple[str, bool, str], ...] = ()
    start: Journey | None = None
    bookmarks: dict[Literal["red", "green", "blue"], Journey] = field(default_factory=dict)
