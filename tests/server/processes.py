"""The processes of a server that runs apart."""

import socket
from contextlib import suppress
from pathlib import Path


def workers_of(parent: int) -> set[int]:
    """The worker processes, without those that they have started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(process) for process in children if b"spawn_main" in _command_of(process)}


def _command_of(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return b""


def workers_with(connection: socket.socket, parent: int) -> set[int]:
    """The workers that hold the server's end of a client's connection (IPv4): one, once it is
    where it is served."""
    ends = [f":{port:04X}" for port in (connection.getpeername()[1], connection.getsockname()[1])]
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()]
    inode = next(row[9] for row in rows if [row[1][-5:], row[2][-5:]] == ends)
    return {process for process in workers_of(parent) if f"socket:[{inode}]" in _files_of(process)}


def _files_of(process: int) -> set[str]:
    files = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has just been closed
            files.add(str(file.readlink()))
    return files
