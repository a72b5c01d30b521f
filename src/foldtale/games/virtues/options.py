"""Everything that can be answered in Seven Virtues, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from foldtale.games.virtues.language import CHOSEN, MOST_HEROES, VIRTUE_SAYS, VIRTUES
from foldtale.kernel.effects.choices import MOST_NUMBERS
from foldtale.kernel.options import Among, Each, Options, Verb, cards, does
from foldtale.kernel.talk import Option

if TYPE_CHECKING:
    from foldtale.games.virtues.content import VirtuesContent
    from foldtale.games.virtues.state import VirtuesState

UNSEEN: Final = "deck"
"""The unseen top card of the treasure deck, as a part of an option."""
POOL: Final = "pool"
BUILDINGS: Final = ("castle", "estate", "temple")
NAMED: Final = ("hero", "character", "elixir", *BUILDINGS, "sin", "cataclysm", "quest")
"""Cards that are chosen by their names alone, besides treasures."""


def the_card(g: VirtuesState, card: str, *others: object) -> Sequence[str]:
    return (card,)


def gives(content: VirtuesContent, card: str) -> str:
    """The gifts of a character, or those that close a portal."""
    return content.in_words(content.gifts[card])


def asks(content: VirtuesContent, quest: str, number: int) -> str:
    return content.asked(content.spaces[quest][number - 1])


def functions(content: VirtuesContent) -> Iterator[tuple[str, str]]:
    for card in content.of_kind("sin"):
        yield from [(card.id, side) for side in ("a", "b") if getattr(card.body, side) is not None]


def each_of(lists: Mapping[str, Sequence[object]]) -> list[tuple[str, int]]:
    """Return the numbers of what each card lists, from 1."""
    return [(card, n) for card, listed in lists.items() for n in range(1, len(listed) + 1)]


def exchange(content: VirtuesContent, virtue: str, source: str) -> str:
    return f"Take {VIRTUE_SAYS[virtue]} from {'the pool' if source == POOL else f'player {source}'}"


CHARACTERS: Final = Each[str](cards("character"), the_card, note=gives)
FLASKS: Final = Among[str, int](
    lambda content: each_of(content.draughts),
    the_card,
    note=lambda content, card, n: content.in_words(content.draughts[card][n - 1].gifts),
)
WORKS: Final = Each[str](cards("castle", "estate"), the_card, note=does)
HOUSES: Final = Each[str](cards(*BUILDINGS), the_card, note=does)
GIFTS: Final = Each[str](lambda content: VIRTUES)

OPTIONS: Final = Options()
MARKET: Final = "Buy or found"
OWN: Final = "Use what is mine"
FREE: Final = "Free moves, before an action"

# The actions of a go: SV-044
RECRUIT: Final = OPTIONS.verb("recruit", "Recruit {0}", CHARACTERS, "SV-059", "recruit", group="Recruit")
BUY: Final = OPTIONS.verb(
    "buy", "Buy {0}", Each[str](cards("elixir"), the_card), "SV-065", "buy", group=MARKET
)
FOUND: Final = OPTIONS.verb("found", "Found {0}", HOUSES, "SV-070", "found", group=MARKET)
MAN: Final = OPTIONS.verb("man", "Man {0}", HOUSES, "SV-078", "man", group=OWN)
FUNCTIONS: Final = Among[str, str](
    functions,
    lambda g, card, side: (f"sin {card}",),
    lambda content, card, side: f"{content.title(card)}: {content.says(card, f'{side}.do')}",
)
SIN: Final = OPTIONS.verb("sin", "{0}", FUNCTIONS, "SV-086", "sin", final=True, group="Play a sin")
USE: Final = OPTIONS.verb(
    "use", "Use {0}", Each[str](cards("artifact"), the_card, note=does), "SV-092", "use", group=OWN
)
TAP: Final = OPTIONS.verb("tap", "Turn {0} for gifts", CHARACTERS, "SV-095", "tap", group="Gain gifts")
EXCHANGE: Final = OPTIONS.plain("exchange", "Exchange gifts", "SV-102", "exchange", group=OWN)
SPACES: Final = Among[str, int](
    lambda content: each_of(content.spaces), lambda g, quest, n: (f"{quest} {n}",), note=asks
)
MARK: Final = OPTIONS.verb(
    "mark", "Take part in {0}, space {1}", SPACES, "SV-108", "mark", group="Take part in a quest"
)
REWARDS: Final = Among[str, str](
    lambda content: product(content.spaces, [*content.ids("treasure"), UNSEEN]),
    lambda g, quest, treasure: (quest if treasure == UNSEEN else treasure,),
    note=lambda content, quest, treasure: "" if treasure == UNSEEN else content.treasured(treasure),
)
TREASURE: Final = OPTIONS.verb(
    "treasure", "From {0}: {1}", REWARDS, "SV-116", "treasure", group="Gain a treasure"
)
PORTALS: Final = Each[str](cards("portal"), the_card, note=gives)
CLOSE: Final = OPTIONS.verb("close", "Close {0}", PORTALS, "SV-123", "close", group="Close a portal")
PURGE: Final = OPTIONS.plain("purge", "Purge a corruption card", "SV-199", "purge", group=OWN)
PASS: Final = OPTIONS.plain("pass", "Pass", icon="pass")
READ: Final = OPTIONS.plain("read", "Read, and go on")

# Free moves: SV-045
DRINK: Final = OPTIONS.verb("drink", "Drink {0}", FLASKS, "SV-068", "drink", group=FREE)
CASH: Final = OPTIONS.verb("cash", "Give up {0}", WORKS, "SV-052", "cash", group=FREE)
WORK: Final = OPTIONS.verb("work", "Use {0}", WORKS, "SV-080", "work", group=FREE)
GO_ON: Final = OPTIONS.plain("go on", "Go on")

# Paying: SV-047 to SV-057
PAY: Final = OPTIONS.plain("pay", "Pay from what you hold", "SV-016")
POUR: Final = OPTIONS.verb("pour", "Pay with {0}", FLASKS, "SV-049")
SPEND: Final = OPTIONS.verb("spend", "Pay with {0}", WORKS, "SV-054")

# The hero's exchange: SV-102 to SV-104
GIVE: Final = OPTIONS.verb("give", "Give {0}", GIFTS, "SV-102")
SOURCES: Final = (POOL, *[str(seat + 1) for seat in range(MOST_HEROES)])
EXCHANGES: Final = Among[str, str](lambda content: product(VIRTUES, SOURCES), called=exchange)
TAKE: Final = OPTIONS.verb("take", "", EXCHANGES, "SV-103")
DONE: Final = OPTIONS.plain("done", "That is all")

# Reactions, and what cards ask
REACT: Final = OPTIONS.verb(
    "react", "Negate it with {0}", Each[str](cards("sin"), lambda g, card: (f"sin {card}",)), "SV-091"
)
LET_BE: Final = OPTIONS.plain("let be", "Let it be")
NO: Final = OPTIONS.plain("no", "No")
PLAY: Final = OPTIONS.verb(
    "play", "Play {0}", Each[str](cards("unnamed"), the_card, note=does), "SV-219", group="Play a card"
)
DECLINE: Final = OPTIONS.plain("decline", "Play nothing")
PLAYER: Final = OPTIONS.verb(CHOSEN, "Player {0}", Each[int](lambda content: range(1, MOST_HEROES + 1)))
NUMBER: Final = OPTIONS.things(Each[int](lambda content: range(MOST_NUMBERS + 1)))
SINK: Final = OPTIONS.plain("bottom", "Put one under the deck")
SPACE: Final = OPTIONS.things(
    Among[str, int](
        SPACES.values,
        SPACES.touches,
        lambda content, quest, n: f"{content.title(quest)}: {asks(content, quest, n)}",
    )
)
THING: Final = OPTIONS.things(Each[str](cards(*NAMED)))
LOOT: Final = OPTIONS.things(
    Each[str](cards("treasure"), the_card, note=lambda content, card: content.treasured(card))
)
GIFT: Final = OPTIONS.things(GIFTS)

VERBS: Final[tuple[Verb[*tuple[Any, ...]], ...]] = (
    RECRUIT, BUY, FOUND, MAN, SIN, USE, TAP, MARK, TREASURE, CLOSE, DRINK, CASH, WORK,
)  # fmt: skip


@lru_cache(maxsize=4096)
def parsed(choice: Option) -> tuple[str, tuple[Any, ...]]:
    """Return the word of an action or a free move, and its parts; of anything else its key."""
    return next(((verb.word, verb.parts(choice)) for verb in VERBS if choice in verb), (choice.key, ()))
