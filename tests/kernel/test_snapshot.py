"""A match that was frozen and thawed is the match: to everybody who sees it, and however it goes on."""

from __future__ import annotations

import base64
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import pytest

from foldtale import games
from foldtale.kernel import (
    NEW_DICE,
    REST,
    SAME_DICE,
    SPECTATOR,
    Ask,
    CannotFreeze,
    Chance,
    Match,
    Outcome,
    People,
    Play,
    Seeded,
    StaleSnapshot,
    State,
    UndoRefused,
    option,
    script,
    snapshot,
)
from foldtale.kernel.effects.force import UNTIL
from foldtale.kernel.pack import shelf
from foldtale.kernel.snapshot import freeze, thaw
from foldtale.kernel.talk import Aside
from tests.foreign.installing import FOREIGN, coins, describe, installed
from tests.kernel.toys import EITHER, Slate, Thing, ToySetup, start, toy, walk
from tests.sizes import size

PARLOUR = Path(__file__).parents[1] / "games" / "thimble" / "packs" / "parlour"
SEED = 11


class Case(NamedTuple):
    """A game and what is chosen before it."""

    name: str
    setup: dict[str, Any]
    companion: bool = False

    def begin(self, seed: int, undo: str = SAME_DICE) -> Match:
        game = games.get(self.name)
        source = People(Seeded(seed)) if self.companion else Seeded(seed)
        return Match.new(game, game.setup(**self.setup), chance=source, undo=undo)

    def thaw(self, data: bytes, seed: int, undo: str = SAME_DICE) -> Match:
        game = games.get(self.name)
        return thaw(game, game.setup(**self.setup), data, seed, undo, self.companion)


