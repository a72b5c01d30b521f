"""What a seat sees: boards, quests, markets, heroes; of sins and artifacts only its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from foldtale.games.virtues import places
from foldtale.games.virtues.content import RESOURCES, VirtuesContent
from foldtale.games.virtues.language import VIRTUE_SAYS
from foldtale.games.virtues.options import PLAYER, POOL, TAKE
from foldtale.games.virtues.rules import supplies
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.pile import LAST, QUEST_PHASE, SEVENTH
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel import scene as kit
from foldtale.kernel.scene import Card, Counter, Element, Hand, Note, Panel, Row, Scene, Slot

ROW_NAMES = ("Lowest row", "Middle row", "Upper row")


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
    return Scene(
        game="virtues",
        title="Seven Virtues",
        subtitle=f"Turn {g.turns}" if begun else "",
        you=seat,
        phases=("Quests", "Regrouping") if begun else (),
        phase=int(begun and g.step not in QUEST_PHASE),
        elements=tuple(middle(g)),
        left=(*markets(g), builders(g)),
        right=(counters("pool", "Gifts in the pool", g.pool), decks(g)),
        near=tuple(near(g, seat)),
        seats=tuple([panel(g, one, seat) for one in range(g.setup.players)]),
    )


def called(g: VirtuesState, seat: int) -> str:
    """Return whom a seat plays, by the side that the hero card shows."""
    if seat >= g.heroes:
        return "The Unnamed"
    if not g.hero[seat]:
        return f"Player {seat + 1}"
    body = g.content.body(g.hero[seat])
    return str(body.evil.name if g.fell[seat] else body.title)


# The middle: doom, might, armour, portals and quests


def middle(g: VirtuesState) -> list[Element]:
    found: list[Element] = [doom(g), might(g)]
    if g.setup.heroes == "chosen" and not all(g.hero):
        found.append(row("heroes", "Heroes", [card(g, one) for one in g.content.heroes if one not in g.hero]))
    played = [card(g, sin, f"played {sin}") for sin in g.sins.rows[places.PLAYED]]
    rewards = [card(g, treasure) for treasure in g.treasures.rows[places.REWARDS]]
    found += [row("played", "Played", played)] * bool(played)
    found += [row("rewards", "Rewards", rewards)] * bool(rewards)
    found += [quests(g, number) for number in reversed(range(places.ROWS))]
    found.append(row("portals", "Portals", [portal(g, at) for at in range(len(g.portals))]))
    pieces = [
        Slot(id=piece, label=g.content.title(piece), note="" if at < g.armour else "missing")
        for at, piece in enumerate(g.content.armour)
    ]
    return [*found, row("armour", "The Legendary Armour", pieces, f"{g.armour} of {PIECES}")]


def row(ident: str, name: str, things: Iterable[kit.Thing], note: str = "") -> Row:
    return Row(id=ident, name=name, things=tuple(things), note=note)


def doom(g: VirtuesState) -> kit.Track:
    """SV-159: the cataclysms that were played, in their order, and how near the next one is."""
    struck = [g.content.title(one) for one in g.cataclysms.rows[places.STRUCK]]
    labels = [*struck, *[str(at) for at in range(len(struck) + 1, LAST + 1)]]
    steps = tuple([Slot(id=f"doom {at}", label=label) for at, label in enumerate(labels, 1)])
    note = f"sins {len(g.sins.rows[places.PILE])} of {SEVENTH}"
    return kit.Track(id="doom", name="Cataclysms", length=LAST, shine=g.struck, steps=steps, note=note)


def might(g: VirtuesState) -> kit.Track:
    """SV-002: a marker beyond the last step stays on it, and its panel says how far it is."""
    pawns = [
        kit.Token(
            id=f"pawn {seat}",
            name=called(g, seat),
            figure=g.hero[seat] or "hero",
            seat=seat,
            step=min(g.might[seat], WORTHY),
        )
        for seat in range(g.heroes)
    ]
    return kit.Track(id="might", name="Might", length=WORTHY + 1, pawns=tuple(pawns), icon="might")


def quests(g: VirtuesState, number: int) -> Row:
    """SV-030: quests with their spaces and treasures; these lie face down in the upper row."""
    things: list[kit.Thing] = []
    for place in g.row(number):
        quest = g.quest_at(place)
        if quest:
            things.append(card(g, quest))
            things += [space(g, place, at) for at in range(len(g.marks[place]))]
            for at, treasure in enumerate(g.treasures.rows[place]):
                hidden = Card(id=f"hidden {place} {at}", kind="treasure", face="down")
                things.append(card(g, treasure) if place in places.MARKED else hidden)
    return row(f"row {number}", ROW_NAMES[number], things)


def space(g: VirtuesState, place: int, at: int) -> Slot:
    """SV-109, SV-112 and SV-113: a requirement, the marker on it, and whether it has to wait."""
    quest, marks = g.quest_at(place), g.marks[place]
    ident, mark = f"{quest} {at + 1}", marks[at]
    token: tuple[Card, ...] = ()
    if mark != places.FREE:
        title = "neutral marker" if mark == places.NEUTRAL else called(g, mark)
        token = (Card(id=f"mark {ident}", title=title, icon="marker", kind="marker"),)
    last = place >= places.MIDDLE and marks.count(places.FREE) == 1
    waits = mark == places.FREE and (place not in places.MARKED or last)
    label = g.content.asked(g.content.spaces[quest][at])
    return Slot(id=ident, label=label, things=token, note="not yet" if waits else "")


def portal(g: VirtuesState, at: int) -> Card:
    """SV-123: its gifts, and who has closed it."""
    owner = g.portals[at]
    tags = () if owner == places.FREE else (Note(f"closed by {called(g, owner)}"),)
    return card(g, g.content.portals[at], tags=tags)


# Cards


def card(
    g: VirtuesState, card: str, ident: str = "", tags: Sequence[Note] = (), turned: bool = False
) -> Card:
    """A card face up: what it costs or brings in its corner, and what it is good for."""
    written, content = g.content.cards[card], g.content
    body = written.body
    corner = content.cost.get(card, getattr(body, "prize", ""))
    return Card(
        id=ident or card,
        title=body.title,
        lines=tuple(lines_of(content, card)),
        fine=(body.text,) if body.text else (),
        icon=getattr(body, "colour", "") or getattr(body, "sin", "") or written.kind,
        kind=written.kind,
        corner=str(corner),
        tags=tuple(tags),
        turned=turned,
    )


def lines_of(content: VirtuesContent, card: str) -> list[str]:
    """Return what a card is good for."""
    kind, body, does = content.kind(card), content.body(card), content.describe(card)
    if kind == "character":
        gets = [f"{n} {of} a turn" for of, n in (("fame", body.income.fame), ("gold", body.income.gold)) if n]
        gets += [f"{body.might} might now"] * bool(body.might) + ["1 might a turn"] * body.steady
        return [content.in_words(content.gifts[card]), *[", ".join(gets)] * bool(gets)]
    if kind == "elixir":
        needs = [f"{one.needs} {body.colour}: " * bool(one.needs) for one in body.options]
        flasks = [content.in_words(one.gifts) for one in content.draughts[card]]
        return [f"{need}{flask}" for need, flask in zip(needs, flasks, strict=True)]
    if kind == "quest":
        return ["; ".join([content.asked(need) for need in content.spaces[card]])]
    if kind == "portal":
        return [content.in_words(content.gifts[card])]
    if kind == "treasure":
        return [content.treasured(card)]
    if kind == "temple":
        return [f"Manned for {body.man_cost}: {' '.join(does)}"]
    if card in content.ratings:
        of, base, least, best = content.ratings[card]
        rates = f"{base} {of} a turn; {best} with {least} {body.colour}"
        return [rates, f"Manned for {body.man_cost}: {' '.join(does)}"]
    return does


# Beside: the markets, the decks and the pools


def markets(g: VirtuesState) -> list[Row]:
    """SV-164 and SV-165: three spaces each, the closed ones covered."""
    found = []
    for market, name, cost in ((supplies.TAVERN, "Tavern", "fame"), (supplies.STORE, "Store", "gold")):
        spaces, cards = supplies.open_spaces(g, market), supplies.cards_of(g, market)
        slots = [
            Slot(
                id=f"{market} {at + 1}",
                label=str(at + 1),
                things=tuple([card(g, one) for one in cards[places.DISPLAY + at]]),
                closed=places.DISPLAY + at not in spaces,
            )
            for at in range(places.SPACES)
        ]
        found.append(row(market, name, slots, f"for {cost}"))
    return found


def builders(g: VirtuesState) -> Row:
    offered = [one for cards in (g.castles, g.estates, g.temples) for one in cards[places.OFFER]]
    return row("builders", "Builders", [card(g, one) for one in offered], "for gold")


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


def counters(ident: str, name: str, gifts: Sequence[int], none: bool = True) -> Row:
    """Numbers of gifts, by virtue."""
    things = [
        Counter(id=f"{virtue} {ident}", name=says, count=n, icon=virtue)
        for (virtue, says), n in zip(VIRTUE_SAYS.items(), gifts, strict=True)
        if n or none
    ]
    return row(ident, name, things)


# Near: what a seat has before it and in hand


def near(g: VirtuesState, seat: int) -> list[Element]:
    if seat >= g.heroes:
        mine = [card(g, one) for one in g.content.unnamed if one not in g.played]
        return [hand("own cards", "Your cards", mine)] if g.setup.unnamed and seat == g.unnamed else []
    sins, artifacts = g.sins.rows[seat], g.artifacts.rows[seat]
    copies = ["again " * sins[:at].count(one) + "sin" for at, one in enumerate(sins)]
    looked = [layer[0] for layer, mask in zip(g.cataclysms.layers, g.cataclysms.masks) if mask >> seat & 1]
    hands = [
        hand("own sins", "Your sins", [card(g, one, f"{n} {one}") for one, n in zip(sins, copies)]),
        hand("own artifacts", "Your artifacts", [card(g, one) for one in artifacts]),
        hand("foreseen", "Cataclysms to come", [card(g, one) for one in looked]),
    ]
    cards = before(g, seat)
    return [
        counters("own gifts", "Your gifts", g.gifts[seat]),
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
        tags = [Note("manned")] * (one in g.manned)
        if one in g.content.ratings:
            tags.append(Note(f"{supplies.rating(g, seat, one)} {g.content.ratings[one].of} now"))
        found.append(card(g, one, tags=tags))
    return found


# The seats


def panel(g: VirtuesState, owner: int, seat: int) -> Panel:
    """A hero: resources, gifts, corruption, cards, and how many sins and artifacts; or the Unnamed."""
    if owner >= g.heroes:
        count = len(g.content.unnamed) - len(g.played)
        things: list[Element] = [Counter(id="unnamed cards", name="Cards", count=count, icon="unnamed")]
        active, figure, note = g.step == "unnamed", "unnamed", None
    else:
        things = standing(g, owner) + ([] if owner == seat else holdings(g, owner))
        active = bool(g.turns) and g.step in ("go", "act") and g.order[g.at] == owner
        figure, note = g.hero[owner] or "hero", state_of(g, owner)
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=called(g, owner),
        figure=figure,
        active=active,
        things=tuple(things),
        note=note,
    )


def standing(g: VirtuesState, owner: int) -> list[Element]:
    """What of a hero is a number."""
    things: list[Element] = [
        Counter(id=f"{of} {owner}", name=of.capitalize(), count=g.stock(of)[owner], icon=of)
        for of in RESOURCES
    ]
    things.append(Counter(id=f"supply {owner}", name="Markers", count=g.supply(owner), icon="marker"))
    if g.setup.fall:
        ident, count = f"corruption {owner}", g.corruption[owner]
        things.append(
            Counter(id=ident, name="Corruption", count=count, of=FALLEN_AT, icon="drop", danger=True)
        )
    if owner == g.first and g.turns:
        things.append(Counter(id="first", name="First Player", count=1, icon="first"))
    return things


def holdings(g: VirtuesState, owner: int) -> list[Element]:
    """SV-022 and SV-093: what another hero has; of sins and artifacts how many, and not which."""
    hands = (("sins", "Sins", g.sins), ("artifacts", "Artifacts", g.artifacts))
    cards = before(g, owner)
    return [
        *[counters(f"gifts {owner}", "Gifts", g.gifts[owner], none=False)] * any(g.gifts[owner]),
        *[row(f"cards {owner}", "Cards", cards)] * bool(cards),
        *[
            Hand(id=f"{ident} {owner}", name=name, hidden=len(box.rows[owner]), kind=ident)
            for ident, name, box in hands
            if box.rows[owner]
        ],
    ]


def state_of(g: VirtuesState, seat: int) -> Note | None:
    if g.fell[seat]:
        return Note("fallen: keeps no gifts", rule="SV-210")
    if g.skips[seat]:
        return Note("must pass the next go", rule="SV-Q80")
    return Note("the hero is turned", rule="SV-106") if g.tapped[seat] else None
