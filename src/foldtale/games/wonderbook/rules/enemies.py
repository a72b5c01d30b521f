"""The Enemies' Phase: Wyrm cards, spawns and activations. WB-146 to WB-169."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from foldtale.games.wonderbook.options import BOOK
from foldtale.games.wonderbook.rules.attack import deal, one_of_each, stand_wyrm_up
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.rules.heroes import damage
from foldtale.games.wonderbook.rules.on_table import lies_open, shuffle_pile
from foldtale.games.wonderbook.rules.reading import follow
from foldtale.games.wonderbook.state import DISCARD, REVEALED, Book
from foldtale.kernel.effects import after, before, expire, forbidden, happen, mark, value
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Play, option, pick, settle, tell
from foldtale.kernel.zones import draw

ENEMIES_PHASE: Final = "enemies' phase"
"""Who orders the Wyrm card of an Enemies' Phase whose Goal says nothing else."""


def enemies_phase(g: Book) -> Play[None]:
    """Follow the Goal card, which usually reveals a Wyrm card. WB-146, WB-147 and WB-Q17.

    WB-Q157: if a card runs it within another phase, only what lasts since then ends with it.
    """
    before_it = mark(g)
    tell(g, "enemies' phase", ALL, "WB-146")
    yield from after(g, "enemies_phase_starts")
    if has_enemies_phase(g) and g.step != "called":
        text = g.chapter.body(g.goal).enemies
        yield from reveal(g, ENEMIES_PHASE) if text is None else follow(g, g.goal, text, "enemies")
    yield from after(g, "enemies_phase_ends")
    if g.step != "called":
        expire(g, "phase", None if g.step == "enemies" else before_it)


def has_enemies_phase(g: Book) -> bool:
    """WB-Q16: whether the Goal on top, if there is one, lists an Enemies' Phase."""
    return bool(g.goal) and g.chapter.body(g.goal).phases != "players"


def reveal(g: Book, by: str) -> Play[None]:
    """Reveal a Wyrm card ordered `by` a card or ENEMIES_PHASE, and what that orders. WB-147, WB-150, WB-Q73.

    WB-Q143: an order by a Wyrm card that is being resolved is followed after all that the card says. The
    reveals of an order are counted apart, unless `by` orders again in the middle of its own order.
    """
    if by in g.wyrm_cards.rows[REVEALED]:
        g.ordered += 1
        return
    orders, ordered, reveals = g.orders, g.ordered, g.reveals
    counts_apart = by not in orders
    g.orders, g.ordered = (*orders, by), 1
    if counts_apart:
        g.reveals = 0
    while g.ordered and g.step != "called":  # WB-Q12: a Players' Phase that a card calls comes first
        if g.reveals >= len(g.chapter.wyrm_cards) + len(g.sheet.purple):
            tell(g, "reveals no more", ALL, "WB-Q73", (g.ordered,))
            break
        g.ordered -= 1
        g.reveals += 1
        yield from resolve(g)
    g.orders, g.ordered = orders, ordered
    if counts_apart:
        g.reveals = reveals


def resolve(g: Book) -> Play[None]:
    """WB-148, WB-152, WB-153, WB-Q72 and WB-Q143: reveal, follow from top to bottom, discard."""
    if not g.wyrm_cards.deck_size:
        if not g.wyrm_cards.rows[DISCARD]:
            tell(g, "no wyrm card is left", ALL, "WB-Q143")
            return
        shuffle_pile(g, "wyrm", "WB-153")
    yield from draw(g.wyrm_cards, REVEALED, EVERYONE, "wyrm card")
    card = g.wyrm_cards.rows[REVEALED][-1]
    yield from lies_open(g, card)
    body = g.chapter.body(card)
    tell(g, "reveals", ALL, "WB-147", (card, body.gist or g.chapter.texts[f"{card}.does"]))
    yield from after(g, "wyrm_card_revealed", card=card)
    yield from follow(g, card, body.do, "do")
    g.wyrm_cards.move(card, REVEALED, DISCARD)


def spawn(g: Book, count: int, area: str | None = None, spawned: dict[str, int] | None = None) -> Play[None]:
    """Spawn from the supply, one vortex after the other, or in `area`. WB-154 to WB-157, WB-Q87 to WB-Q89.

    `spawned`  how many the same text has put into vortices before, under each Goal (`Cause.found`)
    """
    counts = spawned if spawned is not None else {}
    for _ in range(count):
        wanted = g.vortices if area is None else (area,)
        areas = [one for one in wanted if one in g.areas and not forbidden(g, "spawn", one)]
        if not areas:
            return
        if "" not in g.wyrm_at:
            tell(g, "supply is empty", ALL, "WB-156")
            return
        under_this_goal = f"spawned {g.goal}"
        to = areas[counts.get(under_this_goal, 0) % len(areas)]
        if area is None:
            counts[under_this_goal] = counts.get(under_this_goal, 0) + 1
        g.wyrm_at[g.wyrm_at.index("")] = to
        happen(g, "spawned", area=to)
        changed(g, "spawns", ALL, "WB-154", (to,))
        yield from settle(g)


