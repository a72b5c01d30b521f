"""Words that depend on the moment: what is known by now, what options mean, and how likely they succeed."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from foldtale.games.storyfold.content import FIRST, SECOND, Content, card_of
from foldtale.games.storyfold.dice import THROWS, WHICH_DICE
from foldtale.games.storyfold.language import ACTIONS, BROM, LUMA
from foldtale.games.storyfold.odds import at_least, expected, percent
from foldtale.games.storyfold.options import (
    ABILITIES,
    BEGIN_AGAIN,
    GO_ON,
    NO,
    OPEN,
    OPEN_HERE,
    PAY,
    PUT,
    RESOLVE,
    TAKE_FIRST,
    TAKE_SECOND,
    THING,
    USE,
)
from foldtale.games.storyfold.record import BOOKMARKS, Journey
from foldtale.games.storyfold.rules.actions import announceable, cost, needed, successes, threshold
from foldtale.games.storyfold.rules.crystals import cap
from foldtale.games.storyfold.rules.shadow import next_losses, to_come
from foldtale.games.storyfold.rules.windows import brings_nothing, is_in_vain, shows_back
from foldtale.games.storyfold.state import Action, Wood
from foldtale.kernel.effects import forbidden
from foldtale.kernel.game import Part
from foldtale.kernel.options import note_of
from foldtale.kernel.pack.pages import page_id
from foldtale.kernel.speech import ENGLISH, so_many

WHY_IN_VAIN: Final = {
    "dice": "no die is used that could be rolled again now",
    "light": "the Light is on the centre",
    "crystals": "no card has room for a Crystal",
    "cards": "there is no card to draw",
    "spirit": "your Spirit is full",
}


def texts(g: Wood) -> Mapping[str, str]:
    """Return what was read or seen, and what the questions and options of this moment say."""
    return ChainMap({**lying(g), **at_this_step(g)}, known(g.content, g.pages.read, g.scene))


@lru_cache(maxsize=256)
def known(content: Content, read: tuple[str, ...], scene: str) -> dict[str, str]:
    """Return all texts but those that nobody may know yet: unread pages, unseen cards, later Scenes."""
    seen = {"", scene, *read, *[page_id(page).card for page in read]}
    return {key: text for key, text in content.texts.items() if content.page_of[key] in seen}


def lying(g: Wood) -> dict[str, str]:
    """Say how many Crystals lie where one is put or taken."""
    held = [(action, f"{g.crystals_on(action)} of {cap(g)} Crystals") for action in ACTIONS]
    return {note_of(verb(action)): note for action, note in held for verb in (PUT, PAY)}


def at_this_step(g: Wood) -> dict[str, str]:
    if g.step == "open":
        return ribbons(g)
    if g.step == "between":
        return {**cards_to_use(g), **aims(g)}
    if g.step == "dice" and g.action is not None:
        return odds(g, g.action)
    if g.step == "outcome" and g.action is not None:
        return {**cards_to_use(g), **begin_again(g), **results(g, g.action)}
    return {**cards_to_use(g), **begin_again(g)}


def ribbons(g: Wood) -> dict[str, str]:
    """Say where each ribbon lies, and what becomes of the place where the journey stands: SF-Q97."""
    free = [ribbon for ribbon in BOOKMARKS if ribbon not in g.bookmarks]
    left = f"the {free[0]} ribbon keeps where you stand now" if free else "where you stand now is given up"
    end = "" if g.start in g.bookmarks.values() else f"; {left}"
    found = {note_of(OPEN(ribbon)): f"{where_at(g, mark)}{end}" for ribbon, mark in g.bookmarks.items()}
    return {note_of(OPEN_HERE): where_at(g, g.start), **found}


def where_at(g: Wood, journey: Journey) -> str:
    """Return the Chapter and the Scene that a journey is about to begin."""
    chapter = g.content.texts.get(f"{journey.chapter}.title", "")
    scene = g.content.scenes[journey.scene].title if journey.scene in g.content.scenes else ""
    return f"{chapter}, {scene}" if scene else chapter


def cards_to_use(g: Wood) -> dict[str, str]:
    """Say what Luma, Brom and the cards in Blessing spaces would do."""
    content = g.content
    found = {note_of(USE(who)): content.face(who, shows_back(g, who)).short for who in (LUMA, BROM)}
    for card in (*g.in_spaces, *g.kept, *g.at_hand):
        does = content.says(card, "use") or content.says(card, "in_play")
        found |= {note_of(choice): does for choice in (THING(card), RESOLVE(card))}
        why = WHY_IN_VAIN[content.brings[card][0]] if is_in_vain(g, card) else ""
        found[note_of(USE(card))] = warned(does, why)
    return found


def aims(g: Wood) -> dict[str, str]:
    """Say what an Action would need."""
    found = {}
    for announced in announceable(g):
        aim = g.content.aimed[announced]
        dice = f"dice need {threshold(g, aim.card)}+"
        if aim.ability == SECOND:
            found[note_of(announced)] = warned(dice, vain(g, aim.card))
        else:
            dots = so_many(cost(g, aim.card, aim.target), "success", "successes")
            found[note_of(announced)] = f"{dots}, {dice}"
            found[announced.key] = first_says(g, aim.card, aim.target)
    return found


def vain(g: Wood, card: str) -> str:
    """Say why the second ability of a card would bring nothing now; "" if it would."""
    brings = ABILITIES[card].brings
    return WHY_IN_VAIN[brings] if brings_nothing(g, brings) else ""


def warned(note: str, why: str) -> str:
    """Add to a note why nothing will come of it."""
    return "; ".join([part for part in (note, f"in vain: {why}" if why else "") if part])


def first_says(g: Wood, card: str, target: str) -> str:
    """Say what the first ability would do."""
    return ENGLISH.within(ABILITIES[card].does, ABILITIES[card].does.format(called(g, target)))


def called(g: Wood, target: str) -> str:
    """Name a target in a sentence; one of several copies of a Creature with its space."""
    name = g.content.texts[card_of(target)]
    twins = [piece for piece in g.river if card_of(piece) == card_of(target)]
    return f"{name} (space {g.position(target)})" if len(twins) > 1 and target in g.river else name


def odds(g: Wood, action: Action) -> dict[str, str]:
    """Ask for dice, and say how likely it is to succeed with them: SF-X05."""
    aim = f", {called(g, action.target)}" if action.target else ""
    found = {"dice?": ENGLISH.within("", f"{g.content.texts[action.card]}{aim}: how many dice?")}
    dots = needed(g, action) if action.ability == FIRST else 0
    missing = max(1, dots - g.crystals_on(action.card))
    for throw in WHICH_DICE[g.ready].options:
        pool = THROWS[throw].pool
        average = f"{float(expected(pool, action.threshold)):.1f} successes on average"
        enough = percent(at_least(pool, action.threshold, dots or 1))
        found[note_of(throw)] = f"{enough} for {dots or 1} or more, {average}"
        if missing < dots and not forbidden(g, "spend_crystals", action.card):
            helped = percent(at_least(pool, action.threshold, missing))
            found[note_of(throw)] = f"{helped} with your Crystals, {enough} without"
    return found


def results(g: Wood, action: Action) -> dict[str, str]:
    """Ask what is made of a roll, and say what can be."""
    found = {}
    card, rolled, dots = g.content.texts[action.card], successes(g), needed(g, action)
    asks = f"{card}: {so_many(rolled, 'success', 'successes')}."
    if dots:
        asks = f"{card}: {rolled} of {dots} for {called(g, action.target)}."
        found[TAKE_FIRST.key] = first_says(g, action.card, action.target)
        found[note_of(TAKE_FIRST)] = spending(dots - rolled)
    if g.rolled:
        found["outcome?"] = ENGLISH.within("", asks)
    for crystals, second in enumerate(TAKE_SECOND):
        found[second.key] = ABILITIES[action.card].counted.format(Part(rolled + crystals, ()))
        found[note_of(second)] = warned(spending(crystals), vain(g, action.card))
    return found


def spending(crystals: int) -> str:
    return f"spend {so_many(crystals, 'Crystal')}" if crystals > 0 else ""


def begin_again(g: Wood) -> dict[str, str]:
    """Say what comes next in a Shadow Phase, and what is lost if the Chapter begins again."""
    start = g.start
    spirit = g.numbers.spirit if start.spirit is None else start.spirit
    back = (
        f"all as it was before this Chapter: Spirit {spirit}, {sum(start.crystals.values())} Crystals, "
        f"{len(start.spaces)} cards in Blessing spaces; new dice and new cards"
    )
    found = {note_of(BEGIN_AGAIN): back, note_of(GO_ON): what_comes(g)}
    if g.shadows.deck_size == 1:
        warns = f"if the final Shadow card comes, the Chapter begins again, with {back}"
        found[note_of(NO)] = warns
        if sum(next_losses(g)) > g.spirit:
            found[note_of(GO_ON)] = warns
    return found


def what_comes(g: Wood) -> str:
    """Say what going on would bring, in a Shadow Phase."""
    if g.step == "activate" and to_come(g):
        piece = to_come(g)[0]
        return f"{g.content.texts[card_of(piece)]} is next: {next_losses(g)[0]} Spirit"
    return {"advance": "the Shadow Pawn is next", "dusk": "the round ends"}.get(g.step, "")
