"""The tale folds what a bot did in its turn into one line, which opens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import bring, send, sit


def folds(page: Page) -> Locator:
    return page.locator("section.log li.fold button")


def leave_to_bots(page: Page, table: str, *seats: int) -> None:
    for seat in seats:
        send(page, f"/{table}/to-bot", seat=seat, level="easy")


@pytest.fixture
def told(page: Page) -> Page:
    """A whole Chapter of Wonder Book after which a bot has taken the second seat."""
    table = bring(page, "wonderbook/completed")
    leave_to_bots(page, table, 1)
    sit(page, table)
    page.get_by_role("button", name="Look at the table").click()
    expect(folds(page).first).to_be_visible()
    return page


def test_a_bots_turn_is_one_line_that_opens_and_folds_again(told: Page) -> None:
    lines = told.locator("section.log li:not(.fold)")
    before, fold = lines.count(), folds(told).first
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(fold).to_contain_text("more")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert lines.count() >= before + 3
    fold.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(lines).to_have_count(before)


def test_what_people_did_is_never_folded(page: Page) -> None:
    sit(page, bring(page, "wonderbook/completed"))
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator("section.log li").first).to_be_visible()
    expect(folds(page)).to_have_count(0)
