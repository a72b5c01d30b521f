"""What each command takes."""

from __future__ import annotations

import json
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from foldtale import __version__
from foldtale.cli import packs, playing
from foldtale.cli.common import OK
from foldtale.kernel.tongue import languages

Add = Callable[..., Any]
"""`ArgumentParser.add_argument` of one command."""
LEVELS: Final = ("debug", "info", "warning")
OF_A_STORE: Final = "sqlite:///FILE or postgresql://…; else a file of your own"
OF_WORDS: Final = "the language of the game's words, as far as it has them (en)"
JSON: Final[dict[str, Any]] = {"action": "store_true", "help": "for machines"}
LANG: Final[dict[str, Any]] = {"choices": languages(), "default": "en", "help": OF_WORDS}
STORE: Final[dict[str, Any]] = {"default": "", "metavar": "URL", "help": OF_A_STORE}


def parser() -> ArgumentParser:
    top = ArgumentParser(prog="foldtale", description="Storybook adventure board games.")
    top.add_argument("--version", action="version", version=f"foldtale {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    top.set_defaults(run=lambda args: list_commands(top))

    def command(name: str, run: Callable[[Namespace], int], help: str) -> Add:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(run=run)
        return sub.add_argument

    add = command("games", playing.games, "List the installed games.")
    add("--json", **JSON)

    add = command(
        "play", playing.play, "Play in the browser, on this computer: alone, together, or with bots."
    )
    add("game", nargs="*", default=[], help=SUPPRESS)
    add("--port", type=port, default=0, help="the port of the table (4747, or any that is free)")
    add("--no-browser", action="store_true", help="only say where the table is")
    add("--store", **STORE)
    add("--log", choices=LEVELS, default="warning", help="how much is logged (warning)")

    add = command(
        "terminal", playing.play_here, "Play in the terminal: people at this keyboard, bots, or both."
    )
    add("game", nargs="?", default="", metavar="GAME", help="its name; without it you are asked")
    add("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    setup_fields(add, with_pack=True)
    add("--bots", default="", help="how many of the last players are bots, or which: 1,3")
    add("--level", choices=("easy", "fair", "strong"), default="fair", help="how well bots play (fair)")
    add("--names", default="", help="names for the people, and then for the bots: Ada,Bo")
    add("--seed", type=int, help="the same seed brings the same dice and bots")
    add(
        "--undo",
        choices=playing.UNDO,
        default="same",
        help="undo past dice and others: not at all, the same dice come again (usual), new dice",
    )
    add("--companion", action="store_true", help="roll real dice and type what fell")
    add("--plain", action="store_true", help="plain lines: no colours, no frames, only ASCII")
    add("--lang", **LANG)

    add = command("sim", playing.sim, "Let random bots play many games.")
    add("game", metavar="GAME")
    add("--games", type=positive, default=1000, metavar="N", help="how many (1000)")
    add("--seed", type=int, default=0, help="the same seed brings the same outcomes (0)")
    setup_fields(add, with_pack=True)
    add("--json", **JSON)

    add = command("arena", playing.arena, "Let bots of any kind play many games, and count who wins.")
    add("game", metavar="GAME")
    which = (
        "the bots: random, easy, fair, strong, … or an installed one; where all win together, each in turn"
    )
    add("--seats", required=True, metavar="BOT,BOT", help=which)
    add("--games", type=positive, default=100, metavar="N", help="how many (100)")
    add("--seed", type=int, default=0, help="the same seed brings the same games (0)")
    add("--jobs", type=positive, default=1, metavar="N", help="how many processes play (1)")
    add("--resume", type=Path, metavar="FILE", help="keep what is done there, and go on from it")
    rates = "list the options of these verbs that bots take hardly ever, or nearly always, where they can"
    add("--offers", default="", metavar="VERB,VERB", help=rates)
    setup_fields(add, with_pack=True)
    add("--json", **JSON)

    add = command("replay", playing.read, "Tell a saved game like a story.")
    add("file", type=Path, metavar="FILE")
    add("--to", type=positive, default=0, metavar="N", help="only up to question N")
    add("--pack", default="", metavar="PACK", help="the folder of the pack it was played with")
    add("--plain", action="store_true", help="plain lines: no colours, only ASCII")
    add("--lang", **LANG)

    add = command(
        "review",
        playing.look_again,
        "Draw how a saved game went for each side, and name the moments that turned it.",
    )
    add("file", type=Path, metavar="FILE")
    add("--pack", default="", metavar="PACK", help="the folder of the pack it was played with")
    add("--plain", action="store_true", help="plain lines: no colours, only ASCII")
    add("--lang", **LANG)
    add("--json", **JSON)

    add = command("rules", playing.rules, "Look up rules of a game.")
    add("game", metavar="GAME")
    add("words", nargs="*", metavar="ID or words", help="without any, all rules are shown")
    add("--lang", **LANG)
    add("--json", **JSON)

    add = command("check", packs.check_pack, "Check a pack: its form, where it leads, how it sounds.")
    add(
        "pack", type=Path, metavar="PACK", help="its folder; or the name of a game, to check its translations"
    )
    add("--strict", action="store_true", help="fail for warnings too")
    add("--prose", action="store_true", help="count the habits of its prose, and fail beyond a limit")
    add("--walk", action="store_true", help="play it until every page and option has been seen")
    add("--plays", type=positive, default=2000, metavar="N", help="walk no longer (2000)")
    add("--seed", type=int, default=0, help="the same seed walks the same ways (0)")
    add("--logs", type=Path, metavar="FOLDER", help="keep the shortest tale to everything there")
    setup_fields(add)
    add("--json", **JSON)

    add = command(
        "translated", packs.note_pack, "Note that the translations of a pack fit its texts as they are now."
    )
    add("pack", type=Path, metavar="PACK", help="its folder")

    add = command("cards", packs.show_cards, "Show what the cards of a pack do, in plain English.")
    add("pack", type=Path, metavar="PACK", help="its folder")
    add("card", nargs="*", metavar="CARD", help="only these")
    add("--lang", **LANG)
    add("--json", **JSON)

    add = command("schema", packs.show_schema, "Print a game's JSON Schema, for completion in an editor.")
    add("game", metavar="GAME")

    add = command("reference", packs.show_reference, "Print what the cards of a game can say.")
    add("game", metavar="GAME")

    add = command("serve", playing.serve, "Serve tables to browsers and programs.")
    add("--host", default="127.0.0.1", help="the address to listen at (127.0.0.1: this machine alone)")
    add("--port", type=port, default=8000, help="(8000)")
    add("--store", **STORE)
    add("--public-url", default="", metavar="URL", help="how people reach it: https://tales.example.org")
    add("--rate", type=amount, default=50.0, help="requests a second from one address (50)")
    add("--sockets", type=positive, default=100, help="open sockets from one address (100)")
    add("--connections", type=positive, default=100, help="open HTTP connections from one address (100)")
    add("--work", type=amount, default=0.25, help="seconds of computing a second for one address (0.25)")
    add("--tables-per-hour", type=amount, default=120.0, help="new tables from one address (120)")
    add("--in-memory", type=positive, default=500, help="tables that stay in memory (500)")
    add("--lines", type=positive, default=300_000, help="lines of their matches that stay in memory (300000)")
    add("--forget-after", type=amount, default=0.0, metavar="DAYS", help="delete tables untouched so long")
    add("--least-pace", type=pace, default=0.2, help="seconds that a bot waits at least (0.2)")
    add(
        "--bots-nice",
        type=int,
        choices=range(20),
        default=19,
        metavar="0..19",
        help="niceness of the processes in which bots think (19)",
    )
    add("--private-webhooks", action="store_true", help="let turn notices go to private addresses")
    add("--log", choices=LEVELS, default="info", help="how much is logged (info)")

    add = command(
        "backup",
        playing.back_up,
        "Copy the tables of an SQLite store into a new file, also while they are served.",
    )
    add("file", type=Path, metavar="FILE")
    add("--store", default="", metavar="URL", help="sqlite:///FILE; else the file of your own")

    add = command(
        "upgrade-check",
        playing.upgrade_check,
        "List the tables of a store whose matches the installed games cannot continue. Writes nothing.",
    )
    add("store", metavar="STORE", help="its file, or sqlite:///FILE, or postgresql://…")
    add("--json", **JSON)

    add = command("doctor", playing.examine, "Check that everything is here and works.")
    add("--json", **JSON)
    return top


def list_commands(top: ArgumentParser) -> int:
    print(top.format_help(), end="")
    return OK


def setup_fields(add: Add, with_pack: bool = False) -> None:
    add("--players", type=positive, metavar="N", help="how many play")
    which = "a choice of the game's setup"
    add("--set", type=assignment, action="append", default=[], metavar="FIELD=VALUE", help=which)
    if with_pack:
        add("--pack", default="", metavar="PACK", help="play with a pack: its folder, or its id")


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def pace(text: str) -> float:
    return 0.0 if text == "0" else amount(text)


def assignment(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise ArgumentTypeError(f"{text!r} is not FIELD=VALUE, as in rounds=2")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
