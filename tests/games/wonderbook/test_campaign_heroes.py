"""The campaign: who plays which Hero, alone or with others, and the Upgrades that they choose."""

from __future__ import annotations

import random

import pytest

from foldtale.bots.random import playout
from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.record import ROMAN
from foldtale.kernel import Match
from foldtale.kernel.scene import Board, Counter
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import BOARD, WORDS, book, carried_out, play, record_of, sid
from tests.games.wonderbook.tiny import (
    CHAPTERS,
    due,
    lead,
    opened,
    pages_read,
    sides_shown,
    sit_down,
    tiny_chapter,
    titles,
    topics,
    win,
)

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.mark.rule("WB-029")
def test_in_chapter_one_heroes_are_chosen_only_when_a_card_says_so() -> None:
    match = sit_down()
    assert match.ask is not None
    assert match.ask.topic == "page"
    assert match.state.heroes == ()
    lead(match, until="hero")
    assert pages_read(match) == ["I-1", "I-2"]
    assert match.state.heroes == ()
    lead(match, until="choice")
    assert match.state.heroes == ("SID", "LARA")


@pytest.mark.rule("WB-028")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_later_everybody_has_a_hero_and_upgrades_before_the_first_page(number: int) -> None:
    match = sit_down(due(number))
    assert asked(match) == (0, "hero")
    assert offered(match)[0] == "SID"
    lead(match, until="page")
    g = match.state
    assert g.heroes == ("SID", "LARA")
    handouts = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}[number]
    assert g.skills["SID"] == (("SID", "skill"), *[(f"sid-{n}", "left") for n in range(1, handouts + 1)])
    assert pages_read(match) == [f"{ROMAN[number - 1]}-1"]


@pytest.mark.rule("WB-031")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_heroes_whom_nobody_chose_are_in_the_box(players: int) -> None:
    match = lead(sit_down(players=players), "TINA", until="choice")
    g = match.state
    chosen = ("TINA", "SID", "LARA", "KEN")[:players]
    assert g.heroes == chosen
    lead(match, until="turn")
    boards = [thing for thing in match.scene(0).elements if isinstance(thing, Board)]
    figures = [token.id for board in boards for token in board.tokens]
    assert [hero for hero in HEROES if hero.lower() in figures] == sorted(chosen, key=HEROES.index)
    assert sorted(offered(match)) == sorted(chosen)


@pytest.mark.rule("WB-032", "WB-Q129")
def test_a_solo_player_chooses_two_different_heroes_in_chapter_one() -> None:
    match = lead(sit_down(players=1), until="hero")
    assert asked(match) == (0, "hero")
    match.answer("KEN")
    assert asked(match) == (0, "hero")
    assert offered(match) == ["SID", "LARA", "TINA"]
    match.answer("TINA")
    assert asked(match).topic == "choice"
    assert match.state.heroes == ("KEN", "TINA")
    assert match.state.seats == {"KEN": 0, "TINA": 0}


@pytest.mark.rule("WB-033")
def test_two_heroes_of_one_player_have_a_turn_three_actions_and_a_reroll_each() -> None:
    g = book(
        heroes=("SID", "LARA"),
        players=1,
        map="players",
        at={"SID": "S", "LARA": "S"},
        wyrms=["S"],
        step="round",
    )
    match = play(g, "F F", "F F", "F F", "F", "F", "F")
    answer(match, "SID", "attack", "reroll", "attack")
    assert match.state.actions == 1
    answer(match, "pass")
    assert match.state.active == "LARA"
    assert match.state.actions == 3
    answer(match, "attack")
    assert asked(match) == (0, "reroll")
    answer(match, "reroll", "attack")
    assert match.state.hearts == {"SID": 4, "LARA": 4}


@pytest.mark.rule("WB-034")
def test_the_two_heroes_of_one_player_pool_neither_sparks_nor_hearts_nor_cards() -> None:
    shred = tiny_chapter(1).shred_cards[0]
    g = book(
        heroes=("SID", "LARA"),
        players=1,
        map="players",
        at={"SID": "S", "LARA": "K"},
        sparks={"LARA": 3},
        shreds={"LARA": [shred]},
        hearts={"SID": 2},
        wyrms=["S"],
        active="SID",
    )
    match = play(g)
    assert "use SID skill" not in offered(match)
    assert not [key for key in offered(match) if shred in key]
    answer(match, "pass")
    assert "use LARA skill" in offered(match)
    assert shred in match.state.held_by("LARA")
    assert shred not in match.state.held_by("SID")
    panels = match.scene(0).seats
    counters = [thing for panel in panels for thing in panel.things if isinstance(thing, Counter)]
    count = {counter.id: counter.count for counter in counters}
    assert (count["hearts SID"], count["hearts LARA"]) == (2, match.state.most_hearts("LARA"))
    assert (count["sparks of SID"], count["sparks of LARA"]) == (0, 3)


