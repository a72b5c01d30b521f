"""Shadow cards and Story cards: how they are drawn, what they do, and where they go."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.record import Deck
from foldtale.games.storyfold.state import DISCARD, SPACES
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered, refuses, told_of, turn_pages
from tests.games.storyfold.given import begun, crystals, journey, play, wood, written
from tests.games.storyfold.test_crystals import apple_that

DRAW = "draw_shadow"
STAND_IN = "luma do-1"
DEFEAT = ["begin again", "close the book"]


def used(does: str, *falls: object, **facts: Any) -> Match:
    """An Apple that does this has been used between two Actions."""
    g = wood(**{"spaces": ["apple"], "content": apple_that(does), **facts})
    return answered(play(g, *falls), "use apple")


def from_the_start(does: str, *falls: object, **facts: Any) -> Match:
    """A Chapter has just begun; an Apple that does this is in a Blessing space."""
    deck = Deck(layers=(("bread", "candle", "drum", "nettle"),))
    start = journey(**{"spaces": ("apple",), "exploration": deck, **facts})
    match = play(begun(start, content=apple_that(does)), *falls)
    turn_pages(match)
    return match


def pile(match: Match) -> tuple[int, str]:
    """The Shadow discard pile as one sees it: how many cards, and the topmost."""
    row = next(row for row in match.scene(0).right if row.id == "discards")
    cards = [card.title for card in row.things if card.kind == "shadow"]
    return len(cards), cards[0] if cards else ""


# Shadow cards


@pytest.mark.rule("SF-118")
@pytest.mark.parametrize(
    ("card", "seen"),
    [
        ("gloom", (1, "I H E G", 6, 4)),
        ("murk", (2, "I vole H E G", 6, 4)),
        ("dusk", (2, "I H E G", 5, 4)),
        ("fog", (2, "I H E G", 6, 6)),
    ],
)
def test_what_a_shadow_card_says_is_resolved_when_it_is_drawn(
    card: str, seen: tuple[int, str, int, int]
) -> None:
    match = used(
        DRAW, shadow_deck=[card, "night"], crystals={"E": 2}, creature_deck=["vole"], light=4, shadow=6
    )
    g = match.state
    assert (crystals(g)["E"], " ".join(written(g)), g.shadow, g.light) == seen


@pytest.mark.rule("SF-118")
def test_its_page_is_read_before_it_is_resolved() -> None:
    match = play(
        wood(spaces=["apple"], content=apple_that(DRAW), shadow_deck=["gloom", "night"], crystals={"E": 2})
    )
    match.answer("use apple")
    assert ([option.key for option in match.options], match.state.pages.open) == (["read"], ("gloom", ""))
    assert crystals(match.state)["E"] == 2
    match.answer("read")
    assert crystals(match.state)["E"] == 1


@pytest.mark.rule("SF-119")
def test_a_resolved_shadow_card_lies_face_up_on_top_of_its_discard_pile() -> None:
    match = used(f"{DRAW}, {DRAW}", shadow_deck=["gloom", "fog", "night"])
    assert (match.state.shadows.rows[DISCARD], pile(match)) == (("gloom", "fog"), (2, "Fog"))


@pytest.mark.rule("SF-119")
def test_it_is_resolved_first_and_put_away_then() -> None:
    match = play(
        wood(
            spaces=["apple"], content=apple_that(DRAW), shadow_deck=["gloom", "night"], shadow_discard=["fog"]
        )
    )
    match.answer("use apple")
    assert pile(match) == (1, "Fog")
    match.answer("read")
    assert pile(match) == (2, "Gloom")


@pytest.mark.rule("SF-120")
def test_only_the_draw_of_the_final_card_can_be_replaced() -> None:
    match = used("{draw_shadow: 4}", shadow_deck=["gloom", "fog", "night"])
    assert (match.state.shadows.rows[DISCARD], offered(match)) == (("gloom", "fog"), [STAND_IN, "no"])
    answer(match, STAND_IN)
    assert (match.state.shadows.rows[DISCARD], offered(match)) == (("gloom", "fog", "night"), DEFEAT)


@pytest.mark.rule("SF-Q41")
def test_all_shadow_cards_but_the_final_one_are_shuffled_and_that_one_comes_last() -> None:
    for drawn in (("fog", "gloom", "chill"), ("chill", "fog", "gloom")):
        match = from_the_start("{draw_shadow: 4}", *drawn)
        assert match.state.shadows.deck_size == 4
        answer(match, "use apple")
        assert (match.state.shadows.rows[DISCARD], offered(match)) == (drawn, [STAND_IN, "no"])
        answer(match, "no")
        assert match.state.shadows.rows[DISCARD] == (*drawn, "night")


@pytest.mark.rule("SF-Q41")
def test_a_chapter_may_declare_a_fixed_order() -> None:
    match = from_the_start("{draw_shadow: 2}", "hare", chapter="second")
    answer(match, "use apple")
    assert match.state.shadows.rows[DISCARD] == ("gloom", "murk")
    assert (match.state.shadows.layers, match.state.river[0]) == ([("night",)], "hare")


@pytest.mark.rule("SF-Q42")
def test_the_final_card_ends_the_chapter_in_defeat_and_it_begins_again() -> None:
    match = from_the_start("{draw_shadow: 4}", "fog", "gloom", "chill", crystals={"heal": 2}, spirit=5)
    answer(match, "use apple", "no")
    assert (offered(match), match.state.shadows.rows[DISCARD][-1]) == (DEFEAT, "night")
    assert "night" in match.state.pages.read
    answer(match, "begin again")
    g = match.state
    assert (g.scene, g.spirit, crystals(g)["G"], g.in_spaces) == ("meadow", 5, 2, ("apple",))
    assert (g.shadows.deck_size, g.shadows.rows[DISCARD], written(g), g.attempts) == (
        4,
        (),
        ["I", "H", "E", "G"],
        1,
    )


@pytest.mark.rule("SF-Q42")
def test_an_author_may_send_the_story_elsewhere() -> None:
    night = ("in_play: [restart_chapter]", "in_play: [{lose_crystals_on: heal}]")
    g = wood(spaces=["apple"], content=apple_that(DRAW, night), shadow_deck=["night"], crystals={"G": 1})
    match = answered(play(g), "use apple", "no")
    assert (crystals(match.state)["G"], match.state.step, pile(match)) == (0, "between", (1, "Night"))


@pytest.mark.rule("SF-Q43")
def test_from_an_empty_shadow_deck_nothing_is_drawn_and_the_discard_pile_stays() -> None:
    match = used(
        "{lose_spirit: 9}",
        shadow_deck=[],
        shadow_discard=["gloom", "fog", "night"],
        crystals={"E": 2},
        light=3,
    )
    g = match.state
    assert (g.spirit, g.shadows.rows[DISCARD], g.shadows.deck_size) == (7, ("gloom", "fog", "night"), 0)
    assert (crystals(g)["E"], g.light, g.step, g.brom) == (2, 3, "between", "here")


# Story cards


@pytest.mark.rule("SF-121")
@pytest.mark.parametrize("card", ["letter", "lamp", "friend", "rumour"])
def test_the_story_card_with_the_stated_number_is_drawn_and_no_other(card: str) -> None:
    match = play(wood(spaces=["apple"], content=apple_that(f"{{draw_story: {card}}}")))
    match.answer("use apple")
    assert match.state.pages.open == (card, "")
    turn_pages(match)
    others = [story for story in ("letter", "lamp", "friend", "rumour") if story != card]
    assert [story for story in match.state.stories if story != card] == others
    told = told_of(match, "draws story")
    assert told == [[("letter", "lamp", "friend", "rumour").index(card) + 1, card]]


@pytest.mark.rule("SF-122")
def test_a_story_card_is_resolved_and_goes_back_to_the_box() -> None:
    match = used("{draw_story: letter}")
    g = match.state
    assert "FEATHER" in g.flags
    assert "letter" not in (*g.stories, *g.kept, *g.in_spaces, *g.exploration.rows[DISCARD])


@pytest.mark.rule("SF-122")
def test_a_story_card_in_the_box_is_not_drawn_again() -> None:
    match = used("{draw_story: letter}, {clear_flag: FEATHER}, {draw_story: letter}")
    assert ("FEATHER" in match.state.flags, match.state.step) == (False, "between")


@pytest.mark.rule("SF-122")
def test_unless_it_says_otherwise() -> None:
    match = used("{draw_story: lamp}")
    assert (match.state.kept, "lamp" in match.state.stories, "use lamp" in offered(match)) == (
        ("lamp",),
        False,
        True,
    )
    match = used("{draw_story: friend}")
    assert (match.state.exploration.rows[SPACES], "friend" in match.state.stories) == (("friend",), False)
    match = used("{draw_story: rumour}, {draw_story: rumour}")
    assert (match.state.count_of("TOLD"), "rumour" in match.state.stories) == (2, True)
    assert refuses(match, "use lamp", "SF-028")
