"""Everything that Dice Upon a Time says."""

from __future__ import annotations

from typing import Final

from foldtale.games.grimm.content import Content
from foldtale.games.grimm.language import TOKEN_SAYS, TOKENS
from foldtale.games.grimm.state import MOST_PLAYERS
from foldtale.kernel.game import Habit, Words

REACTIONS: Final = {
    "rolled": "You have rolled. Do you answer?",
    "snake_token_rolled": "The Snake Die has shown a token. Do you answer?",
    "place_announced": "A die is about to be placed. Do you answer?",
    "story_revealed": "Bad luck. Do you answer?",
    "gain_modify": "You are taking tokens. Do you answer?",
    "tokens_gained": "Others have got tokens. Do you answer?",
    "magic_gained": "Others have got Magic Items. Do you answer?",
    "quests_gained": "Others have got Main Quests. Do you answer?",
    "lose_tokens": "You are about to lose tokens. Do you answer?",
    "harm": "A card is about to harm you. Do you answer?",
    "curse_received": "You have got a Curse. Do you answer?",
    "card_played": "Somebody plays a Magic Item. Do you answer?",
}
"""GR-Q80: the windows in which Magic Items can be played out of turn."""


CONCERN: Final = (
    "tokens_gained", "magic_gained", "quests_gained", "harm", "lose_tokens", "story_revealed", "curse_received",
)  # fmt: skip
"""Others gain, or harm comes to oneself."""
HABITS: Final = (
    Habit(
        "only when it concerns me",
        "Ask me only when others gain or harm me",
        tuple([topic for topic in REACTIONS if topic not in CONCERN]),
    ),
    Habit("not in this turn", "Pass for the rest of this turn", tuple(REACTIONS), this_turn=True),
)


def vocabulary_of(content: Content) -> list[str]:
    """Every key that can be answered."""
    cards = content.cards
    magic = [ident for ident, card in cards.items() if card.kind == "magic"]
    characters = [ident for ident, card in cards.items() if card.kind == "character"]
    quests = [ident for ident, card in cards.items() if card.kind == "quest"]
    minis = [ident for ident, card in cards.items() if card.kind == "mini"]
    sides = [ident for ident, card in cards.items() if card.kind == "side"]
    curses = [ident for ident, card in cards.items() if card.kind == "curse"]
    stories = [
        ident for ident, card in cards.items() if card.kind in ("good", "bad", "side", "curse", "mini")
    ]
    halves = [
        f"{ident} {half.id}"
        for ident in stories
        if cards[ident].kind == "bad"
        for half in cards[ident].body.options
    ]
    faces = dict.fromkeys([face for faces in content.faces for face in faces])
    goods = [*TOKENS, *quests, *minis, *sides]
    found = [
        "pass", "pass on", "keep it", "draw another", "back", "draw", "no", "stay", "take", "take one more", "no more",
        "trade", "offer", "stop", "accept", "reject", "ask magic", "end turn", "convert", "sleepwalk", "play on",
        "close the book",
        *[put.key for puts in content.put for put in puts],
        *[f"{verb} {field}" for verb in ("move", "ride", "fiddle", "rabbit") for field in content.walkable],
        *[f"play {card}" for card in magic],
        *[f"use {card}" for card in characters],
        *[f"with {card}" for card in content.placing],
        *[f"take {token}" for token in TOKENS],
        *[f"deck {deck}" for deck in (2, 3, 4)],
        *[f"face {face}" for face in faces],
        *[f"complete {quest}" for quest in quests],
        *[f"fetch {quest}" for quest in quests],
        *[f"fulfil {card}" for card in minis],
        *[f"lift {card}" for card in curses],
        *[f"give {thing}" for thing in [*goods, *magic]],
        *[f"ask {thing}" for thing in goods],
        *[f"player {seat + 1}" for seat in range(MOST_PLAYERS)],
        *halves, *TOKENS, *content.walkable, *content.dice, *magic, *characters, *quests, *stories,
        *content.base.options, *content.pack.options,
    ]  # fmt: skip
    return list(dict.fromkeys(found))


