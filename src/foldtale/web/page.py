"""The page for players: files that were built once, held in memory, small where they can be."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

STATIC: Final = Path(__file__).with_name("static")
INDEX: Final = "index.html"
KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Said here, because what a system says of files differs. Litestar adds that text is UTF-8."""
SMALL_ALREADY: Final = (".jpg", ".mp3", ".ogg", ".png", ".webp", ".woff2")
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Every name below assets/ has a digest of the file in it."""
ASK_AGAIN: Final = "no-cache"
NOT_PAGES: Final = ("api", "assets", "health", "schema")
UNBUILT: Final = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Foldtale</title><link rel="stylesheet" href="/api/style.css"></head>
<body><main><h1>Foldtale</h1>
<p>The page has not been built in this copy of Foldtale: <code>./run play</code> in its folder builds it,
and so does <code>pip install .</code> there.</p></main></body></html>
"""
Req = Request[Any, Any, Any]


class File(NamedTuple):
    """A file as it is, and packed with gzip if that is smaller."""

    kind: str
    whole: bytes
    packed: bytes

    @classmethod
    def read(cls, path: Path) -> File:
        whole = path.read_bytes()
        packed = b"" if path.suffix in SMALL_ALREADY else gzip.compress(whole, mtime=0)
        kind = KINDS.get(path.suffix, "application/octet-stream")
        return cls(kind, whole, packed if len(packed) < len(whole) else b"")

    def answer(self, request: Req, keep: str) -> Response[bytes]:
        packed = self.packed and takes_gzip(request.headers.get("accept-encoding", ""))
        headers = {"cache-control": keep, "vary": "accept-encoding"}
        if packed:
            headers["content-encoding"] = "gzip"
        return Response(self.packed if packed else self.whole, media_type=self.kind, headers=headers)


class Page:
    """All files of the built page by their names. What is not among them cannot be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix]
        self.files = {path.relative_to(folder).as_posix(): File.read(path) for path in paths}

    def index(self, request: Req) -> Response[bytes]:
        if INDEX not in self.files:
            return Response(UNBUILT.encode(), media_type=KINDS[".html"], status_code=503)
        return self.files[INDEX].answer(request, ASK_AGAIN)

    def instead(self, request: Req) -> Response[bytes] | None:
        """What stands at an address that has no route: a file beside the index, or the page for people."""
        name = request.scope["path"].removeprefix("/")
        if request.method != "GET" or name.partition("/")[0] in NOT_PAGES:
            return None
        if name in self.files:
            return self.files[name].answer(request, ASK_AGAIN)
        return self.index(request) if "text/html" in request.headers.get("accept", "") else None


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding allows for gzip."""
    for part in accepted.split(","):
        name, _, weight = part.partition(";")
        if name.strip().casefold() == "gzip":
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def page_of(request: Req) -> Page:
    page: Page = request.app.state.page
    return page


@get(["/", "/about", "/t/{table:str}"], include_in_schema=False)
async def front(request: Req) -> Response[bytes]:
    """The page itself finds out what is wanted, from its address."""
    return page_of(request).index(request)


@get("/assets/{name:path}", include_in_schema=False)
async def asset(request: Req) -> Response[bytes]:
    """A file of the page that never changes."""
    found = page_of(request).files.get(request.scope["path"].removeprefix("/"))
    if found is None:
        raise NotFoundException
    return found.answer(request, FOR_EVER)
