"""What people see: the Places, the River, the tracks, the dice, the cards that are carried along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from foldtale.games.storyfold.content import Content, card_of
from foldtale.games.storyfold.dice import sides_of
from foldtale.games.storyfold.language import ACTIONS, BROM, LUMA, SPACES, BackdropText
from foldtale.games.storyfold.pages import KINDS, does, journal, missing, page
from foldtale.games.storyfold.rules.actions import cost, successes, threshold
from foldtale.games.storyfold.rules.creatures import loss_of
from foldtale.games.storyfold.rules.crystals import cap
from foldtale.games.storyfold.rules.exploring import spaces
from foldtale.games.storyfold.rules.river import NUMBERED
from foldtale.games.storyfold.rules.windows import IN_SHADOW_PHASE
from foldtale.games.storyfold.state import DISCARD, OPEN, Wood, shadow_discards
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.pack.paper import picture
from foldtale.kernel.scene import (
    Area,
    Board,
    Card,
    Counter,
    Die,
    Link,
    Note,
    Panel,
    Row,
    Scene,
    Slot,
    Stack,
    Token,
    Track,
)
from foldtale.kernel.speech import so_many

PHASES = ("Luma", "Shadow")
NEEDED = (*SPACES[:NUMBERED], "–", "–", "–")
DECK_ICONS = {"shadow": "shadow-card"}
FRAME = (0.0, 0.0, 1000.0, 620.0)
ENDS = {
    "onward": "The Chapter is over. The journey goes on.",
    "the end": "The story is told.",
    "saved": "A ribbon lies in the book.",
    "left": "The book is closed.",
}


def scene(g: Wood, seat: int) -> Scene:
    """Return everything on the table."""
    title = g.content.texts[f"{g.chapter}.title"]
    return Scene(
        game="storyfold",
        title="Storyfold: Wildwoods",
        subtitle=f"{title} · {g.scene_text.title}" if g.scene else title,
        you=seat,
        phases=PHASES,
        phase=1 if g.step in IN_SHADOW_PHASE else 0,
        page=page(g),
        elements=(board(g),) if g.scene else (),
        below=(river(g),),
        left=(spirit(g), luma(g), *brom(g), decks(g)),
        right=(tray(g), blessings(g), *hand(g), *kept(g), discards(g), journal(g)),
        seats=(Panel(id="seat 0", seat=0, name="Luma", figure=LUMA, active=True),),
        ending=ENDS.get(g.outcome, ""),
    )


# The right page: the Places


def board(g: Wood) -> Board:
    """Return the Places with their threads, under the Wildwood Track: SF-002."""
    joined = [(before, name) for name, place in g.places.items() for before in place.after]
    return replace(
        drawing(g.content, g.scene_text.picture or ""),
        id=f"scene {g.scene}",
        name=g.scene_text.title,
        areas=tuple([sign(g, name) for name in g.places]),
        links=tuple([Link(id=f"{before}-{name}", between=(before, name)) for before, name in joined]),
        tracks=(wildwood(g),),
    )


@lru_cache(maxsize=64)
def drawing(content: Content, ident: str) -> Board:
    """Return what is drawn behind the Places, and never changes."""
    if not ident:
        return picture(FRAME)
    drawn: BackdropText = content.body(ident)
    return picture(drawn.frame, drawn.back, drawn.ground, drawn.front, drawn.props)


def sign(g: Wood, name: str) -> Area:
    """Return a Place with its type, its dots and what it waits for, or with a pawn: SF-095 to SF-103."""
    place = g.places[name]
    x, y = (place.at[0], place.at[1]) if len(place.at) == 2 else (500.0, 310.0)
    done = name in g.overcome
    dots = cost(g, place.type, name)
    tags = [Note("overcome", icon="pawn", rule="SF-099")] if done else [note for note, _ in missing(g, name)]
    if place.wildwood and not g.light and not done:
        tags.insert(0, Note("the Light is on the centre", icon="light", rule="SF-100"))
    counters = () if done else (Counter(id=f"dots {name}", name="Dots", count=dots, icon=place.type),)
    sign = Area(id=name, name=place.name, at=(x, y), look="sign", icon=place.type, fill=place.type)
    return replace(sign, counters=counters, tags=tuple(tags))


def wildwood(g: Wood) -> Track:
    """Return the track: Light on the left, the centre, Shadow on the right: SF-104."""
    text = g.scene_text
    steps = [Slot(id=f"light {distance}", kind="light") for distance in range(text.light, 0, -1)]
    steps.append(Slot(id="centre", label="Centre", icon="wildwood", kind="centre"))
    for distance in range(1, text.shadow + 1):
        icons = text.track.get(str(distance), [])
        pictures = [text.icons[icon].picture or "shadow" for icon in icons]
        first, *more = pictures or [""]
        things = [Token(id=f"icon {distance} {at}", icon=picture) for at, picture in enumerate(more)]
        said = ", ".join([text.icons[icon].name for icon in icons])
        space = Slot(id=f"shadow {distance}", kind="shadow", icon=first, things=tuple(things), note=said)
        steps.append(space)
    pawns = [
        Token(id=f"{icon} pawn", name=f"{icon.title()} Pawn", figure=f"{icon}-pawn", icon=icon, step=step)
        for icon, step in (("light", text.light - g.light), ("shadow", text.light + g.shadow))
    ]
    name, note = "Wildwood Track", f"Light {g.light} from the centre, Shadow {g.shadow}"
    length, all_steps = len(steps), tuple(steps)
    return Track(id="wildwood", name=name, length=length, steps=all_steps, pawns=tuple(pawns), note=note)


# The River


def river(g: Wood) -> Row:
    """Return the spaces with their cards and with numbers as cards change them: SF-009, SF-025, SF-Q01."""
    slots = []
    for at in range(g.numbers.river):
        piece = g.river[at] if at < len(g.river) else ""
        shown = action_card if piece in ACTIONS else creature_card
        things = (shown(g, piece),) if piece else ()
        label = f"{threshold(g, piece)}+" if at < NUMBERED and piece in ACTIONS else NEEDED[at]
        slots.append(Slot(id=f"space {at + 1}", label=label, things=things))
    return Row(id="river", name="The River", things=tuple(slots))


def action_card(g: Wood, action: str) -> Card:
    body = g.content.body(action)
    lying = g.crystals_on(action)
    held = Counter(id=f"crystals {action}", name="Crystals", count=lying, of=cap(g), icon="crystal")
    is_used = g.action is not None and g.action.card == action
    card = Card(id=action, title=body.title, lines=(body.first, body.second), icon=action, kind=action)
    return replace(card, in_use=is_used, counters=(held,))


def creature_card(g: Wood, piece: str) -> Card:
    ident = card_of(piece)
    body = g.content.body(ident)
    counters = [
        Counter(id=f"{action} {piece}", name=action.title(), count=cost(g, action, piece), icon=action)
        for action in ("illuminate", "heal")
        if getattr(body, action) is not None
    ]
    counters.append(Counter(id=f"loss {piece}", name="Spirit lost", count=loss_of(g, piece), icon="spirit"))
    counters.append(Counter(id=f"gift {piece}", name="Crystals", count=body.crystals, icon="crystal"))
    tags = [Note("stunned", icon="stun", rule="SF-091")] if piece in g.stunned else []
    if piece in g.waiting and g.step in IN_SHADOW_PHASE:
        tags.append(Note("still to act", rule="SF-Q45"))
    parts = ("in_play", "after", "standing")
    return held_card(g, ident, f"creature {piece}", *parts, counters=counters, tags=tags)


# Tracks, decks, dice and spaces


def spirit(g: Wood) -> Track:
    """Return the Spirit Track, from full on the left to 0: SF-Q36."""
    most = g.numbers.spirit
    steps = tuple([Slot(id=f"spirit {n}", label=str(n)) for n in range(most, -1, -1)])
    pawns, note = (Token(id="spirit pawn", step=most - g.spirit),), f"{g.spirit} left"
    return Track(
        id="spirit", name="Spirit", length=most + 1, steps=steps, pawns=pawns, icon="spirit", note=note
    )


def luma(g: Wood) -> Card:
    """Return the face that shows; by variant also what the other one does: SF-Q29."""
    shown = ["back"] if g.luma_turned else ["front", *["back"] * g.always]
    lines = [g.content.face(LUMA, side == "back").short for side in shown]
    return face_card(g, LUMA, g.content.face(LUMA, g.luma_turned).title, lines, shown)


def brom(g: Wood) -> list[Card]:
    """Return Brom's face that shows, while he is here: SF-Q31."""
    face = g.content.face(BROM, g.brom_turned)
    lines, shown = [f"{face.title}, {face.short}"], ["back" if g.brom_turned else "front"]
    return [face_card(g, BROM, "Brom", lines, shown)] if g.brom == "here" else []


