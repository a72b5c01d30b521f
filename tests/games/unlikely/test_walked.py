"""The walker sees all cards, boxes, variants, unlocks and endings of both quests, and of all modules."""

from __future__ import annotations

from typing import Any, Final

import pytest

from foldtale.author.walk import Walk, walk
from foldtale.games.unlikely import MODULES, SETS, game
from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.record import Sagas
from tests.sizes import Seeds, size

BOX: Final = LIBRARY.contents("unlikely")
PLAIN: Final = {"players": 1, **dict.fromkeys((*MODULES, *SETS), False)}
"""Nothing is mixed in."""


def walked(plays: int, seed: int = 0, **chosen: Any) -> Walk:
    return walk(game, "unlikely", chosen, plays, seed, lambda played: None)


def sights(**chosen: Any) -> set[str]:
    return {*game.sights(game.setup(**chosen))}


@pytest.mark.slow
@pytest.mark.parametrize("quest", [1, 2])
def test_a_quest_is_won_and_nearly_all_of_it_is_seen(quest: int) -> None:
    done = walked(size(60, 150, 2000), quest=quest, **PLAIN)
    chapters = [ident for (of, _), idents in BOX.chapters.items() if of == quest for ident in idents]
    assert {*chapters, f"quest-{quest} won", f"quest-{quest} lost", "ending: won"} <= {*done.sights}
    assert f"quest-{quest} won" in done.shortest and f"{chapters[-1]}.loses failure" in done.shortest
    assert len(done.missing) <= size(0.5, 0.1, 0) * len(done.sights)


@pytest.mark.long
def test_all_that_the_box_has_is_seen(seeds: Seeds) -> None:
    for seed in seeds(1, 1, 2):
        done = walked(5000, seed)
        assert done.missing == []
        assert {"60 plays", "133 takes", "by-the-eyelid", "cursed-luck-three-1 luck"} <= {*done.sights}


def test_a_setup_lists_what_its_quest_leads_to_and_what_is_mixed_in() -> None:
    first, second = sights(quest=1, lessons=False), sights(quest=2)
    assert {"70 box 3", "71 fly", "59 unlocks", "50-51-52 solves"} <= first
    assert {"119 eye", "in-love won", "124-125-128 solves", "133 unlocks"} <= second
    alike = {sight for sight in first & second if not sight.endswith((" plays", " takes", " unlucky"))}
    assert alike == set()
    mixed = sights(quest=2, weather=True, detour=True, nightfall=True, cursed_items=True, blessed_traits=True)
    assert {"herring-rain south", "half-a-boat covers a detour", "owl-supper 9-11"} <= mixed - second
    assert {"screaming-axe gains item", "sea-legs trait", "good-nose do-1 no"} <= mixed - second


def test_all_encounter_cards_belong_to_a_quest() -> None:
    both = sights(quest=1) | sights(quest=2)
    assert [ident for ident in BOX.encounters if ident not in both] == []


def test_what_a_record_has_unlocked_can_be_chosen_and_is_not_unlocked_again() -> None:
    listed = sights(quest=1, record=Sagas(unlocked=("60", "133")))
    assert "133 takes" in listed and "60 unlocks" not in listed
    assert "133 takes" not in sights(quest=1) and "60 unlocks" in sights(quest=1)
