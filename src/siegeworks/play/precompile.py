"""Compiling a game's rules before the first move, so that nobody waits in the middle of a game.

The rules are compiled function by function when first called, and cached on disk
(siegeworks.core.jit). One random game, played step by step, calls nearly all of them.

The search takes much longer to compile than the rules. Other processes can do that while people
play (`python -m siegeworks.play.precompile GAME search`); this process then loads it from the
cache. What proves and solves, instead of searching, is compiled beside the search: each takes one
core, and neither waits for the rules that this process compiles.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

from siegeworks.bots.cfr.equilibrium import is_solvable, solve_nothing
from siegeworks.bots.cfr.listing import listing_kernel
from siegeworks.bots.cfr.regrets import minimize_regrets, weigh_average
from siegeworks.bots.mcts.digest import digest_of_bytes
from siegeworks.bots.mcts.kernel import search_kernel
from siegeworks.bots.mcts.tree import copy_keys, fill_slots, find, keep_below
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.compiler.kernel_cache import CACHE
from siegeworks.core.compiler.kernel_key import kernel_key
from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL, Action, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.kernels import compiled
from siegeworks.core.random import Rng, new_rng
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.games import load
from siegeworks.proofs.forcing import Forcing, step_kernel, together
from siegeworks.proofs.solving import solver

TREES = (copy_keys, digest_of_bytes, fill_slots, find, keep_below)  # kernels of every search
MOST_STEPS = 300  # enough to meet every kind of step
MOST_STEPS_OF_PROOF = 10_000  # a position has far fewer


class Part(StrEnum):
    """What one process compiles of a game; also the endings of the cache's marker files."""

    RULES = "rules"
    SEARCH = "search"
    PROOFS = "proofs"  # and solutions, which a search asks for, too


SEARCHES = (Part.SEARCH, Part.PROOFS)  # what a bot needs beside the rules

# Of the processes that compile while people play: what is needed first goes first.
NICENESS = {Part.RULES: 5, Part.SEARCH: 8, Part.PROOFS: 10}


def parts(with_search: bool) -> tuple[Part, ...]:
    """What has to be compiled of a game that is only played or, `with_search`, also searched."""
    return (Part.RULES, *SEARCHES) if with_search else (Part.RULES,)


def precompile(game: Game, with_search: bool = False) -> None:
    """Compile every rule of a game by calling it once, and `with_search` what bots and hints need,
    too; do nothing if that was done before."""
    for part in parts(with_search):
        compile_part(game, part)


def compile_part(game: Game, part: Part) -> None:
    """Compile one part of a game; do nothing if that was done before."""
    if _is_marked(game, part):
        return
    call_part(game, part)
    with suppress(OSError):  # without the marker, the next process calls everything again
        _marker(game, part).touch()


def call_part(game: Game, part: Part) -> None:
    """Call every kernel of one part of a game once."""
    match part:
        case Part.RULES:
            _call_every_rule(game)
        case Part.SEARCH:
            _run_search(game)
        case Part.PROOFS:
            _run_proofs(game)


def is_precompiled(game: Game, with_search: bool = False) -> bool:
    """Whether the cache holds this game's rules and, `with_search`, its search, as they are now."""
    return not missing_parts(game, parts(with_search))


def missing_parts(game: Game, wanted: Iterable[Part]) -> list[Part]:
    """Those parts of a game that the cache does not hold as they are now."""
    return [part for part in wanted if not _is_marked(game, part)]


def _is_marked(game: Game, part: Part) -> bool:
    path = _marker(game, part)
    with suppress(OSError):
        os.utime(path)  # what is in use is kept
    return path.exists()


def _marker(game: Game, part: Part) -> Path:
    """The file that says that these kernels were all compiled: its name has their key."""
    key = kernel_key(*kernels_of(game, part))
    return CACHE / f"{game.name}.{key or 'no-key'}.{part}"


def kernels_of(game: Game, part: Part) -> list[Callable[..., Any]]:
    """The kernels of one part of a game."""
    if part is Part.RULES:
        return [each for each in (*compiled(game.rules), *TREES) if each is not None]
    if part is Part.SEARCH:
        return [search_kernel(game.rules, game.advice), *TREES]
    kernels = [step_kernel(game.rules), solver(game.rules)]
    if is_solvable(game):
        kernels += [listing_kernel(game.rules), minimize_regrets, weigh_average]
    return kernels


# In other processes ------------------------------------------------------------------------------


def compiler_command(name: str, part: Part) -> list[str]:
    """The command that compiles one part of a game, and then exits.

    It also exits when its standard input is closed: start it with a pipe, and it cannot outlive
    its parent.
    """
    return [sys.executable, "-m", "siegeworks.play.precompile", name, part]


