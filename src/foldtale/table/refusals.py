"""Why the table says no, in a word for programs and a sentence for people."""

from __future__ import annotations

from typing import Any, Final

STATUS: Final = {
    "bad request": 400,
    "no such table": 404,
    "no such game": 404,
    "no such moment": 404,
    "not yours": 403,
    "not the host": 403,
    "foreign": 403,
    "wrong link": 403,
    "late": 409,
    "over": 409,
    "not over": 409,
    "not offered": 409,
    "not asked": 409,
    "bot plays": 409,
    "not undone": 409,
    "nothing to agree on": 409,
    "incident": 409,
    "stopped": 409,
    "full": 409,
    "changed": 409,
    "secret": 409,
    "too large": 413,
    "bad setup": 422,
    "bad tale": 422,
    "bad address": 422,
    "too fast": 429,
    "store": 503,
}
"""Each reason with the status of its HTTP answer."""


class Refused(Exception):
    """Nothing has changed, and this is why; `view` is where the table stands now."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(said)
        self.reason = reason
        self.said = said
        self.view: Any = None

    @property
    def status(self) -> int:
        return STATUS[self.reason]
