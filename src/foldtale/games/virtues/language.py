"""What a pack for Seven Virtues holds: the kinds of cards, and the things that they speak of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias, get_args

from foldtale.kernel.effects import Code, Expr, Kind, Language, Standing, Steps
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.records import Bounds, Condition, Do, InEvent, IsEvent, Prose, Ref, Says, Title

VIRTUE_SAYS: Final = {
    "hum": "Humility",
    "gen": "Generosity",
    "pur": "Purity",
    "kin": "Kindness",
    "tem": "Temperance",
    "pat": "Patience",
    "dil": "Diligence",
}
VIRTUES: Final = tuple(VIRTUE_SAYS)
MOST_HEROES: Final = 6
MOST_SEATS: Final = MOST_HEROES + 1
"""Six heroes and the Unnamed."""

Stock = Literal["gold", "fame", "might"]
Market = Literal["tavern", "store"]
Rule = Literal["fall", "unnamed"]
Colour = Literal["red", "blue", "green", "yellow", "purple", "white"]
COLOURS: Final[tuple[str, ...]] = get_args(Colour)
Line = Annotated[str, Prose("line")]

CHOSEN: Final = "player"
"""How an option begins that chooses a hero."""
PLAYER = Kind("hero", plural="heroes", key=lambda g, seat: f"{CHOSEN} {seat + 1}")
LANGUAGE = Language("virtues", PLAYER, rule="SV-086", untitled=("plays", "target", "if"))
Player: TypeAlias = Annotated[int, PLAYER]
Virtue: TypeAlias = Annotated[str, Kind("gift", VIRTUES, says=VIRTUE_SAYS)]
Character: TypeAlias = Annotated[str, Kind("character")]
Elixir: TypeAlias = Annotated[str, Kind("elixir")]
Building: TypeAlias = Annotated[str, Kind("building")]
Space: TypeAlias = Annotated[tuple[str, int], Kind("marker", key=lambda g, space: f"{space[0]} {space[1]}")]
"""A requirement of a quest: the quest, and the number of the space on it, from 1."""

event, query = LANGUAGE.event, LANGUAGE.query
NEGATED: Final = "it has no effect"
event(
    "sin_played",
    "another hero plays a sin",
    cancelled=NEGATED,
    who=Player,
    target=Player,
    targets=list[Player],
)
event("artifact_used", "another hero uses an artifact", cancelled=NEGATED, who=Player)
event("gifts_gained", "a hero gains gifts from a character", final=True, who=Player, character=Character)
event("marker_placed", "a hero puts a marker on a quest", final=True, who=Player)

query("recruit_cost", "the fame that a character costs", Player)
query("elixir_cost", "the gold that an elixir costs", Player)
query("shelter", "sins of others can neither choose nor touch {who}", Player)
query("ignored_sins", "the number of sins that are not counted in step 1", Player)


@dataclass(kw_only=True)
class Printed:
    """What every card has."""

    title: Title
    text: Line = ""


@dataclass(kw_only=True)
class Gifts:
    """Numbers of gifts, by virtue."""

    hum: Annotated[int, Bounds(0, 7)] = 0
    gen: Annotated[int, Bounds(0, 7)] = 0
    pur: Annotated[int, Bounds(0, 7)] = 0
    kin: Annotated[int, Bounds(0, 7)] = 0
    tem: Annotated[int, Bounds(0, 7)] = 0
    pat: Annotated[int, Bounds(0, 7)] = 0
    dil: Annotated[int, Bounds(0, 7)] = 0

    @property
    def counts(self) -> tuple[int, ...]:
        return (self.hum, self.gen, self.pur, self.kin, self.tem, self.pat, self.dil)


@dataclass(kw_only=True)
class Income:
    """What a hero or a character brings in each turn."""

    fame: Annotated[int, Bounds(0, 9)] = 0
    gold: Annotated[int, Bounds(0, 9)] = 0


@dataclass(kw_only=True)
class Evil:
    """The other side of a hero."""

    name: Title
    income: Income


@LANGUAGE.card("hero", dealt=True)
class HeroCard(Printed):
    """SV-019 and SV-020: a hero with both sides, and what the player begins with."""

    colour: Colour
    gifts: Gifts
    fame: Annotated[int, Bounds(0, 12)]
    gold: Annotated[int, Bounds(0, 12)]
    income: Income
    evil: Evil


@LANGUAGE.card("character", dealt=True)
class CharacterCard(Printed):
    """SV-059 to SV-063: `might` comes at once; `steady` brings one might in each turn."""

    colour: Colour
    cost: Annotated[int, Bounds(1, 12)]
    income: Income = field(default_factory=Income)
    might: Annotated[int, Bounds(0, 5)] = 0
    steady: bool = False
    gifts: Gifts


@dataclass(kw_only=True)
class Draught:
    """One option of an elixir: how many characters of its colour it needs, and its gifts."""

    needs: Annotated[int, Bounds(0, 6)] = 0
    gifts: Gifts


@LANGUAGE.card("elixir", dealt=True)
class ElixirCard(Printed):
    """SV-067 to SV-069: the first option needs nothing."""

    colour: Colour
    cost: Annotated[int, Bounds(1, 12)]
    options: list[Draught]


@dataclass(kw_only=True)
class Works(Printed):
    """A castle or an estate: `base` each turn, `rating` instead with `needs` characters of its colour."""

    colour: Colour
    number: Annotated[int, Bounds(1, 12)]
    cost: Annotated[int, Bounds(1, 12)]
    base: Annotated[int, Bounds(0, 9)]
    needs: Annotated[int, Bounds(1, 6)]
    rating: Annotated[int, Bounds(0, 9)]
    man_cost: Annotated[int, Bounds(0, 9)] = 1
    do: Do


@LANGUAGE.card("castle", dealt=True)
class CastleCard(Works):
    """SV-Q15: a building that produces fame."""


@LANGUAGE.card("estate", dealt=True)
class EstateCard(Works):
    """SV-Q15: a building that produces gold."""


@LANGUAGE.card("temple", dealt=True)
class TempleCard(Printed):
    """SV-076 to SV-082: what it does while it is manned stands in `while`, `when` or `instead`."""

    colour: Colour
    cost: Annotated[int, Bounds(1, 12)]
    man_cost: Annotated[int, Bounds(0, 9)] = 1
    standing: Standing = NOTHING_STANDS


@dataclass(kw_only=True)
class Function:
    """SV-086: what a sin does in its owner's own go.

    `target`  how many other heroes are chosen for it, of those of whom `if` is true
    """

    target: (
        Annotated[
            Literal["one", "up to two"],
            Says((("one", "choose another hero"), ("up to two", "choose up to two other heroes"))),
        ]
        | None
    ) = None
    if_: Annotated[Expr, Condition, InEvent(event="sin_played")] | None = None
    do: Annotated[Code, Steps, InEvent(event="sin_played")]


@dataclass(kw_only=True)
class Moment:
    """SV-091: a function that is played outside its owner's go, when this happens."""

    window: Annotated[str, IsEvent]
    do: Annotated[Code, Steps, InEvent("window")]


