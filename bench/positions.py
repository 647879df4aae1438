"""Which levels find known best moves: `python bench/positions.py`, into docs/results.md.

The positions are in tests/games/<game>/positions.toml, each with the record that leads to it, its
best moves and why they are best. A game without the file is left out. Level 8 should find nine of
ten; level 1 should not find all.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from siegeworks.bots import make_bot
from siegeworks.cli.console.progress import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES
from siegeworks.play.precompile import precompile
from siegeworks.play.record import parse_record, replay
from siegeworks.play.table import Table

GAMES = Path(__file__).parents[1] / "tests" / "games"
LEVELS_TRIED = (1, 2, 4, 6, 8)
SEEDS = 3  # a level finds a move if it plays it in most of this many tries
WANTED = 0.9


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


def with_positions() -> list[str]:
    """The games that have positions."""
    return [game for game in NAMES if file_of(game).exists()]


def finds(position: Position, level: int) -> tuple[bool, float]:
    """Does this level play a best move, and how many seconds did its longest try take?"""
    game, found, longest = position.table.game, 0, 0.0
    seen = position.table.view(position.seat)
    for seed in range(SEEDS):
        bot = make_bot(f"level:{level}", game, new_rng(seed))
        start = time.perf_counter()
        found += game.action_texts[bot.choose(seen)] in position.best
        longest = max(longest, time.perf_counter() - start)
    return 2 * found > SEEDS, longest


def measure(names: list[str]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """One row per game, and one row per position."""
    games, every = [], []
    with progress() as display:
        for name in names:
            asked = positions(name)
            task = display.add_task(name, total=len(asked) * len(LEVELS_TRIED))
            found: dict[int, int] = dict.fromkeys(LEVELS_TRIED, 0)
            longest = 0.0
            for position in asked:
                precompile(position.table.game, with_search=True)
                marks = []
                for level in LEVELS_TRIED:
                    right, seconds = finds(position, level)
                    found[level] += right
                    longest = max(longest, seconds if level == max(LEVELS_TRIED) else 0.0)
                    marks.append("yes" if right else "–")
                    display.advance(task)
                best = " or ".join(position.best)
                every.append((name, position.name, best, *marks, position.why))
            top, n = found[max(LEVELS_TRIED)], len(asked)
            held = top >= WANTED * n and found[1] < n
            counts = [f"{found[level]} of {n}" for level in LEVELS_TRIED]
            games.append((name, *counts, f"{longest:.2f} s", "yes" if held else "no"))
    return games, every


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=with_positions(), help="only these games")
    games, every = measure(parser.parse_args().games)
    levels = tuple(f"level {level}" for level in LEVELS_TRIED)
    body = (
        f"`python bench/positions.py`: a level finds a move if it plays it in most of {SEEDS} "
        f"tries. Wanted: level 8 finds {WANTED:.0%}, level 1 not all. Most positions of Siege by "
        "Number were kept because 6,000 simulations found the move and level 1 did not, so their "
        "counts mean less.\n\n"
        + markdown_table(("game", *levels, "longest of level 8", "wanted"), games)
        + "\n\n"
        + markdown_table(("game", "position", "best", *levels, "why"), every)
    )
    print(body)
    write_results(Path("docs/results.md"), body, "positions", "Positions with a known best move")


if __name__ == "__main__":
    main()
