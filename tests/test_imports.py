"""Which module may import which (import-linter, in pyproject.toml), and how much is in a folder."""

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = [contract["id"] for contract in SETTINGS["tool"]["importlinter"]["contracts"]]


def test_every_contract_is_kept() -> None:
    """In a process of its own: import-linter changes standard output for good."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_packages_rooms_messages_cycles_and_games_all_have_a_contract() -> None:
    assert {"layers", "rooms", "messages", "cycles", "games", "loading", "drawing"} <= set(
        CONTRACTS
    )
    assert {"core", "play", "reports", "commands", "maps"} <= set(CONTRACTS)


def test_no_folder_holds_more_than_25_files() -> None:
    kept = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    folders = Counter(str(Path(path).parent) for path in kept)
    full = [folder for folder, count in folders.items() if count > 25]
    assert full == []
