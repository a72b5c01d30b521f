"""Storyfold: a journey that was saved and opened again is the same as one that was not."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.journeys import check_journey
from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.saving import KEPT_AS
from foldtale.games.storyfold.state import DISCARD, KEPT, OUT, Wood
from foldtale.kernel import Match
from foldtale.kernel.effects import Force, enter
from foldtale.kernel.facts import declared, marked
from foldtale.kernel.pack.pages import Pages
from foldtale.kernel.scene import to_json
from foldtale.kernel.zones import Box
from foldtale.testing import answer, answered, asked, offered
from tests.games.storyfold.given import begun, journey, journey_after, play, wood
from tests.games.storyfold.test_effects import book, done, lawful
from tests.sizes import Seeds

NOT_KEPT = ("bookmarks",)
"""The ribbons are what is saved, not where the journey stands."""
IN_FORCE = """
- {card: vow, kind: blessing, title: Vow, text: For one of them., timing: between,
   use: [{pick: actions, do: [{for: chapter, while: [{threshold: -1, who: it}]}]}]}
- {card: omen, kind: blessing, title: Omen, text: Wait for it., timing: between,
   use: [{pick: actions, do: [{until: place_overcome, while: [{threshold: 1, who: it}]}]}]}
- {card: spark, kind: blessing, title: Spark, text: Once., timing: between,
   use: [{for: action, while: [{successes_more: 1}]}]}
- {card: twin, kind: blessing, title: Twin, text: There are two.,
   when: [{on: luma_phase_starts, limit: chapter, do: [{gain_crystals_on: help}]}]}
- {card: oath, kind: story, number: 8, title: Oath, text: It holds., after: keep,
   when: [{on: rolled, limit: chapter, do: [{gain_spirit: 1}]}]}
