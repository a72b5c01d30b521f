"""Where cards lie and who knows them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldtale.kernel import EVERYONE, NOBODY, Ask, Chance, Match, Play, Show, bit, script
from foldtale.kernel.zones import (
    BANK,
    Card,
    Deck,
    Hand,
    Pile,
    Slots,
    Supply,
    Zone,
    deal_anew,
    draw,
    peek,
    turn,
)
from tests.kernel.toys import EITHER, Slate, ToySetup, cards, hand_of, toy
from tests.sizes import size

ADA, BO, CLEO = 0, 1, 2
FOX, HEN, OWL, ELK = "fox", "hen", "owl", "elk"


def names(found: Sequence[Card | None]) -> list[str | None]:
    return [card.key if card else None for card in found]


def layers(deck: Deck) -> list[list[str | None]]:
    return [names(layer) for layer in deck.layers]


def said(words: Play[None], *falls: str) -> list[object]:
    """Let a zone's coroutine speak to its end, with these falls; the words that it said."""
    fallen = list(falls)
    heard: list[object] = []
    value = None
    try:
        while True:
            word = words.send(value)
            heard.append(word)
            value = None
            if isinstance(word, Chance):
                key = fallen.pop(0)
                value = next(card for card in word.outcomes if card.key == key)
    except StopIteration:
        assert fallen == []
        return heard


def believed(
    zones: Callable[[], Sequence[Zone]], seat: int, look: Callable[[Sequence[Zone]], object]
) -> set[object]:
    """What a seat can believe of its table, over many worlds."""
    seen = set()
    for seed in range(200):
        table = zones()
        deal_anew(table, seat, seed)
        seen.add(look(table))
    return seen


def test_a_pile_lies_open_the_last_card_on_top() -> None:
    fox, hen = cards(FOX, HEN)
    pile = Pile("back", [fox])
    pile.put(hen)
    assert pile.known() == [(fox, EVERYONE), (hen, EVERYONE)]
    assert pile.take(fox) == EVERYONE
    assert pile.cards == [hen]
    assert len(pile) == 1


def test_a_copied_pile_is_another_pile() -> None:
    fox, hen = cards(FOX, HEN)
    pile = Pile("back", [fox])
    pile.copy().put(hen)
    assert pile.cards == [fox]


def test_a_hand_is_known_to_its_owner() -> None:
    fox, hen = cards(FOX, HEN)
    hand = hand_of(ADA, fox)
    hand.put(hen, bit(BO))
    assert hand.known() == [(fox, bit(ADA)), (hen, bit(ADA) | bit(BO))]
    assert hand.find(HEN) is hen
    assert hand.find(OWL) is None
    assert hand.take(hen) == bit(ADA) | bit(BO)
    assert hand.take(fox) == bit(ADA)
    assert len(hand) == 0


def test_a_hand_that_is_shown_is_known_to_those_who_saw_it() -> None:
    fox, hen = cards(FOX, HEN)
    hand = hand_of(ADA, fox)
    hand.show(bit(CLEO))
    hand.put(hen)
    assert hand.known() == [(fox, bit(ADA) | bit(CLEO)), (hen, bit(ADA))]
    hand.show(EVERYONE)
    assert all(mask == EVERYONE for _, mask in hand.known())


def test_a_hand_that_is_mixed_is_known_to_its_owner_alone() -> None:
    fox, hen = cards(FOX, HEN)
    hand = hand_of(ADA, fox, hen)
    hand.show(EVERYONE)
    hand.mix()
    assert hand.known() == [(fox, bit(ADA)), (hen, bit(ADA))]


def test_who_knew_a_card_that_left_the_hand_knows_nothing_of_the_next() -> None:
    fox, hen = cards(FOX, HEN)
    hand = Hand("back", bit(ADA))
    hand.put(fox, bit(BO))
    hand.take(fox)
    hand.put(hen)
    assert hand.known() == [(hen, bit(ADA))]


