"""What cannot be done is not offered, and refused with its rule if it is sent all the same."""

from __future__ import annotations

import pytest

from foldtale.kernel.errors import LateAnswer
from foldtale.testing import answer, asked, offered, refuses
from tests.games.grimm.given import BAN, PLAIN, play, tale


@pytest.mark.rule("GR-039", "GR-038", "GR-041")
@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("place plain-die r01", "GR-039"),
        ("place plain-die r05", "GR-038"),
        ("place plain-die r02", "GR-041"),
        ("place plain-die r03", "GR-054"),
        ("place plain-die wolf", "GR-113"),
        ("place plain-die fox-1", "GR-122"),
        ("place snake-die r01", "GR-023"),
        ("place plain-die r99", "GR-035"),
        ("move well", "GR-061"),
        ("play m17", "GR-135"),
        ("fly", "GR-006"),
    ],
)
def test_a_placement_that_breaks_a_rule(key: str, rule: str) -> None:
    g = tale(
        pools={0: {"plain-die": 3}},
        stacks={
            "r01": [(1, PLAIN, 4)],
            "r02": [(1, PLAIN, 2), (2, PLAIN, 2), (3, PLAIN, 2)],
            "r03": [(1, BAN, "ban")],
            "fox-1": [(2, BAN, 3)],
        },
    )
    g.wolf_used = True
    assert refuses(play(g), key, rule)


@pytest.mark.rule("GR-082")
def test_a_quest_completed_with_a_token_already_spent() -> None:
    quests = {0: ["q303", "q211", "q201", "q409"]}
    hands = {0: ["m12"]}
    g = tale(step="quests", tokens={0: (0, 0, 2)}, at={0: "church"}, quests=quests, hands=hands)
    match = play(g)
    assert {"complete q303", "complete q211"} <= set(offered(match))
    answer(match, "complete q303")
    assert (asked(match), match.state.tokens[0]) == ((0, "quests"), (0, 0, 0))
    assert refuses(match, "complete q211", "GR-082")
    assert refuses(match, "complete q303", "GR-083")
    assert refuses(match, "complete q201", "GR-084")
    assert refuses(match, "complete q202", "GR-127")


@pytest.mark.rule("GR-Q116")
def test_a_trade_for_something_the_other_no_longer_has() -> None:
    match = play(tale(tokens={0: (1, 0, 0), 1: (0, 1, 0)}))
    answer(match, "trade", "player 2", "ask bread")
    assert refuses(match, "ask bread", "GR-Q116")
    assert refuses(match, "give apple", "GR-Q116")
    answer(match, "offer", "accept")
    answer(match, "trade", "player 2")
    assert refuses(match, "ask bread", "GR-Q116")


@pytest.mark.rule("GR-135")
def test_a_reaction_after_its_window_is_closed() -> None:
    match = play(tale(pools={0: {"double-die": 3}}, at={0: "old_woman"}, hands={1: ["m17"]}), then=1)
    answer(match, "place double-die r15", "pass", "move apple", "take")
    assert asked(match) == (1, "tokens_gained")
    number = match.number
    answer(match, "pass")
    with pytest.raises(LateAnswer):
        match.answer("play m17", number)
    if not match.over:
        assert refuses(match, "play m17", "GR-135")
    assert (match.state.tokens[0], match.state.tokens[1]) == ((0, 0, 1), (0, 0, 0))
