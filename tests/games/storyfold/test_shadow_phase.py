"""The Shadow Phase: Creatures, then the Shadow Pawn; and the windows in which something can be used."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import DISCARD, Wood
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, refuses
from tests.games.storyfold.given import STORYFOLD, crystals, play, wood, written
from tests.games.storyfold.test_crystals import apple_that, book

HOLDING: dict[str, Any] = {"spaces": ["apple", "bread", "candle", "drum"], "kept": ["lamp"]}
"""A Blessing for any time, one between Actions, one after a roll, one before an activation; a kept card."""
AT_DUSK = (
    "Filling., use: [{gain_crystals: 1}], timing: between",
    "Filling., use: [{gain_spirit: 1}], timing: shadow",
)
"""A Bread for the Shadow Phase."""
SET = ("eye: {name: Eye, do: [{draw_creature: 1}]}", "eye: {name: Eye, do: [{set_spirit: 5}]}")
"""An Eye after which Spirit is 5."""


def dark(river: str = "I H E G", *falls: object, **facts: Any) -> Match:
    """The Luma Phase has just been ended; a Lamp, or an Apple that does something, keeps every window open."""
    keeps = {"spaces": ["apple"]} if "content" in facts else {"kept": ["lamp"]}
    facts = {"shadow": 6, "brom": "out", **keeps, **facts}
    return answered(play(wood(river, **facts), *falls), "end phase", "go on")


def ended(river: str, *falls: object, **facts: Any) -> Wood:
    """After a whole Shadow Phase in which nobody could use anything."""
    facts = {"shadow": 6, "brom": "out", **facts}
    return answer(play(wood(river, **facts), *falls), "end phase")


# The two steps


@pytest.mark.rule("SF-078")
def test_creatures_come_before_the_shadow_pawn() -> None:
    match = dark("vole I H E G")
    seen = [(match.state.spirit, match.state.shadow)]
    for _ in range(2):
        answer(match, "go on")
        seen.append((match.state.spirit, match.state.shadow))
    assert seen == [(8, 6), (7, 6), (7, 5)]


@pytest.mark.rule("SF-079")
def test_creatures_activate_from_left_to_right() -> None:
    match = dark("I bull H wisp E G vole", light=4)
    seen = []
    for _ in range(3):
        answer(match, "go on")
        seen.append((match.state.spirit, match.state.light))
    assert seen == [(5, 4), (5, 5), (4, 5)]


@pytest.mark.rule("SF-080")
@pytest.mark.parametrize(("creature", "left"), [("wisp", 8), ("vole", 7), ("hare", 6), ("bull", 5)])
def test_a_creature_takes_the_spirit_printed_on_it(creature: str, left: int) -> None:
    assert ended(f"{creature} I H E G").spirit == left


@pytest.mark.rule("SF-081")
def test_a_stunned_creature_takes_nothing_and_loses_its_token() -> None:
    g = ended("bull I H E G", stunned=["bull"])
    assert (g.spirit, g.stunned) == (8, ())


@pytest.mark.rule("SF-082")
@pytest.mark.parametrize(("stunned", "left"), [((), 5), (("bull",), 8)])
def test_the_text_follows_before_the_next_creature_comes(stunned: tuple[str, ...], left: int) -> None:
    match = dark("bull I H E G vole", stunned=stunned)
    assert crystals(match.state)["G"] == 0
    answer(match, "go on")
    assert (match.state.spirit, crystals(match.state)["G"], match.state.waiting) == (left, 1, ("vole",))


@pytest.mark.rule("SF-083")
def test_the_shadow_pawn_moves_one_space_towards_the_centre() -> None:
    match = play(wood(shadow=6), "1")
    pawn = match.scene(0).elements[0].tracks[0].pawns[1]
    answer(match, "end phase")
    moved = match.scene(0).elements[0].tracks[0].pawns[1]
    assert (match.state.shadow, moved.id, moved.step) == (5, "shadow pawn", pawn.step - 1)


@pytest.mark.rule("SF-084")
def test_every_icon_of_the_space_reached_is_resolved_from_left_to_right() -> None:
    g = ended("I H E G", shadow=7, creature_deck=["vole", "hare"])
    assert (g.shadow, g.spirit, written(g)) == (6, 7, ["I", "vole", "H", "E", "G"])
    for order, left in (("[claw, eye]", 5), ("[eye, claw]", 4), ("[claw, eye, claw]", 4)):
        content = book(SET, ('"6": [claw, eye]', f'"6": {order}'))
        assert ended("I H E G", shadow=7, content=content).spirit == left


@pytest.mark.rule("SF-X33", "SF-079", "SF-082")
def test_example_a_shadow_phase() -> None:
    printed = book(
        ("It takes one., illuminate: 2, heal: 2, loss: 1", "It takes one., illuminate: 2, heal: 2, loss: 2")
    )
    match = dark("vole I bull H E G", stunned=["bull"], spirit=6, shadow=5, content=printed)
    answer(match, "go on")
    assert (match.state.spirit, written(match.state)[2]) == (4, "bull*")
    answer(match, "go on")
    assert (match.state.spirit, written(match.state)[2], crystals(match.state)["G"]) == (4, "bull", 1)
    assert match.state.shadow == 5
    answer(match, "go on")
    assert (match.state.shadow, match.state.spirit) == (4, 3)


@pytest.mark.rule("SF-Q54")
def test_a_luma_phase_and_a_shadow_phase_alternate() -> None:
    match = play(wood(shadow=7), "vole")
    rounds = []
    for _ in range(3):
        rounds.append((match.state.round, match.state.shadow, match.state.step, match.state.ready))
        answer(match, "end phase")
    assert rounds == [
        (1, 7, "between", (5, 0, 0)),
        (2, 6, "between", (5, 0, 0)),
        (3, 5, "between", (5, 0, 0)),
    ]


# Overflow in the middle


@pytest.mark.rule("SF-Q44")
def test_a_shadow_card_comes_before_the_text_of_the_creature_that_called_it() -> None:
    gloom = book(("in_play: [{lose_crystals_on: explore}]", "in_play: [{lose_crystals_on: heal}]"))
    g = ended("vole bull I H E G", spirit=2, shadow_deck=["gloom", "night"], content=gloom)
    assert (g.shadows.rows[DISCARD], g.spirit) == (("gloom",), 6)
    assert crystals(g)["G"] == 1


@pytest.mark.rule("SF-Q44")
def test_when_the_card_ends_the_chapter_the_rest_is_dropped() -> None:
    match = play(wood("vole bull I H E G hare", spirit=2, shadow=6, shadow_deck=["night"]))
    answer(match, "end phase", "no")
    g = match.state
    assert offered(match) == ["begin again", "close the book"]
    assert (g.spirit, crystals(g)["G"], g.shadow, g.river[-1]) == (6, 0, 6, "hare")


# Creatures that move, enter or leave meanwhile


@pytest.mark.rule("SF-Q45")
def test_a_creature_that_moves_activates_once_all_the_same() -> None:
    g = ended("hare vole I H E G")
    assert (g.spirit, written(g)) == (5, ["vole", "hare", "I", "H", "E", "G"])


@pytest.mark.rule("SF-Q45")
def test_the_next_is_always_the_leftmost_that_has_not_activated() -> None:
    match = play(wood("bull vole I H E G", crystals={"E": 1}, shadow=6, kept=["lamp"]))
    answer(match, "end phase", "go on", "use brom", "bull", "go on")
    assert (match.state.spirit, written(match.state)) == (7, ["vole", "I", "H", "E", "G", "bull*"])
    answer(match, "go on")
    assert (match.state.spirit, written(match.state)) == (7, ["vole", "I", "H", "E", "G", "bull"])


@pytest.mark.rule("SF-Q45")
def test_a_creature_that_enters_meanwhile_waits_for_the_next_shadow_phase() -> None:
    murk = wood(
        "bull I H E G",
        spirit=2,
        shadow=6,
        brom="out",
        shadow_deck=["murk", "gloom", "night"],
        creature_deck=["vole"],
    )
    match = answered(play(murk), "end phase")
    assert (written(match.state), match.state.spirit) == (["bull", "vole", "I", "H", "E", "G"], 7)
    answer(match, "end phase")
    assert match.state.spirit == 7 - 3 - 1 - 1


@pytest.mark.rule("SF-Q45")
def test_a_creature_that_has_left_is_skipped() -> None:
    match = dark("vole bull I H E G", content=apple_that("{pick: creatures, do: [{discard_creature: it}]}"))
    answer(match, "use apple", "bull")
    assert (match.state.spirit, written(match.state), match.state.step) == (
        7,
        ["vole", "I", "H", "E", "G"],
        "between",
    )


@pytest.mark.rule("SF-Q45")
def test_a_creature_that_left_and_enters_again_waits_as_well() -> None:
    match = dark(
        "bull I H E G",
        content=apple_that("{each: creatures, do: [{discard_creature: it}]}, {put_creature: bull}"),
    )
    answer(match, "use apple")
    assert (written(match.state), match.state.spirit, match.state.step) == (
        ["I", "H", "E", "G", "bull"],
        8,
        "between",
    )


# The windows


@pytest.mark.rule("SF-Q34")
def test_between_actions() -> None:
    match = play(wood("vole I H E G", crystals={"H": 1}, **HOLDING))
    uses = [key for key in offered(match) if key.startswith("use ")]
    assert uses == ["use brom", "use apple", "use bread", "use lamp"]
    assert refuses(match, "use candle", "SF-028")
    assert refuses(match, "use drum", "SF-028")


@pytest.mark.rule("SF-Q34")
def test_after_each_roll_and_reroll() -> None:
    match = play(wood("vole I H E G", crystals={"H": 2}, luma_turned=True, **HOLDING), "1", 8)
    answer(match, "illuminate light", "roll 1")
    assert offered(match) == ["fail", "use luma", "use brom", "use apple", "use candle", "use lamp"]
    assert refuses(match, "use bread", "SF-030")
    assert refuses(match, "use drum", "SF-030")
    answer(match, "use luma")
    assert offered(match) == ["second 0", "use luma", "use brom", "use apple", "use candle", "use lamp"]


@pytest.mark.rule("SF-Q34")
@pytest.mark.parametrize("by", ["ending it", "lack of dice"])
def test_at_the_end_of_the_luma_phase(by: str) -> None:
    dice = (5 if by == "ending it" else 1, 0, 0)
    match = play(wood("vole I H E G", crystals={"H": 2}, luma_turned=True, dice=dice, **HOLDING), "1")
    answer(match, *(["end phase"] if by == "ending it" else ["explore cards", "fail"]))
    assert (match.state.step, asked(match).topic) == ("closing", "closing")
    assert offered(match) == ["go on", "use brom", "use apple", "use lamp"]
    for card in ("luma", "bread", "candle", "drum"):
        assert refuses(match, f"use {card}", "SF-Q34")


@pytest.mark.rule("SF-Q34")
def test_before_each_creature_activation() -> None:
    match = play(wood("vole I bull H E G", crystals={"H": 1}, luma_turned=True, shadow=6, **HOLDING))
    answer(match, "end phase", "go on")
    for spirit in (8, 7):
        assert (match.state.step, match.state.spirit) == ("activate", spirit)
        assert offered(match) == ["go on", "use brom", "use apple", "use drum", "use lamp"]
        for card in ("luma", "bread", "candle"):
            assert refuses(match, f"use {card}", "SF-Q34")
        answer(match, "go on")
    assert match.state.step == "advance"


@pytest.mark.rule("SF-Q34")
def test_before_the_shadow_pawn_advances_and_after_it() -> None:
    facts: dict[str, Any] = {
        **HOLDING,
        "content": book(AT_DUSK),
        "luma_turned": True,
        "shadow": 6,
        "crystals": {"H": 2},
    }
    match = play(wood("vole I H E G", stunned=["vole"], brom_turned=True, **facts))
    answer(match, "end phase", "go on", "go on")
    for step, shadow in (("advance", 6), ("dusk", 5)):
        assert (match.state.step, match.state.shadow) == (step, shadow)
        assert offered(match) == ["go on", "use brom", "use apple", "use bread", "use lamp"]
        for card in ("luma", "candle", "drum"):
            assert refuses(match, f"use {card}", "SF-Q34")
        answer(match, "go on")
    assert (match.state.step, match.state.round) == ("between", 2)


@pytest.mark.rule("SF-Q34")
def test_a_card_for_the_shadow_phase_is_offered_in_no_window_of_the_luma_phase() -> None:
    match = play(wood("vole I H E G", spirit=4, **{**HOLDING, "content": book(AT_DUSK)}), "1")
    assert refuses(match, "use bread", "SF-028")
    answer(match, "illuminate light", "roll 1")
    assert refuses(match, "use bread", "SF-030")
    answer(match, "fail", "end phase")
    assert refuses(match, "use bread", "SF-Q34")
    answer(match, "go on")
    assert (match.state.step, "use bread" in offered(match)) == ("activate", True)


@pytest.mark.rule("SF-Q34")
def test_never_inside_the_resolution_of_one_effect() -> None:
    facts: dict[str, Any] = {**HOLDING, "crystals": {"H": 2, "I": 2}, "luma_turned": True}
    match = answered(play(wood("vole H I E G", **facts), "8 8"), "help crystals", "roll 2", "second 0")
    for _ in range(2):
        assert [key for key in offered(match) if not key.startswith("put ")] == []
        assert refuses(match, "use apple", "SF-059")
        answer(match, "put heal")
    match = answered(play(wood("vole H I E G", **facts)), "use brom")
    assert offered(match) == ["pay illuminate", "pay help"]
    match = play(wood("E vole H I G", spaces=["apple"], exploration=["bread", "candle"]), "8 8")
    answer(match, "explore cards", "roll 2", "second 0")
    assert offered(match) == ["bread", "candle"]
    assert refuses(match, "use apple", "SF-053")


@pytest.mark.rule("SF-Q34")
def test_a_window_stays_open_until_one_goes_on() -> None:
    match = play(wood("bull I H E G", crystals={"H": 3}, spirit=1, shadow=6, **HOLDING))
    answer(match, "end phase", "go on", "use drum")
    assert (match.state.step, match.state.stunned) == ("activate", ("bull",))
    answer(match, "use brom", "use brom")
    assert (match.state.step, match.state.spirit, written(match.state)) == (
        "activate",
        3,
        ["I", "H", "E", "G", "bull*"],
    )
    assert offered(match) == ["go on", "use apple", "use lamp"]


# Who wishes to be asked only when Spirit would overflow


def asked_in_one_shadow_phase(match: Match) -> list[str]:
    """What a Shadow Phase still asks when windows are answered by the standing order, and all by the first option."""
    (habit,) = [habit for habit in STORYFOLD.habits if "overflow" in habit.name]
    found = []
    while offered(match) and match.state.round == 1 and match.state.step != "between":
        assert match.ask is not None
        if match.ask.topic not in (*habit.topics, "closing"):
            found.append(match.ask.topic)
        assert match.options[0].key == "go on"
        match.answer(0)
    return found


@pytest.mark.rule("SF-Q34", "SF-Q107")
@pytest.mark.parametrize(
    ("spirit", "stunned", "asked"),
    [
        (8, (), []),
        (6, (), []),
        (5, (), ["danger", "danger"]),
        (0, (), ["danger"]),
        (3, ("bull",), []),
        (2, ("bull",), ["danger", "danger"]),
    ],
)
def test_with_the_standing_order_the_player_is_warned_early_and_asked_before_the_loss_that_overflows(
    spirit: int, stunned: tuple[str, ...], asked: list[str]
) -> None:
    facts: dict[str, Any] = {
        **HOLDING,
        "crystals": {"H": 3},
        "shadow": 6,
        "shadow_deck": ["gloom", "fog", "night"],
    }
    match = answered(
        play(wood("bull I H vole hare E G", spirit=spirit, stunned=stunned, **facts)), "end phase"
    )
    assert asked_in_one_shadow_phase(match) == asked
    assert match.state.round == 2


@pytest.mark.rule("SF-Q34")
def test_one_is_warned_again_in_the_next_shadow_phase() -> None:
    facts: dict[str, Any] = {
        **HOLDING,
        "crystals": {"H": 3},
        "shadow": 6,
        "shadow_deck": ["gloom", "fog", "night"],
    }
    match = play(wood("bull I H vole hare E G", spirit=0, **facts))
    for spirit in (0, 2):
        assert match.state.spirit == spirit
        answer(match, "end phase", "go on")
        assert asked(match).topic == "danger"
        while offered(match)[0] == "go on":
            match.answer("go on")
