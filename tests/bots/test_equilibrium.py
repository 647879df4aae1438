"""Mixed play: small games with secrets are solved, and the bots draw from the solution."""

import weakref
from collections import Counter

import numpy as np
import pytest

from siegeworks.bots import Budget, SearchBot, make_bot
from siegeworks.bots.cfr import equilibrium
from siegeworks.bots.cfr.equilibrium import MOST_VISITS, Solution, game_tree, solve
from siegeworks.bots.mcts.digest import digest_of_bytes
from siegeworks.bots.mcts.tree import NONE
from siegeworks.bots.search import MIXING
from siegeworks.core.contract import TERMINAL
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.exploitability import nash_conv, policies_of, uniform

MOST = 20_000
SECRET = load("kings-ransom", {"setup": "secret", "columns": "3", "tiles": "KES"})
DEALT = load("kings-ransom", {"columns": "3", "tiles": "KAI"})
MANY = load("kings-ransom", {"columns": "4", "tiles": "KAAA"})
EXPANSION = load("expansion", {"board": "3x1", "values": "53", "quiet": "4"})
LISTED = [SECRET, DEALT, pytest.param(EXPANSION, marks=pytest.mark.long)]  # it compiles for long
every_game = pytest.mark.parametrize(
    "game", LISTED, ids=["kings-ransom secret", "kings-ransom dealt", "expansion"]
)


def tree_of(game):
    """The tree of a game that is small enough."""
    tree = game_tree(game, MOST)
    assert tree is not None
    return tree


def start_of(game):
    """The first position in which a seat is to act, and what it sees there."""
    state = game.new_state()
    game.settle(state, new_rng(3))
    return state, game.observe(state, int(state.to_act))


@every_game
def test_the_tree_has_every_position_and_no_seat_is_told_more_than_it_sees(game):
    tree = tree_of(game)
    assert int(tree.positions[0].parent) == NONE
    for number, info in enumerate(tree.sets):
        together = np.flatnonzero(tree.positions.set == number)
        seen = {game.observe(tree.states[i], int(info.seat)).tobytes() for i in together}
        assert len(seen) == 1 and len({int(tree.positions.depth[i]) for i in together}) == 1
    ends = tree.states.to_act == TERMINAL
    assert np.array_equal(ends, np.bincount(tree.positions.parent[1:], None, len(ends)) == 0)
    assert [tree.positions.payoff[i] for i in np.flatnonzero(ends)] == [
        game.returns(tree.states[i])[0] for i in np.flatnonzero(ends)
    ]


@every_game
def test_more_iterations_come_nearer_to_an_equilibrium(game):
    tree = tree_of(game)
    far, near, nearest = (nash_conv(tree, solve(tree, n).policy) for n in (3, 30, 300))
    assert nearest < near / 2 < far / 4 and nearest < 0.01


def test_level_8_can_hardly_be_exploited_where_the_armies_are_laid_out_in_secret():
    """Half a NashConv of 0.2 was wanted at most; a search from observations alone came to 0.5."""
    tree = tree_of(SECRET)
    level = policies_of(tree, lambda game, rng: make_bot("level:8", game, rng), repeats=1)
    assert nash_conv(tree, level[0]) < 0.02 < nash_conv(tree, uniform(tree)) / 40


def test_level_8_mixes_in_a_game_of_many_positions_whose_search_never_does():
    """Its search alone can be exploited by 0.15 there."""
    tree = game_tree(MANY, MIXING)
    assert tree is not None and len(tree.positions) == 22_342
    level = policies_of(tree, lambda game, rng: make_bot("level:8", game, rng), repeats=1)
    assert nash_conv(tree, level[0]) / 2 < 0.01
    mixed = np.bincount(tree.entries.set, (level[0] > 0.1) & (level[0] < 0.9), len(tree.sets))
    assert np.count_nonzero(mixed) > 100


def test_a_game_of_many_positions_is_solved_in_few_iterations(monkeypatch):
    monkeypatch.setattr(equilibrium, "MOST_VISITS", 3 * len(tree_of(DEALT).positions))
    equilibrium.solution.cache_clear()
    solved = equilibrium.solution(DEALT, MIXING, 600)
    assert solved is not None
    solved.choices(lambda _: True)
    equilibrium.solution.cache_clear()
    assert solved.iterations == 3


