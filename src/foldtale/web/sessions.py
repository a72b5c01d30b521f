"""The cookie that holds a session: how it is called, read and given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar.datastructures import Cookie

from foldtale.web.settings import COOKIE, Settings

SHORTEST: Final = 16
LONGEST: Final = 100
A_YEAR: Final = 365 * 24 * 3600


def session_in(cookies: Mapping[str, str], settings: Settings) -> str:
    """Return the session that a client names, if it can be one of ours."""
    session = cookies.get(settings.cookie, "")
    return session if SHORTEST <= len(session) <= LONGEST else ""


def cookie_of(session: str, settings: Settings) -> Cookie:
    """Make the cookie that gives a session to a browser."""
    return _cookie(settings.cookie, session, A_YEAR, settings)


def former_session(header: str, settings: Settings) -> str:
    """Return the session of the plain cookie that an earlier version gave where TLS asks for another name.

    Other hosts of the same domain could set such a cookie too."""
    if settings.cookie == COOKIE:
        return ""
    pairs = [part.partition("=") for part in header.split(";")]
    cookies = {name.strip(): value.strip() for name, _, value in pairs}
    return "" if settings.cookie in cookies else cookies.get(COOKIE, "")


def exchanged(session: str, settings: Settings) -> list[tuple[bytes, bytes]]:
    """Make the headers that put a new session in the place of a plain cookie."""
    cookies = (cookie_of(session, settings), _cookie(COOKIE, "", 0, settings))
    return [(b"set-cookie", cookie.to_header(header="").encode("latin-1")) for cookie in cookies]


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
