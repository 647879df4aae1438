"""Whether a game is alive: how long it lasts, whether it stalls, and when it is decided"""

from collections.abc import Iterator
from statistics import NormalDist

import numpy as np
from scipy import stats

from siegeworks.lab.reports.formatting import about, number_span, percent, span
from siegeworks.lab.reports.model import Chart, Estimate, Metric, Section, Series, Table, Verdict
from siegeworks.lab.reports.sample.flow import POINTS
from siegeworks.lab.reports.sample.games import GAMES
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.lab.reports.statistics import (
    ALPHA,
    FEWEST,
    mean,
    quantile,
    share,
    share_of_games,
    units_needed,
)

KEY, TITLE = "alive", "Alive?"
MOST_LIMITED = 0.05  # of games that a limit may end
RESAMPLES = 999
BARS = 24  # of the histogram, about
MOST_DRAWN = 100_000  # games that are drawn at a time for a bootstrap


def verdicts(tally: Tally, alpha: float) -> list[Verdict]:
    """Do games end by themselves? Only asked of games with limits; yes if the interval
    of the share that a limit ends lies below 5%, no if it lies above."""
    if not tally.work.game.limit_endings:
        return []
    question, games = "Do games end by themselves, without a limit?", tally.games
    values = tally.values("limit")
    estimate = share(values, GAMES)
    wide = NormalDist().inv_cdf(1 - alpha / 2) / NormalDist().inv_cdf(1 - ALPHA / 2)
    summary = f"{span(estimate)} of {games:,} games ended by a limit"
    if estimate.low is not None and estimate.high is not None:
        # At the level of the look the interval is wider.
        low = estimate.value - wide * (estimate.value - estimate.low)
        high = estimate.value + wide * (estimate.high - estimate.value)
        if high < MOST_LIMITED:
            sentence = f"Games end by themselves: {summary}."
            return [Verdict("alive.ends", question, "yes", sentence, games)]
        if low > MOST_LIMITED:
            return [Verdict("alive.ends", question, "no", f"It stalls: {summary}.", games)]
    spread = float(np.std(values)) or 0.2
    needed = GAMES * units_needed(estimate.value - MOST_LIMITED or 0.01, spread, 0.0)
    needed = max(needed, games + GAMES)
    sentence = (
        f"Not enough games to say whether it stalls: {summary}; about {about(needed)} games would "
        "settle it."
    )
    return [Verdict("alive.ends", question, "unclear", sentence, games, needed)]


def section(tally: Tally, verdicts: list[Verdict]) -> Section:
    """Everything about how games go."""
    charts = [length_chart(tally)]
    if tally.curves:
        charts.insert(0, curve_chart(tally))
    return Section(
        KEY, TITLE, tuple(verdicts), tuple(metrics(tally)), (endings(tally),), tuple(charts)
    )


def metrics(tally: Tally) -> Iterator[Metric]:
    """What `tally.Tally` and `flow` define, over units.

    `alive.length`, `alive.length90`: median and 90% of plies, with distribution-free intervals.
    `alive.spread`: `length_variation`. `alive.branching`: legal actions per ply, mean over games.
    `alive.forced`: plies with one legal action. `alive.idle`: plies that change neither pieces nor
    ground (`games.material`). `alive.longest_idle`: the longest row of them in a game, its mean.
    `alive.limit`: games that end by one of `Game.limit_endings`. `alive.drama`,
    `alive.lead_changes`, `alive.decided`: as in `flow`. `alive.comebacks`: games whose winner once
    had less than 40% of an even chance.
    """
    plies = np.array(tally.lengths)
    yield Metric("alive.length", "Length, median", "plies", quantile(plies, 0.5))
    yield Metric(
        "alive.length90", "Length that 90% of games do not exceed", "plies", quantile(plies, 0.9)
    )
    yield Metric("alive.spread", "Spread of length", "number", length_variation(tally))
    for key, name, unit in (
        ("branching", "Legal moves", "actions"),
        ("longest_idle", "Longest row of plies without progress", "plies"),
        ("lead_changes", "Changes of the lead in a game", "number"),
    ):
        if len(tally.values(key)):
            yield Metric(f"alive.{key}", name, unit, mean(tally.values(key), GAMES))  # type: ignore[arg-type]
    for key, name in (
        ("forced", "Forced plies"),
        ("idle", "Plies without progress"),
        ("limit", "Ended by a limit"),
        ("decided", "Part of a game after which it is decided"),
        ("drama", "Drama"),
        ("comebacks", "Comebacks"),
    ):
        if len(tally.values(key)):
            yield Metric(f"alive.{key}", name, "share", share(tally.values(key), GAMES))


