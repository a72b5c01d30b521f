"""`foldtale check --walk`: everything that a pack has to show is seen, and what cannot be seen is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from foldtale import games
from foldtale.author.trails import Temper, Trail
from foldtale.author.walk import ANY, Walk, walk
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack import shelf
from foldtale.kernel.pack.loading import read
from foldtale.kernel.talk import EVERYONE
from tests.author.packs import PACK, SOUND, page, write
from tests.sizes import Seeds
from tests.terminal.conftest import Typist

WONDER = games.get("wonderbook")
THIMBLE = games.get("thimble")
SAMPLE = WONDER.folder / "packs" / "sample"
PLAYS = 2000
FEW = 20
NEVER = """\
  do:
    - choose:
        - id: blow
          say: Blow out the lamp
        - id: trim
          say: Trim the wick
          if: round > 3
"""


def walked(pack: str, plays: int = PLAYS, seed: int = 0) -> Walk:
    game = WONDER if pack == "sample" else THIMBLE
    return walk(game, pack, {}, plays, seed, lambda played: None)


def sound() -> str:
    assert THIMBLE.language is not None
    return shelf.add(SOUND, THIMBLE.language)


def has_seen(match: Match, sight: str) -> bool:
    return sight in Trail(match, 0, 0, Temper(ANY, False)).look({sight: 0})


def test_the_sample_is_covered_whatever_the_seed(seeds: Seeds) -> None:
    for seed in seeds(1, 3, 30):
        assert walked("sample", seed=seed).missing == []


def test_a_chapter_shows_its_pages_columns_actions_results_and_endings() -> None:
    sights = {*WONDER.sights(WONDER.setup(pack="sample"))}
    pages = {"I-1 front", "I-1 back", "I-4 guard", "I-4 chair", "I-5 back", "I-12 word", "I-12 telephone"}
    options = {"use I-3 thorns", "use I-8 pour", "interact I-7", "I-6 light", "I-6 tug"}
    results = {"I-6 challenge success", "I-6 challenge fail", "I-9 puzzle.success", "I-9 puzzle.fail"}
    assert pages | options | results | {"twine appears", "garden opens", "I-8 finds"} <= sights


def test_a_pack_of_thimble_is_covered() -> None:
    done = walked(sound())
    assert done.missing == []
    assert {"yard", "mangle", "lay peg", "play soap", "yard peep", "peg do-1", "peg do-1 no"} <= {
        *done.sights
    }
    assert "ending: most points" in done.sights


def test_every_number_of_players_and_every_difficulty_takes_part() -> None:
    done = walked("sample", FEW)
    assert len([setup for setup in done.setups if setup.record is None]) == 4 * 3
    only = walk(WONDER, "sample", {"players": 3, "difficulty": "easier"}, FEW, 0, lambda played: None)
    assert {(setup.players, setup.difficulty) for setup in only.setups} == {(3, "easier")}


def test_a_journey_is_taken_up_where_another_match_has_ended() -> None:
    done = walk(
        games.get("storyfold"), "storyfold", {"start": "prologue", "lessons": False}, 60, 0, lambda n: None
    )
    chapters = {setup.record.chapter for setup in done.setups if setup.record is not None}
    assert "chapter-1" in chapters
    assert "stepping-ford" in done.sights and "stepping-ford" in done.shortest


def test_what_cannot_be_seen_is_named_first_and_the_check_fails(foldtale: Typist, tmp_path: Path) -> None:
    folder = write(tmp_path, {"pack.yaml": PACK + "start: a\n", "cards/a.yaml": page("a", NEVER)})
    ran = foldtale("check", "--walk", "--plays", "40", str(folder))
    assert ran.code == 1
    _, first, *_, last = ran.out.splitlines()
    assert first == "never reached: a trim (40 plays came by 'a blow', which stands before it)"
    assert last == "walk: 3 of 4 covered in 40 plays"


def test_a_pack_that_is_covered_passes(foldtale: Typist) -> None:
    ran = foldtale("check", "--walk", "--seed", "1", str(SOUND))
    assert ran.code == 0
    assert "walk: 9 of 9 covered in" in ran.out
    assert "never reached" not in ran.out


def test_a_pack_with_errors_is_not_walked(foldtale: Typist, tmp_path: Path) -> None:
    folder = write(tmp_path, {"cards/a.yaml": page("a", "  do: [{scores: 1}]\n")})
    ran = foldtale("check", "--walk", str(folder))
    assert ran.code == 1
    assert "E301" in ran.out
    assert "walk:" not in ran.out


def test_machines_get_the_problems_and_the_walk(foldtale: Typist) -> None:
    ran = foldtale("check", "--walk", "--json", "--plays", "1", str(SAMPLE))
    found = json.loads(ran.out)
    assert ran.code == 1
    assert found["problems"] == []
    assert found["walk"]["plays"] == 1
    assert found["walk"]["covered"]["I-1 front"] == {"play": 1, "answers": 0}
    assert "I-12 telephone" in found["walk"]["missing"]


def test_logs_lead_to_what_they_are_named_for(foldtale: Typist, tmp_path: Path) -> None:
    done = walked("sample")
    done.save(tmp_path / "logs")
    for sight, trail in done.shortest.items():
        name = sight.replace(": ", "-").replace(" ", "-")
        match = Match.load(tmp_path / "logs" / f"{name}.tale")
        assert match.last_answered == trail.answers
        assert has_seen(match, sight), sight
    told = foldtale("replay", str(tmp_path / "logs" / "I-4-guard.tale"), "--plain")
    assert told.code == 0
    assert "Ask him to stand guard" in told.out


def test_logs_are_written_where_they_are_wanted(foldtale: Typist, tmp_path: Path) -> None:
    assert foldtale("check", "--walk", "--logs", str(tmp_path / "new" / "logs"), str(SOUND)).code == 0
    assert len([*(tmp_path / "new" / "logs").glob("*.tale")]) == 9


@pytest.mark.slow
def test_the_same_seed_walks_the_same_ways_under_any_hash_seed() -> None:
    command = [
        sys.executable,
        "-m",
        "foldtale.cli",
        "check",
        "--walk",
        "--json",
        "--plays",
        "60",
        "--seed",
        "3",
    ]
    written = [
        subprocess.run(
            [*command, str(SAMPLE)],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert written[0] == written[1]
    assert json.loads(written[0])["walk"]["seed"] == 3


def test_another_seed_walks_other_ways() -> None:
    assert walked("sample", FEW, 1).facts()["covered"] != walked("sample", FEW, 2).facts()["covered"]


def test_a_game_that_does_not_say_what_there_is_to_see_is_refused() -> None:
    with pytest.raises(SetupError, match="Thimble does not say what there is to see"):
        walk(replace(THIMBLE, sights=lambda setup: ()), sound(), {}, 1, 0, lambda played: None)


def test_what_is_noted_stands_in_no_story() -> None:
    trail = walked("sample").shortest["I-6 tug"]
    entries = trail.match.entries or []
    assert ("", -1, "", ("I-6 tug",), (), 0) in entries
    assert all(line.get("tell") != "" for line in trail.match.story(EVERYONE.bit_length() - 1))


def test_two_rolls_of_one_card_are_told_apart(tmp_path: Path) -> None:
    roll = "{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}"
    both = f"{{challenge: 2, needed: 1, success: [{roll}], fail: [{{damage: 1}}]}}"
    card = f"- {{card: I-1, kind: story, title: One, text: Words, do: [{both}]}}\n"
    folder = write(tmp_path, {"pack.yaml": PACK.replace("thimble", "wonderbook"), "cards/a.yaml": card})
    assert WONDER.language is not None
    found = read(folder, WONDER.language).pack
    assert found is not None
    assert found.ways == ["I-1 challenge-2 success", "I-1 challenge success", "I-1 challenge fail"]