def activate(g: Book, actions: int, wyrms: list[int]) -> Play[None]:
    """WB-158 to WB-161, WB-Q78 and WB-Q79: one Wyrm after the other, in the order of the group.

    WB-169: with nobody left to attack or approach, nobody is asked for the order either.
    """
    if actions <= 0:
        return
    returns = g.returns[:]
    left = [wyrm for wyrm in wyrms if not forbidden(g, "activation", g.wyrm(wyrm))]
    asking = True
    while left:
        keys = one_of_each(g, left) if asking and len(left) > 1 else {}
        wyrm = left[0]
        if len(keys) > 1:
            if not prey(g):
                return
            choices = [*map(option, keys), BOOK]
            choice = yield Ask(ALL, "next wyrm", choices, "WB-161", voice=g.voice, about=(len(left),))
            asking = choice is not BOOK
            wyrm = keys.get(choice.key, wyrm)
        left.remove(wyrm)
        outer = g.activated, g.to_activate
        g.activated = (*g.activated, (wyrm, returns[wyrm]))
        g.to_activate = (*g.to_activate, *[(other, returns[other]) for other in left])
        for _ in range(actions):
            if g.wyrm_at[wyrm] and g.returns[wyrm] == returns[wyrm]:
                yield from wyrm_acts(g, wyrm)
                yield from settle(g)
        g.activated, g.to_activate = outer
        left = [other for other in left if g.wyrm_at[other] and g.returns[other] == returns[other]]


def wyrm_acts(g: Book, wyrm: int) -> Play[None]:
    """WB-162 to WB-169, WB-Q83 and WB-Q84: stand up, or attack, or come nearer, or nothing."""
    area = g.wyrm_at[wyrm]
    places = prey(g)
    here = [who for who, place in places.items() if place == area]
    ways = [] if here else ways_to(g, area, places.values())
    if not here and not ways:
        return
    if g.stunned[wyrm]:
        stand_wyrm_up(g, wyrm)
    elif here:
        yield from wyrm_attacks(g, here)
    elif not forbidden(g, "wyrm_move", g.wyrm(wyrm)):
        to = str((yield from pick(ALL, "way", ways, "WB-167", voice=g.voice)))
        g.wyrm_at[wyrm] = to
        happen(g, "wyrm_enters", area=to)
        changed(g, "wyrm moves", ALL, "WB-166", (area, to))


def prey(g: Book) -> dict[str, str]:
    """WB-164, WB-168 and WB-Q85: where conscious Heroes are, and allies who count as Heroes for Wyrms."""
    found = {hero: g.at[hero] for hero in g.heroes if g.hearts[hero] and g.at[hero]}
    for who, (area, _) in g.figures.items():
        if g.chapter.kind(who) == "ally" and g.chapter.body(who).bait:
            found[who] = area
    return found


def ways_to(g: Book, area: str, places: Iterable[str]) -> list[str]:
    """WB-166, WB-167, WB-Q81 and WB-Q82: the first areas of all shortest ways to any of the closest."""
    far = g.areas.distances(area)
    reachable = [place for place in places if place in far]
    if not reachable:
        return []
    nearest = min([far[place] for place in reachable])
    closest = [place for place in reachable if far[place] == nearest]
    ways = {to: g.areas.distances(to) for to in g.areas.next[area]}
    return [to for to, left in ways.items() if any(left.get(place) == nearest - 1 for place in closest)]


def wyrm_attacks(g: Book, here: list[str]) -> Play[None]:
    """WB-164, WB-165 and WB-Q85: one damage, no dice; the group says who is hit, Hero or bait."""
    victim = str((yield from pick(ALL, "victim", here, "WB-165", voice=g.voice)))
    harm = value(g, "wyrm_attack", 1, victim)
    event = yield from before(g, "wyrm_attacks", who=victim, damage=harm)
    victim, harm = event.facts["who"], event.facts["damage"]
    if harm > 0 and not event.cancelled:
        yield from damage(g, victim, harm) if victim in g.hearts else deal(g, victim, harm, None)
