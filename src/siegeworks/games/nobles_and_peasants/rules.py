"""The rules of Nobles and Peasants, in the order of RULES.md."""

from siegeworks.core.bits import (
    NONE,
    bit,
    count_bits,
    highest_bit,
    list_numbers,
    lowest_bit,
    nth_bit,
    without_lowest,
)
from siegeworks.core.contract import CHANCE, finish, has_left, next_in_game
from siegeworks.core.jit import rule
from siegeworks.games.nobles_and_peasants.state import (
    BLUE,
    BOARD_FULL,
    CIRCLES,
    COLOUR_GONE,
    FIRST,
    GREEN,
    KEEP,
    LEFT_STONE,
    LEFT_TO,
    LONGEST_ROW,
    MOVE_TOWER,
    NO_STONE,
    NUM_COLOURS,
    NUM_DIRECTIONS,
    PLACE_TOWER,
    QUIET,
    QUIET_TURNS_A_SEAT,
    RED,
    REMOVE_TOWER,
    RIGHT_STONE,
    RIGHT_TO,
    YELLOW,
)

# R3 Set-up


@rule
def set_up(params, s):
    s.to_act = CHANCE
    s.empty = params.all_circles & ~params.neutral_tower
    s.all_towers = params.neutral_tower
    for seat in range(params.seats):
        s.hand[seat] = params.towers


@rule
def in_box(params, s, colour):
    """Stones of this colour that are still to be drawn."""
    return params.stones[colour] - s.in_row[colour]


@rule
def row_is_drawn(params, s):
    return s.length == params.row_length


@rule
def num_cases(params, s):
    # R3: every stone left is equally likely, then every seat.
    return params.seats if row_is_drawn(params, s) else params.row_length - s.length


@rule
def nth_case(params, s, k):
    if row_is_drawn(params, s):
        return FIRST + k
    # Imagine the stones left in the order of their colours. Sums replace branches, which would be
    # mispredicted for every other stone: a game draws about seventy.
    blue = in_box(params, s, BLUE)
    yellow = blue + in_box(params, s, YELLOW)
    red = yellow + in_box(params, s, RED)
    return int(k >= blue) + int(k >= yellow) + int(k >= red)


@rule
def chance_weights(params, s, weights):
    if row_is_drawn(params, s):
        for seat in range(params.seats):
            weights[FIRST + seat] = 1
    else:
        for colour in range(BLUE, NUM_COLOURS):
            weights[colour - BLUE] = in_box(params, s, colour)


@rule
def apply_outcome(params, s, outcome):
    if outcome < FIRST:
        colour = BLUE + outcome
        s.row[s.length] = colour
        s.in_row[colour] += 1
        s.length += 1
    else:
        # R8: a seat that has left is passed over.
        s.first = next_in_game(s, outcome - FIRST, params.seats)
        s.to_act = s.first


# R4 A turn: one thing done with a tower or a stone, then perhaps the row step


@rule
def num_legal(params, s):
    if s.row_step:
        return 2 * (s.length - 1) + 1
    empty = count_bits(s.empty)
    standing = count_bits(s.towers[s.to_act])
    placing = empty if s.hand[s.to_act] > 0 else 0
    return placing + standing * empty + standing + 2 * empty


@rule
def nth_legal(params, s, k):
    if s.row_step:
        elsewhere = s.length - 1
        if k < elsewhere:
            return LEFT_TO + k
        return RIGHT_TO + k - elsewhere if k < 2 * elsewhere else KEEP
    empty = count_bits(s.empty)
    if s.hand[s.to_act] > 0:
        if k < empty:
            return PLACE_TOWER + nth_bit(s.empty, k)
        k -= empty
    towers = s.towers[s.to_act]
    while towers != NONE:
        if k < empty:
            return moving(lowest_bit(towers), nth_bit(s.empty, k))
        k -= empty
        towers = without_lowest(towers)
    standing = count_bits(s.towers[s.to_act])
    if k < standing:
        return REMOVE_TOWER + nth_bit(s.towers[s.to_act], k)
    k -= standing
    if k < empty:
        return LEFT_STONE + nth_bit(s.empty, k)
    return RIGHT_STONE + nth_bit(s.empty, k - empty)


@rule
def legal_actions(params, s, out):
    n = 0
    if s.row_step:
        for i in range(s.length - 1):
            out[i] = LEFT_TO + i
            out[s.length - 1 + i] = RIGHT_TO + i
        n = 2 * (s.length - 1)
        out[n] = KEEP
        return n + 1
    if s.hand[s.to_act] > 0:
        n = list_numbers(s.empty, PLACE_TOWER, out, n)
    towers = s.towers[s.to_act]
    while towers != NONE:
        start = lowest_bit(towers)
        empty = s.empty
        while empty != NONE:
            out[n] = moving(start, lowest_bit(empty))
            empty = without_lowest(empty)
            n += 1
        towers = without_lowest(towers)
    n = list_numbers(s.towers[s.to_act], REMOVE_TOWER, out, n)
    n = list_numbers(s.empty, LEFT_STONE, out, n)
    return list_numbers(s.empty, RIGHT_STONE, out, n)


@rule
def moving(start, target):
    """The number of the action that moves a tower from one circle to another."""
    return MOVE_TOWER + (CIRCLES - 1) * start + target - (1 if target > start else 0)


