"""Wonder Book: the general setup, what Heroes start with, and playing alone."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.kernel.scene import Board, Track
from foldtale.testing import answer, asked, offered, outcome, told
from tests.games.wonderbook.given import (
    HEARTS,
    QUIET,
    SPARKS,
    WONDER,
    book,
    does,
    everybody_passes,
    play,
    sid,
)
from tests.games.wonderbook.pages import chapter, deed, end, goal, item, law, story, table


def first_page(does: str) -> str:
    """A Chapter whose first card does this before the Goal comes up."""
    return chapter(story(1, does), goal(), end())


def destiny_of(match: Match) -> tuple[int, int]:
    """Destiny tokens face up and face down, as everybody sees them."""
    page = match.scene(0).page
    assert page is not None
    (track,) = [thing for thing in page.things if isinstance(thing, Track)]
    return track.shine, track.length - track.shine


# The table


@pytest.mark.rule("WB-001")
def test_a_game_is_for_one_to_four_people() -> None:
    for players in (1, 2, 3, 4):
        assert WONDER.begin(WONDER.setup(players=players)).players == players
    for players in (0, 5):
        with pytest.raises(SetupError):
            WONDER.setup(players=players)


@pytest.mark.rule("WB-002")
def test_all_players_share_one_win_or_one_loss() -> None:
    won = play(book(cards=chapter(story(1), end()), goal=""))
    answer(won)
    assert (outcome(won).ending, outcome(won).winners) == ("completed", (0, 1, 2))
    assert len(set(outcome(won).scores)) == 1

    lost = play(book(cards=chapter(story(1, "{destiny_down: 5}"), end()), goal=""))
    answer(lost)
    assert (outcome(lost).ending, outcome(lost).winners) == ("lost", ())
    assert len(set(outcome(lost).scores)) == 1


@pytest.mark.rule("WB-003", "WB-Q28")
def test_each_player_picks_one_of_the_four_heroes_and_no_two_the_same() -> None:
    match = play(book(cards=first_page("choose_heroes"), heroes=(), players=4, goal=""))
    assert (asked(match), offered(match)) == ((0, "hero"), [*HEROES])
    answer(match, "KEN")
    assert (asked(match), offered(match)) == ((1, "hero"), ["SID", "LARA", "TINA"])
    answer(match, "TINA")
    assert (asked(match), offered(match)) == ((2, "hero"), ["SID", "LARA"])
    g = answer(match, "LARA")
    assert g.seats == {"KEN": 0, "TINA": 1, "LARA": 2, "SID": 3}


@pytest.mark.rule("WB-X30", "WB-021", "WB-022")
@pytest.mark.parametrize(("players", "wyrms"), [(1, 4), (2, 4), (3, 6), (4, 8)])
def test_two_wyrms_for_each_hero_are_in_the_supply_and_the_others_stay_in_the_box(
    players: int, wyrms: int
) -> None:
    g = book(heroes=HEROES[: max(2, players)], players=players, map="enemies")
    assert (g.wyrm_supply, 8 - g.wyrm_supply) == (wyrms, 8 - wyrms)
    g = does(g, "[{spawn: 8, area: P}]")
    assert (len(g.wyrms_in("P")), g.wyrm_supply) == (wyrms, 0)


@pytest.mark.rule("WB-X31", "WB-018", "WB-019", "WB-020")
@pytest.mark.parametrize(
    ("difficulty", "face_up", "face_down"), [("easier", 6, 4), ("standard", 5, 5), ("hardcore", 4, 6)]
)
def test_the_difficulty_says_how_many_destiny_tokens_start_face_up(
    difficulty: str, face_up: int, face_down: int
) -> None:
    match = Match.new(WONDER, WONDER.setup(players=2, difficulty=difficulty), seed=1)
    assert destiny_of(match) == (face_up, face_down)


@pytest.mark.rule("WB-X32")
def test_the_deck_of_chapter_one_runs_from_one_on_top_to_forty_two_at_the_bottom() -> None:
    cards = [story(number) for number in range(1, 42)]
    g = book(cards=chapter(end(42), *reversed(cards)), goal="")
    assert g.deck == tuple([f"I-{number}" for number in range(1, 43)])


@pytest.mark.rule("WB-016")
@pytest.mark.parametrize("number", [1, 4])
def test_the_general_setup_is_the_same_for_every_chapter_unless_a_card_asks_for_something_else(
    number: int,
) -> None:
    roman = {1: "I", 4: "IV"}[number]
    cards = chapter(
        story(1, "{use_map: yard}", of=roman), story(2, "{destiny_up: 1}", of=roman), end(3, of=roman)
    )
    g = book(cards=cards, number=number, goal="")
    assert (g.destiny, g.wyrm_supply, g.spark_supply) == (5, 6, SPARKS)
    assert (g.wyrm_cards.deck_size, g.shred_cards.deck_size) == (
        len(g.chapter.wyrm_cards),
        len(g.chapter.shred_cards),
    )
    match = play(g)
    match.answer("read")
    assert destiny_of(match) == (5, 5)
    match.answer("read")
    assert destiny_of(match) == (6, 4)


@pytest.mark.rule("WB-013")
def test_the_book_stays_closed_until_a_card_opens_it() -> None:
    cards = chapter(story(1), story(2, "{use_map: yard}"), goal(3), end())
    match = play(book(cards=cards, goal=""))
    match.answer("read")
    assert (match.scene(0).elements, match.state.map) == ((), "")
    match.answer("read")
    (board,) = match.scene(0).elements
    assert isinstance(board, Board)
    assert board.id == "yard"


@pytest.mark.rule("WB-013")
def test_what_is_in_the_envelope_is_nobodys_until_a_card_opens_it() -> None:
    chest = item("crown", more=", envelope: true")
    cards = chapter(story(1), story(2, "open_envelope"), goal(3), end(), chest)
    match = play(book(cards=cards, goal=""))
    match.answer("read")
    assert "crown" not in str(match.scene(0))
    match.answer("read")
    assert (asked(match), offered(match)) == ((-1, "finder"), ["SID", "LARA", "KEN"])
    g = answer(match, "LARA")
    assert (g.sheet.envelope, g.items["LARA"]) == (True, ("crown",))


@pytest.mark.rule("WB-023", "WB-025")
def test_all_sparks_and_hearts_start_in_the_supply() -> None:
    g = book(heroes=(), players=4, goal="")
    assert (g.spark_supply, g.heart_supply) == (SPARKS, HEARTS)


@pytest.mark.rule("WB-024")
@pytest.mark.parametrize("hero", HEROES)
def test_all_five_dice_are_there_for_everybody(hero: str) -> None:
    five = law("while: [{attack_dice: {set: 5}}]")
    g = sid(QUIET + five, heroes=HEROES, at={hero: "S"}, wyrms=["S"], rules=["law"], active=hero)
    match = play(g, "F S F S F")
    answer(match, "attack")
    assert match.state.dice == ("F", "S", "F", "S", "F")


@pytest.mark.rule("WB-026", "WB-027")
def test_shreds_and_wyrm_cards_are_shuffled_apart_and_lie_face_down() -> None:
    g = book(goal="")
    for box, cards in ((g.shred_cards, g.chapter.shred_cards), (g.wyrm_cards, g.chapter.wyrm_cards)):
        assert box.layers == [tuple(sorted(cards))]
        assert not any(mask for _, mask in box.all_known())
    for shred in g.chapter.shred_cards:
        drawn = does(book(), "[{draw_shred: 1, who: SID}]", falls=[shred])
        assert drawn.shreds_of("SID") == (shred,)
        assert drawn.wyrm_cards.deck_size == len(g.chapter.wyrm_cards)


@pytest.mark.rule("WB-030")
def test_the_dark_aura_comes_only_when_a_card_says_so_and_goes_when_one_does() -> None:
    acts = f", actions: [{deed('call', 'aura_on')}, {deed('ban', 'remove_aura')}]"
    match = play(table(goal(more=acts), step="round"))
    assert everybody_passes(match).round == 3
    assert (match.state.aura, "dark aura" in told(match)) == ("", False)
    assert answer(match, "SID", "use I-2 call").aura == "SID"
    assert answer(match, "use I-2 ban").aura == ""


# Solo


def solo(does: str, active: str) -> Book:
    """One player with SID and LARA, who may read a page that does this; both have a Spark."""
    page = f", actions: [{deed('read', '{reveal_card: I-3}')}]"
    cards = chapter(story(1), goal(more=page), story(3, does), end())
    sparks = {"SID": 1, "LARA": 1}
    return book(cards, heroes=("SID", "LARA"), players=1, sparks=sparks, active=active)


@pytest.mark.rule("WB-035")
@pytest.mark.parametrize(("active", "other"), [("SID", "LARA"), ("LARA", "SID")])
def test_alone_what_you_gain_or_lose_goes_to_the_hero_who_is_controlled(active: str, other: str) -> None:
    g = solo("{gain_sparks: 2}, {lose_hearts: 3}, {recover: 1}", active)
    after = answer(play(g), "use I-2 read")
    assert after.seats[active] == after.seats[other] == 0
    assert (after.sparks[active], after.hearts[active]) == (3, g.hearts[active] - 2)
    assert (after.sparks[other], after.hearts[other]) == (1, g.hearts[other])
    g = solo("{lose_sparks: 1}", active)
    after = answer(play(g), "use I-2 read")
    assert (after.sparks[active], after.sparks[other]) == (0, 1)


# What Heroes start with


@pytest.mark.rule("WB-Q29")
def test_heroes_start_a_chapter_with_full_hearts_and_nothing_in_hand() -> None:
    match = play(book(cards=first_page("choose_heroes"), heroes=(), players=2, goal=""))
    g = answer(match, "SID", "TINA")
    for hero in ("SID", "TINA"):
        assert g.hearts[hero] == g.chapter.body(hero).hearts
        assert (g.sparks[hero], g.held_by(hero)) == (0, ())


@pytest.mark.rule("WB-Q29")
def test_then_the_chapters_own_cards_apply() -> None:
    cards = first_page(
        "choose_heroes, {each: heroes, do: [{gain_sparks: 1, to: it}, {lose_hearts: 1, who: it}]}"
    )
    g = answer(play(book(cards=cards, heroes=(), players=2, goal="")), "SID", "TINA")
    assert (g.sparks, g.hearts["SID"]) == ({"SID": 1, "TINA": 1}, g.most_hearts("SID") - 1)
