"""The campaign: six Chapters in their order, what is refused, and playing again."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.bots.random import playout
from foldtale.games.wonderbook.record import ROMAN, Campaign, play_again
from foldtale.games.wonderbook.state import IN_CHAPTER
from foldtale.kernel.errors import SetupError
from foldtale.testing import answer, offered, outcome
from tests.games.wonderbook.given import WONDER, book, play, record_of
from tests.games.wonderbook.pages import chapter, end, story
from tests.games.wonderbook.tiny import (
    CHAPTERS,
    LOSE,
    deck_of,
    due,
    go_on,
    in_wyrm_deck,
    lead,
    opened,
    pages_read,
    sit_down,
    tiny_chapter,
    win,
)
from tests.sizes import Seeds

pytestmark = pytest.mark.usefixtures("tiny")


MOST_ATTEMPTS = 60


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
        record = record_of(match)
    assert record.done
    assert len(record.destiny) == len(record.endings) == len(record.difficulties) == 6


def test_random_players_come_to_the_end_of_a_campaign_if_they_try_often_enough(seeds: Seeds) -> None:
    for seed in seeds(2, 8, 400):
        luck = random.Random(seed)
        record = Campaign()
        for attempt in range(MOST_ATTEMPTS):
            match = sit_down(record, 1 + luck.randrange(4), seed=1000 * seed + attempt)
            playout(match, luck)
            after = outcome(match).record
            assert isinstance(after, Campaign)
            assert msgspec.json.decode(msgspec.json.encode(after), type=Campaign) == after
            if outcome(match).ending == "lost":
                assert after == replace(record, attempts=record.attempts + 1, read=after.read)
                assert set(record.read) <= set(after.read)
                assert {page.split()[0] for page in after.read} <= {
                    *deck_of(record.chapter),
                    *tiny_chapter(record.chapter).envelope,
                }
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
    assert pages_read(match) + list(match.state.deck) == deck_of(number)
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
    pages = [story(n) for n in (10, 2, 11, 9, 1)]
    match = play(book(chapter(end(12), *pages), goal=""))
    answer(match)
    assert pages_read(match) == ["I-1", "I-2", "I-9", "I-10", "I-11", "I-12"]


@pytest.mark.rule("WB-010", "WB-012")
@pytest.mark.parametrize("number", CHAPTERS)
def test_nobody_sees_the_title_of_a_card_before_it_is_reached(number: int) -> None:
    match = sit_down(due(number))
    chapter = match.state.chapter
    numbered = {
        card: chapter.texts[f"{card}.title"] for other in CHAPTERS for card in tiny_chapter(other).deck
    }
    looked = 0
    while match.ask is not None:
        g = match.state
        held = [item for hero in g.heroes for item in g.items[hero]]
        known = {*pages_read(match), *held, *g.sheet.purple, *[cards[0] for cards in g.stacks.values()]}
        scene = msgspec.json.encode(match.scene(0)).decode()
        subtitle = chapter.texts[f"{chapter.deck[0]}.title"]
        for card, title in numbered.items():
            if card not in known and title != subtitle:
                assert f'"{title}"' not in scene
                looked += 1
        go_on(match)
    assert looked > 100


@pytest.mark.rule("WB-Q115")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_completed_chapter_can_be_practised_without_a_record(number: int) -> None:
    match = lead(sit_down(chapter=number))
    assert pages_read(match)[-1] == f"{ROMAN[number - 1]}-8"
    assert outcome(match).ending == "completed"


@pytest.mark.rule("WB-Q115")
@pytest.mark.parametrize("wanted", [(), LOSE])
def test_practice_leaves_no_record_that_a_campaign_could_go_on_from(wanted: tuple[str, ...]) -> None:
    match = lead(sit_down(chapter=3), *wanted)
    assert outcome(match).record is None


@pytest.mark.rule("WB-196", "WB-Q116")
def test_a_new_campaign_starts_with_nothing_but_what_was_unlocked() -> None:
    finished = win(due(6))
    again = play_again(finished)
    assert again == Campaign(campaign=2, unlocks=("MOON",))
    match = sit_down(again)
    g = match.state
    assert in_wyrm_deck(g) == sorted(g.chapter.wyrm_cards)
    assert g.heroes == ()
    assert not g.sheet.envelope
    second = opened(win(again)).state
    assert second.wyrm_cards.rows[IN_CHAPTER] == ("II-3",)
    assert play_again(win(again)).campaign == 3


@pytest.mark.rule("WB-197")
def test_unlocked_content_is_there_in_the_next_campaign_and_not_in_the_first() -> None:
    first = lead(sit_down(), until="choice")
    assert offered(first) == ["I-3 lamp", "I-3 rope"]
    second = lead(sit_down(play_again(win(due(6)))), until="choice")
    assert offered(second) == ["I-3 lamp", "I-3 rope", "I-3 both"]
    assert win(play_again(win(due(6))), "I-3 both").keywords["ROPE"] == 1


@pytest.mark.parametrize("players", [0, 5, -1])
def test_a_table_that_is_empty_or_too_full_is_refused(players: int) -> None:
    with pytest.raises(SetupError, match="players"):
        sit_down(due(2), players=players)


@pytest.mark.parametrize("chapter", [0, 7])
def test_a_chapter_that_no_campaign_has_is_refused(chapter: int) -> None:
    with pytest.raises(SetupError, match="chapter"):
        sit_down(chapter=chapter)


@pytest.mark.rule("WB-190", "WB-Q115")
@pytest.mark.parametrize(("number", "chapter"), [(2, 1), (2, 3), (2, 6), (4, 1), (4, 2), (4, 3)])
def test_a_chapter_out_of_order_is_refused_and_the_campaign_goes_on(number: int, chapter: int) -> None:
    record = due(number)
    before = msgspec.json.encode(record)
    with pytest.raises(
        SetupError, match=f"Chapter {ROMAN[number - 1]} is due in this campaign, and no other"
    ):
        sit_down(record, chapter=chapter)
    assert msgspec.json.encode(record) == before
    assert win(record).chapter == number + 1


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
