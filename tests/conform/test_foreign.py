"""A game of another package is found, keeps every promise, and cannot spoil the shelf for the others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from foldtale import games
from foldtale.conform import CHEAP, DEAR, suite
from foldtale.conform.play import finish
from foldtale.kernel import Game, Match, TaleError, registry
from foldtale.kernel.registry import NoSuchGame
from tests.foreign.installing import FOREIGN, coins, describe, installed
from tests.sizes import size

BOOKS = ("grimm", "storyfold", "unlikely", "virtues", "wonderbook")
SMALL = ("connect_four", "pig", "thimble")
OURS = BOOKS + SMALL
CHECKS = [check.__name__ for check in (*CHEAP, *DEAR)] + ["no_more_than_chance", "elsewhere", "stored_games"]
PLAYS, SAMPLE = size(40, 300, 10_000), size(8, 40, 400)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """Coins, which somebody else has published."""
    with installed(describe(tmp_path / "site", "foldtale_coins", coins()), FOREIGN):
        yield games.get("coins")


def run(folder: Path, *command: str) -> str:
    """What a Python of its own prints."""
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("check", CHECKS)
def test_a_game_of_another_package_keeps_every_promise(check: str, game: Game) -> None:
    conforms = suite(game.name, PLAYS, SAMPLE, FOREIGN / "tales")
    assert conforms.pytestmark[0].args == ("check", CHECKS)
    conforms(check)


def test_a_game_of_another_package_is_on_the_shelf_before_the_small_games(game: Game) -> None:
    assert games.names() == ("coins", *OURS)
    assert games.get("coins") is game
    assert game.folder.is_relative_to(FOREIGN)
    assert game.rules().prefix == "COIN"
    assert [one.name for one in registry.installed()] == ["coins", *OURS]


def test_its_tales_open_in_another_process(game: Game, tmp_path: Path) -> None:
    match = finish(Match.new(game, game.setup(players=3, heap="large"), seed=1), 1)
    match.save(tmp_path / "coins.tale")
    assert Match.load(tmp_path / "coins.tale").log == match.log
    code = "from foldtale.kernel import Match; print(Match.load('coins.tale').outcome)"
    assert run(tmp_path, "-c", code).strip() == str(match.outcome)


def test_its_tales_are_refused_by_name_where_it_is_not_installed() -> None:
    with pytest.raises(
        TaleError,
        match=r"line 1: .*no game is called 'coins'; installed: grimm, storyfold, unlikely, virtues, wonderbook, connect_four, pig",
    ):
        Match.load(FOREIGN / "tales" / "dusk.tale")


def test_when_it_is_gone_nothing_of_it_is_left(tmp_path: Path) -> None:
    with installed(describe(tmp_path, "foldtale_coins", coins()), FOREIGN):
        assert "coins" in games.names()
    assert games.names() == OURS
    assert not [name for name in sys.modules if name.startswith("foldtale_coins")]
    with pytest.raises(
        NoSuchGame,
        match="no game is called 'coins'; installed: grimm, storyfold, unlikely, virtues, wonderbook, connect_four, pig, thimble",
    ):
        games.get("coins")


BROKEN = {
    "raises": "1 / 0",
    "does not parse": "def game(:",
    "has no game": "",
    "is something else": "game = 7",
    "has another name": "from foldtale import games\ngame = games.get('pig')",
    "needs what is not there": "import no_such_module_at_all",
    "gives up": "raise SystemExit('no display')",
}


def spoilt(folder: Path, source: str) -> Path:
    """A package whose only game is broken, in a folder of its own."""
    (folder / "foldtale_spoilt.py").write_text(source, encoding="utf-8")
    return describe(folder, "foldtale_spoilt", {"spoilt": "foldtale_spoilt:game"})


@pytest.mark.parametrize("source", [pytest.param(code, id=how) for how, code in BROKEN.items()])
def test_a_broken_game_is_named_and_leaves_the_others_alone(source: str, tmp_path: Path) -> None:
    with installed(spoilt(tmp_path, source)):
        assert games.names() == tuple(sorted(("spoilt", *BOOKS))) + SMALL
        assert [games.get(name).name for name in OURS] == list(OURS)
        with pytest.raises(NoSuchGame, match="spoilt"):
            games.get("spoilt")
        finish(Match.new(games.get("pig"), games.get("pig").setup(), seed=1), 1)


def test_a_game_whose_module_is_nowhere_is_named_and_leaves_the_others_alone(tmp_path: Path) -> None:
    with installed(describe(tmp_path, "foldtale_lost", {"lost": "foldtale_lost.deep:game"})):
        assert games.names() == tuple(sorted(("lost", *BOOKS))) + SMALL
        with pytest.raises(NoSuchGame, match=r"'lost' cannot be loaded from foldtale_lost\.deep:game"):
            games.get("lost")
        assert games.get("pig").name == "pig"


@pytest.mark.parametrize("source", list(BROKEN.values()), ids=list(BROKEN))
def test_a_broken_game_leaves_the_others_on_the_shelf(source: str, tmp_path: Path) -> None:
    with installed(spoilt(tmp_path, source)):
        assert [game.name for game in registry.installed()] == list(OURS)


def test_the_command_lists_the_others_beside_a_broken_game(tmp_path: Path) -> None:
    with installed(spoilt(tmp_path, "1 / 0")):
        code = "from foldtale.cli import main; raise SystemExit(main())"
        listed = run(tmp_path, "-c", code, "games", "--json")
    assert {game["name"] for game in json.loads(listed)} == set(OURS)


@pytest.mark.parametrize(
    "place",
    [0, -1],
    ids=["found first", "found last"],
)
def test_nobody_can_take_the_name_of_a_game_that_ships(place: int, tmp_path: Path) -> None:
    (tmp_path / "foldtale_thief.py").write_text("1 / 0", encoding="utf-8")
    with installed(describe(tmp_path, "foldtale_thief", {"pig": "foldtale_thief:game"})):
        if place:
            sys.path.append(sys.path.pop(0))
        assert games.names() == OURS
        assert games.get("pig").title == "Pig"
