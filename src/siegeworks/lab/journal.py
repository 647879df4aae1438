"""The games of an arena in a folder, so that nothing is lost when it is interrupted.

The first line of `arena.jsonl` describes the contest; then there is a line for each finished game,
in the order in which they finished. Only one process writes (`arena.lock`), and a game counts once
its line is on disk. A killed process leaves at most an incomplete last line, which is removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from siegeworks import __version__
from siegeworks.core.contract import seat_bits
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.lab.match import NOT_KNOWN, Contest, GameResult, MoveTimes
from siegeworks.play.files import NotAFile, read_start
from siegeworks.play.record import Record

FILE = "arena.jsonl"
LOCK = "arena.lock"
RECORDS = "records"
FORMAT = 1

DAMAGED = (ValueError, RecursionError)  # invalid JSON, or nested too deeply for Python


class Journal:
    """The journal of one contest, open for writing. Nobody else can open it until it is closed."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        """Start a journal in this folder, or continue the one that is there.

        Raises:
            SiegeworksError: the journal belongs to another contest, is open elsewhere or damaged.
            OSError: the folder cannot be written.
        """
        self.folder, self.contest = folder, contest
        self.path = folder / FILE
        if folder.exists() and not folder.is_dir():
            raise SiegeworksError(f"{folder} is a file; name a folder (it need not exist yet).")
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder / LOCK)
        try:
            self.played = self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> list[GameResult]:
        """Read the games that are there and make the file ready for more lines."""
        lines = _whole_lines(self.path)
        if not lines:
            self.path.unlink(missing_ok=True)  # not even the first line was written
            self._append([self._configuration()])
            return []
        _check_same(self.path, _configuration(self.path, lines[0]), self._configuration())
        played = list(self._read_games(lines[1:]))
        os.truncate(self.path, sum(len(line) + 1 for line in lines))
        return played

    def close(self) -> None:
        """Close the journal, so that others can open it."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _configuration(self) -> dict[str, Any]:
        return {"arena": FORMAT, **self.contest.configuration(), "version": __version__}

    def _read_games(self, lines: list[bytes]) -> Iterator[GameResult]:
        for number, line in enumerate(lines, 2):
            try:
                yield self._read_game(json.loads(line))
            except (*DAMAGED, LookupError, TypeError, AttributeError, OverflowError):
                raise SiegeworksError(
                    f"{self.path}, line {number}: this is not a game of this contest. Fix the "
                    "line or delete it; its game is then played again."
                ) from None

    def _read_game(self, line: dict[str, Any]) -> GameResult:
        game = self.contest.game
        unit, number = int(line["unit"]), int(line["game"])
        if unit < 0 or not 0 <= number < len(self.contest.seatings):
            raise ValueError("no such game")
        winners = sum({1 << game.seats.index(name) for name in line["winners"]})
        if not winners:
            raise ValueError("no winner")
        return GameResult(
            unit=unit,
            number=number,
            winners=winners,
            ending=game.endings.index(line["ending"]),
            steps=int(line["steps"]),
            move_times=tuple(_move_times(line["paces"][name]) for name in game.seats),
            first=_seat(game.seats, line.get("first")),
        )

    def add(self, games: Iterable[GameResult]) -> None:
        """Write a line for each of these games; they are on disk when this returns.

        Raises:
            OSError: the disk is full or broken.
        """
        self._append([self._line(played) for played in games])

    def _line(self, played: GameResult) -> dict[str, Any]:
        game = self.contest.game
        seating = self.contest.seatings[played.number]
        return {
            "unit": played.unit,
            "game": played.number,
            "players": {
                name: self.contest.bots[bot] for name, bot in zip(game.seats, seating, strict=True)
            },
            "first": None if played.first == NOT_KNOWN else game.seats[played.first],
            "winners": [game.seats[seat] for seat in seat_bits(played.winners)],
            "ending": game.endings[played.ending],
            "steps": played.steps,
            "paces": {
                name: asdict(times)
                for name, times in zip(game.seats, played.move_times, strict=True)
            },
        }

    def _append(self, lines: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            with self.path.open("ab") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def keep_record(self, name: str, record: Record) -> Path:
        """Write the record of a game into the folder and return its path.

        Raises:
            OSError: the disk is full or broken.
        """
        path = self._record_path(name)
        try:
            path.parent.mkdir(exist_ok=True)
            record.write(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        return path

    def without_record(self) -> int:
        """How many of the games that were already there have no record."""
        names = (record_name(played.unit, played.number) for played in self.played)
        return sum(not self._record_path(name).exists() for name in names)

    def _record_path(self, name: str) -> Path:
        return self.folder / RECORDS / f"{name}.siege"


def record_name(unit: int, number: int) -> str:
    """The file name of a game's record, without its ending."""
    return f"{unit}-{number}"


def stored_seed(folder: Path) -> int | None:
    """The seed of the contest whose journal is in this folder; None if there is no journal."""
    lines = _whole_lines(folder / FILE)
    seed = _configuration(folder / FILE, lines[0]).get("seed") if lines else None
    return seed if isinstance(seed, int) else None


def _locked(path: Path) -> FileLock:
    """This journal's lock; the system frees it when the process ends, however it ends.

    Raises:
        SiegeworksError: another arena holds it.
        OSError: the folder cannot be written.
    """
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SiegeworksError(
            f"{path.parent}: another arena is writing to this folder; wait for it, or choose "
            "another one with --out."
        ) from None
    return lock


def _seat(seats: tuple[str, ...], name: str | None) -> int:
    return NOT_KNOWN if name is None else seats.index(name)


def _move_times(kept: dict[str, Any]) -> MoveTimes:
    plies, *seconds = (kept[name] for name in ("plies", "seconds", "median", "longest"))
    return MoveTimes(int(plies), *map(float, seconds))


def _whole_lines(path: Path) -> list[bytes]:
    """The complete lines of a journal; none if there is no journal."""
    if not path.exists():
        return []
    try:
        return read_start(path, -1).split(b"\n")[:-1]
    except NotAFile as error:
        raise SiegeworksError(
            f"{path}: {error.strerror}. Name another folder with --out."
        ) from None


def _configuration(path: Path, line: bytes) -> dict[str, Any]:
    try:
        kept = json.loads(line)
    except DAMAGED:
        kept = None
    if not isinstance(kept, dict) or "arena" not in kept:
        raise SiegeworksError(f"{path}, line 1: not a journal of an arena. Name another folder.")
    return kept


def _check_same(path: Path, kept: dict[str, Any], asked: dict[str, Any]) -> None:
    differences = [
        f"{key.replace('_', ' ')} is {_shown(kept.get(key))} there and "
        f"{_shown(asked.get(key))} here"
        for key in dict.fromkeys([*asked, *kept])
        if kept.get(key) != asked.get(key)
    ]
    if differences:
        raise SiegeworksError(
            f"{path}: this is the journal of another contest: {', '.join(differences)}. "
            "Name another folder, or use the same settings."
        )


def _shown(value: object) -> str:
    return quote(json.dumps(value, ensure_ascii=False))
