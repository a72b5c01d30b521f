"""Storyfold: a book whose author has gone on writing still opens old saves, and refuses those that it cannot continue."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.content import FOLDER
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.record import Deck, Journey
from foldtale.games.storyfold.state import Wood
from foldtale.kernel import Match, TaleError
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack import shelf
from tests.games.storyfold.given import STORYFOLD, answer, keys, now, play
from tests.games.storyfold.test_travel_and_saving import kept_facts
from tests.games.storyfold.test_triumph import journey_after, topic

PACK = "oldtale"
WAY_IN, LAMP, CAMPAIGN = "chapter-1-way-in.yaml", "chapter-1-lamp.yaml", "campaign.yaml"
SENTENCE = "The path walks down to a river and stops, like somebody who has forgotten a word."
NEW_SENTENCE = "The path ends at a river."
NEW_PLACE = """  places:
    ferry-bell:
      name: The ferry bell
      type: help
      dots: 1
      at: [60, 500]
      text: >-
        It has no clapper. Somebody has hung a spoon in it instead, on a bit of string, and it says tink. Far out on
        the water a hat turns round, as if it had been called by its name.
"""
Edit = Callable[[Path], None]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of the pack that its author can change."""
    folder = tmp_path / "book"
    shutil.copytree(FOLDER / "pack", folder)
    change(folder / "pack.yaml", "pack: storyfold\n", f"pack: {PACK}\n")
    shelf.add(folder, LANGUAGE)
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def another_sentence(folder: Path) -> None:
    change(folder / "cards" / WAY_IN, SENTENCE, NEW_SENTENCE)


def one_more_place(folder: Path) -> None:
    file = folder / "cards" / WAY_IN
    before, _, after = file.read_text(encoding="utf-8").partition("  places:\n")
    file.write_text(before + NEW_PLACE + after, encoding="utf-8")


def scenes_in_another_order(folder: Path) -> None:
    """All cards of two files from the last to the first."""
    for name in (WAY_IN, LAMP):
        file = folder / "cards" / name
        _, *cards = file.read_text(encoding="utf-8").split("\n- card: ")
        file.write_text("".join([f"\n- card: {card}\n" for card in reversed(cards)]), encoding="utf-8")


def all_of_it(folder: Path) -> None:
    for edit in (another_sentence, one_more_place, scenes_in_another_order):
        edit(folder)


EDITS = [another_sentence, one_more_place, scenes_in_another_order, all_of_it]


def setup(record: Journey | None = None) -> Any:
    return STORYFOLD.setup(pack=PACK, start="chapter one", record=record)


def at_random(match: Match, seed: int, answers: int = 400, until: str = "") -> Match:
    luck = random.Random(seed)
    for _ in range(answers):
        if match.ask is None or (until and topic(match) == until):
            break
        match.answer(luck.choice([option.key for option in match.options]))
    return match


def saved_journey(seed: int = 2) -> tuple[Wood, Journey]:
    """The state on arrival at the second Scene of Chapter One, and what a save keeps of it."""
    match = at_random(Match.new(STORYFOLD, setup(), seed=seed), seed, until="save")
    assert topic(match) == "save"
    before = now(match).copy()
    return before, journey_after(answer(match, "save red"))


def without_ribbons(record: Journey) -> Journey:
    return replace(record, bookmarks={})


# Books that have changed


def test_a_copied_book_plays_as_the_original(book: Path) -> None:
    original = at_random(Match.new(STORYFOLD, STORYFOLD.setup(start="chapter one"), seed=4), 4, 60)
    copy = at_random(Match.new(STORYFOLD, setup(), seed=4), 4, 60)
    assert copy.log == original.log


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tale_is_replayed_by_its_keys_though_the_book_has_changed(
    edit: Edit, seed: int, book: Path, tmp_path: Path
) -> None:
    match = at_random(Match.new(STORYFOLD, setup(), seed=seed), seed, 150)
    match.save(tmp_path / "a.tale")
    stored = (tmp_path / "a.tale").read_bytes()
    edit(book)
    shelf.add(book, LANGUAGE)
    loaded = Match.load(tmp_path / "a.tale", seed=seed)
    assert loaded.terms.changed == (PACK,)
    assert [line for line in loaded.log if "key" in line] == [line for line in match.log if "key" in line]
    assert kept_facts(now(loaded)) == kept_facts(now(match))
    assert (tmp_path / "a.tale").read_bytes() == stored
    at_random(loaded, seed, 60)
    loaded.save(tmp_path / "b.tale")
    assert Match.load(tmp_path / "b.tale").log == loaded.log


