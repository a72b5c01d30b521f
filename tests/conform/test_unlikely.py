"""Unlikely Heroes keeps every promise: the first quest with its modules."""

from foldtale.conform import suite
from tests.conform.other_books import unlikely
from tests.sizes import size

test_conformance = suite("unlikely", size(12, 60, 300), size(3, 12, 60), other_book=unlikely)