@rule
def apply_action(params, s, action):
    if action < MOVE_TOWER:
        put_tower(s, action - PLACE_TOWER)
        s.hand[s.to_act] -= 1
        tower_is_done(params, s, params.insert_after_any)
    elif action < REMOVE_TOWER:
        start = (action - MOVE_TOWER) // (CIRCLES - 1)
        target = (action - MOVE_TOWER) % (CIRCLES - 1)
        lift_tower(s, start)
        put_tower(s, target + (1 if target >= start else 0))
        tower_is_done(params, s, True)
    elif action < LEFT_STONE:
        lift_tower(s, action - REMOVE_TOWER)
        s.hand[s.to_act] += 1
        tower_is_done(params, s, params.insert_after_any)
    elif action < RIGHT_STONE:
        place_stone(params, s, take_left(s), action - LEFT_STONE)
        end_turn(params, s, True)
    elif action < LEFT_TO:
        place_stone(params, s, take_right(s), action - RIGHT_STONE)
        end_turn(params, s, True)
    else:
        change_row(s, action)
        s.row_step = 0
        end_turn(params, s, False)


@rule
def put_tower(s, circle):
    s.towers[s.to_act] |= bit(circle)
    s.all_towers |= bit(circle)
    s.empty &= ~bit(circle)


@rule
def lift_tower(s, circle):
    s.towers[s.to_act] &= ~bit(circle)
    s.all_towers &= ~bit(circle)
    s.empty |= bit(circle)


@rule
def tower_is_done(params, s, may_change_row):
    """After a tower was placed, moved or removed: the row step, or the end of the turn."""
    if may_change_row:
        s.row_step = 1
    else:
        end_turn(params, s, False)


@rule
def change_row(s, action):
    """Move the stone at an end of the row to the place named by the action; the others close up."""
    last = s.length - 1
    if action < RIGHT_TO:
        place = action - LEFT_TO + 1
        stone = s.row[0]
        for i in range(place):
            s.row[i] = s.row[i + 1]
        s.row[place] = stone
    elif action < KEEP:
        place = action - RIGHT_TO
        stone = s.row[last]
        for i in range(last, place, -1):
            s.row[i] = s.row[i - 1]
        s.row[place] = stone


@rule
def take_left(s):
    """Take the stone at the left end out of the row."""
    stone = s.row[0]
    for i in range(LONGEST_ROW - 1):
        s.row[i] = s.row[i + 1]
    s.row[LONGEST_ROW - 1] = NO_STONE
    shorten_row(s, stone)
    return stone


@rule
def take_right(s):
    """Take the stone at the right end out of the row."""
    stone = s.row[s.length - 1]
    s.row[s.length - 1] = NO_STONE
    shorten_row(s, stone)
    return stone


@rule
def shorten_row(s, stone):
    s.in_row[stone] -= 1
    s.length -= 1


# R5 Score


@rule
def place_stone(params, s, stone, circle):
    s.stones[stone] |= bit(circle)
    s.empty &= ~bit(circle)
    scoring = first_towers(params, s, circle)
    for seat in range(params.seats):
        s.score[seat] += params.points[seat, stone] * count_bits(scoring & s.towers[seat])


@rule
def first_towers(params, s, circle):
    """The first tower in each of the six directions; stones and empty circles do not block."""
    towers = NONE
    for direction in range(NUM_DIRECTIONS // 2):
        ahead = params.ray[circle, direction] & s.all_towers
        if ahead != NONE:
            towers |= bit(lowest_bit(ahead))
        behind = params.ray[circle, direction + NUM_DIRECTIONS // 2] & s.all_towers
        if behind != NONE:
            towers |= bit(highest_bit(behind))
    return towers


# R6 End


@rule
def end_turn(params, s, stone_placed):
    s.quiet_turns = 0 if stone_placed else s.quiet_turns + 1
    if s.in_row[BLUE] == 0 or s.in_row[YELLOW] == 0 or s.in_row[RED] == 0 or s.in_row[GREEN] == 0:
        end_game(params, s, COLOUR_GONE)
    elif s.empty == NONE:
        end_game(params, s, BOARD_FULL)
    elif s.quiet_turns >= QUIET_TURNS_A_SEAT * params.seats:
        end_game(params, s, QUIET)
    else:
        s.to_act = next_in_game(s, s.to_act + 1, params.seats)


# R7 Last score


@rule
def last_score(params, s, seat):
    """Two for each of the seat's peasant stones and own towers in line with no tower between."""
    pairs = 0
    stones = s.stones[params.peasant[seat]]
    while stones != NONE:
        pairs += count_bits(first_towers(params, s, lowest_bit(stones)) & s.towers[seat])
        stones = without_lowest(stones)
    return 2 * pairs


# R8 Winner


@rule
def end_game(params, s, ending):
    best = -1
    winners = 0
    for seat in range(params.seats):
        s.score[seat] += last_score(params, s, seat)
        if has_left(s, seat):
            continue
        if s.score[seat] > best:
            best = s.score[seat]
            winners = 0
        if s.score[seat] == best:
            winners |= 1 << seat
    finish(s, winners, ending)


# R8 Leaving


@rule
def leave(params, s, seat):
    """R8: its towers stay and still score; if it was its turn, the turn ends and counts."""
    if s.to_act == seat:
        s.row_step = 0
        end_turn(params, s, False)
