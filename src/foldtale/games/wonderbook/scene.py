"""What people see: the open page, the map, the Heroes, the decks. Nobody has secrets from anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

from msgspec.structs import replace

from foldtale.games.wonderbook.content import BACK, FRONT, NEXT, STARTING, Chapter, place_of
from foldtale.games.wonderbook.language import HEROES, EndingBand, Ground, MapCard
from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.rules.reading import is_open
from foldtale.games.wonderbook.state import ACTIONS, DISCARD, HEARTS, LOST, REVEALED, SPARKS, TOKENS, Book
from foldtale.kernel.areas import DASHED
from foldtale.kernel.effects import Cause
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.pack.pages import page_id
from foldtale.kernel.pack.paper import picture, point
from foldtale.kernel.scene import (
    Area,
    Board,
    Card,
    Counter,
    Die,
    Element,
    Link,
    Note,
    Page,
    Panel,
    Row,
    Scene,
    Stack,
    Token,
    Track,
)

PHASES = ("Heroes", "Wyrms")
APART = 62
"""How far figures in one area stand from each other, at most."""
ABOVE = 36
"""How far above the name of their area they stand."""
DEPTH = 34
"""How far a second row of them stands behind the first."""
SPARK = 30
LETTER = 7.5
"""How wide a letter of an area's name is drawn."""


def scene(g: Book, seat: int) -> Scene:
    """Everything on the table."""
    first = g.chapter.deck[0]
    title = g.chapter.texts.get(f"{first}.chapter") or g.chapter.title(first)
    return Scene(
        game="wonderbook",
        title="Wonder Book",
        subtitle=f"Chapter {ROMAN[g.chapter.number - 1]} · {title}",
        you=seat,
        phases=PHASES,
        phase=1 if g.step == "enemies" else 0,
        page=page(g),
        elements=(board(g),) if g.map else hero_cards(g),
        left=(supplies(g), *written(g)),
        right=(*[stack(g, key, cards) for key, cards in g.stacks.items()], *figures(g)),
        near=tuple([die(at, face) for at, face in enumerate(g.dice)]),
        seats=tuple(panels(g)),
        slips=tuple([card(g, f"rule {rule}", rule, *shown(g, rule)) for rule in g.rules]),
        ending=ending(g),
    )


def hero_cards(g: Book) -> tuple[Card, ...]:
    """WB-029 and WB-037: who can be chosen, when a page or the start of a Chapter asks for it."""
    ident, face = g.pages.open
    path = "back.do" if face == "back" else "do"
    if g.step != "start" and (not ident or "choose_heroes" not in g.chapter.cards[ident].words(path)):
        return ()
    return tuple([hero_card(g, hero) for hero in HEROES if hero not in g.heroes])


def hero_card(g: Book, hero: str) -> Card:
    """WB-037: what somebody who chooses a Hero wants to know."""
    body = g.chapter.body(hero)
    skill = f"Skill: {body.skill.title}. {g.chapter.gist(hero, STARTING)}"
    lines = (*paragraphs(body.text), f"{body.hearts} Hearts. Attack: {attack_of(g, hero)}", skill)
    return Card(id=f"hero {hero}", title=g.chapter.title(hero), lines=lines, icon=hero.lower(), kind="hero")


def attack_of(g: Book, hero: str) -> str:
    """WB-038: dice, reach and what a hit does besides."""
    attack = g.chapter.attack(hero)
    dice = f"{attack.dice} {'die' if attack.dice == 1 else 'dice'}"
    reach = "in your own area" if attack.reach == 0 else "in your own area or next door"
    two = "; each hit strikes two" if attack.strikes == 2 else ""
    return " ".join([f"{dice}, {reach}{two}.", *([attack.gist] if attack.gist else on_a_hit(g, hero))])


def on_a_hit(g: Book, hero: str) -> list[str]:
    """WB-038: what a hit does besides, in exact words."""
    return [f"On a hit: {line}" for line in g.chapter.describe(hero, "attack", headed=False)]


