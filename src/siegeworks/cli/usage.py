"""Usage errors as plain sentences.

The parser's own messages are written for programmers: "Input should be a valid integer, unable to
parse string as an integer".
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from siegeworks.core.errors import quote

NUMBERS = {"int": "a whole number", "float": "a number"}  # by the parser's name for them


def usage_sentence(error: typer.TyperException, arguments: Sequence[str]) -> str:
    """What is wrong, what to write instead, and where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "siegeworks"
    # The classes of these errors are private, but their names have been stable for years.
    explain = HANDLERS.get(type(error).__name__, _other)
    return f"{explain(error, arguments)} Try `{path} --help`."


def _bad_value(error: Any, arguments: Sequence[str]) -> str:
    """`--seed abc: give a whole number.`"""
    name = _typed_name(error.param, arguments)
    value = quote(_value_after(error.param, arguments))
    wanted = NUMBERS.get(str(getattr(error.param, "type", "")).partition("_")[0].lower())
    for kind, words in NUMBERS.items():
        if kind in _reason(error):
            wanted = words
    choices = error.message.partition(" is not one of ")[2].rstrip(".").replace("'", "")
    if choices:
        return f"{name} {value}: choose one of {choices}."
    if least := re.search(r"greater than or equal to (\S+)", error.message):
        return f"{name} {value}: give a number of at least {least[1].rstrip('.')}."
    return f"{name} {value}: {f'give {wanted}' if wanted else error.message.rstrip('.')}."


def _reason(error: Any) -> str:
    """The parser's name for the failure, e.g. `int_parsing`."""
    cause = error.__cause__
    errors = cause.errors() if hasattr(cause, "errors") else []
    return str(errors[0].get("type", "") if errors else error.message)


def _missing(error: Any, arguments: Sequence[str]) -> str:
    """`GAME is missing: siege-by-number, …`"""
    name = error.param.metavar or error.param.human_readable_name
    if error.param.opts and error.param.opts[0].startswith("-"):
        name = max(error.param.opts, key=len)
    meaning = (getattr(error.param, "help", "") or "").rstrip(".")
    return f"{name} is missing{f': {meaning}' if meaning else ''}."


def _no_option(error: Any, arguments: Sequence[str]) -> str:
    alike = " or ".join(sorted(error.possibilities or ()))
    suggestion = f" Did you mean {alike}?" if alike else ""
    return f"There is no option {quote(error.option_name)}.{suggestion}"


def _option_usage(error: Any, arguments: Sequence[str]) -> str:
    if "not take" in error.message:
        return f"{error.option_name} takes no value."
    return f"{error.option_name}: the value is missing."


def _other(error: Any, arguments: Sequence[str]) -> str:
    """An unknown command, or too many arguments."""
    context, message = getattr(error, "ctx", None), error.format_message().rstrip(".")
    if context is not None and hasattr(context.command, "commands"):
        known = list(context.command.commands)
        everything = f"The commands are {', '.join(known)}."
        if not message:
            return f"The command is missing. {everything}"
        # Behind those that were found: `siegeworks admin dance`.
        typed = [word for word in arguments if not word.startswith("-")]
        name = typed[len(context.command_path.split()) - 1 :][:1]
        if "No such command" in message and name:
            alike = get_close_matches(name[0], known, 1)
            suggestion = f"Did you mean {alike[0]}?" if alike else everything
            return f"There is no command {quote(name[0])!r}. {suggestion}"
    if "unexpected extra argument" in message:
        extra = message.partition("(s)")[2].strip(" ()") or message.partition("(")[2].strip("()")
        return f"Unexpected argument {quote(extra)}. Remove it."
    return f"{message}."


def _typed_name(param: Any, arguments: Sequence[str]) -> str:
    """The option as it was typed, or else its longest name; for an argument, its name."""
    names = [name for name in param.opts if name.startswith("-")]
    typed = [word.partition("=")[0] for word in arguments]
    longest: str = max(names, key=len) if names else param.metavar or param.human_readable_name
    given: str = next((name for name in names if name in typed), longest)
    return given


def _value_after(param: Any, arguments: Sequence[str]) -> str:
    """The value given for an option; empty for an argument."""
    for place, word in enumerate(arguments):
        name, equals, value = word.partition("=")
        if name in param.opts:
            return value if equals else "".join(arguments[place + 1 : place + 2])
        short = next((o for o in param.opts if len(o) == 2 and word.startswith(o)), None)
        if short and not word.startswith("--"):
            return word.removeprefix(short)
    return ""


HANDLERS = {
    "BadParameter": _bad_value,
    "MissingParameter": _missing,
    "NoSuchOption": _no_option,
    "BadOptionUsage": _option_usage,
}
