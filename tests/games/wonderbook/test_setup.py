"""Wonder Book: the general setup, what Heroes start with, Hearts, Sparks, Destiny, and that all of it is limited."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.kernel.scene import Board, Card, Counter, Panel, Row, Track
from tests.games.wonderbook.given import (
    BOARD,
    MAPS,
    WONDER,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
    state,
    told,
)

HEARTS = 76
SPARKS = 17


YARD = """
- card: yard
  kind: map
  title: The yard
  areas: {A: {name: A}, B: {name: B}}
  borders: [{between: [A, B], line: dashed}]
"""


def chapter(*cards: str) -> str:
    return MAPS + YARD + "\n".join(f"- {{{card}}}" for card in cards)


def goal(number: int = 2, more: str = "") -> str:
    return f"card: I-{number}, kind: goal, title: Aim, text: Aim., goal: counter(done) >= 1, then: next{more}"


def end(ident: str = "I-9") -> str:
    bands = "[{id: all, least: 1, most: 10, title: All, text: All is well.}]"
    return f"card: {ident}, kind: end, title: The end, text: It ends., endings: {bands}"


def story(ident: str, does: str, more: str = "") -> str:
    return f"card: {ident}, kind: story, title: {ident}, text: Once., do: [{does}]{more}"


def first_page(does: str) -> str:
    """A Chapter whose first card does this before the Goal comes up."""
    return chapter(story("I-1", does), goal(), end())


def destiny_of(match: Match) -> tuple[int, int]:
    """Destiny tokens face up and face down, as everybody sees them."""
    page = match.scene(0).page
    assert page is not None
    (track,) = [thing for thing in page.things if isinstance(thing, Track)]
    return track.shine, track.length - track.shine


def panel_of(match: Match, seat: int) -> Panel:
    (panel,) = [panel for panel in match.scene(0).seats if panel.seat == seat]
    return panel


def counter_of(match: Match, seat: int, name: str) -> Counter:
    (counter,) = [
        thing for thing in panel_of(match, seat).things if isinstance(thing, Counter) and thing.name == name
    ]
    return counter


def skills_of(match: Match, seat: int) -> list[Card]:
    (row,) = [
        thing
        for thing in panel_of(match, seat).things
        if isinstance(thing, Row) and thing.id.startswith("skills")
    ]
    return [card for card in row.things if isinstance(card, Card)]


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
    won = play(book(cards=chapter(story("I-1", "{count: x}"), end()), goal=""))
    answer(won)
    assert won.outcome is not None
    assert (won.outcome.ending, won.outcome.winners) == ("completed", (0, 1, 2))
    assert len(set(won.outcome.scores)) == 1

    lost = play(book(cards=chapter(story("I-1", "{destiny_down: 5}"), end()), goal=""))
    answer(lost)
    assert lost.outcome is not None
    assert (lost.outcome.ending, lost.outcome.winners) == ("lost", ())
    assert len(set(lost.outcome.scores)) == 1


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
    cards = [story(f"I-{number}", "{count: x}") for number in range(1, 42)]
    g = book(cards=chapter(end("I-42"), *reversed(cards)), goal="")
    assert g.deck == tuple([f"I-{number}" for number in range(1, 43)])


@pytest.mark.rule("WB-016")
@pytest.mark.parametrize("number", [1, 4])
def test_the_general_setup_is_the_same_for_every_chapter_unless_a_card_asks_for_something_else(
    number: int,
) -> None:
    roman = {1: "I", 4: "IV"}[number]
    cards = chapter(
        story(f"{roman}-1", "{use_map: yard}"), story(f"{roman}-2", "{destiny_up: 1}"), end(f"{roman}-3")
    )
    g = book(cards=cards, number=number, goal="")
    assert (g.destiny, g.wyrm_supply, g.spark_supply) == (5, 6, SPARKS)
    assert (g.wyrms.deck_size, g.shreds.deck_size) == (len(g.chapter.wyrms), len(g.chapter.shreds))
    match = play(g)
    match.answer("read")
    assert destiny_of(match) == (5, 5)
    match.answer("read")
    assert destiny_of(match) == (6, 4)


@pytest.mark.rule("WB-013")
def test_the_book_stays_closed_until_a_card_opens_it() -> None:
    cards = chapter(story("I-1", "{count: x}"), story("I-2", "{use_map: yard}"), goal(3), end())
    match = play(book(cards=cards, goal=""))
    match.answer("read")
    assert (match.scene(0).elements, state(match).world.map) == ((), "")
    match.answer("read")
    (board,) = match.scene(0).elements
    assert isinstance(board, Board)
    assert board.id == "yard"


@pytest.mark.rule("WB-013")
def test_what_is_in_the_envelope_is_nobodys_until_a_card_opens_it() -> None:
    chest = "card: crown, kind: item, title: A crown, text: Of tin., envelope: true"
    cards = chapter(story("I-1", "{count: x}"), story("I-2", "open_envelope"), goal(3), end(), chest)
    match = play(book(cards=cards, goal=""))
    match.answer("read")
    assert "crown" not in str(match.scene(0))
    match.answer("read")
    assert (asked(match), offered(match)) == ((-1, "finder"), ["SID", "LARA", "KEN"])
    g = answer(match, "LARA")
    assert (g.envelope, g.items["LARA"]) == (True, ("crown",))


@pytest.mark.rule("WB-023", "WB-025")
def test_all_sparks_and_hearts_start_in_the_supply() -> None:
    g = book(heroes=(), players=4, goal="")
    assert (g.spark_supply, g.heart_supply) == (SPARKS, HEARTS)


@pytest.mark.rule("WB-024")
@pytest.mark.parametrize("hero", HEROES)
def test_all_five_dice_are_there_for_everybody(hero: str) -> None:
    more = "card: I-3, kind: rule, title: More, text: More., while: [{attack_dice: {set: 5}}]"
    g = book(
        cards=chapter(story("I-1", "{count: x}"), goal(), more, end()),
        heroes=HEROES,
        map="players",
        at={hero: "S"},
        wyrms=["S"],
        rules=["I-3"],
        active=hero,
    )
    match = play(g, "F S F S F")
    answer(match, "attack")
    assert state(match).dice == ("F", "S", "F", "S", "F")


@pytest.mark.rule("WB-026", "WB-027")
def test_shreds_and_wyrm_cards_are_shuffled_apart_and_lie_face_down() -> None:
    g = book(goal="")
    for box, cards in ((g.shreds, g.chapter.shreds), (g.wyrms, g.chapter.wyrms)):
        assert box.layers == [tuple(sorted(cards))]
        assert not any(mask for _, mask in box.all_known())
    for shred in g.chapter.shreds:
        drawn = does(book(), "[{draw_shred: 1, who: SID}]", falls=[shred])
        assert drawn.shreds_of("SID") == (shred,)
        assert drawn.wyrms.deck_size == len(g.chapter.wyrms)


@pytest.mark.rule("WB-030")
def test_the_dark_aura_comes_only_when_a_card_says_so_and_goes_when_one_does() -> None:
    more = ", actions: [{id: call, say: Call it, do: [aura_on]}, {id: ban, say: Ban it, do: [remove_aura]}], enemies: [{count: x}]"
    g = book(
        cards=chapter(story("I-1", "{count: x}"), goal(more=more), end()),
        map="players",
        at={"SID": "S"},
        step="check",
    )
    match = play(g)
    assert answer(match, "SID", "pass", "LARA", "pass", "pass").round == 3
    assert (state(match).aura, "dark aura" in told(match)) == ("", False)
    assert answer(match, "SID", "use I-2 call").aura == "SID"
    assert answer(match, "use I-2 ban").aura == ""


# Solo


def solo(does: str, active: str, **more: object) -> Book:
    deed = ", actions: [{id: read, say: Read it, do: [{reveal_card: I-3}]}]"
    cards = chapter(story("I-1", "{count: x}"), goal(more=deed), story("I-3", does), end())
    return book(cards=cards, heroes=("SID", "LARA"), players=1, active=active, **more)  # type: ignore[arg-type]


@pytest.mark.rule("WB-035")
@pytest.mark.parametrize(("active", "other"), [("SID", "LARA"), ("LARA", "SID")])
def test_alone_what_you_gain_or_lose_goes_to_the_hero_who_is_controlled(active: str, other: str) -> None:
    g = solo("{gain_sparks: 2}, {lose_hearts: 3}, {recover: 1}", active, sparks={"SID": 1, "LARA": 1})
    after = answer(play(g), "use I-2 read")
    assert after.seats[active] == after.seats[other] == 0
    assert (after.sparks[active], after.hearts[active]) == (3, g.hearts[active] - 2)
    assert (after.sparks[other], after.hearts[other]) == (1, g.hearts[other])
    g = solo("{lose_sparks: 1}", active, sparks={"SID": 1, "LARA": 1})
    after = answer(play(g), "use I-2 read")
    assert (after.sparks[active], after.sparks[other]) == (0, 1)


# Hero cards


@pytest.mark.rule("WB-037")
@pytest.mark.parametrize("hero", HEROES)
def test_a_hero_card_states_attack_hearts_one_skill_and_the_reroll(hero: str) -> None:
    g = book(
        heroes=[hero, *[h for h in HEROES if h != hero]],
        map="players",
        at={hero: "S"},
        wyrms=["S"],
        active=hero,
    )
    card = g.chapter.body(hero)
    match = play(g, " ".join(["F"] * card.attack.dice))
    hearts = counter_of(match, 0, "Hearts")
    assert (hearts.count, hearts.of) == (card.hearts, card.hearts)
    assert [skill.title for skill in skills_of(match, 0)] == [card.skill.title]
    note = panel_of(match, 0).note
    assert note is not None
    assert note.rule == "WB-109"
    answer(match, "attack")
    assert len(state(match).dice) == card.attack.dice
    answer(match, "keep")
    assert panel_of(match, 0).note is not None


@pytest.mark.rule("WB-038")
def test_special_effects_of_an_attack_come_only_with_a_hit() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["L"], active="KEN")
    match = play(g, "F F F", "S F F")
    answer(match, "attack", "keep")
    assert (asked(match)[1], state(match).stunned[0]) == ("action", False)
    answer(match, "attack", "keep")
    assert state(match).stunned[0]
    assert asked(match) == (2, "may")


@pytest.mark.rule("WB-039")
def test_a_hero_absorbs_as_much_damage_as_there_are_hearts_before_being_knocked_out() -> None:
    g = book(hearts={"SID": 3})
    assert does(g, "[{damage: 2, to: SID}]").conscious() == ["SID", "LARA", "KEN"]
    assert does(g, "[{damage: 3, to: SID}]").conscious() == ["LARA", "KEN"]


@pytest.mark.rule("WB-040", "WB-041")
def test_a_lost_heart_goes_to_the_supply_and_a_recovered_one_comes_from_it() -> None:
    g = book(hearts={"SID": 3})
    lost = does(g, "[{lose_hearts: 2, who: SID}]")
    assert (lost.hearts["SID"], lost.heart_supply) == (1, g.heart_supply + 2)
    back = does(lost, "[{recover: 1, to: SID}]")
    assert (back.hearts["SID"], back.heart_supply) == (2, g.heart_supply + 1)


@pytest.mark.rule("WB-042")
def test_a_hero_never_holds_more_hearts_than_the_card_says_and_the_surplus_is_lost() -> None:
    g = book()
    most = g.chapter.body("SID").hearts
    hurt = does(g, "[{lose_hearts: 1, who: SID}]")
    healed = does(hurt, "[{recover: 3, to: SID}]")
    assert (healed.hearts["SID"], healed.heart_supply) == (most, g.heart_supply)
    again = does(healed, "[{lose_hearts: 2, who: SID}]")
    assert again.hearts["SID"] == most - 2


FIGURES = (
    BOARD
    + """
