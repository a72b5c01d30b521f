"""Tables of the tests have the same dice and the same bots in every run."""

from __future__ import annotations

import random
import secrets

import pytest


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(28)
    monkeypatch.setattr(secrets, "randbits", draw.getrandbits)
    monkeypatch.setattr(secrets, "choice", draw.choice)
