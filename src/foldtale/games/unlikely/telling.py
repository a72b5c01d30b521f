"""The words of the book: the open page, what a table has read so far, and what options are called."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import lru_cache

from foldtale.games.unlikely import options as to
from foldtale.games.unlikely.content import Content
from foldtale.games.unlikely.rules.attempts import printed_value
from foldtale.games.unlikely.rules.reading import BACK, BEYOND, back_of
from foldtale.games.unlikely.rules.regroup import named_by_chapter
from foldtale.games.unlikely.state import DRAWN, IN_PLAY, LOST, WON, UnlikelyState, pages_read
from foldtale.kernel.options import Verb
from foldtale.kernel.pack.contents import owner_of
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.pack.pages import NO_PAGE, PageId, page_id
from foldtale.kernel.scene import Card, Counter, Element, Note, Page

NAMED: tuple[Verb[str], ...] = (
    to.TRAVEL, to.GO, to.USE, to.THIS, to.STRAIN, to.HERO, to.ITEM, to.SHIFT, to.LOSE_ITEM
)  # fmt: skip
"""Verbs whose part is a card that players call by its title."""
BACKS = {BACK: ("back.text", "the back of"), BEYOND: ("back.beyond", "what follows on")}
"""The field of a card with the words of such a page, and how the page is called."""
LABELS = {
    BACK: "The back of a card", BEYOND: "The back of a card", WON: "The end", LOST: "The end",
    "chapter": "A chapter", "lesson": "How it goes",
}  # fmt: skip
"""What a page is, by its part or the kind of its card."""
SECRET_KINDS = ("map", "challenge", "chapter", "quest", "sheet")


def is_seen(g: UnlikelyState, card: str) -> bool:
    """Tell whether the table knows the front of a card."""
    return card not in g.content.number or card in g.chosen or card in pages_read(g.pages.read)


def titled(g: UnlikelyState, card: str) -> str:
    """Return the title of a card, or its number while nobody has seen its front."""
    return g.content.texts.get(f"{card}.title", card) if is_seen(g, card) else g.content.number[card]


def does(g: UnlikelyState, card: str, part: str = "") -> list[str]:
    """Return what a card or a part of it does, in exact words."""
    return g.content.describe(card, part)


def texts(g: UnlikelyState) -> Mapping[str, str]:
    """Return the words of all that was read, by id: titles, labels of options, what cards say."""
    return ChainMap(dict(now_called(g)), known_texts(g.content, g.pages.read, g.chosen))


def now_called(g: UnlikelyState) -> Iterator[tuple[str, str]]:
    """Yield how options are called at this moment: seats by their heroes, boxes by what they need.

    A number of luck cards is no card of this number.
    """
    for seat, hero in enumerate(g.heroes):
        for verb in (to.SEAT, to.TO, to.HAND):
            sentence = (
                to.OPTIONS.labels[f"{verb.word} "].replace("seat {0}", "{0}").replace("Seat {0}", "{0}")
            )
            yield verb(seat + 1).key, sentence.format(titled(g, hero.card))
        yield from anchors_called(g, hero.at)
    if g.attempt is not None and not g.attempt.announced and not g.luck.rows[DRAWN]:
        yield from [(to.ANNOUNCE(number).key, str(number)) for number in range(to.MOST_LUCK + 1)]
    for card in g.challenges[-1:]:
        for at, box in enumerate(g.content.body(card).boxes):
            yield to.BOX(at + 1).key, f"{box.skill.capitalize()} {printed_value(g, box)}"
            yield f"{to.BOX(at + 1).key}.note", g.content.says(card, f"boxes.{at + 1}.reward")


def anchors_called(g: UnlikelyState, here: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the places that can be explored on a map: "the porch", or a direction."""
    if here in g.world:
        body = g.content.body(here)
        named = [(anchor.card, anchor.name) for anchor in body.anchors]
        for number, name in (*named, *[(number, f"to the {way}") for way, number in body.edges.items()]):
            yield to.EXPLORE(number).key, f"Explore {number}, {name}"
            yield to.PEEK(number).key, f"Read the back of {number}, {name}"


