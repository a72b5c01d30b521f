"""The host: shows each person at the keyboard what is theirs to see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.text import Text

from foldtale.bots.advice import Hint
from foldtale.kernel.game import Outcome
from foldtale.kernel.log import Line
from foldtale.kernel.match import Match
from foldtale.kernel.scene import AskView, Note, Scene
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import tongue_of, words_of
from foldtale.kernel.view import texts as texts_of
from foldtale.table.messages import Told
from foldtale.table.seats import Seats
from foldtale.table.transcript import teller
from foldtale.terminal import rulebook
from foldtale.terminal.keyboard import Offer
from foldtale.terminal.screen import QUIET, Screen

MOST_NEWS: Final = 12
LAST_EVENTS: Final = 10
MOST_RULES: Final = 5


class Host:
    """`holder` is the seat that looks at the screen."""

    def __init__(self, match: Match, seats: Seats, screen: Screen, lang: str = "en") -> None:
        self.match = match
        self.lang = lang
        self.tongue = tongue_of(match.game, lang)
        self.words = words_of(match.game, lang)
        self.seats = seats
        self.screen = screen
        self.curtained = match.game.secrets and len(seats.people) > 1
        self.holder: int | None = None
        self.seen: dict[int, int] = {}  # how much of the story each seat was told
        self.remark = ""  # a sentence of the table's own for the next picture

    def hand_over(self, seat: int) -> None:
        """Give the keyboard to this seat, behind a curtain if people have secrets from each other."""
        if self.curtained and seat != self.holder:
            name = self.seats.names[seat]
            self.hide_secrets()
            self.screen.read(f"Pass the keyboard to {name}; press Enter when {name} is looking.")
        self.holder = seat

    def hide_secrets(self) -> None:
        """Leave a screen that anybody may see."""
        if self.curtained:
            self.screen.hide()
            self.holder = None

    def show(self, seat: int, offers: Sequence[Offer], fine: bool = False) -> None:
        """The table as this seat sees it, with what is new to it and what it can choose."""
        scene = self.scene(seat)
        ask = replace(scene.ask, choices=tuple([offer.choice for offer in offers])) if scene.ask else None
        is_reading = scene.page is not None and scene.page.alone and not fine
        self.picture(scene, [] if is_reading else self.news(seat), ask, fine=fine)

    def picture(
        self, scene: Scene, news: Sequence[Told], ask: AskView | None, ending: str = "", fine: bool = False
    ) -> None:
        notes = [Note(event.text, rule=event.rule) for event in news[-MOST_NEWS:]]
        if len(news) > MOST_NEWS:
            notes.insert(0, Note(f"{len(news) - MOST_NEWS} more things happened before."))
        if self.remark:
            notes.append(Note(self.remark))
            self.remark = ""
        self.screen.show(replace(scene, ask=ask, ending=ending), fine, notes)

    def scene(self, seat: int) -> Scene:
        return self.seats.dress(self.match.scene(seat, self.tongue))

    def news(self, seat: int) -> list[Told]:
        """What this seat has not been told yet."""
        lines = self.match.story(seat)
        new = lines[self.seen.get(seat, 0) :]
        self.seen[seat] = len(lines)
        return self.events(new, seat)

    def events(self, lines: list[Line], seat: int) -> list[Told]:
        """Lines of the story as sentences, with the names of those who sit here."""
        return teller(self.match, self.scene(seat), self.lang)(lines)

    def forget(self) -> None:
        """After an undo: whatever came after it in the story is news again."""
        for seat, seen in self.seen.items():
            self.seen[seat] = min(seen, len(self.match.story(seat)) - 1)

    def tell(self, told: Sequence[Told]) -> None:
        for event in told:
            self.screen.say(Text.assemble(event.text, (f" [{event.rule}]" if event.rule else "", QUIET)))

    def recall(self, seat: int) -> None:
        """The last few things that happened."""
        told = self.events(self.match.story(seat), seat)
        self.tell(told[-LAST_EVENTS:])
        if not told:
            self.screen.say("Nothing has happened yet.")

    def explain(self, seat: int, words: str) -> None:
        """The rule behind the question, or the rules with these words."""
        view = self.match.scene(seat).ask
        wanted = words or (view.rule if view else "")
        offered = [part for choice in view.choices for part in choice.key.split()] if view else []
        cards = self.explain_cards(words, [] if words else offered)
        if not wanted:
            self.screen.say("No rule stands behind this. Type ? and a word to look the word up in the rules.")
            return
        found = rulebook.look_up(self.match.game.rules(), wanted)
        for entry in found[:MOST_RULES]:
            self.screen.say(rulebook.said(entry))
        if len(found) > MOST_RULES:
            more = len(found) - MOST_RULES
            self.screen.say(f"And {more} more: foldtale rules {self.match.game.name} {wanted}")
        if not found and not cards:
            self.screen.say(f"No rule of {self.match.game.title} speaks of {wanted}.")

    def advise(self, found: Sequence[Hint]) -> None:
        """Show recommended options with their chances, and why."""
        texts = texts_of(self.match, self.tongue)
        for hint in found:
            label = self.words.option(hint.key, texts)
            close = "too close to call" if hint.close else ""
            self.screen.say(", ".join(filter(None, [f"{label}: {hint.chance:.0%} to win", close, hint.why])))
        if not found:
            self.screen.say("There is nothing to choose here.")

    def explain_cards(self, words: str, idents: Sequence[str]) -> int:
        """What cards of a pack say and do: those with these words in their titles, or with these ids."""
        texts, wanted = texts_of(self.match, self.tongue), words.casefold()
        told = 0
        for key, title in texts.items():
            ident, _, part = key.rpartition(".")
            meant = ident in idents or (wanted and (wanted == ident or wanted in title.casefold()))
            if part == "title" and meant:
                self.screen.say(title, "bold")
                self.screen.say(" ".join(texts.get(f"{ident}.text", "").split()))
                self.screen.say(texts.get(f"{ident}.does", ""))
                told += 1
        return told

    def end(self, outcome: Outcome) -> None:
        """How it ended, for all to see."""
        seat = SPECTATOR if self.curtained or self.holder is None else self.holder
        ending = f"The end: {outcome.ending}. {self.verdict(outcome)}"
        self.picture(self.scene(seat), self.news(seat), None, ending)
        if outcome.scores:
            scores = zip(self.seats.names, outcome.scores, strict=False)
            self.screen.say("Scores: " + ", ".join([f"{name} {score}" for name, score in scores]))

    def verdict(self, outcome: Outcome) -> str:
        """Who won."""
        *others, last = [self.seats.names[seat] for seat in outcome.winners] or [""]
        if others:
            return f"{', '.join(others)} and {last} win together."
        return f"{last} wins." if last else "Nobody wins."
