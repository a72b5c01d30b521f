"""Scenes: the three pictures are expressed, travel as JSON unchanged, and faults are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.kernel.scene import (
    AskView,
    Board,
    Card,
    Choice,
    Counter,
    Die,
    Hand,
    Link,
    Panel,
    Row,
    Scene,
    Slot,
    Stack,
    Token,
    Track,
    from_json,
    pieces,
    problems,
    to_json,
)

SCENES = Path(__file__).parents[1] / "fixtures" / "scenes"
PICTURES = ("wonder", "grimm", "storyfold")


def picture(name: str) -> Scene:
    return from_json((SCENES / f"{name}.json").read_bytes())


def board(scene: Scene) -> Board:
    return next(element for element in scene.elements if isinstance(element, Board))


def with_board(scene: Scene, **changes: Any) -> Scene:
    return replace(scene, elements=(replace(board(scene), **changes),))


def with_ask(scene: Scene, **changes: Any) -> Scene:
    assert scene.ask
    return replace(scene, ask=replace(scene.ask, **changes))


def with_thing(scene: Scene, thing: Card | Die | Stack | Track | Token) -> Scene:
    return replace(scene, right=(thing,))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_no_problems(name: str) -> None:
    assert problems(picture(name)) == []


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_travels_as_json_unchanged(name: str) -> None:
    scene = picture(name)
    assert from_json(to_json(scene)) == scene
    assert msgspec.json.decode(to_json(scene)) == msgspec.json.decode((SCENES / f"{name}.json").read_bytes())


def test_the_pictures_show_all_that_they_show() -> None:
    wonder, grimm, storyfold = map(picture, PICTURES)
    assert len(board(wonder).areas) == 7
    assert sum(link.look == "wall" for link in board(wonder).links) == 4
    assert len([token for token in board(wonder).tokens if token.name]) == 14
    assert len(board(grimm).areas) == 27
    assert len(board(grimm).links) == 36
    assert len(board(grimm).sockets) == 41
    assert grimm.ask
    assert sum(choice.group == "far sockets" for choice in grimm.ask.choices) == 21
    assert [track.length for track in board(storyfold).tracks] == [12]
    assert [len(row.things) for row in storyfold.below if isinstance(row, Row)] == [7]


Break = Callable[[Scene], Scene]

FAULTS: dict[str, tuple[str, Break, str]] = {
    "two pieces with one id": (
        "wonder",
        lambda scene: replace(scene, right=(Die("wyrm-1"),)),
        "wyrm-1: the id of 2 pieces",
    ),
    "an option that touches nothing": (
        "wonder",
        lambda scene: with_ask(scene, choices=(Choice("move moon", "Fly", touches=("moon",)),)),
        "move moon: touches unknown moon",
    ),
    "two options with one key": (
        "wonder",
        lambda scene: with_ask(scene, choices=(Choice("pass", "Pass"), Choice("pass", "Sleep"))),
        "pass: the key of 2 choices",
    ),
    "a question that is none of your business but tells its rule": (
        "wonder",
        lambda scene: replace(scene, ask=AskView(63, 1, rule="WB-099")),
        "ask 63: has no prompt and tells more than whose it is",
    ),
    "a question that is none of your business but offers options": (
        "wonder",
        lambda scene: with_ask(scene, prompt="", rule=""),
        "ask 63: has no prompt and tells more than whose it is",
    ),
    "a question to an empty chair": (
        "wonder",
        lambda scene: with_ask(scene, seat=5),
        "ask 63: its seat has no panel",
    ),
    "a die of an empty chair": (
        "grimm",
        lambda scene: with_thing(scene, Die("stray", 3, seat=4)),
        "stray: its seat has no panel",
    ),
    "a phase that does not exist": (
        "wonder",
        lambda scene: replace(scene, phase=2),
        "phase 2 of 2",
    ),
    "a link to an unknown area": (
        "grimm",
        lambda scene: with_board(scene, links=(Link("road", ("town", "atlantis")),), sockets=()),
        "map: road is at unknown atlantis",
    ),
    "a border of an unknown area": (
        "wonder",
        lambda scene: with_board(scene, links=(Link("edge", ("gate", "moon"), "wall"),)),
        "tower-garden: edge is at unknown moon",
    ),
    "a socket on an unknown link": (
        "grimm",
        lambda scene: with_board(scene, sockets=(Slot("socket.moon", "4", on="town.moon"),)),
        "map: socket.moon is at unknown town.moon",
    ),
    "a token in an unknown area": (
        "wonder",
        lambda scene: with_board(scene, tokens=(Token("owl", "Owl", area="attic"),)),
        "tower-garden: owl is at unknown attic",
    ),
    "a pawn beyond the end of its track": (
        "storyfold",
        lambda scene: with_thing(scene, Track("fear", "Fear", 5, pawns=(Token("dread", step=5),))),
        "fear: dread is on step 5 of 5",
    ),
    "further on its way than it is long": (
        "wonder",
        lambda scene: with_thing(scene, Track("doom", "Doom", 14, doom=True, toward=(8, 7))),
        "doom: is 8 of 7 on its way",
    ),
    "more shine than steps": (
        "wonder",
        lambda scene: with_thing(scene, Track("luck", "Luck", 10, shine=11)),
        "luck: has 10 steps and 11 shine",
    ),
    "more descriptions than steps": (
        "wonder",
        lambda scene: with_thing(scene, Track("luck", "Luck", 1, steps=(Slot("luck-1"), Slot("luck-2")))),
        "luck: has 1 steps and describes 2",
    ),
    "a face that the die does not have": (
        "grimm",
        lambda scene: with_thing(scene, Die("stray", 7, seat=0)),
        "stray: shows 7 on 6 sides",
    ),
    "a face-down card that tells its title": (
        "grimm",
        lambda scene: with_thing(scene, Card("secret", "Cloak", kind="magic", face="down")),
        "secret: lies face down and tells what it is",
    ),
    "a card on an empty pile": (
        "grimm",
        lambda scene: with_thing(scene, Stack("pile", "Discard", 0, top=Card("last", "Cloak"))),
        "pile: is empty and has a card on top",
    ),
}


@pytest.mark.parametrize(("name", "spoil", "problem"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_is_found_and_said(name: str, spoil: Break, problem: str) -> None:
    assert problem in problems(spoil(picture(name)))


@pytest.mark.parametrize(
    "broken",
    [
        b'{"game": "pig", "title": "Pig", "colour": "red"}',
        b'{"game": "pig", "title": "Pig", "elements": [{"type": "ball", "id": "ball"}]}',
        b'{"game": "pig", "title": "Pig", "elements": [{"type": "die", "id": "die", "value": "4"}]}',
        b'{"game": "pig", "title": "Pig", "elements": [{"type": "stack", "id": "deck", "name": "Deck", "count": -1}]}',
        b'{"game": "pig", "title": "Pig", "seats": [{"id": "ada", "seat": 0, "name": "Ada", "colour": "#c8372d"}]}',
        b'{"game": "pig", "title": "Pig", "elements": [{"type": "board", "id": "sty", "back": [{"path": "<svg>"}]}]}',
    ],
    ids=[
        "unknown field",
        "unknown element",
        "a word for a number",
        "fewer than no cards",
        "a raw colour",
        "markup",
    ],
)
def test_json_that_is_not_exactly_a_scene_is_refused(broken: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        from_json(broken)


def test_defaults_are_not_written() -> None:
    assert to_json(Scene("pig", "Pig", elements=(Die("die", 4),))) == (
        b'{"game":"pig","title":"Pig","elements":[{"type":"die","id":"die","value":4}]}'
    )


def test_pieces_are_found_outer_before_inner() -> None:
    hand = Hand("hand", cards=(Card("fox", counters=(Counter("fox.age", "Age", 3),)),))
    scene = Scene("thimble", "Thimble", seats=(Panel("ada", 0, "Ada", things=(hand,)),))
    assert [piece.id for piece in pieces(scene)] == ["ada", "hand", "fox", "fox.age"]


def test_the_whole_group_can_be_asked_without_panels() -> None:
    assert problems(Scene("pig", "Pig", ask=AskView(1, seat=-1, prompt="begin?"))) == []


def test_a_free_move_is_offered_to_a_seat_that_is_not_asked() -> None:
    ada, ben = Panel("ada", 0, "Ada"), Panel("ben", 1, "Ben")
    ask = AskView(4, seat=1, choices=(Choice("drink", "Drink the elixir", aside=True),))
    assert problems(Scene("virtues", "Virtues", you=0, seats=(ada, ben), ask=ask)) == []


def test_a_seat_may_have_a_panel_for_each_of_its_heroes() -> None:
    scene = from_json((SCENES / "wonder.json").read_bytes())
    both = replace(scene, seats=(*scene.seats, Panel("tina", 0, "Tina")))
    assert problems(both) == []
    assert both.names_of(0) == [scene.seats[0].name, "Tina"]
