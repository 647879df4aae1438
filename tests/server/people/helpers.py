"""Accounts for tests."""

from siegeworks.server.storage.database import Database


def add_account(db: Database, account: str) -> None:
    """An account of this id and name, unless there is one."""
    db.execute(
        "INSERT INTO account (id, name, skeleton, created) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (id) DO NOTHING",
        (account, account, account, db.now()),
    )