def supplies(g: Book) -> Row:
    """What lies in the supply, and the discard piles."""
    wyrms = g.wyrm_supply, len(g.wyrm_at)
    left = {"spark": (g.spark_supply, SPARKS), "heart": (g.heart_supply, HEARTS), "wyrm": wyrms}
    counters = [
        Counter(id=f"supply {icon}s", name=f"{icon.title()}s", count=count, of=of, icon=icon)
        for icon, (count, of) in left.items()
    ]
    piles = [pile(g, kind, g.box(kind).rows[DISCARD]) for kind in ("wyrm", "shred")]
    return Row(
        id="supply", name="Supply", seldom=True, things=(*counters, *piles, pile(g, "page", g.discard))
    )


def pile(g: Book, kind: str, cards: tuple[str, ...]) -> Stack:
    top = Card(id=f"pile {kind} top", title=g.chapter.title(cards[-1]), kind=kind) if cards else None
    return Stack(id=f"pile.{kind}", name=f"Discarded {kind.title()}", count=len(cards), kind=kind, top=top)


def written(g: Book) -> list[Row]:
    """WB-062: the Keywords; and the markers on the map."""
    words = [Card(id=f"keyword {word}", title=word, kind="keyword") for word in g.sheet.keywords]
    marks = [Counter(id=f"marker {name}", name=name, count=n) for name, n in g.markers.items() if n]
    rows: dict[str, Sequence[Card | Counter]] = {"Keywords": words, "Markers": marks}
    return [Row(id=name.lower(), name=name, things=tuple(things)) for name, things in rows.items() if things]


def page(g: Book) -> Page:
    """The open page, with the Goal, the decks and Destiny taped to it."""
    ident, face = g.pages.open
    note = "the last one" if g.destiny == 1 else ""
    destiny = Track(id="destiny", name="Destiny", length=TOKENS, shine=g.destiny, icon="sun", note=note)
    return Page(
        id="page",
        title=page_title(g, ident, face) if ident else "The book is closed",
        prose=(*written_on(g, ident, face), *g.pages.told_besides(g.chapter.texts)) if ident else (),
        label="The open page",
        number=number(ident),
        alone=g.pages.reading,
        things=(*([goal(g)] if g.goal else []), decks(g), destiny),
    )


def page_title(g: Book, ident: str, face: str) -> str:
    if face == NEXT:
        return "How it goes on"
    band = g.chapter.band(ident, face)
    return band.title if isinstance(band, EndingBand) else g.chapter.title(ident)


def read_aloud(g: Book, page: str) -> str:
    """A page that was read, as it was read."""
    ident, face = page_id(page)
    if page not in g.pages.read or ident not in g.chapter.deck:
        return ""
    return "\n".join([page_title(g, ident, face), *written_on(g, ident, face)])


def written_on(g: Book, ident: str, face: str) -> tuple[str, ...]:
    """The face that is open; of a choice all options are read, also those that cannot be chosen: WB-Q23."""
    band = g.chapter.band(ident, face)
    if band is not None:
        return paragraphs(band.text)
    part = {FRONT: "text", BACK: "back.text"}.get(face, face)
    text = paragraphs(g.chapter.texts.get(f"{ident}.{part}", ""))
    if g.chapter.kind(ident) != "choice" or face != FRONT:
        return text
    cause = Cause(g.acting(), ident)
    columns = [column for column in g.chapter.body(ident).options if not column.concealed]
    shut = {column.id: "" if is_open(g, column, cause) else " (not possible now)" for column in columns}
    return (*text, *[f"❖ {column.say}{shut[column.id]}" for column in columns])


