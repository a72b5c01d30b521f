"""A state begins with empty fields, by what it declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from foldtale.kernel.facts import empty
from foldtale.kernel.talk import State


class Shelf(State):
    """A field of each sort that a state can have."""

    books: int
    title: str
    is_open: bool
    hands: tuple[str, ...]
    piles: list[int]
    at: dict[str, str]
    seats: Mapping[str, int]
    kept: Annotated[Mapping[str, str], "kept"]
    keeper: State

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        super().__init__()
        empty(self)

    def copy(self) -> Shelf:
        return Shelf()


def test_each_field_begins_with_the_empty_value_of_its_type() -> None:
    shelf = Shelf()
    assert (shelf.books, shelf.title, shelf.is_open, shelf.hands) == (0, "", False, ())
    assert (shelf.piles, shelf.at, shelf.seats, shelf.kept) == ([], {}, {}, {})
    assert not hasattr(shelf, "keeper")


def test_two_states_share_no_empty_list() -> None:
    one, other = Shelf(), Shelf()
    one.piles.append(1)
    one.at["hat"] = "rack"
    assert (other.piles, other.at) == ([], {})
