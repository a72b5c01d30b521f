"""The walker's tales: together they come by all that the Prologue and Chapter One have to show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from foldtale.author.trails import Temper, Trail
from foldtale.games.storyfold.content import LIBRARY
from foldtale.games.storyfold.sights import scenes_reached, sights
from foldtale.kernel.match import Match
from tests.games.storyfold.sense import STORYFOLD, careless, played, sensible
from tests.sizes import size

WALKED = sorted((Path(__file__).parents[2] / "fixtures" / "walked" / "storyfold").glob("*.tale"))
BOOK = LIBRARY.contents("storyfold")


def seen_in(path: Path) -> set[str]:
    """All sights in the log of a stored game, which still plays as it did."""
    match = Match.load(path)
    trail = Trail(match, 0, 0, Temper(0, False))
    wanted = {sight: at for chapter in BOOK.chapters for at, sight in enumerate(sights(BOOK, chapter))}
    return set(trail.look(wanted))


def test_every_scene_place_card_triumph_and_ending_is_reached() -> None:
    seen = {sight for path in WALKED for sight in seen_in(path)}
    missing = [sight for chapter in BOOK.chapters for sight in sights(BOOK, chapter) if sight not in seen]
    assert missing == []


def test_the_chapter_has_scenes_enough_and_one_play_sees_some_of_them() -> None:
    assert len(scenes_reached(BOOK.pack, "chapter-1")) >= 7
    lengths = Counter()
    for seed in range(size(10, 30, 100)):
        match = played(seed, sensible, start="chapter one", lessons=False)
        if match.outcome is not None and match.outcome.ending == "onward":
            lengths[len(match.state.triumphs)] += 1
    assert lengths and set(lengths) <= {3, 4, 5}
    assert lengths[4] + lengths[5] > lengths[3]


def test_each_scene_has_four_to_seven_places_and_a_track_of_its_own() -> None:
    scenes = [BOOK.scenes[ident] for ident in scenes_reached(BOOK.pack, "chapter-1")]
    assert [len(scene.places) for scene in scenes if not 4 <= len(scene.places) <= 7] == []
    tracks = [(scene.light, scene.shadow, tuple(scene.track.items())) for scene in scenes]
    assert len({str(track) for track in tracks}) == len(tracks)
    assert all(scene.icons and scene.track for scene in scenes)


def test_the_decks_are_as_large_as_they_should_be() -> None:
    chapter = BOOK.chapter("chapter-1")
    kinds = Counter([card.kind for card in BOOK.cards.values()])
    assert len(chapter.creatures) >= 16
    assert kinds["blessing"] + kinds["curse"] >= 24
    assert (kinds["companion"], kinds["trauma"], kinds["action"]) == (4, 6, 4)
    assert len(chapter.stories) >= 14
    assert (len(chapter.shadows), chapter.drawn) == (5, 3)


def test_weak_play_meets_the_final_shadow_card_and_sensible_play_often_does_not() -> None:
    games = size(10, 30, 100)
    weak = [played(seed, careless, start="chapter one", lessons=False) for seed in range(games)]
    met = [match for match in weak if BOOK.chapter("chapter-1").final in match.state.pages.read]
    assert len(met) > games / 2
    better = [played(seed, sensible, start="chapter one", lessons=False) for seed in range(games)]
    through = [match for match in better if match.outcome is not None and match.outcome.ending == "onward"]
    assert len(through) > games / 10
    decks = {tuple(sorted(match.state.shadows.rows[1])) for match in met}
    assert len(decks) > 1, "runs differ"


def test_both_triumphs_lead_on() -> None:
    for ident in scenes_reached(BOOK.pack, "chapter-1"):
        for link in BOOK.scenes[ident].links:
            assert link.to in BOOK.scenes or link.to == "next-chapter"
    assert STORYFOLD.endings == ("onward", "the end", "saved", "left")
