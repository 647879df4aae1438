"""Is there exactly one move that wins by force, or that saves the game? And how is that known?"""

from __future__ import annotations

from typing import Any, NamedTuple

from siegeworks.core.contract import Action, Seat, State
from siegeworks.core.game import Game
from siegeworks.play.forcing import Forcing, Verdict, Wall, together
from siegeworks.play.puzzles import Kind
from siegeworks.play.worlds import TooMany, worlds

MOST_WORLDS = 150  # states that the seat takes for possible
MOST_STEPS = 60_000  # of one search: the wall
LONGEST_WIN = 9  # actions
LONGEST_SAVE = 4
MARGIN = 2  # so many more actions no other move may win in, and the saving move must hold


class Proven(NamedTuple):
    """The only move, and what is known of it."""

    kind: Kind
    action: Action
    plies: int  # within which it wins, or any other move may lose
    proof: str


class OutOfReach(Exception):
    """Both searches met their wall, or too much is hidden; earlier positions will be harder."""


def proven(game: Game, state: State) -> Proven | None:
    """What is proven of the seat to act; None if nothing is.

    Raises:
        OutOfReach: that cannot be said within the walls.
    """
    seat = int(state.to_act)
    try:
        believed = together(worlds(game, game.observe(state, seat), MOST_WORLDS))
    except TooMany:
        raise OutOfReach from None
    met = 0
    for prove in (_only_win, _only_save):
        try:
            found = prove(game, seat, believed)
        except Wall:
            met += 1
            continue
        if found is not None:
            return found
    if met == 2:
        raise OutOfReach
    return None


def _only_win(game: Game, seat: Seat, believed: Any) -> Proven | None:
    search = Forcing(game, seat, "win", MOST_STEPS)
    for plies in range(1, LONGEST_WIN + 1):
        found = search.after_each(believed, plies)
        if Verdict.OPEN not in found.values() and Verdict.YES not in found.values():
            return None
        if Verdict.YES in found.values():
            best = [action for action, verdict in found.items() if verdict == Verdict.YES]
            if len(best) > 1:
                return None
            later = search.after_each(believed, plies + MARGIN)
            if sum(verdict == Verdict.YES for verdict in later.values()) > 1:
                return None
            is_solved = Verdict.OPEN not in later.values()
            return Proven("win", best[0], plies, _wording(search, believed, plies, is_solved))
    return None


def _only_save(game: Game, seat: Seat, believed: Any) -> Proven | None:
    search = Forcing(game, seat, "hold", MOST_STEPS)
    for plies in range(2, LONGEST_SAVE + 1):
        found = search.after_each(believed, plies)
        good = [action for action, verdict in found.items() if verdict != Verdict.NO]
        if not good:
            return None
        if len(good) == 1:
            later = search.after_each(believed, plies + MARGIN)[good[0]]
            if later == Verdict.NO:
                return None
            is_solved = later == Verdict.YES
            return Proven("save", good[0], plies, _wording(search, believed, plies, is_solved))
    return None


def _wording(search: Forcing, believed: Any, plies: int, is_solved: bool) -> str:
    tried = []
    if len(believed) > 1:
        tried.append("every hidden value")
    if search.met_chance:
        tried.append("every outcome of chance")
    if is_solved:
        return f"{' and '.join(tried)} tried, solved to the end" if tried else "solved to the end"
    words = " and ".join(tried or ["every reply"])
    return f"{words} tried, forced within {plies} {'ply' if plies == 1 else 'plies'}"
