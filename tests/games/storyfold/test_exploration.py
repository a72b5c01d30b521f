"""Storyfold: Exploration cards, Blessing spaces, Companions, Traumas, and where Story cards go."""

from __future__ import annotations

import pytest

from foldtale.games.storyfold.state import DISCARD, OUT, Wood
from foldtale.kernel import Match
from foldtale.kernel.pack.problems import BadPack
from foldtale.testing import answer, answered, offered
from tests.games.storyfold.given import WILDWOODS, begun, crystals, journey, play, wood, written
from tests.games.storyfold.test_effects import book, done, lawful, using


def in_deck(g: Wood) -> list[str]:
    return sorted([card for layer in g.exploration.layers for card in layer])


def discarded(g: Wood) -> tuple[str, ...]:
    return g.exploration.rows[DISCARD]


def explored(g: Wood, *answers: str, falls: str = "8", draws: tuple[str, ...] = ()) -> Match:
    """Explore draws as many cards as dice show 5 or more."""
    return answered(play(g, falls, *draws), "explore cards", f"roll {len(falls.split())}", *answers)


# The two basic types, and what comes later


@pytest.mark.rule("SF-123")
def test_a_new_journey_has_blessings_and_curses_to_explore_and_nothing_else() -> None:
    for g in (begun(), begun(journey(chapter="prologue"), content=WILDWOODS)):
        assert {g.content.kind(card) for card in in_deck(g)} == {"blessing", "curse"}


@pytest.mark.rule("SF-124")
def test_later_chapters_add_companions_and_traumas_to_the_exploration_deck() -> None:
    first = answered(play(begun()))
    assert in_deck(first.state) == ["apple", "bread", "candle", "drum", "nettle"]
    second = answered(play(begun(journey(chapter="second"))))
    assert in_deck(second.state) == ["apple", "bread", "candle", "drum", "fox", "nettle", "scar"]


@pytest.mark.rule("SF-Q73")
def test_added_cards_are_shuffled_in_unless_the_text_says_otherwise() -> None:
    deck = ["apple", "bread"]
    g, _ = done("[{add_to_exploration: fox}]", exploration=deck)
    assert g.exploration.layers == [("apple", "bread", "fox")]
    on_top, _ = done("[{add_to_exploration: fox, where: top}, {draw_exploration: 1}]", exploration=deck)
    assert on_top.in_spaces == ("fox",)


# Keeping a card


@pytest.mark.rule("SF-125")
def test_a_blessing_that_is_kept_goes_into_a_free_space_and_waits_there() -> None:
    g = explored(wood(exploration=["apple"], spaces=["drum"], spirit=3)).state
    assert (g.in_spaces, discarded(g), g.spirit) == (("drum", "apple"), (), 3)


@pytest.mark.rule("SF-126", "SF-Q68")
def test_a_curse_that_is_kept_happens_at_once_and_is_discarded() -> None:
    g = explored(wood(exploration=["nettle"], spirit=3)).state
    assert (g.in_spaces, discarded(g), g.spirit) == ((), ("nettle",), 2)


@pytest.mark.rule("SF-Q68")
def test_a_curse_that_says_so_goes_back_into_the_box() -> None:
    g = explored(wood(exploration=["thorn"], spirit=5)).state
    assert (g.spirit, discarded(g)) == (3, ())
    assert "thorn" in g.exploration.rows[OUT]


@pytest.mark.rule("SF-Q67")
def test_a_curse_that_is_not_chosen_is_discarded_and_does_nothing() -> None:
    match = explored(wood(exploration=["nettle", "apple", "drum"], spirit=3), falls="8 8")
    assert offered(match) == ["nettle", "apple"]
    g = answer(match, "apple")
    assert (g.spirit, g.in_spaces, discarded(g)) == (3, ("apple",), ("nettle",))


@pytest.mark.rule("SF-Q67")
def test_a_single_drawn_card_must_be_taken_also_if_it_is_a_curse() -> None:
    match = explored(wood(exploration=["nettle", "apple"], spirit=3))
    assert (match.state.spirit, match.state.step) == (2, "between")


# Full spaces


@pytest.mark.rule("SF-Q64")
def test_there_are_three_blessing_spaces_unless_the_book_has_others() -> None:
    assert (
        len(explored(wood(exploration=["candle"], spaces=["apple", "drum"]), "second 0").state.in_spaces) == 3
    )
    assert begun().numbers.spaces == 3
    small = book("", ("chapters: [first, second]", "chapters: [first, second]\n  numbers: {spaces: 1}"))
    g = wood(exploration=["candle"], spaces=["apple"])
    g.content = small
    assert "discard candle" in offered(explored(g, "second 0"))


