"""Instructions and values about Items, Shreds, Special Rules, stacks and decks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Banner, Card, Hero
from foldtale.games.wonderbook.rules import chapter, enemies, heroes, on_table, reading
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.state import DISCARD, HELD_BY, Book
from foldtale.kernel.effects import ME, Cause, Kind, enter
from foldtale.kernel.talk import ALL, EVERYONE, Play, Show, pick, settle, tell
from foldtale.kernel.zones import draw
from foldtale.kernel.zones import peek as look_at

CardKind: TypeAlias = Literal["item", "shred", "rule", "interaction"]
Deck = Literal["wyrm", "shred"]
LANGUAGE.kinds[Deck] = Kind("deck", ("wyrm", "shred"), says={"wyrm": "Wyrm", "shred": "Shred"})


@op(
    "{who} {who:draws|draw} {n} Shred {n:card|cards}",
    can=lambda g, n, who: bool(g.shred_cards.deck_size or g.shred_cards.rows[0]),
)
def draw_shred(g: Book, n: int = 1, who: Hero = ME) -> Play[None]:
    """The top cards of the Shred deck go to a Hero."""
    for _ in range(n):
        if not g.shred_cards.deck_size:
            if not g.shred_cards.rows[DISCARD]:
                return
            on_table.shuffle_pile(g, "shred", "WB-077")
        yield from draw(g.shred_cards, HELD_BY[who], EVERYONE, "shred")
        shred = g.shred_cards.rows[HELD_BY[who]][-1]
        enter(g, shred, who, g.chapter.body(shred).standing)
        changed(g, "draws a shred", g.seats[who], "WB-076", (who, shred))
        yield from settle(g)


@op("{who} {who:gains|gain} {card}")
def gain_item(g: Book, card: Card, who: Hero = ME) -> Play[None]:
    """An Item goes to a Hero, wherever it was."""
    yield from on_table.lies_open(g, card)
    on_table.gain_item(g, card, who)


op("discard {card}", can=lambda g, card: bool(g.holder(card)))(on_table.discard_item)


@op("{card} goes to {to}", can=lambda g, card, to: bool(g.holder(card)))
def pass_item(g: Book, card: Card, to: Hero) -> None:
    """An Item or Shred changes hands."""
    holder = g.holder(card)
    if holder and holder != to:
        on_table.pass_item(g, card, holder, to)


@op("{card} is kept for the next Chapter")
def keep(g: Book, card: Card) -> None:
    """The Hero who holds an Item when the Chapter ends keeps it."""
    g.kept = (*g.kept, card)


@op("lay out the {banner} stack")
def take_stack(g: Book, banner: Banner) -> Play[None]:
    """The Interaction cards of this banner leave the deck and lie out, lowest number on top."""
    interactions = [card for card in g.deck if g.chapter.kind(card) == "interaction"]
    cards = [card for card in interactions if g.chapter.body(card).banner == banner]
    if cards:
        g.deck = tuple([card for card in g.deck if card not in cards])
        yield from on_table.lay_out(g, banner, tuple(cards))
        tell(g, "lays out", ALL, "WB-084", (banner, len(cards)))


@op("discard the top card of the {banner} stack")
def pop_stack(g: Book, banner: Banner) -> Play[None]:
    """The next card of a stack can be reached."""
    if banner in g.stacks:
        yield from on_table.discard_from_stack(g, g.stacks[banner][0])


@op("{card} is in force")
def put_rule(g: Book, card: Card) -> Play[None]:
    """A Special Rule is laid where all can see it."""
    if g.chapter.kind(card) == "rule":
        on_table.take_out(g, card)
        yield from on_table.lies_open(g, card)
        on_table.put_rule(g, card)


op("discard {card}")(on_table.discard_rule)


@op("discard {card}", can=lambda g, card: bool(g.holder(card) or card in g.rules or g.stack_of(card)))
def discard(g: Book, card: Card) -> Play[None]:
    """A card that is held, in force, on top of a stack or being resolved is discarded."""
    if g.stack_of(card):
        yield from on_table.discard_from_stack(g, card)
    elif card in g.rules:
        on_table.discard_rule(g, card)
    else:
        on_table.discard_item(g, card)


op("choose your heroes")(chapter.choose_heroes)


@op("each hero gains an Upgrade card ({n})")
def gain_upgrades(g: Book, n: int) -> Play[None]:
    """The Upgrade cards of this handout, one a Hero; a side of each is chosen at once."""
    if n not in g.sheet.handouts:
        g.sheet = replace(g.sheet, handouts=(*g.sheet.handouts, n))
        for hero in g.heroes:
            if (hero, n) in g.chapter.upgrades:
                yield from heroes.gain_upgrade(g, hero, n)


op("{card} joins the Wyrm deck")(on_table.add_wyrm_card)


@op("reveal a Wyrm card< {silver:with 3 or 4 players|with 3 or 4 players}>")
def reveal_wyrm_card(g: Book, c: Cause, silver: bool = False) -> Play[None]:
    """The next Wyrm card is revealed and carried out, after this one; `silver`: with 3 or 4 players."""
    if g.silver or not silver:
        yield from enemies.reveal(g, c.card)


@op("shuffle the {deck} deck")
def shuffle(g: Book, deck: Deck) -> None:
    """The discard pile is shuffled into the deck."""
    on_table.shuffle_pile(g, deck, "WB-H03" if deck == "wyrm" else "WB-H02")


def has_cards(g: Book, deck: str, n: int) -> bool:
    return g.box(deck).deck_size > 0


@op("look at the top {n} {n:card|cards} of the {deck} deck", can=has_cards)
def peek(g: Book, deck: Deck, n: int) -> Play[None]:
    """Everybody sees the top cards of a deck; they stay where they are."""
    box = g.box(deck)
    for seat in range(g.players):
        yield from look_at(box, n, seat, f"{deck} card")
    for at in range(min(n, box.deck_size)):
        box.masks[at] |= EVERYONE
    seen = tuple([layer[0] for layer in box.layers[:n]])
    yield Show(seen, EVERYONE)
    for at, card in enumerate(seen):
        tell(g, "sees", ALL, "WB-006", (at + 1, card))


@op("look at the top {n} {n:card|cards} of the {deck} deck and put them back in any order", can=has_cards)
def reorder_top(g: Book, deck: Deck, n: int) -> Play[None]:
    """Everybody sees the top cards; the group says in which order they lie, the top first."""
    yield from peek(g, deck, n)
    box = g.box(deck)
    left = [layer[0] for layer in box.layers[: min(n, len(box.layers))]]
    order: list[str] = []
    while left:
        card = str((yield from pick(ALL, "order", left, "WB-D19", voice=g.voice)))
        left.remove(card)
        order.append(card)
    for card in order:
        box.lift(card)
    for card in reversed(order):
        box.put_on(card, EVERYONE)


@op("open the Treasure Chest envelope")
def open_envelope(g: Book) -> Play[None]:
    """Once in a campaign: the group hands out what is in it."""
    if not g.sheet.envelope:
        g.sheet = replace(g.sheet, envelope=True)
        tell(g, "opens the envelope", ALL, "WB-013")
        for item in g.chapter.envelope:
            yield from on_table.lies_open(g, item)
            hero = yield from reading.name_hero(g, "finder", "WB-D15")
            on_table.gain_item(g, item, hero)
            yield from settle(g)


@LANGUAGE.value("whoever holds {card}")
def holder_of(g: Book, card: Card) -> list[Hero]:
    """The Hero who holds an Item, if anybody does."""
    return [hero for hero in g.heroes if card in g.held_by(hero)]


@LANGUAGE.value("the Items of {who}")
def items_of(g: Book, who: Hero = ME) -> list[Card]:
    """Items and Shreds that a Hero holds."""
    return list(g.held_by(who)) if who in g.heroes else []


@LANGUAGE.value("the top card of the {banner} stack")
def top_of(g: Book, banner: Banner) -> list[Card]:
    """The Interaction card that can be reached, if any of this banner lies out."""
    return list(g.stacks.get(banner, ())[:1])


@LANGUAGE.value("the {kind} cards on the table", name="on_table")
def on_the_table(g: Book, kind: CardKind) -> list[Card]:
    """All cards of a kind that lie on the table: Items, Shreds, Special Rules, Interaction cards."""
    held = [item for hero in g.heroes for item in g.held_by(hero)]
    return [card for card in (*held, *g.rules, *g.tops) if g.chapter.kind(card) == kind]


@LANGUAGE.value("{who} {who:holds|hold} {card}", denies="{who} {who:does|do} not hold {card}")
def holds(g: Book, card: Card, who: Hero = ME) -> bool:
    """Whether a Hero holds an Item."""
    return who in g.heroes and card in g.held_by(who)


@LANGUAGE.value("somebody holds {card}", denies="nobody holds {card}")
def is_held(g: Book, card: Card) -> bool:
    """Whether any Hero holds an Item."""
    return bool(g.holder(card))


fact("this", Card, "this card", lambda g, c: c.card, "The card whose text this is.")
fact("lying_out", list[Card], "the Interaction cards that lie out", lambda g: g.tops, "The tops of stacks.")
fact("rules", list[Card], "the Special Rules in force", lambda g: list(g.rules), "All on the table.")
fact("stack_empty", bool, "the {banner} stack is empty", lambda g, key: key not in g.stacks, banner=Banner)
fact("is_discarded", bool, "{card} is discarded", lambda g, card: card in g.discard, card=Card)
