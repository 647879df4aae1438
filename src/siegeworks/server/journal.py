"""What the server notes of its own failures: where, never what it held in its hands."""

from __future__ import annotations

import logging
import traceback

journal = logging.getLogger("siegeworks.server")


def note(what: str, error: BaseException) -> None:
    """Note a failure by its kind and place. Its message might tell a secret and is left out."""
    where = "".join(traceback.format_tb(error.__traceback__))
    journal.error("%s: %s\n%s", what, type(error).__name__, where)
