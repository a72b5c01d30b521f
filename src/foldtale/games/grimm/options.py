"""Everything that can be answered in Dice Upon a Time, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from foldtale.games.grimm.language import DECKS, MOST_PLAYERS, TOKENS
from foldtale.kernel.options import Options, Verb

if TYPE_CHECKING:
    from foldtale.games.grimm.content import Content
    from foldtale.games.grimm.state import Tale

GOODS: Final = ("quest", "mini", "side")
STORIES: Final = ("good", "bad", "side", "curse", "mini")
Names: TypeAlias = Iterator[tuple[str]]


def fields(content: Content) -> Names:
    yield from [(field,) for field in content.walkable]


def tokens(content: Content) -> Names:
    yield from [(token,) for token in TOKENS]


def cards(*kinds: str) -> Callable[[Content], Names]:
    return lambda content: iter([(card.id,) for kind in kinds for card in content.of_kind(kind)])


def goods(content: Content) -> Names:
    """GR-Q116: what can change hands besides Magic Items."""
    yield from tokens(content)
    yield from cards(*GOODS)(content)


def gifts(content: Content) -> Names:
    yield from goods(content)
    yield from cards("magic")(content)


def faces(content: Content) -> Iterator[tuple[int | str]]:
    yield from [(face,) for die in content.faces for face in die]


def things(content: Content) -> Names:
    """What is chosen by its name alone."""
    yield from tokens(content)
    yield from fields(content)
    yield from [(die,) for die in content.dice]
    yield from cards("magic", "quest", *STORIES)(content)


def the_field(g: Tale, field: str) -> Sequence[str]:
    return (field,)


def the_quest(g: Tale, quest: str) -> Sequence[str]:
    """A quest card, if it lies before whoever takes a turn."""
    return (f"quest {quest}",) if g.coop or quest in g.active_quests(g.active) else ()


def the_story(g: Tale, card: str) -> Sequence[str]:
    return (f"story {card}",)


OPTIONS: Final = Options()
PLACE: Final = OPTIONS.add(
    Verb[str, str](
        "place",
        "Place {0} on {1}",
        lambda content: ((die, spot.name) for die in content.dice for spot in content.spots),
        lambda g, die, spot: (f"die {g.active} {g.content.dice.index(die)}", f"socket {spot}"),
        "GR-035",
    )
)
WITH: Final = OPTIONS.add(
    Verb[str](
        "with",
        "Place a die with {0}",
        lambda content: ((card,) for card in content.placing),
        refused="GR-Q133",
    )
)
BACK: Final = OPTIONS.plain("back", "Think again")
RABBIT: Final = OPTIONS.add(Verb[str]("rabbit", "Rabbit Token: to {0}", fields, the_field, "GR-107"))
ASLEEP: Final = OPTIONS.plain("sleepwalk", "Give up two dice and walk in your sleep")
PASS_ON: Final = OPTIONS.plain("pass on", "Pass until the chapter ends")

MOVE: Final = OPTIONS.add(Verb[str]("move", "Go to {0}", fields, the_field, "GR-061"))
RIDE: Final = OPTIONS.add(Verb[str]("ride", "Ride to {0}", fields, the_field, "GR-078"))
FIDDLE: Final = OPTIONS.add(Verb[str]("fiddle", "Fiddle, and ride to {0}", fields, the_field, "GR-Q72"))
STAY: Final = OPTIONS.plain("stay", "Stay here")
TAKE: Final = OPTIONS.plain("take", "Take them")
TAKE_TOKEN: Final = OPTIONS.add(Verb[str]("take", "Take {0}", tokens))
DOUBLE: Final = OPTIONS.plain("take one more", "Take one more")
SINGLE: Final = OPTIONS.plain("no more", "That is enough")
DRAW: Final = OPTIONS.plain("draw", "Draw", final=True)
NO: Final = OPTIONS.plain("no", "No")

PLAY: Final = OPTIONS.add(Verb[str]("play", "Play {0}", cards("magic"), refused="GR-135"))
USE: Final = OPTIONS.add(Verb[str]("use", "{0}", cards("character"), refused="GR-124"))
CONVERT: Final = OPTIONS.plain("convert", "Exchange a token")
PASS: Final = OPTIONS.plain("pass", "Let it be")
FACE: Final = OPTIONS.add(Verb[int | str]("face", "{0}", faces))
DECK: Final = OPTIONS.add(
    Verb[int](
        "deck",
        "A quest worth {0} AP",
        lambda content: ((deck,) for deck in DECKS),
        lambda g, deck: (f"deck {deck}",),
        "GR-Q30",
    )
)
KEEP: Final = OPTIONS.plain("keep it", "Keep it")
ANOTHER: Final = OPTIONS.plain("draw another", "Discard it and draw another")

COMPLETE: Final = OPTIONS.add(Verb[str]("complete", "Complete {0}", cards("quest"), the_quest))
FETCH: Final = OPTIONS.add(Verb[str]("fetch", "Pick up {0}", cards("quest"), the_quest, "GR-088"))
FULFIL: Final = OPTIONS.add(Verb[str]("fulfil", "{0}", cards("mini"), the_story, "GR-151"))
LIFT: Final = OPTIONS.add(Verb[str]("lift", "{0}", cards("curse"), the_story, "GR-150"))
DONE_NOW: Final = OPTIONS.plain("end turn", "End the turn")

TRADE: Final = OPTIONS.plain("trade", "Trade with somebody here", refused="GR-Q115")
PARTNER: Final = OPTIONS.add(
    Verb[int]("player", "Player {0}", lambda content: ((n + 1,) for n in range(MOST_PLAYERS)))
)
GIVE: Final = OPTIONS.add(Verb[str]("give", "Give {0}", gifts, refused="GR-Q116"))
WANT: Final = OPTIONS.add(Verb[str]("ask", "Ask for {0}", goods, refused="GR-Q116"))
ASK_MAGIC: Final = OPTIONS.plain("ask magic", "Ask for a Magic Item of their choice")
OFFER: Final = OPTIONS.plain("offer", "Make this offer")
STOP: Final = OPTIONS.plain("stop", "That is all")
ACCEPT: Final = OPTIONS.plain("accept", "Agree")
REJECT: Final = OPTIONS.plain("reject", "Turn it down")
PLAY_ON: Final = OPTIONS.plain("play on", "Play on")
CLOSE_THE_BOOK: Final = OPTIONS.plain("close the book", "Close the book")

HALF: Final = OPTIONS.add(
    Verb[str, str](
        "",
        "",
        lambda content: ((card.id, half.id) for card in content.of_kind("bad") for half in card.body.options),
    )
)
THING: Final = OPTIONS.add(
    Verb[str]("", "", things, lambda g, name: (name,) if name in g.content.walkable else ())
)
CHARACTER: Final = OPTIONS.add(Verb[str]("", "", cards("character"), lambda g, card: (f"character {card}",)))
