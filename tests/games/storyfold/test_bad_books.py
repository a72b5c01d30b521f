"""Storyfold: a book that cannot be played is refused with what is wrong and where, and nothing of it is taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.games.storyfold.content import FOLDER, LIBRARY, Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack import shelf
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.problems import BadPack, Problem
from tests.games.storyfold.given import STORYFOLD
from tests.games.storyfold.test_effects import copied

BOOK_FILE, CARDS_FILE = "cards/book.yaml", "cards/cards.yaml"
VOLE = "loss: 1, crystals: 2, enters: 4+}"
STILE = "type: explore, dots: 1, at: [150, 300],"
HEDGE = "at: [350, 300], after: [stile],"
TRACK = 'track: {"6": [claw, eye],'


def line_of(text: str, words: str) -> int:
    """The line in which these words stand."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in f"{line}\n")


def refused(folder: Path, *changes: tuple[str, str], more: str = "") -> list[Problem]:
    """What is wrong with the book for tests when these words are changed."""
    copied(folder / "book", more, *changes)
    with pytest.raises(BadPack) as raised:
        load(folder / "book", LANGUAGE)
    return list(raised.value.problems)


WRONG: dict[str, tuple[tuple[str, str], str, str, str]] = {
    "a link that leads nowhere": (
        ("links: [{to: next-chapter}]", "links: [{to: moon}]"),
        "E701",
        "- card: brook",
        "'luma' leads to 'moon', which is no Scene, nor next-chapter, restart, end",
    ),
    "a last link with a condition": (
        ("      - {to: brook}\n", "      - {to: brook, if: flag(X)}\n"),
        "E701",
        "- card: meadow\n",
        "the last link of 'dark' has no condition",
    ),
    "a chosen link without words": (
        ("id: hill, say: Climb the hill", "id: hill"),
        "E701",
        "- card: meadow\n",
        "a link that is chosen has an id and says something",
    ),
    "an ending without a link": (("links: [{to: end}]", "links: []"), "E701", "- card: hill", "the last link of 'luma'"),
    "an entry space that no river has": (
        ("enters: 3+", "enters: 7+"),
        "E204",
        "card: hare",
        "'7+' is not known here",
    ),
    "an icon that is not defined": (
        (TRACK, 'track: {"6": [claw, wing, eye],'),
        "E701",
        "- card: meadow\n",
        "the icon 'wing' on space 6 is not defined in this Scene",
    ),
    "an icon that is on no space": (
        (TRACK, 'track: {"6": [claw],'),
        "E701",
        "- card: meadow\n",
        "the icon 'eye' is on no space of the track",
    ),
    "an icon on the centre": (
        (TRACK, 'track: {"0": [claw], "6": [claw, eye],'),
        "E701",
        "- card: meadow\n",
        "icons lie on spaces 1 to 7 from the centre, not on '0'",
    ),
    "an icon beyond the track": (
        (TRACK, 'track: {"8": [claw], "6": [claw, eye],'),
        "E701",
        "- card: meadow\n",
        "icons lie on spaces 1 to 7 from the centre, not on '8'",
    ),
    "two story cards of one number": (
        ("card: lamp, kind: story, number: 2", "card: lamp, kind: story, number: 1"),
        "E701",
        "- card: first\n",
        "2 Story cards of first have the number 1",
    ),
    "no final shadow card": (("  drawn: 3\n  final: night\n", "  drawn: 3\n"), "E201", "- card: first\n", "final"),
    "a final shadow card that is nowhere": (
        ("  drawn: 3\n  final: night\n", "  drawn: 3\n  final: dawn\n"),
        "E401",
        "final: dawn",
        "the card 'dawn' is not known here",
    ),
    "a final shadow card that is no shadow card": (
        ("  drawn: 3\n  final: night\n", "  drawn: 3\n  final: apple\n"),
        "E401",
        "final: apple",
        "'apple' is a card of kind 'blessing', not 'shadow'",
    ),
    "a final shadow card that is in the pool": (
        ("shadows: [gloom, murk, dusk, chill, fog]", "shadows: [gloom, murk, dusk, chill, night]"),
        "E701",
        "- card: first\n",
        "the final Shadow card 'night' is not in the pool",
    ),
    "a pool smaller than what is drawn": (
        ("shadows: [gloom, murk, dusk, chill, fog]", "shadows: [gloom, murk]"),
        "E701",
        "- card: first\n",
        "3 Shadow cards are drawn from a pool of 2",
    ),
    "an unknown creature": (
        ("creatures: {vole: 2, hare: 1, bull: 1, wisp: 1}", "creatures: {vole: 2, hair: 1, bull: 1, wisp: 1}"),
        "E701",
        "- card: first\n",
        "the Creature 'hair' is not known here",
    ),
    "a creature that is none": (
        ("creatures: {vole: 2, hare: 1, bull: 1, wisp: 1}", "creatures: {vole: 2, apple: 1}"),
        "E701",
        "- card: first\n",
        "'apple' is no Creature",
    ),
    "too many copies of a creature": (
        ("creatures: {vole: 2, hare: 1, bull: 1, wisp: 1}", "creatures: {vole: 9}"),
        "E701",
        "- card: first\n",
        "there are 1 to 4 of each Creature, not 9 of 'vole'",
    ),
    "no creatures at all": (
        ("creatures: {vole: 2, hare: 1, bull: 1, wisp: 1}", "creatures: {}"),
        "E701",
        "- card: first\n",
        "the Creature deck is empty",
    ),
    "an unknown creature in a text": (
        ("do: [{draw_creature: 1}]", "do: [{put_creature: owl}]"),
        "E401",
        "put_creature: owl",
        "the card 'owl' is not known here",
    ),
    "an unknown place in a condition": (
        ("task: {if: overcome(gate)", "task: {if: overcome(gait)"),
        "E401",
        "task: {if: overcome(gait)",
        "'gait' is not known here",
    ),
    "an unknown instruction": (
        ("do: [{draw_creature: 1}]", "do: [{draw_creatures: 1}]"),
        "E301",
        "draw_creatures: 1",
        "'draw_creatures' is not known here; did you mean 'draw_creature'?",
    ),
    "an unknown exploration card": (
        ("adds: {scar: 1, fox: 1}", "adds: {scar: 1, wolf: 1}"),
        "E701",
        "- card: second",
        "'wolf' is no Exploration card",
    ),
    "an unknown card in the base deck": (
        ("drum: 1, nettle: 1}", "drum: 1, nettles: 1}"),
        "E701",
        "- card: meadows",
        "'nettles' is no Exploration card",
    ),
    "an unknown first scene": (("first: brook", "first: book"), "E401", "first: book", "the card 'book' is not known here"),
    "an unknown chapter": (
        ("chapters: [first, second]", "chapters: [first, third]"),
        "E401",
        "chapters: [first, third]",
        "the card 'third' is not known here",
    ),
    "a place joined to none": (
        (HEDGE, "at: [350, 300], after: [style],"),
        "E401",
        "hedge: {name",
        "'style' is not known here",
    ),
    "a place joined to one on its right": (
        ("after: [stile], text: You get through it.", "text: You get through it.}\n    arch: {name: Arch, type: help, dots: 1, at: [10, 9], after: [stile], text: It stands."),
        "E701",
        "- card: meadow\n",
        "'stile' must lie to the left of 'arch'",
    ),
    "needs without words": (
        ("needs: flag(FEATHER), needs_text: You have found a feather,", "needs: flag(FEATHER),"),
        "E701",
        "- card: meadow\n",
        "what 'nest' needs stands in `needs` and, for people, in `needs_text`",
    ),
    "a place with too many dots": (
        ("type: explore, dots: 3", "type: explore, dots: 6"),
        "E205",
        "hedge: {name",
        "6",
    ),
    "a scene that no link leads to": (
        ("{to: hill, if: flag(FEATHER), id: hill, say: Climb the hill}", "{to: brook, if: flag(FEATHER), id: hill, say: Climb the hill}"),
        "E701",
        "- card: hill",
        "no link leads to the Scene 'hill'",
    ),
    "a river without one of its cards": (
        ("chapters: [first, second]", "chapters: [first, second]\n  river: [help, help, explore, heal]"),
        "E701",
        "- card: meadows",
        "the River starts with the four Action cards",
    ),
    "a place called like an option": (
        ("    pit: {name", "    light: {name"),
        "E701",
        "- card: meadow\n",
        "'light' means something else already",
    ),
    "a link and a choice of one name": (
        ("do: [{set_flag: DARK}]", "do: [{choose: [{id: hill, say: Go up}, {id: stay, say: Stay here}]}]"),
        "E701",
        "- card: meadow\n",
        "a link and a choice of this Scene are both called 'hill'",
    ),
    "two copies of a persistent companion": (
        ("adds: {scar: 1, fox: 1}", "adds: {scar: 1, fox: 2}"),
        "E701",
        "card: fox",
        "there is one copy of a card that is persistent",
    ),
    "spirit out of range": (
        ("chapters: [first, second]", "chapters: [first, second]\n  numbers: {spirit: 99}"),
        "E205",
        "numbers: {spirit: 99}",
        "99",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(WRONG))
def test_a_book_with_one_mistake_gets_one_error_that_says_what_and_where(name: str, tmp_path: Path) -> None:
    change, code, line, said = WRONG[name]
    (problem,) = refused(tmp_path, change)
    file = next(
        file
        for file in (BOOK_FILE, CARDS_FILE)
        if line in (tmp_path / "book" / file).read_text(encoding="utf-8")
    )
    text = (tmp_path / "book" / file).read_text(encoding="utf-8")
    assert (problem.code, problem.where.file, problem.where.line) == (code, file, line_of(text, line))
    assert said in problem.said
    assert str(problem).startswith(f"{file}:{line_of(text, line)}:")


def test_places_in_a_circle_can_never_be_reached_and_each_is_named(tmp_path: Path) -> None:
    problems = refused(
        tmp_path, (STILE, "type: explore, dots: 1, after: [gate],"), (HEDGE, "after: [stile],")
    )
    text = (tmp_path / "book" / BOOK_FILE).read_text(encoding="utf-8")
    assert {problem.where[:2] for problem in problems} == {(BOOK_FILE, line_of(text, "- card: meadow\n"))}
    assert sorted([problem.said.split("'")[1] for problem in problems]) == ["gate", "hedge", "stile"]
    assert all("can never be reached" in problem.said for problem in problems)


@pytest.mark.parametrize("campaigns", [0, 2])
def test_a_book_has_exactly_one_campaign(campaigns: int, tmp_path: Path) -> None:
    more = "- {card: others, kind: campaign, title: Others, text: Another., chapters: [first], exploration: {}}\n"
    folder = copied(tmp_path / "book", more if campaigns == 2 else "")
    if not campaigns:
        text = (folder / BOOK_FILE).read_text(encoding="utf-8")
        (folder / BOOK_FILE).write_text(text[text.index("- card: first") :], encoding="utf-8")
    with pytest.raises(BadPack, match="campaign"):
        Content(LIBRARY.contents("storyfold").base, load(folder, LANGUAGE))


def test_two_scenes_have_no_places_of_one_name(tmp_path: Path) -> None:
    """Options, pages and texts name a Place by its id alone."""
    problems = refused(tmp_path, ("    top: {name", "    ford: {name"))
    assert any("'ford'" in problem.said for problem in problems)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_nothing_of_a_bad_book_is_taken_over(tmp_path: Path) -> None:
    change = WRONG["a link that leads nowhere"][0]
    renamed = ("pack: meadow\n", "pack: moonlit\n")
    bad, good = copied(tmp_path / "bad", "", renamed, change), copied(tmp_path / "good", "", renamed)
    before = files_in(tmp_path)
    with pytest.raises(BadPack):
        shelf.add(bad, LANGUAGE)
    assert "moonlit" not in shelf.known(LANGUAGE, FOLDER)
    with pytest.raises(SetupError, match="no pack is called 'moonlit'"):
        STORYFOLD.begin(STORYFOLD.setup(pack="moonlit"))
    shelf.add(good, LANGUAGE)
    with pytest.raises(BadPack):
        shelf.add(bad, LANGUAGE)
    g = STORYFOLD.begin(STORYFOLD.setup(pack="moonlit"))
    assert isinstance(g, Wood)
    assert g.chapter == "first"
    assert files_in(tmp_path) == before


def test_many_mistakes_are_all_told_at_once(tmp_path: Path) -> None:
    names = ("an icon on the centre", "a pool smaller than what is drawn", "an unknown exploration card")
    changes = [WRONG[name][0] for name in names]
    assert len(refused(tmp_path, *changes)) == len(names)
