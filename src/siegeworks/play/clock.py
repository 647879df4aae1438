"""Clocks: how long each seat may think. All times are whole milliseconds.

A clock is a fold: what is left follows from its settings and from what was spent, one move after
the other. It never asks what time it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError

SECOND = 1000
DAY = 86_400 * SECOND
SHORTEST = 5 * SECOND  # that a seat must have for its first move
LONGEST = 60 * DAY
SLOW = 3600 * SECOND  # for each move, from which a game is played by correspondence
VACATION_DAYS = 21  # that a seat may take in a year
YEAR = 365 * DAY
SETUP_MOVES = 4  # so much of the time for a move has a seat that lays out its pieces
LAG = SECOND  # at most, of what is not charged for a move because messages take time
SHOWING = 2 * SECOND  # the same, for each step that others took before …
MOST_SHOWN = 6  # … up to so many
MINUTE = 60 * SECOND
MOVES_A_MINUTE = 2  # of all seats together, in a game without a clock

Pace = Literal["quick", "calm", "days"]


class ClockSettings(NamedTuple):
    """The time of every seat. Per move: only `per_move`. Fischer: `reserve` and `increment`. By
    correspondence: days `per_move`, with a `reserve` for when they are used up."""

    reserve: int = 0  # for the whole game
    increment: int = 0  # added to the reserve after each move
    per_move: int = 0  # for each move, before the reserve is touched; what is left of it is lost

    def check(self) -> None:
        """Raise SiegeworksError for times that nobody could play with."""
        if min(self) < 0 or max(self) > LONGEST:
            raise SiegeworksError(f"A clock has times from 0 to {LONGEST // DAY} days.")
        if self.reserve + self.per_move < SHORTEST:
            raise SiegeworksError(
                f"A clock must leave at least {SHORTEST // SECOND} seconds for the first move: "
                "give more time per move, or for the whole game."
            )

    @property
    def text(self) -> str:
        """The settings as they are stored."""
        return " ".join(map(str, self))

    @classmethod
    def parse(cls, text: str) -> ClockSettings | None:
        """The settings that were stored; None for an empty text: no clock."""
        return cls(*map(int, text.split())) if text else None


def pace_of(settings: ClockSettings, minutes: tuple[int, int], seats: int) -> Pace:
    """How fast a game with this clock is played: games of one pace are alike for ratings.

    Quick: all seats together have at most as much time as lies in the middle between a short and a
    long game without a clock (`minutes`). Days: an hour or more for each move."""
    if settings.per_move >= SLOW:
        return "days"
    moves = MOVES_A_MINUTE * minutes[1]
    all_time = seats * settings.reserve + moves * (settings.increment + settings.per_move)
    return "quick" if 2 * all_time <= sum(minutes) * MINUTE else "calm"


class PassedOn(NamedTuple):
    """A seat has moved, and another is to act."""

    steps: int  # of the game then
    seat: Seat  # that has moved
    unused: int  # of its time for that move


class Clock:
    """What each seat has left. It runs for one seat at a time: the one to act."""

    def __init__(self, settings: ClockSettings, seats: int) -> None:
        """Not started: nobody's time runs."""
        self.settings = settings
        self.reserves = [settings.reserve] * seats
        self.running: Seat | None = None
        self.unused = 0  # of the time for the move of the seat that is running
        self.since: int | None = None  # up to when everything is counted; None: not started
        self._passed: list[PassedOn] = []  # what undoing takes back

    @property
    def is_running(self) -> bool:
        """Does somebody's time run?"""
        return self.running is not None and self.since is not None

    def left(self, seat: Seat) -> int:
        """What a seat has left, as of `since`; if it is not running, for a move."""
        unused = self.unused if seat == self.running else self.settings.per_move
        return unused + self.reserves[seat]

    def left_then(self, seat: Seat, is_setup: bool) -> int:
        """What a seat that is not running has when it is to act next; `is_setup`: do the seats lay
        out their pieces, one after the other?"""
        lays_out = is_setup and all(turn.seat != seat for turn in self._passed)
        return self.settings.per_move * (SETUP_MOVES if lays_out else 1) + self.reserves[seat]

    def start(self, at: int) -> None:
        """From now on time counts. `run` says whose."""
        self.since = at

    def spend(self, at: int, spent: int) -> None:
        """Something ended or interrupted the thinking of the seat that is running, at this time in
        milliseconds since 1970; `spent` is what it is charged for thinking since `since`."""
        if self.since is None:
            return
        self.since = max(self.since, at)
        if self.running is not None:
            over = max(0, spent - self.unused)
            self.unused -= spent - over
            self.reserves[self.running] = max(0, self.reserves[self.running] - over)

    def run(self, seat: Seat | None, steps: int, begins: bool, is_setup: bool = False) -> None:
        """From now on this seat is to act, after this many steps of the game; None: nobody, it is
        over. `begins`: a turn begins, perhaps another one of the same seat; `is_setup`: it lays out
        its pieces."""
        if self.since is None or (seat == self.running and not begins):
            return
        if self.running is not None:
            self._passed.append(PassedOn(steps, self.running, self.unused))
            self.reserves[self.running] += self.settings.increment
        self.running = seat
        self.unused = self.settings.per_move * (SETUP_MOVES if is_setup else 1)

    def undo(self, steps: int) -> None:
        """Steps are undone: the seat that is to act again has what it had when it moved, less
        what has been spent since."""
        while self._passed and self._passed[-1].steps > steps:
            _, self.running, self.unused = self._passed.pop()
            self.reserves[self.running] -= self.settings.increment
            self.reserves[self.running] = max(0, self.reserves[self.running])


