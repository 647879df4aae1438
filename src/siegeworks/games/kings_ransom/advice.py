"""Hints for bots; never rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.advice import Advice, Settings, Strength
from siegeworks.core.bits import count_bits, lowest_bit, without_lowest
from siegeworks.core.game import TERMINAL, Action, Observation, Seat
from siegeworks.core.jit import rule
from siegeworks.core.random import new_rng
from siegeworks.games.kings_ransom.notation import KIND_NAMES
from siegeworks.games.kings_ransom.rules import (
    ALL,
    ARCHER,
    ATTACK,
    BATTLE,
    CALL,
    COLUMN,
    FACE_UP,
    INFANTRY,
    KINDS,
    KING,
    LAY,
    LAYING,
    NORTH,
    PAY,
    PAYMENTS,
    PIPS,
    PLACES,
    RANGE,
    RANSOM,
    REVEAL,
    SOUTH,
    SPY,
    STAND,
    TILES,
    apply_action,
    can_pay,
    determinize,
    kind_at,
    may_be_king,
    may_call,
    may_flee,
    pips,
    places,
)

# Score --------------------------------------------------------------------------------------------

WON = 1000.0  # more than any difference of pips
KINGS_RANSOM = 5  # pips that a King in the other's hands costs the one and brings the other


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many pips ahead the seat would be, were all remaining tiles to join the tallies now (R8).

    A captured King counts for his ransom too (R9). Exact, though tiles lie face down: how many of
    each kind an army still has is known to all.
    """
    other = 1 - seat
    ahead = worth(seen, seat) - worth(seen, other)
    ahead += KINGS_RANSOM * (tiles(seen, seat, KING) - tiles(seen, other, KING))
    if seen.phase == BATTLE:
        ahead += if_nobody_is_called(seen) * (1 if seen.to_act == seat else -1)
    if seen.winners in (1 << seat, 1 << other):
        return ahead + (WON if seen.winners == 1 << seat else -WON)
    return float(ahead)


def tiles(seen: Observation, seat: Seat, kind: int) -> int:
    """How many tiles of a kind a seat has, in its tally or in its army, seen or unseen."""
    standing = int(seen.army[seat, kind]).bit_count() + int(seen.unseen[seat, kind])
    return standing + int(seen.tally[seat, kind])


def worth(seen: Observation, seat: Seat) -> int:
    """The pips of a seat's tally and of the tiles in its army."""
    return sum(int(PIPS[kind]) * tiles(seen, seat, kind) for kind in range(KINDS))


def if_nobody_is_called(seen: Observation) -> int:
    """What the battle that is going on brings to its defender, who stands (R5)."""
    attack = int(PIPS[kind_at(seen, 1 - seen.to_act, int(seen.attacker))])
    defence = int(PIPS[kind_at(seen, seen.to_act, int(seen.defender))])
    # Both tiles go, and the attacker's side keeps the defender unless they are equal.
    return attack - defence - (defence if attack > defence else 0)


# Evaluation ---------------------------------------------------------------------------------------

# A logistic regression on the turns of 5,600 games that the search played against itself with 80 to
# 150 simulations a move, softened; all weights in log-odds. An army is nearer to its end than its
# tiles tell, for the game is over when one army is used up (R7): "late" and "early" go by the
# smaller army, and by how many tiles it has other than the King.
#
# What a pip of the lead is worth when there are 1, 2, 4, 8 and 15 such tiles, and so on:
PIP = np.interp(np.arange(PLACES), (1, 2, 4, 8, 15), (0.63, 0.48, 0.38, 0.27, 0.20))
LATE, EARLY = 2, 12  # the columns of WEIGHTS, in tiles of the smaller army
WEIGHTS = np.array(
    [
        [-0.07, 0.23],  # Archer, face down
        [0.12, 0.21],  # Engineer
        [0.27, 0.32],  # Cavalry
        [0.49, 0.32],  # Infantry
        [0.53, 0.29],  # Spy
        [-0.25, 0.04],  # Archer, face up
        [-0.09, 0.01],  # Engineer
        [0.14, 0.32],  # Cavalry
        [0.48, 0.15],  # Infantry
        [0.43, 0.15],  # Spy
        [-0.54, -0.79],  # King lost
        [-4.87, -1.95],  # King known and reached, the enemy to act
        [-3.69, -2.08],  # … his seat to act
        [-0.91, -1.71],  # King known, not reached
        [-2.53, -0.55],  # King reached but not known, the enemy to act
        [-2.01, -0.57],  # … his seat to act
        [-0.35, -2.78],  # King hidden
        [-0.25, -0.12],  # to act
    ]
)
# The rows of WEIGHTS.
DOWN = -1  # + kind: a tile that stands face down, beyond its pips
UP = 4  # + kind: one that lies face up
KING_LOST = 10
KNOWN_AND_REACHED = 11  # + 1 where his own seat is to act: all know where the King is, …
KNOWN = 13  # … but no Archer reaches him yet
REACHED = 14  # + 1 likewise: an Archer reaches him, but its seat does not know
HIDDEN = 16  # nor does any reach him: divided by the number of places where he may be
TO_ACT = 17

