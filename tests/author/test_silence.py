"""What is wrong is never passed over in silence, and what is right is never complained of."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel.effects.schema import schema
from tests.author.packs import codes_of, page, write
from tests.author.test_hostile import codes

A = "cards/a.yaml"
DROPPED = pytest.mark.xfail(reason="the instruction is left out, and nobody is told")
TAKEN = pytest.mark.xfail(reason="it is taken as it stands")
NO_SAY = pytest.mark.xfail(
    reason="labels that the author cannot write are measured as if they were the author's"
)


@pytest.mark.parametrize(
    "step, code",
    [
        pytest.param("{run: [polish]}", "E203", marks=DROPPED),
        pytest.param("{tell: [Hush]}", "E203", marks=DROPPED),
        pytest.param("{score: {round: {}}}", "E203", marks=DROPPED),
        pytest.param("{each: 3, do: [{score: 1}]}", "E306", marks=TAKEN),
        pytest.param("{pick: round > 1, do: [{score: 1}]}", "E306", marks=TAKEN),
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
@TAKEN
def test_cancel_takes_nothing(step: str, tmp_path: Path) -> None:
    card = page("a", f"  instead: [{{of: scoring, do: [{step}]}}]\n")
    assert codes_of(write(tmp_path, {A: card})) == ["E303"]


@pytest.mark.parametrize("step", ["{either: [{score: 1}], or: [{draw: 1}]}", "{may: [{score: 1}]}"])
@NO_SAY
def test_a_label_that_nobody_wrote_is_not_complained_of(step: str, tmp_path: Path) -> None:
    assert codes_of(write(tmp_path, {A: page("a", f"  do: [{step}]\n")})) == []


@pytest.mark.xfail(reason="only ordinary files should be opened: this one never ends")
def test_a_pipe_in_a_pack_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, {A: page("a")})
    os.mkfifo(tmp_path / "cards" / "b.yaml")
    assert codes(tmp_path) == ["E105"]


@pytest.mark.xfail(reason="every instruction that takes `do` looks into it, at every level")
def test_the_schema_takes_no_longer_for_instructions_in_instructions_than_for_as_many_others() -> None:
    validator = Draft7Validator(schema(LANGUAGE))

    def seconds(depth: int) -> float:
        do: list[dict[str, object]] = [{"look": 1}]
        for _ in range(depth):
            do = [{"limit": "turn", "do": do}]
        cards = [{"card": "a", "kind": "trick", "title": "A", "text": "B", "do": do}]
        begun = time.process_time()
        assert validator.is_valid(cards)
        return time.process_time() - begun

    assert seconds(4) < 10 * seconds(2)
