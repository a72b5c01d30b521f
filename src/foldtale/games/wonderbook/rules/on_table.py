"""Cards on the table: Items, Shreds, Special Rules, Interaction stacks. WB-067 to WB-086 and WB-193."""

from __future__ import annotations

from foldtale.games.wonderbook.rules.goal import look_at_goal
from foldtale.games.wonderbook.state import DISCARD, HELD_BY, IN_CHAPTER, IN_USE, Book
from foldtale.kernel.effects import enter, leave
from foldtale.kernel.talk import ALL, EVERYONE, Play, tell
from foldtale.kernel.zones import draw


def gain_item(g: Book, item: str, hero: str) -> None:
    """WB-068 and WB-073: face up beside the Hero card, wherever it was before."""
    if g.chapter.kind(item) == "shred":
        take_shred(g, item, hero)
    else:
        drop_item(g, item)
        take_out(g, item)
        g.items[hero] = (*g.items[hero], item)
    enter(g, item, hero, g.chapter.body(item).standing)
    tell(g, "finds", g.seats[hero], "WB-068", (hero, item))
    look_at_goal(g)


def take_out(g: Book, ident: str) -> None:
    """WB-198: a card is in one place only: out of the deck and the piles, wherever it was."""
    g.deck, g.discard, g.aside = (
        tuple([card for card in pile if card != ident]) for pile in (g.deck, g.discard, g.aside)
    )


def take_shred(g: Book, shred: str, hero: str) -> None:
    """WB-198: the very card, out of the deck, the discard pile or somebody's hands."""
    for row, cards in enumerate(g.shreds.rows):
        if shred in cards:
            g.shreds.move(shred, row, HELD_BY[hero])
            leave(g, shred)
            return
    g.shreds.lift(shred)
    g.shreds.put(shred, HELD_BY[hero])


def drop_item(g: Book, item: str) -> None:
    """WB-072: nobody holds this Item any longer."""
    for hero in g.heroes:
        if item in g.items[hero]:
            g.items[hero] = tuple([other for other in g.items[hero] if other != item])
            leave(g, item, hero)


def discard_item(g: Book, item: str) -> None:
    """WB-070, WB-074 and WB-075: a Shred goes on a pile of its own."""
    if g.chapter.kind(item) == "shred":
        for hero in g.heroes:
            if item in g.shreds_of(hero):
                g.shreds.move(item, HELD_BY[hero], DISCARD)
                leave(g, item, hero)
                break
        else:
            return
    else:
        if not any(item in g.items[hero] for hero in g.heroes):
            return
        drop_item(g, item)
        g.discard = (*g.discard, item)
    tell(g, "is discarded", ALL, "WB-070", (item,))
    look_at_goal(g)


def pass_item(g: Book, item: str, giver: str, taker: str, rule: str = "WB-072") -> None:
    """WB-072 and WB-142: a card changes hands."""
    copy = leave(g, item, giver)
    if g.chapter.kind(item) == "shred":
        g.shreds.move(item, HELD_BY[giver], HELD_BY[taker])
    else:
        g.items[giver] = tuple([other for other in g.items[giver] if other != item])
        g.items[taker] = (*g.items[taker], item)
    enter(g, item, taker, g.chapter.body(item).standing, copy=copy)
    tell(g, "gives", g.seats[giver], rule, (giver, item, taker))
    look_at_goal(g)


def draw_shred(g: Book, hero: str) -> Play[None]:
    """WB-076, WB-077 and WB-Q42: the top card; the discard pile is shuffled if the deck is empty."""
    if not g.shreds.deck_size:
        if not g.shreds.rows[DISCARD]:
            return
        shuffle_pile(g, "shred", "WB-077")
    yield from draw(g.shreds, HELD_BY[hero], EVERYONE, "shred")
    shred = g.shreds.rows[HELD_BY[hero]][-1]
    enter(g, shred, hero, g.chapter.body(shred).standing)
    tell(g, "draws a shred", g.seats[hero], "WB-076", (hero, shred))
    look_at_goal(g)


