"""What a pack must be, beyond its form: the constraints of the board, the dice and the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from foldtale.games.grimm.content import BASE, FOX, RABBIT, SNAKE, WOLF
from foldtale.games.grimm.language import BoardCard, QuestCard
from foldtale.kernel.areas import Areas, Border
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems

DEAD_ENDS: Final = ("king", "fairy")
GIVEN: Final = ({"town", "old_woman"}, 3)
"""GR-X02: a route that every board has, and its value."""
MOST_GIVEN: Final = 4
FEWEST_CARDS: Final = 8
SUPPORT: Final = ("town", "support")


def check(pack: Pack, problems: Problems) -> None:
    """Every constraint that stands under "Content to write"."""
    boards = pack.of_kind("board")
    for card in boards:
        problems.add_all((card, said) for said in board_problems(card.body))
    problems.add_all((*item_problems(pack), *quest_problems(pack, boards[0].body if boards else None)))
    bad = [card for card in pack.of_kind("bad") if len(card.body.options) != 2]
    problems.add_all((card, "GR-143: a Bad Luck card has exactly two options") for card in bad)


def board_problems(board: BoardCard) -> Iterator[str]:
    routes = list(board.routes.values())
    ends = Counter([end for route in routes for end in route.between])
    for name, field in board.fields.items():
        if field.kind in DEAD_ENDS:
            values = [route.value for route in routes if name in route.between]
            if values != [6]:
                yield f"GR-070 and GR-071: {name} has exactly one route, and its value is 6"
        elif field.kind != "spirit" and ends[name] < 2:
            yield f"{name} has at least two routes"
    if not any((set(route.between), route.value) == GIVEN for route in routes):
        yield "GR-X02: a route of value 3 joins the Town and the Old Woman"
    if len([field for field in board.fields.values() if field.kind == "steed"]) < 2:
        yield "GR-Q33: there are at least two Steed fields"
    alone = apart(board)
    if alone:
        yield f"every field can be reached from every other, unlike {', '.join(alone)}"
    sockets = {name: len(field.sockets) for name, field in board.fields.items() if field.kind == "spirit"}
    if sockets != {RABBIT: 1, WOLF: 1, SNAKE: 1, FOX: 2}:
        yield "GR-100 and GR-122: four Forest Spirits have a socket each, and the Fox has two"


def apart(board: BoardCard) -> list[str]:
    """Return the fields that no route leads to from the first one."""
    walkable = [name for name, field in board.fields.items() if field.kind != "spirit"]
    ends = [route.between for route in board.routes.values() if len(route.between) == 2]
    areas = Areas(walkable, [Border(one, other) for one, other in ends])
    return sorted(set(walkable) - set(areas.distances(walkable[0])))


def item_problems(pack: Pack) -> Iterator[tuple[Card, str]]:
    """GR-Q43: each quest item belongs to one quest."""
    seen: set[str] = set()
    for card in pack.of_kind("quest"):
        item = card.body.item
        if item and item in seen:
            yield card, f"GR-Q43: {item} belongs to another quest already"
        seen.add(item)


def quest_problems(pack: Pack, board: BoardCard | None) -> Iterator[tuple[Card, str]]:
    quests = pack.of_kind("quest")
    for card in quests:
        body: QuestCard = card.body
        price = sum(body.needs.price)
        if body.sort in ("deliver", "discard") and not 1 <= price <= MOST_GIVEN:
            yield card, "GR-085 and GR-086: a quest asks for one to four tokens"
        if (body.sort == "fetch") != bool(body.item and body.from_):
            yield card, "GR-087: a Fetch quest, and no other, has an item and a place to fetch it"
        if board is not None and body.sort == "visit":
            kinds = {board.fields[field].kind for field in body.needs.at if field in board.fields}
            if kinds & set(SUPPORT):
                yield card, "a visit to Town or to a Supporting character alone would be free"
    if pack.about.pack == BASE:
        decks = Counter([card.body.ap for card in quests])
        for deck, count in decks.items():
            if count < FEWEST_CARDS:
                yield quests[0], f"the deck of {deck} AP has at least {FEWEST_CARDS} cards"
