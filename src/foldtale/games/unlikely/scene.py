"""What people see: the chapter, the maps, the heroes with their backpacks, luck.

Only what was read or revealed leaves: of an encounter card in the pile nothing but its number is known.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from foldtale.games.unlikely.content import TILE
from foldtale.games.unlikely.language import SKILLS, ItemCard, MapCard
from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.rules.attempts import counted, counting_skills, printed_value, required, total
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.rules.challenges import meets
from foldtale.games.unlikely.rules.luck import luck_left, worth
from foldtale.games.unlikely.state import (
    CUBES,
    DISCARD,
    DRAWN,
    IN_PLAY,
    LEFT,
    LOOKED,
    SIDES,
    TOP,
    USED,
    Cubes,
    UnlikelyState,
)
from foldtale.games.unlikely.telling import does, is_seen, page, quest_title, titled
from foldtale.games.unlikely.world import Placed
from foldtale.kernel import scene as ui
from foldtale.kernel.areas import SOLID
from foldtale.kernel.pack.paper import point

MIDDLE_OF_TILE = (TILE / 2, TILE / 2)
EDGES = {"north": (80, 0), "east": (160, 80), "south": (80, 160), "west": (0, 80)}
"""Where the half-circles of a map lie."""
FLAGS = {(False, False): (80, 19), (False, True): (80, 19), (True, False): (80, 145), (True, True): (80, 126)}
"""Where its name stands, by whether ways lead north and south."""


def scene(g: UnlikelyState, seat: int) -> ui.Scene:
    """Everything on the table."""
    revealed = [plain_card(g, card, "up") for card in g.up]
    return ui.Scene(
        game="unlikely",
        title="Unlikely Heroes",
        subtitle=quest_title(g),
        you=seat,
        page=page(g),
        elements=(board(g),) if g.world.maps else (),
        left=tuple(piles(g)),
        right=(*[challenge_card(g, card) for card in g.challenges], *revealed),
        near=tuple(under_way(g)),
        seats=tuple([panel(g, hero) for hero in range(g.mode.heroes)]),
        slips=tuple([plain_card(g, card, "unlucky") for card in g.unlucky.rows[IN_PLAY]]),
        ending=g.outcome,
        pictures=tuple([ui.Picture(picture_of(card), g.content.drawing(card)) for card in drawn(g)]),
    )


# The maps


def board(g: UnlikelyState) -> ui.Board:
    """Return the maps, and the places of one more on each side."""
    links = [
        ui.Link(
            id=f"link {line.one} {line.other}",
            between=(f"map {line.one}", f"map {line.other}"),
            look="wall" if line.line == SOLID else "stitched",
        )
        for line in g.world.areas.borders
    ]
    columns = [placed.cell.x for placed in g.world.maps]
    rows = [placed.cell.y for placed in g.world.maps]
    left, top = corner(min(columns) - 1, min(rows) - 1)
    right, bottom = corner(max(columns) + 2, max(rows) + 2)
    return ui.Board(
        id="maps",
        name="The maps",
        frame=(left, top, right - left, bottom - top),
        areas=(*[tile(g, placed) for placed in g.world.maps], *free_places(g), *detours(g)),
        links=tuple(links),
        tokens=tuple([meeple(g, hero) for hero in range(len(g.heroes)) if g.heroes[hero].at in g.world]),
    )


def corner(x: int, y: int, more: ui.Point = (0, 0)) -> ui.Point:
    """Return where a cell begins on the board, or what lies `more` to the right and down."""
    return x * TILE + more[0], y * TILE + more[1]


def tile(g: UnlikelyState, placed: Placed) -> ui.Area:
    """Return a map with its anchors and clues. UH-063 and UH-064."""
    body: MapCard = g.content.body(placed.card)
    marks = [
        mark(g, placed.card, anchor.card, point(anchor.at) if anchor.at else MIDDLE_OF_TILE, anchor.name)
        for anchor in body.anchors
    ]
    marks += [mark(g, placed.card, number, EDGES[way], edge=way) for way, number in body.edges.items()]
    flag = point(body.flag) if body.flag else FLAGS["north" in body.edges, "south" in body.edges]
    return ui.Area(
        id=f"map {placed.card}",
        name=titled(g, placed.card),
        at=corner(placed.cell.x, placed.cell.y, flag),
        look="tile",
        cell=(placed.cell.x, placed.cell.y),
        picture=picture_of(placed.card) if g.content.drawing(placed.card) else "",
        lines=(body.text,),
        marks=tuple(marks),
        clues=tuple([ui.Clue(text=clue.text, at=point(clue.at), size=clue.size) for clue in body.clues]),
    )


def drawn(g: UnlikelyState) -> list[str]:
    """Return the maps and heroes in play that have a picture: nobody is sent more of a sheet. UH-063."""
    cards = [*[placed.card for placed in g.world.maps], *[hero.card for hero in g.heroes]]
    return [card for card in cards if g.content.drawing(card)]


def picture_of(card: str) -> str:
    return f"picture {card}"


def figure(g: UnlikelyState, hero: int) -> str:
    """Return what a hero looks like: a picture of the box, or a figure of the theme."""
    card = g.heroes[hero].card
    return picture_of(card) if g.content.drawing(card) else g.content.hero_of(card)


def mark(g: UnlikelyState, card: str, number: str, at: ui.Point, name: str = "", edge: str = "") -> ui.Mark:
    """Return an anchor; it is done with when its card is no longer in the pile. UH-143."""
    in_use = any(g.content.number[up] == number for up in g.challenges)
    state = "in_use" if in_use else "open" if g.lies(number) else "done"
    return ui.Mark(id=f"mark {card} {number}", text=number, at=at, edge=edge, name=name, state=state)  # type: ignore[arg-type]


def free_places(g: UnlikelyState) -> Iterator[ui.Area]:
    """Yield the places beside maps whose half-circles name a card that lies in the pile."""
    free: dict[tuple[int, int], str] = {}
    for placed in g.world.maps:
        for way, number in placed.edges.items():
            cell = placed.cell.next(way)
            if g.world.at(cell) is None and g.lies(number):
                free.setdefault((cell.x, cell.y), number)
    for (x, y), number in free.items():
        yield ui.Area(id=f"free {x} {y}", name=f"Card {number}", look="free", cell=(x, y), at=corner(x, y))


def detours(g: UnlikelyState) -> list[ui.Area]:
    """Detour cards beside the maps. UH-258 and UH-262."""
    return [
        ui.Area(
            id=f"detour {card}",
            name=titled(g, card),
            look="sign",
            cell=(cell.x, cell.y),
            at=corner(cell.x, cell.y, MIDDLE_OF_TILE),
            lines=tuple(does(g, card)),
        )
        for cell, card in g.detours.items()
    ]


def meeple(g: UnlikelyState, hero: int) -> ui.Token:
    """UH-017 and UH-Q15."""
    return ui.Token(
        id=f"meeple {hero + 1}",
        name=titled(g, g.heroes[hero].card),
        figure=figure(g, hero),
        icon=g.hero_card(hero).colour,
        seat=g.player(hero),
        colour=paint(g, hero),
        area=f"map {g.heroes[hero].at}",
    )


# Heroes


def paint(g: UnlikelyState, hero: int) -> str:
    """Return the colour of a hero's meeple, whoever plays it. UH-Q15."""
    return f"meeple-{g.hero_card(hero).colour}"


