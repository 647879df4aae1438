"""From a link to a seat: kept seats, invitations, open seats, or a place to watch from"""

from typing import Annotated

import typer

from siegeworks.cli.console.arguments import option
from siegeworks.client import Client, Refused, Seats
from siegeworks.client.kept_seats import keep, kept_at
from siegeworks.server import messages as m

Link = Annotated[
    str,
    typer.Argument(
        metavar="URL", help="The address of a server, or a link to a table or an invitation."
    ),
]
Name = Annotated[str, option("--name", "NAME", "The name to play under.")]
Token = Annotated[
    str,
    typer.Option(
        "--token",
        metavar="TOKEN",
        envvar="SIEGEWORKS_TOKEN",
        help="A personal token of an account, in whose name to play.",
    ),
]
Code = Annotated[str, option("--code", "CODE", "The code of an invitation to a seat.")]
Seat = Annotated[str | None, option("--seat", "SEAT", "The open seat to take.")]


async def seats_at(client: Client, code: str, seat: str | None) -> Seats:
    """The seats of this user at the table of the client's link: those that are kept, or one that is
    taken now. `code`: of an invitation, if not that of the link; `seat`: which of the open ones.

    Raises:
        Refused: there is none for us.
    """
    address = client.address._replace(code=code or client.address.code)
    kept = kept_at(address, is_bot=client.is_bot)
    if kept is not None:
        (status,) = await client.tables(kept)
        if status.game:
            return kept
    seats = await client.take_seat(code=address.code, seat=seat)
    keep(address, seats, address.code, is_bot=client.is_bot)
    return seats


def table_link(client: Client, table: str) -> str:
    """The link to a table, as the page writes it."""
    return f"{client.address.server}/#/table/{table}"


def invitation_link(client: Client, code: str) -> str:
    """The link to an invitation, as the page writes it."""
    return f"{client.address.server}/#/join/{code}"


def players(presence: m.Presence | None) -> str:
    """Who plays which seat."""
    return ", ".join(player(seat) for seat in (presence.seats if presence else []))


def player(seat: m.SeatInfo) -> str:
    """A seat and who has it."""
    if seat.who == "bot":
        return f"{seat.seat} {seat.name} (bot {seat.level})"
    if seat.who != "person":
        return f"{seat.seat} free"
    mark = " (bot)" if seat.is_bot else ""
    return f"{seat.seat} {seat.name}{mark}{'' if seat.connected else ', away'}"


def no_table(client: Client) -> Refused:
    """What to say where a link names no table."""
    return Refused(
        f"{client.address.server} is a server, not a table. Give a link to a table, or choose a "
        "game: --game siege-master"
    )
