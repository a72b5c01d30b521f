"""How much a test does: little under `./run test --fast`, much under `./run test --long`."""

from __future__ import annotations

import os
from collections.abc import Iterator

SIZES = ("fast", "normal", "long")
SIZE = os.environ.get("FOLDTALE_SIZE", "normal")
if SIZE not in SIZES:
    raise ValueError(f"FOLDTALE_SIZE is {SIZE!r}; it can be {', '.join(SIZES)}")


def size(fast: int, normal: int, long: int) -> int:
    """The number for this run."""
    return (fast, normal, long)[SIZES.index(SIZE)]


class Seeds:
    """Seeds to loop over; remembers which one is in use, so that a failure can name it."""

    def __init__(self) -> None:
        self.current: int | None = None

    def __call__(self, fast: int, normal: int, long: int) -> Iterator[int]:
        """As many seeds as this run's size asks for, or only FOLDTALE_SEED if that is set."""
        only = os.environ.get("FOLDTALE_SEED")
        for self.current in range(size(fast, normal, long)) if only is None else (int(only),):
            yield self.current
        self.current = None
