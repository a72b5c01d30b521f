"""Every code has a page for authors, and its examples are what they say they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.author.packs import CODES, HERE, PAGES, problems_of, write

BLOCK = re.compile(r"^```yaml (wrong|right) (\S+)(?: \((.*)\))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "  # <-"
WITH_PAGE = list(CODES)


class Example(NamedTuple):
    """Some files of a pack, and which lines of them are marked."""

    files: dict[str, str | bytes]
    missing: list[str]
    marked: list[tuple[str, int]]


def example(code: str, sort: str) -> Example:
    """The wrong or the right example of a page."""
    found = Example({}, [], [])
    for which, name, how, text in BLOCK.findall((PAGES / f"{code}.md").read_text(encoding="utf-8")):
        if which != sort:
            continue
        lines = text.splitlines()
        found.marked.extend((name, at + 1) for at, line in enumerate(lines) if line.endswith(MARK))
        plain = "".join(f"{line.removesuffix(MARK)}\n" for line in lines)
        if how == "not there":
            found.missing.append(name)
        else:
            found.files[name] = plain.encode("latin-1") if how == "in Latin-1" else plain
    return found


def written(folder: Path, example: Example) -> Path:
    write(folder, example.files)
    for name in example.missing:
        (folder / name).unlink()
    return folder


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    sources = (HERE.parent.parent / "src" / "foldtale").rglob("*.py")
    text = "".join([path.read_text(encoding="utf-8") for path in sources])
    assert set(re.findall(r'"([EW][0-9]{3})"', text)) == set(CODES)
    assert {path.stem for path in PAGES.glob("*.md")} - {"README"} == set(CODES)


def test_the_list_of_pages_links_to_all_in_order() -> None:
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \[(\w+)\]\(\1\.md\) (.*)$", text, re.MULTILINE) == [
        (code, CODES[code]) for code in WITH_PAGE
    ]


@pytest.mark.parametrize("code", WITH_PAGE)
def test_a_page_begins_with_its_code_and_says_what_to_do_in_a_few_sentences(code: str) -> None:
    title, blank, *rest = (PAGES / f"{code}.md").read_text(encoding="utf-8").splitlines()
    assert title == f"# {code}: {CODES[code]}"
    assert blank == ""
    said = " ".join(rest[: rest.index("")])
    assert 1 <= len(re.findall(r"[.!?](?:\s|$)", said)) <= 3


@pytest.mark.parametrize("code", WITH_PAGE)
def test_the_wrong_example_gives_this_code_and_no_other_at_its_mark(code: str, tmp_path: Path) -> None:
    wrong = example(code, "wrong")
    found = problems_of(written(tmp_path, wrong), code == "W507")
    assert [problem.code for problem in found] == [code], found
    assert len(wrong.marked) == (0 if wrong.missing else 1)
    for place in wrong.marked:
        assert (found[-1].where.file, found[-1].where.line) == place


@pytest.mark.parametrize("code", WITH_PAGE)
def test_the_right_example_gives_no_problem_at_all(code: str, tmp_path: Path) -> None:
    right = example(code, "right")
    assert right.files
    assert not right.marked
    assert problems_of(written(tmp_path, right), code == "W507") == []
