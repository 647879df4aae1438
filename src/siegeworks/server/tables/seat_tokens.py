"""The tokens that prove seats: stored as digests, replaced on request, expiring unused."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.rows import SeatRow

SEAT_DAYS = 90  # after which an unused token expires
DAY = 86_400.0  # seconds; the precision with which a token's last use is stored


class UnknownSecret(SiegeworksError):
    """An unknown token or code: somebody may be guessing."""


class UnknownToken(UnknownSecret):
    """A token that proves no seat, or has expired."""


def new_token() -> str:
    """A token that nobody can guess: 128 bits from the system's generator."""
    return secrets.token_urlsafe(16)


def hash_of(secret: str) -> bytes:
    """What is stored instead of a token or a code."""
    return hashlib.sha256(secret.encode()).digest()


def proven_seats(
    rows: Sequence[SeatRow], tokens: Sequence[str], now: float, days: float
) -> list[SeatRow]:
    """The seats that these tokens prove, one for each token.

    Args:
        rows: the seats of the table.
        tokens: as the client sent them.
        now: seconds since 1970.
        days: after which an unused token expires; 0: never.

    Raises:
        UnknownToken: one of them proves no seat, or has expired.
    """
    seats = []
    for token in tokens:
        digest = hash_of(token)
        row = next((row for row in rows if digest in (row.token_hash, row.next_hash)), None)
        if row is None:
            raise UnknownToken(
                "This seat is not yours, or no longer. Watch as a spectator, or ask for an "
                "invitation."
            )
        if days and row.used is not None and now - row.used > days * DAY:
            raise UnknownToken(
                f"Nobody used this seat for {days:g} days, so its token has expired. Watch as a "
                "spectator, or open a new table."
            )
        seats.append(row)
    return seats


def mark_used(row: SeatRow, token: str, now: float) -> SeatRow:
    """The row of a seat after a client has entered with this token: a new token then replaces the
    old one, and the request that took the seat is no longer answered."""
    digest = hash_of(token)
    if digest == row.next_hash:
        return row._replace(token_hash=digest, next_hash=None, request_hash=None, used=now)
    if row.request_hash is not None or row.used is None or now - row.used > DAY:
        return row._replace(request_hash=None, used=now)
    return row
