"""Challenges: an account asks another for a game"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import ClockSettings
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.relations import has_blocked
from siegeworks.server.people.notices import CHALLENGE, give_notice, take_notice_back
from siegeworks.server.storage.database import Database

MOST_CHALLENGES = 20  # of one account that wait for an answer
CHALLENGE_SECONDS = 86_400.0  # after which an unanswered challenge is void
AGAIN_AFTER = 300.0  # seconds after a refusal, before the same account may be challenged again
AGAIN = "again:"  # how `Terms.others` begins, before a table that is over
GONE = "This challenge is no longer open. It was answered or cancelled, or is too old."


class Terms(NamedTuple):
    """What is played."""

    game: str
    options: dict[str, str]  # that are changed
    clock: ClockSettings | None
    is_rated: bool
    seat: str  # of the challenger; "": it is drawn by lot
    # At a table of three or four: all other seats are "open", or "level:4"; or AGAIN and a table.
    others: str = ""

    @property
    def table_before(self) -> str:
        """The table that is over, if this is a rematch of all who played there (`rematches.py`);
        empty if it is not."""
        return self.others.removeprefix(AGAIN) if self.others.startswith(AGAIN) else ""

    def are_met_by(self, other: Terms) -> bool:
        """Do two who have challenged each other want the same game?"""
        seats = {self.seat, other.seat}
        is_same = self._replace(seat="") == other._replace(seat="")
        return is_same and (len(seats) == 2 or seats == {""})


class Challenge(NamedTuple):
    """A challenge that waits for an answer, or was declined."""

    id: str
    challenger: Account
    challenged: Account
    terms: Terms
    declined: float  # seconds since 1970; 0: not


def challenge(db: Database, account: Account, other: Account, terms: Terms) -> Challenge:
    """Challenge an account, in place of an earlier challenge to it. Who has blocked the challenger
    is not told, and the challenger cannot see that.

    Raises:
        SiegeworksError: it cannot be challenged now.
    """
    if account.id == other.id:
        raise SiegeworksError("That is you.")
    if has_blocked(db, account.id, other.id):
        raise SiegeworksError(f"You have blocked {other.name}. Unblock them first.")
    now = db.now()
    old = db.execute(
        f"SELECT id, declined FROM game_challenge WHERE challenger = ? AND challenged = ?{db.lock}",
        (account.id, other.id),
    ).fetchone()
    if old is not None and now - old[1] < AGAIN_AFTER:
        raise SiegeworksError(f"{other.name} has just declined. Ask again in a few minutes.")
    # With the same id as before, nobody is notified twice.
    name = old[0] if old is not None and not old[1] else secrets.token_urlsafe(12)
    db.execute(
        "DELETE FROM game_challenge WHERE challenger = ? AND (challenged = ? OR created < ?)",
        (account.id, other.id, now - CHALLENGE_SECONDS),
    )
    (own,) = db.execute(
        "SELECT count(*) FROM game_challenge WHERE challenger = ?", (account.id,)
    ).fetchone()
    if own >= MOST_CHALLENGES:
        raise SiegeworksError(
            f"You have challenged {MOST_CHALLENGES} people. Wait for an answer, or cancel one."
        )
    db.execute(
        "INSERT INTO game_challenge (id, challenger, challenged, game, options, clock, is_rated, "
        "seat, others, created, declined) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        (
            *(name, account.id, other.id, terms.game, json.dumps(terms.options)),
            *(terms.clock.text if terms.clock else "", int(terms.is_rated), terms.seat),
            *(terms.others, now),
        ),
    )
    if not has_blocked(db, other.id, account.id):
        give_notice(db, other.id, CHALLENGE, name)
    return Challenge(name, account, other, terms, 0.0)


def between(db: Database, challenger: str, challenged: str) -> Challenge | None:
    """The challenge of an account that another can accept; None: there is none."""
    pending = challenges_of(db, challenged)
    return next((challenge for challenge in pending if challenge.challenger.id == challenger), None)


def challenges_of(db: Database, account: str) -> list[Challenge]:
    """The challenges that an account sees, the newest first: those to it, unless it has blocked the
    challenger; and its own, of which it sees for a while that they were declined."""
    now = db.now()
    rows = db.execute(
        "SELECT game_challenge.id, one.id, one.name, one.created, two.id, two.name, two.created, "
        "game, options, clock, is_rated, seat, others, declined "
        "FROM game_challenge JOIN account AS one ON one.id = challenger "
        "JOIN account AS two ON two.id = challenged "
        "WHERE game_challenge.created >= ? AND (declined = 0 OR declined >= ?) AND "
        "(challenger = ? OR (challenged = ? AND declined = 0 AND NOT EXISTS "
        "(SELECT 1 FROM relation WHERE account = challenged "
        "AND other = challenger AND kind = 'block'))) ORDER BY game_challenge.created DESC",
        (now - CHALLENGE_SECONDS, now - AGAIN_AFTER, account, account),
    )
    return [_challenge(row) for row in rows]


def _challenge(row: Sequence[Any]) -> Challenge:
    name, *people, game, options, clock_text, is_rated, seat, others, declined = row
    clock = ClockSettings.parse(clock_text)
    terms = Terms(game, json.loads(options), clock, bool(is_rated), seat, others)
    return Challenge(name, Account(*people[:3]), Account(*people[3:]), terms, declined)


def to_answer(db: Database, account: str, name: str) -> Challenge | None:
    """A challenge that an account may accept or decline; None: there is none."""
    pending = challenges_of(db, account)
    return next((row for row in pending if row.id == name and row.challenged.id == account), None)


def settle(db: Database, challenge: Challenge) -> None:
    """A challenge is accepted: of several who do it at once, one succeeds.

    Raises:
        SiegeworksError: it is no longer there.
    """
    command = "DELETE FROM game_challenge WHERE id = ? AND declined = 0"
    deleted = db.execute(command, (challenge.id,))
    if not deleted.rowcount:
        raise SiegeworksError(GONE)
    take_notice_back(db, challenge.challenged.id, CHALLENGE, challenge.id)


def decline(db: Database, account: str, name: str) -> None:
    """Decline a challenge; the challenger is told.

    Raises:
        SiegeworksError: there is none.
    """
    challenge = to_answer(db, account, name)
    if challenge is None:
        raise SiegeworksError(GONE)
    db.execute("UPDATE game_challenge SET declined = ? WHERE id = ?", (db.now(), challenge.id))
    take_notice_back(db, account, CHALLENGE, challenge.id)


def cancel(db: Database, account: str, name: str) -> None:
    """Cancel one's own challenge. Nothing happens if it is no longer there, or was declined."""
    row = db.execute(
        "SELECT challenged FROM game_challenge WHERE id = ? AND challenger = ? AND declined = 0",
        (name, account),
    ).fetchone()
    if row is not None:
        remove(db, name, row[0])


def remove(db: Database, name: str, challenged: str) -> None:
    """A challenge to this account is gone, and the account is not notified for it any more."""
    db.execute("DELETE FROM game_challenge WHERE id = ?", (name,))
    take_notice_back(db, challenged, CHALLENGE, name)
