"""A drawing is cut along a rectangle: what lies outside does not leave with the part inside."""

from __future__ import annotations

import re

import pytest

from foldtale.kernel.pack.scissors import Rectangle, cut_out, lines_of
from foldtale.kernel.scene import Cut

CELL = Rectangle(100, 100, 200, 200)


def parts(path: str, **more: object) -> list[str]:
    return [cut.path for cut in cut_out([Cut(path=path, **more)], CELL)]  # type: ignore[arg-type]


def test_a_filled_shape_ends_at_the_edge_and_starts_at_a_new_origin() -> None:
    assert parts("M150 50H400V150H150Z", fill="sea") == ["M50 0L100 0L100 50L50 50Z"]


def test_a_shape_that_covers_everything_is_the_rectangle() -> None:
    assert sorted(parts("M0 0H900V900H0Z", fill="sea")[0][1:-1].split("L")) == [
        "0 0",
        "0 100",
        "100 0",
        "100 100",
    ]


def test_a_line_that_comes_back_is_two_lines() -> None:
    assert parts("M50 120H150V250H180V120", stroke="road") == ["M0 20L50 20L50 100M80 100L80 20"]


def test_what_lies_elsewhere_is_left_out() -> None:
    assert parts("M0 0H50V50Z", fill="sea") == parts("M0 0H50V50", stroke="road") == []


@pytest.mark.parametrize(
    "path", ["M90 150q60-120 120 0t60 40z", "m90 150c30-90 60-90 120 0s40 60 80 0", "M90 150Q130 20 180 260"]
)
@pytest.mark.parametrize("paint", [{"fill": "sea"}, {"stroke": "road"}])
def test_nothing_of_a_curve_is_outside(path: str, paint: dict[str, str]) -> None:
    numbers = [float(word) for part in parts(path, **paint) for word in re.findall(r"-?[\d.]+", part)]
    assert numbers
    assert all(0 <= number <= 100 for number in numbers)


def test_a_curve_keeps_its_shape() -> None:
    points = lines_of("M0 0Q50 100 100 0")[0].points
    assert all(abs(y - 2 * x * (100 - x) / 100) < 0.01 for x, y in points)


def test_what_is_pasted_inside_is_cut_as_well() -> None:
    paper = Cut(
        path="M0 0H900V900H0Z",
        fill="sea",
        inside=(Cut(path="M0 150H900", stroke="foam"), Cut(path="M0 0H9", stroke="foam")),
    )
    (cut,) = cut_out([paper], CELL)
    assert [pasted.path for pasted in cut.inside] == ["M0 50L100 50"]


def test_an_arc_is_refused() -> None:
    with pytest.raises(ValueError, match="'a' cannot be cut"):
        lines_of("M0 0a5 5 0 1 0 10 0z")
