"""Twelve cards of Seven Virtues: what each prints, what it does, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foldtale.kernel import Match, Outcome, Play, script, settle
from foldtale.kernel.effects import Cause, enter, expire, leave, perform
from foldtale.kernel.pack.loading import load, read
from tests.effects import virtues
from tests.effects.virtues import SV, TURNED, UPRIGHT, Realm, deal, toy

FOLDER = Path(__file__).parent / "virtues" / "pack"
PACK = load(FOLDER, SV)
ALDRIC, MAELIS, BRANNOCH, SEREN = "Aldric", "Maelis", "Brannoch", "Seren"
Part = Callable[[Realm], Play[None]]


def start(g: Realm, *parts: Part, falls: tuple[object, ...] = ()) -> Match:
    """A match that begins at this position and plays these parts, one after the other."""

    def main(realm: Realm) -> Play[Outcome]:
        for part in parts:
            yield from part(realm)
            yield from settle(realm)
        return Outcome("done", (), ())

    return Match.at(toy(main, FOLDER), g, chance=script(*falls))


def answered(match: Match, *keys: str) -> Realm:
    """The realm after these answers, when nothing is left to ask."""
    for key in keys:
        match.answer(key)
    assert match.over, match.ask
    assert isinstance(match.state, Realm)
    return match.state


def offered(match: Match) -> tuple[int, list[str]]:
    """Who is asked, and what can be answered."""
    assert match.ask is not None
    return match.ask.seat, [offer.key for offer in match.ask.options]


def effect(card: str, field: str, me: str | None = None) -> Part:
    return lambda g: perform(g, getattr(PACK.cards[card].body, field), Cause(me, card))


def sin(who: str, card: str, side: str) -> Part:
    return lambda g: virtues.play_sin(g, PACK, who, card, side)


def plain(verb: Callable[..., Any], *given: Any) -> Part:
    """A verb that asks nothing, as a part of a match."""

    def part(g: Realm) -> Play[None]:
        verb(g, *given)
        yield from settle(g)

    return part


def go(who: str) -> Part:
    return lambda g: virtues.take_go(g, who)


def man(g: Realm, card: str, who: str) -> None:
    enter(g, card, who, PACK.cards[card].body.standing)


def holds(g: Realm, who: str) -> dict[str, int]:
    return {virtue: n for virtue, n in g.gifts[who].items() if n}


def each_has(g: Realm, of: str) -> list[int]:
    return [stock[of] for stock in g.stock.values()]


def test_the_pack_has_twelve_cards_and_no_problem_at_all() -> None:
    assert read(FOLDER, SV).problems == []
    assert len(PACK.cards) == 12
    assert all(25 <= len(PACK.texts[f"{card}.text"].split()) <= 70 for card in PACK.cards)


PRINTED = {
    "T1": [
        "The fame that a character costs is 1 lower for you. The fame that a character costs is at least 1 for you."
    ],
    "T3": [
        "After a hero gains gifts from a character, if that hero is you: choose one of the virtues printed on that character where the number of gifts left of that virtue is more than 0: take 1 gift of that virtue."
    ],
    "T5": ["The shelter from the sins of others is 1 for you."],
    "T6": [
        "Before the sins in a hero's hand are weighed, if that hero is you: the tally becomes the greater of 0 and (the tally minus 2)."
    ],
    "E11": [
        "Rating: 1 (3 with 2 or more your purple characters, hero included).",
        "Used: Choose one: Buy applause (if your gold is more than 0): the lesser of 4 and your gold times: you may: pay 1 gold, and then: gain 1 fame; or Sell your songs (if your fame is more than 0): the lesser of 4 and your fame times: you may: pay 1 fame, and then: gain 1 gold.",
    ],
    "SN01": [
        "A: Gain 2 might. If the rule “fall” is in play: take 1 corruption.",
        "B: Before a hero plays a sin, if that hero is not you: you may: lay this card on the pile of sins, and then: it does not happen.",
    ],
    "SN07": [
        "A: Choose up to 2 of the other heroes whom a sin can touch where there are any of the gifts of that hero: for each of them: choose one of the gifts of the victim: take that virtue from the victim.",
        "B: Choose one of your turned characters: turn that character upright.",
    ],
    "CA14": [
        "For each of the heroes where the might of that hero is less than the most might of all: that hero must lose 1 might. For each of the heroes where the might of that hero is the most might of all: that hero must lose 3 might."
    ],
    "UN01": ["Pay 2 gold; if that cannot be paid: do as “failed-demand” says."],
}


@pytest.mark.parametrize("card", PRINTED)
def test_a_card_is_printed_as_it_works(card: str) -> None:
    assert PACK.describe(card) == PRINTED[card]


def test_banner_wine_prints_how_many_banners_each_way_needs() -> None:
    (line,) = PACK.describe("EL06")
    assert line.startswith(
        "Choose one: Drink it alone: take 1 gift of Humility, then take 1 gift of Generosity; or "
    )
    assert line.count("if the number of your red characters, hero included, is at least") == 2


def test_idleness_prints_that_it_stops_one_action_only() -> None:
    first, second = PACK.describe("SN14")
    assert first.startswith("A: Choose one of the other heroes whom a sin can touch: until the turn ends: ")
    assert second == (
        "B: Choose 2 of your turned characters: for each of them: turn that character upright. "
        "You must lose 1 might."
    )
    assert "once a turn" in first


def test_the_dark_tide_prints_who_chooses_and_what_is_left_to_choose() -> None:
    (line,) = PACK.describe("UN14")
    assert line.startswith("For each of the heroes: ")
    assert "the hero chooses one of the gifts of the hero: put it back into the pool; if " in line
    assert line.endswith(
        ": the hero chooses one: Take the stain (if the rule “fall” is in play): take 1 corruption; or Draw a sin: draw a sin."
    )


def test_the_dark_tide_does_not_print_that_it_is_you_who_pays() -> None:
    assert "you" not in " ".join(PACK.describe("UN14")).split()


def test_the_bowed_head_makes_its_owner_recruit_for_one_fame_less() -> None:
    g = Realm()
    g.stock[ALDRIC]["fame"] = 5
    man(g, "T1", ALDRIC)
    after = answered(start(g, plain(virtues.recruit, ALDRIC, "CH05")))
    assert (after.stock[ALDRIC]["fame"], list(after.characters[ALDRIC])) == (0, ["CH05"])


def test_the_bowed_head_never_makes_a_character_free_but_another_discount_may() -> None:
    g = Realm()
    g.stock[ALDRIC]["fame"] = 9
    man(g, "T1", ALDRIC)
    man(g, "T1", ALDRIC)
    assert answered(start(g, plain(virtues.recruit, ALDRIC, "CH01"))).stock[ALDRIC]["fame"] == 8
    assert answered(start(g, plain(virtues.recruit, ALDRIC, "CH01", 2))).stock[ALDRIC]["fame"] == 9


def test_the_bowed_head_helps_nobody_else_and_only_while_it_is_manned() -> None:
    g = Realm()
    g.stock[ALDRIC]["fame"] = g.stock[MAELIS]["fame"] = 2
    man(g, "T1", ALDRIC)
    after = answered(
        start(
            g,
            plain(virtues.recruit, MAELIS, "CH01"),
            plain(leave, "T1", ALDRIC),
            plain(virtues.recruit, ALDRIC, "CH21"),
        )
    )
    assert (after.stock[MAELIS]["fame"], after.stock[ALDRIC]["fame"]) == (0, 0)


def test_the_green_hand_adds_a_gift_of_a_virtue_printed_on_the_character() -> None:
    g = Realm()
    man(g, "T3", ALDRIC)
    match = start(g, plain(virtues.gain_gifts, ALDRIC, "CH05"))
    assert offered(match) == (0, ["hum", "gen", "kin"])
    assert holds(answered(match, "kin"), ALDRIC) == {"hum": 1, "gen": 1, "kin": 2}


def test_the_green_hand_gives_nothing_of_an_empty_pool_and_nothing_to_others() -> None:
    g = Realm()
    g.pool["hum"] = 1
    man(g, "T3", ALDRIC)
    after = answered(
        start(g, plain(virtues.gain_gifts, ALDRIC, "CH22"), plain(virtues.gain_gifts, MAELIS, "CH21"))
    )
    assert (holds(after, ALDRIC), holds(after, MAELIS)) == ({"hum": 1, "pat": 2}, {"tem": 1})


def test_the_quiet_night_keeps_its_owner_out_of_reach_of_others_sins() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN07")
    for hero in (MAELIS, BRANNOCH, SEREN):
        g.gifts[hero]["pat"] = 1
    man(g, "T5", MAELIS)
    assert offered(start(g, sin(ALDRIC, "SN07", "a"))) == (0, [BRANNOCH, SEREN, "no"])


def test_the_quiet_night_does_not_hinder_its_owners_own_sins_nor_the_cataclysms() -> None:
    g = Realm()
    deal(g, PACK, MAELIS, "SN07")
    g.stock[MAELIS]["might"] = 4
    g.characters[MAELIS]["CH16"] = TURNED
    man(g, "T5", MAELIS)
    after = answered(start(g, sin(MAELIS, "SN07", "b"), effect("CA14", "do")))
    assert (after.characters[MAELIS]["CH16"], after.stock[MAELIS]["might"]) == (UPRIGHT, 1)


@pytest.mark.parametrize(("sins", "might", "stains"), [(3, 4, 1), (2, 5, 0), (1, 5, 0)])
def test_the_white_peak_overlooks_two_sins_of_its_owner(sins: int, might: int, stains: int) -> None:
    g = Realm()
    g.stock[SEREN]["might"] = 5
    g.hands[SEREN] = ["SN07"] * sins
    man(g, "T6", SEREN)
    assert answered(start(g, virtues.weigh_sins)).stock[SEREN]["might"] == might
    g.rules = frozenset({"fall"})
    after = answered(start(g, virtues.weigh_sins))
    assert (after.stock[SEREN]["might"], after.corruption[SEREN]) == (5, stains)


def test_the_white_peak_weighs_the_sins_of_others_in_full() -> None:
    g = Realm()
    g.stock[ALDRIC]["might"] = 5
    g.hands[ALDRIC] = ["SN07", "SN14"]
    man(g, "T6", SEREN)
    assert answered(start(g, virtues.weigh_sins)).stock[ALDRIC]["might"] == 3


def test_banner_wine_gives_more_to_a_table_of_three_banners() -> None:
    g = Realm()
    g.characters[ALDRIC] = {"CH01": UPRIGHT, "CH02": TURNED}
    match = start(g, effect("EL06", "do", ALDRIC))
    assert offered(match) == (0, ["EL06 alone", "EL06 pair", "EL06 table"])
    assert holds(answered(match, "EL06 table"), ALDRIC) == {"hum": 1, "gen": 1, "kin": 1, "dil": 1}


def test_banner_wine_is_not_poured_for_banners_that_are_not_there_nor_from_an_empty_pool() -> None:
    g = Realm()
    g.characters[ALDRIC] = {"CH01": UPRIGHT}
    g.pool |= {"hum": 3, "gen": 0, "kin": 2}
    match = start(g, effect("EL06", "do", ALDRIC))
    assert offered(match) == (0, ["EL06 alone", "EL06 pair"])
    assert holds(answered(match, "EL06 pair"), ALDRIC) == {"hum": 1, "kin": 1}
    assert holds(answered(start(g, effect("EL06", "do", SEREN))), SEREN) == {"hum": 1}


def test_the_night_market_changes_up_to_four_coins_into_fame() -> None:
    g = Realm()
    g.stock[SEREN] |= {"gold": 6, "fame": 1}
    match = start(g, effect("E11", "used", SEREN))
    assert offered(match) == (3, ["E11 applause", "E11 song"])
    after = answered(match, "E11 applause", *["E11 do-1"] * 4)
    assert after.stock[SEREN] == {"gold": 2, "fame": 5, "might": 0}


def test_the_night_market_buys_nothing_from_those_who_have_nothing_and_lets_you_stop() -> None:
    g = Realm()
    assert answered(start(g, effect("E11", "used", SEREN))).stock[SEREN]["fame"] == 0
    g.stock[SEREN]["fame"] = 2
    after = answered(start(g, effect("E11", "used", SEREN)), "E11 do-2", "no")
    assert after.stock[SEREN] == {"gold": 1, "fame": 1, "might": 0}


@pytest.mark.parametrize(("purple", "gold"), [((), 1), (("CH21",), 1), (("CH21", "CH22"), 3)])
def test_the_night_market_yields_more_with_two_purple_characters(purple: tuple[str, ...], gold: int) -> None:
    g = Realm()
    g.characters[SEREN] = dict.fromkeys(("CH16", *purple), UPRIGHT)
    assert PACK.cards["E11"].body.rating.run(g, Cause(SEREN, "E11")) == gold


@pytest.mark.parametrize(("rules", "stains"), [(frozenset(), 0), (frozenset({"fall"}), 1)])
def test_vainglory_gives_might_and_a_stain_only_if_heroes_can_fall(
    rules: frozenset[str], stains: int
) -> None:
    g = Realm()
    g.rules = rules
    deal(g, PACK, ALDRIC, "SN01")
    after = answered(start(g, sin(ALDRIC, "SN01", "a")))
    assert (after.stock[ALDRIC]["might"], after.corruption[ALDRIC], after.pile) == (2, stains, ["SN01"])


def test_vainglory_negates_a_sin_of_another_and_both_cards_count_on_the_pile() -> None:
    g = Realm()
    g.pile = ["SN07"] * 5
    deal(g, PACK, ALDRIC, "SN07")
    deal(g, PACK, MAELIS, "SN01")
    g.gifts[SEREN]["dil"] = 1
    match = start(g, sin(ALDRIC, "SN07", "a"))
    assert offered(match) == (1, ["SN01 do-1", "no"])
    after = answered(match, "SN01 do-1")
    assert (holds(after, ALDRIC), holds(after, SEREN)) == ({}, {"dil": 1})
    assert (after.hands[MAELIS], after.pile, after.cataclysms) == ([], [], 1)


def test_vainglory_may_be_kept_and_does_not_answer_to_its_owners_own_sins() -> None:
    g = Realm()
    g.characters[MAELIS]["CH16"] = TURNED
    deal(g, PACK, MAELIS, "SN01", "SN07")
    deal(g, PACK, ALDRIC, "SN14")
    after = answered(start(g, sin(MAELIS, "SN07", "b"), sin(ALDRIC, "SN14", "b")), "no")
    assert (after.characters[MAELIS]["CH16"], after.hands[MAELIS]) == (UPRIGHT, ["SN01"])


def test_vainglory_that_was_laid_down_negates_nothing_more() -> None:
    g = Realm()
    deal(g, PACK, MAELIS, "SN01")
    deal(g, PACK, ALDRIC, "SN07", "SN01")
    after = answered(start(g, sin(ALDRIC, "SN07", "b"), sin(ALDRIC, "SN01", "a")), "SN01 do-1")
    assert (after.stock[ALDRIC]["might"], after.pile) == (2, ["SN01", "SN07", "SN01"])


def test_the_second_copy_of_vainglory_still_negates_when_the_first_is_gone() -> None:
    g = Realm()
    deal(g, PACK, MAELIS, "SN01", "SN01")
    deal(g, PACK, ALDRIC, "SN07", "SN14")
    match = start(g, sin(ALDRIC, "SN07", "b"), sin(ALDRIC, "SN14", "b"))
    match.answer("SN01 do-1")
    assert offered(match) == (1, ["SN01 do-1", "no"])


def test_reactions_are_offered_in_play_order_after_whoever_acts() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN01")
    deal(g, PACK, BRANNOCH, "SN01")
    deal(g, PACK, MAELIS, "SN07")
    assert offered(start(g, sin(MAELIS, "SN07", "b")))[0] == 2


def test_coveting_takes_a_gift_of_your_choice_from_each_of_two_others() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN07")
    g.gifts[MAELIS] |= {"pat": 2, "dil": 1}
    g.gifts[SEREN]["hum"] = 1
    match = start(g, sin(ALDRIC, "SN07", "a"))
    assert offered(match) == (0, [MAELIS, SEREN, "no"])
    match.answer(MAELIS)
    assert offered(match) == (0, ["pat", "dil"])
    after = answered(match, "pat", SEREN)
    assert [holds(after, hero) for hero in (ALDRIC, MAELIS, SEREN)] == [
        {"hum": 1, "pat": 1},
        {"pat": 1, "dil": 1},
        {},
    ]


def test_coveting_takes_from_no_third_hero_and_never_twice_from_one() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN07")
    for hero in (MAELIS, BRANNOCH, SEREN):
        g.gifts[hero]["pat"] = 2
    match = start(g, sin(ALDRIC, "SN07", "a"))
    match.answer(MAELIS)
    assert offered(match) == (0, [BRANNOCH, SEREN, "no"])
    assert holds(answered(match.fork(), "no"), ALDRIC) == {"pat": 1}
    assert holds(answered(match, SEREN), ALDRIC) == {"pat": 2}


def test_idleness_turns_two_characters_upright_for_one_might() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN14")
    g.stock[ALDRIC]["might"] = 3
    g.characters[ALDRIC] = {"CH01": TURNED, "CH02": TURNED, "CH05": TURNED}
    after = answered(start(g, sin(ALDRIC, "SN14", "b")), "CH01", "CH05")
    assert after.characters[ALDRIC] == {"CH01": UPRIGHT, "CH02": TURNED, "CH05": UPRIGHT}
    assert after.stock[ALDRIC]["might"] == 2


def test_idleness_costs_its_might_even_with_nobody_to_turn_and_never_below_nothing() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN14")
    g.characters[MAELIS]["CH16"] = TURNED
    after = answered(start(g, sin(ALDRIC, "SN14", "b")))
    assert (after.stock[ALDRIC]["might"], after.characters[MAELIS]["CH16"]) == (0, TURNED)


def test_idleness_makes_the_next_go_of_the_victim_a_pass_and_no_other() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN14")
    match = start(g, sin(ALDRIC, "SN14", "a"), go(SEREN), go(MAELIS), go(MAELIS))
    assert answered(match, MAELIS).goes == ["Seren acts", "Maelis passes", "Maelis acts"]


def test_two_cards_of_idleness_on_one_hero_add_up() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN14")
    deal(g, PACK, SEREN, "SN14")
    match = start(g, sin(ALDRIC, "SN14", "a"), sin(SEREN, "SN14", "a"), go(MAELIS), go(MAELIS), go(MAELIS))
    assert answered(match, MAELIS, MAELIS).goes == ["Maelis passes", "Maelis passes", "Maelis acts"]


def test_idleness_is_over_with_the_turn() -> None:
    g = Realm()
    deal(g, PACK, ALDRIC, "SN14")
    match = start(g, sin(ALDRIC, "SN14", "a"), plain(expire, "turn"), go(MAELIS))
    assert answered(match, MAELIS).goes == ["Maelis acts"]


def test_despair_costs_the_mightiest_three_and_everybody_else_one() -> None:
    g = Realm()
    for hero, might in zip(g.stock, (5, 4, 5, 0)):
        g.stock[hero]["might"] = might
    assert each_has(answered(start(g, effect("CA14", "do"))), "might") == [2, 3, 2, 0]


def test_despair_does_not_count_again_who_is_mightiest_once_it_has_begun() -> None:
    g = Realm()
    for hero, might in zip(g.stock, (7, 6, 6, 5)):
        g.stock[hero]["might"] = might
    assert each_has(answered(start(g, effect("CA14", "do"))), "might") == [4, 5, 5, 4]


def test_tribute_is_paid_by_whoever_can_without_a_question() -> None:
    g = Realm()
    g.stock[BRANNOCH]["gold"] = 3
    g.deck = ["SN01", "SN07"]
    after = answered(start(g, effect("UN01", "do", BRANNOCH)))
    assert (after.stock[BRANNOCH]["gold"], after.hands[BRANNOCH], after.corruption[BRANNOCH]) == (1, [], 0)


def test_tribute_that_cannot_be_paid_in_full_takes_nothing_but_a_sin_or_a_stain() -> None:
    g = Realm()
    g.stock[BRANNOCH]["gold"] = 1
    g.deck, g.rules = ["SN01", "SN07"], frozenset({"fall"})
    match = start(g, effect("UN01", "do", BRANNOCH), falls=("SN07",))
    assert offered(match) == (2, ["failed-demand corruption", "failed-demand sin"])
    stained = answered(match.fork(), "failed-demand corruption")
    assert (stained.stock[BRANNOCH]["gold"], stained.corruption[BRANNOCH], stained.deck) == (
        1,
        1,
        ["SN01", "SN07"],
    )
    tempted = answered(match, "failed-demand sin")
    assert (tempted.hands[BRANNOCH], tempted.corruption[BRANNOCH], tempted.deck) == (["SN07"], 0, ["SN01"])


def test_tribute_brings_no_stain_where_heroes_cannot_fall() -> None:
    g = Realm()
    g.deck = ["SN01"]
    assert answered(start(g, effect("UN01", "do", SEREN))).hands[SEREN] == ["SN01"]


def test_the_dark_tide_asks_each_hero_in_turn_for_a_coin_or_a_gift() -> None:
    g = Realm()
    g.stock[ALDRIC]["gold"] = g.stock[MAELIS]["gold"] = 1
    g.gifts[ALDRIC]["hum"] = 1
    g.gifts[BRANNOCH] |= {"pat": 1, "dil": 2}
    g.pool |= {"hum": 5, "pat": 5, "dil": 4}
    g.deck, g.rules = ["SN01"], frozenset({"fall"})
    match = start(g, effect("UN14", "do"))
    assert offered(match) == (0, ["UN14 either-1", "UN14 or-1"])
    match.answer("UN14 or-1")
    assert offered(match) == (2, ["pat", "dil"])
    match.answer("dil")
    assert offered(match) == (3, ["UN14 corruption", "UN14 sin"])
    after = answered(match, "UN14 corruption")
    assert each_has(after, "gold") == [1, 0, 0, 0]
    assert [holds(after, hero) for hero in (ALDRIC, BRANNOCH)] == [{}, {"pat": 1, "dil": 1}]
    assert (after.pool["hum"], after.pool["dil"], list(after.corruption.values())) == (6, 5, [0, 0, 0, 1])


def test_the_dark_tide_cannot_be_refused_by_those_who_can_pay() -> None:
    g = Realm()
    g.deck, g.rules = ["SN01", "SN07"], frozenset({"fall"})
    for stock in g.stock.values():
        stock["gold"] = 2
    after = answered(start(g, effect("UN14", "do")))
    assert (each_has(after, "gold"), sum(after.corruption.values()), after.deck) == (
        [1, 1, 1, 1],
        0,
        ["SN01", "SN07"],
    )
