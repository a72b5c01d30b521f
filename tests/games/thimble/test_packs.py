"""Thimble with a pack: its treasures, tricks and pages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from foldtale.kernel import Match, script
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack import shelf
from foldtale.kernel.pack.problems import BadPack
from foldtale.testing import answer, asked, offered, outcome, tells
from tests.games.thimble.given import ADA, BO, CLEO, THIMBLE, deck_size, discarded, hand

FOLDER = Path(__file__).parent / "packs" / "parlour"
BUTTONS = ["button"] * 9


@pytest.fixture(autouse=True)
def parlour() -> Iterator[None]:
    assert THIMBLE.language is not None
    shelf.add(FOLDER, THIMBLE.language)
    yield


def table(*draws: str, rounds: int = 1) -> Match:
    setup = THIMBLE.setup(players=3, rounds=rounds, pack="parlour")
    return Match.new(THIMBLE, setup, chance=script(*draws))


@pytest.mark.rule("TH-28")
def test_the_page_is_read_after_the_deal_and_whoever_begins_follows_it() -> None:
    match = table(*BUTTONS[:8], "silk")
    assert asked(match) == (ADA, "choose")
    assert set(offered(match)) == {"clock wind", "clock measure"}
    page = match.scene(BO).page
    assert page is not None
    assert page.title == "The stopped clock"
    labels = [choice.label for choice in match.scene(ADA).ask.choices]  # type: ignore[union-attr]
    assert labels == ["Wind the clock", "Measure the silence"]
    match.answer("clock wind")
    assert match.state.scores == [1, 0, 0]
    assert asked(match) == (ADA, "turn")


@pytest.mark.rule("TH-28", "TH-14")
def test_what_the_page_says_counts_until_the_round_ends() -> None:
    match = table(
        *BUTTONS[:8], "silk", "brooch", "cat", *["magpie"] * 3, *["needle"] * 3, *["silk"] * 3, rounds=2
    )
    answer(match, "clock wind", "draw", "pass", "pass")
    assert len(hand(match, ADA)) == 4
    match.answer("draw")
    assert tells(match, "wakes the cat", BO)
    assert match.state.force.sources[0].card == "window"
    page = match.scene(ADA).page
    assert page is not None
    assert page.title == "The open window"


@pytest.mark.rule("TH-28", "TH-23")
@pytest.mark.parametrize(("choice", "points"), [("clock wind", 4 - 3), ("clock measure", 4 - 2)])
def test_the_page_can_make_the_cat_dearer(choice: str, points: int) -> None:
    match = table("locket", *BUTTONS[:7], "silk", "cat")
    answer(match, choice, "lay locket", "no", "lay button", "lay button", "draw")
    assert tells(match, "scores", BO)[-3].about[0] == points


@pytest.mark.rule("TH-26")
def test_a_treasure_of_a_pack_scores_what_is_printed_on_it_and_does_what_it_says() -> None:
    match = table("locket", *BUTTONS[:7], "silk", "cat")
    answer(match, "clock wind", "lay locket")
    assert asked(match) == (ADA, "may")
    match.answer(0)
    assert hand(match, BO, seen_by=ADA) == ["button"] * 3
    assert hand(match, BO, seen_by=CLEO) == ["?"] * 3
    match.answer("draw")
    assert outcome(match).scores == (5, 0, 0)


@pytest.mark.rule("TH-26")
def test_a_treasure_may_be_laid_without_its_text_where_it_may() -> None:
    match = table("locket", *BUTTONS[:7], "silk")
    answer(match, "clock wind", "lay locket", "no")
    assert hand(match, BO, seen_by=ADA) == ["?"] * 3
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-27")
def test_a_trick_is_discarded_and_its_text_is_followed() -> None:
    match = table(
        "pincushion", "button", "button", "silk", "brooch", "needle", *BUTTONS[:2], "silk", "brooch", "magpie"
    )
    answer(match, "clock wind", "play pincushion")
    assert set(offered(match)) == {"player 2", "player 3"}
    before = deck_size(match)
    match.answer("player 2")
    assert discarded(match) == ["pincushion"]
    assert hand(match, ADA) == ["button", "button", "brooch", "magpie"]
    assert hand(match, BO, seen_by=ADA) == ["?", "?"]
    assert hand(match, ADA, seen_by=BO).count("brooch") == 1
    assert hand(match, ADA, seen_by=CLEO) == ["?"] * 4
    assert deck_size(match) == before - 1
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-27")
def test_without_the_word_the_trick_draws_nothing() -> None:
    match = table(
        "pincushion", "button", "button", "silk", "brooch", "needle", *BUTTONS[:2], "silk", "cat", "brooch"
    )
    match.answer("clock measure")
    before = deck_size(match)
    answer(match, "play pincushion", "player 2")
    assert deck_size(match) == before


@pytest.mark.rule("TH-28", "TH-26")
def test_a_page_answers_to_a_dear_treasure_once_a_round() -> None:
    falls = [*BUTTONS[:8], "silk", "cat", "locket", "button", "button", "brooch", *BUTTONS[:5]]
    match = table(*falls, rounds=2)
    answer(match, "clock wind", "draw")
    assert match.state.round == 2
    assert asked(match) == (BO, "turn")
    scores = list(match.state.scores)
    answer(match, "lay locket", "no")
    assert match.state.scores == [score + 1 for score in scores]
    match.answer("lay brooch")
    assert match.state.scores == [score + 1 for score in scores]


def test_any_game_with_the_pack_comes_to_its_end_and_loses_no_card() -> None:
    for seed in range(60):
        match = Match.new(THIMBLE, THIMBLE.setup(players=4, rounds=2, pack="parlour"), seed=seed)
        chosen = random.Random(seed)
        while not match.over:
            match.answer(chosen.randrange(len(match.options)))
            assert sorted(card for card, _ in match.state.box.all_known()) == sorted(match.state.stock.cards)


def test_a_saved_game_names_its_pack_and_opens_again(tmp_path: Path) -> None:
    match = Match.new(THIMBLE, THIMBLE.setup(players=3, pack="parlour"), seed=3)
    for _ in range(8):
        match.answer(0)
    match.save(tmp_path / "a.tale")
    header = (tmp_path / "a.tale").read_text(encoding="utf-8").splitlines()[0]
    assert match.state.stock.hash in header
    assert Match.load(tmp_path / "a.tale").log == match.log


def test_a_pack_that_changed_is_no_reason_to_refuse_but_is_told_of(tmp_path: Path) -> None:
    assert THIMBLE.language is not None
    match = Match.new(THIMBLE, THIMBLE.setup(players=3, pack="parlour"), seed=3)
    for _ in range(6):
        match.answer(0)
    match.save(tmp_path / "a.tale")
    assert Match.load(tmp_path / "a.tale").terms.changed == ()
    text = (tmp_path / "a.tale").read_text(encoding="utf-8")
    (tmp_path / "a.tale").write_text(text.replace(match.state.stock.hash, "0" * 32), encoding="utf-8")
    loaded = Match.load(tmp_path / "a.tale")
    assert loaded.terms.changed == ("parlour",)
    assert loaded.log == match.log


@pytest.mark.parametrize("name", ["no-such-pack", "../parlour", "a b", "x" * 99])
def test_a_pack_that_is_not_there_is_said_so(name: str) -> None:
    with pytest.raises(SetupError, match="pack"):
        Match.new(THIMBLE, THIMBLE.setup(players=3, pack=name))


def test_a_page_can_answer_before_points_are_scored(tmp_path: Path) -> None:
    assert THIMBLE.language is not None
    (tmp_path / "cards").mkdir()
    (tmp_path / "pack.yaml").write_text(
        "{pack: dear, game: thimble, title: Dear, start: a}", encoding="utf-8"
    )
    card = "[{card: a, kind: page, title: A, text: B, instead: [{of: scoring, do: [{change: points, to: points * 2}]}]}]"
    (tmp_path / "cards" / "a.yaml").write_text(card, encoding="utf-8")
    shelf.add(tmp_path, THIMBLE.language)
    setup = THIMBLE.setup(players=3, pack="dear")
    match = Match.new(THIMBLE, setup, chance=script(*BUTTONS[:8], "silk", "cat"))
    answer(match, "lay button", "lay button", "lay button", "draw")
    assert outcome(match).scores == (0, 2, 2)


def with_page(folder: Path, fields: str) -> str:
    """A pack of one page with these fields; its id."""
    assert THIMBLE.language is not None
    (folder / "cards").mkdir()
    (folder / "pack.yaml").write_text(
        "{pack: one-page, game: thimble, title: One, start: a}", encoding="utf-8"
    )
    card = f"[{{card: a, kind: page, title: A, text: B, {fields}}}]"
    (folder / "cards" / "a.yaml").write_text(card, encoding="utf-8")
    return shelf.add(folder, THIMBLE.language)


def test_a_page_answers_to_a_card_that_is_in_the_hand_of_who_drew_it(tmp_path: Path) -> None:
    fields = "when: [{on: drew, if: hand_size(who) > 3, do: [{score: 1, who: who}]}]"
    setup = THIMBLE.setup(players=3, pack=with_page(tmp_path, fields))
    match = Match.new(THIMBLE, setup, chance=script(*BUTTONS[:8], "silk", "brooch"))
    answer(match, "draw", "pass", "pass")
    assert match.state.scores == [1, 0, 0]


def test_who_looks_is_shown_what_lies_there(tmp_path: Path) -> None:
    setup = THIMBLE.setup(players=3, pack=with_page(tmp_path, "do: [{look: 2}]"))
    match = Match.new(THIMBLE, setup, chance=script(*BUTTONS[:8], "silk", "brooch", "cat"))
    assert {"show": ["brooch", "cat"]} in match.story(ADA)
    assert {"show": ["brooch", "cat"]} not in match.story(BO)


@pytest.mark.parametrize(
    "fields", ["instead: [{of: laid, do: [cancel]}]", "when: [{on: scoring, do: [{score: 1}]}]"]
)
def test_an_event_is_answered_only_when_it_is_asked(fields: str, tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"E308 .* can only be answered"):
        with_page(tmp_path, fields)


def test_a_page_that_asks_names_the_rule_of_pages() -> None:
    match = table(*BUTTONS[:8], "silk")
    assert match.ask is not None
    assert match.ask.rule == "TH-28"
