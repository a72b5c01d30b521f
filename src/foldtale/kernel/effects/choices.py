"""Instructions by which somebody chooses: among entries, ways, things, numbers; and what must be paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from foldtale.kernel.effects.expression import Expr, Run, Variable
from foldtale.kernel.effects.force import Plays
from foldtale.kernel.effects.kinds import AMOUNT, Kind, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    NOTHING,
    Code,
    all_of,
    branches,
    go_round,
    in_order,
    noting,
    play_of,
    playing,
    said,
)
from foldtale.kernel.effects.reading import Asking, Clause, control, is_id, sure
from foldtale.kernel.pack.nodes import Fields, Node, Scalar, listed
from foldtale.kernel.pack.problems import Where
from foldtale.kernel.talk import Option, Play, note, option

NO: Final = option("no")
MOST_NUMBERS: Final = 60
"""No wider is a choice among numbers."""
SHORT: Final = 70
"""So many letters of what will be done stand in a question."""


class Entry(NamedTuple):
    """One entry of a choice: its option, what choosing it does, and on what condition it is offered."""

    id: str
    option: Option
    code: Code
    test: Expr | None
    where: Where


@control("choose", "by")
def choose(clause: Clause) -> Code | None:
    """One of several entries, each with an id, what it says and what it does, of those that can be done."""
    reader, problems, speech = clause.reader, clause.problems, clause.speech
    node = clause.needed("entries")
    entries = listed(node)
    if len(entries) < 2:
        problems.add("E312", node.where, "a choice has two entries or more")
    found: list[Entry] = []
    for inner in entries:
        with reader.as_data("entry", inner if isinstance(inner, Fields) else Fields([], inner.where)):
            read = read_entry(clause, inner)
        found += [read] if read is not None else []
    options = [entry.option for entry in found]
    for at, entry in enumerate(found):
        if entry.option in options[:at]:
            problems.add("E207", entry.where, f"two entries of this choice are called {entry.id!r}")
    for entry in found:
        if entry.option.key in reader.chosen:
            problems.add("E207", entry.where, f"two choices of this card have an entry {entry.id!r}")
    keys = [choice.key for choice in options]
    reader.chosen |= set(keys)
    ask, who = clause.question("choose")
    reader.ways += keys
    codes = dict(zip(options, branches(*[entry.code for entry in found])))
    lines = [
        reader.labels.get(entry.option.key, entry.id)
        + (speech(" (if {0})", entry.test.says) if entry.test is not None else "")
        + f"{': ' * bool(entry.code.says)}{said(entry.code, speech)}"
        for entry in found
    ]
    says = speech("{0} chooses one", who) if who else speech("choose one")
    tests = [(entry.option, entry.test.run if entry.test else None, entry.code.can) for entry in found]
    return one_of(clause, ask, f"{says}: {speech('; or ').join(lines)}", codes, tests)


def one_of(
    clause: Clause,
    ask: Asking,
    says: str,
    codes: dict[Option, Code],
    tests: Sequence[tuple[Option, Run | None, Run | None]],
) -> Code:
    """Somebody chooses one of the options that are possible, and it is done, once it is confirmed.

    `tests`  each option with what must hold for it, and with whether what it does can be done
    """
    deeds = {offer: play_of(code) for offer, code in codes.items()}
    confirm = clause.language.confirm

    def possible(g: Any, c: Cause) -> list[Option]:
        return [
            offer for offer, test, can in tests if (test is None or test(g, c)) and (can is None or can(g, c))
        ]

    def run(g: Any, c: Cause) -> Play[None]:
        options = possible(g, c)
        while options:
            asking = ask(g, c, options)
            if asking is None:
                return
            chosen = yield asking
            if confirm is None or (yield from confirm(g, codes[chosen].calls)):
                note(g, chosen.key)
                yield from deeds[chosen](g, c)
                return

    optional = any(code.optional for code in codes.values())
    return playing(run, says, lambda g, c: bool(possible(g, c)), optional)


def read_entry(clause: Clause, node: Node) -> Entry | None:
    """One entry of a choice: id, say, do, and perhaps if."""
    problems = clause.problems
    if not isinstance(node, Fields):
        problems.add("E203", node.where, "an entry has an id, what it says and what it does")
        return None
    node.allow(("id", "say", "do", "if"), problems, "E202", "in a choice the word")
    ident, said = node.get("id"), node.get("say")
    if not isinstance(ident, Scalar) or not is_id(ident.text):
        code, where = ("E206", ident.where) if ident is not None else ("E201", node.where)
        problems.add(code, where, "an entry needs an id: one short word")
        return None
    if not isinstance(said, Scalar) or not said.text.strip():
        problems.add("E201", node.where, f"the entry {ident.text!r} needs something to say")
    entry = Clause(clause.reader, "choose", node, clause.scope)
    offer = option(clause.reader.key(ident.text))
    entry.label(said, offer.key)
    test = entry.condition()
    if test is not None and test.constant and not test.value:
        problems.add("W506", node.place_of("if"), f"nobody can ever choose {ident.text!r}")
    return Entry(ident.text, offer, entry.block("do"), test, ident.where)


@control("may", "by", "say", "id")
def may(clause: Clause) -> Code | None:
    """Instructions that whoever acts can leave be."""
    reader, speech = clause.reader, clause.speech
    code = reader.block(clause.needed("instructions"), clause.scope)
    key = reader.key(clause.own_id() or f"do-{reader.number()}")
    yes = option(key)
    reader.labels[key] = code.says
    if clause.get("say") is None:
        reader.unsaid.add(key)
    clause.label(clause.get("say"), key)
    ask, who = clause.question("may")
    left_be = f"{key} {NO.key}"
    reader.ways += [key, left_be]
    play, can = play_of(noting(code)), code.can
    confirm = clause.language.confirm

    def run(g: Any, c: Cause) -> Play[None]:
        if can is not None and not can(g, c):
            c.decline()
            return
        asking = ask(g, c, [yes, NO])
        agreed = asking is not None and (yield asking) is not NO
        if agreed and confirm is not None:
            agreed = yield from confirm(g, code.calls)
        if asking is not None:
            note(g, key if agreed else left_be)
        if agreed:
            yield from play(g, c)
        else:
            c.decline()

    may = speech("{0} may", who) if who and who != speech.you else speech("you may")
    return playing(run, f"{may}: {said(code, speech)}", optional=True)


@control("either", "or", "by", "id", needs="or")
def either(clause: Clause) -> Code | None:
    """One of two ways; whoever acts chooses among those that can be carried out."""
    reader, speech = clause.reader, clause.speech
    clause.check_given("or")
    ways = branches(reader.block(clause.first, clause.scope), clause.block("or"))
    number = clause.own_id() or reader.number()
    codes = {option(reader.key(f"{side}-{number}")): code for side, code in zip(("either", "or"), ways)}
    for offer, code in codes.items():
        reader.labels[offer.key] = code.says
        reader.unsaid.add(offer.key)
        reader.ways.append(offer.key)
    ask, who = clause.question("choose")
    says = f"{speech('{0} chooses', who)}: " if who else ""
    says += speech("; or ").join([said(code, speech) for code in ways])
    return one_of(clause, ask, says, codes, [(offer, None, code.can) for offer, code in codes.items()])


@control("pay", "then", "else")
def pay(clause: Clause) -> Code | None:
    """A cost, and what it buys. What cannot be paid in full is not paid at all."""
    reader, problems, speech = clause.reader, clause.problems, clause.speech
    node = clause.needed("a cost")
    if isinstance(node, Scalar) and not isinstance(node.value, str):
        clause.fail("E203", node.where, "'pay' takes instructions: what is given up")
    costs = [(reader.step(item, clause.scope), item.where) for item in listed(node)]
    read = [cost for cost, _ in costs if cost is not None]
    for cost, where in costs:
        if cost is not None and cost.can is None:
            problems.add("E311", where, f"{cost.says!r} cannot be a cost: it can always be done")
    names = [call.word for code in read for call in code.calls if call.word in clause.language.ops]
    if len(set(names)) < len(names):
        problems.add("E311", node.where, "two costs of one sort: add them up, so that both can be paid")
    then, other = clause.block("then"), clause.block("else")
    if not read:
        return None
    pays, plays, else_plays = play_of(noting(in_order(read))), play_of(then), play_of(noting(other))
    worth = all_of([code.can for code in (*read, then) if code.can is not None])

    def run(g: Any, c: Cause) -> Play[None]:
        if worth(g, c):
            yield from pays(g, c)
            yield from plays(g, c)
        elif other is NOTHING:
            c.decline()
        else:
            yield from else_plays(g, c)

    price = speech(" and ").join([code.says for code in read])
    says = speech("{0}, and then: {1}", price, then.says) if then is not NOTHING and then.says else price
    says += speech("; if that cannot be paid: {0}", other.says) if other is not NOTHING else ""
    return playing(run, says, worth if other is NOTHING else None, optional=True)


@control("must", "else")
def must(clause: Clause) -> Code | None:
    """Instructions that have to be carried out if they can be; `else` says what happens if not."""
    node, speech = clause.needed("instructions"), clause.speech
    code, other = branches(clause.reader.block(node, clause.scope), clause.block("else"))
    can, plays, else_plays = code.can, play_of(code), play_of(other)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from plays(g, c) if can is None or can(g, c) else else_plays(g, c)

    says = speech("if possible, {0}", code.says)
    says += speech("; if not: {0}", other.says) if other is not NOTHING else ""
    return playing(run, says, optional=code.optional or other.optional)


@control("amount", "least", "most", "by", "do", needs="most")
def amount(clause: Clause) -> Code | None:
    """Somebody chooses a number, which has a name in the instructions that follow in `do`."""
    key, speech = clause.new_name(), clause.speech
    most = clause.expression(AMOUNT, clause.given("most"))
    least = clause.expression(AMOUNT, clause.get("least"))
    named = Variable(Type(AMOUNT), speech("that number"), lambda g, c: c.named[key])
    code = clause.block("do", clause.scope.within(**{key: named}))
    most = sure(most)
    if clause.get("least") is not None:
        sure(least)
    lowest, highest = least.run if least is not None else lambda g, c: 0, most.run
    ask, who = clause.question("amount")
    play, confirm = play_of(code), clause.language.confirm

    def run(g: Any, c: Cause) -> Play[None]:
        low = lowest(g, c)
        high = min(highest(g, c), low + MOST_NUMBERS)
        asking = ask(g, c, [option(str(n)) for n in range(low, high + 1)]) if low <= high else None
        while asking is not None:
            choice = yield asking
            calls = tuple([call.where(key, int(choice.key)) for call in code.calls])
            if confirm is None or low == high or (yield from confirm(g, calls)):
                c.named[key] = int(choice.key)
                yield from play(g, c)
                return

    chooses = speech("{0} chooses", who) if who else speech("choose")
    number = speech("{0} a number, {1} to {2}", chooses, least.says if least is not None else 0, most.says)
    return playing(run, f"{number}. {code.says[:1].upper()}{code.says[1:]}", optional=code.optional)


@control("pick", "as", "acts", "do", "else", "by", "up_to", "count")
def pick(clause: Clause) -> Code | None:
    """Somebody chooses among some things; `it` is the chosen one in `do`; `else` if there is nothing."""
    up_to, speech = clause.get("up_to"), clause.speech
    if up_to is not None and clause.get("count") is not None:
        clause.problems.add("E303", clause.fields.place_of("count"), "either 'count' or 'up_to'")
    many, inner = clause.things()
    code, other = clause.block("do", inner), clause.block("else")
    amount = clause.expression(AMOUNT, up_to or clause.get("count"))
    how_many = amount.run if amount is not None else lambda g, c: 1
    may_stop = up_to is not None
    optional = may_stop or code.optional or other.optional
    ask, who = clause.question("pick", (in_short(code),))
    all_things, kind = many.run, many.type.kind
    once_more = clause.language.confirm
    confirm = None if once_more is None else lambda g: once_more(g, code.calls)
    play = clause.turned_to(play_of(noting(code) if optional else code), many)
    choosing = one_by_one(play, ask, many, may_stop, confirm)
    else_plays = play_of(noting(other) if optional else other)
    works_for_any = clause.with_any(code)

    def run(g: Any, c: Cause) -> Play[None]:
        left = there(g, all_things(g, c), kind)
        yield from choosing(g, c, left, how_many(g, c)) if left else else_plays(g, c)

    def can(g: Any, c: Cause) -> bool:
        found = there(g, all_things(g, c), kind)
        if len(found) < (1 if may_stop else max(1, how_many(g, c))):
            return False
        return works_for_any(g, c, found)

    chooses = speech("{0} chooses", who) if who else speech("choose")
    number = "{0} one of {1}" if amount is None else "{0} up to {2} of {1}" if may_stop else "{0} {2} of {1}"
    each = f"{speech('for each of them')}: " if amount is not None and amount.says != "1" else ""
    says = speech(number, chooses, many.says, amount.says if amount is not None else "")
    says += f": {each}{said(code, speech)}"
    says += speech("; if there are none: {0}", other.says) if other is not NOTHING else ""
    return playing(run, says, can if other is NOTHING else None, optional)


def in_short(code: Code) -> str:
    """What will be done, as a sentence of a question; nothing where that is long or names cards."""
    says = code.says if len(code.says) <= SHORT and "[" not in code.says else ""
    return f"{says[:1].upper()}{says[1:]}." if says else ""


def one_by_one(
    play: Plays,
    ask: Asking,
    many: Expr,
    may_stop: bool,
    confirm: Callable[[Any], Play[bool]] | None = None,
) -> Callable[[Any, Cause, list[Any], int], Play[None]]:
    """Choose among things that are left, and do something with each, once that is confirmed.

    After each choice the things are looked for again: the next is made among those that are valid then.
    """
    kind = many.type.kind

    def run(g: Any, c: Cause, left: list[Any], count: int) -> Play[None]:
        before = c.it
        chosen: list[Any] = []
        for _ in range(count):
            if chosen:
                c.it = before
                left = still_valid(there(g, many.run(g, c), kind), left, chosen)
            c.left -= 1
            if not left or not go_round(g, c):
                break
            offers = alike(g, left, kind)
            asking = ask(g, c, [*offers, NO] if may_stop else [*offers])
            if asking is None:
                break
            choice = yield asking
            if choice is NO or (may_stop and confirm is not None and not (yield from confirm(g))):
                c.decline()
                break
            c.it = offers[choice]
            left.remove(c.it)
            chosen.append(c.it)
            yield from play(g, c)
        c.it = before

    return run


def alike(g: Any, things: list[Any], kind: Kind) -> dict[Option, Any]:
    """Return the options for `things`; of those that look alike, the first stands for all."""
    offers: dict[Option, Any] = {}
    for thing in things:
        offers.setdefault(option(kind.key(g, thing)), thing)
    return offers


def there(g: Any, things: list[Any], kind: Kind) -> list[Any]:
    """Return a list of those `things` of a kind that are there."""
    is_there = kind.is_there
    return list(things) if is_there is None else [thing for thing in things if is_there(g, thing)]


def still_valid(now: list[Any], left: list[Any], chosen: list[Any]) -> list[Any]:
    """Return what of the things that are valid `now` was not chosen before.

    Equal things, such as two tokens of one sort, count each: at most as many are valid as were `left`.
    """
    found = [thing for thing in now if thing not in chosen]
    for thing in left:
        if thing in chosen and found.count(thing) < now.count(thing):
            found.append(thing)
    return found
