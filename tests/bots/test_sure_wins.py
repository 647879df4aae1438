"""What wins in every state that is possible is called certain, and nothing else."""

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.bots.hints import hints
from siegeworks.bots.levels import bot_of
from siegeworks.core.contract import CHANCE, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.play.teaching.puzzles import Puzzle, puzzles, setting
from siegeworks.proofs import certain
from siegeworks.proofs.possible_states import possible_states

QUICK = 5  # plies that the limits of the search allow in every game
GAMES = ("kings-ransom", "expansion", "siege-by-number")


def puzzles_of(name: str, kind: str) -> list[Puzzle]:
    """A few quick ones."""
    alike = [each for each in puzzles(name) if each.kind == kind and each.plies <= QUICK]
    return alike[:: max(1, len(alike) // 4)][:4]


@pytest.mark.parametrize("name", GAMES)
def test_the_move_that_wins_whatever_is_hidden_is_proven_though_the_search_missed_it(
    name, monkeypatch
):
    monkeypatch.setattr("siegeworks.bots.search.LIKELY", 0.0)  # the search hardly looks
    chosen = puzzles_of(name, "win")
    assert chosen
    for puzzle in chosen:
        position = setting(name, puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        solution = game.action_texts.index(puzzle.solution)
        bot = SearchBot(game, new_rng(1), Budget(simulations=2), proves=True)
        assert bot.choose(seen) == solution
        assert [stats.action for stats in bot.found if stats.proven] == [solution]
        assert hints(game, seen, new_rng(1), Budget(simulations=2), most=1)[0].proven


def test_what_wins_in_most_states_only_is_not_called_sure():
    chosen = puzzles_of("kings-ransom", "odds")
    assert chosen
    for puzzle in chosen:
        position = setting("kings-ransom", puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        assert not certain.sure_wins(game, seen)


@pytest.mark.parametrize("name", GAMES)
def test_the_strongest_level_and_no_other_looks_for_certain_wins(name, monkeypatch):
    asked: list[object] = []

    def sure_wins(game: object, seen: object) -> dict[int, certain.Line]:
        asked.append(seen)
        return {}

    monkeypatch.setattr("siegeworks.bots.search.LIKELY", 0.0)
    monkeypatch.setattr("siegeworks.bots.search.sure_wins", sure_wins)
    longest = max(puzzles_of(name, "win"), key=lambda puzzle: puzzle.plies)
    position = setting(name, longest)
    for strength in position.game.advice.levels:
        before = len(asked)
        bot = bot_of(position.game, new_rng(1), strength)
        bot.budget = Budget(simulations=2)
        bot.choose(position.table.view(position.seat))
        assert (len(asked) > before) == (strength is position.game.advice.levels[-1])


def after(game: Game, state: State, line: list[int]) -> State | None:
    """Where a line leads; None if it cannot be played here."""
    for action in line:
        if action not in game.legal_actions(state):
            return None
        state = game.child(state, action)
    return state


@pytest.mark.parametrize(
    "name", ["siege-master", pytest.param("nobles-and-peasants", marks=pytest.mark.long)]
)
def test_the_line_of_a_win_proven_in_the_tree_ends_with_the_win(name):
    proven = 0
    for puzzle in [each for each in puzzles(name) if each.kind == "win" and each.plies > 2][:12]:
        position = setting(name, puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        bot = SearchBot(game, new_rng(1), Budget(simulations=4_000))
        best = bot.search(seen)[0]
        if best.proven and best.win_probability == 1:
            end = after(game, game.copy(position.table.state), bot.line(seen, best.action))
            assert end is not None and int(end.winners) == 1 << position.seat, puzzle.name
            proven += 1
    assert proven > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_a_win_proven_outside_the_tree_ends_with_the_win_or_before_chance(
    name, monkeypatch
):
    monkeypatch.setattr("siegeworks.bots.search.LIKELY", 0.0)
    for puzzle in puzzles_of(name, "win"):
        position = setting(name, puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        bot = SearchBot(game, new_rng(1), Budget(simulations=2), proves=True)
        line = bot.line(seen, bot.search(seen)[0].action)
        assert len(line) <= puzzle.plies
        ends = [after(game, state, line) for state in possible_states(game, seen, 200)]
        played = [end for end in ends if end is not None]
        assert any(end.to_act == CHANCE or end.winners == 1 << position.seat for end in played)
