"""Commands are run as in the tests of the terminal."""

from __future__ import annotations

from tests.terminal.conftest import foldtale, tales

__all__ = ["foldtale", "tales"]
