"""WB-C01 to WB-C30: a pack that is sound, and one that breaks each constraint."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.games.wonderbook import checks
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import load, read
from foldtale.kernel.pack.problems import BadPack, Problems

HERE = Path(__file__).parent
GAME = Path(checks.__file__).parent
WORDS = (
    "The words of a card that is only there to be looked at by a check and by nobody who would want to read."
)
ABOUT = "pack: given\ngame: wonderbook\ntitle: Given\n"

SOUND = {
    "garden": """
  kind: map
  title: Garden
  areas: {gate: {name: Gate}, lawn: {name: Lawn}, hole: {name: Hole}}
  borders: [{between: [gate, lawn], line: dashed}, {between: [lawn, hole], line: dashed}]
  objects: {lamp: {name: Lamp, area: lawn}}
""",
    "I-1": """
  kind: story
  title: One
  text: WORDS
  do: [choose_heroes, {use_map: garden}, {all_to: gate}, {place_sparks: 3, area: lawn}, {take_stack: red}]
""",
    "I-2": """
  kind: choice
  title: Two
  text: WORDS
  options:
    - {id: sing, say: Sing to it, text: WORDS, do: [{write: SONG}]}
    - {id: wait, say: Wait for it, text: WORDS}
""",
    "I-3": """
  kind: goal
  title: Three
  text: WORDS
  goal: counter(lamps) >= 2
  vortex: [hole]
  back: {text: WORDS}
""",
    "I-4": """
  kind: interaction
  title: Four
  text: WORDS
  object: lamp
  banner: red
  back: {text: WORDS, do: [{count: lamps}], then: discard}
""",
    "I-5": """
  kind: interaction
  title: Five
  text: WORDS
  object: lamp
  banner: red
  back: {text: WORDS, do: [{count: lamps}], then: discard}
""",
    "I-6": """
  kind: story
  title: Six
  text: WORDS
  do: [{if: has(SONG), then: [{destiny_up: 1}]}]
""",
    "I-7": """
  kind: end
  title: Seven
  text: WORDS
  endings:
    - {id: low, least: 1, most: 5, title: Low, text: WORDS}
    - {id: high, least: 6, most: 10, title: High, text: WORDS}
