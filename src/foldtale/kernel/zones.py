"""Where cards and tokens lie, and who knows them. What a box or a supply holds is never lost or doubled.

A card is its key; cards that look alike are the same key twice. A mask says which seats know a card. A
deck is a list of layers, top first; a layer is an unordered bag, and a card whose place is known is a
layer of one. Nothing is shuffled ahead: a draw is a chance over the top layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b, shake_128
from struct import Struct, unpack
from typing import Final, TypeAlias

from foldtale.kernel.talk import EVERYONE, NOBODY, SPECTATOR, Chance, Play, Show, bit

Row: TypeAlias = tuple[str, ...]
UNNAMED: Final = ""
"""A card that lies face down and unseen: one of the bag it came from, nobody can say which."""
HELD: Final = 1 << SPECTATOR + 1
"""In the mask of a layer: it came from a row, so that it is none of the keys that rows bar."""
BANK: Final = 0
"""The holder of a supply's common stock."""

_sixteen = Struct("<16I").unpack


class Layout:
    """What everybody knows about the places for cards of one back, and all copies of a box share.

    `seen`    for each row, the seats that see what lies there
    `bars`    keys that never stay in a row that somebody does not see
    `unseen`  for each seat, and for whoever only watches, the rows that it does not see
    """

    __slots__ = ("back", "bars", "seen", "unseen")

    def __init__(self, back: str, seen: Sequence[int], bars: tuple[str, ...] = ()) -> None:
        self.back = back
        self.seen = tuple(seen)
        self.bars = bars
        self.unseen = [
            tuple([row for row, mask in enumerate(seen) if not mask >> seat & 1])
            for seat in range(SPECTATOR + 1)
        ]


