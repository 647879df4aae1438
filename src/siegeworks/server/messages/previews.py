"""What moves would do, as messages"""

from __future__ import annotations

from collections.abc import Sequence

from siegeworks.core import effects
from siegeworks.core.contract import Observation
from siegeworks.core.game import Game
from siegeworks.play.preview import previews
from siegeworks.server.messages import drawing as m
from siegeworks.server.messages.scenes import piece_message


def previews_message(game: Game, seen: Observation) -> list[m.Effects]:
    """What the legal moves of the seat to act would do, from what it sees."""
    entries = previews(game, seen).items()
    return [effects_message(one, tokens) for one, tokens in entries]


def effects_message(one: effects.Effects, tokens: Sequence[str] = ()) -> m.Effects:
    """What moves would do, or what a step has done."""
    return m.Effects(
        tokens=list(tokens),
        sentence=one.sentence,
        way=list(one.way),
        cost=one.cost,
        sight=list(one.sight),
        closed=list(one.closed),
        captures=[m.Capture(*capture) for capture in one.captures],
        lead=None if one.lead is None else m.Lead(*one.lead),
        points=[m.Points(*points) for points in one.points],
        battle=None if one.battle is None else _battle(one.battle),
        losses=[m.Loss(piece_message(loss.piece), loss.scorer) for loss in one.losses],
        slides=[m.Slide(*slide) for slide in one.slides],
        changes=[_change(change) for change in one.changes],
        winners=list(one.winners),
    )


def _battle(battle: effects.Battle) -> m.Battle:
    return m.Battle(
        attacker=piece_message(battle.attacker),
        defender=piece_message(battle.defender),
        outcome=battle.outcome,
        sides=battle.sides,
        helper=None if battle.helper is None else piece_message(battle.helper),
        momentary=battle.momentary,
    )


def _change(change: effects.Change) -> m.Change:
    return m.Change(change.place, None if change.piece is None else piece_message(change.piece))
