"""Types that several threads read: prepared while their modules are imported."""

from __future__ import annotations

import msgspec


def prepare(*types: type) -> None:
    """Let msgspec look at the types now.

    It does so when a type is read first, and keeps what it has found before that is whole: a second thread
    that reads the same type meanwhile crashes the process. An import is done by one thread.
    """
    for kind in types:
        msgspec.json.Decoder(kind)
