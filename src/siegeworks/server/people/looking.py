"""Looking again and again what is to be done for people"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure


async def look_always(
    look: Callable[[], Awaitable[object]], pause: Callable[[], Awaitable[object]], what: str
) -> None:
    """Look, pause, and look again, whatever goes wrong.

    Args:
        look: does what is due.
        pause: ends when it is time for the next look.
        what: is done, for the log: "calling people".
    """
    while True:
        try:
            await look()
        except SiegeworksError:  # the database is away, which the store has logged
            pass
        except Exception as error:
            log_failure(f"{what} was interrupted", error)
        await pause()
