"""What a pack for Storyfold holds: the kinds of cards, and the things that they speak of."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Final, Literal, TypeAlias

from foldtale.kernel.effects import FLAG, Kind, Language, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.paper import Paper, Scenery
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

ACTIONS: Final = ("illuminate", "help", "explore", "heal")
ACTION_SAYS: Final = {action: action.title() for action in ACTIONS}
SPACES: Final = ("3+", "4+", "5+", "6+", "P5", "P6", "P7")
"""SF-009: the River spaces, as cards name them; three have no number."""
Space = Literal["3+", "4+", "5+", "6+", "P5", "P6", "P7", "end"]
EXPLORATION_KINDS: Final = ("blessing", "companion", "curse", "trauma")
LUMA: Final = "luma"
BROM: Final = "brom"
LUMA_TRIUMPHS: Final = "luma"
SHADOW_TRIUMPHS: Final = "dark"
"""Who triumphs, and the ending of a Scene that is read then."""
NEXT_CHAPTER: Final = "next-chapter"
RESTART: Final = "restart"
END: Final = "end"

CARD: Final = Kind("card", ACTIONS, says=ACTION_SAYS)
DIE_WORD: Final = "die"
"""With this word begins the key of a die that is chosen."""
DIE: Final = Kind("die", key=lambda g, die: f"{DIE_WORD} {die + 1}", plural="dice")
LANGUAGE: Final = Language(
    "storyfold",
    CARD,
    self_is="this card",
    rule="SF-085",
    scopes=("action", "phase", "round", "scene", "chapter"),
    often={"round": "once in each round", "scene": "once in each Scene", "chapter": "once in each Chapter"},
    hides_flags=True,
)
Piece: TypeAlias = Annotated[str, CARD]
"""A card that lies in the River or in a Blessing space; a second copy of a Creature is `moth 2`."""
CreatureCard: TypeAlias = Annotated[str, Kind("Creature card", refers="creature")]
ExplorationCard: TypeAlias = Annotated[str, Kind("Exploration card", refers="*")]
StoryCard: TypeAlias = Annotated[str, Kind("Story card", refers="story")]
SceneCard: TypeAlias = Annotated[str, Kind("Scene", refers="scene")]
Place: TypeAlias = Annotated[str, Kind("Place", refers="place")]
Die: TypeAlias = Annotated[int, DIE]
Flag: TypeAlias = Annotated[str, FLAG]

EVENT = LANGUAGE.event
EVENT("chapter_begins", "a Chapter begins", instead=False)
EVENT("chapter_ends", "the Chapter ends", instead=False)
EVENT("icon_met", "a Shadow Effect is resolved", instead=False)
EVENT("scene_begins", "the Scene begins", instead=False)
EVENT("luma_phase_starts", "a Luma Phase starts", instead=False)
EVENT("luma_phase_ends", "a Luma Phase ends", instead=False)
EVENT("shadow_phase_starts", "a Shadow Phase starts", instead=False)
EVENT("shadow_phase_ends", "a Shadow Phase ends", instead=False)
EVENT("rolled", "dice are rolled for an Action", instead=False)
EVENT("action_used", "an Action card is used", instead=False, card=Piece)
EVENT("action_failed", "an Action fails", instead=False, card=Piece)
EVENT("creature_enters", "a Creature enters the River", instead=False, creature=Piece)
EVENT("creature_activates", "a Creature activates", creature=Piece)
EVENT("creature_illuminated", "a Creature is illuminated", instead=False, creature=Piece)
EVENT("creature_healed", "a Creature is healed", instead=False, creature=Piece)
EVENT("creature_leaves", "a Creature leaves the River", instead=False, creature=Piece)
EVENT("place_overcome", "a Place is overcome", instead=False, place=Place)
EVENT("spirit_lost", "Spirit is lost", amount=int)
EVENT("spirit_gained", "Spirit is gained", amount=int)
EVENT("overflow", "Spirit overflows", instead=False)
EVENT("crystals_gained", "Crystals are gained", instead=False, amount=int)
EVENT("crystals_spent", "Crystals are spent", instead=False, amount=int)
EVENT("shadow_card_drawn", "a Shadow card is drawn", instead=False)
EVENT(
    "final_shadow",
    "the final Shadow card of the Chapter is drawn",
    when=False,
    cancelled="that card is not drawn",
)
EVENT("story_card_drawn", "a Story card is drawn", instead=False)
EVENT("exploration_drawn", "an Exploration card is drawn", instead=False)
EVENT("light_advances", "the Light Pawn advances", amount=int)
EVENT("light_at_the_centre", "the Light Pawn reaches the centre", instead=False)
EVENT("shadow_advances", "the Shadow Pawn advances", amount=int)
EVENT("scene_ends", "the Scene ends", instead=False)

LANGUAGE.query("threshold", "the number that dice must reach", Piece)
LANGUAGE.query("place_cost", "the number of dots on Places", Place)
LANGUAGE.query("illuminate_cost", "the Illuminate cost", Piece)
LANGUAGE.query("heal_cost", "the Heal cost", Piece)
LANGUAGE.query("loss", "the Spirit loss", Piece)
LANGUAGE.query("successes_more", "the number of additional successes", Piece)
LANGUAGE.query("dice", "the number of eight-sided dice in the pool")
LANGUAGE.query("crystal_cap", "the number of Crystals that an Action card can hold")
LANGUAGE.query("blessing_spaces", "the number of Blessing spaces")
LANGUAGE.query("shadow_pace", "the number of spaces that the Shadow Pawn advances in a Shadow Phase")
LANGUAGE.ban("action", "be used", Piece)
LANGUAGE.ban("first_ability", "be used for its first ability", Piece)
LANGUAGE.ban("second_ability", "be used for its second ability", Piece)
LANGUAGE.ban("spend_crystals", "be helped by Crystals", Piece)
LANGUAGE.ban("brom", "let Brom help")
LANGUAGE.ban("reroll", "let Luma roll a die again")

Plain = Annotated[str, Prose("plain")]
"""Words of any length."""
Label = Annotated[str, Prose("label")]
Dots = Annotated[int, Bounds(1, 5)]
Scoped = Literal["scene", "chapter", "campaign"]
SCOPES: Final[tuple[Scoped, ...]] = ("scene", "chapter", "campaign")
"""How long words are remembered, the shortest first."""
MOST_CRYSTALS: Final = 6
"""SF-Q111: no Action card holds more, whatever numbers and texts say."""
MOST_SPACES: Final = 9
"""SF-Q115: there are no more Blessing spaces, whatever texts say."""
Timing = Literal["any", "between", "rolled", "activation", "shadow"]
After = Literal["discard", "box"]


@dataclasses.dataclass
class Numbers:
    """What the source leaves open, and a Chapter may change: the defaults are those of the ledger."""

    spirit: Annotated[int, Bounds(1, 20)] = 8
    spaces: Annotated[int, Bounds(1, 6)] = 3
    crystals: Annotated[int, Bounds(1, MOST_CRYSTALS)] = 3
    river: Annotated[int, Bounds(5, 7)] = 7
    dice: Annotated[int, Bounds(1, 5)] = 5


@LANGUAGE.card("campaign", dealt=True)
class CampaignText:
    """SF-001: the book: its numbers, the base Exploration deck, the start of the River, and its Chapters."""

    title: Title
    text: Opening
    chapters: list[Annotated[str, Ref("chapter")]]
    exploration: dict[str, int]
    river: list[Literal["illuminate", "help", "explore", "heal"]] = dataclasses.field(
        default_factory=lambda: ["illuminate", "help", "explore", "heal"]
    )
    numbers: Numbers = dataclasses.field(default_factory=Numbers)


@LANGUAGE.card("chapter", dealt=True)
class ChapterText:
    """SF-Q79: the decks of a Chapter and where it begins. So many of the Shadow cards are `drawn`.

    `adds`   what comes to the Exploration deck
    `resets` Luma and Brom are as at the start of the campaign: SF-Q31
    """

    title: Title
    text: Opening
    creatures: dict[str, int]
    shadows: list[Annotated[str, Ref("shadow")]]
    final: Annotated[str, Ref("shadow")]
    first: Annotated[str, Ref("scene")]
    stories: list[Annotated[str, Ref("story")]] = dataclasses.field(default_factory=list)
    drawn: Annotated[int, Bounds(0, 9)] = 3
    fixed: bool = False
    adds: dict[str, int] = dataclasses.field(default_factory=dict)
    setup: Do | None = None
    resets: bool = True
    numbers: Numbers | None = None


@dataclasses.dataclass
class PlaceText:
    """SF-095: a Place: which Action overcomes it, its dots, what must be so before, and what is read then."""

    name: Title
    type: Literal["explore", "help"]
    dots: Dots
    text: CardText
    at: list[float] = dataclasses.field(default_factory=list)
    after: list[Annotated[str, Ref("place")]] = dataclasses.field(default_factory=list)
    wildwood: bool = False
    needs: Test | None = None
    needs_text: Plain | None = None
    do: Do | None = None


@dataclasses.dataclass
class IconText:
    """SF-006: a Shadow Effect of a Scene. `picture` is how its icon looks."""

    name: Title
    do: Do
    picture: str = ""


@dataclasses.dataclass
class Link:
    """SF-Q78: where an ending leads: a Scene, `next-chapter`, `restart` or `end`; with `say` by choice."""

    to: str
    if_: Test | None = None
    id: str = ""
    say: Label | None = None


@dataclasses.dataclass
class EndingText:
    """SF-133 and SF-136: what is read at the end of a Scene, what it does, and where it leads."""

    text: Ending
    links: list[Link]
    do: Do | None = None


@dataclasses.dataclass
class Task:
    """SF-133: what must be done, as a condition and in words. `shows` says how far one has come."""

    if_: Test
    text: Plain
    shows: Sum | None = None
    of: Annotated[int, Bounds(1, 20)] | None = None


@dataclasses.dataclass
class Step:
    """SF-Q87: one step of a lesson: what is done next, how the dice fall, or what comes of the roll."""

    do: str = ""
    dice: list[int] = dataclasses.field(default_factory=list)
    take: str = ""

    @property
    def throw(self) -> str:
        return f"roll {len(self.dice)}" if self.dice else ""


@LANGUAGE.card("scene", dealt=True)
class SceneText:
    """SF-002: a Scene of the Story Book. `track` names the icons by their distance from the centre."""

    title: Title
    text: Opening
    places: Annotated[dict[str, PlaceText], Names("place")]
    task: Task
    luma: EndingText
    dark: EndingText
    setup: Do | None = None
    light: Annotated[int, Bounds(1, 10)] = 6
    shadow: Annotated[int, Bounds(1, 12)] = 7
    icons: dict[str, IconText] = dataclasses.field(default_factory=dict)
    track: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    script: list[Step] = dataclasses.field(default_factory=list)
    picture: Annotated[str, Ref("backdrop")] | None = None
    standing: Standing = NOTHING_STANDS

    @property
    def endings(self) -> dict[str, EndingText]:
        return {LUMA_TRIUMPHS: self.luma, SHADOW_TRIUMPHS: self.dark}

    @property
    def links(self) -> list[Link]:
        """Return where the endings lead."""
        return [*self.luma.links, *self.dark.links]


@dataclasses.dataclass(kw_only=True)
class Printed:
    """What stands on a card. `picture` is the name of an icon in theme.yaml."""

    title: Title
    text: CardText
    picture: str = ""


@dataclasses.dataclass(kw_only=True)
class Lasting:
    """What a card does as long as it lies there."""

    standing: Standing = NOTHING_STANDS


@dataclasses.dataclass(kw_only=True)
class Usable(Lasting):
    """What a card can be used for, and when."""

    use: Do | None = None
    timing: Timing = "any"


@dataclasses.dataclass(kw_only=True)
class Found(Printed):
    """An Exploration card, and where it goes."""

    after: After = "discard"


@LANGUAGE.card("creature", dealt=True)
class CreatureText(Lasting, Printed):
    """SF-085 and SF-Q51: a Creature; without a cost it cannot be illuminated, or healed."""

    loss: Annotated[int, Bounds(0, 3)]
    illuminate: Dots | None = None
    heal: Dots | None = None
    crystals: Annotated[int, Bounds(0, 3)] = 0
    enters: Space = "end"
    in_play: Do | None = None
    after: Do | None = None


@LANGUAGE.card("blessing", dealt=True)
@LANGUAGE.card("companion", dealt=True)
class BlessingText(Usable, Found):
    """SF-125 and SF-Q69: a card for a Blessing space. `persistent`: it stays, for once a Scene."""

    persistent: bool = False


@LANGUAGE.card("curse", dealt=True)
class CurseText(Found):
    """SF-126: what it says happens at once."""

    in_play: Do


@LANGUAGE.card("trauma", dealt=True)
class TraumaText(Lasting, Found):
    """SF-130 and SF-Q70: it takes up a Blessing space until it is healed."""

    heal: Dots = 2


@LANGUAGE.card("shadow", dealt=True)
class ShadowText:
    """SF-118: what it says happens when it is drawn."""

    title: Title
    text: CardText
    in_play: Do


@LANGUAGE.card("story", dealt=True)
class StoryText(Usable, Printed):
    """SF-121 and SF-Q75: fetched by its number; where it goes afterwards."""

    number: Annotated[int, Bounds(1, 99)]
    in_play: Do | None = None
    after: Literal["box", "keep", "space", "exploration", "deck"] = "box"


@LANGUAGE.card("action", dealt=True)
class ActionText:
    """SF-044 to SF-057: what the two abilities of an Action card are called."""

    title: Title
    text: Plain
    first: Label
    second: Label


@dataclasses.dataclass(kw_only=True)
class FaceText(Usable):
    """SF-066: one face of Luma or Brom. `short` is what it does, in a few words."""

    title: Title
    short: Plain
    text: CardText


@LANGUAGE.card("faces", dealt=True)
class FacesText:
    """SF-Q29: Luma, or Brom."""

    title: Title
    front: FaceText
    back: FaceText


@LANGUAGE.card("lesson", dealt=True)
class LessonText:
    """SF-001: what is explained when it is met for the first time."""

    title: Title
    text: Plain
    at: str


@LANGUAGE.card("backdrop", dealt=True)
class BackdropText:
    """What is drawn behind the Places of a Scene."""

    title: Title
    frame: list[float] = dataclasses.field(default_factory=lambda: [0, 0, 1000, 620])
    back: list[Paper] = dataclasses.field(default_factory=list)
    ground: list[Paper] = dataclasses.field(default_factory=list)
    front: list[Paper] = dataclasses.field(default_factory=list)
    props: list[Scenery] = dataclasses.field(default_factory=list)
