"""Saving: whoever is killed, refused or interrupted on the way leaves the old file or the new one, whole."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from foldtale import games
from foldtale.kernel import NEW_DICE, Chance, Match, Seeded, TaleError
from foldtale.kernel.chance import Source
from foldtale.kernel.tale import open_tale
from tests.sizes import size

GROWTH = 40
"""So many answers a match grows by before its savers begin again."""
PATIENCE = 60.0
"""Seconds after which a saver that nobody killed gives up."""
LITTLE_ROOM = 300
"""Bytes: more than the old file, less than the new one."""
NOBODY = 65534


def growing(name: str) -> Iterator[Match]:
    """The same match after 0, 1, 2 … answers, with an undo here and there."""
    game = games.get(name)
    chosen = random.Random(name)
    match = Match.new(game, game.setup(), seed=1, undo=NEW_DICE)
    yield match
    for step in range(GROWTH):
        if match.over or step % 7 == 6:
            match.undo()
        else:
            match.answer(int(chosen.random() * len(match.options)))
        yield match


def grown(name: str, answers: int) -> Match:
    return next(match for count, match in enumerate(growing(name)) if count == answers)


def new_and_old(path: Path) -> tuple[Match, bytes]:
    """A short match that is saved, and a long one that shall take its place."""
    grown("pig", 1).save(path)
    return grown("thimble", GROWTH), path.read_bytes()


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> dict[bytes, list[dict[str, Any]]]:
    """Every complete file that a saver can leave, with its log."""
    path = tmp_path_factory.mktemp("versions") / "one.tale"
    found = {}
    for name in ("pig", "thimble"):
        for match in growing(name):
            match.save(path)
            found[path.read_bytes()] = match.log
    return found


def keep_saving(path: Path) -> None:
    """Save two growing matches to one file, by turns and as fast as it goes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for matches in zip(growing("pig"), growing("thimble"), strict=True):
            for match in matches:
                match.save(path)


def save_once(path: Path) -> None:
    grown("thimble", GROWTH).save(path)


def save_without_room(path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE_ROOM, LITTLE_ROOM))
    save_once(path)


def save_as_nobody(path: Path) -> None:
    os.chdir(path.parent)
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    save_once(Path(path.name))


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_in_mid_writing(path: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    save_without_room(path)


def die_when_written(path: Path) -> None:
    os.fsync = die
    save_once(path)


def die_before_renaming(path: Path) -> None:
    os.replace = os.rename = die
    save_once(path)


def die_after_renaming(path: Path) -> None:
    rename = os.replace
    os.replace = os.rename = lambda old, new: die(rename(old, new))  # type: ignore[assignment]
    save_once(path)


ACTS: list[Callable[[Path], None]] = [
    keep_saving, save_without_room, save_as_nobody,
    die_in_mid_writing, die_when_written, die_before_renaming, die_after_renaming,
]  # fmt: skip


def nursery() -> None:
    """Fork a saver for each line that asks for one, and tell how it ended when asked for that."""
    acts = {act.__name__: act for act in ACTS}
    for name in ("pig", "thimble"):
        games.get(name)
    for line in sys.stdin:
        do, about = json.loads(line)
        if do == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(about, 0)[1]), flush=True)
            continue
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        code = 0
        try:
            acts[do](Path(about))
        except OSError as error:
            code = error.errno or 255
        except BaseException:
            code = 254
        os._exit(code)


class Nursery:
    """A process that forks savers in no time, so that many can be started, and killed one by one."""

    def __init__(self) -> None:
        root = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)])}
        code = "from tests.kernel.test_saves import nursery; nursery()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stdin=-1, stdout=-1, text=True
        )
        self.alive: set[int] = set()

    def say(self, do: str, about: object) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([do, about]), file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def start(self, act: Callable[[Path], None], path: Path) -> int:
        """The id of a new saver."""
        pid = self.say(act.__name__, str(path))
        self.alive.add(pid)
        return pid

    def wait(self, pid: int) -> int:
        """How this saver ended: below 0 by a signal, above 0 by an error."""
        code = self.say("wait", pid)
        self.alive.remove(pid)
        return code

    def kill(self, pid: int) -> int:
        os.kill(pid, signal.SIGKILL)
        return self.wait(pid)

    def carry_out(self, act: Callable[[Path], None], path: Path) -> int:
        return self.wait(self.start(act, path))


