"""Instructions."""

from __future__ import annotations

from foldtale.games.grimm.language import LANGUAGE, TOKENS, Curse, Die, Field, Gain, Player, Quest, Token
from foldtale.games.grimm.rules import chapters, gaining, moving, placing, stories, windows
from foldtale.games.grimm.state import GONE, NO_GAINS, REVEALED, Tale
from foldtale.kernel.effects import ME, Cause, Steps
from foldtale.kernel.talk import Play, tell

op = LANGUAGE.op


def cause_of(g: Tale, c: Cause) -> str:
    """What gives something, for cards that ask."""
    return "event" if g.content.kind(c.card) == "event" else "card"


# Tokens


@op("{who} {who:takes|take} {n} {token}{n:|s}")
def take(g: Tale, c: Cause, token: Token, n: int = 1, who: Player = ME) -> Play[None]:
    """Tokens from the supply."""
    yield from gaining.gain_tokens(g, who, gaining.only(token, n), cause_of(g, c), "GR-142")


@op("{who} {who:takes|take} {n} {n:token|tokens} of {who's} choice")
def take_any(g: Tale, c: Cause, n: int = 1, who: Player = ME) -> Play[None]:
    """Tokens from the supply, of types that the player chooses."""
    yield from choose_and_take(g, c, n, who, TOKENS)


@op("{who} {who:takes|take} {n} tokens of different types")
def take_different(g: Tale, c: Cause, n: int, who: Player = ME) -> Play[None]:
    """Tokens from the supply, no two of them alike."""
    yield from choose_and_take(g, c, n, who, ())


def choose_and_take(g: Tale, c: Cause, n: int, who: int, again: tuple[str, ...]) -> Play[None]:
    """Tokens of the player's choice; only those in `again` more than once."""
    tokens = [0, 0, 0]
    for _ in range(n):
        among = [token for at, token in enumerate(TOKENS) if token in again or not tokens[at]]
        token = yield from gaining.choose_token(g, who, "GR-142", among)
        tokens[TOKENS.index(token)] += 1
    yield from gaining.gain_tokens(g, who, tokens, cause_of(g, c), "GR-142")


@op("discard {n} {n:token|tokens}", can=lambda g, c, n: sum(g.tokens[c.me]) >= n)
def lose(g: Tale, c: Cause, n: int) -> Play[None]:
    """Tokens of your choice go back to the supply, against your will."""
    yield from gaining.lose_tokens(g, c.me, n, TOKENS, "GR-Q109")


@op("discard 1 {token}", can=lambda g, c, token: g.count(c.me, token) > 0)
def lose_one(g: Tale, c: Cause, token: Token) -> Play[None]:
    """A token of this type goes back to the supply, against your will."""
    yield from gaining.lose_tokens(g, c.me, 1, (token,), "GR-Q109")


@op("give 1 token to {to}", can=lambda g, c, to: any(g.tokens[c.me]) and to != c.me)
def give(g: Tale, c: Cause, to: Player) -> Play[None]:
    """A token of your choice goes to another player."""
    lost = yield from gaining.lose_tokens(g, c.me, 1, TOKENS, "GR-Q109")
    if any(lost):
        yield from gaining.gain_tokens(g, to, lost, "card", "GR-143")


@op("all at once: {do}")
def together(g: Tale, c: Cause, do: Steps) -> Play[None]:
    """What players get in these instructions they get at the same time: it is answered only once."""
    g.batch = NO_GAINS
    yield from do(g, c)
    gains, g.batch = g.batch, None
    for name, batch in (
        ("tokens_gained", [gain for gain in gains if any(gain.tokens)]),
        ("magic_gained", [gain for gain in gains if gain.n and not gain.cards]),
        ("quests_gained", [gain for gain in gains if gain.cards]),
    ):
        if batch:
            yield from windows.window(g, name, -1, gains=batch)
    gaining.take_in(g)
    yield from gaining.keep_limits(g)


@op("take {n} of one type in all")
def make(g: Tale, c: Cause, gain: Gain, n: int) -> Play[None]:
    """However many tokens were to be taken, it is so many of one type."""
    token = yield from gaining.choose_token(g, c.me, "GR-190", gain.types)
    gain.tokens = gaining.only(token, n)


@op("take {n} more, of a type that you get")
def more(g: Tale, c: Cause, gain: Gain, n: int = 1) -> Play[None]:
    """More tokens of one of the types that are being taken."""
    token = yield from gaining.choose_token(g, c.me, "GR-192", gain.types)
    gain.tokens = [have + add for have, add in zip(gain.tokens, gaining.only(token, n), strict=True)]


@op("take all that they have got")
def seize(g: Tale, c: Cause, gains: list[Gain]) -> Play[None]:
    """What other players have just got becomes yours; that harms them, and their cards may answer."""
    yield from gaining.seize(g, c.me, gains)


# Magic Items and quests


@op("{who} {who:draws|draw} a Magic Item")
def draw_magic(g: Tale, c: Cause, who: Player = ME) -> Play[None]:
    """From the deck into the hand; others may want it."""
    if g.deal.magic:
        yield from gaining.draw_magic(g, who, "GR-Q18")


@op("discard 1 Magic Item", can=lambda g, c: bool(g.hand(c.me)))
def discard_magic(g: Tale, c: Cause) -> Play[None]:
    """A Magic Item of your choice, unused, goes on the discard pile."""
    yield from gaining.discard_magic(g, c.me, "GR-Q109")


