"""Seven Virtues: the Fall of a Hero, and playing a fallen hero."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import FREE, NEUTRAL, TAKEN
from foldtale.games.virtues.rules.regrouping import new_order, produce, score
from foldtale.testing import answer, asked, offered, outcome, play_only, refuses, told_of
from tests.games.virtues.given import BUSY, GAME, held, play, realm

SIX = ["SN02", "SN05", "SN05", "SN06", "SN06", "SN07"]
SAME = ("H1", "H1", "H1", "H1")


@pytest.mark.rule("SV-195")
def test_without_the_option_no_card_gives_corruption() -> None:
    sins = {0: ["SN01"], 1: ["SN10"]}
    after = answer(play(realm(sins=sins)), "sin SN01 a", "let be")
    assert (after.might[0], after.corruption[0]) == (3, 0)
    assert answer(play(realm(fall=True, sins=sins)), "sin SN01 a", "let be").corruption[0] == 1


@pytest.mark.rule("SV-196", "SV-197", "SV-Q62")
def test_sins_held_bring_corruption_and_take_no_might() -> None:
    g = realm(fall=True, heroes=SAME, might={0: 3}, sins={0: ["SN03", "SN04"]})
    m = play_only(GAME, g, score)
    assert (m.state.corruption[0], m.state.might[0], m.over) == (2, 3, True)


@pytest.mark.rule("SV-198", "SV-Q71")
def test_cards_may_bring_corruption_beyond_seven() -> None:
    g = realm(fall=True, corruption={0: 6}, heroes=SAME, sins={0: ["SN03", "SN04", "SN09"]})
    m = play_only(GAME, g, score)
    assert (m.state.corruption[0], m.state.fell[0]) == (9, 1)
    m = play(realm(fall=True, fallen=[0], sins={0: ["SN01"], 1: ["SN10"]}))
    answer(m, "sin SN01 a", "let be")
    assert m.state.corruption[0] == 8


@pytest.mark.rule("SV-199")
def test_purging_takes_one_gold_one_fame_and_one_might() -> None:
    g = realm(fall=True, gold={0: 2}, fame={0: 2}, might={0: 2}, corruption={0: 3}, sins=BUSY)
    after = answer(play(g), "purge")
    assert (after.gold[0], after.fame[0], after.might[0], after.corruption[0]) == (1, 1, 1, 2)
    for lack in ({"gold": {0: 0}}, {"fame": {0: 0}}, {"might": {0: 0}}, {"corruption": {0: 0}}):
        given = {"gold": {0: 2}, "fame": {0: 2}, "might": {0: 2}, "corruption": {0: 3}, **lack}
        assert refuses(play(realm(fall=True, sins=BUSY, **given)), "purge", "SV-199")  # type: ignore[arg-type]


@pytest.mark.rule("SV-X35", "SV-200", "SV-201")
def test_the_example_of_a_fall() -> None:
    g = realm(
        fall=True,
        heroes=SAME,
        might={0: 4},
        corruption={0: 5},
        sins={0: ["SN03", "SN04"]},
        marks={"QU01": [0, 0]},
        portals={2: 0},
    )
    m = play_only(GAME, g, score)
    after = m.state
    assert (after.corruption[0], after.fell[0], after.supply(0), after.might[0]) == (7, 1, 7, 4)
    assert (after.marks[0], after.portals[2]) == ((FREE, FREE, FREE), FREE)
    assert m.scene(0).seats[0].name == "Aldric the Usurper"


@pytest.mark.rule("SV-202", "SV-Q64", "SV-Q65")
def test_a_fallen_hero_keeps_everything_else() -> None:
    g = realm(
        fall=True,
        heroes=SAME,
        gold={0: 4},
        fame={0: 2},
        might={0: 5},
        corruption={0: 6},
        characters={0: ["CH01"]},
        elixirs={0: ["EL01"]},
        buildings={0: ["C1"]},
        manned=["C1"],
        sins={0: ["SN03"]},
        artifacts={0: ["AR2"]},
        marks={"QU01": [0, NEUTRAL]},
    )
    m = play_only(GAME, g, score)
    while asked(m).topic == "between":
        answer(m, "go on")
    after = m.state
    assert (after.fell[0], after.gold[0], after.fame[0]) == (1, 4, 2)
    kept = (
        after.characters[0],
        after.elixirs[0],
        after.castles[0],
        after.sins.rows[0],
        after.artifacts.rows[0],
    )
    assert kept == (("CH01",), ("EL01",), ("C1",), ("SN03",), ("AR2",))
    assert (dict(after.manned), after.marks[0][:2]) == ({"C1": 0}, (FREE, NEUTRAL))


@pytest.mark.rule("SV-203", "SV-Q66")
def test_heroes_fall_one_after_the_other_in_play_order() -> None:
    g = realm(
        players=3,
        fall=True,
        order=(2, 0, 1),
        corruption={0: 6, 2: 6},
        sins={0: ["SN03"], 2: ["SN04"]},
        heroes=SAME,
    )
    m = play_only(GAME, g, score)
    assert m.state.fell == [2, 0, 1]


@pytest.mark.rule("SV-204", "SV-206", "SV-205")
def test_a_fallen_hero_has_goes_but_no_quests_treasures_or_portals() -> None:
    gifts = {"hum": 3, "gen": 2, "pur": 2, "kin": 2, "tem": 2, "pat": 2, "dil": 2}
    g = realm(fall=True, fallen=[0], gold={0: 9}, fame={0: 9}, gifts={0: gifts}, might={0: 2}, sins=BUSY)
    m = play(g, then=1)
    verbs = {key.split()[0] for key in offered(m)}
    assert verbs == {"recruit", "buy", "found", "sin", "exchange", "purge", "pass"}


@pytest.mark.rule("SV-X36", "SV-207", "SV-Q69")
def test_fallen_heroes_have_their_share_of_treasures_taken_by_action() -> None:
    g = realm(fall=True, fallen=[1, 2], marks={"QU01": [0, 0]}, beside={"QU01": ["TR02", "TR11"]}, sins=BUSY)
    m = play(g)
    coins = m.fork()
    after = answer(coins, "treasure QU01 TR02")
    assert after.gold == [1, 1, 1, 0]
    after = answer(m, "treasure QU01 TR11")
    assert after.might == [0, 1, 1, 0]


@pytest.mark.rule("SV-207", "SV-209")
def test_an_artifact_treasure_is_not_shared_and_a_fallen_hero_cannot_use_artifacts() -> None:
    g = realm(
        fall=True,
        fallen=[1],
        marks={"QU01": [0]},
        beside={"QU01": ["TR16"]},
        artifacts={1: ["AR2"]},
        sins=BUSY,
    )
    m = play(g, "AR3")
    after = answer(m, "treasure QU01 TR16")
    assert (after.artifacts.rows[0], after.artifacts.rows[1], after.gold) == (
        ("AR3",),
        ("AR2",),
        [0, 0, 0, 0],
    )
    assert refuses(m, "use AR2", "SV-209")


@pytest.mark.rule("SV-X46", "SV-208")
def test_a_drafted_treasure_is_not_shared() -> None:
    g = realm(fall=True, fallen=[3], quests=("QU01",), marks={"QU01": [0, NEUTRAL, NEUTRAL]}, step="complete")
    m = play(g, "CA02", then=1)
    answer(m, "TR05")
    assert told_of(m, "gains")[:2] == [[4, "might"], [5, "gold"]]
    earlier = realm(fall=True, fallen=[3], marks={"QU01": [0]}, beside={"QU01": ["TR05"]}, sins=BUSY)
    assert answer(play(earlier), "treasure QU01 TR05").gold == [4, 0, 0, 1]


@pytest.mark.rule("SV-Q85")
def test_a_hero_who_comes_back_may_use_his_artifacts_again() -> None:
    g = realm(
        fall=True,
        fallen=[0],
        gold={0: 1},
        fame={0: 1},
        might={0: 1},
        artifacts={0: ["AR2"]},
        sins={0: ["SN03"]},
    )
    m = play(g)
    assert "use AR2" not in offered(m)
    answer(m, "purge")
    assert "use AR2" in offered(m)


@pytest.mark.rule("SV-210", "SV-Q87", "SV-Q68")
def test_a_fallen_hero_loses_all_gifts_after_each_go() -> None:
    g = realm(fall=True, fallen=[0], gifts={0: {"hum": 2}}, characters={0: ["CH01"]}, sins=BUSY)
    m = play(g)
    assert held(m.state, 0) == {"hum": 2}
    after = answer(m, "tap CH01")
    assert (held(after, 0), after.pool[0]) == ({}, 6)


@pytest.mark.rule("SV-Q68", "SV-Q87")
def test_by_option_the_gifts_stay_until_the_turn_ends() -> None:
    g = realm(fall=True, fallen=[0], gifts={0: {"hum": 2}}, sins=BUSY, fallen_gift_discard="turn")
    m = play(g)
    assert held(answer(m, "pass"), 0) == {"hum": 2}
    assert held(play_only(GAME, g, new_order).state, 0) == {}


@pytest.mark.rule("SV-211")
def test_a_fallen_hero_suffers_nothing_for_sins() -> None:
    g = realm(fall=True, fallen=[0], heroes=SAME, might={0: 3}, sins={0: ["SN03", "SN04"]})
    m = play_only(GAME, g, score)
    assert (m.state.might[0], m.state.corruption[0]) == (3, 7)
    g = realm(fall=True, fallen=[0], step="sins", sins={0: ["SN03", "SN04", "SN09"]})
    m = play(g, "SN10", then=1)
    assert asked(m) == (0, "discard sin")


@pytest.mark.rule("SV-X37", "SV-212", "SV-213")
def test_a_fallen_hero_purges_and_is_good_again() -> None:
    g = realm(fall=True, fallen=[0], gold={0: 1}, fame={0: 1}, might={0: 4}, sins=BUSY)
    m = play(g)
    after = answer(m, "purge")
    assert (after.corruption[0], after.gold[0], after.fame[0], after.might[0]) == (6, 0, 0, 3)
    assert (after.fell[0], after.supply(0), m.scene(1).seats[0].name) == (0, 7, "Aldric the Banner")


@pytest.mark.rule("SV-214", "SV-189")
def test_fallen_heroes_win_when_the_kingdom_is_lost() -> None:
    g = realm(players=3, fall=True, fallen=[1], struck=14)
    m = play(g, then=1)
    while m.ask is not None:
        answer(m, "pass")
    assert (outcome(m).ending, outcome(m).winners) == ("cataclysm", (1,))


@pytest.mark.rule("SV-215", "SV-Q70")
def test_a_fallen_hero_does_not_win_the_armour() -> None:
    g = realm(fall=True, fallen=[0], armour=7, might={0: 40, 1: 29}, sins=BUSY, step="treasures")
    assert not play(g, then=1).over
    g = realm(fall=True, fallen=[0], armour=7, might={0: 40, 1: 30}, step="treasures")
    assert outcome(play(g)).winners == (1,)


@pytest.mark.rule("SV-X38", "SV-216")
def test_when_all_are_fallen_all_but_the_last_win() -> None:
    g = realm(players=3, fall=True, fallen=[0, 1], corruption={2: 6}, at=2, sins={2: ["SN01"]})
    m = play(g)
    answer(m, "sin SN01 a")
    assert (outcome(m).ending, outcome(m).winners) == ("fallen", (0, 1))


@pytest.mark.rule("SV-216")
def test_of_a_hero_who_fell_twice_the_latest_fall_counts() -> None:
    g = realm(players=3, fall=True, fallen=[2, 1], corruption={0: 6}, sins={0: ["SN01"]})
    g.fell[2], g.falls = 3, 3
    m = play(g)
    answer(m, "sin SN01 a")
    assert outcome(m).winners == (1, 2)


@pytest.mark.rule("SV-234", "SV-Q61", "SV-Q63")
def test_corruption_is_open_unlimited_and_not_used_up_by_falling() -> None:
    corruption = dict.fromkeys(range(6), 9)
    g = realm(players=6, fall=True, fallen=[0, 1, 2, 3, 4], corruption=corruption, sins={5: ["SN03"]}, at=5)
    g.corruption[5] = 0
    m = play(g)
    counts = [
        thing.count for panel in m.scene(5).seats for thing in panel.things if thing.id.startswith("corr")
    ]
    assert counts == [9, 9, 9, 9, 9, 0]


@pytest.mark.rule("SV-Q67", "SV-146")
def test_the_evil_side_has_its_own_income_and_the_hero_stays_as_he_stands() -> None:
    g = realm(fall=True, fallen=[0], tapped=[0])
    m = play_only(GAME, g, produce)
    assert (m.state.fame[0], m.state.gold[0], m.state.tapped[0]) == (4, 1, True)


@pytest.mark.rule("SV-202", "SV-207")
def test_a_treasure_taken_goes_on_the_pile_whoever_has_a_share() -> None:
    g = realm(fall=True, fallen=[1], marks={"QU01": [0]}, beside={"QU01": ["TR02"]}, sins=BUSY)
    assert answer(play(g), "treasure QU01 TR02").treasures.rows[TAKEN] == ("TR02",)


@pytest.mark.rule("SV-216", "SV-Q80", "SV-Q67")
def test_everybody_sees_who_fell_when_whose_hero_is_turned_and_who_must_pass() -> None:
    g = realm(fall=True, fallen=[2, 0], tapped=[0, 1], skips={0: 2, 1: 1}, at=3, sins={3: ["SN03"]})
    notes = [panel.note.text if panel.note else "" for panel in play(g, then=1).scene(3).seats]
    assert notes == [
        "fallen as number 2: keeps no gifts; must pass the next 2 goes; the hero is turned",
        "must pass the next go; the hero is turned",
        "fallen as number 1: keeps no gifts",
        "",
    ]
