"""Moves as people write them, and why a move is refused."""

import re
from typing import Any

from siegeworks.core.bits import holds
from siegeworks.core.contract import Action, Observation
from siegeworks.core.notation import NOT_A_MOVE, Notation
from siegeworks_breakthrough.params import SIZE, WAYS, WHITE
from siegeworks_breakthrough.rules import movers

SEAT_NAMES = ("white", "black")
NAMES = ("White", "Black")  # in sentences

LONGEST_TEXT = 40  # longer than any token; what is longer is not looked into

SQUARE = "[a-z][1-9][0-9]?"
MOVE = re.compile(f"({SQUARE})-({SQUARE})")
PASSING = re.compile("pass|skip|-+|")


def action_to_text(params: Any, action: Action) -> str:
    """The token of a move: `b2-c3`."""
    return f"{square_text(params.origin[action])}-{square_text(params.target[action])}"


def square_text(square: int) -> str:
    """The name of a square (R1)."""
    return f"{chr(ord('a') + int(square) % SIZE)}{int(square) // SIZE + 1}"


def square_of(name: str) -> int | None:
    """The square of this name; None if it is not on the board."""
    file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return SIZE * rank + file if file < SIZE and rank < SIZE else None


def turn_rule(params: Any, seen: Observation) -> str:
    """The paragraph that says who acts now."""
    return "R3"


# Why a move is refused ----------------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    """Why the seat to act may not do this."""
    if len(text) > LONGEST_TEXT:
        return f"{NOT_A_MOVE} {what_now(params, seen)}"
    if PASSING.fullmatch(text):
        return f"you may not pass (R3), {what_now(params, seen)}"
    token = tidied(text)
    if token != text and token in legal_tokens(params, seen):
        how = "a capture is written like any move" if "x" in text.casefold() else "small letters"
        return f"{how}, with '-' between the squares and no blanks: it is written {token} (R4)"
    move = MOVE.fullmatch(token)
    if move is None:
        return f"{NOT_A_MOVE} {what_now(params, seen)}"
    return why_no_move(seen, move[1], move[2])


def why_no_move(seen: Observation, start: str, end: str) -> str:
    """Why the piece on one square may not move to the other."""
    origin, target = square_of(start), square_of(end)
    if origin is None or target is None:
        return f"{start if origin is None else end} is not on the board (R1)"
    seat = int(seen.to_act)
    if holds(seen.pieces[1 - seat], origin):
        return f"the piece on {start} is {NAMES[1 - seat]}'s, and it is {NAMES[seat]}'s turn (R3)"
    if not holds(seen.pieces[seat], origin):
        return f"there is no piece on {start} (R3)"
    forward = 1 if seat == WHITE else -1
    ranks = (target // SIZE - origin // SIZE) * forward
    files = abs(target % SIZE - origin % SIZE)
    if ranks < 0 or (ranks == 0 and files > 0):
        which = "backward" if ranks < 0 else "sideways"
        return f"from {start} to {end} is {which}, and pieces only move forward (R3)"
    if ranks != 1 or files > 1:
        return f"{end} is not one square straight or diagonally ahead of {start} (R4)"
    if holds(seen.pieces[seat], target):
        return f"your own piece is on {end} (R4)"
    return f"a piece straight ahead cannot be captured, and {end} is not empty (R5)"


def what_now(params: Any, seen: Observation) -> str:
    """What a move looks like now, with the paragraph."""
    example = legal_tokens(params, seen)[0]
    return f"a move is written by the square it leaves and the square it enters: {example} (R4)"


def legal_tokens(params: Any, seen: Observation) -> list[str]:
    """The tokens of all moves that are legal now."""
    moves = params.action[seen.to_act]
    return [
        action_to_text(params, moves[way, origin])
        for way in range(WAYS)
        for origin in range(SIZE * SIZE)
        if holds(movers(seen, way), origin)
    ]


def tidied(text: str) -> str:
    """The token that was probably meant: capitals, blanks and other signs between the squares."""
    return re.sub(r"\s*[-‐‑‒–—−x:\s]\s*", "-", text.strip().casefold())


NOTATION = Notation(action_to_text=action_to_text, explain=explain)
