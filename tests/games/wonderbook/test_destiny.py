"""Wonder Book: Destiny tokens, and the last of them."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered, outcome
from tests.games.wonderbook.given import book, carried_out, does, play
from tests.games.wonderbook.pages import chapter, choice, column, deed, end, goal, opened, story, table, thing


@pytest.mark.rule("WB-Q106")
@pytest.mark.parametrize(("before", "after"), [(5, 8), (8, 10), (9, 10), (10, 10)])
def test_there_are_ten_destiny_tokens_and_no_more(before: int, after: int) -> None:
    g = does(book(destiny=before), "[{destiny_up: 3}]")
    assert g.destiny == after
    assert does(g, "[{destiny_down: 1}]").destiny == after - 1


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_at_once_while_a_card_is_read() -> None:
    page = story(1, "{destiny_down: 5}, {write: LATER}", "flip", "{write: NEVER}")
    match = opened(chapter(page, goal(), end()))
    match.answer("read")
    assert (outcome(match).ending, match.state.sheet.keywords) == ("lost", {})


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_in_the_middle_of_a_turn() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{destiny_down: 1}]}]"
    match = play(table(goal(more=trap), destiny=1, active="SID"))
    answer(match, "move T")
    assert (outcome(match).ending, offered(match)) == ("lost", [])


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_in_the_enemies_phase() -> None:
    g = table(goal(enemies="{destiny_down: 1}, {damage: 1, to: SID}"), destiny=1, step="enemies")
    match = play(g)
    assert (outcome(match).ending, match.state.hearts["SID"]) == ("lost", g.most_hearts("SID"))


@pytest.mark.rule("WB-180")
def test_as_long_as_one_token_is_face_up_nothing_is_lost() -> None:
    g, match = carried_out(book(destiny=2), "[{destiny_down: 1}]")
    assert (g.destiny, match.outcome) == (1, None)


# Nobody turns the last token without being warned


RISK = choice(
    2,
    column("dare", "{destiny_down: 1}"),
    column("double", "{destiny_down: 2}"),
    column("stay", "{write: SAFE}"),
)
RISKY = chapter(story(1), RISK, goal(3), end(4))


@pytest.mark.rule("WB-Q105")
def test_a_player_about_to_turn_the_last_token_is_warned_and_can_go_back() -> None:
    match = opened(RISKY, destiny=1)
    answer(match, "I-2 dare")
    assert (asked(match), offered(match)) == ((-1, "last destiny"), ["go", "no"])
    answer(match, "no")
    assert (asked(match).topic, match.state.chosen, match.state.destiny) == ("choice", {}, 1)
    assert answer(match, "I-2 stay").sheet.keywords == {"SAFE": 1}


@pytest.mark.rule("WB-Q105", "WB-180")
def test_turning_the_last_token_after_the_warning_loses_at_once() -> None:
    match = opened(RISKY, destiny=1)
    answer(match, "I-2 dare", "go")
    assert outcome(match).ending == "lost"


@pytest.mark.rule("WB-Q105")
def test_nobody_is_warned_of_a_token_that_is_not_the_last() -> None:
    match = opened(RISKY, destiny=2)
    g = answer(match, "I-2 dare")
    assert (g.destiny, asked(match).topic) == (1, "turn")


@pytest.mark.rule("WB-Q105")
def test_an_option_that_costs_the_last_two_tokens_is_warned_of_too() -> None:
    match = opened(RISKY, destiny=2)
    answer(match, "I-2 double")
    assert match.outcome is None
    assert asked(match).topic == "last destiny"


@pytest.mark.rule("WB-Q105")
def test_a_special_action_that_costs_the_last_token_is_warned_of_and_letting_it_be_costs_nothing() -> None:
    dare = f", actions: [{deed('dare', '{destiny_down: 1}')}]"
    match = play(table(goal(more=dare), destiny=1, active="SID"))
    answer(match, "use I-2 dare")
    assert asked(match).topic == "last destiny"
    g = answer(match, "no")
    assert (g.destiny, g.active, g.actions) == (1, "SID", 3)


@pytest.mark.rule("WB-Q105")
def test_an_interaction_that_costs_the_last_token_is_warned_of() -> None:
    lamp = thing(3, more=", cost: [{destiny_down: 1}]")
    match = play(table(lamp, stacks={"red": ["I-3"]}, destiny=1, active="KEN"))
    answer(match, "interact I-3")
    assert match.outcome is None
    assert asked(match).topic == "last destiny"


@pytest.mark.rule("WB-Q105")
def test_an_entry_of_a_choice_in_the_text_that_costs_the_last_token_is_warned_of() -> None:
    dare = "{choose: [{id: dare, say: Dare it, do: [{destiny_down: 1}]}, {id: stay, say: Stay here, do: [{count: x}]}], by: group}"
    match = opened(chapter(story(1, dare), goal(), end()), destiny=1)
    answer(match, "I-1 dare")
    assert match.outcome is None
    assert asked(match).topic == "last destiny"
