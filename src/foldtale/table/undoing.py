"""Taking back a person's last answer, and what bots answered since."""

from __future__ import annotations

from collections.abc import Container

from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.log import asked, seat_of
from foldtale.kernel.match import FORBID, Match


def undo_freely(match: Match, seat: int) -> bool:
    """Take back the seat's own last answer if nothing was revealed since; whether that was so."""
    policy, match.terms.undo = match.terms.undo, FORBID
    try:
        match.undo(seat)
    except UndoRefused:
        return False
    finally:
        match.terms.undo = policy
    return True


def undo_to_a_person(match: Match, bots: Container[int]) -> None:
    """Take back the last answer of a person, as far as the match's terms allow."""
    entries = match.entries or []
    answered = [seat_of(entry) for entry in entries if len(entry) == 3 and asked(entry)]
    if all(seat in bots for seat in answered):
        raise UndoRefused("no person has answered yet")
    while answered.pop() in bots:
        match.undo()
    match.undo()
