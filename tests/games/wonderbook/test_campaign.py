"""The campaign: what a Chapter leaves behind, what it takes back, and who may play the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.bots.random import playout
from foldtale.games.wonderbook.content import Chapter, chapter_of
from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.record import ROMAN, Campaign, play_again
from foldtale.games.wonderbook.state import IN_CHAPTER, Book
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack import shelf
from foldtale.kernel.scene import Board, Card, Counter, Row
from tests.games.wonderbook.given import (
    BOARD,
    WONDER,
    WORDS,
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
from tests.sizes import Seeds

TINY = Path(__file__).parent / "packs" / "tiny"
CHAPTERS = range(1, 7)
ON_FOOT = ("move pond", "move lawn", "move roof", "move stairs")
LOSE = tuple([f"{roman}-7 sweep" for roman in ROMAN])
BRIGHT = tuple([f"{roman}-7 turn" for roman in ROMAN])
ANYBODY = {
    "page": "read",
    "last destiny": "go",
    "action": "pass",
    "additional action": "pass",
    "agree": "yes",
}
KITE, COIL = "III-4", "I-4"
MOST_ATTEMPTS = 60


@pytest.fixture(autouse=True, scope="module")
def tiny() -> Iterator[None]:
    assert WONDER.language is not None
    shelf.add(TINY, WONDER.language)
    yield


def sit_down(
    record: Campaign | None = None,
    players: int = 2,
    seed: int = 1,
    difficulty: str = "standard",
    chapter: int | None = None,
) -> Match:
    setup = WONDER.setup(players=players, pack="tiny", record=record, difficulty=difficulty, chapter=chapter)
    return Match.new(WONDER, setup, seed=seed)


def lead(match: Match, *wanted: str, until: str = "") -> Match:
    """Answer with the first of the wanted keys that is offered, else in no hurry; up to a topic or a key."""
    while match.ask is not None:
        keys = [choice.key for choice in match.ask.options]
        if until and (match.ask.topic == until or until in keys):
            break
        favourites = [key for key in (*wanted, *ON_FOOT) if key in keys]
        match.answer(favourites[0] if favourites else ANYBODY.get(match.ask.topic, keys[0]))
    return match


def record_of(match: Match, ending: str) -> Campaign:
    assert match.outcome is not None
    assert match.outcome.ending == ending
    assert isinstance(match.outcome.record, Campaign)
    return match.outcome.record


def win(record: Campaign | None, *wanted: str, players: int = 2, difficulty: str = "standard") -> Campaign:
    return record_of(lead(sit_down(record, players, difficulty=difficulty), *wanted), "completed")


def lose(record: Campaign | None, *wanted: str, players: int = 2, difficulty: str = "standard") -> Campaign:
    return record_of(lead(sit_down(record, players, difficulty=difficulty), *wanted, *LOSE), "lost")


@cache
def due(number: int, *wanted: str, players: int = 2) -> Campaign:
    """The record with which SID and LARA start a Chapter, if they always take the first that is offered."""
    if number == 1:
        return Campaign()
    return win(due(number - 1, *wanted, players=players), *wanted, players=players)


def deck_of(number: int) -> list[str]:
    return [f"{ROMAN[number - 1]}-{card}" for card in range(1, 9)]


def tiny_chapter(number: int) -> Chapter:
    return chapter_of("tiny", number)


def pages_read(match: Match) -> list[str]:
    """The cards that were read, each once, in that order."""
    read = [line["about"][0] for line in match.story(0) if line.get("tell") == "reads"]
    return list(dict.fromkeys(read))


def topics(match: Match) -> list[str]:
    """What was asked in a match that is over."""
    return [line["topic"] for line in match.log if "topic" in line]


def opened(record: Campaign, *wanted: str, players: int = 2) -> Match:
    """A Chapter whose Heroes are chosen, before its first page is read."""
    return lead(sit_down(record, players), *wanted, until="page")


def in_wyrm_deck(g: Book) -> list[str]:
    return sorted([card for layer in g.wyrms.layers for card in layer])


def sides_shown(match: Match, seat: int) -> list[str]:
    """The titles of the skills that lie before a seat."""
    rows = [thing for thing in match.scene(seat).seats[seat].things if isinstance(thing, Row)]
    skills = [row for row in rows if row.id.startswith("skills ")]
    return [card.title for row in skills for card in row.things if isinstance(card, Card)]


def titles(hero: str, *chosen: tuple[str, str]) -> list[str]:
    """What the Hero card's own skill and these sides of Upgrade cards are called."""
    chapter = tiny_chapter(1)
    return [chapter.skill(card, side).title for card, side in ((hero, "skill"), *chosen)]


@pytest.mark.rule("WB-004", "WB-190", "WB-195")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_six_chapters_are_played_in_their_order_and_then_the_game_is_completed(players: int) -> None:
    record = Campaign()
    for number in CHAPTERS:
        assert record.chapter == number
        assert not record.done
        match = lead(sit_down(record, players))
        assert pages_read(match)[0] == f"{ROMAN[number - 1]}-1"
        assert pages_read(match)[-1] == f"{ROMAN[number - 1]}-8"
        record = record_of(match, "completed")
    assert record.done
    assert len(record.destiny) == len(record.endings) == len(record.difficulties) == 6


