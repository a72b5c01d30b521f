"""A small stand-in for Grimm: windows, hands and verbs are simple, the language of the cards is real."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NewType

from foldtale.kernel import Ask, Chance, Option, Play, State, option, pick, settle
from foldtale.kernel.effects import (
    FLAG,
    ME,
    Cause,
    Code,
    Event,
    Expr,
    Force,
    Kind,
    Language,
    Standing,
    Steps,
    before,
    enter,
    happen,
    leave,
    perform,
    value,
)
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.records import Bounds, CardText, Condition, Do, InEvent, IsEvent, Title

Player = NewType("Player", str)
Field = NewType("Field", str)
Token = NewType("Token", str)
Socket = NewType("Socket", str)
Magic = NewType("Magic", str)
Quest = NewType("Quest", str)
Why = NewType("Why", str)
Item = NewType("Item", str)

PLAYERS = {"snow": "Snow White", "puss": "Puss in Boots", "thumb": "Thumbling", "king": "King Thrushbeard"}
STEEDS = ("steed_n", "steed_e", "steed_s", "steed_w")
RESOURCES = {"gold_coin": "coin", "bread": "bread", "apple": "apple"}
FIELDS = {
    "town": "the Town", "king": "the King", "fairy": "the Fairy", "church": "the Church", "well": "the Well",
    "soldier": "the Soldier", "big_sea": "the Big Sea", **dict.fromkeys(STEEDS, "a Steed"),
    **dict.fromkeys(RESOURCES, "a Resource field"),
}  # fmt: skip
TOKENS = {"coin": "Gold Coin", "bread": "Bread", "apple": "Apple"}
SOCKETS = ("r01", "r02", "r35", "rabbit", "snake")
WHY = {"card": "a card", "event": "an Event", "ability": "a character", "field": "a field"}
NO = option("no")


class Gain:
    """What one player has just taken of one sort of token."""

    def __init__(self, owner: str, token: str, n: int) -> None:
        self.owner, self.token, self.n = owner, token, n


class Tale(State):
    """Players with tokens, Magic Items, quests and Curses; `batch` holds what is taken together."""

    def __init__(self, pack: Pack, players: Sequence[str] = tuple(PLAYERS)) -> None:
        super().__init__()
        self.force = Force()
        self.pack = pack
        self.players = list(players)
        self.active = self.players[0]
        self.chapters = 6
        self.batch: list[Gain] | None = None
        self.at = dict.fromkeys(self.players, "town")
        self.character = dict.fromkeys(self.players, "")
        self.thumbs = dict.fromkeys(self.players, 0)
        self.tokens = self.nothing()
        self.hand = self.nothing()
        self.items = self.nothing()
        self.quests = self.nothing()
        self.done = self.nothing()
        self.curses = self.nothing()
        self.decks: dict[str, list[str]] = {"2": ["q201"], "3": ["q301", "q302"], "4": ["q401"]}
        self.stories: list[str] = []
        self.discarded: list[str] = []

    def nothing(self) -> dict[str, list[str]]:
        return {player: [] for player in self.players}

    def copy(self) -> Tale:
        twin = Tale(self.pack, self.players)
        twin.force, twin.active, twin.chapters = self.force, self.active, self.chapters
        for name in ("at", "character", "thumbs"):
            setattr(twin, name, dict(getattr(self, name)))
        for name in ("tokens", "hand", "items", "quests", "done", "curses", "decks"):
            setattr(twin, name, {key: list(held) for key, held in getattr(self, name).items()})
        twin.stories, twin.discarded = self.stories[:], self.discarded[:]
        return twin


GRIMM = Language("grimm", Kind("player", PLAYERS, says=PLAYERS), rule="GR-Q80")
GRIMM.kinds[Player] = GRIMM.actor
GRIMM.kinds[Field] = Kind("field", FIELDS.keys(), says=FIELDS)
GRIMM.kinds[Token] = Kind("token", TOKENS.keys(), says=TOKENS)
GRIMM.kinds[Socket] = Kind("socket", SOCKETS)
GRIMM.kinds[Magic] = Kind("Magic Item")
GRIMM.kinds[Quest] = Kind("Main Quest")
GRIMM.kinds[Gain] = Kind("gain", key=lambda g, gain: gain.owner)
GRIMM.kinds[Why] = Kind("cause", WHY.keys(), says=WHY)
GRIMM.kinds[Item] = FLAG
GRIMM.scopes = ["turn", "chapter"]
GRIMM.who_answers = lambda g, c, who: (-1, 0) if who is None else (g.players.index(who),) * 2
Luck = Literal["good", "bad"]
GRIMM.kinds[Luck] = Kind("luck", ("good", "bad"))
GRIMM.event("game_starts", "the game starts", chapters=int)
GRIMM.event("own_free", "a player goes on in their own turn", who=Player)
GRIMM.event("card_played", "a player uses a Magic Item", who=Player)
GRIMM.event("story_revealed", "a Story card is carried out", who=Player, luck=Luck)
GRIMM.event("gain_modify", "a player takes tokens", who=Player, token=Token, amount=int, by=Why)
GRIMM.event("gained", "tokens that were taken are safe", gains=list[Gain])
GRIMM.event("harm", "a player comes to harm", who=Player, by=Why)
GRIMM.event("steed_ride", "a player rides a Steed", who=Player)
GRIMM.event("quest_phase", "a player reaches the quest phase", who=Player)
GRIMM.query("stack_limit", "the stack limit", Socket)
GRIMM.query("magic_plays", "the number of Magic Items to be played at a time", Player)


@dataclasses.dataclass(kw_only=True)
class Moment:
    """When something can be played from a hand or used, and what it does then."""

    window: Annotated[str, IsEvent]
    if_: Annotated[Expr, Condition, InEvent("window")] | None = None
    do: Annotated[Code, Steps, InEvent("window")]


@GRIMM.card("magic")
class MagicItem:
    title: Title
    text: CardText
    plays: list[Moment]


@GRIMM.card("character")
class Character:
    title: Title
    text: CardText
    plays: list[Moment] = dataclasses.field(default_factory=list)
    standing: Standing = dataclasses.field(default_factory=Standing)


@GRIMM.card("event")
class EventCard:
    title: Title
    text: CardText
    standing: Standing


@GRIMM.card("luck")
class LuckCard:
    title: Title
    text: CardText
    luck: Luck
    do: Do


@GRIMM.card("curse")
class Curse:
    title: Title
    text: CardText
    ap: Annotated[int, Bounds(-3, -1)]
    standing: Standing


@GRIMM.card("quest")
class MainQuest:
    title: Title
    text: CardText
    ap: Annotated[int, Bounds(2, 4)]
    standing: Standing


def playable(g: Tale, who: str, event: Event) -> dict[Option, Moment]:
    """What a player can play now: from the hand, or with the character."""
    cards = g.hand[who] if value(g, "magic_plays", 1, who) > 0 else []
    found: dict[Option, Moment] = {}
    for card in [g.character[who], *cards]:
        for moment in g.pack.cards[card].body.plays if card else []:
            c, test, can = Cause(who, card, event), moment.if_, moment.do.can
            if moment.window == event.name and (not test or test.run(g, c)) and (not can or can(g, c)):
                found[option(card)] = moment
    return found


def offer(g: Tale, event: Event) -> Play[None]:
    """A window: first whom it happens to, then clockwise; it ends when all decline in a row."""
    first = g.players.index(event.facts.get("who", g.active))
    asked = 0
    while asked < len(g.players) and not event.cancelled:
        who = g.players[(first + asked) % len(g.players)]
        offers = playable(g, who, event)
        asked += 1
        if offers:
            choice = yield Ask(g.players.index(who), event.name, [*offers, NO], "GR-Q80")
            if choice is not NO:
                yield from play(g, who, choice.key, offers[choice], event)
                asked = 0


def play(g: Tale, who: str, card: str, moment: Moment, event: Event) -> Play[None]:
    """A Magic Item is discarded, can be answered, and then works."""
    if card in g.hand[who]:
        g.hand[who].remove(card)
        g.discarded.append(card)
        answered = yield from window(g, "card_played", who=who)
        if answered.cancelled:
            return
    yield from perform(g, moment.do, Cause(who, card, event))


def window(g: Tale, name: str, **facts: Any) -> Play[Event]:
    """Something is about to happen: first the cards in force, then those in hands."""
    event = yield from before(g, name, **facts)
    yield from offer(g, event)
    return event


def cause_of(g: Tale, c: Cause) -> str:
    """What sort of thing does this, for cards that ask."""
    return {"character": "ability", "event": "event"}.get(g.pack.cards[c.card].kind, "card")


def gain(g: Tale, who: str, token: str, n: int, by: str) -> Play[None]:
    event = yield from window(g, "gain_modify", who=who, token=token, amount=n, by=by)
    g.tokens[who] += [token] * event.facts["amount"]
    gained = Gain(who, token, event.facts["amount"])
    if g.batch is None:
        yield from window(g, "gained", gains=[gained])
    else:
        g.batch.append(gained)


def arrive(g: Tale, who: str, field: str) -> Play[None]:
    """A figure reaches a field, which does what it does."""
    g.at[who] = field
    if field in RESOURCES:
        yield from gain(g, who, RESOURCES[field], 1, "field")
    if field in STEEDS:
        event = yield from window(g, "steed_ride", who=who)
        if not event.cancelled:
            others = [steed for steed in STEEDS if steed != field]
            g.at[who] = (yield from pick(g.players.index(who), "ride", others, "GR-078", stop=True)) or field


def story(g: Tale, who: str, stands: bool = False) -> Play[None]:
    """Draw a Story card and carry it out, unless it is cancelled; one that stands is not answered."""
    if not g.stories:
        return
    card: str = yield Chance("story", tuple(g.stories))
    g.stories.remove(card)
    drawn, c = g.pack.cards[card], Cause(who, card)
    if drawn.kind == "curse":
        event = yield from window(g, "harm", who=who, by="card")
        if not event.cancelled:
            g.curses[who].append(card)
            enter(g, card, who, drawn.body.standing)
            return
    elif stands or not (yield from window(g, "story_revealed", who=who, luck=drawn.body.luck)).cancelled:
        yield from perform(g, drawn.body.do, c)
    g.discarded.append(card)


def quest_phase(g: Tale, who: str) -> Play[None]:
    happen(g, "quest_phase", who=who)
    yield from settle(g)


def stack_limit(g: Tale, socket: str) -> int:
    return value(g, "stack_limit", 2 if len(g.players) == 2 else 3, socket)


@GRIMM.value("the other players")
def others(g: Tale, c: Cause) -> list[Player]:
    return [Player(player) for player in g.players if player != c.me]


@GRIMM.value("all fields")
def fields(g: Tale) -> list[Field]:
    return [Field(field) for field in FIELDS]


@GRIMM.value("you are on {field}")
def at(g: Tale, c: Cause, field: Field) -> bool:
    return bool(g.at[c.me] == field)


@GRIMM.value("your tokens")
def tokens(g: Tale, c: Cause) -> list[Token]:
    return [Token(token) for token in g.tokens[c.me]]


@GRIMM.value("your Magic Items")
def magic_items(g: Tale, c: Cause) -> list[Magic]:
    return [Magic(card) for card in g.hand[c.me]]


@GRIMM.value("your active Main Quests")
def quests(g: Tale, c: Cause) -> list[Quest]:
    return [Quest(quest) for quest in g.quests[c.me]]


@GRIMM.value("{gain} is another player's")
def anothers(g: Tale, c: Cause, gain: Gain) -> bool:
    return bool(gain.owner != c.me)


@GRIMM.value("{socket} is on a route")
def on_route(g: Tale, socket: Socket) -> bool:
    return socket[1:].isdigit()


@GRIMM.value("you carry {item}")
def carries(g: Tale, c: Cause, item: Item) -> bool:
    return item in g.items[c.me]


@GRIMM.op("pay {n} {of}", can=lambda g, n, of, who: g.tokens[who].count(of) >= n)
def spend(g: Tale, n: int, of: Token, who: Player = ME) -> None:
    """Return tokens to the supply of one's own will: nothing protects against it."""
    for _ in range(n):
        g.tokens[who].remove(of)


