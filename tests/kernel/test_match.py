"""A match: answers and refusals, rules that fail, undo, forks, and positions made by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest

from foldtale.kernel import (
    D6,
    FORBID,
    NEW_DICE,
    REST,
    SAME_DICE,
    Aside,
    Ask,
    Chance,
    Drawn,
    ForkRefused,
    IllegalAnswer,
    Incident,
    LateAnswer,
    Match,
    Outcome,
    People,
    Play,
    Seeded,
    Show,
    UndoRefused,
    option,
    script,
    tell,
)
from foldtale.kernel.match import MOST_EARLIER
from foldtale.testing import asked, offered, told
from tests.kernel.toys import (
    BEATS,
    EITHER,
    RIGHT,
    Slate,
    ToySetup,
    all_of,
    choices,
    rolls,
    start,
    toy,
    walk,
    written,
)


def play(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.answer(answer)
    return match


def finish(match: Match) -> Match:
    while not match.over:
        match.answer(match.number % 2)
    return match


@pytest.mark.parametrize("answer", [1, "right", (0, "right")])
def test_an_answer_is_an_index_a_key_or_a_seats_key(answer: object) -> None:
    match = start(choices)
    match.answer(answer)  # type: ignore[arg-type]
    assert written(match) == ["0 right"]
    assert match.log == [{"n": 1, "seat": 0, "topic": "way", "key": "right"}]


HOSTILE = [
    2,
    -1,
    10**30,
    "",
    "up",
    "LEFT",
    "left ",
    None,
    1.0,
    True,
    [],
    {},
    (),
    (0,),
    (0, 1),
    (0, "left", 0),
]
HOSTILE += [
    (1, "left"),
    (99, "left"),
    ("0", "left"),
    (None, None),
    (0, None),
    (0, ["left"]),
    b"left",
    object(),
]


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("answer", HOSTILE, ids=lambda answer: type(answer).__name__)
def test_any_other_answer_is_refused_and_nothing_changes(answer: object, bare: bool) -> None:
    match = start(choices, bare=bare)
    before = all_of(match)
    with pytest.raises(IllegalAnswer):
        match.answer(answer)  # type: ignore[arg-type]
    assert all_of(match) == before


def test_a_refusal_says_what_was_offered() -> None:
    with pytest.raises(IllegalAnswer, match="'up' is not among the options: 'left', 'right'"):
        start(choices).answer("up")


def test_a_match_that_is_over_takes_no_answer() -> None:
    match = finish(start(choices))
    assert match.over
    assert match.ask is None
    assert len(match.options) == 0
    assert match.outcome == Outcome("done", (), ())
    for answer in (0, "left", (0, "left")):
        with pytest.raises(IllegalAnswer, match="over"):
            match.answer(answer)


def test_an_answer_to_a_question_that_is_closed_is_refused() -> None:
    match = play(start(choices), "left")
    before = all_of(match)
    for number in (1, 3, -2):
        with pytest.raises(LateAnswer):
            match.answer("left", number=number)
    assert all_of(match) == before
    match.answer("left", number=2)
    assert written(match) == ["0 left", "1 left"]


def test_a_late_answer_is_called_late_even_if_its_key_is_no_longer_offered() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "door", (option("open"), option("shut")), "")
        yield Ask(0, "way", EITHER, "")

    match = play(start(main), "open")
    with pytest.raises(LateAnswer):
        match.answer("open", number=1)


def test_questions_are_numbered_from_1_and_bare_play_keeps_nothing() -> None:
    match = start(walk, seed=1)
    numbers = []
    while not match.over:
        numbers.append(match.number)
        match.answer(0)
    assert numbers == list(range(1, 2 * BEATS + 1))
    bare = start(walk, seed=1, bare=True)
    assert asked(bare) == (0, "way")
    bare.answer(0)
    assert asked(bare) == (1, "turn back")
    finish(bare)
    assert (bare.log, bare.story(0), bare.entries) == ([], [], None)
    assert bare.outcome == match.outcome


def stumbles(g: Slate) -> Play[Outcome]:
    """Three beats with a die each; to go right raises, after the die has fallen."""
    while len(g.written) < 3:
        yield REST
        tell(g, "sets out", 0, "TOY-01")
        choice = yield Ask(0, "way", EITHER, "")
        fall = yield Chance("die", D6)
        tell(g, "walks", 0, "TOY-01", (fall,))
        if choice is RIGHT:
            raise ZeroDivisionError("a hole in the road")
        g.write(fall)
    return Outcome("done", (0,), ())


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_when_rules_fail_the_match_stands_as_before_that_answer(answered: int) -> None:
    match = play(start(stumbles, seed=4), *["left"] * answered)
    before = all_of(match)
    for _ in range(2):
        with pytest.raises(Incident, match=r"'right'.*a hole in the road") as incident:
            match.answer("right")
        assert isinstance(incident.value.error, ZeroDivisionError)
        assert all_of(match) == before


def test_after_rules_failed_the_table_lives_on_with_the_same_dice() -> None:
    calm = play(start(stumbles, seed=4), "left", "left", "left")
    match = start(stumbles, seed=4)
    for _ in range(3):
        with pytest.raises(Incident):
            match.answer("right")
        match.answer("left")
    assert all_of(match) == all_of(calm)


def test_after_rules_failed_a_script_goes_on_where_it_was() -> None:
    match = start(stumbles, chance=script(2, 4, 6))
    with pytest.raises(Incident):
        match.answer("right")
    assert written(play(match, "left", "left", "left")) == ["2", "4", "6"]


def test_after_rules_failed_the_match_can_be_forked_and_undone() -> None:
    match = play(start(stumbles, seed=4, undo=SAME_DICE), "left")
    with pytest.raises(Incident):
        match.answer("right")
    assert all_of(match.fork()) == all_of(match)
    match.undo()
    assert written(match) == []


def asks_while_due(g: Slate) -> Play[None]:
    yield REST
    if (yield Ask(0, "way", EITHER, "")) is RIGHT:
        g.due.append((0, asks_while_due))
    yield Ask(0, "door", EITHER, "")


def test_a_question_keeps_its_number_when_rules_break_the_conversation() -> None:
    match = start(asks_while_due)
    before = all_of(match)
    with pytest.raises(Incident, match="due"):
        match.answer("right")
    assert all_of(match) == before
    match.answer("left", number=1)


def test_rules_that_fail_before_the_first_question_fail_loudly() -> None:
    def main(g: Slate) -> Play[None]:
        raise ZeroDivisionError
        yield REST

    with pytest.raises(ZeroDivisionError):
        start(main)


def test_in_bare_play_an_error_of_the_rules_is_simply_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        start(stumbles, bare=True, seed=1).answer("right")


def test_ones_own_last_answer_can_be_taken_back() -> None:
    match = play(start(choices), "left", "right")
    match.undo(seat=1)
    assert written(match) == ["0 left"]
    assert asked(match) == (1, "way")
    play(match, "left", "left")
    assert written(match) == ["0 left", "1 left", "0 left"]


@pytest.mark.parametrize("policy", [FORBID, SAME_DICE, NEW_DICE])
def test_a_seat_can_take_back_nobody_elses_answer(policy: str) -> None:
    match = play(start(choices, undo=policy), "left", "right")
    before = all_of(match)
    for seat in (0, 2):
        with pytest.raises(UndoRefused, match="somebody else"):
            match.undo(seat=seat)
    assert all_of(match) == before


def test_an_aside_is_taken_back_by_the_seat_that_made_it() -> None:
    def main(g: Slate) -> Play[None]:
        while isinstance((yield Ask(0, "way", EITHER, "", aside=(Aside(1, option("nudge")),))), Aside):
            g.write("nudged")

    match = start(main)
    match.answer((1, "nudge"))
    with pytest.raises(UndoRefused):
        match.undo(seat=0)
    match.undo(seat=1)
    assert written(match) == []


def test_a_match_knows_which_free_moves_there_are_and_what_was_answered_last() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "", aside=(Aside(1, option("nudge")),))
        yield Ask(0, "way", EITHER, "")
        yield Chance("die", D6, dice=True)

    match = start(main, chance=People(Seeded(1)))
    assert [(aside.seat, aside.key) for aside in match.asides] == [(1, "nudge")]
    assert match.last_answered == 0
    for number, answer in enumerate(("left", "right", "1"), 1):
        match.answer(answer)
        assert match.asides == ()
        assert match.last_answered == number
    assert match.over
    bare = play(start(choices, bare=True), "left")
    assert bare.last_answered == 0


def test_chance_can_come_from_somewhere_else_from_now_on() -> None:
    match = play(start(rolls, chance=script(1, 1)), "left")
    match.use(Drawn(lambda: 0.999))
    play(match, "left", "left")
    match.use(script(3))
    assert written(play(match, "left")) == ["1", "6", "6", "3"]


def test_before_the_first_answer_there_is_nothing_to_undo() -> None:
    match = start(choices)
    with pytest.raises(UndoRefused, match="nothing has been answered"):
        match.undo()
    match.answer("left")
    match.undo()
    with pytest.raises(UndoRefused, match="nothing has been answered"):
        match.undo()


def test_bare_play_cannot_be_undone() -> None:
    match = play(start(choices, bare=True), "left")
    with pytest.raises(UndoRefused, match="no log"):
        match.undo()


def shows(g: Slate) -> Play[None]:
    yield Ask(0, "look", EITHER, "")
    yield Show(("fox",), 1)
    yield Ask(0, "way", EITHER, "")


def draws(g: Slate) -> Play[None]:
    yield Ask(0, "draw", EITHER, "")
    yield Chance("card", ("fox", "hen"), 1)
    yield Ask(0, "way", EITHER, "")


@pytest.mark.parametrize("main", [shows, draws])
def test_what_was_revealed_forbids_undo(main: Callable[[Slate], Play[None]]) -> None:
    match = play(start(main), "left")
    before = all_of(match)
    for seat in (0, -1):
        with pytest.raises(UndoRefused, match="revealed"):
            match.undo(seat)
    assert all_of(match) == before


@pytest.mark.parametrize("main", [shows, draws])
@pytest.mark.parametrize("policy", [SAME_DICE, NEW_DICE])
def test_a_table_may_allow_undo_after_something_was_revealed(
    main: Callable[[Slate], Play[None]], policy: str
) -> None:
    match = play(start(main, undo=policy), "left")
    match.undo(0)
    assert match.number == 3
    match.answer("right")
    assert asked(match) == (0, "way")


def test_what_was_revealed_before_ones_answer_does_not_forbid_undo() -> None:
    match = play(start(draws), "left", "right")
    match.undo(0)
    assert asked(match) == (0, "way")
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo(0)


def test_under_same_dice_the_same_dice_fall_again() -> None:
    for seed in range(5):
        match = play(start(rolls, seed=seed, undo=SAME_DICE), "left", "left", "left")
        before = written(match)
        for _ in range(3):
            match.undo()
        assert written(match) == []
        assert written(play(match, "left", "left", "left")) == before


def test_under_new_dice_other_dice_fall() -> None:
    match = start(rolls, seed=3, undo=NEW_DICE)
    seen = set()
    for _ in range(40):
        match.answer("left")
        seen.update(written(match))
        match.undo()
    assert seen == {"1", "2", "3", "4", "5", "6"}


def test_under_same_dice_a_script_falls_again_and_then_its_seed() -> None:
    match = play(start(rolls, chance=script(2, 3, then=4), undo=SAME_DICE), "left", "left", "left", "left")
    before = written(match)
    for undone in range(1, 5):
        for _ in range(undone):
            match.undo()
        assert written(play(match, *["left"] * undone)) == before


def test_dice_that_people_rolled_are_taken_back_as_any_answer() -> None:
    match = start(rolls, chance=People(Seeded(1)), undo=SAME_DICE)
    play(match, "left", "4")
    match.undo()
    assert asked(match) == (-1, "die")
    match.undo()
    assert asked(match) == (0, "roll")
    play(match, "left", "5")
    assert written(match) == ["5"]


def test_dice_that_people_rolled_have_been_revealed() -> None:
    match = play(start(rolls, chance=People(Seeded(1))), "left", "4")
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo()


def test_the_end_can_be_undone() -> None:
    match = finish(start(choices))
    match.undo()
    assert not match.over
    assert match.outcome is None
    assert len(written(match)) == BEATS - 1
    finish(match)
    assert match.outcome is not None


def test_numbers_never_come_back() -> None:
    match = start(choices)
    seen = [match.number]
    for step in range(30):
        if step % 3 == 2:
            late = match.number
            match.undo()
            for number in seen:
                with pytest.raises(LateAnswer):
                    match.answer(0, number=number)
            assert match.number > late
        else:
            match.answer(0)
        if match.over:
            break
        seen.append(match.number)
    assert seen == sorted(set(seen))
    assert match.ask is None or match.ask.number == match.number


def test_the_log_only_grows_and_what_was_undone_stays_in_it() -> None:
    match = start(rolls, seed=6, undo=SAME_DICE)
    log = match.log
    for step in range(12):
        if step % 3 == 2:
            match.undo()
            assert match.log == [*log, {"undo": log[-2]["n"], "dice": SAME_DICE}]
        else:
            match.answer(step % 2)
            assert match.log[: len(log)] == log
        assert len(match.log) > len(log)
        log = match.log


def test_undo_far_back_keeps_everything_in_order() -> None:
    match = play(start(choices), "left", "right", "left")
    match.undo()
    match.undo()
    play(match, "left")
    assert [line.get("key", line.get("undo")) for line in match.log] == [
        "left",
        "right",
        "left",
        3,
        2,
        "left",
    ]
    assert [line.get("n", line.get("undo")) for line in match.story(0)] == [1, 2, 6]
    assert written(match) == ["0 left", "1 left"]


def test_a_long_match_can_be_undone_to_its_start_and_still_be_read() -> None:
    def main(g: Slate) -> Play[None]:
        for _ in range(1500):
            yield Ask(0, "way", EITHER, "")

    match = start(main)
    for _ in range(1200):
        match.answer(0)
    for _ in range(1200):
        match.undo()
    assert len(match.log) == 2400


@pytest.mark.parametrize("in_between", [1, 400])
def test_an_undo_asks_again_only_what_was_asked_since_a_near_checkpoint(in_between: int) -> None:
    asked = 0

    def main(g: Slate) -> Play[None]:
        nonlocal asked
        while True:
            yield REST
            asked += 1
            yield Ask(0, "way", EITHER, "")

    match = start(main)
    for _ in range(2000):
        match.answer(0)
    asked = 0
    for _ in range(400 // in_between):
        for _ in range(in_between):
            match.answer(1)
        for _ in range(in_between):
            match.undo()
    answers = 400
    assert asked < 40 * answers


def test_many_undos_in_a_row_ask_little_again_and_none_asks_for_most_of_the_match() -> None:
    asked = 0

    def main(g: Slate) -> Play[None]:
        nonlocal asked
        while True:
            yield REST
            asked += 1
            yield Ask(0, "way", EITHER, "")

    answers, undos = 5000, 500
    match = start(main)
    for _ in range(answers):
        match.answer(0)
    asked_again = []
    for _ in range(undos):
        asked = 0
        match.undo()
        asked_again.append(asked)
    assert sum(asked_again) < 10 * undos
    assert max(asked_again) < answers / 10


def test_checkpoints_grow_sparse_before_the_end_and_their_number_stays_small() -> None:
    def main(g: Slate) -> Play[None]:
        while True:
            yield REST
            yield Ask(0, "way", EITHER, "")

    match = start(main)
    for answered in range(1, 3001):
        match.answer(0)
        places = [at for _, at in match._earlier]
        assert len(places) <= MOST_EARLIER
        assert all(later - at <= max(1, answered - later) for at, later in pairwise(places))


def test_a_match_that_was_undone_far_goes_on_as_if_nothing_had_been_answered() -> None:
    def main(g: Slate) -> Play[None]:
        while True:
            yield REST
            for _ in range(3):
                yield Ask(0, "way", EITHER, "")
                g.write((yield Chance("die", D6)))

    match, fresh = (start(main, seed=6, undo=SAME_DICE) for _ in range(2))
    for _ in range(120):
        match.answer(0)
    for _ in range(90):
        match.undo()
    for at in range(60):
        fresh.answer(at // 30)
        if at >= 30:
            match.answer(1)
    assert written(match) == written(match.fork()) == written(fresh)
    match.undo()
    fresh.undo()
    assert written(match) == written(fresh)


def test_there_are_three_undo_policies() -> None:
    with pytest.raises(ValueError, match="no undo policy 'never'; there are: forbid, same dice, new dice"):
        start(choices, undo="never")


def many_answers(g: Slate) -> Play[Outcome]:
    """Beats of very different length, with asides, forced and veiled questions, chance and shows."""
    while len(g.written) < 24:
        yield REST
        for step in range(1 + len(g.written) % 4):
            choice = yield Ask(step % 2, "way", EITHER, "TOY-01", aside=(Aside(2, option("nudge")),))
            g.write(choice.key)
            if isinstance(choice, Aside):
                continue
            yield Ask(0, "forced", EITHER[:1], "")
            yield Chance("sure", (7,))
            yield Ask(1, "veiled", EITHER[:1], "", veiled=True)
            g.write((yield Chance("die", D6)))
            yield Show((g.written[-1],), 2, page=g.written[-1])
        tell(g, "rests", 0, "TOY-02", (len(g.written),), ("secret",), 2)
    return Outcome("done", (), ())


@pytest.mark.parametrize("main", [walk, choices, rolls, many_answers])
def test_a_fork_is_the_same_match_at_every_question_and_after_the_end(
    main: Callable[[Slate], Play[Outcome]],
) -> None:
    match = start(main, seed=9, secrets=True)
    while not match.over:
        assert all_of(match.fork()) == all_of(match)
        ask = match.ask
        assert ask is not None
        match.answer(
            (2, "nudge") if ask.aside and match.number % 5 == 0 else match.number % len(match.options)
        )
    assert all_of(match.fork()) == all_of(match)


def test_a_fork_meets_the_same_chance() -> None:
    match = play(start(walk, seed=5), "left", "right")
    twin = match.fork()
    assert all_of(finish(twin)) == all_of(finish(match))


def test_a_bare_fork_plays_the_same_and_keeps_nothing() -> None:
    match = play(start(walk, seed=5), "left", "right", "left")
    bare = match.fork(bare=True)
    assert (written(bare), offered(bare), bare.entries) == (written(match), offered(match), None)
    for answer in ("left",) * 9:
        match.answer(answer)
        bare.answer(answer)
    assert bare.outcome == match.outcome
    assert written(bare) == written(match)
    with pytest.raises(ForkRefused):
        bare.fork()


@pytest.mark.parametrize("answered", [0, 1, 2, 5, 9])
def test_a_fork_never_disturbs_its_parent(answered: int) -> None:
    match = play(start(walk, seed=5, undo=SAME_DICE), *["left"] * answered)
    before = all_of(match)
    twin = match.fork()
    finish(twin)
    twin.undo()
    twin.undo()
    assert all_of(match) == before
    again = match.fork()
    finish(match)
    assert all_of(again) == before


def test_a_fork_after_undo_is_the_same_match() -> None:
    match = play(start(many_answers, seed=3, undo=SAME_DICE), *["left"] * 9)
    for _ in range(4):
        match.undo()
        assert all_of(match.fork()) == all_of(match)
        assert all_of(match.fork().fork()) == all_of(match)
        match.answer(0)
        assert all_of(match.fork()) == all_of(match)
        match.undo()
    twin = match.fork()
    twin.undo()
    match.undo()
    assert all_of(twin) == all_of(match)


def test_a_fork_where_people_are_asked_for_dice_asks_them_too() -> None:
    match = play(start(rolls, chance=People(Seeded(1))), "left")
    twin = match.fork()
    assert asked(twin) == (-1, "die")
    twin.answer("6")
    assert (written(twin), written(match)) == (["6"], [])


def test_checkpoints_are_kept_as_often_as_is_said() -> None:
    rests = {}
    for checkpoints in (1, 4, 5, 0):
        match = play(start(walk, seed=5, checkpoints=checkpoints), *["left"] * 6)
        assert match.rest is not None
        state, entries = match.rest
        rests[checkpoints] = entries
        assert len(state.written) % 3 == 0
        assert all_of(match.fork()) == all_of(match)
    assert rests == {1: 12, 4: 12, 5: 8, 0: 0}


def test_bare_play_keeps_no_checkpoint() -> None:
    assert start(walk, bare=True).rest is None


def test_a_game_says_how_often_checkpoints_are_kept() -> None:
    game = msgspec.structs.replace(toy(walk), spacing=1)
    match = play(Match.new(game, ToySetup(), seed=5), *["left"] * 8)
    assert match.rest is not None
    assert match.rest[1] == 16


def test_without_checkpoints_a_fork_is_replayed_from_the_start() -> None:
    match = play(start(walk, seed=5, checkpoints=0), *["left"] * 9)
    assert all_of(match.fork()) == all_of(match)


def test_a_bare_match_cannot_be_forked() -> None:
    with pytest.raises(ForkRefused):
        start(choices, bare=True).fork()


def test_a_match_can_start_from_a_position_made_by_hand() -> None:
    match = Match.at(toy(choices), Slate(["a", "b", "c", "d"]))
    assert asked(match) == (0, "way")
    play(match, "left", "right")
    assert match.over
    assert written(match) == ["a", "b", "c", "d", "0 left", "1 right"]


def test_what_happens_after_a_position_made_by_hand_is_told() -> None:
    match = play(Match.at(toy(walk), Slate(["a", "b", "c"]), chance=script(4)), "left", "left")
    assert told(match) == ["walked"]


def test_undo_and_forks_lead_back_to_the_position_made_by_hand() -> None:
    match = play(Match.at(toy(choices), Slate(["a", "b", "c"])), "left")
    assert all_of(match.fork()) == all_of(match)
    match.undo()
    assert written(match) == ["a", "b", "c"]


def test_a_match_by_hand_has_no_setup_and_cannot_be_saved(tmp_path: object) -> None:
    with pytest.raises(ValueError, match="started by a setup"):
        Match.at(toy(choices), Slate()).save(f"{tmp_path}/no.tale")


def test_a_match_knows_its_game_and_setup() -> None:
    game = toy(choices)
    match = Match.new(game, ToySetup(players=2))
    assert match.game is game
    assert match.setup == ToySetup(players=2)


def test_without_a_seed_every_match_is_another() -> None:
    ends = {tuple(written(finish(start(rolls)))) for _ in range(8)}
    assert len(ends) > 1


def test_a_match_from_a_position_leaves_the_position_alone() -> None:
    position = Slate(["given"])
    match = Match.at(toy(walk), position, ToySetup(), chance=script(4))
    match.answer("left")
    assert position.written == ["given"]
    assert len(written(match)) > 1
