"""Wonder Book: what a question says, so that whoever reads it for the first time knows what is meant."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match
from foldtale.kernel.scene import Counter, pieces
from tests.games.wonderbook.given import BOARD, QUIET, WORDS, answer, book, play, sid
from tests.games.wonderbook.pages import law, tool
from tests.games.wonderbook.tiny import lead, sit_down


def prompt(match: Match) -> str:
    scene = match.scene(0)
    assert scene.ask is not None
    return scene.ask.prompt


def touched(match: Match, key: str) -> tuple[str, ...]:
    scene = match.scene(0)
    assert scene.ask is not None
    return next(choice.touches for choice in scene.ask.choices if choice.key == key)


# Choosing Heroes


@pytest.mark.usefixtures("tiny")
def test_whoever_plays_alone_is_told_to_choose_two_heroes_and_which_it_is() -> None:
    match = lead(sit_down(players=1), until="hero")
    assert prompt(match) == "You lead two Heroes. Who is the first?"
    match.answer("KEN")
    assert prompt(match) == "Ken comes along. Who is your second Hero?"


@pytest.mark.usefixtures("tiny")
def test_at_a_table_of_two_each_is_asked_for_one_hero() -> None:
    match = lead(sit_down(players=2), until="hero")
    assert prompt(match) == "Whom do you play?"


# The reroll


def test_a_reroll_of_an_attack_says_what_hits_are_worth() -> None:
    match = play(sid(wyrms=["S"]), "S F")
    answer(match, "attack")
    assert prompt(match).startswith("1 hit with 2 dice. One stuns a Wyrm, two send it home.")


def test_with_an_enemy_in_reach_the_reroll_speaks_of_its_hearts() -> None:
    g = sid(
        QUIET + f"\n- {{card: ogre, kind: enemy, title: Ogre, text: {WORDS!r}, hearts: 3}}\n", wyrms=["S"]
    )
    g.figures["ogre"] = ("S", 3)
    match = play(g, "F F")
    answer(match, "attack")
    assert "Each takes a Heart from an enemy" in prompt(match)


def horn(fail: str) -> Match:
    """Sid blows a horn: two dice, of which two must be Successes."""
    do = f"[{{challenge: 2, needed: 2, success: [{{gain_sparks: 1}}]{fail}}}]"
    match = play(sid(QUIET + tool("horn", do), items={"SID": ["horn"]}), "S F")
    answer(match, "use horn work")
    return match


def test_a_reroll_of_a_challenge_says_what_is_needed_and_what_failing_costs() -> None:
    match = horn(", fail: [{tell: Oh dear.}, {damage: 1}]")
    assert prompt(match).startswith("1 Success so far, and you need 2. If it fails: deal 1 damage to you.")
    assert "Oh dear" not in prompt(match)


def test_a_reroll_of_a_challenge_that_costs_nothing_says_so() -> None:
    assert prompt(horn("")).startswith("1 Success so far, and you need 2, or it comes to nothing.")


def test_a_reroll_that_nobody_needs_says_that_it_is_enough() -> None:
    do = "[{challenge: 2, needed: 1, success: [{gain_sparks: 1}]}]"
    match = play(sid(QUIET + tool("horn", do), items={"SID": ["horn"]}), "S F")
    answer(match, "use horn work")
    assert prompt(match).startswith("1 Success: that will do.")


# What an option is about


LAMPS = BOARD.replace(
    "vortex: [V], then",
    "vortex: [V], actions: [{id: light, say: Light the lamp, objects: [lamp], do: [{count: lit}]},"
    " {id: hum, say: Hum to it, enemy: ogre, do: [{count: hums}]}], then",
) + (f"\n- {{card: ogre, kind: enemy, title: Ogre, text: {WORDS!r}, hearts: 3}}\n")


def test_a_special_action_touches_the_object_where_the_hero_stands_and_the_enemy() -> None:
    g = book(LAMPS, map="players", at={"SID": "K", "LARA": "S", "KEN": "S"}, active="SID")
    g.figures["ogre"] = ("X", 3)
    match = play(g)
    assert touched(match, "use I-2 light") == ("object lamp",)
    assert touched(match, "use I-2 hum") == ("figure ogre",)


def test_a_lamp_elsewhere_is_not_touched() -> None:
    g = book(LAMPS, map="players", at={"SID": "S", "LARA": "S", "KEN": "S"}, active="SID")
    assert touched(play(g), "use I-2 light") == ()


@pytest.mark.parametrize(("danger", "is_danger"), [("", False), ("danger: true, ", True)])
def test_what_bodes_ill_is_counted_as_a_danger(danger: str, is_danger: bool) -> None:
    g = book(QUIET + law(f"{danger}shows: waits, of: 3"), map="players", rules=["law"], active="SID")
    (counter,) = [piece for piece in pieces(play(g).scene(0)) if piece.id == "count waits"]
    assert isinstance(counter, Counter)
    assert counter.danger == is_danger
