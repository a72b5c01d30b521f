"""Bots at a table: their levels and pace, what they propose and why, hints, and what happens if one fails."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.kernel.talk import ALL, SPECTATOR
from foldtale.kernel.tongue import languages
from foldtale.table import bots
from foldtale.table.answering import take_hint
from foldtale.table.bots import bot_is_due, thinkers, wait_before
from foldtale.table.desk import Options, read_desk, write_desk
from foldtale.table.house import House, HouseSettings
from foldtale.table.jobs import Chosen, Past, advice, bot_move
from foldtale.table.matches import again as begin_again
from foldtale.table.messages import Again, AtLevel, AtPace, AtQuestion, AtSeat, NewTable, Place, SeatView
from foldtale.table.refusals import Refused
from foldtale.table.seating import give_to_bot, hurry, invite, join, set_level, set_pace, take_back_seat
from foldtale.table.table import Table
from foldtale.table.views import seat_views
from foldtale.table.work import Account, charge, client, metered
from tests.table.given import ADA, BO, NOW, asked, holder_of, keep, keys, let_bots_move, say, table, why_not

WATCHES = "eve"
ALONE = NewTable("pig", {"players": 2}, (Place("me"), Place("bot", level="easy")), Options(pace=0))


def seats(made: Table) -> tuple[SeatView, ...]:
    return seat_views(made, ADA, {}, NOW)


def watched(game: str, *who: str, **options: Any) -> Table:
    """A table at which somebody watches."""
    made = table(game, *who, **options)
    join(made, WATCHES, invite(made, ADA, SPECTATOR), "", NOW)
    keep(made)
    return made


def past(made: Table) -> Past:
    """All that a worker is sent of the match under way."""
    lines = [msgspec.json.encode(line).decode() for line in made.match.log]
    return Past("test", made.id, made.number, len(lines), made.header(), lines)


def until(made: Table, seat: int) -> None:
    """Play at random until this seat is asked."""
    draw = random.Random(5)
    while asked(made) != seat:
        if bot_is_due(made):
            let_bots_move(made)
            keep(made)
        else:
            say(made, draw.choice(keys(made)))


# Levels


def test_a_seat_shows_the_level_of_its_bot_and_a_person_has_none() -> None:
    places = (Place("me"), Place("bot", level="easy"), Place("bot"))
    made = Table.new(NewTable("thimble", {"players": 3}, places), ADA, NOW)
    assert [seat.level for seat in seats(made)] == [None, "easy", "fair"]


def test_a_player_sets_the_level_of_a_bot_and_somebody_who_watches_does_not() -> None:
    made = watched("thimble", ADA, BO, "bot")
    set_level(made, BO, AtLevel(2, "strong"), NOW)
    assert seats(made)[2].level == "strong"
    assert why_not(lambda: set_level(made, WATCHES, AtLevel(2, "easy"), NOW)) == "not yours"
    assert why_not(lambda: set_level(made, BO, AtLevel(0, "easy"), NOW)) == "bad request"
    assert why_not(lambda: set_level(made, BO, AtLevel(7, "easy"), NOW)) == "bad request"
    assert seats(made)[2].level == "strong"


def test_a_bot_that_stands_in_for_a_person_has_a_level_too() -> None:
    made = table("thimble", ADA, BO, "bot")
    give_to_bot(made, BO, AtLevel(1, "strong"), NOW)
    assert [seat.level for seat in seats(made)] == [None, "strong", "fair"]


def test_a_kept_table_remembers_levels_and_hints_and_an_older_one_plays_fair() -> None:
    made = table("pig", ADA, "bot")
    set_level(made, ADA, AtLevel(1, "strong"), NOW)
    assert read_desk(write_desk(made.desk)) == made.desk
    older = read_desk(write_desk(made.desk).replace(b'"level":"strong"', b'"name":"Bot"'))
    assert older.chairs[1].level == "fair"
    assert older.options.hints


# Pace


def test_a_player_sets_the_pace_of_the_bots_and_somebody_who_watches_does_not() -> None:
    made = watched("pig", ADA, "bot")
    set_pace(made, ADA, AtPace(0, 2.0), NOW)
    assert wait_before(made) == 2.0
    assert why_not(lambda: set_pace(made, WATCHES, AtPace(0, 0.0), NOW)) == "not yours"
    assert why_not(lambda: hurry(made, WATCHES, AtSeat(0), NOW)) == "not yours"
    assert wait_before(made) == 2.0


def test_bots_hurry_until_a_person_is_asked() -> None:
    made = table("pig", ADA, "bot", "bot")
    set_pace(made, ADA, AtPace(0, 2.0), NOW)
    until(made, 1)
    assert wait_before(made) == 2.0
    hurry(made, ADA, AtSeat(0), NOW)
    while asked(made) != 0:
        assert wait_before(made) == 0
        let_bots_move(made)
    assert not made.desk.hurry
    assert wait_before(made) == 2.0


def test_nobody_waits_for_what_is_no_choice_where_it_is_no_secret() -> None:
    made = table("wonderbook", ADA, "bot")
    set_pace(made, ADA, AtPace(0, 2.0), NOW)
    draw = random.Random(3)
    seen: set[tuple[bool, float]] = set()
    while made.match.ask is not None:
        seen.add((len(made.match.options) > 1, wait_before(made)))
        made.match.answer(draw.randrange(len(made.match.options)))
    assert seen == {(True, 2.0), (False, 0.0)}


def test_a_bot_moves_no_more_where_a_person_sits_again() -> None:
    made = table("pig", ADA, "bot")
    give_to_bot(made, ADA, AtLevel(0), NOW)
    until(made, 0)
    seats = thinkers(made)
    assert seats == [0]
    take_back_seat(made, ADA, AtSeat(0), NOW)
    assert not bots.let_bots_move(made, made.match.number, dict.fromkeys(seats, Chosen("hold")))


def test_a_bot_that_waits_moves_as_soon_as_it_is_to_hurry() -> None:
    async def play() -> None:
        house = House(HouseSettings())
        await house.start()
        try:
            made = Table.new(replace(ALONE, options=Options(pace=10)), ADA, NOW)
            until(made, 1)
            before = made.match.number
            await house.add(made)
            await asyncio.sleep(0.2)
            assert made.match.number == before
            made.desk = replace(made.desk, options=replace(made.desk.options, pace=1e9))
            await house.act(made.id, lambda table: hurry(table, ADA, AtSeat(0), NOW))
            while made.match.number == before:
                await asyncio.sleep(0.01)
        finally:
            await house.stop()

    asyncio.run(asyncio.wait_for(play(), 300))


def test_nobody_hurries_past_a_person_who_is_asked() -> None:
    made = table("pig", ADA, "bot")
    until(made, 0)
    hurry(made, ADA, AtSeat(0), NOW)
    assert not made.desk.hurry


# Proposals


def test_bots_propose_with_a_reason_where_there_are_no_secrets() -> None:
    made = table("wonderbook", ADA, "bot")
    while made.match.ask is not None and (made.match.ask.seat != ALL or len(keys(made)) < 2):
        if not (bot_is_due(made) and let_bots_move(made)):
            say(made, keys(made)[0])
        keep(made)
    assert thinkers(made) == [1]
    number = made.match.number
    assert bots.let_bots_move(
        made, number, {1: Chosen(keys(made)[1], {"en": "a Wyrm less", "it": "una Viverna in meno"})}
    )
    assert (seats(made)[1].proposes, seats(made)[1].reason) == (keys(made)[1], "a Wyrm less")
    assert seat_views(made, ADA, {}, NOW, "it")[1].reason == "una Viverna in meno"
    assert seats(made)[0].reason == ""
    assert not bot_is_due(made)
    assert made.match.number == number


def test_what_is_not_offered_is_not_proposed() -> None:
    made = table("wonderbook", ADA, "bot")
    while made.match.ask is not None and made.match.ask.seat != ALL:
        if not (bot_is_due(made) and let_bots_move(made)):
            say(made, keys(made)[0])
        keep(made)
    bots.let_bots_move(made, made.match.number, {1: Chosen("no such key")})
    assert seats(made)[1].proposes in keys(made)


# What a bot does


@pytest.mark.parametrize("chosen", [None, Chosen("no such key"), Chosen(None)])
def test_a_bot_that_fails_or_breaks_the_rules_makes_an_easy_move(chosen: Chosen | None) -> None:
    made = table("thimble", ADA, "bot", "bot")
    until(made, 1)
    before = made.match.number
    assert bots.let_bots_move(made, before, {1: chosen})
    assert made.match.number > before


def test_the_first_option_is_taken_if_even_an_easy_bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("pig", ADA, "bot")
    until(made, 1)

    def fails(*given: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(bots, "bot_of", fails)
    before = made.match.number
    assert bots.let_bots_move(made, before, {1: None})
    assert made.match.number > before


def test_a_move_for_an_earlier_question_is_not_made() -> None:
    made = table("pig", ADA, "bot")
    until(made, 1)
    assert not bots.let_bots_move(made, made.match.number - 1, {1: Chosen(keys(made)[0])})


@pytest.mark.parametrize("level", ["easy", "fair"])
def test_a_worker_chooses_for_a_bot_among_what_is_offered(level: str) -> None:
    made = table("pig", ADA, "bot")
    until(made, 1)
    assert bot_move(past(made), 1, level, 4, False).key in keys(made)


def test_a_worker_says_in_each_language_why_it_chooses_something() -> None:
    made, draw = table("thimble", ADA, ADA, ADA), random.Random(7)
    for _ in range(60):
        ask = made.match.ask
        assert ask is not None
        if len(ask.options) > 1:
            chosen = bot_move(past(made), ask.answers, "strong", 4, True)
            assert chosen.key in keys(made)
            assert set(chosen.why) == set(languages())
            if all(chosen.why.values()):
                assert len(set(chosen.why.values())) > 1
                return
        say(made, draw.choice(keys(made)))
    raise AssertionError("no choice had a reason")


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("its worker ended"),
        OSError("no process can be started"),
        Refused("busy", "it took too long"),
    ],
)
def test_a_match_goes_on_if_the_process_of_a_bot_fails(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*given: object) -> Chosen:
        raise error

    async def play() -> int:
        house = House(HouseSettings())
        await house.start()
        try:
            made = Table.new(ALONE, ADA, NOW)
            until(made, 1)
            before = made.match.number
            await house.add(made)
            while (now := (await house.look(made.id)).match.number) == before:
                await asyncio.sleep(0)
            return now - before
        finally:
            await house.stop()

    monkeypatch.setattr(House, "think", fails)
    assert asyncio.run(play()) > 0
    assert "a bot has failed" in caplog.text


def test_nobody_is_charged_for_what_bots_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the request of a person made them think."""
    asked_for: list[str] = []

    async def think(house: House, job: str, ident: str, *given: object) -> Chosen:
        charge(100.0)
        asked_for.append(client())
        return Chosen(None)

    async def play() -> list[float]:
        house = House(HouseSettings())
        await house.start()
        spent: list[float] = []
        try:
            made = Table.new(ALONE, ADA, NOW)
            until(made, 1)
            await metered(house.add(made), Account("192.0.2.1", spent.append))
            while not asked_for:
                await asyncio.sleep(0)
            return spent
        finally:
            await house.stop()

    monkeypatch.setattr(House, "think", think)
    assert sum(asyncio.run(play())) < 100
    assert "192.0.2.1" not in asked_for


