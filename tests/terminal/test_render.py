"""Scenes as text: nothing is missing, nothing is wider than asked, and one can play from it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from foldtale.kernel import scene as see
from foldtale.kernel.scene import (
    Amount,
    Area,
    AskView,
    Board,
    Card,
    Choice,
    Counter,
    Die,
    Hand,
    Link,
    Member,
    Note,
    Panel,
    Row,
    Scene,
    Set,
    Slot,
    Stack,
    Token,
    Track,
    from_json,
    pieces,
)
from foldtale.terminal.render import render, to_text

SCENES = Path(__file__).parents[1] / "fixtures" / "scenes"
PICTURES = ("wonder", "grimm", "storyfold")
ADA, BEN = Panel("ada", 0, "Ada"), Panel("ben", 1, "Ben", active=True)


def picture(name: str) -> Scene:
    return from_json((SCENES / f"{name}.json").read_bytes())


def flowing(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def table(*elements: Row | Track | Stack | Card | Board | Die, ask: AskView | None = None) -> str:
    return to_text(Scene("small", "Small", you=0, elements=elements, seats=(ADA, BEN), ask=ask), 80)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_reads_as_it_always_did(name: str) -> None:
    assert to_text(picture(name), 100) == (SCENES / f"{name}.txt").read_text(encoding="utf-8")


@given(name=st.sampled_from(PICTURES), width=st.integers(min_value=24, max_value=160))
def test_no_line_is_wider_than_asked(name: str, width: int) -> None:
    assert max(map(cell_len, to_text(picture(name), width).splitlines())) <= width


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", PICTURES)
def test_every_name_is_there_in_one_piece(name: str, width: int) -> None:
    scene = picture(name)
    printed = flowing(to_text(scene, width))
    assert scene.ask
    names = [scene.title, scene.ask.prompt, scene.ask.rule, *(choice.label for choice in scene.ask.choices)]
    for piece in pieces(scene):
        match piece:
            case Area():
                names.append(piece.name if piece.name != "Steed" else piece.id.replace("-", " ").title())
            case Card():
                names.append(piece.title)
            case Stack():
                names.append(f"{piece.name} ({piece.count} cards)")
            case Panel():
                names += [piece.name, piece.who]
            case Track() if piece.shine is not None:
                names.append(f"{piece.name} {piece.shine} of {piece.length}")
            case Hand() if piece.hidden:
                names.append(f"{piece.name}: {piece.hidden} hidden")
    assert [missing for missing in names if missing not in printed] == []


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", PICTURES)
def test_every_word_is_there(name: str, width: int) -> None:
    scene = picture(name)
    printed = to_text(scene, width)
    assert scene.ask
    told = [scene.subtitle, scene.ask.note, *scene.phases]
    told += [choice.note for choice in scene.ask.choices]
    if scene.page:
        told += [
            scene.page.title,
            scene.page.number,
            *scene.page.prose,
            *(note.text for note in scene.page.legend),
        ]
    for piece in pieces(scene):
        match piece:
            case Card():
                told += [piece.corner, piece.kind, *piece.lines, *(tag.text for tag in piece.tags)]
            case Counter():
                told.append(f"{piece.name} {piece.count} {piece.of or ''}")
            case Token():
                told += [piece.name, *(tag.text for tag in piece.tags)]
            case Slot():
                told += [piece.label, piece.note]
            case Panel() if piece.note:
                told += [piece.note.text, piece.note.rule]
    assert [word for words in told for word in words.split() if word not in printed] == []


def test_the_number_of_an_option_stands_beside_what_it_touches() -> None:
    wonder = to_text(picture("wonder"))
    for words in ("Lamp Court [1]", "Broken Stair [2]", "Wyrm [3]", "Wyrm (lying, stunned) [3]", "Lara [7]"):
        assert words in wonder
    assert "Old Woman 3: Red 3 [5]" in to_text(picture("grimm"))
    assert "d8: 1 ✗ [3]" in to_text(picture("storyfold"))


def test_many_options_on_one_piece_are_drawn_together() -> None:
    choices = tuple(Choice(f"roll {n}", f"Roll {n}", touches=("die",) if n != 5 else ()) for n in range(1, 9))
    assert "d6: 4 [1-4 6-8]" in table(Die("die", 4), ask=AskView(1, 0, prompt="roll", choices=choices))


def test_a_stack_in_a_socket_is_read_from_its_top() -> None:
    assert "Huntsman 3: Red 5 on Puss 4 on Tailor 3" in to_text(picture("grimm"), 160)


def test_areas_say_where_they_are_open_and_where_walled() -> None:
    areas = (Area("hall", "Hall"), Area("attic", "Attic"), Area("cave", "Cave"), Area("sea", "Sea"))
    links = (
        Link("door", ("hall", "attic"), "stitched"),
        Link("stone", ("hall", "cave"), "wall"),
        Link("slide", ("hall", "sea"), one_way=True),
    )
    lines = table(Board("house", "House", areas=areas, links=links)).splitlines()
    assert [
        re.split(r"\s{2,}", line) for line in lines if line.startswith(("Hall", "Attic", "Cave", "Sea"))
    ] == [
        ["Hall", "Attic, → Sea", "Cave"],
        ["Attic", "Hall"],
        ["Cave", "Hall"],
        ["Sea", "← Hall"],
    ]


def test_areas_that_share_a_name_are_told_apart() -> None:
    printed = to_text(picture("grimm"))
    assert all(f"{side} Steed" in printed for side in ("North", "East", "South", "West"))


def test_things_alike_in_an_area_are_counted_and_props_are_not_mentioned() -> None:
    sparks = tuple(Token(f"spark-{n}", "Spark", area="hall") for n in range(3))
    props = tuple(Token(f"prop-{n}", figure="fern", area="hall") for n in range(2))
    hall = next(
        line
        for line in table(Board("b", areas=(Area("hall", "Hall"),), tokens=sparks + props)).splitlines()
        if line.startswith("Hall")
    )
    assert hall.split(maxsplit=1)[1] == "Spark ×3"


def test_a_grid_keeps_its_shape_and_shows_where_a_stone_would_fall() -> None:
    stones = {"a1": 0, "b1": 1}
    slots = tuple(
        Slot(name, things=(Token(f"stone {name}", seat=stones[name]),) if name in stones else ())
        for name in ("a2", "b2", "c2", "a1", "b1", "c1")
    )
    ask = AskView(
        3, 0, prompt="drop", choices=(Choice("a", "A", touches=("a2",)), Choice("c", "C", touches=("c1",)))
    )
    printed = table(Row("wall", "The wall", slots, columns=3), ask=ask).splitlines()
    start = printed.index("The wall") + 1
    assert [line.split() for line in printed[start : start + 2]] == [["[1]", "·", "·"], ["●", "○", "[2]"]]


def test_a_row_of_cards_breaks_into_lines_of_equal_length_when_there_is_no_room() -> None:
    slots = tuple(
        Slot(f"s{n}", f"{n}+", (Card(f"c{n}", f"Card {n}", ("Does a thing.",)),)) for n in range(1, 8)
    )
    heads = [line for line in table(Row("river", "River", slots)).splitlines() if "+ " in line]
    assert [line.count("+") for line in heads] == [4, 3]


def test_empty_closed_and_labelled_slots_are_said() -> None:
    slots = (
        Slot("t1", "2 fame", (Card("tor", "Sir Tor", turned=True),)),
        Slot("t2", "3 fame", closed=True),
        Slot("t3"),
    )
    assert "Tavern: 2 fame: Sir Tor (turned) · 3 fame: closed · empty" in table(
        Row("tavern", "Tavern", slots)
    )


def test_a_card_says_how_it_lies_and_what_is_on_it() -> None:
    bridge = Card("bridge", "The Bridge", ("Bring the gifts.",), kind="quest", corner="might 3")
    written = "might 3: The Bridge (quest) — Bring the gifts."
    assert written in flowing(table(bridge))
    hidden = Card("hidden", kind="treasure", face="down", turned=True)
    assert "face-down treasure card (turned)" in table(hidden)


def test_pawns_of_a_long_track_are_named_with_their_steps() -> None:
    pawns = (Token("p0", seat=0, step=3), Token("p1", seat=1, step=17))
    assert "Might  ‹4: Ada› ‹18: Ben› to 40" in table(Track("might", "Might", 40, pawns=pawns))


def test_hidden_hands_are_only_counted_and_ones_own_is_read() -> None:
    own = Panel("ada", 0, "Ada", things=(Hand("own", "Hand", (Card("fox", "Fox", corner="5"),)),))
    other = Panel("ben", 1, "Ben", things=(Hand("other", "Hand", hidden=2),))
    pile = Row("piles", "", (Stack("deck", "Deck", 12), Stack("pile", "Discard", 1, top=Card("owl", "Owl"))))
    printed = to_text(Scene("thimble", "Thimble", you=0, elements=(pile,), seats=(own, other)), 80)
    assert "Hand: 5: Fox\n" in printed
    assert "Hand: 2 hidden\n" in printed
    assert "Deck (12 cards) · Discard (1 card), on top Owl" in printed


def test_somebody_elses_question_is_only_waited_for() -> None:
    assert table(ask=AskView(7, 1)).endswith("Ben is deciding.\n")


def test_a_free_move_is_offered_while_somebody_else_decides() -> None:
    aside = Choice("drink", "Drink the elixir", aside=True)
    printed = table(ask=AskView(7, 1, choices=(aside,)))
    assert printed.endswith("Ben is deciding.\n  1. Drink the elixir (before the answer)\n")


def test_a_group_question_says_who_answers() -> None:
    ask = AskView(7, -1, voice=1, prompt="Who goes next?")
    assert table(ask=ask).endswith("Who goes next?\nBen answers\n")


def test_a_long_question_is_wrapped_not_cut() -> None:
    prompt = "choose " + " and ".join(f"the {n}th lantern" for n in range(12))
    assert f"Ada: {prompt}" in flowing(table(ask=AskView(1, 0, prompt=prompt)))


def test_the_news_come_before_the_ending() -> None:
    news = (Note("Ada rolled a 6."), Note("Ada won.", rule="PG-07"))
    scene = Scene("pig", "Pig", near=(Die("die", 6),), ending="Ada reaches 100.")
    printed = to_text(scene, 80, news=news)
    assert "The tale so far" in printed
    assert "  Ada rolled a 6.\n  Ada won. (PG-07)\n" in printed
    assert "d6: 6\n" in printed
    assert printed.endswith("═\nAda reaches 100.\n")


@pytest.mark.parametrize("name", PICTURES)
def test_colours_add_nothing_but_colour(name: str) -> None:
    scene = picture(name)
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system="truecolor")
    with console.capture() as captured:
        console.print(render(scene, 90))
    coloured = captured.get()
    bare = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()) + "\n"
    assert coloured != bare
    assert bare == render(scene, 90, plain=True) == to_text(scene, 90)


def test_a_tile_tells_its_numbers_and_what_is_seen_on_looking_closely() -> None:
    well = see.Mark(id="mark 1", text="62", name="the well")
    north = see.Mark(id="mark 2", text="8", edge="north")
    done = see.Mark(id="mark 3", text="61", name="the porch", state="done")
    tile = see.Area(
        id="green",
        name="Village Green",
        look="tile",
        cell=(1, 1),
        lines=("Hens stroll.",),
        marks=(well, north, done),
        clues=(see.Clue(text="a wet print"),),
    )
    scene = see.Scene(game="x", title="X", elements=(see.Board(id="maps", areas=(tile,)),))
    out = render(scene, plain=True)
    assert "62 the well, 8 north" in out
    assert "porch" not in out
    assert "Village Green: Hens stroll. On looking closely: a wet print." in out


def test_a_challenge_tells_its_boxes_and_a_puzzle_piece_its_edge() -> None:
    ways = (
        see.Box(id="box 1", icon="wit", need=3, reward="draw card 55"),
        see.Box(id="box 2", icon="strength", need=5, reward="gain 1 cube", shut="needs rope"),
    )
    cards = (
        Card(id="feast", title="The Feast", boxes=ways),
        Card(id="stave", title="Stave", edge=see.Edge(number=19, colour="amber", right="knob")),
    )
    out = flowing(render(Scene(game="x", title="X", elements=cards), plain=True))
    assert "Wit 3: draw card 55 / Strength 5: gain 1 cube (needs rope)" in out
    assert "Piece 19 amber, left flat, right knob" in out


def test_costs_places_on_a_card_and_pools_are_said() -> None:
    gold = Amount(icon="gold", count=3, name="gold")
    spaces = (Slot("q 1", "3 gold", cost=(gold,)), Slot("q 2", "1 Humility", cost=(gold,), locked="later"))
    quest = Card("q", "The Burning Mill", kind="quest", cost=(gold,), slots=spaces, flavour="It turns.")
    assert "3 gold: The Burning Mill (quest) — 3 gold / 1 Humility (later) / It turns." in flowing(
        table(quest)
    )
    own = Panel("ada", 0, "Ada", things=(Counter("hum", "Humility", 1, pool=4),), drawer=(quest,))
    printed = flowing(to_text(Scene("thimble", "Thimble", you=0, seats=(own,)), 90))
    assert "Ada · Humility 1, pool 4" in printed
    assert "The Burning Mill" in printed


def test_a_set_names_what_is_missing() -> None:
    armour = Set("armour", "Armour 1 of 2", (Member("a", "Helm", have=True), Member("b", "Shield")))
    assert "Armour 1 of 2; missing: Shield" in to_text(
        Scene("thimble", "Thimble", you=0, elements=(armour,)), 80
    )
