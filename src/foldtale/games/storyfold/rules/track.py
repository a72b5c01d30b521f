"""The Wildwood Track: SF-046, SF-084, SF-104 to SF-111, SF-135 to SF-137, SF-Q55 to SF-Q59 and SF-Q92."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.storyfold.content import Icon
from foldtale.games.storyfold.language import LUMA_TRIUMPHS, SHADOW_TRIUMPHS
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.telling import with_event
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import Cause, amended, happen, perform
from foldtale.kernel.talk import ALL, Leave, Play, settle, tell

SCENE: Final = "scene"


def advance_light(g: Wood, n: int, *, why: str = "SF-105") -> Play[None]:
    """Move the Light Pawn towards the centre: SF-046, SF-105 and SF-108."""
    moved = min((yield from amended(g, "light_advances", n)), g.light)
    if moved > 0:
        move_light(g, g.light - moved, why)
        happen(g, "light_advances", amount=moved)


def retreat_light(g: Wood, n: int) -> None:
    """Move the Light Pawn away from the centre: SF-106 and SF-107."""
    move_light(g, g.light + max(0, n), "SF-106")


def place_light(g: Wood, at: int) -> None:
    """Put the Light Pawn on a space: SF-107."""
    move_light(g, at, "SF-107")


def move_light(g: Wood, to: int, why: str) -> None:
    """Put the Light Pawn `to` spaces from the centre, within the track: SF-107 and SF-108."""
    if not g.scene:
        return
    was = g.light
    g.light = min(max(0, to), g.scene_text.light)
    if g.light != was:
        if g.light:
            tell(g, "light moves", ALL, why, (g.light,))
        else:
            tell(g, "light arrives", ALL, why)
            happen(g, "light_at_the_centre")


def advance_shadow(g: Wood, n: int, *, why: str = "SF-105") -> Play[None]:
    """Move the Shadow Pawn towards the centre, space by space, with the icons of each.

    SF-083, SF-105, SF-108, SF-Q57 and SF-Q114.
    """
    yield from settle(g)
    steps = yield from amended(g, "shadow_advances", n)
    moved = 0
    try:
        while moved < steps and g.shadow:
            moved += 1
            icons = shadow_comes(g, g.shadow - 1, why)
            if icons:
                yield from resolve(g, icons)
    except Leave:
        happen(g, "shadow_advances", amount=moved)
        raise
    if moved:
        happen(g, "shadow_advances", amount=moved)


def place_shadow(g: Wood, at: int) -> Play[None]:
    """Put the Shadow Pawn on a space; nearer than before, its icons count, but not in the setup: SF-Q92."""
    if g.step == "scene" and at > 0:
        g.shadow = min(at, g.scene_text.shadow)
    elif at < g.shadow:
        yield from resolve(g, shadow_comes(g, at, "SF-Q92"))
    else:
        retreat_shadow(g, at - g.shadow)


def shadow_comes(g: Wood, at: int, why: str) -> Sequence[Icon]:
    """Move the Shadow Pawn and return the icons there; on the centre the Shadow triumphs: SF-109, SF-135.

    Nobody triumphs a second time, whatever the ending says.
    """
    if not g.scene:
        return ()
    g.shadow = max(0, at)
    if g.shadow:
        tell(g, "shadow comes", ALL, why, (g.shadow,))
    else:
        tell(g, "shadow arrives", ALL, why)
    if g.triumph:
        return ()
    if g.shadow == 0:
        g.triumph = SHADOW_TRIUMPHS
        raise Leave(SCENE)
    return g.content.tracks[g.scene].get(g.shadow, ())


def resolve(g: Wood, icons: Sequence[Icon]) -> Play[None]:
    """Resolve the icons of a space, from left to right: SF-084 and SF-Q114."""
    if icons:
        yield from teach(g, "icons")
    for icon in icons:
        tell(g, "icon", ALL, "SF-084", (icon.name,))
        yield from with_event(g, "icon_met", perform(g, icon.do, Cause(g.scene, g.scene)))
        yield from settle(g)


def retreat_shadow(g: Wood, n: int) -> None:
    """Move the Shadow Pawn away from the centre; no icon counts: SF-106, SF-107 and SF-111."""
    if not g.scene:
        return
    was = g.shadow
    g.shadow = min(g.shadow + max(0, n), g.scene_text.shadow)
    if g.shadow != was:
        tell(g, "shadow retreats", ALL, "SF-106", (g.shadow,))


def look_at_task(g: Wood) -> None:
    """Let Luma triumph as soon as the task is complete: SF-134, SF-Q76, SF-Q77 and SF-Q95."""
    if g.triumph:
        return
    is_complete, cause = g.content.tasks[g.scene]
    if is_complete(g, cause):
        g.triumph = LUMA_TRIUMPHS
        raise Leave(SCENE)
