"""The lobby: tables with a free seat at which somebody is waiting."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from siegeworks.server import messages as m
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_clock import clock_times


def lobby(rooms: Iterable[Room], most: int) -> m.Lobby:
    """The tables where somebody is waiting for an opponent, the newest first. Each address has a
    fair share of them: its second table comes after the first of all others.

    Args:
        rooms: all rooms in memory.
        most: how many tables are listed.
    """
    now = time.monotonic()
    newest = sorted(rooms, key=lambda room: room.loaded_at, reverse=True)
    tables_of, ranks = Counter[str](), dict[str, int]()
    for room in newest:
        addresses = room.waiting_addresses()
        if addresses:  # entering a table cannot lower its rank
            ranks[room.id] = min(tables_of[address] for address in addresses)
            tables_of.update(addresses)
    listed = set(sorted(ranks, key=ranks.__getitem__)[:most])
    return m.Lobby(
        [
            m.LobbyTable(
                room.id,
                room.game.name,
                room.game.title,
                room.live.row.options,
                room.seats(),
                int(now - room.loaded_at),
                room.log.commitment,
                clock_times(room.live.row.clock),
            )
            for room in newest
            if room.id in listed
        ]
    )
