"""What outlives a quest: unlocked starting cards, and what was finished, scored and chosen.

UH-025 and UH-302.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from foldtale.kernel.game import Record

QUESTS = 6
QuestNumber = Annotated[int, Meta(ge=1, le=QUESTS)]


class Sagas(Record, frozen=True, kw_only=True):
    """The record of one adventure box.

    `unlocked`  starting cards that were encountered: they can be chosen at the setup of a later quest
    `finished`  quests that were won, in the order of winning
    `scores`    the best score of each quest that was played
    `chosen`    the starting card with which the big choice of a quest ended
    """

    unlocked: tuple[str, ...] = ()
    finished: tuple[QuestNumber, ...] = ()
    scores: dict[QuestNumber, int] = field(default_factory=dict)
    chosen: dict[QuestNumber, str] = field(default_factory=dict)

    def after(self, quest: int, won: bool, score: int, unlocked: tuple[str, ...], chosen: str) -> Sagas:
        """Return the record after a quest."""
        return Sagas(
            unlocked=tuple(dict.fromkeys([*self.unlocked, *unlocked])),
            finished=tuple(dict.fromkeys([*self.finished, *([quest] if won else [])])),
            scores={**self.scores, quest: max(score, self.scores.get(quest, score))},
            chosen={**self.chosen, **({quest: chosen} if chosen else {})},
        )
