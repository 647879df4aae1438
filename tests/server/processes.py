"""The processes of a server that runs apart."""

from __future__ import annotations

from pathlib import Path


def workers_of(parent: int) -> set[int]:
    """The worker processes, without those that they have started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    commands = {int(one): Path(f"/proc/{one}/cmdline") for one in children}
    return {one for one, path in commands.items() if b"spawn_main" in path.read_bytes()}
