"""Wonder Book: the Players' Phase, turns, and all actions but the attack."""

from __future__ import annotations

from itertools import permutations

import pytest

from foldtale.games.wonderbook.state import DISCARD, HELD_BY, Book
from foldtale.kernel import IllegalAnswer
from tests.games.wonderbook.given import (
    BOARD,
    THREE,
    WORDS,
    answer,
    asked,
    book,
    chapter_of,
    offered,
    play,
    state,
    told,
)

SID, LARA, KEN = range(3)
GROUP = -1
APART = {"SID": "S", "LARA": "L", "KEN": "K"}
TOGETHER = {"SID": "S", "LARA": "S", "KEN": "S"}
QUIET = BOARD.replace("vortex: [V]", "vortex: [V], enemies: [{count: stirred}]")
"""The Enemies' Phase of its Goal only counts."""
SHRED = chapter_of(BOARD).shreds[0]


def law(says: str) -> str:
    """A Special Rule."""
    return f"- {{card: law, kind: rule, title: Law, text: {WORDS!r}, {says}}}\n"


def tool(name: str, do: str, kind: str = "item") -> str:
    """An Item with a Special Action: `use … work`."""
    actions = f"[{{id: work, say: Use it now, do: {do}}}]"
    return f"- {{card: {name}, kind: {kind}, title: Tool, text: {WORDS!r}, actions: {actions}}}\n"


def token(name: str, says: str = "") -> str:
    """An Item without a Special Action."""
    return f"- {{card: {name}, kind: item, title: Token, text: {WORDS!r}{says}}}\n"


def lantern(do: str, name: str = "lantern", says: str = "") -> str:
    """An Interaction card whose object is in K."""
    back = f"{{text: {WORDS!r}, do: {do}, then: discard}}"
    return (
        f"- {{card: {name}, kind: interaction, title: Lantern, text: {WORDS!r}, object: lamp, "
        f"back: {back}{says}}}\n"
    )


def upgrade(left: str) -> str:
    """An Upgrade card of SID, of which the left side matters."""
    side = f"{{title: Knack, text: {WORDS!r}, {left}}}"
    other = f"{{title: Other, text: {WORDS!r}, do: [{{gain_sparks: 1}}]}}"
    return f"- {{card: up, kind: upgrade, hero: SID, handout: 12, title: Up, left: {side}, right: {other}}}\n"


def moves(keys: list[str]) -> list[str]:
    return [key for key in keys if key.startswith("move")]


# The phase


