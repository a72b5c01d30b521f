"""Where cards lie and who knows them."""

from __future__ import annotations

import pytest

from foldtale.kernel import EVERYONE, NOBODY, SPECTATOR, Chance, Play, Show, bit
from foldtale.kernel.zones import BANK, HELD, UNNAMED, Box, Layout, Supply, draw, new_box, peek, turn

ADA, BO, CLEO = 0, 1, 2
A, B, C = bit(ADA), bit(BO), bit(CLEO)
ADAS, BOS, DOWN, OPEN = 0, 1, 2, 3
"""The rows: two hands, one that nobody sees and one that everybody does."""
ROWS = Layout("back", [A, B, NOBODY, EVERYONE])
FOX, HEN, OWL, ELK = "fox", "hen", "owl", "elk"


def said(words: Play[None], *falls: str) -> list[tuple[object, ...]]:
    """Let a verb speak to its end, with these falls; the words that it said."""
    fallen = list(falls)
    heard: list[tuple[object, ...]] = []
    value = None
    try:
        while True:
            word = words.send(value)
            value = None
            if isinstance(word, Chance):
                outcomes = tuple(word.outcomes[at] for at in range(len(word.outcomes)))
                heard.append((word.topic, outcomes, word.to))
                value = fallen.pop(0)
                assert value in outcomes
            else:
                assert isinstance(word, Show)
                heard.append(("show", word.what, word.to))
    except StopIteration:
        assert fallen == []
        return heard


def laid(row: int, *cards: tuple[str, int]) -> Box:
    """A box without a deck: these cards in a row, each with who knows it besides."""
    box = new_box(ROWS, ())
    for card, mask in cards:
        box.put(card, row, mask)
    return box


def dealt(count: int, *keys: str) -> Box:
    """So many cards of a deck face down, without a name."""
    box = new_box(ROWS, keys)
    for _ in range(count):
        box.deal_down(DOWN)
    return box


def all_of(box: Box) -> object:
    """All that can be told of a box: equal boxes are equal here."""
    return (list(box.rows), list(box.layers), list(box.masks), dict(box.also), box.home, box.lent)


def test_a_layout_says_which_rows_a_seat_does_not_see() -> None:
    assert ROWS.unseen[ADA] == (BOS, DOWN)
    assert ROWS.unseen[BO] == (ADAS, DOWN)
    assert ROWS.unseen[CLEO] == ROWS.unseen[SPECTATOR] == (ADAS, BOS, DOWN)
    assert (ROWS.back, ROWS.seen, ROWS.bars) == ("back", (A, B, NOBODY, EVERYONE), ())


def test_an_open_row_is_known_to_everybody_the_last_card_on_top() -> None:
    box = laid(OPEN, (FOX, NOBODY), (HEN, A))
    assert box.rows[OPEN] == (FOX, HEN)
    assert box.known(OPEN) == [(FOX, EVERYONE), (HEN, EVERYONE)]
    assert box.also == {}
    assert box.take(FOX, OPEN) == EVERYONE
    assert box.rows[OPEN] == (HEN,)


def test_a_hand_is_known_to_its_owner() -> None:
    box = laid(ADAS, (FOX, NOBODY), (HEN, B))
    assert box.known(ADAS) == [(FOX, A), (HEN, A | B)]
    assert [box.seen_by(seat, ADAS) for seat in (ADA, BO, CLEO)] == [(FOX, HEN), (HEN,), ()]
    assert box.take(HEN, ADAS) == A | B
    assert box.take(FOX, ADAS) == A
    assert box.rows[ADAS] == ()


def test_what_does_not_lie_in_a_row_cannot_be_taken_from_it() -> None:
    box = laid(ADAS, (FOX, NOBODY))
    with pytest.raises(ValueError):
        box.move(HEN, ADAS, BOS)
    assert all_of(box) == all_of(laid(ADAS, (FOX, NOBODY)))