def panel(g: UnlikelyState, hero: int) -> ui.Panel:
    """Return a hero's card and both columns of items, for all to see. UH-003 and UH-004."""
    if hero >= len(g.heroes):
        return ui.Panel(id=f"seat {hero + 1}", seat=g.player(hero), name=f"Seat {hero + 1}")
    mine = g.heroes[hero]
    skills = [counter(f"{skill} {hero + 1}", skill, skill_of(g, hero, skill)) for skill in SKILLS]
    things: list[ui.Element] = [hero_card(g, hero), *skills]
    for side in SIDES:
        if items := tuple([item_card(g, card, side) for card in mine.side(side)]):
            name = f"{side.capitalize()}, {len(items)} of {g.limit(hero, side)}"
            things.append(ui.Row(id=f"{side} {hero + 1}", name=name, things=items, slid=True))
    things += [trait_card(g, card, step) for card, step in mine.traits]
    return ui.Panel(
        id=f"seat {hero + 1}",
        seat=g.player(hero),
        name=titled(g, mine.card),
        figure=figure(g, hero),
        emblem=g.hero_card(hero).colour,
        colour=paint(g, hero),
        active=hero == g.active and g.turns > 0,
        things=tuple(things),
    )


def hero_card(g: UnlikelyState, hero: int) -> ui.Card:
    body, card = g.hero_card(hero), g.heroes[hero].card
    return ui.Card(
        id=f"card {card}",
        title=body.title,
        lines=(body.text,),
        fine=tuple(does(g, card, "effect")),
        kind="hero",
        icon=body.colour,
        counters=tuple(energy(g, card)),
    )


