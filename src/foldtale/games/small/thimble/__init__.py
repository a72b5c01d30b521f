"""Thimble: what people see of it, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from foldtale.games.small.thimble.record import Company
from foldtale.games.small.thimble.rules import LAY, TUCK, UNDER, main
from foldtale.games.small.thimble.state import (
    COUNTS,
    DISCARD,
    DRAWN,
    LAID,
    MOST_PLAYERS,
    VALUES,
    Basket,
    new_basket,
)
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Setup, Words
from foldtale.kernel.scene import Card, Counter, Hand, Panel, Row, Scene, Stack

FEWEST_PLAYERS = 3


class ThimbleSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=FEWEST_PLAYERS, le=MOST_PLAYERS, title="Players")] = FEWEST_PLAYERS
    rounds: Annotated[int, Meta(ge=1, le=3, title="Rounds")] = 1
    record: Company | None = None


def begin(setup: ThimbleSetup) -> Basket:
    company = setup.record or Company()
    if company.wins and len(company.wins) != setup.players:
        raise SetupError(f"this company has {len(company.wins)} seats, not {setup.players}")
    return new_basket(setup.players, setup.rounds, company)


def face(id: str, kind: str) -> Card:
    worth = VALUES.get(kind)
    title = f"{kind.capitalize()} ({worth})" if worth else kind.capitalize()
    return Card(id=id, title=title, icon=kind)


def hand_of(g: Basket, owner: int, seat: int) -> Hand:
    """Your own cards, and of others' hands what you happen to know."""
    known = g.box.seen_by(seat, owner)
    cards = [face(f"hand {owner} {place}", kind) for place, kind in enumerate(known)]
    note = "only you see it" if owner == seat else ""
    hidden = len(g.box.rows[owner]) - len(cards)
    return Hand(id=f"hand {owner}", name="Hand", cards=tuple(cards), hidden=hidden, note=note)


def panel(g: Basket, owner: int, seat: int) -> Panel:
    laid = [face(f"laid {owner} {place}", kind) for place, kind in enumerate(g.box.rows[LAID + owner])]
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=f"Player {owner + 1}",
        active=owner == g.seat,
        things=(
            Counter(id=f"points {owner}", name="Points", count=g.scores[owner]),
            hand_of(g, owner, seat),
            Row(id=f"laid {owner}", name="Laid", things=tuple(laid)),
        ),
    )


def scene(g: Basket, seat: int) -> Scene:
    pile = g.box.rows[DISCARD]
    deck = Stack(id="deck", name="Deck", count=g.box.deck_size)
    discard = Stack(
        id="discard", name="Discard", count=len(pile), top=face("discard top", pile[-1]) if pile else None
    )
    drawn = [
        face("drawn", kind) if mask >> seat & 1 else Card(id="drawn", face="down")
        for kind, mask in g.box.known(DRAWN)
    ]
    return Scene(
        game="thimble",
        title="Thimble",
        subtitle=f"Round {g.round} of {g.rounds}",
        you=seat,
        elements=(deck, *drawn, discard),
        seats=tuple([panel(g, owner, seat) for owner in range(g.players)]),
    )


def vocabulary(setup: ThimbleSetup) -> Sequence[str]:
    chosen = [option.key for table in (LAY, TUCK, UNDER) for option in table.values()]
    return ["draw", "look", "ribbon", "pass", "steal", "needle", "keep", *chosen]


def touches(g: Basket, topic: str, key: str) -> Sequence[str]:
    if topic == "steal" or topic == "guard":
        return ("drawn",)
    return ("deck",) if key in ("draw", "ribbon") or topic == "under" else ()


game = Game(
    name="thimble",
    title="Thimble",
    blurb="Treasures, magpies and a sleeping cat. 3 to 5 players with secret hands.",
    setups=ThimbleSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=vocabulary,
    touches=touches,
    boxes=lambda g: (g.box,),
    secrets=True,
    secret_topics=("tuck",),
    aside_topics=("turn",),
    endings=("most points",),
    folder=Path(__file__).parent,
    shelf="small",
    spacing=1,
    words=Words(
        topics={
            "turn": "Your turn: draw, lay a treasure, or look?",
            "steal": "A card has been drawn. Do you steal it?",
            "guard": "A magpie is after your card. Do you keep it off?",
            "tuck": "One card too many: which goes under the deck?",
            "under": "You have seen the top of the deck. Does one of the cards go under it?",
        },
        options={
            "draw": "Draw a card",
            "look": "Put the spectacles on and look",
            "ribbon": "Discard a ribbon and draw",
            "pass": "Let it be",
            "steal": "Send the magpie",
            "needle": "Keep it off with a needle",
            "keep": "Leave both where they are",
            "lay": "Lay {0}",
            "tuck": "Put {0} under the deck",
            "under": "Put {0} under the deck",
        },
        tells={
            "deals": "Round {0} is dealt; {who} begins.",
            "finds the cat": "{who} was dealt the cat, and it sleeps on under the deck.",
            "draws": "{who} draws {0}.",
            "draws out of turn": "{who} draws {0} out of turn.",
            "plays": "{who} plays {0}.",
            "keeps": "{who} keeps the card.",
            "steals": "{who} steals {1} from {0:seat}.",
            "tucks": "{who} puts {0} under the deck.",
            "lays": "{who} lays {0}.",
            "looks": "{who} looks at the top of the deck.",
            "leaves": "{who} leaves the deck as it is.",
            "puts under": "{who} puts {0} under the deck.",
            "wakes the cat": "{who} wakes the cat!",
            "shows": "{who} shows the hand.",
            "scores": "{who} scores {0} and has {1} points.",
            "wins": "{who} wins with {0} points.",
        },
        things={kind: f"the {kind}" for kind in COUNTS},
    ),
)
