"""Dice Upon a Time between browsers: a trade, a reaction and a theft; then a short game to its end, with two bots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import asked, find_option, press, send, sit, stored

MET = 32
"""So many answers of the stored game, and the two stand on one field."""
A_MOMENT = 30_000
LONGEST = 400
ORDER = "Ask me only when others gain or harm me"


def crossroads(opens: Opens) -> tuple[Page, Page]:
    """Ada could make more of what she takes, and Bo could take it; the other two seats are bots."""
    ada, bo = opens(reduced_motion="reduce"), opens(reduced_motion="reduce")
    table = str(send(ada, "/import", tale=stored("grimm/crossroads", MET), options={"pace": 0})["table"])
    secret = send(ada, f"/{table}/invite", seat=1)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    for seat in (2, 3):
        send(ada, f"/{table}/to-bot", seat=seat)
    sit(ada, table)
    sit(bo, table)
    return ada, bo


def say(page: Page, key: str) -> None:
    """Answer by a click: on a die and then a socket, or wherever the chip is."""
    ask = asked(page)
    choice = next(one for one in ask["choices"] if one["key"] == key)
    if key.startswith("place "):
        die, socket = choice["touches"]
        press(page.locator(f'.ask [data-die="{die}"]'))
        press(page.locator(f'[data-slot="{socket}"]'))
    else:
        press(find_option(page, choice))
    page.wait_for_function("number => heard.over || heard.ask?.number > number", arg=ask["number"])


def prompt(page: Page) -> Any:
    return page.locator("section.ask h2")


APPLES = "seat => heard.seats[seat].things.find((one) => one.id === `apple ${seat}`).count"


def test_a_trade_a_reaction_and_a_theft_between_two_browsers(opens: Opens) -> None:
    ada, bo = crossroads(opens)
    say(ada, "trade")
    say(ada, "give q201")
    say(ada, "offer")
    expect(prompt(bo)).to_contain_text("Do you accept this offer?", timeout=A_MOMENT)
    expect(bo.get_by_role("region", name="The tale so far")).to_contain_text("would give Who Ate the Beans")
    say(bo, "accept")
    asked(ada)
    assert quests_of(ada, 1) == ["quest q202", "quest q201"]
    say(ada, "place plain-die r15")
    expect(prompt(ada)).to_contain_text("Do you answer?", timeout=A_MOMENT)
    say(ada, "pass")
    expect(prompt(bo)).to_contain_text("Do you answer?", timeout=A_MOMENT)
    assert [one["key"] for one in asked(bo)["choices"]] == ["pass"]
    say(bo, "pass")
    say(ada, "move apple")
    say(ada, "take")
    expect(prompt(ada)).to_contain_text("You are taking tokens", timeout=A_MOMENT)
    say(ada, "play m03")
    expect(prompt(bo)).to_contain_text("Somebody plays a Magic Item", timeout=A_MOMENT)
    say(bo, "pass")
    expect(prompt(bo)).to_contain_text("Others have got tokens", timeout=A_MOMENT)
    say(bo, "play m17")
    ada.wait_for_function(f"() => ({APPLES})(1) === 2", timeout=A_MOMENT)
    assert [ada.evaluate(APPLES, seat) for seat in (0, 1)] == [0, 2]
    expect(ada.get_by_role("region", name="The tale so far")).to_contain_text("Bo plays Cudgel in the Sack")


def quests_of(page: Page, seat: int) -> list[str]:
    """The quests that lie open before another seat."""
    rows = "seat => heard.seats[seat].things.find((one) => one.id === `quests ${seat}`).things.map((one) => one.id)"
    return [str(quest) for quest in page.evaluate(rows, seat)]


@pytest.mark.slow
def test_two_people_and_two_bots_play_a_short_game_to_its_end(opens: Opens) -> None:
    ada, bo = crossroads(opens)
    placed = {ada: 0, bo: 0}
    for _ in range(LONGEST):
        page = whoever_is_asked(ada, bo)
        if page is None:
            break
        ask = asked(page)
        order = page.locator(".ask").get_by_role("button", name=ORDER, pressed=False)
        if ask.get("reaction") and order.count():
            order.click()
            expect(order).to_have_count(0)
            continue
        key = plain_answer(ask, placed[page])
        placed[page] += ask["prompt"].startswith("Place a die")
        say(page, key)
    for page in (ada, bo):
        page.wait_for_function("() => heard.over")
        assert page.evaluate("heard.over.ending") == "most AP"
        expect(page.locator("dialog.won, dialog.lost")).to_be_visible()


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


def plain_answer(ask: dict[str, Any], placed: int) -> str:
    """Three dice are placed in all, on a Forest Spirit; then one passes; what is not asked for is left alone."""
    keys = [one["key"] for one in ask["choices"]]
    spirits = [key for key in keys if key.startswith("place ") and key.split()[2] in ("rabbit", "snake")]
    if ask["prompt"].startswith("Place a die"):
        return spirits[0] if spirits and placed < 3 else "pass on"
    for key in ("pass", "stay", "end turn", "no", "reject", "stop"):
        if key in keys:
            return key
    return str(keys[0])
