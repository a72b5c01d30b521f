"""Wonder Book: Items, Shreds, Special Rules, Interaction cards and stacks, and Goals that are met at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import DISCARD, HELD_BY, IN_USE, Book, layouts
from foldtale.kernel import IllegalAnswer, Match
from foldtale.kernel.scene import Card, Row
from foldtale.kernel.zones import new_box
from tests.games.wonderbook.given import (
    MAPS,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
    state,
    told,
    turn_pages,
)

APART = {"SID": "S", "LARA": "L", "KEN": "K"}
YARD = """
- card: yard
  kind: map
  title: The yard
  areas: {A: {name: A}, B: {name: B}}
  borders: [{between: [A, B], line: dashed}]
"""


def chapter(*cards: str) -> str:
    return MAPS + YARD + "\n".join(f"- {{{card}}}" for card in cards)


def story(number: int, does: str = "{count: x}", then: str = "next") -> str:
    return f"card: I-{number}, kind: story, title: Page {number}, text: Front of {number}., do: [{does}], then: {then}"


def goal(
    number: int = 2,
    aim: str = "counter(done) >= 1",
    more: str = "",
    then: str = "next",
    enemies: str = "{count: phases}",
) -> str:
    wants = f"goal: {aim}, enemies: [{enemies}], then: {then}"
    return f"card: I-{number}, kind: goal, title: Aim {number}, text: Front of {number}., {wants}{more}"


def wyrm_goal(number: int = 2, aim: str = "counter(done) >= 1", more: str = "") -> str:
    """A Goal whose Enemies' Phase is the usual one: reveal a Wyrm card."""
    return f"card: I-{number}, kind: goal, title: Aim {number}, text: Front of {number}., goal: {aim}, then: next{more}"


def end(number: int = 9) -> str:
    bands = "[{id: all, least: 1, most: 10, title: All, text: All is well.}]"
    return f"card: I-{number}, kind: end, title: The end, text: Front of {number}., endings: {bands}"


def item(ident: str, *deeds: str, more: str = "") -> str:
    return f"card: {ident}, kind: item, title: The {ident}, text: Front of {ident}., actions: [{', '.join(deeds)}]{more}"


def deed(ident: str, does: str, more: str = "") -> str:
    return f"{{id: {ident}, say: Do {ident}, do: [{does}]{more}}}"


def rule(number: int, more: str) -> str:
    return f"card: I-{number}, kind: rule, title: Law {number}, text: Front of {number}., {more}"


def thing(number: int, does: str = "{count: x}", banner: str = "", more: str = "") -> str:
    colour = f", banner: {banner}" if banner else ""
    front = (
        f"card: I-{number}, kind: interaction, title: Thing {number}, text: Front of {number}., object: lamp"
    )
    return f"{front}{colour}{more}, back: {{text: Back of {number}., do: [{does}]}}"


def purple(number: int, does: str) -> str:
    return f"card: I-{number}, kind: wyrm, title: Purple {number}, text: Front of {number}., do: [{does}]"


def table(*cards: str, **more: object) -> Book:
    """A position under the Goal I-2, with these cards in the Chapter besides."""
    others = [] if any("card: I-2," in card for card in cards) else [goal()]
    given = {"map": "players", "at": APART, **more}
    return book(cards=chapter(story(1), *others, *cards, end()), **given)  # type: ignore[arg-type]


def opened(*cards: str, **more: object) -> Match:
    """A Chapter from its first card, with three Heroes who are already there."""
    given = {"map": "players", "at": APART, **more}
    return play(book(cards=chapter(*cards, end()), goal="", **given))  # type: ignore[arg-type]


def with_shreds(
    g: Book,
    deck: Sequence[str] = (),
    held: Mapping[str, Sequence[str]] | None = None,
    used: Sequence[str] = (),
) -> Book:
    """The same position with just these Shreds: shuffled in the deck, held, and discarded."""
    g.shreds = new_box(layouts()[1], deck)
    for hero, cards in (held or {}).items():
        for card in cards:
            g.shreds.put(card, HELD_BY[hero])
    for card in used:
        g.shreds.put(card, DISCARD)
    return g


def with_wyrm_cards(g: Book, *cards: str) -> Book:
    """The same position with just these Wyrm cards, the first on top."""
    g.wyrms = new_box(layouts()[0], ())
    for card in reversed(cards):
        g.wyrms.put_on(card)
    return g


def beside(match: Match, owner: int, seen_by: int) -> list[str]:
    """The Items and Shreds that lie face up beside the Hero card of a seat, as somebody sees them."""
    (panel,) = [panel for panel in match.scene(seen_by).seats if panel.seat == owner]
    rows = [row for row in panel.things if isinstance(row, Row) and row.id.startswith("items")]
    return [card.title for row in rows for card in row.things if isinstance(card, Card) and card.face == "up"]


def shown(match: Match) -> list[str]:
    return [line["page"] for line in match.story(0) if "page" in line]


def uses(match: Match) -> list[str]:
    return [key for key in offered(match) if key.startswith("use ")]


FEATHER = "card: feather, kind: shred, title: The feather, text: Light., actions: [{id: wave, say: Wave it, do: [{gain_sparks: 1}]}]"
MIRROR = "card: mirror, kind: shred, title: The mirror, text: Bright., actions: [{id: look, say: Look at it, do: [{draw_shred: 1}, {gain_sparks: 1}]}]"
ROPE = item("rope", deed("climb", "{gain_sparks: 1}"))
KEY = item("key", deed("turn", "{count: locks}"), deed("break", "{discard_item: this}, {count: locks, n: 5}"))


# Items


@pytest.mark.rule("WB-067")
def test_an_item_may_carry_a_special_action_and_need_not() -> None:
    g = table(
        ROPE,
        "card: stone, kind: item, title: A stone, text: Cold.",
        items={"SID": ["rope", "stone"]},
        active="SID",
    )
    match = play(g)
    assert uses(match) == ["use rope climb"]
    g = answer(match, "use rope climb")
    assert (g.sparks["SID"], g.actions) == (1, 2)


