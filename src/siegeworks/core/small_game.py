"""A game of one file: what it does not say itself follows from its fields and its rules

`small_game` makes a `Game` of a state, rules, seats and endings. The board, the tokens, the planes
and the counting of legal actions work at once; each can be replaced by something better, by the
name that `Game` has for it. So does what a seat sees, where each has something that it alone sees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.contract import (
    HEADER,
    TABLE_ENDINGS,
    TERMINAL,
    Action,
    Observation,
    Rules,
    Seat,
)
from siegeworks.core.game import Game
from siegeworks.core.jit import rule
from siegeworks.core.notation import NOT_A_MOVE, Notation
from siegeworks.core.records import blank_record
from siegeworks.core.scene import Cell, Piece, Scene

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Board(NamedTuple):
    """The first field of a state that has several elements: its rows, the first one at the top."""

    field: str
    rows: int
    columns: int

    @classmethod
    def of(cls, state_type: np.dtype[Any]) -> Board:
        """The board of states of this type; one without cells if no field has several elements."""
        own = (state_type.names or ())[len(HEADER) :]
        for name in own:
            shape = state_type[name].shape
            if shape:
                return cls(name, shape[0] if len(shape) == 2 else 1, shape[-1])
        return cls("", 0, 0)

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.rows * self.columns

    def name(self, cell: int) -> str:
        """The name of a cell, counted along the rows: columns are letters, rows count upwards. On
        boards that are too wide for that, its number."""
        if self.columns > len(LETTERS):
            return str(cell + 1)
        return f"{LETTERS[cell % self.columns]}{self.rows - cell // self.columns}"


def small_game(
    *,
    name: str,
    title: str,
    seats: tuple[str, ...],
    state_type: np.dtype[Any],
    rules: Rules,
    endings: tuple[str, ...],
    num_actions: int,
    max_steps: int,
    act_rule: str,
    table_rule: str,
    hidden: str = "",
    **better: Any,
) -> Game:
    """A game that says the least that a game can say.

    Args:
        name: "tic-tac-toe".
        title: "Tic-Tac-Toe".
        seats: names in turn order.
        state_type: `HEADER` and the fields of a position, whole numbers.
        rules: `set_up`, `legal_actions` and `apply_action` at least.
        endings: its own, with their paragraphs.
        num_actions: actions go from 0 to num_actions − 1.
        max_steps: no game has more steps.
        act_rule: the paragraph that says what the seat to act may do.
        table_rule: the paragraph about resigning, time and draws.
        hidden: a field with an element or a row for each seat, which nobody else sees; empty:
            nothing is hidden, or `rules` has an `observe` of its own.
        better: anything else that `Game` takes.

    Raises:
        SiegeworksError: as `Game`.
    """
    board = Board.of(state_type)
    if hidden:
        rules = rules._replace(observe=observing_all_but(state_type, hidden))
    given: dict[str, Any] = {
        "ruleset": 1,
        "options": {},
        "known_options": (),
        "params": blank_record([("nothing", "u1")]),
        "notation": board_notation(board, num_actions, act_rule),
        "scene": board_scene(board, seats, act_rule),
        "score": won_score,
        "max_legal": num_actions,
        "turn_rule": lambda params, seen: act_rule,
        **better,
    }
    return Game(
        name=name,
        title=title,
        seats=seats,
        state_type=state_type,
        rules=rules,
        endings=(*TABLE_ENDINGS, *endings),
        num_actions=num_actions,
        max_steps=max_steps,
        table_rule=table_rule,
        **given,
    )


# What a seat sees -------------------------------------------------------------------------------


@cache
def observing_all_but(state_type: np.dtype[Any], hidden: str) -> Callable[..., None]:
    """A rule `observe` that copies all fields but one, of which each seat sees its own part. Made
    once: a game that is loaded again must have the rules that were compiled for it.

    Args:
        state_type: the fields, each a number or an array of one or two dimensions.
        hidden: the name of the field with an element or a row for each seat.
    """

    @rule
    def observe(params: Any, s: Any, seat: Any, seen: Any) -> None:
        seen.viewer = seat

    for name in state_type.names or ():
        if name != "viewer":
            observe = _and_field(observe, name, len(state_type[name].shape), name == hidden)
    return observe


def _and_field(
    before: Callable[..., None], name: str, dimensions: int, is_hidden: bool
) -> Callable[..., None]:
    """An observation with one field more; compiled, so that its name must be a constant."""

    @rule
    def with_number(params: Any, s: Any, seat: Any, seen: Any) -> None:
        before(params, s, seat, seen)
        seen[name] = s[name]

    @rule
    def with_row(params: Any, s: Any, seat: Any, seen: Any) -> None:
        before(params, s, seat, seen)
        for i in range(len(s[name])):
            if i == seat or not is_hidden:
                seen[name][i] = s[name][i]

    @rule
    def with_rows(params: Any, s: Any, seat: Any, seen: Any) -> None:
        before(params, s, seat, seen)
        for i in range(s[name].shape[0]):
            if i == seat or not is_hidden:
                for j in range(s[name].shape[1]):
                    seen[name][i, j] = s[name][i, j]

    return (with_number, with_row, with_rows)[dimensions]


# What is left out is worked out -------------------------------------------------------------------


def won_score(params: Any, seen: Observation, seat: Seat) -> float:
    """1 for who has won, shared by all winners; 0 for the others and before the end."""
    winners = int(seen.winners)
    return (winners >> seat & 1) / max(1, winners.bit_count())


def board_notation(board: Board, num_actions: int, act_rule: str) -> Notation:
    """Actions by the cells of the board: `b2` where there is one for each cell, `a1-b2` where there
    is one for each two, and their numbers otherwise."""

    def action_to_text(params: Any, action: Action) -> str:
        if num_actions == board.cells:
            return board.name(action)
        if num_actions == board.cells**2:
            return f"{board.name(action // board.cells)}-{board.name(action % board.cells)}"
        return str(action)

    def explain(params: Any, seen: Observation, text: str) -> str:
        if text in {action_to_text(params, action) for action in range(num_actions)}:
            return f"this is not possible now ({act_rule})"
        return f"{NOT_A_MOVE} write one such as {action_to_text(params, 0)} ({act_rule})"

    return Notation(action_to_text=action_to_text, explain=explain)


def board_scene(
    board: Board, seats: tuple[str, ...], act_rule: str
) -> Callable[[Any, Observation], Scene]:
    """Squares, with a piece of seat n on each that holds 1 + n, and any other number as it is."""

    def piece(value: int) -> Piece | None:
        if value == 0:
            return None
        is_seat = 0 < value <= len(seats)
        return Piece("piece", seats[value - 1]) if is_seat else Piece("number", None, str(value))

    def scene(params: Any, seen: Observation) -> Scene:
        values = np.ravel(getattr(seen, board.field)) if board.cells else ()
        cells = tuple(
            Cell(
                board.name(cell),
                float(cell % board.columns),
                float(cell // board.columns),
                "square",
                None,
                piece(int(value)),
            )
            for cell, value in enumerate(values)
        )
        if seen.to_act == TERMINAL:
            return Scene("squares", cells)
        return Scene("squares", cells, task=f"Choose your move ({act_rule})")

    return scene
