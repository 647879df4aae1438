"""The HTTP API: how its paths are declared, and what is done around every handler. A GET changes
nothing; a POST must come from our own page."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, partial
from types import MethodType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of, host_of
from siegeworks.server.http.answers import NOT_FOUND, HttpError, error_answer, json
from siegeworks.server.http.logs import Reason, log_refusal, route_of
from siegeworks.server.http.origins import Origins, without_folders
from siegeworks.server.http.sessions import check_token, has_token
from siegeworks.server.http.websocket import DAILY_LIMIT, shortened
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.job_process import JobFailed
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.tables.seat_keys import UnknownKey, UnknownSecret
from siegeworks.server.tables.table_server import TableServer

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])
MAX_BODY_BYTES = 2 * m.MAX_RECORD_LENGTH  # a record may be written with escapes
ANOTHER_ORIGIN: Reason = "a page of another origin"
TOO_MANY: Reason = "too many requests"
UNKNOWN_CODE: Reason = "an unknown invitation code"
UNKNOWN_KEY: Reason = "an unknown or expired seat key"
SLOW_DOWN = "Too many requests from your address. Wait a little."
# The limits that some handlers have for themselves; `ServerSettings` has the first as `board_rate`.
OwnRate = Literal["board", "branch", "lesson", "map", "offline", "puzzle", "status"]


@dataclass(frozen=True)
class Declared:
    """What a method of `Routes` answers, declared by decorating it. Its docstring tells programs
    what it does. It is given the request, the parts of the path by their names and, as `body`, what
    was sent with a POST. Such a POST or a DELETE from a page of another origin never gets there."""

    method: str
    path: str  # with the names of its parts in braces
    _: KW_ONLY
    rate: OwnRate | None = None  # that it counts against; None: that of all requests with a body
    gives: type | None = None  # the type of the answer's body, if the annotation does not say it
    asks: Mapping[str, str] = field(default_factory=dict)  # what may stand after the ?, by name
    scope: m.Scope | None = None  # that a personal token needs; None: nothing depends on an account
    stores: bool = True  # may something be stored for its body?

    def __call__(self, handler: H) -> H:
        handler.declared = self  # type: ignore[attr-defined]
        return handler


get, post, delete = partial(Declared, "GET"), partial(Declared, "POST"), partial(Declared, "DELETE")
hints_of = cache(get_type_hints)


class ApiRoute(Route):
    """A path, its handler and what programs must know of both."""

    def __init__(self, api: Api, declared: Declared, handler: MethodType) -> None:
        super().__init__(declared.path, self._answer, methods=[declared.method])
        self._api, self.declared, self.handler = api, declared, handler
        hints = hints_of(handler.__func__)
        self.method, self.body = declared.method, hints.get("body")
        self.gives = declared.gives or hints["return"]

    async def _answer(self, request: Request) -> Response:
        return await self._api.answer(request, self)

    @property
    def sentence(self) -> str:
        """What it does."""
        doc = inspect.getdoc(self.handler) or ""
        return " ".join(doc.split("\n\n")[0].split())


class Routes:
    """Handlers of the HTTP API, each for the path that it declares."""

    def __init__(self, api: Api) -> None:
        self._api, self._server = api, api.server
        self._rooms, self._store = api.server.rooms, api.server.store

    def routes(self) -> list[ApiRoute]:
        """All paths, in the order in which they are written."""
        return [
            ApiRoute(self._api, handler.declared, getattr(self, name))
            for name, handler in vars(type(self)).items()
            if hasattr(handler, "declared")
        ]


def check_rate(rate: Limiter, request: Request, cost: float = 1.0) -> None:
    """Count a request against the rate that its address has.

    Raises:
        HttpError: there are too many.
    """
    if not rate.take(address_of(request), cost):
        raise HttpError(429, SLOW_DOWN, TOO_MANY)


class Api:
    """What is done around every handler."""

    def __init__(self, server: TableServer, origins: Origins) -> None:
        """Answers for these tables; the pages of these origins may change something."""
        self.server, self.origins, self.settings = server, origins, server.settings
        self._requests, self._posts = Limiter(self.settings.request_rate), server.addresses.posts
        self.rates = {
            name: Limiter(getattr(self.settings, f"{name}_rate")) for name in get_args(OwnRate)
        }

    async def _body(self, request: Request, route: ApiRoute) -> Any:
        """The body of a request, if it is of the kind that the handler is given.

        Raises:
            HttpError: it does not arrive, or there are too many.
            SiegeworksError: it is not of this kind.
        """
        raw = await read_body(request, self.settings.body_seconds)
        try:
            body = msgspec.json.decode(raw, type=route.body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise SiegeworksError(f"Invalid request: {shortened(str(error))}.") from None
        storage, address = self.server.addresses.storage, address_of(request)
        if route.declared.stores and not storage.take(address, 1 + getattr(body, "step", 0)):
            raise HttpError(429, DAILY_LIMIT)
        if getattr(body, "map_rows", ""):  # it needs a board
            check_rate(self.rates["board"], request)
        cost = self.server.replays.cost(getattr(body, "record", ""))
        if cost:
            check_rate(self._posts, request, cost)
        return body

    def _check_origin(self, request: Request) -> None:
        """Check that a request may change something.

        Raises:
            HttpError: it comes from another page.
        """
        # No page of another origin can send a token with its requests.
        if not has_token(request) and not self.origins.allow(request):
            raise HttpError(403, "Only a page of this server may do this.", ANOTHER_ORIGIN)

    async def answer(self, request: Request, route: ApiRoute) -> Response:
        """Run a handler; a failure is answered in a sentence."""
        declared = route.declared
        try:
            check_rate(self._requests, request)
            await check_token(request, declared.scope)
            given = dict(request.path_params)
            if any("\0" in part for part in given.values()):  # PostgreSQL takes no zero bytes
                raise HttpError(404, NOT_FOUND)
            if declared.method == "DELETE" or route.body is not None:
                self._check_origin(request)
                check_rate(self.rates.get(declared.rate, self._posts), request)
            elif declared.rate is not None:
                check_rate(self.rates[declared.rate], request)
            if route.body is not None:
                given["body"] = await self._body(request, route)
            answer = await route.handler(request, **given)
        except HttpError as error:
            if error.reason is not None:
                log_refusal(route_of(request.scope), host_of(request), error.reason)
            return error_answer(str(error), error.status)
        except TooManyJobs as error:
            log_refusal(route_of(request.scope), host_of(request), TOO_MANY)
            return error_answer(str(error), 429)
        except NoSuchJob as error:
            return error_answer(str(error), 404)
        except (NotStored, JobFailed) as error:
            return error_answer(str(error), 503)
        except SiegeworksError as error:
            if isinstance(error, UnknownSecret):
                reason = UNKNOWN_KEY if isinstance(error, UnknownKey) else UNKNOWN_CODE
                log_refusal(route_of(request.scope), host_of(request), reason)
            sentence = without_folders(str(error), self.server.rooms.games.maps_folder)
            return error_answer(sentence, 400)
        except Exception as error:
            log_failure(f"a request of {declared.path} failed", error)
            return error_answer("The server failed. Nothing was changed.", 500)
        if answer is None:
            return Response(status_code=204)
        return answer if isinstance(answer, Response) else json(answer)


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
