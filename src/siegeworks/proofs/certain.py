"""Moves that win whatever is hidden, whatever chance brings and whatever the others do

A search by sampling calls nothing certain where something is hidden or left to chance. This one
goes through everything that is possible, for a few moves.
"""

from typing import Any

from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.proofs.forcing import Forcing, Verdict, Wall, together
from siegeworks.proofs.possible_states import TooMany, possible_states

MOST_STATES = 200
MOST_STEPS = 20_000  # as in `Forcing`: one to three tenths of a second
LONGEST = 7  # actions of all seats until the win

Line = tuple[Action, ...]


def sure_wins(game: Game, seen: Observation) -> dict[Action, Line]:
    """The actions after which the seat to act can win alone as soon as that is possible, whatever
    is hidden, whatever chance brings and the others do; none if that cannot be said within the
    limits above.

    Returns:
        By action the line of its proof, the action first: the seat's quickest way to win against
        the longest defence, up to the next outcome of chance or hidden step.
    """
    search = Forcing(game, int(seen.to_act), "win", MOST_STEPS)
    try:
        states = together(possible_states(game, seen, MOST_STATES))
        for plies in range(1, LONGEST + 1):
            verdicts = search.after_each(states, plies)
            wins = [action for action, verdict in verdicts.items() if verdict == Verdict.YES]
            if wins:
                return {action: _line(search, states, action, plies) for action in wins}
    except (TooMany, Wall):
        pass  # too much to go through: nothing is said
    return {}


def _line(search: Forcing, states: Any, action: Action, plies: int) -> Line:
    """What follows this action, which wins within so many."""
    try:
        return tuple(_steps(search, states, action, plies))
    except Wall:  # the win is proven, its line is too much to go through
        return (action,)


def _steps(search: Forcing, states: Any, action: Action, plies: int) -> list[Action]:
    line, branches = [action], search.by_action(states, plies)[action]
    while True:
        left = plies - len(line)
        states = max(branches, key=lambda branch: search.length(branch, left)).states
        to_act = int(states[0]["to_act"])
        if to_act < 0:
            return line
        replies = search.by_action(states, left)
        lengths = {
            reply: max(search.length(branch, left - 1) for branch in branches)
            for reply, branches in replies.items()
        }
        best = (min if to_act == search.seat else max)(lengths, key=lengths.__getitem__)
        if search.game.unchecked.hides(states[0], best, search.seat):
            return line
        line.append(best)
        branches = replies[best]
