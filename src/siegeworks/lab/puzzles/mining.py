"""Mining: strong bots play, and from the end of each game backwards positions are tried"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.lab.by_name import GameNames
from siegeworks.lab.campaign import Unit
from siegeworks.lab.one_game import play, player_of
from siegeworks.lab.puzzles.grading import found_by, grade_of
from siegeworks.lab.puzzles.proof import OutOfReach, proven
from siegeworks.lab.puzzles.sentences import sentences, the_line, wrapped
from siegeworks.play.precompile import precompile
from siegeworks.play.puzzles import Puzzle
from siegeworks.play.record import Record, replay_on
from siegeworks.play.table import Step, Table

DEFAULT_BOT = "level:6"
MOST_BACK = 9  # plies before the end that are tried
MOST_IN_A_GAME = 3  # puzzles, so that they differ
MOST_MISSES = 2  # positions out of reach; earlier ones are hardly easier
CHANCE_STREAM = 99


class Candidate(NamedTuple):
    """A position of the game that a seat had to act in."""

    steps: int  # before it
    state: State
    legal: int


@dataclass(frozen=True)
class Mine:
    """The work of a campaign: one game, and the puzzles in it, without names and themes."""

    names: GameNames
    bot: str = DEFAULT_BOT

    result_type = list[Puzzle]

    def configuration(self) -> dict[str, object]:
        """As `Work.configuration`."""
        name, options, land = self.names
        return {
            "work": "puzzles",
            "game": name,
            "options": options,
            "land": list(land),
            "bot": self.bot,
        }

    def prepare(self) -> Callable[[Unit], list[Puzzle]]:
        """As `Work.prepare`."""
        game = self.names.load()
        precompile(game)
        return lambda unit: _mined(game, self.bot, unit)


def _mined(game: Game, bot: str, unit: Unit) -> list[Puzzle]:
    seed = unit.seed
    players = [player_of(bot, game, new_rng(seed, seat)) for seat in range(len(game.seats))]
    steps = play(game, players, new_rng(seed, CHANCE_STREAM)).steps
    table = replay_on(game, Record(game.name, steps=steps))
    found: list[Puzzle] = []
    misses = 0
    for number, candidate in enumerate(reversed(_candidates(table)[-MOST_BACK:])):
        try:
            puzzle = _puzzle(game, table, candidate, seed + number)
        except OutOfReach:
            misses += 1
            if misses == MOST_MISSES:
                break
            continue
        if puzzle is not None:
            found.append(puzzle)
            if len(found) == MOST_IN_A_GAME:
                break
    return found


def _candidates(table: Table) -> list[Candidate]:
    seats, found = table.game.seats, []
    for index, step in enumerate(table.steps):
        if step.actor in seats:
            legal = len(table.game.legal_actions(table.states[index]))
            if legal > 1:
                found.append(Candidate(index, table.states[index], legal))
    return found


def _puzzle(game: Game, table: Table, candidate: Candidate, seed: int) -> Puzzle | None:
    is_proven = proven(game, candidate.state)
    if is_proven is None:
        return None
    found = found_by(game, candidate.state, is_proven.action, seed)
    grade = grade_of(found)
    if grade is None:
        return None
    before: list[Step] = table.steps[: candidate.steps]
    seat = int(candidate.state.to_act)
    line = the_line(game, candidate.state, is_proven)
    return Puzzle(
        name="",
        kind=is_proven.kind,
        grade=grade,
        theme="",
        seat=game.seats[seat],
        plies=is_proven.plies,
        start=wrapped(before),
        solution=game.action_texts[is_proven.action],
        line=wrapped(line[1:]),
        proof=is_proven.proof,
        text=sentences(game, before, line, seat, is_proven),
        found_by=found,
        options=dict(game.changed_options),
    )
