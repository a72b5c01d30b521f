"""Pages: what lies open, what was told, what was read."""

from __future__ import annotations

from foldtale.kernel.pack.pages import BOOK_CLOSED, PageId, page_id

FRONT = PageId("I-1")
BACK = PageId("I-1", "back")


def test_a_page_is_named_by_its_card_and_part() -> None:
    assert [page.key for page in (FRONT, BACK)] == ["I-1", "I-1 back"]
    assert [page_id("I-1"), page_id("I-1 back")] == [FRONT, BACK]


def test_a_page_that_lies_open_counts_as_read_once() -> None:
    pages = BOOK_CLOSED.opened(FRONT).opened(BACK).opened(FRONT)
    assert (pages.open, pages.reading) == (FRONT, True)
    assert pages.read == ("I-1", "I-1 back")


def test_the_next_page_tells_nothing_of_the_one_before() -> None:
    pages = BOOK_CLOSED.opened(FRONT).tells("I-1", "bell").opened(BACK)
    assert (pages.told, pages.unread) == ((), False)


def test_a_text_told_again_stands_last_and_once() -> None:
    pages = BOOK_CLOSED.opened(FRONT).tells("I-1", "bell").tells("I-1", "fog").tells("I-1", "bell")
    assert pages.told == ("fog", "bell")
    assert pages.told_besides({"bell": "It rings.\n\nTwice.", "fog": "Fog."}) == (
        "Fog.",
        "It rings.",
        "Twice.",
    )


def test_another_card_adds_nothing_to_the_open_page() -> None:
    pages = BOOK_CLOSED.opened(FRONT)
    assert pages.tells("I-2", "bell") is pages


def test_what_was_told_is_unread_until_the_page_is_read_again() -> None:
    pages = BOOK_CLOSED.opened(FRONT).tells("I-1", "bell")
    assert pages.unread
    assert not pages.being_read(True).unread
    assert pages.being_read(True).being_read(False).tells("I-1", "fog").unread


def test_a_page_that_came_between_gives_way_to_the_one_before() -> None:
    before = BOOK_CLOSED.opened(FRONT).tells("I-1", "bell")
    after = before.opened(PageId("lesson")).reopened(before)
    assert (after.open, after.told) == (FRONT, ("bell",))
    assert after.read == ("I-1", "lesson")
