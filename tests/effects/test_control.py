"""The instructions that every language has, each by itself, in a language of gold and gifts."""

from __future__ import annotations

from typing import Any, NewType

import pytest

from foldtale.kernel import Match, Outcome, Play, State
from foldtale.kernel.effects import (
    ME,
    Cause,
    Force,
    Kind,
    Language,
    Standing,
    amended,
    before,
    enter,
    forbidden,
    happen,
    is_changed,
    perform,
)
from foldtale.kernel.effects.expression import Scope
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.effects.program import Code
from foldtale.kernel.effects.standing import standing
from foldtale.kernel.pack.nodes import Fields, read_text
from foldtale.kernel.pack.problems import Problems
from tests.kernel.toys import ToySetup, toy

Seat = NewType("Seat", int)
PLAYER = Kind("player", key=lambda g, seat: f"player {seat}")
GOLD = Language("gold", PLAYER)
GOLD.kinds[Seat] = PLAYER
GOLD.scopes = ["turn"]
GOLD.who_answers = lambda g, c, who: (-1, 2) if who is None else (who, who)
GOLD.event("gained", "somebody gains gold", who=Seat, n=int)
GOLD.ban("giving", "nothing can be given")


class Chest(State):
    def __init__(self) -> None:
        super().__init__()
        self.force = Force()
        self.gold = [3, 0, 5]
        self.written: list[str] = []

    def copy(self) -> Chest:
        twin = Chest()
        twin.force, twin.gold, twin.written = self.force, self.gold[:], self.written[:]
        return twin


@GOLD.value("all players")
def players(g: Chest) -> list[Seat]:
    return [Seat(seat) for seat in range(3)]


@GOLD.value("{who's} gold")
def gold(g: Chest, who: Seat = ME) -> int:
    return g.gold[who]


@GOLD.op("{who} {who:gains|gain} {n} gold")
def gain(g: Chest, n: int, who: Seat = ME) -> Play[None]:
    event = yield from before(g, "gained", who=who, n=n)
    if not event.cancelled:
        g.gold[who] += event.facts["n"]
        happen(g, "gained", who=who, n=event.facts["n"])


def has(g: Chest, n: int, who: Seat) -> bool:
    return g.gold[who] >= n


@GOLD.op("{who} {who:pays|pay} {n} gold", can=has)
def spend(g: Chest, n: int, who: Seat = ME) -> None:
    g.gold[who] -= n


def all_have(g: Chest, n: int) -> bool:
    return min(g.gold) >= n


@GOLD.op("everybody pays {n} gold", can=all_have)
def levy(g: Chest, n: int) -> None:
    g.gold = [max(0, own - n) for own in g.gold]


def read(text: str) -> Code:
    problems = Problems()
    node = read_text(text, "card", problems)
    scope = Scope(GOLD, problems)
    code = Reader(scope, "card").block(node, scope)
    assert problems.found == []
    return code


def stands(text: str) -> Standing:
    problems = Problems()
    node = read_text(text, "card", problems)
    assert isinstance(node, Fields)
    scope = Scope(GOLD, problems)
    found, _ = standing(Reader(scope, "card"), node, scope)
    assert problems.found == []
    return found


def play(text: str, *answers: str, given: Standing | None = None) -> list[int]:
    """The gold of the three after player 0 has done what the text says."""
    code = read(text)

    def main(g: Any) -> Play[Outcome]:
        if given is not None:
            enter(g, "other card", Seat(1), given)
        yield from perform(g, code, Cause(Seat(0), "card"))
        return Outcome("done", (), tuple(g.gold))

    game = toy(main, begin=lambda setup: Chest(), topics={})  # type: ignore[arg-type, return-value]
    match = Match.new(game, ToySetup(), bare=True)
    for answer in answers:
        match.answer(answer)
    assert match.outcome is not None
    return list(match.outcome.scores)


@pytest.mark.parametrize(("price", "left"), [(2, [1, 0, 5]), (3, [0, 0, 5]), (4, [3, 9, 5])])
def test_what_must_be_done_is_done_if_it_can_be_and_otherwise_something_else(
    price: int, left: list[int]
) -> None:
    others = "{each: players where gold(it) = 0, do: [{gain: 9, who: it}]}"
    assert play(f"[{{must: [{{spend: {price}}}], else: [{others}]}}]") == left


def test_a_cost_of_two_parts_is_paid_whole_or_not_at_all() -> None:
    assert play("[{pay: [{spend: 1}, {levy: 1}], then: [{gain: 9}], else: [{gain: 1}]}]") == [4, 0, 5]


def test_what_may_be_done_is_offered_if_any_part_of_it_can_be_done() -> None:
    assert play("[{may: [{spend: 1}, {levy: 1}]}]", "card do-1") == [1, 0, 4]
    assert play("[{may: [{spend: 4}, {levy: 1}]}]") == [3, 0, 5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{if: gold(self) > 2, then: [{gain: 1}]}", "if your gold is more than 2: you gain 1 gold"),
        ("{each: players, do: [{spend: gold(it), who: it}]}", "that player's gold"),
        (
            "{pick: players, count: 2, do: [{gain: 1, who: it}]}",
            "choose 2 of all players: for each of them: ",
        ),
        ("{if: count(players) >= 3, then: [{gain: 1}]}", "the number of all players is at least 3"),
    ],
)
def test_sentences_have_the_right_form(text: str, said: str) -> None:
    assert said in read(text).says


def test_let_remembers_things_as_they_were() -> None:
    text = """
    - let: rich
      be: players where gold(it) >= 3
      do:
        - {each: players, do: [{gain: 5, who: it}]}
        - {each: rich, do: [{spend: 1, who: it}]}
    """
    assert play(text) == [7, 5, 9]


