"""What is asked for over HTTP. A GET changes nothing; a POST comes from our own page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks import __version__
from siegeworks.bots import LEVELS
from siegeworks.core.game import SiegeworksError
from siegeworks.games import game_names, module
from siegeworks.play.rulebook import rules_text
from siegeworks.server import messages as m
from siegeworks.server.doors import (
    ASKING,
    OPENING,
    SHAPING,
    Limiter,
    Origins,
    address_of,
    for_strangers,
    host_of,
)
from siegeworks.server.error_log import note
from siegeworks.server.preparing import scene_encoder
from siegeworks.server.refusals import Reason, note_refusal
from siegeworks.server.room import encode
from siegeworks.server.rooms import Rooms
from siegeworks.server.seat_tokens import UnknownSecret, UnknownToken
from siegeworks.server.sockets import TOO_MUCH_KEPT, shortened
from siegeworks.server.static_files import view_address
from siegeworks.server.store import NotStored

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Any]]
LONGEST_BODY = 2 * m.LONGEST_RECORD  # bytes; a record may be written with escapes
BODY_SECONDS = 30.0  # in which it is to arrive
TOO_MANY: Reason = "too many requests"
CODE: Reason = "an unknown code of an invitation"
TOKEN: Reason = "an unknown or expired token of a seat"


class NotAllowed(SiegeworksError):
    """Refused with a status of its own, and with a reason where it is to be noted."""

    def __init__(self, status: int, sentence: str, why: Reason | None = None) -> None:
        super().__init__(sentence)
        self.status, self.why = status, why


class Api:
    """The handlers, each for one path."""

    def __init__(self, rooms: Rooms, origins: Origins) -> None:
        self.rooms, self.origins = rooms, origins
        self._asking, self._opening = Limiter(ASKING), Limiter(OPENING)
        self._shaping = Limiter(SHAPING)

    def routes(self) -> list[Route]:
        """All paths."""
        return [
            self._get("/healthz", self.healthy),
            self._get("/api/games", self.games),
            self._get("/api/games/{name}", self.shape),
            self._get("/api/games/{name}/rules", self.rules),
            self._get("/api/lobby", self.lobby),
            self._get("/api/tables/{table}/record", self.record),
            self._post("/api/tables", m.NewTable, self.rooms.open),
            self._post("/api/invitation", m.AskInvitation, self.invited),
            self._post("/api/seats", m.TakeSeat, self.rooms.sit),
            self._post("/api/seats/renew", m.RenewSeats, self.rooms.renew),
            self._post("/api/replay", m.AskReplay, self.rooms.replay),
        ]

    async def healthy(self, request: Request) -> m.Healthy:
        """The server is up (200), and what of its tables is damaged. 503: nothing can be stored."""
        if self.rooms.store.is_failing:
            raise NotAllowed(503, "The disk takes nothing; the server goes on trying.")
        health = self.rooms.store.health()
        return m.Healthy(
            __version__,
            len(self.rooms.rooms),
            "ok" if health.is_well else "degraded",
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

    async def shape(self, request: Request) -> m.GameShape:
        """A game with options: who sits there, and its board."""
        pairs = request.query_params.multi_items()
        if len(dict(pairs)) < len(pairs):
            raise SiegeworksError("An option is given twice.")
        if pairs and not self._shaping.take(request):  # each set of options is a board to be made
            sentence = "Too many boards at once from your address; wait a little."
            raise NotAllowed(429, sentence, TOO_MANY)
        name, address = request.path_params["name"], address_of(request)
        game = await self.rooms.games.get(name, dict(pairs), address)
        return m.GameShape(
            game.name,
            game.title,
            dict(game.changed_options),
            list(game.seats),
            game.has_secrets,
            game.rules.agree is not None,
            scene_encoder(game).board,
        )

    async def rules(self, request: Request) -> m.RulesText:
        """A rulebook."""
        return m.RulesText(rules_text(request.path_params["name"]))

    async def lobby(self, request: Request) -> m.Lobby:
        """The tables with a seat for anybody."""
        return await self.rooms.lobby()

    async def invited(self, asked: m.AskInvitation, address: str) -> m.Invited:
        """What an invitation is for."""
        return await self.rooms.invited(asked.code, address)

    async def record(self, request: Request) -> Response:
        """A game as a file."""
        name, text = await self.rooms.record(request.path_params["table"], address_of(request))
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    # Around every handler ------------------------------------------------------------------------

    def _get(self, path: str, handler: Handler) -> Route:
        async def endpoint(request: Request) -> Response:
            return await self._answer(request, handler)

        return Route(path, endpoint, methods=["GET"])

    def _post(self, path: str, kind: type[T], handler: Callable[[T, str], Awaitable[Any]]) -> Route:
        decode = msgspec.json.Decoder(kind).decode

        async def checked(request: Request) -> Any:
            if not self.origins.allow(request):
                sentence = "Only a page of this server may ask for this."
                raise NotAllowed(403, sentence, "a page of another origin")
            if not self._opening.take(request):
                sentence = "Too much at once from your address; wait a little."
                raise NotAllowed(429, sentence, TOO_MANY)
            body = await body_of(request)
            try:
                asked = decode(body)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise SiegeworksError(f"This is not understood: {shortened(str(error))}.") from None
            if not self.rooms.keeping.take(request, 1 + getattr(asked, "step", 0)):
                raise NotAllowed(429, TOO_MUCH_KEPT)
            work = self.rooms.replay_cost(getattr(asked, "record", ""))
            if work and not self._opening.take(request, work):
                sentence = "Too much at once from your address; wait a little."
                raise NotAllowed(429, sentence, TOO_MANY)
            return await handler(asked, address_of(request))

        async def endpoint(request: Request) -> Response:
            return await self._answer(request, checked)

        return Route(path, endpoint, methods=["POST"])

    async def _answer(self, request: Request, handler: Handler) -> Response:
        """Do it, or say in a sentence why not."""
        try:
            if not self._asking.take(request):
                sentence = "Too many requests from your address; wait a little."
                raise NotAllowed(429, sentence, TOO_MANY)
            found = await handler(request)
        except NotAllowed as error:
            if error.why is not None:
                note_refusal(route_of(request), host_of(request), error.why)
            return json(m.Refusal(str(error)), error.status)
        except NotStored as error:
            return json(m.Refusal(str(error)), 503)
        except SiegeworksError as error:
            if isinstance(error, UnknownSecret):
                is_token = isinstance(error, UnknownToken)
                note_refusal(route_of(request), host_of(request), TOKEN if is_token else CODE)
            return json(m.Refusal(for_strangers(str(error))), 400)
        except Exception as error:
            note(f"a request of {request.scope['route'].path} failed", error)
            return json(m.Refusal("The server failed at this; nothing was done."), 500)
        return found if isinstance(found, Response) else json(found)


def route_of(request: Request) -> str:
    """What a request asks for, without what is to be found or told: "GET /api/games/{name}"."""
    return f"{request.method} {request.scope['route'].path}"


def json(message: Any, status: int = 200) -> Response:
    """A message as an answer that nobody keeps."""
    headers = {"cache-control": "no-store"}
    return Response(encode(message), status, headers, media_type="application/json")


async def body_of(request: Request) -> bytes:
    """The body of a POST.

    Raises:
        NotAllowed: it is too long or too slow, or no JSON by its own word.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise NotAllowed(415, "Send JSON, with Content-Type: application/json.")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_BODY:
                    raise NotAllowed(413, f"Send at most {LONGEST_BODY:,} bytes.")
    except (TimeoutError, ClientDisconnect):
        raise NotAllowed(408, "This did not arrive whole; send it again.") from None
    return bytes(body)


def game_info(name: str) -> m.GameInfo:
    """A game as the home page shows it."""
    game = module(name)
    options = [
        m.OptionInfo(o.name, o.default, list(o.values), o.meaning, o.shown_values)
        for o in game.OPTIONS
    ]
    return m.GameInfo(
        name,
        game.TITLE,
        game.IN_A_SENTENCE,
        game.CREDITS,
        game.SEAT_COUNT,
        options,
        view_address(name),
    )
