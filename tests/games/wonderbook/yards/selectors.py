"""The yard with tags, and what a selector means, an amount comes to, or a condition says there."""

from __future__ import annotations

from typing import Any

from foldtale.games.wonderbook.state import Book
from foldtale.testing import asked, offered
from tests.games.wonderbook.given import BOARD, WORDS, book, carried_out, does
from tests.games.wonderbook.pages import law
from tests.games.wonderbook.yards.ground import IN_THE_YARD, ground

CARDS = (
    BOARD
    + ground(
        "well: {name: A well, area: B}, cart: {name: A cart}", a=", tags: [dark]", c=", tags: [dark, wet]"
    )
    + f"""
- {{card: I-4, kind: choice, title: Four, text: {WORDS!r},
    options: [{{id: east, say: East, text: {WORDS!r}}}, {{id: west, say: West, text: {WORDS!r}}}]}}
- {{card: I-5, kind: interaction, title: Five, text: {WORDS!r}, object: well, banner: red, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4, script: [{{place_sparks: 2, area: lair_of_this}}]}}
- {{card: imp, kind: enemy, title: Imp, text: {WORDS!r}, hearts: 1}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 3}}
- {{card: torch, kind: item, title: Torch, text: {WORDS!r},
    actions: [{{id: burn, say: Burn it, do: [{{discard_item: this}}, {{gain_sparks: 1}}]}}]}}
- {{card: rope, kind: item, title: Rope, text: {WORDS!r}}}
"""
)


def yard(cards: str = CARDS, **given: Any) -> Book:
    """SID in A, LARA in B, KEN in C; D lies behind C."""
    return book(cards, map="yard", at=IN_THE_YARD, **given)


def under(standing: str, **given: Any) -> Book:
    """A Special Rule with this text is in force."""
    return yard(CARDS + law(standing), rules=["law"], **given)


def things(g: Book, selector: str, me: str | None = None) -> list[str]:
    """The keys of the things that a selector means; Wyrms alike are one."""
    match = carried_out(g, f'[{{pick: "{selector}", up_to: 1, by: group, do: []}}]', me)[1]
    return offered(match)[:-1] if asked(match).topic == "pick" else []


def number(g: Book, amount: str, me: str | None = None) -> int:
    return does(g, f'[{{set_counter: found, n: "{amount}"}}]', me).counters["found"]


def is_so(g: Book, condition: str, me: str | None = None) -> bool:
    text = (
        f'[{{if: "{condition}", then: [{{set_counter: found, n: 1}}], else: [{{set_counter: found, n: 2}}]}}]'
    )
    return does(g, text, me).counters["found"] == 1
