"""Wonder Book: the Players' Phase, the order of turns, what a turn has, and additional actions."""

from __future__ import annotations

from itertools import permutations

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import APART, GROUP, KEN, LARA, QUIET, SID, THREE, book, play, sid
from tests.games.wonderbook.pages import item, lantern, law, tool

# The phase


@pytest.mark.rule("WB-093")
def test_the_check_comes_before_everything_else_in_the_phase() -> None:
    cards = QUIET + law("when: [{on: players_phase_starts, do: [{damage: 1, to: SID}]}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 0}, rules=["law"], step="round"))
    assert told(m)[:3] == ["players' phase", "destiny down", "stands up"]
    assert m.state.hearts["SID"] == 4


@pytest.mark.rule("WB-094", "WB-097")
def test_every_hero_has_one_turn_and_then_the_phase_is_over() -> None:
    m = play(book(QUIET, map="players", at=APART, step="round"))
    waiting = [offered(m)]
    for hero in ("LARA", "SID"):
        answer(m, hero, "pass")
        waiting.append(offered(m) if asked(m) == (GROUP, "turn") else [m.state.active])
        assert "enemies' phase" not in told(m)
    assert waiting == [["SID", "LARA", "KEN"], ["SID", "KEN"], ["KEN"]]
    answer(m, "pass")
    assert told(m).count("turn") == 3
    assert told(m)[-3:] == ["enemies' phase", "counts", "players' phase"]


@pytest.mark.rule("WB-094")
def test_a_solo_player_has_a_turn_with_each_hero() -> None:
    m = play(book(QUIET, heroes=["KEN", "TINA"], players=1, map="players", at={"KEN": "K", "TINA": "S"}))
    assert offered(m) == ["KEN", "TINA"]
    answer(m, "TINA", "pass")
    assert m.state.active == "KEN"
    assert asked(m) == (0, "action")


@pytest.mark.rule("WB-095")
@pytest.mark.parametrize("order", list(permutations(THREE)), ids=" ".join)
def test_turns_come_in_any_order_that_the_group_likes(order: tuple[str, ...]) -> None:
    m = play(book(QUIET, map="players", at=APART, step="round"))
    answer(m, order[0], "move " + {"SID": "T", "LARA": "S", "KEN": "X"}[order[0]], "pass")
    answer(m, order[1], "pass")
    assert m.state.active == order[2]


@pytest.mark.rule("WB-096")
def test_the_order_may_be_another_in_the_next_phase() -> None:
    m = play(book(QUIET, map="players", at=APART, step="round"))
    answer(m, "SID", "pass", "LARA", "pass", "pass")
    assert offered(m) == ["SID", "LARA", "KEN"]
    answer(m, "KEN", "pass", "LARA", "pass")
    assert m.state.active == "SID"


@pytest.mark.rule("WB-Q123")
def test_a_turn_may_consist_of_passing_at_once() -> None:
    g = book(QUIET, map="players", at=APART, lying={"S": 1})
    m = play(g)
    answer(m, "SID", "pass")
    assert offered(m) == ["LARA", "KEN"]
    assert (m.state.at, m.state.sparks_at) == (g.at, g.sparks_at)


# A turn


@pytest.mark.rule("WB-098", "WB-100", "WB-Q122")
def test_a_turn_has_three_actions_which_may_be_alike_and_then_the_next_begins() -> None:
    m = play(book(QUIET, map="players", at=APART))
    assert asked(m) == (GROUP, "turn")
    left = [answer(m, "SID").actions]
    for to in ("move T", "move S", "move L"):
        assert asked(m) == (SID, "action")
        left.append(answer(m, to).actions)
    assert left == [3, 2, 1, 0]
    assert (asked(m), offered(m)) == ((GROUP, "turn"), ["LARA", "KEN"])


def lara_could_do_everything(horn: str) -> Book:
    """LARA in K with all that any action needs, and with a horn that does this."""
    return sid(
        QUIET + lantern("[{gain_sparks: 1}]") + tool("horn", horn) + item("coin"),
        at={"SID": "X", "LARA": "K", "KEN": "S"},
        lying={"K": 1},
        sparks={"LARA": 1},
        wyrms=["K"],
        active="LARA",
        items={"SID": ["coin"], "LARA": ["horn"]},
        stacks={"lamp": ["lantern"]},
    )


@pytest.mark.rule("WB-099")
def test_there_are_seven_actions_and_no_others() -> None:
    g = lara_could_do_everything("[{gain_sparks: 1}]")
    assert offered(play(g)) == [
        "move X",
        "collect",
        "use LARA skill",
        "attack",
        "interact lantern",
        "give horn SID",
        "take coin SID",
        "use horn work",
        "pass",
    ]


@pytest.mark.rule("WB-099")
def test_what_cannot_be_done_is_not_among_the_actions() -> None:
    assert offered(play(sid(active="KEN"))) == ["move X", "pass"]


@pytest.mark.rule("WB-101")
@pytest.mark.parametrize("order", list(permutations(["move T", "collect", "give coin LARA"])), ids=", ".join)
def test_actions_come_in_any_order(order: tuple[str, ...]) -> None:
    cards = QUIET + item("coin")
    g = sid(cards, at={"SID": "S", "LARA": "S", "KEN": "K"}, lying={"S": 1, "T": 1}, items={"SID": ["coin"]})
    m = play(g)
    after = answer(m, *order)
    assert (after.at["SID"], after.sparks["SID"], after.items["LARA"]) == ("T", 1, ("coin",))
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-102", "WB-103")
@pytest.mark.parametrize("before", [[], ["move T"], ["move T", "move S"]])
def test_passing_ends_the_turn_and_loses_the_actions_that_are_left(before: list[str]) -> None:
    m = play(book(QUIET, map="players", at=APART))
    answer(m, "SID", *before)
    assert "pass" in offered(m)
    answer(m, "pass")
    assert offered(m) == ["LARA", "KEN"]
    answer(m, "LARA", "pass", "pass", "SID")
    assert m.state.actions == 3


@pytest.mark.rule("WB-103")
def test_a_turn_is_over_with_its_last_action() -> None:
    m = play(sid(actions=1))
    answer(m, "move T")
    assert asked(m) == (GROUP, "turn")
    assert offered(m) == ["LARA", "KEN"]


# Additional actions


@pytest.mark.rule("WB-104")
def test_an_additional_action_is_none_of_the_three() -> None:
    cards = QUIET + tool("horn", "[extra_action]")
    m = play(sid(cards, items={"SID": ["horn"]}))
    answer(m, "use horn work")
    assert asked(m) == (SID, "additional action")
    assert answer(m, "move T").actions == 2
    answer(m, "move S", "move T")
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-X34", "WB-105", "WB-Q130")
def test_an_additional_action_is_taken_at_once_or_lost() -> None:
    cards = QUIET + tool("horn", "[extra_action, {gain_sparks: 1}]")
    m = play(sid(cards, items={"SID": ["horn"]}))
    answer(m, "use horn work")
    assert asked(m) == (SID, "additional action")
    assert m.state.sparks["SID"] == 0
    g = answer(m, "pass")
    assert (g.sparks["SID"], g.actions, asked(m)) == (1, 2, (SID, "action"))
    for to in ("move T", "move S"):
        assert asked(m) == (SID, "action")
        answer(m, to)
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-X34", "WB-106")
def test_an_additional_action_of_no_kind_may_be_any_of_the_list() -> None:
    m = play(lara_could_do_everything("[extra_action]"))
    usual = offered(m)
    answer(m, "use horn work")
    assert asked(m) == (LARA, "additional action")
    assert offered(m) == usual
    assert "use horn work" in usual


@pytest.mark.rule("WB-Q130")
def test_an_additional_action_can_grant_a_further_one() -> None:
    cards = QUIET + tool("horn", "[extra_action, {gain_sparks: 1}]")
    m = play(sid(cards, items={"SID": ["horn"]}))
    answer(m, "use horn work", "use horn work")
    assert (asked(m), m.state.sparks["SID"]) == ((SID, "additional action"), 0)
    g = answer(m, "move T")
    assert (g.at["SID"], g.sparks["SID"], g.actions) == ("T", 2, 2)
    assert asked(m) == (SID, "action")


@pytest.mark.rule("WB-Q124")
def test_another_hero_acts_at_once_with_their_own_skills_and_sparks() -> None:
    cards = QUIET + tool("horn", "[{extra_action: any, who: LARA}]")
    m = play(sid(cards, items={"SID": ["horn"]}, sparks={"SID": 1, "LARA": 1}))
    answer(m, "use horn work")
    assert asked(m) == (LARA, "additional action")
    assert offered(m) == ["move S", "move X", "use LARA skill", "take horn SID", "pass"]
    answer(m, "use LARA skill")
    assert asked(m) == (LARA, "pick")
    g = answer(m, "KEN", "pass")
    assert (g.at["LARA"], g.sparks["SID"], g.sparks["LARA"]) == ("K", 1, 0)
    assert (asked(m), g.actions) == ((SID, "action"), 2)
    answer(m, "pass")
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q124")
def test_another_hero_who_interacts_is_the_one_whom_the_card_speaks_to() -> None:
    cards = QUIET + tool("horn", "[{extra_action: interact, who: KEN}]") + lantern("[{gain_sparks: 1}]")
    m = play(sid(cards, items={"SID": ["horn"]}, stacks={"lamp": ["lantern"]}))
    answer(m, "use horn work")
    assert asked(m) == (KEN, "additional action")
    assert answer(m, "interact lantern").sparks == {"SID": 0, "LARA": 0, "KEN": 1}


@pytest.mark.rule("WB-Q125")
def test_tag_team_is_with_any_conscious_hero_however_far_away() -> None:
    m = play(sid(at={"SID": "T", "LARA": "L", "KEN": "K"}, sparks={"LARA": 2}, active="LARA"))
    answer(m, "use LARA skill")
    assert offered(m) == ["SID", "KEN"]
    g = answer(m, "KEN")
    assert (g.at["LARA"], g.at["KEN"]) == ("K", "L")
    assert asked(m) == (LARA, "additional action")
    g = answer(m, "pass")
    assert (asked(m), g.actions) == ((LARA, "action"), 2)
