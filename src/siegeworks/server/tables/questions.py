"""What clients ask about their table: nothing changes, and nobody else hears of it.

Each is answered from what the client's seats may know. What takes a moment is worked out elsewhere,
while the room goes on.
"""

from functools import partial

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.records import fields_of
from siegeworks.play.teaching.coach import advice_on, decisions
from siegeworks.server import messages as m
from siegeworks.server.messages.scenes import previews_message
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.storage.group_writer import CHANGED_MEANWHILE
from siegeworks.server.tables import permissions
from siegeworks.server.tables.company.plans import line_of
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_messages import text_of


async def explain(room: Room, connection: Connection, message: m.Explain) -> None:
    """Say whether a token is legal now, and why not."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        if room.live.to_act != seat:
            raise SiegeworksError("It is not your turn.")
        try:
            room.game.text_to_choice(room.table.view(seat), message.text)
        except IllegalStep as error:
            answer = m.Explained(message.id, False, str(error))
        else:
            answer = m.Explained(message.id, True, f"{message.text}: legal.")
        connection.send(text_of(answer))


async def hint(room: Room, connection: Connection, message: m.Hint) -> None:
    """Name the best moves, from what the seat may know."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        permissions.check_hint(room.live, connection, seat)
        await room.host.check_not_in_play(room.game, list(room.table.steps), but=room)
        seen, asked_at = room.table.view(seat), (room.log.version, connection.audience)
    await room.host.preparation.ready(room.game, searching=True)
    suggestions = await room.host.bots.hints(room.game, seen, connection.address, room.id)
    moves = [
        m.HintMove(
            hint.token,
            hint.promise,
            hint.win_probability,
            hint.proven,
            list(hint.line),
            m.ObviousMove(hint.obvious.token, hint.obvious.promise) if hint.obvious else None,
        )
        for hint in suggestions
    ]
    async with room.lock:  # somebody else may be at this screen by now
        if (room.log.version, connection.audience) != asked_at:
            raise SiegeworksError(CHANGED_MEANWHILE)
        connection.send(text_of(m.Hinted(message.id, moves)))


async def observe(room: Room, connection: Connection, message: m.Observe) -> None:
    """Tell what a seat may know, field by field."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        fields = fields_of(room.table.view(seat))
        version, name = room.log.version, room.live.name(seat)
        answer = m.Observed(message.id, version, name, room.game.ruleset, fields)
        connection.send(text_of(answer))


async def coach(room: Room, connection: Connection, message: m.Coach) -> None:
    """Say what matters in the move that a seat is to make."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        permissions.check_coached(room.live, seat)
        if room.live.to_act != seat:
            raise SiegeworksError("It is not your turn.")
        seen, version = decisions(room.table, seat), room.log.version
    work = partial(advice_on, room.game, seen)
    advice = await room.host.loaders.run(connection.address, work, quick=True)
    text = advice.text if advice else ""
    connection.send(text_of(m.Coached(message.id, version, text)))


async def review(room: Room, connection: Connection, message: m.Review) -> None:
    """Say whether a seat's last move was poor, from what the seat knew when it moved."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        permissions.check_coached(room.live, seat)
        await room.host.check_not_in_play(room.game, list(room.table.steps), but=room)
        index = permissions.last_own_step(room.table, seat)
        step, seen = room.table.steps[index], room.table.view(seat, index)
        action = room.table.choices[index]
    await room.host.preparation.ready(room.game, searching=True)
    review = await room.host.bots.review(room.game, seen, action, connection.address, room.id)
    async with room.lock:
        if room.table.steps[index : index + 1] != [step]:
            raise SiegeworksError(CHANGED_MEANWHILE)
        better, why = (review.better, review.why) if review else ("", "")
        connection.send(text_of(m.Reviewed(message.id, index, better, why)))


async def preview(room: Room, connection: Connection, message: m.Preview) -> None:
    """Say what the moves of a seat would do, from what it sees."""
    async with room.lock:
        seat = permissions.seat_in_view(room.live, connection, message.seat)
        permissions.check_ready(room.live)
        permissions.check_version(room.live, message.version)
        if room.live.to_act != seat:
            raise SiegeworksError("It is not your turn.")
        seen, version = room.table.view(seat), room.log.version
    async with room.previewing:  # who asks at the same time waits for the answer to the first
        known, effects = room.previews
        if known != version:
            work = partial(previews_message, room.game, seen)
            effects = await room.host.loaders.run(connection.address, work, quick=True)
            room.previews = version, effects
    connection.send(text_of(m.Previewed(message.id, version, effects)))


async def look_back(room: Room, connection: Connection, message: m.LookBack) -> None:
    """Show an earlier position, as the audience of this connection may know it."""
    async with room.lock:
        views = room.views
        if not connection.seats and room.broadcast.is_needed:
            room.broadcast.follow()
            views = room.broadcast.views
        seen = views.position(connection.audience, message.turns)
        if seen is None:
            raise SiegeworksError("There is no such position; moves may have been undone.")
        turn = message.turns - 1
        steps = views.steps_of_turn(connection.audience, turn) if turn >= 0 else []
    work = partial(views.encoder.draw_with_reaches, seen)
    scene = await room.host.loaders.run(connection.address, work, quick=True)
    connection.send(text_of(m.EarlierPosition(message.id, message.turns, scene, steps)))


async def imagine(room: Room, connection: Connection, message: m.Imagine) -> None:
    """Show how the table looks after some steps, where a seat can plan them."""
    async with room.lock:
        seat = permissions.seat_of(room.live, connection, message.seat)
        permissions.check_ready(room.live)
        permissions.check_version(room.live, message.version)
        table, _ = line_of(room.live, seat, message.tokens)
        views, end = AudienceViews(table, room.views.encoder), len(table.steps)
        to_act = room.game.actor(table.state)
        connection.send(
            text_of(
                m.Imagined(
                    message.id,
                    views.encoder.draw_with_reaches(views.observation(SPECTATOR, end)),
                    views.changed_since(SPECTATOR, max(0, end - 1), end),
                    views.steps(SPECTATOR, 0),
                    None if table.over else to_act,
                    [] if table.over else room.game.legal_texts(table.state),
                )
            )
        )
