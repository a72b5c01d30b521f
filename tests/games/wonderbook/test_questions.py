"""Wonder Book: what a question says, so that whoever reads it for the first time knows what is meant."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.content import LIBRARY
from foldtale.kernel import Match
from foldtale.kernel.scene import Card, Choice, Counter, pieces
from foldtale.testing import answer, told_of
from tests.games.wonderbook.given import BOARD, QUIET, WORDS, book, everybody, ken, lara, play, sid, tina
from tests.games.wonderbook.pages import law, tool
from tests.games.wonderbook.tiny import lead, sit_down


def prompt(match: Match) -> str:
    scene = match.scene(0)
    assert scene.ask is not None
    return scene.ask.prompt


def option(match: Match, key: str) -> Choice:
    assert match.ask is not None
    scene = match.scene(match.ask.answers)
    assert scene.ask is not None
    return next(choice for choice in scene.ask.choices if choice.key == key)


# Choosing Heroes


@pytest.mark.usefixtures("tiny")
def test_a_single_player_is_told_to_choose_two_heroes_and_which_one_it_is() -> None:
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


# Turns and targets


def test_it_is_said_when_a_turn_begins_goes_on_and_comes_to_its_end() -> None:
    match = play(
        book(heroes=("SID", "LARA"), players=1, map="players", at={"SID": "S", "LARA": "S"}, active="SID")
    )
    said = [prompt(match)]
    for key in ("move T", "move S"):
        answer(match, key)
        said.append(prompt(match))
    answer(match, "pass")
    assert said == ["Your turn begins. What do you do?", "What do you do next?", "What do you do last?"]
    assert prompt(match) == "Your turn begins. What do you do?"
    scene = match.scene(0)
    assert scene.ask is not None
    assert scene.ask.note == "Lara"
    assert [panel.name for panel in scene.seats if panel.active] == ["Lara"]


def test_what_is_left_of_a_hit_is_asked_for_by_another_question() -> None:
    match = play(sid(wyrms=["S", "T"], stunned=["S"]), "S S")
    answer(match, "attack")
    assert prompt(match) == "Whom do you hit?"
    answer(match, "S stunned")
    assert prompt(match) == "There is something left of that. Whom else do you hit?"


def test_whom_else_lara_strikes_is_asked_for_by_another_question() -> None:
    match = play(lara(at=everybody("S"), wyrms=["S", "S"], stunned=["S"]), "S")
    answer(match, "attack", "S stunned")
    assert prompt(match) == "Each hit strikes two. Whom else?"


def test_a_pick_says_what_comes_of_it() -> None:
    match = play(tina(sparks={"TINA": 1}, hearts={"SID": 1, "TINA": 1}))
    answer(match, "use TINA skill")
    assert prompt(match) == "Which one? That hero recovers 2 Hearts."


# What an option says


def test_a_skill_says_in_plain_words_what_it_does() -> None:
    match = play(sid(wyrms=["S"], sparks={"SID": 1}))
    far_sight = option(match, "use SID skill")
    assert (far_sight.label, far_sight.note) == (
        "Far Sight",
        "1 Spark: hit a Wyrm up to two areas away.",
    )
    (card,) = [piece for piece in pieces(match.scene(0)) if piece.id == "skill SID"]
    assert isinstance(card, Card)
    assert card.lines == (far_sight.note,)
    assert card.fine[0].startswith("You spend 1 Spark, and then: choose one of the Wyrms")


@pytest.mark.usefixtures("tiny")
def test_a_hero_card_says_in_plain_words_what_a_hero_can_do() -> None:
    match = lead(sit_down(players=1), until="hero")
    cards = {card.title: card.lines for card in match.scene(0).elements if isinstance(card, Card)}
    assert cards["Ken"][-2:] == (
        "6 Hearts. Attack: 3 dice, in your own area. After a hit you may push the Wyrm next door.",
        "Skill: Home Run. 1 Spark: send a Wyrm in your area home.",
    )


@pytest.mark.parametrize("ident", LIBRARY.contents("wonderbook", 1).upgrades.values())
def test_every_upgrade_says_in_plain_words_what_one_can_learn(ident: str) -> None:
    chapter = LIBRARY.contents("wonderbook", 1)
    for side in ("left", "right"):
        skill = chapter.skill(ident, side)
        assert chapter.texts[f"choose {ident} {side}"] == f"{skill.title}. {skill.gist}"


def test_an_enemy_is_called_by_the_title_of_its_card() -> None:
    g = sid(
        QUIET + f"\n- {{card: ogre, kind: enemy, title: The ogre, text: {WORDS!r}, hearts: 3}}\n", wyrms=["S"]
    )
    g.figures["ogre"] = ("S", 3)
    g.pages = g.pages.known("ogre front")
    match = play(g, "S S")
    answer(match, "attack")
    assert option(match, "ogre").label == "The ogre"


def test_pushing_away_is_not_about_the_hero_who_pushes() -> None:
    match = play(ken(at=everybody("S"), wyrms=["S"]), "S F F")
    answer(match, "attack", "keep")
    assert option(match, "KEN push").touches == ()


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
    assert option(match, "use I-2 light").touches == ("object lamp",)
    assert option(match, "use I-2 hum").touches == ("figure ogre",)


def test_a_lamp_elsewhere_is_not_touched() -> None:
    g = book(LAMPS, map="players", at={"SID": "S", "LARA": "S", "KEN": "S"}, active="SID")
    assert option(play(g), "use I-2 light").touches == ()


@pytest.mark.parametrize(("danger", "is_danger"), [("", False), ("danger: true, ", True)])
def test_what_bodes_ill_is_counted_as_a_danger(danger: str, is_danger: bool) -> None:
    g = book(QUIET + law(f"{danger}shows: waits, of: 3"), map="players", rules=["law"], active="SID")
    (counter,) = [piece for piece in pieces(play(g).scene(0)) if piece.id == "count waits"]
    assert isinstance(counter, Counter)
    assert counter.danger == is_danger


# What a Wyrm card does


@pytest.mark.parametrize("ident", [*LIBRARY.contents("wonderbook", 1).wyrm_cards, "I-30"])
def test_every_wyrm_card_says_in_plain_words_what_it_does(ident: str) -> None:
    chapter = LIBRARY.contents("wonderbook", 1)
    assert chapter.body(ident).gist
    assert chapter.texts[f"{ident}.gist"] == chapter.body(ident).gist
    assert chapter.texts[f"{ident}.does"]


def test_a_wyrm_card_that_is_turned_up_is_told_in_plain_words() -> None:
    g = book(map="enemies", at={"SID": "P", "LARA": "P", "KEN": "P"}, step="enemies")
    match = play(g, "rollcall", "two-and-one")
    (first, *_) = told_of(match, "reveals")
    assert first == ["rollcall", "Stunned Wyrms get up, one more comes, and another card is turned up."]
