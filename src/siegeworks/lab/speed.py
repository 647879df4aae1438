"""The speed of random games and batches beside peers: round by round, in one run, on one core."""

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
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import UnknownGame, load, module
from siegeworks.lab.simulate import CHUNK, warm_up

REFERENCE = "hex(board_size=15)"
PEERS = (REFERENCE, "amazons", "backgammon")  # OpenSpiel's names

BATCHED = 1024  # games in a batch, ours and the peer's
PGX = "hex"  # Pgx's name; 11 · 11 cells

MIN_ROUNDS = 5
BATCH = 100_000  # states, for measuring memory
SEED = 1


class Round(NamedTuple):
    """What was played in one round."""

    games: int
    steps: int  # actions and outcomes of chance
    seconds: float


Player = Callable[[float], Round]  # plays complete random games for about this many seconds


class Measurement(NamedTuple):
    """A number measured several times."""

    median: float
    low: float  # the lowest value
    high: float  # the highest

    @classmethod
    def of(cls, values: list[float]) -> Measurement:
        """The median of these values and their range."""
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True)
class Rate:
    """How fast one game is."""

    name: str
    games_per_second: Measurement
    steps_per_second: Measurement
    multiple: Measurement | None = None  # of the reference's games per second, round by round
    wanted: float | None = None

    @classmethod
    def of(cls, name: str, rounds: list[Round], reference: list[Round] | None = None) -> Rate:
        """The medians of its rounds, each compared with the reference's in the same round."""
        games = [r.games / r.seconds for r in rounds]
        multiple = None
        if reference is not None:
            beside = [r.games / r.seconds for r in reference]
            multiple = Measurement.of([a / b for a, b in zip(games, beside, strict=True)])
        return cls(
            name,
            Measurement.of(games),
            Measurement.of([r.steps / r.seconds for r in rounds]),
            multiple,
            targets(name).playouts,
        )


@dataclass(frozen=True)
class BatchRate:
    """How many steps per second a batch makes."""

    name: str
    alone: Measurement | None  # with masks, rewards and resets; None: not available
    with_tensors: Measurement | None  # the same with the observation of every seat to act
    wanted: float | None = None  # of the steps alone

    @classmethod
    def of(
        cls, name: str, alone: list[Round] | None, with_tensors: list[Round] | None
    ) -> BatchRate:
        """The medians of its rounds."""

        def rate(rounds: list[Round] | None) -> Measurement | None:
            return Measurement.of([r.steps / r.seconds for r in rounds]) if rounds else None

        return cls(name, rate(alone), rate(with_tensors), targets(name).batch_steps)


def alternate(
    players: Mapping[str, Player], rounds: int, seconds: float
) -> Iterator[tuple[str, Round]]:
    """Let every player play in every round, so that a busy machine slows all of them equally."""
    for _ in range(rounds):
        for name, play in players.items():
            yield name, play(seconds)


# Players -----------------------------------------------------------------------------------------


def our_player(game: Game) -> Player:
    """Our compiled random games; compiling happens here and is not measured."""
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
    """Play an OpenSpiel game to its end at random, in the loop that its users write."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def peer_player(spec: str) -> tuple[str, Player]:
    """OpenSpiel's random games in its C++ loop, or in a Python loop if that fails; with a name.

    Raises:
        ImportError: OpenSpiel is not installed.
    """
    import pyspiel  # noqa: PLC0415  (an extra; heavy)

    game = pyspiel.load_game(spec)
    bots = [
        pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())
    ]
    rng = random.Random(SEED)

    def finish(state: Any) -> None:
        pyspiel.evaluate_bots(state, bots, rng.getrandbits(31))

    name = f"OpenSpiel {spec}"
    try:
        finish(game.new_initial_state())
    except Exception:
        finish, name = partial(finish_in_python, rng=rng), f"{name}, Python loop"

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
    """Our batch on one thread. Its steps are timed (with their tensors), random choices are not."""
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
    """The same with Pgx, compiled for one core, with its own automatic reset; and a name. Its steps
    always write observations.

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
            return 0  # its games are not counted: counting would take time

        step(choose())
    return f"Pgx {PGX}", timed_batch(choose, step)


@contextmanager
def one_core_of_jax() -> Iterator[None]:
    """Start JAX on the CPU with one core: its threads inherit that."""
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
    """A player that alternates choosing and stepping and times only the steps; `step` returns the
    number of games that ended."""

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


# Other measurements -----------------------------------------------------------------------


class FirstCall(NamedTuple):
    """How long a new process takes, in seconds."""

    playout: float  # until its first random game is over
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
    """The memory that a game takes, in bytes."""

    state: float  # a state in a batch of BATCH
    tables: int  # the constant tables, shared by all states


def memory(game: Game) -> Memory:
    """Measure the memory of a game on a batch of states."""
    return Memory(np.zeros(BATCH, game.state_type).nbytes / BATCH, int(game.params.nbytes))


def machine_info() -> dict[str, str]:
    """The date, the machine and the versions that a measurement belongs to."""
    versions = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": f"{cpu_model()}, {os.cpu_count()} cores, of which one is used",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
    for peer in ("open_spiel", "pgx", "jax"):
        try:
            versions[peer] = version(peer)
        except PackageNotFoundError:
            versions[peer] = "not installed"
    if hasattr(os, "getloadavg"):
        versions["load before"] = f"{os.getloadavg()[0]:.1f}"
    return versions


def measured_on() -> str:
    """The same in one line, as a section of results begins with it."""
    return ", ".join(f"{name} {value}" for name, value in machine_info().items())


def cpu_model() -> str:
    """The processor's name, as far as the system knows it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


# How fast a game should be: its own file, which benchmarks compare with ---------------------------

TARGETS_FILE = "targets.toml"


class Targets(NamedTuple):
    """The targets of one game; None where it has none."""

    playouts: float | None = None  # games per second, × OpenSpiel's hex(board_size=15)
    state_bytes: int | None = None  # at most
    batch_steps: int | None = None  # per second, without tensors
    plain_search: float | None = None  # simulations per second, × OpenSpiel's search of that hex
    plain_simulations: int | None = None  # simulations per second


@cache
def targets(name: str) -> Targets:
    """The targets of a game; for anything else, such as a peer, there are none.

    Raises:
        TypeError: the file has an unknown target.
    """
    try:
        text = (files(module(name)) / TARGETS_FILE).read_text(encoding="utf-8")
    except (UnknownGame, FileNotFoundError):
        return Targets()
    return Targets(**tomllib.loads(text))