FULL = ("apple", "bread", "drum")


def full(*spaces: str, new: str = "candle") -> Match:
    """This card was kept, and all spaces are taken."""
    g = wood(exploration=[new], spaces=spaces, spirit=3, crystals={})
    match = explored(g)
    return answered(match, "second 0") if "second 0" in offered(match) else match


@pytest.mark.rule("SF-X44", "SF-127", "SF-128")
def test_with_four_blessings_for_three_spaces_any_of_them_is_resolved_or_discarded() -> None:
    """Given three Blessings and a fourth kept: 8 options; the three others end up in the spaces."""
    four = (*FULL, "candle")
    assert offered(full(*FULL)) == [f"{verb} {card}" for card in four for verb in ("resolve", "discard")]
    for card in four:
        for verb in ("resolve", "discard"):
            match = answered(full(*FULL), f"{verb} {card}")
            if verb == "resolve" and card == "bread":
                answer(match, "put help")
            g = match.state
            assert sorted(g.in_spaces) == sorted([other for other in four if other != card])
            assert discarded(g) == (card,)


@pytest.mark.rule("SF-128")
def test_a_blessing_that_makes_room_helps_only_if_it_is_resolved() -> None:
    assert answer(full(*FULL), "resolve apple").spirit == 5
    assert answer(full(*FULL), "discard apple").spirit == 3
    assert crystals(answer(full(*FULL), "resolve bread", "put heal"))["G"] == 1


@pytest.mark.rule("SF-127")
def test_no_blessing_is_given_up_while_a_space_is_free() -> None:
    assert full("apple", "bread").state.step == "between"


@pytest.mark.rule("SF-X45", "SF-131")
def test_traumas_in_full_spaces_cannot_be_picked() -> None:
    """Given two Traumas, one Blessing and a new one: only the two Blessings can be picked, 4 options."""
    match = full("scar", "apple", "burn")
    assert offered(match) == ["resolve apple", "discard apple", "resolve candle", "discard candle"]
    assert sorted(answer(match, "discard apple").in_spaces) == ["burn", "candle", "scar"]


@pytest.mark.rule("SF-130")
def test_a_trauma_takes_up_a_blessing_space() -> None:
    g = explored(wood(exploration=["scar"], spaces=["apple"]), "second 0").state
    assert g.in_spaces == ("apple", "scar")
    assert "discard candle" in offered(full("apple", "drum", "scar"))


@pytest.mark.rule("SF-Q71")
def test_a_trauma_that_finds_only_traumas_is_discarded_and_does_nothing() -> None:
    """The Cut would make Explore harder by one."""
    more = (
        "- {card: cut, kind: trauma, title: Cut, text: It bleeds., while: [{threshold: 1, who: explore}]}\n"
    )
    g = lawful("use: [{gain_card: cut}]", more=more, spaces=["ache", "burn", "scar"])
    match = answered(play(g, "5"), "use law")
    assert (match.state.in_spaces, discarded(match.state)) == (("ache", "burn", "scar"), ("cut",))
    assert answer(match, "explore stile", "roll 1", "put help").overcome == ("stile",)


@pytest.mark.rule("SF-Q71")
def test_a_trauma_that_finds_a_blessing_takes_its_space() -> None:
    match = using("[{gain_card: scar}]", spaces=["ache", "apple", "burn"], spirit=3)
    assert offered(match) == ["resolve apple", "discard apple"]
    g = answer(match, "resolve apple")
    assert (sorted(g.in_spaces), g.spirit) == (["ache", "burn", "scar"], 5)


@pytest.mark.rule("SF-Q71", "SF-127")
def test_a_blessing_that_finds_only_traumas_is_itself_resolved_or_discarded() -> None:
    match = full("ache", "burn", "scar", new="apple")
    assert offered(match) == ["resolve apple", "discard apple"]
    g = answer(match, "resolve apple")
    assert (g.in_spaces, g.spirit, discarded(g)) == (("ache", "burn", "scar"), 5, ("apple",))


# Using what lies in a space


@pytest.mark.rule("SF-129")
def test_a_card_stays_in_its_space_through_rounds_and_scenes_until_it_is_used() -> None:
    g = wood(spaces=["apple", "scar"], shadow=1, spirit=3)
    match = answered(play(g), "end phase", "go on", "go on")
    assert match.state.step == "arrive"
    answer(match, "go on")
    assert (match.state.scene, match.state.in_spaces) == ("brook", ("apple", "scar"))
    after = answer(match, "use apple")
    assert (after.in_spaces, discarded(after), after.spirit) == (("scar",), ("apple",), 5)


