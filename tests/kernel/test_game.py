"""What a game is to the kernel: its setups, its variants, its words, and how it is found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from foldtale import games
from foldtale.kernel import Game, Match, Outcome, Record, Setup, SetupError, Words
from foldtale.kernel.game import Tell, choices_of
from foldtale.kernel.ledger import Kind
from foldtale.kernel.options import Options
from foldtale.kernel.registry import NoSuchGame
from tests.kernel.toys import Slate, ToySetup, choices, run_with, toy

PIG, FOUR, THIMBLE = games.get("pig"), games.get("connect_four"), games.get("thimble")


class Trophies(Record, frozen=True, kw_only=True):
    cups: tuple[int, ...] = ()


class RichSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=1, le=2)] = 1
    mood: Literal["calm", "wild"] = "calm"
    fog: bool = False
    record: Trophies | None = None


RICH = msgspec.structs.replace(toy(choices), title="Rich", setups=RichSetup)


def test_a_setup_is_checked() -> None:
    assert RICH.setup(players=2, mood="wild", fog=True) == RichSetup(players=2, mood="wild", fog=True)
    assert RICH.setup() == RichSetup()


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"players": 0}, "players"),
        ({"players": 3}, "players"),
        ({"players": "2"}, "players"),
        ({"players": 1.5}, "players"),
        ({"players": None}, "players"),
        ({"mood": "grim"}, "mood"),
        ({"fog": "yes"}, "fog"),
        ({"fgo": True}, "fgo"),
        ({"record": {"cups": "many"}}, "cups"),
        ({"record": {"cpus": [1]}}, "cpus"),
        ({"record": 3}, "record"),
    ],
)
def test_a_wrong_setup_is_refused_by_the_name_of_game_and_field(chosen: dict[str, object], says: str) -> None:
    with pytest.raises(SetupError, match=says) as error:
        RICH.setup(**chosen)
    assert str(error.value).startswith("Rich: ")


@pytest.mark.parametrize("record", [{"cups": [1, 0]}, Trophies(cups=(1, 0)), None])
def test_a_record_is_given_as_itself_or_as_plain_data(record: object) -> None:
    setup = RICH.setup(players=2, record=record)
    assert setup.record == (Trophies(cups=(1, 0)) if record else None)


def test_variants_are_every_setup_without_a_record() -> None:
    found = list(RICH.variants())
    assert len(found) == len(set(found)) == 2 * 2 * 2
    assert {(setup.players, setup.mood, setup.fog) for setup in found} == {
        (players, mood, fog) for players in (1, 2) for mood in ("calm", "wild") for fog in (False, True)
    }
    assert all(setup.record is None for setup in found)


@pytest.mark.parametrize(("game", "count"), [(PIG, 9), (FOUR, 1), (THIMBLE, 9)])
def test_every_variant_of_a_game_can_be_played(game: Game, count: int) -> None:
    found = list(game.variants())
    assert len(found) == count
    for setup in found:
        assert Match.new(game, setup, seed=1).ask is not None


def test_an_optional_field_is_left_empty_in_a_variant() -> None:
    assert choices_of(Trophies | None) == [None]


@pytest.mark.parametrize("kind", [int, str, list[int]])
def test_a_field_without_bounds_has_no_variants_and_says_so(kind: object) -> None:
    with pytest.raises(TypeError, match="a setup field must be"):
        choices_of(kind)


@pytest.mark.parametrize("kind", [Annotated[int, Meta(ge=1)], Annotated[int, Meta(title="Rounds")]])
def test_a_number_with_half_its_bounds_says_so_too(kind: object) -> None:
    with pytest.raises(TypeError, match="a setup field must be"):
        choices_of(kind)


@pytest.mark.parametrize("record", [{"wins": [-1, 0]}, {"draws": -1}, {"wins": [0]}, {"version": "new"}])
def test_a_record_counts_from_nothing_up(record: dict[str, object]) -> None:
    assert FOUR.setup(record={"wins": [0, 0], "draws": 0}).record.draws == 0
    with pytest.raises(SetupError):
        FOUR.setup(record=record)


def test_a_record_that_no_series_can_have_is_a_setup_error() -> None:
    with pytest.raises(SetupError):
        Match.new(FOUR, FOUR.setup(players=2, record={"begins": 5}))


def test_an_outcome_says_how_it_ended() -> None:
    match = Match.at(toy(choices), Slate("abcdef"))
    assert match.outcome == Outcome("done", (), (), None)


WORDS = Words(
    topics={},
    options={
        "stop": "That is enough",
        "go": "Go to {0}",
        "trade": "Give {0} for {1}",
        "lay": "Lay {0}",
    },
    tells={"gives": "{who} gives {0:seat} {1}.", "ends": "{who} is done after {0}."},
    things={"inn": "the Inn"},
)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("stop", "That is enough"),
        ("go inn", "Go to the Inn"),
        ("go mill", "Go to mill"),
        ("trade inn lamp", "Give the Inn for lamp"),
        ("swim north", "Swim north"),
        ("3 5", "3 5"),
    ],
)
def test_an_option_is_said_by_its_whole_key_or_by_its_verb(key: str, label: str) -> None:
    assert WORDS.option(key) == label


def test_a_tell_is_declared_with_its_icon_and_its_place_in_the_tale() -> None:
    options = Options()
    options.plain("wait", "Wait a while", icon="clock", final=True)
    tells = {
        "dawn": Tell("Morning.", "sun", heading=True),
        "yawns": Tell("A yawn.", trifle=True),
        "eats": "A roll.",
    }
    words = Words.of(options, topics={}, tells=tells, labels={"SID": "Sid"})
    assert [words.tells[tell] for tell in tells] == ["Morning.", "A yawn.", "A roll."]
    assert (words.icon("dawn"), words.icon("yawns"), words.icon("wait")) == ("sun", "", "clock")
    assert (words.headings, words.trifles, words.final) == (("dawn",), ("yawns",), ("wait",))
    assert (words.option("wait"), words.option("SID")) == ("Wait a while", "Sid")


@pytest.mark.parametrize("kind", ["needle", "ribbon"])
def test_a_thing_is_not_said_as_the_option_of_the_same_name(kind: str) -> None:
    assert THIMBLE.words.option(f"tuck {kind}") == f"Put the {kind} under the deck"


def test_a_tell_is_said_with_the_names_of_the_seats() -> None:
    tell = {"tell": "gives", "who": 0, "why": "", "about": [1], "secret": ["a lamp"]}
    assert WORDS.sentence(tell, ["Ada", "Bo"]) == "Ada gives Bo a lamp."


def test_what_is_secret_is_something() -> None:
    tell = {"tell": "gives", "who": 0, "why": "", "about": [1]}
    assert WORDS.sentence(tell, ["Ada", "Bo"]) == "Ada gives Bo something."


def test_what_nobody_does_is_done_by_the_table() -> None:
    assert WORDS.sentence({"tell": "ends", "who": -1, "about": [3]}, ["Ada"]) == "The table is done after 3."


def test_games_are_found_by_name() -> None:
    assert {"connect_four", "pig", "thimble"} <= set(games.names())
    for name in games.names():
        assert games.get(name).name == name


@pytest.mark.parametrize("name", ["", "Pig", "chess", "../pig"])
def test_a_game_that_is_not_installed_is_named_with_those_that_are(name: str) -> None:
    with pytest.raises(NoSuchGame) as error:
        games.get(name)
    assert str(error.value) == f"no game is called {name!r}; installed: {', '.join(games.names())}"


def test_every_small_game_has_its_ledger() -> None:
    for game in (PIG, FOUR, THIMBLE):
        assert game.rules().of(Kind.RULE)


FOLK = """
import msgspec
from tests.kernel.toys import choices, toy
toy = toy(choices)
hopscotch = msgspec.structs.replace(toy, name="hopscotch")
nonsense = 3
"""


def folk(tmp_path: Path, entry_points: dict[str, str], code: str) -> list[str]:
    code = f"from foldtale.kernel.registry import NoSuchGame, get, names\n{code}"
    return run_with(tmp_path, FOLK, entry_points, code).splitlines()


ASK_FOR_ALL = """
for name in NAMES:
    try:
        print(get(name).name)
    except NoSuchGame as error:
        print(error)
