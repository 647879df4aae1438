"""What a process does for bots and hints. It gets observations, never states.

A bot stays here between its turns with its search tree, as long as there is room.
"""

from collections import OrderedDict
from typing import NamedTuple

from siegeworks.bots import Bot, Budget, make_bot
from siegeworks.bots.hints import Hint, hints
from siegeworks.bots.review import Review, review
from siegeworks.bots.search import SearchBot
from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.records import record_in
from siegeworks.play.precompile import is_precompiled
from siegeworks.play.table import Table
from siegeworks.server.jobs import replay_worker
from siegeworks.server.jobs.preparation import GameKey, cached_game, game_of


class Question(NamedTuple):
    """All that a process learns of a table: its game, and what the seat to act may know."""

    game: GameKey
    seen: bytes  # an observation
    seed: int  # of the search

    def opened(self) -> tuple[Game, Observation]:
        """The game and the observation."""
        game = game_of(self.game)
        return game, record_in(self.seen, game.state_type)


class KeptBot(NamedTuple):
    """A bot between its turns."""

    bot: Bot
    size: int  # bytes of its trees, at their largest


kept: OrderedDict[tuple[str, Seat], KeptBot] = OrderedDict()  # by table; the newest last


def choose(question: Question, spec: str, table: str, seconds: float, kept_bytes: int) -> str:
    """The token that the bot of a table plays, after a search of at most so many seconds; `spec` as
    in `make_bot`. The bot is kept for its next turn; over all tables this process keeps at most
    `kept_bytes` of search trees between turns."""
    game, seen = question.opened()
    key = table, int(seen.to_act)
    before = kept.pop(key, None)
    bot = before.bot if before else make_bot(spec, game, new_rng(question.seed))
    limit(bot, seconds)
    action = bot.choose(seen)
    _keep(key, KeptBot(bot, max(size_of(bot), before.size if before else 0)), kept_bytes)
    return game.action_texts[action]


def choose_once(question: Question, spec: str, seconds: float) -> str:
    """The token that a bot plays which is needed for one choice only. It searches in plain Python,
    for a fixed time: its search may not be compiled."""
    game, seen = question.opened()
    bot = make_bot(spec, game, new_rng(question.seed))
    limit(bot, seconds)
    if isinstance(bot, SearchBot):
        bot.run_plain()
    return game.action_texts[bot.choose(seen)]


def give_hints(question: Question, seconds: float) -> list[Hint]:
    """The best moves of the seat to act."""
    game, seen = question.opened()
    return hints(game, seen, new_rng(question.seed), Budget(seconds=seconds))


def give_review(question: Question, action: Action, seconds: float) -> Review | None:
    """Whether this action was poor, and what was better."""
    game, seen = question.opened()
    return review(game, seen, action, new_rng(question.seed), seconds)


def warm_up(game: GameKey) -> None:
    """Let a bot move once and give a hint: the first call loads the search."""
    table, rng = Table(game_of(game)), new_rng(0)
    table.deal(rng)
    seen = table.view(int(table.state.to_act))
    make_bot("level:1", table.game, rng).choose(seen)
    hints(table.game, seen, rng, Budget(simulations=2))


_loaded: set[str] = set()


def load_game(name: str) -> None:
    """Load a game, its replays and its search, if they are compiled."""
    if name not in _loaded and is_precompiled(cached_game(name, {}), with_search=True):
        _loaded.add(name)
        game = (name, (), "")
        replay_worker.warm_up(game)
        warm_up(game)


def limit(bot: Bot, seconds: float) -> None:
    """Let a bot search no longer than this."""
    if isinstance(bot, SearchBot):
        bot.budget = Budget(bot.budget.simulations, seconds)


def size_of(bot: Bot) -> int:
    """How many bytes its trees take; 0 for a bot that does not search."""
    return bot.tree_bytes if isinstance(bot, SearchBot) else 0


def _keep(key: tuple[str, Seat], bot: KeptBot, most: int) -> None:
    """Keep a bot for its next turn; the least recently used ones are dropped."""
    if bot.size > most:
        return
    kept[key] = bot
    while sum(each.size for each in kept.values()) > most:
        kept.popitem(last=False)
