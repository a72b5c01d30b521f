"""Unlikely Heroes in the browser: the looking glass, and the first quest played to its end by two people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from foldtale import games
from foldtale.bots.levels import ReflexBot
from foldtale.kernel import Match
from foldtale.kernel.tale import written
from tests.browser.conftest import DESK, opened, running
from tests.browser.hands import asked, find_option, make, press, send, sit

CALM = {**DESK, "reduced_motion": "reduce"}
SETUP = {"quest": 1, "heroes": 2, "difficulty": "easy"}
SWEEPER = "a man sweeps a porch"


class Saga(NamedTuple):
    """A tale, its answers, and how many of them come before the puzzle."""

    tale: str
    steps: list[dict[str, Any]]
    early: int


def begun(page: Page) -> None:
    """A table where the first turn has come; what is before it is answered at once."""
    table = make(page, "unlikely", "me", setup=SETUP)
    while True:
        ask = page.request.get(f"/api/tables/{table}?seat=0").json()["scene"]["ask"]
        keys = [choice["key"] for choice in ask["choices"]]
        if "pass" in keys:
            break
        send(page, f"/{table}/answer", seat=0, number=ask["number"], keys=keys[:1])
    sit(page, table)


# The looking glass


def test_a_map_is_looked_at_through_the_glass(page: Page) -> None:
    begun(page)
    page.get_by_role("button", name="Take the looking glass").click()
    expect(page.get_by_role("status").filter(has_text="Which card do you look at?")).to_be_visible()
    page.locator('[data-area="map 1"]').click()
    glass = page.get_by_role("dialog", name="Village Green")
    clue = glass.get_by_role("button", name=SWEEPER)
    clue.click()
    expect(clue).to_have_attribute("aria-pressed", "true")
    glass.get_by_role("button", name="Close").click()
    expect(glass).to_be_hidden()


def test_the_glass_opens_by_keys_and_gives_the_focus_back(page: Page) -> None:
    begun(page)
    tile = page.locator('[data-area="map 1"]')
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Village Green")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Village Green")).to_be_hidden()
    expect(tile).to_be_focused()


def test_whoever_listens_hears_what_the_glass_shows(page: Page) -> None:
    begun(page)
    said = page.locator('[data-area="map 1"]').get_attribute("aria-label") or ""
    assert SWEEPER in said
    assert "61 the porch" in said


def test_the_glass_on_a_phone(phone: Page) -> None:
    begun(phone)
    phone.get_by_role("button", name="Take the looking glass").tap()
    phone.locator('[data-area="map 1"]').tap()
    expect(phone.get_by_role("dialog", name="Village Green")).to_contain_text(SWEEPER)


# The first quest


@pytest.fixture(scope="module")
def saga() -> Saga:
    """A quest that two bots win: with a puzzle, and after it a regroup and somebody who joins."""
    game = games.get("unlikely")
    for seed in count(1):
        match = Match.new(game, game.setup(players=2, **SETUP), seed=seed)
        bots = [ReflexBot(f"{seed} {seat}") for seat in range(2)]
        while (ask := match.ask) is not None:
            match.answer((ask.answers, bots[ask.answers].choose(match.glimpse(ask.answers))))
        steps = [
            line for line in map(json.loads, written(match).splitlines()) if "n" in line and "key" in line
        ]
        puzzles = [at for at, step in enumerate(steps) if step["key"].startswith("solve ")]
        late = [(step["topic"], step["key"]) for step in steps[puzzles[-1] :]] if puzzles else []
        assert match.outcome is not None
        if match.outcome.ending == "won" and ("regroup", "done") in late and ("join", "join") in late:
            return Saga(written(match), [step for step in steps if "topic" in step], puzzles[-1])
    raise AssertionError


@pytest.fixture
def company(browser: Browser, tmp_path: Path, excused: list[str], saga: Saga) -> Iterator[tuple[Page, Page]]:
    """Two people at a service where chance falls as in the saga."""
    (tmp_path / "saga.tale").write_text(saga.tale, encoding="utf-8")
    with (
        running(tmp_path, tmp_path / "saga.tale") as service,
        opened(browser, service.url, excused, CALM) as ada,
        opened(browser, service.url, excused, CALM) as bo,
    ):
        yield ada, bo


def click(page: Page, key: str, on_the_board: bool) -> None:
    """Give an answer by a click on its map, if it is one, or on its chip; whoever is asked next."""
    ask = asked(page)
    page.locator(f'.ask[data-ask="{ask["number"]}"]').wait_for(state="attached")
    choice = next(one for one in ask["choices"] if one["key"] == key)
    maps = [one for one in choice.get("touches", ()) if one.startswith("map ")]
    alike = [one for one in ask["choices"] if set(maps) & set(one.get("touches", ()))]
    if on_the_board and maps and len(alike) == 1:
        press(page.locator(f'[data-area="{maps[0]}"]'))
    else:
        press(find_option(page, choice))
    page.wait_for_function("number => heard.over || heard.ask?.number > number", arg=ask["number"])


def test_two_people_play_the_first_quest_to_its_end(company: tuple[Page, Page], saga: Saga) -> None:
    """What leads up to the puzzle is answered at once; from there on every answer is a click."""
    ada, bo = company
    table = make(ada, "unlikely", "me", "open", setup=SETUP)
    secret = send(ada, f"/{table}/invite", seat=1)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    for step in saga.steps[: saga.early]:
        send(
            company[step["seat"]], f"/{table}/answer", seat=step["seat"], number=step["n"], keys=[step["key"]]
        )
    sit(ada, table)
    sit(bo, table)
    for place, step in enumerate(saga.steps[saga.early :]):
        who = company[step["seat"]]
        assert asked(who)["number"] == step["n"]
        click(who, step["key"], on_the_board=place % 2 == 1)
    for page in company:
        expect(page.get_by_role("heading", name="You did it, all of you")).to_be_visible()
