"""The instructions that every language has: choices, conditions, loops, costs, limits, durations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from foldtale.kernel.effects.expression import Expr, Run, Scope, Variable, called, it, me
from foldtale.kernel.effects.force import BAN, WAYS, Hook, Modifier, Plays, Standing, enter, is_used, once
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, Type
from foldtale.kernel.effects.language import Cause
from foldtale.kernel.effects.program import (
    CONTROL,
    NOTHING,
    PLAY,
    Code,
    Control,
    Reader,
    all_of,
    doing,
    either_way,
    for_each,
    go_round,
    in_order,
    play_of,
    playing,
    sentences,
)
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar
from foldtale.kernel.pack.problems import Where
from foldtale.kernel.talk import Ask, Option, Play, option, tell

NO: Final = option("no")
MOST_NUMBERS: Final = 60
"""No wider is a choice among numbers."""
BOUND: Final = {"least": "at least ", "most": "at most "}
GROUP: Final = "group"
"""Who answers when nobody in particular does."""


def control(name: str) -> Callable[[Control], Control]:
    def register(read: Control) -> Control:
        CONTROL[name] = read
        return read

    return register


def words_of(name: str, fields: Fields, scope: Scope, *others: str) -> None:
    """Complain of words that this instruction does not take."""
    for key, _ in fields.pairs[1:]:
        if key.text not in others:
            scope.problems.unknown("E303", key.where, f"in {name!r} the word", key.text, others)


def first(fields: Fields) -> Node | None:
    return fields.pairs[0][1] if fields.pairs else None


def needed(name: str, fields: Fields, scope: Scope, takes: str) -> Node | None:
    node = first(fields)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        scope.problems.add("E302", fields.where, f"{name!r} needs {takes}")
        return None
    return node


def text_of(name: str, fields: Fields, scope: Scope, takes: str) -> Scalar | None:
    node = needed(name, fields, scope, takes)
    if node is not None and not isinstance(node, Scalar):
        scope.problems.add("E203", node.where, f"{name!r} takes {takes}")
        return None
    return node


def word_in(node: Node, words: list[str], what: str, scope: Scope) -> str | None:
    """One of these words, or a problem."""
    text = node.text if isinstance(node, Scalar) else ""
    if text in words:
        return text
    scope.problems.unknown("E204", node.where, what, text, words)
    return None


def condition(reader: Reader, fields: Fields, scope: Scope, key: str = "if") -> Expr | None:
    node = fields.get(key)
    return reader.expression(Type(CONDITION), node, scope) if node is not None else None


def answerer(reader: Reader, fields: Fields, scope: Scope) -> Run:
    """Who is asked: whoever acts, somebody `by:` name, or the group."""
    node = fields.get("by")
    if node is None:
        return me
    if isinstance(node, Scalar) and node.text == GROUP:
        return lambda g, c: None
    found = reader.expression(Type(scope.language.actor), node, scope)
    return found.run if found is not None else me


def asked_says(reader: Reader, fields: Fields, scope: Scope) -> str:
    """Who chooses, in words; nothing if it is whoever acts."""
    node = fields.get("by")
    if node is None:
        return ""
    if isinstance(node, Scalar) and node.text == GROUP:
        return "the group"
    found = reader.expression(Type(scope.language.actor), node, scope)
    return found.says if found is not None and found.says != scope.language.self_is else ""


Asking: TypeAlias = Callable[[Any, Cause, list[Option]], Ask]


def question(scope: Scope, topic: str, who: Run) -> Asking:
    language = scope.language

    def ask(g: Any, c: Cause, options: list[Option]) -> Ask:
        seat, voice = language.who_answers(g, c, who(g, c))
        return Ask(seat, topic, options, language.rule, voice=voice)

    return ask


def label(reader: Reader, node: Node | None, key: str) -> None:
    if isinstance(node, Scalar) and node.text:
        reader.labels[key] = node.text


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
    read = [read_entry(reader, entry, scope) for entry in entries]
    found = [entry for entry in read if entry is not None]
    ids = [key for key, *_ in found]
    for before, (key, _, _, where, _) in enumerate(found):
        if key in ids[:before]:
            scope.problems.add("E207", where, f"two entries of this choice are called {key!r}")
    for key, _, _, where, _ in found:
        if reader.key(key) in reader.chosen:
            scope.problems.add("E207", where, f"two choices of this card have an entry {key!r}")
    reader.chosen |= {reader.key(key) for key in ids}
    ask = question(scope, "choose", answerer(reader, fields, scope))
    offers = [(option(reader.key(key)), test, code.can, play_of(code)) for key, test, code, _, _ in found]
    deeds = {offer: play for offer, _, _, play in offers}

    def possible(g: Any, c: Cause) -> list[Option]:
        return [
            offer
            for offer, test, can, _ in offers
            if (test is None or test(g, c)) and (can is None or can(g, c))
        ]

    def run(g: Any, c: Cause) -> Play[None]:
        options = possible(g, c)
        if options:
            chosen = yield ask(g, c, options)
            yield from deeds[chosen](g, c)

    lines = [
        f"{reader.labels.get(reader.key(key), key)}{when}: {code.says}" for key, _, code, _, when in found
    ]
    who = asked_says(reader, fields, scope)
    says = f"{who} chooses one" if who else "choose one"
    return playing(run, f"{says}: {'; or '.join(lines)}", lambda g, c: bool(possible(g, c)))


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
    when = f" (if {test.says})" if test is not None else ""
    return ident.text, test.run if test is not None else None, steps, ident.where, when


def is_id(text: str) -> bool:
    return 0 < len(text) <= 40 and all(letter.isalnum() or letter in "-_" for letter in text)


@control("if")
def if_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that depend on a condition."""
    words_of("if", fields, scope, "then", "else")
    node = needed("if", fields, scope, "a condition")
    if node is None:
        return None
    test = reader.expression(Type(CONDITION), node, scope)
    if fields.get("then") is None:
        scope.problems.add("E302", fields.where, "'if' needs 'then'")
    then, other = reader.block(fields.get("then"), scope), reader.block(fields.get("else"), scope)
    if test is None:
        return None
    when = f"unless {test.negates}" if test.negates else f"if {test.says}"
    says = f"{when}: {then.says}" + (f"; otherwise: {other.says}" if other is not NOTHING else "")
    is_so, can = test.run, None
    if then.can is not None or other.can is not None or other is NOTHING:
        can = _can_if(is_so, then, other)
    return Code(either_way(is_so, then, other), says, can)


