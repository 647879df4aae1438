"""What an action does, and what a seat has got from it, in words. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.bits import has, holds, numbers_in
from siegeworks.core.contract import TERMINAL, Action, Observation, Seat
from siegeworks.core.text import capitalized, counted, listed
from siegeworks.games.expansion.evaluation import free_tiles, reach
from siegeworks.games.expansion.knowledge import hidden_values, reveals
from siegeworks.games.expansion.params import VALUE_TEXTS, name_of, tile_name
from siegeworks.games.expansion.rules import (
    apply_action,
    fight,
    in_set_up,
    next_value,
    placing,
    times_before,
)
from siegeworks.games.expansion.state import ACE, MOONS, SEAT_NAMES, SUNS, UNKNOWN

VALUE_NAMES = {code: "ace" if code == ACE else text for code, text in enumerate(VALUE_TEXTS)}
NO_COMBAT = UNKNOWN


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What a move does, in the game's words, from what the seat to act knows."""
    if in_set_up(params, seen):
        return on_placing(params, seen, action)
    enemies = [NO_COMBAT]
    if reveals(params, seen, action):
        enemies = possible_values(params, seen, 1 - int(seen.to_act), int(params.target[action]))
    worlds: dict[str, list[int]] = {}  # for each event, the enemies with which it happens
    for enemy in enemies:
        for clause in happenings(params, seen, action, enemy):
            worlds.setdefault(clause, []).append(enemy)
    clauses = sorted(worlds, key=order)
    if clauses and len(worlds[clauses[0]]) < len(enemies):
        cell = name_of(int(params.target[action]))
        return clauses[0] + condition(clauses[0], cell, worlds[clauses[0]], enemies)
    sure = " and ".join(clause for clause in clauses if len(worlds[clause]) == len(enemies))
    return sure or on_a_quiet_move(params, seen, action)


def possible_values(params: Any, seen: Observation, side: Seat, place: int) -> list[int]:
    """The codes of value that the minion of this side on a place may have."""
    known = int(seen.value[place])
    if known != UNKNOWN:
        return [known]
    return list(numbers_in(hidden_values(params, seen, side)))


def happenings(params: Any, seen: Observation, action: Action, enemy: int) -> list[str]:
    """What the move does if the attacked minion has this value."""
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
            tiles = named(names)
            given = f"gives {tiles} to the {capitalized(SEAT_NAMES[side])}"
            clauses.append(f"captures {tiles}" if side == seat else given)
    return clauses


def minion_on(seen: Observation, place: int) -> str:
    """An enemy minion as the seat knows it: `the 4 on d4`, `the minion on d4`."""
    value = int(seen.value[place])
    return f"the {'minion' if value == UNKNOWN else VALUE_NAMES[value]} on {name_of(place)}"


def names_of(params: Any, tiles: int) -> list[str]:
    return [tile_name(params, tile) for tile in numbers_in(tiles)]


def order(clause: str) -> int:
    """A key that puts the more important clauses first."""
    first_words = ("wins", "loses at", "captures", "gives", "beats", "falls", "loses")
    return next(i for i, word in enumerate(first_words) if clause.startswith(word))


def condition(clause: str, cell: str, worlds: list[int], enemies: list[int]) -> str:
    """When an event happens that depends on which minion is attacked on this cell."""
    others = [enemy for enemy in enemies if enemy not in worlds]
    word, named = ("if", worlds) if len(worlds) <= len(others) else ("unless", others)
    values = " or ".join(f"the {VALUE_NAMES[enemy]}" for enemy in reversed(named))
    minion = f"the minion on {cell}"
    return f" {word} {'it' if minion in clause else minion} is {values}"


# Moves that neither fight nor capture


def on_placing(params: Any, seen: Observation, action: Action) -> str:
    """R3: how far forward a value starts."""
    seat = int(seen.to_act)
    place = int(params.home[seat, action - placing(params, seen, 0)])
    value, tile = VALUE_NAMES[int(next_value(params, seen))], int(params.tile_of[place])
    if int(seen.tiles[seat]) >> tile & 1:
        steps, goal = nearest_free_tile(params, seen, place)
        return f"keeps the {value} back in your corner, {counted(steps, 'step')} from tile {goal}"
    return f"puts the {value} in front on tile {tile_name(params, tile)}, where you lead"


def on_a_quiet_move(params: Any, seen: Observation, action: Action) -> str:
    """What a move without combat and capture is good for, and what it risks."""
    if action == params.passing:
        return "passes, as you have no minion left"  # R5
    after = seen.copy()
    apply_action(params, after, action)
    lead_won, loss = changes_on_tiles(params, after, action)
    gain = (
        threat_to_capture(params, seen, after)
        or defence(params, seen, after)
        or threat_to_beat(params, after, int(params.target[action]))
        or lead_won
    )
    if not gain and not loss:
        gain = way_to_go(params, after, action)
    risk = (
        tiles_let_go(params, after)
        or risk_of_loss(params, after, int(params.target[action]))
        or loss
        or ("repeats the same board" if times_before(after) == 1 else "")  # R8.3
    )
    return ", but ".join(clause for clause in (gain, risk) if clause)


