"""What a pack for Dice Upon a Time holds: the kinds of cards, and the things that they speak of."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from foldtale.kernel.effects import Code, Expr, Kind, Language, Standing, Steps
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.paper import Paper, Scenery
from foldtale.kernel.pack.records import (
    Bounds,
    Condition,
    Do,
    InEvent,
    IsEvent,
    Names,
    Prose,
    Ref,
    Says,
    Test,
    Title,
)


@dataclasses.dataclass(eq=False)
class Gain:
    """What one player has just got: so many tokens of each type, or so many cards.

    `owner`  who has it now
    `cards`  main quests by their ids; of Magic Items nobody may know which, so only how many: `n`
    """

    owner: int
    tokens: Sequence[int] = (0, 0, 0)
    n: int = 0
    cards: tuple[str, ...] = ()

    @property
    def types(self) -> list[str]:
        """The types of tokens among it."""
        return [token for token, n in zip(TOKENS, self.tokens, strict=True) if n]


MOST_PLAYERS: Final = 5
DECKS: Final = (2, 3, 4)
"""The decks of Main Quests, by what each card in them is worth."""
TOKENS = ("coin", "bread", "apple")
TOKEN_SAYS = {"coin": "Gold Coin", "bread": "Bread", "apple": "Apple"}
WHY = {
    "field": "a field",
    "card": "a card",
    "spirit": "a Forest Spirit",
    "event": "an Event",
    "trade": "a trade",
}

PLAYER = Kind("player", key=lambda g, seat: f"player {seat + 1}")
LANGUAGE = Language(
    "grimm",
    PLAYER,
    rule="GR-164",
    scopes=("turn", "chapter"),
    untitled=("plays", "place", "once", "counted", "converts", "walks", "fiddles", "if"),
    kinds={Gain: Kind("gain", key=lambda g, gain: PLAYER.key(g, gain.owner))},
)
Player: TypeAlias = Annotated[int, PLAYER]
Token: TypeAlias = Annotated[str, Kind("token", TOKENS, says=TOKEN_SAYS)]
Field: TypeAlias = Annotated[str, Kind("field", refers="field")]
Socket: TypeAlias = Annotated[str, Kind("socket", refers="socket")]
Die: TypeAlias = Annotated[str, Kind("die", plural="dice")]
Quest: TypeAlias = Annotated[str, Kind("Main Quest")]
Curse: TypeAlias = Annotated[str, Kind("Curse")]
Why: TypeAlias = Annotated[str, Kind("source", tuple(WHY), says=WHY)]

LANGUAGE.event("rolled", "you have rolled dice", final=True, who=Player, dice=list[Die], chapter=bool)
LANGUAGE.event("gain_modify", "you take tokens", who=Player, gain=Gain, by=Why)
LANGUAGE.event("lose_tokens", "you lose tokens against your will", who=Player)
LANGUAGE.event("harm", "a card harms you", who=Player)
LANGUAGE.event("story_revealed", "a Bad Luck card that you have drawn works", who=Player, harms=bool)
LANGUAGE.event("curse_received", "you have got a Curse", final=True, who=Player, curse=Curse)
OWN = ("rolled", "gain_modify", "lose_tokens", "harm", "story_revealed", "curse_received")
"""GR-Q81: windows for whom it happens to alone."""
LANGUAGE.event("tokens_gained", "other players have got tokens", final=True, gains=list[Gain])
LANGUAGE.event("magic_gained", "other players have got Magic Items", final=True, gains=list[Gain])
LANGUAGE.event("quests_gained", "other players have got Main Quests", final=True, gains=list[Gain])
LANGUAGE.event("card_played", "a Magic Item of another player works", who=Player)
LANGUAGE.event("snake_token_rolled", "the Snake Die has shown a token", final=True, who=Player)
LANGUAGE.event("place_announced", "an announced die is placed", who=Player, die=Die, socket=Socket)
LANGUAGE.event("turn_start", "your turn starts", final=True, who=Player)
LANGUAGE.event("own_free", "it is your turn", final=True, who=Player)
LANGUAGE.event("own_move", "you could move, instead", final=True, who=Player)
LANGUAGE.event("turn_end", "your turn ends", final=True, who=Player)
LANGUAGE.event("steed_ridden", "a player has ridden from Steed to Steed", instead=False, who=Player)
LANGUAGE.event("wolf_fed", "a player has placed a die in the Wolf socket", instead=False, who=Player)
LANGUAGE.event("event_revealed", "this Event is revealed", instead=False)

LANGUAGE.query("socket_value", "the value of an empty socket", Socket)
LANGUAGE.query("stack_limit", "the stack limit", Socket)
LANGUAGE.query("higher", "{who} can build one die higher than others", Player)
LANGUAGE.query("second_magic", "{who} can choose from two Magic Items whenever one is drawn", Player)
LANGUAGE.query("field_tokens", "the number of tokens that a field gives", Field)
LANGUAGE.query("second_quest", "{who} can choose from two Main Quests on Town", Player)
LANGUAGE.query("second_story", "{who} can choose from two Story cards on a Supporting character", Player)
LANGUAGE.ban("magic", "play Magic Items", Player)
LANGUAGE.ban("ride", "jump from Steed to Steed", Player)
LANGUAGE.ban("wolf", "place a die in the Wolf socket", Player)
LANGUAGE.ban("ban_faces", "be kept away by a Ban face", Player)

Line = Annotated[str, Prose("line")]
Label = Annotated[str, Prose("label")]
Point = list[float]
FieldKind = Literal[
    "town", "king", "fairy", "resource", "building", "support", "far", "steed", "magic", "spirit"
]
Needed = Literal["story", "magic"]


@dataclasses.dataclass(kw_only=True)
class Printed:
    """What every card has: a title, and words that are only told."""

    title: Title
    text: Line


@dataclasses.dataclass(kw_only=True)
class Dealt(Printed):
    """GR-Q130: a card that is left out of a game without the deck that it `needs`."""

    needs: Needed | None = None


@dataclasses.dataclass(kw_only=True)
class Shared(Dealt):
    """GR-Q123: a card that is of use to a team, too, or not: `coop: false`."""

    coop: bool = True


@dataclasses.dataclass(kw_only=True)
class Moment:
    """When something can be played or used, and what it does then. `say` is what the option says."""

    window: Annotated[str, IsEvent]
    if_: Annotated[Expr, Condition, InEvent("window")] | None = None
    do: Annotated[Code, Steps, InEvent("window")]


@dataclasses.dataclass(kw_only=True)
class Placing:
    """GR-Q133: how a placement is made easier. Announced with it, used up when it is carried out.

    `ignores`  what no longer matters: the value, or the value and Ban
    `higher`   by how many dice the stack may be higher
    `swats`    the topmost die of the route leaves first, unless it shows Ban
    `walks`    only on a route from your field, and you move along it
    `on`       where
    """

    ignores: (
        Annotated[
            Literal["value", "value and Ban"], Says("place any die, whatever the {} of what lies there")
        ]
        | None
    ) = None
    higher: Annotated[int, Bounds(1, 2), Says("the stack limit is {} higher for this placement")] = 0
    swats: Annotated[bool, Says("first remove the topmost die there, unless it shows Ban")] = False
    walks: Annotated[bool, Says("only on a route from your field, and you must then move along it")] = False
    on: Annotated[
        Literal["routes", "stacks"],
        Says((("routes", "on a route"), ("stacks", "on a route, on Rabbit or on Snake"))),
    ] = "routes"


@dataclasses.dataclass(kw_only=True)
class Needs:
    """What has to be so, and what is given up: a place (any of these), tokens, cards, company."""

    at: list[Annotated[str, Ref("field")]] = dataclasses.field(default_factory=list)
    coin: Annotated[int, Bounds(0, 4)] = 0
    bread: Annotated[int, Bounds(0, 4)] = 0
    apple: Annotated[int, Bounds(0, 4)] = 0
    tokens: Annotated[int, Bounds(0, 4)] = 0
    magic: Annotated[int, Bounds(0, 2)] = 0
    together: bool = False

    @property
    def price(self) -> tuple[int, int, int]:
        """Tokens of each type."""
        return (self.coin, self.bread, self.apple)


@dataclasses.dataclass
class FieldText:
    """A field of the board: `gives` is the token of a Resource field; spirits have sockets of their own.

    `said`  how it is called in a sentence, if not with an article
    """

    name: Title
    kind: FieldKind
    at: Point
    icon: str = ""
    fill: str = ""
    outline: str = ""
    said: str = ""
    gives: Literal["coin", "bread", "apple"] | None = None
    sockets: Annotated[dict[str, Point], Names("socket")] = dataclasses.field(default_factory=dict)
    stacks: bool = False
    heap: Point = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Route:
    """A connection of two fields, with exactly one socket."""

    between: list[Annotated[str, Ref("field")]]
    value: Annotated[int, Bounds(2, 6)]
    socket: Point = dataclasses.field(default_factory=list)
    path: str = ""


@LANGUAGE.card("board", dealt=True)
class BoardCard:
    """The map: fields, routes, and how it is drawn."""

    title: Title
    fields: Annotated[dict[str, FieldText], Names("field")]
    routes: Annotated[dict[str, Route], Names("socket")]
    frame: list[float] = dataclasses.field(default_factory=lambda: [0, 0, 1000, 672])
    back: list[Paper] = dataclasses.field(default_factory=list)
    props: list[Scenery] = dataclasses.field(default_factory=list)


@LANGUAGE.card("die", dealt=True)
class DieCard:
    """A die that everybody has one of, or that only one has at a time."""

    title: Title
    faces: list[str]
    single: bool = False


@LANGUAGE.card("character", dealt=True)
class CharacterCard(Shared):
    """GR-124: `once` in a chapter it can be used, and is turned over, or its uses are `counted` by tokens.

    `fiddles`  the fields that he cannot jump to from a Steed field
    """

    once: Annotated[bool, Says("once per chapter")] = False
    counted: Annotated[bool, Says("each use costs a Thumbling token")] = False
    place: Placing | None = None
    converts: Annotated[
        bool, Says("exchange one of your tokens for one of another type, also while paying for a quest")
    ] = False
    walks: Annotated[
        bool,
        Says("instead of placing a die, discard two of your dice and move along any route from your field"),
    ] = False
    fiddles: Annotated[
        list[Annotated[str, Ref("field")]],
        Says("from a Steed field jump to any field but the King and the Fairy, even after completing quests"),
    ] = dataclasses.field(default_factory=list)
    plays: list[Moment] = dataclasses.field(default_factory=list)
    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("magic", dealt=True)
class MagicCard(Shared):
    """GR-135: it can be played only in its windows. `coop: false` is of no use to a team."""

    copies: Annotated[int, Bounds(1, 4)] = 2
    place: Placing | None = None
    plays: list[Moment] = dataclasses.field(default_factory=list)


@LANGUAGE.card("event", dealt=True)
class EventCard(Shared):
    """GR-028: it overrides the rules for its chapter."""

    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("quest", dealt=True)
class QuestCard(Printed):
    """GR-084 to GR-087: a Main Quest. With an `item` it is fetched at `from` first."""

    ap: Annotated[int, Bounds(2, 4)]
    sort: Literal["visit", "deliver", "discard", "fetch"]
    needs: Needs
    item: str = ""
    from_: Annotated[str, Ref("field")] | None = None


@LANGUAGE.card("good", dealt=True)
class GoodCard(Shared):
    """GR-142: Good Luck."""

    do: Do


@dataclasses.dataclass
class Half:
    """One of the two effects of a Bad Luck card."""

    id: str
    say: Label
    do: Do


@LANGUAGE.card("bad", dealt=True)
class BadCard(Printed):
    """GR-143: Bad Luck: one of two effects. `harms` the drawer, or only rewards others."""

    options: list[Half]
    harms: bool = True
    copies: Annotated[int, Bounds(1, 4)] = 1
    coop: bool = True


@LANGUAGE.card("side", dealt=True)
class SideCard(Dealt):
    """GR-148: a Side Quest, looked at once, at the end."""

    ap: Annotated[int, Bounds(1, 3)]
    if_: Test


@LANGUAGE.card("curse", dealt=True)
class CurseCard(Dealt):
    """GR-150: a Curse, removed by what it `lifts` in the quest phase, or by what happens."""

    ap: Annotated[int, Bounds(-3, -1)]
    say: Label
    lift: Needs | None = None
    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("mini", dealt=True)
class MiniCard(Shared):
    """GR-151: a Mini Quest and its reward."""

    say: Label
    quest: Needs
    do: Do
