"""The ASGI application: page, HTTP API and WebSocket."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from siegeworks.server.http.addresses import address_of, counted_websocket, host_of
from siegeworks.server.http.analysis_routes import AnalysisRoutes
from siegeworks.server.http.answers import NOT_FOUND, error_answer
from siegeworks.server.http.api import Api, ApiRoute
from siegeworks.server.http.game_routes import GameRoutes
from siegeworks.server.http.logs import Reason, RequestLog, log_refusal
from siegeworks.server.http.map_routes import MapRoutes
from siegeworks.server.http.openapi import DescriptionRoutes
from siegeworks.server.http.origins import HostNames, Origins, RequestChecks, SafeHeaders
from siegeworks.server.http.people.account_routes import AccessRoutes, AccountRoutes, TokenRoutes
from siegeworks.server.http.people.account_tables import OwnTableRoutes, ServerTables, seats_here
from siegeworks.server.http.people.challenge_routes import ChallengeRoutes
from siegeworks.server.http.people.company_routes import CompanyRoutes
from siegeworks.server.http.people.notification_routes import (
    AccountNotificationRoutes,
    NotificationRoutes,
)
from siegeworks.server.http.people.profile_routes import ProfileRoutes
from siegeworks.server.http.people.rating_routes import RatingRoutes
from siegeworks.server.http.people.table_events import EventRoutes, TableEvents
from siegeworks.server.http.people.tournament_routes import TournamentRoutes
from siegeworks.server.http.static_files import Page
from siegeworks.server.http.table_routes import TableRoutes
from siegeworks.server.http.teaching.lesson_routes import LessonRoutes, RuleExampleRoutes
from siegeworks.server.http.teaching.offline_routes import OfflineRoutes
from siegeworks.server.http.teaching.puzzle_routes import PuzzleRoutes
from siegeworks.server.http.websocket import WebSocketConnection
from siegeworks.server.monitoring.metrics import WORKERS
from siegeworks.server.people.accounts import results
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.ratings.rated_games import Rater
from siegeworks.server.people.settings import NotificationSettings
from siegeworks.server.people.tournaments.director import Director
from siegeworks.server.runtime.error_log import log_failure, log_loop_failure
from siegeworks.server.runtime.limits import Account, Limiter, PerAddress
from siegeworks.server.tables.maintenance import KEEP_DAYS, Maintenance
from siegeworks.server.tables.table_server import TableServer

NOT_SET_UP = NotificationSettings()
SENTENCES = {404: NOT_FOUND, 405: "This method is not allowed here."}


def make_app(
    server: TableServer,
    origins: Sequence[str] = (),
    *,
    hosts: Sequence[str] = (),
    prepares: bool = True,
    keep_days: float = KEEP_DAYS,
    around: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    notifying: NotificationSettings = NOT_SET_UP,
) -> ASGIApp:
    """The server's application.

    Args:
        server: its tables; closed when the application stops.
        origins: other addresses of its page, behind a proxy: "https://play.example.org".
        hosts: names that the server listens on, in addition to those of this machine.
        prepares: compile all games before anybody asks for them.
        keep_days: after which an unused table is deleted; 0: never.
        around: entered once the server has started, and left before it stops.
        notifying: how people are notified when it is their turn.
    """
    names = HostNames(hosts, origins)
    limits, allowed = server.settings, Origins(names, origins)
    rate = Limiter(limits.websocket_rate)
    accounts = PerAddress(lambda address: Account(address, limits.traffic_rate))

    notifications = Notifications(server.store, notifying, partial(seats_here, server.rooms))
    rater = Rater(server.store, limits)
    director = Director(server.store, ServerTables(server), settings=limits)

    async def websocket(socket: WebSocket) -> None:
        address = address_of(socket)
        if not allowed.allow(socket):
            sentence = "Only a page of this server may connect to it."
            await _deny(socket, 403, sentence, "a page of another origin")
        elif not rate.take(address):
            sentence = "Too many connections from your address. Wait a little."
            await _deny(socket, 429, sentence, "too many connections")
        else:
            with counted_websocket(server.addresses, socket) as has_place:
                if has_place:
                    await WebSocketConnection(server.rooms, socket, accounts.get(address)).run()
                    return
            sentence = "Too many connections are open. Close one, or try later."
            await _deny(socket, 503, sentence, "too many connections")

    async def ready(request: Request) -> Response:
        """For load balancers. 200: this worker can serve. 503: send clients to another one; why."""
        if server.is_draining:
            return PlainTextResponse("This worker is stopping.\n", 503)
        if server.store.is_failing:
            return PlainTextResponse("Tables cannot be stored. The server keeps trying.\n", 503)
        return PlainTextResponse("ready\n")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(log_loop_failure)
        if prepares:
            server.prepare()
        maintenance = Maintenance(server.rooms, keep_days)
        maintenance.start()
        server.rooms.start()
        for worker in (notifications, rater, director):
            worker.start()
        WORKERS.inc()
        try:
            async with around():
                yield
        finally:
            WORKERS.dec()
            for worker in (notifications, rater, director):
                worker.stop()
            events.close()
            await maintenance.stop()
            await server.close()

    server.store.on_finished = results.note
    events = TableEvents(server)
    app = Starlette(
        routes=[
            *api_routes(server, allowed, notifications, events),
            Route("/readyz", ready),
            WebSocketRoute("/ws/{table}", websocket),  # for load balancers: `hello` names the table
            WebSocketRoute("/ws", websocket),  # pages that were loaded from an earlier version
            WebSocketRoute("/{path:path}", _no_websocket),
            Route("/{name:path}", Page().answer),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _failure},
        lifespan=lifespan,
    )
    app.state.store = server.store  # where `account_of` looks
    checked = RequestChecks(app, names, server.rooms.noticeboard.blocks)
    # Around everything: a failure is answered outside all middleware.
    return RequestLog(SafeHeaders(checked))


def api_routes(
    server: TableServer, allowed: Origins, notifications: Notifications, events: TableEvents
) -> list[ApiRoute]:
    """All paths of the HTTP API."""
    api = Api(server, allowed)
    handlers = (
        GameRoutes(api),
        TableRoutes(api),
        MapRoutes(api),
        AnalysisRoutes(api),
        LessonRoutes(api),
        PuzzleRoutes(api),
        OfflineRoutes(api),
        RuleExampleRoutes(api),
        NotificationRoutes(api, notifications),
        AccountRoutes(api),
        AccessRoutes(api),
        OwnTableRoutes(api),
        TokenRoutes(api),
        EventRoutes(api, events),
        ChallengeRoutes(api, events.ask),
        AccountNotificationRoutes(api, notifications),
        ProfileRoutes(api),
        CompanyRoutes(api),
        RatingRoutes(api),
        TournamentRoutes(api),
    )
    routes = [route for handler in handlers for route in handler.routes()]
    return [*routes, *DescriptionRoutes(api, routes).routes()]


async def _no_websocket(socket: WebSocket) -> None:
    await socket.send_denial_response(error_answer(SENTENCES[404], 404))


async def _deny(socket: WebSocket, status: int, sentence: str, reason: Reason) -> None:
    log_refusal("a WebSocket", host_of(socket), reason)
    await socket.send_denial_response(error_answer(sentence, status))


async def _failure(request: Request, error: Exception) -> Response:
    log_failure("a request failed", error)
    return error_answer("The server failed. Nothing was changed.", 500)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, "The server cannot do this.")
    return error_answer(sentence, error.status_code, error.headers)