def test_of_two_cards_alike_who_knew_one_cannot_tell_which_one_left() -> None:
    one, two = cards(FOX, FOX)
    hand = Hand("back", bit(ADA))
    hand.put(one)
    hand.put(two, bit(BO))
    hand.take(one)
    assert hand.known() == [(two, bit(ADA))]


def test_who_knew_both_of_two_cards_alike_still_knows_the_one_that_stays() -> None:
    one, two = cards(FOX, FOX)
    hand = Hand("back", bit(ADA))
    hand.put(one, bit(BO))
    hand.put(two, bit(BO) | bit(CLEO))
    hand.take(one)
    assert hand.known() == [(two, bit(ADA) | bit(BO))]


def test_a_copied_hand_keeps_its_own_secrets() -> None:
    fox, hen = cards(FOX, HEN)
    hand = Hand("back", bit(ADA))
    hand.put(fox, bit(BO))
    twin = hand.copy()
    assert twin.known() == hand.known()
    twin.put(hen, EVERYONE)
    twin.show(EVERYONE)
    assert hand.known() == [(fox, bit(ADA) | bit(BO))]


def test_a_new_deck_is_one_bag_that_nobody_knows() -> None:
    deck = Deck("back", cards(FOX, HEN, OWL))
    assert layers(deck) == [[FOX, HEN, OWL]]
    assert deck.masks == [NOBODY]
    assert len(deck) == 3
    assert len(Deck("back")) == 0


def test_to_draw_is_a_chance_over_the_top_layer() -> None:
    deck, hand = Deck("back", cards(FOX, HEN, OWL)), hand_of(ADA)
    (chance,) = said(draw(deck, hand, bit(ADA), "hunt"), HEN)
    assert isinstance(chance, Chance)
    assert (chance.topic, chance.to) == ("hunt", bit(ADA))
    assert names(hand.cards) == [HEN]
    assert layers(deck) == [[FOX, OWL]]
    assert hand.known()[0][1] == bit(ADA)


def test_of_cards_alike_the_first_is_drawn_so_that_keys_lead_to_the_same_card() -> None:
    for fallen in range(3):
        ordered = cards(FOX, FOX, FOX, HEN)
        deck, hand = Deck("back", ordered), hand_of(ADA)
        words = draw(deck, hand, bit(ADA))
        words.send(None)
        with pytest.raises(StopIteration):
            words.send(ordered[fallen])
        assert hand.cards == [ordered[0]]


def test_cards_alike_need_not_lie_side_by_side() -> None:
    fox, hen, other_fox = cards(FOX, HEN, FOX)
    deck, hand = Deck("back", [fox, hen, other_fox]), hand_of(ADA)
    words = draw(deck, hand, bit(ADA))
    words.send(None)
    with pytest.raises(StopIteration):
        words.send(other_fox)
    assert hand.cards == [fox]


def test_a_card_whose_place_is_known_is_drawn_without_chance() -> None:
    (fox, hen, owl) = cards(FOX, HEN, OWL)
    deck, hand = Deck("back", [fox, hen]), hand_of(ADA)
    deck.put(owl, bit(ADA) | bit(BO))
    assert said(draw(deck, hand, bit(ADA))) == []
    assert hand.known() == [(owl, bit(ADA) | bit(BO))]


def test_who_draws_a_card_that_only_another_knew_is_shown_it() -> None:
    (fox, hen, owl) = cards(FOX, HEN, OWL)
    deck, hand = Deck("back", [fox, hen]), hand_of(ADA)
    deck.put(owl, bit(BO))
    (show,) = said(draw(deck, hand, bit(ADA)))
    assert isinstance(show, Show)
    assert (show.what, show.to) == ((OWL,), bit(ADA))
    assert hand.known() == [(owl, bit(ADA) | bit(BO))]


def test_who_knew_what_was_in_a_bag_knows_it_no_more_when_another_drew_unseen() -> None:
    deck, hand = Deck("back"), hand_of(ADA)
    deck.restore(cards(FOX, HEN, OWL), bit(ADA) | bit(BO))
    said(draw(deck, hand, bit(ADA)), HEN)
    assert deck.masks == [bit(ADA)]


