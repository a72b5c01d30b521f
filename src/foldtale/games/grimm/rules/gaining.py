"""Gaining and losing: tokens, Magic Items, Main Quests. GR-057 to GR-059, GR-067 to GR-073, GR-126 to GR-130,
GR-164 to GR-167, GR-Q29 to GR-Q35 and GR-Q81 to GR-Q92.

Gaining has two windows: the gainer may make it more, then the others may take it away.
"""

from __future__ import annotations

from collections.abc import Sequence

from foldtale.games.grimm.language import DECKS, TOKENS, Gain
from foldtale.games.grimm.options import ANOTHER, DECK, KEEP
from foldtale.games.grimm.rules.windows import is_spared, window
from foldtale.games.grimm.state import COMING, DISCARD, DRAWN, LOOKED_AT, QUEST_LIMIT, Tale
from foldtale.kernel.effects import value
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Play, bit, pick, tell
from foldtale.kernel.zones import Box, draw

# Decks


def restock(g: Tale, box: Box, pile: int, why: str) -> bool:
    """Make the discard pile the deck when that has run out; return whether there is a card. GR-Q35."""
    if not box.deck_size and box.rows[pile]:
        cards, box.rows[pile] = box.rows[pile], ()
        box.restore(cards, EVERYONE)
        tell(g, "shuffles", ALL, why)
    return box.deck_size > 0


def can_draw_magic(g: Tale) -> bool:
    """Return whether there is a Magic Item to draw. GR-137."""
    return restock(g, g.magic, DISCARD, "GR-137")


# Tokens


def gain_tokens(g: Tale, seat: int, tokens: list[int], by: str, why: str) -> Play[None]:
    """GR-Q81: first the gainer may make it more, then it is taken, then others may have it."""
    gain = Gain(seat, tokens)
    yield from window(g, "gain_modify", seat, who=seat, gain=gain, by=by)
    add_tokens(g, seat, gain.tokens)
    tell(g, "gets", seat, why, tuple(gain.tokens))
    yield from gained(g, "tokens_gained", gain)


def gained(g: Tale, name: str, gain: Gain) -> Play[None]:
    """GR-Q82: what is gained at the same time is answered together."""
    if g.batch is not None:
        g.batch = (*g.batch, gain)
    else:
        yield from window(g, name, -1, gains=[gain])


def add_tokens(g: Tale, seat: int, tokens: Sequence[int], sign: int = 1) -> None:
    coin, bread, apple = g.tokens[seat]
    g.tokens[seat] = (coin + sign * tokens[0], bread + sign * tokens[1], apple + sign * tokens[2])


def only(token: str, n: int = 1) -> list[int]:
    """So many of one type."""
    return [n if name == token else 0 for name in TOKENS]


def choose_token(g: Tale, seat: int, why: str, among: Sequence[str] = TOKENS) -> Play[str]:
    return str((yield from pick(seat, "token", among, why)))


def seize(g: Tale, thief: int, gains: list[Gain]) -> Play[None]:
    """GR-195, GR-205, GR-213, GR-Q82, GR-Q83, GR-Q87 and GR-Q88: all that the others have just got.

    A victim's card keeps off the whole theft, however many shares of it are theirs.
    """
    for victim in dict.fromkeys([gain.owner for gain in gains if gain.owner != thief]):
        shares = [gain for gain in gains if gain.owner == victim]
        if (yield from is_spared(g, victim)):
            continue
        if any(any(gain.tokens) for gain in shares) and (yield from is_spared(g, victim, "lose_tokens")):
            continue
        for gain in shares:
            if gain.cards:
                seize_quests(g, thief, gain)
            elif gain.n:
                seize_magic(g, thief, gain)
            else:
                yield from seize_tokens(g, thief, gain)


