"""The HTTP API, its description, and the app that a server runs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import BodyKwarg, JSONBody, PathParameter, QueryParameter

from foldtale import __version__
from foldtale.kernel.errors import Incident
from foldtale.table.messages import (
    GameCard,
    Health,
    ImportedTable,
    Invitation,
    Invite,
    Join,
    Moment,
    NewTable,
    Point,
    Said,
    TableCard,
    View,
)
from foldtale.table.refusals import Refused
from foldtale.table.store import StoreDown
from foldtale.web import games
from foldtale.web.api_page import STYLE, api_page
from foldtale.web.deeds import DEEDS, Deed
from foldtale.web.door import App, Door
from foldtale.web.live import COOKIE, live
from foldtale.web.service import Service, new_session
from foldtale.web.settings import Settings

log = logging.getLogger("foldtale")

MESSAGES: Final = [
    GameCard, Health, ImportedTable, Invite, Join, Invitation, Moment, NewTable, Point, Said, TableCard, View,
    *[deed.takes for deed in DEEDS.values()],
]  # fmt: skip
A_YEAR: Final = 365 * 24 * 3600
Ident = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{4,40}$", description="The id of the table.")]
Seat = Annotated[int, QueryParameter(name="seat", ge=0, le=30, description="Your seat; 30 if you watch.")]
MatchNumber = Annotated[
    int,
    QueryParameter(
        name="match", ge=0, le=1_000_000, description="Which match of the table; 0 is the present one."
    ),
]
Req = Request[Any, Any, Any]

SAYS: Final = """\
Storybook adventure board games. Make a table, take its seats, and play.

**Who you are.** Creating or joining a table sets the cookie `foldtale`; send it with every request. A
link like `…/#/join/TABLE/SECRET` is joined by sending its secret to `/api/tables/TABLE/join`. One cookie
may hold many seats.

**Playing.** `GET /api/tables/TABLE?seat=0` gives the view of a seat. If `your_turn` is true, answer the
question in `scene.ask` with its `number` and the `key` of one of its `choices`. Numbers only grow: an
answer that comes late or twice is refused with status 409 and the present view, and nothing happens
twice. An answer is kept before it is acknowledged.

