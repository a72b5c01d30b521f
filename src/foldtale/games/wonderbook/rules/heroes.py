"""Hearts, Upgrades, Sparks, knock-outs, Destiny. WB-037 to WB-051, WB-119 to WB-121, WB-170 to WB-180."""

from __future__ import annotations

from msgspec.structs import replace

from foldtale.games.wonderbook.content import STARTING
from foldtale.games.wonderbook.language import HEROES, SIDES
from foldtale.games.wonderbook.options import LEARN, USE
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.state import CHAPTER, LOST, ON, OVER, Book
from foldtale.kernel.effects import before, enter, forbidden, happen, leave
from foldtale.kernel.talk import ALL, Ask, Leave, Play, tell


def take_part(g: Book, hero: str, seat: int) -> None:
    """WB-003 and WB-Q29: a Hero comes into play with full Hearts, no Sparks and no Items."""
    g.heroes = (*g.heroes, hero)
    g.seats = {**g.seats, hero: seat}
    g.at[hero] = ""
    g.hearts[hero] = min(g.most_hearts(hero), g.heart_supply)
    g.sparks[hero] = 0
    g.items[hero] = ()
    g.skills = {**g.skills, hero: ((hero, STARTING),)}
    skill_enters(g, hero, hero, STARTING)
    tell(g, "takes part", seat, "WB-003", (hero,))


def lose_hearts(g: Book, hero: str, count: int, rule: str = "WB-040") -> None:
    """WB-040 and WB-174: Hearts go to the supply; with the last one the Hero is knocked out."""
    lost = min(count, g.hearts[hero])
    if lost <= 0:
        return
    g.hearts[hero] -= lost
    tell(g, "loses hearts", g.seats[hero], rule, (hero, lost, g.hearts[hero]))
    if not g.hearts[hero]:
        falls(g, hero)
    look_at_goal(g)


def damage(g: Book, hero: str, count: int, rule: str = "WB-164") -> Play[None]:
    """WB-039 and WB-173: damage costs Hearts, unless cards prevent it; who lies there is dealt none."""
    if not g.hearts.get(hero):
        return
    event = yield from before(g, "hero_damaged", who=hero, damage=count)
    hero, count = event.facts["who"], event.facts["damage"]
    if count > 0 and g.hearts.get(hero) and not event.cancelled:
        lose_hearts(g, hero, count, rule)
        happen(g, "hero_damaged", who=hero, damage=count)


def recover(g: Book, hero: str, count: int, rule: str = "WB-041") -> None:
    """WB-041, WB-042 and WB-Q97: up to the maximum, as long as there are Hearts; not for who lies there."""
    if not g.hearts[hero] or forbidden(g, "recover", hero):
        return
    gained = min(count, g.most_hearts(hero) - g.hearts[hero], g.heart_supply)
    if gained > 0:
        g.hearts[hero] += gained
        changed(g, "recovers hearts", g.seats[hero], rule, (hero, gained, g.hearts[hero]))


def gain_upgrade(g: Book, hero: str, handout: int) -> Play[None]:
    """WB-046 to WB-049: one of two skills, chosen at once and for good."""
    card = g.chapter.upgrades[hero, handout]
    if card not in g.sheet.sides:
        sides = [LEARN(card, side) for side in SIDES]
        choice = yield Ask(g.seats[hero], "upgrade", sides, "WB-047", card=hero)
        _, side = LEARN.parts(choice)
        g.sheet = replace(g.sheet, sides={**g.sheet.sides, card: side})
    attach(g, hero, card)


def attach(g: Book, hero: str, card: str) -> None:
    """WB-048, WB-049 and WB-Q96: tucked under the Hero card, so that one skill shows."""
    side = g.sheet.sides[card]
    g.skills = {**g.skills, hero: (*g.skills[hero], (card, side))}
    if g.hearts[hero]:
        skill_enters(g, hero, card, side)
    tell(g, "learns", g.seats[hero], "WB-047", (hero, USE(card, side).key))


def skill_enters(g: Book, hero: str, card: str, side: str) -> None:
    """WB-Q96: a passive skill works, and what was used up of it before stays so.

    So it is always the same copy, by a negative number, which no card gets as it comes into force.
    """
    place = g.skills[hero].index((card, side))
    copy = -1 - HEROES.index(hero) - len(HEROES) * place
    enter(g, card, hero, g.chapter.skill(card, side).standing, copy=copy)


def lose_sparks(g: Book, hero: str, count: int, rule: str = "WB-119") -> None:
    """WB-119 and WB-Q132: to the supply; who has none loses none."""
    lost = min(count, g.sparks[hero])
    if lost > 0:
        g.sparks[hero] -= lost
        changed(g, "loses sparks", g.seats[hero], rule, (hero, lost, g.sparks[hero]))


def falls(g: Book, hero: str) -> None:
    """WB-170, WB-171 and WB-Q96: laid down; their turn is over, and passive skills do not work."""
    g.knock_outs = {**g.knock_outs, hero: g.knock_outs.get(hero, 0) + 1}
    tell(g, "is knocked out", g.seats[hero], "WB-170", (hero,))
    for card, _ in g.skills[hero]:
        leave(g, card, hero)
    if hero == g.active:
        turn_is_over(g)
    happen(g, "knocked_out", who=hero)


def turn_is_over(g: Book) -> None:
    """WB-102 and WB-171: no more actions in this turn; it ends when what is under way is done."""
    g.actions = 0
    if g.turn == ON:
        g.turn = OVER


def knocked_out_check(g: Book) -> None:
    """WB-093 and WB-175 to WB-178: a Destiny token for each who lies there, and then they stand up."""
    down = g.knocked_out()
    for _ in down:
        destiny_down(g, 1, rule="WB-175")
    for hero in down:
        stand_up(g, hero, "WB-176")


def stand_up(g: Book, hero: str, rule: str) -> None:
    """WB-176, WB-177 and WB-Q103: on one's feet again, with all the Hearts that there are."""
    gained = min(g.most_hearts(hero), g.heart_supply)
    if g.hearts[hero] or not gained:
        return
    g.hearts[hero] = gained
    for card, side in g.skills[hero]:
        skill_enters(g, hero, card, side)
    changed(g, "stands up", g.seats[hero], rule, (hero, gained))


def destiny_down(g: Book, n: int, *, rule: str = "WB-179") -> None:
    """Turn one token after the other; with the last one the Chapter is lost at once. WB-180 and WB-Q102."""
    for _ in range(n):
        g.destiny -= 1
        tell(g, "destiny down", ALL, rule, (g.destiny,))
        if g.destiny == 0:
            g.outcome = LOST
            raise Leave(CHAPTER)
        happen(g, "destiny_flipped", up=False)
        look_at_goal(g)
