"""The tokens that prove seats: made here, kept as digests, replaced on request, expiring unused."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from siegeworks.core.game import SiegeworksError
from siegeworks.server.store import SeatRow

SEAT_DAYS = 90  # after which a token that nobody used proves nothing any more
DAY = 86_400.0  # seconds; a token's last use is noted no more exactly


class UnknownSecret(SiegeworksError):
    """A token or a code that proves nothing: somebody may be guessing."""


class UnknownToken(UnknownSecret):
    """A token that proves no seat, or none any more."""


def new_token() -> str:
    """A token that nobody can guess: 128 bits of the system's own generator."""
    return secrets.token_urlsafe(16)


def hash_of(secret: str) -> bytes:
    """What is kept in place of a token or a code."""
    return hashlib.sha256(secret.encode()).digest()


def proved(
    rows: Sequence[SeatRow], tokens: Sequence[str], now: float, days: float
) -> list[SeatRow]:
    """The seats that these tokens prove, one for each token.

    Args:
        rows: who sits at the table.
        tokens: as they were sent.
        now: seconds since 1970.
        days: after which a token that nobody used has expired; 0: never.

    Raises:
        UnknownToken: one of them proves none, or has expired.
    """
    found = []
    for token in tokens:
        digest = hash_of(token)
        row = next((row for row in rows if digest in (row.token_hash, row.next_hash)), None)
        if row is None:
            raise UnknownToken(
                "This seat is not yours at this table, or no longer; look on as a spectator, or "
                "ask for an invitation."
            )
        if days and row.used is not None and now - row.used > days * DAY:
            raise UnknownToken(
                f"Nobody used this seat for {days:g} days, so its token has expired; look on as a "
                "spectator, or open a new table."
            )
        found.append(row)
    return found


def used_now(row: SeatRow, token: str, now: float) -> SeatRow:
    """The row of a seat after somebody has come in with this token: a new token has then taken the
    place of the old one, and whoever took the seat cannot ask for the token again."""
    digest = hash_of(token)
    if digest == row.next_hash:
        return row._replace(token_hash=digest, next_hash=None, request_hash=None, used=now)
    if row.request_hash is not None or row.used is None or now - row.used > DAY:
        return row._replace(request_hash=None, used=now)
    return row
