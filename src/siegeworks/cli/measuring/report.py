"""`siegeworks report GAME`: what many games between equal bots tell the designer of a game"""

from __future__ import annotations

import itertools
import secrets
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from siegeworks import lab
from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.interrupts import run_interruptible
from siegeworks.cli.console.output import output, print_line, progress, say
from siegeworks.cli.console.result_tables import results_table
from siegeworks.core.errors import OptionError, SiegeworksError, quote
from siegeworks.core.random import new_rng
from siegeworks.core.text import counted
from siegeworks.games import load
from siegeworks.lab.campaign import Executor
from siegeworks.lab.one_game import player_of
from siegeworks.lab.reports import formatting
from siegeworks.lab.reports.model import Comparison, Report, Section, reports_of, surest_first
from siegeworks.lab.reports.sample.journals import Journals, stored
from siegeworks.play.autosave import campaign_path
from siegeworks.play.summary import title_with_options

if TYPE_CHECKING:
    from siegeworks.lab.reports.campaigns import Progress

EXAMPLES = arguments.examples(
    "siegeworks report expansion",
    "siegeworks report kings-ransom --sweep setup=random,secret --minutes 20 --jobs 2 --out setup",
    "siegeworks report siege-master --against 'free=yes pacifist=yes' -n 400 --seed 1",
    "siegeworks report siege-master --sweep map=hexagon,mine --maps my-maps",
    "siegeworks report siege-by-number -o seats=4 --players level:6 -n 1000 --json",
)

MOST_GAMES = 10**7
MOST_MINUTES = 60 * 24 * 7
LAB = ("matplotlib", "scipy", "statsmodels")  # what the extra installs
SENTENCES_SHOWN = 6  # while games are played
MOST_DIFFERENCES = 20  # in the terminal; the files have all
WIDEST_OPTIONS = 20  # columns


def complete_sweep(context: typer.Context, incomplete: str) -> list[str]:
    """What may follow `--sweep`: each option with all its values."""
    values: dict[str, list[str]] = {}
    for text in arguments.complete_option(context, ""):
        key, _, value = text.partition("=")
        values.setdefault(key, []).append(value)
    several = [f"{key}={','.join(listed)}" for key, listed in values.items() if len(listed) > 1]
    return [text for text in several if text.startswith(incomplete)]


