"""What a third reader of the rules with the ledger beside them found, so that it stays mended."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from foldtale.games.wonderbook.content import LIBRARY, Chapter
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.rules.chapter import won
from foldtale.games.wonderbook.state import WYRM_ROWS, Book
from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.match import Match
from foldtale.kernel.pack.loading import read as read_pack
from foldtale.kernel.zones import new_box
from foldtale.testing import answer, asked, offered, told, turn_pages
from tests.games.wonderbook.given import APART, QUIET, book, carried_out, does, lara, play, sid
from tests.games.wonderbook.pages import (
    chapter,
    choice,
    column,
    end,
    figure,
    goal,
    item,
    lantern,
    law,
    numbered,
    opened,
    story,
    table,
    thing,
    tool,
    with_shreds,
    with_wyrm_cards,
    wyrm_card,
    wyrm_goal,
)
from tests.games.wonderbook.yards.triggers import CARDS, counted, with_card, yard

ROPE8 = numbered(8, "item", "Rope", "actions: [{id: climb, say: Climb it, do: [{gain_sparks: 1}]}]")


def labels(match: Match, seat: int) -> dict[str, str]:
    ask = match.scene(seat).ask
    assert ask is not None
    return {choice.key: choice.label for choice in ask.choices}


def red(do: str) -> Book:
    """KEN takes a turn and holds a horn; two cards of the red stack lie out."""
    things = thing(5, banner="red"), thing(6, banner="red"), tool("horn", do)
    return table(*things, items={"KEN": ["horn"]}, stacks={"red": ["I-5", "I-6"]}, active="KEN")


@pytest.mark.rule("WB-085")
def test_an_option_names_a_card_that_lies_open_by_its_title() -> None:
    assert labels(play(red("[{pop_stack: red}]")), 2)["interact I-5"] == "Look at Thing 5"


@pytest.mark.rule("WB-068")
def test_an_item_that_was_never_read_is_called_by_what_it_offers() -> None:
    m = play(table(ROPE8, tool("horn", "[{gain_item: I-8}]"), items={"KEN": ["horn"]}, active="KEN"))
    answer(m, "use horn work")
    assert labels(m, 2)["use I-8 climb"] == "Climb it"


@pytest.mark.rule("WB-Q114")
def test_a_kept_item_is_known_in_the_next_chapter() -> None:
    aim = numbered(2, "goal", "Aim", "goal: 'counter(done) >= 1', then: next, enemies: [{count: x}]", of="II")
    cards = chapter(story(1, of="II"), aim, end(3, of="II"), ROPE8)
    rec = Campaign(chapter=2, kept={"I-8": "SID"}, heroes=("SID", "LARA"))
    m = play(book(cards, heroes=(), players=2, number=2, record=rec, goal=""))
    answer(m, "SID", "LARA", "SID")
    assert labels(m, 0)["use I-8 climb"] == "Climb it"


@pytest.mark.rule("WB-Q57")
def test_nobody_imagines_the_next_face_of_a_stack() -> None:
    w = play(red("[{pop_stack: red}]")).imagine(2, 1)
    w.answer("use horn work")
    assert w.horizon or "Front of 6." not in str(w.scene(2).right)


@pytest.mark.rule("WB-Q57")
def test_a_face_that_was_seen_cannot_be_unseen() -> None:
    m = play(red("[{pop_stack: red}]"))
    answer(m, "use horn work")
    assert "Front of 6." in str(m.scene(2).right)
    with pytest.raises(UndoRefused):
        m.undo(2)


@pytest.mark.rule("WB-141")
def test_a_card_that_is_being_resolved_is_not_flipped_again() -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}, {extra_action: interact}]")
    m = play(sid(cards, at={**APART, "SID": "K"}, stacks={"lamp": ["lantern"]}))
    answer(m, "interact lantern")
    assert "interact lantern" not in offered(m)


@pytest.mark.rule("WB-Q32")
def test_a_limit_inside_a_special_action_is_seen_before_it_is_offered() -> None:
    m = play(sid(QUIET + tool("horn", "[{limit: turn, do: [{gain_sparks: 1}]}]"), items={"SID": ["horn"]}))
    answer(m, "use horn work")
    assert "use horn work" not in offered(m)


@pytest.mark.rule("WB-Q41")
def test_a_shred_can_pay_with_itself() -> None:
    g = sid(QUIET + tool("dust", "[{pay: [{discard_item: this}], then: [{gain_sparks: 1}]}]", "shred"))
    m = play(with_shreds(g, held={"SID": ["dust"]}))
    assert answer(m, "use dust work").sparks["SID"] == 1


@pytest.mark.rule("WB-Q41")
def test_a_shred_is_held_until_its_effect_is_over() -> None:
    g = table(
        goal(aim="not is_held(dust)"),
        story(3, "{set_counter: seen, n: counter(late)}"),
        goal(4, "counter(more) >= 1"),
        tool("dust", "[{gain_sparks: 1}, {count: late}]", "shred"),
        active="SID",
    )
    assert answer(play(with_shreds(g, held={"SID": ["dust"]})), "use dust work").counters["seen"] == 1


@pytest.mark.rule("WB-Q12")
def test_a_players_phase_that_is_called_as_the_enemies_phase_begins_ends_it() -> None:
    cards = QUIET + law("when: [{on: enemies_phase_starts, limit: chapter, do: [begin_players_phase]}]")
    m = play(book(cards, map="players", at=APART, rules=["law"], step="enemies"))
    assert counted(m.state, "stirred") == 0


@pytest.mark.rule("WB-Q12")
def test_after_a_players_phase_is_called_no_more_wyrm_cards_are_revealed() -> None:
    g = table(
        wyrm_goal(),
        wyrm_card(5, "[reveal_wyrm_card, begin_players_phase]"),
        wyrm_card(6, "[{count: x}]"),
        step="enemies",
    )
    assert counted(play(with_wyrm_cards(g, "I-5", "I-6")).state) == 0


@pytest.mark.rule("WB-103")
@pytest.mark.parametrize("more", ["{damage: 9, to: who}", "{end_turn: who}"])
def test_a_turn_ends_once_no_matter_who_falls_at_its_end(more: str) -> None:
    cards = QUIET + law(f"when: [{{on: turn_ends, do: [{{count: ends}}, {more}, end_players_phase]}}]")
    assert answer(play(sid(cards, rules=["law"])), "pass").counters["ends"] == 1


@pytest.mark.rule("WB-068")
def test_who_found_an_item_in_somebody_elses_turn_takes_it() -> None:
    cards = (
        QUIET
        + numbered(8, "item", "Can")
        + lantern("[{reveal_card: I-8}]")
        + tool("horn", "[{extra_action: interact, who: KEN}]")
    )
    g = sid(cards, items={"SID": ["horn"]}, stacks={"lamp": ["lantern"]})
    assert answer(play(g), "use horn work", "interact lantern").holder("I-8") == "KEN"


@pytest.mark.rule("WB-Q105")
def test_a_sequence_that_costs_the_last_token_is_warned_of() -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cards").mkdir()
        (Path(folder) / "pack.yaml").write_text(
            "pack: given\ngame: wonderbook\ntitle: G\nsequences:\n  doom: [{destiny_down: 1}]\n"
        )
        (Path(folder) / "cards/all.yaml").write_text(QUIET + tool("horn", "[{run: doom}]"))
        pack = read_pack(Path(folder), LANGUAGE).pack
    g = sid(QUIET + tool("horn", "[{count: x}]"), items={"SID": ["horn"]}, destiny=1)
    g.chapter = Chapter(LIBRARY.box, pack, 1)
    m = play(g)
    m.answer("use horn work")
    assert m.outcome is None and asked(m).topic == "last destiny"


@pytest.mark.rule("WB-Q94")
def test_knocked_out_by_a_page_in_an_own_action_one_chooses_nothing_more() -> None:
    page = story(3, "{damage: 9}, {pick: wyrms, do: [{defeat: it}]}", then="discard")
    m = play(
        table(
            page,
            tool("horn", "[{reveal_card: I-3}]"),
            items={"SID": ["horn"]},
            wyrms=["S", "T"],
            active="SID",
        )
    )
    answer(m, "use horn work")
    assert asked(m).topic == "turn"


@pytest.mark.rule("WB-Q14")
def test_nobody_is_in_a_place_that_is_not_there() -> None:
    g = table(goal(aim="all_in(place_of(lamp))"), story(3), goal(4, "counter(more) >= 1"))
    assert does(g, "[{use_map: yard}]").goal == "I-2"


@pytest.mark.rule("WB-Q114")
def test_a_shred_can_be_kept_for_the_next_chapter() -> None:
    assert won(does(yard(shreds=["SID"]), "[{keep: song}]")).kept == {"song": "SID"}


@pytest.mark.rule("WB-Q13")
def test_spawns_under_a_new_goal_begin_at_its_first_vortex() -> None:
    first, second = (
        wyrm_goal(aim="count(wyrms) >= 1", more=", vortex: [X]"),
        wyrm_goal(4, "counter(more) >= 1", ", vortex: [T, L]"),
    )
    m = play(
        with_wyrm_cards(
            table(first, story(3), second, wyrm_card(5, "[{spawn: 1}, {spawn: 1}]"), step="enemies"), "I-5"
        )
    )
    turn_pages(m)
    assert m.state.wyrm_at[:2] == ["X", "T"]


@pytest.mark.rule("WB-Q32")
def test_nobody_looks_at_a_deck_that_is_empty() -> None:
    g = sid(skills={"SID": [("sid-2", "left")]})
    g.wyrm_cards = new_box(WYRM_ROWS, [])
    assert "use sid-2 left" not in offered(play(g))


@pytest.mark.rule("WB-111")
def test_another_roll_in_answer_to_a_roll_does_not_change_it() -> None:
    cards = (
        QUIET
        + law("when: [{on: rolled, limit: turn, do: [{roll: 1}]}]")
        + tool("horn", "[{roll: 3}, {set_counter: x, n: failures}]")
    )
    m = play(sid(cards, rules=["law"], items={"SID": ["horn"]}), "S F F", "S")
    assert counted(answer(m, "use horn work", "keep")) == 2


@pytest.mark.rule("WB-043")
def test_the_last_blow_is_damage_too() -> None:
    g = with_card("when: [{on: figure_damaged, do: [{count: x}]}]")
    assert counted(does(g, "[{create_enemy: boss, area: A}, {damage_enemy: 4, to: boss}]")) == 1


@pytest.mark.rule("WB-Q86")
def test_bait_comes_nearer_to_heroes_not_to_itself() -> None:
    cards = QUIET + figure("dog", "ally", 3, ", bait: true, script: [stalk]")
    g = sid(cards, at={"SID": "S", "LARA": "S", "KEN": "S"})
    assert does(g, "[{create_ally: dog, area: X}, {ally_acts: dog}]").figures["dog"][0] == "L"


@pytest.mark.rule("WB-Q56")
def test_a_stack_is_sorted_whatever_lay_there_before() -> None:
    g = table(thing(5, banner="red"), thing(6, banner="red"), thing(8, banner="red"))
    assert does(g, "[{reveal_card: I-8}, {take_stack: red}]").stacks["red"] == ("I-5", "I-6", "I-8")


@pytest.mark.rule("WB-072")
def test_an_item_that_a_card_takes_from_somebody_is_not_renewed() -> None:
    cards = (
        CARDS
        + item("charm", more=", when: [{on: spark_collected, limit: chapter, do: [{count: x}]}]")
        + tool("horn", "[{gain_item: charm, who: LARA}]")
    )
    g = yard(cards, items={"SID": ["charm", "horn"]}, lying={"A": 2}, active="SID")
    assert counted(answer(play(g), "collect", "use horn work", "collect")) == 1


@pytest.mark.rule("WB-104")
def test_an_additional_action_renews_no_limit_of_the_action_around_it() -> None:
    cards = (
        QUIET
        + law("when: [{on: enters, limit: action, do: [{count: x}]}]")
        + tool("horn", "[{walk: 1}, {extra_action: collect}, {walk: 1}]")
    )
    g = sid(cards, rules=["law"], items={"SID": ["horn"]}, lying={"T": 1})
    assert counted(answer(play(g), "use horn work", "move T", "collect", "move S")) == 1


@pytest.mark.rule("WB-172")
def test_nobody_changes_places_with_a_knocked_out_hero() -> None:
    g = sid(at={"SID": "T", "LARA": "L", "KEN": "K"}, hearts={"KEN": 0}, active="LARA")
    assert does(g, "[{swap: KEN}]", "LARA").at["KEN"] == "K"


@pytest.mark.rule("WB-Q70")
def test_a_wyrm_is_removed_once() -> None:
    m = carried_out(sid(wyrms=["T"]), "[{pick: wyrms, do: [{remove: it}, {remove: it}]}]", "SID")[1]
    assert told(m).count("is removed") == 1


@pytest.mark.rule("WB-025")
def test_the_supply_of_hearts_is_public() -> None:
    assert "Hearts" in [thing.name for thing in play(sid(QUIET)).scene(0).left[0].things]


@pytest.mark.rule("WB-Q52")
def test_an_area_that_comes_back_does_not_pull_objects_back() -> None:
    g = does(sid(), "[{place_object: lamp, area: S}, {remove_area: K, to: X}, {add_area: K}]")
    assert g.objects["lamp"] == "S"


@pytest.mark.rule("WB-128")
def test_the_target_of_a_hit_is_who_was_hit() -> None:
    ogre = figure("ogre", "enemy", 3, ", instead: [{of: figure_damaged, if: card is ogre, do: [cancel]}]")
    g = does(
        lara(
            QUIET + ogre + law("when: [{on: hit, if: in_play(target), do: [{count: x}]}]"),
            wyrms=["S"],
            rules=["law"],
        ),
        "[{create_enemy: ogre, area: S}]",
    )
    m = play(g, "S")
    answer(m, "attack", "ogre", "S standing")
    assert m.state.stunned[0] and counted(m.state) == 1


@pytest.mark.rule("WB-085", "WB-Q54")
def test_what_the_top_card_asks_of_itself_is_asked_of_no_other() -> None:
    tops = thing(5, banner="red").replace("banner: red", "banner: red, if: this is I-5")
    g = table(tops, thing(6, banner="red"), stacks={"red": ["I-5", "I-6"]}, active="KEN")
    assert "interact I-5" in offered(play(g))


@pytest.mark.rule("WB-Q61")
def test_no_damage_is_no_damage() -> None:
    g = with_card("when: [{on: figure_damaged, do: [{count: x}]}]")
    g = does(g, "[{create_enemy: boss, area: A}, {damage_enemy: 0, to: boss}]")
    assert (counted(g), g.figures["boss"][1]) == (0, 4)


@pytest.mark.rule("WB-Q105")
@pytest.mark.parametrize(
    ("do", "key", "safe"),
    [
        ("{amount: n, most: 2, by: group, do: [{destiny_down: n}]}", "1", "0"),
        ("{pick: heroes, by: group, up_to: 1, do: [{destiny_down: 1}]}", "SID", "no"),
    ],
)
def test_a_page_that_lets_one_choose_how_much_warns_of_the_last_token(do: str, key: str, safe: str) -> None:
    match = opened(chapter(story(1, do), goal(), end()), destiny=1)
    answer(match, key)
    assert (match.outcome, asked(match).topic) == (None, "last destiny")
    answer(match, "no")
    if safe in offered(match):
        answer(match, safe)
    assert match.state.destiny == 1


@pytest.mark.rule("WB-Q131", "WB-Q23")
def test_an_option_that_asks_something_of_you_asks_it_of_whom_the_group_names() -> None:
    pay = column("pay", "{gain_sparks: 1}", ", if: hearts(self) > 1")
    match = opened(chapter(choice(1, pay, column("on")), goal(), end()), hearts={"SID": 1})
    answer(match)
    assert asked(match).topic == "who"
    answer(match, "LARA")
    assert "I-1 pay" in offered(match)
    assert answer(match, "I-1 pay").sparks["LARA"] == 1
