"""Twelve odd cards of Unlikely Heroes: what they print, what they do, and what they leave alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, Literal

import pytest

from foldtale.kernel import Game, Match, Outcome, Play, Setup, Words, script, settle
from foldtale.kernel.effects import Cause, enter, expire, happen, leave, perform, value
from foldtale.kernel.pack.loading import load, read
from foldtale.kernel.scene import Scene
from tests.effects.unlikely import UNLIKELY, Hero, Piece, Saga, challenge, equip, gain, restore, skill_of

FOLDER = Path(__file__).parent / "unlikely" / "pack"
PACK = load(FOLDER, UNLIKELY)
CARDS = PACK.cards
TOVE, GRIM, ASGERD = Hero("tove"), Hero("grim"), Hero("asgerd")
STIR, SHELL, BACKWARDS = "Ask Tove to stir", "Let the shell say it again", "Walk backwards behind the shield"
STAVE, WARM = "Take the carved log", "Warm your hands"
WATER = {"joined": False, "forced": True}
LAMPS, SLEEP = "Watch until the lamps go out", "Sleep on it"
SEA, SLEEPING = Piece(19, "amber", "flat", "knob"), Piece(7, "amber", "tab", "flat")
HILL = CARDS["51"].body.puzzle


def play(g: Saga, main: Callable[[Saga], Play[Any]], *answers: str, falls: Sequence[int] = ()) -> Match:
    """A match of this coroutine, answered by keys, or by what an option says on its card."""

    def whole(state: Saga) -> Play[Outcome]:
        yield from main(state)
        return Outcome("done", (), ())

    game = Game(
        name="unlikely", title="Unlikely Heroes", blurb="", setups=Setup, main=whole, endings=("done",),
        begin=lambda setup: Saga(), words=Words(topics={}, options={}, tells={}), folder=FOLDER,
        scene=lambda state, seat: Scene(game="unlikely", title="", you=seat, elements=()),
        vocabulary=lambda setup: (),
    )  # fmt: skip
    match = Match.at(game, g, chance=script(*falls))
    for answer in answers:
        match.answer(next((key for key in keys(match) if PACK.texts.get(key) == answer), answer))
    return match


def keys(match: Match) -> list[str]:
    return [offer.key for offer in match.ask.options] if match.ask is not None else []


def said(match: Match) -> list[str]:
    return [PACK.texts.get(key, key) for key in keys(match)]


def after(match: Match) -> Saga:
    """The state at the end; everything must have been answered."""
    assert match.over and isinstance(match.state, Saga), match.ask
    return match.state


def attempting(ident: str, **changes: Any) -> Callable[[Saga], Play[None]]:
    card = dataclasses.replace(CARDS[ident], body=dataclasses.replace(CARDS[ident].body, **changes))
    return lambda g: challenge(g, card)


def happening(name: str, **facts: Any) -> Callable[[Saga], Play[None]]:
    def main(g: Saga) -> Play[None]:
        happen(g, name, **facts)
        yield from settle(g)

    return main


def move_trait(g: Saga, step: Literal["top", "middle", "bottom"]) -> None:
    """The cube of Tove's trait stands on another step, and only that one is in force."""
    leave(g, "barrow-yawn", TOVE)
    enter(g, "barrow-yawn", TOVE, getattr(CARDS["barrow-yawn"].body, step).standing)


