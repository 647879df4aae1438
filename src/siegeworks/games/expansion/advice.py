"""What bots may know of Expansion beside its rules; hints, no rules."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from siegeworks.core.advice import Advice, Settings, Strength
from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, without_lowest
from siegeworks.core.game import TERMINAL, Action, Observation, Seat, State
from siegeworks.core.jit import rule
from siegeworks.games.expansion.params import VALUE_TEXTS, name_of, places, tile_name
from siegeworks.games.expansion.rules import (
    ACE,
    FIVE,
    KINDS,
    MOONS,
    SEATS,
    STEPS,
    SUNS,
    UNKNOWN,
    WALKS,
    apply_action,
    fight,
    hidden_values,
    in_set_up,
    leader,
    next_value,
    placing,
    reveals,
    times_before,
    turned,
)

WIN = 10.0
A_MINION = 0.1  # in captured tiles
A_LEAD_ON_A_TILE = 0.05  # of one minion; of two it would be captured


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """Captured tiles more than the other's; a little for minions and for leading on free tiles."""
    own, other = int(seen.cells[seat]), int(seen.cells[1 - seat])
    tiles, others_tiles = int(seen.tiles[seat]), int(seen.tiles[1 - seat])
    total = float(tiles.bit_count() - others_tiles.bit_count())
    total += A_MINION * (own.bit_count() - other.bit_count())
    for tile in range(params.tiles):
        if not (tiles | others_tiles) >> tile & 1:
            on_tile = int(params.tile_cells[tile])
            lead = (own & on_tile).bit_count() - (other & on_tile).bit_count()
            total += A_LEAD_ON_A_TILE * lead
    if seen.to_act == TERMINAL:
        total += WIN * ((int(seen.winners) >> seat & 1) - (int(seen.winners) >> (1 - seat) & 1))
    return total


# The chance of winning ----------------------------------------------------------------------------
#
# A seat's points less the other's are the logarithm of the odds that it wins. The weights are
# guessed. A logistic regression on 75,000 positions of 976 games (half by plain search, half by
# this one) found others that were alike, and played no better with them: 44 of 100 games.

A_TILE = 0.9
ONE_TILE_SHORT = 0.4  # of the number that ends the game (R8.1)
THE_CENTRE = 0.25
WORTH = np.array([0.0, 0.5, 0.9, 0.5, 0.7, 0.9, 1.5])  # of a minion, by code of its value
BEING_KNOWN = -0.3  # of a minion whose value was shown
ON_A_FREE_TILE = 0.1  # a minion
REACHING_A_FREE_TILE = 0.05  # a move onto one
A_LEAD = 0.25  # of one minion, on a free tile
TO_CAPTURE = (0.5, 0.7)  # with one move, surely: in the other's turn, in one's own
TO_CAPTURE_BY_COMBAT = (0.3, 0.5)
TO_WIN_BY_CAPTURE = (0.5, 3.0)  # where that ends the game
A_BEATEN_NEIGHBOUR = (0.05, 0.1)  # an enemy within reach that would lose
TURN = 0.1
LEADING = 0.3  # winning if the game ended now (R9) …
LEADING_QUIETLY = 2.0  # … times how much of a quiet ending (R8.4) has passed


@rule
def reach(params: Any, place: Any, own: Any, all_cells: Any) -> Any:
    """R5: the cells that the minion on a place of the side `own` walks or jumps to."""
    here = bit(place)
    reached = NONE
    for kind in range(WALKS):
        reached |= turned(here, STEPS[kind])
    for kind in range(WALKS, KINDS):
        reached |= turned(turned(here, STEPS[kind]) & all_cells, STEPS[kind])
    return reached & params.on_board & ~own