UPGRADES = BOARD + "".join(
    [
        f"""
- card: {hero.lower()}-{handout}
  kind: upgrade
  hero: {hero}
  handout: {handout}
  title: Handout {handout}
  left: {{title: Left, text: {WORDS!r}, do: [{{gain_sparks: 1}}]}}
  right: {{title: Right, text: {WORDS!r}, do: [{{gain_sparks: 2}}]}}
"""
        for hero in HEROES
        for handout in (11, 12)
    ]
)


def learning(*handouts: int, answers: tuple[str, ...] = ()) -> Match:
    g = sid(UPGRADES)
    text = ", ".join([f"{{gain_upgrades: {handout}}}" for handout in handouts])
    return carried_out(g, f"[{text}]", answers=answers)[1]


@pytest.mark.rule("WB-046", "WB-047")
def test_an_upgrade_card_has_two_skills_and_one_is_chosen_at_once() -> None:
    match = learning(11)
    for seat, hero in enumerate(("sid", "lara", "ken")):
        assert asked(match) == (seat, "upgrade")
        assert offered(match) == [f"choose {hero}-11 left", f"choose {hero}-11 right"]
        answer(match, f"choose {hero}-11 right")
    assert asked(match).topic == "turn"
    assert match.state.sheet.sides == {"sid-11": "right", "lara-11": "right", "ken-11": "right"}


@pytest.mark.rule("WB-048")
@pytest.mark.parametrize(("side", "other", "sparks"), [("left", "right", 1), ("right", "left", 2)])
def test_the_skill_that_was_not_chosen_cannot_be_used(side: str, other: str, sparks: int) -> None:
    learnt = learning(11, answers=(f"choose sid-11 {side}", "choose lara-11 left", "choose ken-11 left"))
    match = play(learnt.state)
    assert f"use sid-11 {side}" in offered(match)
    assert f"use sid-11 {other}" not in offered(match)
    assert answer(match, f"use sid-11 {side}").sparks["SID"] == sparks
    assert sides_shown(match, 0) == [*titles("SID"), side.title()]


@pytest.mark.rule("WB-049")
def test_chosen_skills_are_added_to_those_from_before() -> None:
    answers = [f"choose {hero}-{handout} left" for handout in (11, 12) for hero in ("sid", "lara", "ken")]
    g = learning(11, 12, answers=tuple(answers)).state
    g.sparks["SID"] = 1
    g.wyrm_at[0] = "T"
    assert offered(play(g), "use ") == ["use SID skill", "use sid-11 left", "use sid-12 left"]


@pytest.mark.rule("WB-050")
def test_no_skill_is_switched_while_the_game_is_going_on() -> None:
    answers = tuple([f"choose {hero}-11 left" for hero in ("sid", "lara", "ken")])
    match = learning(11, 11, answers=answers)
    assert asked(match).topic == "turn"
    assert match.state.skills["SID"] == (("SID", "skill"), ("sid-11", "left"))
    whole = lead(sit_down(due(3)))
    assert topics(whole).count("upgrade") == 2


@pytest.mark.rule("WB-051", "WB-191")
def test_the_next_chapter_starts_with_the_same_chosen_skills() -> None:
    record = win(None, "choose sid-1 right")
    assert record.sides == {"sid-1": "right", "lara-1": "left"}
    match = opened(record)
    assert "upgrade" not in topics(match)
    assert sides_shown(match, 0) == titles("SID", ("sid-1", "right"))
    assert sides_shown(match, 1) == titles("LARA", ("lara-1", "left"))
    assert win(record).sides == record.sides


@pytest.mark.rule("WB-Q33", "WB-Q34")
def test_upgrades_go_to_the_heroes_in_play_and_wait_for_the_others() -> None:
    record = due(4)
    assert set(record.sides) == {"sid-1", "sid-2", "lara-1", "lara-2"}
    assert record.handouts == (1, 2)
    match = lead(sit_down(record), "KEN", until="upgrade")
    seen = []
    while match.ask is not None and match.ask.topic == "upgrade":
        seen.append((match.ask.seat, offered(match)))
        match.answer(1)
    assert seen == [
        (0, ["choose ken-1 left", "choose ken-1 right"]),
        (0, ["choose ken-2 left", "choose ken-2 right"]),
    ]
    assert lead(match, until="page").state.skills["KEN"] == (
        ("KEN", "skill"),
        ("ken-1", "right"),
        ("ken-2", "right"),
    )