CASES = {
    "pig": Case("pig", {"players": 3}),
    "pig with real dice": Case("pig", {"players": 2}, companion=True),
    "connect four": Case("connect_four", {}),
    "thimble": Case("thimble", {"players": 3, "rounds": 2}),
    "thimble in the parlour": Case("thimble", {"players": 4, "rounds": 3, "pack": "parlour"}),
    "wonder book alone": Case("wonderbook", {"players": 1}),
    "wonder book of two": Case("wonderbook", {"players": 2}),
    "wonder book of three": Case("wonderbook", {"players": 3, "difficulty": "easier"}),
    "wonder book of four": Case("wonderbook", {"players": 4}),
    "wonder book with real dice": Case("wonderbook", {"players": 2}, companion=True),
    "sample alone": Case("wonderbook", {"players": 1, "pack": "sample"}),
    "sample of two": Case("wonderbook", {"players": 2, "pack": "sample"}),
    "sample of three": Case("wonderbook", {"players": 3, "pack": "sample"}),
    "sample of four": Case("wonderbook", {"players": 4, "pack": "sample"}),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


def add_parlour() -> None:
    language = games.get("thimble").language
    assert language is not None
    shelf.add(PARLOUR, language)


@pytest.fixture(autouse=True, scope="module")
def parlour() -> None:
    add_parlour()


def answer(match: Match, chosen: random.Random) -> None:
    """Any option, or any free move."""
    asides = match.asides
    at = int(chosen.random() * (len(match.options) + len(asides)))
    if at < len(match.options):
        match.answer(at)
    else:
        aside = asides[at - len(match.options)]
        match.answer((aside.seat, aside.key))


def asked(match: Match) -> object:
    ask = match.ask
    if ask is None:
        return None
    asides = [(aside.seat, aside.key) for aside in ask.aside]
    keys = [offer.key for offer in ask.options]
    about = (ask.voice, ask.veiled, ask.about, ask.to, ask.card)
    return ask.number, ask.seat, ask.topic, ask.rule, keys, asides, about


def seen(match: Match) -> bytes:
    """All that anybody can see of a match."""
    seats = [*range(match.setup.players), SPECTATOR]
    return msgspec.json.encode(
        [
            [match.scene(seat) for seat in seats],
            [match.story(seat) for seat in seats],
            match.log,
            asked(match),
            [match.number, match.over, match.last_answered, sorted(match.pages)],
            match.outcome,
        ]
    )


def imagined(match: Match) -> bytes:
    """The worlds that those who may answer believe in."""
    word = match.word
    if not isinstance(word, Ask):
        return b""
    seats = {word.answers, *[aside.seat for aside in word.aside]}
    worlds = [match.imagine(seat, seed) for seat in sorted(seats) for seed in (1, 2)]
    everybody = range(match.setup.players)
    return msgspec.json.encode(
        [[world.game.scene(world.state, seat) for seat in everybody] for world in worlds]
    )


def played_on(match: Match, seed: int, most: int = 10**6) -> bytes:
    """The match after this way to its end, and how it looked now and then."""
    chosen = random.Random(seed)
    looks = []
    for step in range(most):
        if match.over:
            break
        answer(match, chosen)
        if step % 40 == 0:
            looks.append(seen(match))
    return b"".join([*looks, seen(match)])


def points(case: Case, seed: int, every: int, undo: str = SAME_DICE) -> Iterator[Match]:
    """A random game, now and then, and at its end."""
    match = case.begin(seed, undo)
    chosen = random.Random(seed)
    step = 0
    yield match
    while not match.over:
        answer(match, chosen)
        step += 1
        if step % every == 0 or match.over:
            yield match


@each_case
def test_a_thawed_match_is_the_match_and_goes_on_as_it_does(case: Case) -> None:
    for seed in range(size(1, 1, 20)):
        for at, match in enumerate(points(case, seed, every=13)):
            data = freeze(match)
            twin = case.thaw(data, seed)
            before = seen(match)
            assert seen(twin) == before
            assert seen(case.thaw(freeze(twin), seed)) == before
            assert imagined(twin) == imagined(match)
            assert seen(twin.fork()) == before
            if at % 4 == 0 or match.over:
                assert played_on(twin, seed) == played_on(match.fork(), seed)
            assert seen(match) == before


@each_case
def test_what_all_matches_share_is_the_very_same_again(case: Case) -> None:
    *_, match = points(case, SEED, every=10)
    twin = case.thaw(freeze(match), SEED)
    for name in ("chapter", "stock"):
        if hasattr(match.state, name):
            assert getattr(twin.state, name) is getattr(match.state, name)
    boxes = [list(match.game.boxes(of.state)) for of in (match, twin)]
    assert all(one.layout is other.layout for one, other in zip(*boxes, strict=True))
    for one, other in zip(match.entries or [], twin.entries or [], strict=True):
        if isinstance(one[0], Ask) and isinstance(other[0], Ask):
            assert list(other[0].options) == list(one[0].options)
            assert isinstance(one[1], Aside) or other[1] is one[1]
    if hasattr(match.state, "force"):
        before, after = match.state.force.sources, twin.state.force.sources
        assert all(one.standing is other.standing for one, other in zip(before, after, strict=True))


@each_case
def test_undo_leads_back_to_the_first_answer(case: Case) -> None:
    match = case.begin(SEED)
    played_on(match, SEED, most=40)
    twin = case.thaw(freeze(match), SEED)
    undone = 0
    while match.last_answered:
        match.undo()
        twin.undo()
        undone += 1
        if undone % 5 == 0:
            assert seen(twin) == seen(match)
            again = case.thaw(freeze(match), SEED)
            assert seen(again) == seen(match)
    assert undone >= 5
    assert seen(twin) == seen(match)
    with pytest.raises(UndoRefused):
        twin.undo()
    assert played_on(twin, 1, most=60) == played_on(match, 1, most=60)


@each_case
@pytest.mark.parametrize("undo", [SAME_DICE, NEW_DICE])
def test_a_match_is_frozen_after_an_undo(case: Case, undo: str) -> None:
    match = case.begin(SEED, undo)
    for step in range(4):
        played_on(match, step, most=9)
        for _ in range(step):
            match.undo()
        twin = case.thaw(freeze(match), SEED, undo)
        assert seen(twin) == seen(match)
        assert played_on(twin, step, most=19) == played_on(match.fork(), step, most=19)


def report(jobs: list[tuple[str, str, int]]) -> None:
    """In another process: how each of these snapshots looks, and how it goes on."""
    add_parlour()
    looks = []
    for name, data, seed in jobs:
        match = CASES[name].thaw(base64.b64decode(data), seed)
        looks.append([base64.b64encode(look).decode() for look in (seen(match), played_on(match, seed))])
    print(json.dumps(looks))


def elsewhere(code: str, hash_seed: int) -> str:
    """What this code prints in a process of its own, where strings have other hashes."""
    path = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(hash_seed)}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, input="", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_matches_are_thawed_in_another_process(tmp_path: Path) -> None:
    jobs, expected = [], []
    for name, case in CASES.items():
        for at, match in enumerate(points(case, SEED, every=25)):
            if at == 2 or match.over:
                jobs.append((name, base64.b64encode(freeze(match)).decode(), SEED))
                expected.append([seen(match), played_on(match.fork(), SEED)])
    (tmp_path / "jobs").write_text(json.dumps(jobs), encoding="utf-8")
    code = f"import json; from tests.kernel.test_snapshot import *; report(json.load(open({str(tmp_path / 'jobs')!r})))"
    looks = json.loads(elsewhere(code, hash_seed=4711))
    assert [[base64.b64decode(look) for look in pair] for pair in looks] == expected
    assert {name for name, *_ in jobs} == set(CASES)