@rule
def free_tiles(params: Any, s: State | Observation, seat: Any) -> Any:
    """The cells of the tiles not captured yet: of all, of those where the seat leads by one, and of
    those where it does not trail; and on how many it leads."""
    captured = s.tiles[0] | s.tiles[1]
    free, led, level = NONE, NONE, NONE
    leads = 0
    for tile in range(params.tiles):
        if not has(captured, tile):
            cells = params.tile_cells[tile]
            lead = count_bits(s.cells[seat] & cells) - count_bits(s.cells[1 - seat] & cells)
            free |= cells
            if lead >= 0:
                level |= cells
            if lead == 1:
                led |= cells
                leads += 1
    return free, led, level, leads


@rule
def points(params: Any, s: State, seat: Any) -> float:
    """How well a seat stands."""
    own, other = s.cells[seat], s.cells[1 - seat]
    all_cells = own | other
    mine = np.int64(s.to_act == seat)
    free, led, level, leads = free_tiles(params, s, seat)
    tiles = count_bits(s.tiles[seat])
    total = A_TILE * tiles + A_LEAD * leads + TURN * mine
    total += BEING_KNOWN * count_bits(own & s.shown) + ON_A_FREE_TILE * count_bits(own & free)
    if has(s.tiles[seat], params.centre):
        total += THE_CENTRE
    captures, captures_by_combat = NONE, NONE
    left = own
    while left != NONE:
        place = lowest_bit(left)
        left = without_lowest(left)
        value = np.int64(s.value[place])
        home = params.tile_cells[params.tile_of[place]]
        reached = reach(params, place, own, all_cells)
        total += WORTH[value] + REACHING_A_FREE_TILE * count_bits(reached & free)
        captures |= reached & ~other & led & ~home
        attacked = reached & other
        while attacked != NONE:
            target = lowest_bit(attacked)
            attacked = without_lowest(attacked)
            enemy = np.int64(s.value[target])
            if ACE in (value, enemy) or value == enemy:
                captures_by_combat |= bit(target) & led & ~home
            elif value > enemy:
                total += A_BEATEN_NEIGHBOUR[mine]
                captures_by_combat |= bit(target) & ((level & ~home) | (led & home))
    short = params.tiles_to_end - tiles == 1
    if short:
        total += ONE_TILE_SHORT
    if captures != NONE:
        total += TO_CAPTURE[mine]
        if short:
            total += TO_WIN_BY_CAPTURE[mine]
    elif captures_by_combat != NONE:
        total += TO_CAPTURE_BY_COMBAT[mine]
        if short:
            total += TO_WIN_BY_CAPTURE[mine]
    return float(total)


@rule
def evaluate(params: Any, s: State, win_probabilities: Any) -> None:
    """Both seats' chances, by their points. In the set-up only what is placed counts: where it is
    placed made no difference in the games that were played."""
    if s.resigned:
        gone = np.int64(s.resigned >> 1 & 1)
        win_probabilities[gone] = 0.0
        win_probabilities[1 - gone] = 1.0
        return
    lead = 0.0
    if not in_set_up(params, s):
        lead = points(params, s, 0) - points(params, s, 1)
        if s.first >= 0:
            ahead = LEADING + LEADING_QUIETLY * s.quiet / params.quiet_to_end
            lead += ahead if leader(params, s) == 0 else -ahead
    win_probabilities[0] = 1 / (1 + exp(-lead))
    win_probabilities[1] = 1 - win_probabilities[0]


@rule
def private(params: Any, s: State, action: Any) -> int:
    """The value of the minion that moves. Of a placing the action itself tells it."""
    if in_set_up(params, s) or action == params.passing:
        return 0
    return int(s.value[params.origin[action]])


# What a move does ---------------------------------------------------------------------------------

VALUE_NAMES = {code: "ace" if code == ACE else text for code, text in enumerate(VALUE_TEXTS)}
NO_COMBAT = UNKNOWN


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What a move does, in the game's words, from what the seat to act knows."""
    if in_set_up(params, seen):
        return on_placing(params, seen, action)
    enemies = possible_enemies(params, seen, action)
    worlds: dict[str, list[int]] = {}  # for each thing that may happen the enemies by whom it does
    for enemy in enemies:
        for clause in happenings(params, seen, action, enemy):
            worlds.setdefault(clause, []).append(enemy)
    clauses = sorted(worlds, key=order)
    if clauses and len(worlds[clauses[0]]) < len(enemies):
        cell = name_of(int(params.target[action]))
        return clauses[0] + condition(clauses[0], cell, worlds[clauses[0]], enemies)
    sure = " and ".join(clause for clause in clauses if len(worlds[clause]) == len(enemies))
    return sure or on_a_quiet_move(params, seen, action)