@GRIMM.op("{n} {token} goes to {who}")
def take(g: Tale, c: Cause, token: Token, n: int = 1, who: Player = ME) -> Play[None]:
    """Tokens from the supply; cards may change how many, and others may take them away."""
    yield from gain(g, who, token, n, cause_of(g, c))


@GRIMM.op("all at once: {do}")
def together(g: Tale, c: Cause, do: Steps) -> Play[None]:
    """What players take in these instructions is taken at the same time: it is answered only once."""
    g.batch = []
    yield from do(g, c)
    gains, g.batch = g.batch, None
    yield from window(g, "gained", gains=gains)


@GRIMM.op("take {gain}")
def seize(g: Tale, c: Cause, gain: Gain, to: Player = ME) -> Play[None]:
    """Take away what a player has just gained; that is harm to the loser."""
    if not (yield from window(g, "harm", who=gain.owner, by=cause_of(g, c))).cancelled:
        for _ in range(gain.n):
            g.tokens[gain.owner].remove(gain.token)
            g.tokens[to].append(gain.token)
        gain.owner = to


@GRIMM.op("{who} must return {token} to the supply")
def lose(g: Tale, c: Cause, token: Token, who: Player = ME) -> Play[None]:
    """Return a token against one's will; that is harm."""
    if not (yield from window(g, "harm", who=who, by=cause_of(g, c))).cancelled:
        g.tokens[who].remove(token)


