"""Everything that can be answered in Wonder Book, but for what cards offer in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from foldtale.games.wonderbook.language import HEROES
from foldtale.kernel.options import Among, Each, Options, cards, entries, entry_says
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.speech import ENGLISH
from foldtale.kernel.talk import STOP

if TYPE_CHECKING:
    from foldtale.games.wonderbook.content import Chapter
    from foldtale.games.wonderbook.state import Book

WYRM_IS: Final = {
    "standing": "The Wyrm {}",
    "standing acting": "The acting Wyrm {}",
    "standing waiting": "The Wyrm {} that is yet to act",
    "stunned": "The stunned Wyrm {}",
    "stunned acting": "The stunned Wyrm {} that is acting",
    "stunned waiting": "The stunned Wyrm {} that is yet to act",
}
"""WB-Q80: the states by which Wyrms in one area are told apart."""


def the_area(g: Book, area: str) -> Sequence[str]:
    return (area,) if area in g.areas else ()


def the_wyrm(g: Book, area: str, state: str) -> Sequence[str]:
    """The first Wyrm of those in one area and one state."""
    key = WYRM(area, state).key
    return [f"wyrm {area} {at}" for at, wyrm in enumerate(g.wyrms_in(area)) if g.wyrm_key(wyrm) == key][:1]


def the_spark(g: Book) -> Sequence[str]:
    area = g.at[g.active] if g.active else ""
    return (f"spark {area} 0",) if g.sparks_at.get(area) else ()


def the_targets(g: Book) -> Sequence[str]:
    """Return the tokens of the Wyrms and enemies that the active Hero can hit."""
    from foldtale.games.wonderbook.rules.attack import in_reach

    targets = in_reach(g, g.active) if g.active else ()
    wyrms = {wyrm: g.wyrm_at[wyrm] for wyrm in targets if isinstance(wyrm, int)}
    tokens = {wyrm: f"wyrm {area} {g.wyrms_in(area).index(wyrm)}" for wyrm, area in wyrms.items()}
    return [f"figure {target}" if isinstance(target, str) else tokens[target] for target in targets]


def the_object(g: Book, card: str) -> Sequence[str]:
    thing = g.chapter.body(card).object
    return (f"object {thing}",) if thing in g.objects else ()


def done_to(g: Book, card: str, which: str) -> Sequence[str]:
    """To what or to whom on the map a Special Action is done."""
    special = g.chapter.special_action(card, which)
    if special is None or not g.active:
        return ()
    here = [f"object {name}" for name in special.objects if g.objects.get(name) == g.at[g.active]]
    return [*here, *[f"figure {who}" for who in g.figures if who == special.enemy]]


def used(chapter: Chapter) -> Iterator[tuple[str, str]]:
    """A skill by its side of a card, or a Special Action by its name."""
    yield from chapter.all_skills()
    yield from [(card, special.id) for card, special in chapter.all_special_actions()]


def used_words(chapter: Chapter, card: str, which: str) -> str:
    special = chapter.special_action(card, which)
    return special.say if special is not None else chapter.skill(card, which).title


def used_note(chapter: Chapter, card: str, which: str) -> str:
    if chapter.special_action(card, which) is None:
        return chapter.gist(card, which)
    return chapter.title(card) if chapter.kind(card) != "goal" else ""


AREAS: Final = Each[str](lambda chapter: chapter.grounds, the_area)
CHANGES_HANDS: Final = Among[str, str](
    lambda chapter: [(card, hero) for card in chapter.ids("item", "shred") for hero in HEROES],
    lambda g, item, other: (f"held {item}",) if any(item in g.held_by(hero) for hero in g.heroes) else (),
)

OPTIONS: Final = Options()
READ: Final = OPTIONS.plain("read", "Read on", icon="open-book")
SKIP: Final = OPTIONS.plain("skip", "Skip what we know", icon="fast-forward-button")
COLUMN: Final = OPTIONS.things(Among[str, str](entries("choice"), called=entry_says))
TRY: Final = OPTIONS.verb(
    "try",
    "{0}",
    Each[str](lambda chapter: chapter.riddle_words, called=lambda chapter, word: word[:1].upper() + word[1:]),
)
GO: Final = OPTIONS.plain("go", "Risk it all", icon="rolling-dices", final=True)
NO: Final = OPTIONS.plain("no", "Leave it be", icon="halt")
LEARN: Final = OPTIONS.verb(
    "choose",
    "Learn from {0}: {1}",
    Among[str, str](
        lambda chapter: chapter.sides,
        called=lambda chapter, card, side: f"{chapter.skill(card, side).title}. {chapter.gist(card, side)}",
        note=lambda chapter, card, side: " ".join(paragraphs(chapter.skill(card, side).text)),
    ),
    icon="fairy-wand",
)

MOVE: Final = OPTIONS.verb("move", "Move to {0}", AREAS, icon="walking-boot")
COLLECT: Final = OPTIONS.plain("collect", "Collect a Spark", icon="sparkles", touches=the_spark)
USE: Final = OPTIONS.verb("use", "", Among[str, str](used, done_to, used_words, used_note), icon="fairy-wand")
ATTACK: Final = OPTIONS.plain("attack", "Attack", icon="slingshot", final=True, touches=the_targets)
INTERACT: Final = OPTIONS.verb(
    "interact", "Look at {0}", Each[str](cards("interaction"), the_object), icon="spyglass"
)
GIVE: Final = OPTIONS.verb("give", "Give {0} to {1}", CHANGES_HANDS, icon="shaking-hands")
TAKE: Final = OPTIONS.verb("take", "Take {0} from {1}", CHANGES_HANDS, icon="shaking-hands")
YES: Final = OPTIONS.plain("yes", "Hand it over", icon="shaking-hands")
PASS: Final = OPTIONS.plain("pass", "Do nothing more", icon="night-sleep")
REROLL: Final = OPTIONS.plain("reroll", "Lose a Heart and roll again", icon="rolling-dices", final=True)
KEEP: Final = OPTIONS.plain("keep", "Leave the dice as they are", icon="halt")
BOOK: Final = OPTIONS.plain("book", "Let the book decide the rest", icon="rule-book")
OPTIONS.plain(STOP.key, "Leave it at that", icon="halt")

HERO: Final = OPTIONS.things(
    Each[str](lambda chapter: HEROES, lambda g, who: (who.lower(),) if g.at.get(who) in g.areas else ())
)
AREA: Final = OPTIONS.things(
    Each[str](lambda chapter: chapter.grounds, the_area, lambda chapter, area: chapter.grounds[area].name)
)
WYRM: Final = OPTIONS.things(
    Among[str, str](
        lambda chapter: [(area, state) for area in chapter.grounds for state in WYRM_IS],
        the_wyrm,
        lambda chapter, area, state: WYRM_IS[state].format(
            ENGLISH.within("", f"in {chapter.grounds[area].name}")
        ),
    )
)
CARD: Final = OPTIONS.things(
    Each[str](
        cards("enemy", "ally", "item", "shred", "wyrm"),
        lambda g, who: (f"figure {who}",) if who in g.figures else (),
    )
)
NUMBER: Final = OPTIONS.things(Each[int](lambda chapter: range(61)))
