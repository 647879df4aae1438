"""A table's log made again from its events, without playing what was taken back at once.

People try a move and take it back, again and again. The events of that stay in the log, but to
play them once more when the table is loaded would cost as much as they did. A block of steps that
ends in the undo that took them back changes nothing that a later step does not change as well, so
it is counted and passed over: loading costs as much as the steps that stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from siegeworks.core.game import Game
from siegeworks.play.table import TABLE
from siegeworks.server.log import ANSWER, NO, OFFER, STEP, UNDO, YES, Event, Log


def restored(game: Game, events: Sequence[Event]) -> Log:
    """The log that these events make; the same as if each had been added.

    Raises:
        SiegeworksError: one of them could not have happened.
    """
    log, passed_over = Log(game), taken_back_at_once(events)
    log.is_restoring = True  # whatever the limits are now, this has happened
    for index, event in enumerate(events):
        if index in passed_over:
            log.pass_over(event, passed_over[index])
        else:
            log.add(event)
    log.is_restoring = False
    return log


def taken_back_at_once(events: Sequence[Event]) -> dict[int, int]:
    """The events that need not be played: blocks of steps, each ending with the undo that takes
    exactly these back; with how many steps there were after each.

    A block is played all the same where an offer stands, which its steps may have answered, and
    where no later step of a seat settles what the page tells of the last undo.
    """
    last = max((i for i, e in enumerate(events) if e.kind == STEP and _is_seat(e)), default=0)
    found: dict[int, int] = {}
    steps: list[int] = []  # the events of the steps that stand
    since = 0  # no event before this one can be in a block: there was something else
    offer = _Offers()
    for index, event in enumerate(events):
        if event.kind == STEP:
            steps.append(index)
        elif event.kind == UNDO:
            first = _taken_back_by(events, steps, event.actor)
            block = steps[first:]
            del steps[first:]
            is_block = index < last and block and block[0] >= since
            if is_block and not offer.matters(event.actor, block[0], first):
                for number, step in enumerate(block, first + 1):
                    found[step] = number
                found[index] = first
            else:
                since = index
        else:
            since = index
        offer.note(index, event, len(steps))
    return found


def _is_seat(event: Event) -> bool:
    return event.actor not in ("chance", TABLE)


def _taken_back_by(events: Sequence[Event], steps: Sequence[int], actor: str) -> int:
    """How many steps remain when this seat's last one is taken back; all, if it has none, and
    whoever adds the event is told."""
    for number in reversed(range(len(steps))):
        if events[steps[number]].actor == actor:
            return number
    return len(steps)


class _Offers:
    """Whether a block has to do with offers: rather yes than no."""

    def __init__(self) -> None:
        self._made: dict[str, set[int]] = {}  # by whom, after how many steps
        self._by: set[str] | None = None  # who made it or said yes; None: there is none
        self._ended = -1  # the event that ended the last one

    def note(self, index: int, event: Event, steps: int) -> None:
        """One event more, after which there are so many steps."""
        if event.kind == UNDO:
            self._made = {by: {min(n, steps) for n in made} for by, made in self._made.items()}
        if event.kind == OFFER:
            self._by = {event.actor}
            self._made.setdefault(event.actor, set()).add(steps)
        elif self._by is None:
            return
        elif event.kind == ANSWER and event.token == YES:
            self._by.add(event.actor)
        elif (
            event.kind == UNDO
            or (event.kind == ANSWER and event.token == NO)
            or (event.kind == STEP and event.actor != "chance" and event.actor not in self._by)
        ):
            self._by, self._ended = None, index

    def matters(self, actor: str, index: int, steps: int) -> bool:
        """Did an offer stand at this event or since, or had this seat made one when there were as
        many steps as now?"""
        stood = self._by is not None or self._ended >= index
        return stood or steps in self._made.get(actor, ())