@pytest.mark.rule("WB-093")
def test_the_check_comes_before_everything_else_in_the_phase() -> None:
    cards = QUIET + law("when: [{on: players_phase_starts, do: [{damage: 1, to: SID}]}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 0}, rules=["law"], step="check"))
    assert told(m)[:3] == ["players' phase", "destiny down", "stands up"]
    assert state(m).hearts["SID"] == 4


@pytest.mark.rule("WB-094", "WB-097")
def test_every_hero_has_one_turn_and_then_the_phase_is_over() -> None:
    m = play(book(QUIET, map="players", at=APART, step="check"))
    waiting = [offered(m)]
    for hero in ("LARA", "SID"):
        answer(m, hero, "pass")
        waiting.append(offered(m) if asked(m) == (GROUP, "turn") else [state(m).active])
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
    assert state(m).active == "KEN"
    assert asked(m) == (0, "action")


@pytest.mark.rule("WB-095")
@pytest.mark.parametrize("order", list(permutations(THREE)), ids=" ".join)
def test_turns_come_in_any_order_that_the_group_likes(order: tuple[str, ...]) -> None:
    m = play(book(QUIET, map="players", at=APART, step="check"))
    answer(m, order[0], "move " + {"SID": "T", "LARA": "S", "KEN": "X"}[order[0]], "pass")
    answer(m, order[1], "pass")
    assert state(m).active == order[2]


@pytest.mark.rule("WB-096")
def test_the_order_may_be_another_in_the_next_phase() -> None:
    m = play(book(QUIET, map="players", at=APART, step="check"))
    answer(m, "SID", "pass", "LARA", "pass", "pass")
    assert offered(m) == ["SID", "LARA", "KEN"]
    answer(m, "KEN", "pass", "LARA", "pass")
    assert state(m).active == "SID"


@pytest.mark.rule("WB-Q92")
def test_a_hero_who_is_knocked_out_before_the_own_turn_has_none() -> None:
    cards = QUIET + tool("bomb", "[{damage: 9, to: LARA}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["bomb"]}))
    answer(m, "SID", "use bomb work", "pass")
    assert state(m).active == "KEN"
    answer(m, "pass")
    assert told(m)[-5:] == ["enemies' phase", "counts", "players' phase", "destiny down", "stands up"]
    assert offered(m) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
def test_a_hero_whom_a_card_revives_in_the_same_phase_still_has_the_turn() -> None:
    cards = QUIET + tool("bomb", "[{damage: 9, to: LARA}]") + tool("salts", "[{revive: LARA}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["bomb", "salts"]}))
    answer(m, "SID", "use bomb work", "use salts work", "pass")
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
def test_a_hero_who_had_a_turn_and_is_revived_has_no_second_one() -> None:
    cards = QUIET + tool("bomb", "[{damage: 9, to: LARA}]") + tool("salts", "[{revive: LARA}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["bomb", "salts"]}))
    answer(m, "LARA", "pass", "SID", "use bomb work", "use salts work", "pass", "pass")
    assert told(m).count("turn") == 3
    assert "enemies' phase" in told(m)


@pytest.mark.rule("WB-Q92")
def test_the_phase_ends_when_nobody_who_is_conscious_has_a_turn_left() -> None:
    cards = QUIET + tool("bomb", "[{damage: 9, to: LARA}, {damage: 9, to: KEN}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["bomb"]}))
    answer(m, "SID", "use bomb work")
    assert "enemies' phase" not in told(m)
    answer(m, "pass")
    assert told(m).count("turn") == 1
    assert "enemies' phase" in told(m)


@pytest.mark.rule("WB-Q122")
def test_one_turn_is_completed_before_the_next_begins() -> None:
    m = play(book(QUIET, map="players", at=APART))
    for to in ("SID", "move T", "move S", "move T"):
        assert asked(m) == ((GROUP, "turn") if to == "SID" else (SID, "action"))
        answer(m, to)
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q123")
def test_a_turn_may_consist_of_passing_at_once() -> None:
    g = book(QUIET, map="players", at=APART, lying={"S": 1})
    m = play(g)
    answer(m, "SID", "pass")
    assert offered(m) == ["LARA", "KEN"]
    assert (state(m).at, state(m).lying) == (g.at, g.lying)


# A turn


@pytest.mark.rule("WB-098", "WB-100")
def test_a_turn_has_three_actions_which_may_be_alike() -> None:
    m = play(book(QUIET, map="players", at=APART, active="SID"))
    left = [state(m).actions]
    for to in ("move T", "move S", "move L"):
        assert asked(m) == (SID, "action")
        left.append(answer(m, to).actions)
    assert left == [3, 2, 1, 0]
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-099")
def test_there_are_seven_actions_and_no_others() -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]") + tool("horn", "[{gain_sparks: 1}]") + token("coin")
    at = {"SID": "X", "LARA": "K", "KEN": "S"}
    g = book(
        cards, map="players", at=at, lying={"K": 1}, sparks={"LARA": 1}, wyrms=["K"], active="LARA",
        items={"SID": ["coin"], "LARA": ["horn"]}, stacks={"lamp": ["lantern"]},
    )  # fmt: skip
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
    assert offered(play(book(QUIET, map="players", at=APART, active="KEN"))) == ["move X", "pass"]


@pytest.mark.rule("WB-101")
@pytest.mark.parametrize("order", list(permutations(["move T", "collect", "give coin LARA"])), ids=", ".join)
def test_actions_come_in_any_order(order: tuple[str, ...]) -> None:
    cards = QUIET + token("coin")
    g = book(
        cards, map="players", at={"SID": "S", "LARA": "S", "KEN": "K"}, lying={"S": 1, "T": 1},
        items={"SID": ["coin"]}, active="SID",
    )  # fmt: skip
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
    assert state(m).actions == 3


@pytest.mark.rule("WB-103")
def test_a_turn_is_over_with_its_last_action() -> None:
    m = play(book(QUIET, map="players", at=APART, active="SID", actions=1))
    answer(m, "move T")
    assert asked(m) == (GROUP, "turn")
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-006")
def test_a_turn_that_a_card_ends_is_over_though_something_free_could_be_done() -> None:
    free = "actions: [{id: ring, say: Ring it now, free: true, do: [{count: rung}]}]"
    cards = QUIET + token("bell", f", {free}") + tool("clock", "[end_turn]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["bell", "clock"]}, active="SID"))
    assert answer(m, "use bell ring").actions == 3
    answer(m, "use clock work")
    assert asked(m) == (GROUP, "turn")


# Additional actions


@pytest.mark.rule("WB-104")
def test_an_additional_action_is_none_of_the_three() -> None:
    cards = QUIET + tool("horn", "[extra_action]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["horn"]}, active="SID"))
    answer(m, "use horn work")
    assert asked(m) == (SID, "additional action")
    assert answer(m, "move T").actions == 2
    answer(m, "move S", "move T")
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-X34", "WB-105", "WB-Q130")
def test_an_additional_action_is_taken_at_once_or_lost() -> None:
    cards = QUIET + tool("horn", "[extra_action, {gain_sparks: 1}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["horn"]}, active="SID"))
    answer(m, "use horn work")
    assert asked(m) == (SID, "additional action")
    assert state(m).sparks["SID"] == 0
    g = answer(m, "pass")
    assert (g.sparks["SID"], g.actions, asked(m)) == (1, 2, (SID, "action"))
    for to in ("move T", "move S"):
        assert asked(m) == (SID, "action")
        answer(m, to)
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-X34", "WB-106")
def test_an_additional_action_of_no_kind_may_be_any_of_the_list() -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]") + tool("horn", "[extra_action]") + token("coin")
    at = {"SID": "X", "LARA": "K", "KEN": "S"}
    m = play(
        book(
            cards, map="players", at=at, lying={"K": 1}, sparks={"LARA": 1}, wyrms=["K"], active="LARA",
            items={"SID": ["coin"], "LARA": ["horn"]}, stacks={"lamp": ["lantern"]},
        )
    )  # fmt: skip
    usual = offered(m)
    answer(m, "use horn work")
    assert asked(m) == (LARA, "additional action")
    assert offered(m) == usual
    assert "use horn work" in usual


@pytest.mark.rule("WB-105")
def test_an_additional_action_of_a_kind_is_of_that_kind() -> None:
    cards = QUIET + tool("horn", "[{extra_action: collect}]")
    m = play(
        book(
            cards, map="players", at=APART, lying={"S": 1}, wyrms=["S"], items={"SID": ["horn"]}, active="SID"
        )
    )
    answer(m, "use horn work")
    assert offered(m) == ["collect", "pass"]


@pytest.mark.rule("WB-Q130")
def test_an_additional_action_can_grant_a_further_one() -> None:
    cards = QUIET + tool("horn", "[extra_action, {gain_sparks: 1}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["horn"]}, active="SID"))
    answer(m, "use horn work", "use horn work")
    assert (asked(m), state(m).sparks["SID"]) == ((SID, "additional action"), 0)
    g = answer(m, "move T")
    assert (g.at["SID"], g.sparks["SID"], g.actions) == ("T", 2, 2)
    assert asked(m) == (SID, "action")


@pytest.mark.rule("WB-Q124")
def test_another_hero_acts_at_once_with_the_own_skills_and_sparks() -> None:
    cards = QUIET + tool("horn", "[{extra_action: any, who: LARA}]")
    m = play(
        book(
            cards,
            map="players",
            at=APART,
            items={"SID": ["horn"]},
            sparks={"SID": 1, "LARA": 1},
            active="SID",
        )
    )
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
    m = play(
        book(
            cards,
            map="players",
            at=APART,
            items={"SID": ["horn"]},
            stacks={"lamp": ["lantern"]},
            active="SID",
        )
    )
    answer(m, "use horn work")
    assert asked(m) == (KEN, "additional action")
    assert answer(m, "interact lantern").sparks == {"SID": 0, "LARA": 0, "KEN": 1}


@pytest.mark.rule("WB-Q125")
def test_tag_team_is_with_any_conscious_hero_however_far_away() -> None:
    m = play(
        book(
            QUIET, map="players", at={"SID": "T", "LARA": "L", "KEN": "K"}, sparks={"LARA": 2}, active="LARA"
        )
    )
    answer(m, "use LARA skill")
    assert offered(m) == ["SID", "KEN"]
    g = answer(m, "KEN")
    assert (g.at["LARA"], g.at["KEN"]) == ("K", "L")
    assert asked(m) == (LARA, "additional action")
    g = answer(m, "pass")
    assert (asked(m), g.actions) == ((LARA, "action"), 2)


@pytest.mark.rule("WB-Q125")
def test_tag_team_is_not_with_a_hero_who_is_knocked_out() -> None:
    m = play(book(QUIET, map="players", at=APART, hearts={"SID": 0}, sparks={"LARA": 1}, active="LARA"))
    g = answer(m, "use LARA skill")
    assert (g.at["LARA"], g.at["KEN"], g.at["SID"]) == ("K", "L", "S")


# Knocked out in the own action


@pytest.mark.rule("WB-Q94")
def test_what_needs_no_choice_is_finished_and_then_the_turn_ends() -> None:
    cards = QUIET + tool("vial", "[{lose_hearts: 1}, {gain_sparks: 1, to: LARA}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, items={"SID": ["vial"]}, active="SID"))
    g = answer(m, "use vial work")
    assert (g.hearts["SID"], g.sparks["LARA"]) == (0, 1)
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q94")
def test_what_a_knocked_out_hero_would_have_to_choose_is_not_done() -> None:
    cards = QUIET + tool("vial", "[{lose_hearts: 1}, {pick: others, do: [{gain_sparks: 1, to: it}]}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, items={"SID": ["vial"]}, active="SID"))
    g = answer(m, "use vial work")
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 0}
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q94")
def test_what_comes_after_such_a_choice_is_done_all_the_same() -> None:
    do = "[{lose_hearts: 1}, {pick: others, do: [{gain_sparks: 1, to: it}]}, {gain_sparks: 2, to: KEN}]"
    cards = QUIET + tool("vial", do)
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, items={"SID": ["vial"]}, active="SID"))
    assert answer(m, "use vial work").sparks == {"SID": 0, "LARA": 0, "KEN": 2}


@pytest.mark.rule("WB-Q94")
def test_additional_actions_that_are_owed_are_lost() -> None:
    cards = QUIET + tool("vial", "[{lose_hearts: 1}, extra_action, {gain_sparks: 1, to: KEN}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, items={"SID": ["vial"]}, active="SID"))
    g = answer(m, "use vial work")
    assert g.sparks["KEN"] == 1
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q94", "WB-Q124")
def test_it_is_the_same_in_an_additional_action_in_somebody_elses_turn() -> None:
    vial = tool("vial", "[{lose_hearts: 1}, {pick: others, do: [{gain_sparks: 1, to: it}]}]")
    cards = QUIET + vial + tool("horn", "[{extra_action: any, who: LARA}]")
    items = {"SID": ["horn"], "LARA": ["vial"]}
    m = play(book(cards, map="players", at=APART, hearts={"LARA": 1}, items=items, active="SID"))
    g = answer(m, "use horn work", "use vial work")
    assert (g.hearts["LARA"], asked(m), g.actions) == (0, (SID, "action"), 2)
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 0}


@pytest.mark.rule("WB-Q94")
def test_a_hero_who_falls_on_the_way_goes_no_further() -> None:
    cards = QUIET + law("while: [{steps: 1}], when: [{on: enters, do: [{damage: 1, to: who}]}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, rules=["law"], active="SID"))
    g = answer(m, "move L")
    assert (g.at["SID"], g.hearts["SID"]) == ("L", 0)
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q94")
def test_a_card_that_knocks_out_whoever_interacts_is_discarded_all_the_same() -> None:
    cards = QUIET + lantern("[{lose_hearts: 1}, {pick: others, do: [{gain_sparks: 1, to: it}]}]")
    at = {"SID": "K", "LARA": "L", "KEN": "S"}
    m = play(book(cards, map="players", at=at, hearts={"SID": 1}, stacks={"lamp": ["lantern"]}, active="SID"))
    g = answer(m, "interact lantern")
    assert asked(m) == (GROUP, "turn")
    assert (g.stacks, g.discard) == ({}, ("lantern",))


@pytest.mark.rule("WB-Q94", "WB-074")
def test_a_shred_that_knocks_out_its_user_is_discarded_all_the_same() -> None:
    do = "[{lose_hearts: 1}, {pick: others, do: [{gain_sparks: 1, to: it}]}]"
    g = book(QUIET + tool("dust", do, "shred"), map="players", at=APART, hearts={"SID": 1}, active="SID")
    g.shreds.put("dust", HELD_BY["SID"])
    m = play(g)
    g = answer(m, "use dust work")
    assert asked(m) == (GROUP, "turn")
    assert g.shreds.rows[DISCARD] == ("dust",)


BELL = token(
    "bell", ", when: [{on: hero_damaged, if: who is self, do: [{pick: wyrms, do: [{hit: 1, to: it}]}]}]"
)
"""Whoever holds it and is dealt damage hits a Wyrm."""


@pytest.mark.rule("WB-Q94")
def test_an_action_goes_on_when_somebody_else_is_knocked_out_by_it() -> None:
    cards = QUIET + BELL + tool("bomb", "[{damage: 1, to: SID}, {gain_sparks: 1}]")
    m = play(
        book(
            cards, map="players", at=APART, hearts={"SID": 1}, wyrms=["S", "T"],
            items={"SID": ["bell"], "LARA": ["bomb"]}, active="LARA",
        )
    )  # fmt: skip
    g = answer(m, "use bomb work", "T standing")
    assert (g.hearts["SID"], g.sparks["LARA"], g.stunned[:2]) == (0, 1, [False, True])
    assert asked(m) == (LARA, "action")


@pytest.mark.rule("WB-Q94")
def test_the_enemies_phase_goes_on_when_a_hero_is_knocked_out_in_it() -> None:
    cards = BOARD.replace("vortex: [V]", "enemies: [{damage: 1, to: SID}, {count: stirred}]") + BELL
    m = play(
        book(cards, map="players", at=APART, hearts={"SID": 1}, wyrms=["S", "T"], items={"SID": ["bell"]})
    )
    g = answer(m, "SID", "pass", "LARA", "pass", "pass", "T standing")
    assert (g.counters, g.stunned[:2]) == ({"stirred": 1}, [False, True])
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q94")
def test_a_page_that_knocks_out_its_hero_is_read_to_its_end() -> None:
    do = "[{lose_hearts: 9}, {pick: others, do: [{gain_sparks: 1, to: it}]}, {count: read}]"
    cards = QUIET.replace("title: One", f"title: One, do: {do}")
    m = play(book(cards, map="players", at=APART, goal="", step="read"))
    g = answer(m, "SID", "LARA")
    assert (g.counters, g.sparks["LARA"], g.goal) == ({"read": 1}, 1, "I-2")


@pytest.mark.rule("WB-Q08")
def test_another_cost_than_the_reroll_may_be_paid_with_the_last_heart() -> None:
    cards = QUIET + tool("vial", "[{pay: [{lose_hearts: 1}], then: [{gain_sparks: 1, to: KEN}]}]")
    m = play(book(cards, map="players", at=APART, hearts={"SID": 1}, items={"SID": ["vial"]}, active="SID"))
    g = answer(m, "use vial work")
    assert (g.hearts["SID"], g.sparks["KEN"]) == (0, 1)
    assert "is knocked out" in told(m)
    assert offered(m) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q08")
@pytest.mark.parametrize(("hearts", "can"), [(1, False), (2, True)])
def test_a_card_may_forbid_to_pay_with_the_last_heart(hearts: int, can: bool) -> None:
    cards = QUIET + tool(
        "vial", "[{pay: [{lose_hearts: 1, last: false}], then: [{gain_sparks: 1, to: KEN}]}]"
    )
    m = play(
        book(cards, map="players", at=APART, hearts={"SID": hearts}, items={"SID": ["vial"]}, active="SID")
    )
    assert ("use vial work" in offered(m)) is can


# Move


@pytest.mark.rule("WB-113", "WB-114")
@pytest.mark.parametrize(
    ("area", "ways"),
    [("S", ["T", "L"]), ("T", ["S"]), ("L", ["S", "X"]), ("X", ["L", "K"]), ("K", ["X"])],
)
def test_a_move_goes_over_a_dashed_line_to_an_adjacent_area(area: str, ways: list[str]) -> None:
    m = play(book(QUIET, map="players", at={**APART, "SID": area}, active="SID"))
    assert moves(offered(m)) == [f"move {to}" for to in ways]
    assert answer(m, f"move {ways[0]}").at["SID"] == ways[0]


@pytest.mark.rule("WB-115")
@pytest.mark.parametrize(("area", "to"), [("K", "L"), ("L", "K")])
def test_nobody_moves_over_a_solid_line(area: str, to: str) -> None:
    m = play(book(QUIET, map="players", at={**APART, "SID": area}, active="SID"))
    with pytest.raises(IllegalAnswer):
        m.answer(f"move {to}")
    assert state(m).at["SID"] == area


@pytest.mark.rule("WB-116")
def test_any_number_of_figures_stands_in_one_area() -> None:
    m = play(book(QUIET, map="players", at={**TOGETHER, "SID": "T"}, wyrms=["S"] * 6, active="SID"))
    g = answer(m, "move S")
    assert g.at == TOGETHER
    assert len(g.wyrms_in("S")) == 6


@pytest.mark.rule("WB-Q49")
@pytest.mark.parametrize(("area", "near"), [("K", False), ("X", True)])
def test_areas_behind_a_solid_line_are_not_adjacent_for_anything(area: str, near: bool) -> None:
    heal = "[{pick: heroes_around(here) where not is_full(it), do: [{recover: 1, to: it}]}]"
    cards = QUIET + token("coin") + tool("balm", heal)
    at = {"SID": area, "LARA": "L", "KEN": "T"}
    g = book(
        cards,
        map="players",
        at=at,
        hearts={"LARA": 1},
        wyrms=["L"],
        items={"SID": ["coin", "balm"]},
        active="SID",
    )
    found = offered(play(g))
    assert {key: key in found for key in ("attack", "give coin LARA", "use balm work")} == {
        "attack": near,
        "give coin LARA": near,
        "use balm work": near,
    }


MIXED = QUIET.replace(
    "- {between: [K, L], line: solid}",
    "- {between: [K, L], line: dashed}\n    - {between: [K, L], line: solid}",
)


@pytest.mark.rule("WB-Q50")
def test_areas_with_both_lines_between_them_are_adjacent() -> None:
    m = play(book(MIXED, map="players", at=APART, active="KEN"))
    assert moves(offered(m)) == ["move L", "move X"]


@pytest.mark.rule("WB-Q50")
def test_an_area_that_comes_later_with_both_lines_is_adjacent() -> None:
    cards = MIXED.replace("K: {name: K}", "K: {name: K, later: true}") + tool("key", "[{add_area: K}]")
    m = play(book(cards, map="players", at={**APART, "KEN": "X"}, items={"LARA": ["key"]}, active="LARA"))
    answer(m, "use key work")
    assert "move K" in offered(m)


@pytest.mark.rule("WB-Q51")
def test_wyrms_hold_nobody_back() -> None:
    m = play(book(QUIET, map="players", at=APART, wyrms=["S"] * 3 + ["T"] * 3, active="SID"))
    g = answer(m, "move T", "move S", "move L")
    assert (g.at["SID"], g.hearts["SID"]) == ("L", 5)


@pytest.mark.rule("WB-Q52")
@pytest.mark.parametrize(
    ("do", "before", "after"),
    [
        ("{set_border: K, other: L, line: dashed}", ["S", "X"], ["S", "K", "X"]),
        ("{set_border: S, other: L, line: solid}", ["S", "X"], ["X"]),
        ("{add_link: L, other: T}", ["S", "X"], ["S", "T", "X"]),
        ("{add_link: L, other: T, one_way: true}", ["S", "X"], ["S", "T", "X"]),
        ("{add_link: T, other: L, one_way: true}", ["S", "X"], ["S", "X"]),
        ("{remove_area: X, to: K}", ["S", "X"], ["S"]),
    ],
)
def test_cards_change_where_one_can_go(do: str, before: list[str], after: list[str]) -> None:
    cards = QUIET + tool("key", f"[{do}]")
    m = play(book(cards, map="players", at=APART, items={"LARA": ["key"]}, active="LARA"))
    assert moves(offered(m)) == [f"move {to}" for to in before]
    answer(m, "use key work")
    assert moves(offered(m)) == [f"move {to}" for to in after]


@pytest.mark.rule("WB-Q52")
def test_an_area_that_a_card_adds_can_be_entered() -> None:
    cards = QUIET.replace("T: {name: T}", "T: {name: T, later: true}") + tool("key", "[{add_area: T}]")
    m = play(book(cards, map="players", at=APART, items={"SID": ["key"]}, active="SID"))
    assert moves(offered(m)) == ["move L"]
    answer(m, "use key work")
    assert sorted(moves(offered(m))) == ["move L", "move T"]


@pytest.mark.rule("WB-Q52")
def test_two_one_way_links_lead_there_and_back() -> None:
    links = "[{add_link: T, other: K, one_way: true}, {add_link: K, other: T, one_way: true}]"
    cards = QUIET + tool("key", links)
    m = play(book(cards, map="players", at={**APART, "SID": "T"}, items={"SID": ["key"]}, active="SID"))
    g = answer(m, "use key work", "move K")
    assert g.at["SID"] == "K"
    assert "move T" in offered(m)


@pytest.mark.rule("WB-Q52")
def test_how_far_it_is_follows_the_map_as_it_is_now() -> None:
    cards = QUIET + tool("key", "[{add_link: S, other: K}]")
    m = play(book(cards, map="players", at=APART, wyrms=["K"], items={"SID": ["key"]}, active="SID"))
    assert "attack" not in offered(m)
    answer(m, "use key work")
    assert "attack" in offered(m)


# Sparks


@pytest.mark.rule("WB-117")
def test_collecting_takes_one_spark_of_the_own_area() -> None:
    m = play(book(QUIET, map="players", at=APART, lying={"S": 2, "T": 1}, active="SID"))
    supply = state(m).spark_supply
    g = answer(m, "collect")
    assert (g.lying, g.sparks["SID"], g.spark_supply) == ({"S": 1, "T": 1}, 1, supply)
    assert g.actions == 2


@pytest.mark.rule("WB-118")
def test_nobody_collects_where_no_spark_lies() -> None:
    m = play(book(QUIET, map="players", at=APART, lying={"S": 1, "T": 1}, active="SID"))
    answer(m, "collect")
    assert "collect" not in offered(m)
    answer(m, "move T")
    assert "collect" in offered(m)


SPENDING = {
    "use up left": upgrade("do: [{pay: [{spend: 1}], then: [{count: spent}]}]"),
    "use horn work": tool("horn", "[{pay: [{spend: 1}], then: [{count: spent}]}]"),
    "interact lantern": lantern("[{count: spent}]", says=", cost: [{spend: 1}]"),
}
"""A skill, a Special Action and an interaction that want a Spark."""


def spender(does: str, sparks: int) -> Book:
    return book(
        QUIET + SPENDING[does], map="players", at={**APART, "SID": "K"}, sparks={"SID": sparks}, active="SID",
        skills={"SID": [("up", "left")]} if "up" in does else {},
        items={"SID": ["horn"]} if "horn" in does else {},
        stacks={"lamp": ["lantern"]} if "lantern" in does else {},
    )  # fmt: skip


@pytest.mark.rule("WB-119", "WB-120")
@pytest.mark.parametrize("does", SPENDING)
def test_a_spark_is_spent_from_the_reserve_to_the_supply(does: str) -> None:
    m = play(spender(does, 2))
    supply = state(m).spark_supply
    g = answer(m, does)
    assert (g.sparks["SID"], g.spark_supply, g.counters) == (1, supply + 1, {"spent": 1})
    assert g.lying == {}


@pytest.mark.rule("WB-120")
@pytest.mark.parametrize("does", SPENDING)
def test_without_a_spark_what_wants_one_is_not_offered(does: str) -> None:
    assert does not in offered(play(spender(does, 0)))
    assert does in offered(play(spender(does, 1)))


@pytest.mark.rule("WB-121")
def test_a_spark_that_a_card_gives_comes_from_the_supply() -> None:
    cards = QUIET + tool("horn", "[{gain_sparks: 2}]")
    m = play(book(cards, map="players", at=APART, lying={"S": 1}, items={"SID": ["horn"]}, active="SID"))
    supply = state(m).spark_supply
    g = answer(m, "use horn work")
    assert (g.sparks["SID"], g.lying, g.spark_supply) == (2, {"S": 1}, supply - 2)


# Skills


@pytest.mark.rule("WB-122")
def test_a_skill_is_paid_for_and_then_resolved() -> None:
    m = play(book(QUIET, map="players", at=APART, sparks={"LARA": 1}, active="LARA"))
    assert answer(m, "use LARA skill").sparks["LARA"] == 0
    assert asked(m) == (LARA, "pick")
    assert answer(m, "KEN").at["LARA"] == "K"


@pytest.mark.rule("WB-Q30")
def test_a_skill_without_a_cost_takes_an_action_all_the_same() -> None:
    cards = QUIET + upgrade("do: [{gain_sparks: 1}]")
    m = play(book(cards, map="players", at=APART, skills={"SID": [("up", "left")]}, active="SID"))
    g = answer(m, "use up left")
    assert (g.sparks["SID"], g.actions) == (1, 2)


@pytest.mark.rule("WB-Q30")
def test_a_skill_that_answers_to_something_costs_neither_action_nor_spark() -> None:
    cards = QUIET + upgrade("when: [{on: enters, if: who is self, do: [{count: steps}]}]")
    m = play(
        book(
            cards, map="players", at=APART, skills={"SID": [("up", "left")]}, sparks={"SID": 1}, active="SID"
        )
    )
    assert offered(m) == ["move T", "move L", "pass"]
    g = answer(m, "move T")
    assert (g.counters, g.sparks["SID"], g.actions) == ({"steps": 1}, 1, 2)


@pytest.mark.rule("WB-Q31")
def test_a_skill_may_be_used_again_as_long_as_it_can_be_paid() -> None:
    m = play(book(QUIET, map="players", at=APART, sparks={"LARA": 2}, active="LARA"))
    answer(m, "use LARA skill", "KEN", "pass", "use LARA skill", "SID", "pass")
    assert state(m).at == {"SID": "K", "LARA": "S", "KEN": "L"}
    assert state(m).actions == 1
    assert "use LARA skill" not in offered(m)


@pytest.mark.rule("WB-Q32")
def test_a_skill_without_a_legal_target_is_not_offered() -> None:
    m = play(
        book(QUIET, map="players", at=APART, hearts={"SID": 0, "KEN": 0}, sparks={"LARA": 1}, active="LARA")
    )
    assert "use LARA skill" not in offered(m)


@pytest.mark.rule("WB-Q32")
@pytest.mark.parametrize(
    "nothing",
    [
        "{recover: 1}",
        "{gain_sparks: 1}",
        "{place_sparks: 1, area: S}",
        "{destiny_up: 1}",
        "{move_to: S}",
        "{pick: wyrms, do: [{stun: it}]}",
    ],
)
def test_a_skill_that_would_do_nothing_is_not_offered(nothing: str) -> None:
    g = book(
        QUIET + upgrade(f"do: [{nothing}]"), map="players", at=APART, skills={"SID": [("up", "left")]},
        active="SID", destiny=10, lying={"K": 17}, stunned=["T"],
    )  # fmt: skip
    assert "use up left" not in offered(play(g))


# Interact


@pytest.mark.rule("WB-140")
def test_interacting_flips_the_card_reads_it_and_resolves_it() -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]")
    m = play(book(cards, map="players", at=APART, stacks={"lamp": ["lantern"]}, active="KEN"))
    m.answer("interact lantern")
    assert m.ask is not None
    assert (m.ask.topic, state(m).page) == ("page", ("lantern", "back"))
    assert state(m).sparks["KEN"] == 0
    m.answer("read")
    assert (state(m).sparks["KEN"], state(m).actions) == (1, 2)


@pytest.mark.rule("WB-140", "WB-Q53")
@pytest.mark.parametrize(("area", "can"), [("K", True), ("X", False), ("L", False), ("S", False)])
def test_only_in_the_very_area_of_its_object_a_card_can_be_flipped(area: str, can: bool) -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]")
    m = play(
        book(cards, map="players", at={**APART, "SID": area}, stacks={"lamp": ["lantern"]}, active="SID")
    )
    assert ("interact lantern" in offered(m)) is can


@pytest.mark.rule("WB-141")
def test_of_a_stack_only_the_card_on_top_can_be_flipped() -> None:
    cards = QUIET + lantern("[{count: first}]") + lantern("[{count: second}]", "deeper")
    m = play(book(cards, map="players", at=APART, stacks={"red": ["lantern", "deeper"]}, active="KEN"))
    assert [key for key in offered(m) if "interact" in key] == ["interact lantern"]
    assert answer(m, "interact lantern").counters == {"first": 1}
    assert [key for key in offered(m) if "interact" in key] == ["interact deeper"]


# Give and take


@pytest.mark.rule("WB-142")
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", True), ("L", True), ("X", False), ("K", False)])
def test_giving_is_to_a_hero_here_or_in_an_adjacent_area(area: str, can: bool) -> None:
    cards = QUIET + token("coin")
    at = {"SID": "S", "LARA": area, "KEN": "K"}
    m = play(book(cards, map="players", at=at, items={"SID": ["coin"]}, active="SID"))
    assert ("give coin LARA" in offered(m)) is can


@pytest.mark.rule("WB-142")
def test_a_shred_is_given_like_an_item() -> None:
    m = play(book(QUIET, map="players", at=APART, shreds={"SID": [SHRED]}, active="SID"))
    g = answer(m, f"give {SHRED} LARA")
    assert (g.shreds_of("SID"), g.shreds_of("LARA")) == ((), (SHRED,))


@pytest.mark.rule("WB-143")
@pytest.mark.parametrize(("says", "holder"), [("yes", "SID"), ("no", "LARA")])
def test_taking_needs_the_other_players_consent(says: str, holder: str) -> None:
    cards = QUIET + token("coin")
    m = play(book(cards, map="players", at=APART, items={"LARA": ["coin"]}, active="SID"))
    answer(m, "take coin LARA")
    assert asked(m) == (LARA, "agree")
    g = answer(m, says)
    assert [hero for hero in THREE if g.items[hero]] == [holder]


@pytest.mark.rule("WB-143")
def test_a_shred_is_taken_like_an_item() -> None:
    m = play(book(QUIET, map="players", at=APART, shreds={"LARA": [SHRED]}, active="SID"))
    g = answer(m, f"take {SHRED} LARA", "yes")
    assert (g.shreds_of("SID"), g.shreds_of("LARA")) == ((SHRED,), ())


@pytest.mark.rule("WB-144", "WB-Q48")
@pytest.mark.parametrize("how", [["give coin LARA"], ["take ring LARA", "yes"]])
def test_one_card_goes_one_way_for_one_action(how: list[str]) -> None:
    cards = QUIET + token("coin") + token("key") + token("ring") + token("stone")
    items = {"SID": ["coin", "key"], "LARA": ["ring", "stone"]}
    m = play(book(cards, map="players", at=APART, items=items, active="SID"))
    g = answer(m, *how)
    assert sorted([len(g.items["SID"]), len(g.items["LARA"])]) == [1, 3]
    assert (g.actions, asked(m)) == (2, (SID, "action"))


@pytest.mark.rule("WB-Q44")
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", True), ("L", True), ("X", False), ("K", False)])
def test_taking_is_from_a_hero_here_or_in_an_adjacent_area(area: str, can: bool) -> None:
    cards = QUIET + token("coin")
    at = {"SID": "S", "LARA": area, "KEN": "K"}
    m = play(book(cards, map="players", at=at, items={"LARA": ["coin"]}, active="SID"))
    assert ("take coin LARA" in offered(m)) is can


@pytest.mark.rule("WB-Q45")
def test_alone_one_agrees_with_oneself() -> None:
    cards = QUIET + token("coin")
    at = {"KEN": "K", "TINA": "X"}
    m = play(
        book(
            cards,
            heroes=["KEN", "TINA"],
            players=1,
            map="players",
            at=at,
            items={"KEN": ["coin"]},
            active="TINA",
        )
    )
    assert answer(m, "take coin KEN").items["TINA"] == ("coin",)
    assert asked(m) == (0, "action")


@pytest.mark.rule("WB-Q46")
def test_whoever_is_given_something_is_not_asked() -> None:
    cards = QUIET + token("coin")
    m = play(book(cards, map="players", at=APART, items={"SID": ["coin"]}, active="SID"))
    assert answer(m, "give coin LARA").items["LARA"] == ("coin",)
    assert asked(m) == (SID, "action")


@pytest.mark.rule("WB-Q47")
def test_one_may_give_to_and_take_from_a_knocked_out_hero() -> None:
    cards = QUIET + token("coin") + token("ring")
    items = {"SID": ["coin"], "LARA": ["ring"]}
    m = play(book(cards, map="players", at=APART, hearts={"LARA": 0}, items=items, active="SID"))
    g = answer(m, "give coin LARA", "take ring LARA", "yes")
    assert (g.items["SID"], g.items["LARA"]) == (("ring",), ("coin",))


# Special Actions


@pytest.mark.rule("WB-145")
@pytest.mark.parametrize("kind", ["item", "shred", "rule", "goal"])
def test_a_special_action_is_on_any_card_that_grants_one(kind: str) -> None:
    cards = QUIET + tool("horn", "[{count: blown}]", kind if kind != "goal" else "item")
    if kind == "goal":
        deed = "[{id: work, say: Use it now, do: [{count: blown}]}]"
        cards = QUIET.replace("vortex: [V]", f"vortex: [V], actions: {deed}")
    g = book(
        cards, map="players", at=APART, active="SID",
        items={"SID": ["horn"]} if kind == "item" else {}, rules=["horn"] if kind == "rule" else [],
    )  # fmt: skip
    if kind == "shred":
        g.shreds.put("horn", HELD_BY["SID"])
    m = play(g)
    g = answer(m, "use I-2 work" if kind == "goal" else "use horn work")
    assert (g.counters, g.actions) == ({"blown": 1}, 2)
