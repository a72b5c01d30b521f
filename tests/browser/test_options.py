"""The strip of options: chips are free, many are gathered, a piece narrows them, an answer can be for always."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import answer, asked, bring, make, option, press, sit

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
    found = re.search(r"\((\d+)\)", gathered.inner_text())
    assert found
    press(gathered)
    expect(chips).to_have_count(int(found[1]))
    expect(option(many, "pass")).to_have_count(0)
    many.keyboard.press("Escape")
    expect(option(many, "pass")).to_be_visible()


def test_a_piece_narrows_the_options_and_escape_takes_the_pick_back(many: Page) -> None:
    lid = many.get_by_role("button", name=many.evaluate(TITLE, "held lid"), exact=True)
    press(lid)
    expect(many.locator("[data-option]")).to_have_count(2)
    many.keyboard.press("Escape")
    expect(option(many, "pass")).to_be_visible()
    press(lid)
    assert answer(many, "give lid SID")["number"] == 18


def test_an_answer_for_always_is_given_by_itself_from_then_on(page: Page) -> None:
    sit(page, make(page, "pig", "me", "me"))
    asked(page)
    press(page.get_by_role("button", name="Always answer so"))
    expect(page.get_by_role("button", name="The next choice is for always")).to_be_visible()
    assert answer(page, "hold")["number"] == 2
    ask = answer(page, "hold")
    assert (ask["number"], ask["seat"]) == (4, 1)
