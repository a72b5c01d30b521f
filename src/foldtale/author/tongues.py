"""What a translation still lacks: of a pack by its texts, of a game by its sentences and its scenes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import fields

from foldtale.bots.random import RandomBot
from foldtale.kernel.effects.expression import called
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, FLAG, TEXT
from foldtale.kernel.effects.language import Language
from foldtale.kernel.game import Game, choices_of
from foldtale.kernel.match import Match
from foldtale.kernel.pack.folder import UNSAID, Covered, Pack
from foldtale.kernel.pack.loading import read
from foldtale.kernel.pack.problems import BadPack, Problem, Problems, Where
from foldtale.kernel.speech import ENGLISH
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import CATALOGUE, Tongue, languages, read_catalogue

SHORT: Final = ("title", "label", "phrase")
"""The sorts of texts that are words; all others are the story."""
ORIGINALS: Final = "english.txt"
"""Lies beside the texts of a translation: a line for each, with the mark of its English and its id."""
LONGEST: Final = 20_000
"""A match that is listened to has no more answers."""


def part_of(pack: Pack, key: str) -> str:
    """The part of a translation to which a text belongs; none, if it is printed from instructions."""
    sort = pack.lengths.get(key, "")
    if sort in ("", UNSAID):
        return ""
    return "words" if sort in SHORT else "story"


def untranslated(pack: Pack, game: Game | None, problems: Problems) -> None:
    """W508: all that the translations of a pack cover and do not have."""
    for lang, covered in pack.covered.items():
        for key in pack.texts:
            if part_of(pack, key) in covered.parts and key not in covered.texts:
                problems.add("W508", covered.where, f"{lang}: the text {key!r} is missing")
        if "rules" in covered.parts and game is not None:
            for english in unprinted(pack.folder, game, lang):
                said = f"{lang}: the cards say {english!r}, which {game.title} does not say in this language"
                problems.add("W508", covered.where, said)


def outdated(pack: Pack, problems: Problems) -> None:
    """W510: texts whose English was changed since they were translated, where a pack keeps note of it."""
    for lang, covered in pack.covered.items():
        noted = originals(pack, lang)
        for key in sorted(covered.texts) if noted else ():
            if noted.get(key) != mark_of(pack.texts[key]):
                advice = "look at it, then `foldtale translated`"
                said = f"{lang}: the English of {key!r} is another now; {advice}"
                problems.add("W510", covered.where, said)


def originals(pack: Pack, lang: str) -> dict[str, str]:
    """The English that each text of a translation was made from, by its mark, if anybody keeps note."""
    path = pack.folder / "translations" / lang / ORIGINALS
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {key: mark for mark, _, key in [line.partition(" ") for line in lines]}


def note_translated(pack: Pack) -> None:
    """All translations of a pack fit its English as it is now."""
    for lang, covered in pack.covered.items():
        lines = [f"{mark_of(pack.texts[key])} {key}\n" for key in sorted(covered.texts)]
        path = pack.folder / "translations" / lang / ORIGINALS
        path.write_text("".join(lines), encoding="utf-8", newline="\n")


def mark_of(english: str) -> str:
    """A few letters by which a text is known again, however its lines are broken."""
    return blake2b(" ".join(english.split()).encode(), digest_size=4).hexdigest()


def coverage(pack: Pack) -> list[str]:
    """For each language of a pack a line about what it covers and what stays as it is."""
    return [f"{lang}: {_covers(pack, covered)}" for lang, covered in pack.covered.items()]


def _covers(pack: Pack, covered: Covered) -> str:
    parts = [part_of(pack, key) for key in pack.texts]
    left = [
        f"{part} ({parts.count(part)} texts)"
        for part in ("words", "story")
        if part not in covered.parts and part in parts
    ]
    left += [] if "rules" in covered.parts else ["rules"]
    rest = f"not covered: {', '.join(left)}" if left else "all of it"
    return f"covers {', '.join(sorted(covered.parts)) or 'nothing'}; {rest}"


def unprinted(folder: Path, game: Game, lang: str) -> list[str]:
    """What the cards of a pack say and this game has no words for in this language."""
    if lang not in languages():
        return [f"anything: the languages here are {', '.join(languages())}"]
    tongue = Tongue(game, lang)
    if game.language is None:
        return []
    tongue.cards.missed = set()
    read(folder, game.language.spoken(tongue.cards), lang)
    return sorted([english for english in tongue.cards.missed if _has_words(english)])


def check_game(game: Game) -> list[Problem]:
    """What is wrong with a game's catalogues, and what they lack."""
    problems = Problems()
    for folder in sorted((game.folder / "lang").glob("*")):
        lang, where = folder.name, Where(f"lang/{folder.name}/{CATALOGUE}")
        try:
            read_catalogue(folder / CATALOGUE)
        except BadPack as bad:
            for problem in bad.problems:
                problems.add(problem.code, problem.where._replace(file=where.file), problem.said)
            continue
        tongue = Tongue(game, lang)
        for english in dict.fromkeys(words_in(game)):
            if _has_words(english) and not tongue.words.speech.has(english):
                problems.add("W508", where, f"words: {english!r} is missing")
        said = list(sentences_in(game.language)) if game.language is not None else []
        for pack in (game.folder / "pack", *sorted((game.folder / "packs").glob("*"))):
            said += unprinted(pack, game, lang) if (pack / "pack.yaml").is_file() else []
        for english in dict.fromkeys(said):
            if _has_words(english) and not tongue.cards.has(english):
                problems.add("W508", where, f"cards: {english!r} is missing")
    return problems.found


