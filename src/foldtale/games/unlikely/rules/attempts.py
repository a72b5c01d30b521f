"""An attempt step by step: join, announce, draw, strain, resolve. UH-197 to UH-206 and UH-216 to UH-220."""

from __future__ import annotations

from dataclasses import replace

from foldtale.games.unlikely.language import SKILLS, Box, ChallengeCard, Hero
from foldtale.games.unlikely.options import ANNOUNCE, GO_ON, JOIN, NOT_JOIN, RESOLVE, STRAIN, WITH, WITHOUT
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.rules.dice import roll_modifiers, rolled_modifiers
from foldtale.games.unlikely.rules.energy import can_strain, strain
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.luck import draw_luck, luck_left, worth
from foldtale.games.unlikely.rules.windows import usable, use_effect
from foldtale.games.unlikely.state import DRAWN, FORFEITED, WON, Attempt, UnlikelyState
from foldtale.kernel.effects import after, value
from foldtale.kernel.talk import Option, Play, tell


def attempt(g: UnlikelyState, body: ChallengeCard) -> Play[None]:
    """The steps of one attempt up to its resolution. UH-197 to UH-204."""
    if body.joined:
        yield from join(g)
    yield from teach(g, "luck")
    for step in (announce, draw_announced, before_comparing):
        yield from step(g)


def is_left(g: UnlikelyState) -> bool:
    """Tell whether an effect has forfeited the challenge, so that the attempt is over. UH-Q119."""
    return under_way(g).verdict == FORFEITED


def under_way(g: UnlikelyState) -> Attempt:
    assert g.attempt is not None
    return g.attempt


def join(g: UnlikelyState) -> Play[None]:
    """Heroes on the map join, each with a skill that the active one picks. UH-216 to UH-220."""
    while not is_left(g) and (options := usable(g, "joining")):
        choice = yield g.asks(g.active, "joining", [GO_ON, *options], "UH-216")
        if choice is GO_ON:
            break
        yield from use_effect(g, choice, g.player(g.active))
    for hero in [] if is_left(g) else can_join(g):
        choice = yield g.asks(hero, "join", [JOIN, NOT_JOIN], "UH-216", g.heroes[hero].card)
        if choice is JOIN:
            yield from pick_skill(g, hero)


def can_join(g: UnlikelyState) -> list[int]:
    """Return the heroes on the same map, or as near as an effect allows. UH-216 and UH-293."""
    reach = value(g, "join_reach", 0, Hero(g.active))
    invited = under_way(g).invited
    if not reach and not invited:
        return g.company(g.active)
    near = g.world.areas.distances(g.heroes[g.active].at)
    others = [hero for hero in g.ring() if hero != g.active]
    return [hero for hero in others if hero in invited or near.get(g.heroes[hero].at, reach + 1) <= reach]


def pick_skill(g: UnlikelyState, hero: int) -> Play[None]:
    """The active hero chooses which skill is added; it may be left out. UH-218, UH-219 and UH-Q68."""
    choice = yield g.asks(g.active, "skill", [*map(WITH, SKILLS), WITHOUT], "UH-219", g.heroes[hero].card)
    skill = "" if choice is WITHOUT else WITH.parts(choice)[0]
    now = under_way(g)
    g.attempt = replace(now, helpers=(*now.helpers, (hero, skill)))
    tell(g, "joins", g.player(hero), "UH-216", (g.heroes[hero].card, skill or "nothing"))


def minimum(g: UnlikelyState) -> int:
    """One luck card, and one more for each hero who joins; never less than one. UH-197 and UH-217."""
    return max(1, value(g, "luck_minimum", 1 + len(under_way(g).helpers), Hero(g.active)))


def announce(g: UnlikelyState) -> Play[None]:
    """Say how many luck cards are drawn, from the minimum up. UH-197, UH-198, UH-217 and UH-220."""
    while not is_left(g):
        least = minimum(g)
        counts = range(least, max(least, luck_left(g)) + 1)
        effects = usable(g, "announcing", "challenge")
        options: list[Option] = [*map(ANNOUNCE, counts), *effects]
        choice = yield g.asks(g.active, "announce", options, "UH-198", under_way(g).challenge)
        if choice not in effects:
            g.attempt = replace(under_way(g), announced=ANNOUNCE.parts(choice)[0])
            tell(g, "announces", g.player(g.active), "UH-198", ANNOUNCE.parts(choice))
            return
        yield from use_effect(g, choice, g.player(g.active))


def draw_announced(g: UnlikelyState) -> Play[None]:
    """Draw what was announced. UH-199."""
    if not is_left(g):
        yield from draw_luck(g, under_way(g).announced)
        tell(g, "drawn", g.player(g.active), "UH-198", (len(g.luck.rows[DRAWN]), drawn_total(g)))
        yield from after(g, "luck_drawn", who=Hero(g.active))


def before_comparing(g: UnlikelyState) -> Play[None]:
    """Strain once for one more card, and use effects. UH-202, UH-203, UH-Q65, UH-Q66 and UH-Q107."""
    while not is_left(g):
        strains = [] if under_way(g).strained or not luck_left(g) else can_strain(g, g.active)
        options = [*map(STRAIN, strains), *usable(g, "challenge", "drawn")]
        if not options:
            return
        choice = yield g.asks(g.active, "resolve", [RESOLVE, *options], "UH-202", total(g), required(g))
        if choice is RESOLVE:
            return
        if choice in STRAIN:
            g.attempt = replace(under_way(g), strained=True)
            yield from strain(g, *STRAIN.parts(choice), g.active)
            yield from draw_luck(g, 1)
        else:
            yield from use_effect(g, choice, g.player(g.active))


def counted(g: UnlikelyState) -> list[str]:
    """Return the drawn luck cards that count."""
    found = [*g.luck.rows[DRAWN]]
    for card in under_way(g).ignored:
        if card in found:
            found.remove(card)
    return found


def drawn_total(g: UnlikelyState) -> int:
    """Return the sum of the drawn luck cards that count."""
    return sum([worth(g, card) for card in counted(g)])


def total(g: UnlikelyState) -> int:
    """Luck, the tested skill, what participants add, and effects. UH-193, UH-204 and UH-218."""
    return drawn_total(g) + sum([added for *_, added in counting_skills(g)]) + under_way(g).added


def counting_skills(g: UnlikelyState) -> list[tuple[int, str, int]]:
    """Return what the active hero and those who have joined add: the hero, the skill, and how much."""
    now = under_way(g)
    counting = [(g.active, str(now.skill)), *[helper for helper in now.helpers if helper[1]]]
    return [
        (hero, skill, skill_of(g, hero, skill) + rolled_modifiers(g, hero, skill)) for hero, skill in counting
    ]


def required(g: UnlikelyState) -> int:
    """Return the required value, for each hero where the hero icon says so. UH-192, UH-Q76."""
    now = under_way(g)
    printed = printed_value(g, g.content.body(now.challenge).boxes[now.box])
    return value(g, "requirement", printed, Hero(g.active)) + now.required


def printed_value(g: UnlikelyState, box: Box) -> int:
    """Return the printed value of a box, which may count for each hero. UH-192."""
    return box.value * len(g.heroes) if box.per_hero else box.value


def is_won(g: UnlikelyState) -> Play[bool]:
    """The result is compared with the required value, unless an effect has decided. UH-205 and UH-284."""
    yield from roll_modifiers(g, under_way(g))
    verdict = under_way(g).verdict
    result, needed = total(g), required(g)
    tell(g, "result", g.player(g.active), "UH-204", (result, needed))
    return verdict == WON or (verdict == "" and result >= needed)
