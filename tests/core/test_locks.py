"""One process at a time writes to a folder; a lock does not outlive its process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import load
from siegeworks.lab.journal import LOCK, Journal
from siegeworks.lab.match import Contest

HOLDS = """
import sys
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_refused_while_its_process_lives_and_free_once_it_was_killed(
    tmp_path: Path,
) -> None:
    contest = Contest(load("expansion"), ("random", "random"), 1)
    command = [sys.executable, "-c", HOLDS, str(tmp_path / LOCK)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(SiegeworksError, match="another arena is writing to this folder"):
            Journal(tmp_path, contest)
        holder.kill()
        holder.wait()
    Journal(tmp_path, contest).close()
