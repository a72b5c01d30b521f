"""Tables of the tests have the same dice and the same bots in every run."""

from __future__ import annotations

import random
import secrets

import pytest

from foldtale.bots.random import RandomBot


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(28)
    monkeypatch.setattr(secrets, "randbits", draw.getrandbits)
    monkeypatch.setattr(secrets, "choice", draw.choice)
    monkeypatch.setattr("foldtale.table.bots.RandomBot", lambda: RandomBot(draw.getrandbits(32)))
