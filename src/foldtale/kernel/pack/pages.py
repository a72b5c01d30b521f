"""Pages of a book: which page lies open, what it tells, and which pages were read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from foldtale.kernel.pack.folder import paragraphs


class PageId(NamedTuple):
    """A card that is a page, or one part of it: its back, an ending, a place."""

    card: str
    part: str = ""

    @property
    def key(self) -> str:
        """The id of the page as logs and saves have it: `I-17`, `I-17 back`."""
        return f"{self.card} {self.part}" if self.part else self.card


page_of: Final = lru_cache(maxsize=4096)(PageId)
"""Return the page of a card, or of one part of it, always the same one."""


@lru_cache(maxsize=4096)
def page_id(key: str) -> PageId:
    """Return the page that `key` names."""
    card, _, part = key.partition(" ")
    return PageId(card, part)


NO_PAGE: Final = PageId("")


@dataclass(slots=True)
class Pages:
    """What a table has read of its book. It is never changed, only replaced: copies of a state share it."""

    open: PageId = NO_PAGE  # the page that lies open, NO_PAGE while the book is closed
    told: tuple[str, ...] = ()  # ids of the texts that the open page has told besides its own words
    unread: bool = False  # the open page has told something that nobody has read yet
    reading: bool = False  # the open page is being read, and nothing else matters
    read: tuple[str, ...] = ()  # the ids of all pages read so far, in the order of reading

    def opened(self, page: PageId) -> Pages:
        """Lay `page` open to be read; from now on its words are known."""
        key = page.key
        return Pages(page, (), False, True, self.read if key in self.read else (*self.read, key))

    def known(self, key: str) -> Pages:
        """Count a page, or a card that came up, as read."""
        if key in self.read:
            return self
        return Pages(self.open, self.told, self.unread, self.reading, (*self.read, key))

    def being_read(self, reading: bool) -> Pages:
        """Begin or end the reading of the open page; once it begins, nothing on the page is unread."""
        unread = self.unread and not reading
        if reading == self.reading and unread == self.unread:
            return self
        return Pages(self.open, self.told, unread, reading, self.read)

    def tells(self, card: str, key: str) -> Pages:
        """Add a text to the open page if it is a page of `card`; a text told again stands last."""
        if card != self.open.card:
            return self
        others = [other for other in self.told if other != key]
        return Pages(self.open, (*others, key), True, self.reading, self.read)

    def reopened(self, before: Pages) -> Pages:
        """Lay the page of `before` open again, with what it had told."""
        return Pages(before.open, before.told, self.unread, self.reading, self.read)

    def told_besides(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        """Return the paragraphs of the texts that the open page has told."""
        return tuple([line for key in self.told for line in paragraphs(texts.get(key, ""))])


BOOK_CLOSED: Final = Pages()
