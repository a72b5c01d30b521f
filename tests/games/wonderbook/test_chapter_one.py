"""Chapter I, The Tower That Hummed: what it must have, whole games of it, and how hard it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from foldtale.author.check import check
from foldtale.games.wonderbook.content import FOLDER as GAME
from foldtale.games.wonderbook.content import LIBRARY, place_of
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.kernel.match import Match
from tests.games.wonderbook.sense import played
from tests.games.wonderbook.tales import FOLDER, WANTED, fits
from tests.sizes import size

PACK = LIBRARY.box
CHAPTER = LIBRARY.contents("wonderbook", 1)
KEYWORDS = {"TORCH", "BREAD", "READ", "HUMMED", "LIT", "SHAM", "HOME"}
EASIEST, HARDEST = 0.60, 0.15


def kinds() -> Counter[str]:
    return Counter([CHAPTER.kind(ident) for ident in CHAPTER.deck])


def test_the_pack_is_clean_in_form_and_voice() -> None:
    assert check(GAME / "pack", LANGUAGE) == []


@pytest.mark.rule("WB-C01", "WB-011")
def test_it_has_42_cards() -> None:
    assert [place_of(ident) for ident in CHAPTER.deck] == [(1, number) for number in range(1, 43)]


def test_it_has_all_sorts_of_cards() -> None:
    found = kinds()
    assert (found["goal"], found["item"], found["rule"], found["choice"], found["wyrm"]) == (3, 4, 2, 5, 1)
    banners = Counter(
        [CHAPTER.body(ident).banner for ident in CHAPTER.deck if CHAPTER.kind(ident) == "interaction"]
    )
    assert len([banner for banner in banners if banner]) >= 2
    assert sum([count for banner, count in banners.items() if banner]) >= 6
    assert (
        len({CHAPTER.body(ident).goal.says for ident in CHAPTER.deck if CHAPTER.kind(ident) == "goal"}) == 3
    )


def test_its_maps_have_walls_ways_and_things() -> None:
    for drawn in (CHAPTER.body("court"), CHAPTER.body("tower")):
        assert len(drawn.areas) >= 6
        assert {line.line for line in drawn.borders} == {"dashed", "solid"}
        assert len(drawn.objects) >= 5
        assert all(ground.outline for ground in drawn.areas.values())
        assert len(drawn.back) + len(drawn.ground) + len(drawn.front) > 30


def test_every_keyword_is_written_and_comes_back_in_this_chapter() -> None:
    asked = {word for ident in CHAPTER.deck for (word,) in PACK.cards[ident].asks("has")}
    written = {
        word
        for word in KEYWORDS
        if any(
            f"write {word}" in says for card in PACK.cards.values() for says in [" ".join(card.says.values())]
        )
    }
    assert written == KEYWORDS
    assert asked >= KEYWORDS
    bible = (GAME / "pack" / "BIBLE.md").read_text(encoding="utf-8")
    assert all(f"| {word} |" in bible for word in KEYWORDS)


@pytest.mark.parametrize("name", WANTED)
def test_a_stored_game_comes_out_as_it_did(name: str) -> None:
    match = Match.load(FOLDER / f"{name}.tale")
    assert match.setup.players == WANTED[name].players
    assert fits(match, WANTED[name])


def test_stored_games_show_every_ending_every_table_and_every_keyword_both_ways() -> None:
    stored = [Match.load(path) for path in sorted(Path(FOLDER).glob("*.tale"))]
    bands = {band.id for band in CHAPTER.body("I-42").endings}
    assert {match.state.chosen.get("I-42", "lost") for match in stored} == {*bands, "lost"}
    assert {match.setup.players for match in stored} == {1, 2, 3, 4}
    whole = [match for match in stored if "I-42" in match.state.chosen]
    for word in KEYWORDS:
        assert {word in match.state.sheet.keywords for match in whole} == {True, False}, word


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_players_with_a_little_sense_win_now_and_then(players: int) -> None:
    plays = size(40, 100, 400)
    won = sum([played(players, seed).outcome.ending == "completed" for seed in range(plays)])  # type: ignore[union-attr]
    assert HARDEST <= won / plays <= EASIEST, f"{won} of {plays}"