def command(
    game: arguments.GameName,
    *,
    option: arguments.Options = None,
    maps: arguments.Maps = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep",
            metavar="OPTION=A,B,C",
            help="Compare these values of an option. With several options, every combination.",
            autocompletion=complete_sweep,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="OPTIONS",
            help="Compare with the game with these options, e.g. 'free=yes pacifist=yes'.",
            autocompletion=arguments.complete_option,
        ),
    ] = None,
    players: Annotated[
        str, arguments.option("--players", "BOT", "The bot that plays all seats.")
    ] = "level:4",
    games: Annotated[
        int | None, executors.games_option("How many games for each choice of options.")
    ] = None,
    minutes: Annotated[
        float | None,
        arguments.option(
            "--minutes",
            "M",
            "How long at most.  [default: until all questions are settled, at most 2.5]",
        ),
    ] = None,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    out: Annotated[
        Path | None,
        arguments.option(
            "--out",
            "DIR",
            "Write the report into this folder, and continue the one that is already there.  "
            "[default: a new folder in your games folder; its path is printed]",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Let equal bots play a game, and report what that tells its designer.

    Is it fair? Does skill win, or luck? How long is it, and when is it decided? Which moves are
    used? With --sweep or --against: what does an option change? Each figure has a 95% interval.

    The folder gets report.html, report.json, games.csv and the records of the most dramatic games.
    To continue an interrupted report, or to play more games, repeat its command with --out.
    """
    _check_numbers(games, minutes)
    variants = [
        load(game, each, maps)
        for each in variants_of(arguments.options_from(option), sweep, against)
    ]
    options = [dict(each.changed_options) for each in variants]
    if any(each in options[:index] for index, each in enumerate(options)):
        raise SiegeworksError("Two of the choices of options are the same game; drop one of them.")
    _check_installed()
    for each in variants:  # can this bot play? Asked before there is a folder.
        player_of(players, each, new_rng(0))
    folder = out or campaign_path("reports", game)
    session = Session(
        folder,
        game,
        options,
        [each.map_rows for each in variants],
        maps,
        players,
        _stored_seed(folder) if seed is None else seed,
        {"games": games, "minutes": minutes},
    )
    title = variants[0].title if len(variants) > 1 else title_with_options(variants[0])
    with executors.executor(jobs, on) as where, Journals(folder, session.settings) as kept:
        try:
            with watching(title) as watch:
                interrupted = session.play(kept, where, watch)
            session.write_and_show(as_json, interrupted)
        finally:
            kept_in = shlex.quote(str(folder))
            how = f"To continue: the same command with --out {kept_in}"
            say(f"The games are saved in {kept_in}. {how}")
    if interrupted:
        raise KeyboardInterrupt


@dataclass
class Session:
    """One run of the command."""

    folder: Path
    game: str
    options: list[dict[str, str]]  # several: they are compared
    map_rows: list[tuple[str, ...]]  # of each of them the drawing of a map that is not shipped
    maps: Path | None  # the folder of the user's own maps
    players: str
    seed: int
    amount: dict[str, Any]  # of games or minutes; does not make it another report
    report: Report | Comparison | None = None  # the latest

    @property
    def settings(self) -> dict[str, Any]:
        """What makes it this report, and not another one."""
        drawn = {"map_rows": self.map_rows} if any(self.map_rows) else {}
        return {
            "game": self.game,
            "options": self.options,
            **drawn,
            "players": self.players,
            "seed": self.seed,
        }

    def play(self, kept: Journals, where: Executor, watch: Callable[[Progress], None]) -> bool:
        """Play the missing games; return whether Ctrl-C stopped them."""
        stopped = False

        def notice(now: Progress) -> None:
            if stopped:  # the thread that plays ends here
                raise KeyboardInterrupt
            if len(self.options) == 1:
                self.report = now.report or self.report
            watch(now)

        try:
            run_interruptible(lambda: self._play(kept, where, notice))
        except KeyboardInterrupt:
            stopped = True
        return stopped

    def _play(self, kept: Journals, where: Executor, notice: Callable[[Progress], None]) -> None:
        common = {
            "maps": self.maps,
            "players": self.players,
            "seed": self.seed,
            "kept": kept,
            "executor": where,
            "on_progress": notice,
            **self.amount,
        }
        if len(self.options) > 1:
            self.report = lab.compare(self.game, self.options, **common)
        else:
            self.report = lab.report(self.game, self.options[0], **common)

    def write_and_show(self, as_json: bool, interrupted: bool) -> None:
        """Write the files of what was found, and print it."""
        from siegeworks.lab.reports.files import as_json as json_of  # noqa: PLC0415
        from siegeworks.lab.reports.files import write_files  # noqa: PLC0415

        if self.report is None:
            return
        page = write_files(self.report, self.folder)[0]
        if as_json:
            print(json_of(self.report), end="")
        else:
            show(output(), self.report, interrupted)
        say(f"The report is {shlex.quote(str(page))}: open it in a browser.")


def _check_numbers(games: int | None, minutes: float | None) -> None:
    arguments.check_one_of({"-n": games is not None, "--minutes": minutes is not None})
    if games is not None:
        executors.check_games(games, MOST_GAMES)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise SiegeworksError(
            f"--minutes {minutes:g}: give more than 0 minutes, and at most {MOST_MINUTES:,}."
        )


def _check_installed() -> None:
    missing = [name for name in LAB if find_spec(name) is None]
    if missing:
        raise SiegeworksError(
            f"A report needs {' and '.join(missing)}. Install siegeworks[lab]: "
            "pip install 'siegeworks[lab]'."
        )


def _stored_seed(folder: Path) -> int:
    """The seed of the report that is in this folder; a new one if there is none."""
    values = stored(folder)
    return secrets.randbits(32) if values is None else int(values["seed"])


MOST_VARIANTS = 64
SWEEP_LIKE = "e.g. --sweep seats=2,3,4"
AGAINST_LIKE = "e.g. --against seats=3, or --against 'free=yes pacifist=yes'"


def variants_of(
    given: dict[str, str], sweeps: Sequence[str] | None, against: Sequence[str] | None
) -> list[dict[str, str]]:
    """The choices of options to compare: every combination of the swept values (`seats=2,3,4`),
    each with the given options, then each choice to compare them against (`free=yes pacifist=yes`).
    Only one if there is nothing to compare.

    Raises:
        OptionError: a text that is not of this kind, or an option that is given twice.
        SiegeworksError: too many variants, or two that are alike.
    """
    swept = [_swept(text, given) for text in sweeps or ()]
    names = [name for name, _ in swept]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"--sweep {name}: this option is swept twice; name all values once.")
    variants = [
        {**given, **dict(zip(names, values, strict=True))}
        for values in itertools.product(*(values for _, values in swept))
    ]
    variants += [_other(text) for text in against or ()]
    if len(variants) > MOST_VARIANTS:
        raise SiegeworksError(
            f"These are {len(variants)} choices of options; "
            f"at most {MOST_VARIANTS} can be compared."
        )
    return variants


def _swept(text: str, given: dict[str, str]) -> tuple[str, list[str]]:
    """An option and the values to compare."""
    name, equals, listed = text.partition("=")
    values = [value.strip() for value in listed.split(",")]
    if not name or not equals or not all(values):
        raise OptionError(f"--sweep {quote(text)}: write OPTION=VALUE,VALUE, {SWEEP_LIKE}.")
    if len(values) < 2 or len(set(values)) < len(values):
        raise OptionError(
            f"--sweep {quote(text)}: give two or more different values, {SWEEP_LIKE}."
        )
    if name in given:
        raise OptionError(f"--sweep {quote(text)}: -o gives {name} already; drop one of them.")
    return name, values


def _other(text: str) -> dict[str, str]:
    """The options of a variant."""
    given: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not name or not equals or not value or name in given:
            given.clear()
            break
        given[name] = value
    if not given:
        raise OptionError(f"--against {quote(text)}: write OPTION=VALUE, {AGAINST_LIKE}.")
    return given


# What is printed ---------------------------------------------------------------------------------


def show(console: Console, report: Report | Comparison, interrupted: bool = False) -> None:
    """Print what a designer should know first; the files have the rest."""
    if interrupted:
        print_line(console, "interrupted; this is what the games so far say", "bold")
    reports = reports_of(report)
    first, games = reports[0], counted(sum(each.games for each in reports), "game")
    variants = f" {formatting.options_of(first.options)}" if first.options else ""
    if len(reports) > 1:
        variants = f", {len(reports)} choices of options"
    print_line(
        console, f"{first.title}{variants}: {games}, {first.players}, seed {first.seed}", "bold"
    )
    for number, sentence in enumerate(report.sentences, 1):
        print_line(console, f"{number:2}. {sentence}")
    console.print()
    if isinstance(report, Comparison):
        console.print(_differences(report))
        return
    console.print(_answers(report))
    for section in report.sections:
        if section.metrics:
            console.print(_metrics(section))


def _answers(report: Report) -> Table:
    table = results_table("question")
    table.add_column("answer")
    table.add_column("games", justify="right")
    table.add_column("games needed", justify="right")
    for section in report.sections:
        for verdict in section.verdicts:
            needed = f"{verdict.games_needed:,}" if verdict.games_needed else ""
            table.add_row(
                verdict.question, formatting.answer(verdict.answer), f"{verdict.games:,}", needed
            )
    return table


def _metrics(section: Section) -> Table:
    table = results_table(section.title, "", "95% interval", "games")
    for metric in section.metrics:
        table.add_row(*formatting.figure(metric))
    return table


def _differences(comparison: Comparison) -> Table:
    ordered = surest_first(comparison.differences)
    table = results_table(f"instead of {ordered[0].against}" if ordered else "difference")
    table.add_column("with", max_width=WIDEST_OPTIONS)
    table.add_column("difference", justify="right", no_wrap=True)
    table.add_column("95% interval", justify="right", no_wrap=True)
    table.add_column("")
    for difference in ordered[:MOST_DIFFERENCES]:
        value, interval = formatting.difference(difference.difference, difference.unit)
        verdict = "found" if difference.found else "not found"
        table.add_row(difference.name, difference.of, value, interval, verdict)
    if len(ordered) > MOST_DIFFERENCES:
        table.caption = f"{len(ordered) - MOST_DIFFERENCES} more are in the files."
    return table


# While games are played --------------------------------------------------------------------------


@contextmanager
def watching(title: str) -> Iterator[Callable[[Progress], None]]:
    """A display on standard error of how far a report has come, with its first figures; silent
    without a terminal, removed at the end. Yields what is to be called with each progress."""
    console = Console(stderr=True)
    bar = progress()
    task = bar.add_task(f"{title}: preparing", total=None)
    sentences: list[str] = []

    def shown() -> RenderableType:
        lines = [Text(sentence, overflow="ellipsis", no_wrap=True) for sentence in sentences]
        return Group(*lines, bar.get_renderable())

    def show_progress(now: Progress) -> None:
        if now.report is not None:
            sentences[:] = _first_figures(now.report)
        words = f"{title}: {_stage(now)}"
        bar.update(task, description=words, completed=now.games, total=now.planned or None)

    if not console.is_terminal:
        yield lambda now: None
        return
    with Live(
        get_renderable=shown,
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ):
        yield show_progress


def _first_figures(report: Report) -> list[str]:
    """The first sentences; before there are any, the first figures."""
    figures = [
        f"{metric.name}: {formatting.estimated(metric.estimate, metric.unit)}"
        for section in report.sections[:1]
        for metric in section.metrics
    ]
    return [*report.sentences, *(() if report.sentences else figures)][:SENTENCES_SHOWN]


def _stage(now: Progress) -> str:
    """What is being done, and how fast."""
    if not now.games:
        return now.stage
    rate = f", {now.games_per_second:,.1f} games/s" if now.seconds > 1 else ""
    return f"{now.stage}, {counted(now.games, 'game')}{rate}"