def test_a_row_that_is_shown_is_known_to_those_who_saw_it() -> None:
    box = laid(ADAS, (FOX, NOBODY), (OWL, B))
    box.show(ADAS, A | C)
    box.put(HEN, ADAS)
    assert box.known(ADAS) == [(FOX, A | C), (OWL, A | B | C), (HEN, A)]
    box.show(ADAS, EVERYONE)
    assert all(mask == EVERYONE for _, mask in box.known(ADAS))


def test_a_row_that_is_mixed_is_known_to_its_owner_alone() -> None:
    box = laid(ADAS, (FOX, NOBODY), (HEN, B))
    box.put(OWL, BOS, C)
    box.show(ADAS, EVERYONE)
    box.mix(ADAS)
    assert box.known(ADAS) == [(FOX, A), (HEN, A)]
    assert box.known(BOS) == [(OWL, B | C)]


def test_a_row_that_is_mixed_may_stay_known_to_those_who_saw_it() -> None:
    box = laid(ADAS, (FOX, B | C), (HEN, C))
    box.mix(ADAS, B)
    assert box.known(ADAS) == [(FOX, A | B), (HEN, A)]


def test_cards_that_are_shown_to_a_seat_are_known_to_it_and_to_nobody_else() -> None:
    box = laid(ADAS, (FOX, NOBODY), (HEN, C), (OWL, NOBODY))
    box.reveal([HEN, OWL], ADAS, 1)
    assert box.known(ADAS) == [(FOX, A), (HEN, A | B | C), (OWL, A | B)]


def test_of_cards_alike_a_seat_cannot_tell_what_it_is_shown_from_what_it_knew() -> None:
    box = laid(ADAS, (FOX, NOBODY), (FOX, B), (HEN, NOBODY))
    box.reveal([FOX], ADAS, 1)
    assert box.known(ADAS) == [(FOX, A), (FOX, A | B), (HEN, A)]
    box.reveal([FOX, FOX], ADAS, 1)
    assert box.known(ADAS) == [(FOX, A | B), (FOX, A | B), (HEN, A)]


def test_when_a_card_leaves_a_row_the_others_stay_as_well_known_as_they_were() -> None:
    box = laid(ADAS, (FOX, B), (HEN, NOBODY), (OWL, C))
    box.take(HEN, ADAS)
    assert box.known(ADAS) == [(FOX, A | B), (OWL, A | C)]
    box.take(OWL, ADAS)
    box.put(ELK, ADAS)
    assert box.known(ADAS) == [(FOX, A | B), (ELK, A)]


def test_of_two_cards_alike_who_knew_one_cannot_tell_which_one_left() -> None:
    box = laid(ADAS, (FOX, NOBODY), (HEN, B), (FOX, B))
    assert box.take(FOX, ADAS) == A
    assert box.known(ADAS) == [(HEN, A | B), (FOX, A)]


def test_who_knew_two_of_the_cards_alike_knows_one_when_one_left() -> None:
    box = laid(ADAS, (FOX, NOBODY), (FOX, B), (FOX, B | C))
    assert box.take(FOX, ADAS) == A
    assert box.known(ADAS) == [(FOX, A), (FOX, A | B)]
    box = laid(ADAS, (FOX, B), (FOX, B | C))
    assert box.take(FOX, ADAS) == A | B
    assert box.known(ADAS) == [(FOX, A | B)]


def test_a_card_that_moves_is_known_to_those_who_knew_it_and_to_those_who_see_where_it_lies() -> None:
    box = laid(ADAS, (HEN, NOBODY), (FOX, C))
    box.move(FOX, ADAS, BOS)
    assert box.known(ADAS) == [(HEN, A)]
    assert box.known(BOS) == [(FOX, A | B | C)]
    box.move(FOX, BOS, OPEN)
    box.move(HEN, ADAS, OPEN)
    assert box.rows == [(), (), (), (FOX, HEN)]
    assert box.also == {}


def test_a_new_box_is_one_bag_that_nobody_knows() -> None:
    box = new_box(ROWS, (OWL, FOX, HEN, FOX))
    assert (box.layers, box.masks) == ([(FOX, FOX, HEN, OWL)], [NOBODY])
    assert box.rows == [(), (), (), ()]
    assert (box.deck_size, new_box(ROWS, ()).deck_size) == (4, 0)
    assert new_box(ROWS, ()).layers == []


