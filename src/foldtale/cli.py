"""The command `foldtale`."""

from __future__ import annotations

import json
import os
import shlex
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress

from foldtale import __version__
from foldtale.author.check import check, overdone_in, prose
from foldtale.author.reference import reference
from foldtale.author.tongues import check_game, coverage, note_translated, unheard
from foldtale.author.walk import walk
from foldtale.bots.arena import Bout, numbers, play_all, tally
from foldtale.bots.levels import bot_of
from foldtale.kernel import registry
from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.schema import schema
from foldtale.kernel.errors import SetupError, TaleError
from foldtale.kernel.game import Game
from foldtale.kernel.match import FORBID, NEW_DICE, SAME_DICE
from foldtale.kernel.pack import shelf as packs
from foldtale.kernel.pack.folder import load
from foldtale.kernel.pack.folder import read as read_pack
from foldtale.kernel.pack.nodes import Fields, Scalar, read_file
from foldtale.kernel.pack.problems import BadPack, Problem, Problems, Where, nearest
from foldtale.kernel.registry import NoSuchGame
from foldtale.kernel.tongue import CATALOGUE, languages, tongue_of
from foldtale.terminal import doctor, rulebook, session, shelf
from foldtale.terminal.replay import replay
from foldtale.terminal.screen import Screen
from foldtale.terminal.simulate import simulate

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
UNDO: Final = {"forbid": FORBID, "same": SAME_DICE, "new": NEW_DICE}
LEVELS: Final = ("debug", "info", "warning")
OF_A_STORE: Final = "sqlite:///FILE or postgresql://…; else a file of your own"
OF_WORDS: Final = "the language of the game's words, as far as it has them (en)"
JSON: Final[dict[str, Any]] = {"action": "store_true", "help": "for machines"}
LANG: Final[dict[str, Any]] = {"choices": languages(), "default": "en", "help": OF_WORDS}
STORE: Final[dict[str, Any]] = {"default": "", "metavar": "URL", "help": OF_A_STORE}
TRACE: Final = "FOLDTALE_TRACE"
"""Set in the environment, it lets unexpected errors show where they come from."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if it failed, 2 if it was misused."""
    top = parser()
    args, rest = top.parse_known_args(argv)
    if args.run is play and (args.game or "--resume" in rest):
        given = list(sys.argv[1:] if argv is None else argv)
        return refuse_game(given[given.index("play") + 1 :])
    if rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except EOFError:
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (NoSuchGame, SetupError) as error:
        return complain(str(error), MISUSED)
    except (TaleError, BadPack) as error:
        return complain(str(error), FAILED)
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}", FAILED)
    except Exception as error:
        if os.environ.get(TRACE):
            raise
        ours = f"this is a mistake of ours, please report it ({TRACE}=1 tells more): {error!r}"
        return complain(ours, FAILED)
    return code


def complain(problem: str, code: int) -> int:
    print(f"foldtale: {problem}", file=sys.stderr)
    return code


