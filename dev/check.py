"""`./run lint` and `./run test`: every check there is, and one last line that says how it went."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dev import browser
from dev.resume import noted

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
IN_A_BROWSER = "tests/browser"

Step = tuple[str, list[str]]


def python(*args: str) -> list[str]:
    return [sys.executable, "-m", *args]


def lint_steps(fast: bool) -> Iterator[Step]:
    yield "ruff", python("ruff", "check", "--quiet", ".")
    yield "format", python("ruff", "format", "--check", "--quiet", ".")
    yield "yields", python("dev.lint_yields")
    yield "games", python("dev.lint_games")
    yield "imports", [str(BIN / "lint-imports"), "--no-logo"]
    if not fast:
        yield "types", python("mypy")
        yield "page", python("dev.client", "check")


def test_steps(size: str, passes: Path) -> Iterator[Step]:
    together = python("pytest", "-q", "-n", "auto", "--dist", "worksteal", f"--passes={passes}")
    yield "tests", [*together, f"--ignore={IN_A_BROWSER}"]
    if not browser.obtain():
        print(f"foldtale: {browser.MISSING}, so what needs one is left out", flush=True)
    yield "tests in a browser", [*together, IN_A_BROWSER]
    if size != "fast" and (ROOT / "dev" / "compiled.py").exists():
        yield "compiled", python("dev.compiled")


def failures(steps: Iterator[Step], size: str) -> list[str]:
    """Carry out all steps, also after a failure, and name those that failed."""
    failed = []
    env = os.environ | {"FOLDTALE_SIZE": size}
    for name, command in steps:
        print(f"foldtale: {name}", flush=True)
        if subprocess.run(command, cwd=ROOT, env=env, check=False).returncode:
            failed.append(name)
    return failed


def commit() -> str:
    """What is being checked, as git names it."""

    def git(*args: str) -> str:
        ran = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=False)
        return ran.stdout.strip() if ran.returncode == 0 else ""

    head = git("rev-parse", "--short", "HEAD")
    if not head:
        return "no commit"
    return f"commit {head}{' with changes' if git('status', '--porcelain') else ''}"


def lint() -> int:
    failed = failures(lint_steps(fast=False), "normal")
    print(f"foldtale: FAILED: {', '.join(failed)}" if failed else "foldtale: lint passed")
    return 1 if failed else 0


def test(size: str) -> int:
    passes = ROOT / ".pytest_cache" / f"foldtale-{size}"
    if size != "long":
        passes.unlink(missing_ok=True)
    failed = failures(lint_steps(size == "fast"), size) + failures(test_steps(size, passes), size)
    about = f"size: {size}, {len(noted(passes))} tests, {commit()}"
    if failed:
        print(f"foldtale: FAILED: {', '.join(failed)} ({about})")
        return 1
    passes.unlink(missing_ok=True)
    print(f"foldtale: all checks passed ({about})")
    return 0


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("lint")
    sizes = commands.add_parser("test").add_mutually_exclusive_group()
    sizes.add_argument("--fast", dest="size", action="store_const", const="fast", default="normal")
    sizes.add_argument("--long", dest="size", action="store_const", const="long")
    asked = parser.parse_args(args)
    try:
        return lint() if asked.command == "lint" else test(asked.size)
    except KeyboardInterrupt:
        print("\nfoldtale: interrupted; with --long, what has passed will not run again")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
