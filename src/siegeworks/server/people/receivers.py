"""Who is notified when it is their turn, and where: browsers that take pushes, and e-mail addresses

A receiver is notified for seats. It is known by what only its owner knows: the endpoint of a
subscription, or an e-mail address that they have confirmed. Links in e-mails need no key of a seat:
what they prove is derived from a secret of the database.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import START, STEP

Kind = Literal["push", "mail"]
MOST_RECEIVERS = 5  # of one seat
MOST_SEATS = 60  # for which one receiver is notified
CODE_SECONDS = 86_400.0  # for which a link that confirms an address works
ASK_AGAIN = 600.0  # seconds between two such links to one address
NEVER = -1
# A seat of a table that nobody has taken yet.
OPEN_SEAT = (
    "SELECT 1 FROM seat AS free WHERE free.game_table = game_table.id "
    "AND free.who NOT IN ('person', 'bot')"
)


class Receiver(NamedTuple):
    """Somebody to notify."""

    id: str
    target: str  # a subscription as JSON, or a mail address
    page: str  # the address that links lead to: "https://play.example.org"


class NotifiedSeat(NamedTuple):
    """A seat for which somebody is notified, and how its table stands."""

    receiver: str
    table: str
    seat: Seat
    turn: int  # the one that it was notified for last
    game: str
    clock: str  # as `ClockSettings.text`
    now_version: int
    moved: float  # seconds since 1970
    came: float  # when somebody has last taken a seat, or come back after a day or more
    seats: str  # all names, separated by spaces
    to_act: str
    result: str
    notified: float  # when the receiver was last notified

    @property
    def is_to_act(self) -> bool:
        """Is it the turn of this seat?"""
        names = self.seats.split()
        return self.result == "*" and self.seat < len(names) and names[self.seat] == self.to_act


def receiver_id(kind: Kind, known_by: str) -> str:
    """How a receiver is stored: by what it is known by, as a digest."""
    return f"{kind}-{hashlib.sha256(known_by.encode()).hexdigest()[:32]}"


def kind_of(receiver: str) -> str:
    """Is it a browser or a mail address?"""
    return receiver.partition("-")[0]


def secret_of(db: Database, name: str, made: str) -> str:
    """The secret of the database that has this name; what was `made`, if there is none yet."""
    db.execute(
        "INSERT INTO call_secret (name, secret) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
        (name, made),
    )
    (secret,) = db.execute("SELECT secret FROM call_secret WHERE name = ?", (name,)).fetchone()
    return str(secret)


def derived(secret: str, purpose: str, receiver: str) -> str:
    """What proves something about a receiver, in a link or to its browser."""
    digest = hmac.new(secret.encode(), f"{purpose} {receiver}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def is_derived(given: str, secret: str, purpose: str, receiver: str) -> bool:
    """Does this prove it?"""
    return hmac.compare_digest(given.encode(), derived(secret, purpose, receiver).encode())


# Adding and removing ------------------------------------------------------------------------------


def add(
    db: Database, receiver: Receiver, table: str, seats: Mapping[Seat, bytes], *, is_confirmed: bool
) -> None:
    """Notify a receiver for these seats from their next turn on, as long as the digests of their
    seat keys are these.

    Raises:
        SiegeworksError: too many are notified for one of them, or it is notified for too many.
    """
    _write_receiver(db, receiver, is_confirmed=is_confirmed)
    names, version = _seats_and_version(db, table)
    waits = _waits_for_players(db, table)
    for seat, key_hash in seats.items():
        (others,) = db.execute(
            "SELECT count(*) FROM called_seat WHERE game_table = ? AND seat = ? AND receiver <> ?",
            (table, seat, receiver.id),
        ).fetchone()
        if others >= MOST_RECEIVERS:
            raise SiegeworksError(
                f"This seat is notified at {MOST_RECEIVERS} places already. Remove one first."
            )
        # The turn that runs is known to who asks; one that begins with the last player is not.
        name = names[seat] if seat < len(names) else ""
        known = (NEVER, NEVER) if waits else (turn_of(db, table, name), version)
        db.execute(
            "INSERT INTO called_seat (receiver, game_table, seat, key_hash, is_confirmed, turn, "
            "version, reminded) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (receiver, game_table, seat) DO UPDATE SET "
            "key_hash = excluded.key_hash, is_confirmed = "
            "CASE WHEN excluded.is_confirmed = 1 THEN 1 ELSE called_seat.is_confirmed END",
            (receiver.id, table, seat, key_hash, int(is_confirmed), *known, NEVER),
        )
    if _count_seats(db, receiver) > MOST_SEATS:
        raise SiegeworksError(f"You are notified for {MOST_SEATS} seats already. Stop some first.")


def notify_account(db: Database, account: str, table: str, seat: Seat, key_hash: bytes) -> None:
    """Those who are notified for an account are notified for its seat at a new table, too: later
    turns need no notice. Who is notified for too many is notified for no more."""
    for receiver, _ in receivers_for(db, account):
        if _count_seats(db, receiver) < MOST_SEATS:
            add(db, receiver, table, {seat: key_hash}, is_confirmed=True)


def add_for_account(
    db: Database, receiver: Receiver, account: str, made_for: str, *, is_confirmed: bool
) -> None:
    """Notify a receiver for the notices of an account from now on, until the session ends that it
    is made for ("": none).

    Raises:
        SiegeworksError: too many are notified for it.
    """
    _write_receiver(db, receiver, is_confirmed=is_confirmed)
    (others,) = db.execute(
        "SELECT count(*) FROM called_account WHERE account = ? AND receiver <> ?",
        (account, receiver.id),
    ).fetchone()
    if others >= MOST_RECEIVERS:
        raise SiegeworksError(
            f"Your account is notified at {MOST_RECEIVERS} places already. Stop one first."
        )
    db.execute(
        "INSERT INTO called_account (receiver, account, is_confirmed, made_for) "
        "VALUES (?, ?, ?, ?) ON CONFLICT (receiver, account) DO UPDATE SET "
        "made_for = excluded.made_for, is_confirmed = "
        "CASE WHEN excluded.is_confirmed = 1 THEN 1 ELSE called_account.is_confirmed END",
        (receiver.id, account, int(is_confirmed), made_for),
    )


def receivers_for(db: Database, account: str) -> list[tuple[Receiver, float]]:
    """The receivers that are notified for an account, and when each was notified last."""
    rows = db.execute(
        "SELECT id, target, page, called FROM receiver JOIN called_account ON receiver = id "
        "WHERE account = ? AND called_account.is_confirmed = 1 ORDER BY id",
        (account,),
    )
    return [(Receiver(*receiver), notified) for *receiver, notified in rows]


def is_notified_in(db: Database, session: str) -> bool:
    """Is the browser with this session notified for its account?"""
    of_session = "SELECT 1 FROM called_account WHERE made_for = ? AND is_confirmed = 1"
    return db.execute(of_session, (session,)).fetchone() is not None


def receivers_at(db: Database, table: str, seats: Mapping[Seat, bytes]) -> list[Receiver]:
    """The receivers that are notified for one of these seats, with the digest of its key."""
    rows = db.execute(
        "SELECT id, target, page, seat, key_hash FROM receiver "
        "JOIN called_seat ON receiver = id WHERE game_table = ? AND called_seat.is_confirmed = 1 "
        "ORDER BY id",
        (table,),
    ).fetchall()
    known = [Receiver(*row) for *row, seat, key_hash in rows if seats.get(seat) == bytes(key_hash)]
    return list(dict.fromkeys(known))


def remove_from_account(db: Database, account: str, receiver: str) -> None:
    """Stop notifying a receiver of the notices of an account. Nothing happens if it is not."""
    db.execute("DELETE FROM called_account WHERE account = ? AND receiver = ?", (account, receiver))
    _forget_unused(db)


def remove_from_session(db: Database, session: str) -> None:
    """Stop notifying the browser with this session. Nothing happens if it is not notified."""
    end_calls(db, [session])
    _forget_unused(db)


def end_calls(db: Database, sessions: Sequence[str]) -> None:
    """Stop notifying the browsers with these sessions. Receivers that are then unused are forgotten
    later: looking for them goes through all."""
    ended = [(session,) for session in sessions]
    db.executemany("DELETE FROM called_account WHERE made_for = ?", ended)


def _write_receiver(db: Database, receiver: Receiver, *, is_confirmed: bool) -> None:
    db.execute(
        "INSERT INTO receiver (id, target, page, is_confirmed, asked, called) "
        "VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT (id) DO UPDATE SET target = excluded.target, "
        "page = CASE WHEN excluded.is_confirmed = 1 OR receiver.is_confirmed = 0 "
        "THEN excluded.page ELSE receiver.page END, is_confirmed = "
        "CASE WHEN excluded.is_confirmed = 1 THEN 1 ELSE receiver.is_confirmed END",
        (*receiver, int(is_confirmed)),
    )


def _count_seats(db: Database, receiver: Receiver) -> int:
    command = "SELECT count(*) FROM called_seat WHERE receiver = ?"
    return int(db.execute(command, (receiver.id,)).fetchone()[0])


def _forget_unused(db: Database) -> None:
    """Forget receivers that are notified for nothing."""
    db.execute(
        "DELETE FROM receiver WHERE NOT EXISTS "
        "(SELECT 1 FROM called_seat WHERE called_seat.receiver = receiver.id) AND NOT EXISTS "
        "(SELECT 1 FROM called_account WHERE called_account.receiver = receiver.id)"
    )


def _waits_for_players(db: Database, table: str) -> bool:
    """Does a game without a clock begin when the last seat is taken? Otherwise its clock starts."""
    row = db.execute(
        f"SELECT 1 FROM game_table WHERE id = ? AND clock = '' AND EXISTS ({OPEN_SEAT})", (table,)
    ).fetchone()
    return row is not None


def _seats_and_version(db: Database, table: str) -> tuple[list[str], int]:
    row = db.execute("SELECT seats, version FROM status WHERE game_table = ?", (table,)).fetchone()
    return (row[0].split(), row[1]) if row is not None else ([], 0)


def turn_of(db: Database, table: str, name: str) -> int:
    """The turn in which the seat of this name is or will be: the version of the last step of
    another seat, or of the start of the clock."""
    row = db.execute(
        "SELECT version FROM event WHERE game_table = ? AND (kind = ? OR kind = ? "
        "AND actor NOT IN ('chance', 'table', ?)) ORDER BY version DESC LIMIT 1",
        (table, START, STEP, name),
    ).fetchone()
    return int(row[0]) if row is not None else 0


def remove(db: Database, receiver: str, table: str | None = None) -> None:
    """Stop notifying a receiver, at a table or at all. Nothing happens if it is not notified."""
    if table is None:
        db.execute("DELETE FROM called_seat WHERE receiver = ?", (receiver,))
        db.execute("DELETE FROM called_account WHERE receiver = ?", (receiver,))
    else:
        db.execute(
            "DELETE FROM called_seat WHERE receiver = ? AND game_table = ?", (receiver, table)
        )
    _forget_unused(db)


def remove_mails(db: Database, table: str, seats: Collection[Seat]) -> None:
    """Send no more mails about these seats of a table, to whatever address."""
    db.executemany(
        "DELETE FROM called_seat WHERE game_table = ? AND seat = ? "
        "AND substr(receiver, 1, 5) = 'mail-'",
        [(table, seat) for seat in seats],
    )
    _forget_unused(db)


def tidy(db: Database) -> None:
    """Forget receivers that are notified for nothing any more, and addresses that nobody has
    confirmed in time."""
    late = db.execute(
        "SELECT id FROM receiver WHERE is_confirmed = 0 AND asked < ?", (db.now() - CODE_SECONDS,)
    ).fetchall()
    for (receiver,) in late:
        remove(db, receiver)
    db.execute(
        "DELETE FROM called_seat WHERE NOT EXISTS (SELECT 1 FROM seat WHERE "
        "seat.game_table = called_seat.game_table AND seat.seat = called_seat.seat "
        "AND called_seat.key_hash IN (seat.key_hash, seat.next_hash))"
    )
    _forget_unused(db)


# Confirming ---------------------------------------------------------------------------------------


def new_code(
    db: Database, receiver: str, table: str, seats: Collection[Seat], account: str = ""
) -> str | None:
    """A code that confirms these seats of a receiver or this account, and no others; None: it got a
    code a moment ago."""
    now = db.now()
    (asked,) = db.execute("SELECT asked FROM receiver WHERE id = ?", (receiver,)).fetchone()
    if now - asked < ASK_AGAIN:
        return None
    code = secrets.token_urlsafe(16)
    db.execute("UPDATE receiver SET asked = ? WHERE id = ?", (now, receiver))
    db.executemany(
        "UPDATE called_seat SET code_hash = ? WHERE receiver = ? AND game_table = ? AND seat = ?",
        [(digest_of(code), receiver, table, seat) for seat in seats],
    )
    db.execute(
        "UPDATE called_account SET code_hash = ? WHERE receiver = ? AND account = ?",
        (digest_of(code), receiver, account),
    )
    return code


def confirm(db: Database, code: str) -> Receiver | None:
    """The receiver that got this code is confirmed, with the seats that it is for; None: there is
    none, or it is too late."""
    row = db.execute(
        "SELECT id, target, page FROM receiver WHERE asked >= ? AND id IN "
        "(SELECT receiver FROM called_seat WHERE code_hash = ? UNION "
        "SELECT receiver FROM called_account WHERE code_hash = ?)",
        (db.now() - CODE_SECONDS, digest_of(code), digest_of(code)),
    ).fetchone()
    if row is None:
        return None
    receiver = Receiver(*row)
    db.execute("UPDATE receiver SET is_confirmed = 1 WHERE id = ?", (receiver.id,))
    for called in ("called_seat", "called_account"):
        command = f"UPDATE {called} SET is_confirmed = 1 WHERE code_hash = ?"
        db.execute(command, (digest_of(code),))
    return receiver


def digest_of(code: str) -> bytes:
    """What is stored of a code or a token."""
    return hashlib.sha256(code.encode()).digest()


# Notifying ----------------------------------------------------------------------------------------

COLUMNS = (
    "called_seat.receiver, called_seat.game_table, called_seat.seat, turn, game, clock, "
    "status.version, moved, (SELECT coalesce(max(used), 0) FROM seat AS any_seat "
    "WHERE any_seat.game_table = called_seat.game_table), status.seats, to_act, result, called"
)
JOINED = (
    "FROM called_seat JOIN game_table ON game_table.id = called_seat.game_table "
    "JOIN status ON status.game_table = called_seat.game_table "
    "JOIN receiver ON receiver.id = called_seat.receiver "
    "JOIN seat ON seat.game_table = called_seat.game_table AND seat.seat = called_seat.seat "
    "AND called_seat.key_hash IN (seat.key_hash, seat.next_hash) "
    "LEFT JOIN flag ON flag.game_table = called_seat.game_table "
    "WHERE called_seat.is_confirmed = 1 AND is_gone = 0 AND "
)


def changed(db: Database, most: int) -> list[NotifiedSeat]:
    """Seats at whose tables something has happened since they were last looked at, and all seats
    are taken."""
    rows = db.execute(
        f"SELECT {COLUMNS} {JOINED} status.version > called_seat.version "
        f"AND NOT EXISTS ({OPEN_SEAT}) ORDER BY moved LIMIT ?",
        (most,),
    )
    return [NotifiedSeat(*row) for row in rows]


def running_out(db: Database, now: float, most: int) -> list[NotifiedSeat]:
    """Seats whose time to act is used up by three quarters, without a reminder in this turn. `now`
    is in seconds since 1970."""
    rows = db.execute(
        f"SELECT {COLUMNS} {JOINED} falls > ? AND 4 * (falls - ?) < falls - 1000 * moved "
        "AND reminded < turn ORDER BY falls LIMIT ?",
        (1000 * now, 1000 * now, most),
    )
    return [NotifiedSeat(*row) for row in rows]


def note_turn(db: Database, seat: NotifiedSeat, turn: int) -> bool:
    """Note that a seat was notified for a turn, or knows of it. False: it was, or it is not its
    turn any more: another worker was faster, or the receiver has gone."""
    noted = db.execute(
        "UPDATE called_seat SET turn = ?, version = ? WHERE receiver = ? AND game_table = ? "
        "AND seat = ? AND turn < ?",
        (turn, seat.now_version, seat.receiver, seat.table, seat.seat, turn),
    )
    return noted.rowcount > 0


def note_version(db: Database, seat: NotifiedSeat) -> None:
    """Note that nothing is to be done for a seat until something happens."""
    db.execute(
        "UPDATE called_seat SET version = ? WHERE receiver = ? AND game_table = ? AND seat = ?",
        (seat.now_version, seat.receiver, seat.table, seat.seat),
    )


def note_reminder(db: Database, seat: NotifiedSeat) -> bool:
    """Note that a seat got a reminder. False: it had one."""
    noted = db.execute(
        "UPDATE called_seat SET reminded = turn WHERE receiver = ? AND game_table = ? "
        "AND seat = ? AND reminded < turn",
        (seat.receiver, seat.table, seat.seat),
    )
    return noted.rowcount > 0


def note_notified(db: Database, receiver: str) -> Receiver | None:
    """Note that a receiver is notified now, and say where; None: it has gone."""
    db.execute("UPDATE receiver SET called = ? WHERE id = ?", (db.now(), receiver))
    row = db.execute(
        "SELECT id, target, page FROM receiver WHERE id = ? AND is_confirmed = 1", (receiver,)
    ).fetchone()
    return Receiver(*row) if row is not None else None