- {card: ogre, kind: enemy, title: An ogre, text: Big., hearts: 4}
- {card: goat, kind: ally, title: A goat, text: Brave., hearts: 2}
"""
)


@pytest.mark.rule("WB-043")
def test_hearts_also_count_the_life_of_enemies_and_allies_but_not_of_wyrms() -> None:
    g = book(cards=FIGURES, map="players")
    there = does(g, "[{create_enemy: ogre, area: S}, {create_ally: goat, area: T}]")
    assert there.figures == {"ogre": ("S", 4), "goat": ("T", 2)}
    assert there.heart_supply == g.heart_supply - 6
    hurt = does(there, "[{damage_enemy: 1, to: ogre}, {damage_ally: 2, to: goat}]")
    assert (hurt.figures, hurt.fallen) == ({"ogre": ("S", 3)}, ("goat",))
    assert hurt.heart_supply == g.heart_supply - 3
    assert does(g, "[{spawn: 3, area: S}]").heart_supply == g.heart_supply


def ready(sparks: int) -> Book:
    """Everybody stands together, a little hurt, with a Wyrm among them: any starting skill would do something."""
    everybody = dict.fromkeys(HEROES, "S")
    return book(
        heroes=HEROES,
        map="players",
        at=everybody,
        hearts=dict.fromkeys(HEROES, 2),
        sparks=dict.fromkeys(HEROES, sparks),
        wyrms=["S"],
    )


@pytest.mark.rule("WB-044", "WB-045")
@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_begins_with_one_skill_that_needs_a_spark(hero: str) -> None:
    without = play(ready(0))
    answer(without, hero)
    assert [key for key in offered(without) if key.startswith("use ")] == []
    match = play(ready(1))
    answer(match, hero)
    assert [key for key in offered(match) if key.startswith("use ")] == [f"use {hero} skill"]
    g = answer(match, f"use {hero} skill")
    assert (g.sparks[hero], g.spark_supply) == (0, SPARKS - 3)


UPGRADES = (
    BOARD
    + """