# Hints


def test_hints_are_counted_and_seen_by_all() -> None:
    made = table("pig", ADA, "bot")
    until(made, 0)
    assert take_hint(made, ADA, AtQuestion(0, made.match.number)) == 0
    take_hint(made, ADA, AtQuestion(0, made.match.number))
    assert [seat.hints for seat in seats(made)] == [2, 0]


def test_a_hint_is_refused_where_the_table_forbids_it() -> None:
    made = table("pig", ADA, BO, hints=False)
    seat = asked(made)
    said = AtQuestion(seat, made.match.number)
    assert why_not(lambda: take_hint(made, holder_of(made, seat), said)) == "no hints"


def test_a_hint_is_refused_when_somebody_else_is_asked_or_late_or_the_seat_is_not_yours() -> None:
    made = table("pig", ADA, BO)
    seat, number = asked(made), made.match.number
    holder, other = holder_of(made, seat), holder_of(made, 1 - seat)
    assert why_not(lambda: take_hint(made, other, AtQuestion(1 - seat, number))) == "not asked"
    assert why_not(lambda: take_hint(made, other, AtQuestion(seat, number))) == "not yours"
    say(made, "roll")
    assert why_not(lambda: take_hint(made, holder, AtQuestion(seat, number))) == "late"
    assert [one.hints for one in seats(made)] == [0, 0]