@pytest.mark.rule("WB-068", "WB-Q37")
def test_an_item_lies_face_up_beside_the_hero_who_found_it_and_everybody_sees_it() -> None:
    found = "card: I-4, kind: item, title: The bell, text: Loud."
    look = f", actions: [{deed('look', '{reveal_card: I-4}')}]"
    match = play(table(goal(more=look), story(3), found, active="LARA"))
    g = answer(match, "use I-2 look")
    assert (g.items["LARA"], g.discard, g.deck) == (("I-4",), (), ("I-2", "I-3", "I-9"))
    for seat in (0, 1, 2):
        assert (beside(match, 1, seat), beside(match, 0, seat)) == (["The bell"], [])


@pytest.mark.rule("WB-Q37")
def test_while_nobody_takes_a_turn_the_group_names_a_conscious_hero_for_an_item() -> None:
    match = opened("card: I-1, kind: item, title: The bell, text: Loud.", goal(), hearts={"LARA": 0})
    assert (asked(match), offered(match)) == ((-1, "finder"), ["SID", "KEN"])
    assert answer(match, "KEN").items["KEN"] == ("I-1",)


@pytest.mark.rule("WB-069")
def test_only_the_hero_who_holds_an_item_can_use_it() -> None:
    given = {"at": dict.fromkeys(APART, "S"), "items": {"SID": ["rope"]}}
    assert uses(play(table(ROPE, active="SID", **given))) == ["use rope climb"]
    other = play(table(ROPE, active="LARA", **given))
    assert uses(other) == []
    with pytest.raises(IllegalAnswer):
        other.answer("use rope climb")


@pytest.mark.rule("WB-070", "WB-071", "WB-Q40")
def test_an_item_stays_and_can_be_used_again_and_again_each_time_for_an_action() -> None:
    match = play(table(ROPE, items={"SID": ["rope"]}, active="SID"))
    for left in (2, 1):
        g = answer(match, "use rope climb")
        assert (g.items["SID"], g.actions) == (("rope",), left)
    g = answer(match, "use rope climb")
    assert (g.items["SID"], g.sparks["SID"], g.active) == (("rope",), 3, "")


@pytest.mark.rule("WB-070")
def test_an_item_is_discarded_after_use_if_its_text_says_so() -> None:
    match = play(table(KEY, items={"SID": ["key"]}, active="SID"))
    assert answer(match, "use key turn").items["SID"] == ("key",)
    g = answer(match, "use key break")
    assert (g.items["SID"], g.discard, g.counters["locks"]) == ((), ("key",), 6)
    assert uses(match) == []


@pytest.mark.rule("WB-Q40")
def test_every_use_costs_what_is_printed() -> None:
    lamp = item("torch", deed("light", "{pay: [{spend: 1}], then: [{count: lit}]}"))
    match = play(table(lamp, items={"SID": ["torch"]}, sparks={"SID": 2}, active="SID"))
    g = answer(match, "use torch light", "use torch light")
    assert (g.sparks["SID"], g.counters["lit"], g.actions) == (0, 2, 1)
    assert uses(match) == []


@pytest.mark.rule("WB-Q40")
def test_a_card_may_limit_its_uses() -> None:
    once = item("torch", deed("light", "{count: lit}", ", limit: turn"))
    match = play(table(once, items={"SID": ["torch"]}, active="SID"))
    answer(match, "use torch light")
    assert uses(match) == []
    answer(match, "pass", "LARA", "pass", "pass", "SID")
    assert (state(match).round, uses(match)) == (2, ["use torch light"])


@pytest.mark.rule("WB-Q39")
def test_using_an_item_costs_an_action_unless_it_says_that_it_is_free() -> None:
    horn = item(
        "horn", deed("blow", "{count: notes}", ", free: true, limit: turn"), deed("polish", "{count: shine}")
    )
    match = play(table(horn, items={"SID": ["horn"]}, active="SID"))
    assert answer(match, "use horn blow").actions == 3
    assert answer(match, "use horn polish").actions == 2


@pytest.mark.rule("WB-072")
def test_items_change_hands_by_an_action_or_by_a_card() -> None:
    g = table(ROPE, at=dict.fromkeys(APART, "S"), items={"SID": ["rope"]}, active="SID")
    assert answer(play(g), "give rope KEN").items == {"SID": (), "LARA": (), "KEN": ("rope",)}
    assert does(g, "[{pass_item: rope, to: LARA}]").items == {"SID": (), "LARA": ("rope",), "KEN": ()}


@pytest.mark.rule("WB-072")
def test_items_do_not_change_hands_by_anything_else() -> None:
    g = table(ROPE, at=dict.fromkeys(APART, "S"), items={"SID": ["rope"]}, sparks={"LARA": 1})
    g = does(
        g, "[{knock_out: SID}, {move_to: T, who: SID}, {swap: SID, who: KEN}, {gain_sparks: 1, to: LARA}]"
    )
    assert g.items == {"SID": ("rope",), "LARA": (), "KEN": ()}


@pytest.mark.rule("WB-Q38")
def test_a_hero_may_hold_any_number_of_items_shreds_and_sparks() -> None:
    names = [f"thing-{at}" for at in range(12)]
    g = table(*[item(name) for name in names], FEATHER, MIRROR)
    g = with_shreds(g, ["feather", "mirror"])
    gains = ", ".join([f"{{gain_item: {name}, who: SID}}" for name in names])
    g = does(g, f"[{gains}, {{draw_shred: 2, who: SID}}, {{gain_sparks: 17, to: SID}}]", falls=["feather"])
    assert (len(g.held_by("SID")), g.sparks["SID"]) == (14, 17)


# Shreds


@pytest.mark.rule("WB-073")
def test_a_shred_counts_as_an_item() -> None:
    g = table(FEATHER, at=dict.fromkeys(APART, "S"), active="SID")
    g = with_shreds(g, held={"SID": ["feather"]})
    match = play(g)
    assert {"give feather LARA", "give feather KEN", "use feather wave"} <= set(offered(match))
    given = answer(match, "give feather KEN")
    assert (given.held_by("SID"), given.held_by("KEN")) == ((), ("feather",))
    told_so = does(given, "[{if: 'is_held(feather) and holds(feather, KEN)', then: [{write: HELD}]}]")
    assert told_so.keywords == {"HELD": 1}
    assert does(given, "[{pass_item: feather, to: LARA}]").held_by("LARA") == ("feather",)
    gone = does(given, "[{discard_item: feather}]")
    assert (gone.held_by("KEN"), gone.shreds.rows[DISCARD]) == ((), ("feather",))


