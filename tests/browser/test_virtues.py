"""Seven Virtues between browsers: a sin that is answered; a game to its end with two bots; the first game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import answer, asked, bring, find_option, make, option, press, send, sit, stored
from tests.games.virtues.sense import PLANS, rank

A_MOMENT = 30_000
LONGEST = 900
LAST_ROW = 470
"""So many answers of the stored game, and the seventh piece of the armour is not far."""


def company(opens: Opens, tale: str, answers: int) -> tuple[Page, Page]:
    """Ada has the first seat and Bo the second; all others are bots."""
    ada, bo = opens(reduced_motion="reduce"), opens(reduced_motion="reduce")
    view = send(ada, "/import", tale=stored(tale, answers), options={"pace": 0})
    table = str(view["table"])
    secret = send(ada, f"/{table}/invite", seat=1)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    for seat in view["seats"][2:]:
        send(ada, f"/{table}/to-bot", seat=seat["seat"])
    sit(ada, table)
    sit(bo, table)
    return ada, bo


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


@pytest.mark.slow
def test_two_people_and_two_bots_play_to_an_end(opens: Opens) -> None:
    ada, bo = company(opens, "virtues/armour", LAST_ROW)
    before = len(told(ada))
    for _ in range(LONGEST):
        page = whoever_is_asked(ada, bo)
        if page is None:
            break
        keys = [one["key"] for one in asked(page)["choices"]]
        say(page, min(keys, key=lambda key: rank(key, PLANS["armour"])))
    for page in (ada, bo):
        page.wait_for_function("() => heard.over")
        assert page.evaluate("heard.over.ending") in ("armour", "cataclysm", "portals")
        expect(page.locator("dialog.won, dialog.lost")).to_be_visible()
    tale = " ".join(told(ada)[before:])
    for event in ("is completed", "The heroes receive", "Cataclysm", "takes"):
        assert event in tale


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
    sit(page, bring(page, "virtues/armour", 300))
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
    for tab, seen in (("Market", "Tavern"), ("Gates", "Gate of Ice"), ("Heroes", "easy bot")):
        page.get_by_role("navigation", name="What to look at").get_by_text(tab).click()
        expect(page.get_by_text(seen).first).to_be_visible()
        expect(option(page, "pass")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