def test_random_players_come_to_the_end_of_a_campaign_if_they_try_often_enough(seeds: Seeds) -> None:
    for seed in seeds(2, 8, 400):
        luck = random.Random(seed)
        record = Campaign()
        for attempt in range(MOST_ATTEMPTS):
            match = sit_down(record, 1 + luck.randrange(4), seed=1000 * seed + attempt)
            playout(match, luck)
            assert match.outcome is not None
            after = match.outcome.record
            assert isinstance(after, Campaign)
            assert msgspec.json.decode(msgspec.json.encode(after), type=Campaign) == after
            if match.outcome.ending == "lost":
                assert after == replace(record, attempts=record.attempts + 1, read=after.read)
                assert set(record.read) <= set(after.read)
                assert {page.split()[0] for page in after.read} <= set(deck_of(record.chapter))
            else:
                assert after.chapter == record.chapter + 1
                assert after.destiny[:-1] == record.destiny
                assert 1 <= after.destiny[-1] <= 10
            record = after
            if record.done:
                break
        assert record.done


def test_every_key_that_is_answered_in_a_campaign_is_in_the_vocabulary(seeds: Seeds) -> None:
    for seed in seeds(1, 4, 100):
        record = due(1 + seed % 6)
        match = sit_down(record, 1 + seed % 4, seed=seed)
        known = set(WONDER.vocabulary(match.setup))
        luck = random.Random(seed)
        while match.ask is not None:
            keys = [choice.key for choice in match.ask.options]
            assert set(keys) <= known
            match.answer(luck.choice(keys))


@pytest.mark.rule("WB-008", "WB-012")
@pytest.mark.parametrize("number", CHAPTERS)
def test_only_the_deck_of_the_chapter_that_is_due_is_opened(number: int) -> None:
    match = sit_down(due(number))
    assert pages_read(match) + list(state(match).deck) == deck_of(number)
    lead(match)
    assert set(pages_read(match)) <= set(deck_of(number))


@pytest.mark.rule("WB-009")
def test_no_seed_changes_the_order_of_a_chapter_deck() -> None:
    orders = set()
    for seed in range(12):
        match = lead(sit_down(due(3), seed=seed))
        orders.add(tuple(pages_read(match)))
    assert orders == {tuple(deck_of(3))}


@pytest.mark.rule("WB-011")
def test_cards_lie_in_ascending_order_with_number_one_on_top_however_they_were_written() -> None:
    pages = [f"- {{card: I-{n}, kind: story, title: Page {n}, text: {WORDS!r}}}\n" for n in (10, 2, 11, 9, 1)]
    end = f"""
- {{card: I-12, kind: end, title: End, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
"""
    match = play(book(cards=end + "".join(pages), goal=""))
    answer(match)
    assert pages_read(match) == ["I-1", "I-2", "I-9", "I-10", "I-11", "I-12"]


@pytest.mark.rule("WB-010", "WB-012")
@pytest.mark.parametrize("number", CHAPTERS)
def test_nobody_sees_the_title_of_a_card_before_it_is_reached(number: int) -> None:
    match = sit_down(due(number))
    chapter = state(match).chapter
    numbered = {
        card: chapter.texts[f"{card}.title"] for other in CHAPTERS for card in tiny_chapter(other).deck
    }
    looked = 0
    while match.ask is not None:
        g = state(match)
        held = [item for hero in g.heroes for item in g.items[hero]]
        known = {*pages_read(match), *held, *g.purple, *[cards[0] for cards in g.stacks.values()]}
        scene = msgspec.json.encode(match.scene(0)).decode()
        subtitle = chapter.texts[f"{chapter.deck[0]}.title"]
        for card, title in numbered.items():
            if card not in known and title != subtitle:
                assert f'"{title}"' not in scene
                looked += 1
        keys = [choice.key for choice in match.ask.options]
        walk = [key for key in ON_FOOT if key in keys]
        match.answer(walk[0] if walk else ANYBODY.get(match.ask.topic, keys[0]))
    assert looked > 100


@pytest.mark.rule("WB-029")
def test_in_chapter_one_heroes_are_chosen_only_when_a_card_says_so() -> None:
    match = sit_down()
    assert match.ask is not None
    assert match.ask.topic == "page"
    assert state(match).heroes == ()
    lead(match, until="hero")
    assert pages_read(match) == ["I-1", "I-2"]
    assert state(match).heroes == ()
    lead(match, until="choice")
    assert state(match).heroes == ("SID", "LARA")


@pytest.mark.rule("WB-028")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_later_everybody_has_a_hero_and_upgrades_before_the_first_page(number: int) -> None:
    match = sit_down(due(number))
    assert asked(match) == (0, "hero")
    assert offered(match)[0] == "SID"
    lead(match, until="page")
    g = state(match)
    assert g.heroes == ("SID", "LARA")
    handouts = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}[number]
    assert g.skills["SID"] == (("SID", "skill"), *[(f"sid-{n}", "left") for n in range(1, handouts + 1)])
    assert pages_read(match) == [f"{ROMAN[number - 1]}-1"]


@pytest.mark.rule("WB-031")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_heroes_whom_nobody_chose_are_in_the_box(players: int) -> None:
    match = lead(sit_down(players=players), "TINA", until="choice")
    g = state(match)
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
    assert asked(match)[1] == "choice"
    assert state(match).heroes == ("KEN", "TINA")
    assert state(match).seats == {"KEN": 0, "TINA": 0}


