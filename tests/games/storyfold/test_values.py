"""Storyfold: every amount, condition and selector that cards can ask for, every number that they change and everything
that they forbid; and no word of the language goes untested."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.state import Wood
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered
from tests.games.storyfold.given import STORYFOLD, play, wood, written
from tests.games.storyfold.test_effects import done, lawful, using

# Amounts


def number(amount: str, **position: Any) -> int:
    """What an amount is in a position: it is counted under a word."""
    return done(f'[{{set_counter: N, n: "{amount}"}}]', **position)[0].count_of("N")


def is_so(condition: str, **position: Any) -> bool:
    """Whether a condition holds in a position."""
    text = f'[{{if: "{condition}", then: [{{set_flag: YES}}], else: [{{set_flag: NO}}]}}]'
    (word,) = done(text, **position)[0].flags
    return word == "YES"


def things(some: str, **position: Any) -> list[str]:
    """The things that a selector finds, in their order."""
    match = using(
        f'[{{set_flag: ASKED}}, {{pick: "{some}", up_to: 1, do: [{{set_flag: TAKEN}}]}}]', **position
    )
    assert match.ask is not None
    return offered(match)[:-1] if match.ask.topic == "pick" else []


def while_rolling(text: str, dice: str = "2 6", **position: Any) -> Wood:
    """Explore was rolled on 5+, and then a card does this."""
    count = len(dice.split())
    match = answered(
        play(lawful(f"use: {text}", overcome=["stile"], **position), dice),
        "explore hedge",
        f"roll {count}",
        "use law",
    )
    return match.state


def test_the_spirit_left_and_full_spirit() -> None:
    assert [number("spirit", spirit=left) for left in (0, 5, 8)] == [0, 5, 8]
    assert number("spirit_max", spirit=3) == 8


def test_crystals_on_all_action_cards_and_on_one() -> None:
    lie = {"I": 1, "E": 3}
    assert number("crystals", crystals=lie) == 4
    assert number("crystals_on(explore)", crystals=lie) == 3
    assert number("crystals_on(heal)", crystals=lie) == 0
    assert number("count(creatures where crystals_on(it) >= 1)", crystals=lie, river="vole I H E G") == 0


def test_how_far_the_pawns_are_from_the_centre() -> None:
    assert (number("light_distance", light=2), number("shadow_distance", shadow=5)) == (2, 5)


def test_the_round_of_the_scene() -> None:
    assert number("round", round=3) == 3


def test_successes_are_those_of_the_action_under_way() -> None:
    text = "[{set_counter: N, n: successes}]"
    assert while_rolling(text, "2 6 5").count_of("N") == 2
    assert while_rolling(text, "2 1 4").count_of("N") == 0
    assert while_rolling("[{extra_success: 1}, {set_counter: N, n: successes}]", "2 6").count_of("N") == 2
    assert number("successes") == 0


def test_shadow_cards_drawn_in_this_chapter_also_count_if_they_went_back() -> None:
    text = "[{draw_shadow: 2}, {return_shadow: 2}, {set_counter: N, n: shadow_drawn}]"
    assert done(text, shadow_deck=["fog", "gloom", "night"])[0].count_of("N") == 2
    assert number("shadow_drawn") == 0


def test_what_was_counted_under_a_word() -> None:
    assert (
        done("[{add_counter: A, n: 4}, {set_counter: N, n: counter(A) + counter(B)}]")[0].count_of("N") == 4
    )


def test_creatures_healed_and_illuminated_in_this_scene() -> None:
    past = {"healed": ("vole", "hare", "vole"), "lit": 2}
    assert [number(amount, **past) for amount in ("healed", "healed_of(vole)", "healed_of(wisp)")] == [
        3,
        2,
        0,
    ]
    assert number("illuminated", **past) == 2
    assert (number("healed"), number("illuminated")) == (0, 0)


def test_overcome_places_of_both_sorts() -> None:
    past = {"overcome": ["stile", "hedge", "shed"]}
    amounts = ("overcome_places", "overcome_explore", "overcome_help")
    assert [number(amount, **past) for amount in amounts] == [3, 2, 1]
    assert [number(amount) for amount in amounts] == [0, 0, 0]


def test_the_river_space_of_a_card() -> None:
    assert [number(f"position({card})", river="vole I E H G") for card in ("illuminate", "heal")] == [2, 5]
    assert things("creatures where position(it) is 1", river="vole I hare E H G") == ["vole"]
    assert things("blessings where position(it) is 0", spaces=["apple"]) == ["apple"]


def test_the_spirit_loss_of_a_creature_as_cards_have_it_now() -> None:
    river = "vole I hare H bull E G"
    assert things("creatures where loss_of(it) >= 2", river=river) == ["hare", "bull"]
    g = lawful(
        "while: [{loss: 1, who: leftmost}], use: [{each: creatures, do: [{add_counter: N, n: loss_of(it)}]}]",
        river=river,
    )
    assert answer(play(g), "use law").count_of("N") == 7


def test_the_number_of_dice_left() -> None:
    assert (number("dice_left", dice=(2, 1, 0)), number("dice_left")) == (3, 5)


# Conditions


def test_a_word_is_remembered_or_not() -> None:
    assert is_so("flag(WET)", flags={}) is False
    assert done("[{set_flag: WET}, {if: flag(WET), then: [{set_spirit: 1}]}]")[0].spirit == 1


def test_a_place_is_overcome_or_not() -> None:
    assert is_so("overcome(stile)", overcome=["stile"])
    assert not is_so("overcome(hedge)", overcome=["stile"])


def test_the_light_pawn_is_on_the_centre_or_not() -> None:
    assert [is_so("light_at_centre", light=left) for left in (0, 1)] == [True, False]


def test_where_brom_is_and_which_faces_show() -> None:
    assert [is_so("brom_here", brom=place) for place in ("here", "shadow", "out")] == [True, False, False]
    assert is_so("brom_protects")
    assert not is_so("brom_protects", brom_turned=True)
    assert not is_so("brom_protects", brom="out")
    assert [is_so("luma_alone", luma_turned=turned) for turned in (True, False)] == [True, False]


def test_which_dice_are_owned() -> None:
    assert [is_so(f"owns({die})", dice=(5, 1, 0)) for die in ("d10", "d12")] == [True, False]
    assert is_so("owns(d12)", dice=(5, 0, 0), owned=(5, 0, 1))


def test_which_card_lies_in_a_space() -> None:
    assert is_so("holds(apple)", spaces=["apple"])
    assert not is_so("holds(drum)", spaces=["apple"], exploration_discard=["drum"])


def test_which_creature_is_in_the_river() -> None:
    assert is_so("in_river(vole)", river="I vole H E G")
    assert not is_so("in_river(hare)", river="I vole H E G", creature_discard=["hare"])


def test_which_creature_is_stunned() -> None:
    assert things("creatures where is_stunned(it)", river="vole I hare H E G", stunned=["hare"]) == ["hare"]
    assert things("creatures where not is_stunned(it)", river="vole I hare H E G", stunned=["hare"]) == [
        "vole"
    ]


def test_the_action_card_in_use_is_none_between_actions() -> None:
    text = "[{set_spirit: 1}, {if: in_use is explore, then: [{set_flag: YES}]}, {if: in_use is help, then: [{set_flag: NO}]}]"
    assert while_rolling(text).flags == {"YES": "chapter"}
    assert done(text)[0].flags == {}


# Selectors

RIVER = "vole I hare H bull E G"


def test_creatures_from_left_to_right_and_the_outer_ones() -> None:
    assert things("creatures", river=RIVER) == ["vole", "hare", "bull"]
    assert (things("leftmost", river=RIVER), things("rightmost", river=RIVER)) == (["vole"], ["bull"])
    for none in ("creatures", "leftmost", "rightmost", "stunned", "strongest", "weakest"):
        assert things(none) == []


def test_the_stunned_creatures() -> None:
    assert things("stunned", river=RIVER, stunned=["bull", "vole"]) == ["vole", "bull"]


def test_the_others_are_all_creatures_but_this_one() -> None:
    more = "- {card: owl, kind: creature, title: Owl, text: It stares., illuminate: 1, loss: 0, after: [{each: others, do: [{stun: it}]}]}\n"
    g = lawful(
        "use: [{put_creature: owl}, {each: rightmost, do: [{activate: it}]}]",
        more=more,
        river="vole I hare H E G",
    )
    g.creatures.put("owl", 2)
    after = answer(play(g), "use law")
    assert written(after) == ["vole*", "I", "hare*", "H", "E", "G", "owl"]


def test_the_action_cards_from_left_to_right() -> None:
    assert things("actions", river="G vole I H E") == ["heal", "illuminate", "help", "explore"]


def test_blessings_and_traumas_are_told_apart() -> None:
    lie = {"spaces": ["apple", "scar", "fox"]}
    assert (things("blessings", **lie), things("traumas", **lie)) == (["apple", "fox"], ["scar"])


def test_the_dice_just_rolled_are_those_of_the_action_under_way() -> None:
    match = answered(
        play(lawful("use: [{set_flag: X}, {pick: rolled, up_to: 1, do: [{set_flag: Y}]}]"), "2 6 7"),
        "explore cards",
        "roll 3",
        "use law",
    )
    assert offered(match) == ["die 1", "die 2", "die 3", "no"]
    assert things("rolled") == []


def test_all_copies_of_a_creature() -> None:
    assert things("called(vole)", river="vole I hare vole_2 H E G") == ["vole", "vole 2"]
    assert things("called(wisp)", river="vole I H E G") == []


def test_the_cards_next_to_a_card() -> None:
    river = "vole I hare H E G"
    assert things("neighbours(illuminate)", river=river) == ["vole", "hare"]
    assert things("neighbours(heal)", river=river) == ["explore"]
    assert things("neighbours(illuminate)", river="I H E G") == ["help"]


def test_the_creatures_that_take_most_and_least_spirit() -> None:
    river = "vole I hare H vole_2 E G"
    assert (things("strongest", river=river), things("weakest", river=river)) == (
        ["hare"],
        ["vole", "vole 2"],
    )


# Numbers that cards change


@pytest.mark.parametrize(
    ("change", "shown", "successes"),
    [("1", 5, 0), ("1", 6, 1), ("-1", 4, 1), ("-9", 2, 1), ("-9", 1, 0), ("9", 8, 1), ("9", 7, 0)],
)
def test_the_number_that_dice_must_reach_changes_between_2_and_8(
    change: str, shown: int, successes: int
) -> None:
    g = lawful(
        f"while: [{{threshold: {change}, who: explore}}], use: [{{set_counter: N, n: successes}}]",
        overcome=["stile"],
    )
    match = answered(play(g, shown), "explore hedge", "roll 1", "use law")
    assert match.state.count_of("N") == successes


def test_the_number_that_dice_must_reach_changes_only_for_whom_it_says() -> None:
    g = lawful("while: [{threshold: 3, who: explore}]")
    assert answer(play(g, 3), "illuminate light", "roll 1").light == 5


def test_the_number_above_a_card_is_the_one_that_counts() -> None:
    g = lawful("while: [{threshold: 1, who: explore}]", river="I E H G")
    row = next(row for row in STORYFOLD.scene(g, 0).below if row.id == "river")
    assert [slot.label for slot in row.things[:4]] == ["3+", "5+", "5+", "6+"]


@pytest.mark.parametrize(
    ("change", "dice", "overcome"),
    [("1", "8 8", False), ("1", "8 8 8", True), ("-1", "8", True), ("-5", "8", True), ("-5", "1", False)],
)
def test_the_dots_of_a_place_change_and_are_at_least_one(change: str, dice: str, overcome: bool) -> None:
    g = lawful(f"while: [{{place_cost: {change}}}]", spirit=1)
    match = answered(play(g, dice), "help shed", f"roll {len(dice.split())}")
    assert ("shed" in match.state.overcome) == overcome


@pytest.mark.parametrize(
    ("change", "dice", "lit"), [("1", "8 8", False), ("1", "8 8 8", True), ("-9", "8", True)]
)
def test_the_illuminate_cost_of_a_creature_changes(change: str, dice: str, lit: bool) -> None:
    g = lawful(f"while: [{{illuminate_cost: {change}, who: called(vole)}}]", river="I vole H E G")
    match = answered(play(g, dice), "illuminate vole", f"roll {len(dice.split())}")
    assert (match.state.lit == 1) == lit


@pytest.mark.parametrize(
    ("change", "dice", "healed"), [("1", "8 8", False), ("1", "8 8 8", True), ("-9", "8", True)]
)
def test_the_heal_cost_of_a_trauma_changes(change: str, dice: str, healed: bool) -> None:
    g = lawful(f"while: [{{heal_cost: {change}, who: traumas}}]", spaces=["ache"])
    match = answered(play(g, dice), "heal ache", f"roll {len(dice.split())}")
    assert (match.state.in_spaces == ()) == healed


@pytest.mark.parametrize(("change", "spirit"), [("1", 4), ("-1", 8), ("-9", 8)])
def test_the_spirit_loss_of_creatures_changes_and_is_never_a_gain(change: str, spirit: int) -> None:
    g = lawful(f"while: [{{loss: {change}}}]", river="vole I vole_2 H E G", shadow=6)
    assert answer(play(g), "end phase").spirit == spirit


def test_additional_successes_of_a_card_count_for_each_action_it_names() -> None:
    g = lawful("while: [{successes_more: 1, who: illuminate}]")
    assert answer(play(g, 3), "illuminate light", "roll 1").light == 4
    assert answer(play(g, 1), "illuminate light", "roll 1").light == 5
    assert answer(play(g, 1), "help crystals", "roll 1").crystal_total == 0


def next_round(says: str, **position: Any) -> Match:
    return answered(play(lawful(says, shadow=6, **position)), "end phase")


def test_the_dice_of_the_pool_are_fewer() -> None:
    assert next_round("while: [{dice: -2}]", dice=(5, 1, 0)).state.ready == (3, 1, 0)


def test_the_dice_of_the_pool_are_more() -> None:
    more = next_round("while: [{dice: 1}]")
    assert more.state.ready == (6, 0, 0)
    assert offered(answered(more, "help crystals")) == [f"roll {count}" for count in range(1, 7)]


def test_the_room_for_crystals_on_an_action_card_changes() -> None:
    lie = {"I": 3, "H": 3, "E": 3}
    assert using("[{gain_crystals: 1}]", crystals=lie).state.crystals_on("heal") == 1
    g = lawful("while: [{crystal_cap: 1}], use: [{gain_crystals: 1}]", crystals=lie)
    assert offered(answered(play(g), "use law")) == ["put illuminate", "put help", "put explore", "put heal"]
    g = lawful("while: [{crystal_cap: {set: 2}}], use: [{gain_crystals_on: heal, n: 3}]")
    assert answer(play(g), "use law").crystals_on("heal") == 2


def test_the_number_of_blessing_spaces_changes() -> None:
    fewer = lawful("while: [{blessing_spaces: -2}], use: [{gain_card: apple}]", spaces=["drum"])
    assert offered(answered(play(fewer), "use law")) == [
        "resolve drum",
        "discard drum",
        "resolve apple",
        "discard apple",
    ]
    more = lawful(
        "while: [{blessing_spaces: 1}], use: [{gain_card: apple}]", spaces=["drum", "bread", "candle"]
    )
    assert len(answer(play(more), "use law").in_spaces) == 4


@pytest.mark.parametrize(("pace", "shadow"), [("1", 5), ("-1", 7), ("{set: 0}", 7)])
def test_the_pace_of_the_shadow_pawn_changes(pace: str, shadow: int) -> None:
    g = lawful(f"while: [{{shadow_pace: {pace}}}]", shadow=7, creature_deck=["wisp"])
    assert answer(play(g), "end phase").shadow == shadow


# What cards forbid


def test_an_action_card_is_not_used_while_a_card_forbids_it() -> None:
    found = offered(play(lawful("while: [{forbid: action, who: help}]")))
    assert [key for key in found if key.startswith("help")] == []
    assert {"illuminate light", "explore cards", "heal spirit"} <= set(found)


def test_the_first_or_the_second_ability_is_forbidden() -> None:
    first = offered(play(lawful("while: [{forbid: first_ability, who: explore}]")))
    assert [key for key in first if key.startswith("explore")] == ["explore cards"]
    second = lawful("while: [{forbid: second_ability, who: explore}]", overcome=["stile"])
    assert "explore cards" not in offered(play(second))
    g = answer(play(second, "8 1"), "explore hedge", "roll 2")
    assert (g.action, g.exploration.deck_size) == (None, 5)


def test_crystals_do_not_help_a_card_for_which_it_is_forbidden() -> None:
    given: dict[str, Any] = {"crystals": {"I": 2, "G": 2}, "spirit": 2, "brom": "out"}
    g = lawful("while: [{forbid: spend_crystals, who: heal}]", **given)
    assert answer(play(g, 8), "heal spirit", "roll 1").spirit == 3
    assert offered(answered(play(g, 8), "illuminate light", "roll 1")) == ["second 0", "second 1", "second 2"]


def test_brom_does_nothing_while_it_is_forbidden() -> None:
    given: dict[str, Any] = {"crystals": {"I": 2}, "river": "I vole H E G"}
    assert "use brom" in offered(play(wood(**given)))
    assert "use brom" not in offered(play(lawful("while: [{forbid: brom}]", **given)))


def test_luma_rolls_nothing_again_while_it_is_forbidden() -> None:
    given: dict[str, Any] = {"crystals": {"I": 2}, "luma_turned": True}
    steps = ("help crystals", "roll 1")
    assert "use luma" in offered(answered(play(wood(**given), 8), *steps))
    assert "use luma" not in offered(answered(play(lawful("while: [{forbid: reroll}]", **given), 8), *steps))


# No word goes untested

FILES = ("test_effects.py", "test_effects_story.py", "test_values.py")


def texts_in(file: str) -> list[str]:
    """The texts that stand in a test file, apart from those that only explain."""
    nodes = list(ast.walk(ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))))
    docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
    found = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [str(node.value) for node in found if node not in docs]


def test_every_word_of_the_language_is_used_in_these_files() -> None:
    text = "\n".join([part for file in FILES for part in texts_in(file)])
    wanted = {f"the instruction {name}": rf"(?<!\w){name}(?![\w(])" for name in LANGUAGE.ops}
    for name, word in LANGUAGE.values.items():
        follows = r"\(" if any(param.is_required for param in word.params) else r"(?![\w:])"
        wanted[f"the value {name}"] = rf"(?<![\w.]){name}{follows}"
    for name, event in LANGUAGE.events.items():
        wanted |= {f"the event {name}, {way}": rf"\b{way}: {name}\b" for way in event.ways}
    wanted |= {f"the number {name}": rf"\{{{name}: " for name in LANGUAGE.queries}
    wanted |= {f"the ban {name}": rf"\bforbid: {name}\b" for name in LANGUAGE.bans}
    assert [what for what, pattern in wanted.items() if not re.search(pattern, text)] == []
