"""Coins: what people see of it, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from foldtale.kernel import Game, Setup, Words
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.scene import Card, Counter, Hand, Panel, Scene, Stack
from foldtale.kernel.zones import BANK, Supply
from foldtale_coins.rules import SWAP, TAKE, Heap, main, new_heap


class CoinsSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=3, title="Players")] = 2
    heap: Literal["small", "large"] = "small"


def begin(setup: CoinsSetup) -> Heap:
    return new_heap(setup.players, setup.heap)


def panel(g: Heap, owner: int, seat: int) -> Panel:
    """The coins of a player, and the charm as far as it is known here."""
    seen = g.charms.seen_by(seat, owner)
    charm = Hand(
        id=f"charm {owner}",
        name="Charm",
        cards=tuple([Card(id=f"charm of {owner}", title=kind) for kind in seen]),
        hidden=len(g.charms.rows[owner]) - len(seen),
    )
    coins = Counter(id=f"coins {owner}", name="Coins", count=g.coins.counts[owner + 1])
    return Panel(
        id=f"seat {owner}",
        seat=owner,
        name=f"Player {owner + 1}",
        active=owner == g.seat,
        things=(coins, charm),
    )


def scene(g: Heap, seat: int) -> Scene:
    heap = Counter(id="heap", name="Heap", count=g.coins.counts[BANK])
    deck = Stack(id="deck", name="Deck", count=g.charms.deck_size)
    panels = [panel(g, owner, seat) for owner in range(g.players)]
    return Scene(game="coins", title="Coins", you=seat, elements=(heap, deck), seats=tuple(panels))


def vocabulary(setup: CoinsSetup) -> Sequence[str]:
    return [*[take.key for take in TAKE], SWAP.key]


def supplies(g: Heap) -> Sequence[Supply]:
    return (g.coins,)


def touches(g: Heap, topic: str, key: str) -> Sequence[str]:
    return ("deck", f"charm {g.seat}") if key == SWAP.key else ("heap",)


def progress(g: Heap, seat: int) -> Sequence[Share]:
    """By the coins that one has more than the best of the others."""
    coins = g.coins.counts[1:]
    lead = coins[seat] - max([count for other, count in enumerate(coins) if other != seat])
    return weighed(1 / g.players, ("coins", 0.2 * lead, lead))


game = Game(
    name="coins",
    title="Coins",
    blurb="A heap of coins and a secret charm. 2 or 3 players.",
    setups=CoinsSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=vocabulary,
    touches=touches,
    boxes=lambda g: (g.charms,),
    supplies=supplies,
    secrets=True,
    progress=progress,
    reasons={"coins": Reason("you have {0:n coin} more", "you have {0:n coin} less")},
    endings=("empty heap", "dusk"),
    folder=Path(__file__).parent,
    words=Words(
        topics={"turn": "Take coins, or swap your charm?", "toss": "What did the coin show?"},
        options={"take": "Take {0} and toss one", "swap": "Swap your charm"},
        tells={
            "is dealt": "{who} draws {0} as a charm.",
            "puts one back": "{who} takes {0}, tosses tails and puts one back.",
            "keeps all": "{who} takes {0} and tosses heads.",
            "swaps": "{who} swaps the charm for {0}.",
            "shows": "{who} shows a charm of {0} and has {1} coins.",
        },
    ),
)
