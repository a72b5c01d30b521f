"""Taking back: freely, by policy, and with the consent of those whom it concerns."""

from __future__ import annotations

import json

from foldtale.table import undoing
from foldtale.table.answering import answer
from foldtale.table.bots import let_bots_move
from foldtale.table.desk import A_DAY
from foldtale.table.messages import Consent
from foldtale.table.seating import was_seen
from foldtale.table.table import Table
from foldtale.table.undoing import consent, still_asked
from tests.table.given import ADA, BO, CY, NOW, asked, holder_of, keep, keys, say, table, why_not


def undo(made: Table, seat: int, holder: str = "", now: float = NOW) -> None:
    undoing.undo(made, holder or holder_of(made, seat), seat, made.match.number, now)


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

                    answer(made, ADA, Answer(seat, made.match.number, (draw.choice(keys(made)),)))
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
        why_not(lambda: undoing.undo(made, holder_of(made, seat), seat, made.match.number - 1, NOW)) == "late"
    )


def test_there_must_be_something_to_take_back() -> None:
    made = table("connect_four", ADA, BO)
    assert why_not(lambda: undo(made, 0)) == "not undone"
