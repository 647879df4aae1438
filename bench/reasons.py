"""What the best hint names: `python bench/reasons.py`, into docs/results.md; or read aloud.

In positions of random games in which a seat can choose, a hint should say what its move gains, what
it prevents, or how the game ends; or else that other moves win as often, and how often.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from siegeworks.bots.hints import Hint, hints, sentence
from siegeworks.bots.reasons import Kind
from siegeworks.bots.search import Budget
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.core.contract import Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import measured_on
from siegeworks.play.precompile import precompile
from siegeworks.testing import random_walk

RESULTS = Path("docs/results.md")
FIRST_SEED = 20
COLUMNS = {
    Kind.GAIN: "a gain",
    Kind.THREAT: "a threat met",
    Kind.CERTAIN: "a certain end",
    Kind.SAME: "that all moves win as often",
    Kind.EVEN: "none",
}


def choices(game: Game) -> Iterator[Observation]:
    """What the seat to act sees where it can choose, in one random game after another."""
    for seed in count(FIRST_SEED):
        for state, _ in random_walk(game, seed):
            if state.to_act >= 0 and len(game.legal_actions(state)) > 1:
                yield game.observe(state, int(state.to_act))


def best_hints(name: str, positions: int, simulations: int, every: int) -> Iterator[Hint]:
    """The best hint in so many positions."""
    game, budget = load(name), Budget(simulations=simulations)
    precompile(game, with_search=True)
    chosen = islice(choices(game), 0, positions * every, every)
    for number, seen in enumerate(chosen):
        yield hints(game, seen, new_rng(number), budget, most=1)[0]


def main() -> None:
    """Count and write, or only print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="only these; rows of others stay")
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--every", type=int, default=1, help="leave out those in between")
    parser.add_argument("--read", action="store_true", help="print the hints and write nothing")
    asked = parser.parse_args()
    counted: list[tuple[str, ...]] = []
    for name in asked.games:
        kinds: Counter[Kind] = Counter()
        hints = best_hints(name, asked.positions, asked.simulations, asked.every)
        if asked.read:
            for hint in hints:
                print(f"{hint.reason.kind}  {sentence(hint)}")
            continue
        with progress() as display:
            for hint in display.track(hints, total=asked.positions, description=name):
                kinds[hint.reason.kind] += 1
        counted.append((name, *(f"{kinds[kind]}" for kind in COLUMNS)))
    if asked.read:
        return
    rows = replace_rows(rows_about(RESULTS, "reasons", NAMES), counted, NAMES)
    body = (
        f"Written by `python bench/reasons.py`: {measured_on()}. Rows of games that this run left "
        "out are older.\n\n"
        f"What the reason of the best hint names, in {asked.positions:,} positions of random games "
        f"in which a seat can choose, by {asked.simulations} simulations. Wanted: nowhere none.\n\n"
        + markdown_table(("game", *COLUMNS.values()), rows)
    )
    print(body)
    write_results(RESULTS, body, "reasons", "What hints name as their reason")


if __name__ == "__main__":
    main()
