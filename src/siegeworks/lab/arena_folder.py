"""The folder of an arena: the journal of its games and, if wanted, their records"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Self

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab import campaign_journal
from siegeworks.lab.campaign import Campaign, Work
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.match import NOT_KNOWN, Contest, GameResult
from siegeworks.play.files import NotAFile, read_start
from siegeworks.play.record import Record, parse_record

FILE = "arena.jsonl"
RECORDS = "records"
OLDER = b'{"arena"'  # how journals began before they were those of campaigns


class ArenaFolder:
    """The games of one contest in a folder (`lab.campaign.Results`). Nobody else can open it until
    it is closed."""

    def __init__(self, folder: Path, work: Work[GameResult], contest: Contest) -> None:
        """Start a journal in this folder, which need not exist yet, or continue the one there.

        Raises:
            SiegeworksError: the journal belongs to another contest, is open elsewhere, is damaged
                or was written by an older version.
            OSError: the folder cannot be written.
        """
        self.folder = folder
        self.path = folder / FILE
        _check_folder(folder)
        self._journal = CampaignJournal(self.path, Campaign(work, 0, contest.seed))
        self._decode = msgspec.json.Decoder(GameResult).decode
        try:
            self.played = [self._checked(contest, *kept) for kept in self._journal.finished()]
        except SiegeworksError:
            self._journal.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write everything to disk and let others open the folder."""
        self._journal.close()

    def finished(self) -> Iterable[tuple[int, bytes]]:
        """As `Results.finished`."""
        return self._journal.finished()

    def add(self, unit: int, result: bytes) -> None:
        """As `Results.add`; a record gets its own file.

        Raises:
            OSError: the disk is full or broken.
        """
        game = self._decode(result)
        if game.record:
            self.keep_record(record_name(game.unit, game.number), parse_record(game.record))
            result = msgspec.json.encode(msgspec.structs.replace(game, record=""))
        self._journal.add(unit, result)

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
    return campaign_journal.stored_seed(folder / FILE)


def _check_folder(folder: Path) -> None:
    """Refuse what is not a folder, and a journal of an older version."""
    if folder.exists() and not folder.is_dir():
        raise SiegeworksError(f"{folder} is a file; name a folder (it need not exist yet).")
    path = folder / FILE
    try:
        beginning = read_start(path, len(OLDER)) if path.exists() else b""
    except NotAFile as error:
        raise SiegeworksError(f"{path}: {error.strerror}. Name another folder.") from None
    if beginning == OLDER:
        raise SiegeworksError(
            f"{path}: an older version of Siegeworks wrote this journal, and this one cannot "
            "continue it. Name another folder."
        )
