"""Dice Upon a Time: encounters, and what changes hands in them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from foldtale.games.grimm.state import Tale
from foldtale.kernel import Match
from foldtale.kernel.talk import SPECTATOR, bit
from foldtale.testing import answer, asked, offered, refuses, told
from tests.games.grimm.given import CONTENT, play, skip, tale

INN = {0: "inn", 1: "inn", 2: "church", 3: "well"}
RICH = (2, 1, 0)
NONE = (0, 0, 0)


def met(*falls: object, **position: Any) -> Match:
    """Seat 0 and 1 stand on the Inn, the others elsewhere."""
    return play(tale(**{"at": INN, **position}), *falls)


def gives(match: Match) -> list[str]:
    return [key.partition(" ")[2] for key in offered(match) if key.startswith("give ")]


def wants(match: Match) -> list[str]:
    return [key.partition(" ")[2] for key in offered(match) if key.startswith("ask ")]


def seen(match: Match, seat: int) -> str:
    """All that a seat sees and has been told, as text."""
    return msgspec.json.encode((match.scene(seat), match.story(seat))).decode()


def names(card: str) -> tuple[str, str]:
    return card, CONTENT.texts[card]


# Encounters


@pytest.mark.rule("GR-156", "GR-Q115")
def test_whoever_shares_the_active_player_s_field_can_be_traded_with() -> None:
    m = met(tokens={0: RICH}, at={0: "inn", 1: "inn", 2: "church", 3: "inn"})
    answer(m, "trade")
    assert asked(m) == (0, "partner")
    assert offered(m) == ["player 2", "player 4"]


@pytest.mark.rule("GR-156", "GR-Q115")
def test_nobody_trades_across_fields() -> None:
    m = met(tokens={0: RICH, 1: RICH}, at={0: "bridge", 1: "inn", 2: "church", 3: "well"})
    assert "trade" not in offered(m)
    assert refuses(m, "trade")


@pytest.mark.rule("GR-Q115")
def test_others_who_meet_wait_for_their_own_turn() -> None:
    m = met(tokens={1: RICH, 2: RICH}, at={0: "bridge", 1: "inn", 2: "inn", 3: "well"})
    assert "trade" not in offered(m)
    answer(m, "pass on")
    assert asked(m) == (1, "turn")
    assert "trade" in offered(m)


@pytest.mark.rule("GR-156")
@pytest.mark.parametrize(
    "goods",
    [
        {"tokens": {0: RICH}},
        {"tokens": {1: RICH}},
        {"hands": {1: ("m07",)}},
        {"quests": {0: ("q201",)}},
        {"kept": {1: ("s01",)}},
        {"kept": {0: ("n01",)}},
    ],
)
def test_there_is_a_trade_if_either_has_something(goods: dict[str, Any]) -> None:
    assert "trade" in offered(met(**goods))


@pytest.mark.rule("GR-156", "GR-Q116")
@pytest.mark.parametrize(
    "goods",
    [
        {},
        {"kept": {0: ("c02",), 1: ("c03",)}},
        {"done": {0: ("q201",), 1: ("q202",)}},
        {"rabbits": {0: 1}},
        {"tokens": {2: RICH}},
    ],
)
def test_there_is_no_trade_without_goods(goods: dict[str, Any]) -> None:
    assert "trade" not in offered(met(**goods))


@pytest.mark.rule("GR-Q115")
def test_there_is_trade_before_phase_one_before_phase_three_and_around_quests() -> None:
    m = met(tokens={0: (0, 0, 2)}, quests={0: ("q211",), 1: ("q212",)})
    assert "trade" in offered(m)
    answer(m, "place plain-die r04")
    assert asked(m) == (0, "move")
    assert "trade" in offered(m)
    answer(m, "trade", "give apple", "offer", "reject")
    assert asked(m) == (0, "move")
    answer(m, "stay")
    assert offered(m) == ["complete q211", "trade", "end turn"]
    answer(m, "complete q211")
    assert offered(m) == ["trade", "end turn"]
    answer(m, "trade", "ask q212", "offer", "accept")
    assert m.state.active_quests(0) == ["q212"]
    assert asked(m).seat == 0


# What changes hands


@pytest.mark.rule("GR-157", "GR-158", "GR-Q116")
def test_tokens_change_hands_when_the_other_agrees() -> None:
    m = met(tokens={0: RICH, 1: (0, 0, 3)})
    answer(m, "trade", "give coin", "give bread", "ask apple", "ask apple", "offer")
    assert asked(m) == (1, "trade")
    assert m.state.tokens[:2] == [RICH, (0, 0, 3)]
    answer(m, "accept")
    assert m.state.tokens[:2] == [(1, 0, 2), (1, 1, 1)]
    assert told(m)[-1] == "trades with"
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-158")
def test_without_agreement_nothing_changes_hands() -> None:
    m = met(tokens={0: RICH, 1: (0, 0, 3)}, hands={0: ("m07",)}, quests={0: ("q201",)})
    answer(m, "trade", "give coin", "give m07", "give q201", "ask apple", "offer", "reject")
    g = m.state
    assert g.tokens[:2] == [RICH, (0, 0, 3)]
    assert (g.hand(0), g.hand(1)) == (("m07",), ())
    assert (g.active_quests(0), g.active_quests(1)) == (["q201"], [])
    assert told(m)[-1] == "rejects"
    assert "trades with" not in told(m)


@pytest.mark.rule("GR-158")
def test_an_offer_that_is_called_off_is_never_made() -> None:
    m = met(tokens={0: RICH}, hands={0: ("m07",)})
    answer(m, "trade", "give coin", "give m07", "stop")
    assert asked(m) == (0, "turn")
    assert m.state.tokens[0] == RICH
    assert m.state.hand(0) == ("m07",)
    assert "offers" not in told(m)
    assert m.state.rejected == 0


@pytest.mark.rule("GR-Q116", "GR-179")
@pytest.mark.parametrize(
    ("deal", "mine", "yours"),
    [(("give coin",), (1, 1, 0), (1, 0, 1)), (("ask apple",), (2, 1, 1), NONE)],
)
def test_one_side_of_a_trade_may_be_empty(
    deal: tuple[str, ...], mine: tuple[int, int, int], yours: tuple[int, int, int]
) -> None:
    m = met(tokens={0: RICH, 1: (0, 0, 1)})
    answer(m, "trade", *deal, "offer", "accept")
    assert m.state.tokens[:2] == [mine, yours]


@pytest.mark.rule("GR-157", "GR-Q116", "GR-Q138")
def test_an_offer_is_built_in_steps_and_nothing_is_no_offer() -> None:
    m = met(tokens={0: RICH, 1: (0, 0, 1)})
    answer(m, "trade")
    assert asked(m) == (0, "offer")
    assert offered(m) == ["give coin", "give bread", "ask apple", "stop"]
    assert refuses(m, "offer")
    answer(m, "give bread")
    assert offered(m) == ["give coin", "ask apple", "offer", "stop"]


@pytest.mark.rule("GR-Q116")
def test_nobody_offers_or_asks_for_more_than_there_is() -> None:
    m = met(tokens={0: (2, 0, 0), 1: (0, 1, 0)}, hands={1: ("m07",)}, quests={0: ("q201",)})
    answer(m, "trade", "give coin", "ask bread", "ask magic", "give q201")
    assert (gives(m), wants(m)) == (["coin"], [])
    answer(m, "give coin")
    assert offered(m) == ["offer", "stop"]


@pytest.mark.rule("GR-157", "GR-Q116")
def test_quests_side_quests_and_mini_quests_change_hands() -> None:
    m = met(quests={0: ("q201",), 1: ("q401",)}, kept={0: ("s01", "n02"), 1: ("s03",)})
    answer(m, "trade")
    assert gives(m) == ["q201", "s01", "n02"]
    assert wants(m) == ["q401", "s03"]
    answer(m, "give q201", "give s01", "give n02", "ask q401", "ask s03", "offer", "accept")
    g = m.state
    assert (g.active_quests(0), g.active_quests(1)) == (["q401"], ["q201"])
    assert (g.kept(0), g.kept(1)) == (("s03",), ("s01", "n02"))


@pytest.mark.rule("GR-Q116")
def test_curses_completed_quests_dice_and_rabbit_tokens_stay_with_their_owners() -> None:
    m = met(
        tokens={0: (1, 0, 0), 1: (1, 0, 0)},
        kept={0: ("c02",), 1: ("c03",)},
        done={0: ("q201",), 1: ("q202",)},
        rabbits={0: 1},
        characters={0: "thumbling"},
    )
    answer(m, "trade")
    assert offered(m) == ["give coin", "ask coin", "stop"]


@pytest.mark.rule("GR-157", "GR-Q116")
def test_a_fetched_item_goes_with_its_quest() -> None:
    m = met(quests={0: ("q315",)}, carried={"q315": 0})
    answer(m, "trade", "give q315", "offer", "accept")
    assert m.state.carried == {"q315": 1}
    assert m.state.active_quests(1) == ["q315"]


FOUR = ("q201", "q202", "q203", "q204")


@pytest.mark.rule("GR-Q116")
def test_a_trade_that_would_give_the_other_five_quests_cannot_be_offered() -> None:
    m = met(quests={0: ("q301",), 1: FOUR})
    answer(m, "trade", "give q301")
    assert "offer" not in offered(m)
    assert refuses(m, "offer")
    answer(m, "ask q202")
    assert "offer" in offered(m)
    answer(m, "offer", "accept")
    assert m.state.active_quests(1) == ["q201", "q203", "q204", "q301"]


@pytest.mark.rule("GR-Q116")
def test_a_trade_that_would_give_oneself_five_quests_cannot_be_offered() -> None:
    m = met(quests={0: FOUR, 1: ("q301", "q302")})
    answer(m, "trade", "ask q301")
    assert "offer" not in offered(m)
    answer(m, "give q201")
    assert "offer" in offered(m)
    answer(m, "ask q302")
    assert "offer" not in offered(m)


@pytest.mark.rule("GR-Q116")
def test_a_fourth_quest_a_side_quest_and_tokens_are_within_the_limit() -> None:
    m = met(quests={0: ("q301",), 1: FOUR[:3]}, kept={0: ("s01",)}, tokens={0: RICH})
    answer(m, "trade", "give q301", "give s01", "give coin", "offer", "accept")
    assert len(m.state.active_quests(1)) == 4
    assert m.state.kept(1) == ("s01",)


def test_an_offer_holds_twelve_things_at_most() -> None:
    m = met(tokens={1: (9, 9, 0), 0: (9, 0, 0)}, hands={1: ("m07",)}, active=1)
    answer(m, "trade", *["give coin"] * 6, *["ask coin"] * 4, "give m07")
    assert "give bread" in offered(m)
    answer(m, "give bread")
    assert offered(m) == ["offer", "stop"]


# Rejected offers


@pytest.mark.rule("GR-Q115")
def test_after_three_rejected_offers_there_is_no_trade_in_this_turn() -> None:
    m = met(tokens={0: RICH})
    for _ in range(3):
        assert "trade" in offered(m)
        answer(m, "trade", "give coin", "offer", "reject")
    assert "trade" not in offered(m)
    answer(m, "place plain-die r04")
    assert "trade" not in offered(m)


@pytest.mark.rule("GR-Q115")
def test_rejected_offers_are_forgotten_in_the_next_turn() -> None:
    m = met(tokens={0: RICH}, passed=(2, 3))
    for _ in range(3):
        answer(m, "trade", "give coin", "offer", "reject")
    answer(m, "place plain-die rabbit")
    skip(m, "turn")
    assert asked(m) == (1, "turn")
    assert "trade" in offered(m)


@pytest.mark.rule("GR-Q115")
def test_accepted_and_dropped_offers_do_not_count_as_rejected() -> None:
    m = met(tokens={0: (9, 0, 0)})
    for _ in range(4):
        answer(m, "trade", "give coin", "offer", "accept")
        answer(m, "trade", "give coin", "stop")
    assert "trade" in offered(m)
    assert m.state.tokens[:2] == [(5, 0, 0), (4, 0, 0)]


# Magic Items are secret


@pytest.mark.rule("GR-157", "GR-Q116", "GR-Q138")
def test_an_offered_magic_item_is_shown_to_the_partner_and_to_nobody_else() -> None:
    m = met(hands={0: ("m07", "m15")}, tokens={1: (1, 0, 0)})
    answer(m, "trade")
    assert gives(m) == ["m07", "m15"]
    answer(m, "give m07", "ask coin", "offer")
    assert asked(m) == (1, "trade")
    assert {"show": ["m07"]} in m.story(1)
    for seat in (2, 3, SPECTATOR):
        assert not [name for name in names("m07") if name in seen(m, seat)]
    for seat in (1, 2, 3, SPECTATOR):
        assert not [name for name in names("m15") if name in seen(m, seat)]
    answer(m, "accept")
    skip(m)
    assert (m.state.hand(0), m.state.hand(1)) == (("m15",), ("m07",))
    assert m.state.tokens[:2] == [(1, 0, 0), NONE]
    assert m.state.magic.seen_by(0, 1) == ("m07",)
    assert m.state.magic.seen_by(2, 1) == ()


@pytest.mark.rule("GR-157", "GR-Q116", "GR-Q138")
def test_any_active_player_can_trade_magic_items_with_any_other() -> None:
    at = {0: "bridge", 1: "inn", 2: "church", 3: "inn"}
    m = met(active=3, at=at, hands={0: ("m09",), 1: ("m15",), 2: ("m10",), 3: ("m07",)})
    answer(m, "trade", "give m07")
    assert "offer" in offered(m)
    answer(m, "ask magic", "offer")
    assert asked(m) == (1, "trade")
    assert {"show": ["m07"]} in m.story(1)
    (shown,) = [line for line in m.story(1) if line.get("tell") == "would give Magic Items"]
    assert (shown["about"], shown["secret"]) == ([1], ["m07"])
    (wanted,) = [line for line in m.story(2) if line.get("tell") == "asks for Magic Items"]
    assert wanted["about"] == [1]
    assert "m07" not in seen(m, 0) + seen(m, 2)
    answer(m, "accept", "m15")
    assert [m.state.hand(seat) for seat in range(4)] == [("m09",), ("m07",), ("m10",), ("m15",)]
    assert {"show": ["m15"]} in m.story(3)
    assert "m15" not in seen(m, 0) + seen(m, 2)


@pytest.mark.rule("GR-157", "GR-Q116")
def test_both_copies_of_a_magic_item_can_be_given() -> None:
    m = met(hands={0: ("m07", "m07")})
    answer(m, "trade", "give m07", "give m07")
    assert gives(m) == []
    answer(m, "offer", "accept")
    assert (m.state.hand(0), m.state.hand(1)) == ((), ("m07", "m07"))


@pytest.mark.rule("GR-Q138")
def test_a_magic_item_that_was_not_offered_in_the_end_stays_unseen() -> None:
    m = met(hands={0: ("m07",)}, tokens={0: (1, 0, 0)})
    answer(m, "trade", "give m07", "stop")
    assert m.state.magic.seen_by(1, 0) == ()
    assert not [name for name in names("m07") if name in seen(m, 1)]


@pytest.mark.rule("GR-Q138")
def test_a_rejected_magic_item_is_known_to_the_partner_from_then_on() -> None:
    m = met(hands={0: ("m07",)})
    answer(m, "trade", "give m07", "offer", "reject")
    assert m.state.hand(0) == ("m07",)
    assert m.state.magic.seen_by(1, 0) == ("m07",)
    assert m.state.magic.seen_by(2, 0) == ()


@pytest.mark.rule("GR-Q138")
@pytest.mark.parametrize("hand", [("m07", "m15"), ("m01", "m18")])
def test_whoever_asks_for_a_magic_item_is_never_given_a_list_of_them(hand: tuple[str, ...]) -> None:
    m = met(tokens={0: (1, 0, 0)}, hands={1: hand})
    answer(m, "trade")
    assert offered(m) == ["give coin", "ask magic", "stop"]
    for card in hand:
        assert refuses(m, f"ask {card}")
        assert not [name for name in names(card) if name in seen(m, 0)]


@pytest.mark.rule("GR-Q138")
def test_the_partner_picks_the_wanted_magic_item_in_private_while_accepting() -> None:
    m = met(tokens={0: (1, 0, 0)}, hands={1: ("m07", "m15")})
    answer(m, "trade", "give coin", "ask magic", "offer", "accept")
    assert asked(m) == (1, "hand over")
    assert offered(m) == ["m07", "m15"]
    for seat in (0, 2, 3, SPECTATOR):
        question = m.scene(seat).ask
        assert question is not None
        assert question.choices == ()
        assert not [name for card in ("m07", "m15") for name in names(card) if name in seen(m, seat)]
    answer(m, "m15")
    skip(m)
    assert (m.state.hand(0), m.state.hand(1)) == (("m15",), ("m07",))
    assert {"show": ["m15"]} in m.story(0)
    for seat in (2, 3, SPECTATOR):
        assert not [name for card in ("m07", "m15") for name in names(card) if name in seen(m, seat)]
    assert not [name for name in names("m07") if name in seen(m, 0)]


@pytest.mark.rule("GR-Q138")
def test_what_is_offered_and_asked_for_is_told_to_everybody_but_for_magic_items() -> None:
    hand = ("m07", "m09", "m15")
    m = met(tokens={0: (1, 0, 0), 1: (0, 1, 0)}, hands={0: hand})
    answer(m, "trade", *[f"give {card}" for card in hand], "give coin", "ask bread", "offer")
    said = {line["tell"]: line for line in m.story(2) if "tell" in line}
    assert said["offers"]["about"] == [1]
    assert said["would give"]["about"] == ["coin"]
    assert said["asks for"]["about"] == ["bread"]
    assert said["would give Magic Items"]["about"] == [3]
    assert "secret" not in said["would give Magic Items"]
    said = {line["tell"]: line for line in m.story(1) if "tell" in line}
    assert said["would give Magic Items"]["secret"] == list(hand)


@pytest.mark.rule("GR-Q138")
def test_several_magic_items_can_be_asked_for_but_no_more_than_there_are() -> None:
    m = met(hands={1: ("m07", "m15", "m18")})
    answer(m, "trade", "ask magic", "ask magic")
    assert offered(m) == ["ask magic", "offer", "stop"]
    answer(m, "offer", "accept", "m18", "m07")
    assert (m.state.hand(0), m.state.hand(1)) == (("m18", "m07"), ("m15",))


@pytest.mark.rule("GR-Q138")
def test_no_more_magic_items_are_asked_for_than_the_partner_holds() -> None:
    m = met(hands={1: ("m07", "m15")})
    answer(m, "trade", "ask magic", "ask magic")
    assert offered(m) == ["offer", "stop"]


@pytest.mark.rule("GR-Q138")
def test_the_partner_s_last_magic_item_is_still_picked_by_the_partner() -> None:
    m = met(hands={1: ("m07",)})
    answer(m, "trade", "ask magic", "offer", "accept")
    assert asked(m) == (1, "hand over")
    answer(m, "m07")
    assert m.state.hand(0) == ("m07",)


@pytest.mark.rule("GR-Q138")
@pytest.mark.parametrize("seat", [1, 2, 3, SPECTATOR])
def test_what_others_see_while_an_offer_is_built_does_not_depend_on_the_hand(seat: int) -> None:
    worlds = []
    for card in ("m07", "m01"):
        m = met(hands={0: (card, "m15")})
        answer(m, "trade", f"give {card}")
        worlds.append(seen(m, seat))
    assert worlds[0] == worlds[1]


@pytest.mark.rule("GR-Q116", "GR-Q138")
def test_whoever_knew_a_card_of_a_hand_cannot_tell_whether_it_was_traded() -> None:
    known = []
    for card in ("m07", "m15"):
        g = tale(at=INN, hands={0: ("m07", "m15")})
        g.magic.take("m07", 0)
        g.magic.put("m07", 0, bit(2))
        m = play(g)
        answer(m, "trade", f"give {card}", "offer", "accept")
        known.append([m.state.magic.seen_by(2, row) for row in (0, 1)])
    assert known[0] == known[1]


@pytest.mark.rule("GR-Q117")
@pytest.mark.parametrize("thief", ["m17", "m11", "m05", "m04", "m09"])
def test_nobody_steals_or_keeps_back_what_is_traded(thief: str) -> None:
    m = met(
        tokens={0: (1, 0, 0)},
        hands={0: ("m15",), 1: ("m18", thief), 2: (thief,)},
        quests={0: ("q201",)},
    )
    answer(m, "trade", "give coin", "give q201", "give m15", "ask magic", "offer", "accept", "m18")
    assert (asked(m), offered(m)) == ((1, "gain_modify"), ["pass"])
    answer(m, "pass")
    assert asked(m) == (0, "turn")
    assert m.state.tokens[1] == (1, 0, 0)


@pytest.mark.rule("GR-192", "GR-Q91", "GR-Q150")
def test_the_hazel_branch_adds_to_tokens_that_either_party_of_a_trade_gets() -> None:
    m = met(tokens={0: (1, 0, 0), 1: (0, 2, 0)}, hands={0: ("m03",), 1: ("m03",)})
    answer(m, "trade", "give coin", "ask bread", "ask bread", "offer", "accept")
    assert (asked(m), offered(m)) == ((0, "gain_modify"), ["pass", "play m03"])
    answer(m, "play m03")
    skip(m, "gain_modify")
    assert asked(m) == (1, "gain_modify")
    g = answer(m, "play m03")
    assert g.tokens[:2] == [(0, 3, 0), (2, 0, 0)]
    assert "tokens_gained" not in [line.get("topic") for line in m.log]


@pytest.mark.rule("GR-Q150", "GR-Q139")
def test_a_hazel_branch_that_is_traded_does_not_add_to_the_tokens_of_the_same_trade() -> None:
    m = met(tokens={0: (1, 0, 0), 1: (0, 1, 0)}, hands={0: ("m03",)})
    g = answer(m, "trade", "give coin", "give m03", "ask bread", "offer", "accept")
    assert asked(m) == (0, "turn")
    assert (g.tokens[:2], g.hand(1)) == ([(0, 1, 0), (1, 0, 0)], ("m03",))


@pytest.mark.rule("GR-Q150", "GR-135")
def test_a_trade_without_tokens_is_nothing_to_add_to() -> None:
    m = met(quests={0: ("q201",)}, hands={1: ("m03",)})
    answer(m, "trade", "give q201", "offer", "accept")
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-Q152", "GR-Q115")
def test_only_the_active_player_makes_offers() -> None:
    m = met(tokens={0: RICH, 1: RICH})
    assert "trade" in offered(m)
    assert m.ask is not None and not m.ask.aside


@pytest.mark.rule("GR-156", "GR-158")
def test_a_third_player_on_the_field_has_no_say_in_a_trade() -> None:
    m = met(tokens={0: RICH}, at={0: "inn", 1: "inn", 2: "inn", 3: "well"})
    answer(m, "trade", "player 3", "give coin", "offer")
    assert asked(m) == (2, "trade")
    g: Tale = answer(m, "accept")
    assert g.tokens[:3] == [(1, 1, 0), NONE, (1, 0, 0)]


@pytest.mark.rule("GR-Q153")
def test_a_mini_quest_got_in_a_trade_can_be_fulfilled_where_its_new_owner_stands() -> None:
    m = play(tale({0: {"plain-die": 3}}, {**INN, 0: "well", 1: "well"}, kept={1: ("n05",)}))
    answer(m, "trade", "player 2", "ask n05", "offer", "accept", "place plain-die rabbit", "stay")
    assert (asked(m), offered(m)[0]) == ((0, "quests"), "fulfil n05")
