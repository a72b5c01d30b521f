"""Packs that mean harm, or grew out of hand: refused or ended soon, in little memory, without a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.author.packs import HERE, PACK, page, write

ROOT = HERE.parent.parent
A = "cards/a.yaml"
BELLS = PACK.replace("thimble", "bells")


def bounded(deed: str, folder: Path) -> list[Any]:
    """What a deed of `bounded` finds; more than it may have, or a traceback, fails the test."""
    command = [sys.executable, "-m", "tests.author.bounded", deed, str(folder)]
    where = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    ran = subprocess.run(
        command, cwd=ROOT, env=where, capture_output=True, text=True, timeout=900, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: list[Any] = json.loads(ran.stdout)
    return found


def codes(folder: Path) -> list[str]:
    found = bounded("load", folder)
    assert all(len(problem["said"]) < 1000 for problem in found)
    return [problem["code"] for problem in found]


def following(*steps: str) -> str:
    """A page that does these things."""
    return page("a", "  do:\n" + "".join(f"    - {step}\n" for step in steps))


def test_a_billion_laughs_are_not_laughed(tmp_path: Path) -> None:
    lines = ["a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert codes(write(tmp_path, {A: "\n".join(lines)})) == ["E102"]


@pytest.mark.parametrize("name", ["pack.yaml", A, "translations/de/a.yaml"])
def test_a_file_of_a_hundred_megabytes_is_not_read(name: str, tmp_path: Path) -> None:
    write(tmp_path, {name: ""})
    with (tmp_path / name).open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert codes(tmp_path) == ["E104"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "], ids=["list", "fields", "dashes"])
def test_ten_thousand_levels_are_too_deep(opening: str, tmp_path: Path) -> None:
    assert codes(write(tmp_path, {A: opening * 10_000})) == ["E104"]


def test_ten_thousand_levels_of_indented_fields_are_too_deep(tmp_path: Path) -> None:
    deep = "".join(f"{' ' * level}a:\n" for level in range(1300))
    assert codes(write(tmp_path, {A: deep})) == ["E104"]
    assert codes(write(tmp_path, {A: "? " * 10_000})) == ["E104"]


def test_instructions_nested_a_hundred_deep_are_refused(tmp_path: Path) -> None:
    step = "{look: 1}"
    for _ in range(15):
        step = f"{{may: [{step}], say: Look again}}"
    assert codes(write(tmp_path, {A: following(step)})) == ["E314"]
    for _ in range(100):
        step = f"{{may: [{step}], say: Look again}}"
    assert codes(write(tmp_path, {A: following(step)})) == ["E104"]


def test_a_link_that_leads_out_of_the_pack_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(page("b"), encoding="utf-8")
    folder = write(tmp_path / "pack", {A: page("a")})
    (folder / "cards" / "b.yaml").symlink_to(tmp_path / "secret.yaml")
    assert codes(folder) == ["E105"]


def test_a_folder_of_cards_that_lies_elsewhere_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", {A: page("b")})
    folder = write(tmp_path / "pack", {})
    (folder / "cards").symlink_to(tmp_path / "elsewhere" / "cards")
    assert codes(folder) in (["E105"], [])


def test_pack_yaml_is_no_link_that_leads_out_of_the_pack(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", {})
    folder = write(tmp_path / "pack", {A: page("a")})
    (folder / "pack.yaml").unlink()
    (folder / "pack.yaml").symlink_to(tmp_path / "elsewhere" / "pack.yaml")
    assert "E105" in codes(folder)


def test_a_link_that_leads_nowhere_is_told_of(tmp_path: Path) -> None:
    folder = write(tmp_path, {A: page("a")})
    (folder / "cards" / "b.yaml").symlink_to("c.yaml")
    assert codes(folder) == ["E105"]


def test_a_link_to_itself_is_told_of(tmp_path: Path) -> None:
    folder = write(tmp_path, {A: page("a")})
    (folder / "cards" / "b.yaml").symlink_to("b.yaml")
    assert codes(folder) == ["E105"]


def test_a_file_name_that_is_not_text_is_no_matter(tmp_path: Path) -> None:
    folder = write(tmp_path, {"pack.yaml": PACK + "start: a\n", A: page("a")})
    Path(os.fsdecode(os.fsencode(folder) + b"/cards/\xff.yaml")).write_text("[]", encoding="utf-8")
    assert codes(folder) in ([], ["E105"])


def test_a_folder_with_the_name_of_a_file_is_told_of(tmp_path: Path) -> None:
    assert codes(write(tmp_path, {"cards/b.yaml/c.txt": ""})) == ["E105"]


def test_a_sequence_that_runs_itself_is_refused(tmp_path: Path) -> None:
    pack = PACK + "sequences:\n  round: [{run: round}]\n"
    assert "E313" in codes(write(tmp_path, {"pack.yaml": pack, A: following("{run: round}")}))


def test_sequences_that_run_each_other_are_refused(tmp_path: Path) -> None:
    pack = PACK + "sequences:\n  there: [{may: [{run: back}]}]\n  back: [{score: 1}, {run: there}]\n"
    assert codes(write(tmp_path, {"pack.yaml": pack, A: following("{run: there}")})).count("E313") == 2


def test_loops_in_loops_end_although_they_are_told_to_go_on_for_ever(tmp_path: Path) -> None:
    most = "9" * 300
    loops = f"{{repeat: {most}, do: [{{repeat: {most}, do: [{{repeat: {most}, do: [{{score: 1}}]}}]}}]}}"
    pack = {"pack.yaml": PACK + "start: a\n", A: following(loops)}
    begins, *others = bounded("play", write(tmp_path, pack))
    assert 1 <= int(begins) <= 1000
    assert others == ["0", "0"]


def test_an_amount_does_not_grow_for_ever(tmp_path: Path) -> None:
    pack = {
        "pack.yaml": PACK + "start: a\n",
        A: following("{score: 9}", "{repeat: 999, do: [{score: points * points}]}"),
    }
    assert len(bounded("play", write(tmp_path, pack))) == 3


@pytest.mark.parametrize(
    "when",
    [
        "[{on: dinged, do: [ding]}]",
        "[{on: dinged, do: [dong]}, {on: donged, do: [ding]}]",
        "[{on: dinged, do: [ding, ding]}]",
        "[{on: dinged, do: [{repeat: 999, do: [ding]}]}]",
    ],
)
def test_cards_that_answer_each_other_for_ever_are_ended(when: str, tmp_path: Path) -> None:
    bell = f"- {{card: a, kind: bell, do: [ding], when: {when}}}\n"
    assert bounded("ring", write(tmp_path, {"pack.yaml": BELLS, A: bell})) == []


def test_effects_that_bring_ever_more_effects_into_force_are_ended(tmp_path: Path) -> None:
    inner = "{for: turn, when: [{on: donged, do: [{for: turn, when: [{on: donged, do: []}]}]}]}"
    bell = f"- {{card: a, kind: bell, do: [{{repeat: 99999, do: [{inner}]}}, dong]}}\n"
    assert bounded("ring", write(tmp_path, {"pack.yaml": BELLS, A: bell})) == []


@pytest.mark.parametrize(
    "junk", [bytes(range(256)) * 400, b"\x00" * 1000, b"\xff\xfe" + b"-\x00 \x00" * 50, b"\x7fELF"]
)
@pytest.mark.parametrize("name", ["pack.yaml", A, "translations/de/a.yaml"])
def test_binary_junk_is_refused(name: str, junk: bytes, tmp_path: Path) -> None:
    assert codes(write(tmp_path, {name: junk})) in (["E101"], ["E106"])


@pytest.mark.parametrize(
    "number", ["9" * 10_000, "-" + "9" * 5000, "0x" + "f" * 10_000, "1e999999999", "9" * 18]
)
def test_a_huge_number_is_refused(number: str, tmp_path: Path) -> None:
    treasure = page("a", f"  worth: {number}\n").replace("kind: page", "kind: treasure")
    assert codes(write(tmp_path, {A: treasure})) in (["E203"], ["E205"])


def test_a_huge_number_in_an_expression_is_refused(tmp_path: Path) -> None:
    assert codes(write(tmp_path, {A: following(f"{{score: {'9' * 10_000}}}")})) == ["E304"]


@pytest.mark.parametrize("opening", ["(", "not ", "count(", "-", "half(", "1 + ", "self is "])
def test_an_expression_that_goes_on_and_on_is_refused(opening: str, tmp_path: Path) -> None:
    for many in (60, 10_000):
        text = opening * many + "1" + ")" * (opening.count("(") * many)
        step = f"{{if: '{text}', then: [{{score: 1}}]}}"
        assert codes(write(tmp_path, {A: following(step)})) in (["E304"], ["E314"], ["E306"])


@pytest.mark.parametrize("item", ["- 1", "- [", "- {a: b}", "-"])
def test_a_list_of_hundreds_of_thousands_is_refused(item: str, tmp_path: Path) -> None:
    found = codes(write(tmp_path, {A: f"{item}\n" * 300_000}))
    assert found[0] in ("E104", "E101", "E201")


def test_a_card_with_an_id_of_ten_thousand_letters_is_refused(tmp_path: Path) -> None:
    assert codes(write(tmp_path, {A: page("a" * 10_000)})) == ["E206"]


@pytest.mark.parametrize("long", ["field", "kind", "instruction", "sequence", "name", "flag", "key"])
def test_words_of_ten_thousand_letters_do_not_flood_the_messages(long: str, tmp_path: Path) -> None:
    word = "a" * 10_000
    cards = {
        "field": page("a", f"  {word}: 1\n"),
        "kind": page("a").replace("kind: page", f"kind: {word}"),
        "instruction": following(word),
        "sequence": following(f"{{run: {word}}}"),
        "name": following(f"{{score: {word[:390]}}}"),
        "flag": following(f"{{remember: {word[:390]}}}"),
        "key": page("a", f"  ? {word}\n  : 1\n"),
    }
    assert codes(write(tmp_path, {A: cards[long]}))


def test_more_cards_than_a_pack_may_have_are_refused(tmp_path: Path) -> None:
    cards = "".join(f"- {{card: c{n}, kind: trick}}\n" for n in range(6_000))
    assert "E201" in codes(write(tmp_path, {A: cards}))


def test_thousands_of_cards_that_lead_nowhere_are_told_of_soon(tmp_path: Path) -> None:
    cards = "".join(f"- {{card: c{n}, kind: page, title: t, text: x, next: c{n}x}}\n" for n in range(1_500))
    assert "E401" in codes(write(tmp_path, {A: cards}))


def test_more_files_than_a_pack_may_have_are_not_read(tmp_path: Path) -> None:
    assert codes(write(tmp_path, {f"cards/{n:03}.yaml": "[]" for n in range(450)})) == ["E104"]