@pytest.mark.rule("WB-Q35")
def test_who_keeps_a_hero_cannot_turn_an_upgrade_card_between_chapters() -> None:
    for number in (2, 3, 4, 5, 6):
        match = lead(sit_down(due(number)), "choose sid-1 right", until="page")
        assert "upgrade" not in topics(match)
        assert match.state.sheet.sides["sid-1"] == "left"


@pytest.mark.rule("WB-202")
@pytest.mark.parametrize("number", CHAPTERS)
def test_heroes_are_chosen_at_the_start_and_never_again_in_a_chapter(number: int) -> None:
    match = lead(sit_down(due(number)))
    asked_in_order = topics(match)
    assert asked_in_order.count("hero") == 2
    last = len(asked_in_order) - 1 - asked_in_order[::-1].index("hero")
    assert last <= (3 if number == 1 else 1)


@pytest.mark.rule("WB-203")
def test_who_switches_heroes_chooses_the_sides_of_all_their_upgrade_cards() -> None:
    record = due(6)
    assert record.sides["lara-1"] == "left"
    match = lead(sit_down(record), "LARA", "SID", until="upgrade")
    seats = []
    while match.ask is not None and match.ask.topic in ("upgrade", "hero"):
        if match.ask.topic == "upgrade":
            seats.append((match.ask.seat, offered(match)[1]))
        match.answer("SID" if match.ask.topic == "hero" else 1)
    assert seats == [
        *[(0, f"choose lara-{n} right") for n in (1, 2, 3)],
        *[(1, f"choose sid-{n} right") for n in (1, 2, 3)],
    ]
    assert sides_shown(match, 0) == titles("LARA", *[(f"lara-{n}", "right") for n in (1, 2, 3)])
    after = record_of(lead(match))
    assert after.heroes == ("LARA", "SID")
    assert after.sides["lara-1"] == "right"


@pytest.mark.rule("WB-204", "WB-205", "WB-206")
def test_a_new_player_picks_an_unused_hero_and_everything_counts_for_three() -> None:
    record = due(2)
    match = lead(sit_down(record, players=3), until="upgrade")
    assert match.ask is not None
    assert match.ask.seat == 2
    assert match.state.heroes == ("SID", "LARA", "KEN")
    assert offered(match) == ["choose ken-1 left", "choose ken-1 right"]
    lead(match, "choose ken-1 right", until="page")
    g = match.state
    assert g.sheet.sides["ken-1"] == "right"
    assert len(g.wyrm_at) == 6
    assert g.silver
    lead(match, until="turn")
    lead(match, "pass", until="next wyrm")
    assert told(match).count("spawns") == 2


@pytest.mark.rule("WB-Q117", "WB-205", "WB-206")
def test_players_may_leave_down_to_one_with_two_heroes() -> None:
    record = due(2, players=4)
    assert record.heroes == ("SID", "LARA", "KEN", "TINA")
    supplies = {}
    for players in (4, 3, 2, 1):
        g = opened(record, players=players).state
        supplies[players] = (len(g.heroes), len(g.wyrm_at), g.silver)
    assert supplies == {4: (4, 8, True), 3: (3, 6, True), 2: (2, 4, False), 1: (2, 4, False)}
    alone = lead(sit_down(record, players=1))
    assert told(alone).count("spawns") == 1
    assert record_of(alone).heroes == ("SID LARA",)


@pytest.mark.rule("WB-Q118")
def test_a_second_player_takes_one_of_two_heroes_or_an_unused_one() -> None:
    record = due(2, players=1)
    assert record.heroes == ("SID LARA",)
    match = sit_down(record, players=2)
    assert asked(match) == (0, "hero")
    match.answer("SID")
    assert asked(match) == (1, "hero")
    assert sorted(offered(match)) == ["KEN", "LARA", "TINA"]
    match.answer("LARA")
    assert asked(match) == (1, "upgrade")
    g = lead(match, until="page").state
    assert g.seats == {"SID": 0, "LARA": 1}
    assert len(g.wyrm_at) == 4


@pytest.mark.rule("WB-Q119")
def test_somebody_else_may_go_on_in_mid_chapter_with_the_same_heroes() -> None:
    match = lead(sit_down(due(3), players=2), until="turn")
    before = match.state.seats
    playout(match, random.Random(4))
    assert match.over
    assert match.state.seats == before == {"SID": 0, "LARA": 1}
