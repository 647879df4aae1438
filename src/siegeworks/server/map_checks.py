"""Checks of lands: equal bots play on them, in processes that take what all others leave

A land comes from a stranger. It is checked before anything else happens, its games are few, every
address has one check at a time and a few per hour, and all together have two processes. Nothing is
written to disk and nothing is compiled: kernels belong to the game, not to its map.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from asyncio import StreamReader, StreamWriter
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION, GameMap
from siegeworks.games import load, maps_of
from siegeworks.lab.map_findings import MapFindings
from siegeworks.server import messages as m
from siegeworks.server.error_log import log_failure
from siegeworks.server.limits import MAX_ADDRESSES, Bucket, Rate
from siegeworks.server.map_check_worker import COMMAND, Assignment, Report
from siegeworks.server.preparation import cached_game
from siegeworks.server.rooms import Rooms
from siegeworks.server.tasks import start_task

State = Literal["waiting", "running", "done", "failed"]
CHECK_RATE = Rate(6, 12 / 3600)  # checks of one address
MAX_LINE = 1 << 20  # bytes of a report; the largest land needs a fiftieth
SILENCE_SECONDS = 120.0  # after which a process that reports nothing is ended
BUSY = "A check of yours is running. Wait until it is done, or stop it."
TOO_OFTEN = "You have started many checks. Wait a few minutes before the next one."
FAILED = "The check failed. Start it again."
FULL = "Many checks are waiting. Try again in a minute."


class NoSuchCheck(SiegeworksError):
    """There is no check of this name, or it was forgotten."""


class TooManyChecks(SiegeworksError):
    """Somebody has to wait before another check can start."""


@dataclass(frozen=True)
class Bounds:
    """How much checks may take."""

    level: int = 4  # of the bots
    games: int = 120  # of one check
    seconds: float = 20.0  # of playing
    processes: int = 2
    waiting: int = 8
    kept: int = 100  # checks that are remembered
    unasked_seconds: float = 30.0  # after which a check that nobody asks about stops


@dataclass(eq=False)
class _Check:
    address: str
    drawn: GameMap
    game: Game
    wanted: int
    asked: float = field(default_factory=time.monotonic)  # when somebody last did
    state: State = "waiting"
    games: int = 0
    sentence: str = "Waiting for other checks to finish."
    result: MapFindings | None = None
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "failed")


class MapChecks:
    """All checks of a server."""

    def __init__(
        self, rooms: Rooms, bounds: Bounds | None = None, command: Sequence[str] = COMMAND
    ) -> None:
        """No check yet.

        Args:
            rooms: whose threads and prepared games are used.
            bounds: how much checks may take.
            command: the program of a process.
        """
        self._rooms, self._bounds, self._command = rooms, bounds or Bounds(), command
        self._checks: OrderedDict[str, _Check] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()  # also those of checks that were stopped
        self._rates: OrderedDict[str, Bucket] = OrderedDict()
        self._free = asyncio.Semaphore(self._bounds.processes)

    async def start(self, name: str, request: m.CheckRequest, address: str) -> m.CheckStarted:
        """Start a check of a land, or let it wait its turn.

        Raises:
            TooManyChecks: this address, or all together, have to wait.
            SiegeworksError: there is no such game, it has no maps, or the land cannot be played.
        """
        self._make_room(address)
        drawn, game = await self._rooms.loaders.run(
            address, lambda: _read(name, request.name, request.text), quick=True
        )
        self._make_room(address)  # others may have come meanwhile
        if not self._rate_of(address).take():
            raise TooManyChecks(TOO_OFTEN)
        check = _Check(address, drawn, game, self._bounds.games)
        check_id = secrets.token_urlsafe(16)
        self._checks[check_id] = check
        check.task = start_task(self._run(check), "a check of a map failed")
        self._tasks.add(check.task)
        check.task.add_done_callback(self._tasks.discard)
        return m.CheckStarted(check_id)

    def progress(self, check_id: str) -> m.CheckProgress:
        """How far a check is; asking keeps it going.

        Raises:
            NoSuchCheck: it does not exist, or was forgotten.
        """
        check = self._checks.get(check_id)
        if check is None:
            raise NoSuchCheck("There is no such check here; it may have been forgotten. Start one.")
        check.asked = time.monotonic()
        return m.CheckProgress(check.state, check.games, check.wanted, check.sentence, check.result)

    def stop(self, check_id: str) -> None:
        """Stop a check and forget it; nothing happens if there is none."""
        check = self._checks.pop(check_id, None)
        if check is not None and check.task is not None and not check.is_over:
            check.task.cancel()  # of one that is over, only the process has still to end

    async def close(self) -> None:
        """Stop all checks and their processes."""
        for check_id in list(self._checks):
            self.stop(check_id)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Bounds --------------------------------------------------------------------------------------

    def _make_room(self, address: str) -> None:
        """Forget what is old, and check that this address may start one more.

        Raises:
            TooManyChecks: it may not.
        """
        for check_id, check in list(self._checks.items()):
            if self._is_unasked(check) and not check.is_over:
                self.stop(check_id)
        under_way = [check for check in self._checks.values() if not check.is_over]
        if any(check.address == address for check in under_way):
            raise TooManyChecks(BUSY)
        if len(under_way) >= self._bounds.processes + self._bounds.waiting:
            raise TooManyChecks(FULL)
        over = [check_id for check_id, check in self._checks.items() if check.is_over]
        for check_id in over[: max(0, len(self._checks) + 1 - self._bounds.kept)]:
            del self._checks[check_id]

    def _is_unasked(self, check: _Check) -> bool:
        return time.monotonic() - check.asked > self._bounds.unasked_seconds

    def _rate_of(self, address: str) -> Bucket:
        bucket = self._rates.pop(address, None) or Bucket(CHECK_RATE)
        self._rates[address] = bucket
        if len(self._rates) > MAX_ADDRESSES:
            self._rates.popitem(last=False)
        return bucket

    # Running -------------------------------------------------------------------------------------

    async def _run(self, check: _Check) -> None:
        try:
            async with self._free:
                if not self._is_unasked(check):
                    check.state, check.sentence = "running", "Preparing the bots."
                    await self._rooms.preparation.ready(cached_game(check.game.name, {}), True)
                    await self._play(check)
        except Exception as error:
            log_failure("a check of a map failed", error)
        finally:
            if not check.is_over:
                check.state = "failed"
                check.sentence = "The check was stopped." if self._is_unasked(check) else FAILED

    async def _play(self, check: _Check) -> None:
        """Let a process play, and note what it reports."""
        async with _process(self._command) as (stdin, stdout):
            stdin.write(msgspec.json.encode(self._assignment(check)) + b"\n")
            while not check.is_over and not self._is_unasked(check):
                async with asyncio.timeout(SILENCE_SECONDS):
                    line = await stdout.readline()
                if not line:
                    return
                self._note(check, msgspec.json.decode(line, type=Report))

    def _assignment(self, check: _Check) -> Assignment:
        return Assignment(
            check.game.name,
            {MAP_OPTION: check.drawn.name},
            list(check.drawn.rows),
            self._bounds.level,
            self._bounds.games,
            self._bounds.seconds,
            secrets.randbits(32),
        )

    def _note(self, check: _Check, report: Report) -> None:
        check.games = report.games
        check.result = report.findings or check.result
        check.sentence = f"Equal bots of level {self._bounds.level} are playing."
        if report.is_last:
            check.state = "done"
            check.sentence = check.result.sentences[0] if check.result else ""


@asynccontextmanager
async def _process(command: Sequence[str]) -> AsyncIterator[tuple[StreamWriter, StreamReader]]:
    """A process of this program until the end of the block: its input and its output."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,  # so that it ends with the server, however that ends
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_LINE,
        start_new_session=True,  # Ctrl-C is for the server, which then ends it
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield process.stdin, process.stdout
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def _read(name: str, map_name: str, text: str) -> tuple[GameMap, Game]:
    """The map and the game on it, if it can be played."""
    drawn = maps_of(name).parse(map_name, text)
    return drawn, load(name, {MAP_OPTION: drawn.name}, land=drawn.rows)
