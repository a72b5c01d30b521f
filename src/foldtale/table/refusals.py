"""Why the table says no, in a word for programs and a sentence for people."""

from __future__ import annotations

from typing import Any, Final

from foldtale.kernel.speech import ENGLISH, Speech

REASONS: Final[dict[str, tuple[int, str]]] = {
    "bad request": (400, "what was sent is not of the described form"),
    "no such page": (404, "there is nothing at this address"),
    "no such table": (404, "there is no such table, or you have no place at it"),
    "no such game": (404, "no such game is installed"),
    "no such moment": (404, "the history has no such question or match"),
    "not yours": (403, "this seat is not yours"),
    "not the host": (403, "only the host may do that"),
    "foreign": (403, "a page of somebody else, or another name for this service"),
    "wrong link": (403, "the secret of the link is not, or no longer, good"),
    "wrong method": (405, "this address does not take requests of this kind"),
    "too slow": (408, "the request did not come in time"),
    "late": (409, "the question is closed: the table has moved on"),
    "over": (409, "the match is over"),
    "not over": (409, "the match is not over yet"),
    "not offered": (409, "there is no such option, or no such element in your scene"),
    "not asked": (409, "somebody else is asked now, or this question is not open yet"),
    "no hints": (409, "this table plays without hints"),
    "bot plays": (409, "a bot plays in your seat: take it back first"),
    "not undone": (409, "the last answer cannot be taken back"),
    "nothing to agree on": (409, "nobody wants to take that answer back now"),
    "incident": (409, "the rules themselves failed on this answer; nothing has changed"),
    "stopped": (409, "this match does not fit the installed game; the host can go on from here"),
    "too long": (409, "this match is as long as a match here can be; the host can begin another one"),
    "full": (409, "no more people can have a place here"),
    "changed": (409, "others change this table faster than that; try again"),
    "too large": (413, "too large"),
    "not JSON": (415, "a body has to be application/json, and to say so"),
    "bad setup": (422, "the game has no such setup"),
    "bad tale": (422, "the file is no tale that can be played here"),
    "bad address": (422, "turn notices cannot be sent there"),
    "too fast": (429, "too many requests, sockets or tables from your address: wait a second"),
    "too much": (429, "what was asked for from your address took long: wait a moment"),
    "long head": (431, "the address and the headers are too long"),
    "busy": (503, "the service has too much to do: try again in a few seconds"),
    "store": (503, "the store does not answer: try again in a moment"),
}
"""Each reason with the status of its HTTP answer and what it means."""


def in_words(refusal: Refused, speech: Speech) -> str:
    """The sentence for people; in another language what the reason means in general, if it has no more."""
    if speech is ENGLISH or speech.has(refusal.said):
        return speech(refusal.said)
    return speech(REASONS[refusal.reason][1])


class Refused(Exception):
    """Nothing has changed, and this is why; `view` is where the table stands now."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(reason, said)
        self.reason = reason
        self.said = said
        self.view: Any = None

    @property
    def status(self) -> int:
        return REASONS[self.reason][0]
