"""Twelve cards of Storyfold: what each prints, what it does, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tests.effects.storyfold as fold
from foldtale.kernel import Leave, Match, Outcome, Play, script, settle
from foldtale.kernel.effects import expire, happen, value
from foldtale.kernel.pack.loading import load, read
from foldtale.testing import offered
from tests.effects.storyfold import ACTIONS, FOLD, Piece, Wood, shadow_phase
from tests.kernel.toys import toy

FOLDER = Path(__file__).parent / "storyfold" / "pack"
PACK = load(FOLDER, FOLD)
L, H, E, G = ACTIONS
STAND = next(key for key, text in PACK.texts.items() if text == "Let Brom stand in the way")


def wood(**facts: Any) -> Wood:
    """A Scene with these facts; `crystals` names how many lie on which Action card."""
    g = Wood(PACK)
    g.crystals.update(facts.pop("crystals", {}))
    assert facts.keys() <= vars(g).keys()
    vars(g).update(facts)
    for piece in [*g.river, *g.spaces, "luma"]:
        if piece not in ACTIONS:
            fold.lay(g, piece)
    return g


def play(g: Wood, main: Callable[[Wood], Play[Any]], *falls: object) -> Match:
    """A match whose rules are this one coroutine, from this position."""

    def rules(state: Any) -> Play[Outcome]:
        try:
            yield from main(state)
            yield from settle(state)
        except Leave as leaving:
            leaving.at(state, "chapter")
        return Outcome("done", (), ())

    return Match.at(toy(rules), g, chance=script(*falls))


def after(match: Match, *answers: str) -> Wood:
    """The state when these answers were given and the match is over."""
    for answer in answers:
        match.answer(answer)
    assert match.over, match.ask
    state = match.state
    assert isinstance(state, Wood)
    return state


def ends(g: Wood, main: Callable[[Wood], Play[Any]], *answers: str) -> Wood:
    return after(play(g, main), *answers)


def printed(card: str) -> str:
    return "\n".join(PACK.describe(card))


def using(piece: str) -> Callable[[Wood], Play[Any]]:
    return partial(fold.use, piece=piece)


def reading(card: str) -> Callable[[Wood], Play[Any]]:
    return lambda g: fold.resolve(g, card, fold.body(g, card).in_play)


def test_the_pack_has_twelve_cards_of_25_to_70_words_and_no_problem_at_all() -> None:
    assert read(FOLDER, FOLD).problems == []
    assert len(PACK.cards) == 12
    texts = [text for key, text in PACK.texts.items() if key.endswith(".text")]
    assert [text for text in texts if not 25 <= len(text.split()) <= 70] == []


def test_the_wick_moth_prints() -> None:
    assert printed("wick-moth") == (
        "After: If there are any of the cards next to this card where the number of Crystals on that card is "
        "at least 1: choose one of the cards next to this card where the number of Crystals on that card is "
        "at least 1: 1 Crystal on that card is lost; otherwise: move this card to the start of the River."
    )


def test_the_wick_moth_eats_a_crystal_from_a_neighbour_of_your_choice_after_it_took_spirit() -> None:
    match = play(wood(river=[L, "wick-moth", H, E, G], crystals={L: 2, H: 1, G: 3}), shadow_phase)
    assert offered(match) == [L, H]
    g = after(match, L)
    assert (g.spirit, g.crystals, g.river[1]) == (7, {L: 1, H: 1, E: 0, G: 3}, "wick-moth")


def test_the_wick_moth_goes_to_the_start_when_its_neighbours_hold_nothing() -> None:
    g = ends(wood(river=[L, H, "wick-moth", E, G], crystals={L: 3}), shadow_phase)
    assert (g.river, g.crystals[L]) == (["wick-moth", L, H, E, G], 3)


def test_a_stunned_wick_moth_takes_no_spirit_but_still_eats() -> None:
    g = ends(wood(river=[L, "wick-moth", H], stunned={"wick-moth"}, crystals={H: 1}), shadow_phase)
    assert (g.spirit, g.stunned, g.crystals[H]) == (8, set(), 0)


def test_the_second_of_two_wick_moths_does_its_own_eating() -> None:
    g = ends(wood(river=["wick-moth", L, H, "wick-moth 2", E], crystals={H: 1}), shadow_phase)
    assert (g.river, g.crystals[H], g.spirit) == (["wick-moth", L, H, "wick-moth 2", E], 0, 6)


def test_the_mud_aunt_prints() -> None:
    assert printed("mud-aunt") == (
        "In play: The Shadow Pawn advances 1 space.\n"
        "The Heal cost is 1 higher for the other Creatures in the River. The Spirit loss is at most 1 for "
        "this card if the Spirit left is at most 2. Once a scene, after a Creature is illuminated, if that "
        "card is this card: gain 2 Spirit."
    )


def test_the_mud_aunt_enters_at_6_and_makes_others_harder_to_heal_until_she_is_gone() -> None:
    g = ends(wood(river=[L, H, E, G, "wick-moth"]), lambda g: fold.put_creature(g, "mud-aunt"))
    assert (g.river, g.shadow) == ([L, H, E, "mud-aunt", G, "wick-moth"], 6)
    assert (fold.price_of_healing(g, "wick-moth"), fold.price_of_healing(g, "mud-aunt")) == (3, 3)
    g = ends(g, lambda g: fold.heal(g, "mud-aunt", 3), H)
    assert (fold.price_of_healing(g, "wick-moth"), g.crystals[H]) == (2, 1)


def test_the_mud_aunt_takes_less_from_those_who_have_little() -> None:
    for left, then in ((3, 1), (2, 1)):
        assert ends(wood(river=[*ACTIONS, "mud-aunt"], spirit=left), shadow_phase).spirit == then
    assert value(wood(river=[*ACTIONS, "mud-aunt"], spirit=1), "loss", 2, Piece("wick-moth")) == 2


def test_the_mud_aunt_gives_spirit_once_a_scene_and_only_for_her_own_lamp() -> None:
    def lamps(g: Wood) -> Play[None]:
        for name, spirit in (("wick-moth", 1), ("mud-aunt", 3), ("mud-aunt", 3)):
            fold.illuminate(g, Piece(name))
            yield from settle(g)
            assert g.spirit == spirit
        expire(g, "scene")
        fold.illuminate(g, Piece("mud-aunt"))

    assert ends(wood(river=["wick-moth", "mud-aunt", *ACTIONS], spirit=1), lamps).spirit == 5


def test_the_luma_card_prints_on_its_front() -> None:
    assert PACK.describe("luma")[0] == (
        "Luma & Brom: Before the final Shadow card of the Chapter is drawn: you may: once a chapter: put Brom into "
        "the Shadow discard pile, and then: flip this card, then it does not happen."
    )


def test_the_luma_card_prints_on_its_back() -> None:
    _, back = PACK.describe("luma")
    assert back == (
        "Luma: If there are any of the dice just rolled: spend 1 Crystal, and then: choose one of the "
        "dice just rolled: roll that die again."
    )


def test_luma_and_brom_keep_the_final_shadow_card_away_and_the_next_draw_finds_luma_alone() -> None:
    g = ends(wood(shadow_deck=["last-lamp"]), fold.draw_shadow, STAND)
    assert (g.shadow_deck, g.discards, g.faces["luma"], g.restarts) == (["last-lamp"], ["brom"], 1, 0)
    assert ends(g, fold.draw_shadow).restarts == 1


def test_luma_and_brom_do_it_once_a_chapter_even_if_both_come_back() -> None:
    g = ends(wood(shadow_deck=["last-lamp"]), fold.draw_shadow, STAND)
    g.brom_is_here = True
    fold.flip(g, Piece("luma"))
    assert ends(g, fold.draw_shadow).restarts == 1


def test_luma_and_brom_who_decline_may_still_choose_to_help_later_in_the_chapter() -> None:
    g = ends(wood(shadow_deck=["last-lamp"]), fold.draw_shadow, "no")
    g.shadow_deck = ["last-lamp"]
    g = ends(g, fold.draw_shadow, STAND)
    assert (g.restarts, g.shadow_deck, g.brom_is_here) == (1, ["last-lamp"], False)


def test_luma_and_brom_do_nothing_about_other_shadow_cards_nor_without_brom() -> None:
    g = ends(wood(shadow_deck=["long-yawn", "last-lamp"]), fold.draw_shadow)
    assert (g.discards, g.brom_is_here) == (["long-yawn"], True)
    g = ends(wood(shadow_deck=["last-lamp"], brom_is_here=False), fold.draw_shadow)
    assert (g.restarts, g.faces["luma"]) == (1, 0)


def test_luma_alone_pays_a_crystal_from_any_card_for_each_die_rolled_again() -> None:
    g = wood(rolled=[2, 4], crystals={H: 2})
    fold.flip(g, Piece("luma"))
    match = play(g, using("luma"), 6)
    assert offered(match) == ["die 1", "die 2"]
    g = after(play(after(match, "die 2"), using("luma"), 1), "die 1")
    assert (g.rolled, g.crystals[H]) == ([1, 6], 0)
    assert not fold.can_use(g, "luma")


def test_luma_rolls_nothing_again_beside_brom_nor_without_dice() -> None:
    g = wood(rolled=[2], crystals={H: 2})
    assert not fold.can_use(g, "luma")
    fold.flip(g, Piece("luma"))
    assert fold.can_use(g, "luma")
    g.rolled = []
    assert not fold.can_use(g, "luma")


def test_the_brom_card_prints() -> None:
    assert printed("brom") == (
        "Protect: If there are any of the Creatures in the River: spend 1 Crystal, and then: (choose one "
        "of the Creatures in the River: illuminate that card), then flip this card.\n"
        "Cure: Spend 2 Crystals, and then: gain 2 Spirit, then flip this card."
    )


def test_brom_protects_before_a_creature_activates_and_then_shows_cure() -> None:
    g = ends(wood(river=["mud-aunt", *ACTIONS], spirit=2, crystals={E: 1}), using("brom"))
    assert (g.river, g.stunned, g.faces["brom"]) == ([*ACTIONS, "mud-aunt"], {"mud-aunt"}, 1)
    g = ends(g, shadow_phase)
    assert (g.spirit, g.stunned, g.crystals[E]) == (4, set(), 0)


def test_brom_cures_for_two_crystals_and_shows_protect_again() -> None:
    g = ends(wood(spirit=5, crystals={L: 1, G: 1}, faces={"luma": 0, "brom": 1}), using("brom"), L)
    assert (g.spirit, sum(g.crystals.values()), g.faces["brom"]) == (7, 0, 0)


def test_brom_needs_his_crystals_a_creature_to_protect_from_and_to_be_there() -> None:
    assert fold.can_use(wood(river=["wick-moth"], crystals={E: 1}), "brom")
    assert not fold.can_use(wood(river=["wick-moth"]), "brom")
    assert not fold.can_use(wood(crystals={E: 1}), "brom")
    assert not fold.can_use(wood(river=["wick-moth"], crystals={E: 1}, brom_is_here=False), "brom")
    assert not fold.can_use(wood(crystals={E: 1}, faces={"luma": 0, "brom": 1}), "brom")


def test_the_heron_prints() -> None:
    assert printed("ditch-heron") == (
        "Use: Once a scene: spend 1 Crystal, and then: the Light Pawn advances 2 spaces.\n"
        "Once a round, after a Place is overcome: gain 1 Spirit; or gain 1 Crystal."
    )


def test_the_heron_flies_the_lamp_once_a_scene_and_stays() -> None:
    g = ends(wood(spaces=["ditch-heron"], crystals={L: 3}), using("ditch-heron"))
    assert (g.light, g.crystals[L], g.spaces) == (4, 2, ["ditch-heron"])
    assert not fold.can_use(g, "ditch-heron")
    expire(g, "scene")
    assert fold.can_use(g, "ditch-heron")
    assert not fold.can_use(wood(spaces=["ditch-heron"]), "ditch-heron")


def test_the_heron_brings_something_for_one_place_a_round() -> None:
    def two_places(g: Wood) -> Play[None]:
        for _ in range(2):
            happen(g, "place_overcome")
            yield from settle(g)

    match = play(wood(spaces=["ditch-heron"], spirit=3), two_places)
    assert [PACK.texts[key] for key in offered(match)] == ["gain 1 Spirit", "gain 1 Crystal"]
    assert after(match, offered(match)[0]).spirit == 4
    assert sum(ends(wood(), two_places).crystals.values()) == 0


def test_the_open_gate_prints() -> None:
    assert printed("open-gate") == (
        "In play: Draw 1 Creature. For each of the Creatures just drawn: if owed-a-favour is noted: "
        "illuminate that card; otherwise: move that card to the start of the River."
    )


def test_the_open_gate_pulls_a_creature_to_the_start_of_the_river_after_its_in_play_text() -> None:
    g = ends(wood(creature_deck=["mud-aunt", "wick-moth"]), reading("open-gate"))
    assert (g.river, g.shadow, g.creature_deck) == (["mud-aunt", *ACTIONS], 6, ["wick-moth"])
    g = ends(wood(creature_deck=["mud-aunt"], flags={"owed-a-favour"}, spirit=4), reading("open-gate"))
    assert (g.river, g.stunned, g.spirit) == ([*ACTIONS, "mud-aunt"], {"mud-aunt"}, 6)


def test_the_open_gate_finds_a_full_river_or_no_creature_at_all() -> None:
    full = [*ACTIONS, "wick-moth", "wick-moth 2", "wick-moth 3"]
    g = ends(wood(river=full, creature_deck=["mud-aunt"]), reading("open-gate"))
    assert (g.river, g.spirit, g.shadow, g.discards) == (full, 6, 7, ["mud-aunt"])
    assert ends(wood(), reading("open-gate")).river == [*ACTIONS]


def test_the_cold_hands_print() -> None:
    assert (
        printed("cold-hands")
        == "Before Spirit is gained, if the amount is more than 1: the amount becomes the amount minus 1."
    )


def test_cold_hands_let_a_part_of_every_larger_gain_fall() -> None:
    for gained, spirit in ((3, 3), (2, 2), (1, 2)):
        g = ends(wood(spirit=1, spaces=["cold-hands"]), partial(fold.gain_spirit, n=gained))
        assert g.spirit == spirit
    assert ends(wood(spirit=5, spaces=["cold-hands"]), partial(fold.lose_spirit, n=3)).spirit == 2


def test_cold_hands_leave_only_by_heal_and_then_nothing_falls_any_more() -> None:
    g = wood(spaces=["cold-hands", "thimble", "cold-hands 2"], spirit=1)
    match = play(g, lambda g: fold.take_space(g, "lent-umbrella"))
    assert offered(match) == ["thimble", "lent-umbrella"]
    g = after(match, "thimble")
    assert ends(g, partial(fold.gain_spirit, n=4)).spirit == 3
    assert "cold-hands" in ends(g, lambda g: fold.heal(g, "cold-hands", 1)).spaces
    g = ends(g, lambda g: fold.heal(g, "cold-hands", 2))
    assert (g.spaces, sum(g.crystals.values())) == (["cold-hands 2", "lent-umbrella"], 0)
    assert ends(g, partial(fold.gain_spirit, n=4)).spirit == 4
    g = ends(g, lambda g: fold.heal(g, "cold-hands 2", 2))
    assert ends(g, partial(fold.gain_spirit, n=4)).spirit == 5


def test_the_umbrella_prints() -> None:
    assert (
        printed("lent-umbrella")
        == "Use: Until the round ends: once a round, before Spirit is lost: it does not happen."
    )


def test_the_umbrella_stops_the_first_loss_of_the_round_although_it_lies_on_the_discard_pile() -> None:
    g = ends(wood(spaces=["lent-umbrella"]), using("lent-umbrella"))
    assert (g.spaces, g.discards) == ([], ["lent-umbrella"])
    g.river = ["mud-aunt", "wick-moth", *ACTIONS]
    assert ends(g, shadow_phase).spirit == 7


def test_the_umbrella_does_nothing_unopened_nor_when_the_round_is_over() -> None:
    assert ends(wood(spaces=["lent-umbrella"]), partial(fold.lose_spirit, n=2)).spirit == 6
    g = ends(wood(spaces=["lent-umbrella"]), using("lent-umbrella"))
    expire(g, "phase")
    assert ends(g, partial(fold.lose_spirit, n=2)).spirit == 8
    expire(g, "round")
    assert ends(g, partial(fold.lose_spirit, n=2)).spirit == 6


def test_the_thimble_prints() -> None:
    assert printed("thimble") == (
        "Use: Choose one: Spill it on the path: the Light Pawn advances 1 space; or Warm a handful of dice: "
        "spend 1 Crystal, and then: choose one of the Action cards: until the phase ends: the number that "
        "dice must reach is 2 lower for the warm one; or Carry it to the sluice (if owed-a-favour is noted): "
        "gain Crystals equal to the count of eels plus 1."
    )


def test_the_thimble_offers_only_what_can_be_paid_and_what_you_know_of() -> None:
    assert ends(wood(spaces=["thimble"]), using("thimble")).light == 5
    match = play(wood(spaces=["thimble"], crystals={G: 1}), using("thimble"))
    assert offered(match) == ["thimble spill", "thimble warm"]
    match = play(wood(spaces=["thimble"], flags={"owed-a-favour"}), using("thimble"))
    assert offered(match) == ["thimble spill", "thimble share"]


def test_the_thimble_shared_is_worth_a_crystal_and_one_for_each_eel() -> None:
    g = wood(spaces=["thimble"], flags={"owed-a-favour"}, counters={"eels": 2})
    g = ends(g, using("thimble"), "thimble share", G, G, L)
    assert (g.crystals, g.light, g.discards) == ({L: 1, H: 0, E: 0, G: 2}, 6, ["thimble"])


def test_the_thimble_warms_the_chosen_action_card_until_the_phase_ends() -> None:
    g = ends(wood(spaces=["thimble"], crystals={G: 1}), using("thimble"), "thimble warm", E)
    assert [fold.threshold(g, action) for action in ACTIONS] == [3, 4, 3, 6]
    expire(g, "phase")
    assert fold.threshold(g, E) == 5


def test_the_long_yawn_prints() -> None:
    assert printed("long-yawn") == (
        "In play: Do as “wake-them-all” says. Lose 3 (2 with the spaces between the Shadow Pawn and the "
        "centre at 3 or more, 1 with the spaces between the Shadow Pawn and the centre at 6 or more) Spirit. Half of the Spirit left, rounded down times: add 1 to the count "
        "of yawns. If the count of yawns is at least 3: the Shadow Pawn advances 1 space."
    )


def test_the_long_yawn_wakes_all_who_are_not_stunned_with_all_that_follows() -> None:
    g = wood(river=["mud-aunt", L, "wick-moth", H, E, G], stunned={"mud-aunt"}, crystals={L: 1, H: 1})
    match = play(g, reading("long-yawn"))
    assert offered(match) == [L, H]
    g = after(match, H)
    assert (g.stunned, g.crystals[H], g.spirit) == ({"mud-aunt"}, 0, 6)
    assert (g.counters, g.shadow) == ({"yawns": 3}, 6)


@pytest.mark.parametrize(("distance", "lost"), [(7, 1), (6, 1), (5, 2), (3, 2), (2, 3), (1, 3)])
def test_the_long_yawn_costs_more_the_nearer_the_shadow_stands(distance: int, lost: int) -> None:
    assert ends(wood(shadow=distance), reading("long-yawn")).spirit == 8 - lost


def test_the_long_yawn_brings_no_shadow_nearer_to_those_who_are_low_already() -> None:
    g = ends(wood(spirit=6), reading("long-yawn"))
    assert (g.counters, g.shadow) == ({"yawns": 2}, 7)


def test_the_last_lamp_prints() -> None:
    assert printed("last-lamp") == "In play: The Chapter begins again."


def test_the_last_lamp_ends_everything_that_is_still_to_come() -> None:
    g = wood(river=["mud-aunt", "wick-moth", *ACTIONS], spirit=0, shadow_deck=["last-lamp"])
    g.brom_is_here = False
    match = play(g, shadow_phase)
    said = [tell["about"][0] for tell in match.story(0) if tell["tell"] == "a card says"]
    assert [PACK.texts[key] for key in said] == ["We have been here before, says Brom. I left a sandwich."]
    g = after(match)
    assert (g.restarts, g.river[0], g.spirit, g.shadow) == (1, "mud-aunt", 7, 7)


def test_the_last_lamp_waits_while_a_loss_is_no_overflow() -> None:
    g = ends(wood(spirit=2, shadow_deck=["last-lamp"]), partial(fold.lose_spirit, n=2))
    assert (g.restarts, g.spirit, g.shadow_deck) == (0, 0, ["last-lamp"])


def test_the_man_at_the_sluice_prints() -> None:
    assert printed("eel-man") == (
        "In play: Choose one: Turn the wheel: note owed-a-favour, then lose 1 Spirit, then until the scene "
        "ends: the number that dice must reach is 1 lower for Help and Explore; or Carry the bucket: add 2 to "
        "the count of eels, then note owed-a-favour; or Walk on: gain 1 Crystal, then if owed-a-favour is "
        "noted: lose 2 Spirit."
    )


def test_whoever_turns_the_wheel_rolls_better_until_the_scene_ends() -> None:
    g = ends(wood(), reading("eel-man"), "eel-man turn")
    assert ([fold.threshold(g, action) for action in ACTIONS], g.spirit) == ([3, 3, 4, 6], 7)
    expire(g, "phase")
    assert fold.threshold(g, H) == 3
    expire(g, "scene")
    assert (fold.threshold(g, H), g.flags) == (4, {"owed-a-favour"})


def test_whoever_carries_the_bucket_rolls_as_before() -> None:
    g = ends(wood(), reading("eel-man"), "eel-man carry")
    assert (fold.threshold(g, H), g.counters, g.flags, g.spirit) == (4, {"eels": 2}, {"owed-a-favour"}, 8)


def test_whoever_owes_nothing_can_walk_on() -> None:
    match = play(wood(), reading("eel-man"))
    assert offered(match) == ["eel-man turn", "eel-man carry", "eel-man pass"]
    g = after(match, "eel-man pass", H)
    assert (g.crystals[H], g.spirit, g.flags) == (1, 8, set())


def test_whoever_owes_a_favour_and_walks_on_pays_for_it() -> None:
    g = ends(wood(flags={"owed-a-favour"}), reading("eel-man"), "eel-man pass", H)
    assert (g.crystals[H], g.spirit) == (1, 6)