def test_the_largest_game_that_is_solved_gets_enough_iterations():
    tree = game_tree(MANY, MIXING)
    assert tree is not None
    assert nash_conv(tree, solve(tree, MOST_VISITS // MIXING).policy) / 2 < 0.01


def test_the_solution_of_a_game_keeps_none_of_its_positions():
    tree = tree_of(DEALT)
    seen = tree.seen(0)
    solution, states = Solution(tree, 300), weakref.ref(tree.states)
    del tree
    solution.choices(lambda _: False)
    assert states() is not None  # it will go on
    choices = solution.choices(lambda _: True)
    assert states() is None
    assert choices(int(digest_of_bytes(np.array([seen]).view(np.uint8))))


def test_a_mixed_choice_follows_the_average_policy():
    _, seen = start_of(SECRET)
    bot = make_bot("level:8", SECRET, new_rng(5))
    assert isinstance(bot, SearchBot)
    wanted = bot.probabilities(seen)
    drawn = Counter(bot.choose(seen) for _ in range(1000))
    assert min(wanted.values()) > 0.2
    for action, share in wanted.items():
        assert abs(drawn[action] / 1000 - share) < 0.07
    assert [stats.action for stats in bot.found] == sorted(
        wanted, key=wanted.__getitem__, reverse=True
    )
    assert sum(stats.visits for stats in bot.found) == pytest.approx(600, abs=2)


def test_equal_seeds_give_equal_moves():
    _, seen = start_of(SECRET)

    def moves(seed):
        bot = make_bot("level:8", SECRET, new_rng(seed))
        return [bot.choose(seen) for _ in range(20)]

    assert moves(7) == moves(7) != moves(8)


def test_a_bot_is_told_nothing_but_what_it_sees():
    """Its probabilities are the same in two deals that differ only in what is hidden from it."""
    state, seen = start_of(DEALT)
    bot = SearchBot(DEALT, new_rng(1), Budget(simulations=50), mixing=MIXING)
    others = [DEALT.determinize(seen, new_rng(seed)) for seed in range(5)]
    assert len({other.tobytes() for other in others} | {state.tobytes()}) > 1
    for other in others:
        assert bot.probabilities(DEALT.observe(other, int(other.to_act))) == bot.probabilities(seen)


def test_a_search_reports_the_solution_with_nothing_called_proven():
    _, seen = start_of(SECRET)
    bot = SearchBot(SECRET, new_rng(1), Budget(simulations=600), proves=True)
    wanted = SearchBot(SECRET, new_rng(5), Budget(simulations=600)).probabilities(seen)
    statistics = bot.search(seen)
    visits = sum(stats.visits for stats in statistics)
    for stats in statistics:
        assert stats.visits / visits == pytest.approx(wanted[stats.action], abs=0.01)
        assert 0 < stats.win_probability < 1 and not stats.proven
        assert bot.judge(seen, stats.action, 10) == stats
    chances = [stats.win_probability for stats in statistics]
    assert max(chances) - min(chances) < 0.02  # whatever is played now and then is worth the same


def test_the_line_of_a_solved_game_is_what_the_solution_plays_most():
    _, seen = start_of(DEALT)
    bot = SearchBot(DEALT, new_rng(1), Budget(simulations=300))
    action, *more = bot.line(seen, bot.search(seen)[0].action)
    assert more
    state = DEALT.child(DEALT.determinize(seen, new_rng(1)), action)
    chances = bot.probabilities(DEALT.observe(state, int(state.to_act)))
    assert chances[more[0]] == max(chances.values())


def test_solving_ends_with_the_seconds_or_when_it_is_stopped_and_goes_on_later():
    _, seen = start_of(SECRET)
    chunk = equilibrium.CHUNK_VISITS // len(tree_of(SECRET).positions)
    equilibrium.solution.cache_clear()
    bot = SearchBot(SECRET, new_rng(1), Budget(700, seconds=1e-9))
    bot.choose(seen)
    assert bot._iterations == chunk
    bot.budget = Budget(700)
    bot.on_progress = lambda part: bot.stop()
    bot.search(seen)
    assert bot._iterations == 2 * chunk
    bot.on_progress = None
    bot.search(seen)
    assert bot._iterations == 700
    probabilities = bot.probabilities(seen)
    equilibrium.solution.cache_clear()
    assert SearchBot(SECRET, new_rng(2), Budget(700)).probabilities(seen) == probabilities


@pytest.mark.parametrize("spec", ["level:6", "plain:simulations=50", "search:mixing=0"])
def test_weak_levels_and_plain_search_solve_nothing(spec, monkeypatch):
    monkeypatch.setattr(equilibrium, "game_tree", lambda *_: pytest.fail("it was solved"))
    equilibrium.solution.cache_clear()
    _, seen = start_of(DEALT)
    make_bot(spec, DEALT, new_rng(1)).choose(seen)


@pytest.mark.parametrize("name", ["kings-ransom", "expansion"])
def test_a_whole_game_is_found_too_large_before_anything_is_listed(name, monkeypatch):
    monkeypatch.setattr(equilibrium, "listing_kernel", lambda _: pytest.fail("it was listed"))
    assert game_tree(load(name), MIXING) is None


def test_a_game_with_a_few_positions_too_many_is_not_solved():
    positions = len(tree_of(DEALT).positions)
    assert game_tree(DEALT, positions) is not None
    assert game_tree(DEALT, positions - 1) is None
