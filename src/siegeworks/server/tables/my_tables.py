"""A player's list of tables: how each stands, without playing it again, and how one looks."""

import time
from collections.abc import Sequence
from contextlib import suppress

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.storage.table_status import StoredStatus
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import UnknownKey, proven_seats
from siegeworks.server.tables.table_messages import seat_infos


async def my_tables(rooms: Rooms, request: m.MyTables) -> m.TableStatuses:
    """How each of these tables stands, in this order, for those who hold seats there."""
    return m.TableStatuses([await _mine(rooms, table) for table in request.tables])


async def _mine(rooms: Rooms, mine: m.MyTable) -> m.TableStatus:
    # No table, one that cannot be read and one where these keys prove nothing look the same.
    with suppress(UnknownKey, Damaged):
        row, status = await _find(rooms, mine)
        if row is not None:
            proven = proven_seats(row.seats, mine.keys, time.time(), rooms.seat_days)
            return _message(rooms, row, status, [seat.seat for seat in proven])
    return m.TableStatus(mine.table)


async def status_of(rooms: Rooms, table: str, seats: Sequence[Seat]) -> m.TableStatus:
    """How a table stands for one who has these seats, as `my_tables`, but as the database has it:
    another worker may have changed it just now."""
    with suppress(Damaged):
        row, status = await rooms.store.table_and_status(table)
        if row is not None:
            return _message(rooms, row, status, seats)
    return m.TableStatus(table)


async def table_position(rooms: Rooms, mine: m.MyTable, address: str = "") -> m.TablePosition:
    """How a table looks to one who holds seats there, without entering it: to its seat, or as to a
    spectator, if there are several. If need be, the table is loaded on behalf of this address.

    Raises:
        UnknownKey: one of the keys proves no seat.
        SiegeworksError: there is no such table, or it can no longer be played.
    """
    row = await rooms.row(mine.table, mine.keys)
    proven = proven_seats(row.seats, mine.keys, time.time(), rooms.seat_days)
    seats = {seat.seat for seat in proven}
    room = await rooms.room_of(row, address)
    audience = seats.pop() if len(seats) == 1 else SPECTATOR
    return m.TablePosition(
        seat=room.game.seats[audience] if audience != SPECTATOR else None,
        board=room.views.encoder.board,
        scene=room.views.scene(audience, len(room.table.steps)),
        changed=room.views.changed(audience),
    )


async def _find(rooms: Rooms, mine: m.MyTable) -> tuple[TableRow | None, StoredStatus | None]:
    room = rooms.loaded.get(mine.table)
    if room is not None:
        return await rooms.row(mine.table, mine.keys), room.status()
    return await rooms.store.table_and_status(mine.table)


def _message(
    rooms: Rooms, row: TableRow, status: StoredStatus | None, mine: Sequence[Seat]
) -> m.TableStatus:
    entry = m.TableStatus(row.id, row.game, game_title(row.game), row.options)
    if status is None:
        return entry
    names, room = status.seats.split(), rooms.loaded.get(row.id)
    is_full = all(seat.who in ("person", "bot") for seat in row.seats)
    entry.seats = room.seats() if room else seat_infos(names, row.seats)
    entry.yours = [names[seat] for seat in sorted({*mine})]
    entry.to_act = status.to_act or None if is_full else None
    entry.asked = status.asked.split()
    entry.age = max(0, int(time.time() - status.moved))
    entry.turns, entry.result, entry.ending = status.turns, status.result, status.ending
    return entry
