"""How a game of Dice Upon a Time stands, and what comes to mind first: to walk to quests and do them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from foldtale.games.grimm.content import Content, value_of
from foldtale.games.grimm.language import TOKENS
from foldtale.games.grimm.options import (
    COMPLETE,
    DECK,
    DONE_NOW,
    FETCH,
    FIDDLE,
    FULFIL,
    LIFT,
    MOVE,
    NO,
    PASS,
    PLACE,
    PLAY,
    RABBIT,
    RIDE,
    STAY,
    TAKE_TOKEN,
    USE,
    WITH,
)
from foldtale.games.grimm.rules.game import LEVELS, counting, main_ap
from foldtale.games.grimm.state import QUEST_LIMIT, Tale
from foldtale.kernel.game import Outcome
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask, Option

NEVER: Final = ("trade", "back", "pass on")
"""Bots make no offers, think no second time about a placement, and pass only if they must."""
LONG: Final = 8
AT_LEAST: Final = 2
"""Chapters that a game without a fixed number of them is taken to have, and to have left at any time."""
A_CHAPTER: Final = 5
"""Turns of a chapter."""
A_STEP: Final = {1: 1.0, 2: 1.0, 3: 1.05, 4: 1.15, 5: 1.35, 6: 2.2}
"""Turns that it takes to cross a route, by its value."""
AGAIN: Final = 2.0
"""Turns that it takes to come back to a field for another token."""
SOONER: Final = 0.03
"""How much less a quest is worth for each turn that it still takes, however many turns are left."""
STEEP: Final = 50.0
SLOPE: Final = 1.3
NEXT: Final = 0.6
"""How sharply a quest becomes unlikely when time runs out; how much of its time is lost for the next one."""
A_TOKEN: Final = 0.12
MOST_TOKENS: Final = 4
A_MAGIC: Final = 0.35
A_RABBIT: Final = 0.3
A_SNAKE: Final = 0.4
A_FOX: Final = 0.2
A_SPARE: Final = 0.25
"""What a token, a Magic Item, the rewards of the Forest Spirits and room for a quest are worth, in AP."""
A_DIE: Final = 0.05
"""What a point of a die is worth, in AP: the small ones go first."""
AT_EASE: Final = 0.01
SPIRIT_SOCKETS: Final = 5
SURE: Final = 0.6
A_TURN: Final = 0.3
"""How far off the end of a game is: with many turns left a lead means less."""
ODDS: Final = 1.7
REASONS: Final = {
    "ap": Reason("you are {0:n AP|AP} further ahead", "you are {0:n AP|AP} further behind"),
    "quests": Reason("your quests are closer to being done", "your quests are further from being done"),
    "things": Reason("you have more to use later", "you have less to use later"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


# The map


@lru_cache(maxsize=8)
def ways(content: Content) -> dict[str, dict[str, float]]:
    """Return how many turns it takes from each field to each other, by the values of the routes.

    Who arrives at a Steed may jump to any other.
    """
    steps: dict[str, dict[str, float]] = {field: {} for field in content.walkable}
    for field in content.walkable:
        for socket, to in content.routes[field]:
            turns = A_STEP[content.spots[socket].value]
            for end in content.steeds if to in content.steeds else (to,):
                if end != field:
                    steps[field][end] = min(turns, steps[field].get(end, 99.0))
    found = {}
    for start in content.walkable:
        known = {start: 0.0}
        edge = [start]
        while edge:
            field = min(edge, key=lambda one: known[one])
            edge.remove(field)
            for to, turns in steps[field].items():
                if known[field] + turns < known.get(to, 99.0):
                    known[to] = known[field] + turns
                    edge.append(to)
        found[start] = known
    return found


@lru_cache(maxsize=8)
def sources(content: Content) -> tuple[str, ...]:
    """Return the fields that give each type of token."""
    gives = {content.fields[field].gives: field for field in content.walkable}
    return tuple([gives[token] for token in TOKENS])


@lru_cache(maxsize=200_000)
def turns_for(content: Content, quest: str, field: str, tokens: tuple[int, int, int], carried: bool) -> float:
    """Return how many turns a quest takes about from a field on, with these tokens."""
    body = content.body(quest)
    way = ways(content)
    if body.sort == "fetch" and not carried:
        first = way[field][body.from_]
        return first + min([way[body.from_][at] for at in body.needs.at])
    needs = body.needs
    missing = [max(0, n - have) for n, have in zip(needs.price, tokens, strict=True)]
    wanted = [sources(content)[at] for at, n in enumerate(missing) if n]
    again = AGAIN * (sum(missing) - len(wanted))
    if not wanted:
        return min([way[field][at] for at in needs.at]) if needs.at else 0.0
    best = 99.0
    for order in permutations(wanted):
        here, turns = field, again
        for source in order:
            turns += way[here][source] or AGAIN
            here = source
        if needs.at:
            turns += min([way[here][at] for at in needs.at])
        best = min(best, turns)
    return best


def turns_left(g: Tale, seat: int) -> float:
    """Return how many turns a seat has left in the whole game, about."""
    chapters = g.setup.chapters - g.chapter if g.setup.chapters else max(AT_LEAST, LONG - g.chapter)
    now = 0 if g.passed[seat] else len(g.pools[seat]) - g.pools[seat].count(0) + g.rabbits[seat]
    return float(now + A_CHAPTER * chapters)


def hopes(
    g: Tale, seat: int, field: str, tokens: tuple[int, int, int], turns: float, quests: Sequence[str]
) -> float:
    """Return how many AP a seat will still make of these quests, from a field on."""
    content, carried = g.content, g.carried
    found = []
    for quest in quests:
        ap = content.cards[quest].body.ap
        cost = turns_for(content, quest, field, tokens, carried.get(quest, -1) == seat)
        found.append((cost / ap, cost, ap))
    found.sort()
    total = 0.0
    for _, cost, ap in found:
        if cost <= 0:
            total += ap
        elif turns > 0:
            total += ap * max(0.2, 1 - SOONER * cost) / (1 + math.exp(min(STEEP, SLOPE * (cost - turns))))
            turns -= NEXT * cost
    return total


def curses_and_sides(g: Tale, seat: int) -> float:
    """Return what the Story cards of a seat count now: Side Quests that hold, less Curses."""
    minis = len([card for card in g.kept(seat) if g.content.kind(card) == "mini"])
    return sum([ap for _, ap in counting(g, seat)]) + A_SPARE * minis


def things(g: Tale, seat: int, turns: float) -> float:
    """Return what a seat can use later: tokens, Magic Items, Forest Spirits, room for quests, dice."""
    worth = A_TOKEN * min(MOST_TOKENS, sum(g.tokens[seat]))
    if turns > 1:
        worth += A_MAGIC * len(g.magic.rows[seat]) + A_RABBIT * g.rabbits[seat] * (turns > 2)
        if not g.coop:
            worth += A_SPARE * min(QUEST_LIMIT - 1, len(g.active_quests(seat))) * (turns > A_CHAPTER)
    if turns >= A_CHAPTER:
        worth += A_RABBIT * (g.top_owner("rabbit") == seat) + A_SNAKE * (
            g.top_owner("snake") == seat or g.snake_to == seat
        )
        worth += A_FOX * len(
            [
                1
                for stack, spot in zip(g.stacks, g.content.spots, strict=True)
                if spot.spirit == "fox" and stack and stack[0][0] == seat
            ]
        )
    worth += A_DIE * 0.5 * sum([value_of(face) for face in g.pools[seat] if face]) if turns else 0
    return worth


# How it stands


def progress(g: Tale, seat: int) -> Sequence[Share]:
    """By AP, quests that can still be done, and things to use later, beside the best of the others."""
    if g.coop:
        return progress_of_team(g)
    stands = []
    for one in range(g.players):
        left = turns_left(g, one)
        ap = main_ap(g, one) + curses_and_sides(g, one)
        quests = hopes(g, one, g.at[one], g.tokens[one], left, g.active_quests(one))
        stands.append((ap, quests, things(g, one, left), left))
    mine = stands.pop(seat)
    best = max(stands, key=lambda other: other[0] + other[1] + other[2])
    a_point = ODDS / math.sqrt(SURE + A_TURN * (mine[3] + best[3]))
    ap, quests, more = mine[0] - best[0], mine[1] - best[1], mine[2] - best[2]
    return weighed(
        1 / g.players,
        ("ap", ap * a_point, ap),
        ("quests", quests * a_point, quests),
        ("things", more * a_point, more),
    )


def progress_of_team(g: Tale) -> Sequence[Share]:
    """By the share of the AP for the highest level that the team has or can still reach."""
    full = LEVELS[g.players][-1]
    quests = g.active_quests(0)
    hoped = extra = 0.0
    for seat in range(g.players):
        left = turns_left(g, seat)
        mine = quests[seat :: g.players]
        hoped += hopes(g, seat, g.at[seat], g.tokens[seat], left, mine)
        extra += things(g, seat, left)
    ap = main_ap(g, 0) + curses_and_sides(g, 0)
    total = max(full, ap + hoped + extra, 1)
    return (
        Share("ap", max(0.0, ap) / total, ap),
        Share("quests", hoped / total, hoped),
        Share("things", extra / total, extra),
    )


def worth(g: Tale, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth: a share of a win, or for a team its part of the highest level."""
    if g.coop:
        return min(1.0, max(0, outcome.scores[seat]) / LEVELS[g.players][-1])
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def together(setup: Any) -> bool:
    return bool(setup.mode == "together")


