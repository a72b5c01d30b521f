"""Answers at a table: whose they are, all or none, group questions, standing orders, bots."""

from __future__ import annotations

import random

from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL
from foldtale.table.answering import answer, drop_orders, propose, set_order
from foldtale.table.bots import bot_is_due
from foldtale.table.messages import Answer, AtLevel, AtSeat, Propose, StandingOrder
from foldtale.table.seating import give_to_bot
from foldtale.table.table import Table
from tests.table.given import (
    ADA,
    BO,
    CY,
    NOW,
    asked,
    holder_of,
    keep,
    keys,
    let_bots_move,
    say,
    table,
    why_not,
)


def until_group(made: Table) -> None:
    """Play until the whole group is asked."""
    draw = random.Random(1)
    while made.match.ask is not None and made.match.ask.seat != ALL:
        say(made, draw.choice(keys(made)))
    assert made.match.ask is not None


def log(match: Match) -> list[dict[str, object]]:
    return match.log


def test_only_the_asked_seat_answers() -> None:
    made = table("pig", ADA, BO)
    seat = asked(made)
    other = 1 - seat
    before = log(made.match)
    assert why_not(lambda: say(made, "roll", seat=other)) == "not asked"
    assert why_not(lambda: say(made, "roll", holder=holder_of(made, other))) == "not yours"
    assert why_not(lambda: say(made, "roll", holder="nobody")) == "not yours"
    assert why_not(lambda: say(made, "fly")) == "not offered"
    assert log(made.match) == before
    say(made, "roll")
    assert log(made.match) != before


def test_a_late_or_doubled_answer_is_refused() -> None:
    made = table("connect_four", ADA, BO)
    seat = asked(made)
    said = Answer(seat, made.match.number, (keys(made)[0],))
    answer(made, holder_of(made, seat), said, NOW)
    keep(made)
    before = log(made.match)
    assert why_not(lambda: answer(made, holder_of(made, seat), said, NOW)) == "late"
    assert log(made.match) == before


def test_several_keys_count_all_or_none() -> None:
    made = table("pig", ADA, ADA)
    seat, number = asked(made), made.match.number
    before = log(made.match)
    for said in (("hold", "fly"), ("hold", "hold", "hold")):
        assert why_not(lambda said=said: answer(made, ADA, Answer(seat, number, said), NOW)) in (
            "not offered",
            "not asked",
        )
        assert log(made.match) == before
        assert made.match.number == number
    three = table("thimble", ADA, ADA, ADA)
    seat = asked(three)
    before = log(three.match)
    refused = why_not(
        lambda: answer(three, ADA, Answer(seat, three.match.number, ("draw", "no such key")), NOW)
    )
    assert refused in ("not offered", "not asked")
    assert log(three.match) == before


def test_several_keys_that_fit_are_several_answers() -> None:
    for seed in range(50):
        made = table("wonderbook", ADA, ADA)
        draw = random.Random(seed)
        for _ in range(30):
            twin = made.match.fork()
            first = draw.choice(keys(made))
            seat = asked(made)
            twin.answer((seat, first) if made.match.ask.seat != ALL else first)  # type: ignore[union-attr]
            if twin.ask is not None and twin.ask.seat == seat and made.match.ask.seat == seat:  # type: ignore[union-attr]
                second = twin.options[0].key
                number = made.match.number
                answer(made, ADA, Answer(seat, number, (first, second)), NOW)
                twin.answer(second)
                assert log(made.match) == log(twin)
                assert len([line for line in made.fresh if '"topic"' in line]) == 2
                return
            say(made, first)
    raise AssertionError("nobody was ever asked twice in a row")


def test_in_a_group_question_all_propose_and_the_voice_confirms() -> None:
    made = table("wonderbook", ADA, BO)
    until_group(made)
    ask = made.match.ask
    assert ask is not None
    other = 1 - ask.voice
    first, last = keys(made)[0], keys(made)[-1]
    assert why_not(lambda: say(made, first, seat=other)) == "not asked"
    propose(made, holder_of(made, other), Propose(other, ask.number, first), NOW)
    propose(made, holder_of(made, ask.voice), Propose(ask.voice, ask.number, last), NOW)
    assert made.desk.proposals == {other: first, ask.voice: last}
    propose(made, holder_of(made, other), Propose(other, ask.number, ""), NOW)
    assert made.desk.proposals == {ask.voice: last}
    assert why_not(lambda: propose(made, BO, Propose(1, ask.number, "fly"), NOW)) == "not offered"
    assert why_not(lambda: propose(made, BO, Propose(1, ask.number + 1, first), NOW)) == "not asked"
    assert why_not(lambda: propose(made, BO, Propose(1, ask.number - 1, first), NOW)) == "late"
    assert why_not(lambda: propose(made, BO, Propose(0, ask.number, first), NOW)) == "not yours"
    keep(made)
    say(made, first, seat=ask.voice)
    assert made.match.last_answered == ask.number


