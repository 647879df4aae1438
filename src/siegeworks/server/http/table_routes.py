"""The HTTP API of tables: opening them, taking seats, and how they stand"""

from msgspec import Raw
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Routes, get, post
from siegeworks.server.http.people.account_tables import HowTaken, seats_taken
from siegeworks.server.http.people.company_routes import check_seat
from siegeworks.server.http.sessions import is_bot
from siegeworks.server.tables.my_tables import my_tables, table_position
from siegeworks.server.tables.record_export import export, opened_chance

NEEDS_RATED = "Only a rated game can be for people of some ratings."


class TableRoutes(Routes):
    @get("/api/tables/{table}/record")
    async def record(self, request: Request, table: str) -> Response:
        """A game as a file."""
        name, text = await export(await self._rooms.get(table, address_of(request)))
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    @get("/api/tables/{table}/chance")
    async def chance(self, request: Request, table: str) -> m.OpenedChance:
        """What the dice of a finished game can be checked by."""
        return await opened_chance(await self._rooms.get(table, address_of(request)))

    @post("/api/tables", scope="play")
    async def open_table(self, request: Request, body: m.NewTable) -> m.TableOpened:
        """Open a table."""
        if body.within:
            raise SiegeworksError(NEEDS_RATED)
        if is_bot(request):
            own = [replace(seat, is_bot=seat.who == "me") for seat in body.seats]
            body = replace(body, seats=own)
        opened = await self._server.open_table(body, address_of(request))
        # What was played before says nothing about who plays on.
        how: HowTaken = "continued" if body.record else "begun"
        await seats_taken(self._server, request, opened, how)
        return opened

    @post("/api/tables/mine", rate="status", stores=False)
    async def my_tables(self, request: Request, body: m.MyTables) -> m.TableStatuses:
        """How somebody's tables stand. Unknown keys are not logged as refusals: a page goes on
        asking for a table that was deleted."""
        return await my_tables(self._rooms, body)

    @post("/api/tables/position", rate="board", stores=False)
    async def table_position(self, request: Request, body: m.MyTable) -> m.TablePosition:
        """How one of somebody's tables looks."""
        return await table_position(self._rooms, body, address_of(request))

    @post("/api/invitation", stores=False)
    async def invitation(self, request: Request, body: m.InvitationRequest) -> m.InvitationInfo:
        """What an invitation is for."""
        return await self._server.seating.invitation(body.code, address_of(request))

    @post("/api/seats", scope="play")
    async def take_seat(self, request: Request, body: m.TakeSeat) -> m.SeatTaken:
        """Take a seat."""
        if is_bot(request):
            body = replace(body, is_bot=True)
        await check_seat(self._store, request, body)
        answer = await self._server.seating.take(body, address_of(request))
        await seats_taken(self._server, request, answer, "begun")
        return answer

    @post("/api/seats/renew", scope="play")
    async def renew_seats(self, request: Request, body: m.RenewSeats) -> m.SeatTaken:
        """New keys for seats."""
        answer = await self._server.seating.renew(body, address_of(request))
        await seats_taken(self._server, request, answer, "renewed")
        return answer

    @post("/api/replay", gives=m.Replay, stores=False)
    async def replay(self, request: Request, body: m.ReplayRequest) -> Raw:
        """A record and some of its positions, everything revealed; on behalf of this address. This
        is the JSON of an `m.Replay` of up to a megabyte, which the server only passes on."""
        return await self._server.replays.replay(body, address_of(request))
