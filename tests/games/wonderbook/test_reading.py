"""Wonder Book: how cards are read, in their order and in the midst of things, and who they speak to."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.state import REVEALED
from foldtale.testing import answer, asked, offered, told, turn_pages
from tests.games.wonderbook.given import APART, book, does, play, shown
from tests.games.wonderbook.pages import (
    asked_page,
    chapter,
    choice,
    column,
    deed,
    easy_goal,
    end,
    goal,
    opened,
    prose,
    read,
    row,
    rule,
    story,
    table,
    with_wyrm_cards,
    wyrm_card,
    wyrm_goal,
)

# Where reading starts, and what nobody sees


@pytest.mark.rule("WB-014", "WB-015")
def test_reading_starts_with_card_one_and_the_top_card_is_what_the_group_follows() -> None:
    match = opened(chapter(story(2, "{count: b}"), story(1, "{count: a}"), easy_goal(3), end(4)))
    assert (asked_page(match), prose(match)) == (-1, "Front of 1.")
    assert (read(match).counters, prose(match)) == ({"a": 1}, "Front of 2.")
    assert read(match).counters == {"a": 1, "b": 1}
    assert prose(match) == "Front of 3."


@pytest.mark.rule("WB-Q19")
def test_it_makes_no_difference_who_reads_first_everybody_is_asked_for_the_first_page() -> None:
    match = opened(chapter(story(1), easy_goal(2), end(3)))
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "page", 0)
    assert [choice.key for choice in match.ask.options] == ["read"]


@pytest.mark.rule("WB-010", "WB-Q11")
def test_neither_the_next_card_nor_the_back_of_the_open_one_can_be_seen() -> None:
    match = opened(
        chapter(
            story(1, then="flip", back="{write: SECRET}"), story(2, "{write: LATER}"), easy_goal(3), end(4)
        )
    )
    for seat in (0, 1, 2):
        seen = str(match.scene(seat)) + str(match.story(seat))
        assert "Front of 1." in seen
        assert not any(hidden in seen for hidden in ("Back of 1", "SECRET", "Page 2", "Front of 2", "LATER"))
    read(match)
    assert prose(match) == "Back of 1."
    assert not any(hidden in str(match.scene(0)) for hidden in ("Front of 1.", "Page 2", "Front of 2"))
    read(match)
    assert prose(match) == "Front of 2."


@pytest.mark.rule("WB-Q11")
def test_the_back_of_a_goal_card_is_hidden_until_the_goal_is_met() -> None:
    cards = chapter(
        story(1),
        easy_goal(2, then="flip", more=", back: {text: Back of 2., do: [{write: DONE}]}"),
        easy_goal(3, "more"),
        end(4),
    )
    match = play(book(cards=cards, active="SID"))
    assert not any(hidden in str(match.scene(0)) for hidden in ("Back of 2", "DONE"))
    match.answer("use I-2 do")
    assert prose(match) == "Back of 2."


# From top to bottom


@pytest.mark.rule("WB-052")
def test_a_card_is_carried_out_from_top_to_bottom() -> None:
    first = opened(
        chapter(story(1, "{gain_sparks: 2, to: SID}, {lose_sparks: 1, who: SID}"), easy_goal(2), end(3))
    )
    assert read(first).sparks["SID"] == 1
    second = opened(
        chapter(story(1, "{lose_sparks: 1, who: SID}, {gain_sparks: 2, to: SID}"), easy_goal(2), end(3))
    )
    assert read(second).sparks["SID"] == 2


ASKS = "{choose: [{id: left, say: Go left, do: [{count: left}]}, {id: right, say: Go right, do: [{count: right}]}], by: group}"


@pytest.mark.rule("WB-053")
def test_a_card_is_flipped_only_when_all_on_its_front_is_done() -> None:
    match = opened(
        chapter(
            story(1, f"{{count: a}}, {ASKS}, {{count: z}}", "flip", "{count: back}"), easy_goal(2), end(3)
        )
    )
    read(match)
    assert (asked(match).topic, match.state.pages.open, match.state.counters) == (
        "choose",
        ("I-1", "front"),
        {"a": 1},
    )
    match.answer("I-1 left")
    assert (match.state.pages.open, match.state.counters) == (("I-1", "back"), {"a": 1, "left": 1, "z": 1})
    assert read(match).counters["back"] == 1


@pytest.mark.rule("WB-053")
def test_the_next_card_is_taken_only_when_all_on_the_open_face_is_done() -> None:
    match = opened(chapter(story(1, ASKS), story(2), easy_goal(3), end(4)))
    read(match)
    assert (asked(match).topic, "I-2" in match.state.deck, "I-2 front" in shown(match)) == (
        "choose",
        True,
        False,
    )
    match.answer("I-1 right")
    assert shown(match) == ["I-1 front", "I-2 front"]


@pytest.mark.rule("WB-054", "WB-Q10")
def test_flip_next_discard_and_goal_at_the_bottom_of_a_face() -> None:
    cards = chapter(
        story(1, "{count: a}", "flip", "{count: b}", "next"),
        story(2, "{count: c}", "discard"),
        story(3, "{count: d}", "next"),
        easy_goal(4),
        story(5),
        end(6),
    )
    match = opened(cards)
    turn_pages(match)
    assert shown(match) == ["I-1 front", "I-1 back", "I-2 front", "I-3 front", "I-4 front"]
    assert match.state.counters == dict.fromkeys("abcd", 1)
    assert match.state.discard == ("I-1", "I-2", "I-3")
    assert (match.state.deck, asked(match).topic) == (("I-4", "I-5", "I-6"), "turn")


@pytest.mark.rule("WB-Q10")
def test_items_rules_interactions_and_purple_cards_go_where_they_belong() -> None:
    cards = chapter(
        row("card: I-1, kind: item, title: A key, text: Cold."),
        row("card: I-2, kind: rule, title: A law, text: Old."),
        row("card: I-3, kind: interaction, title: The lamp, text: Dark., object: lamp, back: {text: Lit.}"),
        row("card: I-4, kind: wyrm, title: A purple one, text: Purple., do: [{spawn: 1}]"),
        story(5),
        easy_goal(6),
        end(7),
    )
    match = opened(cards)
    before = match.state.wyrm_cards.deck_size
    g = answer(match, "LARA")
    assert (g.items["LARA"], g.rules, g.stacks) == (("I-1",), ("I-2",), {"I-3": ("I-3",)})
    assert (g.sheet.purple, g.wyrm_cards.deck_size) == (("I-4",), before + 1)
    assert (g.discard, g.deck) == (("I-5",), ("I-6", "I-7"))


@pytest.mark.rule("WB-056")
def test_a_story_card_may_tell_set_up_and_let_the_group_choose() -> None:
    cards = chapter(
        story(1),
        story(2, "{place_sparks: 2, area: S}, {spawn: 1, area: T}, {place_object: lamp, area: X}"),
        choice(3, column("left", "{write: LEFT}"), column("right"), more=", do: [{gain_sparks: 1, to: KEN}]"),
        easy_goal(4),
        end(5),
    )
    match = opened(cards)
    before = match.state.counters
    assert read(match).counters == before
    g = read(match)
    assert (g.sparks_at, g.wyrm_at.count("T"), g.objects) == ({"S": 2}, 1, {"lamp": "X"})
    g = read(match)
    assert (asked(match), g.sparks["KEN"]) == ((-1, "choice"), 1)
    assert answer(match, "I-3 left").sheet.keywords == {"LEFT": 1}


# In the midst of things


@pytest.mark.rule("WB-057", "WB-058")
def test_a_card_that_comes_up_in_mid_turn_is_resolved_at_once_and_then_the_turn_goes_on() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{reveal_card: I-4}]}]"
    cards = chapter(
        story(1), easy_goal(2, more=trap), story(3), story(4, "{gain_sparks: 2}, {damage: 1}"), end(5)
    )
    g = book(cards=cards, map="players", at=APART, active="SID")
    match = play(g)
    match.answer("move T")
    assert (match.state.pages.open, asked_page(match)) == (("I-4", "front"), -1)
    g = read(match)
    assert (g.sparks["SID"], g.hearts["SID"]) == (2, g.most_hearts("SID") - 1)
    assert (asked(match), g.active, g.actions) == ((0, "action"), "SID", 2)
    assert (g.goal, g.deck, g.discard) == ("I-2", ("I-2", "I-3", "I-5"), ("I-4",))


@pytest.mark.rule("WB-058")
def test_after_an_interruption_it_goes_on_otherwise_if_the_card_says_so() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{reveal_card: I-4}]}]"
    cards = chapter(story(1), easy_goal(2, more=trap), story(3), story(4, "end_players_phase"), end(5))
    match = play(book(cards=cards, map="players", at=APART, active="SID"))
    g = answer(match, "move T")
    assert (g.counters, g.round, g.waiting) == ({"phases": 1}, 2, ("SID", "LARA", "KEN"))


@pytest.mark.rule("WB-057")
def test_a_card_that_comes_up_in_the_midst_of_a_wyrm_card_is_resolved_before_the_rest_of_it() -> None:
    trap = ", vortex: [X], when: [{on: spawned, do: [{reveal_card: I-4}]}]"
    purple = wyrm_card(5, "[{spawn: 1}, {damage: 1, to: SID}]")
    g = table(wyrm_goal(more=trap), story(3), story(4, "{write: READ}"), purple, step="enemies")
    match = play(with_wyrm_cards(g, "I-5"))
    assert (match.state.pages.open, match.state.wyrm_cards.rows[REVEALED]) == (("I-4", "front"), ("I-5",))
    assert match.state.hearts["SID"] == g.hearts["SID"]
    after = read(match)
    assert (after.sheet.keywords, after.hearts["SID"]) == ({"READ": 1}, g.hearts["SID"] - 1)
    assert (asked(match).topic, after.round) == ("turn", 2)


@pytest.mark.rule("WB-Q10")
def test_discard_goes_back_to_what_was_interrupted() -> None:
    look = f", actions: [{deed('look', '{reveal_card: I-4}, {count: after}')}]"
    four = story(4, "{count: four}", "flip", "{count: back}", "discard")
    match = play(table(goal(more=look), story(3), four, story(5), active="SID"))
    g = answer(match, "use I-2 look")
    assert shown(match) == ["I-4 front", "I-4 back"]
    assert (g.counters, g.discard, g.actions) == ({"four": 1, "back": 1, "after": 1}, ("I-4",), 2)


@pytest.mark.rule("WB-007")
def test_nobody_takes_a_turn_and_no_enemy_acts_before_a_goal_card_says_so() -> None:
    cards = chapter(story(1), story(2), choice(3, column("left"), column("right")), easy_goal(4), end(5))
    match = opened(cards, wyrms=["S"])
    asks = []
    while match.state.goal == "":
        assert match.ask is not None
        asks.append(match.ask.topic)
        match.answer(0)
    assert asks == ["page", "page", "page", "choice", "page", "page"]
    assert (match.state.hearts["SID"], match.state.wyrm_at[0]) == (match.state.most_hearts("SID"), "S")
    assert "turn" not in told(match)
    assert asked(match).topic == "turn"


@pytest.mark.rule("WB-007")
def test_enemies_act_when_a_story_card_says_so() -> None:
    match = opened(chapter(story(1, "{activate: 1}"), easy_goal(2), end(3)), wyrms=["S"])
    g = read(match)
    assert g.hearts["SID"] == g.most_hearts("SID") - 1
    assert "turn" not in told(match)


@pytest.mark.rule("WB-007", "WB-092")
def test_a_story_card_may_call_for_a_players_phase() -> None:
    match = opened(chapter(story(1, "begin_players_phase", "goal"), story(2), easy_goal(3), end(4)))
    read(match)
    assert match.ask is not None
    assert (match.state.pages.open, match.ask.topic) == (("I-1", "front"), "turn")
    for key in ("SID", "pass", "LARA", "pass", "pass"):
        match.answer(key)
    assert (match.state.pages.open, asked_page(match)) == (("I-2", "front"), -1)


@pytest.mark.rule("WB-Q12", "WB-092")
def test_a_story_card_in_mid_turn_may_call_for_a_fresh_players_phase() -> None:
    cards = chapter(story(1), easy_goal(2), story(3, "begin_players_phase"), easy_goal(4, "more"), end(5))
    match = play(book(cards=cards, map="players", at=APART, hearts={"KEN": 0}, active="SID"))
    g = answer(match, "use I-2 do")
    assert (g.goal, g.round, g.destiny, g.hearts["KEN"]) == ("I-4", 2, 4, g.most_hearts("KEN"))
    assert (asked(match).topic, offered(match)) == ("turn", ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q12")
def test_a_turn_that_a_card_cuts_short_ends_only_once() -> None:
    calls, watch = story(3, "begin_players_phase"), rule(5, "when: [{on: turn_ends, do: [{count: ends}]}]")
    match = play(table(easy_goal(), calls, easy_goal(4, "more"), watch, rules=["I-5"], active="SID"))
    assert answer(match, "use I-2 do").counters["ends"] == 1


LAST_WORDS = "{knock_out: self}, {may: [{gain_sparks: 1}], say: Take one}, {write: AFTER}"


@pytest.mark.rule("WB-053")
def test_a_page_is_read_to_its_end_even_if_it_knocks_out_whose_turn_it_is() -> None:
    cards = chapter(story(1), easy_goal(2), story(3, LAST_WORDS), easy_goal(4, "more"), end(5))
    match = play(book(cards=cards, active="SID"))
    answer(match, "use I-2 do")
    g = answer(match, *(["no"] if asked(match).topic == "may" else []))
    assert (g.hearts["SID"], g.sheet.keywords) == (0, {"AFTER": 1})
    assert (g.discard, g.goal, offered(match)) == (("I-2", "I-3"), "I-4", ["LARA", "KEN"])


@pytest.mark.rule("WB-053", "WB-Q131")
def test_a_page_is_read_to_its_end_even_if_it_knocks_out_whom_the_group_has_named() -> None:
    match = opened(chapter(story(1, LAST_WORDS), easy_goal(2), end(3)))
    answer(match, "LARA")
    g = answer(match, *(["no"] if asked(match).topic == "may" else []))
    assert (g.sheet.keywords, g.goal, g.destiny) == ({"AFTER": 1}, "I-2", 4)


# Who "you" is


@pytest.mark.rule("WB-Q131")
def test_during_a_turn_you_are_the_hero_who_takes_it() -> None:
    cards = chapter(story(1), easy_goal(2), story(3, "{gain_sparks: 1}"), easy_goal(4, "more"), end(5))
    g = answer(play(book(cards=cards, active="LARA")), "use I-2 do")
    assert g.sparks == {"SID": 0, "LARA": 1, "KEN": 0}


@pytest.mark.rule("WB-Q131")
def test_while_nobody_takes_a_turn_the_group_names_a_conscious_hero() -> None:
    match = opened(
        chapter(story(1, "{gain_sparks: 1}, {lose_hearts: 1}"), easy_goal(2), end(3)), hearts={"SID": 0}
    )
    read(match)
    assert (asked(match), offered(match)) == ((-1, "who"), ["LARA", "KEN"])
    g = answer(match, "KEN")
    assert (g.sparks, g.hearts["KEN"]) == ({"SID": 0, "LARA": 0, "KEN": 1}, g.most_hearts("KEN") - 1)


@pytest.mark.rule("WB-Q131")
def test_a_text_for_the_whole_team_is_for_everybody_it_names() -> None:
    match = opened(chapter(story(1, "{each: heroes, do: [{gain_sparks: 1, to: it}]}"), easy_goal(2), end(3)))
    assert read(match).sparks == {"SID": 1, "LARA": 1, "KEN": 1}


@pytest.mark.rule("WB-Q131")
def test_the_group_also_names_somebody_for_what_a_goal_card_says_in_the_enemies_phase() -> None:
    match = play(table(goal(enemies="{lose_hearts: 1}"), step="enemies"))
    assert (asked(match), offered(match)) == ((-1, "who"), ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q131")
def test_the_group_also_names_somebody_for_a_wyrm_card_that_speaks_to_you() -> None:
    g = table(wyrm_goal(), wyrm_card(3, "[{lose_hearts: 1}]"), step="enemies")
    match = play(with_wyrm_cards(g, "I-3"))
    assert (asked(match), offered(match)) == ((-1, "who"), ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q131")
def test_you_on_a_special_rule_are_the_hero_who_takes_the_turn() -> None:
    toll = rule(3, "when: [{on: enters, do: [{gain_sparks: 1}]}]")
    assert answer(play(table(toll, rules=["I-3"], active="SID")), "move T").sparks["SID"] == 1


@pytest.mark.rule("WB-057", "WB-058")
def test_a_page_comes_by_itself_when_what_it_waits_for_happens() -> None:
    page = story(3, "{count: seen}").replace(
        "kind: story", "kind: story, comes: {on: hero_damaged, if: who is KEN}"
    )
    match = opened(chapter(story(1), goal(2), page, end(4)))
    turn_pages(match)
    g = match.state
    assert "seen" not in does(g, "[{damage: 1, to: SID}]").counters
    once = does(g, "[{damage: 1, to: KEN}]")
    assert (once.counters["seen"], "I-3" in once.deck, once.pages.open) == (1, False, g.pages.open)
    assert does(once, "[{damage: 1, to: KEN}]").counters["seen"] == 1
