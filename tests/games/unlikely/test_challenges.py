"""Unlikely Heroes: challenges step by step, chains, joined and forced ones, luck."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.games.unlikely.rules.attempts import required, total
from foldtale.games.unlikely.rules.luck import draw_luck
from foldtale.games.unlikely.state import DRAWN, Attempt
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, play_only, refuses, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    HEROES,
    box,
    card,
    challenge,
    does,
    item,
    luck_discard,
    luck_pile,
    map_card,
    play,
    saga,
    where,
)

TRIAL = challenge("52", boxes=[box("strength", 3), box("wit", 2, {"gain": 1})])
EASY = challenge("52", boxes=[box("strength", 0)])
HARD = challenge("52", boxes=[box("strength", 9)])
FORCED = challenge("52", boxes=[box("strength", 3)], forced=True)
JOINED = challenge("52", boxes=[box("strength", 7)], joined=True)


def meet(*cards: Any, falls: tuple[object, ...] = (), **facts: Any) -> Match:
    """Card 52 was explored, and the box must be chosen."""
    m = play(saga(*(cards or (TRIAL,)), **{"luck": [1, 0, 1, 1, 0, 0], **facts}), *falls)
    return answered(m, "explore 52")


def won(m: Match) -> bool:
    return "succeeds" in told(m)


# Boxes and choice


@pytest.mark.rule("UH-190", "UH-X22", "UH-068")
def test_a_box_has_a_skill_a_value_and_a_reward() -> None:
    m = meet(challenge("52", boxes=[box("wit", 2, {"draw": "15"})]), item("15"))
    shown = next(one for one in game.scene(m.state, 0).right if one.id == "challenge 52")
    (way,) = shown.boxes  # type: ignore[union-attr]
    assert (way.icon, way.need, way.reward) == ("wit", 2, "draw card 15")
    answer(m, "box 1", "1")
    assert asked(m).topic == "item"


@pytest.mark.rule("UH-191")
def test_the_active_hero_chooses_one_box_or_forfeits() -> None:
    m = meet()
    assert (asked(m), offered(m)) == ((ADA, "box"), ["box 1", "box 2", "forfeit"])


@pytest.mark.rule("UH-X23", "UH-192", "UH-Q76")
@pytest.mark.parametrize(("heroes", "needed"), [(2, 6), (3, 9), (4, 12)])
def test_the_hero_icon_multiplies_by_the_heroes_in_play(heroes: int, needed: int) -> None:
    names = ("ada", "bjerke", "cleo", "dag")[:heroes]
    m = meet(challenge("52", boxes=[box("strength", 3, per_hero=True)]), heroes=names)
    answer(m, "box 1", "1")
    assert told_of(m, "result")[0][1] == needed


@pytest.mark.rule("UH-193", "UH-069")
@pytest.mark.parametrize(("skill", "result"), [("strength", 1), ("wit", 2), ("dexterity", 3)])
def test_the_skill_of_the_box_counts(skill: str, result: int) -> None:
    m = meet(challenge("52", boxes=[box(skill, 9)]), luck=[0, 1])
    answer(m, "box 1", "1")
    assert told_of(m, "result") == [[result, 9]]


@pytest.mark.rule("UH-194", "UH-196")
def test_a_forfeited_challenge_is_neither_won_nor_failed() -> None:
    m = answered(meet(), "forfeit")
    assert where(m.state, "52") == "pile"
    assert told(m, "succeeds", "fails", "forfeits") == ["forfeits"]


@pytest.mark.rule("UH-228", "UH-Q45")
def test_a_box_behind_an_unmet_dependency_cannot_be_tried() -> None:
    m = meet(challenge("52", boxes=[box("wit", 1), box("wit", 0, needs="rope")]), item("20", tags=["rope"]))
    assert offered(m) == ["box 1", "forfeit"]
    assert refuses(m, "box 2", "UH-228")


@pytest.mark.rule("UH-226", "UH-227")
@pytest.mark.parametrize(("place", "open_"), [("1", True), ("2", False)])
def test_during_a_challenge_an_adjacent_heros_card_counts(place: str, open_: bool) -> None:
    gated = challenge("52", boxes=[box("wit", 1), box("wit", 0, needs="rope")])
    m = meet(gated, item("20", tags=["rope"]), at=["1", place], left={BJERKE: ["20"]})
    assert ("box 2" in offered(m)) is open_


@pytest.mark.rule("UH-Q45")
def test_a_gate_on_the_card_returns_even_a_forced_challenge() -> None:
    gated = challenge("52", boxes=[box("wit", 1)], needs="rope", forced=True)
    m = meet(gated, item("20", tags=["rope"]))
    assert (where(m.state, "52"), m.state.actions) == ("pile", 1)
    assert asked(m).topic == "action"


# The attempt


@pytest.mark.rule("UH-197", "UH-198")
def test_any_number_of_luck_cards_from_one_up_is_announced() -> None:
    m = answered(meet(), "box 1")
    assert offered(m) == ["1", "2", "3", "4", "5", "6"]
    assert refuses(m, "0")


@pytest.mark.rule("UH-199", "UH-204")
def test_all_announced_cards_are_drawn() -> None:
    m = answered(meet(EASY), "box 1", "4")
    assert luck_discard(m.state) == [1, 0, 1, 1]
    assert told_of(m, "result") == [[4, 0]]


@pytest.mark.rule("UH-X19", "UH-204", "UH-213")
def test_bjerke_fails_with_one_and_nothing() -> None:
    m = answered(meet(luck=[1, 0, 1]), "box 1", "2")
    assert told_of(m, "result") == [[2, 3]]
    assert (won(m), where(m.state, "52")) == (False, "pile")


@pytest.mark.rule("UH-X20", "UH-205")
def test_a_tie_is_a_success() -> None:
    m = answered(meet(luck=[1, 1, 0]), "box 1", "2")
    assert told_of(m, "result") == [[3, 3]]
    assert won(m)


@pytest.mark.rule("UH-X26", "UH-201", "UH-232")
def test_an_announced_draw_goes_over_the_end_of_the_pile() -> None:
    rest = [0] * 8 + [1] * 6 + [-1, -1, 2, 2]
    m = answered(meet(HARD, luck=[1, 1], discarded_luck=rest, falls=(0, 0)), "box 1", "4")
    g = m.state
    assert (g.luck.deck_size, len(luck_discard(g)), g.reshuffles) == (16, 4, 1)


@pytest.mark.rule("UH-X27", "UH-200")
def test_more_is_announced_than_there_is() -> None:
    deck, rest = [1] * 5, [0] * 8 + [1] * 3 + [-1, -1, 2, 2]
    g = saga(HARD, luck=deck, discarded_luck=rest, challenges=("52",), attempt=Attempt("52", 0, "strength"))
    m = play_only(game, g, lambda g: draw_luck(g, 25), falls=[*rest[:-1]])
    answer(m)
    assert (len(m.state.luck.rows[DRAWN]), m.state.reshuffles, m.state.luck.deck_size) == (20, 1, 0)


@pytest.mark.rule("UH-202", "UH-203", "UH-Q65")
def test_one_cube_may_be_strained_for_one_more_card() -> None:
    toy = item("20", effect={"spaces": ["charged", "charged"], "do": [{"restore": 1}]})
    m = answered(meet(TRIAL, toy, luck=[1, 1, 1], right={ADA: ["20"]}, cubes={"20": 2}), "box 1", "1")
    assert (asked(m).topic, offered(m)) == ("resolve", ["resolve", "strain 20"])
    answer(m, "strain 20")
    assert told_of(m, "result") == [[3, 3]]
    assert m.state.cubes["20"].total == 1


@pytest.mark.rule("UH-Q107")
def test_without_a_luck_card_left_nobody_can_strain() -> None:
    toy = item("20", effect={"spaces": ["charged"], "do": [{"restore": 1}]})
    m = answered(meet(TRIAL, toy, luck=[1], right={ADA: ["20"]}, cubes={"20": 1}), "box 1")
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-206", "UH-Q63")
def test_drawn_cards_lie_aside_until_the_attempt_is_over() -> None:
    m = answered(meet(HARD, luck=[2], discarded_luck=[0], falls=()), "box 1", "2")
    assert sorted(luck_discard(m.state)) == [0, 2]
    assert m.state.luck.deck_size == 0


@pytest.mark.rule("UH-Q66")
def test_an_effect_that_adds_luck_cards_draws_them_at_once() -> None:
    toy = item("20", effect={"at": "drawn", "spaces": ["charged"], "do": [{"draw_luck": 2}]})
    m = answered(meet(HARD, toy, luck=[0, 1, 1, 0], right={ADA: ["20"]}, cubes={"20": 1}), "box 1", "1")
    assert m.ask is not None
    assert m.ask.about == (1, 9)
    answer(m, "use 20")
    assert told_of(m, "result") == [[3, 9]]


@pytest.mark.rule("UH-Q77")
def test_skills_and_results_may_go_below_zero() -> None:
    low = item("20", left={"strength": -3})
    m = answered(meet(EASY, low, luck=[-1, 0], left={ADA: ["20"]}), "box 1", "1")
    assert told_of(m, "result") == [[-3, 0]]


@pytest.mark.rule("UH-182", "UH-186", "UH-067")
def test_visible_modifiers_count_and_covered_ones_do_not() -> None:
    strong = item("20", left={"strength": 2, "wit": -1})
    on_left = answered(meet(HARD, strong, luck=[0, 0], left={ADA: ["20"]}), "box 1", "1")
    on_right = answered(meet(HARD, strong, luck=[0, 0], right={ADA: ["20"]}), "box 1", "1")
    assert (told_of(on_left, "result"), told_of(on_right, "result")) == ([[3, 9]], [[1, 9]])


# Results and rewards


@pytest.mark.rule("UH-207", "UH-X21")
def test_only_the_reward_of_the_chosen_box_is_gained() -> None:
    choice = {
        "choose": [
            {"id": "card", "say": "Take it", "do": [{"draw": "72"}]},
            {"id": "luck", "say": "Laugh", "do": [{"restore": 1}]},
        ]
    }
    trial = challenge("52", boxes=[box("strength", 0, choice), box("wit", 0, {"draw": "119"})])
    m = answered(meet(trial, item("72"), item("119"), luck=[1, 0]), "box 1", "1")
    assert offered(m) == ["52 card", "52 luck"]
    g = answer(m, "52 card", "left")
    assert (where(g, "72"), where(g, "119"), luck_discard(g)) == ("backpack", "pile", [1])


@pytest.mark.rule("UH-210", "UH-102")
def test_an_alternative_that_can_do_nothing_may_not_be_chosen_while_another_can() -> None:
    choice = {
        "choose": [
            {"id": "card", "say": "Take it", "do": [{"draw": "72"}]},
            {"id": "luck", "say": "Laugh", "do": [{"restore": 1}]},
        ]
    }
    m = answered(
        meet(
            challenge("52", boxes=[box("strength", 0, choice)]), item("72"), out_of_pile=["72"], luck=[1, 0]
        ),
        "box 1",
        "1",
    )
    assert asked(m).topic == "action"
    assert luck_discard(m.state) == []


@pytest.mark.rule("UH-208", "UH-211", "UH-Q48")
def test_cards_of_a_reward_are_drawn_in_order_and_each_is_resolved_first() -> None:
    trial = challenge("52", boxes=[box("strength", 0, {"draw": ["20", "21"]}, {"set_flag": "all"})])
    m = answered(meet(trial, item("20", icons=[{"draw": "22"}]), item("21"), item("22")), "box 1", "1")
    answer(m, "left", "left", "left")
    assert told_of(m, "equips") == [["20", "left", "ada"], ["22", "left", "ada"], ["21", "left", "ada"]]
    assert "all" in m.state.flags


@pytest.mark.rule("UH-209")
def test_relocating_draws_the_map_and_moves_only_the_hero_who_wants() -> None:
    trial = challenge("52", boxes=[box("strength", 0, {"relocate": "6"})])
    m = answered(meet(trial, maps=("1", "2")), "box 1", "1")
    assert (asked(m).topic, offered(m)) == ("relocate", ["go 6", "stay"])
    g = answer(m, "go 6")
    assert [hero.at for hero in g.heroes] == ["6", "1"]
    m = answered(meet(trial, maps=("1", "2", "6")), "box 1", "1", "stay")
    assert m.state.heroes[ADA].at == "1"


@pytest.mark.rule("UH-Q101", "UH-102")
def test_relocating_to_a_map_that_is_gone_does_nothing() -> None:
    choice = {"either": [{"relocate": "6"}], "or": [{"set_flag": "stayed"}], "id": "way"}
    trial = challenge("52", boxes=[box("strength", 0, choice)])
    m = answered(meet(trial, maps=("1", "2"), out_of_pile=["6"], discard=("6",)), "box 1", "1")
    assert "stayed" in m.state.flags


@pytest.mark.rule("UH-212", "UH-Q61")
def test_a_succeeded_challenge_is_discarded_when_its_reward_is_resolved() -> None:
    trial = challenge("52", boxes=[box("strength", 0, {"draw": "20"})])
    m = answered(meet(trial, item("20")), "box 1", "1")
    assert where(m.state, "52") == "challenge"
    assert where(answer(m, "left"), "52") == "discard"


CHAIN = (
    challenge("52", boxes=[box("strength", 0, {"draw": "91"}, {"set_flag": "rewarded"})]),
    challenge("91", boxes=[box("strength", 5)]),
)


@pytest.mark.rule("UH-X40", "UH-213", "UH-Q62")
@pytest.mark.parametrize(
    ("luck", "place", "rewarded"), [([0, 0], "pile", False), ([0, 2, 2], "discard", True)]
)
def test_a_chain_comes_back_as_a_whole_or_is_done_as_a_whole(
    luck: list[int], place: str, rewarded: bool
) -> None:
    m = answered(meet(*CHAIN, luck=luck), "box 1", "1", "box 1", str(len(luck) - 1))
    assert (where(m.state, "52"), where(m.state, "91")) == (place, place)
    assert ("rewarded" in m.state.flags) is rewarded


@pytest.mark.rule("UH-Q62", "UH-194")
def test_forfeiting_inside_a_chain_returns_the_others_too() -> None:
    m = answered(meet(*CHAIN), "box 1", "1", "forfeit")
    assert (where(m.state, "52"), where(m.state, "91")) == ("pile", "pile")
    assert "rewarded" not in m.state.flags


@pytest.mark.rule("UH-Q62", "UH-Q47")
def test_a_challenge_drawn_by_an_icon_cancels_the_attempt_when_it_fails() -> None:
    first = challenge("52", boxes=[box("strength", 0)], icons=[{"draw": "91"}])
    m = answered(meet(first, CHAIN[1], luck=[0, 0]), "box 1", "1")
    assert (where(m.state, "52"), where(m.state, "91")) == ("pile", "pile")
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-Q62")
def test_what_was_gained_before_the_failure_stays() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"draw": "20"}, {"draw": "91"}, {"set_flag": "more"})])
    m = answered(meet(first, item("20"), CHAIN[1], luck=[0, 0]), "box 1", "1", "left", "box 1", "1")
    assert (where(m.state, "20"), where(m.state, "52")) == ("backpack", "pile")
    assert "more" not in m.state.flags


@pytest.mark.rule("UH-214", "UH-215")
def test_a_failed_challenge_can_be_tried_again_with_another_action() -> None:
    m = answered(meet(TRIAL, luck=[0, 0, 1, 1]), "box 1", "1")
    assert m.state.actions == 1
    answer(m, "explore 52", "box 1", "3")
    assert won(m)
    assert m.state.discard == ("52",)


@pytest.mark.rule("UH-215", "UH-290")
def test_a_failure_has_no_other_penalty() -> None:
    m = answered(meet(HARD, luck=[0, 0]), "box 1", "1")
    assert told(m)[-2:] == ["fails", "returns"]
    penal = challenge("52", boxes=[box("strength", 9)], on_fail=[{"count": "ouch"}])
    assert answered(meet(penal, luck=[0, 0]), "box 1", "1").state.counters == {"ouch": 1}


# Joined


@pytest.mark.rule("UH-X24", "UH-216", "UH-217")
def test_two_others_join() -> None:
    strong = {**HEROES[0], "strength": 2}
    m = meet(JOINED, strong, heroes=("ada", "bjerke", "dag"), luck=[1, 0, 0, 1])
    answer(m, "box 1", "join", "with wit", "join", "with dexterity")
    assert offered(m)[0] == "3"
    answer(m, "3")
    assert told_of(m, "result") == [[7, 7]]
    assert won(m)


@pytest.mark.rule("UH-216", "UH-Q67")
def test_only_heroes_on_the_map_are_asked_and_may_stand_by() -> None:
    m = meet(JOINED, heroes=("ada", "bjerke", "cleo"), at=["1", "2", "1"])
    answer(m, "box 1")
    assert asked(m) == (2, "join")
    answer(m, "stand by")
    assert (asked(m), offered(m)[0]) == ((ADA, "announce"), "1")


@pytest.mark.rule("UH-218", "UH-219", "UH-Q68")
def test_the_active_hero_chooses_which_skill_is_added_or_none() -> None:
    m = meet(JOINED, item("20", left={"wit": 1}), left={BJERKE: ["20"]}, luck=[0, 0, 0])
    answer(m, "box 1", "join")
    assert (asked(m), offered(m)) == (
        (ADA, "skill"),
        ["with strength", "with wit", "with dexterity", "without"],
    )
    answer(m, "with wit", "2")
    assert told_of(m, "result") == [[5, 7]]
    m = answered(meet(JOINED, luck=[0, 0, 0]), "box 1", "join", "without", "2")
    assert told_of(m, "result") == [[1, 7]]


@pytest.mark.rule("UH-220")
def test_who_joins_is_settled_before_the_announcement() -> None:
    m = answered(meet(JOINED), "box 1")
    assert asked(m).topic == "join"
    assert asked(answered(m, "stand by")).topic == "announce"


@pytest.mark.rule("UH-Q69")
def test_only_the_active_hero_succeeds() -> None:
    trial = challenge("52", boxes=[box("strength", 0, {"go_to": "3"})], joined=True)
    m = answered(meet(trial), "box 1", "join", "without", "2")
    assert [hero.at for hero in m.state.heroes] == ["3", "1"]


def test_a_hero_can_be_invited_from_afar() -> None:
    whistle = item(
        "20",
        effect={"at": "joining", "spaces": ["charged"], "do": [{"pick": "others", "do": [{"invite": "it"}]}]},
    )
    m = meet(JOINED, whistle, at=["1", "3"], right={ADA: ["20"]}, cubes={"20": 1}, players=1)
    answer(m, "box 1", "use 20")
    assert asked(m).topic == "join"


# Forced


@pytest.mark.rule("UH-221")
def test_a_forced_challenge_cannot_be_forfeited() -> None:
    m = meet(FORCED, challenge("53", boxes=[box("wit", 1)]))
    assert asked(m).topic == "announce"
    two = challenge("52", boxes=[box("strength", 3), box("wit", 9)], forced=True)
    m = meet(two)
    assert offered(m) == ["box 1", "box 2"]
    assert refuses(m, "forfeit", "UH-191") or refuses(m, "forfeit", "UH-221")


@pytest.mark.rule("UH-222", "UH-223")
def test_a_failed_forced_challenge_is_repeated_at_once_without_an_action() -> None:
    m = answered(meet(FORCED, luck=[0, 1, 1, 0]), "1")
    assert asked(m).topic == "announce"
    assert m.state.actions == 1
    answer(m, "2")
    assert won(m)


@pytest.mark.rule("UH-X25", "UH-224", "UH-Q70")
def test_a_forced_challenge_ends_out_of_luck() -> None:
    m = meet(FORCED, luck=[0, 0, 0], falls=(0, "bad-1"))
    answer(m, "2")
    assert asked(m).topic == "announce"
    answer(m, "2")
    assert (where(m.state, "52"), m.state.reshuffles) == ("pile", 1)
    answer(m, "pass")
    assert told_of(m, "unlucky") == [["bad-1"]]


@pytest.mark.rule("UH-Q70", "UH-Q64")
def test_without_any_luck_card_the_repeating_stops_and_nothing_is_owed() -> None:
    m = meet(FORCED, luck=[])
    answer(m)
    assert (where(m.state, "52"), m.state.reshuffles) == ("pile", 0)


@pytest.mark.rule("UH-Q70")
def test_the_box_may_be_chosen_anew_for_each_attempt() -> None:
    two = challenge("52", boxes=[box("strength", 9), box("wit", 1)], forced=True)
    m = answered(meet(two), "box 1", "1")
    assert offered(m) == ["box 1", "box 2"]


@pytest.mark.rule("UH-Q71")
def test_who_joins_is_settled_for_each_attempt() -> None:
    both = challenge("52", boxes=[box("strength", 9)], forced=True, joined=True)
    m = answered(meet(both), "join", "without", "2")
    assert asked(m) == (BJERKE, "join")


@pytest.mark.rule("UH-213", "UH-Q62")
def test_while_a_forced_challenge_is_repeated_nothing_is_returned() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"draw": "91"})])
    m = answered(meet(first, challenge("91", boxes=[box("strength", 9)], forced=True)), "box 1", "1", "1")
    assert m.state.challenges == ("52", "91")


@pytest.mark.rule("UH-225")
def test_beyond_a_dependency_nothing_is_resolved() -> None:
    gated = challenge("52", boxes=[box("strength", 0, needs="rope")])
    m = meet(gated, item("20", tags=["rope"]))
    assert where(m.state, "52") == "pile"


# Luck


@pytest.mark.rule("UH-X28", "UH-229")
def test_restoring_puts_random_cards_under_the_pile() -> None:
    g = saga(luck=[2, 2], discarded_luck=[0, 0, 1, 1, -1, -1])
    g = does(g, "[{restore: 2}]", falls=[1, -1])
    assert (g.luck.deck_size, luck_discard(g), g.reshuffles) == (4, [0, 0, 1, -1], 0)
    assert [sorted(layer) for layer in g.luck.layers][-1] == ["-1", "1"]


@pytest.mark.rule("UH-230", "UH-Q72")
def test_restoring_more_than_there_is_restores_all() -> None:
    g = does(saga(luck=[2], discarded_luck=[0, 1]), "[{restore: 5}]")
    assert (g.luck.deck_size, luck_discard(g)) == (3, [])


@pytest.mark.rule("UH-231", "UH-Q73")
def test_discarding_luck_takes_top_cards_one_by_one_and_may_reshuffle() -> None:
    g = does(saga(luck=[2, 1, 0]), "[{discard_luck: 2}]")
    assert (luck_pile(g), luck_discard(g)) == ([0], [2, 1])
    g = does(saga(luck=[2], discarded_luck=[]), "[{discard_luck: 2}]")
    assert (luck_discard(g), g.reshuffles, g.luck.deck_size) == ([2], 1, 0)
    g = does(saga(luck=[]), "[{discard_luck: 2}]")
    assert g.reshuffles == 0


@pytest.mark.rule("UH-233")
def test_an_empty_pile_alone_does_nothing() -> None:
    g = does(saga(luck=[2], discarded_luck=[0]), "[{discard_luck: 1}]")
    assert (g.luck.deck_size, g.reshuffles) == (0, 0)


@pytest.mark.rule("UH-234", "UH-235", "UH-Q75")
def test_every_reshuffle_of_a_turn_brings_a_card_at_its_end() -> None:
    m = play(saga(reshuffles=2), "bad-1", "bad-5")
    answer(m, "pass")
    assert told_of(m, "unlucky") == [["bad-1"], ["bad-5"]]
    assert m.state.reshuffles == 0


@pytest.mark.rule("UH-236")
def test_bad_luck_stays_in_force() -> None:
    wet = card("bad-1", "unlucky", **{"while": [{"travel": -1}]})
    m = play(saga(wet, reshuffles=1), "bad-1")
    answer(m, "pass")
    assert offered(m, "travel") == ["travel 2", "travel 3"]
    answer(m, "pass")
    assert offered(m, "travel") == ["travel 2", "travel 3"]


@pytest.mark.rule("UH-237")
def test_a_new_quest_begins_without_bad_luck() -> None:
    from tests.games.unlikely.test_setup import fresh

    assert fresh().unlucky.deck_size == 8


@pytest.mark.rule("UH-Q74")
def test_when_all_eight_are_out_nothing_more_comes_and_nothing_is_lost() -> None:
    m = play(saga(unlucky=[f"bad-{n}" for n in range(1, 9)], reshuffles=1))
    answer(m, "pass")
    assert not m.over


@pytest.mark.rule("UH-053", "UH-Q74")
def test_a_failure_or_an_empty_pile_does_not_lose_the_quest() -> None:
    m = answered(meet(HARD, luck=[0]), "box 1")
    assert m.state.luck.deck_size == 0
    assert not m.over


@pytest.mark.rule("UH-Q114")
def test_no_encounter_card_is_drawn_in_the_middle_of_an_attempt() -> None:
    toy = item("20", effect={"at": "challenge", "spaces": ["charged"], "do": [{"draw": "21"}]})
    m = answered(meet(HARD, toy, item("21"), right={ADA: ["20"]}, cubes={"20": 1}), "box 1")
    assert offered(m, "use") == []


@pytest.mark.parametrize(
    ("do", "result"),
    [
        ("{add: 2}", [3, 9]),
        ("{require: -3}", [1, 6]),
        ("{use_skill: dexterity}", [3, 9]),
        ("ignore_lowest", [2, 9]),
        ("{pick: drawn_luck, do: [{redraw: it}]}", [2, 9]),
    ],
)
def test_effects_change_an_attempt(do: str, result: list[int]) -> None:
    import json

    from foldtale.kernel.pack.nodes import read_text
    from foldtale.kernel.pack.problems import Problems

    assert read_text(do, "x", Problems()) is not None
    plain = {
        "{add: 2}": {"add": 2},
        "{require: -3}": {"require": -3},
        "{use_skill: dexterity}": {"use_skill": "dexterity"},
        "ignore_lowest": "ignore_lowest",
    }
    effect = plain.get(do, {"pick": "drawn_luck", "do": [{"redraw": "it"}]})
    toy = item("20", effect={"at": "drawn", "spaces": ["charged"], "do": [effect]})
    luck = [-1, 1, 0] if do == "ignore_lowest" else [0, 1, 1]
    m = answered(
        meet(HARD, toy, luck=luck, right={ADA: ["20"]}, cubes={"20": 1}),
        "box 1",
        "2" if do == "ignore_lowest" else "1",
    )
    answer(m, "use 20")
    assert told_of(m, "result") == [result], json.dumps(effect)


@pytest.mark.parametrize(("do", "end"), [("succeed", "succeeds"), ("fail", "fails")])
def test_effects_decide_an_attempt(do: str, end: str) -> None:
    toy = item("20", effect={"at": "drawn", "spaces": ["charged"], "do": [do]})
    m = answered(
        meet(EASY if do == "fail" else HARD, toy, right={ADA: ["20"]}, cubes={"20": 1}),
        "box 1",
        "1",
        "use 20",
    )
    assert told(m, "succeeds", "fails") == [end]


def test_an_effect_lets_a_hero_forfeit_a_forced_challenge_or_try_again() -> None:
    shield = item("20", effect={"at": "failed", "if": "forced", "spaces": ["charged"], "do": ["forfeit"]})
    m = answered(
        meet(FORCED, shield, luck=[0, 0, 0], right={ADA: ["20"]}, cubes={"20": 1}), "1", "resolve", "use 20"
    )
    assert (where(m.state, "52"), told(m, "forfeits")) == ("pile", ["forfeits"])
    again = item("20", effect={"at": "failed", "spaces": ["charged"], "do": ["repeat_attempt"]})
    m = answered(
        meet(TRIAL, again, luck=[0, 0, 1, 1], right={ADA: ["20"]}, cubes={"20": 1}),
        "box 1",
        "1",
        "resolve",
        "use 20",
    )
    assert (asked(m).topic, m.state.actions) == ("box", 1)


def test_the_state_of_an_attempt_can_be_asked_for() -> None:
    m = answered(meet(JOINED, heroes=("ada", "bjerke")), "box 1", "join", "with wit")
    g = m.state
    assert (total(g), required(g)) == (4, 7)
    assert map_card("1", 0)["x"] == 0


def test_the_odds_are_shown_for_each_number_of_luck_cards() -> None:
    m = answered(meet(TRIAL, luck=[1, 1, 0, 0]), "box 1")
    (shown,) = game.scene(m.state, 0).near
    assert (shown.total, shown.need) == (1, 3)  # type: ignore[union-attr]
    known = [(one.label, one.good, one.of) for one in shown.chances]  # type: ignore[union-attr]
    assert known == [("1 card", 0, 1), ("2 cards", 1, 1), ("3 cards", 1, 1), ("4 cards", 1, 1)]


def test_the_odds_of_a_shuffled_pile() -> None:
    from foldtale.games.unlikely.odds import odds

    assert odds(((0, 0, 1, 1),), 2, 1) == (5, 6)
    assert odds(((1,), (0, 0, 1, 1)), 2, 2) == (2, 4)
    assert odds(((0, 0, 1, 1),), 9, 1) == (0, 0)


def test_a_blessed_luck_pile_shows_no_odds() -> None:
    blessing = {"card": "oil", "kind": "luck", "title": "Oil", "of": "blessed", "dice": 1, "copies": 1}
    g = saga(TRIAL, blessing, sets=("blessed luck",), luck=[0, 1])
    g.luck.take("oil-1", 4)
    g.luck.put_on("oil-1")
    m = answered(play(g), "explore 52", "box 1")
    (shown,) = game.scene(m.state, 0).near
    assert shown.chances == ()  # type: ignore[union-attr]
