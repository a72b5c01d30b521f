"""Who sits where: people with their names, and bots."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from foldtale.kernel.errors import SetupError
from foldtale.kernel.scene import Panel, Scene
from foldtale.kernel.speech import ENGLISH, Speech


@dataclass(frozen=True, slots=True)
class Seats:
    """A name for every seat, and which of them bots play."""

    names: tuple[str, ...]
    bots: frozenset[int]
    speech: Speech = ENGLISH

    @classmethod
    def fill(cls, players: int, bots: str = "", names: str = "", speech: Speech = ENGLISH) -> Seats:
        """`bots` counts the last seats ("2") or lists players ("1,3"); names go to people before bots."""
        played = _bots(players, bots)
        called = [name.strip() for name in names.split(",")] if names else []
        if len(called) > players:
            raise SetupError(f"there are {len(called)} names for {players} players")
        if not all(called) or len(set(called)) < len(called):
            raise SetupError("every name must be there once, as in --names Ada,Bo")
        order = sorted(range(players), key=lambda seat: (seat in played, seat))
        given = dict(zip(order, called, strict=False))
        usual = ["Bot {0}" if seat in played else "Player {0}" for seat in range(players)]
        return cls(
            tuple([given.get(seat) or speech(kind, seat + 1) for seat, kind in enumerate(usual)]),
            played,
            speech,
        )

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def dress(self, scene: Scene) -> Scene:
        """Put the names of those who sit there into the scene, also into options such as "Player 2"."""
        usual = {self.speech("Player {0}", seat + 1): name for seat, name in enumerate(self.names)}
        panels = tuple([self._named(panel) for panel in scene.seats])
        ask = scene.ask
        if ask is not None:
            choices = [
                replace(choice, label=usual[choice.label]) if choice.label in usual else choice
                for choice in ask.choices
            ]
            ask = replace(ask, choices=tuple(choices))
        return replace(scene, seats=panels, ask=ask)

    def _named(self, panel: Panel) -> Panel:
        """A hero keeps their name; somebody who is only "Player 2" gets the person's."""
        name = self.names[panel.seat]
        if panel.name == self.speech("Player {0}", panel.seat + 1):
            return replace(panel, name=name)
        return replace(panel, who=panel.who or name)


def _bots(players: int, bots: str) -> frozenset[int]:
    try:
        listed = [int(word) - 1 for word in bots.split(",") if word.strip()]
    except ValueError:
        raise SetupError(f"bots are a number, or players as in 1,3; not {bots!r}") from None
    if listed and "," not in bots:
        count = listed[0] + 1
        listed = list(range(players - count, players)) if count >= 0 else [count]
    if not all(0 <= seat < players for seat in listed):
        raise SetupError(f"{players} players cannot have {bots!r} for bots")
    return frozenset(listed)
