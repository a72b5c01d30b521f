"""Seven Virtues: set-up."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.language import COLOURS
from foldtale.games.virtues.places import DECK, FREE, OFFER
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.errors import SetupError
from foldtale.kernel.talk import SPECTATOR
from foldtale.testing import answer, asked, offered, play_new, tells
from tests.games.virtues.given import CONTENT, GAME, held, setup


def new(*falls: object, **choices: object) -> VirtuesState:
    """A game that has just been set up, drawn with a seed."""
    state = play_new(GAME, *falls, then=5, **choices).state
    assert isinstance(state, VirtuesState)
    return state


@pytest.mark.rule("SV-018", "SV-230")
@pytest.mark.parametrize(
    ("choices", "rule"),
    [
        ({"players": 7}, "SV-018"),
        ({"players": 2, "fall": True}, "SV-230"),
        ({"players": 2, "unnamed": True}, "SV-230"),
        ({"players": 3, "unnamed": True}, "SV-230"),
        ({"players": 8, "unnamed": True}, "players"),
        ({"players": 1}, "players"),
    ],
)
def test_mixes_that_the_rules_exclude_are_refused(choices: dict[str, object], rule: str) -> None:
    with pytest.raises(SetupError, match=rule):
        GAME.setup(**choices)


@pytest.mark.rule("SV-018", "SV-Q76", "SV-217")
@pytest.mark.parametrize(
    ("players", "unnamed", "heroes"), [(2, False, 2), (6, False, 6), (4, True, 3), (7, True, 6)]
)
def test_two_to_six_heroes_play_and_the_unnamed_is_one_more(players: int, unnamed: bool, heroes: int) -> None:
    g = new(players=players, unnamed=unnamed)
    assert (g.heroes, len(g.might), g.setup.players) == (heroes, heroes, players)


@pytest.mark.rule("SV-X02")
def test_set_up_with_four_players() -> None:
    g = new("0", "H1", "H2", "H3", "H4", players=4)
    decks = [len(cards[DECK]) for cards in (g.characters, g.elixirs, g.castles, g.estates, g.quests)]
    assert decks == [27, 33, 4, 4, 18]
    boxes = [box.deck_size for box in (g.treasures, g.sins, g.cataclysms, g.artifacts)]
    assert boxes == [6, 16, 14, 7]
    assert g.pool == (5, 4, 4, 3, 4, 5, 5)
    assert sum(g.pool) == 30
    assert [g.supply(seat) for seat in range(4)] == [7, 7, 7, 7]
    assert [len(g.sins.rows[seat]) for seat in range(4)] == [3, 3, 3, 3]
    assert g.might == [0, 0, 0, 0]


@pytest.mark.rule("SV-019", "SV-020", "SV-Q06")
def test_each_player_is_dealt_a_hero_good_side_up_with_what_is_printed_on_it() -> None:
    g = new("0", "H5", "H1", "H6", players=3)
    assert g.hero == ("H5", "H1", "H6")
    assert g.fell == [0, 0, 0]
    assert (g.fame, g.gold) == ([5, 4, 4], [3, 3, 4])
    assert held(g, 0) == {"hum": 1, "tem": 1, "pat": 1}
    assert g.pool == (4, 4, 6, 5, 5, 4, 5)


@pytest.mark.rule("SV-Q06")
def test_heroes_can_be_chosen_in_play_order() -> None:
    m = play_new(GAME, "2", then=1, players=3, heroes="chosen")
    assert asked(m) == (2, "hero")
    answer(m, "H6")
    assert asked(m) == (0, "hero")
    assert "H6" not in offered(m)
    g = answer(m, "H1", "H3")
    assert g.hero == ("H1", "H3", "H6")


@pytest.mark.rule("SV-022")
def test_three_sins_are_dealt_to_each_and_with_six_players_ten_stay_in_the_deck() -> None:
    m = play_new(GAME, then=5, players=6)
    assert m.state.sins.deck_size == 10
    hands = [m.scene(0).near, m.scene(1).near]
    assert [hand.cards for row in hands for hand in row if hand.id == "own sins"] != []
    for watcher in (1, SPECTATOR):
        panel = m.scene(watcher).seats[0]
        (hand,) = [thing for thing in panel.things if thing.id == "sins 0"]
        assert (hand.cards, hand.hidden) == ((), 3)


@pytest.mark.rule("SV-023", "SV-035")
def test_seven_markers_are_the_supply_and_the_other_two_lie_on_the_tracks() -> None:
    m = play_new(GAME, then=5, players=4)
    (track,) = [part for part in m.scene(0).elements if part.id == "might"]
    assert [pawn.step for pawn in track.pawns] == [0, 0, 0, 0]
    assert sorted(m.state.order) == [0, 1, 2, 3]
    assert m.state.supply(2) == 7


@pytest.mark.rule("SV-024", "SV-034", "SV-Q07")
def test_a_first_player_is_drawn_and_the_order_goes_clockwise_from_him() -> None:
    m = play_new(GAME, "2", then=1, players=4)
    assert tells(m, "first player")[0].who == 2
    assert (m.state.first, m.state.order) == (2, (2, 3, 0, 1))


@pytest.mark.rule("SV-Q07")
def test_the_first_seat_can_be_made_first_player() -> None:
    assert new(players=4, first_player="first seat").order == (0, 1, 2, 3)


@pytest.mark.rule("SV-038")
def test_in_the_first_turn_goes_are_clockwise_from_the_first_player() -> None:
    m = play_new(GAME, "1", then=1, players=3)
    seats = []
    for _ in range(4):
        seats.append(asked(m).seat)
        answer(
            m,
            next(key for key in offered(m) if key.startswith(("recruit", "buy", "tap", "exchange", "pass"))),
        )
        while asked(m).topic != "go":
            answer(m, offered(m)[0])
    assert seats[:3] == [1, 2, 0]


@pytest.mark.rule("SV-025", "SV-026")
def test_three_characters_and_three_elixirs_lie_open() -> None:
    g = new()
    assert [len(row) for row in g.characters[6:9]] == [1, 1, 1]
    assert [len(row) for row in g.elixirs[6:9]] == [1, 1, 1]


@pytest.mark.rule("SV-027", "SV-028", "SV-031")
def test_two_castles_two_estates_and_all_temples_lie_open() -> None:
    g = new()
    assert [len(cards[OFFER]) for cards in (g.castles, g.estates, g.temples)] == [2, 2, 6]
    colours = [CONTENT.body(portal).colour for portal in CONTENT.portals]
    assert sorted(colours) == sorted(COLOURS)
    assert [CONTENT.body(portal).temple for portal in CONTENT.portals] == [*CONTENT.temples]


@pytest.mark.rule("SV-029", "SV-030")
def test_six_quests_have_two_treasures_each_face_down_in_the_upper_row_alone() -> None:
    m = play_new(GAME, then=5, players=4)
    g = m.state
    assert [len(g.quests[place]) for place in range(6)] == [1] * 6
    assert [len(g.treasures.rows[place]) for place in range(6)] == [2] * 6
    assert all(set(marks) == {FREE} for marks in g.marks)
    rows = {part.id: part for part in m.scene(0).elements}
    beside = [[one for place in rows[f"row {n}"].things for one in place.things[1:]] for n in range(3)]
    assert [[one.face for one in cards] for cards in beside] == [["up"] * 4, ["up"] * 4, ["down"] * 4]
    assert all(not one.title and not one.gives for one in beside[2])


@pytest.mark.rule("SV-032", "SV-033", "SV-036")
def test_decks_lie_face_down_pools_lie_open_and_no_armour_is_owned() -> None:
    m = play_new(GAME, then=5, players=3)
    scene = m.scene(0)
    parts = {part.id: part for part in (*scene.right, *scene.near)}
    assert all(stack.top is None for stack in parts["decks"].things)
    assert sum(counter.pool for counter in parts["own gifts"].things) == 42 - 9
    assert m.state.armour == 0
    armour = {part.id: part for part in scene.elements}["armour"]
    assert [piece.have for piece in armour.members] == [False] * 7


@pytest.mark.rule("SV-228", "SV-231")
def test_two_players_have_one_quest_in_each_row() -> None:
    g = new(players=2)
    assert [len(g.quests[place]) for place in range(6)] == [1, 0, 1, 0, 1, 0]
    assert [len(g.treasures.rows[place]) for place in range(6)] == [2, 0, 2, 0, 2, 0]
    assert (len(g.quests[DECK]), g.treasures.deck_size) == (21, 12)
    assert [len(g.sins.rows[seat]) for seat in (0, 1)] == [3, 3]


@pytest.mark.rule("SV-Q05")
def test_the_pack_has_every_card_of_the_component_table() -> None:
    counts = {
        kind: len(CONTENT.of_kind(kind)) for kind in ("character", "elixir", "quest", "treasure", "unnamed")
    }
    assert counts == {"character": 30, "elixir": 36, "quest": 24, "treasure": 18, "unnamed": 14}
    assert len(CONTENT.sins) == 28
    assert setup().players == 4