# What comes to mind first


def prospects(g: Tale, seat: int, field: str, turns: float) -> float:
    """Return what a seat could hope for if it arrived at a field now."""
    content = g.content
    tokens = g.tokens[seat]
    quests = g.active_quests(seat)
    kind = content.fields[field].kind
    extra = 0.0
    if kind == "resource":
        at = TOKENS.index(content.fields[field].gives or "")
        tokens = (tokens[0] + (at == 0), tokens[1] + (at == 1), tokens[2] + (at == 2))
        extra = A_TOKEN if sum(tokens) <= MOST_TOKENS else 0.0
    elif kind == "magic" and g.deal.magic:
        extra = A_MAGIC
    elif kind in ("town", "king") and not g.coop and turns > 2:
        extra = min(0.8, 0.08 * turns) * max(0, QUEST_LIMIT - len(quests)) / QUEST_LIMIT * 2
    elif kind == "steed":
        return max([hopes(g, seat, steed, tokens, turns, quests) for steed in content.steeds])
    return hopes(g, seat, field, tokens, turns, quests) + extra


def chosen_by_turn(g: Tale, ask: Ask) -> list[float]:
    """Return how promising each option of a turn is: to walk towards the next quest with a small die."""
    seat, content = ask.seat, g.content
    here = g.at[seat]
    turns = turns_left(g, seat) - 1
    stay = hopes(g, seat, here, g.tokens[seat], turns, g.active_quests(seat))
    onward = dict(content.routes[here])
    gains: dict[str, float] = {}
    for to in onward.values():
        if to not in gains:
            gains[to] = max(stay, prospects(g, seat, to, turns))
    pool, place, spots = g.pools[seat], content.place, content.spots
    deal = g.deal
    spirits = {"rabbit": A_RABBIT, "snake": A_SNAKE, "fox": A_FOX, "wolf": 0.15} if turns >= A_CHAPTER else {}
    scores = []
    for option in ask.options:
        if option not in PLACE:
            scores.append(other_score(option, gains, g, seat, stay, turns))
            continue
        named, spot = PLACE.parts(option)
        die, socket = content.dice.index(named), place[spot]
        face = pool[die]
        score = -A_DIE * (face if isinstance(face, int) else 6)
        to = onward.get(socket, "")
        if to:
            score += gains[to]
            if face == "double" and content.fields[to].kind == "resource":
                score += 0.5
        else:
            score += stay + spirits.get(spots[socket].spirit, 0.0)
        if face == "magic" and deal.magic:
            score += A_MAGIC
        scores.append(score)
    return scores