def threat_to_capture(params: Any, seen: Observation, after: Observation) -> str:
    """R7: tiles that the seat could capture next and could not before."""
    seat = int(seen.to_act)
    tiles = capturable(params, after, seat) & ~capturable(params, seen, seat)
    return f"threatens to capture {prize(params, after, seat, tiles)}" if tiles else ""


def defence(params: Any, seen: Observation, after: Observation) -> str:
    """R7: tiles that the other seat could have captured next and no longer can."""
    other = int(after.to_act)
    tiles = capturable(params, seen, other) & ~capturable(params, after, other)
    return f"defends tile {' and '.join(names_of(params, tiles))} against capture" if tiles else ""


def tiles_let_go(params: Any, after: Observation) -> str:
    """R7: tiles that the other seat can capture now."""
    other = int(after.to_act)
    tiles = capturable(params, after, other)
    return (
        f"lets the {capitalized(SEAT_NAMES[other])} capture {prize(params, after, other, tiles)}"
        if tiles
        else ""
    )


def capturable(params: Any, s: Observation, side: Seat) -> int:
    """R7: the tiles that a move of this side captures without combat, as a set."""
    own, other = s.cells[side], s.cells[1 - side]
    _, led, _, _ = free_tiles(params, s, side)
    cells = 0
    for place in numbers_in(own):
        home = params.tile_cells[params.tile_of[place]]
        cells |= int(reach(params, place, own, own | other) & ~other & led & ~home)
    return sum(1 << tile for tile in range(params.tiles) if cells & int(params.tile_cells[tile]))


def prize(params: Any, s: Observation, side: Seat, tiles: int) -> str:
    """One of these tiles, and whether capturing it wins (R8.1)."""
    short = int(params.tiles_to_end) - int(s.tiles[side]).bit_count()
    return f"tile {' or '.join(names_of(params, tiles))}{' and win' if short == 1 else ''}"


def threat_to_beat(params: Any, after: Observation, place: int) -> str:
    """R6: an enemy within reach of the minion that moved that loses whatever its value."""
    seat, other = 1 - int(after.to_act), int(after.to_act)
    own, enemies = after.cells[seat], after.cells[other]
    for target in numbers_in(reach(params, place, own, own | enemies) & enemies):
        values = possible_values(params, after, other, target)
        if all(beats(after, seat, int(after.value[place]), value) for value in values):
            return f"threatens {minion_on(after, target)}"
    return ""


def risk_of_loss(params: Any, after: Observation, place: int) -> str:
    """R6: an enemy that reaches the minion that moved and wins whatever its value."""
    seat, other = 1 - int(after.to_act), int(after.to_act)
    own, enemies = after.cells[seat], after.cells[other]
    for origin in numbers_in(enemies):
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


def changes_on_tiles(params: Any, after: Observation, action: Action) -> tuple[str, str]:
    """R7: what one more minion means on the tile where the move ends, and one fewer on that where
    it began. A lead of two captures a tile."""
    places = params.origin[action], params.target[action]
    origin, target = (int(params.tile_of[place]) for place in places)
    if origin == target:
        return "", ""
    seat = 1 - after.to_act
    gain = "takes the lead" if lead_on(params, after, target, seat) > 0 else "draws level"
    loss = "falls behind" if lead_on(params, after, origin, seat) < 0 else "gives up the lead"
    return (
        "" if is_captured(after, target) else f"{gain} on tile {tile_name(params, target)}",
        "" if is_captured(after, origin) else f"{loss} on tile {tile_name(params, origin)}",
    )


def is_captured(s: Observation, tile: int) -> bool:
    """Is it captured for good (R7)?"""
    return bool(has(s.tiles[SUNS] | s.tiles[MOONS], tile))


def way_to_go(params: Any, after: Observation, action: Action) -> str:
    """Who leads where the minion stands, or how far it is from the next tile to capture."""
    origin, target = int(params.origin[action]), int(params.target[action])
    tile = int(params.tile_of[target])
    if not is_captured(after, tile):
        other = capitalized(SEAT_NAMES[int(after.to_act)])
        leads = {1: "you lead", 0: "nobody leads", -1: f"the {other} lead"}
        where = leads[lead_on(params, after, tile, 1 - after.to_act)]
        return f"stays on tile {tile_name(params, tile)}, where {where}"
    steps, goal = nearest_free_tile(params, after, target)
    before, _ = nearest_free_tile(params, after, origin)
    away, tile_left = counted(steps, "step"), f"the uncaptured tile {goal}"
    if steps < before:
        return f"comes within {away} of {tile_left}"
    return f"{'stays' if steps == before else 'moves back to'} {away} from {tile_left}"


