"""Dice Upon a Time: the board, the dice and the Main Quests as they are written."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from foldtale.games.grimm.content import FOLDER
from foldtale.games.grimm.effects import LANGUAGE
from foldtale.games.grimm.language import TOKENS
from foldtale.kernel.pack.loading import read
from tests.games.grimm.given import CONTENT, tale

FIELDS = CONTENT.fields
ROUTES = {spot.name: (spot.ends, spot.value) for spot in CONTENT.spots if spot.ends is not None}
QUESTS = {card.id: card.body for card in CONTENT.of_kind("quest")}
HARD_TO_REACH = {"king", "fairy"}

KINDS = {
    "town": ["town"],
    "king": ["king"],
    "fairy": ["fairy"],
    "resource": ["gold_coin", "bread", "apple"],
    "building": ["well", "bridge", "church", "inn"],
    "support": ["old_woman", "huntsman", "soldier", "woodsman"],
    "far": ["clouds", "big_mountains", "hell", "big_sea"],
    "steed": ["steed_n", "steed_e", "steed_s", "steed_w"],
    "magic": ["magic"],
    "spirit": ["rabbit", "wolf", "snake", "fox"],
}

DRAWN = """
r01 town old_woman 3      r19 apple clouds 5
r02 town well 2           r20 gold_coin big_mountains 5
r03 town bridge 2         r21 bread big_sea 5
r04 town inn 3            r22 magic hell 5
r05 town church 4         r23 well steed_n 4
r06 town soldier 4        r24 steed_n clouds 4
r07 old_woman well 2      r25 steed_n big_mountains 5
r08 well huntsman 3       r26 church steed_e 5
r09 huntsman church 2     r27 gold_coin steed_e 4
r10 church soldier 3      r28 steed_e hell 4
r11 soldier inn 2         r29 inn steed_s 4
r12 inn woodsman 3        r30 bread steed_s 4
r13 woodsman bridge 2     r31 steed_s hell 5
r14 bridge old_woman 3    r32 bridge steed_w 5
r15 old_woman apple 3     r33 apple steed_w 4
r16 huntsman gold_coin 4  r34 steed_w big_sea 4
r17 woodsman bread 3      r35 church king 6
r18 soldier magic 4       r36 well fairy 6
"""

ASKED = """
q201 2 visit clouds
q202 2 visit hell
q203 2 visit big_sea
q204 2 visit big_mountains
q205 2 visit steed_n steed_e steed_s steed_w
q206 2 deliver 1 bread huntsman
q207 2 deliver 1 apple old_woman
q208 2 deliver 1 coin inn
q209 2 deliver 1 coin soldier
q210 2 deliver 1 bread well
q211 2 discard 2 apple
q212 2 discard 2 bread
q213 2 discard 2 coin
q214 2 discard 1 bread 1 apple
q301 3 visit king
q302 3 visit fairy
q303 3 deliver 2 apple church
q304 3 deliver 2 bread bridge
q305 3 deliver 2 coin well
q306 3 deliver 1 bread 1 apple woodsman
q307 3 deliver 1 coin hell
q308 3 deliver 1 bread big_mountains
q309 3 deliver 1 apple clouds
q310 3 discard 3 apple
q311 3 discard 3 bread
q312 3 discard 3 coin
q313 3 discard 1 coin 1 bread 1 apple
q314 3 discard 2 coin 1 apple
q315 3 fetch The Old Sword of the Old Soldier: soldier -> big_sea
q316 3 fetch The Magic Pipe: big_mountains -> town
q401 4 deliver 2 coin hell
q402 4 deliver 2 bread big_sea
q403 4 deliver 2 apple king
q404 4 deliver 1 coin 1 bread 1 apple clouds
q405 4 deliver 3 coin church
q406 4 discard 2 coin 2 bread
q407 4 discard 2 coin 2 apple
q408 4 discard 2 bread 2 apple
q409 4 fetch The Crossbow of the Angels: clouds -> huntsman
q410 4 fetch The Devil's Three Golden Hairs: hell -> king
"""


def neighbours(field: str) -> list[str]:
    return [other for _, other in CONTENT.routes[field]]


def summary(quest: str) -> str:
    body = QUESTS[quest]
    price = [f"{n} {token}" for n, token in zip(body.needs.price, TOKENS, strict=True) if n]
    fetched = [f"{body.item}: {body.from_} ->"] if body.sort == "fetch" else []
    return " ".join([quest, str(body.ap), body.sort, *fetched, *price, *body.needs.at])


# The board


def test_the_fields_are_of_these_kinds() -> None:
    found: dict[str, list[str]] = {}
    for name, field in FIELDS.items():
        found.setdefault(field.kind, []).append(name)
    assert {kind: sorted(names) for kind, names in found.items()} == {
        kind: sorted(names) for kind, names in KINDS.items()
    }
    assert len(CONTENT.walkable) == 23


def test_there_are_thirty_six_routes_between_these_fields_with_these_values() -> None:
    words = DRAWN.split()
    rows = [words[at : at + 4] for at in range(0, len(words), 4)]
    drawn = {name: ((one, two), int(value)) for name, one, two, value in rows}
    assert drawn == ROUTES
    assert len(ROUTES) == 36


def test_no_two_routes_join_the_same_fields() -> None:
    assert len({frozenset(ends) for ends, _ in ROUTES.values()}) == 36


def test_every_field_can_be_reached_from_town() -> None:
    reached = {"town"}
    for _ in range(len(ROUTES)):
        reached |= {other for field in reached for other in neighbours(field)}
    assert reached == set(CONTENT.walkable)


def test_routes_are_worth_two_to_six() -> None:
    assert {value for _, value in ROUTES.values()} == {2, 3, 4, 5, 6}


@pytest.mark.rule("GR-070", "GR-071")
def test_king_and_fairy_have_one_route_each_and_it_is_worth_six() -> None:
    assert {field: neighbours(field) for field in HARD_TO_REACH} == {"king": ["church"], "fairy": ["well"]}
    sixes = [set(ends) for ends, value in ROUTES.values() if value == 6]
    assert sixes == [{"church", "king"}, {"well", "fairy"}]


def test_every_other_field_has_at_least_two_routes() -> None:
    fewest = {field: len(neighbours(field)) for field in CONTENT.walkable if field not in HARD_TO_REACH}
    assert min(fewest.values()) >= 2


@pytest.mark.rule("GR-065")
def test_no_route_leads_to_a_forest_spirit() -> None:
    assert [spirit for spirit in KINDS["spirit"] if neighbours(spirit)] == []
    assert set(CONTENT.walkable).isdisjoint(KINDS["spirit"])


@pytest.mark.rule("GR-100", "GR-122")
def test_forest_spirits_have_sockets_of_value_one_and_the_fox_has_two() -> None:
    spirits = [spot for spot in CONTENT.spots if spot.spirit]
    assert {spot.name: (spot.spirit, spot.value, spot.stacks) for spot in spirits} == {
        "rabbit": ("rabbit", 1, True),
        "wolf": ("wolf", 1, False),
        "snake": ("snake", 1, True),
        "fox-1": ("fox", 1, False),
        "fox-2": ("fox", 1, False),
    }


@pytest.mark.rule("GR-072")
def test_each_resource_field_gives_the_token_that_it_is_named_after() -> None:
    gives = {name: field.gives for name, field in FIELDS.items() if field.gives}
    assert gives == {"gold_coin": "coin", "bread": "bread", "apple": "apple"}


@pytest.mark.rule("GR-Q33")
def test_there_are_four_steed_fields() -> None:
    assert sorted(CONTENT.steeds) == ["steed_e", "steed_n", "steed_s", "steed_w"]


# The dice


@pytest.mark.rule("GR-Q61")
def test_the_dice_have_these_faces() -> None:
    assert dict(zip(CONTENT.dice, CONTENT.faces, strict=True)) == {
        "magic-die": (1, 2, 3, 4, 5, "magic"),
        "story-die": (1, 2, 3, 4, 5, "story"),
        "ban-die": (1, 2, 3, 4, 5, "ban"),
        "double-die": (1, 2, 3, 4, 5, "double"),
        "plain-die": (3, 4, 5, 5, 6, 6),
        "snake-die": (4, 6, "lost", "coin", "bread", "apple"),
    }


def test_the_snake_die_is_the_one_that_is_in_nobodys_set() -> None:
    assert CONTENT.dice[CONTENT.snake_die] == "snake-die"
    assert [card.id for card in CONTENT.of_kind("die") if card.body.single] == ["snake-die"]


def test_one_die_of_a_set_has_no_special_face_and_repeats_its_highest() -> None:
    own = CONTENT.faces[: CONTENT.snake_die]
    (plain,) = [faces for faces in own if all(isinstance(face, int) for face in faces)]
    repeated = [face for face, n in Counter(plain).items() if n > 1]
    assert repeated == sorted(set(plain), key=str)[-2:]


def test_several_dice_have_low_faces() -> None:
    assert len([faces for faces in CONTENT.faces if 1 in faces and 2 in faces]) == 4


# The Main Quests


def test_the_quests_ask_for_this() -> None:
    assert [summary(quest) for quest in sorted(QUESTS)] == ASKED.strip().splitlines()


@pytest.mark.rule("GR-002")
def test_forty_quests_are_worth_116_points() -> None:
    assert Counter(body.ap for body in QUESTS.values()) == {2: 14, 3: 16, 4: 10}
    assert sum(body.ap for body in QUESTS.values()) == 116


def test_there_are_so_many_quests_of_each_type() -> None:
    found = Counter(body.sort for body in QUESTS.values())
    assert found == {"visit": 7, "deliver": 17, "discard": 12, "fetch": 4}


@pytest.mark.rule("GR-Q43")
def test_every_special_item_is_in_exactly_one_fetch_quest() -> None:
    assert Counter(body.item for body in QUESTS.values() if body.item) == {
        "The Crossbow of the Angels": 1,
        "The Old Sword of the Old Soldier": 1,
        "The Devil's Three Golden Hairs": 1,
        "The Magic Pipe": 1,
    }
    assert [quest for quest, body in QUESTS.items() if bool(body.item) != (body.sort == "fetch")] == []


def test_a_deliver_or_discard_quest_asks_for_one_to_four_tokens_and_no_other_quest_does() -> None:
    for quest, body in QUESTS.items():
        paid = body.sort in ("deliver", "discard")
        assert (1 <= sum(body.needs.price) <= 4) if paid else not any(body.needs.price), quest


def test_no_quest_is_free_on_town_or_with_a_supporting_character() -> None:
    visited = {field for body in QUESTS.values() if body.sort == "visit" for field in body.needs.at}
    assert visited.isdisjoint({"town", *KINDS["support"]})


def test_every_field_that_a_quest_names_can_be_stood_on() -> None:
    named = {field for body in QUESTS.values() for field in [*body.needs.at, body.from_] if field}
    assert named <= set(CONTENT.walkable)


def effort(quest: str) -> int:
    """Tokens to give up, and one more for a place at the edge of the map or behind a 6."""
    body = QUESTS[quest]
    remote = any(FIELDS[field].kind == "far" or field in HARD_TO_REACH for field in body.needs.at)
    return int(sum(body.needs.price)) + remote


@pytest.mark.rule("GR-235")
@pytest.mark.parametrize("sort", ["deliver", "discard"])
def test_quests_worth_more_ask_for_more(sort: str) -> None:
    efforts = {
        ap: [effort(q) for q, body in QUESTS.items() if (body.ap, body.sort) == (ap, sort)]
        for ap in (2, 3, 4)
    }
    assert max(efforts[2]) < min(efforts[3])
    assert max(efforts[3]) < min(efforts[4])


@pytest.mark.rule("GR-235")
def test_visits_worth_three_lie_behind_a_six() -> None:
    visits = {quest: set(body.needs.at) for quest, body in QUESTS.items() if body.sort == "visit"}
    worth_three = [at for quest, at in visits.items() if QUESTS[quest].ap == 3]
    worth_two = [at for quest, at in visits.items() if QUESTS[quest].ap == 2]
    assert worth_three == [{"king"}, {"fairy"}]
    assert all(HARD_TO_REACH.isdisjoint(at) for at in worth_two)


@pytest.mark.rule("GR-126")
def test_the_three_decks_hold_the_quests_by_their_value() -> None:
    g = tale()
    assert [box.deck_size for box in g.quests] == [14, 16, 10]
    assert [{QUESTS[card].ap for card in box.layers[0]} for box in g.quests] == [{2}, {3}, {4}]


# What an author cannot write


def problems_after(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What is wrong with the board, without its picture, and the quests after a change in one file."""
    box = FOLDER / "pack"
    shutil.copy(box / "pack.yaml", folder)
    (folder / "cards").mkdir()
    for name in ("board.yaml", "quests.yaml"):
        text = (box / "cards" / name).read_text(encoding="utf-8").partition("  back:\n")[0]
        if name == file:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (folder / "cards" / name).write_text(text, encoding="utf-8")
    return [problem.code for problem in read(folder, LANGUAGE).problems]


