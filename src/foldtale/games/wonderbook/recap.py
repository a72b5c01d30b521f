"""The last page of a Chapter, from its story: how it ended, what was read, chosen and done, what goes on."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import Final

from foldtale.games.wonderbook.options import INTERACT
from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.state import COMPLETED, FACE_UP, TOKENS, Book
from foldtale.kernel.log import Line, words_of
from foldtale.kernel.scene import Note
from foldtale.kernel.speech import so_many
from foldtale.kernel.talk import option

CHOICES: Final = ("choice", "choose")
"""Topics of questions that a page asks."""
PHASES: Final = ("players' phase", "enemies' phase")
KNOCKED_OUT: Final = "WB-175"
"""The rule by which a Hero on the floor costs Destiny."""
OUTCOMES: Final = {"solved": "solved", "not solved": "a wrong answer", "goal met": "the Goal is met"}
"""What is found out on a page, by what is told."""
ICONS: Final = {"goal met": "round-star", "solved": "key", "not solved": "key"}
DEEDS: Final = {
    "goes": ("step", ""),
    "collects": ("Spark", " picked up"),
    "looks": ("thing", " looked at"),
    "attacks": ("attack", ""),
    "is defeated": ("Wyrm", " sent home"),
    "loses hearts": ("Heart", " lost"),
}
"""What the last page counts for each Hero, and how it says so."""


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
    chapter = f"Chapter {ROMAN[g.chapter.number - 1]}"
    if g.outcome != COMPLETED:
        yield Note(text=f"{chapter} was lost in round {g.round}.", icon="moon")
        if not g.destiny and causes:
            yield Note(text=f"The last Destiny token was turned face down: {causes[-1][1]}.", icon="moon")
        return
    last = g.chapter.deck[-1]
    band = next(band for band in g.chapter.body(last).endings if band.id == g.chosen[last])
    span = f"{band.least} to {band.most}" if band.least < band.most else str(band.least)
    rounds = so_many(g.round, "round")
    yield Note(text=f"{chapter} was completed after {rounds}: “{band.title}”.", icon="sun")
    said = f"{g.score} of {TOKENS} Destiny tokens were face up. This ending is for {span}."
    yield Note(text=said, icon="open-book")


def read_and_chosen(g: Book, story: Sequence[Line]) -> Iterator[Note]:
    """WB-052 to WB-061: the pages in order, and at each what was chosen or found out."""
    pages: list[str] = []
    read: set[str] = set()
    for line in story:
        card = card_in(g, line)
        said = outcome_of(g, line)
        if said:
            yield from titles(g, [page for page in pages if page != card])
            pages = []
            icon = ICONS.get(line.get("tell", ""), "quill-ink")
            yield Note(text=f"{g.chapter.title(card)}: {said}.", icon=icon)
        elif line.get("page") and card not in read:
            read.add(card)
            pages.append(card)
    yield from titles(g, pages)


def titles(g: Book, pages: Sequence[str]) -> Iterator[Note]:
    if pages:
        yield Note(text=f"{' · '.join([g.chapter.title(page) for page in pages])}.", icon="open-book")


def outcome_of(g: Book, line: Line) -> str:
    """Return what was chosen or found out on a page; nothing if this line is about neither."""
    if line.get("topic") in CHOICES:
        label = g.chapter.texts.get(line["key"], "")
        return f"“{label.rstrip('.')}”" if label else ""
    return OUTCOMES.get(line.get("tell", ""), "")


def card_in(g: Book, line: Line) -> str:
    """The card that a line is about, if it is about one."""
    return next((word for word in words_of(line) if word in g.chapter.cards and word not in g.heroes), "")


def so_often(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def tallied(tally: Tally[str]) -> str:
    """Return each with its count, if it was more than once."""
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
        said = [f"{so_many(n[deed], one)}{more}" for deed, (one, more) in DEEDS.items() if n[deed]]
        if done.count["is knocked out"]:
            said.append(f"knocked out {so_often(done.count['is knocked out'])}")
        yield Note(text=f"{hero.title()}: {', '.join(said) or 'nothing yet'}.", icon="meeple")
        if done.used:
            yield Note(text=f"{hero.title()} used: {tallied(done.used)}.", icon="fairy-wand")
        if done.found:
            found = ", ".join(dict.fromkeys(done.found))
            yield Note(text=f"{hero.title()} found: {found}.", icon="light-backpack")


def deeds_of_all(g: Book, story: Sequence[Line]) -> dict[str, Deeds]:
    """Return what the story says of each Hero; defeated Wyrms count for the active one."""
    found = {hero: Deeds() for hero in g.heroes}
    acting = ""
    for line in story:
        told, about, key = line.get("tell", ""), line.get("about", ()), line.get("key", "")
        if told == "turn" or told in PHASES:
            acting = about[0] if told == "turn" else ""
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
    joined = [g.chapter.title(card) for card in g.sheet.purple if card not in g.record.purple]
    kept = [g.chapter.title(item) for hero in g.heroes for item in g.held_by(hero) if item in g.kept]
    skills = {hero: [g.chapter.skill(*learnt).title for learnt in g.skills[hero][1:]] for hero in g.heroes}
    for said, names, icon in (
        ("Keywords that later pages may ask for", words, "quill-ink"),
        *[(f"{hero.title()} keeps what was learned", skills[hero], "fairy-wand") for hero in g.heroes],
        ("Among the Wyrm cards for good", joined, "dragon-head"),
        ("Items that you keep", kept, "light-backpack"),
    ):
        if names:
            yield Note(text=f"{said}: {', '.join(names)}.", icon=icon)
    yield Note(text="Hearts, Sparks and all other cards go back into the box.", icon="open-book")