**Watching.** Open a WebSocket at `/api/tables/TABLE/live?seat=0`. It sends `{"kind": "view", …}` with
all fields of a View, then `{"kind": "update", "changed": {…}, "scene": {…}, "story": {…}}` with the
fields that have changed, `{"kind": "turn", "number": n}` when it is your turn, `{"kind": "pointed",
"seat": n, "element": id}` and `{"kind": "bye", "message": …}`. Send `{"do": "answer", "number": 7,
"keys": ["draw"], "id": 1}`: the `do` is the last part of a path below, the fields those of its body
without `seat`. It replies with `{"kind": "done", "id": 1}` or `{"kind": "refused", "id": 1, "refused":
…, "message": …}`. When you come back, add `&have=MARK` with the `mark` of the last story part, and the
story begins there.
"""

REFUSALS: Final = {
    status: ResponseSpec(Said, description=said, generate_examples=False)
    for status, said in (
        (400, "What was sent cannot be read."),
        (403, "Not your seat, not the host, or a page of somebody else."),
        (404, "There is no such table, or you have no place at it."),
        (409, "The table does not allow it now; the present view is in the answer."),
        (413, "Too large."),
        (422, "A setup, a tale or an address that is not good."),
        (429, "Too many requests; wait a moment."),
        (503, "The store does not answer; try again."),
    )
}


def session_of(request: Req) -> str:
    return str(request.cookies.get(COOKIE, ""))


def service_of(request: Req) -> Service:
    service: Service = request.app.state.service
    return service


def with_cookie(request: Req, session: str, view: View, status: int) -> Response[View]:
    """An answer that gives the browser its key."""
    secure = service_of(request).settings.is_secure
    cookie = Cookie(
        COOKIE, value=session, path="/", max_age=A_YEAR, httponly=True, samesite="strict", secure=secure
    )
    return Response(view, status_code=status, cookies=[cookie])


@get("/api/games", tags=["Games"], summary="Installed games, with what can be chosen", sync_to_thread=False)
def list_games() -> list[GameCard]:
    return games.cards()


@get("/api/tables", tags=["Tables"], summary="Your tables")
async def list_tables(request: Req) -> list[TableCard]:
    """Only those at which you have a place, the last touched first."""
    return await service_of(request).tables(session_of(request))


@post("/api/tables", tags=["Tables"], summary="Make a table", responses=REFUSALS)
async def create(request: Req, data: JSONBody[NewTable]) -> Response[View]:
    """You are its host, and hold every place that is "me"."""
    session = session_of(request) or new_session()
    return with_cookie(request, session, await service_of(request).create(session, data), 201)


@post("/api/tables/import", tags=["Tables"], summary="Make a table from a tale", responses=REFUSALS)
async def take_in(request: Req, data: JSONBody[ImportedTable]) -> Response[View]:
    """The match goes on where the file ends."""
    session = session_of(request) or new_session()
    return with_cookie(request, session, await service_of(request).take_in(session, data), 201)


@post(
    "/api/tables/{ident:str}/join",
    tags=["Tables"],
    summary="Take a seat by a link",
    status_code=200,
    responses=REFUSALS,
)
async def join(request: Req, ident: Ident, data: JSONBody[Join]) -> Response[View]:
    """The secret of the link is exchanged for a cookie."""
    session = session_of(request) or new_session()
    return with_cookie(request, session, await service_of(request).join(session, ident, data), 200)


@get("/api/tables/{ident:str}", tags=["Tables"], summary="The table as your seat sees it", responses=REFUSALS)
async def view(
    request: Req,
    ident: Ident,
    seat: Seat,
    have: Annotated[
        str, QueryParameter(name="have", max_length=40, description="The mark of the story you have.")
    ] = "",
) -> View:
    return await service_of(request).view(session_of(request), ident, seat, have)


@post("/api/tables/{ident:str}/invite", tags=["Seats"], summary="A link for a seat", responses=REFUSALS)
async def invite(request: Req, ident: Ident, data: JSONBody[Invite]) -> Invitation:
    """As host for any seat, or 30 for somebody who watches; for your own seat, to use it elsewhere."""
    return await service_of(request).invite(session_of(request), ident, data.seat)


@post(
    "/api/tables/{ident:str}/leave",
    tags=["Seats"],
    summary="Leave the table",
    status_code=204,
    responses=REFUSALS,
)
async def leave(request: Req, ident: Ident) -> None:
    """Your seats are open again. If you are the host, the next person at the table is."""
    await service_of(request).leave(session_of(request), ident)


@delete("/api/tables/{ident:str}", tags=["Tables"], summary="Delete the table", responses=REFUSALS)
async def remove(request: Req, ident: Ident) -> None:
    """As host: the table, its matches and its links are gone for good."""
    await service_of(request).delete(session_of(request), ident)


@post(
    "/api/tables/{ident:str}/point",
    tags=["Play"],
    summary="Point at an element",
    status_code=204,
    responses=REFUSALS,
)
async def point(request: Req, ident: Ident, data: JSONBody[Point]) -> None:
    """The others see it, as far as it is in their own scene."""
    await service_of(request).point(session_of(request), ident, data)


@get("/api/tables/{ident:str}/history", tags=["History"], summary="An earlier moment", responses=REFUSALS)
async def history(
    request: Req,
    ident: Ident,
    seat: Seat,
    number: Annotated[
        int, QueryParameter(name="number", ge=1, le=1 << 53, description="The question that was open.")
    ],
    match: MatchNumber = 0,
) -> Moment:
    """What your seat saw and knew when a question was open, and nothing that it learnt later."""
    return await service_of(request).moment(session_of(request), ident, seat, number, match)


@get(
    "/api/tables/{ident:str}/export",
    tags=["History"],
    summary="The tale as a file",
    media_type=MediaType.TEXT,
    responses=REFUSALS,
)
async def export(request: Req, ident: Ident, seat: Seat, match: MatchNumber = 0) -> Response[str]:
    """The whole `.tale` when nobody has secrets from you or the match is over; otherwise your seat's view."""
    name, text = await service_of(request).export(session_of(request), ident, seat, match)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def deed_route(name: str, deed: Deed) -> HTTPRouteHandler:
    """A deed as a request; its answer is the view after it."""

    async def do(request: Req, ident: str, data: Any) -> View:
        service, session = service_of(request), session_of(request)
        seat = getattr(data, "seat", None)
        try:
            await service.do(session, ident, name, data)
        except Refused as refusal:
            if refusal.status == 409:
                refusal.view = await service.any_view(session, ident, seat)
            raise
        view = await service.any_view(session, ident, seat)
        if view is None:
            raise Refused("no such table", "you have no place at this table any more")
        return view

    do.__annotations__ = {
        "request": Req,
        "ident": Ident,
        "data": Annotated[deed.takes, BodyKwarg(media_type=RequestEncodingType.JSON)],
        "return": View,
    }
    do.__name__ = do.__qualname__ = name.replace("-", "_")
    do.__doc__ = deed.said
    summary = (
        deed.said.partition(":")[0].rstrip(".")
        if len(deed.said) < 90
        else name.replace("-", " ").capitalize()
    )
    tag = (
        "Play"
        if name in ("answer", "propose", "undo", "consent", "order", "drop-orders", "again")
        else "Seats"
    )
    path = f"/api/tables/{{ident:str}}/{name}"
    return post(
        path, tags=[tag], summary=summary, description=deed.said, status_code=200, responses=REFUSALS
    )(do)


