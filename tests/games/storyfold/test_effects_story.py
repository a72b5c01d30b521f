"""Storyfold: every instruction about Exploration, Shadow and Story cards, Luma and Brom, Places, memory and where the
story goes; and every event that cards answer to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.state import DISCARD, OUT, Wood
from foldtale.testing import answer, answered, offered, outcome
from tests.games.storyfold.given import begun, journey, play, wood, written
from tests.games.storyfold.test_effects import book, changed, done, lawful, using

# Exploration, Shadow and Story cards


def test_cards_are_drawn_and_one_is_kept_or_as_many_as_it_says() -> None:
    match = using("[{draw_exploration: 2}]", exploration=["apple", "drum", "bread"])
    assert offered(match) == ["apple", "drum"]
    g = answer(match, "drum")
    assert (g.in_spaces, g.exploration.rows[DISCARD], g.exploration.deck_size) == (("drum",), ("apple",), 1)
    both, _ = done(
        "[{draw_exploration: 3, keep: 2}]", "bread", "apple", exploration=["apple", "drum", "bread"]
    )
    assert (sorted(both.in_spaces), both.exploration.rows[DISCARD]) == (["apple", "bread"], ("drum",))


@pytest.mark.parametrize(
    "where",
    [{"exploration": ["apple"]}, {"exploration_discard": ["apple"], "exploration": []}, {"exploration": []}],
)
def test_a_card_that_is_named_is_taken_from_wherever_it_lies(where: dict[str, Any]) -> None:
    g, other = done("[{gain_card: apple}]", **where)
    assert (g.in_spaces, g.exploration.deck_size, g.exploration.rows[DISCARD]) == (("apple",), 0, ())
    assert other == {"exploration"}


def test_a_card_in_a_space_is_not_taken_again_and_a_curse_that_is_taken_happens() -> None:
    assert done("[{gain_card: apple}]", spaces=["apple"])[1] == set()
    g, _ = done("[{gain_card: nettle}]", spirit=5, exploration=["nettle"])
    assert (g.spirit, g.exploration.rows[DISCARD]) == (4, ("nettle",))


def test_a_card_is_put_into_the_exploration_deck_on_top_of_it_or_on_the_discard_pile() -> None:
    deck = ["apple", "bread"]
    g, other = done("[{add_to_exploration: scar}]", exploration=deck)
    assert (g.exploration.layers, other) == ([("apple", "bread", "scar")], {"exploration"})
    g, _ = done("[{add_to_exploration: scar, where: top}]", exploration=deck)
    assert g.exploration.layers == [("scar",), ("apple",), ("bread",)]
    g, _ = done("[{add_to_exploration: scar, where: discard}]", exploration=deck)
    assert (g.exploration.layers, g.exploration.rows[DISCARD]) == ([("apple",), ("bread",)], ("scar",))


def test_blessings_of_ones_choice_are_discarded_unused_and_no_trauma() -> None:
    match = using("[{discard_blessing: 1}]", spaces=["apple", "scar", "drum"], spirit=3)
    assert offered(match) == ["apple", "drum"]
    g = answer(match, "apple")
    assert (g.in_spaces, g.exploration.rows[DISCARD], g.spirit) == (("scar", "drum"), ("apple",), 3)


def test_blessings_can_be_a_price_only_if_there_are_enough() -> None:
    price = "use: [{pay: [{discard_blessing: 2}], then: [{gain_spirit: 1}]}]"
    assert "use law" in offered(play(lawful(price, spaces=["apple", "drum"], spirit=3)))
    assert "use law" not in offered(play(lawful(price, spaces=["apple", "scar"], spirit=3)))


def test_a_trauma_leaves_its_space_for_where_it_says_and_a_blessing_does_not() -> None:
    text = "[{each: traumas, do: [{remove_trauma: it}]}]"
    g, other = done(text, spaces=["scar", "apple", "burn"])
    assert (g.in_spaces, g.exploration.rows[DISCARD], other) == (("apple",), ("scar",), {"exploration"})
    assert "burn" in g.exploration.rows[OUT]


@pytest.mark.parametrize(
    "where", [{"spaces": ["apple"]}, {"exploration_discard": ["apple"]}, {"exploration": ["drum", "apple"]}]
)
def test_a_card_goes_back_into_the_box_wherever_it_lies(where: dict[str, Any]) -> None:
    g, other = done("[{remove_from_game: apple}]", **where)
    assert "apple" in g.exploration.rows[OUT]
    assert "apple" not in [*g.in_spaces, *g.exploration.rows[DISCARD]]
    assert not any("apple" in layer for layer in g.exploration.layers)
    assert other == {"exploration"}
    assert done("[{remove_from_game: scar}]")[1] == set()


def test_shadow_cards_are_drawn_and_resolved() -> None:
    g, other = done("[{draw_shadow: 2}]", shadow_deck=["gloom", "fog", "night"], light=2, crystals={"E": 2})
    assert (g.crystals, g.light, g.shadow_drawn) == ((0, 0, 1, 0), 4, 2)
    assert (g.shadows.rows[DISCARD], g.shadows.deck_size) == (("gloom", "fog"), 1)
    assert other == {"crystals", "light", "shadow_drawn", "shadows"}


def test_the_topmost_discarded_shadow_cards_go_back_above_the_final_one() -> None:
    g, other = done(
        "[{return_shadow: 2}]", shadow_deck=["fog", "night"], shadow_discard=["gloom", "murk", "dusk"]
    )
    assert g.shadows.rows[DISCARD] == ("gloom",)
    assert (g.shadows.layers[0], g.shadows.layers[-1]) == (("fog",), ("night",))
    assert sorted(g.shadows.layers[1:-1]) == [("dusk",), ("murk",)]
    assert other == {"shadows"}
    assert done("[{return_shadow: 2}]", shadow_deck=["fog", "night"])[1] == set()


def test_a_story_card_is_fetched_by_its_number_and_read() -> None:
    g, other = done("[{draw_story: letter}]")
    assert (g.flags, g.stories) == ({"FEATHER": "chapter"}, ("lamp", "friend", "rumour"))
    assert other == {"flags", "stories"}


# Luma and Brom


def test_the_cards_of_brom_and_luma_are_turned_over_and_back() -> None:
    g, other = done("[flip_brom]")
    assert (g.brom_turned, other) == (True, {"brom_turned"})
    g, other = done("[flip_brom]", brom_turned=True)
    assert (g.brom_turned, other) == (False, {"brom_turned"})
    g, other = done("[flip_luma]")
    assert (g.luma_turned, other) == (True, {"luma_turned"})


def test_the_face_that_shows_is_the_one_that_can_be_used() -> None:
    match = using("[flip_brom]", crystals={"H": 2}, spirit=5)
    assert answer(match, "use brom").spirit == 7


def test_luma_alone_does_not_keep_the_final_card_away() -> None:
    text = "[flip_luma, {draw_shadow: 1}]"
    assert offered(using(text, shadow_deck=["night"])) == ["begin again", "close the book"]
    assert "no" in offered(using(text, shadow_deck=["night"], luma_turned=True))


def test_brom_leaves_for_good_or_comes_back() -> None:
    g, other = done("[remove_brom]")
    assert (g.brom, other) == ("out", {"brom"})
    for place in ("out", "shadow"):
        g, other = done("[restore_brom]", brom=place, stood_in=True)
        assert (g.brom, g.stood_in, other) == ("here", True, {"brom"})
    assert done("[restore_brom]")[1] == set()


def test_brom_can_be_given_up_once_and_only_while_he_is_here() -> None:
    g, other = done("[give_up_brom]")
    assert (g.brom, g.stood_in, other) == ("shadow", True, {"brom", "stood_in"})
    for gone in ({"stood_in": True}, {"brom": "out"}):
        assert "use law" not in offered(play(lawful("use: [give_up_brom]", **gone)))


# Places


def test_a_place_is_marked_and_its_text_is_not_read() -> None:
    g, other = done("[{mark_place: shed}, {mark_place: shed}]", spirit=3)
    assert (g.overcome, other) == (("shed",), {"overcome"})
    assert "explore hedge" in offered(using("[{mark_place: stile}]"))


def test_a_pawn_is_taken_off_a_place_which_can_be_overcome_again() -> None:
    match = using("[{unmark_place: shed}]", overcome=["stile", "shed"])
    assert match.state.overcome == ("stile",)
    assert "help shed" in offered(match)
    assert done("[{unmark_place: shed}]")[1] == set()


def test_a_place_is_closed_until_a_text_opens_it() -> None:
    match = using("[{lock_place: stile}]")
    assert "explore stile" not in offered(match)
    assert "explore pit" in offered(match)
    match = using("[{unlock_place: stile}]", locked=["stile", "pit"])
    assert match.state.locked == ("pit",)
    assert "explore stile" in offered(match)


def test_a_place_of_another_scene_is_neither_marked_nor_closed() -> None:
    assert done("[{mark_place: ford}, {lock_place: ford}, {unlock_place: ford}]")[1] == set()


# Memory


def test_a_word_is_remembered_for_a_scope_and_forgotten() -> None:
    g, other = done(
        "[{set_flag: ONE}, {set_flag: TWO, for: scene}, {set_flag: SIX, for: campaign}, {clear_flag: ONE}]"
    )
    assert (g.flags, other) == ({"TWO": "scene", "SIX": "campaign"}, {"flags"})


def test_one_counts_under_a_word() -> None:
    g, other = done(
        "[{add_counter: A}, {add_counter: A, n: 3}, {set_counter: B, n: 7}, {set_counter: B, n: 2, for: campaign}]"
    )
    assert (g.counters, other) == ({"A": ("chapter", 4), "B": ("campaign", 2)}, {"counters"})


@pytest.mark.rule("SF-Q112")
@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [
        ("campaign", "scene", "campaign"),
        ("campaign", "chapter", "campaign"),
        ("chapter", "scene", "chapter"),
        ("scene", "chapter", "chapter"),
        ("scene", "campaign", "campaign"),
    ],
)
def test_a_word_that_is_remembered_twice_is_remembered_for_the_longer_time(
    first: str, then: str, kept: str
) -> None:
    g, _ = done(f"[{{set_flag: ONE, for: {first}}}, {{set_flag: ONE, for: {then}}}]")
    assert g.flags == {"ONE": kept}
    for again in (f"{{add_counter: A, n: 2, for: {then}}}", f"{{set_counter: A, n: 3, for: {then}}}"):
        g, _ = done(f"[{{add_counter: A, for: {first}}}, {again}]")
        assert g.counters == {"A": (kept, 3)}


@pytest.mark.rule("SF-Q112")
def test_a_word_that_was_forgotten_is_remembered_only_as_long_as_it_is_said_next() -> None:
    g, _ = done("[{set_flag: ONE, for: campaign}, {clear_flag: ONE}, {set_flag: ONE, for: scene}]")
    assert g.flags == {"ONE": "scene"}


# Flow


@pytest.mark.parametrize(("dice", "spirit"), [("5 1 8", 8), ("4 1 8", 1)])
def test_dice_of_the_book_decide(dice: str, spirit: int) -> None:
    text = "[{roll_test: 3, needs: 5, wants: 2, then: [{set_spirit: 8}], else: [{set_spirit: 1}]}]"
    g, other = done(text, falls=(dice,), spirit=4)
    assert (g.spirit, other) == (spirit, {"spirit"})


def test_a_test_that_fails_without_another_way_does_nothing() -> None:
    text = "[{roll_test: 1, needs: 5, then: [{set_spirit: 8}]}]"
    assert done(text, falls=(4,), spirit=4)[1] == set()


@pytest.mark.parametrize(("who", "triumph"), [("luma", "luma"), ("shadow", "dark")])
def test_a_scene_ends_at_once_with_one_of_its_endings(who: str, triumph: str) -> None:
    g = using(f"[{{end_scene: {who}}}, {{gain_crystals_on: heal}}]").state
    assert (g.triumphs, g.crystal_total) == ((f"meadow {triumph}",), 0)


def to_the_dark(*changes: tuple[str, str], **position: Any) -> Wood:
    """The Shadow is one space from the centre of the meadow, and the ending has other words."""
    return lawful("use: [{advance_shadow: 1}]", changes=changes, shadow=1, **position)


DARK = "do: [{set_flag: DARK}]"


def test_an_ending_goes_on_elsewhere_whatever_its_links_say() -> None:
    match = answered(play(to_the_dark((DARK, "do: [{go_to: hill}]"))), "use law", "go on")
    assert match.state.scene == "hill"


def test_an_ending_closes_the_book() -> None:
    match = answered(play(to_the_dark((DARK, "do: [end_campaign]"))), "use law")
    assert outcome(match).ending == "the end"


def test_a_chapter_begins_again_by_a_text() -> None:
    match = using("[restart_chapter, {gain_crystals_on: heal}]", river="G H E I")
    assert offered(match) == ["begin again", "close the book"]
    assert match.state.crystal_total == 0


# Events


def seen(event: str, *answers: str, falls: tuple[object, ...] = (), use: str = "", **position: Any) -> int:
    """How often a card answered to this: `seen("on: rolled", "explore pit", "roll 1", falls=(6,))`."""
    uses = f", use: {use}" if use else ""
    way = "when" if event.startswith("on") else "instead"
    g = lawful(f"{way}: [{{{event}, do: [{{add_counter: SEEN, for: campaign}}]}}]{uses}", **position)
    return answer(play(g, *falls), *answers).count_of("SEEN")


PHASE = {"shadow": 6, "spirit": 8}
DECK = {"exploration": ["apple", "drum"]}
HAPPENS: list[tuple[str, tuple[str, ...], int, dict[str, Any]]] = [
    ("on: luma_phase_ends", ("end phase",), 1, PHASE),
    ("on: luma_phase_ends", ("help crystals", "roll 4"), 0, {"falls": ("1 1 1 1",)}),
    ("on: luma_phase_starts", ("end phase",), 1, PHASE),
    ("on: shadow_phase_starts", ("end phase",), 1, PHASE),
    ("on: shadow_phase_ends", ("end phase",), 1, PHASE),
    ("on: rolled", ("explore pit", "roll 1"), 1, {"falls": (1,)}),
    ("on: rolled", ("end phase",), 0, PHASE),
    ("on: action_used, if: card is explore", ("explore pit", "roll 1"), 1, {"falls": (1,)}),
    ("on: action_used, if: card is help", ("explore pit", "roll 1"), 0, {"falls": (1,)}),
    ("on: action_failed, if: card is explore", ("explore pit", "roll 1"), 1, {"falls": (1,)}),
    ("on: action_failed", ("heal spirit", "roll 1"), 0, {"falls": (8,)}),
    ("on: creature_enters", ("use law",), 2, {"use": "[{put_creature: vole}, {put_creature: hare}]"}),
    ("on: creature_activates", ("end phase",), 2, {"river": "vole I hare H E G", **PHASE}),
    ("of: creature_activates", ("end phase",), 2, {"river": "vole I hare H E G", **PHASE}),
    ("on: creature_illuminated", ("illuminate hare", "roll 1"), 1, {"river": "I hare H E G", "falls": (8,)}),
    ("on: creature_healed", ("use law",), 1, {"river": "I wisp H E G", "use": "[{each: creatures, do: [{heal_free: it}]}]"}),
    ("on: creature_healed", ("use law",), 0, {"river": "I wisp H E G", "use": "[{each: creatures, do: [{discard_creature: it}]}]"}),
    ("on: creature_leaves", ("use law",), 1, {"river": "I wisp H E G", "use": "[{each: creatures, do: [{discard_creature: it}]}]"}),
    ("on: place_overcome, if: place is stile", ("explore stile", "roll 1", "put help"), 1, {"falls": (8,)}),
    ("on: place_overcome, if: place is pit", ("explore stile", "roll 1", "put help"), 0, {"falls": (8,)}),
    ("on: spirit_lost, if: amount is 2", ("use law",), 1, {"use": "[{lose_spirit: 2}, {lose_spirit: 1}]"}),
    ("of: spirit_lost", ("use law",), 1, {"use": "[{lose_spirit: 2}, {set_spirit: 1}]"}),
    ("on: spirit_gained, if: amount is 1", ("use law",), 1, {"use": "[{gain_spirit: 2}, {gain_spirit: 2}]", "spirit": 7}),
    ("of: spirit_gained", ("use law",), 1, {"use": "[{gain_spirit: 2}]", "spirit": 3}),
    ("on: overflow", ("use law",), 1, {"use": "[{lose_spirit: 2}, {lose_spirit: 1}]", "spirit": 1, "shadow_deck": ["fog", "night"]}),
    ("on: crystals_gained, if: amount is 2", ("help crystals", "roll 2", "put help", "put heal"), 1, {"falls": ("8 8",)}),
    ("on: crystals_gained", ("use law",), 1, {"use": "[{gain_crystals_on: help}]"}),
    ("on: crystals_gained", ("use law",), 0, {"use": "[{gain_crystals_on: help}]", "crystals": {"H": 3}}),
    ("on: crystals_spent, if: amount is 2", ("use brom",), 1, {"crystals": {"H": 2}, "brom_turned": True, "spirit": 3}),
    ("on: crystals_spent, if: amount is 1", ("heal spirit", "roll 1", "second 1"), 1, {"crystals": {"G": 2}, "falls": (8,)}),
    ("on: shadow_card_drawn", ("use law",), 2, {"use": "[{draw_shadow: 2}]", "shadow_deck": ["fog", "gloom", "night"]}),
    ("on: story_card_drawn", ("use law",), 1, {"use": "[{draw_story: letter}, {draw_story: letter}]"}),
    ("on: exploration_drawn", ("use law", "apple"), 2, {"use": "[{draw_exploration: 2}]", **DECK}),
    ("on: exploration_drawn", ("use law",), 0, {"use": "[{gain_card: apple}]", **DECK}),
    ("on: light_advances, if: amount is 2", ("use law",), 1, {"use": "[{advance_light: 2}]"}),
    ("of: light_advances, if: amount is 2", ("use law",), 1, {"use": "[{advance_light: 2}, {retreat_light: 2}]"}),
    ("on: light_at_the_centre", ("use law",), 1, {"use": "[{advance_light: 2}, {advance_light: 1}]", "light": 2}),
    ("on: light_at_the_centre", ("use law",), 0, {"use": "[{advance_light: 1}]", "light": 2}),
    ("on: shadow_advances", ("use law",), 1, {"use": "[{advance_shadow: 1}]", "shadow": 6}),
    ("of: shadow_advances, if: amount is 2", ("use law",), 1, {"use": "[{advance_shadow: 2}, {retreat_shadow: 1}]", "shadow": 7, "creature_deck": ["vole"]}),
    ("on: scene_ends", ("use law",), 1, {"use": "[{end_scene: luma}]"}),
    ("on: scene_ends", ("end phase",), 0, PHASE),
    ("on: icon_met", ("use law",), 2, {"use": "[{advance_shadow: 1}]", "shadow": 7, "creature_deck": ["vole"]}),
    ("on: icon_met", ("use law",), 0, {"use": "[{retreat_shadow: 1}, {place_shadow: 5}]", "shadow": 6}),
    ("on: chapter_ends", ("help ford", "roll 1"), 1, {"scene": "brook", "light": 3, "shadow": 4, "falls": (8,)}),
    ("on: chapter_ends", ("use law",), 0, {"use": "[{end_scene: luma}]"}),
]  # fmt: skip


@pytest.mark.parametrize(("event", "answers", "times", "given"), HAPPENS)
def test_cards_answer_to_what_happens(
    event: str, answers: tuple[str, ...], times: int, given: dict[str, Any]
) -> None:
    assert seen(event, *answers, **given) == times


def test_a_scene_answers_to_its_own_beginning() -> None:
    says = "text: Water over stones.\n  when: [{on: scene_begins, do: [{add_counter: SEEN}]}]"
    g = begun(journey(scene="brook"), content=book("", ("text: Water over stones.", says)))
    assert answer(play(g)).count_of("SEEN") == 1


def test_a_card_in_a_space_answers_to_the_beginning_of_a_chapter() -> None:
    more = "- {card: bell, kind: blessing, title: Bell, text: Ding., when: [{on: chapter_begins, do: [{add_counter: SEEN}]}]}\n"
    assert answer(play(begun(journey(spaces=("bell",)), content=book(more)))).count_of("SEEN") == 1
    later = begun(journey(spaces=("bell",), scene="brook"), content=book(more))
    assert answer(play(later)).count_of("SEEN") == 0


def test_what_is_about_to_happen_is_changed_or_does_not_happen() -> None:
    """Spirit, Light, Shadow, a Creature that activates, and the final Shadow card."""
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("{of: spirit_lost, do: [cancel]}", "[{lose_spirit: 2}]", {}),
        ("{of: spirit_gained, do: [cancel]}", "[{gain_spirit: 2}]", {"spirit": 3}),
        ("{of: light_advances, do: [cancel]}", "[{advance_light: 2}]", {}),
        ("{of: shadow_advances, do: [cancel]}", "[{advance_shadow: 2}]", {}),
        ("{of: creature_activates, do: [cancel]}", "[{each: creatures, do: [{activate: it}]}]", {"river": "I hare H E G"}),
        ("{of: final_shadow, do: [cancel]}", "[{draw_shadow: 1}]", {"shadow_deck": ["night"], "luma_turned": True}),
    ]  # fmt: skip
    for hook, text, given in cases:
        g = lawful(f"instead: [{hook}], use: {text}", **given)
        assert changed(g, answer(play(g), "use law")) == set(), hook
    g = lawful(
        "instead: [{of: spirit_lost, do: [{change: amount, to: amount - 1}]}], use: [{lose_spirit: 3}]"
    )
    assert answer(play(g), "use law").spirit == 6
    g = lawful(
        "instead: [{of: light_advances, do: [{change: amount, to: amount + 1}]}], use: [{advance_light: 1}]"
    )
    assert answer(play(g), "use law").light == 4


def test_what_a_card_does_about_the_final_shadow_card_is_only_about_that() -> None:
    g = lawful(
        "instead: [{of: final_shadow, do: [cancel]}], use: [{draw_shadow: 1}]", shadow_deck=["fog", "night"]
    )
    after = answer(play(g), "use law")
    assert (after.shadow_drawn, written(after)) == (1, ["I", "H", "E", "G"])


def test_a_card_that_is_gone_answers_no_more() -> None:
    more = "- {card: bell, kind: blessing, title: Bell, text: Ding., when: [{on: spirit_lost, do: [{add_counter: SEEN}]}]}\n"
    g = lawful(
        "use: [{gain_card: bell}, {lose_spirit: 1}, {remove_from_game: bell}, {lose_spirit: 1}]", more=more
    )
    assert answer(play(g), "use law").count_of("SEEN") == 1
    assert wood().count_of("SEEN") == 0


# How long, and how often

STARTS = "on: luma_phase_starts, do: [{add_counter: SEEN, for: campaign}]"


def rounds_and_a_scene(g: Wood, *first: str) -> list[int]:
    """How often it was counted after three rounds, in the next Scene, and there if one saves and resumes before it."""
    match = answered(play(g), *first, *["end phase"] * 3)
    counted = [match.state.count_of("SEEN")]
    answer(match, "end phase")
    assert offered(match)[0] == "go on"
    saved = answered(play(match.state), "save red").outcome
    assert saved is not None
    assert isinstance(saved.record, Journey)
    resumed = begun(replace(saved.record, bookmarks={}), content=g.content)
    return [
        *counted,
        answer(match, "go on").count_of("SEEN"),
        answer(play(resumed)).count_of("SEEN"),
    ]


@pytest.mark.parametrize(
    ("how_long", "counted"),
    [
        ("for: phase", [0, 0, 0]),
        ("for: round", [0, 0, 0]),
        ("for: scene", [3, 3, 3]),
        ("for: chapter", [3, 4, 4]),
    ],
)
def test_what_a_text_puts_in_force_lasts_as_long_as_it_says_also_through_a_save(
    how_long: str, counted: list[int]
) -> None:
    g = lawful(f"use: [{{{how_long}, when: [{{{STARTS}}}]}}]", shadow=5)
    assert rounds_and_a_scene(g, "use law") == counted


@pytest.mark.parametrize(
    ("limit", "counted"),
    [
        ("limit: phase", [3, 4, 4]),
        ("limit: round", [3, 4, 4]),
        ("limit: scene", [1, 2, 2]),
        ("limit: chapter", [1, 1, 1]),
    ],
)
def test_what_happens_once_in_a_scope_does_so_also_through_a_save(limit: str, counted: list[int]) -> None:
    g = lawful(f"when: [{{{limit}, {STARTS}}}]", shadow=5)
    assert rounds_and_a_scene(g) == counted


def test_what_lasts_for_an_action_is_over_with_it() -> None:
    g = lawful("use: [{for: action, while: [{successes_more: 1}]}]")
    match = answered(play(g, "8", "8"), "illuminate light", "roll 1", "use law")
    assert match.state.light == 4
    assert answer(match, "heal spirit", "roll 1").action is None
    once = lawful("when: [{on: rolled, limit: action, do: [{add_counter: SEEN}]}]")
    twice = answered(play(once, "1", "1"), "help crystals", "roll 1", "heal spirit", "roll 1")
    assert twice.state.count_of("SEEN") == 2
