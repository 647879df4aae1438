"""Opening tables, from the start of a game or from a step of a record."""

import secrets
import time
from collections.abc import Sequence

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.play.clock import ClockSettings
from siegeworks.play.provable_chance import SECRET_BYTES, ProvableChance
from siegeworks.play.table import TABLE
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import map_text
from siegeworks.server.jobs.replays import Replays
from siegeworks.server.runtime.codes import new_code, normalized_code
from siegeworks.server.storage.event_log import AWAIT, SECRET, STEP, Event
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.store import Beside
from siegeworks.server.storage.table_status import StoredStatus
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import hash_of, new_key
from siegeworks.server.tables.seating import clean_name


async def open_table(
    rooms: Rooms,
    replays: Replays,
    request: m.NewTable,
    address: str = "",
    beside: Beside | None = None,
    *,
    is_awaited: bool = False,
) -> m.TableOpened:
    """Store a new table, on behalf of this address.

    Args:
        rooms: of the server.
        replays: of the server.
        request: for the table.
        address: of who asks; empty: the server itself.
        beside: called in the transaction that stores it. If it raises, there is no table.
        is_awaited: nobody has the seats of people yet, and chance waits until all have come; else
            it waits for who opens the table.

    Raises:
        SiegeworksError: what is wrong with the request.
    """
    game, events = await _start(rooms, replays, request, address)
    table, secret = secrets.token_urlsafe(12), secrets.token_bytes(SECRET_BYTES)
    if game.has_chance:
        events.append(Event(SECRET, TABLE, secret.hex()))
        awaited = ("me", "hot-seat") if is_awaited else ("me",)
        events += [Event(AWAIT, plan.seat) for plan in request.seats if plan.who in awaited]
    rows: list[SeatRow] = []
    yours: list[m.YourSeat] = []
    invitations: list[m.Invitation] = []
    for plan in seat_plans(game, request.seats):
        seat = game.seats.index(plan.seat)
        if plan.who in ("me", "hot-seat"):
            key = new_key()
            person = SeatRow(
                seat,
                "person",
                name=clean_name(plan.name),
                color=request.color,
                key_hash=hash_of(key),
                used=time.time(),
                is_bot=int(plan.is_bot),
            )
            rows.append(person)
            yours.append(m.YourSeat(plan.seat, key))
        elif plan.who == "friend":
            code = new_code()
            rows.append(SeatRow(seat, "friend", code_hash=hash_of(normalized_code(code))))
            invitations.append(m.Invitation(plan.seat, code))
        else:
            rows.append(SeatRow(seat, "bot" if plan.level else "open", plan.level))
    clock = None
    if (wanted := request.clock) is not None:
        clock = ClockSettings(wanted.reserve, wanted.increment, wanted.per_move)
        clock.check()
    options, now = dict(game.changed_options), time.time()
    row = TableRow(
        table,
        game.name,
        options,
        game.ruleset,
        now,
        rows,
        map_rows=map_text(game),
        clock=clock,
    )
    # Whose turn it is follows when somebody comes, since it would have to be played here.
    status = StoredStatus(len(events), now, 0, " ".join(game.seats))
    await rooms.store.create(row, events, status, beside)
    commitment = ProvableChance(secret).commitment if game.has_chance else ""
    return m.TableOpened(table, yours, invitations, commitment)


async def _start(
    rooms: Rooms, replays: Replays, request: m.NewTable, address: str
) -> tuple[Game, list[Event]]:
    """The game, and the steps of the record that it continues."""
    if not request.record:
        game = await rooms.games.get(request.game, request.options, address, request.map_rows)
        return game, []
    record, game, _, played = await replays.load(request.record, address)
    if record.game != request.game or request.options or request.map_rows:
        raise SiegeworksError("The record sets the game, its options and its map; leave them out.")
    if game.has_secrets and any(plan.who in ("friend", "open") for plan in request.seats):
        raise SiegeworksError(
            "Anyone with the record knows what is hidden: play on against bots, or with several "
            "people at this screen, not with others."
        )
    if request.step > len(record.steps):
        raise SiegeworksError(
            f"The record has {counted(len(record.steps), 'step')}; choose one of them."
        )
    if played.is_over and request.step == len(played.steps):
        raise SiegeworksError("The game is over there; play on from an earlier step.")
    await rooms.check_not_in_play(game, played.steps[: request.step])
    return game, [Event(STEP, *step) for step in record.steps[: request.step]]


def seat_plans(game: Game, plans: Sequence[m.SeatPlan]) -> Sequence[m.SeatPlan]:
    """The plans for the seats of a new table, in turn order.

    Raises:
        SiegeworksError: a seat without a plan or with two, a bot without a level, a table without
            people.
    """
    by_seat = {plan.seat: plan for plan in plans}
    if len(by_seat) != len(plans) or set(by_seat) != set(game.seats):
        raise SiegeworksError(f"Say once for each seat who gets it: {', '.join(game.seats)}.")
    if all(plan.who == "bot" for plan in plans):
        raise SiegeworksError("At least one seat must be for a person.")
    if any((plan.who == "bot") != (plan.level > 0) for plan in plans):
        raise SiegeworksError("A bot needs a level from 1 to 8; people have none.")
    return [by_seat[seat] for seat in game.seats]
