"""Two browsers at one table, and somebody who watches."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import answer, asked, bring, make, option, press, send, sit, stored

A_MOMENT = 30_000


class Company(NamedTuple):
    """Ada hosts, Bo came by her link, Cy watches."""

    ada: Page
    bo: Page
    cy: Page


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("section.ask")).to_be_visible()


def two(opens: Opens, game: str) -> tuple[Page, Page]:
    """Ada and Bo at a new table."""
    ada, bo = opens(reduced_motion="reduce"), opens(reduced_motion="reduce")
    table = make(ada, game, "me", "open")
    secret = send(ada, f"/{table}/invite", seat=1)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    sit(ada, table)
    sit(bo, table)
    return ada, bo


def answer_now(page: Page, key: str) -> None:
    """Without waiting for what comes of it."""
    press(option(page, key))


@pytest.fixture
def company(opens: Opens) -> Company:
    """Everybody has come by a link from the dialog."""
    ada, bo, cy = [opens(reduced_motion="reduce") for _ in range(3)]
    ada.goto("/")
    ada.get_by_role("button", name="Open Pig").click()
    ada.get_by_role("group", name="Who sits in seat 2").get_by_text("A friend").click()
    ada.get_by_role("button", name="Begin").click()
    seats = ada.get_by_role("dialog", name="Who sits at the table")
    join(bo, seats.get_by_label("The link", exact=True).input_value(), "Bo")
    expect(seats.get_by_role("heading", name="Bo")).to_be_visible(timeout=A_MOMENT)
    seats.get_by_role("button", name="Link to watch").click()
    join(cy, seats.get_by_label("The link", exact=True).last.input_value(), "")
    ada.keyboard.press("Escape")
    expect(seats).to_have_count(0)
    return Company(ada, bo, cy)


def test_a_link_brings_a_friend_whose_answers_are_seen_at_once(company: Company) -> None:
    ada, bo, cy = company
    assert "join" not in bo.url, "the secret has left the address"
    expect(bo.locator("section.ask")).to_contain_text("is thinking")
    expect(bo.locator("[data-option]")).to_have_count(0)
    answer_now(ada, "hold")
    expect(option(bo, "hold")).to_be_visible(timeout=A_MOMENT)
    expect(ada.locator("section.ask")).to_contain_text("Bo", timeout=A_MOMENT)
    answer_now(bo, "hold")
    expect(option(ada, "hold")).to_be_visible(timeout=A_MOMENT)
    expect(cy.locator("section.ask")).to_contain_text("is thinking")
    expect(cy.get_by_role("region", name="The tale so far").get_by_role("listitem")).to_have_count(2)
    expect(cy.locator("[data-option]")).to_have_count(0)


def test_what_one_proposes_is_seen_on_the_chip_of_the_other(opens: Opens) -> None:
    ada, bo = two(opens, "wonderbook")
    expect(bo.locator("section.ask")).to_contain_text("You propose")
    answer_now(bo, "read")
    expect(option(ada, "read").get_by_label("Bo proposes this")).to_be_visible(timeout=A_MOMENT)
    assert asked(ada)["number"] == 1
    answer_now(ada, "read")
    assert asked(bo, 1)["number"] == 2


def test_a_step_is_taken_back_when_the_other_agrees(opens: Opens) -> None:
    ada, bo = two(opens, "pig")
    answer_now(ada, "roll")
    asked(ada, 1)
    ada.keyboard.press("u")
    expect(ada.get_by_text("Waiting for Bo.")).to_be_visible(timeout=A_MOMENT)
    bo.get_by_role("button", name="Agree").click(timeout=A_MOMENT)
    expect(ada.get_by_role("region", name="The tale so far")).to_contain_text(
        "The last answer is taken back."
    )
    expect(option(ada, "roll")).to_be_visible()


def test_a_step_stays_when_the_other_would_rather_not(opens: Opens) -> None:
    ada, bo = two(opens, "pig")
    answer_now(ada, "roll")
    asked(ada, 1)
    ada.keyboard.press("u")
    bo.get_by_role("button", name="Rather not").click(timeout=A_MOMENT)
    expect(ada.get_by_text("Waiting for Bo.")).to_have_count(0, timeout=A_MOMENT)
    assert asked(ada)["number"] == 2


def test_pointing_lights_chip_and_piece(page: Page) -> None:
    sit(page, bring(page, "wonderbook/completed", 20))
    chip, garden = option(page, "move garden"), page.locator('[data-area="garden"]')
    chip.hover()
    expect(garden).to_contain_class("lit")
    option(page, "pass").hover()
    expect(garden).not_to_contain_class("lit")
    garden.hover()
    expect(chip).to_contain_class("hot")


def test_what_one_points_at_is_marked_for_the_other(opens: Opens) -> None:
    ada, bo = opens(), opens()
    table = bring(ada, "wonderbook/completed", 20)
    send(bo, f"/{table}/join", secret=send(ada, f"/{table}/invite", seat=1)["secret"], name="Bo")
    sit(ada, table)
    sit(bo, table)
    place = ada.locator("[data-area]:not(.on)").first
    name = place.get_attribute("data-area")
    place.click()
    expect(bo.locator(f'[data-area="{name}"] .finger')).to_be_visible(timeout=A_MOMENT)


def test_an_answer_while_the_other_looks_back_waits_for_them(opens: Opens) -> None:
    ada, bo = two(opens, "pig")
    answer(ada, "roll")
    bo.keyboard.press("[")
    expect(bo.get_by_role("region", name="History")).to_be_visible()
    answer_now(ada, "hold")
    expect(bo.get_by_role("region", name="History")).to_be_visible()
    bo.keyboard.press("Escape")
    expect(option(bo, "hold")).to_be_visible()


def test_a_free_move_can_be_made_while_somebody_else_is_asked(opens: Opens) -> None:
    ada, bo = opens(), opens()
    table = str(send(ada, "/import", tale=stored("thimble/most-points", 2))["table"])
    send(bo, f"/{table}/join", secret=send(ada, f"/{table}/invite", seat=1)["secret"], name="Bo")
    bo.goto(f"/#/table/{table}?seat=1")
    expect(bo.get_by_text("is thinking")).to_be_visible()
    number = bo.evaluate("heard.ask.number")
    press(option(bo, "ribbon"))
    bo.wait_for_function("number => heard.ask.number > number", arg=number)
