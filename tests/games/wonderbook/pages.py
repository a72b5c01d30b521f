"""Cards as a pack writes them, one row each: `chapter(story(1), goal(2), end(3))`, or `BOARD + law("…")`.

A card with a number is of Chapter I and says "Front of 3."; instructions are given without the brackets around them,
save where a card has only those: `tool("horn", "[extra_action]")`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from foldtale.games.wonderbook.state import DISCARD, HELD_BY, IN_CHAPTER, SHRED_ROWS, WYRM_ROWS, Book
from foldtale.kernel import Match
from foldtale.kernel.zones import new_box
from tests.games.wonderbook.given import APART, MAPS, WORDS, book, play

YARD = """
- card: yard
  kind: map
  title: The yard
  areas: {A: {name: A}, B: {name: B}}
  borders: [{between: [A, B], line: dashed}]
"""


def row(text: str) -> str:
    return f"- {{{text}}}\n"


def numbered(number: int, kind: str, title: str, says: str = "", of: str = "I") -> str:
    """A card of the deck of a Chapter."""
    front = f"card: {of}-{number}, kind: {kind}, title: {title} {number}, text: Front of {number}."
    return row(f"{front}, {says}" if says else front)


def story(
    number: int, does: str = "", then: str = "next", back: str = "", back_then: str = "next", of: str = "I"
) -> str:
    """A page that does something; `back` is what its other face does."""
    instructions = f"do: [{does}], " if does else ""
    other = f", back: {{text: Back of {number}., do: [{back}], then: {back_then}}}" if back else ""
    return numbered(number, "story", "Page", f"{instructions}then: {then}{other}", of)


def choice(number: int, *options: str, more: str = "") -> str:
    return numbered(number, "choice", "Page", f"options: [{', '.join(options)}]{more}")


def column(ident: str, does: str = "", more: str = "") -> str:
    """One option of a choice, and what is read if it is chosen."""
    instructions = f", do: [{does}]" if does else ""
    return f"{{id: {ident}, say: Go {ident}, text: Column {ident}.{instructions}{more}}}"


def wyrm_goal(number: int = 2, aim: str = "counter(done) >= 1", more: str = "", then: str = "next") -> str:
    """A Goal whose Enemies' Phase is the usual one: reveal a Wyrm card."""
    return numbered(number, "goal", "Aim", f"goal: '{aim}', then: {then}{more}")


def goal(
    number: int = 2,
    aim: str = "counter(done) >= 1",
    more: str = "",
    then: str = "next",
    enemies: str = "{count: phases}",
) -> str:
    """A Goal whose Enemies' Phase only counts, or does what is said."""
    return wyrm_goal(number, aim, f", enemies: [{enemies}]{more}", then)


def easy_goal(number: int = 2, counter: str = "done", more: str = "", then: str = "next") -> str:
    """A Goal that is met by its own Special Action, `use I-2 do`."""
    act = deed("do", f"{{count: {counter}}}")
    return goal(number, f"counter({counter}) >= 1", f", actions: [{act}]{more}", then)


def end(number: int = 9, of: str = "I") -> str:
    bands = "[{id: all, least: 1, most: 10, title: All, text: All is well.}]"
    return numbered(number, "end", "The end", f"endings: {bands}", of)


def rule(number: int, says: str) -> str:
    """A Special Rule of the deck."""
    return numbered(number, "rule", "Law", says)


def law(says: str) -> str:
    """A Special Rule without a number."""
    return row(f"card: law, kind: rule, title: Law, text: {WORDS!r}, {says}")


def thing(number: int, does: str = "{count: x}", banner: str = "", more: str = "") -> str:
    """An Interaction card of the deck, for the lamp."""
    colour = f", banner: {banner}" if banner else ""
    back = f"{{text: Back of {number}., do: [{does}]}}"
    return numbered(number, "interaction", "Thing", f"object: lamp{colour}{more}, back: {back}")


def lantern(do: str, says: str = "") -> str:
    """An Interaction card without a number, for the lamp, which is in K."""
    back = f"{{text: {WORDS!r}, do: {do}, then: discard}}"
    return row(
        f"card: lantern, kind: interaction, title: Lantern, text: {WORDS!r}, object: lamp, back: {back}{says}"
    )


