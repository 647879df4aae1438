"""Records of the most dramatic games of a report"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from siegeworks.core.contract import seat_bits
from siegeworks.core.game import Game
from siegeworks.core.narration import title_of
from siegeworks.lab.one_game import record_of
from siegeworks.lab.reports.model import DramaticGame
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.play.table import Step


def dramatic_games(tally: Tally) -> Iterator[DramaticGame]:
    """The most dramatic games so far, the most dramatic first (`flow.drama`)."""
    game, players = tally.work.game, tally.work.players
    for drama, unit, number, winners, tokens in sorted(tally.dramatic, reverse=True):
        steps = steps_of(game, tokens)
        won = " and ".join(title_of(game.seats[seat]) for seat in seat_bits(winners))
        notes = {"drama": f"{drama:.2f}", "deal": str(-unit), "number": str(-number)}
        record = record_of(game, steps, [players] * len(game.seats), notes)
        yield DramaticGame(drama, f"Deal {-unit}, game {-number}: {won} won", record.text())


def steps_of(game: Game, tokens: Sequence[str]) -> list[Step]:
    """The steps of a game from their tokens alone."""
    state, steps = game.new_state(), []
    for token in tokens:
        steps.append(Step(game.actor(state) or "", token))
        game.unchecked.apply(state, game.text_to_choice(state, token))
    return steps