@pytest.mark.rule("WB-074", "WB-075")
def test_a_shred_is_discarded_after_use_on_a_pile_of_its_own() -> None:
    g = with_shreds(table(FEATHER, active="SID"), held={"SID": ["feather"]}, used=["mirror"])
    match = play(g)
    after = answer(match, "use feather wave")
    assert (after.held_by("SID"), after.sparks["SID"], after.actions) == ((), 1, 2)
    assert (after.shreds.rows[DISCARD], after.discard) == (("mirror", "feather"), ())
    assert uses(match) == []


@pytest.mark.rule("WB-074")
def test_a_shred_is_discarded_even_if_it_knocks_out_whoever_uses_it() -> None:
    bomb = "card: bomb, kind: shred, title: A bomb, text: Hot., actions: [{id: light, say: Light it, do: [{knock_out: self}, {may: [{gain_sparks: 1}], say: Take one}]}]"
    g = with_shreds(table(bomb, active="SID"), held={"SID": ["bomb"]})
    g = answer(play(g), "use bomb light")
    assert (g.shreds.rows[DISCARD], g.shreds.rows[IN_USE], g.hearts["SID"]) == (("bomb",), (), 0)


@pytest.mark.rule("WB-076")
def test_gaining_a_shred_means_drawing_the_top_card_of_the_deck() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather"])
    g.shreds.put_on("mirror")
    g = does(g, "[{draw_shred: 1, who: KEN}]")
    assert (g.shreds_of("KEN"), g.shreds.deck_size) == (("mirror",), 1)
    assert does(g, "[{draw_shred: 1, who: LARA}]").shreds_of("LARA") == ("feather",)


@pytest.mark.rule("WB-077")
@pytest.mark.parametrize("first", ["feather", "mirror"])
def test_when_the_deck_is_empty_the_discard_pile_is_shuffled_into_a_new_one(first: str) -> None:
    g = with_shreds(table(FEATHER, MIRROR), used=["feather", "mirror"])
    g = does(g, "[{draw_shred: 1, who: KEN}]", falls=[first])
    assert (g.shreds_of("KEN"), g.shreds.deck_size, g.shreds.rows[DISCARD]) == ((first,), 1, ())


@pytest.mark.rule("WB-077")
def test_the_discard_pile_stays_as_long_as_the_deck_has_a_card() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather"], used=["mirror"])
    g = does(g, "[{draw_shred: 1, who: KEN}]")
    assert (g.shreds_of("KEN"), g.shreds.deck_size, g.shreds.rows[DISCARD]) == (("feather",), 0, ("mirror",))


@pytest.mark.rule("WB-Q42")
def test_with_neither_deck_nor_discard_pile_no_shred_is_drawn() -> None:
    g = with_shreds(table(FEATHER), held={"SID": ["feather"]})
    g = does(g, "[{draw_shred: 2, who: KEN}, {write: AFTER}]")
    assert (g.shreds_of("KEN"), g.keywords) == ((), {"AFTER": 1})


@pytest.mark.rule("WB-Q41")
def test_a_shred_cannot_be_drawn_again_by_its_own_effect() -> None:
    g = with_shreds(table(FEATHER, MIRROR, active="SID"), held={"SID": ["mirror"]})
    g = answer(play(g), "use mirror look")
    assert (g.shreds_of("SID"), g.sparks["SID"], g.shreds.rows[DISCARD]) == ((), 1, ("mirror",))


@pytest.mark.rule("WB-Q41")
def test_a_shred_is_discarded_only_when_its_effect_is_over() -> None:
    slow = "card: slow, kind: shred, title: Slow, text: Slow., actions: [{id: wait, say: Wait a bit, do: [{may: [{gain_sparks: 1}], say: Take one}]}]"
    g = with_shreds(table(slow, active="SID"), held={"SID": ["slow"]})
    match = play(g)
    match.answer("use slow wait")
    assert (asked(match)[1], state(match).shreds.rows[DISCARD]) == ("may", ())
    assert answer(match, "no").shreds.rows[DISCARD] == ("slow",)


@pytest.mark.rule("WB-Q43")
def test_shreds_lie_face_up_like_items() -> None:
    match = play(with_shreds(table(FEATHER, active="SID"), held={"KEN": ["feather"]}))
    assert [beside(match, 2, seat) for seat in (0, 1, 2)] == [["The feather"]] * 3


@pytest.mark.rule("WB-073", "WB-198")
def test_a_shred_that_a_card_names_is_the_one_of_the_deck_and_not_another() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather", "mirror"])
    g = does(g, "[{gain_item: feather, who: SID}]")
    assert (g.held_by("SID"), g.shreds.deck_size) == (("feather",), 1)


@pytest.mark.rule("WB-078")
def test_items_and_shreds_go_back_when_a_chapter_ends() -> None:
    pages = [page.replace("I-", "II-") for page in (story(1), goal(), end(3))]
    cards = chapter(story(1, "{gain_item: rope, who: SID}, {draw_shred: 1, who: SID}"), end(2), *pages, ROPE)
    first = book(cards=cards, heroes=("SID", "KEN"), goal="")
    match = play(first, first.chapter.shreds[0])
    answer(match)
    assert match.outcome is not None
    assert len(state(match).held_by("SID")) == 2
    assert isinstance(match.outcome.record, Campaign)
    next_one = book(cards=cards, number=2, record=match.outcome.record, heroes=(), players=2, goal="")
    g = answer(play(next_one), "SID", "KEN")
    assert (g.chapter.number, g.held_by("SID"), g.held_by("KEN")) == (2, (), ())
    assert g.shreds.deck_size == len(g.chapter.shreds)


