"""Windows: seats answer an event with hidden cards, and who is asked follows from public facts alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from foldtale.kernel.effects import Event
from foldtale.kernel.effects.windows import Windows
from foldtale.kernel.talk import Ask, Play, option

PASS = option("pass")
HANDS: dict[int, list[str]] = {}
USED: list[tuple[int, str]] = []


def use(g: Any, seat: int, card: str, event: Event) -> Play[None]:
    HANDS[seat].remove(card)
    USED.append((seat, card))
    event.cancelled = card == "veto"
    if card == "echo":
        yield from WINDOWS.open(g, "echoed", -1, who=seat)


WINDOWS = Windows(
    opens=lambda g, name: name != "unheard",
    seats=lambda g, event, first: [first, *[seat for seat in range(3) if seat != first]][first < 0 :],
    could=lambda g, seat, event: ["dance", "veto", "echo"] if event.facts["who"] != seat else [],
    offers=lambda g, seat, could: {option(card): card for card in could if card in HANDS[seat]},
    hidden=lambda g, card: True,
    use=use,
    passing=PASS,
    rule="R-1",
)


@pytest.fixture(autouse=True)
def _hands() -> None:
    HANDS.clear()
    HANDS.update({0: [], 1: [], 2: []})
    USED.clear()


def played(
    keys: Sequence[str], name: str = "rolled", still: Callable[[], bool] | None = None
) -> tuple[Event, list[Ask]]:
    """Open a window for seat 0 and answer its questions with these keys; the event and the questions."""
    asked: list[Ask] = []
    talk = WINDOWS.open(None, name, 0, still, who=0)
    for answer in [None, *[option(key) for key in keys]]:
        try:
            ask = talk.send(answer)
        except StopIteration as end:
            return end.value, asked
        asked.append(ask)
    raise AssertionError(f"seat {asked[-1].seat} is asked once more")


def test_every_seat_that_could_answer_is_asked_whether_it_has_a_card_or_not() -> None:
    HANDS[1] = ["dance"]
    event, asked = played(["pass", "pass"])
    assert not event.cancelled and USED == []
    assert [(ask.seat, [one.key for one in ask.options]) for ask in asked] == [
        (1, ["pass", "dance"]),
        (2, ["pass"]),
    ]
    assert {(ask.topic, ask.rule, ask.veiled, ask.about) for ask in asked} == {("rolled", "R-1", True, (0,))}


def test_after_an_answer_all_are_asked_again() -> None:
    HANDS[2] = ["dance"]
    _, asked = played(["pass", "dance", "pass", "pass"])
    assert [ask.seat for ask in asked] == [1, 2, 1, 2]
    assert USED == [(2, "dance")]


def test_nobody_is_asked_once_the_event_is_cancelled_or_no_longer_true() -> None:
    HANDS[1] = ["veto"]
    event, asked = played(["veto"])
    assert event.cancelled and len(asked) == 1
    HANDS[1] = ["dance"]
    event, asked = played(["dance"], still=lambda: False)
    assert not event.cancelled and len(asked) == 1


def test_windows_open_inside_each_other() -> None:
    HANDS.update({0: ["dance"], 1: ["echo"]})
    _, asked = played(["echo", "dance", "pass", "pass", "pass", "pass"])
    assert [(ask.topic, ask.seat) for ask in asked] == [
        ("rolled", 1), ("echoed", 0), ("echoed", 0), ("echoed", 2), ("rolled", 1), ("rolled", 2),
    ]  # fmt: skip
    assert USED == [(1, "echo"), (0, "dance")]


def test_a_window_that_no_card_knows_asks_nobody() -> None:
    event, asked = played([], name="unheard")
    assert event.name == "unheard" and asked == []
