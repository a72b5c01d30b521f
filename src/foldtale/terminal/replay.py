"""A tale read aloud: what happened, answer by answer."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from pathlib import Path

from rich.text import Text

from foldtale.kernel.match import Match
from foldtale.kernel.tale import open_tale
from foldtale.kernel.talk import SPECTATOR
from foldtale.table.transcript import events, names_in, public_story
from foldtale.terminal.screen import QUIET, Screen


def replay(path: Path, to: int, screen: Screen) -> int:
    """Tell a tale up to question `to`; 1 if it is damaged before that."""
    match, wrong = open_tale(Match, path)
    if to and wrong is not None and open_tale(Match, path, to=to)[1] is None:
        wrong = None
    lines = takewhile(lambda line: not to or line.get("n", 0) < to, public_story(match))
    screen.say(f"{match.game.title}, {match.setup.players} players", "bold")
    names = names_in(match.scene(SPECTATOR), match.setup.players)
    texts = match.game.texts(match.state)
    read_aloud = partial(match.game.read_aloud, match.state)
    told = events(list(lines), match.game.words, names, texts, read_aloud)
    for event in told:
        number, rule = str(event.number or "").rjust(4), f" [{event.rule}]" if event.rule else ""
        screen.say(Text.assemble((number, QUIET), "  ", event.text, (rule, QUIET)))
    if wrong is not None:
        screen.say_whole(f"\nHere the tale breaks off. {wrong}")
        return 1
    return 0
