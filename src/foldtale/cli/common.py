"""What commands share: how they print and end, and the setup and the pack that a command line names."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress

from foldtale.kernel import registry
from foldtale.kernel.effects.language import Language
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game
from foldtale.kernel.pack import shelf as packs
from foldtale.kernel.pack.nodes import Fields, Scalar, read_file
from foldtale.kernel.pack.problems import BadPack, Problems, Where

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2


def complain(problem: str, code: int) -> int:
    print(f"foldtale: {problem}", file=sys.stderr)
    return code


def put_json(facts: Any) -> None:
    print(json.dumps(facts, ensure_ascii=False, indent=2))


def put(args: Namespace, facts: Callable[[], Any], show: Callable[[], object]) -> None:
    """Print the facts for machines with --json, and otherwise what people read."""
    if args.json:
        put_json(facts())
    else:
        show()


def counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


@contextmanager
def ticking(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows on a terminal how far something is."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(title, total=total)
        yield lambda done: progress.update(bar, completed=done)


def fields(args: Namespace) -> dict[str, Any]:
    """The fields of the setup that were chosen, apart from the pack."""
    return dict(args.set) | ({"players": args.players} if args.players else {})


def choices(args: Namespace) -> dict[str, Any]:
    """The fields of the setup that were chosen."""
    chosen = fields(args)
    ident = know_pack(args.pack)
    if ident:
        game = game_of(Path(args.pack))
        if args.game not in ("", game.name):
            raise SetupError(f"this pack is for {game.title}, not for {args.game!r}")
        args.game = game.name
    return chosen | ({"pack": ident or args.pack} if args.pack else {})


def know_pack(pack: str) -> str:
    """Make the pack in a folder known, and say its id; nothing if it is not a folder."""
    folder = Path(pack)
    return packs.add(folder, language_of(game_of(folder))) if pack and folder.is_dir() else ""


def game_of(folder: Path) -> Game:
    """The game that a pack is for, by its pack.yaml."""
    if folder.is_file():
        raise SetupError(f"{folder} is a file: name the folder of the pack")
    if not folder.is_dir():
        raise SetupError(f"there is no folder {folder}")
    problems = Problems()
    path = folder / "pack.yaml"
    node = read_file(path, path.name, problems) if path.is_file() else None
    named = node.get("game") if isinstance(node, Fields) else None
    if not isinstance(named, Scalar):
        if not problems.found:
            problems.add("E105", Where("pack.yaml"), "every pack has a file pack.yaml that names its game")
        raise BadPack(problems.found)
    return registry.get(named.text)


def language_of(game: Game) -> Language:
    if game.language is None:
        raise SetupError(f"{game.title} has no cards that a pack could bring")
    return game.language
