"""Storyfold in plain words: conditions as a person would say them, why a Place waits, and when nothing will come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.author.check import check
from foldtale.games.storyfold.content import FOLDER
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.kernel import Match
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import load
from foldtale.kernel.scene import Area, Board, Card
from foldtale.kernel.tongue import Tongue, tongue_of
from tests.games.storyfold.given import STORYFOLD, WILDWOODS, begun, journey, play, wood
from tests.games.storyfold.test_crystals import apple_that
from tests.games.storyfold.test_effects import copied

BARE = ("is remembered", "is not remembered", "the count of calm is")
EVERY_CARD_FULL = {"I": 3, "H": 3, "E": 3, "G": 3}


@pytest.fixture(scope="module")
def italian() -> Tongue:
    found = tongue_of(STORYFOLD, "it")
    assert found is not None
    return found


def said(pack: Pack) -> list[str]:
    """All that the cards of a pack do, line by line."""
    return [line for ident in pack.cards for line in pack.describe(ident)]


# What the story remembers


def test_no_printed_condition_names_a_flag() -> None:
    lines = said(load(FOLDER / "pack", LANGUAGE))
    assert [line for line in lines if any(words in line for words in BARE)] == []
    assert "Icons reach: Unless you have sold your shadow: lose 2 Spirit." in lines
    assert any("if you know the Stag's name" in line for line in lines)
    assert any("ends, unless the lantern hangs on the nail" in line for line in lines)


def test_nor_does_the_italian(italian: Tongue) -> None:
    lines = said(italian.pack(load(FOLDER / "pack", LANGUAGE)))
    assert [line for line in lines if "se “" in line.lower()] == []
    assert any("salvo se hai venduto la tua ombra" in line.lower() for line in lines)


def test_a_flag_without_words_is_reported_where_it_is_asked_for(tmp_path: Path) -> None:
    copied(tmp_path / "book", "")
    found = [problem for problem in check(tmp_path / "book", LANGUAGE) if problem.code == "W509"]
    assert found
    assert "say in pack.yaml what it means (flags: {" in found[0].said
    with (tmp_path / "book" / "pack.yaml").open("a") as about:
        asked = [problem.said.split("'")[1] for problem in found]
        about.write("".join(["flags:\n", *[f"  {flag}: something was so\n" for flag in asked]]))
    assert [problem for problem in check(tmp_path / "book", LANGUAGE) if problem.code == "W509"] == []


# What a Place still needs


def at(scene: str, chapter: str = "chapter-1", **flags: str) -> Match:
    """A Scene of the book in the middle of a Luma Phase, with nothing done yet."""
    g = begun(journey(chapter=chapter), content=WILDWOODS)
    g.scene, g.step, g.round, g.ready, g.flags = scene, "between", 1, (5, 0, 0), flags
    g.light, g.shadow = g.scene_text.light, g.scene_text.shadow
    return play(g)


def sign(match: Match, name: str, tongue: Tongue | None = None) -> list[str]:
    """What the sign of a Place says besides its name and its dots."""
    (board,) = match.scene(0, tongue).elements
    assert isinstance(board, Board)
    (area,) = [area for area in board.areas if area.id == name]
    assert isinstance(area, Area)
    assert all(tag.icon for tag in area.tags), "words alone would be cut off on a sign"
    return [tag.text for tag in area.tags]


def waiting(match: Match, tongue: Tongue | None = None) -> list[str]:
    """What stands on the card of the task about Places that wait."""
    page = match.scene(0, tongue).page
    assert page is not None
    (task,) = [thing for thing in page.things if isinstance(thing, Card)]
    return [line for line in task.fine if " waits" in line or " aspetta" in line]


@pytest.mark.rule("SF-100", "SF-102", "SF-103")
def test_the_task_says_what_each_place_still_needs() -> None:
    match = at("stag-run")
    assert waiting(match) == [
        "The milestone waits for the gap in the fern.",
        "The wet crossing waits: Only if you stand in Captain Sedge's ledger, for a toll paid or promised.",
        "The end of the ride waits for the Light on the centre.",
    ]
    assert sign(match, "mossy-mile") == ["waits for the gap in the fern"]
    assert sign(match, "heron-call") == [
        "Only if you stand in Captain Sedge's ledger, for a toll paid or promised."
    ]
    assert sign(match, "fern-gap") == []


def test_what_is_so_is_not_waited_for() -> None:
    paid = at("stag-run", toll="campaign")
    assert sign(paid, "heron-call") == []
    assert not any("wet crossing" in line for line in waiting(paid))


def test_two_places_before_it_and_in_italian(italian: Tongue) -> None:
    match = at("wood-gate", "prologue")
    assert "The gate itself waits for the gate lamp and the elm's root." in waiting(match)
    assert "Il cancello in persona aspetta la lampada del cancello e la radice dell'olmo." in waiting(
        match, italian
    )


# When nothing will come of it


def notes(match: Match) -> dict[str, str]:
    ask = match.scene(0).ask
    assert ask is not None
    return {one.key: one.note for one in ask.choices}


@pytest.mark.parametrize(
    ("facts", "key", "why"),
    [
        ({"light": 0}, "illuminate light", "the Light is on the centre"),
        ({"crystals": EVERY_CARD_FULL}, "help crystals", "no card has room for a Crystal"),
        ({"exploration": []}, "explore cards", "there is no card to draw"),
        ({"spirit": 8}, "heal spirit", "your Spirit is full"),
    ],
)
def test_a_second_ability_that_would_bring_nothing_is_offered_and_says_so(
    facts: dict[str, object], key: str, why: str
) -> None:
    chosen = {"spirit": 5, "light": 3, **facts}
    assert notes(play(wood("I H E G", **chosen)))[key].endswith(f"; in vain: {why}")  # type: ignore[arg-type]
    plain = notes(play(wood("I H E G", spirit=5, light=3)))
    assert not any("in vain" in note for note in plain.values())


def test_so_does_what_can_be_made_of_a_roll() -> None:
    match = play(wood("I H E G vole", light=0), (8, 1))
    match.answer("illuminate vole")
    match.answer("roll 2")
    assert notes(match)["second 0"] == "in vain: the Light is on the centre"


def test_so_does_a_card_whose_text_would_bring_nothing() -> None:
    full, low = (play(wood("I H E G", spaces=["apple"], spirit=spirit)) for spirit in (8, 5))
    assert notes(low)["use apple"] == "gain 2 Spirit"
    assert notes(full)["use apple"] == "gain 2 Spirit; in vain: your Spirit is full"


@pytest.mark.rule("SF-Q34")
def test_no_window_opens_for_a_card_that_would_be_used_in_vain() -> None:
    """It is still among what can be done between Actions; nobody is asked for its sake alone."""
    full, low = (play(wood("I H E G", spaces=["apple"], spirit=spirit, shadow=6)) for spirit in (8, 5))
    for match in (full, low):
        assert "use apple" in notes(match)
        match.answer("end phase")
    assert low.ask is not None and low.ask.topic == "closing"
    assert "use apple" in notes(low)
    assert full.ask is not None and full.ask.topic == "between", "a round later"


def test_where_a_crystal_is_put_or_taken_one_sees_how_many_lie_there() -> None:
    match = play(wood("H I E G", crystals={"I": 2}), (8,))
    for key in ("help crystals", "roll 1"):
        match.answer(key)
    assert notes(match)["put illuminate"] == "2 of 3 Crystals"


@pytest.mark.rule("SF-Q91")
def test_what_gives_dice_back_is_offered_when_the_last_is_rolled_and_not_once_the_phase_was_ended() -> None:
    spent = play(wood("H I E G", dice=(1, 0, 0), spaces=["fox"], brom="out", shadow=6), (1,))
    spent.answer("help crystals")
    spent.answer("fail")
    assert list(notes(spent)) == ["go on", "use fox"]
    spent.answer("go on")
    assert spent.ask is not None and spent.ask.topic == "between", "no window of the Shadow Phase has opened"
    ended = play(wood("H I E G", dice=(1, 0, 0), spaces=["fox"], brom="out", shadow=6))
    ended.answer("end phase")
    assert ended.ask is not None and ended.ask.topic == "between", "a round later"


def test_a_card_that_brings_two_things_is_in_vain_only_if_both_are() -> None:
    content = apple_that("{gain_spirit: 1}, {gain_crystals: 1}")
    room = play(wood("I H E G", spaces=["apple"], brom="out", content=content))
    assert "in vain" not in notes(room)["use apple"]
    none = play(wood("I H E G", spaces=["apple"], brom="out", content=content, crystals=EVERY_CARD_FULL))
    assert "in vain" in notes(none)["use apple"]


def test_dice_that_are_not_used_cannot_come_back() -> None:
    fresh, used = (play(wood(spaces=["fox"], brom="out", dice=dice)) for dice in ((5, 0, 0), (4, 0, 0)))
    assert notes(fresh)["use fox"].endswith("; in vain: no die is used that could be rolled again now")
    assert "in vain" not in notes(used)["use fox"]
