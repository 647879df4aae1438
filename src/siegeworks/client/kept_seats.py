"""The seats that this user has at tables of servers, in a file of the user's own."""

from pathlib import Path

import msgspec
import platformdirs
from filelock import FileLock

from siegeworks.client.addresses import Address
from siegeworks.client.client import Seats
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.files import read_own_json, write_whole

MOST_KEPT = 500  # tables; the oldest are forgotten


class KeptSeats(msgspec.Struct):
    """Seats at one table."""

    server: str
    seats: Seats
    code: str = ""  # of the invitation that brought them
    is_bot: bool = False  # a bot of this user has them


def kept_file() -> Path:
    """The file of this user."""
    return platformdirs.user_data_path("siegeworks") / "seats.json"


def keep(address: Address, seats: Seats, code: str = "", *, is_bot: bool = False) -> None:
    """Keep the seats of this user, or of a bot of this user, for the next time, with the code of
    the invitation that brought them. Only this user may read their keys.

    Raises:
        SiegeworksError: the file is not a list of seats.
        OSError: no permission, the disk is full …
    """
    path = kept_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")):
        now = KeptSeats(address.server, seats, normalized(code), is_bot)
        before = [
            each for each in _read(path) if (each.seats.table, each.is_bot) != (seats.table, is_bot)
        ]
        kept = [*before, now][-MOST_KEPT:]
        write_whole(path, msgspec.json.format(msgspec.json.encode(kept)).decode(), 0o600)


def kept_at(address: Address, *, is_bot: bool = False) -> Seats | None:
    """The seats that this user has at the table of a link, or got by its invitation; or those that
    a bot of this user has.

    Raises:
        SiegeworksError: the file is not a list of seats, or cannot be read.
    """
    for each in reversed(_read(kept_file())):
        if each.server != address.server or each.is_bot != is_bot:
            continue
        is_table = address.table and each.seats.table == address.table
        if is_table or (address.code and each.code == normalized(address.code)):
            return each.seats
    return None


def normalized(code: str) -> str:
    """The code of an invitation, however it was typed."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def _read(path: Path) -> list[KeptSeats]:
    wrong = SiegeworksError(
        f"{path}: this is not a list of seats. Move the file away; the seats in it are lost."
    )
    return read_own_json(path, list[KeptSeats], wrong) or []
