"""How good a position looks to a search. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, count_bits, highest_bit, lowest_bit, without_lowest
from siegeworks.core.contract import has_left, next_in_game
from siegeworks.core.jit import rule
from siegeworks.games.nobles_and_peasants.state import (
    BLUE,
    KEEP,
    LEFT_TO,
    NUM_COLOURS,
    NUM_DIRECTIONS,
    QUIET_TURNS_A_SEAT,
    RIGHT_TO,
)

# What things are worth, in points at the end. Fitted by a conditional logit on who won 477 games of
# 2 and 4 seats that the search played against itself with rougher numbers; then rounded.
PEASANT_EARLY = 0.6  # of a point of the last score that would be counted now; all of it at the end
EMPTY_SEEN_ONCE = 0.9  # an empty circle that a tower of the seat sees
EMPTY_SEEN_TWICE = 1.4  # and a second one
IN_HAND, IN_HAND_EARLY = 1.0, 6.0  # a tower in the hand; more while there is much to come
NEXT_STONE = 0.55  # part of what the next stone can bring
USUAL_STONE = 0.7  # minus what it brings anyway
# The lead in points that makes the odds e : 1, at the end, and more for each stone still to come.
CLOSE, OPEN = 1.4, 0.35
LATE, EARLY = 10.0, 24.0  # stones to come: when the last score begins to count; nearly all
FEW = 6.0  # stones to come when a second tower on a circle begins to pay less
# A win counts for less the longer it takes; otherwise a seat sure to win only moves its towers.
DISCOUNT = 0.99  # a stone still to come


@rule
def evaluate(params: Any, s: Any, win_probabilities: Any) -> None:
    """Each seat's probability of winning, from the points it can expect, discounted for the stones
    still to come; what is discounted is shared like a draw."""
    left, filled = stones_left(params, s)
    # In the row step the next seat will be the one to take a stone.
    next_to_place = next_in_game(s, s.to_act + 1, params.seats) if s.row_step else s.to_act
    seen = seen_by_each(params, s)
    best = -np.inf
    for seat in range(params.seats):
        if not has_left(s, seat):
            expected = expected_points(params, s, seat, seen[seat], (left, filled))
            if seat == next_to_place and s.length > 0:
                expected += NEXT_STONE * best_stone(params, s, seat, seen) - USUAL_STONE
            win_probabilities[seat] = expected / (CLOSE + OPEN * left)
            best = max(best, win_probabilities[seat])
    total, playing = 0.0, 0
    for seat in range(params.seats):
        if not has_left(s, seat):
            win_probabilities[seat] = np.exp(win_probabilities[seat] - best)
            total += win_probabilities[seat]
            playing += 1
    kept = DISCOUNT**left
    for seat in range(params.seats):
        if has_left(s, seat):
            win_probabilities[seat] = 0.0
        else:
            win_probabilities[seat] = kept * win_probabilities[seat] / total + (1 - kept) / playing


@rule
def stones_left(params: Any, s: Any) -> Any:
    """About how many stones will still be placed: as many as there is room for beside the towers in
    hand, fewer if a colour will run out first or if too many turns pass without a stone (R6); and
    the part of them that this last limit leaves.

    So a seat that is behind has a reason to place a stone in time, before its search can see that.
    """
    room: float = count_bits(s.empty)
    for seat in range(params.seats):
        if not has_left(s, seat):
            room -= s.hand[seat]
    room = max(room, 1.0)
    for colour in range(BLUE, NUM_COLOURS):
        # Where the last of n stones is on average.
        room = min(room, s.length * s.in_row[colour] / (s.in_row[colour] + 1.0))
    left = min(room, 1.0 * QUIET_TURNS_A_SEAT * params.seats - s.quiet_turns)
    return left, left / room if room > 0 else 1.0


@rule
def expected_points(params: Any, s: Any, seat: Any, seen: Any, rest: Any) -> float:
    """The points a seat has, plus what it can expect from its towers, which see this much, if so
    many stones are still to come and this part of the circles is filled."""
    left, filled = rest
    by_one, by_two, by_three, by_four = seen
    peasants = s.stones[params.peasant[seat]]
    pairs = count_bits(by_one & peasants) + count_bits(by_two & peasants)
    pairs += count_bits(by_three & peasants) + count_bits(by_four & peasants)
    late = max(0.0, 1 - left / LATE)
    expected: float = s.score[seat] + 2 * pairs * (PEASANT_EARLY + (1 - PEASANT_EARLY) * late)
    expected += EMPTY_SEEN_ONCE * filled * count_bits(by_one & s.empty)
    expected += EMPTY_SEEN_TWICE * filled * min(1.0, left / FEW) * count_bits(by_two & s.empty)
    expected += s.hand[seat] * (IN_HAND + IN_HAND_EARLY * min(1.0, left / EARLY))
    return expected


@rule
def seen_by(params: Any, s: Any, seats: Any) -> Any:
    """The circles seen by at least one, two, three and four towers of these seats (a bit set)."""
    by_one = by_two = by_three = by_four = NONE
    for seat in range(params.seats):
        towers = s.towers[seat] if seats >> seat & 1 else NONE
        while towers != NONE:
            seen = view(params, s, lowest_bit(towers))
            towers = without_lowest(towers)
            by_four |= by_three & seen
            by_three |= by_two & seen
            by_two |= by_one & seen
            by_one |= seen
    return by_one, by_two, by_three, by_four


@rule
def seen_by_each(params: Any, s: Any) -> Any:
    """The same of each of four seats."""
    return (
        seen_by(params, s, 1),
        seen_by(params, s, 2),
        seen_by(params, s, 4),
        seen_by(params, s, 8),
    )


@rule
def view(params: Any, s: Any, circle: Any) -> Any:
    """The circles that a tower here sees, up to the first tower in each direction (R5)."""
    seen = NONE
    for direction in range(NUM_DIRECTIONS // 2):
        ray = params.ray[circle, direction]
        if ray & s.all_towers != NONE:
            ray = ray & ~params.ray[lowest_bit(ray & s.all_towers), direction]
        back = params.ray[circle, direction + NUM_DIRECTIONS // 2]
        if back & s.all_towers != NONE:
            nearest = highest_bit(back & s.all_towers)
            back = back & ~params.ray[nearest, direction + NUM_DIRECTIONS // 2]
        seen |= ray | back
    return seen


@rule
def best_stone(params: Any, s: Any, seat: Any, seen: Any) -> float:
    """The most that a stone from an end of the row can bring the seat, minus what it brings an
    opponent on average; `seen` is as `seen_by_each` gives it."""
    own = seen[seat]
    alone = seen[1 - seat] if params.seats == 2 else seen_by(params, s, ~(1 << seat))
    other_one, other_two, other_three, other_four = alone
    own_left, others_left = worth(params, seat, s.row[0])
    own_right, others_right = worth(params, seat, s.row[s.length - 1])
    best = -np.inf
    for towers in range(5):
        circles = s.empty
        if towers > 0:
            circles = circles & own[towers - 1]
        if circles == NONE:
            break
        others = 4
        if circles & ~other_one != NONE:
            others = 0
        elif circles & ~other_two != NONE:
            others = 1
        elif circles & ~other_three != NONE:
            others = 2
        elif circles & ~other_four != NONE:
            others = 3
        best = max(best, own_left * towers - others_left * others)
        best = max(best, own_right * towers - others_right * others)
    return best


@rule
def worth(params: Any, seat: Any, colour: Any) -> Any:
    """What a stone brings for each of the seat's towers that sees it, and for each other tower that
    does, averaged over the opponents, including the last score."""
    own = params.points[seat, colour] + (2.0 if params.peasant[seat] == colour else 0.0)
    others = -own
    for other in range(params.seats):
        others += params.points[other, colour] + (2.0 if params.peasant[other] == colour else 0.0)
    return own, others / (params.seats - 1) ** 2


# Which actions to try first ------------------------------------------------------------------

NEAR = 2  # places from an end of the row
DEEP = -1.0


@rule
def urgency(params: Any, s: Any, action: Any) -> float:
    """Prefer moving an end stone to a place near the ends: deep in the row all places are alike."""
    if action < LEFT_TO or action == KEEP:
        return 0.0
    place = action - LEFT_TO + 1 if action < RIGHT_TO else action - RIGHT_TO
    return 0.0 if place <= NEAR or place >= s.length - 1 - NEAR else DEEP
