"""That no bot ever chooses an illegal action: `python bench/legality.py`, into docs/results.md.

Ten thousand games in the arena, which stops at the first illegal action. Small budgets and high
temperatures bring the bots into unusual positions; bench/strength.py plays with the budgets of the
levels. Finished games are kept; the next run continues where this one stopped.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.lab.arena import play_match
from siegeworks.lab.match import Match

SEED = 10_000
SEARCH = "search:simulations=20"
HOT = "search:simulations=6,temperature=2"
PLAIN = "plain:simulations=12"
CONTESTS: tuple[tuple[str, dict[str, str], tuple[str, ...], int], ...] = (
    ("siege-by-number", {}, (SEARCH, HOT), 1_000),
    ("siege-by-number", {"seats": "3"}, (SEARCH, HOT, PLAIN), 300),
    ("siege-by-number", {"seats": "4"}, (SEARCH, HOT, PLAIN, "level:1"), 300),
    ("nobles-and-peasants", {}, (SEARCH, HOT), 1_000),
    ("nobles-and-peasants", {"seats": "3"}, (SEARCH, HOT, PLAIN), 600),
    ("nobles-and-peasants", {"seats": "4"}, (SEARCH, HOT, PLAIN, "level:1"), 600),
    ("siege-master", {}, (SEARCH, HOT), 1_000),
    ("siege-master", {"pacifist": "yes"}, (PLAIN, "level:1"), 1_000),
    ("kings-ransom", {}, (SEARCH, HOT), 1_200),
    ("kings-ransom", {"setup": "secret"}, (PLAIN, "level:1"), 1_000),
    ("expansion", {}, (SEARCH, HOT), 1_000),
    ("expansion", {}, (PLAIN, "level:1"), 1_000),
)


def play(line: str, game: Game, bots: tuple[str, ...], games: int, asked: Namespace) -> Match:
    """The games of one line of the table; games in the folder are not played again."""
    with progress() as display:
        task = display.add_task(line, total=games)
        return play_match(
            game,
            bots,
            games,
            SEED,
            asked.jobs,
            journal=asked.journal / f"{line} {bots[0].partition(':')[0]}",
            on_game=lambda match: display.update(task, completed=match.counted),
        )


def main() -> None:
    """Play everything, then write."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--journal", type=Path, default=Path("build/legality"))
    asked = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    total = 0
    for name, options, bots, games in CONTESTS:
        line = " ".join((name, *(f"{key}={value}" for key, value in options.items())))
        match = play(line, load(name, options), bots, games, asked)
        total += match.counted
        rows.append((line, ", ".join(match.contest.names), str(match.counted)))
        print(" | ".join(rows[-1]), flush=True)
    body = (
        f"`python bench/legality.py`: {total:,} games in the arena, which ends a match at the "
        "first illegal action. There was none.\n\n"
        + markdown_table(("game", "bots", "games"), rows)
    )
    write_results(Path("docs/results.md"), body, "legality", "No bot chooses an illegal action")


if __name__ == "__main__":
    main()