WORDS: Final = Words(
    topics={
        **REACTIONS,
        "character": "Whom do you play?",
        "deck": "From which deck do you draw a quest?",
        "turn": "Place a die, or do something else",
        "place with": "Which die goes where?",
        "wolf": "The Wolf is hungry. Which die do you give up?",
        "draw magic": "Do you draw a Magic Item?",
        "draw quest": "Do you draw a quest?",
        "keep": "Which Magic Item do you keep?",
        "keep quest": "Which quest do you keep?",
        "under": "Which quest goes under its deck first?",
        "too many": "Five quests are one too many. Which goes under its deck?",
        "replace": "This card is no use to a team. Do you draw another?",
        "move": "Where do you go?",
        "take": "Do you take tokens? There are {0} to take.",
        "double": "The Doubling face gives one more. Do you take it?",
        "token": "Which token?",
        "steed": "Where does the Steed carry you?",
        "two dice": "Which dice do you give up for a walk in your sleep?",
        "asleep": "Where do you walk in your sleep?",
        "quests": "What do you do before your turn ends?",
        "story": "Which Story card is carried out?",
        "bad luck": "Bad luck: which of the two?",
        "discard": "Which Magic Item do you discard?",
        "face": "Which face does the die show?",
        "lose die": "Which die do you give up?",
        "reroll die": "Which die is rolled again?",
        "partner": "With whom do you trade?",
        "offer": "What do you offer, and what do you ask for?",
        "trade": "Do you accept this offer?",
        "hand over": "Which Magic Item do you hand over?",
        "stop": "Every quest is done. Do you close the book here?",
        "choose": "What do you do?",
        "may": "Do you do it?",
        "pick": "Which one?",
        "roll": "the dice of this chapter",
        "reroll": "a die, rolled again",
        "snake": "the Snake Die",
    },
    options={
        "pass": "Let it be",
        "pass on": "Pass until the chapter ends",
        "keep it": "Keep it",
        "draw another": "Discard it and draw another",
        "back": "Think again",
        "draw": "Draw",
        "no": "No",
        "stay": "Stay here",
        "take": "Take {0}",
        "take one more": "Take one more",
        "no more": "That is enough",
        "trade": "Trade with somebody here",
        "offer": "Make this offer",
        "stop": "That is all",
        "accept": "Agree",
        "reject": "Turn it down",
        "ask magic": "Ask for a Magic Item of their choice",
        "end turn": "End the turn",
        "convert": "Exchange a token",
        "sleepwalk": "Give up two dice and walk in your sleep",
        "play on": "Play on",
        "close the book": "Close the book",
        "place": "{0} to {1}",
        "move": "Go to {0}",
        "ride": "Ride to {0}",
        "fiddle": "Fiddle, and ride to {0}",
        "rabbit": "Rabbit Token: to {0}",
        "play": "Play {0}",
        "use": "{0}",
        "with": "Place a die with {0}",
        "deck": "A quest worth {0} AP",
        "face": "{0}",
        "complete": "Complete {0}",
        "fetch": "Pick up {0}",
        "fulfil": "{0}",
        "lift": "{0}",
        "give": "Give {0}",
        "ask": "Ask for {0}",
        "player": "Player {0}",
    },
    tells={
        "starts": "{who} starts.",
        "plays as": "{who} plays {0}.",
        "takes a quest": "{who} takes the quest {0}.",
        "is dealt Magic Items": "{who} is dealt {0:n Magic Item}.",
        "chapter": "Chapter {0} begins; {who} starts.",
        "rolls": "{who} rolls.",
        "sets": "{who} sets {0} to {1}.",
        "rolls the Snake Die": "{who} rolls the Snake Die: {0}.",
        "event": "Event: {0}.",
        "turn": "It is {who}'s turn.",
        "announces": "{who} wants to place {0} on {1}.",
        "places": "{who} places {0}, showing {1}, on {2}.",
        "swats": "{who} swats a die of {0:seat}.",
        "arms the Doubling face": "The Doubling face is ready for {who}.",
        "doubles": "The Doubling face gives {who} one more.",
        "feeds the Wolf": "{who} feeds the Wolf.",
        "gives to the Wolf": "{who} gives {0} to the Wolf.",
        "rerolls": "{who} rolls {0} again: {1}.",
        "goes to": "{who} goes to {0}.",
        "rides to": "{who} rides to {0}.",
        "spends the Rabbit Token": "{who} spends the Rabbit Token.",
        "discards a die": "{who} gives up {0}.",
        "takes back": "{who} takes {0} back from the board.",
        "gets": "{who} gets {0:n Gold Coin}, {1} Bread and {2:n Apple}.",
        "loses": "{who} loses {0:n Gold Coin}, {1} Bread and {2:n Apple}.",
        "pays": "{who} pays {0:n Gold Coin}, {1} Bread and {2:n Apple}.",
        "takes from": "{who} takes {1:n Gold Coin}, {2} Bread and {3:n Apple} from {0:seat}.",
        "converts": "{who} exchanges {0} for {1}.",
        "draws a Magic Item": "{who} draws a Magic Item: {0}.",
        "takes Magic Items": "{who} takes {1:n Magic Item} from {0:seat}.",
        "discards": "{who} discards {0}.",
        "plays": "{who} plays {0}.",
        "is cancelled": "{0} of {who} comes to nothing.",
        "uses": "{who} uses {0}.",
        "reveals a quest": "{who} reveals {0}.",
        "puts under": "{0} goes under its deck.",
        "takes the quest": "{who} takes {1} from {0:seat}.",
        "picks up": "{who} picks up what {0} asks for.",
        "completes": "{who} completes {0}: {1} AP.",
        "last quest": "That was the last quest of all, in chapter {0}.",
        "fulfils": "{who} fulfils {0}.",
        "draws a Story card": "{who} draws {0}.",
        "keeps": "{who} keeps {0}.",
        "chooses": "{who} chooses: {0}.",
        "nothing happens": "{0}: nothing happens.",
        "is rid of": "{who} is rid of {0}.",
        "passes a Curse": "{who} gives {0} to {1:seat}.",
        "passes": "{who} passes.",
        "shuffles": "The discard pile is shuffled into a new deck.",
        "offers": "{who} makes {0:seat} an offer.",
        "would give": "{who} would give {0}.",
        "would give Magic Items": "{who} would give {0:n Magic Item}: {1}.",
        "asks for": "{who} asks for {0}.",
        "asks for Magic Items": "{who} asks for {0:n Magic Item} of the other's choice.",
        "rejects": "{who} turns the offer of {0:seat} down.",
        "trades with": "{who} and {0:seat} trade.",
        "chapter ends": "Chapter {0} ends.",
        "wins the Snake Die": "{who} wins the Snake Die.",
        "wins the Rabbit": "{who} wins the Rabbit's favour and will start.",
        "the team stops": "The book is closed; the last quest was done in chapter {0}.",
        "side quest": "{who}'s side quest {0} gives {1} AP.",
        "scores": "{who} has {0} AP of quests and {1} of stories: {2}.",
        "wins": "{who} wins with {0} AP.",
        "team score": "Together: {0} AP.",
        "level": "That is level {0}.",
        "a card says": "{0}",
        "an effect was cut short": "{0} went on and on, and was stopped.",
        "settled no further": "Consequences went on and on, and were stopped.",
    },
    things={**{token: f"a {name}" if name != "Apple" else "an Apple" for token, name in TOKEN_SAYS.items()}},
    headings=("chapter", "turn"),
    final=("draw", "place", "play"),
)
