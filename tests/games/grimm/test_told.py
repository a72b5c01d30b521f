"""What is told: every kind of line, by its rule, of a player or of nobody."""

from __future__ import annotations

from foldtale.kernel.match import Match
from tests.told import TALES, lines_of, listed

LINES = """
GR-005 turn
GR-008 plays as
GR-014 takes a quest
GR-015 is dealt Magic Items
GR-021 starts
GR-022 chapter, rolls
GR-026 event*
GR-033 turn
GR-035 places
GR-050 draws a Magic Item
GR-051 draws a Story card
GR-057 arms the Doubling face, doubles
GR-061 goes to
GR-067 reveals a quest, takes a quest
GR-068 puts under*, reveals a quest, takes a quest
GR-069 gets
GR-072 gets
GR-075 draws a Story card
GR-078 rides to
GR-079 draws a Magic Item
GR-083 completes
GR-088 picks up
GR-089 pays
GR-091 passes
GR-095 chapter ends*
GR-104 wins the Rabbit
GR-111 feeds the Wolf
GR-112 gives to the Wolf
GR-117 wins the Snake Die
GR-118 rolls the Snake Die
GR-120 gets
GR-123 sets
GR-124 uses
GR-126 reveals a quest, takes a quest
GR-136 plays
GR-142 gets
GR-143 chooses, gets, rerolls
GR-144 chooses
GR-145 nothing happens
GR-147 keeps
GR-148 side quest
GR-150 discards, is rid of
GR-152 fulfils
GR-160 scores
GR-162 wins
GR-176 team score*
GR-178 level*
GR-196 rerolls
GR-203 is rid of
GR-205 takes the quest
GR-213 takes from
GR-229 rerolls
GR-Q105 sets
GR-Q109 discards, loses
GR-Q111 is rid of
GR-Q123 discards
GR-Q124 last quest, the team stops*
GR-Q127 shuffles*
GR-Q133 announces
GR-Q134 discards a die
GR-Q18 draws a Magic Item
GR-Q22 goes to
GR-Q69 converts
GR-Q71 discards
GR-Q72 goes to
GR-Q97 takes back
"""
"""What the stored games tell of, by rule; with a star, what is told of nobody."""


def test_stored_games_tell_of_everything_by_its_rule() -> None:
    assert listed(LINES) - lines_of("grimm") == set()


def test_scores_are_told_with_their_sum() -> None:
    """Each player's Main Quests, what stories add or take, and both together."""
    for path in sorted((TALES / "grimm").glob("*.tale")):
        for line in Match.load(path).story(0):
            if line.get("tell") == "scores":
                quests, stories, total = line["about"]
                assert total == quests + stories
