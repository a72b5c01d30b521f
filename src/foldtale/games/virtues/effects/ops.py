"""Instructions."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GOLD
from foldtale.games.virtues.language import LANGUAGE, Building, Character, Elixir, Player, Stock, Virtue
from foldtale.games.virtues.options import NO, parsed
from foldtale.games.virtues.rules import endings, gifts, market, pile, quests, supplies
from foldtale.games.virtues.rules.goes import ACTIONS
from foldtale.games.virtues.rules.paying import pay, purse
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import ME, Cause
from foldtale.kernel.talk import Ask, Option, Play, pick, tell

RULES: Final = {
    "castle": "SV-080",
    "estate": "SV-080",
    "temple": "SV-079",
    "sin": "SV-086",
    "cataclysm": "SV-157",
    "artifact": "SV-092",
    "unnamed": "SV-220",
}
op = LANGUAGE.op


def why(g: VirtuesState, c: Cause) -> str:
    """Return the rule by which a card asks and does something."""
    return RULES[g.content.kind(c.card)]


# Gold, fame and might


@op("{who} {who:gains|gain} {n} {of}")
def gain(g: VirtuesState, c: Cause, n: int, of: Stock, who: Player = ME) -> None:
    """From the supply, or forward on the might track."""
    supplies.gain(g, who, of, n, why(g, c))


@op("{who} {who:loses|lose} {n} {of}")
def lose(g: VirtuesState, c: Cause, n: int, of: Stock, who: Player = ME) -> None:
    """A loss stops at nothing left."""
    supplies.lose(g, who, of, n, why(g, c))


@op("pay {n} {of}", can=lambda g, c, n, of: g.stock(of)[c.me] >= n)
def spend(g: VirtuesState, c: Cause, n: int, of: Stock) -> None:
    """A demand: the whole of it, or nothing."""
    supplies.lose(g, c.me, of, n, "SV-222")


@op("take {n} {of} from {from}, or all there is")
def steal(g: VirtuesState, c: Cause, n: int, of: Stock, from_: Player) -> None:
    """Gold or fame of another hero becomes yours, as far as he has it."""
    supplies.gain(g, c.me, of, supplies.lose(g, from_, of, n, why(g, c)), why(g, c))


@op("give {n} {of} to {to}")
def give(g: VirtuesState, c: Cause, n: int, of: Stock, to: Player) -> None:
    """Your gold or fame becomes another hero's, as far as you have it."""
    supplies.gain(g, to, of, supplies.lose(g, c.me, of, n, why(g, c)), why(g, c))


# Gifts


@op("take {of} from the pool")
def gift(g: VirtuesState, c: Cause, of: Virtue) -> None:
    """One gift from the pool, if there is one."""
    supplies.gain_gifts(g, c.me, supplies.only(of), why(g, c))


@op("take {of} from {from}")
def steal_gift(g: VirtuesState, c: Cause, of: Virtue, from_: Player) -> None:
    """One gift of another hero becomes yours."""
    supplies.hand_gift(g, from_, c.me, of)
    tell(g, "takes a gift", c.me, why(g, c), (from_, of))


@op("{who} {who:puts|put} it back into the pool")
def put_back(g: VirtuesState, c: Cause, of: Virtue, who: Player = ME) -> None:
    """One gift goes back to its pool."""
    supplies.lose_gifts(g, who, supplies.only(of))
    tell(g, "puts back", who, "SV-007", (of,))


@op("exchange up to {most} gifts with the pool")
def swap(g: VirtuesState, c: Cause, most: int) -> Play[None]:
    """Each for one of another virtue."""
    return gifts.exchange(g, c.me, least=0, most=most, others=False)


# Characters and heroes

op("turn it")(gifts.tap)
op("turn it upright")(gifts.untap)


@op("turn your hero", can=lambda g, c: not g.tapped[c.me])
def exhaust(g: VirtuesState, c: Cause) -> None:
    """An upright hero is turned, without an exchange."""
    g.tapped[c.me] = True
    tell(g, "hero is turned", c.me, why(g, c))


@op("discard it")
def dismiss(g: VirtuesState, c: Cause, character: Character) -> Play[None]:
    """A character goes to the discard pile."""
    yield from supplies.dismiss(g, character, why(g, c))


@op("pay its cost to {from} and take it")
def seduce(g: VirtuesState, c: Cause, character: Character, from_: Player) -> Play[None]:
    """The character changes sides as it stands, and gives no might for it."""
    cost = g.content.cost[character]
    yield from pay(g, c.me, FAME, cost, why(g, c))
    supplies.gain(g, from_, FAME, cost, why(g, c))
    places.move(g.characters, character, c.me)
    tell(g, "takes a character", c.me, why(g, c), (from_, character))


