"""A whole stored game of Wonder Book, played by clicks: chance falls as in the log, and the same tale comes out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, opened, running
from tests.browser.hands import TALES, answer, asked

CALM = {**DESK, "reduced_motion": "reduce"}
TALE = TALES / "wonderbook" / "completed.tale"


@pytest.fixture
def page(browser: Browser, tmp_path: Path, excused: list[str]) -> Iterator[Page]:
    """At a service where chance falls as in the tale."""
    with running(tmp_path, TALE) as service, opened(browser, service.url, excused, CALM) as found:
        yield found


def steps(tale: str) -> list[dict[str, Any]]:
    """Its answers and falls."""
    return [line for line in map(json.loads, tale.splitlines()) if "key" in line]


def test_a_stored_game_is_played_by_clicks_to_its_end(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Wonder Book").click()
    page.get_by_role("dialog").get_by_text("Here too").click()
    page.get_by_role("button", name="Begin").click()
    stored = TALE.read_text(encoding="utf-8")
    for place, step in enumerate([step for step in steps(stored) if "n" in step]):
        assert asked(page)["number"] == step["n"]
        answer(page, step["key"], on_the_board=place % 2 == 1)
    expect(page.get_by_role("heading", name="You did it, all of you")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Keep the tale as a file").click()
    assert steps(download.value.path().read_text(encoding="utf-8")) == steps(stored)