LASTING = """
- card: attic
  kind: page
  title: The attic
  text: Dust, and a hat.
  do:
    - {for: round, while: [{hand_limit: 1}]}
    - {until: laid, if: worth >= 2, when: [{on: drew, do: [{score: 1, who: who}]}]}
    - run: whistle
  next: attic
"""
WHISTLE = """
pack: attic
game: thimble
title: The Attic
start: attic
sequences:
  whistle:
    - {for: turn, while: [{cat_costs: 1}]}
"""


@pytest.fixture
def attic(tmp_path: Path) -> Path:
    """A pack whose page puts things in force for a while, by itself and through a sequence."""
    (tmp_path / "attic" / "cards").mkdir(parents=True)
    (tmp_path / "attic" / "cards" / "pages.yaml").write_text(LASTING, encoding="utf-8")
    (tmp_path / "attic" / "pack.yaml").write_text(WHISTLE, encoding="utf-8")
    language = games.get("thimble").language
    assert language is not None
    shelf.add(tmp_path / "attic", language)
    return tmp_path / "attic"


def test_what_cards_have_put_in_force_for_a_while_is_found_again(attic: Path) -> None:
    case = Case("thimble", {"players": 3, "rounds": 3, "pack": "attic"})
    lasted = set()
    for seed in range(3):
        for match in points(case, seed, every=5):
            twin = case.thaw(freeze(match), seed)
            assert seen(twin) == seen(match)
            assert played_on(twin, seed, most=30) == played_on(match.fork(), seed, most=30)
            rest = match.rest
            assert rest is not None
            lasted |= {source.until for source in rest[0].force.sources}  # type: ignore[attr-defined]
    assert lasted == {"round", "turn", UNTIL}


def test_chapter_one_and_the_sample_are_frozen_with_much_in_force() -> None:
    found = set()
    for case in (CASES["wonder book of two"], CASES["sample of four"]):
        for seed in range(size(3, 8, 60)):
            for match in points(case, seed, every=40):
                rest = match.rest
                assert rest is not None
                force = rest[0].force  # type: ignore[attr-defined]
                found |= {source.card for source in force.sources}
                found |= {f"until {source.until}" for source in force.sources if source.until}
                found |= {"used"} if force.used else set()
                assert seen(case.thaw(freeze(match), seed)) == seen(match)
    assert len(found) > 8
    assert "used" in found