@pytest.mark.rule("WB-033")
def test_two_heroes_of_one_player_have_a_turn_three_actions_and_a_reroll_each() -> None:
    g = book(
        heroes=("SID", "LARA"),
        players=1,
        map="players",
        at={"SID": "S", "LARA": "S"},
        wyrms=["S"],
        step="check",
    )
    match = play(g, "F F", "F F", "F F", "F", "F", "F")
    answer(match, "SID", "attack", "reroll", "attack")
    assert state(match).actions == 1
    answer(match, "pass")
    assert state(match).active == "LARA"
    assert state(match).actions == 3
    answer(match, "attack")
    assert asked(match) == (0, "reroll")
    answer(match, "reroll", "attack")
    assert state(match).hearts == {"SID": 4, "LARA": 4}


@pytest.mark.rule("WB-034")
def test_the_two_heroes_of_one_player_pool_neither_sparks_nor_hearts_nor_cards() -> None:
    shred = tiny_chapter(1).shreds[0]
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
    assert shred in state(match).held_by("LARA")
    assert shred not in state(match).held_by("SID")
    counters = [thing for thing in match.scene(0).seats[0].things if isinstance(thing, Counter)]
    count = {counter.id: counter.count for counter in counters}
    assert (count["hearts SID"], count["hearts LARA"]) == (2, state(match).most_hearts("LARA"))
    assert (count["sparks of SID"], count["sparks of LARA"]) == (0, 3)


@pytest.mark.rule("WB-036")
@pytest.mark.parametrize(("active", "other"), [("SID", "LARA"), ("LARA", "SID")])
def test_alone_cards_are_drawn_and_discarded_by_the_hero_who_is_controlled(active: str, other: str) -> None:
    first, second = tiny_chapter(1).shreds[:2]
    goal = "goal: counter(done) >= 1"
    draw = "actions: [{id: draw, say: Draw a card, do: [{draw_shred: 1}]}]"
    g = book(
        cards=BOARD.replace(goal, f"{goal}, {draw}"),
        heroes=("SID", "LARA"),
        players=1,
        shreds={other: [first]},
        active=active,
    )
    after = answer(play(g, second), "use I-2 draw")
    assert after.shreds_of(active) == (second,)
    assert after.shreds_of(other) == (first,)


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
    g = book(cards=UPGRADES, map="players", at={"SID": "S", "LARA": "L", "KEN": "K"}, active="SID")
    text = ", ".join([f"{{gain_upgrades: {handout}}}" for handout in handouts])
    return carried_out(g, f"[{text}]", answers=answers)[1]


@pytest.mark.rule("WB-046", "WB-047")
def test_an_upgrade_card_has_two_skills_and_one_is_chosen_at_once() -> None:
    match = learning(11)
    for seat, hero in enumerate(("sid", "lara", "ken")):
        assert asked(match) == (seat, "upgrade")
        assert offered(match) == [f"choose {hero}-11 left", f"choose {hero}-11 right"]
        answer(match, f"choose {hero}-11 right")
    assert asked(match)[1] == "turn"
    assert state(match).sides == {"sid-11": "right", "lara-11": "right", "ken-11": "right"}


@pytest.mark.rule("WB-048")
@pytest.mark.parametrize(("side", "other", "sparks"), [("left", "right", 1), ("right", "left", 2)])
def test_the_skill_that_was_not_chosen_cannot_be_used(side: str, other: str, sparks: int) -> None:
    learnt = learning(11, answers=(f"choose sid-11 {side}", "choose lara-11 left", "choose ken-11 left"))
    match = play(state(learnt))
    assert f"use sid-11 {side}" in offered(match)
    assert f"use sid-11 {other}" not in offered(match)
    assert answer(match, f"use sid-11 {side}").sparks["SID"] == sparks
    assert sides_shown(match, 0) == [*titles("SID"), side.title()]


@pytest.mark.rule("WB-049")
def test_chosen_skills_are_added_to_those_from_before() -> None:
    answers = [f"choose {hero}-{handout} left" for handout in (11, 12) for hero in ("sid", "lara", "ken")]
    g = state(learning(11, 12, answers=tuple(answers)))
    g.sparks["SID"] = 1
    g.wyrm_at[0] = "T"
    uses = [key for key in offered(play(g)) if key.startswith("use ")]
    assert uses == ["use SID skill", "use sid-11 left", "use sid-12 left"]


@pytest.mark.rule("WB-050")
def test_no_skill_is_switched_while_the_game_is_going_on() -> None:
    answers = tuple([f"choose {hero}-11 left" for hero in ("sid", "lara", "ken")])
    match = learning(11, 11, answers=answers)
    assert asked(match)[1] == "turn"
    assert state(match).skills["SID"] == (("SID", "skill"), ("sid-11", "left"))
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
    assert state(lead(match, until="page")).skills["KEN"] == (
        ("KEN", "skill"),
        ("ken-1", "right"),
        ("ken-2", "right"),
    )


@pytest.mark.rule("WB-Q35")
def test_who_keeps_a_hero_cannot_turn_an_upgrade_card_between_chapters() -> None:
    for number in (2, 3, 4, 5, 6):
        match = lead(sit_down(due(number)), "choose sid-1 right", until="page")
        assert "upgrade" not in topics(match)
        assert state(match).sides["sid-1"] == "left"


