"""The words of the conversation, each in rules of a few lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foldtale.kernel import (
    ALL,
    EVERYONE,
    NOBODY,
    REST,
    SPECTATOR,
    Aside,
    Ask,
    Chance,
    IllegalAnswer,
    Incident,
    Leave,
    People,
    Play,
    Seeded,
    Show,
    bit,
    option,
    pick,
    script,
    settle,
    tell,
)
from foldtale.kernel.talk import DEEPEST_SETTLE, MOST_SETTLED
from foldtale.testing import asked, offered, told
from tests.kernel.toys import EITHER, LEFT, RIGHT, Slate, Thing, start, things, written

NUDGE = option("nudge")


def test_there_is_one_option_for_a_key() -> None:
    assert option("open door") is option("open " + "door")
    assert option("open door") is not option("open window")
    assert option("open door").key == "open door"


def test_everyone_are_all_seats_and_those_who_watch() -> None:
    assert all(EVERYONE & bit(seat) for seat in (0, 9, SPECTATOR))
    assert not any(NOBODY & bit(seat) for seat in (0, 9, SPECTATOR))
    assert bit(0) | bit(2) == 5


def test_a_forced_choice_is_simply_taken() -> None:
    def main(g: Slate) -> Play[None]:
        g.write((yield Ask(0, "door", (LEFT,), "")).key)
        g.write((yield Ask(0, "way", EITHER, "")).key)

    match = start(main)
    assert written(match) == ["left"]
    assert asked(match) == (0, "way")
    assert match.number == 1
    assert match.log == []


def test_a_veiled_question_with_one_option_is_asked_at_a_table() -> None:
    def main(g: Slate) -> Play[None]:
        g.write((yield Ask(1, "door", (LEFT,), "", veiled=True)).key)
        yield Ask(0, "way", EITHER, "")

    match = start(main)
    assert asked(match) == (1, "door")
    match.answer("left")
    assert written(match) == ["left"]
    assert match.log == [{"n": 1, "seat": 1, "topic": "door", "key": "left"}]
    assert match.number == 2


def test_a_veiled_question_with_one_option_is_skipped_in_bare_play() -> None:
    def main(g: Slate) -> Play[None]:
        g.write((yield Ask(1, "door", (LEFT,), "", veiled=True)).key)
        g.write((yield Ask(1, "hall", EITHER, "", veiled=True)).key)

    match = start(main, bare=True)
    assert written(match) == ["left"]
    assert asked(match) == (1, "hall")


def nudged(g: Slate) -> Play[None]:
    """Seat 0 chooses a way; seats 1 and 2 may nudge them first."""
    while True:
        choice = yield Ask(0, "way", EITHER, "", aside=(Aside(1, NUDGE), Aside(2, NUDGE)))
        if not isinstance(choice, Aside):
            break
        g.write("nudged by", choice.seat)
    g.write(choice.key)
    yield Ask(1, "end", EITHER, "")


def test_an_aside_names_its_seat_and_the_question_comes_again() -> None:
    match = start(nudged)
    match.answer((2, "nudge"))
    assert written(match) == ["nudged by 2"]
    assert asked(match) == (0, "way")
    assert match.number == 2
    match.answer((1, "nudge"))
    match.answer("left")
    assert written(match) == ["nudged by 2", "nudged by 1", "left"]
    assert match.log == [
        {"n": 1, "seat": 2, "topic": "way", "key": "nudge", "aside": True},
        {"n": 2, "seat": 1, "topic": "way", "key": "nudge", "aside": True},
        {"n": 3, "seat": 0, "topic": "way", "key": "left"},
    ]


@pytest.mark.parametrize("answer", ["nudge", (0, "nudge"), (3, "nudge"), (1, "left"), (2, "shove"), (1, 0)])
def test_an_aside_is_only_for_its_seat_and_the_question_only_for_the_asked(answer: object) -> None:
    match = start(nudged)
    with pytest.raises(IllegalAnswer):
        match.answer(answer)  # type: ignore[arg-type]
    assert (match.number, match.log, written(match)) == (1, [], [])


@pytest.mark.parametrize("bare", [False, True])
def test_one_option_and_an_aside_are_a_question(bare: bool) -> None:
    def main(g: Slate) -> Play[None]:
        choice = yield Ask(0, "door", (LEFT,), "", aside=(Aside(1, NUDGE),))
        g.write(choice.key)

    match = start(main, bare=bare)
    assert asked(match) == (0, "door")
    match.answer((1, "nudge"))
    assert written(match) == ["nudge"]


def together(g: Slate) -> Play[None]:
    """The group is asked, and seat 2 answers for it."""
    g.write((yield Ask(ALL, "camp", EITHER, "", voice=2)).key)


def test_a_question_to_the_group_is_answered_by_its_voice() -> None:
    match = start(together)
    assert match.ask is not None
    assert (match.ask.seat, match.ask.voice, match.ask.answers) == (ALL, 2, 2)
    for seat in (0, 1):
        with pytest.raises(IllegalAnswer):
            match.answer((seat, "left"))
    match.answer((2, "right"))
    assert written(match) == ["right"]
    assert match.log[0]["seat"] == 2


def test_a_question_is_about_a_few_numbers() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "price", EITHER, "", about=(3, 7))

    match = start(main)
    assert match.ask is not None
    assert match.ask.about == (3, 7)


def picking(*offered: Thing, stop: bool = False) -> Callable[[Slate], Play[None]]:
    def main(g: Slate) -> Play[None]:
        chosen = yield from pick(0, "card", offered, "", stop=stop)
        g.write("nothing" if chosen is None else f"{chosen.key} {chosen.number}")

    return main


def test_pick_gives_back_the_callers_own_thing() -> None:
    match = start(picking(*things("fox", "hen")))
    match.answer("hen")
    assert written(match) == ["hen 1"]


def test_things_that_are_alike_are_one_option() -> None:
    match = start(picking(*things("fox", "hen", "fox")))
    assert offered(match) == ["fox", "hen"]
    match.answer("fox")
    assert written(match) == ["fox 0"]


def test_a_card_is_picked_by_its_own_name() -> None:
    def main(g: Slate) -> Play[None]:
        g.write((yield from pick(0, "card", ("fox", "hen", "fox"), "")))

    match = start(main)
    assert offered(match) == ["fox", "hen"]
    match.answer("hen")
    assert written(match) == ["hen"]


def test_only_things_alike_are_no_choice() -> None:
    assert written(start(picking(*things("fox", "fox")))) == ["fox 0"]


def test_stop_is_the_last_option_and_gives_nothing() -> None:
    match = start(picking(*things("fox", "hen"), stop=True))
    assert offered(match) == ["fox", "hen", "stop"]
    match.answer("stop")
    assert written(match) == ["nothing"]


def test_stop_must_be_offered() -> None:
    def main(g: Slate) -> Play[None]:
        yield from pick(0, "card", things("fox", "hen"), "")

    assert offered(start(main)) == ["fox", "hen"]


def test_with_nothing_to_pick_stop_is_taken() -> None:
    assert written(start(picking(stop=True))) == ["nothing"]


def test_a_chance_sends_back_the_outcome_itself() -> None:
    pair = things("fox", "hen")

    def main(g: Slate) -> Play[None]:
        fallen = yield Chance("card", pair)
        g.write(pair.index(fallen))

    match = start(main, chance=script("hen"))
    assert written(match) == ["1"]
    assert match.log == [{"chance": "card", "key": "hen"}]


def test_a_chance_with_one_outcome_is_no_chance() -> None:
    def main(g: Slate) -> Play[None]:
        g.write((yield Chance("card", ("fox",))))

    match = start(main, chance=script())
    assert written(match) == ["fox"]
    assert match.log == []


@pytest.mark.parametrize(("to", "seen_by"), [(EVERYONE, {0, 1, SPECTATOR}), (bit(1), {1}), (NOBODY, set())])
def test_a_chance_is_seen_by_those_it_is_for(to: int, seen_by: set[int]) -> None:
    def main(g: Slate) -> Play[None]:
        yield Chance("card", ("fox", "hen"), to)

    match = start(main, chance=script("hen"))
    for seat in (0, 1, SPECTATOR):
        assert match.story(seat) == ([{"chance": "card", "key": "hen"}] if seat in seen_by else [])


@pytest.mark.parametrize(("to", "seen_by"), [(EVERYONE, {0, 1, SPECTATOR}), (bit(1), {1}), (NOBODY, set())])
def test_a_show_is_seen_by_those_it_is_for(to: int, seen_by: set[int]) -> None:
    def main(g: Slate) -> Play[None]:
        sent = yield Show(("fox", "hen"), to)
        g.write(sent)

    match = start(main)
    assert written(match) == ["None"]
    assert match.log == []
    for seat in (0, 1, SPECTATOR):
        assert match.story(seat) == ([{"show": ["fox", "hen"]}] if seat in seen_by else [])


def test_only_some_seats_learn_the_secret_part_of_a_tell() -> None:
    def main(g: Slate) -> Play[None]:
        tell(g, "draws", 2, "TOY-09", (1, "card"), ("hen",), bit(2) | bit(0))
        yield Ask(0, "way", EITHER, "")

    match = start(main)
    public = {"tell": "draws", "who": 2, "why": "TOY-09", "about": [1, "card"]}
    assert match.story(1) == match.story(SPECTATOR) == [public]
    assert match.story(0) == match.story(2) == [public | {"secret": ["hen"]}]
    assert match.log == []


def test_tells_can_be_off() -> None:
    def main(g: Slate) -> Play[None]:
        tell(g, "waits", 0, "TOY-09")
        yield Ask(0, "way", EITHER, "")

    assert start(main, tells=False).story(0) == []
    assert start(main, bare=True).story(0) == []


def test_leave_goes_through_every_level_to_the_loop_that_owns_its_scope() -> None:
    def step(g: Slate) -> Play[None]:
        if (yield Ask(0, "way", EITHER, "")) is LEFT:
            raise Leave("day")
        g.write("on")

    def hour(g: Slate) -> Play[None]:
        for _ in range(2):
            try:
                yield from step(g)
            except Leave as leave:
                leave.at(g, "hour")
                g.write("hour left")
        g.write("hour over")

    def main(g: Slate) -> Play[None]:
        for day in range(2):
            try:
                yield from hour(g)
            except Leave as leave:
                leave.at(g, "day")
                g.write("day", day, "left")

    match = start(main)
    match.answer("right")
    match.answer("left")
    assert written(match) == ["on", "day 0 left"]
    match.answer("right")
    match.answer("right")
    assert written(match) == ["on", "day 0 left", "on", "on", "hour over"]
    assert match.over


def test_leave_drops_what_is_due() -> None:
    def main(g: Slate) -> Play[None]:
        try:
            g.due.append((0, writes("never")))
            raise Leave("day")
        except Leave as leave:
            leave.at(g, "day")
        yield from settle(g)
        yield Ask(0, "way", EITHER, "")

    assert written(start(main)) == []


def test_leave_out_of_a_settle_drops_the_rest_of_it() -> None:
    def leaves(g: Slate) -> Play[None]:
        raise Leave("day")
        yield REST

    def main(g: Slate) -> Play[None]:
        g.due += [(0, writes("first")), (1, leaves), (2, writes("never"))]
        try:
            yield from settle(g)
        except Leave as leave:
            leave.at(g, "day")
        yield from settle(g)
        yield Ask(0, "way", EITHER, "")

    assert written(start(main)) == ["first"]


def test_a_leave_that_nobody_owns_is_an_incident() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "")
        raise Leave("nowhere")

    match = start(main)
    with pytest.raises(Incident, match="nowhere"):
        match.answer("left")
    assert asked(match) == (0, "way")


def writes(word: str, *then: tuple[int, str]) -> Callable[[Slate], Play[None]]:
    """A consequence that writes a word, and from which others follow."""

    def run(g: Slate) -> Play[None]:
        g.write(word)
        for rank, follows in then:
            g.due.append((rank, writes(follows)))
        return
        yield REST

    return run


def settled(*due: tuple[int, Callable[[Slate], Play[None]]]) -> list[str]:
    def main(g: Slate) -> Play[None]:
        g.due += due
        yield from settle(g)
        assert g.due == []

    return written(start(main))


def test_what_is_due_is_settled_by_rank_and_then_in_order() -> None:
    due = [(2, writes("c")), (0, writes("a")), (1, writes("b1")), (2, writes("d")), (1, writes("b2"))]
    assert settled(*due) == ["a", "b1", "b2", "c", "d"]


def test_what_follows_from_one_is_settled_before_the_next() -> None:
    due = [
        (0, writes("loss", (9, "grief"), (5, "tears"))),
        (1, writes("goal", (0, "cheer"))),
        (2, writes("hook")),
    ]
    assert settled(*due) == ["loss", "tears", "grief", "goal", "cheer", "hook"]


def test_a_consequence_may_ask() -> None:
    def asks(g: Slate) -> Play[None]:
        g.write((yield Ask(0, "way", EITHER, "")).key)

    def main(g: Slate) -> Play[None]:
        g.due += [(1, writes("after")), (0, asks)]
        yield from settle(g)

    match = start(main)
    match.answer("right")
    assert written(match) == ["right", "after"]


def test_settling_nothing_is_nothing() -> None:
    assert settled() == []


def endless(children: int, patience: int) -> Callable[[Slate], Play[None]]:
    """A consequence that has itself for a consequence, and gives up after so many."""

    def run(g: Slate) -> Play[None]:
        g.write("again")
        if len(g.written) > patience:
            raise RuntimeError("no cap has stopped this")
        g.due += [(0, run)] * children
        return
        yield REST

    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "")
        g.due.append((0, run))
        yield from settle(g)
        g.write("done")

    return main


def test_consequences_without_end_are_cut_off_with_a_tell() -> None:
    match = start(endless(1, patience=10 * DEEPEST_SETTLE))
    match.answer("left")
    assert match.over
    assert written(match)[-1] == "done"
    assert len(written(match)) == DEEPEST_SETTLE + 1
    assert told(match) == ["settled no further"]


def test_consequences_that_double_are_cut_off_too() -> None:
    match = start(endless(2, patience=100 * DEEPEST_SETTLE))
    match.answer("left")
    assert match.over


def test_more_than_can_be_meant_is_cut_off_with_a_tell() -> None:
    def main(g: Slate) -> Play[None]:
        g.due += [(0, writes(str(number))) for number in range(2 * MOST_SETTLED)]
        yield from settle(g)
        assert g.due == []
        g.due.append((0, writes("later")))
        yield from settle(g)

    match = start(main)
    assert written(match) == [*map(str, range(MOST_SETTLED)), "later"]
    assert told(match) == ["settled no further"]


def test_asking_while_something_is_due_is_reported() -> None:
    def main(g: Slate) -> Play[None]:
        if (yield Ask(0, "way", EITHER, "")) is RIGHT:
            g.due.append((0, writes("late")))
        yield Ask(1, "door", EITHER, "")

    match = start(main)
    with pytest.raises(Incident, match="'door' is asked while something is due"):
        match.answer("right")
    assert asked(match) == (0, "way")
    match.answer("left")
    assert asked(match) == (1, "door")


@pytest.mark.parametrize(
    "word",
    [
        Ask(1, "door", (), ""),
        Ask(1, "door", (), "", veiled=True),
        Chance("door", ()),
        Chance("door", (), dice=True),
    ],
    ids=["ask", "veiled ask", "chance", "dice"],
)
def test_a_question_without_an_answer_is_reported_by_its_topic(word: Ask | Chance) -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "")
        yield word

    match = start(main, chance=People(Seeded(1)))
    with pytest.raises(Incident, match="door"):
        match.answer("left")
    assert asked(match) == (0, "way")


def test_resting_while_something_is_due_is_reported() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "")
        g.due.append((0, writes("lost")))
        yield REST
        yield from settle(g)

    with pytest.raises(Incident, match="due"):
        start(main).answer("left")


def test_a_word_that_is_none_is_reported() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(0, "way", EITHER, "")
        yield "what?"  # type: ignore[misc]

    match = start(main)
    with pytest.raises(Incident):
        match.answer("left")
    assert asked(match) == (0, "way")