def wyrm_card(number: int, do: str) -> str:
    """A purple card."""
    return numbered(number, "wyrm", "Purple", f"do: {do}")


def deed(ident: str, does: str, more: str = "") -> str:
    """A Special Action, for a card that has some."""
    return f"{{id: {ident}, say: Do {ident}, do: [{does}]{more}}}"


def item(name: str, *deeds: str, more: str = "", kind: str = "item") -> str:
    acts = f", actions: [{', '.join(deeds)}]" if deeds else ""
    return row(f"card: {name}, kind: {kind}, title: The {name}, text: Front of {name}.{acts}{more}")


ROPE = item("rope", deed("climb", "{gain_sparks: 1}"))


def tool(name: str, do: str, kind: str = "item") -> str:
    """An Item, or another card, with one Special Action: `use … work`."""
    actions = f"[{{id: work, say: Use it now, do: {do}}}]"
    return row(f"card: {name}, kind: {kind}, title: Tool, text: {WORDS!r}, actions: {actions}")


def upgrade(left: str, right: str = "do: [{gain_sparks: 1}]") -> str:
    """An Upgrade card of SID."""
    sides = (
        f"left: {{title: Knack, text: {WORDS!r}, {left}}}, right: {{title: Other, text: {WORDS!r}, {right}}}"
    )
    return row(f"card: up, kind: upgrade, hero: SID, handout: 12, title: Up, {sides}")


def figure(name: str, kind: str, hearts: int = 3, more: str = "") -> str:
    """Somebody with Hearts."""
    return row(f"card: {name}, kind: {kind}, title: Figure, text: {WORDS!r}, hearts: {hearts}{more}")


def chapter(*cards: str) -> str:
    return "".join([MAPS, YARD, *cards])


def opened(cards: str, **given: Any) -> Match:
    """A Chapter from its first card, with three Heroes who are already there."""
    return play(book(cards, goal="", **{"map": "players", "at": APART, **given}))


def table(*cards: str, **given: Any) -> Book:
    """A position under the Goal I-2, with these cards in the Chapter besides."""
    others = [] if any("card: I-2," in card for card in cards) else [goal()]
    return book(chapter(story(1), *others, *cards, end()), **{"map": "players", "at": APART, **given})


def read(match: Match, pages: int = 1) -> Book:
    """Turn just so many pages."""
    for _ in range(pages):
        match.answer("read")
    return match.state


def prose(match: Match) -> str:
    """The words of the open page."""
    page = match.scene(0).page
    assert page is not None
    return " ".join(page.prose)


def asked_page(match: Match) -> int:
    """Who is to turn the page that is open; -1 is the group."""
    assert match.ask is not None
    assert match.ask.topic == "page"
    return match.ask.seat


def with_shreds(
    g: Book,
    deck: Sequence[str] = (),
    held: Mapping[str, Sequence[str]] | None = None,
    used: Sequence[str] = (),
) -> Book:
    """The same position with just these Shreds: shuffled in the deck, held, and discarded."""
    g.shred_cards = new_box(SHRED_ROWS, deck)
    for hero, cards in (held or {}).items():
        for card in cards:
            g.shred_cards.put(card, HELD_BY[hero])
    for card in used:
        g.shred_cards.put(card, DISCARD)
    return g


def with_wyrm_cards(g: Book, *cards: str) -> Book:
    """The same position with just these Wyrm cards, the first on top."""
    g.wyrm_cards = new_box(WYRM_ROWS, ())
    for card in reversed(cards):
        g.wyrm_cards.put_on(card)
    return g


def with_purple_cards(g: Book, *cards: str) -> Book:
    """The same position with these cards of the Chapter on top of the Wyrm deck, the first on top."""
    for card in reversed(cards):
        g.wyrm_cards.take(card, IN_CHAPTER)
        g.wyrm_cards.put_on(card)
        g.sheet = structs.replace(g.sheet, purple=(*g.sheet.purple, card))
    return g
