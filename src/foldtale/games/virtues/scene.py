"""What a seat sees: boards, quests, markets, heroes; of sins and artifacts only its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GIFTS, GOLD, MIGHT, RESOURCES, Counts, Need, VirtuesContent
from foldtale.games.virtues.language import VIRTUE_SAYS
from foldtale.games.virtues.options import PLAYER, POOL, TAKE
from foldtale.games.virtues.rules import supplies
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.pile import LAST, QUEST_PHASE, SEVENTH
from foldtale.games.virtues.state import FALLEN_AT, MARKERS, VirtuesState
from foldtale.kernel import scene as kit
from foldtale.kernel.scene import (
    Amount,
    Area,
    Board,
    Card,
    Counter,
    Element,
    Hand,
    Member,
    Note,
    Panel,
    Point,
    Row,
    Scene,
    Slot,
    Token,
)

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
    found = {PLAYER(seat + 1).key: name for seat, name in enumerate(names)}
    for virtue, says in VIRTUE_SAYS.items():
        found[TAKE(virtue, POOL).key] = f"Take {says} from the pool"
        for seat, name in enumerate(names):
            found[TAKE(virtue, str(seat + 1)).key] = f"Take {says} from {name}"
    return {**content.texts, **found}


def scene(g: VirtuesState, seat: int) -> Scene:
    """Everything on the table."""
    begun = g.turns > 0
    about = [f"Turn {g.turns}"] * begun + ["the Fall of a Hero"] * g.setup.fall
    return Scene(
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


def lesson(g: VirtuesState) -> Card:
    """SV-Q105: what is being explained."""
    body = g.content.body(g.lesson)
    return Card(id=g.lesson, title=body.title, lines=(body.text,), icon="quest", kind="lesson")


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


def kingdom(colour: str) -> str:
    """Return the token of a kingdom's paint."""
    return f"kingdom-{colour}" if colour else ""


# The middle: the kingdom, doom, might, armour, and quests


def middle(g: VirtuesState) -> list[Element]:
    found: list[Element] = [board(g), doom(g), might(g), armour(g)]
    if g.setup.heroes == "chosen" and not all(g.hero):
        found.append(row("heroes", "Heroes", [card(g, one) for one in g.content.heroes if one not in g.hero]))
    played = [card(g, sin, f"played {sin}") for sin in g.sins.rows[places.PLAYED]]
    rewards = [card(g, treasure) for treasure in g.treasures.rows[places.REWARDS]]
    found += [row("played", "Played", played)] * bool(played)
    found += [row("rewards", "Rewards", rewards)] * bool(rewards)
    return [*found, *[quests(g, number) for number in reversed(range(places.ROWS))]]


def row(ident: str, name: str, things: Iterable[kit.Thing], note: str = "") -> Row:
    return Row(id=ident, name=name, things=tuple(things), note=note)


def doom(g: VirtuesState) -> kit.Track:
    """SV-159: the cataclysms that were played, in their order, and how near the next one is."""
    struck = g.cataclysms.rows[places.STRUCK]
    steps = [
        Slot(id=f"doom {at}", label=g.content.title(one), icon=one, things=(card(g, one),))
        for at, one in enumerate(struck, 1)
    ]
    steps += [Slot(id=f"doom {at}", label=str(at)) for at in range(len(struck) + 1, LAST + 1)]
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
        Token(
            id=f"pawn {seat}",
            name=called(g, seat),
            figure=figure_of(g, seat),
            seat=seat,
            step=min(g.might[seat], WORTHY),
            tags=(Note(str(g.might[seat])),) * (g.might[seat] > WORTHY),
        )
        for seat in range(g.heroes)
    ]
    return kit.Track(id="might", name="Might", length=WORTHY + 1, pawns=tuple(pawns), icon=MIGHT, first=0)


def armour(g: VirtuesState) -> kit.Set:
    """SV-036 and SV-179: the pieces that the heroes own, and those that are missing."""
    members = [
        Member(id=piece, name=g.content.title(piece), figure=piece, have=at < g.armour)
        for at, piece in enumerate(g.content.armour)
    ]
    return kit.Set(id="armour", name=f"Armour {g.armour} of {PIECES}", members=tuple(members), stand="stand")