def test_to_draw_is_a_chance_over_the_top_layer() -> None:
    box = new_box(ROWS, (FOX, HEN, HEN, OWL))
    box.tuck(ELK)
    assert said(draw(box, ADAS, A, "hunt"), HEN) == [("hunt", (FOX, HEN, HEN, OWL), A)]
    assert said(draw(box, ADAS, A | C), OWL) == [("draw", (FOX, HEN, OWL), A | C)]
    assert box.known(ADAS) == [(HEN, A), (OWL, A | C)]
    assert box.layers == [(FOX, HEN), (ELK,)]


def test_a_card_whose_place_is_known_is_drawn_without_chance_and_shown_to_who_did_not_know_it() -> None:
    box = new_box(ROWS, (FOX, HEN))
    box.put_on(ELK, A | B)
    box.put_on(OWL, B)
    assert said(draw(box, ADAS, A)) == [("show", (OWL,), A)]
    assert said(draw(box, ADAS, A)) == []
    assert box.known(ADAS) == [(OWL, A | B), (ELK, A | B)]
    assert (box.layers, box.masks) == ([(FOX, HEN)], [NOBODY])


def test_a_card_is_put_on_top_and_tucked_under() -> None:
    box = new_box(ROWS, (FOX, HEN))
    box.put_on(OWL, B)
    box.tuck(ELK)
    assert box.layers == [(OWL,), (FOX, HEN), (ELK,)]
    assert box.masks == [B, NOBODY, NOBODY]
    assert box.deck_size == 4


def test_cards_are_restored_as_a_bag_under_the_deck() -> None:
    box = new_box(ROWS, (FOX,))
    box.restore((HEN, ELK), EVERYONE)
    box.restore(())
    box.restore((OWL,))
    assert box.layers == [(FOX,), (ELK, HEN), (OWL,)]
    assert box.masks == [NOBODY, EVERYONE, NOBODY]


def test_to_shuffle_makes_one_bag_known_to_those_who_knew_every_part() -> None:
    box = new_box(ROWS, ())
    box.restore((OWL, ELK), A | B)
    box.put_on(HEN, A | C)
    box.put_on(FOX, EVERYONE)
    box.shuffle()
    assert (box.layers, box.masks) == ([(ELK, FOX, HEN, OWL)], [A])
    box.restore((FOX,), EVERYONE)
    box.put_on(HEN, NOBODY)
    box.shuffle()
    assert (box.layers, box.masks) == ([(ELK, FOX, FOX, HEN, HEN, OWL)], [NOBODY])


def test_a_deck_of_held_cards_or_of_none_is_shuffled_like_any_other() -> None:
    box = new_box(ROWS, ())
    box.shuffle()
    assert (box.layers, box.masks) == ([], [])
    box.tuck(FOX, A | HELD)
    box.tuck(HEN, HELD)
    box.shuffle()
    assert box.masks == [NOBODY]


def test_all_cards_are_gathered_wherever_they_lie() -> None:
    box = dealt(2, FOX, HEN, HEN)
    box.put(OWL, ADAS, C)
    box.put(OWL, OPEN)
    box.put_on(ELK, B | HELD)
    box.gather()
    assert box.layers == [(ELK, FOX, HEN, HEN, OWL, OWL)]
    assert (box.masks, box.rows, box.also, box.lent) == ([NOBODY], [()] * 4, {}, 0)
    box.deal_down(DOWN)
    said(turn(box, DOWN, 0, A), OWL)
    assert box.layers == [(ELK, FOX, HEN, HEN, OWL)]


def test_to_peek_leaves_the_cards_as_they_lie_known_to_the_one_who_peeked() -> None:
    box = new_box(ROWS, (FOX, HEN, OWL, ELK))
    heard = said(peek(box, 2, BO, "look"), OWL, FOX)
    assert heard == [("look", (ELK, FOX, HEN, OWL), B), ("look", (ELK, FOX, HEN), B)]
    assert box.layers == [(OWL,), (FOX,), (ELK, HEN)]
    assert box.masks == [B, B, NOBODY]


