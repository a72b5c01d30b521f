"""Cards that leave play, come back, or are put out of play. UH-150 to UH-161, UH-163, UH-Q53 and UH-Q102."""

from __future__ import annotations

from foldtale.games.unlikely.language import ItemCard
from foldtale.games.unlikely.options import THING
from foldtale.games.unlikely.rules.backpacks import discard_item, drop_unkept, lift, meet_all_limits
from foldtale.games.unlikely.rules.energy import cover
from foldtale.games.unlikely.rules.maps import move
from foldtale.games.unlikely.state import UnlikelyState, without
from foldtale.kernel.effects import is_changed, leave
from foldtale.kernel.talk import ALL, Play, tell


def tidy(g: UnlikelyState) -> Play[None]:
    """After a completed step: what is not kept any longer is discarded, and every limit is met. UH-Q46."""
    before = None
    while before is not g.heroes:
        before = g.heroes
        yield from drop_unkept(g)
        if is_changed(g, "backpack_limit", "left_limit") or any(map(g.is_laden, range(len(g.heroes)))):
            yield from meet_all_limits(g)


def discard_number(g: UnlikelyState, card: str) -> Play[None]:
    """Discard every card in play with this number but heroes in a seat. UH-160, UH-161 and UH-Q102."""
    for twin in g.in_play(card):
        if g.is_in_play(twin):
            yield from discard_card(g, twin)


def discard_card(g: UnlikelyState, card: str) -> Play[None]:
    """A card in play is discarded; a hero in a seat never is. UH-152, UH-158, UH-294 and UH-Q120."""
    if isinstance(g.content.body(card), ItemCard):
        yield from discard_item(g, card)
    elif (yield from remove(g, card)):
        g.discard = (*g.discard, card)
    if card in g.discard:
        tell(g, "leaves play", ALL, "UH-152", (card,))


def take_off(g: UnlikelyState, card: str) -> Play[bool]:
    """A map leaves the table, its heroes step off first; the last map in play stays. UH-Q53."""
    if card not in g.world or len(g.world.maps) == 1:
        return False
    for seat in [seat for seat in g.ring() if g.heroes[seat].at == card]:
        refuges = g.world.areas.next[card] or [g.world.without(card).latest]
        choice = yield g.asks(g.active, "step off", [*map(THING, refuges)], "UH-Q53", g.heroes[seat].card)
        yield from move(g, THING.parts(choice)[0], "UH-Q53", seat)
    g.world = g.world.without(card)
    leave(g, card)
    return True


def remove(g: UnlikelyState, card: str) -> Play[bool]:
    """Take a card away from wherever it is; its cubes go to the pool.

    UH-Q105.
    """
    if card in g.pile:
        g.pile = g.pile - {card}
    elif card in g.discard:
        g.discard = without(g.discard, card)
    elif card in g.aside:
        g.aside = without(g.aside, card)
    elif card in g.challenges:
        g.challenges = without(g.challenges, card)
    elif card in g.world:
        return (yield from take_off(g, card))
    elif card in g.up:
        cover(g, card)
        g.up = without(g.up, card)
    elif g.owner(card) >= 0 and card not in [hero.card for hero in g.heroes]:
        lift(g, card)
        cover(g, card)
    else:
        return False
    return True


def destroy(g: UnlikelyState, card: str) -> Play[None]:
    """Cards in play with this number go to the box lid. UH-155."""
    for twin in g.in_play(card):
        if g.is_in_play(twin) and (yield from remove(g, twin)):
            g.lid = (*g.lid, twin)
            tell(g, "destroyed", ALL, "UH-155", (twin,))


def put_aside(g: UnlikelyState, card: str) -> Play[None]:
    """Cards with this number are set aside, wherever they are, until an instruction brings them back.

    UH-156.
    """
    for twin in g.content.numbered.get(card, ()):
        if twin not in g.lid and twin not in g.aside and (yield from remove(g, twin)):
            g.aside = (*g.aside, twin)


def return_to_pile(g: UnlikelyState, card: str, *, discarded_only: bool = False) -> Play[None]:
    """Cards with this number go back into the pile, no longer marked as solved. UH-153, UH-154 and UH-156."""
    for twin in g.content.numbered.get(card, ()):
        if twin in g.pile or twin in g.lid or (discarded_only and twin not in g.discard):
            continue
        if (yield from remove(g, twin)):
            g.pile = g.pile | {twin}
            g.pieces = tuple([piece for piece in g.pieces if piece != twin])
            tell(g, "returns", ALL, "UH-154", (twin,))
