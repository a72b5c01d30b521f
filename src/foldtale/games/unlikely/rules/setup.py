"""The setup of a quest. UH-006 to UH-043, UH-298 and UH-Q96."""

from __future__ import annotations

from foldtale.games.unlikely.options import HERO, ITEM, SEAT
from foldtale.games.unlikely.rules import blessings, chapters, exploration
from foldtale.games.unlikely.rules.backpacks import gain_item, refuse_new, reveal_item
from foldtale.games.unlikely.rules.energy import charge
from foldtale.games.unlikely.rules.found import join_force
from foldtale.games.unlikely.state import Hero, UnlikelyState, enforce
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import ALL, Ask, Play, tell


def choose_heroes(g: UnlikelyState) -> Play[None]:
    """Each seat a hero, in one variant. UH-009, UH-011, UH-014, UH-017, UH-022 to UH-025 and UH-034."""
    seat = len(g.heroes)
    if seat == g.mode.heroes:
        g.step = "traits"
        return
    taken = [g.content.hero_of(hero.card) for hero in g.heroes]
    offers = [card for card in available(g, "hero") if g.content.hero_of(card) not in taken]
    choice = yield g.asks(seat, "hero", [*map(HERO, offers)], "UH-009", seat + 1)
    (card,) = HERO.parts(choice)
    g.heroes = (*g.heroes, Hero(card))
    note_chosen(g, card)
    tell(g, "plays", g.player(seat), "UH-009", (card,))


def available(g: UnlikelyState, kind: str) -> list[str]:
    """The starting cards of a kind that can be chosen in this quest. UH-010, UH-022, UH-023 and UH-025."""
    return g.content.starting(kind, g.mode.quest, g.mode.record.unlocked)


def note_chosen(g: UnlikelyState, card: str) -> None:
    """A chosen starting card counts as revealed. UH-015 and UH-Q11."""
    g.chosen = (*g.chosen, card)
    g.revealed = (*g.revealed, card)


def choose_items(g: UnlikelyState) -> Play[None]:
    """Each hero a starting item, hero charged first. UH-010, UH-012 to UH-016, UH-026, UH-Q10 and UH-Q96."""
    begin_charging(g)
    for seat in range(len(g.heroes)):
        charge(g, g.heroes[seat].card)
        join_force(g, seat)
        offers = [card for card in available(g, "item") if card not in g.chosen]
        if not offers:
            continue
        choice = yield g.asks(seat, "starting item", [*map(ITEM, offers)], "UH-010", g.heroes[seat].card)
        (card,) = ITEM.parts(choice)
        note_chosen(g, card)
        g.up = (*g.up, card)
        tell(g, "takes", g.player(seat), "UH-010", (card, g.heroes[seat].card))
        yield from reveal_item(g, card, seat)
        yield from equip_at_setup(g, card, seat)
    put_out_of_play(g)
    g.step = "modules"


def begin_charging(g: UnlikelyState) -> None:
    """The clock cube and the trait cubes are reserved before any charged space is filled. UH-Q96."""
    g.clock = 0
    g.look_at_effects()


def equip_at_setup(g: UnlikelyState, card: str, seat: int) -> Play[None]:
    """Special setup instructions first; else a side, or the item is refused. UH-012, UH-016 and UH-Q103."""
    special = g.item(card).setup
    if special is not None:
        yield from perform(g, special, Cause(seat, card))
        if card in g.up:
            yield from refuse_new(g, card, seat)
    else:
        yield from gain_item(g, card, seat)


def put_out_of_play(g: UnlikelyState) -> None:
    """Starting cards that were not chosen are out of play, unlocked ones included. UH-013 and UH-026."""
    left = [
        card.id
        for card in g.content.of_kind("hero", "item")
        if card.body.starting
        and card.id not in g.chosen
        and (card.body.back is None or card.id in g.mode.record.unlocked)
    ]
    g.aside = (*g.aside, *left)


def set_up_modules(g: UnlikelyState) -> Play[None]:
    """Blessed and cursed luck and items, and the exploration pile. UH-248, UH-272, UH-281 and UH-Q96."""
    yield from blessings.bless_luck(g)
    yield from blessings.deal_items(g)
    yield from exploration.open_pile(g)
    g.step = "story"


def begin_story(g: UnlikelyState) -> Play[None]:
    """Chapter 1 is read and set up; then the group says who is first. UH-035 to UH-043 and UH-298."""
    enforce(g, g.content.clock_card, None, g.content.clock.standing)
    yield from chapters.start_chapter(g, 1)
    choice = yield Ask(
        ALL, "first", [SEAT(seat + 1) for seat in range(len(g.heroes))], "UH-043", voice=g.voice
    )
    g.active = g.first = SEAT.parts(choice)[0] - 1
    tell(g, "first", g.player(g.active), "UH-043", (g.heroes[g.active].card,))
    yield from chapters.check(g)
    g.step = "begin"