def test_the_board_and_the_quests_of_the_box_are_sound(tmp_path: Path) -> None:
    same = "from: soldier"
    assert problems_after(tmp_path, "quests.yaml", same, same) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("quests.yaml", "needs: {at: [king]}\n\n- card: q302", "needs: {at: [moon]}\n\n- card: q302"),
        ("quests.yaml", "from: soldier", "from: sergeant"),
        ("board.yaml", "r02: {between: [town, well], value: 2", "r02: {between: [town, well], value: 1"),
        ("board.yaml", "r02: {between: [town, well], value: 2", "r02: {between: [town, wall], value: 2"),
    ],
)
def test_a_place_must_exist_and_a_route_is_worth_two_to_six(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    assert problems_after(tmp_path, file, old, new)


@pytest.mark.rule("GR-Q43")
def test_an_item_that_two_quests_name_is_refused(tmp_path: Path) -> None:
    old, new = 'item: "The Magic Pipe"', 'item: "The Crossbow of the Angels"'
    assert problems_after(tmp_path, "quests.yaml", old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("r35: {between: [church, king], value: 6", "r35: {between: [church, king], value: 5"),
        ("r26: {between: [church, steed_e]", "r26: {between: [king, steed_e]"),
        ("r01: {between: [town, old_woman], value: 3", "r01: {between: [town, old_woman], value: 2"),
        ("r22: {between: [magic, hell]", "r22: {between: [soldier, hell]"),
    ],
)
def test_a_board_that_breaks_a_constraint_is_refused(tmp_path: Path, old: str, new: str) -> None:
    assert problems_after(tmp_path, "board.yaml", old, new)
