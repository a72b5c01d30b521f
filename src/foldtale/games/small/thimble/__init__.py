"""Thimble: what people see of it, and what it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.games.small.thimble.options import OPTIONS
from foldtale.games.small.thimble.progress import REASONS, progress, reflex
from foldtale.games.small.thimble.record import Company
from foldtale.games.small.thimble.rules import main
from foldtale.games.small.thimble.state import (
    COUNTS,
    DISCARD,
    DRAWN,
    MOST_PLAYERS,
    OUR_OWN,
    Basket,
    Stock,
    new_basket,
)
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Setup, Words
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.pack.shelf import find
from foldtale.kernel.scene import Card, Counter, Hand, Page, Panel, Row, Scene, Stack

FEWEST_PLAYERS = 3
FOLDER = Path(__file__).parent


class ThimbleSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=FEWEST_PLAYERS, le=MOST_PLAYERS, title="Players")] = FEWEST_PLAYERS
    rounds: Annotated[int, Meta(ge=1, le=3, title="Rounds")] = 1
    pack: str = ""
    record: Company | None = None


def begin(setup: ThimbleSetup) -> Basket:
    company = setup.record or Company()
    if company.wins and len(company.wins) != setup.players:
        raise SetupError(f"this company has {len(company.wins)} seats, not {setup.players}")
    return new_basket(setup.players, setup.rounds, company, stock_of(setup.pack))


def stock_of(ident: str) -> Stock:
    """The cards of a basket with this pack, made once for what is in it now."""
    if not ident:
        return OUR_OWN
    pack = find(ident, LANGUAGE, FOLDER)
    if pack.hash not in _stocks:
        _stocks[pack.hash] = Stock(pack)
    return _stocks[pack.hash]


_stocks: dict[str, Stock] = {}


def face(g: Basket, id: str, kind: str) -> Card:
    worth = g.stock.values.get(kind)
    name = texts(g).get(f"{kind}.title", kind.capitalize())
    return Card(id=id, title=f"{name} ({worth})" if worth else name, icon=kind)


def texts(g: Basket) -> Mapping[str, str]:
    return g.stock.pack.texts if g.stock.pack is not None else {}


def hand_of(g: Basket, owner: int, seat: int) -> Hand:
    """Your own cards, and of others' hands what you happen to know."""
    known = g.box.seen_by(seat, owner)
    cards = [face(g, f"hand {owner} {place}", kind) for place, kind in enumerate(known)]
    note = "only you see it" if owner == seat else ""
    hidden = len(g.box.rows[owner]) - len(cards)
    return Hand(id=f"hand {owner}", name="Hand", cards=tuple(cards), hidden=hidden, note=note)


def panel(g: Basket, owner: int, seat: int) -> Panel:
    laid = [face(g, f"laid {owner} {place}", kind) for place, kind in enumerate(g.laid(owner))]
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
    titles = texts(g)
    pile = g.box.rows[DISCARD]
    deck = Stack(id="deck", name="Deck", count=g.box.deck_size)
    discard = Stack(
        id="discard", name="Discard", count=len(pile), top=face(g, "discard top", pile[-1]) if pile else None
    )
    drawn = [
        face(g, "drawn", kind) if mask >> seat & 1 else Card(id="drawn", face="down")
        for kind, mask in g.box.known(DRAWN)
    ]
    page = None
    if g.page and g.stock.pack is not None:
        body = g.stock.pack.cards[g.page].body
        prose = (*paragraphs(body.text), *g.stock.pack.describe(g.page))
        page = Page(id="page", title=body.title, prose=prose)
    lasting = [
        Card(
            id=f"lasting {source.copy}",
            title=titles[f"{source.card}.title"],
            lines=(f"until the {until} ends",),
        )
        for source in g.force.sources
        if (until := source.until) and source.card != g.page
    ]
    return Scene(
        page=page,
        slips=tuple(lasting),
        game="thimble",
        title="Thimble",
        subtitle=f"Round {g.round} of {g.rounds}",
        you=seat,
        elements=(deck, *drawn, discard),
        seats=tuple([panel(g, owner, seat) for owner in range(g.players)]),
    )


def vocabulary(setup: ThimbleSetup) -> Sequence[str]:
    stock = stock_of(setup.pack)
    return [*OPTIONS.vocabulary(stock), *(stock.pack.options if stock.pack is not None else ())]


def sights(setup: ThimbleSetup) -> Sequence[str]:
    stock = stock_of(setup.pack)
    if stock.pack is None:
        return ()
    verbs = {"treasure": "lay ", "trick": "play ", "page": ""}
    return [f"{verbs[card.kind]}{card.id}" for card in stock.pack.cards.values()] + stock.pack.ways


def content(g: Basket) -> Mapping[str, Any]:
    return {"stock": g.stock, "pack": g.stock.pack}


game = Game(
    name="thimble",
    title="Thimble",
    blurb="Treasures, magpies and a sleeping cat. 3 to 5 players with secret hands.",
    setups=ThimbleSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=vocabulary,
    touches=OPTIONS.touches,
    boxes=lambda g: (g.box,),
    secrets=True,
    secret_topics=("tuck",),
    aside_topics=("turn",),
    turn=lambda g: g.turns,
    progress=progress,
    reasons=REASONS,
    reflex=reflex,
    ahead=lambda setup: 3 * setup.players,
    endings=("most points",),
    folder=FOLDER,
    language=LANGUAGE,
    texts=texts,
    sights=sights,
    packs=lambda setup: {setup.pack: stock_of(setup.pack).hash} if setup.pack else {},
    content=content,
    shelf="small",
    spacing=1,
    words=Words(
        topics={
            "turn": "Your turn: what do you do?",
            "steal": "A card has been drawn. Do you steal it?",
            "guard": "A magpie is after your card. Do you keep it off?",
            "tuck": "One card too many: which goes under the deck?",
            "under": "You have seen the top of the deck. Does one of the cards go under it?",
            "choose": "What do you do?",
            "may": "Do you do it?",
            "pick": "Who or which one?",
        },
        options=OPTIONS.labels,
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
            "loses": "{who} loses {0} and has {1} points.",
            "wins": "{who} wins with {0} points.",
            "opens a page": "{who} turns the page: {0}.",
            "a card says": "{0}",
            "an effect was cut short": "{0} went on and on, and was stopped.",
        },
        things={kind: f"the {kind}" for kind in COUNTS},
    ),
)
