"""What threads bring to the search: `python bench/threads.py`, into docs/results.md.

Simulations per second of one thread and of two, alternating, in the middle of a random game; and
paired games between them at equal seconds per move. It needs two cores on which nothing else
runs, and takes about ten minutes; `--matches` says how many games to play between them.
"""

import argparse
import time
from pathlib import Path
from statistics import median

from siegeworks.bots import Budget, SearchBot
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.core.contract import TERMINAL, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load
from siegeworks.lab.arena import play_match
from siegeworks.lab.match import BotScore
from siegeworks.lab.speed import cpu_model

RESULTS = Path("docs/results.md")
SEED = 227
GAMES = 36
ROUNDS = 5
SECONDS = 0.5  # a search whose simulations are counted
MOVE_SECONDS = 0.05  # in the matches
WANTED_TIMES, WANTED_SHARE = 1.8, 0.58


def middle(game: Game) -> Observation:
    """A choice halfway through a random game."""
    rng, state, choices = new_rng(SEED), game.new_state(), []
    game.settle(state, rng)
    while state.to_act != TERMINAL:
        legal = game.legal_actions(state)
        if len(legal) > 1:
            choices.append(game.observe(state, int(state.to_act)))
        state = game.child(state, legal[random_below(rng, len(legal))])
        game.settle(state, rng)
    return choices[len(choices) // 2]


def rate(game: Game, seen: Observation, threads: int) -> float:
    """Simulations per second of a search from scratch."""
    bot = SearchBot(game, new_rng(1), Budget(seconds=SECONDS), threads=threads)
    begin = time.perf_counter()
    statistics = bot.search(seen)
    return sum(stats.visits for stats in statistics) / (time.perf_counter() - begin)


def rates(game: Game, rounds: int) -> tuple[float, float]:
    """The medians of one thread and of two, which alternate."""
    seen = middle(game)
    SearchBot(game, new_rng(1), Budget(simulations=10), threads=2).search(seen)  # compiles
    pairs = [(rate(game, seen, 1), rate(game, seen, 2)) for _ in range(rounds)]
    return median(first for first, _ in pairs), median(second for _, second in pairs)


def match(name: str, games: int, seconds: float, folder: Path) -> BotScore:
    """What two threads score against one in the same time; one game at a time."""
    bots = f"search:seconds={seconds:g},threads=2", f"search:seconds={seconds:g}"
    with progress() as display:
        task = display.add_task(f"{name}: two threads against one", total=games)
        played = play_match(
            load(name),
            bots,
            games,
            SEED,
            1,
            journal=folder / f"{name}-{seconds:g}",
            on_game=lambda match: display.update(task, completed=match.counted),
        )
    return played.bot_score(0)


COLUMNS = (
    "game",
    "one thread: simulations/s",
    "two threads",
    "times",
    f"wanted {WANTED_TIMES:g}",
    "games",
    "two threads score",
    f"wanted {WANTED_SHARE:.0%}",
)


def row(name: str, single: float, double: float, score: BotScore, games: int) -> tuple[str, ...]:
    """One line of the table."""
    share = score.score
    return (
        name,
        f"{single:,.0f}",
        f"{double:,.0f}",
        f"{double / single:.2f}",
        "yes" if double / single >= WANTED_TIMES else "no",
        str(games),
        f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})",
        "yes" if share.share >= WANTED_SHARE else "no",
    )


def body(rows: list[tuple[str, ...]], rounds: int, seconds: float) -> str:
    """The section in docs/results.md."""
    return (
        f"`python bench/threads.py`, {cpu_model()}. Simulations per second of a search of "
        f"{SECONDS:g} s with one thread and with two, in the middle of a random game: medians of "
        f"{rounds} rounds, alternating. Then paired games, seats exchanged, {seconds:g} s for each "
        "move on both sides; 95% intervals over pairs. Each thread grows its own tree, and they "
        "tell each other at intervals what they have found. Rows of games that a run left out are "
        "older.\n\n" + markdown_table(COLUMNS, rows)
    )


def main() -> None:
    """Measure, and write after every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", choices=NAMES, default=list(NAMES), metavar="GAME")
    parser.add_argument("--matches", type=int, default=GAMES, help="games of a match")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=MOVE_SECONDS, help="for each move")
    parser.add_argument("--journal", type=Path, default=Path("build/threads"))
    asked = parser.parse_args()
    rows = rows_about(RESULTS, "threads", NAMES)
    for name in asked.games:
        single, double = rates(load(name), asked.rounds)
        score = match(name, asked.matches, asked.seconds, asked.journal)
        measured = row(name, single, double, score, asked.matches)
        print(" | ".join(measured), flush=True)
        rows = replace_rows(rows, [measured], NAMES)
        text = body(rows, asked.rounds, asked.seconds)
        write_results(RESULTS, text, "threads", "Threads of the search")


if __name__ == "__main__":
    main()