def possible_enemies(params: Any, seen: Observation, action: Action) -> list[int]:
    """The codes of value that the minion attacked may have; NO_COMBAT alone where none is."""
    if not reveals(params, seen, action):
        return [NO_COMBAT]
    return possible_values(params, seen, 1 - int(seen.to_act), int(params.target[action]))


def possible_values(params: Any, seen: Observation, side: Seat, place: int) -> list[int]:
    """The codes of value that the minion of this side on a place may have."""
    known = int(seen.value[place])
    if known != UNKNOWN:
        return [known]
    codes = int(hidden_values(params, seen, side))
    return [code for code in range(codes.bit_length()) if codes >> code & 1]


def happenings(params: Any, seen: Observation, action: Action, enemy: int) -> list[str]:
    """What the move does where the minion attacked has this value."""
    seat = int(seen.to_act)
    after = seen.copy()
    clauses = []
    if enemy != NO_COMBAT:
        minion = minion_on(seen, int(params.target[action]))
        after.value[params.target[action]] = enemy
        holder, _ = fight(seen.copy(), seat, int(seen.value[params.origin[action]]), enemy)
        what = {seat: "beats", 1 - seat: "loses to"}.get(holder, "falls together with")
        clauses.append(f"{what} {minion}")
    apply_action(params, after, action)
    if after.to_act == TERMINAL:
        return ["wins at once" if after.winners == 1 << seat else "loses at once"]
    for side in (SUNS, MOONS):
        gained = int(after.tiles[side]) & ~int(seen.tiles[side])
        names = names_of(params, gained)
        if names:
            tiles = f"tile{'s'[: len(names) > 1]} {' and '.join(names)}"
            given = f"gives {tiles} to the {SEATS[side]}"
            clauses.append(f"captures {tiles}" if side == seat else given)
    return clauses


def minion_on(seen: Observation, place: int) -> str:
    """An enemy minion as the seat knows it: `the 4 on d4`, `the minion on d4`."""
    value = int(seen.value[place])
    return f"the {'minion' if value == UNKNOWN else VALUE_NAMES[value]} on {name_of(place)}"


def names_of(params: Any, tiles: int) -> list[str]:
    """The names of a set of tiles."""
    return [tile_name(params, tile) for tile in range(params.tiles) if tiles >> tile & 1]


def order(clause: str) -> int:
    """What matters more is said first."""
    first_words = ("wins", "loses at", "captures", "gives", "beats", "falls", "loses")
    return next(i for i, word in enumerate(first_words) if clause.startswith(word))


def condition(clause: str, cell: str, worlds: list[int], enemies: list[int]) -> str:
    """When a thing happens that does not happen whoever is attacked on this cell."""
    others = [enemy for enemy in enemies if enemy not in worlds]
    word, named = ("if", worlds) if len(worlds) <= len(others) else ("unless", others)
    values = " or ".join(f"the {VALUE_NAMES[enemy]}" for enemy in reversed(named))
    minion = f"the minion on {cell}"
    return f" {word} {'it' if minion in clause else minion} is {values}"


# … where it neither fights nor captures


def on_placing(params: Any, seen: Observation, action: Action) -> str:
    """R3: how far in front a value starts."""
    seat = int(seen.to_act)
    place = int(params.home[seat, action - placing(params, seen, 0)])
    value, tile = VALUE_NAMES[int(next_value(params, seen))], int(params.tile_of[place])
    if int(seen.tiles[seat]) >> tile & 1:
        steps, goal = nearest_free_tile(params, seen, place)
        return f"keeps the {value} back in your corner, {steps_from(steps)} tile {goal}"
    return f"puts the {value} in front on tile {tile_name(params, tile)}, where you lead"