def board(g: VirtuesState) -> Board:
    """SV-031 and SV-123: the portals with their markers, and the temples that can be founded."""
    areas, tokens = [], [Token(id=name, figure=name, at=(0, 0)) for name in SCENERY]
    for at, portal in enumerate(g.content.portals):
        body, x, owner = g.content.body(portal), FIRST_GATE + APART * at, g.portals[at]
        foot: Point = (x, GROUND)
        closed = f"closed by {called(g, owner)}" if owner != places.FREE else ""
        slip = card(g, portal, f"slip {portal}", tags=[Note(closed)] * bool(closed))
        areas.append(spot(portal, body.title, foot, GATE, slip, closed or "open"))
        look = "gate-closed" if closed else "gate"
        tokens.append(Token(id=f"tower {portal}", figure=f"tower-{body.colour}", at=foot))
        tokens.append(Token(id=f"gate {portal}", figure=look, at=(x, GROUND + 1)))
        if closed:
            seal = f"seal-{colour_of(g, owner)}"
            there: Point = (x, GROUND + 2)
            tokens.append(Token(id=f"seal {portal}", name=closed, figure=seal, at=there, scale=SEAL))
        if body.temple in g.temples[places.OFFER]:
            site: Point = (x + BESIDE, GROUND + 6)
            temple = card(g, body.temple, f"slip {body.temple}")
            areas.append(spot(body.temple, temple.title, site, TEMPLE, temple))
            tokens.append(Token(id=f"temple {body.temple}", figure=f"temple-{body.colour}", at=site))
    return Board(id="kingdom", name="The kingdom", frame=FRAME, areas=tuple(areas), tokens=tuple(tokens))


def spot(ident: str, name: str, at: Point, outline: str, slip: Card, state: str = "") -> Area:
    x, y = at
    path = f"M{x} {y}{outline}"
    tags = (Note(state),) * bool(state)
    return Area(id=ident, name=name, at=at, look="spot", outline=path, card=slip, tags=tags)


def quests(g: VirtuesState, number: int) -> Row:
    """SV-030: quests with their spaces and treasures; these lie face down in the upper row."""
    look, name = RANKS[number]
    slots = []
    for place in g.row(number):
        quest = g.quest_at(place)
        things: list[kit.Thing] = []
        if quest:
            spaces = tuple([space(g, place, at) for at in range(len(g.marks[place]))])
            things.append(card(g, quest, slots=spaces))
            for at, treasure in enumerate(g.treasures.rows[place]):
                hidden = Card(id=f"hidden {place} {at}", kind="treasure", face="down")
                things.append(card(g, treasure) if place in places.MARKED else hidden)
        note = "no more quests" if g.turns and not quest else ""
        slots.append(Slot(id=f"place {place}", things=tuple(things), note=note))
    missing = sum([g.marks[place].count(places.FREE) for place in g.row(number) if g.quest_at(place)])
    notes = (f"{missing} space{'s' * (missing != 1)} missing", "the last space waits", "only in sight")
    return Row(id=f"row {number}", name=name, things=tuple(slots), note=notes[number], look=look)


def space(g: VirtuesState, place: int, at: int) -> Slot:
    """SV-109, SV-112 and SV-113: a requirement, the marker on it, and whether it has to wait."""
    quest, marks = g.quest_at(place), g.marks[place]
    ident, mark, need = f"{quest} {at + 1}", marks[at], g.content.spaces[quest][at]
    token: tuple[Token, ...] = ()
    locked = ""
    if mark == places.NEUTRAL:
        token = (Token(id=f"mark {ident}", name="neutral marker", figure="seal-none"),)
    elif mark != places.FREE:
        figure = f"seal-{colour_of(g, mark)}"
        token = (Token(id=f"mark {ident}", name=called(g, mark), figure=figure, seat=mark),)
    elif place not in places.MARKED:
        locked = "not in the upper row"
    elif place >= places.MIDDLE and marks.count(places.FREE) == 1:
        locked = "the last space waits for the lowest row"
    return Slot(id=ident, label=g.content.asked(need), things=token, cost=needed(need), locked=locked)


# Cards


