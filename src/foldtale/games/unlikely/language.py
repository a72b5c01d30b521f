"""What an adventure box holds: the kinds of cards, and the things that they speak of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, NewType, TypeAlias

from foldtale.kernel.effects import FLAG, ME, Kind, Language, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.paper import Paper
from foldtale.kernel.pack.records import (
    Bounds,
    CardText,
    Do,
    Ending,
    Names,
    Opening,
    Prose,
    Ref,
    Sum,
    Test,
    Title,
)

Hero = NewType("Hero", int)
"""A hero by the number of their seat in the ring: the card in it can be replaced. UH-Q57."""
YOU: Final = (Hero, ME)
"""A word of cards for a hero: you, if none is named."""
Number: TypeAlias = Annotated[str, Kind("card", refers="*")]
Map: TypeAlias = Annotated[str, Kind("map", refers="map", is_there=lambda g, card: card in g.world)]
Thing: TypeAlias = Annotated[str, Kind("card in a backpack", is_there=lambda g, card: g.owner(card) >= 0)]
"""An item, or the hero card itself."""
Luck: TypeAlias = Annotated[str, Kind("luck card")]
Flag: TypeAlias = Annotated[str, FLAG]
Tag: TypeAlias = Annotated[str, Kind("tag", refers="tag")]
Trait: TypeAlias = Annotated[tuple[int, str], Kind("trait", key=lambda g, trait: trait[1])]
"""A trait with the seat of its hero."""

Skill = Literal["strength", "wit", "dexterity"]
SKILLS: Final[tuple[Skill, ...]] = ("strength", "wit", "dexterity")
Module = Literal["weather", "detour", "nightfall"]
Blessing = Literal["blessed", "cursed"]
BLESSINGS: Final[tuple[Blessing, ...]] = ("blessed", "cursed")
Direction = Literal["north", "east", "south", "west"]
Difficulty = Literal["easy", "normal", "hard", "unlikely"]
Interval = Literal["12-2", "3-5", "6-8", "9-11"]
Colour = Literal["red", "blue", "green", "yellow", "purple", "black", "white", "orange", "brown"]
End = Literal["flat", "tab", "knob"]
Space = Literal["charged", "uncharged"]
Side = Literal["left", "right"]
Window = Literal["own_turn", "anytime", "adjacent", "reveal", "play", "forced", "passive"]
OPTIONAL: Final = ("own_turn", "anytime", "adjacent")
"""The windows of effects that somebody can let be. UH-077."""
Moment = Literal[
    "turn", "turn_start", "turn_end", "after_backpack", "after_travel", "after_explore", "travel",
    "challenge", "joining", "announcing", "drawn", "succeeded", "failed",
]  # fmt: skip
"""The timings of optional effects: during a turn, travel or challenge, or before or after a step of one."""
Occasion = Literal[
    "turn", "clue", "map", "item", "puzzle", "challenge", "joined", "forced", "luck", "failed", "needs",
    "clock", "unlucky", "objective", "regroup", "hero",
]  # fmt: skip
"""What a lesson explains when a table meets it for the first time."""
LARGEST: Final = 99

HERO = Kind("hero", key=lambda g, hero: str(g.heroes[hero].card), plural="heroes")

LANGUAGE = Language(
    "unlikely",
    HERO,
    rule="UH-005",
    scopes=("attempt", "action", "turn", "round", "chapter", "quest"),
    untitled=("effect", "boxes", "left", "do"),
    often={"chapter": "once in this chapter", "quest": "once in this quest"},
    kinds={Hero: HERO},
)

EVENT = LANGUAGE.event
EVENT("turn_starts", "a turn starts", instead=False, who=Hero)
EVENT("turn_ends", "a turn ends", instead=False, who=Hero)
EVENT("enters_map", "a hero enters a map", instead=False, who=Hero, place=Map)
EVENT("card_revealed", "a card is revealed", instead=False, card=Number)
EVENT("equipped", "an item is equipped", instead=False, who=Hero, item=Thing)
EVENT("swapped", "a hero swaps items", instead=False, who=Hero)
EVENT("discarded", "an item is discarded", instead=False, who=Hero, item=Thing)
EVENT("luck_drawn", "the announced luck cards are drawn", instead=False, who=Hero)
EVENT("succeeded", "a challenge succeeds", instead=False, who=Hero, challenge=Number)
EVENT("failed", "an attempt fails", instead=False, who=Hero, challenge=Number)
EVENT("restore", "luck cards are restored", cancelled="no luck card is restored", number=int)
EVENT("gain_energy", "a hero gains cubes", cancelled="no cube is gained", who=Hero, number=int)
EVENT("clock_advances", "the clock advances", cancelled="the clock does not advance")
EVENT("clock_strikes", "the clock strikes", instead=False, hour=int)

for skill in SKILLS:
    LANGUAGE.query(skill, skill.capitalize(), Hero)
LANGUAGE.query("travel", "the reach of a Travel action", Hero)
LANGUAGE.query("backpack_limit", "the backpack limit", Hero)
LANGUAGE.query("left_limit", "the backpack limit of the left side", Hero)
LANGUAGE.query("luck_minimum", "the smallest number of luck cards to announce", Hero)
LANGUAGE.query("requirement", "the requirement of a challenge", Hero)
LANGUAGE.query("actions", "the number of actions in a turn", Hero)
LANGUAGE.query("join_reach", "the number of spaces from which heroes can join {who}", Hero)
LANGUAGE.ban("redraw", "have a luck card drawn again", Hero)
LANGUAGE.ban("forfeit", "forfeit a challenge", Hero)

Plain = Annotated[str, Prose("plain")]
"""Words of any length."""
Skills = Annotated[int, Bounds(-5, 9)]
NumberRef = Annotated[str, Ref()]
Tags = Annotated[list[str], Names("tag")]


@dataclass
class Effect:
    """What a hero or an item can do, when, and for which cubes.

    `at`  the moment at which an optional effect can be used

    UH-070 to UH-084 and UH-089 to UH-095.
    """

    window: Window = "own_turn"
    at: Moment = "turn"
    if_: Test | None = None
    do: Do | None = None
    spaces: list[Space] = field(default_factory=list)
    discard_when_depleted: bool = False
    standing: Standing = NOTHING_STANDS


@dataclass
class Back:
    """The back of an encounter card.

    `needs`   the number or the tag of the item required before the card may be revealed; `beyond` is the text
              after the icon

    UH-056.
    """

    text: Plain
    help: Plain | None = None
    needs: str = ""
    beyond: Plain | None = None


@dataclass
class Icon:
    """One discard or draw icon. UH-160 to UH-162."""

    discard: NumberRef | None = None
    draw: NumberRef | None = None


@dataclass
class Encounter:
    """What every card with a number has. Cards that share one number say so by `number`. UH-151."""

    title: Title
    text: CardText
    back: Back | None = None
    number: NumberRef | None = None
    icons: list[Icon] = field(default_factory=list)
    starting: bool = False
    not_in: list[int] = field(default_factory=list)


@LANGUAGE.card("hero", dealt=True)
class HeroCard(Encounter):
    """A hero. A Hard variant names the Normal one that it is `hard_for`. UH-Q04. UH-065."""

    colour: Colour = "red"
    limit: Annotated[int, Bounds(1, 6)] = 3
    strength: Skills = 1
    wit: Skills = 1
    dexterity: Skills = 1
    effect: Effect | None = None
    hard_for: Annotated[str, Ref("hero")] | None = None


@dataclass
class Modifiers:
    """The left half of an item. `dice` lists the die symbols of each skill: UH-284. UH-067."""

    strength: Skills = 0
    wit: Skills = 0
    dexterity: Skills = 0
    dice: dict[str, list[Blessing]] = field(default_factory=dict)
    standing: Standing = NOTHING_STANDS


@dataclass
class Piece:
    """A puzzle piece. UH-104."""

    number: Annotated[int, Bounds(1, LARGEST)]
    colour: str
    left: End
    right: End


@LANGUAGE.card("item", dealt=True)
class ItemCard(Encounter):
    """An item. `keep` is the card that must stay equipped with it, `setup` special instructions. UH-066."""

    tags: Tags = field(default_factory=list)
    left: Modifiers = field(default_factory=Modifiers)
    effect: Effect | None = None
    puzzle: Piece | None = None
    keep: NumberRef | None = None
    setup: Do | None = None
    of: Blessing | None = None


@dataclass
class Box:
    """One way to meet a challenge; with `per_hero` the value counts for each hero. UH-190 and UH-192."""

    skill: Skill
    value: Annotated[int, Bounds(0, 30)]
    reward: Do
    per_hero: bool = False
    needs: str = ""


@LANGUAGE.card("challenge", dealt=True)
class ChallengeCard(Encounter):
    """A challenge. What it says by `while` and `when` is in force while it is resolved.

    `at_once`  what happens when it is revealed, before anybody chooses

    UH-068 and UH-073.
    """

    boxes: list[Box] = field(default_factory=list)
    tags: Tags = field(default_factory=list)
    joined: bool = False
    forced: bool = False
    needs: str = ""
    on_fail: Do | None = None
    at_once: Do | None = None
    standing: Standing = NOTHING_STANDS


@dataclass
class Anchor:
    """A number in a full circle, with the name of its place on the map. UH-064."""

    card: NumberRef
    name: Title
    at: list[float] = field(default_factory=list)


@dataclass
class Clue:
    """A figure that explains a card: what can be seen there, close up.

    `explains`  the cards for whose sake it is there
    `only`      its telling words, which stand in no text besides: for checks, like `explains`
    """

    text: Plain
    at: list[float]
    size: float = 40
    explains: list[NumberRef] = field(default_factory=list)
    only: list[str] = field(default_factory=list)


@LANGUAGE.card("map", dealt=True)
class MapCard(Encounter):
    """A map in its cell of a sheet; `edges` are the numbers in half-circles.

    `at_once`  what happens when it has been laid, before the free move
    `flag`     where its name stands: at its head, or at its foot if a way leads north

    UH-063, UH-073 and UH-Q51.
    """

    sheet: str = "skarvik"
    x: Annotated[int, Bounds(-20, 20)] = 0
    y: Annotated[int, Bounds(-20, 20)] = 0
    edges: dict[Direction, NumberRef] = field(default_factory=dict)
    anchors: list[Anchor] = field(default_factory=list)
    replaces: Annotated[str, Ref("map")] | None = None
    at_once: Do | None = None
    clues: list[Clue] = field(default_factory=list)
    flag: list[float] = field(default_factory=list)
    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("sheet", dealt=True)
class SheetCard:
    """The drawing of a sheet, which is named by the id of this card. Cells are 160 wide.

    `ground`   land, shore and roads of the whole sheet: the corner of the cell (0, 0) is its origin
    `figures`  what is drawn on each map above the ground: the corner of its cell is the origin. Or a hero who
               is found, since a theme is known from the start: the feet are the origin

    UH-063.
    """

    title: Title
    ground: list[Paper] = field(default_factory=list)
    figures: dict[str, list[Paper]] = field(default_factory=dict)


@LANGUAGE.card("unlucky", dealt=True)
class UnluckyCard:
    """An Out of Luck card. UH-236."""

    title: Title
    text: CardText
    standing: Standing = NOTHING_STANDS


@dataclass
class Square:
    """A space of the clock; spaces that are not `square` are skipped. `tone` is how it is drawn. UH-Q13."""

    label: str
    hours: Interval
    name: str = ""
    do: Do | None = None
    square: bool = True
    tone: Literal["", "good", "bad"] = ""


@LANGUAGE.card("clock", dealt=True)
class ClockCard:
    """The ring of the clock, from 12 o'clock on. UH-121 to UH-124."""

    title: Title
    spaces: list[Square]
    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("weather", dealt=True)
