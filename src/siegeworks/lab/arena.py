"""The arena: bots play whole games against each other, anywhere, and nothing is lost

A match is a campaign. Its units are single games, so that an interruption costs no more than the
games that are running; what is counted are the units of `lab.match`, the games of one deal. A game
depends only on the contest and its number. Each game gets new bots, because bots may remember.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.lab import campaign_journal
from siegeworks.lab.campaign import Campaign, Executor, Unit, UnitFailed, arriving
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.match import NOT_KNOWN, Contest, GameResult, Match, MoveTimes
from siegeworks.lab.one_game import PlayerFailed, Ply, play, player_of, record_of, shown
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.play.bot_choice import traceback_comments
from siegeworks.play.files import NotAFile, read_start
from siegeworks.play.precompile import precompile
from siegeworks.play.record import Record, parse_record
from siegeworks.play.table import Step

GameId = tuple[int, int]  # the unit, and the number of the game in it


class BotFailed(UnitFailed):
    """A bot raised an error or chose an illegal action; the message says which, where and what."""

    def __init__(self, sentence: str, name: str, record: Record) -> None:
        super().__init__(sentence, name, record)  # all of it, so that it can be pickled
        self.sentence, self.name, self.record = sentence, name, record

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class ArenaGames:
    """The work of a match: unit by unit of the contest, one game after another."""

    contest: Contest
    records: bool = False  # with the record of each game

    result_type = GameResult

    def configuration(self) -> dict[str, object]:
        return {"work": "arena", **self.contest.configuration()}

    def prepare(self) -> Callable[[Unit], GameResult]:
        """As `Work.prepare`: so that nothing is compiled or loaded when the first clock starts."""
        warm_up(self.contest)
        return self._play

    def _play(self, unit: Unit) -> GameResult:
        return play_game(
            self.contest, divmod(unit.number, len(self.contest.seatings)), self.records
        )


def play_match(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    *,
    journal: Path | None = None,
    stop: tuple[float, float] | None = None,
    on_game: Callable[[Match], None] | None = None,
    records: bool = False,
    executor: Executor | None = None,
) -> Match:
    """Play bots against each other and count the games.

    A script that uses several processes must be importable: `if __name__ == "__main__":`.

    Args:
        game: other processes get only its name, its options and its map.
        bots: specs, as in `make_player`; the same one may appear twice.
        games: at least this many, rounded up to whole units (`siegeworks.lab.match.seatings`).
        seed: decides everything that is random, including the bots' choices.
        jobs: the number of processes; 1 plays in this one.
        journal: a folder; games that are already in it are not played again.
        stop: for two bots: Elo under H0 and H1 of a test that ends the match once it is decided.
        on_game: called with the match so far whenever a game arrives that was not known.
        records: keep the record of every game played now in the journal's folder.
        executor: where to play, instead of `jobs` processes.

    Raises:
        BotFailed: a bot failed; earlier games and the record of this one are in the journal.
        SiegeworksError: the bots or the journal do not fit.
        OSError: the journal cannot be written, or process after process died.
    """
    contest = Contest(game, tuple(bots), seed, stop)
    match = Match(contest, units_of(contest, games))
    with nullcontext() if journal is None else ArenaFolder(journal, contest) as folder:
        play_on(match, executor or ProcessPool(jobs), folder, on_game, records)
    return match


def play_on(
    match: Match,
    executor: Executor,
    folder: ArenaFolder | None = None,
    on_game: Callable[[Match], None] | None = None,
    records: bool = False,
) -> None:
    """Play the games that a match still needs. Arguments and errors as in `play_match`."""
    work = ArenaGames(match.contest, records)
    games = match.units_wanted * match.games_per_unit
    campaign = Campaign(work, games, match.contest.seed)
    try:
        with closing(arriving(campaign, executor, folder)) as results:
            while not match.over and (result := next(results, None)) is not None:
                before = len(match.games)
                match.add(msgspec.structs.replace(result[1], record=""))
                if on_game is not None and len(match.games) > before:
                    on_game(match)
    except BotFailed as failure:
        if folder is None:
            raise
        path = folder.keep_record(failure.name, failure.record)
        sentence = f"{failure.sentence} The game so far: {path}"
        raise BotFailed(sentence, failure.name, failure.record) from failure


def warm_up(contest: Contest) -> None:
    """Compile everything, or load it from the cache, before the first clock starts."""
    game = contest.game
    precompile(game)
    state, chance = game.new_state(), contest.deal(0)
    game.settle(state, chance)
    for spec in dict.fromkeys(contest.bots):
        player = player_of(spec, game, new_rng(0))
        with suppress(Exception):  # errors are reported when they happen in a game
            player.bot.choose(shown(game, state, player.sees_state))


def units_of(contest: Contest, games: int) -> int:
    """The number of units with at least this many games."""
    return -(-games // len(contest.seatings))


def play_game(contest: Contest, game_id: GameId, with_record: bool) -> GameResult:
    """Play one game from its first step to its last.

    Raises:
        BotFailed: a bot failed.
    """
    game, (unit, number) = contest.game, game_id
    players = [contest.player(unit, number, seat) for seat in range(len(game.seats))]
    times: list[list[float]] = [[] for _ in players]

    def note(_: object, ply: Ply) -> None:
        times[ply.seat].append(ply.seconds)

    try:
        played = play(game, players, contest.deal(unit), note)
    except PlayerFailed as failure:
        raise _failure(contest, game_id, failure) from failure
    return GameResult(
        unit,
        number,
        played.winners,
        played.ending,
        len(played.steps),
        tuple(map(MoveTimes.of, times)),
        played.first,
        _record(contest, game_id, played.steps).text() if with_record else "",
    )


def _failure(contest: Contest, game_id: GameId, failure: PlayerFailed) -> BotFailed:
    """The game so far; its record ends with the place in the code where the bot failed."""
    game, (unit, number) = contest.game, game_id
    record = _record(contest, game_id, failure.steps)
    record.comments[len(failure.steps)] = traceback_comments(failure.error)
    return BotFailed(
        f"{contest.seated(number)[failure.seat]}, playing {game.seats[failure.seat]} in "
        f"{game.title}, {failure} (unit {unit}, game {number}, after {len(failure.steps)} steps). "
        "The arena stops; this game does not count.",
        f"{record_name(unit, number)}-broken",
        record,
    )


def _record(contest: Contest, game_id: GameId, steps: list[Step]) -> Record:
    unit, number = game_id
    notes = {"arena": f"seed {contest.seed}, unit {unit}, game {number}"}
    return record_of(contest.game, steps, contest.seated(number), notes)


JOURNAL_FILE = "arena.jsonl"
RECORDS = "records"
OLDER = b'{"arena"'  # how journals began before they were those of campaigns


class ArenaFolder(CampaignJournal):
    """The games of one contest in a folder. Nobody else can open it until it is closed."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        """Start a journal in this folder, which need not exist yet, or continue the one there.

        Raises:
            SiegeworksError: the journal belongs to another contest, is open elsewhere, is damaged
                or was written by an older version.
            OSError: the folder cannot be written.
        """
        _check_folder(folder)
        super().__init__(folder / JOURNAL_FILE, Campaign(ArenaGames(contest), 0, contest.seed))
        self.folder = folder
        self._decode = msgspec.json.Decoder(GameResult).decode
        try:
            self.played = [self._checked(contest, *kept) for kept in self.finished()]
        except SiegeworksError:
            self.close()
            raise

    def add(self, unit: int, result: bytes) -> None:
        """As `CampaignJournal.add`; a record gets its own file.

        Raises:
            OSError: the disk is full or broken.
        """
        game = self._decode(result)
        if game.record:
            self.keep_record(record_name(game.unit, game.number), parse_record(game.record))
            result = msgspec.json.encode(msgspec.structs.replace(game, record=""))
        super().add(unit, result)

    def _checked(self, contest: Contest, unit: int, result: bytes) -> GameResult:
        """A game that was kept, if it can be one of this contest."""
        game, decoded = contest.game, self._decode(result)
        number = divmod(unit, len(contest.seatings))
        if not (
            (decoded.unit, decoded.number) == number
            and 0 < decoded.winners < 1 << len(game.seats)
            and 0 <= decoded.ending < len(game.endings)
            and NOT_KNOWN <= decoded.first < len(game.seats) == len(decoded.move_times)
        ):
            raise SiegeworksError(
                f"{self.path}: what is kept of unit {unit} is not a game of this contest. Delete "
                "its line; the game is then played again."
            )
        return decoded

    def keep_record(self, name: str, record: Record) -> Path:
        """Write the record of a game into the folder and return its path.

        Raises:
            OSError: the disk is full or broken.
        """
        path = self._record_path(name)
        try:
            path.parent.mkdir(exist_ok=True)
            record.write(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        return path

    def without_record(self) -> int:
        """How many of the games that were already there have no record."""
        names = (record_name(played.unit, played.number) for played in self.played)
        return sum(not self._record_path(name).exists() for name in names)

    def _record_path(self, name: str) -> Path:
        return self.folder / RECORDS / f"{name}.siege"


def record_name(unit: int, number: int) -> str:
    """The file name of a game's record, without its ending."""
    return f"{unit}-{number}"


def stored_seed(folder: Path) -> int | None:
    """The seed of the contest whose journal is in this folder; None if there is no journal.

    Raises:
        SiegeworksError: it cannot be continued.
    """
    _check_folder(folder)
    return campaign_journal.stored_seed(folder / JOURNAL_FILE)


def _check_folder(folder: Path) -> None:
    """Refuse what is not a folder, and a journal of an older version."""
    if folder.exists() and not folder.is_dir():
        raise SiegeworksError(f"{folder} is a file; name a folder (it need not exist yet).")
    path = folder / JOURNAL_FILE
    try:
        beginning = read_start(path, len(OLDER)) if path.exists() else b""
    except NotAFile as error:
        raise SiegeworksError(f"{path}: {error.strerror}. Name another folder.") from None
    if beginning == OLDER:
        raise SiegeworksError(
            f"{path}: an older version of Siegeworks wrote this journal, and this one cannot "
            "continue it. Name another folder."
        )
