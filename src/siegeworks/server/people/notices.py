"""What accounts are told: that they were challenged, and that a game waits for them

A notice is given in the transaction that makes what it is about, so it is neither lost nor given
twice. The page shows what it is about as long as that waits; `notifications.py` tells those of it,
once, who are notified for their account.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import START

CHALLENGE, GAME = "challenge", "game"  # kinds of notices
NOTICE_SECONDS = 3 * 86_400.0  # after which a notice is forgotten
# A game waits until its clock runs or, without a clock, until somebody has moved.
WAITS = (
    "game_table.is_gone = 0 AND coalesce(status.result, '*') = '*' "
    "AND coalesce(status.turns, 0) = 0 AND NOT EXISTS "
    f"(SELECT 1 FROM event WHERE event.game_table = game_table.id AND kind = '{START}')"
)


class Notice(NamedTuple):
    """Something that an account is to be notified for."""

    account: str
    kind: str
    about: str
    game: str  # its name
    seat: Seat  # of the account at the table that waits; -1: there is none


class WaitingGame(NamedTuple):
    """A game that has not begun, and waits for an account."""

    table: str
    game: str
    tournament: str  # its name; "": none
    players: tuple[str, ...]  # the names of the others, in turn order


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


def waiting_games(db: Database, account: str) -> list[WaitingGame]:
    """The games that wait for an account, the newest first."""
    rows = db.execute(
        "SELECT game_table.id, game_table.game, "
        "coalesce((SELECT tournament.name FROM pairing JOIN tournament "
        "ON tournament.id = pairing.tournament WHERE pairing.game_table = game_table.id), ''), "
        "seat.name FROM notice JOIN game_table ON game_table.id = notice.about "
        "LEFT JOIN status ON status.game_table = game_table.id "
        "JOIN seat ON seat.game_table = game_table.id "
        f"WHERE notice.account = ? AND notice.kind = ? AND {WAITS} AND NOT EXISTS "
        "(SELECT 1 FROM seat_owner WHERE seat_owner.game_table = seat.game_table "
        "AND seat_owner.seat = seat.seat AND seat_owner.account = notice.account) "
        "ORDER BY notice.since DESC, game_table.id, seat.seat",
        (account, GAME),
    )
    found = dict[str, WaitingGame]()
    for table, game, tournament, player in rows:
        one = found.get(table, WaitingGame(table, game, tournament, ()))
        found[table] = one._replace(players=(*one.players, player))
    return list(found.values())


def not_called(db: Database, before: float, most: int) -> list[Notice]:
    """Notices that nobody was notified for yet, and what they are about still waits.

    Args:
        db: the database.
        before: seconds since 1970: those given until then.
        most: how many.
    """
    rows = db.execute(
        "SELECT account, kind, about, game, -1 FROM notice JOIN game_challenge ON id = about "
        "WHERE kind = ? AND is_called = 0 AND notice.since <= ? AND declined = 0 LIMIT ?",
        (CHALLENGE, before, most),
    ).fetchall()
    games = db.execute(
        "SELECT notice.account, notice.kind, about, game_table.game, seat_owner.seat FROM notice "
        "JOIN game_table ON game_table.id = about "
        "LEFT JOIN status ON status.game_table = game_table.id "
        "JOIN seat_owner ON seat_owner.game_table = game_table.id "
        "AND seat_owner.account = notice.account "
        f"WHERE notice.kind = ? AND is_called = 0 AND notice.since <= ? AND {WAITS} LIMIT ?",
        (GAME, before, most),
    ).fetchall()
    return [Notice(*row) for row in (*rows, *games)]


def note_notified(db: Database, notices: Collection[Notice]) -> None:
    """These accounts are notified now."""
    db.executemany(
        "UPDATE notice SET is_called = 1 WHERE account = ? AND kind = ? AND about = ?",
        [one[:3] for one in notices],
    )
