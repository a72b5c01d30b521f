"""Hints: the best options of a question with their chances, and why one is better, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from foldtale.bots.levels import PLAYOUTS, STRONG
from foldtale.bots.search import Thought, Weighed, seed_of, think
from foldtale.kernel.game import Game, Part, Words
from foldtale.kernel.judging import PAR
from foldtale.kernel.view import Glimpse

MOST_HINTS: Final = 3
LITTLE: Final = 0.004
"""A part whose share differs by less explains nothing."""

Parts = Mapping[str, tuple[float, float]]
"""The parts of a progress, each with its worth and its amount."""


class Hint(msgspec.Struct, frozen=True):
    """One option of a question, as somebody would recommend it."""

    key: str
    chance: float
    low: float
    high: float
    close: bool  # whether it is too close to call: its interval overlaps that of the best
    why: str  # what speaks for it, or for the worse ones against them; nothing if no part differs


def hints(
    glimpse: Glimpse, seed: int = 0, playouts: int = PLAYOUTS[STRONG], words: Words | None = None
) -> list[Hint]:
    """Return up to three options of the question that is put to this seat, the best first.

    All comes from what the seat knows: the same search that a bot makes. No hint if there is no choice.
    """
    ask = glimpse.ask
    if ask is None or not glimpse.asked or len(ask.options) < 2:
        return []
    thought = think(glimpse, playouts, seed_of(seed, "hint", ask.number))
    return told(glimpse.game, thought, words)


def told(game: Game, thought: Thought, words: Words | None = None) -> list[Hint]:
    """Put the result of a search into words: in English, or those of `words`."""
    best, *others = thought.options[:MOST_HINTS]
    found = []
    for at, one in enumerate((best, *others)):
        against = thought.options[1] if one is best and others else best
        close = at > 0 and thought.is_close(at)
        why = reason(game, one, against, words) if one is not against else ""
        found.append(Hint(one.key, one.chance, one.low, one.high, close, why))
    return found


def reason(game: Game, one: Weighed, other: Weighed, words: Words | None = None) -> str:
    """Say in a sentence by which part of the progress one option differs most from another."""
    is_better = one.chance >= other.chance
    found = difference(game, one.parts, other.parts, is_better)
    return said(game, *found, is_better, words) if found is not None else ""


def difference(game: Game, one: Parts, other: Parts, is_better: bool) -> tuple[str, float] | None:
    """Return the part that differs most in the direction of the whole, and by how much its amount differs.

    None if no part differs that the game has a sentence for.
    """
    better = 1 if is_better else -1
    gaps = []
    for name in sorted({*one, *other} - {PAR}):
        worth, amount = one.get(name, (0.0, 0.0))
        worth_there, amount_there = other.get(name, (0.0, 0.0))
        gaps.append(((worth - worth_there) * better, name, amount - amount_there))
    for gap, name, amount in sorted(gaps, reverse=True):
        reason = game.reasons.get(name)
        if gap < LITTLE or reason is None:
            continue
        if "{0" not in (reason.more if is_better else reason.less) or round(abs(amount)):
            return name, amount
    return None


def said(game: Game, part: str, amount: float, is_better: bool, words: Words | None = None) -> str:
    """Say that a part differs by this amount: in English, or in the language of `words`."""
    sentence = game.reasons[part].more if is_better else game.reasons[part].less
    if words is not None:
        sentence = words.speech.phrase(sentence)
    return sentence.format(Part(round(abs(amount)), ()))
