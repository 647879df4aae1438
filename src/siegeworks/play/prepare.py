"""Compiling a game's rules ahead of the first move, so that nobody waits in the middle of a game.

The rules are compiled function by function when first called, and kept on disk
(siegeworks.core.jit). One random game, played step by step, calls nearly all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.game import CHANCE, SPECTATOR, TERMINAL, Game, Seat, State
from siegeworks.core.kernel_cache import CACHE
from siegeworks.core.random import Rng, new_rng, random_below

MOST_STEPS = 300  # enough to meet every kind of step


def prepare(game: Game, searching: bool = False) -> None:
    """Call every rule of a game once, as a table will; nothing if that was done.

    Args:
        game: what will be played.
        searching: call its search too, as bots and hints will.
    """
    _once(f"{game.name}.prepared", lambda: _play_one(game))
    if searching:
        _once(f"{game.name}.searching", lambda: _search_once(game))


def _once(mark: str, work: Callable[[], None]) -> None:
    done = CACHE / mark
    if done.exists():
        return
    work()
    with suppress(OSError):  # then it is done once more the next time
        done.touch()


def _search_once(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    while state.to_act == CHANCE:
        game.apply(state, game.draw_outcome(state, rng))
    seen = game.observe(state, int(state.to_act))
    bot = SearchBot(game, rng, Budget(simulations=2))
    for _ in range(2):  # the second time in the tree that it kept
        bot.line(seen, bot.think(seen)[0].action)


def _play_one(game: Game) -> None:
    rng = new_rng(0)
    state = game.new_state()
    while state.to_act == CHANCE:
        game.apply(state, game.draw_outcome(state, rng))
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
        rules.leave(game.board, left, 0)
    if rules.agree is not None and rules.may_agree is not None:
        rules.may_agree(game.board, state)
        rules.agree(game.board, game.copy(state))


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
