"""The HTTP API. A GET changes nothing; a POST must come from our own page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks import __version__
from siegeworks.bots import LEVELS
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import game_names, module
from siegeworks.lab.reports.balance import balance_of
from siegeworks.play.teaching.lessons import has_lessons
from siegeworks.play.teaching.puzzles import has_puzzles
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of, host_of
from siegeworks.server.http.answers import error_answer, json
from siegeworks.server.http.origins import Origins, without_folders
from siegeworks.server.http.programs.api_route import ApiRoute
from siegeworks.server.http.refusal_log import Reason, log_refusal
from siegeworks.server.http.request_log import route_of
from siegeworks.server.http.rulebook_html import rulebook_sections
from siegeworks.server.http.static_files import view_address
from siegeworks.server.http.websocket import DAILY_LIMIT, shortened
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.findings import GameBalance
from siegeworks.server.jobs.job_process import JobFailed
from siegeworks.server.jobs.preparation import map_text, scene_encoder
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.tables.seat_keys import UnknownKey, UnknownSecret
from siegeworks.server.tables.table_server import TableServer

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Any]]
# How a browser got seats: at a new game, at one that continues a record, or with new keys.
HowTaken = Literal["begun", "continued", "renewed"]
SeatsTaken = Callable[[Request, m.MyTable, HowTaken], Awaitable[None]]
CheckSeat = Callable[[Request, m.TakeSeat], Awaitable[None]]
CheckToken = Callable[[Request, m.Scope | None], Awaitable[None]]
MAX_BODY_BYTES = 2 * m.MAX_RECORD_LENGTH  # a record may be written with escapes
TOO_MANY: Reason = "too many requests"
ANOTHER_ORIGIN: Reason = "a page of another origin"
UNKNOWN_CODE: Reason = "an unknown invitation code"
UNKNOWN_KEY: Reason = "an unknown or expired seat key"
NEEDS_RATED = "Only a rated game can be for people of some ratings."
SLOW_DOWN = "Too many requests from your address. Wait a little."


class HttpError(SiegeworksError):
    """An answer with this status, and with a reason if it goes into the refusal log."""

    def __init__(self, status: int, sentence: str, reason: Reason | None = None) -> None:
        super().__init__(sentence)
        self.status, self.reason = status, reason


def check_rate(rate: Limiter, request: Request, cost: float = 1.0) -> None:
    """Count a request against the rate that its address has.

    Raises:
        HttpError: there are too many.
    """
    if not rate.take(address_of(request), cost):
        raise HttpError(429, SLOW_DOWN, TOO_MANY)


class Api:
    """The handlers, each for one path."""

    def __init__(
        self,
        server: TableServer,
        origins: Origins,
        seats_taken: SeatsTaken | None = None,
        check_token: CheckToken | None = None,
        check_seat: CheckSeat | None = None,
    ) -> None:
        """Answers for these tables.

        Args:
            server: the tables.
            origins: whose pages may change something.
            seats_taken: called once a browser has got seats.
            check_token: called before every handler, with the scope that a token needs there.
            check_seat: called before somebody takes a seat; raises if they may not.
        """
        self._check_seat = check_seat
        self._check_token = check_token
        self.server, self.origins, self._seats_taken = server, origins, seats_taken
        self.settings = limits = server.settings
        self._requests, self._posts = Limiter(limits.request_rate), server.addresses.posts
        self._boards, self._statuses = Limiter(limits.board_rate), Limiter(limits.status_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        return [
            self._get("/healthz", self.health),
            self._get("/api/games", self.games),
            self.route("GET", "/api/games/{name}", self.game, asks={"*": "options of the game"}),
            self.route("POST", "/api/games/{name}/details", self.game_on_map, takes=m.GameQuery),
            self._get("/api/games/{name}/rules", self.rules),
            self._get("/api/games/{name}/balance", self.balance),
            self._get("/api/tables/{table}/record", self.record),
            self._get("/api/tables/{table}/chance", self.chance),
            self.route("POST", "/api/tables", self.open_table, takes=m.NewTable, scope="play"),
            self.route("POST", "/api/tables/mine", self.my_tables, takes=m.MyTables),
            self.route("POST", "/api/tables/position", self.table_position, takes=m.MyTable),
            self._post("/api/invitation", m.InvitationRequest, self.invitation),
            self.route("POST", "/api/seats", self.take_seat, takes=m.TakeSeat, scope="play"),
            self.route(
                "POST", "/api/seats/renew", self.renew_seats, takes=m.RenewSeats, scope="play"
            ),
            self._post("/api/replay", m.ReplayRequest, self.server.replays.replay, gives=m.Replay),
        ]

    async def health(self, request: Request) -> m.Health:
        """The server runs: always 200, since starting it again would help nobody. Which stored
        tables are damaged, and whether it can store."""
        health, is_failing = self.server.store.health(), self.server.store.is_failing
        return m.Health(
            __version__,
            len(self.server.rooms.loaded),
            "ok" if health.is_ok and not is_failing else "degraded",
            health.damaged,
            len(health.complaints),
            health.lost,
        )

    async def games(self, request: Request) -> m.Games:
        """The games and the levels of bots."""
        return m.Games(
            [game_info(name) for name in game_names()],
            [m.LevelInfo(n, level.name, level.description) for n, level in enumerate(LEVELS, 1)],
        )

    async def game(self, request: Request) -> m.GameDetails:
        """A game with options: its seats and its board."""
        pairs = request.query_params.multi_items()
        if len(dict(pairs)) < len(pairs):
            raise SiegeworksError("An option is given twice.")
        if pairs:  # each set of options needs a board
            check_rate(self._boards, request)
        name, address = request.path_params["name"], address_of(request)
        return game_details(await self.server.rooms.games.get(name, dict(pairs), address))

    async def game_on_map(self, request: Request) -> m.GameDetails:
        """A game with options and a map, which can be too long for an address."""
        body = await self.body(request, m.GameQuery)
        name, address = request.path_params["name"], address_of(request)
        return game_details(
            await self.server.rooms.games.get(name, body.options, address, body.map_rows)
        )

    async def rules(self, request: Request) -> m.Rulebook:
        """A rulebook."""
        name = request.path_params["name"]
        return m.Rulebook(rulebook_sections(name), balance_of(name) is not None)

    async def balance(self, request: Request) -> GameBalance:
        """What many games between bots say of a game."""
        return GameBalance(balance_of(request.path_params["name"]))

    async def open_table(self, request: Request) -> m.TableOpened:
        """Open a table."""
        body = await self.body(request, m.NewTable)
        if body.within:
            raise SiegeworksError(NEEDS_RATED)
        if is_bot(request):
            own = [replace(seat, is_bot=seat.who == "me") for seat in body.seats]
            body = replace(body, seats=own)
        opened = await self.server.open_table(body, address_of(request))
        # What was played before says nothing about who plays on.
        await self._tell(request, opened, "begun" if not body.record else "continued")
        return opened

    async def take_seat(self, request: Request) -> m.SeatTaken:
        """Take a seat."""
        body = await self.body(request, m.TakeSeat)
        if is_bot(request):
            body = replace(body, is_bot=True)
        if self._check_seat is not None:
            await self._check_seat(request, body)
        taken = await self.server.seating.take(body, address_of(request))
        await self._tell(request, taken, "begun")
        return taken

    async def renew_seats(self, request: Request) -> m.SeatTaken:
        """New keys for seats."""
        body = await self.body(request, m.RenewSeats)
        taken = await self.server.seating.renew(body, address_of(request))
        await self._tell(request, taken, "renewed")
        return taken

    async def _tell(
        self, request: Request, taken: m.TableOpened | m.SeatTaken, how: HowTaken
    ) -> None:
        if self._seats_taken is not None and taken.yours:
            keys = [seat.key for seat in taken.yours]
            with suppress(SiegeworksError):  # the seats are taken all the same
                await self._seats_taken(request, m.MyTable(taken.table, keys), how)

    async def invitation(self, body: m.InvitationRequest, address: str) -> m.InvitationInfo:
        """What an invitation is for."""
        return await self.server.seating.invitation(body.code, address)

    async def my_tables(self, request: Request) -> m.TableStatuses:
        """How somebody's tables stand. Unknown keys are not logged as refusals: a page goes on
        asking for a table that was deleted."""
        body = await self.body(request, m.MyTables, self._statuses, stores=False)
        return await self.server.my_tables(body)

    async def table_position(self, request: Request) -> m.TablePosition:
        """How one of somebody's tables looks."""
        body = await self.body(request, m.MyTable, self._boards, stores=False)
        return await self.server.table_position(body, address_of(request))

    async def record(self, request: Request) -> Response:
        """A game as a file."""
        table = request.path_params["table"]
        name, text = await self.server.record(table, address_of(request))
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def chance(self, request: Request) -> m.OpenedChance:
        """What the dice of a finished game can be checked by."""
        return await self.server.chance(request.path_params["table"], address_of(request))

    # Around every handler ------------------------------------------------------------------------

    def _get(self, path: str, handler: Handler) -> Route:
        return self.route("GET", path, handler)

    def _post(
        self,
        path: str,
        kind: type[T],
        handler: Callable[[T, str], Awaitable[Any]],
        gives: type | None = None,
    ) -> Route:
        @wraps(handler)  # whose docstring and annotation the description takes
        async def checked(request: Request) -> Any:
            return await handler(await self.body(request, kind), address_of(request))

        return self.route("POST", path, checked, takes=kind, gives=gives)

    def route(
        self,
        method: str,
        path: str,
        handler: Handler,
        *,
        takes: type | None = None,
        gives: type | None = None,
        asks: Mapping[str, str] | None = None,
        scope: m.Scope | None = None,
    ) -> Route:
        """A path and its handler; the other arguments as of `ApiRoute`."""

        async def endpoint(request: Request) -> Response:
            return await self.answer(request, handler, scope)

        return ApiRoute(
            method,
            path,
            endpoint,
            handler=handler,
            takes=takes,
            gives=gives,
            asks=asks,
            scope=scope,
        )

    async def body(
        self, request: Request, kind: type[T], rate: Limiter | None = None, stores: bool = True
    ) -> T:
        """The body of a request that may be made, if it is of this kind.

        Args:
            request: with the body.
            kind: of the body.
            rate: the limit that it counts against; None: that of all requests with a body.
            stores: may something be stored for it?

        Raises:
            HttpError: it comes from another page, or there are too many.
            SiegeworksError: the body is not of this kind.
        """
        self.check_origin(request, rate)
        raw = await read_body(request, self.settings.body_seconds)
        try:
            body = msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise SiegeworksError(f"Invalid request: {shortened(str(error))}.") from None
        storage, address = self.server.addresses.storage, address_of(request)
        if stores and not storage.take(address, 1 + getattr(body, "step", 0)):
            raise HttpError(429, DAILY_LIMIT)
        if getattr(body, "map_rows", ""):  # it needs a board
            check_rate(self._boards, request)
        cost = self.server.replays.cost(getattr(body, "record", ""))
        if cost:
            check_rate(self._posts, request, cost)
        return body

    def check_origin(self, request: Request, rate: Limiter | None = None) -> None:
        """Check that a request may change something.

        Raises:
            HttpError: it comes from another page, or there are too many.
        """
        # No page of another origin can send a token with its requests.
        if not has_token(request) and not self.origins.allow(request):
            raise HttpError(403, "Only a page of this server may do this.", ANOTHER_ORIGIN)
        check_rate(rate or self._posts, request)

    async def answer(
        self, request: Request, handler: Handler, scope: m.Scope | None = None
    ) -> Response:
        """Run a handler; a failure is answered in a sentence.

        Args:
            request: from a browser or a program.
            handler: answers it.
            scope: that a personal token needs for it.
        """
        try:
            check_rate(self._requests, request)
            if self._check_token is not None:
                await self._check_token(request, scope)
            answer = await handler(request)
        except HttpError as error:
            if error.reason is not None:
                log_refusal(route_of(request.scope), host_of(request), error.reason)
            return error_answer(str(error), error.status)
        except TooManyJobs as error:
            log_refusal(route_of(request.scope), host_of(request), TOO_MANY)
            return error_answer(str(error), 429)
        except (NotStored, JobFailed) as error:
            return error_answer(str(error), 503)
        except SiegeworksError as error:
            if isinstance(error, UnknownSecret):
                reason = UNKNOWN_KEY if isinstance(error, UnknownKey) else UNKNOWN_CODE
                log_refusal(route_of(request.scope), host_of(request), reason)
            sentence = without_folders(str(error), self.server.rooms.games.maps_folder)
            return error_answer(sentence, 400)
        except Exception as error:
            log_failure(f"a request of {request.scope['route'].path} failed", error)
            return error_answer("The server failed. Nothing was changed.", 500)
        return answer if isinstance(answer, Response) else json(answer)


