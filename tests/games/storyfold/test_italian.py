"""Storyfold in Italian: nothing that is covered is missing, and what is said reads as it should."""

from __future__ import annotations

import pytest

from foldtale.author.check import check
from foldtale.author.tongues import check_game, unheard
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.record import Journey
from foldtale.kernel import Match
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import load
from foldtale.kernel.scene import AskView
from foldtale.kernel.tongue import Tongue, tongue_of
from tests.games.storyfold.given import STORYFOLD

PACK = STORYFOLD.folder / "pack"


@pytest.fixture(scope="module")
def italian() -> Tongue:
    found = tongue_of(STORYFOLD, "it")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def book(italian: Tongue) -> Pack:
    return italian.pack(load(PACK, LANGUAGE))


def at_the_window(**choices: object) -> Match:
    """The first question of the Prologue that is not a page."""
    match = Match.new(STORYFOLD, STORYFOLD.setup(lessons=False, **choices), seed=1)
    while match.ask is not None and match.ask.topic == "page":
        match.answer((0, "read"))
    return match


def question(match: Match, tongue: Tongue | None) -> AskView:
    ask = match.scene(0, tongue).ask
    assert ask is not None
    return ask


def sentences(match: Match, tongue: Tongue | None) -> list[str]:
    words = STORYFOLD.words if tongue is None else tongue.words
    texts = STORYFOLD.texts(match.state)
    known = texts if tongue is None else tongue.at(match.state).texts(texts)
    return [words.sentence(line, ["Ada"], known) for line in match.story(0) if "tell" in line]


def test_the_catalogue_has_all_words_and_cards() -> None:
    assert [problem.said for problem in check_game(STORYFOLD)] == []


def test_no_scene_says_what_is_not_translated() -> None:
    assert unheard(STORYFOLD, "it", plays=20) == []


def test_the_book_has_all_that_its_translation_covers() -> None:
    said = [problem.said for problem in check(PACK, LANGUAGE, STORYFOLD) if problem.code == "W508"]
    assert said == []
    covered = load(PACK, LANGUAGE).covered["it"]
    assert covered.parts == {"words", "rules"}


def test_every_lesson_task_and_need_is_translated(book: Pack) -> None:
    english = load(PACK, LANGUAGE)
    rules = [
        key
        for key in english.texts
        if (key.startswith("lesson-") and key.endswith(".text"))
        or key.endswith((".task.text", ".needs_text", ".short"))
    ]
    assert len([key for key in rules if key.startswith("lesson-")]) == len(english.of_kind("lesson"))
    assert [key for key in rules if book.texts[key] == english.texts[key]] == []


def test_prompts_and_options_with_their_odds(italian: Tongue) -> None:
    match = at_the_window()
    ask = question(match, italian)
    assert ask.prompt == "Che cosa fa Luma?"
    assert [(one.label, one.note) for one in ask.choices] == [
        ("Supera la finestra di Nan", "1 successo, serve 4+ sui dadi")
    ]
    match.answer((0, "help nans-window"))
    ask = question(match, italian)
    assert ask.prompt == "Aiuta, La finestra di Nan: quanti dadi?"
    assert [(one.label, one.note) for one in ask.choices] == [
        ("1 dado", "62 % per 1 o più, in media 0,6 successi")
    ]


def test_what_is_told(italian: Tongue) -> None:
    match = at_the_window()
    match.answer((0, "help nans-window"))
    match.answer((0, "roll 1"))
    lines = sentences(match, italian)
    assert "Ada supera la finestra di Nan." in lines
    assert "Round 1: Fase Luma." in lines
    assert "I dadi mostrano 7." in lines


def test_words_are_joined(italian: Tongue) -> None:
    words, titles = italian.words, {"stone": "La prima pietra", "goose": "L'Oca di guardia"}
    marked = {"tell": "is marked", "who": -1, "about": ["stone"]}
    assert words.sentence(marked, ["Ada"], titles) == "Sulla prima pietra va una Pedina Luogo."
    full = {"tell": "river is full", "who": -1, "about": ["goose"]}
    assert words.sentence(full, ["Ada"], titles).startswith("Il Fiume è pieno: l'Oca di guardia se ne va")
    gains = {"tell": "gains crystals", "who": 0, "about": [1, "heal"]}
    assert words.sentence(gains, ["Ada"]) == "Ada ottiene 1 Cristallo, su Guarisci."


def test_what_cards_do(book: Pack) -> None:
    assert book.describe("gate-goose") == [
        "Dopo l'Attivazione: Sposta questa carta di uno spazio a sinistra."
    ]
    assert book.describe("hush-owl") == ["Le carte Azione non possono ricevere aiuto dai Cristalli."]
    assert book.describe("brom")[1] == (
        "Cura: Spendi 2 Cristalli, e poi: ottieni 2 Spirito, poi gira la carta Brom."
    )
    assert book.describe("dark-frost") == [
        "In Gioco: Fino alla fine della Scena: il numero di dadi a otto facce disponibili diminuisce di 1."
    ]
    assert "Una folata gelida: Pesca 1 Creatura." in book.describe("lamp-lane")


def test_a_lesson(italian: Tongue) -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=1)
    match.answer("read")
    match.answer("read")
    page = match.scene(0, italian).page
    assert page is not None
    assert (page.label, page.title) == ("Come si fa", "Che cosa puoi fare")
    assert page.prose[0].startswith("Tu sei Luma, e Brom cammina con te.")


def test_the_ribbons_say_where_they_lie(italian: Tongue) -> None:
    here = Journey(chapter="chapter-1", bookmarks={"red": Journey(chapter="prologue")})
    match = Match.new(STORYFOLD, STORYFOLD.setup(record=here), seed=1)
    ask = question(match, italian)
    assert ask.prompt == "Dove apri il libro?"
    assert [(one.label, one.note) for one in ask.choices] == [
        ("Dove si trova il viaggio", "Capitolo Uno: Il Cervo che reggeva la lampada"),
        (
            "Al nastro rosso",
            "Prologo: Il Richiamo della Selva; il nastro verde tiene il segno dove sei ora",
        ),
    ]
    note = "Prologue: The Call of the Wildwood, The Gate Without a Fence; where you stand now is given up"
    assert italian.at(match.state).say(note) == (
        "Prologo: Il Richiamo della Selva, Il cancello senza staccionata; il punto in cui sei ora va perduto"
    )


def test_the_story_stays_english_and_says_so(italian: Tongue) -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(lessons=False), seed=1)
    english, other = match.scene(0).page, match.scene(0, italian).page
    assert english is not None
    assert other is not None
    assert other.title == "Prologo: Il Richiamo della Selva"
    assert other.prose == english.prose
    assert other.lang == "en"


def test_no_pattern_touches_the_story(italian: Tongue) -> None:
    match = at_the_window()
    english, teller = load(PACK, LANGUAGE), italian.at(match.state)
    covered = english.covered["it"].texts
    story = [
        text
        for key, text in english.texts.items()
        if key not in covered and english.lengths.get(key) in ("card", "opening", "ending", "tell", "plain")
    ]
    assert len(story) > 100
    assert [text for text in story if teller.say(text) != text] == []


def test_english_stays_as_it_is() -> None:
    match = at_the_window()
    ask = question(match, None)
    assert (ask.prompt, ask.choices[0].label) == ("What does Luma do?", "Overcome Nan's window")
    assert tongue_of(STORYFOLD, "en") is None
    assert STORYFOLD.summary().startswith("# Storyfold in short")
    assert STORYFOLD.summary("it").startswith("# Storyfold in breve")
