"""What spoils a wrong move in a puzzle: the next step after which it is no longer forced"""

from siegeworks.core.contract import CHANCE, TERMINAL, Seat, State
from siegeworks.core.game import Game
from siegeworks.proofs.forcing import Aim, Forcing, Verdict, Wall, together
from siegeworks.proofs.possible_states import TooMany, possible_states

MOST_STATES = 150
MOST_STEPS = 30_000  # a fraction of a second


def spoiling_step(game: Game, state: State, aim: Aim, action: int, plies: int) -> int | None:
    """The step after this action of the seat to act that keeps it from its aim, within so many
    actions, this one included; None if it is not known, or if it needs another state than this one,
    which the seat cannot tell from it."""
    after = game.unchecked.child(state, action)
    if plies < 2 or after["to_act"] in (TERMINAL, int(state["to_act"])):
        return None
    try:
        return _search(game, state, aim, action, plies)
    except (TooMany, Wall):
        return None


def _search(game: Game, state: State, aim: Aim, action: int, plies: int) -> int | None:
    seat: Seat = int(state["to_act"])
    search = Forcing(game, seat, aim, MOST_STEPS)
    believed = together(possible_states(game, game.observe(state, seat), MOST_STATES))
    after = game.unchecked.child(state, action)
    here = next(
        branch.states
        for branch in search.by_action(believed, plies)[action]
        if any(state.tobytes() == after.tobytes() for state in branch.states)
    )
    is_chance = int(after["to_act"]) == CHANCE
    left = plies - 1 if is_chance else plies - 2
    choices = [outcome for outcome, _ in game.chance_outcomes(after)] or game.legal_actions(after)
    steps = {game.unchecked.child(after, choice).tobytes(): choice for choice in choices}
    spoiled: list[tuple[Verdict, int]] = []
    for branch in search.branches(here, plies - 1):
        real = [steps[state.tobytes()] for state in branch.states if state.tobytes() in steps]
        if real:
            known = branch.verdict
            verdict = search.can(branch.states, left) if known is None else known
            if verdict == Verdict.NO or (aim == "win" and verdict != Verdict.YES):
                choice = branch.choice if branch.choice in real else real[0]
                spoiled.append((verdict, choice))
    return min(spoiled)[1] if spoiled else None
