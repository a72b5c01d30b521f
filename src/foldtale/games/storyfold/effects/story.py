"""Instructions: Luma and Brom, Places, memory, and where the story goes."""

from __future__ import annotations

from typing import Final, Literal

from foldtale.games.storyfold.dice import FACES
from foldtale.games.storyfold.language import (
    BROM,
    LANGUAGE,
    LUMA,
    LUMA_TRIUMPHS,
    SCOPES,
    SHADOW_TRIUMPHS,
    Flag,
    Place,
    SceneCard,
    Scoped,
)
from foldtale.games.storyfold.rules import spirit, track
from foldtale.games.storyfold.saving import CHAPTER
from foldtale.games.storyfold.state import Wood, show_face
from foldtale.kernel.chance import Dice
from foldtale.kernel.effects import Cause, Steps, forbidden, leave
from foldtale.kernel.talk import ALL, Chance, Leave, Play, note, tell

op = LANGUAGE.op
LASTS: Final[dict[str, int]] = {scope: at for at, scope in enumerate(SCOPES)}


# Luma and Brom


@op("turn Brom's card over")
def flip_brom(g: Wood) -> None:
    """SF-075 and SF-077: its other face shows."""
    g.brom_turned = not g.brom_turned
    turn_over(g, BROM, "SF-075")


@op("turn Luma's card over")
def flip_luma(g: Wood) -> None:
    """SF-068: its other face shows."""
    g.luma_turned = not g.luma_turned
    turn_over(g, LUMA, "SF-068")


def turn_over(g: Wood, ident: str, why: str) -> None:
    """Put the face that shows now in force instead of the other."""
    leave(g, ident)
    show_face(g, ident)
    tell(g, "turns over", ALL, why, (ident,))


@op("Brom leaves for the rest of the Chapter")
def remove_brom(g: Wood) -> None:
    """His card is out of the game."""
    spirit.lose_brom(g, "out")


@op("Brom comes back")
def restore_brom(g: Wood) -> None:
    """His card lies on its space again; he can stand in only once in a Chapter all the same."""
    if g.brom != "here":
        g.brom = "here"
        show_face(g, BROM)
        tell(g, "brom is back", ALL, "SF-Q31")


def can_give_up(g: Wood) -> bool:
    return g.brom == "here" and not g.stood_in and not forbidden(g, "brom")


op("put Brom into the Shadow discard pile", can=can_give_up)(spirit.give_up_brom)


# Places


@op("put a Place Pawn on {place}")
def mark_place(g: Wood, place: Place) -> None:
    """It counts as overcome; its text is not read."""
    if place in g.places and place not in g.overcome:
        g.overcome = (*g.overcome, place)
        tell(g, "is marked", ALL, "SF-099", (place,))


@op("take the Place Pawn off {place}")
def unmark_place(g: Wood, place: Place) -> None:
    """It can be overcome again."""
    g.overcome = tuple([other for other in g.overcome if other != place])


@op("{place} is closed")
def lock_place(g: Wood, place: Place) -> None:
    """It cannot be overcome until a text opens it."""
    if place in g.places and place not in g.locked:
        g.locked = (*g.locked, place)
        tell(g, "is closed", ALL, "SF-103", (place,))


@op("{place} is open")
def unlock_place(g: Wood, place: Place) -> None:
    """What closed it is over."""
    if place in g.locked:
        g.locked = tuple([other for other in g.locked if other != place])
        tell(g, "is open", ALL, "SF-103", (place,))


# Memory


@op("remember {word}")
def set_flag(g: Wood, word: Flag, for_: Scoped = "chapter") -> None:
    """A word that texts can ask for, in this Scene, Chapter or campaign."""
    g.flags = {**g.flags, word: longer(g.flags.get(word, for_), for_)}


@op("forget {word}")
def clear_flag(g: Wood, word: Flag) -> None:
    """The word is remembered no longer."""
    g.flags = {other: scope for other, scope in g.flags.items() if other != word}


@op("add {n} to the count of {word}")
def add_counter(g: Wood, word: Flag, n: int = 1, for_: Scoped = "chapter") -> None:
    """Count under a word of your own."""
    count(g, word, g.count_of(word) + n, for_)


@op("the count of {word} becomes {n}")
def set_counter(g: Wood, word: Flag, n: int, for_: Scoped = "chapter") -> None:
    """The count under a word of your own."""
    count(g, word, n, for_)


def count(g: Wood, word: str, n: int, scope: str) -> None:
    """Set the count of a word: SF-Q112."""
    before, _ = g.counters.get(word, (scope, 0))
    g.counters = {**g.counters, word: (longer(before, scope), n)}


def longer(one: str, other: str) -> str:
    """Return the scope that lasts longer: SF-Q112."""
    return max(one, other, key=LASTS.__getitem__)


# Flow


@op("roll {n} {n:die|dice}; if {wants} {wants:shows|show} at least {needs}: {then}; otherwise: {else}")
def roll_test(
    g: Wood, c: Cause, n: int, needs: int, then: Steps, wants: int = 1, else_: Steps | None = None
) -> Play[None]:
    """Eight-sided dice of the book, not of the pool, decide."""
    shown = yield Chance("test", Dice((FACES[0],) * n), dice=True)
    won = len([value for value in shown if value >= needs]) >= wants
    tell(g, "test", 0, "SF-025", (" ".join(map(str, shown)), needs))
    note(g, f"{c.card} {'then' if won else 'else'}")
    if won:
        yield from then(g, c)
    elif else_ is not None:
        yield from else_(g, c)


@op("the Scene ends: {who} triumphs")
def end_scene(g: Wood, who: Literal["luma", "shadow"]) -> None:
    """One of the two endings, at once."""
    if g.scene and not g.triumph:
        g.triumph = LUMA_TRIUMPHS if who == "luma" else SHADOW_TRIUMPHS
        raise Leave(track.SCENE)


@op("the journey goes on at {scene}")
def go_to(g: Wood, scene: SceneCard) -> None:
    """In an ending: whatever its links say."""
    g.leads = scene


@op("the Chapter begins again")
def restart_chapter(g: Wood) -> None:
    """SF-Q81: with all as it was before."""
    raise Leave(CHAPTER)


@op("the story ends")
def end_campaign(g: Wood) -> None:
    """In an ending: the book is closed after it."""
    g.leads = "end"
