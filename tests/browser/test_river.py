"""A table that no game of ours needs yet: every piece of the scene's vocabulary is drawn, and can be read and chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from foldtale.kernel.scene import problems
from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import spot
from tests.browser.river import SCENE, sit_by_the_river
from tests.browser.test_axe import AXE, complaints, told

LEAST = 13
WIDTH = 390
SMALL_WORDS = """least => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
    if (!text || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const scale = node instanceof SVGElement ? (node.getScreenCTM()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    if (size && size < least - 0.05) found.push(`${text}: ${size.toFixed(1)}`);
  }
  return found;
}"""


@pytest.fixture
def table(opens: Opens) -> Page:
    page = opens(reduced_motion="reduce")
    sit_by_the_river(page)
    return page


def test_the_scene_is_sound() -> None:
    assert not problems(SCENE)


def test_everybody_can_read_it(opens: Opens) -> None:
    page = opens(reduced_motion="reduce", color_scheme="light")
    sit_by_the_river(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong = {"day": complaints(page)}
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-light", "lantern")
    wrong["lantern"] = complaints(page)
    assert wrong == {"day": [], "lantern": []}


def test_on_a_phone_everything_is_large_enough_and_nothing_sticks_out(opens: Opens) -> None:
    phone = opens(reduced_motion="reduce", **PHONE)
    sit_by_the_river(phone)
    phone.evaluate(AXE.read_text(encoding="utf-8"))
    for tab in ("Scene", "Page", "Heroes", "Tale"):
        phone.get_by_role("navigation").get_by_role("button", name=tab).tap()
        found = phone.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        assert [told(violation) for violation in found["violations"]] == []
        assert phone.evaluate(SMALL_WORDS, LEAST) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == WIDTH


def test_a_sign_says_what_is_counted_and_stuck_to_it(table: Page) -> None:
    expect(table.get_by_role("button", name="Hollow Oak, Explored: 2 of 3")).to_be_visible()
    expect(table.get_by_role("button", name="Mender's Hut, Helped: 0 of 2, overcome")).to_be_visible()
    expect(table.get_by_role("group", name="Moss Gate, Helped: 0 of 2")).to_be_visible()


def test_a_track_on_the_board_says_who_stands_where(table: Page) -> None:
    track = table.get_by_role("group", name="Wildwood Track, The Light")
    expect(track).to_have_accessible_name("Wildwood Track, The Light is at 4, The Shadow is at 10")
    expect(track.get_by_role("button", name="Wildwood Track, 5")).to_be_visible()


def test_places_of_the_river_are_in_order_and_an_empty_one_says_so(table: Page) -> None:
    places = table.get_by_role("region", name="The river").get_by_role("listitem")
    expect(places).to_have_count(7)
    expect(places.nth(1).get_by_role("article", name="Explore")).to_be_visible()
    expect(places.last.get_by_role("button")).to_have_accessible_name("–, empty")


@pytest.mark.parametrize("piece", ['[data-card="Explore"]', '[data-slot="slot 6"]', '[data-die="die 3"]'])
def test_pointing_at_a_piece_lights_its_chip(table: Page, piece: str) -> None:
    table.mouse.move(*spot(table.locator(piece)))
    expect(table.locator(".ask .hot")).to_have_count(1)


def test_dice_of_other_shapes_are_read_with_their_numbers(table: Page) -> None:
    tray = table.get_by_role("group", name="Dice, need 4+: 7, 4, and 1: 2 successes")
    expect(tray.get_by_role("img", name="7, a success")).to_be_visible()
    expect(tray.get_by_role("button", name="1, a failure")).to_be_visible()
