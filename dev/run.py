"""Behind `./run`: keeps a private environment in .venv and hands over to what was asked for.

Only the standard library, since this runs before anything is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

USAGE = """\
./run play                             play here, in the browser
./run terminal [GAME …]                play here, in the terminal
./run test [--fast | --long]           every check; --long goes on where it was cut short
./run lint                             ruff, mypy, import contracts, yields, the page
./run rules                            which rules a passing test shows, and which not
./run break GAME [--n 20] [--seed 0]   change the rules of a game and see whether its tests notice
./run bench [--json]                   measure, side by side with other engines
./run bench service                    measure the service: 200 tables at once
./run bench start                      measure how soon one can play, from a fresh clone on
./run bench strength [WORD …]          measure how well the bots play; --list names the lines
./run bench seats                      measure whether it matters where one sits
./run bench compare REV                compare the speed of this tree with another commit
./run shots                            pictures of the page
./run help                             this
"""

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "pyproject.toml"
VENV = ROOT / ".venv"
STAMP = VENV / "foldtale.json"
PYTHON = VENV / "bin" / "python"
BASE = os.path.realpath(sys.executable)
"""The interpreter itself, also where this was started from inside an environment."""


@dataclass(frozen=True)
class Stamp:
    """What is installed in .venv. It is written last: a .venv without it was cut short."""

    root: str
    project: str
    extras: tuple[str, ...]


def installed() -> Stamp | None:
    try:
        noted = json.loads(STAMP.read_text(encoding="utf-8"))
        return Stamp(noted["root"], noted["project"], tuple(noted["extras"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def prepare(extras: tuple[str, ...]) -> None:
    """Make .venv hold the project with these extras, if it does not yet; one process at a time."""
    with PROJECT.open("rb") as project:
        fcntl.flock(project, fcntl.LOCK_EX)
        digest = hashlib.sha256(project.read()).hexdigest()
        found = installed()
        usable = found is not None and found.root == str(ROOT) and os.access(PYTHON, os.X_OK)
        have = found.extras if found and usable else ()
        wanted = Stamp(str(ROOT), digest, tuple(sorted({*have, *extras})))
        if usable and found == wanted and page_is_built():
            return
        STAMP.unlink(missing_ok=True)
        install(wanted.extras, fresh=not usable)
        STAMP.write_text(json.dumps(asdict(wanted)), encoding="utf-8")


def page_is_built() -> bool:
    """Whether the page is that of its sources; if not, installing the project builds it."""
    sys.path.insert(0, str(ROOT))
    from dev.client import is_built

    return is_built()


def install(extras: tuple[str, ...], fresh: bool) -> None:
    """Install the project for editing, with uv where it is present and works, else with pip."""
    target = f".[{','.join(extras)}]" if extras else "."
    if uv := shutil.which("uv"):
        make = [uv, "venv", "--quiet", "--python", BASE, str(VENV)]
        add = [uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--reinstall-package", "foldtale"]
        add += ["--editable", target]
        if carry_out("uv", extras, make, add, fresh):
            return
        fresh = True
    make = [BASE, "-m", "venv", str(VENV)]
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    add = [*pip, "install", "--no-compile", "--editable", target]
    fresh = fresh or not (VENV / "bin" / "pip").exists()
    if not carry_out("pip", extras, make, add, fresh):
        sys.exit("foldtale: the environment could not be made; the reason is above.")


def carry_out(tool: str, extras: tuple[str, ...], make: list[str], add: list[str], fresh: bool) -> bool:
    parts = ", ".join(("foldtale", *extras))
    print(f"foldtale: {'making' if fresh else 'updating'} .venv with {tool}: {parts}", file=sys.stderr)
    if fresh:
        shutil.rmtree(VENV, ignore_errors=True)
    steps = [make, add] if fresh else [add]
    return all(subprocess.run(step, cwd=ROOT, check=False).returncode == 0 for step in steps)


def main(args: list[str]) -> None:
    command, rest = (args[0], args[1:]) if args else ("help", [])
    if command in ("play", "terminal"):
        prepare(())
        program = str(VENV / "bin" / "foldtale")
        os.execv(program, [program, command, *rest])
    compiled = ("compiled",) if (ROOT / "dev" / "compiled.py").exists() and "--fast" not in rest else ()
    modules = {
        "test": (("dev", *compiled), ["dev.check", "test"]),
        "lint": (("dev",), ["dev.check", "lint"]),
        "rules": (("dev",), ["dev.rules"]),
        "break": (("dev",), ["dev.mutate"]),
        "bench": (("bench",), ["bench"]),
        "bench service": (("dev",), ["bench.service"]),
        "bench start": (("dev",), ["bench.start"]),
        "bench strength": (("bench",), ["bench.strength"]),
        "bench seats": (("dev",), ["bench.seats"]),
        "bench compare": (("dev", "compiled"), ["bench.compare"]),
        "shots": (("dev",), ["dev.shots"]),
    }
    if rest and f"{command} {rest[0]}" in modules:
        command, rest = f"{command} {rest[0]}", rest[1:]
    if command not in modules:
        print(USAGE, end="")
        sys.exit(0 if command in ("help", "-h", "--help") else f"foldtale: there is no `./run {command}`")
    extras, module = modules[command]
    prepare(extras)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", *module, *rest])


if __name__ == "__main__":
    main(sys.argv[1:])
