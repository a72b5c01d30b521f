"""The arena: rotated seats, the same games for the same seed, in one process or two, cut off or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from foldtale.bots.arena import Bout, Played, interval, numbers, play_all, play_one, seated, tally
from foldtale.bots.levels import Bot, bot_of
from foldtale.bots.offers import Offers, added, extremes
from foldtale.cli import main
from foldtale.kernel import Match, registry
from foldtale.kernel.errors import SetupError

FOUR = Bout("connect_four", {}, ("fair", "random"), 6, 3)


def facts(played: Sequence[Played]) -> list[tuple[object, ...]]:
    """All but the computing time."""
    return [(one.number, one.seats, one.ending, one.winners, one.decisions) for one in played]


def test_bots_move_on_by_one_seat_from_game_to_game() -> None:
    bout = Bout("thimble", {}, ("strong", "fair", "random"), 3, 0)
    assert [seated(bout, False, 3, number) for number in range(4)] == [
        ("strong", "fair", "random"),
        ("fair", "random", "strong"),
        ("random", "strong", "fair"),
        ("strong", "fair", "random"),
    ]


def test_a_team_is_of_one_kind_and_each_kind_plays_all_games() -> None:
    bout = Bout("wonderbook", {"players": 2}, ("reflex", "random"), 2, 0)
    assert len(numbers(bout)) == 4
    assert [seated(bout, True, 2, number) for number in range(4)] == [
        ("reflex", "reflex"),
        ("random", "random"),
    ] * 2


def test_the_same_seed_plays_the_same_games() -> None:
    assert facts(play_all(FOUR)) == facts(play_all(FOUR))


def test_any_game_can_be_played_alone() -> None:
    assert facts([play_one(FOUR, 4)]) == facts(play_all(FOUR))[4:5]


@pytest.mark.slow
def test_two_processes_play_the_same_games_as_one() -> None:
    assert facts(play_all(FOUR, jobs=2)) == facts(play_all(FOUR))


def test_games_that_were_cut_off_go_on(tmp_path: Path) -> None:
    file = tmp_path / "four.arena"
    whole = play_all(FOUR, resume=file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: len(text) * 2 // 3], encoding="utf-8")
    assert facts(play_all(FOUR, resume=file)) == facts(whole)
    again: list[int] = []
    assert facts(play_all(FOUR, resume=file, tick=again.append)) == facts(whole)
    assert again == []
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + len(whole)


def test_games_of_another_series_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "four.arena"
    play_all(FOUR, resume=file)
    with pytest.raises(SetupError, match="another series"):
        play_all(Bout("connect_four", {}, ("fair", "random"), 6, 4), resume=file)


def test_wins_are_counted_for_each_bot() -> None:
    found = tally(FOUR, play_all(FOUR))
    assert found.tries == {"fair": 6, "random": 6}
    assert sum(found.wins.values()) == 6
    assert found.wins["fair"] > found.wins["random"]
    rate, low, high = found.rates["fair"]
    assert 0 <= low < rate <= high <= 1
    assert next(found.lines()) == "6 games of Connect Four, seed 3"


def test_an_interval_holds_its_rate_and_narrows() -> None:
    assert interval(0, 0) == (0.0, 0.0, 1.0)
    for tries in (10, 100, 1000):
        rate, low, high = interval(tries * 0.8, tries)
        assert low < rate < high
    assert interval(800, 1000)[1] > interval(80, 100)[1] > interval(8, 10)[1]
    assert interval(80, 100)[1:] == pytest.approx((0.711, 0.867), abs=0.001)


def test_an_accumulator_sees_every_decision() -> None:
    class Counts:
        def __init__(self) -> None:
            self.begun: list[int] = []
            self.keys: list[tuple[int, str]] = []
            self.over: list[bool] = []

        def begins(self, number: int, match: Match, seats: Sequence[str]) -> None:
            self.begun.append(number)

        def decides(self, match: Match, seat: int, key: str, bot: Bot) -> None:
            assert key in [option.key for option in match.options]
            self.keys.append((seat, key))

        def ends(self, number: int, match: Match) -> None:
            self.over.append(match.over)

    counts = Counts()
    played = play_one(FOUR, 2, [counts])
    assert counts.begun == [2]
    assert counts.over == [True]
    assert len(counts.keys) == played.decisions


def test_accumulators_look_on_at_a_whole_series_in_one_process() -> None:
    class Lengths:
        def __init__(self) -> None:
            self.lengths: list[int] = []

        def begins(self, number: int, match: Match, seats: Sequence[str]) -> None:
            self.lengths.append(0)

        def decides(self, match: Match, seat: int, key: str, bot: Bot) -> None:
            self.lengths[-1] += 1

        def ends(self, number: int, match: Match) -> None: ...

    found = Lengths()
    played = play_all(FOUR, watchers=[found])
    assert found.lengths == [one.decisions for one in played]
    with pytest.raises(ValueError, match="one process"):
        play_all(FOUR, jobs=2, watchers=[found])


def test_bots_that_nobody_registered_play_too() -> None:
    def makes(name: str, seed: str) -> Bot:
        return bot_of("reflex" if name == "quick" else name, seed)

    played = play_all(Bout("connect_four", {}, ("quick", "random"), 2, 3), makes=makes)
    assert [one.seats for one in played] == [("quick", "random"), ("random", "quick")]
    named = play_all(Bout("connect_four", {}, ("reflex", "random"), 2, 3))
    assert [one.winners for one in played] == [one.winners for one in named]


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("arena", "pig", "--seats", "reflex,random", "--games", "10", "--seed", "5", "--json")
    assert main(given) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["games"], found["seed"]) == ("pig", 10, 5)
    assert set(found["wins"]) == set(found["rates"]) == {"reflex", "random"}
    assert found["wins"]["reflex"] + found["wins"]["random"] == 10
    assert len(found["rates"]["reflex"]) == 3


@pytest.mark.parametrize(
    "given, said",
    [
        (("--seats", "brilliant,random"), "no bot is called 'brilliant'"),
        (("--seats", "fair,random", "--players", "3"), "cannot take 3 seats"),
    ],
)
def test_the_command_says_what_is_wrong(
    given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("arena", "pig", *given)) == 2
    assert said in capsys.readouterr().err


class Hermit:
    """A stand-in for a bot that is not asked."""

    def choose(self, glimpse: object) -> None:
        return None


def test_an_option_counts_once_for_each_turn_in_which_it_is_offered_or_taken() -> None:
    pig = registry.get("pig")
    match = Match.new(pig, pig.setup(), seed=1)
    offers = Offers()
    offers.begins(0, match, ("fair", "fair"))
    for key in ("roll", "roll", "hold", "hold"):
        if key in [option.key for option in match.options]:
            offers.decides(match, 0, key, Hermit())
            match.answer(key)
    turns = len({turn for turn, _ in offers.offered})
    assert offers.counts["roll"][0] == turns
    assert added([offers.counts, offers.counts])["roll"][0] == 2 * turns


def test_options_that_make_no_choice_are_listed_by_their_verbs() -> None:
    counts = {"buy A": (40, 1), "buy B": (40, 20), "buy C": (40, 40), "buy D": (19, 0), "sell A": (40, 0)}
    assert [line.split()[1] for line in extremes(counts, ["buy"])] == ["A", "C"]


def test_a_game_says_how_seats_and_figures_fared_and_how_it_ended(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seats = ",".join(["reflex"] * 3)
    assert main(["arena", "virtues", "--seats", seats, "--games", "2", "--offers", "recruit", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert sum(said["endings"].values()) == 2
    assert sum([games for _, games in said["by figure"].values()]) == 6
    assert len(said["by seat"]) == 3
    assert all(taken <= offered for offered, taken in said["offers"].values())
    assert any(key.startswith("recruit ") and taken for key, (_, taken) in said["offers"].items())
