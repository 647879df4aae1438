"""How fast random games and batches are: ours and the peers' in turns, in one run, on one core."""

from __future__ import annotations

import importlib
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.batch import Batch, random_actions
from siegeworks.core.game import Game
from siegeworks.core.playouts import playouts
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.simulate import CHUNK, warm_up

REFERENCE = "hex(board_size=15)"
PEERS = (REFERENCE, "amazons", "backgammon")  # as OpenSpiel calls them

# Games a second that we want, as a multiple of the baseline's in the same run.
WANTED = {
    "siege-master": 20,
    "expansion": 15,
    "kings-ransom": 50,
    "nobles-and-peasants": 20,
    "siege-by-number": 1,
}

# Bytes of a state that we want at most.
WANTED_BYTES = {"siege-master": 200}

# Steps a second of batches without tensors that we want.
WANTED_BATCHED = {"siege-master": 2_000_000, "expansion": 5_000_000, "kings-ransom": 5_000_000}

BATCHED = 1024  # games in a batch, ours and the peer's
PGX = "hex"  # as Pgx calls it; 11 · 11 cells

FEWEST_ROUNDS = 5
BATCH = 100_000  # states, for measuring memory
SEED = 1


class Round(NamedTuple):
    """What was played in one turn."""

    games: int
    steps: int  # actions and outcomes of chance
    seconds: float


Player = Callable[[float], Round]  # plays complete random games for about so many seconds


class Measurement(NamedTuple):
    """A number measured several times."""

    median: float
    low: float  # the least
    high: float  # the greatest

    @classmethod
    def of(cls, values: list[float]) -> Measurement:
        """The median of these values and how far they lie apart."""
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True)
class Rate:
    """How fast one game is."""

    name: str
    games_per_second: Measurement
    steps_per_second: Measurement
    multiple: Measurement | None = None  # of the baseline's games a second, round by round
    wanted: float | None = None

    @classmethod
    def of(cls, name: str, rounds: list[Round], baseline: list[Round] | None = None) -> Rate:
        """The medians of its rounds, each compared with the baseline's round beside it."""
        games = [r.games / r.seconds for r in rounds]
        multiple = None
        if baseline is not None:
            beside = [r.games / r.seconds for r in baseline]
            multiple = Measurement.of([a / b for a, b in zip(games, beside, strict=True)])
        return cls(
            name,
            Measurement.of(games),
            Measurement.of([r.steps / r.seconds for r in rounds]),
            multiple,
            WANTED.get(name),
        )


@dataclass(frozen=True)
class BatchRate:
    """How many steps of seats a second a batch takes."""

    name: str
    alone: (
        Measurement | None
    )  # with masks, rewards and new games, without tensors; None: cannot be had
    with_tensors: Measurement | None  # the same and the observation of every seat to act
    wanted: float | None = None  # of the steps alone

    @classmethod
    def of(
        cls, name: str, alone: list[Round] | None, with_tensors: list[Round] | None
    ) -> BatchRate:
        """The medians of its rounds."""

        def spread(rounds: list[Round] | None) -> Measurement | None:
            return Measurement.of([r.steps / r.seconds for r in rounds]) if rounds else None

        return cls(name, spread(alone), spread(with_tensors), WANTED_BATCHED.get(name))


def alternate(
    players: Mapping[str, Player], rounds: int, seconds: float
) -> Iterator[tuple[str, Round]]:
    """Let every player play in every round, so that what slows the machine slows all alike."""
    for _ in range(rounds):
        for name, play in players.items():
            yield name, play(seconds)


# Players -----------------------------------------------------------------------------------------


def our_player(game: Game) -> Player:
    """Our compiled random games; compiling is done here and not measured."""
    warm_up(game)
    rng = new_rng(SEED)

    def play(seconds: float) -> Round:
        games = steps = 0
        batch = 1
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            steps += int(playouts(game, rng, batch)["steps"].sum())
            games += batch
            batch = min(2 * batch, CHUNK)
        return Round(games, steps, spent)

    return play


