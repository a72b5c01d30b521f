"""What a pack for Wonder Book must be, beyond its form: WB-C01 to WB-C30."""

from __future__ import annotations

from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.problems import Problems


def check(pack: Pack, problems: Problems) -> None:
    """Every constraint, in the order of the ledger."""
