"""The yard with a card in force whose standing text is said."""

from __future__ import annotations

from typing import Any

from foldtale.games.wonderbook.state import Book
from tests.games.wonderbook.given import WORDS, book, does
from tests.games.wonderbook.pages import law, row, with_shreds, with_wyrm_cards
from tests.games.wonderbook.yards.ground import IN_THE_YARD, ground

CARDS = (
    ground("lamp: {name: A lamp, area: B}")
    + f"""
- {{card: I-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: I-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1, vortex: [E], then: next}}
- {{card: I-3, kind: goal, title: Three, text: {WORDS!r}, goal: counter(more) >= 1, vortex: [E], then: next}}
- {{card: I-4, kind: story, title: Four, text: {WORDS!r}, then: discard}}
- {{card: I-5, kind: story, title: Five, text: {WORDS!r}, then: flip, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: I-6, kind: choice, title: Six, text: {WORDS!r},
    options: [{{id: left, say: Left, text: {WORDS!r}, then: discard}}, {{id: right, say: Right, text: {WORDS!r}, then: discard}}]}}
- {{card: I-7, kind: interaction, title: Seven, text: {WORDS!r}, object: lamp, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: I-8, kind: story, title: Eight, text: {WORDS!r}, do: [{{gain_sparks: 1}}], then: discard}}
- {{card: I-20, kind: end, title: Twenty, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: II-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: II-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1}}
- {{card: II-3, kind: end, title: Three, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: calm, kind: wyrm, title: Calm, text: {WORDS!r}, do: [{{activate: 1}}]}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 2}}
- {{card: wand, kind: item, title: Wand, text: {WORDS!r}, actions: [{{id: wave, say: Wave it, do: [{{roll: 2}}, {{count: waves, n: successes}}]}}]}}
- {{card: song, kind: shred, title: Song, text: {WORDS!r}, actions: [{{id: sing, say: Sing it, do: [{{count: songs}}]}}]}}
- {{card: sid-12, kind: upgrade, hero: SID, handout: 12, title: Twelve, left: {{title: Skill, text: {WORDS!r}, do: [{{count: skills}}]}},
    right: {{title: Skill, text: {WORDS!r}, do: [{{count: skills}}]}}}}
"""
)


def yard(cards: str = CARDS, **given: Any) -> Book:
    """SID in A, LARA in B, KEN in C. One Wyrm card, which activates; one Shred, held by whom `shreds` names."""
    holders = given.pop("shreds", ())
    g = book(cards, **{"map": "yard", "at": IN_THE_YARD, **given})
    g = with_shreds(with_wyrm_cards(g, "calm"), ["song"])
    for hero in holders:
        g = does(g, f"[{{draw_shred: 1, who: {hero}}}]")
    return g


def with_card(standing: str, carrier: str = "rule", **given: Any) -> Book:
    """A Special Rule, an Item of SID's or a skill of SID's with this standing text is in force."""
    if carrier == "rule":
        return yard(CARDS + law(standing), rules=["law"], **given)
    if carrier == "item":
        charm = row(f"card: charm, kind: item, title: Charm, text: {WORDS!r}, {standing}")
        return yard(CARDS + charm, items={"SID": ["charm"]}, **given)
    skill = f"{{title: Skill, text: {WORDS!r}, {standing}}}"
    card = row(
        f"card: sid-11, kind: upgrade, hero: SID, handout: 11, title: Eleven, left: {skill}, right: {skill}"
    )
    return yard(CARDS + card, skills={"SID": [("sid-11", "left")]}, **given)


def counted(g: Book, name: str = "x") -> int:
    return g.counters.get(name, 0)
