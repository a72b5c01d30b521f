"""`foldtale check`: what leads nowhere, what is remembered for nothing, how it sounds, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foldtale.author.voice import is_doing, length, phrases
from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.problems import Problem
from tests.author.packs import PACK, SOUND, codes_of, page, problems_of, write, write_many_cards
from tests.terminal.conftest import Typist

A = "cards/a.yaml"
START = PACK + "start: a\n"
ENTRIES = """\
  do:
    - choose:
        - id: blow
          say: Blow out the lamp
          do: [{score: 1}]
        - id: trim
          say: Trim the wick
"""


def found(folder: Path, files: dict[str, str | bytes]) -> list[tuple[str, int]]:
    """Codes and lines of what is wrong with the file of cards, or with pack.yaml."""
    return [(problem.code, problem.where.line) for problem in problems_of(write(folder, files))]


def only(folder: Path, files: dict[str, str | bytes]) -> Problem:
    """The only problem of a pack."""
    (problem,) = problems_of(write(folder, files))
    return problem


def test_a_remembered_word_that_is_asked_for_by_its_name_alone_is_helped_on(tmp_path: Path) -> None:
    cards = page("a", "  do: [{remember: UMBRELLA}, {if: UMBRELLA, then: [{score: 1}]}]\n")
    problem = next(p for p in problems_of(write(tmp_path, {A: cards})) if p.code == "E305")
    assert "remembered(UMBRELLA)" in problem.said


def test_a_colon_in_a_title_is_explained_in_our_words(tmp_path: Path) -> None:
    cards = page("a").replace("title: ", "title: The cat: ", 1)
    assert "quotes" in only(tmp_path, {A: cards}).said


@pytest.mark.parametrize(("start", "codes"), [("", ["W507"]), ("start: a\n", []), ("start: pin\n", ["E401"])])
def test_a_pack_with_pages_starts_with_a_page(start: str, codes: list[str], tmp_path: Path) -> None:
    pin = "- {card: pin, kind: treasure, title: A pin, worth: 1, text: A pin}\n"
    folder = write(tmp_path, {"pack.yaml": PACK + start, A: page("a") + pin})
    found = {p.code for p in problems_of(folder, start=True)}
    assert [code for code in ("W507", "E401") if code in found] == codes


def test_a_page_that_nothing_leads_to_is_told_of(tmp_path: Path) -> None:
    problem = only(tmp_path, {"pack.yaml": START, A: page("a") + page("b")})
    assert (problem.code, problem.where.line) == ("W501", 7)
    assert "'b' from 'a'" in problem.said


def test_pages_that_lead_only_to_each_other_are_all_unreached(tmp_path: Path) -> None:
    cards = page("a") + page("b", "  next: c\n") + page("c", "  next: b\n")
    assert found(tmp_path, {"pack.yaml": START, A: cards}) == [("W501", 7), ("W501", 14)]


def test_a_page_that_a_page_leads_to_is_reached_wherever_it_stands(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        A: page("c") + page("a", "  next: b\n"),
        "cards/b.yaml": page("b", "  next: c\n"),
    }
    assert found(tmp_path, {"pack.yaml": START, **files}) == []


def test_without_a_start_nothing_is_unreached(tmp_path: Path) -> None:
    assert found(tmp_path, {A: page("a") + page("b")}) == []


def test_cards_that_are_dealt_need_nothing_that_leads_to_them(tmp_path: Path) -> None:
    trick = page("b", "  do: [{look: 1}]\n").replace("kind: page", "kind: trick")
    assert found(tmp_path, {"pack.yaml": START, A: page("a") + trick}) == []


@pytest.mark.parametrize("ring", [1, 2, 5])
def test_pages_whose_only_way_leads_round_are_told_of(ring: int, tmp_path: Path) -> None:
    names = "abcde"[:ring]
    cards = "".join(page(name, f"  next: {names[(at + 1) % ring]}\n") for at, name in enumerate(names))
    assert found(tmp_path, {"pack.yaml": START, A: cards}) == [("W505", 1 + 7 * at) for at in range(ring)]


def test_a_page_that_leads_into_a_ring_is_not_part_of_it(tmp_path: Path) -> None:
    cards = page("a", "  next: b\n") + page("b", "  next: b\n")
    assert found(tmp_path, {"pack.yaml": START, A: cards}) == [("W505", 8)]


def test_a_word_that_is_remembered_and_never_asked_for_is_told_of(tmp_path: Path) -> None:
    problem = only(tmp_path, {A: page("a", "  do: [{remember: MOTH}]\n")})
    assert (problem.code, problem.where.line) == ("W502", 7)
    assert "'MOTH'" in problem.said


def test_a_word_that_is_asked_for_and_never_remembered_is_told_of(tmp_path: Path) -> None:
    problem = only(tmp_path, {A: page("a", "  while: [{hand_limit: 1, if: remembered(MOTH)}]\n")})
    assert (problem.code, problem.where.line) == ("W503", 7)
    assert "'MOTH'" in problem.said


def test_a_word_may_be_remembered_by_one_card_and_asked_for_by_another(tmp_path: Path) -> None:
    asks = page("b", "  do: [{if: remembered(MOTH), then: [{score: 1}]}]\n")
    assert found(tmp_path, {A: asks, "cards/b.yaml": page("a", "  do: [{remember: MOTH}]\n")}) == []


def test_a_word_that_is_misspelt_once_is_told_of_twice(tmp_path: Path) -> None:
    card = page("a", "  do:\n    - {remember: MOTH}\n    - {if: remembered(MOHT), then: [{score: 1}]}\n")
    assert found(tmp_path, {A: card}) == [("W502", 8), ("W503", 9)]


def test_a_sequence_that_nothing_runs_is_told_of(tmp_path: Path) -> None:
    problem = only(tmp_path, {"pack.yaml": PACK + "sequences:\n  polish: [{score: 1}]\n"})
    assert (problem.code, problem.where.line) == ("W504", 5)
    assert "'polish'" in problem.said


def test_a_sequence_that_only_a_sequence_runs_is_run(tmp_path: Path) -> None:
    pack = PACK + "sequences:\n  polish: [{score: 1}]\n  shine: [{run: polish}]\n"
    assert found(tmp_path, {"pack.yaml": pack, A: page("a", "  do: [{run: shine}]\n")}) == []


@pytest.mark.parametrize("test", ["1 > 2", "false", "3 = 4", "2 + 2 < 4", "2 * 3 != 6"])
def test_an_entry_that_nobody_can_ever_choose_is_told_of(test: str, tmp_path: Path) -> None:
    problem = only(tmp_path, {A: page("a", f"{ENTRIES}          if: {test}\n")})
    assert (problem.code, problem.where.line) == ("W506", 14)
    assert "'trim'" in problem.said


@pytest.mark.parametrize("test", ["1 < 2", "true", "round > 1"])
def test_an_entry_that_somebody_may_choose_is_not_told_of(test: str, tmp_path: Path) -> None:
    assert found(tmp_path, {A: page("a", f"{ENTRIES}          if: {test}\n")}) == []


@pytest.mark.parametrize(
    "sort, least, most",
    [("card", 25, 70), ("opening", 25, 120), ("ending", 25, 160), ("label", 2, 7), ("title", 1, 8)],
)
def test_each_sort_of_text_has_its_number_of_words(sort: str, least: int, most: int) -> None:
    for count, is_well in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        assert (length("word " * count, sort) == "") == is_well
    assert str(most + 3) in length("word " * (most + 3), sort)


def test_a_text_without_a_sort_may_have_any_length() -> None:
    assert length("", "") == length("word " * 1000, "") == ""


def test_a_text_of_few_words_is_told_of_at_its_card(tmp_path: Path) -> None:
    problem = only(tmp_path, {A: "- {card: a, kind: page, title: Too short, text: Nobody came.}\n"})
    assert (problem.code, problem.where.line) == ("W601", 1)
    assert problem.said.startswith("a.text: 2 words")


@pytest.mark.parametrize(
    "text",
    [
        "She heard a whisper of destiny.",
        "It was a tapestry of lies.",
        "The lake shimmered.",
        "Here sleeps an ancient evil.",
        "Your heart pounds.",
        "You let out a breath you didn't know you held.",
        "Little did they know!",
        "Far away lived Kha'zi'dun.",
        "The lamp went out — at last. The moth came back — alone.",
    ],
)
def test_worn_phrases_are_kept_out(text: str, tmp_path: Path) -> None:
    assert len(list(phrases(text))) == 1
    card = page("a").replace("    Dust lies", f"    {text} Dust lies") if "—" not in text else page("a")
    assert codes_of(write(tmp_path, {A: card})) == (["W602"] if "—" not in text else [])


@pytest.mark.parametrize(
    "text",
    ["A pound of hearts of palm.", "The neighbour's cat's tail.", "One dash — no more. Then none. Then tea."],
)
def test_plain_phrases_are_left_alone(text: str) -> None:
    assert list(phrases(text)) == []


@pytest.mark.parametrize("label", ["The lamp", "Your own lamp", "no thanks", "3 more steps", "With a sigh"])
def test_a_label_that_is_no_doing_is_told_of(label: str, tmp_path: Path) -> None:
    assert not is_doing(label)
    card = page("a", ENTRIES.replace("Trim the wick", label))
    problem = only(tmp_path, {A: card})
    assert problem.code == "W603"
    assert label in problem.said


@pytest.mark.parametrize("label", ["Trim the lamp", "Ask her", "Theatrically faint", "Notice it"])
def test_a_label_that_begins_with_a_doing_is_left_alone(label: str) -> None:
    assert is_doing(label)


def test_problems_come_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    short = "- {card: %s, kind: page, title: Too short, text: Nobody came.}\n"
    files: dict[str, str | bytes] = {"cards/b.yaml": short % "b", A: short % "a" + short % "c"}
    problems = problems_of(
        write(tmp_path, {"pack.yaml": PACK + "sequences: {idle: [{score: 1}]}\n", **files})
    )
    assert [problem.where for problem in problems] == sorted(problem.where for problem in problems)
    assert len(problems) == 4


def test_check_says_that_a_sound_pack_is_sound(foldtale: Typist) -> None:
    ran = foldtale("check", str(SOUND), "--strict")
    german = f"{SOUND}: de: covers words; not covered: story (4 texts), rules\n"
    assert (ran.code, ran.out, ran.err) == (0, f"{german}{SOUND}: no errors, no warnings\n", "")


def test_check_ends_well_with_warnings_unless_it_is_strict(foldtale: Typist, tmp_path: Path) -> None:
    folder = str(write(tmp_path, {"pack.yaml": START, A: page("a", "  do: [{remember: MOTH}]\n")}))
    ran = foldtale("check", folder)
    assert ran.code == 0
    first, last = ran.out.splitlines()
    assert first.startswith(f"{folder}/cards/a.yaml:7:19: W502 ")
    assert last == f"{folder}: no errors, 1 warning"
    assert foldtale("check", folder, "--strict").code == 1


def test_check_fails_with_errors_and_names_their_places(foldtale: Typist, tmp_path: Path) -> None:
    folder = str(write(tmp_path, {"pack.yaml": START, A: page("a", "  do: [{scor: 1}]\n")}))
    ran = foldtale("check", folder)
    assert ran.code == 1
    assert ran.out.startswith(f"{folder}/cards/a.yaml:7:8: E301 ")
    assert "did you mean 'score'?" in ran.out
    assert ran.out.endswith(": 1 error, no warnings\n")
    assert ran.err == ""


def test_check_tells_machines_the_same(foldtale: Typist, tmp_path: Path) -> None:
    folder = str(write(tmp_path, {"pack.yaml": START, A: page("a", "  do: [{remember: MOTH}]\n")}))
    ran = foldtale("check", folder, "--json")
    assert ran.code == 0
    (fact,) = json.loads(ran.out)
    assert fact.pop("said")
    assert fact == {"code": "W502", "file": "cards/a.yaml", "line": 7, "column": 19}
    assert foldtale("check", folder, "--json", "--strict").code == 1
    assert json.loads(foldtale("check", str(SOUND), "--json").out) == []


@pytest.mark.parametrize("pack", [None, "", "game: [thimble]\n", "just words\n", "game: {\n"])
def test_check_of_what_is_no_pack_fails_with_a_reason(
    pack: str | None, foldtale: Typist, tmp_path: Path
) -> None:
    if pack is not None:
        (tmp_path / "pack.yaml").write_text(pack, encoding="utf-8")
    ran = foldtale("check", str(tmp_path))
    assert ran.code == 1
    assert "pack.yaml:1:" in ran.out or "pack.yaml:2:" in ran.out
    assert foldtale("check", str(tmp_path), "--json").code == 1


def test_check_of_a_pack_for_a_game_that_is_not_there_is_misuse(foldtale: Typist, tmp_path: Path) -> None:
    folder = str(write(tmp_path, {"pack.yaml": PACK.replace("thimble", "thimbel")}))
    ran = foldtale("check", folder)
    assert ran.code == 2
    assert "thimbel" in ran.err
    assert ran.out == ""


def test_cards_are_shown_in_plain_english_beside_what_is_wrong_with_others(
    foldtale: Typist, tmp_path: Path
) -> None:
    ran = foldtale("cards", str(SOUND), "peg")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "A talking peg (treasure peg)")
    assert foldtale("cards", str(SOUND), "pig").code == 1
    cards = page("a", "  do: [{scor: 1}]\n") + page("b", "  do: [{score: 1}]\n")
    broken = foldtale("cards", str(write(tmp_path, {A: cards})))
    assert broken.code == 1
    assert f"{tmp_path.as_posix()}/cards/a.yaml:7" in broken.err
    assert "You score 1 point." in broken.out


def test_the_schema_is_printed_for_games_with_cards(foldtale: Typist) -> None:
    for game in ("thimble", "wonderbook", "grimm"):
        assert game in json.loads(foldtale("schema", game).out)["title"]
    assert foldtale("schema", "pig").code == 2


def test_three_hundred_cards_are_checked(tmp_path: Path) -> None:
    folder = write_many_cards(tmp_path)
    assert len(load(folder, LANGUAGE).cards) == 300
    assert problems_of(folder) == []


@pytest.mark.parametrize(
    ("later", "codes"), [("", ["W502"]), ("later: [MOTH]\n", []), ("later: [MOTH, NEWT]\n", ["W503"])]
)
def test_a_word_may_be_kept_for_a_later_chapter(later: str, codes: list[str], tmp_path: Path) -> None:
    remembers = page("a", "  do: [{remember: MOTH}]\n")
    folder = write(tmp_path, {"pack.yaml": START + later, A: remembers})
    found = {problem.code for problem in problems_of(folder, start=True)}
    assert [code for code in ("W502", "W503") if code in found] == codes
