"""What leaves a match: scenes, stories and glimpses, each for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from foldtale.kernel.log import Line
from foldtale.kernel.scene import AskView, Choice, Scene
from foldtale.kernel.talk import ALL, Ask, Option

if TYPE_CHECKING:
    from foldtale.kernel.chance import Source
    from foldtale.kernel.game import Game, Words
    from foldtale.kernel.match import Match
    from foldtale.kernel.tongue import Tongue
    from foldtale.kernel.worlds import Worlds

FEW_TURNS: Final = 2
MOST_CHOICES: Final = 64
"""More falls of the dice than these are typed rather than listed."""


def scene(match: Match, seat: int, tongue: Tongue | None = None) -> Scene:
    """What a seat sees, in English or, once that is made, in the reader's language."""
    picture = match.game.scene(match.state, seat)
    if match.over and match.state.told is not None:
        recap = tuple(match.game.recap(match.state, match.story(seat)))
        picture = msgspec.structs.replace(picture, recap=recap)
    if tongue is not None:
        picture = tongue.at(match.state).scene(picture)
    return msgspec.structs.replace(picture, ask=question(match, seat, tongue))


def texts(match: Match, tongue: Tongue | None = None) -> Mapping[str, str]:
    """The words of the packs in play, in the reader's language."""
    english = match.game.texts(match.state)
    return english if tongue is None else tongue.at(match.state).texts(english)


def concerns(match: Match, ask: Ask, seat: int) -> bool:
    """Whether this seat may see what is asked."""
    if ask.answers == seat or ask.seat == ALL or not match.game.secrets:
        return True
    return bool(ask.to & 1 << seat)


def question(match: Match, seat: int, tongue: Tongue | None = None) -> AskView | None:
    """The open question as this seat may see it; its own free moves are choices too."""
    ask = match.ask
    if ask is None:
        return None
    view = AskView(number=ask.number, seat=ask.seat, voice=ask.voice)
    free = [aside.option for aside in ask.aside if aside.seat == seat]
    is_known = concerns(match, ask, seat)
    if not is_known and not free:
        return view
    words = match.game.words if tongue is None else tongue.words
    known = texts(match, tongue)
    choices = [_choice(match, ask, one, True, words, known) for one in free]
    if not is_known:
        return msgspec.structs.replace(view, choices=tuple(choices))
    if seat == ask.answers or (ask.seat == ALL and len(ask.options) <= MOST_CHOICES):
        choices = [_choice(match, ask, option, False, words, known) for option in ask.options] + choices
    return msgspec.structs.replace(
        view,
        prompt=known.get(f"{ask.topic}?") or words.prompt(ask.topic, ask.about, known),
        note=known.get(f"{ask.card}.title", ""),
        rule=ask.rule,
        choices=tuple(choices),
        reaction=ask.topic in match.game.reactions,
    )


def _choice(
    match: Match, ask: Ask, option: Option, aside: bool, words: Words, texts: Mapping[str, str]
) -> Choice:
    """Return an option in words; a number is stepped to, unless it is what a card is called."""
    named = texts.get(option.key)
    label = words.option(option.key, texts)
    touched = tuple(match.game.touches(match.state, ask.topic, option.key))
    note = texts.get(f"{option.key}.note", "")
    return Choice(
        key=option.key,
        label=label,
        note=note,
        icon=words.icon(option.key),
        touches=touched,
        group=words.group(option.key),
        value=int(option.key) if option.key.isdecimal() and named in (None, option.key) else None,
        final=words.is_final(option.key),
        aside=aside,
    )


class Glimpse:
    """All that a bot in a seat may know: what its seat sees, and worlds that it can believe in.

    `asked`   whether this seat is to answer
    `ask`     the question, if it is this seat's business
    `asides`  the free moves of this seat
    """

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self._worlds: Worlds | None = None
        self._number = 0
        self.seat = seat
        ask = match.ask
        self.asked = ask is not None and ask.answers == seat
        self.ask: Ask | None = None
        self.asides: list[Option] = []
        if ask is not None:
            mine = ask.seen_by(seat)
            self.asides = [aside.option for aside in mine.aside]
            self.ask = mine if concerns(match, ask, seat) else None

    @property
    def scene(self) -> Scene:
        return self._match.scene(self.seat)

    @property
    def story(self) -> list[Line]:
        return self._match.story(self.seat)

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def number(self) -> int:
        """The number of the open question, whoever is asked."""
        return self._match.number

    @property
    def turn(self) -> int:
        """The number of the turn, which everybody knows."""
        return self._match.game.turn(self._match.state)

    @property
    def ahead(self) -> int:
        """How many turns it is worth to play on in one's head; a position made by hand has no setup."""
        match = self._match
        return match.game.ahead(match.setup) if match.setup is not None else FEW_TURNS

    def imagine(self, seed: int, chance: Source | None = None, bare: bool = False) -> Match:
        """Return a match that agrees with all this seat knows; see `Worlds.imagine`."""
        if self._worlds is None or self._number != self._match.number:
            self._worlds = self._match.worlds(self.seat)
            self._number = self._match.number
        return self._worlds.imagine(seed, chance, bare)
