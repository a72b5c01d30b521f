"""Storyfold: a book whose author has gone on writing still opens old saves, and refuses those that it cannot continue."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from functools import cache
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
from foldtale.testing import answer, answered, asked, offered
from tests.games.storyfold.given import STORYFOLD, begun, journey, journey_after, play
from tests.games.storyfold.test_effects import lawful
from tests.games.storyfold.test_travel_and_saving import kept_facts

PACK = "oldtale"
WAY_IN, LAMP = "chapter-1-way-in.yaml", "chapter-1-lamp.yaml"
SENTENCE = next(
    line.strip()
    for line in (FOLDER / "pack" / "cards" / WAY_IN).read_text(encoding="utf-8").splitlines()
    if line.startswith("    ") and len(line) > 60
)
"""The first line of the Chapter's first page."""
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
    shutil.copytree(FOLDER / "pack", folder, ignore=shutil.ignore_patterns("translations"))
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


def setup(record: Journey | None = None, pack: str = PACK) -> Any:
    return STORYFOLD.setup(pack=pack, start="chapter one", record=record)


def at_random(match: Match, seed: int, answers: int = 400, until: str = "") -> Match:
    luck = random.Random(seed)
    for _ in range(answers):
        if match.ask is None or (until and asked(match).topic == until):
            break
        match.answer(luck.choice([option.key for option in match.options]))
    return match


@cache
def saved_journey(seed: int = 2) -> tuple[Wood, Journey]:
    """The state on arrival at the second Scene of Chapter One, and what a save keeps of it: the pack as it is."""
    match = at_random(Match.new(STORYFOLD, setup(pack="storyfold"), seed=seed), seed, until="save")
    assert asked(match).topic == "save"
    before = match.state.copy()
    return before, journey_after(answered(match, "save red"))


def saved(**facts: Any) -> Journey:
    """The same with other facts, and without ribbons."""
    return replace(saved_journey()[1], **{"bookmarks": {}, **facts})


# Books that have changed


def test_a_copied_book_plays_as_the_original(book: Path) -> None:
    original = at_random(Match.new(STORYFOLD, STORYFOLD.setup(start="chapter one"), seed=4), 4, 60)
    copy = at_random(Match.new(STORYFOLD, setup(), seed=4), 4, 60)
    assert copy.log == original.log


@pytest.mark.parametrize("edit", EDITS)
def test_a_tale_is_replayed_by_its_keys_though_the_book_has_changed(
    edit: Edit, book: Path, tmp_path: Path
) -> None:
    matches = [at_random(Match.new(STORYFOLD, setup(), seed=seed), seed, 150) for seed in range(4)]
    for seed, match in enumerate(matches):
        match.save(tmp_path / f"{seed}.tale")
    stored = [(tmp_path / f"{seed}.tale").read_bytes() for seed in range(4)]
    edit(book)
    shelf.add(book, LANGUAGE)
    for seed, match in enumerate(matches):
        loaded = Match.load(tmp_path / f"{seed}.tale", seed=seed)
        assert loaded.terms.changed == (PACK,)
        assert [line for line in loaded.log if "key" in line] == [line for line in match.log if "key" in line]
        assert kept_facts(loaded.state) == kept_facts(match.state)
        assert (tmp_path / f"{seed}.tale").read_bytes() == stored[seed]
        at_random(loaded, seed, 60).save(tmp_path / "on.tale")
        assert Match.load(tmp_path / "on.tale").log == loaded.log


def test_a_tale_goes_on_in_the_words_and_with_the_places_of_today(book: Path, tmp_path: Path) -> None:
    match = Match.new(STORYFOLD, setup(), seed=1)
    assert asked(match).topic == "between"
    assert "help ferry-bell" not in offered(match)
    match.save(tmp_path / "a.tale")
    all_of_it(book)
    shelf.add(book, LANGUAGE)
    loaded = Match.load(tmp_path / "a.tale", seed=1)
    assert "help ferry-bell" in offered(loaded)
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
    g = STORYFOLD.begin(setup(replace(read, bookmarks={})))
    assert isinstance(g, Wood)
    assert kept_facts(g) == kept_facts(before)
    match = at_random(Match.new(STORYFOLD, setup(read), seed=5), 5, 80)
    assert match.state.chapter == "chapter-1"


# Saves that speak of what is gone


def refused(record: Journey, file: Path, says: str, pack: str = "storyfold") -> None:
    """The journey is refused with these words, and its file stays as it was."""
    file.write_bytes(msgspec.json.encode(record))
    stored = file.read_bytes()
    with pytest.raises(SetupError, match=f"cannot continue this journey: .*{says}"):
        Match.new(STORYFOLD, setup(msgspec.json.decode(stored, type=Journey), pack), seed=1)
    assert file.read_bytes() == stored