- card: sharper
  kind: upgrade
  hero: SID
  handout: 12
  title: Sharper
  left: {title: Whistle, text: Loud., do: [{gain_sparks: 1}]}
  right: {title: Aim, text: Better., while: [{attack_dice: 1, who: self}]}
"""
)


@pytest.mark.rule("WB-044")
def test_more_skills_can_be_unlocked_later() -> None:
    g = book(cards=UPGRADES, active="SID")
    match = carried_out(g, "[{gain_upgrades: 12}]", answers=["choose sharper left"])[1]
    assert state(match).skills["SID"] == (("SID", "skill"), ("sharper", "left"))


@pytest.mark.rule("WB-Q30", "WB-Q31")
def test_a_skill_without_a_price_costs_an_action_and_can_be_used_again() -> None:
    g = book(cards=UPGRADES, skills={"SID": [("sharper", "left")]}, active="SID")
    match = play(g)
    for left in (2, 1):
        g = answer(match, "use sharper left")
        assert (g.active, g.actions) == ("SID", left)
    g = answer(match, "use sharper left")
    assert (g.active, g.sparks["SID"]) == ("", 3)


@pytest.mark.rule("WB-Q30")
def test_a_skill_that_is_always_in_force_costs_neither_an_action_nor_a_spark() -> None:
    g = book(
        cards=UPGRADES,
        skills={"SID": [("sharper", "right")]},
        map="players",
        at={"SID": "S"},
        wyrms=["S"],
        active="SID",
    )
    dice = g.chapter.attack("SID").dice + 1
    match = play(g, " ".join(["S"] * dice))
    assert "use sharper right" not in offered(match)
    g = answer(match, "attack")
    assert (len(g.dice), g.actions, g.sparks["SID"]) == (dice, 2, 0)


@pytest.mark.rule("WB-Q31")
def test_a_skill_can_be_used_as_often_as_its_spark_can_be_paid() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["L", "L", "L"], sparks={"KEN": 2}, active="KEN")
    match = play(g)
    answer(match, "use KEN skill")
    assert "use KEN skill" in offered(match)
    g = answer(match, "use KEN skill")
    assert (g.sparks["KEN"], len(g.wyrms_in("L"))) == (0, 1)
    assert (g.actions, "use KEN skill" in offered(match)) == (1, False)


@pytest.mark.rule("WB-Q32")
def test_a_skill_that_would_do_nothing_cannot_be_used() -> None:
    g = book(map="players", at={"KEN": "L"}, wyrms=["X"], sparks={"KEN": 2}, active="KEN")
    assert "use KEN skill" not in offered(play(g))
    g.wyrm_at[0] = "L"
    assert "use KEN skill" in offered(play(g))


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


@pytest.mark.rule("WB-Q113")
def test_neither_sparks_nor_hearts_carry_over_to_the_next_chapter() -> None:
    two = story("II-1", "{use_map: yard}")
    take = "{each: heroes, do: [{gain_sparks: 3, to: it}, {lose_hearts: 2, who: it}]}"
    cards = chapter(story("I-1", f"choose_heroes, {take}"), end("I-2"), two, end("II-2"))
    first = play(book(cards=cards, heroes=(), players=2, goal=""))
    answer(first, "SID", "TINA")
    assert first.outcome is not None
    assert state(first).sparks == {"SID": 3, "TINA": 3}
    record = first.outcome.record
    assert isinstance(record, Campaign)
    second = play(book(cards=cards, heroes=(), players=2, goal="", number=2, record=record))
    second.answer("SID")
    second.answer("TINA")
    g = state(second)
    assert (g.chapter.number, g.sparks, g.spark_supply) == (2, {"SID": 0, "TINA": 0}, SPARKS)
    assert [g.hearts[hero] for hero in g.heroes] == [g.most_hearts(hero) for hero in g.heroes]


# Destiny


@pytest.mark.rule("WB-179")
def test_effects_turn_destiny_tokens_face_down_or_face_up() -> None:
    assert does(book(), "[{destiny_down: 2}]").destiny == 3
    assert does(book(), "[{destiny_up: 2}]").destiny == 7


@pytest.mark.rule("WB-Q106")
def test_there_are_ten_destiny_tokens_and_no_more() -> None:
    g = does(book(destiny=9), "[{destiny_up: 3}]")
    assert g.destiny == 10
    assert does(g, "[{destiny_down: 1}]").destiny == 9


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_at_once_while_a_card_is_read() -> None:
    cards = chapter(
        story("I-1", "{destiny_down: 5}, {write: LATER}", ", then: flip, back: {text: Never.}"), goal(), end()
    )
    match = play(book(cards=cards, goal=""))
    match.answer("read")
    assert match.outcome is not None
    assert (match.outcome.ending, state(match).keywords) == ("lost", {})


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_in_the_middle_of_a_turn() -> None:
    trap = ", when: [{on: enters, if: area is T, do: [{destiny_down: 1}]}]"
    cards = chapter(story("I-1", "{count: x}"), goal(more=trap), end())
    g = book(cards=cards, map="players", at={"SID": "S"}, destiny=1, active="SID")
    match = play(g)
    answer(match, "move T")
    assert match.outcome is not None
    assert (match.outcome.ending, offered(match)) == ("lost", [])


@pytest.mark.rule("WB-180")
def test_with_the_last_token_a_chapter_is_lost_in_the_enemies_phase() -> None:
    cards = chapter(
        story("I-1", "{count: x}"),
        goal(more=", enemies: [{destiny_down: 1}, {damage: 1, to: SID}]"),
        end(),
    )
    g = book(cards=cards, map="players", destiny=1, step="enemies")
    match = play(g)
    assert match.outcome is not None
    assert (match.outcome.ending, state(match).hearts["SID"]) == ("lost", g.most_hearts("SID"))


@pytest.mark.rule("WB-180")
def test_as_long_as_one_token_is_face_up_nothing_is_lost() -> None:
    g, match = carried_out(book(destiny=2), "[{destiny_down: 1}]")
    assert (g.destiny, match.outcome) == (1, None)


# What there is, is limited


@pytest.mark.rule("WB-198", "WB-Q58")
def test_there_are_seventeen_sparks_in_all_over_areas_reserves_and_supply() -> None:
    g = book(map="players", sparks={"SID": 4}, lying={"S": 6})
    assert g.spark_supply == 7
    g = does(g, "[{place_sparks: 5, area: T}, {gain_sparks: 5, to: KEN}]")
    assert (g.lying["T"], g.sparks["KEN"], g.spark_supply) == (5, 2, 0)
    g = does(g, "[{gain_sparks: 1, to: LARA}, {place_sparks: 1, area: S}]")
    assert (g.sparks["LARA"], g.lying["S"]) == (0, 6)
    g = does(g, "[{spend: 3, who: SID}, {gain_sparks: 5, to: LARA}]")
    assert (g.sparks["SID"], g.sparks["LARA"], g.spark_supply) == (1, 3, 0)


@pytest.mark.rule("WB-199", "WB-Q58")
def test_placing_sparks_is_carried_out_as_far_as_possible() -> None:
    g = does(
        book(map="players", sparks={"SID": 14}), "[{place_sparks: 5, area: S}, {place_sparks: 5, area: T}]"
    )
    assert (g.lying, g.spark_supply) == ({"S": 3}, 0)


@pytest.mark.rule("WB-199")
def test_an_instruction_that_needs_more_than_there_is_is_carried_out_as_far_as_possible() -> None:
    g = does(book(map="enemies", wyrms=["Q"] * 4), "[{spawn: 5, area: P}, {write: AFTER}]")
    assert (len(g.wyrms_in("P")), g.wyrm_supply) == (2, 0)
    assert g.keywords == {"AFTER": 1}


GIANTS = (
    BOARD
    + """
