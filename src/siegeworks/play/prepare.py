"""Compiling a game's rules ahead of the first move, so that nobody waits in the middle of a game.

The rules are compiled function by function when first called, and kept on disk
(siegeworks.core.jit). One random game, played step by step, calls nearly all of them.

The search takes much longer than the rules. Another process can compile it while people play
(`python -m siegeworks.play.prepare GAME searching`); here it is then loaded from the cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.game import (
    CHANCE,
    SPECTATOR,
    TERMINAL,
    Action,
    Game,
    Observation,
    Seat,
    State,
)
from siegeworks.core.kernel_cache import CACHE
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load

MOST_STEPS = 300  # enough to meet every kind of step
MARKS = {False: "prepared", True: "searching"}  # what is left in the cache when it is done
NICENESS = 5  # of a process that compiles while people play


def prepare(game: Game, searching: bool = False) -> None:
    """Call every rule of a game once, as a table will; nothing if that was done.

    Args:
        game: what will be played.
        searching: call its search too, as bots and hints will.
    """
    _once(game, False, _play_one)
    if searching:
        _once(game, True, _search_once)


def is_prepared(game: Game, searching: bool = False) -> bool:
    """Is this game, or its search too, in the cache?"""
    return (CACHE / f"{game.name}.{MARKS[searching]}").exists()


def _once(game: Game, searching: bool, work: Callable[[Game], None]) -> None:
    if is_prepared(game, searching):
        return
    work(game)
    with suppress(OSError):  # then it is done once more the next time
        (CACHE / f"{game.name}.{MARKS[searching]}").touch()


# In another process ------------------------------------------------------------------------------


def compiler_command(name: str, searching: bool) -> list[str]:
    """The command that compiles a game, or its search too, and then ends.

    It ends early when its standard input does: give it a pipe, and it cannot outlive whoever
    started it.
    """
    return [sys.executable, "-m", "siegeworks.play.prepare", name, MARKS[searching]]


class SearchInPreparation:
    """A game's search, which another process compiles if it is not in the cache yet."""

    def __init__(
        self,
        game: Game,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Begin to compile.

        Args:
            game: its rules are compiled already.
            waiting: entered while somebody waits for it, to say so.
        """
        self._game, self._waiting = game, waiting
        self._process: subprocess.Popen[bytes] | None = None
        if not is_prepared(game, searching=True):
            self._process = subprocess.Popen(
                compiler_command(game.name, searching=True),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at the terminal is not meant for it
            )

    @property
    def is_ready(self) -> bool:
        """Need nobody wait any more? A process that failed has ended too."""
        return self._process is None or self._process.poll() is not None

    def wait(self) -> None:
        """Wait until it is compiled; what could not be compiled apart is compiled here."""
        if self._process is None:
            return
        with self._waiting():
            self._process.wait()
            prepare(self._game, searching=True)
        self.stop()

    def stop(self) -> None:
        """Compile no longer."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()  # closes the pipe, too
            self._process = None


class MeanwhileBot:
    """A bot that searches in plain Python, as far as it gets in its seconds, until its search has
    been compiled. One without a limit of seconds waits instead."""

    def __init__(self, make: Callable[[], SearchBot], search: SearchInPreparation) -> None:
        self._make, self._search = make, search
        self._compiled: SearchBot | None = None

    def choose(self, seen: Observation) -> Action:
        """The action thought best."""
        if self._compiled is None and not self._search.is_ready:
            bot = self._make()
            if bot.budget.seconds is not None:
                bot.run_plain()
                return bot.choose(seen)
        if self._compiled is None:
            self._search.wait()
            self._compiled = self._make()
        return self._compiled.choose(seen)


def _end_with_the_parent() -> None:
    sys.stdin.read()
    os._exit(1)


# One game and one search -------------------------------------------------------------------------


def _search_once(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    game.settle(state, rng)
    seen = game.observe(state, int(state.to_act))
    bot = SearchBot(game, rng, Budget(simulations=2))
    for _ in range(2):  # the second time in the tree that it kept
        bot.line(seen, bot.search(seen)[0].action)


def _play_one(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    game.settle(state, rng)
    meanwhile = SearchBot(game, rng, Budget(simulations=1))  # until the search is compiled
    meanwhile.run_plain()
    meanwhile.choose(game.observe(state, int(state.to_act)))
    state = game.new_state()
    for _ in range(MOST_STEPS):
        if state.to_act == TERMINAL:
            break
        _call_all(game, state, rng)
        game.apply(state, _choice(game, state, rng))
    _end_otherwise(game)


def _end_otherwise(game: Game) -> None:
    """Call what happens from outside the rules: a seat leaves, all stop and count."""
    rules, state = game.engine, game.new_state()
    if rules.leave is not None:
        left = game.copy(state)
        left.resigned = 1
        rules.leave(game.params, left, 0)
    if rules.agree is not None and rules.may_agree is not None:
        rules.may_agree(game.params, state)
        rules.agree(game.params, game.copy(state))


def _call_all(game: Game, state: State, rng: Rng) -> None:
    seats: list[Seat] = [SPECTATOR, *range(len(game.seats))]
    choice = _choice(game, state, rng)
    for seat in seats:
        game.determinize(game.observe(state, seat), rng)
        game.unchecked.hides(state, choice, seat)
    if state.to_act == CHANCE:
        game.chance_outcomes(state)
    else:
        game.legal_actions(state)
        game.unchecked.reveals(state, choice)
        game.unchecked.shows(state, choice)


def _choice(game: Game, state: State, rng: Rng) -> int:
    if state.to_act == CHANCE:
        return game.draw_outcome(state, rng)
    legal = game.legal_actions(state)
    return legal[random_below(rng, len(legal))]


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    prepare(load(sys.argv[1]), searching=sys.argv[2] == MARKS[True])
