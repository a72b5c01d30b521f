"""Compile the hot modules with mypyc in a copy of the project, and run the tests on that copy.

What ships is the plain source; this proves that the same source compiles and keeps every promise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
KERNEL = ("talk", "match", "log", "chance", "zones")
"""The modules of the conversation that every answer passes through."""
COPIED = ("src", "tests", "dev", "docs", "pyproject.toml")


def hot_modules(package: Path) -> list[str]:
    """The kernel's hot modules, and the state and rules of the small games."""
    hot = [package / "kernel" / f"{name}.py" for name in KERNEL]
    for name in ("state.py", "rules.py"):
        hot += sorted((package / "games" / "small").glob(f"*/{name}"))
    return [str(path.relative_to(package.parent)) for path in hot]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="foldtale-compiled-") as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(
                    source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "node_modules")
                )
            else:
                shutil.copy(source, copy / name)
        modules = hot_modules(copy / "src" / "foldtale")
        print(f"compiling {len(modules)} modules with mypyc …", flush=True)
        mypyc = [sys.executable, "-m", "mypyc", "--strict", *modules]
        built = subprocess.run(mypyc, cwd=copy / "src", capture_output=True, text=True, check=False)
        if built.returncode:
            print(built.stdout[-4000:] + built.stderr[-4000:])
            return built.returncode
        size = os.environ.get("FOLDTALE_SIZE", "normal")
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy / "src"),
            "FOLDTALE_SIZE": "normal" if size == "long" else size,
        }
        tests = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "tests/kernel",
            "tests/games",
            "tests/conform",
        ]
        return subprocess.run(tests, cwd=copy, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
