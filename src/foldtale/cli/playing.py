"""Commands for those who play, let bots play, or serve tables."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from foldtale.bots.arena import RANDOM, Bout, numbers, play_all, tally
from foldtale.bots.levels import bot_of
from foldtale.bots.offers import extremes
from foldtale.cli.common import FAILED, MISUSED, OK, choices, complain, counted, know_pack, put, ticking
from foldtale.kernel import registry
from foldtale.kernel.match import FORBID, NEW_DICE, SAME_DICE
from foldtale.terminal import doctor, rulebook, session, shelf
from foldtale.terminal.replay import replay
from foldtale.terminal.review import Reviewed
from foldtale.terminal.screen import Screen
from foldtale.terminal.simulate import simulate

UNDO: Final = {"forbid": FORBID, "same": SAME_DICE, "new": NEW_DICE}


def games(args: Namespace) -> int:
    put(args, lambda: [shelf.facts(game) for game in registry.installed()], lambda: shelf.show(Screen()))
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
    known = args.pack if know_pack(args.pack) else ""
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


def bout_of(args: Namespace, seats: Callable[[dict[str, Any]], tuple[str, ...]]) -> Bout:
    """Return the series of games that was asked for; `seats` says who plays under the chosen setup."""
    chosen = choices(args)
    folder = args.pack if args.pack and Path(args.pack).is_dir() else ""
    return Bout(args.game, chosen, seats(chosen), args.games, args.seed, folder)


def sim(args: Namespace) -> int:
    """An arena of random bots, told by endings and seats."""
    bout = bout_of(args, lambda chosen: (RANDOM,) * registry.get(args.game).setup(**chosen).players)
    with ticking(registry.get(args.game).title, args.games) as tick:
        done = simulate(bout, tick)
    put(args, done.facts, lambda: done.show(Screen()))
    return OK


def arena(args: Namespace) -> int:
    seats = tuple([name.strip() for name in args.seats.split(",") if name.strip()])
    bout = bout_of(args, lambda chosen: seats)
    for name in bout.bots:
        bot_of(name, 0)
    with ticking(registry.get(args.game).title, len(numbers(bout))) as tick:
        done = tally(bout, play_all(bout, args.jobs, args.resume, tick))
    verbs = [verb.strip() for verb in args.offers.split(",") if verb.strip()]
    more = {"offers": done.offers} if verbs else {}
    lines = [*done.lines(), *extremes(done.offers, verbs)]
    put(args, lambda: {**done.facts(), **more}, lambda: print(*lines, sep="\n"))
    return OK


def read(args: Namespace) -> int:
    know_pack(args.pack)
    return replay(args.file, args.to, Screen(args.plain), args.lang)


def look_again(args: Namespace) -> int:
    know_pack(args.pack)
    found = Reviewed(args.file, args.lang)
    put(args, found.facts, lambda: found.show(Screen(args.plain)))
    return OK


def rules(args: Namespace) -> int:
    game = registry.get(args.game)
    words = " ".join(args.words)
    found = rulebook.look_up(game.rules(), words)
    if not found:
        return complain(f"no rule of {game.title} has {words!r}", FAILED)

    def show() -> None:
        screen = Screen()
        if not words and (summary := game.summary(args.lang)):
            rulebook.show_summary(summary, screen)
        rulebook.show(found, screen)

    put(args, lambda: [rulebook.facts(entry) for entry in found], show)
    return OK


def examine(args: Namespace) -> int:
    screen = Screen()
    findings = list(doctor.examine(screen))
    put(args, lambda: [finding._asdict() for finding in findings], lambda: doctor.show(findings, screen))
    return OK if all(finding.ok for finding in findings) else FAILED


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
    fate = f"{len(stopped)} cannot be continued" if stopped else "all can be continued"
    lines = [f"{table.table} ({table.game}), line {table.line}: {table.said}" for table in stopped]
    lines.append(f"{counted(len(tables), 'table')}, {fate}")
    put(args, lambda: [table.facts() for table in tables], lambda: print(*lines, sep="\n"))
    return FAILED if stopped else OK
