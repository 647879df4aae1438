"""Which levels find known best moves: `python bench/positions.py`, into docs/results.md.

There are two sets for each game. Positions set by hand are in tests/games/<game>/positions.toml,
each with the record that leads to it, its best moves and why they are best. The hard set is those
of them, and of the game's puzzles, whose move level 1 hardly ever chose in some tries before, with
other seeds; a puzzle's one best move was proven twice, neither time by the search. Level 8 should
find nine of ten, level 1 less than a third.
"""

import argparse
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from siegeworks.bots import make_bot
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES
from siegeworks.lab.speed import measured_on
from siegeworks.play.precompile import precompile
from siegeworks.play.record import parse_record, replay
from siegeworks.play.table import Table
from siegeworks.play.teaching.puzzles import puzzles, setting

GAMES = Path(__file__).parents[1] / "tests" / "games"
LEVELS_TRIED = (1, 2, 4, 6, 8)
SEEDS = 3  # a level finds a move if it plays it in most of this many tries
WANTED, WANTED_AT_MOST = 0.9, 1 / 3  # of the strongest level, and of the weakest
TRIES, FIRST_SEED = 4, 100  # of level 1, before a position counts as hard
SELDOM = 1  # it solves it in so many of them at most
MOST = 40  # hard positions of a game


@dataclass(frozen=True)
class Position:
    """A position whose best move is known."""

    game: str
    name: str
    why: str
    best: tuple[str, ...]
    table: Table

    @property
    def seat(self) -> int:
        """Who is to act."""
        return int(self.table.state.to_act)


def file_of(game: str) -> Path:
    """The file with the positions of a game; it may be missing."""
    return GAMES / game.replace("-", "_") / "positions.toml"


def positions(game: str) -> list[Position]:
    """All positions of a game, replayed."""
    entries = tomllib.loads(file_of(game).read_text(encoding="utf-8"))["position"]
    return [
        Position(
            game,
            entry["name"],
            entry["why"],
            tuple(entry["best"]),
            replay(parse_record(entry["record"], entry["name"])),
        )
        for entry in entries
    ]


def puzzle_positions(game: str) -> Iterator[Position]:
    """The puzzles of a game as positions."""
    for puzzle in puzzles(game):
        table = setting(game, puzzle).table
        yield Position(game, puzzle.name, puzzle.text, (puzzle.solution,), table)


def hard_positions(game: str) -> list[Position]:
    """Positions and puzzles whose best move the weakest level hardly ever chose in some tries."""
    every = chain(positions(game), puzzle_positions(game))
    return list(islice(filter(is_hard, every), MOST))


def is_hard(position: Position) -> bool:
    """Does the weakest level hardly ever choose the best move?"""
    precompile(position.table.game, with_search=True)
    tries = range(FIRST_SEED, FIRST_SEED + TRIES)
    return sum(chooses(position, LEVELS_TRIED[0], seed) for seed in tries) <= SELDOM


def with_positions() -> list[str]:
    """The games that have positions."""
    return [game for game in NAMES if file_of(game).exists()]


def chooses(position: Position, level: int, seed: int) -> bool:
    """Does this level play a best move with this seed?"""
    game = position.table.game
    bot = make_bot(f"level:{level}", game, new_rng(seed))
    return game.action_texts[bot.choose(position.table.view(position.seat))] in position.best


def finds(position: Position, level: int) -> tuple[bool, float]:
    """Does this level play a best move, and how many seconds did its longest try take?"""
    hits, longest = 0, 0.0
    for seed in range(SEEDS):
        start = time.perf_counter()
        hits += chooses(position, level, seed)
        longest = max(longest, time.perf_counter() - start)
    return 2 * hits > SEEDS, longest


class Found(NamedTuple):
    """What the levels found of some positions."""

    marks: list[tuple[bool, ...]]  # by position: whether each of LEVELS_TRIED found its move
    longest: float  # seconds of the strongest level

    def row(self) -> tuple[str, ...]:
        """Counts by level, the longest time, and whether that is what is wanted."""
        n = len(self.marks)
        if n == 0:
            return (*("–" for _ in LEVELS_TRIED), "–", "there are none")
        counts = [sum(marks) for marks in zip(*self.marks, strict=True)]
        held = counts[-1] >= WANTED * n and counts[0] < WANTED_AT_MOST * n
        return (
            *(f"{count} of {n}" for count in counts),
            f"{self.longest:.2f} s",
            "yes" if held else "no",
        )


def tried(asked: list[Position], title: str) -> Found:
    """Let all levels try these positions."""
    every, longest = [], 0.0
    with progress() as display:
        task = display.add_task(title, total=len(asked) * len(LEVELS_TRIED))
        for position in asked:
            precompile(position.table.game, with_search=True)
            marks = []
            for level in LEVELS_TRIED:
                right, seconds = finds(position, level)
                marks.append(right)
                longest = max(longest, seconds if level == max(LEVELS_TRIED) else 0.0)
                display.advance(task)
            every.append(tuple(marks))
    return Found(every, longest)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=with_positions(), help="only these games")
    by_hand, hard, every = [], [], []
    for name in parser.parse_args().games:
        asked = positions(name)
        result = tried(asked, name)
        by_hand.append((name, *result.row()))
        for position, marks in zip(asked, result.marks, strict=True):
            words = ("yes" if mark else "–" for mark in marks)
            every.append((name, position.name, " or ".join(position.best), *words, position.why))
        hard.append((name, *tried(hard_positions(name), f"{name}: hard positions").row()))
    levels = tuple(f"level {level}" for level in LEVELS_TRIED)
    counts = ("game", *levels, "longest of level 8", "wanted")
    body = (
        f"Written by `python bench/positions.py`: {measured_on()}.\n\n"
        f"A level finds a move if it plays it in most of {SEEDS} "
        f"tries. Wanted: level 8 finds {WANTED:.0%}, level 1 less than a third. Positions set by "
        "hand, each proven as the last table says; most of Siege by Number were kept because "
        "6,000 simulations found the move, so their counts mean less:\n\n"
        + markdown_table(counts, by_hand)
        + f"\n\nThe hard ones: the first {MOST} of these and of the puzzles of each game whose "
        f"move level 1 chose in at most {SELDOM} of {TRIES} tries with other seeds. Puzzles were "
        "solved to the end twice, by two programs of which neither is the search:\n\n"
        + markdown_table(counts, hard)
        + "\n\n"
        + markdown_table(("game", "position", "best", *levels, "why"), every)
    )
    print(body)
    write_results(Path("docs/results.md"), body, "positions", "Positions with a known best move")


if __name__ == "__main__":
    main()
