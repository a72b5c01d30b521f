"""Crystals: where they are put, how many a card holds, and what they buy."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.journeys import check_journey
from foldtale.games.storyfold.language import LANGUAGE, MOST_CRYSTALS
from foldtale.kernel.pack.loading import load
from foldtale.testing import answer, answered, offered, refuses, told
from tests.games.storyfold.given import BOOK, CONTENT, crystals, journey_after, play, wood, written
from tests.games.storyfold.test_effects import lawful

PUT_ANYWHERE = ["put illuminate", "put help", "put explore", "put heal"]
APPLE = "use: [{gain_spirit: 2}]}"
"""What the Apple of the book for tests does."""


@cache
def book(*changes: tuple[str, str]) -> Content:
    """The book for tests, with other words in these places."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "book"
        shutil.copytree(BOOK, copy)
        for old, new in changes:
            (found,) = [path for path in copy.rglob("*.yaml") if old in path.read_text()]
            assert found.read_text().count(old) == 1
            found.write_text(found.read_text().replace(old, new))
        return Content(CONTENT.base, load(copy, LANGUAGE))


def apple_that(does: str, *changes: tuple[str, str]) -> Content:
    """The book for tests, with an Apple that does something else, in any window."""
    return book((APPLE, f"use: [{does}]}}"), *changes)


@pytest.mark.rule("SF-059")
def test_a_gained_crystal_goes_on_any_of_the_four_cards_even_on_a_blank_space() -> None:
    for letter, key in zip("IHEG", PUT_ANYWHERE, strict=True):
        match = answered(play(wood("vole H I E G"), "8"), "help crystals", "roll 1")
        assert offered(match) == PUT_ANYWHERE
        assert crystals(answer(match, key)) == {**dict.fromkeys("IHEG", 0), letter: 1}


@pytest.mark.rule("SF-059")
def test_a_crystal_cannot_be_put_on_a_creature() -> None:
    match = answered(play(wood("vole H I E G"), "8"), "help crystals", "roll 1")
    assert refuses(match, "put vole", "SF-059")


@pytest.mark.rule("SF-060")
def test_crystals_gained_at_once_may_be_spread_or_heaped() -> None:
    three = ("help crystals", "roll 3")
    spread = answered(play(wood("H I E G"), "3 5 8"), *three, "put illuminate", "put explore", "put heal")
    assert crystals(spread.state) == {"I": 1, "H": 0, "E": 1, "G": 1}
    heaped = answered(play(wood("H I E G"), "3 5 8"), *three, "put explore", "put explore", "put explore")
    assert crystals(heaped.state) == {"I": 0, "H": 0, "E": 3, "G": 0}


@pytest.mark.rule("SF-061")
def test_a_card_with_three_crystals_takes_no_more() -> None:
    g = wood("H I E G", crystals={"I": 2, "G": 3}, brom="out")
    match = answered(play(g, "4 4"), "help crystals", "roll 2")
    assert refuses(match, "put heal", "SF-059")
    answer(match, "put illuminate")
    assert offered(match) == ["put help", "put explore"]
    assert refuses(match, "put illuminate", "SF-059")
    answer(match, "put explore")
    assert crystals(match.state) == {"I": 3, "H": 0, "E": 1, "G": 3}


@pytest.mark.rule("SF-061")
def test_a_text_that_names_a_card_puts_no_fourth_crystal_on_it() -> None:
    g = wood(
        "bull I H E G",
        crystals={"G": 3},
        shadow=6,
        content=book(("gain_crystals_on: heal", "gain_crystals_on: heal, n: 2")),
    )
    g.brom = "out"
    assert crystals(answer(play(g), "end phase"))["G"] == 3
    g.crystals = (0, 0, 0, 2)
    assert crystals(answer(play(g), "end phase"))["G"] == 3


@pytest.mark.rule("SF-061")
def test_what_has_no_room_on_any_card_is_lost() -> None:
    g = wood("H I E G", crystals={"I": 3, "H": 3, "E": 2, "G": 3})
    match = answered(play(g, "4 4 4"), "help crystals", "roll 3", "second 0")
    assert crystals(match.state) == {"I": 3, "H": 3, "E": 3, "G": 3}
    assert match.state.step == "between"


@pytest.mark.rule("SF-062")
def test_with_a_success_each_crystal_spent_gives_one_more() -> None:
    for spent in (0, 1, 2):
        g = wood("I H E G", crystals={"I": 2}, light=6, brom="out")
        match = answered(play(g, "3 2"), "illuminate light", "roll 2")
        assert offered(match) == ["second 0", "second 1", "second 2"]
        answer(match, f"second {spent}")
        assert (match.state.light, crystals(match.state)["I"]) == (6 - 1 - spent, 2 - spent)


@pytest.mark.rule("SF-062")
def test_no_more_crystals_can_be_spent_than_lie_on_the_card() -> None:
    match = answered(play(wood("I H E G", crystals={"I": 2}), "3 2"), "illuminate light", "roll 2")
    assert refuses(match, "second 3", "SF-030")


@pytest.mark.rule("SF-062")
def test_a_first_ability_takes_only_the_crystals_that_are_missing() -> None:
    g = wood("E I H G", crystals={"E": 3}, overcome=["stile"])
    match = answered(play(g, "3 4 1"), "explore hedge", "roll 3", "first")
    assert match.state.overcome == ("stile", "hedge")
    assert crystals(match.state)["E"] == 2


