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
    """WB-207: the record sheet, and what is stored in the box between Chapters."""

    chapter: Annotated[int, Meta(ge=1, le=CHAPTERS + 1)] = 1  # that is due, 7 after the last
    campaign: Annotated[int, Meta(ge=1)] = 1
    attempts: Count = 0  # at this Chapter that were lost
    keywords: dict[str, Annotated[int, Meta(ge=1, le=CHAPTERS)]] = field(
        default_factory=dict
    )  # and their Chapter
    destiny: tuple[Annotated[int, Meta(ge=1, le=10)], ...] = ()  # tokens face up at the end of each Chapter
    endings: tuple[str, ...] = ()  # read in each Chapter
    difficulties: tuple[str, ...] = ()  # of each Chapter
    heroes: tuple[str, ...] = ()  # of each seat: "SID", or "SID LARA"
    handouts: tuple[int, ...] = ()  # of Upgrade cards so far; each Hero has one card of each
    sides: dict[str, str] = field(default_factory=dict)  # "left" or "right", chosen on each Upgrade card
    purple: tuple[str, ...] = ()  # Wyrm cards that Chapters have added
    unlocks: tuple[str, ...] = ()  # for later campaigns
    envelope: bool = False  # was opened
    kept: dict[str, str] = field(default_factory=dict)  # Items that somebody keeps, each with its Hero
    read: tuple[str, ...] = ()  # pages read in lost attempts at this Chapter

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
