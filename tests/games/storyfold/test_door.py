"""Storyfold: the door opens every save that the program has written, in whatever Scene it stands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from foldtale.games.storyfold.journeys import check_journey
from foldtale.games.storyfold.record import Deck
from foldtale.games.storyfold.sights import scenes_reached
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack.problems import BadPack
from foldtale.testing import asked
from tests.games.storyfold.given import CONTENT, journey, play, wood
from tests.games.storyfold.test_effects import book
from tests.games.storyfold.test_saves import arrived, reopened, saved

GOES = "{go_to: hill}"
ROADS = {
    "the final Shadow card": (("text: It is over., in_play: [restart_chapter]", f"text: It is over., in_play: [{GOES}]"),),
    "a Creature": (("enters: 5+, after: [{retreat_light: 1}]", f"enters: 5+, after: [{GOES}]"),),
    "a Blessing": (("text: Sweet., use: [{gain_spirit: 2}]", f"text: Sweet., use: [{GOES}]"),),
    "a Curse": (("text: It stings., in_play: [{lose_spirit: 1}]", f"text: It stings., in_play: [{GOES}]"),),
    "a Story card": (("text: It says yes., in_play: [{set_flag: FEATHER}]", f"text: It says yes., in_play: [{GOES}]"),),
    "a Place": (("text: It is deep., do: [{advance_shadow: 1}, {gain_crystals: 2}]", f"text: It is deep., do: [{GOES}]"),),
    "a named sequence": (
        ("text: Sweet., use: [{gain_spirit: 2}]", "text: Sweet., use: [{run: astray}]"),
        ("title: The Meadow\nauthor", "title: The Meadow\nsequences: {astray: [{run: far}], far: [{go_to: hill}]}\nauthor"),
    ),
}  # fmt: skip
NO_LINK = ("      - {to: hill, if: flag(FEATHER), id: hill, say: Climb the hill}\n", "")


@pytest.mark.parametrize("road", list(ROADS))
def test_a_save_in_a_scene_to_which_only_a_text_leads_is_opened_again(road: str) -> None:
    g = wood(step="travel", leads="hill", start=journey())
    g.content = book("", NO_LINK, *ROADS[road])
    assert "hill" in scenes_reached(g.content.pack, "first")
    assert asked(play(reopened(g))).topic == "between"


def test_a_scene_to_which_a_story_card_of_another_chapter_leads_is_not_reached() -> None:
    """The second Chapter has no Story cards."""
    assert "hill" not in scenes_reached(book("", NO_LINK, *ROADS["a Story card"]).pack, "second")


def test_a_scene_to_which_nothing_leads_is_found_by_the_check() -> None:
    with pytest.raises(BadPack, match="no link leads to the Scene 'hill'"):
        book("", NO_LINK)


@pytest.mark.rule("SF-Q104")
@pytest.mark.parametrize("deck", [["night", "fog"], ["gloom", "night", "fog"], ["night"], []])
def test_a_save_is_opened_wherever_the_final_shadow_card_lies(deck: list[str]) -> None:
    g = arrived(wood(shadow_deck=deck))
    assert reopened(g).shadows.layers == [(card,) for card in deck]


def test_a_final_shadow_card_in_no_order_among_others_is_no_save_of_ours() -> None:
    record = saved(arrived(wood()))
    mixed = replace(record, shadows=Deck(layers=(("fog", "night"),)))
    with pytest.raises(SetupError, match="the final Shadow card lies among others in no order"):
        check_journey(CONTENT, mixed)
