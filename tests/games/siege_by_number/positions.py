"""Positions of Siege by Number drawn as text.

Files c … j and ranks 10 … 3; each Home Base stands in the corner of this grid that it takes: W
before rank 10, N behind it, S before rank 3, E behind it. Ranks without a piece may be left out:

        c  d  e  f  g  h  i  j
    10  ..                   s?
     8  .. .. .. s3 .. c?
     3  cC .. ..

A piece is the first letter of its seat and what is known of it: `s?` an Army of suns that no battle
has shown, `s3` one that has been shown, `sA` an ace, `sC` the Commander.
"""

from typing import Any

from siegeworks.core.contract import CHANCE, State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.siege_by_number.notation import names
from siegeworks.games.siege_by_number.params import BIT_OF, COIN_TEXT, SPACE_NAMES
from siegeworks.games.siege_by_number.rules import choose
from siegeworks.games.siege_by_number.state import COINS, ROLLING

CORNERS = {"c10": "W", "j10": "N", "c3": "S", "j3": "E"}


def game(**options: str) -> Game:
    """The game with its rules run as plain Python."""
    return load("siege-by-number", options).plain()


def position(
    game: Game,
    picture: str = "",
    *,
    turn: str = "suns",
    dice: str = "",
    moved: str = "",
    turns: int = 0,
    **under: str,
) -> State:
    """A position in which `turn` is to choose with these dice, or to roll where there are none.

    Args:
        moved: the spaces of pieces already chosen this turn.
        turns: how many turns have ended.
        under: by seat, the coins that came back to its stack, the top one first: suns="3A".
            "3A" has the other coins, never shown, on top of them; "-3A" has none, though they stand
            nowhere else (no game comes to that, but it is short to draw).
    """
    state = game.new_state()
    state.first = 0
    state.turn = game.seats.index(turn)
    for seat, name in enumerate(game.seats):
        put_in_stack(state, seat, under.get(name, ""))
    for line in picture.strip("\n").splitlines():
        rank = line[:6].strip()
        if rank.isdigit():
            put_on_rank(game, state, rank, line[8:])
    state.moved = sum(1 << BIT_OF[name] for name in moved.split())
    state.turns = turns
    if dice:
        state.dice = state.rolled = sum(1 << 4 * COIN_TEXT.index(die) for die in dice)
        choose(game.params, state)
    else:
        state.phase, state.to_act = ROLLING, CHANCE
    return state


def put_in_stack(state: State, seat: int, coins: str) -> None:
    gone = coins.startswith("-")
    for i, coin in enumerate(coins.removeprefix("-")):
        value = COIN_TEXT.index(coin)
        state.returned[seat] |= value + 1 << 4 * i
        state.shown[seat] |= 1 << value
        state.unshown[seat] -= 1
    if gone:
        state.unshown[seat] = 0


def put_on_rank(game: Game, state: State, rank: str, cells: str) -> None:
    for i, file in enumerate("cdefghij"):
        piece = cells[3 * i : 3 * i + 2].strip(" .")
        if piece:
            name = CORNERS.get(f"{file}{rank}", f"{file}{rank}")
            put(game, state, name, piece)


def put(game: Game, state: State, name: str, piece: str) -> None:
    """A piece on a space."""
    seat = next(i for i, seat in enumerate(game.seats) if seat[0] == piece[0])
    state.pieces[seat] |= 1 << BIT_OF[name]
    if piece[1] == "C":
        state.commanders |= 1 << BIT_OF[name]
        return
    if state.unshown[seat] > 0:
        state.unshown[seat] -= 1
    if piece[1] != "?":
        value = COIN_TEXT.index(piece[1])
        state.value[SPACE_NAMES.index(name)] = value + 1
        state.shown[seat] |= 1 << value


def play(game: Game, state: State, *tokens: str) -> State:
    """Another state, these steps further; each must be legal."""
    for token in tokens:
        state = game.child(state, game.text_to_choice(state, token))
    return state


def start(game: Game, first: str = "suns") -> State:
    """The first turn of this seat, before its roll."""
    return play(game, game.new_state(), f"first={first}")


def targets(game: Game, state: State, origin: str) -> set[str]:
    """Where the piece on this space may go, its own space for the stay."""
    moves = (text.split("-") for text in game.legal_texts(state) if "-" in text)
    return {target for start, target in moves if start == origin}


def spaces_of(game: Game, state: State, seat: str) -> set[str]:
    """Where the seat's pieces stand."""
    return set(names(state.pieces[game.seats.index(seat)]))


def dice(state: State) -> str:
    """The dice left, from low to high."""
    return "".join(COIN_TEXT[v] * (int(state.dice) >> 4 * v & 15) for v in range(COINS))


def stack(game: Game, state: State, seat: str) -> str:
    """The seat's stack, its top first; `?` is a coin that no battle has shown."""
    number = game.seats.index(seat)
    coins, returned = "?" * int(state.unshown[number]), int(state.returned[number])
    while returned:
        coins += COIN_TEXT[(returned & 15) - 1]
        returned >>= 4
    return coins


def chances(game: Game, state: State) -> dict[str, Any]:
    """The probability of every outcome that can happen, by token."""
    return {game.outcome_texts[o]: p for o, p in game.chance_outcomes(state)}
