"""Seven Virtues between browsers: a sin that is answered; a game to its end with two bots; the first game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import answer, asked, bring, find_option, make, option, press, send, sit, stored
from tests.games.virtues.sense import PLANS, rank

A_MOMENT = 30_000
LONGEST = 900


def company(opens: Opens, tale: str, answers: int) -> tuple[Page, Page]:
    """Ada has the first seat, Bo that of whoever is asked, or else the second; all others are bots."""
    ada, bo = opens(reduced_motion="reduce"), opens(reduced_motion="reduce")
    view = send(ada, "/import", tale=stored(tale, answers), options={"pace": 0})
    table, seat = str(view["table"]), view["scene"]["ask"]["seat"] or 1
    secret = send(ada, f"/{table}/invite", seat=seat)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    for other in view["seats"][1:]:
        if other["seat"] != seat:
            send(ada, f"/{table}/to-bot", seat=other["seat"])
    sit(ada, table)
    sit(bo, table)
    return ada, bo


def completing(place: int) -> int:
    """How many answers a stored game has before a quest is paid and its row is full: the first row, or the last."""
    lines = [json.loads(line) for line in stored("virtues/armour").splitlines()[1:-1]]
    answers = [line for line in lines if "n" in line]
    treasures = [at for at, line in enumerate(answers) if line["key"].startswith("TR")]
    before = answers[: treasures[place]]
    return next(int(line["n"]) - 1 for line in reversed(before) if line["key"].startswith("mark "))


def say(page: Page, key: str) -> None:
    ask = asked(page)
    page.locator(f'.ask[data-ask="{ask["number"]}"]').wait_for(state="attached")
    press(find_option(page, next(one for one in ask["choices"] if one["key"] == key)))
    page.wait_for_function("number => heard.over || heard.ask?.number > number", arg=ask["number"])


def tale_of(page: Page) -> Any:
    return page.get_by_role("region", name="The tale so far")


def test_a_sin_is_answered_in_another_browser(opens: Opens) -> None:
    ada, bo = company(opens, "virtues/cataclysm-of-six", 0)
    key = next(one["key"] for one in asked(ada)["choices"] if one["key"].startswith("sin "))
    say(ada, key)
    while asked(ada if ada.evaluate("!!heard.ask.prompt") else bo)["prompt"] == "Whom do you choose?":
        say(ada, "player 2")
    expect(bo.locator("section.ask h2")).to_contain_text("Do you negate it?", timeout=A_MOMENT)
    expect(bo.get_by_role("region", name="Played")).to_be_visible()
    say(bo, "react SN01")
    expect(tale_of(ada)).to_contain_text("negates it with Vainglory", timeout=A_MOMENT)
    expect(tale_of(ada)).to_contain_text("has no effect")


def go_on(ada: Page, bo: Page, until: Callable[[], bool]) -> None:
    """Both answer what seems best to them, for as long as it takes."""
    for _ in range(LONGEST):
        page = whoever_is_asked(ada, bo)
        if page is None or until():
            return
        keys = [one["key"] for one in asked(page)["choices"]]
        say(page, min(keys, key=lambda key: rank(key, PLANS["armour"])))
    raise AssertionError("it goes on and on")


def test_a_completed_row_brings_treasures_armour_and_a_cataclysm(opens: Opens) -> None:
    ada, bo = company(opens, "virtues/armour", completing(0))
    before = len(told(ada))
    go_on(ada, bo, lambda: "The quests move down" in " ".join(told(ada)[before:]))
    tale = " ".join(told(ada)[before:])
    for event in ("takes part in", "is completed", "takes", "The heroes receive", "Cataclysm"):
        assert event in tale
    expect(tale_of(bo)).to_contain_text("The quests move down")


@pytest.mark.slow
def test_two_people_and_two_bots_play_to_an_end(opens: Opens) -> None:
    ada, bo = company(opens, "virtues/armour", completing(-1))
    go_on(ada, bo, lambda: False)
    for page in (ada, bo):
        page.wait_for_function("() => heard.over")
        assert page.evaluate("heard.over.ending") in ("armour", "cataclysm", "portals")
        expect(page.locator("dialog.won, dialog.lost")).to_be_visible()


def told(page: Page) -> list[str]:
    """The tale so far, as the first seat may know it."""
    table = page.url.split("/table/")[1].partition("?")[0]
    view = page.request.get(f"/api/tables/{table}?seat=0").json()
    return [str(one["text"]) for one in view["story"]["told"]]


def whoever_is_asked(ada: Page, bo: Page) -> Page | None:
    """The page whose turn it is to answer; None when the game is over."""
    for _ in range(4000):
        for page in (ada, bo):
            if page.evaluate("!!heard.over"):
                return None
            if page.evaluate("heard.ask?.choices?.some((choice) => !choice.aside) ?? false"):
                return page
        ada.wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def test_the_first_game_explains_itself(opens: Opens) -> None:
    page = opens(reduced_motion="reduce")
    sit(page, make(page, "virtues", "me", "bot", setup={"lessons": True, "first_player": "first seat"}))
    expect(page.get_by_role("heading", name="A kingdom, and one suit of armour")).to_be_visible()
    answer(page, "read")
    expect(page.get_by_role("heading", name="One action, or pass")).to_be_visible()
    answer(page, "read")
    expect(page.get_by_role("heading", name="One action, or pass")).to_have_count(0)
    expect(option(page, "pass")).to_be_visible()


def test_a_card_of_a_stall_is_read_before_it_is_bought(opens: Opens) -> None:
    page = opens(reduced_motion="reduce")
    sit(page, make(page, "virtues", "me", "bot", setup={"first_player": "first seat"}))
    number = asked(page)["number"]
    recruit = next(one for one in asked(page)["choices"] if one["key"].startswith("recruit "))
    press(page.locator(f'.stalls [data-card="{recruit["touches"][0]}"]'))
    press(page.get_by_role("dialog").locator(f'[data-key="{recruit["key"]}"]'))
    page.wait_for_function("number => heard.ask.number > number", arg=number)
    expect(tale_of(page)).to_contain_text("recruits")


def test_a_gate_tells_its_gifts(opens: Opens) -> None:
    page = opens(reduced_motion="reduce")
    sit(page, make(page, "virtues", "me", "bot", setup={"first_player": "first seat"}))
    page.locator('[data-area="P6"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("Closed with 1 Humility")


def test_the_drawer_of_another_hero_slides_over_the_tale(opens: Opens) -> None:
    page = opens(reduced_motion="reduce")
    sit(page, bring(page, "virtues/armour", completing(-1)))
    page.get_by_role("button", name="I am").click()
    ears = page.get_by_role("button", name="All about")
    expect(ears.first).to_be_visible()
    ears.first.click()
    expect(page.locator(".drawer .slipcard").first).to_be_visible()
    page.locator(".drawer").get_by_role("button", name="Close").click()
    expect(page.locator(".drawer")).to_have_count(0)


def test_on_a_phone_each_part_of_the_table_has_a_tab(opens: Opens) -> None:
    page = opens(reduced_motion="reduce", **PHONE)
    sit(page, make(page, "virtues", "me", "bot", setup={"first_player": "first seat"}))
    expect(page.get_by_role("region", name="Lowest row")).to_be_visible()
    places = (
        ("Market", ".stalls", "Tavern"),
        ("Gates", ".gates", "Gate of Ice"),
        ("Heroes", ".side", "easy bot"),
    )
    for tab, place, seen in places:
        page.get_by_role("navigation", name="What to look at").get_by_text(tab).click()
        expect(page.locator(place).get_by_text(seen).last).to_be_visible()
        expect(option(page, "pass")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_cataclysm_that_has_struck_can_be_read_again(opens: Opens) -> None:
    page = opens(reduced_motion="reduce")
    sit(page, bring(page, "virtues/armour", completing(-1)))
    page.get_by_role("button", name="I am").click()
    expect(page.get_by_role("region", name="Lowest row")).to_be_visible()
    struck = page.locator(".doom .read").first
    title = str(struck.get_attribute("aria-label"))
    struck.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text(title)
    expect(page.get_by_role("dialog").locator(".flavour")).not_to_be_empty()
