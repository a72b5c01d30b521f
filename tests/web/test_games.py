"""What the service says of the games that are installed: what can be chosen, how they look, their rules, their words."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import yaml

from foldtale.kernel import registry
from foldtale.kernel.game import Words
from foldtale.kernel.match import Match
from foldtale.kernel.scene import Board, Cut, Token
from foldtale.kernel.tale import read, replay
from foldtale.table.matches import goes_on
from foldtale.table.refusals import Refused
from foldtale.web import games
from foldtale.web.theme import Theme, theme_of

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src/foldtale/web/client"
SHARED = {"sky", "halo", "warm", "depth", "shade"}
"""Gradients, and what is no colour by itself."""


def chapter(answers: int) -> Match:
    path = ROOT / "tests/fixtures/tales/wonderbook/completed.tale"
    return replay(Match, read(path), path.name, to=answers)[0]


def test_only_chapters_that_are_written_are_offered() -> None:
    card = games.card(registry.get("wonderbook"))
    assert {field.name: field.values for field in card.fields}["chapter"] == (1,)


def test_an_unknown_game_has_no_theme() -> None:
    with pytest.raises(Refused, match="installed"):
        games.named("chess")


def test_a_rulebook_says_what_each_statement_is() -> None:
    book = {entry.id: entry for entry in games.rulebook("wonderbook")}
    assert (book["WB-109"].kind, book["WB-Q23"].kind) == ("rule", "ruling")
    assert book["WB-109"].text and book["WB-109"].section


def test_every_figure_that_the_maps_of_wonder_book_name_is_drawn() -> None:
    theme = theme_of(registry.get("wonderbook"))
    tokens = [
        token
        for answers in (10, 60, 120)
        for board in chapter(answers).scene(0).elements
        if isinstance(board, Board)
        for token in board.tokens
    ]
    assert len(tokens) > 30
    assert {token.figure for token in tokens if isinstance(token, Token)} <= set(theme.figures)


def test_every_paint_of_a_map_is_known_by_day_and_by_lantern() -> None:
    theme = theme_of(registry.get("wonderbook"))
    shared = (CLIENT / "src/styles/tokens.css").read_text()
    cuts: list[Cut] = [
        cut
        for answers in (10, 120)
        for board in chapter(answers).scene(0).elements
        if isinstance(board, Board)
        for cut in (*board.back, *board.ground, *board.front)
    ]
    used = {paint for cut in cuts for paint in (cut.fill, cut.stroke) if paint} - SHARED
    assert len(used) > 15
    for light in (theme.day, theme.lantern):
        assert [paint for paint in used if paint not in light and f"--{paint}:" not in shared] == []


def test_every_icon_of_the_theme_and_of_the_words_is_in_the_set() -> None:
    known = CLIENT / "node_modules/@iconify-json/game-icons/icons.json"
    if not known.exists():
        pytest.skip("the page was built elsewhere")
    game = registry.get("wonderbook")
    named = {*theme_of(game).icons.values(), *game.words.icons.values()}
    assert named - set(json.loads(known.read_text())["icons"]) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        "day: {cloth: red}",
        "day: {'x;}': '#000000'}",
        "figures: {imp: {shapes: [{path: '<svg>'}]}}",
        "colour: 1",
    ],
)
def test_a_theme_is_checked(wrong: str) -> None:
    """Nothing that is no colour, no path and no field of a theme comes through."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(yaml.safe_load(wrong), Theme)


WORDS = Words(
    topics={},
    options={"give": "Give {0} to {1}", "try": "{0}"},
    tells={"loses": "{0} loses {1:n Heart} and has {2} left.", "says": "{0}"},
)
TITLES = {"lamp.title": "The humming lamp", "speech.title": "Look at The Tangle"}


def test_titles_begin_small_inside_a_sentence_and_stay_by_themselves() -> None:
    assert WORDS.option("give lamp Ken", TITLES) == "Give the humming lamp to Ken"
    assert WORDS.option("try lamp", TITLES) == "The humming lamp"
    assert (
        WORDS.sentence({"tell": "says", "who": 0, "about": ["speech"]}, ["A"], TITLES) == "Look at The Tangle"
    )


@pytest.mark.parametrize(("count", "said"), [(1, "1 Heart"), (2, "2 Hearts"), (0, "0 Hearts")])
def test_so_many_of_something(count: int, said: str) -> None:
    tell = {"tell": "loses", "who": 0, "about": ["Sid", count, 3]}
    assert WORDS.sentence(tell, ["Sid"]) == f"Sid loses {said} and has 3 left."


def test_there_is_no_next_chapter_before_it_is_written() -> None:
    done = chapter(0)
    assert done.over and done.outcome is not None and done.outcome.record is not None
    assert not goes_on(done)
