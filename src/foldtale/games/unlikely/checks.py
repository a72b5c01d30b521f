"""What an adventure box must have beyond its form: the content constraints of the ledger."""

from __future__ import annotations

from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.problems import Problems


def check(pack: Pack, problems: Problems) -> None:
    """Note what a box misses."""
