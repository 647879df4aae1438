"""`siegeworks map check FILE|NAME`: what is wrong with a map, or how good it is"""

import json
import secrets
import shlex
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import msgspec
from rich.table import Table

from siegeworks.bots import LEVELS
from siegeworks.cli.console import executors
from siegeworks.cli.console.arguments import Maps, Seed, check_target, examples, option
from siegeworks.cli.console.output import output, say
from siegeworks.cli.console.result_tables import results_table
from siegeworks.cli.maps.source import (
    Drawing,
    game_with_maps,
    read_map,
    report_lines,
    report_object,
)
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.text import counted
from siegeworks.drawing.picture import Picture, renderer
from siegeworks.games import load, maps_of
from siegeworks.lab.campaign import Campaign, Executor, arriving
from siegeworks.lab.campaign_journal import CampaignJournal, stored_seed
from siegeworks.lab.map_findings import MapFindings, findings, first_seat, percent
from siegeworks.lab.map_findings_picture import findings_picture
from siegeworks.lab.map_study import (
    DEFAULT_GAMES,
    DEFAULT_LEVEL,
    MapGames,
    MapStudy,
    PlayedPair,
    units_of,
)
from siegeworks.play.autosave import campaign_path
from siegeworks.play.files import write_whole

EXAMPLES = examples(
    "siegeworks map check hexagon",
    "siegeworks map check island.txt -n 0",
    "siegeworks map check island.txt -n 400 --jobs 2 --seed 1 --picture island.svg",
    "siegeworks map check island.txt -n 20 --level 3 --json -",
)

STANDARD_OUTPUT = "-"
MOST_GAMES = 10**6
WRITERS = {".svg": lambda picture: picture.svg().encode(), ".png": Picture.png}
HAS_PROBLEMS = 1  # exit status


