"""Commands for those who write packs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from foldtale.author.check import check, overdone_in, prose
from foldtale.author.reference import reference
from foldtale.author.tongues import check_game, coverage, note_translated, unheard
from foldtale.author.walk import walk
from foldtale.cli.common import (
    FAILED,
    OK,
    complain,
    counted,
    fields,
    game_of,
    know_pack,
    language_of,
    put,
    put_json,
    ticking,
)
from foldtale.kernel import registry
from foldtale.kernel.effects.schema import schema
from foldtale.kernel.game import Game
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.loading import read as read_pack
from foldtale.kernel.pack.problems import BadPack, Problem, Where, nearest
from foldtale.kernel.tongue import CATALOGUE, tongue_of


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
            habits = prose(pack)
            lines += map(str, habits)
            overdone = overdone_in(pack, habits)
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
    facts = {"problems": facts_of(problems), "walk": done.facts()}
    put(args, lambda: facts, lambda: print(*done.lines(), sep="\n"))
    return FAILED if done.missing else OK


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
