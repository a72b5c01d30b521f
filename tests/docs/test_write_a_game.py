"""The code in docs/write-a-game.md is the code that is played and tested."""

import re
from pathlib import Path

import foldtale.games.small.pig as pig
from foldtale.games.small.pig.rules import Pig
from foldtale.kernel.talk import REST, Play, settle

PAGE = (Path(__file__).parents[2] / "docs" / "write-a-game.md").read_text(encoding="utf-8")
FOLDER = Path(pig.__file__).parent


def blocks(title: str) -> list[str]:
    return re.findall(rf'```python title="{re.escape(title)}"\n(.*?)```', PAGE, re.DOTALL)


def code(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_page_shows_the_whole_of_each_file() -> None:
    for name in ("rules.py", "__init__.py"):
        shown = code("".join(blocks(name)))
        assert shown == code((FOLDER / name).read_text(encoding="utf-8"))


def test_the_test_in_the_page_passes() -> None:
    (test,) = blocks("test")
    scope: dict[str, object] = {}
    exec(compile(test, "write-a-game.md", "exec"), scope)
    scope["test_ada_rolls_twice_and_holds"]()  # type: ignore[operator]


def test_the_rules_in_the_page_are_the_ledgers() -> None:
    ledger = pig.game.rules()
    for id, text in re.findall(r"- \*\*(PIG-\d+)\*\* (.*)", PAGE):
        assert ledger.get(id).text == text


def test_the_entry_point_in_the_page_is_the_projects() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert 'pig = "foldtale.games.small.pig:game"' in PAGE
    assert 'pig = "foldtale.games.small.pig:game"' in project


def test_the_game_in_the_page_settles_what_is_due() -> None:
    def one_more(g: Pig) -> Play[None]:
        g.pot += 1
        yield REST

    for state in (Pig([0, 0]), Pig([0, 0]).copy()):
        state.due.append((0, one_more))
        assert list(settle(state)) == [REST]
        assert (state.pot, state.due, state.depth, state.settled) == (1, [], 0, 1)
