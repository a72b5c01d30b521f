"""Taking back: freely, by policy, and with the consent of those whom it concerns."""

from __future__ import annotations

import json
import random

import pytest

from foldtale.table import matches, undoing
from foldtale.table.answering import answer
from foldtale.table.desk import A_DAY, Desk, read_desk, write_desk
from foldtale.table.messages import Again, Consent, Undo
from foldtale.table.refusals import Refused
from foldtale.table.seating import was_seen
from foldtale.table.table import Table
from foldtale.table.undoing import consent, still_asked
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


def undo(made: Table, seat: int, holder: str = "", now: float = NOW) -> None:
    undoing.undo(made, holder or holder_of(made, seat), Undo(seat, made.match.number), now)


def agree(made: Table, seat: int, yes: bool = True) -> None:
    wish = made.desk.wish
    assert wish is not None
    consent(made, holder_of(made, seat), Consent(seat, wish.number, yes), NOW)


def after_two_answers(*who: str, **options: object) -> Table:
    """Connect Four: nobody reveals anything, both have answered."""
    made = table("connect_four", *who, **options)
    say(made, keys(made)[0])
    say(made, keys(made)[1])
    return made


def test_ones_own_last_answer_is_free_where_nothing_was_revealed() -> None:
    made = table("connect_four", ADA, BO, undo="forbid")
    seat = asked(made)
    say(made, keys(made)[0])
    undo(made, seat)
    assert made.match.last_answered == 0
    assert asked(made) == seat
    assert [json.loads(line) for line in made.fresh] == [{"undo": 1, "dice": "forbid"}]


def test_a_table_may_forbid_everything_else() -> None:
    made = after_two_answers(ADA, BO, undo="forbid")
    first = asked(made)
    assert why_not(lambda: undo(made, first)) == "not undone"
    assert made.desk.wish is None


def test_what_concerns_others_needs_their_consent() -> None:
    made = after_two_answers(ADA, BO)
    first = asked(made)
    number = made.match.number
    undo(made, first)
    assert made.match.number == number
    wish = made.desk.wish
    assert wish is not None
    assert still_asked(made, wish, NOW) == [1 - first]
    agree(made, 1 - first)
    assert made.match.last_answered == 1
    assert made.desk.wish is None


def test_one_no_is_enough() -> None:
    made = after_two_answers(ADA, BO)
    first = asked(made)
    undo(made, first)
    agree(made, 1 - first, yes=False)
    assert made.desk.wish is None
    assert made.match.last_answered == 2
    said = Consent(1 - first, 2, True)
    assert why_not(lambda: consent(made, holder_of(made, 1 - first), said, NOW)) == "nothing to agree on"


def test_an_answer_ends_the_wish() -> None:
    made = after_two_answers(ADA, BO)
    undo(made, asked(made))
    keep(made)
    say(made, keys(made)[0])
    assert made.desk.wish is None


def test_all_others_must_agree_but_not_those_who_were_away_for_a_day() -> None:
    later = NOW + A_DAY + 1
    made = table("thimble", ADA, BO, CY)
    seat = asked(made)
    say(made, "draw")
    others = [one for one in range(3) if one != seat]
    undo(made, seat)
    wish = made.desk.wish
    assert wish is not None
    assert still_asked(made, wish, NOW) == others
    agree(made, others[0])
    assert made.desk.wish is not None
    was_seen(made, [others[0], seat], later)
    assert still_asked(made, made.desk.wish, later) == []


def test_one_person_with_all_seats_need_not_ask_anybody() -> None:
    made = table("thimble", ADA, ADA, ADA)
    say(made, "draw")
    undo(made, 0)
    assert made.match.last_answered == 0


def test_bots_are_not_asked_and_their_answers_are_taken_back_too() -> None:
    made = table("connect_four", ADA, "bot")
    while asked(made) != 0:
        let_bots_move(made)
        keep(made)
    mine = made.match.number
    say(made, keys(made)[0])
    let_bots_move(made)
    keep(made)
    undo(made, 0)
    assert asked(made) == 0
    assert made.match.last_answered < mine
    lines = [json.loads(line) for line in made.fresh]
    assert [("undo" in line) for line in lines] == [True, True]


def test_the_kept_lines_replay_to_the_same_match_after_any_undo() -> None:
    import random

    from foldtale.kernel import tale

    draw = random.Random(5)
    for game, who in (("thimble", (ADA, ADA, ADA)), ("wonderbook", (ADA, ADA)), ("pig", (ADA, ADA))):
        for policy in ("same dice", "new dice"):
            made = table(game, *who, undo=policy)
            kept = list(made.match.log)
            made.fresh.clear()
            for _ in range(60):
                if made.match.over:
                    break
                if draw.random() < 0.2 and made.match.last_answered:
                    undo(made, asked(made), ADA)
                else:
                    seat = asked(made)
                    from foldtale.table.messages import Answer

                    answer(made, ADA, Answer(seat, made.match.number, (draw.choice(keys(made)),)), NOW)
                kept += [json.loads(line) for line in made.fresh]
                keep(made)
            assert kept == made.match.log
            steps = [tale.step_of(json.dumps(line)) for line in kept]
            page = tale.Page(tale.header_of(made.match), steps, over=None)
            again, wrong = tale.replay(type(made.match), page, "kept", 1)
            assert wrong is None
            assert again.scene(0) == made.match.scene(0)
            assert made.undos == sum(["undo" in line for line in kept])


