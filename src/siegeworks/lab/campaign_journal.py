"""The journal of a campaign: one file, one line for each finished unit

The first line says which campaign it is. Only one process writes (a lock beside the file), lines
are only added, and a killed process leaves at most an incomplete last line, which is removed.
"""

import json
import os
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Self

import msgspec
from filelock import FileLock, Timeout

from siegeworks._version import __version__
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.lab.campaign import Campaign, UnitNumbers
from siegeworks.play.files import NotAFile, open_to_read

FORMAT = 1
KEY = "campaign"  # of the first line, with FORMAT
BEGINNING = b'{"campaign"'
SYNC_SECONDS = 1.0  # a power cut costs no more than this

DAMAGED = (ValueError, RecursionError)  # invalid JSON, or nested too deeply


class _Line(msgspec.Struct):
    unit: int
    result: msgspec.Raw


class CampaignJournal:
    """The journal of one campaign, open for writing. Nobody else can open it until it is closed."""

    def __init__(self, path: Path, campaign: Campaign[Any]) -> None:
        """Start a journal in this file, or continue the one that is there.

        Raises:
            SiegeworksError: the file is another campaign's journal or none at all, is open
                elsewhere or damaged.
            OSError: it cannot be written.
        """
        self.path, self.campaign = path, campaign
        if path.is_dir():
            raise SiegeworksError(f"{path} is a folder; name a file (it need not exist yet).")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(path)
        self._synced = time.monotonic()
        with ExitStack() as undo:
            undo.callback(self._lock.release)
            self._lines = self._check()
            self._file = path.open("ab", buffering=0)
            undo.callback(self._file.close)
            if not path.stat().st_size:
                self._write(json.dumps(self._configuration(), ensure_ascii=False).encode())
                self._sync()
            undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write everything to disk and let others open the journal."""
        try:
            self._sync()
        finally:
            self._file.close()
            self._lock.release()

    def finished(self) -> Generator[tuple[int, bytes]]:
        """The units that were there when the journal was opened, each with its result as JSON, read
        from the file one by one."""
        seen = UnitNumbers()
        for number, line in enumerate(islice(_whole_lines(self.path), 1, self._lines), 2):
            unit, result = self._parsed(line, number)
            if unit not in seen:
                seen.add(unit)
                yield unit, result

    def add(self, unit: int, result: bytes) -> None:
        """Write the line of a unit. A killed process does not lose it.

        Raises:
            OSError: the disk is full or broken.
        """
        self._write(b'{"unit":%d,"result":%b}' % (unit, result))
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def _write(self, line: bytes) -> None:
        left = memoryview(line + b"\n")
        try:
            while left:  # a disk that fills up takes a part first
                left = left[self._file.write(left) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._synced = time.monotonic()

    # Reading -------------------------------------------------------------------------------------

    def _check(self) -> int:
        """Check all that is there and make the file ready for more lines; how many it has."""
        number = size = 0
        for number, line in enumerate(_whole_lines(self.path), 1):
            if number == 1:
                _check_same(self.path, _first(self.path, line), self._configuration())
            else:
                self._parsed(line, number)
            size += len(line) + 1
        if self.path.exists():
            os.truncate(self.path, size)
        return number

    def _parsed(self, line: bytes, number: int) -> tuple[int, bytes]:
        try:
            read = msgspec.json.decode(line, type=_Line)
            result = bytes(read.result)
            msgspec.json.decode(result, type=self.campaign.work.result_type)
            if read.unit >= 0:
                return read.unit, result
        except (msgspec.MsgspecError, *DAMAGED):
            pass
        raise SiegeworksError(
            f"{self.path}, line {number}: this is not a result of this campaign. Delete the line; "
            "its unit is then run again."
        )

    def _configuration(self) -> dict[str, object]:
        return {
            KEY: FORMAT,
            **self.campaign.work.configuration(),
            "seed": self.campaign.seed,
            "version": __version__,
        }


def stored_seed(path: Path) -> int | None:
    """The seed of the campaign whose journal this is; None if there is no journal.

    Raises:
        SiegeworksError: the file is not the journal of a campaign.
    """
    line = None if path.is_dir() else next(_whole_lines(path), None)
    seed = None if line is None else _first(path, line).get("seed")
    return seed if isinstance(seed, int) else None


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The complete lines of a file, one by one; none if there is no file."""
    if not path.exists():
        return
    try:
        file = open_to_read(path)
    except NotAFile as error:
        raise SiegeworksError(f"{path}: {error.strerror}. Name another file.") from None
    with file:
        for number, line in enumerate(file):
            if line.endswith(b"\n"):
                yield line[:-1]
            elif not number and not (line.startswith(BEGINNING) or BEGINNING.startswith(line)):
                raise _no_journal(path)


def _first(path: Path, line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except DAMAGED:
        entry = None
    if not isinstance(entry, dict) or KEY not in entry:
        raise _no_journal(path)
    return entry


def _no_journal(path: Path) -> SiegeworksError:
    return SiegeworksError(f"{path}: this is not the journal of a campaign. Name another file.")


def _check_same(path: Path, there: dict[str, Any], here: dict[str, Any]) -> None:
    differences = [
        f"{key.replace('_', ' ')} is {shown(there.get(key))} there and {shown(here.get(key))} here"
        for key in dict.fromkeys([*here, *there])
        if there.get(key) != here.get(key)
    ]
    if differences:
        raise SiegeworksError(
            f"{path}: this is the journal of another campaign: {', '.join(differences)}. Name "
            "another file, or use the same settings."
        )


def shown(value: object) -> str:
    """A value as a message shows it."""
    return quote(json.dumps(value, ensure_ascii=False))


def _locked(path: Path) -> FileLock:
    """This journal's lock; the system frees it when the process ends, however it ends."""
    lock = FileLock(path.with_name(f"{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SiegeworksError(
            f"{path}: another program is writing to this journal; wait for it, or name another "
            "file."
        ) from None
    return lock
