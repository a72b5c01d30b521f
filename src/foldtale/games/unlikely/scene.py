"""What people see: the chapter, the maps, the heroes with their backpacks, luck.

Only what was read or revealed leaves: of an encounter card in the pile nothing but its number is known.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from foldtale.games.unlikely.content import TILE
from foldtale.games.unlikely.language import SKILLS, ItemCard, MapCard
from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.rules.attempts import counted, required, total
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.rules.challenges import meets
from foldtale.games.unlikely.rules.dice import rolled_modifiers
from foldtale.games.unlikely.rules.luck import luck_left, worth
from foldtale.games.unlikely.state import (
    CUBES,
    DISCARD,
    DRAWN,
    IN_PLAY,
    LEFT,
    LOOKED,
    TOP,
    USED,
    UnlikelyState,
)
from foldtale.games.unlikely.telling import does, is_seen, page, quest_title, titled
from foldtale.games.unlikely.world import Placed
from foldtale.kernel.areas import SOLID
from foldtale.kernel.pack.paper import point
from foldtale.kernel.scene import (
    Area,
    Board,
    Box,
    Card,
    Clue,
    Counter,
    Edge,
    Element,
    Left,
    Link,
    Mark,
    Note,
    Panel,
    Picture,
    Point,
    Row,
    Scene,
    Slot,
    Stack,
    Sum,
    Token,
    Track,
)

MIDDLE_OF_TILE = (TILE / 2, TILE / 2)
EDGES = {"north": (80, 0), "east": (160, 80), "south": (80, 160), "west": (0, 80)}
"""Where the half-circles of a map lie."""
FLAGS = {(False, False): (80, 19), (False, True): (80, 19), (True, False): (80, 145), (True, True): (80, 126)}
"""Where its name stands, by whether ways lead north and south."""


def scene(g: UnlikelyState, seat: int) -> Scene:
    """Everything on the table."""
    return Scene(
        game="unlikely",
        title="Unlikely Heroes",
        subtitle=quest_title(g),
        you=seat,
        page=page(g),
        elements=(board(g),) if g.world.maps else (),
        left=tuple(piles(g)),
        right=tuple(beside(g)),
        near=tuple(under_way(g)),
        seats=tuple([panel(g, hero) for hero in range(g.mode.heroes)]),
        slips=tuple([plain_card(g, card, "unlucky") for card in g.unlucky.rows[IN_PLAY]]),
        ending=g.outcome,
        pictures=tuple([Picture(picture_of(card), g.content.drawing(card)) for card in drawn(g)]),
    )


# The maps


def board(g: UnlikelyState) -> Board:
    areas = [tile(g, placed) for placed in g.world.maps]
    links = [
        Link(
            id=f"link {line.one} {line.other}",
            between=(f"map {line.one}", f"map {line.other}"),
            look="wall" if line.line == SOLID else "stitched",
        )
        for line in g.world.areas.borders
    ]
    left, top, right, bottom = bounds(g)
    return Board(
        id="maps",
        name="The maps",
        frame=(left * TILE, top * TILE, (right - left + 1) * TILE, (bottom - top + 1) * TILE),
        areas=(*areas, *free_places(g), *detours(g)),
        links=tuple(links),
        tokens=tuple([meeple(g, hero) for hero in range(len(g.heroes)) if g.heroes[hero].at in g.world]),
    )


def bounds(g: UnlikelyState) -> tuple[int, int, int, int]:
    """Return the cells that the board must hold: those of the maps, and one more on each side."""
    columns = [placed.cell.x for placed in g.world.maps]
    rows = [placed.cell.y for placed in g.world.maps]
    return min(columns) - 1, min(rows) - 1, max(columns) + 1, max(rows) + 1


def tile(g: UnlikelyState, placed: Placed) -> Area:
    """Return a map with its anchors and clues. UH-063 and UH-064."""
    body: MapCard = g.content.body(placed.card)
    marks = [
        mark(
            g,
            placed.card,
            anchor.card,
            (anchor.at[0], anchor.at[1]) if anchor.at else MIDDLE_OF_TILE,
            anchor.name,
        )
        for anchor in body.anchors
    ]
    marks += [mark(g, placed.card, number, EDGES[way], edge=way) for way, number in body.edges.items()]
    return Area(
        id=f"map {placed.card}",
        name=titled(g, placed.card),
        at=flag_at(placed, body),
        look="tile",
        cell=(placed.cell.x, placed.cell.y),
        picture=picture_of(placed.card) if g.content.drawing(placed.card) else "",
        lines=(body.text,),
        marks=tuple(marks),
        clues=tuple(
            [Clue(text=clue.text, at=(clue.at[0], clue.at[1]), size=clue.size) for clue in body.clues]
        ),
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


def flag_at(placed: Placed, body: MapCard) -> Point:
    """Return where the name of a map stands, away from its half-circles."""
    x, y = point(body.flag) if body.flag else FLAGS["north" in body.edges, "south" in body.edges]
    return (placed.cell.x * TILE + x, placed.cell.y * TILE + y)


def mark(
    g: UnlikelyState,
    card: str,
    number: str,
    at: tuple[float, float],
    name: str = "",
    edge: str = "",
) -> Mark:
    """Return an anchor; it is done with when its card is no longer in the pile. UH-143."""
    in_use = any(g.content.number[up] == number for up in g.challenges)
    state = "in_use" if in_use else "open" if g.lies(number) else "done"
    return Mark(id=f"mark {card} {number}", text=number, at=at, edge=edge, name=name, state=state)  # type: ignore[arg-type]


def free_places(g: UnlikelyState) -> Iterator[Area]:
    """Return the places beside maps whose half-circles name a card that lies in the pile."""
    seen: set[tuple[int, int]] = set()
    for placed in g.world.maps:
        for way, number in placed.edges.items():
            cell = placed.cell.next(way)
            if g.world.at(cell) is None and g.lies(number) and (cell.x, cell.y) not in seen:
                seen.add((cell.x, cell.y))
                at = (cell.x * TILE, cell.y * TILE)
                yield Area(
                    id=f"free {cell.x} {cell.y}",
                    name=f"Card {number}",
                    look="free",
                    cell=(cell.x, cell.y),
                    at=at,
                )


def detours(g: UnlikelyState) -> list[Area]:
    """Detour cards beside the maps. UH-258 and UH-262."""
    return [
        Area(
            id=f"detour {card}",
            name=titled(g, card),
            look="sign",
            cell=(cell.x, cell.y),
            at=(cell.x * TILE + TILE / 2, cell.y * TILE + TILE / 2),
            lines=tuple(does(g, card)),
        )
        for cell, card in g.detours.items()
    ]


def meeple(g: UnlikelyState, hero: int) -> Token:
    """UH-017 and UH-Q15."""
    at = g.heroes[hero].at
    return Token(
        id=f"meeple {hero + 1}",
        name=titled(g, g.heroes[hero].card),
        figure=figure(g, hero),
        icon=g.hero_card(hero).colour,
        seat=g.player(hero),
        colour=paint(g, hero),
        area=f"map {at}",
    )


# Heroes


def paint(g: UnlikelyState, hero: int) -> str:
    """Return the colour of a hero's meeple, whoever plays it. UH-Q15."""
    return f"meeple-{g.hero_card(hero).colour}"


