"""Compiling a game's rules ahead of the first move, so that nobody waits in the middle of a game.

The rules are compiled function by function when first called, and kept on disk
(siegeworks.core.jit). One random game, played step by step, calls nearly all of them.
"""

from __future__ import annotations

from contextlib import suppress

from siegeworks.core.game import CHANCE, SPECTATOR, TERMINAL, Game, Seat, State
from siegeworks.core.jit import CACHE
from siegeworks.core.random import Rng, new_rng, random_below

MOST_STEPS = 300  # enough to meet every kind of step


def prepare(game: Game) -> None:
    """Call every rule of a game once, as a table and its bots will; nothing if that was done."""
    done = CACHE / f"{game.name}.prepared"
    if done.exists():
        return
    _play_one(game)
    with suppress(OSError):  # then it is prepared once more the next time
        done.touch()


def _play_one(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    for _ in range(MOST_STEPS):
        if state.to_act == TERMINAL:
            break
        _call_all(game, state, rng)
        game.apply(state, _choice(game, state, rng))


def _call_all(game: Game, state: State, rng: Rng) -> None:
    seats: list[Seat] = [SPECTATOR, *range(len(game.seats))]
    choice = _choice(game, state, rng)
    for seat in seats:
        game.determinize(game.observe(state, seat), rng)
        game.hides(state, choice, seat)
    if state.to_act == CHANCE:
        game.chance_outcomes(state)
    else:
        game.legal_actions(state)
        game.reveals(state, choice)


def _choice(game: Game, state: State, rng: Rng) -> int:
    if state.to_act == CHANCE:
        return game.draw_outcome(state, rng)
    legal = game.legal_actions(state)
    return legal[random_below(rng, len(legal))]