@pytest.mark.rule("WB-078")
def test_items_held_at_the_end_are_back_in_their_deck() -> None:
    match = lead(sit_down(), until="I-7 walk")
    assert COIL in state(match).items["SID"]
    record = record_of(lead(match), "completed")
    assert state(opened(record)).items == {"SID": (), "LARA": ()}
    assert COIL in state(sit_down(play_again(record))).deck


@pytest.mark.rule("WB-078", "WB-192")
def test_shreds_held_at_the_end_are_back_in_the_shred_deck() -> None:
    match = lead(sit_down(due(5)), until="V-7 walk")
    g = state(match)
    assert g.shreds_of("SID")
    record = record_of(lead(match), "completed")
    after = state(opened(record))
    assert after.shreds_of("SID") == after.shreds_of("LARA") == ()
    assert sorted([card for layer in after.shreds.layers for card in layer]) == sorted(after.chapter.shreds)


WRITTEN = {
    1: ("keywords", "handouts", "sides"),
    2: ("keywords", "purple"),
    3: ("keywords", "handouts", "sides", "envelope"),
    4: ("purple",),
    5: ("handouts", "sides"),
    6: ("unlocks",),
}
"""What each Chapter has changed by the time it can be lost."""


@pytest.mark.rule("WB-Q108")
@pytest.mark.parametrize("number", CHAPTERS)
def test_a_loss_restores_the_record_but_for_the_attempt_and_the_pages_read(number: int) -> None:
    record = due(number)
    match = lead(sit_down(record), until=LOSE[number - 1])
    for name in WRITTEN[number]:
        assert getattr(state(match), name) != getattr(record, name)
    after = record_of(lead(match, *LOSE), "lost")
    assert after == replace(record, attempts=1, read=after.read)
    assert {page.split()[0] for page in after.read} == set(pages_read(match))
    assert lose(after) == replace(after, attempts=2)
    assert win(after).attempts == 0


@pytest.mark.rule("WB-002")
def test_all_players_lose_together_and_win_together() -> None:
    lost = lead(sit_down(players=3), *LOSE)
    assert lost.outcome is not None
    assert lost.outcome.winners == ()
    won = lead(sit_down(players=3))
    assert won.outcome is not None
    assert won.outcome.winners == (0, 1, 2)
    assert len(set(won.outcome.scores)) == 1


@pytest.mark.rule("WB-181")
@pytest.mark.parametrize("number", CHAPTERS)
def test_after_a_loss_all_cards_of_the_chapter_lie_in_ascending_order_again(number: int) -> None:
    lost = lead(sit_down(due(number)), *LOSE)
    assert state(lost).deck != tuple(deck_of(number))
    again = sit_down(record_of(lost, "lost"))
    assert pages_read(again) + list(state(again).deck) == deck_of(number)
    assert lead(again).over
    assert pages_read(again) == [*pages_read(lost), f"{ROMAN[number - 1]}-8"]


@pytest.mark.rule("WB-182", "WB-Q36")
def test_an_upgrade_of_a_lost_chapter_is_gained_and_chosen_afresh_and_earlier_ones_stay() -> None:
    record = due(3)
    lost = lose(record, "choose sid-2 left")
    assert lost.handouts == (1,)
    assert "sid-2" not in lost.sides
    match = opened(lost)
    assert sides_shown(match, 0) == titles("SID", ("sid-1", "left"))
    lead(match, "skip", until="upgrade")
    assert offered(match) == ["choose sid-2 left", "choose sid-2 right"]
    after = record_of(lead(match, "choose sid-2 right"), "completed")
    assert after.sides["sid-1"] == "left"
    assert after.sides["sid-2"] == "right"


@pytest.mark.rule("WB-183", "WB-193")
@pytest.mark.parametrize(("number", "purple"), [(2, "II-3"), (4, "IV-3")])
def test_a_purple_card_joins_the_wyrm_deck_and_after_a_loss_goes_back(number: int, purple: str) -> None:
    match = lead(sit_down(due(number)), until="turn")
    assert purple in in_wyrm_deck(state(match))
    assert purple not in state(match).deck
    again = state(opened(record_of(lead(match, *LOSE), "lost")))
    assert purple not in in_wyrm_deck(again)
    assert again.wyrms.rows[IN_CHAPTER] == (purple,)
    assert purple in again.chapter.deck


@pytest.mark.rule("WB-194", "WB-192")
def test_purple_cards_of_completed_chapters_belong_to_the_wyrm_deck_for_good() -> None:
    base = sorted(tiny_chapter(1).wyrms)
    added = {1: [], 2: [], 3: ["II-3"], 4: ["II-3"], 5: ["II-3", "IV-3"], 6: ["II-3", "IV-3"]}
    for number in CHAPTERS:
        g = state(opened(due(number)))
        assert in_wyrm_deck(g) == sorted([*base, *added[number]])
        assert not set(g.deck) & set(in_wyrm_deck(g))


@pytest.mark.rule("WB-184", "WB-Q27")
def test_a_loss_erases_keywords_written_in_the_chapter_and_restores_those_erased_in_it() -> None:
    assert lose(None).keywords == {}
    record = due(2)
    assert record.keywords == {"LAMP": 1, "OPENED": 1, "SEED": 1}
    match = lead(sit_down(record), until="II-7 sweep")
    assert state(match).keywords == {"LAMP": 1, "OPENED": 1}
    assert record_of(lead(match, *LOSE), "lost").keywords == {"LAMP": 1, "OPENED": 1, "SEED": 1}