def face_card(g: Wood, ident: str, title: str, lines: list[str], shown: list[str]) -> Card:
    """Return the card of Luma or Brom, with what the sides that count do."""
    face = g.content.face(ident, shown[0] == "back")
    fine = (*does(g, ident, *shown), *paragraphs(face.text))
    return Card(id=ident, title=title, lines=tuple(lines), fine=fine, icon=ident, kind="hero")


def decks(g: Wood) -> Row:
    """Return the four decks: SF-149."""
    sizes = {
        "shadow": g.shadows.deck_size,
        "creature": g.creatures.deck_size,
        "exploration": g.exploration.deck_size,
        "story": len(g.stories),
    }
    things = [
        Stack(id=f"deck {kind}", name=kind.title(), count=n, icon=DECK_ICONS.get(kind, kind), kind=kind)
        for kind, n in sizes.items()
    ]
    return Row(id="decks", name="Decks", things=tuple(things))


def discards(g: Wood) -> Row:
    """Return all discarded cards, the topmost first; Brom can lie among the Shadow cards: SF-Q32, SF-Q96."""
    piles = {
        "shadow": shadow_discards(g),
        "creature": g.creatures.rows[DISCARD],
        "exploration": g.exploration.rows[DISCARD],
    }
    things = [
        Card(
            id=f"{kind} pile {at}", title=g.content.title(card), kind=kind, tags=(Note(f"discarded {kind}"),)
        )
        for kind, cards in piles.items()
        for at, card in enumerate(reversed(cards))
    ]
    return Row(id="discards", name="Discard piles", things=tuple(things), seldom=True)


