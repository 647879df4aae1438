"""Reading and writing files that users name, without hanging on pipes or reading without limit."""

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError

NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # opening a pipe without a writer would wait forever
BINARY = getattr(os, "O_BINARY", 0)
LONGEST_OWN = 1 << 20  # bytes of a file of the user's own that are read

T = TypeVar("T")


class NotAFile(OSError):
    """The path exists but is not a regular file; `strerror` says what it is."""


def open_to_read(path: Path) -> BinaryIO:
    """Open a file to read its bytes. Raises NotAFile for a folder, a pipe or a device, and OSError
    for what does not exist or cannot be read."""
    handle = os.open(path, os.O_RDONLY | NONBLOCK | BINARY)
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise NotAFile(None, f"this is {_kind(mode)}, not a file", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_start(path: Path, limit: int) -> bytes:
    """The first `limit` bytes of a file, or all of it if it is shorter. Raises as
    `open_to_read`."""
    with open_to_read(path) as file:
        return file.read(limit)


def read_own_json(path: Path, kind: type[T], wrong: SiegeworksError) -> T | None:
    """What a file of the user's own holds, as JSON; None: there is no file. Raises SiegeworksError
    if it cannot be read, and `wrong` if it holds something else."""
    try:
        return msgspec.json.decode(read_start(path, LONGEST_OWN), type=kind)
    except FileNotFoundError:
        return None
    except NotAFile as error:
        raise SiegeworksError(f"{path}: {error.strerror}. Move it away.") from None
    except OSError as error:
        raise SiegeworksError(f"{path}: cannot be read: {error.strerror}.") from None
    except msgspec.MsgspecError:
        raise wrong from None


def open_to_write(path: str, flags: int) -> int:
    """An opener, as `open` takes one, that does not wait for a pipe's reader. Raises OSError for a
    pipe without a reader, a folder, no permission …"""
    handle = os.open(path, flags | NONBLOCK, 0o666)
    os.set_blocking(handle, True)
    return handle


def write_whole(path: Path, content: str | bytes | Iterable[str], mode: int = 0o666) -> None:
    """Write a file, from a text, from its parts or from bytes: all of it or, if that fails with an
    OSError, nothing; a file that was there is then unchanged. `mode` says who may do what with it,
    less what the user's umask takes away. A pipe or a device is written to, not replaced."""
    parts = (content,) if isinstance(content, str | bytes) else content
    chunks = (part.encode() if isinstance(part, str) else part for part in parts)
    try:
        if path.exists() and not path.is_file():
            with open(path, "wb", opener=open_to_write) as file:
                file.writelines(chunks)
            return
        target = path.resolve()  # a link stays one
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                Path(name).chmod(mode & ~umask())
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:  # which may name the temporary file, or none
        raise OSError(error.errno, error.strerror, str(path)) from None


def umask() -> int:
    """The permissions that the system removes from new files."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"
