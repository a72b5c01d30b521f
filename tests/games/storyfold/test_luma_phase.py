"""Storyfold: the steps of a Luma Phase and of each Action in it, in their order."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, refuses
from tests.games.storyfold.given import crystals, play, wood, written


def tray(match: Match) -> tuple[list[int], int, str]:
    """The dice as they are seen: what the rolled ones in use show, how many are left, and a note."""
    row = match.scene(0).right[0]
    shown = [die.value for die in row.things if die.in_use and match.state.action is not None]
    return shown, sum(match.state.ready), row.note


# Steps 1 and 2


@pytest.mark.rule("SF-026")
@pytest.mark.parametrize("roll", ["roll 1", "roll 3 d10", "roll 5 d10 d12"])
def test_a_luma_phase_begins_with_every_die_taken_back(roll: str) -> None:
    match = play(wood(dice=(5, 1, 1), shadow=6), then=3)
    answer(match, "heal spirit", roll)
    if match.state.round == 1:
        assert match.state.ready != (5, 1, 1)
        answer(match, "end phase")
    assert (match.state.round, match.state.ready) == (2, (5, 1, 1))
    answer(match, "heal spirit")
    assert "roll 5 d10 d12" in offered(match)


@pytest.mark.rule("SF-026")
def test_dice_come_back_before_anything_is_asked() -> None:
    match = play(wood(dice=(0, 0, 0), owned=(5, 0, 0), step="luma", round=0))
    assert (asked(match).topic, match.state.ready) == ("between", (5, 0, 0))


@pytest.mark.rule("SF-027")
def test_actions_follow_one_another_each_from_step_a_to_step_g() -> None:
    match = play(wood("I H E G", crystals={"I": 1, "H": 1}, brom="out"), (3,), (3, 2))
    topics = []
    for key in ("illuminate light", "roll 1", "second 0", "help crystals", "roll 2", "second 0", "put heal"):
        topics.append(asked(match).topic)
        answer(match, key)
    assert topics == ["between", "dice", "outcome", "between", "dice", "outcome", "crystal"]
    assert (asked(match).topic, written(match.state)) == ("between", ["E", "G", "I", "H"])


@pytest.mark.rule("SF-027")
@pytest.mark.parametrize("done", [(), ("roll 1",)])
def test_no_second_action_begins_within_the_first(done: tuple[str, ...]) -> None:
    match = play(wood("I H E G", crystals={"I": 1}, brom="out"), (3,))
    answer(match, "illuminate light", *done)
    assert refuses(match, "help crystals")


# Step a


@pytest.mark.rule("SF-028", "SF-X12")
def test_an_action_is_a_card_an_ability_and_a_target() -> None:
    match = play(wood("vole I H E G"))
    assert offered(match) == [
        "illuminate vole",
        "illuminate light",
        "help shed",
        "help crystals",
        "explore stile",
        "explore pit",
        "explore cards",
        "end phase",
    ]


@pytest.mark.rule("SF-X12", "SF-Q02")
def test_an_action_card_on_a_blank_space_cannot_be_chosen() -> None:
    match = play(wood("vole I H E G"), then=1)
    for key in ("heal vole", "heal spirit"):
        assert refuses(match, key)
    answer(match, "help crystals")
    assert offered(match)[0] == "roll 1"


@pytest.mark.rule("SF-Q02")
@pytest.mark.parametrize(
    ("river", "usable"),
    [
        ("vole wisp crow I H E G", {"illuminate"}),
        ("vole I wisp H crow E G", {"illuminate", "help"}),
        ("I H E G vole wisp crow", {"illuminate", "help", "explore", "heal"}),
    ],
)
def test_at_least_one_action_card_always_lies_on_a_number(river: str, usable: set[str]) -> None:
    match = play(wood(river))
    assert {key.split()[0] for key in offered(match)} - {"end"} == usable


@pytest.mark.rule("SF-Q06")
def test_the_same_card_may_be_used_again_and_again() -> None:
    match = play(wood("I H E G", light=6), (3,), (6,), (6,), (6,))
    for left in (5, 4, 3, 2):
        answer(match, "illuminate light", "roll 1")
        assert (match.state.light, written(match.state)) == (left, ["H", "E", "G", "I"])


@pytest.mark.rule("SF-Q07")
@pytest.mark.parametrize(
    ("river", "action", "then"),
    [
        ("I H E G", "illuminate light", ["H", "E", "G", "I"]),
        ("G I H E", "heal spirit", ["I", "H", "E", "G"]),
        ("H I E G", "help crystals", ["I", "E", "G", "H"]),
        ("E I H G", "explore cards", ["I", "H", "G", "E"]),
    ],
)
def test_a_second_ability_may_be_attempted_although_it_can_do_nothing(
    river: str, action: str, then: list[str]
) -> None:
    full = {"I": 3, "H": 3, "E": 3, "G": 3}
    g = wood(river, light=0, spirit=8, crystals=full, exploration=[], brom="out")
    match = play(g, (8,))
    answer(match, action, "roll 1", "second 0")
    assert written(match.state) == then, "this moves cards in the River"
    assert (match.state.light, match.state.spirit, crystals(match.state)) == (0, 8, full)
    assert match.state.ready == (4, 0, 0)


@pytest.mark.rule("SF-Q07")
def test_a_first_ability_needs_a_legal_target() -> None:
    everything = ("stile", "hedge", "pit", "shed")
    match = play(wood("I H E G", overcome=everything, locked=("gate",)))
    assert offered(match) == [
        "illuminate light",
        "help crystals",
        "explore cards",
        "heal spirit",
        "end phase",
    ]
    for key in ("illuminate vole", "heal vole", "help shed", "help nest", "explore gate"):
        assert refuses(match, key)


# Step b


@pytest.mark.rule("SF-029")
def test_the_chosen_dice_are_rolled_all_together() -> None:
    match = play(wood(dice=(5, 1, 1), crystals={"I": 1}, brom="out"), (1, 2, 12))
    answer(match, "illuminate light", "roll 2 d12")
    assert match.state.rolled == ((8, 1), (8, 2), (12, 12))
    assert match.state.ready == (3, 1, 0)
    assert refuses(match, "roll 1"), "none can be added"
    assert refuses(match, "roll d10")


@pytest.mark.rule("SF-029")
def test_dice_are_chosen_after_the_ability_and_its_target() -> None:
    match = play(wood("I vole H E G"))
    assert not [key for key in offered(match) if key.startswith("roll")]
    assert refuses(match, "roll 1")
    answer(match, "illuminate vole")
    assert offered(match) == ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]


# Step c


@pytest.mark.rule("SF-030")
def test_after_the_roll_one_decides_how_many_crystals_to_spend() -> None:
    match = play(wood("I H E G", crystals={"I": 2, "H": 3}, brom="out"), (3, 2))
    answer(match, "illuminate light")
    assert "second 1" not in offered(match), "not before"
    answer(match, "roll 2")
    assert offered(match) == ["second 0", "second 1", "second 2"]
    answer(match, "second 2")
    assert (match.state.light, crystals(match.state)) == (3, {"I": 0, "H": 3, "E": 0, "G": 0})


# Steps d to g


@pytest.mark.rule("SF-031", "SF-032", "SF-033")
def test_the_ability_is_resolved_before_dice_and_card_move() -> None:
    match = play(wood("H I E G"), (3, 5))
    answer(match, "help crystals", "roll 2")
    assert asked(match).topic == "crystal", "amid step d"
    assert (tray(match), written(match.state)) == (([3, 5], 3, "need 3+: 2 successes"), ["H", "I", "E", "G"])
    answer(match, "put heal", "put heal")
    assert (tray(match), written(match.state)) == (([], 3, "2 used"), ["I", "E", "G", "H"])


@pytest.mark.rule("SF-031")
def test_the_switch_to_the_second_ability_happens_in_step_d() -> None:
    match = play(wood("I H E G"), (4, 1))
    answer(match, "help shed", "roll 2")
    assert offered(match) == ["second 0", "nothing"]
    assert (match.state.rolled, written(match.state)) == (((8, 4), (8, 1)), ["I", "H", "E", "G"])
    answer(match, "second 0")
    assert asked(match).topic == "crystal"
    assert written(match.state) == ["I", "H", "E", "G"], "the card has not moved yet"


@pytest.mark.rule("SF-032")
def test_the_rolled_dice_are_used_when_the_action_is_over() -> None:
    match = play(wood(dice=(4, 1, 0)), (1, 1, 1), (1,))
    answer(match, "illuminate light", "roll 2 d10")
    assert tray(match) == ([], 2, "4 used"), "one of them before"
    answer(match, "help crystals", "roll 1")
    assert tray(match) == ([], 1, "5 used")


@pytest.mark.rule("SF-033")
@pytest.mark.parametrize(
    ("action", "then"),
    [
        ("illuminate light", ["H", "E", "G", "wisp", "I"]),
        ("help crystals", ["I", "E", "G", "wisp", "H"]),
        ("explore cards", ["I", "H", "G", "wisp", "E"]),
        ("heal spirit", ["I", "H", "E", "wisp", "G"]),
    ],
)
def test_the_card_just_used_goes_to_the_end(action: str, then: list[str]) -> None:
    match = play(wood("I H E G wisp"), (1,))
    answer(match, action, "roll 1")
    assert written(match.state) == then


@pytest.mark.rule("SF-034")
def test_after_an_action_the_cards_behind_have_moved_up() -> None:
    match = play(wood("wisp I vole H E G"), (1,))
    assert "explore cards" not in offered(match)
    answer(match, "illuminate light", "roll 1")
    cards = [[card.title for card in slot.things] for slot in match.scene(0).below[0].things]
    assert cards == [["Wisp"], ["Vole"], ["Help"], ["Explore"], ["Heal"], ["Illuminate"], []]
    assert "explore cards" in offered(match)


# The end of the phase


@pytest.mark.rule("SF-035")
@pytest.mark.parametrize("actions", [0, 1, 2])
def test_the_phase_may_be_ended_between_actions_with_dice_left(actions: int) -> None:
    match = play(wood(shadow=6), (1,), (1,))
    for _ in range(actions):
        answer(
            match, "illuminate light" if match.state.river[0] == "illuminate" else "help crystals", "roll 1"
        )
    assert (match.state.ready, match.state.shadow) == ((5 - actions, 0, 0), 6)
    answer(match, "end phase")
    assert (match.state.round, match.state.shadow) == (2, 5)


@pytest.mark.rule("SF-035")
def test_the_phase_cannot_be_ended_within_an_action() -> None:
    match = play(wood("H I E G", crystals={"H": 1}, brom="out"), (3,))
    answer(match, "help crystals")
    assert refuses(match, "end phase")
    answer(match, "roll 1")
    assert refuses(match, "end phase")
    answer(match, "second 0")
    assert asked(match).topic == "crystal"
    assert refuses(match, "end phase")


@pytest.mark.rule("SF-036")
@pytest.mark.parametrize("dice", [(5, 0, 0), (2, 0, 0), (0, 1, 1)])
def test_the_phase_ends_by_itself_when_no_die_is_left(dice: tuple[int, int, int]) -> None:
    match = play(wood(dice=dice, shadow=6), (1,) * sum(dice))
    roll = " ".join(["roll", *[str(dice[0])] * bool(dice[0]), *["d10"] * dice[1], *["d12"] * dice[2]])
    answer(match, "illuminate light", roll)
    assert (match.state.round, match.state.shadow) == (2, 5)


@pytest.mark.rule("SF-036")
def test_with_a_die_left_the_phase_goes_on() -> None:
    match = play(wood(shadow=6), (1, 1, 1, 1))
    answer(match, "illuminate light", "roll 4")
    assert (asked(match).topic, match.state.round, match.state.shadow) == ("between", 1, 6)


@pytest.mark.rule("SF-Q27")
def test_a_phase_may_be_ended_without_any_action() -> None:
    match = play(wood(shadow=6, step="luma", round=0))
    assert "end phase" in offered(match)
    answer(match, "end phase")
    assert (match.state.round, match.state.shadow, written(match.state)) == (2, 5, ["I", "H", "E", "G"])


@pytest.mark.rule("SF-Q28")
def test_windows_open_at_the_end_of_the_phase_and_before_each_step_of_the_shadow_phase() -> None:
    match = play(wood("vole I H E G", spaces=("apple",), spirit=5, shadow=6, dice=(1, 0, 0)), (1,))
    answer(match, "illuminate light")
    assert offered(match) == ["fail", "use apple"]
    answer(match, "fail")
    seen = []
    while match.state.round == 1:
        assert offered(match) == ["go on", "use apple"]
        seen.append((match.state.spirit, match.state.shadow))
        answer(match, "go on")
    # At the end of the Luma Phase, before the Creature, before the Shadow Pawn, and after it.
    assert seen == [(5, 6), (5, 6), (4, 6), (4, 5)]


@pytest.mark.rule("SF-Q28")
def test_brom_may_still_help_when_the_dice_have_run_out() -> None:
    match = play(wood("vole I H E G", crystals={"G": 1}, shadow=6, dice=(1, 0, 0)), (1,))
    answer(match, "illuminate light", "fail")
    assert (offered(match), sum(match.state.ready)) == (["go on", "use brom"], 0)
    answer(match, "use brom")
    assert (match.state.round, match.state.spirit) == (2, 8), "the vole was stunned before it activated"
    assert written(match.state) == ["H", "E", "G", "I", "vole"]


@pytest.mark.rule("SF-Q28")
def test_nothing_but_abilities_and_blessings_can_be_used_then() -> None:
    match = play(wood("vole I H E G", spaces=("bread", "candle", "apple"), dice=(1, 0, 0)), (1,))
    answer(match, "illuminate light", "fail")
    assert offered(match) == ["go on", "use apple"], "bread is for between Actions, the candle for a roll"
    assert refuses(match, "help crystals")
