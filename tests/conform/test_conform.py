"""The three small games keep every promise; Thimble, which has all the secrets, on the most games."""

from pathlib import Path

from foldtale.conform import suite
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales"
PLAYS, SAMPLE = size(30, 200, 10_000), size(3, 12, 60)
QUARTER, SHARE = PLAYS // 4, SAMPLE // 3

test_pig = suite("pig", min(PLAYS, 1000), min(SAMPLE, 20), STORED / "pig")
test_connect_four = suite("connect_four", min(PLAYS, 1000), SAMPLE, STORED / "connect_four")
test_thimble = suite("thimble", QUARTER, SHARE, STORED / "thimble")
test_thimble_again = suite("thimble", QUARTER, SHARE, first=QUARTER)
test_thimble_and_again = suite("thimble", QUARTER, SHARE, first=2 * QUARTER)
test_thimble_once_more = suite("thimble", PLAYS - 3 * QUARTER, SHARE, first=3 * QUARTER)
