"""Guests of one table read different languages, and know the same."""

from __future__ import annotations

import json

from foldtale.kernel.speech import ENGLISH
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import ours
from foldtale.table import views
from foldtale.table.refusals import REASONS, Refused, in_words
from foldtale.table.watching import Watcher
from tests.table.given import ADA, BO, NOW, keys, say, table


def test_two_guests_of_a_table_are_told_the_same_in_two_languages() -> None:
    made = table("thimble", "ada", "bo", "bot", setup={"rounds": 3})
    ada, bo = Watcher(ADA, 0, lang="it"), Watcher(BO, 1)
    first = json.loads(ada.whole(made, {0, 1}, NOW))
    assert first["scene"]["ask"]["prompt"] == "Tocca a te: che cosa fai?"
    assert "Pesca una carta" in [choice["label"] for choice in first["scene"]["ask"]["choices"]]
    assert [seat["name"] for seat in first["seats"]] == ["Giocatore 1", "Bo", "Bot 3"]
    assert [panel["name"] for panel in first["scene"]["seats"]] == ["Giocatore 1", "Bo", "Bot 3"]
    assert json.loads(bo.whole(made, {0, 1}, NOW))["seats"][0]["name"] == "Player 1"
    say(made, next(key for key in keys(made) if key.startswith("lay") or key == "draw"))
    updates = [json.loads(one.update(made, {0, 1}, NOW) or b"{}") for one in (ada, bo)]
    italian, english = ([one["text"] for one in update["story"]["told"]] for update in updates)
    assert ("Giocatore 1" in " ".join(italian), "Player 1" in " ".join(italian)) == (True, False)
    assert ("Giocatore 1" in " ".join(english), "Player 1" in " ".join(english)) == (False, True)


def test_english_views_are_the_same_whoever_else_reads_what() -> None:
    made = table("thimble", "ada", "bo", "bot", setup={"rounds": 3})
    before = Watcher(BO, 1).whole(made, {0}, NOW)
    Watcher(ADA, 0, lang="it").whole(made, {0}, NOW)
    assert Watcher(BO, 1).whole(made, {0}, NOW) == before
    assert b"Giocatore" not in before


def test_what_programs_read_is_the_same_in_every_language() -> None:
    made = table("thimble", "ada", "bo", "bot", setup={"rounds": 3})
    say(made, keys(made)[0])
    english = views.whole_view(made, ADA, 0, (), NOW)
    italian = views.whole_view(made, ADA, 0, (), NOW, lang="it")
    assert italian.story.lines == english.story.lines
    assert italian.story.told != english.story.told
    assert (italian.scene.ask is None) == (english.scene.ask is None)
    card = views.card(made, ADA, (), NOW, "it")
    assert (card.title, card.subtitle[-5:]) == ("Thimble", " di 3")
    assert card.said != views.card(made, ADA, (), NOW).said


def test_a_scene_that_stays_english_says_so_to_whoever_asked_for_italian() -> None:
    made = table("pig", "ada", "bo")
    assert [views.dressed(made.match, made.desk, 0, lang).lang for lang in ("en", "it")] == ["", "en"]
    thimble = table("thimble", "ada", "bo", "bot")
    assert views.dressed(thimble.match, thimble.desk, 0, "it").lang == ""


def test_an_earlier_moment_and_its_file_are_retold_too() -> None:
    made = table("thimble", "ada", "bo", "bot", setup={"rounds": 3})
    moment = views.moment(made.id, made.desk, made.match, 1, 0, 1, 1, "it")
    assert moment.scene.subtitle == "Round 1 di 3"
    assert views.dressed(made.match, made.desk, SPECTATOR, "it").subtitle == "Round 1 di 3"


def test_a_refusal_is_said_in_general_where_its_own_words_are_not_known() -> None:
    late = Refused("late", "the table has moved on: question 3 is closed, 4 is open")
    assert in_words(late, ENGLISH) == late.said
    assert in_words(late, ours("it")) == "la domanda è chiusa: il tavolo è andato avanti"
    assert in_words(Refused("over", "the match is over"), ours("it")) == "la partita è finita"
    assert [meaning for _, meaning in REASONS.values() if not ours("it").has(meaning)] == []
