"""The last page draws the chances over the whole match, and leads to the moments that turned it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import answer, bring, sit

TITLE = "The chance of winning, from start to end"


def chances(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("region", name=TITLE)


def finish(page: Page) -> None:
    """Sit at a game of Connect Four before its last answer, and give it."""
    sit(page, bring(page, "connect_four/four-in-a-line", 21))
    answer(page, "drop a")
    expect(chances(page).get_by_role("img")).to_be_visible()


@pytest.mark.parametrize("screen", ["page", "phone"])
def test_the_chances_are_drawn_and_can_be_read(screen: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(screen)
    finish(page)
    drawing = chances(page)
    expect(drawing.locator("polyline")).to_have_count(2)
    expect(drawing.get_by_role("img")).to_have_accessible_name(re.compile(r"from \d+% to 100%"))
    expect(drawing.get_by_role("table")).to_have_count(0)
    drawing.get_by_text("The drawing in numbers").click()
    rows = drawing.get_by_role("row")
    expect(rows.first.get_by_role("columnheader")).to_have_count(3)
    expect(rows.last).to_contain_text("100%")


def test_a_moment_that_turned_it_leads_there_and_back(page: Page) -> None:
    finish(page)
    moments = chances(page).locator("ol > li")
    assert 0 < moments.count() <= 3
    chances(page).get_by_role("button", name="Show this moment: 1").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("slider")).to_be_visible()
    assert re.search(r"\?at=\d+$", page.url)


def test_a_team_sees_one_line_in_its_own_language(opens: Opens) -> None:
    page = opens(locale="it-IT", reduced_motion="reduce")
    sit(page, bring(page, "wonderbook/completed"))
    drawing = page.get_by_role("dialog").get_by_role("region", name="La probabilità di vincere")
    expect(drawing.locator("polyline")).to_have_count(1)
    expect(drawing.get_by_role("img")).to_have_accessible_name(re.compile("^Tutti voi: da"))