"""


def test_anyone_can_publish_a_game(tmp_path: Path) -> None:
    code = "print(get('hopscotch').title)\nprint('hopscotch' in names())"
    assert folk(tmp_path, {"hopscotch": "folk:hopscotch"}, code) == ["Toy", "True"]


def test_nobody_can_take_the_name_of_a_game_that_is_here(tmp_path: Path) -> None:
    code = "print(get('pig').title)\nprint(names().count('pig'))"
    assert folk(tmp_path, {"pig": "folk:hopscotch"}, code) == ["Pig", "1"]


def test_what_is_not_a_game_of_that_name_is_refused(tmp_path: Path) -> None:
    entry_points = {"marbles": "folk:hopscotch", "nonsense": "folk:nonsense"}
    code = ASK_FOR_ALL.replace("NAMES", "('marbles', 'nonsense')")
    assert folk(tmp_path, entry_points, code) == [
        "folk:hopscotch is not a game called 'marbles'",
        "folk:nonsense is not a game called 'nonsense'",
    ]


def test_a_game_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    entry_points = {"lost": "folk:lost", "gone": "nowhere_at_all:game"}
    lines = folk(tmp_path, entry_points, ASK_FOR_ALL.replace("NAMES", "('lost', 'gone')"))
    assert lines[0].startswith("'lost' cannot be loaded from folk:lost: AttributeError")
    assert lines[1].startswith("'gone' cannot be loaded from nowhere_at_all:game: ModuleNotFoundError")


def test_the_books_stand_before_the_small_games(tmp_path: Path) -> None:
    module = FOLK + "\nsmallholding = msgspec.structs.replace(toy, name='smallholding')\n"
    (tmp_path / "smallholders.py").write_text(module, encoding="utf-8")
    entry_points = {"hopscotch": "folk:hopscotch", "smallholding": "smallholders:smallholding"}
    (names,) = folk(tmp_path, entry_points, "print(*names())")
    small = [name for name in names.split() if name in ("connect_four", "pig", "thimble")]
    assert names.split()[-3:] == small
    assert {"hopscotch", "smallholding"} < set(names.split())


def test_a_setup_is_plain_data() -> None:
    assert msgspec.to_builtins(ToySetup(players=2)) == {"players": 2, "motto": ""}


@pytest.mark.parametrize("name", games.names())
def test_the_state_of_every_game_and_its_copy_have_the_fields_of_the_kernel(name: str) -> None:
    game = games.get(name)
    state = game.begin(game.setup())
    for one in (state, state.copy()):
        assert (one.due, one.told, one.answering, one.depth, one.settled) == ([], None, (), 0, 0)
