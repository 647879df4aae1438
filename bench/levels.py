"""How strong the levels are, and how they are set: `make levels`.

`python bench/levels.py fit` plays a ladder of bots of each game against each other and against
`greedy`, rates them all at once, and prints the strengths at which each level stands where it is
wanted; they are copied into the game's `advice.py` by hand. `python bench/levels.py` measures the
levels as they are, into docs/results.md. Finished games are kept in a folder, and the next run
continues where this one stopped.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import NamedTuple

import numpy as np

from siegeworks.bots import LEVELS
from siegeworks.bots.search import ENDGAME
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.core.advice import Strength
from siegeworks.games import NAMES
from siegeworks.games import load as game_of
from siegeworks.lab.arena import play_match
from siegeworks.lab.match import BotScore
from siegeworks.lab.ratings import SCALE, elo_of, fit_strengths
from siegeworks.lab.speed import measured_on

RESULTS = Path("docs/results.md")
SEED, FRESH_SEED = 1126, 2611  # of the fit, and of the confirmation
GREEDY, RANDOM = "greedy", "random"
LEVEL_1 = -110.0  # Elo at most, `greedy` being 0: 35%
LEVEL_3 = (50.0, 170.0)  # Elo between these: 57% and 73%
STEP = 200.0  # Elo at most between the levels up to 3; above, as much as there is
OVERLOOKS = (0.99, 0.97, 0.95, 0.93, 0.9, 0.85, 0.7, 0.4, 0.0)
SIMULATIONS = {  # of the rungs: those of all that overlook moves, and then of the stronger ones
    "siege-by-number": (120, 400, 1_500, 6_000),
    "nobles-and-peasants": (160, 400, 1_200, 4_000),
    "siege-master": (150, 450, 1_600, 5_500, 18_000),
    "kings-ransom": (250,),
    "expansion": (100, 300, 1_000, 3_000, 12_000),
}
STRONGEST = f"level:{len(LEVELS)}"  # the last rung, as it is: no fit changes it
# In these games `greedy` measures nobody: too many games against it are drawn by a limit, so that
# bots which score 44% and 60% against it beat each other by 88% (docs/ledger.md). There the levels
# stand at equal distances above the first, which overlooks so much.
FIRST = {"siege-by-number": 0.962}
MORE = 2  # times as many games against `greedy`, which all levels are measured by
SLOW = 2_000  # simulations from which on fewer games are played
LEAST = 40  # games of a match at least


class Rung(NamedTuple):
    """A bot between two levels, or at one."""

    simulations: int
    overlooks: float

    @property
    def spec(self) -> str:
        """The bot as the arena takes it."""
        return f"search:simulations={self.simulations},overlooks={self.overlooks:.4g}"


def ladder(game: str) -> list[Rung]:
    """Bots of a game from the weakest to the strongest but one."""
    first, *more = SIMULATIONS[game]
    return [Rung(first, share) for share in OVERLOOKS] + [Rung(number, 0.0) for number in more]


def affordable(games: int, simulations: int, least: int) -> int:
    """How many games of a match are played by bots that need so many simulations."""
    return max(min(games, least), games * SLOW // max(SLOW, simulations)) // 2 * 2


class Arena:
    """Matches of one game, kept in a folder."""

    def __init__(self, game: str, folder: Path, jobs: int, seed: int) -> None:
        self.game, self.folder, self.jobs, self.seed = game, folder, jobs, seed

    def score(self, first: str, second: str, games: int) -> BotScore:
        """What the first bot scores against the second."""
        bots = self._without_clock(first), self._without_clock(second)
        words = " ".join((self.game, str(self.seed), *bots))
        slug = "".join(letter if letter.isalnum() else "-" for letter in words)
        with progress() as display:
            task = display.add_task(f"{self.game}: {first} against {second}", total=games)
            match = play_match(
                game_of(self.game),
                bots,
                games,
                self.seed,
                self.jobs,
                journal=self.folder / slug,
                on_game=lambda match: display.update(task, completed=match.counted),
            )
        return match.bot_score(0)

    def _without_clock(self, bot: str) -> str:
        """A level as the search that it is: a busy machine makes it no weaker, and games of other
        strengths that it has had are not taken for its own."""
        if not bot.startswith("level:"):
            return bot
        advice = game_of(self.game).advice
        level = advice.levels[int(bot.removeprefix("level:")) - 1]
        usual = advice.settings._asdict()
        own = (level.settings or advice.settings)._asdict()
        given = {
            "simulations": level.simulations,
            "overlooks": level.overlooks,
            "temperature": level.temperature,
            "proves": int(level.proves),
            **{name: value for name, value in own.items() if value != usual[name]},
        }
        given = {name: value for name, value in given.items() if value} | {"endgame": ENDGAME}
        return "search:" + ",".join(f"{name}={value}" for name, value in given.items())


# Setting the levels ----------------------------------------------------------------------------


class Rated(NamedTuple):
    """Elo, from a zero that means nothing of its own."""

    rungs: list[float]
    strongest: float
    greedy: float


def rated(game: str, arena: Arena, games: int, least: int) -> Rated:
    """The strengths of all rungs, from neighbours and, where it says something, from `greedy`."""
    rungs = ladder(game)
    names = [*(rung.spec for rung in rungs), STRONGEST, GREEDY]
    most = game_of(game).advice.levels[-1].simulations
    needed = [*(rung.simulations for rung in rungs), most]
    pairs = [
        (below, above, affordable(games, simulations, least))
        for (below, above), simulations in zip(pairwise(names[:-1]), needed[1:], strict=True)
    ]
    if game not in FIRST:
        pairs += [(GREEDY, rung.spec, MORE * games) for rung in rungs[: len(OVERLOOKS)]]
    won, lineups, played = np.ones(len(names)), [np.ones(len(names))], [float(len(names))]
    for first, second, count in pairs:  # and one game of all that each bot wins (lab.ratings)
        share = arena.score(first, second, count).score.share
        lineup = np.zeros(len(names))
        for name, part in ((first, share), (second, 1 - share)):
            lineup[names.index(name)] = 1
            won[names.index(name)] += part * count
        lineups.append(lineup)
        played.append(float(count))
    strengths = fit_strengths(won[None], np.array(lineups), np.array([played]))[0]
    *below, strongest, greedy = (float(elo) for elo in SCALE * np.log10(strengths))
    return Rated(below, strongest, greedy)


def wanted(game: str, ratings: Rated) -> list[float]:
    """The Elo of each level."""
    top = ratings.strongest
    if game in FIRST:
        overlooks = [-rung.overlooks for rung in ladder(game)][: len(OVERLOOKS)]
        lowest = float(np.interp(-FIRST[game], overlooks, ratings.rungs[: len(OVERLOOKS)]))
        return [float(elo) for elo in np.linspace(lowest, top, len(LEVELS))]
    highest, (least, most) = ratings.greedy + LEVEL_1, LEVEL_3
    even = highest + (top - highest) * 2 / (len(LEVELS) - 1)  # level 3, were all steps equal
    third = float(np.clip(even, ratings.greedy + least, ratings.greedy + most))
    step = (top - third) / (len(LEVELS) - 3)
    first = min(highest, third - 2 * min(step, STEP))
    above = [third + step * k for k in range(1, len(LEVELS) - 3)]
    return [first, (first + third) / 2, third, *above, top]


def strength_at(elo: float, rungs: list[Rung], ratings: list[float]) -> Strength:
    """The bot of this Elo, between two rungs."""
    rising = np.maximum.accumulate(ratings)  # noise may exchange neighbours
    attention = [-log(1 - rung.overlooks) for rung in rungs]
    simulations = [log(rung.simulations) for rung in rungs]
    return Strength(
        round(exp(float(np.interp(elo, rising, simulations)))),
        overlooks=round(1 - exp(-float(np.interp(elo, rising, attention))), 3),
    )


def fit(game: str, arena: Arena, games: int, least: int) -> None:
    """Print the ladder and the levels that follow from it, but for the strongest."""
    rungs, ratings = ladder(game), rated(game, arena, games, least)
    for name, elo in (
        (GREEDY, ratings.greedy),
        *zip((rung.spec for rung in rungs), ratings.rungs, strict=True),
        (STRONGEST, ratings.strongest),
    ):
        print(f"{game}  {name:45} {elo - ratings.rungs[0]:+6.0f}")
    for level, elo in enumerate(wanted(game, ratings)[:-1], start=1):
        bot = strength_at(elo, rungs, ratings.rungs)
        print(
            f"{game}  level {level}: {elo - ratings.rungs[0]:+5.0f}  "
            f"Strength({bot.simulations:_}, overlooks={bot.overlooks})",
            flush=True,
        )


# Measuring them --------------------------------------------------------------------------------

COLUMNS = ("game", "first", "second", "games", "first scores", "Elo apart", "wanted", "reached")


class Claim(NamedTuple):
    """What a match should show: between which scores the first bot lies."""

    first: str
    second: str
    low: float
    high: float


def claims(game: str) -> Iterator[Claim]:
    """What is wanted of the levels of every game."""
    yield Claim("level:1", RANDOM, 0.6, 1.0)
    yield Claim("level:1", GREEDY, 0.0, 0.4)
    yield Claim("level:3", GREEDY, 0.55, 0.75)
    for level in range(2, len(LEVELS) + 1):
        yield Claim(f"level:{level}", f"level:{level - 1}", 0.64, 0.76)


def row_of(game: str, claim: Claim, score: BotScore, games: int) -> tuple[str, ...]:
    """One line of the table."""
    share = score.score
    says = "yes" if claim.low <= share.share <= claim.high else "no"
    return (
        game,
        claim.first,
        claim.second,
        str(games),
        f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})",
        f"{elo_of(share.share, 2):+.0f}",
        f"{claim.low:.0%} to {claim.high:.0%}",
        says,
    )


def body(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    return (
        f"Written by `python bench/levels.py`: {measured_on()}. "
        "Rows of games that this run left out are older.\n\n"
        "The levels of the five games for two seats, on other deals than "
        "those that set them; paired games, seats exchanged, 95% intervals over pairs. Wanted: "
        "level 1 beats `random` and loses to `greedy`, level 3 beats `greedy`, and each level is "
        "100 to 200 Elo above the one before (64% to 76%) where the game has room.\n\n"
        + markdown_table(COLUMNS, rows)
    )


def main() -> None:
    """Fit, or measure and write after every match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "measure"), nargs="?", default="measure")
    parser.add_argument("--games", nargs="*", choices=NAMES, default=list(NAMES), metavar="GAME")
    parser.add_argument(
        "--matches", type=int, default=400, help="games of a match of bots that think little"
    )
    parser.add_argument(
        "--least", type=int, default=LEAST, help="games of a match of bots that think long"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--journal", type=Path, default=Path("build/levels"))
    asked = parser.parse_args()
    rows = rows_about(RESULTS, "levels", NAMES)
    for game in asked.games:
        if asked.what == "fit":
            fit(game, Arena(game, asked.journal, asked.jobs, SEED), asked.matches, asked.least)
            continue
        played: list[tuple[str, ...]] = []
        arena = Arena(game, asked.journal, asked.jobs, FRESH_SEED)
        for claim in claims(game):
            levels = game_of(game).advice.levels
            stronger = claim.first.partition(":")[2]
            simulations = levels[int(stronger) - 1].simulations
            games = affordable(asked.matches, simulations, asked.least)
            score = arena.score(claim.first, claim.second, games)
            played.append(row_of(game, claim, score, games))
            print(" | ".join(played[-1]), flush=True)
            rows = replace_rows(rows, played, NAMES)
            write_results(RESULTS, body(rows), "levels", "Levels for people")


if __name__ == "__main__":
    main()
