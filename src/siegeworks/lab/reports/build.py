"""`report()`: plays a game against itself and answers a designer's questions"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from shlex import quote as shell_quote

import numpy
import scipy
import statsmodels

from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.lab.campaign import Executor, InThisProcess, Results
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports import fairness
from siegeworks.lab.reports.campaigns import Progress, Rounds, plan_of
from siegeworks.lab.reports.games import ReportGames, player_without_clock
from siegeworks.lab.reports.model import FORMAT, Report, Section, Verdict
from siegeworks.lab.reports.tally import Tally
from siegeworks.lab.simulate import Statistics, running_counts, statistics
from siegeworks.play.precompile import precompile

PLAYERS = "level:4"
RANDOM_GAMES = 10_000
SECTIONS = ("fair",)


def report(
    game: str | Game,
    options: Mapping[str, str] | None = None,
    *,
    players: str = PLAYERS,
    games: int | None = None,
    minutes: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    executor: Executor | None = None,
    kept: Results | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    sections: Sequence[str] = SECTIONS,
) -> Report:
    """Play a game against itself and say what that tells about it.

    Args:
        game: its name, or a game that was made already (played in this process only, unless it can
            be loaded by its name and options).
        options: of the game, if it is a name.
        players: the spec of the bots that play all seats of the main games.
        games: so many main games, rounded up to whole units; the result is then the same on every
            machine and executor. None: until all verdicts are settled, or `minutes` are over.
        minutes: at most. Without games and minutes 2.5.
        seed: decides everything that is random.
        jobs: processes of this machine, where no executor is given.
        executor: where units are played.
        kept: results of an interrupted report, which goes on.
        on_progress: called now and then.
        sections: which questions to answer, of `SECTIONS`.

    Raises:
        SiegeworksError: no such game, option, player or section, or nothing to play.
        OSError: units cannot be run there.
    """
    began = time.monotonic()
    plan = plan_of(games, minutes)
    check_sections(sections)
    played = game if isinstance(game, Game) else load(game, options)
    work = ReportGames(played, players)
    player_without_clock(players, played, 0, 0)
    random = random_statistics(played, seed, jobs, began, on_progress)

    def build(tally: Tally, verdicts: list[Verdict]) -> Report:
        return assemble(tally, random, verdicts, sections, seed)

    rounds = Rounds(
        plan,
        lambda tally, alpha: fairness.verdicts(tally, alpha),
        build,
        f"{players} plays against itself",
        began,
        on_progress,
    )
    if on_progress is not None:
        on_progress(Progress("Loading the players", 0, 0, time.monotonic() - began, None))
    precompile(played, with_search=True)
    where = executor or (ProcessPool(jobs) if jobs > 1 else InThisProcess())
    return build(*rounds.run(work, seed, where, kept))


def check_sections(sections: Sequence[str]) -> None:
    """Raises SiegeworksError for a section that does not exist."""
    for name in sections:
        if name not in SECTIONS:
            raise SiegeworksError(
                f"There is no section {quote(name)}; the sections are {', '.join(SECTIONS)}."
            )


def random_statistics(
    game: Game,
    seed: int,
    jobs: int,
    began: float,
    on_progress: Callable[[Progress], None] | None,
) -> Statistics:
    """What random games say; the first figures of a report."""
    for counts in running_counts(game, RANDOM_GAMES, seed, jobs):
        if on_progress is not None:
            seconds = time.monotonic() - began
            on_progress(Progress("Random games", counts.games, RANDOM_GAMES, seconds, None))
    return statistics(game, counts)


def assemble(
    tally: Tally,
    random: Statistics,
    verdicts: list[Verdict],
    sections: Sequence[str],
    seed: int,
) -> Report:
    """The report of the units so far."""
    game = tally.work.game
    found: list[Section] = []
    if "fair" in sections:
        found.append(fairness.section(tally, random, verdicts))
    return Report(
        FORMAT,
        game.name,
        game.title,
        dict(game.changed_options),
        tally.work.players,
        seed,
        game.ruleset,
        versions(),
        command(tally, seed),
        tally.games,
        tuple(verdict.sentence for section in found for verdict in section.verdicts)[:10],
        tuple(found),
        (),
        tuple(tally.rows),
    )


def versions() -> dict[str, str]:
    """Of what made the report."""
    return {
        "siegeworks": version("siegeworks"),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "statsmodels": statsmodels.__version__,
    }


def command(tally: Tally, seed: int) -> str:
    """The command that plays the same games again."""
    game = tally.work.game
    options = "".join(
        f" -o {shell_quote(f'{name}={value}')}" for name, value in game.changed_options.items()
    )
    return (
        f"siegeworks report {game.name}{options} --players {shell_quote(tally.work.players)}"
        f" -n {tally.games} --seed {seed}"
    )