def on_a_quiet_move(params: Any, seen: Observation, action: Action) -> str:
    """What a move without combat and capture is good for, and what it risks."""
    if action == params.passing:
        return "passes, as you have no minion left"  # R5
    after = seen.copy()
    apply_action(params, after, action)
    gain = (
        threat_to_capture(params, seen, after)
        or defence(params, seen, after)
        or threat_to_beat(params, after, int(params.target[action]))
        or gain_on_tile(params, after, action)
    )
    loss = loss_on_tile(params, after, action)
    if not gain and not loss:
        gain = way_to_go(params, after, action)
    risk = (
        tiles_let_go(params, after)
        or risk_of_loss(params, after, int(params.target[action]))
        or loss
        or repetition(after)
    )
    return ", but ".join(clause for clause in (gain, risk) if clause)


def threat_to_capture(params: Any, seen: Observation, after: Observation) -> str:
    """R7: tiles that the seat could take next, and could not before."""
    seat = int(seen.to_act)
    tiles = capturable(params, after, seat) & ~capturable(params, seen, seat)
    return f"threatens to capture {prize(params, after, seat, tiles)}" if tiles else ""


def defence(params: Any, seen: Observation, after: Observation) -> str:
    """R7: tiles that the other seat could have taken next, and no longer can."""
    other = int(after.to_act)
    tiles = capturable(params, seen, other) & ~capturable(params, after, other)
    return f"defends tile {' and '.join(names_of(params, tiles))} against capture" if tiles else ""


def tiles_let_go(params: Any, after: Observation) -> str:
    """R7: tiles that the other seat can take now."""
    other = int(after.to_act)
    tiles = capturable(params, after, other)
    return f"lets the {SEATS[other]} capture {prize(params, after, other, tiles)}" if tiles else ""


def capturable(params: Any, s: Observation, side: Seat) -> int:
    """R7: the tiles that a move of this side captures without combat, as a set."""
    own, other = s.cells[side], s.cells[1 - side]
    _, led, _, _ = free_tiles(params, s, side)
    cells = 0
    for place in standing_on(params, own):
        home = params.tile_cells[params.tile_of[place]]
        cells |= int(reach(params, place, own, own | other) & ~other & led & ~home)
    return sum(1 << tile for tile in range(params.tiles) if cells & int(params.tile_cells[tile]))


def standing_on(params: Any, cells: Any) -> list[int]:
    """The places of a set of cells."""
    return [place for place in places(params) if has(cells, place)]


def prize(params: Any, s: Observation, side: Seat, tiles: int) -> str:
    """One of these tiles, and what it brings (R8.1)."""
    short = int(params.tiles_to_end) - int(s.tiles[side]).bit_count()
    return f"tile {' or '.join(names_of(params, tiles))}{' and win' if short == 1 else ''}"


def threat_to_beat(params: Any, after: Observation, place: int) -> str:
    """R6: an enemy within reach of the minion that has moved, whose every possible value loses."""
    seat, other = 1 - int(after.to_act), int(after.to_act)
    own, enemies = after.cells[seat], after.cells[other]
    for target in standing_on(params, reach(params, place, own, own | enemies) & enemies):
        values = possible_values(params, after, other, target)
        if all(beats(after, seat, int(after.value[place]), value) for value in values):
            return f"threatens {minion_on(after, target)}"
    return ""


def risk_of_loss(params: Any, after: Observation, place: int) -> str:
    """R6: an enemy that reaches the minion that has moved and whose every possible value wins."""
    seat, other = 1 - int(after.to_act), int(after.to_act)
    own, enemies = after.cells[seat], after.cells[other]
    for origin in standing_on(params, enemies):
        values = possible_values(params, after, other, origin)
        if has(reach(params, origin, enemies, own | enemies), place) and all(
            beats(after, other, value, int(after.value[place])) for value in values
        ):
            return f"may lose to {minion_on(after, origin)}"
    return ""