class Box:
    """All cards of one back: in rows, the last card on top, and in one deck of layers.

    `also`   for rows of which others know some cards: for each card who does; replaced, never changed
    `masks`  for each layer who knows what is in it
    `lent`   how many cards of layer `home` lie in rows, unnamed
    """

    __slots__ = ("also", "home", "layers", "layout", "lent", "masks", "rows")

    def __init__(
        self,
        layout: Layout,
        rows: list[Row],
        layers: list[Row],
        masks: list[int],
        also: dict[int, tuple[int, ...]],
        home: int = 0,
        lent: int = 0,
    ) -> None:
        self.layout = layout
        self.rows = rows
        self.layers = layers
        self.masks = masks
        self.also = also
        self.home = home
        self.lent = lent

    def copy(self) -> Box:
        return Box(self.layout, self.rows[:], self.layers[:], self.masks[:], self.also, self.home, self.lent)

    def known(self, row: int) -> list[tuple[str, int]]:
        """Every named card of a row with the mask of the seats that know it."""
        seen = self.layout.seen[row]
        also = self.also.get(row, (NOBODY,) * len(self.rows[row]))
        return [(card, seen | more) for card, more in zip(self.rows[row], also, strict=True) if card]

    def all_known(self) -> list[tuple[str, int]]:
        """Every card of the box with the mask of the seats that know it."""
        found = [pair for row in range(len(self.rows)) for pair in self.known(row)]
        bags = zip(self.layers, self.masks, strict=True)
        return found + [(card, seats_in(mask)) for layer, mask in bags for card in layer]

    def seen_by(self, seat: int, row: int) -> Row:
        """The cards of a row that this seat knows."""
        return tuple([card for card, mask in self.known(row) if mask >> seat & 1])

    def put(self, card: str, row: int, mask: int = NOBODY) -> None:
        """Lay a card on a row, known to the seats in the mask besides those that see the row."""
        before = self.rows[row]
        self.rows[row] = (*before, card)
        more = mask & ~self.layout.seen[row]
        if more or row in self.also:
            self._note(row, [*self.also.get(row, (NOBODY,) * len(before)), more])

    def take(self, card: str, row: int) -> int:
        """Take a card from a row; its mask. Of cards alike, who knew one of them knows one less."""
        at = self.rows[row].index(card)
        self.rows[row] = left = self.rows[row][:at] + self.rows[row][at + 1 :]
        mask = self.layout.seen[row]
        if row in self.also:
            also = list(self.also[row])
            told = also.pop(at)
            mask |= told
            for place, other in enumerate(left):
                if other == card:
                    forgets = also[place] & ~told
                    also[place] ^= forgets
                    told |= forgets
            self._note(row, also)
        return mask

    def move(self, card: str, giver: int, taker: int) -> None:
        """Move a card from one row to another."""
        self.put(card, taker, self.take(card, giver))

    def show(self, row: int, mask: int) -> None:
        """The seats in the mask see all that lies in a row."""
        more = mask & ~self.layout.seen[row]
        also = self.also.get(row, (NOBODY,) * len(self.rows[row]))
        pairs = zip(self.rows[row], also, strict=True)
        self._note(row, [known | more if card else known for card, known in pairs])

    def reveal(self, cards: Sequence[str], row: int, seat: int) -> None:
        """A seat sees these cards of a row; of cards alike it cannot tell them from those that it knew."""
        seen = self.layout.seen[row]
        also = list(self.also.get(row, (NOBODY,) * len(self.rows[row])))
        for card in sorted(set(cards)):
            places = [at for at, other in enumerate(self.rows[row]) if other == card]
            places.sort(key=lambda at: not (also[at] | seen) >> seat & 1)
            for at in places[: cards.count(card)]:
                also[at] |= bit(seat) & ~seen
        self._note(row, also)

    def mix(self, row: int, but: int = NOBODY) -> None:
        """Nobody but its owner, and those who saw it, can tell which card is which when one left unseen."""
        self._note(row, [known & but for known in self.also.get(row, ())])

    def veiled(self, row: int, mask: int) -> Sequence[str]:
        """The named cards of a row, unseen by the seats in the mask, that none of them knows all the same."""
        if row not in self.also:
            return [card for card in self.rows[row] if card] if self.lent else self.rows[row]
        pairs = zip(self.rows[row], self.also[row])
        return [card for card, known in pairs if card and not known & mask]

    def fill(self, row: int, mask: int, fresh: Sequence[str]) -> int:
        """Lay fresh cards in the places of those that are veiled; how many were."""
        also = self.also.get(row)
        cards = list(self.rows[row])
        filled = 0
        for at, card in enumerate(cards):
            if card and (also is None or not also[at] & mask):
                cards[at] = fresh[filled]
                filled += 1
        self.rows[row] = tuple(cards)
        return filled

    def _note(self, row: int, also: list[int]) -> None:
        others = {other: masks for other, masks in self.also.items() if other != row}
        self.also = {**others, row: tuple(also)} if any(also) else others

    @property
    def deck_size(self) -> int:
        total = -self.lent
        for layer in self.layers:
            total += len(layer)
        return total

    @property
    def top(self) -> int:
        """The topmost layer that has a card in the deck: all of the first may be lent."""
        return int(self.is_lent(0))

    def is_lent(self, at: int) -> bool:
        """Whether all cards of this layer lie in rows, unnamed."""
        return self.lent > 0 and self.home == at and len(self.layers[at]) == self.lent

    def put_on(self, card: str, mask: int = NOBODY) -> None:
        """Put a card on top of the deck."""
        self.layers.insert(0, (card,))
        self.masks.insert(0, mask)
        self.home += 1

    def tuck(self, card: str, mask: int = NOBODY) -> None:
        """Put a card under the deck."""
        self.layers.append((card,))
        self.masks.append(mask)

    def restore(self, cards: Iterable[str], mask: int = NOBODY) -> None:
        """Shuffle cards and lay them under the deck; the mask knows which they are, not their order."""
        bag = tuple(sorted(cards))
        if bag:
            self.layers.append(bag)
            self.masks.append(mask)

    def lift(self, card: str) -> int:
        """Take a card from wherever it lies in the deck, the top first; its mask. Lent cards stay."""
        for at, layer in enumerate(self.layers):
            if card in layer and not self.is_lent(at):
                mask = self.masks[at]
                self._remove(at, card)
                return seats_in(mask)
        raise ValueError(f"{card} is not in the deck")

    def shuffle(self) -> None:
        """Shuffle the whole deck: its layers become one bag. Lent cards must be named before."""
        if self.lent:
            raise ValueError("name the face-down cards before the deck they came from is shuffled")
        mask = EVERYONE
        bag: list[str] = []
        for layer, known in zip(self.layers, self.masks, strict=True):
            bag += layer
            mask &= known
        self.layers = [tuple(sorted(bag))] if bag else []
        self.masks = [seats_in(mask)] if bag else []

    def gather(self) -> None:
        """Shuffle all cards, wherever they lie, into the deck."""
        bag = [card for card, _ in self.all_known()]
        self.rows = [()] * len(self.rows)
        self.also = {}
        self.lent = 0
        self.layers = []
        self.masks = []
        self.restore(bag)

    def deal_down(self, row: int) -> None:
        """Lay the top card of the deck on a row, unseen: it gets its name when somebody turns it."""
        if self.layout.seen[row]:
            raise ValueError("a card lies face down only where nobody looks")
        top = self.top
        layer = self.layers[top]
        if len(layer) == 1:
            mask = seats_in(self.masks[top])
            self._remove(top, layer[0])
            self.put(layer[0], row, mask)
            return
        if self.lent and self.home != top:
            raise ValueError("name the face-down cards of the other layer first")
        self.home = top
        self.lent += 1
        self.put(UNNAMED, row)

    def _remove(self, at: int, card: str) -> None:
        """A card leaves a layer."""
        layer = self.layers[at]
        place = layer.index(card)
        if len(layer) > 1:
            self.layers[at] = layer[:place] + layer[place + 1 :]
            return
        del self.layers[at]
        del self.masks[at]
        if at < self.home:
            self.home -= 1