def counter(ident: str, icon: str, count: int, of: int | None = None) -> ui.Counter:
    """Return a counter that is called as its icon is."""
    return ui.Counter(id=ident, name=icon.capitalize(), count=count, of=of, icon=icon)


def energy(g: UnlikelyState, card: str) -> Iterator[ui.Counter]:
    """Yield the cubes on the charged and on the uncharged spaces of an effect. UH-089."""
    if card in g.cubes:
        for kind, count, of in zip(Cubes._fields, g.cubes[card], g.content.spaces[card]):
            if of:
                yield counter(f"{kind} {card}", kind, count, of)


def item_card(g: UnlikelyState, card: str, side: str) -> ui.Card:
    """Return an item, of which one half is covered. UH-181 to UH-183."""
    body = g.item(card)
    is_left = side == LEFT
    piece = body.puzzle
    return ui.Card(
        id=f"card {card}",
        title=body.title,
        lines=(body.text,),
        fine=tuple(dice_of(body) if is_left else does(g, card, "effect")),
        kind="item",
        corner=card if card in g.content.number else "",
        shows=side,  # type: ignore[arg-type]
        edge=ui.Edge(number=piece.number, colour=piece.colour, left=piece.left, right=piece.right)
        if piece
        else None,
        turned=card in g.pieces,
        counters=tuple(modifiers(card, body) if is_left else energy(g, card)),
        tags=tuple([ui.Note(text=tag) for tag in body.tags]),
    )


def modifiers(card: str, body: ItemCard) -> Iterator[ui.Counter]:
    """UH-067."""
    for skill in SKILLS:
        if number := getattr(body.left, skill):
            yield counter(f"{skill} of {card}", skill, number)


def dice_of(body: ItemCard) -> Iterator[str]:
    """UH-284."""
    for skill, symbols in body.left.dice.items():
        yield f"{skill.capitalize()} {' and '.join([f'a {of} die' for of in symbols])}"


def trait_card(g: UnlikelyState, card: str, step: str) -> ui.Card:
    return ui.Card(
        id=f"trait {card}",
        title=titled(g, card),
        lines=(g.content.body(card).text,),
        fine=tuple(does(g, card, step)),
        kind="trait",
        corner=step,
    )


# The table


def piles(g: UnlikelyState) -> Iterator[ui.Element]:
    """Return the clock, the pool, and the piles with what is known of them. UH-020."""
    yield clock(g)
    yield ui.Counter(id="pool", name="Energy", count=g.pool, of=CUBES, icon="cube")
    yield luck_pile(g)
    discards = g.luck.rows[DISCARD]
    top = luck_card(g, discards[-1], "luck discard top") if discards else None
    yield ui.Stack(id="luck discard", name="Luck discards", count=len(discards), kind="luck", top=top)
    yield ui.Stack(id="unlucky pile", name="Out of Luck", count=g.unlucky.deck_size, kind="unlucky")
    yield ui.Stack(id="pile", name="Encounters", count=len(g.pile), kind="encounter")
    discarded = tuple([plain_card(g, card, "discarded") for card in dict.fromkeys(g.discard)])
    yield ui.Row(id="discard", name="Discarded", seldom=True, things=discarded)
    box = g.exploration
    if box is not None:
        top = plain_card(g, box.rows[TOP][0], "exploration top") if box.rows[TOP] else None
        count = box.deck_size + len(box.rows[TOP])
        yield ui.Stack(id="exploration", name="Exploration", count=count, kind="exploration", top=top)
        yield ui.Stack(
            id="exploration discard", name="Explored", count=len(box.rows[USED]), kind="exploration"
        )


