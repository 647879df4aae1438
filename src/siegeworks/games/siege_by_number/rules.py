"""The rules of Siege by Number, in the order of RULES.md."""

import numpy as np

from siegeworks.core.bits import (
    bit,
    count_bits,
    down,
    highest_bit,
    lowest_bit,
    nth_bit,
    up,
    without_lowest,
)
from siegeworks.core.contract import CHANCE, TERMINAL, everybody, finish, has_left, next_in_game
from siegeworks.core.jit import rule
from siegeworks.games.siege_by_number.state import (
    ACE,
    ATTACK,
    BEGIN,
    CHOOSING,
    COINS,
    DONE,
    FIGHTING,
    FIVE,
    HOLD,
    MOST_DICE,
    MOST_SEATS,
    NOWHERE,
    NULL,
    PIECES,
    REACHED_HOME,
    ROLL,
    ROLLING,
    SHOW,
    SHOWING,
    SPACES,
    TURNS,
    TURNS_OVER,
)

# R1 Board ----------------------------------------------------------------------------------------


@rule
def beside(spaces):
    """All places one step from these spaces; some may be off the board."""
    return up(spaces, 1) | down(spaces, 1) | up(spaces, 8) | down(spaces, 8)


@rule
def occupied(s):
    return s.pieces[0] | s.pieces[1] | s.pieces[2] | s.pieces[3]


# R3 Pieces ---------------------------------------------------------------------------------------


@rule
def set_up(params, s):  # R3: all coins in the stacks, Commanders off board
    s.to_act = CHANCE
    s.turn = -1
    for seat in range(params.seats):
        s.unshown[seat] = COINS


@rule
def owner(s, piece):
    for seat in range(MOST_SEATS - 1):
        if s.pieces[seat] & piece != NOWHERE:
            return seat
    return MOST_SEATS - 1


@rule
def is_commander(s, piece):
    return s.commanders & piece != NOWHERE


@rule
def number_at(params, space):
    return params.space_at[lowest_bit(space)]


@rule
def known_value(params, s, army):
    """The Army's value plus 1; 0 while no battle has shown it."""
    return np.int64(s.value[number_at(params, army)])


# R4 Start ----------------------------------------------------------------------------------------


@rule
def begin(params, s, arm):  # R4
    s.first = next_in_game(s, params.seat_of[arm], params.seats)  # R11: who left is passed over
    s.turn = s.first
    man_home(params, s, s.turn)
    s.phase = ROLLING


# R5 Phase 1 --------------------------------------------------------------------------------------


@rule
def man_home(params, s, seat):  # R5
    home = params.home[seat]
    if occupied(s) & home != NOWHERE:
        return
    if s.unshown[seat] > 0:
        s.unshown[seat] -= 1
        s.pieces[seat] |= home
    elif s.returned[seat] > 0:
        s.value[number_at(params, home)] = s.returned[seat] & 15
        s.returned[seat] >>= 4
        s.pieces[seat] |= home
    elif s.pieces[seat] & s.commanders == NOWHERE:
        s.commanders |= home
        s.pieces[seat] |= home


# R6 Phase 2 --------------------------------------------------------------------------------------


@rule
def number_of_dice(s):  # R6: one for each piece on the board, at most four
    return min(MOST_DICE, count_bits(s.pieces[s.turn]))


@rule
def roll(params, s, number):  # R6
    s.dice = params.dice_of[number]
    s.rolled = s.dice
    choose(params, s)


@rule
def end_turn(params, s):
    s.dice = 0
    s.rolled = 0
    s.moved = NOWHERE
    s.attacker = NOWHERE
    s.to_act = CHANCE
    s.phase = ROLLING
    pass_on(params, s)
    while s.pieces[s.turn] == NOWHERE and s.to_act != TERMINAL:
        pass_on(params, s)  # R6: with no piece on the board the turn ends


@rule
def pass_on(params, s):
    s.turns += 1
    if s.turns == TURNS:  # R11
        finish(s, everybody(s, params.seats), TURNS_OVER)
        return
    s.turn = next_in_game(s, s.turn + 1, params.seats)  # R2: clockwise
    man_home(params, s, s.turn)


# R7 Phase 3 --------------------------------------------------------------------------------------


@rule
def unmoved(s):
    return s.pieces[s.turn] & ~s.moved


@rule
def enemies(s):
    return occupied(s) & ~s.pieces[s.turn]


@rule
def way(empty, own, commanders, piece):
    """R7: where this piece may walk; a Commander also walks over its own Armies."""
    return empty | own if piece & commanders != NOWHERE else empty


@rule
def highest_die(s):
    return highest_bit(np.uint64(s.dice)) >> 2


