"""Wonder Book: Goals, the phases under them, and that they are met at once."""

from __future__ import annotations

import pytest
from msgspec import structs

from foldtale.games.wonderbook.state import DISCARD
from foldtale.kernel.scene import Card
from foldtale.testing import answer, asked, offered, outcome, told, turn_pages
from tests.games.wonderbook.given import does, everybody_passes, play, shown
from tests.games.wonderbook.pages import (
    ROPE,
    chapter,
    choice,
    column,
    deed,
    easy_goal,
    end,
    figure,
    goal,
    item,
    law,
    opened,
    rule,
    story,
    table,
    thing,
    with_shreds,
    with_wyrm_cards,
    wyrm_card,
    wyrm_goal,
)

NEXT = goal(4, "counter(more) >= 1")
"""A Goal after the first one."""


@pytest.mark.rule("WB-087")
def test_a_goal_card_says_how_the_phases_run_and_what_is_to_be_achieved() -> None:
    match = play(table(goal(enemies="{damage: 1, to: LARA}"), step="enemies"))
    g = match.state
    assert (g.hearts["LARA"], g.hearts["SID"]) == (g.most_hearts("LARA") - 1, g.most_hearts("SID"))
    page = match.scene(0).page
    assert page is not None
    (card,) = [thing for thing in page.things if isinstance(thing, Card) and thing.id == "goal"]
    assert page.prose == ("Front of 2.",)
    lines = ("Goal: The count of done is at least 1.", "Enemies: Deal 1 damage to LARA.")
    assert (card.title, card.fine) == ("Aim 2", lines)


@pytest.mark.rule("WB-088", "WB-090")
def test_a_goal_card_stays_on_top_round_after_round_until_it_is_met() -> None:
    match = opened(chapter(story(1), easy_goal(), story(3), NEXT, end()))
    turn_pages(match)
    for rounds in range(1, 5):
        assert (match.state.deck[0], match.state.goal, match.state.round) == ("I-2", "I-2", rounds)
        everybody_passes(match)
    answer(match, "SID", "use I-2 do")
    assert (match.state.deck[0], match.state.goal, match.state.discard) == (
        "I-4",
        "I-4",
        ("I-1", "I-2", "I-3"),
    )


@pytest.mark.rule("WB-089")
def test_players_phase_and_enemies_phase_take_turns() -> None:
    match = opened(chapter(story(1), goal(), end()))
    everybody_passes(match, 2)
    phases = [what for what in told(match) if what.endswith("phase")]
    assert phases == [
        "players' phase",
        "enemies' phase",
        "players' phase",
        "enemies' phase",
        "players' phase",
    ]
    assert match.state.counters["phases"] == 2


@pytest.mark.rule("WB-090")
def test_the_cycle_ends_when_the_chapter_is_lost() -> None:
    match = opened(chapter(story(1), goal(enemies="{destiny_down: 1}"), end()), destiny=2)
    everybody_passes(match)
    assert match.outcome is None
    everybody_passes(match)
    assert outcome(match).ending == "lost"


@pytest.mark.rule("WB-092")
def test_turns_are_taken_only_in_a_players_phase() -> None:
    match = opened(
        chapter(story(1), goal(enemies="{pick: heroes, by: group, do: [{damage: 1, to: it}]}"), end())
    )
    everybody_passes(match)
    assert asked(match) == (-1, "pick")
    answer(match, "KEN")
    events = [what for what in told(match) if what in ("turn", "players' phase", "enemies' phase")]
    assert events == ["players' phase", "turn", "turn", "turn", "enemies' phase", "players' phase"]


@pytest.mark.rule("WB-X37", "WB-091", "WB-057")
def test_a_goal_that_the_last_interaction_meets_in_mid_turn_is_followed_at_once() -> None:
    aim = goal(
        aim="counter(lamps) >= 2", more=", back: {text: Back of 2., do: [{gain_sparks: 1}]}", then="flip"
    )
    lamps = thing(3, "{count: lamps}, {count: late}"), thing(4, "{count: lamps}, {count: late}")
    g = table(aim, *lamps, goal(5, "counter(more) >= 1"), stacks={"red": ["I-3", "I-4"]}, active="KEN")
    match = play(g)
    answer(match, "interact I-3")
    assert match.state.goal == "I-2"
    match.answer("interact I-4")
    match.answer("read")
    assert (match.state.pages.open, match.state.counters) == (("I-2", "back"), {"lamps": 2, "late": 1})
    g = answer(match)
    assert (g.goal, g.counters["late"], g.sparks["KEN"]) == ("I-5", 2, 1)
    assert (g.active, g.actions) == ("KEN", 1)


