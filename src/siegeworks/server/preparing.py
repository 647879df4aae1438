"""Games made ready to play: compiled in a process of its own, then fetched from the cache.

The compiler would hold the event loop up, and other games with it; so the first time a game is
asked for, another process compiles it, and here it is only loaded. First the rules, so that people
can begin; then the search, which bots and hints wait for.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache

from siegeworks.bots import Budget
from siegeworks.bots.hints import hints
from siegeworks.core.game import SPECTATOR, Game, IllegalStep
from siegeworks.core.random import new_rng
from siegeworks.games import game_names, load
from siegeworks.play.prepare import compiler_command, is_prepared
from siegeworks.play.table import Table
from siegeworks.server.error_log import logger
from siegeworks.server.scenes import SceneEncoder
from siegeworks.server.tasks import begin
from siegeworks.server.thinking import new_bot
from siegeworks.server.turns import Once, Turns
from siegeworks.server.views import Shown

MOST_GAMES = 64  # with their options, that are kept loaded
WARM_PLIES = 20
Key = tuple[str, tuple[tuple[str, str], ...]]  # a game's name and options


class Preparation:
    """Which games are ready, and how the others become so."""

    def __init__(self) -> None:
        # By the game's name: all its options are played by the same compiled rules.
        self._tasks: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._loading = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self._background: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Make all games ready one after another, before anybody asks."""
        self._background = begin(self._prepare_all(), "preparing the games failed")

    async def close(self) -> None:
        """Stop preparing."""
        tasks = [*self._tasks.values(), *([self._background] if self._background else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._loading.shutdown(wait=False, cancel_futures=True)

    async def seconds_until_ready(self, game: Game, searching: bool = False) -> AsyncIterator[int]:
        """Make a game, or its search too, ready; each second that it takes is told."""
        task, seconds = self.prepare_soon(game, searching), 0
        while not (await asyncio.wait({task}, timeout=1))[0]:
            seconds += 1
            yield seconds
        await task

    async def ready(self, game: Game, searching: bool = False) -> None:
        """Make a game, or its search too, ready."""
        async for _ in self.seconds_until_ready(game, searching):
            pass

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        """Begin to make a game, or its search too, ready."""
        key = game.name, searching
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._tasks[key] = task = begin(
                self._prepare(game, searching), f"{game.name} could not be prepared"
            )
        return task

    async def _prepare(self, game: Game, searching: bool) -> None:
        if searching:
            await self.ready(game)
        if not is_prepared(game, searching):
            await _compile_apart(game.name, searching)
        work = _warm_up_search if searching else _warm_up_rules
        await asyncio.get_running_loop().run_in_executor(self._loading, work, game)

    async def _prepare_all(self) -> None:
        for searching in (False, True):
            for name in game_names():
                await self.ready(cached_game(name, {}), searching)


class Games:
    """Games with their options. A board that is not known yet is made in a thread, in turn: some
    take a hundredth of a second, and options are without number.

    Any thread may make one, for no game multiplies matrices (`tests/games/test_boards.py`).
    NumPy does that in threads of OpenBLAS. When uvloop starts a process, OpenBLAS puts them away
    first, and with a product under way in another thread that hangs for ever, and the loop with it.
    """

    def __init__(self, turns: Turns) -> None:
        """Games made in these threads."""
        self._turns = turns
        self._making: Once[Key, Game] = Once()

    async def get(self, name: str, options: Mapping[str, str], address: str) -> Game:
        """The game with these options, made on behalf of this address if need be.

        Raises:
            SiegeworksError: an unknown game or option.
        """
        key = _key(name, options)
        known = _known(key)
        return known or await self._making.get(key, lambda: self._make(key, address))

    async def _make(self, key: Key, address: str) -> Game:
        return await self._turns.run(address, lambda: _made(key), quick=True)


def cached_game(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options, the same object as long as it is asked for now and then; made
    at once, if need be.

    Raises:
        SiegeworksError: an unknown game or option.
    """
    key = _key(name, options)
    return _known(key) or _made(key)


_games: OrderedDict[Key, Game] = OrderedDict()  # the one asked for last comes last
_games_lock = threading.Lock()


def _known(key: Key) -> Game | None:
    with _games_lock:
        game = _games.get(key)
        if game is not None:
            _games.move_to_end(key)
        return game


def _made(key: Key) -> Game:
    game = load(key[0], dict(key[1]))
    scene_encoder(game).board  # noqa: B018  (worked out once, and here rather than when it is sent)
    with _games_lock:
        game = _games.setdefault(key, game)
        while len(_games) > MOST_GAMES:
            _games.popitem(last=False)
        return game


@lru_cache(MOST_GAMES)
def scene_encoder(game: Game) -> SceneEncoder:
    """Who draws this game."""
    return SceneEncoder(game)


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
            logger.error("%s could not be compiled apart", name)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _warm_up_rules(game: Game) -> None:
    """Call everything once as a table will: what is in the cache is loaded on the first call."""
    table, rng = Table(game), new_rng(0)
    shown = Shown(table, scene_encoder(game))
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