@pytest.mark.rule("WB-036")
@pytest.mark.parametrize(("active", "other"), [("SID", "LARA"), ("LARA", "SID")])
def test_alone_what_you_draw_or_discard_is_of_the_hero_who_is_controlled(active: str, other: str) -> None:
    acts = f", actions: [{deed('read', '{reveal_card: I-4}')}, {deed('drop', '{reveal_card: I-5}')}]"
    drops = "{pick: items_of(self), do: [{discard_item: it}]}"
    cards = chapter(
        story(1),
        goal(more=acts),
        story(3),
        story(4, "{draw_shred: 1}, {gain_item: rope}"),
        story(5, drops),
        end(),
        ROPE,
        FEATHER,
        KEY,
    )
    g = book(cards=cards, heroes=("SID", "LARA"), players=1, items={other: ["key"]}, active=active)
    match = play(with_shreds(g, ["feather"]))
    g = answer(match, "use I-2 read")
    assert (set(g.held_by(active)), g.held_by(other)) == ({"rope", "feather"}, ("key",))
    answer(match, "use I-2 drop")
    assert set(offered(match)) == {"rope", "feather"}
    g = answer(match, "rope")
    assert (g.held_by(active), g.held_by(other)) == (("feather",), ("key",))


# Special Rules


@pytest.mark.rule("WB-079", "WB-006")
def test_a_special_rule_may_permit_what_the_rulebook_does_not() -> None:
    wall = rule(3, "while: [{through_walls: 1}, {actions: 1}]")
    plain = play(table(wall))
    answer(plain, "KEN")
    assert (state(plain).actions, "move L" in offered(plain)) == (3, False)
    match = play(table(wall, rules=["I-3"]))
    answer(match, "KEN")
    assert (state(match).actions, "move L" in offered(match)) == (4, True)
    assert answer(match, "move L").at["KEN"] == "L"


@pytest.mark.rule("WB-079", "WB-006")
def test_a_special_rule_may_forbid_what_the_rulebook_permits() -> None:
    law = rule(3, "while: [{forbid: move}, {forbid: collect, who: SID}]")
    given = {"at": dict.fromkeys(APART, "S"), "lying": {"S": 2}}
    assert {"move T", "collect"} <= set(offered(play(table(law, active="SID", **given))))
    rest = goal(more=f", actions: [{deed('rest', '{count: x}')}]")
    assert offered(play(table(law, rest, rules=["I-3"], active="SID", **given))) == ["use I-2 rest", "pass"]
    assert "collect" in offered(play(table(law, rules=["I-3"], active="KEN", **given)))


@pytest.mark.rule("WB-080")
def test_a_special_rule_is_laid_where_all_can_see_it() -> None:
    match = opened(rule(1, "while: [{actions: 1}]"), goal())
    assert match.scene(1).slips == ()
    turn_pages(match)
    for seat in (0, 1, 2):
        assert [slip.title for slip in match.scene(seat).slips] == ["Law 1"]
    assert (state(match).rules, state(match).discard) == (("I-1",), ())


@pytest.mark.rule("WB-081")
def test_a_special_rule_is_obeyed_from_its_reading_until_it_is_discarded() -> None:
    toll = rule(1, "when: [{on: enters, do: [{lose_sparks: 1, who: who}]}]")
    more = f", actions: [{deed('end', '{discard_rule: I-1}')}]"
    match = opened(toll, goal(more=more), sparks={"SID": 3})
    answer(match, "SID")
    assert answer(match, "move T").sparks["SID"] == 2
    g = answer(match, "use I-2 end")
    assert (g.rules, g.discard) == ((), ("I-1",))
    assert answer(match, "move S").sparks["SID"] == 2


@pytest.mark.rule("WB-081")
def test_a_special_rule_counts_from_the_very_card_on_which_it_is_read() -> None:
    law = rule(1, "while: [{forbid: spawn}]")
    before = opened(story(1, "{spawn: 2, area: S}"), law.replace("I-1", "I-2"), goal(3))
    assert len(answer(before).wyrms_in_play()) == 2
    after = opened(law, story(2, "{spawn: 2, area: S}"), goal(3))
    assert answer(after).wyrms_in_play() == []


@pytest.mark.rule("WB-082")
def test_a_special_rule_may_give_everybody_a_special_action_under_a_condition() -> None:
    swim = deed("swim", "{move_to: X}", ", if: 'is_in(self, L)'")
    law = rule(3, f"actions: [{swim}]")
    here = play(table(law, rules=["I-3"], active="LARA"))
    assert uses(here) == ["use I-3 swim"]
    g = answer(here, "use I-3 swim")
    assert (g.at["LARA"], g.actions, uses(here)) == ("X", 2, [])
    assert uses(play(table(law, rules=["I-3"], active="SID"))) == []
    assert uses(play(table(law, active="LARA"))) == []


@pytest.mark.rule("WB-Q18")
def test_of_two_rules_that_contradict_each_other_the_later_one_counts() -> None:
    two = rule(3, "while: [{actions: {set: 2}}]"), rule(4, "while: [{actions: {set: 4}}]")
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "SID").actions == 4
    assert answer(play(table(*two, rules=["I-4", "I-3"])), "SID").actions == 2


@pytest.mark.rule("WB-Q18")
def test_of_two_rules_that_contradict_each_other_the_more_specific_one_counts() -> None:
    two = rule(3, "while: [{actions: {set: 2}, who: SID}]"), rule(4, "while: [{actions: {set: 4}}]")
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "LARA").actions == 4
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "SID").actions == 2


@pytest.mark.rule("WB-Q18")
@pytest.mark.parametrize("order", [["I-3", "I-4"], ["I-4", "I-3"]])
def test_a_restriction_beats_a_permission(order: list[str]) -> None:
    bars = rule(3, "while: [{forbid: move}, {attack_dice: {most: 1}}]")
    frees = rule(4, "while: [{through_walls: 1}, {steps: 1}, {attack_dice: {least: 3}}]")
    match = play(table(bars, frees, rules=order, wyrms=["S"], active="SID"), "S")
    assert not any(key.startswith("move") for key in offered(match))
    assert answer(match, "attack").dice == ("S",)


@pytest.mark.rule("WB-Q18")
def test_what_a_goal_card_says_about_phases_beats_an_older_special_rule() -> None:
    older = rule(1, "while: [{actions: {set: 2}}]")
    match = opened(older, goal(more=", while: [{actions: {set: 5}}]"))
    assert answer(match, "SID").actions == 5


