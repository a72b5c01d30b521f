"""What is told: every kind of line, by its rule, of a player or of nobody."""

from __future__ import annotations

from tests.told import lines_of, listed

LINES = """
WB-003 takes part
WB-006 a card says*, counts*, is driven*
WB-008 chapter*
WB-013 opens*
WB-015 reads, reads on
WB-041 recovers hearts
WB-043 appears*, figure leaves*
WB-047 learns
WB-062 writes*
WB-068 finds
WB-070 is discarded*
WB-076 draws a shred
WB-081 special rule*
WB-084 lays out*
WB-088 goal*
WB-091 goal met*
WB-093 players' phase*
WB-094 turn
WB-108 rolls
WB-109 loses hearts
WB-111 rolls again
WB-113 goes
WB-117 collects
WB-119 loses sparks
WB-121 gains sparks
WB-123 attacks
WB-132 is stunned*
WB-136 is defeated*
WB-145 uses
WB-146 enemies' phase*
WB-147 reveals*
WB-153 shuffles*
WB-154 spawns*
WB-156 supply is empty*
WB-163 wyrm stands up*
WB-164 loses hearts
WB-166 wyrm moves*
WB-170 is knocked out
WB-174 loses hearts
WB-175 destiny down*
WB-176 stands up
WB-179 destiny down*, destiny up*
WB-187 ends*
WB-193 purple card*
WB-Q132 sparks appear*
WB-Q20 not solved*, solved*
WB-Q54 stays as it is*
WB-Q61 figure is defeated*, figure loses hearts*
WB-Q70 is removed*
WB-Q86 figure goes*
WB-Q98 goes
"""
"""What the stored Chapters tell of, by rule; with a star, what is told of nobody."""


def test_stored_chapters_tell_of_everything_by_its_rule() -> None:
    assert listed(LINES) - lines_of("wonderbook") == set()