@LANGUAGE.card("sin", dealt=True)
class SinCard(Printed):
    """A sin has two functions: a and b, or a and reactions."""

    sin: Literal["pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth"]
    copies: Annotated[int, Bounds(1, 4)] = 2
    a: Function
    b: Function | None = None
    plays: list[Moment] = field(default_factory=list)


@LANGUAGE.card("cataclysm", dealt=True)
class CataclysmCard(Printed):
    """SV-157: it is revealed and carried out."""

    do: Do


@dataclass(kw_only=True)
class Requirement:
    """SV-108: one space of a quest, in one currency."""

    gifts: Gifts = field(default_factory=Gifts)
    gold: Annotated[int, Bounds(0, 9)] = 0
    fame: Annotated[int, Bounds(0, 9)] = 0


@LANGUAGE.card("quest", dealt=True)
class QuestCard(Printed):
    """SV-108 and SV-169: the requirements, and the might for the most markers."""

    spaces: list[Requirement]
    prize: Annotated[int, Bounds(2, 12)]


@LANGUAGE.card("treasure", dealt=True)
class TreasureCard(Printed):
    """SV-118 and SV-121."""

    gold: Annotated[int, Bounds(0, 9)] = 0
    fame: Annotated[int, Bounds(0, 9)] = 0
    might: Annotated[int, Bounds(0, 9)] = 0
    artifact: bool = False


@LANGUAGE.card("artifact", dealt=True)
class ArtifactCard(Printed):
    """SV-092: used once, as an action."""

    do: Do


@LANGUAGE.card("armour", dealt=True)
class ArmourCard(Printed):
    """SV-Q60: a piece of the Legendary Armour has no effect."""


@LANGUAGE.card("portal", dealt=True)
class PortalCard(Printed):
    """SV-123: seven gifts close it; `temple` lies at its side."""

    colour: Colour
    gifts: Gifts
    temple: Annotated[str, Ref("temple")]


@LANGUAGE.card("lesson", dealt=True)
class LessonCard:
    """SV-Q105: what is explained in a first game, and the moment when it is."""

    title: Title
    text: Annotated[str, Prose("plain")]
    at: str


@LANGUAGE.card("unnamed", dealt=True)
class UnnamedCard(Printed):
    """SV-219: "you" on it is the hero whom it is played on; what has to be paid is a demand."""

    target: Annotated[
        Literal["hero", "each", "none"],
        Says((("hero", "choose a hero"), ("each", "each hero"), ("none", "no target"))),
    ]
    do: Do