"""
MORE = (
    ("exploration: {apple: 1,", "exploration: {vow: 2, omen: 2, spark: 1, twin: 2, apple: 1,"),
    ("stories: [letter,", "stories: [oath, letter,"),
    ("do: [{gain_crystals: 1}]}\n    hedge", "do: [{draw_story: oath}, {draw_exploration: 3}]}\n    hedge"),
    ("links: [{to: restart}]\n\n- card: hill", "links: [{to: meadow}]\n\n- card: hill"),
)


def rich_book() -> Content:
    """The book for tests, with effects for a Chapter and until an event, and cards of which there are two."""
    return book(IN_FORCE, *MORE)


def exact(fact: Any) -> Any:
    """A field of a state as something that can be compared; what is not in the game lies in no order."""
    if isinstance(fact, Force):
        return fact.sources, fact.used, fact.entered
    if isinstance(fact, Box):
        rows = [sorted(row) if at == OUT else row for at, row in enumerate(fact.rows)]
        return rows, fact.layers, fact.masks, fact.also, fact.home, fact.lent
    return fact


def differences(one: Wood, two: Wood) -> dict[str, tuple[Any, Any]]:
    """The fields in which two states differ, whatever fields there are."""
    pairs = {name: (exact(getattr(one, name)), exact(getattr(two, name))) for name in declared(Wood)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1] and name not in NOT_KEPT}


def view(match: Match) -> bytes:
    """What the player sees, as bytes, without the number of the question: the arrival is one more."""
    scene = match.scene(0)
    return to_json(scene if scene.ask is None else replace(scene, ask=replace(scene.ask, number=0)))


def saved(g: Wood) -> Journey:
    """The journey of a save on arrival, as it is read from a file."""
    record = replace(journey_after(answered(play(g.copy()), "save red")), bookmarks={})
    return msgspec.json.decode(msgspec.json.encode(record), type=Journey)


def reopened(g: Wood) -> Wood:
    """The state on arrival after it was saved and opened again; the door lets it pass."""
    record = saved(g)
    check_journey(g.content, record)
    return begun(record, content=g.content)


def at_random(match: Match, luck: random.Random, answers: int) -> Match:
    for _ in range(answers):
        if asked(match).topic in ("save", "defeat", ""):
            break
        match.answer(luck.choice(offered(match)))
    return match


@pytest.mark.rule("SF-X47", "SF-Q86", "SF-Q105")
def test_a_journey_that_is_saved_and_opened_again_equals_one_that_was_not(seeds: Seeds) -> None:
    content = rich_book()
    points = 0
    for seed in seeds(3, 12, 400):
        luck = random.Random(seed)
        match = play(begun(content=content), then=seed)
        for _ in range(4):
            at_random(match, luck, 400)
            if asked(match).topic != "save":
                break
            points += 1
            here = match.state
            went_on = answered(play(here.copy(), then=seed), "go on")
            opened = answered(play(reopened(here), then=seed))
            assert differences(went_on.state, opened.state) == {}
            for twin in (went_on, opened):
                at_random(twin, random.Random(seed), 60)
            assert differences(went_on.state, opened.state) == {}
            assert offered(went_on) == offered(opened)
            assert view(went_on) == view(opened)
            answer(match, "go on")
    assert points


@pytest.mark.rule("SF-X47")
def test_what_a_save_does_not_keep_begins_anew() -> None:
    opened = reopened(lasting("[{gain_spirit: 1}]"))
    fresh = begun(content=opened.content)
    kept = {*marked(Wood, KEPT), "step"}
    assert differences(opened, fresh).keys() <= kept
    assert opened.pages == Pages(read=opened.pages.read)
    assert {*KEPT_AS} < kept


def arrived(g: Wood) -> Wood:
    """The same position after an ending that leads to the brook, once the travel steps are done."""
    g.step, g.leads, g.start = "travel", "brook", journey()
    match = play(g)
    assert asked(match).topic == "save"
    return match.state


# Effects in force


def lasting(text: str, *answers: str, **position: Any) -> Wood:
    """On arrival, after these instructions were carried out in the Scene before."""
    match = answered(play(lawful(f"use: {text}", **position)), "use law", *answers)
    return arrived(match.state)


def needs(g: Wood, card: str) -> int:
    """The number that dice must reach with this Action card on the 3+ space of the next Scene."""
    g = g.copy()
    g.river = (card, *[other for other in g.river if other != card])
    match = answered(play(g), *["go on"] * (g.step == "arrive"))
    for found in (key for key in offered(match) if key.startswith(f"{card} ")):
        return answer(match, found).needed
    raise AssertionError(f"{card} cannot be used")


@pytest.mark.rule("SF-Q105")
def test_a_save_keeps_what_was_chosen_for_the_chapter() -> None:
    g = lasting("[{pick: actions, do: [{for: chapter, while: [{threshold: 2, who: it}]}]}]", "explore")
    opened = reopened(g)
    assert (needs(opened, "explore"), needs(opened, "heal")) == (5, 3)


@pytest.mark.rule("SF-Q105")
def test_a_save_keeps_what_is_in_force_until_something_happens() -> None:
    opened = reopened(lasting("[{until: spirit_lost, while: [{threshold: 2, who: heal}]}]"))
    assert needs(opened, "heal") == 5


@pytest.mark.rule("SF-Q105")
@pytest.mark.parametrize("used", [0, 1])
def test_a_save_keeps_which_of_two_copies_of_a_card_was_used(used: int) -> None:
    """Of two Twins in Blessing spaces one has given its Crystal in this Chapter."""
    g = wood(step="luma")
    g.content = rich_book()
    g.exploration.rows[0] = ("twin", "twin")
    g.force = Force()
    for _ in range(2):
        enter(g, "twin", "twin", g.content.standing("twin"))
    copy = g.force.sources[used].copy
    number = g.content.standing("twin").whens[0].number
    g.force = Force(g.force.sources, frozenset([("chapter", "twin", None, copy, number)]), g.force.entered)
    opened = reopened(arrived(g))
    assert {use[3] for use in opened.force.used} == {copy}
    assert answer(play(opened)).crystals == (0, 1, 0, 0), "the other one gives its own"


@pytest.mark.rule("SF-Q105")
def test_what_lasts_for_an_action_is_over_when_one_travels() -> None:
    g = lasting("[{for: action, while: [{threshold: 2, who: heal}]}]")
    assert (needs(g, "heal"), needs(reopened(g), "heal")) == (3, 3)


# The Shadow deck and its discard pile


def names(g: Wood) -> list[str]:
    """The Shadow deck from the top; cards that were set aside are no part of it."""
    return [card for layer in g.shadows.layers[g.shadows.top :] for card in layer]


@pytest.mark.rule("SF-Q104")
@pytest.mark.parametrize(
    ("deck", "pile", "n", "after"),
    [
        (["gloom", "night"], ["fog", "murk", "chill"], 2, ["gloom", "chill", "murk", "night"]),
        (["night"], ["fog", "murk"], 1, ["murk", "night"]),
        (["gloom"], ["fog", "night", "murk"], 1, ["gloom", "murk"]),
        (["gloom"], ["fog", "murk", "night"], 2, ["gloom", "murk", "night"]),
        ([], ["fog", "night"], 2, ["fog", "night"]),
        (["night"], ["fog"], 3, ["fog", "night"]),
        (["night"], ["fog"], 0, ["night"]),
    ],
)
def test_shadow_cards_go_back_above_the_final_one(
    deck: list[str], pile: list[str], n: int, after: list[str]
) -> None:
    g, _ = done(f"[{{return_shadow: {n}}}]", shadow_deck=deck, shadow_discard=pile)
    assert names(g) == after


@pytest.mark.rule("SF-Q104")
def test_shadow_cards_that_go_back_do_not_lie_above_those_set_aside() -> None:
    """Two of five were set aside; the others and the final one were drawn, and the story went on."""
    g = lawful("use: [{return_shadow: 2}]")
    box = g.shadows
    assert (box.lent, len(box.layers)) == (2, 2)
    for card in ("chill", "dusk", "fog"):
        box.put(card, DISCARD, box.lift(card))
    box.put("night", DISCARD, box.lift("night"))
    match = answered(play(g), "use law")
    box = match.state.shadows
    assert (box.layers, box.home, box.lent) == ([("gloom", "murk"), ("fog",), ("night",)], 0, 2)
    assert names(match.state) == ["fog", "night"]
    assert differences(arrived(match.state), reopened(arrived(match.state))).keys() <= {
        "step",
        "round",
        "ready",
    }


@pytest.mark.rule("SF-Q106")
def test_brom_lies_in_the_shadow_discard_pile_where_he_was_put() -> None:
    """He stands in on two cards; the topmost of them goes back, is drawn again, and lies on him."""
    g = lawful(
        "use: [{draw_shadow: 1}, {return_shadow: 1}, {draw_shadow: 1}]",
        shadow_deck=["night"],
        shadow_discard=["murk", "fog"],
    )
    match = answered(play(g), "use law", "luma do-1")
    assert match.state.brom == "shadow"
    assert pictured(match) == ["Fog", "Brom", "Murk"]
    assert pictured(play(reopened(arrived(match.state)))) == ["Fog", "Brom", "Murk"]


def pictured(match: Match) -> list[str]:
    """The Shadow discard pile on the table, the topmost card first."""
    (row,) = [thing for thing in match.scene(0).right if thing.id == "discards"]
    return [card.title for card in row.things if card.kind == "shadow"]


# Blessing spaces and attempts


@pytest.mark.rule("SF-Q115")
def test_a_save_with_as_many_cards_as_there_can_be_spaces_opens_again() -> None:
    card = "- {{card: b{0}, kind: blessing, title: B, text: t., while: [{{blessing_spaces: 2}}]}}\n"
    gains = ", ".join([f"{{gain_card: b{n}}}" for n in range(10)])
    g = lawful(f"use: [{gains}]", more="".join([card.format(n) for n in range(10)]))
    match = answered(play(g), "use law", "discard b9")
    assert len(match.state.in_spaces) == 9
    check_journey(match.state.content, saved(arrived(match.state)))


@pytest.mark.rule("SF-Q97")
def test_a_place_that_a_ribbon_keeps_knows_how_often_its_own_chapter_was_begun_again() -> None:
    here = journey(chapter="second", attempts=4, bookmarks={"red": journey(chapter="first", attempts=1)})
    match = answered(play(begun(here)), "open red")
    assert (match.state.chapter, match.state.attempts) == ("first", 1)
