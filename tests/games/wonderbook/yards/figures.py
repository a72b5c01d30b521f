"""The yard with enemies, allies, and Special Rules that count what happens to figures."""

from __future__ import annotations

from typing import Any

from foldtale.games.wonderbook.state import Book
from tests.games.wonderbook.given import BOARD, WORDS, book
from tests.games.wonderbook.yards.ground import IN_THE_YARD, ground

CARDS = (
    BOARD
    + ground("cart: {name: A cart}", "[D, A], line: dashed")
    + f"""
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4, while: [{{wyrm_attack: 1}}],
    script: [stalk, {{each: heroes_in(lair_of_this), do: [{{damage: 2, to: it}}]}}]}}
- {{card: imp, kind: enemy, title: Imp, text: {WORDS!r}, hearts: players, script: [{{lumber: E}}]}}
- {{card: mud, kind: enemy, title: Mud, text: {WORDS!r}, hearts: 2}}
- {{card: giant, kind: enemy, title: Giant, text: {WORDS!r}, hearts: 100}}
- {{card: grump, kind: enemy, title: Grump, text: {WORDS!r}, hearts: 2, script: [{{damage: 1}}]}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 3, script: [{{gain_sparks: 1}}, {{lumber: C}}]}}
- {{card: kid, kind: ally, title: Kid, text: {WORDS!r}, hearts: 2, bait: true}}
- {{card: torch, kind: item, title: Torch, text: {WORDS!r},
    actions: [{{id: throw, say: Throw it, do: [{{roll: 2}}, {{gain_sparks: successes}}]}}]}}
- {{card: chime, kind: rule, title: Chime, text: {WORDS!r},
    actions: [{{id: ring, say: Ring it, free: true, do: [{{count: rings}}]}}, {{id: rest, say: Rest, do: [end_turn]}}]}}
- {{card: thorns, kind: rule, title: Thorns, text: {WORDS!r}, when: [{{on: hero_damaged, do: [{{count: hurts}}]}}]}}
- {{card: gates, kind: rule, title: Gates, text: {WORDS!r}, when: [{{on: enters, do: [{{count: entered}}]}}, {{on: wyrm_enters, do: [{{count: crept}}]}}]}}
- {{card: gong, kind: rule, title: Gong, text: {WORDS!r},
    when: [{{on: wyrm_stunned, do: [{{count: stunned}}]}}, {{on: wyrm_defeated, do: [{{count: defeated}}]}}, {{on: spawned, do: [{{count: spawns}}]}}]}}
- {{card: vow, kind: rule, title: Vow, text: {WORDS!r},
    actions: [{{id: bleed, say: Bleed, do: [{{pay: [{{lose_hearts: 1}}], then: [{{gain_sparks: 2}}]}}]}},
      {{id: scratch, say: Scratch, do: [{{pay: [{{lose_hearts: 1, last: false}}], then: [{{gain_sparks: 2}}]}}]}},
      {{id: buy, say: Buy, do: [{{pay: [{{spend: 2}}], then: [{{destiny_up: 1}}]}}]}},
      {{id: fetch, say: Fetch, do: [{{pay: [{{remove_sparks: 2, area: here}}], then: [{{destiny_up: 1}}]}}]}}]}}
"""
)
UNHURT = {"SID": 5, "LARA": 5, "KEN": 6}


def yard(cards: str = CARDS, **given: Any) -> Book:
    """SID in A, LARA in B, KEN in C; A, B, C and D lie in a ring."""
    return book(cards, **{"map": "yard", "at": IN_THE_YARD, **given})


def standing(g: Book) -> list[str]:
    return sorted([area for area, lies in zip(g.wyrm_at, g.stunned) if area and not lies])


def stunned(g: Book) -> list[str]:
    return sorted([area for area, lies in zip(g.wyrm_at, g.stunned) if area and lies])