@get("/health", tags=["Service"], summary="Whether the service is well")
async def health(request: Req) -> Health:
    return await service_of(request).health()


class Exact(JsonRenderPlugin):
    """The description of the API for programs, in place of Litestar's own."""

    def render(self, request: Req, openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(request.app.state.description)


@get("/api", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def describe(request: Req) -> str:
    """The description of the API for people."""
    return api_page(request.app.state.description)


@get("/api/style.css", include_in_schema=False, media_type="text/css", sync_to_thread=False)
def style() -> str:
    return STYLE


def refused(request: Req, refusal: Refused) -> Response[Said]:
    return Response(Said(refusal.reason, refusal.said, refusal.view), status_code=refusal.status)


def store_is_down(request: Req, error: StoreDown) -> Response[Said]:
    log.warning("the store does not answer")
    return Response(Said("store", "the store does not answer; try again in a moment"), status_code=503)


def incident(request: Req, error: Incident) -> Response[Said]:
    return Response(Said("incident", f"nothing has changed: {error}"), status_code=409)


def http_error(request: Req, error: HTTPException) -> Response[Said]:
    """What Litestar refuses, in our words."""
    reasons = {404: "no such table", 405: "bad request", 413: "too large", 429: "too fast"}
    more = "; ".join([f"{one.get('key', '')}: {one.get('message', '')}" for one in _details(error)])
    said = (
        f"{error.detail}{': ' if more else ''}{more}"
        if error.status_code < 500
        else "this is a mistake of ours"
    )
    headers = {name: value for name, value in (error.headers or {}).items() if name.casefold() == "allow"}
    return Response(
        Said(reasons.get(error.status_code, "bad request"), said),
        status_code=error.status_code,
        headers=headers,
    )


def _details(error: HTTPException) -> list[dict[str, Any]]:
    extra = getattr(error, "extra", None)
    return [one for one in extra if isinstance(one, dict)] if isinstance(extra, list) else []


def our_mistake(request: Req, error: Exception) -> Response[Said]:
    if isinstance(error, RecursionError):
        return Response(Said("bad request", "this is nested too deeply to be read"), status_code=400)
    log.error("a mistake of ours", exc_info=error, extra={"path": request.url.path})
    return Response(Said("incident", "this is a mistake of ours; nothing has changed"), status_code=500)


def exact(description: dict[str, Any]) -> dict[str, Any]:
    """The description with the exact form of every message, which msgspec knows best."""
    _, forms = msgspec.json.schema_components(MESSAGES, ref_template="#/components/schemas/{name}")
    plain: dict[str, Any] = msgspec.to_builtins(description)
    return {**plain, "components": {**plain["components"], "schemas": forms}}


ROUTES: Final = [
    list_games, list_tables, create, take_in, join, view, invite, leave, remove, point, history, export,
    health, describe, style, live, *[deed_route(name, deed) for name, deed in DEEDS.items()],
]  # fmt: skip


def create_app(settings: Settings) -> App:
    """The whole service, door and all."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await service.house.start()
        yield
        await service.house.stop()

    app = Litestar(
        ROUTES,
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="Foldtale",
            version=__version__,
            description=SAYS,
            path="/schema",
            render_plugins=[Exact(path="/openapi.json")],
        ),
        exception_handlers={
            Refused: refused,
            StoreDown: store_is_down,
            Incident: incident,
            HTTPException: http_error,
            Exception: our_mistake,
        },
        logging_config=None,
    )
    app.state.service = service
    app.state.description = exact(app.openapi_schema.to_schema())
    return Door(cast("App", app), settings)
