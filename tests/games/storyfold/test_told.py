"""What is told: by whom, and in which order things follow from each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale import games
from foldtale.kernel.match import Match
from tests.games.storyfold.given import answer, now, play, told, wood
from tests.games.storyfold.test_crystals import book

STORYFOLD = games.get("storyfold")
TALES = sorted((Path(__file__).parents[2] / "fixtures" / "tales" / "storyfold").glob("[!t]*.tale"))
LAMP = "while: [{threshold: -1, who: explore}], use: [{advance_light: 1}]"
"""What the Lamp of the book of these tests does."""


@pytest.mark.parametrize("path", TALES, ids=lambda path: path.stem)
def test_what_is_told_is_told_of_the_one_who_plays_or_of_nobody(path: Path) -> None:
    lines = [line for line in Match.load(path).story(0) if "tell" in line]
    assert {line["who"] for line in lines} == {0, -1}
    sentences = STORYFOLD.words.tells
    of_nobody = {line["tell"] for line in lines if line["who"] == -1}
    assert [tell for tell in of_nobody if "{who}" in sentences.get(tell, "")] == []
    assert {"luma phase", "shadow phase", "scene", "saves", "travels"}.isdisjoint(of_nobody)


@pytest.mark.parametrize(
    ("key", "after"), [("illuminate vole", "is illuminated"), ("illuminate light", "light moves")]
)
@pytest.mark.rule("SF-062")
def test_what_follows_from_spent_crystals_comes_before_what_they_were_spent_for(key: str, after: str) -> None:
    content = book((LAMP, "when: [{on: crystals_spent, do: [{gain_spirit: 1}]}]"))
    match = play(
        wood("I vole H E G", crystals={"I": 1}, kept=["lamp"], spirit=5, brom="out", content=content), (8, 1)
    )
    answer(match, key, "roll 2", "first" if key.endswith("vole") else "second 1")
    names = [line[0] for line in told(match)]
    assert names.index("spends crystals") < names.index("gains spirit") < names.index(after)


@pytest.mark.rule("SF-083")
def test_a_shadow_pawn_that_stays_has_not_advanced() -> None:
    for pace, lying in ((-1, 0), (0, 1)):
        does = f"while: [{{shadow_pace: {pace}}}], when: [{{on: shadow_advances, do: [{{gain_crystals_on: heal}}]}}]"
        match = play(wood(kept=["lamp"], brom="out", shadow=6, content=book((LAMP, does))))
        answer(match, "end phase")
        assert (now(match).shadow, now(match).crystals_on("heal")) == (6 + (pace < 0) - 1, lying)
