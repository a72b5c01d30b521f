"""A hero's turn: actions, passing, the end of the turn. UH-115 to UH-120, UH-123, UH-145 and UH-Q14."""

from __future__ import annotations

from functools import lru_cache

from foldtale.games.unlikely import options as to
from foldtale.games.unlikely.language import Hero
from foldtale.games.unlikely.rules import clock, luck, regroup
from foldtale.games.unlikely.rules.backpack_action import backpack, backpack_options
from foldtale.games.unlikely.rules.chapters import check, lose
from foldtale.games.unlikely.rules.exploring import eligible, explore
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.on_table import tidy
from foldtale.games.unlikely.rules.reading import can_peek, peek
from foldtale.games.unlikely.rules.travelling import reach, travel
from foldtale.games.unlikely.rules.windows import STEP, renew, usable, use_effect, window
from foldtale.games.unlikely.rules.windows import TURN as ONCE_A_TURN
from foldtale.games.unlikely.state import ACTIONS, IDLE_ROUNDS, UnlikelyState
from foldtale.games.unlikely.world import ways_from
from foldtale.kernel.areas import Areas
from foldtale.kernel.effects import after, expire, value
from foldtale.kernel.talk import ALL, Aside, Ask, Option, Play, tell


def begin_turn(g: UnlikelyState) -> Play[None]:
    """A hero becomes active with two actions. UH-115 and UH-116."""
    g.turns += 1
    g.actions = value(g, "actions", ACTIONS, Hero(g.active))
    g.taken = 0
    g.after = ""
    g.turn_over = False
    renew(g, STEP, ONCE_A_TURN)
    g.step = "act"
    tell(g, "turn", g.player(g.active), "UH-115", (g.heroes[g.active].card,))
    yield from after(g, "turn_starts", after_step, who=Hero(g.active))


def after_step(g: UnlikelyState) -> Play[None]:
    """After a completed step what is not kept is dropped, and the chapter is looked at. UH-300 and UH-Q98."""
    yield from tidy(g)
    yield from check(g)


def act(g: UnlikelyState) -> Play[None]:
    """One action or effect, or the end of the turn. UH-116 to UH-118 and UH-Q104."""
    if g.turn_over:
        g.step = "end"
        return
    yield from teach(g, "turn")
    here = g.heroes[g.active].at
    if g.turns > 1 and here in g.world and g.content.body(here).clues:
        yield from teach(g, "clue")
    actions = action_options(g)
    effects = usable(g, *moments(g))
    if not actions and not effects and g.taken:
        g.step = "end"
        return
    voice = g.player(g.active)
    options = [*actions, *effects, *map(to.PEEK, can_peek(g, voice)), to.PASS, to.MORE]
    choice = yield Ask(voice, "action", options, "UH-116", free_moves(g, voice), about=(g.actions,))
    if isinstance(choice, Aside):
        yield from peek(g, *to.PEEK.parts(choice.option), choice.seat)
    elif choice is to.PASS:
        g.step = "end"
    elif choice is to.MORE:
        yield from ask_more(g)
    elif choice in to.PEEK:
        yield from peek(g, *to.PEEK.parts(choice), voice)
    elif choice in to.USE:
        yield from use_effect(g, choice, voice)
        yield from after_step(g)
    else:
        yield from take_action(g, choice)


def moments(g: UnlikelyState) -> tuple[str, ...]:
    """Return the timings of effects that can be used between two actions."""
    if g.after:
        return ("turn", f"after_{g.after}")
    return ("turn",) if g.taken else ("turn", "turn_start")


def free_moves(g: UnlikelyState, voice: int) -> tuple[Aside, ...]:
    """Return what the other players may do first: read the back of a card in reach. UH-145 and UH-Q42."""
    if g.mode.players == 1:
        return ()
    others = [player for player in range(g.mode.players) if player != voice]
    return tuple([Aside(player, to.PEEK(number)) for player in others for number in can_peek(g, player)])


def action_options(g: UnlikelyState) -> list[Option]:
    """Return the Backpack, Travel and Explore actions that are possible. UH-117."""
    hero = g.active
    if g.actions <= 0:
        return []
    options = [
        *map(to.EXPLORE, eligible(g, hero)),
        *travels(g.world.areas, g.heroes[hero].at, reach(g, hero)),
    ]
    if can_set_out(g):
        options.append(to.SET_OUT)
    return [*options, *backpack_options(g, hero)]


