"""Everything that can be answered in Storyfold, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from foldtale.games.storyfold.language import ACTIONS, BROM, DIE_WORD, EXPLORATION_KINDS, LUMA, MOST_CRYSTALS
from foldtale.games.storyfold.record import BOOKMARKS
from foldtale.kernel.options import Among, Each, Options, cards
from foldtale.kernel.talk import Option

if TYPE_CHECKING:
    from foldtale.games.storyfold.content import Content
    from foldtale.games.storyfold.state import Wood

MOST_DICE: Final = 7


def links(content: Content) -> Iterator[tuple[str, str]]:
    """Yield where an ending can lead by choice: SF-Q78."""
    for ident, scene in content.scenes.items():
        yield from [(ident, link.id) for link in scene.links if link.say is not None]


def the_thing(g: Wood, name: str) -> Sequence[str]:
    """Return the element of the scene that shows a card, a Place or a face."""
    if name in g.river:
        return [name if name in ACTIONS else f"creature {name}"]
    if name in g.places or name in (LUMA, BROM):
        return [name]
    for row, lying in (("held", g.in_spaces), ("drawn", g.at_hand)):
        if name in lying:
            return [f"{row} {lying.index(name)}"]
    return [f"kept {name}"] if name in g.kept else []


def the_action(g: Wood, *n: int) -> Sequence[str]:
    return [g.action.card] if g.action is not None else []


HELD: Final = cards(*EXPLORATION_KINDS, "story", "faces")
"""The cards that can lie in a Blessing space or in play, and the faces."""
CARDS: Final = Each[str](HELD, the_thing)
ON_ACTIONS: Final = Each[str](lambda content: ACTIONS, the_thing)
RIBBONS: Final = Each[str](lambda content: tuple(BOOKMARKS))

OPTIONS: Final = Options()
READ: Final = OPTIONS.plain("read", "Turn the page")
GO_ON: Final = OPTIONS.plain("go on", "Go on")
OPTIONS.plain("stop", "That is enough")
NO: Final = OPTIONS.plain("no", "Leave it be")

# Actions


@dataclass(frozen=True, slots=True)
class Abilities:
    """The two abilities of an Action card.

    `aims`    what announces the first, `does` what it then does
    `brings`  what the second brings, `announced` what announces it, `counted` what so many successes do
    `pawn`    the pawn that it moves
    """

    aims: str
    does: str
    brings: str
    announced: str
    counted: str
    pawn: str = ""


ABILITIES: Final = {
    "illuminate": Abilities(
        "Try to illuminate {0}",
        "Illuminate {}",
        "light",
        "Move the Light Pawn",
        "Move the Light {0}",
        "light pawn",
    ),
    "help": Abilities("Try for {0}", "Overcome {}", "crystals", "Gain Crystals", "Gain {0:n Crystal}"),
    "explore": Abilities(
        "Try for {0}", "Overcome {}", "cards", "Draw Exploration cards", "Draw {0:n card}, keep 1"
    ),
    "heal": Abilities(
        "Try to heal {0}", "Heal {}", "spirit", "Gain Spirit", "Gain {0} Spirit", "spirit pawn"
    ),
}


def targets_of(card: str) -> Each[str]:
    """Return what the first ability of an Action card can be announced for: SF-028."""
    return Each[str](lambda book: book.targets_of(card), lambda g, target: [card, *the_thing(g, target)])


def second_of(card: str) -> Option:
    """Declare the option that announces the second ability of an Action card: SF-028."""
    ability = ABILITIES[card]
    return OPTIONS.plain(
        f"{card} {ability.brings}",
        ability.announced,
        final=ability.brings == "cards",
        touches=lambda g: [card, *[ability.pawn] * bool(ability.pawn)],
    )


AIM: Final = {
    card: OPTIONS.verb(card, ability.aims, targets_of(card), icon=card) for card, ability in ABILITIES.items()
}
AIM_SECOND: Final = {card: second_of(card) for card in ACTIONS}
END_PHASE: Final = OPTIONS.plain("end phase", "End the Luma Phase", icon="shadow")
TAKE_FIRST: Final = OPTIONS.plain("first", "Do it", icon="success", touches=the_action)
SPEND: Final = OPTIONS.verb(
    "second", "Use the other ability", Each[int](lambda content: range(MOST_CRYSTALS + 1), the_action)
)
TAKE_SECOND: Final = [SPEND(crystals) for crystals in range(MOST_CRYSTALS + 1)]
NOTHING: Final = OPTIONS.plain("nothing", "Let it be")
FAIL: Final = OPTIONS.plain("fail", "Accept the failure", icon="failure")

# Cards

USE: Final = OPTIONS.verb("use", "Use {0}", CARDS, icon="blessing")
OPTIONS.plain(USE(LUMA).key, "Roll a die again", icon="luma", final=True)
OPTIONS.plain(USE(BROM).key, "Ask Brom for help", icon="brom")
RESOLVE: Final = OPTIONS.verb("resolve", "Use {0} now", CARDS)
GIVE_UP: Final = OPTIONS.verb("discard", "Discard {0}", CARDS)
PUT: Final = OPTIONS.verb("put", "Put it on {0}", ON_ACTIONS, icon="crystal")
PAY: Final = OPTIONS.verb("pay", "Take it from {0}", ON_ACTIONS, icon="crystal")
DIE: Final = OPTIONS.verb(
    DIE_WORD,
    "The die number {0}",
    Each[int](lambda content: range(1, MOST_DICE + 1), lambda g, n: [f"die {n}"] if g.rolled else []),
)
THING: Final = OPTIONS.things(
    Each[str](lambda content: [*HELD(content), *content.places, *content.pieces, *ACTIONS], the_thing)
)

# The journey

LINK: Final = OPTIONS.things(Among[str, str](links))
BEGIN_AGAIN: Final = OPTIONS.plain("begin again", "Begin the Chapter again", icon="restart")
CLOSE: Final = OPTIONS.plain("close the book", "Close the book")
OPEN_HERE: Final = OPTIONS.plain("open here", "Where the journey stands")
OPEN: Final = OPTIONS.verb("open", "At the {0} ribbon", RIBBONS)
SAVE: Final = OPTIONS.verb("save", "Put in the {0} ribbon and stop", RIBBONS, icon="save")