def test_a_snapshot_of_changed_packs_is_stale(attic: Path) -> None:
    case = Case("thimble", {"players": 3, "pack": "attic"})
    match = case.begin(SEED)
    data = freeze(match)
    text = (attic / "pack.yaml").read_text(encoding="utf-8")
    (attic / "pack.yaml").write_text(text.replace("cat_costs: 1", "cat_costs: 2"), encoding="utf-8")
    shelf.own.cache_clear()
    with pytest.raises(StaleSnapshot, match="another packs"):
        case.thaw(data, SEED)
    with pytest.raises(CannotFreeze, match="the pack 'attic' in play"):
        freeze(match)
    (attic / "pack.yaml").unlink()
    shelf.own.cache_clear()
    with pytest.raises(StaleSnapshot):
        case.thaw(data, SEED)
    with pytest.raises(CannotFreeze):
        freeze(match)


@pytest.mark.parametrize(
    "name", ["foldtale", "game", "version", "setup", "companion", "packs", "code", "python", "snapshot"]
)
def test_a_snapshot_says_what_it_was_made_with(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES["thimble"]
    head, _, body = freeze(case.begin(SEED)).partition(b"\n")
    said = json.loads(head)
    monkeypatch.setattr(snapshot, "_Thawer", None)
    with pytest.raises(StaleSnapshot, match=f"another {name}"):
        case.thaw(json.dumps({**said, name: "something else"}).encode() + b"\n" + body, SEED)


def test_a_snapshot_of_other_code_another_setup_or_another_way_to_roll_is_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = CASES["pig"]
    data = freeze(case.begin(SEED))
    for other in (Case("pig", {"players": 2}), Case("pig", {"players": 3}, companion=True), CASES["thimble"]):
        with pytest.raises(StaleSnapshot):
            other.thaw(data, SEED)
    monkeypatch.setattr(snapshot, "_code_of", lambda home: f"other {home}")
    with pytest.raises(StaleSnapshot, match="another code"):
        case.thaw(data, SEED)


def test_code_is_that_of_the_kernel_and_of_the_game_alone() -> None:
    homes = {name: snapshot.home_of(games.get(name)) for name in ("pig", "wonderbook")}
    assert homes == {"pig": "foldtale.games.small.pig", "wonderbook": "foldtale.games.wonderbook"}
    assert snapshot._code_of(homes["pig"]) != snapshot._code_of(homes["wonderbook"])


def test_a_snapshot_that_is_cut_short_or_damaged_is_stale() -> None:
    case = CASES["thimble in the parlour"]
    match = case.begin(SEED)
    played_on(match, SEED, most=30)
    data = freeze(match)
    for length in [0, 1, 10, data.index(b"\n"), *range(data.index(b"\n") + 1, len(data), 101), len(data) - 1]:
        with pytest.raises(StaleSnapshot):
            case.thaw(data[:length], SEED)
    for at in range(0, len(data), 37):
        with pytest.raises(StaleSnapshot):
            case.thaw(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], SEED)
    for nonsense in (b"[]\n", b"{}\n", b"null\n" + data, b"\xff\n", data + b"."):
        with pytest.raises(StaleSnapshot):
            case.thaw(nonsense, SEED)


def forged(case: Case, body: bytes) -> bytes:
    """A snapshot whose first line is right and whose rest is somebody else's."""
    said = json.loads(freeze(case.begin(SEED)).partition(b"\n")[0])
    return json.dumps({**said, "digest": snapshot._digest(body)}).encode() + b"\n" + body


