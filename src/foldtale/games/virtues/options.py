"""Everything that can be answered in Seven Virtues, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from foldtale.games.virtues.language import MOST_HEROES, VIRTUES
from foldtale.kernel.options import Options, Verb

if TYPE_CHECKING:
    from foldtale.games.virtues.content import VirtuesContent
    from foldtale.games.virtues.state import VirtuesState

Names: TypeAlias = Iterator[tuple[str]]
UNSEEN: Final = "deck"
"""The unseen top card of the treasure deck, as a part of an option."""
POOL: Final = "pool"
MOST_CHANGED: Final = 4
"""No card lets a player choose a higher number."""


def cards(*kinds: str) -> Callable[[VirtuesContent], Names]:
    return lambda content: iter([(card.id,) for kind in kinds for card in content.of_kind(kind)])


def the_card(g: VirtuesState, card: str) -> Sequence[str]:
    return (card,)


def the_place(g: VirtuesState, quest: str, number: int) -> Sequence[str]:
    return (f"{quest} {number}",)


def draughts(content: VirtuesContent) -> Iterator[tuple[str, int]]:
    yield from [(card, n + 1) for card, options in content.draughts.items() for n in range(len(options))]


def spaces(content: VirtuesContent) -> Iterator[tuple[str, int]]:
    yield from [(quest, n + 1) for quest, needs in content.spaces.items() for n in range(len(needs))]


def functions(content: VirtuesContent) -> Iterator[tuple[str, str]]:
    for card in content.of_kind("sin"):
        yield card.id, "a"
        if card.body.b is not None:
            yield card.id, "b"


def rewards(content: VirtuesContent) -> Iterator[tuple[str, str]]:
    treasures = [card.id for card in content.of_kind("treasure")]
    yield from [(quest, treasure) for quest in content.spaces for treasure in (*treasures, UNSEEN)]


def the_reward(g: VirtuesState, quest: str, treasure: str) -> Sequence[str]:
    return (quest,) if treasure == UNSEEN else (treasure,)


def exchanges(content: VirtuesContent) -> Iterator[tuple[str, str]]:
    sources = [POOL, *[str(seat + 1) for seat in range(MOST_HEROES)]]
    yield from [(virtue, source) for virtue in VIRTUES for source in sources]


def virtues(content: VirtuesContent) -> Names:
    yield from [(virtue,) for virtue in VIRTUES]


OPTIONS: Final = Options()

# The actions of a go: SV-044
RECRUIT: Final = OPTIONS.add(
    Verb[str]("recruit", "Recruit {0}", cards("character"), the_card, "SV-059", "recruit")
)
BUY: Final = OPTIONS.add(Verb[str]("buy", "Buy {0}", cards("elixir"), the_card, "SV-065", "buy"))
FOUND: Final = OPTIONS.add(
    Verb[str]("found", "Found {0}", cards("castle", "estate", "temple"), the_card, "SV-070", "found")
)
MAN: Final = OPTIONS.add(
    Verb[str]("man", "Man {0}", cards("castle", "estate", "temple"), the_card, "SV-078", "man")
)
SIN: Final = OPTIONS.add(
    Verb[str, str](
        "sin", "{0}", functions, lambda g, card, side: (f"sin {card}",), "SV-086", "sin", final=True
    )
)
USE: Final = OPTIONS.add(Verb[str]("use", "Use {0}", cards("artifact"), the_card, "SV-092", "use"))
TAP: Final = OPTIONS.add(
    Verb[str]("tap", "Turn {0} for gifts", cards("character"), the_card, "SV-095", "tap")
)
EXCHANGE: Final = OPTIONS.plain("exchange", "Exchange gifts", "SV-102", "exchange")
MARK: Final = OPTIONS.add(
    Verb[str, int]("mark", "Take part in {0}, space {1}", spaces, the_place, "SV-108", "mark")
)
TREASURE: Final = OPTIONS.add(
    Verb[str, str]("treasure", "From {0}: {1}", rewards, the_reward, "SV-116", "treasure")
)
CLOSE: Final = OPTIONS.add(Verb[str]("close", "Close {0}", cards("portal"), the_card, "SV-123", "close"))
PURGE: Final = OPTIONS.plain("purge", "Purge a corruption card", "SV-199", "purge")
PASS: Final = OPTIONS.plain("pass", "Pass", icon="pass")

# Free moves: SV-045
DRINK: Final = OPTIONS.add(
    Verb[str, int]("drink", "Drink {0}", draughts, lambda g, card, n: (card,), "SV-068", "drink")
)
CASH: Final = OPTIONS.add(
    Verb[str]("cash", "Give up {0}", cards("castle", "estate"), the_card, "SV-052", "cash")
)
WORK: Final = OPTIONS.add(Verb[str]("work", "Use {0}", cards("castle", "estate"), the_card, "SV-080", "work"))
GO_ON: Final = OPTIONS.plain("go on", "Go on")

# Paying: SV-047 to SV-057
PAY: Final = OPTIONS.plain("pay", "Pay from what you hold", "SV-016")
POUR: Final = OPTIONS.add(
    Verb[str, int]("pour", "Pay with {0}", draughts, lambda g, card, n: (card,), "SV-049")
)
SPEND: Final = OPTIONS.add(Verb[str]("spend", "Pay with {0}", cards("castle", "estate"), the_card, "SV-054"))

# The hero's exchange: SV-102 to SV-104
GIVE: Final = OPTIONS.add(Verb[str]("give", "Give {0}", virtues, refused="SV-102"))
TAKE: Final = OPTIONS.add(Verb[str, str]("take", "Take {0} from {1}", exchanges, refused="SV-103"))
DONE: Final = OPTIONS.plain("done", "That is all")

# Reactions, others' questions
REACT: Final = OPTIONS.add(
    Verb[str]("react", "Negate it with {0}", cards("sin"), lambda g, card: (f"sin {card}",), "SV-091")
)
LET_BE: Final = OPTIONS.plain("let be", "Let it be")
NO: Final = OPTIONS.plain("no", "No")
PLAY: Final = OPTIONS.add(Verb[str]("play", "Play {0}", cards("unnamed"), the_card, "SV-219"))
DECLINE: Final = OPTIONS.plain("decline", "Play nothing")
PLAYER: Final = OPTIONS.add(
    Verb[int]("player", "Player {0}", lambda content: ((seat + 1,) for seat in range(MOST_HEROES)))
)
NUMBER: Final = OPTIONS.add(Verb[int]("", "", lambda content: ((n,) for n in range(MOST_CHANGED + 1))))
SINK: Final = OPTIONS.plain("bottom", "Put one under the deck")
SPACE: Final = OPTIONS.add(Verb[str, int]("", "", spaces, the_place))
THING: Final = OPTIONS.add(
    Verb[str](
        "",
        "",
        cards(
            "hero",
            "character",
            "elixir",
            "castle",
            "estate",
            "temple",
            "sin",
            "cataclysm",
            "quest",
            "treasure",
        ),
    )
)
GIFT: Final = OPTIONS.add(Verb[str]("", "", virtues))
