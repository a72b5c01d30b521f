"""Everything that can be answered in Unlikely Heroes, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from foldtale.games.unlikely.language import BLESSINGS, SKILLS
from foldtale.kernel.options import Among, Each, Options, cards

if TYPE_CHECKING:
    from foldtale.games.unlikely.content import Content
    from foldtale.games.unlikely.state import UnlikelyState

MOST_BOXES: Final = 6
MOST_LUCK: Final = 40
"""No more luck cards can be announced: the deck has at most 24."""
MOST_SEATS: Final = 4
MOST_ITEMS: Final = 12
"""No more items lie on one side of a backpack."""


def things(content: Content) -> list[str]:
    """Return what cards let somebody choose by its name alone."""
    return [*content.ids("map", "item", "hero", "trait", "unlucky"), *content.luck_faces]


def the_mark(g: UnlikelyState, number: str) -> Sequence[str]:
    """Return the anchors with a number, on the maps where somebody stands."""
    here = dict.fromkeys([hero.at for hero in g.heroes])
    return tuple([f"mark {card} {number}" for card in here if number in g.content.anchors.get(card, ())])


def the_card(g: UnlikelyState, card: str) -> Sequence[str]:
    return (f"card {card}",) if g.owner(card) >= 0 else ()


NUMBERS: Final = Each[str](lambda content: content.numbered, the_mark)
MAPS: Final = Each[str](cards("map"), lambda g, card: (f"map {card}",) if card in g.world else ())
ITEMS: Final = Each[str](cards("item"), the_card)
POWERED: Final = Each[str](lambda content: content.spaces, the_card)
SEATS: Final = Each[int](lambda content: range(1, MOST_SEATS + 1), lambda g, seat: (f"seat {seat}",))
BOXES: Final = Each[int](
    lambda content: range(1, MOST_BOXES + 1),
    lambda g, box: (f"box {g.challenges[-1]} {box}",) if g.challenges else (),
)
PLACES: Final = Among[str, int](
    lambda content: [(side, at) for side in ("left", "right") for at in range(1, MOST_ITEMS + 1)]
)
TRAITS: Final = Among[str, str](
    lambda content: [(way, card.id) for card in content.of_kind("trait") for way in ("up", "down")]
)

OPTIONS: Final = Options()
verb, plain = OPTIONS.verb, OPTIONS.plain

HERO: Final = verb("play", "Play {0}", Each[str](cards("hero")), "UH-014")
ITEM: Final = verb("take", "Take {0}", Each[str](cards("item")), "UH-013")
SEAT: Final = verb("seat", "Seat {0}", SEATS)
LEFT_SIDE: Final = plain("left", "On the left, for its modifiers")
RIGHT_SIDE: Final = plain("right", "On the right, for its effect")
DROP: Final = plain("discard it", "Discard it")
READ: Final = plain("read on", "Read on")
NEXT_CHAPTER: Final = plain("next chapter", "Go on to the next chapter")
LATER: Final = plain("later", "Not yet")

TRAVEL: Final = verb("travel", "Travel to {0}", MAPS, "UH-135", "boot")
SET_OUT: Final = plain("set out", "Set out")
EXPLORE: Final = verb("explore", "Explore {0}", NUMBERS, "UH-141", "eye", final=True)
PEEK: Final = verb("peek", "Read the back of {0}", NUMBERS, "UH-Q42", "book", final=True)
SOLVE: Final = verb("solve", "Put together {0}", Each[str](lambda content: content.series), "UH-110")
REARRANGE: Final = plain("rearrange", "Rearrange an item")
DISCARD: Final = plain("discard", "Discard an item")
GIVE: Final = plain("give", "Give an item", "UH-128")
GET: Final = plain("get", "Get an item", "UH-128")
SWAP: Final = plain("swap", "Swap an item", "UH-128")
PASS: Final = plain("pass", "End the turn")
USE: Final = verb("use", "Use {0}", Each[str](cards("hero", "item"), the_card), "UH-070", "cube")
MORE: Final = plain("more", "Something else")
BACK: Final = plain("back", "Think again")
GIVE_UP: Final = plain("give up", "Give up the quest")
PUT_AWAY: Final = plain("put away", "Put the game away")
TAKE_OUT: Final = plain("take out", "Take it out again")
PLAY_ON: Final = plain("play on", "Play on")

THIS: Final = verb("this", "{0}", ITEMS)
TO: Final = verb("to", "To seat {0}", SEATS)
PLACE: Final = verb("place", "On the {0}, place {1}", PLACES)
AGREE: Final = plain("agree", "Agree")
REFUSE: Final = plain("refuse", "Refuse")

GO: Final = verb("go", "Go on to {0}", MAPS, "UH-137", "boot")
STAY: Final = plain("stay", "Stay here")
STRAIN: Final = verb("strain", "Strain a cube of {0}", POWERED, "UH-Q23", "cube")

REPLACE: Final = plain("replace", "Take over, and let the other go")
DECLINE: Final = plain("decline", "Decline")
HAND: Final = verb("hand", "Hand it to seat {0}", SEATS, "UH-Q50")

BOX: Final = verb("box", "Box {0}", BOXES, "UH-228")
FORFEIT: Final = plain("forfeit", "Forfeit", "UH-221")
JOIN: Final = plain("join", "Join", "UH-216")
NOT_JOIN: Final = plain("stand by", "Stand by")
WITH: Final = verb("with", "With {0}", Each[str](lambda content: SKILLS), "UH-219")
WITHOUT: Final = plain("without", "Without a skill")
ANNOUNCE: Final = verb("", "", Each[int](lambda content: range(MOST_LUCK + 1)))
RESOLVE: Final = plain("resolve", "Compare")
GO_ON: Final = plain("go on", "Go on")

CUBE: Final = verb("cube", "A cube on {0}", POWERED)
NO_CUBE: Final = plain("no cube", "Leave it in the pool")
SHIFT: Final = verb("shift", "Move {0}", ITEMS)
LIFT: Final = verb("lift", "Move a cube of {0}", POWERED)
DONE: Final = plain("done", "That is all")

TRAIT: Final = verb("trait", "Move the cube {0} on {1}", TRAITS)
GAIN_ITEM: Final = verb("gain", "Gain a {0} item", Each[str](lambda content: BLESSINGS))
LOSE_ITEM: Final = verb("lose", "Discard {0}", ITEMS)
NO: Final = plain("no", "No")
THING: Final = verb("", "", Each[str](things))