def seize_tokens(g: Tale, thief: int, gain: Gain) -> Play[None]:
    """GR-192, GR-213 and GR-Q91: tokens that somebody has just got; the thief may make them more."""
    victim = gain.owner
    taken = [min(n, held) for n, held in zip(gain.tokens, g.tokens[victim])]
    add_tokens(g, victim, taken, -1)
    tell(g, "takes from", thief, "GR-213", (victim, *taken))
    gain.owner = thief
    gain.tokens = list(taken)
    yield from window(g, "gain_modify", thief, who=thief, gain=gain, by="card")
    add_tokens(g, thief, taken)
    add_more(g, gain, taken, "GR-192")


def add_more(g: Tale, gain: Gain, had: list[int], why: str) -> None:
    """Give the owner of `gain` the tokens that a card has added to those they `had` of it."""
    more = [now - before for now, before in zip(gain.tokens, had, strict=True)]
    if any(more):
        add_tokens(g, gain.owner, more)
        tell(g, "gets", gain.owner, why, tuple(more))


def lose_tokens(g: Tale, seat: int, n: int, among: tuple[str, ...], why: str) -> Play[list[int]]:
    """GR-Q109: the losing player picks them, and may keep them all by a card; what was lost."""
    if (yield from is_spared(g, seat, "lose_tokens")):
        return [0, 0, 0]
    lost = yield from give_up(g, seat, n, among, why)
    tell(g, "loses", seat, why, tuple(lost))
    return lost


def give_up(g: Tale, seat: int, n: int, among: tuple[str, ...], why: str) -> Play[list[int]]:
    """Ask a seat for `n` tokens of the types in `among`, as long as it has any; return what is gone."""
    before = g.tokens[seat]
    for _ in range(n):
        held = [token for token in g.held(seat) if token in among]
        if held:
            token = yield from choose_token(g, seat, why, held)
            add_tokens(g, seat, only(token), -1)
    return [had - has for had, has in zip(before, g.tokens[seat], strict=True)]


# Magic Items


def draw_magic(g: Tale, seat: int, why: str) -> Play[None]:
    """GR-050, GR-Q71 and GR-Q92: one Magic Item, of two for Snow White; others may want it."""
    seen = 1 + value(g, "second_magic", 0, seat)
    for _ in range(seen):
        if can_draw_magic(g):
            yield from draw(g.magic, LOOKED_AT + seat, bit(seat), "magic item")
    if not g.magic.rows[LOOKED_AT + seat]:
        return
    yield from keep_one(g, seat, why)
    if g.coop:
        yield from exchange(g, seat, LOOKED_AT + seat)
    g.magic.move(g.magic.rows[LOOKED_AT + seat][0], LOOKED_AT + seat, COMING + seat)
    tell(g, "draws a Magic Item", seat, why, (), g.magic.rows[COMING + seat][-1:], bit(seat))
    yield from gained(g, "magic_gained", Gain(seat, n=1))
    if g.batch is None:
        take_in(g)


def take_in(g: Tale) -> None:
    """What was acquired is in the hand now."""
    for seat in range(g.players):
        for card in g.magic.rows[COMING + seat]:
            g.magic.move(card, COMING + seat, seat)


def keep_one(g: Tale, seat: int, why: str) -> Play[None]:
    """GR-Q71 and GR-221: of two that were looked at one is kept; the other is discarded face up."""
    row = LOOKED_AT + seat
    while len(g.magic.rows[row]) > 1:
        card = yield from pick(seat, "keep", g.magic.rows[row], "GR-Q71", veiled=True)
        other = next((one for one in g.magic.rows[row] if one != card), card)
        g.magic.move(str(other), row, DISCARD)
        tell(g, "discards", seat, "GR-Q71", (str(other),))


def exchange(g: Tale, seat: int, row: int) -> Play[None]:
    """GR-172 and GR-Q123: a card that is no use to the team may be exchanged for another."""
    while g.magic.deck_size or g.magic.rows[DISCARD]:
        options = (KEEP,) if g.content.body(g.magic.rows[row][-1]).coop else (KEEP, ANOTHER)
        if (yield Ask(seat, "replace", options, "GR-Q123", veiled=True)) is KEEP:
            return
        can_draw_magic(g)
        card = g.magic.rows[row][-1]
        g.magic.move(card, row, DISCARD)
        tell(g, "discards", seat, "GR-Q123", (card,))
        yield from draw(g.magic, row, bit(seat), "magic item")


