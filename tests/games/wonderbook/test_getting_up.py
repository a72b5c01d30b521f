"""Wonder Book: the check, who gets up again, and who has a turn after all."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, told, told_of
from tests.games.wonderbook.given import play, record_of
from tests.games.wonderbook.pages import figure, wyrm_goal
from tests.games.wonderbook.rooms import USE, able, position

# The check


@pytest.mark.rule("WB-175", "WB-176", "WB-177")
def test_at_the_beginning_of_the_players_phase_a_token_is_flipped_for_each_and_then_they_stand_up() -> None:
    g = position(hearts={"SID": 0, "LARA": 2, "KEN": 0}, at={"SID": "Q", "KEN": "R"}, step="round")
    match = play(g)
    g = match.state
    assert told(match) == ["players' phase", "destiny down", "destiny down", "stands up", "stands up"]
    assert g.destiny == 3
    assert g.hearts == {"SID": 5, "LARA": 2, "KEN": 6}
    assert g.at == {"SID": "Q", "LARA": "P", "KEN": "R"}


@pytest.mark.rule("WB-175")
def test_no_token_is_flipped_if_nobody_is_knocked_out() -> None:
    g = play(position(hearts={"SID": 1, "LARA": 1, "KEN": 1}, step="round")).state
    assert g.destiny == 5
    assert g.hearts == {"SID": 1, "LARA": 1, "KEN": 1}


@pytest.mark.rule("WB-176")
def test_nobody_stands_up_if_the_game_is_lost() -> None:
    match = play(position(hearts={"SID": 0, "LARA": 0}, destiny=2, step="round"))
    assert outcome(match).ending == "lost"
    assert "stands up" not in told(match)
    assert match.state.hearts == {"SID": 0, "LARA": 0, "KEN": 6}


@pytest.mark.rule("WB-178")
def test_a_hero_who_has_stood_up_has_a_turn_with_three_actions() -> None:
    match = play(position(hearts={"SID": 0}, step="round"))
    assert offered(match) == ["SID", "LARA", "KEN"]
    g = answer(match, "SID")
    assert (g.active, g.actions) == ("SID", 3)
    g = answer(match, "move Q", "move R", "move P")
    assert (g.at["SID"], g.active) == ("P", "")


@pytest.mark.rule("WB-Q101")
def test_two_heroes_of_one_player_cost_two_tokens() -> None:
    g = play(position(heroes=("SID", "LARA"), players=1, hearts={"SID": 0, "LARA": 0}, step="round")).state
    assert g.destiny == 3
    assert g.hearts == {"SID": 5, "LARA": 5}
    assert g.conscious() == ["SID", "LARA"]


@pytest.mark.rule("WB-Q102", "WB-180")
def test_tokens_are_flipped_one_by_one_and_the_last_one_loses_at_once() -> None:
    match = play(position(hearts={"SID": 0, "LARA": 0, "KEN": 0}, destiny=2, step="round"))
    assert record_of(match, "lost").attempts == 1
    assert told_of(match, "destiny down") == [[1], [0]]
    assert "stands up" not in told(match)
    assert match.state.destiny == 0


@pytest.mark.rule("WB-Q104")
@pytest.mark.parametrize(("destiny", "lost"), [(1, True), (2, False), (3, False)])
def test_the_chapter_is_lost_when_no_token_is_face_up_any_more(destiny: int, lost: bool) -> None:
    match = play(position(hearts={"SID": 0}, destiny=destiny, step="round"))
    assert (match.outcome is not None) == lost
    assert match.state.destiny == destiny - 1


@pytest.mark.rule("WB-Q103")
def test_a_hero_recovers_as_many_hearts_as_there_are() -> None:
    g = position(figure("hoard", "enemy", 62), hearts={"SID": 0})
    g.figures["hoard"] = ("R", 62)
    assert g.heart_supply == 76 - 11 - 62
    g.step = "round"
    match = play(g)
    assert match.state.hearts == {"SID": 3, "LARA": 5, "KEN": 6}
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q103")
def test_without_a_heart_in_the_supply_a_hero_stays_down_although_a_token_was_flipped() -> None:
    g = position(figure("hoard", "enemy", 65), hearts={"SID": 0})
    g.figures["hoard"] = ("R", 65)
    assert g.heart_supply == 0
    g.step = "round"
    match = play(g)
    assert match.state.destiny == 4
    assert match.state.hearts == {"SID": 0, "LARA": 5, "KEN": 6}
    assert offered(match) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q100")
def test_a_new_goal_does_not_make_the_check() -> None:
    goals = wyrm_goal(7, "counter(more) >= 1") + wyrm_goal(8, "counter(never) >= 1")
    match = play(able("[{count: more}]", goals, goal="I-7", hearts={"KEN": 0}))
    g = answer(match, USE)
    assert (g.goal, g.round) == ("I-8", 1)
    assert (g.hearts["KEN"], g.destiny) == (0, 5)
    g = answer(match, "pass")
    assert "stands up" not in told(match)
    assert g.active == "LARA", "KEN has no turn in this phase"


@pytest.mark.rule("WB-Q99")
@pytest.mark.parametrize("tokens", [3, 5])
def test_a_hero_who_is_down_when_the_chapter_ends_costs_nothing(tokens: int) -> None:
    match = play(able("[{count: done}]", hearts={"LARA": 0, "KEN": 0}, destiny=tokens))
    g = answer(match, USE)
    assert record_of(match).destiny == (tokens,)
    assert outcome(match).scores == (tokens, tokens, tokens)
    assert (g.destiny, "destiny down" in told(match)) == (tokens, False)


@pytest.mark.rule("WB-Q135")
def test_all_heroes_knocked_out_at_once_is_no_loss() -> None:
    match = play(
        position(
            wyrm="[{each: heroes, do: [{damage: 9, to: it}]}, {spawn: 1}, {activate: 2}]",
            step="enemies",
            destiny=4,
        )
    )
    g = match.state
    assert match.outcome is None
    assert g.wyrm_at.count("V") == 1, "the phase is finished"
    assert g.destiny == 1
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}
    assert (asked(match), g.round) == ((-1, "turn"), 2)


@pytest.mark.rule("WB-Q135", "WB-Q92")
def test_all_heroes_knocked_out_in_the_players_phase_end_it_and_the_enemies_follow() -> None:
    g = able("[{each: heroes, do: [{damage: 9, to: it}]}]", wyrm="[{spawn: 2}]")
    match = play(g)
    g = answer(match, USE)
    assert match.outcome is None
    assert g.wyrm_at.count("V") == 2
    assert (g.destiny, g.round) == (2, 2)
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}


# Knocked out in the Players' Phase


@pytest.mark.rule("WB-Q92")
def test_a_hero_who_is_knocked_out_before_their_turn_has_none_in_this_phase() -> None:
    match = play(able("[{damage: 9, to: LARA}]", wyrm="[{spawn: 1}]"))
    g = answer(match, USE, "pass")
    assert g.active == "KEN", "nobody else is left to choose"
    g = answer(match, "pass")
    assert told(match)[-4:] == ["spawns", "players' phase", "destiny down", "stands up"]
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
@pytest.mark.parametrize(
    ("do", "hearts"), [("[{damage: 9, to: LARA}, {revive: LARA}]", 5), ("[{revive: LARA}]", 0)]
)
def test_a_hero_who_is_revived_in_the_same_phase_still_has_a_turn(do: str, hearts: int) -> None:
    match = play(able(do, hearts={"LARA": hearts}))
    g = answer(match, USE, "pass")
    assert g.hearts["LARA"] == 5
    assert g.destiny == 5
    assert offered(match) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
@pytest.mark.parametrize("waiting", [("KEN",), ("LARA", "KEN")])
def test_the_phase_ends_when_no_conscious_hero_has_a_turn_left(waiting: tuple[str, ...]) -> None:
    match = enemies_after("[{damage: 9, to: LARA}, {damage: 9, to: KEN}]", waiting)
    answer(match, USE)
    assert (match.state.active, "enemies' phase" in told(match)) == ("SID", False)
    answer(match, "pass")
    assert (told(match).count("turn"), told(match).count("enemies' phase")) == (0, 1)


def enemies_after(do: str, waiting: tuple[str, ...] = ("KEN",)) -> Match:
    """SID may do this; only KEN is still to come, if nobody else is named."""
    g = able(do, wyrm="[{spawn: 1}]")
    g.waiting = waiting
    return play(g)


@pytest.mark.rule("WB-Q93")
def test_a_hero_who_is_knocked_out_after_their_turn_stays_down_until_the_next_players_phase() -> None:
    match = enemies_after("[{damage: 9, to: LARA}]")
    g = answer(match, USE, "pass")
    assert (g.active, g.hearts["LARA"], g.destiny) == ("KEN", 0, 5)
    g = answer(match, "pass")
    assert (g.round, g.hearts["LARA"], g.destiny) == (2, 5, 4)
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q93", "WB-Q92")
def test_a_hero_who_is_revived_after_their_turn_has_no_second_one() -> None:
    match = enemies_after("[{damage: 9, to: LARA}, {revive: LARA}]")
    g = answer(match, USE, "pass")
    assert (g.active, g.hearts["LARA"]) == ("KEN", 5)
    g = answer(match, "pass")
    assert (g.round, told(match).count("enemies' phase")) == (2, 1)
