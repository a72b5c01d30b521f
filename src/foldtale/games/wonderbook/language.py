"""What a pack for Wonder Book holds: the kinds of cards, and the things that they speak of."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Literal, TypeAlias, get_args

from foldtale.kernel.areas import Areas, Border
from foldtale.kernel.effects import FLAG, Code, Kind, Language, Standing, Steps
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.paper import Paper, Scenery
from foldtale.kernel.pack.records import (
    Bounds,
    CardText,
    Do,
    Ending,
    EventName,
    InEvent,
    Names,
    Opening,
    Price,
    Prose,
    Ref,
    Says,
    Sum,
    Test,
    Title,
)

HEROES = ("SID", "LARA", "KEN", "TINA")
HERO = Kind("hero", HEROES, says={name: name for name in HEROES}, plural="heroes")

LANGUAGE = Language(
    "wonderbook",
    HERO,
    rule="WB-006",
    scopes=("action", "turn", "phase", "round", "goal", "chapter"),
    often={"goal": "once for each Goal", "chapter": "once in this Chapter"},
)
Hero: TypeAlias = Annotated[str, HERO]
Area: TypeAlias = Annotated[str, Kind("area", refers="area")]
Thing: TypeAlias = Annotated[str, Kind("object", refers="object")]
WYRM = Kind("Wyrm", key=lambda g, wyrm: g.wyrm_key(wyrm[0]), is_there=lambda g, wyrm: g.is_in_play(wyrm))
Wyrm: TypeAlias = Annotated[tuple[int, int], WYRM]
"""Its miniature, and how often that had gone back to the supply before it was spawned. WB-157."""
Enemy: TypeAlias = Annotated[str, Kind("enemy", refers="enemy", plural="enemies")]
Ally: TypeAlias = Annotated[str, Kind("ally", refers="ally", plural="allies")]
Card: TypeAlias = Annotated[str, Kind("card", refers="*")]
Flag: TypeAlias = Annotated[str, FLAG]
Tag: TypeAlias = Annotated[str, Kind("tag", refers="tag")]

Label = Annotated[str, Prose("label")]
Then = Literal["flip", "next", "discard", "goal"]
Banner = Literal["red", "orange", "green", "blue", "violet", "grey"]
Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)
Scoped = Literal["turn", "phase", "round", "goal", "chapter"]
OFTEN = Says(tuple([(scope, LANGUAGE.once(scope)) for scope in LANGUAGE.scopes]))


@dataclasses.dataclass
class SpecialAction:
    """WB-145: a Special Action, or with `free` one that costs no action.

    `objects`  to what on the map it is done, if it stands where the Hero is; `enemy` to whom
    """

    id: str
    say: Label
    do: Do
    if_: Test | None = None
    objects: list[Annotated[str, Ref("object")]] = dataclasses.field(default_factory=list)
    enemy: Annotated[str, Ref("enemy")] | None = None
    free: Annotated[bool, Says("this costs no action")] = False
    limit: Annotated[Scoped, OFTEN] | None = None


@dataclasses.dataclass
class Skill:
    """WB-122: something to use, or something that is in force; its `gist` says so in plain words."""

    title: Title
    text: CardText
    gist: Annotated[str, Prose("line")] | None = None
    do: Do | None = None
    if_: Test | None = None
    standing: Standing = NOTHING_STANDS


@dataclasses.dataclass
class Attack:
    """WB-038: dice, how far it reaches, how many Wyrms one Success strikes, and what a hit does besides.

    `gist`  says in plain words what a hit does
    """

    dice: Annotated[int, Bounds(1, 5)]
    reach: Annotated[int, Bounds(0, 3)] = 1
    strikes: Annotated[int, Bounds(1, 2)] = 1
    hit: Annotated[Code, Steps, InEvent(event="hit")] | None = None
    gist: Annotated[str, Prose("line")] | None = None


@dataclasses.dataclass
class Printed:
    """What most cards begin with: a title, and a text for people."""

    title: Title
    text: CardText


@LANGUAGE.card("hero", dealt=True)
class HeroCard(Printed):
    """WB-037: one of the four. Its id is the name."""

    hearts: Annotated[int, Bounds(2, 12)]
    attack: Attack
    skill: Skill


@LANGUAGE.card("upgrade", dealt=True)
class UpgradeCard:
    """WB-046: two skills, of which one is chosen. `handout` says with which it comes."""

    hero: Literal["SID", "LARA", "KEN", "TINA"]
    handout: Annotated[int, Bounds(1, 12)]
    title: Title
    left: Skill
    right: Skill


@LANGUAGE.card("shred", dealt=True)
class ShredCard(Printed):
    """WB-073: an Item that is discarded after use."""

    actions: list[SpecialAction] = dataclasses.field(default_factory=list)
    standing: Standing = NOTHING_STANDS


@LANGUAGE.card("wyrm", dealt=True)
class WyrmCard(Printed):
    """WB-149: spawns, activations, perhaps a text. One with a number of a Chapter is purple.

    `gist`  says in plain words what it does
    """

    do: Do
    gist: Annotated[str, Prose("line")] | None = None
    then: Then = "next"


@dataclasses.dataclass
class Puzzle:
    """WB-Q20: something to find out; the answers are tried one after the other."""

    sort: Literal["code", "picture", "order"]
    among: list[str]
    solution: list[str]
    tries: Annotated[int, Bounds(1, 9)] = 1
    success: Do | None = None
    fail: Do | None = None


@dataclasses.dataclass
class Face:
    """The back of a card."""

    text: CardText
    do: Do | None = None
    puzzle: Puzzle | None = None
    then: Then = "next"


@dataclasses.dataclass
class Comes:
    """WB-057: when a page comes by itself, wherever it lies in the deck: as soon as this has happened."""

    on: EventName
    if_: Annotated[Test, InEvent("on")] | None = None


@LANGUAGE.card("story", dealt=True)
class StoryCard:
    """WB-056: a page to read, with instructions to follow; or one that `comes` when something happens.

    The first one of a `chapter` says what it is called.
    """

    title: Title
    text: Opening
    chapter: Title | None = None
    comes: Comes | None = None
    do: Do | None = None
    puzzle: Puzzle | None = None
    then: Then = "next"
    back: Face | None = None


@dataclasses.dataclass
class Column:
    """WB-061: an option on the front, and its column on the back."""

    id: str
    say: Label
    text: CardText
    do: Do | None = None
    if_: Test | None = None
    concealed: bool = False
    then: Then = "next"


@LANGUAGE.card("choice", dealt=True)
class ChoiceCard:
    """WB-059: a page that ends with a choice of the group."""

    title: Title
    text: Opening
    options: list[Column]
    do: Do | None = None


@LANGUAGE.card("item", dealt=True)
class ItemCard(Printed):
    """WB-067: an object to be found. In the envelope until it is opened, if it says so."""

    actions: list[SpecialAction] = dataclasses.field(default_factory=list)
    standing: Standing = NOTHING_STANDS
    envelope: bool = False
    then: Then = "next"


@LANGUAGE.card("rule", dealt=True)
class RuleCard(Printed):
    """WB-079: a Special Rule. `shows` a counter, and of how many, as a Goal does.

    `danger`  the more it counts, the worse
    """

    do: Do | None = None
    actions: list[SpecialAction] = dataclasses.field(default_factory=list)
    standing: Standing = NOTHING_STANDS
    shows: str = ""
    of: Sum | None = None
    danger: bool = False
    then: Then = "next"


@dataclasses.dataclass
class Roll:
    """WB-Q54: how many of these dice must show a Success before a card is flipped."""

    dice: Annotated[int, Bounds(1, 5)]
    needed: Annotated[int, Bounds(1, 5)]


@LANGUAGE.card("interaction", dealt=True)
class InteractionCard(Printed):
    """WB-083: an object in the environment. `cost` is paid, and `roll` must succeed, before it is flipped."""

    object: Annotated[str, Ref("object")]
    back: Face
    banner: Banner | None = None
    cost: Annotated[Code, Steps, Price] | None = None
    roll: Roll | None = None
    if_: Test | None = None
    then: Then = "next"


@LANGUAGE.card("goal", dealt=True)
class GoalCard(Printed):
    """WB-087: how the phases run, and what is to be achieved.

    `vortex`  the Dark Vortex areas in the order in which they are used
    `shows`   the counter of its progress; `of` how many are needed
    """

    goal: Test
    vortex: list[Annotated[str, Ref("area")]] = dataclasses.field(default_factory=list)
    phases: Literal["both", "players", "enemies"] = "both"
    enemies: Do | None = None
    actions: list[SpecialAction] = dataclasses.field(default_factory=list)
    standing: Standing = NOTHING_STANDS
    shows: str = ""
    of: Sum | None = None
    then: Then = "flip"
    back: Face | None = None


@dataclasses.dataclass
class EndingBand:
    """WB-187: an ending, and for how many Destiny tokens face up."""

    id: str
    least: Annotated[int, Bounds(1, 10)]
    most: Annotated[int, Bounds(1, 10)]
    title: Title
    text: Ending
    do: Do | None = None


@LANGUAGE.card("end", dealt=True)
class EndCard(Printed):
    """WB-186: the last card of a Chapter."""

    endings: list[EndingBand]
    next: CardText | None = None


@LANGUAGE.card("enemy", dealt=True)
class EnemyCard(Printed):
    """WB-043: somebody with Hearts who is against the Heroes, and acts as the card says."""

    hearts: Sum
    script: Do | None = None
    standing: Standing = NOTHING_STANDS
    figure: str = ""


@LANGUAGE.card("ally", dealt=True)
class AllyCard(EnemyCard):
    """WB-043: somebody with Hearts who is with the Heroes; Wyrms mind only `bait`."""

    bait: bool = False


@dataclasses.dataclass
class Ground:
    """An area: its name on a flag at a point, its outline in paper, and words that cards can ask for."""

    name: Title
    at: list[float] = dataclasses.field(default_factory=list)
    outline: str = ""
    fill: str = ""
    tags: Annotated[list[str], Names("tag")] = dataclasses.field(default_factory=list)
    later: bool = False


@dataclasses.dataclass
class Line:
    """WB-114 and WB-115: where two areas touch."""

    between: list[Annotated[str, Ref("area")]]
    line: Literal["dashed", "solid"]
    one_way: bool = False
    path: str = ""

    @property
    def border(self) -> Border:
        return Border(self.between[0], self.between[1], self.line, self.one_way)


@dataclasses.dataclass
class Prop:
    """An object that cards speak of; one for `later` is put on the map by a card."""

    name: Title
    figure: str = ""
    icon: str = ""
    area: Annotated[str, Ref("area")] | None = None
    at: list[float] = dataclasses.field(default_factory=list)
    later: bool = False


@LANGUAGE.card("map", dealt=True)
class MapCard:
    """A pop-up scene."""

    title: Title
    areas: Annotated[dict[str, Ground], Names("area")]
    borders: list[Line]
    objects: Annotated[dict[str, Prop], Names("object")] = dataclasses.field(default_factory=dict)
    frame: list[float] = dataclasses.field(default_factory=list)
    back: list[Paper] = dataclasses.field(default_factory=list)
    ground: list[Paper] = dataclasses.field(default_factory=list)
    front: list[Paper] = dataclasses.field(default_factory=list)
    scenery: list[Scenery] = dataclasses.field(default_factory=list)

    @property
    def at_first(self) -> Areas:
        """WB-114 and WB-115: the map as it is when it is first opened."""
        names = [name for name, ground in self.areas.items() if not ground.later]
        return Areas(names, [line.border for line in self.borders])
