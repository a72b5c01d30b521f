"""Storyfold at the page: the lesson, the odds, the standing order, a ribbon, the journal, a telephone, Italian, a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from foldtale import games
from foldtale.games.storyfold.content import LIBRARY
from foldtale.games.storyfold.odds import at_least, expected, percent
from foldtale.games.storyfold.options import ABILITIES
from foldtale.games.storyfold.rules.actions import cost, threshold
from foldtale.games.storyfold.state import Wood
from foldtale.kernel import Match
from foldtale.kernel.tale import parse, replay, written
from foldtale.kernel.tongue import words_of
from tests.browser.conftest import PHONE, Opens
from tests.browser.hands import answer, asked, find_option, option, press, send, sit, spot
from tests.browser.known import SEED
from tests.browser.test_phone import sideways
from tests.browser.test_river import LEAST, SMALL_WORDS, WIDTH

STORYFOLD: Final = games.get("storyfold")
BOOK: Final = LIBRARY.contents("storyfold")
TOPICS: Final = STORYFOLD.words.topics
ORDER: Final = "Ask me only when my Spirit would run out"
RIVER: Final = ["3+", "4+", "5+", "6+", "–", "–", "–"]
TABS: Final = ("Scene", "Page", "Heroes", "Tale")
SEEDS: Final = range(100)
LONGEST: Final = 200
CUT: Final = "node => node.scrollHeight > node.clientHeight + 1"


@pytest.fixture
def page(opens: Opens) -> Page:
    return opens(reduced_motion="reduce")


@pytest.fixture
def phone(opens: Opens) -> Page:
    return opens(reduced_motion="reduce", **PHONE)


# Tales: whole games up to a question, played by the rules

Player = Callable[[Match], str]


def state(match: Match) -> Wood:
    assert isinstance(match.state, Wood)
    return match.state


def topic(match: Match) -> str:
    return match.ask.topic if match.ask else ""


def keys(match: Match) -> list[str]:
    return [one.key for one in match.options]


def idle(match: Match) -> str:
    """Whoever does nothing: pages are turned, phases end, nothing is used."""
    return "end phase" if "end phase" in keys(match) else keys(match)[0]


def gathering(match: Match) -> str:
    """Whoever waits for a Creature, and then gains Crystals with all dice."""
    g = state(match)
    if topic(match) == "dice":
        return keys(match)[-1]
    if g.creatures_here() and not g.crystal_total and "help crystals" in keys(match):
        return "help crystals"
    return idle(match)


def played(
    until: Callable[[Match], bool], player: Player = idle, seed: int = SEED, **setup: Any
) -> Match | None:
    """Chapter One without lessons, or as the setup says, up to a question like this; None if there is none."""
    chosen = {"start": "chapter one", "lessons": False, **setup}
    match = Match.new(STORYFOLD, STORYFOLD.setup(**chosen), seed=seed)
    while match.number < LONGEST and not match.over and topic(match) != "defeat":
        if until(match):
            return match
        match.answer(player(match))
    return match if not match.over and until(match) else None


def at_topic(wanted: str, player: Player = idle) -> Match:
    """A game that has come to a question of this kind."""
    found = [played(lambda match: topic(match) == wanted, player, seed) for seed in SEEDS[:5]]
    return next(match for match in found if match)


def as_it_goes_on(match: Match) -> Match:
    """The same match at a table of the service: from here on chance falls as it will there."""
    twin, wrong = replay(Match, parse("this tale", written(match).encode()), "this tale", SEED)
    assert wrong is None
    return twin


def sit_at(page: Page, match: Match) -> str:
    """A table where this game has come so far; its name."""
    table = str(send(page, "/import", tale=written(match))["table"])
    sit(page, table)
    assert asked(page)["number"] == match.number
    return table


def story(page: Page) -> Locator:
    return page.get_by_role("article", name="The open page")


# The lesson


def glows(page: Page, choice: dict[str, Any]) -> None:
    """The one option has the same number in the strip and on each piece that it is about."""
    chip = option(page, choice["key"])
    expect(page.locator("[data-option]")).to_have_count(1)
    expect(chip).to_have_attribute("data-option", "1")
    expect(chip.locator(".n")).to_have_text("1")
    expect(page.locator(".card.picture.on, .area.on")).to_have_count(len(choice.get("touches", ())))
    for piece in choice.get("touches", ()):
        if piece in BOOK.places:
            expect(page.locator(f'[data-area="{piece}"]')).to_contain_class("on")
            expect(page.locator(".stage .brad")).to_have_text("1")
        else:
            expect(page.locator(f'[data-card="{piece}"]')).to_contain_class("on")
            expect(page.locator(f'[data-card="{piece}"] .dots')).to_have_text("1")


def test_from_the_shelf_the_lesson_leads_to_the_first_dice(page: Page) -> None:
    first = BOOK.chapter("prologue").first
    act, roll = BOOK.scenes[first].script[:2]
    page.goto("/")
    page.get_by_role("button", name="Open Storyfold").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    ask = asked(page)
    read: list[str] = []
    while ask["prompt"] == TOPICS["page"]:
        read.append(story(page).get_by_role("heading").inner_text())
        ask = answer(page, "read")
    assert BOOK.texts["prologue.title"] in read
    assert BOOK.scenes[first].title in read
    assert [one["key"] for one in ask["choices"]] == [act.do]
    glows(page, ask["choices"][0])
    expect(story(page).get_by_role("heading").first).to_have_text(BOOK.scenes[first].title)
    expect(story(page)).to_contain_text(BOOK.texts[f"{first}.text"][:40])
    expect(story(page).get_by_text(BOOK.texts[f"{first}.task.text"])).to_be_visible()
    places = page.get_by_role("region", name="The River").get_by_role("listitem")
    expect(places.locator(".stone")).to_have_text(RIVER)
    expect(places.locator("article h3")).to_have_text([BOOK.texts[card] for card in BOOK.campaign.river])
    ask = answer(page, act.do)
    while ask["prompt"] == TOPICS["page"]:
        ask = answer(page, "read")
    assert [one["key"] for one in ask["choices"]] == [f"roll {len(roll.dice)}"]
    glows(page, ask["choices"][0])
    answer(page, f"roll {len(roll.dice)}")
    tray = page.get_by_role("group", name="Dice")
    for value in roll.dice:
        expect(tray.get_by_role("img", name=f"{value}, a success")).to_be_visible()
    dice = " ".join(map(str, roll.dice))
    expect(page.get_by_role("region", name="The tale so far")).to_contain_text(f"The dice fall {dice}.")


def test_a_click_on_the_only_sign_that_glows_goes(page: Page) -> None:
    match = played(lambda match: topic(match) == "between", start="prologue", lessons=True)
    assert match
    act = BOOK.scenes[state(match).scene].script[0]
    sit_at(page, match)
    assert keys(match) == [act.do]
    press(page.locator(f'[data-area="{act.do.partition(" ")[2]}"]'))
    assert asked(page, match.number)["number"] == match.number + 1


# The task


def in_a_lesson() -> Match:
    """A lesson is being read, in a Scene that has a task."""
    match = played(
        lambda match: is_lesson(match) and bool(state(match).scene), start="prologue", lessons=True
    )
    assert match
    return match


def is_lesson(match: Match) -> bool:
    return topic(match) == "page" and BOOK.kind(state(match).pages.open.card) == "lesson"


def test_the_task_is_seen_while_a_lesson_is_read(page: Page) -> None:
    match = in_a_lesson()
    sit_at(page, match)
    task = BOOK.texts[f"{state(match).scene}.task.text"]
    expect(story(page).get_by_text(task[:20])).to_be_visible()
    words = story(page).locator(".words")
    assert not words.evaluate(CUT), "all of the lesson is seen as well"
    story(page).get_by_text(task[:20]).click()
    expect(page.get_by_role("dialog")).to_contain_text(task)


def test_on_a_phone_the_task_is_a_line_that_unfolds(phone: Page) -> None:
    match = in_a_lesson()
    sit_at(phone, match)
    task = phone.locator("details", has_text=BOOK.texts[f"{state(match).scene}.task.text"])
    for tab in ("Page", "Scene"):
        phone.get_by_role("navigation").get_by_role("button", name=tab).tap()
        expect(task.locator("summary")).to_be_in_viewport(ratio=1)
    expect(task.locator("p").first).to_be_hidden()
    task.locator("summary").tap()
    expect(task.locator("p").first).to_be_in_viewport(ratio=1)


# An Action card


@pytest.mark.parametrize("where", ["strip", "river"])
def test_an_action_card_is_picked_and_all_that_it_can_do_is_offered(page: Page, where: str) -> None:
    """An Action with two targets lies in the River; in the strip all of it is listed, as long as it is not too much."""
    match = played(lambda match: topic(match) == "between" and bool(gathered(match)))
    assert match
    card = gathered(match)
    sit_at(page, match)
    if where == "river":
        press(page.locator(f'[data-card="{card}"]'))
    else:
        expect(page.locator(".ask [data-option]:not([data-key])")).to_have_count(0)
    for key in keys(match):
        if key.startswith(f"{card} "):
            expect(option(page, key)).to_be_visible()
    press(option(page, f"{card} {ABILITIES[card].brings}"))
    assert asked(page, match.number)["prompt"].endswith(": how many dice?")


def gathered(match: Match) -> str:
    """The first Action card that can be used for two targets and for its second ability."""
    cards = [key.partition(" ")[0] for key in keys(match)]
    return next((card for card in ABILITIES if cards.count(card) > 2), "")


# Odds


def missing_one() -> tuple[Match, str, str]:
    """A table between Actions, a first ability and dice there of which some succeed, but too few."""
    for seed in SEEDS:
        match = played(lambda match: topic(match) == "between", seed=seed)
        assert match
        for aim in keys(match):
            card, _, target = aim.partition(" ")
            if card not in ABILITIES or target == ABILITIES[card].brings:
                continue
            for throw in ("roll 2", "roll 3"):
                twin = as_it_goes_on(match)
                twin.answer(aim)
                twin.answer(throw)
                if topic(twin) == "outcome" and "second 0" in keys(twin):
                    return match, aim, throw
    raise AssertionError("with no seed a first ability misses by little")


def test_odds_are_said_before_the_dice_fall_and_the_dice_say_how_they_fell(page: Page) -> None:
    match, aim, throw = missing_one()
    card, _, target = aim.partition(" ")
    needed, dots = threshold(state(match), card), cost(state(match), card, target)
    sit_at(page, match)
    ask = answer(page, aim)
    assert ask["prompt"].endswith(": how many dice?")
    for dice in range(1, 6):
        pool = (dice, 0, 0)
        odds = f"{percent(at_least(pool, needed, dots))} for {dots} or more"
        average = f"{float(expected(pool, needed)):.1f} successes on average"
        expect(option(page, f"roll {dice}")).to_contain_text(f"{odds}, {average}")
        assert not option(page, f"roll {dice}").locator("small").first.evaluate(CUT)
    ask = answer(page, throw)
    assert f" of {dots} for " in ask["prompt"]
    twin = as_it_goes_on(match)
    twin.answer(aim)
    twin.answer(throw)
    shown = [value for _, value in state(twin).rolled]
    assert 0 < len([value for value in shown if value >= needed]) < dots
    for at, value in enumerate(shown, 1):
        mark = "a success" if value >= needed else "a failure"
        expect(page.locator(f'.tray [data-die="die {at}"]')).to_have_accessible_name(f"{value}, {mark}")
    expect(page.locator(".tray")).to_contain_text(f"need {needed}+: {len([v for v in shown if v >= needed])}")


# A standing order


def before_many_windows() -> Match:
    """A window question after which, in two Shadow Phases and more, others would follow until Spirit is in danger."""
    for seed in SEEDS:
        match = played(lambda match: topic(match) == "window", gathering, seed)
        if match is None:
            continue
        twin = as_it_goes_on(match)
        rounds = set()
        while topic(twin) not in ("danger", "defeat", "save", "") and twin.number < LONGEST:
            if topic(twin) == "window":
                rounds.add(state(twin).round)
            twin.answer(idle(twin))
        if topic(twin) == "danger" and len(rounds) > 1:
            return match
    raise AssertionError("with no seed there are enough windows")


def give_in_the_strip(page: Page) -> None:
    page.locator(".ask").get_by_role("button", name=ORDER).click()


def give_in_the_menu(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog").get_by_role("button", name=ORDER).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("give", [give_in_the_strip, give_in_the_menu], ids=["strip", "menu"])
def test_who_wants_to_be_asked_only_in_danger_meets_no_window_before(
    page: Page, give: Callable[[Page], None]
) -> None:
    match = before_many_windows()
    sit_at(page, match)
    expect(page.locator("section.ask h2")).to_contain_text(TOPICS["window"])
    give(page)
    ask = asked(page, match.number)
    phases = 0
    while ask["prompt"] not in (TOPICS["window"], TOPICS["danger"]):
        options = [one["key"] for one in ask["choices"]]
        phases += "end phase" in options
        ask = answer(page, "end phase" if "end phase" in options else options[0])
    assert (ask["prompt"], phases > 0) == (TOPICS["danger"], True)


# A ribbon


@pytest.fixture
def stopped(page: Page) -> tuple[Page, str]:
    """The red ribbon is put in between two Scenes; and the Scene that was about to begin."""
    match = at_topic("save")
    sit_at(page, match)
    press(option(page, "save red"))
    expect(page.locator("dialog[open]")).to_be_visible()
    return page, state(match).leads


def go_on(page: Page) -> dict[str, Any]:
    """From the last page to the next match at this table; its first question."""
    page.evaluate("heard.over = null")
    page.locator("dialog[open] .next .btn").first.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    return asked(page)


def test_one_stops_at_a_ribbon_and_goes_on_there(stopped: tuple[Page, str]) -> None:
    page, scene = stopped
    expect(page.get_by_role("dialog")).to_contain_text("A ribbon lies in the book.")
    expect(page.get_by_role("dialog")).to_contain_text("Luma puts in the red ribbon.")
    address = page.url
    ask = go_on(page)
    assert (page.url, ask["prompt"]) == (address, TOPICS["page"]), "the only ribbon lies where one stands"
    expect(story(page)).to_contain_text("A new Scene")
    expect(story(page).get_by_role("heading").first).to_have_text(BOOK.scenes[scene].title)
    expect(story(page)).to_contain_text(BOOK.texts[f"{scene}.text"][:40])


def test_a_ribbon_is_no_defeat(stopped: tuple[Page, str]) -> None:
    page, _ = stopped
    expect(page.get_by_role("dialog")).to_contain_text("A ribbon lies in the book.")
    expect(page.get_by_role("heading", name="Not this time")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


# The journal


def read_again(page: Page, name: str) -> Locator:
    """Open the journal, and this page in it."""
    journal = page.locator("details", has=page.locator("summary", has_text="Journal"))
    press(journal.locator("summary"))
    entry = journal.get_by_role("button", name=name, exact=True)
    entry.scroll_into_view_if_needed()
    press(entry)
    return page.get_by_role("dialog")


def test_an_earlier_page_can_be_read_again(page: Page) -> None:
    match = at_topic("between")
    sit_at(page, match)
    title, words = BOOK.texts["chapter-1.title"], BOOK.texts["chapter-1.text"]
    expect(story(page)).not_to_contain_text(words[:40])
    held = read_again(page, title)
    expect(held.get_by_role("heading")).to_contain_text(title)
    expect(held).to_contain_text(" ".join(words.split()))
    held.get_by_role("button", name="Close").click()
    expect(held).to_have_count(0)


def test_also_the_oldest_of_many_pages_can_be_read_again(page: Page) -> None:
    match = at_topic("may")
    assert len(state(match).pages.read) > 8
    sit_at(page, match)
    held = read_again(page, BOOK.texts["chapter-1.title"])
    expect(held).to_contain_text(BOOK.texts["chapter-1.text"][:40])


# A telephone


def tap(phone: Page, key: str) -> None:
    """A finger on the chip of this answer, after the one of its group."""
    chip = option(phone, key)
    for group in list(groups(phone)) if not chip.count() else []:
        tap_on(group)
        if chip.count():
            break
        phone.get_by_role("button", name="Back", exact=True).tap()
    tap_on(chip)


def groups(phone: Page) -> Iterator[Locator]:
    gathered = phone.locator(".ask [data-option]:not([data-key])")
    return (gathered.nth(place) for place in range(gathered.count()))


def tap_on(there: Locator) -> None:
    there.scroll_into_view_if_needed()
    there.page.touchscreen.tap(*spot(there))


def test_a_whole_luma_phase_is_played_by_tapping(phone: Page) -> None:
    match = as_it_goes_on(at_topic("between"))
    sit_at(phone, match)
    ask, actions = asked(phone), 0
    while state(match).round == 1:
        for chip in phone.locator("[data-option]").all():
            chip.scroll_into_view_if_needed()
            expect(chip).to_be_in_viewport(ratio=0.99)
        assert sideways(phone) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == WIDTH
        actions += ask["prompt"].endswith(": how many dice?")
        options = [one["key"] for one in ask["choices"]]
        key = "roll 2" if "roll 2" in options else options[0]
        match.answer(key)
        tap(phone, key)
        ask = asked(phone, ask["number"])
    assert actions > 1
    phone.get_by_role("navigation").get_by_role("button", name="Tale").tap()
    expect(phone.get_by_role("region", name="The tale so far")).to_contain_text("Round 2: Luma's phase.")


def with_creatures() -> Match:
    """Between two Actions, while two Creatures lie in the River."""
    match = played(lambda match: topic(match) == "between" and len(state(match).creatures_here()) > 1)
    assert match
    return match


def test_on_a_phone_no_words_are_too_small(phone: Page) -> None:
    sit_at(phone, with_creatures())
    small: dict[str, list[str]] = {}
    for tab in TABS:
        phone.get_by_role("navigation").get_by_role("button", name=tab).tap()
        small[tab] = phone.evaluate(SMALL_WORDS, LEAST)
        assert phone.evaluate("document.documentElement.scrollWidth") == WIDTH
    assert small == {tab: [] for tab in TABS}


def test_on_a_phone_steps_without_a_label_are_blank_as_on_the_board(phone: Page) -> None:
    match = at_topic("between")
    sit_at(phone, match)
    steps = phone.locator(".tracks .coin")
    expect(steps).to_have_count(
        BOOK.scenes[state(match).scene].light + BOOK.scenes[state(match).scene].shadow + 1
    )
    assert steps.locator("b").all_inner_texts() == [""] * steps.locator("b").count()


def test_on_a_phone_a_place_is_seen_whole_also_when_none_is_asked_about(phone: Page) -> None:
    sit_at(phone, in_a_lesson())
    phone.get_by_role("navigation").get_by_role("button", name="Scene").tap()
    inside = """() => {
      const box = document.querySelector(".stage .boards").getBoundingClientRect();
      return [...document.querySelectorAll("[data-area]")].filter((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
      }).length;
    }"""
    assert phone.evaluate(inside) > 0


def test_on_a_phone_odds_are_said_too(phone: Page) -> None:
    match, aim, _ = missing_one()
    sit_at(phone, match)
    tap(phone, aim)
    expect(option(phone, "roll 1")).to_be_visible()
    expect(option(phone, "roll 1").get_by_text("%")).to_be_visible()


def test_on_a_phone_a_page_that_is_to_be_turned_is_seen(phone: Page) -> None:
    match = played(lambda match: topic(match) == "page")
    assert match
    sit_at(phone, match)
    expect(option(phone, "read")).to_be_visible()
    expect(story(phone).get_by_text(BOOK.texts["chapter-1.text"][:40])).to_be_visible()


# Italian


def test_the_strip_and_the_page_around_it_speak_italian(opens: Opens) -> None:
    page = opens(locale="it-IT", reduced_motion="reduce")
    match = at_topic("between")
    sit_at(page, match)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    strip = page.get_by_role("region", name="La domanda")
    for english in (TOPICS["between"], STORYFOLD.words.options["end phase"]):
        italian = words_of(STORYFOLD, "it").speech(english)
        assert italian != english
        expect(strip).to_contain_text(italian)
        expect(strip).not_to_contain_text(english)
    expect(strip.get_by_role("button", name="Perché? SF-028")).to_be_visible()
    expect(strip.get_by_role("button", name="Rispondi sempre così")).to_be_visible()
    expect(page.get_by_role("article", name="La pagina aperta")).to_be_visible()
    expect(page.get_by_role("region", name="Il racconto fin qui")).to_be_visible()
    for name in ("Sfoglia il racconto", "Regolamento", "Luce di lanterna", "Menu del tavolo"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    empty = page.locator(".river [data-slot]").last
    expect(empty).to_have_attribute("aria-label", "–, vuoto")
    expect(page.get_by_text("Always answer so")).to_have_count(0)


# A restart


def costs(match: Match) -> list[str]:
    """What a restart would give back, said in words."""
    start = state(match).start
    crystals = sum(start.crystals.values())
    return [f"Spirit {state(match).numbers.spirit}", f"{crystals} Crystals", "new dice and new cards"]


def test_what_a_restart_costs_is_said_before_it_is_chosen(page: Page) -> None:
    """Brom could stand in the way of the final Shadow card: whoever leaves it be has been told what comes."""
    match = at_topic("may")
    assert state(match).shadows.deck_size == 1
    sit_at(page, match)
    expect(option(page, "no")).to_contain_text("the Chapter begins again")
    for part in costs(match):
        expect(option(page, "no")).to_contain_text(part)
    ask = answer(page, "no")
    while ask["prompt"] == TOPICS["page"]:
        ask = answer(page, "read")
    assert ask["prompt"] == TOPICS["defeat"]
    for part in costs(match):
        expect(option(page, "begin again")).to_contain_text(part)
    answer(page, "begin again")
    expect(story(page).get_by_role("heading").first).to_have_text(BOOK.texts["chapter-1.title"])


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_all_that_a_restart_costs_can_be_seen(opens: Opens, screen: dict[str, Any]) -> None:
    page = opens(reduced_motion="reduce", **screen)
    sit_at(page, at_topic("may"))
    note = find_option(page, next(one for one in asked(page)["choices"] if one["key"] == "no")).locator(
        "small", has_text="begins again"
    )
    expect(note).to_be_visible()
    assert not note.evaluate(CUT)


# A Place that waits


def test_a_sign_is_pressed_to_read_what_the_place_waits_for(page: Page) -> None:
    match = at_topic("between")
    g = state(match)
    name = next(name for name, place in g.places.items() if place.after)
    before = g.places[g.places[name].after[0]].name
    sit_at(page, match)
    sign = page.locator(f'[data-area="{name}"]')
    sign.click()
    slip = page.get_by_role("dialog")
    expect(slip.get_by_role("heading", name=g.places[name].name)).to_be_visible()
    expect(slip).to_contain_text(f"waits for {before[:1].lower()}{before[1:]}")
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
