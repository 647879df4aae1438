"""What each move would do, as far as the seat that may play it can tell from what it sees

A game tells it itself (`Game.preview`). For a game without secrets that does not, the move is made
in a copy of the position, and the two drawings are compared; a game with secrets then says nothing,
as what is hidden may decide.
"""

from msgspec.structs import replace

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import TERMINAL, Action, Observation
from siegeworks.core.effects import NOTHING, Change, Effects
from siegeworks.core.errors import IllegalStep, quote
from siegeworks.core.game import Game
from siegeworks.core.scene import Scene
from siegeworks.core.text import capitalized, listed


def previews(game: Game, seen: Observation) -> dict[Effects, list[str]]:
    """What the legal moves of the seat to act would do, with the tokens that do the same."""
    tokens: dict[Effects, list[str]] = {}
    before, texts = _before(game, seen), game.action_texts
    for action in game.legal_actions(seen):
        tokens.setdefault(_preview(game, seen, action, before), []).append(texts[action])
    return tokens


def preview(game: Game, seen: Observation, action: Action) -> Effects:
    """What one move would do. Raises IllegalStep if it is not legal."""
    if action not in game.legal_actions(seen):
        raise IllegalStep(f"{quote(str(action))} is not a legal action here.")
    return _preview(game, seen, action, _before(game, seen))


def _before(game: Game, seen: Observation) -> Scene | None:
    """The drawing to which those after a move are compared; None where none are."""
    return None if game.preview is not None or game.has_secrets else game.scene(game.params, seen)


def _preview(game: Game, seen: Observation, action: Action, before: Scene | None) -> Effects:
    after = None
    if not game.has_secrets:  # the observation is the state
        after = game.copy(seen)
        game.engine.apply_action(game.params, after, action)
    if game.preview is not None:
        effects = game.preview(game.params, seen, action, after)
    elif after is None or before is None:
        return NOTHING
    else:
        cells = zip(before.cells, game.scene(game.params, after).cells, strict=True)
        changed = [new for old, new in cells if old.piece != new.piece]
        changes = tuple(Change(cell.name, cell.piece) for cell in changed)
        effects = Effects(_losses(before, changes), changes=changes)
    if after is not None and after.to_act == TERMINAL:
        winners = tuple(game.seats[seat] for seat in numbers_in(after.winners))
        sentence = f"{effects.sentence} {_ending(game, seen, winners)}".strip()
        effects = replace(effects, sentence=sentence, winners=winners)
    return effects


def _losses(before: Scene, changes: tuple[Change, ...]) -> str:
    """The pieces that leave the board, in a sentence."""
    stood = {cell.name: cell.piece for cell in before.cells}
    arrived = [change.piece for change in changes if change.piece is not None]
    lost = []
    for change in changes:
        was, now = stood[change.place], change.piece
        if was is not None and was.seat is not None and (now is None or now.seat != was.seat):
            if was in arrived:  # it has moved
                arrived.remove(was)
            else:
                lost.append(f"{capitalized(was.seat)}'s {was.kind} on {change.place}")
    return f"This takes {listed(lost)}." if lost else ""


def _ending(game: Game, seen: Observation, winners: tuple[str, ...]) -> str:
    if len(winners) == len(game.seats):
        return "This ends the game in a draw."
    if game.seats[seen.to_act] in winners:
        return "This ends the game, and you win."
    return f"This ends the game, won by {listed([capitalized(seat) for seat in winners])}."
