"""A tale read aloud: what happened, answer by answer."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from pathlib import Path

import msgspec
from rich.text import Text

from foldtale.kernel import registry
from foldtale.kernel.errors import TaleError
from foldtale.kernel.match import Match
from foldtale.kernel.tale import open_tale
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import Tongue, tongue_of
from foldtale.table.messages import Told
from foldtale.table.transcript import public_story, teller
from foldtale.terminal.screen import QUIET, Screen


class ViewHeader(msgspec.Struct, frozen=True):
    """The first line of a view."""

    game: str
    seat: int


class ViewRow(msgspec.Struct, frozen=True):
    """What was new when a question was open; lines before the first `since` stay as they were."""

    number: int
    since: int
    told: tuple[Told, ...]


class ViewEnd(msgspec.Struct, frozen=True):
    """The last line: how many came before it."""

    end: int


def replay(path: Path, to: int, screen: Screen, lang: str = "en") -> int:
    """Tell a tale up to question `to`; 1 if it is damaged before that."""
    if is_view(path):
        return replay_view(path, to, screen)
    match, wrong = open_tale(Match, path)
    if to and wrong is not None and open_tale(Match, path, to=to)[1] is None:
        wrong = None
    lines = takewhile(lambda line: not to or line.get("n", 0) < to, public_story(match))
    screen.say(f"{match.game.title}, {match.setup.players} players", "bold")
    tongue = tongue_of(match.game, lang)
    tell = teller(match, match.scene(SPECTATOR, tongue), lang, partial(read_page, match, tongue))
    for event in tell(list(lines)):
        say(event, screen)
    if wrong is not None:
        screen.say_whole(f"\nHere the tale breaks off. {wrong}")
        return 1
    return 0


def read_page(match: Match, tongue: Tongue | None, page: str) -> str:
    """The words of a page that was shown."""
    english = match.game.read_aloud(match.state, page)
    return english if tongue is None else tongue.at(match.state).say(english)


def is_view(path: Path) -> bool:
    """Whether a file is what one seat saw of a match, and not a tale."""
    with path.open("rb") as file:
        return file.read(9).startswith(b'{"view":1')


def replay_view(path: Path, to: int, screen: Screen) -> int:
    """Tell what one seat saw and knew."""
    rows = path.read_bytes().splitlines()
    told: list[tuple[int, Told]] = []
    number = 1
    try:
        header = msgspec.json.decode(rows[0], type=ViewHeader)
        for row in rows[1:-1]:
            number += 1
            part = msgspec.json.decode(row, type=ViewRow)
            if to and part.number > to:
                break
            told = [*[one for one in told if one[0] < part.since], *[(part.since, one) for one in part.told]]
        end = msgspec.json.decode(rows[-1], type=ViewEnd).end
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TaleError(path.name, number, f"this is not a line of a view: {error}") from None
    if end != len(rows) - 1:
        raise TaleError(path.name, len(rows), f"{end} lines were written, {len(rows) - 1} are here")
    game = registry.get(header.game)
    screen.say(f"{game.title}, as seen from seat {header.seat + 1}", "bold")
    for _, event in told:
        say(event, screen)
    return 0


def say(event: Told, screen: Screen) -> None:
    """Say what happened, with the number of the question and the rule."""
    number, rule = str(event.number or "").rjust(4), f" [{event.rule}]" if event.rule else ""
    screen.say(Text.assemble((number, QUIET), "  ", event.text, (rule, QUIET)))
