"""All that is stored of an account, for its owner"""

from typing import Any

from msgspec import Raw
from msgspec.structs import asdict

from siegeworks.server.people.accounts import (
    progress,
    recovery,
    relations,
    results,
    seats,
    tokens,
)
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.ratings.ratings import ratings_of
from siegeworks.server.people.receivers import kind_of, receivers_for
from siegeworks.server.storage.database import Database

ENTERED = (
    "SELECT name FROM tournament JOIN entrant ON entrant.tournament = tournament.id "
    "WHERE account = ?"
)
# Columns and what is read, with the account in place of ?. Of a passkey and of a session not the
# ids by which they are found.
PASSKEYS = ("label, created, used", "passkey WHERE account = ? ORDER BY created")
SESSIONS = ("browser, created, seen", "session WHERE account = ? ORDER BY seen DESC, created DESC")
RATING_CHANGES = (
    "game_table, seat, points_before, points_after, uncertainty",
    "rating_change WHERE account = ?",
)
CHALLENGES = (
    "game, options, clock, is_rated, others, created, declined",
    "game_challenge WHERE challenger = ?",
)
NOTICES = ("kind, about, since", "notice WHERE account = ?")
MOST_TABLES = 10_000  # in one file


def _rows(db: Database, what: tuple[str, str], account: str) -> list[dict[str, Any]]:
    """Rows of an account, by the names of their columns."""
    columns, where = what
    rows = db.execute(f"SELECT {columns} FROM {where}", (account,))
    return [dict(zip(columns.split(", "), row, strict=True)) for row in rows]


def export(db: Database, account: Account) -> dict[str, Any]:
    """All that is stored of an account, to be written as a JSON object. Times are in seconds since
    1970. Keys and codes are not in it: of them, nothing but digests and public keys is stored."""
    return {
        "name": account.name,
        "created": account.created,
        "passkeys": _rows(db, PASSKEYS, account.id),
        "recovery_codes_left": recovery.codes_left(db, account.id),
        "sessions": _rows(db, SESSIONS, account.id),
        "tokens": [token._asdict() for token in tokens.tokens_of(db, account.id)],
        "tables": [
            {**table._asdict(), "seats": seats.seats_of(db, account.id, table.table)}
            for table in seats.tables_of(db, account.id, MOST_TABLES)
        ],
        "results": [
            {name: value for name, value in result._asdict().items() if name != "account"}
            for result in results.results_of(db, account.id)
        ],
        "ratings": [
            {**stored._asdict(), "rating": stored.rating.points, "account": account.name}
            for stored in ratings_of(db, account.id)
        ],
        "rating_changes": _rows(db, RATING_CHANGES, account.id),
        "challenges": _rows(db, CHALLENGES, account.id),
        "notices": _rows(db, NOTICES, account.id),
        "called_at": [
            {"kind": kind_of(receiver.id), "address": receiver.target}
            for receiver, _ in receivers_for(db, account.id)
        ],
        "tournaments": [name for (name,) in db.execute(ENTERED, (account.id,))],
        "people": [asdict(related) for related in relations.related(db, account.id)],
        # As it was written: not all JSON can be read and written again, half an emoji for example.
        "progress": Raw(progress.read(db, account.id).document.encode()),
    }