# Purchases


def purchase(g: VirtuesState, c: Cause, topic: str, options: list[Option], discount: int) -> Play[None]:
    """Ask what is bought, by the rules of the action of this name; nothing has to be."""
    choice = yield Ask(c.me, topic, [*options, NO], why(g, c), card=c.card)
    if choice is not NO:
        yield from ACTIONS[topic](g, c.me, *parsed(choice)[1], discount) or ()


@op("you may recruit a character for {discount} fame less")
def recruit(g: VirtuesState, c: Cause, discount: int) -> Play[None]:
    """A character of the tavern."""
    fame = purse(g, c.me, FAME)
    return purchase(g, c, "recruit", market.on_sale(g, c.me, supplies.TAVERN, fame, discount), discount)


@op("you may buy an elixir for {discount} gold less")
def buy(g: VirtuesState, c: Cause, discount: int) -> Play[None]:
    """An elixir of the store."""
    gold = purse(g, c.me, GOLD)
    return purchase(g, c, "buy", market.on_sale(g, c.me, supplies.STORE, gold, discount), discount)


@op("you may found a building for {discount} gold less")
def found(g: VirtuesState, c: Cause, discount: int) -> Play[None]:
    """A castle, an estate or a temple."""
    return purchase(g, c, "found", market.buildings_for(g, purse(g, c.me, GOLD) + discount), discount)


op("discard all cards of the {market} and fill its open spaces again")(supplies.refresh)
op("close a space of the {market}")(supplies.close_space)


@op("discard it")
def discard_elixir(g: VirtuesState, c: Cause, elixir: Elixir) -> Play[None]:
    """An elixir goes to the discard pile, and gives nothing."""
    tell(g, "loses an elixir", g.owner(g.elixirs, elixir), why(g, c), (elixir,))
    yield from supplies.discard_elixir(g, elixir)


# Buildings

op("destroy building {number}")(supplies.destroy)


@op("give it up for nothing")
def raze(g: VirtuesState, c: Cause, building: Building) -> None:
    """A castle or an estate of a hero leaves the game."""
    tell(g, "loses a building", g.owner(g.built(building), building), why(g, c), (building,))
    supplies.discard_building(g, building)


@op("take the marker from it, without its effect")
def unman(g: VirtuesState, c: Cause, building: Building) -> None:
    """The marker goes back to its owner."""
    tell(g, "loses a watch", g.manned[building], why(g, c), (building,))
    supplies.unman(g, building)


# Quests


@op("put a marker on a free requirement without paying")
def place_marker(g: VirtuesState, c: Cause) -> Play[None]:
    """Wherever you could put one by taking part; without such a space, or a marker, nowhere."""
    spaces = quests.free_spaces(g, c.me)
    if spaces:
        quest, number = (yield from pick(c.me, "mark", spaces, why(g, c))) or spaces[0]
        yield from quests.place_marker(g, c.me, quest, number)


op("replace it by a neutral marker")(quests.neutralise)

# Sins, cataclysms and corruption


@op("draw a sin")
def draw_sin(g: VirtuesState, c: Cause) -> Play[None]:
    """From an empty deck nothing is drawn."""
    yield from pile.draw_sin(g, c.me, why(g, c))


@op("shuffle up to {most} sins of your hand into the deck")
def return_sins(g: VirtuesState, c: Cause, most: int) -> Play[None]:
    """How many everybody sees, which ones nobody."""
    return pile.return_sins(g, c.me, most)


@op("look at the next {n} cataclysms and put them back in any order<, up to {sinks} under the deck>")
def look(g: VirtuesState, c: Cause, n: int, sinks: int = 0) -> Play[None]:
    """Only you see them."""
    return pile.look(g, c.me, n, sinks)


@op("take {n} corruption {n:card|cards}")
def corrupt(g: VirtuesState, c: Cause, n: int) -> None:
    """Without the Fall of a Hero nothing happens."""
    endings.corrupt(g, c.me, n, why(g, c))


@op("discard up to {n} corruption {n:card|cards}")
def cleanse(g: VirtuesState, c: Cause, n: int) -> None:
    """As many as you have."""
    endings.cleanse(g, c.me, n, why(g, c))


# Goes


@op("the next go of {who} in this turn must be a pass")
def skip_go(g: VirtuesState, c: Cause, n: int, who: Player) -> None:
    """Several of them add up."""
    g.skips[who] += n
    tell(g, "must pass", who, "SV-Q80", (n,))


@op("take up to {n} more actions in this go")
def more_actions(g: VirtuesState, n: int) -> None:
    """They can be let be."""
    g.more += n