# Nobody can know what the other lays out; but a King near the front is soon reached, Archers shoot
# as well from behind, and Infantry fights from the front only. What agrees with this is as good as
# anything else, and so a search that looks no farther lays out something different every time.
KING_IN_FRONT = 0.4  # in the front half
ARCHER_IN_FRONT = 0.08  # in the front rank
INFANTRY_BEHIND = 0.05  # in the rear half


@rule
def weight(row, t):
    """A weight between its late (t = 0) and its early value (t = 1)."""
    return WEIGHTS[row, 0] + t * (WEIGHTS[row, 1] - WEIGHTS[row, 0])


@rule
def evaluate(params, s, win_probabilities):
    """Each seat's chance of winning: the lead in pips, what the tiles left can still do, and how
    safe the Kings are."""
    if s.phase == RANSOM:
        chance = chance_of_ransom(params, s)
        win_probabilities[s.to_act] = chance
        win_probabilities[1 - s.to_act] = 1 - chance
        return
    if s.phase == LAYING:
        odds = formation(params, s, SOUTH) - formation(params, s, NORTH)
    else:
        odds = odds_of_south(params, s)
    win_probabilities[SOUTH] = 1 / (1 + np.exp(-odds))
    win_probabilities[NORTH] = 1 - win_probabilities[SOUTH]


@rule
def chance_of_ransom(params, s):  # R9, R10
    """Does the seat to act win once it has paid as little as it can? Exact."""
    seat = s.to_act
    before = pips(s, seat) - pips(s, 1 - seat) + PIPS[KING]
    for payment in range(PAYMENTS):
        if can_pay(params, s, seat, payment):
            paid = 0
            for kind in range(KINDS):
                paid += PIPS[kind] * params.payments[payment, kind]
            if before - 2 * paid > 0:
                return 1.0
    return 0.0


