"""A league of players for research: `python bench/league.py`, into docs/results.md.

In each game every player meets every other one (level 8 only the strongest, since it takes
longest): random, greedy, levels, our search and OpenSpiel's with the same seconds per move, and
PPO and NFSP, which learn from nothing for `--train-seconds` first. One fit over all games gives
the ratings. What is trained and played is kept in a folder; the next run continues where this one
stopped. It needs the extra `research`.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from statistics import mean
from time import process_time
from typing import NamedTuple

import numpy as np

from siegeworks.agents.policy import SUFFIX, Policy, write_policy
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.core.contract import TERMINAL, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from siegeworks.lab.arena import play_match
from siegeworks.lab.baselines import make_player
from siegeworks.lab.learners import train_nfsp, train_ppo
from siegeworks.lab.ratings import Rating, ratings
from siegeworks.lab.simulate import win_values
from siegeworks.lab.speed import measured_on
from siegeworks.play.files import write_whole

RESULTS = Path("docs/results.md")
SEED = 2707
LEVELS = (1, 3, 5)
TOP = "level:8"
MEETS_TOP = ("level:5", "search", "openspiel")  # players that begin like this
LEARNERS: dict[str, Callable[[Game, float, int, str], Policy]] = {
    "PPO": train_ppo,
    "NFSP": train_nfsp,
}
TIMED = 20  # decisions whose processor time is measured
WALK = "level:1"  # who plays the game that they are taken from


class Entrant(NamedTuple):
    """A player of the league."""

    name: str  # in the table
    spec: str  # as the arena takes it


class League:
    """The league of one game, kept in a folder."""

    def __init__(self, name: str, asked: argparse.Namespace) -> None:
        self.game, self.asked = load(name), asked
        self.folder: Path = asked.journal / name
        self.folder.mkdir(parents=True, exist_ok=True)
        left_out = tuple(asked.without)
        self.entrants = [
            Entrant(spec, spec) for spec in self._specs() if not spec.startswith(left_out)
        ]
        self.entrants += [self._trained(learner) for learner in LEARNERS if learner not in left_out]

    def _specs(self) -> list[str]:
        search = "openspiel-ismcts" if self.game.has_secrets else "openspiel-mcts"
        seconds = f"seconds={self.asked.seconds:g}"
        levels = [f"level:{level}" for level in LEVELS]
        return ["random", "greedy", *levels, TOP, f"search:{seconds}", f"{search}:{seconds}"]

    def _trained(self, learner: str) -> Entrant:
        """An agent, trained now unless its file is there."""
        seconds: float = self.asked.train_seconds
        path = self.folder / f"{learner.lower()}-{seconds:g}s{SUFFIX}"
        if not path.exists():
            print(f"{self.game.name}: training {learner} for {seconds:g} s", flush=True)
            command = shlex.join(["python", *sys.argv])
            write_policy(path, LEARNERS[learner](self.game, seconds, SEED, command))
        return Entrant(f"{learner}, trained {seconds:g} s", f"agent:{path}")

    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, by their places among the entrants."""
        specs = [entrant.spec for entrant in self.entrants]
        return [
            (k, m)
            for k, m in combinations(range(len(specs)), 2)
            if all(
                specs[top] != TOP or specs[other].startswith(MEETS_TOP)
                for top, other in ((k, m), (m, k))
            )
        ]

    def rated(self) -> list[Rating]:
        """Everybody's rating, from all games."""
        pairs, rounds = self.pairs(), self.asked.rounds
        won = np.zeros((rounds, len(self.entrants)))
        lineups, parts = [], win_values(2)
        for k, pair in enumerate(pairs, start=1):
            specs = [self.entrants[place].spec for place in pair]
            label = f"{self.game.name}: {specs[0]} against {specs[1]}"
            print(f"{label} ({k} of {len(pairs)})", flush=True)
            with progress() as display:
                task = display.add_task(label, total=2 * rounds)
                match = play_match(
                    self.game,
                    specs,
                    2 * rounds,
                    SEED,
                    self.asked.jobs,
                    journal=self.folder / slug(specs),
                    on_game=lambda match, task=task, display=display: display.update(  # type: ignore[misc]
                        task, completed=match.counted
                    ),
                )
            for played in match.counted_games():
                seating = match.contest.seatings[played.number]
                for seat, bot in enumerate(seating):
                    won[played.unit, pair[bot]] += parts[played.winners][seat]
            for _ in range(2):  # one game in each seat
                lineups.append(np.isin(np.arange(len(self.entrants)), pair).astype(float))
        self.won, self.games = won.sum(axis=0), rounds * np.array(lineups).sum(axis=0)
        return ratings(won, np.array(lineups))

    def costs(self) -> list[float]:
        """Everybody's seconds of a processor per decision, measured once."""
        path = self.folder / "costs.json"
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        positions = decisions(self.game)
        for entrant in self.entrants:
            if entrant.spec not in known:
                known[entrant.spec] = cost(self.game, entrant.spec, positions)
                write_whole(path, json.dumps(known, indent=1) + "\n")
        return [known[entrant.spec] for entrant in self.entrants]

    def rows(self) -> list[tuple[str, ...]]:
        """The table of this game, the strongest first."""
        rated, costs = self.rated(), self.costs()
        order = sorted(range(len(rated)), key=lambda place: -rated[place].elo)
        return [
            (
                self.game.name,
                self.entrants[place].name,
                f"{rated[place].elo:+.0f}",
                interval(rated[place]),
                f"{self.games[place]:.0f}",
                f"{self.won[place] / self.games[place]:.0%}",
                f"{1000 * costs[place]:,.2f}",
            )
            for place in order
        ]


