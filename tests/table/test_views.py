"""What a seat sees is made when something has changed, and only then."""

from __future__ import annotations

from itertools import pairwise

from foldtale.table.messages import Rename, Undo
from foldtale.table.seating import rename
from foldtale.table.undoing import undo
from foldtale.table.views import dressed, scene_of
from tests.table.given import ADA, BO, NOW, keep, say, table


def test_a_scene_that_is_asked_for_again_is_not_made_again() -> None:
    made = table("pig", ADA, BO)
    assert scene_of(made, 0) is scene_of(made, 0)
    assert scene_of(made, 1) is not scene_of(made, 0)


def test_whatever_changes_is_seen() -> None:
    made = table("pig", ADA, BO)
    seen = [scene_of(made, 1)]
    rename(made, ADA, Rename(0, "Ada the Second"), NOW)
    seen.append(scene_of(made, 1))
    say(made, "hold")
    seen.append(scene_of(made, 1))
    undo(made, ADA, Undo(0, made.match.number), 0.0)
    keep(made)
    seen.append(scene_of(made, 1))
    seen.append(scene_of(made, 1, "it"))
    assert all(one != other for one, other in pairwise(seen))
    assert seen[-2] == dressed(made.match, made.desk, 1)