def luck_pile(g: UnlikelyState) -> ui.Stack:
    """Return what is left in the luck pile: everything that does not lie elsewhere."""
    deck = Tally([card for layer in g.luck.layers for card in layer])
    seen = Tally([card for row in (DISCARD, DRAWN, LOOKED) for card in g.luck.rows[row]])
    faces = [] if g.blessed_luck else sorted({*deck, *seen})
    left = tuple([ui.Left(face=face, left=deck[face], of=deck[face] + seen[face]) for face in faces])
    return ui.Stack(id="luck", name="Luck", count=g.luck.deck_size, kind="luck", left=left)


def luck_card(g: UnlikelyState, card: str, ident: str) -> ui.Card:
    return ui.Card(id=ident, title=f"Luck {worth(g, card)}", kind="luck", corner=str(worth(g, card)))


def clock(g: UnlikelyState) -> ui.Track:
    """UH-121 and UH-Q13."""
    says, card = g.content.says, g.content.clock_card
    steps = tuple(
        [
            ui.Slot(
                id=f"clock {space.label}",
                label=space.label,
                note=": ".join(filter(None, [space.name, says(card, f"spaces.{at}.do")])),
                kind=space.tone,
                closed=not space.square,
            )
            for at, space in enumerate(g.content.clock.spaces, 1)
        ]
    )
    pawns = (ui.Token(id="clock cube", name="The clock", icon="cube", step=g.clock),) if g.clock >= 0 else ()
    return ui.Track(id="clock", name="The clock", length=len(steps), steps=steps, pawns=pawns, ring=True)


def challenge_card(g: UnlikelyState, card: str) -> ui.Card:
    """UH-068, UH-190 and UH-228."""
    body = g.content.body(card)
    now = g.attempt
    boxes = []
    for at, box in enumerate(body.boxes):
        printed = printed_value(g, box)
        in_use = now is not None and now.challenge == card and now.box == at
        need = required(g) if in_use else printed
        shut = "" if meets(g, body.needs) and meets(g, box.needs) else f"needs {box.needs or body.needs}"
        boxes.append(
            ui.Box(
                id=f"box {card} {at + 1}",
                icon=box.skill,
                need=need,
                was=printed if need != printed else None,
                reward=g.content.says(card, f"boxes.{at + 1}.reward"),
                shut=shut,
                in_use=in_use,
            )
        )
    notes = [name for name, holds in (("joined", body.joined), ("forced", body.forced)) if holds]
    return ui.Card(
        id=f"challenge {card}",
        title=body.title,
        lines=(body.text,),
        kind="challenge",
        corner=g.content.number[card],
        boxes=tuple(boxes),
        tags=tuple([ui.Note(text=word) for word in (*notes, *body.tags)]),
        in_use=card == g.challenges[-1],
    )


def plain_card(g: UnlikelyState, card: str, where: str) -> ui.Card:
    """Return a card that lies somewhere; one that nobody has seen tells only its number."""
    number = g.content.number.get(card, "")
    if not is_seen(g, card):
        return ui.Card(id=f"{where} {card}", title=f"Card {number}", corner=number)
    text = g.content.texts.get(f"{card}.text", "")
    return ui.Card(
        id=f"{where} {card}",
        title=titled(g, card),
        lines=(text,) if text else (),
        fine=tuple(does(g, card)),
        kind=g.content.kind(card),
        corner=number,
    )


def under_way(g: UnlikelyState) -> Iterator[ui.Element]:
    """Return the attempt, term by term, and the luck cards that were drawn or looked at. UH-204."""
    now = g.attempt
    if now is not None and now.announced >= 0:
        terms = [
            ui.Counter(id=f"term {hero + 1}", name=titled(g, g.heroes[hero].card), count=added, icon=skill)
            for hero, skill, added in counting_skills(g)
        ]
        terms += [
            ui.Counter(id=f"drawn {at}", name="Luck", count=worth(g, card), icon="luck")
            for at, card in enumerate(counted(g), 1)
        ]
        if now.added:
            terms.append(ui.Counter(id="term effects", name="Effects", count=now.added))
        yield ui.Sum(
            id="sum",
            name=titled(g, now.challenge),
            terms=tuple(terms),
            total=total(g),
            need=required(g),
            chances=() if now.announced else chances(g),
        )
    if g.luck.rows[LOOKED]:
        things = [luck_card(g, card, f"looked {at + 1}") for at, card in enumerate(g.luck.rows[LOOKED])]
        yield ui.Row(id="looked", name=f"Luck, {luck_left(g)} left", things=tuple(things))
