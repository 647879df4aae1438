"""Compiling a game's rules before the first move, so that nobody waits in the middle of a game.

The rules are compiled function by function when first called, and cached on disk
(siegeworks.core.jit). One random game, played step by step, calls nearly all of them.

The search takes much longer to compile than the rules. Another process can do that while people
play (`python -m siegeworks.play.precompile GAME search`); this process then loads it from the
cache. What solves small games and the ends of larger ones, instead of searching them, is compiled
with the search.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
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
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load
from siegeworks.proofs.forcing import Forcing, step_kernel, together
from siegeworks.proofs.solving_kernel import solver

TREES = (
    copy_keys,
    digest_of_bytes,
    fill_slots,
    find,
    keep_below,
)  # kernels that every search calls
MOST_STEPS = 300  # enough to meet every kind of step
MOST_STEPS_OF_PROOF = 10_000  # a position has far fewer
MARKERS = {False: "rules", True: "search"}  # endings of the cache's marker files, by `with_search`
NICENESS = 5  # of a process that compiles while people play


def precompile(game: Game, with_search: bool = False) -> None:
    """Compile every rule of a game by calling it once; do nothing if that was done before.

    Args:
        game: the game that will be played.
        with_search: compile its search too, which bots and hints need.
    """
    _once(game, False, _call_every_rule)
    if with_search:
        _once(game, True, _run_search)


def is_precompiled(game: Game, with_search: bool = False) -> bool:
    """Whether the cache holds this game's rules or, `with_search`, its search, as they are now."""
    path = _marker(game, with_search)
    with suppress(OSError):
        os.utime(path)  # what is in use is kept
    return path.exists()


def _once(game: Game, with_search: bool, work: Callable[[Game], None]) -> None:
    if is_precompiled(game, with_search):
        return
    work(game)
    with suppress(OSError):  # without the marker, the next process calls everything again
        _marker(game, with_search).touch()


def _marker(game: Game, with_search: bool) -> Path:
    """The file that says that these kernels were all compiled: its name has their key."""
    key = kernel_key(*kernels_of(game, with_search))
    return CACHE / f"{game.name}.{key or 'no-key'}.{MARKERS[with_search]}"


def kernels_of(game: Game, with_search: bool) -> list[Callable[..., Any]]:
    """The kernels of a game's rules or, `with_search`, those of its search."""
    if not with_search:
        return [each for each in (*compiled(game.rules), *TREES) if each is not None]
    kernels = [search_kernel(game.rules, game.advice), step_kernel(game.rules), solver(game.rules)]
    if is_solvable(game):
        kernels += [listing_kernel(game.rules), minimize_regrets, weigh_average]
    return [*kernels, *TREES]


# In another process ------------------------------------------------------------------------------


def compiler_command(name: str, with_search: bool) -> list[str]:
    """The command that compiles a game's rules or, `with_search`, also its search, and then exits.

    It also exits when its standard input is closed: start it with a pipe, and it cannot outlive
    its parent.
    """
    return [sys.executable, "-m", "siegeworks.play.precompile", name, MARKERS[with_search]]


class SearchCompilation:
    """Compiles a game's search in another process, unless the cache already holds it."""

    def __init__(
        self,
        game: Game,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Start compiling.

        Args:
            game: the game; its rules are already compiled.
            waiting: a context manager entered while `wait` blocks, e.g. to show a notice.
        """
        self._game, self._waiting = game, waiting
        self._process: subprocess.Popen[bytes] | None = None
        if not is_precompiled(game, with_search=True):
            self._process = subprocess.Popen(
                compiler_command(game.name, with_search=True),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    @property
    def is_ready(self) -> bool:
        """Whether the other process has ended, even by failing, or was never needed."""
        return self._process is None or self._process.poll() is not None

    def wait(self) -> None:
        """Wait until the search is compiled; if the other process failed, compile it here."""
        if self._process is None:
            return
        with self._waiting():
            self._process.wait()
            precompile(self._game, with_search=True)
        self.stop()

    def stop(self) -> None:
        """Stop compiling."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()  # closes the pipe, too
            self._process = None


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
    rng = new_rng(0)
    state = game.new_state()
    game.settle(state, rng)
    seen = game.observe(state, int(state.to_act))
    if is_solvable(game):
        solve_nothing(game)
    bot = SearchBot(game, rng, Budget(simulations=2), mixing=0)
    for _ in range(2):  # the second search reuses the tree of the first
        bot.line(seen, bot.search(seen)[0].action)
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
        game.apply(state, _random_choice(game, state, rng))
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
    choice = _random_choice(game, state, rng)
    for seat in seats:
        game.determinize(game.observe(state, seat), rng)
        game.unchecked.hides(state, choice, seat)
    if state.to_act == CHANCE:
        game.chance_outcomes(state)
    else:
        game.legal_actions(state)
        game.unchecked.reveals(state, choice)
        game.unchecked.shows(state, choice)


def _random_choice(game: Game, state: State, rng: Rng) -> int:
    if state.to_act == CHANCE:
        return game.draw_outcome(state, rng)
    legal = game.legal_actions(state)
    return legal[random_below(rng, len(legal))]


if __name__ == "__main__":
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if hasattr(os, "setpgrp"):  # Ctrl-C is for who started it. In a session of its own, Linux
        os.setpgrp()  # would weigh its priority against nobody's.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    precompile(load(sys.argv[1]), with_search=sys.argv[2] == MARKERS[True])
