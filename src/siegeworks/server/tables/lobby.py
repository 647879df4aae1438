"""The lobby: tables with a free seat at which somebody is waiting, at any worker."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from siegeworks.server import messages as m
from siegeworks.server.tables.clocks.table_clock import clock_times
from siegeworks.server.tables.room import Room


class Waiting(Struct):
    """A table of the lobby, as workers tell each other of it."""

    table: m.LobbyTable  # without its age
    rank: int  # how many tables its address has before it, at its worker
    since: float  # by this worker's monotonic clock


def waiting_at(rooms: Iterable[Room], most: int) -> list[Waiting]:
    """The tables where somebody is waiting for an opponent, the newest first, and no more than
    `most`. Each address has a fair share of them: its second table comes after the first of all
    others."""
    newest = sorted(rooms, key=lambda room: room.loaded_at, reverse=True)
    tables_of, ranks = Counter[str](), dict[str, int]()
    for room in newest:
        addresses = room.waiting_addresses()
        if addresses:  # entering a table cannot lower its rank
            ranks[room.id] = min(tables_of[address] for address in addresses)
            tables_of.update(addresses)
    listed = set(sorted(ranks, key=ranks.__getitem__)[:most])
    return [
        Waiting(
            m.LobbyTable(
                *(room.id, room.game.name, room.game.title, room.live.row.options),
                *(room.seats(), 0, room.log.commitment, clock_times(room.live.row.clock)),
            ),
            ranks[room.id],
            room.loaded_at,
        )
        for room in newest
        if room.id in listed
    ]


def to_json(waiting: Iterable[Waiting], clock: float) -> str:
    """What other workers are told; `clock` added to this worker's monotonic clock makes the
    database's."""
    shared = [replace(one, since=round(one.since + clock, 1)) for one in waiting]
    return msgspec.json.encode(shared).decode()


def from_json(text: str, clock: float) -> list[Waiting]:
    """What another worker told, as `to_json` wrote it.

    Raises:
        MsgspecError: it did not; perhaps another version of this program wrote it.
    """
    told = msgspec.json.decode(text, type=list[Waiting])
    return [replace(one, since=one.since - clock) for one in told]


def lobby(here: Iterable[Waiting], elsewhere: Iterable[Waiting], most: int) -> m.Lobby:
    """The lobby of all workers; ranks of different workers count alike."""
    now = time.monotonic()
    found = {one.table.table: one for one in (*elsewhere, *here)}
    newest = sorted(found.values(), key=lambda one: one.since, reverse=True)
    listed = {one.table.table for one in sorted(newest, key=lambda one: one.rank)[:most]}
    shown = (one for one in newest if one.table.table in listed)
    return m.Lobby([replace(one.table, age=int(now - one.since)) for one in shown])