@lru_cache(maxsize=256)
def known_texts(content: Content, read: tuple[str, ...], chosen: tuple[str, ...]) -> dict[str, str]:
    """Return the texts of cards that lie open from the start, and of those that were read."""
    known = {page_id(key).card for key in read if not page_id(key).part or page_id(key).part in (WON, LOST)}
    found = {key: text for key, text in content.texts.items() if is_known(content, owner_of(key), known)}
    for key in read:
        card, part = page_id(key)
        if part in BACKS:
            field, called = BACKS[part]
            found[key] = f"{called} card {card}"
            found[f"{card}.{field}"] = content.texts.get(f"{content.numbered[card][0]}.{field}", "")
    for key, series in content.series.items():
        if all(is_known(content, card, known) for card in series.cards):
            numbers = [str(content.pieces[card].number) for card in series.cards]
            found[f"solve {key}"] = f"Put together {' + '.join(numbers)}"
    for card in [card for card in content.cards if is_known(content, card, known)]:
        if card in content.uses:
            found[f"use {card}.note"] = " ".join(content.describe(card, "effect"))
        if card.isdecimal():
            for verb in NAMED:
                found[f"{verb.word} {card}"] = to.OPTIONS.labels[f"{verb.word} "].format(
                    content.texts.get(f"{card}.title", card)
                )
    return found


def is_known(content: Content, card: str, read: set[str]) -> bool:
    """Tell whether a table may know the front of a card: it was read, or it lies open from the start."""
    is_secret = card in content.cards and content.kind(card) in SECRET_KINDS
    return card in read or not (card in content.number or is_secret)


def quest_title(g: UnlikelyState) -> str:
    quest = g.content.quest(g.mode.quest).title
    return f"{quest} · {titled(g, g.chapter)}" if g.chapter else quest


def page(g: UnlikelyState) -> Page:
    """Return the page that lies open, with the objective and what threatens taped to it."""
    things = tuple(taped(g)) if g.chapter else ()
    opened = g.pages.open
    if opened == NO_PAGE:
        intro = paragraphs(g.content.quest(g.mode.quest).text)
        return Page(id="page", title=quest_title(g), prose=intro, label="The quest", things=things)
    return Page(
        id="page",
        title=page_title(g, opened),
        prose=(*prose(g, opened), *g.pages.told_besides(g.content.texts)),
        label=label(g, opened),
        number=opened.card if opened.card in g.content.numbered else "",
        alone=g.pages.reading,
        things=things,
    )


def page_title(g: UnlikelyState, opened: PageId) -> str:
    """Return the back of a card tells its number, not what it is. UH-057."""
    return f"Card {opened.card}" if opened.part in BACKS else titled(g, opened.card)


def label(g: UnlikelyState, opened: PageId) -> str:
    kind = g.content.kind(opened.card) if not opened.part else opened.part
    return LABELS.get(kind, "The front of a card")


def prose(g: UnlikelyState, opened: PageId) -> tuple[str, ...]:
    """Return the words of a page; the help text of a back comes last. UH-058."""
    if opened.part not in BACKS:
        return paragraphs(g.content.texts[f"{opened.card}.{opened.part or 'text'}"])
    back = back_of(g, opened.card)
    if opened.part == BEYOND:
        return paragraphs(back.beyond or "")
    needs = (f"Needs {back.needs}.",) if back.needs else ()
    return (*paragraphs(back.text), *needs, *paragraphs(back.help or ""))


def taped(g: UnlikelyState) -> Iterator[Element]:
    """Yield what must be found, and what loses the quest. UH-045 and UH-046."""
    body = g.content.chapter(g.chapter)
    meets = named_by_chapter(g)
    yield Card(
        id="objective",
        title=f"Find {body.find}",
        fine=(*([f"{body.rules}."] if body.rules else []), f"Lost: {body.loses}."),
        kind="goal",
        tags=(Note(text=f"Regroup on {meets}"),) if meets else (),
    )
    count = len(g.unlucky.rows[IN_PLAY])
    yield Counter(id="unlucky", name="Out of Luck", count=count, of=8, danger=True)
    for name, count in g.counters.items():
        yield Counter(id=f"counter {name}", name=name.capitalize(), count=count, danger=True)


def read_aloud(g: UnlikelyState, key: str) -> str:
    """Return a page that was read, as it was read."""
    opened = page_id(key)
    return "\n".join([page_title(g, opened), *prose(g, opened)]) if key in g.pages.read else ""
