"""Unlikely Heroes keeps every promise: both quests with their modules, and a stored game for each end of a quest."""

from pathlib import Path

from foldtale.conform import suite
from tests.conform.other_books import unlikely
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "unlikely"

test_conformance = suite("unlikely", size(12, 60, 300), size(3, 12, 60), STORED, other_book=unlikely)
