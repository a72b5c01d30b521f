"""Heroes, Wyrms, areas and cards that instructions can speak of; and the events they can answer to."""

from __future__ import annotations

from typing import Literal, TypeAlias

from foldtale.games.wonderbook.language import (
    LANGUAGE,
    Ally,
    Area,
    Banner,
    Card,
    Enemy,
    Hero,
    Tag,
    Thing,
    Wyrm,
)
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import ME, Cause

CardKind: TypeAlias = Literal["item", "shred", "rule", "interaction"]

E = LANGUAGE.event
E("card_revealed", "a card is revealed", instead=False, card=Card)
E("card_flipped", "a card is flipped", instead=False, card=Card)
E("attack_declared", "a hero attacks", instead=False, who=Hero)
E("rolled", "a hero's roll counts", who=Hero, successes=int)
E("hit", "a hero's attack hits", instead=False, who=Hero, target=Wyrm, successes=int)
E("wyrm_stunned", "a Wyrm is stunned", instead=False, wyrm=Wyrm, area=Area)
E("wyrm_defeated", "a Wyrm is defeated", instead=False, by=Hero, area=Area)
E("spawned", "a Wyrm is spawned", instead=False, area=Area)
E("wyrm_enters", "a Wyrm enters an area", instead=False, area=Area)
E("wyrm_attacks", "a Wyrm attacks", when=False, who=Hero, damage=int)
E("hero_damaged", "a hero is dealt damage", who=Hero, damage=int)
E("knocked_out", "a hero is knocked out", instead=False, who=Hero)
E("moves", "a hero moves", when=False, who=Hero, area=Area)
E("enters", "a hero enters an area", instead=False, who=Hero, area=Area)
E("leaves", "a hero leaves an area", instead=False, who=Hero, area=Area)
E("spark_collected", "a hero collects a Spark", instead=False, who=Hero)
E("interacts", "a hero interacts with a card", instead=False, who=Hero, card=Card)
E("skill_used", "a hero has used a skill", instead=False, who=Hero, card=Card)
E("card_done", "all that a card says has been done", instead=False, card=Card)
E("item_used", "a hero has performed a Special Action", instead=False, who=Hero, card=Card)
E("figure_damaged", "an enemy or ally is dealt damage", card=Card, damage=int)
E("figure_defeated", "an enemy or ally is defeated", instead=False, card=Card, area=Area)
E("players_phase_starts", "a Players' Phase begins", instead=False)
E("turn_starts", "a turn begins", instead=False, who=Hero)
E("turn_ends", "a turn ends", instead=False, who=Hero)
E("players_phase_ends", "a Players' Phase ends", instead=False)
E("enemies_phase_starts", "an Enemies' Phase begins", instead=False)
E("wyrm_card_revealed", "a Wyrm card is revealed", instead=False, card=Card)
E("enemies_phase_ends", "an Enemies' Phase ends", instead=False)
E("destiny_flipped", "a Destiny token is turned", instead=False, up=bool)
E("goal_met", "a Goal is met", instead=False, card=Card)
E("chapter_starts", "the Chapter begins", instead=False)
E("chapter_ends", "the Chapter ends", instead=False)

LANGUAGE.query("actions", "the number of actions in a turn", Hero)
LANGUAGE.query("attack_dice", "the number of dice of an attack", Hero)
LANGUAGE.query("dice", "the number of dice of any other roll", Hero)
LANGUAGE.query("reach", "the reach of an attack", Hero)
LANGUAGE.query("steps", "the length of a move", Hero)
LANGUAGE.query("wyrm_attack", "the damage of a Wyrm's attack", Hero)
LANGUAGE.query("through_walls", "{who} can cross solid lines", Hero)
LANGUAGE.query("interact_reach", "the reach of an interaction", Hero)
LANGUAGE.query("exchange_reach", "{who} can give and take at any distance", Hero)

for name, says in {
    "move": "move",
    "collect": "collect a Spark",
    "skill": "use a skill",
    "attack": "attack",
    "interact": "interact with a card",
    "exchange": "give or take an Item",
    "special": "perform a Special Action",
    "reroll": "reroll",
    "recover": "recover Hearts",
}.items():
    LANGUAGE.ban(name, says, Hero)
LANGUAGE.ban("spawn", "let a Wyrm in", Area)
LANGUAGE.ban("activation", "be activated", Wyrm)
LANGUAGE.ban("wyrm_move", "move", Wyrm)


