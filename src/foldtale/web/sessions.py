"""The cookie that holds a session: how it is called, read and given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from litestar.datastructures import Cookie

from foldtale.web.settings import COOKIE, Settings

SHORTEST: Final = 16
LONGEST: Final = 100
A_YEAR: Final = 365 * 24 * 3600


def session_in(headers: Iterable[tuple[bytes, bytes]], settings: Settings) -> str:
    """Return the session that a client names, if it can be one of ours.

    Litestar's `cookies` are never used: the time to unquote a value grows with the square of its length.
    """
    header = next((value.decode("latin-1") for name, value in headers if name == b"cookie"), "")
    session = _cookie_in(header, settings.cookie) or ""
    return session if SHORTEST <= len(session) <= LONGEST else ""


def cookie_of(session: str, settings: Settings) -> Cookie:
    """Make the cookie that gives a session to a browser."""
    return _cookie(settings.cookie, session, A_YEAR, settings)


def former_session(header: str, settings: Settings) -> str:
    """Return the session of the plain cookie that an earlier version gave where TLS asks for another name.

    Other hosts of the same domain could set such a cookie too."""
    if settings.cookie == COOKIE or _cookie_in(header, settings.cookie) is not None:
        return ""
    return _cookie_in(header, COOKIE) or ""


def exchanged(session: str, settings: Settings) -> list[tuple[bytes, bytes]]:
    """Make the headers that put a new session in the place of a plain cookie."""
    cookies = (cookie_of(session, settings), _cookie(COOKIE, "", 0, settings))
    return [(b"set-cookie", cookie.to_header(header="").encode("latin-1")) for cookie in cookies]


def _cookie_in(header: str, wanted: str) -> str | None:
    """Return the value of a cookie as it stands in the header; the last one if it is there twice."""
    value = None
    for part in header.split(";"):
        name, _, said = part.partition("=")
        if name.strip() == wanted:
            value = said.strip()
    return value


def _cookie(name: str, value: str, age: int, settings: Settings) -> Cookie:
    return Cookie(
        name,
        value=value,
        path="/",
        max_age=age,
        httponly=True,
        samesite="strict",
        secure=settings.is_secure,
    )
