"""What phases, rolls and cards bring about: at once, as far as the rules go, and no further."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import DISCARD, OUT
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, answered, offered, outcome, tells, told, told_of
from tests.games.storyfold.given import begun, journey, journey_after, play, wood, written
from tests.games.storyfold.test_effects import book, done, lawful, using
from tests.games.storyfold.test_triumph import TASK, crossed, last_scene

OPENING = "text: It begins on a meadow."
HILLTOP = "text: One sees far from here.\n  light: 2\n  shadow: 2"
GLOOM = "text: It is dim., in_play: [{lose_crystals_on: explore}]"
BRIDGE = "brook is heard.\n    links: [{to: brook}]"


@pytest.mark.parametrize(
    "event", ["luma_phase_starts", "luma_phase_ends", "shadow_phase_starts", "shadow_phase_ends"]
)
@pytest.mark.rule("SF-Q95")
def test_the_task_is_looked_at_when_a_phase_begins_and_when_it_ends(event: str) -> None:
    task = ((TASK, "task: {if: light_distance <= 5,"),)
    g = lawful(f"when: [{{on: {event}, do: [{{advance_light: 1}}]}}]", changes=task, light=6, shadow=6)
    match = answered(play(g), "end phase")
    assert match.state.triumphs == ("meadow luma",)
    assert match.state.step == "arrive"


def test_what_lasts_for_a_luma_phase_is_over_when_the_shadow_phase_begins() -> None:
    g = lawful("use: [{for: phase, while: [{loss: 2}]}]", river="vole I H E G", spirit=8, shadow=6)
    assert answer(play(g), "use law", "end phase").spirit == 7


def test_a_card_that_may_not_use_its_first_ability_leaves_the_other_cards_theirs() -> None:
    found = offered(play(lawful("while: [{forbid: first_ability, who: help}]")))
    assert "explore stile" in found
    assert [key for key in found if key.startswith("help")] == ["help crystals"]


@pytest.mark.rule("SF-030")
def test_what_a_roll_brings_about_counts_for_that_roll() -> None:
    g = lawful("when: [{on: rolled, do: [{extra_success: 1}]}]")
    assert answer(play(g, "1"), "illuminate light", "roll 1").light == 5


@pytest.mark.rule("SF-042")
def test_an_action_fails_also_when_cards_take_away_more_successes_than_there_are() -> None:
    match = answered(play(lawful("while: [{successes_more: -2}]"), "8"), "illuminate light", "roll 1")
    assert (0, "SF-042", ["illuminate"]) in tells(match, "fails")
    assert (match.state.light, written(match.state)) == (6, ["H", "E", "G", "I"])


def test_cards_can_take_away_all_eight_sided_dice_and_no_more() -> None:
    g = lawful("while: [{dice: -9}]", dice=(5, 1, 0), shadow=6)
    assert answer(play(g), "end phase").ready == (0, 1, 0)


def test_dice_are_used_up_to_the_largest() -> None:
    match = using("[{exhaust_dice: 6}]", dice=(4, 1, 1), shadow=6)
    assert told_of(match, "dice are gone") == [[4], [1], [1]]


# What a Scene and a Chapter begin and end with


@pytest.mark.rule("SF-Q92")
@pytest.mark.parametrize(("at", "spirit", "triumphs"), [(1, 8, ()), (0, 8, ("hill dark",))])
def test_a_setup_puts_the_shadow_beside_the_centre_without_icons_or_on_it_for_good(
    at: int, spirit: int, triumphs: tuple[str, ...]
) -> None:
    icons = 'icons: {claw: {name: Claw, do: [{lose_spirit: 1}]}}\n  track: {"1": [claw]}'
    content = book("", (HILLTOP, f"{HILLTOP}\n  setup: [{{place_shadow: {at}}}]\n  {icons}"))
    match = answered(play(begun(journey(scene="hill"), content=content)))
    assert (match.state.spirit, match.state.triumphs) == (spirit, triumphs)
    assert match.state.shadow == at


def test_where_there_is_no_scene_yet_no_pawn_moves() -> None:
    moves = "[{advance_light: 1}, {retreat_light: 1}, {advance_shadow: 1}, {retreat_shadow: 1}, {gain_crystals_on: heal}]"
    content = book("", (OPENING, f"{OPENING}\n  setup: {moves}"))
    match = answered(play(begun(content=content)))
    assert (match.state.scene, match.state.light, match.state.shadow) == ("meadow", 6, 7)
    assert match.state.crystals_on("heal") == 1


@pytest.mark.rule("SF-Q94")
def test_attempts_are_counted_anew_in_the_next_chapter() -> None:
    assert crossed(last_scene(attempts=2)).attempts == 0


@pytest.mark.rule("SF-Q41")
def test_of_shadow_cards_in_their_order_only_the_final_one_is_known() -> None:
    g = begun(journey(chapter="second"))
    assert (g.shadows.layers, g.shadows.masks) == ([("gloom",), ("murk",), ("night",)], [0, 0, EVERYONE])


@pytest.mark.rule("SF-146")
def test_who_saves_keeps_the_other_ribbons_and_goes_on_from_the_new_one() -> None:
    g = wood(step="arrive", leads="brook", triumphs=("meadow luma", "hill dark"), spirit=3)
    g.bookmarks = {"blue": journey(spirit=6)}
    match = answered(play(g), "save red")
    saved = journey_after(match)
    assert (saved.scene, saved.spirit) == ("brook", 3)
    assert {ribbon: mark.spirit for ribbon, mark in saved.bookmarks.items()} == {"blue": 6, "red": 3}
    assert outcome(match).scores == (1,)


@pytest.mark.rule("SF-Q76")
def test_what_a_card_does_about_the_last_deed_of_a_scene_is_done_before_the_scene_ends() -> None:
    task = ((TASK, "task: {if: light_at_centre,"),)
    says = "when: [{on: light_at_the_centre, do: [{gain_spirit: 1}]}]"
    g = lawful(says, changes=task, light=1, spirit=4)
    match = answered(play(g, "8"), "illuminate light", "roll 1")
    assert (match.state.triumphs, match.state.spirit) == (("meadow luma",), 5)


@pytest.mark.rule("SF-Q78")
def test_a_single_link_by_choice_is_simply_taken() -> None:
    changes = (
        (TASK, "task: {if: spirit >= 5,"),
        (BRIDGE, "brook is heard.\n    links: [{to: brook, id: on, say: Go on}]"),
    )
    match = answered(play(lawful("use: [{gain_spirit: 2}]", changes=changes, spirit=3)), "use law")
    assert (match.state.leads, offered(match)[0]) == ("brook", "go on")


# Pages


@pytest.mark.rule("SF-098")
def test_a_page_is_read_by_the_player_alone_and_then_closed() -> None:
    match = answered(play(wood(), "8"), "explore stile")
    match.answer("roll 1")
    assert match.ask is not None
    assert (match.ask.topic, match.ask.seat, [option.key for option in match.options]) == (
        "page",
        0,
        ["read"],
    )
    assert match.scene(0).page.alone
    assert (-1, "SF-098", ["stile"]) in tells(match, "reads")
    match.answer("read")
    assert not match.scene(0).page.alone


def test_who_has_met_a_creature_knows_it() -> None:
    assert "crow" in done("[{put_creature: crow}]")[0].pages.read


# Cards


@pytest.mark.rule("SF-116")
def test_a_shadow_card_that_draws_another_is_discarded_after_it() -> None:
    changes = ((GLOOM, "text: It is dim., in_play: [{draw_shadow: 1}]"),)
    g = done("[{draw_shadow: 1}]", changes=changes, shadow_deck=["gloom", "fog", "night"], light=3)[0]
    assert (g.shadows.rows[DISCARD], g.light, g.shadow_drawn) == (("fog", "gloom"), 5, 2)


@pytest.mark.rule("SF-Q23")
def test_a_target_stays_one_when_another_creature_leaves() -> None:
    g = lawful(
        "use: [{pick: creatures, do: [{discard_creature: it}]}], timing: rolled", river="I vole hare H E G"
    )
    match = answered(play(g, "8 8 8"), "illuminate vole", "roll 3", "use law", "hare")
    assert written(match.state) == ["H", "E", "G", "vole*", "I"]


@pytest.mark.rule("SF-080")
def test_a_creature_activates_although_a_card_does_something_before() -> None:
    g = lawful(
        "instead: [{of: creature_activates, do: [{advance_light: 1}]}]", river="vole I H E G", shadow=6
    )
    match = answered(play(g), "end phase")
    assert (match.state.light, match.state.spirit) == (5, 7)


def test_a_card_shuffled_into_the_deck_lies_in_the_box_no_longer() -> None:
    g = done("[{add_to_exploration: fox}]")[0]
    assert "fox" not in g.exploration.rows[OUT]
    assert [card for layer in g.exploration.layers for card in layer].count("fox") == 1


def test_crystals_that_find_room_on_one_card_are_not_brought_in_vain() -> None:
    g = lawful("use: [{gain_crystals: 1}]", crystals={"I": 3, "H": 3, "E": 3}, brom="out", shadow=6)
    assert "use law" in offered(answered(play(g), "end phase"))


@pytest.mark.rule("SF-Q34")
def test_a_card_used_in_vain_does_not_hide_one_that_is_not() -> None:
    g = lawful("use: [{advance_light: 1}]", spaces=["apple"], spirit=8, brom="out", shadow=6)
    assert set(offered(answered(play(g), "end phase"))) >= {"go on", "use law"}


# What brings nothing is not told of


@pytest.mark.parametrize(
    ("text", "line", "position"),
    [
        ("[{gain_spirit: 2}]", "gains spirit", {"spirit": 8}),
        ("[{recover_dice: 1}]", "dice come back", {}),
        ("[{gain_crystals_on: heal}]", "no room on", {}),
        ("[{move_crystals: 1, from: help, to: heal}]", "crystals move", {}),
        ("[{retreat_shadow: 1}]", "shadow retreats", {}),
    ],
)
def test_what_changes_nothing_is_not_told_of(text: str, line: str, position: dict[str, Any]) -> None:
    assert line not in told(using(text, **position))


def test_shadow_cards_that_return_and_crystals_that_go_are_told_of() -> None:
    back = using("[{return_shadow: 1}]", shadow_deck=["night"], shadow_discard=["gloom"])
    assert (-1, "SF-119", ["gloom"]) in tells(back, "shadow returns")
    gone = using("[{lose_crystals_on: help, n: 2}]", crystals={"H": 1})
    assert (-1, "SF-Q25", [1, "help"]) in tells(gone, "crystals off")


@pytest.mark.rule("SF-Q21")
def test_who_lets_an_action_be_is_told_of() -> None:
    match = answered(play(wood(overcome=["stile"]), "8 1"), "explore hedge", "roll 2", "nothing")
    assert (0, "SF-Q21", ["explore"]) in tells(match, "lets it be")


@pytest.mark.rule("SF-017")
def test_a_creature_for_which_there_is_no_room_is_told_of() -> None:
    pieces = ["I", "vole", "vole_2", "hare", "bull", "wisp", "H", "E", "G"][-wood().numbers.river :]
    match = using("[{put_creature: crow}]", river=pieces)
    assert (-1, "SF-017", ["crow"]) in tells(match, "river is full")


@pytest.mark.rule("SF-052")
def test_all_cards_that_were_drawn_are_known_and_the_one_taken_lies_open() -> None:
    g = done("[{draw_exploration: 2}]", "bread", exploration=["apple", "bread"])[0]
    assert {"apple", "bread"} <= set(g.pages.read)
    assert (g.met, g.in_spaces) == ("bread", ("bread",))


@pytest.mark.rule("SF-061")
def test_crystals_beyond_a_lowered_cap_stay() -> None:
    g = lawful("while: [{crystal_cap: -2}], use: [{gain_crystals_on: heal}]", crystals={"G": 3})
    assert answer(play(g), "use law").crystals_on("heal") == 3


@pytest.mark.rule("SF-082")
def test_what_follows_from_lost_spirit_comes_before_the_text_of_the_creature() -> None:
    says = "when: [{on: spirit_lost, do: [{gain_crystals_on: heal}]}]"
    match = answered(play(lawful(says, river="hare I H E G", shadow=6)), "end phase")
    lines = told(match)
    assert lines.index("loses spirit") < lines.index("crystals on") < lines.index("moves")


@pytest.mark.rule("SF-Q94")
def test_brom_may_stand_in_again_in_the_next_chapter() -> None:
    assert not crossed(last_scene()).stood_in
