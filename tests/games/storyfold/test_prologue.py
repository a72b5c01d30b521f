"""The Prologue is the tutorial: one thing a page, dice that are given, and nothing in Chapter One that was not explained."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from foldtale import games
from foldtale.games.storyfold.content import LIBRARY
from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.rules.spirit import draw_shadow
from foldtale.kernel import Match
from foldtale.kernel.talk import Ask, Show
from foldtale.testing import answer, answered, offered, play_only, turn_pages
from tests.games.storyfold.given import begun
from tests.games.storyfold.sense import careless, sensible
from tests.sizes import size

STORYFOLD = games.get("storyfold")
BOOK = LIBRARY.contents("storyfold")
EXPLAINS = {
    "scene": "SF-005 SF-026",
    "river": "SF-015 SF-016",
    "action": "SF-028",
    "dice": "SF-024 SF-029 SF-Q87",
    "outcome": "SF-025 SF-030",
    "crystals": "SF-049 SF-059 SF-061 SF-062 SF-Q25",
    "switch": "SF-Q21",
    "failure": "SF-042",
    "heal": "SF-055 SF-056 SF-057",
    "place": "SF-098",
    "needs": "SF-103",
    "light": "SF-046 SF-105",
    "shadow-phase": "SF-078 SF-083 SF-Q34",
    "creature": "SF-085 SF-086",
    "activation": "SF-080 SF-082",
    "stun": "SF-045 SF-081 SF-091",
    "full-river": "SF-017 SF-018",
    "track": "SF-104",
    "icons": "SF-084",
    "spirit": "SF-112 SF-114",
    "overflow": "SF-115 SF-116 SF-118",
    "shadow-card": "SF-116 SF-118",
    "final-shadow": "SF-067 SF-068 SF-Q31",
    "luma": "SF-066 SF-073 SF-Q26",
    "brom": "SF-066 SF-075 SF-Q26",
    "exploration": "SF-052 SF-053",
    "blessing": "SF-125 SF-Q65",
    "full-spaces": "SF-127 SF-128",
    "curse": "SF-126",
    "companion": "SF-Q69 SF-Q65",
    "trauma": "SF-058 SF-131",
    "story": "SF-121 SF-122",
    "extra-die": "SF-020",
    "triumph": "SF-134 SF-Q78",
    "dark-triumph": "SF-135 SF-136 SF-Q78",
    "save": "SF-139 SF-144 SF-146",
    "restart": "SF-Q42 SF-Q81",
}
"""Which lesson explains which rules; joined Places and the Wildwood icon are no reason for a question or a sentence."""
SAID_BY_CARDS = "SF-015 SF-016 SF-073 SF-089 SF-090 SF-091 SF-092 SF-099 SF-103 SF-105 SF-106 SF-107 SF-112 SF-114 SF-119 SF-124 SF-129 SF-Q92"
"""What a card or a Place does beyond the rules, its own words say: it moves cards, pawns, and closes Places."""


def rules_of(moments: frozenset[str]) -> set[str]:
    """All that these lessons have explained."""
    return {rule for moment in moments for rule in EXPLAINS.get(moment, "").split()}


def used(match: Match) -> Iterator[tuple[str, str]]:
    """The rules of a match in order, as questions and sentences name them; and the lessons, when they came.

    A page that is turned is no question.
    """
    for entry in match.entries or []:
        if len(entry) != 3:
            yield "rule", str(entry[2])
        elif isinstance(entry[0], Ask):
            yield "rule" if entry[0].topic == "page" else "question", entry[0].rule
        elif isinstance(entry[0], Show) and entry[0].page.startswith("lesson-"):
            yield "lesson", BOOK.body(entry[0].page).at


def play(seed: int, record: Journey | None = None, dull: bool = False) -> Match:
    """A match from here to its end, by somebody who goes on at every save point."""
    match = Match.new(STORYFOLD, STORYFOLD.setup(record=record), seed=seed)
    chance = random.Random(seed)
    while not match.over:
        found = [option.key for option in match.options]
        if len(found) == 1 or "save red" in found:
            match.answer(found[0])
        elif "close the book" in found:
            match.answer("begin again" if match.state.attempts < 1 else "close the book")
        else:
            match.answer((careless if dull else sensible)(match, chance))
    return match


@cache
def prologue(seed: int) -> Match:
    return play(seed)


@pytest.mark.rule("SF-001", "SF-Q87")
def test_a_new_journey_begins_with_the_prologue_whose_dice_and_choices_are_given() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=1)
    assert match.state.chapter == BOOK.chapters[0] == "prologue"
    assert offered(match) == ["help nans-window"]
    assert offered(answered(match, "help nans-window")) == ["roll 1"]
    answer(match, "roll 1")
    assert match.state.rolled == ((8, 7),)


def test_the_lesson_leads_to_its_end_whatever_one_chooses_on_the_way() -> None:
    steps = len(BOOK.scenes["lamp-lane"].script)
    for seed in range(size(4, 12, 60)):
        match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=seed)
        chance = random.Random(seed)
        while not match.state.healed and match.state.scene in ("", "lamp-lane"):
            match.answer(chance.choice(match.options).key)
        assert match.state.scripted == steps, seed
        assert match.state.healed == ("two-shadow-pins",), seed


def test_the_prologue_uses_the_rules_that_one_needs_first() -> None:
    lessons = {what for kind, what in used(prologue(3)) if kind == "lesson"}
    rules = {what for kind, what in used(prologue(3)) if kind != "lesson"}
    wanted = {
        "river", "scene", "action", "dice", "outcome", "crystals", "switch", "failure", "heal", "place", "joined",
        "wildwood", "light", "shadow-phase", "creature", "activation", "stun", "track", "icons", "spirit", "task",
        "exploration", "blessing",
    }  # fmt: skip
    assert wanted <= lessons
    assert rules >= {"SF-028", "SF-029", "SF-030", "SF-042", "SF-045", "SF-055", "SF-078", "SF-083", "SF-084"}


def test_two_pages_of_the_story_and_one_lesson_come_before_the_first_choice() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=1)
    read = []
    while match.ask is not None and match.ask.topic == "page":
        read.append(match.state.pages.open[0])
        match.answer("read")
    assert read == ["prologue", "lamp-lane", "lesson-action"]


def test_no_more_than_three_lessons_come_between_two_questions() -> None:
    for seed in range(size(10, 40, 200)):
        match, row = prologue(seed) if seed < 10 else play(seed, dull=seed % 3 == 0), 0
        for kind, _ in used(match):
            row = row + 1 if kind == "lesson" else 0 if kind == "question" else row
            assert row <= 3, seed


SEEN = {
    "place": "overcomes",
    "crystals": "crystals on",
    "spirit": "loses spirit",
    "light": "light moves",
    "shadow-phase": "shadow phase",
    "creature": "comes",
    "icons": "shadow comes",
    "failure": "fails",
    "stun": "is illuminated",
    "activation": "shakes off",
    "track": "shadow comes",
    "exploration": "draws cards",
    "blessing": "takes",
    "heal": "is healed",
}
"""What has just happened when a lesson of the Prologue explains it."""


def test_what_a_lesson_explains_has_been_seen_before_it_comes() -> None:
    for seed in range(5):
        told: set[str] = set()
        for entry in prologue(seed).entries or []:
            if len(entry) != 3:
                told.add(str(entry[0]))
            elif isinstance(entry[0], Ask) and entry[0].topic != "page":
                told = set()
            elif isinstance(entry[0], Show) and entry[0].page.startswith("lesson-"):
                at = BOOK.body(entry[0].page).at
                assert SEEN.get(at) is None or SEEN[at] in told, (seed, at)


def test_dice_lie_on_the_table_while_their_lesson_is_read() -> None:
    match = answered(Match.new(STORYFOLD, STORYFOLD.setup(), seed=1), "help nans-window")
    match.answer("roll 1")
    assert match.state.pages.open == ("lesson-outcome", "")
    assert match.state.rolled == ((8, 7),)


def test_the_lesson_about_too_few_successes_comes_before_the_question() -> None:
    match = prologue(1)
    entries = match.entries or []
    at = next(
        n
        for n, entry in enumerate(entries)
        if entry[0].__class__ is Show and entry[0].page == "lesson-switch"
    )  # type: ignore[union-attr]
    asks = [entry[0].topic for entry in entries[at:] if len(entry) == 3 and isinstance(entry[0], Ask)]
    assert asks[:2] == ["page", "outcome"]


def test_brom_is_explained_before_he_is_offered() -> None:
    for seed in range(10):
        known = set()
        for entry in prologue(seed).entries or []:
            if isinstance(entry[0], Show) and entry[0].page.startswith("lesson-"):
                known.add(BOOK.body(entry[0].page).at)
            elif isinstance(entry[0], Ask) and "use brom" in [option.key for option in entry[0].options]:
                assert "brom" in known, seed


def test_a_shadow_card_that_comes_without_an_overflow_is_explained() -> None:
    taught = tuple([moment for moment in BOOK.moments if moment not in ("overflow", "shadow-card")])
    g = begun(Journey(chapter="chapter-1", taught=taught), content=BOOK)
    match = play_only(STORYFOLD, g, lambda g: draw_shadow(g, 1), falls=[BOOK.chapter("chapter-1").shadows[0]])
    match.answer("read")
    assert match.state.pages.open == ("lesson-shadow-card", "")


@pytest.mark.rule("SF-Q103")
def test_chapter_one_needs_no_rule_that_was_not_explained_before() -> None:
    """Every question and every sentence names a rule. A lesson about it comes before one is asked anything, or the card says it itself."""
    for seed in range(size(3, 10, 60)):
        first = prologue(seed % 5)
        known = set(SAID_BY_CARDS.split()) | {"SF-001"}
        record = first.outcome.record if first.outcome is not None else None
        assert isinstance(record, Journey)
        for match in (first, play(seed, record, dull=seed % 2 == 1)):
            met: set[str] = set()
            for kind, what in used(match):
                if kind == "lesson":
                    known |= rules_of(frozenset([what]))
                elif what and not opens(what):
                    met.add(what)
                if kind == "question":
                    assert met <= known, (seed, match.state.chapter, met - known)
                    met = set()
            assert met <= known, (seed, match.state.chapter, met - known)


def opens(rule: str) -> bool:
    """A page that is being opened is its own explanation: the Chapter, the Scene, the first words."""
    return rule in ("SF-005", "SF-Q79", "SF-026")


def test_who_skips_the_prologue_meets_its_lessons_later() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(start="chapter one"), seed=2)
    turn_pages(match)
    assert match.state.chapter == "chapter-1"
    assert match.state.taught == {"action"}
    answer(match, "help crystals")
    assert match.state.taught == {"action", "dice"}


def test_who_knows_the_game_is_taught_nothing() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(start="chapter one", lessons=False), seed=2)
    while not match.over:
        match.answer(match.options[0].key)
    assert [what for kind, what in used(match) if kind == "lesson"] == []


def test_every_moment_has_its_lesson() -> None:
    assert set(EXPLAINS) | {"joined", "wildwood", "task"} == set(BOOK.lessons)
    ledger = STORYFOLD.rules()
    assert [rule for rule in rules_of(frozenset(EXPLAINS)) if ledger.get(rule) is None] == []
