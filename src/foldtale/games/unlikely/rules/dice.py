"""Blessed and cursed dice. UH-269 to UH-271, UH-284 and UH-Q87 to UH-Q91."""

from __future__ import annotations

from foldtale.games.unlikely.language import Blessing
from foldtale.games.unlikely.state import Attempt, UnlikelyState
from foldtale.kernel.chance import dice
from foldtale.kernel.talk import ALL, EVERYONE, Chance, Play, tell


def roll_for(g: UnlikelyState, of: Blessing, count: int) -> Play[int]:
    """Roll dice of one kind; return their total, in which a blank counts as zero. UH-269 and UH-270."""
    if count <= 0:
        return 0
    fall: tuple[int, ...] = yield Chance(f"{of} dice", dice(count, g.content.faces[of]), EVERYONE, True)
    total = sum(fall)
    tell(g, "rolls", ALL, "UH-269", (of, total))
    return total


def roll_modifiers(g: UnlikelyState, attempt: Attempt) -> Play[None]:
    """Roll the die modifiers of the skills that count, once in an encounter. UH-284 and UH-Q91."""
    counting = [(g.active, str(attempt.skill)), *attempt.helpers]
    for hero, skill in counting:
        for card in g.heroes[hero].left:
            symbols = g.item(card).left.dice.get(skill, [])
            key = f"{card} {skill}"
            if symbols and key not in g.rolls:
                total = 0
                for of in dict.fromkeys(symbols):
                    total += yield from roll_for(g, of, symbols.count(of))
                g.rolls = {**g.rolls, key: total}


def rolled_modifiers(g: UnlikelyState, hero: int, skill: str) -> int:
    """Return what the die modifiers of a hero's items have come to in this encounter."""
    return sum([g.rolls.get(f"{card} {skill}", 0) for card in g.heroes[hero].left])
