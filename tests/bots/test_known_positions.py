"""Where all is known a game with secrets is searched as an open one: what is proven is true."""

from collections.abc import Iterator

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.mcts.scratch import ALL_BY_EVERYBODY, ALL_BY_SEAT
from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.proofs.possible_states import TooMany, possible_states
from tests.variants import random_walk

RANSOM = load("kings-ransom")
EXPANSION = load("expansion", {"board": "2x2", "values": "543", "quiet": "4"})
LATE = 5  # actions before the end
every_game = pytest.mark.parametrize("game", [RANSOM, EXPANSION], ids=["ransom", "expansion"])


def late_positions(game: Game) -> Iterator[State]:
    """Of games at random, with a choice. Few of Expansion come to wins that can be forced."""
    for seed in (14, 20, 25) if game is EXPANSION else range(14):
        acted = [state for state, _ in random_walk(game, seed) if state.to_act >= 0]
        yield from (state for state in acted[-LATE:] if len(game.legal_actions(state)) > 1)


def share(game: Game, state: State, seat: int, known: dict[bytes, float]) -> float:
    """What a seat wins with best play of all who know everything: by trying all."""
    record = state.tobytes()
    if state.to_act == TERMINAL:
        return float(win_share(int(state.winners), seat))
    assert state.to_act != CHANCE
    if record not in known:
        pick, goal, shares = (max, 1.0, []) if state.to_act == seat else (min, 0.0, [])
        for action in game.legal_actions(state):
            shares.append(share(game, game.unchecked.child(state, action), seat, known))
            if shares[-1] == goal:
                break
        known[record] = pick(shares)
    return known[record]


def knows_all(game: Game, state: State, seat: int) -> bool:
    try:
        return len(possible_states(game, game.observe(state, seat), 30)) == 1
    except TooMany:
        return False


@every_game
def test_what_is_proven_is_what_trying_everything_finds(game):
    proven: list[float] = []
    for state in late_positions(game):
        seat = int(state.to_act)
        seen = game.observe(state, seat)
        bot = SearchBot(game, new_rng(1), Budget(simulations=1_000), mixing=0)
        statistics = bot.search(seen)
        shares: dict[bytes, float] = {}
        known = bot._known(seen)
        assert (known > 0) <= knows_all(game, state, seat)
        assert (known == ALL_BY_EVERYBODY) <= knows_all(game, state, 1 - seat)
        for stats in statistics if statistics[0].proven else ():
            assert known
            if stats.proven:
                won = share(game, game.child(state, stats.action), seat, shares)
                assert won == stats.win_probability
                assert known == ALL_BY_EVERYBODY or won == 1
                proven.append(won)
    assert proven.count(1) > 2


def test_a_loss_is_proven_only_where_the_others_know_all_too():
    lost = {ALL_BY_EVERYBODY: 0, ALL_BY_SEAT: 0}
    for state in late_positions(RANSOM):
        seen = RANSOM.observe(state, int(state.to_act))
        bot = SearchBot(RANSOM, new_rng(1), Budget(simulations=1_000), mixing=0)
        statistics = bot.search(seen)
        if known := bot._known(seen):
            lost[known] += any(each.proven and each.win_probability < 1 for each in statistics)
    assert lost[ALL_BY_EVERYBODY] > 0 == lost[ALL_BY_SEAT]
