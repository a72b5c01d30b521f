"""Instructions by which somebody chooses: among entries, ways, things, numbers; and what must be paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from foldtale.kernel.effects.expression import Expr, Run, Scope, Variable
from foldtale.kernel.effects.force import Plays
from foldtale.kernel.effects.kinds import AMOUNT, Kind, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    NOTHING,
    Code,
    Reader,
    all_of,
    branches,
    go_round,
    in_order,
    noting,
    play_of,
    playing,
    said,
)
from foldtale.kernel.effects.reading import (
    Asking,
    condition,
    control,
    done_with_it,
    first,
    is_id,
    label,
    needed,
    own_id,
    question,
    things,
    turned_to,
    with_any,
    words_of,
)
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar
from foldtale.kernel.pack.problems import Where
from foldtale.kernel.talk import Option, Play, note, option

NO: Final = option("no")


MOST_NUMBERS: Final = 60
"""No wider is a choice among numbers."""
SHORT: Final = 70
"""So many letters of what will be done stand in a question."""


@control("choose")
def choose(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """One of several entries, each with an id, what it says and what it does, of those that can be done."""
    words_of("choose", fields, scope, "by")
    node = needed("choose", fields, scope, "entries")
    if node is None:
        return None
    entries = node.items if isinstance(node, Items) else [node]
    if len(entries) < 2:
        scope.problems.add("E312", node.where, "a choice has two entries or more")
    found: list[Entry] = []
    for entry in entries:
        with reader.as_data("entry", entry if isinstance(entry, Fields) else Fields([], entry.where)):
            read = read_entry(reader, entry, scope)
        found += [read] if read is not None else []
    ids = [key for key, *_ in found]
    for before, (key, _, _, where, _) in enumerate(found):
        if key in ids[:before]:
            scope.problems.add("E207", where, f"two entries of this choice are called {key!r}")
    for key, _, _, where, _ in found:
        if reader.key(key) in reader.chosen:
            scope.problems.add("E207", where, f"two choices of this card have an entry {key!r}")
    reader.chosen |= {reader.key(key) for key in ids}
    ask, who = question(reader, fields, scope, "choose")
    offers = [(option(reader.key(key)), test, code.can) for key, test, code, _, _ in found]
    reader.ways += [offer.key for offer, *_ in offers]
    codes = dict(zip([offer for offer, *_ in offers], branches(*[code for _, _, code, _, _ in found])))

    def possible(g: Any, c: Cause) -> list[Option]:
        return [
            offer
            for offer, test, can in offers
            if (test is None or test(g, c)) and (can is None or can(g, c))
        ]

    speech = scope.language.speech
    lines = [
        f"{reader.labels.get(reader.key(key), key)}{when}{': ' * bool(code.says)}{said(code, speech)}"
        for key, _, code, _, when in found
    ]
    says = speech("{0} chooses one", who) if who else speech("choose one")
    run = one_of(ask, possible, codes, scope)
    optional = any(code.optional for code in codes.values())
    return playing(run, f"{says}: {speech('; or ').join(lines)}", lambda g, c: bool(possible(g, c)), optional)


Possible: TypeAlias = Callable[[Any, Cause], list[Option]]


def one_of(ask: Asking, possible: Possible, codes: dict[Option, Code], scope: Scope) -> Plays:
    """Somebody chooses one of the options that are possible, and it is done, once it is confirmed."""
    deeds = {offer: play_of(code) for offer, code in codes.items()}
    confirm = scope.language.confirm

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

    return run


Entry: TypeAlias = tuple[str, Run | None, Code, Where, str]


def read_entry(reader: Reader, node: Node, scope: Scope) -> Entry | None:
    """One entry of a choice: id, say, do, and perhaps if."""
    if not isinstance(node, Fields):
        scope.problems.add("E203", node.where, "an entry has an id, what it says and what it does")
        return None
    known = ("id", "say", "do", "if")
    for key, _ in node.pairs:
        if key.text not in known:
            scope.problems.unknown("E202", key.where, "in a choice the word", key.text, known)
    ident, said = node.get("id"), node.get("say")
    if not isinstance(ident, Scalar) or not is_id(ident.text):
        where = ident.where if ident is not None else node.where
        scope.problems.add(
            "E206" if ident is not None else "E201", where, "an entry needs an id: one short word"
        )
        return None
    if not isinstance(said, Scalar) or not said.text.strip():
        scope.problems.add("E201", node.where, f"the entry {ident.text!r} needs something to say")
    label(reader, said, reader.key(ident.text))
    test = condition(reader, node, scope)
    if test is not None and test.constant and not test.value:
        scope.problems.add("W506", node.place_of("if"), f"nobody can ever choose {ident.text!r}")
    steps = reader.block(node.get("do"), scope)
    when = scope.language.speech(" (if {0})", test.says) if test is not None else ""
    return ident.text, test.run if test is not None else None, steps, ident.where, when


@control("may")
def may(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that whoever acts can leave be."""
    words_of("may", fields, scope, "by", "say", "id")
    node = needed("may", fields, scope, "instructions")
    if node is None:
        return None
    code = reader.block(node, scope)
    key = reader.key(own_id(fields, scope) or f"do-{reader.number()}")
    yes = option(key)
    reader.labels[key] = code.says
    if fields.get("say") is None:
        reader.unsaid.add(key)
    label(reader, fields.get("say"), key)
    ask, who = question(reader, fields, scope, "may")
    left_be = f"{key} {NO.key}"
    reader.ways += [key, left_be]
    play, can = play_of(noting(code)), code.can
    confirm = scope.language.confirm

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

    speech = scope.language.speech
    may = speech("{0} may", who) if who and who != speech.you else speech("you may")
    return playing(run, f"{may}: {said(code, speech)}", optional=True)


