"""What a seat sees: boards, quests, markets, heroes; of sins and artifacts only its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec.structs import replace

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GOLD, MIGHT, RESOURCES, VirtuesContent
from foldtale.games.virtues.language import VIRTUE_SAYS
from foldtale.games.virtues.options import PLAYER, TAKE
from foldtale.games.virtues.printed import face, kingdom, needed
from foldtale.games.virtues.rules import supplies
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.pile import LAST, QUEST_PHASE, SEVENTH
from foldtale.games.virtues.state import FALLEN_AT, MARKERS, VirtuesState
from foldtale.kernel import scene as kit

RANKS: Final[tuple[tuple[Literal["near", "middle", "far"], str], ...]] = (
    ("near", "Lowest row"),
    ("middle", "Middle row"),
    ("far", "Upper row"),
)
FRAME: Final = (0.0, 0.0, 782.0, 233.0)
GROUND: Final = 170
FIRST_GATE: Final = 66
APART: Final = 104
BESIDE: Final = 48
"""How far to the right of its gate a temple stands."""
GATE: Final = "m-30 2v-38a30 30 0 0 1 60 0v38z"
TEMPLE: Final = "m-17 2v-22l17-13 17 13v22z"
SEAL: Final = 0.9
SCENERY: Final = ("sky", "hills", "land")


def texts(g: VirtuesState) -> Mapping[str, str]:
    return with_names(g.content, tuple([called(g, seat) for seat in range(g.heroes)]))


@lru_cache(maxsize=64)
def with_names(content: VirtuesContent, names: tuple[str, ...]) -> Mapping[str, str]:
    """Return the texts of the cards, and options that name a hero by whom a seat plays."""
    found = dict(content.texts)
    for seat, name in enumerate(names, 1):
        found[PLAYER(seat).key] = name
        for virtue, says in VIRTUE_SAYS.items():
            found[TAKE(virtue, str(seat)).key] = f"Take {says} from {name}"
    return found


def scene(g: VirtuesState, seat: int) -> kit.Scene:
    """Everything on the table."""
    begun = g.turns > 0
    about = [f"Turn {g.turns}"] * begun + ["the Fall of a Hero"] * g.setup.fall
    return kit.Scene(
        game="virtues",
        title="Seven Virtues",
        subtitle=" · ".join(about),
        you=seat,
        phases=("Quests", "Regrouping") if begun else (),
        phase=int(begun and g.step not in QUEST_PHASE),
        elements=tuple(middle(g)),
        left=(*markets(g), builders(g)),
        right=(decks(g),),
        near=tuple(near(g, seat)),
        slips=(lesson(g),) if g.lesson and seat == g.acting() else (),
        seats=tuple([panel(g, one, seat) for one in range(g.setup.players)]),
    )


def lesson(g: VirtuesState) -> kit.Card:
    """SV-Q105: what is being explained."""
    body = g.content.body(g.lesson)
    return kit.Card(id=g.lesson, title=body.title, lines=(body.text,), icon="quest", kind="lesson")


def called(g: VirtuesState, seat: int) -> str:
    """Return whom a seat plays, by the side that the hero card shows."""
    if seat >= g.heroes:
        return "The Unnamed"
    if not g.hero[seat]:
        return f"Player {seat + 1}"
    body = g.content.body(g.hero[seat])
    return str(body.evil.name if g.fell[seat] else body.title)


def figure_of(g: VirtuesState, seat: int) -> str:
    return f"{g.hero[seat]}-evil" if g.fell[seat] else g.hero[seat] or "hero"


def colour_of(g: VirtuesState, seat: int) -> str:
    """Return the kingdom of a hero as a colour, or "" before one was chosen."""
    return str(g.content.body(g.hero[seat]).colour) if g.hero[seat] else ""


# Cards, and rows of them


def card(
    g: VirtuesState,
    card: str,
    ident: str = "",
    tags: Sequence[kit.Note] = (),
    turned: bool = False,
    slots: tuple[kit.Slot, ...] = (),
) -> kit.Card:
    """Return a card that lies face up, with what is so of it now."""
    return replace(face(g.content, card), id=ident or card, tags=tuple(tags), turned=turned, slots=slots)


def row(ident: str, name: str, things: Iterable[kit.Thing]) -> list[kit.Row]:
    """Return a row of things, if there are any."""
    laid = tuple(things)
    return [kit.Row(id=ident, name=name, things=laid)] if laid else []


def hand(ident: str, name: str, cards: Sequence[kit.Card]) -> kit.Hand:
    return kit.Hand(id=ident, name=name, cards=tuple(cards), note="only you see them")


def counters(ident: str, name: str, gifts: Sequence[int], pool: Sequence[int] = ()) -> list[kit.Row]:
    """Numbers of gifts, by virtue; with the `pool` beside them also those of which there is none."""
    left: Sequence[int | None] = pool or [None] * len(gifts)
    lots = zip(VIRTUE_SAYS.items(), gifts, left, strict=True)
    return row(
        ident,
        name,
        [
            kit.Counter(id=f"{virtue} {ident}", name=says, count=n, icon=virtue, pool=rest)
            for (virtue, says), n, rest in lots
            if n or pool
        ],
    )


# The middle: the kingdom, doom, might, armour, and quests


def middle(g: VirtuesState) -> list[kit.Element]:
    choosing = g.setup.heroes == "chosen" and not all(g.hero)
    free = [one for one in g.content.heroes if one not in g.hero] if choosing else []
    return [
        board(g),
        doom(g),
        might(g),
        armour(g),
        *row("heroes", "Heroes", [card(g, one) for one in free]),
        *row("played", "Played", [card(g, sin, f"played {sin}") for sin in g.sins.rows[places.PLAYED]]),
        *row("rewards", "Rewards", [card(g, treasure) for treasure in g.treasures.rows[places.REWARDS]]),
        *[quests(g, number) for number in reversed(range(places.ROWS))],
    ]


def doom(g: VirtuesState) -> kit.Track:
    """SV-159: the cataclysms that were played, in their order, and how near the next one is."""
    struck = g.cataclysms.rows[places.STRUCK]
    steps = [
        kit.Slot(id=f"doom {at}", label=g.content.title(one), icon=one, things=(card(g, one),))
        for at, one in enumerate(struck, 1)
    ]
    steps += [kit.Slot(id=f"doom {at}", label=str(at)) for at in range(len(struck) + 1, LAST + 1)]
    pile = len(g.sins.rows[places.PILE])
    return kit.Track(
        id="doom",
        name="Cataclysms",
        length=LAST,
        shine=g.struck,
        steps=tuple(steps),
        note=f"sins {pile} of {SEVENTH}",
        icon="sin",
        doom=True,
        toward=(pile, SEVENTH),
    )


def might(g: VirtuesState) -> kit.Track:
    """SV-002: a marker beyond the last step stays on it, and its panel says how far it is."""
    pawns = [
        kit.Token(
            id=f"pawn {seat}",
            name=called(g, seat),
            figure=figure_of(g, seat),
            seat=seat,
            step=min(n, WORTHY),
            tags=(kit.Note(str(n)),) * (n > WORTHY),
        )
        for seat, n in enumerate(g.might)
    ]
    return kit.Track(id="might", name="Might", length=WORTHY + 1, pawns=tuple(pawns), icon=MIGHT, first=0)


def armour(g: VirtuesState) -> kit.Set:
    """SV-036 and SV-179: the pieces that the heroes own, and those that are missing."""
    members = [
        kit.Member(id=piece, name=g.content.title(piece), figure=piece, have=at < g.armour)
        for at, piece in enumerate(g.content.armour)
    ]
    return kit.Set(id="armour", name=f"Armour {g.armour} of {PIECES}", members=tuple(members), stand="stand")


def board(g: VirtuesState) -> kit.Board:
    """SV-031 and SV-123: the portals with their markers, and the temples that can be founded."""
    areas, tokens = [], [kit.Token(id=name, figure=name, at=(0, 0)) for name in SCENERY]
    for at, portal in enumerate(g.content.portals):
        body, x, owner = g.content.body(portal), FIRST_GATE + APART * at, g.portals[at]
        foot: kit.Point = (x, GROUND)
        closed = f"closed by {called(g, owner)}" if owner != places.FREE else ""
        slip = card(g, portal, f"slip {portal}", tags=[kit.Note(closed)] * bool(closed))
        areas.append(spot(portal, body.title, foot, GATE, slip, closed or "open"))
        look = "gate-closed" if closed else "gate"
        tokens.append(kit.Token(id=f"tower {portal}", figure=f"tower-{body.colour}", at=foot))
        tokens.append(kit.Token(id=f"gate {portal}", figure=look, at=(x, GROUND + 1)))
        if closed:
            seal, there = f"seal-{colour_of(g, owner)}", (x, GROUND + 2)
            tokens.append(kit.Token(id=f"seal {portal}", name=closed, figure=seal, at=there, scale=SEAL))
        if body.temple in g.temples[places.OFFER]:
            site: kit.Point = (x + BESIDE, GROUND + 6)
            temple = card(g, body.temple, f"slip {body.temple}")
            areas.append(spot(body.temple, temple.title, site, TEMPLE, temple))
            tokens.append(kit.Token(id=f"temple {body.temple}", figure=f"temple-{body.colour}", at=site))
    return kit.Board(id="kingdom", name="The kingdom", frame=FRAME, areas=tuple(areas), tokens=tuple(tokens))


def spot(ident: str, name: str, at: kit.Point, outline: str, slip: kit.Card, state: str = "") -> kit.Area:
    path, tags = f"M{at[0]} {at[1]}{outline}", (kit.Note(state),) * bool(state)
    return kit.Area(id=ident, name=name, at=at, look="spot", outline=path, card=slip, tags=tags)


def quests(g: VirtuesState, number: int) -> kit.Row:
    """SV-030: quests with their spaces and treasures; these lie face down in the upper row."""
    look, name = RANKS[number]
    slots, missing = [], 0
    for place in g.row(number):
        quest, marks = g.quest_at(place), g.marks[place]
        things: list[kit.Thing] = []
        if quest:
            missing += marks.count(places.FREE)
            things.append(card(g, quest, slots=tuple([space(g, place, at) for at in range(len(marks))])))
            for at, treasure in enumerate(g.treasures.rows[place]):
                hidden = kit.Card(id=f"hidden {place} {at}", kind="treasure", face="down")
                things.append(card(g, treasure) if place in places.MARKED else hidden)
        note = "no more quests" if g.turns and not quest else ""
        slots.append(kit.Slot(id=f"place {place}", things=tuple(things), note=note))
    notes = (f"{missing} space{'s' * (missing != 1)} missing", "the last space waits", "only in sight")
    return kit.Row(id=f"row {number}", name=name, things=tuple(slots), note=notes[number], look=look)


def space(g: VirtuesState, place: int, at: int) -> kit.Slot:
    """SV-109, SV-112 and SV-113: a requirement, the marker on it, and whether it has to wait."""
    quest, marks = g.quest_at(place), g.marks[place]
    ident, mark, need = f"{quest} {at + 1}", marks[at], g.content.spaces[quest][at]
    token: tuple[kit.Token, ...] = ()
    locked = ""
    if mark == places.NEUTRAL:
        token = (kit.Token(id=f"mark {ident}", name="neutral marker", figure="seal-none"),)
    elif mark != places.FREE:
        figure = f"seal-{colour_of(g, mark)}"
        token = (kit.Token(id=f"mark {ident}", name=called(g, mark), figure=figure, seat=mark),)
    elif place not in places.MARKED:
        locked = "not in the upper row"
    elif place >= places.MIDDLE and marks.count(places.FREE) == 1:
        locked = "the last space waits for the lowest row"
    return kit.Slot(id=ident, label=g.content.asked(need), things=token, cost=needed(need), locked=locked)


# Beside: the markets and the decks


def markets(g: VirtuesState) -> list[kit.Row]:
    """SV-164 and SV-165: three spaces each, the closed ones covered."""
    found = []
    for market, name, cost in ((supplies.TAVERN, "Tavern", FAME), (supplies.STORE, "Store", GOLD)):
        spaces, cards = supplies.open_spaces(g, market), supplies.cards_of(g, market)
        slots = [
            kit.Slot(
                id=f"{market} {at}",
                things=tuple([card(g, one) for one in cards[space]]),
                closed=space not in spaces,
                note="" if space in spaces else "closed",
            )
            for at, space in enumerate(range(places.DISPLAY, places.USED), 1)
        ]
        found.append(kit.Row(id=market, name=name, things=tuple(slots), note=f"for {cost}", look="stall"))
    return found


def builders(g: VirtuesState) -> kit.Row:
    """SV-027 and SV-028: castles and estates; the temples stand on the board."""
    offered = g.castles[places.OFFER] + g.estates[places.OFFER]
    things = tuple([card(g, one) for one in offered])
    return kit.Row(id="builders", name="Builders", things=things, note=f"for {GOLD}", look="stall")


def decks(g: VirtuesState) -> kit.Row:
    """SV-015: how many cards lie in decks and on piles, and never which."""
    sizes = [
        ("Sins", g.sins.deck_size, len(g.sins.rows[places.PILE])),
        ("Characters", len(g.characters[places.DECK]), len(g.characters[places.USED])),
        ("Elixirs", len(g.elixirs[places.DECK]), len(g.elixirs[places.USED])),
        ("Treasures", g.treasures.deck_size, len(g.treasures.rows[places.TAKEN])),
        ("Artifacts", g.artifacts.deck_size, len(g.artifacts.rows[places.SPENT])),
        ("Castles", len(g.castles[places.DECK]), 0),
        ("Estates", len(g.estates[places.DECK]), 0),
        ("Quests", len(g.quests[places.DECK]), 0),
    ]
    stacks = [kit.Stack(id=f"deck {name}", name=name, count=deck) for name, deck, _ in sizes]
    piles = [(name, pile) for name, _, pile in sizes if pile]
    stacks += [kit.Stack(id=f"pile {name}", name=f"{name}, discarded", count=pile) for name, pile in piles]
    return kit.Row(id="decks", name="Decks", things=tuple(stacks), seldom=True)


# Near: what a seat has before it and in hand


def near(g: VirtuesState, seat: int) -> list[kit.Element]:
    if seat >= g.heroes or seat < 0:
        mine = [card(g, one) for one in g.content.unnamed if one not in g.played]
        is_unnamed = g.setup.unnamed and seat == g.unnamed
        pool = counters("pool", "Gifts in the pool", g.pool, g.pool)
        return [*[hand("own cards", "Your cards", mine)] * is_unnamed, *pool]
    sins, artifacts = g.sins.rows[seat], g.artifacts.rows[seat]
    copies = ["again " * sins[:at].count(one) + "sin" for at, one in enumerate(sins)]
    looked = [layer[0] for layer, mask in zip(g.cataclysms.layers, g.cataclysms.masks) if mask >> seat & 1]
    hands = [
        hand("own sins", "Your sins", [card(g, one, f"{n} {one}") for one, n in zip(sins, copies)]),
        hand("own artifacts", "Your artifacts", [card(g, one) for one in artifacts]),
        hand("foreseen", "Cataclysms to come", [card(g, one) for one in looked]),
    ]
    gifts = counters("own gifts", "Your gifts", g.gifts[seat], g.pool)
    return [*gifts, *row("own cards", "Before you", before(g, seat)), *[one for one in hands if one.cards]]


def before(g: VirtuesState, seat: int) -> list[kit.Card]:
    """Characters, elixirs and buildings of a hero."""
    found = [card(g, one, turned=one in g.turned) for one in g.characters[seat]]
    found += [card(g, one) for one in g.elixirs[seat]]
    for one in g.buildings(seat):
        tags = [kit.Note("manned", icon="marker")] * (one in g.manned)
        if one in g.content.ratings:
            tags.append(kit.Note(f"{supplies.rating(g, seat, one)} {g.content.ratings[one].of} now"))
        found.append(card(g, one, tags=tags))
    return found


# The seats


def panel(g: VirtuesState, owner: int, seat: int) -> kit.Panel:
    """A hero: resources, gifts, corruption, cards, and how many sins and artifacts; or the Unnamed."""
    if owner >= g.heroes:
        count = len(g.content.unnamed) - len(g.played)
        return kit.Panel(
            id=f"seat {owner}",
            seat=owner,
            name=called(g, owner),
            figure="unnamed",
            emblem="unnamed",
            colour=kingdom("none"),
            active=g.step == "unnamed",
            things=(kit.Counter(id="unnamed cards", name="Cards", count=count, icon="unnamed"),),
        )
    colour, mine = colour_of(g, owner), owner == seat
    supply = kit.Counter(
        id=f"supply {owner}", name="Markers", count=g.supply(owner), of=MARKERS, icon="marker"
    )
    cards = kit.Row(id=f"cards {owner}", name="Cards", things=() if mine else tuple(before(g, owner)))
    return kit.Panel(
        id=f"seat {owner}",
        seat=owner,
        name=called(g, owner),
        figure=figure_of(g, owner),
        emblem=colour,
        colour=kingdom(colour),
        active=bool(g.turns) and g.step in ("go", "act") and g.order[g.at] == owner,
        state="fallen" if g.fell[owner] else "",
        things=(*standing(g, owner), *([supply] if mine else holdings(g, owner))),
        drawer=() if mine else (supply, cards),
        note=state_of(g, owner),
    )


def standing(g: VirtuesState, owner: int) -> list[kit.Element]:
    """What of a hero is a number."""
    things: list[kit.Element] = [
        kit.Counter(id=f"{of} {owner}", name=of.capitalize(), count=g.stock(of)[owner], icon=of)
        for of in RESOURCES
    ]
    if g.setup.fall:
        ident, count = f"corruption {owner}", g.corruption[owner]
        things.append(
            kit.Counter(id=ident, name="Corruption", count=count, of=FALLEN_AT, icon="drop", danger=True)
        )
    if g.turns:
        place = g.order.index(owner) + 1
        things.append(kit.Counter(id=f"order {owner}", name="Place in the order", count=place, icon="first"))
    return things


def holdings(g: VirtuesState, owner: int) -> list[kit.Element]:
    """SV-022 and SV-093: what another hero has; of sins and artifacts how many, and not which."""
    hands = (("sin", "Sins", g.sins), ("artifact", "Artifacts", g.artifacts))
    return [
        *counters(f"gifts {owner}", "Gifts", g.gifts[owner]),
        *[
            kit.Hand(id=f"{kind}s {owner}", name=name, hidden=len(box.rows[owner]), kind=kind)
            for kind, name, box in hands
            if box.rows[owner]
        ],
    ]


def state_of(g: VirtuesState, seat: int) -> kit.Note | None:
    """SV-216, SV-Q80 and SV-106: when a hero fell, how many passes are forced, whether the hero is turned."""
    fell, skips = g.fell[seat], g.skips[seat]
    place = sum([0 < fall <= fell for fall in g.fell])
    said = [(f"fallen as number {place}: keeps no gifts", "SV-210")] * bool(fell)
    said += [(f"must pass the next {f'{skips} goes' if skips > 1 else 'go'}", "SV-Q80")] * bool(skips)
    said += [("the hero is turned", "SV-106")] * g.tapped[seat]
    return kit.Note("; ".join([text for text, _ in said]), rule=said[0][1]) if said else None
