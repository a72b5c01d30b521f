"""`foldtale.testing`: what tests of rules are written with."""

from __future__ import annotations

import pytest

from foldtale import games
from foldtale.games.small.pig.rules import Pig
from foldtale.kernel import (
    ALL,
    EVERYONE,
    Ask,
    IllegalAnswer,
    Incident,
    Outcome,
    Play,
    bit,
    option,
    pick,
    roll,
    tell,
)
from foldtale.kernel.chance import dice
from foldtale.testing import (
    answer,
    answered,
    asked,
    offered,
    outcome,
    play,
    play_new,
    play_only,
    refuses,
    tells,
    told,
    told_of,
    turn_pages,
)
from tests.kernel.toys import EITHER, Slate, toy

ADA, BO = 0, 1
PIG = games.get("pig")
BOOK = toy(lambda g: read(g))
READ, CLOSE = option("read"), option("close")


def read(g: Slate) -> Play[Outcome]:
    """Two pages, the way, one more page; then the cards in a hand are told to their owner."""
    yield Ask(ALL, "page", [READ], "TOY-01", veiled=True, voice=ADA)
    yield Ask(ALL, "page", [READ, CLOSE], "TOY-01", voice=ADA)
    tell(g, "reads", ALL, "TOY-01", (2,))
    g.write((yield Ask(BO, "way", EITHER, "TOY-02")).key)
    yield Ask(ALL, "page", [READ], "TOY-01", veiled=True, voice=ADA)
    tell(g, "draws", BO, "TOY-03", (1,), ("fox",), bit(BO))
    tell(g, "reads", ALL, "TOY-01", (1,))
    yield Ask(ADA, "way", EITHER, "TOY-02", to=EVERYONE)
    return Outcome("done", (BO,), (0, 1))


def test_a_match_starts_from_a_copy_of_the_position() -> None:
    position = Pig([20, 0])
    assert answer(play(PIG, position, 4, 6), "roll", "roll", "hold").scores == [30, 0]
    assert position.scores == [20, 0]


def test_a_fall_that_is_not_listed_is_an_error_unless_a_seed_is_given() -> None:
    with pytest.raises(Incident, match="the script has no fall for 'die'"):
        answer(play(PIG, Pig([0, 0]), 4), "roll", "roll")
    pots = [answer(play(PIG, Pig([0, 0]), 6, then=1), "roll", "roll").pot for _ in range(2)]
    assert pots[0] == pots[1] != 6


def test_a_new_match_takes_the_choices_of_its_setup() -> None:
    match = play_new(PIG, 5, players=3)
    assert answer(match, "roll", "hold").scores == [5, 0, 0]
    assert asked(match) == (BO, "turn")


def test_parts_of_the_rules_run_alone_and_what_is_due_is_settled() -> None:
    def throw(g: Slate) -> Play[None]:
        g.write(*(yield from roll("dice", dice(2))))
        g.due.append((0, later))

    def later(g: Slate) -> Play[None]:
        g.write("later")
        yield from ()

    def choose(g: Slate) -> Play[None]:
        g.write((yield from pick(ADA, "animal", ["fox", "hen"], "TOY-04")))

    match = play_only(BOOK, Slate(), throw, choose, falls=[(3, 6)])
    assert (asked(match), offered(match)) == ((ADA, "animal"), ["fox", "hen"])
    assert answer(match, "hen").written == ["3 6", "later", "hen"]
    assert outcome(match).ending == "done"


def test_pages_are_turned_before_a_question_is_looked_at_or_answered() -> None:
    assert asked(play(BOOK, Slate())) == (BO, "way")
    assert offered(play(BOOK, Slate())) == ["left", "right"]
    match = play(BOOK, Slate())
    turn_pages(match)
    assert match.number == 3
    assert offered(match, "r") == ["right"]
    assert answered(match, "left") is match
    assert (match.number, match.state.written) == (5, ["left"])
    assert refuses(play(BOOK, Slate()), "up")


def test_when_a_match_is_over_nothing_is_asked_or_offered() -> None:
    match = answered(play(BOOK, Slate()), "left", (ADA, "right"))
    assert (asked(match), offered(match)) == ((ALL, ""), [])
    assert refuses(match, "left")
    assert (outcome(match).winners, outcome(match).scores) == ((BO,), (0, 1))


def test_how_a_match_ended_is_not_known_before() -> None:
    with pytest.raises(AssertionError, match=r"not over: .*turn for 0"):
        outcome(play(PIG, Pig([0, 0])))


def test_a_refusal_has_a_rule_and_changes_nothing() -> None:
    match = play(PIG, Pig([0, 0]))
    assert refuses(match, "dance", "PIG-02")
    assert not refuses(match, "dance", "PIG-03")
    assert not refuses(match, "hold")
    assert refuses(match, (BO, "hold"))
    assert (match.number, match.log) == (1, [])
    with pytest.raises(IllegalAnswer):
        answer(match, "dance")


def test_what_was_told_by_name_and_by_seat() -> None:
    match = answered(play(BOOK, Slate()), "left")
    assert told(match) == ["reads", "draws", "reads"]
    assert told(match, "reads", "sings") == ["reads", "reads"]
    assert tells(match, "reads") == [(ALL, "TOY-01", [2]), (ALL, "TOY-01", [1])]
    assert told_of(match, "reads") == [[2], [1]]
    (drawn,) = tells(match, "draws", BO)
    assert (drawn.who, drawn.why, drawn.about) == (BO, "TOY-03", [1, "fox"])
    assert told_of(match, "draws", ADA) == told_of(match, "draws") == [[1]]
