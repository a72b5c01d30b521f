"""Reading a RULES.md, on small ledgers written here."""

from __future__ import annotations

import pytest

from foldtale.kernel.ledger import Kind, Ledger, LedgerError

SMALL = """\
# Goose

Ids: GS-001..GS-004 rules, GS-X01 worked example. **GS-001** in the middle of prose is no entry.

| Component | Count |
|---|---:|
| Goose | 1 |

## Rules

### Moving

- **GS-001** A goose walks as many fields as the die shows.
- **GS-002** [P] The goose lies on its side
  while it sleeps, and
stands when it wakes (GS-001).
- **GS-003** [H] [X] Rerolling is unwise.

### Diving

* **GS-004** A goose dives on a six; see **GS-001** and XY-001.
- A plain item without an id.

## Worked examples

- **GS-X01** *Given* a six, *when* the goose moves, *then* it dives. (GS-004, GS-001, GS-004)

## Silences and rulings

- **GS-Q01** May a goose reroll? **Ruling:** no.
- **GS-C01** Boards have 63 fields.
- **GS-D01** Dive or walk.
- **GS-H01** The die.

| Id | Says | Note |
|---|---|---|
| **GS-005** | Two geese may share a field. | unless asleep |
"""


@pytest.fixture
def goose() -> Ledger:
    return Ledger.from_text(SMALL)


def test_every_entry_is_found_once_in_the_order_of_the_file(goose: Ledger) -> None:
    assert [entry.id for entry in goose] == [
        "GS-001", "GS-002", "GS-003", "GS-004", "GS-X01", "GS-Q01", "GS-C01", "GS-D01", "GS-H01", "GS-005",
    ]  # fmt: skip
    assert len(goose) == 10
    assert goose.prefix == "GS"


def test_the_letter_says_the_kind(goose: Ledger) -> None:
    assert goose.counts() == {
        Kind.RULE: 5,
        Kind.EXAMPLE: 1,
        Kind.RULING: 1,
        Kind.CONSTRAINT: 1,
        Kind.DECISION: 1,
        Kind.CHANCE: 1,
    }
    assert [entry.id for entry in goose.of(Kind.RULING)] == ["GS-Q01"]


def test_an_entry_knows_its_text_section_and_line(goose: Ledger) -> None:
    walk = goose.get("GS-001")
    assert walk is not None
    assert walk.text == "A goose walks as many fields as the die shows."
    assert walk.section == "Moving"
    assert SMALL.splitlines()[walk.line - 1].startswith("- **GS-001**")
    assert goose.get("GS-999") is None


def test_lines_below_continue_an_entry(goose: Ledger) -> None:
    sleep = goose.get("GS-002")
    assert sleep is not None
    assert sleep.text == "The goose lies on its side while it sleeps, and stands when it wakes (GS-001)."


def test_tags_are_taken_off_the_text(goose: Ledger) -> None:
    by_id = {entry.id: entry for entry in goose}
    assert by_id["GS-003"].tags == ("H", "X")
    assert by_id["GS-003"].text == "Rerolling is unwise."
    assert [entry.id for entry in goose if entry.exempt] == ["GS-002", "GS-003"]


def test_an_example_names_the_rules_it_shows_once_each(goose: Ledger) -> None:
    (example,) = goose.of(Kind.EXAMPLE)
    assert example.names == ("GS-004", "GS-001")


def test_names_are_ids_of_the_same_ledger(goose: Ledger) -> None:
    dive = goose.get("GS-004")
    assert dive is not None
    assert dive.names == ("GS-001",)


def test_an_entry_may_be_a_table_row(goose: Ledger) -> None:
    share = goose.get("GS-005")
    assert share is not None
    assert share.text == "Two geese may share a field. | unless asleep"


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("goose", ["GS-001", "GS-002", "GS-004", "GS-X01", "GS-Q01"]),
        ("GOOSE dives", ["GS-004", "GS-X01"]),
        ("reroll", ["GS-Q01", "GS-003"]),
        ("gs-004", ["GS-004", "GS-X01"]),
        ("diving", ["GS-004"]),
        ("goose unicorn", []),
        ("  ", []),
    ],
)
def test_search_wants_all_words_and_puts_the_best_first(goose: Ledger, words: str, ids: list[str]) -> None:
    assert [entry.id for entry in goose.search(words)] == ids


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- **GS-001** One.\n\n- **GS-001** Two.", "line 3: GS-001 is on line 1 already"),
        ("- **GS-001** One.\n- **GA-002** Two.", "line 2: GA-002 is among ids that begin with GS-"),
        ("- **GS-Z01** One.", "line 1: GS-Z01 has an unknown letter, not X, Q, C, D, H or none"),
        ("- **GS-001** [P]\n", "line 1: GS-001 says nothing"),
        ("- **GS-001**\n", "line 1: GS-001 says nothing"),
    ],
)
def test_a_broken_ledger_says_where_and_what(text: str, problem: str) -> None:
    with pytest.raises(LedgerError, match=f"^goose.md, {problem}$"):
        Ledger.from_text(text, "goose.md")


def test_a_file_without_entries_is_an_empty_ledger() -> None:
    empty = Ledger.from_text("# Nothing yet\n")
    assert len(empty) == 0
    assert empty.search("anything") == []
