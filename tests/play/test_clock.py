"""Clocks: what is left follows from what was spent, and nothing else."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import (
    LONGEST,
    SETUP_MOVES,
    Clock,
    ClockSettings,
    Period,
    allowance,
    charged,
    served,
)

SEATS = 3
FISCHER = ClockSettings(reserve=60_000, increment=5_000)
PER_MOVE = ClockSettings(per_move=30_000)
DAYS = ClockSettings(reserve=100_000, per_move=30_000)


class Ply(NamedTuple):
    """Something that happens at a table with a clock."""

    used: int  # by the seat to act, since the last ply
    is_undone: bool  # the last move is taken back; else the seat moves
    next: int  # the seat to act then, if it moves


settings = st.builds(
    ClockSettings,
    reserve=st.integers(5_000, 100_000),
    increment=st.integers(0, 9_000),
    per_move=st.integers(0, 50_000),
)
plies = st.lists(st.builds(Ply, st.integers(0, 20_000), st.booleans(), st.integers(0, SEATS - 1)))


def played(clock: Clock, game: list[Ply], at: int = 1_000) -> list[list[int]]:
    """What each seat has after each ply."""
    clock.start(at)
    clock.run(0, 0, begins=True)
    seen = [[clock.left(seat) for seat in range(SEATS)]]
    steps = 0
    for ply in game:
        at += ply.used
        clock.spend(at, ply.used)
        if ply.is_undone and steps:
            steps -= 1
            clock.undo(steps)
        else:
            steps += 1
            clock.run(ply.next, steps, begins=True)
        seen.append([clock.left(seat) for seat in range(SEATS)])
    return seen


@given(settings, plies)
def test_no_clock_rises_without_its_increment(times: ClockSettings, game: list[Ply]) -> None:
    clock = Clock(times, SEATS)
    reserves = list(clock.reserves)
    clock.start(0)
    clock.run(0, 0, begins=True)
    for number, ply in enumerate(game, 1):
        mover, unused = clock.running, clock.unused
        clock.spend(number, ply.used)
        assert clock.unused <= unused
        clock.run(ply.next, number, begins=True)
        for seat in range(SEATS):
            most = times.increment if seat == mover else 0
            assert 0 <= clock.reserves[seat] <= reserves[seat] + most
        reserves = list(clock.reserves)


@given(settings, plies)
def test_moving_and_undoing_gives_no_time(times: ClockSettings, game: list[Ply]) -> None:
    clock = Clock(times, SEATS)
    played(clock, game)
    before, mover, steps = clock.left(clock.running or 0), clock.running, len(game) + 1
    clock.run((0 if mover is None else mover + 1) % SEATS, steps, begins=True)
    clock.undo(steps - 1)
    assert clock.running == mover
    assert clock.left(mover or 0) == before


@given(settings, plies, st.integers(0, 50))
def test_a_fold_of_the_same_moments_is_the_same_after_a_restart(
    times: ClockSettings, game: list[Ply], cut: int
) -> None:
    whole = played(Clock(times, SEATS), game)
    assert played(Clock(times, SEATS), game[:cut]) == whole[: len(game[:cut]) + 1]
    assert played(Clock(ClockSettings.parse(times.text) or times, SEATS), game) == whole


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.none() | st.integers(0, 10**6))),
    st.integers(0, 20),
)
def test_thinking_times_add_up_to_the_wall_time_within_the_compensation(
    turns: list[tuple[int, int | None]], shown: int
) -> None:
    allowed = allowance(shown)
    wall = sum(elapsed for elapsed, _ in turns)
    used = sum(charged(elapsed, claimed, allowed) for elapsed, claimed in turns)
    assert wall - allowed * len(turns) <= used <= wall


def test_nobody_thinks_longer_than_the_time_that_passed() -> None:
    assert charged(2_000, 99_000, 1_000) == 2_000
    assert charged(2_000, 0, 1_000) == 1_000
    assert charged(500, 0, 1_000) == 0


def test_only_the_time_in_which_moves_could_be_made_is_served() -> None:
    periods = [Period(0, 100), Period(150, 200), Period(300, 400)]
    assert served(periods, 50, 350) == 50 + 50 + 50
    assert served(periods, 100, 150) == 0


def test_fischer_adds_the_increment_after_each_move() -> None:
    clock = Clock(FISCHER, 2)
    clock.start(0)
    clock.run(0, 0, begins=True)
    clock.spend(7_000, 7_000)
    clock.run(1, 1, begins=True)
    assert (clock.left(0), clock.left(1)) == (58_000, 60_000)


def test_steps_of_one_move_share_its_time() -> None:
    clock = Clock(PER_MOVE, 2)
    clock.start(0)
    clock.run(0, 0, begins=True)
    for step in (1, 2):
        clock.spend(step, 10_000)
        clock.run(0, step, begins=False)
    assert clock.left(0) == 10_000
    clock.run(0, 3, begins=True)  # the others are out: its next turn
    assert clock.left(0) == 30_000


def test_the_reserve_is_touched_when_the_time_for_the_move_is_used_up() -> None:
    clock = Clock(DAYS, 2)
    clock.start(0)
    clock.run(0, 0, begins=True)
    clock.spend(0, 20_000)
    assert (clock.unused, clock.reserves) == (10_000, [100_000, 100_000])
    clock.spend(0, 30_000)
    assert (clock.unused, clock.reserves) == (0, [80_000, 100_000])


def test_laying_out_the_pieces_takes_the_time_of_several_moves() -> None:
    clock = Clock(PER_MOVE, 2)
    clock.start(0)
    for seat in (0, 1):
        assert clock.left_then(seat, is_setup=True) == SETUP_MOVES * 30_000
        clock.run(seat, seat, begins=False, is_setup=True)
        assert clock.left(seat) == SETUP_MOVES * 30_000
    assert clock.left_then(0, is_setup=True) == 30_000  # it has laid them out
    assert clock.left_then(1, is_setup=False) == 30_000


def test_before_it_is_started_a_clock_counts_nothing() -> None:
    clock = Clock(FISCHER, 2)
    clock.run(0, 0, begins=True)
    clock.spend(9_000, 9_000)
    assert not clock.is_running
    assert clock.left(0) == 60_000


@pytest.mark.parametrize(
    "times", [ClockSettings(increment=9_000), ClockSettings(-1), ClockSettings(LONGEST + 1)]
)
def test_times_that_nobody_could_play_with_are_refused(times: ClockSettings) -> None:
    with pytest.raises(SiegeworksError, match="A clock"):
        times.check()
