"""Bots at the table and hints, as a player meets them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import answer, bring, make, option, press, sit

WHAT = "What would you do?"
CHANCE = re.compile(r"^\d+% to win$")


def hints(page: Page) -> None:
    page.get_by_role("button", name=WHAT).click()
    expect(page.get_by_role("complementary", name="What a bot would do").get_by_text(CHANCE)).to_have_count(2)


@pytest.mark.parametrize("screen", ["page", "phone"])
def test_a_hint_shows_options_with_chances_and_goes_with_the_question(
    screen: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(screen)
    sit(page, make(page, "pig", "me", "me"))
    hints(page)
    expect(option(page, "roll")).to_be_visible()
    answer(page, "hold")
    expect(page.get_by_text(CHANCE)).to_have_count(0)
    hints(page)
    page.keyboard.press("Escape")
    expect(page.get_by_text(CHANCE)).to_have_count(0)


def test_a_table_without_hints_offers_none(page: Page) -> None:
    sit(page, make(page, "pig", "me", "me", hints=False))
    expect(option(page, "roll")).to_be_visible()
    expect(page.get_by_role("button", name=WHAT)).to_have_count(0)


def test_the_last_page_counts_hints(page: Page) -> None:
    sit(page, bring(page, "connect_four/four-in-a-line", 21))
    page.get_by_role("button", name=WHAT).click()
    expect(page.get_by_text(CHANCE).first).to_be_visible()
    answer(page, "drop a")
    expect(page.get_by_role("dialog").get_by_text("one hint")).to_have_count(1)


def test_the_level_of_a_bot_stands_beside_its_name_and_is_changed_in_the_menu(opens: Opens) -> None:
    page = opens()
    sit(page, make(page, "pig", "me", "bot"))
    expect(page.get_by_text("easy bot").first).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("group", name=re.compile("How well")).get_by_text("Strong").click()
    expect(page.get_by_role("dialog").get_by_text("strong bot")).to_be_visible()


@pytest.mark.parametrize("screen", ["page", "phone"])
def test_whoever_waits_for_a_bot_lets_it_move_faster(screen: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(screen)
    sit(page, make(page, "pig", "me", "bot", pace=10))
    press(option(page, "hold"))
    page.get_by_label("Bots move").select_option("at once")
    expect(option(page, "roll")).to_be_visible()
