"""The choices of options that `siegeworks report` compares: `--sweep` and `--against`"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from siegeworks.core.errors import OptionError, SiegeworksError, quote

MOST_VARIANTS = 64
SWEEP_LIKE = "e.g. --sweep seats=2,3,4"
AGAINST_LIKE = "e.g. --against seats=3, or --against 'free=yes pacifist=yes'"


def variants_of(
    given: dict[str, str], sweeps: Sequence[str] | None, against: Sequence[str] | None
) -> list[dict[str, str]]:
    """The choices of options to compare; one if there is nothing to compare.

    Args:
        given: the options of `-o`, which all variants of a sweep have.
        sweeps: texts as `seats=2,3,4`; of several, every combination is a variant.
        against: texts as `free=yes pacifist=yes`, each a variant beside `given`.

    Raises:
        OptionError: a text that is not of this kind, or an option that is given twice.
        SiegeworksError: too many variants, or two that are alike.
    """
    swept = [_swept(text, given) for text in sweeps or ()]
    names = [name for name, _ in swept]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"--sweep {name}: this option is swept twice; name all values once.")
    variants = [
        {**given, **dict(zip(names, values, strict=True))}
        for values in itertools.product(*(values for _, values in swept))
    ]
    variants += [_other(text) for text in against or ()]
    if len(variants) > MOST_VARIANTS:
        raise SiegeworksError(
            f"These are {len(variants)} choices of options; "
            f"at most {MOST_VARIANTS} can be compared."
        )
    return variants


def _swept(text: str, given: dict[str, str]) -> tuple[str, list[str]]:
    """An option and the values to compare."""
    name, equals, listed = text.partition("=")
    values = [value.strip() for value in listed.split(",")]
    if not name or not equals or not all(values):
        raise OptionError(f"--sweep {quote(text)}: write OPTION=VALUE,VALUE, {SWEEP_LIKE}.")
    if len(values) < 2 or len(set(values)) < len(values):
        raise OptionError(
            f"--sweep {quote(text)}: give two or more different values, {SWEEP_LIKE}."
        )
    if name in given:
        raise OptionError(f"--sweep {quote(text)}: -o gives {name} already; drop one of them.")
    return name, values


def _other(text: str) -> dict[str, str]:
    """The options of a variant."""
    given: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not name or not equals or not value or name in given:
            given.clear()
            break
        given[name] = value
    if not given:
        raise OptionError(f"--against {quote(text)}: write OPTION=VALUE, {AGAINST_LIKE}.")
    return given
