"""Players with a little sense for Chapter I: they attack, do what the Goal asks for, or go where it is done.

A plain one fights whoever is there; a gentle one does what the Goal asks for first, solves the riddle and looks at
what it passes. All else is left to chance, or to what is wished for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from foldtale import games
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.match import Match

LAMPS = {"garden": "gardenlamp", "lamps": "courtlamp", "stair": "stairlamp"}
ANSWER = ("down", "down", "up")


def wanted(g: Book, hero: str) -> Collection[str]:
    """The areas in which something can be done about the Goal."""
    if g.goal == "I-6":
        dark = [area for area, lamp in LAMPS.items() if not g.counters.get(lamp)]
        if dark and not g.sparks[hero]:
            return [area for area, count in g.sparks_at.items() if count]
        return dark or ["gate"]
    return ["clock"] if g.goal == "I-23" else [area for area, _ in g.figures.values()]


def action(g: Book, keys: Sequence[str], luck: Random, gentle: bool) -> str:
    special = [key for key in keys if key.startswith(f"use {g.goal} ") or key == "interact I-17"]
    things = [key for key in keys if key.startswith("interact")] if gentle else []
    attack = ["attack"] if "attack" in keys and not (gentle and special) else []
    if g.goal == "I-33" and not gentle:
        special = []
    areas = wanted(g, g.active)
    here = ["collect"] if "collect" in keys and (g.at[g.active] in areas or gentle) else []
    far = {
        key: min([g.areas.distances(key.split()[1]).get(area, 99) for area in areas], default=99)
        for key in keys
        if key.startswith("move ")
    }
    steps = [key for key, left in far.items() if left == min(far.values())]
    at_goal = g.at[g.active] in areas
    for ready in (attack, special, things, here, [] if at_goal else steps):
        if ready:
            return luck.choice(ready)
    return luck.choice(keys)


def answer(match: Match, luck: Random, gentle: bool = False, wishes: Collection[str] = ()) -> str:
    """What such a player answers to the present question."""
    g, ask = match.state, match.ask
    keys = [option.key for option in match.options]
    if len(keys) == 1:  # a page is turned at a table only, and luck must not know
        return keys[0]
    for key in keys:
        if key in wishes:
            return key
    if ask is not None and ask.topic in ("action", "additional action") and g.active:
        return action(g, keys, luck, gentle)
    if gentle and ask is not None and ask.topic == "puzzle":
        return f"try {ANSWER[ask.about[0] - 1]}"
    if gentle and "umber" in keys and len(keys) > 1:
        keys.remove("umber")
    return luck.choice(keys)


def played(
    players: int,
    seed: int,
    difficulty: str = "standard",
    gentle: bool = False,
    wishes: Collection[str] = (),
    bare: bool = True,
) -> Match:
    """A whole game of Chapter I."""
    game = games.get("wonderbook")
    match = Match.new(game, game.setup(players=players, difficulty=difficulty), seed=seed, bare=bare)
    luck = Random(seed)
    while match.options:
        match.answer(answer(match, luck, gentle, wishes))
    return match