def panel(g: UnlikelyState, hero: int) -> Panel:
    """Return a hero's card and both columns of items, for all to see. UH-003 and UH-004."""
    if hero >= len(g.heroes):
        return Panel(id=f"seat {hero + 1}", seat=g.player(hero), name=f"Seat {hero + 1}")
    mine = g.heroes[hero]
    things: list[Element] = [hero_card(g, hero)]
    things += [
        Counter(id=f"{skill} {hero + 1}", name=skill.capitalize(), count=skill_of(g, hero, skill), icon=skill)
        for skill in SKILLS
    ]
    for side in ("left", "right"):
        items = tuple([item_card(g, card, side) for card in mine.side(side)])
        if items:
            things.append(
                Row(
                    id=f"{side} {hero + 1}",
                    name=f"{side.capitalize()}, {len(items)} of {g.limit(hero, side)}",
                    things=items,
                    slid=True,
                )
            )
    things += [trait_card(g, card, step) for card, step in mine.traits]
    return Panel(
        id=f"seat {hero + 1}",
        seat=g.player(hero),
        name=titled(g, mine.card),
        figure=figure(g, hero),
        emblem=g.hero_card(hero).colour,
        colour=paint(g, hero),
        active=hero == g.active and g.turns > 0,
        things=tuple(things),
    )


