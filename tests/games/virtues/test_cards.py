"""Seven Virtues: what each sin, artifact, building and cataclysm does."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.virtues.places import PILE, USED
from foldtale.games.virtues.rules.pile import cataclysm, look, return_sins
from foldtale.games.virtues.rules.regrouping import score
from foldtale.kernel import Match
from foldtale.kernel.scene import pieces
from foldtale.kernel.talk import bit
from foldtale.testing import answer, asked, offered, play_only
from tests.games.virtues.given import FREE, GAME, held, play, realm

OTHERS = {1: ["SN10"], 2: ["SN11"], 3: ["SN12"]}


def sinning(key: str, *answers: str, **given: Any) -> Match:
    """Seat 0 plays a sin, nobody negates it, and these answers follow."""
    card, _ = key.split()
    others = {seat: [sin for sin in hand if sin != card] or ["SN14"] for seat, hand in OTHERS.items()}
    m = play(
        realm(**{"sins": {0: [card], **others}, "pile": ["SN01", "SN01", "SN08", "SN08"], **given}), then=1
    )
    answer(m, f"sin {key}", *answers)
    return m


# Sins


@pytest.mark.rule("SV-086", "SV-Q81")
def test_pride() -> None:
    assert sinning("SN02 a", might={0: 1, 1: 4}).state.might == [1, 1, 0, 0]
    m = play(realm(might={0: 1, 1: 3, 2: 2, 3: 1}, sins={0: ["SN02"]}))
    answer(m, "sin SN02 a")
    assert offered(m) == ["player 2", "player 3"]


@pytest.mark.rule("SV-086")
def test_greed() -> None:
    assert sinning("SN03 a", "player 2", gold={1: 1, 2: 5}).state.gold[:2] == [1, 0]
    assert sinning("SN03 a", "player 3", gold={1: 1, 2: 5}).state.gold == [3, 1, 2, 0]
    assert sinning("SN03 b").state.gold[0] == 2
    assert sinning("SN04 a", gold={0: 1, 1: 1, 2: 2}).state.gold == [1, 0, 1, 0]


@pytest.mark.rule("SV-086", "SV-Q31")
def test_lust() -> None:
    given: dict[str, Any] = {"fame": {0: 3}, "might": {0: 1}, "characters": {1: ["CH02", "CH05", "CH04"]}}
    m = sinning("SN05 a", turned=["CH04"], **given)
    assert (m.state.characters[0], m.state.fame[:2], m.state.might[0]) == (("CH02",), [0, 3], 1)
    m = sinning("SN05 a", characters={1: ["CH05"]})
    assert (asked(m).seat, m.state.characters[1]) == (1, ("CH05",))
    m = sinning("SN06 a", "player 2", "pat", gifts={1: {"hum": 1, "pat": 1}, 2: {"dil": 1}})
    assert (held(m.state, 0), held(m.state, 1)) == ({"pat": 1}, {"hum": 1})
    m = sinning("SN06 b", "recruit CH26", tavern=("CH26", "CH30"))
    assert (m.state.characters[0], m.state.fame[0]) == (("CH26",), 0)


@pytest.mark.rule("SV-086")
def test_envy() -> None:
    given: dict[str, Any] = {"gifts": {1: {"hum": 1, "pat": 1}, 2: {"dil": 1}, 3: {"gen": 1}}}
    m = sinning("SN07 a", "player 2", **given)
    assert (asked(m).topic, offered(m)) == ("target", ["player 3", "player 4", "no"])
    one = m.fork()
    answer(m, "player 4", "pat")
    assert held(m.state, 0) == {"gen": 1, "pat": 1}
    answer(one, "no", "hum")
    assert held(one.state, 0) == {"hum": 1}
    assert sinning("SN08 a", fame={0: 1, 1: 4}, pile=["SN01"]).state.fame[:2] == [1, 4]


@pytest.mark.rule("SV-086")
def test_spite_takes_fame_of_whoever_has_more() -> None:
    m = play(realm(fame={0: 1, 1: 4, 2: 1}, sins={0: ["SN08"]}))
    assert answer(m, "sin SN08 a").fame[:2] == [4, 1]


@pytest.mark.rule("SV-086", "SV-051")
def test_gluttony() -> None:
    m = sinning("SN09 a", "EL02", elixirs={1: ["EL01", "EL02"]})
    assert (m.state.elixirs[1], m.state.elixirs[USED]) == (("EL01",), ("EL02",))
    assert held(sinning("SN09 b", "dil").state, 0) == {"dil": 1}
    m = sinning("SN10 a", gifts={1: {"hum": 1, "pat": 1, "dil": 1}})
    assert (asked(m).seat, offered(m)) == (1, ["hum", "pat", "dil"])
    answer(m, "pat", "dil")
    assert held(m.state, 1) == {"hum": 1}
    assert held(sinning("SN10 a", gifts={1: {"hum": 1}}).state, 1) == {}


@pytest.mark.rule("SV-086", "SV-058")
def test_wrath() -> None:
    m = sinning("SN11 a", characters={1: ["CH01", "CH02"]}, turned=["CH02"])
    assert (m.state.characters[1], m.state.characters[USED], m.state.turned) == (("CH01",), ("CH02",), ())
    given: dict[str, Any] = {"might": {1: 3}, "buildings": {1: ["C4", "T1"]}, "manned": ["C4", "T1"]}
    m = sinning("SN12 a", "player 2", "T1", **given)
    assert (dict(m.state.manned), m.state.might[1], m.state.fame[1]) == ({"C4": 1}, 2, 0)
    assert m.state.force.sources == ()
    assert sinning("SN12 a", "player 3", might={2: 1}).state.might[2] == 0
    assert sinning("SN12 b").state.fame[0] == 3


@pytest.mark.rule("SV-086", "SV-Q80")
def test_sloth() -> None:
    m = sinning("SN13 a", "CH02", characters={1: ["CH01", "CH02"]})
    assert (m.state.turned, held(m.state, 1)) == (("CH02",), {})
    m = sinning("SN14 a", "player 2", sins={0: ["SN14"], 1: ["SN10"], 2: ["SN11"]})
    assert asked(m).seat == 2
    m = sinning(
        "SN14 b",
        "CH01",
        "CH03",
        might={0: 2},
        characters={0: ["CH01", "CH02", "CH03"]},
        turned=["CH01", "CH02", "CH03"],
    )
    assert (m.state.turned, m.state.might[0]) == (("CH02",), 1)


@pytest.mark.rule("SV-089")
@pytest.mark.parametrize("card", ["SN02", "SN04", "SN05", "SN07", "SN10", "SN11", "SN13"])
def test_seven_sins_raise_a_turned_character(card: str) -> None:
    m = sinning(f"{card} b", "CH02", characters={0: ["CH01", "CH02"]}, turned=["CH01", "CH02"])
    assert m.state.turned == ("CH01",)
    assert m.state.sins.rows[PILE][-1] == card


# Artifacts


def using(card: str, *answers: str, **given: Any) -> Match:
    m = play(
        realm(**{"artifacts": {0: [card]}, "sins": {1: ["SN10"]}, "pile": ["SN08", "SN08"], **given}), then=1
    )
    answer(m, f"use {card}", *answers)
    return m


@pytest.mark.rule("SV-092", "SV-013")
def test_the_mirror_shuffles_sins_into_the_deck_unseen() -> None:
    m = using("AR1", sins={0: ["SN03", "SN04", "SN04"], 1: ["SN10"]})
    before = m.state.sins.deck_size
    assert offered(m) == ["0", "1", "2", "3"]
    answer(m, "2", "SN04", "SN03")
    assert (m.state.sins.rows[0], m.state.sins.deck_size, len(m.state.sins.rows[PILE])) == (
        ("SN04",),
        before + 2,
        2,
    )
    assert "SN03" not in str(m.story(1))


@pytest.mark.rule("SV-092")
def test_the_chalice_gives_three_gifts() -> None:
    assert held(using("AR2", "hum", "hum", "dil").state, 0) == {"hum": 2, "dil": 1}


@pytest.mark.rule("SV-092", "SV-195", "SV-213")
def test_the_veil_cleanses_or_gives_might() -> None:
    assert using("AR3").state.might[0] == 2
    m = using("AR3", fall=True, corruption={0: 5})
    assert (m.state.corruption[0], m.state.might[0]) == (2, 0)


@pytest.mark.rule("SV-092", "SV-108", "SV-113")
def test_the_lamp_marks_an_allowed_space_for_nothing() -> None:
    m = using("AR4", marks={"QU05": [1, FREE, 2]})
    assert "QU05 2" not in offered(m)
    assert "QU22 1" not in offered(m)
    answer(m, "QU01 2")
    assert (m.state.marks[0], m.state.supply(0)) == ((FREE, 0, FREE), 6)


@pytest.mark.rule("SV-092", "SV-167")
def test_the_lamp_may_complete_the_row() -> None:
    m = using("AR4", players=3, quests=("QU01",), marks={"QU01": [1, 2]})
    assert asked(m).topic == "draft"


@pytest.mark.rule("SV-085", "SV-092")
def test_the_lamp_does_nothing_where_no_space_is_free() -> None:
    m = using("AR4", players=3, quests=("QU01",), marks={"QU01": [1, 2, 1]})
    assert m.state.marks[0] == (1, 2, 1)


@pytest.mark.rule("SV-092")
def test_the_ring_looks_at_three_cataclysms_in_private() -> None:
    g = realm(artifacts={0: ["AR5"]}, sins={1: ["SN10"]}, pile=["SN08", "SN08"])
    m = play(g, "CA01", "CA02", "CA03", then=1)
    answer(m, "use AR5")
    assert {"CA01", "CA02", "CA03"} <= {piece.id for piece in pieces(m.scene(0))}
    assert not {"CA01", "CA02", "CA03"} & {piece.id for piece in pieces(m.scene(1))}
    kept = m.fork()
    answer(m, "bottom", "CA02", "CA03")
    assert m.state.cataclysms.layers[:2] == [("CA03",), ("CA01",)]
    assert m.state.cataclysms.layers[-1] == ("CA02",)
    answer(kept, "no", "CA03", "CA01")
    assert kept.state.cataclysms.layers[:3] == [("CA03",), ("CA01",), ("CA02",)]


@pytest.mark.rule("SV-Q100", "SV-092")
def test_who_looked_before_no_longer_knows_the_order_that_another_has_chosen() -> None:
    g = realm(artifacts={0: ["AR5"]}, buildings={1: ["C6"]}, manned=["C6"], sins={1: ["SN10"]})
    m = play(g, "CA01", "CA02", "CA03", then=1)
    answer(m, (1, "work C6"), (1, "CA01"), "use AR5", "let be")
    foreseen = []
    for choices in (("no", "CA02", "CA03"), ("no", "CA01", "CA02"), ("bottom", "CA02", "CA01")):
        after = m.fork()
        answer(after, *choices)
        assert len({"CA01", "CA02", "CA03"} & {piece.id for piece in pieces(after.scene(0))}) == 3
        foreseen.append({"CA01", "CA02", "CA03"} & {piece.id for piece in pieces(after.scene(1))})
    assert foreseen == [set(), set(), set()]


@pytest.mark.rule("SV-Q34", "SV-092")
def test_every_number_of_sins_that_can_go_back_is_a_known_option() -> None:
    g = realm(sins={0: ["SN03", "SN04", "SN09", "SN10", "SN11", "SN12"]})
    m = play_only(GAME, g, lambda g: return_sins(g, 0, 6))
    assert offered(m) == ["0", "1", "2", "3", "4", "5", "6"]
    assert set(offered(m)) <= set(GAME.vocabulary(g.setup))


@pytest.mark.rule("SV-Q100", "SV-022")
def test_others_meet_as_many_questions_whether_cards_sink_or_not() -> None:
    def numbers(*choices: str) -> int:
        m = play_only(GAME, realm(), lambda g: look(g, 0, 3, 2), falls=[f"CA0{n}" for n in range(1, 6)])
        answer(m, *choices)
        assert m.over
        return m.number

    counts = [numbers("no", "no", "CA01", "CA02"), numbers("bottom", "CA01", "no", "CA02")]
    assert [*counts, numbers("bottom", "CA01", "bottom", "CA02")] == [counts[0]] * 3


@pytest.mark.rule("SV-Q100", "SV-022")
def test_who_sank_a_card_before_cannot_tell_whether_another_lies_below_it() -> None:
    g = realm(players=3, artifacts={1: ["AR5"]}, at=1, sins={0: ["SN10"]}, pile=["SN08", "SN08"])
    g.cataclysms.lift("CA14")
    g.cataclysms.tuck("CA14", bit(0))
    m = play(g, "CA01", "CA02", "CA03", "CA05", then=1)
    answer(m, "use AR5")
    believed = []
    for choices in (("no", "CA02", "CA03"), ("bottom", "CA02", "CA01")):
        after = m.fork()
        answer(after, *choices, "pass")
        assert asked(after) == (0, "go")
        world = after.imagine(0, 7).state.cataclysms
        believed.append((world.layers, [mask & bit(0) for mask in world.masks]))
        assert "CA14" not in [piece.id for piece in pieces(after.scene(0))]
    assert believed[0] == believed[1]


@pytest.mark.rule("SV-092", "SV-040")
def test_the_hourglass_gives_up_to_two_more_actions() -> None:
    m = using("AR6", fame={0: 9}, tavern=("CH26", "CH27", "CH28"))
    assert asked(m) == (0, "go")
    stopped = m.fork()
    answer(m, "recruit CH26", "recruit CH27")
    assert asked(m) == (1, "go")
    answer(stopped, "recruit CH26", "pass")
    assert (asked(stopped), stopped.state.passes) == ((1, "go"), 0)


@pytest.mark.rule("SV-092", "SV-076")
def test_the_hammer_founds_for_four_gold_less() -> None:
    m = using("AR7", "found T1", gold={0: 1})
    assert (m.state.gold[0], m.state.might[0], m.state.temples[0]) == (0, 1, ("T1",))
    m = using("AR7", "found C3")
    assert (m.state.gold[0], m.state.castles[0]) == (0, ("C3",))


# Castles and estates


def working(card: str, *answers: str, **given: Any) -> Match:
    m = play(
        realm(**{"buildings": {0: [card]}, "manned": [card], "sins": {0: ["SN03"], **OTHERS}, **given}),
        then=1,
    )
    answer(m, f"work {card}", *answers)
    return m


@pytest.mark.rule("SV-080")
def test_castles() -> None:
    assert working("C2").state.gold[0] == 3
    assert working("C4").state.fame[0] == 3
    m = working("C3", "give hum", "take dil pool", "done", gifts={0: {"hum": 2}, 1: {"pat": 1}})
    assert (held(m.state, 0), m.state.tapped[0]) == ({"hum": 1, "dil": 1}, False)
    m = working("C5", tavern=("CH26", "CH27", "CH28"))
    assert (m.state.fame[0], set(m.state.characters[USED])) == (1, {"CH26", "CH27", "CH28"})


@pytest.mark.rule("SV-080", "SV-Q82")
def test_emberwatch_recruits_for_two_fame_less() -> None:
    m = working("C1", "recruit CH26", tavern=("CH26",))
    assert (m.state.characters[0], m.state.fame[0]) == (("CH26",), 0)
    assert working("C1", tavern=("CH30",)).state.characters[0] == ()


@pytest.mark.rule("SV-080")
def test_frostgate_looks_at_two_cataclysms() -> None:
    g = realm(buildings={0: ["C6"]}, manned=["C6"], sins={0: ["SN03"]})
    m = play(g, "CA01", "CA02", then=1)
    answer(m, "work C6", "CA02")
    assert m.state.cataclysms.layers[:2] == [("CA02",), ("CA01",)]


@pytest.mark.rule("SV-080")
def test_estates() -> None:
    assert working("E8", "buy EL34", store=("EL34",), gold={0: 1}).state.gold[0] == 0
    assert held(working("E9", "dil").state, 0) == {"dil": 1}
    m = working("E10")
    assert (m.state.gold[0], set(m.state.elixirs[USED])) == (1, {"EL34", "EL35", "EL36"})
    m = working("E11", "E11 coins", "3", gold={0: 5}, fame={0: 1})
    assert (m.state.gold[0], m.state.fame[0]) == (2, 4)
    m = working("E12", "pat", gold={0: 2}, gifts={1: {"hum": 1, "pat": 1}})
    assert (m.state.gold[:2], held(m.state, 0), held(m.state, 1)) == ([1, 1], {"pat": 1}, {"hum": 1})


# Temples


@pytest.mark.rule("SV-082", "SV-Q82")
def test_the_clear_spring_makes_elixirs_cheaper() -> None:
    m = play(realm(gold={0: 3}, buildings={0: ["T2"]}, manned=["T2"], store=("EL06",), sins=OTHERS), then=1)
    assert answer(m, "buy EL06").gold[0] == 0


@pytest.mark.rule("SV-082", "SV-079")
def test_the_green_hand_gives_one_more_gift_that_is_printed() -> None:
    given: dict[str, Any] = {"characters": {0: ["CH02"]}, "buildings": {0: ["T3"]}, "sins": OTHERS}
    m = play(realm(manned=["T3"], **given))
    answer(m, "tap CH02")
    assert offered(m) == ["gen", "kin"]
    answer(m, "kin")
    assert held(m.state, 0) == {"gen": 1, "kin": 2}
    m = play(realm(**given))
    assert held(answer(m, "tap CH02"), 0) == {"gen": 1, "kin": 1}


@pytest.mark.rule("SV-082")
def test_the_full_barn_pays_for_every_marker_on_a_quest() -> None:
    m = play(realm(gold={0: 3}, buildings={0: ["T4"]}, manned=["T4"], sins=OTHERS))
    assert answer(m, "mark QU01 3").gold[0] == 1


@pytest.mark.rule("SV-082", "SV-Q31")
def test_the_quiet_night_shelters_its_owner_from_sins_of_others() -> None:
    given: dict[str, Any] = {"gold": {1: 3, 2: 3}, "buildings": {1: ["T5"]}, "manned": ["T5"]}
    m = play(realm(sins={0: ["SN03", "SN04"]}, pile=["SN01", "SN01", "SN08", "SN08"], **given))
    alone = m.fork()
    answer(m, "sin SN03 a")
    assert offered(m) == ["player 3", "player 4"]
    assert answer(alone, "sin SN04 a").gold == [0, 3, 2, 0]


@pytest.mark.rule("SV-082", "SV-139")
def test_the_white_peak_does_not_count_two_sins() -> None:
    hand = {0: ["SN03", "SN04", "SN09"]}
    g = realm(heroes=("H1",) * 4, might={0: 5}, buildings={0: ["T6"], 1: ["T1"]}, manned=["T6"], sins=hand)
    assert play_only(GAME, g, score).state.might[0] == 4


# Cataclysms


def struck_by(card: str, *falls: str, **given: Any) -> Match:
    return play_only(GAME, realm(**given), cataclysm, falls=(card, *falls))


@pytest.mark.rule("SV-157", "SV-163")
@pytest.mark.parametrize("number", range(1, 7))
def test_six_cataclysms_destroy_a_castle_and_an_estate(number: int) -> None:
    castle, estate = f"C{number}", f"E{number + 6}"
    offer = [
        f"{kind}{(number + step) % 6 + first}" for kind, first in (("C", 1), ("E", 7)) for step in (0, 1)
    ]
    m = struck_by(f"CA{number:02}", buildings={0: [castle], 1: [estate]}, offer=offer)
    after = m.state
    assert (after.castles[0], after.estates[1], after.castles[7], after.estates[7]) == (
        (),
        (),
        (castle,),
        (estate,),
    )


@pytest.mark.rule("SV-157", "SV-164")
def test_plague_exodus_and_civil_strife() -> None:
    m = struck_by("CA07", characters={0: ["CH01", "CH02", "CH03"], 1: ["CH06", "CH07"]})
    assert (asked(m).seat, offered(m), m.state.closed) == (0, ["CH01", "CH02", "CH03"], (1, 0))
    answer(m, "CH02")
    assert (m.state.characters[0], m.state.characters[1]) == (("CH01", "CH03"), ("CH06", "CH07"))
    after = struck_by("CA08", "CH01", "CH02").state
    assert (after.closed, [len(row) for row in after.characters[6:9]]) == ((1, 0), [1, 1, 0])
    assert set(after.characters[USED]) == {"CH26", "CH27", "CH28"}
    assert struck_by("CA09", fame={0: 1, 1: 5}).state.fame[:2] == [0, 3]


@pytest.mark.rule("SV-157", "SV-164")
def test_drought_famine_and_poisoned_wells() -> None:
    after = struck_by("CA10", "EL01", "EL02").state
    assert (after.closed, [len(row) for row in after.elixirs[6:9]]) == ((0, 1), [1, 1, 0])
    assert struck_by("CA11", gold={0: 1, 1: 5}).state.gold[:2] == [0, 3]
    m = struck_by("CA12", elixirs={0: ["EL01", "EL02"], 2: ["EL03"]})
    answer(m, "EL02")
    assert (m.state.elixirs[0], m.state.elixirs[2], m.state.closed) == (("EL01",), (), (0, 1))


@pytest.mark.rule("SV-157", "SV-Q42")
def test_eclipse_and_despair() -> None:
    m = struck_by("CA13", gifts={0: {"hum": 1}, 1: {"hum": 1, "pat": 2}})
    assert (asked(m).seat, offered(m)) == (1, ["hum", "pat"])
    answer(m, "pat", "pat")
    assert (held(m.state, 0), held(m.state, 1)) == ({}, {"hum": 1})
    assert struck_by("CA14", might={0: 5, 1: 5, 2: 4}).state.might == [2, 2, 3, 0]


@pytest.mark.rule("SV-Q102", "SV-080")
def test_thornwall_may_exchange_nothing() -> None:
    m = working("C3", gifts={0: {"hum": 2}})
    assert (asked(m), offered(m)) == ((0, "give"), ["give hum", "done"])
    answer(m, "done")
    assert (held(m.state, 0), m.state.manned) == ({"hum": 2}, {})
