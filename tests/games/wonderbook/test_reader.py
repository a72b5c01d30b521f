"""What a reader of the rules with the ledger beside them found, so that it stays mended."""

from __future__ import annotations

import pytest
from msgspec import structs

from foldtale.games.wonderbook import texts
from foldtale.games.wonderbook.rules.heroes import attach
from foldtale.testing import answer, asked, offered, outcome, turn_pages
from tests.games.wonderbook.given import BOARD, MAPS, WORDS, book, does, play

AT = {"SID": "S", "LARA": "L", "KEN": "K"}
END = f"- {{card: I-9, kind: end, title: End, text: {WORDS!r}, endings: [{{id: a, least: 1, most: 10, title: A, text: {WORDS!r}}}]}}\n"


def law(standing: str) -> str:
    return f"- {{card: law, kind: rule, title: Law, text: {WORDS!r}, {standing}}}\n"


def goal(number: int, aim: str, more: str = "") -> str:
    return (
        f"- {{card: I-{number}, kind: goal, title: Goal, text: {WORDS!r}, goal: '{aim}', then: next{more}}}\n"
    )


def story(number: int, do: str, then: str = "next") -> str:
    return f"- {{card: I-{number}, kind: story, title: Story, text: {WORDS!r}, do: [{do}], then: {then}}}\n"


@pytest.mark.rule("WB-Q12", "WB-Q16")
def test_a_goal_that_is_met_as_the_enemies_phase_begins_may_leave_no_enemies_phase() -> None:
    watch = law("when: [{on: enemies_phase_starts, do: [{count: nights}]}]")
    calls = MAPS + goal(1, "counter(nights) >= 1") + story(2, "begin_players_phase", "goal") + END + watch
    match = play(book(calls, goal="I-1", rules=["law"], step="enemies"))
    assert asked(match) == (-1, "turn")
    quiet = (
        MAPS + goal(1, "counter(nights) >= 1") + goal(2, "counter(x) >= 1", ", phases: players") + END + watch
    )
    match = play(book(quiet, goal="I-1", rules=["law"], step="enemies"))
    assert (asked(match), match.state.goal) == ((-1, "turn"), "I-2")
    assert "reveals" not in [line.get("tell") for line in match.story(0)]


@pytest.mark.rule("WB-Q12")
@pytest.mark.parametrize("order", ["end_players_phase", "begin_players_phase"])
def test_a_turn_ends_once_whatever_its_end_brings_about(order: str) -> None:
    cards = BOARD + law(f"when: [{{on: turn_ends, do: [{{count: ends}}, {order}]}}]")
    match = play(book(cards, map="players", at=AT, rules=["law"], active="SID"), "two-and-one")
    assert answer(match, "pass").counters["ends"] == 1


@pytest.mark.rule("WB-Q12")
def test_a_players_phase_can_only_be_ended_while_there_is_one() -> None:
    cards = MAPS + story(1, "end_players_phase") + goal(2, "counter(x) >= 1") + END
    match = play(book(cards, goal=""))
    assert asked(match) == (-1, "turn")


@pytest.mark.rule("WB-053", "WB-Q10")
def test_a_card_is_discarded_only_after_both_its_faces() -> None:
    flips = f"- {{card: I-3, kind: story, title: Three, text: {WORDS!r}, then: flip, back: {{text: {WORDS!r}, do: [{{count: back}}]}}}}\n"
    cards = MAPS + goal(1, "is_discarded(I-3)") + flips + goal(4, "counter(x) >= 1") + END
    g = does(book(cards, goal="I-1"), "[{reveal_card: I-3}, {count: after}]")
    assert (g.counters, g.goal) == ({"back": 1, "after": 1}, "I-4")


@pytest.mark.rule("WB-Q96")
def test_being_knocked_out_renews_no_limit() -> None:
    skill = f"{{title: Skill, text: {WORDS!r}, when: [{{on: spark_collected, limit: chapter, do: [{{gain_sparks: 1}}]}}]}}"
    cards = (
        BOARD
        + f"- {{card: up, kind: upgrade, hero: SID, handout: 11, title: Up, left: {skill}, right: {skill}}}\n"
    )
    g = book(cards, map="players", at=AT, lying={"S": 2}, skills={}, active="SID")
    g.sheet = structs.replace(g.sheet, sides={"up": "left"})
    attach(g, "SID", "up")
    once = answer(play(g), "collect")
    assert once.sparks["SID"] == 2
    again = does(once, "[{knock_out: SID}, {revive: SID}]")
    again.active, again.turn, again.step, again.actions = "SID", "on", "act", 1
    assert answer(play(again), "collect").sparks["SID"] == 3