def other_score(
    option: Option, gains: dict[str, float], g: Tale, seat: int, stay: float, turns: float
) -> float:
    """Return how promising it is to do something else than to place a die."""
    if option in RABBIT:
        (to,) = RABBIT.parts(option)
        found = gains.get(to)
        return (prospects(g, seat, to, turns + 1) if found is None else found) - A_RABBIT
    if option in PLAY or option in USE or option in WITH:
        return stay - 0.1
    return stay - 3.0


def prior(g: Tale, ask: Ask) -> Sequence[float]:
    """Return how promising the options of a turn are; of other questions nothing."""
    return chosen_by_turn(g, ask) if ask.topic == "turn" else ()


def reflex(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Walk towards quests, do them, take what there is, and answer others half of the time."""
    quick = QUICK.get(ask.topic)
    if quick is not None:
        return quick(g, ask, draw)
    if ask.options[0] is PASS:
        return 0 if draw() < 0.5 else int(draw() * len(ask.options))
    return int(draw() * len(ask.options))


def turn_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Walk where most quests come near, with the smallest die that will do; else to a Forest Spirit."""
    seat, content, options = ask.seat, g.content, ask.options
    here = g.at[seat]
    turns = turns_left(g, seat) - 1
    pool, put = g.pools[seat], content.put
    dice = sorted([(value_of(face), die) for die, face in enumerate(pool) if face])
    targets = [(hopes(g, seat, here, g.tokens[seat], turns, g.active_quests(seat)) + AT_EASE, -1)]
    seen: dict[str, float] = {}
    for socket, to in content.routes[here]:
        if to not in seen:
            seen[to] = prospects(g, seat, to, turns)
        targets.append((seen[to], socket))
    targets.sort(reverse=True)
    for gain, socket in targets:
        if socket < 0:
            break
        for _, die in dice:
            if put[die][socket] in options:
                return options.index(put[die][socket])
        if g.rabbits[seat]:
            for _, to in content.routes[here]:
                if seen[to] == gain and RABBIT(to) in options:
                    return options.index(RABBIT(to))
    spirits = list(range(len(content.spots) - SPIRIT_SOCKETS, len(content.spots)))
    at = int(draw() * len(spirits))
    for socket in spirits[at:] + spirits[:at]:
        for _, die in dice:
            if put[die][socket] in options:
                return options.index(put[die][socket])
    return int(draw() * len(options))


def move_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Go on if that is better than to stay."""
    seat = ask.seat
    turns = turns_left(g, seat)
    best = hopes(g, seat, g.at[seat], g.tokens[seat], turns, g.active_quests(seat))
    found = ask.options.index(STAY) if STAY in ask.options else 0
    for at, option in enumerate(ask.options):
        for verb in (MOVE, RIDE, FIDDLE):
            if option in verb:
                gain = prospects(g, seat, *verb.parts(option), turns)
                if gain > best:
                    best, found = gain, at
    return found


def quests_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Do whatever can be done, the dearest first; then end the turn."""
    found, most = -1, 0.0
    for at, option in enumerate(ask.options):
        if option in COMPLETE or option in FETCH:
            (quest,) = (COMPLETE if option in COMPLETE else FETCH).parts(option)
            ap = float(g.content.cards[quest].body.ap)
        elif option in FULFIL or option in LIFT:
            ap = 0.9
        elif option is DONE_NOW:
            ap = 0.1
        else:
            continue
        if ap > most:
            found, most = at, ap
    return max(0, found)


def deck_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Take dear quests while there is time."""
    wanted = 2 if turns_left(g, ask.seat) < A_CHAPTER else 3 if draw() < 0.5 else 2
    for at, option in enumerate(ask.options):
        if DECK.parts(option) == (wanted,):
            return at
    return int(draw() * len(ask.options))


def first(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    return 0


def token_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Take the token that brings quests nearest."""
    seat, quests = ask.seat, g.active_quests(ask.seat)
    turns = turns_left(g, seat)
    best, found = -1.0, 0
    for at, option in enumerate(ask.options):
        if option is NO:
            continue
        tokens = list(g.tokens[seat])
        if option in TAKE_TOKEN:
            tokens[TOKENS.index(*TAKE_TOKEN.parts(option))] += 1
        gain = hopes(g, seat, g.at[seat], (tokens[0], tokens[1], tokens[2]), turns, quests)
        if gain > best:
            best, found = gain, at
    return found


def quest_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Return the place of the quest to keep, which promises most, or to give up, which promises least."""
    seat = ask.seat
    turns = turns_left(g, seat)
    keys = [option.key for option in ask.options]
    if not all(key in g.content.cards for key in keys):
        return int(draw() * len(keys))
    gains = [hopes(g, seat, g.at[seat], g.tokens[seat], turns, [key]) for key in keys]
    return gains.index(max(gains) if ask.topic == "keep quest" else min(gains))


def draw_quest_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Draw while there is room and time for one more."""
    full = len(g.active_quests(ask.seat)) >= QUEST_LIMIT and bool(g.setup.chapters)
    return int(full or turns_left(g, ask.seat) < 3)


def wolf_of(g: Tale, ask: Ask, draw: Callable[[], float]) -> int:
    """Give up the smallest die."""
    pool, dice = g.pools[ask.seat], g.content.dice
    shown = [value_of(pool[dice.index(option.key)]) if option.key in dice else 0 for option in ask.options]
    return shown.index(min(shown))


QUICK: Final[dict[str, Callable[[Tale, Ask, Callable[[], float]], int]]] = {
    "turn": turn_of,
    "move": move_of,
    "steed": move_of,
    "asleep": move_of,
    "quests": quests_of,
    "deck": deck_of,
    "draw magic": first,
    "double": first,
    "draw quest": draw_quest_of,
    "take": token_of,
    "keep quest": quest_of,
    "under": quest_of,
    "too many": quest_of,
    "wolf": wolf_of,
    "two dice": wolf_of,
}
"""What to do at each question that one need not think about for long."""
