"""What is wrong is never passed over in silence, and what is right is never complained of."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel.effects.schema import schema
from tests.author.packs import codes_of, page, write
from tests.author.test_hostile import codes

A = "cards/a.yaml"


@pytest.mark.parametrize(
    "step, code",
    [
        ("{run: [polish]}", "E203"),
        ("{tell: [Hush]}", "E203"),
        ("{score: {round: {}}}", "E203"),
        ("{each: 3, do: [{score: 1}]}", "E306"),
        ("{pick: round > 1, do: [{score: 1}]}", "E306"),
        ("{repeat: others, do: [{score: 1}]}", "E306"),
        ("{each: left where round > 1, do: []}", "E306"),
        ("{score: [1]}", "E203"),
        ("{choose: later}", "E312"),
        ("{may: }", "E302"),
    ],
)
def test_an_instruction_that_cannot_work_is_told_of(step: str, code: str, tmp_path: Path) -> None:
    assert code in codes_of(write(tmp_path, {A: page("a", f"  do: [{step}]\n")}))


@pytest.mark.parametrize("step", ["{cancel: 5}", "{cancel: , because: I can}"])
def test_cancel_takes_nothing(step: str, tmp_path: Path) -> None:
    card = page("a", f"  instead: [{{of: scoring, do: [{step}]}}]\n")
    assert codes_of(write(tmp_path, {A: card})) == ["E303"]


@pytest.mark.parametrize("step", ["{either: [{score: 1}], or: [{draw: 1}]}", "{may: [{score: 1}]}"])
def test_a_label_that_nobody_wrote_is_not_complained_of(step: str, tmp_path: Path) -> None:
    assert codes_of(write(tmp_path, {A: page("a", f"  do: [{step}]\n")})) == []


def test_a_pipe_in_a_pack_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, {A: page("a")})
    os.mkfifo(tmp_path / "cards" / "b.yaml")
    assert codes(tmp_path) == ["E105"]


def test_the_schema_takes_no_longer_for_instructions_in_instructions_than_for_as_many_others() -> None:
    validator = Draft7Validator(schema(LANGUAGE))

    def calls(depth: int) -> int:
        do: list[dict[str, object]] = [{"look": 1}]
        for _ in range(depth):
            do = [{"limit": "turn", "do": do}]
        cards = [{"card": "a", "kind": "trick", "title": "A", "text": "B", "do": do}]
        counted = Counter[str]()
        sys.setprofile(lambda frame, event, arg: counted.update([event]))
        try:
            assert validator.is_valid(cards)
        finally:
            sys.setprofile(None)
        return counted["call"]

    assert calls(4) < 10 * calls(2)
