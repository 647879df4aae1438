"""The rows of a report's games, kept in a temporary file so that memory does not grow with them"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from itertools import islice
from tempfile import SpooledTemporaryFile
from threading import Lock
from weakref import finalize

import msgspec

from siegeworks.lab.reports.model import GameRow

MOST_IN_MEMORY = 1 << 18  # bytes; beyond that the rows go to the disk
BLOCK = 1 << 16  # bytes


class RowFile:
    """An unnamed file that grows by rows and is gone with the last who uses it. Rows can be read
    while others are added: an interrupted report is written while its last games end."""

    def __init__(self, block: int = BLOCK) -> None:
        """An empty file, of which `block` bytes are read at a time."""
        self._block = block
        self._file = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115
        finalize(self, self._file.close)
        self._decode = msgspec.json.Decoder(GameRow).decode
        self._lock = Lock()

    def append(self, row: GameRow) -> None:
        """Add a row.

        Raises:
            OSError: the disk is full or broken.
        """
        with self._lock:
            self._file.seek(0, os.SEEK_END)
            self._file.write(msgspec.json.encode(row) + b"\n")

    def __iter__(self) -> Iterator[GameRow]:
        at = 0
        while True:
            with self._lock:
                self._file.seek(at)
                lines = self._file.readlines(self._block)
                at = self._file.tell()
            if not lines:
                return
            yield from map(self._decode, lines)


class GameRows(Collection[GameRow]):
    """The first rows of a file, however many follow. Each loop reads them again."""

    def __init__(self, file: RowFile, games: int) -> None:
        self._file, self._games = file, games

    def __len__(self) -> int:
        return self._games

    def __iter__(self) -> Iterator[GameRow]:
        return islice(self._file, self._games)

    def __contains__(self, row: object) -> bool:
        return any(row == kept for kept in self)
