"""Which module may import which: the contracts of import-linter in pyproject.toml (docs/map.md)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = [contract["id"] for contract in SETTINGS["tool"]["importlinter"]["contracts"]]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_contract_is_kept(contract: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(
        config_filename=str(ROOT / "pyproject.toml"),
        limit_to_contracts=(contract,),
        no_cache=True,
    )
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_packages_cycles_and_games_all_have_a_contract() -> None:
    assert {"layers", "cycles", "games", "loading", "drawing"} <= set(CONTRACTS)