def new_box(layout: Layout, cards: Iterable[str]) -> Box:
    """A box with all its cards shuffled in the deck."""
    box = Box(layout, [()] * len(layout.seen), [], [], {})
    box.restore(cards)
    return box


def seats_in(mask: int) -> int:
    """A layer's mask as one that only speaks of seats."""
    return mask & EVERYONE


def draw(box: Box, row: int, to: int, topic: str = "draw") -> Play[None]:
    """Move the top card of the deck onto a row; the seats in `to` see it."""
    top = box.top
    layer = box.layers[top]
    if len(layer) == 1:
        mask = seats_in(box.masks[top])
        if to & ~mask:
            yield Show(layer, to)
        box._remove(top, layer[0])
        box.put(layer[0], row, mask | to)
    else:
        card: str = yield Chance(topic, layer, to)
        box.masks[top] &= to | HELD
        box._remove(top, card)
        box.put(card, row, to)


def peek(box: Box, count: int, seat: int, topic: str = "peek") -> Play[None]:
    """A seat looks at the top cards of the deck: they stay as they lie, now known to it too."""
    to = bit(seat)
    at = -1
    for _ in range(min(count, box.deck_size)):
        at += 2 if box.is_lent(at + 1) else 1
        layer = box.layers[at]
        if len(layer) == 1:
            if to & ~box.masks[at]:
                yield Show(layer, to)
                box.masks[at] |= to
        else:
            card: str = yield Chance(topic, layer, to)
            box.masks[at] &= to | HELD
            box._remove(at, card)
            box.layers.insert(at, (card,))
            box.masks.insert(at, to | box.masks[at] & HELD)
            if at <= box.home:
                box.home += 1