def test_everybody_may_ask_for_a_hint_to_a_group_question_without_secrets() -> None:
    made = table("wonderbook", ADA, BO)
    while made.match.ask is not None and made.match.ask.seat != ALL:
        say(made, keys(made)[0])
    ask = made.match.ask
    assert ask is not None
    for seat, holder in enumerate((ADA, BO)):
        assert take_hint(made, holder, AtQuestion(seat, ask.number)) == ask.answers
    assert [one.hints for one in seats(made)] == [1, 1]


def test_hints_are_counted_anew_in_the_next_match() -> None:
    made, draw = table("pig", ADA, BO), random.Random(2)
    seat = asked(made)
    take_hint(made, holder_of(made, seat), AtQuestion(seat, made.match.number))
    while not made.match.over:
        say(made, draw.choice(keys(made)))
    assert seats(made)[seat].hints == 1
    begin_again(made, ADA, Again("rematch"), NOW)
    assert seats(made)[seat].hints == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_worker_answers_with_up_to_three_options_the_best_first(lang: str) -> None:
    made = table("grimm", ADA, BO)
    while len(keys(made)) < 2:
        say(made, keys(made)[0])
    advices = advice(past(made), asked(made), 3, lang)
    assert advices.number == made.match.number
    assert 1 <= len(advices.options) <= 3
    assert {one.key for one in advices.options} <= set(keys(made))
    assert all(0 <= one.low <= one.chance <= one.high <= 1 and one.label for one in advices.options)
    assert not advices.options[0].close
    assert advice(past(made), asked(made), 3, lang) == advices
