"""Rematches of several: each asks all others, and the game begins once everybody has asked

They are challenges, one for each pair, whose terms name the table that is over. To accept one is to
ask all others too. Each account sees one of them.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import ClockSettings
from siegeworks.server.people import challenges
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.challenges import AGAIN, CHALLENGE_SECONDS, GONE, Challenge, Terms
from siegeworks.server.people.notices import CHALLENGE, take_notice_back
from siegeworks.server.people.ratings.rated_games import rated_game
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import read_head, read_seats
from siegeworks.server.storage.table_status import read_status

NOT_HERE = (
    "A rematch can be asked for once a game is over, by one who played it, if all others are "
    "accounts or bots and the map came with the game."
)


class Rematch(NamedTuple):
    """The game after one that is over: the same players, each one seat further."""

    terms: Terms
    players: list[Account | int]  # in turn order; of a bot its level

    @property
    def accounts(self) -> list[Account]:
        """The people in it."""
        return [player for player in self.players if isinstance(player, Account)]


def rematch_of(db: Database, table: str) -> Rematch | None:
    """The game after that of a table; None: there is none, as it is not over, or its players are
    not all known."""
    head = read_head(db, table)
    status = head and not head.is_gone and read_status(db, table, head.length)
    if not head or not status or status.result == "*" or head.map_rows:
        return None
    rows = db.execute(
        "SELECT seat, id, name, created FROM seat_owner JOIN account ON account.id = account "
        "WHERE game_table = ?",
        (table,),
    )
    owners = {seat: Account(*account) for seat, *account in rows}
    seats = read_seats(db, table)
    players = [seat.level if seat.who == "bot" else owners.get(seat.seat) for seat in seats]
    known = [player for player in players if player is not None]
    people = {player.id for player in known if isinstance(player, Account)}
    if len(known) < len(seats) or not 2 <= len(people) == sum(seat.who != "bot" for seat in seats):
        return None
    is_rated = rated_game(db, table).rated
    clock = ClockSettings.parse(head.clock)
    terms = Terms(head.game, json.loads(head.options), clock, is_rated, "", f"{AGAIN}{table}")
    return Rematch(terms, [known[-1], *known[:-1]])


def ask(db: Database, account: Account, table: str) -> Rematch | None:
    """Ask all others who played at a table for a rematch; which begins, if all of them have asked.

    Raises:
        SiegeworksError: there can be none, or one of them cannot be asked now.
    """
    again = rematch_of(db, table)  # which locks the table: of two who ask at once, one sees both
    if again is None or account not in again.accounts:
        raise SiegeworksError(NOT_HERE)
    are_told = bool(askers(db, again.terms))
    for other in again.accounts:
        if other == account:
            continue
        asked = challenges.challenge(db, account, other, again.terms)
        if are_told:  # nobody is notified twice
            take_notice_back(db, other.id, CHALLENGE, asked.id)
    return again if is_wanted(db, again) else None


def askers(db: Database, terms: Terms) -> set[str]:
    """The accounts that want a rematch."""
    rows = db.execute(
        "SELECT DISTINCT challenger FROM game_challenge WHERE others = ? AND declined = 0 "
        "AND created >= ?",
        (terms.others, db.now() - CHALLENGE_SECONDS),
    )
    return {account for (account,) in rows}


def is_wanted(db: Database, again: Rematch) -> bool:
    """Have all people in it asked for it?"""
    return askers(db, again.terms) >= {account.id for account in again.accounts}


def settle(db: Database, again: Rematch) -> None:
    """A rematch begins: of several who see that all have asked, one succeeds.

    Raises:
        SiegeworksError: it has begun, or somebody does not want it any more.
    """
    if rematch_of(db, again.terms.table_before) != again or not is_wanted(db, again):
        raise SiegeworksError(GONE)
    _end(db, again.terms)


def decline(db: Database, account: str, challenge: Challenge) -> None:
    """Decline a rematch. Those who have asked for it are told who does not want it."""
    db.execute(
        "UPDATE game_challenge SET declined = ? WHERE others = ? AND challenged = ?",
        (db.now(), challenge.terms.others, account),
    )
    _end(db, challenge.terms)


def cancel(db: Database, account: str, challenge: Challenge) -> None:
    """Want a rematch no more. Others may still."""
    _end(db, challenge.terms, account)


def _end(db: Database, terms: Terms, challenger: str = "") -> None:
    """The challenges to a rematch are gone, unless they were declined; only those of one account,
    if it is given."""
    rows = db.execute(
        "SELECT id, challenged FROM game_challenge WHERE others = ? AND declined = 0 "
        "AND (challenger = ? OR ? = '')",
        (terms.others, challenger, challenger),
    ).fetchall()
    for name, challenged in rows:
        challenges.remove(db, name, challenged)


def seen_once(challenges: Sequence[Challenge], account: str) -> list[Challenge]:
    """Of the challenges to one rematch, the one that an account sees: its own, if it has asked.
    `challenges` are all that concern the account."""
    kept: dict[str, Challenge] = {}
    for challenge in challenges:
        own, table = challenge.challenger.id == account, challenge.terms.table_before
        if table and (own or table not in kept):
            kept[table] = challenge
    return [row for row in challenges if kept.get(row.terms.table_before, row) == row]
