"""Windows: moments in which seats may answer an event with a card, while nobody learns who has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from foldtale.kernel.effects.language import Event
from foldtale.kernel.talk import Ask, Option, Play


@dataclass(frozen=True, slots=True)
class Windows:
    """What the windows of a game have in common.

    Who is asked, in which order and how often depends only on what everybody knows: a seat that could answer
    with a hidden card is asked, whether it has the card or not.

    `opens`    whether there are cards that can be used in a window of this name
    `seats`    who is asked, in order, from the event and the seat that it happens to, or -1
    `could`    the cards with which a seat could answer, as far as everybody knows
    `offers`   of these cards those that the seat really has, by their options
    `hidden`   whether nobody else can know that a seat has this card
    `use`      uses a card to answer an event; other windows may open inside
    `passing`  the option that uses none
    `rule`     the rule by which seats are asked
    """

    opens: Callable[[Any, str], bool]
    seats: Callable[[Any, Event, int], Sequence[int]]
    could: Callable[[Any, int, Event], Sequence[str]]
    offers: Callable[[Any, int, Sequence[str]], Mapping[Option, str]]
    hidden: Callable[[Any, str], bool]
    use: Callable[[Any, int, str, Event], Play[Any]]
    passing: Option
    rule: str

    def open(
        self, g: Any, name: str, first: int, still: Callable[[], bool] | None = None, **facts: Any
    ) -> Play[Event]:
        """Say what happens and let seats answer it, all of them again after each answer, until nobody does.

        Return the event; a card may have cancelled it.

        `first`  whom it happens to
        `still`  whether there is still something to answer, where an answer can change that
        """
        event = Event(name, facts)
        seats = self.seats(g, event, first) if self.opens(g, name) else ()
        place = 0
        while place < len(seats) and not event.cancelled:
            seat = seats[place]
            place += 1
            could = self.could(g, seat, event)
            if could:
                card = yield from self._ask(g, seat, could, event)
                if card:
                    yield from self.use(g, seat, card, event)
                    if still is not None and not still():
                        break
                    place = 0
        return event

    def _ask(self, g: Any, seat: int, could: Sequence[str], event: Event) -> Play[str]:
        """Ask a seat for one of the cards that it has; "" if it lets the event be."""
        offers = self.offers(g, seat, could)
        hidden = any(self.hidden(g, card) for card in could)
        about = (event.facts["who"],) if "who" in event.facts else ()
        options = (self.passing, *offers)
        choice = yield Ask(seat, event.name, options, self.rule, veiled=hidden, about=about)
        return offers.get(choice, "")
