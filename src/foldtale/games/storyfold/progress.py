"""How a Chapter of Storyfold stands, and what comes to mind first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from foldtale.games.storyfold.dice import SIDES, THROWS, Pool, dice_in
from foldtale.games.storyfold.language import ACTIONS, LUMA_TRIUMPHS
from foldtale.games.storyfold.options import END_PHASE, TAKE_FIRST, TAKE_SECOND
from foldtale.games.storyfold.rules.actions import cost
from foldtale.games.storyfold.rules.creatures import loss_of
from foldtale.games.storyfold.rules.river import LOWEST, NUMBERED
from foldtale.games.storyfold.state import RIVER, Wood
from foldtale.kernel.game import Outcome
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask, Option

NEVER: Final = ("save",)
"""Bots go on from Scene to Scene."""
MOST_ATTEMPTS: Final = 4
"""After so many defeats one closes the book."""
PAR: Final = 0.5
A_SPIRIT: Final = 0.11
"""Everything is counted in Spirit, and this is what one Spirit is worth."""
AT_FIRST: Final = 22.0
"""The Spirit that a Chapter takes about, with what its Shadow cards stand for."""
A_SCENE: Final = 7.0
A_DARK_SCENE: Final = 4.0
"""What a Scene is worth that is behind one, by who has triumphed."""
A_LOST_CHAPTER: Final = 40.0
A_CRYSTAL: Final = 0.35
A_BLESSING: Final = 1.0
A_TRAUMA: Final = 1.5
BROM_IS_THERE: Final = 2.0
AN_ARRIVAL: Final = 1.2
"""What a Creature costs that has only just come."""
A_ROUND: Final = 0.5
"""What a round costs besides what Creatures take."""
A_DOT: Final = 0.5
A_PLACE: Final = 0.5
A_LIGHT: Final = 0.35
A_COUNT: Final = 0.8
ACTIONS_A_ROUND: Final = 2.2
"""The Actions that a Place, a dot, a space of the Light and a count of a task take; how many a round has."""
AN_EXTRA: Final = 0.5
"""What a Place is worth that the task does not ask for."""
REASONS: Final = {
    "spirit": Reason("the wood keeps {0:n Spirit|Spirit} more", "it costs {0:n Spirit|Spirit} more"),
    "shadow": Reason("{0:n more Shadow card|more Shadow cards} stay in the deck", "the Shadow comes nearer"),
    "scene": Reason("it brings the Scene nearer to its end", "the Scene takes longer"),
    "creatures": Reason("the Creatures take less", "the Creatures take more"),
    "crystals": Reason("you have {0:n Crystal} more", "it costs {0:n Crystal} more"),
    "cards": Reason("you hold better cards", "you hold worse cards"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


# What the task asks for


def required(g: Wood) -> list[str]:
    """Return the Places that the task of the Scene still asks for, with those that come before them."""
    places = g.places
    if not places:
        return []
    twin = g.copy()
    twin.light = 0
    is_complete, cause = g.content.tasks[g.scene]
    everything = tuple(places)
    twin.overcome = everything
    whole = is_complete(twin, cause)
    wanted = []
    for name in places:
        if name not in g.overcome:
            if whole:
                twin.overcome = tuple([other for other in everything if other != name])
                if not is_complete(twin, cause):
                    wanted.append(name)
            else:
                twin.overcome = (name,)
    for name in wanted:
        wanted += [
            before for before in places[name].after if before not in g.overcome and before not in wanted
        ]
    return wanted


def effort(g: Wood, wanted: Sequence[str]) -> float:
    """Return how many Actions the task still takes, about."""
    if not g.scene:
        return 0.0
    places, task = g.places, g.scene_text.task
    actions = sum([A_PLACE + A_DOT * places[name].dots for name in wanted])
    if any(places[name].wildwood for name in wanted):
        actions += A_LIGHT * g.light
    if task.shows is not None:
        shown = int(task.shows.run(g, g.content.causes[g.scene]))
        actions += A_COUNT * max(0, (task.of or 4) - shown)
    elif not wanted:
        actions += A_COUNT
    return actions


# How it stands


def progress(g: Wood, seat: int) -> Sequence[Share]:
    """By Spirit and Shadow cards, what the Scene still takes, the Creatures, Crystals, and cards at hand."""
    numbers = g.numbers
    left = max(0, g.shadows.deck_size - 1)
    reserve = left * numbers.spirit
    behind = sum([A_SCENE if done.endswith(LUMA_TRIUMPHS) else A_DARK_SCENE for done in g.triumphs])
    losses = [0 if piece in g.stunned else loss_of(g, piece) for piece in g.creatures_here()]
    arriving = max(0, len(g.creatures.rows[RIVER]) - len(losses))
    rounds = 0.0
    if g.scene and not g.triumph:
        rounds = min(float(g.shadow), effort(g, required(g)) / ACTIONS_A_ROUND)
    all_losses = sum([loss_of(g, piece) for piece in g.creatures_here()])
    creatures = sum(losses) + max(0.0, rounds - 1) * all_losses + AN_ARRIVAL * arriving
    bonus = AN_EXTRA * len(g.overcome)
    scene = behind - rounds * A_ROUND * 2 + bonus - A_LOST_CHAPTER * min(1, g.attempts) + 0.25 * (g.lit > 0)
    cards = sum([-A_TRAUMA if g.is_trauma(card) else A_BLESSING for card in g.in_spaces])
    cards += BROM_IS_THERE * (g.brom == "here") + 0.4 * len(g.at_hand) + 0.5 * len(g.kept)
    return weighed(
        PAR,
        ("spirit", A_SPIRIT * g.spirit, g.spirit),
        ("shadow", A_SPIRIT * (reserve - AT_FIRST), left),
        ("scene", A_SPIRIT * scene, scene),
        ("creatures", -A_SPIRIT * creatures * 0.8, -creatures),
        ("crystals", A_SPIRIT * A_CRYSTAL * g.crystal_total, g.crystal_total),
        ("cards", A_SPIRIT * cards, cards),
    )


def worth(g: Wood, outcome: Outcome, seat: int) -> float:
    """Return 1 if the Chapter was passed at the first attempt."""
    return float(bool(outcome.winners) and not g.attempts)


# What comes to mind first


def reflex(g: Wood, ask: Ask, draw: Callable[[], float]) -> int:
    """Do what the task asks for, keep Creatures off, and use the dice."""
    topic = ask.topic
    if topic == "between":
        return action_of(g, ask, draw)
    if topic == "dice":
        return dice_of(g, ask)
    if topic == "outcome":
        return outcome_of(g, ask)
    if topic == "danger":
        return 1
    if topic in ("window", "closing"):
        return 0 if draw() < 0.6 else int(draw() * len(ask.options))
    if topic == "defeat":
        return int(g.attempts >= MOST_ATTEMPTS)
    if topic in ("save", "bookmark"):
        return 0
    return int(draw() * len(ask.options))


def hits(pool: Pool, needed: int) -> float:
    """Return how many successes these dice show on average."""
    return sum([n * max(0, sides - needed + 1) / sides for sides, n in zip(SIDES, pool, strict=True) if n])


def action_of(g: Wood, ask: Ask, draw: Callable[[], float]) -> int:
    """Return the place of the Action that promises most for the dice that are left."""
    wanted = required(g)
    ready, river = g.ready, g.river
    aimed = g.content.aimed
    needs_light = g.light and any(g.places[name].wildwood for name in wanted)
    expected = {
        card: hits(ready, LOWEST + at) + g.crystals_on(card)
        for at, card in enumerate(river[:NUMBERED])
        if card in ACTIONS
    }
    best, most = len(ask.options) - 1, 0.1
    for at, option in enumerate(ask.options):
        aim = aimed.get(option)
        if aim is None:
            score = 0.05 if option is END_PHASE else 0.5
        else:
            found = expected.get(aim.card, 0.5)
            score = worth_of(g, aim.card, aim.target, found, wanted, bool(needs_light))
        score *= 0.75 + 0.5 * draw()
        if score > most:
            best, most = at, score
    return best


def worth_of(g: Wood, card: str, target: str, expected: float, wanted: list[str], needs_light: bool) -> float:
    """Return what an Action promises: what it is for, by how likely it is to succeed."""
    if not target:
        if card == "illuminate":
            return (1.0 if needs_light else 0.15) * min(expected, g.light)
        if card == "heal":
            return 0.9 * min(expected, g.numbers.spirit - g.spirit)
        return (0.4 if card == "help" else 0.45) * expected
    dots = cost(g, card, target)
    likely = min(1.0, (expected / dots) ** 2) if dots else 1.0
    if card in ("help", "explore"):
        return (4.0 if target in wanted else 1.3) * likely
    if card == "illuminate":
        return (0.2 if target in g.stunned else 0.6 + 0.9 * loss_of(g, target)) * likely
    if target in g.river:
        return (1.2 + 1.2 * loss_of(g, target)) * likely
    return 1.4 * likely


def dice_of(g: Wood, ask: Ask) -> int:
    """Roll as many dice as will do for a target, or half of them; the fewest that are likely enough."""
    action = g.action
    assert action is not None
    dots = float(cost(g, action.card, action.target)) if action.target else max(1.0, dice_in(g.ready) / 4)
    best, most = 0, -1.0
    for at, option in enumerate(ask.options):
        pool = THROWS[option].pool
        found = hits(pool, action.threshold)
        score = min(found, dots + 0.8) - 0.12 * dice_in(pool)
        if score > most:
            best, most = at, score
    return best


def outcome_of(g: Wood, ask: Ask) -> int:
    """Take what was aimed at, else what the second ability gives without Crystals."""
    options: Sequence[Option] = ask.options
    for wanted in (TAKE_FIRST, TAKE_SECOND[0]):
        if wanted in options:
            return options.index(wanted)
    return 0
