"""What a person does at the page: makes a table, reads the question, answers by a click."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

TALES = Path(__file__).parents[1] / "fixtures" / "tales"

HEAR = """
  window.heard = {};
  window.held = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        const said = JSON.parse(event.data);
        if (window.isDeaf && said.kind === "update") {
          event.stopImmediatePropagation();
          held.push(() => this.dispatchEvent(new MessageEvent("message", { data: event.data })));
        } else if (said.kind === "view") window.heard = { ...said.scene, over: said.ending };
        else if (said.kind === "update") Object.assign(heard, said.scene, { over: said.changed?.ending ?? heard.over });
      });
    }
  };
"""
"""Notes what the service says, so that a test knows at which question the page is; what has changed can be held back."""


# Tables


def stored(name: str, answers: int | None = None) -> str:
    """A stored game such as "wonderbook/completed", to its end or up to so many answers."""
    text = (TALES / f"{name}.tale").read_text(encoding="utf-8")
    head, *lines, end = map(json.loads, text.splitlines())
    head.pop("packs", None)
    if answers is not None:
        lines = list(takewhile(lambda line: line.get("n", 0) <= answers, lines))
        end = {"end": len(lines) + 1, "over": False}
    return "".join([json.dumps(line) + "\n" for line in (head, *lines, end)])


def send(page: Page, path: str, **body: Any) -> Any:
    """A request in the name of whoever sits at this browser."""
    answer = page.request.post(f"/api/tables{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def bring(page: Page, name: str, answers: int | None = None) -> str:
    """A table where this stored game has come so far, all seats mine; its name."""
    view = send(page, "/import", tale=stored(name, answers))
    table = str(view["table"])
    for seat in view["seats"][1:]:
        secret = send(page, f"/{table}/invite", seat=seat["seat"])["secret"]
        send(page, f"/{table}/join", secret=secret, name="")
    return table


def make(page: Page, game: str, *who: str, setup: dict[str, Any] | None = None, **options: Any) -> str:
    """A new table with these places: "me", "open" or "bot"."""
    view = send(
        page,
        "",
        game=game,
        setup={"players": len(who), **(setup or {})},
        places=[{"who": one, "level": "easy"} for one in who],
        options={"pace": 0, **options},
    )
    return str(view["table"])


def sit(page: Page, table: str) -> None:
    """Go to a table, and wait until it is there."""
    page.goto(f"/#/table/{table}")
    expect(page.locator("section.ask, section.edge, .curtain").first).to_be_visible()


# The hand


SPOT = """node => {
  const box = node.getBoundingClientRect();
  const spots = [];
  for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) spots.push([i / 20, j / 20]);
  spots.sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));
  const found = spots.map(([a, b]) => [box.x + a * box.width, box.y + b * box.height]);
  return found.find(([x, y]) => node.contains(document.elementFromPoint(x, y))) ?? null;
}"""


def spot(there: Locator) -> tuple[float, float]:
    """Where a piece can be seen and nothing lies above it, as near to its middle as can be."""
    found = there.page.wait_for_function(SPOT, arg=there.element_handle()).json_value()
    return (found[0], found[1])


def press(there: Locator) -> None:
    """Click on a piece or a chip at once, as fast as a person could."""
    there.page.mouse.click(*spot(there))


# The question


def asked(page: Page, after: int = 0) -> dict[str, Any]:
    """The first question after this one that can be answered here; nothing if the game is over."""
    heard = page.wait_for_function(
        """after => (heard.over && {}) ||
          (heard.ask?.number > after && heard.ask.choices?.some((choice) => !choice.aside) && heard.ask)""",
        arg=after,
    )
    return dict(heard.json_value())


def option(page: Page, key: str) -> Locator:
    """The chip of this answer."""
    return page.locator(f'.ask [data-key="{key}"]')


def find_option(page: Page, choice: dict[str, Any]) -> Locator:
    """The chip of a choice, after stepping to it or opening the group it is in."""
    chip = option(page, choice["key"])
    expect(page.locator(".ask [data-option]").first).to_be_visible()
    if chip.count():
        return chip
    if page.locator(".stepper").count():
        while not chip.count():
            page.get_by_role("button", name="One more").click()
        return chip
    groups = page.locator(".ask [data-option]:not([data-key])")
    for place in range(groups.count()):
        press(groups.nth(place))
        if chip.count():
            return chip
        page.keyboard.press("Escape")
    raise AssertionError(f"no chip leads to {choice['key']}")


def piece(page: Page, choice: dict[str, Any]) -> Locator | None:
    """What a choice touches on the board, if it can be seen."""
    for element in choice.get("touches", ()):
        found = page.locator(f'[data-area="{element}"], [data-token="{element}"], [data-die="{element}"]')
        if found.count():
            return found.first
    return None


def answer(page: Page, key: str, on_the_board: bool = False) -> dict[str, Any]:
    """Give an answer by a click, as soon as its question is on the page; the next question."""
    ask = asked(page)
    page.locator(f'.ask[data-ask="{ask["number"]}"]').wait_for(state="attached")
    choice = next(one for one in ask["choices"] if one["key"] == key)
    touched = piece(page, choice) if on_the_board else None
    if touched:
        press(touched)
        alike = [one for one in ask["choices"] if set(choice["touches"][:1]) <= set(one.get("touches", ()))]
        if len(alike) == 1:
            return asked(page, ask["number"])
    press(find_option(page, choice))
    return asked(page, ask["number"])
