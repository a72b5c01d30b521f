"""Storyfold: a Scene in which nobody can act and the Shadow gains no ground comes to an end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from foldtale.games.storyfold.rules.shadow import LONGEST_STANDSTILL
from foldtale.testing import answer, answered, asked, offered
from tests.games.storyfold.given import play
from tests.games.storyfold.test_effects import lawful

NO_EYE = ("eye: {name: Eye, do: [{draw_creature: 1}]}", "eye: {name: Eye, do: [{gain_spirit: 1}]}")
BACK = ("claw: {name: Claw, do: [{lose_spirit: 1}]}", "claw: {name: Claw, do: [{retreat_shadow: 1}]}")

NO_HASTE = ('"2": [haste, claw]', '"2": [claw]')
NEVER_HASTE = ("    haste: {name: Haste, do: [{advance_shadow: 1}]}\n", "")
TO_AND_FRO = "{if: flag(ODD), then: [{retreat_shadow: 2}, {clear_flag: ODD}], else: [{set_flag: ODD}]}"


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """Fail instead of hanging."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("no question was asked within 20 seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.rule("SF-Q109")
@pytest.mark.parametrize(
    ("says", "changes"),
    [
        ("while: [{dice: -5}, {shadow_pace: -1}]", ()),
        ("while: [{forbid: action}, {shadow_pace: -1}]", ()),
        ("while: [{dice: -5}]", (BACK, NO_EYE)),
        (
            f"while: [{{dice: -5}}], when: [{{on: shadow_phase_ends, do: [{TO_AND_FRO}]}}]",
            (NO_EYE, NO_HASTE, NEVER_HASTE),
        ),
    ],
    ids=["no dice", "no Action allowed", "an icon sends the Shadow back", "back and forth"],
)
def test_a_scene_in_which_nobody_can_act_ends_for_the_shadow(
    says: str, changes: tuple[tuple[str, str], ...]
) -> None:
    g = lawful(says, changes=changes, step="shadow", dice=(0, 0, 0), shadow=7, brom="out")
    match = answered(play(g))
    assert match.state.triumphs == ("meadow dark",)
    assert asked(match).topic == "save"


@pytest.mark.rule("SF-Q109")
def test_the_rounds_are_counted_in_a_row_and_only_while_no_action_can_be_announced() -> None:
    says = "while: [{dice: -5, if: round > 1 and round < 13}, {shadow_pace: -1}]"
    match = answered(play(lawful(says, brom="out")), "end phase")
    assert (match.state.round, asked(match).topic, match.state.idle) == (13, "between", 0)
    for number in range(14, 14 + 2 * LONGEST_STANDSTILL):
        answer(match, "end phase")
        assert (match.state.round, asked(match).topic) == (number, "between"), "the player chose so"


@pytest.mark.rule("SF-Q109", "SF-Q55")
def test_a_shadow_that_comes_nearer_ends_the_scene_as_ever() -> None:
    g = lawful("while: [{dice: -5}]", changes=(NO_EYE,), step="shadow", dice=(0, 0, 0), shadow=7, brom="out")
    match = answered(play(g))
    assert (match.state.triumphs, match.state.idle < LONGEST_STANDSTILL) == (("meadow dark",), True)


@pytest.mark.rule("SF-Q109")
def test_a_new_scene_counts_from_nothing() -> None:
    match = answered(play(lawful("while: [{dice: -5}, {shadow_pace: -1}]", step="shadow", dice=(0, 0, 0))))
    assert offered(match)[0] == "go on"
    answer(match, "go on")
    assert match.state.triumphs[0] == "meadow dark"
    assert match.state.scene in ("brook", "")
