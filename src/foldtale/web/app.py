"""The HTTP API, its description, and the app that a server runs."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Annotated, Any, Final, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import BodyKwarg, JSONBody, PathParameter, QueryParameter

from foldtale import __version__
from foldtale.kernel.errors import Incident
from foldtale.kernel.tongue import languages, ours
from foldtale.table.messages import (
    Bye,
    Done,
    GameCard,
    Health,
    ImportedTable,
    Invitation,
    Invite,
    Join,
    Moment,
    NewTable,
    Point,
    Pointed,
    RefusedThere,
    RuleText,
    Said,
    Summary,
    TableCard,
    Turn,
    Update,
    View,
)
from foldtale.table.refusals import Refused, in_words
from foldtale.table.store import StoreDown
from foldtale.web import games
from foldtale.web.api_page import STYLE, api_page
from foldtale.web.deeds import DEEDS, Deed
from foldtale.web.description import exact, refusals, says
from foldtale.web.door import App, Door, Shut
from foldtale.web.live import live
from foldtale.web.page import Page, asset, front, page_of
from foldtale.web.service import Service
from foldtale.web.sessions import cookie_of, session_in
from foldtale.web.settings import Settings
from foldtale.web.theme import Theme, theme_of

log = logging.getLogger("foldtale")

MESSAGES: Final = [
    Bye, Done, GameCard, Health, ImportedTable, Invitation, Invite, Join, Moment, NewTable, Point, Pointed,
    RefusedThere, RuleText, Said, Summary, TableCard, Theme,
    Turn, Update, View, *[deed.takes for deed in DEEDS.values()],
]  # fmt: skip
Ident = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{4,40}$", description="The id of the table.")]
Seat = Annotated[int, QueryParameter(name="seat", ge=0, le=30, description="Your seat; 30 if you watch.")]
Lang = Annotated[
    str,
    QueryParameter(
        name="lang",
        pattern=f"^({'|'.join(languages())})$",
        description="The language you read; what a game does not say in it stays English.",
    ),
]
MatchNumber = Annotated[
    int,
    QueryParameter(
        name="match", ge=0, le=1_000_000, description="Which match of the table; 0 is the present one."
    ),
]
Req = Request[Any, Any, Any]
BUSY_FOR: Final = "3"
"""Seconds after which somebody who was refused because of others may come again."""

READS: Final = refusals(400, 403, 404, 429, 503)
ACTS: Final = refusals(400, 403, 404, 409, 413, 415, 422, 429, 503)
MAKES: Final = refusals(400, 403, 404, 413, 415, 422, 429, 503)


def session_of(request: Req) -> str:
    return session_in(request.scope["headers"], service_of(request).settings)


def service_of(request: Req) -> Service:
    service: Service = request.app.state.service
    return service


def with_cookie(request: Req, session: str, view: View, status: int) -> Response[View]:
    """An answer that gives the browser its key."""
    cookie = cookie_of(session, service_of(request).settings)
    headers = {"location": f"/api/tables/{view.table}?seat={view.you}"} if status == 201 else {}
    return Response(view, status_code=status, cookies=[cookie], headers=headers)


@get(
    "/api/games",
    tags=["Games"],
    summary="Installed games, with what can be chosen",
    sync_to_thread=False,
    operation_id="games",
    responses=refusals(400, 429),
)
def list_games(lang: Lang = "en") -> list[GameCard]:
    return games.cards(lang)


GameName = Annotated[
    str, PathParameter(pattern=r"^[a-z][a-z0-9_]{0,40}$", description="The name of the game.")
]


@get(
    "/api/games/{game:str}/theme",
    tags=["Games"],
    summary="How a game looks",
    sync_to_thread=False,
    operation_id="theme",
    responses=refusals(400, 404, 429),
)
def theme(game: GameName) -> Response[Theme]:
    """Colours in two lights, a display face, icons, and figures cut from paper."""
    return Response(theme_of(games.named(game)), headers={"cache-control": "public, max-age=300"})


@get(
    "/api/games/{game:str}/rules",
    tags=["Games"],
    summary="The rulebook of a game",
    sync_to_thread=False,
    operation_id="rules",
    responses=refusals(400, 404, 429),
)
def rules(game: GameName) -> Response[tuple[RuleText, ...]]:
    """Every rule, example and ruling, by the ids that questions and tales name."""
    return Response(games.rulebook(game), headers={"cache-control": "public, max-age=300"})


@get(
    "/api/games/{game:str}/summary",
    tags=["Games"],
    summary="The rules of a game in short",
    sync_to_thread=False,
    operation_id="summary",
    responses=refusals(400, 404, 429),
)
def summary(game: GameName, lang: Lang = "en") -> Response[Summary]:
    """A page of Markdown for whoever has never played it; empty if the game has none."""
    return Response(games.summary(game, lang), headers={"cache-control": "public, max-age=300"})


@get(
    "/api/tables",
    tags=["Tables"],
    summary="Your tables",
    operation_id="myTables",
    responses=refusals(400, 429, 503),
)
async def list_tables(request: Req, lang: Lang = "en") -> list[TableCard]:
    """Only those at which you have a place, the last touched first."""
    return await service_of(request).tables(session_of(request), lang)


@post("/api/tables", tags=["Tables"], summary="Make a table", operation_id="makeTable", responses=MAKES)
async def create(request: Req, data: JSONBody[NewTable], lang: Lang = "en") -> Response[View]:
    """You are its host, and hold every place that is "me"."""
    session = await service_of(request).own_session(session_of(request))
    return with_cookie(request, session, await service_of(request).create(session, data, lang), 201)


@post(
    "/api/tables/import",
    tags=["Tables"],
    summary="Make a table from a tale",
    operation_id="importTale",
    responses=MAKES,
)
async def take_in(request: Req, data: JSONBody[ImportedTable], lang: Lang = "en") -> Response[View]:
    """The match goes on where the file ends."""
    session = await service_of(request).own_session(session_of(request))
    return with_cookie(request, session, await service_of(request).take_in(session, data, lang), 201)


@post(
    "/api/tables/{ident:str}/join",
    tags=["Tables"],
    summary="Take a seat by a link",
    status_code=200,
    operation_id="join",
    responses=ACTS,
)
async def join(request: Req, ident: Ident, data: JSONBody[Join], lang: Lang = "en") -> Response[View]:
    """The secret of the link is exchanged for a cookie."""
    session = await service_of(request).own_session(session_of(request))
    return with_cookie(request, session, await service_of(request).join(session, ident, data, lang), 200)


@get(
    "/api/tables/{ident:str}",
    tags=["Tables"],
    summary="The table as your seat sees it",
    operation_id="view",
    responses=READS,
)
async def view(
    request: Req,
    ident: Ident,
    seat: Seat,
    have: Annotated[
        str, QueryParameter(name="have", max_length=40, description="The mark of the story you have.")
    ] = "",
    lang: Lang = "en",
) -> View:
    return await service_of(request).view(session_of(request), ident, seat, have, lang)


@post(
    "/api/tables/{ident:str}/invite",
    tags=["Seats"],
    summary="A link for a seat",
    operation_id="invite",
    responses=ACTS,
)
async def invite(request: Req, ident: Ident, data: JSONBody[Invite]) -> Invitation:
    """As host for a seat that nobody holds, or 30 for somebody who watches; for your own, to hand it over.

    With `device: true` you play your own seat on another device, too.
    """
    return await service_of(request).invite(session_of(request), ident, data)


@post(
    "/api/tables/{ident:str}/leave",
    tags=["Seats"],
    summary="Leave the table",
    status_code=204,
    operation_id="leave",
    responses=ACTS,
)
async def leave(request: Req, ident: Ident) -> None:
    """Your seats are open again. If you are the host, the next person at the table is."""
    await service_of(request).leave(session_of(request), ident)


@delete(
    "/api/tables/{ident:str}",
    tags=["Tables"],
    summary="Delete the table",
    operation_id="deleteTable",
    responses=READS,
)
async def remove(request: Req, ident: Ident) -> None:
    """As host: the table, its matches and its links are gone for good."""
    await service_of(request).delete(session_of(request), ident)


@post(
    "/api/tables/{ident:str}/point",
    tags=["Play"],
    summary="Point at an element",
    status_code=204,
    operation_id="point",
    responses=ACTS,
)
async def point(request: Req, ident: Ident, data: JSONBody[Point]) -> None:
    """The others see it, as far as it is in their own scene."""
    await service_of(request).point(session_of(request), ident, data)


@get(
    "/api/tables/{ident:str}/history",
    tags=["History"],
    summary="An earlier moment",
    operation_id="moment",
    responses=READS,
)
async def history(
    request: Req,
    ident: Ident,
    seat: Seat,
    number: Annotated[
        int, QueryParameter(name="number", ge=1, le=1 << 53, description="The question that was open.")
    ],
    match: MatchNumber = 0,
    lang: Lang = "en",
) -> Response[Moment]:
    """What your seat saw and knew when a question was open, and nothing that it learnt later."""
    moment = await service_of(request).moment(session_of(request), ident, seat, number, match, lang)
    return Response(cast("Moment", msgspec.Raw(moment)))


@get(
    "/api/tables/{ident:str}/export",
    tags=["History"],
    summary="The tale as a file",
    media_type=MediaType.TEXT,
    operation_id="export",
    responses=READS,
)
async def export(
    request: Req, ident: Ident, seat: Seat, match: MatchNumber = 0, lang: Lang = "en"
) -> Response[str]:
    """The whole `.tale` when nobody has secrets from you or the match is over; otherwise your seat's view.

    A finished match whose tale tells you secrets cannot be taken back any more.
    """
    name, text = await service_of(request).export(session_of(request), ident, seat, match, lang)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


def deed_route(name: str, deed: Deed) -> HTTPRouteHandler:
    """A deed as a request; its answer is the view after it."""

    async def do(request: Req, ident: str, data: Any, lang: str = "en") -> View:
        service, session = service_of(request), session_of(request)
        seat = getattr(data, "seat", None)
        try:
            await service.do(session, ident, name, data)
        except Refused as refusal:
            if refusal.status == 409:
                refusal.view = await service.any_view(session, ident, seat, lang)
            raise
        view = await service.any_view(session, ident, seat, lang)
        if view is None:
            raise Refused("no such table", "you have no place at this table any more")
        return view

    do.__annotations__ = {
        "request": Req,
        "ident": Ident,
        "data": Annotated[deed.takes, BodyKwarg(media_type=RequestEncodingType.JSON)],
        "lang": Lang,
        "return": View,
    }
    do.__name__ = do.__qualname__ = name.replace("-", "_")
    do.__doc__ = deed.said
    return post(
        f"/api/tables/{{ident:str}}/{name}",
        tags=[deed.tag],
        summary=deed.title,
        description=deed.said,
        operation_id=re.sub(r"-(.)", lambda found: found[1].upper(), name),
        status_code=200,
        responses=ACTS,
    )(do)


@get(
    "/health",
    tags=["Service"],
    summary="Whether the service is well",
    operation_id="health",
    responses=refusals(429, 503),
)
async def health(request: Req) -> Health:
    return await service_of(request).health()


class Described:
    """The description of the API, made when somebody first asks for it: that takes a while."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    @cached_property
    def description(self) -> dict[str, Any]:
        cookie = self._app.state.service.settings.cookie
        return exact(self._app.openapi_schema.to_schema(), MESSAGES, cookie)

    @cached_property
    def page(self) -> str:
        return api_page(self.description)


