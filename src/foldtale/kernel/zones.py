"""Where cards and tokens lie, and who knows them. Every zone conserves what it holds.

A mask says which seats know a card. A deck is a list of layers, top first; a layer is an unordered
bag, and a card whose place is known is a layer of one. Nothing is shuffled ahead: a draw is a chance
over the top layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b, shake_128
from operator import attrgetter
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from foldtale.kernel.talk import EVERYONE, NOBODY, Chance, Play, Show, bit

_by_id = attrgetter("id")
Layer: TypeAlias = "list[Card]"
SMALL_POOL: Final = 128
"""A choice among so few cards needs less than a byte of luck."""
MOST_BYTES: Final = 64
"""The longest digest of blake2b."""
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
        cards: Layer | None = None,
        also: dict[Card, int] | None = None,
    ) -> None:
        self.back = back
        self.seen = seen
        self.bars = bars
        self.cards: Layer = [] if cards is None else cards
        self.also = also

    def __len__(self) -> int:
        return len(self.cards)

    def copy(self) -> Hand:
        return Hand(self.back, self.seen, self.bars, self.cards[:], self.also.copy() if self.also else None)

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

    __slots__ = ("home", "home_mask", "layers", "lent", "masks")

    def __init__(
        self,
        back: str,
        cards: Sequence[Card] = (),
        layers: list[Layer] | None = None,
        masks: list[int] | None = None,
    ) -> None:
        """Shuffled cards, or layers that lie as they lie."""
        self.back = back
        self.home: Layer | None = None
        self.home_mask = NOBODY
        self.lent = 0
        if layers is not None and masks is not None:
            self.layers = layers
            self.masks = masks
        else:
            self.layers = [sorted(cards, key=_by_id)] if cards else []
            self.masks = [NOBODY] if cards else []

    def __len__(self) -> int:
        total = 0
        for layer in self.layers:
            total += self.share(layer)
        return total

    def share(self, layer: Layer) -> int:
        """How many cards of this layer lie in the deck."""
        return len(layer) - self.lent if layer is self.home else len(layer)

    def copy(self) -> Deck:
        twin = Deck(self.back, (), [layer[:] for layer in self.layers], self.masks[:])
        if self.home is not None:
            twin.lent = self.lent
            twin.home_mask = self.home_mask
            twin.home = self.home[:]
            for at, layer in enumerate(self.layers):
                if layer is self.home:
                    twin.home = twin.layers[at]
        return twin

    def bags(self) -> list[tuple[Layer, int]]:
        """Every layer with its mask, and the cards that are left of a layer lent as a whole."""
        found = list(zip(self.layers, self.masks))
        if self.home is not None and all(layer is not self.home for layer in self.layers):
            found.append((self.home, self.home_mask))
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

    def reduce(self, layer: Layer, to: int) -> None:
        """A card leaves this layer seen only by `to`: nobody else knows any more what is left in it."""
        if layer is self.home:
            self.home_mask &= to
        for at, other in enumerate(self.layers):
            if other is layer:
                self.masks[at] &= to

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
        if self.home is None:
            return [layer for layer, known in zip(self.layers, self.masks) if not known & mask]
        return [layer for layer, known in self.bags() if not known & mask]


def _fall(layer: Layer, to: int, topic: str) -> Play[Card]:
    """One card of a layer; of those that look alike the first, so that keys lead to the very same card."""
    fallen: Card = yield Chance(topic, layer, to)
    for card in layer:
        if card.key == fallen.key:
            return card
    return fallen


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
        deck.reduce(layer, to)
        deck.remove(0, card)
        into.put(card, to)


def peek(deck: Deck, count: int, seat: int, topic: str = "peek") -> Play[None]:
    """A seat looks at the top cards of the deck: they go back as they lay, now known to it too."""
    seen = Deck(deck.back)
    for _ in range(min(count, len(deck))):
        yield from draw(deck, seen, bit(seat), topic)
    while seen.layers:
        card = seen.layers[0][0]
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
        deck.home_mask = deck.masks[0]
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
    card = slots.cards[at]
    if card is None and deck.home is not None:
        home = deck.home
        if len(home) > 1:
            slots.cards[at] = card = yield from _fall(home, to, topic)
            slots.masks[at] = to
            deck.reduce(home, to)
        else:
            slots.cards[at] = card = home[0]
            slots.masks[at] = deck.home_mask
        home.remove(card)
        deck.lent -= 1
        if not deck.lent:
            deck.home = None
    if card is not None and to & ~slots.masks[at]:
        slots.masks[at] |= to
        yield Show((card.key,), to)


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


Lifted: TypeAlias = tuple[Zone, list[Layer]]
"""A zone and the cards in it that a seat does not know."""


def deal_anew(zones: Sequence[Zone], seat: int, seed: int) -> None:
    """Permute in place all cards of one back that this seat does not know, by nothing but the seed."""
    backs: dict[str, list[Lifted]] = {}
    partly: list[Lifted] = []
    for zone in zones:
        if type(zone) is Pile or (type(zone) is Hand and zone.seen >> seat & 1):
            continue
        lifted: Lifted = (zone, zone.veiled(seat))
        if type(zone) is not Hand or zone.also is not None:
            partly.append(lifted)
        if zone.back in backs:
            backs[zone.back].append(lifted)
        else:
            backs[zone.back] = [lifted]
    for back, every in backs.items():
        _deal(every, f"{seed} {back}".encode())
    for zone, veiled in partly:
        zone.exchanged(seat, veiled)


def _deal(every: list[Lifted], seed: bytes) -> None:
    """Deal these cards anew; the largest bag comes last and takes what is left."""
    pool: Layer = []
    rest: Layer = []
    for zone, veiled in every:
        for layer in veiled:
            pool += layer
            if len(layer) > len(rest) and type(zone) is Deck:
                rest = layer
    pool.sort(key=_by_id)
    left = len(pool)
    luck = _luck(seed, left - len(rest), left)
    for zone, veiled in every:
        bars = zone.bars if type(zone) is Hand else ()
        for layer in veiled:
            if layer is rest:
                continue
            for at, _ in enumerate(layer):
                luck, chosen = divmod(luck, left)
                while bars and pool[chosen].key in bars:
                    if not luck or left == 1:
                        chosen = next((i for i in range(left) if pool[i].key not in bars), chosen)
                        break
                    luck, chosen = divmod(luck, left)
                layer[at] = pool.pop(chosen)
                left -= 1
            if len(layer) > 1 and type(zone) is Deck:
                layer.sort(key=_by_id)
    rest[:] = pool


def _luck(seed: bytes, choices: int, among: int) -> int:
    """A number just large enough for so many choices, with room for choosing again."""
    size = 16 + choices * (1 if among <= SMALL_POOL else 2)
    if size <= MOST_BYTES:
        return int.from_bytes(blake2b(seed, digest_size=size).digest(), "little")
    return int.from_bytes(shake_128(seed).digest(size), "little")
