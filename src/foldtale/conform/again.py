"""Play some games and print their digests: what another process says of the same seeds."""

from __future__ import annotations

import sys

from foldtale.conform import digests, found

if __name__ == "__main__":
    name, plays, first = sys.argv[1:]
    sys.stdout.write("\n".join(digests(found(name), int(plays), int(first))))