@pytest.mark.rule("SF-129")
def test_a_card_leaves_its_space_by_being_discarded() -> None:
    g, _ = done("[{discard_blessing: 1}]", spaces=["apple", "scar"], spirit=3)
    assert (g.in_spaces, discarded(g), g.spirit) == (("scar",), ("apple",), 3)


@pytest.mark.rule("SF-Q66")
def test_nobody_can_discard_a_blessing_at_will() -> None:
    match = play(wood(spaces=["apple", "candle", "scar"], spirit=3, shadow=6), "8")
    for step in ("help crystals", "roll 1", "second 0", "put help", "end phase", "go on"):
        assert [key for key in offered(match) if key.startswith("discard")] == []
        answer(match, step)
    assert match.state.in_spaces == ("apple", "candle", "scar")


WINDOWS = {"between": (), "rolled": ("help crystals", "roll 1"), "activation": ("end phase", "go on")}


@pytest.mark.rule("SF-Q65")
@pytest.mark.parametrize(
    ("card", "windows"),
    [
        ("apple", "between rolled activation"),
        ("bread", "between"),
        ("candle", "rolled"),
        ("drum", "activation"),
    ],
)
def test_a_blessing_can_be_used_when_its_text_says_or_in_any_window(card: str, windows: str) -> None:
    for window, steps in WINDOWS.items():
        g = wood(spaces=[card], kept=["lamp"], river="hare I H E G", spirit=3, shadow=6)
        match = answered(play(g, "1"), *steps)
        assert (f"use {card}" in offered(match)) == (window in windows), window


@pytest.mark.rule("SF-Q65")
def test_a_blessing_goes_to_the_discard_pile_after_use_and_cannot_be_used_twice() -> None:
    match = answered(play(wood(spaces=["bread"])), "use bread", "put heal")
    assert (match.state.in_spaces, discarded(match.state)) == ((), ("bread",))
    assert "use bread" not in offered(match)


@pytest.mark.rule("SF-Q69")
def test_a_persistent_companion_stays_after_use_and_serves_once_in_each_scene() -> None:
    match = answered(play(wood(spaces=["fox"], dice=(2, 0, 0), shadow=1)), "use fox")
    assert (match.state.in_spaces, match.state.ready) == (("fox",), (3, 0, 0))
    assert "use fox" not in offered(match)
    answer(match, "end phase", "go on")
    assert match.state.scene == "brook"
    assert "use fox" in offered(match)


@pytest.mark.rule("SF-Q69")
def test_a_companion_takes_a_space_and_can_make_room_like_a_blessing() -> None:
    assert using("[{gain_card: fox}]").state.in_spaces == ("fox",)
    match = full("fox", "apple", "drum")
    assert {"resolve fox", "discard fox"} <= set(offered(match))
    g = answer(match, "discard fox")
    assert ("fox" in g.in_spaces, discarded(g)) == (False, ("fox",))
    plain = "- {card: dog, kind: companion, title: Dog, text: Loyal., use: [{gain_spirit: 1}]}\n"
    used = answer(play(lawful("use: [{gain_card: dog}]", more=plain, spirit=3)), "use law", "use dog")
    assert (used.in_spaces, discarded(used), used.spirit) == ((), ("dog",), 4)


# Traumas


@pytest.mark.rule("SF-131", "SF-Q70")
def test_a_trauma_is_a_target_of_heal_beside_creatures_and_is_never_used() -> None:
    found = offered(play(wood("G vole I H E", spaces=["scar", "apple"])))
    assert [key for key in found if key.startswith("heal")] == ["heal vole", "heal scar", "heal spirit"]
    assert [key for key in found if key.startswith("use")] == ["use apple"]


@pytest.mark.rule("SF-Q70")
@pytest.mark.parametrize(
    ("card", "short", "enough", "pile"),
    [("scar", "8 1", "8 8", DISCARD), ("burn", "1", "8", OUT), ("ache", "8 1", "8 8", DISCARD)],
)
def test_a_trauma_is_healed_for_its_cost_and_gives_no_crystals(
    card: str, short: str, enough: str, pile: int
) -> None:
    """The Ache says nothing of its cost, which is 2 then."""

    def heal(dice: str) -> Wood:
        g = wood("G I H E", spaces=[card])
        return answer(play(g, dice), f"heal {card}", f"roll {len(dice.split())}")

    assert heal(short).in_spaces == (card,)
    g = heal(enough)
    assert (g.in_spaces, g.crystal_total, g.healed) == ((), 0, ())
    assert card in g.exploration.rows[pile]


