"""The thread to the table: it may break at any time, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, Opens, opened, running
from tests.browser.hands import answer, asked, bring, make, option, press, send, sit
from tests.browser.known import Known

BROKEN = "The thread to the table broke."
COMES_BACK = 60_000


@pytest.fixture(scope="module")
def own_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    """One that a test may kill."""
    with running(tmp_path_factory.mktemp("own")) as process:
        yield process


@pytest.fixture
def own_page(browser: Browser, own_service: Known, excused: list[str]) -> Iterator[Page]:
    """A page at a service that may be killed; the browser itself complains of that."""
    excused += ["WebSocket connection", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"]
    with opened(browser, own_service.url, excused, DESK) as page:
        yield page


def told(page: Page) -> list[str]:
    return page.get_by_role("region", name="The tale so far").get_by_role("listitem").all_inner_texts()


def test_a_reload_in_mid_question_shows_the_same_question(page: Page) -> None:
    sit(page, bring(page, "wonderbook/completed", 20))
    before = page.locator("section.ask").inner_text()
    sentences = told(page)
    page.reload()
    expect(option(page, "pass")).to_be_visible()
    assert page.locator("section.ask").inner_text() == before
    assert told(page) == sentences
    assert answer(page, "pass")["number"] == 22


def test_a_service_that_is_killed_and_comes_back(own_page: Page, own_service: Known) -> None:
    page = own_page
    sit(page, make(page, "pig", "me", "me"))
    answer(page, "hold")
    ask = answer(page, "hold")
    sentences = told(page)
    own_service.kill()
    expect(page.get_by_text(BROKEN)).to_be_visible()
    assert told(page) == sentences
    own_service.start()
    expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=COMES_BACK)
    assert told(page) == sentences
    assert answer(page, "hold")["number"] == ask["number"] + 1
    assert len(told(page)) == len(sentences) + 1


def test_a_choice_without_a_service_says_that_it_was_not_sent(own_page: Page, own_service: Known) -> None:
    sit(own_page, make(own_page, "pig", "me", "me"))
    own_page.wait_for_load_state("networkidle")
    own_service.kill()
    expect(own_page.get_by_text(BROKEN)).to_be_visible()
    press(option(own_page, "hold"))
    expect(own_page.get_by_text("Nothing was lost; your choice was not sent.")).to_be_visible()
    own_service.start()
    own_page.evaluate("document.querySelector('.lost button')?.click()")  # it may try again by itself before
    expect(own_page.get_by_text(BROKEN)).to_have_count(0, timeout=COMES_BACK)
    assert answer(own_page, "hold")["number"] == 2


def test_letters_that_do_not_come_are_done_without(page: Page, excused: list[str]) -> None:
    excused += ["Failed to load resource"]
    page.route("**/assets/*swash*", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("button", name="Open Wonder Book")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_offline_and_back(page: Page, excused: list[str]) -> None:
    excused += ["WebSocket connection", "ERR_INTERNET_DISCONNECTED"]
    sit(page, make(page, "pig", "me", "me"))
    answer(page, "hold")
    page.context.set_offline(True)
    expect(page.get_by_text(BROKEN)).to_be_visible()
    expect(option(page, "hold")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=COMES_BACK)
    assert answer(page, "hold")["number"] == 3


def test_a_late_answer_is_refused_and_the_new_question_is_shown(opens: Opens) -> None:
    page, other = opens(), opens()
    table = make(page, "pig", "me", "bot")
    send(
        other, f"/{table}/join", secret=send(page, f"/{table}/invite", seat=0, device=True)["secret"], name=""
    )
    sit(page, table)
    sit(other, table)
    page.evaluate("window.isDeaf = true")
    answer(other, "roll")
    press(option(page, "hold"))
    expect(
        page.get_by_text("The table moved on before your answer arrived. Nothing was lost.")
    ).to_be_visible()
    page.evaluate("window.isDeaf = false; held.splice(0).forEach((again) => again())")
    assert asked(page, 1)["number"] == asked(other)["number"]
    answer(page, "hold")
    expect(page.get_by_text("The table moved on")).to_have_count(0)


def test_after_looking_back_the_tale_is_at_its_newest_line_again(opens: Opens) -> None:
    page = opens()
    sit(page, bring(page, "wonderbook/and-you", 60))
    tale = page.get_by_role("group", name="The tale so far")
    expect(tale).to_be_visible()
    left = "(box) => box.scrollHeight - box.scrollTop - box.clientHeight"
    page.wait_for_function(
        "() => { const b = document.querySelector('.log .list'); return b.scrollHeight > b.clientHeight && b.scrollHeight - b.scrollTop - b.clientHeight < 80 }"
    )
    for _ in range(40):
        page.keyboard.press("[")
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_function(
        "() => { const b = document.querySelector('.log .list'); return b.scrollHeight - b.scrollTop - b.clientHeight < 80 }"
    )
    assert tale.evaluate(left) < 80
