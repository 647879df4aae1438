"""The record of a table as a file, and what its dice can be checked by."""

import datetime

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import load
from siegeworks.play.provable_chance import draws
from siegeworks.play.record import Record, players_note
from siegeworks.server import messages as m
from siegeworks.server.storage.event_log import EventLog
from siegeworks.server.storage.restore import restore
from siegeworks.server.storage.rows import TableRow, WholeTable
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.rooms import check_ruleset


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
            raise SiegeworksError("The secret is revealed when the game is over.")
        return m.OpenedChance(
            chance.commitment,
            chance.secret.hex(),
            [m.SeatEntropy(*entry) for entry in chance.entropy],
            [
                m.ChanceDraw(draw.step, [m.OutcomeWeight(*w) for w in draw.weights], draw.token)
                for draw in draws(table, chance)
            ],
            chance.first,
        )


async def export(room: Room) -> tuple[str, str]:
    """A file name and the text of a table's record.

    Raises:
        SiegeworksError: it would reveal secrets, or help somebody in a game between people.
    """
    async with room.lock:
        game = room.game
        if room.bars_advice:
            raise SiegeworksError(
                "This game is being played: its record is available when it is over. All steps are "
                "shown at the table."
            )
        if (game.has_secrets or game.momentary) and not room.table.over:
            raise SiegeworksError(
                "A record reveals everything, hidden things too: it is available when the game is "
                "over."
            )
        return record_of(room.log, room.live.row)


def record_of(log: EventLog, row: TableRow) -> tuple[str, str]:
    """A file name and the text of a table's record, which hides nothing."""
    game = log.game
    date = datetime.datetime.fromtimestamp(row.opened, datetime.UTC).date()
    players = players_note(
        (game.seats[seat.seat], f"level:{seat.level}" if seat.who == "bot" else seat.name)
        for seat in row.seats
    )
    notes = {"players": players, "date": date.isoformat()}
    if log.chance:
        notes |= log.chance.header(log.table.over)
    record = Record.of_table(log.table, notes)
    record.comments = {
        step: [f"# {game.seats[seat]}: {spent / 1000:.1f} s, {left / 1000:.1f} s left"]
        for step, (seat, spent, left) in log.times.items()  # where there was a clock
    }
    return f"{game.name}-{date}.siege", record.text()


def record_of_finished(whole: WholeTable) -> tuple[str, str]:
    """A file name and the text of the record of a stored table, for its host.

    Raises:
        SiegeworksError: its game is not over, or can no longer be played.
    """
    row = whole.row
    game = load(row.game, row.options, map_rows=row.map_rows)
    check_ruleset(row, game)
    log = restore(game, whole.events, row.clock)
    if not log.table.over:
        raise SiegeworksError(
            "This game is not over: its record would reveal what is hidden, or help one side. "
            "Export it when it is over."
        )
    return record_of(log, row)
