"""The campaign: endings, and what a completed Chapter leaves behind."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.record import ROMAN, Campaign, play_again
from foldtale.kernel import Match
from foldtale.testing import outcome
from tests.games.wonderbook.given import WONDER, record_of
from tests.games.wonderbook.tiny import (
    BRIGHT,
    CHAPTERS,
    COIL,
    LOSE,
    due,
    go_on,
    lead,
    lose,
    opened,
    pages_read,
    sit_down,
    tiny_chapter,
    win,
)

pytestmark = pytest.mark.usefixtures("tiny")
KITE = "III-4"


def at_the_end(number: int, tokens: int) -> Match:
    """A Chapter with nothing left in its deck but the last card."""
    g = lead(sit_down(due(number)), until=LOSE[number - 1]).state.copy()
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
        go_on(match)
    assert before == [match.state.chapter.deck[-1]] == [f"{ROMAN[number - 1]}-8"]
    assert record_of(match).chapter == number + 1


@pytest.mark.rule("WB-187", "WB-188", "WB-Q111")
@pytest.mark.parametrize("number", CHAPTERS)
def test_every_count_of_tokens_has_one_ending_and_more_have_no_worse_one(number: int) -> None:
    bands = tiny_chapter(number).body(f"{ROMAN[number - 1]}-8").endings
    worst_to_best = [band.id for band in bands]
    read = []
    for tokens in range(1, 11):
        match = lead(at_the_end(number, tokens))
        ending = record_of(match).endings[-1]
        (right,) = [band for band in bands if band.least <= tokens <= band.most]
        assert ending == right.id
        faces = [
            page.split()[1] for page in match.state.pages.read if page.startswith(f"{ROMAN[number - 1]}-8 ")
        ]
        assert [band.id for band in bands if band.id in faces] == [ending]
        read.append(worst_to_best.index(ending))
    assert read == sorted(read)
    assert set(read) == set(range(len(bands)))


@pytest.mark.rule("WB-Q112")
def test_tokens_are_counted_before_the_rewards_of_the_ending() -> None:
    match = lead(sit_down(), *BRIGHT)
    record = record_of(match)
    assert match.state.destiny == 9
    assert record.destiny == (7,)
    assert record.endings == ("noon",)
    assert record.keywords["BRIGHT"] == 1
    assert outcome(match).scores == (7, 7)
    last = lead(at_the_end(6, 9))
    assert last.state.destiny == 10
    assert record_of(last).destiny[-1] == 9


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
    g = match.state
    assert g.sparks == {"SID": 1, "LARA": 1}
    assert all(g.hearts[hero] == g.most_hearts(hero) - 1 for hero in g.heroes)
    after = opened(record_of(lead(match))).state
    assert after.sparks == {"SID": 0, "LARA": 0}
    assert after.spark_supply == 17
    assert all(after.hearts[hero] == after.most_hearts(hero) for hero in after.heroes)


@pytest.mark.rule("WB-078")
def test_items_held_at_the_end_are_back_in_their_deck() -> None:
    match = lead(sit_down(), until="I-7 walk")
    assert COIL in match.state.items["SID"]
    record = record_of(lead(match))
    assert opened(record).state.items == {"SID": (), "LARA": ()}
    assert COIL in sit_down(play_again(record)).state.deck


@pytest.mark.rule("WB-078", "WB-192")
def test_shreds_held_at_the_end_are_back_in_the_shred_deck() -> None:
    match = lead(sit_down(due(5)), until="V-7 walk")
    g = match.state
    assert g.shreds_of("SID")
    record = record_of(lead(match))
    after = opened(record).state
    assert after.shreds_of("SID") == after.shreds_of("LARA") == ()
    assert sorted([card for layer in after.shred_cards.layers for card in layer]) == sorted(
        after.chapter.shred_cards
    )


@pytest.mark.rule("WB-Q114", "WB-078")
def test_an_item_that_a_card_lets_one_keep_is_there_in_the_next_chapter_and_no_other_is() -> None:
    match = lead(sit_down(due(3)), "LARA", until="III-7 walk")
    assert set(match.state.items["SID"]) | set(match.state.items["LARA"]) == {"gong", "mirror", KITE}
    (holder,) = [hero for hero in HEROES if KITE in match.state.items.get(hero, ())]
    record = record_of(lead(match))
    assert record.kept == {KITE: holder}
    after = opened(record).state
    assert after.items[holder] == (KITE,)
    assert [item for hero in after.heroes for item in after.items[hero]] == [KITE]


@pytest.mark.rule("WB-Q114")
def test_a_keyword_can_hand_an_item_out_again() -> None:
    record = due(4, "I-3 rope")
    match = opened(record)
    assert not any(COIL in match.state.items[hero] for hero in ("SID", "LARA"))
    lead(match, until="turn")
    assert COIL in match.state.items["SID"]


@pytest.mark.rule("WB-Q114")
def test_the_holder_of_the_kept_item_at_the_end_has_it_in_the_next_chapter() -> None:
    match = lead(sit_down(due(3)), until="turn")
    assert KITE in match.state.items["SID"]
    record = record_of(lead(match, "SID", f"give {KITE} LARA"))
    assert KITE in match.state.items["LARA"]
    after = opened(record).state
    assert after.items == {"SID": (), "LARA": (KITE,)}


@pytest.mark.rule("WB-Q114", "WB-078")
@pytest.mark.parametrize("number", [3, 4], ids=["before the end", "in the next Chapter"])
def test_a_kept_item_that_was_used_up_is_gone(number: int) -> None:
    match = lead(sit_down(due(number)), f"use {KITE} fly")
    assert KITE in match.state.discard
    after = opened(record_of(match)).state
    assert after.items == {"SID": (), "LARA": ()}


@pytest.mark.rule("WB-Q114", "WB-078")
def test_an_item_is_kept_for_the_next_chapter_and_not_for_all_that_follow() -> None:
    assert opened(due(4)).state.items["SID"] == (KITE,)
    assert opened(due(5)).state.items == {"SID": (), "LARA": ()}


@pytest.mark.rule("WB-Q114")
def test_an_item_kept_by_somebody_who_does_not_play_goes_to_whom_the_group_says() -> None:
    match = opened(due(4), "KEN", "TINA")
    assert [line["topic"] for line in match.story(0) if line.get("topic") == "finder"] == ["finder"]
    after = match.state
    assert after.heroes == ("KEN", "TINA")
    assert sorted(after.items.values()) == [(), (KITE,)]


@pytest.mark.rule("WB-Q108", "WB-Q114")
def test_a_kept_item_that_was_used_up_in_a_lost_attempt_is_there_again() -> None:
    lost = lose(due(4), f"use {KITE} fly")
    assert opened(lost).state.items["SID"] == (KITE,)
