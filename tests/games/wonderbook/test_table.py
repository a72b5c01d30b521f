"""At the table: what people see, real dice, and a tale that is the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match, script
from foldtale.kernel.chance import People, Seeded
from foldtale.kernel.scene import Board, Card, Counter, Row, Stack, Track, pieces, problems
from foldtale.testing import answer, offered
from tests.games.wonderbook.given import APART, BOARD, MAPS, WONDER, WORDS, book, play

STACK = (
    BOARD
    + f"""
- {{card: I-4, kind: interaction, title: Lamp, text: {WORDS!r}, object: lamp, banner: red, cost: [{{spend: 1}}],
    back: {{text: The secret of the lamp is quite safe, do: [{{count: done}}], then: discard}}}}
- {{card: I-5, kind: interaction, title: Under it, text: {WORDS!r}, object: lamp, banner: red,
    back: {{text: {WORDS!r}, then: discard}}}}
- {{card: I-6, kind: rule, title: Rain, text: {WORDS!r}, while: [{{attack_dice: -1}}]}}
- {{card: I-7, kind: enemy, title: Ogre, text: {WORDS!r}, hearts: 3}}
"""
)


def position() -> Book:
    g = book(
        STACK,
        map="players",
        at=APART,
        hearts={"KEN": 0},
        wyrms=["T", "S"],
        stunned=["S"],
        lying={"S": 2},
        stacks={"red": ["I-4", "I-5"]},
        rules=["I-6"],
        active="SID",
    )
    g.figures["I-7"] = ("X", 3)
    return g


def test_the_scene_shows_everything_that_lies_on_the_table() -> None:
    scene = play(position()).scene(0)
    assert problems(scene) == []
    found = {piece.id: piece for piece in pieces(scene)}
    (board,) = [element for element in scene.elements if isinstance(element, Board)]
    assert [area.id for area in board.areas] == ["S", "T", "L", "K", "X"]
    assert {link.id: link.look for link in board.links}["K-L"] == "wall"
    assert [token.figure for token in board.tokens if token.area == "S"] == [
        "sid",
        "wyrm",
        "wyrm",
        "spark",
        "spark",
    ]
    assert [token.lying for token in board.tokens if token.figure == "wyrm"] == [False, True, False]
    assert [token.lying for token in board.tokens if token.figure == "ken"] == [True]
    assert found["object lamp"].area == "K"  # type: ignore[attr-defined]
    assert found["figure I-7"].tags[0].text == "3 Hearts"  # type: ignore[attr-defined]
    assert scene.page is not None
    assert [type(thing) for thing in scene.page.things] == [Card, Row, Track]
    assert found["destiny"].shine == 5  # type: ignore[attr-defined]
    assert [slip.title for slip in scene.slips] == ["Rain"]
    assert [panel.name for panel in scene.seats] == ["Sid", "Lara", "Ken"]
    hearts = found["hearts SID"]
    assert isinstance(hearts, Counter)
    assert (hearts.count, hearts.of) == (5, 5)


@pytest.mark.rule("WB-085", "WB-Q11")
def test_only_the_front_of_the_top_card_of_a_stack_is_seen() -> None:
    scene = play(position()).scene(0)
    (stack,) = [thing for thing in scene.right if isinstance(thing, Stack)]
    assert stack.count == 2
    assert stack.top is not None
    shown = " ".join([stack.top.title, *stack.top.lines])
    assert "Cost: You spend 1 Spark." in shown
    assert "secret" not in repr(scene)
    assert "Under it" not in repr(scene)


@pytest.mark.rule("WB-034")
def test_alone_both_heroes_are_of_one_seat_and_have_their_own_belongings() -> None:
    g = book(
        heroes=("SID", "TINA"), players=1, map="players", at={"SID": "S", "TINA": "S"}, sparks={"TINA": 2}
    )
    match = play(g)
    sid, tina = match.scene(0).seats
    assert (sid.name, sid.seat, tina.name, tina.seat) == ("Sid", 0, "Tina", 0)
    sparks = [
        piece.count for panel in (sid, tina) for piece in pieces(panel) if piece.id.startswith("sparks")
    ]
    assert sparks == [0, 2]
    assert {piece.id for piece in pieces(tina)} >= {"hearts TINA", "items TINA", "attack TINA", "skills TINA"}
    assert not any("SID" in piece.id for piece in pieces(tina))


def test_the_panel_of_the_hero_whose_turn_it_is_is_marked_and_counts_the_actions() -> None:
    g = book(heroes=("SID", "TINA"), players=1, map="players", at={"SID": "S", "TINA": "S"}, active="TINA")
    sid, tina = play(g).scene(0).seats
    assert (sid.active, tina.active) == (False, True)
    assert [
        piece.id for panel in (sid, tina) for piece in pieces(panel) if piece.id.startswith("actions")
    ] == ["actions TINA"]


def test_options_point_at_what_they_are_about() -> None:
    match = play(position())
    scene = match.scene(0)
    assert scene.ask is not None
    touched = {choice.key: choice.touches for choice in scene.ask.choices}
    assert touched["move T"] == ("T",)
    assert {choice.label for choice in scene.ask.choices} >= {
        "Move to T",
        "Attack",
        "Collect a Spark",
        "Do nothing more",
    }


def test_before_the_book_is_opened_there_is_a_scene_too() -> None:
    match = Match.new(WONDER, WONDER.setup(players=1), seed=1)
    assert problems(match.scene(0)) == []
    assert match.scene(0).page is not None


def test_real_dice_one_mistyped_and_taken_back_give_the_same_game() -> None:
    """Companion mode: what people say of their dice is the game, as the tale has it."""
    match = Match.at(WONDER, position(), chance=People(script()), undo="same dice")
    answer(match, "attack", "F")
    number = match.number
    match.undo()
    assert match.number > number
    answer(match, "S", "S stunned")
    meant = play(position(), "S")
    answer(meant, "attack", "S stunned")
    assert offered(match) == offered(meant)
    assert facts(match.state) == facts(meant.state)


def test_a_whole_chapter_with_real_dice_is_what_its_tale_says(tmp_path: Path) -> None:
    match = Match.new(WONDER, WONDER.setup(players=2), chance=People(Seeded(2)), undo="new dice")
    mistyped = 0
    while match.options:
        if is_roll(match) and mistyped < 3:
            mistyped += 1
            match.answer(len(match.options) - 1)
            match.undo()
        match.answer(match.number % len(match.options))
    assert mistyped == 3
    match.save(tmp_path / "real.tale")
    again = Match.load(tmp_path / "real.tale")
    assert again.outcome == match.outcome
    assert facts(again.state) == facts(match.state)


def is_roll(match: Match) -> bool:
    return match.ask is not None and match.ask.topic == "dice"


def facts(g: Book) -> list[object]:
    names = [
        name
        for name in Book.__slots__
        if name not in ("chapter", "force", "record", "areas", "wyrm_cards", "shred_cards")
    ]
    return [getattr(g, name) for name in names] + [g.wyrm_cards.rows, g.shred_cards.rows]


def test_what_a_choice_says_is_told_and_not_that_a_page_was_turned() -> None:
    assert "read" in WONDER.words.untold


@pytest.mark.rule("WB-Q11")
def test_the_back_of_a_story_card_is_hidden_until_it_is_flipped() -> None:
    cards = (
        MAPS
        + f"""
- {{card: I-1, kind: story, title: One, text: {WORDS!r}, then: flip, back: {{text: Nobody has read this yet}}}}
- {{card: I-2, kind: end, title: E, text: {WORDS!r}, endings: [{{id: a, least: 1, most: 10, title: A, text: {WORDS!r}}}]}}
"""
    )
    match = play(book(cards, goal=""))
    assert "Nobody has read" not in repr(match.scene(0))
    match.answer("read")
    assert "Nobody has read" in repr(match.scene(0))
