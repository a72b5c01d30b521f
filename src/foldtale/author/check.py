"""`foldtale check`: the form of a pack, what leads where, and how it sounds."""

from __future__ import annotations

from pathlib import Path

from foldtale.author.tongues import outdated, untranslated
from foldtale.author.voice import Habit, habits, is_doing, length, phrases
from foldtale.kernel.effects.language import Language
from foldtale.kernel.game import Game
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import Reading, reached, read
from foldtale.kernel.pack.problems import Problem, Problems, Where


def check(folder: Path, language: Language, game: Game | None = None) -> list[Problem]:
    """Every problem of a pack, errors and warnings, by file and line.

    With its game it is also known what its cards cannot say in the languages of its translations.
    """
    reading = read(folder, language)
    problems = Problems()
    problems.found += reading.problems
    if reading.pack is not None:
        unreached(reading.pack, language, problems)
        flags(reading, language, problems)
        voice(reading.pack, problems)
        if not problems.errors:
            untranslated(reading.pack, game, problems)
            outdated(reading.pack, problems)
    return sorted(problems.found, key=lambda problem: problem.where)


def unreached(pack: Pack, language: Language, problems: Problems) -> None:
    """Cards that nothing leads to, where the pack says where it starts; and rings without a way out."""
    start = pack.about.start
    if not start:
        if pack.of_kind(language.start) and not problems.errors:
            said = f"this pack has cards of kind {language.start!r}, but no `start: …` says where it begins"
            problems.add("W507", Where("pack.yaml"), said)
        return
    found = {start, *reached(start, pack.leads)}
    for ident, card in pack.cards.items():
        if card.kind in language.dealt:
            found |= {ident, *reached(ident, pack.leads)}
    only = {ident: leads for ident, leads in pack.leads.items() if len(leads) == 1}
    for ident, card in pack.cards.items():
        if ident not in found:
            problems.add("W501", card.where, f"nothing leads to the card {ident!r} from {start!r}")
        elif ident in reached(ident, only):
            problems.add("W505", card.where, f"from {ident!r} the only way leads back to it")


def flags(reading: Reading, language: Language, problems: Problems) -> None:
    asked, written = reading.scope.flags_asked, reading.scope.flags_set
    later = reading.pack.about.later if reading.pack is not None else []
    means = reading.pack.about.flags if reading.pack is not None else {}
    for flag, where in asked.items() if means or language.hides_flags else ():
        if flag not in means:
            said = f"people would read {flag!r}: say in pack.yaml what it means (flags: {{{flag}: …}})"
            problems.add("W509", where, said)
    for flag, where in written.items():
        if flag not in asked and flag not in later:
            problems.add("W502", where, f"{flag!r} is remembered, but nothing asks for it")
    for flag in later:
        if flag not in written:
            problems.add("W503", Where("pack.yaml"), f"{flag!r} is kept for later, but nothing remembers it")
    for flag, where in asked.items():
        if flag not in written:
            problems.add("W503", where, f"{flag!r} is asked for, but nothing remembers it")


def voice(pack: Pack, problems: Problems) -> None:
    """The numbers and phrases of our voice."""
    for key, text in pack.texts.items():
        if not text:
            continue
        where = pack.where.get(key, Where("pack.yaml"))
        sort = pack.lengths.get(key, "")
        wrong = length(text, sort)
        if wrong:
            problems.add("W601", where, f"{key}: {wrong}")
        for phrase in phrases(text):
            problems.add("W602", where, f"{key}: {phrase}")
        if sort == "label" and not is_doing(text):
            problems.add("W603", where, f"{key}: a label begins with what one does, unlike {text!r}")


def prose(pack: Pack) -> list[Habit]:
    """The habits of a pack's prose, counted."""
    return habits(pack.texts, pack.lengths, len(pack.cards))


def overdone_in(pack: Pack, counted: list[Habit]) -> list[Problem]:
    """Where the texts of a pack go beyond a limit."""
    return [
        Problem("prose", pack.where.get(key, Where("pack.yaml")), f"{key}: {habit.name}: {said}")
        for habit in counted
        if habit.is_over
        for key, said in habit.places or [("pack.yaml", habit.found)]
    ]
