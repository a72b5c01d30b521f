"""What happened, in sentences: the log of a match told in the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple, TypeAlias

from foldtale.kernel.game import Words
from foldtale.kernel.log import Entry, Line, story
from foldtale.kernel.match import Match
from foldtale.kernel.scene import Scene
from foldtale.kernel.talk import ALL, SPECTATOR, Chance, Show

UNKNOWN: Final = "something"
"""How a sentence names what its reader may not know."""
GROUP: Final = "The group"

Names: TypeAlias = Callable[[int], str]


class Event(NamedTuple):
    """A sentence, the rule behind it, and the number of the answer if it is the first to follow from one."""

    number: int
    text: str
    rule: str = ""


class _Teller(Formatter):
    """Fills in a tell's sentence: `{0:seat}` is a seat's name, and what is veiled is UNKNOWN."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Any) -> Any:
        if isinstance(key, int):
            return args[key] if key < len(args) else UNKNOWN
        return kwargs[key]

    def format_field(self, value: Any, spec: str) -> str:
        return self.names(value) if spec == "seat" and isinstance(value, int) else str(value)


def names_in(scene: Scene) -> Names:
    """What the seats of a scene are called."""
    panels = {panel.seat: panel.name for panel in scene.seats}
    return lambda seat: GROUP if seat == ALL else panels.get(seat, f"Player {seat + 1}")


def events(lines: Sequence[Line], words: Words, names: Names) -> Iterator[Event]:
    """The lines of a story as sentences; an answer that the rules tell of themselves is not told twice."""
    teller = _Teller(names)
    number = 0
    for at, line in enumerate(lines):
        number = line.get("n", number)
        text = _sentence(line, words, teller)
        if text and not ("n" in line and _is_told(lines, at)):
            yield Event(number, text, line.get("why") or line.get("rule") or "")
            number = 0


def _sentence(line: Line, words: Words, teller: _Teller) -> str:
    """One line in words; nothing if it says nothing to people."""
    if "tell" in line:
        what: str = line["tell"]
        sentence = words.tells.get(what, f"{{who}}: {what}.")
        return teller.format(sentence, *line["about"], *line.get("secret", ()), who=teller.names(line["who"]))
    if "chance" in line:
        topic: str = line["chance"]
        spoken = words.tells.get(topic) or (f"{topic.capitalize()}: {{0}}." if topic in words.topics else "")
        return teller.format(spoken, line["key"])
    if "show" in line:
        return f"Seen: {', '.join(line['show'])}." if line["show"] else ""
    if "undo" in line:
        return f"Answer {line['undo']} is taken back."
    return f"{teller.names(line['seat'])}: {words.option(line['key'])}." if "key" in line else ""


def _is_told(lines: Sequence[Line], at: int) -> bool:
    """Whether the rules tell what the seat that answered here has done."""
    for line in lines[at + 1 :]:
        if "n" in line:
            return False
        if "tell" in line and line["who"] == lines[at]["seat"]:
            return True
    return False


def whole_story(match: Match) -> list[Line]:
    """All that was said in a match: each entry as somebody who was in on it may know it."""
    entries = match.entries or []
    return [line for entry in entries for line in story([entry], _insider(entry), secrets=False)]


def public_story(match: Match) -> list[Line]:
    """What a reader of a tale may know: everything, unless people at a table still have secrets."""
    return whole_story(match) if match.over or not match.game.secrets else match.story(SPECTATOR)


def _insider(entry: Entry) -> int:
    """The first seat that knows all of an entry."""
    if len(entry) != 3:
        to = entry[5]
    else:
        to = entry[0].to if isinstance(entry[0], Chance | Show) else 0
    return max(0, (to & -to).bit_length() - 1)
