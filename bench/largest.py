"""Time and memory of level 8 on the largest games: `python bench/largest.py`, into docs/results.md.

Siege Master on the largest possible map, the other games with four seats or at their largest. Level
8 plays every seat of a game, each with its own trees; measured are the longest choice, the mean and
the peak memory of the whole process, with a new process per game.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from siegeworks.bots import LEVELS, make_bot
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.contract import TERMINAL
from siegeworks.core.random import new_rng
from siegeworks.games import load

LARGEST: tuple[tuple[str, dict[str, str]], ...] = (
    ("siege-master", {"map": "largest"}),
    ("siege-by-number", {"seats": "4"}),
    ("nobles-and-peasants", {"seats": "4"}),
    ("kings-ransom", {"setup": "secret"}),
    ("expansion", {}),
)
ROWS = COLUMNS = 16  # 256 hexes
FORTRESS_EVERY = 17
MOST_CHOICES = 60
SECONDS_WANTED = 2.0


def largest_map() -> str:
    """A parallelogram of 16 by 16 hexes with 15 fortresses."""
    lines = []
    for row in range(ROWS):
        marks = [
            "F" if (n := row * COLUMNS + column) % FORTRESS_EVERY == 8 and n < 15 * 17 else "."
            for column in range(COLUMNS)
        ]
        lines.append(" " * (ROWS - 1 - row) + " ".join(marks))
    return "\n".join(lines)


def measure(name: str, options: dict[str, str], maps: Path) -> dict[str, float]:
    """One game between bots of level 8, or as much of it as is enough."""
    game = load(name, options, maps)
    bots = [make_bot(f"level:{len(LEVELS)}", game, new_rng(1, s)) for s in range(len(game.seats))]
    chance, state = new_rng(2), game.new_state()
    times: list[float] = []
    warm = make_bot("level:1", game, new_rng(3))
    game.settle(state, chance)
    while state.to_act != TERMINAL and len(times) < MOST_CHOICES:
        seen = game.observe(state, int(state.to_act))
        if not times:
            warm.choose(seen)  # compiles
        start = time.perf_counter()
        choice = bots[state.to_act].choose(seen)
        times.append(time.perf_counter() - start)
        game.apply(state, choice)
        game.settle(state, chance)
    return {
        "choices": len(times),
        "mean": sum(times) / len(times),
        "longest": max(times),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Measure each game in a process of its own, and write."""
    if len(sys.argv) == 4:
        print(json.dumps(measure(sys.argv[1], json.loads(sys.argv[2]), Path(sys.argv[3]))))
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "largest.txt").write_text(largest_map(), encoding="utf-8")
        for name, options in LARGEST:
            asked = [sys.executable, __file__, name, json.dumps(options), folder]
            output = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
            result = json.loads(output)
            words = " ".join(f"{key}={value}" for key, value in options.items())
            held = "yes" if result["longest"] < SECONDS_WANTED else "no"
            rows.append(
                (
                    f"{name} {words}".strip(),
                    str(result["choices"]),
                    f"{result['mean']:.2f} s",
                    f"{result['longest']:.2f} s",
                    f"{result['megabytes']:.0f} MB",
                    held,
                )
            )
            print(" | ".join(rows[-1]), flush=True)
    body = (
        "`python bench/largest.py`: level 8 in every seat, one process per game; memory is that of "
        "the whole process with all its bots, including Python and the compiler.\n\n"
        + markdown_table(
            ("game", "choices", "mean", "longest", "memory", f"under {SECONDS_WANTED:g} s"), rows
        )
    )
    write_results(Path("docs/results.md"), body, "largest", "Level 8 on the largest games")


if __name__ == "__main__":
    main()
