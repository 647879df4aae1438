"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Judgement, shipped_network
from siegeworks.core.bits import NONE, count_bits
from siegeworks.core.contract import State, has_left, next_in_game
from siegeworks.core.jit import rule
from siegeworks.games.nobles_and_peasants.evaluation import (
    CLOSE,
    DISCOUNT,
    EARLY,
    EMPTY_SEEN_ONCE,
    EMPTY_SEEN_TWICE,
    FEW,
    IN_HAND,
    IN_HAND_EARLY,
    LATE,
    NEXT_STONE,
    OPEN,
    PEASANT_EARLY,
    USUAL_STONE,
    best_stone,
    seen_by_each,
    stones_left,
    worth,
)
from siegeworks.games.nobles_and_peasants.state import NUM_COLOURS, QUIET_TURNS_A_SEAT

# In points divided by how many points decide the game; those of the best enemy follow.
OWN = (
    "score",
    "pairs of peasants",
    "pairs of peasants, late",
    "empty circles seen",
    "empty circles seen, times filled",
    "empty circles seen twice",
    "empty circles seen twice, times filled",
    "empty circles seen three times",
    "towers in hand",
    "towers in hand, early",
    "places the next stone",
    "the best next stone",
    "the left end",
    "the right end",
    "behind the left end",
    "behind the right end",
    "own peasants in the row",
    "points in the row",
    "empty circles seen alone",
)
FEATURES = (
    *OWN,
    *(f"enemies: {name}" for name in OWN),
    "to act",
    "row step",
    "stones to come",
    "turns without a stone",
)
N = len(OWN)
# What `expected_points` and `evaluate` multiply these numbers with.
WEIGHTS = {
    "score": 1.0,
    "pairs of peasants": 2 * PEASANT_EARLY,
    "pairs of peasants, late": 2 * (1 - PEASANT_EARLY),
    "empty circles seen, times filled": EMPTY_SEEN_ONCE,
    "empty circles seen twice, times filled": EMPTY_SEEN_TWICE,
    "towers in hand": IN_HAND,
    "towers in hand, early": IN_HAND_EARLY,
    "places the next stone": -USUAL_STONE,
    "the best next stone": NEXT_STONE,
}
OWN_BY_HAND = tuple(WEIGHTS.get(name, 0.0) for name in OWN)
BY_HAND = (*OWN_BY_HAND, *(-weight for weight in OWN_BY_HAND), *[0.0] * (len(FEATURES) - 2 * N))


@rule
def write_towers(params: Any, s: State, seat: Any, known: Any, out: Any) -> None:
    """What a seat has and what its towers see; `known` is what `seen_by_each` and `stones_left`
    give."""
    seen, (left, filled) = known
    by_one, by_two, by_three, by_four = seen[seat]
    peasants = s.stones[params.peasant[seat]]
    pairs = count_bits(by_one & peasants) + count_bits(by_two & peasants)
    pairs += count_bits(by_three & peasants) + count_bits(by_four & peasants)
    out[0] = s.score[seat]
    out[1] = pairs
    out[2] = pairs * max(0.0, 1 - left / LATE)
    out[3] = count_bits(by_one & s.empty)
    out[4] = count_bits(by_one & s.empty) * filled
    out[5] = count_bits(by_two & s.empty)
    out[6] = count_bits(by_two & s.empty) * filled * min(1.0, left / FEW)
    out[7] = count_bits(by_three & s.empty)
    out[8] = s.hand[seat]
    out[9] = s.hand[seat] * min(1.0, left / EARLY)
    others = NONE
    for other in range(params.seats):
        if other != seat:
            others |= seen[other][0]
    out[18] = count_bits(by_one & s.empty & ~others)


@rule
def write_row(params: Any, s: State, seat: Any, out: Any) -> None:
    """What the row has for a seat."""
    if s.length > 0:
        out[12] = worth(params, seat, s.row[0])[0]
        out[13] = worth(params, seat, s.row[s.length - 1])[0]
    if s.length > 1:
        out[14] = worth(params, seat, s.row[1])[0]
        out[15] = worth(params, seat, s.row[s.length - 2])[0]
    out[16] = s.in_row[params.peasant[seat]]
    points = 0
    for colour in range(1, NUM_COLOURS):
        points += s.in_row[colour] * params.points[seat, colour]
    out[17] = points / 10


@rule
def write(params: Any, s: State, out: Any) -> Any:
    """FEATURES of all seats in the game."""
    left, filled = stones_left(params, s)
    placing = next_in_game(s, s.to_act + 1, params.seats) if s.row_step else s.to_act
    seen = seen_by_each(params, s)
    scale = 1 / (CLOSE + OPEN * left)
    playing = 0
    for seat in range(params.seats):
        if not has_left(s, seat):
            playing += 1
            write_towers(params, s, seat, (seen, (left, filled)), out[seat])
            write_row(params, s, seat, out[seat])
            if seat == placing and s.length > 0:
                out[seat, 10] = 1
                out[seat, 11] = best_stone(params, s, seat, seen)
            for i in range(N):
                out[seat, i] *= scale
    for seat in range(params.seats):
        for other in range(params.seats):
            if other != seat and not has_left(s, other):
                for i in range(N):
                    out[seat, N + i] += out[other, i] / (playing - 1)
        out[seat, 2 * N] = seat == s.to_act
        out[seat, 2 * N + 1] = s.row_step
        out[seat, 2 * N + 2] = left / 30
        out[seat, 2 * N + 3] = s.quiet_turns / (QUIET_TURNS_A_SEAT * params.seats)
    return DISCOUNT**left


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__), BY_HAND)
