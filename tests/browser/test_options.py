"""The strip of options: chips are free, many are gathered, a held card is read first, an answer can be for always."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from foldtale.kernel.scene import AskView, Choice, Die, Scene
from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import answer, asked, bring, make, option, press, sit, spot
from tests.browser.river import SCENE, sit_by_the_river

COVERED = """() => [...document.querySelectorAll("[data-option]")].filter((chip) => {
  const { left, top, right, bottom } = chip.getBoundingClientRect();
  const spots = [[(left + right) / 2, (top + bottom) / 2], [left + 20, bottom - 4], [right - 20, bottom - 4], [right - 20, top + 4]];
  return !spots.every(([x, y]) => chip.contains(document.elementFromPoint(x, y)));
}).map((chip) => chip.innerText)"""
TITLE = """id => {
  const find = (part) => part && typeof part === "object" && (part.id === id ? part : Object.values(part).map(find).find(Boolean));
  return find(heard.seats).title;
}"""


@pytest.fixture
def page(opens: Opens) -> Page:
    return opens(reduced_motion="reduce")


@pytest.fixture
def many(page: Page) -> Page:
    """Nine things can be done; the lid can be given to two others."""
    sit(page, bring(page, "wonderbook/the-third-note", 16))
    assert len(asked(page)["choices"]) == 9
    return page


def test_nothing_lies_above_a_chip(page: Page) -> None:
    sit(page, bring(page, "wonderbook/completed", 20))
    expect(page.locator("[data-option]")).to_have_count(8)
    assert page.evaluate(COVERED) == []


def test_many_options_are_gathered_and_escape_goes_back(many: Page) -> None:
    chips = many.locator("[data-option]")
    assert chips.count() <= 8
    gathered = chips.filter(has_text="…").first
    count = int(gathered.locator(".many").inner_text())
    press(gathered)
    expect(chips).to_have_count(count)
    expect(option(many, "pass")).to_have_count(0)
    many.keyboard.press("Escape")
    expect(option(many, "pass")).to_be_visible()


def test_a_gathered_chip_says_what_is_in_it(many: Page) -> None:
    gathered = many.locator("[data-option]:not([data-key])")
    expect(gathered).to_have_count(1)
    ways = [one["label"].removeprefix("Move to ") for one in asked(many)["choices"] if "move " in one["key"]]
    expect(gathered.locator(".label")).to_contain_text("Move to …")
    expect(gathered.locator("small")).to_have_text(", ".join(ways))


# A card that somebody holds


def lid_of(page: Page) -> Locator:
    return page.get_by_role("button", name=page.evaluate(TITLE, "held lid"), exact=True)


def test_a_card_that_one_holds_is_read_before_it_is_given_away(many: Page) -> None:
    press(lid_of(many))
    held = many.get_by_role("dialog")
    expect(held.get_by_role("heading")).to_contain_text(many.evaluate(TITLE, "held lid"))
    expect(held.locator("[data-key]")).to_have_count(2)
    many.keyboard.press("Escape")
    expect(many.locator("dialog")).to_have_count(0)
    assert asked(many)["number"] == 17
    press(lid_of(many))
    press(held.locator('[data-key="give lid SID"]'))
    assert asked(many, 17)["number"] == 18
    expect(held).to_have_count(0)


@pytest.mark.parametrize("key", ["Enter", "q"])
def test_also_by_keys_and_if_only_one_thing_can_be_done_with_it(page: Page, key: str) -> None:
    sit_by_the_river(page, offering(Choice("veil", "Use Moth Veil", touches=("veil",)), *OTHERS))
    page.get_by_role("button", name="Moth Veil", exact=True).focus()
    page.keyboard.press(key)
    held = page.get_by_role("dialog")
    expect(held).to_contain_text("Once: no Spirit is lost.")
    expect(held.get_by_role("button", name="Use Moth Veil")).to_be_focused()


def test_a_card_whose_words_are_seen_narrows_the_options_and_escape_takes_the_pick_back(page: Page) -> None:
    pairs = [
        Choice(f"{card} {place}", f"Overcome the {place} by {card}", touches=(card, place))
        for card in ("Explore", "Help")
        for place in ("oak", "hut", "steps")
    ]
    sit_by_the_river(page, offering(*pairs, *OTHERS))
    press(page.locator('[data-card="Help"]'))
    for place in ("oak", "hut", "steps"):
        expect(option(page, f"Help {place}")).to_be_visible()
    expect(page.locator("[data-option]:not([data-key])")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("[data-option]:not([data-key])")).to_have_count(1)


def test_a_finger_too_reads_first(opens: Opens) -> None:
    phone = opens(reduced_motion="reduce", **PHONE)
    sit(phone, bring(phone, "wonderbook/the-third-note", 16))
    phone.get_by_role("navigation").get_by_role("button", name="Heroes").tap()
    phone.touchscreen.tap(*spot(lid_of(phone)))
    held = phone.get_by_role("dialog")
    expect(held).to_be_visible()
    assert asked(phone)["number"] == 17
    phone.touchscreen.tap(*spot(held.locator('[data-key="give lid SID"]')))
    assert asked(phone, 17)["number"] == 18


# Many options


def offering(*choices: Choice) -> Scene:
    """The made-up table with other options."""
    return msgspec.structs.replace(SCENE, ask=msgspec.structs.replace(SCENE.ask, choices=choices))


def labels(page: Page) -> list[str]:
    return page.locator(".ask [data-option] .label").all_inner_texts()


OTHERS = [Choice(f"other {at}", f"Wait for {name}") for at, name in enumerate(("rain", "snow", "wind"))]


def test_what_only_shares_a_verb_is_not_hidden(page: Page) -> None:
    """A skill, a Goal's own action and a card: each is used, and each is something else."""
    uses = [Choice(f"use {at}", label) for at, label in enumerate(("Light the lamp here", "Tinker", "Sing"))]
    steps = [
        Choice(f"go {at}", f"Go to the {name}") for at, name in enumerate(("mill", "well", "ford", "hut"))
    ]
    sit_by_the_river(page, offering(*uses, *steps, *OTHERS))
    shown = labels(page)
    assert {"Light the lamp here", "Tinker", "Sing"} <= set(shown)
    gathered = page.locator(".ask [data-option]:not([data-key])")
    expect(gathered).to_have_count(1)
    expect(gathered.locator(".label")).to_contain_text("Go to …")
    expect(gathered.locator("small")).to_have_text("the mill, the well, the ford, the hut")
    expect(gathered).to_have_accessible_name(re.compile("4 choices"))