def test_a_card_is_put_on_top_and_tucked_under() -> None:
    fox, hen, owl, elk = cards(FOX, HEN, OWL, ELK)
    deck = Deck("back", [fox, hen])
    deck.put(owl, bit(BO))
    deck.tuck(elk)
    assert layers(deck) == [[OWL], [FOX, HEN], [ELK]]
    assert deck.masks == [bit(BO), NOBODY, NOBODY]
    assert len(deck) == 4


def test_cards_are_restored_as_a_bag_under_the_deck() -> None:
    fox, hen, owl, elk = cards(FOX, HEN, OWL, ELK)
    deck = Deck("back", [fox])
    deck.restore([elk, hen], EVERYONE)
    deck.restore([])
    assert layers(deck) == [[FOX], [HEN, ELK]]
    assert deck.masks == [NOBODY, EVERYONE]
    deck.restore([owl])
    assert layers(deck) == [[FOX], [HEN, ELK], [OWL]]


def test_to_shuffle_makes_one_bag_known_to_those_who_knew_every_part() -> None:
    fox, hen, owl, elk = cards(FOX, HEN, OWL, ELK)
    deck = Deck("back")
    deck.restore([elk, owl], bit(ADA) | bit(BO))
    deck.put(hen, bit(ADA))
    deck.put(fox, EVERYONE)
    deck.shuffle()
    assert layers(deck) == [[FOX, HEN, OWL, ELK]]
    assert deck.masks == [bit(ADA)]
    deck.shuffle()
    assert len(deck) == 4


def test_two_layers_are_shuffled_into_one() -> None:
    fox, hen, owl = cards(FOX, HEN, OWL)
    deck = Deck("back", [fox, owl])
    deck.put(hen, EVERYONE)
    deck.shuffle()
    assert layers(deck) == [[FOX, HEN, OWL]]
    assert deck.masks == [NOBODY]


def test_to_peek_lays_the_cards_back_as_they_were_known_to_the_one_who_peeked() -> None:
    deck = Deck("back", cards(FOX, HEN, OWL, ELK))
    heard = said(peek(deck, 2, BO), OWL, FOX)
    assert [word.to for word in heard if isinstance(word, Chance)] == [bit(BO), bit(BO)]
    assert layers(deck) == [[OWL], [FOX], [HEN, ELK]]
    assert deck.masks == [bit(BO), bit(BO), NOBODY]


def test_to_peek_where_another_has_peeked_makes_it_known_to_both() -> None:
    deck = Deck("back", cards(FOX, HEN, OWL, ELK))
    said(peek(deck, 1, BO), OWL)
    said(peek(deck, 2, ADA), FOX)
    assert layers(deck) == [[OWL], [FOX], [HEN, ELK]]
    assert deck.masks == [bit(ADA) | bit(BO), bit(ADA), NOBODY]


def test_to_peek_at_cards_alike_takes_nothing_from_who_knew_one_of_them() -> None:
    deck = Deck("back", cards(FOX, FOX, OWL, ELK))
    said(peek(deck, 1, BO), FOX)
    said(peek(deck, 2, ADA), FOX)
    assert layers(deck) == [[FOX], [FOX], [OWL, ELK]]
    assert deck.masks == [bit(ADA) | bit(BO), bit(ADA), NOBODY]


def test_one_can_peek_at_no_more_cards_than_there_are() -> None:
    deck = Deck("back", cards(FOX, HEN))
    said(peek(deck, 5, ADA), HEN)
    assert layers(deck) == [[HEN], [FOX]]
    assert said(peek(Deck("back"), 2, ADA)) == []


def test_a_card_can_be_taken_from_anywhere_in_the_deck() -> None:
    fox, hen, owl = cards(FOX, HEN, OWL)
    deck = Deck("back", [fox, hen])
    deck.tuck(owl, bit(BO))
    assert deck.take(owl) == bit(BO)
    assert deck.take(hen) == NOBODY
    assert layers(deck) == [[FOX]]
    with pytest.raises(ValueError, match="owl"):
        deck.take(owl)


