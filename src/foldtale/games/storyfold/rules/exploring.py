"""Exploration and Story cards, Blessing spaces: SF-052, SF-053, SF-121 to SF-132, SF-Q64 to SF-Q75."""

from __future__ import annotations

from typing import Final, Literal

from foldtale.games.storyfold.language import MOST_SPACES, ExplorationCard, Piece, StoryCard
from foldtale.games.storyfold.options import GIVE_UP, RESOLVE
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.telling import follow, meet, open_page, see, with_event
from foldtale.games.storyfold.state import COMING, DISCARD, DRAWN, OUT, SPACES, USED, Wood, fetch, refill
from foldtale.kernel.effects import enter, happen, leave, value
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Option, Play, pick, settle, tell
from foldtale.kernel.zones import draw

BOX: Final = "box"
CLOSEST: Final = (USED, COMING, DISCARD)
"""Where a text looks for the copy that it means: one being resolved, one that comes, one discarded."""


def draw_exploration(g: Wood, n: int, keep: int = 1) -> Play[None]:
    """Draw Exploration cards, keep some and discard the others.

    SF-052, SF-053, SF-132, SF-Q67, SF-Q72 and SF-Q114.
    """
    box = g.exploration
    yield from settle(g)
    for _ in range(n):
        if not refill(box):
            break
        yield from draw(box, DRAWN, EVERYONE, "exploration")
        yield from see(g, box.rows[DRAWN][-1])
    drawn = len(box.rows[DRAWN])
    if not drawn:
        return
    tell(g, "draws cards", 0, "SF-052", (drawn,))
    yield from teach(g, "exploration")
    kept: list[str] = []
    while box.rows[DRAWN] and len(kept) < keep:
        card = yield from pick(0, "keep", box.rows[DRAWN], "SF-053")
        box.move(str(card), DRAWN, COMING)
        kept.append(str(card))
    for card in box.rows[DRAWN]:
        box.move(card, DRAWN, DISCARD)
    yield from with_event(g, "exploration_drawn", take(g, *kept))
    for _ in range(drawn - 1):
        happen(g, "exploration_drawn")


def gain_card(g: Wood, card: ExplorationCard) -> Play[None]:
    """Take this very card as if it was drawn and kept, wherever it lies but in a Blessing space."""
    yield from settle(g)
    if fetch(g.exploration, card, COMING):
        tell(g, "is given", 0, "SF-124", (card,))
        yield from take(g, card)


def take(g: Wood, *cards: str) -> Play[None]:
    """Resolve each Curse, and find a space for each other card: SF-125, SF-126, SF-130 and SF-Q68."""
    for card in cards:
        if card not in g.exploration.rows[COMING]:
            continue
        kind = g.content.kind(card)
        yield from meet(g, card)
        tell(g, "takes", 0, "SF-126" if kind == "curse" else "SF-125", (card,))
        yield from teach(g, kind)
        if kind == "curse":
            g.exploration.move(card, COMING, USED)
            yield from follow(g, card, g.content.body(card).in_play, "SF-126")
            put_away(g, card)
        else:
            yield from find_space(g, card)


def find_space(g: Wood, card: str) -> Play[None]:
    """Lay a card in a Blessing space; if none is free, another card makes room, or this one goes.

    SF-127, SF-128, SF-131 and SF-Q71.
    """
    box = g.exploration
    while card in box.rows[COMING] and not has_room(g):
        yield from teach(g, "full-spaces")
        loose = g.blessings()
        if g.is_trauma(card) and not loose:
            box.move(card, COMING, USED)
            put_away(g, card)
            return
        options = ways_out(g, loose if g.is_trauma(card) else [*loose, card])
        choice = yield Ask(0, "room", options, "SF-127")
        is_used = choice in RESOLVE
        (picked,) = RESOLVE.parts(choice) if is_used else GIVE_UP.parts(choice)
        if picked == card:
            box.move(card, COMING, USED)
        else:
            leave_space(g, picked)
        yield from let_go(g, picked, is_used)
        if picked == card:
            return
    if card in box.rows[COMING]:
        lay_down(g, card)


def lay_down(g: Wood, card: str) -> None:
    """Put a card that has come into a free Blessing space, and in force: SF-125 and SF-130."""
    g.exploration.move(card, COMING, SPACES)
    enter(g, card, card, g.content.standing(card))


def lay_down_or_put_away(g: Wood) -> None:
    """As the Scene ends, lay down the cards that have come as far as there is room: SF-Q108."""
    for card in g.exploration.rows[COMING]:
        if g.content.kind(card) != "curse" and has_room(g):
            lay_down(g, card)
        else:
            g.exploration.move(card, COMING, USED)
            put_away(g, card)


