"""How fast the search is, beside OpenSpiel's in the same run: `python bench/search_speed.py`.

Simulations per second of the search that knows only the rules, with uniform playouts, from the
first choice of a game and from the middle of one, on one core; beside OpenSpiel's C++ `MCTSBot`,
whose simulations are random playouts too, on its hex(15) and its amazons. Then the same with each
game's advice, as the levels play. All searches alternate in rounds; results go to docs/results.md.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspiel

from siegeworks.bots import Budget, SearchBot
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.cli.measuring.bench import with_range
from siegeworks.core.advice import PLAIN
from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import Measurement, machine_info, targets

ROUNDS = 7
SECONDS = 0.5  # a search, each round
SIMULATIONS = 200  # of a peer's search; it has no clock
PEERS = ("hex(board_size=15)", "amazons")
REFERENCE = PEERS[0]
MIDDLE_SEED = 7

Search = Callable[[], float]  # one search: its simulations per second


@dataclass(frozen=True)
class Searched:
    """One row of the table."""

    name: str
    position: str
    rates: list[float]


def positions(game: Game) -> list[State]:
    """All positions of one random game in which a seat has a choice."""
    rng, state, states = new_rng(MIDDLE_SEED), game.new_state(), []
    game.settle(state, rng)
    while state.to_act != TERMINAL:
        legal = game.legal_actions(state)
        if len(legal) > 1:
            states.append(state)
        state = game.child(state, legal[random_below(rng, len(legal))])
        game.settle(state, rng)
    return states


def our_search(game: Game, state: State, use_advice: bool) -> Search:
    """A search of our bot from scratch, for a while."""
    seen = game.observe(state, int(state.to_act))

    def bot(budget: Budget) -> SearchBot:
        return SearchBot(game, new_rng(1), budget, use_advice=use_advice)

    def search() -> float:
        searching = bot(Budget(seconds=SECONDS))
        start = time.perf_counter()
        statistics = searching.search(seen)
        spent = time.perf_counter() - start
        return sum(stats.visits for stats in statistics) / spent

    bot(Budget(simulations=10)).search(seen)  # compiles
    return search


def peer_search(spec: str, middle: bool) -> Search:
    """A search of OpenSpiel's bot from scratch, in its own loop."""
    game = pyspiel.load_game(spec)
    state = game.new_initial_state()
    if middle:
        states = [state.clone()]
        rng = new_rng(MIDDLE_SEED)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[random_below(rng, len(legal))])
            states.append(state.clone())
        state = states[len(states) // 2]

    def search() -> float:
        evaluator: Any = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            PLAIN.exploration,
            SIMULATIONS,
            1000,  # megabytes
            False,  # no solver: the budget is spent
            1,
            False,
        )
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            bot.mcts_search(state)
            done += SIMULATIONS
        return done / spent

    return search


def searches() -> list[tuple[str, str, Search]]:
    """Everything that is measured: name, position, search."""
    entries = []
    for spec in PEERS:
        entries += [(spec, "opening", peer_search(spec, False))]
        entries += [(spec, "middle", peer_search(spec, True))]
    for name in NAMES:
        game = load(name)
        states = positions(game)
        for position, state in (("opening", states[0]), ("middle", states[len(states) // 2])):
            entries += [(name, position, our_search(game, state, False))]
            entries += [(f"{name}, advised", position, our_search(game, state, True))]
    return entries


def measure(rounds: int) -> list[Searched]:
    """Every search once a round."""
    with progress() as display:
        task = display.add_task("preparing the searches", total=None)
        rows = [(Searched(name, position, []), search) for name, position, search in searches()]
        display.update(task, description="searching", total=rounds * len(rows))
        for _ in range(rounds):
            for row, search in rows:
                row.rates.append(search())
                display.advance(task)
    return [row for row, _ in rows]


def reached(name: str, rate: float, times: float) -> str:
    """The game's target for its plain search, and whether it is met; "" without a target."""
    wanted = targets(name)
    if wanted.plain_search is not None:
        is_met = times >= wanted.plain_search
        return f"{wanted.plain_search:,.0f} × hex(15): {'yes' if is_met else 'no'}"
    if wanted.plain_simulations is not None:
        is_met = rate >= wanted.plain_simulations
        return f"{wanted.plain_simulations:,} per second: {'yes' if is_met else 'no'}"
    return ""


def markdown(results: list[Searched], rounds: int) -> str:
    """The section in docs/results.md."""
    baseline = {
        row.position: Measurement.of(row.rates).median for row in results if row.name == REFERENCE
    }
    lines = []
    for row in results:
        rate = Measurement.of(row.rates)
        times = rate.median / baseline[row.position]
        verdict = reached(row.name, rate.median, times)
        lines.append((row.name, row.position, with_range(rate), f"{times:.1f}", verdict))
    here = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    return (
        f"`python bench/search_speed.py`, {rounds} rounds of {SECONDS} s, alternating, one core; "
        f"{here}. Simulations per second: median (lowest to highest). The opening is the first "
        "choice of a seat, set-up included; the middle is halfway through a random game. "
        "*Advised* is the search as the levels use it; the others know only the rules and play "
        "to the end at random.\n\n"
        + markdown_table(
            ("search", "from", "simulations/s", "× OpenSpiel hex(15)", "wanted"), lines
        )
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    results = measure(rounds)
    body = markdown(results, rounds)
    print(body)
    write_results(Path("docs/results.md"), body, name="search-speed", title="Speed of the search")


if __name__ == "__main__":
    main()