def test_a_copied_deck_is_another_deck() -> None:
    deck = Deck("back", cards(FOX, HEN))
    deck.put(Card(9, OWL), bit(BO))
    twin = deck.copy()
    assert (layers(twin), twin.masks) == (layers(deck), deck.masks)
    said(draw(twin, hand_of(BO), bit(BO)))
    said(draw(twin, hand_of(BO), bit(BO)), HEN)
    assert layers(deck) == [[OWL], [FOX, HEN]]


def dealt(count: int, *keys: str) -> tuple[Deck, Slots]:
    deck = Deck("back", cards(*keys))
    slots = Slots(deck)
    for _ in range(count):
        slots.deal()
    return deck, slots


def test_a_face_down_card_has_no_name_until_it_is_turned() -> None:
    deck, slots = dealt(2, FOX, HEN, OWL)
    assert slots.cards == [None, None]
    assert len(deck) == 1
    (chance,) = said(turn(slots, 1, EVERYONE), HEN)
    assert isinstance(chance, Chance)
    assert names(slots.cards) == [None, HEN]
    assert slots.known()[0][1] == EVERYONE
    assert len(deck) == 1


def test_what_is_drawn_meanwhile_cannot_be_in_a_slot() -> None:
    deck, slots = dealt(2, FOX, HEN, OWL)
    hand = hand_of(ADA)
    said(draw(deck, hand, bit(ADA)), HEN)
    assert len(deck) == 0
    (chance,) = said(turn(slots, 0, EVERYONE), OWL)
    assert isinstance(chance, Chance)
    assert names(chance.outcomes) == [FOX]
    said(turn(slots, 1, EVERYONE))
    assert names(slots.cards) == [OWL, FOX]


def test_a_deck_can_be_dealt_out_to_its_last_card() -> None:
    deck, slots = dealt(3, FOX, HEN, OWL)
    assert len(deck) == 0
    assert sorted(card.key for card, _ in deck.known()) == [FOX, HEN, OWL]
    said(turn(slots, 0, bit(ADA)), OWL)
    said(turn(slots, 1, bit(ADA)), FOX)
    said(turn(slots, 2, bit(ADA)))
    assert names(slots.cards) == [OWL, FOX, HEN]
    assert deck.known() == []


def test_a_known_card_keeps_its_name_when_it_is_dealt() -> None:
    fox, hen, owl = cards(FOX, HEN, OWL)
    deck = Deck("back", [fox, hen])
    deck.put(owl, bit(BO))
    slots = Slots(deck)
    slots.deal()
    assert slots.known() == [(owl, bit(BO))]
    said(turn(slots, 0, bit(ADA)))
    assert slots.known() == [(owl, bit(ADA) | bit(BO))]


def test_who_turns_a_slot_that_has_a_name_is_shown_it() -> None:
    fox, hen, owl = cards(FOX, HEN, OWL)
    deck = Deck("back", [fox, hen])
    deck.put(owl, bit(BO))
    slots = Slots(deck)
    slots.deal()
    (show,) = said(turn(slots, 0, bit(ADA)))
    assert isinstance(show, Show)
    assert (show.what, show.to) == ((OWL,), bit(ADA))


def test_who_turns_the_last_unnamed_slot_is_shown_it() -> None:
    _, slots = dealt(2, FOX, HEN)
    said(turn(slots, 0, EVERYONE), FOX)
    (show,) = said(turn(slots, 1, bit(ADA)))
    assert isinstance(show, Show)


def test_turned_once_more_a_slot_keeps_its_card() -> None:
    _, slots = dealt(1, FOX, HEN, OWL)
    said(turn(slots, 0, bit(ADA)), HEN)
    said(turn(slots, 0, bit(BO)))
    assert slots.known() == [(slots.cards[0], bit(ADA) | bit(BO))]
    assert names(slots.cards) == [HEN]


def test_turned_once_more_it_keeps_its_card_while_others_have_none() -> None:
    _, slots = dealt(2, FOX, HEN, OWL)
    said(turn(slots, 0, bit(ADA)), HEN)
    said(turn(slots, 0, bit(BO)))
    assert names(slots.cards) == [HEN, None]


