"""Deleting an account: what is only its own goes, the rest stays without its name"""

from contextlib import suppress

from siegeworks.server.people.accounts.seats import seats_of
from siegeworks.server.people.tournaments.tournament_rows import forget_entrant
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.noticeboard import note_reseated
from siegeworks.server.storage.rows import read_head, read_seats, update_seat

SOMEBODY = "Somebody who left"  # stands at tables in place of the name
# What is an account's own: SQL tables, and their columns that name an account.
OWN_ROWS = (
    ("passkey", "account"),
    ("challenge", "account"),
    ("session", "account"),
    ("personal_token", "account"),
    ("recovery_code", "account"),
    ("sign_in_link", "account"),
    ("seat_owner", "account"),
    ("relation", "account"),
    ("relation", "other"),
    ("progress", "account"),
    ("rating", "account"),
    ("rating_change", "account"),
    ("game_challenge", "challenger"),
    ("game_challenge", "challenged"),
    ("notice", "account"),
    ("called_account", "account"),
    ("account", "id"),
)


def delete(db: Database, account: str) -> list[str]:
    """Delete an account. Its games stay, for those who played them; the browsers that have its
    seats keep them. Returns the tables whose seats have another name now."""
    own = "SELECT DISTINCT game_table FROM seat_owner WHERE account = ?"
    tables = [str(table) for (table,) in db.execute(own, (account,))]
    for table in tables:
        with suppress(Damaged):  # nobody sees it any more
            _hide_name(db, table, account)
    note_reseated(db, tables)
    db.execute("UPDATE result SET account = NULL WHERE account = ?", (account,))
    forget_entrant(db, account)
    for name, column in OWN_ROWS:
        db.execute(f"DELETE FROM {name} WHERE {column} = ?", (account,))
    return tables


def _hide_name(db: Database, table: str, account: str) -> None:
    if read_head(db, table) is None:
        return
    own = seats_of(db, account, table)
    for seat in read_seats(db, table):
        if seat.seat in own:
            update_seat(db, table, seat._replace(name=SOMEBODY))
            db.execute(
                "DELETE FROM further_key WHERE game_table = ? AND seat = ?", (table, seat.seat)
            )
    db.notify(table, 0)
