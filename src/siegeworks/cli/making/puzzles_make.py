"""`siegeworks puzzles make GAME`: mine puzzles from games between bots"""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from siegeworks.cli.console import arguments, executors
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.text import counted, listed
from siegeworks.games import module
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.puzzles.file import as_toml, merged, without_surplus
from siegeworks.lab.puzzles.mining import DEFAULT_BACK, DEFAULT_BOT, Mine
from siegeworks.lab.puzzles.proof import MOST_STEPS
from siegeworks.play.files import write_whole
from siegeworks.play.teaching.puzzles import (
    FILE,
    KINDS,
    Collection,
    Kind,
    Puzzle,
    collection,
    read_collection,
)

EXAMPLES = arguments.examples(
    "siegeworks puzzles make kings-ransom -n 20",
    "siegeworks puzzles make expansion -o board=3x1 -n 100 --jobs 2 --journal mined.jsonl",
    "siegeworks puzzles make siege-master --bot level:7 --out mine.toml",
)
MOST_GAMES = 1_000_000
MOST_BACK = 10_000
MOST_STEPS_ASKED = 100_000_000


def command(
    game: arguments.GameName,
    *,
    games: Annotated[int, executors.games_option("How many games to play.")] = 20,
    bot: Annotated[
        str, arguments.option("--bot", "BOT", "Who plays them, in every seat.")
    ] = DEFAULT_BOT,
    back: Annotated[
        int, arguments.option("--back", "N", "How many positions before the end to try.")
    ] = DEFAULT_BACK,
    kind: Annotated[
        list[str] | None,
        arguments.option(
            "--kind",
            "KIND",
            "Look only for puzzles of this kind: win, save or odds.  [default: all]",
        ),
    ] = None,
    steps: Annotated[
        int, arguments.option("--steps", "N", "How far to search each position.")
    ] = MOST_STEPS,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    option: arguments.Options = None,
    out: Annotated[
        Path | None,
        arguments.option(
            "--out",
            "FILE",
            "The file that the puzzles are added to.  [default: the game's own puzzles.toml]",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        arguments.option(
            "--journal",
            "FILE",
            "Keep the results of the games in this file; repeat the command to continue.",
        ),
    ] = None,
) -> None:
    """Make puzzles: bots play, and from the end of each game backwards every position is searched
    exactly. What is proven, and proven a second time another way, is graded and kept.
    """
    executors.check_games(games, MOST_GAMES)
    if not 1 <= back <= MOST_BACK:
        raise SiegeworksError(f"--back {back}: give a number of positions from 1 to {MOST_BACK:,}.")
    arguments.check_number("--steps", steps, 1, MOST_STEPS_ASKED)
    if out is not None:
        arguments.check_target(out, f"--out {out}")
    loaded = arguments.game_from(game, option)
    path = out or Path(str(files(module(game).__name__).joinpath(FILE)))
    known = _known(game, out)
    mine = Mine(loaded, bot, back, _kinds(kind), steps)
    campaign = Campaign(mine, games, 1 if seed is None else seed)
    mined: dict[int, list[Puzzle]] = {}
    total = 0
    with ExitStack() as stack:
        where = stack.enter_context(executors.executor(jobs, on))
        kept = stack.enter_context(CampaignJournal(journal, campaign)) if journal else None
        shown = stack.enter_context(executors.CampaignProgress(games))
        shown.start("Games")
        units = stack.enter_context(closing(arriving(campaign, where, kept)))
        for unit, puzzles in units:
            mined[unit] = puzzles
            total += len(puzzles)
            shown.update(f"Games; {counted(total, 'puzzle')}", len(mined))
    write(path, known, [puzzle for unit in range(games) for puzzle in mined[unit]])


def _kinds(asked: list[str] | None) -> tuple[Kind, ...]:
    for kind in asked or ():
        if kind not in KINDS:
            raise SiegeworksError(f"--kind {quote(kind)}: the kinds are {listed(KINDS)}.")
    return tuple(kind for kind in KINDS if not asked or kind in asked)


def write(path: Path, known: Collection, mined: Sequence[Puzzle]) -> None:
    """Add to a file what is new, and say what it then holds."""
    positions = {puzzle.start for puzzle in known.puzzles}
    new = [puzzle for puzzle in mined if puzzle.start not in positions]
    puzzles = without_surplus(merged(known.puzzles, new, known.themes))
    try:
        write_whole(path, as_toml(puzzles, known.themes))
    except OSError as error:
        raise SiegeworksError(f"{path}: cannot be written: {error.strerror}.") from None
    grades = ", ".join(
        f"{sum(puzzle.grade == grade for puzzle in puzzles)} of grade {grade}"
        for grade in (1, 2, 3)
    )
    print(f"{path}: {counted(len(puzzles), 'puzzle')} ({grades}); {len(new)} found now.")


def _known(game: str, out: Path | None) -> Collection:
    if out is None:
        return collection(game)
    if not out.exists():
        return Collection(themes=collection(game).themes)
    try:
        return read_collection(out.read_text("utf-8"), str(out))
    except (OSError, UnicodeDecodeError) as error:
        raise SiegeworksError(f"{out}: cannot be read: {error}.") from None