def test_when_the_top_layer_is_dealt_out_the_next_one_is_on_top() -> None:
    deck = Deck("back", cards(FOX, HEN))
    slots = Slots(deck)
    deck.restore([Card(7, OWL), Card(8, ELK)], bit(BO))
    slots.deal()
    slots.deal()
    assert layers(deck) == [[OWL, ELK]]
    assert deck.masks == [bit(BO)]
    assert len(deck) == 2
    assert sorted((card.key, mask) for card, mask in deck.known()) == [
        (ELK, bit(BO)), (FOX, NOBODY), (HEN, NOBODY), (OWL, bit(BO)),
    ]  # fmt: skip


def test_slots_are_named_before_their_deck_is_shuffled() -> None:
    deck, slots = dealt(1, FOX, HEN, OWL)
    with pytest.raises(ValueError, match="before the deck they came from is shuffled"):
        deck.shuffle()
    said(turn(slots, 0, EVERYONE), HEN)
    deck.shuffle()
    assert layers(deck) == [[FOX, OWL]]


def test_slots_come_from_one_layer_at_a_time() -> None:
    deck, slots = dealt(1, FOX, HEN)
    said(draw(deck, hand_of(ADA), bit(ADA)), FOX)
    deck.restore(cards(OWL, ELK))
    with pytest.raises(ValueError, match="name the face-down slots"):
        slots.deal()


def test_a_turned_card_can_be_taken_from_its_slot() -> None:
    _, slots = dealt(2, FOX, HEN, OWL)
    said(turn(slots, 1, bit(BO)), HEN)
    hen = slots.cards[1]
    assert hen is not None
    assert slots.take(hen) == bit(BO)
    assert slots.cards == [None]


def test_copied_slots_are_others() -> None:
    deck, slots = dealt(2, FOX, HEN, OWL)
    other_deck = deck.copy()
    twin = slots.copy(other_deck)
    said(turn(twin, 0, EVERYONE), HEN)
    assert slots.cards == [None, None]
    assert len(deck.known()) == 3
    said(turn(slots, 0, EVERYONE), OWL)
    assert (names(twin.cards), names(slots.cards)) == ([HEN, None], [OWL, None])


def test_a_supply_gives_no_more_than_there_is() -> None:
    coins = Supply("coin", 5, holders=2)
    assert coins.move(3, BANK, 1) == 3
    assert coins.move(3, BANK, 2) == 2
    assert coins.move(9, 1, 2) == 3
    assert coins.move(1, 1, BANK) == 0
    assert coins.move(-4, 2, BANK) == 0
    assert coins.counts == [0, 0, 5]
    assert coins.total == 5


def test_a_copied_supply_is_another() -> None:
    coins = Supply("coin", 5, holders=1)
    twin = coins.copy()
    twin.move(2, BANK, 1)
    assert (coins.counts, twin.counts) == ([5, 0], [3, 2])