@pytest.mark.parametrize("second", [FOX, OWL])
def test_to_peek_where_another_has_peeked_makes_it_known_to_both(second: str) -> None:
    box = new_box(ROWS, (FOX, HEN, OWL, OWL))
    said(peek(box, 1, BO), OWL)
    assert said(peek(box, 2, ADA), second)[0] == ("show", (OWL,), A)
    assert box.layers[:2] == [(OWL,), (second,)]
    assert box.masks == [A | B, A, NOBODY]
    assert said(peek(box, 2, ADA)) == []


def test_one_can_peek_at_no_more_cards_than_there_are() -> None:
    box = new_box(ROWS, (FOX, HEN))
    assert said(peek(box, 5, ADA), HEN)[1:] == [("show", (FOX,), A)]
    assert (box.layers, box.masks) == ([(HEN,), (FOX,)], [A, A])
    assert said(peek(new_box(ROWS, ()), 2, ADA)) == []


def test_a_card_can_be_lifted_from_anywhere_in_the_deck_the_top_first() -> None:
    box = new_box(ROWS, (FOX, HEN))
    box.tuck(OWL, B)
    box.tuck(HEN, C)
    assert box.lift(OWL) == B
    assert box.lift(HEN) == NOBODY
    assert (box.layers, box.masks) == ([(FOX,), (HEN,)], [NOBODY, C])
    with pytest.raises(ValueError, match="owl is not in the deck"):
        box.lift(OWL)


def test_that_a_card_was_held_is_no_matter_of_who_knows_it() -> None:
    box = new_box(ROWS, ())
    for card in (FOX, HEN, OWL):
        box.tuck(card, B | HELD)
    box.tuck(ELK, EVERYONE)
    assert box.all_known() == [(FOX, B), (HEN, B), (OWL, B), (ELK, EVERYONE)]
    said(draw(box, ADAS, A))
    box.deal_down(DOWN)
    assert (box.known(ADAS), box.known(DOWN)) == ([(FOX, A | B)], [(HEN, B)])
    assert (box.lift(ELK), box.lift(OWL)) == (EVERYONE, B)


def test_a_copied_box_is_another_box() -> None:
    box = dealt(1, FOX, HEN, OWL)
    box.put(ELK, ADAS, C)
    box.put_on(ELK, B)
    before = all_of(box)
    twin = box.copy()
    assert all_of(twin) == before
    assert twin.layout is box.layout
    said(draw(twin, BOS, B))
    said(draw(twin, BOS, B), HEN)
    said(turn(twin, DOWN, 0, EVERYONE), OWL)
    twin.show(ADAS, EVERYONE)
    twin.tuck(ELK)
    twin.put(FOX, ADAS, B)
    assert all_of(box) == before
    said(turn(box, DOWN, 0, EVERYONE), FOX)
    assert (twin.rows[DOWN], box.rows[DOWN]) == ((OWL,), (FOX,))


def test_a_face_down_card_has_no_name_until_it_is_turned() -> None:
    box = dealt(2, FOX, HEN, OWL)
    assert (box.rows[DOWN], box.known(DOWN), box.deck_size) == ((UNNAMED, UNNAMED), [], 1)
    assert said(turn(box, DOWN, 1, EVERYONE, "flip"), HEN) == [("flip", (FOX, HEN, OWL), EVERYONE)]
    assert box.rows[DOWN] == (UNNAMED, HEN)
    assert (box.known(DOWN), box.deck_size) == ([(HEN, EVERYONE)], 1)


def test_what_is_drawn_meanwhile_cannot_lie_face_down() -> None:
    box = dealt(2, FOX, HEN, OWL)
    said(draw(box, ADAS, A), HEN)
    assert box.deck_size == 0
    assert said(turn(box, DOWN, 0, EVERYONE), OWL) == [("turn", (FOX, OWL), EVERYONE)]
    assert said(turn(box, DOWN, 1, A)) == [("show", (FOX,), A)]
    assert box.known(DOWN) == [(OWL, EVERYONE), (FOX, A)]
    assert box.layers == []