@LANGUAGE.value("the heroes")
def heroes(g: Book) -> list[Hero]:
    """All Heroes who are not knocked out."""
    return [Hero(hero) for hero in g.conscious()]


@LANGUAGE.value("all heroes, also those who are knocked out")
def everyone(g: Book) -> list[Hero]:
    """All Heroes in play."""
    return [Hero(hero) for hero in g.heroes]


@LANGUAGE.value("the knocked out heroes")
def knocked_out(g: Book) -> list[Hero]:
    """All Heroes who lie there."""
    return [Hero(hero) for hero in g.heroes if not g.hearts[hero]]


@LANGUAGE.value("the other heroes")
def others(g: Book, c: Cause) -> list[Hero]:
    """All Heroes but the one who acts, if they are not knocked out."""
    return [Hero(hero) for hero in g.conscious() if hero != c.me]


@LANGUAGE.value("the hero whose turn it is")
def active(g: Book) -> list[Hero]:
    """The Hero who takes a turn now; nobody between turns."""
    return [Hero(g.active)] if g.active else []


@LANGUAGE.value("the heroes in {area}")
def heroes_in(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in an area."""
    return [Hero(hero) for hero in g.conscious() if area and g.at[hero] == area]


@LANGUAGE.value("the heroes next to {area}")
def heroes_next_to(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in the areas adjacent to one."""
    around = g.areas.next.get(area, ())
    return [Hero(hero) for hero in g.conscious() if g.at[hero] in around]


@LANGUAGE.value("the heroes in or next to {area}")
def heroes_around(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in an area or adjacent to it."""
    return [*heroes_in(g, area), *heroes_next_to(g, area)]


@LANGUAGE.value("whoever holds {card}")
def holder_of(g: Book, card: Card) -> list[Hero]:
    """The Hero who holds an Item, if anybody does."""
    return [Hero(hero) for hero in g.heroes if card in g.held_by(hero)]


@LANGUAGE.value("the heroes with the fewest Hearts")
def lowest_hearts(g: Book) -> list[Hero]:
    """Of the Heroes on their feet, those with the fewest Hearts."""
    able = g.conscious()
    least = min([g.hearts[hero] for hero in able], default=0)
    return [Hero(hero) for hero in able if g.hearts[hero] == least]


@LANGUAGE.value("the Wyrms")
def wyrms(g: Book) -> list[Wyrm]:
    """All Wyrms in play."""
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in_play()]


@LANGUAGE.value("the Wyrms in {area}")
def wyrms_in(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in an area."""
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in(area)] if area else []


@LANGUAGE.value("the Wyrms next to {area}")
def wyrms_next_to(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in the areas adjacent to one."""
    around = g.areas.next.get(area, ())
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in_play() if g.place(wyrm) in around]


@LANGUAGE.value("the Wyrms in or next to {area}")
def wyrms_around(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in an area or adjacent to it."""
    return [*wyrms_in(g, area), *wyrms_next_to(g, area)]


@LANGUAGE.value("the Wyrms within {n} steps of {area}")
def wyrms_within(g: Book, n: int, area: Area) -> list[Wyrm]:
    """Wyrms at most this many steps away."""
    far = g.areas.distances(area)
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in_play() if far.get(g.place(wyrm), n + 1) <= n]


@LANGUAGE.value("the Wyrms closest to {who}")
def closest_wyrms(g: Book, who: Hero = ME) -> list[Wyrm]:
    """Of all Wyrms, those with the shortest way to a Hero."""
    found = [(g.areas.distances(g.place(wyrm)).get(g.at.get(who, "")), wyrm) for wyrm in g.wyrms_in_play()]
    known = [(far, wyrm) for far, wyrm in found if far is not None]
    least = min([far for far, _ in known], default=0)
    return [g.wyrm(wyrm) for far, wyrm in known if far == least]


@LANGUAGE.value("{wyrm} is stunned", denies="{wyrm} is standing")
def is_stunned(g: Book, wyrm: Wyrm) -> bool:
    """Whether a Wyrm lies there."""
    return g.is_stunned(g.miniature(wyrm))


@LANGUAGE.value("{wyrm} is in play")
def in_play(g: Book, wyrm: Wyrm) -> bool:
    """Whether a Wyrm is on the map; a defeated one is not."""
    return g.is_in_play(wyrm)


@LANGUAGE.value("the area of {wyrm}")
def lair(g: Book, wyrm: Wyrm) -> Area:
    """Where a Wyrm is."""
    return Area(g.place(g.miniature(wyrm)))


@LANGUAGE.value("the enemies")
def enemies(g: Book) -> list[Enemy]:
    """All enemies with Hearts."""
    return [Enemy(who) for who in g.figures if g.chapter.kind(who) == "enemy"]


@LANGUAGE.value("the enemies in {area}")
def enemies_in(g: Book, area: Area) -> list[Enemy]:
    """Enemies with Hearts in an area."""
    return [Enemy(who) for who in g.figures_in(area, "enemy")]


@LANGUAGE.value("the enemies in or next to {area}")
def enemies_around(g: Book, area: Area) -> list[Enemy]:
    """Enemies with Hearts in an area or adjacent to it."""
    return [Enemy(who) for place in g.areas.around(area) for who in g.figures_in(place, "enemy")]


@LANGUAGE.value("the allies in {area}")
def allies_in(g: Book, area: Area) -> list[Ally]:
    """Allies in an area."""
    return [Ally(who) for who in g.figures_in(area, "ally")]


@LANGUAGE.value("the allies")
def allies(g: Book) -> list[Ally]:
    """All allies."""
    return [Ally(who) for who in g.figures if g.chapter.kind(who) == "ally"]


@LANGUAGE.value("all areas")
def areas(g: Book) -> list[Area]:
    """Every area of the map."""
    return [Area(area) for area in g.areas.names]


@LANGUAGE.value("your area")
def here(g: Book, c: Cause) -> Area:
    """Where the Hero who acts is."""
    return Area(g.at.get(c.me, ""))


@LANGUAGE.value("the area of {who}")
def area_of(g: Book, who: Hero) -> Area:
    """Where a Hero is."""
    return Area(g.at.get(who, ""))


@LANGUAGE.value("the areas next to {area}")
def next_to(g: Book, area: Area) -> list[Area]:
    """The areas that can be entered from one."""
    return [Area(other) for other in g.areas.next.get(area, ())]


@LANGUAGE.value("the Dark Vortex areas")
def vortex(g: Book) -> list[Area]:
    """The Dark Vortex areas of the current Goal."""
    return [Area(area) for area in g.vortices]


@LANGUAGE.value("the area of {thing}")
def place_of(g: Book, thing: Thing) -> Area:
    """Where an object stands; nowhere if it is not on the map."""
    return Area(g.objects.get(thing, ""))


@LANGUAGE.value("the areas with the tag “{tag}”")
def tagged(g: Book, tag: Tag) -> list[Area]:
    """Areas that the map card marks with a word."""
    drawn = g.chapter.body(g.map).areas if g.map else {}
    return [Area(area) for area in g.areas.names if tag in drawn[area].tags]


@LANGUAGE.value("the place of the Dark Aura")
def aura_at(g: Book) -> Area:
    """The area in which the Dark Aura lies, or in which its bearer is."""
    place = g.at.get(g.aura) or (g.figures[g.aura][0] if g.aura in g.figures else g.aura)
    return Area(place if place in g.areas else "")


@LANGUAGE.value("the Items of {who}")
def items_of(g: Book, who: Hero = ME) -> list[Card]:
    """Items and Shreds that a Hero holds."""
    return [Card(item) for item in g.held_by(who)] if who in g.heroes else []


@LANGUAGE.value("this card")
def this(g: Book, c: Cause) -> Card:
    """The card whose text this is."""
    return Card(c.card)


@LANGUAGE.value("the top card of the {banner} stack")
def top_of(g: Book, banner: Banner) -> list[Card]:
    """The Interaction card that can be reached, if any of this banner lies out."""
    return [Card(card) for card in g.stacks.get(banner, ())[:1]]


@LANGUAGE.value("the {kind} cards on the table")
def on_table(g: Book, kind: CardKind) -> list[Card]:
    """All cards of a kind that lie on the table: Items, Shreds, Special Rules, Interaction cards."""
    held = [item for hero in g.heroes for item in g.held_by(hero)]
    cards = [*held, *g.rules, *[stack[0] for stack in g.stacks.values()]]
    return [Card(card) for card in cards if g.chapter.kind(card) == kind]


@LANGUAGE.value("the Interaction cards that lie out")
def lying_out(g: Book) -> list[Card]:
    """The top cards of all stacks."""
    return [Card(cards[0]) for cards in g.stacks.values()]


@LANGUAGE.value("the Special Rules in force")
def rules(g: Book) -> list[Card]:
    """All Special Rule cards on the table."""
    return [Card(rule) for rule in g.rules]
