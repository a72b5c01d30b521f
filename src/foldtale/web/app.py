"""The HTTP API, its description, and the app that a server runs."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
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
from litestar.types import Method
from litestar.types.internal_types import PathParameterDefinition

from foldtale import __version__
from foldtale.kernel.errors import Incident
from foldtale.kernel.tongue import languages, ours
from foldtale.table.desk import hashed
from foldtale.table.messages import (
    Advices,
    AtQuestion,
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
    ReviewView,
    RuleText,
    Said,
    Summary,
    TableCard,
    Turn,
    Update,
    View,
)
from foldtale.table.refusals import Refused, in_words
from foldtale.table.store import AWAY, StoreDown
from foldtale.web import games as installed
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
    Advices, AtQuestion, Bye, Done, GameCard, Health, ImportedTable, Invitation, Invite, Join, Moment,
    NewTable, Point, Pointed,
    RefusedThere, ReviewView, RuleText, Said, Summary, TableCard, Theme,
    Turn, Update, View, *[deed.takes for deed in DEEDS.values()],
]  # fmt: skip
Ident = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{4,40}$", description="The id of the table.")]
GameName = Annotated[
    str, PathParameter(pattern=r"^[a-z][a-z0-9_]{0,40}$", description="The name of the game.")
]
Seat = Annotated[int, QueryParameter(name="seat", ge=0, le=30, description="Your seat; 30 if you watch.")]
Lang = Annotated[
    str,
    QueryParameter(
        name="lang",
        pattern=f"^({'|'.join(languages())})$",
        description="The language you read; what a game does not say in it stays English.",
    ),
]
Have = Annotated[
    str, QueryParameter(name="have", max_length=40, description="The mark of the story you have.")
]
Question = Annotated[
    int, QueryParameter(name="number", ge=1, le=1 << 53, description="The question that was open.")
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
KEEP: Final = {"cache-control": "public, max-age=300"}

GAMES: Final = refusals(400, 404, 429)
READS: Final = refusals(400, 403, 404, 429, 503)
ENDED: Final = refusals(400, 403, 404, 409, 429, 503)
ACTS: Final = refusals(400, 403, 404, 409, 413, 415, 422, 429, 503)
MAKES: Final = refusals(400, 403, 404, 413, 415, 422, 429, 503)
TABLES: Final = "/api/tables"
TABLE: Final = "/api/tables/{ident:str}"


def operation_id(handler: HTTPRouteHandler, method: Method, path: list[str | PathParameterDefinition]) -> str:
    """The name of a handler in camel case."""
    return re.sub(r"_(.)", lambda found: found[1].upper(), handler.handler_name)


def service_of(request: Req) -> Service:
    service: Service = request.app.state.service
    return service


def holder_of(request: Req) -> str:
    return hashed(session_in(request.scope["headers"], service_of(request).settings))


async def let_in(request: Req, enter: Callable[[str], Awaitable[View]], status: int = 201) -> Response[View]:
    """Let a guest enter a table with a session of this service, and give the session to the browser."""
    service = service_of(request)
    session = await service.own_session(session_in(request.scope["headers"], service.settings))
    view = await enter(hashed(session))
    headers = {"location": f"/api/tables/{view.table}?seat={view.you}"} if status == 201 else {}
    cookie = cookie_of(session, service.settings)
    return Response(view, status_code=status, cookies=[cookie], headers=headers)


@get(
    "/api/games",
    tags=["Games"],
    summary="Installed games, with what can be chosen",
    responses=refusals(400, 429),
)
async def games(lang: Lang = "en") -> list[GameCard]:
    return installed.cards(lang)


@get("/api/games/{game:str}/theme", tags=["Games"], summary="How a game looks", responses=GAMES)
async def theme(game: GameName) -> Response[Theme]:
    """Colours in two lights, a display face, icons, and figures cut from paper."""
    return Response(theme_of(installed.named(game)), headers=KEEP)


@get("/api/games/{game:str}/rules", tags=["Games"], summary="The rulebook of a game", responses=GAMES)
async def rules(game: GameName) -> Response[tuple[RuleText, ...]]:
    """Every rule, example and ruling, by the ids that questions and tales name."""
    return Response(installed.rulebook(game), headers=KEEP)


@get("/api/games/{game:str}/summary", tags=["Games"], summary="The rules of a game in short", responses=GAMES)
async def summary(game: GameName, lang: Lang = "en") -> Response[Summary]:
    """A page of Markdown for whoever has never played it; empty if the game has none."""
    return Response(Summary(installed.named(game).summary(lang)), headers=KEEP)


@get(TABLES, tags=["Tables"], summary="Your tables", responses=refusals(400, 429, 503))
async def my_tables(request: Req, lang: Lang = "en") -> list[TableCard]:
    """Only those at which you have a place, the last touched first."""
    return await service_of(request).tables(holder_of(request), lang)


@post(TABLES, tags=["Tables"], summary="Make a table", responses=MAKES)
async def make_table(request: Req, data: JSONBody[NewTable], lang: Lang = "en") -> Response[View]:
    """You are its host, and hold every place that is "me"."""
    return await let_in(request, lambda holder: service_of(request).create(holder, data, lang))


@post(f"{TABLES}/import", tags=["Tables"], summary="Make a table from a tale", responses=MAKES)
async def import_tale(request: Req, data: JSONBody[ImportedTable], lang: Lang = "en") -> Response[View]:
    """The match goes on where the file ends."""
    return await let_in(request, lambda holder: service_of(request).take_in(holder, data, lang))


@post(f"{TABLE}/join", tags=["Tables"], summary="Take a seat by a link", status_code=200, responses=ACTS)
async def join(request: Req, ident: Ident, data: JSONBody[Join], lang: Lang = "en") -> Response[View]:
    """The secret of the link is exchanged for a cookie."""
    return await let_in(request, lambda holder: service_of(request).join(holder, ident, data, lang), 200)


@get(TABLE, tags=["Tables"], summary="The table as your seat sees it", responses=READS)
async def view(request: Req, ident: Ident, seat: Seat, have: Have = "", lang: Lang = "en") -> View:
    return await service_of(request).view(holder_of(request), ident, seat, have, lang)


@post(f"{TABLE}/invite", tags=["Seats"], summary="A link for a seat", responses=ACTS)
async def invite(request: Req, ident: Ident, data: JSONBody[Invite]) -> Invitation:
    """As host for a seat that nobody holds, or 30 for somebody who watches; for your own, to hand it over.

    With `device: true` you play your own seat on another device, too.
    """
    return await service_of(request).invite(holder_of(request), ident, data)


@post(f"{TABLE}/leave", tags=["Seats"], summary="Leave the table", status_code=204, responses=ACTS)
async def leave(request: Req, ident: Ident) -> None:
    """Your seats are open again. If you are the host, the next person at the table is."""
    await service_of(request).leave(holder_of(request), ident)


@delete(TABLE, tags=["Tables"], summary="Delete the table", responses=READS)
async def delete_table(request: Req, ident: Ident) -> None:
    """As host: the table, its matches and its links are gone for good."""
    await service_of(request).delete(holder_of(request), ident)


@post(f"{TABLE}/point", tags=["Play"], summary="Point at an element", status_code=204, responses=ACTS)
async def point(request: Req, ident: Ident, data: JSONBody[Point]) -> None:
    """The others see it, as far as it is in their own scene."""
    await service_of(request).point(holder_of(request), ident, data)


@post(f"{TABLE}/hint", tags=["Play"], summary="What would a bot do?", status_code=200, responses=ACTS)
async def hint(request: Req, ident: Ident, data: JSONBody[AtQuestion], lang: Lang = "en") -> Advices:
    """Up to three options of your question with their chances, from what your seat knows alone."""
    return await service_of(request).hint(holder_of(request), ident, data, lang)


@get(f"{TABLE}/history", tags=["History"], summary="An earlier moment", responses=READS)
async def moment(
    request: Req, ident: Ident, seat: Seat, number: Question, match: MatchNumber = 0, lang: Lang = "en"
) -> Response[Moment]:
    """What your seat saw and knew when a question was open, and nothing that it learnt later."""
    then = await service_of(request).moment(holder_of(request), ident, seat, number, match, lang)
    return Response(cast("Moment", msgspec.Raw(then)))


@get(f"{TABLE}/review", tags=["History"], summary="A finished match looked at again", responses=ENDED)
async def review(
    request: Req, ident: Ident, seat: Seat, match: MatchNumber = 0, lang: Lang = "en"
) -> ReviewView:
    """Each side's chance of winning over the match, and up to three moments that turned it.

    It is made of what your seat could know at the time, in the background, and kept.
    """
    return await service_of(request).review(holder_of(request), ident, seat, match, lang)


@get(
    f"{TABLE}/export",
    tags=["History"],
    summary="The tale as a file",
    media_type=MediaType.TEXT,
    responses=READS,
)
async def export(
    request: Req, ident: Ident, seat: Seat, match: MatchNumber = 0, lang: Lang = "en"
) -> Response[bytes]:
    """The whole `.tale` when nobody has secrets from you or the match is over; otherwise your seat's view.

    A finished match whose tale tells you secrets cannot be taken back any more.
    """
    name, data = await service_of(request).export(holder_of(request), ident, seat, match, lang)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=MediaType.TEXT, headers=headers)


def deed_route(name: str, deed: Deed) -> HTTPRouteHandler:
    """A deed as a request; its answer is the view after it."""

    async def do(request: Req, ident: str, data: Any, lang: str = "en") -> View:
        service, holder = service_of(request), holder_of(request)
        seat = getattr(data, "seat", None)
        try:
            await service.do(holder, ident, name, data)
        except Refused as refusal:
            if refusal.status == 409:
                refusal.view = await service.any_view(holder, ident, seat, lang)
            raise
        view = await service.any_view(holder, ident, seat, lang)
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
    return post(
        f"{TABLE}/{name}",
        tags=[deed.tag],
        summary=deed.title,
        description=deed.said,
        status_code=200,
        responses=ACTS,
    )(do)


@get("/health", tags=["Service"], summary="Whether the service is well", responses=refusals(429, 503))
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


class Exact(JsonRenderPlugin):
    """The description of the API for programs, in place of Litestar's own."""

    def render(self, request: Req, openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(request.app.state.described.description)


@get("/api", include_in_schema=False, media_type=MediaType.HTML)
async def describe(request: Req) -> str:
    """The description of the API for people."""
    page: str = request.app.state.described.page
    return page


@get("/api/style.css", include_in_schema=False, media_type="text/css")
async def style() -> str:
    return STYLE


def refused(request: Req, refusal: Refused) -> Response[Said]:
    """Say why not; close the connection after a body that turned out too large or too slow."""
    lang = request.query_params.get("lang", "en")
    said = in_words(refusal, ours(lang if lang in languages() else "en"))
    headers = {"retry-after": BUSY_FOR} if refusal.reason == "busy" else {}
    if isinstance(refusal, Shut):
        headers["connection"] = "close"
    return Response(Said(refusal.reason, said, refusal.view), status_code=refusal.status, headers=headers)


def store_is_down(request: Req, error: StoreDown) -> Response[Said]:
    log.warning("the store does not answer", extra={"said": str(error)})
    return Response(Said("store", AWAY), status_code=503)


def incident(request: Req, error: Incident) -> Response[Said]:
    log.error("the rules failed", extra={"path": request.url.path, "said": str(error)})
    return Response(Said("incident", "the rules failed, and nothing has changed"), status_code=409)


def http_error(request: Req, error: HTTPException) -> Response[Any]:
    """What Litestar refuses, in our words; to people who are lost, the page."""
    if error.status_code == 404 and (found := page_of(request).instead(request)) is not None:
        return found
    reasons = {404: "no such page", 405: "wrong method", 413: "too large", 429: "too fast"}
    extra = getattr(error, "extra", None)
    details = [one for one in extra if isinstance(one, dict)] if isinstance(extra, list) else []
    more = "; ".join([f"{one.get('key', '')}: {one.get('message', '')}" for one in details])
    text = f"{error.detail}: {more}" if more else error.detail
    text = text if error.status_code < 500 else "this is a mistake of ours"
    said = Said(reasons.get(error.status_code, "bad request"), text)
    headers = {name: value for name, value in (error.headers or {}).items() if name.casefold() == "allow"}
    return Response(said, status_code=error.status_code, headers=headers)


def our_mistake(request: Req, error: Exception) -> Response[Said]:
    if isinstance(error, RecursionError | UnicodeDecodeError):
        return Response(Said("bad request", "this is no text, or nested too deeply"), status_code=400)
    log.error("a mistake of ours", exc_info=error, extra={"path": request.url.path})
    return Response(Said("incident", "this is a mistake of ours; nothing has changed"), status_code=500)


ROUTES: Final = [
    games, theme, rules, summary,
    my_tables, make_table, import_tale, join, view, invite, leave, delete_table, point, hint, moment, review,
    export, health, front, asset, describe, style, live,
    *[deed_route(name, deed) for name, deed in DEEDS.items()],
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
            operation_id_creator=operation_id,
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
    app.state.page = Page()
    app.state.described = Described(app)
    return Door(cast("App", app), settings, service)