@lru_cache(maxsize=4096)
def travels(areas: Areas, here: str, spaces: int) -> tuple[Option, ...]:
    """Return the option of each map within reach, made once for a world."""
    return tuple(map(to.TRAVEL, ways_from(areas, here, spaces, 0)))


def can_set_out(g: UnlikelyState) -> bool:
    """Tell whether an effect could be used before the first step of a Travel action. UH-080."""
    if "travel" not in [seen.effect.at for seen in g.visible]:
        return False
    g.spaces = reach(g, g.active)
    found = bool(usable(g, "travel"))
    g.spaces = -1
    return found


def take_action(g: UnlikelyState, choice: Option) -> Play[None]:
    """Carry out an action; it is not spent if the hero thinks again, or has only peeked.

    UH-116 to UH-118, UH-195, UH-215, UH-Q19 and UH-Q110.
    """
    used = g.used
    renew(g, STEP)
    g.actions -= 1
    g.taken += 1
    if choice in to.EXPLORE:
        kind, action = "explore", explore(g, *to.EXPLORE.parts(choice))
    elif choice in to.TRAVEL or choice is to.SET_OUT:
        kind, action = "travel", travel(g, *(to.TRAVEL.parts(choice) if choice in to.TRAVEL else ()))
    else:
        kind, action = "backpack", backpack(g, choice)
    if (yield from action):
        g.after = kind
        renew(g, STEP)
        expire(g, "action")
        yield from after_step(g)
    else:
        g.actions += 1
        g.taken -= 1
        g.used = used


def ask_more(g: UnlikelyState) -> Play[None]:
    """The group may put the game away, or give up. UH-243, UH-Q81 and UH-Q100."""
    choice = yield Ask(ALL, "more", [to.BACK, to.PUT_AWAY, to.GIVE_UP], "UH-Q100", voice=g.voice)
    if choice is to.GIVE_UP:
        yield from ask_to_give_up(g)
    elif choice is to.PUT_AWAY:
        yield Ask(ALL, "put away", [to.TAKE_OUT], "UH-Q81", veiled=True, voice=g.voice)
        tell(g, "taken out", ALL, "UH-244")
        yield from regroup.regroup(g, regroup.named_by_chapter(g))
        yield from after_step(g)


def ask_to_give_up(g: UnlikelyState) -> Play[None]:
    """Giving up is a loss. UH-Q100."""
    if (yield Ask(ALL, "give up", [to.PLAY_ON, to.GIVE_UP], "UH-Q100", voice=g.voice)) is to.GIVE_UP:
        tell(g, "gives up", ALL, "UH-Q100")
        lose(g)


def end_turn(g: UnlikelyState) -> Play[None]:
    """Effects, Out of Luck cards, the clock, the next hero.

    UH-119, UH-120, UH-123, UH-235, UH-265, UH-Q14 and UH-Q118.
    """
    g.turn_over = True
    g.actions = 0
    if (yield from window(g, "turn end", "UH-Q14", "turn_end")):
        yield from after_step(g)
    yield from after(g, "turn_ends", after_step, who=Hero(g.active))
    yield from reveal_owed(g)
    if "nightfall" not in g.mode.modules:
        yield from teach(g, "clock")
        yield from clock.advance(g)
        yield from luck.reveal_owed(g)
    following = (g.active + 1) % len(g.heroes)
    luck.heed_unlucky(g)
    expire(g, "turn")
    if following == g.first:
        expire(g, "round")
        g.tested = ()
    yield from after_step(g)
    yield from reveal_owed(g)
    g.idle = 0 if g.taken else g.idle + 1
    g.active = following
    g.step = "begin"
    if g.idle >= IDLE_ROUNDS * len(g.heroes):
        g.idle = 0
        yield from ask_to_give_up(g)


def reveal_owed(g: UnlikelyState) -> Play[None]:
    """Reveal Out of Luck cards until none is owed: one may begin a chapter that reshuffles. UH-Q75."""
    while g.reshuffles:
        yield from luck.reveal_owed(g)
        yield from after_step(g)
