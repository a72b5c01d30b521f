"""Whatever stands in a pack, the loader and the check come to an end with problems, never with another exception."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from foldtale.author.check import check
from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel.effects.expression import Scope
from foldtale.kernel.effects.instructions import CONTROL
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, Type
from foldtale.kernel.effects.parsing import BUILT_IN, read_expression
from foldtale.kernel.effects.wording import COMPARED
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.nodes import read_text
from foldtale.kernel.pack.problems import BadPack, Problems, Where
from tests.author.packs import CODES, PACK, SOUND, files_of, write
from tests.sizes import size

TEXTS = settings(max_examples=size(100, 800, 20_000))
PACKS = settings(max_examples=size(40, 200, 5_000))
EXPRESSIONS = settings(max_examples=size(100, 1000, 60_000))
FILES = files_of(SOUND)
NAMES = sorted(FILES)

# fmt: off
MARKS = [
    "- ", "? ", ": ", "{", "}", "[", "]", ", ", "\n", "\n  ", "&a ", "*a", "!!", "!x ", "|", ">", "'", '"', "#",
    "<<: ", "---\n", "...\n", "%YAML 1.2\n", "~", "\t", "\\x", "\x85", "\ufeff", "é", "0x1F", "1e9", ".inf", "-1",
]
WORDS = [
    *LANGUAGE.ops, *LANGUAGE.values, *LANGUAGE.events, *LANGUAGE.queries, *LANGUAGE.cards, *sorted(CONTROL),
    "card", "kind", "title", "text", "worth", "copies", "next", "do", "when", "while", "instead", "on", "of", "id",
    "say", "then", "else", "by", "as", "it", "up_to", "count", "who", "from", "set", "add", "turn", "round",
]
TOKENS = [
    *LANGUAGE.values, *BUILT_IN, *COMPARED, "self", "it", "worth", "thimble", "NAME", "where", "and", "or", "not",
    "(", ")", ",", "+", "-", "*", "0", "1", "12", "9" * 30, "%", "'", "é", "#", "/", "a-b", "_", "²", "٣",
]
# fmt: on

yaml_text = st.lists(st.sampled_from(MARKS + WORDS) | st.text(max_size=3), max_size=60).map("".join)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.floats()
    | st.sampled_from(WORDS + TOKENS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=12,
)


def try_pack(files: dict[str, bytes | str]) -> None:
    """Load and check a pack of these files; they must be of one mind about it."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), files)
        found = check(Path(folder), LANGUAGE)
        try:
            load(Path(folder), LANGUAGE)
            is_bad = False
        except BadPack as bad:
            is_bad = True
            assert all(problem.is_error for problem in bad.problems)
    assert is_bad == any(problem.is_error for problem in found)
    for problem in found:
        assert problem.code in CODES
        assert problem.where.line >= 1
        assert problem.said


@given(yaml_text)
@TEXTS
def test_any_text_is_read_as_yaml_or_refused_with_one_reason(text: str) -> None:
    problems = Problems()
    node = read_text(text, "a.yaml", problems)
    assert {problem.code for problem in problems.found} <= {"E101", "E102", "E103", "E104"}
    assert node is not None or len(problems.errors) >= 1 or not text.strip() or is_empty(text)


def is_empty(text: str) -> bool:
    """Whether YAML sees nothing but comments, directives and marks."""
    parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return not any(isinstance(event, yaml.NodeEvent) for event in yaml.parse(text, parser))


@given(st.sampled_from(["cards/a.yaml", "pack.yaml", "translations/de/a.yaml"]), yaml_text)
@PACKS
def test_any_text_can_stand_in_a_file_of_a_pack(name: str, text: str) -> None:
    try_pack({"pack.yaml": PACK, name: text.encode("utf-8", "replace")})


@given(st.sampled_from(["pack.yaml", "cards/a.yaml"]), values)
@PACKS
def test_any_values_can_stand_in_a_file_of_a_pack(name: str, value: Any) -> None:
    card = {"card": "a", "kind": "page", "title": "t", "text": "x"}
    bodies = [{**card, field: value} for field in ("do", "when", "while", "instead", "next", "title")]
    whole = (
        bodies if name != "pack.yaml" else {"pack": "a", "game": "thimble", "title": "t", "sequences": value}
    )
    dumped = yaml.safe_dump(whole, allow_unicode=True, sort_keys=False).encode("utf-8", "replace")
    try_pack({"pack.yaml": PACK, name: dumped})


edits = st.tuples(
    st.integers(0, 10**6), st.integers(0, 12), st.binary(max_size=4) | yaml_text.map(str.encode)
)


@given(st.sampled_from(NAMES), st.lists(edits, min_size=1, max_size=4))
@PACKS
def test_a_sound_pack_with_other_bytes_here_and_there_is_read_or_refused(
    name: str, changes: list[tuple[int, int, bytes]]
) -> None:
    text = FILES[name]
    for at, gone, new in changes:
        at %= len(text) + 1
        text = text[:at] + new + text[at + gone :]
    try_pack({**FILES, name: text})


Place = tuple[Callable[[Any], None], Any]


def places(value: Any) -> list[Place]:
    """Every value inside a value, and how another is put in its place."""
    found: list[Place] = []
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((lambda new, key=key: value.__setitem__(key, new), value[key]))
        found += places(value[key])
    return found


@given(st.data())
@PACKS
def test_a_sound_pack_with_parts_that_changed_places_is_read_or_refused(data: st.DataObject) -> None:
    whole = {name: yaml.load(text, yaml.BaseLoader) for name, text in FILES.items()}
    for _ in range(data.draw(st.integers(1, 3))):
        every = places(whole)[len(whole) :]
        put, one = data.draw(st.sampled_from(every))
        put_other, other = data.draw(st.sampled_from(every))
        if data.draw(st.booleans()):
            put(data.draw(values))
        else:
            put(copied(other))
            put_other(copied(one))
    try_pack({name: dumped(value) for name, value in whole.items()})


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def dumped(value: Any) -> bytes:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False).encode("utf-8", "replace")


@given(st.lists(st.sampled_from(TOKENS) | st.text(max_size=2), max_size=25), st.sampled_from(["", " "]))
@EXPRESSIONS
def test_any_tokens_are_an_expression_or_refused_with_a_reason(tokens: list[str], between: str) -> None:
    text = between.join(tokens)
    for takes in (Type(AMOUNT), Type(CONDITION), Type(LANGUAGE.actor), Type(LANGUAGE.actor, many=True)):
        problems = Problems()
        scope = Scope(LANGUAGE, problems).in_event("laid")
        found = read_expression(text, takes, scope, Where("a.yaml"))
        assert (found is None) == bool(problems.errors)
        assert found is None or found.type.kind is takes.kind
    problems = Problems()
    assert (read_expression(text, None, Scope(LANGUAGE, problems), Where("a.yaml")) is None) == bool(
        problems.errors
    )


@pytest.mark.parametrize("text", ["", "# only a comment\n"])
def test_an_empty_pack_yaml_is_refused_with_a_reason(text: str, tmp_path: Path) -> None:
    write(tmp_path, {"pack.yaml": text})
    with pytest.raises(BadPack) as bad:
        load(tmp_path, LANGUAGE)
    assert bad.value.problems
