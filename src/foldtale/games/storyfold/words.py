"""Everything that Storyfold says."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from foldtale.games.storyfold.content import FIRST, SECOND, Content, card_of
from foldtale.games.storyfold.dice import THROWS, WHICH_DICE
from foldtale.games.storyfold.language import ACTION_SAYS, ACTIONS, BROM, LUMA
from foldtale.games.storyfold.odds import at_least, expected, percent
from foldtale.games.storyfold.options import (
    ABILITIES,
    BEGIN_AGAIN,
    GO_ON,
    NO,
    OPEN,
    OPEN_HERE,
    OPTIONS,
    PAY,
    PUT,
    RESOLVE,
    TAKE_FIRST,
    TAKE_SECOND,
    THING,
    USE,
)
from foldtale.games.storyfold.record import BOOKMARKS, Journey
from foldtale.games.storyfold.rules.actions import (
    announceable,
    cost,
    is_legal,
    successes,
    threshold,
)
from foldtale.games.storyfold.rules.creatures import loss_of
from foldtale.games.storyfold.rules.crystals import cap
from foldtale.games.storyfold.rules.shadow import to_come
from foldtale.games.storyfold.rules.windows import brings_nothing, is_in_vain
from foldtale.games.storyfold.state import Action, Wood
from foldtale.kernel.effects import forbidden
from foldtale.kernel.game import Habit, Words
from foldtale.kernel.options import note_of
from foldtale.kernel.pack.pages import page_id
from foldtale.kernel.speech import ENGLISH

HABITS: Final = (
    Habit(
        "only when spirit would overflow", "Ask me only when my Spirit would run out", ("window", "closing")
    ),
)
WHY_IN_VAIN: Final = {
    "dice": "no die is used that could be rolled again now",
    "light": "the Light is on the centre",
    "crystals": "no card has room for a Crystal",
    "cards": "there is no card to draw",
    "spirit": "your Spirit is full",
}


# Words that depend on what lies on the table


def texts(g: Wood) -> Mapping[str, str]:
    """What was read or seen, and what the options of this moment mean."""
    return ChainMap(labels(g), known(g.content, g.pages.read, g.scene))


@lru_cache(maxsize=256)
def known(content: Content, read: tuple[str, ...], scene: str) -> dict[str, str]:
    """All texts but those that nobody may know yet: unread pages, unseen cards, Places of other Scenes."""
    seen = {"", scene, *read, *[page_id(page).card for page in read]}
    return {key: text for key, text in content.texts.items() if content.page_of[key] in seen}


def labels(g: Wood) -> dict[str, str]:
    """What the questions and options of this moment say."""
    return {**lying(g), **at_this_step(g)}


def lying(g: Wood) -> dict[str, str]:
    """How many Crystals lie where one is put or taken."""
    held = [(action, f"{g.crystals_on(action)} of {cap(g)} Crystals") for action in ACTIONS]
    return {note_of(verb(action)): note for action, note in held for verb in (PUT, PAY)}


def at_this_step(g: Wood) -> dict[str, str]:
    if g.step == "between":
        return {**cards_to_use(g), **aims(g)}
    if g.step == "dice" and g.action is not None:
        return {**odds(g, g.action), "dice?": how_many(g, g.action)}
    if g.step == "outcome" and g.action is not None:
        found = {"outcome?": what_was_found(g, g.action)} if g.rolled else {}
        return {**cards_to_use(g), **begin_again(g), **results(g, g.action), **found}
    if g.step == "open":
        return ribbons(g)
    return {**cards_to_use(g), **begin_again(g)}


def ribbons(g: Wood) -> dict[str, str]:
    """SF-Q97: where each ribbon lies, and what becomes of the place where the journey stands."""
    found = {note_of(OPEN_HERE): where_at(g, g.start)}
    free = [ribbon for ribbon in BOOKMARKS if ribbon not in g.bookmarks]
    left = (
        f"; the {free[0]} ribbon keeps where you stand now" if free else "; where you stand now is given up"
    )
    if g.start in g.bookmarks.values():
        left = ""
    for ribbon, mark in g.bookmarks.items():
        found[note_of(OPEN(ribbon))] = f"{where_at(g, mark)}{left}"
    return found


def where_at(g: Wood, journey: Journey) -> str:
    """The Chapter and the Scene that a journey is about to begin."""
    chapter = g.content.texts.get(f"{journey.chapter}.title", "")
    scene = g.content.scenes[journey.scene].title if journey.scene in g.content.scenes else ""
    return f"{chapter}, {scene}" if scene else chapter


def cards_to_use(g: Wood) -> dict[str, str]:
    """What Luma, Brom and the cards in Blessing spaces would do."""
    content = g.content
    found = {}
    for ident, turned in ((LUMA, g.luma_turned or g.always), (BROM, g.brom_turned)):
        face = content.face(ident, turned)
        found[note_of(USE(ident))] = face.short
    for card in (*g.in_spaces, *g.kept, *g.at_hand):
        does = content.says(card, "use") or content.says(card, "in_play")
        found |= {note_of(choice): does for choice in (THING(card), RESOLVE(card))}
        why = WHY_IN_VAIN[content.brings[card][0]] if is_in_vain(g, card) else ""
        found[note_of(USE(card))] = warned(does, why)
    return found


def aims(g: Wood) -> dict[str, str]:
    """What an Action would need."""
    found = {}
    for announced in announceable(g):
        aim = g.content.aimed[announced]
        needed = threshold(g, aim.card)
        if aim.ability == SECOND:
            found[note_of(announced)] = warned(f"dice need {needed}+", vain(g, aim.card))
        else:
            dots = cost(g, aim.card, aim.target)
            found[note_of(announced)] = (
                f"{dots} {'success' if dots == 1 else 'successes'}, dice need {needed}+"
            )
            found[announced.key] = first_says(g, aim.card, aim.target)
    return found


def vain(g: Wood, card: str) -> str:
    """Why the second ability of a card would bring nothing now; nothing, if it would."""
    brings = ABILITIES[card].brings
    return WHY_IN_VAIN[brings] if brings_nothing(g, brings) else ""


def warned(note: str, why: str) -> str:
    """A note that also says why nothing will come of it."""
    if not why:
        return note
    return f"{note}; in vain: {why}" if note else f"in vain: {why}"


def first_says(g: Wood, card: str, target: str) -> str:
    """What the first ability would do."""
    return ENGLISH.within(ABILITIES[card].does, ABILITIES[card].does.format(called(g, target)))


def called(g: Wood, target: str) -> str:
    """A target in a sentence; the second copy of a Creature says where it lies."""
    name = g.content.texts[card_of(target)]
    twins = [piece for piece in g.river if card_of(piece) == card_of(target)]
    return f"{name} (space {g.position(target)})" if len(twins) > 1 and target in g.river else name


def odds(g: Wood, action: Action) -> dict[str, str]:
    """SF-X05: how likely it is, before the dice fall."""
    found = {}
    for throw in WHICH_DICE[g.ready].options:
        pool = THROWS[throw].pool
        average = f"{float(expected(pool, action.threshold)):.1f} successes on average"
        if action.ability == FIRST and is_legal(g, action.card, action.target):
            dots = cost(g, action.card, action.target)
            enough = percent(at_least(pool, action.threshold, dots))
            found[note_of(throw)] = f"{enough} for {dots} or more, {average}"
            missing = max(1, dots - g.crystals_on(action.card))
            if missing < dots and not forbidden(g, "spend_crystals", action.card):
                helped = percent(at_least(pool, action.threshold, missing))
                found[note_of(throw)] = f"{helped} with your Crystals, {enough} without"
        else:
            found[note_of(throw)] = f"{percent(at_least(pool, action.threshold, 1))} for 1 or more, {average}"
    return found


def how_many(g: Wood, action: Action) -> str:
    """The question for dice, and what they are for."""
    aim = f", {called(g, action.target)}" if action.target else ""
    return ENGLISH.within("", f"{g.content.texts[action.card]}{aim}: how many dice?")


def what_was_found(g: Wood, action: Action) -> str:
    """The question after a roll: the successes, and how many are needed."""
    card, rolled = g.content.texts[action.card], successes(g)
    if action.target and is_legal(g, action.card, action.target):
        needed = cost(g, action.card, action.target)
        return ENGLISH.within("", f"{card}: {rolled} of {needed} for {called(g, action.target)}.")
    return f"{card}: {rolled} {'success' if rolled == 1 else 'successes'}."


def results(g: Wood, action: Action) -> dict[str, str]:
    """What can be made of a roll."""
    found = {}
    rolled = successes(g)
    if action.target and is_legal(g, action.card, action.target):
        missing = cost(g, action.card, action.target) - rolled
        found[TAKE_FIRST.key] = first_says(g, action.card, action.target)
        found[note_of(TAKE_FIRST)] = spending(missing)
    for crystals, second in enumerate(TAKE_SECOND):
        found[second.key] = numbered(ABILITIES[action.card].counted, rolled + crystals)
        found[note_of(second)] = warned(spending(crystals), vain(g, action.card))
    return found


def spending(crystals: int) -> str:
    return f"spend {crystals} {'Crystal' if crystals == 1 else 'Crystals'}" if crystals > 0 else ""


def numbered(sentence: str, n: int) -> str:
    """A sentence with a number in it, and the form of the word after it."""
    for one, more in (("Crystal", "Crystals"), ("card", "cards")):
        sentence = sentence.replace(f"{{0:{one}|{more}}}", one if n == 1 else more)
    return sentence.format(n)


def begin_again(g: Wood) -> dict[str, str]:
    """What a restart costs is said before."""
    start = g.start
    spirit = g.numbers.spirit if start.spirit is None else start.spirit
    crystals = sum(start.crystals.values())
    back = (
        f"all as it was before this Chapter: Spirit {spirit}, {crystals} Crystals, "
        f"{len(start.spaces)} cards in Blessing spaces; new dice and new cards"
    )
    warns = f"if the final Shadow card comes, the Chapter begins again, with {back}"
    coming = sum([loss_of(g, piece) for piece in g.waiting if piece in g.river and piece not in g.stunned])
    found = {note_of(BEGIN_AGAIN): back, note_of(GO_ON): what_comes(g)}
    if g.shadows.deck_size == 1:
        found[note_of(NO)] = warns
        if coming > g.spirit:
            found[note_of(GO_ON)] = warns
    return found


def what_comes(g: Wood) -> str:
    """What going on would bring, in a Shadow Phase."""
    coming = to_come(g) if g.step == "activate" else []
    if coming:
        loss = 0 if coming[0] in g.stunned else loss_of(g, coming[0])
        return f"{g.content.texts[card_of(coming[0])]} is next: {loss} Spirit"
    return {"advance": "the Shadow Pawn is next", "dusk": "the round ends"}.get(g.step, "")


WORDS: Final = Words(
    topics={
        "page": "Turn the page when you have read it.",
        "bookmark": "Where do you open the book?",
        "between": "What does Luma do?",
        "dice": "How many dice do you roll?",
        "outcome": "What do you make of it?",
        "window": "The Shadow Phase goes on. Would you use something first?",
        "closing": "The Luma Phase ends. Would you use something first?",
        "danger": "Your Spirit would overflow. Would you use something?",
        "crystal": "Which card takes the Crystal?",
        "payment": "Which card gives the Crystal?",
        "keep": "Which card do you keep?",
        "room": "No space is free. Which card goes, and how?",
        "give up": "Which card do you give up?",
        "link": "Where do you go?",
        "save": "The road is quiet. Do you go on, or put in a ribbon and stop?",
        "defeat": "The Shadow has won this Chapter. What now?",
        "choose": "What do you do?",
        "may": "Do you do it?",
        "pick": "Which one?",
        "amount": "How many?",
        "roll": "the dice of an Action",
        "reroll": "a die, rolled again",
        "test": "the dice of the book",
        "creature": "a Creature",
        "exploration": "an Exploration card",
        "shadow card": "a Shadow card",
        "action card": "an Action card",
    },
    options={**OPTIONS.labels, **ACTION_SAYS},
    tells={
        "reads": "{0}.",
        "learns": "Explained: {0}.",
        "a card says": "{0}",
        "an effect was cut short": "{0} went on and on, and was stopped.",
        "settled no further": "There is no end to it, so it ends here.",
        "chapter": "{0} begins.",
        "scene": "{0}.",
        "luma phase": "Round {0}: Luma's phase.",
        "shadow phase": "The Shadow's phase.",
        "dice of the lesson": "The dice fall {0}.",
        "gains spirit": "{who} gains {0} Spirit and has {1}.",
        "loses spirit": "{who} loses {0} Spirit and has {1}.",
        "spirit is": "Spirit is {0} now.",
        "overflows": "Spirit overflows, and starts anew at {0}.",
        "draws shadow": "A Shadow card: {0}.",
        "shadow returns": "{0} goes back into the Shadow deck.",
        "brom stands in": "Brom steps into the dark in Luma's place.",
        "gains crystals": "{who} gains {0:n Crystal}, on {1}.",
        "crystals on": "{0:n Crystal} on {1}.",
        "no room": "There is no room for {0:n Crystal}.",
        "no room on": "There is no room for {0:n Crystal} on {1}.",
        "spends crystals": "{who} spends {0:n Crystal} from {1}.",
        "crystals off": "{0:n Crystal} on {1} lost.",
        "crystals move": "{0:n Crystal} from {1} to {2}.",
        "light moves": "The Light is {0:n space} from the centre.",
        "light arrives": "The Light stands on the centre.",
        "shadow comes": "The Shadow is {0:n space} from the centre.",
        "shadow arrives": "The Shadow stands on the centre.",
        "shadow retreats": "The Shadow draws back to {0:n space} from the centre.",
        "icon": "{0}.",
        "comes": "{0} comes down to the River.",
        "river is full": "The River is full: {0} goes away, and takes Spirit with it.",
        "moves": "{0} moves to space {1}.",
        "trade places": "{0} and {1} trade places.",
        "is illuminated": "{0} stands dazzled at the End of the River.",
        "is stunned": "{0} is stunned.",
        "shakes off": "{0} shakes off its Stun token.",
        "activates": "{0} activates.",
        "is healed": "{0} is healed.",
        "is discarded": "{0} leaves the River.",
        "draws cards": "{who} draws {0:n Exploration card}.",
        "is given": "{who} is given {0}.",
        "takes": "{who} takes {0}.",
        "resolves": "{who} uses {0} at once.",
        "gives up": "{who} gives up {0}.",
        "trauma heals": "{0} is healed.",
        "draws story": "Story card {0}: {1}.",
        "uses": "{who} uses {0}.",
        "fails": "{0} fails.",
        "lets it be": "{who} lets it be.",
        "overcomes": "{who} overcomes {0}.",
        "gains die": "{who} has the {0} now.",
        "loses die": "{who} has the {0} no longer.",
        "dice come back": "{who} takes back {0:n die|dice}.",
        "dice are gone": "{who} cannot use {0:n die|dice} any more in this phase.",
        "a die is set": "A die shows {0} now.",
        "pays crystals": "{who} pays {0:n Crystal}.",
        "loses crystals": "{who} loses {0:n Crystal}.",
        "turns over": "{0}'s card is turned over.",
        "brom leaves": "Brom can help no more for now.",
        "brom is back": "Brom is back.",
        "sees clearly": "{0} is no longer stunned.",
        "actions mixed": "The Action cards have changed places.",
        "rerolls": "The die shows {0} now.",
        "is marked": "{0} is done.",
        "is closed": "{0} is closed.",
        "is open": "{0} is open.",
        "test": "The book's dice show {0}; they need {1}.",
        "luma triumphs": "Luma triumphs.",
        "shadow triumphs": "The Shadow triumphs.",
        "travels": "{who} travels on.",
        "saves": "{who} puts in the {0} ribbon.",
        "defeat": "{0} is lost.",
        "begins again": "{0} begins again.",
    },
    things={**ACTION_SAYS, "d10": "ten-sided die", "d12": "twelve-sided die"},
    untold=(
        "outcome",
        "read",
        "go on",
        "page",
        "window",
        "closing",
        "danger",
        "crystal",
        "payment",
        "creature",
        "exploration",
        "shadow card",
        "reroll",
    ),
    icons={
        **OPTIONS.icons,
        "gains spirit": "spirit",
        "loses spirit": "spirit",
        "overflows": "spirit",
        "draws shadow": "shadow-card",
        "gains crystals": "crystal",
        "light moves": "light",
        "light arrives": "light",
        "shadow arrives": "shadow",
        "shadow comes": "shadow",
        "comes": "creature",
        "activates": "creature",
        "is healed": "heal",
        "is illuminated": "illuminate",
        "takes": "exploration",
        "draws story": "story",
        "overcomes": "place",
        "luma triumphs": "luma-triumphs",
        "shadow triumphs": "dark-triumphs",
        "saves": "save",
    },
    headings=("chapter", "scene", "luma phase", "shadow phase"),
    trifles=("learns", "crystals on", "crystals off", "moves", "lets it be", "shakes off"),
    final=tuple(OPTIONS.final),
)
