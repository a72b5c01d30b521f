"""The table: people at one keyboard, and bots, play a match to its end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foldtale.bots.advice import hints
from foldtale.bots.levels import FAIR, bot_of
from foldtale.kernel.chance import Falls
from foldtale.kernel.errors import Incident, UndoRefused
from foldtale.kernel.match import FORBID, Match
from foldtale.kernel.scene import Choice
from foldtale.kernel.talk import ALL, SPECTATOR, Ask
from foldtale.table.seats import Seats
from foldtale.table.undoing import undo_to_a_person
from foldtale.terminal.host import Host
from foldtale.terminal.keyboard import (
    HELP,
    ORDERS,
    Offer,
    Unclear,
    let_be,
    pick_fall,
    pick_offer,
    prompt,
    words_in,
)
from foldtale.terminal.saves import CannotSave, save
from foldtale.terminal.screen import Screen


class Left(Exception):
    """Somebody has left the table."""


class Table:
    """`typed` are words of the keyboard's holder that still wait for their question."""

    def __init__(
        self,
        match: Match,
        seats: Seats,
        screen: Screen,
        path: Path,
        seed: int | None = None,
        lang: str = "en",
        level: str = FAIR,
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.path = path
        self.host = Host(match, seats, screen, lang)
        self.bots = {
            seat: bot_of(level, f"{seed} {seat}" if seed is not None else None) for seat in sorted(seats.bots)
        }
        self.typed: list[str] = []
        self.pondered = 0
        self.kept = (0, False)
        self.is_kept = True

    def play(self) -> None:
        """Play to the end; Left or EOFError if somebody leaves before."""
        while (ask := self.match.ask) is not None:
            self.step(ask)
        self.keep()
        if self.match.outcome is not None:
            self.host.end(self.match.outcome)

    def step(self, ask: Ask) -> None:
        """One question: free moves of bots and of people, then the answer."""
        if self.bot_moves_first(ask):
            return
        if isinstance(ask.options, Falls):
            self.attend(self.roller(ask), ask, ())
        elif ask.answers not in self.bots:
            self.attend(ask.answers, ask, self.offers(ask, ask.answers))
        elif not self.person_moves_first(ask):
            self.bot_answers(ask.answers)

    def bot_moves_first(self, ask: Ask) -> bool:
        """Bots think about their free moves once a question; whether one was made."""
        if self.pondered == ask.number:
            return False
        self.pondered = ask.number
        return any(self.bot_answers(seat) for seat in self.bots if seat != ask.answers)

    def bot_answers(self, seat: int) -> bool:
        """Whether the bot in this seat had something to say."""
        key = self.bots[seat].choose(self.match.glimpse(seat))
        if key is None:
            return False
        self.drop_typed()
        self.match.answer((seat, key))
        if not self.seats.people:
            self.host.tell(self.host.news(SPECTATOR))
        return True

    def person_moves_first(self, ask: Ask) -> bool:
        """Before a bot answers, a person may have a free move; whether to look at the question again.

        People with secrets from each other are asked whenever there could be one: a pause tells nothing.
        """
        movers = [seat for seat in self.seats.people if any(aside.seat == seat for aside in ask.aside)]
        if self.host.curtained:
            return (bool(movers) or ask.topic in self.match.game.aside_topics) and self.pause(ask)
        waiting = let_be(f"Let {self.seats.names[ask.answers]} go on")
        return bool(movers) and self.attend(movers[0], ask, [*self.offers(ask, movers[0]), waiting])

    def pause(self, ask: Ask) -> bool:
        """Time for a free move, on a screen that tells nobody's secrets; whether somebody wanted it."""
        self.keep()
        if self.host.holder is not None:
            self.host.hide_secrets()
        bot = self.seats.names[ask.answers]
        order = self.screen.read(f"{bot} is deciding. Press Enter to go on, or type o to move out of turn.")
        if order == "q":
            raise Left
        if order == "o":
            self.out_of_turn(ask)
        return order == "o"

    def out_of_turn(self, ask: Ask) -> None:
        """Somebody else takes the keyboard and sees what they may do first, if anything."""
        others = [seat for seat in self.seats.people if seat != ask.answers]
        if not self.host.curtained:
            self.screen.say("All free moves at this keyboard stand among the choices already.")
            return
        mover = others[0] if len(others) == 1 else self.who(others)
        if mover is not None:
            self.attend(mover, ask, [*self.offers(ask, mover), let_be("Nothing after all")])

    def who(self, others: Sequence[int]) -> int | None:
        """Ask for one of these people; None if the answer names none of them."""
        names = [self.seats.names[seat] for seat in others]
        listed = "  ".join([f"{number}. {name}" for number, name in enumerate(names, 1)])
        line = self.screen.read(f"Who moves out of turn?  {listed} ").casefold()
        for number, (seat, name) in enumerate(zip(others, names, strict=True), 1):
            if line in (str(number), name.casefold()):
                return seat
        self.screen.say(f"“{line}” is nobody who could move out of turn.")
        return None

    def roller(self, ask: Ask) -> int:
        """Who says how real dice fell: whoever has the keyboard, if they may see them."""
        people = self.seats.people or [SPECTATOR]
        seers = [seat for seat in people if ask.to >> seat & 1] or people
        return self.host.holder if self.host.holder in seers else seers[0]

    def offers(self, ask: Ask, seat: int) -> list[Offer]:
        """What this seat can choose; without secrets, also what others at the keyboard may do first."""
        view = self.host.scene(seat).ask
        offers = [Offer(seat, choice) for choice in view.choices] if view else []
        for aside in ask.aside:
            if not self.match.game.secrets and aside.seat in self.seats.people and aside.seat != seat:
                label = f"{self.seats.names[aside.seat]}: {self.host.words.option(aside.key)}"
                offers.append(Offer(aside.seat, Choice(key=aside.key, label=label, aside=True)))
        return offers

    def attend(self, seat: int, ask: Ask, offers: Sequence[Offer]) -> bool:
        """Listen to a person until there may be another question; False if they let things be."""
        self.keep()
        if seat != self.host.holder:
            self.drop_typed()
            self.host.hand_over(seat)
        shown = not self.typed
        if shown:
            self.host.show(seat, offers)
        while self.match.number == ask.number and self.host.holder == seat and not self.match.over:
            if not self.typed:
                line = self.screen.read(prompt(offers, self.match.options))
                if not self.obey(line, seat, ask, offers):
                    self.typed = words_in(line)
                continue
            try:
                offer = self.understand(offers)
            except Unclear as unclear:
                if not shown:
                    self.host.show(seat, offers)
                    shown = True
                self.screen.say(str(unclear))
                continue
            if offer.seat is None:
                return False
            self.answer(offer.seat, offer.choice.key, ask.number)
        return True

    def drop_typed(self) -> None:
        """Words that were typed ahead hold only until somebody else moves."""
        if self.typed:
            self.host.remark = f"“{' '.join(self.typed)}” is dropped: somebody else has moved first."
            self.typed = []

    def understand(self, offers: Sequence[Offer]) -> Offer:
        """What the person's next words mean; the words after them wait."""
        words, self.typed = self.typed, []
        offer, used = pick_offer(words, offers) if offers else pick_fall(words, self.match.options)
        self.typed = words[used:]
        return offer

    def answer(self, seat: int, key: str, number: int) -> None:
        try:
            self.match.answer(key if seat == ALL else (seat, key), number)
        except Incident as incident:
            self.typed.clear()
            advice = "Choose something else, and please report this."
            self.screen.say(f"Nothing has changed: {incident}. {advice}")
        else:
            self.keep()

    def obey(self, line: str, seat: int, ask: Ask, offers: Sequence[Offer]) -> bool:
        """Do what the person tells the table to do; False if it is no order but an answer."""
        order, _, rest = line.partition(" ")
        order = order.casefold()
        if line.startswith("?"):
            self.host.explain(seat, line[1:].strip())
        elif order == "s":
            self.save_copy(rest.strip())
        elif rest or order not in ORDERS:
            return False
        elif order == "b":
            self.host.show(seat, offers, fine=True)
        elif order == "l":
            self.host.recall(seat)
        elif order == "u":
            self.undo(seat)
        elif order == "o":
            self.out_of_turn(ask)
        elif order == "w":
            self.advise(seat, ask)
        elif order == "h":
            self.screen.say(HELP)
        else:
            raise Left
        return True

    def advise(self, seat: int, ask: Ask) -> None:
        """Say what a bot would do at this question; it knows what the asked seat knows."""
        is_own = ask.answers == seat or (ask.seat == ALL and not self.match.game.secrets)
        if not is_own or isinstance(ask.options, Falls):
            self.screen.say("There are hints for your own questions only.")
            return
        self.host.advise(hints(self.match.glimpse(ask.answers), words=self.host.words))

    def undo(self, seat: int) -> None:
        """Take back a person's last answer, and what bots answered since, as far as the terms allow."""
        try:
            if self.match.terms.undo == FORBID:
                self.match.undo(seat)
            else:
                undo_to_a_person(self.match, self.bots)
        except UndoRefused as refusal:
            how = " Leave and go on with --undo same to be free to go back."
            self.screen.say(f"Not undone: {refusal}.{how * (self.match.terms.undo == FORBID)}")
        else:
            self.host.forget()

    def keep(self) -> None:
        """Save the tale after a person's answer and before the next, so that nothing can be lost."""
        now = self.match.number, self.match.over
        if not self.is_kept or now == self.kept:
            return
        self.kept = now
        try:
            save(self.match, self.path)
        except CannotSave as problem:
            self.is_kept = False
            self.screen.read(f"{problem} Press Enter to play all the same.")

    def save_copy(self, name: str) -> None:
        """Save where the person wants it, and say where that is."""
        path = Path(name).expanduser() if name else self.path
        try:
            save(self.match, path)
        except CannotSave as problem:
            self.screen.say_whole(str(problem))
        else:
            self.screen.say_whole(f"Saved: {path}")
