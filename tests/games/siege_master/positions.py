"""Positions drawn as text.

A drawing is a map (R1) on which `F` is a neutral fortress, `R` and `B` one that Red or Blue
captured, a letter from `a` to `m` four hexes under an army of Red, and from `n` to `z` of Blue.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from siegeworks.core.bits import bit
from siegeworks.core.contract import Observation, State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.siege_master.notation import hex_text, owner
from siegeworks.games.siege_master.params import holds, members
from siegeworks.games.siege_master.rules import begin, place_army, what_binds
from siegeworks.games.siege_master.state import BLUE, RED

SEATS_OF_FORTRESSES = {"R": RED, "B": BLUE}


def game(drawing: str, **options: str) -> Game:
    """The game on this map, its rules run as plain Python."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "drawn.txt").write_text(drawing, encoding="utf-8")
        return load("siege-master", {"map": "drawn", **options}, Path(folder)).plain()


def hexagon(**options: str) -> Game:
    """The game on the shipped hexagon, its rules run as plain Python."""
    return load("siege-master", options).plain()


def position(
    drawing: str, to_act: str = "red", last: str = "", captured: int = 0, **options: str
) -> tuple[Game, State]:
    """A game and a state in the middle of it.

    Args:
        drawing: map, fortresses and armies.
        to_act: whose turn it is.
        last: the letter of the army placed last; none: no army is on the map.
        captured: how many fortresses that army took.
    """
    bare = "".join("F" if sign in "RB" else "." if sign.islower() else sign for sign in drawing)
    table = game(bare, **options)
    params, state = table.params, table.new_state()
    signs = "".join(drawing.split())
    for letter in sorted({sign for sign in signs if sign.islower()}):
        army = army_on(table, {i for i, sign in enumerate(signs) if sign == letter})
        place_army(params, state, RED if letter <= "m" else BLUE, army)
        if letter == last:
            state.last = army
    for number, sign in enumerate(signs):
        if sign in SEATS_OF_FORTRESSES:
            capture(state, number, SEATS_OF_FORTRESSES[sign])
    begin(params, state)
    state.captured = captured
    if last:
        state.binds = what_binds(params, state)
    state.to_act = table.seats.index(to_act)
    return table, state


def army_on(game: Game, hexes: set[int]) -> int:
    """The placement that covers exactly these hexes."""
    paths = game.params.path[: game.params.placements]
    return next(army for army, path in enumerate(paths) if set(path.tolist()) == hexes)


def capture(state: State, number: int, seat: int) -> None:
    """Give a neutral fortress to a seat."""
    state.neutral[number >> 6] &= ~bit(number & 63)
    state.owned[seat, number >> 6] |= bit(number & 63)


def play(game: Game, state: State, tokens: str) -> State:
    """The state after these tokens."""
    for token in tokens.split():
        state = game.child(state, game.text_to_choice(state, token))
    return state


def drawn(game: Game, state: State) -> dict[str, str]:
    """What lies on every hex: `.`, `F`, `R`, `B`, or `r` and `b` for an army of Red or Blue."""
    seen = game.open_view(state)
    return {
        hex_text(game.params, number): sign_of(seen, number)
        for number in range(int(game.params.hexes))
    }


def sign_of(seen: Observation, number: int) -> str:
    """What lies on a hex."""
    seat = owner(seen, number)
    if seat is None:
        return "F" if holds(seen.neutral, number) else "."
    return "rb"[seat] if holds(seen.walls, number) else "RB"[seat]


def fortresses(game: Game, state: State) -> dict[str, str]:
    """Who holds which fortress: `F` nobody, `R` Red, `B` Blue."""
    return {name: sign for name, sign in drawn(game, state).items() if sign in "FRB"}


def neighbours(game: Game, name: str) -> set[str]:
    """The names of the hexes next to a hex."""
    names = [hex_text(game.params, number) for number in range(int(game.params.hexes))]
    return {names[number] for number in members(game.params.neighbours[names.index(name)])}


def winners(game: Game, state: State) -> set[str]:
    """The names of those who won."""
    return {name for seat, name in enumerate(game.seats) if int(state.winners) >> seat & 1}
