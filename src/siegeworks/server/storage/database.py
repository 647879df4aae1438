"""What the jobs of a store need of a database connection, whichever database it is."""

from collections.abc import Iterator, Sequence, Sized
from typing import Any, Protocol


def marks(values: Sized) -> str:
    """Where these values go in a command: `?, ?, ?`; for none NULL, which nothing is equal to."""
    return ", ".join("?" * len(values)) or "NULL"


class Rows(Protocol):
    """The rows that a command found, or how many it changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection in a transaction. Commands are SQL that SQLite and PostgreSQL both understand,
    with `?` where a value goes."""

    lock: str  # ends a SELECT of rows that are going to be written: nobody else changes them

    def execute(self, command: str, values: Sequence[Any] = (), /) -> Rows:
        """Run a command."""

    def executemany(self, command: str, rows: Sequence[Sequence[Any]], /) -> object:
        """Run a command once for each row of values."""

    def now(self) -> float:
        """The database's clock: seconds since 1970."""

    def notify(self, table: str, version: int) -> None:
        """Once this is stored, tell other workers: the table has this version; 0: who has a seat or
        is there has changed."""
