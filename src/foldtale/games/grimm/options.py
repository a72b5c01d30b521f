"""Everything that can be answered in Dice Upon a Time, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from foldtale.games.grimm.language import DECKS, MOST_PLAYERS, PLAYER, TOKENS
from foldtale.kernel.options import Among, Each, Options, cards, does, entries, entry_says

if TYPE_CHECKING:
    from foldtale.games.grimm.content import Content
    from foldtale.games.grimm.state import Tale

GOODS: Final = ("quest", "mini", "side")
STORIES: Final = ("good", "bad", "side", "curse", "mini")


def shown(content: Content, card: str) -> str:
    """GR-Q148: what a card does with a placement; a Magic Item is shown as soon as it is chosen."""
    once = " It is shown at once, and there is no way back."
    return does(content, card) + once * (content.kind(card) == "magic")


def own_words(content: Content, card: str) -> str:
    return str(content.body(card).say)


def title(content: Content, card: str) -> str:
    return str(content.body(card).title)


def the_quest(g: Tale, quest: str) -> Sequence[str]:
    """A quest card, if it lies before whoever takes a turn."""
    return (f"quest {quest}",) if g.coop or quest in g.active_quests(g.active) else ()


def the_story(g: Tale, card: str) -> Sequence[str]:
    return (f"story {card}",)


def the_placement(g: Tale, die: str, spot: str) -> Sequence[str]:
    return (f"die {g.active} {g.content.dice.index(die)}", f"socket {spot}")


def things(content: Content) -> Iterator[str]:
    """What is chosen by its name alone, besides Character cards and Magic Items."""
    yield from (*TOKENS, *content.walkable, *content.dice, *content.ids("quest", *STORIES))


def half_does(content: Content, card: str, half: str) -> str:
    number = [one.id for one in content.body(card).options].index(half) + 1
    return content.says(card, f"options.{number}.do")


FIELDS: Final = Each[str](lambda content: content.walkable, lambda g, field: (field,))
PLACEMENTS: Final = Among[str, str](
    lambda content: [(die, spot.name) for die in content.dice for spot in content.spots], the_placement
)

OPTIONS: Final = Options()
PLACE: Final = OPTIONS.verb("place", "Place {0} on {1}", PLACEMENTS, "GR-035")
WITH: Final = OPTIONS.verb(
    "with", "Place a die with {0}", Each[str](lambda content: content.placing, note=shown), "GR-Q133"
)
BACK: Final = OPTIONS.plain("back", "Think again")
RABBIT: Final = OPTIONS.verb("rabbit", "Rabbit Token: to {0}", FIELDS, "GR-107")
ASLEEP: Final = OPTIONS.plain("sleepwalk", "Give up two dice and walk in your sleep")
PASS_ON: Final = OPTIONS.plain("pass on", "Pass until the chapter ends")

MOVE: Final = OPTIONS.verb("move", "Go to {0}", FIELDS, "GR-061")
RIDE: Final = OPTIONS.verb("ride", "Ride to {0}", FIELDS, "GR-078")
FIDDLE: Final = OPTIONS.verb("fiddle", "Fiddle, and ride to {0}", FIELDS, "GR-Q72")
STAY: Final = OPTIONS.plain("stay", "Stay here")
TAKE: Final = OPTIONS.plain("take", "Take them")
TAKE_TOKEN: Final = OPTIONS.verb("take", "Take {0}", Each[str](lambda content: TOKENS))
DOUBLE: Final = OPTIONS.plain("take one more", "Take one more")
SINGLE: Final = OPTIONS.plain("no more", "That is enough")
DRAW: Final = OPTIONS.plain("draw", "Draw", final=True)
NO: Final = OPTIONS.plain("no", "No")

PLAY: Final = OPTIONS.verb("play", "Play {0}", Each[str](cards("magic"), note=does), "GR-135")
USE: Final = OPTIONS.verb("use", "{0}", Each[str](cards("character"), note=does), "GR-124")
CONVERT: Final = OPTIONS.plain("convert", "Exchange a token")
PASS: Final = OPTIONS.plain("pass", "Let it be")
FACE: Final = OPTIONS.verb(
    "face", "{0}", Each[int | str](lambda content: [face for die in content.faces for face in die])
)
DECK: Final = OPTIONS.verb(
    "deck",
    "A quest worth {0} AP",
    Each[int](lambda content: DECKS, lambda g, deck: (f"deck {deck}",)),
    "GR-Q30",
)
KEEP: Final = OPTIONS.plain("keep it", "Keep it")
ANOTHER: Final = OPTIONS.plain("draw another", "Discard it and draw another")

WORTH: Final = Each[str](cards("quest"), the_quest, note=lambda content, it: f"{content.body(it).ap} AP")
COMPLETE: Final = OPTIONS.verb("complete", "Complete {0}", WORTH)
FETCH: Final = OPTIONS.verb("fetch", "Pick up {0}", Each[str](cards("quest"), the_quest), "GR-088")
FULFIL: Final = OPTIONS.verb("fulfil", "{0}", Each[str](cards("mini"), the_story, own_words, title), "GR-151")
LIFT: Final = OPTIONS.verb("lift", "{0}", Each[str](cards("curse"), the_story, own_words, title), "GR-150")
DONE_NOW: Final = OPTIONS.plain("end turn", "End the turn")

TRADE: Final = OPTIONS.plain("trade", "Trade with somebody here", "GR-Q115")
PARTNER: Final = OPTIONS.verb(PLAYER.name, "Player {0}", Each[int](lambda book: range(1, MOST_PLAYERS + 1)))
GIVE: Final = OPTIONS.verb(
    "give", "Give {0}", Each[str](lambda content: [*TOKENS, *content.ids(*GOODS, "magic")]), "GR-Q116"
)
WANT: Final = OPTIONS.verb(
    "ask", "Ask for {0}", Each[str](lambda content: [*TOKENS, *content.ids(*GOODS)]), "GR-Q116"
)
ASK_MAGIC: Final = OPTIONS.plain("ask magic", "Ask for a Magic Item of their choice")
OFFER: Final = OPTIONS.plain("offer", "Make this offer")
STOP: Final = OPTIONS.plain("stop", "That is all")
ACCEPT: Final = OPTIONS.plain("accept", "Agree")
REJECT: Final = OPTIONS.plain("reject", "Turn it down")
PLAY_ON: Final = OPTIONS.plain("play on", "Play on")
CLOSE_THE_BOOK: Final = OPTIONS.plain("close the book", "Close the book")

HALF: Final = OPTIONS.things(Among[str, str](entries("bad"), called=entry_says, note=half_does))
THING: Final = OPTIONS.things(Each[str](things, lambda g, it: (it,) if it in g.content.walkable else ()))
ITEM: Final = OPTIONS.things(Each[str](cards("magic"), note=does))
CHARACTER: Final = OPTIONS.things(Each[str](cards("character"), lambda g, it: [f"character {it}"], note=does))
