"""Wonder Book: Hero cards, what a skill costs, and when it can be used."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match
from foldtale.kernel.scene import Card, Counter, Panel, Row
from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import LARA, QUIET, SPARKS, book, carried_out, play, sid
from tests.games.wonderbook.pages import upgrade


def panel_of(match: Match, seat: int) -> Panel:
    (panel,) = [panel for panel in match.scene(0).seats if panel.seat == seat]
    return panel


def counter_of(match: Match, seat: int, name: str) -> Counter:
    (counter,) = [
        thing for thing in panel_of(match, seat).things if isinstance(thing, Counter) and thing.name == name
    ]
    return counter


def skills_of(match: Match, seat: int) -> list[Card]:
    (row,) = [
        thing
        for thing in panel_of(match, seat).things
        if isinstance(thing, Row) and thing.id.startswith("skills")
    ]
    return [card for card in row.things if isinstance(card, Card)]


@pytest.mark.rule("WB-037")
@pytest.mark.parametrize("hero", HEROES)
def test_a_hero_card_states_attack_hearts_one_skill_and_the_reroll(hero: str) -> None:
    g = book(
        heroes=[hero, *[h for h in HEROES if h != hero]],
        map="players",
        at={hero: "S"},
        wyrms=["S"],
        active=hero,
    )
    card = g.chapter.body(hero)
    match = play(g, " ".join(["F"] * card.attack.dice))
    hearts = counter_of(match, 0, "Hearts")
    assert (hearts.count, hearts.of) == (card.hearts, card.hearts)
    assert [skill.title for skill in skills_of(match, 0)] == [card.skill.title]
    note = panel_of(match, 0).note
    assert note is not None
    assert note.rule == "WB-109"
    answer(match, "attack")
    assert len(match.state.dice) == card.attack.dice
    answer(match, "keep")
    assert panel_of(match, 0).note is not None


@pytest.mark.rule("WB-038")
def test_special_effects_of_an_attack_come_only_with_a_hit() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["L"], active="KEN")
    match = play(g, "F F F", "S F F")
    answer(match, "attack", "keep")
    assert (asked(match).topic, match.state.stunned[0]) == ("action", False)
    answer(match, "attack", "keep")
    assert match.state.stunned[0]
    assert asked(match) == (2, "may")


def ready(sparks: int) -> Book:
    """Everybody stands together, a little hurt, with a Wyrm among them: any starting skill would do something."""
    return book(
        heroes=HEROES,
        map="players",
        at=dict.fromkeys(HEROES, "S"),
        hearts=dict.fromkeys(HEROES, 2),
        sparks=dict.fromkeys(HEROES, sparks),
        wyrms=["S"],
    )


@pytest.mark.rule("WB-044", "WB-045")
@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_begins_with_one_skill_that_needs_a_spark(hero: str) -> None:
    without = play(ready(0))
    answer(without, hero)
    assert offered(without, "use ") == []
    match = play(ready(1))
    answer(match, hero)
    assert offered(match, "use ") == [f"use {hero} skill"]
    g = answer(match, f"use {hero} skill")
    assert (g.sparks[hero], g.spark_supply) == (0, SPARKS - 3)


SHARPER = QUIET + upgrade("do: [{gain_sparks: 1}]", "while: [{attack_dice: 1, who: self}]")


@pytest.mark.rule("WB-044")
def test_more_skills_can_be_unlocked_later() -> None:
    g = sid(SHARPER)
    match = carried_out(g, "[{gain_upgrades: 12}]", answers=["choose up left"])[1]
    assert match.state.skills["SID"] == (("SID", "skill"), ("up", "left"))


@pytest.mark.rule("WB-Q30", "WB-Q31")
def test_a_skill_without_a_price_costs_an_action_and_can_be_used_again() -> None:
    g = sid(SHARPER, skills={"SID": [("up", "left")]})
    match = play(g)
    for left in (2, 1):
        g = answer(match, "use up left")
        assert (g.active, g.actions) == ("SID", left)
    g = answer(match, "use up left")
    assert (g.active, g.sparks["SID"]) == ("", 3)


@pytest.mark.rule("WB-Q30")
def test_a_skill_that_is_always_in_force_costs_neither_an_action_nor_a_spark() -> None:
    g = sid(SHARPER, skills={"SID": [("up", "right")]}, wyrms=["S"])
    dice = g.chapter.attack("SID").dice + 1
    match = play(g, " ".join(["S"] * dice))
    assert "use up right" not in offered(match)
    g = answer(match, "attack")
    assert (len(g.dice), g.actions, g.sparks["SID"]) == (dice, 2, 0)


@pytest.mark.rule("WB-Q31")
def test_a_skill_can_be_used_as_often_as_its_spark_can_be_paid() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["L", "L", "L"], sparks={"KEN": 2}, active="KEN")
    match = play(g)
    answer(match, "use KEN skill")
    assert "use KEN skill" in offered(match)
    g = answer(match, "use KEN skill")
    assert (g.sparks["KEN"], len(g.wyrms_in("L"))) == (0, 1)
    assert (g.actions, "use KEN skill" in offered(match)) == (1, False)


@pytest.mark.rule("WB-Q32")
def test_a_skill_that_would_do_nothing_cannot_be_used() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["X"], sparks={"KEN": 2}, active="KEN")
    assert "use KEN skill" not in offered(play(g))
    g.wyrm_at[0] = "L"
    assert "use KEN skill" in offered(play(g))


@pytest.mark.rule("WB-122")
def test_a_skill_is_paid_for_and_then_resolved() -> None:
    m = play(sid(sparks={"LARA": 1}, active="LARA"))
    assert answer(m, "use LARA skill").sparks["LARA"] == 0
    assert asked(m) == (LARA, "pick")
    assert answer(m, "KEN").at["LARA"] == "K"


@pytest.mark.rule("WB-Q30")
def test_a_skill_that_answers_to_something_costs_neither_action_nor_spark() -> None:
    cards = QUIET + upgrade("when: [{on: enters, if: who is self, do: [{count: steps}]}]")
    m = play(sid(cards, skills={"SID": [("up", "left")]}, sparks={"SID": 1}))
    assert offered(m) == ["move T", "move L", "pass"]
    g = answer(m, "move T")
    assert (g.counters, g.sparks["SID"], g.actions) == ({"steps": 1}, 1, 2)


@pytest.mark.rule("WB-Q31")
def test_a_skill_may_be_used_again_as_long_as_it_can_be_paid() -> None:
    m = play(sid(sparks={"LARA": 2}, active="LARA"))
    answer(m, "use LARA skill", "KEN", "pass", "use LARA skill", "SID", "pass")
    assert m.state.at == {"SID": "K", "LARA": "S", "KEN": "L"}
    assert m.state.actions == 1
    assert "use LARA skill" not in offered(m)


@pytest.mark.rule("WB-Q32")
@pytest.mark.parametrize(
    "nothing",
    [
        "{recover: 1}",
        "{gain_sparks: 1}",
        "{place_sparks: 1, area: S}",
        "{destiny_up: 1}",
        "{move_to: S}",
        "{pick: wyrms, do: [{stun: it}]}",
    ],
)
def test_a_skill_that_would_do_nothing_is_not_offered(nothing: str) -> None:
    g = sid(
        QUIET + upgrade(f"do: [{nothing}]"),
        skills={"SID": [("up", "left")]},
        destiny=10,
        lying={"K": 17},
        stunned=["T"],
    )
    assert "use up left" not in offered(play(g))
