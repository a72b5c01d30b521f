"""Twelve cards of Wonder Book, the odd ones first: what each does, what it does not, and what it prints."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from foldtale.kernel import Game, Leave, Match, Outcome, Play, Words, script, settle
from foldtale.kernel.effects import Cause, enter, expire, leave, perform, value
from foldtale.kernel.pack.loading import load, read
from foldtale.kernel.scene import Scene
from tests.effects.wonderbook import WONDER, Page, create_enemy, damage, damage_enemy, hit, move
from tests.kernel.toys import ToySetup

FOLDER = Path(__file__).parent / "wonderbook" / "pack"
PACK = load(FOLDER, WONDER)
Step = Callable[[Any], Any]


def around(main: Callable[[Any], Play[Any]]) -> Game:
    return Game(
        name="toy", title="Toy", blurb="", setups=ToySetup, begin=lambda setup: Page(PACK), main=main,
        scene=lambda g, seat: Scene(game="toy", title="Toy", you=seat, elements=()), words=Words(topics={}, options={}, tells={}),
        vocabulary=lambda setup: (), endings=("done", "lost"), folder=FOLDER,
    )  # fmt: skip


def start(page: Page, steps: Sequence[Step], answers: Sequence[str], falls: Sequence[str] = ()) -> Match:
    """A match in which these things happen one after the other, as far as these answers lead."""

    def main(g: Page) -> Play[Outcome]:
        try:
            for step in steps:
                made = step(g)
                if isinstance(made, Generator):
                    yield from made
                yield from settle(g)
        except Leave:
            return Outcome("lost", (), ())
        return Outcome("done", (), ())

    match = Match.at(around(main), page, chance=script(*falls))
    for answer in answers:
        match.answer(
            next((key for key in keys(match) if answer in (key, key.split()[-1].split("-")[0])), answer)
        )
    return match


def run(page: Page, steps: Sequence[Step], *answers: str, falls: Sequence[str] = ()) -> Page:
    """The state when all is done, and no question was left over."""
    match = start(page, steps, answers, falls)
    assert match.over, match.ask
    assert isinstance(match.state, Page)
    return match.state


def keys(match: Match) -> list[str]:
    return [offer.key for offer in match.ask.options] if match.ask else []


def asked(match: Match) -> tuple[int, list[str]]:
    """Who is asked, and what can be answered."""
    assert match.ask is not None
    return match.ask.seat, keys(match)


def use(card: str, me: str | None = None) -> Step:
    return lambda g: perform(g, PACK.cards[card].body.do, Cause(me, card))


def script_of(card: str) -> Step:
    return lambda g: perform(g, PACK.cards[card].body.script, Cause(None, card))


def usable(page: Page, card: str, me: str) -> bool:
    can = PACK.cards[card].body.do.can
    return can is None or bool(can(page, Cause(me, card)))


def in_force(card: str, me: str | None = None) -> Step:
    return lambda g: enter(g, card, me, PACK.cards[card].body.standing)


def does(verb: Callable[..., Any], *about: Any) -> Step:
    return lambda g: verb(g, *about)


def page(*heroes: str, **facts: Any) -> Page:
    """A page with these Heroes; of the dicts only what differs is given."""
    made = Page(PACK, heroes or ("SID", "LARA", "KEN", "TINA"))
    for name, fact in facts.items():
        setattr(made, name, {**getattr(made, name), **fact} if isinstance(fact, dict) else fact)
    return made


def wyrms(**places: str) -> dict[str, tuple[str, bool]]:
    return {wyrm: (place, False) for wyrm, place in places.items()}


def test_the_pack_has_twelve_cards_and_no_problem() -> None:
    reading = read(FOLDER, WONDER)
    assert reading.problems == []
    assert reading.pack is not None
    assert len(reading.pack.cards) == 12
    assert all(25 <= len(card.body.text.split()) <= 70 for card in PACK.cards.values())


def test_tag_team_swaps_two_heroes_for_a_spark_and_gives_an_action_at_once() -> None:
    given = page(at={"LARA": "stairs", "SID": "loft"}, sparks={"LARA": 1}, lying={"loft": 1})
    g = run(given, [use("tag-team", "LARA")], "SID", "collect")
    assert (g.at["LARA"], g.at["SID"]) == ("loft", "stairs")
    assert (g.sparks["LARA"], g.lying["loft"]) == (1, 0)


def test_the_action_of_tag_team_may_be_declined_and_comes_before_anything_else() -> None:
    given = page(at={"LARA": "stairs"}, sparks={"LARA": 1})
    match = start(given, [use("tag-team", "LARA"), does(damage, 1, "LARA")], ["KEN"])
    assert asked(match) == (1, ["move", "pass"])
    assert match.state.hearts["LARA"] == 5  # type: ignore[attr-defined]
    assert run(given, [use("tag-team", "LARA")], "KEN", "pass").at["KEN"] == "stairs"


def test_tag_team_needs_a_spark() -> None:
    assert not usable(page(), "tag-team", "LARA")
    assert run(page(at={"LARA": "stairs"}), [use("tag-team", "LARA")]).at["LARA"] == "stairs"


def test_tag_team_takes_no_spark_when_every_friend_is_down_and_names_nobody_who_is() -> None:
    alone = page("LARA", "SID", hearts={"SID": 0}, sparks={"LARA": 1})
    assert not usable(alone, "tag-team", "LARA")
    assert run(alone, [use("tag-team", "LARA")]).sparks["LARA"] == 1
    match = start(page(hearts={"SID": 0}, sparks={"LARA": 1}), [use("tag-team", "LARA")], [])
    assert asked(match) == (1, ["KEN", "TINA"])


def test_the_explosion_of_the_worked_example() -> None:
    given = page("SID", "LARA", "KEN", at={"LARA": "stairs"}, hearts={"SID": 4, "LARA": 0, "KEN": 1},
                 wyrms=wyrms(A="hall", C="hall", D="hall", E="hall", B="stairs"))  # fmt: skip
    assert asked(start(given, [use("explosion")], [])) == (-1, ["A", "C", "D", "E"])
    g = run(given, [use("explosion")], "C")
    assert g.hearts == {"SID": 2, "LARA": 0, "KEN": 0}
    assert g.wyrms == wyrms(A="hall", D="hall", E="hall", B="stairs", F="well")


def test_the_explosion_does_not_repeat_although_three_are_left() -> None:
    given = page("SID", "LARA", hearts={"SID": 5}, wyrms=wyrms(A="hall", B="hall", C="hall", D="hall"))
    g = run(given, [use("explosion")], "A")
    assert (g.hearts["SID"], sorted(g.wyrms)) == (3, ["B", "C", "D"])


def test_the_group_orders_two_explosions_and_each_hurts_those_between() -> None:
    places = wyrms(A="hall", B="hall", C="hall", D="loft", E="loft", F="loft")
    given = page("SID", "LARA", "KEN", at={"SID": "yard", "LARA": "loft", "KEN": "well"}, wyrms=places)
    assert asked(start(given, [use("explosion")], [])) == (-1, ["hall", "loft"])
    g = run(given, [use("explosion")], "loft", "D", "A")
    assert g.hearts == {"SID": 3, "LARA": 3, "KEN": 5}


def test_nothing_explodes_where_two_wyrms_stand() -> None:
    g = run(page(wyrms=wyrms(A="hall", B="hall")), [use("explosion")])
    assert g.hearts == page().hearts
    assert g.wyrms == wyrms(A="hall", B="hall", C="well", D="well")
    beside = page(wyrms=wyrms(A="hall", B="hall", C="hall", D="loft", E="loft"))
    assert asked(start(beside, [use("explosion")], [])) == (-1, ["A", "B", "C"])


WAXED = in_force("waxed-boards")
BOSS = does(create_enemy, "boiler", "well")


def test_on_waxed_boards_empty_pockets_go_one_area_further() -> None:
    assert run(page(), [WAXED, does(move, "SID")], "yard", "loft").at["SID"] == "loft"
    assert run(page(), [WAXED, does(move, "SID")], "yard", "stop").at["SID"] == "yard"
    assert run(page(sparks={"SID": 1}), [WAXED, does(move, "SID")], "yard").at["SID"] == "yard"
    assert run(page(), [does(move, "SID")], "yard").at["SID"] == "yard"


def test_the_gate_takes_a_spark_or_stays_shut() -> None:
    g = run(page(sparks={"SID": 1}), [WAXED, does(move, "SID")], "well")
    assert (g.at["SID"], g.sparks["SID"]) == ("well", 0)
    assert run(page(sparks={"KEN": 1}), [WAXED, does(move, "SID")], "well").at["SID"] == "hall"
    gone = [WAXED, does(leave, "waxed-boards"), does(move, "SID")]
    assert run(page(), gone, "well").at["SID"] == "well"


def test_skidding_into_wyrms_hurts_once_a_turn() -> None:
    given = page(wyrms=wyrms(A="yard", B="stairs"))
    slid = [WAXED, does(move, "SID")]
    assert run(given, slid, "yard", "stairs").hearts["SID"] == 4
    again = [*slid, does(expire, "turn"), does(move, "SID")]
    assert run(given, again, "yard", "stairs", "yard", "stop").hearts["SID"] == 3
    assert run(page(wyrms=wyrms(A="loft")), slid, "yard", "stop").hearts["SID"] == 5


def test_tag_team_on_waxed_boards_moves_by_the_boards() -> None:
    given = page(at={"LARA": "stairs"}, sparks={"LARA": 1})
    g = run(given, [WAXED, use("tag-team", "LARA")], "SID", "move", "yard", "loft")
    assert (g.at["LARA"], g.at["SID"]) == ("loft", "stairs")


def test_whatever_the_group_chooses_the_boiler_comes() -> None:
    g = run(page(), [use("boiler-wakes")], "valve")
    assert (g.keywords, g.hearts["SID"], g.enemies) == (["VALVE"], 4, {"boiler": ("well", 12)})
    g = run(page(), [use("boiler-wakes")], "wait")
    assert (g.keywords, g.destiny, g.sparks["TINA"], g.enemies) == ([], 4, 1, {"boiler": ("well", 12)})


def test_only_who_knows_the_lullaby_can_hum_it() -> None:
    ids = ["boiler-wakes valve", "boiler-wakes wait"]
    assert asked(start(page(), [use("boiler-wakes")], [])) == (-1, ids)
    g = run(page(keywords=["LULLABY"]), [use("boiler-wakes")], "song")
    assert (g.keywords, g.hearts) == (["LULLABY", "VALVE"], page().hearts)


def test_with_the_last_destiny_token_the_chapter_is_lost_before_the_boiler_comes() -> None:
    match = start(page(destiny=1), [use("boiler-wakes")], ["wait"])
    assert match.outcome is not None
    assert (match.outcome.ending, match.state.enemies) == ("lost", {})  # type: ignore[attr-defined]


@pytest.mark.parametrize(("count", "hearts"), [(2, 6), (3, 9), (4, 12)])
def test_the_boiler_has_hearts_by_the_number_of_players(count: int, hearts: int) -> None:
    assert run(page(*list(page().at)[:count]), [BOSS]).enemies == {"boiler": ("well", hearts)}


def test_the_boiler_steams_everyone_in_its_area_and_harder_when_nearly_done() -> None:
    given = page(at={"SID": "well", "KEN": "well"})
    g = run(given, [BOSS, script_of("boiler")])
    assert (g.hearts["SID"], g.hearts["KEN"], g.hearts["LARA"]) == (4, 5, 5)
    assert run(given, [BOSS, does(damage_enemy, 10, "boiler"), script_of("boiler")]).hearts["SID"] == 3
    assert run(given, [BOSS, does(damage_enemy, 9, "boiler"), script_of("boiler")]).hearts["SID"] == 4


def test_the_boiler_goes_next_door_only_when_it_is_alone() -> None:
    assert asked(start(page(), [BOSS, script_of("boiler")], [])) == (-1, ["hall", "stairs"])
    assert run(page(), [BOSS, script_of("boiler")], "stairs").enemies["boiler"][0] == "stairs"
    assert run(page(at={"SID": "well"}), [BOSS, script_of("boiler")]).enemies["boiler"][0] == "well"


def test_the_iron_takes_one_off_every_blow_until_the_valve_is_open() -> None:
    assert run(page(), [BOSS, does(damage_enemy, 3, "boiler")]).enemies["boiler"][1] == 10
    assert run(page(), [BOSS, does(damage_enemy, 1, "boiler")]).enemies["boiler"][1] == 12
    assert run(page(keywords=["VALVE"]), [BOSS, does(damage_enemy, 3, "boiler")]).enemies["boiler"][1] == 9
    assert run(page(), [BOSS, does(damage, 2, "SID")]).hearts["SID"] == 3


def test_wyrms_bite_deeper_only_beside_the_boiler_and_only_while_it_stands() -> None:
    g = run(page(at={"SID": "well"}, keywords=["VALVE"]), [BOSS])
    assert (value(g, "wyrm_attack", 1, "SID"), value(g, "wyrm_attack", 1, "KEN")) == (2, 1)
    g = run(g, [does(damage_enemy, 12, "boiler")])
    assert (g.enemies, g.destiny, value(g, "wyrm_attack", 1, "SID")) == ({}, 6, 1)


def test_half_an_umbrella_shelters_the_chosen_hero_and_nobody_else() -> None:
    g = run(page(), [use("umbrella", "SID"), does(damage, 2, "KEN"), does(damage, 2, "SID")], "KEN")
    assert (g.hearts["KEN"], g.hearts["SID"]) == (5, 3)


def test_half_an_umbrella_is_for_somebody_near_who_is_on_their_feet() -> None:
    given = page(at={"TINA": "loft", "LARA": "stairs"}, hearts={"KEN": 0})
    assert asked(start(given, [use("umbrella", "SID")], [])) == (0, ["SID", "LARA"])


def test_half_an_umbrella_is_closed_when_the_phase_ends_and_not_when_the_turn_does() -> None:
    g = run(page(), [use("umbrella", "SID"), does(expire, "turn")], "KEN")
    assert len(g.force.sources) == 1
    assert run(g, [does(expire, "phase"), does(damage, 2, "KEN")]).hearts["KEN"] == 4


COMPANY = {**wyrms(A="hall", B="yard", C="stairs"), "E": ("hall", True)}


def test_bad_company_and_the_explosion_play_the_worked_example() -> None:
    given = page("SID", "LARA", "KEN", at={"LARA": "stairs"}, hearts={"SID": 5, "LARA": 2, "KEN": 4},
                 wyrms=COMPANY, wyrm_deck=["explosion"])  # fmt: skip
    order = ["A", "KEN", "SID", "B", "stairs", "C", "D", "KEN", "KEN", "A"]
    g = run(given, [use("bad-company")], *order)
    assert g.hearts == {"SID": 2, "LARA": 0, "KEN": 0}
    assert g.wyrms == wyrms(B="stairs", C="hall", E="hall", D="hall", F="well")
    assert g.wyrm_deck == []


def test_with_two_players_bad_company_acts_once() -> None:
    given = page("SID", "KEN", wyrms=wyrms(A="yard"), wyrm_deck=["explosion"])
    g = run(given, [use("bad-company")], "A")
    assert g.hearts == page("SID", "KEN").hearts
    assert g.wyrms == wyrms(A="hall", B="hall", C="well", D="well")


def test_each_hero_pays_the_cold_in_sparks_or_hearts() -> None:
    given = page("SID", "LARA", "KEN", sparks={"SID": 2, "LARA": 1})
    assert asked(start(given, [use("cold-draught")], [])) == (
        0,
        ["cold-draught either-1", "cold-draught or-1"],
    )
    g = run(given, [use("cold-draught")], "either", "or")
    assert (g.sparks, g.hearts) == ({"SID": 1, "LARA": 1, "KEN": 0}, {"SID": 5, "LARA": 4, "KEN": 5})
    assert g.wyrms == wyrms(A="hall")


def test_in_the_cold_wyrms_bite_hardest_where_the_pockets_are_empty_until_the_phase_ends() -> None:
    given = page("SID", "KEN", at={"KEN": "loft"}, sparks={"SID": 1}, wyrms=wyrms(A="hall"))
    assert run(given, [use("cold-draught")], "either").hearts["SID"] == 3
    g = run(given, [use("cold-draught")], "or")
    assert (g.hearts["SID"], g.hearts["KEN"], len(g.wyrms)) == (3, 5, 1)
    assert value(g, "wyrm_attack", 1, "KEN") == 2
    assert value(run(g, [does(expire, "turn")]), "wyrm_attack", 1, "KEN") == 2
    assert value(run(g, [does(expire, "phase")]), "wyrm_attack", 1, "KEN") == 1


SWINGS = in_force("bat-practice", "KEN")
HERD = wyrms(A="hall", B="hall", C="hall")


def test_following_through_costs_a_heart_and_buys_an_action() -> None:
    match = start(page(wyrms=HERD), [SWINGS, does(hit, Cause("KEN"), 2, "A")], [])
    assert asked(match) == (2, ["bat-practice do-2", "no"])
    g = run(page(wyrms=HERD), [SWINGS, does(hit, Cause("KEN"), 2, "A")], "do", "move", "yard")
    assert (g.hearts["KEN"], g.at["KEN"]) == (5, "yard")


def test_following_through_is_offered_until_it_is_used_and_then_not_before_the_next_turn() -> None:
    declined = [
        SWINGS,
        does(hit, Cause("KEN"), 2, "A"),
        does(hit, Cause("KEN"), 2, "B"),
        does(hit, Cause("KEN"), 2, "C"),
    ]
    assert run(page(wyrms=HERD), declined, "no", "do", "pass").hearts["KEN"] == 5
    next_turn = [
        SWINGS,
        does(hit, Cause("KEN"), 2, "A"),
        does(expire, "turn"),
        does(hit, Cause("KEN"), 2, "B"),
    ]
    assert run(page(wyrms=HERD), next_turn, "do", "pass", "do", "pass").hearts["KEN"] == 4


def test_nobody_follows_through_for_a_friend_or_from_the_floor() -> None:
    assert run(page(wyrms=HERD), [SWINGS, does(hit, Cause("SID"), 2, "A")]).hearts["KEN"] == 6
    assert (
        run(page(wyrms=HERD, hearts={"KEN": 0}), [SWINGS, does(hit, Cause("KEN"), 2, "A")]).hearts["KEN"] == 0
    )


def test_the_last_heart_may_be_paid_and_the_action_is_lost_with_it() -> None:
    g = run(page(wyrms=HERD, hearts={"KEN": 1}), [SWINGS, does(hit, Cause("KEN"), 2, "A")], "do")
    assert (g.hearts["KEN"], g.at["KEN"]) == (0, "hall")


def test_the_kit_hits_a_wyrm_and_mends_a_hero() -> None:
    given = page(at={"TINA": "loft", "LARA": "yard"}, hearts={"LARA": 2}, wyrms=wyrms(A="yard", B="hall"))
    g = run(given, [use("first-aid", "TINA")], "LARA", falls=["S F"])
    assert (g.wyrms["A"], g.hearts["LARA"]) == (("yard", True), 3)
    assert "A" not in run(given, [use("first-aid", "TINA")], "TINA", falls=["S S"]).wyrms


def test_a_miss_mends_nobody_and_without_a_wyrm_in_reach_nothing_is_thrown() -> None:
    given = page(hearts={"TINA": 1}, wyrms=wyrms(A="hall"))
    assert run(given, [use("first-aid", "TINA")], falls=["F F"]).hearts["TINA"] == 1
    far = page(hearts={"TINA": 1}, wyrms=wyrms(A="loft"))
    assert run(far, [use("first-aid", "TINA")]).hearts["TINA"] == 1


def test_the_kit_mends_nobody_who_is_down_and_nobody_beyond_full_hearts() -> None:
    given = page(hearts={"SID": 0}, wyrms=wyrms(A="hall"))
    assert asked(start(given, [use("first-aid", "TINA")], [], ["S F"])) == (3, ["LARA", "KEN", "TINA"])
    assert run(given, [use("first-aid", "TINA")], "LARA", falls=["S F"]).hearts["LARA"] == 5


def test_the_kit_can_be_thrown_when_a_wyrm_is_in_reach() -> None:
    assert not usable(page(), "first-aid", "TINA")
    assert usable(page(wyrms=wyrms(A="hall")), "first-aid", "TINA")


def test_the_whistle_sends_as_many_wyrms_next_door_as_the_dice_say() -> None:
    given, blown = page(wyrms=HERD), [use("whistle", "SID")]
    assert run(given, blown, "B", "yard", falls=["S F F"]).wyrms == wyrms(A="hall", B="yard", C="hall")
    assert run(given, blown, "B", "yard", falls=["S F S"]).wyrms == wyrms(A="hall", B="yard", C="hall")
    g = run(given, blown, "B", "yard", "A", "well", falls=["S S S"])
    assert g.wyrms == wyrms(A="well", B="yard", C="hall")
    assert run(given, blown, falls=["F F F"]).wyrms == HERD
    assert run(page(wyrms=wyrms(A="yard")), blown, falls=["S S S"]).wyrms == wyrms(A="yard")


def test_the_whistle_blows_once_a_phase_for_each_who_holds_it() -> None:
    given, blown = page(wyrms=HERD), use("whistle", "SID")
    assert usable(given, "whistle", "SID")
    g = run(given, [blown, does(expire, "turn"), blown], falls=["F F F"])
    assert (usable(g, "whistle", "SID"), usable(g, "whistle", "KEN")) == (False, True)
    assert run(g, [does(expire, "phase"), blown], "A", "yard", falls=["F S F"]).wyrms["A"] == ("yard", False)


def test_the_music_box_takes_a_spark_or_two_hearts_and_plays() -> None:
    given = page(sparks={"SID": 1})
    assert asked(start(given, [use("music-box", "SID")], [])) == (0, ["music-box either-1", "music-box or-1"])
    g = run(given, [use("music-box", "SID")], "either")
    assert (g.sparks["SID"], g.hearts["SID"], g.items["SID"], g.keywords) == (0, 5, ["umbrella"], ["LULLABY"])
    g = run(given, [use("music-box", "SID")], "or")
    assert (g.sparks["SID"], g.hearts["SID"], g.items["SID"], g.keywords) == (3, 3, [], ["LULLABY"])


def test_the_music_box_takes_only_what_can_be_paid_in_full() -> None:
    assert run(page(), [use("music-box", "SID")]).hearts["SID"] == 3
    poor = page(hearts={"SID": 1})
    assert not usable(poor, "music-box", "SID")
    assert run(poor, [use("music-box", "SID")]).keywords == []


def test_the_music_box_plays_once() -> None:
    g = run(page(sparks={"SID": 1}, keywords=["LULLABY"]), [use("music-box", "SID")])
    assert (g.sparks["SID"], g.hearts["SID"], g.shreds) == (1, 5, ["umbrella"])


SAYS = {
    "tag-team": [
        "If there are any of the other heroes: you spend 1 Spark, and then: (choose one of the other heroes: you and that hero change places), then you take one more action at once."
    ],
    "explosion": [
        "Spawn 2 Wyrms. The group chooses the number of all areas where the number of the Wyrms in that area is at least 3 of all areas where the number of the Wyrms in that area is at least 3: for each of them: (the group chooses one of the Wyrms in the blast: remove that Wyrm), then (for each of the heroes in the blast: deal 2 damage to that hero), then for each of the heroes next to the blast: deal 1 damage to that hero."
    ],
    "waxed-boards": [
        "The length of a move is 1 higher if the number of Sparks of that hero is 0. Once a turn, after a hero enters an area, if there are any of the Wyrms in that area: deal 1 damage to that hero. Before a hero moves, if that area is the well: that hero spends 1 Spark; if that cannot be paid: it does not happen."
    ],
    "boiler-wakes": [
        "The group chooses one: Turn the red valve: write VALVE, then for each of the heroes: deal 1 damage to that hero; or Let it hiss: turn 1 Destiny token face down, then for each of the heroes: that hero gains 1 Spark; or Hum the lullaby (if LULLABY is written): write VALVE. The Boiler appears in the well."
    ],
    "boiler": [
        "Hearts: 6 (9 with 3 or more players, 12 with 4 or more players).",
        "Script: If there are any of the heroes in its area: for each of the heroes in its area: deal 2 (1 with the Hearts of The Boiler at 4 or more) damage to that hero; otherwise: the group chooses one of the areas next to its area: it goes to that area.",
        "The damage of a Wyrm's attack is 1 higher if the area of that hero is its area. After an enemy is defeated, if that enemy is The Boiler: turn 1 Destiny token face up. Before an enemy is dealt damage, if that enemy is The Boiler and not (VALVE is written): the damage becomes the damage minus 1.",
    ],
    "umbrella": [
        "Choose one of the heroes in or next to your area: until the phase ends: before a hero is dealt damage, if that hero is the friend: the damage becomes the damage minus 1."
    ],
    "bad-company": [
        "Spawn 1 Wyrm. Every Wyrm acts 1 (2 with 3 or more players) times. Reveal another Wyrm card."
    ],
    "cold-draught": [
        "Spawn 0 (1 with 3 or more players) Wyrms. Until the phase ends: the damage of a Wyrm's attack is 1 higher if the number of Sparks of that hero is 0. For each of the heroes: that hero chooses: that hero spends 1 Spark; or deal 1 damage to that hero. Every Wyrm acts 1 time."
    ],
    "bat-practice": [
        "After a Wyrm is defeated, if that hero is you: you may: once a turn: you lose 1 Heart, and then: you take one more action at once."
    ],
    "first-aid": [
        "If there are any of the Wyrms in or next to your area: roll 2 dice, then if the successes are at least 1: (choose one of the Wyrms in or next to your area: deal the successes damage to that Wyrm), then choose one of the heroes in or next to your area: that hero recovers 1 Heart."
    ],
    "whistle": [
        "Once a phase: roll 3 dice, then 0 (1 with the successes at 1 or more, 2 with the successes at 3 or more) times: choose one of the Wyrms in your area: choose one of the areas next to your area: move the chased to that area."
    ],
}


@pytest.mark.parametrize("card", SAYS)
def test_what_a_card_prints(card: str) -> None:
    assert PACK.describe(card) == SAYS[card]


def test_every_card_but_the_music_box_has_its_print_here() -> None:
    assert PACK.cards.keys() - SAYS.keys() == {"music-box"}


def test_the_music_box_prints_two_ways_that_can_be_told_apart() -> None:
    (line,) = PACK.describe("music-box")
    assert "; or you lose 2 Hearts, and then: you gain 2 Sparks" in line


WISHES = {
    "a limit in a sequence is not that of the card": ("[{limit: turn, do: [{gain: 1}]}, {run: again}]", 3),
    "nothing is paid for what cannot be done": (
        "[{pay: {spend: 1}, then: [{pick: wyrms_in(hall), do: [{remove: it}]}]}]",
        1,
    ),
    "a roll and what depends on it can be offered": (
        "[{may: [{roll: 1}, {if: successes >= 1, then: [{gain: 1}]}]}]",
        2,
    ),
    "a card does not answer to what it does itself": (
        "[{for: turn, instead: [{of: hero_damaged, do: [cancel, {gain: 1}, {damage: 1, to: KEN}]}]}, {damage: 1}]",
        2,
    ),
    "the group sets the order of a loop": ("[{each: heroes, by: group, do: [{gain: 1, to: it}]}]", 2),
}


@pytest.mark.parametrize("wish", WISHES)
def test_the_language_grants_a_wish(wish: str, tmp_path: Path) -> None:
    do, left = WISHES[wish]
    (tmp_path / "cards").mkdir()
    (tmp_path / "pack.yaml").write_text(
        "pack: w\ngame: wonderbook\ntitle: W\nsequences: {again: [{limit: turn, do: [{gain: 1}]}]}\n"
    )
    (tmp_path / "cards" / "w.yaml").write_text(f"- {{card: w, kind: item, title: W, text: W, do: {do}}}\n")
    code = load(tmp_path, WONDER).cards["w"].body.do
    match = start(page(sparks={"SID": 1}), [lambda g: perform(g, code, Cause("SID", "w"))], [], ["S"])
    while not match.over:
        match.answer(0)
    assert match.state.sparks["SID"] == left  # type: ignore[attr-defined]