def hero_card(g: UnlikelyState, hero: int) -> Card:
    body, card = g.hero_card(hero), g.heroes[hero].card
    return Card(
        id=f"card {card}",
        title=body.title,
        lines=(body.text,),
        fine=tuple(does(g, card, "effect")),
        kind="hero",
        icon=body.colour,
        counters=tuple(energy(g, card)),
    )


def energy(g: UnlikelyState, card: str) -> Iterator[Counter]:
    """Return the cubes on the charged and on the uncharged spaces of an effect. UH-089."""
    spaces, cubes = g.content.spaces.get(card), g.cubes.get(card)
    if spaces is not None and cubes is not None:
        for kind, count, of in (
            ("charged", cubes.charged, spaces[0]),
            ("uncharged", cubes.uncharged, spaces[1]),
        ):
            if of:
                yield Counter(id=f"{kind} {card}", name=kind.capitalize(), count=count, of=of, icon=kind)


def item_card(g: UnlikelyState, card: str, side: str) -> Card:
    """Return an item, of which one half is covered. UH-181 to UH-183."""
    body = g.item(card)
    is_left = side == LEFT
    fine = [*dice_of(body)] if is_left else does(g, card, "effect")
    piece = body.puzzle
    return Card(
        id=f"card {card}",
        title=body.title,
        lines=(body.text,),
        fine=tuple(fine),
        kind="item",
        corner=card if card in g.content.number else "",
        shows="left" if is_left else "right",
        edge=Edge(number=piece.number, colour=piece.colour, left=piece.left, right=piece.right)
        if piece
        else None,
        turned=card in g.pieces,
        counters=tuple(modifiers(card, body) if is_left else energy(g, card)),
        tags=tuple([Note(text=tag) for tag in body.tags]),
    )


def modifiers(card: str, body: ItemCard) -> Iterator[Counter]:
    """UH-067."""
    for skill in SKILLS:
        if number := getattr(body.left, skill):
            yield Counter(id=f"{skill} of {card}", name=skill.capitalize(), count=number, icon=skill)


def dice_of(body: ItemCard) -> Iterator[str]:
    """UH-284."""
    for skill, symbols in body.left.dice.items():
        yield f"{skill.capitalize()} {' and '.join([f'a {of} die' for of in symbols])}"


def trait_card(g: UnlikelyState, card: str, step: str) -> Card:
    return Card(
        id=f"trait {card}",
        title=titled(g, card),
        lines=(g.content.body(card).text,),
        fine=tuple(does(g, card, step)),
        kind="trait",
        corner=step,
    )


# The table


def piles(g: UnlikelyState) -> Iterator[Element]:
    """Return the clock, the pool, and the piles with what is known of them. UH-020."""
    yield clock(g)
    yield Counter(id="pool", name="Energy", count=g.pool, of=CUBES, icon="cube")
    yield luck_pile(g)
    discards = g.luck.rows[DISCARD]
    yield Stack(
        id="luck discard",
        name="Luck discards",
        count=len(discards),
        kind="luck",
        top=luck_card(g, discards[-1], "luck discard top") if discards else None,
    )
    yield Stack(id="unlucky pile", name="Out of Luck", count=g.unlucky.deck_size, kind="unlucky")
    yield Stack(id="pile", name="Encounters", count=len(g.pile), kind="encounter")
    yield Row(
        id="discard",
        name="Discarded",
        seldom=True,
        things=tuple([plain_card(g, card, "discarded") for card in dict.fromkeys(g.discard)]),
    )
    box = g.exploration
    if box is not None:
        top = plain_card(g, box.rows[TOP][0], "exploration top") if box.rows[TOP] else None
        count = box.deck_size + len(box.rows[TOP])
        yield Stack(id="exploration", name="Exploration", count=count, kind="exploration", top=top)
        yield Stack(id="exploration discard", name="Explored", count=len(box.rows[USED]), kind="exploration")