def parser() -> ArgumentParser:
    top = ArgumentParser(prog="foldtale", description="Storybook adventure board games.")
    top.add_argument("--version", action="version", version=f"foldtale {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    top.set_defaults(run=lambda args: list_commands(top))

    def command(name: str, run: Callable[[Namespace], int], help: str) -> ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(run=run)
        return sub

    sub = command("games", games, "List the installed games.")
    sub.add_argument("--json", **JSON)

    sub = command("play", play, "Play in the browser, on this computer: alone, together, or with bots.")
    sub.add_argument("game", nargs="*", default=[], help=SUPPRESS)
    sub.add_argument("--port", type=port, default=0, help="the port of the table (4747, or any that is free)")
    sub.add_argument("--no-browser", action="store_true", help="only say where the table is")
    sub.add_argument("--store", **STORE)
    sub.add_argument("--log", choices=LEVELS, default="warning", help="how much is logged (warning)")

    sub = command("terminal", play_here, "Play in the terminal: people at this keyboard, bots, or both.")
    sub.add_argument("game", nargs="?", default="", metavar="GAME", help="its name; without it you are asked")
    sub.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    setup_fields(sub)
    sub.add_argument("--pack", default="", metavar="PACK", help="play with a pack: its folder, or its id")
    sub.add_argument("--bots", default="", help="how many of the last players are bots, or which: 1,3")
    sub.add_argument(
        "--level", choices=("easy", "fair", "strong"), default="fair", help="how well bots play (fair)"
    )
    sub.add_argument("--names", default="", help="names for the people, and then for the bots: Ada,Bo")
    sub.add_argument("--seed", type=int, help="the same seed brings the same dice and bots")
    sub.add_argument(
        "--undo",
        choices=UNDO,
        default="same",
        help="undo past dice and others: not at all, the same dice come again (usual), new dice",
    )
    sub.add_argument("--companion", action="store_true", help="roll real dice and type what fell")
    sub.add_argument("--plain", action="store_true", help="plain lines: no colours, no frames, only ASCII")
    sub.add_argument("--lang", **LANG)

    sub = command("sim", sim, "Let random bots play many games.")
    sub.add_argument("game", metavar="GAME")
    sub.add_argument("--games", type=positive, default=1000, metavar="N", help="how many (1000)")
    sub.add_argument("--seed", type=int, default=0, help="the same seed brings the same outcomes (0)")
    setup_fields(sub)
    sub.add_argument("--pack", default="", metavar="PACK", help="play with a pack: its folder, or its id")
    sub.add_argument("--json", **JSON)

    sub = command("arena", arena, "Let bots of any kind play many games, and count who wins.")
    sub.add_argument("game", metavar="GAME")
    which = (
        "the bots: random, easy, fair, strong, … or an installed one; where all win together, each in turn"
    )
    sub.add_argument("--seats", required=True, metavar="BOT,BOT", help=which)
    sub.add_argument("--games", type=positive, default=100, metavar="N", help="how many (100)")
    sub.add_argument("--seed", type=int, default=0, help="the same seed brings the same games (0)")
    sub.add_argument("--jobs", type=positive, default=1, metavar="N", help="how many processes play (1)")
    sub.add_argument("--resume", type=Path, metavar="FILE", help="keep what is done there, and go on from it")
    setup_fields(sub)
    sub.add_argument("--pack", default="", metavar="PACK", help="play with a pack: its folder, or its id")
    sub.add_argument("--json", **JSON)

    sub = command("replay", read, "Tell a saved game like a story.")
    sub.add_argument("file", type=Path, metavar="FILE")
    sub.add_argument("--to", type=positive, default=0, metavar="N", help="only up to question N")
    sub.add_argument("--pack", default="", metavar="PACK", help="the folder of the pack it was played with")
    sub.add_argument("--plain", action="store_true", help="plain lines: no colours, only ASCII")
    sub.add_argument("--lang", **LANG)

    sub = command("rules", rules, "Look up rules of a game.")
    sub.add_argument("game", metavar="GAME")
    sub.add_argument("words", nargs="*", metavar="ID or words", help="without any, all rules are shown")
    sub.add_argument("--lang", **LANG)
    sub.add_argument("--json", **JSON)

    sub = command("check", check_pack, "Check a pack: its form, where it leads, how it sounds.")
    sub.add_argument(
        "pack", type=Path, metavar="PACK", help="its folder; or the name of a game, to check its translations"
    )
    sub.add_argument("--strict", action="store_true", help="fail for warnings too")
    sub.add_argument(
        "--prose", action="store_true", help="count the habits of its prose, and fail beyond a limit"
    )
    sub.add_argument("--walk", action="store_true", help="play it until every page and option has been seen")
    sub.add_argument("--plays", type=positive, default=2000, metavar="N", help="walk no longer (2000)")
    sub.add_argument("--seed", type=int, default=0, help="the same seed walks the same ways (0)")
    sub.add_argument("--logs", type=Path, metavar="FOLDER", help="keep the shortest tale to everything there")
    setup_fields(sub)
    sub.add_argument("--json", **JSON)

    sub = command(
        "translated", note_pack, "Note that the translations of a pack fit its texts as they are now."
    )
    sub.add_argument("pack", type=Path, metavar="PACK", help="its folder")

    sub = command("cards", show_cards, "Show what the cards of a pack do, in plain English.")
    sub.add_argument("pack", type=Path, metavar="PACK", help="its folder")
    sub.add_argument("card", nargs="*", metavar="CARD", help="only these")
    sub.add_argument("--lang", **LANG)
    sub.add_argument("--json", **JSON)

    sub = command("schema", show_schema, "Print a game's JSON Schema, for completion in an editor.")
    sub.add_argument("game", metavar="GAME")

    sub = command("reference", show_reference, "Print what the cards of a game can say.")
    sub.add_argument("game", metavar="GAME")

    sub = command("serve", serve, "Serve tables to browsers and programs.")
    sub.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (127.0.0.1: this machine alone)"
    )
    sub.add_argument("--port", type=port, default=8000, help="(8000)")
    sub.add_argument("--store", **STORE)
    sub.add_argument(
        "--public-url", default="", metavar="URL", help="how people reach it: https://tales.example.org"
    )
    sub.add_argument("--rate", type=amount, default=50.0, help="requests a second from one address (50)")
    sub.add_argument("--sockets", type=positive, default=100, help="open sockets from one address (100)")
    sub.add_argument(
        "--connections", type=positive, default=100, help="open HTTP connections from one address (100)"
    )
    sub.add_argument(
        "--work", type=amount, default=0.25, help="seconds of computing a second for one address (0.25)"
    )
    sub.add_argument(
        "--tables-per-hour", type=amount, default=120.0, help="new tables from one address (120)"
    )
    sub.add_argument("--in-memory", type=positive, default=500, help="tables that stay in memory (500)")
    sub.add_argument(
        "--lines", type=positive, default=300_000, help="lines of their matches that stay in memory (300000)"
    )
    sub.add_argument(
        "--forget-after", type=amount, default=0.0, metavar="DAYS", help="delete tables untouched so long"
    )
    sub.add_argument("--least-pace", type=pace, default=0.2, help="seconds that a bot waits at least (0.2)")
    sub.add_argument(
        "--bots-nice",
        type=int,
        choices=range(20),
        default=19,
        metavar="0..19",
        help="niceness of the processes in which bots think (19)",
    )
    sub.add_argument(
        "--private-webhooks", action="store_true", help="let turn notices go to private addresses"
    )
    sub.add_argument("--log", choices=LEVELS, default="info", help="how much is logged (info)")

    sub = command(
        "backup", back_up, "Copy the tables of an SQLite store into a new file, also while they are served."
    )
    sub.add_argument("file", type=Path, metavar="FILE")
    sub.add_argument("--store", default="", metavar="URL", help="sqlite:///FILE; else the file of your own")

    sub = command(
        "upgrade-check",
        upgrade_check,
        "List the tables of a store whose matches the installed games cannot continue. Writes nothing.",
    )
    sub.add_argument("store", metavar="STORE", help="its file, or sqlite:///FILE, or postgresql://…")
    sub.add_argument("--json", **JSON)

    sub = command("doctor", examine, "Check that everything is here and works.")
    sub.add_argument("--json", **JSON)
    return top