def slug(specs: list[str]) -> str:
    """A folder's name for a match."""
    names = [Path(spec).stem if spec.startswith("agent:") else spec for spec in specs]
    return "-".join("".join(c if c.isalnum() else "-" for c in name) for name in names)


def interval(rating: Rating) -> str:
    """The 95% interval, if there were games enough for one."""
    if rating.low is None or rating.high is None:
        return "–"
    return f"{rating.low:+.0f} to {rating.high:+.0f}"


def decisions(game: Game) -> list[Observation]:
    """Choices from one game, spread from its beginning to its end."""
    rng, state = new_rng(SEED), game.new_state()
    game.settle(state, rng)
    bots = [make_player(WALK, game, new_rng(SEED, 1 + seat)) for seat in range(len(game.seats))]
    met: list[Observation] = []
    while state.to_act != TERMINAL:
        seen = game.observe(state, int(state.to_act))
        if len(game.legal_actions(seen)) > 1:
            met.append(seen)
        game.apply(state, bots[int(state.to_act)].choose(seen))
        game.settle(state, rng)
    step = max(1, len(met) // TIMED)
    return met[::step][:TIMED]


def cost(game: Game, spec: str, positions: list[Observation]) -> float:
    """The mean seconds of a processor that a player takes for these choices."""
    make_player(spec, game, new_rng(0)).choose(positions[0])  # compiles, loads
    times = []
    for k, seen in enumerate(positions):
        player = make_player(spec, game, new_rng(SEED, k))
        began = process_time()
        player.choose(seen)
        times.append(process_time() - began)
    return mean(times)


COLUMNS = ("game", "player", "Elo", "95% interval", "games", "won", "processor ms per move")


def body(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    return (
        f"Written by `python bench/league.py`: {measured_on()}. "
        "Rows of games that this run left out "
        "are older.\n\nPlayers for research in the games for two seats, paired games "
        "with seats exchanged. Elo by one Bradley–Terry fit to all games of a game, the mean being "
        "0, with 95% intervals by the bootstrap over rounds where there are ten or more. All pairs "
        "but for level 8, which meets the three that begin with `level:5`, `search` and "
        "`openspiel`. `openspiel-mcts` and `openspiel-ismcts` are OpenSpiel's searches in Python "
        "with uniform playouts, through our adapter: they get as many seconds as `search`, and far "
        "fewer simulations. PPO (`lab/learners.py`, over `Batch`) and NFSP (OpenSpiel's, "
        "through the adapter) learned by self-play from nothing, on one thread, for the seconds of "
        "a processor in their name; they draw from their policy without search. Seconds of "
        "searches are those of the clock on "
        f"the wall; processor time is the mean over {TIMED} choices of one game.\n\n"
        + markdown_table(COLUMNS, rows)
    )


def main() -> None:
    """Train, play, and write after every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", default=list(NAMES), help="only these; rows of others stay"
    )
    parser.add_argument("--seconds", type=float, default=0.1, help="per move, of searches")
    parser.add_argument(
        "--train-seconds", type=float, default=600, help="of a processor, of PPO and of NFSP"
    )
    parser.add_argument("--rounds", type=int, default=30, help="paired games of each two players")
    parser.add_argument(
        "--without",
        nargs="*",
        default=[],
        metavar="PLAYER",
        help="leave out players that begin like this: level:8 takes hours in Siege by Number",
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--journal", type=Path, default=Path("build/league"))
    asked = parser.parse_args()
    rows = rows_about(RESULTS, "league", NAMES)
    for name in asked.games:
        rows = replace_rows(rows, League(name, asked).rows(), NAMES)
        write_results(RESULTS, body(rows), "league", "League")


if __name__ == "__main__":
    main()
