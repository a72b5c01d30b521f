"""People at one keyboard with secrets from each other: curtains, and free moves out of turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from foldtale.kernel import REST, Aside, Ask, Match, Outcome, Play, option, registry
from foldtale.table.seats import Seats
from foldtale.terminal.keyboard import Offer, let_be, pick_offer
from foldtale.terminal.screen import Screen
from foldtale.terminal.table import Table
from tests.kernel.toys import EITHER, Slate, ToySetup, toy, written
from tests.terminal.conftest import Typist, tale_lines

CURTAIN = re.compile(r"Pass the keyboard to (\w+)")
DECIDING = "Bot 1 is deciding. Press Enter to go on, or type o to move out of turn."


def thimble_seed(wanted: Callable[[set[int]], bool]) -> int:
    """The first seed that deals ribbons to seats as wanted."""
    game = registry.get("thimble")
    for seed in range(1000):
        ask = Match.new(game, game.setup(players=3), seed=seed).ask
        assert ask is not None
        if wanted({aside.seat for aside in ask.aside}):
            return seed
    raise LookupError("no such deal")


def test_the_keyboard_is_passed_behind_a_curtain(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: not ribbons)
    ran = foldtale(
        "terminal",
        "thimble",
        "--names",
        "Ada,Bo,Cleo",
        "--seed",
        str(seed),
        typed=["", "1", "", "1", "", "1", ""],
    )
    parts = CURTAIN.split(ran.out)
    assert parts[1::2][:4] == ["Ada", "Bo", "Cleo", "Ada"]
    for name, screen in zip(parts[1:6:2], parts[2:7:2], strict=True):
        before, own = screen.split("only you see it")
        assert re.findall(r"(Ada|Bo|Cleo) · Points", before)[-1] == name
        assert own.endswith("\n" * 24)


def test_one_person_among_bots_needs_no_curtain(foldtale: Typist) -> None:
    assert "Pass the keyboard" not in foldtale("terminal", "thimble", "--bots", "2", typed=["1"]).out


def test_nobody_passes_the_keyboard_where_nothing_is_secret(foldtale: Typist) -> None:
    assert "Pass the keyboard" not in foldtale("terminal", "pig", typed=["2", "2"]).out


def test_a_secret_question_with_one_option_is_asked_of_people(foldtale: Typist) -> None:
    out = foldtale("terminal", "thimble", "--bots", "1,2", "--seed", "2", typed=[""] * 2 + ["1"] * 28).out
    assert re.search(r"Do you steal it\?\nwhy\? TH-09\n {2}1\. Let it be\nPress Enter ", out)


def test_a_lone_person_may_move_before_a_bot(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {2})
    play = ("terminal", "thimble", "--bots", "1,2", "--names", "Ada", "--seed", str(seed))
    ran = foldtale(*play, typed=["1"])
    assert "Bot 1 is deciding" in ran.out
    assert "1. Discard a ribbon and draw (before the answer)\n  2. Let Bot 1 go on" in ran.out
    assert "Ada plays the ribbon. (TH-18)" in ran.out
    for wait in ("", "2", "go on"):
        assert "Ada plays the ribbon." not in foldtale(*play, typed=[wait]).out


def test_a_bot_may_move_before_a_person(foldtale: Typist) -> None:
    outs = [foldtale("terminal", "thimble", "--bots", "2", "--seed", str(seed)).out for seed in range(60)]
    assert any(re.search(r"Bot \d plays the ribbon", out) for out in outs)


def test_out_of_turn_shows_ones_own_free_moves_behind_the_curtain(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {1})
    typed = ["", "o", "2", "", "", "", "o", "Bo", "", "ribbon", "", "o", "nobody"]
    ran = foldtale("terminal", "thimble", "--names", "Ada,Bo,Cleo", "--seed", str(seed), typed=typed)
    assert "Who moves out of turn?  1. Bo  2. Cleo" in ran.out
    assert CURTAIN.findall(ran.out)[:5] == ["Ada", "Cleo", "Ada", "Bo", "Ada"]
    cleo, bo = CURTAIN.split(ran.out)[4], CURTAIN.split(ran.out)[8]
    assert "Ada is deciding" in cleo
    assert "1. Nothing after all" in cleo
    assert "1. Discard a ribbon and draw (before the answer)\n  2. Nothing after all" in bo
    assert "Bo plays the ribbon. (TH-18)" in ran.out
    assert "“nobody” is nobody who could move out of turn." in ran.out


@pytest.mark.parametrize("ribbons", [set(), {1}, {1, 2}])
def test_the_pause_before_a_bot_tells_nothing_about_hands(foldtale: Typist, ribbons: set[int]) -> None:
    seed = thimble_seed(lambda dealt: dealt == ribbons)
    ran = foldtale("terminal", "thimble", "--bots", "1,", "--seed", str(seed), typed=[])
    assert ran.out.startswith(DECIDING)


def test_people_may_move_out_of_turn_before_a_bot(foldtale: Typist, tales: Path) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {2})
    typed = ["o", "?", "o", "2", "", "1", "", "", "q"]
    ran = foldtale(
        "terminal", "thimble", "--bots", "1,", "--names", "Bo,Cleo", "--seed", str(seed), typed=typed
    )
    assert "“?” is nobody who could move out of turn." in ran.out
    assert ran.out.count(DECIDING) >= 2
    assert any(
        '"seat": 2, "topic": "turn", "key": "ribbon", "aside": true' in line for line in tale_lines(tales)
    )


def test_the_pause_can_be_left(foldtale: Typist) -> None:
    ran = foldtale("terminal", "thimble", "--bots", "1,", typed=["q"])
    assert "To go on: foldtale terminal --resume" in ran.out


def bell(g: Slate) -> Play[Outcome]:
    """Seat 0 chooses a way; seats 1 and 2 may ring first."""
    rung: list[int] = []
    while True:
        yield REST
        asides = tuple([Aside(seat, option("ring")) for seat in (1, 2) if seat not in rung])
        choice = yield Ask(0, "way", EITHER, "TOY-01", aside=asides)
        if not isinstance(choice, Aside):
            g.write(choice.key)
            return Outcome("done", (0, 1), (1, 1, 0))
        rung.append(choice.seat)
        g.write("rung by", choice.seat)


@pytest.mark.parametrize(("bots", "typed"), [("", ["4", "ring", "left"]), ("1,", ["2", "1", ""])])
def test_without_secrets_free_moves_of_others_are_choices_too(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    bots: str,
    typed: list[str],
) -> None:
    lines = iter(typed)
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    match = Match.new(toy(bell), ToySetup(), seed=1)
    Table(match, Seats.fill(3, bots, "Ada,Bo,Cleo"), Screen(plain=True), tmp_path / "toy.tale", seed=1).play()
    out = capsys.readouterr().out
    assert written(match)[:2] == ["rung by 2", "rung by 1"]
    assert re.search(r"\d\. (Bo|Cleo): Ring \(before the answer\)", out)
    assert "win together" in out


def test_to_let_be_is_enter() -> None:
    waiting = let_be("Let Bo go on")
    offers: list[Offer] = [waiting]
    assert pick_offer([""], offers) == (waiting, 1)
