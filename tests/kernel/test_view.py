"""What leaves a match for one seat: scenes, questions, stories, glimpses and imagined worlds."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import (
    ALL,
    EVERYONE,
    REST,
    SPECTATOR,
    Aside,
    Ask,
    Chance,
    ForkRefused,
    IllegalAnswer,
    Incident,
    Match,
    Outcome,
    People,
    Play,
    Seeded,
    Show,
    UndoRefused,
    bit,
    dice,
    option,
    roll,
    script,
    tell,
)
from foldtale.kernel.scene import AskView, to_json
from foldtale.kernel.zones import Row, draw, new_box
from tests.kernel.toys import (
    EITHER,
    HANDS,
    LEFT,
    Slate,
    ToySetup,
    all_of,
    choices,
    start,
    toy,
    walk,
    written,
)

ADA, BO, CLEO = 0, 1, 2
NUDGE = option("nudge")
TOPICS = {"price": "Pay {0} or {1}?", "way": "Left or right?"}


def asking(ask: Ask, secrets: bool = True, **how: Any) -> Match:
    """A match in which one thing is asked, and then something else of nobody in particular."""

    def main(g: Slate) -> Play[None]:
        yield ask
        yield Ask(CLEO, "end", EITHER, "")

    return Match.new(toy(main, secrets, topics=TOPICS), ToySetup(), **how)


def view(match: Match, seat: int) -> AskView:
    question = match.scene(seat).ask
    assert question is not None
    return question


def keys(question: AskView) -> list[str]:
    return [choice.key for choice in question.choices]


def test_the_asked_seat_sees_the_question() -> None:
    match = asking(Ask(ADA, "price", (LEFT, option("take lamp")), "TOY-07", about=(3, 7)))
    question = view(match, ADA)
    assert (question.number, question.seat, question.prompt, question.rule) == (
        1,
        ADA,
        "Pay 3 or 7?",
        "TOY-07",
    )
    assert [(choice.key, choice.label, choice.aside) for choice in question.choices] == [
        ("left", "Go left", False), ("take lamp", "Take the lamp", False),
    ]  # fmt: skip


def test_to_everyone_else_it_is_only_that_somebody_decides() -> None:
    match = asking(Ask(ADA, "price", EITHER, "TOY-07", about=(3, 7)))
    for seat in (BO, CLEO, SPECTATOR):
        assert view(match, seat) == AskView(number=1, seat=ADA)


def test_who_may_see_a_question_sees_it_without_its_choices() -> None:
    match = asking(Ask(ADA, "price", EITHER, "TOY-07", about=(3, 7), to=bit(BO)))
    assert (view(match, BO).prompt, view(match, BO).rule, view(match, BO).choices) == (
        "Pay 3 or 7?",
        "TOY-07",
        (),
    )
    assert view(match, CLEO).prompt == ""
    assert view(match, SPECTATOR).prompt == ""


def test_where_nobody_has_secrets_everybody_sees_the_question() -> None:
    match = asking(Ask(ADA, "way", EITHER, "TOY-07"), secrets=False)
    for seat in (BO, SPECTATOR):
        assert (view(match, seat).prompt, keys(view(match, seat))) == ("Left or right?", [])


def test_a_question_to_the_group_is_seen_by_everybody() -> None:
    match = asking(Ask(ALL, "way", EITHER, "TOY-07", voice=BO))
    for seat in (ADA, BO, SPECTATOR):
        question = view(match, seat)
        assert (question.seat, question.voice, question.prompt) == (ALL, BO, "Left or right?")
        assert keys(question) == ["left", "right"]


def test_a_topic_without_a_sentence_is_its_own_prompt() -> None:
    assert view(asking(Ask(ADA, "odd", EITHER, "")), ADA).prompt == "odd"


def test_a_seat_sees_its_own_free_moves_and_nobody_elses() -> None:
    match = asking(Ask(ADA, "way", EITHER, "TOY-07", aside=(Aside(BO, NUDGE),)))
    assert [(choice.key, choice.aside) for choice in view(match, BO).choices] == [("nudge", True)]
    assert (view(match, BO).prompt, view(match, BO).rule) == ("", "")
    assert keys(view(match, ADA)) == ["left", "right"]
    assert view(match, CLEO).choices == view(match, SPECTATOR).choices == ()


def test_that_others_have_free_moves_cannot_be_seen() -> None:
    with_one = asking(Ask(ADA, "way", EITHER, "TOY-07", aside=(Aside(BO, NUDGE),)))
    without = asking(Ask(ADA, "way", EITHER, "TOY-07"))
    for seat in (ADA, CLEO, SPECTATOR):
        assert to_json(with_one.scene(seat)) == to_json(without.scene(seat))


def test_real_dice_are_asked_of_everybody_by_a_list_of_falls_or_by_typing() -> None:
    def main(g: Slate) -> Play[None]:
        yield from roll("few", dice(1))
        yield from roll("many", dice(3))

    match = start(main, chance=People(Seeded(1)), secrets=True)
    assert keys(view(match, SPECTATOR)) == ["1", "2", "3", "4", "5", "6"]
    match.answer("4")
    assert (view(match, ADA).prompt, keys(view(match, ADA))) == ("many", [])
    match.answer("6 6 6")


def test_when_the_match_is_over_there_is_no_question() -> None:
    match = Match.at(toy(choices), Slate("abcdef"))
    assert match.over
    assert match.scene(ADA).ask is None


def test_a_scene_says_whose_it_is() -> None:
    assert [start(choices).scene(seat).you for seat in (ADA, SPECTATOR)] == [ADA, SPECTATOR]


def test_an_answer_stands_in_the_story_of_its_seat_and_to_others_only_that_it_was_given() -> None:
    match = asking(Ask(ADA, "way", EITHER, "TOY-07"))
    match.answer("left")
    assert match.story(ADA) == [{"n": 1, "seat": ADA, "topic": "way", "key": "left", "rule": "TOY-07"}]
    for seat in (BO, SPECTATOR):
        assert match.story(seat) == [{"n": 1, "seat": ADA}]


@pytest.mark.parametrize(
    ("ask", "secrets", "told"),
    [
        (Ask(ADA, "way", EITHER, "TOY-07", to=bit(BO)), True, {BO}),
        (Ask(ADA, "way", EITHER, "TOY-07", to=EVERYONE), True, {BO, CLEO, SPECTATOR}),
        (Ask(ALL, "way", EITHER, "TOY-07", voice=ADA), True, {BO, CLEO, SPECTATOR}),
        (Ask(ADA, "way", EITHER, "TOY-07"), False, {BO, CLEO, SPECTATOR}),
    ],
)
def test_who_may_see_a_question_reads_its_answer(ask: Ask, secrets: bool, told: set[int]) -> None:
    match = asking(ask, secrets)
    match.answer("left")
    for seat in (BO, CLEO, SPECTATOR):
        (line,) = match.story(seat)
        assert ("key" in line, "topic" in line) == (seat in told, seat in told)


def aside_taken() -> Match:
    match = asking(Ask(ADA, "way", EITHER, "TOY-07", aside=(Aside(BO, NUDGE),)))
    match.answer((BO, "nudge"))
    return match


def test_who_made_a_free_move_reads_which() -> None:
    (line,) = aside_taken().story(BO)
    assert line == {"n": 1, "seat": BO, "key": "nudge", "aside": True}
    assert aside_taken().story(CLEO) == [{"n": 1, "seat": BO}]


def test_who_made_a_free_move_does_not_read_what_another_was_asked() -> None:
    (line,) = aside_taken().story(BO)
    assert "way" not in line.values()
    assert "TOY-07" not in line.values()


def test_an_undo_stands_in_every_story_and_what_was_undone_does_not() -> None:
    match = start(choices)
    match.answer("left")
    match.undo()
    for seat in (ADA, SPECTATOR):
        assert match.story(seat) == [{"undo": 1}]


def restless(g: Slate) -> Play[Outcome]:
    """Each beat seats 0 and 1 draw a card that only they see; then seat 0 decides."""
    while len(g.written) < 4:
        yield REST
        for seat in (ADA, BO):
            yield from draw(g.box, seat, bit(seat))
            tell(g, "draws", seat, "TOY-01", (), g.box.rows[seat][-1:], bit(seat))
        ask = Ask(ADA, "way", EITHER, "TOY-02", aside=(Aside(BO, NUDGE), Aside(CLEO, NUDGE)))
        g.write((yield ask).key)
    return Outcome("done", (), ())


def dealt(**how: Any) -> Match:
    def begin(setup: ToySetup) -> Slate:
        return Slate(box=new_box(HANDS, [f"card {number:02}" for number in range(20)]))

    return Match.new(toy(restless, True, begin), ToySetup(), **how)


def held(match: Match, seat: int) -> Row:
    return tuple(match.state.box.rows[seat])


def test_a_glimpse_is_what_the_seat_sees() -> None:
    match = dealt(seed=1)
    for seat in (ADA, BO, CLEO, SPECTATOR):
        glimpse = match.glimpse(seat)
        assert glimpse.seat == seat
        assert glimpse.scene == match.scene(seat)
        assert glimpse.story == match.story(seat)
        assert glimpse.asked == (seat == ADA)
        assert glimpse.asides == ([NUDGE] if seat in (BO, CLEO) else [])
        assert (glimpse.ask is not None) == (seat == ADA)


def test_a_glimpse_does_not_tell_who_else_could_move() -> None:
    glimpse = dealt(seed=1).glimpse(ADA)
    assert glimpse.ask is not None
    assert [aside.seat for aside in glimpse.ask.aside] == []


def test_an_imagined_world_does_not_tell_who_else_could_move() -> None:
    world = dealt(seed=1).imagine(ADA, 1)
    assert world.ask is not None
    assert [aside.seat for aside in world.ask.aside] == []


def test_an_imagined_world_has_ones_own_cards_and_any_others() -> None:
    match = dealt(seed=1)
    worlds = [match.glimpse(ADA).imagine(seed) for seed in range(100)]
    assert {held(world, ADA) for world in worlds} == {held(match, ADA)}
    assert len({held(world, BO) for world in worlds}) == 19
    assert held(match, ADA)[0] not in {held(world, BO)[0] for world in worlds}


def test_who_has_a_free_move_imagines_by_what_they_know() -> None:
    match = dealt(seed=1)
    worlds = [match.imagine(BO, seed) for seed in range(100)]
    assert {held(world, BO) for world in worlds} == {held(match, BO)}
    assert len({held(world, ADA) for world in worlds}) == 19


def test_a_world_depends_on_nothing_but_the_seed() -> None:
    match = dealt(seed=1)
    for seat in (ADA, BO):
        one, two = match.imagine(seat, 7), match.fork().imagine(seat, 7)
        assert all_of(one) == all_of(two)
        answer = 0 if seat == ADA else (BO, "nudge")
        one.answer(answer)
        two.answer(answer)
        assert all_of(one) == all_of(two)


def test_an_imagined_world_looks_to_its_seat_like_the_true_one() -> None:
    match = dealt(seed=1)
    match.answer("left")
    for seat in (ADA, BO, CLEO):
        assert to_json(match.imagine(seat, 3).scene(seat)) == to_json(match.scene(seat))


def test_who_has_only_a_free_move_cannot_see_or_answer_the_question() -> None:
    world = dealt(seed=1).imagine(BO, 1)
    assert world.ask is not None
    assert (world.ask.topic, world.ask.rule, len(world.ask.options)) == ("", "", 0)
    assert [(aside.seat, aside.key) for aside in world.ask.aside] == [(BO, "nudge")]
    for answer in (0, "left", (ADA, "left"), (CLEO, "nudge")):
        with pytest.raises(IllegalAnswer):
            world.answer(answer)
    world.answer((BO, "nudge"))
    assert written(world) == ["nudge"]


def test_who_has_nothing_to_decide_cannot_imagine() -> None:
    match = asking(Ask(ADA, "way", EITHER, "TOY-07", aside=(Aside(BO, NUDGE),)))
    for seat in (CLEO, SPECTATOR, ALL):
        with pytest.raises(ForkRefused, match="nothing to decide"):
            match.imagine(seat, 1)
    over = Match.at(toy(choices), Slate("abcdef"))
    with pytest.raises(ForkRefused):
        over.imagine(ADA, 1)
    bare = start(choices, bare=True)
    with pytest.raises(ForkRefused):
        bare.imagine(ADA, 1)


def test_where_people_roll_nobody_has_to_decide() -> None:
    def main(g: Slate) -> Play[None]:
        yield from roll("attack", dice(1))

    match = start(main, chance=People(Seeded(1)))
    for seat in (ADA, ALL):
        with pytest.raises(ForkRefused):
            match.imagine(seat, 1)


def test_the_voice_of_the_group_can_imagine() -> None:
    match = asking(Ask(ALL, "way", EITHER, "", voice=BO))
    match.imagine(BO, 1).answer("left")
    with pytest.raises(ForkRefused):
        match.imagine(ADA, 1)


def test_an_imagined_world_keeps_nothing_of_the_true_log() -> None:
    match = dealt(seed=1)
    match.answer("left")
    world = match.imagine(ADA, 3)
    assert (world.log, world.story(ADA), world.story(BO)) == ([], [], [])
    world.answer("left")
    assert [line.get("topic", line.get("chance")) for line in world.log] == ["way", "draw", "draw"]
    with pytest.raises(UndoRefused, match="keeps no log"):
        world.undo()
    with pytest.raises(ValueError, match="saved"):
        world.save("never.tale")


def test_an_imagined_world_does_not_disturb_the_true_one() -> None:
    match = dealt(seed=1)
    before = all_of(match)
    world = match.imagine(ADA, 3)
    while not world.over:
        world.answer(0)
    assert all_of(match) == before


def test_an_imagined_world_meets_its_own_chance() -> None:
    match = dealt(seed=1)
    draws = set()
    for seed in range(30):
        world = match.imagine(ADA, seed)
        world.answer("left")
        draws.add(held(world, ADA)[-1])
    assert len(draws) > 5


def test_an_imagined_world_can_be_forked_after_its_next_rest() -> None:
    match = dealt(seed=1)
    world = match.imagine(ADA, 3)
    with pytest.raises(ForkRefused):
        world.fork()
    with pytest.raises(ForkRefused):
        world.imagine(ADA, 4)
    world.answer("left")
    twin = world.fork()
    assert all_of(twin) == all_of(world)
    before = all_of(world)
    twin.answer("right")
    assert all_of(world) == before
    world.answer("right")
    assert written(twin) == written(world)
    assert [held(twin, seat) for seat in (ADA, BO)] == [held(world, seat) for seat in (ADA, BO)]
    assert world.imagine(ADA, 5).imagined


def test_a_fork_of_an_imagined_world_is_told_as_much_as_that_world() -> None:
    world = dealt(seed=1).imagine(ADA, 3)
    world.answer("left")
    twin = world.fork()
    for match in (world, twin):
        match.answer("left")
    assert all_of(twin) == all_of(world)


def test_without_checkpoints_an_imagined_world_can_be_forked_after_its_next_rest_too() -> None:
    world = dealt(seed=1, checkpoints=0).imagine(ADA, 3)
    world.answer("left")
    assert all_of(world.fork()) == all_of(world)


def test_rules_that_fail_in_an_imagined_world_fail_there_alone() -> None:
    def main(g: Slate) -> Play[None]:
        yield Ask(ADA, "way", EITHER, "")
        raise ZeroDivisionError

    match = start(main)
    with pytest.raises(ZeroDivisionError):
        match.imagine(ADA, 1).answer("left")
    with pytest.raises(Incident):
        match.answer("left")


def book(g: Slate) -> Play[Outcome]:
    """Each beat asks, and then opens a page: 1, 2, 3 …; after page 3 it is page 1 again."""
    while len(g.written) < 6:
        yield REST
        yield Ask(ADA, "turn the page", EITHER, "")
        page = str(1 + len(g.written) % 3)
        yield Show((f"page {page}",), EVERYONE, page=page)
        g.write(page, (yield Chance("die", (1, 2, 3))))
    return Outcome("done", (), ())


def test_a_page_that_this_table_has_not_read_is_the_horizon() -> None:
    match = start(book, seed=1)
    match.answer("left")
    world = match.imagine(ADA, 1)
    world.answer("left")
    assert (world.horizon, world.over, world.outcome, world.ask) == (True, True, None, None)
    assert len(written(world)) == 1
    with pytest.raises(IllegalAnswer):
        world.answer("left")


def test_what_this_table_has_read_is_no_horizon() -> None:
    match = start(book, seed=1)
    for _ in range(3):
        match.answer("left")
    world = match.imagine(ADA, 1)
    while not world.over:
        world.answer("left")
    assert not world.horizon
    assert world.outcome == Outcome("done", (), ())


def test_the_true_match_and_its_forks_have_no_horizon() -> None:
    match = start(book, seed=1)
    for fork in (match.fork(), match.fork(bare=True)):
        while not fork.over:
            fork.answer("left")
        assert not fork.horizon


def test_what_a_fork_has_read_its_parent_has_not() -> None:
    match = start(book, seed=1)
    twin = match.fork()
    twin.answer("left")
    world = match.imagine(ADA, 1)
    world.answer("left")
    assert world.horizon


def test_a_world_that_has_been_loaded_knows_the_pages_that_were_read() -> None:
    match = start(book, chance=script(1, 2, 3, then=1))
    for _ in range(3):
        match.answer("left")
    world = match.fork().imagine(ADA, 1)
    world.answer("left")
    assert not world.horizon


def test_beyond_the_horizon_there_is_no_fork() -> None:
    world = start(book, seed=1).imagine(ADA, 1)
    world.answer("left")
    assert world.horizon
    with pytest.raises(ForkRefused):
        world.fork()

    def main(g: Slate) -> Play[None]:
        while True:
            yield REST
            if g.written:
                yield Show(("a page",), EVERYONE, page="unread")
            g.write((yield Ask(ADA, "way", EITHER, "")).key)

    world = start(main).imagine(ADA, 1)
    world.answer("left")
    assert world.horizon
    twin = world.fork()
    assert (twin.horizon, twin.over) == (True, True)


def test_a_walk_with_secrets_tells_each_seat_its_own_part() -> None:
    match = start(walk, secrets=True, chance=script(4))
    match.answer("left")
    match.answer("right")
    assert match.story(ADA) == [
        {"n": 1, "seat": 0, "topic": "way", "key": "left", "rule": "TOY-01"},
        {"chance": "die", "key": "4"},
        {"n": 2, "seat": 1},
        {"tell": "walked", "who": 1, "why": "TOY-02", "about": [3]},
    ]


def test_a_page_that_was_open_when_rules_failed_was_not_read() -> None:
    def torn(g: Slate) -> Play[None]:
        while True:
            yield REST
            if (yield Ask(ADA, "way", EITHER, "")) is EITHER[1]:
                yield Show(("page 1",), EVERYONE, page="1")
                if g.told is not None:
                    raise ZeroDivisionError
            g.write("on")

    match = start(torn)
    with pytest.raises(Incident):
        match.answer("right")
    world = match.imagine(ADA, 1)
    world.answer("right")
    assert world.horizon