@pytest.mark.rule("SF-063")
def test_without_a_success_among_the_dice_no_crystal_can_be_spent_for_one() -> None:
    g = wood("I vole H E G", crystals={"I": 3})
    match = answered(play(g, "1 2"), "illuminate vole", "roll 2")
    assert offered(match) == ["fail", "use brom"]
    for key in ("first", "second 0", "second 1", "second 3"):
        assert refuses(match, key, "SF-030")
    answer(match, "fail")
    assert (crystals(match.state)["I"], match.state.light, written(match.state)) == (
        3,
        6,
        ["vole", "H", "E", "G", "I"],
    )


@pytest.mark.rule("SF-064")
def test_crystals_on_other_cards_buy_no_success() -> None:
    g = wood("G vole H I E", crystals={"H": 3, "I": 3, "E": 3}, spirit=4, brom="out")
    match = answered(play(g, "3"), "heal vole", "roll 1")
    assert offered(match) == ["second 0", "nothing"]
    assert refuses(match, "first", "SF-030")
    assert refuses(match, "second 1", "SF-030")
    answer(match, "second 0")
    assert (match.state.spirit, crystals(match.state)) == (5, {"I": 3, "H": 3, "E": 3, "G": 0})


@pytest.mark.rule("SF-064")
def test_crystals_for_successes_leave_the_card_in_use_and_no_other() -> None:
    g = wood("G vole H I E", crystals={"H": 2, "G": 1}, brom="out")
    match = answered(play(g, "3"), "heal vole", "roll 1", "first")
    assert crystals(match.state) == {"I": 0, "H": 2, "E": 0, "G": 0}
    assert offered(match) == PUT_ANYWHERE


@pytest.mark.rule("SF-065")
def test_crystals_move_with_their_card_and_serve_it_where_it_lies_then() -> None:
    g = wood("I H E G", crystals={"I": 2, "H": 1}, brom="out")
    match = answered(play(g, "1", "6"), "illuminate light", "roll 1")
    things = {slot.label: slot.things[0] for slot in match.scene(0).below[0].things if slot.things}
    assert [(label, card.id, card.counters[0].count) for label, card in things.items()] == [
        ("3+", "help", 1),
        ("4+", "explore", 0),
        ("5+", "heal", 0),
        ("6+", "illuminate", 2),
    ]
    answer(match, "illuminate light", "roll 1", "second 2")
    assert (match.state.light, crystals(match.state)) == (3, {"I": 0, "H": 1, "E": 0, "G": 0})


@pytest.mark.rule("SF-061", "SF-Q111")
def test_no_card_holds_more_than_six_crystals_whatever_texts_say() -> None:
    more = ("text: Small., use", "text: Small., while: [{crystal_cap: 9}], use")
    full = apple_that("{gain_crystals_on: heal, n: 9}", more)
    g = wood("G I H E", spaces=["apple", "candle"], content=full, spirit=1)
    match = answered(play(g, "8"), "use apple")
    assert match.state.crystals_on("heal") == MOST_CRYSTALS == 6
    answer(match, "heal spirit", "roll 1")
    assert [key for key in offered(match) if key.startswith("second ")] == [f"second {n}" for n in range(7)]
    answer(match, "second 6")
    assert (match.state.crystals_on("heal"), match.state.spirit) == (0, 8)


@pytest.mark.rule("SF-150", "SF-Q111")
def test_a_save_with_as_many_crystals_as_can_be_gained_opens_again() -> None:
    held = (APPLE, "use: [{for: chapter, while: [{crystal_cap: 9}]}, {gain_crystals_on: heal, n: 9}]}")
    match = answered(play(wood(spaces=["apple"], content=book(held), shadow=1)), "use apple", "end phase")
    answer(match, "save red")
    journey = journey_after(match)
    check_journey(book(held), journey)
    assert journey.crystals["heal"] == 6


HEALED = "when: [{{on: creature_healed, do: [{}]}}, {{on: crystals_gained, do: [{{add_counter: GOT, n: amount}}]}}]"


@pytest.mark.rule("SF-056", "SF-Q25")
@pytest.mark.parametrize(
    ("does", "lying", "got"),
    [("{gain_crystals_on: help}", {}, 3), ("{lose_crystals_on: help, n: 2}", {"H": 3}, 2)],
)
def test_crystals_of_a_healed_creature_are_counted_apart_from_what_its_healing_caused(
    does: str, lying: dict[str, int], got: int
) -> None:
    g = lawful(HEALED.format(does), river="G vole E I H", crystals=lying, brom="out")
    match = answered(play(g, "8 8"), "heal vole", "roll 2", "put heal", "put heal")
    assert crystals(match.state)["G"] == 2
    assert told(match, "no room") == []
    assert match.state.count_of("GOT") == got


@pytest.mark.rule("SF-Q123")
def test_no_amount_puts_crystals_on_a_card_that_loses_some() -> None:
    g = lawful("use: [{lose_crystals_on: help, n: spirit - 8}]", spirit=2)
    assert answer(play(g), "use law").crystals == (0, 0, 0, 0)


@pytest.mark.rule("SF-Q115")
def test_crystals_stay_where_there_is_room_for_fewer_now() -> None:
    g = lawful(
        "while: [{crystal_cap: {set: 1}}], use: [{gain_crystals: 1}]", crystals={"I": 3, "H": 1, "E": 1}
    )
    match = answered(play(g), "use law")
    assert crystals(match.state) == {"I": 3, "H": 1, "E": 1, "G": 1}