def test_a_limited_action_that_is_declined_can_be_taken_later() -> None:
    deed = "{id: ring, say: Ring it now, free: true, limit: turn, do: [{may: [{count: rung}], id: do, say: Do it}]}"
    cards = BOARD + f"- {{card: bell, kind: item, title: Bell, text: {WORDS!r}, actions: [{deed}]}}\n"
    match = play(book(cards, map="players", at=AT, items={"SID": ["bell"]}, active="SID"))
    answer(match, "use bell ring", "no")
    assert "use bell ring" in offered(match)
    answer(match, "use bell ring", "bell do")
    assert "use bell ring" not in offered(match)


@pytest.mark.rule("WB-Q124", "WB-Q131")
def test_a_puzzle_on_the_back_of_a_card_speaks_to_the_hero_who_interacts() -> None:
    puzzle = "{sort: picture, among: [sun, moon], solution: [sun], success: [{gain_sparks: 1}]}"
    lamp = f"- {{card: I-4, kind: interaction, title: Lamp, text: {WORDS!r}, object: lamp, back: {{text: {WORDS!r}, puzzle: {puzzle}}}}}\n"
    horn = f"- {{card: horn, kind: item, title: Horn, text: {WORDS!r}, actions: [{{id: blow, say: Blow it, do: [{{extra_action: interact, who: KEN}}]}}]}}\n"
    g = book(
        BOARD + lamp + horn,
        map="players",
        at=AT,
        items={"SID": ["horn"]},
        stacks={"I-4": ["I-4"]},
        active="SID",
    )
    assert answer(play(g), "use horn blow", "interact I-4", "try sun").sparks == {
        "SID": 0,
        "LARA": 0,
        "KEN": 1,
    }


@pytest.mark.rule("WB-Q14")
def test_destiny_is_looked_at_after_every_single_flip() -> None:
    cards = MAPS + goal(1, "destiny = 4") + goal(2, "counter(x) >= 1") + END
    g = does(book(cards, goal="I-1"), "[{destiny_down: 2}]")
    assert (g.goal, g.destiny) == ("I-2", 3)


def test_a_puzzle_says_which_place_is_asked_for() -> None:
    puzzle = "{sort: order, among: [sun, moon], solution: [moon, sun], success: [{count: x}]}"
    cards = (
        MAPS
        + f"- {{card: I-1, kind: story, title: One, text: {WORDS!r}, puzzle: {puzzle}}}\n"
        + goal(2, "counter(y) >= 1")
        + END
    )
    match = play(book(cards, goal=""))
    assert asked(match) == (-1, "puzzle")
    assert match.ask is not None
    assert match.ask.about == (1,)
    answer(match, "try moon")


@pytest.mark.rule("WB-010", "WB-Q21")
def test_nothing_that_was_not_read_yet_is_known_by_its_words() -> None:
    hidden = (
        f"- {{card: I-4, kind: item, title: The hidden thing, text: {WORDS!r}, while: [{{actions: 1}}]}}\n"
    )
    cards = BOARD + hidden
    match = play(book(cards, goal=""))
    assert "The hidden thing" not in texts(match.state).values()
    assert "All" not in texts(match.state).values()
    assert texts(match.state)["I-1.title"] == "One"
    assert "I-2.title" not in texts(match.state)


def test_another_goal_that_comes_up_when_one_is_met_comes_up_once() -> None:
    calls = ", when: [{on: goal_met, do: [{set_goal: I-3}]}]"
    count = ", when: [{on: turn_starts, do: [{count: starts}]}]"
    cards = (
        MAPS
        + goal(1, "counter(done) >= 1", calls)
        + story(2, "{count: read}")
        + goal(3, "counter(x) >= 1", count)
        + END
    )
    g = does(book(cards, goal="I-1"), "[{count: done}]")
    assert (g.goal, g.discard, g.counters) == ("I-3", ("I-1",), {"done": 1})
    assert answer(play(g), "SID").counters["starts"] == 1


