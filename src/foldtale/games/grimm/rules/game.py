"""A whole game: setting up, chapter after chapter, and the score.

GR-001 to GR-021, GR-160 to GR-163, GR-168 to GR-178, GR-Q02 to GR-Q05, GR-Q118 to GR-Q125, GR-Q129,
GR-Q130, GR-Q135, GR-Q136.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from foldtale.games.grimm.rules.chapters import close_chapter, open_chapter
from foldtale.games.grimm.rules.gaining import can_draw_magic, draw_from_deck, exchange
from foldtale.games.grimm.rules.placing import die_effect
from foldtale.games.grimm.rules.turns import choose_action, choose_move, choose_quest, next_turn
from foldtale.games.grimm.state import DISPLAY, TO_COME, Tale
from foldtale.kernel.effects import Cause, enter
from foldtale.kernel.game import Outcome
from foldtale.kernel.talk import ALL, EVERYONE, REST, Chance, Play, bit, pick, tell
from foldtale.kernel.zones import draw

THUMBLING_USES: Final = {3: 2, 6: 3}
LEVELS: Final = {2: (30, 40, 50, 60), 3: (45, 60, 75, 90), 4: (60, 80, 100, 116), 5: (60, 80, 100, 116)}
"""GR-178: the lowest score of each level above the first, by the number of players."""


def main(g: Tale) -> Play[Outcome]:
    """GR-004 and GR-159: set up, then chapters of turns until the last one is over."""
    while g.step != "end":
        yield REST
        yield from STEPS[g.step](g)
    return result(g)


# Setting up


def start(g: Tale) -> Play[None]:
    """GR-021, GR-Q04, GR-Q02: who starts is drawn by lot; then characters, quests, Magic Items and Events."""
    g.starter = g.active = yield Chance("first player", range(g.players), EVERYONE)
    tell(g, "starts", g.starter, "GR-021")
    g.step = "characters"


def choose_characters(g: Tale) -> Play[None]:
    """GR-008, GR-009, GR-020, GR-Q129 and GR-Q135: clockwise from the starting player, or dealt at random."""
    g.step = "deal"
    left = g.content.of(g.deal, "character")
    useful = [card for card in left if g.content.body(card).coop or not g.coop]
    for seat in g.around(g.starter):
        if g.setup.characters == "none":
            break
        if g.setup.characters == "random":
            card = yield Chance("character", tuple(useful), EVERYONE)
        else:
            card = yield from pick(seat, "character", left, "GR-008")
        left = [other for other in left if other != card]
        useful = [other for other in useful if other != card]
        play_as(g, seat, str(card))


def play_as(g: Tale, seat: int, card: str) -> None:
    """GR-008 and GR-020."""
    g.character = [card if other == seat else now for other, now in enumerate(g.character)]
    body = g.content.body(card)
    if body.counted:
        g.thumbs[seat] = THUMBLING_USES.get(g.setup.chapters, g.setup.thumbling_uses)
    enter(g, card, seat, body.standing)
    tell(g, "plays as", seat, "GR-008", (card,))


def deal(g: Tale) -> Play[None]:
    """GR-014 to GR-018, GR-169, GR-Q03, GR-Q05 and GR-Q136: quests of one's choice, Magic Items, Events."""
    g.step = "chapter"
    if g.coop:
        for box in g.quests:
            while box.deck_size:
                yield from draw(box, DISPLAY, EVERYONE, "display")
    else:
        for seat in g.around(g.starter):
            for _ in range(g.setup.start_quests):
                quest = yield from draw_from_deck(g, seat, seat, "GR-014")
                if quest:
                    tell(g, "takes a quest", seat, "GR-014", (quest,))
    if g.deal.magic:
        for seat in g.around(g.starter):
            yield from deal_magic(g, seat)
    if g.setup.events == "face up":
        for _ in range(min(g.setup.chapters, g.events.deck_size)):
            yield from draw(g.events, TO_COME, EVERYONE, "event")


def deal_magic(g: Tale, seat: int) -> Play[None]:
    """GR-015 and GR-Q123: dealt, not drawn; a team may exchange what is no use to it."""
    for _ in range(g.setup.start_magic):
        if can_draw_magic(g):
            yield from draw(g.magic, seat, bit(seat), "deal")
            if g.coop:
                yield from exchange(g, seat, seat)
    tell(g, "is dealt Magic Items", seat, "GR-015", (g.setup.start_magic,))


STEPS: Final[dict[str, Callable[[Tale], Play[None]]]] = {
    "start": start,
    "characters": choose_characters,
    "deal": deal,
    "chapter": open_chapter,
    "turn": choose_action,
    "effect": die_effect,
    "move": choose_move,
    "quests": choose_quest,
    "next": next_turn,
    "close": close_chapter,
}
"""What comes next: the starting player; characters; cards; a chapter opens; phase 1 of a turn; 2; 3 and 4; 5;
whose turn is next; a chapter closes."""


# The score


def result(g: Tale) -> Outcome:
    """GR-001, GR-160 to GR-163, GR-176, GR-178, GR-Q52 and GR-Q118."""
    if g.coop:
        score = main_ap(g, 0) + story_ap(g, 0)
        level = level_of(g.players, score)
        tell(g, "team score", ALL, "GR-176", (score,))
        tell(g, "level", ALL, "GR-178", (level,))
        return Outcome(f"level {level}", tuple(range(g.players)), (score,) * g.players)
    totals = []
    for seat in range(g.players):
        quests, stories = main_ap(g, seat), story_ap(g, seat)
        totals.append(quests + stories)
        tell(g, "scores", seat, "GR-160", (quests, stories, quests + stories))
    best = max([rank(g, seat, total) for seat, total in enumerate(totals)])
    winners = tuple([seat for seat, total in enumerate(totals) if rank(g, seat, total) == best])
    for seat in winners:
        tell(g, "wins", seat, "GR-162", (totals[seat],))
    return Outcome("most AP", winners, tuple(totals))


def rank(g: Tale, seat: int, total: int) -> tuple[int, ...]:
    """GR-162, GR-163 and GR-Q118: the highest total; by option then more Main Quests, then more tokens."""
    if not g.setup.break_ties:
        return (total,)
    return (total, len(g.done_quests(seat)), sum(g.tokens[seat]))


def main_ap(g: Tale, seat: int) -> int:
    """GR-160: completed Main Quests."""
    return sum([g.content.body(quest).ap for quest in g.done_quests(seat)])


def story_ap(g: Tale, seat: int) -> int:
    """GR-148, GR-149, GR-161, GR-Q119 and GR-Q125: fulfilled Side Quests less remaining Curses."""
    found = counting(g, seat)
    for card, ap in found:
        if g.content.kind(card) == "side":
            tell(g, "side quest", seat, "GR-148", (card, ap))
    return sum([ap for _, ap in found])


def counting(g: Tale, seat: int) -> list[tuple[str, int]]:
    """Return the Curses of a seat and the Side Quests that are fulfilled now, with their AP."""
    found = []
    for card in g.kept(seat):
        kind, body = g.content.kind(card), g.content.body(card)
        seats = range(g.players) if g.coop else (seat,)
        if kind == "curse" or (kind == "side" and any(body.if_.run(g, Cause(one, card)) for one in seats)):
            found.append((card, body.ap))
    return found


def level_of(players: int, score: int) -> int:
    """GR-178 and GR-Q120: the lower bound of a level belongs to it."""
    return 1 + len([bound for bound in LEVELS[players] if bound <= score])
