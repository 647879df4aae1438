"""What a game tells of what happened: every step, in sentences, and nobody's secrets."""

import re

from siegeworks.core.contract import REFEREE, SPECTATOR, TERMINAL, Seat
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.play.history import History, Turn, Turns
from siegeworks.play.table import TABLE, Table
from siegeworks.testing.law import Cases, Laws, law

STEPS = 150  # of a game that is told again and again
COMPARED = 8  # one time in so many, what has grown is compared: to tell all at once takes long
NOT_SAID = re.compile(r"\bNone\b|\bnan\b|\?|  |\.\.| [.,;:]|[{}\[\]_]")


def played(game: Game, rng: Rng, steps: int = STEPS) -> Table:
    """A random game of this many steps; now and then a seat resigns."""
    table = Table(game)
    while len(table.steps) < steps and not table.over:
        choice = random_choice(game, table.state, rng)
        table.play(str(game.actor(table.state)), game.choice_to_text(table.state, choice))
        if len(game.seats) > 2 and len(table.remaining) > 2 and random_below(rng, 40) == 0:
            table.play(TABLE, f"resign={game.seats[table.remaining[0]]}")
    return table


def history_of(table: Table, audience: Seat) -> list[Turn]:
    """The whole history."""
    return History(Turns(table), audience, table.view).since(0)


def grow_histories(game: Game, rng: Rng, steps: int, cases: Cases) -> int:
    """Play a game, some of its steps taken back, and compare histories that grow meanwhile with
    those told at once. Returns how many steps were played: `steps` at most."""
    table, played = Table(game), 0
    turns = Turns(table)
    grown = {who: History(turns, who, table.view) for who in (SPECTATOR, 0)}
    while played < steps and table.state.to_act != TERMINAL:
        choice = random_choice(game, table.state, rng)
        actor = str(game.actor(table.state))
        table.play(actor, game.choice_to_text(table.state, choice))
        played += 1
        if actor in game.seats and random_below(rng, 4) == 0:
            kept = max(0, len(table.steps) - 1 - random_below(rng, 4))  # some were told
            del table.steps[kept:], table.choices[kept:], table.states[kept + 1 :]
            turns.forget(kept)
            for history in grown.values():
                history.forget(kept)
        for audience, history in grown.items():
            if table.steps and random_below(rng, 3) > 0:
                turns_told = history.since(0)
                if random_below(rng, COMPARED) == 0:
                    assert turns_told == history_of(table, audience)
                    cases.add()
    for audience, history in grown.items():  # what was told wrong before still is
        assert history.since(0) == history_of(table, audience)
    return played


class HistoryLaws(Laws):
    """What happened is told turn by turn."""

    @law
    def test_every_step_belongs_to_a_turn_that_is_told_in_a_sentence(
        self, game: Game, cases: Cases
    ) -> None:
        table = played(game, new_rng(31), game.max_steps)
        audiences = (SPECTATOR, *range(len(game.seats)), *([REFEREE] if table.over else []))
        for audience in audiences:
            turns = history_of(table, audience)
            ends = [turn.end for turn in turns]
            assert [turn.start for turn in turns] == [0, *ends[:-1]]
            assert ends[-1] == len(table.steps)
            for turn in turns:
                assert turn.start < turn.end
                assert turn.seat is None or turn.seat in game.seats
                assert turn.sentence[0].isupper() and turn.sentence[-1] == ".", turn
                assert not NOT_SAID.search(turn.sentence), turn
                cases.add()

    @law
    def test_a_history_that_grows_step_by_step_is_the_one_told_at_once(
        self, game: Game, cases: Cases
    ) -> None:
        """In one game, or in several where they are short."""
        rng, left = new_rng(32), STEPS
        while left > 0:
            left -= grow_histories(game, rng, left, cases)

    @law
    def test_a_history_depends_only_on_what_its_audience_may_know(
        self, secret_game: Game, cases: Cases
    ) -> None:
        """Whatever is hidden from it may have been anything else."""
        game, rng = secret_game, new_rng(33)
        table = played(game, rng)
        for audience in (SPECTATOR, *range(len(game.seats))):
            real = history_of(table, audience)
            other = Table(game)
            other.steps, other.choices = table.steps, table.choices
            other.states = [
                state
                if index < len(table.choices) and table.shown_by(index)
                else game.determinize(game.observe(state, audience), rng)
                for index, state in enumerate(table.states)
            ]
            assert history_of(other, audience) == real
            pairs = zip(other.states, table.states, strict=True)
            cases.add(sum(first.tobytes() != second.tobytes() for first, second in pairs))
