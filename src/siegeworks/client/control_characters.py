"""Control characters in what a server sends: a terminal would obey them"""

from __future__ import annotations

import re

# As JSON writes them, or as they are; a backslash that is written as two begins none.
CONTROLS = re.compile(
    r"(\\\\)|\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|\\[bf]|[\x7f-\x9f]", re.IGNORECASE
)


def without_controls(text: str) -> str:
    r"""A JSON text with spaces in place of the control characters in its strings, except line ends
    and tabs.

    Examples:
        >>> without_controls(r'"a\u001b[2Jb\n"')
        '"a [2Jb\\n"'
    """
    return CONTROLS.sub(lambda found: found[1] or " ", text)
