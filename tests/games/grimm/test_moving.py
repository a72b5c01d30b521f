"""Dice Upon a Time: phase 3, moving the figure, and what else carries it about."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.rules.moving import relocate
from foldtale.games.grimm.state import Tale
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, play_only, refuses, tells
from tests.games.grimm.given import CONTENT, GRIMM, PLAIN, play, skip, tale

AWAY = {1: "big_sea", 2: "big_sea", 3: "big_sea"}
FIVES = (5, 5, 5, 5, 5)
STORY_FIRST = (3, "story", 3, 3, 3)


def at(field: str, *pool: object, **more: Any) -> Tale:
    """Seat 0 stands here with these dice; the others stand far away."""
    pools = {0: pool or FIVES, **more.pop("pools", {})}
    return tale(at={**AWAY, 0: field, **more.pop("others", {})}, pools=pools, **more)


def place(m: Match, die_and_socket: str) -> None:
    """Place a die that nobody answers to."""
    m.answer(f"place {die_and_socket}")
    skip(m)


def says_yes(m: Match) -> Tale:
    """Do what a card says one may do."""
    accept, decline = offered(m)
    assert decline == "no"
    return answer(m, accept)


# Along the route


@pytest.mark.rule("GR-060", "GR-061")
def test_the_figure_may_move_along_the_route_of_this_turns_die() -> None:
    m = play(at("town"))
    answer(m, "place plain-die r02")
    assert (asked(m), offered(m)) == ((0, "move"), ["move well", "stay"])
    g = answer(m, "move well")
    assert g.at == ["well", "big_sea", "big_sea", "big_sea"]
    assert tells(m, "goes to") == [(0, "GR-061", ["well"])]


@pytest.mark.rule("GR-060", "GR-Q27")
def test_moving_is_optional() -> None:
    m = play(at("town"))
    g = answer(m, "place plain-die r02", "stay")
    assert g.at[0] == "town"
    assert (asked(m), tells(m, "goes to")) == ((1, "turn"), [])


@pytest.mark.rule("GR-061")
@pytest.mark.parametrize(("here", "there"), [("town", "well"), ("well", "town")])
def test_a_route_is_walked_from_either_end_to_the_other(here: str, there: str) -> None:
    m = play(at(here))
    answer(m, "place plain-die r02")
    assert offered(m) == [f"move {there}", "stay"]


@pytest.mark.rule("GR-061")
@pytest.mark.parametrize("route", ["r08", "r34", "r12"])
def test_a_route_that_does_not_begin_at_the_figure_is_no_way_for_it(route: str) -> None:
    m = play(at("town"))
    g = answer(m, f"place plain-die {route}")
    assert asked(m) == (1, "turn")
    assert g.at[0] == "town"


@pytest.mark.rule("GR-061")
def test_no_other_route_of_the_field_can_be_walked() -> None:
    m = play(at("town"))
    answer(m, "place plain-die r02")
    assert refuses(m, "move old_woman")
    assert refuses(m, "move town")


@pytest.mark.rule("GR-062", "GR-233")
def test_a_die_of_an_earlier_turn_does_not_help_even_if_it_is_ones_own() -> None:
    m = play(at("town", stacks={"r02": [(0, PLAIN, 4)]}, pools={0: (5, 5, 5, 5, 0)}))
    answer(m, "place magic-die r34")
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-062")
def test_a_route_that_another_player_has_activated_is_not_open() -> None:
    m = play(at("town", others={1: "town"}))
    answer(m, "place plain-die r02", "move well")
    assert asked(m) == (1, "turn")
    g = answer(m, "place plain-die rabbit")
    assert asked(m) == (2, "turn")
    assert g.at[:2] == ["well", "town"]


@pytest.mark.rule("GR-X16", "GR-063")
def test_walking_back_needs_another_die_at_least_as_high() -> None:
    m = play(at("town", 5, 4, 3, 3, 4, pools={1: (), 2: (), 3: ()}))
    g = answer(m, "place plain-die r02", "move well")
    assert (g.at[0], asked(m)) == ("well", (0, "turn"))
    assert not [key for key in offered(m) if key.startswith("move")]
    fits = {key for key in offered(m) if key.endswith(" r02")}
    assert fits == {"place magic-die r02", "place story-die r02"}
    assert refuses(m, "place ban-die r02")
    answer(m, "place story-die r02")
    assert offered(m) == ["move town", "stay"]


@pytest.mark.rule("GR-064")
def test_any_number_of_figures_stands_on_one_field_and_none_is_in_the_way() -> None:
    m = play(tale(players=5, at=dict.fromkeys(range(1, 5), "well")))
    g = answer(m, "place plain-die r02", "move well")
    assert g.at == ["well"] * 5


@pytest.mark.rule("GR-065")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "fox-1", "fox-2"])
def test_a_die_on_a_forest_spirit_allows_no_movement(socket: str) -> None:
    m = play(at("town"))
    g = answer(m, f"place plain-die {socket}")
    assert asked(m) == (1, "turn")
    assert g.at[0] == "town"


@pytest.mark.rule("GR-065")
def test_not_even_a_wishing_cap_brings_a_figure_to_a_forest_spirit() -> None:
    m = play(at("town", hands={0: ["m15"]}))
    place(m, "plain-die r02")
    answer(m, "play m15")
    assert sorted(offered(m)) == sorted(set(CONTENT.walkable) - {"town"})


# Carried about by cards


@pytest.mark.rule("GR-Q21")
def test_whoever_a_story_card_has_carried_off_the_route_moves_no_more() -> None:
    m = play(at("huntsman", *STORY_FIRST, others={1: "inn", 2: "inn", 3: "inn"}), "b04")
    g = answer(m, "place story-die r16", "b04 two")
    assert g.at[0] == "big_mountains"
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q21")
def test_in_a_phase_that_is_lost_no_card_jumps_instead_of_moving() -> None:
    m = play(at("huntsman", *STORY_FIRST, hands={0: ["m15"]}, others={1: "inn", 2: "inn", 3: "inn"}), "b04")
    place(m, "story-die r16")
    answer(m, "b04 two")
    skip(m)
    assert m.state.at[0] == "big_mountains"
    assert asked(m) == (0, "quests")


@pytest.mark.rule("GR-Q21")
def test_the_phase_is_lost_too_when_the_new_field_does_nothing() -> None:
    m = play(at("inn", *STORY_FIRST, hands={0: ["m15"]}), "b13")
    place(m, "story-die r29")
    answer(m, "b13 one")
    skip(m)
    assert m.state.at[0] == "town"
    assert asked(m) == (0, "quests")


@pytest.mark.rule("GR-Q21")
def test_whoever_a_story_card_has_carried_to_an_end_of_the_route_may_walk_to_the_other() -> None:
    m = play(at("church", *STORY_FIRST), "b13")
    g = answer(m, "place story-die r05", "b13 one")
    assert g.at[0] == "town"
    assert (asked(m), offered(m)) == ((0, "move"), ["move church", "stay"])


@pytest.mark.rule("GR-Q21")
def test_an_end_of_the_route_is_enough_wherever_the_figure_came_from() -> None:
    m = play(at("inn", *STORY_FIRST), "b13")
    answer(m, "place story-die r02", "b13 one")
    assert offered(m) == ["move well", "stay"]


@pytest.mark.rule("GR-Q22", "GR-067")
def test_a_relocation_by_a_card_triggers_the_ability_of_the_new_field() -> None:
    m = play(at("inn", *STORY_FIRST), "g08")
    answer(m, "place story-die rabbit")
    g = says_yes(m)
    assert g.at[0] == "town"
    assert (asked(m), offered(m)) == ((0, "draw quest"), ["draw", "no"])
    assert tells(m, "goes to") == [(0, "GR-Q22", ["town"])]


@pytest.mark.rule("GR-Q22")
def test_a_card_that_says_so_leaves_the_ability_out() -> None:
    m = play(at("inn", *STORY_FIRST), "b13")
    g = answer(m, "place story-die rabbit", "b13 one")
    assert g.at[0] == "town"
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q22")
def test_a_figure_that_is_there_already_does_not_arrive() -> None:
    m = play(at("town", *STORY_FIRST), "g08")
    g = answer(m, "place story-die rabbit")
    assert asked(m) == (1, "turn")
    assert (g.at[0], tells(m, "goes to")) == ("town", [])


@pytest.mark.rule("GR-Q23")
def test_another_players_figure_that_is_moved_triggers_nothing() -> None:
    m = play_only(
        GRIMM,
        at("inn"),
        lambda g: relocate(g, 1, "town", "GR-Q23"),
        lambda g: relocate(g, 0, "town", "GR-Q22"),
    )
    assert tells(m, "goes to") == [(1, "GR-Q23", ["town"]), (0, "GR-Q22", ["town"])]
    assert asked(m) == (0, "draw quest")


@pytest.mark.rule("GR-Q24")
def test_quests_are_completed_where_the_relocation_ended() -> None:
    m = play(at("church", *STORY_FIRST, quests={0: ["q204", "q405"]}, tokens={0: (3, 0, 0)}), "b04")
    answer(m, "place story-die r34", "b04 two")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q204", "end turn"])


@pytest.mark.rule("GR-Q25")
def test_the_jump_from_steed_to_steed_offers_no_second_jump() -> None:
    m = play(at("well"))
    answer(m, "place plain-die r23", "move steed_n")
    assert asked(m) == (0, "steed")
    g = answer(m, "ride steed_w")
    assert g.at[0] == "steed_w"
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q25")
def test_the_jump_is_an_arrival_for_curses_that_wait_for_it() -> None:
    m = play(at("well", kept={0: ["c01"]}))
    answer(m, "place plain-die r23", "move steed_n", "ride steed_e")
    assert list(says_yes(m).kept(0)) == []


@pytest.mark.rule("GR-Q25")
@pytest.mark.parametrize(("before", "asks"), [(9, True), (10, False)])
def test_from_the_eleventh_relocation_of_a_turn_on_fields_do_nothing(before: int, asks: bool) -> None:
    g = at("old_woman")
    g.relocated = before
    m = play(g)
    g = answer(m, "place plain-die r15", "move apple")
    assert g.at[0] == "apple"
    assert asked(m) == ((0, "take") if asks else (1, "turn"))


@pytest.mark.rule("GR-Q25")
def test_a_walk_and_a_ride_are_two_relocations() -> None:
    m = play(at("well", quests={0: ["q205"]}))
    assert answer(m, "place plain-die r23", "move steed_n").relocated == 1
    assert answer(m, "ride steed_w").relocated == 2


@pytest.mark.rule("GR-Q26")
@pytest.mark.parametrize(("card", "field"), [("m07", "big_sea"), ("m15", "old_woman")])
def test_after_a_jump_instead_of_moving_the_route_cannot_be_walked(card: str, field: str) -> None:
    m = play(at("town", hands={0: [card, "m04"]}, others={3: "inn"}), "s01")
    place(m, "plain-die r01")
    assert offered(m) == ["move old_woman", f"play {card}", "stay"]
    g = answer(m, f"play {card}", field)
    assert g.at[0] == field
    assert asked(skip(m)) == (0, "quests")


@pytest.mark.rule("GR-Q26")
def test_after_walking_the_route_no_card_jumps_instead() -> None:
    m = play(at("town", hands={0: ["m07", "m15"]}))
    place(m, "plain-die r02")
    assert set(offered(m)) == {"move well", "play m07", "play m15", "stay"}
    answer(m, "move well")
    assert (asked(m), offered(m)) == ((0, "quests"), ["end turn"])


@pytest.mark.rule("GR-Q26")
def test_a_jump_that_leads_back_was_the_movement_all_the_same() -> None:
    m = play(at("steed_n", hands={0: ["m07"]}, others={1: "steed_s", 2: "steed_s", 3: "steed_s"}))
    place(m, "plain-die r24")
    g = answer(m, "play m07", "ride steed_n")
    assert g.at[0] == "steed_n"
    assert asked(m).topic != "move"


@pytest.mark.rule("GR-Q28")
def test_a_free_move_by_a_story_card_comes_before_the_move_along_the_route() -> None:
    m = play(at("town", *STORY_FIRST), "g12")
    answer(m, "place story-die r07")
    says_yes(m)
    assert sorted(offered(m)) == ["bridge", "church", "inn", "old_woman", "soldier", "well"]
    g = answer(m, "well")
    assert g.at[0] == "well"
    assert (asked(m), offered(m)) == ((0, "move"), ["move old_woman", "stay"])


@pytest.mark.rule("GR-Q28")
def test_a_free_move_may_be_declined_and_the_route_is_still_open() -> None:
    m = play(at("town", *STORY_FIRST), "g12")
    g = answer(m, "place story-die r02", "no")
    assert g.at[0] == "town"
    assert offered(m) == ["move well", "stay"]
