"""A puzzle's line and sentences, from what the game itself tells of its turns"""

import re
from collections.abc import Sequence
from heapq import nlargest
from itertools import groupby
from typing import Any

from siegeworks.core.contract import CHANCE, TERMINAL, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.text import capitalized, counted
from siegeworks.lab.puzzles.proof import MOST_STATES, MOST_STEPS, Proven
from siegeworks.play.history import History, Turns
from siegeworks.play.record import Record, replay_on
from siegeworks.play.summary import ending
from siegeworks.play.table import Step, Table
from siegeworks.proofs.forcing import Branch, Forcing, Wall, together
from siegeworks.proofs.odds import Odds
from siegeworks.proofs.possible_states import possible_states

WIDTH = 100  # of a line of steps in a file
PARAGRAPH = re.compile(r" \(R[0-9]+\)")


def wrapped(steps: Sequence[Step]) -> str:
    """Steps as a file has them: lines of an actor and its tokens."""
    lines: list[str] = []
    for actor, group in groupby(steps, key=lambda step: step.actor):
        line = actor
        for _, token in group:
            if len(line) + len(token) >= WIDTH:
                lines.append(line)
                line = actor
            line += f" {token}"
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def the_line(game: Game, state: State, known: Proven) -> list[Step]:
    """The solution and, for a forced win, what follows if the others resist as long as they can."""
    steps = [Step(game.seats[int(state.to_act)], game.action_texts[known.action])]
    if known.kind != "win":
        return steps
    seat = int(state.to_act)
    search = Forcing(game, seat, "win", 4 * MOST_STEPS)
    believed = together(possible_states(game, game.observe(state, seat), MOST_STATES))
    real, choice, left = state, known.action, known.plies
    try:
        while True:
            branches = search.branches(believed, left)
            after = game.unchecked.child(real, choice)
            believed = _holding(branches, after, choice)
            left -= real["to_act"] != CHANCE
            real = after
            if real["to_act"] == TERMINAL:
                return steps
            choice = _best(search, believed, real, left)
            steps.append(_step(game, real, choice))
    except Wall:
        return steps[:1]


def _holding(branches: list[Branch], after: State, choice: int) -> Any:
    """What the seat believes after this step, really taken."""
    record = after.tobytes()
    fits = [
        branch for branch in branches if any(state.tobytes() == record for state in branch.states)
    ]
    return min(fits, key=lambda branch: branch.choice != choice).states


def _best(search: Forcing, believed: Any, real: State, left: int) -> int:
    """The seat's quickest win, or the others' longest resistance in what is really there."""
    is_mine = int(real["to_act"]) == search.seat
    here = believed if is_mine else together([real])
    spent = 0 if real["to_act"] == CHANCE else 1
    lengths: dict[int, int] = {}
    for branch in search.branches(here, left):
        n = search.length(branch, left - spent)
        lengths[branch.choice] = max(lengths.get(branch.choice, 0), n)
    pick = min if is_mine else max
    return pick(lengths, key=lambda choice: (lengths[choice], 0))


def _step(game: Game, state: State, choice: int) -> Step:
    return Step(game.actor(state) or "", game.choice_to_text(state, choice))


def sentences(
    game: Game, before: Sequence[Step], line: Sequence[Step], seat: Seat, known: Proven
) -> str:
    """Why it works."""
    moves = counted(known.plies, "move")
    if known.odds is not None:
        return _odds(game, seat, known.odds, moves)
    if known.kind == "save":
        others = [capitalized(other) for other in game.seats if other != game.seats[seat]]
        who = others[0] if len(others) == 1 else "another seat"
        return f"After any other move {who} can win within {moves}. This one prevents it."
    table = replay_on(game, Record(game.name, steps=[*before, *line]))
    turn_text = _last_turn(table, seat) if table.over else ""
    if known.plies == 1:
        return turn_text or _unnumbered(ending(table))
    wins = f"{capitalized(game.seats[seat])} can force a win within {moves}, whatever comes."
    return f"{wins} The line ends like this: {turn_text}" if turn_text else wins


def _odds(game: Game, seat: Seat, odds: Odds, moves: str) -> str:
    """How often the best move wins, and the next best."""
    best, second = nlargest(2, odds.wins, key=lambda action: odds.wins[action])
    return (
        f"{odds.deals} deals fit what {capitalized(game.seats[seat])} has seen, all equally "
        f"likely. This move wins in {odds.wins[best]} of them ({odds.percent(best)}%) within "
        f"{moves}, whatever comes; the next best in {odds.wins[second]} ({odds.percent(second)}%)."
    )


def _last_turn(table: Table, seat: Seat) -> str:
    return _unnumbered(History(Turns(table), seat, table.view).since(0)[-1].sentence)


def _unnumbered(sentence: str) -> str:
    """Without numbers of paragraphs, which puzzles do not name."""
    return PARAGRAPH.sub("", sentence)
