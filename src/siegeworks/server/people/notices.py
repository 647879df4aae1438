"""What accounts are told: that they were challenged, and that a game waits for them

A notice is given in the transaction that makes what it is about, so it is neither lost nor given
twice. The page shows what it is about as long as that waits; `notifications.py` tells those of it,
once, who are notified for their account.
"""

from collections.abc import Collection
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import START

CHALLENGE, GAME = "challenge", "game"  # kinds of notices
NOTICE_SECONDS = 3 * 86_400.0  # after which a notice is forgotten
# A game waits for an account until it has come, that is, has got a key of its seat, which is `own`;
# and a clock that waits for everybody makes the game wait until it runs.
WAITS = (
    "game_table.is_gone = 0 AND coalesce(status.result, '*') = '*' AND (NOT EXISTS "
    "(SELECT 1 FROM further_key WHERE further_key.game_table = game_table.id "
    "AND further_key.seat = own.seat) OR (game_table.clock <> '' AND NOT EXISTS "
    f"(SELECT 1 FROM event WHERE event.game_table = game_table.id AND kind = '{START}')))"
)
# The notices of an account about games, each with the seat that the account has there.
GAMES = (
    "FROM notice JOIN game_table ON game_table.id = notice.about "
    "JOIN seat_owner AS own ON own.game_table = game_table.id AND own.account = notice.account "
    "LEFT JOIN status ON status.game_table = game_table.id "
)


class Notice(NamedTuple):
    """Something that an account is to be notified for."""

    account: str
    kind: str
    about: str
    game: str  # its name
    seat: Seat  # of the account at the table that waits; -1: there is none
    is_turn: bool  # the game has begun with the turn of this seat, for which it is notified anyway


def give_notice(db: Database, account: str, kind: str, about: str) -> None:
    """Tell an account of something, once. Old notices of the account are forgotten."""
    now = db.now()
    db.execute(
        "DELETE FROM notice WHERE account = ? AND since < ?", (account, now - NOTICE_SECONDS)
    )
    db.execute(
        "INSERT INTO notice (account, kind, about, since, is_called) VALUES (?, ?, ?, ?, 0) "
        "ON CONFLICT (account, kind, about) DO NOTHING",
        (account, kind, about, now),
    )


def take_notice_back(db: Database, account: str, kind: str, about: str) -> None:
    """It is settled."""
    db.execute(
        "DELETE FROM notice WHERE account = ? AND kind = ? AND about = ?", (account, kind, about)
    )


def waiting_games(db: Database, account: str) -> list[m.WaitingGame]:
    """The games that wait for an account, the newest first."""
    rows = db.execute(
        "SELECT DISTINCT notice.since, seat.seat, seat.name, game_table.id, game_table.game, "
        "coalesce((SELECT tournament.name FROM pairing JOIN tournament "
        "ON tournament.id = pairing.tournament WHERE pairing.game_table = game_table.id), '') "
        f"{GAMES} JOIN seat ON seat.game_table = game_table.id "
        f"WHERE notice.account = ? AND notice.kind = ? AND {WAITS} AND NOT EXISTS "
        "(SELECT 1 FROM seat_owner WHERE seat_owner.game_table = seat.game_table "
        "AND seat_owner.seat = seat.seat AND seat_owner.account = notice.account) "
        "ORDER BY notice.since DESC, game_table.id, seat.seat",
        (account, GAME),
    )
    games = dict[str, m.WaitingGame]()
    for _, _, player, table, game, tournament in rows:
        waiting = m.WaitingGame(table, game, game_title(game), [], tournament)
        games.setdefault(table, waiting).players.append(player)
    return list(games.values())


def not_called(db: Database, before: float, most: int) -> list[Notice]:
    """Notices given before that time (seconds since 1970) that nobody was notified for yet, and
    what they are about still waits."""
    rows = db.execute(
        "SELECT account, kind, about, game FROM notice JOIN game_challenge ON id = about "
        "WHERE kind = ? AND is_called = 0 AND notice.since <= ? AND declined = 0 LIMIT ?",
        (CHALLENGE, before, most),
    ).fetchall()
    games = db.execute(
        "SELECT notice.account, notice.kind, about, game_table.game, own.seat, "
        "coalesce(status.version, 0), coalesce(status.seats, ''), coalesce(status.to_act, '') "
        f"{GAMES} WHERE notice.kind = ? AND is_called = 0 AND notice.since <= ? AND {WAITS} "
        "LIMIT ?",
        (GAME, before, most),
    ).fetchall()
    notices = [
        Notice(account, kind, about, game, -1, is_turn=False) for account, kind, about, game in rows
    ]
    for account, kind, about, game, seat, version, seats, to_act in games:
        is_turn = version > 0 and to_act in seats.split()[seat : seat + 1]
        notices.append(Notice(account, kind, about, game, seat, is_turn))
    return notices


def note_notified(db: Database, notices: Collection[Notice]) -> None:
    """These accounts are notified now."""
    db.executemany(
        "UPDATE notice SET is_called = 1 WHERE account = ? AND kind = ? AND about = ?",
        [notice[:3] for notice in notices],
    )
