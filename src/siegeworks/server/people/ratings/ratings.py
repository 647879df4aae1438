"""The ratings of accounts as they are stored: of each in a game at a pace"""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from siegeworks.play.clock import Pace
from siegeworks.server.people.ratings.model import SETTLED, Rating, after_days, rating_of
from siegeworks.server.storage.database import Database, marks

DAY = 86_400.0
MOST_LISTED = 100  # accounts in one list


class StoredRating(NamedTuple):
    """How strong an account is taken for now."""

    account: str
    game: str
    pace: Pace
    rating: Rating
    games: int  # that have counted


COLUMNS = "account, game, pace, mu, sigma, games, played"


def ratings_of(db: Database, account: str) -> list[StoredRating]:
    """All ratings of an account."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM rating WHERE account = ? ORDER BY game, pace", (account,)
    ).fetchall()
    return [_stored(row, db.now()) for row in rows]


def rating_for(db: Database, account: str, game: str, pace: Pace) -> StoredRating:
    """The rating of an account in a game at a pace, a new player's if it has none. Nobody else
    changes it until the transaction ends."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM rating WHERE account = ? AND game = ? AND pace = ?{db.lock}",
        (account, game, pace),
    ).fetchone()
    return _stored(row, db.now()) if row else StoredRating(account, game, pace, Rating(), 0)


def ratings_among(db: Database, accounts: Collection[str]) -> Callable[[str, str, Pace], Rating]:
    """The ratings of these accounts: a function of account, game and pace, which gives a new
    player's where there is none."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM rating WHERE account IN ({marks(accounts)})",
        tuple(sorted(accounts)),
    ).fetchall()
    now = db.now()
    known = {row[:3]: _stored(row, now).rating for row in rows}
    return lambda account, game, pace: known.get((account, game, pace), Rating())


def write_ratings(db: Database, changed: Iterable[StoredRating]) -> None:
    """Store ratings after a game that has just been played."""
    now = db.now()
    for row in changed:
        db.execute(
            f"INSERT INTO rating ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (account, game, pace) DO UPDATE SET mu = excluded.mu, "
            "sigma = excluded.sigma, games = excluded.games, played = excluded.played",
            (row.account, row.game, row.pace, *row.rating, row.games, now),
        )


def best(db: Database, game: str, pace: Pace) -> list[StoredRating]:
    """Those who are known well enough, the strongest first."""
    certain = rating_of(0, SETTLED).sigma
    rows = db.execute(
        f"SELECT {COLUMNS} FROM rating WHERE game = ? AND pace = ? AND sigma <= ? "
        "ORDER BY mu DESC, account LIMIT ?",
        (game, pace, certain, 2 * MOST_LISTED),
    ).fetchall()
    now = db.now()
    ratings = [_stored(row, now) for row in rows]
    return [row for row in ratings if row.rating.is_settled][:MOST_LISTED]


def _stored(row: tuple[str, str, Pace, float, float, int, float], now: float) -> StoredRating:
    account, game, pace, mu, sigma, games, played = row
    return StoredRating(account, game, pace, rating_now(mu, sigma, played, now), games)


def rating_now(mu: float, sigma: float, played: float, now: float) -> Rating:
    """A rating that was stored after a game, as it is now."""
    return after_days(Rating(mu, sigma), (now - played) / DAY)
