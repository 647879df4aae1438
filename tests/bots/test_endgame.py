"""Mixed play late in larger games: what follows from all that everybody sees is solved."""

import numpy as np
import pytest

from siegeworks.bots import SearchBot, make_bot, search
from siegeworks.bots.cfr import endgame, equilibrium
from siegeworks.bots.cfr.endgame import endgame_choices
from siegeworks.bots.cfr.equilibrium import game_tree, solve
from siegeworks.bots.search import ENDGAME, MIXING
from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from siegeworks.lab.exploitability import nash_conv
from siegeworks.proofs.possible_states import possible_states

SMALL = load("kings-ransom", {"columns": "3", "tiles": "KAS"})
WHOLE = load("kings-ransom")
LATE = 300  # positions of an end that is solved, where the whole game has 6,186


def random_game(game, seed):
    """What the seats to act see in a random game, from its start to its end, with the states."""
    rng, state = new_rng(seed), game.new_state()
    while state.to_act != TERMINAL:
        if state.to_act == CHANCE:
            game.unchecked.apply(state, game.draw_outcome(state, rng))
            continue
        yield game.observe(state, int(state.to_act)), game.copy(state)
        legal = game.legal_actions(state)
        game.unchecked.apply(state, legal[random_below(rng, len(legal))])


def late_positions(game, most):
    """Positions whose end is solved, with their states."""
    for seed in range(10):
        for seen, state in random_game(game, seed):
            if len(game.legal_actions(seen)) > 1 and endgame_choices(game, seen, most):
                yield seen, state


def end_solved(tree, policy):
    """A policy that goes by `endgame_choices` where there are any."""
    policy, known = policy.copy(), {}
    for number, info in enumerate(tree.sets):
        if info.digest not in known:
            choices = endgame_choices(tree.game, tree.seen(number), LATE)
            known[info.digest] = [choice.probability for choice in choices]
        if known[info.digest]:
            policy[info.first : info.first + info.actions] = known[info.digest]
    return policy


def test_an_end_is_solved_over_all_that_both_seats_could_hold():
    for seen, state in late_positions(SMALL, LATE):
        public = SMALL.observe(state, SPECTATOR)
        possible = {each.tobytes() for each in possible_states(SMALL, public, 99)}
        assert {each.tobytes() for each in listed(seen)[0].states} == possible


def test_the_solution_says_what_is_legal():
    seen, _ = next(late_positions(WHOLE, ENDGAME))
    choices = endgame_choices(WHOLE, seen, ENDGAME)
    assert [choice.action for choice in choices] == WHOLE.legal_actions(seen)
    assert sum(choice.probability for choice in choices) == pytest.approx(1)
    assert all(0 <= choice.win_probability <= 1 for choice in choices)


@pytest.mark.long
def test_ends_that_are_solved_can_be_exploited_little():
    """After the equilibrium of the whole game up to there. Searched ends come to 0.042, and those
    in which what the opponent holds is only left to chance to 0.021."""
    tree = game_tree(SMALL, MIXING)
    assert tree is not None
    policy = solve(tree, 100).policy
    solved = end_solved(tree, policy)
    assert np.count_nonzero(solved != policy) > 500
    assert nash_conv(tree, solved) / 2 < 0.018


def test_a_seat_is_told_nothing_but_what_it_sees():
    for seen, state in list(late_positions(SMALL, LATE))[:5]:
        seat = int(seen.to_act)
        others = [SMALL.determinize(seen, new_rng(seed)) for seed in range(5)]
        for other in (state, *others):
            again = endgame_choices(SMALL, SMALL.observe(other, seat), LATE)
            assert again == endgame_choices(SMALL, seen, LATE)


def listed(seen):
    """What everybody takes for possible, and all that can follow."""
    deals = endgame._deals(SMALL, seen, LATE)
    assert deals is not None
    tree = endgame._listed(SMALL, deals, LATE)
    assert tree is not None
    return deals, tree


def value(game, state):
    """What the first seat gets if both see everything."""
    if state.to_act == TERMINAL:
        return game.returns(state)[0]
    values = []
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.unchecked.apply(after, action)
        values.append(value(game, after))
    return max(values) if state.to_act == 0 else min(values)


def test_the_estimate_for_what_the_opponent_holds_is_what_it_gets_if_both_see_everything():
    for seen, _ in late_positions(SMALL, LATE):
        deals, tree = listed(seen)
        values = endgame._open_values(tree)
        wanted = [value(SMALL, state) for state in deals.states]
        assert values[deals.dealt].tolist() == values[deals.chosen].tolist() == wanted


def test_nothing_is_listed_early_in_a_whole_game_nor_where_nothing_is_hidden(monkeypatch):
    monkeypatch.setattr(equilibrium, "listing_kernel", lambda _: pytest.fail("it was listed"))
    for name in "kings-ransom", "expansion":
        game = load(name)
        positions = random_game(game, 1)
        assert not any(endgame_choices(game, next(positions)[0], ENDGAME) for _ in range(5))
    open_game = load("siege-master")
    assert endgame_choices(open_game, next(random_game(open_game, 1))[0], ENDGAME) == ()


def test_an_end_with_a_few_positions_too_many_is_not_solved():
    seen, _ = next(late_positions(SMALL, LATE))
    positions = len(listed(seen)[1].positions)
    assert endgame_choices(SMALL, seen, positions)
    assert endgame_choices(SMALL, seen, positions - 1) == ()


def test_level_8_draws_from_the_solution_of_an_end_and_weaker_bots_do_not(monkeypatch):
    seen, _ = next(late_positions(WHOLE, ENDGAME))
    bot = make_bot("level:8", WHOLE, new_rng(1))
    assert isinstance(bot, SearchBot)
    wanted = {choice.action: choice.probability for choice in endgame_choices(WHOLE, seen, ENDGAME)}
    assert bot.probabilities(seen) == pytest.approx(wanted)
    monkeypatch.setattr(endgame, "_listed", lambda *_: pytest.fail("it was listed"))
    for spec in "level:7", "plain:simulations=50", "search:simulations=50,mixing=0":
        make_bot(spec, WHOLE, new_rng(1)).choose(seen)


def test_an_end_is_worked_out_once_for_each_choice(monkeypatch):
    worked_out = []

    def noted(game, seen, most):
        worked_out.append(most)
        return endgame_choices(game, seen, most)

    monkeypatch.setattr(search, "endgame_choices", noted)
    seen = next(seen for seen, _ in random_game(WHOLE, 0) if len(WHOLE.legal_actions(seen)) > 1)
    make_bot("search:simulations=2,endgame=300", WHOLE, new_rng(1)).choose(seen)
    assert worked_out == [300]