def ways_out(g: Wood, cards: list[str]) -> list[Option]:
    """Offer to resolve each card at once, or to discard it: SF-128."""
    found = []
    for card in dict.fromkeys(cards):
        if getattr(g.content.body(card), "use", None) is not None:
            found.append(RESOLVE(card))
        found.append(GIVE_UP(card))
    return found


def let_go(g: Wood, card: str, resolved: bool) -> Play[None]:
    """Put a card away, once it is used or given up: SF-128."""
    tell(g, "resolves" if resolved else "gives up", 0, "SF-128", (card,))
    if resolved:
        yield from follow(g, card, g.content.body(card).use, "SF-128")
    put_away(g, card)


def discard_blessing(g: Wood, n: int) -> Play[None]:
    """Discard Blessings of your choice from their spaces, unused: SF-129."""
    for _ in range(n):
        if not g.blessings():
            return
        card = str((yield from pick(0, "give up", g.blessings(), "SF-129")))
        leave_space(g, card)
        yield from let_go(g, card, resolved=False)


def spaces(g: Wood) -> int:
    """Return how many Blessing spaces there are: SF-Q64 and SF-Q115."""
    return value(g, "blessing_spaces", g.numbers.spaces, most=MOST_SPACES)


def has_room(g: Wood) -> bool:
    """Return whether a Blessing space is free."""
    return len(g.in_spaces) < spaces(g)


def leave_space(g: Wood, card: str) -> None:
    """Take a card out of its space and out of force."""
    g.exploration.move(card, SPACES, USED)
    leave(g, card, card)


def put_away(g: Wood, card: str) -> None:
    """Put a used card on the discard pile, or back into the box if it says so: SF-Q65 and SF-Q68."""
    if card in g.exploration.rows[USED]:
        body = g.content.body(card)
        boxed = g.content.kind(card) == "story" or body.after == BOX
        g.exploration.move(card, USED, OUT if boxed else DISCARD)


def remove_trauma(g: Wood, trauma: Piece, *, why: str = "SF-131") -> None:
    """Put a Trauma away from its space, without Crystals: SF-058, SF-131 and SF-Q70."""
    if trauma in g.in_spaces:
        tell(g, "trauma heals", ALL, why, (trauma,))
        leave_space(g, trauma)
        put_away(g, trauma)


def add_to_exploration(
    g: Wood, card: ExplorationCard, where: Literal["shuffle", "top", "discard"] = "shuffle"
) -> None:
    """Shuffle a card into the deck, or put it on top or on the discard pile, unless it is in play.

    SF-124 and SF-Q73.
    """
    box = g.exploration
    row = next((row for row in (OUT, *CLOSEST) if card in box.rows[row]), None)
    if row is None:
        return
    box.take(card, row)
    if where == "top":
        box.put_on(card, EVERYONE)
    elif where == "discard":
        box.put(card, DISCARD)
    else:
        box.restore([card])
        box.shuffle()


def remove_from_game(g: Wood, card: ExplorationCard) -> None:
    """Put one copy back into the box, wherever it lies: first the one that is being resolved."""
    box = g.exploration
    if card in g.in_spaces and card not in box.rows[USED]:
        leave_space(g, card)
    fetch(box, card, OUT, CLOSEST)


# Story cards


def draw_story(g: Wood, card: StoryCard) -> Play[None]:
    """Read and resolve this card, if it is still in the Chapter deck: SF-121, SF-Q74 and SF-Q114."""
    if card not in g.stories:
        return
    yield from settle(g)
    g.stories = tuple([other for other in g.stories if other != card])
    g.telling = (*g.telling, card)
    tell(g, "draws story", 0, "SF-121", (g.content.body(card).number, card))
    yield from with_event(g, "story_card_drawn", read_story(g, card))


def read_story(g: Wood, card: str) -> Play[None]:
    """Read and resolve a Story card, and put it where it says: SF-122 and SF-Q75."""
    body = g.content.body(card)
    yield from open_page(g, "SF-121", card)
    yield from teach(g, "story")
    yield from follow(g, card, body.in_play, "SF-122")
    end_story(g, card)
    if body.after == "space":
        yield from find_space(g, card)


def end_story(g: Wood, card: str) -> None:
    """Put a Story card back into the box, or where it says: SF-122 and SF-Q75."""
    g.telling = tuple([other for other in g.telling if other != card])
    body = g.content.body(card)
    if body.after == "keep":
        g.kept = (*g.kept, card)
        enter(g, card, card, body.standing)
    elif body.after == "deck":
        g.stories = (*g.stories, card)
    elif body.after == "space":
        if card in g.exploration.rows[OUT]:
            g.exploration.move(card, OUT, COMING)
    elif body.after == "exploration":
        add_to_exploration(g, card)