@pytest.mark.rule("WB-X37")
def test_a_goal_that_the_defeat_of_an_enemy_meets_in_mid_turn_is_followed_at_once() -> None:
    g = table(
        goal(aim="is_defeated(ogre)"),
        figure("ogre", "enemy", 1),
        story(3, "{gain_sparks: 1}"),
        goal(5, "counter(more) >= 1"),
    )
    g = does(g, "[{create_enemy: ogre, area: T}]")
    g.active, g.turn, g.actions, g.step, g.waiting = "SID", "on", 3, "act", ("LARA", "KEN")
    match = play(g, "S F")
    match.answer("attack")
    match.answer("keep")
    assert (match.state.pages.open, match.state.discard) == (("I-3", "front"), ("I-2",))
    g = answer(match)
    assert (g.goal, g.sparks["SID"], g.active, g.actions) == ("I-5", 1, "SID", 2)


@pytest.mark.rule("WB-091")
def test_a_goal_that_is_met_when_it_comes_up_is_followed_at_once() -> None:
    match = opened(chapter(story(1, "{count: done}"), goal(), story(3), NEXT, end()))
    turn_pages(match)
    assert shown(match) == ["I-1 front", "I-2 front", "I-3 front", "I-4 front"]
    assert (match.state.goal, match.state.round, asked(match).topic) == ("I-4", 1, "turn")


@pytest.mark.rule("WB-091")
def test_a_met_goal_is_flipped_and_its_back_is_carried_out() -> None:
    back = ", back: {text: Back of 2., do: [{write: BACK}]}"
    g = table(easy_goal(more=back, then="flip"), goal(5, "counter(more) >= 1"), active="SID")
    assert answer(play(g), "use I-2 do").sheet.keywords == {"BACK": 1}
    g = table(easy_goal(more=back), goal(5, "counter(more) >= 1"), active="SID")
    assert answer(play(g), "use I-2 do").sheet.keywords == {}


@pytest.mark.rule("WB-Q12")
def test_a_turn_and_its_phase_go_on_under_the_new_goal() -> None:
    second = goal(4, "counter(more) >= 1", enemies="{count: second}")
    g = table(easy_goal(), story(3, "{count: x}"), second, hearts={"KEN": 0}, active="SID")
    match = play(g)
    after = answer(match, "move T", "use I-2 do")
    assert (after.goal, after.active, after.actions, after.round) == ("I-4", "SID", 1, 1)
    assert (after.hearts["KEN"], after.destiny, after.waiting) == (0, 5, ("LARA", "KEN"))
    answer(match, "pass")
    assert (match.state.active, match.state.destiny) == ("LARA", 5)
    after = answer(match, "pass")
    assert (after.counters, after.destiny, after.round) == ({"done": 1, "x": 1, "second": 1}, 4, 2)


@pytest.mark.rule("WB-Q12")
def test_if_no_phase_is_under_way_play_starts_with_the_players_phase_of_the_goal() -> None:
    match = opened(chapter(story(1, "{count: x}"), goal(), end()), hearts={"SID": 0})
    turn_pages(match)
    g = match.state
    assert (asked(match).topic, g.round, g.destiny, g.hearts["SID"]) == ("turn", 1, 4, g.most_hearts("SID"))
    assert g.counters == {"x": 1}


@pytest.mark.rule("WB-Q13")
def test_a_goal_met_in_the_midst_of_a_wyrm_card_interrupts_it_and_the_rest_is_under_the_new_goal() -> None:
    first = wyrm_goal(aim="count(wyrms) >= 1", more=", vortex: [X]")
    second = wyrm_goal(4, "counter(more) >= 1", ", vortex: [T]")
    card = wyrm_card(5, "[{spawn: 1}, {count: between}, {spawn: 1}]")
    g = table(first, story(3, "{write: READ}"), second, card, step="enemies")
    match = play(with_wyrm_cards(g, "I-5"))
    assert (match.state.pages.open, match.state.counters) == (("I-3", "front"), {})
    g = answer(match)
    assert (g.wyrm_at, g.sheet.keywords) == (["X", "T", "", "", "", ""], {"READ": 1})
    assert (g.goal, g.round, asked(match).topic) == ("I-4", 2, "turn")
    assert g.wyrm_cards.rows[DISCARD] == ("I-5",)


@pytest.mark.rule("WB-Q14")
def test_a_goal_is_looked_at_before_the_next_instruction() -> None:
    more = f", actions: [{deed('do', '{count: done}, {count: late}')}]"
    match = play(table(goal(more=more), story(3, "{count: x}"), NEXT, active="SID"))
    match.answer("use I-2 do")
    assert (match.state.pages.open, match.state.counters) == (("I-3", "front"), {"done": 1})
    assert answer(match).counters == {"done": 1, "x": 1, "late": 1}


