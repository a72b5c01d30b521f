"""Dice Upon a Time: phase 5, completing quests, and the Quest cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from foldtale.games.grimm.state import DONE, Tale
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, refuses, tells, told
from tests.games.grimm.given import play, skip, tale

AWAY = {1: "inn", 2: "inn", 3: "inn"}
NOBODY_ELSE: dict[int, tuple[int, ...]] = {1: (), 2: (), 3: ()}


def at(field: str, quests: Sequence[str] = (), tokens: tuple[int, int, int] = (0, 0, 0), **more: Any) -> Tale:
    """Seat 0 stands here with these quests and (coins, breads, apples); the others stand elsewhere."""
    return tale(
        at={**AWAY, 0: field, **more.pop("others", {})},
        quests={0: quests, **more.pop("theirs", {})},
        tokens={0: tokens, **more.pop("held", {})},
        **more,
    )


def phase_five(g: Tale, *falls: object) -> Match:
    """Seat 0 has placed a die far from its figure, and has not moved."""
    m = play(g, *falls)
    answer(m, "place plain-die rabbit")
    skip(m)
    if asked(m) == (0, "move"):
        answer(m, "stay")
    return m


def completable(m: Match) -> list[str]:
    """Which quests seat 0 can do in phase 5; none if its turn is over."""
    assert asked(m) in ((0, "quests"), (1, "turn"))
    return [key for key in offered(m) if key.split()[0] in ("complete", "fetch", "fulfil", "lift")]


# When and how many


@pytest.mark.rule("GR-080")
def test_a_quest_may_be_completed_in_the_last_phase_of_ones_own_turn() -> None:
    m = phase_five(at("clouds", ["q201"]))
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q201", "end turn"])
    g = answer(m, "complete q201")
    assert g.done_quests(0) == ["q201"]
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-080")
def test_completing_is_optional() -> None:
    m = phase_five(at("clouds", ["q201"]))
    g = answer(m, "end turn")
    assert (g.active_quests(0), g.done_quests(0)) == (["q201"], [])
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-080")
def test_nobody_completes_quests_in_anothers_turn_or_before_the_last_phase() -> None:
    m = play(at("town", theirs={1: ["q208"]}, held={1: (1, 0, 0)}))
    assert not [key for key in offered(m) if "q208" in key]
    answer(m, "place plain-die r04")
    assert (asked(m), offered(m)) == ((0, "move"), ["move inn", "stay"])
    answer(m, "stay")
    assert asked(m) == (1, "turn")
    assert refuses(m, "complete q208")
    assert m.state.done_quests(1) == []


@pytest.mark.rule("GR-081", "GR-Q36", "GR-Q37")
def test_one_stay_serves_several_quests_in_any_order() -> None:
    m = phase_five(at("hell", ["q202", "q307", "q401", "q213"], (5, 0, 0)))
    assert completable(m) == ["complete q202", "complete q213", "complete q307", "complete q401"]
    g = answer(m, "complete q401")
    assert g.tokens[0] == (3, 0, 0)
    assert completable(m) == ["complete q202", "complete q213", "complete q307"]
    g = answer(m, "complete q213", "complete q202", "complete q307")
    assert (g.tokens[0], g.active_quests(0)) == ((0, 0, 0), [])
    assert sorted(g.done_quests(0)) == ["q202", "q213", "q307", "q401"]


@pytest.mark.rule("GR-082", "GR-Q36")
def test_each_quest_is_checked_again_after_the_one_before_is_paid_for() -> None:
    m = phase_five(at("hell", ["q307", "q401"], (2, 0, 0)))
    assert completable(m) == ["complete q307", "complete q401"]
    g = answer(m, "complete q307")
    assert (g.tokens[0], asked(m)) == ((1, 0, 0), (1, "turn"))


@pytest.mark.rule("GR-X03")
@pytest.mark.parametrize(("quest", "ap"), [("q303", 3), ("q211", 2)])
def test_two_apples_complete_one_of_two_quests_that_ask_for_them(quest: str, ap: int) -> None:
    m = phase_five(at("church", ["q303", "q211"], (0, 0, 2)))
    assert completable(m) == ["complete q211", "complete q303"]
    g = answer(m, f"complete {quest}")
    assert (g.tokens[0], g.done_quests(0)) == ((0, 0, 0), [quest])
    assert asked(m) == (1, "turn")
    assert tells(m, "pays") == [(0, "GR-089", [0, 0, 2])]
    assert tells(m, "completes") == [(0, "GR-083", [quest, ap])]


@pytest.mark.rule("GR-083", "GR-130")
def test_a_completed_quest_lies_face_down_and_is_no_longer_active() -> None:
    m = phase_five(at("clouds", ["q201", "q202"]))
    g = answer(m, "complete q201")
    assert g.quests[0].rows[0] == ("q202",)
    assert g.quests[0].rows[DONE] == ("q201",)
    assert g.active_quests(0) == ["q202"]


@pytest.mark.rule("GR-083")
def test_a_completed_quest_cannot_be_completed_again() -> None:
    m = phase_five(at("clouds", ["q202"], done={0: ["q201"]}))
    assert completable(m) == []


@pytest.mark.rule("GR-083")
def test_a_completed_quest_counts_for_its_points_at_the_end() -> None:
    g = at("clouds", ["q309"], (0, 0, 1), chapter=6, pools={**NOBODY_ELSE, 0: {"plain-die": 5}})
    m = phase_five(g)
    answer(m, "complete q309")
    assert outcome(m).scores == (3, 0, 0, 0)


# The four types


@pytest.mark.rule("GR-084")
@pytest.mark.parametrize(
    ("quest", "field"),
    [
        ("q201", "clouds"),
        ("q202", "hell"),
        ("q203", "big_sea"),
        ("q204", "big_mountains"),
        ("q301", "king"),
        ("q302", "fairy"),
    ],
)
def test_a_visit_needs_the_figure_on_the_stated_field(quest: str, field: str) -> None:
    assert completable(phase_five(at(field, [quest]))) == [f"complete {quest}"]
    assert completable(phase_five(at("well", [quest]))) == []


@pytest.mark.rule("GR-Q38")
@pytest.mark.parametrize("socket", ["snake", "r34", "r19"])
def test_a_visit_needs_no_arrival_in_this_turn(socket: str) -> None:
    m = play(at("clouds", ["q201"], pools={0: (5, 5, 5, 5, 5)}))
    answer(m, f"place plain-die {socket}")
    if socket == "r19":
        answer(m, "stay")
    assert completable(m) == ["complete q201"]


@pytest.mark.rule("GR-Q39")
@pytest.mark.parametrize("choice", ["ride steed_s", "ride steed_e", "stay"])
def test_any_steed_field_serves_the_steed_quest_so_a_jump_does_no_harm(choice: str) -> None:
    m = play(at("well", ["q205"], pools={0: (5, 5, 5, 5, 5)}))
    answer(m, "place plain-die r23", "move steed_n", choice)
    assert completable(m) == ["complete q205"]


@pytest.mark.rule("GR-Q39")
def test_a_field_that_a_story_card_has_carried_one_away_from_does_not_count() -> None:
    g = at("town", ["q207", "q201"], (0, 0, 1), pools={0: (5, 5, 5, 5, 5)})
    m = play(g, "b05")
    answer(m, "place plain-die r01", "move old_woman", "b05 two")
    assert completable(m) == ["complete q201"]


@pytest.mark.rule("GR-085", "GR-089")
def test_a_delivery_needs_the_place_and_the_tokens_and_these_go_back_to_the_supply() -> None:
    m = phase_five(at("woodsman", ["q306"], (1, 2, 3)))
    assert completable(m) == ["complete q306"]
    g = answer(m, "complete q306")
    assert g.tokens == [(1, 1, 2), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert tells(m, "pays") == [(0, "GR-089", [0, 1, 1])]


@pytest.mark.rule("GR-085")
@pytest.mark.parametrize(
    ("field", "tokens"),
    [("inn", (4, 4, 4)), ("woodsman", (4, 0, 4)), ("woodsman", (4, 4, 0)), ("woodsman", (0, 0, 0))],
)
def test_without_the_place_or_one_of_the_tokens_nothing_is_delivered(
    field: str, tokens: tuple[int, int, int]
) -> None:
    m = phase_five(at(field, ["q306"], tokens))
    assert completable(m) == []


@pytest.mark.rule("GR-086", "GR-089")
@pytest.mark.parametrize("field", ["town", "hell", "steed_e"])
def test_a_discard_quest_needs_no_place(field: str) -> None:
    m = phase_five(at(field, ["q407"], (2, 1, 3)))
    g = answer(m, "complete q407")
    assert g.tokens[0] == (0, 1, 1)
    assert tells(m, "pays") == [(0, "GR-089", [2, 0, 2])]


@pytest.mark.rule("GR-086")
@pytest.mark.parametrize("tokens", [(1, 4, 2), (2, 4, 1), (0, 0, 0)])
def test_a_discard_quest_needs_all_its_tokens(tokens: tuple[int, int, int]) -> None:
    assert completable(phase_five(at("town", ["q407"], tokens))) == []


@pytest.mark.rule("GR-084")
def test_a_visit_costs_nothing() -> None:
    m = phase_five(at("clouds", ["q201"], (1, 1, 1)))
    assert answer(m, "complete q201").tokens[0] == (1, 1, 1)
    assert tells(m, "pays") == []


@pytest.mark.rule("GR-080", "GR-150")
@pytest.mark.parametrize(("hand", "found"), [(["m04"], ["lift c04"]), ([], [])])
def test_a_curse_that_asks_for_a_magic_item_is_removed_in_the_same_phase(
    hand: list[str], found: list[str]
) -> None:
    m = phase_five(at("town", kept={0: ["c04"]}, hands={0: hand}))
    assert completable(m) == found
    if found:
        answer(m, "lift c04", "m04")
        assert (m.state.kept(0), m.state.hand(0)) == ((), ())


# Fetching


FETCHED = [
    ("q315", "soldier", "big_sea"),
    ("q316", "big_mountains", "town"),
    ("q409", "clouds", "huntsman"),
    ("q410", "hell", "king"),
]


@pytest.mark.rule("GR-087", "GR-088")
@pytest.mark.parametrize(("quest", "source", "destination"), FETCHED)
def test_an_item_is_picked_up_at_one_place_and_brought_to_another(
    quest: str, source: str, destination: str
) -> None:
    m = phase_five(at(source, [quest]))
    assert completable(m) == [f"fetch {quest}"]
    g = answer(m, f"fetch {quest}")
    assert (g.carried, g.active_quests(0), g.done_quests(0)) == ({quest: 0}, [quest], [])
    assert asked(m) == (1, "turn")
    assert tells(m, "picks up") == [(0, "GR-088", [quest])]
    m = phase_five(at(destination, [quest], carried={quest: 0}))
    assert completable(m) == [f"complete {quest}"]
    g = answer(m, f"complete {quest}")
    assert (g.carried, g.done_quests(0)) == ({}, [quest])


@pytest.mark.rule("GR-087")
@pytest.mark.parametrize(("quest", "source", "destination"), FETCHED)
def test_without_the_item_the_destination_is_only_a_place(quest: str, source: str, destination: str) -> None:
    assert completable(phase_five(at(destination, [quest]))) == []
    assert completable(phase_five(at(source, [quest], carried={quest: 0}))) == []


@pytest.mark.rule("GR-088")
def test_only_the_owner_of_the_quest_picks_up_its_item() -> None:
    m = phase_five(at("soldier", ["q201"], theirs={1: ["q315"]}))
    assert completable(m) == []


@pytest.mark.rule("GR-088")
def test_an_item_stays_with_whoever_carries_it_when_another_item_is_delivered() -> None:
    m = phase_five(at("king", ["q410", "q315"], carried={"q410": 0, "q315": 0}))
    assert answer(m, "complete q410").carried == {"q315": 0}


@pytest.mark.rule("GR-Q40")
def test_picking_up_is_optional_and_belongs_to_phase_five() -> None:
    m = play(at("hell", ["q410"]))
    assert not [key for key in offered(m) if "q410" in key]
    answer(m, "place plain-die snake")
    assert offered(m) == ["fetch q410", "end turn"]
    g = answer(m, "end turn")
    assert (g.carried, asked(m)) == ({}, (1, "turn"))


@pytest.mark.rule("GR-Q40")
def test_an_item_is_brought_in_a_later_turn() -> None:
    g = at("big_mountains", ["q316"], pools={**NOBODY_ELSE, 0: (5, 5, 5, 5, 5)})
    m = play(g)
    answer(m, "place plain-die r20", "stay", "fetch q316")
    assert asked(m) == (0, "turn")
    answer(m, "place magic-die r25", "move steed_n", "stay")
    assert asked(m) == (0, "turn")
    answer(m, "place story-die r23", "move well")
    answer(m, "place ban-die r02", "move town", "no")
    assert completable(m) == ["complete q316"]


@pytest.mark.rule("GR-Q41")
def test_an_item_goes_with_a_traded_quest() -> None:
    m = play(at("inn", ["q315"], carried={"q315": 0, "q409": 2}))
    answer(m, "trade", "player 2", "give q315", "offer", "accept")
    assert m.state.carried == {"q315": 1, "q409": 2}
    assert m.state.active_quests(1) == ["q315"]


@pytest.mark.rule("GR-Q41")
def test_an_item_goes_back_to_the_supply_when_its_quest_is_put_under_a_deck() -> None:
    g = at(
        "well", ["q315", "q201", "q202", "q203"], carried={"q315": 0, "q409": 2}, pools={0: (3, 3, 3, 3, 3)}
    )
    m = play(g, "q401")
    answer(m, "place plain-die r02", "move town", "draw", "deck 4")
    g = answer(m, "q315")
    assert g.carried == {"q409": 2}
    assert g.quests[1].layers[-1] == ("q315",)


@pytest.mark.rule("GR-Q42")
def test_an_item_is_no_token() -> None:
    g = at("town", ["q315"], carried={"q315": 0}, pools={0: (3, "story", 3, 3, 3)})
    m = play(g, "b01")
    answer(m, "place story-die rabbit")
    assert "nothing happens" in told(m)
    assert m.state.carried == {"q315": 0}


@pytest.mark.rule("GR-Q42")
def test_an_item_pays_for_nothing() -> None:
    m = phase_five(at("town", ["q315", "q211"], (0, 0, 1), carried={"q315": 0}, kept={0: ["n01"]}))
    assert completable(m) == ["fulfil n01"]
    answer(m, "end turn")
    m = phase_five(at("town", ["q315"], carried={"q315": 0}, kept={0: ["n01"]}))
    assert completable(m) == []


@pytest.mark.rule("GR-Q44")
def test_quests_cannot_be_given_up_freely() -> None:
    m = play(at("town", ["q201", "q301"]))
    assert [key for key in offered(m) if not key.startswith("place ")] == ["pass on"]
    answer(m, "place plain-die r02")
    assert offered(m) == ["move well", "stay"]
    answer(m, "stay")
    assert asked(m) == (1, "turn")
    assert m.state.active_quests(0) == ["q201", "q301"]


# Puss in Boots pays


PUSS = {0: "puss"}


@pytest.mark.rule("GR-Q45")
def test_puss_in_boots_may_convert_one_token_inside_the_payment() -> None:
    m = phase_five(at("church", ["q303"], (1, 2, 1), characters=PUSS))
    assert "complete q303" in offered(m)
    answer(m, "complete q303")
    assert (asked(m), offered(m)) == ((0, "token"), ["coin", "bread"])
    g = answer(m, "bread")
    assert (g.tokens[0], g.done_quests(0)) == ((1, 1, 0), ["q303"])
    assert g.turned[0]
    assert tells(m, "converts") == [(0, "GR-Q69", ["bread", "apple"])]
    assert tells(m, "pays") == [(0, "GR-089", [0, 0, 2])]


@pytest.mark.rule("GR-Q45")
def test_a_token_that_the_quest_needs_itself_is_not_converted() -> None:
    m = phase_five(at("town", ["q214"], (1, 1, 0), characters=PUSS))
    answer(m, "complete q214")
    assert m.state.tokens[0] == (0, 0, 0)
    assert tells(m, "converts") == [(0, "GR-Q69", ["coin", "apple"])]


@pytest.mark.rule("GR-Q45")
@pytest.mark.parametrize(
    ("tokens", "character", "can"),
    [
        ((1, 0, 1), "puss", True),
        ((2, 0, 0), "puss", False),
        ((0, 0, 1), "puss", False),
        ((1, 0, 1), "red", False),
    ],
)
def test_the_conversion_is_of_one_token_by_puss_in_boots(
    tokens: tuple[int, int, int], character: str, can: bool
) -> None:
    m = phase_five(at("church", ["q303"], tokens, characters={0: character}))
    assert ("complete q303" in completable(m)) == can


@pytest.mark.rule("GR-Q45")
def test_what_puss_in_boots_can_pay_for_as_it_is_needs_no_conversion() -> None:
    m = phase_five(at("church", ["q303"], (1, 0, 2), characters=PUSS))
    g = answer(m, "complete q303")
    assert (g.tokens[0], g.turned[0]) == ((1, 0, 0), False)


@pytest.mark.rule("GR-Q45")
def test_once_his_card_is_turned_over_puss_in_boots_pays_like_everybody() -> None:
    g = at("church", ["q303"], (1, 0, 1), characters=PUSS)
    g.turned[0] = True
    assert completable(phase_five(g)) == []


# The cards


@pytest.mark.rule("GR-126")
def test_the_deck_is_also_chosen_when_a_card_lets_one_draw() -> None:
    m = phase_five(at("town", (), (0, 1, 0), kept={0: ["n01"]}), "q405")
    answer(m, "fulfil n01")
    assert (asked(m), offered(m)) == ((0, "deck"), ["deck 2", "deck 3", "deck 4"])
    assert answer(m, "deck 4").active_quests(0) == ["q405"]


@pytest.mark.rule("GR-126")
def test_a_card_that_lets_one_draw_finds_nothing_in_empty_decks() -> None:
    g = at("town", (), (0, 1, 0), kept={0: ["n01"]})
    for box in g.quests:
        for card in [card for layer in box.layers for card in layer]:
            box.lift(card)
    m = phase_five(g)
    assert answer(m, "fulfil n01").active_quests(0) == []
    assert tells(m, "takes a quest") == []


@pytest.mark.rule("GR-127")
def test_a_drawn_quest_is_seen_by_everybody_and_active_at_once() -> None:
    m = phase_five(at("town", (), (1, 0, 2), kept={0: ["n01"]}), "q211")
    g = answer(m, "fulfil n01", "coin", "deck 2")
    assert g.tokens[0] == (0, 0, 2)
    assert [g.quests[0].seen_by(seat, 0) for seat in range(4)] == [("q211",)] * 4
    assert completable(m) == ["complete q211"]


@pytest.mark.rule("GR-129")
def test_side_quests_curses_and_mini_quests_are_not_counted_or_limited() -> None:
    kept = ["s01", "s02", "s03", "c02", "c03", "n02", "n03", "n04"]
    g = at("well", ["q201", "q202", "q203"], kept={0: kept}, pools={0: (3, 3, 3, 3, 3)})
    m = play(g, "q401")
    g = answer(m, "place plain-die r02", "move town", "draw", "deck 4")
    assert asked(m) == (1, "turn")
    assert g.active_quests(0) == ["q201", "q202", "q203", "q401"]
    assert list(g.kept(0)) == kept


@pytest.mark.rule("GR-129")
def test_a_ninth_story_card_is_kept_beside_four_quests() -> None:
    kept = ["s01", "s02", "s03", "s04", "c02", "c03", "n02", "n03"]
    g = at("town", ["q201", "q202", "q203", "q204"], kept={0: kept}, pools={0: (3, 3, 3, 3, 3)})
    m = play(g, "s07")
    g = answer(m, "place plain-die r01", "move old_woman")
    assert asked(m) == (1, "turn")
    assert list(g.kept(0)) == [*kept, "s07"]


@pytest.mark.rule("GR-130", "GR-128")
def test_completed_quests_do_not_count_towards_the_limit() -> None:
    g = at("well", ["q201", "q202", "q203"], done={0: ["q301", "q302", "q303"]}, pools={0: (3, 3, 3, 3, 3)})
    m = play(g, "q401")
    g = answer(m, "place plain-die r02", "move town", "draw", "deck 4")
    assert asked(m) == (1, "turn")
    assert len(g.active_quests(0)) == 4


@pytest.mark.rule("GR-131")
def test_unfinished_quests_cost_nothing_at_the_end() -> None:
    g = at("town", ["q401", "q402", "q403", "q404"], done={0: ["q301"]}, chapter=6, step="close")
    m = play(g)
    assert outcome(m).scores == (3, 0, 0, 0)
