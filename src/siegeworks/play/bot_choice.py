"""Asking a bot for its choice. Bots may be anybody's code: none that fails may stop a game."""

import traceback

from siegeworks.bots import Bot
from siegeworks.core.contract import Action, Observation


class IllegalChoice(Exception):
    """A bot returned something other than a legal action."""


def choose_action(bot: Bot, observation: Observation, legal: list[Action]) -> Action:
    """The action that this bot chooses. Raises IllegalChoice if it is not legal, and whatever the
    bot raises."""
    choice = bot.choose(observation)
    if choice not in legal:
        raise IllegalChoice(f"chose {choice!r}, which is none of its {len(legal)} legal actions")
    return int(choice)


def traceback_comments(error: BaseException) -> list[str]:
    """The traceback of a bot's failure, as comment lines of a record."""
    return [f"# {line}" for line in "".join(traceback.format_exception(error)).splitlines()]
