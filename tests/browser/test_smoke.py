"""The page comes, on a desk and on a telephone."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_the_page_comes(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Foldtale")).to_be_visible()


def test_the_page_comes_on_a_telephone(phone: Page) -> None:
    phone.goto("/")
    expect(phone.get_by_role("heading", name="Foldtale")).to_be_visible()
