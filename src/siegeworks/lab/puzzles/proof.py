"""Is there one move that wins by force, that saves the game, or that wins most often? And how is
that known?"""

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, NamedTuple

from siegeworks.core.contract import Action, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.play.table import Table
from siegeworks.play.teaching.puzzles import MARGIN, Kind
from siegeworks.proofs.forcing import Forcing, Verdict, Wall, together
from siegeworks.proofs.odds import Odds, Unequal, deals_of, odds
from siegeworks.proofs.possible_states import TooMany, possible_states

MOST_STATES = 150  # states that the seat takes for possible
MOST_STEPS = 40_000  # of one search: the wall
BY_FORCE: tuple[Kind, ...] = ("win", "save")
LONGEST_WIN = 11  # actions
LONGEST_SAVE = 6
LONGEST_ODDS = 5
MOST_DEALS = 40  # of a puzzle that asks for odds
LATER = 2  # so many more actions no other move may win in, and the saving move must hold


class Proven(NamedTuple):
    """The only move, and what is known of it."""

    kind: Kind
    action: Action
    plies: int  # within which it wins, or any other move may lose
    proof: str
    odds: Odds | None = None  # of a puzzle of that kind


class OutOfReach(Exception):
    """All searches met their wall, or too much is hidden; earlier positions will be harder."""


def proven(
    game: Game, state: State, kinds: Sequence[Kind] = BY_FORCE, most_steps: int = MOST_STEPS
) -> Proven | None:
    """What is proven of the seat to act, of these kinds; None if nothing is. `state` is the true
    one; `most_steps` is the wall of each search, as in `Forcing`.

    Raises:
        OutOfReach: that cannot be said within the walls.
    """
    seat = int(state.to_act)
    try:
        believed = together(possible_states(game, game.observe(state, seat), MOST_STATES))
    except TooMany:
        raise OutOfReach from None
    met = 0
    for kind in kinds:
        try:
            proof = _provers[kind](game, seat, believed, most_steps)
        except Wall:
            met += 1
            continue
        if proof is not None:
            return proof
    if met == len(kinds):
        raise OutOfReach
    return None


def _only_win(game: Game, seat: Seat, believed: Any, most_steps: int) -> Proven | None:
    search = Forcing(game, seat, "win", most_steps)
    hopeless: set[Action] = set()
    for plies in range(1, LONGEST_WIN + 1):
        solutions = _up_to_two(search, believed, plies, Verdict.YES, hopeless)
        if len(solutions) == 1:
            only = solutions[0]
            rest = {only} | hopeless
            if _up_to_two(search, believed, plies + LATER, Verdict.YES, rest):
                return None
            is_solved = len(rest) == len(search.by_action(believed, plies))
            return Proven("win", only, plies, _wording(search, believed, plies, is_solved))
        if solutions or len(hopeless) == len(search.by_action(believed, plies)):
            return None
    return None


def _only_save(game: Game, seat: Seat, believed: Any, most_steps: int) -> Proven | None:
    search = Forcing(game, seat, "hold", most_steps)
    lost: set[Action] = set()
    for plies in range(2, LONGEST_SAVE + 1):
        held = _up_to_two(search, believed, plies, Verdict.OPEN, lost)
        if not held:
            return None
        if len(held) == 1:
            later = search.after_each(believed, plies + LATER)[held[0]]
            if later == Verdict.NO:
                return None
            is_solved = later == Verdict.YES
            return Proven("save", held[0], plies, _wording(search, believed, plies, is_solved))
    return None


def is_dealt_by_chance(table: Table, steps: int, seat: Seat) -> bool:
    """Has chance decided, in the first steps of a table, all that is hidden from this seat?"""
    game, hides = table.game, table.game.rules.hides
    return hides is not None and not any(
        step.actor in game.seats and hides(game.params, state, choice, seat)
        for step, state, choice in zip(
            table.steps[:steps], table.states, table.choices, strict=False
        )
    )


def best_odds(game: Game, state: State, most_steps: int = MOST_STEPS) -> Proven | None:
    """The move that wins in most deals within the fewest actions in which one stands out, if it
    still does within one more, where that is within the wall. None where there is no such move, or
    nothing to weigh: one wins in every deal, or no other in any."""
    seat = int(state.to_act)
    known: Proven | None = None
    try:
        deals = deals_of(game, state, seat, MOST_DEALS)
        for plies in range(1, LONGEST_ODDS + 1 if len(deals) > 1 else 0):
            chances = odds(game, seat, deals, plies, most_steps)
            best, second = nlargest(2, chances.wins.values())
            only = max(chances.wins, key=lambda action: chances.wins[action])
            stands_out = best - second >= MARGIN * chances.deals and best < chances.deals
            if known is not None:
                return known if stands_out and only == known.action else None
            if best == chances.deals:
                return None
            if stands_out and second > 0:
                words = f"every deal and every reply tried, {counted(plies, 'move')} deep"
                known = Proven("odds", only, plies, words, chances)
    except (TooMany, Unequal, Wall):
        pass
    return known


_provers = {"win": _only_win, "save": _only_save}


def _up_to_two(
    search: Forcing, believed: Any, plies: int, enough: Verdict, failed: set[Action]
) -> list[Action]:
    """One or two actions that achieve this within so many plies; those that never do, here or with
    more plies, are added to `failed`, and are not tried again."""
    solutions: list[Action] = []
    for action, branches in search.by_action(believed, plies).items():
        if action not in failed and len(solutions) < 2:
            verdict = search.whichever(branches, plies - 1)
            if verdict >= enough:
                solutions.append(action)
            elif verdict == Verdict.NO:
                failed.add(action)
    return solutions


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
