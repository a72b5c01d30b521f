"""Every page can be read by everybody: axe-core finds nothing, and words in pictures stand out from what is below."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from foldtale import games
from foldtale.kernel import Match
from foldtale.kernel.tale import written
from tests.browser.conftest import Opens
from tests.browser.hands import answer, bring, make, option, send, sit

AXE = Path(__file__).parents[2] / "src/foldtale/web/client/node_modules/axe-core/axe.min.js"
ENOUGH, ENOUGH_IF_LARGE = 4.5, 3.0
LARGE, LARGE_IF_BOLD = 24, 18.66
MOST_OF_IT = 0.9
"""So many of the pixels around the letters have to differ enough: the rest is the rim of what they stand on."""


# Pages


def shelf(page: Page) -> None:
    make(page, "wonderbook", "me", "bot")
    page.goto("/")
    expect(page.get_by_role("link", name="Open the book")).to_be_visible()


def new_table(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open Wonder Book").click()
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("Bots move")).to_be_visible()


def table(page: Page) -> None:
    sit(page, bring(page, "wonderbook/completed", 20))
    expect(option(page, "pass")).to_be_visible()


def held_card(page: Page) -> None:
    """A card that Sid holds, and what he can do with it."""
    table(page)
    page.locator(".seat.on .mini.on").first.click()
    expect(page.get_by_role("dialog").locator("[data-key]").first).to_be_visible()


def plain_table(page: Page) -> None:
    sit(page, make(page, "thimble", "me", "bot", "bot"))
    expect(option(page, "draw")).to_be_visible()


def map_table(page: Page) -> None:
    """A board that is the whole page, at a question over two pieces."""
    page.goto(f"/#/table/{bring(page, 'grimm/three-short', 206)}")
    page.get_by_role("button", name="I am").click()
    expect(option(page, "pass on")).to_be_visible()


def characters(page: Page) -> None:
    """Large cards over the board, to be chosen."""
    sit(page, make(page, "grimm", "me", "me"))
    page.get_by_role("button", name="I am").click()
    expect(option(page, "snow")).to_be_visible()


def story_alone(page: Page) -> None:
    """A page of Storyfold, while it is read."""
    sit(page, make(page, "storyfold", "me", setup={"start": "chapter one", "lessons": False}))
    expect(option(page, "read")).to_be_visible()


def lesson(page: Page) -> None:
    """A lesson in a Scene of Storyfold, with the task below it."""
    sit(page, make(page, "storyfold", "me"))
    task = page.get_by_role("article", name="The open page").get_by_role("button", name="Luma triumphs")
    while not task.count():
        answer(page, "read")
    expect(option(page, "read")).to_be_visible()


def meanwhile(page: Page) -> None:
    """Storyfold between two Actions, after three rounds in which nothing was done; what happened is still told."""
    story_alone(page)
    phases, keys = 0, ["read"]
    while phases < 3 or "end phase" not in keys:
        key = "end phase" if "end phase" in keys else keys[0]
        phases += key == "end phase"
        keys = [one["key"] for one in answer(page, key)["choices"]]
    expect(page.get_by_role("complementary", name="Meanwhile")).to_be_visible()


def river_table(page: Page) -> None:
    meanwhile(page)
    page.get_by_role("complementary", name="Meanwhile").get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="The River")).to_be_visible()
    expect(option(page, "end phase")).to_be_visible()


def ranks_table(page: Page) -> None:
    """Ranks of quests, stalls, a doom, seats with drawers."""
    page.goto(f"/#/table/{bring(page, 'virtues/armour', 300)}")
    page.get_by_role("button", name="I am").click()
    expect(page.get_by_role("region", name="Lowest row")).to_be_visible()
    expect(page.locator(".ask [data-option]").first).to_be_visible()


def fallen_hero(page: Page) -> None:
    """A seat that is fallen, and many others."""
    page.goto(f"/#/table/{bring(page, 'virtues/the-unnamed-wins', 700)}")
    page.get_by_role("button", name="I am").click()
    expect(page.get_by_role("region", name="Lowest row")).to_be_visible()


def tiles_table(page: Page) -> None:
    """A map of tiles, tickets and a sum, backpacks, the clock and the luck that is left."""
    game, luck = games.get("unlikely"), random.Random(7)
    match = Match.new(game, game.setup(quest=1, heroes=3, players=1), seed=7)
    while match.ask and (match.number < 230 or match.ask.topic != "resolve"):
        assert game.reflex
        match.answer(game.reflex(match.state, match.ask, luck.random))
    sit(page, str(send(page, "/import", tale=written(match))["table"]))
    expect(option(page, "resolve")).to_be_visible()


def glass(page: Page) -> None:
    tiles_table(page)
    page.get_by_role("button", name="Take the looking glass").click()
    page.locator('[data-area="map 8"]').click()
    expect(page.get_by_role("dialog", name="Barrow Mound")).to_be_visible()


def first_game(page: Page) -> None:
    sit(page, make(page, "virtues", "me", "bot", setup={"lessons": True, "first_player": "first seat"}))
    expect(option(page, "read")).to_be_visible()


def curtain(page: Page) -> None:
    sit(page, make(page, "thimble", "me", "me", "me"))
    expect(page.get_by_role("button", name="I am Player 1")).to_be_visible()


def rulebook(page: Page) -> None:
    table(page)
    page.get_by_role("button", name="Rulebook").click()
    expect(page.get_by_role("dialog").get_by_text("WB-001")).to_be_visible()


def history(page: Page) -> None:
    table(page)
    page.keyboard.press("[")
    expect(page.get_by_role("heading", name="Step 20 of 21")).to_be_visible()


def end_page(page: Page) -> None:
    page.goto(f"/#/table/{bring(page, 'wonderbook/completed')}")
    expect(page.get_by_role("heading", name="You did it, all of you")).to_be_visible()


def menu(page: Page) -> None:
    table(page)
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog", name="The table")).to_be_visible()


def menu_with_bots(page: Page) -> None:
    plain_table(page)
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog", name="The table").get_by_text("Bots move")).to_be_visible()


def hints(page: Page) -> None:
    table(page)
    page.get_by_role("button", name="What would you do?").click()
    expect(page.get_by_text("% to win").first).to_be_visible()


def about(page: Page) -> None:
    page.goto("/#/about")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()


def join(page: Page) -> None:
    page.goto("/#/join/table/secret")
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()


PAGES = [
    shelf, new_table, table, held_card, plain_table, map_table, characters, story_alone, lesson, meanwhile, river_table,
    ranks_table, fallen_hero, tiles_table, glass, first_game, curtain, rulebook, history,
    end_page, menu, menu_with_bots, hints, about, join,
]  # fmt: skip


@pytest.mark.parametrize("shows", PAGES, ids=lambda shows: shows.__name__)
def test_everybody_can_read_by_day_and_by_lantern(opens: Opens, shows: Callable[[Page], None]) -> None:
    page = opens(reduced_motion="reduce", color_scheme="light")
    shows(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong = {"day": complaints(page)}
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-light", "lantern")
    wrong["lantern"] = complaints(page)
    assert wrong == {"day": [], "lantern": []}


def complaints(page: Page) -> list[str]:
    """What axe-core finds, and words in pictures that are too faint."""
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [told(violation) for violation in found["violations"]] + faint(page)


def told(violation: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:160]} ({node['failureSummary'][:200]})" for node in violation["nodes"][:3]]
    return f"{violation['id']}: {violation['help']}: {nodes}"


# Words inside pictures

WORDS = """() => {
  const found = [...document.querySelectorAll("svg text")].filter((node) => node.textContent.trim());
  const top = document.querySelector("dialog[open]");
  return found.filter((node) => !top || top.contains(node)).map((node) => {
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    const scale = node.getScreenCTM()?.a ?? 1;
    return { text: node.textContent, x: box.x, y: box.y, width: box.width, height: box.height, fill: style.fill,
      size: parseFloat(style.fontSize) * scale, weight: Number(style.fontWeight), stroke: style.stroke,
      shown: style.visibility === "visible" && node.checkVisibility({ opacityProperty: true }) };
  }).filter((one) => one.shown && one.width && one.x >= 0 && one.y >= 0 && one.x + one.width <= innerWidth && one.y + one.height <= innerHeight);
}"""
HIDE = """() => {
  window.hiding = new CSSStyleSheet();
  hiding.replaceSync("svg text { visibility: hidden !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, hiding];
}"""
SHOW = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== hiding); }"
SHARES = """async ([words, png]) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  brush.drawImage(picture, 0, 0);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  return words.map((word) => {
    const ink = light(word.fill.match(/[\\d.]+/g).slice(0, 3).map(Number));
    const { data } = brush.getImageData(word.x, word.y, Math.max(1, word.width), Math.max(1, word.height));
    let good = 0;
    for (let at = 0; at < data.length; at += 4) good += ratio(ink, light(data.slice(at, at + 3))) >= word.enough;
    return good / (data.length / 4);
  });
}"""


def faint(page: Page) -> list[str]:
    """Words in pictures that do not differ enough from what is painted below them."""
    words = page.evaluate(WORDS)
    if not words:
        return []
    for word in words:
        is_large = word["size"] >= (LARGE_IF_BOLD if word["weight"] >= 700 else LARGE)
        word["enough"] = ENOUGH_IF_LARGE if is_large else ENOUGH
    page.evaluate(HIDE)
    picture = base64.b64encode(page.screenshot()).decode()
    page.evaluate(SHOW)
    shares = page.evaluate(SHARES, [words, picture])
    return [f"{word['text']}: {share:.0%}" for word, share in zip(words, shares) if share < MOST_OF_IT]
