"""The Backpack action: exactly one of its options. UH-126 to UH-133, UH-Q34 and UH-Q35."""

from __future__ import annotations

from collections.abc import Iterator

from foldtale.games.unlikely import options as to
from foldtale.games.unlikely.language import Hero
from foldtale.games.unlikely.rules import backpacks
from foldtale.games.unlikely.rules.puzzles import solvable, solve
from foldtale.games.unlikely.state import SIDES, UnlikelyState, without
from foldtale.kernel.effects import after
from foldtale.kernel.talk import Option, Play, tell


def backpack_options(g: UnlikelyState, hero: int) -> Iterator[Option]:
    """Return what a hero can do with its backpack now. UH-126, UH-128 and UH-Q34."""
    yield from solvable(g, hero)
    items, others = g.heroes[hero].items, g.company(hero)
    if items:
        yield from (to.REARRANGE, to.DISCARD)
        if others:
            yield to.GIVE
    if any(g.heroes[other].left or g.heroes[other].right for other in others):
        yield to.GET
        if items:
            yield to.SWAP


def backpack(g: UnlikelyState, choice: Option) -> Play[bool]:
    """Carry out one option; tell whether it was done, or thought better of. UH-126."""
    if choice in to.SOLVE:
        yield from solve(g, g.content.series[to.SOLVE.parts(choice)[0]])
        return True
    deeds = {to.REARRANGE: rearrange, to.DISCARD: throw_away, to.GIVE: give, to.GET: get, to.SWAP: swap}
    return (yield from deeds[choice](g, g.active))


def which(g: UnlikelyState, topic: str, cards: tuple[str, ...]) -> Play[str]:
    """Ask which item; nothing if the hero thinks again."""
    choice = yield g.asks(g.active, topic, [*map(to.THIS, cards), to.BACK], "UH-126")
    return "" if choice is to.BACK else to.THIS.parts(choice)[0]


def rearrange(g: UnlikelyState, hero: int) -> Play[bool]:
    """One item goes to another position or to the other side. UH-127 and UH-130 to UH-133."""
    card = yield from which(g, "rearrange", g.heroes[hero].items)
    if not card:
        return False
    choice = yield g.asks(hero, "place", [*places(g, hero, card), to.BACK], "UH-127", card)
    if choice is to.BACK:
        return False
    side, at = to.PLACE.parts(choice)
    backpacks.lift(g, card)
    backpacks.lay(g, card, hero, side, at - 1)
    tell(g, "rearranges", g.player(hero), "UH-127", (card, side))
    yield from backpacks.meet_limit(g, hero, side, card)
    return True


def places(g: UnlikelyState, hero: int, card: str) -> list[Option]:
    """Return every position on both sides but the one that the item has. UH-Q60."""
    found = []
    for side in SIDES:
        items = g.heroes[hero].side(side)
        here = items.index(card) if card in items else len(items) + 1
        found += [to.PLACE(side, at + 1) for at in range(len(without(items, card)) + 1) if at != here]
    return found


def throw_away(g: UnlikelyState, hero: int) -> Play[bool]:
    """Discard one item. UH-126 and UH-188."""
    card = yield from which(g, "discard", g.heroes[hero].items)
    if card:
        yield from backpacks.discard_item(g, card)
    return bool(card)


def give(g: UnlikelyState, hero: int) -> Play[bool]:
    """An adjacent hero receives one item, or refuses it. UH-128, UH-129 and UH-Q35."""
    card = yield from which(g, "give", g.heroes[hero].items)
    if not card:
        return False
    others = [to.TO(other + 1) for other in g.company(hero)]
    choice = yield g.asks(hero, "to whom", [*others, to.BACK], "UH-128", card)
    if choice is to.BACK:
        return False
    taker = to.TO.parts(choice)[0] - 1
    tell(g, "gives", g.player(hero), "UH-128", (card, g.heroes[taker].card))
    return (yield from backpacks.hand_over(g, card, taker))


def held_by_company(g: UnlikelyState, hero: int) -> tuple[str, ...]:
    return tuple([card for other in g.company(hero) for card in g.heroes[other].items])


def consents(g: UnlikelyState, other: int, hero: int, *about: str) -> Play[bool]:
    """Another player agrees that an item changes hands; one's own heroes always do. UH-Q35."""
    if g.player(other) == g.player(hero):
        return True
    choice = yield g.asks(other, "consent", [to.AGREE, to.REFUSE], "UH-Q35", *about)
    if choice is to.REFUSE:
        tell(g, "refuses", g.player(other), "UH-Q35", about[:1])
    return choice is to.AGREE


def get(g: UnlikelyState, hero: int) -> Play[bool]:
    """The hero gets one item of an adjacent hero. UH-128, UH-129 and UH-Q35."""
    card = yield from which(g, "get", held_by_company(g, hero))
    if not card:
        return False
    side = yield from backpacks.choose_side(g, card, hero, to.BACK)
    if not side or not (yield from consents(g, g.owner(card), hero, card)):
        return False
    tell(g, "gets", g.player(hero), "UH-128", (card, g.heroes[g.owner(card)].card))
    yield from backpacks.move_item(g, card, hero, side)
    return True


def swap(g: UnlikelyState, hero: int) -> Play[bool]:
    """One item for one item; both receivers choose their sides. UH-128, UH-129, UH-Q35 and UH-Q46."""
    mine = yield from which(g, "swap", g.heroes[hero].items)
    if not mine:
        return False
    theirs = yield from which(g, "swap for", held_by_company(g, hero))
    if not theirs:
        return False
    other = g.owner(theirs)
    if not (yield from consents(g, other, hero, theirs, mine)):
        return False
    side = yield from backpacks.choose_side(g, theirs, hero)
    other_side = yield from backpacks.choose_side(g, mine, other)
    backpacks.lift(g, mine)
    backpacks.lift(g, theirs)
    backpacks.lay(g, theirs, hero, side)
    backpacks.lay(g, mine, other, other_side)
    tell(g, "swaps", g.player(hero), "UH-128", (mine, theirs))
    yield from backpacks.settle_in(g, theirs, hero, side, is_new=False)
    yield from backpacks.settle_in(g, mine, other, other_side, is_new=False)
    yield from after(g, "swapped", who=Hero(hero))
    return True