def goal(g: Book) -> Card:
    """Return the Goal and its progress. WB-087."""
    body = g.chapter.body(g.goal)
    parts = ("goal", "enemies", "standing", "actions")
    told = [line for part in parts for line in g.chapter.describe(g.goal, part)]
    text = () if g.pages.open == (g.goal, FRONT) else paragraphs(body.text)
    where = [Note(text=f"Dark Vortex: {g.chapter.title(area)}", icon="vortex") for area in g.vortices]
    title, counters = g.chapter.title(g.goal), shown(g, g.goal)
    goal = Card(id="goal", title=title, lines=text, fine=tuple(told), kind="goal", counters=counters)
    return replace(goal, tags=tuple(where))


def shown(g: Book, ident: str) -> tuple[Counter, ...]:
    """Return the counter that a Goal or a Special Rule shows, if it does."""
    body = g.chapter.body(ident)
    if not body.shows or (body.of is None and body.shows not in g.counters):
        return ()
    of = int(body.of.run(g, Cause(None, ident))) if body.of is not None else None
    count, danger = g.counters.get(body.shows, 0), getattr(body, "danger", False)
    return (Counter(id=f"count {body.shows}", name=body.shows, count=count, of=of, danger=danger),)


def decks(g: Book) -> Row:
    counts = (
        ("wyrm", "Wyrm", g.wyrm_cards.deck_size, "dragon-head"),
        ("shred", "Shred", g.shred_cards.deck_size, "scroll-unfurled"),
        ("page", "Pages", len(g.deck), "open-book"),
    )
    stacks = [
        Stack(id=f"deck.{name.lower()}", name=name, count=count, icon=icon, kind=kind)
        for kind, name, count, icon in counts
    ]
    revealed = [card(g, f"wyrm card {at}", top) for at, top in enumerate(g.wyrm_cards.rows[REVEALED])]
    return Row(id="decks", things=(*stacks, *revealed))


def board(g: Book) -> Board:
    """The pop-up: areas, borders, objects, Sparks and everybody who stands there."""
    drawn: MapCard = g.chapter.body(g.map)
    paths = {frozenset(line.between): line.path for line in drawn.borders}
    links = [
        Link(
            id=f"{border.one}-{border.other}",
            between=(border.one, border.other),
            look="stitched" if border.line == DASHED else "wall",
            path=paths.get(frozenset((border.one, border.other)), ""),
            one_way=border.one_way,
        )
        for border in g.areas.borders
    ]
    drawing = drawing_of(g.chapter, g.map)
    return replace(
        drawing,
        id=g.map,
        name=g.chapter.title(g.map),
        areas=tuple([ground(g, area, drawn.areas[area]) for area in g.areas.names]),
        links=tuple(links),
        tokens=(*tokens(g, drawn), *drawing.tokens),
    )


@lru_cache(maxsize=64)
def drawing_of(chapter: Chapter, map: str) -> Board:
    """What is drawn of a map and never changes."""
    drawn: MapCard = chapter.body(map)
    return picture(drawn.frame, drawn.back, drawn.ground, drawn.front, drawn.scenery)


def ground(g: Book, area: str, land: Ground) -> Area:
    vortex = (Note(text="Dark Vortex", icon="vortex"),) if area in g.vortices else ()
    tags, at = (*vortex, *aura(g, area)), point(land.at)
    return Area(id=area, name=land.name, at=at, outline=land.outline, fill=land.fill, tags=tags)


def aura(g: Book, bearer: str) -> tuple[Note, ...]:
    """WB-030: the Dark Aura, where it lies."""
    return (Note(text="Dark Aura", icon="aura"),) if g.aura == bearer else ()