@pytest.mark.rule("WB-Q26")
def test_a_keyword_stands_on_the_line_of_the_chapter_that_wrote_it_first() -> None:
    assert due(3).keywords == {"LAMP": 1, "OPENED": 1}
    assert lose(due(2)).keywords["OPENED"] == 1
    assert due(4).keywords == {"LAMP": 1, "OPENED": 1, "SEED": 3}
    assert lose(due(3)).keywords == {"LAMP": 1, "OPENED": 1}


@pytest.mark.rule("WB-066")
@pytest.mark.parametrize(("hook", "sparks", "coil"), [("lamp", 3, False), ("rope", 0, True)])
def test_a_keyword_of_the_first_chapter_changes_later_ones(hook: str, sparks: int, coil: bool) -> None:
    choice = f"I-3 {hook}"
    mill = state(lead(sit_down(due(2, choice)), until="turn"))
    assert mill.lying.get("wheel", 0) == sparks
    quay = state(lead(sit_down(due(4, choice)), until="turn"))
    assert any(COIL in quay.items[hero] for hero in quay.heroes) == coil


@pytest.mark.rule("WB-066", "WB-Q23")
def test_an_option_that_needs_a_keyword_waits_for_it() -> None:
    match = lead(sit_down(due(6)), until="VI-2 pull")
    assert offered(match) == ["VI-2 pull", "VI-2 push", "VI-2 gate"]
    bright = lead(sit_down(due(6, *BRIGHT)), until="VI-2 pull")
    assert offered(bright) == ["VI-2 pull", "VI-2 push", "VI-2 gate", "VI-2 crew"]


@pytest.mark.rule("WB-185", "WB-190")
@pytest.mark.parametrize("number", CHAPTERS)
def test_a_lost_chapter_is_tried_again_before_any_other(number: int) -> None:
    record = lose(due(number))
    assert record.chapter == number
    for other in CHAPTERS:
        if other == number:
            assert list(state(sit_down(record, chapter=other)).chapter.deck) == deck_of(number)
        else:
            with pytest.raises(SetupError, match=f"Chapter {ROMAN[number - 1]} is due"):
                sit_down(record, chapter=other)


@pytest.mark.rule("WB-Q109")
def test_a_retry_may_have_other_heroes_other_players_and_another_difficulty() -> None:
    lost = lose(due(2))
    match = opened(lost, "TINA", "KEN", players=3)
    assert state(match).heroes == ("TINA", "KEN", "SID")
    after = record_of(lead(match), "completed")
    assert after.heroes == ("TINA", "KEN", "SID")
    first = lose(None)
    assert state(lead(sit_down(first), "KEN", "TINA", "skip", until="choice")).heroes == ("KEN", "TINA")


@pytest.mark.rule("WB-Q107")
def test_every_attempt_has_its_own_difficulty_and_the_one_that_counts_is_recorded() -> None:
    lost = lose(due(2), difficulty="hardcore")
    assert lost.difficulties == ("standard",)
    match = sit_down(lost, difficulty="easier")
    assert state(match).destiny == 6
    assert record_of(lead(match), "completed").difficulties == ("standard", "easier")
    assert state(sit_down(lost, difficulty="hardcore")).destiny == 4
    assert state(sit_down(lost)).destiny == 5


@pytest.mark.rule("WB-Q110")
def test_pages_that_were_read_in_a_lost_attempt_can_be_skipped() -> None:
    first = sit_down()
    assert [choice.key for choice in first.options] == ["read"]
    match = sit_down(lose(None))
    assert [choice.key for choice in match.options] == ["read", "skip"]
    match.answer("skip")
    assert match.ask is not None
    assert match.ask.topic == "hero"
    lead(match, until="I-7 walk")
    assert topics(match).count("page") == 1
    assert pages_read(match) == deck_of(1)[:7]
    lead(match, "I-7 walk", until="page")
    assert [choice.key for choice in match.options] == ["read"]
    assert record_of(lead(match), "completed").read == ()


@pytest.mark.rule("WB-Q108")
def test_the_envelope_is_closed_again_after_a_loss_and_opened_once_in_a_campaign() -> None:
    match = lead(sit_down(due(3)), until="III-7 sweep")
    assert {"gong", "mirror"} <= set(state(match).items["SID"])
    lost = record_of(lead(match, *LOSE), "lost")
    assert not lost.envelope
    again = lead(sit_down(lost), "skip")
    assert "opens the envelope" in told(again)
    after = record_of(again, "completed")
    assert after.envelope
    g = state(opened(after))
    assert not {"gong", "mirror"} & {item for hero in g.heroes for item in g.items[hero]}
    second = carried_out(g, "[open_envelope]")[1]
    assert asked(second)[1] == "turn"
    assert state(second).items == g.items


@pytest.mark.rule("WB-Q99")
def test_a_hero_who_is_down_at_the_end_costs_no_destiny() -> None:
    g = book(
        map="players", at={"SID": "S", "LARA": "L", "KEN": "K"}, hearts={"SID": 0}, destiny=3, active="LARA"
    )
    g.counters = {"done": 1}
    match = play(g)
    answer(match, "move S")
    assert match.outcome is not None
    assert match.outcome.scores == (3, 3, 3)
    assert record_of(match, "completed").destiny == (3,)