def amounts(gifts: Counts) -> tuple[Amount, ...]:
    """Return gifts as amounts, by virtue."""
    called = zip(VIRTUE_SAYS.items(), gifts, strict=True)
    return tuple([Amount(icon=virtue, count=n, name=says) for (virtue, says), n in called if n])


def amount(of: str, n: int) -> tuple[Amount, ...]:
    return (Amount(icon=of, count=n, name=of),) if n else ()


def needed(need: Need) -> tuple[Amount, ...]:
    """Return what one space of a quest asks for."""
    return amounts(need.gifts) if need.sort == GIFTS else amount(need.sort, need.n)


CURRENCY: Final = {"character": FAME}
"""SV-017: elixirs and buildings cost gold."""
OWN_SIGN: Final = frozenset(["quest", "sin", "cataclysm", "artifact", "unnamed"])
"""Kinds of cards that have a sign each."""


def card(
    g: VirtuesState,
    card: str,
    ident: str = "",
    tags: Sequence[Note] = (),
    turned: bool = False,
    slots: tuple[Slot, ...] = (),
) -> Card:
    """A card face up: what it costs, what it is worth, and what is written on it."""
    content, body, kind = g.content, g.content.body(card), g.content.kind(card)
    colour = getattr(body, "colour", "")
    return Card(
        id=ident or card,
        title=body.title,
        lines=tuple(lines_of(content, card)),
        flavour=body.text,
        icon=card if kind in OWN_SIGN else colour or sign_of(content, card),
        kind=kind,
        colour=kingdom(colour),
        cost=amount(CURRENCY.get(kind, GOLD), content.cost[card]) if card in content.cost else (),
        gives=worth_of(content, card),
        brief=brief_of(content, card),
        slots=slots,
        tags=tuple(tags),
        turned=turned,
    )


def sign_of(content: VirtuesContent, card: str) -> str:
    """Return the sign of a treasure by what it brings, of all else by its kind."""
    gives = worth_of(content, card)
    return gives[0].icon if gives else content.kind(card)


def worth_of(content: VirtuesContent, card: str) -> tuple[Amount, ...]:
    """Return what a card is worth as numbers: gifts, the prize of a quest, what a treasure brings."""
    kind, body = content.kind(card), content.body(card)
    if kind in ("character", "portal"):
        return amounts(content.gifts[card])
    if kind == "elixir":
        return amounts(content.draughts[card][0].gifts)
    if kind == "hero":
        return amounts(body.gifts.counts) + amount(FAME, body.fame) + amount(GOLD, body.gold)
    if kind == "quest":
        return amount(MIGHT, body.prize)
    if kind == "treasure":
        found = [one for of in RESOURCES for one in amount(of, getattr(body, of))]
        return tuple(found) or amount("artifact", 1)
    if card in content.ratings:
        rating = content.ratings[card]
        return amount(rating.of, rating.base)
    return ()


def brief_of(content: VirtuesContent, card: str) -> str:
    """Return the rest of what a card is worth, in two or three words."""
    kind, body = content.kind(card), content.body(card)
    if kind == "character":
        gets = [f"{n} {of} a turn" for of, n in ((FAME, body.income.fame), (GOLD, body.income.gold)) if n]
        return ", ".join(
            [*gets, *[f"{body.might} might now"] * bool(body.might), *["+1 might"] * body.steady]
        )
    if kind == "elixir":
        least, most = content.draughts[card][0], content.draughts[card][-1]
        more = sum(most.gifts) - sum(least.gifts)
        return f"{most.needs} {body.colour}: +{more}"
    if kind == "hero":
        return f"{body.income.fame} fame, {body.income.gold} gold a turn"
    if kind == "sin":
        return str(body.sin).capitalize()
    return "a turn" if card in content.ratings else ""


