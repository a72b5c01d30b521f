"""The last page of a Chapter: how it ended, what was read and chosen, what each Hero did, and what goes on.

All of it stands in the story: what was told, shown and answered.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import Final

from foldtale.games.wonderbook.options import INTERACT
from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.state import COMPLETED, FACE_UP, TOKENS, Book
from foldtale.kernel.log import Line, words_of
from foldtale.kernel.scene import Note
from foldtale.kernel.talk import option

CHOICES: Final = ("choice", "choose")
"""Topics of questions that a page asks."""
PHASES: Final = ("players' phase", "enemies' phase")
KNOCKED_OUT: Final = "WB-175"
"""The rule by which a Hero on the floor costs Destiny."""


def recap(g: Book, story: Sequence[Line]) -> list[Note]:
    """WB-181 to WB-194: what the last page of this Chapter tells."""
    causes = list(causes_of_destiny(g, story))
    parts = {
        "How it ended": how_it_ended(g, causes),
        "What you read and chose": read_and_chosen(g, story),
        "What each of you did": deeds(g, story),
        "Destiny": destiny(g, causes),
        "What goes on": what_goes_on(g),
    }
    return [
        Note(text=note.text, icon=note.icon, heading=heading if at == 0 else "")
        for heading, notes in parts.items()
        for at, note in enumerate(notes)
    ]


def how_it_ended(g: Book, causes: Sequence[tuple[bool, str]]) -> Iterator[Note]:
    """WB-180 and WB-187: completed or lost, and why if that was told (in an imagined match it is not)."""
    chapter, rounds = f"Chapter {ROMAN[g.chapter.number - 1]}", so_many(g.round, "round")
    if g.outcome != COMPLETED:
        yield Note(text=f"{chapter} was lost in round {g.round}.", icon="moon")
        if not g.destiny and causes:
            yield Note(text=f"The last Destiny token was turned face down: {causes[-1][1]}.", icon="moon")
        return
    last = g.chapter.deck[-1]
    band = next(band for band in g.chapter.body(last).endings if band.id == g.chosen[last])
    span = f"{band.least} to {band.most}" if band.least < band.most else str(band.least)
    yield Note(text=f"{chapter} was completed after {rounds}: “{band.title}”.", icon="sun")
    yield Note(
        text=f"{g.score} of {TOKENS} Destiny tokens were face up. This ending is for {span}.",
        icon="open-book",
    )


def read_and_chosen(g: Book, story: Sequence[Line]) -> Iterator[Note]:
    """WB-052 to WB-061: the pages in order, and at each what was chosen or found out."""
    pages: list[str] = []
    read: set[str] = set()
    for line in story:
        card = card_in(g, line)
        said = outcome_of(g, line)
        if said:
            titles = [g.chapter.title(page) for page in pages if page != card]
            if titles:
                yield Note(text=f"{' · '.join(titles)}.", icon="open-book")
            pages = []
            yield Note(text=f"{g.chapter.title(card)}: {said}.", icon=icon_of(line))
        elif line.get("page") and card not in read:
            read.add(card)
            pages.append(card)
    if pages:
        yield Note(text=f"{' · '.join([g.chapter.title(page) for page in pages])}.", icon="open-book")


def outcome_of(g: Book, line: Line) -> str:
    """What was chosen or found out on a page; nothing if this line is about neither."""
    told = line.get("tell")
    if line.get("topic") in CHOICES:
        label = g.chapter.texts.get(line["key"], "")
        return f"“{label.rstrip('.')}”" if label else ""
    return {"solved": "solved", "not solved": "a wrong answer", "goal met": "the Goal is met"}.get(
        told or "", ""
    )


def icon_of(line: Line) -> str:
    return {"goal met": "round-star", "solved": "key", "not solved": "key"}.get(
        line.get("tell", ""), "quill-ink"
    )


def card_in(g: Book, line: Line) -> str:
    """The card that a line is about, if it is about one."""
    return next((word for word in words_of(line) if word in g.chapter.cards and word not in g.heroes), "")


def so_many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def so_often(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def tallied(tally: Tally[str]) -> str:
    """Each with how often it was, if it was more than once."""
    return ", ".join([f"{what} ({so_often(often)})" if often > 1 else what for what, often in tally.items()])


class Deeds:
    """What a Hero has done: steps, Sparks, attacks and so on; what was used, and what was found."""

    def __init__(self) -> None:
        self.count: Tally[str] = Tally()
        self.used: Tally[str] = Tally()
        self.found: list[str] = []


def deeds(g: Book, story: Sequence[Line]) -> Iterator[Note]:
    """WB-099, WB-136 and WB-170: a line or two for each Hero."""
    for hero, done in deeds_of_all(g, story).items():
        n = done.count
        counted = [
            (n["goes"], so_many(n["goes"], "step")),
            (n["collects"], f"{so_many(n['collects'], 'Spark')} picked up"),
            (n["looks"], f"{so_many(n['looks'], 'thing')} looked at"),
            (n["attacks"], so_many(n["attacks"], "attack")),
            (n["is defeated"], f"{so_many(n['is defeated'], 'Wyrm')} sent home"),
            (n["loses hearts"], f"{so_many(n['loses hearts'], 'Heart')} lost"),
            (n["is knocked out"], f"knocked out {so_often(n['is knocked out'])}"),
        ]
        said = ", ".join([text for count, text in counted if count]) or "nothing yet"
        yield Note(text=f"{hero.title()}: {said}.", icon="meeple")
        if done.used:
            yield Note(text=f"{hero.title()} used: {tallied(done.used)}.", icon="fairy-wand")
        if done.found:
            found = ", ".join(dict.fromkeys(done.found))
            yield Note(text=f"{hero.title()} found: {found}.", icon="light-backpack")


def deeds_of_all(g: Book, story: Sequence[Line]) -> dict[str, Deeds]:
    """What the story says of each Hero; what is nobody's belongs to whoever takes a turn."""
    found = {hero: Deeds() for hero in g.heroes}
    acting = ""
    for line in story:
        told, about, key = line.get("tell", ""), line.get("about", ()), line.get("key", "")
        if told == "turn":
            acting = about[0]
        elif told in PHASES:
            acting = ""
        elif told == "uses":
            found[about[0]].used[g.chapter.texts.get(about[1], about[1])] += 1
        elif told in ("finds", "draws a shred"):
            found[about[0]].found.append(g.chapter.title(about[1]))
        elif told == "loses hearts":
            found[about[0]].count[told] += about[1]
        elif told in ("attacks", "collects", "is knocked out") or (told == "goes" and about[0] == acting):
            found[about[0]].count[told] += 1
        elif told == "is defeated" and acting:
            found[acting].count[told] += 1
        elif "n" in line and acting and option(key) in INTERACT:
            found[acting].count["looks"] += 1
    return found


