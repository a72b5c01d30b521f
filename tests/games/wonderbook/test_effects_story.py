"""Wonder Book: every instruction about cards, the map, the campaign and how things go on, and its limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import DISCARD, Book, layouts
from foldtale.kernel import Match
from foldtale.kernel.zones import new_box
from tests.games.wonderbook.given import (
    WORDS,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
    state,
    told,
)

SKILL = f"{{title: Skill, text: {WORDS!r}, do: [{{gain_sparks: 1}}]}}"
CARDS = f"""
- card: yard
  kind: map
  title: The yard
  areas: {{A: {{name: A}}, B: {{name: B}}, C: {{name: C}}, D: {{name: D, later: true}}, E: {{name: E}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [B, C], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [A, C], line: solid}}
  objects: {{lamp: {{name: A lamp, area: A}}, well: {{name: A well, area: D}}, cart: {{name: A cart}}}}
- card: hall
  kind: map
  title: The hall
  areas: {{F: {{name: F}}, G: {{name: G}}}}
  borders: [{{between: [F, G], line: dashed}}]
  objects: {{vase: {{name: A vase, area: F}}}}
- {{card: I-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: I-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1, vortex: [E], then: next}}
- {{card: I-3, kind: story, title: Three, text: {WORDS!r}, do: [{{count: three}}]}}
- {{card: I-4, kind: story, title: Four, text: {WORDS!r}, do: [{{gain_sparks: 1}}], then: discard}}
- {{card: I-5, kind: goal, title: Five, text: {WORDS!r}, goal: counter(more) >= 1, vortex: [A], then: next}}
- {{card: I-6, kind: interaction, title: Six, text: {WORDS!r}, object: lamp, banner: red, back: {{text: {WORDS!r}, do: [{{count: six}}], then: discard}}}}
- {{card: I-7, kind: interaction, title: Seven, text: {WORDS!r}, object: lamp, banner: red, back: {{text: {WORDS!r}, do: [{{count: seven}}], then: discard}}}}
- {{card: I-8, kind: interaction, title: Eight, text: {WORDS!r}, object: lamp, banner: blue, cost: [{{spend: 1}}, {{lose_hearts: 2, last: false}}],
    back: {{text: {WORDS!r}, do: [{{count: eight}}], then: discard}}}}
- {{card: I-9, kind: rule, title: Nine, text: {WORDS!r}, while: [{{actions: 1}}]}}
- {{card: I-10, kind: item, title: Ten, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}
- {{card: I-11, kind: wyrm, title: Eleven, text: {WORDS!r}, do: [{{count: eleven}}]}}
- {{card: I-12, kind: choice, title: Twelve, text: {WORDS!r},
    options: [{{id: stay, say: Stay, text: {WORDS!r}, then: discard}}, {{id: dare, say: Dare, text: {WORDS!r}, then: discard}}]}}
- {{card: I-13, kind: story, title: Thirteen, text: {WORDS!r}, then: discard,
    puzzle: {{sort: code, among: [owl, cat, fish], solution: [owl, owl], tries: 2, success: [{{count: solved}}], fail: [{{count: failed}}]}}}}
- {{card: I-14, kind: story, title: Fourteen, text: {WORDS!r}, then: discard,
    puzzle: {{sort: order, among: [owl, cat, fish], solution: [cat, owl, fish], success: [{{count: solved}}]}}}}
- {{card: I-15, kind: story, title: Fifteen, text: {WORDS!r}, then: discard,
    puzzle: {{sort: picture, among: [owl, cat, fish], solution: [fish], success: [{{gain_sparks: 2}}]}}}}
- {{card: I-20, kind: end, title: Twenty, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: II-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: II-2, kind: end, title: Two, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: wish, kind: shred, title: Wish, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}
- {{card: song, kind: shred, title: Song, text: {WORDS!r}}}
- {{card: joke, kind: shred, title: Joke, text: {WORDS!r}}}
- {{card: claw, kind: wyrm, title: Claw, text: {WORDS!r}, do: [{{count: claws}}]}}
- {{card: tail, kind: wyrm, title: Tail, text: {WORDS!r}, do: [{{count: tails}}, reveal_wyrm_card]}}
- {{card: rope, kind: item, title: Rope, text: {WORDS!r}}}
- {{card: gem, kind: item, title: Gem, text: {WORDS!r}, envelope: true}}
- {{card: ring, kind: item, title: Ring, text: {WORDS!r}, envelope: true}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 3, while: [{{wyrm_attack: 1}}]}}
- {{card: sid-11, kind: upgrade, hero: SID, handout: 11, title: Eleven, left: {SKILL}, right: {{title: Skill, text: {WORDS!r}, while: [{{attack_dice: 1, who: self}}]}}}}
- {{card: ken-11, kind: upgrade, hero: KEN, handout: 11, title: Eleven, left: {SKILL}, right: {SKILL}}}
- {{card: tina-11, kind: upgrade, hero: TINA, handout: 11, title: Eleven, left: {SKILL}, right: {SKILL}}}
- {{card: gates, kind: rule, title: Gates, text: {WORDS!r}, when: [{{on: enters, do: [{{count: entered}}]}}, {{on: destiny_flipped, do: [{{count: turned}}]}}]}}
"""
AT = {"SID": "A", "LARA": "B", "KEN": "C"}


def yard(cards: str = CARDS, **given: object) -> Book:
    """SID in A, LARA in B, KEN in C; D comes later, and nobody comes to E. Small decks."""
    g = book(cards=cards, map="yard", at=AT, **given)  # type: ignore[arg-type]
    return with_decks(g, ["wish", "song", "joke"], ["claw", "tail"])


def with_decks(g: Book, shreds: Sequence[str], wyrms: Sequence[str]) -> Book:
    wyrm_layout, shred_layout = layouts()
    g.shreds = new_box(shred_layout, shreds)
    g.wyrms = new_box(wyrm_layout, wyrms)
    return g


def pulled(do: str, falls: Sequence[str] = (), cards: str = CARDS, **given: object) -> Match:
    """SID has pulled a lever that does this."""
    rule = f"- {{card: lever, kind: rule, title: Lever, text: {WORDS!r}, actions: [{{id: pull, say: Pull, do: {do}}}]}}\n"
    rules = ["lever", *given.pop("rules", ())]  # type: ignore[misc]
    match = play(yard(cards + rule, active="SID", rules=rules, **given), *falls)
    answer(match, "use lever pull")
    return match


def record_of(match: Match) -> Campaign:
    assert match.outcome is not None
    record = match.outcome.record
    assert isinstance(record, Campaign)
    return record


@pytest.mark.rule("WB-076")
def test_the_top_card_of_the_shred_deck_goes_to_a_hero() -> None:
    g = does(yard(), "[{draw_shred: 2, who: KEN}]", falls=["song", "wish"])
    assert g.shreds_of("KEN") == ("song", "wish")
    assert g.shreds.deck_size == 1
    assert does(yard(), "[draw_shred]", "SID", falls=["joke"]).shreds_of("SID") == ("joke",)


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_draws_shreds_like_everybody() -> None:
    g = does(yard(hearts={"SID": 0}), "[{draw_shred: 1, who: SID}]", falls=["joke"])
    assert g.shreds_of("SID") == ("joke",)


@pytest.mark.rule("WB-077", "WB-Q42")
def test_an_empty_shred_deck_is_shuffled_anew_and_with_none_discarded_nothing_is_drawn() -> None:
    held = with_decks(yard(), ["wish", "song"], [])
    g = does(
        held, "[{draw_shred: 2, who: SID}, {discard_item: wish}, {draw_shred: 3, who: KEN}]", falls=["wish"]
    )
    assert g.shreds_of("SID") == ("song",)
    assert g.shreds_of("KEN") == ("wish",)
    assert g.shreds.deck_size == 0


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


@pytest.mark.rule("WB-073")
def test_a_shred_that_is_gained_by_name_is_there_only_once() -> None:
    g = does(yard(), "[{gain_item: song, who: SID}]")
    assert g.held_by("SID") == ("song",)
    assert g.shreds.deck_size == 2


@pytest.mark.rule("WB-075")
def test_a_discarded_shred_goes_on_a_pile_of_its_own() -> None:
    g = does(
        yard(items={"SID": ["rope"]}),
        "[{draw_shred: 1, who: KEN}, {discard_item: wish}, {discard_item: rope}]",
        falls=["wish"],
    )
    assert g.discard == ("rope",)
    assert g.shreds.rows[DISCARD] == ("wish",)
    assert (g.held_by("SID"), g.held_by("KEN")) == ((), ())
    assert g.force.whiles == {}


def test_what_nobody_holds_is_not_discarded() -> None:
    g = does(
        yard(),
        "[{discard_item: rope}, {discard_item: wish}, {must: [{discard_item: I-10}], else: [{count: missing}]}]",
    )
    assert g.discard == ()
    assert g.shreds.deck_size == 3
    assert g.counters == {"missing": 1}


@pytest.mark.rule("WB-072")
def test_an_item_or_a_shred_changes_hands_by_a_card_and_works_for_the_other() -> None:
    held = does(yard(items={"SID": ["I-10"]}), "[{draw_shred: 1, who: SID}]", falls=["song"])
    g = does(held, "[{pass_item: I-10, to: KEN}, {pass_item: song, to: KEN}]")
    assert (g.held_by("SID"), g.held_by("KEN")) == ((), ("I-10", "song"))
    assert [source.me for source, _ in g.force.whiles["attack_dice"]] == ["KEN"]


def test_what_nobody_holds_or_whoever_has_it_already_does_not_change_hands() -> None:
    g = does(yard(items={"SID": ["rope"]}), "[{pass_item: I-10, to: KEN}, {pass_item: rope, to: SID}]")
    assert (g.held_by("SID"), g.held_by("KEN")) == (("rope",), ())
    assert "I-10" in g.deck


@pytest.mark.rule("WB-Q114", "WB-078")
def test_only_an_item_that_a_card_keeps_is_there_in_the_next_chapter() -> None:
    match = pulled("[{keep: rope}, {goto: I-20}, {count: done}]", items={"SID": ["rope", "I-10"]})
    assert record_of(match).kept == {"rope": "SID"}


@pytest.mark.rule("WB-Q114")
def test_who_keeps_an_item_is_whoever_holds_it_in_the_end() -> None:
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
    g = state(match)
    assert g.sparks["SID"] == 1
    assert g.counters == {"a": 1, "b": 1}
    assert g.discard == ("I-4",)
    assert g.deck[:2] == ("I-2", "I-3")
    assert (g.active, g.actions, g.page) == ("SID", 2, ("I-2", "front"))


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
    assert [key for key in offered(play(out)) if key.startswith("interact")] == ["interact I-6"]
    g = does(out, "[{pop_stack: red}]")
    assert [key for key in offered(play(g)) if key.startswith("interact")] == ["interact I-7"]
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
def test_each_hero_in_play_gets_the_own_upgrade_card_and_chooses_a_side_at_once() -> None:
    match = carried_out(yard(), "[{gain_upgrades: 11}]")[1]
    assert asked(match) == (0, "upgrade")
    assert offered(match) == ["choose sid-11 left", "choose sid-11 right"]
    answer(match, "choose sid-11 right")
    assert asked(match) == (2, "upgrade")
    g = answer(match, "choose ken-11 left")
    assert g.sides == {"sid-11": "right", "ken-11": "left"}
    assert g.skills["SID"] == (("SID", "skill"), ("sid-11", "right"))
    assert g.skills["LARA"] == (("LARA", "skill"),)
    assert len(g.force.whiles["attack_dice"]) == 1


def test_a_handout_comes_once() -> None:
    g = does(yard(), "[{gain_upgrades: 11}]", answers=["choose sid-11 left", "choose ken-11 left"])
    again, match = carried_out(g, "[{gain_upgrades: 11}, {gain_upgrades: 12}]")
    assert again.skills == g.skills
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-Q74", "WB-193")
def test_a_purple_card_is_shuffled_into_the_draw_deck_and_the_discard_pile_stays() -> None:
    g = book(cards=CARDS, map="yard", at=AT)
    size = g.wyrms.deck_size
    top = g.chapter.wyrms[0]
    g.wyrms.lift(top)
    g.wyrms.put(top, DISCARD)
    after = does(g, "[{add_wyrm_card: I-11}]")
    assert after.wyrms.deck_size == size
    assert after.wyrms.rows[DISCARD] == (top,)
    assert "I-11" in after.wyrms.layers[0]
    assert "I-11" not in after.deck
    assert after.purple == ("I-11",)


def test_only_a_purple_card_of_this_chapter_joins_the_wyrm_deck_and_only_once() -> None:
    g = book(cards=CARDS, map="yard", at=AT)
    after = does(
        g, "[{add_wyrm_card: I-11}, {add_wyrm_card: I-11}, {add_wyrm_card: I-4}, {add_wyrm_card: claw}]"
    )
    assert after.purple == ("I-11",)
    assert after.wyrms.deck_size == g.wyrms.deck_size + 1


@pytest.mark.rule("WB-147", "WB-152")
def test_a_wyrm_card_is_revealed_carried_out_and_discarded() -> None:
    g = does(yard(), "[reveal_wyrm_card]", falls=["claw"])
    assert g.counters == {"claws": 1}
    assert g.wyrms.rows[DISCARD] == ("claw",)
    assert g.wyrms.deck_size == 1


@pytest.mark.rule("WB-150")
def test_a_wyrm_card_may_order_another() -> None:
    g = does(yard(), "[reveal_wyrm_card]", falls=["tail"])
    assert g.counters == {"tails": 1, "claws": 1}


@pytest.mark.rule("WB-151", "WB-Q76")
def test_an_order_with_a_silver_aura_counts_only_with_three_players_or_four() -> None:
    two = with_decks(
        book(cards=CARDS, heroes=["SID", "LARA"], map="yard", at={"SID": "A", "LARA": "B"}), [], ["claw"]
    )
    assert does(two, "[{reveal_wyrm_card: true}]").counters == {}
    assert does(two, "[{reveal_wyrm_card: false}]").counters == {"claws": 1}
    three = with_decks(yard(), [], ["claw"])
    assert does(three, "[{reveal_wyrm_card: true}]").counters == {"claws": 1}


@pytest.mark.rule("WB-153", "WB-Q72")
def test_an_empty_wyrm_deck_is_shuffled_anew_with_the_card_that_orders_another() -> None:
    g = with_decks(yard(), [], ["tail"])
    after = does(g, "[reveal_wyrm_card]")
    assert after.counters["tails"] > 1
    assert after.wyrms.rows[DISCARD] == ("tail",)


@pytest.mark.rule("WB-Q73")
def test_reveals_do_not_go_on_for_ever() -> None:
    g = with_decks(yard(), [], ["tail"])
    assert does(g, "[reveal_wyrm_card]").counters["tails"] == len(g.chapter.wyrms)


def test_a_discard_pile_is_shuffled_into_its_deck() -> None:
    g = yard()
    for card, box in (("claw", g.wyrms), ("song", g.shreds)):
        box.lift(card)
        box.put(card, DISCARD)
    wyrm = does(g, "[{shuffle: wyrm}]")
    assert (wyrm.wyrms.rows[DISCARD], wyrm.wyrms.deck_size) == ((), 2)
    assert (wyrm.shreds.rows[DISCARD], wyrm.shreds.deck_size) == (("song",), 2)
    shred = does(g, "[{shuffle: shred}]")
    assert (shred.shreds.rows[DISCARD], shred.shreds.deck_size) == ((), 3)
    assert shred.wyrms.rows[DISCARD] == ("claw",)


def test_what_a_hero_holds_is_not_shuffled_into_the_deck() -> None:
    g = does(yard(), "[{draw_shred: 1, who: SID}, {shuffle: shred}]", falls=["song"])
    assert g.shreds_of("SID") == ("song",)
    assert g.shreds.deck_size == 2


def test_everybody_sees_the_top_cards_of_a_deck_and_they_stay_there() -> None:
    g, match = carried_out(yard(), "[{peek: shred, n: 2}]", falls=["song", "wish"])
    assert g.shreds.layers == [("song",), ("wish",), ("joke",)]
    shown = [set(line["show"]) for line in match.story(2) if "show" in line]
    assert {"song", "wish"} in shown
    assert not any("joke" in cards for cards in shown)
    drawn = does(g, "[{draw_shred: 2, who: SID}]")
    assert drawn.shreds_of("SID") == ("song", "wish")


def test_no_more_cards_are_seen_than_there_are() -> None:
    g = does(with_decks(yard(), [], ["claw"]), "[{peek: wyrm, n: 3}, {peek: shred, n: 3}]")
    assert g.wyrms.layers == [("claw",)]
    assert g.shreds.deck_size == 0


def test_the_group_puts_the_top_cards_in_another_order() -> None:
    match = carried_out(yard(), "[{reorder_top: shred, n: 2}]", falls=["song", "wish"])[1]
    assert asked(match) == (-1, "order")
    assert offered(match) == ["song", "wish"]
    g = answer(match, "wish")
    assert g.shreds.layers == [("wish",), ("song",), ("joke",)]


def test_a_deck_of_one_card_has_only_one_order() -> None:
    g, match = carried_out(with_decks(yard(), [], ["claw"]), "[{reorder_top: wyrm, n: 3}]")
    assert g.wyrms.layers == [("claw",)]
    assert offered(match) == ["done", "over"]


def test_the_envelope_is_opened_once_and_the_group_hands_out_what_is_in_it() -> None:
    match = carried_out(yard(hearts={"LARA": 0}), "[open_envelope]")[1]
    assert asked(match) == (-1, "finder")
    assert offered(match) == ["SID", "KEN"]
    g = answer(match, "SID", "KEN")
    assert (g.items["SID"], g.items["KEN"]) == (("gem",), ("ring",))
    assert g.envelope
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


def test_the_book_is_opened_at_another_scene_and_what_was_on_the_map_is_gone() -> None:
    full = does(
        yard(wyrms=["A"], stunned=["B"], lying={"A": 2}),
        "[{create_enemy: boss, area: A}, {set_vortex: A}, {aura_in: A}, {place_marker: 2, name: ink}]",
    )
    g = does(full, "[{use_map: hall}]")
    assert g.world.areas == ("F", "G")
    assert g.world.objects == {"vase": "F"}
    assert (g.wyrm_supply, g.stunned, g.lying, g.figures, g.aura) == (6, [False] * 6, {}, {}, "")
    assert g.at == {"SID": "", "LARA": "", "KEN": ""}
    assert g.vortices == ()
    assert g.force.whiles == {}
    assert g.fallen == ()


def test_markers_on_the_map_go_with_the_map() -> None:
    g = does(yard(), "[{place_marker: 2, name: ink}, {use_map: hall}]")
    assert g.markers.get("ink", 0) == 0


def test_what_heroes_have_they_keep_on_another_map() -> None:
    before = yard(items={"SID": ["rope"]}, sparks={"KEN": 2}, hearts={"LARA": 0})
    g = does(before, "[{aura_on: SID}, {use_map: hall}, {all_to: G}]")
    assert (g.items["SID"], g.sparks["KEN"], g.hearts["LARA"], g.aura) == (("rope",), 2, 0, "SID")
    assert g.at == {"SID": "G", "LARA": "G", "KEN": "G"}


@pytest.mark.rule("WB-Q14")
@pytest.mark.parametrize(
    ("goal", "text", "answers"),
    [
        ("count(wyrms) = 0", "[{use_map: hall}]", []),
        ("unlocked(tower)", "[{unlock: tower}]", []),
        ("is_discarded(I-4)", "[{reveal_card: I-4}]", []),
        ("is_discarded(I-6)", "[{take_stack: red}, {pop_stack: red}]", []),
        ("some(vortex)", "[{set_vortex: B}]", []),
        ('"chose(I-12, dare)"', "[{reveal_card: I-12}]", ["I-12 dare"]),
        ("place_of(lamp) is B", "[{place_object: lamp, area: B}]", []),
        ("some(next_to(E))", "[{add_link: E, other: A}]", []),
        ("has_aura(KEN)", "[{aura_on: KEN}]", []),
        ("markers(ink) >= 2", "[{place_marker: 2, name: ink}]", []),
        ("has(KEY)", "[{write: KEY}]", []),
        ("destiny >= 7", "[{destiny_up: 2}]", []),
        ("sparks_in(B) = 1", "[{place_sparks: 1, area: B}]", []),
        ("stack_empty(red)", "[{pop_stack: red}]", []),
    ],
)
def test_a_goal_is_met_at_once_whatever_meets_it(goal: str, text: str, answers: list[str]) -> None:
    cards = CARDS.replace("goal: counter(done) >= 1, vortex: [E]", f"goal: {goal}")
    g = yard(
        cards,
        wyrms=["A"],
        active="SID",
        **({"stacks": {"red": ["I-6"]}} if goal == "stack_empty(red)" else {}),
    )
    assert "goal met" not in told(carried_out(g, "[{count: nothing}]", "SID")[1])
    assert "goal met" in told(carried_out(g, text, "SID", answers=answers)[1])


@pytest.mark.rule("WB-Q14")
def test_a_goal_to_hold_out_until_a_round_is_met_when_that_round_begins() -> None:
    cards = CARDS.replace("goal: counter(done) >= 1, vortex: [E]", "goal: round >= 2")
    match = play(yard(cards, active="KEN"), "claw")
    for _ in range(3):
        assert "goal met" not in told(match)
        answer(match, *(["pass"] if asked(match)[1] == "action" else [offered(match)[0], "pass"]))
    assert state(match).round == 2
    assert "goal met" in told(match)


def test_a_pop_up_is_folded_open_once() -> None:
    g = does(yard(), "[{open_popup: tower}, {open_popup: tower}, {open_popup: bridge}]")
    assert g.world.popups == ("tower", "bridge")
    assert g.world.next == yard().world.next


def test_the_book_is_turned_and_nothing_else_changes() -> None:
    g = does(yard(), "[rotate]")
    assert g.world.turned == 90
    assert g.world.next == yard().world.next
    assert does(g, "[rotate, rotate, rotate]").world.turned == 0


@pytest.mark.rule("WB-Q52")
def test_an_area_that_was_kept_for_later_joins_with_its_borders_and_objects() -> None:
    assert "D" not in yard().world.next
    g = does(yard(), "[{add_area: D}]")
    assert g.world.next["C"] == ("B", "D")
    assert g.world.next["D"] == ("C",)
    assert g.world.objects["well"] == "D"


def test_an_object_in_an_area_that_comes_later_is_not_on_the_map_before() -> None:
    assert does(yard(), '[{if: "place_of(well) is D", then: [{count: there}]}]').counters == {}


def test_an_area_that_the_map_card_has_not_or_that_is_there_already_is_not_added() -> None:
    changed = does(yard(), "[{set_border: A, other: C, line: dashed}]")
    g = does(changed, "[{add_area: F}, {add_area: A}]")
    assert g.world.areas == ("A", "B", "C", "E")
    assert g.world.next["A"] == ("B", "C")
    assert does(book(cards=CARDS), "[{add_area: D}]").world.areas == ()


@pytest.mark.rule("WB-Q52")
def test_an_area_is_gone_with_its_wyrms_sparks_and_objects_and_who_was_there_goes_elsewhere() -> None:
    before = yard(wyrms=["A", "B"], stunned=["A"], lying={"A": 2, "B": 1}, hearts={"SID": 0})
    g = does(does(before, "[{create_enemy: boss, area: A}]"), "[{remove_area: A, to: C}]")
    assert g.world.areas == ("B", "C", "E")
    assert g.at == {"SID": "C", "LARA": "B", "KEN": "C"}
    assert (g.wyrm_supply, g.lying, g.figures) == (5, {"B": 1}, {"boss": ("C", 3)})
    assert g.world.objects == {}
    assert g.world.next["B"] == ("C",)


def test_an_area_that_is_not_there_is_not_removed_nor_one_with_nowhere_to_go() -> None:
    g = does(yard(), "[{remove_area: D, to: A}, {remove_area: A, to: D}, {remove_area: A, to: A}]")
    assert g.world.areas == ("A", "B", "C", "E")
    assert g.at == AT


@pytest.mark.rule("WB-Q52")
def test_a_border_can_be_crossed_from_now_on_or_not_any_more() -> None:
    g = does(
        yard(wyrms=["C"]), "[{set_border: A, other: C, line: dashed}, {set_border: C, other: B, line: solid}]"
    )
    assert g.world.next["C"] == ("A",)
    assert g.world.next["B"] == ("A",)
    assert g.world.behind["C"] == ("B",)
    assert g.world.steps("C")["B"] == 2


def test_there_is_no_border_with_an_area_that_is_not_on_the_map() -> None:
    g = does(
        yard(),
        "[{set_border: A, other: D, line: dashed}, {add_link: A, other: D}, {set_border: A, other: P, line: solid}]",
    )
    assert g.world.next == yard().world.next


def test_an_area_does_not_border_on_itself() -> None:
    assert does(yard(), "[{set_border: A, other: A, line: dashed}]").world.next == yard().world.next
    assert does(yard(), "[{add_link: A, other: A}]").world.next == yard().world.next


@pytest.mark.rule("WB-Q52")
def test_a_link_leads_there_and_back_or_only_there() -> None:
    both = does(yard(), "[{add_link: A, other: E}]")
    assert both.world.next["A"] == ("B", "E")
    assert both.world.next["E"] == ("A",)
    there = does(yard(), "[{add_link: A, other: E, one_way: true}]")
    assert there.world.next["A"] == ("B", "E")
    assert there.world.next["E"] == ()


def test_a_link_takes_no_way_away() -> None:
    g = does(yard(), "[{add_link: A, other: B, one_way: true}]")
    assert (g.world.next["A"], g.world.next["B"]) == (("B",), ("A", "C"))


def test_two_links_lead_there_and_back() -> None:
    two = does(yard(), "[{add_link: A, other: E, one_way: true}, {add_link: E, other: A, one_way: true}]")
    assert (two.world.next["A"], two.world.next["E"]) == (("B", "E"), ("A",))


@pytest.mark.rule("WB-155")
def test_the_vortex_is_elsewhere_until_the_goal_is_met() -> None:
    g = does(yard(), "[{set_vortex: B}, {spawn: 1}]")
    assert g.wyrms_in("B") == [0]
    met = does(g, "[{skip_cards: 2}, {count: done}, {spawn: 1}]")
    assert met.goal == "I-5"
    assert met.vortices == ("A",)
    assert met.wyrms_in("A") == [1]


def test_a_vortex_that_is_not_on_the_map_lets_nothing_out() -> None:
    assert does(yard(), "[{set_vortex: P}, {spawn: 1}]").wyrm_supply == 6


def test_an_object_is_put_somewhere_or_moved() -> None:
    g = does(yard(), "[{place_object: cart, area: C}, {place_object: lamp, area: B}]")
    assert (g.world.objects["lamp"], g.world.objects["cart"]) == ("B", "C")
    off = does(yard(), "[{place_object: cart, area: D}, {place_object: lamp, area: D}]")
    assert off.world.objects["lamp"] == "A"
    assert "cart" not in off.world.objects


@pytest.mark.rule("WB-Q136")
def test_with_an_object_that_is_gone_nobody_can_interact() -> None:
    out = yard(stacks={"red": ["I-6"]}, active="SID")
    assert "interact I-6" in offered(play(out))
    gone = does(out, "[{remove_object: lamp}, {remove_object: cart}]")
    assert "lamp" not in gone.world.objects
    assert "interact I-6" not in offered(play(gone))


@pytest.mark.rule("WB-030")
def test_the_dark_aura_lies_in_one_place_only() -> None:
    g = does(yard(), "[{aura_in: B}]")
    assert g.aura == "B"
    assert does(g, "[{aura_on: KEN}]").aura == "KEN"
    assert does(g, "[aura_on]", "SID").aura == "SID"
    assert does(g, "[{create_enemy: boss, area: A}, {aura_on_enemy: boss}]").aura == "boss"
    assert yard().aura == ""


def test_the_dark_aura_is_taken_away() -> None:
    assert does(yard(), "[{aura_on: SID}, remove_aura]").aura == ""
    assert does(yard(), "[remove_aura]").aura == ""


def test_markers_are_placed_and_taken_away_as_far_as_there_are_any() -> None:
    g = does(
        yard(), "[{place_marker: 3, name: ink}, {place_marker: -1, name: ink}, {place_marker: -2, name: mud}]"
    )
    assert g.markers == {"ink": 2, "mud": 0}


@pytest.mark.rule("WB-062", "WB-064", "WB-Q26")
def test_a_keyword_is_written_once_on_the_line_of_its_chapter() -> None:
    g = does(yard(record=Campaign(keywords={"OLD": 3})), "[{write: LANTERN}, {write: lantern}, {write: OLD}]")
    assert g.keywords == {"OLD": 3, "LANTERN": 1}


@pytest.mark.rule("WB-063", "WB-065")
def test_a_keyword_is_erased_if_it_is_written() -> None:
    g = does(yard(record=Campaign(keywords={"OLD": 1, "NEW": 1})), "[{erase: OLD}, {erase: OTHER}]")
    assert g.keywords == {"NEW": 1}


@pytest.mark.rule("WB-179", "WB-Q106")
def test_destiny_tokens_are_turned_up_but_there_are_only_ten() -> None:
    g = does(yard(rules=["gates"]), "[{destiny_up: 2}]")
    assert g.destiny == 7
    assert g.counters == {"turned": 2}
    assert does(g, "[{destiny_up: 9}]").destiny == 10


@pytest.mark.rule("WB-179")
def test_destiny_tokens_are_turned_down_one_after_the_other() -> None:
    g = does(yard(rules=["gates"]), "[{destiny_down: 3}]")
    assert g.destiny == 2
    assert g.counters == {"turned": 3}


@pytest.mark.rule("WB-180")
def test_with_the_last_token_the_chapter_is_lost_at_once() -> None:
    match = pulled("[{destiny_down: 1}, {destiny_up: 5}]", destiny=1)
    answer(match, "go")
    assert match.outcome is not None
    assert match.outcome.ending == "lost"
    assert state(match).destiny == 0


def test_destiny_can_be_a_cost_if_there_is_enough_of_it() -> None:
    text = "[{pay: [{destiny_down: 2}], then: [{count: paid}], else: [{count: poor}]}]"
    assert does(yard(destiny=3), text).counters == {"paid": 1}
    g = does(yard(destiny=1), text)
    assert (g.counters, g.destiny) == ({"poor": 1}, 1)


def test_counters_go_up_and_down_and_become_a_number() -> None:
    g = does(
        yard(),
        "[{count: a}, {count: a, n: 3}, {count: b, n: -1}, {set_counter: c, n: 7}, {set_counter: a, n: 2}]",
    )
    assert g.counters == {"a": 2, "b": -1, "c": 7}


def test_another_goal_comes_up_at_once_and_the_old_one_is_discarded_unmet() -> None:
    g, match = carried_out(yard(rules=["gates"]), "[{set_goal: I-5}]")
    assert g.goal == "I-5"
    assert g.deck[:2] == ("I-5", "I-3")
    assert g.discard == ("I-2",)
    assert "goal met" not in told(match)
    assert does(g, "[{count: done}]").goal == "I-5"


def test_only_a_goal_that_is_still_in_the_deck_comes_up() -> None:
    for card in ("I-2", "I-4", "I-1", "rope"):
        g = does(yard(), f"[{{set_goal: {card}}}]")
        assert (g.goal, g.deck, g.discard) == ("I-2", yard().deck, ())


@pytest.mark.rule("WB-091")
def test_the_goal_counts_as_met_whatever_it_says() -> None:
    match = pulled("[goal_met, {count: after}]")
    g = state(match)
    assert "goal met" in told(match)
    assert "I-2" in g.discard
    assert g.counters == {"three": 1, "after": 1}


def test_without_a_goal_none_is_met() -> None:
    g, match = carried_out(yard(goal=""), "[goal_met]")
    assert "goal met" not in told(match)
    assert g.deck[0] == "I-1"


@pytest.mark.rule("WB-Q12")
def test_a_new_players_phase_begins_with_its_check() -> None:
    match = pulled("[begin_players_phase]", hearts={"KEN": 0})
    g = state(match)
    assert g.round == 2
    assert (g.destiny, g.hearts["KEN"]) == (4, 6)
    assert offered(match) == ["SID", "LARA", "KEN"]


def test_the_phase_that_is_under_way_ends_when_a_new_one_begins() -> None:
    match = pulled("[{for: phase, while: [{actions: 2}]}, begin_players_phase]")
    assert answer(match, "SID").actions == 3


@pytest.mark.rule("WB-Q12")
def test_when_the_players_phase_ends_whoever_has_not_acted_does_not() -> None:
    match = pulled("[end_players_phase]", falls=["claw"])
    g = state(match)
    assert g.counters == {"claws": 1}
    assert g.round == 2
    assert offered(match) == ["SID", "LARA", "KEN"]


def test_the_enemies_act_here_and_now_and_then_the_turn_goes_on() -> None:
    match = pulled("[run_enemies_phase]", falls=["claw"])
    g = state(match)
    assert g.counters == {"claws": 1}
    assert (g.active, g.actions, g.round) == ("SID", 2, 1)


def test_without_a_goal_no_enemy_acts() -> None:
    assert does(yard(goal=""), "[run_enemies_phase]").counters == {}


def test_the_chapter_is_lost_when_a_card_says_so_whatever_destiny_says() -> None:
    match = pulled("[lose_chapter, {destiny_up: 1}]", destiny=9)
    assert match.outcome is not None
    assert match.outcome.ending == "lost"
    assert state(match).destiny == 9


@pytest.mark.rule("WB-197", "WB-Q108")
def test_what_is_unlocked_stays_for_good_unless_the_chapter_is_lost() -> None:
    won = pulled("[{unlock: tower}, {unlock: tower}, {goto: I-20}, {count: done}]")
    assert record_of(won).unlocks == ("tower",)
    lost = pulled("[{unlock: tower}, lose_chapter]")
    assert record_of(lost).unlocks == ()


@pytest.mark.rule("WB-H04")
def test_one_of_some_things_happens_by_chance() -> None:
    text = '[{chance: 3}, {if: "chance_is(1)", then: [{count: one}]}, {if: "chance_is(3)", then: [{count: three}]}]'
    assert does(yard(), text, falls=["3"]).counters == {"three": 1}
    assert does(yard(), text, falls=["2"]).counters == {}
    assert does(yard(), '[{chance: 0}, {if: "chance_is(1)", then: [{count: one}]}]').counters == {"one": 1}


@pytest.mark.rule("WB-Q20")
def test_a_code_may_have_a_word_twice_and_is_tried_as_often_as_the_card_says() -> None:
    match = carried_out(yard(), "[{reveal_card: I-13}]")[1]
    assert asked(match) == (-1, "puzzle")
    answer(match, "try owl")
    assert offered(match) == ["try owl", "try cat", "try fish"]
    assert answer(match, "try fish", "try owl", "try owl").counters == {"solved": 1}
    wrong = does(yard(), "[{reveal_card: I-13}]", answers=["try owl", "try cat", "try cat", "try owl"])
    assert wrong.counters == {"failed": 1}


@pytest.mark.rule("WB-Q20")
def test_in_an_order_every_word_comes_once() -> None:
    match = carried_out(yard(), "[{reveal_card: I-14}]", answers=["try cat"])[1]
    assert offered(match) == ["try owl", "try fish"]
    assert answer(match, "try owl").counters == {"solved": 1}
    assert does(yard(), "[{reveal_card: I-14}]", answers=["try owl", "try cat"]).counters == {}


@pytest.mark.rule("WB-Q20")
def test_of_pictures_the_right_one_is_to_be_found() -> None:
    right = pulled("[{reveal_card: I-15}]")
    assert answer(right, "try fish").sparks["SID"] == 2
    wrong = pulled("[{reveal_card: I-15}]")
    assert answer(wrong, "try cat").sparks["SID"] == 0


@pytest.mark.rule("WB-Q54")
def test_all_that_the_face_of_an_interaction_card_asks_for_must_be_payable_and_is_paid() -> None:
    rich = play(yard(stacks={"blue": ["I-8"]}, active="SID", sparks={"SID": 1}))
    g = answer(rich, "interact I-8")
    assert (g.sparks["SID"], g.hearts["SID"], g.counters) == (0, 3, {"eight": 1})
    assert "interact I-8" not in offered(
        play(yard(stacks={"blue": ["I-8"]}, active="SID", sparks={"SID": 1}, hearts={"SID": 2}))
    )
    assert "interact I-8" not in offered(play(yard(stacks={"blue": ["I-8"]}, active="SID")))


def test_instructions_follow_one_another_as_the_card_says() -> None:
    text = """
- {if: has(KEY), then: [{count: locked}], else: [{write: KEY}]}
- {if: has(KEY), then: [{count: open}]}
- {repeat: 3, do: [{count: times}]}
- {each: heroes, do: [{gain_sparks: 1, to: it}]}
- {let: rich, be: heroes where sparks(it) >= 1, do: [{set_counter: rich, n: count(rich)}]}
- {must: [{spend: 5, who: SID}], else: [{count: poor}]}
"""
    g = does(yard(), text, "SID")
    assert g.counters == {"open": 1, "times": 3, "rich": 3, "poor": 1}
    assert g.sparks == {"SID": 1, "LARA": 1, "KEN": 1}


def test_somebody_chooses_what_a_card_leaves_open() -> None:
    text = """
- choose: [{id: left, say: Left, do: [{count: left}]}, {id: right, say: Right, do: [{count: right}]}, {id: rich, say: Rich, if: sparks >= 9, do: [{count: rich}]}]
- {may: [{gain_sparks: 2}], id: gift, say: Take them}
- {either: [{spend: 1}], or: [{lose_hearts: 1}], id: price}
- {amount: bet, least: 0, most: 2, do: [{count: bets, n: bet}]}
"""
    match = carried_out(yard(), text, "SID")[1]
    assert offered(match) == ["card left", "card right"]
    answer(match, "card right")
    assert offered(match) == ["card gift", "no"]
    answer(match, "card gift")
    assert offered(match) == ["card either-price", "card or-price"]
    answer(match, "card either-price")
    assert offered(match) == ["0", "1", "2"]
    g = answer(match, "2")
    assert (g.counters, g.sparks["SID"], g.hearts["SID"]) == ({"right": 1, "bets": 2}, 1, 5)


def test_what_cannot_be_done_is_not_offered() -> None:
    g, match = carried_out(
        yard(),
        "[{may: [{spend: 1}], id: gift, say: Give}, {either: [{spend: 1}], or: [{lose_hearts: 1}], id: price}]",
        "SID",
    )
    assert g.hearts["SID"] == 4
    assert offered(match) == ["done", "over"]


def test_words_are_read_to_everybody() -> None:
    assert told(carried_out(yard(), "[{tell: The clock strikes twelve.}]")[1]) == ["a card says"]


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
    assert g.shreds.deck_size == 1
    assert g.aura == ""
