"""Cards on the table: Items, Shreds, Special Rules, Interaction stacks. WB-067 to WB-086 and WB-193."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from foldtale.games.wonderbook.content import FRONT, Place, place_of
from foldtale.games.wonderbook.language import Card
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.state import DISCARD, HELD_BY, IN_CHAPTER, IN_USE, Book
from foldtale.kernel.effects import enter, leave
from foldtale.kernel.pack.pages import PageId
from foldtale.kernel.talk import ALL, EVERYONE, Play, Show, tell

LAST: Final = Place(99, 99)
"""Where a card without a number lies in a stack."""


def gain_item(g: Book, item: str, hero: str) -> None:
    """WB-068 and WB-073: face up beside the Hero card, wherever it was before."""
    goes_to(g, item, hero)
    changed(g, "finds", g.seats[hero], "WB-068", (hero, item))


def pass_item(g: Book, item: str, giver: str, taker: str, rule: str = "WB-072") -> None:
    """WB-072 and WB-142: a card changes hands. A Shred that is being used is not discarded then: WB-Q152."""
    goes_to(g, item, taker)
    changed(g, "gives", g.seats[giver], rule, (giver, item, taker))


def goes_to(g: Book, item: str, hero: str) -> None:
    """WB-072 and WB-198: the very card lies beside a Hero card and nowhere else; its limits stay used."""
    copy = leave(g, item)
    if g.chapter.kind(item) == "shred":
        lift_shred(g, item)
        g.shred_cards.put(item, HELD_BY[hero])
    else:
        drop_item(g, item)
        take_out(g, item)
        g.items[hero] = (*g.items[hero], item)
    enter(g, item, hero, g.chapter.body(item).standing, copy=copy)


def lies_open(g: Book, ident: str) -> Play[None]:
    """WB-068, WB-080, WB-085 and WB-Q57: a face that everybody sees from now on."""
    page = PageId(ident, FRONT).key
    if g.chapter.is_hidden(ident) and page not in g.pages.read:
        g.pages = g.pages.known(page)
        yield Show((ident,), EVERYONE, page=page)


def take_out(g: Book, ident: str) -> None:
    """WB-198: a card is in one place only: out of the deck and the piles, wherever it was."""
    g.deck, g.discard, g.aside = (
        tuple([card for card in pile if card != ident]) if ident in pile else pile
        for pile in (g.deck, g.discard, g.aside)
    )


def lift_shred(g: Book, shred: str) -> None:
    """WB-198: out of the deck, the discard pile or somebody's hands."""
    rows = [row for row, cards in enumerate(g.shred_cards.rows) if shred in cards]
    if rows:
        g.shred_cards.take(shred, rows[0])
    else:
        g.shred_cards.lift(shred)


def drop_item(g: Book, item: str) -> None:
    """WB-072: nobody holds this Item any longer."""
    for hero in g.heroes:
        if item in g.items[hero]:
            g.items[hero] = tuple([other for other in g.items[hero] if other != item])


def discard_item(g: Book, card: Card, *, rule: str = "WB-070") -> None:
    """An Item or Shred is discarded, from any Hero; a Shred has a pile of its own. WB-070, WB-074, WB-075."""
    row = next((row for row in (*HELD_BY.values(), IN_USE) if card in g.shred_cards.rows[row]), DISCARD)
    if row != DISCARD:
        g.shred_cards.move(card, row, DISCARD)
    elif any(card in held for held in g.items.values()):
        drop_item(g, card)
        g.discard = (*g.discard, card)
    else:
        return
    leave(g, card)
    changed(g, "is discarded", ALL, rule, (card,))


def shuffle_pile(g: Book, deck: str, rule: str) -> None:
    """WB-077 and WB-153: the discard pile is shuffled into the deck."""
    box = g.box(deck)
    pile, box.rows[DISCARD] = box.rows[DISCARD], ()
    box.restore(pile, EVERYONE)
    box.shuffle()
    tell(g, "shuffles", ALL, rule, (deck,))


def lay_in_use(g: Book, hero: str, shred: str) -> None:
    """WB-074, WB-075 and WB-Q41: a Shred is out of the way while it works, and discarded after it has."""
    if shred in g.shreds_of(hero):
        g.shred_cards.move(shred, HELD_BY[hero], IN_USE)
        leave(g, shred, hero)


def put_rule(g: Book, ident: str) -> None:
    """WB-080 and WB-081: laid where all can see it, and obeyed from now on."""
    if ident not in g.rules:
        g.rules = (*g.rules, ident)
        enter(g, ident, None, g.chapter.body(ident).standing)
        changed(g, "special rule", ALL, "WB-081", (ident,))


def discard_rule(g: Book, card: Card) -> None:
    """A Special Rule is in force no longer: from now on it is not obeyed any more. WB-081."""
    if card in g.rules:
        g.rules = tuple([rule for rule in g.rules if rule != card])
        g.discard = (*g.discard, card)
        leave(g, card)
        changed(g, "is discarded", ALL, "WB-081", (card,))


def lay_out(g: Book, key: str, cards: tuple[str, ...]) -> Play[None]:
    """WB-083 and WB-Q56: Interaction cards on the table, of one banner the lowest number on top."""
    stack = sorted(g.stacks.get(key, ()) + cards, key=lambda card: place_of(card) or LAST)
    g.stacks = {**g.stacks, key: tuple(stack)}
    yield from lies_open(g, stack[0])
    look_at_goal(g)


def discard_from_stack(g: Book, ident: str) -> Play[None]:
    """WB-086: an Interaction card is discarded, and the card under it can be reached."""
    key = g.stack_of(ident)
    if key:
        left = tuple([card for card in g.stacks[key] if card != ident])
        rest = {other: cards for other, cards in g.stacks.items() if other != key}
        g.stacks = {**rest, key: left} if left else rest
        g.discard = (*g.discard, ident)
        if left:
            yield from lies_open(g, left[0])
        look_at_goal(g)


def add_wyrm_card(g: Book, card: Card) -> None:
    """A purple Wyrm card is shuffled into the Wyrm deck; the discard pile stays. WB-193 and WB-Q74."""
    if card in g.wyrm_cards.rows[IN_CHAPTER]:
        g.wyrm_cards.take(card, IN_CHAPTER)
        g.wyrm_cards.restore((card,))
        g.wyrm_cards.shuffle()
        g.sheet = replace(g.sheet, purple=(*g.sheet.purple, card))
        take_out(g, card)
        changed(g, "purple card", ALL, "WB-193", (card,))
