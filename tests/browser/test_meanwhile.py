"""What came of an answer, where much did: told from its beginning, beside the board, until the next answer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import asked, option, press
from tests.browser.test_storyfold import at_topic, sit_at

HIDDEN = """slip => {
  const box = slip.getBoundingClientRect();
  return [...document.querySelectorAll(".stage [data-area], .stage .track, .tracks .track, .river .place")].filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  }).map((node) => node.outerHTML.slice(0, 80));
}"""
"""What lies below the slip of the board's places, its track and the cards in a row."""


def slip(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Meanwhile")


def give(page: Page, key: str) -> dict[str, Any]:
    """An answer by its chip, also where one has to push the strip up to see it; the next question."""
    number = asked(page)["number"]
    option(page, key).scroll_into_view_if_needed()
    press(option(page, key))
    return asked(page, number)


@pytest.fixture(params=[{}, PHONE], ids=["desk", "phone"])
def page(opens: Opens, request: pytest.FixtureRequest) -> Page:
    """Storyfold, as a page has come up at the end of a Shadow Phase."""
    found = opens(reduced_motion="reduce", **request.param)
    sit_at(found, at_topic("between"))
    while "end phase" in [one["key"] for one in asked(found)["choices"]]:
        give(found, "end phase")
    expect(slip(found)).to_be_visible()
    return found


def test_it_begins_with_the_first_new_sentence(page: Page) -> None:
    first = slip(page).get_by_role("listitem").first
    expect(first).to_have_text("The Shadow's phase.")
    expect(first).to_be_in_viewport(ratio=1)
    assert slip(page).evaluate("node => node.scrollTop") == 0


def test_it_hides_nothing_of_the_board(page: Page) -> None:
    if page.locator("nav.tabs").is_visible():
        page.get_by_role("navigation").get_by_role("button", name="Scene").tap()
    expect(page.locator("[data-area]").first).to_be_visible()
    assert slip(page).evaluate(HIDDEN) == []


def test_escape_puts_it_away(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(slip(page)).to_have_count(0)


def test_a_click_anywhere_on_it_puts_it_away(page: Page) -> None:
    middle = slip(page).bounding_box()
    assert middle
    page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(slip(page)).to_have_count(0)


def test_the_next_answer_puts_it_away(page: Page) -> None:
    """What then comes of it is told instead, if it is much."""
    give(page, "read")
    expect(
        page.get_by_text("The Dormouse Next Door activates.").and_(slip(page).get_by_role("listitem"))
    ).to_have_count(0)
    while "end phase" not in [one["key"] for one in asked(page)["choices"]]:
        give(page, asked(page)["choices"][0]["key"])
    give(page, "illuminate light")
    expect(slip(page)).to_have_count(0)


def test_whoever_comes_to_the_table_has_seen_it(page: Page) -> None:
    page.reload()
    expect(option(page, "read")).to_be_visible()
    expect(slip(page)).to_have_count(0)