# Interaction cards and stacks


@pytest.mark.rule("WB-083")
def test_heroes_interact_with_things_around_them_during_the_players_phase() -> None:
    g = table(thing(3, "{gain_sparks: 1}"), stacks={"red": ["I-3"]})
    match = play(g)
    answer(match, "SID")
    assert "interact I-3" not in offered(match)
    answer(match, "pass", "KEN")
    assert "interact I-3" in offered(match)
    g = answer(match, "interact I-3")
    assert (g.sparks["KEN"], g.actions, shown(match)) == (1, 2, ["I-3 back"])


@pytest.mark.rule("WB-084", "WB-Q56", "WB-Q57")
def test_cards_of_a_banner_leave_the_deck_for_a_stack_with_the_lowest_number_on_top() -> None:
    match = opened(
        story(1, "{take_stack: red}"),
        thing(7, banner="red"),
        thing(4, banner="blue"),
        thing(3, banner="red"),
        goal(2),
        story(5),
        thing(6, banner="red"),
    )
    match.answer("read")
    g = state(match)
    assert (g.stacks, g.deck) == ({"red": ("I-3", "I-6", "I-7")}, ("I-2", "I-4", "I-5", "I-9"))
    seen = str(match.scene(0)) + str(match.story(0))
    assert "Front of 3." in seen
    assert not any(
        hidden in seen for hidden in ("Front of 6", "Thing 6", "Front of 7", "Front of 4", "Back of 3")
    )


@pytest.mark.rule("WB-Q11", "WB-Q57")
def test_what_an_interaction_card_does_on_its_back_cannot_be_seen() -> None:
    match = play(table(thing(3, "{write: SECRET}", more=", cost: [{spend: 1}]"), stacks={"red": ["I-3"]}))
    (stack,) = match.scene(0).right
    assert "spend 1 Spark" in str(stack)
    assert not any(hidden in str(stack) for hidden in ("SECRET", "Back of 3"))


@pytest.mark.rule("WB-085", "WB-086")
def test_only_the_top_card_of_a_stack_can_be_reached_and_the_next_when_it_is_gone() -> None:
    g = table(
        thing(3, "{count: one}"), thing(4, "{count: two}"), stacks={"red": ["I-3", "I-4"]}, active="KEN"
    )
    match = play(g)
    assert [key for key in offered(match) if key.startswith("interact")] == ["interact I-3"]
    answer(match, "interact I-3")
    assert [key for key in offered(match) if key.startswith("interact")] == ["interact I-4"]
    assert answer(match, "interact I-4").counters == {"one": 1, "two": 1}


@pytest.mark.rule("WB-086")
def test_a_card_may_clear_the_one_above_another_out_of_the_way() -> None:
    g = table(thing(3, more=", cost: [{spend: 3}]"), thing(4), stacks={"red": ["I-3", "I-4"]}, active="KEN")
    assert not any(key.startswith("interact") for key in offered(play(g)))
    g, _ = carried_out(g, "[{pop_stack: red}]")
    assert (g.stacks, g.discard) == ({"red": ("I-4",)}, ("I-3",))
    assert "interact I-4" in offered(play(g))


@pytest.mark.rule("WB-086")
def test_the_card_under_another_stays_out_of_reach_if_the_top_one_clears_itself_away() -> None:
    g = table(
        thing(3, "{pop_stack: red}"), thing(4), thing(5), stacks={"red": ["I-3", "I-4", "I-5"]}, active="KEN"
    )
    assert answer(play(g), "interact I-3").stacks == {"red": ("I-4", "I-5")}


@pytest.mark.rule("WB-Q54")
def test_the_price_on_the_front_must_be_payable_and_is_paid_before_the_card_is_flipped() -> None:
    lamp = thing(3, "{count: lit}", more=", cost: [{spend: 2}]")
    poor = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 1}, active="KEN"))
    assert "interact I-3" not in offered(poor)
    match = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 3}, active="KEN"))
    match.answer("interact I-3")
    assert (state(match).page, state(match).sparks["KEN"], state(match).counters) == (("I-3", "back"), 1, {})
    assert answer(match).counters == {"lit": 1}


@pytest.mark.rule("WB-Q54")
def test_a_price_of_two_parts_must_be_payable_as_a_whole() -> None:
    lamp = thing(3, "{count: lit}", more=", cost: [{spend: 2}, {discard_item: rope}]")
    given = {"stacks": {"red": ["I-3"]}, "active": "KEN"}
    both = play(table(lamp, ROPE, sparks={"KEN": 2}, items={"KEN": ["rope"]}, **given))
    assert "interact I-3" in offered(both)
    g = answer(both, "interact I-3")
    assert (g.sparks["KEN"], g.items["KEN"], g.counters) == (0, (), {"lit": 1})
    assert "interact I-3" not in offered(play(table(lamp, ROPE, items={"KEN": ["rope"]}, **given)))
    assert "interact I-3" not in offered(play(table(lamp, ROPE, sparks={"KEN": 2}, **given)))


@pytest.mark.rule("WB-Q54")
def test_what_the_front_requires_must_be_there() -> None:
    lamp = thing(3, more=", if: 'holds(rope)'")
    given = {"stacks": {"red": ["I-3"]}, "active": "KEN"}
    assert "interact I-3" not in offered(play(table(lamp, ROPE, **given)))
    assert "interact I-3" in offered(play(table(lamp, ROPE, items={"KEN": ["rope"]}, **given)))


@pytest.mark.rule("WB-Q54")
def test_a_card_whose_front_demands_a_roll_is_flipped_only_if_it_succeeds() -> None:
    lamp = thing(3, "{count: lit}", more=", roll: {dice: 3, needed: 2}")
    match = play(table(lamp, stacks={"red": ["I-3"]}, active="KEN"), "S F F", "S F S")
    g = answer(match, "interact I-3")
    assert (g.actions, g.counters, g.stacks, shown(match)) == (2, {}, {"red": ("I-3",)}, [])
    g = answer(match, "interact I-3")
    assert (g.actions, g.counters, g.discard, shown(match)) == (1, {"lit": 1}, ("I-3",), ["I-3 back"])