def test_a_tale_goes_on_in_the_words_and_with_the_places_of_today(book: Path, tmp_path: Path) -> None:
    match = Match.new(STORYFOLD, setup(), seed=1)
    assert topic(match) == "between"
    assert "help ferry-bell" not in keys(match)
    match.save(tmp_path / "a.tale")
    all_of_it(book)
    shelf.add(book, LANGUAGE)
    loaded = Match.load(tmp_path / "a.tale", seed=1)
    assert "help ferry-bell" in keys(loaded)
    table = msgspec.json.encode(loaded.scene(0)).decode()
    assert NEW_SENTENCE in table
    assert SENTENCE not in table


@pytest.mark.parametrize("edit", EDITS)
def test_a_saved_journey_goes_on_though_the_book_has_changed(edit: Edit, book: Path) -> None:
    before, record = saved_journey()
    stored = msgspec.json.encode(record)
    edit(book)
    shelf.add(book, LANGUAGE)
    read = msgspec.json.decode(stored, type=Journey)
    g = STORYFOLD.begin(setup(without_ribbons(read)))
    assert kept_facts(g) == kept_facts(before)
    match = at_random(Match.new(STORYFOLD, setup(read), seed=5), 5, 80)
    assert now(match).chapter == "chapter-1"


# Saves that speak of what is gone


def refused(record: Journey, file: Path, says: str) -> None:
    """The journey is refused with these words, and its file stays as it was."""
    file.write_bytes(msgspec.json.encode(record))
    stored = file.read_bytes()
    with pytest.raises(SetupError, match=says):
        Match.new(STORYFOLD, setup(msgspec.json.decode(stored, type=Journey)), seed=1)
    assert file.read_bytes() == stored


GONE: dict[str, tuple[dict[str, Any], str]] = {
    "a chapter": ({"chapter": "chapter-0"}, "it has no Chapter 'chapter-0'"),
    "a scene": ({"scene": "no-such-ford"}, "it has no Scene 'no-such-ford'"),
    "a creature in the deck": (
        {"creatures": Deck(layers=(("root-mole", "no-mole"),))},
        "it has no card 'no-mole'",
    ),
    "a discarded creature": ({"creatures": Deck(discards=("no-mole",))}, "it has no card 'no-mole'"),
    "a card in a space": ({"spaces": ("no-honey",)}, "it has no card 'no-honey'"),
    "an exploration card": ({"exploration": Deck(layers=(("no-honey",),))}, "it has no card 'no-honey'"),
    "a shadow card": ({"shadows": Deck(layers=(("no-dark",), ("dark-felled",)))}, "it has no card 'no-dark'"),
    "a story card in the deck": ({"stories": ("no-toll",)}, "it has no card 'no-toll'"),
    "a kept story card": ({"kept": ("no-toll",)}, "it has no card 'no-toll'"),
    "an action card": ({"river": ("illuminate", "help", "explore", "sing")}, "it has no River"),
    "more copies than there are": ({"creatures": Deck(layers=(("root-mole",) * 3,))}, "root-mole"),
    "a creature among the exploration cards": ({"exploration": Deck(layers=(("root-mole",),))}, "root-mole"),
    "a blessing in a space and in the deck": (
        {"spaces": ("honeycomb",), "exploration": Deck(layers=(("honeycomb",),))},
        "honeycomb",
    ),
}


@pytest.mark.parametrize("what", list(GONE))
def test_a_journey_that_speaks_of_what_is_gone_is_refused(what: str, book: Path, tmp_path: Path) -> None:
    facts, says = GONE[what]
    record = Journey(
        **{"chapter": "chapter-1", "scene": "fox-market", "start": Journey(chapter="chapter-1"), **facts}
    )
    refused(record, tmp_path / "journey.json", f"cannot continue this journey.*{says}")


@pytest.mark.parametrize("where", ["red", "start"])
def test_a_journey_is_refused_for_what_is_gone_at_a_ribbon_or_at_the_start_of_its_chapter(
    where: str, book: Path, tmp_path: Path
) -> None:
    """Whoever opens there, or begins the Chapter again, would meet it."""
    gone = Journey(chapter="chapter-1", spaces=("no-honey",))
    places: dict[str, Any] = {"bookmarks": {"red": gone}} if where == "red" else {"start": gone}
    record = Journey(chapter="chapter-1", scene="fox-market", **places)
    refused(record, tmp_path / "journey.json", "cannot continue this journey: it has no card 'no-honey'")


