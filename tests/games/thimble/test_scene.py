"""Thimble: what is written on the table besides the cards."""

from __future__ import annotations

from foldtale.kernel.scene import Counter, Hand, Row, Scene, problems
from tests.games.thimble.given import ADA, BO, CLEO, THIMBLE, basket, given


def things(scene: Scene, owner: int) -> tuple[Counter, Hand, Row]:
    points, hand, row = scene.seats[owner].things
    assert isinstance(points, Counter)
    assert isinstance(hand, Hand)
    assert isinstance(row, Row)
    return points, hand, row


def touched(scene: Scene) -> dict[str, tuple[str, ...]]:
    assert scene.ask is not None
    return {choice.key: choice.touches for choice in scene.ask.choices}


def test_everybody_sees_whose_turn_it_is() -> None:
    match = given(basket(["silk"], [], [], turn=BO))
    assert [panel.active for panel in match.scene(ADA).seats] == [False, True, False]


def test_a_treasure_says_what_it_is_worth_and_other_cards_nothing() -> None:
    match = given(basket(["silk", "magpie"], [], []))
    _, hand, _ = things(match.scene(ADA), ADA)
    assert [card.title for card in hand.cards] == ["Silk (2)", "Magpie"]


def test_only_your_own_hand_says_that_nobody_else_sees_it() -> None:
    scene = given(basket(["silk"], ["silk"], [])).scene(ADA)
    notes = [things(scene, seat)[1].note for seat in (ADA, BO, CLEO)]
    assert notes == ["only you see it", "", ""]


def test_points_and_rounds_can_be_read() -> None:
    scene = given(basket([], [], [], scores=[3, 1, 4], round=2, rounds=3)).scene(CLEO)
    assert [things(scene, seat)[0].count for seat in (ADA, BO, CLEO)] == [3, 1, 4]
    assert scene.subtitle == "Round 2 of 3"


def test_a_choice_points_at_what_it_touches() -> None:
    match = given(basket(["needle", "spectacles", "silk"], ["magpie", "ribbon"], []), "brooch")
    assert touched(match.scene(ADA)) == {"draw": ("deck",), "lay silk": (), "look": ()}
    assert touched(match.scene(BO)) == {"ribbon": ("deck",)}
    match.answer("draw")
    assert touched(match.scene(BO)) == {"pass": ("drawn",), "steal": ("drawn",)}
    match.answer("steal")
    assert touched(match.scene(ADA)) == {"pass": ("drawn",), "needle": ("drawn",)}


def test_the_cards_that_were_looked_at_are_in_the_deck() -> None:
    match = given(basket(["spectacles"], [], []), "cat", "silk")
    match.answer("look")
    assert set(touched(match.scene(ADA)).values()) == {("deck",)}


def test_a_scene_is_sound_wherever_cards_lie() -> None:
    g = basket(["silk"], ["ribbon"], ["magpie"], laid=[["silk", "silk"]], discard=["needle"], rounds=2)
    match = given(g, "brooch")
    for answer in ("draw", "pass", "pass"):
        for seat in (ADA, BO, CLEO):
            assert problems(match.scene(seat)) == []
        match.answer(answer)


def test_every_choice_has_its_sentence() -> None:
    for key in THIMBLE.vocabulary(THIMBLE.setup(players=3)):
        assert THIMBLE.words.option(key)[0].isupper()