def unheard(game: Game, lang: str, plays: int, seed: int = 0, **choices: Any) -> list[str]:
    """Strings of scenes that no catalogue has, from matches of bots that choose at random."""
    tongue = Tongue(game, lang)
    tongue.unsaid = set()
    setups = [game.setup(**choices)] if choices else list(game.variants())
    for number in range(plays):
        setup = setups[number % len(setups)]
        match = Match.new(game, setup, seed=seed + number)
        bot, rng = RandomBot(f"{seed} {number}"), Random(seed + number)
        for _ in range(LONGEST):
            match.scene(rng.choice((*range(setup.players), SPECTATOR)), tongue)
            ask = match.ask
            key = bot.choose(match.glimpse(ask.answers)) if ask is not None else None
            if ask is None or key is None:
                break
            match.answer((ask.answers, key))
        for seat in (*range(setup.players), SPECTATOR):
            match.scene(seat, tongue)
    return sorted(tongue.unsaid)


def words_in(game: Game) -> Iterator[str]:
    """All that a game says besides its scenes and cards."""
    words = game.words
    for sentences in (words.topics, words.options, words.tells, words.things):
        yield from sentences.values()
    yield from (game.title, game.blurb)
    yield from [habit.title for habit in game.habits]
    for field in fields(game.setups):
        yield from [meta.title for meta in getattr(field.type, "__metadata__", ()) if meta.title]
        if field.name not in ("record", "pack") and field.type not in (str, int):
            yield from [value for value in choices_of(field.type) if isinstance(value, str)]


def sentences_in(language: Language) -> Iterator[str]:
    """All with which a game's cards are printed, whether or not a card of ours says it."""
    for word in (*language.ops.values(), *language.values.values()):
        yield from (word.says, word.denies)
    yield from [event.says for event in language.events.values()]
    for _, says in (*language.queries.values(), *language.bans.values()):
        yield says
    yield from [f"no {whom.kind} can" for whom, _ in language.bans.values()]
    for kind in language.kinds.values():
        if kind not in (AMOUNT, CONDITION, TEXT, FLAG):
            yield from [kind.written(word) for word in kind.words]
    for event in language.events.values():
        for name, takes in event.facts.items():
            if takes.kind not in (CONDITION, TEXT, FLAG):
                yield called(name, takes, ENGLISH)
    for scope in language.scopes:
        yield from (language.once(scope), f"until the {scope} ends")


def _has_words(english: str) -> bool:
    """Whether there is anything to translate besides gaps."""
    return any(letter.isalpha() for letter in english) and english not in ("{0}", "{who}")