def length_variation(tally: Tally, most_drawn: int = MOST_DRAWN) -> Estimate:
    """The coefficient of variation of the length: standard deviation by mean; 0: all games are
    equally long. The interval is a bootstrap over games (B. Efron, 1979; SciPy)."""
    plies = np.array(tally.lengths)
    if len(plies) < FEWEST or not plies.any():
        return Estimate(0.0, None, None, len(plies))
    interval = stats.bootstrap(
        (plies,),
        stats.variation,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=0,
        batch=max(1, most_drawn // len(plies)),  # changes memory, not the result
    ).confidence_interval
    return Estimate(
        float(stats.variation(plies)), float(interval.low), float(interval.high), len(plies)
    )


def endings(tally: Tally) -> Table:
    """How games end, the most frequent ending first."""
    game, games = tally.work.game, tally.games
    rows = tuple(
        (game.endings[ending], share_of_games(times, games), times)
        for ending, times in tally.endings.most_common()
    )
    return Table(
        "alive.endings",
        "How games end",
        ("Ending", "Share", "Games"),
        (None, "share", "number"),
        rows,
    )


def curve_chart(tally: Tally) -> Chart:
    """The mean chance of the later winner over the game."""
    curves = np.array(tally.curves).reshape(-1, POINTS)
    means = [mean(column, GAMES) for column in curves.T]
    x = tuple(float(part) for part in np.linspace(0, 100, POINTS))
    y = tuple(estimate.value for estimate in means)
    has_interval = means[0].low is not None
    low = tuple(max(0.0, estimate.low) for estimate in means if estimate.low is not None)
    high = tuple(min(1.0, estimate.high) for estimate in means if estimate.high is not None)
    summary = ", ".join(f"{x[i]:.0f}%: {percent(y[i])}" for i in (0, 5, 10, 15, 18, 20))
    return Chart(
        "alive.curve",
        "The winner's chance during a game",
        "line",
        "Part of the game, in percent",
        "Chance of the seat that wins",
        (
            Series(
                "Mean of all games", x, y, low if has_interval else (), high if has_interval else ()
            ),
        ),
        f"How likely the later winner was to win, as the players saw it: after {summary}.",
        1 / len(tally.work.game.seats),
        "share",
    )


def length_chart(tally: Tally) -> Chart:
    """How many games have each length."""
    plies = np.array(tally.lengths, np.int64)
    width = max(1, -(-int(np.ptp(plies) + 1) // BARS))
    start = int(plies.min())
    counts = np.bincount((plies - start) // width)
    x = tuple(float(start + width * (bar + 0.5) - 0.5) for bar in range(len(counts)))
    return Chart(
        "alive.length",
        "How long games are",
        "histogram",
        "Plies",
        "Games",
        (Series("Games", x, tuple(float(n) for n in counts)),),
        f"Lengths from {plies.min()} to {plies.max()} plies, median {int(np.median(plies))}.",
    )


def sentences(tally: Tally) -> Iterator[str]:
    """What a designer should know beside the verdicts."""
    estimates = {metric.key: metric.estimate for metric in metrics(tally)}
    half, most = (estimates[key].value for key in ("alive.length", "alive.length90"))
    yield f"Half of the games last at most {half:,.0f} plies, and 90% at most {most:,.0f}."
    if "alive.decided" in estimates:
        yield (
            f"On average a game is decided after {span(estimates['alive.decided'])} of its plies, "
            f"and the lead changes {number_span(estimates['alive.lead_changes'], 1)} times."
        )
        yield (
            f"In {span(estimates['alive.comebacks'])} of the games the winner had all but lost at "
            "some point."
        )
    yield (
        f"On average a seat chooses among {number_span(estimates['alive.branching'], 1)} moves; "
        f"{span(estimates['alive.forced'])} of the plies are forced."
    )
