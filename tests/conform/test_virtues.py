"""Seven Virtues keeps every promise: every mix of its options, at every number of players."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from foldtale import games
from foldtale.conform import checks, suite, worlds
from foldtale.conform.play import Nonconform, finish
from foldtale.games.virtues.places import DECK
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel import Match
from tests.games.virtues.given import put, realm
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "virtues"
VIRTUES = games.get("virtues")
SETUPS = list(VIRTUES.variants())

test_virtues = suite("virtues", size(4, 10, 272), size(1, 1, 17), STORED)


def begin_with_secrets(setup: Any) -> VirtuesState:
    """A game in which the first heroes hold the artifacts that peek, and the third can use Frostgate."""
    g = VIRTUES.begin(setup)
    assert isinstance(g, VirtuesState)
    put(g.artifacts, ["AR1", "AR6"], 0)
    put(g.artifacts, ["AR5", "AR4"], 1)
    castle = (2, "C6") if g.heroes > 2 else (1, "C6")
    g.castles[castle[0]] = (castle[1],)
    g.castles[DECK] = tuple([card for card in g.castles[DECK] if card != castle[1]])
    g.manned = {castle[1]: castle[0]}
    return g


SECRETIVE = msgspec.structs.replace(VIRTUES, begin=begin_with_secrets)


@pytest.mark.parametrize("part", range(size(1, 2, 30)))
def test_two_worlds_with_real_artifacts_and_peeks_look_alike(part: int) -> None:
    for seed in range(5 * part, 5 * part + 5):
        setup = SETUPS[seed * 37 % len(SETUPS)]
        worlds.two_worlds(SECRETIVE, setup, seed)
        checks.frames_hold_no_secrets(SECRETIVE, setup, seed)


@pytest.mark.long
@pytest.mark.parametrize("mix", range(17))
def test_random_games_end_in_every_mix_of_choices(mix: int) -> None:
    for setup in SETUPS[mix::17]:
        for seed in range(300):
            outcome = finish(Match.new(VIRTUES, setup, seed=seed, bare=True), seed).outcome
            assert outcome is not None and outcome.ending in VIRTUES.endings


def test_every_mix_of_options_is_played_at_every_number_that_allows_it() -> None:
    counts = {players: len([one for one in SETUPS if one.players == players]) for players in range(2, 8)}
    assert counts == {2: 16, 3: 32, 4: 64, 5: 64, 6: 64, 7: 32}


@pytest.mark.parametrize(
    "broken",
    [
        lambda g: g.gifts.__setitem__(0, (7, 0, 0, 0, 0, 0, 0)),
        lambda g: g.characters.__setitem__(0, ("CH01",)),
        lambda g: g.gold.__setitem__(0, -1),
        lambda g: g.manned.__setitem__("C1", 0),
    ],
    ids=["a gift too many", "a character twice", "a debt", "a marker on nobody's castle"],
)
def test_a_thing_too_many_is_noticed(broken: Any) -> None:
    def begin(setup: Any) -> VirtuesState:
        g = realm(sins={0: ["SN03"]})
        broken(g)
        return g

    game = msgspec.structs.replace(VIRTUES, begin=begin)
    with pytest.raises((Nonconform, ValueError)):
        checks.everything_is_somewhere(game, VIRTUES.setup(players=4), 1)
