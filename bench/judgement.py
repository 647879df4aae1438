"""Learned judgement beside the evaluations written by hand, into docs/results.md.

`python bench/judgement.py predict`: bots play games against themselves; the same positions are
judged by the evaluation written by hand, by a linear model of its features and by a small network,
the latter two fitted to who won four fifths of the games. The last fifth is held out.

`python bench/judgement.py play`: paired games at equal seconds per move between searches that judge
by what was learned, where a game comes with it, and by hand. Games are kept in a folder, and the
next run continues where this one stopped.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES, load
from siegeworks.lab.arena import play_match
from siegeworks.lab.campaign import Campaign, arriving, in_order
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.datasets.dataset import INDEX, Dataset, write_arrays, write_index
from siegeworks.lab.datasets.self_play import CHUNK, SelfPlay
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.speed import measured_on
from siegeworks.lab.training.fitting import brier, fit, log_loss, probabilities
from siegeworks.lab.training.positions import Valued, described

RESULTS = Path("docs/results.md")
SEED = 1
BOT = "search:simulations=150,overlooks=0.3"
RANDOM_ACTIONS = 6
GAMES = 500
HIDDEN = 16
HELD_OUT = 5  # every such game
THIRDS = ("first third", "second", "rest")  # by steps, of the length of a middling game
SURE = 0.85  # from which probability on calibration is looked at
MOVE_SECONDS = 0.06  # in matches: what level 8 took before it thought for up to a second
MATCH_GAMES, MATCH_SEED = 400, 2711
WANTED_SHARE = 0.6


def games_of(name: str, folder: Path, games: int, jobs: int) -> Dataset:
    """The games of one game in this folder; played where they are missing."""
    if not (folder / INDEX).exists():
        work = SelfPlay(load(name), (BOT,), RANDOM_ACTIONS)
        campaign = Campaign(work, -(-games // CHUNK), SEED)
        with (
            CampaignJournal(folder / "games.jsonl", campaign) as journal,
            progress() as display,
        ):
            task = display.add_task(f"{name}: playing", total=campaign.units)

            def played() -> Iterator[object]:
                for each in in_order(arriving(campaign, ProcessPool(jobs), journal)):
                    display.advance(task)
                    yield from each

            write_arrays(folder, played())  # type: ignore[arg-type]
        write_index(folder, work, SEED, campaign.units * CHUNK)
    return Dataset(folder)


class Judged:
    """The positions of a data set in which bots chose, and who won."""

    def __init__(self, data: Dataset) -> None:
        """Replays all games."""
        game, returns = data.game, data.returns()
        valued, steps = [], []
        for k in range(len(data)):
            state, acted, opening = game.new_state(), 0, int(data.array("opening")[k])
            share = float(returns[k, 0] + 1) / 2
            for step, (actor, choice) in enumerate(data.steps(k)):
                if actor >= 0:
                    if acted >= opening:
                        valued.append(Valued(np.array(state).tobytes(), actor, share, k))
                        steps.append(step)
                    acted += 1
                game.unchecked.apply(state, choice)
        sample = described(game, valued)
        self.positions = sample.positions.where(sample.is_judged)
        own = sample.by_hand[sample.is_judged]
        self.by_hand = np.stack([own, 1 - own], axis=1)
        length = int(np.median(np.diff(data.array("offsets"))))
        self.third = np.minimum(np.array(steps)[sample.is_judged] * 3 // length, 2)
        self.held_out = self.positions.games % HELD_OUT == 0


def rows_of(name: str, judged: Judged) -> Iterator[tuple[str, ...]]:
    """The lines of one game."""
    held = judged.positions.where(judged.held_out)
    learned = judged.positions.where(~judged.held_out)
    order = np.unique(learned.games)
    learned = learned._replace(games=np.searchsorted(order, learned.games))
    ways = {"by hand": judged.by_hand[judged.held_out]}
    for title, hidden in (("linear", 0), (f"{HIDDEN} hidden units", HIDDEN)):
        ways[title] = probabilities(fit(learned, hidden, SEED), held.features)
    for title, chances in ways.items():
        yield (
            name,
            title,
            f"{len(order):,}",
            *(
                f"{log_loss(chances[here], held.shares[here]):.3f}" if here.any() else "–"
                for here in (judged.third[judged.held_out] == third for third in range(3))
            ),
            f"**{log_loss(chances, held.shares):.3f}**",
            f"{brier(chances, held.shares):.3f}",
            calibration(chances, held.shares),
        )


def calibration(chances: NDArray[np.floating], shares: NDArray[np.floating]) -> str:
    """What sure predictions said, and what came of them."""
    sure = chances >= SURE
    return f"{chances[sure].mean():.1%} / {shares[sure].mean():.1%}" if sure.any() else "–"


COLUMNS = ("game", "judged", "games", *THIRDS, "all", "Brier", "sure: said / won")


def predictions(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    return (
        f"Written by `python bench/judgement.py predict`: {measured_on()}.\n\n"
        "Who wins, as judged from positions of games that "
        f"`{BOT}` played against itself, each after 0 to {RANDOM_ACTIONS} random actions. Log loss "
        f"on every fifth game, which the fits have not seen (0.693: knows nothing), by thirds of a "
        f"middling game's length; *sure* are predictions from {SURE:.0%} on.\n\n"
        + markdown_table(COLUMNS, rows)
        + "\nA fit that predicts better does not play better for that: docs/ledger.md."
    )


def match_row(name: str, games: int, jobs: int, folder: Path) -> tuple[str, ...]:
    """The line of a game: what a search with the learned judgement scores."""
    by_hand = f"search:seconds={MOVE_SECONDS}"
    with progress() as display:
        task = display.add_task(f"{name}: learned against by hand", total=games)
        match = play_match(
            load(name),
            (f"{by_hand},learned=1", by_hand),
            games,
            MATCH_SEED,
            jobs,
            journal=folder / f"{name} play",
            on_game=lambda match: display.update(task, completed=match.counted),
        )
    learned, other = match.bot_score(0), match.bot_score(1)
    share = learned.score
    return (
        name,
        f"{match.counted:,}",
        f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})",
        f"{learned.seconds:.3f} / {other.seconds:.3f}",
        "yes" if share.share >= WANTED_SHARE else "no",
    )


MATCH_COLUMNS = ("game", "games", "learned scores", "seconds per move", f"{WANTED_SHARE:.0%}")


def matches(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md about the games played."""
    return (
        f"Written by `python bench/judgement.py play`: {measured_on()}.\n\n"
        "Searches that judge by what was learned against "
        "searches that judge by hand; paired games, seats exchanged, 95% intervals over pairs, on "
        f"deals that no training saw. Each has {MOVE_SECONDS:g} s for a move, what level 8 took "
        f"before it thought for longer. Wanted: {WANTED_SHARE:.0%} in three games.\n\n"
        + markdown_table(MATCH_COLUMNS, rows)
    )


def main() -> None:
    """Measure, and write after every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("predict", "play"))
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("-n", type=int, help=f"games of each: {GAMES}, of a match {MATCH_GAMES}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/judgement"))
    asked = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    for name in asked.games:
        if asked.what == "play":
            if load(name).advice.judgement.network is not None:
                rows.append(match_row(name, asked.n or MATCH_GAMES, asked.jobs, asked.folder))
                print(" | ".join(rows[-1]), flush=True)
                title = "Learned judgement at equal seconds"
                write_results(RESULTS, matches(rows), "judgement-play", title)
            continue
        data = games_of(name, asked.folder / name, asked.n or GAMES, asked.jobs)
        rows += rows_of(name, Judged(data))
        print("\n".join(" | ".join(row) for row in rows[-3:]), flush=True)
        title = "Learned and hand-written evaluations"
        write_results(RESULTS, predictions(rows), "judgement", title)


if __name__ == "__main__":
    main()
