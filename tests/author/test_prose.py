"""`foldtale check --prose`: habits of a pack's prose, counted, and how it fails beyond a limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foldtale.author.voice import Habit, habits
from tests.author.packs import PACK, write
from tests.terminal.conftest import Typist

LONG = "The sea goes out over the stones and comes back with a boot, which it lays at your feet for you to look at. "
SHORT_END, VAGUE, CONTRAST, SPEECH, OFFICE, SIMILE, LENGTH, ENDING = range(8)


def counted(*texts: str, sort: str = "card", cards: int = 10) -> list[Habit]:
    """The habits of a pack with these texts."""
    keys = [f"{at}.text" for at in range(len(texts))]
    return habits(dict(zip(keys, texts, strict=True)), dict.fromkeys(keys, sort), cards)


def test_one_text_in_five_may_end_in_a_short_sentence() -> None:
    short, long = LONG + "It stays there.", LONG + LONG
    assert not counted(short, *[long] * 4)[SHORT_END].is_over
    found = counted(short, *[long] * 3)[SHORT_END]
    assert (found.is_over, found.places) == (True, [("0.text", "It stays there.")])


@pytest.mark.parametrize(("words", "is_short"), [(8, True), (9, False)])
def test_a_sentence_of_eight_words_is_short(words: int, is_short: bool) -> None:
    assert counted(f"{LONG}{'word ' * (words - 1)}end.")[SHORT_END].is_over is is_short


def test_a_line_of_a_few_words_may_end_as_it_likes() -> None:
    assert not counted("It rains herring. It is supper.")[SHORT_END].is_over


@pytest.mark.parametrize("word", ["somebody", "Nobody", "something", "someone"])
def test_vague_words_are_counted_in_a_thousand(word: str) -> None:
    assert counted(f"{word} " + "word " * 165)[VAGUE].is_over
    assert not counted(f"{word} " + "word " * 166)[VAGUE].is_over


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is not a hill. It is a whale.", 1),
        ("They aren't stones; they're eyes.", 1),
        ("It is not a hill, says Grim.", 0),
        ("It is a whale. It is not a hill.", 0),
    ],
)
def test_what_a_thing_is_not_is_said_once_on_ten_cards(text: str, found: int) -> None:
    habit = counted(text, cards=9)[CONTRAST]
    assert (len(habit.places), habit.is_over) == (found, found > 0)
    assert not counted(text, cards=10)[CONTRAST].is_over


@pytest.mark.parametrize(
    ("text", "stiff"),
    [
        ('"I do not know," says Tove.', True),
        ('"It is wet," says Tove.', True),
        ("“You cannot,” says Tove.", True),
        ('"I don\'t know."', False),
        ('"Yes, I am," says Tove.', False),
        ("You do not know, and it is wet.", False),
    ],
)
def test_people_speak_with_contractions(text: str, stiff: bool) -> None:
    assert counted(text)[SPEECH].is_over is stiff


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("A clerk writes it into a ledger.", True),
        ("The Registrar has a clerk and a ledger.", False),
        ("You stamp your foot, and the form of the hill changes.", True),
        ("You stamp your foot.", False),
    ],
)
def test_offices_belong_to_the_registrar(text: str, is_over: bool) -> None:
    assert counted(text)[OFFICE].is_over is is_over


def test_a_simile_is_used_in_one_text() -> None:
    assert not counted("It goes like a cork, like a cork.", "Flat as a plate.")[SIMILE].is_over
    found = counted("It goes like a cork.", "As light as a cork it is.")[SIMILE]
    assert (found.is_over, found.places) == (True, [("1.text", "as a cork")])


def test_a_text_that_two_cards_share_is_no_second_use() -> None:
    assert not counted("It goes like a cork.", "It goes like a cork.")[SIMILE].is_over


@pytest.mark.parametrize(("words", "is_over"), [(45, False), (46, True)])
def test_half_the_cards_have_forty_five_words_at_most(words: int, is_over: bool) -> None:
    assert counted("word " * 30, "word " * words, "word " * 60)[LENGTH].is_over is is_over


@pytest.mark.parametrize(("words", "is_over"), [(99, True), (100, False), (160, False), (161, True)])
def test_endings_have_their_length(words: int, is_over: bool) -> None:
    assert counted("word " * words, sort="ending")[ENDING].is_over is is_over


def test_titles_and_labels_are_no_prose() -> None:
    assert not any(habit.is_over for habit in counted("Somebody like a clerk", "like a clerk", sort="title"))


CARDS = """\
- card: pin
  kind: treasure
  title: A pin
  worth: 1
  text: |
    {}
"""


def checked(foldtale: Typist, folder: Path, text: str, *flags: str) -> tuple[int | str | None, str]:
    ran = foldtale(
        "check", str(write(folder, {"pack.yaml": PACK, "cards/a.yaml": CARDS.format(text)})), *flags
    )
    return ran.code, ran.out


def test_the_command_counts_and_names_the_place_beyond_a_limit(foldtale: Typist, tmp_path: Path) -> None:
    code, out = checked(foldtale, tmp_path, LONG + "It stays there.", "--prose")
    assert code == 1
    assert "cards/a.yaml:1:9: prose pin.text: texts that end in a sentence of 8 words or fewer" in out
    assert "100% of 1 (at most 20%)" in out


def test_without_the_flag_habits_are_nobodys_business(foldtale: Typist, tmp_path: Path) -> None:
    code, out = checked(foldtale, tmp_path, LONG + "It stays there.")
    assert (code, "prose" in out) == (0, False)


def test_a_pack_within_the_limits_passes(foldtale: Typist, tmp_path: Path) -> None:
    code, out = checked(foldtale, tmp_path, LONG, "--prose")
    assert code == 0
    assert "similes used twice: 0 (none)" in out


def test_machines_get_the_places_too(foldtale: Typist, tmp_path: Path) -> None:
    _, out = checked(foldtale, tmp_path, LONG + "It stays there.", "--prose", "--json")
    assert [one["code"] for one in json.loads(out)] == ["prose"]