@pytest.mark.rule("WB-Q54")
def test_a_price_on_the_back_may_be_declined() -> None:
    lamp = thing(3, "{may: [{pay: [{spend: 1}], then: [{count: lit}]}], say: Light it}")
    match = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 1}, active="KEN"))
    answer(match, "interact I-3")
    assert asked(match) == (2, "may")
    g = answer(match, "no")
    assert (g.sparks["KEN"], g.counters, g.discard) == (1, {}, ("I-3",))


@pytest.mark.rule("WB-Q55")
def test_a_flipped_interaction_card_is_discarded_after_it_is_resolved() -> None:
    ask = "{may: [{gain_sparks: 1}], say: Take one}"
    match = play(table(thing(3, ask), stacks={"I-3": ["I-3"]}, active="KEN"))
    answer(match, "interact I-3")
    assert (state(match).stacks, state(match).discard) == ({"I-3": ("I-3",)}, ())
    g = answer(match, "no")
    assert (g.stacks, g.discard) == ({}, ("I-3",))


@pytest.mark.rule("WB-Q136")
def test_interaction_cards_and_special_rules_stay_when_a_goal_is_met() -> None:
    law = rule(3, "while: [{actions: 1}]")
    more = f", actions: [{deed('do', '{count: done}')}]"
    g = table(
        goal(more=more),
        law,
        thing(4),
        goal(5, "counter(more) >= 1"),
        rules=["I-3"],
        stacks={"red": ["I-4"]},
        active="KEN",
    )
    match = play(g)
    after = answer(match, "use I-2 do")
    assert (after.goal, after.rules, after.stacks) == ("I-5", ("I-3",), {"red": ("I-4",)})
    assert "interact I-4" in offered(match)
    assert answer(match, "pass", "SID").actions == 4


@pytest.mark.rule("WB-Q136")
def test_nobody_interacts_with_a_thing_that_is_not_on_the_map() -> None:
    g = table(thing(3), stacks={"red": ["I-3"]}, active="KEN")
    assert "interact I-3" in offered(play(g))
    for text in ("[{use_map: yard}, {all_to: A}]", "[{remove_object: lamp}]"):
        gone = does(g, text)
        assert gone.stacks == {"red": ("I-3",)}
        assert "interact I-3" not in offered(play(gone))


# Goals


@pytest.mark.rule("WB-087")
def test_a_goal_card_says_how_the_phases_run_and_what_is_to_be_achieved() -> None:
    match = play(table(goal(enemies="{damage: 1, to: LARA}"), step="enemies"))
    g = state(match)
    assert (g.hearts["LARA"], g.hearts["SID"]) == (g.most_hearts("LARA") - 1, g.most_hearts("SID"))
    page = match.scene(0).page
    assert page is not None
    (card,) = [thing for thing in page.things if isinstance(thing, Card) and thing.id == "goal"]
    assert page.prose == ("Front of 2.",)
    lines = ("Until the count of done is at least 1.", "Deal 1 damage to LARA.")
    assert (card.title, card.lines) == ("Aim 2", lines)


def pass_all(match: Match, rounds: int) -> Book:
    for _ in range(rounds):
        answer(match, "SID", "pass", "LARA", "pass", "pass")
    return state(match)


@pytest.mark.rule("WB-088", "WB-090")
def test_a_goal_card_stays_on_top_round_after_round_until_it_is_met() -> None:
    more = f", actions: [{deed('do', '{count: done}')}]"
    match = opened(story(1), goal(more=more), story(3), goal(4, "counter(more) >= 1"))
    turn_pages(match)
    for rounds in range(1, 5):
        assert (state(match).deck[0], state(match).goal, state(match).round) == ("I-2", "I-2", rounds)
        pass_all(match, 1)
    answer(match, "SID", "use I-2 do")
    assert (state(match).deck[0], state(match).goal, state(match).discard) == (
        "I-4",
        "I-4",
        ("I-1", "I-2", "I-3"),
    )


@pytest.mark.rule("WB-089")
def test_players_phase_and_enemies_phase_take_turns() -> None:
    match = opened(story(1), goal())
    pass_all(match, 2)
    phases = [what for what in told(match) if what.endswith("phase")]
    assert phases == [
        "players' phase",
        "enemies' phase",
        "players' phase",
        "enemies' phase",
        "players' phase",
    ]
    assert state(match).counters["phases"] == 2


@pytest.mark.rule("WB-090")
def test_the_cycle_ends_when_the_chapter_is_lost() -> None:
    match = opened(story(1), goal(enemies="{destiny_down: 1}"), destiny=2)
    pass_all(match, 1)
    assert match.outcome is None
    pass_all(match, 1)
    assert match.outcome is not None
    assert match.outcome.ending == "lost"


@pytest.mark.rule("WB-092")
def test_turns_are_taken_only_in_a_players_phase() -> None:
    match = opened(story(1), goal(enemies="{pick: heroes, by: group, do: [{damage: 1, to: it}]}"))
    answer(match, "SID", "pass", "LARA", "pass", "pass")
    assert asked(match) == (-1, "pick")
    answer(match, "KEN")
    events = [what for what in told(match) if what in ("turn", "players' phase", "enemies' phase")]
    assert events == ["players' phase", "turn", "turn", "turn", "enemies' phase", "players' phase"]


OGRE = "card: ogre, kind: enemy, title: An ogre, text: Big., hearts: 1"


@pytest.mark.rule("WB-X37", "WB-091", "WB-057")
def test_a_goal_that_the_last_interaction_meets_in_mid_turn_is_followed_at_once() -> None:
    aim = goal(
        aim="counter(lamps) >= 2", more=", back: {text: Back of 2., do: [{gain_sparks: 1}]}", then="flip"
    )
    lamps = thing(3, "{count: lamps}, {count: late}"), thing(4, "{count: lamps}, {count: late}")
    g = table(aim, *lamps, goal(5, "counter(more) >= 1"), stacks={"red": ["I-3", "I-4"]}, active="KEN")
    match = play(g)
    answer(match, "interact I-3")
    assert state(match).goal == "I-2"
    match.answer("interact I-4")
    match.answer("read")
    assert (state(match).page, state(match).counters) == (("I-2", "back"), {"lamps": 2, "late": 1})
    g = answer(match)
    assert (g.goal, g.counters["late"], g.sparks["KEN"]) == ("I-5", 2, 1)
    assert (g.active, g.actions) == ("KEN", 1)