def calling(module: str, name: str, *given: object) -> bytes:
    """A pickle that calls something as it is read."""
    arguments = pickle.dumps(tuple(given), 4)[2:-1]
    return (
        b"\x80\x04"
         b"\x8c" + bytes([len(module)]) + module.encode()
        + b"\x8c" + bytes([len(name)]) + name.encode()
        + b"\x93" + arguments + b"R."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"),
        ("posix", "system"),
        ("builtins", "eval"),
        ("builtins", "exec"),
        ("builtins", "getattr"),
        ("builtins", "open"),
        ("subprocess", "Popen"),
        ("pathlib", "Path"),
        ("foldtale.kernel.tale", "os.system"),
        ("foldtale.kernel.tale", "os"),
        ("foldtale.kernel.tale", "Path"),
        ("foldtale.kernel.tale", "save"),
        ("foldtale.kernel.snapshot", "import_module"),
        ("foldtale.kernel.snapshot", "pickle.loads"),
        ("foldtale.kernelish", "Thing"),
        ("foldtale.games.wonderbook", "WonderBookSetup"),
        ("foldtale.cli", "main"),
        ("msgspec._utils", "get_type_hints"),
    ],
)
def test_a_forged_snapshot_calls_nothing(module: str, name: str, tmp_path: Path) -> None:
    case = CASES["pig"]
    for argument in (f"touch {tmp_path / 'pwned'}", f"open({str(tmp_path / 'pwned')!r}, 'w')"):
        with pytest.raises(StaleSnapshot, match="has no place in a snapshot"):
            case.thaw(forged(case, calling(module, name, argument)), SEED)
    assert list(tmp_path.iterdir()) == []


def test_a_forged_snapshot_would_have_called_it_if_it_could(tmp_path: Path) -> None:
    pickle.loads(calling("os", "system", f"touch {tmp_path / 'pwned'}"))
    assert [path.name for path in tmp_path.iterdir()] == ["pwned"]


@pytest.mark.parametrize(
    "body",
    [
        pickle.dumps(None),
        pickle.dumps(({}, 0, [], 1, frozenset(), 0, 4, True, ())),
        pickle.dumps(({}, 0, [], 1, frozenset(), 0, 4, True, (), ("nothing", 2))),
        b"\x80\x04\x8c\x05crown\x8c\x00\x86Q.",
        b"\x80\x04\x8c\x09the state\x8c\x05jewel\x86Q.",
    ],
)
def test_a_forged_snapshot_that_leads_nowhere_is_stale(body: bytes) -> None:
    case = CASES["pig"]
    with pytest.raises(StaleSnapshot):
        case.thaw(forged(case, body), SEED)


def test_what_cannot_be_saved_cannot_be_frozen() -> None:
    game = games.get("thimble")
    setup = game.setup()
    match = Match.new(game, setup, seed=SEED)
    bare, by_hand = Match.new(game, setup, seed=SEED, bare=True), Match.at(game, game.begin(setup), setup)
    scripted = Match.new(games.get("pig"), games.get("pig").setup(), chance=script(2, 3))
    for other in (bare, by_hand, match.imagine(0, 1), match.fork(bare=True), scripted):
        with pytest.raises(ValueError, match="can be frozen") as refused:
            freeze(other)
        assert not isinstance(refused.value, CannotFreeze)


def test_a_match_keeps_how_it_was_started() -> None:
    game = games.get("pig")
    match = Match.new(game, game.setup(), seed=SEED, checkpoints=0, tells=False)
    match.terms.changed = ("parlour",)
    played_on(match, SEED, most=50)
    twin = thaw(game, match.setup, freeze(match), SEED)
    assert (twin.terms.spacing, twin.terms.tells) == (match.terms.spacing, False)
    assert twin.terms.changed == ("parlour",)
    assert played_on(twin, SEED) == played_on(match, SEED)
    assert not any("tell" in line for line in twin.story(0))


def test_the_seed_is_not_in_a_snapshot() -> None:
    case = CASES["pig"]
    seed = int.from_bytes(b"seedling")
    match = case.begin(seed)
    played_on(match, 1, most=20)
    data = freeze(match)
    assert b"seedling" not in data
    assert b"gnildees" not in data
    assert str(seed).encode() not in data


# Games of other people


def test_a_game_of_other_people_needs_nothing(tmp_path: Path) -> None:
    with installed(FOREIGN, describe(tmp_path, "foldtale-coins", coins())):
        case = Case("coins", {"players": 3})
        for match in points(case, SEED, every=2):
            twin = case.thaw(freeze(match), SEED)
            assert seen(twin) == seen(match)
            assert imagined(twin) == imagined(match)
            assert played_on(twin, SEED) == played_on(match.fork(), SEED)