@rule
def formation(params, s, seat):  # R3
    """What speaks for what a seat has laid out so far, in log-odds."""
    ranks = np.int64(params.ranks)
    front_half = (1 << (4 * (ranks // 2))) - 1
    behind = 0 if ranks == 1 else ALL & ~front_half
    odds = -KING_IN_FRONT * count_bits(places(s, seat, KING) & front_half)
    odds -= ARCHER_IN_FRONT * count_bits(places(s, seat, ARCHER) & 0xF)
    odds -= INFANTRY_BEHIND * count_bits(places(s, seat, INFANTRY) & behind)
    return odds


@rule
def odds_of_south(params, s):
    """The logarithm of south's chance over north's."""
    left = min(count_bits(may_flee(s, SOUTH)), count_bits(may_flee(s, NORTH)))
    t = min(max((left - LATE) / (EARLY - LATE), 0.0), 1.0)
    odds = odds_of_army(params, s, SOUTH, t, PIP[left]) - odds_of_army(
        params, s, NORTH, t, PIP[left]
    )
    mine = odds_of_battle(params, s, t, PIP[left]) if s.phase == BATTLE else weight(TO_ACT, t)
    return odds + mine if s.to_act == SOUTH else odds - mine


@rule
def odds_of_army(params, s, seat, t, pip):
    """What one army and its tally say for its seat."""
    up = places(s, seat, FACE_UP)
    king = places(s, seat, KING)
    worth = PIPS[KING] * (count_bits(king) + np.int64(s.tally[seat, KING]))
    odds = 0.0
    for kind in range(ARCHER, KINDS):
        here = places(s, seat, kind)
        n_up = count_bits(here & up)
        n_down = count_bits(here) - n_up
        odds += n_down * weight(DOWN + kind, t) + n_up * weight(UP + kind, t)
        worth += PIPS[kind] * (n_up + n_down + np.int64(s.tally[seat, kind]))
    if king == 0:
        return odds + weight(KING_LOST, t) + pip * (worth - KINGS_RANSOM)
    if places(s, 1 - seat, ARCHER) != 0:
        odds += odds_of_king(s, seat, t)
    return odds + pip * worth


@rule
def odds_of_king(s, seat, t):
    """What it costs a seat that the enemy still has Archers, and it has its King."""
    king = places(s, seat, KING)
    suspects = count_bits(may_be_king(s, seat))
    own_turn = np.int64(s.to_act == seat)
    reached = is_reached(s, seat, king)
    if king & places(s, seat, FACE_UP) != 0 or suspects == 1:
        return weight(KNOWN_AND_REACHED + own_turn if reached else KNOWN, t)
    return weight(REACHED + own_turn, t) if reached else weight(HIDDEN, t) / suspects


@rule
def is_reached(s, seat, king):  # R4
    """Does an enemy Archer reach the King?"""
    place = lowest_bit(np.uint64(king))
    ranks = RANGE[ARCHER] - (place // 4 + 1)
    within = (COLUMN << (place % 4)) & ((1 << (4 * ranks)) - 1)
    return places(s, 1 - seat, ARCHER) & within != 0


@rule
def odds_of_battle(params, s, t, pip):  # R5
    """What the battle brings to its defender, who calls whom it is best to call."""
    seat = s.to_act
    attacker = kind_at(s, 1 - seat, np.int64(s.attacker))
    defender = kind_at(s, seat, np.int64(s.defender))
    best = pip * pips_won(PIPS[attacker], PIPS[defender])
    helpers = np.uint64(may_call(params, s))
    while helpers:
        helper = kind_at(s, seat, lowest_bit(helpers))
        helpers = without_lowest(helpers)
        won = pip * pips_won(PIPS[attacker], PIPS[defender] + PIPS[helper])
        best = max(best, won - weight(DOWN + helper, t))
    return best + weight(UP + attacker, t) - weight(UP + defender, t)


@rule
def pips_won(attack, defence):  # R5.5, R5.6
    """By how many pips a battle changes the defender's lead: all tiles go, the winner gets the
    loser's."""
    if attack < defence:
        return 2 * attack - defence
    return attack - 2 * defence if attack > defence else 0


@rule
def private(params, s, action):
    """The kind of the tile that acts or is called; the others see it too late."""
    if action < REVEAL:
        return kind_at(s, s.to_act, action % PLACES)
    if CALL <= action < STAND:
        return kind_at(s, s.to_act, action - CALL)
    return 0


# Comments -----------------------------------------------------------------------------------------


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What an action does, as far as the seat to act knows: "captures the Cavalry unless a tile
    helps", "gives up the Spy, which ends the game and wins"."""
    if action >= LAY:
        return ""
    if ATTACK <= action < REVEAL:
        pair = action - ATTACK
        place, target = pair % PLACES, pair // PLACES * 4 + pair % 4
        return comment_on_attack(params, seen, place, target)
    if REVEAL <= action < CALL:
        return comment_on_reveal(seen, (action - REVEAL) % PLACES)
    end = comment_on_end(params, seen, action)
    if action >= PAY:
        return end
    done = comment_on_call(seen, action) if action >= CALL else comment_on_flight(seen, action)
    return f"{done}, ends the game and {end}" if end else done


def comment_on_attack(params: Any, seen: Observation, place: int, target: int) -> str:
    """What is known of a battle before it begins (R5)."""
    seat, enemy = int(seen.to_act), 1 - int(seen.to_act)
    attacker = int(kind_at(seen, seat, place))
    kinds = kinds_on(seen, enemy, target)
    if len(kinds) > 1:
        beaten = [kind for kind in kinds if beats(attacker, kind)]
        number = sum(kinds[kind] for kind in beaten)
        text = f"stronger than {number} of the {sum(kinds.values())} tiles that may lie there"
        return f"{text}, the King among them" if KING in beaten else text
    (defender,) = kinds
    if PIPS[defender] > PIPS[attacker] or (attacker, defender) == (ARCHER, SPY):
        return f"loses {named(attacker)} to {named(defender)}"
    if defender == KING:
        return "captures the King"
    verb = "captures" if beats(attacker, defender) else "takes along"
    standing = int(seen.army[enemy, TILES]) & ~int(seen.army[enemy, KING])
    helped = standing & int(params.beside[target])
    return f"{verb} {named(defender)}" + (" unless a tile beside it helps" if helped else "")


def beats(attacker: int, defender: int) -> bool:
    """Does the attacker win if nobody is called (R5)?"""
    return bool(PIPS[attacker] > PIPS[defender]) and (attacker, defender) != (ARCHER, SPY)


def named(kind: int) -> str:
    """The kind with its article."""
    return f"the {KIND_NAMES[kind]}"


def kinds_on(seen: Observation, seat: Seat, place: int) -> dict[int, int]:
    """The kinds that may lie on a place, and how many tiles of each may."""
    if int(seen.army[seat, FACE_UP]) >> place & 1:
        return {int(kind_at(seen, seat, place)): 1}
    suspects = int(may_be_king(seen, seat))
    if seen.unseen[seat, KING] and suspects == 1 << place:
        return {KING: 1}
    kinds = {kind: int(seen.unseen[seat, kind]) for kind in range(KINDS)}
    if not suspects >> place & 1:
        kinds[KING] = 0
    return {kind: n for kind, n in kinds.items() if n}


def comment_on_reveal(seen: Observation, place: int) -> str:
    """Whether the King may be found there (R4)."""
    enemy = 1 - int(seen.to_act)
    suspects = int(may_be_king(seen, enemy))
    if not seen.unseen[enemy, KING] or not suspects >> place & 1:
        return ""
    cases = suspects.bit_count()
    return "turns up the King" if cases == 1 else f"finds the King in 1 of {cases} cases"


def comment_on_flight(seen: Observation, place: int) -> str:
    """What leaves the game (R4)."""
    return f"gives up {named(int(kind_at(seen, int(seen.to_act), place)))}"


def comment_on_call(seen: Observation, action: Action) -> str:
    """How the battle ends (R5)."""
    seat = int(seen.to_act)
    attacker = int(kind_at(seen, 1 - seat, int(seen.attacker)))
    fighting = [int(kind_at(seen, seat, int(seen.defender)))]
    if action != STAND:
        fighting.append(int(kind_at(seen, seat, action - CALL)))
    ahead = int(sum(PIPS[kind] for kind in fighting) - PIPS[attacker])
    if ahead > 0:
        return f"captures {named(attacker)}"
    lost = " and ".join(map(named, fighting))
    return f"loses {lost}" if ahead < 0 else f"gives {lost} for {named(attacker)}"


def comment_on_end(params: Any, seen: Observation, action: Action) -> str:
    """How the game ends with an action that is no attack and reveals nothing; empty where it goes
    on. Where hidden tiles lie makes no difference to that, so any possible state will do."""
    seat = int(seen.to_act)
    state = seen.copy()
    determinize(params, new_rng(0), state)
    apply_action(params, state, action)
    if state.to_act == TERMINAL:
        results = {1 << seat: "wins", 1 << 1 - seat: "loses"}
        return results.get(int(state.winners), "draws")
    if state.phase == RANSOM and seen.phase != RANSOM:
        paid_well = chance_of_ransom(params, state) > 0
        return "wins" if paid_well == (state.to_act == seat) else "loses"
    return ""


# What won most games: UCB1 over evaluations with little exploration, an action beginning as if it
# had been visited 12 times with the evaluation after it. Playouts, whole or cut off, PUCT and RAVE
# did worse or no better (docs/ledger.md).
SETTINGS = Settings(exploration=0.3, prior_weight=12.0, playout_plies=0, evaluation=1.0)

# Softness is what makes the lower levels weak, for with this evaluation even 20 simulations play
# well. Those who waver look more widely round: an action that is never visited is never chosen.
WIDE = SETTINGS._replace(exploration=0.6, prior_weight=4.0)

ADVICE = Advice(
    evaluate=evaluate,
    private=private,
    num_private=KINDS,
    settings=SETTINGS,
    # About eighty Elo apart. More simulations would help little, and plain search with its playouts
    # gains more from the same time.
    levels=(
        Strength(200, 30.0, WIDE._replace(exploration=1.0)),
        Strength(200, 8.0, WIDE),
        Strength(200, 1.7, WIDE),
        Strength(200, 1.25, WIDE),
        Strength(200, 0.55, WIDE),
        Strength(200, 0.4, WIDE),
        Strength(250, 0.0),
        Strength(600, 0.0),
    ),
    comment=comment,
)
