"""What is wrong with a puzzle: its line is played, and what it claims is proven another way"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from siegeworks.core.text import counted
from siegeworks.lab.campaign import Unit
from siegeworks.lab.puzzles.proof import is_dealt_by_chance
from siegeworks.lab.puzzles.second_proof import MOST_STEPS, TooLong, second_proof
from siegeworks.play.teaching.puzzles import (
    FEWEST_MOVES,
    MARGIN,
    Puzzle,
    PuzzleError,
    Setting,
    puzzles,
    setting,
    where,
)

FEWEST_PLIES = {"win": 1, "save": 2}  # that puzzles of a kind take


def flaw(game: str, puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, a sentence that names its file; empty if it is proven again."""
    try:
        at = setting(game, puzzle)
        flaw = flaw_of_line(at) or flaw_of_claim(at)
    except PuzzleError as error:
        return str(error)
    except TooLong:
        flaw = "not proven again within the limit of steps"
    return f"{where(game, puzzle)}: {flaw}." if flaw else ""


def flaw_of_line(at: Setting) -> str:
    """What is wrong with what can be played of a puzzle; empty if nothing is.

    Raises:
        PuzzleError: its line cannot be played.
    """
    puzzle, after = at.puzzle, at.solved()
    legal = len(at.game.legal_actions(at.table.state))
    fewest = FEWEST_MOVES.get(puzzle.grade, 0)
    if legal < fewest:
        return f"legal moves: {legal}; grade {puzzle.grade} takes at least {fewest}"
    if puzzle.kind == "odds":
        return flaw_of_worth(at)
    if puzzle.kind == "save":
        return "its line loses" if after.over and puzzle.seat not in after.winners else ""
    played = after.steps[len(at.table.steps) :]
    plies = sum(step.actor in at.game.seats for step in played)
    if plies > puzzle.plies:
        return f"its line takes {counted(plies, 'move')}, but plies = {puzzle.plies}"
    is_left_out = not puzzle.line and puzzle.plies > 1
    if is_left_out or after.winners == [puzzle.seat]:
        return ""
    return (
        "its line does not win" if puzzle.line else f"the solution {puzzle.solution} does not win"
    )


def flaw_of_worth(at: Setting) -> str:
    """What is wrong with what the moves of a puzzle are said to be worth; empty if nothing is."""
    puzzle, before = at.puzzle, len(at.table.steps)
    if not is_dealt_by_chance(at.table, before, at.seat):
        return "not chance alone has dealt what is hidden"
    legal = at.game.legal_texts(at.table.state)
    for move in puzzle.worth:
        if move not in legal:
            return f"worth names {move}, which is not legal"
    others = [wins for move, wins in puzzle.worth.items() if move != puzzle.solution]
    best, second = puzzle.worth.get(puzzle.solution, 0), max(others, default=0)
    if second == 0 or best >= puzzle.deals:
        return "there is nothing to weigh: one move wins always, or no other ever does"
    if best - second < MARGIN * puzzle.deals:
        return f"the solution wins in {best} of {puzzle.deals} deals, another move in {second}"
    return ""


def flaw_of_claim(at: Setting, most_steps: int = MOST_STEPS) -> str:
    """What is wrong with what a puzzle claims, and whether fewer moves would do; empty if nothing.

    Raises:
        TooLong: that takes more steps.
    """
    puzzle = at.puzzle
    proof = second_proof(at, most_steps)
    if proof or puzzle.kind == "odds" or puzzle.plies <= FEWEST_PLIES[puzzle.kind]:
        return proof
    fewer = Setting(replace(puzzle, plies=puzzle.plies - 1), at.table)
    if second_proof(fewer, most_steps):
        return ""
    return f"plies = {puzzle.plies}, but {counted(puzzle.plies - 1, 'move')} would do"


@dataclass(frozen=True)
class Check:
    """The work of a campaign: each unit says what is wrong with the puzzle of its number."""

    game: str

    result_type = str

    def configuration(self) -> dict[str, object]:
        return {"work": "puzzle checks", "game": self.game}

    def prepare(self) -> Callable[[Unit], str]:
        known = puzzles(self.game)
        return lambda unit: flaw(self.game, known[unit.number])