@pytest.mark.rule("WB-Q67")
def test_a_hit_that_a_card_cancels_has_no_effect_besides() -> None:
    ogre = f"- {{card: ogre, kind: enemy, title: Ogre, text: {WORDS!r}, hearts: 3, instead: [{{of: figure_damaged, if: card is ogre, do: [cancel]}}]}}\n"
    at = {"TINA": "S", "SID": "S", "KEN": "K"}
    g = book(
        BOARD + ogre,
        heroes=["TINA", "SID", "KEN"],
        map="players",
        at=at,
        hearts={"SID": 2, "TINA": 1},
        active="TINA",
    )
    match = play(does(g, "[{create_enemy: ogre, area: S}]"), "S S")
    assert answer(match, "attack").hearts["SID"] == 2


def test_what_lasts_for_an_action_lasts_beyond_an_additional_one_inside_it() -> None:
    do = "[{for: action, while: [{through_walls: 1, who: self}]}, {extra_action: collect}, {walk: 1}]"
    key = f"- {{card: key, kind: item, title: Key, text: {WORDS!r}, actions: [{{id: turn, say: Turn it, do: {do}}}]}}\n"
    g = book(
        BOARD + key,
        map="players",
        at={**AT, "SID": "K"},
        lying={"K": 1},
        items={"SID": ["key"]},
        active="SID",
    )
    match = play(g)
    answer(match, "use key turn", "collect")
    assert "move L" in offered(match)
    after = answer(match, "move X")
    assert [source.card for source in after.force.sources if source.until] == []


@pytest.mark.rule("WB-002", "WB-180")
def test_a_lost_chapter_scores_nothing_for_anybody() -> None:
    match = play(book(map="players", at=AT, hearts={"SID": 0}, destiny=1, step="round"))
    assert (outcome(match).ending, outcome(match).winners, outcome(match).scores) == ("lost", (), (0, 0, 0))


@pytest.mark.rule("WB-Q131")
def test_a_text_that_speaks_to_you_between_turns_speaks_to_whom_the_group_names() -> None:
    cards = BOARD + law("when: [{on: players_phase_starts, do: [{gain_sparks: 1}]}]")
    m = play(book(cards, rules=["law"], at=AT, step="round"))
    assert (asked(m).topic, offered(m)) == ("who", ["SID", "LARA", "KEN"])
    answer(m, "LARA")
    assert m.state.sparks == {"SID": 0, "LARA": 1, "KEN": 0}


def test_who_acts_in_a_text_is_not_asked_for() -> None:
    text = "when: [{on: players_phase_starts, do: [{each: heroes, acts: it, do: [{gain_sparks: 1}]}]}]"
    m = play(book(BOARD + law(text), rules=["law"], at=AT, step="round"))
    assert (asked(m).topic, m.state.sparks) == ("turn", {"SID": 1, "LARA": 1, "KEN": 1})


@pytest.mark.rule("WB-Q138")
def test_a_goal_that_is_met_comes_before_what_cards_do_about_the_same_event() -> None:
    seen = law("when: [{on: destiny_flipped, do: [{if: counter(after) = 1, then: [{count: order}]}]}]")
    first = goal(1, "destiny >= 6")
    cards = MAPS + first + story(2, "{count: after}") + goal(3, "counter(never) >= 1") + END + seen
    g = does(book(cards, at=AT, goal="I-1", rules=["law"]), "[{destiny_up: 1}]")
    assert (g.goal, g.counters) == ("I-3", {"after": 1, "order": 1})


@pytest.mark.rule("WB-Q139")
def test_instructions_of_a_met_goal_are_finished() -> None:
    enemies = ", enemies: [{count: met}, {count: rest}]"
    cards = MAPS + goal(1, "counter(met) >= 1", enemies) + goal(2, "counter(never) >= 1") + END
    m = play(book(cards, at=AT, goal="I-1", step="enemies"))
    turn_pages(m)
    assert (m.state.goal, m.state.counters) == ("I-2", {"met": 1, "rest": 1})