@pytest.mark.rule("SF-Q70")
def test_what_a_trauma_says_holds_until_it_is_healed() -> None:
    """The Scar: Heal needs one more."""
    g = wood("G I H E", spaces=["scar"], spirit=3)
    assert answer(play(g, "3"), "heal spirit", "roll 1").spirit == 3
    after = answered(play(g, "4 4", "6"), "heal scar", "roll 2", "heal spirit", "roll 1")
    assert after.state.spirit == 4


# The deck runs out


@pytest.mark.rule("SF-132")
def test_an_empty_exploration_deck_is_made_anew_of_its_discards_when_a_card_must_be_drawn() -> None:
    last = explored(wood(exploration=["apple"], exploration_discard=["drum", "bread"])).state
    assert (in_deck(last), discarded(last)) == ([], ("drum", "bread"))
    again = wood(exploration=[], exploration_discard=["drum", "bread"])
    then = explored(again, draws=("bread",)).state
    assert (then.in_spaces, in_deck(then), discarded(then)) == (("bread",), ["drum"], ())


@pytest.mark.rule("SF-Q72")
def test_as_many_cards_are_drawn_as_there_are_and_none_of_them_twice() -> None:
    g = wood(exploration=["apple"], exploration_discard=["drum"])
    match = explored(g, falls="8 8 8 8")
    assert offered(match) == ["apple", "drum"]
    after = answer(match, "drum")
    assert (after.in_spaces, discarded(after), in_deck(after)) == (("drum",), ("apple",), [])
    none = explored(wood(exploration=[]), falls="8 8").state
    assert (none.in_spaces, none.step, written(none)[-1]) == ((), "between", "E")


# Story cards


@pytest.mark.rule("SF-Q74")
def test_a_story_card_that_is_back_in_the_box_is_not_drawn_again() -> None:
    g, other = done("[{draw_story: letter}]", stories=["lamp"])
    assert (g.flags, other) == ({}, set())
    twice, _ = done("[{draw_story: letter}, {clear_flag: FEATHER}, {draw_story: letter}]")
    assert twice.flags == {}


@pytest.mark.rule("SF-Q74")
def test_a_book_that_speaks_of_a_story_card_that_never_exists_is_refused() -> None:
    with pytest.raises(BadPack, match=r"cards/more.yaml:1:\d+: E401 the card 'poem' is not known here"):
        book("- {card: law, kind: curse, title: Law, text: So it is., in_play: [{draw_story: poem}]}\n")


@pytest.mark.rule("SF-Q75")
@pytest.mark.parametrize(
    ("card", "after"),
    [
        ("letter", "box"),
        ("lamp", "kept"),
        ("friend", "space"),
        ("rumour", "chapter"),
        ("song", "exploration"),
    ],
)
def test_a_story_card_goes_where_it_says_and_by_itself_into_the_box(card: str, after: str) -> None:
    more = "- {card: song, kind: story, number: 5, title: A Song, text: La., after: exploration, use: [{gain_spirit: 1}]}\n"
    stories = ["letter", "lamp", "friend", "rumour", "song"]
    g = lawful(f"use: [{{draw_story: {card}}}]", more=more, stories=stories, exploration=["apple"])
    g = answer(play(g), "use law")
    found = {
        "kept": card in g.kept,
        "space": card in g.in_spaces,
        "chapter": card in g.stories,
        "exploration": card in in_deck(g),
    }
    assert [place for place, lies in found.items() if lies] == ([] if after == "box" else [after])
    assert sorted(g.stories) == sorted([other for other in stories if other != card or after == "chapter"])


@pytest.mark.rule("SF-Q75")
def test_a_kept_story_card_is_in_force_and_one_in_a_space_is_used_like_a_blessing() -> None:
    """The Lamp makes Explore easier by one; the Friend gives a Spirit, and then is in the box."""
    lamp, _ = done("[{draw_story: lamp}]")
    assert (
        "pit"
        in answer(play(lamp, "4", "wisp"), "explore pit", "roll 1", "first", "put help", "put help").overcome
    )
    assert "pit" not in answer(play(wood(), "4"), "explore pit", "roll 1").overcome
    match = answered(using("[{draw_story: friend}]", spirit=3), "use friend")
    assert (match.state.spirit, match.state.in_spaces, discarded(match.state)) == (4, (), ())
