"""Instructions about encounter cards, challenges and maps."""

from __future__ import annotations

from dataclasses import replace

from foldtale.games.unlikely.language import LANGUAGE, Hero, Luck, Number, Skill
from foldtale.games.unlikely.options import PEEK
from foldtale.games.unlikely.rules import energy, luck, maps, on_table
from foldtale.games.unlikely.rules.attempts import counted
from foldtale.games.unlikely.rules.challenges import OVER_NOW, still_in_play
from foldtale.games.unlikely.rules.exploring import draw_card
from foldtale.games.unlikely.rules.reading import is_unread, peek
from foldtale.games.unlikely.state import AGAIN, DRAWN, FORFEITED, LOST, WON, UnlikelyState
from foldtale.kernel.effects import ME, Cause, forbidden
from foldtale.kernel.talk import Play

OP = LANGUAGE.op


@OP("draw {card}", can=lambda g, c, card: g.attempt is None and any(map(g.numbered, card)))
def draw(g: UnlikelyState, c: Cause, card: list[Number]) -> Play[None]:
    """Take these cards from the encounter pile one after the other, and resolve each. UH-208."""
    for number in card:
        if g.numbered(number):
            yield from draw_card(g, number)
            still_in_play(g, c)


@OP("relocate to {place}", can=lambda g, c, place: maps.can_relocate(g, place))
def relocate(g: UnlikelyState, c: Cause, place: Number) -> Play[None]:
    """Draw the map if it is not in play; then you may move there from anywhere. UH-209."""
    if g.lies(place):
        yield from draw_card(g, place)
        still_in_play(g, c)
    yield from maps.relocate(g, place)
    still_in_play(g, c)


def is_out(g: UnlikelyState, card: str) -> bool:
    return bool(g.in_play(card))


OP("discard {card}", can=is_out, name="discard", card=Number)(on_table.discard_number)
OP("destroy {card}", can=is_out, card=Number)(on_table.destroy)
OP("return {card} to the pile", name="return", card=Number)(on_table.return_to_pile)
OP("put {card} out of play", name="aside", card=Number)(on_table.put_aside)


@OP("return {card} from the discard pile to the pile")
def recover(g: UnlikelyState, card: Number) -> Play[None]:
    """Put the cards with this number back into the pile if they are discarded. UH-153."""
    return on_table.return_to_pile(g, card, discarded_only=True)


@OP("read the back of {card}")
def read_back(g: UnlikelyState, card: Number) -> Play[None]:
    """Read a back, whatever map it is named on."""
    if g.numbered(card):
        yield from peek(g, card, g.player(g.active))


def readable(g: UnlikelyState, hero: int) -> list[str]:
    """Return the unread backs that maps beside this hero's map name."""
    here = g.heroes[hero].at
    beside = g.world.touching(here) if here in g.world else ()
    numbers = dict.fromkeys([number for place in beside for number in g.content.anchors[place]])
    return [number for number in numbers if g.lies(number) and is_unread(g, number, -1, "")]


@OP("read a back named on an adjacent map", can=lambda g, who: bool(readable(g, who)))
def spy(g: UnlikelyState, who: Hero = ME) -> Play[None]:
    """Read the back of one card named by an anchor of an adjacent map."""
    numbers = readable(g, who)
    if numbers:
        choice = yield g.asks(who, "spy", [*map(PEEK, numbers)], "UH-Q40")
        yield from peek(g, *PEEK.parts(choice), g.player(who))


# Challenges


def is_attempted(g: UnlikelyState, *given: object) -> bool:
    return g.attempt is not None


@OP("add {n} to the result", can=is_attempted, name="add")
def add_to_result(g: UnlikelyState, n: int) -> None:
    """Add to the result of the attempt under way. UH-204."""
    if g.attempt is not None:
        g.attempt = replace(g.attempt, added=g.attempt.added + n)


