"""What a second reader of the rules with the ledger beside them found, so that it stays mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.rules import risk
from foldtale.games.wonderbook.scene import scene
from foldtale.games.wonderbook.state import WYRM_ROWS, Book
from foldtale.games.wonderbook.words import WORDS as SAID
from foldtale.kernel.scene import Counter
from foldtale.kernel.zones import new_box
from foldtale.testing import answer, asked, offered, told, turn_pages
from tests.games.wonderbook.given import BOARD, WORDS, book, carried_out, does, play
from tests.games.wonderbook.yards.triggers import CARDS, counted, with_card, yard

RULES = Path(risk.__file__).parent
GOAL = "goal: counter(done) >= 1, vortex: [E], then: next"


def card(kind: str, ident: str, rest: str) -> str:
    return f"- {{card: {ident}, kind: {kind}, title: T, text: {WORDS!r}, {rest}}}\n"


def horn(do: str, cards: str = CARDS, **more: Any) -> Book:
    """SID takes a turn and holds a horn whose Special Action does this."""
    item = card("item", "horn", f"actions: [{{id: go, say: Go, do: [{do}]}}]")
    return yard(cards + item, items={"SID": ["horn"]}, active="SID", **more)


def upgrade(ident: str, hero: str, handout: int, text: str) -> str:
    skill = f"{{title: S, text: {WORDS!r}, {text}}}"
    return (
        f"- {{card: {ident}, kind: upgrade, hero: {hero}, handout: {handout}, title: U, "
        f"left: {skill}, right: {skill}}}\n"
    )


def wyrm_cards(g: Book, *cards: str) -> Book:
    """The same position with a Wyrm deck of these cards."""
    g.wyrm_cards = new_box(WYRM_ROWS, list(cards))
    return g


@pytest.mark.rule("WB-Q10")
@pytest.mark.parametrize(("then", "goal"), [("discard", ""), ("next", "I-3")])
def test_a_goal_that_is_discarded_in_mid_turn_goes_back_to_the_turn(then: str, goal: str) -> None:
    g = answer(play(horn("{count: done}", CARDS.replace(GOAL, GOAL.replace("next", then), 1))), "use horn go")
    assert (g.goal, g.active) == (goal, "SID")


@pytest.mark.rule("WB-Q10")
@pytest.mark.parametrize(("then", "read"), [("discard", False), ("next", True)])
def test_a_page_that_is_discarded_in_mid_turn_goes_back_to_the_turn(then: str, read: bool) -> None:
    pages = card("story", "I-3", f"then: {then}") + card("story", "I-4", "do: [{count: four}]")
    item = card("item", "horn", "actions: [{id: go, say: Go, do: [{count: done}]}]")
    cards = BOARD.replace("card: I-3", "card: I-5") + pages + item
    g = book(cards, items={"SID": ["horn"]}, map="players", at={"SID": "S"}, active="SID")
    assert ("four" in answer(play(g), "use horn go").counters) == read


@pytest.mark.rule("WB-Q14", "WB-Q125")
def test_who_change_places_are_never_in_one_place() -> None:
    cards = BOARD.replace("counter(done) >= 1", "all_in(L)")
    at = {"LARA": "S", "SID": "L"}
    g = book(cards, heroes=("LARA", "SID"), map="players", at=at, sparks={"LARA": 1}, active="LARA")
    g = answer(play(g), "use LARA skill")
    assert (g.goal, g.at) == ("I-2", {"LARA": "L", "SID": "S"})


@pytest.mark.rule("WB-Q96")
def test_an_upgrade_from_an_earlier_chapter_is_the_same_after_a_knock_out() -> None:
    cards = CARDS + upgrade("u", "SID", 11, "when: [{on: enters, limit: chapter, do: [{count: x}]}]")
    record = Campaign(chapter=2, heroes=("SID", "LARA"), handouts=(11,), sides={"u": "left"})
    g = book(cards, heroes=(), players=2, number=2, record=record, goal="")
    g = answer(play(g), "SID", "LARA")
    g.open_at("yard")
    g = does(g, "[{move_to: A, who: SID}, {knock_out: SID}, {revive: SID}, {move_to: B, who: SID}]")
    assert counted(g) == 1


@pytest.mark.rule("WB-111", "WB-Q130")
def test_a_roll_is_the_roll_of_its_text_whatever_comes_between() -> None:
    text = "{roll: 2}, {extra_action: collect}, {turn_dice: 1}, {set_counter: x, n: successes}"
    match = play(horn(text, lying={"A": 1}), "S F")
    assert counted(answer(match, "use horn go", "keep", "collect")) == 2
    law = card("rule", "law", "when: [{on: rolled, limit: turn, do: [{extra_action: collect, who: LARA}]}]")
    g = horn("{roll: 3}, {set_counter: x, n: failures}", CARDS + law, rules=["law"], lying={"B": 1})
    assert counted(answer(play(g, "S F F"), "use horn go", "keep", "collect")) == 2


@pytest.mark.rule("WB-Q105")
@pytest.mark.parametrize(
    ("do", "destiny"),
    [
        ("{destiny_down: hero_count}", 3),
        ("{repeat: 2, do: [{destiny_down: 1}]}", 2),
        ("{each: heroes, do: [{destiny_down: 1}]}", 3),
        ("{destiny_down: 2}", 2),
    ],
)
def test_whatever_may_turn_the_last_token_is_asked_about(do: str, destiny: int) -> None:
    match = play(horn(do, destiny=destiny))
    answer(match, "use horn go")
    assert asked(match).topic == "last destiny"


@pytest.mark.rule("WB-Q105")
@pytest.mark.parametrize(
    "do", ["{repeat: 1, do: [{destiny_down: 1}]}", "{pick: heroes, count: 1, do: [{destiny_down: 1}]}"]
)
def test_what_is_done_only_once_is_no_loop_that_could_turn_every_token(do: str) -> None:
    match = play(horn(do, destiny=3))
    answer(match, "use horn go")
    assert asked(match)[1] != "last destiny"


@pytest.mark.rule("WB-Q105")
def test_what_cannot_turn_the_last_token_is_not_asked_about() -> None:
    assert answer(play(horn("{destiny_down: 2}", destiny=3)), "use horn go").destiny == 1
    assert answer(play(horn("{destiny_up: 1}, rotate", destiny=1)), "use horn go").destiny == 2


@pytest.mark.rule("WB-Q131", "WB-Q22")
def test_at_the_end_of_a_turn_it_is_still_the_turn_of_that_hero() -> None:
    g = with_card("when: [{on: turn_ends, do: [{gain_sparks: 1}]}]", active="SID")
    assert answer(play(g), "pass").sparks["SID"] == 1


@pytest.mark.rule("WB-Q12")
def test_a_players_phase_that_its_check_ends_gives_nobody_a_turn() -> None:
    back = f"then: flip, back: {{text: {WORDS!r}, do: [end_players_phase]}}"
    cards = CARDS.replace(GOAL, f"goal: destiny <= 4, {back}", 1)
    match = play(yard(cards, hearts={"SID": 0}, step="round"))
    turn_pages(match)
    assert "enemies' phase" in told(match)
    assert "turn" not in told(match)


@pytest.mark.rule("WB-088")
def test_a_goal_card_that_is_revealed_takes_the_place_of_the_other() -> None:
    cards = CARDS.replace(GOAL, GOAL + ", when: [{on: enters, do: [{count: x}]}]", 1)
    g = does(yard(cards), "[{reveal_card: I-3}, {move_to: B, who: SID}]")
    assert (g.goal, counted(g), "I-2" in g.discard) == ("I-3", 0, True)


def test_what_lasts_until_the_goal_ends_is_over_with_a_goal_that_is_replaced() -> None:
    lasting = "{for: goal, when: [{on: enters, do: [{count: x}]}]}"
    assert counted(does(yard(), f"[{lasting}, {{move_to: B, who: SID}}]")) == 1
    assert counted(does(yard(), f"[{lasting}, {{set_goal: I-3}}, {{move_to: B, who: SID}}]")) == 0


@pytest.mark.rule("WB-007", "WB-Q16")
def test_a_players_phase_that_a_card_calls_comes_though_the_goal_lists_none() -> None:
    enemies = "[{count: n}, {if: counter(n) = 1, then: [begin_players_phase]}, {if: counter(n) = 3, then: [lose_chapter]}]"
    goal = f"goal: counter(done) >= 1, then: next, phases: enemies, enemies: {enemies}"
    assert asked(play(yard(CARDS.replace(GOAL, goal, 1), step="enemies"))).topic == "turn"


def test_a_round_begins_with_its_players_phase() -> None:
    law = card("rule", "law", "when: [{on: spark_collected, limit: round, do: [{count: x}]}]")
    g = horn("begin_players_phase", CARDS + law, rules=["law"], lying={"A": 3})
    g = answer(play(g), "collect", "use horn go", "SID", "collect")
    assert (g.round, counted(g)) == (2, 2)


@pytest.mark.rule("WB-072")
def test_a_card_that_changes_hands_is_not_renewed() -> None:
    cards = CARDS + card("item", "charm", "when: [{on: spark_collected, limit: round, do: [{count: x}]}]")
    g = yard(cards, items={"SID": ["charm"]}, lying={"A": 2}, active="SID")
    assert counted(answer(play(g), "collect", "give charm LARA", "collect")) == 1


@pytest.mark.rule("WB-Q32")
@pytest.mark.parametrize(("hearts", "usable"), [({}, False), ({"LARA": 1}, True)])
def test_a_skill_for_each_hero_needs_one_for_whom_it_does_something(
    hearts: dict[str, int], usable: bool
) -> None:
    text = "do: [{pay: [{spend: 1}], then: [{each: heroes, do: [{recover: 1, to: it}]}]}]"
    g = yard(
        CARDS + upgrade("u", "SID", 11, text),
        skills={"SID": [("u", "left")]},
        sparks={"SID": 1},
        hearts=hearts,
        active="SID",
    )
    assert ("use u left" in offered(play(g))) == usable


@pytest.mark.rule("WB-Q85")
def test_bait_is_attacked_like_a_hero() -> None:
    cards = (
        CARDS
        + card("ally", "cub", "hearts: 3, bait: true")
        + card("rule", "law", "while: [{wyrm_attack: 1}]")
    )
    g = does(yard(cards, rules=["law"], wyrms=["D"]), "[{create_ally: cub, area: D}, {activate: 1}]")
    assert g.figures["cub"] == ("D", 1)


@pytest.mark.rule("WB-Q94")
def test_what_an_attack_does_besides_is_done_though_the_attacker_falls() -> None:
    attack = (
        f"attack: {{dice: 2, hit: [{{count: x}}]}}, skill: {{title: S, text: {WORDS!r}, do: [{{count: y}}]}}"
    )
    law = card("rule", "law", "when: [{on: wyrm_stunned, do: [{damage: 1, to: SID}]}]")
    cards = CARDS + card("hero", "SID", f"hearts: 5, {attack}") + law
    g = yard(cards, rules=["law"], hearts={"SID": 1}, wyrms=["A"], active="SID")
    g = answer(play(g, "S F"), "attack")
    assert (g.hearts["SID"], counted(g)) == (0, 1)


def test_what_lasts_for_an_additional_action_ends_with_it() -> None:
    law = card("rule", "law", "when: [{on: attack_declared, do: [{for: action, while: [{attack_dice: 1}]}]}]")
    g = horn("{extra_action: attack}, {extra_action: attack}", CARDS + law, rules=["law"], wyrms=["A"])
    g = answer(play(g, "F F F", "F F F"), "use horn go", "attack", "keep", "attack", "keep")
    assert len(g.dice) == 3


@pytest.mark.rule("WB-Q73")
def test_wyrm_cards_that_begin_the_phase_again_come_to_an_end() -> None:
    storm = card(
        "wyrm", "storm", "do: [{count: n}, {if: counter(n) > 40, then: [lose_chapter]}, run_enemies_phase]"
    )
    g = wyrm_cards(yard(CARDS + storm, step="enemies"), "storm")
    assert play(g).state.counters["n"] <= 6


@pytest.mark.rule("WB-150", "WB-Q13")
def test_only_what_a_wyrm_card_orders_itself_waits_for_its_end() -> None:
    back = (
        f"then: flip, back: {{text: {WORDS!r}, do: [reveal_wyrm_card, {{set_counter: seen, n: counter(w)}}]}}"
    )
    cards = CARDS.replace(GOAL, f"goal: counter(done) >= 1, {back}", 1)
    g = yard(cards + card("wyrm", "one", "do: [{count: w}, {count: done}]"), step="enemies")
    match = play(wyrm_cards(g, "one", "one"), "one")
    turn_pages(match)
    assert match.state.counters["seen"] == 2


def test_who_loses_an_area_enters_another() -> None:
    g = with_card("when: [{on: enters, if: area is B, do: [{count: x}]}]")
    assert counted(does(g, "[{remove_area: A, to: B}]")) == 1


def test_a_phase_that_a_card_calls_ends_the_one_before() -> None:
    g = with_card("when: [{on: players_phase_ends, do: [{count: x}]}]", active="SID")
    assert counted(does(g, "[begin_players_phase]")) == 1


@pytest.mark.rule("WB-Q54")
def test_the_face_of_a_card_says_that_dice_decide() -> None:
    cards = CARDS.replace("object: lamp, back", "object: lamp, roll: {dice: 2, needed: 1}, back")
    assert "Roll 2 dice: 1 must show a Success." in str(scene(yard(cards, stacks={"I-7": ["I-7"]}), 0).right)


@pytest.mark.rule("WB-Q52")
def test_an_object_of_one_map_can_stand_on_another() -> None:
    attic = "- {card: attic, kind: map, title: Attic, areas: {F: {name: F}}, borders: []}\n"
    g = does(yard(CARDS + attic), "[{use_map: attic}, {place_object: lamp, area: F}]")
    assert "object lamp" in str(scene(g, 0))


@pytest.mark.rule("WB-030", "WB-062")
def test_what_is_public_is_seen() -> None:
    seen = str(scene(does(yard(), "[{aura_on: SID}, {write: LAMP}, {place_marker: 2, name: ink}]"), 0))
    assert all(word in seen for word in ("Dark Aura", "LAMP", "ink", "Supply"))


def test_a_chapter_that_a_card_ends_says_nothing_of_destiny() -> None:
    match = play(horn("lose_chapter"))
    answer(match, "use horn go")
    assert scene(match.state, 0).ending == "The Chapter is lost."


def test_a_look_at_one_card_names_one_card() -> None:
    match = carried_out(yard(), "[{peek: wyrm, n: 1}]")[1]
    said = [SAID.sentence(line, ["Ada"]) for line in match.story(0) if line.get("tell") == "sees"]
    assert len(said) == 1
    assert said[0].startswith("Card 1 from the top: ")


@pytest.mark.rule("WB-198")
def test_a_card_lies_in_one_place_only() -> None:
    cards = CARDS + card("rule", "I-10", "then: next")
    g = does(yard(cards), "[{goto: I-20}, {put_rule: I-10}]")
    assert (g.rules, "I-10" in g.aside) == (("I-10",), False)


@pytest.mark.rule("WB-Q88")
def test_each_text_begins_at_the_first_dark_vortex() -> None:
    cards = CARDS.replace("vortex: [E], then: next", "vortex: [E, D], then: next", 1)
    cards += card("wyrm", "hatch", "do: [{spawn: 1}]")
    cards += card("item", "horn", "actions: [{id: go, say: Go, do: [{spawn: 1}]}]")
    g = wyrm_cards(yard(cards, step="enemies", items={"SID": ["horn"]}), "hatch")
    assert [area for area in answer(play(g), "SID", "use horn go").wyrm_at if area] == ["E", "E"]


@pytest.mark.rule("WB-Q61")
def test_nobody_comes_without_hearts() -> None:
    g = yard()
    g.hearts["SID"] += g.heart_supply
    assert "boss" not in does(g, "[{create_enemy: boss, area: A}]").figures


def test_more_actions_than_usual_are_not_four_of_three() -> None:
    things = scene(answer(play(with_card("while: [{actions: 1}]")), "SID"), 0).seats[0].things
    (actions,) = [thing for thing in things if isinstance(thing, Counter) and thing.name == "Actions"]
    assert (actions.count, actions.of) == (4, 4)


@pytest.mark.rule("WB-Q32")
@pytest.mark.parametrize(
    "each",
    [
        "each: heroes, as: friend, do: [{recover: 1, to: friend}]",
        "each: heroes, acts: it, do: [{recover: 1}]",
    ],
)
@pytest.mark.parametrize(("hearts", "usable"), [({}, False), ({"LARA": 1}, True)])
def test_it_is_the_same_under_a_name_and_by_any_actor(
    each: str, hearts: dict[str, int], usable: bool
) -> None:
    assert ("use horn go" in offered(play(horn(f"{{{each}}}", hearts=hearts)))) == usable


def test_no_rules_module_is_longer_than_400_lines() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in RULES.glob("*.py")}
    assert [name for name, length in lengths.items() if length > 400] == []
