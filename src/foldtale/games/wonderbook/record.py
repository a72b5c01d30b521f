"""The campaign: what outlives a Chapter."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, field

from foldtale.games.wonderbook.language import HEROES
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Count, Record

CHAPTERS: Final = 6
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI")


class Campaign(Record, frozen=True, kw_only=True):
    """WB-207: the record sheet, and what is stored in the box between Chapters.

    `chapter`      the Chapter that is due; one more than there are when the sixth is done
    `attempts`     how often it was lost so far
    `keywords`     every Keyword with the Chapter in which it was written
    `destiny`      the tokens face up at the end of each Chapter
    `endings`      the ending that was read in each
    `difficulties` how hard each was
    `heroes`       whom each seat plays, "SID" or "SID LARA"
    `handouts`     the Upgrade cards handed out so far, by number; each Hero has one of each
    `sides`        the side chosen on each Upgrade card: "left" or "right"
    `purple`       the Wyrm cards that Chapters have added
    `unlocks`      what stays for later campaigns
    `kept`         Items that a card lets somebody keep, with who keeps it
    `read`         pages read in lost attempts at this Chapter
    """

    chapter: Annotated[int, Meta(ge=1, le=CHAPTERS + 1)] = 1
    campaign: Annotated[int, Meta(ge=1)] = 1
    attempts: Count = 0
    keywords: dict[str, Annotated[int, Meta(ge=1, le=CHAPTERS)]] = field(default_factory=dict)
    destiny: tuple[Annotated[int, Meta(ge=1, le=10)], ...] = ()
    endings: tuple[str, ...] = ()
    difficulties: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()
    handouts: tuple[int, ...] = ()
    sides: dict[str, str] = field(default_factory=dict)
    purple: tuple[str, ...] = ()
    unlocks: tuple[str, ...] = ()
    envelope: bool = False
    kept: dict[str, str] = field(default_factory=dict)
    read: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """WB-Q112: the sum over the Chapters."""
        return sum(self.destiny)

    def played_by(self, seat: int) -> list[str]:
        """The Heroes that a seat has played so far, in the order in which it chose them."""
        played = self.heroes[seat] if seat < len(self.heroes) else ""
        return sorted([hero for hero in HEROES if hero in played], key=played.index)

    @property
    def done(self) -> bool:
        """WB-195: all six Chapters are completed."""
        return self.chapter > CHAPTERS


def chapter_due(record: Campaign | None, chapter: int | None) -> int:
    """WB-190 and WB-Q115: Chapters come in order; any may be played for practice, without a record."""
    if record is None:
        return chapter or 1
    if record.done:
        raise SetupError("this campaign is completed; start a new one")
    if chapter not in (None, record.chapter):
        raise SetupError(f"Chapter {ROMAN[record.chapter - 1]} is due in this campaign, and no other")
    return record.chapter


def play_again(record: Campaign) -> Campaign:
    """WB-196, WB-197 and WB-Q116: a new campaign with nothing but what was unlocked for good."""
    return Campaign(campaign=record.campaign + 1, unlocks=record.unlocks)