@GRIMM.op("{who} must discard {card}")
def discard_magic(g: Tale, c: Cause, card: Magic, who: Player = ME) -> Play[None]:
    """Discard a Magic Item against one's will; that is harm."""
    if not (yield from window(g, "harm", who=who, by=cause_of(g, c))).cancelled:
        g.hand[who].remove(card)
        g.discarded.append(card)


@GRIMM.op("draw another Story card, which stands")
def draw_instead(g: Tale, c: Cause) -> Play[None]:
    """Draw and carry out a Story card that cannot be avoided as the first one was."""
    yield from story(g, c.me, stands=True)


@GRIMM.op("discard this Curse")
def lift(g: Tale, c: Cause) -> None:
    """The Curse that says so is removed."""
    g.curses[c.me].remove(c.card)
    g.discarded.append(c.card)
    leave(g, c.card, c.me)


@GRIMM.op("jump to {field}")
def jump(g: Tale, field: Field, who: Player = ME) -> Play[None]:
    """The figure goes straight there, and the field does what it does."""
    yield from arrive(g, who, field)


@GRIMM.op("take {n} Thumbling {n:token|tokens}")
def take_thumbs(g: Tale, n: int, who: Player = ME) -> None:
    """Thumbling tokens, one for each use of his ability."""
    g.thumbs[who] += n


