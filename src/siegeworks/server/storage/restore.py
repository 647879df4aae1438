"""A table's log restored from its events, without playing steps that were undone at once.

People try a move and undo it, again and again. These events stay in the log, but playing them again
when the table is loaded would cost as much as it did the first time. A block of steps that ends in
the undo of exactly these steps changes nothing that a later step does not change as well, so it is
counted and skipped: loading costs as much as the steps that remain.
"""

from collections.abc import Sequence

from siegeworks.core.game import Game
from siegeworks.play.clock import ClockSettings
from siegeworks.play.table import TABLE, Step
from siegeworks.server.storage.event_log import ANSWER, NO, OFFER, STEP, UNDO, YES, Event, EventLog


def restore(game: Game, events: Sequence[Event], clock: ClockSettings | None = None) -> EventLog:
    """The log that these events make; the same as if each had been added. A clock follows all of
    them.

    Raises:
        SiegeworksError: one of them could not have happened.
    """
    log = EventLog(game, settings=clock)
    skipped = {} if clock else skippable_events(events)
    for index, event in enumerate(events):
        if index in skipped:
            log.skip(event, skipped[index])
        else:
            log.add_stored(event)
    return log


def kept_steps(events: Sequence[Event]) -> list[Step]:
    """The steps that remain when all these events are played."""
    kept: list[int] = []
    for index, event in enumerate(events):
        if event.kind == STEP:
            kept.append(index)
        elif event.kind == UNDO:
            del kept[_undone_from(events, kept, event.actor) :]
    return [Step(events[index].actor, events[index].token) for index in kept]


def skippable_events(events: Sequence[Event]) -> dict[int, int]:
    """The events that need not be played: blocks of steps, each ending with the undo of exactly
    these steps; by index, with how many steps there were after each.

    A block is played all the same if an offer was open, which its steps may have answered, or if no
    later step of a seat settles what clients are told of the last undo.
    """
    others = "chance", TABLE
    of_seats = (i for i, e in enumerate(events) if e.kind == STEP and e.actor not in others)
    last = max(of_seats, default=0)
    numbers: dict[int, int] = {}
    steps: list[int] = []  # the events of the steps that remain
    since = 0  # a block must begin here or later
    offers = _Offers()
    for index, event in enumerate(events):
        if event.kind == STEP:
            steps.append(index)
        elif event.kind == UNDO:
            first = _undone_from(events, steps, event.actor)
            block = steps[first:]
            del steps[first:]
            is_block = index < last and block and block[0] >= since
            if is_block and not offers.matter(event.actor, block[0], first):
                for number, step in enumerate(block, first + 1):
                    numbers[step] = number
                numbers[index] = first
            else:
                since = index
        else:
            since = index
        offers.add(index, event, len(steps))
    return numbers


def _undone_from(events: Sequence[Event], steps: Sequence[int], actor: str) -> int:
    """How many steps remain when this seat's last one is undone; all, if it has none: then adding
    the event fails."""
    for number in reversed(range(len(steps))):
        if events[steps[number]].actor == actor:
            return number
    return len(steps)


class _Offers:
    """Whether offers may matter to a block: if in doubt, yes."""

    def __init__(self) -> None:
        self._made: dict[str, set[int]] = {}  # by whom, after how many steps
        self._by: set[str] | None = None  # who made the open one or agreed; None: none is open
        self._ended = -1  # the event that closed the last one

    def add(self, index: int, event: Event, steps: int) -> None:
        """Follow one more event, after which there are this many steps."""
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

    def matter(self, actor: str, index: int, steps: int) -> bool:
        """Was an offer open at this event or since, or had this seat made one when there were as
        many steps as now?"""
        was_open = self._by is not None or self._ended >= index
        return was_open or steps in self._made.get(actor, ())
