"""Wonder Book: each thing happens as far as the rules go, once, and no further."""

from __future__ import annotations

import pytest
from msgspec import structs

from foldtale.games.wonderbook.state import DISCARD, HELD_BY
from foldtale.kernel import Match
from foldtale.testing import answer, offered, told, told_of
from tests.games.wonderbook.given import carried_out, does, everybody_passes, play, wyrms
from tests.games.wonderbook.pages import (
    ROPE,
    chapter,
    choice,
    column,
    end,
    figure,
    goal,
    item,
    law,
    opened,
    story,
    table,
    thing,
    with_shreds,
    with_wyrm_cards,
)
from tests.games.wonderbook.tiny import due, lead, lose, sit_down, win
from tests.games.wonderbook.yards.triggers import with_card

pytestmark = pytest.mark.usefixtures("tiny")

OGRE = figure("ogre", "enemy", 1)


# Fights


@pytest.mark.rule("WB-137")
def test_what_an_enemy_did_not_need_is_left_over_and_no_more() -> None:
    g = table(OGRE, wyrms=["S"], active="SID")
    g.figures["ogre"] = ("S", 1)
    match = play(g, "S S")
    assert wyrms(answer(match, "attack", "ogre", "S standing")) == ["S stunned"]


@pytest.mark.rule("WB-Q61")
def test_how_many_hearts_an_enemy_has_left_is_told() -> None:
    g = table(figure("ogre", "enemy", 3), active="SID")
    g.figures["ogre"] = ("S", 3)
    match = play(g, "S F")
    answer(match, "attack", "keep")
    assert told_of(match, "figure loses hearts") == [["ogre", 1, 2]]


def test_who_is_knocked_out_by_declaring_an_attack_rolls_nothing() -> None:
    g = table(
        law("when: [{on: attack_declared, do: [{knock_out: SID}]}]"), rules=["law"], wyrms=["S"], active="SID"
    )
    match = play(g)
    answer(match, "attack")
    assert "rolls" not in told(match)


@pytest.mark.rule("WB-Q67")
def test_an_attack_that_a_card_makes_harmless_is_no_hit() -> None:
    says = "instead: [{of: figure_damaged, do: [cancel]}], when: [{on: hit, do: [{count: hits}]}]"
    g = table(OGRE, law(says), rules=["law"], active="SID")
    g.figures["ogre"] = ("S", 1)
    after = answer(play(g, "S S"), "attack")
    assert (after.figures["ogre"], after.counters) == (("S", 1), {})


@pytest.mark.rule("WB-173")
def test_damage_to_a_hero_who_lies_there_is_not_turned_on_another() -> None:
    says = "instead: [{of: hero_damaged, do: [{change: who, to: LARA}]}]"
    g = table(law(says), rules=["law"], hearts={"KEN": 0})
    before = g.hearts["LARA"]
    assert does(g, "[{damage: 1, to: KEN}]").hearts["LARA"] == before


@pytest.mark.rule("WB-155")
def test_one_wyrm_after_the_other_goes_to_the_next_vortex() -> None:
    g = table(goal(more=", vortex: [S, T, X]"))
    assert sorted(wyrms(does(g, "[{spawn: 2}]"))) == ["S standing", "T standing"]


# Turns and phases


def test_a_turn_without_anything_to_do_ends_once() -> None:
    g = table(law("when: [{on: turn_ends, do: [{count: ended}]}]"), rules=["law"], active="SID", actions=0)
    assert answer(play(g)).counters == {"ended": 1}


def test_what_lasts_for_an_enemies_phase_is_over_in_the_next_players_phase() -> None:
    match = play(table(goal(enemies="{for: phase, while: [{actions: 1}]}")))
    everybody_passes(match)
    assert answer(match, "SID").actions == 3


@pytest.mark.rule("WB-Q53")
def test_a_card_about_something_else_gives_an_interaction_no_reach() -> None:
    g = with_card("while: [{actions: 1}]", active="SID", stacks={"I-7": ["I-7"]})
    assert "interact I-7" not in offered(play(g))


# What changes nothing is not told of


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[{recover: 1, to: SID}]", "recovers hearts"),
        ("[{gain_sparks: 0, to: SID}]", "gains sparks"),
        ("[{lose_sparks: 1, who: SID}]", "loses sparks"),
        ("[{discard_item: scrap}]", "is discarded"),
    ],
)
def test_what_changes_nothing_is_not_told_of(text: str, line: str) -> None:
    g = with_shreds(table(item("scrap", kind="shred")), deck=["scrap"])
    assert line not in told(carried_out(g, text)[1])


@pytest.mark.parametrize(
    ("text", "line", "about"),
    [
        ("[{erase: ASH}]", "erases", ["ASH"]),
        ("[{remove_sparks: 2, area: S}]", "sparks vanish", [1, "S"]),
        ("[{pass_item: rope, to: LARA}]", "gives", ["SID", "rope", "LARA"]),
    ],
)
def test_what_is_undone_or_handed_on_is_told_of(text: str, line: str, about: list[object]) -> None:
    g = table(ROPE, items={"SID": ["rope"]}, lying={"S": 1})
    g.sheet = structs.replace(g.sheet, keywords={"ASH": 1})
    assert told_of(carried_out(g, text)[1], line) == [about]