@pytest.mark.rule("WB-Q101")
def test_two_heroes_of_a_solo_player_cost_two_tokens_when_both_are_down() -> None:
    g = book(
        heroes=("SID", "LARA"),
        players=1,
        map="players",
        at={"SID": "S", "LARA": "L"},
        hearts={"SID": 0, "LARA": 0},
        destiny=5,
        step="check",
    )
    after = answer(play(g))
    assert after.destiny == 3
    assert after.conscious() == ["SID", "LARA"]


@pytest.mark.rule("WB-Q102", "WB-180")
def test_tokens_are_flipped_one_by_one_and_the_last_one_loses_at_once() -> None:
    g = book(
        map="players",
        at={"SID": "S", "LARA": "L", "KEN": "K"},
        hearts={"SID": 0, "LARA": 0, "KEN": 0},
        destiny=2,
        step="check",
    )
    match = play(g)
    assert record_of(match, "lost").attempts == 1
    assert told(match).count("destiny down") == 2
    assert "stands up" not in told(match)
    assert state(match).destiny == 0


@pytest.mark.rule("WB-Q104")
@pytest.mark.parametrize(("tokens", "over"), [(1, True), (2, False), (3, False)])
def test_the_chapter_is_lost_when_no_token_is_left_and_not_before(tokens: int, over: bool) -> None:
    at = {"SID": "S", "LARA": "L", "KEN": "K"}
    match = play(book(map="players", at=at, hearts={"SID": 0}, destiny=tokens, step="check"))
    assert state(match).destiny == tokens - 1
    assert match.over == over


@pytest.mark.rule("WB-Q106")
@pytest.mark.parametrize(("before", "after"), [(5, 8), (8, 10), (10, 10)])
def test_no_more_than_ten_tokens_are_turned_face_up(before: int, after: int) -> None:
    assert does(book(destiny=before), "[{destiny_up: 3}]").destiny == after


def at_the_end(number: int, tokens: int) -> Match:
    """A Chapter with nothing left in its deck but the last card."""
    g = state(lead(sit_down(due(number)), until=LOSE[number - 1])).copy()
    g.deck = g.deck[-1:]
    g.destiny = tokens
    g.active = ""
    g.step = "read"
    return Match.at(WONDER, g)


@pytest.mark.rule("WB-186")
@pytest.mark.parametrize("number", CHAPTERS)
def test_reaching_the_last_card_completes_the_chapter_and_nothing_before_it_does(number: int) -> None:
    match = sit_down(due(number))
    while match.ask is not None:
        assert match.outcome is None
        before = pages_read(match)[-1:]
        keys = [choice.key for choice in match.ask.options]
        walk = [key for key in ON_FOOT if key in keys]
        match.answer(walk[0] if walk else ANYBODY.get(match.ask.topic, keys[0]))
    assert before == [state(match).chapter.deck[-1]] == [f"{ROMAN[number - 1]}-8"]
    assert record_of(match, "completed").chapter == number + 1


@pytest.mark.rule("WB-187", "WB-188", "WB-Q111")
@pytest.mark.parametrize("number", CHAPTERS)
def test_every_count_of_tokens_has_one_ending_and_more_have_no_worse_one(number: int) -> None:
    bands = tiny_chapter(number).body(f"{ROMAN[number - 1]}-8").endings
    worst_to_best = [band.id for band in bands]
    read = []
    for tokens in range(1, 11):
        match = lead(at_the_end(number, tokens))
        ending = record_of(match, "completed").endings[-1]
        (right,) = [band for band in bands if band.least <= tokens <= band.most]
        assert ending == right.id
        page = match.scene(0).page
        assert page is not None
        assert page.title == right.title
        words = " ".join(page.prose)
        assert [band.id for band in bands if " ".join(band.text.split()) in words] == [ending]
        read.append(worst_to_best.index(ending))
    assert read == sorted(read)
    assert set(read) == set(range(len(bands)))


@pytest.mark.rule("WB-Q112")
def test_tokens_are_counted_before_the_rewards_of_the_ending() -> None:
    match = lead(sit_down(), *BRIGHT)
    record = record_of(match, "completed")
    assert state(match).destiny == 9
    assert record.destiny == (7,)
    assert record.endings == ("noon",)
    assert record.keywords["BRIGHT"] == 1
    assert match.outcome is not None
    assert match.outcome.scores == (7, 7)
    last = lead(at_the_end(6, 9))
    assert state(last).destiny == 10
    assert record_of(last, "completed").destiny[-1] == 9


@pytest.mark.rule("WB-189")
def test_last_of_all_the_instructions_for_the_next_chapter_are_read() -> None:
    match = lead(sit_down())
    page = match.scene(0).page
    assert page is not None
    words = " ".join([*page.prose, *[str(line) for line in match.story(0)]])
    assert "take the deck with the mill on its back" in words


@pytest.mark.rule("WB-207")
def test_the_record_sheet_has_a_line_for_each_chapter_and_a_total() -> None:
    record = Campaign()
    for number in CHAPTERS:
        record = win(record, *BRIGHT)
        assert len(record.destiny) == number
        assert record.total == sum(record.destiny)
    assert record.destiny[:3] == (7, 7, 9)
    lines = {n: sorted([word for word, line in record.keywords.items() if line == n]) for n in CHAPTERS}
    assert lines == {1: ["LAMP", "OPENED"], 2: [], 3: ["SEED"], 4: ["CREW"], 5: [], 6: []}


