"""What can go wrong at the door, told to whoever reads it."""

from __future__ import annotations


class IllegalAnswer(ValueError):
    """The answer is not among the options of the open question; nothing has changed."""


class LateAnswer(IllegalAnswer):
    """The answer quotes a question that is no longer open; nothing has changed."""


class UndoRefused(ValueError):
    """The last answer cannot be taken back under this match's policy; nothing has changed."""


class ForkRefused(ValueError):
    """An imagined match can be forked only after its next rest."""


class SetupError(ValueError):
    """The setup asks for something the game does not have."""


class TaleError(ValueError):
    """A `.tale` that cannot be read to its end: says the line, and what was expected there."""

    def __init__(self, where: str, line: int, problem: str) -> None:
        super().__init__(f"{where}, line {line}: {problem}")
        self.line = line
        self.problem = problem


class CannotFreeze(ValueError):
    """A snapshot of this match would not bring it back: says what in it is in the way."""


class StaleSnapshot(ValueError):
    """A snapshot that does not fit, because code, packs or setup are others now, or because it is damaged."""


class Incident(Exception):
    """The rules themselves failed on an answer. The match stands as it was before that answer."""

    def __init__(self, key: str, error: Exception) -> None:
        super().__init__(f"the rules failed on {key!r}: {error!r}")
        self.error = error


class BrokenRules(Exception):
    """Rules that break the conversation's own rules, such as asking while something is due."""


class ScriptError(Exception):
    """A test's script does not fit the chances that the rules met."""