def turn(box: Box, row: int, at: int, to: int, topic: str = "turn") -> Play[None]:
    """The seats in `to` see one card of a row; if it had no name yet, chance names it."""
    cards = box.rows[row]
    card = cards[at]
    known = box.also.get(row, (NOBODY,) * len(cards))[at] | box.layout.seen[row]
    if card == UNNAMED:
        home = box.home
        bag = box.layers[home]
        known = seats_in(box.masks[home])
        if len(bag) > 1:
            card = yield Chance(topic, bag, to)
            box.masks[home] &= to | HELD
            known = to
        else:
            card = bag[0]
        box._remove(home, card)
        box.lent -= 1
        box.rows[row] = (*cards[:at], card, *cards[at + 1 :])
    if to & ~known:
        yield Show((card,), to)
    also = list(box.also.get(row, (NOBODY,) * len(cards)))
    also[at] |= (known | to) & ~box.layout.seen[row]
    box._note(row, also)


class Supply:
    """So many tokens of one kind, shared between the bank (holder 0) and other holders."""

    __slots__ = ("counts", "name", "total")

    def __init__(self, name: str, total: int, holders: int, counts: list[int] | None = None) -> None:
        self.name = name
        self.total = total
        self.counts = [total] + [0] * holders if counts is None else counts

    def copy(self) -> Supply:
        return Supply(self.name, self.total, 0, self.counts[:])

    def move(self, count: int, giver: int, taker: int) -> int:
        """Move tokens, as many as the giver has; how many went."""
        moved = max(0, min(count, self.counts[giver]))
        self.counts[giver] -= moved
        self.counts[taker] += moved
        return moved


class Veil:
    """What a seat does not know of a box, ready to be dealt anew as often as one likes.

    Who else knows the card in some place knows whatever lies there then. What is barred is kept out of
    rows and of what came from rows, so these are dealt first; the largest bag takes what is left.
    """

    __slots__ = ("bags", "free", "guarded", "largest", "mask", "pool", "rest", "rows", "salt")

    def __init__(self, box: Box, seat: int) -> None:
        self.mask = 1 << seat
        self.salt = box.layout.back.encode()
        self.rows = [row for row in box.layout.unseen[seat] if box.veiled(row, self.mask)]
        pool = [card for row in self.rows for card in box.veiled(row, self.mask)]
        layers = [at for at, known in enumerate(box.masks) if not known & self.mask]
        held = [at for at in layers if box.masks[at] & HELD]
        bags = [at for at in layers if not box.masks[at] & HELD]
        bags.sort(key=lambda at: len(box.layers[at]))
        self.largest = bags.pop() if bags else -1
        self.rest = len(box.layers[self.largest]) if self.largest >= 0 else 0
        self.bags = held + bags
        self.guarded = len(pool) + sum([len(box.layers[at]) for at in held])
        for at in layers:
            pool += box.layers[at]
        bars = box.layout.bars
        self.pool = sorted(pool, key=lambda card: (card in bars, card))
        self.free = max(self.guarded, len([card for card in pool if card not in bars]))

    def deal(self, box: Box, seed: int) -> None:
        """Deal out these cards by nothing but the seed."""
        pool = self.pool[:]
        numbers = _luck(b"%d %b" % (seed, self.salt), len(pool) - self.rest)
        guarded = self.guarded
        chosen: list[str] = []
        left = self.free
        for number in numbers[:guarded]:
            chosen.append(pool.pop(number * left >> 32))
            left -= 1
        left = len(pool)
        if left > self.rest:
            for number in numbers[guarded : guarded + left - self.rest]:
                chosen.append(pool.pop(number * left >> 32))
                left -= 1
        rows = box.rows
        layers = box.layers
        end = 0
        for row in self.rows:
            start = end
            if box.lent or row in box.also:
                end += box.fill(row, self.mask, chosen[start:])
            else:
                end += len(rows[row])
                rows[row] = tuple(chosen[start:end])
        for at in self.bags:
            start = end
            end += len(layers[at])
            layers[at] = tuple(chosen[start:end])
        if self.rest:
            layers[self.largest] = tuple(pool)


def _luck(seed: bytes, count: int) -> tuple[int, ...]:
    """So many numbers of 32 bits, or a few more."""
    if count <= 16:
        return _sixteen(blake2b(seed).digest())
    return unpack(f"<{count}I", shake_128(seed).digest(4 * count))
