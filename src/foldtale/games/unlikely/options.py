"""Everything that can be answered in Unlikely Heroes, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from foldtale.games.unlikely.language import BLESSINGS, SKILLS
from foldtale.kernel.options import Options, Verb

if TYPE_CHECKING:
    from foldtale.games.unlikely.content import Content
    from foldtale.games.unlikely.state import UnlikelyState

Names: TypeAlias = Iterator[tuple[str]]
MOST_BOXES: Final = 6
MOST_LUCK: Final = 40
"""No more luck cards can be announced: the deck has at most 24."""
MOST_SEATS: Final = 4


def cards(*kinds: str) -> Callable[[Content], Names]:
    return lambda content: iter([(card.id,) for card in content.of_kind(*kinds)])


def numbers(content: Content) -> Names:
    yield from [(number,) for number in content.numbered]


def boxes(content: Content) -> Iterator[tuple[int]]:
    yield from [(box,) for box in range(1, MOST_BOXES + 1)]


def skills(content: Content) -> Names:
    yield from [(skill,) for skill in SKILLS]


def powered(content: Content) -> Names:
    yield from [(card,) for card in content.spaces]


def seats(content: Content) -> Iterator[tuple[int]]:
    yield from [(seat,) for seat in range(1, MOST_SEATS + 1)]


def luck_counts(content: Content) -> Iterator[tuple[int]]:
    yield from [(count,) for count in range(MOST_LUCK + 1)]


def traits(content: Content) -> Iterator[tuple[str, str]]:
    yield from [(way, card.id) for card in content.of_kind("trait") for way in ("up", "down")]


def anything(content: Content) -> Names:
    """What cards let somebody choose by its name alone."""
    yield from cards("map", "item", "hero", "trait", "unlucky")(content)
    yield from [(card,) for card in content.luck_faces]


def the_map(g: UnlikelyState, card: str) -> Sequence[str]:
    return (f"map {card}",) if card in g.world else ()


def the_mark(g: UnlikelyState, number: str) -> Sequence[str]:
    """The anchors with a number, on the maps where somebody stands."""
    here = dict.fromkeys([hero.at for hero in g.heroes])
    return tuple([f"mark {card} {number}" for card in here if number in g.content.anchors.get(card, ())])


def the_card(g: UnlikelyState, card: str) -> Sequence[str]:
    return (f"card {card}",) if g.owner(card) >= 0 else ()


def the_seat(g: UnlikelyState, seat: int) -> Sequence[str]:
    return (f"seat {seat}",)


def the_box(g: UnlikelyState, box: int) -> Sequence[str]:
    return (f"challenge {g.challenges[-1]}",) if g.challenges else ()


OPTIONS: Final = Options()
add, plain = OPTIONS.add, OPTIONS.plain

HERO: Final = add(Verb[str]("play", "Play {0}", cards("hero"), refused="UH-014"))
ITEM: Final = add(Verb[str]("take", "Take {0}", cards("item"), refused="UH-013"))
SEAT: Final = add(Verb[int]("seat", "Seat {0}", seats, the_seat))
LEFT_SIDE: Final = plain("left", "On the left, for its modifiers")
RIGHT_SIDE: Final = plain("right", "On the right, for its effect")
DROP: Final = plain("discard it", "Discard it")
READ: Final = plain("read on", "Read on")
NEXT_CHAPTER: Final = plain("next chapter", "Go on to the next chapter")
LATER: Final = plain("later", "Not yet")

TRAVEL: Final = add(Verb[str]("travel", "Travel to {0}", cards("map"), the_map, "UH-135", "boot"))
SET_OUT: Final = plain("set out", "Set out")
EXPLORE: Final = add(Verb[str]("explore", "Explore {0}", numbers, the_mark, "UH-141", "eye", True))
PEEK: Final = add(Verb[str]("peek", "Read the back of {0}", numbers, the_mark, "UH-Q42", "book", True))
SOLVE: Final = add(
    Verb[str]("solve", "Put together {0}", lambda content: ((key,) for key in content.series), None, "UH-110")
)
REARRANGE: Final = plain("rearrange", "Rearrange an item")
DISCARD: Final = plain("discard", "Discard an item")
GIVE: Final = plain("give", "Give an item", "UH-128")
GET: Final = plain("get", "Get an item", "UH-128")
SWAP: Final = plain("swap", "Swap an item", "UH-128")
PASS: Final = plain("pass", "End the turn")
USE: Final = add(Verb[str]("use", "Use {0}", cards("hero", "item"), the_card, "UH-070", "cube"))
MORE: Final = plain("more", "Something else")
BACK: Final = plain("back", "Think again")
GIVE_UP: Final = plain("give up", "Give up the quest")
PUT_AWAY: Final = plain("put away", "Put the game away")
TAKE_OUT: Final = plain("take out", "Take it out again")
PLAY_ON: Final = plain("play on", "Play on")

THIS: Final = add(Verb[str]("this", "{0}", cards("item"), the_card))
TO: Final = add(Verb[int]("to", "To seat {0}", seats, the_seat))
PLACE: Final = add(
    Verb[str, int](
        "place",
        "On the {0}, place {1}",
        lambda content: ((side, at) for side in ("left", "right") for at in range(1, 13)),
    )
)
AGREE: Final = plain("agree", "Agree")
REFUSE: Final = plain("refuse", "Refuse")

GO: Final = add(Verb[str]("go", "Go on to {0}", cards("map"), the_map, "UH-137", "boot"))
STAY: Final = plain("stay", "Stay here")
STRAIN: Final = add(Verb[str]("strain", "Strain a cube of {0}", powered, the_card, "UH-Q23", "cube"))

REPLACE: Final = plain("replace", "Take over, and let the other go")
DECLINE: Final = plain("decline", "Decline")
HAND: Final = add(Verb[int]("hand", "Hand it to seat {0}", seats, the_seat, "UH-Q50"))

BOX: Final = add(Verb[int]("box", "Box {0}", boxes, the_box, "UH-228"))
FORFEIT: Final = plain("forfeit", "Forfeit", "UH-221")
JOIN: Final = plain("join", "Join", "UH-216")
NOT_JOIN: Final = plain("stand by", "Stand by")
WITH: Final = add(Verb[str]("with", "With {0}", skills, None, "UH-219"))
WITHOUT: Final = plain("without", "Without a skill")
ANNOUNCE: Final = add(Verb[int]("", "", luck_counts, None))
RESOLVE: Final = plain("resolve", "Compare")
GO_ON: Final = plain("go on", "Go on")

CUBE: Final = add(Verb[str]("cube", "A cube on {0}", powered, the_card))
NO_CUBE: Final = plain("no cube", "Leave it in the pool")
SHIFT: Final = add(Verb[str]("shift", "Move {0}", cards("item"), the_card))
LIFT: Final = add(Verb[str]("lift", "Move a cube of {0}", powered, the_card))
DONE: Final = plain("done", "That is all")

TRAIT: Final = add(Verb[str, str]("trait", "Move the cube {0} on {1}", traits))
GAIN_ITEM: Final = add(Verb[str]("gain", "Gain a {0} item", lambda content: ((of,) for of in BLESSINGS)))
LOSE_ITEM: Final = add(Verb[str]("lose", "Discard {0}", cards("item"), the_card))
NO: Final = plain("no", "No")
THING: Final = add(Verb[str]("", "", anything))
