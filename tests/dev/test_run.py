"""`./run` and the environment it keeps, with a stand-in for uv so that nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("chmod", "dirname", "ln", "mkdir", "sh")

UV = """\
#!/bin/sh
echo "$@" >>"$LOG"
case "$1 $FAIL" in
"venv ") mkdir -p .venv/bin && ln -s "$(command -v python3)" .venv/bin/python ;;
"pip ") printf '#!/bin/sh\\necho "playing $*"\\n' >.venv/bin/foldtale && chmod +x .venv/bin/foldtale ;;
*) exit 1 ;;
esac
"""


class Project:
    """A copy of the command in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a project"
        self.log = folder / "log"
        self.bin = folder / "bin"
        (self.root / "dev").mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(ROOT / "run", self.root)
        for name in ("run.py", "client.py"):
            shutil.copy(ROOT / "dev" / name, self.root / "dev")
        (self.root / "pyproject.toml").write_text("[project]\n")
        (self.root / "dev" / "rules.py").write_text("import os, sys\nprint(os.getcwd(), sys.argv[1:])\n")
        (self.bin / "uv").write_text(UV)
        (self.bin / "uv").chmod(0o755)
        (self.bin / "python3").symlink_to(os.path.realpath(sys.executable))
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)

    def run(self, *args: str, fail: str = "") -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.bin), "LOG": str(self.log), "FAIL": fail, "PIP_NO_INDEX": "1"}
        command = [str(self.root / "run"), *args]
        return subprocess.run(command, cwd="/", env=env, capture_output=True, text=True, check=False)

    def calls(self) -> list[str]:
        """What uv was asked to do since the last look: the first word and the last."""
        said = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [f"{line.split()[0]} {line.split()[-1]}" for line in said]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_play_hands_over_everything(project: Project) -> None:
    first = project.run("play", "pig", "--seed", "3")
    assert first.stdout == "playing play pig --seed 3\n"
    assert first.stderr == "foldtale: making .venv with uv: foldtale\n"


def test_the_terminal_is_played_the_same_way(project: Project) -> None:
    assert project.run("terminal", "pig").stdout == "playing terminal pig\n"


def test_tools_run_in_the_project(project: Project) -> None:
    assert project.run("rules", "-x").stdout == f"{project.root} ['-x']\n"


def test_nothing_is_installed_twice(project: Project) -> None:
    project.run("play")
    assert project.calls() == ["venv project/.venv", "pip ."]
    again = project.run("play")
    assert (again.stderr, project.calls()) == ("", [])


def test_another_command_adds_what_it_needs_and_keeps_the_rest(project: Project) -> None:
    project.run("play")
    project.calls()
    assert project.run("rules").stderr == "foldtale: updating .venv with uv: foldtale, dev\n"
    assert project.calls() == ["pip .[dev]"]
    project.run("bench")
    assert project.calls() == ["pip .[bench,dev]"]
    project.run("play")
    assert project.calls() == []


def test_a_changed_project_is_installed_again(project: Project) -> None:
    project.run("rules")
    project.calls()
    (project.root / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    project.run("play")
    assert project.calls() == ["pip .[dev]"]


def test_a_changed_page_is_built_by_installing_again(project: Project) -> None:
    web = project.root / "src" / "foldtale" / "web"
    (web / "client").mkdir(parents=True)
    project.run("play")
    project.calls()
    (web / "client" / "package.json").write_text("{}")
    project.run("play")
    assert project.calls() == ["pip ."]


def test_an_environment_that_was_cut_short_is_made_anew(project: Project) -> None:
    half = project.root / ".venv" / "lib"
    half.mkdir(parents=True)
    assert project.run("play").stdout == "playing play\n"
    assert not half.exists()


@pytest.mark.slow
def test_an_install_that_fails_is_not_taken_for_whole(project: Project) -> None:
    project.run("play")
    project.calls()
    (project.root / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    failed = project.run("play", fail="now")
    assert failed.returncode != 0
    assert failed.stderr.endswith("foldtale: the environment could not be made; the reason is above.\n")
    assert project.run("play").stdout == "playing play\n"
    assert project.calls()[-2:] == ["venv project/.venv", "pip ."]


def test_a_moved_project_gets_a_new_environment(project: Project, tmp_path: Path) -> None:
    project.run("play")
    project.calls()
    project.root = project.root.rename(tmp_path / "moved")
    assert project.run("play").stdout == "playing play\n"
    assert len(project.calls()) == 2


@pytest.mark.parametrize(("args", "code"), [((), 0), (("help",), 0), (("dance",), 1)])
def test_help_needs_no_environment(project: Project, args: tuple[str, ...], code: int) -> None:
    told = project.run(*args)
    assert "./run play" in told.stdout
    assert told.returncode == code
    assert project.calls() == []


def test_an_old_python_is_named(project: Project) -> None:
    (project.bin / "uv").unlink()
    (project.bin / "python3").unlink()
    (project.bin / "python3").write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2\n')
    (project.bin / "python3").chmod(0o755)
    told = project.run("play")
    assert told.returncode == 1
    assert told.stderr.startswith(
        "foldtale: this needs Python 3.11 or newer; python3 here is Python 3.9.2.\n"
    )