def command(
    drawing: Drawing,
    *,
    games: Annotated[
        int, executors.games_option("How many games; 0: only look at the map.")
    ] = DEFAULT_GAMES,
    level: Annotated[int, option("--level", "L", "The level of the bots.")] = DEFAULT_LEVEL,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: Seed = None,
    maps: Maps = None,
    as_json: Annotated[
        Path | None,
        option(
            "--json",
            "FILE",
            "Write everything to this file as one JSON object; - means standard output, "
            "instead of the sentences.",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        option(
            "--picture",
            "FILE",
            "Draw where armies are built and who takes the fortresses: FILE.svg or FILE.png.",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        option(
            "--journal",
            "FILE",
            "Save the games in this file, and continue those that are already there.  "
            "[default: a new file in your games folder; its path is printed]",
        ),
    ] = None,
) -> int:
    """Check a map: can it be played, and is it fair? Equal bots play on it in pairs of games.

    To continue an interrupted check, or to play more games, repeat its command with --journal.

    Exit status: 0 done, 1 the map cannot be played, 2 it cannot be read.
    """
    executors.check_games(games, MOST_GAMES, least=0)
    if not 1 <= level <= len(LEVELS):
        raise SiegeworksError(f"--level {level}: give a level from 1 to {len(LEVELS)}.")
    executors.check_jobs(jobs)
    _check_target(picture, "--picture", tuple(WRITERS))
    _check_target(as_json, "--json")
    game = game_with_maps()
    report = read_map(maps_of(game), drawing, maps)
    if str(as_json) != STANDARD_OUTPUT:
        print("\n".join(report_lines(report, maps_of(game).title(report.map.name))))
    if not report.is_playable or not games:
        _write_json(as_json, report_object(report))
        return 0 if report.is_playable else HAS_PROBLEMS
    played = load(game, {MAP_OPTION: report.map.name}, map_rows=report.map.rows)
    work = MapGames(played, level)
    path = _journal_path(journal, report.map.name)
    if seed is None:
        seed = stored_seed(path)
    seed = secrets.randbits(32) if seed is None else seed
    campaign = Campaign(work, units_of(work.game, games), seed)
    with executors.executor(jobs, on) as where, CampaignJournal(path, campaign) as kept:
        try:
            study, interrupted = play(campaign, kept, where)
            result = findings(study)
            if str(as_json) != STANDARD_OUTPUT:
                show_findings(result, seed)
            _write_json(
                as_json,
                {
                    **report_object(report),
                    "seed": seed,
                    "interrupted": interrupted,
                    "journal": str(path),
                    "findings": msgspec.to_builtins(result),
                },
            )
            if picture is not None:
                drawn = findings_picture(report.map, result)
                write_whole(picture, WRITERS[picture.suffix.lower()](drawn))
        finally:
            quoted = shlex.quote(str(path))
            say(
                f"The games are saved in {quoted}. To continue: the same command with "
                f"--journal {quoted}"
            )
    if interrupted:
        raise KeyboardInterrupt
    return 0


# Playing -----------------------------------------------------------------------------------------


def play(
    campaign: Campaign[PlayedPair], kept: CampaignJournal, where: Executor
) -> tuple[MapStudy, bool]:
    """Play with progress; the study, and whether Ctrl-C stopped it."""
    work = campaign.work
    assert isinstance(work, MapGames)
    wanted = campaign.units * len(work.game.seats)
    study = MapStudy(work.game, work.level)
    there = sum(unit < campaign.units for unit, _ in kept.finished())
    before = there * len(work.game.seats)
    if before:
        say(f"Continuing {kept.path} with {counted(before, 'game')} played.")
    with executors.CampaignProgress(wanted) as display:
        try:
            with display.preparing("Preparing the bots"):
                work.prepare()
            display.start("Playing", before)
            with closing(arriving(campaign, where, kept)) as units:
                for unit, pair in units:
                    study.add(unit, pair)
                    if display.is_due():
                        display.update(_so_far(study), study.games)
        except KeyboardInterrupt:
            return study, True
    return study, False


def _so_far(study: MapStudy) -> str:
    """The first figures."""
    share, first = study.first_wins(), first_seat(study).capitalize()
    return f"{counted(study.games, 'game')}, {first} wins {percent(share)}"


def show_findings(result: MapFindings, seed: int) -> None:
    """Print what the games say."""
    console = output()
    games = counted(result.games, "game")
    console.print(f"\nBots of level {result.level}, {games}, seed {seed}", style="bold")
    for sentence in result.sentences:
        console.print(sentence)
    if result.games:
        console.print()
        console.print(fortress_table(result))


def fortress_table(result: MapFindings) -> Table:
    """Who takes each fortress, in how many games."""
    table = results_table("fortress", *(seat.capitalize() for seat in result.seats), "nobody")
    for fortress in result.fortresses:
        cells = [*fortress.taken, result.games - sum(fortress.taken)]
        table.add_row(fortress.name, *(str(cell) for cell in cells))
    table.caption = f"taken in this many of {counted(result.games, 'game')} by"
    return table


# Files -------------------------------------------------------------------------------------------


def _check_target(path: Path | None, option: str, endings: tuple[str, ...] = ()) -> None:
    """Refuse a file that could not be written after the games before playing them."""
    if path is None or (not endings and str(path) == STANDARD_OUTPUT):
        return
    if endings and path.suffix.lower() not in endings:
        raise SiegeworksError(
            f"{option} {quote(str(path))}: give a file that ends with {' or '.join(endings)}."
        )
    if path.suffix.lower() == ".png":
        renderer()
    check_target(path, f"{option} {path}")


def _journal_path(given: Path | None, name: str) -> Path:
    """The file of the games: in a folder that was given, one named after the map."""
    if given is None:
        return campaign_path("map-checks", name, ".jsonl")
    return given / f"{name}.jsonl" if given.is_dir() else given


def _write_json(target: Path | None, content: dict[str, Any]) -> None:
    text = json.dumps(content, ensure_ascii=False)
    if str(target) == STANDARD_OUTPUT:
        print(text)
    elif target is not None:
        write_whole(target, f"{text}\n")
