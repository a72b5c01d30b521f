"""Gaining gifts, and the hero's exchange: SV-089, SV-090, SV-095 to SV-107, SV-Q27 to SV-Q29, SV-Q86."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues.content import ALL_BITS, bits
from foldtale.games.virtues.language import VIRTUES, Character
from foldtale.games.virtues.options import DONE, GIVE, POOL, TAKE, TAP
from foldtale.games.virtues.rules.supplies import dismiss, gain_gifts, hand_gift, lose_gifts, only
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import after
from foldtale.kernel.talk import Ask, Option, Play, tell

MOST_EXCHANGED: Final = 3
FEW: Final = len(VIRTUES) - 2
"""With no more empty pools than these, every gift can be exchanged."""


def tappable(g: VirtuesState, seat: int) -> list[Option]:
    """SV-099: the characters that would give at least one gift now."""
    content = g.content
    pool = ALL_BITS if 0 not in g.pool else bits(g.pool)
    return [TAP(card) for card in g.characters[seat] if content.bits[card] & pool]


def tap_for_gifts(g: VirtuesState, seat: int, card: str) -> Play[None]:
    """SV-095 to SV-098 and SV-100: turned by 90 degrees for its gifts; the second time it leaves."""
    leaves = card in g.turned
    if not leaves:
        g.turned = (*g.turned, card)
    tell(g, "turns", seat, "SV-095", (card,))
    gain_gifts(g, seat, g.content.gifts[card], "SV-097")
    if leaves:
        yield from dismiss(g, card, "SV-096")
    yield from after(g, "gifts_gained", who=seat, character=card)


def tap(g: VirtuesState, character: Character) -> None:
    """An upright character is turned by 90 degrees, without giving gifts. SV-086."""
    g.turned = (*g.turned, character)
    tell(g, "is turned", g.owner(g.characters, character), "SV-086", (character,))


def untap(g: VirtuesState, character: Character) -> None:
    """A turned character stands upright again; only sins do this. SV-089."""
    g.turned = tuple([other for other in g.turned if other != character])
    tell(g, "stands upright", g.owner(g.characters, character), "SV-089", (character,))


def sources(g: VirtuesState, seat: int, given: str, others: bool) -> list[tuple[str, str]]:
    """SV-103 and SV-104: what could be taken for this gift, and from where: another virtue each time."""
    found = [(name, POOL) for name, left in zip(VIRTUES, g.pool) if left and name != given]
    for other in g.others(seat) if others else ():
        found += [(name, str(other + 1)) for name, n in zip(VIRTUES, g.gifts[other]) if n and name != given]
    return found


def can_exchange(g: VirtuesState, seat: int, others: bool = True) -> bool:
    """SV-102: whether some gift of this hero can be exchanged."""
    if g.pool.count(0) <= FEW:
        return any(g.gifts[seat])
    return any(n and sources(g, seat, name, others) for name, n in zip(VIRTUES, g.gifts[seat]))


def use_ability(g: VirtuesState, seat: int) -> Play[None]:
    """SV-102 and SV-106: tap the hero, and exchange up to three gifts."""
    g.tapped[seat] = True
    yield from exchange(g, seat)


def exchange(
    g: VirtuesState, seat: int, least: int = 1, most: int = MOST_EXCHANGED, others: bool = True
) -> Play[None]:
    """SV-102 to SV-105 and SV-Q86: pair by pair; only gifts that were held at the beginning are given."""
    own = g.gifts[seat]
    for n in range(most):
        every = g.pool.count(0) <= FEW
        giving = [
            GIVE(name) for name, m in zip(VIRTUES, own) if m and (every or sources(g, seat, name, others))
        ]
        if not giving:
            return
        options: list[Option] = [*giving, DONE] if n >= least else giving
        choice = yield Ask(seat, "give", options, "SV-102")
        if choice is DONE:
            return
        (given,) = GIVE.parts(choice)
        taking = [TAKE(*way) for way in sources(g, seat, given, others)]
        choice = yield Ask(seat, "take", taking, "SV-104", about=(given,))
        taken, source = TAKE.parts(choice)
        swap(g, seat, given, taken, source)
        own = tuple([m - 1 if name == given else m for name, m in zip(VIRTUES, own)])


def swap(g: VirtuesState, seat: int, given: str, taken: str, source: str) -> None:
    """SV-104, SV-105 and SV-Q29: the gift given goes to where the other comes from; nobody is asked."""
    if source == POOL:
        lose_gifts(g, seat, tuple([n - m for n, m in zip(only(given), only(taken))]))
        tell(g, "exchanges with the pool", seat, "SV-104", (given, taken))
    else:
        other = int(source) - 1
        hand_gift(g, seat, other, given)
        hand_gift(g, other, seat, taken)
        tell(g, "exchanges with", seat, "SV-104", (other, given, taken))
