"""What the previews of a game say, for its tests."""

from siegeworks.core.contract import State
from siegeworks.core.effects import Effects
from siegeworks.core.game import Game
from siegeworks.play.preview import preview


def previewed(game: Game, state: State, token: str) -> Effects:
    """What a move of the seat to act would do, from what that seat sees."""
    seen = game.observe(state, int(state.to_act))
    return preview(game, seen, game.text_to_choice(state, token))


def sentence_of(game: Game, state: State, token: str) -> str:
    """The same in a sentence."""
    return previewed(game, state, token).sentence