def test_a_creature_that_its_author_took_out_is_missed_by_an_old_save(book: Path, tmp_path: Path) -> None:
    _, record = saved_journey()
    assert record.creatures is not None
    card = next(card for layer in record.creatures.layers for card in layer)
    for file in (book / "cards").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(card, "new-beast"), encoding="utf-8")
    shelf.add(book, LANGUAGE)
    refused(without_ribbons(record), tmp_path / "journey.json", f"it has no card '{card}'")


def test_a_creature_of_which_there_are_fewer_now_is_missed_by_an_old_save(book: Path, tmp_path: Path) -> None:
    _, record = saved_journey()
    assert record.creatures is not None
    copies = [card for bag in (*record.creatures.layers, record.creatures.discards) for card in bag]
    assert copies.count("ivy-fawn") == 2
    change(book / "cards" / CAMPAIGN, "ivy-fawn: 2", "ivy-fawn: 1")
    shelf.add(book, LANGUAGE)
    refused(without_ribbons(record), tmp_path / "journey.json", "ivy-fawn")


def test_a_tale_that_answers_with_what_is_gone_is_refused_and_stays_as_it_was(
    book: Path, tmp_path: Path
) -> None:
    match = Match.new(STORYFOLD, setup(), seed=1)
    assert topic(match) == "between"
    answer(match, "help heron-post", "roll 2")
    match.save(tmp_path / "a.tale")
    stored = (tmp_path / "a.tale").read_bytes()
    file = book / "cards" / WAY_IN
    file.write_text(file.read_text(encoding="utf-8").replace("heron-post", "heron-pole"), encoding="utf-8")
    shelf.add(book, LANGUAGE)
    with pytest.raises(TaleError, match="'help heron-post' is not among the options"):
        Match.load(tmp_path / "a.tale")
    assert (tmp_path / "a.tale").read_bytes() == stored


def test_a_tale_whose_journey_cannot_go_on_is_refused_and_stays_as_it_was(book: Path, tmp_path: Path) -> None:
    _, record = saved_journey()
    match = at_random(Match.new(STORYFOLD, setup(without_ribbons(record)), seed=1), 1, 20)
    match.save(tmp_path / "a.tale")
    stored = (tmp_path / "a.tale").read_bytes()
    for file in (book / "cards").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(record.scene, "another-scene"), encoding="utf-8")
    shelf.add(book, LANGUAGE)
    with pytest.raises(TaleError, match=f"cannot be opened here: .* it has no Scene '{record.scene}'"):
        Match.load(tmp_path / "a.tale")
    assert (tmp_path / "a.tale").read_bytes() == stored


# What is gone and does no harm


@pytest.mark.parametrize(
    "page", ["no-such-card", "no-such-ford luma", "stepping-ford no-such-place", "no-beast"]
)
def test_a_page_that_is_no_longer_in_the_book_is_no_longer_in_the_journal(page: str, book: Path) -> None:
    record = Journey(
        chapter="chapter-1", scene="fox-market", start=Journey(chapter="chapter-1"), read=(page, "chapter-1")
    )
    match = Match.new(STORYFOLD, setup(record), seed=1)
    assert topic(match)
    table = msgspec.json.encode(match.scene(0)).decode()
    assert '"page chapter-1"' in table
    assert f'"page {page}"' not in table


def test_words_and_lessons_that_nobody_knows_any_more_do_no_harm(book: Path) -> None:
    record = Journey(
        chapter="chapter-1",
        taught=("no-such-lesson",),
        flags={"no-such-word": "campaign"},
        counters={"no-such-count": ("campaign", 3)},
        triumphs=("no-such-ford luma",),
    )
    match = at_random(Match.new(STORYFOLD, setup(record), seed=1), 1, 60)
    assert now(match).flags["no-such-word"] == "campaign"
    assert match.scene(0).game == "storyfold"


def test_an_old_record_that_knew_less_is_read_with_what_it_knew() -> None:
    old = b'{"chapter": "chapter-1", "spirit": 3, "crystals": {"help": 2}}'
    g = STORYFOLD.begin(STORYFOLD.setup(record=msgspec.json.decode(old, type=Journey)))
    assert (g.spirit, g.crystals, g.chapter) == (3, (0, 2, 0, 0), "chapter-1")
    assert topic(play(g, then=1))