@pytest.fixture(scope="module")
def savers() -> Iterator[Nursery]:
    nursery = Nursery()
    with nursery.process:
        yield nursery
        for saver in list(nursery.alive):
            nursery.kill(saver)


def drafts(path: Path) -> list[Path]:
    """What lies beside the file. Nobody who lists tales finds it among them."""
    found = [other for other in path.parent.iterdir() if other != path]
    assert all(other.name.startswith(".") and other.suffix != ".tale" for other in found)
    return found


def sweep(path: Path) -> None:
    for draft in drafts(path):
        draft.unlink()


def whole(path: Path, versions: dict[bytes, list[dict[str, Any]]]) -> bytes:
    """The file is one of the complete versions, and opens as such."""
    content = path.read_bytes()
    assert content in versions, content[-200:]
    beside = path.parent.parent / "copy.tale"
    beside.write_bytes(content)
    assert Match.load(beside).log == versions[content]
    return content


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file to save to, alone in its folder."""
    folder = tmp_path / "tales"
    folder.mkdir()
    return folder / "a.tale"


def test_a_saver_that_is_killed_at_any_moment_leaves_a_whole_file(
    savers: Nursery, path: Path, versions: dict[bytes, list[dict[str, Any]]]
) -> None:
    moments = random.Random(1)
    grown("pig", 0).save(path)
    seen = set()
    for _ in range(size(8, 40, 200)):
        saver = savers.start(keep_saving, path)
        time.sleep(moments.random() * 0.06)
        assert savers.kill(saver) == -signal.SIGKILL
        seen.add(whole(path, versions))
        sweep(path)
    assert len(seen) > 1


@pytest.mark.parametrize("act", [die_in_mid_writing, die_when_written, die_before_renaming])
def test_a_saver_that_dies_before_it_renames_leaves_the_old_file(
    savers: Nursery, path: Path, act: Callable[[Path], None]
) -> None:
    _, old = new_and_old(path)
    assert savers.carry_out(act, path) in (-signal.SIGKILL, -signal.SIGXFSZ)
    assert path.read_bytes() == old
    assert len(drafts(path)) == 1
    save_once(path)
    assert Match.load(path).log == grown("thimble", GROWTH).log


def test_a_saver_that_dies_after_it_renamed_leaves_the_new_file(savers: Nursery, path: Path) -> None:
    new, _ = new_and_old(path)
    assert savers.carry_out(die_after_renaming, path) == -signal.SIGKILL
    assert Match.load(path).log == new.log
    assert drafts(path) == []


def test_a_new_file_has_no_name_before_it_is_whole(savers: Nursery, path: Path) -> None:
    for act in (die_in_mid_writing, die_when_written, die_before_renaming):
        savers.carry_out(act, path)
        assert not path.exists()


def test_two_processes_that_save_to_one_file_never_spoil_it(
    savers: Nursery, path: Path, versions: dict[bytes, list[dict[str, Any]]]
) -> None:
    grown("pig", 0).save(path)
    both = [savers.start(keep_saving, path) for _ in range(2)]
    began = time.monotonic()
    seen = set()
    while time.monotonic() < began + size(5, 15, 150) / 10 or (
        len(seen) <= 2 and time.monotonic() < began + PATIENCE
    ):
        seen.add(whole(path, versions))
    assert [savers.kill(saver) for saver in both] == [-signal.SIGKILL] * 2
    assert len(seen) > 2
    whole(path, versions)


ENDS_OF_THE_WORLD = [
    OSError(errno.ENOSPC, "no space left"),
    OSError(errno.EIO, "the disk is broken"),
    PermissionError(errno.EACCES, "not yours"),
    KeyboardInterrupt(),
]


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("error", ENDS_OF_THE_WORLD, ids=lambda error: type(error).__name__)
def test_a_save_that_fails_leaves_the_old_file_and_no_draft(
    call: str, error: BaseException, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = new_and_old(path)
    before = path.stat()

    def fail(*_: object) -> None:
        assert len(drafts(path)) == 1
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(type(error)) as raised:
            new.save(path)
    assert raised.value is error
    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == (
        old,
        before.st_mtime_ns,
        before.st_ino,
    )
    assert drafts(path) == []
    new.save(path)
    assert Match.load(path).log == new.log


def test_a_save_without_room_leaves_the_old_file_and_no_draft(savers: Nursery, path: Path) -> None:
    _, old = new_and_old(path)
    assert len(old) < LITTLE_ROOM
    assert savers.carry_out(save_without_room, path) == errno.EFBIG
    assert path.read_bytes() == old
    assert drafts(path) == []


def test_a_save_into_a_read_only_folder_leaves_it_as_it_is(savers: Nursery, path: Path) -> None:
    _, old = new_and_old(path)
    path.parent.chmod(0o555)
    try:
        assert savers.carry_out(save_as_nobody, path) == errno.EACCES
        assert path.read_bytes() == old
        assert drafts(path) == []
    finally:
        path.parent.chmod(0o755)


def test_a_save_onto_a_folder_leaves_it_as_it_is(path: Path) -> None:
    path.mkdir()
    (path / "letter").write_text("hello", encoding="utf-8")
    with pytest.raises(IsADirectoryError):
        save_once(path)
    assert [inside.name for inside in path.iterdir()] == ["letter"]
    assert drafts(path) == []


@pytest.mark.parametrize("place", ["nowhere/a.tale", "letter/a.tale"])
def test_a_save_to_no_folder_is_an_os_error(place: str, path: Path) -> None:
    letter = path.parent / "letter"
    letter.write_text("hello", encoding="utf-8")
    with pytest.raises(OSError, match=place.split("/", maxsplit=1)[0]):
        save_once(path.parent / place)
    assert list(path.parent.iterdir()) == [letter]


def test_what_cannot_be_saved_leaves_the_old_file(path: Path) -> None:
    _, old = new_and_old(path)
    game = games.get("pig")
    setup = game.setup(players=3)
    for match in (
        Match.new(game, setup, bare=True),
        Match.at(game, game.begin(setup), setup),
        Match.new(game, setup, seed=1).imagine(0, 1),
    ):
        with pytest.raises(ValueError, match="can be saved"):
            match.save(path)
    assert path.read_bytes() == old
    assert drafts(path) == []


def test_saving_changes_nothing_in_the_match(path: Path) -> None:
    for match in growing("thimble"):
        before = (match.log, match.number, match.story(0), repr(match.ask), match.outcome)
        match.save(path)
        assert (match.log, match.number, match.story(0), repr(match.ask), match.outcome) == before
        assert drafts(path) == []


class Interrupted(Source):
    """Somebody presses Ctrl-C while the second die is falling."""

    def __init__(self) -> None:
        self.falls = 0
        self.source = Seeded(1)

    def choose(self, chance: Chance) -> int:
        self.falls += 1
        if self.falls == 2:
            raise KeyboardInterrupt
        return self.source.choose(chance)

    def rewind(self, falls: int) -> None:
        self.source.rewind(falls)

    def copy(self) -> Interrupted:
        return self


def test_an_answer_that_is_interrupted_leaves_a_match_that_can_be_saved(path: Path) -> None:
    game = games.get("pig")
    match = Match.new(game, game.setup(players=2), chance=Interrupted())
    match.answer("roll")
    before = (match.log, match.number, match.story(0), repr(match.ask))
    with pytest.raises(KeyboardInterrupt):
        match.answer("roll")
    assert (match.log, match.number, match.story(0), repr(match.ask)) == before
    match.save(path)
    assert Match.load(path).log == match.log
    match.answer("hold")
    assert match.log[-1]["key"] == "hold"


def test_two_threads_that_save_to_one_file_are_both_content(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second saves while the first waits for the disk."""
    first, second = grown("pig", 3), grown("thimble", 5)
    flush, problems = os.fsync, []

    def slow(file: int) -> None:
        flush(file)
        if threading.current_thread() is not waiting:
            return
        other = threading.Thread(target=second.save, args=(path,))
        other.start()
        other.join()

    def save() -> None:
        try:
            first.save(path)
        except OSError as error:
            problems.append(error)

    monkeypatch.setattr(os, "fsync", slow)
    waiting = threading.Thread(target=save)
    waiting.start()
    waiting.join()
    assert problems == []
    assert Match.load(path).log == first.log