@GRIMM.op("pay {n} Thumbling {n:token|tokens}", can=lambda g, n, who: g.thumbs[who] >= n)
def spend_thumbs(g: Tale, n: int, who: Player = ME) -> None:
    """Return Thumbling tokens."""
    g.thumbs[who] -= n


@GRIMM.op("put {quest} under its deck")
def put_under(g: Tale, quest: Quest, who: Player = ME) -> None:
    """An active Main Quest goes to the bottom of the deck that it came from."""
    g.quests[who].remove(quest)
    g.decks[quest[1]].append(quest)


@GRIMM.op("draw a Main Quest from any deck")
def draw_quest(g: Tale, c: Cause) -> Play[None]:
    """Choose a deck and take its top card."""
    decks = [deck for deck, cards in g.decks.items() if cards]
    deck = yield from pick(g.players.index(c.me), "deck", decks, "GR-126")
    g.quests[c.me].append(g.decks[deck or ""].pop(0))


@GRIMM.op("pick up {item}")
def pick_up(g: Tale, c: Cause, item: Item) -> None:
    """Take the special item that a quest names."""
    g.items[c.me].append(item)


@GRIMM.op("hand over {item}", can=carries)
def hand_over(g: Tale, c: Cause, item: Item) -> None:
    """Give away a special item that was carried here."""
    g.items[c.me].remove(item)


@GRIMM.op("complete this quest")
def complete(g: Tale, c: Cause) -> None:
    """The quest is turned face down and counts for its points."""
    g.quests[c.me].remove(c.card)
    g.done[c.me].append(c.card)
    leave(g, c.card, c.me)