@pytest.mark.rule("WB-Q14")
def test_a_goal_is_looked_at_before_the_next_decision() -> None:
    g = table(
        goal(aim="count(wyrms) <= 1"),
        story(3),
        NEXT,
        wyrms=["T"],
        stunned=["S"],
        active="SID",
    )
    match = play(g, "S S")
    match.answer("attack")
    match.answer("S stunned")
    assert match.state.pages.open == ("I-3", "front")
    match.answer("read")
    match.answer("read")
    assert (asked(match).topic, offered(match)) == ("target", ["T standing", "stop"])


@pytest.mark.rule("WB-Q14")
@pytest.mark.parametrize(
    ("aim", "change"),
    [
        ("sparks(SID) >= 1", "{gain_sparks: 1, to: SID}"),
        ("sparks_in(S) >= 1", "{place_sparks: 1, area: S}"),
        ("count(knocked_out) >= 1", "{knock_out: LARA}"),
        ("has(BELL)", "{write: BELL}"),
        ("is_held(rope)", "{gain_item: rope, who: KEN}"),
        ("markers(ash) >= 1", "{place_marker: 1, name: ash}"),
        ("stack_empty(red)", "{pop_stack: red}"),
        ("is_discarded(I-5)", "{pop_stack: red}"),
        ("place_of(lamp) is T", "{place_object: lamp, area: T}"),
        ("count(wyrms) >= 2", "{spawn: 1, area: S}"),
        ("count(wyrms) = 0", "{use_map: yard}"),
        ("all_in(S)", "{all_to: S}"),
        ("destiny >= 6", "{destiny_up: 1}"),
        ("count(enemies) >= 1", "{create_enemy: ogre, area: S}"),
        ("has_aura(SID)", "{aura_on: SID}"),
        ("count(next_to(S)) >= 3", "{add_link: S, other: X}"),
        ("count(areas) <= 2", "{use_map: yard}"),
        ("count(vortex) >= 1", "{set_vortex: T}"),
        ("unlocked(gate)", "{unlock: gate}"),
    ],
)
def test_a_goal_is_looked_at_after_every_change(aim: str, change: str) -> None:
    g = table(
        goal(aim=aim, more=f", actions: [{deed('do', change)}]"),
        story(3),
        NEXT,
        ROPE,
        figure("ogre", "enemy", 1),
        thing(5),
        stacks={"red": ["I-5"]},
        wyrms=["X"],
        active="SID",
    )
    match = play(g)
    assert match.state.goal == "I-2"
    assert answer(match, "use I-2 do").goal == "I-4"


@pytest.mark.rule("WB-Q14")
@pytest.mark.parametrize(
    ("aim", "change"),
    [
        ("hearts(LARA) >= 2", "{recover: 1, to: LARA}"),
        ("sparks(SID) = 0", "{lose_sparks: 1, who: SID}"),
        ("sparks_in(S) = 0", "{remove_sparks: 1, area: S}"),
        ("count(knocked_out) = 0", "{revive: KEN}"),
        ("count(wyrms where is_stunned(it)) >= 2", "{each: wyrms_in(X), do: [{stun: it}]}"),
        ("count(wyrms where is_stunned(it)) = 0", "{each: wyrms_in(L), do: [{stand_up: it}]}"),
        ("count(wyrms) = 1", "{each: wyrms_in(L), do: [{defeat: it}]}"),
        ("enemy_hearts(ogre) = 2", "{damage_enemy: 1, to: ogre}"),
        ("is_defeated(ogre)", "{damage_enemy: 3, to: ogre}"),
        ("holds(rope, LARA)", "{pass_item: rope, to: LARA}"),
        ("is_discarded(rope)", "{discard_item: rope}"),
        ("count(items_of(SID)) >= 2", "{draw_shred: 1, who: SID}"),
        ("count(rules) >= 2", "{put_rule: I-6}"),
        ("count(rules) = 0", "{discard_rule: law}"),
        ("count(lying_out) >= 1", "{take_stack: blue}"),
        ("not has(ASH)", "{erase: ASH}"),
        ("sparks(SID) = 2", ""),
        ("count(wyrms_in(L)) = 2", "{each: wyrms_in(X), do: [{activate_one: it}]}"),
    ],
)
def test_a_goal_is_looked_at_when_something_is_undone_or_changes_hands(aim: str, change: str) -> None:
    acts = f", actions: [{deed('do', change)}]" if change else ""
    g = table(
        goal(aim=aim, more=acts),
        story(3),
        NEXT,
        ROPE,
        figure("ogre", "enemy", 3),
        thing(5, banner="blue"),
        rule(6, "while: [{dice: 1}]"),
        law("while: [{dice: 1}]"),
        item("scrap", kind="shred"),
        hearts={"LARA": 1, "KEN": 0},
        at={"SID": "S", "LARA": "S", "KEN": "K"},
        sparks={"SID": 1},
        lying={"S": 1},
        items={"SID": ["rope"]},
        rules=["law"],
        wyrms=["X"],
        stunned=["L"],
        active="SID",
    )
    g = with_shreds(g, deck=["scrap"])
    g.figures["ogre"] = ("T", 3)
    g.sheet = structs.replace(g.sheet, keywords={"ASH": 1})
    match = play(g)
    assert match.state.goal == "I-2"
    assert answer(match, "use I-2 do" if change else "collect").goal == "I-4"


