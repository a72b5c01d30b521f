"""The yard: the map on which the words of cards are tried out, one after the other.

A, B, C and D lie in a row; a wall is between A and C, and nobody comes to E.
"""

from __future__ import annotations

IN_THE_YARD = {"SID": "A", "LARA": "B", "KEN": "C"}


def ground(objects: str, *borders: str, a: str = "", c: str = "", d: str = "") -> str:
    """The map card, with these objects, more borders, and what else is said of some areas."""
    more = "".join([f"    - {{between: {border}}}\n" for border in borders])
    return f"""
- card: yard
  kind: map
  title: The yard
  areas: {{A: {{name: A{a}}}, B: {{name: B}}, C: {{name: C{c}}}, D: {{name: D{d}}}, E: {{name: E}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [B, C], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [A, C], line: solid}}
{more}  objects: {{{objects}}}
"""
