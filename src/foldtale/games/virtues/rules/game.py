"""A whole game: setting up, then turn after turn. SV-018 to SV-038, SV-228, SV-Q06 and SV-Q07."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.rules import regrouping
from foldtale.games.virtues.rules.completing import close_row, complete, draft, fill_row
from foldtale.games.virtues.rules.endings import GAME, check_armour
from foldtale.games.virtues.rules.goes import act, end_quest_phase, go
from foldtale.games.virtues.rules.supplies import MARKETS, gain_gifts, offer_buildings, refill
from foldtale.games.virtues.rules.unnamed import unnamed
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.game import Outcome
from foldtale.kernel.talk import ALL, EVERYONE, REST, Chance, Leave, Play, bit, pick, tell
from foldtale.kernel.zones import draw


def main(g: VirtuesState) -> Play[Outcome]:
    """SV-037: set up, then turns of two phases until the game ends, at once or in the middle of a step."""
    while not g.ending:
        yield REST
        try:
            yield from STEPS[g.step](g) or ()
        except Leave as left:
            left.at(g, GAME)
    might = tuple(g.might)
    return Outcome(g.ending, g.winners, (*might, 0) if g.setup.unnamed else might)


def allot_heroes(g: VirtuesState) -> Play[None]:
    """SV-019, SV-024, SV-034, SV-038, SV-Q06, SV-Q07: the First Player; heroes are dealt or chosen."""
    seats = range(g.heroes)
    first: int = (yield Chance("first player", seats, EVERYONE)) if g.setup.first_player == "by lot" else 0
    g.order = tuple([(first + step) % g.heroes for step in seats])
    tell(g, "first player", g.first, "SV-024")
    left = g.content.heroes
    for seat in g.order:
        if g.setup.heroes == "chosen":
            hero = yield from pick(seat, "hero", left, "SV-Q06", to=EVERYONE)
        else:
            hero = yield Chance("hero", left, EVERYONE)
        left = tuple([other for other in left if other != hero])
        play_as(g, seat, str(hero))
    g.step = "deal"


def play_as(g: VirtuesState, seat: int, hero: str) -> None:
    """SV-019 and SV-020: the hero card, and what is printed on it."""
    body = g.content.body(hero)
    g.hero = tuple([hero if other == seat else card for other, card in enumerate(g.hero)])
    g.fame[seat], g.gold[seat] = body.fame, body.gold
    tell(g, "plays as", seat, "SV-019", (hero,))
    gain_gifts(g, seat, body.gifts.counts, "SV-020")


def deal(g: VirtuesState) -> Play[None]:
    """SV-022, SV-025 to SV-030, SV-032 and SV-228: sins, markets, buildings, quests with their treasures."""
    for seat in g.order:
        for _ in range(regrouping.HAND):
            yield from draw(g.sins, seat, bit(seat), "sin")
    for market in MARKETS:
        yield from refill(g, market)
    for kind in ("castle", "estate"):
        yield from offer_buildings(g, kind)
    for number in range(places.ROWS):
        yield from fill_row(g, number)
    g.turns = 1
    g.step = "go"
    tell(g, "turn", ALL, "SV-037", (g.turns,))


def finish_row(g: VirtuesState) -> Play[None]:
    """SV-184 and SV-186: the armour, the cataclysm, the rows; then the Quest Phase is over."""
    yield from close_row(g)
    check_armour(g)
    end_quest_phase(g)


STEPS: Final[Mapping[str, Callable[[VirtuesState], Play[None] | None]]] = {
    "heroes": allot_heroes,
    "deal": deal,
    "go": go,
    "act": act,
    "unnamed": unnamed,
    "complete": complete,
    "draft": draft,
    "row": finish_row,
    "awards": regrouping.score,
    "sins": regrouping.draw_sins,
    "heroes wake": regrouping.wake_heroes,
    "production": regrouping.produce,
    "treasures": regrouping.renew_treasures,
    "clear": regrouping.clear_buildings,
    "order": regrouping.new_order,
}
"""What comes next: two steps of setting up; a go and its action; a card of the Unnamed; three steps of
completing a row; the seven steps of regrouping."""
