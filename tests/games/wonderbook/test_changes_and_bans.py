"""Wonder Book: the numbers that cards change, and what they forbid."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import carried_out, does, play
from tests.games.wonderbook.yards.triggers import with_card, yard


@pytest.mark.parametrize(
    ("change", "actions"),
    [
        ("-1", 2),
        ("2", 5),
        ("{set: 1}", 1),
        ("{add: 1}", 4),
        ("{least: 4}", 4),
        ("{most: 2}", 2),
        ("{least: 2}", 3),
    ],
)
def test_a_number_is_added_to_set_or_bounded(change: str, actions: int) -> None:
    assert (
        answer(play(with_card(f"while: [{{actions: {change}}}]", lying={"A": 1})), "SID").actions == actions
    )


def test_a_number_is_changed_only_if_the_condition_holds() -> None:
    g = with_card("while: [{actions: 1, if: hearts(it) <= 2}]", hearts={"SID": 2})
    assert answer(play(g), "SID").actions == 4
    assert answer(play(g), "KEN").actions == 3


@pytest.mark.rule("WB-Q09")
def test_the_dice_of_an_attack_are_more_or_fewer_but_not_those_of_other_rolls() -> None:
    g = with_card("while: [{attack_dice: 9, who: SID}]", active="SID", wyrms=["A"], items={"SID": ["wand"]})
    assert len(answer(play(g, "S S S S S"), "attack").dice) == 5
    assert len(answer(play(g, "S S"), "use wand wave").dice) == 2
    none = with_card("while: [{attack_dice: -9}]", active="SID", wyrms=["A"])
    assert answer(play(none), "attack").wyrm_at[0] == "A"


@pytest.mark.rule("WB-126")
def test_the_reach_of_an_attack() -> None:
    wyrms = ["A", "B", "C", "E"]
    far = with_card("while: [{reach: 1, who: SID}]", active="SID", wyrms=wyrms)
    match = play(far, "S S")
    answer(match, "attack")
    assert offered(match) == ["A standing", "B standing", "C standing"]
    near = with_card("while: [{reach: {set: 0}, who: SID}]", active="SID", wyrms=["B"])
    assert "attack" not in offered(play(near))
    ken = with_card("while: [{reach: 1, who: SID}]", active="KEN", wyrms=["B"])
    assert "attack" not in offered(play(ken))


def test_the_length_of_a_move() -> None:
    match = play(with_card("while: [{steps: 1, who: SID}]", active="SID"))
    answer(match, "move B")
    assert asked(match) == (0, "further")
    assert offered(match) == ["move A", "move C", "stop"]
    after = answer(match, "move C")
    assert (after.at["SID"], after.actions) == ("C", 2)
    other = play(with_card("while: [{steps: 1, who: SID}]", active="KEN"))
    assert answer(other, "move D").actions == 2
    assert asked(other).topic == "action"


@pytest.mark.rule("WB-164")
def test_the_damage_of_a_wyrms_attack() -> None:
    g = with_card("while: [{wyrm_attack: 1, who: SID}]", wyrms=["A", "B"])
    assert does(g, "[{activate: 1}]", answers=["book"]).hearts == {"SID": 3, "LARA": 4, "KEN": 6}
    tame = with_card("while: [{wyrm_attack: {set: 0}}]", wyrms=["A", "B"])
    assert does(tame, "[{activate: 1}, {damage: 1, to: KEN}]", answers=["book"]).hearts == {
        "SID": 5,
        "LARA": 5,
        "KEN": 5,
    }


@pytest.mark.rule("WB-115")
def test_the_right_to_cross_solid_lines() -> None:
    g = with_card("while: [{through_walls: 1, who: SID}]", active="SID", wyrms=["C"])
    assert "move C" in offered(play(g))
    assert answer(play(g), "move C").at["SID"] == "C"
    assert "move E" not in offered(play(g))
    assert "attack" not in offered(play(g))
    assert "move A" not in offered(play(with_card("while: [{through_walls: 1, who: SID}]", active="KEN")))


@pytest.mark.rule("WB-Q53")
def test_the_reach_of_an_interaction() -> None:
    assert "interact I-7" not in offered(play(yard(active="SID", stacks={"I-7": ["I-7"]})))
    far = with_card("while: [{interact_reach: 1, who: SID}]", active="SID", stacks={"I-7": ["I-7"]})
    assert "interact I-7" in offered(play(far))
    further = with_card(
        "while: [{interact_reach: 1, who: SID}]",
        active="SID",
        stacks={"I-7": ["I-7"]},
        at={"SID": "D", "LARA": "B", "KEN": "C"},
    )
    assert "interact I-7" not in offered(play(further))


@pytest.mark.rule("WB-142")
def test_the_right_to_give_and_take_at_any_distance() -> None:
    items = {"SID": ["wand"]}
    assert offered(play(yard(active="SID", items=items)))[1:] == ["give wand LARA", "use wand wave", "pass"]
    far = with_card("while: [{exchange_reach: 1, who: SID}]", active="SID", items=items)
    assert "give wand KEN" in offered(play(far))
    other = with_card("while: [{exchange_reach: 1, who: SID}]", active="KEN", items=items)
    assert "take wand SID" not in offered(play(other))


def busy(**more: object) -> dict[str, object]:
    """A position in which SID and KEN could do everything."""
    return {
        "at": {"SID": "B", "LARA": "B", "KEN": "B"}, "wyrms": ["B"], "lying": {"B": 1}, "items": {"SID": ["wand"]},
        "skills": {"SID": [("sid-12", "left")]}, "stacks": {"I-7": ["I-7"]}, "active": "SID", **more,
    }  # fmt: skip


KINDS = {
    "move": ("move A", "move C"),
    "collect": ("collect",),
    "skill": ("use sid-12 left",),
    "attack": ("attack",),
    "interact": ("interact I-7",),
    "exchange": ("give wand LARA", "give wand KEN"),
    "special": ("use wand wave",),
}


EVERYTHING = [key for keys in KINDS.values() for key in keys]


FORBIDS = {
    "move": "while: [{forbid: move, who: SID}]",
    "collect": "while: [{forbid: collect, who: SID}]",
    "skill": "while: [{forbid: skill, who: SID}]",
    "attack": "while: [{forbid: attack, who: SID}]",
    "interact": "while: [{forbid: interact, who: SID}]",
    "exchange": "while: [{forbid: exchange, who: SID}]",
    "special": "while: [{forbid: special, who: SID}]",
}


def test_without_a_ban_everything_can_be_done() -> None:
    assert offered(play(yard(**busy()))) == [*EVERYTHING, "pass"]


@pytest.mark.rule("WB-079")
@pytest.mark.parametrize("kind", KINDS)
def test_an_action_that_is_forbidden_is_not_offered_and_all_others_are(kind: str) -> None:
    g = with_card(FORBIDS[kind], **busy())
    left = [key for key in EVERYTHING if key not in KINDS[kind]]
    assert offered(play(g)) == [*left, "pass"]
    assert offered(carried_out(g, "[extra_action]", "SID")[1]) == [*left, "pass"]


@pytest.mark.parametrize("kind", ["move", "collect", "attack", "interact", "exchange"])
def test_what_is_forbidden_to_one_hero_is_not_forbidden_to_another(kind: str) -> None:
    g = with_card(FORBIDS[kind], **busy(active="KEN"))
    free = offered(play(yard(**busy(active="KEN"))))
    assert offered(play(g)) == free


def test_a_ban_may_hold_only_under_a_condition() -> None:
    text = "while: [{forbid: attack, if: hearts(it) < 3}]"
    assert "attack" in offered(play(with_card(text, **busy())))
    assert "attack" not in offered(play(with_card(text, **busy(hearts={"SID": 2}))))


def test_who_may_not_move_can_still_be_moved() -> None:
    g = with_card("while: [{forbid: move}]")
    assert does(g, "[{move_to: E, who: SID}]").at["SID"] == "E"


@pytest.mark.rule("WB-Q18")
def test_who_may_perform_no_special_action_may_perform_none_that_is_free_either() -> None:
    text = "while: [{{forbid: {}}}], actions: [{{id: hum, say: Hum, free: true, do: [{{count: x}}]}}]"
    assert "use law hum" in offered(play(with_card(text.format("attack"), active="SID")))
    assert "use law hum" not in offered(play(with_card(text.format("special"), active="SID")))


@pytest.mark.rule("WB-109")
def test_nobody_can_reroll() -> None:
    g = with_card("while: [{forbid: reroll, who: SID}]", active="SID", wyrms=["A"])
    match = play(g, "F F")
    answer(match, "attack")
    assert asked(match).topic == "action"
    free = play(yard(active="SID", wyrms=["A"]), "F F")
    answer(free, "attack")
    assert offered(free) == ["reroll", "keep"]


def test_nobody_can_recover_hearts_but_who_is_revived_stands_up() -> None:
    g = with_card("while: [{forbid: recover, who: SID}]", hearts={"SID": 2, "KEN": 2})
    assert does(g, "[{each: heroes, do: [{recover: 1, to: it}]}, {recover_all: SID}]").hearts == {
        "SID": 2,
        "LARA": 5,
        "KEN": 3,
    }
    down = with_card("while: [{forbid: recover}]", hearts={"SID": 0})
    assert does(down, "[{revive: SID}]").hearts["SID"] == 5


def test_no_wyrm_is_spawned() -> None:
    g = with_card("while: [{forbid: spawn}]")
    assert does(g, "[{spawn: 2}, {spawn: 1, area: A}]").wyrm_supply == 6
    assert does(yard(), "[{spawn: 2}]").wyrm_supply == 4


def test_no_wyrm_is_activated() -> None:
    g = with_card("while: [{forbid: activation}]", wyrms=["A"], stunned=["B"])
    after = does(g, "[{activate: 2}, {pick: wyrms_in(A), do: [{activate_one: it}]}]")
    assert after.hearts == {"SID": 5, "LARA": 5, "KEN": 6}
    assert after.stunned[1]


def test_no_wyrm_moves_but_it_attacks_and_can_be_driven() -> None:
    g = with_card("while: [{forbid: wyrm_move}]", wyrms=["A", "D"])
    after = does(g, "[{activate: 1}]", answers=["book"])
    assert after.hearts["SID"] == 4
    assert after.wyrm_at[:2] == ["A", "D"]
    assert does(g, "[{pick: wyrms_in(D), do: [{drive: it, area: E}]}]").wyrm_at[:2] == ["A", "E"]
