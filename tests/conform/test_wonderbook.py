"""Wonder Book keeps every promise: its Chapter I, the sample chapter, and a tiny campaign of six Chapters."""

from pathlib import Path

from foldtale.conform import suite
from tests.conform.other_books import wonderbook
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "wonderbook"
PLAYS, SAMPLE = size(12, 72, 500), size(2, 12, 72)

test_chapter_one = suite("wonderbook", size(6, 24, 200), size(2, 6, 24), STORED, other_book=wonderbook)
test_sample_chapter = suite("tests.conform.sample", PLAYS, SAMPLE, other_book=wonderbook)
test_tiny_campaign = suite("tests.conform.tiny", PLAYS, SAMPLE, other_book=wonderbook)