def luck_pile(g: UnlikelyState) -> Stack:
    """Return what is left in the luck pile: everything that does not lie elsewhere."""
    deck = Tally([card for layer in g.luck.layers for card in layer])
    seen = Tally([card for row in (DISCARD, DRAWN, LOOKED) for card in g.luck.rows[row]])
    faces = sorted({*deck, *seen}, key=lambda face: (not face.lstrip("-").isdecimal(), face))
    left = tuple([Left(face=face, left=deck[face], of=deck[face] + seen[face]) for face in faces])
    return Stack(
        id="luck", name="Luck", count=g.luck.deck_size, kind="luck", left=() if g.blessed_luck else left
    )


def luck_card(g: UnlikelyState, card: str, ident: str) -> Card:
    return Card(id=ident, title=f"Luck {worth(g, card)}", kind="luck", corner=str(worth(g, card)))


def clock(g: UnlikelyState) -> Track:
    """UH-121 and UH-Q13."""
    spaces, clock_card = g.content.clock.spaces, g.content.clock_card
    steps = tuple(
        [
            Slot(
                id=f"clock {space.label}",
                label=space.label,
                note=": ".join(filter(None, [space.name, g.content.says(clock_card, f"spaces.{at}.do")])),
                kind=space.tone,
                closed=not space.square,
            )
            for at, space in enumerate(spaces, 1)
        ]
    )
    pawns = (Token(id="clock cube", name="The clock", icon="cube", step=g.clock),) if g.clock >= 0 else ()
    return Track(id="clock", name="The clock", length=len(spaces), steps=steps, pawns=pawns, ring=True)


def beside(g: UnlikelyState) -> Iterator[Element]:
    """Return the challenges in play, and cards that are just being looked at."""
    for card in g.challenges:
        yield challenge_card(g, card)
    for card in g.up:
        yield plain_card(g, card, "up")


def challenge_card(g: UnlikelyState, card: str) -> Card:
    """UH-068, UH-190 and UH-228."""
    body = g.content.body(card)
    now = g.attempt
    boxes = []
    for at, box in enumerate(body.boxes):
        printed = box.value * len(g.heroes) if box.per_hero else box.value
        in_use = now is not None and now.challenge == card and now.box == at
        need = required(g) if in_use else printed
        shut = "" if meets(g, body.needs) and meets(g, box.needs) else f"needs {box.needs or body.needs}"
        boxes.append(
            Box(
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
    return Card(
        id=f"challenge {card}",
        title=body.title,
        lines=(body.text,),
        kind="challenge",
        corner=g.content.number[card],
        boxes=tuple(boxes),
        tags=tuple([Note(text=word) for word in (*notes, *body.tags)]),
        in_use=card == g.challenges[-1],
    )


def plain_card(g: UnlikelyState, card: str, where: str) -> Card:
    """Return a card that lies somewhere; one that nobody has seen tells only its number."""
    number = g.content.number.get(card, "")
    if not is_seen(g, card):
        return Card(id=f"{where} {card}", title=f"Card {number}", corner=number)
    text = g.content.texts.get(f"{card}.text", "")
    return Card(
        id=f"{where} {card}",
        title=titled(g, card),
        lines=(text,) if text else (),
        fine=tuple(does(g, card)),
        kind=g.content.kind(card),
        corner=number,
    )


def under_way(g: UnlikelyState) -> Iterator[Element]:
    """Return the attempt, term by term, and the luck cards that were drawn or looked at. UH-204."""
    now = g.attempt
    if now is not None and now.announced >= 0:
        counting = [(g.active, str(now.skill)), *[helper for helper in now.helpers if helper[1]]]
        terms = [
            Counter(
                id=f"term {hero + 1}",
                name=titled(g, g.heroes[hero].card),
                count=skill_of(g, hero, skill) + rolled_modifiers(g, hero, skill),
                icon=skill,
            )
            for hero, skill in counting
        ]
        terms += [
            Counter(id=f"drawn {at}", name="Luck", count=worth(g, card), icon="luck")
            for at, card in enumerate(counted(g), 1)
        ]
        if now.added:
            terms.append(Counter(id="term effects", name="Effects", count=now.added))
        yield Sum(
            id="sum",
            name=titled(g, now.challenge),
            terms=tuple(terms),
            total=total(g),
            need=required(g),
            chances=() if now.announced else chances(g),
        )
    if g.luck.rows[LOOKED]:
        things = [luck_card(g, card, f"looked {at + 1}") for at, card in enumerate(g.luck.rows[LOOKED])]
        yield Row(id="looked", name=f"Luck, {luck_left(g)} left", things=tuple(things))