def list_commands(top: ArgumentParser) -> int:
    print(top.format_help(), end="")
    return OK


def setup_fields(sub: ArgumentParser) -> None:
    sub.add_argument("--players", type=positive, metavar="N", help="how many play")
    which = "a choice of the game's setup"
    sub.add_argument("--set", type=assignment, action="append", default=[], metavar="FIELD=VALUE", help=which)


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


def fields(args: Namespace) -> dict[str, Any]:
    """The fields of the setup that were chosen, apart from the pack."""
    return dict(args.set) | ({"players": args.players} if args.players else {})


def choices(args: Namespace) -> dict[str, Any]:
    """The fields of the setup that were chosen."""
    chosen = fields(args)
    ident = know_pack(args.pack) if args.pack else ""
    if ident:
        game = game_of(Path(args.pack))
        if args.game not in ("", game.name):
            raise SetupError(f"this pack is for {game.title}, not for {args.game!r}")
        args.game = game.name
    return chosen | ({"pack": ident or args.pack} if args.pack else {})


def know_pack(pack: str) -> str:
    """Make the pack in a folder known, and say its id; nothing if it is not a folder."""
    folder = Path(pack)
    if not folder.is_dir():
        return ""
    return packs.add(folder, language_of(game_of(folder)))


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


def check_pack(args: Namespace) -> int:
    if not args.pack.exists() and args.pack.as_posix() in registry.names():
        return check_catalogues(args, registry.get(args.pack.as_posix()))
    lines: list[str] = []
    overdone: list[Problem] = []
    try:
        game = game_of(args.pack)
        found = check(args.pack, language_of(game), game)
        pack = read_pack(args.pack, language_of(game)).pack
        lines = coverage(pack) if pack is not None else []
        if pack is not None and args.prose:
            counted_habits = prose(pack)
            lines += [*map(str, counted_habits)]
            overdone = overdone_in(pack, counted_habits)
    except BadPack as bad:
        found = list(bad.problems)
    found = sorted([*found, *overdone], key=lambda problem: problem.where)
    can_walk = args.walk and not any(problem.is_error for problem in found)
    result = report(args, found, args.pack.as_posix(), str(args.pack), lines, prints_json=not can_walk)
    result = walk_pack(args, found) or result if can_walk else result
    return FAILED if overdone else result


