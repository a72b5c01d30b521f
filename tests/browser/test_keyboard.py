"""Everything can be done with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import asked, bring, make, sit

MOST_TABS = 60
FOCUS = "document.activeElement?.ariaLabel || document.activeElement?.textContent || ''"


@pytest.fixture
def page(opens: Opens) -> Page:
    """Nothing moves: what a key does is seen at once."""
    return opens(reduced_motion="reduce")


@pytest.fixture
def table(page: Page) -> Page:
    """Wonder Book, where Sid has one action left."""
    sit(page, bring(page, "wonderbook/completed", 20))
    expect(page.get_by_role("region", name="The question")).to_contain_text("Actions: 1 of 3")
    return page


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab until this has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if name in page.evaluate(FOCUS):
            return
    raise AssertionError(f"{key} never comes to {name}")


def test_a_whole_game_from_the_shelf_to_its_end(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Open Thimble")).to_be_visible()
    tab_to(page, "Open Thimble")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Begin")).to_be_focused()
    tab_to(page, "More", "Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    while not page.get_by_label("quickly").evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("at once")).to_be_checked()
    tab_to(page, "Begin")
    page.keyboard.press("Enter")
    ask = asked(page)
    while ask:
        page.keyboard.press("1")
        ask = asked(page, ask["number"])
    expect(page.get_by_role("dialog").get_by_role("heading", level=2)).to_be_focused()
    tab_to(page, "Look at the table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_mark_opens_the_rule_and_escape_closes_it(table: Page) -> None:
    table.locator("[data-option]").nth(1).focus()
    table.keyboard.press("?")
    slip = table.get_by_role("dialog")
    expect(slip).to_contain_text("WB-099")
    expect(slip).to_be_focused()
    table.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    expect(table.locator("section.ask :focus")).to_have_count(1)


def test_u_takes_back(table: Page) -> None:
    table.keyboard.press("1")
    assert asked(table, 21)["seat"] == 1
    table.keyboard.press("u")
    expect(table.get_by_role("region", name="The question")).to_contain_text("Actions: 1 of 3")
    expect(table.get_by_role("button", name="Move to Moth Garden")).to_be_visible()


def test_brackets_step_through_history_and_escape_comes_back(table: Page) -> None:
    history = table.get_by_role("region", name="History")
    table.keyboard.press("[")
    expect(history.get_by_role("heading")).to_have_text("Step 20 of 21")
    table.keyboard.press("[")
    expect(history.get_by_role("heading")).to_have_text("Step 19 of 21")
    table.keyboard.press("]")
    expect(history.get_by_role("heading")).to_have_text("Step 20 of 21")
    table.keyboard.press("Escape")
    expect(history).to_have_count(0)
    expect(table.locator("[data-option]").first).to_be_visible()


def test_arrows_walk_over_the_board(table: Page) -> None:
    def here() -> tuple[str, float, float]:
        found = table.evaluate(
            """() => {
              const node = document.activeElement, box = node.getBoundingClientRect();
              return [node.dataset.area, box.x + box.width / 2, box.y + box.height / 2];
            }"""
        )
        return (found[0], found[1], found[2])

    table.locator('[data-area="library"]').focus()
    start = here()
    table.keyboard.press("ArrowDown")
    below = here()
    table.keyboard.press("ArrowRight")
    beside = here()
    assert below[0] != start[0]
    assert below[2] > start[2]
    assert beside[0] != below[0]
    assert beside[1] > below[1]


def test_enter_on_an_area_chooses_it(table: Page) -> None:
    table.locator('[data-area="garden"]').focus()
    table.keyboard.press("Enter")
    asked(table, 21)
    assert "Sid" in (table.locator('[data-area="garden"]').get_attribute("aria-label") or "")


def test_letters_do_nothing_once_they_are_switched_off(page: Page) -> None:
    page.add_init_script("localStorage.setItem('foldtale.settings', JSON.stringify({ letters: false }))")
    sit(page, make(page, "pig", "me", "me"))
    page.keyboard.press("1")
    number = asked(page, 1)["number"]
    page.keyboard.press("?")
    page.keyboard.press("u")
    page.keyboard.press("2")
    assert asked(page, number)["number"] == number + 1
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_no_key_acts_while_somebody_writes(page: Page) -> None:
    sit(page, make(page, "pig", "me", "me"))
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'note' }))")
    page.locator("#note").focus()
    page.keyboard.type("12u?[")
    assert page.locator("#note").input_value() == "12u?["
    page.locator("#note").blur()
    page.keyboard.press("1")
    assert asked(page, 1)["number"] == 2
    expect(page.get_by_role("dialog")).to_have_count(0)
