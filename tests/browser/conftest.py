"""A browser for tests: Chromium, a service, and pages that must not complain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from dev import browser as chromium
from tests.browser.hands import HEAR
from tests.browser.known import Known

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
PATIENCE = 60_000
"""Milliseconds: no test needs them, and one that does hangs."""
Opens = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for the tests of a module. Not for longer: while Playwright runs, asyncio.run cannot elsewhere."""
    if not chromium.find():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(chromium.MISSING)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = chromium.launch(playwright)
        yield found
        found.close()


@contextmanager
def running(folder: Path, tale: Path | None = None) -> Iterator[Known]:
    """A service with a store of its own, until it is no longer needed."""
    process = Known(f"sqlite:///{folder / 'tables.db'}", tale)
    try:
        yield process
    finally:
        process.kill()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    """One for all tests: those who come with a new browser share nothing in it but the address."""
    with running(tmp_path_factory.mktemp("service")) as process:
        yield process


@pytest.fixture
def excused() -> list[str]:
    """Parts of complaints that a test expects: it adds them here."""
    return []


@contextmanager
def opened(browser: Browser, url: str, excused: list[str], screen: dict[str, Any]) -> Iterator[Page]:
    """A page in a browser that knows nothing yet; every error and warning it logs fails the test."""
    context = browser.new_context(base_url=url, **screen)
    context.add_init_script(HEAR)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    unexpected = [line for line in said if not any(part in line for part in excused)]
    assert not unexpected, unexpected


@pytest.fixture
def opens(browser: Browser, service: Known, excused: list[str]) -> Iterator[Opens]:
    """As many browsers as a test wants, each of somebody else: `opens(color_scheme="dark")`."""
    with ExitStack() as stack:
        yield lambda **screen: stack.enter_context(opened(browser, service.url, excused, {**DESK, **screen}))


@pytest.fixture
def page(browser: Browser, service: Known, excused: list[str]) -> Iterator[Page]:
    """A browser on a desk, with a mouse."""
    with opened(browser, service.url, excused, DESK) as found:
        yield found


@pytest.fixture
def phone(browser: Browser, service: Known, excused: list[str]) -> Iterator[Page]:
    """A browser on a telephone, with a finger."""
    with opened(browser, service.url, excused, PHONE) as found:
        yield found
