"""Saving the record of a running game after every step, so that nothing is lost if it stops."""

import datetime
import itertools
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

from siegeworks.play.record import Record
from siegeworks.play.table import Table


class Autosave:
    """Writes a table's record after every step, and warns once when that fails."""

    def __init__(
        self,
        path: Path | None,
        notes: Mapping[str, str],
        comments: Mapping[int, list[str]],
        notify: Callable[[str], None],
    ) -> None:
        """Nothing is written before `start`.

        Args:
            path: the file; None: a new one among the user's games.
            notes: further lines of the record's header.
            comments: comment lines by the number of steps before them.
            notify: shows the user a sentence.
        """
        self.path = path
        self.notes, self.comments, self.notify = dict(notes), dict(comments), notify
        self.is_saved = False  # the file holds the game as it stands
        self.has_warned = False

    def start(self, table: Table) -> None:
        """Write the first record; if that fails, use a new file among the user's games."""
        wanted = self.path
        problem = None if wanted is None else self._write(table, wanted)
        if wanted is not None and problem is None:
            return
        self.path = default_path(table.game.name)
        second_problem = self._write(table, self.path)
        if second_problem is not None:
            self.path = wanted or self.path
            self._warn(problem or second_problem)
        elif wanted is not None:
            self.notify(f"{wanted}: {problem}. The game is saved in {self.path} instead.")

    def save(self, table: Table) -> None:
        """Write the record as it stands now."""
        assert self.path is not None
        problem = self._write(table, self.path)
        if problem is None:
            self.has_warned = False
        elif not self.has_warned:
            self._warn(problem)

    def add_comment(self, table: Table, lines: list[str]) -> None:
        """Add comment lines after the last step; they are written by the next `save`."""
        last = len(table.steps)
        self.comments[last] = [*self.comments.get(last, ()), *lines]

    def _warn(self, problem: str) -> None:
        self.has_warned = True
        self.notify(
            f"{self.path}: {problem}. The game continues, but it is not saved; "
            "saving is tried again after every step."
        )

    def _write(self, table: Table, path: Path) -> str | None:
        """Write the file; return what went wrong, if anything did."""
        record = Record.of_table(table, self.notes)
        record.comments = self.comments
        try:
            if path.parent == games_folder():
                path.parent.mkdir(parents=True, exist_ok=True)
                with suppress(PermissionError):  # the folder belongs to another user
                    path.parent.chmod(0o700)  # records hold secrets of the game
            record.write(path)
        except OSError as error:
            self.is_saved = False
            return error.strerror or str(error)
        self.is_saved = True
        return None


def games_folder() -> Path:
    """The folder for games that the user gave no file."""
    return platformdirs.user_data_path("siegeworks") / "games"


def campaign_path(kind: str, name: str, suffix: str = "") -> Path:
    """A path beside that folder that does not exist yet, also where many begin in the same second.
    Campaigns of one `kind` ("reports") are kept together; `name` is what is played, `suffix` is
    ".jsonl" for a file."""
    stamp = f"{datetime.datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    return games_folder().parent / kind / f"{name}-{stamp}{suffix}"


def default_path(game: str) -> Path:
    """A file in that folder that does not exist yet."""
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
