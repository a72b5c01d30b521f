"""Wonder Book: every instruction about Shreds, Items, the deck, stacks, Special Rules and Wyrm cards, and its limits."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import DISCARD
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import book, carried_out, does, play, record_of
from tests.games.wonderbook.yards.ground import IN_THE_YARD
from tests.games.wonderbook.yards.story import CARDS, pulled, with_decks, yard


@pytest.mark.rule("WB-076")
def test_the_top_card_of_the_shred_deck_goes_to_a_hero() -> None:
    g = does(yard(), "[{draw_shred: 2, who: KEN}]", falls=["song", "wish"])
    assert g.shreds_of("KEN") == ("song", "wish")
    assert g.shred_cards.deck_size == 1
    assert does(yard(), "[draw_shred]", "SID", falls=["joke"]).shreds_of("SID") == ("joke",)


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_draws_shreds_like_everybody() -> None:
    g = does(yard(hearts={"SID": 0}), "[{draw_shred: 1, who: SID}]", falls=["joke"])
    assert g.shreds_of("SID") == ("joke",)


@pytest.mark.rule("WB-068")
def test_an_item_goes_to_a_hero_from_the_deck_and_is_in_force() -> None:
    g = does(yard(active="SID"), "[{gain_item: I-10}]", "SID")
    assert g.items["SID"] == ("I-10",)
    assert "I-10" not in g.deck
    assert len(g.force.whiles["attack_dice"]) == 1


def test_an_item_goes_to_a_hero_from_another_or_from_the_discard_pile() -> None:
    g = does(
        yard(items={"SID": ["I-10", "rope"]}),
        "[{gain_item: I-10, who: KEN}, {discard_item: rope}, {gain_item: rope, who: LARA}]",
    )
    assert (g.items["SID"], g.items["KEN"], g.items["LARA"]) == ((), ("I-10",), ("rope",))
    assert g.discard == ()
    assert [source.me for source, _ in g.force.whiles["attack_dice"]] == ["KEN"]


def test_an_item_that_was_set_aside_is_not_there_any_more_when_it_is_gained() -> None:
    g = does(yard(), "[{goto: I-11}, {gain_item: I-10, who: SID}]")
    assert g.items["SID"] == ("I-10",)
    assert "I-10" not in g.aside


@pytest.mark.rule("WB-075")
def test_a_discarded_shred_goes_on_a_pile_of_its_own() -> None:
    g = does(
        yard(items={"SID": ["rope"]}),
        "[{draw_shred: 1, who: KEN}, {discard_item: wish}, {discard_item: rope}]",
        falls=["wish"],
    )
    assert g.discard == ("rope",)
    assert g.shred_cards.rows[DISCARD] == ("wish",)
    assert (g.held_by("SID"), g.held_by("KEN")) == ((), ())
    assert g.force.whiles == {}


def test_what_nobody_holds_is_not_discarded() -> None:
    g = does(
        yard(),
        "[{discard_item: rope}, {discard_item: wish}, {must: [{discard_item: I-10}], else: [{count: missing}]}]",
    )
    assert g.discard == ()
    assert g.shred_cards.deck_size == 3
    assert g.counters == {"missing": 1}


@pytest.mark.rule("WB-072")
def test_an_item_or_a_shred_changes_hands_by_a_card_and_works_for_the_other() -> None:
    held = does(yard(items={"SID": ["I-10"]}), "[{draw_shred: 1, who: SID}]", falls=["song"])
    g = does(held, "[{pass_item: I-10, to: KEN}, {pass_item: song, to: KEN}]")
    assert (g.held_by("SID"), g.held_by("KEN")) == ((), ("I-10", "song"))
    assert [source.me for source, _ in g.force.whiles["attack_dice"]] == ["KEN"]


def test_what_nobody_holds_or_the_taker_has_already_does_not_change_hands() -> None:
    g = does(yard(items={"SID": ["rope"]}), "[{pass_item: I-10, to: KEN}, {pass_item: rope, to: SID}]")
    assert (g.held_by("SID"), g.held_by("KEN")) == (("rope",), ())
    assert "I-10" in g.deck


@pytest.mark.rule("WB-Q114", "WB-078")
def test_only_an_item_that_a_card_keeps_is_there_in_the_next_chapter() -> None:
    match = pulled("[{keep: rope}, {goto: I-20}, {count: done}]", items={"SID": ["rope", "I-10"]})
    assert record_of(match).kept == {"rope": "SID"}


@pytest.mark.rule("WB-Q114")
def test_an_item_is_kept_by_its_holder_at_the_end() -> None:
    passed = pulled(
        "[{keep: rope}, {pass_item: rope, to: KEN}, {goto: I-20}, {count: done}]", items={"SID": ["rope"]}
    )
    assert record_of(passed).kept == {"rope": "KEN"}
    gone = pulled(
        "[{keep: rope}, {discard_item: rope}, {goto: I-20}, {count: done}]", items={"SID": ["rope"]}
    )
    assert record_of(gone).kept == {}


@pytest.mark.rule("WB-Q114")
def test_an_item_is_kept_only_for_the_next_chapter() -> None:
    g = book(
        cards=CARDS,
        heroes=["SID", "KEN"],
        number=2,
        goal="",
        record=Campaign(chapter=2, heroes=("SID", "KEN"), kept={"rope": "KEN"}),
    )
    g.heroes, g.seats = (), {}
    match = play(g)
    at_start = answer(match, "SID", "KEN")
    assert at_start.items["KEN"] == ("rope",)
    assert record_of(match).kept == {}


@pytest.mark.rule("WB-057")
def test_a_card_is_read_now_and_then_one_goes_back_to_what_was_interrupted() -> None:
    match = pulled("[{count: a}, {reveal_card: I-4}, {count: b}]")
    g = match.state
    assert g.sparks["SID"] == 1
    assert g.counters == {"a": 1, "b": 1}
    assert g.discard == ("I-4",)
    assert g.deck[:2] == ("I-2", "I-3")
    assert (g.active, g.actions, g.pages.open) == ("SID", 2, ("I-2", "front"))


def test_a_card_that_is_not_in_the_deck_is_not_read() -> None:
    g = does(yard(), "[{reveal_card: I-1}, {reveal_card: rope}]")
    assert (g.discard, g.items["SID"]) == ((), ())


def test_the_deck_goes_on_with_another_card() -> None:
    g = does(yard(), "[{goto: I-11}]")
    assert g.deck[:3] == ("I-2", "I-11", "I-12")
    assert g.aside == ("I-3", "I-4", "I-5", "I-6", "I-7", "I-8", "I-9", "I-10")
    before = does(yard(goal=""), "[{goto: I-3}]")
    assert (before.deck[0], before.aside) == ("I-3", ("I-1", "I-2"))


def test_the_deck_does_not_go_on_with_a_card_that_it_has_not() -> None:
    g = yard()
    assert does(g, "[{goto: I-1}, {goto: rope}]").deck == g.deck


def test_the_deck_goes_on_with_the_goal_on_top_as_it_would_anyway() -> None:
    assert does(yard(), "[{goto: I-2}]").deck == yard().deck


def test_cards_are_skipped_but_never_the_goal_on_top_nor_the_last_card() -> None:
    g = does(yard(), "[{skip_cards: 2}]")
    assert g.deck[:2] == ("I-2", "I-5")
    assert g.aside == ("I-3", "I-4")
    assert does(yard(), "[{skip_cards: 99}]").deck[-1] == "I-20"
    assert does(yard(), "[{skip_cards: 0}]").deck == yard().deck


@pytest.mark.rule("WB-084", "WB-Q56")
def test_the_cards_of_a_banner_leave_the_deck_and_lie_out_lowest_on_top() -> None:
    g = does(yard(), "[{take_stack: red}]")
    assert g.stacks == {"red": ("I-6", "I-7")}
    assert [card for card in yard().deck if card not in g.deck] == ["I-6", "I-7"]
    assert does(yard(), "[{take_stack: green}]").stacks == {}


@pytest.mark.rule("WB-085", "WB-086")
def test_the_next_card_of_a_stack_can_be_reached_when_the_top_one_is_discarded() -> None:
    out = yard(stacks={"red": ["I-6", "I-7"]}, active="SID")
    assert offered(play(out), "interact") == ["interact I-6"]
    g = does(out, "[{pop_stack: red}]")
    assert offered(play(g), "interact") == ["interact I-7"]
    assert g.discard == ("I-6",)


def test_an_empty_stack_has_no_top_card() -> None:
    g = does(yard(stacks={"red": ["I-6"]}), "[{pop_stack: red}, {pop_stack: red}, {pop_stack: blue}]")
    assert g.stacks == {}
    assert g.discard == ("I-6",)


@pytest.mark.rule("WB-080", "WB-081")
def test_a_special_rule_is_in_force_until_it_is_discarded() -> None:
    g = does(yard(), "[{put_rule: I-9}]")
    assert g.rules == ("I-9",)
    assert "I-9" not in g.deck
    assert answer(play(g), "SID").actions == 4
    gone = does(g, "[{discard_rule: I-9}]")
    assert (gone.rules, gone.discard) == ((), ("I-9",))
    assert answer(play(gone), "SID").actions == 3


def test_a_special_rule_is_in_force_once_and_can_come_back() -> None:
    g = does(yard(), "[{put_rule: I-9}, {put_rule: I-9}, {discard_rule: I-9}, {discard_rule: I-9}]")
    assert (g.rules, g.discard) == ((), ("I-9",))
    back = does(g, "[{put_rule: I-9}]")
    assert (back.rules, back.discard) == (("I-9",), ())
    assert answer(play(back), "SID").actions == 4


def test_only_a_special_rule_is_put_in_force() -> None:
    g = does(yard(), "[{put_rule: I-4}, {discard_rule: I-4}]")
    assert g.rules == ()
    assert "I-4" in g.deck


@pytest.mark.rule("WB-032", "WB-Q28")
def test_each_player_takes_a_hero_and_alone_two() -> None:
    two = carried_out(yard(heroes=(), players=2, goal=""), "[choose_heroes]")[1]
    assert offered(two) == ["SID", "LARA", "KEN", "TINA"]
    answer(two, "KEN")
    assert offered(two) == ["SID", "LARA", "TINA"]
    g = answer(two, "SID")
    assert g.seats == {"KEN": 0, "SID": 1}
    alone = does(yard(heroes=(), players=1, goal=""), "[choose_heroes]", answers=["TINA", "LARA"])
    assert alone.seats == {"TINA": 0, "LARA": 0}


def test_heroes_are_not_chosen_twice() -> None:
    g, match = carried_out(yard(), "[choose_heroes]")
    assert g.heroes == ("SID", "LARA", "KEN")
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-047", "WB-Q33")
def test_each_hero_in_play_gets_their_upgrade_card_and_chooses_a_side_at_once() -> None:
    match = carried_out(yard(), "[{gain_upgrades: 11}]")[1]
    assert asked(match) == (0, "upgrade")
    assert offered(match) == ["choose sid-11 left", "choose sid-11 right"]
    answer(match, "choose sid-11 right")
    assert asked(match) == (2, "upgrade")
    g = answer(match, "choose ken-11 left")
    assert g.sheet.sides == {"sid-11": "right", "ken-11": "left"}
    assert g.skills["SID"] == (("SID", "skill"), ("sid-11", "right"))
    assert g.skills["LARA"] == (("LARA", "skill"),)
    assert len(g.force.whiles["attack_dice"]) == 1


def test_a_handout_comes_once() -> None:
    g = does(yard(), "[{gain_upgrades: 11}]", answers=["choose sid-11 left", "choose ken-11 left"])
    again, match = carried_out(g, "[{gain_upgrades: 11}, {gain_upgrades: 12}]")
    assert again.skills == g.skills
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-Q74", "WB-193")
def test_a_purple_card_leaves_the_chapter_deck_for_the_draw_deck_of_wyrm_cards() -> None:
    g = book(cards=CARDS, map="yard", at=IN_THE_YARD)
    size = g.wyrm_cards.deck_size
    top = g.chapter.wyrm_cards[0]
    g.wyrm_cards.lift(top)
    g.wyrm_cards.put(top, DISCARD)
    after = does(g, "[{add_wyrm_card: I-11}]")
    assert after.wyrm_cards.deck_size == size
    assert after.wyrm_cards.rows[DISCARD] == (top,)
    assert "I-11" in after.wyrm_cards.layers[0]
    assert "I-11" not in after.deck
    assert after.sheet.purple == ("I-11",)


def test_only_a_purple_card_of_this_chapter_joins_the_wyrm_deck_and_only_once() -> None:
    g = book(cards=CARDS, map="yard", at=IN_THE_YARD)
    after = does(
        g, "[{add_wyrm_card: I-11}, {add_wyrm_card: I-11}, {add_wyrm_card: I-4}, {add_wyrm_card: claw}]"
    )
    assert after.sheet.purple == ("I-11",)
    assert after.wyrm_cards.deck_size == g.wyrm_cards.deck_size + 1


@pytest.mark.rule("WB-151", "WB-Q76")
def test_an_order_with_a_silver_aura_counts_only_with_three_players_or_four() -> None:
    two = with_decks(
        book(cards=CARDS, heroes=["SID", "LARA"], map="yard", at={"SID": "A", "LARA": "B"}), [], ["claw"]
    )
    assert does(two, "[{reveal_wyrm_card: true}]").counters == {}
    assert does(two, "[{reveal_wyrm_card: false}]").counters == {"claws": 1}
    three = with_decks(yard(), [], ["claw"])
    assert does(three, "[{reveal_wyrm_card: true}]").counters == {"claws": 1}


def test_a_discard_pile_is_shuffled_into_its_deck() -> None:
    g = yard()
    for card, box in (("claw", g.wyrm_cards), ("song", g.shred_cards)):
        box.lift(card)
        box.put(card, DISCARD)
    wyrm = does(g, "[{shuffle: wyrm}]")
    assert (wyrm.wyrm_cards.rows[DISCARD], wyrm.wyrm_cards.deck_size) == ((), 2)
    assert (wyrm.shred_cards.rows[DISCARD], wyrm.shred_cards.deck_size) == (("song",), 2)
    shred = does(g, "[{shuffle: shred}]")
    assert (shred.shred_cards.rows[DISCARD], shred.shred_cards.deck_size) == ((), 3)
    assert shred.wyrm_cards.rows[DISCARD] == ("claw",)


def test_what_a_hero_holds_is_not_shuffled_into_the_deck() -> None:
    g = does(yard(), "[{draw_shred: 1, who: SID}, {shuffle: shred}]", falls=["song"])
    assert g.shreds_of("SID") == ("song",)
    assert g.shred_cards.deck_size == 2


def test_everybody_sees_the_top_cards_of_a_deck_and_they_stay_there() -> None:
    g, match = carried_out(yard(), "[{peek: shred, n: 2}]", falls=["song", "wish"])
    assert g.shred_cards.layers == [("song",), ("wish",), ("joke",)]
    shown = [set(line["show"]) for line in match.story(2) if "show" in line]
    assert {"song", "wish"} in shown
    assert not any("joke" in cards for cards in shown)
    drawn = does(g, "[{draw_shred: 2, who: SID}]")
    assert drawn.shreds_of("SID") == ("song", "wish")


def test_no_more_cards_are_seen_than_there_are() -> None:
    g = does(with_decks(yard(), [], ["claw"]), "[{peek: wyrm, n: 3}, {peek: shred, n: 3}]")
    assert g.wyrm_cards.layers == [("claw",)]
    assert g.shred_cards.deck_size == 0


def test_the_group_puts_the_top_cards_in_another_order() -> None:
    match = carried_out(yard(), "[{reorder_top: shred, n: 2}]", falls=["song", "wish"])[1]
    assert asked(match) == (-1, "order")
    assert offered(match) == ["song", "wish"]
    g = answer(match, "wish")
    assert g.shred_cards.layers == [("wish",), ("song",), ("joke",)]


def test_a_deck_of_one_card_has_only_one_order() -> None:
    g, match = carried_out(with_decks(yard(), [], ["claw"]), "[{reorder_top: wyrm, n: 3}]")
    assert g.wyrm_cards.layers == [("claw",)]
    assert offered(match) == ["done", "over"]


def test_the_envelope_is_opened_once_and_the_group_hands_out_what_is_in_it() -> None:
    match = carried_out(yard(hearts={"LARA": 0}), "[open_envelope]")[1]
    assert asked(match) == (-1, "finder")
    assert offered(match) == ["SID", "KEN"]
    g = answer(match, "SID", "KEN")
    assert (g.items["SID"], g.items["KEN"]) == (("gem",), ("ring",))
    assert g.sheet.envelope
    assert offered(carried_out(g, "[open_envelope]")[1]) == ["done", "over"]
    opened = yard(record=Campaign(envelope=True))
    assert does(opened, "[open_envelope]").items["SID"] == ()


@pytest.mark.rule("WB-Q14")
def test_a_goal_that_the_first_gift_of_the_envelope_meets_is_met_before_the_second_is_handed_out() -> None:
    cards = CARDS.replace("goal: counter(done) >= 1", "goal: is_held(gem)")
    match = carried_out(yard(cards), "[open_envelope]", answers=["SID"])[1]
    assert "goal met" in told(match)
    assert asked(match) == (-1, "who")
    g = answer(match, "LARA", "KEN")
    assert (g.items["SID"], g.items["KEN"]) == (("gem",), ("ring",))


@pytest.mark.parametrize(
    "text",
    [
        "{draw_shred: 1, who: TINA}",
        "{gain_item: rope, who: TINA}",
        "{pass_item: rope, to: TINA}",
        "{aura_on: TINA}",
    ],
)
def test_a_hero_who_does_not_play_gets_nothing(text: str) -> None:
    g = does(with_decks(yard(items={"SID": ["rope"]}), ["wish"], []), f"[{text}]")
    assert g.items["SID"] == ("rope",)
    assert g.shred_cards.deck_size == 1
    assert g.aura == ""
