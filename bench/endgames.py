"""How long before its end level 8 proves the result of a game: `python bench/endgames.py`.

Level 8 plays whole games against itself, without a clock. Counted is how many actions before the
end of a game a choice is proven for the first time: by the tree, or by an exact search beside it
where something is hidden or left to chance. Into docs/results.md.
"""

import argparse
from pathlib import Path
from statistics import median

from siegeworks.bots import LEVELS
from siegeworks.bots.levels import bot_of
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.contract import TERMINAL
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import measured_on
from siegeworks.play.precompile import precompile

RESULTS = Path("docs/results.md")
GAMES = 20
SEED = 1127
COLUMNS = ("game", "games", "proven before the last choice", "median", "at least", "at most")


def bot(game: Game, stream: int, simulations: int | None) -> SearchBot:
    """Level 8 without a clock."""
    strength = game.advice.levels[len(LEVELS) - 1]
    made = bot_of(game, new_rng(SEED, stream), strength)
    made.budget = Budget(simulations or strength.simulations)
    return made


def proven_before_the_end(game: Game, number: int, simulations: int | None) -> int:
    """How many actions before the end of a game the first proven choice came; 0: there was none."""
    seats = len(game.seats)
    bots = [bot(game, number * (seats + 1) + 1 + seat, simulations) for seat in range(seats)]
    rng, state = new_rng(SEED, number * (seats + 1)), game.new_state()
    game.settle(state, rng)
    actions, first = 0, None
    while state.to_act != TERMINAL:
        seat = int(state.to_act)
        action = bots[seat].choose(game.observe(state, seat))
        statistics = bots[seat].found
        if first is None and statistics and statistics[0].proven:
            first = actions
        actions += 1
        game.apply(state, action)
        game.settle(state, rng)
    return 0 if first is None else actions - first


def row(name: str, plies: list[int]) -> tuple[str, ...]:
    """One line of the table."""
    early = sum(each > 1 for each in plies)
    numbers = median(plies), min(plies), max(plies)
    return name, str(len(plies)), f"{early / len(plies):.0%}", *(f"{each:g}" for each in numbers)


def body(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    return (
        f"Written by `python bench/endgames.py`: {measured_on()}.\n\n"
        "How many actions before the end of a game, those of all seats counted, level 8 proves "
        "for the first time what it comes to, in games against itself.\n\n"
        + markdown_table(COLUMNS, rows)
    )


def main() -> None:
    """Play, and write after every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("-n", type=int, default=GAMES, help="games of each")
    parser.add_argument("--simulations", type=int, help="other than those of level 8")
    parser.add_argument("--no-write", action="store_true")
    asked = parser.parse_args()
    rows = []
    for name in asked.games:
        game, plies = load(name), []
        precompile(game, with_search=True)
        with progress() as display:
            task = display.add_task(name, total=asked.n)
            for number in range(asked.n):
                plies.append(proven_before_the_end(game, number, asked.simulations))
                display.advance(task)
        rows.append(row(name, plies))
        print(" | ".join(rows[-1]), flush=True)
        if not asked.no_write:
            write_results(RESULTS, body(rows), "endgames", "Endgames that level 8 proves")


if __name__ == "__main__":
    main()
