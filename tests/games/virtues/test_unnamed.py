"""Seven Virtues: the Unnamed as a player."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import Match
from foldtale.kernel.scene import pieces
from foldtale.testing import answer, asked, offered, outcome, told, told_of
from tests.games.virtues.given import BUSY, CONTENT, held, play, realm

ALL = list(CONTENT.unnamed)


def turn_of_the_unnamed(*falls: object, **given: Any) -> Match:
    """Three heroes have had their goes, and the Unnamed in seat 3 is to play."""
    g = realm(**{"players": 4, "unnamed": True, "step": "unnamed", "sins": BUSY, **given})
    return play(g, *falls, then=1)


@pytest.fixture(autouse=True)
def three_sins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(BUSY, 3, raising=False)  # type: ignore[arg-type]


@pytest.mark.rule("SV-217", "SV-218")
def test_the_unnamed_has_fourteen_cards_and_nothing_else() -> None:
    m = turn_of_the_unnamed()
    assert asked(m) == (3, "unnamed")
    assert offered(m, "play") == [f"play {card}" for card in ALL]
    assert (m.state.order, len(m.state.might)) == ((0, 1, 2), 3)
    assert [piece.id for piece in pieces(m.scene(3).seats[3])] == ["seat 3", "unnamed cards"]


@pytest.mark.rule("SV-219", "SV-Q72")
def test_he_may_play_after_every_round_of_goes() -> None:
    m = turn_of_the_unnamed(step="go")
    answer(m, "exchange" if "exchange" in offered(m) else "sin SN03 b", *["let be"] * 2)
    assert asked(m) == (1, "go")
    answer(m, "pass", "pass")
    assert asked(m) == (3, "unnamed")
    answer(m, "decline")
    assert asked(m).topic == "go"


@pytest.mark.rule("SV-Q72", "SV-227")
def test_his_cards_do_not_break_a_run_of_passes_and_the_end_is_tested_first() -> None:
    m = turn_of_the_unnamed(step="go", at=1)
    answer(m, "pass", "pass")
    assert asked(m) == (3, "unnamed")
    answer(m, "play UN11")
    assert asked(m) == (0, "go")
    answer(m, "pass")
    assert "regrouping" in told(m)
    assert told(m, "declines") == []


@pytest.mark.rule("SV-220", "SV-Q75")
def test_the_card_works_at_once_and_is_out_of_the_hand() -> None:
    m = turn_of_the_unnamed(gold={1: 3}, fall=True, fallen=[1])
    answer(m, "play UN01")
    assert (asked(m), offered(m)) == ((3, "victim"), ["player 1", "player 2", "player 3"])
    answer(m, "player 2")
    assert (m.state.gold[1], m.state.played) == (1, ("UN01",))
    again = play(m.state)
    again.state.step = "unnamed"
    assert "UN01" not in [card for card in ALL if card not in m.state.played]


@pytest.mark.rule("SV-X40", "SV-221")
def test_after_the_last_card_all_return() -> None:
    m = turn_of_the_unnamed(played=ALL[1:], gold={0: 5})
    assert offered(m, "play") == ["play UN01"]
    answer(m, "play UN01", "player 1")
    assert (m.state.gold[0], m.state.played) == (3, ())


@pytest.mark.rule("SV-X39", "SV-222")
def test_a_demand_that_cannot_be_met_brings_corruption_or_a_sin_and_nothing_else() -> None:
    m = turn_of_the_unnamed("SN12", gold={2: 1}, fall=True)
    answer(m, "play UN01", "player 3")
    assert (asked(m).seat, offered(m)) == (2, ["failed-demand corruption", "failed-demand sin"])
    sin = m.fork()
    after = answer(m, "failed-demand corruption")
    assert (after.gold[2], after.corruption[2]) == (1, 1)
    after = answer(sin, "failed-demand sin")
    assert (after.gold[2], after.corruption[2], len(after.sins.rows[2])) == (1, 0, 2)


@pytest.mark.rule("SV-X39", "SV-Q19", "SV-Q74")
def test_a_target_may_cash_a_building_first_or_decline_to() -> None:
    m = turn_of_the_unnamed(gold={2: 1}, fall=True, buildings={2: ["E7"]})
    answer(m, "play UN01", "player 3")
    assert (asked(m), offered(m)) == ((2, "demand"), ["go on", "cash E7"])
    declined = m.fork()
    after = answer(m, "cash E7")
    assert (after.gold[2], after.corruption[2]) == (1, 0)
    answer(declined, "go on")
    assert offered(declined)[0] == "failed-demand corruption"


@pytest.mark.rule("SV-Q74")
def test_a_demand_that_can_be_met_is_met() -> None:
    m = turn_of_the_unnamed(fame={0: 1})
    answer(m, "play UN02", "player 1")
    assert (m.state.fame[0], asked(m)) == (0, (0, "go"))


@pytest.mark.rule("SV-223", "SV-Q73")
def test_without_the_fall_option_a_sin_is_drawn() -> None:
    m = turn_of_the_unnamed("SN12")
    answer(m, "play UN01", "player 1")
    assert m.state.sins.rows[0] == ("SN03", "SN12")
    g = realm(players=4, unnamed=True, step="unnamed", sins=BUSY)
    for card in [card for layer in g.sins.layers for card in layer]:
        g.sins.lift(card)
        g.sins.put(card, 2)
    m = play(g)
    answer(m, "play UN01", "player 1")
    assert m.state.sins.rows[0] == ("SN03",)


@pytest.mark.rule("SV-224")
def test_no_sin_negates_a_card_of_the_unnamed() -> None:
    m = turn_of_the_unnamed(gold={0: 2}, sins={0: ["SN01"], 1: ["SN08"]})
    answer(m, "play UN01", "player 1")
    assert (m.state.gold[0], asked(m).topic) == (0, "go")


@pytest.mark.rule("SV-225")
def test_he_sees_no_more_than_anybody_who_watches() -> None:
    m = turn_of_the_unnamed(artifacts={0: ["AR2"]})
    ids = {piece.id for piece in pieces(m.scene(3))}
    assert not {"AR2", "sin SN03"} & ids
    assert told_of(m, "draws a sin", 3) == told_of(m, "draws a sin")


@pytest.mark.rule("SV-226", "SV-214")
def test_the_unnamed_wins_when_the_kingdom_is_lost_and_loses_otherwise() -> None:
    m = turn_of_the_unnamed(struck=14, fall=True, fallen=[2], step="go", sins={})
    while m.ask is not None:
        answer(m, "pass" if "pass" in offered(m) else "decline")
    assert (outcome(m).ending, outcome(m).winners, outcome(m).scores[3]) == ("cataclysm", (2, 3), 0)
    m = turn_of_the_unnamed(armour=7, might={0: 30}, step="treasures")
    assert outcome(m).winners == (0,)


@pytest.mark.rule("SV-Q75", "SV-216")
def test_he_shares_the_victory_of_the_fallen() -> None:
    m = turn_of_the_unnamed(fall=True, fallen=[0, 1], corruption={2: 6}, step="go", at=2, sins={2: ["SN01"]})
    answer(m, "sin SN01 a")
    assert (outcome(m).ending, outcome(m).winners) == ("fallen", (0, 1, 3))


@pytest.mark.rule("SV-186", "SV-222")
def test_the_armour_is_tested_after_a_card_of_the_unnamed() -> None:
    m = turn_of_the_unnamed(armour=7, might={0: 31})
    answer(m, "play UN12")
    assert outcome(m).ending == "armour"


@pytest.mark.rule("SV-222")
@pytest.mark.parametrize(
    ("card", "given", "keys"),
    [
        ("UN06", {"characters": {0: ["CH01"]}}, ()),
        ("UN02", {"fame": {0: 1}}, ()),
        ("UN09", {"characters": {0: ["CH01"]}}, ()),
        ("UN10", {"marks": {"QU01": [0]}}, ()),
        ("UN13", {}, ()),
    ],
)
def test_each_demand_is_met_once_and_then_fails(
    card: str, given: dict[str, Any], keys: tuple[str, ...]
) -> None:
    m = turn_of_the_unnamed(fall=True, **given)
    answer(m, f"play {card}", "player 1", *keys)
    assert (asked(m), m.state.corruption[0]) == ((0, "go"), 0)
    lacking = {"UN13": {"tapped": [0]}}.get(card, {})
    m = turn_of_the_unnamed(fall=True, **lacking)
    answer(m, f"play {card}", "player 1")
    assert offered(m) == ["failed-demand corruption", "failed-demand sin"]


@pytest.mark.rule("SV-222")
def test_what_demands_take_away() -> None:
    m = turn_of_the_unnamed(gifts={0: {"hum": 1, "gen": 1, "pat": 1}})
    answer(m, "play UN04", "player 1", "pat")
    assert held(m.state, 0) == {"hum": 1, "gen": 1}
    m = turn_of_the_unnamed(buildings={0: ["C1", "E7"]})
    answer(m, "play UN07", "player 1", "E7")
    assert (m.state.gold[0], m.state.castles[0], m.state.estates[0]) == (0, ("C1",), ())
    m = turn_of_the_unnamed(marks={"QU01": [0, 0]})
    answer(m, "play UN10", "player 1", "QU01 2")
    assert (m.state.marks[0], m.state.supply(0)) == ((0, -2, -1), 6)
    m = turn_of_the_unnamed(characters={0: ["CH01"]}, fame={0: 2})
    answer(m, "play UN06", "player 1")
    assert offered(m) == ["UN06 either-1", "UN06 or-1"]
    answer(m, "UN06 or-1")
    assert (m.state.characters[0], m.state.fame[0]) == (("CH01",), 0)
    m = turn_of_the_unnamed(characters={0: ["CH01", "CH02"]})
    answer(m, "play UN09", "player 1", "CH02")
    assert (m.state.turned, held(m.state, 0)) == (("CH02",), {})


@pytest.mark.rule("SV-222", "SV-Q42")
def test_the_dark_tide_asks_each_hero_in_play_order() -> None:
    m = turn_of_the_unnamed(order=(1, 2, 0), fall=True, gold={1: 1, 2: 1}, gifts={1: {"hum": 1}})
    answer(m, "play UN14")
    assert asked(m).seat == 1
    answer(m, offered(m)[1])
    assert (m.state.gold, held(m.state, 1), asked(m).seat) == ([0, 1, 0], {}, 0)
    assert offered(m) == ["failed-demand corruption", "failed-demand sin"]


@pytest.mark.rule("SV-220")
def test_whisper_and_refreshments_are_no_demands() -> None:
    m = turn_of_the_unnamed("SN12", elixirs={0: ["EL01"]})
    answer(m, "play UN08", "player 1")
    assert m.state.sins.rows[0] == ("SN03", "SN12")
    m = turn_of_the_unnamed("CH01", "CH02", "CH03")
    answer(m, "play UN11")
    assert m.state.characters[6:9] == [("CH01",), ("CH02",), ("CH03",)]


@pytest.mark.rule("SV-220", "SV-003")
@pytest.mark.parametrize("card", ["UN03", "UN04", "UN05", "UN07"])
def test_a_loss_that_is_no_demand_takes_what_is_there_and_cannot_fail(card: str) -> None:
    rich = turn_of_the_unnamed(
        might={0: 2}, gifts={0: {"hum": 2}}, elixirs={0: ["EL01"]}, buildings={0: ["C1"]}
    )
    poor = turn_of_the_unnamed(fall=True)
    for m in (rich, poor):
        answer(m, f"play {card}", "player 1")
        assert (asked(m), m.state.sins.rows[0], m.state.corruption[0]) == ((0, "go"), ("SN03",), 0)
    g = rich.state
    left = {"UN03": g.might[0], "UN04": g.gifts[0][0], "UN05": len(g.elixirs[0]), "UN07": len(g.castles[0])}
    assert left[card] == {"UN03": 1, "UN04": 1}.get(card, 0)
    assert sum(left.values()) == 5


@pytest.mark.rule("SV-046", "SV-Q79")
def test_what_was_just_bought_can_be_used_before_he_plays_a_card() -> None:
    m = turn_of_the_unnamed(step="go", at=2, gold={2: 2}, store=("EL01",), skips={0: 1, 1: 1})
    answer(m, "buy EL01")
    assert (asked(m), [(aside.seat, aside.key) for aside in m.asides]) == (
        (3, "unnamed"),
        [(2, "drink EL01 1")],
    )
    answer(m, (2, "drink EL01 1"))
    assert (held(m.state, 2), asked(m)) == ({"hum": 1}, (3, "unnamed"))


@pytest.mark.rule("SV-219", "SV-220")
def test_a_card_has_left_his_hand_while_it_is_carried_out_and_no_hero_is_active() -> None:
    m = turn_of_the_unnamed(gold={1: 2})
    answer(m, "play UN01")
    assert asked(m) == (3, "victim")
    hand = [piece.id for piece in pieces(m.scene(3).near[0])]
    assert ("UN01" in hand, "UN02" in hand) == (False, True)
    assert [panel.active for panel in m.scene(0).seats] == [False, False, False, True]


@pytest.mark.rule("SV-221")
def test_his_last_card_comes_back_only_when_it_was_carried_out() -> None:
    m = turn_of_the_unnamed(played=ALL[1:], gold={0: 5, 1: 5})
    answer(m, "play UN01")
    assert [thing.count for thing in m.scene(0).seats[3].things] == [0]
    answer(m, "player 1")
    assert [thing.count for thing in m.scene(0).seats[3].things] == [14]


@pytest.mark.rule("SV-222", "SV-Q73")
def test_with_an_empty_sin_deck_a_failed_demand_brings_corruption() -> None:
    g = realm(players=4, unnamed=True, fall=True, step="unnamed", sins={0: ["SN03"]})
    for card in [card for layer in g.sins.layers for card in layer]:
        g.sins.lift(card)
        g.sins.put(card, 2)
    m = play(g)
    answer(m, "play UN01", "player 1")
    assert (m.state.corruption[0], m.state.sins.rows[0]) == (1, ("SN03",))
