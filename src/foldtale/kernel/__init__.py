"""The conversation between rules and a table. It knows no game."""

from foldtale.kernel.chance import D6, Dice, Drawn, People, Seeded, dice, roll, script
from foldtale.kernel.errors import (
    BrokenRules,
    ForkRefused,
    IllegalAnswer,
    Incident,
    LateAnswer,
    ScriptError,
    SetupError,
    TaleError,
    UndoRefused,
)
from foldtale.kernel.game import Game, Outcome, Record, Setup, Words
from foldtale.kernel.match import FORBID, NEW_DICE, SAME_DICE, Match
from foldtale.kernel.talk import (
    ALL,
    EVERYONE,
    NOBODY,
    REST,
    SPECTATOR,
    Aside,
    Ask,
    Chance,
    Leave,
    Option,
    Play,
    Show,
    State,
    bit,
    option,
    pick,
    settle,
    tell,
)
from foldtale.kernel.view import Glimpse

__all__ = [
    "ALL", "D6", "EVERYONE", "FORBID", "NEW_DICE", "NOBODY", "REST", "SAME_DICE", "SPECTATOR", "Aside", "Ask",
    "BrokenRules", "Chance", "Dice", "Drawn", "ForkRefused", "Game", "Glimpse", "IllegalAnswer", "Incident",
    "LateAnswer", "Leave", "Match", "Option", "Outcome", "People", "Play", "Record", "ScriptError", "Seeded",
    "Setup", "SetupError", "Show", "State", "TaleError", "UndoRefused", "Words", "bit", "dice", "option", "pick",
    "roll", "script", "settle", "tell",
]