def nightfall(g: Saga) -> Play[None]:
    """The interval of the clock's place is carried out, then the clock goes on."""
    card = CARDS["lamps-on-the-water"]
    for interval in card.body.intervals:
        if interval.hours == ("12-2", "3-5", "6-8", "9-11")[g.clock // 3]:
            yield from perform(g, interval.do, Cause(g.active, card.id))
    g.clock = (g.clock + 1) % 12


def verdict(g: Saga) -> str:
    """How the chapter stands: the objective is looked at before the failure."""
    c, body = Cause(g.active), CARDS["king-with-a-headache"].body
    if body.objective.run(g, c):
        return "won"
    return "lost" if g.nights >= body.nights.run(g, c) or body.lost.run(g, c) else "goes on"


def sums(pieces: Sequence[Piece]) -> list[int]:
    """What puzzles come to that leave no end open, with pieces of one colour: the cards to draw."""
    found = []
    for chain in [list(chain) for n in range(2, len(pieces) + 1) for chain in permutations(pieces, n)]:
        fits = [a.colour == b.colour and {a.right, b.left} == {"tab", "knob"} for a, b in pairwise(chain)]
        if all(fits) and chain[0].left == chain[-1].right == "flat":
            found.append(sum(piece.number for piece in chain))
    return found


def saga(heroes: int = 2, **facts: Any) -> Saga:
    g = Saga(heroes)
    for name, fact in facts.items():
        setattr(g, name, fact)
    return g


PRINTED = {
    "tove": "After the announced luck cards are drawn, if you and that hero share a map: that hero may: spend 1 cube from this card, and then: add 1 to the result.",
    "dented-shield": "Left: Strength is 1 higher for you.\nRight: After an attempt fails, if that hero is you and the challenge is forced: you may: spend 1 cube from this card, and then: forfeit the challenge.",
    "44": "Left: Wit is 1 higher for you.\nRight: After the announced luck cards are drawn, if that hero is you: you may: spend 1 cube from this card, and then: choose one of the luck cards drawn in this attempt: draw that luck card anew.",
    "51": "Left: Wit is 1 higher for you.",
    "74": "Boxes 1 reward: Draw card 51.\nBoxes 2 reward: Choose one: Take the carved log: draw card 51; or Warm your hands: 1 cube goes to you.",
    "95": "Boxes 1 reward: Do as “note-home” says.\nBoxes 2 reward: Do as “note-home” says.\nBoxes 3 reward: Do as “note-home” says.",
    "wet-boots": "The reach of a Travel action is 1 lower. The reach of a Travel action is at least 1.",
    "leaky-purse": "Before luck cards are restored, if the number is at least 2: the number becomes the number minus 1.",
    "laughing-ravens": "After an attempt fails: discard 1 luck card.",
    "barrow-yawn": "Top: After an attempt fails, if that hero is you: you may: once a turn: restore 1 luck card.\nMiddle: Once a round, after a turn ends, if that hero is you: roll 1 cursed die, then if the roll is less than 0: discard -1 times the roll luck cards; otherwise: if the roll is more than 0: the roll cubes go to you.\nBottom: The least number of luck cards to announce is 1 higher for you. Before a hero gains cubes, if that hero is you and the number is 1: it does not happen.",
    "lamps-on-the-water": "Intervals 1: For each of the heroes in play: that hero may: 1 cube goes to that hero, then restore 1 luck card.\nIntervals 2: Restore 2 (3 with 3 or more heroes, 4 with 4 or more heroes) luck cards.\nIntervals 4: Choose one of the heroes in play: until the turn ends: the reach of a Travel action is 1 higher for that hero.",
    "king-with-a-headache": "Setup: Restore 4 luck cards. Regroup.\nObjective: “horn_sounds” is true.\nNights: 4 (5 with 3 or more heroes).\nLost: The number of Out of Luck cards in play is at least 5 or card 44 is in the discard pile or card 99 is in the discard pile.\nAfter an attempt fails, if that card is 90 or that card is 91: discard 1 luck card.",
}


def test_the_pack_has_twelve_cards_and_no_problem_at_all() -> None:
    assert read(FOLDER, UNLIKELY).problems == []
    assert len(CARDS) == len(PRINTED) == 12


@pytest.mark.parametrize("ident", PRINTED)
def test_a_card_prints_what_it_does_and_is_no_longer_than_it_should_be(ident: str) -> None:
    assert "\n".join(PACK.describe(ident)) == PRINTED[ident]
    words = len(PACK.texts[f"{ident}.text"].split())
    assert 25 <= words <= (120 if CARDS[ident].kind == "chapter" else 70)


def with_tove(**facts: Any) -> Saga:
    g = saga(active=GRIM, **facts)
    g.skills[GRIM]["strength"] = 5
    equip(g, CARDS["tove"], TOVE, "hero")
    return g


def test_tove_adds_one_for_a_hero_on_her_map_and_the_cube_is_hers() -> None:
    g = with_tove(pile=["51"])
    assert g.cubes == {("tove", "tove"): 2}
    match = play(g, attempting("74", joined=False), "box 1", "1")
    assert said(match) == [STIR, "no"]
    assert match.ask is not None and match.ask.seat == 1
    match.answer(keys(match)[0])
    done = after(match)
    assert (done.results, done.cubes, done.pool) == ([6, "success"], {("tove", "tove"): 1}, g.pool + 1)
    g.active = TOVE
    assert said(play(g, attempting("74", joined=False), "box 1", "1")) == [STIR, "no"]


def test_tove_does_nothing_from_another_map_or_without_a_cube_or_if_nobody_wants_it() -> None:
    far, empty = with_tove(at={TOVE: 1, GRIM: 2}), with_tove()
    empty.cubes["tove", "tove"] = 0
    for g in (far, empty):
        assert after(play(g, attempting("74", joined=False), "box 1", "1")).results == [5, "failed"]
    refused = after(play(with_tove(), attempting("74", joined=False), "box 1", "1", "no"))
    assert (refused.results, refused.cubes) == ([5, "failed"], {("tove", "tove"): 2})


def beacon(skill: str, luck: Sequence[int]) -> Saga:
    g = saga(3, luck=[*luck, 0, 0, 0], pile=["51"], spaces={(TOVE, "pot"): 2}, cubes={(TOVE, "pot"): 0})
    g.skills[TOVE][skill], g.skills[GRIM]["wit"] = 4, 3
    return g


JOINED = ("join", "wit", "join", "dexterity")


def test_the_beacon_counts_all_who_join_and_asks_for_three_a_hero() -> None:
    match = play(beacon("strength", [1, 0, 0]), attempting("74"), "box 1", *JOINED)
    assert keys(match) == ["3", "4", "5"]
    match.answer("3")
    done = after(match)
    assert (done.results, done.held[TOVE], done.discard, done.pile) == ([9, "success"], ["51"], ["74"], [])


def test_the_beacon_offers_one_of_two_rewards() -> None:
    match = play(beacon("dexterity", [1, 0, 0]), attempting("74"), "box 2", *JOINED, "3")
    assert said(match) == [STAVE, WARM]
    done = after(play(beacon("dexterity", [1, 0, 0]), attempting("74"), "box 2", *JOINED, "3", WARM))
    assert (done.pile, done.held[TOVE], done.cubes[TOVE, "pot"]) == (["51"], [], 1)


def test_the_beacon_gives_what_is_left_if_the_stave_is_gone_and_nothing_if_nothing_can_be_had() -> None:
    g = beacon("dexterity", [1, 0, 0])
    g.pile = []
    done = after(play(g, attempting("74"), "box 2", *JOINED, "3"))
    assert (done.held[TOVE], done.cubes[TOVE, "pot"]) == ([], 1)
    g.pool = 0
    assert after(play(g, attempting("74"), "box 2", *JOINED, "3")).cubes[TOVE, "pot"] == 0


def test_the_beacon_is_not_lifted_by_eight_and_nobody_joins_from_afar() -> None:
    done = after(play(beacon("strength", [0, 0, 0]), attempting("74"), "box 1", *JOINED, "3"))
    assert (done.results, done.held[TOVE], done.pile) == ([8, "failed"], [], ["51", "74"])
    g = beacon("strength", [0])
    g.at[GRIM] = g.at[ASGERD] = 2
    assert keys(play(g, attempting("74"), "box 1")) == ["1", "2", "3"]


def test_the_hill_stave_fits_between_the_two_others_and_can_be_left_out() -> None:
    assert sums([SEA, HILL, SLEEPING]) == [26, 38]


def test_the_hill_stave_solves_nothing_with_an_open_end_or_another_colour() -> None:
    assert sums([SEA, HILL]) == sums([HILL, SLEEPING]) == []
    assert sums([SEA, dataclasses.replace(HILL, colour="blue"), SLEEPING]) == [26]


def test_the_hill_stave_makes_only_its_bearer_wiser_and_only_on_the_left() -> None:
    g = saga()
    equip(g, CARDS["51"], TOVE, "right")
    assert skill_of(g, TOVE, "wit") == 1
    equip(g, CARDS["51"], TOVE, "left")
    assert [skill_of(g, hero, "wit") for hero in (TOVE, GRIM)] == [2, 1]


def yawning(step: Literal["top", "middle", "bottom"], **facts: Any) -> Saga:
    g = saga(spaces={(TOVE, "pot"): 3}, cubes={(TOVE, "pot"): 0}, **facts)
    move_trait(g, step)
    return g


@pytest.mark.parametrize(("die", "luck", "cubes"), [(-2, 6, 0), (-1, 7, 0), (0, 8, 0), (1, 8, 1)])
def test_the_yawn_in_the_middle_rolls_for_luck_or_cubes(die: int, luck: int, cubes: int) -> None:
    done = after(play(yawning("middle"), happening("turn_end", who=TOVE), falls=[die]))
    assert (len(done.luck), done.cubes[TOVE, "pot"]) == (luck, cubes)


def test_the_yawn_comes_once_a_round_and_never_on_the_turn_of_another() -> None:
    def evenings(g: Saga) -> Play[None]:
        for who in (GRIM, TOVE, TOVE):
            yield from happening("turn_end", who=who)(g)
        expire(g, "round")
        yield from happening("turn_end", who=TOVE)(g)

    assert len(after(play(yawning("middle"), evenings, falls=[-2, -1])).luck) == 5


def test_the_yawn_at_the_top_gives_back_a_luck_card_once_a_turn_and_a_refusal_uses_nothing_up() -> None:
    def failures(g: Saga) -> Play[None]:
        for who in (GRIM, TOVE, TOVE, TOVE):
            yield from happening("failed", who=who, challenge="74")(g)

    match = play(yawning("top", luck_discard=[1, 2]), failures, "no", SLEEP, falls=[2])
    assert after(match).luck_discard == [1]


def test_the_yawn_at_the_bottom_asks_for_more_luck_and_lets_no_single_cube_pass() -> None:
    g = yawning("bottom")
    assert [value(g, "luck_minimum", 1, hero) for hero in (TOVE, GRIM)] == [2, 1]
    assert after(play(g, lambda g: gain(g, 1, TOVE))).cubes[TOVE, "pot"] == 0
    assert after(play(g, lambda g: gain(g, 2, TOVE))).cubes[TOVE, "pot"] == 2


def test_only_the_step_with_the_cube_is_in_force() -> None:
    g = yawning("bottom")
    move_trait(g, "middle")
    assert value(g, "luck_minimum", 1, TOVE) == 1
    assert after(play(g, lambda g: gain(g, 1, TOVE))).cubes[TOVE, "pot"] == 1
    move_trait(g, "bottom")
    assert len(after(play(g, happening("turn_end", who=TOVE))).luck) == 8


def test_after_midnight_each_hero_in_turn_may_watch_the_lamps() -> None:
    places = {(TOVE, "pot"): 1, (GRIM, "pot"): 1}
    g = saga(clock=2, luck_discard=[1, 1], spaces=places, cubes=dict.fromkeys(places, 0))
    match = play(g, nightfall)
    assert (match.ask and match.ask.seat, said(match)) == (0, [LAMPS, "no"])
    match = play(g, nightfall, "no")
    assert (match.ask and match.ask.seat, said(match)) == (1, [LAMPS, "no"])
    done = after(play(g, nightfall, "no", LAMPS, falls=[1]))
    assert (done.cubes[TOVE, "pot"], done.cubes[GRIM, "pot"], done.luck_discard, done.clock) == (0, 1, [1], 3)


def test_the_lamps_can_be_watched_for_luck_alone() -> None:
    assert said(play(saga(clock=0, luck_discard=[1], pool=0), nightfall)) == [LAMPS, "no"]


@pytest.mark.parametrize(("heroes", "restored"), [(2, 2), (3, 3), (4, 4)])
def test_in_the_morning_the_lamps_restore_luck_by_the_number_of_heroes(heroes: int, restored: int) -> None:
    done = after(play(saga(heroes, clock=3, luck_discard=[1] * 6), nightfall, falls=[1] * restored))
    assert (len(done.luck_discard), done.clock) == (6 - restored, 4)


def test_in_the_afternoon_the_lamps_do_nothing_and_the_clock_goes_on() -> None:
    done = after(play(saga(clock=8, luck_discard=[1]), nightfall))
    assert (done.luck_discard, done.force.sources, done.clock) == ([1], (), 9)


def test_in_the_evening_a_hero_travels_further_until_the_turn_ends() -> None:
    done = after(play(saga(clock=11), nightfall, "grim"))
    assert (value(done, "travel", 3, GRIM), done.clock) == (4, 0)
    expire(done, "attempt")
    assert value(done, "travel", 3, GRIM) == 4
    expire(done, "turn")
    assert value(done, "travel", 3, GRIM) == 3


def test_in_the_evening_only_the_chosen_hero_travels_further() -> None:
    done = after(play(saga(clock=9), nightfall, "grim"))
    assert [value(done, "travel", 3, hero) for hero in (TOVE, GRIM)] == [3, 4]


def unlucky(ident: str, **facts: Any) -> Saga:
    g = saga(**facts)
    enter(g, ident, None, CARDS[ident].body.standing)
    return g


def test_wet_boots_shorten_every_way_but_never_to_nothing() -> None:
    g = unlucky("wet-boots")
    assert [value(g, "travel", 3, hero) for hero in (TOVE, GRIM)] == [2, 2]
    assert value(g, "travel", 1, TOVE) == 1


def test_wet_boots_dry_when_the_card_is_gone_and_touch_nothing_else() -> None:
    g = unlucky("wet-boots")
    assert value(g, "luck_minimum", 1, TOVE) == 1
    leave(g, "wet-boots")
    assert value(g, "travel", 3, TOVE) == 3


def test_a_leaky_purse_takes_one_of_several_luck_cards() -> None:
    g = unlucky("leaky-purse", luck_discard=[1, 1, 1, 1])
    assert after(play(g, lambda g: restore(g, 4), falls=[1, 1, 1])).luck_discard == [1]
    assert after(play(g, lambda g: restore(g, 2), falls=[1])).luck_discard == [1, 1, 1]


def test_a_leaky_purse_lets_a_single_luck_card_through() -> None:
    g = unlucky("leaky-purse", luck_discard=[1, 1])
    assert after(play(g, lambda g: restore(g, 1), falls=[1])).luck_discard == [1]


def test_ravens_laugh_at_a_failure_and_nobody_is_asked() -> None:
    done = after(play(unlucky("laughing-ravens"), attempting("74", joined=False), "box 1", "1"))
    assert (done.results, len(done.luck), len(done.luck_discard)) == ([1, "failed"], 6, 2)


def test_ravens_are_quiet_at_a_success_and_when_a_challenge_is_left() -> None:
    g = unlucky("laughing-ravens")
    g.skills[TOVE]["strength"] = 9
    assert len(after(play(g, attempting("74", joined=False), "box 1", "1")).luck) == 7
    assert len(after(play(g, attempting("74", joined=False), "forfeit")).luck) == 8


def shielded(side: Literal["left", "right"], who: Hero = TOVE) -> Saga:
    g = saga()
    equip(g, CARDS["dented-shield"], who, side)
    return g


def test_the_shield_lets_its_bearer_leave_a_forced_challenge_and_is_gone() -> None:
    match = play(shielded("right"), attempting("74", **WATER), "box 1", "1", "no", "box 1", "1")
    assert said(match) == [BACKWARDS, "no"]
    match.answer(keys(match)[0])
    done = after(match)
    assert (done.results, done.pile) == ([1, 1, "forfeited"], ["74"])
    assert (done.discard, done.held[TOVE], done.pool, done.force.sources) == (["dented-shield"], [], 10, ())


def test_the_shield_is_no_help_where_one_may_forfeit_anyway_or_if_another_carries_it_or_on_the_left() -> None:
    calm = after(play(shielded("right"), attempting("74", joined=False), "box 1", "1"))
    assert (calm.results, calm.held[TOVE]) == ([1, "failed"], ["dented-shield"])
    for g in (shielded("right", GRIM), shielded("left")):
        assert keys(play(g, attempting("74", **WATER), "box 1", "1")) == ["box 1", "box 2"]
    assert [skill_of(shielded("left"), hero, "strength") for hero in (TOVE, GRIM)] == [2, 1]


def listening(**facts: Any) -> Saga:
    g = saga(luck=[-2, 1, 1, 2, 0], **facts)
    g.skills[TOVE]["strength"] = 3
    equip(g, CARDS["44"], TOVE, "right")
    return g


def test_the_shell_draws_one_luck_card_anew() -> None:
    match = play(listening(), attempting("74", joined=False), "box 1", "3", SHELL)
    assert keys(match) == ["-2", "1"]
    match.answer("-2")
    done = after(match)
    assert (done.results, sorted(done.luck_discard)) == ([7, "success"], [-2, 1, 1, 2])
    assert (done.held[TOVE], done.cubes) == (["44"], {(TOVE, "44"): 0})


def test_the_shell_is_silent_for_others_and_without_a_cube() -> None:
    other, empty = listening(active=GRIM), listening()
    empty.cubes[TOVE, "44"] = 0
    for g, result in ((other, -1), (empty, 1)):
        assert after(play(g, attempting("74", joined=False), "box 1", "1")).results == [result, "failed"]


def test_the_note_goes_home_and_the_flag_is_set() -> None:
    for box, skill in (("box 1", "strength"), ("box 2", "wit"), ("box 3", "dexterity")):
        g = saga(held={TOVE: ["99", "44"], GRIM: []})
        g.skills[TOVE][skill], g.skills[GRIM]["wit"] = 3, 3
        done = after(play(g, attempting("95"), box, "join", "wit", "2"))
        assert (done.results, done.flags) == ([6, "success"], ["horn_sounds"])
        assert (done.held[TOVE], done.discard) == (["44"], ["95"])
        assert verdict(done) == "won"


def test_the_note_stays_if_the_breath_is_too_short_or_it_is_not_there() -> None:
    done = after(play(saga(held={TOVE: ["99"], GRIM: []}), attempting("95"), "box 1", "join", "wit", "2"))
    assert (done.results, done.held[TOVE], done.flags) == ([2, "failed"], ["99"], [])
    done = after(play(saga(held={TOVE: [], GRIM: ["99"]}), attempting("95")))
    assert (done.results, done.flags) == (["not revealed"], [])


def test_the_chapter_restores_luck_and_gathers_everybody() -> None:
    setup = CARDS["king-with-a-headache"].body.setup
    g = saga(luck_discard=[1] * 5, at={TOVE: 5, GRIM: 38})
    done = after(play(g, lambda g: perform(g, setup, Cause(TOVE)), falls=[1] * 4))
    assert (done.luck_discard, done.at) == ([1], {TOVE: 38, GRIM: 38})


@pytest.mark.parametrize(("heroes", "last"), [(2, 4), (3, 5), (4, 5)])
def test_the_chapter_is_lost_after_so_many_nights(heroes: int, last: int) -> None:
    assert verdict(saga(heroes, nights=last - 1)) == "goes on"
    assert verdict(saga(heroes, nights=last)) == "lost"
    assert verdict(saga(heroes, nights=last, flags=["horn_sounds"])) == "won"


def test_the_chapter_is_lost_with_its_cards_or_its_luck_and_not_for_less() -> None:
    for facts in ({"discard": ["44"]}, {"discard": ["99"]}, {"out_of_luck": 5}):
        assert verdict(saga(**facts)) == "lost"
    assert verdict(saga(discard=["51"], out_of_luck=4, flags=["horn_silent"])) == "goes on"


@pytest.mark.parametrize(("number", "luck"), [("90", 7), ("91", 7), ("74", 8)])
def test_the_headache_punishes_noise_in_the_hall_only(number: str, luck: int) -> None:
    headache = play(unlucky("king-with-a-headache"), happening("failed", who=TOVE, challenge=number))
    assert len(after(headache).luck) == luck