def test_an_amount_is_chosen_between_two_bounds() -> None:
    text = "{amount: n, least: 1, most: gold(self), do: [{spend: n}, {gain: 2 * n, who: it}]}"
    whole = f"{{each: players where gold(it) = 0, do: [{text}]}}"
    assert play(whole, "2") == [1, 4, 5]


def test_who_acts_can_be_each_in_turn() -> None:
    assert play("{each: players where gold(it) > 0, acts: it, do: [{gain: 1}, {spend: 3}]}") == [1, 0, 3]


def test_the_group_can_set_the_order_of_a_loop() -> None:
    text = "{each: players, by: group, do: [{gain: gold(self), who: it}]}"
    assert play(text, "player 1", "player 0") == [6, 3, 11]


def test_where_nothing_can_be_picked_something_else_is_done() -> None:
    text = "{pick: players where gold(it) > 9, do: [{gain: 1, who: it}], else: [{spend: 1}]}"
    assert play(text) == [2, 0, 5]


def test_an_option_keeps_the_id_that_its_author_gave_it() -> None:
    assert play("{may: [{gain: 1}], id: greed}", "card greed") == [4, 0, 5]
    assert play("{either: [{gain: 1}], or: [{spend: 1}], id: way}", "card or-way") == [2, 0, 5]


def test_what_is_forbidden_is_forbidden_to_whom_it_is() -> None:
    g = Chest()
    assert not forbidden(g, "giving", Seat(0))
    enter(g, "card", Seat(1), stands("while: [{forbid: giving, who: players where gold(it) > 3}]"))
    assert [forbidden(g, "giving", Seat(seat)) for seat in range(3)] == [False, False, True]


def test_no_card_answers_to_what_it_brought_about_itself() -> None:
    given = stands("instead: [{of: gained, do: [{gain: 1}, {change: n, to: n + 1}]}]")
    assert play("{gain: 1}", given=given) == [5, 1, 5]


def test_of_two_that_set_a_number_the_later_counts() -> None:
    GOLD.query("limit", "the limit")
    from foldtale.kernel.effects import value

    g = Chest()
    for amount in (8, 2):
        enter(g, f"card {amount}", Seat(0), stands(f"while: [{{limit: {{set: {amount}}}}}]"))
    enter(g, "more", Seat(0), stands("while: [{limit: 5}, {limit: {most: 6}}]"))
    assert value(g, "limit", 1) == 6


def test_until_lasts_until_something_happens() -> None:
    luck = "{until: gained, if: n >= 3, instead: [{of: gained, do: [{change: n, to: n + 1}]}]}"
    assert play(f"[{luck}, {{gain: 1}}, {{gain: 2}}, {{gain: 1}}]") == [3 + 2 + 3 + 1, 0, 5]
    assert read(luck).says == (
        "until somebody gains gold, if the n is at least 3: before somebody gains gold: the n becomes the n plus 1"
    )


def test_until_is_over_as_soon_as_it_happens_and_not_when_its_turn_comes() -> None:
    """So it is over also where everything that is due is dropped."""
    g = Chest()
    for _ in perform(
        g, read("{until: gained, if: n >= 3, while: [{forbid: giving}]}"), Cause(Seat(0), "card")
    ):
        pass
    happen(g, "gained", who=Seat(1), n=2)
    assert forbidden(g, "giving")
    happen(g, "gained", who=Seat(1), n=3)
    assert (forbidden(g, "giving"), g.due) == (False, [])


def test_cards_change_an_amount_under_the_name_that_they_know() -> None:
    g = Chest()
    assert ended(amended(g, "gained", 3, "n", who=Seat(1))) == 3
    enter(
        g, "card", Seat(1), stands("instead: [{of: gained, if: who is self, do: [{change: n, to: n + 1}]}]")
    )
    assert ended(amended(g, "gained", 3, "n", who=Seat(1))) == 4
    assert ended(amended(g, "gained", 3, "n", who=Seat(2))) == 3
    enter(g, "wall", Seat(0), stands("instead: [{of: gained, do: [cancel]}]"))
    assert ended(amended(g, "gained", 3, "n", who=Seat(2))) == 0


def test_a_number_can_change_while_a_card_speaks_of_it() -> None:
    GOLD.query("limit", "the limit")
    g = Chest()
    enter(g, "card", Seat(0), stands("while: [{limit: 1}]"))
    assert is_changed(g, "other", "limit")
    assert not is_changed(g, "other")


def test_instructions_are_possible_if_a_part_of_them_is() -> None:
    c = Cause(Seat(1), "card")
    assert not read("[{spend: 1}]").is_possible(Chest(), c)
    assert read("[{spend: 1}, {gain: 1}]").is_possible(Chest(), c)


def test_a_fact_knows_who_acts_and_has_words_that_can_be_left_out() -> None:
    GOLD.fact("others", list[Seat], "the others", lambda g, c: [seat for seat in range(3) if seat != c.me])
    GOLD.fact("rich", bool, "{who} is rich", lambda g, who=ME: g.gold[who] > 2, denies=True, who=Seat)
    assert play("[{each: others, do: [{gain: 1, who: it}]}]") == [3, 1, 6]
    poor = "{each: others where not rich(it), do: [{gain: 7, who: it}]}"
    assert play(f"[{{if: rich, then: [{{gain: 1}}]}}, {poor}]") == [4, 7, 5]
    assert "that player is not rich" in read(poor).says


def ended(play: Play[int]) -> int:
    """Return what a coroutine comes to that asks nobody."""
    with pytest.raises(StopIteration) as end:
        next(play)
    return int(end.value.value)