@op("draw a Main Quest from a deck of your choice")
def draw_quest(g: Tale, c: Cause) -> Play[None]:
    """Choose a deck and take its top card; a team has none to draw."""
    if not g.coop:
        yield from gaining.draw_quests(g, c.me, 1, "GR-126")


@op("put {quest} under its deck")
def return_quest(g: Tale, c: Cause, quest: Quest) -> None:
    """An active Main Quest goes to the bottom of the deck that it came from."""
    gaining.put_under(g, quest, c.me)


# Story cards and Curses


@op("draw another Story card, which stands")
def draw_instead(g: Tale, c: Cause) -> Play[None]:
    """The Story card is discarded; the next one cannot be avoided by a Cloak."""
    stories.discard_story(g, g.stories.rows[REVEALED][-1])
    yield from stories.draw_story(g, c.me, "GR-191", stands=True)


@op("discard this Curse")
def lift(g: Tale, c: Cause) -> None:
    """The Curse that says so is removed."""
    stories.lift_curse(g, c.me, c.card, "GR-Q111")


@op("give {curse} to {to}")
def pass_on(g: Tale, c: Cause, curse: Curse, to: Player) -> Play[None]:
    """One of your Curses becomes another player's."""
    yield from stories.pass_curse(g, c.me, curse, to)


# Dice


def has_dice(g: Tale, c: Cause) -> bool:
    return bool(g.dice_of(c.me))


@op("discard an unused die", can=has_dice)
def discard_die(g: Tale, c: Cause) -> Play[None]:
    """A die of your pool cannot be used any more in this chapter."""
    dice = g.dice_of(c.me)
    if dice:
        die = yield from placing.choose_die(g, c.me, "lose die", dice, "GR-Q134")
        g.set_die(c.me, die, GONE)
        tell(g, "discards a die", c.me, "GR-Q134", (g.name_of(die),))


@op("reroll your highest unused die", can=has_dice)
def reroll_highest(g: Tale, c: Cause) -> Play[None]:
    """Of several that are highest you choose one."""
    dice = g.dice_of(c.me)
    if not dice:
        return
    best = max([g.shows(c.me, g.name_of(die)) for die in dice])
    highest = [die for die in dice if g.shows(c.me, g.name_of(die)) == best]
    die = yield from placing.choose_die(g, c.me, "reroll die", highest, "GR-143")
    yield from chapters.reroll(g, c.me, die, "GR-143")


def answer_roll(c: Cause, die: Die) -> None:
    """GR-Q146: a die that is set or rolled again no longer shows what it was rolled on."""
    rolled = c.event.facts.get("dice", []) if c.event is not None else []
    if die in rolled:
        rolled.remove(die)


@op("reroll {die}")
def reroll(g: Tale, c: Cause, die: Die) -> Play[None]:
    """A die of your pool is rolled again."""
    answer_roll(c, die)
    yield from chapters.reroll(g, c.me, g.content.dice.index(die), "GR-229")


@op("{who} {who:rerolls|reroll} {die}")
def reroll_for(g: Tale, die: Die, who: Player = ME) -> Play[None]:
    """A die of somebody's pool is rolled again."""
    yield from chapters.reroll(g, who, g.content.dice.index(die), "GR-196")


@op("set {die} to any of its faces")
def turn_die(g: Tale, c: Cause, die: Die) -> Play[None]:
    """One of your unused dice shows what you like."""
    answer_roll(c, die)
    yield from chapters.set_face(g, c.me, g.content.dice.index(die), "GR-Q105")


@op("take {die} from the board back to your unused dice")
def retrieve(g: Tale, c: Cause, die: Die) -> None:
    """With the face that it shows; dice above it move down."""
    mine, stacks = (c.me, g.content.dice.index(die)), (*g.stacks, g.heap)
    for placed in [placed for stack in stacks for placed in stack if placed[:2] == mine]:
        g.set_die(*placed)
    *g.stacks, g.heap = [tuple([placed for placed in stack if placed[:2] != mine]) for stack in stacks]
    tell(g, "takes back", c.me, "GR-Q97", (die,))


@op("roll the Snake Die as its winner")
def roll_snake(g: Tale, c: Cause) -> Play[None]:
    """A number joins your dice, a token is yours."""
    yield from chapters.roll_snake(g, c.me)


# The figure


def is_elsewhere(g: Tale, c: Cause, field: Field) -> bool:
    return bool(g.at[c.me] != field)


@op("go to {field}", can=is_elsewhere)
def go(g: Tale, c: Cause, field: Field) -> Play[None]:
    """The figure goes there, and the field does what it does."""
    yield from moving.relocate(g, c.me, field, "GR-Q22")


@op("go to {field} without using its ability", can=is_elsewhere)
def trudge(g: Tale, c: Cause, field: Field) -> Play[None]:
    """The figure goes there, and nothing comes of it."""
    yield from moving.relocate(g, c.me, field, "GR-Q22", ability=False)


@op("fly to {field}")
def fly(g: Tale, c: Cause, field: Field) -> Play[None]:
    """As `go`, but nobody fiddles after such an arrival."""
    g.by_cap = True
    yield from moving.relocate(g, c.me, field, "GR-210")
