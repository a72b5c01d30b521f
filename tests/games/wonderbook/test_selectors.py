"""Wonder Book: every selector, amount and condition that cards can ask for, and that no word goes untested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import Book
from tests.games.wonderbook.given import (
    BOARD,
    WORDS,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
)

HERE = Path(__file__).parent
FILES = (
    "test_selectors.py",
    "test_effects_figures.py",
    "test_effects_story.py",
    "test_triggers.py",
    "test_more_words.py",
)

CARDS = (
    BOARD
    + f"""
- card: yard
  kind: map
  title: The yard
  areas: {{A: {{name: A, tags: [dark]}}, B: {{name: B}}, C: {{name: C, tags: [dark, wet]}}, D: {{name: D}}, E: {{name: E}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [B, C], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [A, C], line: solid}}
  objects: {{well: {{name: A well, area: B}}, cart: {{name: A cart}}}}
- {{card: I-4, kind: choice, title: Four, text: {WORDS!r},
    options: [{{id: east, say: East, text: {WORDS!r}}}, {{id: west, say: West, text: {WORDS!r}}}]}}
- {{card: I-5, kind: interaction, title: Five, text: {WORDS!r}, object: well, banner: red, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4, script: [{{place_sparks: 2, area: lair_of_this}}]}}
- {{card: imp, kind: enemy, title: Imp, text: {WORDS!r}, hearts: 1}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 3}}
- {{card: torch, kind: item, title: Torch, text: {WORDS!r},
    actions: [{{id: burn, say: Burn it, do: [{{discard_item: this}}, {{gain_sparks: 1}}]}}]}}