def lines_of(content: VirtuesContent, card: str) -> list[str]:
    """Return what a card is good for, in words."""
    kind, body, does = content.kind(card), content.body(card), content.describe(card)
    if kind == "character":
        gets = brief_of(content, card).replace("+1 might", "1 might a turn")
        return [f"Turned: {content.in_words(content.gifts[card])}", *[gets] * bool(gets)]
    if kind == "elixir":
        needs = [f"{one.needs} {body.colour}: " * bool(one.needs) for one in body.options]
        flasks = [content.in_words(one.gifts) for one in content.draughts[card]]
        return [f"{need}{flask}" for need, flask in zip(needs, flasks, strict=True)]
    if kind == "hero":
        begins = [content.in_words(body.gifts.counts), f"{body.fame} fame, {body.gold} gold"]
        return ["; ".join(begins), brief_of(content, card)]
    if kind == "portal":
        return [f"Closed with {content.in_words(content.gifts[card])}"]
    if kind == "treasure":
        return [content.treasured(card)]
    if kind == "temple":
        return ["1 might when it is founded", f"Manned for {body.man_cost}: {' '.join(does)}"]
    if card in content.ratings:
        of, base, least, best = content.ratings[card]
        rates = f"{base} {of} a turn; {best} with {least} {body.colour}"
        return [rates, f"Manned for {body.man_cost}: {' '.join(does)}"]
    return does


# Beside: the markets, the decks and the pools


def markets(g: VirtuesState) -> list[Row]:
    """SV-164 and SV-165: three spaces each, the closed ones covered."""
    found = []
    for market, name, cost in ((supplies.TAVERN, "Tavern", FAME), (supplies.STORE, "Store", GOLD)):
        spaces, cards = supplies.open_spaces(g, market), supplies.cards_of(g, market)
        slots = [
            Slot(
                id=f"{market} {at + 1}",
                things=tuple([card(g, one) for one in cards[places.DISPLAY + at]]),
                closed=places.DISPLAY + at not in spaces,
                note="closed" if places.DISPLAY + at not in spaces else "",
            )
            for at in range(places.SPACES)
        ]
        found.append(Row(id=market, name=name, things=tuple(slots), note=f"for {cost}", look="stall"))
    return found


def builders(g: VirtuesState) -> Row:
    """SV-027 and SV-028: castles and estates; the temples stand on the board."""
    offered = [one for cards in (g.castles, g.estates) for one in cards[places.OFFER]]
    things = tuple([card(g, one) for one in offered])
    return Row(id="builders", name="Builders", things=things, note=f"for {GOLD}", look="stall")


def decks(g: VirtuesState) -> Row:
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
    stacks += [
        kit.Stack(id=f"pile {name}", name=f"{name}, discarded", count=pile) for name, _, pile in sizes if pile
    ]
    return Row(id="decks", name="Decks", things=tuple(stacks), seldom=True)


def counters(ident: str, name: str, gifts: Sequence[int], pool: Sequence[int] = ()) -> Row:
    """Numbers of gifts, by virtue; with the `pool` beside them also those of which there is none."""
    things = [
        Counter(
            id=f"{virtue} {ident}",
            name=says,
            count=gifts[at],
            icon=virtue,
            pool=pool[at] if pool else None,
        )
        for at, (virtue, says) in enumerate(VIRTUE_SAYS.items())
        if gifts[at] or pool
    ]
    return row(ident, name, things)


# Near: what a seat has before it and in hand


def near(g: VirtuesState, seat: int) -> list[Element]:
    if seat >= g.heroes or seat < 0:
        mine = [card(g, one) for one in g.content.unnamed if one not in g.played]
        is_unnamed = g.setup.unnamed and seat == g.unnamed
        pool = counters("pool", "Gifts in the pool", g.pool, g.pool)
        return [*[hand("own cards", "Your cards", mine)] * is_unnamed, pool]
    sins, artifacts = g.sins.rows[seat], g.artifacts.rows[seat]
    copies = ["again " * sins[:at].count(one) + "sin" for at, one in enumerate(sins)]
    looked = [layer[0] for layer, mask in zip(g.cataclysms.layers, g.cataclysms.masks) if mask >> seat & 1]
    hands = [
        hand("own sins", "Your sins", [card(g, one, f"{n} {one}") for one, n in zip(sins, copies)]),
        hand("own artifacts", "Your artifacts", [card(g, one) for one in artifacts]),
        hand("foreseen", "Cataclysms to come", [card(g, one) for one in looked]),
    ]
    cards = before(g, seat)
    gifts = counters("own gifts", "Your gifts", g.gifts[seat], g.pool)
    return [
        gifts,
        *[row("own cards", "Before you", cards)] * bool(cards),
        *[one for one in hands if one.cards],
    ]


