"""`report()`: plays a game against itself and answers a designer's questions"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from os import PathLike
from shlex import quote as quoted

import msgspec
import numpy
import scipy
import statsmodels

from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.lab.campaign import Executor
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports.campaigns import Journals, Plan, Progress, Rounds, plan_of
from siegeworks.lab.reports.formatting import options_of, player_name
from siegeworks.lab.reports.model import FORMAT, Report, Section, Verdict
from siegeworks.lab.reports.questions import exploitability, fairness, liveliness, skill, usage
from siegeworks.lab.reports.sample.games import GAMES, Match, ReportGames, player_without_clock
from siegeworks.lab.reports.sample.tally import Tally, dramatic_games
from siegeworks.lab.simulate import Statistics, running_counts, statistics
from siegeworks.play.precompile import precompile

PLAYERS = "level:4"
RANDOM_GAMES = 10_000
SECTIONS = (fairness.KEY, skill.KEY, liveliness.KEY, usage.KEY, exploitability.KEY)
MOST_SENTENCES = 10
OWN_MAPS = " --maps DIR"  # in the command of a report on a map that is not shipped


def report(
    game: str | Game,
    options: Mapping[str, str] | None = None,
    *,
    maps: str | PathLike[str] | None = None,
    players: str = PLAYERS,
    games: int | None = None,
    minutes: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    executor: Executor | None = None,
    kept: Journals | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    sections: Sequence[str] = SECTIONS,
) -> Report:
    """Play a game against itself and say what that tells about it.

    Args:
        game: its name, or a game that was made already (played in this process only, unless it can
            be loaded by its name and options).
        options: of the game, if it is a name.
        maps: a folder with your own maps, if the game is a name and has maps.
        players: the spec of the bots that play all seats of the main games.
        games: so many main games, rounded up to whole units; the result is then the same on every
            machine and executor. None: until all verdicts are settled, or `minutes` are over.
        minutes: at most. Without games and minutes 2.5.
        seed: decides everything that is random.
        jobs: processes of this machine, where no executor is given.
        executor: where units are played.
        kept: called with each campaign, what is kept of it: an interrupted report goes on.
        on_progress: called now and then.
        sections: which questions to answer, of `SECTIONS`.

    Raises:
        SiegeworksError: no such game, option, player or section, or nothing to play.
        OSError: units cannot be run there.
    """
    check_sections(sections)
    played = game if isinstance(game, Game) else load(game, options, maps)
    where = executor or ProcessPool(jobs)
    budget = Budget(plan_of(games, minutes), seed, where, kept, on_progress)
    return study(played, players, sections, budget)[0]


@dataclass(frozen=True)
class Budget:
    """How long a report takes, and where its games are played."""

    plan: Plan
    seed: int
    where: Executor
    kept: Journals | None = None
    on_progress: Callable[[Progress], None] | None = None


def study(
    game: Game, players: str, sections: Sequence[str], budget: Budget, variant: str = ""
) -> tuple[Report, Tally]:
    """A report, and what it was made from; `variant` is named in the progress, where several are
    compared."""
    began, seed, tell = time.monotonic(), budget.seed, budget.on_progress
    player_without_clock(players, game, 0, 0)  # is there such a player?
    work = ReportGames(game, players, matches(game, players, sections))
    prefix = f"{variant}: " if variant else ""
    stage = f"{prefix}Games between equal players, {player_name(players)}"

    def so_far(random: Statistics) -> Report:
        return assemble(Tally(work), random, [], sections, seed)

    random = random_games(game, budget, began, f"{prefix}Random games", so_far)
    if tell is not None:
        games, seconds = budget.plan.units * GAMES, time.monotonic() - began
        tell(Progress(stage, 0, games, seconds, so_far(random)))
    rounds = Rounds(
        budget.plan,
        lambda tally, alpha: ask(tally, alpha, sections),
        lambda tally, verdicts: assemble(tally, random, verdicts, sections, seed),
        stage,
        began,
        tell,
    )
    precompile(game, with_search=work.searches)
    tally, verdicts = rounds.run(work, seed, budget.where, budget.kept)
    result = assemble(tally, random, verdicts, sections, seed)
    if exploitability.KEY in sections and (best := exploitability.best_play(game)):
        result = msgspec.structs.replace(result, sections=(*result.sections, best))
    dramatic = tuple(dramatic_games(tally)) if liveliness.KEY in sections else ()
    return msgspec.structs.replace(result, dramatic=dramatic), tally


def matches(game: Game, players: str, sections: Sequence[str]) -> tuple[Match, ...]:
    """What is played beside the main games, for these sections."""
    matches: tuple[Match, ...] = ()
    if fairness.KEY in sections:
        matches += fairness.other_strengths(players)
    if skill.KEY in sections:
        matches += skill.ladder(game, players)
    return matches


def ask(tally: Tally, alpha: float, sections: Sequence[str]) -> list[Verdict]:
    """The verdicts of these sections. Each section may be wrong with probability `alpha`."""
    askers = {
        fairness.KEY: fairness.verdicts,
        skill.KEY: skill.verdicts,
        liveliness.KEY: liveliness.verdicts,
    }
    return [
        verdict for key, of in askers.items() if key in sections for verdict in of(tally, alpha)
    ]


def check_sections(sections: Sequence[str]) -> None:
    """Raises SiegeworksError for a section that does not exist."""
    for name in sections:
        if name not in SECTIONS:
            raise SiegeworksError(
                f"There is no section {quote(name)}; the sections are {', '.join(SECTIONS)}."
            )


def random_games(
    game: Game, budget: Budget, began: float, stage: str, so_far: Callable[[Statistics], Report]
) -> Statistics:
    """Random games, the first figures of a report, which are told as they come in."""
    for counts in running_counts(game, RANDOM_GAMES, budget.seed):
        numbers = statistics(game, counts)
        if budget.on_progress is not None:
            seconds = time.monotonic() - began
            progress = Progress(stage, counts.games, RANDOM_GAMES, seconds, so_far(numbers))
            budget.on_progress(progress)
    return numbers


def assemble(
    tally: Tally,
    random: Statistics,
    verdicts: list[Verdict],
    sections: Sequence[str],
    seed: int,
) -> Report:
    """The report of the units so far."""
    game = tally.work.game

    def of(key: str) -> list[Verdict]:
        return [verdict for verdict in verdicts if verdict.key.startswith(f"{key}.")]

    makers: dict[str, Callable[[], Section]] = {
        fairness.KEY: lambda: fairness.section(tally, random, of(fairness.KEY)),
        skill.KEY: lambda: skill.section(tally, of(skill.KEY)),
        liveliness.KEY: lambda: liveliness.section(tally, of(liveliness.KEY)),
        usage.KEY: lambda: usage.section(tally),
    }
    tellers = (skill, liveliness, usage)
    sentences = [verdict.sentence for verdict in verdicts]
    for module in tellers if tally.games else ():
        if module.KEY in sections:
            sentences += module.sentences(tally)
    wanted = sections if tally.games else [key for key in sections if key == fairness.KEY]
    answers = [make() for key, make in makers.items() if key in wanted]
    return Report(
        FORMAT,
        game.name,
        game.title,
        dict(game.changed_options),
        tally.work.players,
        seed,
        game.ruleset,
        versions(),
        command([game], tally.work.players, tally.games, seed),
        tally.games,
        tuple(sentences[:MOST_SENTENCES]),
        tuple(answers),
        (),
        tally.rows,
    )


def versions() -> dict[str, str]:
    """Of what made the report."""
    return {
        "siegeworks": version("siegeworks"),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "statsmodels": statsmodels.__version__,
    }


def command(variants: Sequence[Game], players: str, games: int, seed: int) -> str:
    """The command that plays the same games again: of one game, or of variants to compare."""
    first, *others = variants
    given = "".join(f" -o {quoted(f'{key}={it}')}" for key, it in first.changed_options.items())
    for other in others:
        option = other.known_options[0]
        options = other.changed_options or {option.name: option.default}
        given += f" --against {quoted(options_of(options))}"
    given += OWN_MAPS if any(game.map_rows for game in variants) else ""
    return (
        f"siegeworks report {first.name}{given} --players {quoted(players)} -n {games} "
        f"--seed {seed}"
    )