def places(land: Ground, count: int) -> list[tuple[float, float]]:
    """Return where `count` figures stand: side by side above the area's name, in rows where it is narrow."""
    x, y = point(land.at)
    room = width(land.outline) - 2 * APART
    a_row = max(1, count) if count * APART <= room + APART else max(2, (count + 1) // 2)
    apart = min(APART, room / max(1, a_row - 1)) if room > 0 else APART
    found = []
    for behind, start in enumerate(range(0, count, a_row)):
        row = range(start, min(count, start + a_row))
        middle = start + (len(row) - 1) / 2
        found += [(x + apart * (at - middle) + behind * apart / 2, y - ABOVE - DEPTH * behind) for at in row]
    return found


@cache
def width(outline: str) -> float:
    """Return how wide an area is, by the corners of its outline; a usual width if it has none."""
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", outline)]
    return max(numbers[::2]) - min(numbers[::2]) if len(numbers) > 1 else 4.0 * APART


def tokens(g: Book, drawn: MapCard) -> list[Token]:
    """Return Heroes, Wyrms, enemies, allies, objects and Sparks, with their names."""
    found: list[Token] = []
    for area in g.areas.names:
        land = drawn.areas[area]
        x, y = point(land.at)
        crowd = [*hero_tokens(g, area), *figure_tokens(g, area), *wyrm_tokens(g, area)]
        found += [replace(token, at=at) for token, at in zip(crowd, places(land, len(crowd)))]
        beside = x + len(land.name) * LETTER / 2 + APART * 0.7
        for n in range(g.sparks_at.get(area, 0)):
            spark = Token(id=f"spark {area} {n}", name="Spark", figure="spark", icon="spark", area=area)
            found.append(replace(spark, at=(beside + SPARK * n, y)))
    return [*found, *[object_token(g, drawn, name, area) for name, area in g.objects.items()]]


def object_token(g: Book, drawn: MapCard, name: str, area: str) -> Token:
    prop = g.chapter.props[name]
    at = point(prop.at if prop.at and prop.area == area else drawn.areas[area].at)
    figure = prop.figure or name
    return Token(id=f"object {name}", name=prop.name, figure=figure, icon=prop.icon, area=area, at=at)


def wyrm_tokens(g: Book, area: str) -> Iterator[Token]:
    for at, wyrm in enumerate(g.wyrms_in(area)):
        lies = g.stunned[wyrm]
        tags = (Note(text="stunned", icon="knocked-out-stars"),) if lies else ()
        yield Token(id=f"wyrm {area} {at}", name="Wyrm", figure="wyrm", area=area, lying=lies, tags=tags)


def hero_tokens(g: Book, area: str) -> Iterator[Token]:
    for hero in g.heroes:
        if g.at[hero] == area:
            name, seat, down = hero.lower(), g.seats[hero], not g.hearts[hero]
            fallen = (Note(text="knocked out", icon="knocked-out-stars"),) if down else ()
            tags = (*fallen, *aura(g, hero))
            yield Token(id=name, name=hero.title(), figure=name, seat=seat, area=area, lying=down, tags=tags)


def figure_tokens(g: Book, area: str) -> Iterator[Token]:
    for who, (place, hearts) in g.figures.items():
        if place == area:
            tags = (Note(text=f"{hearts} Hearts", icon="heart"), *aura(g, who))
            figure = g.chapter.body(who).figure or who
            yield Token(id=f"figure {who}", name=g.chapter.title(who), figure=figure, area=area, tags=tags)


def card(g: Book, id: str, ident: str, *counters: Counter) -> Card:
    """An Item, a Shred, a Rule, a Wyrm card or a figure's: its title, its text, and what it does."""
    text, gist, does = [g.chapter.texts.get(f"{ident}.{part}", "") for part in ("text", "gist", "does")]
    lines, fine = (*paragraphs(text), *filter(None, [gist])), (does,) if does else ()
    title, kind, corner = g.chapter.title(ident), g.chapter.kind(ident), number(ident)
    return Card(id=id, title=title, lines=lines, fine=fine, kind=kind, corner=corner, counters=counters)


def number(ident: str) -> str:
    """WB-011: the number in the corner of a card of the Chapter."""
    place = place_of(ident)
    return f"№ {place.number}" if place is not None else ""


def stack(g: Book, key: str, cards: tuple[str, ...]) -> Stack:
    """WB-085 and WB-Q11: only the top card can be read, and only its front."""
    ident = cards[0]
    price = [line for part in ("if", "cost") for line in g.chapter.describe(ident, part)]
    roll = g.chapter.body(ident).roll
    if roll is not None:
        price.append(f"Roll {roll.dice} dice: {roll.needed} must show a Success.")
    lines = (*paragraphs(g.chapter.texts.get(f"{ident}.text", "")), *price)
    title, corner = g.chapter.title(ident), number(ident)
    top = Card(id=f"stack {key} top", title=title, lines=lines, kind="interaction", corner=corner)
    name = f"{key.capitalize()} stack" if key != ident else "Something to look at"
    return Stack(id=f"stack {key}", name=name, count=len(cards), kind=key, top=top)


def figures(g: Book) -> list[Card]:
    """WB-043: the cards of enemies and allies in play."""
    return [
        card(g, f"card {who}", who, Counter(id=f"hearts {who}", name="Hearts", count=hearts, icon="heart"))
        for who, (_, hearts) in g.figures.items()
    ]


def die(at: int, face: str) -> Die:
    is_success = face == "S"
    mark: Literal["success", "failure"] = "success" if is_success else "failure"
    return Die(id=f"die {at}", face=mark.title(), mark=mark)


def panels(g: Book) -> Iterator[Panel]:
    """Yield a panel for each Hero, and for each seat without one. WB-034."""
    for seat in range(g.players):
        mine = [hero for hero in g.heroes if g.seats[hero] == seat]
        if not mine:
            yield Panel(id=f"seat {seat}", seat=seat, name=f"Player {seat + 1}")
        for hero in mine:
            yield panel(g, hero)


def panel(g: Book, hero: str) -> Panel:
    """A Hero with Hearts, Sparks, cards and skills."""
    acts, name, things = g.active == hero, hero.title(), tuple(belongings(g, hero))
    is_ready = acts and not g.rerolled and g.hearts[hero] > 1
    note = Note(text="Second chance ready", rule="WB-109") if is_ready else None
    seat = g.seats[hero]
    return Panel(
        id=f"seat {hero}", seat=seat, name=name, figure=name.lower(), active=acts, things=things, note=note
    )


def belongings(g: Book, hero: str) -> list[Element]:
    """Return what lies beside a Hero card, and in their turn the actions that are left. WB-034."""
    hearts, most = g.hearts[hero], g.most_hearts(hero)
    items = [card(g, f"held {item}", item) for item in g.held_by(hero)]
    attack = (attack_of(g, hero),)
    found: list[Element] = [
        Counter(id=f"hearts {hero}", name="Hearts", count=hearts, of=most, icon="heart"),
        Counter(id=f"sparks of {hero}", name="Sparks", count=g.sparks[hero], icon="spark"),
        Row(id=f"items {hero}", name="Items", things=tuple(items)),
        Card(id=f"attack {hero}", title="Attack", lines=attack, fine=tuple(on_a_hit(g, hero)), kind="attack"),
        Row(id=f"skills {hero}", name="Skills", things=tuple(skills(g, hero))),
    ]
    if g.active == hero:
        left = max(ACTIONS, g.actions)
        found.append(Counter(id=f"actions {hero}", name="Actions", count=g.actions, of=left))
    return found


def skills(g: Book, hero: str) -> Iterator[Card]:
    for ident, side in g.skills[hero]:
        skill, printed = g.chapter.skill(ident, side), tuple(g.chapter.printed(ident, side))
        lines, fine = ((skill.gist,), printed) if skill.gist else (printed, ())
        yield Card(id=f"skill {ident}", title=skill.title, lines=lines, fine=fine, kind="skill")


def ending(g: Book) -> str:
    if g.outcome == LOST:
        why = "" if g.destiny else "The last Destiny token is turned. "
        return f"{why}The Chapter is lost."
    return f"The Chapter is completed, and {g.score} of {TOKENS} Destiny tokens shine." if g.outcome else ""