def tray(g: Wood) -> Row:
    """Return the dice that were rolled and those that are left."""
    needed = g.action.threshold if g.action is not None else 0
    things: list[Die] = []
    for at, (sides, shown) in enumerate(g.rolled):
        mark = "success" if shown >= g.needed else "failure"
        things.append(Die(id=f"die {at + 1}", value=shown, sides=sides, mark=mark, in_use=True))  # type: ignore[arg-type]
    for at, sides in enumerate(sides_of(g.ready), len(things) + 1):
        things.append(Die(id=f"die {at}", sides=sides))
    used = sum(g.owned) - sum(g.ready) - len(g.rolled if g.action is not None else ())
    note = f"need {needed}+" if needed else f"{used} used" if used > 0 else ""
    if needed and g.rolled:
        note = f"{note}: {so_many(successes(g), 'success', 'successes')}"
    return Row(id="dice", name="Dice", things=tuple(things), note=note)


def blessings(g: Wood) -> Row:
    """Return the Blessing spaces: SF-125."""
    slots = []
    held = g.in_spaces
    for at in range(max(spaces(g), len(held))):
        things = (find_card(g, held[at], f"held {at}"),) if at < len(held) else ()
        slots.append(Slot(id=f"blessing {at + 1}", label="" if things else "free", things=things))
    return Row(id="blessings", name="Blessings", things=tuple(slots))


def find_card(g: Wood, ident: str, name: str) -> Card:
    """Return an Exploration card, in a Blessing space or on its way there."""
    counters = []
    if g.is_trauma(ident):
        counters.append(Counter(id=f"heal {name}", name="Heal", count=cost(g, "heal", ident), icon="heal"))
    tags = [Note(KINDS[g.content.kind(ident)])]
    return held_card(g, ident, name, "use", "in_play", "standing", counters=counters, tags=tags)


def held_card(
    g: Wood, ident: str, name: str, *parts: str, counters: Sequence[Counter] = (), tags: Sequence[Note] = ()
) -> Card:
    """Return a card with what some parts of it do, under a name of its own."""
    body, kind = g.content.body(ident), g.content.kind(ident)
    lines, fine = does(g, ident, *parts), () if kind == "shadow" else paragraphs(body.text)
    icon = getattr(body, "picture", "") or DECK_ICONS.get(kind, kind)
    card = Card(id=name, title=body.title, lines=lines, fine=fine, icon=icon, kind=kind)
    return replace(card, counters=tuple(counters), tags=tuple(tags))


def hand(g: Wood) -> list[Row]:
    """Return the Exploration cards just drawn, and the cards being resolved."""
    drawn = [find_card(g, card, f"drawn {at}") for at, card in enumerate(g.at_hand)]
    shadows = [held_card(g, card, f"shadow card {card}", "in_play") for card in g.shadows.rows[OPEN]]
    return row_of("drawn", [*drawn, *shadows])


def kept(g: Wood) -> list[Row]:
    """Return the Story cards that stay in play: SF-Q75."""
    return row_of("kept", [held_card(g, card, f"kept {card}", "use", "standing") for card in g.kept])


def row_of(name: str, things: list[Card]) -> list[Row]:
    """Return a row of cards, if there are any."""
    return [Row(id=name, name=name.title(), things=tuple(things))] if things else []