def seize_magic(g: Tale, thief: int, gain: Gain) -> None:
    """GR-195 and GR-Q92: the cards that somebody is acquiring, known to the two of them."""
    victim = gain.owner
    for card in g.magic.rows[COMING + victim]:
        g.magic.put(card, COMING + thief, g.magic.take(card, COMING + victim) | bit(victim))
    gain.owner = thief
    tell(g, "takes Magic Items", thief, "GR-195", (victim, gain.n))


def discard_magic(g: Tale, seat: int, why: str) -> Play[None]:
    """Ask `seat` for a Magic Item to discard; with an empty hand nothing happens. GR-Q109 and GR-Q149."""
    if not g.hand(seat):
        return
    card = yield from pick(seat, "discard", g.hand(seat), why, veiled=True)
    g.magic.move(str(card), seat, DISCARD)
    tell(g, "discards", seat, why, (str(card),))


# Main Quests


def deck_options(g: Tale) -> list[int]:
    """GR-126 and GR-Q30: decks that have a card."""
    return [deck for deck, box in zip(DECKS, g.quests) if box.deck_size]


def draw_from_deck(g: Tale, seat: int, row: int, why: str) -> Play[str]:
    """GR-126 and GR-127: a deck of the drawer's choice; everybody sees the card. "" if there is none."""
    decks = deck_options(g)
    if not decks:
        return ""
    choice = yield Ask(seat, "deck", [DECK(deck) for deck in decks], why)
    (deck,) = DECK.parts(choice)
    box = g.quests[DECKS.index(deck)]
    yield from draw(box, row, EVERYONE, "quest")
    if not deck_options(g):
        g.emptied = True
    return box.rows[row][-1]


def draw_quests(g: Tale, seat: int, n: int, why: str) -> Play[None]:
    """GR-067, GR-068, GR-Q31 and GR-Q32: one Main Quest, or one of several; the others go under."""
    for _ in range(n):
        quest = yield from draw_from_deck(g, seat, DRAWN, "GR-126")
        if quest:
            tell(g, "reveals a quest", seat, why, (quest,))
    drawn = [quest for box in g.quests for quest in box.rows[DRAWN]]
    if not drawn:
        return
    kept = str((yield from pick(seat, "keep quest", drawn, why)))
    g.deck_of(kept).move(kept, DRAWN, seat)
    drawn.remove(kept)
    while drawn:
        quest = str((yield from pick(seat, "under", drawn, "GR-Q31")))
        drawn.remove(quest)
        put_under(g, quest, DRAWN)
    tell(g, "takes a quest", seat, why, (kept,))
    yield from gained(g, "quests_gained", Gain(seat, n=1, cards=(kept,)))
    if g.batch is None:
        yield from keep_limits(g)


def put_under(g: Tale, quest: str, row: int) -> None:
    """GR-068, GR-Q29 and GR-Q41: to the bottom of its deck, as all have seen; its item to the supply."""
    box = g.deck_of(quest)
    box.take(quest, row)
    box.tuck(quest, EVERYONE)
    g.drop_item(quest)
    tell(g, "puts under", -1, "GR-068", (quest,))


def keep_limits(g: Tale) -> Play[None]:
    """GR-128 and GR-Q29: at most four active Main Quests."""
    if g.coop:
        return
    for seat in range(g.players):
        while len(mine := g.active_quests(seat)) > QUEST_LIMIT:
            quest = str((yield from pick(seat, "too many", mine, "GR-Q29")))
            put_under(g, quest, seat)


def seize_quests(g: Tale, thief: int, gain: Gain) -> None:
    """GR-205, GR-206 and GR-Q98: cards that somebody is acquiring; the thief keeps the limit."""
    victim = gain.owner
    for quest in gain.cards:
        g.deck_of(quest).move(quest, victim, thief)
        tell(g, "takes the quest", thief, "GR-205", (victim, quest))
    gain.owner = thief
