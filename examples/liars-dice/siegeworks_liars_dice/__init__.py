"""Liar's dice, a duel with hidden dice: a game for Siegeworks in a package of its own."""

from pathlib import Path
from typing import Any

from siegeworks.core.card import Card
from siegeworks.core.contract import CHANCE, Observation, Seat
from siegeworks.core.effects import Effects
from siegeworks.core.game import Game
from siegeworks.core.notation import NOT_A_MOVE, Notation
from siegeworks.core.options import Option, check_options
from siegeworks.core.records import blank_record
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.core.small_game import small_game
from siegeworks_liars_dice.rules import BIDS, DICE, FACES, LIAR, PARAMS, RULES, SHOWN, STATE

TITLE = "Liar's Dice"
IN_A_SENTENCE = "Bid on dice that only you see, and catch your opponent lying."
CREDITS = "Liar's dice is a traditional game; nobody has rights in it."
# 11 bids and calls in a game between equal bots, each 10 to 20 seconds.
CARD = Card(seats=(2, 2), minutes=(2, 5), learning="easy", luck="dice", hidden="hidden dice")
OPTIONS = (
    Option("dice", "2", ("1", "2"), "How many dice each player has (R1)."),
    Option("faces", "6", ("4", "6"), "How many faces a die has (R1)."),
)
SEATS = ("left", "right")
PLACES = tuple(f"{seat}{i}" for seat in SEATS for i in range(1, DICE + 1))  # R1


def action_to_text(params: Any, action: int) -> str:
    """R3, R4."""
    return "liar" if action == LIAR else f"{1 + action // FACES}x{1 + action % FACES}"


def outcome_to_text(params: Any, outcome: int) -> str:
    """R2."""
    return f"{PLACES[outcome // FACES]}={1 + outcome % FACES}"


def shown_to_text(params: Any, code: int) -> str:
    """All dice: "53-20", where 0 is a die that is lost; empty: nothing was shown."""
    digits = [str(code // 7**power % 7) for power in reversed(range(2 * DICE))]
    return "".join([*digits[:DICE], "-", *digits[DICE:]]) if code else ""


def explain(params: Any, seen: Observation, text: str) -> str:
    """Why the seat to act may not say this."""
    if text == "liar":
        return "there is no bid yet (R4)"
    if text not in {action_to_text(params, bid) for bid in range(BIDS)}:
        return f"{NOT_A_MOVE} bid how many dice show a number, such as 2x3, or say liar (R3, R4)"
    if int(text[-1]) > params.faces:
        return f"dice have {params.faces} faces (R1)"
    if int(text[0]) > seen.left.sum():
        return f"only {seen.left.sum()} dice are left (R3)"
    return f"a bid must be higher than {action_to_text(params, int(seen.bid) - 1)} (R3)"


def preview(params: Any, seen: Observation, action: int, after: Observation | None) -> Effects:
    """Whether the bid is true, as far as the seat to act can tell (R4)."""
    seat = int(seen.to_act)
    bid = int(seen.bid) - 1 if action == LIAR else action
    other = SEATS[1 - seat].capitalize()
    missing = 1 + bid // FACES - int((seen.dice[seat] == 1 + bid % FACES).sum())
    sentence = f"The bid {action_to_text(params, bid)} is "
    if missing <= 0:
        sentence += "true: you have these dice."
    elif missing > seen.left[1 - seat]:
        sentence += f"a lie: {other} has too few dice."
    else:
        sentence += f"true if {other} has at least {missing} of these dice."
    return Effects(sentence)


def die(seat: str | None, value: int, is_hidden: bool = False) -> Piece:
    """A die with its number, which the viewer may not know."""
    return Piece("die", seat, str(int(value) or "?"), is_hidden)


def scene(params: Any, seen: Observation) -> Scene:
    """The dice, the bid, and what was shown in the round before."""
    cells, bid = [], int(seen.bid) - 1
    for seat, name in enumerate(SEATS):
        rolled = min(int(seen.rolled) - seat * int(seen.left[0]), int(seen.left[seat]))
        for i in range(params.dice):
            piece = die(name, seen.dice[seat, i], True) if i < rolled else None
            cells.append(
                Cell(PLACES[DICE * seat + i], float(i), float(seat), "square", None, piece)
            )
    last = [die(SEATS[i // DICE], value) for i, value in enumerate(seen.last.flat) if value]
    trays = (
        Tray("Bid", (die(None, 1 + bid % FACES),) * (1 + bid // FACES if seen.bid else 0)),
        Tray("Last round", tuple(last)),
    )
    higher = f"Bid higher than {action_to_text(params, bid)}, or say that it is a lie (R3, R4)"
    return Scene(
        "squares",
        tuple(cells),
        trays,
        goal=f"The last player with dice wins: left has {seen.left[0]}, right {seen.left[1]} (R5)",
        task="" if seen.to_act < 0 else higher if seen.bid else "Make the first bid (R3)",
    )


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many dice a seat has more than the other."""
    return float(int(seen.left[seat]) - int(seen.left[1 - seat]))


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options.

    Raises:
        OptionError: for an option or a value that the game does not know.
    """
    options = check_options(TITLE, OPTIONS, given)
    params = blank_record(PARAMS)
    params.dice, params.faces = int(options["dice"]), int(options["faces"])
    return small_game(
        name="liars-dice",
        title=TITLE,
        seats=SEATS,
        options=options,
        known_options=OPTIONS,
        params=params,
        state_type=STATE,
        rules=RULES,
        notation=Notation(
            action_to_text=action_to_text,
            explain=explain,
            outcome_to_text=outcome_to_text,
            shown_to_text=shown_to_text,
        ),
        scene=scene,
        score=score,
        preview=preview,
        endings=("a seat lost its last die (R5)",),
        num_actions=LIAR + 1,
        num_outcomes=2 * DICE * FACES,
        num_shown=SHOWN,
        max_steps=(2 * DICE - 1) * (2 * DICE + BIDS + 1),
        act_rule="R3",
        turn_rule=lambda params, s: "R2" if s.to_act == CHANCE else "R3",
        table_rule="R5",
        hidden="dice",
    )
