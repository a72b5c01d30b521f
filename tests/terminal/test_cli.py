"""The command `foldtale`: its exit codes, and how it ends when it is cut short."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from foldtale import __version__
from foldtale.kernel import Game, registry
from tests.terminal.conftest import Typist

PATIENCE = 90.0
A_WHILE = 5.0
"""Seconds: for all of a command, and until whoever sees nothing happen presses a key again."""
COMMAND = [sys.executable, "-m", "foldtale.cli"]


def test_the_version(foldtale: Typist) -> None:
    ran = foldtale("--version")
    assert (ran.code, ran.out) == (0, f"foldtale {__version__}\n")


def test_without_a_command_all_commands_are_listed(foldtale: Typist) -> None:
    ran = foldtale()
    assert ran.code == 0
    for command in ("games", "play", "terminal", "sim", "replay", "rules", "doctor"):
        assert f"\n    {command} " in ran.out


@pytest.mark.parametrize(
    "argv",
    [
        ["fly"],
        ["sim"],
        ["sim", "pig", "--games", "0"],
        ["sim", "pig", "--set", "x"],
        ["terminal", "--undo", "?"],
    ],
)
def test_misuse_is_answered_with_usage(foldtale: Typist, argv: list[str]) -> None:
    ran = foldtale(*argv)
    assert ran.code == 2
    assert ran.err.startswith("usage: foldtale")


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["terminal", "chess"], 2, "no game is called 'chess'; installed: "),
        (["rules", "chess"], 2, "no game is called 'chess'"),
        (["sim", "pig", "--players", "11"], 2, "Pig: "),
        (["sim", "pig", "--set", "wings=true"], 2, "unknown field `wings`"),
        (["terminal", "pig", "--resume", "x.tale"], 2, "a resumed game is set up already"),
        (["replay", "nowhere.tale"], 1, "nowhere.tale: No such file or directory"),
        (["terminal", "--resume", "nowhere.tale"], 1, "nowhere.tale: No such file or directory"),
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
    assert {game["name"] for game in listed} == set(registry.names())
    assert next(game for game in listed if game["name"] == "thimble") == {
        "name": "thimble",
        "title": "Thimble",
        "players": [3, 4, 5],
        "shelf": "small",
        "blurb": registry.get("thimble").blurb,
    }


def test_without_a_game_one_is_asked_which(foldtale: Typist) -> None:
    ran = foldtale("terminal", typed=["9", "Pig", "11", "3", "", "q"])
    assert f"Type a number from 1 to {len(registry.names())}, or the name of a game." in ran.out
    assert "Type a number from 2 to 10." in ran.out
    assert "Bot 2" in ran.out
    assert "Bot 3" in ran.out
    assert "--bots 2" in ran.out
    assert foldtale("terminal").code == 0


def test_setup_choices_reach_the_game(foldtale: Typist) -> None:
    said = foldtale("terminal", "thimble", "--set", "rounds=3", "--bots", "2").out
    assert re.search(r"Round \d of 3", said), "a bot's first card may end a round"


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
            raise registry.NoSuchGame("'pig' cannot be loaded: no trotter")
        return real(name)

    monkeypatch.setattr(registry, "get", get)
    ran = foldtale("doctor")
    assert ran.code == 1
    assert "wrong  game pig" in ran.out
    assert "no trotter" in " ".join(ran.out.split())
    assert "Pig" not in foldtale("games").out
    ran = foldtale("rules", "pig")
    assert (ran.code, ran.out) == (2, "")
    assert "'pig' cannot be loaded" in ran.err


def test_the_unexpected_is_one_sentence_too(foldtale: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("foldtale.kernel.registry.installed", fail)
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
    ran = foldtale("terminal", "pig")
    assert ran.code == 130
    assert "To go on: foldtale terminal --resume" in ran.out
    assert foldtale("terminal").code == 130


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "thimble"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() in (0, 141)


def sit_down() -> None:
    """As a person's shell does: the terminal is ours, and Ctrl-C is not ignored, even if the tests' was."""
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def on_a_terminal(argv: list[str], typed: list[tuple[bytes, bytes]], env: dict[str, str]) -> tuple[int, str]:
    """Run a command on a terminal of its own, typing after each prompt; its exit code and all it wrote.

    Ctrl-C just before Python waits for a line is lost: whoever sees nothing happen presses it again.
    """
    outer, inner = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *argv],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env=os.environ | env,
        start_new_session=True,
        preexec_fn=sit_down,
    ) as running:
        os.close(inner)
        written = b""
        deadline = time.monotonic() + PATIENCE
        for prompt, keys in typed:
            start = len(written)
            while prompt not in written[start:]:
                written += read_soon(outer, running, b"", deadline)
            os.write(outer, keys)
        with suppress(OSError):
            while more := read_soon(outer, running, typed[-1][1], deadline):
                written += more
        os.close(outer)
        return running.wait(), written.decode()


def read_soon(outer: int, running: subprocess.Popen[bytes], again: bytes, deadline: float) -> bytes:
    """What the command writes next; `again` is typed once more when nothing comes for a while."""
    while time.monotonic() < deadline:
        if select.select([outer], [], [], A_WHILE)[0]:
            return os.read(outer, 4096)
        os.write(outer, again)
    running.kill()
    pytest.fail("nothing more was written")


@pytest.mark.slow
def test_on_a_terminal_the_curtain_erases_and_control_c_leaves(tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    typed = [(b"is looking. ", b"\n"), (b"for help): ", b"1\n"), (b"is looking. ", b"\x03")]
    code, written = on_a_terminal(["terminal", "thimble", "--seed", "1"], typed, env)
    assert code in (130, -signal.SIGINT)
    assert "Traceback" not in written
    assert written.count("\x1b[3J") == 3
    assert "Saved:" in written
