"""Games prepared for play: compiled in a separate process, then loaded from the kernel cache.

Compiling here would block the event loop and with it all other games. So the first time a game is
asked for, another process compiles it: first the rules, which this one then loads so that people
can begin; others compile the search, which only the processes of bots load.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.errors import IllegalStep, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.random import new_rng
from siegeworks.games import game_names, load
from siegeworks.play.precompile import (
    SEARCHES,
    Part,
    compiler_command,
    is_precompiled,
    missing_parts,
)
from siegeworks.play.table import Table
from siegeworks.server.jobs.fair_pool import FairPool, SingleFlight
from siegeworks.server.messages import MAX_MAP_LENGTH
from siegeworks.server.messages.scenes import SceneEncoder
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.monitoring.metrics import COMPILES, timed
from siegeworks.server.runtime.error_log import logger
from siegeworks.server.runtime.tasks import start_task

MAX_GAMES = 64  # with their options, that stay in memory
WARM_PLIES = 20
GameKey = tuple[str, tuple[tuple[str, str], ...], str]  # a game's name, options and map


class Preparation:
    """Which games are prepared, and preparing the others."""

    def __init__(self) -> None:
        # By the game's name: all its options share the same compiled rules.
        self._tasks: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._loading = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self._background: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Prepare all games one after another, before anybody asks."""
        self._background = start_task(self._prepare_all(), "preparing the games failed")

    async def all_ready(self) -> None:
        """Wait until all games are prepared, once that was started."""
        if self._background is not None:
            await asyncio.shield(self._background)

    async def close(self) -> None:
        """Stop preparing."""
        tasks = [*self._tasks.values(), *([self._background] if self._background else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._loading.shutdown(wait=False, cancel_futures=True)

    async def seconds_until_ready(self, game: Game, searching: bool = False) -> AsyncIterator[int]:
        """Prepare a game, or its search too; yields the seconds so far, every second."""
        task, seconds = self.prepare_soon(game, searching), 0
        while not (await asyncio.wait({task}, timeout=1))[0]:
            seconds += 1
            yield seconds
        await task

    async def ready(self, game: Game, searching: bool = False) -> None:
        """Prepare a game, or its search too."""
        async for _ in self.seconds_until_ready(game, searching):
            pass

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        """Start to prepare a game, or its search too."""
        key = game.name, searching
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            failed = f"{game.name} could not be prepared"
            self._tasks[key] = task = start_task(self._prepare(game, searching), failed)
        return task

    async def _prepare(self, game: Game, searching: bool) -> None:
        if searching:
            missing = missing_parts(game, SEARCHES)
            compiling = (_compile_in_process(game.name, part) for part in missing)
            await asyncio.gather(self.ready(game), *compiling)
            return
        if not is_precompiled(game):
            await _compile_in_process(game.name, Part.RULES)
        await asyncio.get_running_loop().run_in_executor(self._loading, warm_up_rules, game)

    async def _prepare_all(self) -> None:
        for searching in (False, True):
            for name in game_names():
                while asked_for := [task for task in self._tasks.values() if not task.done()]:
                    await asyncio.wait(asked_for)  # people come first
                await self.ready(cached_game(name, {}), searching)


class GameCache:
    """Games with their options and maps, made in threads: some take a hundredth of a second, and
    there is no end of options.

    A game on a map from a file is known by its rows alone, so that a file that changes changes no
    game that is being played.

    Any thread may make one, since no game multiplies matrices (`tests/games/test_boards.py`).
    NumPy does that in threads of OpenBLAS. When uvloop starts a process, OpenBLAS ends them first;
    with a product under way in another thread that hangs forever, and the event loop with it.
    """

    def __init__(self, threads: FairPool, maps_folder: Path | None = None) -> None:
        """Games made in these threads, with the maps of this folder or else of the user's own."""
        self._threads, self.maps_folder = threads, maps_folder
        self._making: SingleFlight[GameKey, Game] = SingleFlight()

    async def get(
        self, name: str, options: Mapping[str, str], address: str, map_rows: str = ""
    ) -> Game:
        """The game with these options, made on behalf of this address if need be. `map_rows` is the
        drawing of the map that the options name; empty: the map of that name.

        Raises:
            SiegeworksError: an unknown game or option, or a map that cannot be played on.
        """
        check_map_length(map_rows, options.get(MAP_OPTION))
        key = _key(name, options, map_rows)
        known = _known(key)
        return known or await self._making.get(key, lambda: self._make(key, address))

    async def _make(self, key: GameKey, address: str) -> Game:
        def made() -> Game:
            game = _made(key, self.maps_folder)
            scene_encoder(game).board  # noqa: B018  (computed here rather than when it is sent)
            return game

        return await self._threads.run(address, made, quick=True)


def cached_game(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options: the same object as long as it stays in the cache.

    Raises:
        SiegeworksError: an unknown game or option.
    """
    return game_of(_key(name, options))


def game_of(key: GameKey) -> Game:
    """The game with this key: the same object as long as it stays in the cache.

    Raises:
        SiegeworksError: there is none.
    """
    return _known(key) or _made(key)


def key_of(game: Game) -> GameKey:
    """What another process needs to make the same game."""
    return _key(game.name, game.changed_options, map_text(game))


def map_text(game: Game) -> str:
    """The rows of a game's map, one a line; empty if it has none."""
    return "\n".join(game.map_rows)


def check_map_length(map_rows: str, name: str | None) -> None:
    """Raise SiegeworksError for a map that is too long to be kept with its game."""
    if len(map_rows) > MAX_MAP_LENGTH:
        raise SiegeworksError(
            f"{MAP_OPTION}={quote(name or '')}: its drawing has {len(map_rows):,} characters; this "
            f"server takes at most {MAX_MAP_LENGTH:,}. Move its parts closer together."
        )


_games: OrderedDict[GameKey, Game] = OrderedDict()  # the one used last comes last
_games_lock = threading.Lock()


def _known(key: GameKey) -> Game | None:
    with _games_lock:
        game = _games.get(key)
        if game is not None:
            _games.move_to_end(key)
        return game


def _made(key: GameKey, maps_folder: Path | None = None) -> Game:
    name, options, map_rows = key
    game = load(name, dict(options), None if map_rows else maps_folder, map_rows)
    key = name, options, map_text(game)
    check_map_length(key[2], game.options.get(MAP_OPTION))
    with _games_lock:
        game = _games.setdefault(key, game)
        while len(_games) > MAX_GAMES:
            _games.popitem(last=False)
        return game


@lru_cache(MAX_GAMES)
def scene_encoder(game: Game) -> SceneEncoder:
    """The scene encoder of this game."""
    return SceneEncoder(game)


def _key(name: str, options: Mapping[str, str], map_rows: str = "") -> GameKey:
    return name, tuple(sorted(options.items())), map_rows


async def _compile_in_process(name: str, part: Part) -> None:
    """Compile a part of a game in another process; if that fails, it is compiled when needed."""
    with timed(COMPILES, name):
        process = await asyncio.create_subprocess_exec(
            *compiler_command(name, part),
            stdin=asyncio.subprocess.PIPE,  # so that it ends with the server, however that ends
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            if await process.wait():
                logger.error("%s could not be compiled in a separate process", name)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def warm_up_rules(game: Game) -> None:
    """Call everything once as a table will: the first call loads it from the kernel cache."""
    table, rng = Table(game), new_rng(0)
    views = AudienceViews(table, scene_encoder(game))
    for _ in range(WARM_PLIES):
        table.deal(rng)
        for seat in (SPECTATOR, *range(len(game.seats))):
            views.steps(seat, 0)
            views.history(seat, 0)
            views.changed(seat)
            views.may_agree(seat)
        if table.over:
            break
        seat = int(table.state.to_act)
        table.play(game.seats[seat], views.legal(seat)[0])
        with suppress(IllegalStep):
            table.undo_point(seat)