@pytest.mark.rule("WB-X37")
def test_a_goal_that_the_defeat_of_an_enemy_meets_in_mid_turn_is_followed_at_once() -> None:
    g = table(
        goal(aim="is_defeated(ogre)"), OGRE, story(3, "{gain_sparks: 1}"), goal(5, "counter(more) >= 1")
    )
    g = does(g, "[{create_enemy: ogre, area: T}]")
    g.active, g.actions, g.step, g.waiting = "SID", 3, "act", ("LARA", "KEN")
    match = play(g, "S F")
    match.answer("attack")
    match.answer("keep")
    assert (state(match).page, state(match).discard) == (("I-3", "front"), ("I-2",))
    g = answer(match)
    assert (g.goal, g.sparks["SID"], g.active, g.actions) == ("I-5", 1, "SID", 2)


@pytest.mark.rule("WB-091")
def test_a_goal_that_is_met_when_it_comes_up_is_followed_at_once() -> None:
    match = opened(story(1, "{count: done}"), goal(), story(3), goal(4, "counter(more) >= 1"))
    turn_pages(match)
    assert shown(match) == ["I-1 front", "I-2 front", "I-3 front", "I-4 front"]
    assert (state(match).goal, state(match).round, asked(match)[1]) == ("I-4", 1, "turn")


@pytest.mark.rule("WB-091")
def test_a_met_goal_is_flipped_and_its_back_is_carried_out() -> None:
    more = f", back: {{text: Back of 2., do: [{{write: BACK}}]}}, actions: [{deed('do', '{count: done}')}]"
    g = table(goal(more=more, then="flip"), goal(5, "counter(more) >= 1"), active="SID")
    assert answer(play(g), "use I-2 do").keywords == {"BACK": 1}
    g = table(goal(more=more, then="next"), goal(5, "counter(more) >= 1"), active="SID")
    assert answer(play(g), "use I-2 do").keywords == {}


@pytest.mark.rule("WB-Q12")
def test_a_turn_and_its_phase_go_on_under_the_new_goal() -> None:
    more = f", actions: [{deed('do', '{count: done}')}]"
    second = goal(4, "counter(more) >= 1", enemies="{count: second}")
    g = table(goal(more=more), story(3), second, hearts={"KEN": 0}, active="SID")
    match = play(g)
    after = answer(match, "move T", "use I-2 do")
    assert (after.goal, after.active, after.actions, after.round) == ("I-4", "SID", 1, 1)
    assert (after.hearts["KEN"], after.destiny, after.waiting) == (0, 5, ("LARA", "KEN"))
    answer(match, "pass")
    assert (state(match).active, state(match).destiny) == ("LARA", 5)
    after = answer(match, "pass")
    assert (after.counters, after.destiny, after.round) == ({"done": 1, "x": 1, "second": 1}, 4, 2)


@pytest.mark.rule("WB-Q12")
def test_if_no_phase_is_under_way_play_starts_with_the_players_phase_of_the_goal() -> None:
    match = opened(story(1), goal(), hearts={"SID": 0})
    turn_pages(match)
    g = state(match)
    assert (asked(match)[1], g.round, g.destiny, g.hearts["SID"]) == ("turn", 1, 4, g.most_hearts("SID"))
    assert g.counters == {"x": 1}


@pytest.mark.rule("WB-Q13")
def test_a_goal_met_in_the_midst_of_a_wyrm_card_interrupts_it_and_the_rest_is_under_the_new_goal() -> None:
    first = wyrm_goal(aim="count(wyrms) >= 1", more=", vortex: [X]")
    second = wyrm_goal(4, "counter(more) >= 1", ", vortex: [T]")
    card = purple(5, "{spawn: 1}, {count: between}, {spawn: 1}")
    g = table(first, story(3, "{write: READ}"), second, card, step="enemies")
    match = play(with_wyrm_cards(g, "I-5"))
    assert (state(match).page, state(match).counters) == (("I-3", "front"), {})
    g = answer(match)
    assert (g.wyrm_at, g.keywords) == (["X", "T", "", "", "", ""], {"READ": 1})
    assert (g.goal, g.round, asked(match)[1]) == ("I-4", 2, "turn")
    assert g.wyrms.rows[DISCARD] == ("I-5",)


@pytest.mark.rule("WB-Q13", "WB-Q14")
def test_also_between_two_spawns_of_one_line_the_new_goals_vortex_counts() -> None:
    first = wyrm_goal(aim="count(wyrms) >= 1", more=", vortex: [X]")
    second = wyrm_goal(4, "counter(more) >= 1", ", vortex: [T]")
    g = table(first, second, purple(5, "{spawn: 2}"), step="enemies")
    g = answer(play(with_wyrm_cards(g, "I-5")))
    assert sorted(filter(None, g.wyrm_at)) == ["T", "X"]


@pytest.mark.rule("WB-Q14")
def test_a_goal_is_looked_at_before_the_next_instruction() -> None:
    more = f", actions: [{deed('do', '{count: done}, {count: late}')}]"
    match = play(table(goal(more=more), story(3), goal(4, "counter(more) >= 1"), active="SID"))
    match.answer("use I-2 do")
    assert (state(match).page, state(match).counters) == (("I-3", "front"), {"done": 1})
    assert answer(match).counters == {"done": 1, "x": 1, "late": 1}


@pytest.mark.rule("WB-Q14")
def test_a_goal_is_looked_at_before_the_next_decision() -> None:
    g = table(
        goal(aim="count(wyrms) <= 1"),
        story(3),
        goal(4, "counter(more) >= 1"),
        wyrms=["T"],
        stunned=["S"],
        active="SID",
    )
    match = play(g, "S S")
    match.answer("attack")
    match.answer("S stunned")
    assert state(match).page == ("I-3", "front")
    match.answer("read")
    match.answer("read")
    assert (asked(match)[1], offered(match)) == ("target", ["T standing", "stop"])


