"""What a seat sees: the map with its dice, quests and cards. Of Magic Items everybody sees only their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from foldtale.games.grimm.content import WOLF, Content, value_of
from foldtale.games.grimm.language import DECKS, TOKEN_SAYS, TOKENS
from foldtale.games.grimm.options import COMPLETE, FETCH
from foldtale.games.grimm.rules.game import main_ap
from foldtale.games.grimm.rules.questing import quest_options
from foldtale.games.grimm.rules.windows import is_ready
from foldtale.games.grimm.state import COMING, DISCARD, LOOKED_AT, NOW, REVEALED, STORY_DISCARD, TO_COME, Tale
from foldtale.kernel.chance import Face
from foldtale.kernel.effects import forbidden
from foldtale.kernel.pack.paper import picture, point
from foldtale.kernel.scene import (
    Area,
    Board,
    Card,
    Counter,
    Die,
    Element,
    Hand,
    Link,
    Note,
    Panel,
    Row,
    Scene,
    Slot,
    Stack,
    Token,
)

APART = (34, 24)
"""How far two figures on one field stand from each other, and how far more of them do."""
ABOVE = 16
"""How far above the name of their field they stand."""
FIGURE = (0.74, 0.58)
"""How large they are, and how large where more than two stand together."""
KINDS = {"good": "Good Luck", "bad": "Bad Luck", "side": "Side Quest", "curse": "Curse", "mini": "Mini Quest"}


def texts(g: Tale) -> Mapping[str, str]:
    return g.content.team_texts if g.coop else g.content.texts


def scene(g: Tale, seat: int) -> Scene:
    """Everything on the table."""
    chapters = g.setup.chapters
    return Scene(
        game="grimm",
        title="Dice Upon a Time",
        subtitle=f"Chapter {g.chapter}" if g.chapter and not chapters else "",
        you=seat,
        phases=tuple([str(number + 1) for number in range(chapters)]),
        phase=max(0, g.chapter - 1) if chapters else 0,
        phases_of="Chapter" if chapters else "",
        elements=(board(g, seat), *choosing(g)),
        left=piles(g),
        right=tuple(beside(g, seat)),
        near=(dice(g, "pool", "Your dice", seat),) if seat < g.players and any(g.pools[seat]) else (),
        seats=tuple([panel(g, owner, seat) for owner in range(g.players)]),
    )


# The map


def board(g: Tale, seat: int) -> Board:
    drawn = drawing(g.content)
    sockets = [socket(g, at, seat) for at in range(len(g.stacks))]
    if g.heap:
        heap = g.content.fields[WOLF].heap
        given = tuple([die(*placed) for placed in g.heap])
        where = point(heap) if heap else None
        sockets.append(Slot(id="socket heap", label="given", things=given, on=WOLF, at=where))
    figures = [figure(g, one) for one in range(g.players)] if g.chapter else []
    return replace(drawn, sockets=tuple(sockets), tokens=(*drawn.tokens, *figures))


@lru_cache(maxsize=8)
def drawing(content: Content) -> Board:
    """What of the map never changes."""
    card = content.board
    areas = [
        Area(
            id=name,
            name=field.name,
            at=point(field.at),
            outline=field.outline,
            fill=field.fill,
            look="field",
            icon=field.icon,
        )
        for name, field in card.fields.items()
    ]
    links = [
        Link(id=f"route {name}", between=(route.between[0], route.between[1]), path=route.path)
        for name, route in card.routes.items()
    ]
    drawn = picture(card.frame, card.back, props=card.props)
    return replace(drawn, id="map", name="The map", areas=tuple(areas), links=tuple(links))


def socket(g: Tale, at: int, seat: int) -> Slot:
    """A socket with what lies in it, and whose Ban keeps this seat off."""
    spot = g.content.spots[at]
    stack = g.stacks[at]
    note = ""
    if stack:
        owner, _, face = stack[-1]
        if face == "ban" and owner != seat and not forbidden(g, "ban_faces"):
            note = f"Ban of {called(g, owner)}"
        elif len(stack) >= g.limits[at]:
            note = "full"
    closed = spot.spirit == WOLF and (g.wolf_used or forbidden(g, "wolf"))
    return Slot(
        id=f"socket {spot.name}",
        label=str(g.values[at]),
        things=tuple([die(*placed) for placed in stack]),
        note="closed for this chapter" if closed else note,
        on=f"route {spot.name}" if spot.ends is not None else spot.spirit,
        closed=closed,
        at=spot.at,
    )


SPECIAL = {"magic": "Magic Item", "story": "Story", "ban": "Ban", "double": "Doubling"}


def die(owner: int, which: int, face: Face) -> Die:
    """A die of somebody, on the board or unused: its id stays the same."""
    special = SPECIAL.get(str(face), "")
    value, icon = (None, str(face)) if special else (value_of(face), "")
    kind = "snake" if which == len(SPECIAL) + 1 else ""
    return Die(id=f"die {owner} {which}", value=value, seat=owner, face=special, icon=icon, kind=kind)


def figure(g: Tale, seat: int) -> Token:
    field = g.at[seat]
    here = [one for one in range(g.players) if g.at[one] == field]
    x, y = g.content.fields[field].at
    crowd = len(here) > 2
    shift = (here.index(seat) - (len(here) - 1) / 2) * APART[crowd]
    name, shape, at = called(g, seat), g.character[seat] or "traveller", (x + shift, y - ABOVE)
    token = Token(id=f"figure {seat}", name=name, figure=shape, seat=seat, area=field, at=at)
    return replace(token, scale=FIGURE[crowd])


def called(g: Tale, seat: int) -> str:
    """Whom a seat plays."""
    card = g.character[seat]
    return g.content.texts[f"{card}.title"] if card else f"Player {seat + 1}"


# Cards


def face_up(
    g: Tale,
    ident: str,
    card: str,
    lines: tuple[str, ...],
    fine: tuple[str, ...] | None = None,
    icon: str = "",
    corner: str = "",
    tags: tuple[Note, ...] = (),
) -> Card:
    """A card with these lines, and in small print what is told with it, if nothing else is."""
    body, kind = g.content.body(card), g.content.kind(card)
    return Card(
        id=ident,
        title=body.title,
        lines=lines,
        fine=(body.text,) if fine is None else fine,
        icon=icon or kind,
        kind=kind,
        corner=corner,
        tags=tags,
    )


def event_card(g: Tale, card: str, ident: str) -> Card:
    return face_up(g, ident, card, tuple(g.content.describe(card)))


def choosing(g: Tale) -> tuple[Element, ...]:
    """GR-008: the characters that nobody plays yet, while they are chosen."""
    if g.setup.characters != "chosen" or all(g.character):
        return ()
    free = [card for card in g.content.of(g.deal, "character") if card not in g.character]
    cards = tuple([character_card(g, card) for card in free])
    return (Row(id="characters", name="Characters", things=cards),)


def character_card(g: Tale, card: str) -> Card:
    idle = g.coop and not g.content.body(card).coop
    tags = (Note("no use to a team", rule="GR-227"),) if idle else ()
    lines = (g.content.body(card).text, " ".join(g.content.describe(card)))
    return face_up(g, f"character {card}", card, lines, fine=(), icon=card, tags=tags)


def magic_card(g: Tale, card: str, ident: str) -> Card:
    return face_up(g, ident, card, (" ".join(g.content.describe(card)),))


def quest_card(g: Tale, quest: str, ready: bool) -> Card:
    tags = [Note("you could do it now")] if ready else []
    if quest in g.carried:
        tags.append(Note(f"carried by {called(g, g.carried[quest])}"))
    lines, worth = (g.content.needs_say(quest),), str(g.content.body(quest).ap)
    return face_up(g, f"quest {quest}", quest, lines, corner=worth, tags=tuple(tags))


def story_card(g: Tale, card: str) -> Card:
    """A Story card; as long as it is told, what is told with it stands above what it does."""
    body, kind = g.content.body(card), g.content.kind(card)
    asks = (g.content.needs_say(card),) if kind in ("curse", "mini") else ()
    lines: tuple[str, ...] = (*[ask for ask in asks if ask], *g.content.describe(card))
    fine: tuple[str, ...] = (body.text,)
    if card in g.stories.rows[REVEALED]:
        lines, fine = (*fine, *lines), ()
    corner = f"{body.ap:+d}" if kind in ("side", "curse") else ""
    tags = (Note(KINDS[kind]),)
    return face_up(g, f"story {card}", card, lines, fine=fine, corner=corner, tags=tags)


# Beside the map


def beside(g: Tale, seat: int) -> list[Element]:
    """The Event, the own quests and what one could complete now, the own hand."""
    plays = seat < g.players
    found: list[Element] = [event_card(g, card, f"event {card}") for card in g.events.rows[NOW]]
    found += [story_card(g, card) for card in g.stories.rows[REVEALED]]
    if g.coop:
        found.append(quest_row(g, "quests team", "Quests of the team", 0, seat))
        found += kept_row(g, "team", "Of the team", 0)
    elif plays:
        if g.active_quests(seat):
            found.append(quest_row(g, f"quests {seat}", "Your quests", seat, seat))
        found += kept_row(g, str(seat), "Kept", seat)
    if plays:
        found += own_hand(g, seat)
    if g.events.rows[TO_COME]:
        coming = [event_card(g, card, f"coming {at}") for at, card in enumerate(g.events.rows[TO_COME])]
        found.append(Row(id="events", name="Events to come", things=tuple(coming), seldom=True))
    return found


def quest_row(g: Tale, ident: str, name: str, owner: int, seat: int) -> Row:
    """Active Main Quests, and which of them this seat could complete or pick up now."""
    choices = quest_options(g, seat) if seat < g.players else []
    ready = [verb.parts(choice) for verb in (COMPLETE, FETCH) for choice in choices if choice in verb]
    cards = [quest_card(g, quest, (quest,) in ready) for quest in g.active_quests(owner)]
    return Row(id=ident, name=name, things=tuple(cards), note="open to all")


def kept_row(g: Tale, ident: str, name: str, owner: int) -> list[Row]:
    cards = [story_card(g, card) for card in g.kept(owner)]
    return [Row(id=f"kept {ident}", name=name, things=tuple(cards))] if cards else []


def magic_rows(owner: int) -> tuple[int, int, int]:
    """GR-132: where somebody's Magic Items can be just now."""
    return (owner, COMING + owner, LOOKED_AT + owner)