@pytest.mark.rule("WB-143")
def test_who_declines_to_give_is_told_of() -> None:
    g = table(ROPE, items={"SID": ["rope"]}, at={"SID": "S", "LARA": "S", "KEN": "K"}, active="LARA")
    match = play(g)
    answer(match, "take rope SID", "no")
    assert told_of(match, "declines") == [["SID", "rope"]]


# Shreds and Wyrm cards


@pytest.mark.rule("WB-076")
def test_the_shred_that_was_drawn_is_the_one_told_of() -> None:
    g = table(item("scrap", kind="shred"), item("rag", kind="shred"))
    _, match = carried_out(with_shreds(g, ["rag"], {"SID": ["scrap"]}), "[{draw_shred: 1, who: SID}]")
    assert told_of(match, "draws a shred") == [["SID", "rag"]]


@pytest.mark.rule("WB-198")
def test_a_shred_goes_from_hand_to_hand_or_on_its_pile() -> None:
    g = with_shreds(table(item("scrap", kind="shred")), held={"SID": ["scrap"]})
    rows = does(g.copy(), "[{gain_item: scrap, who: KEN}]").shred_cards.rows
    assert (rows[HELD_BY["SID"]], rows[HELD_BY["KEN"]]) == ((), ("scrap",))
    after, match = carried_out(g, "[{discard_item: scrap}]")
    assert (after.shred_cards.rows[DISCARD], told_of(match, "is discarded")) == (("scrap",), [["scrap"]])


@pytest.mark.rule("WB-153")
def test_a_shuffled_discard_pile_lies_among_the_cards_of_the_deck() -> None:
    top, below = table().wyrm_cards.layers[0][:2]
    g = with_wyrm_cards(table(), below)
    g.wyrm_cards.put(top, DISCARD)
    layers = does(g, "[{shuffle: wyrm}]").wyrm_cards.layers
    assert [sorted(layer) for layer in layers] == [sorted([top, below])]


# Pages


@pytest.mark.rule("WB-015")
def test_a_page_lies_open_alone_until_it_is_read() -> None:
    match = opened(chapter(story(1, back="{count: x}", then="flip"), goal(), end()))
    seen = []
    while match.ask is not None and match.ask.topic == "page":
        page = match.scene(0).page
        seen.append((match.state.pages.open, page is not None and page.alone))
        match.answer("read")
    assert seen == [(("I-1", "front"), True), (("I-1", "back"), True), (("I-2", "front"), True)]
    assert not match.state.pages.reading
    assert told_of(match, "reads") == [["I-1"], ["I-2"]]
    assert told_of(match, "reads on") == [["I-1"]]


@pytest.mark.rule("WB-015", "WB-060")
def test_a_page_is_alone_while_it_asks_for_a_choice_and_not_while_its_text_is_followed() -> None:
    asks = "{pick: heroes, do: [{gain_sparks: 1, to: it}]}"
    fork = choice(1, column("left", "{tell: A bell rings.}, " + asks), column("right"))
    match = opened(chapter(fork, goal(), end()))
    alone = []
    for key in ("read", "I-1 left", "read", "LARA", "read", "read"):
        page = match.scene(0).page
        alone.append((asked_topic(match), page is not None and page.alone))
        match.answer(key)
    assert alone == [
        ("page", True),
        ("choice", True),
        ("page", True),
        ("pick", False),
        ("page", True),
        ("page", True),
    ]
    assert (asked_topic(match), match.state.pages.reading) == ("turn", False)


def asked_topic(match: Match) -> str:
    assert match.ask is not None
    return match.ask.topic


@pytest.mark.rule("WB-140")
def test_after_an_interaction_the_goal_lies_open_again() -> None:
    g = table(thing(5), stacks={"red": ["I-5"]}, at={"SID": "K", "LARA": "L", "KEN": "K"}, active="SID")
    assert answer(play(g), "interact I-5").pages.open == ("I-2", "front")


# From Chapter to Chapter


@pytest.mark.rule("WB-003", "WB-203")
@pytest.mark.parametrize(("number", "rule", "roman"), [(1, "WB-003", "I"), (2, "WB-203", "II")])
def test_heroes_are_chosen_by_the_rule_of_the_chapter(number: int, rule: str, roman: str) -> None:
    match = lead(sit_down(due(number)), until="hero")
    assert match.ask is not None
    assert (match.ask.rule, match.ask.about) == (rule, ())
    assert told_of(match, "chapter") == [[roman]]


@pytest.mark.rule("WB-003")
def test_who_plays_alone_is_asked_for_a_first_and_a_second_hero() -> None:
    match = lead(sit_down(players=1), until="hero")
    assert match.ask is not None
    assert match.ask.about == ("first",)
    match.answer("SID")
    lead(match, until="hero")
    assert match.ask is not None
    assert match.ask.about == ("second", "SID")


def test_a_completed_chapter_writes_who_played_and_forgets_lost_attempts() -> None:
    lost = lose(None)
    record = win(lost)
    assert (lost.attempts, record.attempts) == (1, 0)
    assert record.heroes == ("SID", "LARA")
    assert len(record.endings) == 1 and record.endings[0]