def test_an_undo_quotes_the_question_that_was_seen() -> None:
    made = after_two_answers(ADA, BO)
    seat = asked(made)
    assert (
        why_not(lambda: undoing.undo(made, holder_of(made, seat), Undo(seat, made.match.number - 1), NOW))
        == "late"
    )


def test_a_match_refuses_more_undos_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "MOST_UNDOS", 2)
    made = table("pig", ADA, ADA)
    for _ in range(2):
        seat = asked(made)
        say(made, "hold")
        undo(made, seat)
        keep(made)
    seat = asked(made)
    say(made, "hold")
    number = made.match.number
    assert why_not(lambda: undo(made, seat)) == "not undone"
    assert made.match.number == number


def test_there_must_be_something_to_take_back() -> None:
    made = table("connect_four", ADA, BO)
    assert why_not(lambda: undo(made, 0)) == "not undone"


def finished(game: str, *who: str, seed: int = 1, **options: object) -> Table:
    """A match that is over; the same seed gives the same answers."""
    made = table(game, *who, **options)
    draw = random.Random(seed)
    while not made.match.over:
        if asked(made) in made.desk.bots:
            let_bots_move(made)
            keep(made)
        else:
            say(made, draw.choice(keys(made)))
    return made


def last_seat(made: Table) -> int:
    """The seat that gave the last answer."""
    answers = [line for line in made.match.log if "seat" in line]
    return int(answers[-1]["seat"])


def test_the_last_answer_of_a_match_can_be_taken_back_while_nobody_has_its_whole_tale() -> None:
    made = finished("grimm", ADA, BO, undo="forbid", setup={"length": "short"})
    undo(made, last_seat(made))
    assert not made.match.over


@pytest.mark.parametrize("who", [ADA, BO, "a spectator"])
def test_nobody_takes_back_a_match_whose_whole_tale_has_left(who: str) -> None:
    made = finished("grimm", ADA, BO, undo="forbid", setup={"length": "short"})
    assert made.release_tale(who)
    keep(made)
    for seat in (0, 1):
        with pytest.raises(Refused, match=r"whole tale .* new table") as refusal:
            undo(made, seat)
        assert refusal.value.reason == "not undone"
    assert made.match.over


def test_no_policy_and_no_consent_take_back_a_match_whose_whole_tale_has_left() -> None:
    made = finished("thimble", ADA, BO, CY)
    undo(made, 0)
    wish = made.desk.wish
    assert wish is not None
    agree(made, 1)
    made.release_tale(CY)
    assert made.desk.wish is None
    said = Consent(2, wish.number, True)
    assert why_not(lambda: consent(made, CY, said, NOW)) == "not undone"
    assert why_not(lambda: undo(made, 0)) == "not undone"


def test_bots_have_secrets_that_the_whole_tale_tells() -> None:
    made = finished("thimble", ADA, "bot", "bot")
    made.release_tale(ADA)
    assert why_not(lambda: undo(made, 0)) == "not undone"


def test_a_tale_that_tells_nothing_new_closes_nothing() -> None:
    for made in (finished("thimble", ADA, ADA, ADA), finished("connect_four", ADA, BO)):
        before = made.desk
        assert made.release_tale(ADA)
        assert made.desk is before
        undo(made, last_seat(made))
        assert made.desk.wish is not None or not made.match.over


def test_a_tale_that_may_not_leave_closes_nothing() -> None:
    made = table("thimble", ADA, BO, CY)
    before = made.desk
    assert not made.release_tale(ADA)
    assert made.desk is before


def test_a_rematch_can_be_taken_back_although_the_tale_of_the_first_match_has_left() -> None:
    made = finished("thimble", ADA, BO, CY)
    made.release_tale(BO)
    keep(made)
    matches.again(made, ADA, Again("rematch"), NOW)
    keep(made)
    seat = asked(made)
    say(made, "draw")
    undo(made, seat)
    assert made.desk.wish is not None


def test_a_match_whose_whole_tale_has_left_does_not_go_on_from_an_earlier_line() -> None:
    from foldtale.kernel.errors import TaleError

    made = finished("thimble", ADA, BO, CY)
    made.release_tale(BO)
    made.wrong = TaleError("the kept tale", 3, "the installed game has changed")
    assert why_not(lambda: matches.again(made, ADA, Again("go on"), NOW)) == "not undone"
    matches.again(made, ADA, Again("rematch"), NOW)


def test_a_desk_keeps_that_a_tale_has_left_and_older_desks_still_open() -> None:
    made = finished("thimble", ADA, BO, CY)
    old = write_desk(made.desk)
    assert b"told" not in old
    assert read_desk(old).told == 0
    made.release_tale(BO)
    desk: Desk = read_desk(write_desk(made.desk))
    assert desk.told == made.number
