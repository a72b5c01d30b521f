"""Storyfold: what a text takes away in the middle of something is not there when its turn comes.

And what lasts until something happens is over when the Scene ends in the middle of that.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from foldtale.games.storyfold.rules.creatures import loss_of
from foldtale.games.storyfold.state import DISCARD
from foldtale.kernel import Match
from foldtale.kernel.effects import value
from foldtale.testing import answer, answered, asked, offered, tells
from tests.games.storyfold.given import play, written
from tests.games.storyfold.test_effects import lawful

REPLACED = "{each: creatures, do: [{discard_creature: it}]}, {put_creature: hare}"
AT_NIGHT: Final[dict[str, Any]] = {
    "river": "I hare E H G", "spirit": 1, "shadow": 6, "shadow_deck": ["gloom", "night"], "step": "shadow", "brom": "out",
}  # fmt: skip
"""The Shadow Phase begins, and the Hare will take more Spirit than there is."""
PAID = "when: [{{on: crystals_spent, do: [{}]}}]"


@pytest.mark.rule("SF-Q23")
@pytest.mark.parametrize(("action", "creature"), [("illuminate", "bull"), ("heal", "hare")])
def test_a_creature_that_leaves_while_crystals_are_paid_is_no_target_any_more(
    action: str, creature: str
) -> None:
    says = PAID.format("{each: creatures, do: [{discard_creature: it}]}")
    g = lawful(says, river=f"I G {creature} H E", crystals={"I": 2, "G": 2})
    match = answered(play(g, "8"), f"{action} {creature}", "roll 1", "first")
    assert creature not in match.state.river
    assert (match.state.lit, match.state.healed) == (0, ())
    assert (match.state.creatures.rows[DISCARD], match.state.crystals_on(action)) == ((creature,), 0)


@pytest.mark.rule("SF-Q62")
def test_a_place_that_closes_while_crystals_are_paid_is_not_overcome() -> None:
    g = lawful(PAID.format("{lock_place: shed}"), river="H I E G", crystals={"H": 1}, spirit=3)
    match = answered(play(g, "8"), "help shed", "roll 1", "first")
    assert (match.state.overcome, match.state.spirit, written(match.state)) == ((), 3, ["I", "E", "G", "H"])


@pytest.mark.rule("SF-127")
@pytest.mark.parametrize("says", ["{remove_from_game: bread}", "{add_to_exploration: bread}"])
def test_a_card_that_is_taken_away_while_room_is_made_for_it_gets_no_space(says: str) -> None:
    g = lawful(
        "use: [{gain_card: bread}]",
        changes=(("text: Sweet., use: [{gain_spirit: 2}]", f"text: Sweet., use: [{says}]"),),
        spaces=["apple", "candle", "drum"],
    )
    match = answered(play(g), "use law", "resolve apple")
    assert (match.state.in_spaces, asked(match).topic) == (("candle", "drum"), "between")


# What a text forbids after the dice have fallen

ROLLED = "when: [{{on: rolled, do: [{{for: scene, while: [{{forbid: {}, who: {}}}]}}]}}]"


@pytest.mark.rule("SF-Q21", "SF-Q113")
@pytest.mark.parametrize("falls", ["8", "8 8"])
def test_a_second_ability_that_is_forbidden_after_the_roll_is_not_resolved_if_it_was_announced(
    falls: str,
) -> None:
    g = lawful(ROLLED.format("second_ability", "help"), river="H E I G", crystals={"H": 1}, brom="out")
    match = answered(play(g, falls), "help crystals", f"roll {len(falls.split())}")
    assert (asked(match).topic, match.state.crystal_total) == ("between", 1)
    assert written(match.state) == ["E", "I", "G", "H"]
    assert (0, "SF-Q21", ["help"]) in tells(match, "lets it be")


@pytest.mark.rule("SF-040", "SF-Q113")
def test_a_second_ability_that_is_forbidden_after_the_roll_is_no_way_out_either() -> None:
    g = lawful(ROLLED.format("second_ability", "help"), river="H E I G", brom="out")
    match = answered(play(g, "8"), "help shed", "roll 1")
    assert (asked(match).topic, match.state.crystal_total, match.state.overcome) == ("between", 0, ())


@pytest.mark.rule("SF-Q23", "SF-Q113")
def test_a_first_ability_that_is_forbidden_after_the_roll_is_missed() -> None:
    g = lawful(ROLLED.format("first_ability", "help"), river="H E I G", brom="out")
    match = answered(play(g, "8 8"), "help shed", "roll 2")
    assert offered(match) == ["second 0", "nothing"]


@pytest.mark.rule("SF-Q113")
@pytest.mark.parametrize(
    ("announced", "ban", "taken"),
    [("help shed", "first_ability", "first"), ("help crystals", "second_ability", "second 1")],
)
def test_an_ability_that_is_forbidden_while_crystals_are_paid_is_not_resolved(
    announced: str, ban: str, taken: str
) -> None:
    says = PAID.format(f"{{for: scene, while: [{{forbid: {ban}, who: help}}]}}")
    g = lawful(says, river="H E I G", crystals={"H": 1}, spirit=3, brom="out")
    match = answered(play(g, "8"), announced, "roll 1", taken)
    assert (asked(match).topic, match.state.overcome, match.state.crystal_total) == ("between", (), 0)
    assert (match.state.spirit, written(match.state)) == (3, ["E", "I", "G", "H"])


@pytest.mark.rule("SF-Q113")
def test_an_action_under_way_is_finished_although_its_card_is_forbidden_meanwhile() -> None:
    match = answered(
        play(lawful(ROLLED.format("action", "heal"), river="G H E I", spirit=3), "8"), "heal spirit", "roll 1"
    )
    assert (match.state.spirit, [key for key in offered(match) if key.startswith("heal")]) == (4, [])


# What speaks of a Creature that has left

LASTING = {
    "picked": "{pick: creatures, as: watched, do: [{for: scene, while: [{loss: 5, who: watched}]}]}",
    "the one it is about": "{pick: creatures, do: [{for: scene, while: [{loss: 5, who: it}]}]}",
    "several": "{let: them, be: creatures, do: [{for: scene, while: [{loss: 5, who: them}]}]}",
}


@pytest.mark.rule("SF-Q47")
@pytest.mark.parametrize("says", LASTING.values(), ids=LASTING)
def test_another_copy_of_a_creature_that_has_left_is_not_the_one_that_was_meant(says: str) -> None:
    text = f"use: [{says}, {{each: creatures, do: [{{discard_creature: it}}]}}, {{draw_creature: 1}}]"
    g = lawful(text, river="vole I H E G", creature_deck=["vole"])
    match = answered(play(g), "use law")
    assert written(match.state) == ["I", "vole", "H", "E", "G"]
    assert loss_of(match.state, "vole") == 1


@pytest.mark.rule("SF-Q47")
def test_what_a_creature_has_put_in_force_of_itself_leaves_with_it() -> None:
    grows = (
        "loss: 1, crystals: 2, enters: 4+}",
        "loss: 1, crystals: 2, enters: 4+, in_play: [{for: scene, while: [{loss: 5, who: self}]}]}",
    )
    again = "{each: creatures, do: [{discard_creature: it}]}, {put_creature: vole}"
    g = lawful(f"use: [{{put_creature: vole}}, {again}]", changes=(grows,))
    match = answered(play(g), "use law")
    assert loss_of(match.state, "vole") == 6, "once, not twice"


@pytest.mark.rule("SF-Q47")
def test_what_speaks_of_a_creature_still_speaks_of_it_when_another_copy_leaves() -> None:
    g = lawful(
        f"use: [{LASTING['picked']}, {{each: creatures where is_stunned(it), do: [{{discard_creature: it}}]}}]",
        river="vole vole_2 I H E G",
        stunned=["vole"],
    )
    match = answered(play(g), "use law", "vole 2")
    assert (written(match.state), loss_of(match.state, "vole 2")) == (["vole 2", "I", "H", "E", "G"], 6)


@pytest.mark.rule("SF-Q119")
def test_what_a_creature_does_after_its_activation_is_not_done_by_a_copy_that_came_meanwhile() -> None:
    """The loss of the Hare overflows; the Shadow card discards it and brings a Hare that has not activated."""
    changes = (("in_play: [{lose_crystals_on: explore}]", f"in_play: [{REPLACED}]"),)
    g = lawful("when: [{on: creature_activates, do: [{stun: creature}]}]", changes=changes, **AT_NIGHT)
    match = play(g)
    while asked(match).topic in ("window", "danger"):
        answer(match, "go on")
    assert written(match.state) == ["hare", "I", "E", "H", "G"], "neither moved nor stunned"


@pytest.mark.rule("SF-Q119")
def test_a_creature_that_left_before_its_activation_does_not_activate_as_another_copy() -> None:
    g = lawful(
        f"instead: [{{of: creature_activates, do: [{REPLACED}]}}]",
        river="hare I E H G",
        step="shadow",
        shadow=6,
    )
    match = play(g)
    assert (match.state.spirit, written(match.state)) == (8, ["hare", "I", "E", "H", "G"])


@pytest.mark.rule("SF-Q119")
def test_the_rest_of_a_creatures_own_text_is_not_about_a_copy_that_came_meanwhile() -> None:
    """The Crow overflows Spirit as it comes; the Shadow card discards it and brings another Crow."""
    changes = (
        (
            "crystals: 3, enters: 6+}",
            "crystals: 3, enters: 6+, in_play: [{lose_spirit: 1}, {move: self, to: left}]}",
        ),
        ("in_play: [{lose_crystals_on: explore}]", f"in_play: [{REPLACED.replace('hare', 'crow')}]"),
    )
    g = lawful(
        "use: [{put_creature: crow}]", changes=changes, spirit=0, shadow_deck=["gloom", "night"], brom="out"
    )
    match = answered(play(g), "use law")
    assert match.state.shadow_drawn == 1
    assert written(match.state) == ["I", "H", "crow", "E", "G"], "moved by its own text, once"


@pytest.mark.rule("SF-Q119")
def test_a_creature_that_is_discarded_as_it_comes_still_does_what_it_says() -> None:
    g = lawful(
        "use: [{put_creature: bull}], when: [{on: creature_enters, do: [{discard_creature: creature}]}]",
        crystals={"H": 2},
    )
    match = answered(play(g), "use law")
    assert (written(match.state), match.state.crystals_on("help")) == (["I", "H", "E", "G"], 1)


@pytest.mark.rule("SF-Q119")
def test_a_creature_that_its_own_loss_has_driven_off_still_does_what_comes_after() -> None:
    changes = (
        (
            "in_play: [{lose_crystals_on: explore}]",
            "in_play: [{each: creatures, do: [{discard_creature: it}]}]",
        ),
        ("illuminate: 3, loss: 3,", "illuminate: 3, loss: 3, heal: 1,"),
    )
    g = lawful("use: [{gain_spirit: 1}]", changes=changes, **{**AT_NIGHT, "river": "I bull E H G"})
    match = play(g)
    while asked(match).topic in ("window", "danger"):
        answer(match, "go on")
    assert (written(match.state), match.state.crystals_on("heal")) == (["I", "E", "H", "G"], 1)


# What the end of a Scene interrupts

HARDER = "while: [{threshold: 2, who: heal}]"


def lasts(match: Match) -> bool:
    return value(match.state, "threshold", 3, "heal") > 3


@pytest.mark.rule("SF-Q114")
def test_what_lasts_until_a_place_is_overcome_is_over_though_that_place_ends_the_scene() -> None:
    g = lawful(f"use: [{{until: place_overcome, {HARDER}}}]", river="E I H G", overcome=["stile", "hedge"])
    match = answered(play(g, "8 8"), "use law", "explore gate", "roll 2")
    assert (match.state.triumphs, lasts(match)) == (("meadow luma",), False)


@pytest.mark.rule("SF-Q114")
def test_what_lasts_until_a_creature_leaves_is_over_when_one_travels() -> None:
    g = lawful(f"use: [{{until: creature_leaves, {HARDER}}}, {{end_scene: luma}}]", river="vole E I H G")
    match = answered(play(g), "use law")
    assert (asked(match).topic, match.state.creatures.rows[DISCARD], lasts(match)) == (
        "save",
        ("vole",),
        False,
    )


ENDS = "in_play: [{end_scene: shadow}]"
LEAVING: Final[dict[str, tuple[str, dict[str, Any], tuple[tuple[str, str], ...]]]] = {
    "place_overcome": ("explore pit", {"shadow": 1}, ()),
    "shadow_advances": ("explore pit", {"shadow": 1}, ()),
    "action_used": ("explore pit", {"shadow": 1}, ()),
    "shadow_card_drawn": (
        "use apple",
        {"does": "draw_shadow: 1"},
        (("in_play: [{draw_creature: 1}]", ENDS),),
    ),
    "overflow": ("use apple", {"does": "lose_spirit: 9"}, (("in_play: [{draw_creature: 1}]", ENDS),)),
    "spirit_lost": ("use apple", {"does": "lose_spirit: 9"}, (("in_play: [{draw_creature: 1}]", ENDS),)),
    "story_card_drawn": (
        "use apple",
        {"does": "draw_story: letter"},
        (("in_play: [{set_flag: FEATHER}]", ENDS),),
    ),
    "exploration_drawn": (
        "use apple",
        {"does": "draw_exploration: 1"},
        (("in_play: [{lose_spirit: 1}]", ENDS),),
    ),
    "creature_activates": (
        "use apple",
        {"does": "each: creatures, do: [{activate: it}]"},
        (("after: [{retreat_light: 1}]", "after: [{end_scene: shadow}]"),),
    ),
    "icon_met": (
        "use apple",
        {"does": "advance_shadow: 1", "shadow": 3},
        (("{advance_shadow: 1}]}\n  track", "{end_scene: shadow}]}\n  track"),),
    ),
}
"""For each event: the last answer, what the Apple does or how things stand, and which texts end the Scene."""


@pytest.mark.rule("SF-Q114")
@pytest.mark.parametrize("event", LEAVING)
def test_what_lasts_until_something_happens_is_over_though_the_scene_ends_in_the_middle_of_it(
    event: str,
) -> None:
    last, position, changes = LEAVING[event]
    does = position.get("does")
    if does:
        changes = (*changes, ("text: Sweet., use: [{gain_spirit: 2}]", f"text: Sweet., use: [{{{does}}}]"))
    match = play(
        lawful(
            f"use: [{{until: {event}, {HARDER}}}], when: [{{on: {event}, do: [{{gain_spirit: 1}}]}}]",
            changes=changes,
            **{
                "river": "E wisp H I G",
                "spaces": ["apple"],
                "exploration": ["nettle"],
                "shadow_deck": ["murk", "night"],
                "brom": "out",
                "spirit": 4,
                **{name: fact for name, fact in position.items() if name != "does"},
            },
        ),
        *["8 8"] * (last != "use apple"),
    )
    answer(match, "use law")
    assert lasts(match)
    answer(match, last, *["roll 2", "first"] * (last != "use apple"))
    assert (match.state.triumphs, lasts(match)) == (("meadow dark",), False)
    assert match.state.spirit <= 4, "what would answer to it is dropped"
