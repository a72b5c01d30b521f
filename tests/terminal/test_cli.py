"""The command `foldtale`: every subcommand, its exit codes, and how it ends when it is cut short."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from foldtale import __version__
from foldtale.bots.random import RandomBot, playout
from foldtale.kernel import Drawn, Game, Match, registry
from tests.sizes import size
from tests.terminal.conftest import Typist

COMMAND = [sys.executable, "-m", "foldtale.cli"]


@pytest.fixture
def pig_tale(tmp_path: Path) -> Path:
    """A finished game of Pig in a file."""
    return finished("pig", tmp_path / "pig.tale")


def finished(name: str, path: Path) -> Path:
    game = registry.get(name)
    match = Match.new(game, next(game.variants()), seed=1)
    bot = RandomBot(1)
    while match.ask is not None:
        match.answer(bot.choose(match.glimpse(match.ask.answers)) or 0)
    match.save(path)
    return path


def test_the_version(foldtale: Typist) -> None:
    ran = foldtale("--version")
    assert (ran.code, ran.out) == (0, f"foldtale {__version__}\n")


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["fly"],
        ["sim"],
        ["sim", "pig", "--games", "0"],
        ["sim", "pig", "--set", "x"],
        ["play", "--undo", "?"],
    ],
)
def test_misuse_is_answered_with_usage(foldtale: Typist, argv: list[str]) -> None:
    ran = foldtale(*argv)
    assert ran.code == 2
    assert ran.err.startswith("usage: foldtale")


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["play", "chess"], 2, "no game is called 'chess'; installed: "),
        (["rules", "chess"], 2, "no game is called 'chess'"),
        (["sim", "pig", "--players", "11"], 2, "Pig: "),
        (["sim", "pig", "--set", "wings=true"], 2, "unknown field `wings`"),
        (["play", "pig", "--resume", "x.tale"], 2, "a resumed game is set up already"),
        (["replay", "nowhere.tale"], 1, "nowhere.tale: No such file or directory"),
        (["play", "--resume", "nowhere.tale"], 1, "nowhere.tale: No such file or directory"),
        (["rules", "pig", "zebra"], 1, "no rule of Pig has 'zebra'"),
    ],
)
def test_errors_are_one_sentence(foldtale: Typist, argv: list[str], code: int, said: str) -> None:
    ran = foldtale(*argv)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("foldtale: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_games_are_listed_with_the_small_ones_under_their_heading(foldtale: Typist) -> None:
    out = foldtale("games").out
    small = out[out.index("Small games to learn by") :]
    assert "Pig (pig)  2 to 10 players" in small
    assert "Connect Four (connect_four)  2 players" in small
    listed = json.loads(foldtale("games", "--json").out)
    assert [game["name"] for game in listed] == list(registry.names())
    assert listed[-1] == {
        "name": "thimble",
        "title": "Thimble",
        "players": [3, 4, 5],
        "shelf": "small",
        "blurb": registry.get("thimble").blurb,
    }


def test_without_a_game_one_is_asked_which(foldtale: Typist) -> None:
    ran = foldtale("play", typed=["9", "Pig", "11", "3", "", "q"])
    assert f"Type a number from 1 to {len(registry.names())}, or the name of a game." in ran.out
    assert "Type a number from 2 to 10." in ran.out
    assert "Bot 2" in ran.out
    assert "Bot 3" in ran.out
    assert "--bots 2" in ran.out
    assert foldtale("play").code == 0


def test_setup_choices_reach_the_game(foldtale: Typist) -> None:
    assert "Round 1 of 2" in foldtale("play", "thimble", "--set", "rounds=2", "--bots", "2").out


def test_a_simulation_counts_what_came_of_it(foldtale: Typist) -> None:
    facts = json.loads(
        foldtale("sim", "thimble", "--games", "40", "--seed", "7", "--players", "4", "--json").out
    )
    outcomes = facts["outcomes"]
    assert (facts["game"], facts["games"], facts["seed"], facts["players"]) == ("thimble", 40, 7, 4)
    assert len(outcomes) == 40
    assert facts["endings"] == {"most points": 40}
    assert facts["wins"] == [sum(seat in outcome["winners"] for outcome in outcomes) for seat in range(4)]
    assert facts["decisions"] > 40
    assert facts["decisions_per_second"] > 0
    assert all(max(outcome["scores"]) == outcome["scores"][outcome["winners"][0]] for outcome in outcomes)


def test_a_simulation_for_people(foldtale: Typist) -> None:
    out = foldtale("sim", "pig", "--games", "10").out
    assert "10 games of Pig, 2 players, seed 0" in out
    assert "banked                          10  100.0%" in out


def test_a_longer_simulation_begins_with_the_shorter_one(foldtale: Typist) -> None:
    short, long = [
        json.loads(foldtale("sim", "pig", "--games", games, "--json").out)["outcomes"] for games in ("5", "9")
    ]
    assert long[:5] == short


def test_simulations_are_the_same_under_every_hash_seed() -> None:
    def outcomes(hash_seed: str) -> object:
        command = [*COMMAND, "sim", "thimble", "--games", "30", "--seed", "3", "--json"]
        ran = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, check=True
        )
        return json.loads(ran.stdout)["outcomes"]

    assert outcomes("0") == outcomes("1")


def test_playouts_also_make_free_moves() -> None:
    game = registry.get("thimble")

    def ribbons(match: Match) -> int:
        return sum(line.get("aside", False) for line in match.log)

    matches = [Match.new(game, game.setup(players=3), seed=seed) for seed in range(size(20, 40, 200))]
    decisions = [playout(match, Random(1)) for match in matches]
    assert sum(map(ribbons, matches)) > 0
    assert decisions == [sum("n" in line for line in match.log) for match in matches]


def test_bare_playouts_depend_on_their_generator_only() -> None:
    game = registry.get("thimble")

    def played(seed: int) -> object:
        random = Random(seed)
        match = Match.new(game, game.setup(players=3), chance=Drawn(random.random), bare=True)
        return playout(match, random), match.outcome

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_a_tale_is_told_like_a_story(foldtale: Typist, pig_tale: Path) -> None:
    ran = foldtale("replay", str(pig_tale))
    assert ran.code == 0
    assert ran.out.startswith("Pig, 2 players\n   1  Player 1")
    assert "wins with" in ran.out.splitlines()[-1]
    assert foldtale("replay", str(pig_tale), "--plain").out.isascii()


def test_a_tale_can_be_told_up_to_a_question(foldtale: Typist, pig_tale: Path) -> None:
    numbers = [
        line[:4].strip() for line in foldtale("replay", str(pig_tale), "--to", "4").out.splitlines()[1:]
    ]
    assert [number for number in numbers if number] == ["1", "2", "3"]


def damaged(tale: Path, line: int, old: str, new: str) -> Path:
    rows = tale.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in rows[line - 1]
    rows[line - 1] = rows[line - 1].replace(old, new)
    tale.write_text("".join(rows), encoding="utf-8")
    return tale


def test_a_damaged_tale_is_told_as_far_as_it_is_good(foldtale: Typist, tmp_path: Path) -> None:
    tale = damaged(finished("connect_four", tmp_path / "four.tale"), 5, '"drop ', '"hop ')
    ran = foldtale("replay", str(tale))
    assert ran.code == 1
    assert [line[:4].strip() for line in ran.out.splitlines()[1:4]] == ["1", "2", "3"]
    last = ran.out.splitlines()[-1]
    assert last.startswith("Here the tale breaks off. four.tale, line 5: 'hop ")
    assert "'drop a', 'drop b'" in last
    assert ran.err == ""
    assert foldtale("replay", str(tale), "--to", "4").code == 0
    assert foldtale("replay", str(tale), "--to", "5").code == 1


def test_a_tale_cut_short_is_told_and_can_go_on_in_another_file(
    foldtale: Typist, tales: Path, pig_tale: Path
) -> None:
    text = pig_tale.read_text(encoding="utf-8")
    cut = "".join(text.splitlines(keepends=True)[:8])
    pig_tale.write_text(cut, encoding="utf-8")
    assert foldtale("replay", str(pig_tale)).code == 1
    ran = foldtale("play", "--resume", str(pig_tale), typed=["", "q"])
    assert ran.code == 0
    assert "the tale is cut short" in ran.out
    assert "The file stays as it is." in ran.out
    assert pig_tale.read_text(encoding="utf-8") == cut
    assert len(list(tales.iterdir())) == 1


def test_what_is_no_tale_is_refused_in_a_sentence(foldtale: Typist, tmp_path: Path) -> None:
    file = tmp_path / "x.tale"
    file.write_bytes(b"\xff\x00")
    ran = foldtale("replay", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("foldtale: x.tale, line 1: ")


def test_a_finished_tale_that_is_resumed_shows_its_end(foldtale: Typist, pig_tale: Path) -> None:
    ran = foldtale("play", "--resume", str(pig_tale), typed=["n"])
    assert "The end: banked." in ran.out
    assert ran.code == 0


def test_rules_by_id_and_by_words(foldtale: Typist) -> None:
    assert foldtale("rules", "pig", "pig-05").out == (
        "A turn\nPIG-05  To hold adds the pot to the player's score and ends the turn.\n"
    )
    assert (
        "TH-Q03 (ruling)  May a player steal a cat? Ruling: no"
        in foldtale("rules", "thimble", "steal", "cat").out
    )
    everything = json.loads(foldtale("rules", "pig", "--json").out)
    assert len(everything) == len(registry.get("pig").rules())
    assert everything[0] == {
        "id": "PIG-01",
        "kind": "rule",
        "section": "Frame",
        "text": registry.get("pig").rules().search("PIG-01")[0].text,
        "tags": [],
    }


def test_the_doctor_finds_all_well(foldtale: Typist, tales: Path) -> None:
    ran = foldtale("doctor", "--json")
    findings = {finding["what"]: finding for finding in json.loads(ran.out)}
    assert ran.code == 0
    assert all(finding["ok"] for finding in findings.values())
    assert {"Python", "foldtale", "msgspec", "rich", "kernel", "terminal", "saves"} < set(findings)
    assert findings["saves"]["found"] == str(tales)
    assert findings["game pig"]["found"].startswith("begins, ")
    assert "ok     game pig" in foldtale("doctor").out


def test_the_doctor_tells_of_a_broken_game_and_others_can_still_be_played(
    foldtale: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = registry.get

    def get(name: str) -> Game:
        if name == "pig":
            raise ImportError("no such trotter")
        return real(name)

    monkeypatch.setattr(registry, "get", get)
    ran = foldtale("doctor")
    assert ran.code == 1
    assert "wrong  game pig" in ran.out
    assert "no such trotter" in ran.out
    assert "Pig" not in foldtale("games").out
    ran = foldtale("rules", "pig")
    assert (ran.code, ran.out) == (1, "")
    assert "the game 'pig' cannot be loaded" in ran.err


def test_the_unexpected_is_one_sentence_too(foldtale: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("foldtale.terminal.shelf.installed", fail)
    ran = foldtale("games")
    assert ran.code == 1
    assert "ZeroDivisionError('oh')" in ran.err
    assert ran.err.count("\n") == 1
    monkeypatch.setenv("FOLDTALE_TRACE", "1")
    with pytest.raises(ZeroDivisionError):
        foldtale("games")


def test_control_c_at_the_table_says_how_to_resume(foldtale: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    ran = foldtale("play", "pig")
    assert ran.code == 130
    assert "To go on: foldtale play --resume" in ran.out
    assert foldtale("play").code == 130


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "thimble"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() in (0, 141)


def on_a_terminal(argv: list[str], typed: list[bytes], env: dict[str, str]) -> tuple[int, str]:
    """Run a command on a terminal of its own, typing whenever it is quiet; its exit code and all it wrote."""
    outer, inner = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *argv], stdin=inner, stdout=inner, stderr=inner, env=os.environ | env, start_new_session=True,
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
    ) as running:  # fmt: skip
        os.close(inner)
        written = b""
        for line in [*typed, b""]:
            while True:
                try:
                    written += os.read(outer, 4096)
                except OSError:
                    break
                if line and written.rstrip(b" ").endswith((b":", b".")):
                    time.sleep(0.05)
                    os.write(outer, line)
                    break
        os.close(outer)
        return running.wait(), written.decode()


@pytest.mark.slow
def test_on_a_terminal_the_curtain_erases_and_control_c_leaves(tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    code, written = on_a_terminal(["play", "thimble", "--seed", "1"], [b"\n", b"1\n", b"\x03"], env)
    assert code == 130
    assert "Traceback" not in written
    assert written.count("\x1b[3J") == 2
    assert "Saved:" in written
