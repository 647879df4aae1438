"""Precompiling calls every rule that a table calls, so that nothing is compiled during a game."""

import copy
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from siegeworks.bots.cfr.listing import listing_kernel
from siegeworks.bots.cfr.regrets import minimize_regrets, weigh_average
from siegeworks.core.contract import Rules
from siegeworks.core.jit import rule
from siegeworks.games import load
from siegeworks.play import precompile
from tests.variants import every_game


@every_game
def test_every_rule_that_a_table_calls_is_precompiled(name: str) -> None:
    called: set[str] = set()

    def noting(word: str, rule: Any) -> Any:
        def call(*arguments: Any) -> Any:
            called.add(word)
            return rule(*arguments)

        return None if rule is None else call

    game = load(name)
    noted = copy.copy(game)
    words = zip(Rules._fields, game.engine, strict=True)
    noted._run_by(Rules(*(noting(*pair) for pair in words)))
    precompile._call_every_rule(noted)
    asked = {"set_up", "legal_actions", "apply_action", "leave", "agree", "may_agree"}
    asked |= {"observe", "hides", "reveals", "shows"}
    known = {word for word, rule in zip(Rules._fields, game.engine, strict=True) if rule}
    assert called >= asked & known


ASKED_FOR = """
import sys
from siegeworks.core.compiler.kernel_cache import KernelCache
from siegeworks.core.compiler.kernel_key import kernel_key
from siegeworks.games import load
from siegeworks.play import precompile
from tests.variants import every_game

asked, load_overload = set(), KernelCache.load_overload

def noting(self, *arguments):
    asked.add((kernel_key(self._function), self._function.__qualname__))
    return load_overload(self, *arguments)

KernelCache.load_overload = noting
game = load(sys.argv[1])
known = set()
for part in precompile.Part:
    precompile.call_part(game, part)
    known |= {kernel_key(each) for each in precompile.kernels_of(game, part)}
    print(*sorted(name for key, name in asked if key not in known))
"""


@pytest.mark.long
@every_game
def test_a_game_counts_as_prepared_by_all_kernels_that_preparing_it_asks_for(
    name: str, prepared_searches: None
) -> None:
    command = [sys.executable, "-c", ASKED_FOR, name]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert not printed.strip()


def test_a_game_whose_rules_changed_does_not_count_as_prepared(prepared_searches: None) -> None:
    @rule
    def other(params: Any, s: Any, action: Any) -> None:
        s.to_act = -1

    game = load("expansion")
    changed = replace(game, rules=game.rules._replace(apply_action=other))
    for with_search in (False, True):
        assert precompile.is_precompiled(game, with_search)
        assert not precompile.is_precompiled(changed, with_search)


@every_game
def test_what_solves_small_games_and_ends_is_prepared_where_something_is_hidden(name: str) -> None:
    game = load(name)
    kernels = precompile.kernels_of(game, precompile.Part.PROOFS)
    solving = [listing_kernel(game.rules), minimize_regrets, weigh_average]
    assert all((kernel in kernels) == game.has_secrets for kernel in solving)
