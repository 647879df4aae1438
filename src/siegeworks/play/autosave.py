"""Keeping the record of a game that is being played, so that nothing is lost when it breaks off."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

from siegeworks.play.record import Record
from siegeworks.play.table import Table


class Autosave:
    """Writes a table's record again after every step; tells once when that fails."""

    def __init__(
        self,
        path: Path | None,
        notes: Mapping[str, str],
        remarks: Mapping[int, list[str]],
        say: Callable[[str], None],
    ) -> None:
        self.path = path  # None: a new file among the user's games
        self.notes, self.remarks, self.say = dict(notes), dict(remarks), say
        self.is_kept = False  # the file holds the game as it stands
        self.has_complained = False

    def begin(self, table: Table) -> None:
        """Write the first record; where that cannot be, among the user's games."""
        wanted = self.path
        problem = None if wanted is None else self._write(table, wanted)
        if wanted is not None and problem is None:
            return
        self.path = default_path(table.game.name)
        elsewhere = self._write(table, self.path)
        if elsewhere is not None:
            self.path = wanted or self.path
            self._complain(problem or elsewhere)
        elif wanted is not None:
            self.say(f"{wanted}: {problem}. The record is kept in {self.path} instead.")

    def keep(self, table: Table) -> None:
        """Write the record as it stands now."""
        assert self.path is not None
        problem = self._write(table, self.path)
        if problem is None:
            self.has_complained = False
        elif not self.has_complained:
            self._complain(problem)

    def comment(self, table: Table, lines: list[str]) -> None:
        """Put lines of comment behind the last step; they are written with the next one."""
        last = len(table.steps)
        self.remarks[last] = [*self.remarks.get(last, ()), *lines]

    def _complain(self, problem: str) -> None:
        self.has_complained = True
        self.say(
            f"{self.path}: {problem}. The game goes on without a record; "
            "it is tried again after each step."
        )

    def _write(self, table: Table, path: Path) -> str | None:
        """Write the file; what went wrong, if anything did."""
        record = Record.of_table(table, self.notes)
        record.remarks = self.remarks
        try:
            if path.parent == games_folder():
                path.parent.mkdir(parents=True, exist_ok=True)
                with suppress(PermissionError):  # it is somebody else's
                    path.parent.chmod(0o700)  # what is hidden in these games is for nobody else
            record.write(path)
        except OSError as error:
            self.is_kept = False
            return error.strerror or str(error)
        self.is_kept = True
        return None


def games_folder() -> Path:
    """Where a user's games are kept that have no file of their own."""
    return platformdirs.user_data_path("siegeworks") / "games"


def default_path(game: str) -> Path:
    """A new file among the user's games."""
    folder = games_folder()
    stem = f"{game}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    paths = (
        folder / f"{stem}{end}.siege" for end in itertools.chain([""], itertools.count(-2, -1))
    )
    return next(path for path in paths if not _exists(path))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
