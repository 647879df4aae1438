"""Asking a bot for its choice. Bots may be anybody's: none that fails may break a game off."""

from __future__ import annotations

import traceback

from siegeworks.bots import Bot
from siegeworks.core.game import Action, Observation


class IllegalChoice(Exception):
    """A bot chose what it may not."""


def choose_action(bot: Bot, seen: Observation, legal: list[Action]) -> Action:
    """What this bot chooses.

    Raises:
        IllegalChoice: it is not legal.
        Exception: whatever the bot raises.
    """
    choice = bot.choose(seen)
    if choice not in legal:
        raise IllegalChoice(f"chose {choice!r}, which is none of its {len(legal)} legal actions")
    return int(choice)


def traceback_comments(error: BaseException) -> list[str]:
    """Where in the code a bot failed, as comments of a record."""
    return [f"# {line}" for line in "".join(traceback.format_exception(error)).splitlines()]