def finish_in_python(state: Any, rng: random.Random) -> None:
    """Play a game of OpenSpiel's to its end at random, in the loop that its users write."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def peer_player(spec: str) -> tuple[str, Player]:
    """OpenSpiel's random games by its C++ loop, or by its Python loop where that fails; a name.

    Raises:
        ImportError: OpenSpiel is not installed.
    """
    import pyspiel  # noqa: PLC0415  (an extra; heavy)

    game = pyspiel.load_game(spec)
    bots = [
        pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())
    ]
    rng = random.Random(SEED)

    def in_cpp(state: Any) -> None:
        pyspiel.evaluate_bots(state, bots, rng.getrandbits(31))

    def in_python(state: Any) -> None:
        finish_in_python(state, rng)

    finish, name = in_cpp, f"OpenSpiel {spec}"
    try:
        in_cpp(game.new_initial_state())
    except Exception:
        finish, name = in_python, f"OpenSpiel {spec}, Python loop"

    def play(seconds: float) -> Round:
        games = steps = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            state = game.new_initial_state()
            finish(state)
            steps += state.move_number()
            games += 1
        return Round(games, steps, spent)

    return name, play


def batch_player(game: Game, tensors: bool) -> Player:
    """Our batch on one thread. The clock runs while it steps (and writes its tensors), not while
    random actions are chosen from the masks."""
    batch = Batch(game, BATCHED, SEED)
    rng = new_rng(SEED)

    def choose() -> Any:
        return random_actions(batch.legal, rng)

    def step(actions: Any) -> int:
        batch.step(actions)
        if tensors:
            batch.observe()
        return int(batch.terminated.sum())

    step(choose())
    return timed_batch(choose, step)


def pgx_player() -> tuple[str, Player]:
    """The same of Pgx, compiled for one core of the processor, with its own automatic reset; a
    name. Its steps always write their observations.

    Raises:
        ImportError: Pgx or JAX is not installed.
    """
    with one_core_of_jax():
        jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        wrappers = importlib.import_module("pgx.experimental.wrappers")
        env = pgx.make(PGX)
        advance = jax.jit(jax.vmap(wrappers.auto_reset(env.step, env.init)))
        split = jax.jit(lambda key: jax.random.split(key, BATCHED))
        pick = jax.jit(
            lambda key, legal: jax.random.categorical(key, jax.numpy.log(legal.astype(float)))
        )
        key = jax.random.PRNGKey(SEED)
        state = jax.jit(jax.vmap(env.init))(split(key))

        def choose() -> Any:
            nonlocal key
            key, for_actions, for_steps = jax.random.split(key, 3)
            actions = pick(for_actions, state.legal_action_mask)
            return jax.block_until_ready((actions, split(for_steps)))

        def step(chosen: Any) -> int:
            nonlocal state
            state = jax.block_until_ready(advance(state, *chosen))
            return 0  # its games are not counted: that would be work beside the steps

        step(choose())
    return f"Pgx {PGX}", timed_batch(choose, step)


@contextmanager
def one_core_of_jax() -> Iterator[None]:
    """Inside, JAX starts on the processor and with one core: its threads inherit that."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_multi_thread_eigen=false".strip()
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def timed_batch(choose: Callable[[], Any], step: Callable[[Any], int]) -> Player:
    """A player that chooses and steps in turns and times only the steps; `step` says how many games
    ended."""

    def play(seconds: float) -> Round:
        games = steps = 0
        spent = 0.0
        while spent < seconds:
            chosen = choose()
            start = time.perf_counter()
            games += step(chosen)
            spent += time.perf_counter() - start
            steps += BATCHED
        return Round(games, steps, spent)

    return play


# What is not speed of play -----------------------------------------------------------------------


class FirstCall(NamedTuple):
    """How long a new process waits, in seconds."""

    playout: float  # for its first random game
    process: float  # from its start to its end


def first_calls(name: str) -> tuple[FirstCall, FirstCall]:
    """The first random game of a new process with an empty cache; and of the next process."""
    with tempfile.TemporaryDirectory(prefix="siegeworks-bench-") as cache:
        return first_call(name, Path(cache)), first_call(name, Path(cache))


def first_call(name: str, cache: Path) -> FirstCall:
    """The first random game of a new process with this cache.

    Raises:
        OSError: the process failed.
    """
    code = f"from siegeworks.lab.speed import print_first_playout as p; p({name!r})"
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SIEGEWORKS_CACHE": str(cache)},
        capture_output=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise OSError(f"a new process could not play {name}: {''.join(last) or done.returncode}")
    return FirstCall(json.loads(done.stdout), seconds)


def print_first_playout(name: str) -> None:
    """Print how many seconds the first random game takes, compiling included."""
    game = load(name)
    start = time.perf_counter()
    warm_up(game)
    print(json.dumps(time.perf_counter() - start))


class Memory(NamedTuple):
    """What a game takes in memory, in bytes."""

    state: float  # a state in a batch of BATCH
    tables: int  # the constant tables, once for all states


def memory(game: Game) -> Memory:
    """Measured on a batch."""
    return Memory(np.zeros(BATCH, game.state_type).nbytes / BATCH, int(game.params.nbytes))


def machine_info() -> dict[str, str]:
    """The day, the machine and the versions that a measurement is true of."""
    found = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": f"{cpu_model()}, {os.cpu_count()} cores, of which one is used",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
    for peer in ("open_spiel", "pgx", "jax"):
        try:
            found[peer] = version(peer)
        except PackageNotFoundError:
            found[peer] = "not installed"
    if hasattr(os, "getloadavg"):
        found["load before"] = f"{os.getloadavg()[0]:.1f}"
    return found


def cpu_model() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
