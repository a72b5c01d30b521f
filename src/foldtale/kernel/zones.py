"""Where cards and tokens lie, and who knows them. Every zone conserves what it holds.

A mask says which seats know a card. A deck is a list of layers, top first; a layer is an unordered
bag, and a card whose place is known is a layer of one. Nothing is shuffled ahead: a draw is a chance
over the top layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b
from operator import attrgetter
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from foldtale.kernel.talk import EVERYONE, NOBODY, Chance, Play, Show, bit

_by_id = attrgetter("id")
Layer: TypeAlias = "list[Card]"
CHOICES_A_BLOCK: Final = 24
"""So many choices can safely be made from one block of 64 random bytes."""
BANK: Final = 0
"""The holder of a supply's common stock."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One card of cardboard. Cards that look alike share a key; the id is never shown to anybody."""

    __slots__ = ("id", "key")

    def __init__(self, id: int, key: str) -> None:
        self.id = id
        self.key = key

    def __repr__(self) -> str:
        return f"<{self.key}>"


class Zone(ABC):
    """A place for cards of one back."""

    __slots__ = ("back",)
    back: str

    @abstractmethod
    def known(self) -> list[tuple[Card, int]]:
        """Every card here with the mask of the seats that know it."""

    @abstractmethod
    def put(self, card: Card, mask: int = NOBODY) -> None:
        """Lay a card here, on top, known to the seats in the mask."""

    @abstractmethod
    def take(self, card: Card) -> int:
        """Take a card away; its mask."""

    @abstractmethod
    def veiled(self, seat: int) -> list[Layer]:
        """The cards that this seat does not know, as lists whose cards may be exchanged in place."""

    def exchanged(self, seat: int, veiled: list[Layer]) -> None:
        """What `veiled` gave out has been dealt anew."""


class Pile(Zone):
    """Cards that lie open, the last one on top."""

    __slots__ = ("cards",)

    def __init__(self, back: str, cards: Sequence[Card] = ()) -> None:
        self.back = back
        self.cards = list(cards)

    def __len__(self) -> int:
        return len(self.cards)

    def copy(self) -> Pile:
        return Pile(self.back, self.cards)

    def known(self) -> list[tuple[Card, int]]:
        return [(card, EVERYONE) for card in self.cards]

    def put(self, card: Card, mask: int = EVERYONE) -> None:
        self.cards.append(card)

    def take(self, card: Card) -> int:
        self.cards.remove(card)
        return EVERYONE

    def veiled(self, seat: int) -> list[Layer]:
        return []


class Hand(Zone):
    """Cards in order that only the seats in `seen`, such as its owner, know.

    `bars`  the keys that cannot lie here, as everybody knows
    `also`  who else knows which of the cards, where somebody does
    """

    __slots__ = ("also", "bars", "cards", "seen")

    def __init__(
        self,
        back: str,
        seen: int,
        bars: tuple[str, ...] = (),
        cards: Sequence[Card] = (),
        also: dict[Card, int] | None = None,
    ) -> None:
        self.back = back
        self.seen = seen
        self.bars = bars
        self.cards = list(cards)
        self.also = also

    def __len__(self) -> int:
        return len(self.cards)

    def copy(self) -> Hand:
        return Hand(self.back, self.seen, self.bars, self.cards, self.also.copy() if self.also else None)

    def known(self) -> list[tuple[Card, int]]:
        return [(card, self.seen | (self.also or {}).get(card, NOBODY)) for card in self.cards]

    def put(self, card: Card, mask: int = NOBODY) -> None:
        self.cards.append(card)
        self._tell(card, mask)

    def take(self, card: Card) -> int:
        self.cards.remove(card)
        if self.also is None:
            return self.seen
        mask = told = self.also.pop(card, NOBODY)
        for other in self.cards:
            if other.key == card.key and other in self.also:
                told |= self._forget(other, ~told)
        self.also = self.also or None
        return self.seen | mask

    def find(self, key: str) -> Card | None:
        """The first card with this key."""
        for card in self.cards:
            if card.key == key:
                return card
        return None

    def show(self, mask: int) -> None:
        """The seats in the mask see all that lies here."""
        for card in self.cards:
            self._tell(card, mask)

    def mix(self) -> None:
        """Nobody but its owner can tell any more which card is which, as when one left it unseen."""
        self.also = None

    def _forget(self, card: Card, mask: int) -> int:
        """Of cards that look alike nobody else can tell which one left: who knew one knows one less."""
        if self.also is None:
            return NOBODY
        forgotten = self.also[card] & mask
        self.also[card] &= ~mask
        if not self.also[card]:
            del self.also[card]
        return forgotten

    def _tell(self, card: Card, mask: int) -> None:
        if mask & ~self.seen:
            if self.also is None:
                self.also = {}
            self.also[card] = self.also.get(card, NOBODY) | mask

    def veiled(self, seat: int) -> list[Layer]:
        mask = 1 << seat
        if self.seen & mask:
            return []
        if self.also is None:
            return [self.cards]
        return [[card for card in self.cards if not self.also.get(card, NOBODY) & mask]]

    def exchanged(self, seat: int, veiled: list[Layer]) -> None:
        """Who else knew a card in some place knows the card that lies there now."""
        if self.also is None or not veiled:
            return
        dealt = iter(veiled[0])
        also: dict[Card, int] = {}
        for at, card in enumerate(self.cards):
            others = self.also.get(card, NOBODY)
            if not others >> seat & 1:
                card = self.cards[at] = next(dealt)
            if others:
                also[card] = others
        self.also = also or None