""",
}


def written(folder: Path, cards: dict[str, str], about: str = ABOUT) -> Pack:
    (folder / "cards").mkdir(parents=True)
    (folder / "pack.yaml").write_text(about, encoding="utf-8")
    text = "".join([f"- card: {ident}{body}" for ident, body in cards.items()]).replace("WORDS", WORDS)
    (folder / "cards" / "all.yaml").write_text(text, encoding="utf-8")
    return formed(folder)


def formed(folder: Path) -> Pack:
    """A pack whose form is right, whatever else is wrong with it."""
    reading = read(folder, LANGUAGE)
    errors = [problem for problem in reading.problems if problem.is_error and problem.code != "E701"]
    if reading.pack is None or errors:
        raise BadPack(errors)
    return reading.pack


def wrong(pack: Pack) -> list[str]:
    """The constraints that a pack breaks."""
    problems = Problems()
    checks.check(pack, problems)
    assert all(problem.code == "E701" for problem in problems.found)
    return sorted({problem.said.rpartition("(")[2].rstrip(")") for problem in problems.found})


def changed(ident: str, old: str, new: str) -> dict[str, str]:
    assert old in SOUND[ident]
    return {**SOUND, ident: SOUND[ident].replace(old, new)}


def without(*idents: str) -> dict[str, str]:
    return {ident: body for ident, body in SOUND.items() if ident not in idents}


ITEM = "\n  kind: item\n  title: Eight\n  text: WORDS\n"
BROKEN = {
    "WB-C01": without("I-6"),
    "WB-C02": {**without("I-7"), "I-7": SOUND["I-7"], "I-8": SOUND["I-6"]},
    "WB-C03": changed("I-6", "  do:", "  then: flip\n  do:"),
    "WB-C04": changed("I-6", "{destiny_up: 1}", "{goto: I-1}"),
    "WB-C06": changed("I-2", "    - {id: wait, say: Wait for it, text: WORDS}\n", ""),
    "WB-C07": changed("I-2", "{id:", "{if: has(SONG), id:"),
    "WB-C08": changed("I-6", "has(SONG)", "has(DANCE)"),
    "WB-C10": changed("I-3", "counter(lamps)", "counter(owls)"),
    "WB-C12": changed("garden", ", area: lawn}", "}"),
    "WB-C13": changed("I-1", ", {take_stack: red}", ""),
    "WB-C14": {**changed("I-1", "choose_heroes", "choose_heroes, {gain_item: spoon}"), "spoon": ITEM},
    "WB-C16": {**SOUND, "grub": "\n  kind: wyrm\n  title: Grub\n  text: WORDS\n  do: [{spawn: 1}]\n"},
    "WB-C21": {
        **SOUND,
        "sid-9": "\n  kind: upgrade\n  hero: SID\n  handout: 9\n  title: T\n"
        "  left: {title: L, text: WORDS, do: [{gain_sparks: 1}]}\n"
        "  right: {title: R, text: WORDS, do: [{gain_sparks: 1}]}\n",
    },
    "WB-C22": changed(
        "garden", "{between: [gate, lawn], line: dashed}", "{between: [gate, lawn], line: solid}"
    ),
    "WB-C23": changed(
        "garden", "{between: [gate, lawn], line: dashed}", "{between: [lawn, lawn], line: dashed}"
    ),
    "WB-C24": {
        **changed("I-3", "[hole]", "[moon]"),
        "sky": "\n  kind: map\n  title: Sky\n  areas: {moon: {name: Moon}, sun: {name: Sun}}\n"
        "  borders: [{between: [moon, sun], line: dashed}]\n",
        "I-8": "\n  kind: end\n  title: E\n  text: WORDS\n  endings: [{id: a, least: 1, most: 10, title: A, text: WORDS}]\n",
    },
    "WB-C25": changed("I-1", "{place_sparks: 3,", "{place_sparks: 18,"),
    "WB-C26": changed("I-7", "most: 5", "most: 4"),
    "WB-C27": {
        **SOUND,
        "chest": ITEM
        + "  envelope: true\n  actions: [{id: use, say: Use the thing, do: [{gain_sparks: 1}]}]\n",
    },
    "WB-C28": changed("I-6", "{destiny_up: 1}", "{pick: heroes, count: 3, do: [{recover: 1, to: it}]}"),
    "WB-C29": changed("I-3", "  vortex", "  phases: players\n  vortex"),
    "WB-C30": {
        **SOUND,
        "II-1": SOUND["I-6"].replace("has(SONG)", "hero_count > 2"),
        "II-2": SOUND["I-7"],
    },
}
"""For each constraint, a pack that breaks it, perhaps among others."""


def test_a_sound_pack_breaks_nothing(tmp_path: Path) -> None:
    assert wrong(written(tmp_path, SOUND)) == []


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in BROKEN])
def test_a_pack_that_breaks_a_constraint_is_told_so(rule: str, tmp_path: Path) -> None:
    assert rule in wrong(written(tmp_path, BROKEN[rule]))


@pytest.mark.rule("WB-209")
def test_every_chapter_has_a_part_of_the_book_of_its_own(tmp_path: Path) -> None:
    more = {"II-1": SOUND["I-1"].replace("{take_stack: red}", "{destiny_up: 1}"), "II-2": SOUND["I-7"]}
    assert wrong(written(tmp_path / "same", {**SOUND, **more})) == ["WB-C30"]
    attic = SOUND["garden"].replace("gate", "stair").replace("lawn", "loft").replace("hole", "crack")
    other = {
        **more,
        "II-1": more["II-1"].replace("garden", "attic").replace("gate", "stair").replace("lawn", "loft"),
    }
    assert wrong(written(tmp_path / "other", {**SOUND, "attic": attic, **other})) == []


@pytest.mark.rule("WB-192")
def test_a_campaign_cannot_change_the_cards_of_the_box(tmp_path: Path) -> None:
    cards = {**changed("I-1", "choose_heroes", "choose_heroes, {gain_item: plaster}"), "plaster": ITEM}
    assert "WB-192" in wrong(written(tmp_path, cards))


@pytest.mark.rule("WB-C05")
def test_a_card_has_exactly_one_kind(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="E209"):
        written(tmp_path, changed("I-6", "  kind: story\n", ""))
    with pytest.raises(BadPack, match="E103"):
        written(tmp_path / "again", changed("I-6", "  kind: story\n", "  kind: story\n  kind: goal\n"))


@pytest.mark.rule("WB-C09")
def test_a_goal_says_what_it_waits_for(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"E201.*goal"):
        written(tmp_path, changed("I-3", "  goal: counter(lamps) >= 2\n", ""))


@pytest.mark.rule("WB-C04")
@pytest.mark.parametrize(
    ("ident", "old", "new", "said"),
    [
        ("I-1", "choose_heroes", "choose_heroes, {goto: I-6}", "passes it by"),
        ("I-6", "{destiny_up: 1}", "{goto: garden}", "no card of its Chapter"),
    ],
)
def test_a_jump_may_not_leave_cards_unread_for_ever(
    ident: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    problems = Problems()
    checks.check(written(tmp_path, changed(ident, old, new)), problems)
    assert any(said in problem.said for problem in problems.found)


@pytest.mark.rule("WB-C04")
def test_a_card_without_a_number_that_nothing_speaks_of_is_unreachable(tmp_path: Path) -> None:
    rule = "\n  kind: rule\n  title: Rain\n  text: WORDS\n  while: [{steps: 1}]\n"
    problems = Problems()
    checks.check(written(tmp_path, {**SOUND, "rain": rule}), problems)
    assert [problem.said for problem in problems.found] == ["nothing leads to 'rain' (WB-C04)"]


@pytest.mark.rule("WB-C07")
def test_two_options_of_which_one_denies_the_other_are_enough(tmp_path: Path) -> None:
    cards = changed("I-2", "{id: wait,", "{id: wait, if: not has(SONG),")
    cards["I-2"] = cards["I-2"].replace("{id: sing,", "{id: sing, if: has(SONG),")
    assert "WB-C07" not in wrong(written(tmp_path, cards))


@pytest.mark.rule("WB-C10")
@pytest.mark.parametrize("goal", ["1 > 2", "has(DANCE)", "is_defeated(ogre)"])
def test_a_goal_that_nothing_can_meet_is_refused(goal: str, tmp_path: Path) -> None:
    cards = changed("I-3", "counter(lamps) >= 2", goal)
    cards["ogre"] = "\n  kind: enemy\n  title: Ogre\n  text: WORDS\n  hearts: 3\n"
    assert "WB-C10" in wrong(written(tmp_path, cards))


BASE = {
    path.name: path.read_text(encoding="utf-8") for path in sorted((GAME / "pack" / "cards").glob("*.yaml"))
}


def base_with(folder: Path, name: str, old: str, new: str) -> Pack:
    """The decks of the box with one thing changed."""
    assert old in BASE[name]
    (folder / "cards").mkdir()
    (folder / "pack.yaml").write_text(ABOUT.replace("given", "wonderbook"), encoding="utf-8")
    for path, text in BASE.items():
        text = text.replace(old, new, 1) if path == name else text
        (folder / "cards" / path).write_text(text, encoding="utf-8")
    return formed(folder)


def test_the_decks_of_the_box_are_sound() -> None:
    assert wrong(load(GAME / "pack", LANGUAGE)) == []


@pytest.mark.parametrize(
    ("rule", "name", "old", "new"),
    [
        ("WB-C15", "shreds.yaml", "- card: plaster\n  kind: shred", "- card: plaster\n  kind: item"),
        ("WB-C16", "wyrms.yaml", "- card: blast\n", "- card: II-1\n"),
        ("WB-C19", "heroes.yaml", "- card: SID\n", "- card: SIDNEY\n"),
        ("WB-C20", "heroes.yaml", "pay: [{spend: 1}]", "pay: [{lose_hearts: 1}]"),
    ],
)
def test_decks_of_the_box_that_are_not_sound_are_told_of(
    rule: str, name: str, old: str, new: str, tmp_path: Path
) -> None:
    assert rule in wrong(base_with(tmp_path, name, old, new))


@pytest.mark.rule("WB-C17", "WB-C18")
def test_wyrm_cards_do_something_and_not_all_reveal_another(tmp_path: Path) -> None:
    card = "\n  kind: wyrm\n  title: Grub\n  text: WORDS\n  do: DO\n"
    about = ABOUT.replace("given", "wonderbook")
    assert "WB-C17" in wrong(written(tmp_path / "a", {"grub": card.replace("DO", "[]")}, about))
    assert "WB-C18" in wrong(
        written(tmp_path / "b", {"grub": card.replace("DO", "[{spawn: 1}, reveal_wyrm_card]")}, about)
    )


@pytest.mark.rule("WB-C19")
def test_dice_and_hearts_of_heroes_are_bounded(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="E205"):
        base_with(tmp_path, "heroes.yaml", "dice: 2", "dice: 6")
