"""ASCII replacements for characters that an output stream cannot encode."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

REPLACEMENTS = str.maketrans("…–—’‘“”·•×→−±━─│", ".--''\"\"-*x>-~--|")
HANDLER = "siegeworks-ascii"  # the name under which codecs knows the replacement


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace the characters that cannot be encoded, one for one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(REPLACEMENTS)
    return text.encode("ascii", "replace").decode("ascii"), error.end


def use_ascii_fallback() -> None:
    """From now on, printing never fails because of a character that cannot be encoded."""
    codecs.register_error(HANDLER, _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
