"""Legal moves, grouped or counted so that a person can read them."""

import re
import string
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from siegeworks.play.table import Table

MOST_GROUPS = 24
FEW = 8  # legal moves that are listed without being asked for
LETTERS_AND_DIGITS = string.ascii_letters + string.digits


def group_moves(tokens: Sequence[str], places: Collection[str]) -> list[list[str]]:
    """Group tokens by how they begin: with the same place (a cell's name) or word or, if that makes
    too many groups, with the same letter. `tokens` come in the order in which to list them."""
    longest_first = sorted(places, key=len, reverse=True)
    fine = _groups(tokens, lambda token: _head(token, longest_first))
    if len(fine) <= MOST_GROUPS:
        return fine
    return _groups(tokens, lambda token: token[:1])


def count_moves(tokens: Sequence[str]) -> list[str]:
    """How many moves there are by how they begin, and how to list them; for hundreds of moves."""
    length = len(common_prefix(tokens)) + 1
    counts = Counter(token[:length] for token in tokens)
    start = next((start for start in counts if start[-1].isalnum()), next(iter(counts)))
    return [
        f"{len(tokens)} legal moves, by beginning: "
        + "  ".join(f"{start} {number}" for start, number in counts.items()),
        f"Type ? {start} to list those that begin with {start}, or ? all to list all of them.",
    ]


def natural_key(token: str) -> tuple[tuple[str, int], ...]:
    """A sort key that puts d9 before d10."""
    return tuple((text, int(part or 0)) for text, part in re.findall(r"(\D*)(\d*)", token))


def legal_tokens(table: Table) -> list[str]:
    """The legal moves of the seat to act, in natural order."""
    return sorted(table.game.legal_texts(table.state), key=natural_key)


def what_to_type(legal: Sequence[str]) -> str:
    """What the line above the prompt says to the person to move."""
    if len(legal) == 1:
        return f"to move. The only legal move is {legal[0]}: press Enter to play it."
    if len(legal) <= FEW:
        return f"to move: {'  '.join(legal)}"
    example = next((token for token in legal if token[0].isalnum()), legal[0])
    return f"to move. Type a move, e.g. {example}. ? lists all {len(legal)}; help says more."


def completed_token(typed: str, legal: Sequence[str]) -> str:
    """The legal token that `typed` stands for, or `typed` itself if that is not clear.

    What all legal tokens begin with may be left out, and upper and lower case may differ.
    """
    for text in (typed, (common_prefix(legal) if legal else "") + typed):
        alike = [token for token in legal if token.lower() == text.lower()]
        if text in legal or len(alike) == 1:
            return text if text in legal else alike[0]
    return typed


def common_prefix(tokens: Sequence[str]) -> str:
    """The beginning that all tokens share, cut off after its last punctuation mark, e.g. "5@"."""
    first, last = min(tokens), max(tokens)
    same = next(
        (i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first)
    )
    return first[:same].rstrip(LETTERS_AND_DIGITS)


def _head(token: str, places: Sequence[str]) -> str:
    place = next((name for name in places if token.startswith(name)), None)
    if place is not None:
        return place
    word = re.match(r"[A-Za-z0-9]+|[^A-Za-z0-9]+", token)
    return word[0] if word else token


def _groups(tokens: Sequence[str], key: Callable[[str], str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for token in tokens:
        groups.setdefault(key(token), []).append(token)
    singles = [group[0] for group in groups.values() if len(group) == 1]
    several = [group for group in groups.values() if len(group) > 1]
    return ([singles] if singles else []) + several
