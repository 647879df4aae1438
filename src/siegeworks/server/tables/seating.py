"""Taking seats: with the code of an invitation, or at a table of the lobby."""

import time
from collections.abc import Collection

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.provable_chance import ProvableChance
from siegeworks.server import messages as m
from siegeworks.server.jobs.fair_pool import SingleFlight
from siegeworks.server.runtime.codes import normalized_code
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.event_log import SECRET
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.tables.clocks import clock_times
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import UnknownSecret, hash_of, new_key, proven_seats
from siegeworks.server.tables.table_messages import seat_infos

DEFAULT_NAME = "Guest"
TAKEN = "This seat is taken. Choose another seat, or another table."


class Seating:
    """Invitations and seats."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._requests: SingleFlight[bytes, m.SeatTaken] = SingleFlight()

    async def invitation(self, code: str, address: str = "") -> m.InvitationInfo:
        """What an invitation is for.

        Raises:
            SiegeworksError: there is none with this code, or it was used.
        """
        row, seat = await self._find(code)
        check_unused(seat)
        game = await self._rooms.game_of(row, address)
        room = self._rooms.loaded.get(row.id)
        return m.InvitationInfo(
            row.id,
            game.seats[seat.seat],
            row.game,
            game.title,
            row.options,
            room.seats() if room else seat_infos(game.seats, row.seats),
            await self._commitment(row.id),
            clock_times(row.clock),
        )

    async def take(self, request: m.TakeSeat, address: str = "") -> m.SeatTaken:
        """Take a seat, by invitation or in the lobby; repeated, it returns the same seat.

        Raises:
            SiegeworksError: it is not free.
        """
        # A request that is sent twice at once is answered once.
        key = hash_of(request.request)
        return await self._requests.get(key, lambda: self._take(request, address))

    async def renew(self, request: m.RenewSeats, address: str = "") -> m.SeatTaken:
        """New keys for seats, in case somebody else has the old ones.

        Raises:
            UnknownKey: an old one proves nothing.
        """
        row = await self._rooms.row(request.table, request.keys)
        # Before a table is loaded for a stranger.
        proven_seats(row.seats, request.keys, time.time(), self._rooms.seat_days)
        room = await self._rooms.room_of(row, address)
        return m.SeatTaken(room.id, await room.renew_keys(request.keys), room.log.commitment)

    async def further_keys(
        self, table: str, seats: Collection[Seat], made_for: str = ""
    ) -> m.SeatTaken:
        """Further keys for seats, for another device of those who have them: that was checked. The
        old ones stay valid; all further keys end when the seat gets a new key, or when what they
        were made for ends, such as a session.

        Raises:
            SiegeworksError: there is no such table.
        """
        row = await self._rooms.row(table)
        game = await self._rooms.game_of(row)
        keys = {seat: new_key() for seat in seats if row.seats[seat].key_hash is not None}
        rows = await self._rooms.store.add_keys(
            table, {seat: hash_of(key) for seat, key in keys.items()}, made_for
        )
        if table in self._rooms.loaded or self._rooms.is_loading(table):
            await (await self._rooms.get(table)).replace_seats(rows)
        yours = [m.YourSeat(game.seats[seat], key) for seat, key in keys.items()]
        return m.SeatTaken(table, yours, await self._commitment(table))

    async def _commitment(self, table: str) -> str:
        """The hash of the secret that the chance of a table follows from; "": there is none."""
        if table in self._rooms.loaded:
            return self._rooms.loaded[table].log.commitment
        secret = await self._rooms.store.read(
            lambda db: db.execute(
                "SELECT token FROM event WHERE game_table = ? AND kind = ?", (table, SECRET)
            ).fetchone()
        )
        return ProvableChance(bytes.fromhex(secret[0])).commitment if secret else ""

    async def _find(self, code: str) -> tuple[TableRow, SeatRow]:
        invitation = await self._rooms.store.invitation(hash_of(normalized_code(code)))
        if invitation is None:
            raise UnknownSecret("There is no invitation with this code. Check the code.")
        return invitation

    async def _take(self, request: m.TakeSeat, address: str) -> m.SeatTaken:
        if request.code:
            row, invited = await self._find(request.code)
        elif request.after is not None:
            row, invited = await self._rematch(request.after, request.seat, address)
        elif request.table is not None:
            row, invited = await self._rooms.row(request.table), None
        else:
            raise SiegeworksError(
                "Give the code of an invitation, a table from the lobby, or a game to play again."
            )
        game = await self._rooms.game_of(row, address)
        key, digest = new_key(), hash_of(request.request)
        seat = next((seat for seat in row.seats if seat.request_hash == digest), None)
        if seat is None:
            seat = check_unused(invited) if invited else free_seat(game, row, request.seat)
        wanted = seat._replace(
            who="person",
            name=clean_name(request.name),
            color=request.color,
            key_hash=hash_of(key),
            used=time.time(),
            request_hash=digest,
            is_bot=int(request.is_bot),
        )
        seat_row = await self._store(row, wanted, request.entropy, game.has_chance)
        yours = [m.YourSeat(game.seats[seat_row.seat], key)]
        return m.SeatTaken(row.id, yours, await self._commitment(row.id))

    async def _rematch(
        self, before: m.MyTable, named: str | None, address: str
    ) -> tuple[TableRow, SeatRow]:
        """The seat that somebody who has played at a table has in its rematch.

        Raises:
            UnknownKey: a key proves nothing.
            SiegeworksError: nobody has offered them one.
        """
        row = await self._rooms.row(before.table, before.keys)
        # Before a table is loaded for a stranger.
        proven = proven_seats(row.seats, before.keys, time.time(), self._rooms.seat_days)
        room = await self._rooms.room_of(row, address)
        mine = [room.game.seats[seat.seat] for seat in proven]
        opened, seat = room.log.rematch, mine[0] if named is None else named
        if opened is None or seat not in mine or seat not in opened.invited:
            raise SiegeworksError("Nobody has offered you a rematch of this game.")
        table_row = await self._rooms.row(opened.table)
        return table_row, table_row.seats[opened.invited[seat]]

    async def _store(
        self, row: TableRow, wanted: SeatRow, entropy: str, has_chance: bool
    ) -> SeatRow:
        """Take the seat on disk and in the room, which is loaded if the seat adds to chance."""
        seat_row = await self._rooms.store.take_seat(row.id, wanted)
        if seat_row is None:
            raise SiegeworksError("This seat is taken; an invitation works only once.")
        if row.id in self._rooms.loaded:
            await self._rooms.loaded[row.id].take_seat(seat_row, entropy)
        elif self._rooms.is_loading(row.id):  # and may have read the seats already
            start_task(self._take_when_loaded(row.id, seat_row, entropy), "taking a seat failed")
        elif has_chance:
            try:
                await self._take_when_loaded(row.id, seat_row, entropy)
            except SiegeworksError as error:  # who takes the seat gets its key all the same
                log_failure("a taken seat could not add to chance", error)
        return seat_row

    async def _take_when_loaded(self, table: str, row: SeatRow, entropy: str) -> None:
        room = await self._rooms.get(table)
        await room.take_seat(row, entropy)


def check_unused(invited: SeatRow) -> SeatRow:
    """The seat of an invitation.

    Raises:
        SiegeworksError: somebody has it.
    """
    if invited.key_hash is not None:
        raise SiegeworksError("This invitation was used; it works only once. Ask for another.")
    return invited


def free_seat(game: Game, row: TableRow, wanted: str | None) -> SeatRow:
    """A seat for anybody, at a table of the lobby.

    Raises:
        SiegeworksError: none is left.
    """
    for seat in row.seats:
        if seat.who == "open" and wanted in (None, game.seats[seat.seat]):
            return seat
    raise SiegeworksError(TAKEN)


def clean_name(name: str) -> str:
    """A name as it may be shown to others and stand in a record, where `level:8` is a bot."""
    shown = "".join(sign for sign in name if sign.isprintable() and sign not in "=#:")
    return " ".join(shown.split()) or DEFAULT_NAME
