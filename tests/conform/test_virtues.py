"""Seven Virtues keeps every promise: every mix of its options, at every number of players."""

from pathlib import Path

from foldtale.conform import suite
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "virtues"

test_virtues = suite("virtues", size(6, 16, 136), size(1, 3, 16), STORED)
