"""What is heard of a page: its sentences as they are written, though its first letter is drawn large."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import bring, sit

VOICE = """
  window.said = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [], cancel: () => {}, speak: (one) => { said.push(one.text); one.onstart?.(); },
  } });
"""


@pytest.fixture
def page(opens: Opens) -> Page:
    found = opens(reduced_motion="reduce")
    found.add_init_script(VOICE)
    sit(found, bring(found, "wonderbook/completed", 20))
    return found


def written(page: Page) -> list[str]:
    return [str(one) for one in page.evaluate("heard.page.prose")]


def test_what_is_read_aloud_are_plain_sentences(page: Page) -> None:
    page.get_by_role("button", name="Read aloud").click()
    said = page.evaluate("said")
    assert " ".join(said) == " ".join([page.evaluate("heard.page.title"), *written(page)])
    assert len(said) > len(written(page)), "one by one"


def test_a_screen_reader_gets_each_paragraph_whole(page: Page) -> None:
    """The first letter is a matter of style alone: it is neither an element nor a text of its own."""
    expect(page.locator(".story p.first")).to_have_text(written(page)[0])
    assert (
        page.locator(".story p.first").evaluate("node => getComputedStyle(node, '::first-letter').float")
        == "left"
    )
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    texts = [named(node) for node in nodes if node.get("role", {}).get("value") == "StaticText"]
    for paragraph in written(page):
        assert paragraph in texts


def named(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))