class Deck(Zone):
    """Layers, top first. `lent` cards of the layer `home` lie elsewhere as face-down slots."""

    __slots__ = ("home", "layers", "lent", "masks")

    def __init__(self, back: str, cards: Sequence[Card] = ()) -> None:
        self.back = back
        self.layers: list[Layer] = [sorted(cards, key=_by_id)] if cards else []
        self.masks: list[int] = [NOBODY] if cards else []
        self.home: Layer | None = None
        self.lent = 0

    def __len__(self) -> int:
        total = 0
        for layer in self.layers:
            total += self.share(layer)
        return total

    def share(self, layer: Layer) -> int:
        """How many cards of this layer lie in the deck."""
        return len(layer) - self.lent if layer is self.home else len(layer)

    def copy(self) -> Deck:
        twin = Deck(self.back)
        twin.layers = [layer[:] for layer in self.layers]
        twin.masks = self.masks[:]
        if self.home is not None:
            twin.lent = self.lent
            twin.home = self.home[:]
            for at, layer in enumerate(self.layers):
                if layer is self.home:
                    twin.home = twin.layers[at]
        return twin

    def bags(self) -> list[tuple[Layer, int]]:
        """Every layer with its mask, and the cards that are left of a layer lent as a whole."""
        found = list(zip(self.layers, self.masks))
        if self.home is not None and all(layer is not self.home for layer in self.layers):
            found.append((self.home, NOBODY))
        return found

    def known(self) -> list[tuple[Card, int]]:
        return [(card, mask) for layer, mask in self.bags() for card in layer]

    def put(self, card: Card, mask: int = NOBODY) -> None:
        self.layers.insert(0, [card])
        self.masks.insert(0, mask)

    def tuck(self, card: Card, mask: int = NOBODY) -> None:
        """Put a card under the deck."""
        self.layers.append([card])
        self.masks.append(mask)

    def restore(self, cards: Sequence[Card], mask: int = NOBODY) -> None:
        """Shuffle cards and lay them under the deck; the mask knows which they are, not their order."""
        if cards:
            self.layers.append(sorted(cards, key=_by_id))
            self.masks.append(mask)

    def shuffle(self) -> None:
        """Shuffle the whole deck: its layers become one bag. Lent slots must be named before."""
        if self.lent:
            raise ValueError("name the face-down slots before the deck they came from is shuffled")
        if len(self.layers) > 1:
            every: Layer = []
            mask = EVERYONE
            for layer, known in zip(self.layers, self.masks, strict=True):
                every += layer
                mask &= known
            self.layers = [sorted(every, key=_by_id)]
            self.masks = [mask]

    def take(self, card: Card) -> int:
        for at, layer in enumerate(self.layers):
            if card in layer:
                mask = self.masks[at]
                self.remove(at, card)
                return mask
        raise ValueError(f"{card} is not in the deck")

    def remove(self, at: int, card: Card) -> None:
        layer = self.layers[at]
        layer.remove(card)
        if not self.share(layer):
            del self.layers[at]
            del self.masks[at]

    def veiled(self, seat: int) -> list[Layer]:
        mask = 1 << seat
        return [layer for layer, known in self.bags() if not known & mask]


def _fall(layer: Layer, to: int, topic: str) -> Play[Card]:
    """One card of a layer; of those that look alike the first, so that keys lead to the very same card."""
    fallen: Card = yield Chance(topic, layer, to)
    at = layer.index(fallen)
    while at and layer[at - 1].key == fallen.key:
        at -= 1
    return layer[at]


def draw(deck: Deck, into: Zone, to: int, topic: str = "draw") -> Play[None]:
    """Move the top card of the deck into a zone; the seats in `to` see it."""
    layer = deck.layers[0]
    if len(layer) == 1:
        card = layer[0]
        if to & ~deck.masks[0]:
            yield Show((card.key,), to)
        into.put(card, deck.take(card) | to)
    else:
        card = yield from _fall(layer, to, topic)
        deck.masks[0] &= to
        deck.remove(0, card)
        into.put(card, to)


def peek(deck: Deck, count: int, seat: int, topic: str = "peek") -> Play[None]:
    """A seat looks at the top cards of the deck: they go back as they lay, now known to it."""
    seen = Hand(deck.back, bit(seat))
    for _ in range(min(count, len(deck))):
        yield from draw(deck, seen, bit(seat), topic)
    while seen.cards:
        card = seen.cards[-1]
        deck.put(card, seen.take(card))