def causes_of_destiny(g: Book, story: Sequence[Line]) -> Iterator[tuple[bool, str]]:
    """WB-179 and WB-175: each token that was turned, whether face up, and by which card or why."""
    card = ""
    for line in story:
        told = line.get("tell", "")
        if told in ("destiny up", "destiny down"):
            by_floor = line["why"] == KNOCKED_OUT
            yield told == "destiny up", "a Hero on the floor" if by_floor else f"“{g.chapter.title(card)}”"
        else:
            card = card_in(g, line) or card


def destiny(g: Book, causes: Sequence[tuple[bool, str]]) -> Iterator[Note]:
    """WB-018 to WB-020 and WB-179: how many tokens there were, and what turned them."""
    first, last = FACE_UP[g.difficulty], g.score or g.destiny
    yield Note(text=f"{first} tokens were face up at first, {last} at the end.", icon="sun")
    for is_up, said, icon in ((True, "Turned up by", "sun"), (False, "Turned down by", "moon")):
        turned = Tally([cause for up, cause in causes if up == is_up])
        if turned:
            yield Note(text=f"{said}: {tallied(turned)}.", icon=icon)


def what_goes_on(g: Book) -> Iterator[Note]:
    """WB-181 to WB-185 and WB-190 to WB-194: what the next Chapter starts with."""
    number = g.chapter.number
    if g.practice:
        yield Note(text="This was for practice: nothing is kept.", icon="open-book")
        return
    if g.outcome != COMPLETED:
        again = f"Chapter {ROMAN[number - 1]} begins again as it was."
        yield Note(text=f"{again} Pages that you have read can be skipped.", icon="open-book")
        return
    words = [word for word, chapter in g.sheet.keywords.items() if chapter == number]
    if words:
        yield Note(text=f"Keywords that later pages may ask for: {', '.join(words)}.", icon="quill-ink")
    for hero in g.heroes:
        learned = [g.chapter.skill(card, side).title for card, side in g.skills[hero][1:]]
        if learned:
            yield Note(
                text=f"{hero.title()} keeps what was learned: {', '.join(learned)}.", icon="fairy-wand"
            )
    joined = [g.chapter.title(card) for card in g.sheet.purple if card not in g.record.purple]
    if joined:
        yield Note(text=f"Among the Wyrm cards for good: {', '.join(joined)}.", icon="dragon-head")
    kept = [g.chapter.title(item) for hero in g.heroes for item in g.held_by(hero) if item in g.kept]
    if kept:
        yield Note(text=f"Items that you keep: {', '.join(kept)}.", icon="light-backpack")
    yield Note(text="Hearts, Sparks and all other cards go back into the box.", icon="open-book")
