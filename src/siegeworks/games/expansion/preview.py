"""What a move would do, as far as the seat can tell, and how far pieces reach"""

from collections.abc import Iterator
from typing import Any

from siegeworks.core.bits import NONE, holds, numbers_in
from siegeworks.core.contract import Action, Observation
from siegeworks.core.effects import Battle, Capture, Effects, Lead, Outcome, SeenStep
from siegeworks.core.scene import Piece, Reach
from siegeworks.core.text import capitalized
from siegeworks.games.expansion.comments import VALUE_NAMES, lead_on, named
from siegeworks.games.expansion.evaluation import reach
from siegeworks.games.expansion.params import VALUE_TEXTS, name_of, place_of, tile_name
from siegeworks.games.expansion.rules import capture, fight, in_set_up, lift, stand
from siegeworks.games.expansion.scene import FACE_DOWN, minion
from siegeworks.games.expansion.state import MOONS, NOBODY, SEAT_NAMES, SUNS, UNKNOWN

NEEDED = 2  # minions more than the enemy, for a tile (R7)
RESULTS = {
    "attacker": "You would win.",
    "defender": "You would lose your minion.",
    "fall": "Both would fall.",
}


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """The way, the combat and the tiles that are captured (R5 to R7)."""
    if in_set_up(params, seen):
        return Effects()
    if action == params.passing:
        return Effects("You have no minion left, so you can only pass.")
    origin, target = int(params.origin[action]), int(params.target[action])
    battle = combat(params, seen, origin, target)
    moved = position_after(seen, origin, target, battle)
    captures = captured(params, moved, origin, target)
    decided = battle is None or battle.outcome != ""
    lead = lead_after(params, moved, int(params.tile_of[target])) if decided else None
    sentence = sentence_for(seen, battle, captures, lead)
    way = tuple(map(name_of, cells_of_way(origin, target)))
    return Effects(sentence, way, captures=captures, lead=lead, battle=battle)


def done(params: Any, step: SeenStep) -> Effects:
    """The way, the combat with what it has shown, and the tiles that were captured (R5 to R7)."""
    if in_set_up(params, step.before) or "-" not in step.token:
        return Effects()
    origin, target = map(place_of, step.token.split("-"))
    way = tuple(map(name_of, cells_of_way(origin, target)))
    captures = tuple(
        Capture(tile_name(params, tile), SEAT_NAMES[seat])
        for seat in (SUNS, MOONS)
        for tile in numbers_in(int(step.after.tiles[seat]) & ~int(step.before.tiles[seat]))
    )
    return Effects(way=way, captures=captures, battle=fought(step, target))


def fought(step: SeenStep, target: int) -> Battle | None:
    """R6: the combat of a step; without what it showed, no more than that there was one."""
    seat = SEAT_NAMES.index(step.actor)
    if not holds(step.before.cells[1 - seat], target):
        return None
    value, _, other = step.shown.partition("x")
    sides = (seat, value or FACE_DOWN), (1 - seat, other or FACE_DOWN)
    own, enemy = (Piece("minion", SEAT_NAMES[who], text) for who, text in sides)
    return Battle(own, enemy, outcome_of(step.before, own, enemy))


