"""Things move from where they were to where they are; nobody has to wait for it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import asked, bring, find_option, option, press, send, sit, stored

WATCH = """token => {
  window.seen = [];
  const look = () => {
    const node = document.querySelector(`[data-token="${token}"]`);
    if (node) {
      const box = node.querySelector("g").getBoundingClientRect();
      seen.push([Math.round(box.x + box.width / 2), Math.round(box.y + box.height)]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
MOVES = """() => document.getAnimations().filter((one) => one.constructor === Animation && one.playState !== "finished").length"""
SLOWLY = 0.05
"""So that a busy machine too draws enough frames to see it."""
STILL = f"() => ({MOVES})() === 0"


def at(page: Page, tale: str, answers: int) -> Page:
    """At a table where everything has come to rest; from then on the browser shows all motion slowly."""
    return slowed(page, bring(page, tale, answers))


def slowed(page: Page, table: str) -> Page:
    sit(page, table)
    expect(page.locator("[data-option]").first).to_be_visible()
    page.wait_for_function(STILL)
    developer = page.context.new_cdp_session(page)
    developer.send("Animation.enable")
    developer.send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
    return page


def watched(page: Page, token: str, key: str) -> list[Any]:
    """Where a token was, frame by frame, while an answer was given and all came to rest."""
    page.evaluate(WATCH, token)
    ask = asked(page)
    press(option(page, key))
    asked(page, ask["number"])
    page.wait_for_function(STILL)
    page.wait_for_timeout(100)
    return list(page.evaluate("seen"))


def between(places: list[Any]) -> int:
    """How many different places there are between the first and the last."""
    return len({tuple(place) for place in places} - {tuple(places[0]), tuple(places[-1])})


def test_a_hero_passes_between_the_places(page: Page) -> None:
    places = watched(at(page, "wonderbook/as-warm-as-a-loaf", 20), "lara", "move lamps")
    assert places[0] != places[-1]
    assert between(places) >= 3


def test_a_hero_passes_also_when_another_of_my_seats_is_asked_next(page: Page) -> None:
    places = watched(at(page, "wonderbook/completed", 20), "sid", "move garden")
    assert places[0] != places[-1]
    assert between(places) >= 3


def test_what_stays_does_not_move(page: Page) -> None:
    places = watched(at(page, "wonderbook/as-warm-as-a-loaf", 20), "object lamp1", "move lamps")
    assert places[0] == places[-1]
    assert between(places) == 0


def test_with_reduced_motion_the_next_frame_has_the_new_place(opens: Opens) -> None:
    page = at(opens(reduced_motion="reduce"), "wonderbook/as-warm-as-a-loaf", 20)
    places = watched(page, "lara", "move lamps")
    assert places[0] != places[-1]
    assert between(places) == 0
    assert (
        page.evaluate("document.getAnimations().filter((one) => one.effect.getTiming().duration > 80).length")
        == 0
    )


def test_with_a_calm_table_what_changed_keeps_a_rim(opens: Opens) -> None:
    page = opens()
    page.add_init_script("localStorage.setItem('foldtale.settings', JSON.stringify({ calm: true }))")
    at(page, "wonderbook/as-warm-as-a-loaf", 20)
    expect(page.locator('[data-token="lara"] .ring')).to_have_count(0)
    assert between(watched(page, "lara", "move lamps")) == 0
    expect(page.locator('[data-token="lara"] .ring').first).to_be_visible()


def solve(page: Page) -> None:
    """Choose the solution of three pieces, which stands with others in a group."""
    choice = next(one for one in asked(page)["choices"] if one["key"] == "solve 123-125-126")
    press(find_option(page, choice))


def test_pieces_of_a_puzzle_slide_together_and_their_numbers_run_into_the_sum(page: Page) -> None:
    at(page, "unlikely/in-hand", 116)
    solve(page)
    joined = page.locator(".joined")
    expect(joined.locator(".piece")).to_have_count(3)
    expect(joined.locator(".total")).to_have_text("133")
    page.wait_for_function(f"() => ({MOVES})() >= 3 + 3 + 1")
    assert joined.locator(".piece text").all_text_contents() == ["48", "29", "56"]


def test_a_cube_that_is_used_hops_from_its_space(page: Page) -> None:
    at(page, "unlikely/in-hand", 19)
    press(option(page, "strain tove-hard"))
    cube = page.locator(".cubes .full.left")
    expect(cube.first).to_be_attached()
    assert page.evaluate("() => document.querySelector('.cubes .full.left').getAnimations().length") == 1


def test_with_reduced_motion_no_piece_and_no_cube_is_drawn_twice(opens: Opens) -> None:
    page = at(opens(reduced_motion="reduce"), "unlikely/in-hand", 116)
    ask = asked(page)
    solve(page)
    asked(page, ask["number"])
    expect(page.locator(".item.turned")).to_have_count(3)
    assert page.locator(".joined, .full.left").count() == 0


def test_a_die_tumbles_to_its_face(page: Page) -> None:
    at(page, "wonderbook/as-warm-as-a-loaf", 44)
    press(option(page, "read"))
    die = page.locator("[data-die]").first
    expect(die).to_be_visible()
    turned = die.evaluate(
        "node => node.getAnimations().some((one) => one.effect.getKeyframes().some((frame) => /rotate/.test(frame.transform)))"
    )
    assert turned
    page.wait_for_function(STILL)
    assert die.get_attribute("aria-label") in ("a success", "a failure")


WATCH_SEALS = """() => {
  window.pressed = false;
  const look = () => {
    pressed ||= [...document.querySelectorAll(".space .seal")].some((one) => one.getAnimations().length > 0);
    requestAnimationFrame(look);
  };
  look();
}"""


def put_a_seal(page: Page) -> bool:
    """Mark a space of a quest, at a table where the first seat alone is mine; whether a seal has moved."""
    table = str(send(page, "/import", tale=stored("virtues/armour", 1))["table"])
    slowed(page, table)
    page.get_by_role("dialog", name="Who sits at the table").wait_for()
    page.keyboard.press("Escape")
    seals = page.locator(".space .seal").count()
    chip = find_option(page, next(one for one in asked(page)["choices"] if one["key"] == "mark QU11 4"))
    page.evaluate(WATCH_SEALS)
    press(chip)
    expect(page.locator(".space .seal")).to_have_count(seals + 1)
    page.wait_for_function(STILL)
    return bool(page.evaluate("pressed"))


def test_a_seal_is_pressed_on(page: Page) -> None:
    assert put_a_seal(page)


def test_with_a_calm_table_a_seal_has_a_rim_and_does_not_move(opens: Opens) -> None:
    page = opens()
    page.add_init_script("localStorage.setItem('foldtale.settings', JSON.stringify({ calm: true }))")
    assert not put_a_seal(page)
    expect(page.locator(".space.changed")).to_have_count(1)


@pytest.fixture
def moving(page: Page) -> Page:
    """Lara is on her way."""
    at(page, "wonderbook/as-warm-as-a-loaf", 20)
    press(option(page, "move lamps"))
    asked(page, 21)
    page.wait_for_function(MOVES, polling=4)
    return page


def test_the_next_answer_ends_all_motion_at_once(moving: Page) -> None:
    left = moving.evaluate(
        f"""() => {{
          const before = ({MOVES})();
          document.querySelector('[data-key="move garden"]').click();
          return [before, ({MOVES})()];
        }}"""
    )
    assert left[0] > 0
    assert left[1] == 0


def test_an_answer_is_taken_while_things_move(moving: Page) -> None:
    moving.keyboard.press(str(option(moving, "move garden").get_attribute("data-option")))
    assert asked(moving, 22)["number"] == 23
    expect(moving.locator('[data-area="garden"]')).to_have_attribute("aria-label", re.compile("Tina.* here"))


def test_a_new_scene_unfolds(page: Page) -> None:
    table = bring(page, "wonderbook/as-warm-as-a-loaf", 20)
    page.goto(f"/#/table/{table}")
    page.wait_for_function("() => document.querySelector('.layer')?.getAnimations().length", polling=4)
    page.wait_for_function(STILL)
