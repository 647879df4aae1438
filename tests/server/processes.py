"""The processes of a server that runs apart."""

from __future__ import annotations

from pathlib import Path


def workers_of(parent: int) -> set[int]:
    """The worker processes, without those that they have started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(one) for one in children if b"spawn_main" in _command_of(one)}


def _command_of(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return b""
