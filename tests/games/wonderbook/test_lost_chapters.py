"""The campaign: what a lost Chapter takes back, and how it is tried again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.state import DISCARD, IN_CHAPTER
from foldtale.kernel.errors import SetupError
from foldtale.testing import asked, offered, told
from tests.games.wonderbook.given import carried_out, record_of
from tests.games.wonderbook.tiny import (
    BRIGHT,
    CHAPTERS,
    COIL,
    LOSE,
    deck_of,
    due,
    in_wyrm_deck,
    lead,
    lose,
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
        assert getattr(match.state.sheet, name) != getattr(record, name)
    after = record_of(lead(match, *LOSE), "lost")
    assert after == replace(record, attempts=1, read=after.read)
    read = {page.split()[0] for page in after.read}
    purple = {*match.state.wyrm_cards.rows[DISCARD]} & read
    assert read - {*tiny_chapter(number).envelope} == {*pages_read(match), *purple}
    assert lose(after) == replace(after, attempts=2)
    assert win(after).attempts == 0


@pytest.mark.rule("WB-181")
@pytest.mark.parametrize("number", CHAPTERS)
def test_after_a_loss_all_cards_of_the_chapter_lie_in_ascending_order_again(number: int) -> None:
    lost = lead(sit_down(due(number)), *LOSE)
    assert lost.state.deck != tuple(deck_of(number))
    again = sit_down(record_of(lost, "lost"))
    assert pages_read(again) + list(again.state.deck) == deck_of(number)
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
    after = record_of(lead(match, "choose sid-2 right"))
    assert after.sides["sid-1"] == "left"
    assert after.sides["sid-2"] == "right"


@pytest.mark.rule("WB-183", "WB-193")
@pytest.mark.parametrize(("number", "purple"), [(2, "II-3"), (4, "IV-3")])
def test_a_purple_card_joins_the_wyrm_deck_and_after_a_loss_goes_back(number: int, purple: str) -> None:
    match = lead(sit_down(due(number)), until="turn")
    assert purple in in_wyrm_deck(match.state)
    assert purple not in match.state.deck
    again = opened(record_of(lead(match, *LOSE), "lost")).state
    assert purple not in in_wyrm_deck(again)
    assert again.wyrm_cards.rows[IN_CHAPTER] == (purple,)
    assert purple in again.chapter.deck


@pytest.mark.rule("WB-194", "WB-192")
def test_purple_cards_of_completed_chapters_belong_to_the_wyrm_deck_for_good() -> None:
    base = sorted(tiny_chapter(1).wyrm_cards)
    added = {1: [], 2: [], 3: ["II-3"], 4: ["II-3"], 5: ["II-3", "IV-3"], 6: ["II-3", "IV-3"]}
    for number in CHAPTERS:
        g = opened(due(number)).state
        assert in_wyrm_deck(g) == sorted([*base, *added[number]])
        assert not set(g.deck) & set(in_wyrm_deck(g))


@pytest.mark.rule("WB-184", "WB-Q27")
def test_a_loss_erases_keywords_written_in_the_chapter_and_restores_those_erased_in_it() -> None:
    assert lose(None).keywords == {}
    record = due(2)
    assert record.keywords == {"LAMP": 1, "OPENED": 1, "SEED": 1}
    match = lead(sit_down(record), until="II-7 sweep")
    assert match.state.sheet.keywords == {"LAMP": 1, "OPENED": 1}
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
    mill = lead(sit_down(due(2, choice)), until="turn").state
    assert mill.sparks_at.get("wheel", 0) == sparks
    quay = lead(sit_down(due(4, choice)), until="turn").state
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
            assert list(sit_down(record, chapter=other).state.chapter.deck) == deck_of(number)
        else:
            with pytest.raises(SetupError, match=f"Chapter {ROMAN[number - 1]} is due"):
                sit_down(record, chapter=other)


@pytest.mark.rule("WB-Q109")
def test_a_retry_may_have_other_heroes_other_players_and_another_difficulty() -> None:
    lost = lose(due(2))
    match = opened(lost, "TINA", "KEN", players=3)
    assert match.state.heroes == ("TINA", "KEN", "SID")
    after = record_of(lead(match))
    assert after.heroes == ("TINA", "KEN", "SID")
    first = lose(None)
    assert lead(sit_down(first), "KEN", "TINA", "skip", until="choice").state.heroes == ("KEN", "TINA")


@pytest.mark.rule("WB-Q107")
def test_every_attempt_has_its_own_difficulty_and_the_one_that_counts_is_recorded() -> None:
    lost = lose(due(2), difficulty="hardcore")
    assert lost.difficulties == ("standard",)
    match = sit_down(lost, difficulty="easier")
    assert match.state.destiny == 6
    assert record_of(lead(match)).difficulties == ("standard", "easier")
    assert sit_down(lost, difficulty="hardcore").state.destiny == 4
    assert sit_down(lost).state.destiny == 5


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
    assert record_of(lead(match)).read == ()


@pytest.mark.rule("WB-Q108")
def test_the_envelope_is_closed_again_after_a_loss_and_opened_once_in_a_campaign() -> None:
    match = lead(sit_down(due(3)), until="III-7 sweep")
    assert {"gong", "mirror"} <= set(match.state.items["SID"])
    lost = record_of(lead(match, *LOSE), "lost")
    assert not lost.envelope
    again = lead(sit_down(lost), "skip")
    assert "opens the envelope" in told(again)
    after = record_of(again)
    assert after.envelope
    g = opened(after).state
    assert not {"gong", "mirror"} & {item for hero in g.heroes for item in g.items[hero]}
    second = carried_out(g, "[open_envelope]")[1]
    assert asked(second).topic == "turn"
    assert second.state.items == g.items