@control("either")
def either(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """One of two ways; whoever acts chooses among those that can be carried out."""
    words_of("either", fields, scope, "or", "by", "id")
    if fields.get("or") is None:
        scope.problems.add("E302", fields.where, "'either' needs 'or'")
    codes = branches(reader.block(first(fields), scope), reader.block(fields.get("or"), scope))
    number = own_id(fields, scope) or reader.number()
    offers = [(option(reader.key(f"{side}-{number}")), code) for side, code in zip(("either", "or"), codes)]
    for offer, code in offers:
        reader.labels[offer.key] = code.says
        reader.unsaid.add(offer.key)
        reader.ways.append(offer.key)
    ask, who = question(reader, fields, scope, "choose")

    def possible(g: Any, c: Cause) -> list[Option]:
        return [offer for offer, code in offers if code.can is None or code.can(g, c)]

    speech = scope.language.speech
    says = f"{speech('{0} chooses', who)}: " if who else ""
    says += speech("; or ").join([said(code, speech) for code in codes])
    run = one_of(ask, possible, dict(offers), scope)
    return playing(run, says, lambda g, c: bool(possible(g, c)), any(code.optional for code in codes))


@control("pay")
def pay(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A cost, and what it buys. What cannot be paid in full is not paid at all."""
    words_of("pay", fields, scope, "then", "else")
    node = needed("pay", fields, scope, "a cost")
    if node is None:
        return None
    if isinstance(node, Scalar) and not isinstance(node.value, str):
        scope.problems.add("E203", node.where, "'pay' takes instructions: what is given up")
        return None
    costs = [reader.step(item, scope) for item in (node.items if isinstance(node, Items) else [node])]
    read = [cost for cost in costs if cost is not None]
    for cost, item in zip(costs, node.items if isinstance(node, Items) else [node]):
        if cost is not None and cost.can is None:
            scope.problems.add("E311", item.where, f"{cost.says!r} cannot be a cost: it can always be done")
    names = [call.word for code in read for call in code.calls if call.word in scope.language.ops]
    if len(set(names)) < len(names):
        scope.problems.add("E311", node.where, "two costs of one sort: add them up, so that both can be paid")
    then, other = reader.block(fields.get("then"), scope), reader.block(fields.get("else"), scope)
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

    speech = scope.language.speech
    price = speech(" and ").join([code.says for code in read])
    says = speech("{0}, and then: {1}", price, then.says) if then is not NOTHING and then.says else price
    says += speech("; if that cannot be paid: {0}", other.says) if other is not NOTHING else ""
    return playing(run, says, worth if other is NOTHING else None, optional=True)


@control("must")
def must(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that have to be carried out if they can be; `else` says what happens if not."""
    words_of("must", fields, scope, "else")
    node = needed("must", fields, scope, "instructions")
    if node is None:
        return None
    code, other = reader.block(node, scope), reader.block(fields.get("else"), scope)
    code, other = branches(code, other)
    can, plays, else_plays = code.can, play_of(code), play_of(other)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from plays(g, c) if can is None or can(g, c) else else_plays(g, c)

    speech = scope.language.speech
    says = speech("if possible, {0}", code.says)
    says += speech("; if not: {0}", other.says) if other is not NOTHING else ""
    return playing(run, says, optional=code.optional or other.optional)


@control("amount")
def amount(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Somebody chooses a number, which has a name in the instructions that follow in `do`."""
    words_of("amount", fields, scope, "least", "most", "by", "do")
    name, bound = first(fields), fields.get("most")
    if not isinstance(name, Scalar) or not name.text.isidentifier() or name.text in scope.variables:
        scope.problems.add("E206", fields.where, "'amount' gives a name that means nothing else")
        return None
    if bound is None:
        scope.problems.add("E302", fields.where, "'amount' needs 'most'")
        return None
    from_node = fields.get("least")
    most = reader.expression(Type(AMOUNT), bound, scope)
    least = reader.expression(Type(AMOUNT), from_node, scope) if from_node is not None else None
    key, speech = name.text, scope.language.speech
    that = speech("that number")
    inner = scope.within(**{key: Variable(Type(AMOUNT), that, lambda g, c: c.named[key])})
    code = reader.block(fields.get("do"), inner)
    if most is None or (from_node is not None and least is None):
        return None
    ask, who = question(reader, fields, scope, "amount")
    play = play_of(code)
    confirm = scope.language.confirm
    lowest, highest = least.run if least is not None else lambda g, c: 0, most.run

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


@control("pick")
def pick(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Somebody chooses among some things; `it` is the chosen one in `do`; `else` if there is nothing."""
    words_of("pick", fields, scope, "as", "acts", "do", "else", "by", "up_to", "count")
    if fields.get("up_to") is not None and fields.get("count") is not None:
        scope.problems.add("E303", fields.place_of("count"), "either 'count' or 'up_to'")
    many, inner = things(reader, fields, scope, "pick")
    if many is None:
        return None
    code, other = done_with_it(reader, fields, inner), reader.block(fields.get("else"), scope)
    up_to = fields.get("up_to")
    count = up_to or fields.get("count")
    amount = reader.expression(Type(AMOUNT), count, scope) if count is not None else None
    how_many = amount.run if amount is not None else lambda g, c: 1
    may_stop = up_to is not None
    optional = may_stop or code.optional or other.optional
    ask, who = question(reader, fields, scope, "pick", (in_short(code),))
    all_things = many.run
    once_more = scope.language.confirm
    confirm = None if once_more is None else lambda g: once_more(g, code.calls)
    play = turned_to(play_of(noting(code) if optional else code), fields, scope, many)
    choosing = one_by_one(play, ask, many, may_stop, confirm)
    else_plays = play_of(noting(other) if optional else other)
    works_for_any = with_any(code, fields, scope)

    def run(g: Any, c: Cause) -> Play[None]:
        left = there(g, all_things(g, c), many.type.kind)
        yield from choosing(g, c, left, how_many(g, c)) if left else else_plays(g, c)

    def can(g: Any, c: Cause) -> bool:
        found = there(g, all_things(g, c), many.type.kind)
        if len(found) < (1 if may_stop else max(1, how_many(g, c))):
            return False
        return works_for_any(g, c, found)

    speech = scope.language.speech
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


Choosing: TypeAlias = Callable[[Any, Cause, list[Any], int], Play[None]]


def one_by_one(
    play: Plays,
    ask: Asking,
    many: Expr,
    may_stop: bool,
    confirm: Callable[[Any], Play[bool]] | None = None,
) -> Choosing:
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
