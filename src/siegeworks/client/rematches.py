"""The same game again: the same options, clock and players, one seat further, as on the page"""

from __future__ import annotations

from siegeworks.client.client import Client, Player, Seats
from siegeworks.client.errors import Refused
from siegeworks.client.session import Session
from siegeworks.server import messages as m


async def play_again(client: Client, session: Session) -> Seats:
    """One's own seats in a rematch: in the one that somebody offers, or else in a new one, which
    is offered to the others.

    Args:
        client: of the same server.
        session: at a table whose game is over, with seats.

    Raises:
        Refused: the game is rated, or not over; or the server says why not.
    """
    assert session.welcome is not None and session.view is not None
    if not session.is_over:
        raise Refused("You can play again once the game is over.")
    if session.welcome.rated:
        raise Refused("A rematch of a rated game is rated too. Ask for it on the page.")
    offered = session.view.rematch
    return await (_offer(client, session) if offered is None else _accept(client, session, offered))


def players_again(infos: list[m.SeatInfo], mine: list[str]) -> list[Player]:
    """Who gets which seat: everybody moves on by one, and the last takes the first seat."""
    return [_player(infos[number - 1], mine) for number in range(len(infos))]


def _player(before: m.SeatInfo, mine: list[str]) -> Player:
    if before.who == "bot":
        return f"level:{before.level}"
    return "me" if before.seat in mine else "friend"


async def _offer(client: Client, session: Session) -> Seats:
    welcome, presence = session.welcome, session.presence
    assert welcome is not None and presence is not None
    opened = await client.open_table(
        welcome.game,
        players_again(presence.seats, session.seats),
        welcome.options,
        clock=welcome.clock,
        map_rows=welcome.map_rows,
    )
    if opened.invitations:
        invitations = [
            m.RematchInvitation(welcome.seats[welcome.seats.index(seat) - 1], code)
            for seat, code in opened.invitations.items()
        ]
        message = m.OfferRematch("", opened.table, invitations, session.seats[0])
        await session.ask(message, m.Accepted)
    return opened


async def _accept(client: Client, session: Session, offered: m.Rematch) -> Seats:
    if not offered.invited:
        raise Refused("You have offered a rematch already, on the page or in another terminal.")
    before, keys = m.MyTable(session.table, session.keys), dict[str, str]()
    for seat in offered.invited:
        keys |= (await client.take_seat(after=before, seat=seat)).keys
    return Seats(offered.table, keys)