GONE: dict[str, tuple[dict[str, Any], str]] = {
    "a chapter": ({"chapter": "chapter-0"}, "it has no Chapter 'chapter-0'"),
    "a scene": ({"scene": "no-such-ford"}, "it has no Scene 'no-such-ford'"),
    "a creature in the deck": ({"creatures": Deck(layers=(("root-mole", "no-mole"),))}, "'no-mole'"),
    "a discarded creature": ({"creatures": Deck(discards=("no-mole",))}, "'no-mole'"),
    "a card in a space": ({"spaces": ("no-honey",)}, "'no-honey'"),
    "an exploration card": ({"exploration": Deck(layers=(("no-honey",),))}, "'no-honey'"),
    "a shadow card": ({"shadows": Deck(layers=(("no-dark",), ("dark-felled",)))}, "'no-dark'"),
    "a story card in the deck": ({"stories": ("no-toll",)}, "'no-toll'"),
    "a kept story card": ({"kept": ("no-toll",)}, "'no-toll'"),
    "an action card": ({"river": ("illuminate", "help", "explore", "sing")}, "there is no River of"),
    "a creature among the exploration cards": (
        {"exploration": Deck(layers=(("root-mole",),))},
        "'root-mole'",
    ),
    "a curse in a space": ({"spaces": ("nettle-bed",)}, "'nettle-bed'"),
}


@pytest.mark.parametrize("what", list(GONE))
def test_a_journey_that_speaks_of_what_is_gone_is_refused(what: str, tmp_path: Path) -> None:
    facts, says = GONE[what]
    refused(saved(**facts), tmp_path / "journey.json", says)


@pytest.mark.parametrize("where", ["ribbon", "start", "start of a ribbon"])
def test_a_journey_is_refused_for_what_is_gone_where_one_could_go_back_to(where: str, tmp_path: Path) -> None:
    """Whoever opens there, or begins the Chapter again, would meet it."""
    gone = replace(Journey(chapter="chapter-1"), exploration=Deck(layers=(("no-honey",),)))
    places: dict[str, dict[str, Any]] = {
        "ribbon": {"bookmarks": {"red": gone}},
        "start": {"start": gone},
        "start of a ribbon": {"bookmarks": {"red": saved(start=gone)}},
    }
    refused(saved(**places[where]), tmp_path / "journey.json", "'no-honey'")


def test_a_creature_that_its_author_took_out_is_missed_by_an_old_save(book: Path, tmp_path: Path) -> None:
    record = saved()
    assert record.creatures is not None
    card = next(card for layer in record.creatures.layers for card in layer)
    for file in (book / "cards").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(card, "new-beast"), encoding="utf-8")
    shelf.add(book, LANGUAGE)
    refused(record, tmp_path / "journey.json", f"it has no Creature card '{card}'", PACK)


def test_a_save_with_more_copies_of_a_creature_than_there_are_now_goes_on_with_them() -> None:
    twice = Deck(layers=(("root-mole", "root-mole", "root-mole"),), discards=("hat-otter",))
    match = at_random(Match.new(STORYFOLD, setup(saved(creatures=twice), "storyfold"), seed=1), 1, 200)
    assert match.scene(0).game == "storyfold"


def test_a_tale_that_answers_with_what_is_gone_is_refused_and_stays_as_it_was(
    book: Path, tmp_path: Path
) -> None:
    match = Match.new(STORYFOLD, setup(), seed=1)
    assert asked(match).topic == "between"
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
    record = saved()
    match = at_random(Match.new(STORYFOLD, setup(record), seed=1), 1, 20)
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
def test_a_page_that_is_no_longer_in_the_book_is_no_longer_in_the_journal(page: str) -> None:
    match = Match.new(STORYFOLD, setup(saved(read=(page, "chapter-1")), "storyfold"), seed=1)
    assert asked(match).topic
    table = msgspec.json.encode(match.scene(0)).decode()
    assert '"page chapter-1"' in table
    assert f'"page {page}"' not in table


def test_words_and_lessons_that_nobody_knows_any_more_do_no_harm() -> None:
    record = Journey(
        chapter="chapter-1",
        taught=("no-such-lesson",),
        flags={"no-such-word": "campaign"},
        counters={"no-such-count": ("campaign", 3)},
        triumphs=("no-such-ford luma",),
    )
    match = at_random(Match.new(STORYFOLD, setup(record, "storyfold"), seed=1), 1, 60)
    assert match.state.flags["no-such-word"] == "campaign"
    assert match.scene(0).game == "storyfold"


def test_an_old_record_that_knew_less_is_read_with_what_it_knew() -> None:
    old = b'{"chapter": "chapter-1", "spirit": 3, "crystals": {"help": 2}}'
    g = STORYFOLD.begin(STORYFOLD.setup(record=msgspec.json.decode(old, type=Journey)))
    assert isinstance(g, Wood)
    assert (g.spirit, g.crystals, g.chapter) == (3, (0, 2, 0, 0), "chapter-1")
    assert asked(play(g, then=1)).topic


def test_an_old_save_that_knew_no_copies_goes_on_with_what_was_in_force() -> None:
    g = lawful(
        "use: [{for: chapter, while: [{threshold: 2, who: heal}]}],"
        " when: [{on: luma_phase_starts, limit: chapter, do: [{gain_crystals_on: help}]}]"
    )
    (part,) = [name for name in g.content.lasting if name.startswith("lasting.")]
    number = g.content.standing("law").whens[0].number
    g.step, g.leads, g.start = "travel", "brook", journey()
    record = replace(
        journey_after(answered(play(g), "save red")),
        bookmarks={},
        force=None,
        beneath_brom=None,
        lasting=(("law", part),),
        used=(("law", True, number),),
    )
    match = play(begun(record, content=g.content))
    assert (asked(match).topic, match.state.crystals) == ("between", (0, 0, 0, 0))
    assert [source.until for source in match.state.force.sources if source.card == "law"] == ["", "chapter"]
