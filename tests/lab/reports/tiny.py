"""A tiny game whose truth is known: seats write down digits in turn, and the higher sum wins.

Chance decides who begins. With the option of a head start, seat 0 moves twice once. In the game of
the coin the digits do not count: chance decides at the end. It runs in plain Python, so nothing
compiles.
"""

import numpy as np

from siegeworks.core.contract import CHANCE, FIRST_ENDING, HEADER, TABLE_ENDINGS, Rules, finish
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.scene import Cell, Piece, Scene

DIGITS = 10
ENDED, STOPPED = FIRST_ENDING, FIRST_ENDING + 1
PARAMS = np.dtype([("turns", "i4"), ("coin", "i4"), ("head_start", "i4"), ("seats", "i4")])
STATE = np.dtype([*HEADER, ("sums", "i4", 4), ("left", "i4", 4), ("extra", "i4")])


def set_up(p, s):
    s.to_act = CHANCE
    s.left[: p.seats] = p.turns
    s.extra = p.head_start


def legal_actions(p, s, out):
    out[:DIGITS] = range(DIGITS)
    return DIGITS


def apply_action(p, s, action):
    seat = int(s.to_act)
    s.sums[seat] += action
    if seat == 0 and s.extra:
        s.extra -= 1
        return
    s.left[seat] -= 1
    s.to_act = (seat + 1) % p.seats
    if not s.left.any():
        if p.coin:
            s.to_act = CHANCE
        else:
            sums = s.sums[: p.seats].tolist()
            finish(s, sum(1 << i for i, total in enumerate(sums) if total == max(sums)), ENDED)


def apply_outcome(p, s, outcome):
    if s.first < 0:
        s.first = s.to_act = outcome
    else:
        finish(s, 1 << outcome, ENDED)


def chance_weights(p, s, weights):
    weights[: p.seats] = 1


RULES = Rules(
    set_up=set_up,
    legal_actions=legal_actions,
    apply_action=apply_action,
    num_legal=lambda p, s: DIGITS,
    nth_legal=lambda p, s, k: k,
    chance_weights=chance_weights,
    apply_outcome=apply_outcome,
    num_cases=lambda p, s: int(p.seats),
    nth_case=lambda p, s, k: k,
)


def scene(p, seen):
    cells = tuple(
        Cell(f"a{i + 1}", i, 0, "place", None, Piece("sum", f"s{i}", str(int(seen.sums[i]))))
        for i in range(int(p.seats))
    )
    return Scene("squares", cells)


def no_report(tally, verdicts):
    """For campaigns whose report nobody looks at while they run."""


def tiny(turns=3, coin=False, head_start=0, seats=2):
    """The game."""
    params = np.array([(turns, coin, head_start, seats)], PARAMS).view(np.recarray)[0]
    return Game(
        name="tiny",
        title="Tiny",
        ruleset=1,
        options={},
        known_options=(),
        seats=tuple(f"s{i}" for i in range(seats)),
        params=params,
        state_type=STATE,
        rules=RULES,
        notation=Notation(
            action_to_text=lambda p, a: f"write{a}",
            explain=lambda p, seen, text: "is not a move. Write a digit",
            outcome_to_text=lambda p, o: f"seat{o}",
            explain_outcome=lambda p, s, text: "is not an outcome",
        ),
        scene=scene,
        score=lambda p, seen, seat: float(seen.sums[seat]),
        endings=(*TABLE_ENDINGS, "all digits are written", "it took too long"),
        limit_endings=(STOPPED,),
        num_actions=DIGITS,
        num_outcomes=seats,
        max_legal=DIGITS,
        max_steps=2 + seats * turns + head_start,
        turn_rule=lambda p, seen: "R1",
        table_rule="R2",
    ).plain()
