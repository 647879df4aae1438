"""Words that several parts print."""

from collections.abc import Sequence


def capitalized(words: str) -> str:
    """Words at the start of a sentence, the rest as it is."""
    return words[:1].upper() + words[1:]


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: "1 step", "2,000 steps", "3 fortresses".

    Args:
        number: how many.
        noun: the singular.
        plural: the plural, if it is not the singular with an s.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a1, b2 and c3"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
