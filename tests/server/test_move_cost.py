"""`bench/server/move_cost.py` measures what a move costs."""

import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.games import NAMES

BENCH = Path(__file__).parents[2] / "bench" / "server" / "move_cost.py"


@pytest.mark.long
def test_the_quick_form_measures_every_game_and_every_part() -> None:
    command = [sys.executable, str(BENCH), "--quick"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = {line.split(" | ")[0].strip("| "): line.split(" | ")[1:] for line in output.splitlines()}
    for name in NAMES:
        pages, moves, cost, *_ = rows[name]
        assert int(pages) > 2 and int(moves) > 5 and float(cost) > 0
    for part in ("reading", "rules and storing", "scenes", "encoding", "writing"):
        assert all(float(cell.strip(" |")) > 0 for cell in rows[part]), part
    assert all(int(cell.strip(" |").replace(",", "")) > 500 for cell in rows["median"])
