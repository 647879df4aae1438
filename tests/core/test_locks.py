"""One process at a time writes to a folder; a lock does not outlive its process."""

import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import load
from siegeworks.lab.arena import ArenaGames
from siegeworks.lab.campaign import Campaign
from siegeworks.lab.campaign_journal import CampaignJournal
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
    campaign = Campaign(ArenaGames(contest), 1, 1)
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", HOLDS, f"{path}.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(SiegeworksError, match="another program is writing to this journal"):
            CampaignJournal(path, campaign)
        holder.kill()
        holder.wait()
    CampaignJournal(path, campaign).close()
