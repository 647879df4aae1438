"""Precompiling calls every rule that a table calls, so that nothing is compiled during a game."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from siegeworks.core.contract import Rules
from siegeworks.games import NAMES, load
from siegeworks.play import precompile


@pytest.mark.parametrize("name", NAMES)
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