@rule
def choose(params, s):
    """R7: the seat chooses a piece and a target.

    Works out where each unmoved piece may go, in the order of their spaces; a piece's own space is
    the stay. Kept in the state because a playout needs it twice, which took a quarter of its time.
    """
    s.phase = CHOOSING
    s.to_act = s.turn
    own, commanders = s.pieces[s.turn], s.commanders
    empty = params.spaces & ~occupied(s)
    may_stay = beside(enemies(s)) & ~commanders
    longest = highest_die(s)
    waiting = unmoved(s)
    i = 0
    while waiting != NOWHERE:
        others = without_lowest(waiting)
        piece = waiting & ~others
        walk = way(empty, own, commanders, piece)
        reached = piece
        for _ in range(longest):
            reached |= beside(reached) & walk
        s.reach[i] = (reached & empty) | (piece & may_stay)
        waiting = others
        i += 1


@rule
def steps(walk, start, target):
    """R7: the length of a shortest way, up to 5."""
    # Always five layers: a loop with an unpredictable end is 5 % slower.
    count = 0
    reached = start
    for _ in range(5):
        count += reached & target == NOWHERE
        reached |= beside(reached) & walk
    return count


@rule
def spend(s, least):  # R7: the lowest die that suffices
    suffice = np.uint64(s.dice) >> np.uint64(4 * least)
    digit = 4 * least + (lowest_bit(suffice) & ~3)
    s.dice -= 1 << digit


@rule
def move(params, s, start, target):  # R7
    piece, goal = bit(params.bit_of[start]), bit(params.bit_of[target])
    empty = params.spaces & ~occupied(s)
    spend(s, steps(way(empty, s.pieces[s.turn], s.commanders, piece), piece, goal))
    s.pieces[s.turn] = (s.pieces[s.turn] & ~piece) | goal
    s.moved |= goal
    if is_commander(s, piece):
        s.commanders ^= piece | goal
        if goal & params.homes & ~params.home[s.turn] != NOWHERE:  # R10
            finish(s, 1 << s.turn, REACHED_HOME)
            return
    else:
        value = s.value[start]
        s.value[start] = 0
        s.value[target] = value
        if beside(goal) & enemies(s) != NOWHERE:
            s.attacker = goal
            s.phase = FIGHTING
            return
    next_choice(params, s)


@rule
def next_choice(params, s):  # R7: until dice or unmoved pieces run out
    if s.dice == 0 or unmoved(s) == NOWHERE:
        end_turn(params, s)
    else:
        choose(params, s)


@rule
def attackable(s):
    """R7: the enemy pieces next to the Army that has just moved."""
    return beside(s.attacker) & enemies(s)


# R8 Battle of Armies -----------------------------------------------------------------------------


@rule
def hidden_coin(params, s):
    """The next coin of this battle to be shown, the attacker's first (R8, R9); NOWHERE: none."""
    if known_value(params, s, s.attacker) == 0:
        return s.attacker
    if not is_commander(s, s.defender) and known_value(params, s, s.defender) == 0:
        return s.defender
    return NOWHERE


@rule
def beats(value, other):  # R8: the higher wins, but null beats 5
    if value == NULL:
        return other == FIVE
    return value > other and not (value == FIVE and other == NULL)


@rule
def battle(params, s):
    """R8, R9: continue the battle: show unknown coins, one per step, then decide."""
    if hidden_coin(params, s) != NOWHERE:
        s.phase = SHOWING
        s.to_act = CHANCE
        return
    enemy = owner(s, s.defender)
    attack = known_value(params, s, s.attacker) - 1
    if is_commander(s, s.defender):
        against_commander(params, s, attack, enemy)
    else:
        defence = known_value(params, s, s.defender) - 1
        if beats(attack, defence):
            to_stack(params, s, s.defender, enemy)
        elif beats(defence, attack):
            to_stack(params, s, s.attacker, s.turn)
    s.attacker = NOWHERE
    s.defender = NOWHERE
    if has_left(s, s.turn):  # the battle is over; now the turn ends (R11)
        end_turn(params, s)
    else:
        next_choice(params, s)


@rule
def to_stack(params, s, army, seat):  # R8: face down under its owner's stack
    number = number_at(params, army)
    returned = np.int64(s.returned[seat])
    behind = 0
    while returned >> behind != 0:
        behind += 4
    s.returned[seat] = returned | np.int64(s.value[number]) << behind
    s.value[number] = 0
    s.pieces[seat] &= ~army
    s.moved &= ~army


@rule
def show(params, s, number, value):  # R3: a coin's value is drawn when first shown
    s.value[number] = value + 1
    s.shown[owner(s, bit(params.bit_of[number]))] |= 1 << value
    battle(params, s)