@pytest.mark.rule("WB-Q113")
def test_neither_sparks_nor_hearts_carry_over() -> None:
    match = lead(sit_down(), until="I-7 walk")
    g = state(match)
    assert g.sparks == {"SID": 1, "LARA": 1}
    assert all(g.hearts[hero] == g.most_hearts(hero) - 1 for hero in g.heroes)
    after = state(opened(record_of(lead(match), "completed")))
    assert after.sparks == {"SID": 0, "LARA": 0}
    assert after.spark_supply == 17
    assert all(after.hearts[hero] == after.most_hearts(hero) for hero in after.heroes)


@pytest.mark.rule("WB-Q114", "WB-078")
def test_an_item_that_a_card_lets_one_keep_is_there_in_the_next_chapter_and_no_other_is() -> None:
    match = lead(sit_down(due(3)), "LARA", until="III-7 walk")
    assert set(state(match).items["SID"]) | set(state(match).items["LARA"]) == {"gong", "mirror", KITE}
    (holder,) = [hero for hero in HEROES if KITE in state(match).items.get(hero, ())]
    record = record_of(lead(match), "completed")
    assert record.kept == {KITE: holder}
    after = state(opened(record))
    assert after.items[holder] == (KITE,)
    assert [item for hero in after.heroes for item in after.items[hero]] == [KITE]


@pytest.mark.rule("WB-Q114")
def test_a_keyword_can_hand_an_item_out_again() -> None:
    record = due(4, "I-3 rope")
    match = opened(record)
    assert not any(COIL in state(match).items[hero] for hero in ("SID", "LARA"))
    lead(match, until="turn")
    assert COIL in state(match).items["SID"]


@pytest.mark.rule("WB-Q114")
def test_whoever_holds_the_kept_item_at_the_end_has_it_in_the_next_chapter() -> None:
    match = lead(sit_down(due(3)), until="turn")
    assert KITE in state(match).items["SID"]
    record = record_of(lead(match, "SID", f"give {KITE} LARA"), "completed")
    assert KITE in state(match).items["LARA"]
    after = state(opened(record))
    assert after.items == {"SID": (), "LARA": (KITE,)}


@pytest.mark.rule("WB-Q114", "WB-078")
def test_a_kept_item_that_was_discarded_before_the_end_is_gone() -> None:
    match = lead(sit_down(due(3)), f"use {KITE} fly")
    assert KITE in state(match).discard
    after = state(opened(record_of(match, "completed")))
    assert after.items == {"SID": (), "LARA": ()}


@pytest.mark.rule("WB-Q114", "WB-078")
def test_a_kept_item_that_was_used_up_in_the_next_chapter_does_not_come_back() -> None:
    match = lead(sit_down(due(4)), f"use {KITE} fly")
    assert KITE in state(match).discard
    after = state(opened(record_of(match, "completed")))
    assert after.items == {"SID": (), "LARA": ()}


@pytest.mark.rule("WB-Q114", "WB-078")
def test_an_item_is_kept_for_the_next_chapter_and_not_for_all_that_follow() -> None:
    assert state(opened(due(4))).items["SID"] == (KITE,)
    assert state(opened(due(5))).items == {"SID": (), "LARA": ()}


@pytest.mark.rule("WB-Q114")
def test_an_item_kept_by_somebody_who_does_not_play_goes_to_whom_the_group_says() -> None:
    match = opened(due(4), "KEN", "TINA")
    assert [line["topic"] for line in match.story(0) if line.get("topic") == "finder"] == ["finder"]
    after = state(match)
    assert after.heroes == ("KEN", "TINA")
    assert sorted(after.items.values()) == [(), (KITE,)]


@pytest.mark.rule("WB-Q108", "WB-Q114")
def test_a_kept_item_that_was_used_up_in_a_lost_attempt_is_there_again() -> None:
    lost = lose(due(4), f"use {KITE} fly")
    assert state(opened(lost)).items["SID"] == (KITE,)


@pytest.mark.rule("WB-Q115")
def test_a_completed_chapter_is_not_played_again_inside_a_campaign() -> None:
    record = due(4)
    for chapter in (1, 2, 3):
        with pytest.raises(SetupError, match="Chapter IV is due"):
            sit_down(record, chapter=chapter)


@pytest.mark.rule("WB-Q115")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_completed_chapter_can_be_practised_without_a_record(number: int) -> None:
    match = lead(sit_down(chapter=number))
    assert pages_read(match)[-1] == f"{ROMAN[number - 1]}-8"
    assert match.outcome is not None
    assert match.outcome.ending == "completed"


@pytest.mark.rule("WB-Q115")
@pytest.mark.parametrize("wanted", [(), LOSE])
def test_practice_leaves_no_record_that_a_campaign_could_go_on_from(wanted: tuple[str, ...]) -> None:
    match = lead(sit_down(chapter=3), *wanted)
    assert match.outcome is not None
    assert match.outcome.record is None


@pytest.mark.rule("WB-196", "WB-Q116")
def test_a_new_campaign_starts_with_nothing_but_what_was_unlocked() -> None:
    finished = win(due(6))
    again = play_again(finished)
    assert again == Campaign(campaign=2, unlocks=("MOON",))
    match = sit_down(again)
    g = state(match)
    assert in_wyrm_deck(g) == sorted(g.chapter.wyrms)
    assert g.heroes == ()
    assert not g.envelope
    second = state(opened(win(again)))
    assert second.wyrms.rows[IN_CHAPTER] == ("II-3",)
    assert play_again(win(again)).campaign == 3