def _can_if(is_so: Run, then: Code, other: Code) -> Run:
    def can(g: Any, c: Cause) -> bool:
        code = then if is_so(g, c) else other
        return code is not NOTHING and (code.can is None or bool(code.can(g, c)))

    return can


@control("each")
def each(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions once for each of some things; `it` is the one whose turn it is."""
    words_of("each", fields, scope, "as", "acts", "by", "do")
    many, inner = things(reader, fields, scope, "each")
    if many is None:
        return None
    code = reader.block(fields.get("do"), inner)
    every = many.run
    if fields.get("as") is not None or fields.get("acts") is not None:
        body = playing(turned_to(play_of(code), fields, scope, many), code.says)
    else:
        body = code
    program = for_each(every, body)
    each_of = f"for each of {many.says}".replace("of all ", "of the ")
    if fields.get("by") is not None:
        ask = question(scope, "pick", answerer(reader, fields, scope))
        play = turned_to(play_of(code), fields, scope, many)
        choosing = one_by_one(play, ask, many.type.kind.key, may_stop=False)

        def in_their_order(g: Any, c: Cause) -> Play[None]:
            left = list(every(g, c))
            yield from choosing(g, c, left, len(left))

        who = asked_says(reader, fields, scope) or scope.language.self_is
        program = ((PLAY, in_their_order, 0),)
        each_of += f", in an order of {who}"
    return Code(program, f"{each_of}: {code.says}", lambda g, c: bool(every(g, c)))


def turned_to(play: Plays, fields: Fields, scope: Scope, many: Expr) -> Plays:
    """What is done with `it`: also under the name of `as:`, and by the thing itself if it `acts`."""
    name, acts = name_of(fields, scope), fields.get("acts")
    if acts is not None:
        if not isinstance(acts, Scalar) or acts.text != "it":
            scope.problems.add("E204", acts.where, "'acts' is followed by 'it'")
        elif many.type.kind is not scope.language.actor:
            said = f"{many.says!r} cannot act: only {Type(scope.language.actor, many=True)} can"
            scope.problems.add("E306", acts.where, said)
    if acts is None and not name:
        return play

    def run(g: Any, c: Cause) -> Play[None]:
        c.named[name] = c.it
        me = c.me
        if acts is not None:
            c.me = c.it
        yield from play(g, c)
        c.me = me

    return run


def things(reader: Reader, fields: Fields, scope: Scope, name: str) -> tuple[Expr | None, Scope]:
    """Some things, and the scope in which `it` is one of them."""
    node = needed(name, fields, scope, "some things")
    if node is None:
        return None, scope
    many = reader.any_things(node, scope)
    if many is None:
        return None, scope
    one = Type(many.type.kind)
    known = {"it": Variable(one, called("it", one), it)}
    name = name_of(fields, scope)
    if name:
        known[name] = Variable(one, f"the {name.replace('_', ' ')}", lambda g, c: c.named[name])
    return many, scope.within(**known)


def name_of(fields: Fields, scope: Scope) -> str:
    """The name that `as:` gives to the thing whose turn it is."""
    node = fields.get("as")
    if node is None:
        return ""
    name = node.text if isinstance(node, Scalar) else ""
    taken = name in ("it", "self") or name in scope.variables or name in scope.language.values
    if name.isidentifier() and not taken:
        return name
    scope.problems.add("E206", node.where, "'as' gives a name that means nothing else")
    return ""


@control("repeat")
def repeat(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions so many times."""
    words_of("repeat", fields, scope, "do")
    node = needed("repeat", fields, scope, "an amount")
    if node is None:
        return None
    times = reader.expression(Type(AMOUNT), node, scope)
    code = reader.block(fields.get("do"), scope)
    if times is None:
        return None
    count = times.run
    program = for_each(lambda g, c: [c.it] * min(count(g, c), c.left), code)
    how_often = {"1": "once", "2": "twice"}.get(times.says, f"{times.says} times")
    return Code(program, f"{how_often}: {code.says}")


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
    ask, play, can = question(scope, "may", answerer(reader, fields, scope)), play_of(code), code.can

    def run(g: Any, c: Cause) -> Play[None]:
        if can is not None and not can(g, c):
            return
        c.declined = (yield ask(g, c, [yes, NO])) is NO
        if not c.declined:
            yield from play(g, c)

    who = asked_says(reader, fields, scope) or "you"
    return playing(run, f"{who} may: {code.says}")


def own_id(fields: Fields, scope: Scope) -> str:
    """The id that an author gives an option, so that it stays the same when the card is edited."""
    node = fields.get("id")
    if node is None:
        return ""
    if isinstance(node, Scalar) and is_id(node.text):
        return node.text
    scope.problems.add("E206", node.where, "an id is one short word")
    return ""


@control("either")
def either(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """One of two ways; whoever acts chooses among those that can be carried out."""
    words_of("either", fields, scope, "or", "by", "id")
    if fields.get("or") is None:
        scope.problems.add("E302", fields.where, "'either' needs 'or'")
    codes = [reader.block(first(fields), scope), reader.block(fields.get("or"), scope)]
    number = own_id(fields, scope) or reader.number()
    offers = [(option(reader.key(f"{side}-{number}")), code) for side, code in zip(("either", "or"), codes)]
    for offer, code in offers:
        reader.labels[offer.key] = code.says
        reader.unsaid.add(offer.key)
    ask = question(scope, "choose", answerer(reader, fields, scope))
    deeds = {offer: play_of(code) for offer, code in offers}

    def possible(g: Any, c: Cause) -> list[Option]:
        return [offer for offer, code in offers if code.can is None or code.can(g, c)]

    def run(g: Any, c: Cause) -> Play[None]:
        options = possible(g, c)
        if options:
            yield from deeds[(yield ask(g, c, options))](g, c)

    who = asked_says(reader, fields, scope)
    says = (f"{who} chooses: " if who else "") + "; or ".join([code.says for code in codes])
    return playing(run, says, lambda g, c: bool(possible(g, c)))


@control("pay")
def pay(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A cost, and what it buys. What cannot be paid in full is not paid at all."""
    words_of("pay", fields, scope, "then", "else")
    node = needed("pay", fields, scope, "a cost")
    if node is None:
        return None
    costs = [reader.step(item, scope) for item in (node.items if isinstance(node, Items) else [node])]
    read = [cost for cost in costs if cost is not None]
    for cost, item in zip(costs, node.items if isinstance(node, Items) else [node]):
        if cost is not None and cost.can is None:
            scope.problems.add("E311", item.where, f"{cost.says!r} cannot be a cost: it can always be done")
    names = [code.word for code in read if code.word]
    if len(set(names)) < len(names):
        scope.problems.add("E311", node.where, "two costs of one sort: add them up, so that both can be paid")
    then, other = reader.block(fields.get("then"), scope), reader.block(fields.get("else"), scope)
    cost = in_order(read)
    can, pays, plays, else_plays = cost.can, play_of(cost), play_of(then), play_of(other)
    if can is None:
        return None

    worth = all_of([can] if then.can is None else [can, then.can])

    def run(g: Any, c: Cause) -> Play[None]:
        if worth is None or worth(g, c):
            yield from pays(g, c)
            yield from plays(g, c)
        else:
            c.declined = other is NOTHING
            yield from else_plays(g, c)

    price = " and ".join([code.says for code in read])
    says = f"{price}, and then: {then.says}" if then is not NOTHING else price
    says += f"; if that cannot be paid: {other.says}" if other is not NOTHING else ""
    return playing(run, says, worth if other is NOTHING else None)


@control("must")
def must(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that have to be carried out if they can be; `else` says what happens if not."""
    words_of("must", fields, scope, "else")
    node = needed("must", fields, scope, "instructions")
    if node is None:
        return None
    code, other = reader.block(node, scope), reader.block(fields.get("else"), scope)
    can, plays, else_plays = code.can, play_of(code), play_of(other)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from plays(g, c) if can is None or can(g, c) else else_plays(g, c)

    says = f"if possible, {code.says}" + (f"; if not: {other.says}" if other is not NOTHING else "")
    return playing(run, says)


@control("let")
def let(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A name for some things as they are now, for the instructions that follow in `do`."""
    words_of("let", fields, scope, "be", "do")
    name, be = first(fields), fields.get("be")
    if not isinstance(name, Scalar) or not name.text.isidentifier() or name.text in scope.variables:
        scope.problems.add("E206", fields.where, "'let' gives a name that means nothing else")
        return None
    if be is None:
        scope.problems.add("E302", fields.where, "'let' needs 'be'")
        return None
    many = reader.any_things(be, scope)
    if many is None:
        return None
    key = name.text
    inner = scope.within(**{key: Variable(many.type, f"the {key}", lambda g, c: c.named[key])})
    code = reader.block(fields.get("do"), inner)
    every, play = many.run, play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        c.named[key] = list(every(g, c))
        yield from play(g, c)

    return playing(run, f"the {key} are {many.says}. {code.says[:1].upper()}{code.says[1:]}", code.can)


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
    key = name.text
    inner = scope.within(**{key: Variable(Type(AMOUNT), "that number", lambda g, c: c.named[key])})
    code = reader.block(fields.get("do"), inner)
    if most is None or (from_node is not None and least is None):
        return None
    ask, play = question(scope, "amount", answerer(reader, fields, scope)), play_of(code)
    lowest, highest = least.run if least is not None else lambda g, c: 0, most.run

    def run(g: Any, c: Cause) -> Play[None]:
        low = lowest(g, c)
        high = min(highest(g, c), low + MOST_NUMBERS)
        if low <= high:
            choice = yield ask(g, c, [option(str(n)) for n in range(low, high + 1)])
            c.named[key] = int(choice.key)
            yield from play(g, c)

    between = f"{least.says if least is not None else 0} to {most.says}"
    return playing(run, f"choose a number, {between}. {code.says[:1].upper()}{code.says[1:]}")


@control("pick")
def pick(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Somebody chooses among some things; `it` is the chosen one in `do`; `else` if there is nothing."""
    words_of("pick", fields, scope, "as", "acts", "do", "else", "by", "up_to", "count")
    if fields.get("up_to") is not None and fields.get("count") is not None:
        scope.problems.add("E303", fields.place_of("count"), "either 'count' or 'up_to'")
    many, inner = things(reader, fields, scope, "pick")
    if many is None:
        return None
    code, other = reader.block(fields.get("do"), inner), reader.block(fields.get("else"), scope)
    up_to = fields.get("up_to")
    count = up_to or fields.get("count")
    amount = reader.expression(Type(AMOUNT), count, scope) if count is not None else None
    how_many = amount.run if amount is not None else lambda g, c: 1
    may_stop = up_to is not None
    ask, all_things = question(scope, "pick", answerer(reader, fields, scope)), many.run
    choosing = one_by_one(turned_to(play_of(code), fields, scope, many), ask, many.type.kind.key, may_stop)
    else_plays = play_of(other)

    def run(g: Any, c: Cause) -> Play[None]:
        left = list(all_things(g, c))
        yield from choosing(g, c, left, how_many(g, c)) if left else else_plays(g, c)

    def can(g: Any, c: Cause) -> bool:
        return len(all_things(g, c)) >= (1 if may_stop else max(1, how_many(g, c)))

    number = f"{'up to ' if may_stop else ''}{amount.says} of" if amount else "one of"
    who = asked_says(reader, fields, scope)
    says = f"{f'{who} chooses' if who else 'choose'} {number} {many.says}: {code.says}"
    says += f"; if there are none: {other.says}" if other is not NOTHING else ""
    return playing(run, says, can if other is NOTHING else None)


Choosing: TypeAlias = Callable[[Any, Cause, list[Any], int], Play[None]]


def one_by_one(play: Plays, ask: Asking, key_of: Callable[[Any], str], may_stop: bool) -> Choosing:
    """Choose among things that are left, one after the other, and do something with each."""

    def run(g: Any, c: Cause, left: list[Any], count: int) -> Play[None]:
        before = c.it
        for _ in range(count):
            options: list[Option] = []
            for thing in left:
                offer = option(key_of(thing))
                if offer not in options:
                    options.append(offer)
            c.left -= 1
            if not options or not go_round(g, c):
                break
            choice = yield ask(g, c, [*options, NO] if may_stop else options)
            if choice is NO:
                c.declined = True
                break
            c.it = next(thing for thing in left if key_of(thing) == choice.key)
            left.remove(c.it)
            yield from play(g, c)
        c.it = before

    return run


@control("limit")
def limit(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Instructions that are carried out once in a turn, phase or chapter."""
    words_of("limit", fields, scope, "do")
    node = needed("limit", fields, scope, "how often")
    if node is None:
        return None
    how_long = word_in(node, scope.language.scopes, "the scope", scope)
    code = reader.block(fields.get("do"), scope)
    if how_long is None:
        return None
    number, play = reader.mark(), play_of(code)

    def run(g: Any, c: Cause) -> Play[None]:
        yield from once(g, how_long, c, number, play)

    def can(g: Any, c: Cause) -> bool:
        return not is_used(g, how_long, c, number) and (code.can is None or code.can(g, c))

    return playing(run, f"once a {how_long}: {code.says}", can)


@control("run")
def run_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """The instructions of a named sequence."""
    words_of("run", fields, scope)
    node = text_of("run", fields, scope, "the name of a sequence")
    if node is None:
        return None
    name = node.text
    scope.sequences.append((name, node.where))
    found = scope.named

    def run(g: Any, c: Cause) -> Play[None]:
        yield from play_of(found[name])(g, c)

    return playing(run, f"do as “{name}” says")


@control("tell")
def tell_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Words that everybody at the table reads."""
    words_of("tell", fields, scope)
    node = text_of("tell", fields, scope, "a text")
    if node is None:
        return None
    key = reader.key(f"says-{reader.number()}")
    reader.texts[key] = node.text
    rule = scope.language.rule
    return doing(lambda g, c: tell(g, "a card says", -1, rule, (key,)), f"“{node.text.strip()}”")


@control("cancel")
def cancel(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """What is about to happen does not happen."""
    words_of("cancel", fields, scope)
    node = first(fields)
    if node is not None and not (isinstance(node, Scalar) and node.value is None):
        scope.problems.add("E303", node.where, "'cancel' takes nothing")
    if not scope.event:
        scope.problems.add("E310", fields.where, "only `instead` can cancel something, before it happens")
        return None

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.cancelled = True

    return doing(run, "it does not happen")


@control("change")
def change(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """A fact of what is about to happen becomes another."""
    words_of("change", fields, scope, "to")
    node = needed("change", fields, scope, "a fact")
    if not scope.event:
        scope.problems.add("E310", fields.where, "only `instead` can change something, before it happens")
        return None
    facts = scope.language.events[scope.event]
    name = word_in(node, list(facts), "the fact", scope) if node is not None else None
    to = fields.get("to")
    if to is None:
        scope.problems.add("E302", fields.where, "'change' needs 'to'")
    if name is None or to is None:
        return None
    other = reader.expression(facts[name], to, scope)
    if other is None:
        return None
    amount = other.run

    def run(g: Any, c: Cause) -> None:
        if c.event is not None:
            c.event.facts[name] = amount(g, c)

    return doing(run, f"the {name} becomes {other.says}")


@control("for")
def for_(reader: Reader, fields: Fields, scope: Scope) -> Code | None:
    """Something that is in force until a turn, phase or chapter ends."""
    words_of("for", fields, scope, "while", "when", "instead")
    node = needed("for", fields, scope, "how long")
    if node is None:
        return None
    how_long = word_in(node, scope.language.scopes, "the scope", scope)
    found, says = standing(reader, fields, scope)
    if len(fields.pairs) == 1:
        scope.problems.add("E302", fields.where, "'for' needs 'while', 'when' or 'instead'")
    if how_long is None:
        return None

    def run(g: Any, c: Cause) -> None:
        enter(g, c.card, c.me, found, how_long, c)

    return doing(run, f"until the {how_long} ends, {says}")


def standing(reader: Reader, fields: Fields, scope: Scope) -> tuple[Standing, str]:
    """What `while:`, `when:` and `instead:` say, and how it is printed."""
    says: list[str] = []
    whiles: list[Modifier] = []
    for node in listed(fields.get("while")):
        modifier = read_modifier(reader, node, scope, says)
        if modifier is not None:
            whiles.append(modifier)
    whens = [read_hook(reader, node, scope, "on", says) for node in listed(fields.get("when"))]
    insteads = [read_hook(reader, node, scope, "of", says) for node in listed(fields.get("instead"))]
    found = Standing(
        tuple(whiles),
        tuple([hook for hook in whens if hook is not None]),
        tuple([hook for hook in insteads if hook is not None]),
    )
    return found, sentences(says) if says else ""


def listed(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, Items) else [node]


def read_modifier(reader: Reader, node: Node, scope: Scope, says: list[str]) -> Modifier | None:
    """`{stack_limit: -1}` or `{cost: {set: 2}, if: …, who: …}`."""
    if not isinstance(node, Fields) or not node.pairs:
        scope.problems.add("E203", node.where, "a modifier is written {the number: how it changes}")
        return None
    name, how = node.pairs[0]
    if name.text == BAN:
        return read_ban(reader, node, scope, says)
    query = scope.language.queries.get(name.text)
    if query is None:
        scope.problems.unknown("E309", name.where, "the number", name.text, scope.language.queries)
        return None
    whom_type, query_says = query
    words_of(name.text, node, scope, "if", "who")
    inner = scope.within(it=Variable(whom_type, called("it", whom_type), it))
    way = "add"
    if isinstance(how, Fields):
        if len(how.pairs) != 1:
            scope.problems.add("E203", how.where, f"one way to change it: {', '.join(WAYS)}")
            return None
        found = word_in(how.pairs[0][0], list(WAYS), "the way", scope)
        if found is None:
            return None
        way, how = found, how.pairs[0][1]
    amount = reader.expression(Type(AMOUNT), how, inner)
    test = condition(reader, node, inner)
    who = node.get("who")
    whom = reader.expression(Type(whom_type.kind, many=True), who, scope) if who is not None else None
    if amount is None:
        return None
    says.append(_modifier_says(query_says, way, amount, whom, test))
    return Modifier(name.text, WAYS[way], amount.run, test.run if test else None, whom.run if whom else None)


def read_ban(reader: Reader, node: Fields, scope: Scope, says: list[str]) -> Modifier | None:
    """`{forbid: something, if: …, who: …}`."""
    words_of(BAN, node, scope, "if", "who")
    ban = word_in(node.pairs[0][1], list(scope.language.bans), "what is forbidden:", scope)
    if ban is None:
        return None
    whom_type, ban_says = scope.language.bans[ban]
    test = condition(reader, node, scope.within(it=Variable(whom_type, called("it", whom_type), it)))
    who = node.get("who")
    whom = reader.expression(Type(whom_type.kind, many=True), who, scope) if who is not None else None
    says.append(ban_says + (f" by {whom.says}" if whom else "") + (f" if {test.says}" if test else ""))
    return Modifier(
        f"{BAN} {ban}", WAYS["set"], lambda g, c: 1, test.run if test else None, whom.run if whom else None
    )


def _modifier_says(query: str, way: str, amount: Expr, whom: Expr | None, test: Expr | None) -> str:
    if way == "add":
        less = amount.says.startswith("-")
        how = f"{query} is {amount.says.lstrip('-')} {'lower' if less else 'higher'}"
    else:
        how = f"{query} is {BOUND.get(way, '')}{amount.says}"
    return how + (f" for {whom.says}" if whom else "") + (f" if {test.says}" if test else "")


def read_hook(reader: Reader, node: Node, scope: Scope, key: str, says: list[str]) -> Hook | None:
    """`{on: event, if: …, limit: turn, do: […]}`; `of:` instead of `on:` before it happens."""
    event = node.get(key) if isinstance(node, Fields) else None
    if not isinstance(node, Fields) or event is None:
        scope.problems.add("E203", node.where, f"this is written {{{key}: an event, do: instructions}}")
        return None
    for name, _ in node.pairs:
        if name.text not in (key, "if", "limit", "do"):
            scope.problems.unknown("E202", name.where, "the word", name.text, (key, "if", "limit", "do"))
    text = event.text if isinstance(event, Scalar) else ""
    if text not in scope.language.events:
        scope.problems.unknown("E308", event.where, "the event", text, scope.language.events)
        return None
    inner = scope.in_event(text, has_happened=key == "on")
    test = condition(reader, node, inner)
    how_often = node.get("limit")
    limited = word_in(how_often, scope.language.scopes, "the scope", scope) if how_often is not None else ""
    if node.get("do") is None:
        scope.problems.add("E302", node.where, "what is to be done? 'do' is missing")
    reader.depth += 1
    code = reader.block(node.get("do"), inner)
    reader.depth -= 1
    when = scope.language.event_says[text]
    start = "after" if key == "on" else "before"
    often = f"once a {limited}, " if limited else ""
    says.append(f"{often}{start} {when}" + (f", if {test.says}" if test else "") + f": {code.says}")
    return Hook(text, test.run if test else None, play_of(code), limited or "", reader.mark())
