"""Compile the hot modules with mypyc in a copy of the project, and run tests on that copy.

The plain source ships. This proves that the same source compiles and keeps its promises.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
KERNEL = ("talk", "match", "worlds", "log", "chance", "zones")
"""The modules of the conversation that every answer passes through."""
COPIED = ("tests", "dev", "docs", "pyproject.toml", "CHANGELOG.md")
TALES_AND_CONFORMANCE = (
    "tests/conform",
    "tests/games/storyfold/test_walked.py",
    "tests/table/test_upgrade.py",
)
ALL = ("tests/kernel", "tests/games", *TALES_AND_CONFORMANCE)
"""The tests that run on the copy; all of them at the size `long`."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "node_modules")


def hot_modules(package: Path) -> list[str]:
    """Return the kernel's hot modules, and the state and rules of the small games."""
    hot = [package / "kernel" / f"{name}.py" for name in KERNEL]
    for name in ("state.py", "rules.py"):
        hot += sorted((package / "games" / "small").glob(f"*/{name}"))
    return [str(path.relative_to(package.parent)) for path in hot]


@contextmanager
def compile_hot_modules(source: Path) -> Iterator[Path]:
    """Copy the sources in `source` into a temporary folder and compile the hot modules of the copy."""
    with tempfile.TemporaryDirectory(prefix="foldtale-compiled-") as folder:
        copy = Path(folder) / "src"
        shutil.copytree(source, copy, ignore=LEFT_OUT)
        modules = hot_modules(copy / "foldtale")
        print(f"compiling {len(modules)} modules with mypyc …", flush=True)
        mypyc = [sys.executable, "-m", "mypyc", "--strict", *modules]
        built = subprocess.run(mypyc, cwd=copy, capture_output=True, text=True, check=False)
        if built.returncode:
            sys.exit(built.stdout[-4000:] + built.stderr[-4000:])
        yield copy


def main() -> int:
    with compile_hot_modules(ROOT / "src") as source:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, source.parent / name)
        is_long = os.environ.get("FOLDTALE_SIZE") == "long"
        environment = {**os.environ, "PYTHONPATH": str(source)} | (
            {"FOLDTALE_SIZE": "normal"} if is_long else {}
        )
        tests = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            *(ALL if is_long else TALES_AND_CONFORMANCE),
        ]
        return subprocess.run(tests, cwd=source.parent, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
