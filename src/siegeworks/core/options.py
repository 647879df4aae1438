"""The options of a game: what may be chosen, and how a choice is read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from siegeworks.core.errors import OptionError, quote

OptionValue = str | int | bool  # "yes", 15, True: what may be given as an option's value
BOOLEANS = {"no": False, "off": False, "yes": True, "on": True}  # values written as True or False


@dataclass(frozen=True)
class Option:
    """One option of a game, as people write it: `seats=3`.

    Examples:
        >>> import siegeworks as sw
        >>> option = sw.load("expansion").known_options[0]
        >>> option.name, option.default, option.allowed
        ('setup', 'secret', 'secret or random')
    """

    name: str
    default: str
    values: tuple[str, ...]  # all allowed values; empty where the game checks them itself
    meaning: str  # one sentence
    shown_values: str = ""  # "8 to 20", where listing them all would be long

    @property
    def allowed(self) -> str:
        """The values that may be given, for a sentence."""
        return self.shown_values or " or ".join(self.values)

    def text_of(self, value: OptionValue) -> str | None:
        """A value as people write it: 15 is "15", True is "yes" or "on". None: not a value."""
        if isinstance(value, str):
            return value
        if isinstance(value, bool | np.bool_):
            return next((text for text in self.values if BOOLEANS.get(text) is bool(value)), None)
        return str(int(value)) if isinstance(value, int | np.integer) else None


def option_texts(
    title: str, options: tuple[Option, ...], given: Mapping[str, OptionValue]
) -> dict[str, str]:
    """The values given, each as people write it.

    Raises:
        OptionError: a value is neither text nor a whole number nor, for a yes-or-no option, True or
            False.
    """
    if not isinstance(given, Mapping):
        example = {options[0].name: options[0].default} if options else {}
        raise OptionError(
            f"{quote(repr(given))}: options of {title} are given by name, such as {example}."
        )
    known = {option.name: option for option in options}
    texts = {}
    for name, value in given.items():
        # check_options refuses unknown names.
        text = known[name].text_of(value) if name in known else str(value)
        if text is None:
            raise OptionError(
                f"{name}={quote(repr(value))}: the option {name} of {title} is "
                f"{known[name].allowed}."
            )
        texts[name] = text
    return texts


def check_options(
    title: str, options: tuple[Option, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """All options of a game with the values given, or else with their defaults.

    Raises:
        OptionError: the game does not know this option, or the option does not take this value.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            unknown = quote(str(name))
            others = f"it has {', '.join(known)}" if known else "it has no options"
            raise OptionError(f"{title} has no option {unknown!r}; {others}.")
        option = known[name]
        if option.values and value not in option.values:
            raise OptionError(
                f"{name}={quote(value)}: the option {name} of {title} is {option.allowed}."
            )
    return {option.name: given.get(option.name, option.default) for option in options}
