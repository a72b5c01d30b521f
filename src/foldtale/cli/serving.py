"""Commands for those who serve tables."""

from __future__ import annotations

from argparse import Namespace

from foldtale.cli.printing import FAILED, MISUSED, OK, complain, counted, put_json


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