class WeatherCard:
    """What happens when the new map lies in a direction. UH-255."""

    title: Title
    text: Plain
    north: Do | None = None
    east: Do | None = None
    south: Do | None = None
    west: Do | None = None


@LANGUAGE.card("detour", dealt=True)
class DetourCard:
    """Where it is laid, the first direction first, and what happens when a map covers it. UH-259."""

    title: Title
    text: Plain
    priority: list[Direction]
    do: Do


@dataclass
class Hours:
    hours: Interval
    do: Do


@LANGUAGE.card("nightfall", dealt=True)
class NightfallCard:
    """What happens in each interval of the clock. UH-263."""

    title: Title
    text: Plain
    intervals: list[Hours]


@dataclass
class Step:
    """One of the three effects of a trait. UH-Q89."""

    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("trait", dealt=True)
class TraitCard:
    """A trait, of which only the step with the cube is in force. UH-276 to UH-278."""

    title: Title
    text: Plain
    of: Blessing
    top: Step
    middle: Step
    bottom: Step


@LANGUAGE.card("luck", dealt=True)
class LuckCard:
    """A blessed or cursed luck card; copies of it lie in one set. UH-274 and UH-Q88."""

    title: Title
    of: Blessing
    dice: Annotated[int, Bounds(1, 3)]
    base: Annotated[int, Bounds(-3, 3)] = 0
    copies: Annotated[int, Bounds(1, 11)] = 1


