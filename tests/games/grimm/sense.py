"""A player with a little sense: goes where a quest can be done, or where its tokens are, by the cheapest die."""

from __future__ import annotations

import random
from collections import deque

from foldtale.games.grimm.content import value_of
from foldtale.games.grimm.language import TOKENS
from foldtale.games.grimm.rules.questing import missing
from foldtale.games.grimm.state import Tale
from foldtale.kernel import Match

GOOD = ("complete", "fetch", "fulfil", "lift", "take one more", "take", "draw", "accept", "close the book")


def goals(g: Tale, seat: int) -> set[str]:
    """The fields where something can be done now."""
    found: set[str] = set()
    wanted = [0, 0, 0]
    for quest in g.active_quests(seat):
        body = g.content.body(quest)
        if body.sort == "fetch" and g.carried.get(quest) != seat:
            if quest not in g.carried:
                found.add(body.from_)
        elif missing(g.tokens[seat], body.needs.price) == 0:
            found.update(body.needs.at)
        else:
            wanted = [max(had, want) for had, want in zip(wanted, body.needs.price, strict=True)]
    for name, field in g.content.fields.items():
        if field.gives and g.count(seat, field.gives) < wanted[TOKENS.index(field.gives)]:
            found.add(name)
        if field.kind == "town" and not g.coop and len(g.active_quests(seat)) < 3:
            found.add(name)
    return found - {g.at[seat]}


def distances(g: Tale, targets: set[str]) -> dict[str, int]:
    """How many routes lie between each field and the nearest of these; Steeds are next to each other."""
    far = dict.fromkeys(targets, 0)
    queue = deque(targets)
    while queue:
        field = queue.popleft()
        beside = [other for _, other in g.content.routes[field]]
        if field in g.content.steeds:
            beside += [steed for steed in g.content.steeds if steed != field]
        for other in beside:
            if other not in far:
                far[other] = far[field] + 1
                queue.append(other)
    return far


def choose(match: Match, luck: random.Random) -> str:
    """An answer to the open question."""
    keys: list[str] = [option.key for option in match.options]
    g = match.state
    ask = match.ask
    assert isinstance(g, Tale) and ask is not None
    seat = ask.answers
    if keys[0] == "pass":
        return luck.choice(keys) if luck.random() < 0.3 else "pass"
    for word in GOOD:
        for key in keys:
            if key == word or key.startswith(f"{word} "):
                return key
    if ask.topic in ("turn", "place with"):
        return place(g, seat, keys)
    if ask.topic == "move":
        moves = [key for key in keys if key.startswith("move ")]
        far = distances(g, goals(g, seat))
        if moves and far.get(moves[0].split()[1], 99) <= far.get(g.at[seat], 99):
            return moves[0]
        return "stay"
    if ask.topic == "steed":
        far = distances(g, goals(g, seat))
        here = g.at[seat]
        return min(keys, key=lambda key: far.get(here if key == "stay" else key.split()[-1], 99))
    if ask.topic == "offer":
        return "stop"
    if ask.topic == "quests":
        return "end turn"
    return luck.choice(keys)


def place(g: Tale, seat: int, keys: list[str]) -> str:
    """The lowest die on a route that leads nearer, else the highest on a Forest Spirit."""
    far = distances(g, goals(g, seat))
    here = g.at[seat]
    best: tuple[int, int, str] | None = None
    for key in keys:
        if not key.startswith("place "):
            continue
        _, name, socket = key.split()
        spot = g.content.spots[g.content.place[socket]]
        face = g.pools[seat][g.content.dice.index(name)]
        if spot.ends is None or here not in spot.ends:
            continue
        there = spot.ends[0] if spot.ends[1] == here else spot.ends[1]
        rank = (far.get(there, 99), value_of(face), key)
        if far.get(there, 99) < far.get(here, 99) and (best is None or rank < best):
            best = rank
    if best is not None:
        return best[2]
    for socket in ("fox-1", "fox-2", "rabbit", "snake"):
        found = [key for key in keys if key.startswith("place ") and key.endswith(f" {socket}")]
        if found:
            return max(found, key=lambda key: str(g.pools[seat][g.content.dice.index(key.split()[1])]))
    return next((key for key in keys if key.startswith("place ")), keys[-1])


def play_on(match: Match, seed: int, most: int = 20_000) -> Match:
    """Play a match to its end."""
    luck = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        match.answer(choose(match, luck))
    return match
