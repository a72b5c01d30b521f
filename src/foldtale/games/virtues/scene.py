"""What a seat sees: boards, quests, markets, heroes; of sins and artifacts only its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foldtale.games.virtues.content import FAME, GOLD, MIGHT, VirtuesContent, treasured
from foldtale.games.virtues.language import VIRTUE_SAYS, VIRTUES
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.pile import LAST, QUEST_PHASE, SEVENTH
from foldtale.games.virtues.rules.supplies import STORE, TAVERN, cards_of, open_spaces, rating
from foldtale.games.virtues.state import (
    DECK,
    DISPLAY,
    FALLEN_AT,
    FREE,
    MARKED_PLACES,
    NEUTRAL,
    OFFER,
    PILE,
    PLAYED,
    REWARDS,
    ROWS,
    SPACES,
    SPENT,
    STRUCK,
    TAKEN,
    USED,
    VirtuesState,
)
from foldtale.kernel.scene import (
    Card,
    Counter,
    Element,
    Hand,
    Note,
    Panel,
    Row,
    Scene,
    Slot,
    Stack,
    Token,
    Track,
)

ROW_NAMES = ("Lowest row", "Middle row", "Upper row")
COUNTED = {GOLD: "Gold", FAME: "Fame", MIGHT: "Might"}


def texts(g: VirtuesState) -> Mapping[str, str]:
    return g.content.texts


def scene(g: VirtuesState, seat: int) -> Scene:
    """Everything on the table."""
    begun = g.turns > 0
    return Scene(
        game="virtues",
        title="Seven Virtues",
        subtitle=f"Turn {g.turns}" if begun else "",
        you=seat,
        phases=("Quests", "Regrouping") if begun else (),
        phase=int(begun and g.step not in QUEST_PHASE),
        elements=tuple(middle(g)),
        left=tuple(markets(g)),
        right=tuple(decks(g)),
        near=tuple(own(g, seat)) if seat < g.heroes else near_unnamed(g, seat),
        seats=tuple(panels(g, seat)),
    )


def called(g: VirtuesState, seat: int) -> str:
    """Whom a seat plays, by the side that the hero card shows."""
    if seat >= g.heroes:
        return "The Unnamed"
    card = g.hero[seat]
    if not card:
        return f"Player {seat + 1}"
    body = g.content.body(card)
    return str(body.evil.name if g.fell[seat] else body.title)


# The middle: doom, might, armour, portals and quests


def middle(g: VirtuesState) -> list[Element]:
    found: list[Element] = [doom(g), might_track(g)]
    if g.mode.chosen and not all(g.hero):
        free = [hero for hero in g.content.heroes if hero not in g.hero]
        found.append(Row(id="heroes", name="Heroes", things=tuple([plain_card(g, hero) for hero in free])))
    if g.sins.rows[PLAYED]:
        played = [sin_card(g, card, f"played {card}") for card in g.sins.rows[PLAYED]]
        found.append(Row(id="played", name="Played", things=tuple(played)))
    if g.treasures.rows[REWARDS]:
        rewards = [treasure_card(g, card) for card in g.treasures.rows[REWARDS]]
        found.append(Row(id="rewards", name="Rewards", things=tuple(rewards)))
    found += [quest_row(g, number) for number in reversed(range(ROWS))]
    found.append(Row(id="portals", name="Portals", things=tuple(portals(g))))
    pieces = tuple([armour_slot(g, at) for at in range(PIECES)])
    found.append(Row(id="armour", name="The Legendary Armour", things=pieces, note=f"{g.armour} of {PIECES}"))
    return found


def doom(g: VirtuesState) -> Track:
    """SV-159: the cataclysms that were played, in their order, and how near the next one is."""
    struck = g.cataclysms.rows[STRUCK]
    steps = [
        Slot(id=f"doom {at + 1}", label=g.title(struck[at]) if at < len(struck) else str(at + 1))
        for at in range(LAST)
    ]
    return Track(
        id="doom",
        name="Cataclysms",
        length=LAST,
        shine=len(struck),
        steps=tuple(steps),
        icon="cataclysm",
        note=f"sins {len(g.sins.rows[PILE])} of {SEVENTH}",
    )


def might_track(g: VirtuesState) -> Track:
    """SV-002: markers beyond the last step stay on it, and their panels say how far they are."""
    pawns = [
        Token(
            id=f"might {seat}",
            name=called(g, seat),
            figure=g.hero[seat] or "hero",
            seat=seat,
            step=min(g.might[seat], WORTHY),
        )
        for seat in range(g.heroes)
    ]
    return Track(id="might", name="Might", length=WORTHY + 1, pawns=tuple(pawns), icon=MIGHT)


def quest_row(g: VirtuesState, number: int) -> Row:
    things: list[Card | Slot] = []
    for place in g.row(number):
        quest = g.quest_at(place)
        if quest:
            things.append(quest_card(g, quest))
            things += [space(g, place, at) for at in range(len(g.marks[place]))]
            things += treasures_at(g, place)
    return Row(id=f"row {number}", name=ROW_NAMES[number], things=tuple(things))


def quest_card(g: VirtuesState, quest: str) -> Card:
    body = g.content.body(quest)
    asked = [g.content.asked(need) for need in g.content.spaces[quest]]
    return Card(
        id=quest,
        title=body.title,
        lines=(f"{'; '.join(asked)}.",),
        fine=(body.text,) if body.text else (),
        icon="quest",
        kind="quest",
        corner=str(body.prize),
        in_use=g.completing == quest,
    )


def space(g: VirtuesState, place: int, at: int) -> Slot:
    """A requirement, with the marker that lies there."""
    quest, marks = g.quest_at(place), g.marks[place]
    ident = f"{quest} {at + 1}"
    mark = marks[at]
    things: tuple[Token, ...] = ()
    if mark != FREE:
        name = "neutral marker" if mark == NEUTRAL else called(g, mark)
        things = (
            Token(id=f"mark {ident}", name=name, seat=None if mark == NEUTRAL else mark, icon="marker"),
        )
    waits = place >= 2 and mark == FREE and (place not in MARKED_PLACES or marks.count(FREE) == 1)
    label = g.content.asked(g.content.spaces[quest][at])
    return Slot(id=ident, label=label, things=things, note="not yet" if waits else "")


def treasures_at(g: VirtuesState, place: int) -> list[Card]:
    """SV-030: face up beside quests of the lower rows, face down in the upper one."""
    cards = g.treasures.rows[place]
    if place in MARKED_PLACES:
        return [treasure_card(g, card) for card in cards]
    return [Card(id=f"hidden {place} {at}", kind="treasure", face="down") for at in range(len(cards))]


def treasure_card(g: VirtuesState, card: str) -> Card:
    written = g.content.cards[card]
    return Card(
        id=card, title=written.body.title, lines=(treasured(written),), icon="treasure", kind="treasure"
    )


def portals(g: VirtuesState) -> list[Card]:
    """SV-123: each with its gifts, and who has closed it."""
    found = []
    for portal, owner in zip(g.content.portals, g.portals, strict=True):
        closed = () if owner == FREE else (Note(f"closed by {called(g, owner)}"),)
        does = g.content.texts[f"close {portal}.note"]
        found.append(
            Card(id=portal, title=g.title(portal), lines=(does,), icon="portal", kind="portal", tags=closed)
        )
    return found


def armour_slot(g: VirtuesState, at: int) -> Slot:
    return Slot(
        id=g.content.armour[at], label=g.title(g.content.armour[at]), note="" if at < g.armour else "missing"
    )


# Beside: the markets and the decks


def markets(g: VirtuesState) -> list[Row]:
    return [
        Row(id=TAVERN, name="Tavern", things=tuple(stall(g, TAVERN)), note="for fame"),
        Row(id=STORE, name="Store", things=tuple(stall(g, STORE)), note="for gold"),
        Row(id="builders", name="Builders", things=tuple(builders(g)), note="for gold"),
    ]


def stall(g: VirtuesState, market: str) -> list[Slot]:
    """SV-164 and SV-165: three spaces, the closed ones covered."""
    found = []
    for at in range(SPACES):
        closed = DISPLAY + at not in open_spaces(g, market)
        cards = tuple([offered_card(g, card) for card in cards_of(g, market)[DISPLAY + at]])
        found.append(Slot(id=f"{market} {at + 1}", label=str(at + 1), things=cards, closed=closed))
    return found


def builders(g: VirtuesState) -> list[Card]:
    offered = g.castles[OFFER] + g.estates[OFFER] + g.temples[OFFER]
    return [offered_card(g, card) for card in offered]


def offered_card(g: VirtuesState, card: str, tags: Sequence[Note] = (), turned: bool = False) -> Card:
    """A character, an elixir or a building: its cost, and what it is good for."""
    written = g.content.cards[card]
    return Card(
        id=card,
        title=written.body.title,
        lines=tuple(lines_of(g.content, card)),
        fine=(written.body.text,) if written.body.text else (),
        icon=written.body.colour,
        kind=written.kind,
        corner=str(g.content.cost[card]),
        tags=tuple(tags),
        turned=turned,
    )


def lines_of(content: VirtuesContent, card: str) -> list[str]:
    """Return what a card that is bought is good for."""
    kind, body = content.kind(card), content.body(card)
    if kind == "character":
        income = [f"{n} {of} a turn" for of, n in ((FAME, body.income.fame), (GOLD, body.income.gold)) if n]
        might = [f"{body.might} might now"] * bool(body.might) + ["1 might a turn"] * body.steady
        return [content.texts[f"tap {card}.note"], *[", ".join([*income, *might])] * bool(income or might)]
    if kind == "elixir":
        options = [content.texts[f"drink {card} {n}.note"] for n in range(1, len(body.options) + 1)]
        needs = ["", *[f"{one.needs} {body.colour}: " for one in body.options[1:]]]
        return [f"{need}{option}" for need, option in zip(needs, options, strict=True)]
    does = " ".join(content.describe(card))
    if kind == "temple":
        return [f"Manned for {body.man_cost}: {does}"]
    rate = content.ratings[card]
    return [
        f"{rate.base} {rate.of} a turn; {rate.best} with {rate.needs} {body.colour}",
        f"Manned for {body.man_cost}: {does}",
    ]


def decks(g: VirtuesState) -> list[Element]:
    """SV-015: how many cards lie in decks and on piles, and never which."""
    sizes = [
        ("Sins", g.sins.deck_size, len(g.sins.rows[PILE])),
        ("Characters", len(g.characters[DECK]), len(g.characters[USED])),
        ("Elixirs", len(g.elixirs[DECK]), len(g.elixirs[USED])),
        ("Treasures", g.treasures.deck_size, len(g.treasures.rows[TAKEN])),
        ("Artifacts", g.artifacts.deck_size, len(g.artifacts.rows[SPENT])),
        ("Castles", len(g.castles[DECK]), 0),
        ("Estates", len(g.estates[DECK]), 0),
        ("Quests", len(g.quests[DECK]), 0),
    ]
    stacks = []
    for name, deck, pile in sizes:
        stacks.append(Stack(id=f"deck {name}", name=name, count=deck))
        stacks += [Stack(id=f"pile {name}", name=f"{name}, discarded", count=pile)] * bool(pile)
    pools = [
        Counter(id=f"pool {virtue}", name=name, count=n, icon=virtue)
        for virtue, name, n in zip(VIRTUES, VIRTUE_SAYS.values(), g.pool, strict=True)
    ]
    return [
        Row(id="pool", name="Gifts in the pool", things=tuple(pools)),
        Row(id="decks", name="Decks", things=tuple(stacks), seldom=True),
    ]


# Near: one's own things


def own(g: VirtuesState, seat: int) -> list[Element]:
    gifts = [
        Counter(id=f"own {virtue}", name=name, count=n, icon=virtue)
        for virtue, name, n in zip(VIRTUES, VIRTUE_SAYS.values(), g.gifts[seat], strict=True)
    ]
    found: list[Element] = [Row(id="own gifts", name="Your gifts", things=tuple(gifts))]
    cards = before(g, seat)
    if cards:
        found.append(Row(id="own cards", name="Before you", things=tuple(cards)))
    sins = g.sins.rows[seat]
    if sins:
        shown = [sin_card(g, card, copy_id(sins, at)) for at, card in enumerate(sins)]
        found.append(
            Hand(id="own sins", name="Your sins", cards=tuple(shown), kind="sin", note="only you see them")
        )
    artifacts = g.artifacts.rows[seat]
    if artifacts:
        shown = [plain_card(g, card) for card in artifacts]
        found.append(Hand(id="own artifacts", name="Your artifacts", cards=tuple(shown), kind="artifact"))
    looked = [layer[0] for layer, mask in zip(g.cataclysms.layers, g.cataclysms.masks) if mask >> seat & 1]
    if looked:
        shown = [plain_card(g, card) for card in looked]
        found.append(Hand(id="foreseen", name="Cataclysms to come", cards=tuple(shown), kind="cataclysm"))
    return found


def copy_id(cards: Sequence[str], at: int) -> str:
    """Return the id of a sin in hand; the first copy of it is what options are about."""
    before = cards[:at].count(cards[at])
    return f"sin {cards[at]}" if not before else f"sin {cards[at]} again"


def sin_card(g: VirtuesState, card: str, ident: str) -> Card:
    body = g.content.body(card)
    return Card(
        id=ident,
        title=body.title,
        lines=tuple(g.content.describe(card)),
        fine=(body.text,) if body.text else (),
        icon=body.sin,
        kind="sin",
    )


def plain_card(g: VirtuesState, card: str) -> Card:
    written = g.content.cards[card]
    return Card(
        id=card,
        title=written.body.title,
        lines=tuple(g.content.describe(card)),
        fine=(written.body.text,) if written.body.text else (),
        icon=written.kind,
        kind=written.kind,
    )


def before(g: VirtuesState, seat: int) -> list[Card]:
    """What lies before a hero: characters, elixirs and buildings."""
    found = [offered_card(g, card, turned=card in g.turned) for card in g.characters[seat]]
    found += [offered_card(g, card) for card in g.elixirs[seat]]
    for card in g.buildings(seat):
        tags = [Note("manned")] if card in g.manned else []
        if card in g.content.ratings:
            tags.append(Note(f"{rating(g, seat, card)} {g.content.ratings[card].of} now"))
        found.append(offered_card(g, card, tags))
    return found


def near_unnamed(g: VirtuesState, seat: int) -> tuple[Element, ...]:
    """The hand of the Unnamed, for himself."""
    if not g.mode.unnamed or seat != g.unnamed:
        return ()
    hand = [plain_card(g, card) for card in g.content.unnamed if card not in g.played]
    return (Hand(id="own cards", name="Your cards", cards=tuple(hand), kind="unnamed"),)


# The seats


def panels(g: VirtuesState, seat: int) -> list[Panel]:
    found = [panel(g, hero, seat) for hero in range(g.heroes)]
    return [*found, unnamed_panel(g)] if g.mode.unnamed else found


def panel(g: VirtuesState, owner: int, seat: int) -> Panel:
    """A hero: resources, gifts, corruption, what lies before him, how many sins and artifacts he holds."""
    things: list[Element] = [
        Counter(id=f"{of} {owner}", name=name, count=g.stock(of)[owner], icon=of)
        for of, name in COUNTED.items()
    ]
    things.append(Counter(id=f"supply {owner}", name="Markers", count=g.supply(owner), icon="marker"))
    if g.mode.fall:
        n = g.corruption[owner]
        things.append(
            Counter(
                id=f"corruption {owner}", name="Corruption", count=n, of=FALLEN_AT, icon="drop", danger=True
            )
        )
    if owner != seat:
        gifts = [
            Counter(id=f"{virtue} {owner}", name=name, count=n, icon=virtue)
            for virtue, name, n in zip(VIRTUES, VIRTUE_SAYS.values(), g.gifts[owner], strict=True)
            if n
        ]
        if gifts:
            things.append(Row(id=f"gifts {owner}", name="Gifts", things=tuple(gifts)))
        if cards := before(g, owner):
            things.append(Row(id=f"cards {owner}", name="Cards", things=tuple(cards)))
        things += hidden(g, owner)
    if owner == g.first and g.turns:
        things.append(Counter(id="first", name="First Player", count=1, icon="first"))
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=called(g, owner),
        figure=g.hero[owner] or "hero",
        active=bool(g.turns) and g.step in ("go", "act") and g.order[g.at] == owner,
        things=tuple(things),
        note=state_of(g, owner),
    )


def state_of(g: VirtuesState, seat: int) -> Note | None:
    if g.fell[seat]:
        return Note("fallen: keeps no gifts", rule="SV-210")
    if g.skips[seat]:
        return Note("must pass the next go", rule="SV-Q80")
    return Note("the hero is turned", rule="SV-106") if g.tapped[seat] else None


def hidden(g: VirtuesState, owner: int) -> list[Hand]:
    """SV-022 and SV-093: how many, and not which."""
    found = []
    for ident, name, box, kind in (
        ("sins", "Sins", g.sins, "sin"),
        ("artifacts", "Artifacts", g.artifacts, "artifact"),
    ):
        count = len(box.rows[owner])
        if count:
            found.append(Hand(id=f"{ident} {owner}", name=name, hidden=count, kind=kind))
    return found


def unnamed_panel(g: VirtuesState) -> Panel:
    count = len(g.content.unnamed) - len(g.played)
    return Panel(
        id=f"seat {g.unnamed}",
        seat=g.unnamed,
        name="The Unnamed",
        figure="unnamed",
        active=g.step == "unnamed",
        things=(Counter(id="unnamed cards", name="Cards", count=count, icon="unnamed"),),
    )
