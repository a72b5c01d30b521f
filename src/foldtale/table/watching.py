"""What somebody who watches a table is sent: the whole view once, then only what has changed."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

import msgspec
from msgspec import UNSET

from foldtale.kernel.scene import pieces
from foldtale.table import views
from foldtale.table.messages import StoryPart, Turn, Update
from foldtale.table.table import Table

APART: Final = ("scene", "story")
"""What a view has that is sent in parts of its own."""


class Watcher:
    """Remembers what one guest has been sent."""

    def __init__(self, holder: str, seat: int, have: str = "", lang: str = "en") -> None:
        self.holder = holder
        self.lang = lang
        self.seat = seat
        self.mark = have
        self._view: dict[str, bytes] = {}
        self._scene: dict[str, bytes] = {}
        self._entries: tuple[int, int, int] = (0, 0, 0)
        self._lines = 0
        self._turn = 0

    def whole(self, table: Table, here: Container[int], now: float) -> bytes:
        """The view as it is now, with the part of the story that comes after the guest's mark."""
        view = views.whole_view(table, self.holder, self.seat, here, now, self.mark, self.lang)
        self._note(table, view.story)
        self._view = views.fields(view, APART)
        self._scene = views.fields(view.scene)
        return b'{"kind":"view",' + msgspec.json.encode(view)[1:]

    def update(self, table: Table, here: Container[int], now: float) -> bytes | None:
        """What has changed since the last message; None if nothing has."""
        story = self._new_story(table)
        view = views.whole_view(table, self.holder, self.seat, here, now, self.mark, self.lang, story)
        view_fields, scene_fields = views.fields(view, APART), views.fields(view.scene)
        changed = {name: msgspec.Raw(data) for name, data in view_fields.items() if self._view[name] != data}
        moved = {name: msgspec.Raw(data) for name, data in scene_fields.items() if self._scene[name] != data}
        is_new = view.story.mark != self.mark
        self._view, self._scene = view_fields, scene_fields
        self._note(table, view.story)
        if not changed and not moved and not is_new:
            return None
        return msgspec.json.encode(Update(changed or UNSET, moved or UNSET, view.story if is_new else UNSET))

    def turn(self, table: Table) -> bytes | None:
        """A notice that it is this seat's turn, once a question."""
        number = table.match.number
        if self._turn == number or not views.is_turn_of(table, self.seat):
            return None
        self._turn = number
        return msgspec.json.encode(Turn(number))

    def sees(self, table: Table, element: str) -> bool:
        """Whether there is such an element in this seat's own scene."""
        return any(piece.id == element for piece in pieces(table.match.scene(self.seat)))

    def _new_story(self, table: Table) -> StoryPart | None:
        """The lines since the last message, without reading the whole story again."""
        match, undos, entries = self._entries
        log = table.match.entries or []
        if (match, undos) != (table.number, table.undos) or entries > len(log):
            return None
        if entries == len(log):
            return StoryPart(self._lines, self.mark, (), ())
        new = views.new_lines(log[entries:], self.seat, table.game)
        mark = views.mark(table, self._lines + len(new))
        scene = views.scene_of(table, self.seat, self.lang)
        return StoryPart(self._lines, mark, tuple(new), views.told(table.match, scene, new, self.lang))

    def _note(self, table: Table, story: StoryPart) -> None:
        self.mark = story.mark
        self._lines = story.since + len(story.lines)
        self._entries = table.number, table.undos, len(table.match.entries or [])
