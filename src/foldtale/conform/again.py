"""Play some games and print their digests: what another process says of the same seeds."""

from __future__ import annotations

import sys
from importlib import import_module

from foldtale.conform import digests
from foldtale.kernel import registry

if __name__ == "__main__":
    name, plays, first = sys.argv[1:]
    game = import_module(name).game if "." in name else registry.get(name)
    sys.stdout.write("\n".join(digests(game, int(plays), int(first))))
