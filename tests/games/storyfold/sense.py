"""A player with a little sense, and one with none: for stored games, and to see how hard it is.

The sensible one weighs what an Action may bring against the dice it takes: Places first, Light where a Place waits for
it, Spirit when there is little left. The careless one ends its phases early and never heals.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from foldtale import games
from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.dice import THROWS, Pool
from foldtale.games.storyfold.odds import at_least, expected
from foldtale.games.storyfold.options import ABILITIES
from foldtale.games.storyfold.rules.actions import announceable, cost, threshold
from foldtale.games.storyfold.state import Wood
from foldtale.kernel import Match

STORYFOLD = games.get("storyfold")
MOST = 6_000
Player = Callable[[Match, random.Random], str]


def played(seed: int, player: Player, keeps_on: bool = True, **choices: object) -> Match:
    """A whole match by this player, who goes on at every save point."""
    match = Match.new(STORYFOLD, STORYFOLD.setup(**choices), seed=seed)
    random_ = random.Random(seed)
    for _ in range(MOST):
        if match.over:
            break
        keys = [option.key for option in match.options]
        if len(keys) == 1:
            match.answer(keys[0])
        elif "save red" in keys and keeps_on:
            match.answer("go on")
        elif "close the book" in keys:
            match.answer("close the book")
        else:
            match.answer(player(match, random_))
    return match


def pools(g: Wood) -> list[Pool]:
    """So many dice, the large ones first."""
    found = []
    for count in range(1, sum(g.ready) + 1):
        d12 = min(count, g.ready[2])
        d10 = min(count - d12, g.ready[1])
        found.append((count - d12 - d10, d10, d12))
    return found


def worth(g: Wood, card: str, target: str, pool: Pool) -> float:
    """What an Action with these dice may bring."""
    needed = threshold(g, card)
    if target == ABILITIES[card].brings:
        hits = float(expected(pool, needed))
        waits = any(place.wildwood and name not in g.overcome for name, place in g.places.items())
        return {
            "light": min(hits, g.light) * (2.0 if waits else 0.3),
            "crystals": min(hits, 12 - g.crystal_total) * 0.7,
            "cards": 0.9 if len(g.in_spaces) < 3 else 0.1,
            "spirit": min(hits, g.numbers.spirit - g.spirit) * (1.6 if g.spirit < 4 else 0.7),
        }[target]
    dots = cost(g, card, target)
    chance = float(at_least(pool, needed, max(1, dots - g.crystals_on(card))))
    if card in ("help", "explore"):
        return chance * (6.0 + dots)
    loss = getattr(g.content.body(card_of(target)), "loss", 1)
    if card == "heal":
        return chance * (2.0 + 1.5 * loss)
    return 0.0 if target in g.stunned else chance * 1.5 * loss


def sensible(match: Match, random_: random.Random) -> str:
    g, ask = match.state, match.ask
    assert isinstance(g, Wood) and ask is not None
    keys = [option.key for option in ask.options]
    if ask.topic == "between":
        uses = [key for key in keys if key.startswith("use ")]
        if uses and random_.random() < 0.3:
            return random_.choice(uses)
        scores = [
            (
                worth(g, aim.card, aim.target or ABILITIES[aim.card].brings, pool) / (sum(pool) + 0.6),
                option.key,
            )
            for option in announceable(g)
            for aim in [g.content.aimed[option]]
            for pool in pools(g)
        ]
        return max(scores)[1] if scores else "end phase"
    if ask.topic == "dice":
        assert g.action is not None
        target = g.action.target or ABILITIES[g.action.card].brings
        best = max(pools(g), key=lambda pool: worth(g, g.action.card, target, pool) / (sum(pool) + 0.6))
        return next(option.key for option in ask.options if THROWS[option].pool == best)
    if ask.topic == "outcome":
        return "first" if "first" in keys else keys[0]
    return random_.choice(keys)


def careless(match: Match, random_: random.Random) -> str:
    ask = match.ask
    assert ask is not None
    keys = [option.key for option in ask.options]
    if ask.topic == "between" and random_.random() < 0.5:
        return "end phase"
    if ask.topic in ("window", "danger"):
        return "go on"
    return random_.choice(keys)