def report(
    args: Namespace,
    found: list[Problem],
    where: str,
    title: str,
    lines: Sequence[str] = (),
    prints_json: bool = True,
) -> int:
    """Print problems, some more lines and how many problems there are; 1 if there are any that count."""
    errors = sum([problem.is_error for problem in found])
    if not args.json:
        for problem in found:
            print(f"{where}/{problem}")
        for line in lines:
            print(f"{title}: {line}")
        print(f"{title}: {counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}")
    elif prints_json:
        put_json(facts_of(found))
    return FAILED if errors or (args.strict and found) else OK


def facts_of(found: list[Problem]) -> list[dict[str, Any]]:
    return [{"code": one.code, **one.where._asdict(), "said": one.said} for one in found]


def note_pack(args: Namespace) -> int:
    """`foldtale check` will name the translations whose English changes after this."""
    pack = load(args.pack, language_of(game_of(args.pack)))
    note_translated(pack)
    for lang, covered in pack.covered.items():
        print(f"{args.pack}: {lang}: {counted(len(covered.texts), 'text')}")
    return OK


def check_catalogues(args: Namespace, game: Game) -> int:
    """What the translations of an installed game lack; with --walk also what its scenes say as bots play."""
    found = check_game(game)
    for folder in sorted((game.folder / "lang").glob("*")) if args.walk else ():
        heard = unheard(game, folder.name, args.plays, args.seed, **fields(args))
        place = Where(f"lang/{folder.name}/{CATALOGUE}")
        found += [Problem("W508", place, f"scene: {english!r} is missing") for english in heard]
    return report(args, found, str(game.folder), game.name)


def walk_pack(args: Namespace, problems: list[Problem]) -> int:
    """Play a pack that has no errors until all of it has been seen."""
    game = game_of(args.pack)
    with ticking(game.title, args.plays) as tick:
        done = walk(game, know_pack(str(args.pack)), fields(args), args.plays, args.seed, tick)
    if args.logs is not None:
        done.save(args.logs)
    if args.json:
        put_json({"problems": facts_of(problems), "walk": done.facts()})
    else:
        for line in done.lines():
            print(line)
    return FAILED if done.missing else OK


