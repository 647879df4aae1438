"""Looking for damage in the file of tables, and copying it, from outside: a server may be running
meanwhile and notices nothing."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.game import SiegeworksError
from siegeworks.server.checks import Damaged, is_damage
from siegeworks.server.layout import COUNT, FILE, LAYOUT, check_layout, layout_of, reading
from siegeworks.server.store import (
    UNCOUNTED,
    check_table,
    complaints_of,
    counted,
    names_after,
    written,
)

TOGETHER = 100  # tables that are listed at once
PAGES_TOGETHER = 1_000  # of the file that are copied between two looks at Ctrl-C
Tell = Callable[[int, int], object]  # how far it is: done, of how many


class Findings(NamedTuple):
    """What is kept, and what of it is damaged."""

    path: str
    layout: int
    tables: int
    events: int
    damaged: dict[str, str]  # tables that cannot be read, and why
    complaints: list[str]  # of SQLite about the file's structure
    lost: int  # transactions that were written and are missing

    @property
    def is_well(self) -> bool:
        """Nothing is damaged or lost."""
        return not (self.damaged or self.complaints or self.lost)


def check(folder: Path, tell: Tell = lambda done, of: None) -> Findings:
    """Look for damage in the tables of this folder.

    Raises:
        SiegeworksError: there are none.
        OSError: they cannot be read.
    """
    path = _the_file(folder)
    count = counted(folder / COUNT)  # before the rest: a server writes it last
    return _checked(path, count, tell)


def backup(folder: Path, target: Path, tell: Tell = lambda done, of: None) -> Findings:
    """Copy the tables of this folder, as they are at one moment, into a file that is not there yet,
    and look for damage in the copy.

    Raises:
        SiegeworksError: there are no tables, or there is such a file.
        OSError: they cannot be read, or the copy not be written.
    """
    path = _the_file(folder)
    count = counted(folder / COUNT)  # before the rest: a server writes it last
    if target.is_dir():
        raise SiegeworksError(f"{target}: this is a folder; name the file that is to be written.")
    if target.exists():
        raise SiegeworksError(f"{target}: there is such a file already; name a new one.")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # for us alone
    os.close(handle)
    part = Path(name)
    try:
        with _said_in_a_sentence(path):
            _copy(path, part, tell)
        found = _checked(part, count, lambda done, of: None)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        for leftover in part.parent.glob(f"{part.name}*"):
            leftover.unlink()
    return found._replace(path=str(target))


def _copy(path: Path, part: Path, tell: Tell) -> None:
    with closing(reading(path)) as source, closing(sqlite3.connect(part)) as copy:
        # What is read from here on is as it is now, whatever a server writes meanwhile.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(
            copy,
            pages=PAGES_TOGETHER,
            progress=lambda status, remaining, total: tell(total - remaining, total),
        )


def _the_file(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise SiegeworksError(f"{path}: no tables are kept here; name another folder with --data.")
    return path


@contextmanager
def _said_in_a_sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(0, f"this cannot be read: {error}", str(path)) from None


def _checked(path: Path, count: int, tell: Tell) -> Findings:
    with _said_in_a_sentence(path), closing(reading(path)) as db:
        try:
            db.execute("BEGIN")
            layout = layout_of(db)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            # It is no file of SQLite any more.
            return Findings(str(path), 0, 0, 0, {}, [str(error)], 0)
        check_layout(layout, path)
        if not layout:
            raise SiegeworksError(f"{path}: this is no file that siegeworks has written.")
        complaints = complaints_of(db, thorough=True)
        if layout < LAYOUT:  # it has no check values
            return Findings(str(path), layout, _tables(db), 0, {}, complaints, 0)
        return _with_tables(db, Findings(str(path), layout, 0, 0, {}, complaints, count), tell)


def _tables(db: sqlite3.Connection) -> int:
    try:
        return int(db.execute("SELECT count(*) FROM game_table").fetchone()[0])
    except sqlite3.DatabaseError:  # which SQLite has complained about already
        return 0


def _with_tables(db: sqlite3.Connection, found: Findings, tell: Tell) -> Findings:
    """The findings, each table looked at."""
    total, events, damaged, last = _tables(db), 0, dict(found.damaged), ""
    done, complaints, lost = 0, list(found.complaints), 0
    while True:
        try:
            names = names_after(db, last, TOGETHER)
        except sqlite3.DatabaseError:
            complaints.append("not all tables can be listed")
            break
        if not names:
            break
        last = names[-1]
        for name in names:
            try:
                events += check_table(db, name)
            except Damaged as error:
                damaged[name] = error.why
            except (sqlite3.DatabaseError, ValueError) as error:
                if not is_damage(error):
                    raise
                damaged[name] = "it cannot be read"
            done += 1
            tell(done, max(done, total))
    kept = None
    with suppress(sqlite3.DatabaseError):
        kept = written(db)
    if kept is None:
        complaints.append(UNCOUNTED)
    else:
        lost = max(0, found.lost - kept)
    return Findings(found.path, found.layout, done, events, damaged, complaints, lost)