def cells_of_way(origin: int, target: int) -> tuple[int, ...]:
    """R5: a walk goes to the next cell, a jump over the cell between."""
    between = (origin + target) // 2
    files, ranks = abs(origin % 8 - target % 8), abs(origin // 8 - target // 8)
    return (origin, between, target) if max(files, ranks) == 2 else (origin, target)


# R6 Combat ----------------------------------------------------------------------------------------


def combat(params: Any, seen: Observation, origin: int, target: int) -> Battle | None:
    """R6: both sides, and who wins if the page shows both values; None: there is no enemy."""
    own, enemy = minion(params, seen, origin), minion(params, seen, target)
    if own is None or enemy is None:
        return None
    return Battle(own, enemy, outcome_of(seen, own, enemy))


def outcome_of(seen: Observation, own: Piece, enemy: Piece) -> Outcome:
    """R6: an ace takes any enemy along; other values must both be known."""
    if "A" in (own.text, enemy.text):
        return "fall"
    if FACE_DOWN in (own.text, enemy.text):
        return ""
    seat = int(seen.to_act)
    value, other = VALUE_TEXTS.index(own.text), VALUE_TEXTS.index(enemy.text)
    holder, _ = fight(seen.copy(), seat, value, other)
    if holder == NOBODY:
        return "fall"
    return "attacker" if holder == seat else "defender"


def position_after(
    seen: Observation, origin: int, target: int, battle: Battle | None
) -> Observation:
    """The position after the move; while a combat is open, that of its attacker's win."""
    moved, seat = seen.copy(), int(seen.to_act)
    lift(moved, seat, origin)
    holder = seat
    if battle is not None:
        lift(moved, 1 - seat, target)
        holder = {"defender": 1 - seat, "fall": NOBODY}.get(battle.outcome, seat)
    if holder != NOBODY:
        stand(moved, holder, target, UNKNOWN, False)
    return moved


# R7 Capture ---------------------------------------------------------------------------------------


def captured(params: Any, moved: Observation, origin: int, target: int) -> tuple[Capture, ...]:
    """R7: the tiles that either seat captures; `moved` has them then."""
    captures = []
    for tile in sorted({int(params.tile_of[place]) for place in (origin, target)}):
        if capture(params, moved, tile):
            seat = SUNS if holds(moved.tiles[SUNS], tile) else MOONS
            captures.append(Capture(tile_name(params, tile), SEAT_NAMES[seat]))
    return tuple(captures)


def lead_after(params: Any, moved: Observation, tile: int) -> Lead | None:
    """R7: how near a tile is to being captured; None: it is."""
    if holds(moved.tiles[SUNS] | moved.tiles[MOONS], tile):
        return None
    ahead = lead_on(params, moved, tile, SUNS)
    leader = None if ahead == 0 else SEAT_NAMES[SUNS if ahead > 0 else MOONS]
    return Lead(tile_name(params, tile), leader, abs(ahead))


# Words --------------------------------------------------------------------------------------------


def sentence_for(
    seen: Observation, battle: Battle | None, captures: tuple[Capture, ...], lead: Lead | None
) -> str:
    """The combat, the captures, and what a tile still needs."""
    own = SEAT_NAMES[seen.to_act]
    sentences = [] if battle is None else [sides(battle)]
    if battle is not None and battle.outcome:
        sentences.append(RESULTS[battle.outcome])
    condition = "If you win, " if battle is not None and not battle.outcome else ""
    for seat in sorted({taking.seat for taking in captures}, key=lambda seat: seat != own):
        tiles = [taking.place for taking in captures if taking.seat == seat]
        who = "you" if seat == own else f"the {capitalized(seat)}"
        what = f"{condition}{who} capture {named(tiles)}."
        sentences.append(what[0].upper() + what[1:])
    if lead is not None and battle is None and not captures:
        missing = NEEDED - (lead.by if lead.seat == own else -lead.by)
        sentences.append(f"Tile {lead.place} then needs {missing} more of your minions.")
    return " ".join(sentences)


def sides(battle: Battle) -> str:
    """R6: "Your 4 against a hidden value."."""
    own, enemy = value_name(battle.attacker), value_name(battle.defender)
    article = "a" if battle.defender.text == FACE_DOWN else "the"
    return f"Your {own} against {article} {enemy}."


def value_name(piece: Piece) -> str:
    """The value of a minion, in words."""
    if piece.text == FACE_DOWN:
        return "hidden value"
    return "null" if piece.text == "0" else VALUE_NAMES[VALUE_TEXTS.index(piece.text)]


# How far pieces reach -----------------------------------------------------------------------------

MOVE = "Walks one cell along its rank or file, or jumps over a neighbour in any direction (R5)."
FIRST = "The very first move of the game is a walk of one cell along its rank or file (R5)."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The cells that each minion on the board reaches, as if its seat were to act."""
    if in_set_up(params, seen):
        return
    jumped_over = seen.cells[SUNS] | seen.cells[MOONS] if seen.begun else NONE
    for seat in (SUNS, MOONS):
        for place in numbers_in(seen.cells[seat]):
            cells = reach(params, place, seen.cells[seat], jumped_over)
            places = tuple(map(name_of, numbers_in(cells)))
            yield Reach(name_of(place), places, MOVE if seen.begun else FIRST)
