"""Wonder Book: Items and Shreds, how they are held, used and discarded."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.state import DISCARD
from foldtale.kernel import Match
from foldtale.kernel.scene import Card, Row
from foldtale.testing import answer, asked, offered, refuses
from tests.games.wonderbook.given import book, does, everybody, play
from tests.games.wonderbook.pages import (
    ROPE,
    chapter,
    deed,
    end,
    goal,
    item,
    numbered,
    opened,
    story,
    table,
    with_shreds,
)


def beside(match: Match, owner: int, seen_by: int) -> list[str]:
    """The Items and Shreds that lie face up beside the Hero card of a seat, as somebody sees them."""
    (panel,) = [panel for panel in match.scene(seen_by).seats if panel.seat == owner]
    rows = [row for row in panel.things if isinstance(row, Row) and row.id.startswith("items")]
    return [card.title for row in rows for card in row.things if isinstance(card, Card) and card.face == "up"]


FEATHER = item("feather", deed("wave", "{gain_sparks: 1}"), kind="shred")
MIRROR = item("mirror", deed("look", "{draw_shred: 1}, {gain_sparks: 1}"), kind="shred")
KEY = item("key", deed("turn", "{count: locks}"), deed("break", "{discard_item: this}, {count: locks, n: 5}"))


# Items


@pytest.mark.rule("WB-067")
def test_an_item_may_carry_a_special_action_and_need_not() -> None:
    g = table(
        ROPE,
        item("stone"),
        items={"SID": ["rope", "stone"]},
        active="SID",
    )
    match = play(g)
    assert offered(match, "use ") == ["use rope climb"]
    g = answer(match, "use rope climb")
    assert (g.sparks["SID"], g.actions) == (1, 2)


@pytest.mark.rule("WB-068", "WB-Q37")
def test_an_item_lies_face_up_beside_the_hero_who_found_it_and_everybody_sees_it() -> None:
    found = numbered(4, "item", "Bell")
    look = f", actions: [{deed('look', '{reveal_card: I-4}')}]"
    match = play(table(goal(more=look), story(3), found, active="LARA"))
    g = answer(match, "use I-2 look")
    assert (g.items["LARA"], g.discard, g.deck) == (("I-4",), (), ("I-2", "I-3", "I-9"))
    for seat in (0, 1, 2):
        assert (beside(match, 1, seat), beside(match, 0, seat)) == (["Bell 4"], [])


@pytest.mark.rule("WB-Q37")
def test_while_nobody_takes_a_turn_the_group_names_a_conscious_hero_for_an_item() -> None:
    match = opened(chapter(numbered(1, "item", "Bell"), goal(), end()), hearts={"LARA": 0})
    assert (asked(match), offered(match)) == ((-1, "finder"), ["SID", "KEN"])
    assert answer(match, "KEN").items["KEN"] == ("I-1",)


@pytest.mark.rule("WB-069")
def test_only_the_hero_who_holds_an_item_can_use_it() -> None:
    given = {"at": everybody("S"), "items": {"SID": ["rope"]}}
    assert offered(play(table(ROPE, active="SID", **given)), "use ") == ["use rope climb"]
    other = play(table(ROPE, active="LARA", **given))
    assert offered(other, "use ") == []
    assert refuses(other, "use rope climb")


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
    assert offered(match, "use ") == []


@pytest.mark.rule("WB-Q40")
def test_every_use_costs_what_is_printed() -> None:
    lamp = item("torch", deed("light", "{pay: [{spend: 1}], then: [{count: lit}]}"))
    match = play(table(lamp, items={"SID": ["torch"]}, sparks={"SID": 2}, active="SID"))
    g = answer(match, "use torch light", "use torch light")
    assert (g.sparks["SID"], g.counters["lit"], g.actions) == (0, 2, 1)
    assert offered(match, "use ") == []


@pytest.mark.rule("WB-Q40")
def test_a_card_may_limit_its_uses() -> None:
    once = item("torch", deed("light", "{count: lit}", ", limit: turn"))
    match = play(table(once, items={"SID": ["torch"]}, active="SID"))
    answer(match, "use torch light")
    assert offered(match, "use ") == []
    answer(match, "pass", "LARA", "pass", "pass", "SID")
    assert (match.state.round, offered(match, "use ")) == (2, ["use torch light"])


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
    g = table(ROPE, at=everybody("S"), items={"SID": ["rope"]}, active="SID")
    assert answer(play(g), "give rope KEN").items == {"SID": (), "LARA": (), "KEN": ("rope",)}
    assert does(g, "[{pass_item: rope, to: LARA}]").items == {"SID": (), "LARA": ("rope",), "KEN": ()}


@pytest.mark.rule("WB-072")
def test_items_do_not_change_hands_by_anything_else() -> None:
    g = table(ROPE, at=everybody("S"), items={"SID": ["rope"]}, sparks={"LARA": 1})
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
    g = table(FEATHER, at=everybody("S"), active="SID")
    g = with_shreds(g, held={"SID": ["feather"]})
    match = play(g)
    assert {"give feather LARA", "give feather KEN", "use feather wave"} <= set(offered(match))
    given = answer(match, "give feather KEN")
    assert (given.held_by("SID"), given.held_by("KEN")) == ((), ("feather",))
    told_so = does(given, "[{if: 'is_held(feather) and holds(feather, KEN)', then: [{write: HELD}]}]")
    assert told_so.sheet.keywords == {"HELD": 1}
    assert does(given, "[{pass_item: feather, to: LARA}]").held_by("LARA") == ("feather",)
    gone = does(given, "[{discard_item: feather}]")
    assert (gone.held_by("KEN"), gone.shred_cards.rows[DISCARD]) == ((), ("feather",))


@pytest.mark.rule("WB-074", "WB-075")
def test_a_shred_is_discarded_after_use_on_a_pile_of_its_own() -> None:
    g = with_shreds(table(FEATHER, active="SID"), held={"SID": ["feather"]}, used=["mirror"])
    match = play(g)
    after = answer(match, "use feather wave")
    assert (after.held_by("SID"), after.sparks["SID"], after.actions) == ((), 1, 2)
    assert (after.shred_cards.rows[DISCARD], after.discard) == (("mirror", "feather"), ())
    assert offered(match, "use ") == []


@pytest.mark.rule("WB-076")
def test_gaining_a_shred_means_drawing_the_top_card_of_the_deck() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather"])
    g.shred_cards.put_on("mirror")
    g = does(g, "[{draw_shred: 1, who: KEN}]")
    assert (g.shreds_of("KEN"), g.shred_cards.deck_size) == (("mirror",), 1)
    assert does(g, "[{draw_shred: 1, who: LARA}]").shreds_of("LARA") == ("feather",)


@pytest.mark.rule("WB-077")
@pytest.mark.parametrize("first", ["feather", "mirror"])
def test_when_the_deck_is_empty_the_discard_pile_is_shuffled_into_a_new_one(first: str) -> None:
    g = with_shreds(table(FEATHER, MIRROR), used=["feather", "mirror"])
    g = does(g, "[{draw_shred: 1, who: KEN}]", falls=[first])
    assert (g.shreds_of("KEN"), g.shred_cards.deck_size, g.shred_cards.rows[DISCARD]) == ((first,), 1, ())


@pytest.mark.rule("WB-077")
def test_the_discard_pile_stays_as_long_as_the_deck_has_a_card() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather"], used=["mirror"])
    g = does(g, "[{draw_shred: 1, who: KEN}]")
    assert (g.shreds_of("KEN"), g.shred_cards.deck_size, g.shred_cards.rows[DISCARD]) == (
        ("feather",),
        0,
        ("mirror",),
    )


@pytest.mark.rule("WB-Q42")
def test_with_neither_deck_nor_discard_pile_no_shred_is_drawn() -> None:
    g = with_shreds(table(FEATHER), held={"SID": ["feather"]})
    g = does(g, "[{draw_shred: 2, who: KEN}, {write: AFTER}]")
    assert (g.shreds_of("KEN"), g.sheet.keywords) == ((), {"AFTER": 1})


@pytest.mark.rule("WB-Q41")
def test_a_shred_cannot_be_drawn_again_by_its_own_effect() -> None:
    g = with_shreds(table(FEATHER, MIRROR, active="SID"), held={"SID": ["mirror"]})
    g = answer(play(g), "use mirror look")
    assert (g.shreds_of("SID"), g.sparks["SID"], g.shred_cards.rows[DISCARD]) == ((), 1, ("mirror",))


@pytest.mark.rule("WB-Q41")
def test_a_shred_is_discarded_only_when_its_effect_is_over() -> None:
    slow = item("slow", deed("wait", "{may: [{gain_sparks: 1}], say: Take one}"), kind="shred")
    g = with_shreds(table(slow, active="SID"), held={"SID": ["slow"]})
    match = play(g)
    match.answer("use slow wait")
    assert (asked(match).topic, match.state.shred_cards.rows[DISCARD]) == ("may", ())
    assert answer(match, "no").shred_cards.rows[DISCARD] == ("slow",)


@pytest.mark.rule("WB-Q43")
def test_shreds_lie_face_up_like_items() -> None:
    match = play(with_shreds(table(FEATHER, active="SID"), held={"KEN": ["feather"]}))
    assert [beside(match, 2, seat) for seat in (0, 1, 2)] == [["The feather"]] * 3


@pytest.mark.rule("WB-073", "WB-198")
def test_a_shred_that_a_card_names_is_the_one_of_the_deck_and_not_another() -> None:
    g = with_shreds(table(FEATHER, MIRROR), ["feather", "mirror"])
    g = does(g, "[{gain_item: feather, who: SID}]")
    assert (g.held_by("SID"), g.shred_cards.deck_size) == (("feather",), 1)


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
