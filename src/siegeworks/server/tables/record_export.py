"""The record of a table as a file, and what its dice can be checked by."""

from __future__ import annotations

import datetime

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.provable_chance import draws
from siegeworks.play.record import Record, players_note
from siegeworks.server import messages as m
from siegeworks.server.tables.room import Room


async def opened_chance(room: Room) -> m.OpenedChance:
    """What the chance of a finished game can be checked by.

    Raises:
        SiegeworksError: the game is not over, or nothing in it follows from a secret.
    """
    async with room.lock:
        chance, table = room.log.chance, room.table
        if chance is None:
            raise SiegeworksError("No dice of this table follow from a secret.")
        if not table.over:
            raise SiegeworksError("The secret is opened when the game is over.")
        return m.OpenedChance(
            chance.commitment,
            chance.secret.hex(),
            [m.SeatEntropy(*entry) for entry in chance.entropy],
            [
                m.ChanceDraw(draw.step, [m.OutcomeWeight(*w) for w in draw.weights], draw.token)
                for draw in draws(table, chance)
            ],
        )


async def export(room: Room) -> tuple[str, str]:
    """A file name and the text of a table's record.

    Raises:
        SiegeworksError: it would reveal secrets, or help somebody in a game between people.
    """
    async with room.lock:
        game = room.game
        if room.is_between_people:
            raise SiegeworksError(
                "People are playing this game: its record is available when it is over. All steps "
                "are shown at the table."
            )
        if (game.has_secrets or game.momentary) and not room.table.over:
            raise SiegeworksError(
                "A record reveals everything, hidden things too: it is available when the game is "
                "over."
            )
        date = datetime.datetime.fromtimestamp(room.live.row.opened, datetime.UTC).date()
        notes = {"players": _players_note(room), "date": date.isoformat()}
        if room.log.chance:
            notes |= room.log.chance.header(room.table.over)
        record = Record.of_table(room.table, notes)
        record.comments = {step: [_time_comment(room, step)] for step in room.log.times}
        return f"{game.name}-{date}.siege", record.text()


def _time_comment(room: Room, step: int) -> str:
    """What a step has cost its seat, where there was a clock."""
    seat, spent, left = room.log.times[step]
    return f"# {room.live.name(seat)}: {spent / 1000:.1f} s, {left / 1000:.1f} s left"


def _players_note(room: Room) -> str:
    """Who played, as records write it."""
    return players_note(
        (room.game.seats[row.seat], f"level:{row.level}" if row.who == "bot" else row.name)
        for row in room.live.seats
    )
