"""Options are declared once: key, parts, sentence, vocabulary, elements, refusal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foldtale.kernel.game import Words
from foldtale.kernel.options import Among, Each, Options, is_among
from foldtale.kernel.talk import Ask, option

AREAS = ["hall", "yard"]


def the_area(state: str, area: str, steps: int) -> Sequence[str]:
    return (f"{state} {area}",)


OPTIONS = Options()
WALK = OPTIONS.verb(
    "walk",
    "Walk to {0}",
    Among[str, int](lambda areas: [(area, n) for area in areas for n in (1, 2)], the_area),
    "R-1",
)
THING = OPTIONS.verb(
    "",
    "",
    Each[str](
        lambda areas: areas, called=lambda areas, area: f"the {area}", note=lambda areas, area: "An area"
    ),
)
WAIT = OPTIONS.plain(
    "wait",
    "Wait a while",
    refused="R-2",
    icon="clock",
    final=True,
    touches=lambda state: (state,),
    group="Do little",
)
WALK_ON = OPTIONS.plain("walk", "Walk on")
WORDS = Words.of(OPTIONS, topics={}, tells={})


def test_an_option_is_the_one_with_its_key_and_gives_its_parts_back() -> None:
    choice = WALK("hall", 2)
    assert choice is option("walk hall 2")
    assert choice in WALK and choice not in THING
    assert WALK.parts(choice) == ("hall", 2)
    assert THING("hall").key == "hall"


def test_an_option_that_was_never_declared_has_no_parts() -> None:
    assert option("walk nowhere 9") not in WALK
    with pytest.raises(KeyError):
        WALK.parts(option("walk nowhere 9"))


def test_the_vocabulary_has_all_plain_options_and_all_parts_that_can_occur() -> None:
    walks = ["walk hall 1", "walk hall 2", "walk yard 1", "walk yard 2"]
    assert OPTIONS.vocabulary(AREAS) == ["wait", "walk", *walks, "hall", "yard"]


def test_sentences_tell_a_plain_option_from_one_with_the_same_verb() -> None:
    assert WORDS.option("walk") == "Walk on"
    assert WORDS.option("walk hall 2") == "Walk to hall"
    assert (WORDS.icon("wait"), WORDS.is_final("wait"), WORDS.is_final("walk")) == ("clock", True, False)


def test_elements_and_refusals_are_found_by_the_key() -> None:
    OPTIONS.vocabulary(AREAS)
    assert OPTIONS.touches("board", "turn", "walk yard 1") == ("board yard",)
    assert OPTIONS.touches("board", "turn", "hall") == ()
    assert OPTIONS.touches("board", "turn", "wait") == ("board",)
    ask = Ask(0, "turn", [WAIT], "R-9")
    assert [OPTIONS.why_not(ask, key) for key in ("walk yard 1", "wait", "fly")] == ["R-1", "R-2", "R-9"]


def test_names_and_notes_stand_under_the_key() -> None:
    assert OPTIONS.texts(["hall"]) == {"hall": "the hall", "hall.note": "An area"}


def test_options_are_named_by_their_key_or_by_their_verb() -> None:
    assert is_among(("walk",), WALK("hall", 2)) and is_among(("walk",), WALK_ON)
    assert is_among(("walk hall 2",), WALK("hall", 2)) and not is_among(("walk hall 2",), WALK("hall", 1))
    assert not is_among((), WAIT)


def test_options_of_one_group_are_called_alike() -> None:
    assert [WORDS.group(choice.key) for choice in (WAIT, WALK_ON)] == ["Do little", ""]


def test_what_cards_ask_and_tell_is_said_unless_a_game_says_it_in_its_own_words() -> None:
    own = Words.of(OPTIONS, topics={"may": "Will you?"}, tells={"a card says": "“{0}”"})
    assert (WORDS.prompt("may"), own.prompt("may"), own.prompt("pick")) == (
        "Do you do it?",
        "Will you?",
        "Which one?",
    )
    assert (WORDS.tells["a card says"], own.tells["a card says"]) == ("{0}", "“{0}”")
