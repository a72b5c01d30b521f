"""Alone with Wonder Book: a tag for each hero, numbers where things stand, dangers that look like it, the last page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import asked, bring, press, sit, spot

ALONE = "wonderbook/as-warm-as-a-loaf"
CHANCES = "The chance of winning, from start to end"
BY_A_LAMP, A_REROLL, UPGRADE, WELL_OFF = 29, 45, 82, 110


def at(opens: Opens, answers: int) -> Page:
    page = opens(reduced_motion="reduce")
    sit(page, bring(page, ALONE, answers))
    return page


def test_each_hero_of_one_person_has_a_tag_and_the_one_on_turn_is_marked(opens: Opens) -> None:
    page = at(opens, BY_A_LAMP)
    tags = page.locator("article.seat")
    expect(tags.locator("h3")).to_contain_text(["Tina", "Lara"])
    expect(tags.nth(0)).not_to_contain_class("on")
    expect(tags.nth(1)).to_contain_class("on")
    for place, skill in enumerate(("Deep Breath", "Tag Team")):
        expect(tags.nth(place).get_by_role("img", name="Hearts: 5 of 5").first).to_be_visible()
        expect(tags.nth(place).get_by_role("button", name=skill)).to_be_visible()
    expect(page.locator(".ask h2")).to_have_text("Lara: Your turn begins. What do you do?")


def test_a_question_to_the_other_hero_does_not_count_the_actions_of_whose_turn_it_is(opens: Opens) -> None:
    page = at(opens, UPGRADE)
    expect(page.locator(".ask h2")).to_contain_text("Tina: Which of the two do you learn?")
    expect(page.locator(".ask .why")).not_to_contain_text("Actions")


def test_the_lamp_has_the_number_of_lighting_it_and_can_be_pressed(opens: Opens) -> None:
    page = at(opens, BY_A_LAMP)
    chip = page.locator('.ask [data-key="use I-6 light"]')
    lamp = page.locator('[data-token="object lamp2"]')
    number = chip.get_attribute("data-option")
    expect(page.locator(".brad", has_text=re.compile(f"^{number}$"))).to_have_count(1)
    before = asked(page)["number"]
    press(lamp)
    assert asked(page, before)["number"] > before
    expect(page.locator('[data-token="object lit2"]')).to_be_visible()


def test_what_bodes_ill_is_counted_in_another_shape_than_what_is_achieved(opens: Opens) -> None:
    page = at(opens, A_REROLL)
    danger = page.locator(".counter.danger")
    expect(danger).to_have_attribute("aria-label", "waits, 1 of 3: the more, the worse")
    expect(danger.locator("b.on")).to_have_text(["!"])
    expect(page.locator(".taped .counter:not(.danger) b.on").first).to_have_text("✓")


def test_the_tale_is_seen_however_much_the_heroes_own(opens: Opens) -> None:
    page = at(opens, WELL_OFF)
    tale = page.locator(".side .log").bounding_box()
    strip = page.locator("section.ask").bounding_box()
    assert tale is not None and strip is not None
    assert tale["height"] >= 140
    assert tale["y"] + tale["height"] <= strip["y"] + 1


def test_the_second_of_two_quick_clicks_does_not_answer_what_comes_next(opens: Opens) -> None:
    page = at(opens, A_REROLL)
    before = asked(page)["number"]
    page.mouse.dblclick(*spot(page.locator('.ask [data-key="keep"]')))
    after = asked(page, before)["number"]
    page.wait_for_timeout(500)
    assert asked(page)["number"] == after
    under = page.locator(".ask [data-option]").first
    expect(under).to_be_visible()


def test_the_last_page_tells_the_tale(opens: Opens) -> None:
    page = opens()
    page.goto(f"/#/table/{bring(page, ALONE)}")
    tale = page.get_by_role("dialog").get_by_role("region", name="The tale")
    expect(tale.get_by_role("heading")).to_have_text(
        [
            CHANCES,
            "How it ended",
            "What you read and chose",
            "What each of you did",
            "Destiny",
            "What goes on",
        ]
    )
    expect(tale).to_contain_text("Miss Flannel: “Read her the short one”.")
    page.get_by_role("button", name="Read the tale from the start").click()
    expect(tale).to_contain_text("The page: “Miss Flannel”. Tina and Lara: Read her the short one.")
    page.get_by_role("button", name="How it came to this").click()
    expect(tale.get_by_role("heading", name="Destiny")).to_be_visible()


def test_a_game_that_tells_nothing_of_it_has_the_moments_that_mattered(opens: Opens) -> None:
    page = opens()
    page.goto(f"/#/table/{bring(page, 'pig/banked')}")
    tale = page.get_by_role("dialog").get_by_role("region", name="The tale")
    expect(tale.get_by_role("listitem").first).to_be_visible()
    expect(tale.get_by_role("heading")).to_have_text([CHANCES])
