"""What can be forced from a single state, beside a plain search that leaves nothing out"""

from itertools import product

import pytest

from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.lab.puzzles.proof import proven
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import play_steps
from siegeworks.play.teaching.puzzles import puzzles, setting
from siegeworks.proofs.possible_states import possible_states
from siegeworks.proofs.solving import NO, OPEN, SECRET, WALL, YES, Solver
from tests.present import present

SMALL = {"columns": "3", "tiles": "KAECIS"}
DEALT = "chance Sa1=S Sb1=E Sc1=A Sa2=K Sb2=C Sc2=I Na1=S Nb1=C Nc1=A Na2=I Nb2=E Nc2=K"
FEW_LEFT = f"""
{DEALT} first=north
north a1?c2
south c1xc1
north +b1 a1xa1
"""
MANY_STEPS = 1_000_000
TO_THE_END = 20


@pytest.fixture(scope="module")
def few_left() -> Table:
    """A game with few tiles left."""
    table = Table(load("kings-ransom", SMALL))
    play_steps(table, FEW_LEFT, "here")
    return table


def plainly(game: Game, state: State, seat: int, plies: int, *, is_win: bool) -> int:
    """The same by going through everything."""
    if state.to_act == TERMINAL:
        winners = [bool(int(state.winners) >> number & 1) for number in range(len(game.seats))]
        return YES if winners[seat] and (not is_win or sum(winners) == 1) else NO
    if plies == 0 and state.to_act != CHANCE:
        return OPEN
    if state.to_act == CHANCE:
        choices, left = [outcome for outcome, _ in game.chance_outcomes(state)], plies
    else:
        choices, left = game.legal_actions(state), plies - 1
    verdicts = [
        plainly(game, game.child(state, choice), seat, left, is_win=is_win) for choice in choices
    ]
    return max(verdicts) if state.to_act == seat else min(verdicts)


def children(game: Game, state: State) -> list[State]:
    """The states one action on."""
    return [game.child(state, action) for action in game.legal_actions(state)]


def tree(game: Game, state: State) -> list[State]:
    """This state and all that may follow."""
    states = [state]
    for after in children(game, state):
        states += tree(game, after)
    return states


@pytest.mark.parametrize("is_win", [True, False], ids=["win", "hold"])
def test_it_is_what_a_search_that_leaves_nothing_out_says(few_left: Table, is_win: bool) -> None:
    game, met = few_left.game, set()
    states = [few_left.state]
    for state in states[:1] + children(game, few_left.state):
        states += children(game, state)
    enough = YES if is_win else OPEN  # the solver looks no further
    for seat in range(len(game.seats)):
        solver = Solver(game, seat, is_win=is_win, most_steps=MANY_STEPS)
        # In no order: what is remembered must fit.
        for plies, state in product((4, 1, 3, 0, 2), states):
            plain = plainly(game, state, seat, plies, is_win=is_win)
            verdict = solver.verdict(state, plies)
            assert (verdict >= enough) == (plain >= enough), (seat, plies)
            assert (verdict == NO) <= (plain == NO), (seat, plies)
            met.add(plain)
    assert len(met) > 1


def test_what_is_proven_is_the_only_move_that_wins(few_left: Table) -> None:
    game, proofs = few_left.game, 0
    for state in tree(game, few_left.state):
        seat, legal = int(state.to_act), game.legal_actions(state)
        if len(legal) > 1 and len(possible_states(game, game.observe(state, seat), 99)) == 1:
            wins = [
                action
                for action in legal
                if plainly(game, game.child(state, action), seat, TO_THE_END, is_win=True) == YES
            ]
            known = proven(game, state)
            is_win = known is not None and known.kind == "win"
            assert is_win == (len(wins) == 1), game.legal_texts(state)
            proofs += is_win
            assert not is_win or present(known).action == wins[0]
    assert proofs


def test_a_winning_reply_is_found_wherever_it_stands_among_the_replies() -> None:
    game_name = "nobles-and-peasants"
    puzzle = next(p for p in puzzles(game_name) if (p.kind, p.plies) == ("save", 2))
    at = setting(game_name, puzzle)
    solver = Solver(at.game, at.seat, is_win=False, most_steps=MANY_STEPS)
    verdicts = {
        at.game.action_texts[action]: solver.verdict(at.game.child(at.table.state, action), 1)
        for action in at.game.legal_actions(at.table.state)
    }
    assert [text for text, verdict in verdicts.items() if verdict != NO] == [puzzle.solution]


def test_every_outcome_of_chance_counts() -> None:
    table = Table(load("kings-ransom", SMALL))
    play_steps(table, DEALT, "here")
    solver = Solver(table.game, 0, is_win=False, most_steps=MANY_STEPS)
    assert solver.verdict(table.state, 1) == OPEN
    assert solver.met_chance


def test_it_ends_at_its_wall(few_left: Table) -> None:
    solver = Solver(few_left.game, 0, is_win=True, most_steps=10)
    assert solver.verdict(few_left.state, 9) == WALL
    assert solver.left == 0


def test_a_step_that_is_hidden_from_the_seat_ends_it() -> None:
    table = Table(load("kings-ransom", SMALL | {"setup": "secret"}))
    north = table.game.seats.index("north")
    solver = Solver(table.game, north, is_win=True, most_steps=MANY_STEPS)
    assert solver.verdict(table.state, 2) == SECRET