- {{card: rope, kind: item, title: Rope, text: {WORDS!r}}}
"""
)


def yard(**given: object) -> Book:
    """SID in A, LARA in B, KEN in C; D lies behind C, and nobody comes to E."""
    return book(cards=CARDS, map="yard", at={"SID": "A", "LARA": "B", "KEN": "C"}, **given)  # type: ignore[arg-type]


def things(g: Book, selector: str, me: str | None = None) -> list[str]:
    """The keys of the things that a selector means; Wyrms alike are one."""
    match = carried_out(g, f'[{{pick: "{selector}", up_to: 1, by: group, do: []}}]', me)[1]
    return offered(match)[:-1] if asked(match)[1] == "pick" else []


def number(g: Book, amount: str, me: str | None = None) -> int:
    return does(g, f'[{{set_counter: found, n: "{amount}"}}]', me).counters["found"]


def is_so(g: Book, condition: str, me: str | None = None) -> bool:
    text = (
        f'[{{if: "{condition}", then: [{{set_counter: found, n: 1}}], else: [{{set_counter: found, n: 2}}]}}]'
    )
    return does(g, text, me).counters["found"] == 1


def written(file: str) -> list[str]:
    """The texts that stand in a test file, apart from those that only explain."""
    nodes = list(ast.walk(ast.parse((HERE / file).read_text(encoding="utf-8"))))
    docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
    texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [str(node.value) for node in texts if node not in docs]


def test_every_word_of_the_language_is_used_in_these_files() -> None:
    text = "\n".join([part for file in FILES for part in written(file)])
    wanted = {f"the instruction {name}": rf"[{{\[,] ?{name}(:|,|\]|\}})" for name in LANGUAGE.ops}
    for name, word in LANGUAGE.values.items():
        follows = r"\(" if any(param.is_required for param in word.params) else r"(?![\w:])"
        wanted[f"the value {name}"] = rf"(?<![\w.]){name}{follows}"
    for name, answers in LANGUAGE.answers.items():
        wanted |= {f"the event {name}, {way}": rf"\b{way}: {name}\b" for way in answers}
    wanted |= {f"the number {name}": rf"\{{{name}: " for name in LANGUAGE.queries}
    wanted |= {f"the ban {name}": rf"\bforbid: {name}\b" for name in LANGUAGE.bans}
    for name in LANGUAGE.scopes:
        wanted |= {f"{word} {name}": rf"\b{word}: {name}\b" for word in ("for", "limit")}
    assert [what for what, pattern in wanted.items() if not re.search(pattern, text)] == []


@pytest.mark.rule("WB-172")
def test_heroes_are_those_on_their_feet() -> None:
    assert things(yard(), "heroes") == ["SID", "LARA", "KEN"]
    assert things(yard(hearts={"LARA": 0}), "heroes") == ["SID", "KEN"]


def test_everyone_is_also_who_lies_there() -> None:
    assert things(yard(hearts={"LARA": 0}), "everyone") == ["SID", "LARA", "KEN"]
    assert "TINA" not in things(yard(), "everyone")


def test_the_knocked_out_are_only_those_who_lie_there() -> None:
    assert things(yard(hearts={"LARA": 0, "KEN": 0}), "knocked_out") == ["LARA", "KEN"]
    assert things(yard(), "knocked_out") == []
    assert number(yard(hearts={"LARA": 0}), "count(knocked_out)") == 1


def test_the_others_are_all_but_oneself_and_those_who_lie_there() -> None:
    assert things(yard(), "others", "SID") == ["LARA", "KEN"]
    assert things(yard(hearts={"KEN": 0}), "others", "SID") == ["LARA"]


def test_the_active_hero_is_whoever_takes_a_turn_and_nobody_between_turns() -> None:
    assert things(yard(active="KEN"), "active", "SID") == ["KEN"]
    assert things(yard(), "active", "SID") == []


def test_heroes_in_an_area() -> None:
    g = yard()
    g.at["KEN"] = "B"
    assert things(g, "heroes_in(B)") == ["LARA", "KEN"]
    assert things(yard(hearts={"LARA": 0}), "heroes_in(B)") == []
    assert things(g, "heroes_in(D)") == []
    assert things(g, "heroes_in(P)") == []


@pytest.mark.rule("WB-Q49")
def test_heroes_next_to_an_area_are_those_over_dashed_lines() -> None:
    assert things(yard(), "heroes_next_to(B)") == ["SID", "KEN"]
    assert things(yard(), "heroes_next_to(A)") == ["LARA"]
    assert things(yard(hearts={"LARA": 0}), "heroes_next_to(A)") == []
    assert things(yard(), "heroes_next_to(E)") == []
    assert things(yard(), "heroes_next_to(P)") == []


def test_heroes_around_an_area_are_those_in_it_and_next_to_it() -> None:
    assert sorted(things(yard(), "heroes_around(A)")) == ["LARA", "SID"]
    assert things(yard(hearts={"SID": 0}), "heroes_around(A)") == ["LARA"]
    assert things(yard(), "heroes_around(P)") == []


def test_the_holder_of_an_item_is_whoever_holds_it_also_lying_there() -> None:
    g = yard(items={"LARA": ["torch"]}, shreds={"KEN": ["plaster"]}, hearts={"LARA": 0})
    assert things(g, "holder_of(torch)") == ["LARA"]
    assert things(g, "holder_of(plaster)") == ["KEN"]
    assert things(g, "holder_of(rope)") == []


def test_the_lowest_hearts_are_of_those_on_their_feet() -> None:
    assert things(yard(hearts={"SID": 2, "LARA": 4, "KEN": 2}), "lowest_hearts") == ["SID", "KEN"]
    assert things(yard(hearts={"SID": 0, "LARA": 4, "KEN": 5}), "lowest_hearts") == ["LARA"]
    assert things(yard(hearts={"SID": 0, "LARA": 0, "KEN": 0}), "lowest_hearts") == []


def test_oneself_and_heroes_by_name() -> None:
    assert is_so(yard(), "self is SID", "SID")
    assert not is_so(yard(), "self is SID", "KEN")
    assert things(yard(), "heroes where it is KEN or it is TINA") == ["KEN"]


def test_heroes_can_be_chosen_by_a_player_or_by_the_group() -> None:
    alone = carried_out(yard(), "[{pick: others, do: [{damage: 1, to: it}]}]", "KEN")[1]
    assert asked(alone) == (2, "pick")
    assert offered(alone) == ["SID", "LARA"]
    together = carried_out(yard(), "[{pick: others, by: group, do: [{damage: 1, to: it}]}]", "KEN")[1]
    assert asked(together) == (-1, "pick")
    assert answer(together, "LARA").hearts == {"SID": 5, "LARA": 4, "KEN": 6}


def test_all_wyrms_are_those_in_play() -> None:
    g = yard(wyrms=["A", "C"], stunned=["A"])
    assert things(g, "wyrms") == ["A standing", "C standing", "A stunned"]
    assert number(g, "count(wyrms)") == 3
    assert number(yard(), "count(wyrms)") == 0


def test_wyrms_in_an_area() -> None:
    g = yard(wyrms=["A", "A", "C"], stunned=["A"])
    assert things(g, "wyrms_in(A)") == ["A standing", "A stunned"]
    assert number(g, "count(wyrms_in(A))") == 3
    assert number(g, "count(wyrms_in(B))") == 0
    assert number(g, "count(wyrms_in(P))") == 0


def test_nowhere_there_are_no_wyrms() -> None:
    """The supply is no area."""
    assert number(yard(wyrms=["A"]), "count(wyrms_in(place_of(cart)))") == 0
    assert number(yard(wyrms=["A"]), "count(wyrms_around(place_of(cart)))") == 0


def test_wyrms_next_to_an_area_and_around_it() -> None:
    g = yard(wyrms=["A", "B", "C", "D"])
    assert things(g, "wyrms_next_to(B)") == ["A standing", "C standing"]
    assert things(g, "wyrms_around(A)") == ["A standing", "B standing"]
    assert things(g, "wyrms_next_to(E)") == []
    assert things(g, "wyrms_next_to(P)") == []


@pytest.mark.rule("WB-Q81")
def test_wyrms_within_so_many_steps() -> None:
    g = yard(wyrms=["A", "B", "C", "D", "E"])
    assert things(g, "wyrms_within(0, here)", "SID") == ["A standing"]
    assert things(g, "wyrms_within(2, here)", "SID") == ["A standing", "B standing", "C standing"]
    assert things(g, "wyrms_within(60, here)", "SID") == [
        "A standing",
        "B standing",
        "C standing",
        "D standing",
    ]
    assert things(g, "wyrms_within(3, P)") == []


@pytest.mark.rule("WB-Q81")
def test_the_closest_wyrms_have_the_shortest_way() -> None:
    g = yard(wyrms=["D", "E", "C"], stunned=["C"])
    assert things(g, "closest_wyrms", "SID") == ["C standing", "C stunned"]
    assert things(g, "closest_wyrms(KEN)", "SID") == ["C standing", "C stunned"]
    assert things(yard(wyrms=["E"]), "closest_wyrms(SID)") == []
    assert things(yard(), "closest_wyrms(SID)") == []


def test_the_closest_wyrms_are_closest_by_their_own_way() -> None:
    one_way = does(
        yard(wyrms=["D", "B"]),
        "[{add_link: D, other: A, one_way: true}, {set_border: A, other: B, line: solid}]",
    )
    assert things(one_way, "closest_wyrms(SID)") == ["D standing"]


def test_wyrms_are_stunned_or_standing() -> None:
    g = yard(wyrms=["A"], stunned=["B"])
    assert things(g, "wyrms where is_stunned(it)") == ["B stunned"]
    assert things(g, "wyrms where not is_stunned(it)") == ["A standing"]


def test_a_defeated_wyrm_is_neither_stunned_nor_in_play() -> None:
    text = '[{{pick: wyrms, do: [{{defeat: it}}, {{if: "{}", then: [{{count: found}}]}}]}}]'
    assert does(yard(stunned=["B"]), text.format("is_stunned(it)")).counters == {}
    assert does(yard(stunned=["B"]), text.format("in_play(it)")).counters == {}
    assert does(yard(stunned=["B"]), text.format("not in_play(it)")).counters == {"found": 1}


def test_a_wyrm_in_play_is_in_play() -> None:
    assert things(yard(wyrms=["B"]), "wyrms where in_play(it)") == ["B standing"]


def test_the_lair_of_a_wyrm_is_where_it_is() -> None:
    g = yard(wyrms=["B", "D"])
    assert things(g, "wyrms where lair(it) is D") == ["D standing"]
    gone = does(g, "[{pick: wyrms_in(D), do: [{defeat: it}, {place_sparks: 1, area: lair(it)}]}]")
    assert gone.lying == {}


def test_enemies_and_allies_are_told_apart() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: A}, {create_enemy: imp, area: B}, {create_ally: fox, area: A}]"
    )
    assert things(g, "enemies") == ["boss", "imp"]
    assert things(g, "allies") == ["fox"]
    assert things(g, "enemies_in(A)") == ["boss"]
    assert things(g, "enemies_in(C)") == []
    assert things(g, "enemies_in(P)") == []
    assert things(yard(), "enemies") == []
    assert things(yard(), "allies") == []


def test_where_enemies_and_allies_are() -> None:
    g = does(yard(), "[{create_enemy: boss, area: A}, {create_ally: fox, area: D}]")
    assert is_so(g, "enemy_at(boss) is A")
    assert is_so(g, "ally_at(fox) is D")
    assert things(g, "enemies where enemy_at(it) is D") == []


def test_who_is_not_in_play_is_nowhere() -> None:
    g = does(yard(), "[{place_sparks: 1, area: enemy_at(boss)}, {place_sparks: 1, area: ally_at(fox)}]")
    assert g.lying == {}


def test_an_enemy_speaks_of_its_own_area() -> None:
    g = does(yard(), "[{create_enemy: boss, area: C}, {enemy_acts: boss}]")
    assert g.lying == {"C": 2}
    assert does(yard(), "[{place_sparks: 2, area: lair_of_this}]").lying == {}


def test_all_areas_are_those_on_the_map() -> None:
    assert things(yard(), "areas") == ["A", "B", "C", "D", "E"]
    assert things(book(), "areas") == []
    assert things(does(yard(), "[{remove_area: E, to: A}]"), "areas") == ["A", "B", "C", "D"]


def test_here_is_where_the_hero_is_who_acts() -> None:
    assert things(yard(), "here", "KEN") == ["C"]
    assert does(yard(), "[{place_sparks: 1, area: here}]").lying == {}


def test_the_area_of_a_hero() -> None:
    assert is_so(yard(), "area_of(LARA) is B")
    assert is_so(yard(hearts={"LARA": 0}), "area_of(LARA) is B")
    assert things(yard(), "heroes where area_of(it) is C") == ["KEN"]


@pytest.mark.rule("WB-114", "WB-115")
def test_areas_next_to_one_are_those_that_can_be_entered() -> None:
    assert things(yard(), "next_to(B)") == ["A", "C"]
    assert things(yard(), "next_to(A)") == ["B"]
    assert things(yard(), "next_to(E)") == []
    assert things(yard(), "next_to(P)") == []


@pytest.mark.rule("WB-155")
def test_the_vortex_is_that_of_the_goal_as_far_as_it_is_on_the_map() -> None:
    rooms = book(map="enemies", at={"SID": "P", "LARA": "P", "KEN": "P"})
    assert things(rooms, "vortex") == ["V"]
    assert things(yard(), "vortex") == []
    assert things(does(yard(), "[{set_vortex: E}]"), "vortex") == ["E"]


def test_the_place_of_an_object() -> None:
    assert is_so(yard(), "place_of(well) is B")
    assert things(yard(), "areas where it is place_of(cart)") == []
    assert things(does(yard(), "[{remove_object: well}]"), "areas where it is place_of(well)") == []


def test_areas_with_a_tag() -> None:
    assert things(yard(), "tagged(dark)") == ["A", "C"]
    assert things(yard(), "tagged(wet)") == ["C"]
    assert things(yard(), "tagged(warm)") == []
    assert things(book(), "tagged(dark)") == []
    assert things(does(yard(), "[{remove_area: C, to: A}]"), "tagged(dark)") == ["A"]


def test_areas_with_so_many_wyrms() -> None:
    g = yard(wyrms=["A", "C", "C"], stunned=["C"])
    assert things(g, "areas where count(wyrms_in(it)) >= 2") == ["C"]
    assert things(g, "areas where count(wyrms_in(it)) >= 1") == ["A", "C"]
    assert things(g, "areas where count(wyrms_in(it)) >= 4") == []


@pytest.mark.rule("WB-030")
def test_the_dark_aura_is_where_it_lies_or_where_its_bearer_is() -> None:
    assert is_so(does(yard(), "[{aura_in: D}]"), "aura_at is D")
    assert is_so(does(yard(), "[{aura_on: LARA}]"), "aura_at is B")
    assert is_so(does(yard(), "[{create_enemy: boss, area: E}, {aura_on_enemy: boss}]"), "aura_at is E")


def test_a_dark_aura_that_lies_nowhere_has_no_place() -> None:
    assert things(yard(), "areas where it is aura_at") == []
    assert things(does(yard(), "[{aura_in: P}]"), "areas where it is aura_at") == []
    assert things(does(yard(), "[{aura_on_enemy: boss}]"), "areas where it is aura_at") == []


@pytest.mark.rule("WB-073")
def test_the_items_of_a_hero_are_items_and_shreds() -> None:
    g = yard(items={"SID": ["torch"], "KEN": ["rope"]}, shreds={"SID": ["plaster"]})
    assert things(g, "items_of(SID)") == ["torch", "plaster"]
    assert things(g, "items_of", "KEN") == ["rope"]
    assert things(g, "items_of(LARA)") == []


def test_this_is_the_card_whose_text_it_is() -> None:
    match = play(yard(items={"SID": ["torch", "rope"]}, active="SID"))
    g = answer(match, "use torch burn")
    assert g.items["SID"] == ("rope",)
    assert g.discard == ("torch",)


@pytest.mark.parametrize(
    "value",
    [
        "hearts(TINA)",
        "missing_hearts(TINA)",
        "sparks(TINA)",
        "count(items_of(TINA))",
        "count(closest_wyrms(TINA))",
    ],
)
def test_a_hero_who_does_not_play_has_nothing(value: str) -> None:
    assert number(yard(wyrms=["A"]), value) == 0


@pytest.mark.parametrize(
    "condition",
    ["is_in(TINA, A)", "is_full(TINA)", "has_aura(TINA)", "holds(torch, TINA)", "area_of(TINA) is A"],
)
def test_of_a_hero_who_does_not_play_nothing_is_so(condition: str) -> None:
    assert not is_so(yard(items={"SID": ["torch"]}), condition)


def test_successes_and_failures_of_the_roll_of_this_text() -> None:
    text = "[{roll: 5}, {set_counter: good, n: successes}, {set_counter: bad, n: failures}]"
    assert does(yard(), text, falls=["S F S F S"]).counters == {"good": 3, "bad": 2}


def test_before_a_roll_there_are_neither_successes_nor_failures() -> None:
    g = does(yard(), "[{roll: 3}]", falls=["S S F"])
    assert number(g, "successes") == 0
    assert number(g, "failures") == 0


def test_the_heroes_are_counted_also_those_who_lie_there() -> None:
    assert number(yard(hearts={"SID": 0}), "hero_count") == 3
    assert number(book(heroes=["SID", "LARA"], players=1), "hero_count") == 2


def test_one_player_alone_is_one_player_with_two_heroes() -> None:
    g = book(heroes=["SID", "LARA"], players=1)
    assert number(g, "players") == 1
    assert number(yard(), "players") == 3


def test_destiny_is_the_tokens_face_up() -> None:
    assert number(yard(destiny=7), "destiny") == 7
    assert number(yard(difficulty="hardcore"), "destiny") == 4


def test_hearts_and_missing_hearts() -> None:
    g = yard(hearts={"SID": 2, "KEN": 0})
    assert [number(g, "hearts", "SID"), number(g, "hearts(KEN)"), number(g, "hearts(LARA)")] == [2, 0, 5]
    assert [
        number(g, "missing_hearts", "SID"),
        number(g, "missing_hearts(KEN)"),
        number(g, "missing_hearts(LARA)"),
    ] == [3, 6, 0]


def test_sparks_in_a_reserve_and_in_an_area() -> None:
    g = yard(sparks={"SID": 3}, lying={"B": 2})
    assert [number(g, "sparks", "SID"), number(g, "sparks(KEN)")] == [3, 0]
    assert [number(g, "sparks_in(B)"), number(g, "sparks_in(A)"), number(g, "sparks_in(P)")] == [2, 0, 0]


@pytest.mark.rule("WB-043")
def test_the_hearts_of_enemies_and_allies() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}, {damage_enemy: 1, to: boss}]"
    )
    assert number(g, "enemy_hearts(boss)") == 3
    assert number(g, "ally_hearts(fox)") == 3
    assert number(yard(), "enemy_hearts(boss)") == 0
    assert number(yard(), "ally_hearts(fox)") == 0


def test_counters_and_markers_begin_with_nothing() -> None:
    g = does(yard(), "[{count: done, n: 0}, {count: lamps, n: 2}, {place_marker: 3, name: ink}]")
    assert [number(g, "counter(lamps)"), number(g, "counter(others)")] == [2, 0]
    assert [number(g, "markers(ink)"), number(g, "markers(mud)")] == [3, 0]


def test_the_round_and_the_chapter() -> None:
    assert number(yard(), "round") == 1
    assert number(yard(), "chapter") == 1
    assert is_so(yard(), "chapter = 1")
    assert not is_so(yard(), "round >= 2")


@pytest.mark.parametrize(
    ("heroes", "sparks"),
    [(["SID", "LARA"], 2), (["SID", "LARA", "KEN"], 5), (["SID", "LARA", "KEN", "TINA"], 5)],
)
def test_an_amount_by_players(heroes: list[str], sparks: int) -> None:
    text = "[{gain_sparks: {players: {1: 1, 2: 2, 3: 5}}, to: SID}]"
    assert does(book(heroes=heroes), text).sparks["SID"] == sparks


def test_amounts_are_reckoned() -> None:
    g = yard(hearts={"SID": 3})
    assert number(g, "hero_count * 2 + 1 - hearts(SID)") == 4
    assert number(g, "half(hearts(SID))") == 2
    assert number(g, "half_down(hearts(SID))") == 1
    assert number(g, "min(hearts(SID), players)") == 3
    assert number(g, "max(hearts(SID), destiny)") == 5


@pytest.mark.rule("WB-066", "WB-Q25")
def test_a_keyword_is_written_or_not() -> None:
    g = yard(record=Campaign(keywords={"LANTERN": 1}))
    assert is_so(g, "has(LANTERN)")
    assert is_so(g, "has(lantern)")
    assert not is_so(g, "not has(LANTERN)")
    assert not is_so(g, "has(ANCHOR)")


def test_a_hero_is_in_an_area_on_their_feet() -> None:
    assert is_so(yard(), "is_in(SID, A)")
    assert not is_so(yard(), "is_in(SID, B)")
    assert not is_so(yard(hearts={"SID": 0}), "is_in(SID, A)")
    assert is_so(yard(), "some(heroes_in(A))")


def test_all_heroes_on_their_feet_are_in_an_area() -> None:
    g = yard()
    g.at.update({"LARA": "A", "KEN": "A"})
    assert is_so(g, "all_in(A)")
    assert not is_so(yard(), "all_in(A)")
    assert is_so(yard(hearts={"LARA": 0, "KEN": 0}), "all_in(A)")
    assert not is_so(yard(hearts={"SID": 0, "LARA": 0, "KEN": 0}), "all_in(A)")


def test_a_hero_plays_in_this_chapter_or_not() -> None:
    assert is_so(yard(hearts={"SID": 0}), "takes_part(SID)")
    assert not is_so(yard(), "takes_part(TINA)")


def test_a_hero_holds_an_item_or_a_shred() -> None:
    g = yard(items={"SID": ["torch"]}, shreds={"LARA": ["plaster"]})
    assert is_so(g, "holds(torch)", "SID")
    assert is_so(g, "holds(plaster, LARA)")
    assert not is_so(g, "holds(torch)", "LARA")
    assert not is_so(g, "holds(rope, SID)")


def test_somebody_holds_an_item() -> None:
    g = yard(items={"SID": ["torch"]}, hearts={"SID": 0})
    assert is_so(g, "is_held(torch)")
    assert not is_so(g, "is_held(rope)")


def test_hearts_and_sparks_at_least_or_at_most() -> None:
    g = yard(hearts={"SID": 2}, sparks={"SID": 2})
    assert is_so(g, "hearts >= 2 and hearts <= 2 and sparks >= 2", "SID")
    assert not is_so(g, "hearts >= 3 or hearts < 2 or sparks > 2", "SID")


def test_a_hero_is_full_with_all_hearts() -> None:
    assert is_so(yard(), "is_full", "SID")
    assert not is_so(yard(hearts={"SID": 4}), "is_full(SID)")
    assert not is_so(yard(hearts={"SID": 0}), "is_full(SID)")


@pytest.mark.rule("WB-Q61")
def test_an_enemy_is_defeated_when_it_was_in_play_and_is_not_any_more() -> None:
    met = does(yard(), "[{create_enemy: imp, area: A}]")
    assert not is_so(yard(), "is_defeated(imp)")
    assert not is_so(met, "is_defeated(imp)")
    gone = does(met, "[{damage_enemy: 1, to: imp}]")
    assert is_so(gone, "is_defeated(imp)")
    assert not is_so(does(gone, "[{create_enemy: imp, area: A}]"), "is_defeated(imp)")


def test_an_ally_is_alive_while_in_play() -> None:
    met = does(yard(), "[{create_ally: fox, area: A}]")
    assert not is_so(yard(), "is_alive(fox)")
    assert is_so(met, "is_alive(fox)")
    assert not is_so(does(met, "[{damage_ally: 3, to: fox}]"), "is_alive(fox)")


def test_a_stack_is_empty_when_no_card_of_it_lies_out() -> None:
    out = yard(stacks={"red": ["I-5"]})
    assert not is_so(out, "stack_empty(red)")
    assert is_so(out, "stack_empty(blue)")
    assert is_so(does(out, "[{pop_stack: red}]"), "stack_empty(red)")


def test_a_card_is_discarded_or_not() -> None:
    out = yard(stacks={"red": ["I-5"]})
    assert not is_so(out, "is_discarded(I-5)")
    assert is_so(does(out, "[{pop_stack: red}]"), "is_discarded(I-5)")


def test_an_option_was_chosen_on_a_card_or_not() -> None:
    g = yard()
    assert not is_so(g, "chose(I-4, east)")
    read = does(g, "[{reveal_card: I-4}]", answers=["I-4 east"])
    assert is_so(read, "chose(I-4, east)")
    assert not is_so(read, "chose(I-4, west)")


@pytest.mark.rule("WB-Q75")
def test_symbols_with_a_silver_aura_count_with_three_players_or_four() -> None:
    assert is_so(yard(), "silver")
    assert is_so(book(heroes=["SID", "LARA", "KEN", "TINA"]), "silver")
    assert not is_so(book(heroes=["SID", "LARA"]), "silver")
    assert not is_so(book(heroes=["SID", "LARA"], players=1), "silver")


def test_the_difficulty_is_what_the_group_wanted() -> None:
    for mode in ("easier", "standard", "hardcore"):
        assert is_so(yard(difficulty=mode), f"difficulty_is({mode})")
    assert not is_so(yard(), "difficulty_is(hardcore)")


@pytest.mark.rule("WB-197")
def test_something_is_unlocked_or_not() -> None:
    g = yard(record=Campaign(unlocks=("tower",)))
    assert is_so(g, "unlocked(tower)")
    assert not is_so(g, "unlocked(cellar)")


@pytest.mark.rule("WB-030")
def test_a_hero_has_the_dark_aura_or_not() -> None:
    g = does(yard(), "[{aura_on: SID}]")
    assert is_so(g, "has_aura(SID)")
    assert is_so(g, "has_aura", "SID")
    assert not is_so(g, "has_aura(KEN)")
    assert not is_so(does(yard(), "[{aura_in: A}]"), "has_aura(SID)")


def test_what_comes_up_by_chance_is_one_number() -> None:
    text = '[{{chance: 3}}, {{if: "chance_is({})", then: [{{count: found}}]}}]'
    assert does(yard(), text.format(2), falls=["2"]).counters == {"found": 1}
    assert does(yard(), text.format(3), falls=["2"]).counters == {}
    assert not is_so(yard(), "chance_is(1)")


def test_conditions_are_joined_by_and_or_not() -> None:
    g = yard()
    assert is_so(g, "silver and not has(KEY)")
    assert is_so(g, "has(KEY) or silver")
    assert not is_so(g, "silver and has(KEY)")