class Slots(Zone):
    """Face-down cards from a deck that nobody has seen: they have no name until they are turned."""

    __slots__ = ("cards", "deck", "masks")

    def __init__(self, deck: Deck) -> None:
        self.back = deck.back
        self.deck = deck
        self.cards: list[Card | None] = []
        self.masks: list[int] = []

    def copy(self, deck: Deck) -> Slots:
        twin = Slots(deck)
        twin.cards = self.cards[:]
        twin.masks = self.masks[:]
        return twin

    def known(self) -> list[tuple[Card, int]]:
        pairs = zip(self.cards, self.masks, strict=True)
        return [(card, mask) for card, mask in pairs if card is not None]

    def deal(self) -> None:
        """Lay the top card of the deck here, unseen and unnamed."""
        deck = self.deck
        layer = deck.layers[0]
        if len(layer) == 1:
            self.put(layer[0], deck.take(layer[0]))
            return
        if deck.lent and deck.home is not layer:
            raise ValueError("name the face-down slots of the deeper layer first")
        deck.home = layer
        deck.lent += 1
        if not deck.share(layer):
            del deck.layers[0]
            del deck.masks[0]
        self.cards.append(None)
        self.masks.append(NOBODY)

    def put(self, card: Card, mask: int = NOBODY) -> None:
        self.cards.append(card)
        self.masks.append(mask)

    def take(self, card: Card) -> int:
        at = self.cards.index(card)
        del self.cards[at]
        return self.masks.pop(at)

    def veiled(self, seat: int) -> list[Layer]:
        return [[card for card, mask in self.known() if not mask >> seat & 1]]

    def exchanged(self, seat: int, veiled: list[Layer]) -> None:
        dealt = iter(veiled[0])
        for at, mask in enumerate(self.masks):
            if self.cards[at] is not None and not mask >> seat & 1:
                self.cards[at] = next(dealt)


def turn(slots: Slots, at: int, to: int, topic: str = "turn") -> Play[None]:
    """The seats in `to` see the card in a slot; if it had no name yet, chance names it."""
    deck = slots.deck
    if slots.cards[at] is None and deck.home is not None:
        home = deck.home
        card = home[0] if len(home) == 1 else (yield from _fall(home, to, topic))
        home.remove(card)
        deck.lent -= 1
        if not deck.lent:
            deck.home = None
        slots.cards[at] = card
    slots.masks[at] |= to


class Supply:
    """So many tokens of one kind, shared between the bank (holder 0) and other holders."""

    __slots__ = ("counts", "name", "total")

    def __init__(self, name: str, total: int, holders: int) -> None:
        self.name = name
        self.total = total
        self.counts = [total] + [0] * holders

    def copy(self) -> Supply:
        twin = Supply(self.name, self.total, 0)
        twin.counts = self.counts[:]
        return twin

    def move(self, count: int, giver: int, taker: int) -> int:
        """Move tokens, as many as the giver has; how many went."""
        moved = max(0, min(count, self.counts[giver]))
        self.counts[giver] -= moved
        self.counts[taker] += moved
        return moved


class Veil:
    """Some cards of a zone that a seat does not know."""

    __slots__ = ("bag", "bars", "cards")

    def __init__(self, cards: Layer, zone: Zone) -> None:
        self.cards = cards
        self.bag = type(zone) is Deck
        self.bars: tuple[str, ...] = zone.bars if type(zone) is Hand else ()


def deal_anew(zones: Sequence[Zone], seat: int, seed: int) -> None:
    """Permute in place all cards of one back that this seat does not know, by nothing but the seed."""
    backs: dict[str, list[Veil]] = {}
    lifted: list[tuple[Zone, list[Layer]]] = []
    for zone in zones:
        veiled = zone.veiled(seat)
        if veiled:
            lifted.append((zone, veiled))
            backs.setdefault(zone.back, []).extend([Veil(layer, zone) for layer in veiled])
    for back, veils in backs.items():
        _deal(veils, b"%d %s" % (seed, back.encode()))
    for zone, veiled in lifted:
        zone.exchanged(seat, veiled)


def _deal(veils: list[Veil], seed: bytes) -> None:
    """Deal these cards anew; the largest bag comes last and takes what is left."""
    pool: Layer = []
    for veil in veils:
        pool += veil.cards
    pool.sort(key=_by_id)
    veils.sort(key=_freedom)
    rest = veils.pop().cards
    luck = _luck(seed, len(pool) - len(rest))
    for veil in veils:
        cards = veil.cards
        for at in range(len(cards)):
            luck, chosen = divmod(luck, len(pool))
            while pool[chosen].key in veil.bars:
                luck, chosen = divmod(luck, len(pool)) if luck else (0, (chosen + 1) % len(pool))
            cards[at] = pool.pop(chosen)
        if veil.bag and len(cards) > 1:
            cards.sort(key=_by_id)
    rest[:] = pool


def _freedom(veil: Veil) -> tuple[bool, int]:
    return not veil.bars, len(veil.cards)


def _luck(seed: bytes, choices: int) -> int:
    """A number that is large enough for so many choices."""
    bits = blake2b(seed).digest()
    for block in range(choices // CHOICES_A_BLOCK):
        bits += blake2b(b"%s %d" % (seed, block)).digest()
    return int.from_bytes(bits, "little")
