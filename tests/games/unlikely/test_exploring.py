"""Unlikely Heroes: exploring, peeking, dependencies, the pile, icons."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, play_only, refuses, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    box,
    challenge,
    does,
    hero_card,
    item,
    map_card,
    play,
    saga,
    where,
)

TRIAL = challenge("52", boxes=[box("strength", 3)])


def pages(m: Match) -> list[str]:
    return [line["page"] for line in m.story(0) if "page" in line]


# Exploring and peeking


@pytest.mark.rule("UH-140", "UH-144", "UH-061")
def test_exploring_reads_the_back_and_then_the_front() -> None:
    m = play(saga(item("20")))
    answer(m, "explore 20")
    assert pages(m) == ["20 back", "20"]
    assert answer(m, "left").actions == 1


@pytest.mark.rule("UH-141", "UH-Q40")
def test_only_anchors_on_the_heros_own_map_can_be_explored() -> None:
    m = play(saga(item("20"), at=["2", "1"]))
    assert offered(m, "explore") == []
    assert refuses(m, "explore 20", "UH-141")


@pytest.mark.rule("UH-142", "UH-064", "UH-Q39")
def test_full_circles_and_half_circles_can_be_explored() -> None:
    m = play(saga(item("20"), maps=("1",)))
    assert offered(m, "explore") == ["explore 20", "explore 2"]


@pytest.mark.rule("UH-143", "UH-Q41")
def test_an_anchor_without_a_card_cannot_be_explored() -> None:
    m = play(saga(item("20"), out_of_pile=["20"]))
    assert offered(m, "explore") == []
    assert refuses(m, "explore 20", "UH-143")


@pytest.mark.rule("UH-X11", "UH-145", "UH-191")
def test_jeppe_peeks_and_then_explores() -> None:
    m = play(saga(TRIAL))
    assert answer(m, "peek 52").actions == 2
    assert pages(m) == ["52 back"]
    answer(m, "explore 52")
    assert (asked(m).topic, offered(m)) == ("box", ["box 1", "forfeit"])
    assert m.state.actions == 1


@pytest.mark.rule("UH-X12", "UH-194", "UH-195")
def test_forfeiting_returns_the_card_and_spends_the_action() -> None:
    m = play(saga(TRIAL, luck=[1, 0]))
    g = answer(m, "explore 52", "forfeit")
    assert (where(g, "52"), g.actions, g.luck.deck_size) == ("pile", 1, 2)


@pytest.mark.rule("UH-145", "UH-Q42")
def test_any_player_may_read_a_back_on_a_map_where_somebody_stands() -> None:
    m = play(saga(item("20"), at=["1", "3"], players=2))
    assert m.ask is not None
    assert [(aside.seat, aside.key) for aside in m.ask.aside] == [(1, "peek 20")]
    answer(m, (1, "peek 20"))
    assert pages(m) == ["20 back"]
    assert asked(m) == (0, "action")
    assert offered(play(saga(item("20"), at="3")), "peek") == []


@pytest.mark.rule("UH-146", "UH-145")
def test_peeking_shows_no_front_and_leaves_the_card_in_the_pile() -> None:
    m = play(saga(item("20")))
    g = answer(m, "peek 20")
    assert where(g, "20") == "pile"
    assert "20.title" not in game.texts(g)
    assert "20.back.text" in game.texts(g)


# Dependencies on a back


GATED = item("20", back={"needs": "21", "beyond": "Behind the door there is a stair."})
KEY = item("21", tags=["key", "metal"])


@pytest.mark.rule("UH-147", "UH-Q44", "UH-225")
def test_the_text_after_the_icon_is_read_only_with_what_it_needs() -> None:
    m = play(saga(GATED, KEY))
    answer(m, "peek 20")
    assert pages(m) == ["20 back"]
    m = play(saga(GATED, KEY, left={ADA: ["21"]}))
    answer(m, "peek 20")
    assert pages(m) == ["20 back", "20 beyond"]


@pytest.mark.rule("UH-Q44", "UH-147")
def test_another_heros_item_opens_it_for_its_own_player_only() -> None:
    m = play(saga(GATED, KEY, left={BJERKE: ["21"]}, players=2))
    answer(m, "peek 20")
    assert pages(m) == ["20 back"]
    answer(m, (1, "peek 20"))
    assert pages(m) == ["20 back", "20 beyond"]


@pytest.mark.rule("UH-059", "UH-148", "UH-Q110")
def test_a_card_with_an_unmet_dependency_is_not_revealed_and_costs_nothing() -> None:
    m = play(saga(GATED, KEY))
    g = answer(m, "explore 20")
    assert (pages(m), where(g, "20"), g.actions) == (["20 back"], "pile", 2)
    assert refuses(m, "explore 20", "UH-148")


@pytest.mark.rule("UH-148", "UH-226")
def test_a_back_is_outside_the_challenge_so_only_the_explorers_own_item_counts() -> None:
    gated = challenge("52", boxes=[box("strength", 0)], back={"needs": "21"})
    m = play(saga(gated, KEY, left={BJERKE: ["21"]}, known=["52"]))
    assert offered(m, "explore 52") == []
    m = play(saga(gated, KEY, left={ADA: ["21"]}, known=["52"]))
    assert answered(m, "explore 52").state.challenges == ("52",)


@pytest.mark.rule("UH-227")
@pytest.mark.parametrize(("needs", "opens"), [("21", True), ("metal", True), ("wood", False)])
def test_a_dependency_is_a_number_or_a_tag(needs: str, opens: bool) -> None:
    gated = item("20", back={"needs": needs})
    m = play(saga(gated, KEY, item("22", tags=["wood"]), right={ADA: ["21"]}, known=["20"]))
    assert (offered(m, "explore 20") == ["explore 20"]) is opens


@pytest.mark.rule("UH-056", "UH-057", "UH-058")
def test_a_back_tells_number_text_help_and_what_it_needs_but_not_what_it_is() -> None:
    back = {"text": "A creak.", "help": "Oil it.", "needs": "21"}
    seen = []
    for kind in (item("20", back=back), challenge("20", back=back, boxes=[box("wit", 1)])):
        m = answered(play(saga(kind, KEY)), "peek 20")
        page = game.scene(m.state, 0).page
        assert page is not None
        seen.append((page.title, page.prose, page.number))
    assert seen[0] == seen[1] == ("Card 20", ("A creak.", "Needs 21.", "Oil it."), "20")


@pytest.mark.rule("UH-060")
def test_a_generic_back_has_no_number() -> None:
    g = saga()
    assert "ada" not in g.content.number


@pytest.mark.rule("UH-299", "UH-149")
def test_a_front_is_read_before_anything_on_it_happens() -> None:
    loud = item("20", effect={"window": "reveal", "do": [{"count": "seen"}]})
    m = play(saga(loud))
    m.answer("explore 20")
    while m.ask is not None and m.ask.topic == "page":
        assert m.state.counters == {}
        m.answer(0)
    assert m.state.counters == {"seen": 1}


# The pile


@pytest.mark.rule("UH-150")
def test_drawing_a_card_that_is_not_in_the_pile_does_nothing() -> None:
    g = saga(item("20"), out_of_pile=["20"])
    assert does(g, "[{draw: 20}]").up == ()


TWINS = (item("20"), item("20-b", number="20"))


@pytest.mark.rule("UH-151", "UH-Q43")
def test_of_several_cards_with_one_number_one_is_taken_at_random() -> None:
    m = play(saga(*TWINS), "20-b")
    g = answer(m, "explore 20", "left")
    assert (where(g, "20-b"), where(g, "20")) == ("backpack", "pile")
    assert "explore 20" in offered(m)
    assert pages(m) == ["20 back", "20-b"]


@pytest.mark.rule("UH-152", "UH-153", "UH-159")
def test_a_discarded_card_cannot_be_drawn_again() -> None:
    m = play(saga(item("20")))
    g = answer(m, "explore 20", "discard it")
    assert g.discard == ("20",)
    assert refuses(m, "explore 20", "UH-143")


@pytest.mark.rule("UH-154", "UH-153")
def test_returning_puts_a_card_back_into_the_pile() -> None:
    g = saga(item("20"), left={ADA: ["20"]}, pieces=("20",))
    g = does(g, "[{return: 20}]")
    assert (where(g, "20"), g.pieces) == ("pile", ())
    g = saga(item("20"), out_of_pile=["20"], discard=("20",))
    assert where(does(g, "[{recover: 20}]"), "20") == "pile"
    assert where(does(saga(item("20"), left={ADA: ["20"]}), "[{recover: 20}]"), "20") == "backpack"


@pytest.mark.rule("UH-155", "UH-158", "UH-Q105")
def test_a_destroyed_card_goes_to_the_lid_with_its_cubes_in_the_pool() -> None:
    toy = item("20", effect={"spaces": ["charged"], "discard_when_depleted": True, "do": [{"restore": 1}]})
    g = does(saga(toy, right={ADA: ["20"]}, cubes={"20": 1}), "[{destroy: 20}]")
    assert (where(g, "20"), g.lid, g.pool) == ("lid", ("20",), 19)
    assert where(does(g, "[{return: 20}]"), "20") == "lid"


@pytest.mark.rule("UH-156")
def test_a_card_out_of_play_is_set_aside_until_it_is_brought_back() -> None:
    g = does(saga(item("20")), "[{aside: 20}]")
    assert where(g, "20") == "aside"
    assert where(does(g, "[{return: 20}]"), "20") == "pile"


@pytest.mark.rule("UH-157")
def test_what_is_in_play() -> None:
    g = saga(item("20"), item("21"), item("22"), left={ADA: ["20"]}, out_of_pile=["22"], discard=("22",))
    assert [bool(g.in_play(number)) for number in ("20", "21", "22", "1", "ada", "bad-1")] == [
        True, False, False, True, True, False,
    ]  # fmt: skip


@pytest.mark.rule("UH-297")
def test_draw_takes_the_numbered_card_wherever_it_lies() -> None:
    g = saga(item("20"), item("90"))

    def draw(g: Any) -> Any:
        from foldtale.games.unlikely.rules.exploring import draw_card

        yield from draw_card(g, "90")

    m = play_only(game, g, draw)
    answer(m)
    assert (asked(m).topic, m.state.up) == ("item", ("90",))


# Icons


@pytest.mark.rule("UH-X13", "UH-160")
def test_a_discard_icon_takes_the_card_away() -> None:
    m = play(saga(item("37"), item("38", icons=[{"discard": "37"}]), left={BJERKE: ["37"]}))
    g = answer(m, "explore 38", "left")
    assert where(g, "37") == "discard"


@pytest.mark.rule("UH-X14", "UH-161")
def test_a_discard_icon_ignores_a_card_in_the_pile() -> None:
    m = play(saga(item("37"), item("38", icons=[{"discard": "37"}])))
    g = answer(m, "explore 38", "left")
    assert where(g, "37") == "pile"


@pytest.mark.rule("UH-162", "UH-164", "UH-Q48")
def test_icons_are_carried_out_from_top_to_bottom_each_completely() -> None:
    icons = [{"draw": "21"}, {"discard": "21"}, {"draw": "22"}]
    m = play(saga(item("20", icons=icons), item("21", icons=[{"draw": "23"}]), item("22"), item("23")))
    answer(m, "explore 20", "left", "left", "left", "left")
    assert pages(m) == ["20 back", "20", "21 back", "21", "23 back", "23", "22 back", "22"]
    assert where(m.state, "21") == "discard"


@pytest.mark.rule("UH-Q47")
def test_the_icons_of_a_challenge_come_before_the_attempt() -> None:
    trial = challenge("52", boxes=[box("strength", 3)], icons=[{"draw": "20"}])
    m = play(saga(trial, item("20")))
    answer(m, "explore 52")
    assert asked(m).topic == "item"
    answer(m, "left")
    assert asked(m).topic == "box"


@pytest.mark.rule("UH-Q49")
def test_a_drawn_card_with_an_unmet_dependency_stays_in_the_pile() -> None:
    m = play(saga(item("20", icons=[{"draw": "22"}]), item("22", back={"needs": "21"}), KEY))
    g = answer(m, "explore 20", "left")
    assert (where(g, "22"), pages(m)) == ("pile", ["20 back", "20", "22 back"])
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-163", "UH-Q46", "UH-X42")
def test_an_item_goes_when_its_hero_does_not_have_the_card_it_keeps_to() -> None:
    note = item("99", keep="44")
    cards = (note, item("44"))
    m = play(saga(*cards, left={BJERKE: ["44"]}))
    assert where(answer(m, "explore 99", "hand 2", "left"), "99") == "backpack"
    m = play(saga(*cards, left={BJERKE: ["44"]}))
    assert where(answer(m, "explore 99", "left"), "99") == "discard"
    m = play(saga(*cards, left={ADA: ["44", "99"]}))
    assert where(answer(m, "discard", "this 44"), "99") == "discard"


@pytest.mark.rule("UH-Q46")
def test_the_needed_card_is_looked_for_after_a_swap_and_not_in_it() -> None:
    cards = (item("99", keep="44"), item("44"), item("20"))
    m = play(saga(*cards, players=1, left={ADA: ["44", "99"], BJERKE: ["20"]}))
    g = answer(m, "rearrange", "this 44", "place right 1")
    assert where(g, "99") == "backpack"


@pytest.mark.rule("UH-Q102")
def test_a_discard_icon_takes_every_card_with_the_number_but_no_hero_in_a_seat() -> None:
    cards = (
        *TWINS,
        item("38", icons=[{"discard": "20"}]),
        hero_card("60"),
        item("39", icons=[{"discard": "60"}]),
    )
    m = play(saga(*cards, heroes=("60", "bjerke"), left={1: ["20", "20-b"]}, players=1))
    g = answer(m, "explore 38", "left", "explore 39", "left")
    assert (where(g, "20"), where(g, "20-b"), where(g, "60")) == ("discard", "discard", "backpack")


@pytest.mark.rule("UH-Q53")
def test_heroes_on_a_discarded_map_step_off_to_a_connected_one() -> None:
    m = play(saga(item("38", icons=[{"discard": "2"}]), at=["1", "2"]))
    answer(m, "explore 38", "left")
    assert (asked(m).topic, offered(m)) == ("step off", ["1", "3"])
    g = answer(m, "3")
    assert (where(g, "2"), g.heroes[BJERKE].at) == ("discard", "3")


@pytest.mark.rule("UH-Q53")
def test_without_a_connected_map_they_go_to_the_latest_and_the_last_map_stays() -> None:
    icons = item("38", icons=[{"discard": "1"}, {"discard": "3"}])
    g = answer(play(saga(icons, maps=("1", "3"))), "explore 38", "left")
    assert [hero.at for hero in g.heroes] == ["3", "3"]
    assert (where(g, "1"), where(g, "3")) == ("discard", "map")


@pytest.mark.rule("UH-062", "UH-066", "UH-296")
def test_a_front_is_of_one_kind_and_shows_its_tags() -> None:
    m = play(saga(item("20", tags=["bone", "sound"], left={"wit": 1, "dexterity": -1})))
    g = answer(m, "explore 20", "left")
    panel = game.scene(g, 0).seats[0]
    row = next(thing for thing in panel.things if thing.id == "left 1")
    (shown,) = row.things  # type: ignore[union-attr]
    assert [tag.text for tag in shown.tags] == ["bone", "sound"]  # type: ignore[union-attr]
    added = [(one.name, one.count) for one in shown.counters]  # type: ignore[union-attr]
    assert added == [("Wit", 1), ("Dexterity", -1)]


@pytest.mark.rule("UH-024", "UH-Q09")
def test_a_revealed_starting_card_is_unlocked_even_if_it_is_refused() -> None:
    m = play(saga(item("20", starting=True)))
    g = answer(m, "explore 20", "discard it")
    assert g.unlocked == ("20",)
    assert told_of(m, "unlocks") == [["20"]]


@pytest.mark.rule("UH-063")
def test_a_map_shows_its_anchors_and_clues() -> None:
    clued = map_card(
        "2",
        1,
        0,
        {"west": "1"},
        clues=[{"text": "a wet print", "at": [30, 40]}],
        anchors=[{"card": "20", "name": "the well"}],
    )
    g = saga(item("20"), clued, maps=("1", "2"))
    board = next(one for one in game.scene(g, 0).elements if one.id == "maps")
    area = next(area for area in board.areas if area.id == "map 2")  # type: ignore[union-attr]
    assert [mark.text for mark in area.marks] == ["20", "1"]
    assert area.clues[0].text == "a wet print"


def test_nothing_of_an_unread_card_is_in_the_scene() -> None:
    m = play(saga(item("20", title="Golden Spoon", text="A spoon of gold, and so on, and so on.")))
    assert "Golden" not in str(game.scene(m.state, 0))
    assert "Golden" not in str(list(game.texts(m.state).values()))
    answer(m, "explore 20", "left")
    assert "Golden" in str(game.scene(m.state, 0))
    assert told(m, "equips") == ["equips"]


def test_what_pieces_add_up_to_is_said_when_all_of_them_were_seen() -> None:
    cards = (
        item("61", puzzle={"number": 20, "colour": "red", "left": "flat", "right": "knob"}),
        item("63", puzzle={"number": 3, "colour": "red", "left": "tab", "right": "flat"}),
        item("23"),
    )
    m = play(saga(*cards))
    answer(m, "explore 61", "left")
    assert "solve 61-63" not in game.texts(m.state)
    answer(m, "explore 63", "left")
    assert game.texts(m.state)["solve 61-63"] == "Put together 20 + 3"