@rule
def face_up(params, s):  # R8: turned up for this battle and down again when it is over
    """The coins that lie face up: the attacker's, while the defender's is still to be shown."""
    if s.phase == SHOWING and hidden_coin(params, s) != s.attacker:
        return s.attacker
    return NOWHERE


# R9 Army against Commander -----------------------------------------------------------------------


@rule
def against_commander(params, s, attack, enemy):  # R9
    if attack <= ACE:  # null and ace
        s.pieces[enemy] &= ~s.defender
        s.commanders &= ~s.defender
    else:
        to_stack(params, s, s.attacker, s.turn)


# Actions: R7 -------------------------------------------------------------------------------------


@rule
def legal_actions(params, s, out):
    n = 0
    if s.phase == FIGHTING:
        near = attackable(s)
        while near != NOWHERE:
            out[n] = ATTACK + number_at(params, near)
            n += 1
            near = without_lowest(near)
        out[n] = HOLD
        return n + 1
    waiting = unmoved(s)
    i = 0
    while waiting != NOWHERE:
        start = SPACES * number_at(params, waiting)
        goals = s.reach[i]
        while goals != NOWHERE:
            out[n] = start + number_at(params, goals)
            n += 1
            goals = without_lowest(goals)
        waiting = without_lowest(waiting)
        i += 1
    out[n] = DONE
    return n + 1


@rule
def num_legal(params, s):
    if s.phase == FIGHTING:
        return count_bits(attackable(s)) + 1
    n = 1
    for i in range(PIECES):
        n += count_bits(s.reach[i])
    return n


@rule
def nth_legal(params, s, k):
    if s.phase == FIGHTING:
        near = attackable(s)
        if k == count_bits(near):
            return HOLD
        return ATTACK + params.space_at[nth_bit(near, k)]
    waiting = unmoved(s)
    i = 0
    while waiting != NOWHERE:
        goals = s.reach[i]
        n = count_bits(goals)
        if k < n:
            return SPACES * number_at(params, waiting) + params.space_at[nth_bit(goals, k)]
        k -= n
        waiting = without_lowest(waiting)
        i += 1
    return DONE


@rule
def apply_action(params, s, action):
    s.reach[:] = NOWHERE
    if action == DONE:
        end_turn(params, s)
    elif action == HOLD:
        s.attacker = NOWHERE
        next_choice(params, s)
    elif action >= ATTACK:
        s.defender = bit(params.bit_of[action - ATTACK])
        battle(params, s)
    else:
        # Unsigned: this division needs no correction for negative numbers (2 % of a game's time).
        start = np.uint64(action) // np.uint64(SPACES)
        move(params, s, start, np.uint64(action) - start * np.uint64(SPACES))


# Chance: R3, R4, R6 ------------------------------------------------------------------------------


@rule
def possible_values(params, s):
    """R3: the values that the coin to be shown may have, as bits."""
    return np.uint64((1 << COINS) - 1 & ~s.shown[owner(s, hidden_coin(params, s))])


@rule
def chance_weights(params, s, weights):
    if s.phase == BEGIN:
        for seat in range(params.seats):
            weights[params.arm[seat]] += 1
    elif s.phase == ROLLING:
        n = number_of_dice(s)
        for number in range(params.first_roll[n], params.first_roll[n + 1]):
            weights[ROLL + number] += params.weight[number]
    else:
        values = possible_values(params, s)
        first = SHOW + COINS * number_at(params, hidden_coin(params, s))
        while values != NOWHERE:
            weights[first + lowest_bit(values)] += 1
            values = without_lowest(values)


@rule
def num_cases(params, s):
    if s.phase == BEGIN:
        return np.int64(params.seats)
    if s.phase == ROLLING:
        return np.int64(params.cases[number_of_dice(s)])
    return np.int64(count_bits(possible_values(params, s)))


@rule
def nth_case(params, s, k):
    if s.phase == BEGIN:
        return np.int64(params.arm[k])
    if s.phase == ROLLING:
        return np.int64(ROLL + params.roll_of[number_of_dice(s), k])
    first = SHOW + COINS * number_at(params, hidden_coin(params, s))
    return np.int64(first + nth_bit(possible_values(params, s), k))


@rule
def apply_outcome(params, s, outcome):
    if outcome < ROLL:
        begin(params, s, outcome)
    elif outcome < SHOW:
        roll(params, s, outcome - ROLL)
    else:
        show(params, s, (outcome - SHOW) // COINS, (outcome - SHOW) % COINS)


# Table steps -------------------------------------------------------------------------------------


@rule
def leave(params, s, seat):
    # R11: leaving during its own turn ends it, but a battle that has begun comes first (battle).
    if s.turn == seat and s.phase != SHOWING:
        s.reach[:] = NOWHERE
        end_turn(params, s)
