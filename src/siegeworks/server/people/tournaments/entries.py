"""What people do with tournaments: open, enter, leave, begin early, cancel"""

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.ratings.rated_games import pace_at
from siegeworks.server.people.ratings.ratings import rating_for
from siegeworks.server.people.tournaments.standings import Entrant
from siegeworks.server.people.tournaments.tournament_rows import (
    Tournament,
    Whole,
    insert_tournament,
    read_tournament,
    read_whole,
    update_tournament,
    write_entrant,
)
from siegeworks.server.storage.database import Database

MOST_ENTRANTS = 200
MOST_OPEN = 5  # tournaments of one account that are not over
UNKNOWN = "There is no such tournament here."
OVER = "This tournament is over."
BEGUN = "This tournament has begun."


def open_tournament(db: Database, tournament: Tournament) -> None:
    """Store a new tournament.

    Raises:
        SiegeworksError: its account has opened too many.
    """
    row = db.execute(
        "SELECT count(*) FROM tournament WHERE opened_by = ? AND state IN ('open', 'running')",
        (tournament.opened_by,),
    ).fetchone()
    if row[0] >= MOST_OPEN:
        raise SiegeworksError(
            f"You have {MOST_OPEN} tournaments that are not over. Wait until one is, or cancel one."
        )
    insert_tournament(db, tournament)


def enter(db: Database, name: str, account: str) -> None:
    """An account enters a tournament, or comes back to it.

    Raises:
        SiegeworksError: why it cannot.
    """
    whole = _whole(db, name)
    tournament, entrant = whole.tournament, whole.entrant_of(account)
    if entrant is not None:
        write_entrant(db, name, entrant._replace(is_gone=False))
        return
    if tournament.state == "running" and not is_open_late(tournament):
        raise SiegeworksError(
            "Nobody can enter a round robin once it has begun."
            if tournament.kind == "round-robin"
            else "Half of the rounds have begun: nobody can enter now."
        )
    if len(whole.entrants) >= MOST_ENTRANTS:
        raise SiegeworksError(f"{MOST_ENTRANTS} people have entered, which is the limit.")
    number = 1 + max((entrant.number for entrant in whole.entrants), default=0)
    rating = rating_points(db, tournament, account)
    write_entrant(db, name, Entrant(number, rating, account=account))


def leave(db: Database, name: str, account: str) -> None:
    """An account plays no more in a tournament. A game that it is playing goes on.

    Raises:
        SiegeworksError: there is no such tournament, or it is over.
    """
    whole = _whole(db, name)
    entrant = whole.entrant_of(account)
    if entrant is None:
        return
    if whole.tournament.state == "open":
        db.execute("DELETE FROM entrant WHERE tournament = ? AND account = ?", (name, account))
    else:
        write_entrant(db, name, entrant._replace(is_gone=True))


def begin_now(db: Database, name: str, account: str) -> None:
    """Let a tournament begin before its time.

    Raises:
        SiegeworksError: it is another's, or has begun.
    """
    tournament = _own(db, name, account)
    update_tournament(db, tournament._replace(starts=db.now()))


def cancel(db: Database, name: str, account: str) -> None:
    """Cancel a tournament that has not begun.

    Raises:
        SiegeworksError: it is another's, or has begun.
    """
    tournament = _own(db, name, account)
    update_tournament(db, tournament._replace(state="cancelled", ended=db.now()))


def is_open_late(tournament: Tournament) -> bool:
    """May somebody enter who has not played yet, although it has begun?"""
    if tournament.kind == "arena":
        return True
    return tournament.kind == "swiss" and 2 * tournament.round <= tournament.rounds


def rating_points(db: Database, tournament: Tournament, account: str) -> float:
    """The rating of an account in the game of a tournament at its pace, in points."""
    pace = pace_at(tournament.game, tournament.clock, tournament.seats)
    return rating_for(db, account, tournament.game, pace).rating.points


def _whole(db: Database, name: str) -> Whole:
    whole = read_whole(db, name, is_locked=True)
    if whole is None:
        raise SiegeworksError(UNKNOWN)
    if whole.tournament.state in ("over", "cancelled"):
        raise SiegeworksError(OVER)
    return whole


def _own(db: Database, name: str, account: str) -> Tournament:
    tournament = read_tournament(db, name, is_locked=True)
    if tournament is None:
        raise SiegeworksError(UNKNOWN)
    if tournament.opened_by != account:
        raise SiegeworksError("Only the person who opened a tournament can do this.")
    if tournament.state != "open":
        raise SiegeworksError(OVER if tournament.state in ("over", "cancelled") else BEGUN)
    return tournament
