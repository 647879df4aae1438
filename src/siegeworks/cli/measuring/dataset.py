"""`siegeworks dataset GAME`: games that bots play, as NumPy files with a datasheet."""

import secrets
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

from siegeworks.bots import BOTS
from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.output import output, print_line, say
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.lab.campaign import Campaign, Executor, arriving, in_order
from siegeworks.lab.campaign_journal import CampaignJournal, stored_seed
from siegeworks.lab.datasets.dataset import INDEX, Dataset, write_arrays, write_index
from siegeworks.lab.datasets.datasheet import DATASHEET, datasheet
from siegeworks.lab.datasets.self_play import CHUNK, PlayedGame, SelfPlay
from siegeworks.play.files import write_whole

EXAMPLES = arguments.examples(
    "siegeworks dataset expansion --out expansion-games",
    "siegeworks dataset kings-ransom -n 100000 --bot level:5 --jobs 2 --out kings",
    "siegeworks dataset siege-master --bot level:6 --bot level:4 --random 6 --out duels",
)

MOST_GAMES = 10**7
MOST_RANDOM = 100
JOURNAL = "games.jsonl"  # while the games are played


def command(
    game: arguments.GameName,
    *,
    out: arguments.OutFolder,
    games: Annotated[
        int, executors.games_option(f"How many games, rounded up to a multiple of {CHUNK}.")
    ] = 1_000,
    bot: Annotated[
        list[str] | None,
        arguments.option(
            "--bot",
            "BOT",
            f"Who plays all seats, or several times one for each: {', '.join(BOTS)}.  "
            "[default: level:5]",
        ),
    ] = None,
    random: Annotated[
        int,
        arguments.option(
            "--random", "N", "Each game begins with 0 to N random actions, so that games differ."
        ),
    ] = 4,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    option: arguments.Options = None,
    maps: arguments.Maps = None,
) -> None:
    """Let bots play many games and write them as NumPy files with a datasheet.

    `siegeworks.Dataset(DIR)` reads them again, state by state. To continue an interrupted run,
    repeat its command.
    """
    executors.check_games(games, MOST_GAMES)
    arguments.check_number("--random", random, 0, MOST_RANDOM)
    arguments.check_folder(out)
    if (out / INDEX).exists():
        raise SiegeworksError(f"{out} holds a data set already. Name another folder.")
    loaded = arguments.game_from(game, option, maps)
    work = SelfPlay(loaded, tuple(bot or ["level:5"]), random)
    journal_path = out / JOURNAL
    if seed is None:
        seed = stored_seed(journal_path)
    campaign = Campaign(work, -(-games // CHUNK), secrets.randbits(32) if seed is None else seed)
    with executors.executor(jobs, on) as where, CampaignJournal(journal_path, campaign) as journal:
        try:
            write_arrays(out, _played(loaded.title, campaign, where, journal))
        except KeyboardInterrupt:
            say(f"The games are saved in {out}. Repeat the command to continue.")
            raise
    write_index(out, work, campaign.seed, campaign.units * CHUNK)
    command_line = shlex.join(["siegeworks", *sys.argv[1:]])
    write_whole(out / DATASHEET, datasheet(Dataset(out), command_line))
    for path in (journal_path, journal_path.with_name(f"{JOURNAL}.lock")):
        path.unlink(missing_ok=True)
    games_made = counted(campaign.units * CHUNK, "game")
    print_line(output(), f"{games_made} in {out}; {DATASHEET} describes them.")


def _played(
    title: str, campaign: Campaign[list[PlayedGame]], where: Executor, journal: CampaignJournal
) -> Iterator[PlayedGame]:
    """All games in their order, with progress; those in the journal are not played again."""
    with executors.CampaignProgress(campaign.units * CHUNK) as display:
        with display.preparing(f"{title}: preparing the rules and the search"):
            campaign.work.prepare()
        display.start(f"{title}: playing")
        with closing(arriving(campaign, where, journal)) as units:
            for number, games in enumerate(in_order(units), start=1):
                display.update(f"{title}: playing", number * CHUNK)
                yield from games
