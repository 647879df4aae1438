"""Who may do what at a table. Each check raises a SiegeworksError that says why not."""

from collections.abc import Collection

from siegeworks.core.contract import Seat
from siegeworks.core.errors import IllegalStep, SiegeworksError, quote
from siegeworks.play.table import NOTHING_TO_UNDO, Table
from siegeworks.server.storage.group_writer import CHANGED_MEANWHILE, Conflict
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable

NO_UNDO = "This game is rated: nobody takes a move back."
NO_ADVICE = "This game is rated: there are no hints and no coach until it is over."


def check_ready(live: LiveTable) -> None:
    """The game begins when every seat is taken and, where its dice can be checked, everybody has
    been here."""
    if not live.is_full:
        raise SiegeworksError("The game has not started: some seats are still free.")
    if live.missing:
        seats = " and ".join(live.name(seat) for seat in live.missing)
        raise SiegeworksError(f"The game has not started: {seats} must join before the first draw.")


def check_version(live: LiveTable, version: int) -> None:
    """A move answers the newest view.

    Raises:
        Conflict: something has happened since that version.
    """
    if version != live.log.version:
        raise Conflict(CHANGED_MEANWHILE)


def seat_of(live: LiveTable, connection: Connection, named: str | None) -> Seat:
    """The seat for which a connection speaks: the one that its message names, or its only one, or
    the one to act.

    Raises:
        SiegeworksError: it has no seat, not this one, or several and names none of them.
    """
    names = live.game.seats
    if not connection.seats:
        raise SiegeworksError("Spectators can't do this; take a seat first.")
    if named is not None:
        if named not in names or names.index(named) not in connection.seats:
            raise SiegeworksError(f"The seat {quote(named)} is not yours.")
        return names.index(named)
    if len(connection.seats) == 1:
        return next(iter(connection.seats))
    if live.to_act not in connection.seats:
        raise SiegeworksError("You have several seats: name the one you mean.")
    return live.to_act


def seat_in_view(live: LiveTable, connection: Connection, named: str | None) -> Seat:
    """As `seat_of`, for requests whose answer depends on what the seat knows. In a game with
    secrets the connection must be showing that seat's view.

    Raises:
        SiegeworksError: as `seat_of`, or another view is shown.
    """
    seat = seat_of(live, connection, named)
    if live.game.has_secrets and connection.audience != seat:
        raise SiegeworksError(f"Switch to the view of {live.name(seat)} first.")
    return seat


def check_unrated(live: LiveTable) -> None:
    """While a game is played that counts for ratings, nobody gets advice on it."""
    if live.is_rated and not live.table.over:
        raise SiegeworksError(NO_ADVICE)


def undoable_seat(live: LiveTable, connection: Connection) -> Seat:
    """The seat of a connection whose last action could be undone, with all that others did since.

    Raises:
        IllegalStep: there is none, and why.
    """
    if not connection.seats:
        raise IllegalStep("Spectators can't undo.")
    if live.is_rated:
        raise IllegalStep(NO_UNDO)
    names = live.game.seats
    own = {names[seat]: seat for seat in connection.seats}
    for actor, _ in reversed(live.table.steps):
        if actor in own:
            live.log.check_undo(own[actor])
            return own[actor]
    raise IllegalStep(NOTHING_TO_UNDO)


def must_agree_to_undo(live: LiveTable, own: Collection[Seat]) -> list[str]:
    """The seats that must agree before one of `own` undoes an action: those of other people who are
    still in the game."""
    remaining = live.log.remaining()
    return [
        live.name(seat)
        for seat in sorted(live.people())
        if seat not in own and live.name(seat) in remaining
    ]


def check_hint(live: LiveTable, connection: Connection, seat: Seat) -> None:
    """A seat gets hints when it is to act and plays only against bots, not for ratings."""
    check_unrated(live)
    if live.to_act != seat or not live.is_ready:
        raise SiegeworksError("It is not your turn.")
    if live.people() - connection.seats:
        raise SiegeworksError("There are no hints against people; play against a bot to get hints.")


def check_coached(live: LiveTable, seat: Seat) -> None:
    """A seat is coached while its game goes on, if it plays only against bots, not for ratings."""
    check_ready(live)
    if live.table.over:
        raise SiegeworksError("The game is over.")
    check_unrated(live)
    if live.people() != {seat}:
        raise SiegeworksError("There is no coach against people; play against bots to be coached.")


def last_own_step(table: Table, seat: Seat) -> int:
    """The number of the last step of a seat.

    Raises:
        SiegeworksError: it has not moved.
    """
    name = table.game.seats[seat]
    for index in reversed(range(len(table.steps))):
        if table.steps[index].actor == name:
            return index
    raise SiegeworksError("You have not moved yet.")