@pytest.mark.rule("WB-Q14")
def test_a_goal_about_rounds_is_met_when_the_round_begins() -> None:
    match = opened(chapter(story(1), goal(aim="round >= 2"), story(3), NEXT, end()))
    answer(match, "SID", "pass", "LARA", "pass")
    assert (match.state.goal, "goal met" in told(match)) == ("I-2", False)
    g = answer(match, "pass")
    assert (g.goal, g.round, "goal met" in told(match)) == ("I-4", 2, True)


@pytest.mark.rule("WB-Q14")
@pytest.mark.parametrize(("picked", "then"), [("left", "I-4"), ("right", "I-2")])
def test_a_goal_about_a_choice_is_met_when_the_choice_is_made(picked: str, then: str) -> None:
    fork = choice(6, column("left"), column("right"))
    look = f", actions: [{deed('look', '{reveal_card: I-6}')}]"
    g = table(goal(aim="chose(I-6, left)", more=look), story(3), NEXT, fork, active="SID")
    assert answer(play(g), "use I-2 look", f"I-6 {picked}").goal == then


@pytest.mark.rule("WB-Q14")
def test_a_goal_about_a_discarded_page_is_met_when_it_is_discarded() -> None:
    more = f", actions: [{deed('look', '{reveal_card: I-6}')}]"
    g = table(
        goal(aim="is_discarded(I-6)", more=more),
        story(3),
        NEXT,
        story(6, "{tell: Nothing happens.}"),
        active="SID",
    )
    assert answer(play(g), "use I-2 look").goal == "I-4"


@pytest.mark.rule("WB-Q15")
@pytest.mark.parametrize(
    ("instructions", "ending"),
    [("{count: done}, {destiny_down: 1}", "completed"), ("{destiny_down: 1}, {count: done}", "lost")],
)
def test_what_comes_first_of_the_goal_and_the_last_token_decides(instructions: str, ending: str) -> None:
    more = f", when: [{{on: enters, do: [{instructions}]}}]"
    match = play(table(goal(more=more), destiny=1, active="SID"))
    answer(match, "move T")
    assert outcome(match).ending == ending


@pytest.mark.rule("WB-Q15", "WB-Q14")
def test_if_the_last_token_itself_would_meet_the_goal_the_team_loses() -> None:
    more = ", when: [{on: enters, do: [{destiny_down: 1}]}]"
    match = play(table(goal(aim="destiny <= 0", more=more), destiny=1, active="SID"))
    answer(match, "move T")
    assert outcome(match).ending == "lost"


@pytest.mark.rule("WB-Q16")
def test_a_goal_may_have_only_players_phases_each_with_its_check() -> None:
    match = opened(chapter(story(1, "{count: x}"), goal(more=", phases: players"), end()))
    everybody_passes(match)
    assert (match.state.round, match.state.counters) == (2, {"x": 1})
    assert "enemies' phase" not in told(match)
    down = play(table(goal(more=", phases: players"), hearts={"KEN": 0}, step="round"))
    assert (down.state.destiny, down.state.hearts["KEN"]) == (4, down.state.most_hearts("KEN"))


@pytest.mark.rule("WB-Q16")
def test_a_goal_may_have_only_enemies_phases() -> None:
    aim = goal(
        aim="counter(waves) >= 3", more=", phases: enemies", enemies="{count: waves}, {damage: 1, to: SID}"
    )
    match = opened(chapter(story(1), aim, story(3), NEXT, end()))
    turn_pages(match)
    g = match.state
    assert (g.goal, g.counters["waves"], g.hearts["SID"]) == ("I-4", 3, g.most_hearts("SID") - 3)
    assert [what for what in told(match) if what.endswith("phase")] == ["enemies' phase"] * 3 + [
        "players' phase"
    ]
