"""On the map of the Enemies' Phase example: an Enemies' Phase with Wyrm cards of one's own, or a deed of SID's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foldtale.games.wonderbook.state import IN_CHAPTER, Book
from foldtale.kernel import Match
from foldtale.testing import offered, told_of
from tests.games.wonderbook.given import BOARD, THREE, book, play
from tests.games.wonderbook.pages import rule, with_purple_cards, wyrm_card

REST, DEED, FIRST = 4, 5, 21
"""The numbers of a Special Rule that asks something, of one that offers an action, and of the first Wyrm card."""
ONE = f"I-{FIRST}"
USE = f"use I-{DEED} it"
ON, WAIT = f"I-{REST} on", f"I-{REST} wait"
ASKS = (
    "{choose: [{id: on, say: Turn the page, do: [{count: pages}]}, "
    "{id: wait, say: Look round first, do: [{count: looks}]}], by: group}"
)
LOOK_ROUND = rule(REST, f"when: [{{on: enemies_phase_ends, do: [{ASKS}]}}]")
"""So that one can look at the table before play goes on."""
EXPLOSION = (
    "{let: nests, be: areas where count(wyrms_in(it)) >= 3, do: [{pick: nests, count: count(nests), as: nest, by: group, "
    "do: [{pick: wyrms_in(nest), by: group, do: [{remove: it}]}, {each: heroes_in(nest), do: [{damage: 2, to: it}]}, "
    "{each: heroes_next_to(nest), do: [{damage: 1, to: it}]}]}]}"
)
"""The text of the second Wyrm card of the example."""
MAZE = """
- card: maze
  kind: map
  title: Maze
  areas: {A: {name: A}, B: {name: B}, C: {name: C}, D: {name: D}, E: {name: E}, I: {name: I}}
  borders:
    - {between: [A, B], line: dashed}
    - {between: [A, C], line: dashed}
    - {between: [B, D], line: dashed}
    - {between: [C, D], line: dashed}
    - {between: [D, E], line: dashed}
    - {between: [A, E], line: solid}
    - {between: [D, I], line: solid}
"""


def before_the_phase(*dos: str, more: str = "", rules: Sequence[str] = (), **given: Any) -> Book:
    """Three Heroes in P, unless something else is said; the Wyrm deck is cards that do this, and no others.

    A Special Rule asks the group something when the Enemies' Phase ends.
    """
    numbers = range(FIRST, FIRST + len(dos))
    cards = BOARD + MAZE + LOOK_ROUND + more + "".join([wyrm_card(n, do) for n, do in zip(numbers, dos)])
    heroes = given.get("heroes", THREE)
    usual = {"map": "enemies", "at": dict.fromkeys(heroes, "P"), "step": "enemies"}
    g = book(cards, rules=[f"I-{REST}", *rules], **{**usual, **given})
    for card in g.chapter.wyrm_cards:
        g.wyrm_cards.lift(card)
        g.wyrm_cards.put(card, IN_CHAPTER)
    return with_purple_cards(g, *[f"I-{n}" for n in numbers])


def enemies_phase(*dos: str, falls: Sequence[object] = (), **given: Any) -> Match:
    return play(before_the_phase(*dos, **given), *falls)


def is_over(match: Match) -> bool:
    """Whether the Enemies' Phase has come to its end."""
    return offered(match) == [ON, WAIT]


def spawned(match: Match) -> list[str]:
    """Where Wyrms were spawned, one after the other."""
    return [about[0] for about in told_of(match, "spawns")]


def position(more: str = "", rules: Sequence[str] = (), wyrm: str = "", **given: Any) -> Book:
    """Everybody in P but for those of whom something else is said; a Wyrm card that does this lies on top."""
    at = {**dict.fromkeys(given.get("heroes", THREE), "P"), **given.pop("at", {})}
    cards = BOARD + more + (wyrm_card(FIRST, wyrm) if wyrm else "")
    g = book(cards, rules=rules, **{"map": "enemies", "at": at, **given})
    return with_purple_cards(g, ONE) if wyrm else g


def able(do: str, more: str = "", rules: Sequence[str] = (), **given: Any) -> Book:
    """It is SID's turn, and there is a Special Action that does this: `answer(match, USE)`."""
    offer = rule(DEED, f"actions: [{{id: it, say: Do it now, do: {do}}}]")
    return position(offer + more, [f"I-{DEED}", *rules], **{"active": "SID", **given})
