"""Dice Upon a Time: the co-operative game."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.rules.game import level_of
from foldtale.games.grimm.state import DISCARD, DISPLAY, DONE, STORY_DISCARD
from foldtale.kernel import Match, script
from foldtale.kernel.errors import ScriptError
from foldtale.kernel.game import Outcome
from foldtale.testing import answer, asked, offered, outcome, told, told_of
from tests.games.grimm.given import CONTENT, GRIMM, placeable, play, setup, skip, tale

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
STORY = {0: {"story-die": "story", "plain-die": 5}}
NONE = (0, 0, 0)
QUESTS = [card.id for card in CONTENT.of_kind("quest")]


def team(*falls: object, then: int | None = None, **position: Any) -> Match:
    """A team with its figures apart and all Main Quests in the display."""
    return play(together(**position), *falls, then=then)


def together(**position: Any) -> Any:
    players = position.get("players", 4)
    apart = {seat: field for seat, field in APART.items() if seat < players}
    return tale(**{"mode": "together", **position, "at": {**apart, **position.get("at", {})}})


def in_phase_five(*falls: object, **position: Any) -> Match:
    match = team(*falls, **position)
    match.answer("place plain-die rabbit")
    return skip(match, "quests", "turn", "stop")


def ended(**position: Any) -> Outcome:
    return outcome(team(**{"chapter": 6, "step": "close", **position}))


def all_but(*left: str) -> dict[int, tuple[str, ...]]:
    """What is done when only these Main Quests are left."""
    return {0: tuple([quest for quest in QUESTS if quest not in left])}


def casting(characters: str, *falls: object, mode: str = "together", then: int | None = None) -> Match:
    """The choice of characters of three players, of whom the first starts."""
    chosen = setup(players=3, mode=mode, characters=characters, start_magic=0)
    return Match.new(GRIMM, chosen, chance=script(0, *falls, then=then))


# The display


@pytest.mark.rule("GR-169")
def test_all_main_quests_lie_in_the_display_and_nobody_draws_any() -> None:
    m = Match.new(GRIMM, setup(players=3, mode="together", start_magic=0), seed=1)
    assert asked(m).topic == "turn"
    g = m.state
    assert sorted(quest for box in g.quests for quest in box.rows[DISPLAY]) == QUESTS
    assert not any(box.rows[seat] for box in g.quests for seat in range(3))
    assert "takes a quest" not in told(m)
    for seat in range(3):
        assert len([line for line in m.story(seat) if line.get("chance") == "display"]) >= 37


@pytest.mark.rule("GR-170")
@pytest.mark.parametrize("seat", [0, 2])
def test_anybody_may_complete_any_quest_of_the_display(seat: int) -> None:
    m = team(active=seat, at={seat: "hell"}, tokens={seat: (1, 0, 0)})
    answer(m, "place plain-die rabbit")
    assert offered(m) == ["complete q202", "complete q307", "fetch q410", "end turn"]
    answer(m, "complete q307")
    assert m.state.quests[1].rows[DONE] == ("q307",)
    assert "q307" not in m.state.active_quests(3)
    assert m.state.done_quests(3) == ["q307"]
    assert m.state.tokens[seat] == NONE


@pytest.mark.rule("GR-170")
def test_a_quest_is_paid_for_by_whoever_completes_it() -> None:
    m = in_phase_five(tokens={1: (4, 4, 4)}, at={0: "hell"})
    assert offered(m) == ["complete q202", "fetch q410", "end turn"]


@pytest.mark.rule("GR-Q121")
@pytest.mark.parametrize(
    ("start", "socket", "field"), [("well", "r02", "town"), ("church", "r35", "king")], ids=["town", "king"]
)
def test_town_and_king_have_no_ability_for_a_team(start: str, socket: str, field: str) -> None:
    m = team(at={0: start}, pools={0: {"plain-die": 6}}, done={0: ("q301",)})
    answer(m, f"place plain-die {socket}", f"move {field}")
    assert m.state.at[0] == field
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q122")
def test_anybody_may_pick_up_an_item_and_then_only_they_can_deliver_it() -> None:
    m = in_phase_five(at={0: "soldier"})
    answer(m, "fetch q315")
    assert m.state.carried == {"q315": 0}
    m = in_phase_five(at={0: "soldier"}, carried={"q315": 1})
    assert asked(m) == (1, "turn")
    m = in_phase_five(at={0: "big_sea"}, carried={"q315": 1})
    assert offered(m) == ["complete q203", "end turn"]
    m = in_phase_five(at={0: "big_sea"}, carried={"q315": 0})
    answer(m, "complete q315")
    assert m.state.carried == {}
    assert m.state.done_quests(2) == ["q315"]


@pytest.mark.rule("GR-Q122", "GR-157")
def test_an_item_is_handed_on_in_an_encounter() -> None:
    m = team(at={1: "bridge"}, carried={"q315": 0, "q409": 2})
    answer(m, "trade")
    assert offered(m) == ["give q315", "stop"]
    answer(m, "give q315", "offer", "accept")
    assert m.state.carried == {"q315": 1, "q409": 2}
    assert "q315" in m.state.active_quests(0)


@pytest.mark.rule("GR-Q122", "GR-Q116")
def test_a_team_trades_tokens_and_magic_items_but_not_what_is_common() -> None:
    m = team(at={1: "bridge"}, tokens={0: (1, 0, 0)}, hands={1: ("m07",)}, kept={0: ("s01", "n02")})
    answer(m, "trade")
    assert offered(m) == ["give coin", "ask magic", "stop"]


# Story cards


@pytest.mark.rule("GR-175")
@pytest.mark.parametrize("card", ["s03", "c03", "n05"])
def test_drawn_cards_that_are_kept_go_to_the_common_display(card: str) -> None:
    m = team(card, pools=STORY)
    answer(m, "place story-die rabbit")
    assert [m.state.kept(seat) for seat in range(4)] == [(card,)] * 4
    assert m.state.stories.rows[:4] == [(), (), (), ()]


@pytest.mark.rule("GR-175")
def test_a_common_mini_quest_rewards_whoever_fulfils_it() -> None:
    m = team(kept={0: ("n05",)}, active=3)
    answer(m, "place plain-die rabbit", "fulfil n05")
    assert m.state.tokens == [NONE, NONE, NONE, (0, 0, 2)]
    assert m.state.kept(0) == ()
    assert m.state.stories.rows[STORY_DISCARD] == ("n05",)


@pytest.mark.rule("GR-175")
def test_a_common_curse_is_removed_by_anybody() -> None:
    m = team(kept={0: ("c03",)}, active=3)
    answer(m, "place plain-die rabbit", "lift c03")
    assert m.state.kept(0) == ()
    assert m.state.stories.rows[STORY_DISCARD] == ("c03",)


@pytest.mark.rule("GR-175", "GR-Q111")
def test_a_common_curse_of_the_steed_is_removed_by_anybody_s_ride() -> None:
    m = team(kept={0: ("c01",)}, active=3, pools={3: {"plain-die": 5}}, done={0: ("q205",)})
    answer(m, "place plain-die r23", "move steed_n", "ride steed_e")
    assert asked(m) == (3, "may")
    answer(m, "c01 do-1")
    assert m.state.kept(0) == ()


@pytest.mark.rule("GR-X13", "GR-173")
@pytest.mark.parametrize(("half", "tokens"), [("one", (0, 0, 1)), ("two", (0, 1, 0))])
def test_gifts_to_the_others_are_carried_out_as_written_and_help_the_team(
    half: str, tokens: tuple[int, int, int]
) -> None:
    m = team("b03", pools=STORY)
    answer(m, "place story-die rabbit")
    assert offered(m) == ["b03 one", "b03 two"]
    answer(m, f"b03 {half}")
    for seat in (1, 2, 3):
        assert asked(m) == (seat, "may")
        m.answer(offered(m)[0])
    assert m.state.tokens == [NONE, tokens, tokens, tokens]


@pytest.mark.rule("GR-173")
def test_a_ban_die_is_in_the_team_s_way() -> None:
    m = team(pools={0: {"ban-die": 5, "plain-die": 6}}, stacks={"r03": [(1, 2, "ban")]})
    assert not [die for die, socket in placeable(m) if socket == "r03"]
    m = team(pools={0: {"ban-die": "ban"}}, stacks={"r03": [(1, 2, "ban")]})
    assert ("ban-die", "r03") in placeable(m)


# Cards that are no use to a team


@pytest.mark.rule("GR-172", "GR-Q123")
@pytest.mark.parametrize("card", ["g07", "b12", "n01", "n08"])
def test_a_story_card_about_drawing_quests_may_be_replaced_again_and_again(card: str) -> None:
    other = "n01" if card != "n01" else "n08"
    m = team(card, other, "g01", pools=STORY)
    answer(m, "place story-die rabbit")
    assert asked(m) == (0, "replace")
    assert offered(m) == ["keep it", "draw another"]
    answer(m, "draw another")
    assert asked(m) == (0, "replace")
    answer(m, "draw another")
    assert m.state.tokens[0] == (0, 0, 1)
    assert m.state.stories.rows[STORY_DISCARD] == (card, other, "g01")


@pytest.mark.rule("GR-172", "GR-Q123")
def test_such_a_story_card_may_be_kept_and_then_draws_nothing() -> None:
    m = team("g07", pools=STORY)
    answer(m, "place story-die rabbit", "keep it")
    assert asked(m) == (1, "turn")
    assert m.state.stories.rows[STORY_DISCARD] == ("g07",)
    assert len(m.state.active_quests(0)) == 40


@pytest.mark.rule("GR-172", "GR-Q123")
@pytest.mark.parametrize("card", ["g01", "b03", "s01", "c03", "n02"])
def test_a_story_card_that_makes_sense_is_not_replaced(card: str) -> None:
    m = team(card, pools=STORY)
    answer(m, "place story-die rabbit")
    assert "replace" not in [line.get("topic") for line in m.story(0)]
    assert m.state.stories.rows[STORY_DISCARD] in ((card,), ())


@pytest.mark.rule("GR-172", "GR-Q123")
def test_nobody_replaces_story_cards_when_playing_against_each_other() -> None:
    m = team("n01", pools=STORY, mode="against each other")
    answer(m, "place story-die rabbit")
    assert m.state.kept(0) == ("n01",)


@pytest.mark.rule("GR-172", "GR-Q123")
@pytest.mark.parametrize("card", ["m05", "m11", "m13", "m14", "m17"])
def test_a_magic_item_against_others_may_be_replaced(card: str) -> None:
    other = "m05" if card != "m05" else "m11"
    m = team(card, other, "m07", pools={0: {"magic-die": "magic"}})
    answer(m, "place magic-die rabbit", "draw", "draw another")
    assert asked(m) == (0, "replace")
    answer(m, "draw another")
    skip(m, "move", "turn")
    assert m.state.hand(0) == ("m07",)
    assert m.state.magic.rows[DISCARD] == (card, other)


@pytest.mark.rule("GR-172", "GR-Q123")
def test_such_a_magic_item_may_be_kept() -> None:
    m = team("m05", pools={0: {"magic-die": "magic"}})
    answer(m, "place magic-die rabbit", "draw", "keep it")
    assert m.state.hand(0) == ("m05",)
    assert m.state.magic.rows[DISCARD] == ()


DEALT = ("3 3 3 3 3", "3 3 3 3 3", "e03")


@pytest.mark.rule("GR-172", "GR-Q123")
def test_starting_magic_items_can_be_replaced_too() -> None:
    m = team("m17", "m07", "m08", *DEALT, players=2, step="deal")
    assert asked(m) == (0, "replace")
    answer(m, "draw another")
    skip(m, "turn")
    assert (m.state.hand(0), m.state.hand(1)) == (("m07",), ("m08",))


@pytest.mark.rule("GR-Q123")
def test_the_others_cannot_tell_that_somebody_was_dealt_a_card_against_others() -> None:
    worlds = []
    for card in ("m17", "m07"):
        m = team(card, "m08", *DEALT, players=2, step="deal")
        if asked(m).topic == "replace":
            answer(m, "keep it")
        skip(m, "turn")
        assert m.state.hand(0) == (card,)
        worlds.append(m.story(1))
    assert worlds[0] == worlds[1]


# Characters of no use


@pytest.mark.rule("GR-171", "GR-227", "GR-Q129")
def test_thumbling_is_not_dealt_to_a_team_at_random() -> None:
    with pytest.raises(ScriptError):
        casting("random", "thumbling")
    m = casting("random", "red", "puss", "snow", then=1)
    assert m.state.character == ["red", "puss", "snow"]
    rivals = casting("random", "thumbling", mode="against each other", then=1)
    assert rivals.state.character[0] == "thumbling"


@pytest.mark.rule("GR-171", "GR-227", "GR-Q129")
def test_thumbling_can_be_chosen_by_a_team_but_has_nothing_to_do() -> None:
    assert "thumbling" in offered(casting("chosen"))
    m = team(characters={0: "thumbling"})
    assert m.state.thumbs[0] > 0
    assert "use thumbling" not in offered(m)


@pytest.mark.rule("GR-Q129")
def test_a_team_is_warned_before_it_chooses_thumbling() -> None:
    said = []
    for mode in ("together", "against each other"):
        question = casting("chosen", mode=mode).scene(0).ask
        assert question is not None
        (choice,) = [choice for choice in question.choices if choice.key == "thumbling"]
        said.append((choice.label, choice.note))
    assert said[0] != said[1]


# The score


@pytest.mark.rule("GR-168", "GR-176")
def test_the_team_has_one_score_of_quests_side_quests_and_curses() -> None:
    out = ended(
        done={0: ("q201", "q301"), 2: ("q401",)}, kept={0: ("s01", "s04", "c07", "n02")}, at={2: "town"}
    )
    assert out.scores == (9 + 2 - 3,) * 4
    assert out.winners == (0, 1, 2, 3)
    assert out.ending == "level 1"


@pytest.mark.rule("GR-Q125", "GR-176")
@pytest.mark.parametrize(
    ("card", "position", "score"),
    [
        ("s01", {"at": {3: "town"}}, 2),
        ("s03", {"tokens": {2: (1, 1, 1)}}, 2),
        ("s03", {"tokens": {1: (1, 1, 0), 2: (0, 0, 1)}}, 0),
        ("s07", {"at": {1: "church"}}, 2),
        ("s07", {}, 0),
    ],
)
def test_a_common_side_quest_holds_if_any_one_player_meets_it(
    card: str, position: dict[str, Any], score: int
) -> None:
    assert ended(kept={0: (card,)}, **position).scores == (score,) * 4


@pytest.mark.rule("GR-176", "GR-Q119")
def test_a_team_score_can_be_below_zero() -> None:
    out = ended(kept={0: ("c07",)})
    assert out.scores == (-3,) * 4
    assert out.ending == "level 1"


@pytest.mark.rule("GR-177")
@pytest.mark.parametrize(("length", "last"), [("standard", 6), ("short", 3)])
def test_a_team_s_game_ends_after_its_last_chapter(length: str, last: int) -> None:
    m = team(length=length, chapter=last, passed=(1, 2, 3))
    answer(m, "pass on")
    m = team(length=length, chapter=last - 1, passed=(1, 2, 3), then=1)
    answer(m, "pass on")
    assert m.outcome is None


LEVELS = {2: (30, 40, 50, 60), 3: (45, 60, 75, 90), 4: (60, 80, 100, 116), 5: (60, 80, 100, 116)}


@pytest.mark.rule("GR-178", "GR-Q120")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_lower_bound_of_a_level_belongs_to_it(players: int) -> None:
    assert [level_of(players, score) for score in (-9, 0)] == [1, 1]
    for level, bound in enumerate(LEVELS[players], 2):
        assert [level_of(players, score) for score in (bound - 1, bound, bound + 1)] == [
            level - 1,
            level,
            level,
        ]


@pytest.mark.rule("GR-X28", "GR-178")
@pytest.mark.parametrize(
    ("left", "ap", "level"),
    [
        (("q401", "q402", "q301", "q302", "q303"), 99, 3),
        (("q401", "q402", "q403", "q404"), 100, 4),
        (("q201",), 114, 4),
        ((), 116, 5),
    ],
)
def test_four_players_with_100_ap_reach_level_four(left: tuple[str, ...], ap: int, level: int) -> None:
    out = ended(done=all_but(*left))
    assert out.scores == (ap,) * 4
    assert out.ending == f"level {level}"


@pytest.mark.rule("GR-178")
def test_the_rating_goes_by_the_number_of_players() -> None:
    done = all_but(*QUESTS[:8], *QUESTS[30:])
    assert ended(done=done, players=2).ending == "level 5"
    assert ended(done=done, players=3).ending == "level 3"
    assert ended(done=done).ending == "level 2"
    assert ended(done=done).scores == (60,) * 4


# Everything done early


def last_quest(**position: Any) -> Match:
    """Seat 0 has completed the last Main Quest of all."""
    match = team(
        **{"done": all_but("q204"), "at": {0: "big_mountains"}, "chapter": 4, "players": 3, **position}
    )
    answer(match, "place plain-die rabbit", "complete q204")
    return match


@pytest.mark.rule("GR-Q124")
def test_with_all_quests_done_the_team_stops_if_all_agree() -> None:
    m = last_quest()
    for seat in (0, 1, 2):
        assert asked(m) == (seat, "stop")
        assert offered(m) == ["play on", "close the book"]
        answer(m, "close the book")
    assert outcome(m).scores == (116,) * 3
    assert told_of(m, "the team stops", 0) == [[4]]


@pytest.mark.rule("GR-Q124")
@pytest.mark.parametrize("yes", [0, 1, 2])
def test_one_who_wants_to_play_on_is_enough_and_all_are_asked_again_later(yes: int) -> None:
    m = last_quest()
    answer(m, *["close the book"] * yes, "play on")
    assert m.outcome is None
    assert asked(m) == (1, "turn")
    answer(m, "place plain-die snake")
    assert asked(m) == (1, "stop")
    answer(m, *["close the book"] * 3)


@pytest.mark.rule("GR-Q124")
def test_nobody_is_asked_to_stop_while_a_quest_is_left() -> None:
    m = last_quest(done=all_but("q204", "q301"))
    assert asked(m) == (1, "turn")
    assert m.state.last_done == 0


@pytest.mark.rule("GR-Q124")
def test_the_chapter_of_the_last_quest_is_reported_also_when_the_team_plays_on() -> None:
    m = last_quest(chapter=6, passed=(1, 2))
    answer(m, "play on", "pass on", "play on")
    assert [6] in [line["about"] for line in m.story(0) if line.get("why") == "GR-Q124"]


@pytest.mark.rule("GR-168")
def test_a_team_that_does_everything_has_all_the_points_there_are() -> None:
    out = ended(done={0: tuple(QUESTS)})
    assert out.scores == (116,) * 4
    assert out.ending == "level 5"


@pytest.mark.rule("GR-174")
def test_five_players_can_leave_magic_items_and_story_cards_out() -> None:
    m = Match.new(GRIMM, setup(players=5, mode="together", cards="beginner"), chance=script(0, then=2))
    assert asked(m).topic == "turn"
    assert (m.state.magic.deck_size, m.state.stories.deck_size) == (0, 0)
    assert len(m.state.active_quests(4)) == 40
