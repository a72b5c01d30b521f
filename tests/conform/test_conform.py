"""The three small games and a game of another package keep every promise."""

from pathlib import Path

from foldtale.conform import suite
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales"
PLAYS, SAMPLE = size(30, 200, 10_000), size(3, 12, 60)

test_pig = suite("pig", min(PLAYS, 1000), min(SAMPLE, 20), STORED / "pig")
test_connect_four = suite("connect_four", min(PLAYS, 1000), SAMPLE, STORED / "connect_four")
test_thimble = suite("thimble", PLAYS, SAMPLE, STORED / "thimble")
