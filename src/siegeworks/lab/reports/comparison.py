"""What an option changes: reports of a game with different options on paired seeds

Unit n has the same seed in every report. Where the option leaves the deal alone, the same deal is
played, and what deals have in common drops out of the difference; elsewhere pairing does no harm.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.text import capitalized
from siegeworks.games import load
from siegeworks.lab.campaign import Executor
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports.build import PLAYERS, SECTIONS, Budget, check_sections, command, study
from siegeworks.lab.reports.campaigns import MINUTES, Journals, Plan, Progress, plan_of
from siegeworks.lab.reports.formatting import DEFAULTS, difference, options_of, wins
from siegeworks.lab.reports.model import FORMAT, Comparison, Difference, Estimate, Report, Unit
from siegeworks.lab.reports.sample.games import GAMES
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.lab.reports.statistics import discoveries, paired_difference

MOST_SENTENCES = 10
FAIR = {  # by the answer to `fair.seats`
    "yes": "it is fair",
    "no": "it is not fair",
    "unclear": "there are not enough games to say whether it is fair",
}
FIGURES: dict[str, tuple[str, str, Unit]] = {  # key of a tally's values: metric, name, unit
    "draws": ("draws", "Draws", "share"),
    "plies": ("alive.plies", "Mean length", "plies"),
    "branching": ("alive.branching", "Moves to choose from", "actions"),
    "forced": ("alive.forced", "Share of forced plies", "share"),
    "idle": ("alive.idle", "Share of plies without progress", "share"),
    "longest_idle": ("alive.longest_idle", "Most plies in a row without progress", "plies"),
    "limit": ("alive.limit", "Games ended by a limit", "share"),
    "lead_changes": ("alive.lead_changes", "Changes of the lead", "number"),
    "decided": ("alive.decided", "Point at which a game is decided", "share"),
    "drama": ("alive.drama", "Drama", "share"),
    "comebacks": ("alive.comebacks", "Comebacks", "share"),
}


def compare(
    game: str,
    variants: Sequence[Mapping[str, str]],
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
) -> Comparison:
    """Report on a game with different options, and how the others differ from the first.

    Args:
        game: its name.
        variants: two or more sets of options; the others are compared with the first.
        maps: a folder with your own maps, for games that have maps.
        games: so many main games of each variant. None: as long as `minutes` last; no verdict ends
            a comparison, since every variant needs as many games.
        minutes: at most, for all variants together. Without games and minutes 2.5 for each.

    The other arguments and errors are those of `report`.
    """
    check_sections(sections)
    made = [load(game, options, maps) for options in variants]
    check_variants(made)
    share = None if minutes is None else minutes / len(made)
    plan = plan_of(games, share or (None if games else MINUTES))
    where = executor or ProcessPool(jobs)
    budget = Budget(Plan(plan.units, plan.seconds), seed, where, kept, on_progress)
    studies = [study(variant, players, sections, budget, variant_name(variant)) for variant in made]
    results = differences(studies)
    reports = tuple(report for report, _ in studies)
    made_again = command(made, players, max(report.games for report in reports), seed)
    return Comparison(FORMAT, made_again, reports, results, tuple(sentences(reports, results)))


def check_variants(games: Sequence[Game]) -> None:
    """Raises SiegeworksError for fewer than two variants, or for the same one twice."""
    if len(games) < 2:
        raise SiegeworksError(f"A comparison needs two variants or more, not {len(games)}.")
    names = [variant_name(game) for game in games]
    for name in names:
        if names.count(name) > 1:
            raise SiegeworksError(f"The variant {name} is there twice; name it once.")


def variant_name(game: Game) -> str:
    """The options that are not at their defaults, as "setup=secret"."""
    return options_of(game.changed_options)


def differences(studies: Sequence[tuple[Report, Tally]]) -> tuple[Difference, ...]:
    """Every figure of every other variant less that of the first: the mean difference over pairs of
    units with Student's interval and p value, and whether it is found with a false discovery rate
    of 5% over all of them (Benjamini and Hochberg 1995)."""
    results = [difference for study in studies[1:] for difference in _of_pair(studies[0], study)]
    p_values = [p for *_, p in results if p is not None]
    hits = iter(discoveries(p_values))
    return tuple(
        Difference(key, name, unit, of, against, estimate, p, p is not None and next(hits))
        for key, name, unit, of, against, estimate, p in results
    )


Found = tuple[str, str, Unit, str, str, Estimate, float | None]


def _of_pair(base: tuple[Report, Tally], other: tuple[Report, Tally]) -> list[Found]:
    first, second = base[1], other[1]
    names = variant_name(second.work.game), variant_name(first.work.game)
    figures = dict(FIGURES)
    if first.work.game.seats == second.work.game.seats:
        seats = {f"wins.{name}": wins(capitalized(name)) for name in first.work.game.seats}
        if len(seats) == 2:  # the other mirrors it
            seats.pop(f"wins.{first.work.game.seats[1]}")
        figures = {key: (key, name, "share") for key, name in seats.items()} | figures
    tests: list[Found] = []
    for key, (metric, name, unit) in figures.items():
        a, b = first.values(key), second.values(key)
        if len(a) and len(b):
            estimate, p_value = paired_difference(a, b, GAMES)
            tests.append((metric, name, unit, *names, estimate, p_value))
    return tests


def sentences(reports: Sequence[Report], results: Sequence[Difference]) -> list[str]:
    """Whether each variant is fair, and what the differences come to, the surest first."""
    fair = [
        f"With {_variant(report.options)} {FAIR[verdict.answer]}: "
        f"{verdict.sentence.partition(': ')[2]}"
        for report in reports
        for section in report.sections
        for verdict in section.verdicts
        if verdict.key == "fair.seats"
    ]
    hits = sorted(
        (difference for difference in results if difference.found),
        key=lambda difference: difference.p_value or 0.0,
    )
    tested = sum(difference.p_value is not None for difference in results)
    are = {0: "none is", 1: "1 is"}.get(len(hits), f"{len(hits):,} are")
    counted = (
        f"Of {tested:,} differences tested, {are} found, with the false discovery rate held at 5%."
    )
    return [*fair, counted, *map(_sentence, hits)][:MOST_SENTENCES]


def _variant(options: Mapping[str, str]) -> str:
    name = options_of(options)
    return "the default options" if name == DEFAULTS else name


def _sentence(result: Difference) -> str:
    of, against = (
        "the default" if name == DEFAULTS else name for name in (result.of, result.against)
    )
    value, interval = difference(result.difference, result.unit)
    is_name = result.key.startswith("wins.")  # of a seat
    name = result.name if is_name else f"{result.name[:1].lower()}{result.name[1:]}"
    return f"With {of} instead of {against}: {name} {value} ({interval})."