class Table:
    """Every kind of zone with one back, for operations at random."""

    def __init__(self, count: int) -> None:
        self.deck = Deck("back", [Card(number, "abc"[number * 3 // count]) for number in range(count)])
        self.slots = Slots(self.deck)
        self.hands = [hand_of(seat) for seat in (ADA, BO)]
        self.pile = Pile("back")

    @property
    def zones(self) -> list[Zone]:
        return [*self.hands, self.slots, self.pile, self.deck]

    def copy(self) -> Table:
        twin = Table(1)
        twin.deck = self.deck.copy()
        twin.slots = self.slots.copy(twin.deck)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.pile = self.pile.copy()
        return twin

    def ids(self) -> list[int]:
        return sorted(card.id for zone in self.zones for card, _ in zone.known())

    def knowledge(self, seat: int) -> list[list[object]]:
        """What a seat knows of every place: the card, or that there is one."""
        return [[card.id if mask & bit(seat) else "?" for card, mask in zone.known()] for zone in self.zones]

    def do(self, deed: int, luck: random.Random) -> None:
        """One of the things that rules do with cards, if it can be done now."""
        words: Play[None] | None = None
        hand = self.hands[deed % 2]
        if deed < 6 and len(self.deck):
            words = draw(self.deck, hand, bit(deed % 2))
        elif deed < 8:
            words = peek(self.deck, 2, deed % 2)
        elif deed < 10 and len(self.deck):
            words = self.dealt()
        elif deed < 12 and None in self.slots.cards:
            words = turn(self.slots, self.slots.cards.index(None), bit(deed % 2))
        elif deed < 14 and hand.cards:
            card = luck.choice(hand.cards)
            hand.take(card)
            self.pile.put(card)
        elif deed < 16 and hand.cards:
            card = hand.cards[0]
            mask = hand.take(card)
            hand.mix()
            self.deck.tuck(card, mask)
        elif deed == 16 and not self.deck.lent:
            self.deck.restore(self.pile.cards, EVERYONE)
            self.pile.cards = []
        elif deed == 17 and not self.deck.lent:
            self.deck.shuffle()
        elif deed == 18:
            hand.show(bit(1 - deed % 2))
        if words is not None:
            run(words, luck)

    def dealt(self) -> Iterator[None]:  # type: ignore[override]
        try:
            self.slots.deal()
        except ValueError:
            assert self.deck.lent
        return
        yield


def run(words: Play[None], luck: random.Random) -> None:
    value = None
    try:
        while True:
            word = words.send(value)
            value = luck.choice(list(word.outcomes)) if isinstance(word, Chance) else None
    except StopIteration:
        pass


deeds = st.lists(st.integers(0, 18), max_size=size(20, 40, 80))


@given(deeds, st.integers(2, 20), st.randoms(use_true_random=False))
def test_whatever_is_done_every_card_is_somewhere_exactly_once(
    deeds: list[int], count: int, luck: random.Random
) -> None:
    table = Table(count)
    for deed in deeds:
        table.do(deed, luck)
        assert table.ids() == list(range(count))
        twin = table.copy()
        assert [zone.known() for zone in twin.zones] == [zone.known() for zone in table.zones]


@given(deeds, st.integers(2, 20), st.randoms(use_true_random=False), st.integers(0, 2**64))
def test_cards_dealt_anew_are_the_same_cards_and_what_is_known_stays(
    deeds: list[int], count: int, luck: random.Random, seed: int
) -> None:
    table = Table(count)
    for deed in deeds:
        table.do(deed, luck)
    for seat in (ADA, BO, CLEO):
        world = table.copy()
        deal_anew(world.zones, seat, seed)
        assert world.ids() == list(range(count))
        assert world.knowledge(seat) == table.knowledge(seat)
        assert [len(zone.known()) for zone in world.zones] == [len(zone.known()) for zone in table.zones]


@given(
    deeds, st.integers(2, 20), st.randoms(use_true_random=False), st.integers(0, 2**64), st.integers(0, 2**64)
)
def test_two_worlds_that_a_seat_cannot_tell_apart_are_dealt_alike(
    deeds: list[int], count: int, luck: random.Random, seed: int, other_seed: int
) -> None:
    table = Table(count)
    for deed in deeds:
        table.do(deed, luck)
    for seat in (ADA, BO, CLEO):
        one, two = table.copy(), table.copy()
        deal_anew(two.zones, seat, other_seed)
        deal_anew(one.zones, seat, seed)
        deal_anew(two.zones, seat, seed)
        assert [zone.known() for zone in one.zones] == [zone.known() for zone in two.zones]


def test_what_is_dealt_anew_is_even() -> None:
    counts: Counter[tuple[str | None, ...]] = Counter()
    for seed in range(6000):
        fox, hen, owl, elk = cards(FOX, HEN, OWL, ELK)
        deck = Deck("back", [owl, elk])
        hand = hand_of(BO, fox, hen)
        deal_anew([hand, deck], ADA, seed)
        counts[tuple(names(hand.cards))] += 1
    assert len(counts) == 12
    expected = 6000 / 12
    assert sum((count - expected) ** 2 for count in counts.values()) / expected < 37.4


def test_every_back_is_dealt_for_itself() -> None:
    reds, blues = cards(FOX, HEN), [Card(10, OWL), Card(11, ELK)]

    def table() -> list[Zone]:
        blue_hand = Hand("blue", bit(BO))
        blue_hand.put(blues[0])
        return [hand_of(BO, reds[0]), blue_hand, Deck("back", reds[1:]), Deck("blue", blues[1:])]

    looks = believed(table, ADA, lambda zones: (zones[0].known()[0][0].key, zones[1].known()[0][0].key))
    assert looks == {(red, blue) for red in (FOX, HEN) for blue in (OWL, ELK)}


def test_what_cannot_lie_in_a_hand_is_not_imagined_there() -> None:
    def table() -> list[Zone]:
        fox, hen, owl, elk = cards(FOX, HEN, OWL, ELK)
        hand = Hand("back", bit(BO), (ELK,))
        hand.put(fox)
        return [hand, Deck("back", [hen, owl, elk])]

    assert believed(table, ADA, lambda zones: zones[0].known()[0][0].key) == {FOX, HEN, OWL}


def test_who_knew_what_was_in_the_bag_does_not_know_what_another_turned_alone() -> None:
    def table() -> list[Zone]:
        deck = Deck("back")
        deck.restore(cards(FOX, HEN, OWL, ELK), EVERYONE)
        slots = Slots(deck)
        slots.deal()
        said(turn(slots, 0, bit(BO)), OWL)
        return [slots, deck]

    assert believed(table, BO, lambda zones: zones[0].known()[0][0].key) == {OWL}
    assert believed(table, ADA, lambda zones: zones[0].known()[0][0].key) == {FOX, HEN, OWL, ELK}


def test_who_knew_what_was_dealt_out_does_not_know_what_another_turned_alone() -> None:
    def table() -> list[Zone]:
        deck = Deck("back")
        deck.restore(cards(FOX, HEN, OWL), bit(ADA) | bit(BO))
        slots = Slots(deck)
        for _ in range(3):
            slots.deal()
        said(turn(slots, 0, bit(BO)), OWL)
        return [slots, deck]

    assert believed(table, BO, lambda zones: zones[0].known()[0][0].key) == {OWL}
    assert believed(table, ADA, lambda zones: zones[0].known()[0][0].key) == {FOX, HEN, OWL}
    assert believed(table, CLEO, lambda zones: zones[0].known()[0][0].key) == {FOX, HEN, OWL}


@pytest.mark.parametrize(("count", "held"), [(60, 50), (120, 110), (300, 250)])
def test_even_the_last_of_many_cards_is_dealt_evenly(count: int, held: int) -> None:
    deck = [Card(number, "low" if number < count // 2 else "high") for number in range(count)]
    low: Counter[int] = Counter()
    for seed in range(400):
        hand = hand_of(BO, *deck[:held])
        deal_anew([hand, Deck("back", deck[held:])], ADA, seed)
        low.update(at for at in (0, held // 2, held - 1) if hand.cards[at].key == "low")
    assert len(low) == 3
    assert all(150 < times < 250 for times in low.values())


def test_a_draw_is_replayed_by_its_key_alone() -> None:
    def main(g: Slate) -> Play[None]:
        yield from draw(g.deck, g.hands[0], bit(ADA))
        yield Ask(0, "way", EITHER, "")

    def begin(setup: ToySetup) -> Slate:
        return Slate(deck=Deck("back", cards(FOX, HEN, HEN, OWL)), hands=[hand_of(ADA)])

    game = toy(main, begin=begin)
    ids = set()
    for seed in range(20):
        match = Match.new(game, ToySetup(), seed=seed)
        (card,) = match.state.hands[0].cards
        replayed = Match.new(game, ToySetup(), chance=script(card.key))
        assert replayed.state.hands[0].cards[0].id == card.id
        ids.add(card.id)
    assert ids == {0, 1, 3}


def test_where_only_barred_cards_are_left_they_stay() -> None:
    hand = Hand("back", bit(ADA), (FOX,))
    hand.put(cards(FOX)[0])
    deal_anew([hand, Deck("back")], BO, 1)
    assert names(hand.cards) == [FOX]
