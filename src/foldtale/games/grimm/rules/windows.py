"""Reaction windows and Magic Items: GR-132 to GR-138, GR-124, GR-125, GR-201, GR-Q78 to GR-Q80, GR-Q106
and GR-Q147.

A seat that holds any Magic Item is asked wherever some title could answer that is not wholly on the discard
pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.grimm.language import OWN, Moment
from foldtale.games.grimm.options import PASS, PLAY, USE
from foldtale.games.grimm.state import DISCARD, Tale
from foldtale.kernel.effects import Cause, Event, forbidden, perform
from foldtale.kernel.effects.windows import Windows
from foldtale.kernel.talk import Option, Play, tell

OPPOSED: Final = ("place_announced",)
"""GR-Q147: windows in which an opponent's Magic Item harms whom the event happens to."""


def seats_to_ask(g: Tale, event: Event, first: int) -> list[int]:
    """GR-Q80: first whom it happens to, then the others clockwise; in some windows nobody else."""
    if event.name in OWN:
        return [first]
    seats = g.around(g.active)
    return [first, *[seat for seat in seats if seat != first]] if first >= 0 else seats


def could_answer(g: Tale, seat: int, event: Event) -> list[str]:
    """The cards by which this seat may answer, as far as everybody knows: GR-Q106."""
    found: list[str] = []
    if not concerns(event, seat):
        return found
    holds = can_play(g, seat)
    played = g.magic.rows[DISCARD]
    content = g.content
    for card, moment in content.moments[event.name].items():
        body = content.cards[card].body
        if content.cards[card].kind == "magic":
            if not holds or (card in played and played.count(card) >= body.copies):
                continue
        elif not is_ready(g, seat, card):
            continue
        if is_time(g, seat, card, moment, event):
            found.append(card)
    return found


def concerns(event: Event, seat: int) -> bool:
    """GR-Q80 and GR-Q81: nobody answers their own Magic Item, nor takes what only they have got."""
    if event.name == "card_played":
        return bool(event.facts["who"] != seat)
    if "gains" in event.facts:
        return any(gain.owner != seat for gain in event.facts["gains"])
    return True


def is_ready(g: Tale, seat: int, character: str) -> bool:
    """GR-124 and GR-125: whose character it is, and whether the card still lies with its ability up."""
    if g.character[seat] != character:
        return False
    body = g.content.cards[character].body
    if body.counted:
        return g.thumbs[seat] > 0
    return not (body.once and g.turned[seat])


def is_time(g: Tale, seat: int, card: str, moment: Moment, event: Event) -> bool:
    """GR-135: only when the event on the card occurs, and something would come of it."""
    c = Cause(seat, card, event)
    return (moment.if_ is None or moment.if_.run(g, c)) and moment.do.is_possible(g, c)


def offers(g: Tale, seat: int, could: Sequence[str]) -> dict[Option, str]:
    """GR-134: of these cards those that this seat has."""
    hand = g.magic.rows[seat]
    return {playing(g, card): card for card in could if card in hand or card == g.character[seat]}


def is_magic(g: Tale, card: str) -> bool:
    return g.content.cards[card].kind == "magic"


def playing(g: Tale, card: str) -> Option:
    return PLAY(card) if g.content.cards[card].kind == "magic" else USE(card)


def own_plays(g: Tale, seat: int, *windows: str) -> list[Option]:
    """What this seat can play or use now, in its own turn."""
    found: list[Option] = []
    hand = g.magic.rows[seat] if can_play(g, seat) else ()
    for name in windows:
        event = Event(name, {"who": seat})
        for card, moment in g.content.moments.get(name, {}).items():
            mine = card in hand if g.content.cards[card].kind == "magic" else is_ready(g, seat, card)
            if mine and is_time(g, seat, card, moment, event) and playing(g, card) not in found:
                found.append(playing(g, card))
    return found


def can_play(g: Tale, seat: int) -> bool:
    """Whether there may be a card: then a question is asked even if it has one option."""
    return bool(g.magic.rows[seat]) and not forbidden(g, "magic", seat)


def use_own(g: Tale, seat: int, card: str, *windows: str) -> Play[bool]:
    """Play or use a card in one's own turn; whether it came to anything."""
    for name in windows:
        moment = g.content.moments.get(name, {}).get(card)
        event = Event(name, {"who": seat})
        if moment is not None and is_time(g, seat, card, moment, event):
            return (yield from use(g, seat, card, event))
    return False


def use(g: Tale, seat: int, card: str, event: Event) -> Play[bool]:
    """GR-136 and GR-124: a Magic Item works once; a Character card is turned over."""
    moment = g.content.moments[event.name][card]
    if is_magic(g, card):
        if not (yield from play(g, seat, card)) or (yield from is_kept_off(g, seat, event)):
            return False
    else:
        turn_over(g, seat, card)
    yield from perform(g, moment.do, Cause(seat, card, event))
    return True


window: Final = Windows(
    opens=lambda g, name: name in g.content.moments,
    seats=seats_to_ask,
    could=could_answer,
    offers=offers,
    hidden=is_magic,
    use=use,
    passing=PASS,
    rule="GR-Q80",
).open
"""GR-Q79, GR-Q80 and GR-Q146: something happens, and cards may answer it."""


def is_kept_off(g: Tale, seat: int, event: Event) -> Play[bool]:
    """Ask whom `seat` answers by a Magic Item whether a card keeps it off, if it harms them. GR-Q147."""
    if event.name not in OPPOSED or g.coop or event.facts["who"] == seat:
        return False
    return (yield from is_spared(g, event.facts["who"]))


def is_spared(g: Tale, victim: int, harm: str = "harm") -> Play[bool]:
    """GR-201, GR-193 and GR-Q87: whether a card keeps another card's harm, or a loss, off its owner."""
    return (yield from window(g, harm, victim, who=victim)).cancelled


def play(g: Tale, seat: int, card: str) -> Play[bool]:
    """GR-136 to GR-138: it goes on the discard pile, and others may answer it; whether it works."""
    g.magic.move(card, seat, DISCARD)
    tell(g, "plays", seat, "GR-136", (card,))
    answered = yield from window(g, "card_played", -1, who=seat)
    if answered.cancelled:
        tell(g, "is cancelled", seat, "GR-138", (card,))
    return not answered.cancelled


def turn_over(g: Tale, seat: int, character: str) -> None:
    """GR-124 and GR-224: used for this chapter, or a Thumbling token less."""
    tell(g, "uses", seat, "GR-124", (character,))
    if g.content.body(character).counted:
        g.thumbs[seat] -= 1
    elif g.content.body(character).once:
        g.turned[seat] = True