- {card: giant, kind: enemy, title: A giant, text: Huge., hearts: 50}
- {card: titan, kind: enemy, title: A titan, text: Vast., hearts: 30}
"""
)


@pytest.mark.rule("WB-200", "WB-Q120", "WB-X38")
def test_tens_and_single_hearts_are_one_pool_of_seventy_six() -> None:
    g = book(cards=GIANTS, map="players")
    heroes = sum(g.hearts.values())
    g = does(g, "[{create_enemy: giant, area: S}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 50), HEARTS - heroes - 50)
    g = does(g, "[{repeat: 10, do: [{damage_enemy: 1, to: giant}]}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 40), HEARTS - heroes - 40)
    g = does(g, "[{heal_enemy: 10, who: giant}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 50), HEARTS - heroes - 50)


@pytest.mark.rule("WB-198", "WB-199")
def test_when_the_hearts_run_out_nobody_gets_more_than_there_are() -> None:
    g = book(cards=GIANTS, map="players", hearts={"SID": 1, "LARA": 1, "KEN": 1})
    g = does(g, "[{create_enemy: giant, area: S}, {create_enemy: titan, area: T}]")
    assert (g.figures["giant"][1], g.figures["titan"][1], g.heart_supply) == (50, HEARTS - 53, 0)
    assert does(g, "[{recover: 2, to: SID}]").hearts["SID"] == 1
    g = does(g, "[{damage_enemy: 1, to: giant}, {recover: 2, to: SID}]")
    assert (g.hearts["SID"], g.heart_supply) == (2, 0)


@pytest.mark.rule("WB-Q59")
def test_collecting_takes_one_spark_an_action_however_many_lie_there() -> None:
    match = play(book(map="players", at={"SID": "S"}, lying={"S": 3}, active="SID"))
    g = answer(match, "collect")
    assert (g.sparks["SID"], g.lying["S"], g.actions) == (1, 2, 2)


@pytest.mark.rule("WB-Q132")
def test_a_lost_spark_goes_to_the_supply_and_who_has_none_loses_none() -> None:
    g = does(book(sparks={"SID": 1}), "[{lose_sparks: 2, who: SID}, {lose_sparks: 1, who: KEN}]")
    assert (g.sparks["SID"], g.sparks["KEN"], g.spark_supply) == (0, 0, SPARKS)


@pytest.mark.rule("WB-Q132")
def test_sparks_are_laid_from_the_supply_and_an_area_is_not_refilled_by_itself() -> None:
    cards = chapter(
        story("I-1", "{use_map: yard}, {all_to: A}, {place_sparks: 1, area: A}"),
        goal(more=", enemies: [{count: x}]"),
        end(),
    )
    match = play(book(cards=cards, goal="", heroes=("SID", "KEN")))
    g = answer(match, "SID")
    assert (g.lying, g.spark_supply) == ({"A": 1}, SPARKS - 1)
    g = answer(match, "collect", "pass", "pass")
    assert (g.round, g.lying.get("A", 0), g.spark_supply) == (2, 0, SPARKS - 1)
