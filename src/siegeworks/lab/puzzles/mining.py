"""Mining: strong bots play, and from the end of each game backwards positions are tried"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from siegeworks.bots.levels import bot_of
from siegeworks.core.contract import Action, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.lab.campaign import PickledByFields, Unit, named
from siegeworks.lab.one_game import play, player_of
from siegeworks.lab.puzzles.proof import (
    BY_FORCE,
    MOST_STEPS,
    OutOfReach,
    Proven,
    best_odds,
    is_dealt_by_chance,
    proven,
)
from siegeworks.lab.puzzles.second_proof import is_proven_again
from siegeworks.lab.puzzles.sentences import sentences, the_line, wrapped
from siegeworks.play.precompile import precompile
from siegeworks.play.record import Record, replay_on
from siegeworks.play.table import Step, Table
from siegeworks.play.teaching.puzzles import FEWEST_MOVES, KINDS, Kind, Puzzle
from siegeworks.proofs.odds import Odds

DEFAULT_BOT = "level:6"
DEFAULT_BACK = 16  # positions before the end that are tried
LEAST_CHOICES = min(FEWEST_MOVES.values())
MOST_IN_A_GAME = 3  # puzzles, so that they differ
MOST_EASY_IN_A_GAME = 1  # of grade 1
MOST_MISSES = 8  # positions in a row out of reach; earlier ones are hardly easier
CHANCE_STREAM = 99


class Candidate(NamedTuple):
    """A position of the game that a seat had to act in."""

    steps: int  # before it
    state: State
    legal: int


@dataclass(frozen=True)
class Mine(PickledByFields):
    """The work of a campaign: one game, and the puzzles in it, without names and themes."""

    game: Game
    bot: str = DEFAULT_BOT
    back: int = DEFAULT_BACK  # positions of a game that are tried, from its end on
    kinds: tuple[Kind, ...] = KINDS
    steps: int = MOST_STEPS  # the wall of each search

    result_type = list[Puzzle]

    def configuration(self) -> dict[str, object]:
        return {
            "work": "puzzles",
            **named(self.game),
            "bot": self.bot,
            "back": self.back,
            "kinds": list(self.kinds),
            "steps": self.steps,
        }

    def prepare(self) -> Callable[[Unit], list[Puzzle]]:
        precompile(self.game)
        return lambda unit: _mined(self, unit)


def _mined(mine: Mine, unit: Unit) -> list[Puzzle]:
    game, seed = mine.game, unit.seed
    players = [player_of(mine.bot, game, new_rng(seed, seat)) for seat in range(len(game.seats))]
    steps = play(game, players, new_rng(seed, CHANCE_STREAM)).steps
    table = replay_on(game, Record(game.name, steps=steps))
    mined: list[Puzzle] = []
    misses = 0
    for number, candidate in enumerate(reversed(_candidates(table)[-mine.back :])):
        try:
            puzzle = _puzzle(mine, table, candidate, seed + number)
        except OutOfReach:
            misses += 1
            if misses == MOST_MISSES:
                break
            continue
        misses = 0
        if puzzle is not None:
            mined.append(puzzle)
    return _the_best(game.name, mined)


def _the_best(game: str, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Those that are proven again, the hard ones and those of most moves first."""
    kept: list[Puzzle] = []
    easy = 0
    for puzzle in sorted(puzzles, key=lambda puzzle: (puzzle.grade == 1, -puzzle.plies)):
        is_easy = puzzle.grade == 1
        has_room = len(kept) < MOST_IN_A_GAME and (not is_easy or easy < MOST_EASY_IN_A_GAME)
        if has_room and is_proven_again(game, puzzle):
            kept.append(puzzle)
            easy += is_easy
    return kept


def _candidates(table: Table) -> list[Candidate]:
    seats, puzzles = table.game.seats, []
    for index, step in enumerate(table.steps):
        if step.actor in seats:
            legal = len(table.game.legal_actions(table.states[index]))
            if legal >= LEAST_CHOICES:
                puzzles.append(Candidate(index, table.states[index], legal))
    return puzzles


def _proven(mine: Mine, table: Table, candidate: Candidate) -> Proven | None:
    game, state = table.game, candidate.state
    by_force = [kind for kind in mine.kinds if kind in BY_FORCE]
    known = proven(game, state, by_force, mine.steps) if by_force else None
    asks_odds = known is None and "odds" in mine.kinds
    if asks_odds and is_dealt_by_chance(table, candidate.steps, int(state.to_act)):
        return best_odds(game, state, mine.steps)
    return known


def _puzzle(mine: Mine, table: Table, candidate: Candidate, seed: int) -> Puzzle | None:
    game = table.game
    known = _proven(mine, table, candidate)
    if known is None:
        return None
    how_hard = graded(game, candidate.state, known.action, seed)
    if how_hard is None or candidate.legal < FEWEST_MOVES[how_hard.grade]:
        return None
    before: list[Step] = table.steps[: candidate.steps]
    seat = int(candidate.state.to_act)
    line = the_line(game, candidate.state, known)
    return Puzzle(
        name="",
        kind=known.kind,
        grade=how_hard.grade,
        theme="",
        seat=game.seats[seat],
        plies=known.plies,
        start=wrapped(before),
        solution=game.action_texts[known.action],
        line=wrapped(line[1:]),
        proof=known.proof,
        text=sentences(game, before, line, seat, known),
        found_by=how_hard.found_by,
        options=dict(game.changed_options),
        deals=known.odds.deals if known.odds else 0,
        worth=_worth(game, known.odds) if known.odds else {},
    )


def _worth(game: Game, odds: Odds) -> dict[str, int]:
    """In how many deals each move wins that does in any, the best first."""
    wins_by_move = {game.action_texts[action]: wins for action, wins in odds.wins.items() if wins}
    return dict(sorted(wins_by_move.items(), key=lambda item: -item[1]))


TRIES = {"weak": 12, "fair": 8, "strong": 4}  # by judge
SELDOM = 1 / 3  # the weak one finds it less often: it is not of grade 1
HALF = 0.5  # the fair one finds it less often: it is of grade 3
SURE = 0.9  # the strong one must find it more often


class Graded(NamedTuple):
    """How hard a puzzle is."""

    grade: int  # 1 to 3
    found_by: dict[str, float]  # by judge: the share of tries in which it plays the solution


def graded(game: Game, state: State, solution: Action, seed: int) -> Graded | None:
    """The grade; None for what no bot finds reliably."""
    seen = game.observe(state, int(state.to_act))

    def found_by(judge: str) -> float:
        hits = 0
        strength = getattr(game.advice.judges, judge)
        stream = 100 * list(TRIES).index(judge)
        for number in range(TRIES[judge]):
            bot = bot_of(game, new_rng(seed, stream + number), strength)
            hits += bot.choose(seen) == solution
        return round(hits / TRIES[judge], 2)

    strong = found_by("strong")
    if strong <= SURE:
        return None
    shares = {"weak": found_by("weak"), "fair": found_by("fair"), "strong": strong}
    grade = 1 if shares["weak"] >= SELDOM else 2 if shares["fair"] >= HALF else 3
    return Graded(grade, shares)
