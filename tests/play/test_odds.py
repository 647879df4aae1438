"""In how many deals a move wins, beside every plan written out"""

from itertools import product

import pytest

from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.information import learned
from siegeworks.games import load
from siegeworks.lab.puzzles.proof import is_dealt_by_chance
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import play_steps
from siegeworks.proofs.forcing import Wall
from siegeworks.proofs.odds import deals_of, odds
from siegeworks.proofs.possible_states import TooMany

SMALL = {"columns": "3", "tiles": "KAECIS"}
FEW_LEFT = """
chance Sa1=C Sb1=E Sc1=I Sa2=K Sb2=A Sc2=S Na1=I Nb1=A Nc1=S Na2=C Nb2=E Nc2=K first=north
north b2xb1
south +a1 b2?b2
"""
MANY_STEPS = 1_000_000


@pytest.fixture(scope="module")
def table() -> Table:
    """A game with few tiles left, of which some lie face down."""
    endgame = Table(load("kings-ransom", SMALL))
    play_steps(endgame, FEW_LEFT, "here")
    return endgame


def most_wins(
    table: Table, seat: int, worlds: list[tuple[int, State]], plies: int
) -> set[frozenset[int]]:
    """The sets of deals that some plan wins: all plans, none left out."""
    game = table.game
    everything = frozenset(deal for deal, _ in worlds)
    to_act = int(worlds[0][1]["to_act"])
    if to_act == TERMINAL:
        lost = {deal for deal, state in worlds if int(state["winners"]) != 1 << seat}
        return {everything - lost}
    if plies == 0:
        return {frozenset()}
    choices = game.legal_actions(worlds[0][1]) if to_act == seat else [None]
    plans: set[frozenset[int]] = set()
    for choice in choices:
        groups: dict[object, list[tuple[int, State]]] = {}
        for deal, state in worlds:
            for action in game.legal_actions(state) if choice is None else [choice]:
                after = game.child(state, action)
                key = learned(game, state, action, seat), int(after["to_act"])
                groups.setdefault(key, []).append((deal, after))
        ways = [
            [
                (frozenset(deal for deal, _ in group) - won)
                for won in most_wins(table, seat, group, plies - 1)
            ]
            for group in groups.values()
        ]
        for parts in product(*ways):
            plans.add(everything - frozenset[int]().union(*parts))
    return plans


def test_a_move_wins_in_as_many_deals_as_the_best_plan_that_begins_with_it(table: Table) -> None:
    game, state, seat = table.game, table.state, int(table.state.to_act)
    deals = deals_of(game, state, seat, 100)
    result = odds(game, seat, deals, 3, MANY_STEPS)
    assert result.deals == len(deals) == 6
    wins = {game.action_texts[action]: wins for action, wins in result.wins.items() if wins}
    assert wins == {"a1xa1": 3, "b2xb1": 1}
    plans = most_wins(table, seat, list(enumerate(deals)), 3)
    assert max(map(len, plans)) == 3


def test_more_deals_than_asked_for_and_too_many_steps_are_refused(table: Table) -> None:
    game, state, seat = table.game, table.state, int(table.state.to_act)
    with pytest.raises(TooMany):
        deals_of(game, state, seat, 1)
    with pytest.raises(Wall):
        odds(game, seat, deals_of(game, state, seat, 100), 5, 10)


def test_what_a_seat_has_laid_out_itself_is_not_dealt_by_chance(table: Table) -> None:
    assert is_dealt_by_chance(table, len(table.steps), 0)
    own = Table(load("kings-ransom", SMALL | {"setup": "secret"}))
    for token in ("Sa1=S", "Sb1=E", "Sc1=A", "Sa2=K", "Sb2=C", "Sc2=I"):
        own.play("south", token)
    assert is_dealt_by_chance(own, len(own.steps), 0)
    assert not is_dealt_by_chance(own, len(own.steps), 1)