def shuffle_pile(g: Book, deck: str, rule: str) -> None:
    """WB-077 and WB-153: the discard pile is shuffled into the deck."""
    box = g.wyrms if deck == "wyrm" else g.shreds
    pile, box.rows[DISCARD] = box.rows[DISCARD], ()
    box.restore(pile, EVERYONE)
    box.shuffle()
    tell(g, "shuffles", ALL, rule, (deck,))


def lay_in_use(g: Book, hero: str, shred: str) -> None:
    """WB-074, WB-075 and WB-Q41: a Shred is out of the way while it works, and discarded after it has."""
    if shred in g.shreds_of(hero):
        g.shreds.move(shred, HELD_BY[hero], IN_USE)
        leave(g, shred, hero)


def discard_used(g: Book, shred: str) -> None:
    """WB-Q41: after its effect is resolved."""
    if shred in g.shreds.rows[IN_USE]:
        g.shreds.move(shred, IN_USE, DISCARD)
        tell(g, "is discarded", ALL, "WB-074", (shred,))
        look_at_goal(g)


def put_rule(g: Book, ident: str) -> None:
    """WB-080 and WB-081: laid where all can see it, and obeyed from now on."""
    if ident not in g.rules:
        g.rules = (*g.rules, ident)
        enter(g, ident, None, g.chapter.body(ident).standing)
        tell(g, "special rule", ALL, "WB-081", (ident,))
        look_at_goal(g)


def discard_rule(g: Book, ident: str) -> None:
    """WB-081: from now on it is not obeyed any more."""
    if ident in g.rules:
        g.rules = tuple([rule for rule in g.rules if rule != ident])
        g.discard = (*g.discard, ident)
        leave(g, ident)
        tell(g, "is discarded", ALL, "WB-081", (ident,))
        look_at_goal(g)


def lay_out(g: Book, key: str, cards: tuple[str, ...]) -> None:
    """WB-083: Interaction cards on the table; those of a banner lie under what is there already."""
    g.stacks = {**g.stacks, key: g.stacks.get(key, ()) + cards}
    look_at_goal(g)


def take_stack(g: Book, banner: str) -> None:
    """WB-084, WB-Q56 and WB-Q57: the cards of a banner leave the deck, lowest number on top."""
    cards = [
        card
        for card in g.deck
        if g.chapter.kind(card) == "interaction" and g.chapter.body(card).banner == banner
    ]
    if cards:
        g.deck = tuple([card for card in g.deck if card not in cards])
        lay_out(g, banner, tuple(cards))
        tell(g, "lays out", ALL, "WB-084", (banner, len(cards)))


def pop_stack(g: Book, key: str) -> None:
    """WB-086: the top card of a stack is discarded, and the next can be reached."""
    cards = g.stacks.get(key, ())
    if cards:
        rest = {other: left for other, left in g.stacks.items() if other != key}
        g.stacks = {**rest, key: cards[1:]} if cards[1:] else rest
        g.discard = (*g.discard, cards[0])
        look_at_goal(g)


def stack_of(g: Book, ident: str) -> str:
    """WB-085: the stack that has this card on top, or nothing."""
    for key, cards in g.stacks.items():
        if cards[0] == ident:
            return key
    return ""


def add_wyrm_card(g: Book, ident: str) -> None:
    """WB-193 and WB-Q74: a purple card is shuffled into the draw deck; the discard pile stays."""
    if ident in g.wyrms.rows[IN_CHAPTER]:
        g.wyrms.take(ident, IN_CHAPTER)
        g.wyrms.restore((ident,))
        g.wyrms.shuffle()
        g.purple = (*g.purple, ident)
        take_out(g, ident)
        tell(g, "purple card", ALL, "WB-193", (ident,))
        look_at_goal(g)