@pytest.mark.rule("WB-Q14")
@pytest.mark.parametrize(
    ("aim", "change"),
    [
        ("sparks(SID) >= 1", "{gain_sparks: 1, to: SID}"),
        ("sparks_in(S) >= 1", "{place_sparks: 1, area: S}"),
        ("count(knocked_out) >= 1", "{knock_out: LARA}"),
        ("has(BELL)", "{write: BELL}"),
        ("is_held(rope)", "{gain_item: rope, who: KEN}"),
        ("markers(ash) >= 1", "{place_marker: 1, name: ash}"),
        ("stack_empty(red)", "{pop_stack: red}"),
        ("count(wyrms) >= 1", "{spawn: 1, area: S}"),
        ("all_in(S)", "{all_to: S}"),
        ("destiny >= 6", "{destiny_up: 1}"),
        ("count(enemies) >= 1", "{create_enemy: ogre, area: S}"),
        ("has_aura(SID)", "{aura_on: SID}"),
        ("count(next_to(S)) >= 3", "{add_link: S, other: X}"),
        ("count(areas) <= 2", "{use_map: yard}"),
        ("count(vortex) >= 1", "{set_vortex: T}"),
        ("unlocked(gate)", "{unlock: gate}"),
    ],
)
def test_a_goal_is_looked_at_after_every_change(aim: str, change: str) -> None:
    more = f", actions: [{deed('do', change)}]"
    second = goal(4, "counter(more) >= 1")
    g = table(
        goal(aim=aim, more=more),
        story(3),
        second,
        ROPE,
        OGRE,
        thing(5),
        stacks={"red": ["I-5"]},
        active="SID",
    )
    match = play(g)
    assert state(match).goal == "I-2"
    assert answer(match, "use I-2 do").goal == "I-4"


@pytest.mark.rule("WB-Q14")
def test_a_goal_about_rounds_is_met_when_the_round_begins() -> None:
    match = opened(story(1), goal(aim="round >= 2"), story(3), goal(4, "counter(more) >= 1"))
    assert pass_all(match, 1).goal == "I-4"


@pytest.mark.rule("WB-Q14")
def test_a_goal_about_a_choice_is_met_when_the_choice_is_made() -> None:
    fork = "card: I-6, kind: choice, title: A fork, text: Left or right., options: [{id: left, say: Go left, text: Left.}, {id: right, say: Go right, text: Right.}]"
    more = f", actions: [{deed('look', '{reveal_card: I-6}')}]"
    g = table(
        goal(aim="'chose(I-6, left)'", more=more), story(3), goal(4, "counter(more) >= 1"), fork, active="SID"
    )
    match = play(g)
    assert answer(match, "use I-2 look", "I-6 left").goal == "I-4"


@pytest.mark.rule("WB-Q14")
def test_a_goal_about_a_discarded_page_is_met_when_it_is_discarded() -> None:
    more = f", actions: [{deed('look', '{reveal_card: I-6}')}]"
    g = table(
        goal(aim="is_discarded(I-6)", more=more),
        story(3),
        goal(4, "counter(more) >= 1"),
        story(6, "{tell: Nothing happens.}"),
        active="SID",
    )
    assert answer(play(g), "use I-2 look").goal == "I-4"


@pytest.mark.rule("WB-Q15")
@pytest.mark.parametrize(
    ("instructions", "ending"),
    [("{count: done}, {destiny_down: 1}", "completed"), ("{destiny_down: 1}, {count: done}", "lost")],
)
def test_what_comes_first_of_the_goal_and_the_last_token_decides(instructions: str, ending: str) -> None:
    more = f", when: [{{on: enters, do: [{instructions}]}}]"
    match = play(table(goal(more=more), destiny=1, active="SID"))
    answer(match, "move T")
    assert match.outcome is not None
    assert match.outcome.ending == ending


@pytest.mark.rule("WB-Q15", "WB-Q14")
def test_if_the_last_token_itself_would_meet_the_goal_the_team_loses() -> None:
    more = ", when: [{on: enters, do: [{destiny_down: 1}]}]"
    match = play(table(goal(aim="destiny <= 0", more=more), destiny=1, active="SID"))
    answer(match, "move T")
    assert match.outcome is not None
    assert match.outcome.ending == "lost"


@pytest.mark.rule("WB-Q16")
def test_a_goal_may_have_only_players_phases_each_with_its_check() -> None:
    match = opened(story(1), goal(more=", phases: players"))
    pass_all(match, 1)
    assert (state(match).round, state(match).counters) == (2, {"x": 1})
    assert "enemies' phase" not in told(match)
    down = play(table(goal(more=", phases: players"), hearts={"KEN": 0}, step="check"))
    assert (state(down).destiny, state(down).hearts["KEN"]) == (4, state(down).most_hearts("KEN"))


@pytest.mark.rule("WB-Q16")
def test_a_goal_may_have_only_enemies_phases() -> None:
    aim = goal(
        aim="counter(waves) >= 3", more=", phases: enemies", enemies="{count: waves}, {damage: 1, to: SID}"
    )
    match = opened(story(1), aim, story(3), goal(4, "counter(more) >= 1"))
    turn_pages(match)
    g = state(match)
    assert (g.goal, g.counters["waves"], g.hearts["SID"]) == ("I-4", 3, g.most_hearts("SID") - 3)
    assert [what for what in told(match) if what.endswith("phase")] == ["enemies' phase"] * 3 + [
        "players' phase"
    ]


@pytest.mark.rule("WB-Q17")
def test_an_enemies_phase_without_a_wyrm_card_leaves_the_wyrm_deck_alone() -> None:
    g = table(goal(enemies="{spawn: 1, area: X}"), purple(5, "{count: revealed}"), step="enemies")
    after = state(play(with_wyrm_cards(g, "I-5")))
    assert (after.wyrm_at[0], after.wyrms.deck_size, after.counters) == ("X", 1, {})
    usual = table(wyrm_goal(), purple(5, "{count: revealed}"), step="enemies")
    after = state(play(with_wyrm_cards(usual, "I-5")))
    assert (after.wyrms.deck_size, after.counters) == (0, {"revealed": 1})
