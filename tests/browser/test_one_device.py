"""Several people at one device: they hand it on, and nobody sees another's hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import answer, asked, make, press, sit

ROUNDS = 7


@pytest.fixture
def page(opens: Opens) -> Page:
    return opens(reduced_motion="reduce")


def whose(page: Page, after: int) -> int:
    """The seat that is asked next, whether or not the device is there already."""
    return int(
        page.wait_for_function(
            "after => heard.ask?.number > after && `${heard.ask.seat}`", arg=after
        ).json_value()
    )


def curtain(page: Page, name: str) -> None:
    """The curtain is down for this one, and nothing of any hand is there behind it."""
    expect(page.get_by_role("heading", name=f"Hand over to {name}")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator("[data-option]")).to_have_count(0)
    assert "only you see it" not in page.content()
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.get_by_text("only you see it")).to_be_visible()


def test_a_curtain_falls_before_every_other_hand(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open Thimble").click()
    for seat in ("2", "3"):
        page.get_by_role("group", name=f"Who sits in seat {seat}").get_by_text("Here too").click()
    page.get_by_role("button", name="Begin").click()
    seats = []
    for number in range(ROUNDS):
        seats.append(whose(page, number))
        if seats[-1:] != seats[-2:-1]:
            curtain(page, f"Player {seats[-1] + 1}")
        press(page.locator("[data-option]").first)
    assert set(seats) == {0, 1, 2}


def test_a_reload_does_not_lift_the_curtain(page: Page) -> None:
    table = make(page, "thimble", "me", "me", "me")
    sit(page, table)
    curtain(page, "Player 1")
    page.reload()
    curtain(page, "Player 1")


def test_without_secrets_no_curtain_falls(page: Page) -> None:
    table = make(page, "pig", "me", "me")
    sit(page, table)
    assert asked(page)["seat"] == 0
    assert answer(page, "hold")["seat"] == 1
    assert answer(page, "hold")["seat"] == 0
    expect(page.locator(".curtain")).to_have_count(0)


def test_wonder_book_needs_no_curtain(page: Page) -> None:
    sit(page, make(page, "wonderbook", "me", "me"))
    for key in ("read", "read", "SID"):
        ask = answer(page, key)
    assert ask["seat"] == 1
    expect(page.locator(".curtain")).to_have_count(0)
    assert answer(page, "LARA")["number"] == 5