def test_as_many_as_have_nothing_in_common_are_all_listed(page: Page) -> None:
    words = ["Ask", "Build", "Climb", "Dig", "Eat", "Fly", "Growl", "Hide", "Jump", "Knock", "Listen", "Mend"]
    sit_by_the_river(page, offering(*[Choice(f"do {word}", word) for word in words]))
    assert [label.strip() for label in labels(page)] == words


def test_a_game_can_give_a_group_its_word(page: Page) -> None:
    steps = [Choice(f"go {at}", f"Go to the {at}", group="Walk on") for at in range(8)]
    sit_by_the_river(page, offering(*steps, *OTHERS))
    expect(page.locator(".ask [data-option]:not([data-key]) .label")).to_contain_text("Walk on")


def test_few_options_over_two_pieces_are_listed_one_by_one(page: Page) -> None:
    """Two cards and two places: four chips, and none to be opened."""
    pairs = [
        Choice(f"{card} {place}", f"Overcome the {place} by {card}", touches=(card, place))
        for card in ("Explore", "Help")
        for place in ("oak", "hut")
    ]
    sit_by_the_river(page, offering(*pairs, OTHERS[0]))
    expect(page.locator(".ask [data-option]")).to_have_count(5)
    expect(page.locator(".ask [data-option]:not([data-key])")).to_have_count(0)


def test_an_answer_for_always_is_given_by_itself_from_then_on(page: Page) -> None:
    sit(page, make(page, "pig", "me", "me"))
    asked(page)
    press(page.get_by_role("button", name="Always answer so"))
    expect(page.get_by_role("button", name="The next choice is for always")).to_be_visible()
    assert answer(page, "hold")["number"] == 2
    ask = answer(page, "hold")
    assert (ask["number"], ask["seat"]) == (4, 1)


# Room


def test_a_board_of_signs_fills_its_page_also_above_a_high_strip(page: Page) -> None:
    words = ["Ask", "Build", "Climb", "Dig", "Eat", "Fly", "Growl", "Hide", "Jump", "Knock", "Listen", "Mend"]
    go_on = sit_by_the_river(page, offering(*[Choice(f"do {word}", word) for word in words[:4]]))
    assert page.evaluate(BARE) < 2
    go_on(offering(*[Choice(f"do {word}", word) for word in words]))
    expect(page.locator(".ask [data-option]")).to_have_count(len(words))
    page.wait_for_function(f"() => ({BARE})() < 2")


BARE = """() => {
  const svg = document.querySelector(".stage .boards > svg:not(.corners)"), [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const box = svg.getBoundingClientRect(), isCut = svg.getAttribute("preserveAspectRatio")?.includes("slice");
  return isCut ? 0 : box.width - wide * Math.min(box.width / wide, box.height / high);
}"""
"""How wide the strips at both sides of the board are."""


# Dice beside the question


def rolled(number: int, prompt: str, *dice: Die, touches: str = "", seat: int = 0) -> Scene:
    """A question of the made-up table, with dice beside it."""
    ask = AskView(
        number,
        seat,
        prompt=prompt,
        choices=(Choice("yes", "Yes", touches=(touches,) if touches else ()), *OTHERS),
    )
    return msgspec.structs.replace(SCENE, near=dice, ask=ask)


FALLEN = (Die("d 1", face="Success", mark="success"), Die("d 2", face="Failure", mark="failure"))


def test_dice_stay_for_what_follows_from_them_and_go_with_the_next_question(page: Page) -> None:
    dice = page.locator(".ask [data-die]")
    go_on = sit_by_the_river(page, rolled(1, "What do you do?"))
    go_on(rolled(2, "Roll again?", FALLEN[0]))
    expect(dice).to_have_count(1)
    go_on(rolled(3, "Whom do you hit?", *FALLEN))
    expect(dice).to_have_count(2)
    go_on(rolled(4, "Whom do you hit?", *FALLEN))
    expect(page.locator(".ask h2")).to_contain_text("Whom do you hit?")
    expect(dice).to_have_count(2)
    go_on(rolled(5, "What do you do?", *FALLEN))
    expect(dice).to_have_count(0)


def test_dice_that_have_just_fallen_are_seen_whatever_is_asked(page: Page) -> None:
    go_on = sit_by_the_river(page, rolled(1, "What do you do?"))
    go_on(rolled(2, "What do you do?", *FALLEN))
    expect(page.locator(".ask [data-die]")).to_have_count(2)


def test_dice_that_can_be_chosen_are_seen_as_long_as_they_can(page: Page) -> None:
    go_on = sit_by_the_river(page, rolled(1, "What do you do?"))
    go_on(rolled(2, "Again?", *FALLEN))
    go_on(rolled(3, "What do you do?", *FALLEN, touches="d 1"))
    expect(page.locator(".ask h2")).to_contain_text("What do you do?")
    expect(page.locator(".ask [data-die]")).to_have_count(1)
