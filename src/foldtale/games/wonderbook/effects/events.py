"""The events that cards can answer to, the numbers that they can change, and what they can forbid."""

from __future__ import annotations

from foldtale.games.wonderbook.language import LANGUAGE, Area, Card, Hero, Wyrm

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