@OP("the requirement changes by {n}", can=is_attempted)
def require(g: UnlikelyState, n: int) -> None:
    """Change the required value of the attempt under way."""
    if g.attempt is not None:
        g.attempt = replace(g.attempt, required=g.attempt.required + n)


@OP(
    "use {skill} instead of the tested skill",
    can=lambda g, skill: g.attempt is not None and g.attempt.skill != skill,
)
def use_skill(g: UnlikelyState, skill: Skill) -> None:
    """Another skill of the active hero counts in this attempt."""
    if g.attempt is not None:
        g.attempt = replace(g.attempt, skill=skill)


def decides(name: str, says: str, verdict: str) -> None:
    """Register an instruction that decides the attempt."""

    def decide(g: UnlikelyState) -> None:
        """Whatever the result is, and even if the challenge is a forced one."""
        if g.attempt is not None:
            g.attempt = replace(g.attempt, verdict=verdict)

    OP(says, can=is_attempted, name=name)(decide)


decides("succeed", "the attempt succeeds", WON)
decides("fail", "the attempt fails", LOST)
decides("forfeit", "forfeit the challenge", FORFEITED)


def has_failed(g: UnlikelyState) -> bool:
    return g.attempt is not None and g.attempt.announced == OVER_NOW


@OP("make another attempt", can=has_failed)
def repeat_attempt(g: UnlikelyState) -> None:
    """After a failed attempt, try the challenge again at once."""
    if g.attempt is not None and has_failed(g):
        g.attempt = replace(g.attempt, verdict=AGAIN)


@OP("{who} may join", can=lambda g, who: g.attempt is not None and who not in g.attempt.invited)
def invite(g: UnlikelyState, who: Hero) -> None:
    """A hero may join this attempt, wherever it stands. UH-216."""
    if g.attempt is not None:
        g.attempt = replace(g.attempt, invited=(*g.attempt.invited, who))


OP("draw {n} more luck {n:card|cards}", can=is_attempted)(luck.draw_luck)


@OP("draw {card} again", can=lambda g, c, card: g.attempt is not None and not forbidden(g, "redraw", c.me))
def redraw(g: UnlikelyState, c: Cause, card: Luck) -> Play[None]:
    """Discard a drawn luck card and draw another for it."""
    if card in g.luck.rows[DRAWN] and not forbidden(g, "redraw", Hero(g.active)):
        yield from luck.redraw(g, card)


@OP("ignore {card}", can=is_attempted)
def ignore(g: UnlikelyState, card: Luck) -> None:
    """A drawn luck card does not count."""
    if g.attempt is not None:
        g.attempt = replace(g.attempt, ignored=(*g.attempt.ignored, card))


@OP("ignore the lowest luck card", can=lambda g: bool(g.attempt and g.luck.rows[DRAWN]))
def ignore_lowest(g: UnlikelyState) -> None:
    """Of the drawn luck cards that still count, the lowest counts no longer."""
    cards = counted(g) if g.attempt is not None else []
    if cards:
        ignore(g, min(cards, key=lambda card: luck.worth(g, card)))


# Maps


@OP("draw {place}, and every hero begins there")
def start_at(g: UnlikelyState, place: Number) -> Play[None]:
    """The starting encounter: its back is read, it is revealed, and all meeples stand on it.

    UH-038 to UH-040.
    """
    from foldtale.games.unlikely.rules.exploring import bring_map

    yield from bring_map(g, place)
    there = g.world.answering(place)
    for hero in range(len(g.heroes)):
        g.move(hero, there)


@OP("{place} sinks")
def sink(g: UnlikelyState, place: Number) -> Play[None]:
    """The map is discarded: heroes there lose 1 cube and step off. In the pile it goes out of play.

    UH-156 and UH-Q53.
    """
    there = g.world.answering(place)
    if g.lies(place):
        yield from on_table.put_aside(g, place)
    elif there:
        for hero in [seat for seat in g.ring() if g.heroes[seat].at == there]:
            yield from energy.lose(g, 1, hero)
        yield from on_table.discard_card(g, there)