@pytest.mark.rule("WB-197")
def test_unlocked_content_is_there_in_the_next_campaign_and_not_in_the_first() -> None:
    first = lead(sit_down(), until="choice")
    assert offered(first) == ["I-3 lamp", "I-3 rope"]
    second = lead(sit_down(play_again(win(due(6)))), until="choice")
    assert offered(second) == ["I-3 lamp", "I-3 rope", "I-3 both"]
    assert win(play_again(win(due(6))), "I-3 both").keywords["ROPE"] == 1


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
    after = record_of(lead(match), "completed")
    assert after.heroes == ("LARA", "SID")
    assert after.sides["lara-1"] == "right"


@pytest.mark.rule("WB-204", "WB-205", "WB-206")
def test_a_new_player_picks_an_unused_hero_and_everything_counts_for_three() -> None:
    record = due(2)
    match = lead(sit_down(record, players=3), until="upgrade")
    assert match.ask is not None
    assert match.ask.seat == 2
    assert state(match).heroes == ("SID", "LARA", "KEN")
    assert offered(match) == ["choose ken-1 left", "choose ken-1 right"]
    lead(match, "choose ken-1 right", until="page")
    g = state(match)
    assert g.sides["ken-1"] == "right"
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
        g = state(opened(record, players=players))
        supplies[players] = (len(g.heroes), len(g.wyrm_at), g.silver)
    assert supplies == {4: (4, 8, True), 3: (3, 6, True), 2: (2, 4, False), 1: (2, 4, False)}
    alone = lead(sit_down(record, players=1))
    assert told(alone).count("spawns") == 1
    assert record_of(alone, "completed").heroes == ("SID LARA",)


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
    g = state(lead(match, until="page"))
    assert g.seats == {"SID": 0, "LARA": 1}
    assert len(g.wyrm_at) == 4


@pytest.mark.rule("WB-Q119")
def test_somebody_else_may_go_on_in_mid_chapter_with_the_same_heroes() -> None:
    match = lead(sit_down(due(3), players=2), until="turn")
    before = state(match).seats
    playout(match, random.Random(4))
    assert match.over
    assert state(match).seats == before == {"SID": 0, "LARA": 1}


@pytest.mark.parametrize("players", [0, 5, -1])
def test_a_table_that_is_empty_or_too_full_is_refused(players: int) -> None:
    with pytest.raises(SetupError, match="players"):
        sit_down(due(2), players=players)


@pytest.mark.parametrize("chapter", [0, 7])
def test_a_chapter_that_no_campaign_has_is_refused(chapter: int) -> None:
    with pytest.raises(SetupError, match="chapter"):
        sit_down(chapter=chapter)


@pytest.mark.rule("WB-190")
@pytest.mark.parametrize("chapter", [1, 3, 6])
def test_a_chapter_out_of_order_is_refused_and_the_campaign_goes_on(chapter: int) -> None:
    record = due(2)
    before = msgspec.json.encode(record)
    with pytest.raises(SetupError, match="Chapter II is due in this campaign, and no other"):
        sit_down(record, chapter=chapter)
    assert msgspec.json.encode(record) == before
    assert win(record).chapter == 3


@pytest.mark.rule("WB-195")
def test_a_completed_campaign_is_refused_and_can_be_played_again() -> None:
    finished = win(due(6))
    before = msgspec.json.encode(finished)
    with pytest.raises(SetupError, match="this campaign is completed"):
        sit_down(finished)
    assert msgspec.json.encode(finished) == before
    assert win(play_again(finished)).chapter == 2


UNPLAYABLE: dict[str, dict[str, Any]] = {
    "a purple card that is not there": {"purple": ("II-99",)},
    "a purple card that is no Wyrm card": {"purple": ("I-1",)},
    "a purple card of a Chapter that is not completed": {"purple": ("II-3",)},
    "an upgrade that is not there": {"sides": {"sid-99": "left"}},
    "an upgrade that is no Upgrade card": {"sides": {"I-1": "left"}},
    "a side that no card has": {"sides": {"sid-1": "middle", "lara-1": "left"}},
    "a handout that is not there": {"handouts": (1, 99)},
    "a kept card that is not there": {"kept": {"III-99": "SID"}},
    "a kept card that is no Item": {"kept": {"I-1": "SID"}},
}


@pytest.mark.parametrize("wrong", list(UNPLAYABLE))
def test_a_record_that_the_pack_cannot_continue_is_refused_with_the_reason(wrong: str) -> None:
    record = replace(due(2), **UNPLAYABLE[wrong])
    before = msgspec.json.encode(record)
    with pytest.raises(SetupError, match="cannot continue this campaign"):
        sit_down(record)
    assert msgspec.json.encode(record) == before
    assert win(due(2)).chapter == 3


def test_a_chapter_that_is_not_written_yet_is_refused() -> None:
    with pytest.raises(SetupError, match="has no Chapter II yet"):
        WONDER.begin(WONDER.setup(players=2, pack="sample", record=due(2)))


def test_a_pack_that_nobody_has_is_refused() -> None:
    with pytest.raises(SetupError, match="no pack is called 'missing'"):
        WONDER.begin(WONDER.setup(players=2, pack="missing"))