def has_token(request: HTTPConnection) -> bool:
    """Does a program show a personal token? Other kinds of authorization are those of proxies."""
    return request.headers.get("authorization", "").lower().startswith("bearer ")


def is_bot(request: HTTPConnection) -> bool:
    """Are the seats that it takes marked as those of a bot, whatever it says?"""
    return bool(getattr(request.state, "is_bot", False))


async def read_body(request: Request, seconds: float) -> bytes:
    """The body of a POST, which must arrive in so many seconds.

    Raises:
        HttpError: it is too long, too slow, or not declared as JSON.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HttpError(415, "Send JSON, with Content-Type: application/json.")
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > MAX_BODY_BYTES:
                    raise HttpError(413, f"Send at most {MAX_BODY_BYTES:,} bytes.")
    except (TimeoutError, ClientDisconnect):
        raise HttpError(408, "The request did not arrive completely. Send it again.") from None
    return bytes(body)


def game_info(name: str) -> m.GameInfo:
    """A game, as the home page shows it."""
    game, card = module(name), module(name).CARD
    options = [
        m.OptionInfo(o.name, o.default, list(o.values), o.meaning, o.shown_values)
        for o in game.OPTIONS
    ]
    return m.GameInfo(
        name,
        game.TITLE,
        game.IN_A_SENTENCE,
        game.CREDITS,
        card.seats_text,
        card.minutes,
        card.learning,
        card.luck,
        card.hidden,
        has_lessons(name),
        has_puzzles(name),
        options,
        view_address(name),
    )


def game_details(game: Game) -> m.GameDetails:
    """A game with its options, its seats and its board."""
    return m.GameDetails(
        game.name,
        game.title,
        dict(game.changed_options),
        list(game.seats),
        game.has_secrets,
        game.rules.agree is not None,
        scene_encoder(game).board,
        map_text(game),
    )