class Period(NamedTuple):
    """A time in which moves could be made, since somebody was there to take them."""

    start: int
    end: int


def served(periods: Iterable[Period], start: int, end: int) -> int:
    """How much of the time from `start` to `end` lies in one of these periods, which do not
    overlap."""
    return sum(max(0, min(end, period.end) - max(start, period.start)) for period in periods)


@dataclass
class Vacations:
    """When each seat was or is away: then its time does not run."""

    away: list[list[Period]]  # of each seat, in order

    @classmethod
    def none(cls, seats: int) -> Vacations:
        """Nobody has been away."""
        return cls([[] for _ in range(seats)])

    def take(self, seat: Seat, at: int, days: int) -> None:
        """A seat goes away for so many days, instead of what it had taken before. Raises
        SiegeworksError if it has not so many left."""
        past = [Period(start, min(end, at)) for start, end in self.away[seat]]
        if days > self._days_left(past, at):
            raise SiegeworksError(
                f"You have {self._days_left(past, at)} days of vacation left in this game; a seat "
                f"may take {VACATION_DAYS} in a year."
            )
        self.away[seat] = [*past, Period(at, at + days * DAY)]

    def end(self, seat: Seat, at: int) -> None:
        """A seat has come back."""
        self.away[seat] = [
            Period(start, max(start, min(end, at))) for start, end in self.away[seat]
        ]

    def until(self, seat: Seat, at: int) -> int | None:
        """When a seat that is away comes back; None: it is there."""
        return next((end for start, end in self.away[seat] if start <= at < end), None)

    def days_left(self, seat: Seat, at: int) -> int:
        """How many days a seat may still take. Of its vacations together, only full days count:
        who comes back at once has lost none."""
        return self._days_left(self.away[seat], at)

    def _days_left(self, away: Iterable[Period], at: int) -> int:
        vacation = served(away, at - YEAR, at + LONGEST)
        return max(0, VACATION_DAYS - vacation // DAY)

    def present(self, seat: Seat, start: int, end: int) -> list[Period]:
        """The parts of this time in which a seat was there."""
        parts, since = [], start
        for gone, back in self.away[seat]:
            parts.append(Period(since, min(max(gone, since), end)))
            since = min(max(back, since), end)
        return [part for part in (*parts, Period(since, end)) if part.end > part.start]

    def postponed(self, seat: Seat, start: int, at: int) -> int:
        """When a time is over that ends at `at` if the seat is there from `start` on."""
        for gone, back in self.away[seat]:
            if back > start and gone < at:
                at += back - max(gone, start)
        return at


def allowance(shown: int) -> int:
    """How much of a move's time is not charged at most, if the seat's client says that it has not
    been used for thinking; this many steps of others were to be shown to it first."""
    return LAG + SHOWING * min(shown, MOST_SHOWN)


def charged(elapsed: int, claimed: int | None, allowed: int) -> int:
    """What a seat is charged for a move: the time `elapsed` since its turn to act began, or what
    its client says that it took (`claimed`; None: it does not say), which may be at most `allowed`
    less."""
    if claimed is None:
        return elapsed
    return max(0, elapsed - allowed, min(elapsed, claimed))
