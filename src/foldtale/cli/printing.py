"""What commands print, and with which code they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2


def complain(problem: str, code: int) -> int:
    print(f"foldtale: {problem}", file=sys.stderr)
    return code


def put_json(facts: Any) -> None:
    print(json.dumps(facts, ensure_ascii=False, indent=2))


def counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


@contextmanager
def ticking(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows on a terminal how far something is."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(title, total=total)
        yield lambda done: progress.update(bar, completed=done)
