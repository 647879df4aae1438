"""How a game went: each seat's chance to win after every turn, by the search that gives hints

A position is searched with everything revealed (`Game.open_view`): all that is hidden during a game
is known once it is over, and one seat's knowledge would make the curve jump from turn to turn. So
it says who stood better, not what anybody could have known then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import TERMINAL, Seat
from siegeworks.core.random import new_rng
from siegeworks.play.history import Turns
from siegeworks.play.table import Table


class AnalysedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position and what it was worth."""

    turns: int  # so many were over
    seat: str | None  # that was to act; None: the game was over
    chances: list[float | None]  # of the seats to win; None: not known here, of more than two seats


def turns_to_analyse(turns: int, most: int) -> list[int]:
    """After how many of `turns` turns to look: all, or so many of them at equal distances; the
    first and the last position are always there."""
    if turns < most:
        return list(range(turns + 1))
    return [round(i * turns / (most - 1)) for i in range(most)]


def analyse(
    table: Table, after: Sequence[int], simulations: int, seed: int = 0
) -> Iterator[AnalysedPosition]:
    """Search positions of a game, one after another.

    Where chance is to act after a turn, the position after it is searched: the dice lie there. The
    search says how good a position is for the seat to act. Of two seats the other has the rest; of
    more, the others are not known there. A win shared by k seats counts as 1/k.

    Args:
        table: of a game that may be revealed.
        after: how many turns were over in each position.
        simulations: for each position.
        seed: of the search; the same seed gives the same chances.
    """
    game, turns = table.game, Turns(table)
    turns.update()
    bot = SearchBot(game, new_rng(seed), Budget(simulations=simulations))
    for number in after:
        index = turns.end(number - 1) if number else 0
        while table.states[index].to_act < 0 and index < len(table.steps):
            index += 1
        state = table.states[index]
        seat = int(state.to_act)
        if seat < 0:
            yield AnalysedPosition(number, None, _shares(table, index))
        else:
            best = bot.search(game.open_view(state))[0].win_probability
            chances = _chances(len(game.seats), seat, round(best, 4))
            yield AnalysedPosition(number, game.seats[seat], chances)


def _shares(table: Table, index: int) -> list[float | None]:
    """What each seat has of the win; nothing is known if the game is not over."""
    state, seats = table.states[index], range(len(table.game.seats))
    if state.to_act != TERMINAL:
        return [None for _ in seats]
    return [float(win_share(int(state.winners), seat)) for seat in seats]


def _chances(seats: int, seat: Seat, chance: float) -> list[float | None]:
    rest = round(1 - chance, 4) if seats == 2 else None
    return [chance if one == seat else rest for one in range(seats)]
