"""The yard with a long deck, small decks of Shreds and Wyrm cards, and an envelope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foldtale.games.wonderbook.state import WYRM_ROWS, Book
from foldtale.kernel import Match
from foldtale.kernel.zones import new_box
from foldtale.testing import answer
from tests.games.wonderbook.given import WORDS, book, play
from tests.games.wonderbook.pages import row, with_shreds
from tests.games.wonderbook.yards.ground import IN_THE_YARD, ground

SKILL = f"{{title: Skill, text: {WORDS!r}, do: [{{gain_sparks: 1}}]}}"
OBJECTS = "lamp: {name: A lamp, area: A}, well: {name: A well, area: D}, cart: {name: A cart}"
CARDS = (
    ground(OBJECTS, d=", later: true")
    + f"""
- card: hall
  kind: map
  title: The hall
  areas: {{F: {{name: F}}, G: {{name: G}}}}
  borders: [{{between: [F, G], line: dashed}}]
  objects: {{vase: {{name: A vase, area: F}}}}
- {{card: I-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: I-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1, vortex: [E], then: next}}
- {{card: I-3, kind: story, title: Three, text: {WORDS!r}, do: [{{count: three}}]}}
- {{card: I-4, kind: story, title: Four, text: {WORDS!r}, do: [{{gain_sparks: 1}}], then: discard}}
- {{card: I-5, kind: goal, title: Five, text: {WORDS!r}, goal: counter(more) >= 1, vortex: [A], then: next}}
- {{card: I-6, kind: interaction, title: Six, text: {WORDS!r}, object: lamp, banner: red, back: {{text: {WORDS!r}, do: [{{count: six}}], then: discard}}}}
- {{card: I-7, kind: interaction, title: Seven, text: {WORDS!r}, object: lamp, banner: red, back: {{text: {WORDS!r}, do: [{{count: seven}}], then: discard}}}}
- {{card: I-8, kind: interaction, title: Eight, text: {WORDS!r}, object: lamp, banner: blue, cost: [{{spend: 1}}, {{lose_hearts: 2, last: false}}],
    back: {{text: {WORDS!r}, do: [{{count: eight}}], then: discard}}}}
- {{card: I-9, kind: rule, title: Nine, text: {WORDS!r}, while: [{{actions: 1}}]}}
- {{card: I-10, kind: item, title: Ten, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}
- {{card: I-11, kind: wyrm, title: Eleven, text: {WORDS!r}, do: [{{count: eleven}}]}}
- {{card: I-12, kind: choice, title: Twelve, text: {WORDS!r},
    options: [{{id: stay, say: Stay, text: {WORDS!r}, then: discard}}, {{id: dare, say: Dare, text: {WORDS!r}, then: discard}}]}}
- {{card: I-20, kind: end, title: Twenty, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: II-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: II-2, kind: end, title: Two, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: wish, kind: shred, title: Wish, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}
- {{card: song, kind: shred, title: Song, text: {WORDS!r}}}
- {{card: joke, kind: shred, title: Joke, text: {WORDS!r}}}
- {{card: claw, kind: wyrm, title: Claw, text: {WORDS!r}, do: [{{count: claws}}]}}
- {{card: tail, kind: wyrm, title: Tail, text: {WORDS!r}, do: [{{count: tails}}, reveal_wyrm_card]}}
- {{card: rope, kind: item, title: Rope, text: {WORDS!r}}}
- {{card: gem, kind: item, title: Gem, text: {WORDS!r}, envelope: true}}
- {{card: ring, kind: item, title: Ring, text: {WORDS!r}, envelope: true}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 3, while: [{{wyrm_attack: 1}}]}}
- {{card: sid-11, kind: upgrade, hero: SID, handout: 11, title: Eleven, left: {SKILL}, right: {{title: Skill, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}}}
- {{card: ken-11, kind: upgrade, hero: KEN, handout: 11, title: Eleven, left: {SKILL}, right: {SKILL}}}
- {{card: tina-11, kind: upgrade, hero: TINA, handout: 11, title: Eleven, left: {SKILL}, right: {SKILL}}}
- {{card: gates, kind: rule, title: Gates, text: {WORDS!r}, when: [{{on: enters, do: [{{count: entered}}]}}, {{on: destiny_flipped, do: [{{count: turned}}]}}]}}
"""
)


def yard(cards: str = CARDS, **given: Any) -> Book:
    """SID in A, LARA in B, KEN in C; D comes later. Small decks."""
    return with_decks(
        book(cards, map="yard", at=IN_THE_YARD, **given), ["wish", "song", "joke"], ["claw", "tail"]
    )


def with_decks(g: Book, shreds: Sequence[str], wyrm_cards: Sequence[str]) -> Book:
    """The same position with just these cards in the shuffled decks."""
    g.wyrm_cards = new_box(WYRM_ROWS, wyrm_cards)
    return with_shreds(g, shreds)


def pulled(do: str, *falls: str, **given: Any) -> Match:
    """SID has pulled a lever that does this."""
    lever = f"card: lever, kind: rule, title: Lever, text: {WORDS!r}, actions: [{{id: pull, say: Pull, do: {do}}}]"
    match = play(yard(CARDS + row(lever), active="SID", rules=["lever"], **given), *falls)
    answer(match, "use lever pull")
    return match