class SearchCompilation:
    """Compiles a game's search in other processes, unless the cache already holds it."""

    def __init__(
        self,
        game: Game,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Start compiling; the rules of the game may be compiled at the same time. While `wait`
        blocks, it enters the context manager `waiting`, which may show a notice."""
        self._game, self._waiting = game, waiting
        self._processes = [
            subprocess.Popen(
                compiler_command(game.name, part),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for part in missing_parts(game, SEARCHES)
        ]

    @property
    def is_ready(self) -> bool:
        """Whether the other processes have ended, even by failing, or were never needed."""
        return all(process.poll() is not None for process in self._processes)

    def wait(self) -> None:
        """Wait until the search is compiled; if another process failed, compile it here."""
        if not self._processes:
            return
        with self._waiting():
            for process in self._processes:
                process.wait()
            precompile(self._game, with_search=True)
        self.stop()

    def stop(self) -> None:
        """Stop compiling."""
        for process in self._processes:
            process.kill()
            process.communicate()  # closes the pipe, too
        self._processes = []


class FallbackBot:
    """A bot that searches in plain, slow Python until its compiled search is ready.

    It gets as far as its time limit allows; a bot without a time limit waits for the compiled
    search instead.
    """

    def __init__(self, make: Callable[[], SearchBot], search: SearchCompilation) -> None:
        self._make, self._search = make, search
        self._compiled: SearchBot | None = None

    def choose(self, seen: Observation) -> Action:
        """The action that the search found best."""
        if self._compiled is None and not self._search.is_ready:
            bot = self._make()
            if bot.budget.seconds is not None:
                bot.run_plain()
                return bot.choose(seen)
        if self._compiled is None:
            self._search.wait()
            self._compiled = self._make()
        return self._compiled.choose(seen)


def _exit_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


# One game and one search -------------------------------------------------------------------------


def _run_search(game: Game) -> None:
    rng, plain = new_rng(0), game.plain()  # whose rules nobody has to compile
    state = plain.new_state()
    plain.settle(state, rng)
    seen = plain.observe(state, int(state.to_act))
    bot = SearchBot(plain, rng, Budget(simulations=2), mixing=0)
    for _ in range(2):  # the second search reuses the tree of the first
        bot.line(seen, bot.search(seen)[0].action)


def _run_proofs(game: Game) -> None:
    if is_solvable(game):
        solve_nothing(game)
    state = game.new_state()
    game.settle(state, new_rng(0))
    proof = Forcing(game, int(state.to_act), "win", MOST_STEPS_OF_PROOF)
    proof.branches(together([state]), 1)
    proof.can(together([state]), 1)


def _call_every_rule(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    game.settle(state, rng)
    fallback = SearchBot(game, rng, Budget(simulations=1))  # plays until the search is compiled
    fallback.run_plain()
    fallback.choose(game.observe(state, int(state.to_act)))
    state = game.new_state()
    for _ in range(MOST_STEPS):
        if state.to_act == TERMINAL:
            break
        _call_queries(game, state, rng)
        game.apply(state, random_choice(game, state, rng))
    _call_table_steps(game)


def _call_table_steps(game: Game) -> None:
    """Call the rules behind steps of the table: a seat leaves, all agree to end the game."""
    rules, state = game.engine, game.new_state()
    if rules.leave is not None:
        left = game.copy(state)
        left.resigned = 1
        rules.leave(game.params, left, 0)
    if rules.agree is not None and rules.may_agree is not None:
        rules.may_agree(game.params, state)
        rules.agree(game.params, game.copy(state))


def _call_queries(game: Game, state: State, rng: Rng) -> None:
    """Call every rule that only reads the state."""
    seats: list[Seat] = [SPECTATOR, *range(len(game.seats))]
    choice = random_choice(game, state, rng)
    for seat in seats:
        game.determinize(game.observe(state, seat), rng)
        game.unchecked.hides(state, choice, seat)
    if state.to_act == CHANCE:
        game.chance_outcomes(state)
    else:
        game.legal_actions(state)
        game.unchecked.reveals(state, choice)
        game.unchecked.shows(state, choice)


if __name__ == "__main__":
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    wanted = Part(sys.argv[2])
    if hasattr(os, "setpgrp"):  # Ctrl-C is for who started it. In a session of its own, Linux
        os.setpgrp()  # would weigh its priority against nobody's.
    if hasattr(os, "nice"):
        os.nice(NICENESS[wanted])
    compiling = load(sys.argv[1])
    if wanted is Part.PROOFS:  # for which there is time: the search takes longer
        compile_part(compiling, Part.RULES)
    compile_part(compiling, wanted)