def test_a_thread_never_renames_what_another_has_only_begun_to_write(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has opened its draft, but not written it, when the first renames its own."""
    first, second = grown("pig", 3), grown("thimble", 5)
    opened, renamed, flush, write = threading.Event(), threading.Event(), os.fsync, os.open

    def open_slowly(name: Any, *how: Any, **more: Any) -> int:
        file = write(name, *how, **more)
        if threading.current_thread() is other and Path(name).name.startswith("."):
            opened.set()
            renamed.wait(PATIENCE)
        return file

    def flush_slowly(file: int) -> None:
        flush(file)
        if threading.current_thread() is not other:
            other.start()
            assert opened.wait(PATIENCE)

    def save_second() -> None:
        with suppress(OSError):
            second.save(path)

    other = threading.Thread(target=save_second)
    monkeypatch.setattr(os, "open", open_slowly)
    monkeypatch.setattr(os, "fsync", flush_slowly)
    first.save(path)
    between = path.read_bytes()
    renamed.set()
    other.join()
    assert between != b""
    assert Match.load(path).log in (first.log, second.log)


def look(path: Path) -> object:
    """All that a write would change in the folder."""
    names = sorted(path.parent.iterdir())
    stats = [name.stat() for name in names]
    return [
        (name.name, name.read_bytes(), stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
        for name, stat in zip(names, stats, strict=True)
    ]


@pytest.mark.parametrize("name", ["pig", "thimble"])
def test_loading_writes_nothing(name: str, path: Path) -> None:
    for match in growing(name):
        match.save(path)
        before = look(path)
        loaded = Match.load(path)
        assert loaded.log == match.log
        if not loaded.over:
            loaded.answer(0)
        assert look(path) == before


@pytest.mark.parametrize("name", ["pig", "thimble"])
def test_loading_what_is_damaged_writes_nothing(name: str, path: Path) -> None:
    grown(name, GROWTH).save(path)
    good = path.read_bytes()
    rows = good.splitlines(keepends=True)
    damage = [b"", b"\n", b"\x00" * 99, good + b"{}\n", good.replace(b'"key"', b'"kee"', 1)]
    damage += [good[:cut] for cut in range(1, len(good), len(good) // size(9, 30, 300))]
    damage += [b"".join(rows[:at] + rows[at + 1 :]) for at in range(1, len(rows), size(9, 3, 1))]
    for content in damage:
        path.write_bytes(content)
        before = look(path)
        with pytest.raises(TaleError):
            Match.load(path)
        assert look(path) == before
        with suppress(TaleError):
            good_part, wrong = open_tale(Match, path)
            assert wrong is not None
            if not good_part.over:
                good_part.answer(0)
        assert look(path) == before


def test_loading_what_is_not_there_makes_no_file(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Match.load(path)
    assert list(path.parent.iterdir()) == []


def test_a_loaded_match_is_written_only_by_saving(path: Path) -> None:
    grown("pig", 5).save(path)
    before = path.read_bytes()
    match = Match.load(path, seed=3, undo=NEW_DICE)
    for step in range(20):
        match.undo() if step % 3 == 2 else match.answer(0)
        assert path.read_bytes() == before
    match.save(path)
    assert Match.load(path).log == match.log