def test_a_deck_can_be_dealt_out_to_its_last_card() -> None:
    box = dealt(3, FOX, HEN, OWL)
    assert box.deck_size == 0
    assert box.all_known() == [(FOX, NOBODY), (HEN, NOBODY), (OWL, NOBODY)]
    for at, card in enumerate((OWL, FOX)):
        said(turn(box, DOWN, at, A), card)
    said(turn(box, DOWN, 2, A))
    assert box.all_known() == [(OWL, A), (FOX, A), (HEN, A)]


def test_a_known_card_keeps_its_name_when_it_is_dealt_and_who_turns_it_is_shown_it() -> None:
    box = new_box(ROWS, (FOX, HEN))
    box.put_on(OWL, B)
    box.deal_down(DOWN)
    assert (box.known(DOWN), box.lent) == ([(OWL, B)], 0)
    assert said(turn(box, DOWN, 0, A)) == [("show", (OWL,), A)]
    assert box.known(DOWN) == [(OWL, A | B)]
    assert said(turn(box, DOWN, 0, A | B)) == []


def test_turned_once_more_a_card_keeps_its_name_while_others_have_none() -> None:
    box = dealt(2, FOX, HEN, OWL)
    said(turn(box, DOWN, 0, A), HEN)
    assert said(turn(box, DOWN, 0, B)) == [("show", (HEN,), B)]
    assert (box.rows[DOWN], box.known(DOWN)) == ((HEN, UNNAMED), [(HEN, A | B)])


def test_who_knows_the_one_card_that_is_left_knows_what_lies_face_down() -> None:
    box = new_box(ROWS, ())
    box.restore((FOX, HEN), B)
    box.deal_down(DOWN)
    said(draw(box, BOS, B), HEN)
    assert said(turn(box, DOWN, 0, B)) == []
    assert box.known(DOWN) == [(FOX, B)]
    box.restore((OWL, ELK), B | HELD)
    box.deal_down(DOWN)
    box.deal_down(DOWN)
    said(turn(box, DOWN, 1, EVERYONE), ELK)
    assert said(turn(box, DOWN, 2, A)) == [("show", (OWL,), A)]
    assert box.known(DOWN) == [(FOX, B), (ELK, EVERYONE), (OWL, A | B)]


@pytest.mark.parametrize("verb", ["draw", "peek", "turn"])
def test_who_knew_what_was_in_a_bag_knows_it_no_more_when_another_saw_one_of_it_alone(verb: str) -> None:
    box = new_box(ROWS, ())
    box.restore((FOX, HEN, OWL), A | B)
    box.deal_down(DOWN)
    words = {"draw": draw(box, ADAS, A), "peek": peek(box, 1, ADA), "turn": turn(box, DOWN, 0, A)}[verb]
    said(words, HEN)
    assert [mask for card, mask in box.all_known() if card == HEN] == [A]
    assert (box.layers[-1], box.masks[-1]) == ((FOX, OWL), A)


def test_when_the_top_layer_is_dealt_out_the_next_one_is_on_top() -> None:
    box = new_box(ROWS, (FOX, HEN))
    box.restore((OWL, ELK), B)
    assert box.top == 0
    box.deal_down(DOWN)
    box.deal_down(DOWN)
    assert (box.top, box.deck_size) == (1, 2)
    assert said(draw(box, BOS, B), OWL) == [("draw", (ELK, OWL), B)]
    assert said(draw(box, BOS, B)) == []
    assert box.layers == [(FOX, HEN)]
    assert sorted(box.all_known()) == [(ELK, B), (FOX, NOBODY), (HEN, NOBODY), (OWL, B)]


