"""Wonder Book: how cards are read, in their order and in the midst of things; choices, Keywords, puzzles."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import REVEALED, Book, layouts
from foldtale.kernel import IllegalAnswer, Match
from foldtale.kernel.zones import new_box
from tests.games.wonderbook.given import (
    MAPS,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
    state,
    told,
    turn_pages,
)

BOTH = {"SID": "S", "LARA": "L", "KEN": "K"}


def chapter(*cards: str) -> str:
    return MAPS + "\n".join(f"- {{{card}}}" for card in cards)


def story(number: int, does: str = "", then: str = "next", back: str = "", back_then: str = "next") -> str:
    """A page that says "Front of 3." and does something; `back` is what its other face does."""
    front = f"card: I-{number}, kind: story, title: Page {number}, text: Front of {number}."
    instructions = f", do: [{does}]" if does else ""
    other = f", back: {{text: Back of {number}., do: [{back}], then: {back_then}}}" if back else ""
    return f"{front}{instructions}, then: {then}{other}"


def goal(number: int, counter: str = "done", more: str = "", then: str = "next") -> str:
    """A Goal that `{count: done}` meets; whoever likes may do that as a Special Action."""
    deed = f"actions: [{{id: do, say: Do it, do: [{{count: {counter}}}]}}]"
    wants = f"goal: counter({counter}) >= 1, enemies: [{{count: phases}}]"
    return f"card: I-{number}, kind: goal, title: Aim {number}, text: Front of {number}., {wants}, then: {then}, {deed}{more}"


def end(number: int) -> str:
    bands = "[{id: all, least: 1, most: 10, title: All, text: All is well.}]"
    return f"card: I-{number}, kind: end, title: The end, text: Front of {number}., endings: {bands}"


def choice(number: int, *options: str, more: str = "") -> str:
    return f"card: I-{number}, kind: choice, title: Page {number}, text: Front of {number}., options: [{', '.join(options)}]{more}"


def column(ident: str, does: str = "", more: str = "") -> str:
    instructions = f", do: [{does}]" if does else ""
    return f"{{id: {ident}, say: Go {ident}, text: Column {ident}.{instructions}{more}}}"


def opened(cards: str, **more: object) -> Match:
    """A Chapter from its first card, with three Heroes who are already there."""
    return play(book(cards=cards, goal="", **{"map": "players", "at": BOTH, **more}))  # type: ignore[arg-type]


def read(match: Match, pages: int = 1) -> Book:
    """Turn just so many pages."""
    for _ in range(pages):
        match.answer("read")
    return state(match)


def shown(match: Match) -> list[str]:
    """Every page that was opened so far."""
    return [line["page"] for line in match.story(0) if "page" in line]


def prose(match: Match) -> str:
    page = match.scene(0).page
    assert page is not None
    return " ".join(page.prose)


# Where reading starts, and what nobody sees


@pytest.mark.rule("WB-014", "WB-015")
def test_reading_starts_with_card_one_and_the_top_card_is_what_the_group_follows() -> None:
    match = opened(chapter(story(2, "{count: b}"), story(1, "{count: a}"), goal(3), end(4)))
    assert (asked_page(match), prose(match)) == (-1, "Front of 1.")
    assert (read(match).counters, prose(match)) == ({"a": 1}, "Front of 2.")
    assert read(match).counters == {"a": 1, "b": 1}
    assert prose(match) == "Front of 3."


def asked_page(match: Match) -> int:
    assert match.ask is not None
    assert match.ask.topic == "page"
    return match.ask.seat


@pytest.mark.rule("WB-Q19")
def test_it_makes_no_difference_who_reads_first_everybody_is_asked_for_the_first_page() -> None:
    match = opened(chapter(story(1), goal(2), end(3)))
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "page", 0)
    assert [choice.key for choice in match.ask.options] == ["read"]


@pytest.mark.rule("WB-010", "WB-Q11")
def test_neither_the_next_card_nor_the_back_of_the_open_one_can_be_seen() -> None:
    match = opened(
        chapter(story(1, then="flip", back="{write: SECRET}"), story(2, "{write: LATER}"), goal(3), end(4))
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
        goal(2, then="flip", more=", back: {text: Back of 2., do: [{write: DONE}]}"),
        goal(3, "more"),
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
        chapter(story(1, "{gain_sparks: 2, to: SID}, {lose_sparks: 1, who: SID}"), goal(2), end(3))
    )
    assert read(first).sparks["SID"] == 1
    second = opened(
        chapter(story(1, "{lose_sparks: 1, who: SID}, {gain_sparks: 2, to: SID}"), goal(2), end(3))
    )
    assert read(second).sparks["SID"] == 2


ASKS = "{choose: [{id: left, say: Go left, do: [{count: left}]}, {id: right, say: Go right, do: [{count: right}]}], by: group}"


@pytest.mark.rule("WB-053")
def test_a_card_is_flipped_only_when_all_on_its_front_is_done() -> None:
    match = opened(
        chapter(story(1, f"{{count: a}}, {ASKS}, {{count: z}}", "flip", "{count: back}"), goal(2), end(3))
    )
    read(match)
    assert (asked(match)[1], state(match).page, state(match).counters) == (
        "choose",
        ("I-1", "front"),
        {"a": 1},
    )
    match.answer("I-1 left")
    assert (state(match).page, state(match).counters) == (("I-1", "back"), {"a": 1, "left": 1, "z": 1})
    assert read(match).counters["back"] == 1


@pytest.mark.rule("WB-053")
def test_the_next_card_is_taken_only_when_all_on_the_open_face_is_done() -> None:
    match = opened(chapter(story(1, ASKS), story(2), goal(3), end(4)))
    read(match)
    assert (asked(match)[1], "I-2" in state(match).deck, "I-2 front" in shown(match)) == (
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
        goal(4),
        story(5),
        end(6),
    )
    match = opened(cards)
    turn_pages(match)
    assert shown(match) == ["I-1 front", "I-1 back", "I-2 front", "I-3 front", "I-4 front"]
    assert state(match).counters == dict.fromkeys("abcd", 1)
    assert state(match).discard == ("I-1", "I-2", "I-3")
    assert (state(match).deck, asked(match)[1]) == (("I-4", "I-5", "I-6"), "turn")


@pytest.mark.rule("WB-Q10")
def test_items_rules_interactions_and_purple_cards_go_where_they_belong() -> None:
    cards = chapter(
        "card: I-1, kind: item, title: A key, text: Cold.",
        "card: I-2, kind: rule, title: A law, text: Old.",
        "card: I-3, kind: interaction, title: The lamp, text: Dark., object: lamp, back: {text: Lit.}",
        "card: I-4, kind: wyrm, title: A purple one, text: Purple., do: [{spawn: 1}]",
        story(5),
        goal(6),
        end(7),
    )
    match = opened(cards)
    before = state(match).wyrms.deck_size
    g = answer(match, "LARA")
    assert (g.items["LARA"], g.rules, g.stacks) == (("I-1",), ("I-2",), {"I-3": ("I-3",)})
    assert (g.purple, g.wyrms.deck_size) == (("I-4",), before + 1)
    assert (g.discard, g.deck) == (("I-5",), ("I-6", "I-7"))


@pytest.mark.rule("WB-056")
def test_a_story_card_may_tell_set_up_and_let_the_group_choose() -> None:
    cards = chapter(
        story(1),
        story(2, "{place_sparks: 2, area: S}, {spawn: 1, area: T}, {place_object: lamp, area: X}"),
        choice(3, column("left", "{write: LEFT}"), column("right"), more=", do: [{gain_sparks: 1, to: KEN}]"),
        goal(4),
        end(5),
    )
    match = opened(cards)
    before = state(match).counters
    assert read(match).counters == before
    g = read(match)
    assert (g.lying, g.wyrm_at.count("T"), g.world.objects) == ({"S": 2}, 1, {"lamp": "X"})
    g = read(match)
    assert (asked(match), g.sparks["KEN"]) == ((-1, "choice"), 1)
    assert answer(match, "I-3 left").keywords == {"LEFT": 1}


# In the midst of things


@pytest.mark.rule("WB-057", "WB-058")
def test_a_card_that_comes_up_in_mid_turn_is_resolved_at_once_and_then_the_turn_goes_on() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{reveal_card: I-4}]}]"
    cards = chapter(story(1), goal(2, more=trap), story(3), story(4, "{gain_sparks: 2}, {damage: 1}"), end(5))
    g = book(cards=cards, map="players", at=BOTH, active="SID")
    match = play(g)
    match.answer("move T")
    assert (state(match).page, asked_page(match)) == (("I-4", "front"), -1)
    g = read(match)
    assert (g.sparks["SID"], g.hearts["SID"]) == (2, g.most_hearts("SID") - 1)
    assert (asked(match), g.active, g.actions) == ((0, "action"), "SID", 2)
    assert (g.goal, g.deck, g.discard) == ("I-2", ("I-2", "I-3", "I-5"), ("I-4",))


@pytest.mark.rule("WB-058")
def test_after_an_interruption_it_goes_on_otherwise_if_the_card_says_so() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{reveal_card: I-4}]}]"
    cards = chapter(story(1), goal(2, more=trap), story(3), story(4, "end_players_phase"), end(5))
    match = play(book(cards=cards, map="players", at=BOTH, active="SID"))
    g = answer(match, "move T")
    assert (g.counters, g.round, g.waiting) == ({"phases": 1}, 2, ("SID", "LARA", "KEN"))


@pytest.mark.rule("WB-057")
def test_a_card_that_comes_up_in_the_midst_of_a_wyrm_card_is_resolved_before_the_rest_of_it() -> None:
    trap = ", vortex: [X], when: [{on: spawned, do: [{reveal_card: I-4}]}]"
    purple = (
        "card: I-5, kind: wyrm, title: A purple one, text: Purple., do: [{spawn: 1}, {damage: 1, to: SID}]"
    )
    cards = chapter(
        story(1),
        goal(2, more=trap).replace("enemies: [{count: phases}], ", ""),
        story(3),
        story(4, "{write: READ}"),
        purple,
        end(6),
    )
    g = book(cards=cards, map="players", at=BOTH, step="enemies")
    g.wyrms = new_box(layouts()[0], ["I-5"])
    match = play(g)
    assert (state(match).page, state(match).wyrms.rows[REVEALED]) == (("I-4", "front"), ("I-5",))
    assert state(match).hearts["SID"] == g.hearts["SID"]
    after = read(match)
    assert (after.keywords, after.hearts["SID"]) == ({"READ": 1}, g.hearts["SID"] - 1)
    assert (asked(match)[1], after.round) == ("turn", 2)


@pytest.mark.rule("WB-Q10")
def test_discard_goes_back_to_what_was_interrupted() -> None:
    deed = ", actions: [{id: look, say: Look there, do: [{reveal_card: I-4}, {count: after}]}]"
    aim = goal(2).partition(", actions:")[0] + deed
    cards = chapter(
        story(1),
        aim,
        story(3),
        story(4, "{count: four}", "flip", "{count: back}", "discard"),
        story(5),
        end(6),
    )
    match = play(book(cards=cards, active="SID"))
    g = answer(match, "use I-2 look")
    assert shown(match) == ["I-4 front", "I-4 back"]
    assert (g.counters, g.discard, g.actions) == ({"four": 1, "back": 1, "after": 1}, ("I-4",), 2)


@pytest.mark.rule("WB-007")
def test_nobody_takes_a_turn_and_no_enemy_acts_before_a_goal_card_says_so() -> None:
    cards = chapter(story(1), story(2), choice(3, column("left"), column("right")), goal(4), end(5))
    match = opened(cards, wyrms=["S"])
    asks = []
    while state(match).goal == "":
        assert match.ask is not None
        asks.append(match.ask.topic)
        match.answer(0)
    assert asks == ["page", "page", "page", "choice", "page", "page"]
    assert (state(match).hearts["SID"], state(match).wyrm_at[0]) == (state(match).most_hearts("SID"), "S")
    assert "turn" not in told(match)
    assert asked(match)[1] == "turn"


@pytest.mark.rule("WB-007")
def test_enemies_act_when_a_story_card_says_so() -> None:
    match = opened(chapter(story(1, "{activate: 1}"), goal(2), end(3)), wyrms=["S"])
    g = read(match)
    assert g.hearts["SID"] == g.most_hearts("SID") - 1
    assert "turn" not in told(match)


@pytest.mark.rule("WB-007", "WB-092")
def test_a_story_card_may_call_for_a_players_phase() -> None:
    match = opened(chapter(story(1, "begin_players_phase", "goal"), story(2), goal(3), end(4)))
    read(match)
    assert match.ask is not None
    assert (state(match).page, match.ask.topic) == (("I-1", "front"), "turn")
    for key in ("SID", "pass", "LARA", "pass", "pass"):
        match.answer(key)
    assert (state(match).page, asked_page(match)) == (("I-2", "front"), -1)


@pytest.mark.rule("WB-Q12", "WB-092")
def test_a_story_card_in_mid_turn_may_call_for_a_fresh_players_phase() -> None:
    cards = chapter(story(1), goal(2), story(3, "begin_players_phase"), goal(4, "more"), end(5))
    match = play(book(cards=cards, map="players", at=BOTH, hearts={"KEN": 0}, active="SID"))
    g = answer(match, "use I-2 do")
    assert (g.goal, g.round, g.destiny, g.hearts["KEN"]) == ("I-4", 2, 4, g.most_hearts("KEN"))
    assert (asked(match)[1], offered(match)) == ("turn", ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q12")
def test_a_turn_that_a_card_cuts_short_ends_only_once() -> None:
    watch = ", when: [{on: turn_ends, do: [{count: ends}]}]"
    cards = chapter(
        story(1),
        goal(2),
        story(3, "begin_players_phase"),
        goal(4, "more"),
        f"card: I-5, kind: rule, title: A law, text: Old.{watch}",
        end(6),
    )
    match = play(book(cards=cards, rules=["I-5"], active="SID"))
    assert answer(match, "use I-2 do").counters["ends"] == 1


LAST_WORDS = "{knock_out: self}, {may: [{gain_sparks: 1}], say: Take one}, {write: AFTER}"


@pytest.mark.rule("WB-053")
def test_a_page_is_read_to_its_end_even_if_it_knocks_out_whose_turn_it_is() -> None:
    cards = chapter(story(1), goal(2), story(3, LAST_WORDS), goal(4, "more"), end(5))
    match = play(book(cards=cards, active="SID"))
    answer(match, "use I-2 do")
    g = answer(match, *(["no"] if asked(match)[1] == "may" else []))
    assert (g.hearts["SID"], g.keywords) == (0, {"AFTER": 1})
    assert (g.discard, g.goal, offered(match)) == (("I-2", "I-3"), "I-4", ["LARA", "KEN"])


@pytest.mark.rule("WB-053", "WB-Q131")
def test_a_page_is_read_to_its_end_even_if_it_knocks_out_whom_the_group_has_named() -> None:
    match = opened(chapter(story(1, LAST_WORDS), goal(2), end(3)))
    answer(match, "LARA")
    g = answer(match, *(["no"] if asked(match)[1] == "may" else []))
    assert (g.keywords, g.goal, g.destiny) == ({"AFTER": 1}, "I-2", 4)


# Who "you" is


@pytest.mark.rule("WB-Q131")
def test_during_a_turn_you_are_the_hero_who_takes_it() -> None:
    cards = chapter(story(1), goal(2), story(3, "{gain_sparks: 1}"), goal(4, "more"), end(5))
    g = answer(play(book(cards=cards, active="LARA")), "use I-2 do")
    assert g.sparks == {"SID": 0, "LARA": 1, "KEN": 0}


@pytest.mark.rule("WB-Q131")
def test_while_nobody_takes_a_turn_the_group_names_a_conscious_hero() -> None:
    match = opened(
        chapter(story(1, "{gain_sparks: 1}, {lose_hearts: 1}"), goal(2), end(3)), hearts={"SID": 0}
    )
    read(match)
    assert (asked(match), offered(match)) == ((-1, "who"), ["LARA", "KEN"])
    g = answer(match, "KEN")
    assert (g.sparks, g.hearts["KEN"]) == ({"SID": 0, "LARA": 0, "KEN": 1}, g.most_hearts("KEN") - 1)


@pytest.mark.rule("WB-Q131")
def test_a_text_for_the_whole_team_is_for_everybody_it_names() -> None:
    match = opened(chapter(story(1, "{each: heroes, do: [{gain_sparks: 1, to: it}]}"), goal(2), end(3)))
    assert read(match).sparks == {"SID": 1, "LARA": 1, "KEN": 1}


@pytest.mark.rule("WB-Q131")
def test_the_group_also_names_somebody_for_what_a_goal_card_says_in_the_enemies_phase() -> None:
    aim = goal(2).replace("enemies: [{count: phases}]", "enemies: [{lose_hearts: 1}]")
    match = play(book(cards=chapter(story(1), aim, end(3)), step="enemies"))
    assert (asked(match), offered(match)) == ((-1, "who"), ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q131")
def test_the_group_also_names_somebody_for_a_wyrm_card_that_speaks_to_you() -> None:
    purple = "card: I-3, kind: wyrm, title: A purple one, text: Purple., do: [{lose_hearts: 1}]"
    aim = goal(2).replace("enemies: [{count: phases}], ", "")
    g = book(cards=chapter(story(1), aim, purple, end(4)), step="enemies")
    g.wyrms = new_box(layouts()[0], ["I-3"])
    match = play(g)
    assert (asked(match), offered(match)) == ((-1, "who"), ["SID", "LARA", "KEN"])


@pytest.mark.rule("WB-Q131")
def test_you_on_a_special_rule_are_the_hero_who_takes_the_turn() -> None:
    law = "card: I-3, kind: rule, title: A law, text: Old., when: [{on: enters, do: [{gain_sparks: 1}]}]"
    cards = chapter(story(1), goal(2), law, end(4))
    g = book(cards=cards, map="players", at=BOTH, rules=["I-3"], active="SID")
    assert answer(play(g), "move T").sparks["SID"] == 1


# Choices


FORK = choice(
    2,
    column("left", "{write: LEFT}"),
    column("right", "{write: RIGHT}, {gain_sparks: 1, to: SID}", ", then: discard"),
    column("up", "{write: UP}", ", if: has(WINGS)"),
    column("down", "{write: DOWN}", ", if: has(SPADE), concealed: true"),
)


@pytest.mark.rule("WB-059", "WB-Q23")
def test_all_options_are_read_out_before_anybody_decides() -> None:
    match = opened(chapter(story(1), FORK, goal(3), end(4)))
    read(match)
    assert asked_page(match) == -1
    assert prose(match) == "Front of 2. ❖ Go left ❖ Go right ❖ Go up"
    read(match)
    assert asked(match)[1] == "choice"


@pytest.mark.rule("WB-060")
def test_the_group_picks_exactly_one_option_together() -> None:
    match = opened(chapter(story(1), FORK, goal(3), end(4)))
    assert (asked(match), offered(match)) == ((-1, "choice"), ["I-2 left", "I-2 right"])
    g = answer(match, "I-2 left")
    assert (g.keywords, g.chosen) == ({"LEFT": 1}, {"I-2": "left"})
    assert (g.goal, told(match).count("writes")) == ("I-3", 1)


@pytest.mark.rule("WB-061")
def test_only_the_column_of_the_chosen_option_is_applied_and_the_others_stay_unread() -> None:
    match = opened(chapter(story(1), FORK, goal(3), end(4)))
    g = answer(match, "I-2 right")
    assert (g.keywords, g.sparks["SID"]) == ({"RIGHT": 1}, 1)
    assert [page for page in shown(match) if page.startswith("I-2")] == ["I-2 front", "I-2 right"]
    assert not any(
        word in str(match.story(0)) + str(match.scene(0)) for word in ("LEFT", "Column left", "UP")
    )


@pytest.mark.rule("WB-061")
def test_the_chosen_column_is_read_aloud_before_it_goes_on() -> None:
    match = opened(chapter(story(1), FORK, goal(3), end(4)))
    read(match, 2)
    match.answer("I-2 left")
    assert (asked_page(match), prose(match)) == (-1, "Column left.")


@pytest.mark.rule("WB-Q23")
def test_an_option_that_needs_a_keyword_can_be_chosen_only_with_it() -> None:
    cards = chapter(story(1, "{write: WINGS}"), FORK, goal(3), end(4))
    match = opened(cards)
    assert offered(match) == ["I-2 left", "I-2 right", "I-2 up"]
    assert "UP" in answer(match, "I-2 up").keywords
    without = opened(chapter(story(1), FORK, goal(3), end(4)))
    turn_pages(without)
    with pytest.raises(IllegalAnswer):
        without.answer("I-2 up")


@pytest.mark.rule("WB-Q23")
def test_a_concealed_option_is_not_read_out_but_offered_when_its_condition_holds() -> None:
    match = opened(chapter(story(1, "{write: SPADE}"), FORK, goal(3), end(4)))
    read(match)
    assert "Go down" not in prose(match)
    assert offered(match) == ["I-2 left", "I-2 right", "I-2 down"]


@pytest.mark.rule("WB-061", "WB-Q10")
def test_the_bottom_of_the_chosen_column_says_how_it_goes_on() -> None:
    fork = choice(3, column("stay", more=", then: goal"), column("go", more=", then: next"))
    cards = chapter(story(1), goal(2), fork, goal(4, "more"), end(5))
    stays = play(book(cards=cards, map="players", at=BOTH, active="SID"))
    g = answer(stays, "use I-2 do", "I-3 stay")
    assert (g.goal, g.deck[0], g.active, g.actions) == ("", "I-4", "SID", 2)
    goes = play(book(cards=cards, map="players", at=BOTH, active="SID"))
    g = answer(goes, "use I-2 do", "I-3 go")
    assert (g.goal, g.deck[0], g.active, g.actions) == ("I-4", "I-4", "SID", 2)


@pytest.mark.rule("WB-Q21")
def test_what_was_read_stays_in_the_log_for_everybody_except_unread_columns() -> None:
    match = opened(chapter(story(1, then="flip", back="{count: x}"), FORK, story(3), goal(4), end(5)))
    answer(match, "I-2 left")
    for seat in (0, 1, 2):
        pages = [line["page"] for line in match.story(seat) if "page" in line]
        assert pages == ["I-1 front", "I-1 back", "I-2 front", "I-2 left", "I-3 front", "I-4 front"]


# Who answers for the group


@pytest.mark.rule("WB-Q22")
def test_whoever_takes_a_turn_confirms_a_decision_of_the_group() -> None:
    cards = chapter(story(1), goal(2), FORK.replace("I-2", "I-3"), goal(4, "more"), end(5))
    match = play(book(cards=cards, active="KEN"))
    match.answer("use I-2 do")
    match.answer("read")
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "choice", 2)
    with pytest.raises(IllegalAnswer):
        match.answer((0, "I-3 left"))
    match.answer((2, "I-3 left"))
    match.answer((2, "read"))
    assert state(match).keywords == {"LEFT": 1}


@pytest.mark.rule("WB-Q22")
def test_in_the_enemies_phase_the_host_confirms() -> None:
    g = book(map="players", at={"SID": "L", "LARA": "S", "KEN": "S"}, wyrms=["S"], step="choose")
    _, match = carried_out(g, "[{activate: 1}]")
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "victim", 0)


# Keywords


@pytest.mark.rule("WB-062", "WB-063")
def test_keywords_are_written_into_the_record_and_erased_from_it() -> None:
    cards = chapter(story(1, "{write: BELL}, {write: ROPE}"), story(2, "{erase: BELL}"), end(3))
    match = opened(cards)
    assert read(match).keywords == {"BELL": 1, "ROPE": 1}
    assert read(match).keywords == {"ROPE": 1}
    answer(match)
    assert match.outcome is not None
    assert isinstance(match.outcome.record, Campaign)
    assert match.outcome.record.keywords == {"ROPE": 1}


@pytest.mark.rule("WB-064", "WB-065", "WB-X39")
def test_writing_again_and_erasing_what_is_not_there_change_nothing() -> None:
    g = second_chapter({"A": 1})
    assert does(g, "[{write: A}, {write: B}, {erase: C}]").keywords == {"A": 1, "B": 2}


def second_chapter(keywords: dict[str, int]) -> Book:
    """A position in Chapter II, with Keywords from before."""
    cards = [page.replace("I-", "II-") for page in (story(1), goal(2), end(3))]
    return book(cards=chapter(*cards), number=2, record=Campaign(chapter=2, keywords=keywords), goal="II-2")


@pytest.mark.rule("WB-064")
def test_a_keyword_is_never_recorded_twice() -> None:
    match = opened(
        chapter(story(1, "{write: BELL}, {write: BELL}"), story(2, "{erase: BELL}"), goal(3), end(4))
    )
    read(match)
    assert told(match).count("writes") == 1
    assert read(match).keywords == {}


@pytest.mark.rule("WB-066")
def test_keywords_change_later_cards_of_the_same_chapter() -> None:
    later = "{if: has(BELL), then: [{gain_sparks: 3, to: SID}], else: [{gain_sparks: 1, to: SID}]}"
    with_bell = opened(chapter(story(1, "{write: BELL}"), story(2, later), goal(3), end(4)))
    assert read(with_bell, 2).sparks["SID"] == 3
    without = opened(chapter(story(1), story(2, later), goal(3), end(4)))
    assert read(without, 2).sparks["SID"] == 1


@pytest.mark.rule("WB-066")
def test_keywords_change_the_options_of_later_chapters() -> None:
    cards = chapter(FORK.replace("I-2", "II-1"), end(9).replace("I-9", "II-2"))
    for keywords, options in (({"WINGS": 1}, 3), ({}, 2)):
        record = Campaign(chapter=2, keywords=keywords)
        match = play(book(cards=cards, number=2, record=record, heroes=("SID", "LARA"), goal="", step="read"))
        assert len(offered(match)) == options


@pytest.mark.rule("WB-Q24")
def test_there_is_no_limit_to_keywords() -> None:
    words = ["BELL", "ROPE", "CROW", "TIDE", "SALT", "GLUE"]
    g = does(book(), f"[{', '.join([f'{{write: {word}}}' for word in words])}]")
    assert list(g.keywords) == words


@pytest.mark.rule("WB-Q25")
def test_keywords_are_the_same_whatever_their_case() -> None:
    g = does(book(), "[{write: Bell}, {write: BELL}, {if: has(bell), then: [{write: ROPE}]}]")
    assert list(g.keywords) == ["BELL", "ROPE"]
    assert list(does(g, "[{erase: bell}]").keywords) == ["ROPE"]


@pytest.mark.rule("WB-Q25", "WB-Q26")
def test_a_keyword_stands_on_the_line_of_its_chapter_and_stays_there() -> None:
    g = second_chapter({"BELL": 1})
    assert does(g, "[{write: bell}, {write: ROPE}]").keywords == {"BELL": 1, "ROPE": 2}


# The last Destiny token


RISK = choice(
    2,
    column("dare", "{destiny_down: 1}"),
    column("double", "{destiny_down: 2}"),
    column("stay", "{write: SAFE}"),
)


@pytest.mark.rule("WB-Q105")
def test_whoever_would_choose_to_turn_the_last_token_is_warned_and_can_go_back() -> None:
    match = opened(chapter(story(1), RISK, goal(3), end(4)), destiny=1)
    answer(match, "I-2 dare")
    assert (asked(match), offered(match)) == ((-1, "last destiny"), ["go", "no"])
    answer(match, "no")
    assert (asked(match)[1], state(match).chosen, state(match).destiny) == ("choice", {}, 1)
    assert answer(match, "I-2 stay").keywords == {"SAFE": 1}


@pytest.mark.rule("WB-Q105", "WB-180")
def test_whoever_does_it_all_the_same_loses_at_once() -> None:
    match = opened(chapter(story(1), RISK, goal(3), end(4)), destiny=1)
    answer(match, "I-2 dare", "go")
    assert match.outcome is not None
    assert match.outcome.ending == "lost"


@pytest.mark.rule("WB-Q105")
def test_nobody_is_warned_of_a_token_that_is_not_the_last() -> None:
    match = opened(chapter(story(1), RISK, goal(3), end(4)), destiny=2)
    g = answer(match, "I-2 dare")
    assert (g.destiny, asked(match)[1]) == (1, "turn")


@pytest.mark.rule("WB-Q105")
def test_an_option_that_costs_the_last_two_tokens_is_warned_of_too() -> None:
    match = opened(chapter(story(1), RISK, goal(3), end(4)), destiny=2)
    answer(match, "I-2 double")
    assert match.outcome is None
    assert asked(match)[1] == "last destiny"


@pytest.mark.rule("WB-Q105")
def test_a_special_action_that_costs_the_last_token_is_warned_of_and_letting_it_be_costs_nothing() -> None:
    deed = ", actions: [{id: dare, say: Dare it, do: [{destiny_down: 1}]}]"
    cards = chapter(story(1), goal(2).partition(", actions:")[0] + deed, end(3))
    match = play(book(cards=cards, destiny=1, active="SID"))
    answer(match, "use I-2 dare")
    assert asked(match)[1] == "last destiny"
    g = answer(match, "no")
    assert (g.destiny, g.active, g.actions) == (1, "SID", 3)


@pytest.mark.rule("WB-Q105")
def test_an_interaction_that_costs_the_last_token_is_warned_of() -> None:
    lamp = "card: I-3, kind: interaction, title: The lamp, text: Dark., object: lamp, cost: [{destiny_down: 1}], back: {text: Lit.}"
    cards = chapter(story(1), goal(2), lamp, end(4))
    g = book(cards=cards, map="players", at={"SID": "K"}, stacks={"red": ["I-3"]}, destiny=1, active="SID")
    match = play(g)
    answer(match, "interact I-3")
    assert match.outcome is None
    assert asked(match)[1] == "last destiny"


@pytest.mark.rule("WB-Q105")
def test_an_entry_of_a_choice_in_the_text_that_costs_the_last_token_is_warned_of() -> None:
    dare = "{choose: [{id: dare, say: Dare it, do: [{destiny_down: 1}]}, {id: stay, say: Stay here, do: [{count: x}]}], by: group}"
    match = opened(chapter(story(1, dare), goal(2), end(3)), destiny=1)
    answer(match, "I-1 dare")
    assert match.outcome is None
    assert asked(match)[1] == "last destiny"


# Puzzles


def riddle(sort: str, among: str, solution: str, tries: int = 1) -> str:
    ends = "success: [{write: SOLVED}], fail: [{write: FAILED}]"
    return f"card: I-1, kind: story, title: A riddle, text: Hm., puzzle: {{sort: {sort}, among: [{among}], solution: [{solution}], tries: {tries}, {ends}}}"


@pytest.mark.rule("WB-Q20")
def test_a_code_is_put_in_word_by_word_and_words_may_come_again() -> None:
    match = opened(chapter(riddle("code", "sun, moon, star", "moon, moon"), goal(2), end(3)))
    read(match)
    assert (asked(match), offered(match)) == ((-1, "puzzle"), ["try sun", "try moon", "try star"])
    match.answer("try moon")
    assert offered(match) == ["try sun", "try moon", "try star"]
    g = answer(match, "try moon")
    assert (g.keywords, g.goal) == ({"SOLVED": 1}, "I-2")


@pytest.mark.rule("WB-Q20")
def test_in_an_order_each_word_comes_once_and_the_order_counts() -> None:
    cards = chapter(riddle("order", "sun, moon, star", "moon, star, sun"), goal(2), end(3))
    match = opened(cards)
    answer(match, "try moon")
    assert offered(match) == ["try sun", "try star"]
    assert answer(match, "try star").keywords == {"SOLVED": 1}
    wrong = opened(cards)
    assert answer(wrong, "try star", "try moon").keywords == {"FAILED": 1}


@pytest.mark.rule("WB-Q20")
def test_a_riddle_can_be_tried_as_often_as_the_card_says() -> None:
    cards = chapter(riddle("picture", "sun, moon", "moon", tries=2), goal(2), end(3))
    second = opened(cards)
    answer(second, "try sun")
    assert (asked(second)[1], state(second).keywords) == ("puzzle", {})
    assert answer(second, "try moon").keywords == {"SOLVED": 1}
    failed = opened(cards)
    assert answer(failed, "try sun", "try sun").keywords == {"FAILED": 1}


@pytest.mark.rule("WB-Q20")
def test_a_riddle_may_stand_on_the_back_of_a_card() -> None:
    puzzle = "{sort: code, among: [sun, moon], solution: [moon], success: [{gain_sparks: 1}]}"
    page = f"card: I-1, kind: story, title: A riddle, text: Hm., then: flip, back: {{text: Aha., puzzle: {puzzle}}}"
    match = opened(chapter(page, goal(2), end(3)))
    read(match)
    assert state(match).page == ("I-1", "back")
    assert offered(match) == ["try sun", "try moon"]
    assert answer(match, "try moon", "KEN").sparks["KEN"] == 1


@pytest.mark.rule("WB-Q20")
def test_the_solution_of_a_riddle_cannot_be_seen() -> None:
    match = opened(chapter(riddle("code", "sun, moon, star", "moon, star"), goal(2), end(3)))
    read(match)
    seen = str(match.scene(0)) + str(match.story(0))
    assert not any(word in seen for word in ("SOLVED", "FAILED", "'moon', 'star'"))


@pytest.mark.rule("WB-Q20")
@pytest.mark.parametrize(("fall", "keyword"), [("S F F", "DONE"), ("F F F", "MISSED")])
def test_a_challenge_at_the_table_is_dice_for_so_many_successes(fall: str, keyword: str) -> None:
    dare = "{challenge: 3, needed: 1, success: [{write: DONE}], fail: [{write: MISSED}]}"
    cards = chapter(story(1, dare), goal(2), end(3))
    match = play(book(cards=cards, goal=""), fall)
    match.answer("read")
    answer(match, *(["SID"] if asked(match)[1] == "who" else []))
    assert list(state(match).keywords) == [keyword]


# A retry


def lost_at(cards: str, **more: object) -> Campaign:
    """The record after an attempt that was lost at its Goal."""
    match = opened(cards, **more)
    answer(match, "SID", "use I-3 lose")
    assert match.outcome is not None
    assert isinstance(match.outcome.record, Campaign)
    assert match.outcome.ending == "lost"
    return match.outcome.record


LOSING = chapter(
    story(1, then="flip", back="{count: a}"),
    story(2, "{count: b}"),
    goal(3, more=", back: {text: Back of 3., do: [{count: c}]}", then="flip").replace(
        "actions: [", "actions: [{id: lose, say: Give up now, do: [lose_chapter]}, "
    ),
    story(4),
    goal(5, "more"),
    end(6),
)


@pytest.mark.rule("WB-Q110")
def test_pages_known_from_a_lost_attempt_can_be_skipped() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    assert match.ask is not None
    assert [choice.key for choice in match.ask.options] == ["read", "skip"]
    match.answer("skip")
    assert (state(match).goal, state(match).counters) == ("I-3", {"a": 1, "b": 1})
    assert asked(match)[1] == "turn"


@pytest.mark.rule("WB-Q110")
def test_known_pages_can_also_be_read_again() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("read")
    assert (state(match).page, asked_page(match)) == (("I-1", "back"), -1)
    match.answer("skip")
    assert asked(match)[1] == "turn"


@pytest.mark.rule("WB-Q110")
def test_a_first_attempt_has_nothing_to_skip() -> None:
    match = opened(LOSING)
    for _ in range(4):
        assert match.ask is not None
        assert [choice.key for choice in match.ask.options] == ["read"]
        match.answer("read")


@pytest.mark.rule("WB-Q110")
def test_skipping_stops_at_a_card_that_was_not_read_before() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("skip")
    match.answer("SID")
    match.answer("use I-3 do")
    while state(match).page != ("I-4", "front"):
        match.answer("read")
    assert match.ask is not None
    assert (match.ask.topic, [choice.key for choice in match.ask.options]) == ("page", ["read"])


@pytest.mark.rule("WB-Q110")
def test_the_back_of_a_card_whose_front_was_all_that_was_read_is_not_skipped() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("skip")
    match.answer("SID")
    match.answer("use I-3 do")
    assert (state(match).page, asked_page(match)) == (("I-3", "back"), -1)
    assert match.ask is not None
    assert [choice.key for choice in match.ask.options] == ["read"]