def own_hand(g: Tale, seat: int) -> list[Hand]:
    cards = [card for row in magic_rows(seat) for card in g.magic.rows[row]]
    shown = [magic_card(g, card, f"magic {card} {cards[:at].count(card)}") for at, card in enumerate(cards)]
    name, note = "Your Magic Items", "only you see them"
    return [Hand(id="own magic", name=name, cards=tuple(shown), kind="magic", note=note)] if cards else []


def hidden_hand(g: Tale, owner: int, seat: int) -> list[Hand]:
    """GR-Q78: how many Magic Items somebody has, and which of them one happens to know."""
    known = sorted([card for row in magic_rows(owner) for card in g.magic.seen_by(seat, row)])
    hidden = sum([len(g.magic.rows[row]) for row in magic_rows(owner)]) - len(known)
    cards = [magic_card(g, card, f"known {owner} {at}") for at, card in enumerate(known)]
    hand = Hand(id=f"hand {owner}", name="Magic Items", cards=tuple(cards), hidden=hidden, kind="magic")
    return [hand] if cards or hidden else []


def dice(g: Tale, ident: str, name: str, owner: int) -> Row:
    """GR-023: somebody's unused dice."""
    things = [die(owner, which, face) for which, face in enumerate(g.pools[owner]) if face]
    return Row(id=ident, name=name, things=tuple(things))


