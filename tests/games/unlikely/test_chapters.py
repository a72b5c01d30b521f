"""Unlikely Heroes: chapters, variants, the end of a quest, regroup, saving."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.games.unlikely.record import Sagas
from foldtale.kernel import Match
from foldtale.kernel.snapshot import freeze, thaw
from foldtale.testing import answer, answered, asked, offered, outcome, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    WORDS,
    backpack,
    box,
    card,
    chapter,
    item,
    map_card,
    play,
    saga,
    where,
)

FLAGS = {
    name: item(number, effect={"do": [{"set_flag": flag}]})
    for name, number, flag in (
        ("one", "20", "objective_1"),
        ("two", "21", "objective_2"),
        ("lost", "22", "lost"),
    )
}
ALL = tuple(FLAGS.values())
HELD = {"right": {ADA: ["20", "21", "22"]}}


def pages(m: Match) -> list[str]:
    return [line["page"] for line in m.story(0) if "page" in line]


@pytest.mark.rule("UH-044", "UH-047", "UH-Q11")
def test_a_met_objective_is_offered_and_leads_to_the_next_chapter() -> None:
    m = answered(play(saga(*ALL, **HELD)), "use 20")
    assert (asked(m), offered(m)) == ((-1, "objective"), ["next chapter", "later"])
    g = answer(m, "next chapter")
    assert (g.chapter, g.finished, pages(m)) == ("chapter-2", 1, ["chapter-2"])
    assert (asked(m), g.actions) == ((ADA, "action"), 2)


@pytest.mark.rule("UH-Q11")
def test_it_can_be_declined_and_is_offered_again_after_each_action() -> None:
    m = answered(play(saga(*ALL, **HELD)), "use 20", "later")
    assert asked(m).topic == "action"
    answer(m, "travel 2")
    assert asked(m).topic == "objective"


@pytest.mark.rule("UH-048", "UH-044")
def test_without_the_match_the_next_chapter_is_not_read() -> None:
    m = answered(play(saga(*ALL, **HELD)), "use 21")
    assert (asked(m).topic, m.state.chapter) == ("action", "chapter-1")
    assert "chapter-2.title" not in game.texts(m.state)


@pytest.mark.rule("UH-045", "UH-046")
def test_a_chapter_says_what_is_to_be_found_and_what_loses() -> None:
    page = game.scene(saga(), 0).page
    assert page is not None
    assert page.things[0].title == "Find it"  # type: ignore[union-attr]
    assert page.things[0].fine == ("Lost: So it goes.",)  # type: ignore[union-attr]


VARIANTS = (
    chapter(2, "plain"),
    chapter(2, "with-20", variant="20"),
    chapter(2, "with-23", variant="23"),
    item("23"),
)


@pytest.mark.rule("UH-049", "UH-050", "UH-Q12")
@pytest.mark.parametrize(
    ("held", "variant"), [(["20", "23"], "with-20"), (["23"], "with-23"), ([], "chapter-2")]
)
def test_the_first_variant_whose_item_is_in_play_is_read(held: list[str], variant: str) -> None:
    g = saga(*ALL, *VARIANTS[1:], left={ADA: held}, flags=frozenset(["objective_1"]))
    m = answered(play(g), "travel 2", "next chapter")
    assert m.state.chapter == variant
    assert pages(m) == [variant]


@pytest.mark.rule("UH-051", "UH-Q11")
def test_the_last_objective_needs_no_consent() -> None:
    m = answered(play(saga(*ALL, chapter="chapter-2", finished=1, **HELD)), "use 21")
    assert (outcome(m).ending, outcome(m).winners) == ("won", (0, 1))


@pytest.mark.rule("UH-052")
def test_the_quest_is_lost_when_the_failure_condition_is_fulfilled() -> None:
    m = answered(play(saga(*ALL, **HELD)), "use 22")
    assert (outcome(m).ending, outcome(m).winners) == ("lost", ())
    assert pages(m)[-1] == "quest lost"


@pytest.mark.rule("UH-X43", "UH-300", "UH-Q98")
def test_victory_comes_before_defeat_in_the_same_step() -> None:
    both = item("23", effect={"do": [{"set_flag": "lost"}, {"set_flag": "objective_2"}]})
    m = answered(play(saga(both, chapter="chapter-2", finished=1, right={ADA: ["23"]})), "use 23")
    assert outcome(m).ending == "won"


@pytest.mark.rule("UH-300", "UH-Q98")
@pytest.mark.parametrize(("reply", "over"), [("next chapter", False), ("later", True)])
def test_accepting_the_next_chapter_escapes_the_old_failure(reply: str, over: bool) -> None:
    second = chapter(2, failure="flag(lost_2) or out_of_luck > 8")
    both = item("23", effect={"do": [{"set_flag": "lost"}, {"set_flag": "objective_1"}, {"set_flag": "x"}]})
    m = answered(play(saga(both, second, right={ADA: ["23"]})), "use 23", reply)
    assert m.over is over


@pytest.mark.rule("UH-Q113", "UH-Q98")
def test_what_is_true_only_inside_a_step_does_not_count() -> None:
    blink = item("23", effect={"do": [{"set_flag": "lost"}, {"clear_flag": "lost"}]})
    m = answered(play(saga(blink, right={ADA: ["23"]})), "use 23")
    assert not m.over


@pytest.mark.rule("UH-301", "UH-Q99")
def test_a_new_chapter_leaves_the_table_as_it_is_and_ends_the_old_rules() -> None:
    fast = chapter(1, **{"while": [{"travel": 1}]})
    g = saga(*ALL, fast, counters={"nights": 2}, clock=4, luck=[1, 0], unlucky=["bad-1"], **HELD)
    from foldtale.kernel.effects import enter

    enter(g, "chapter-1", None, g.content.chapter("chapter-1").standing)
    m = play(g)
    assert "travel 5" in offered(m)
    after = answer(m, "use 20", "next chapter")
    assert "travel 5" not in offered(m)
    assert (after.counters, after.clock, after.luck.deck_size, backpack(after, ADA)[1]) == (
        {"nights": 2}, 4, 2, ("20", "21", "22"),
    )  # fmt: skip


@pytest.mark.rule("UH-054", "UH-302")
def test_the_scoring_is_applied_and_only_unlocked_cards_and_scores_are_kept() -> None:
    m = answered(
        play(
            saga(*ALL, item("30", starting=True), chapter="chapter-2", finished=1, revealed=("30",), **HELD)
        ),
        "use 21",
    )
    record = outcome(m).record
    assert outcome(m).scores == (20, 20)
    assert record == Sagas(unlocked=("30",), finished=(1,), scores={1: 20})
    assert told_of(m, "ends") == [["won", 20, "Saga"]]
    m = answered(play(saga(*ALL, item("30", starting=True), finished=1, revealed=("30",), **HELD)), "use 22")
    assert outcome(m).record == Sagas(unlocked=("30",), scores={1: 4})


def test_the_best_score_is_kept() -> None:
    record = Sagas(scores={1: 30}, finished=(1,), chosen={1: "20"})
    assert record.after(1, False, 4, (), "") == record
    assert record.after(1, True, 40, ("60",), "21").scores == {1: 40}


@pytest.mark.rule("UH-Q100")
def test_the_team_may_give_up_which_is_a_loss() -> None:
    m = answered(play(saga()), "more", "give up")
    assert asked(m) == (-1, "give up")
    assert asked(answered(m, "play on")).topic == "action"
    answer(m, "more", "give up", "give up")
    assert outcome(m).ending == "lost"
    assert told(m, "gives up") == ["gives up"]


@pytest.mark.rule("UH-Q100")
def test_after_three_rounds_without_an_action_the_game_asks() -> None:
    m = play(saga())
    for _ in range(6):
        assert asked(m).topic == "action"
        answer(m, "pass")
    assert asked(m) == (-1, "give up")


# Regroup


RAGS = (
    item("20", effect={"spaces": ["charged", "uncharged"], "do": [{"restore": 1}]}),
    item("21", effect={"spaces": ["charged"], "do": [{"restore": 1}]}),
    item("22"),
    item("23"),
    item("24", effect={"do": [{"regroup": "3"}]}),
    item("25", effect={"do": ["regroup"]}),
)


def regrouping(by: str = "24", **facts: Any) -> Match:
    """A regroup has begun; ada holds the card that orders it."""
    right = {ADA: [by, *facts.pop("ada", [])], BJERKE: facts.pop("bjerke", [])}
    m = play(saga(*RAGS, right=right, **facts))
    return answered(m, f"use {by}")


@pytest.mark.rule("UH-X30", "UH-239", "UH-240")
def test_a_hero_discards_two_items_in_a_regroup() -> None:
    m = regrouping(ada=["20"], bjerke=["21"], left={ADA: ["22", "23"]}, players=1)
    answer(m, "discard", "this 22", "discard", "this 23", "done", "done")
    assert asked(m).topic == "cube"
    g = answer(m, "cube 20", "cube 20")
    assert g.cubes["20"].total == 2
    assert [hero.at for hero in g.heroes] == ["3", "3"]
    assert (asked(m).topic, g.active) == ("action", BJERKE)


@pytest.mark.rule("UH-238", "UH-Q79")
def test_items_and_cubes_are_shared_wherever_the_heroes_are() -> None:
    m = regrouping(ada=["20"], bjerke=["21"], at=["1", "6"], cubes={"20": 1, "21": 0})
    answer(m, "lift 20", "shift 20", "to 2")
    assert asked(m) == (1, "side")
    g = answer(m, "right", "done", "done")
    assert (backpack(g, BJERKE), g.cubes["20"].total, g.cubes["21"].total) == (((), ("21", "20")), 0, 1)


@pytest.mark.rule("UH-242", "UH-238")
def test_arranging_is_optional_and_gathering_is_not() -> None:
    g = answer(regrouping(ada=["20"]), "done")
    assert [hero.at for hero in g.heroes] == ["3", "3"]


@pytest.mark.rule("UH-239", "UH-242")
def test_a_cube_gained_in_a_regroup_can_be_let_be() -> None:
    m = answered(regrouping(ada=["20"], left={ADA: ["22"]}), "discard", "this 22", "done")
    assert answer(m, "no cube").cubes["20"].total == 0


@pytest.mark.rule("UH-240")
def test_without_a_name_they_gather_on_the_latest_map() -> None:
    g = answer(regrouping("25"), "done")
    assert [hero.at for hero in g.heroes] == ["6", "6"]


@pytest.mark.rule("UH-241", "UH-Q78")
def test_the_interrupted_turn_is_over_and_the_next_hero_begins() -> None:
    m = regrouping(clock=3, reshuffles=1)
    m = play(saga(*RAGS, right={ADA: ["24"]}, reshuffles=1), "bad-1")
    g = answer(m, "use 24", "done")
    assert (g.active, g.clock, told(m, "unlucky", "clock")) == (BJERKE, 1, ["unlucky", "clock"])


@pytest.mark.rule("UH-Q80", "UH-Q83")
def test_a_named_map_that_is_not_in_play_is_drawn_first() -> None:
    law = item("26", effect={"do": [{"regroup": "7"}]})
    cards = (
        law,
        map_card("7", 0, 1),
        card("rain", "weather", north=[{"set_flag": "rained"}], south=[{"set_flag": "rained"}]),
    )
    g = saga(*cards, right={ADA: ["26"]}, modules=("weather",))
    m = answered(play(g), "use 26", "done")
    assert [hero.at for hero in m.state.heroes] == ["7", "7"]
    assert "exploration" not in told(m)


@pytest.mark.rule("UH-055")
def test_a_chapters_setup_orders_a_regroup() -> None:
    second = chapter(2, setup=[{"regroup": "4"}])
    m = answered(play(saga(*ALL, second, **HELD)), "use 20", "next chapter", "done")
    assert [hero.at for hero in m.state.heroes] == ["4", "4"]
    assert asked(m) == (BJERKE, "action")


@pytest.mark.rule("UH-Q112", "UH-239")
def test_each_thing_moves_once_and_overfull_sides_are_discarded_down() -> None:
    m = regrouping(ada=["20"], bjerke=["21", "22"], players=1)
    answer(m, "shift 20", "to 2", "right")
    assert "shift 20" not in offered(m)
    answer(m, "done", "done")
    assert (asked(m).topic, offered(m)) == ("too many", ["this 21", "this 22", "this 20"])
    answer(m, "this 22")
    assert asked(m).topic == "cube"


# Saving


@pytest.mark.rule("UH-243", "UH-Q81")
def test_a_game_is_saved_at_any_time_exactly_as_it_is() -> None:
    setup = game.setup(players=1, heroes=2)
    m = Match.new(game, setup, seed=5)
    for at in range(40):
        copy = thaw(game, setup, freeze(m), seed=5)
        assert game.scene(copy.state, 0) == game.scene(m.state, 0)
        m.answer(at % len(m.options))
        if m.over:
            break


@pytest.mark.rule("UH-244", "UH-Q81")
def test_putting_the_game_away_and_taking_it_out_again_is_a_regroup() -> None:
    here = chapter(1, setup=[{"regroup": "5"}])
    m = answered(play(saga(here, item("20"), left={ADA: ["20"]})), "more", "put away")
    if asked(m).topic == "put away":
        answer(m, "take out")
    assert (told(m, "taken out", "regroups"), asked(m).topic) == (["taken out", "regroups"], "regroup")
    g = answer(m, "done")
    assert ([hero.at for hero in g.heroes], g.active) == (["5", "5"], BJERKE)


@pytest.mark.rule("UH-Q81")
def test_without_a_named_map_in_play_they_gather_on_the_latest() -> None:
    here = chapter(1, setup=[{"regroup": "5"}])
    m = answered(play(saga(here, maps=("1", "2"))), "more", "put away", "take out")
    assert [hero.at for hero in m.state.heroes] == ["2", "2"]


@pytest.mark.rule("UH-302")
def test_the_ending_is_read() -> None:
    m = answered(play(saga(*ALL, **HELD)), "use 22")
    scene = game.scene(m.state, 0)
    assert scene.page is not None
    assert (scene.ending, scene.page.prose) == ("lost", (WORDS,))
    assert where(m.state, "20") == "backpack"
    assert box("wit", 1)["skill"] == "wit"