def described(request: Req) -> Described:
    found: Described = request.app.state.described
    return found


class Exact(JsonRenderPlugin):
    """The description of the API for programs, in place of Litestar's own."""

    def render(self, request: Req, openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(described(request).description)


@get("/api", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def describe(request: Req) -> str:
    """The description of the API for people."""
    return described(request).page


@get("/api/style.css", include_in_schema=False, media_type="text/css", sync_to_thread=False)
def style() -> str:
    return STYLE


def refused(request: Req, refusal: Refused) -> Response[Said]:
    lang = request.query_params.get("lang", "en")
    said = in_words(refusal, ours(lang if lang in languages() else "en"))
    headers = {"retry-after": BUSY_FOR} if refusal.reason == "busy" else {}
    return Response(Said(refusal.reason, said, refusal.view), status_code=refusal.status, headers=headers)


def shut_out(request: Req, shut: Shut) -> Response[Said]:
    """Refuse a body that turned out too large or too slow while it was read, and close the connection."""
    response = refused(request, Refused(shut.reason, shut.said))
    response.headers["connection"] = "close"
    return response


def store_is_down(request: Req, error: StoreDown) -> Response[Said]:
    log.warning("the store does not answer", extra={"said": str(error)})
    return Response(Said("store", "the store does not answer; try again in a moment"), status_code=503)


def incident(request: Req, error: Incident) -> Response[Said]:
    log.error("the rules failed", extra={"path": request.url.path, "said": str(error)})
    return Response(Said("incident", "the rules failed, and nothing has changed"), status_code=409)


def http_error(request: Req, error: HTTPException) -> Response[Any]:
    """What Litestar refuses, in our words; to people who are lost, the page."""
    if error.status_code == 404 and (found := page_of(request).instead(request)) is not None:
        return found
    reasons = {404: "no such page", 405: "wrong method", 413: "too large", 429: "too fast"}
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
    if isinstance(error, RecursionError | UnicodeDecodeError):
        return Response(Said("bad request", "this is no text, or nested too deeply"), status_code=400)
    log.error("a mistake of ours", exc_info=error, extra={"path": request.url.path})
    return Response(Said("incident", "this is a mistake of ours; nothing has changed"), status_code=500)


ROUTES: Final = [
    list_games, theme, rules, summary,
    list_tables, create, take_in, join, view, invite, leave, remove, point, history, export,
    health, front, asset, describe, style, live, *[deed_route(name, deed) for name, deed in DEEDS.items()],
]  # fmt: skip


def create_app(settings: Settings) -> Door:
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
            title="The Foldtale API",
            version=__version__,
            description=says(),
            security=[{"cookie": []}],
            path="/schema",
            render_plugins=[Exact(path="/openapi.json")],
        ),
        exception_handlers={
            Refused: refused,
            Shut: shut_out,
            StoreDown: store_is_down,
            Incident: incident,
            HTTPException: http_error,
            Exception: our_mistake,
        },
        logging_config=None,
    )
    app.state.service = service
    app.state.page = Page()
    app.state.described = Described(app)
    return Door(cast("App", app), settings, service)
