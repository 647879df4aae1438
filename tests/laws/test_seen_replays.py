"""`replay --json --as SEAT`: nothing in its lines depends on what the seat may not know."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import Any

from siegeworks.cli.replay import json_lines
from siegeworks.core.game import CHANCE, SPECTATOR
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import load
from siegeworks.play.table import HIDDEN, Table
from tests.laws.test_laws import every_secret_variant
from tests.variants import every_variant, random_choice, random_walk

FURTHER = 40  # steps after the set-up


def random_table(variant: Any, seed: int) -> Table:
    """A random game, its set-up and some steps more."""
    table = Table(load(*variant))
    game, rng, further = table.game, new_rng(seed), 0
    while not table.over and further < FURTHER:
        choice = random_choice(game, table.state, rng)
        table.play(str(game.actor(table.state)), game.choice_to_text(table.state, choice))
        further += table.state.first >= 0
    return table


def twin(table: Table, seat: int, rng: Rng) -> Table:
    """Another game that looks the same to this seat, as long as it can be played like that: its
    hidden steps are drawn anew."""
    game, other = table.game, Table(table.game)
    for index, step in enumerate(table.steps):
        token = step.token
        if table.token_seen_by(seat, index) == HIDDEN:
            choice = random_choice(game, other.state, rng)
            token = game.choice_to_text(other.state, choice)
        if token not in game.legal_texts(other.state):
            return other
        other.play(step.actor, token)
        if other.view(seat).tobytes() != table.view(seat, index + 1).tobytes():
            del other.steps[index:], other.choices[index:], other.states[index + 1 :]
            return other
    return other


def lines(table: Table, seat: int | None) -> list[str]:
    return [json.dumps(line) for line in json_lines(table, seat)]


@every_secret_variant
def test_records_that_look_alike_to_a_seat_give_it_the_same_lines(variant: Any) -> None:
    for seed in range(6):
        table = random_table(variant, seed)
        for seat in range(len(table.game.seats)):
            other = twin(table, seat, new_rng(seed, stream=7))
            set_up = next(i for i, state in enumerate(table.states) if state.first >= 0)
            assert len(other.steps) >= set_up and other.steps[:set_up] != table.steps[:set_up]
            assert lines(other, seat) == lines(table, seat)[: len(other.states)]


@every_secret_variant
def test_a_seat_reads_its_own_steps_and_what_all_may_know(variant: Any) -> None:
    """What is hidden is a question mark; all else is as the whole record has it."""
    table = random_table(variant, 1)
    for seat in range(len(table.game.seats)):
        pairs = zip_longest(json_lines(table, seat), json_lines(table))
        for state, (seen, whole) in zip(table.states, pairs, strict=True):
            if seen != whole:
                assert state.to_act != seat
                chances = {HIDDEN: 1.0} if state.to_act == CHANCE else None
                assert seen == {**whole, "legal": [HIDDEN], "probability": chances}
        hidden = [line["to_act"] for line in json_lines(table, seat) if line["legal"] == [HIDDEN]]
        assert hidden


@every_variant
def test_whoever_may_know_what_another_may_do_could_work_it_out(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(21)
    for state, _ in random_walk(game, seed=21):
        if state.to_act < 0 or not game.open_choices(state):
            continue
        for seat in (*range(len(game.seats)), SPECTATOR):
            seen = game.observe(state, seat)
            assert game.legal_actions(seen) == game.legal_actions(state)
            assert game.legal_actions(game.determinize(seen, rng)) == game.legal_actions(state)
