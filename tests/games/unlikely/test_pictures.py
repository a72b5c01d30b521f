"""Unlikely Heroes: maps are pictures, and nobody can see more of a sheet than was revealed."""

from __future__ import annotations

import random
import re
from functools import partial

import msgspec
import pytest

from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import LIBRARY, TILE
from foldtale.games.unlikely.language import MapCard
from foldtale.games.unlikely.scene import scene
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel import Match
from foldtale.kernel.scene import Board, Scene, to_json
from foldtale.kernel.talk import SPECTATOR
from tests.games.unlikely.given import faults, saga
from tests.sizes import Seeds

BOX = LIBRARY.contents("unlikely")
quest = partial(saga, content=BOX, chapter="a-horn-full-of-nothing")
MAPS = [card.id for card in BOX.of_kind("map")]


def seen(g: UnlikelyState) -> Scene:
    return scene(g, 0)


def board(found: Scene) -> Board:
    (one,) = found.elements
    assert isinstance(one, Board)
    return one


@pytest.mark.parametrize("ident", MAPS)
def test_every_map_is_drawn_inside_its_cell(ident: str) -> None:
    body: MapCard = BOX.body(ident)
    assert BOX.drawing(ident)
    ground = [cut for cut in BOX.drawing(ident) if cut not in BOX.drawing(ident)[-len(own(ident)) :]]
    numbers = [float(word) for cut in ground for word in re.findall(r"-?[\d.]+", cut.path)]
    assert all(0 <= number <= TILE for number in numbers)
    places = [*[clue.at for clue in body.clues], *[anchor.at for anchor in body.anchors]]
    assert all(0 < number < TILE for at in places for number in at)


def own(ident: str) -> list[object]:
    return list(BOX.body(BOX.body(ident).sheet).figures[ident])


def told_by(ident: str) -> list[str]:
    """Everything that only a revealed map shows: its clues, the names of its anchors, and its own figures."""
    body: MapCard = BOX.body(ident)
    figures = [paper.path for paper in BOX.body(body.sheet).figures[ident] if len(paper.path) > 20]
    return [*[clue.text for clue in body.clues], *[anchor.name for anchor in body.anchors], *figures]


@pytest.mark.rule("UH-063")
def test_only_revealed_maps_are_sent(seeds: Seeds) -> None:
    hunted = 0
    for seed in seeds(2, 12, 200):
        pick = random.Random(seed)
        m = Match.new(game, game.setup(quest=1), seed=seed, tells=False)
        while (ask := m.ask) is not None and m.number < 250:
            m.answer((ask.answers, pick.choice(ask.options).key))
            if m.number % 9 or m.ask is None:
                continue
            assert isinstance(m.state, UnlikelyState)
            there = {placed.card for placed in m.state.world.maps}
            sent = {seat: to_json(game.scene(m.state, seat)).decode() for seat in (0, SPECTATOR)}
            known = {text for ident in there for text in told_by(ident)}
            for ident in set(MAPS) - there:
                hidden = [text for text in told_by(ident) if text not in known]
                found = [text for text in hidden for scene in sent.values() if written(text) in scene]
                assert not found, (ident, found[:2], m.number)
                hunted += len(hidden)
    assert hunted > 1000


def written(text: str) -> str:
    return msgspec.json.encode(text).decode()


def test_a_map_that_replaces_another_is_drawn_anew() -> None:
    pictures = {ident: BOX.drawing(ident) for ident in ("8", "26", "38")}
    assert len(set(pictures.values())) == 3
    found = board(seen(quest(maps=("1", "38"), heroes=("tove", "grim"))))
    assert [area.picture for area in found.areas if area.look == "tile"] == ["picture 1", "picture 38"]


def test_pictures_are_sent_once_for_each_map() -> None:
    before, after = [seen(quest(maps=("1", "2"), heroes=("tove", "grim"), at=at)) for at in ("1", "2")]
    assert [picture.id for picture in before.pictures] == ["picture 1", "picture 2"]
    assert before.elements != after.elements
    assert before.pictures == after.pictures


def test_who_is_found_looks_as_the_box_draws_them() -> None:
    found = seen(quest(maps=("1",), heroes=("tove", "60")))
    assert [panel.figure for panel in found.seats] == ["tove", "picture 60"]
    assert "picture 60" in [picture.id for picture in found.pictures]


def test_a_drawing_that_cannot_be_cut_is_refused() -> None:
    arc = {"path": "M0 0a5 5 0 1 0 9 0z", "fill": "sea"}
    sheet = {"card": "skarvik", "kind": "sheet", "title": "Skarvik"}
    assert faults({**sheet, "figures": {"1": [arc]}}) == []
    assert "cannot be cut" in faults({**sheet, "ground": [arc]})[0]
    assert "20 has figures" in faults({**sheet, "figures": {"20": [arc]}})[0]
