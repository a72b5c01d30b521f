"""Wonder Book: the last page of a Chapter tells it once more, from what the story holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.kernel import Match
from foldtale.kernel.talk import SPECTATOR
from tests.games.wonderbook.tales import FOLDER


def recap(name: str) -> dict[str, list[str]]:
    """The parts of a stored game's last page, by their headings."""
    parts: dict[str, list[str]] = {}
    for note in Match.load(FOLDER / f"{name}.tale").scene(0).recap:
        part = note.heading or [*parts][-1]
        parts.setdefault(part, []).append(note.text)
    return parts


def test_before_the_end_there_is_no_recap() -> None:
    match = Match.load(FOLDER / "completed.tale")
    match.terms.undo = "same dice"
    match.undo()
    assert not match.over
    assert match.scene(0).recap == ()


def test_it_says_how_it_ended_and_why() -> None:
    ended = recap("as-warm-as-a-loaf")["How it ended"]
    assert ended[0].startswith("Chapter I was completed after ")
    assert ended[0].endswith("rounds: “As warm as a loaf”.")
    assert "This ending is for 6 to 7." in ended[1]


def test_of_a_lost_chapter_it_says_what_turned_the_last_token() -> None:
    ended, goes_on = recap("lost")["How it ended"], recap("lost")["What goes on"]
    assert ended[0].startswith("Chapter I was lost in round ")
    assert ended[1].startswith("The last Destiny token was turned face down: ")
    assert goes_on == ["Chapter I begins again as it was. Pages that you have read can be skipped."]


def test_of_a_lost_chapter_of_which_nothing_was_told_it_does_not_say_why() -> None:
    match = Match.load(FOLDER / "lost.tale")
    untold = match.game.recap(match.state, [])
    assert untold[0].heading == "How it ended"
    assert untold[0].text.startswith("Chapter I was lost in round ")
    assert not [note.text for note in untold if "last Destiny token" in note.text]


def test_it_lists_the_pages_in_order_with_what_was_chosen_at_each() -> None:
    read = recap("as-warm-as-a-loaf")["What you read and chose"]
    assert read[0] == "The tower behind the allotments."
    assert read[1] == "Something between the pages: “Wedge the cover with the torch”."
    choices = [line for line in read if "“Tell her the truth”" in line]
    assert choices == ["“Is it you?”: “Tell her the truth”."]
    assert "Light the three lamps: the Goal is met." in read


@pytest.mark.parametrize("tale", sorted(FOLDER.glob("*.tale")), ids=lambda path: path.stem)
def test_every_hero_and_all_of_destiny_are_accounted_for(tale: Path) -> None:
    match = Match.load(tale)
    g, parts = match.state, recap(tale.stem)
    told = [
        line for line in parts["What each of you did"] if " used: " not in line and " found: " not in line
    ]
    assert [line.partition(":")[0] for line in told] == [hero.title() for hero in g.heroes]
    story = match.story(0)
    falls = [line["about"][0] for line in story if line.get("tell") == "is knocked out"]
    for hero, line in zip(g.heroes, told, strict=True):
        assert ("knocked out" in line) == (hero in falls)
    assert parts["Destiny"][0].endswith(f"{g.score or g.destiny} at the end.")
    assert match.scene(SPECTATOR).recap == match.scene(0).recap


def test_what_goes_on_to_the_next_chapter() -> None:
    goes_on = recap("as-warm-as-a-loaf")["What goes on"]
    assert goes_on[0].startswith("Keywords that later pages may ask for: ")
    assert any(" keeps what was learned: " in line for line in goes_on)
    assert goes_on[-1] == "Hearts, Sparks and all other cards go back into the box."