def nearest_free_tile(params: Any, s: Observation, place: int) -> tuple[int, str]:
    """How many walks (R5) it is to the nearest tile not captured, and its name. As long as the game
    continues there is one (R8.6)."""
    free, _, _, _ = free_tiles(params, s, SUNS)
    steps = [
        (abs(cell % 8 - place % 8) + abs(cell // 8 - place // 8), int(params.tile_of[cell]))
        for cell in numbers_in(free)
    ]
    nearest, tile = min(steps)
    return nearest, tile_name(params, tile)


# What a seat has got ------------------------------------------------------------------------------

A_TILE = 1.0
A_MINION = 0.5
IN_REACH = 0.3  # a tile that can be captured next
A_LEAD = 0.2
A_STEP = 0.02  # of a minion, towards a tile
A_VALUE = 0.1  # that is known
PLACED = 0.01


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Tiles, minions, leads on tiles, and the way to them."""
    if in_set_up(params, before):
        return placed(params, before, after, seat)
    other = 1 - seat
    tiles = names_of(params, int(after.tiles[seat]) & ~int(before.tiles[seat]))
    beaten = int(before.cells[other]).bit_count() - int(after.cells[other]).bit_count()
    return [
        Gain("tiles", A_TILE * len(tiles), f"capture {named(tiles)}", named(tiles)),
        Gain("minions", A_MINION * beaten, f"take out {counted(beaten, 'minion')}", str(beaten)),
        *next_capture(params, before, after, seat),
        *leads(params, before, after, seat),
        *values_known(before, after, other),
        *way(params, before, after, seat),
    ]


def named(tiles: list[str]) -> str:
    """Tiles by their names: "tiles a1 and c3"; empty for none."""
    return f"{'tile' if len(tiles) == 1 else 'tiles'} {listed(tiles)}" if tiles else ""


def next_capture(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: tiles that the seat can capture without combat when it moves next."""
    tiles = names_of(params, capturable(params, after, seat) & ~capturable(params, before, seat))
    words = f"threaten to capture tile {' or '.join(tiles)}"
    return [Gain("threat", IN_REACH, words, f"tile {' or '.join(tiles)}")] if tiles else []


def leads(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: tiles on which the seat leads and did not before."""
    captured = int(after.tiles[0]) | int(after.tiles[1])
    new = [
        tile_name(params, tile)
        for tile in range(params.tiles)
        if not captured >> tile & 1
        and lead_on(params, after, tile, seat) > 0 >= lead_on(params, before, tile, seat)
    ]
    return [Gain("leads", A_LEAD * len(new), f"take the lead on {named(new)}", f"on {named(new)}")]


def lead_on(params: Any, s: Observation, tile: int, seat: Seat) -> int:
    """How many more minions than the other a seat has on a tile."""
    own, other = int(s.cells[seat]), int(s.cells[1 - seat])
    cells = int(params.tile_cells[tile])
    return (own & cells).bit_count() - (other & cells).bit_count()


def values_known(before: Observation, after: Observation, other: Seat) -> list[Gain]:
    """R6: values of the other's minions that were shown."""
    known = [
        int(s.cells[other] & s.shown).bit_count() + int(s.fallen[other]).bit_count()
        for s in (before, after)
    ]
    more = known[1] - known[0]
    return [Gain("values", A_VALUE * more, f"learn {counted(more, 'hidden value')}", str(more))]


def way(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: how much nearer the seat's minions are to tiles not captured yet."""
    near = [
        sum(nearest_free_tile(params, s, place)[0] for place in numbers_in(s.cells[seat]))
        for s in (before, after)
    ]
    steps = near[0] - near[1]
    if int(before.cells[seat]).bit_count() > int(after.cells[seat]).bit_count():
        return []  # the way of who has fallen does not count
    words = f"get {counted(steps, 'step')} closer to uncaptured tiles"
    return [Gain("way", A_STEP * steps, words, counted(steps, "step"))]


def placed(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R3: where the next value stands."""
    home = int(before.cells[seat])
    new = [
        place
        for place in numbers_in(home)
        if int(before.value[place]) == UNKNOWN != int(after.value[place])
    ]
    if not new:
        return []
    place = max(new, key=lambda each: int(after.value[each]))
    value = VALUE_NAMES[int(after.value[place])]
    if holds(before.tiles[seat], int(params.tile_of[place])):
        return [Gain("kept back", PLACED, f"keep the {value} safe in the corner", "")]
    tile = tile_name(params, int(params.tile_of[place]))
    return [
        Gain(
            "in front", PLACED, f"begin with the {value} in front on tile {tile}", f"on tile {tile}"
        )
    ]
