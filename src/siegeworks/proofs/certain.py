"""Moves that win whatever is hidden, whatever chance brings and whatever the others do

A search by sampling calls nothing certain where something is hidden or left to chance. This one
goes through everything that is possible, for a few moves.
"""

from __future__ import annotations

from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.proofs.forcing import Forcing, Verdict, Wall, together
from siegeworks.proofs.possible_states import TooMany, possible_states

MOST_STATES = 200
MOST_STEPS = 20_000  # as in `Forcing`: a tenth of a second or so
LONGEST = 5  # actions of all seats until the win


def sure_wins(game: Game, seen: Observation) -> frozenset[Action]:
    """The actions after which the seat to act can win alone as soon as that is possible, whatever
    is hidden, whatever chance brings and the others do; none if that cannot be said within the
    limits above."""
    search = Forcing(game, int(seen.to_act), "win", MOST_STEPS)
    try:
        states = together(possible_states(game, seen, MOST_STATES))
        for plies in range(1, LONGEST + 1):
            verdicts = search.after_each(states, plies)
            wins = frozenset(a for a, verdict in verdicts.items() if verdict == Verdict.YES)
            if wins:
                return wins
    except (TooMany, Wall):
        pass  # too much to go through: nothing is said
    return frozenset()