def beats(s: Observation, side: Seat, value: int, other: int) -> bool:
    """R6: does a minion of this side win and stay?"""
    holder, _ = fight(s.copy(), side, value, other)
    return bool(holder == side)


def gain_on_tile(params: Any, after: Observation, action: Action) -> str:
    """R7: what one minion more is on the tile where the move ends. Two ahead would capture it."""
    origin, tile = params.tile_of[params.origin[action]], params.tile_of[params.target[action]]
    if origin == tile or is_captured(after, tile):
        return ""
    what = "takes the lead" if lead_on(params, after, tile) > 0 else "draws level"
    return f"{what} on tile {tile_name(params, int(tile))}"


def loss_on_tile(params: Any, after: Observation, action: Action) -> str:
    """R7: what one minion less is on the tile where the move began."""
    origin, tile = params.tile_of[params.origin[action]], params.tile_of[params.target[action]]
    if origin == tile or is_captured(after, origin):
        return ""
    what = "falls behind" if lead_on(params, after, origin) < 0 else "gives up the lead"
    return f"{what} on tile {tile_name(params, int(origin))}"


def is_captured(s: Observation, tile: int) -> bool:
    """Nobody can capture it any more (R7)."""
    return bool(has(s.tiles[SUNS] | s.tiles[MOONS], tile))


def lead_on(params: Any, after: Observation, tile: int) -> int:
    """How many minions more than the other the seat that has moved has on a tile."""
    own, other = (int(after.cells[side]) for side in (1 - after.to_act, after.to_act))
    cells = int(params.tile_cells[tile])
    return (own & cells).bit_count() - (other & cells).bit_count()


def repetition(after: Observation) -> str:
    """R8.3: the third time ends the game."""
    return "brings the same board a second time" if times_before(after) == 1 else ""


def way_to_go(params: Any, after: Observation, action: Action) -> str:
    """How things are where the minion stands, or how far it has to the next tile to be captured."""
    origin, target = int(params.origin[action]), int(params.target[action])
    tile = int(params.tile_of[target])
    if not is_captured(after, tile):
        leads = {1: "you lead", 0: "nobody leads", -1: f"the {SEATS[int(after.to_act)]} lead"}
        where = leads[lead_on(params, after, tile)]
        return f"stays on tile {tile_name(params, tile)}, where {where}"
    steps, goal = nearest_free_tile(params, after, target)
    before, _ = nearest_free_tile(params, after, origin)
    how = "comes to" if steps < before else "goes back to" if steps > before else "stays"
    return f"{how} {steps_from(steps)} tile {goal}, not captured yet"


def nearest_free_tile(params: Any, s: Observation, place: int) -> tuple[int, str]:
    """How many steps it is by walks (R5) to a tile not captured, and its name. While the game goes
    on there is one (R8.6)."""
    free, _, _, _ = free_tiles(params, s, SUNS)
    steps = [
        (abs(cell % 8 - place % 8) + abs(cell // 8 - place // 8), int(params.tile_of[cell]))
        for cell in standing_on(params, free)
    ]
    nearest, tile = min(steps)
    return nearest, tile_name(params, tile)


def steps_from(steps: int) -> str:
    """`2 steps from`."""
    return f"{steps} step{'' if steps == 1 else 's'} from"


ADVICE = Advice(
    evaluate=evaluate,
    private=private,
    num_private=FIVE + 1,
    settings=Settings(
        exploration=0.0, policy=1.0, evaluation=1.0, playout_plies=0, prior_weight=1.0
    ),
    levels=(
        Strength(40, 2.0),  # with fewer simulations only good moves would be looked at
        Strength(30, 1.2),
        Strength(30, 0.7),
        Strength(50, 0.5),
        Strength(100, 0.3),
        Strength(300, 0.2),
        Strength(3_000, 0.0),
        Strength(12_000, 0.0),
    ),
    comment=comment,
)
