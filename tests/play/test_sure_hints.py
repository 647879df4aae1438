"""A hint calls certain what wins in every state that is possible, and nothing else."""

from __future__ import annotations

import pytest

from siegeworks.bots.hints import Hint
from siegeworks.core.game import Game
from siegeworks.play.teaching import sure_hints
from siegeworks.play.teaching.puzzles import Puzzle, puzzles, setting

GAMES = ("kings-ransom", "expansion", "siege-by-number")


def puzzles_of(name: str, kind: str) -> list[Puzzle]:
    """A few quick ones."""
    alike = [one for one in puzzles(name) if one.kind == kind and one.plies <= sure_hints.LONGEST]
    return alike[:: max(1, len(alike) // 4)][:4]


def found(game: Game, token: str, chance: float = 0.9) -> Hint:
    """What a search might say."""
    return Hint(token, chance, False, 0.5, (token,), "looks good")


@pytest.mark.parametrize("name", GAMES)
def test_the_move_that_wins_whatever_is_hidden_is_called_sure_though_the_search_missed_it(name):
    chosen = puzzles_of(name, "win")
    assert chosen
    for puzzle in chosen:
        position = setting(name, puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        wrong = next(text for text in game.legal_texts(seen) if text != puzzle.solution)
        hints = sure_hints.with_proofs(game, seen, [found(game, wrong)])
        assert [(hint.token, hint.proven) for hint in hints] == [(puzzle.solution, True)]


def test_what_wins_in_most_states_only_is_not_called_sure():
    chosen = puzzles_of("kings-ransom", "odds")
    assert chosen
    for puzzle in chosen:
        position = setting("kings-ransom", puzzle)
        game, seen = position.table.game, position.table.view(position.seat)
        hints = [found(game, puzzle.solution)]
        assert sure_hints.with_proofs(game, seen, hints) == hints
