"""On a telephone: nothing is wider than the screen, and a finger is enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import answer, asked, bring, make, option, sit, spot

WIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth;
  const inner = [...document.querySelectorAll("dialog[open], dialog[open] *, main, section")].filter(
    (node) => node.scrollWidth > node.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(node).overflowX)
      && !node.matches("input, textarea, select"));
  return [...(wide ? ["the page"] : []), ...inner.map((node) => node.outerHTML.slice(0, 80))];
}"""


def sideways(page: Page) -> list[str]:
    """What could be scrolled sideways."""
    return list(page.evaluate(WIDE))


def from_the_menu(phone: Page, name: str) -> None:
    phone.get_by_role("button", name="Table menu").tap()
    phone.get_by_role("dialog").get_by_role("button", name=name).tap()


@pytest.fixture
def table(phone: Page) -> Page:
    """Wonder Book, where Sid has one action left."""
    sit(phone, bring(phone, "wonderbook/completed", 20))
    return phone


def test_the_shelf_fits(phone: Page) -> None:
    make(phone, "wonderbook", "me", "bot")
    phone.goto("/")
    expect(phone.get_by_role("button", name="Open Wonder Book")).to_be_visible()
    expect(phone.get_by_role("link", name="Open the book")).to_be_visible()
    assert sideways(phone) == []


@pytest.mark.parametrize("title", ["Wonder Book", "Thimble"])
def test_the_dialog_fits(phone: Page, title: str) -> None:
    phone.goto("/")
    phone.get_by_role("button", name=f"Open {title}").tap()
    phone.get_by_text("More", exact=True).tap()
    expect(phone.get_by_role("dialog").get_by_text("Bots move")).to_be_visible()
    assert sideways(phone) == []


def test_each_tab_shows_its_part_and_fits(table: Page) -> None:
    parts = {
        "Page": table.get_by_role("article", name="The open page"),
        "Heroes": table.get_by_role("article", name="Sid").get_by_role("group", name="Items"),
        "Tale": table.get_by_role("region", name="The tale so far"),
        "Scene": table.locator('[data-area="garden"]'),
    }
    for name, part in parts.items():
        table.get_by_role("navigation").get_by_role("button", name=name).tap()
        expect(part).to_be_visible()
        assert sideways(table) == [], name
    expect(parts["Page"]).to_be_hidden()


def test_a_game_without_a_board_fits(phone: Page) -> None:
    sit(phone, make(phone, "thimble", "me", "bot", "bot"))
    expect(phone.locator("[data-option]").first).to_be_visible()
    assert sideways(phone) == []


def test_the_rulebook_fits(table: Page) -> None:
    from_the_menu(table, "Rulebook")
    expect(table.get_by_role("dialog").get_by_text("WB-001")).to_be_visible()
    assert sideways(table) == []


def test_history_fits(table: Page) -> None:
    from_the_menu(table, "Look back through the tale")
    expect(table.get_by_role("region", name="History")).to_be_visible()
    assert sideways(table) == []
    table.get_by_role("button", name="One step back").tap()
    expect(table.get_by_role("heading", name="Step 20 of 21")).to_be_visible()
    assert sideways(table) == []


def test_the_end_page_fits(phone: Page) -> None:
    phone.goto(f"/#/table/{bring(phone, 'wonderbook/completed')}")
    expect(phone.get_by_role("heading", name="You did it, all of you")).to_be_visible()
    assert sideways(phone) == []


def test_a_tap_on_the_board_shows_and_a_second_goes(table: Page) -> None:
    garden = table.locator('[data-area="garden"]')
    table.touchscreen.tap(*spot(garden))
    expect(option(table, "move garden")).to_contain_text("tap again to go")
    expect(garden).to_contain_class("lit")
    assert asked(table)["number"] == 21
    table.touchscreen.tap(*spot(garden))
    assert asked(table, 21)["number"] == 22


def test_a_tap_elsewhere_shows_that_instead(table: Page) -> None:
    table.touchscreen.tap(*spot(table.locator('[data-area="garden"]')))
    table.touchscreen.tap(*spot(table.locator('[data-area="lamps"]')))
    expect(option(table, "move lamps")).to_contain_text("tap again to go")
    expect(option(table, "move garden")).not_to_contain_text("tap again to go")


def test_one_tap_on_a_chip_chooses(table: Page) -> None:
    option(table, "move garden").tap()
    assert asked(table, 21)["number"] == 22


def test_chips_are_large_enough_for_a_finger(table: Page) -> None:
    for chip in table.locator("[data-option]").all():
        box = chip.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 44


def test_the_question_is_seen_without_scrolling(table: Page) -> None:
    answer(table, "pass")
    chip = table.locator("[data-option]").first
    expect(chip).to_be_in_viewport(ratio=1)