def test_a_table_may_let_the_first_answer_count() -> None:
    made = table("wonderbook", ADA, BO, first_answer=True)
    until_group(made)
    ask = made.match.ask
    assert ask is not None
    say(made, keys(made)[0], seat=1 - ask.voice)
    line = next(line for line in reversed(made.match.log) if "topic" in line)
    assert (line["n"], line["seat"]) == (ask.number, ask.voice)


def test_proposals_are_only_for_group_questions() -> None:
    made = table("pig", ADA, BO)
    said = Propose(asked(made), made.match.number, "roll")
    assert why_not(lambda: propose(made, holder_of(made, asked(made)), said, NOW)) == "not asked"


def test_bots_propose_and_never_confirm_while_a_person_sits_there() -> None:
    for places in ((ADA, "bot"), ("bot", ADA)):
        made = table("wonderbook", *places)
        person = places.index(ADA)
        draw = random.Random(4)
        groups = 0
        for _ in range(300):
            if made.match.over:
                break
            before = made.match.number
            ask = made.match.ask
            assert ask is not None
            is_group = ask.seat == ALL
            while bot_is_due(made):
                let_bots_move(made)
                keep(made)
                assert not is_group or made.match.number == before
                if made.match.number != before or made.match.over:
                    break
            if made.match.over:
                break
            if is_group:
                groups += 1
                assert made.desk.proposals.get(1 - person) in keys(made)
                assert asked(made) == person
            if made.match.number == before:
                say(made, draw.choice(keys(made)), seat=person)
        assert groups


def test_where_only_bots_sit_a_bot_confirms() -> None:
    made = table("wonderbook", "bot", "bot")
    for _ in range(2000):
        if made.match.over:
            break
        assert let_bots_move(made)
        keep(made)
    assert made.match.over


def test_bots_play_to_the_end_with_secrets_and_free_moves() -> None:
    made = table("thimble", "bot", "bot", "bot", "bot")
    for _ in range(2000):
        if made.match.over:
            break
        let_bots_move(made)
        keep(made)
    assert made.match.over


def test_a_bot_plays_where_a_person_has_handed_it_the_seat() -> None:
    made = table("pig", ADA, BO)
    seat = asked(made)
    holder = holder_of(made, seat)
    give_to_bot(made, holder, AtLevel(seat), 0)
    assert why_not(lambda: say(made, "roll", seat=seat)) == "bot plays"
    assert bot_is_due(made)
    assert let_bots_move(made)


def test_a_standing_order_answers_this_and_every_such_question() -> None:
    made = table("pig", ADA, BO)
    seat = asked(made)
    holder = holder_of(made, seat)
    said = StandingOrder(seat, made.match.number, "hold")
    assert why_not(lambda: set_order(made, holder_of(made, 1 - seat), said, NOW)) == "not yours"
    set_order(made, holder, said, NOW)
    keep(made)
    for _ in range(5):
        assert asked(made) == 1 - seat
        say(made, "hold")
    drop_orders(made, holder, AtSeat(seat), NOW)
    keep(made)
    say(made, "hold")
    assert asked(made) == seat


def test_an_order_whose_answer_is_not_offered_waits() -> None:
    made = table("connect_four", ADA, BO)
    seat, column = asked(made), keys(made)[0]
    for _ in range(2):
        say(made, column)
        say(made, column)
    set_order(made, holder_of(made, seat), StandingOrder(seat, made.match.number, column), NOW)
    keep(made)
    say(made, column)
    assert column not in keys(made)
    assert asked(made) == seat


def test_standing_orders_are_not_for_the_group() -> None:
    made = table("wonderbook", ADA, BO)
    until_group(made)
    ask = made.match.ask
    assert ask is not None
    said = StandingOrder(ask.voice, ask.number, keys(made)[0])
    assert why_not(lambda: set_order(made, holder_of(made, ask.voice), said, NOW)) == "not asked"


def test_free_moves_are_the_seats_own() -> None:
    """A ribbon in Thimble is played while somebody else is asked."""
    for seed in range(200):
        made = table("thimble", ADA, BO, CY)
        draw = random.Random(seed)
        for _ in range(30):
            ask = made.match.ask
            if ask is None:
                break
            if ask.aside:
                aside = ask.aside[0]
                stranger = next(seat for seat in range(3) if seat not in (aside.seat, ask.answers))
                if all(other.seat != stranger for other in ask.aside):
                    assert why_not(lambda: say(made, aside.key, seat=stranger)) == "not asked"  # noqa: B023
                say(made, aside.key, seat=aside.seat)
                line = next(line for line in reversed(made.match.log) if "topic" in line)
                assert (line["seat"], line.get("aside")) == (aside.seat, True)
                return
            say(made, draw.choice(keys(made)))
    raise AssertionError("nobody ever had a ribbon")


def test_people_say_how_real_dice_fell() -> None:
    made = table("pig", ADA, BO, companion=True)
    seat = asked(made)
    say(made, "roll")
    ask = made.match.ask
    assert ask is not None
    assert ask.seat == ALL
    say(made, "4", seat=1 - seat)
    assert {"n": 2, "chance": "die", "key": "4"} in [
        {**line, "chance": "die"} for line in made.match.log if "chance" in line
    ]
    assert why_not(lambda: say(made, "9", seat=seat)) in ("not offered", "not asked")