def hand(ident: str, name: str, cards: Sequence[Card]) -> Hand:
    return Hand(id=ident, name=name, cards=tuple(cards), note="only you see them")


def before(g: VirtuesState, seat: int) -> list[Card]:
    """Characters, elixirs and buildings of a hero."""
    found = [card(g, one, turned=one in g.turned) for one in g.characters[seat]]
    found += [card(g, one) for one in g.elixirs[seat]]
    for one in g.buildings(seat):
        tags = [Note("manned", icon="marker")] * (one in g.manned)
        if one in g.content.ratings:
            tags.append(Note(f"{supplies.rating(g, seat, one)} {g.content.ratings[one].of} now"))
        found.append(card(g, one, tags=tags))
    return found


# The seats


def panel(g: VirtuesState, owner: int, seat: int) -> Panel:
    """A hero: resources, gifts, corruption, cards, and how many sins and artifacts; or the Unnamed."""
    if owner >= g.heroes:
        count = len(g.content.unnamed) - len(g.played)
        return Panel(
            id=f"seat {owner}",
            seat=owner,
            name=called(g, owner),
            figure="unnamed",
            emblem="unnamed",
            colour="kingdom-none",
            active=g.step == "unnamed",
            things=(Counter(id="unnamed cards", name="Cards", count=count, icon="unnamed"),),
        )
    colour = colour_of(g, owner)
    cards = [] if owner == seat else before(g, owner)
    supply = Counter(id=f"supply {owner}", name="Markers", count=g.supply(owner), of=MARKERS, icon="marker")
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=called(g, owner),
        figure=figure_of(g, owner),
        emblem=colour,
        colour=kingdom(colour),
        active=bool(g.turns) and g.step in ("go", "act") and g.order[g.at] == owner,
        state="fallen" if g.fell[owner] else "",
        things=(*standing(g, owner), *([supply] if owner == seat else holdings(g, owner))),
        drawer=() if owner == seat else (supply, row(f"cards {owner}", "Cards", cards)),
        note=state_of(g, owner),
    )


def standing(g: VirtuesState, owner: int) -> list[Element]:
    """What of a hero is a number."""
    things: list[Element] = [
        Counter(id=f"{of} {owner}", name=of.capitalize(), count=g.stock(of)[owner], icon=of)
        for of in RESOURCES
    ]
    if g.setup.fall:
        ident, count = f"corruption {owner}", g.corruption[owner]
        things.append(
            Counter(id=ident, name="Corruption", count=count, of=FALLEN_AT, icon="drop", danger=True)
        )
    if g.turns:
        place = g.order.index(owner) + 1
        things.append(Counter(id=f"order {owner}", name="Place in the order", count=place, icon="first"))
    return things


def holdings(g: VirtuesState, owner: int) -> list[Element]:
    """SV-022 and SV-093: what another hero has; of sins and artifacts how many, and not which."""
    hands = (("sin", "Sins", g.sins), ("artifact", "Artifacts", g.artifacts))
    return [
        *[counters(f"gifts {owner}", "Gifts", g.gifts[owner])] * any(g.gifts[owner]),
        *[
            Hand(id=f"{kind}s {owner}", name=name, hidden=len(box.rows[owner]), kind=kind)
            for kind, name, box in hands
            if box.rows[owner]
        ],
    ]


def state_of(g: VirtuesState, seat: int) -> Note | None:
    """SV-216, SV-Q80 and SV-106: when a hero fell, how many passes are forced, whether the hero is turned."""
    fell, skips = g.fell[seat], g.skips[seat]
    place = sum([0 < fall <= fell for fall in g.fell])
    said = [(f"fallen as number {place}: keeps no gifts", "SV-210")] * bool(fell)
    said += [(f"must pass the next {f'{skips} goes' if skips > 1 else 'go'}", "SV-Q80")] * bool(skips)
    said += [("the hero is turned", "SV-106")] * g.tapped[seat]
    return Note("; ".join([text for text, _ in said]), rule=said[0][1]) if said else None
