"""What is done to a box keeps its cards; what a seat does not know of it is dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldtale.kernel import EVERYONE, NOBODY, SPECTATOR, Chance, Play, bit
from foldtale.kernel.zones import HELD, UNNAMED, Box, Layout, Row, Veil, draw, new_box, peek, turn
from tests.sizes import size

ADA, BO, CLEO = 0, 1, 2
A, B, C = bit(ADA), bit(BO), bit(CLEO)
ADAS, BOS, DOWN, OPEN = 0, 1, 2, 3
"""The rows: two hands, one that nobody sees and one that everybody does."""
FOX, HEN, OWL, ELK, CAT = "fox", "hen", "owl", "elk", "cat"
SEEN = (A, B, NOBODY, EVERYONE)
ROWS = Layout("back", SEEN)
CATLESS = Layout("back", SEEN, bars=(CAT,))


def table(
    rows: Mapping[int, Row],
    layers: Iterable[tuple[Row, int]] = (),
    also: Mapping[int, tuple[int, ...]] | None = None,
    layout: Layout = ROWS,
    lent: int = 0,
) -> Box:
    """A box as it lies: what is in its rows, and its layers with who knows them."""
    pairs = list(layers)
    filled = [rows.get(row, ()) for row in range(len(layout.seen))]
    return Box(
        layout, filled, [cards for cards, _ in pairs], [mask for _, mask in pairs], dict(also or {}), 0, lent
    )


def run(words: Play[None], luck: random.Random) -> None:
    """Let a verb speak to its end; what falls is luck."""
    value = None
    try:
        while True:
            word = words.send(value)
            value = None
            if isinstance(word, Chance):
                value = word.outcomes[luck.randrange(len(word.outcomes))]
    except StopIteration:
        pass


def imagined(box: Box, seat: int, seed: int) -> Box:
    world = box.copy()
    Veil(box, seat).deal(world, seed)
    return world


def believed(box: Box, seat: int, look: Callable[[Box], object], seeds: int = 200) -> Counter[object]:
    """What a seat can believe of a box, over many worlds."""
    veil = Veil(box, seat)
    found: Counter[object] = Counter()
    for seed in range(seeds):
        world = box.copy()
        veil.deal(world, seed)
        found[look(world)] += 1
    return found


def chi_square(counts: Counter[object], shares: Mapping[Any, int]) -> float:
    """How far counts are from their shares; endless if something was found that cannot be."""
    if counts.keys() - shares.keys():
        return float("inf")
    part = sum(counts.values()) / sum(shares.values())
    return sum((counts[key] - share * part) ** 2 / (share * part) for key, share in shares.items())


def all_of(box: Box) -> object:
    """All that can be told of a box: equal boxes are equal here."""
    also = tuple(sorted(box.also.items()))
    return (tuple(box.rows), tuple(box.layers), tuple(box.masks), also, box.home, box.lent)


def shape(box: Box) -> object:
    """What stays of a box when its cards are others: how many lie where, and who knows them."""
    rows = [[bool(card) for card in row] for row in box.rows]
    return (rows, list(map(len, box.layers)), list(box.masks), dict(box.also), box.home, box.lent)


def knowledge(box: Box, seat: int) -> object:
    """What a seat knows of every place: the card, or that there is one."""
    rows = [[card if mask >> seat & 1 else "?" for card, mask in box.known(row)] for row in range(len(SEEN))]
    layers = zip(box.layers, box.masks, strict=True)
    return rows, [layer if mask >> seat & 1 else len(layer) for layer, mask in layers]


DEEDS = (
    "draw", "draw", "draw", "draw", "peek", "deal down", "deal down", "turn", "discard", "give", "tuck",
    "tuck", "put on", "lift", "move down", "restore", "shuffle", "show", "gather",
)  # fmt: skip


def done(box: Box, deed: str, luck: random.Random) -> Play[None]:
    """One of the things that rules do with cards, if it can be done now."""
    seat = luck.choice((ADA, BO))
    hand = box.rows[seat]
    if deed == "draw" and box.deck_size:
        yield from draw(box, seat, bit(seat) | luck.choice((NOBODY, C)))
    elif deed == "peek":
        yield from peek(box, luck.choice((1, 2, 3)), seat)
    elif deed == "deal down" and box.deck_size:
        try:
            box.deal_down(DOWN)
        except ValueError:
            assert box.lent
            assert box.home != box.top
    elif deed == "turn" and box.rows[DOWN]:
        yield from turn(box, DOWN, luck.randrange(len(box.rows[DOWN])), bit(seat))
    elif deed == "discard" and hand:
        box.move(luck.choice(hand), seat, OPEN)
    elif deed == "give" and hand:
        box.move(luck.choice(hand), seat, 1 - seat)
    elif deed == "tuck" and hand:
        card = luck.choice(hand)
        box.take(card, seat)
        box.mix(seat)
        box.tuck(card, bit(seat) | HELD)
    elif deed == "put on" and hand:
        card = luck.choice(hand)
        box.put_on(card, box.take(card, seat))
    elif deed == "lift" and box.deck_size:
        card = luck.choice(box.layers[box.top])
        box.put(card, OPEN, box.lift(card))
    elif deed == "move down" and box.rows[DOWN]:
        box.move(UNNAMED if box.lent else box.rows[DOWN][0], DOWN, DOWN)
    elif deed == "restore":
        box.restore(box.rows[OPEN], EVERYONE)
        box.rows[OPEN] = ()
    elif deed == "shuffle" and not box.lent:
        box.shuffle()
    elif deed == "show":
        box.show(seat, luck.choice((bit(1 - seat) | C, EVERYONE)))
    elif deed == "gather" and luck.random() < 0.2:
        box.gather()


def play(box: Box, deed: str, luck: random.Random) -> None:
    """Do one thing; a cat never stays in a row that somebody does not see."""
    run(done(box, deed, luck), luck)
    for row in (ADAS, BOS, DOWN):
        while CAT in box.rows[row]:
            box.move(CAT, row, OPEN)


def check(box: Box, keys: list[str]) -> None:
    """Every card is somewhere, and what is written about the cards fits them."""
    assert sorted(card for card, _ in box.all_known()) == sorted(keys)
    assert box.deck_size == len(keys) - sum(map(len, box.rows))
    assert len(box.layers) == len(box.masks)
    assert all(box.layers)
    for row, masks in box.also.items():
        assert len(masks) == len(box.rows[row])
        assert any(masks)
        assert not any(mask & box.layout.seen[row] for mask in masks)
    assert box.lent == sum(row.count(UNNAMED) for row in box.rows)
    assert not box.lent or len(box.layers[box.home]) >= box.lent
    lent_of_top = box.lent if box.home == box.top else 0
    assert not box.deck_size or len(box.layers[box.top]) > lent_of_top


several = st.lists(st.sampled_from(DEEDS), min_size=10, max_size=size(20, 40, 80))
some_cards = st.lists(st.sampled_from([*"abcdef", CAT, CAT]), min_size=2, max_size=24)
lucks = st.integers(0, 2**32).map(random.Random)
seeds_of_worlds = st.integers(-(2**64), 2**64)


@given(several, some_cards, lucks)
def test_whatever_is_done_every_card_is_somewhere_exactly_once(
    deeds: list[str], keys: list[str], luck: random.Random
) -> None:
    box = new_box(CATLESS, keys)
    bag: Counter[str] = Counter()
    for deed in deeds:
        lent = box.lent
        play(box, deed, luck)
        check(box, keys)
        if box.lent and not lent:
            bag = Counter(box.layers[box.home])
        if box.lent:
            assert Counter(box.layers[box.home]) <= bag


@given(several, several, some_cards, lucks)
def test_what_is_done_to_a_copy_is_not_done_to_the_box(
    before: list[str], after: list[str], keys: list[str], luck: random.Random
) -> None:
    box = new_box(CATLESS, keys)
    for deed in before:
        play(box, deed, luck)
    twin, was = box.copy(), all_of(box)
    assert all_of(twin) == was
    for deed in after:
        play(twin, deed, luck)
    assert all_of(box) == was
    check(twin, keys)


@given(several, some_cards, lucks, seeds_of_worlds, seeds_of_worlds)
def test_a_world_has_the_same_cards_and_what_is_known_stays(
    deeds: list[str], keys: list[str], luck: random.Random, seed: int, other_seed: int
) -> None:
    box = new_box(CATLESS, keys)
    for deed in deeds:
        play(box, deed, luck)
        seat = luck.choice((ADA, BO, CLEO, SPECTATOR))
        was = all_of(box)
        world = imagined(box, seat, seed)
        check(world, keys)
        assert shape(world) == shape(box)
        assert knowledge(world, seat) == knowledge(box, seat)
        layers = zip(world.layers, world.masks, strict=True)
        held = [layer for layer, mask in layers if mask & HELD]
        assert all(CAT not in row for row in (*world.rows[:OPEN], *held))
        other_truth = imagined(box, seat, other_seed)
        assert all_of(imagined(other_truth, seat, seed)) == all_of(world)
        assert all_of(box) == was


def test_worlds_are_even() -> None:
    box = table({BOS: (FOX, HEN)}, [((ELK, OWL), NOBODY)])
    pairs = dict.fromkeys(permutations((FOX, HEN, OWL, ELK), 2), 1)
    assert chi_square(believed(box, ADA, lambda world: world.rows[BOS], 6000), pairs) < 37.4


def test_of_cards_alike_there_are_more() -> None:
    box = table({BOS: (HEN,)}, [((FOX, FOX), NOBODY), ((FOX,), NOBODY)])
    assert chi_square(believed(box, ADA, lambda world: world.rows[BOS], 4000), {(FOX,): 3, (HEN,): 1}) < 15.1


def test_worlds_without_what_is_barred_are_even() -> None:
    layers = [((OWL,), NOBODY), ((CAT, ELK), NOBODY), ((HEN,), HELD)]
    box = table({BOS: (FOX,)}, layers, layout=CATLESS)
    free = (FOX, HEN, OWL, ELK)
    worlds = {
        (hand, held, loose): 1
        for hand, held in permutations(free, 2)
        for loose in (CAT, *free)
        if loose not in (hand, held)
    }
    assert len(worlds) == 36
    found = believed(box, ADA, lambda world: (*world.rows[BOS], *world.layers[2], *world.layers[0]), 6000)
    assert chi_square(found, worlds) < 73.6


def test_a_world_is_dealt_by_nothing_but_the_seed() -> None:
    for seed in range(20):
        worlds = set()
        for one, two, three, four, five in permutations((FOX, HEN, OWL, ELK, ELK)):
            layers = [((one,), C), (tuple(sorted((two, three))), NOBODY)]
            box = table({BOS: (four, five, FOX)}, layers, {BOS: (C, NOBODY, A)})
            worlds.add(all_of(imagined(box, ADA, seed)))
        assert len(worlds) == 1


def test_one_veil_deals_as_often_as_one_likes() -> None:
    box = table({BOS: (FOX, HEN)}, [((ELK, OWL), NOBODY)])
    veil = Veil(box, ADA)
    world = box.copy()
    for seed in (1, 2, 3, 1):
        veil.deal(world, seed)
        assert all_of(world) == all_of(imagined(box, ADA, seed))
    assert len(believed(box, ADA, lambda world: world.rows[BOS])) == 12


def test_who_knows_all_imagines_nothing() -> None:
    box = table({ADAS: (FOX,), OPEN: (HEN,), BOS: (ELK,)}, [((OWL, FOX), A), ((HEN,), EVERYONE)], {BOS: (A,)})
    assert believed(box, ADA, all_of) == {all_of(box): 200}
    assert len(believed(box, BO, all_of)) > 1


def test_who_only_watches_knows_what_lies_open_to_everybody() -> None:
    box = table({ADAS: (FOX,), BOS: (HEN,), OPEN: (OWL,)}, [((ELK,), A | B | C)], {ADAS: (B | C,)})
    found = believed(box, SPECTATOR, lambda world: (*world.rows[ADAS], *world.rows[BOS], *world.layers[0]))
    assert found.keys() == set(permutations((FOX, HEN, ELK)))
    assert believed(box, SPECTATOR, lambda world: world.rows[OPEN]).keys() == {(OWL,)}


def test_of_a_row_that_is_partly_known_only_the_rest_is_dealt_anew() -> None:
    box = table({BOS: (FOX, HEN, OWL)}, [((ELK,), NOBODY)], {BOS: (A, NOBODY, A | C)})
    assert believed(box, ADA, lambda world: world.rows[BOS]).keys() == {(FOX, HEN, OWL), (FOX, ELK, OWL)}
    assert believed(box, CLEO, lambda world: world.rows[BOS][2]).keys() == {OWL}
    assert len(believed(box, CLEO, lambda world: world.rows[BOS])) == 6


def test_who_else_knows_a_place_knows_whatever_lies_there() -> None:
    box = table({BOS: (FOX, HEN)}, [((ELK, OWL), NOBODY)], {BOS: (NOBODY, C)})
    found = believed(box, ADA, lambda world: (world.rows[BOS][1:], world.seen_by(CLEO, BOS)))
    assert found.keys() == {((card,), (card,)) for card in (FOX, HEN, OWL, ELK)}


def test_what_one_has_peeked_at_stays_and_what_another_has_does_not() -> None:
    box = table({}, [((FOX,), A), ((HEN,), A | B), ((OWL,), B), ((ELK,), NOBODY), ((ELK, HEN), A)])
    found = believed(box, ADA, lambda world: tuple(world.layers))
    known = [(FOX,), (HEN,)]
    assert found.keys() == {(*known, (OWL,), (ELK,), (ELK, HEN)), (*known, (ELK,), (OWL,), (ELK, HEN))}
    assert len(believed(box, BO, lambda world: world.layers[0])) == 3


@pytest.mark.parametrize("dealt", [1, 4])
def test_who_knew_what_was_in_the_bag_does_not_know_what_another_turned_alone(dealt: int) -> None:
    box = new_box(ROWS, ())
    box.restore((FOX, HEN, OWL, ELK), A | B)
    for _ in range(dealt):
        box.deal_down(DOWN)
    words = turn(box, DOWN, 0, B)
    next(words)
    with pytest.raises(StopIteration):
        words.send(OWL)
    assert believed(box, BO, lambda world: world.rows[DOWN][0]).keys() == {OWL}
    for seat in (ADA, CLEO):
        assert believed(box, seat, lambda world: world.rows[DOWN][0]).keys() == {FOX, HEN, OWL, ELK}


def test_a_card_without_a_name_has_none_in_a_world() -> None:
    box = table({DOWN: (UNNAMED, FOX, UNNAMED, HEN)}, [((ELK, OWL), NOBODY)], {DOWN: (0, B, 0, A)}, lent=2)
    found = believed(box, ADA, lambda world: world.rows[DOWN])
    assert found.keys() == {(UNNAMED, card, UNNAMED, HEN) for card in (FOX, ELK, OWL)}
    bags = believed(box, ADA, lambda world: tuple(sorted(world.layers[0])))
    assert bags.keys() == {(ELK, OWL), (FOX, OWL), (ELK, FOX)}
    box = table({DOWN: (FOX, UNNAMED)}, [((HEN,), NOBODY)], lent=1)
    assert believed(box, ADA, lambda world: world.rows[DOWN]).keys() == {(FOX, UNNAMED), (HEN, UNNAMED)}


def test_what_is_barred_is_imagined_wherever_else_it_can_be() -> None:
    layers = [((FOX,), HELD | C), ((HEN,), NOBODY), ((OWL,), B), ((CAT, ELK), NOBODY)]
    box = table({BOS: (FOX,), DOWN: (FOX,)}, layers, layout=CATLESS)
    found = believed(box, ADA, lambda world: tuple(CAT in layer for layer in world.layers))
    assert found.keys() == {
        (False, True, False, False),
        (False, False, True, False),
        (False, False, False, True),
    }
    assert believed(box, ADA, lambda world: CAT in (*world.rows[BOS], *world.rows[DOWN])).keys() == {False}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_where_only_barred_cards_are_left_they_stay(count: int) -> None:
    box = table({ADAS: (CAT,) * count}, layout=CATLESS)
    assert believed(box, BO, lambda world: world.rows[ADAS]).keys() == {(CAT,) * count}


@pytest.mark.parametrize("verb", ["draw", "peek", "turn"])
def test_what_is_left_of_a_bag_of_held_cards_is_held(verb: str) -> None:
    box = table({}, [((FOX, HEN, OWL), HELD), ((CAT, ELK, ELK, ELK), NOBODY)], layout=CATLESS)
    box.deal_down(DOWN)
    words = {"draw": draw(box, ADAS, A), "peek": peek(box, 1, ADA), "turn": turn(box, DOWN, 0, A)}[verb]
    run(words, random.Random(1))
    for seat in (ADA, BO):
        found = believed(box, seat, lambda world: any(CAT in layer for layer in world.layers[:-1]))
        assert found.keys() == {False}


def test_what_all_but_one_know_may_be_anything_to_that_one() -> None:
    box = table({}, [((CAT,), EVERYONE & ~A), ((FOX, HEN), NOBODY)], layout=CATLESS)
    assert believed(box, ADA, lambda world: world.layers[0]).keys() == {(CAT,), (FOX,), (HEN,)}


def test_boxes_of_different_backs_are_dealt_independently() -> None:
    boxes = [
        table({BOS: ("0", "1")}, [(("2",), NOBODY)], layout=Layout(back, SEEN)) for back in ("red", "blue")
    ]
    found: Counter[object] = Counter()
    for seed in range(6000):
        found[tuple(imagined(box, ADA, seed).rows[BOS] for box in boxes)] += 1
    orders = list(permutations("012", 2))
    assert chi_square(found, {(red, blue): 1 for red in orders for blue in orders}) < 73.6


@pytest.mark.parametrize("held", [1, 15, 16, 17, 18, 50, 110, 250])
def test_even_the_last_of_many_cards_is_dealt_evenly(held: int) -> None:
    keys = [f"{number % 2} {number:03}" for number in range(2 * (held // 2) + 4)]
    box = table({BOS: tuple(keys[:held])}, [(tuple(keys[held:]), NOBODY)])
    places = (0, held // 2, held - 1)
    low: Counter[int] = Counter()
    veil = Veil(box, ADA)
    for seed in range(400):
        world = box.copy()
        veil.deal(world, seed)
        assert sorted((*world.rows[BOS], *world.layers[0])) == sorted(keys)
        low.update(at for at in range(3) if world.rows[BOS][places[at]] < "1")
    assert all(150 < low[at] < 250 for at in range(3))


@pytest.mark.parametrize(("held", "one", "two"), [(16, 0, 15), (16, 7, 8), (24, 0, 16), (24, 7, 23)])
def test_where_one_of_many_cards_lies_says_nothing_of_another(held: int, one: int, two: int) -> None:
    box = table({BOS: ("low",) * held}, [(("low",) * (50 - held) + ("high",) * 50, NOBODY)])
    shares = {("low", "low"): 49, ("low", "high"): 50, ("high", "low"): 50, ("high", "high"): 49}
    found = believed(box, ADA, lambda world: (world.rows[BOS][one], world.rows[BOS][two]), 2000)
    assert chi_square(found, shares) < 21.1
