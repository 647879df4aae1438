"""Signs for terminals that do not know them all."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

TYPEWRITTEN = str.maketrans("…–—’‘“”·•×→−±━─│", ".--''\"\"-*x>-~--|")


def _typewritten(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of signs that a stream cannot encode, one for one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(TYPEWRITTEN)
    return signs.encode("ascii", "replace").decode("ascii"), error.end


def use_ascii_fallback() -> None:
    """From now on nothing that is printed can fail for want of a sign."""
    codecs.register_error("typewritten", _typewritten)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="typewritten")