@LANGUAGE.card("die", dealt=True)
class DieCard:
    """The faces of the blessed or the cursed die; blank is 0. UH-Q87."""

    title: Title
    of: Blessing
    faces: list[int]


@dataclass
class Score:
    """A line of the scoring, in a quest that was won or not. UH-054."""

    say: Plain
    points: Sum
    if_: Test | None = None
    won: bool = True


@dataclass
class Band:
    """What a quest with at least so many points is called."""

    least: Annotated[int, Bounds(-99, LARGEST)]
    title: Title


@LANGUAGE.card("quest", dealt=True)
class QuestCard:
    """A quest of the booklet.

    `without`  modules that cannot be mixed with it; `choices` the starting cards of which one is its outcome
    `no_card`  sums of puzzles for which there is no card, on purpose

    UH-035 and UH-Q03.
    """

    quest: Annotated[int, Bounds(1, LARGEST)]
    title: Title
    text: Opening
    won: Ending
    lost: Ending
    scoring: list[Score]
    titles: list[Band]
    without: list[Module] = field(default_factory=list)
    choices: list[NumberRef] = field(default_factory=list)
    no_card: list[int] = field(default_factory=list)


@LANGUAGE.card("lesson", dealt=True)
class LessonCard:
    """What is explained `at` an occasion that a table meets for the first time. UH-Q115."""

    title: Title
    text: Plain
    at: Occasion


@LANGUAGE.card("chapter", dealt=True)
class ChapterCard:
    """A chapter of a quest, perhaps a variant that is labelled with an item.

    `find` is the emphasised thing, `loses` the failure condition in words, `do` the objective's instructions;
    `rules` are its special rules in words, `won` the end of the quest if it is won in this chapter

    UH-045 and UH-049.
    """

    quest: Annotated[int, Bounds(1, LARGEST)]
    chapter: Annotated[int, Bounds(1, 9)]
    title: Title
    text: Opening
    find: Plain
    loses: Plain
    objective: Test
    failure: Test
    rules: Plain | None = None
    won: Ending | None = None
    variant: NumberRef | None = None
    setup: Do | None = None
    do: Do | None = None
    standing: Standing = NOTHING_STANDS
