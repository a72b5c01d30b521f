"""What the tests of a campaign need on the shelf."""

from __future__ import annotations

import pytest

from foldtale.kernel.pack import shelf
from tests.games.wonderbook.given import WONDER
from tests.games.wonderbook.tiny import TINY


@pytest.fixture(scope="session")
def tiny() -> None:
    """The pack `tiny` can be found by its name."""
    assert WONDER.language is not None
    shelf.add(TINY, WONDER.language)
