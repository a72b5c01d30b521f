"""Where chance comes from: seeds, scripts, generators, and people with real dice."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest

from foldtale.kernel import (
    D6,
    Ask,
    Chance,
    Dice,
    Drawn,
    IllegalAnswer,
    Incident,
    Match,
    People,
    Play,
    ScriptError,
    Seeded,
    dice,
    roll,
    script,
)
from foldtale.kernel.chance import ASK_PEOPLE, place_of
from foldtale.kernel.talk import key_of
from foldtale.testing import asked
from tests.kernel.toys import EITHER, Slate, rolls, start, things, written

COIN = Chance("coin", ("heads", "tails"))
DIE = Chance("die", D6)


def falls(source: Seeded, chance: Chance, count: int) -> list[int]:
    return [source.choose(chance) for _ in range(count)]


def chi_square(counts: Counter[object], outcomes: int) -> float:
    expected = sum(counts.values()) / outcomes
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (
        outcomes - len(counts)
    )


def test_two_dice_have_36_falls_in_order() -> None:
    pair = dice(2)
    assert len(pair) == 36
    assert [pair[at] for at in (0, 1, 6, 35)] == [(1, 1), (1, 2), (2, 1), (6, 6)]
    assert len({pair[at] for at in range(36)}) == 36


def test_dice_need_not_be_alike_nor_have_numbers() -> None:
    mixed = Dice((("sun", "moon"), (1, 2, 3)))
    assert len(mixed) == 6
    assert [mixed[at] for at in range(6)] == [(face, n) for face in ("sun", "moon") for n in (1, 2, 3)]


def test_a_fall_is_found_by_how_it_is_written() -> None:
    mixed = Dice((("sun", "moon"), (1, 2, 3)))
    for at in range(len(mixed)):
        assert mixed.find(key_of(mixed[at])) == at


@pytest.mark.parametrize("key", ["", "1", "1 7", "7 1", "1 2 3", "one two", "-1 1", "1,2"])
def test_what_two_dice_cannot_show_is_not_found(key: str) -> None:
    assert dice(2).find(key) == -1


def test_no_dice_fall_in_one_way() -> None:
    assert len(dice(0)) == 1
    assert dice(0)[0] == ()


def test_many_dice_are_not_written_down() -> None:
    many = dice(20)
    assert len(many) == 6**20
    assert many[len(many) - 1] == (6,) * 20
    assert many.find(" ".join(["6"] * 20)) == 6**20 - 1


def test_beyond_the_last_fall_there_is_none() -> None:
    for at in (36, -1, 10**20):
        with pytest.raises(IndexError):
            dice(2)[at]


def test_an_outcome_is_written_by_its_key() -> None:
    fox, hen = things("fox", "hen")
    assert key_of(fox) == "fox"
    assert key_of(4) == "4"
    assert key_of((4, "sun", hen)) == "4 sun hen"
    assert place_of((fox, hen), "hen") == 1
    assert place_of((fox, hen), "cat") == -1


def test_several_dice_are_one_chance() -> None:
    def main(g: Slate) -> Play[None]:
        g.write(sum((yield from roll("attack", dice(3)))))  # type: ignore[arg-type]

    match = start(main, chance=script((1, 2, 6)))
    assert written(match) == ["9"]
    assert match.log == [{"chance": "attack", "key": "1 2 6"}]


def one_die(g: Slate) -> Play[None]:
    yield Ask(0, "roll", EITHER, "")
    g.write((yield Chance("die", D6)))


def test_a_script_that_does_not_fit_says_what_was_possible() -> None:
    match = start(one_die, chance=script(7))
    with pytest.raises(Incident) as incident:
        match.answer("left")
    assert isinstance(incident.value.error, ScriptError)
    assert "'die' cannot fall as '7'; possible: 1, 2, 3, 4, 5, 6" in str(incident.value)
    assert asked(match) == (0, "roll")


def test_a_script_that_is_too_short_says_for_what() -> None:
    match = start(one_die, chance=script())
    with pytest.raises(Incident, match="no fall for 'die'"):
        match.answer("left")


def test_a_script_for_many_dice_says_only_some_of_the_possible_falls() -> None:
    with pytest.raises(ScriptError) as error:
        script("7 7 7").choose(Chance("dice", dice(3)))
    assert "1 1 1" in str(error.value)
    assert "…" in str(error.value)
    assert len(str(error.value)) < 200


def test_after_a_script_the_seed_goes_on() -> None:
    scripted = script(6, 6, then=11)
    seeded = Seeded(11)
    assert [scripted.choose(DIE) for _ in range(2)] == [5, 5]
    assert [scripted.choose(DIE) for _ in range(20)] == falls(seeded, DIE, 20)


def test_a_copied_script_goes_on_by_itself() -> None:
    one = script(1, 2, 3, then=5)
    one.choose(DIE)
    two = one.copy()
    assert [one.choose(DIE) for _ in range(8)] == [two.choose(DIE) for _ in range(8)]


@pytest.mark.parametrize(
    "source",
    [
        Seeded(3),
        script(2, 5, 1, 1, 2, 3, 4),
        script(2, 5, 1, then=8),
        People(Seeded(3)),
    ],
)
def test_rewound_chance_falls_the_same_again(source: Seeded) -> None:
    source.choose(COIN if isinstance(source, People) else DIE)
    first = falls(source, DIE, 6)
    source.rewind(6)
    assert falls(source, DIE, 6) == first


def test_a_fall_is_a_function_of_seed_topic_and_place() -> None:
    one = Seeded(7)
    first = falls(one, DIE, 50)
    two = Seeded(7)
    mixed = [two.choose(DIE if at % 2 else COIN) for at in range(50)]
    assert mixed[1::2] == first[1::2]
    assert falls(Seeded(7, falls=20), DIE, 30) == first[20:]


def test_another_seed_or_topic_falls_otherwise() -> None:
    first = falls(Seeded(7), DIE, 50)
    assert falls(Seeded(8), DIE, 50) != first
    assert falls(Seeded(7), Chance("other die", D6), 50) != first


def test_a_copied_seed_goes_on_by_itself() -> None:
    one = Seeded(7)
    falls(one, DIE, 5)
    two = one.copy()
    ahead = falls(one, DIE, 20)
    assert falls(two, DIE, 20) == ahead


def test_a_seed_falls_the_same_in_every_process() -> None:
    code = "from foldtale.kernel import *; s = Seeded(99); print([s.choose(Chance('die', D6)) for _ in range(40)])"
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        ran = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == str(falls(Seeded(99), DIE, 40))


@pytest.mark.parametrize(("outcomes", "bound"), [(2, 15.1), (6, 25.7), (38, 76.4), (52, 95.4)])
def test_seeded_falls_are_even(outcomes: int, bound: float) -> None:
    """The bounds are those that one honest source in ten thousand passes."""
    chance = Chance("draw", range(outcomes))
    assert chi_square(Counter(falls(Seeded(2024), chance, 20_000)), outcomes) < bound
    many_seeds = Counter(Seeded(seed).choose(chance) for seed in range(20_000))
    assert chi_square(many_seeds, outcomes) < bound


def test_one_seeded_fall_says_nothing_of_the_next() -> None:
    for step in (1, 2, 3):
        row = falls(Seeded(2024), DIE, 20_000)
        pairs = Counter(zip(row, row[step:], strict=False))
        assert chi_square(pairs, 36) < 73.6


def test_two_topics_of_a_seed_say_nothing_of_each_other() -> None:
    one, two = falls(Seeded(2024), DIE, 20_000), falls(Seeded(2024), Chance("other die", D6), 20_000)
    assert chi_square(Counter(zip(one, two, strict=True)), 36) < 73.6


def test_a_generator_of_the_callers_own_is_asked_once_a_fall() -> None:
    asked = []

    def generator() -> float:
        asked.append(1)
        return 0.999

    match = start(one_die, chance=Drawn(generator))
    match.answer("left")
    assert written(match) == ["6"]
    assert len(asked) == 1
    assert match.log[-1] == {"chance": "die", "key": "6"}


def test_a_generator_says_what_falls_wherever_it_is_asked() -> None:
    luck = iter((0.0, 0.5, 0.999))
    source = Drawn(luck.__next__)
    assert [source.choose(DIE) for _ in range(3)] == [0, 3, 5]


@pytest.mark.parametrize("bare", [False, True])
def test_a_generator_falls_alike_at_a_table_and_in_bare_play(bare: bool) -> None:
    match = start(rolls, chance=Drawn(random.Random(5).random), bare=bare)
    while not match.over:
        match.answer(0)
    other = random.Random(5)
    assert written(match) == [str(1 + int(other.random() * 6)) for _ in range(6)]


def companion(g: Slate) -> Play[None]:
    yield Ask(0, "roll", EITHER, "")
    g.write(*(yield from roll("attack", dice(2))))
    g.write((yield Chance("card", ("fox", "hen"))))
    yield Ask(0, "way", EITHER, "")


def rolled_by_people() -> Match:
    match = start(companion, chance=People(script("hen")))
    match.answer("left")
    return match


def test_people_are_asked_how_their_dice_fell() -> None:
    match = rolled_by_people()
    assert match.ask is not None
    assert match.ask.topic == "attack"
    assert match.number == 2
    assert len(match.ask.options) == 36
    assert [match.ask.options[at].key for at in (0, 35)] == ["1 1", "6 6"]
    match.answer("1 1")
    assert written(match)[0] == "1 1"


def test_cards_are_never_asked_of_people() -> None:
    match = rolled_by_people()
    match.answer("3 5")
    assert written(match) == ["3 5", "hen"]
    assert match.log == [
        {"n": 1, "seat": 0, "topic": "roll", "key": "left"},
        {"n": 2, "chance": "attack", "key": "3 5"},
        {"chance": "card", "key": "hen"},
    ]


@pytest.mark.parametrize("answer", [(0, "3 5"), (1, "3 5"), 16])
def test_any_seat_may_say_how_the_dice_fell(answer: object) -> None:
    match = rolled_by_people()
    match.answer(answer)  # type: ignore[arg-type]
    assert written(match)[0] == "3 5"


@pytest.mark.parametrize("answer", ["7 1", "3", "", 36, -1, (0, "0 0")])
def test_what_dice_cannot_show_is_refused(answer: object) -> None:
    match = rolled_by_people()
    with pytest.raises(IllegalAnswer):
        match.answer(answer)  # type: ignore[arg-type]
    assert match.number == 2


def test_the_refusal_says_what_dice_can_show() -> None:
    match = rolled_by_people()
    with pytest.raises(IllegalAnswer, match="'7 1' cannot fall; possible: 1 1, 1 2"):
        match.answer("7 1")


def test_people_are_only_asked_for_dice() -> None:
    people = People(Seeded(1))
    assert people.choose(Chance("die", D6, dice=True)) == ASK_PEOPLE
    assert people.choose(COIN) in (0, 1)