def piles(g: Tale) -> tuple[Element, ...]:
    """The decks and discard piles."""
    found = [
        Stack(id=f"deck {deck}", name=f"Quests worth {deck}", count=box.deck_size, kind="quest")
        for deck, box in (() if g.coop else zip(DECKS, g.quests))
    ]
    if g.deal.magic:
        pile = g.magic.rows[DISCARD]
        top = magic_card(g, pile[-1], "magic pile top") if pile else None
        found += [
            Stack(id="deck magic", name="Magic Items", count=g.magic.deck_size, kind="magic"),
            Stack(id="pile magic", name="Played Magic Items", count=len(pile), kind="magic", top=top),
        ]
    if g.deal.story:
        told = len(g.stories.rows[STORY_DISCARD])
        found += [
            Stack(id="deck story", name="Story cards", count=g.stories.deck_size, kind="story"),
            Stack(id="pile story", name="Told Story cards", count=told, kind="story"),
        ]
    return (Row(id="decks", name="Decks", things=tuple(found), seldom=True),)


# The seats


def panel(g: Tale, owner: int, seat: int) -> Panel:
    """A seat: tokens, AP, dice, how many Magic Items; the others' quests."""
    things: list[Element] = [
        Counter(id=f"{token} {owner}", name=TOKEN_SAYS[token], count=n, icon=token)
        for token, n in zip(TOKENS, g.tokens[owner], strict=True)
    ]
    if not g.coop:
        things.append(Counter(id=f"ap {owner}", name="AP", count=main_ap(g, owner)))
    if owner != seat:
        if any(g.pools[owner]):
            things.append(dice(g, f"dice {owner}", "Dice", owner))
        things += hidden_hand(g, owner, seat)
        if not g.coop:
            if g.active_quests(owner):
                things.append(quest_row(g, f"quests {owner}", "Quests", owner, owner))
            things += kept_row(g, str(owner), "Kept", owner)
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=called(g, owner),
        figure=g.character[owner] or "traveller",
        active=owner == g.active and bool(g.chapter),
        things=(*things, *marks(g, owner)),
        note=Note("has passed", rule="GR-091") if g.passed[owner] else None,
    )


def marks(g: Tale, owner: int) -> list[Counter]:
    """Who starts, who has the Rabbit Token or has won the Snake Die, and Thumbling's tokens."""
    found = []
    if g.starter == owner and g.chapter:
        found.append(Counter(id="marker", name="Starting player", count=1, icon="marker"))
    if g.rabbits[owner]:
        count = g.rabbits[owner]
        found.append(Counter(id=f"rabbit {owner}", name="Rabbit Token", count=count, icon="rabbit_token"))
    if g.snake_to == owner:
        found.append(Counter(id="snake won", name="Snake Die", count=1, icon="snake"))
    card = g.character[owner]
    if card and g.content.body(card).counted:
        count = g.thumbs[owner]
        found.append(Counter(id=f"thumbs {owner}", name="Thumbling tokens", count=count, icon="thumbling"))
    elif card and g.content.body(card).once:
        ready = int(is_ready(g, owner, card))
        found.append(Counter(id=f"ability {owner}", name="Ability", count=ready, of=1, icon=card))
    return found
