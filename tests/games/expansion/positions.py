"""Positions drawn as text.

A diagram has the ranks of the board, the last on top, one word a cell: `.` is empty, `s5` the 5
of the suns, `mA` the ace of the moons. Minions that are not drawn have left the game.
"""

from functools import cache

from siegeworks.core.bits import bit, has
from siegeworks.core.contract import CHANCE, Position, State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.expansion.params import FILES, RANKS, VALUE_TEXTS, cells, place_of, tile_name
from siegeworks.games.expansion.state import MOONS, SUNS
from tests.present import present

PLACED = "5@a1 4@b1 3@a2 2@b2 A@c1 0@a3 5@f6 4@e6 3@f5 2@e5 A@d6 0@f4"
START = """
.  .  .  mA m4 m5
.  .  .  .  m2 m3
.  .  .  .  .  m0
s0 .  .  .  .  .
s3 s2 .  .  .  .
s5 s4 sA .  .  .
"""


@cache
def game(**options: str) -> Game:
    """The game with its rules run as plain Python."""
    return load("expansion", options).plain()


def set_up(game: Game, first: str = "suns") -> State:
    """The state before the first move, placed as in START."""
    return play(game, game.new_state(), f"{PLACED} first={first}")


def position(
    game: Game,
    diagram: str,
    to_act: str = "suns",
    *,
    suns: str = "a1",
    moons: str | None = None,
    first: str = "suns",
) -> State:
    """A state in the middle of a game, with the tiles that each side has captured (a corner)."""
    state = game.new_state()
    state.placed, state.begun = game.params.set_up_steps, 1
    state.first, state.to_act = game.seats.index(first), game.seats.index(to_act)
    names = tile_names(game)
    for seat, tiles in enumerate((suns, moons or names[-1])):
        state.cells[seat] = 0
        state.tiles[seat] = sum(1 << names.index(tile) for tile in tiles.split())
        state.fallen[seat] = game.params.values
    state.boards[0] = 0
    files, ranks = FILES[: game.params.files], RANKS[: game.params.ranks]
    for rank, row in zip(reversed(ranks), diagram.strip().splitlines(), strict=True):
        for file, word in zip(files, row.split(), strict=True):
            if word != ".":
                put(game, state, file + rank, word)
    assert present(game.engine.is_sound)(game.params, state), "no game comes to this position"
    return state


def put(game: Game, state: State, cell: str, word: str) -> None:
    """One minion of a diagram."""
    seat, code, place = "sm".index(word[0]), VALUE_TEXTS.index(word[1]), place_of(cell)
    state.cells[seat] |= bit(place)
    state.value[place] = code
    state.fallen[seat] &= ~bit(code)
    state.boards[0] += game.params.digit[seat, place]


def play(game: Game, state: State, tokens: str) -> State:
    """The state after these steps, each checked; the one given stays as it is."""
    for token in tokens.split():
        state = game.child(state, game.text_to_choice(state, token))
    return state


def drawn(game: Game, state: Position) -> str:
    """The board of a state or an observation as a diagram; values not known are `?`."""
    words = {cell: word_of(state, cell) for cell in cells(game.params)}
    files, ranks = FILES[: game.params.files], RANKS[: game.params.ranks]
    rows = ([words[file + rank] for file in files] for rank in reversed(ranks))
    return "\n".join(" ".join(f"{word:2}" for word in row).rstrip() for row in rows)


def word_of(state: Position, cell: str) -> str:
    """What stands on a cell, as diagrams say it."""
    place = place_of(cell)
    for seat in (SUNS, MOONS):
        if has(state.cells[seat], place):
            return "sm"[seat] + VALUE_TEXTS[state.value[place]]
    return "."


def moves_from(game: Game, state: State, cell: str) -> set[str]:
    """The cells that the minion on this cell may move to."""
    return {text[3:] for text in game.legal_texts(state) if text.startswith(f"{cell}-")}


def tiles(game: Game, state: State, seat: str) -> set[str]:
    """The tiles that a seat has captured."""
    captured = state.tiles[game.seats.index(seat)]
    return {name for tile, name in enumerate(tile_names(game)) if has(captured, tile)}


def tile_names(game: Game) -> list[str]:
    """All tiles, by number."""
    return [tile_name(game.params, tile) for tile in range(game.params.tiles)]


def values(codes: int) -> str:
    """A set of values, highest first."""
    return "".join(VALUE_TEXTS[code] for code in range(6, 0, -1) if int(codes) >> code & 1)


def winners(game: Game, state: State) -> set[str]:
    """The seats that won."""
    return {name for seat, name in enumerate(game.seats) if state.winners >> seat & 1}


def with_chance(game: Game, state: State) -> dict[str, float]:
    """Every outcome that can happen now, with its probability."""
    assert state.to_act == CHANCE
    return {game.outcome_texts[o]: float(p) for o, p in game.chance_outcomes(state)}