def test_face_down_cards_are_named_before_their_deck_is_shuffled() -> None:
    box = dealt(1, FOX, HEN, OWL)
    with pytest.raises(ValueError, match="before the deck they came from is shuffled"):
        box.shuffle()
    said(turn(box, DOWN, 0, EVERYONE), HEN)
    box.shuffle()
    assert box.layers == [(FOX, OWL)]


def test_face_down_cards_come_from_one_layer_at_a_time() -> None:
    box = dealt(1, FOX, HEN)
    said(draw(box, ADAS, A), FOX)
    box.restore((OWL, ELK))
    with pytest.raises(ValueError, match="name the face-down cards"):
        box.deal_down(DOWN)
    said(turn(box, DOWN, 0, A))
    box.deal_down(DOWN)
    assert said(turn(box, DOWN, 1, A), ELK) == [("turn", (ELK, OWL), A)]


def test_cards_put_on_the_deck_or_taken_from_it_leave_face_down_cards_what_they_are() -> None:
    box = dealt(1, FOX, HEN, OWL)
    box.put_on(ELK, A)
    box.put_on(ELK, B)
    box.lift(ELK)
    said(peek(box, 2, BO), OWL)
    box.tuck(ELK)
    assert box.layers == [(ELK,), (OWL,), (FOX, HEN), (ELK,)]
    assert said(turn(box, DOWN, 0, A), HEN) == [("turn", (FOX, HEN), A)]
    assert (box.layers, box.deck_size) == ([(ELK,), (OWL,), (FOX,), (ELK,)], 4)


def test_who_peeks_or_searches_passes_over_what_lies_face_down() -> None:
    box = dealt(1, FOX, HEN)
    box.restore((OWL, ELK))
    assert said(peek(box, 2, ADA), FOX, OWL) == [("peek", (FOX, HEN), A), ("peek", (ELK, OWL), A)]
    assert (box.layers, box.masks) == ([(FOX,), (HEN,), (OWL,), (ELK,)], [A, NOBODY, A, NOBODY])
    with pytest.raises(ValueError, match="hen is not in the deck"):
        box.lift(HEN)
    assert said(turn(box, DOWN, 0, B)) == [("show", (HEN,), B)]


def test_a_face_down_card_can_be_moved_and_a_turned_one_taken() -> None:
    box = dealt(2, FOX, HEN, OWL)
    box.move(UNNAMED, DOWN, BOS)
    assert (box.rows[BOS], box.rows[DOWN], box.lent) == ((UNNAMED,), (UNNAMED,), 2)
    said(turn(box, BOS, 0, B), HEN)
    assert box.also == {}
    assert box.take(HEN, BOS) == B
    assert (box.rows[BOS], box.rows[DOWN], box.lent) == ((), (UNNAMED,), 1)


def test_a_supply_gives_no_more_than_there_is() -> None:
    coins = Supply("coin", 5, holders=2)
    assert coins.move(3, BANK, 1) == 3
    assert coins.move(3, BANK, 2) == 2
    assert coins.move(9, 1, 2) == 3
    assert coins.move(1, 1, BANK) == 0
    assert coins.move(-4, 2, BANK) == 0
    assert (coins.name, coins.counts, coins.total) == ("coin", [0, 0, 5], 5)


def test_a_copied_supply_is_another() -> None:
    coins = Supply("coin", 5, holders=1)
    twin = coins.copy()
    twin.move(2, BANK, 1)
    assert (coins.counts, twin.counts) == ([5, 0], [3, 2])
    assert (twin.name, twin.total) == ("coin", 5)


def test_who_sees_a_row_does_not_see_through_a_face_down_card() -> None:
    box = new_box(Layout("back", [NOBODY]), (FOX, HEN, OWL))
    box.deal_down(0)
    box.show(0, bit(BO))
    said(turn(box, 0, 0, bit(ADA)), HEN)
    assert box.known(0) == [(HEN, bit(ADA))]


def test_a_card_lies_face_down_only_where_nobody_looks() -> None:
    box = new_box(Layout("back", [bit(ADA)]), (FOX, HEN, OWL))
    with pytest.raises(ValueError, match="where nobody looks"):
        box.deal_down(0)