class Knight:
    """Somebody in the state, who knows where they belong."""

    def __init__(self, name: str, court: Court) -> None:
        self.name = name
        self.court = court
        self.friends: list[Knight] = []


class Court(State):
    """Objects that know each other and the state, and what copies share."""

    __slots__ = ("__motto", "knights", "seat", "titles")

    def __init__(self) -> None:
        super().__init__()
        self.seat = 0
        self.titles = MappingProxyType({0: "Sir"})
        self.knights = [Knight(name, self) for name in ("Kay", "Bors")]
        self.knights[0].friends.append(self.knights[1])
        self.__motto = "ever"

    def copy(self) -> Court:
        twin = Court()
        twin.seat = self.seat
        twin.__motto = self.__motto
        return twin

    @property
    def motto(self) -> str:
        return self.__motto

    @motto.setter
    def motto(self, motto: str) -> None:
        self.__motto = motto


def holding_court(g: Court) -> Play[Outcome]:
    while g.seat < 4:
        yield REST
        yield Ask(0, "way", EITHER, "TOY-01")
        g.motto += "!"
        g.seat += 1
    return Outcome("done", (), ())


def court() -> Match:
    game = msgspec.structs.replace(
        toy(holding_court, begin=lambda setup: Court()),  # type: ignore[arg-type, return-value]
        boxes=lambda g: (),
        spacing=1,
    )
    return Match.new(game, ToySetup(), seed=SEED)


def test_things_in_a_state_know_each_other_and_the_state_again() -> None:
    match = court()
    match.answer(0)
    match.answer(1)
    twin = thaw(match.game, match.setup, freeze(match), SEED)
    assert twin.rest is not None
    state = twin.rest[0]
    assert isinstance(state, Court)
    assert state.motto == "ever!!"
    assert dict(state.titles) == {0: "Sir"}
    assert state.knights[0].friends == [state.knights[1]]
    assert state.knights[1].court is state


class Unkept(Slate):
    """A state with something in it that no snapshot can keep."""

    __slots__ = ("secret",)
    made: Callable[[], Any] = staticmethod(lambda: None)

    def __init__(self, written: Any = (), box: Any = None) -> None:
        super().__init__(written, box)
        self.secret = Unkept.made()

    def copy(self) -> Unkept:
        return Unkept(self.written, self.box.copy())


@pytest.mark.parametrize(
    "made", [lambda: walk, lambda: lambda: 1, lambda: (x for x in ()), lambda: random.Random(1), object]
)
def test_a_state_that_cannot_be_kept_is_refused(
    made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Unkept, "made", staticmethod(made))
    match = Match.new(toy(walk, begin=lambda setup: Unkept()), ToySetup(), seed=SEED)
    with pytest.raises(CannotFreeze):
        freeze(match)


def test_what_falls_must_be_known_again() -> None:
    gems = [Thing(at, key) for at, key in enumerate(("ruby", "pearl"))]

    def main(g: Slate) -> Play[Outcome]:
        gem = yield Chance("gem", gems)
        yield Ask(0, "way", EITHER, "TOY-01")
        g.write(gem is gems[0])
        return Outcome("done", (), ())

    with pytest.raises(CannotFreeze, match="name it in `content`"):
        freeze(start(main, seed=SEED))
    game = msgspec.structs.replace(toy(main), content=lambda g: {gem.key: gem for gem in gems})
    match = Match.new(game, ToySetup(), seed=SEED)
    twin = thaw(game, ToySetup(), freeze(match), SEED)
    match.answer(0)
    twin.answer(0)
    assert seen(twin) == seen(match)


def test_options_are_the_interned_ones() -> None:
    match = start(walk, seed=SEED)
    match.answer("left")
    twin = thaw(match.game, match.setup, freeze(match), SEED)
    assert twin.entries is not None
    assert twin.entries[0][1] is option("left")
