"""Seat keys, which prove seats: stored as digests, replaced on request, expiring unused."""

import hashlib
import secrets
from collections.abc import Sequence

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.rows import SeatRow

SEAT_DAYS = 90  # after which an unused key expires
DAY = 86_400.0  # seconds; the precision with which a key's last use is stored


class UnknownSecret(SiegeworksError):
    """An unknown seat key or code: somebody may be guessing."""


class UnknownKey(UnknownSecret):
    """A seat key that proves no seat, or has expired."""


def new_key() -> str:
    """A seat key that nobody can guess: 128 bits from the system's generator."""
    return secrets.token_urlsafe(16)


def hash_of(secret: str) -> bytes:
    """What is stored instead of a key or a code."""
    return hashlib.sha256(secret.encode()).digest()


def has_key(row: SeatRow, digest: bytes) -> bool:
    """Is this the digest of a key of this seat?"""
    return digest in (row.key_hash, row.next_hash, *row.further)


def proven_seats(
    rows: Sequence[SeatRow], keys: Sequence[str], now: float, days: float
) -> list[SeatRow]:
    """The seats that these keys prove, one for each key. An unused key expires after `days`; 0:
    never. `now` is in seconds since 1970.

    Raises:
        UnknownKey: one of them proves no seat, or has expired.
    """
    seats = []
    for key in keys:
        digest = hash_of(key)
        row = next((row for row in rows if has_key(row, digest)), None)
        if row is None:
            raise UnknownKey(
                "This seat is not yours now. Watch as a spectator, or ask for an invitation."
            )
        if days and row.used is not None and now - row.used > days * DAY:
            raise UnknownKey(
                f"Nobody used this seat for {days:g} days, so its key has expired. Watch as a "
                "spectator, or open a new table."
            )
        seats.append(row)
    return seats


def mark_used(row: SeatRow, key: str, now: float) -> SeatRow:
    """The row of a seat after a client has entered with this key: a new key then replaces the
    old one, and the request that took the seat is no longer answered."""
    digest = hash_of(key)
    if digest == row.next_hash:
        return row._replace(
            key_hash=digest, next_hash=None, request_hash=None, used=now, further=()
        )
    if row.request_hash is not None or row.used is None or now - row.used > DAY:
        return row._replace(request_hash=None, used=now)
    return row
