"""Which changes of the search were tried, and what they won: `python bench/ledger.py`, into
docs/results.md.

Each trial plays a game's search with one change against the search as it is, with the same number
of simulations, in paired games; failed trials are listed too. A trial that changes nothing in a
game is skipped there.
"""

import argparse
from pathlib import Path

from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.advice import NEVER
from siegeworks.games import NAMES, load
from siegeworks.lab.arena import play_match
from siegeworks.lab.intervals import Share

SEED = 11
GAMES = 60
SIMULATIONS = 100

Changes = dict[str, float]

TRIALS: dict[str, Changes] = {
    "playouts to the end, no evaluation": {"playout_plies": NEVER, "evaluation": 0},
    "evaluation alone, no playout": {"playout_plies": 0, "evaluation": 1},
    "half evaluation, half playout": {"playout_plies": NEVER, "evaluation": 0.5},
    "playouts cut off after 8 plies": {"playout_plies": 8, "evaluation": 0},
    "UCB1 in place of the policy term": {"policy": 0, "exploration": 0.7},
    "no evaluation of actions before they are tried": {"policy": 0, "prior_weight": 0},
    "prior as progressive bias (UCB1)": {"policy": 0, "exploration": 0.4, "prior_weight": 3},
    "PUCT with a softmax of priors": {"policy": 1.5, "policy_temperature": 0.1},
    "PUCT, sharper": {"policy": 1.5, "policy_temperature": 0.05},
    "RAVE up to 300 visits": {"rave": 300},
    "most urgent of 3 in playouts": {"candidates": 3},
    "uniform playouts": {"candidates": 1},
    "64 particles weighted by how the others played": {"beliefs": 64},
}


def changed(name: str, changes: Changes) -> Changes:
    """The changes that make a difference in this game."""
    game = load(name)
    as_it_is = {**game.advice.settings._asdict(), "beliefs": 0 if game.has_secrets else 64}
    return {key: value for key, value in changes.items() if as_it_is[key] != value}


def spec(changes: Changes) -> str:
    """The spec of the bot with these changes."""
    return ",".join(
        [f"search:simulations={SIMULATIONS}", *(f"{key}={v}" for key, v in changes.items())]
    )


def verdict(score: Share) -> str:
    """What the interval says."""
    if score.low > 0.5:
        return "better"
    return "worse" if score.high < 0.5 else "no difference seen"


def main() -> None:
    """Play, and write after every match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(NAMES), help="only these games")
    parser.add_argument("-n", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--journal", type=Path, default=Path("build/ledger"))
    asked = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    with progress() as display:
        for name in asked.games:
            task = display.add_task(name, total=len(TRIALS))
            for what, changes in TRIALS.items():
                display.advance(task)
                if not (different := changed(name, changes)):
                    continue
                bots = (spec(different), spec({}))
                folder = asked.journal / f"{name} {what}"
                match = play_match(load(name), bots, asked.n, SEED, asked.jobs, journal=folder)
                score = match.score(0)
                share = f"{score.share:.0%} ({score.low:.0%} to {score.high:.0%})"
                how = ", ".join(f"{key}={value:g}" for key, value in different.items())
                rows.append((name, what, how, str(match.counted), share, verdict(score)))
                body = (
                    f"`python bench/ledger.py`: each game's search with one change against the "
                    f"search as it is, {SIMULATIONS} simulations per move on both sides, paired "
                    "games, 95% intervals over pairs. What helps with few simulations need not "
                    "help with more, or in the same time: docs/ledger.md has those measurements, "
                    "and the levels use what was kept.\n\n"
                    + markdown_table(
                        ("game", "tried", "changed", "games", "scores", "verdict"), rows
                    )
                )
                write_results(Path("docs/results.md"), body, "ledger", "Ledger of the search")


if __name__ == "__main__":
    main()
