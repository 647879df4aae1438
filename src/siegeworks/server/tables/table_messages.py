"""The messages that clients at a table get."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from siegeworks.bots import LEVELS
from siegeworks.core.contract import Seat
from siegeworks.play.summary import ending
from siegeworks.server import messages as m
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.storage.event_log import OpenedRematch
from siegeworks.server.storage.rows import SeatRow
from siegeworks.server.tables.clocks import clock_times
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable

ONLY_BOTS = "Only bots are left in this game, and they don't play on without people."

encode = msgspec.json.Encoder().encode


def text_of(message: m.ServerMessage) -> str:
    """A message as it is sent."""
    return encode(message).decode()


class OwnPart(NamedTuple):
    """What of a view is for one connection alone."""

    audience: Seat
    acts: Seat | None = None  # its seat to act, if the connection may see that seat's moves
    undo: str | None = None  # its seat whose last action can be undone
    undo_asks: tuple[str, ...] = ()  # the seats that must agree to that
    # Its seats that are invited to a rematch; None: it is told of none.
    invited: tuple[str, ...] | None = None


def seat_infos(
    names: Sequence[str], rows: Iterable[SeatRow], here: Collection[Seat] = ()
) -> list[m.SeatInfo]:
    """Who has which seat, for everybody to see, and whose players are here. `names` are those of
    all seats, in turn order."""
    return [
        m.SeatInfo(
            seat=names[row.seat],
            who=row.who,
            name=LEVELS[row.level - 1].name if row.who == "bot" else row.name,
            level=row.level,
            color=row.color,
            connected=row.seat in here or row.who == "bot",
            is_bot=row.who == "bot" or bool(row.is_bot),
        )
        for row in rows
    ]


def welcome(
    live: LiveTable, views: AudienceViews, seats: Collection[Seat], behind: int = 0
) -> m.Welcome:
    """What no longer changes, for a connection with these seats, or for a spectator who is so many
    turns behind."""
    game = live.game
    return m.Welcome(
        table=live.id,
        game=game.name,
        title=game.title,
        options=dict(game.changed_options),
        seats=list(game.seats),
        yours=[game.seats[seat] for seat in sorted(seats)],
        secrets=game.has_secrets,
        agreement=game.rules.agree is not None,
        board=views.encoder.board,
        map_rows=live.row.map_rows,
        commitment=live.log.commitment,
        clock=clock_times(live.row.clock),
        behind=behind,
        rated=live.is_rated,
        may_add=any(live.log.lacks_entropy(game.seats[seat]) for seat in seats),
    )


def view(
    live: LiveTable, views: AudienceViews, connection: Connection, own: OwnPart, trouble: str
) -> m.View:
    """Everything that a connection may know of the table now."""
    table, log, audience = live.table, live.log, own.audience
    names, end, undone = live.game.seats, len(table.steps), log.undone
    kept = log.steps_kept_since(connection.version)
    start = views.resend_from(kept)
    is_same = connection.shown_to == views.resolve(audience)
    turn = views.turn_to_resend(kept) if is_same else 0
    return m.View(
        version=log.version,
        seat=names[audience] if audience >= 0 else None,
        steps_from=start,
        steps=views.steps(audience, start),
        history_from=turn,
        history=views.history(audience, turn),
        changed=views.changed(audience),
        scene=views.scene(audience, end),
        to_act=names[live.to_act] if live.is_ready and live.to_act >= 0 else None,
        step_updates=views.step_updates(connection.shown_to, views.resolve(audience), start),
        legal=[] if own.acts is None else views.legal(own.acts),
        undo=own.undo,
        undo_asks=list(own.undo_asks),
        offer=log.offer,
        declined_by=log.declined_by,
        declined_offer=log.declined_offer,
        taken_back=m.TakenBack(undone.by, undone.tokens[audience]) if undone else None,
        may_agree=live.is_ready and views.may_agree(audience),
        result=table.result,
        ending=ending(table) if table.over else "",
        trouble=trouble or (ONLY_BOTS if live.is_left_to_bots else ""),
        missing=[names[seat] for seat in live.missing] if live.is_full else [],
        rematch=_rematch(log.rematch, own.invited),
    )


def _rematch(opened: OpenedRematch | None, invited: Sequence[str] | None) -> m.Rematch | None:
    if opened is None or invited is None:
        return None
    return m.Rematch(opened.by, opened.table, list(invited))
