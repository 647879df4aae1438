"""What a seat can do to a table. Each function tries it on the log and returns the new events; what
is refused leaves the log as it was."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.play.table import TABLE
from siegeworks.server import messages as m
from siegeworks.server.storage.event_log import (
    ANSWER,
    NO,
    OFFER,
    REMATCH,
    STEP,
    TAKEBACK,
    UNDO,
    VACATION,
    YES,
    Event,
    OpenedRematch,
)
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.permissions import check_version, must_agree_to_undo


class Requester(NamedTuple):
    """Who asks for a change."""

    seat: Seat
    own: frozenset[Seat]  # all seats of the same person or screen: they need not be asked
    request: str  # under which the change is stored, so that it counts once


def act(live: LiveTable, by: Requester, message: m.Act) -> list[Event]:
    """Take a step; chance follows."""
    check_version(live, message.version)
    event = Event(STEP, live.name(by.seat), message.token, by.request)
    return [live.log.add(event), *deal(live)]


def undo(live: LiveTable, by: Requester, message: m.Undo) -> list[Event]:
    """Undo the seat's last action, if nobody else has to agree."""
    check_version(live, message.version)
    people = must_agree_to_undo(live, by.own)
    if people:
        raise SiegeworksError(f"Ask first: {' and '.join(people)} must agree before you undo.")
    return [live.log.add(Event(UNDO, live.name(by.seat), "", by.request))]


def vacation(live: LiveTable, by: Requester, message: m.Vacation) -> list[Event]:
    """Go away for some days, or come back."""
    return [live.log.add(Event(VACATION, live.name(by.seat), str(message.days), by.request))]


def resign(live: LiveTable, by: Requester, message: m.Resign) -> list[Event]:
    """Resign; chance follows."""
    event = Event(STEP, TABLE, f"resign={live.name(by.seat)}", by.request)
    return [live.log.add(event), *deal(live)]


def offer(live: LiveTable, by: Requester, message: m.OfferAgreement) -> list[Event]:
    """Offer something to all seats. Bots answer at once; so do the requester's other seats when it
    asks to undo."""
    people, is_takeback = must_agree_to_undo(live, by.own), message.what == TAKEBACK
    if is_takeback and not people:
        raise SiegeworksError("Nobody has to agree: use undo.")
    events = [live.log.add(Event(OFFER, live.name(by.seat), message.what, by.request))]
    for row in live.seats:
        pending = live.log.offer
        if pending is None or live.name(row.seat) not in pending.waiting_for:
            continue
        if is_takeback and live.name(row.seat) not in people:
            events += _answer(live, row.seat, True, None)
        elif row.who == "bot":  # it plays on, unless it wins by stopping
            rng = new_rng(secrets.randbits(64))
            agrees = message.what == "agree" and live.table.wins_by_agreement(row.seat, rng)
            events += _answer(live, row.seat, agrees, None)
    return events


def answer(live: LiveTable, by: Requester, message: m.AnswerOffer) -> list[Event]:
    """Answer the offer that is open."""
    if live.log.offer is None or live.log.offer.version != message.offer:
        raise SiegeworksError("This offer is no longer open.")
    return _answer(live, by.seat, message.agrees, by.request)


def rematch(
    live: LiveTable, by: Requester, message: m.OfferRematch, *, seats: Sequence[Seat]
) -> list[Event]:
    """Invite the other people who have played: to these seats of a table opened for a rematch."""
    others = {live.name(seat) for seat in live.people() - by.own}
    invited = [invitation.to for invitation in message.invitations]
    if len({*invited}) < len(invited) or not others.issuperset(invited):
        raise SiegeworksError("Invite each of the other people at this table once.")
    opened = OpenedRematch(
        live.name(by.seat), message.table, dict(zip(invited, seats, strict=True))
    )
    return [live.log.add(Event(REMATCH, opened.by, opened.token, by.request))]


def deal(live: LiveTable) -> list[Event]:
    """Let chance act until a seat is to act: by the table's secret, or else by the system's random
    generator."""
    return live.log.deal(new_rng(secrets.randbits(64)))


def _answer(live: LiveTable, seat: Seat, agrees: bool, request: str | None) -> list[Event]:
    """A seat says yes or no; after the last yes, what was offered is done."""
    events = [live.log.add(Event(ANSWER, live.name(seat), YES if agrees else NO, request))]
    pending = live.log.offer
    if pending is not None and not pending.waiting_for:
        is_takeback = pending.what == TAKEBACK
        done = Event(UNDO, pending.by) if is_takeback else Event(STEP, TABLE, pending.what)
        events.append(live.log.add(done))
    return events