@contextmanager
def ticking(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows on a terminal how far something is."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(title, total=total)
        yield lambda done: progress.update(bar, completed=done)


def counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def show_cards(args: Namespace) -> int:
    game = game_of(args.pack)
    tongue = tongue_of(game, args.lang)
    language = tongue.language if tongue is not None else None
    reading = read_pack(args.pack, language or language_of(game), args.lang)
    errors = [problem for problem in reading.problems if problem.is_error]
    pack = reading.pack
    if pack is None:
        raise BadPack(errors)
    wanted = args.card or list(pack.cards)
    for ident in wanted:
        if ident not in pack.cards:
            near = nearest(ident, sorted(pack.cards))
            hint = f"; did you mean {near[0]!r}?" if near else ""
            return complain(f"no card is called {ident!r}{hint}", FAILED)
    for problem in errors:
        complain(f"{args.pack.as_posix()}/{problem}", FAILED)
    result = FAILED if errors else OK
    if args.json:
        put_json({ident: pack.describe(ident) for ident in wanted})
        return result
    for ident in wanted:
        print(f"{pack.texts.get(f'{ident}.title', ident)} ({pack.cards[ident].kind} {ident})")
        for line in pack.describe(ident):
            print(f"  {line}")
    return result


def show_schema(args: Namespace) -> int:
    put_json(schema(language_of(registry.get(args.game))))
    return OK


def show_reference(args: Namespace) -> int:
    print(reference(language_of(registry.get(args.game))), end="")
    return OK


def put_json(facts: Any) -> None:
    print(json.dumps(facts, ensure_ascii=False, indent=2))


def games(args: Namespace) -> int:
    if args.json:
        put_json([shelf.facts(game) for game in registry.installed()])
    else:
        shelf.show(Screen())
    return OK


def play(args: Namespace) -> int:
    """Serve the table to the browser until Ctrl-C, which is the way to end it, not a mistake."""
    try:
        from foldtale.web.play import play as run
        from foldtale.web.settings import Settings, own_store

        return run(Settings(store=args.store or own_store()), args.port, not args.no_browser, args.log)
    except KeyboardInterrupt:
        print("\nFoldtale is closed.")
        return OK
    except ValueError as problem:
        return complain(str(problem), MISUSED)


def refuse_game(given: list[str]) -> int:
    """Somebody names a game to the browser's table, where games are chosen on the page."""
    return complain(
        "`play` opens the browser, and games are chosen there;"
        f" to play in the terminal: {session.program()} terminal {shlex.join(given)}",
        MISUSED,
    )


def play_here(args: Namespace) -> int:
    screen = Screen(args.plain)
    known = args.pack if args.pack and know_pack(args.pack) else ""
    chosen = {} if args.resume else choices(args)
    undo = UNDO[args.undo]
    wishes = session.Wishes(
        chosen, args.bots, args.names, args.seed, undo, args.companion, known, args.lang, args.level
    )
    if args.resume is None:
        return session.begin(args.game, wishes, screen)
    if args.game or args.players or args.set:
        return complain("a resumed game is set up already: leave GAME, --players and --set away", MISUSED)
    return session.resume(args.resume, wishes, screen)


def serve(args: Namespace) -> int:
    from foldtale.web.serve import serve as run
    from foldtale.web.settings import Settings, check_public_url, own_store

    try:
        settings = Settings(
            store=args.store or own_store(),
            host=args.host,
            port=args.port,
            public_url=check_public_url(args.public_url) if args.public_url else "",
            rate=args.rate,
            burst=args.rate * 4,
            sockets_per_client=args.sockets,
            connections_per_client=args.connections,
            work_per_client=args.work,
            work=max(0.8, args.work),
            tables_per_hour=args.tables_per_hour,
            most_in_memory=args.in_memory,
            most_lines=args.lines,
            forget_after=args.forget_after * 24 * 3600,
            private_webhooks=args.private_webhooks,
            least_pace=args.least_pace,
            bots_nice=args.bots_nice,
        )
        return run(settings, args.log)
    except ValueError as problem:
        return complain(str(problem), MISUSED)


def back_up(args: Namespace) -> int:
    from foldtale.table.database import back_up as copy
    from foldtale.web.settings import own_store

    try:
        copy(args.store or own_store(), args.file)
    except ValueError as problem:
        return complain(str(problem), FAILED)
    print(f"kept in {args.file}")
    return OK


def upgrade_check(args: Namespace) -> int:
    from foldtale.table.upgrade import check as check_store

    url = args.store if "://" in args.store else f"sqlite:///{args.store}"
    try:
        tables = list(check_store(url))
    except ValueError as problem:
        return complain(str(problem), FAILED)
    stopped = [table for table in tables if not table.continues]
    if args.json:
        put_json([table.facts() for table in tables])
    else:
        for table in stopped:
            print(f"{table.table} ({table.game}), line {table.line}: {table.said}")
        fate = f"{len(stopped)} cannot be continued" if stopped else "all can be continued"
        print(f"{counted(len(tables), 'table')}, {fate}")
    return FAILED if stopped else OK


def sim(args: Namespace) -> int:
    game = registry.get(args.game)
    setup = game.setup(**choices(args))
    with ticking(game.title, args.games) as tick:
        done = simulate(game, setup, args.games, args.seed, tick)
    if args.json:
        put_json(done.facts())
    else:
        done.show(Screen())
    return OK


def arena(args: Namespace) -> int:
    chosen = choices(args)
    seats = tuple([name.strip() for name in args.seats.split(",") if name.strip()])
    folder = args.pack if args.pack and Path(args.pack).is_dir() else ""
    bout = Bout(args.game, chosen, seats, args.games, args.seed, folder)
    for name in bout.bots:
        bot_of(name, 0)
    with ticking(registry.get(args.game).title, len(numbers(bout))) as tick:
        done = tally(bout, play_all(bout, args.jobs, args.resume, tick))
    if args.json:
        put_json(done.facts())
    else:
        for line in done.lines():
            print(line)
    return OK


def read(args: Namespace) -> int:
    if args.pack:
        know_pack(args.pack)
    return replay(args.file, args.to, Screen(args.plain), args.lang)


def rules(args: Namespace) -> int:
    game = registry.get(args.game)
    words = " ".join(args.words)
    found = rulebook.look_up(game.rules(), words)
    if not found:
        return complain(f"no rule of {game.title} has {words!r}", FAILED)
    if args.json:
        put_json([rulebook.facts(entry) for entry in found])
    else:
        screen = Screen()
        if not words and (summary := game.summary(args.lang)):
            rulebook.show_summary(summary, screen)
        rulebook.show(found, screen)
    return OK


def examine(args: Namespace) -> int:
    screen = Screen()
    findings = list(doctor.examine(screen))
    if args.json:
        put_json([finding._asdict() for finding in findings])
    else:
        doctor.show(findings, screen)
    return OK if all(finding.ok for finding in findings) else FAILED


if __name__ == "__main__":
    sys.exit(main())
