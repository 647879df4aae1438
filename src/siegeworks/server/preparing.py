"""Games made ready to play: compiled in a process of its own, then fetched from the cache.

The compiler would hold the event loop up, and other games with it; so the first time a game is
asked for, another process compiles it, and here it is only loaded. First the rules, so that people
can begin; then the search, which bots and hints wait for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache

from siegeworks.bots import Budget
from siegeworks.bots.hints import hints
from siegeworks.core.game import SPECTATOR, Game, IllegalStep
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from siegeworks.play.prepare import compiler_command, is_prepared
from siegeworks.play.table import Table
from siegeworks.server.journal import journal
from siegeworks.server.scenes import Draughtsman
from siegeworks.server.thinking import new_bot
from siegeworks.server.views import Shown

MOST_GAMES = 64  # with their options, that are kept loaded
MOST_TASKS = 4 * MOST_GAMES  # that are remembered as done; who has been forgotten is soon ready
WARM_PLIES = 20
Key = tuple[str, tuple[tuple[str, str], ...]]  # a game's name and options


class Preparation:
    """Which games are ready, and how the others become so."""

    def __init__(self) -> None:
        self._tasks: dict[tuple[Key, bool], asyncio.Task[None]] = {}
        self._loading = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self._background: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Make all games ready one after another, before anybody asks."""
        self._background = asyncio.create_task(self._prepare_all())

    async def close(self) -> None:
        """Stop preparing."""
        tasks = [*self._tasks.values(), *([self._background] if self._background else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._loading.shutdown(wait=False, cancel_futures=True)

    async def seconds_until_ready(self, game: Game, searching: bool = False) -> AsyncIterator[int]:
        """Make a game, or its search too, ready; each second that it takes is told."""
        task, seconds = self.hurry(game, searching), 0
        while not (await asyncio.wait({task}, timeout=1))[0]:
            seconds += 1
            yield seconds
        await task

    async def ready(self, game: Game, searching: bool = False) -> None:
        """Make a game, or its search too, ready."""
        async for _ in self.seconds_until_ready(game, searching):
            pass

    def hurry(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        """Begin to make a game, or its search too, ready."""
        key = _key(game.name, game.changed_options), searching
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._forget_oldest()
            self._tasks[key] = task = asyncio.create_task(self._prepare(game, searching))
        return task

    def _forget_oldest(self) -> None:
        """Options are without number, and memory is not."""
        done = (key for key, task in self._tasks.items() if task.done())
        if len(self._tasks) >= MOST_TASKS and (oldest := next(done, None)) is not None:
            del self._tasks[oldest]

    async def _prepare(self, game: Game, searching: bool) -> None:
        if searching:
            await self.ready(game)
        if not is_prepared(game, searching):
            await _compile_apart(game.name, searching)
        work = _warm_up_search if searching else _warm_up_rules
        await asyncio.get_running_loop().run_in_executor(self._loading, work, game)

    async def _prepare_all(self) -> None:
        for searching in (False, True):
            for name in NAMES:
                await self.ready(the_game(name, {}), searching)


def the_game(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options, the same object as long as it is asked for now and then.

    To be called from the event loop only: making a board multiplies matrices, and in another thread
    that was once seen to hang for ever; it seems that OpenBLAS waits for threads that it has put
    away because the loop was starting a process meanwhile.

    Raises:
        Refused: an unknown game or option.
    """
    return _loaded(_key(name, options))


@lru_cache(MOST_GAMES)
def _loaded(key: Key) -> Game:
    return load(key[0], dict(key[1]))


@lru_cache(MOST_GAMES)
def the_draughtsman(game: Game) -> Draughtsman:
    """Who draws this game."""
    return Draughtsman(game)


def _key(name: str, options: Mapping[str, str]) -> Key:
    return name, tuple(sorted(options.items()))


async def _compile_apart(name: str, searching: bool) -> None:
    """Compile a game in another process; if that fails, it is compiled here when it is played."""
    process = await asyncio.create_subprocess_exec(
        *compiler_command(name, searching),
        stdin=asyncio.subprocess.PIPE,  # ends with the server, however that ends
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the server, which ends it in good order
    )
    try:
        if await process.wait():
            journal.error("%s could not be compiled apart", name)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _warm_up_rules(game: Game) -> None:
    """Call everything once as a table will: what is in the cache is loaded on the first call."""
    table, rng = Table(game), new_rng(0)
    shown = Shown(table, the_draughtsman(game))
    for _ in range(WARM_PLIES):
        table.deal(rng)
        for seat in (SPECTATOR, *range(len(game.seats))):
            shown.steps(seat, 0)
            shown.last(seat, len(table.steps))
            shown.may_agree(seat)
        if table.over:
            break
        seat = int(table.state.to_act)
        table.play(game.seats[seat], shown.legal(seat)[0])
        with suppress(IllegalStep):
            table.undo_point(seat)


def _warm_up_search(game: Game) -> None:
    """Let a bot choose once, and say what it thinks."""
    table, rng = Table(game), new_rng(0)
    table.deal(rng)
    seen = table.view(int(table.state.to_act))
    new_bot("level:1", game).choose(seen)
    hints(game, seen, rng, Budget(simulations=2))
