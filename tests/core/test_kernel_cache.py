"""What tells compiled kernels apart on disk: another package's rules, and whether bounds are
checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = """
import numpy as np
from siegeworks.core.jit import kernel
from other_package.rules import value

@kernel
def call(numbers):
    return value(numbers)

try:
    print(call(np.arange(10)[:3]))
except IndexError as error:
    print(error)
"""
RULES = """
from siegeworks.core.jit import rule
from other_package.constants import K

@rule
def value(numbers):
    return numbers[{index}] + K
"""


@pytest.fixture
def run(tmp_path: Path) -> object:
    """Runs the kernel in a process of its own, with these rules and one cache for all runs."""
    package = tmp_path / "other_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (tmp_path / "main.py").write_text(MAIN)

    def result(index: int, constant: int, **environment: str) -> str:
        (package / "rules.py").write_text(RULES.format(index=index))
        (package / "constants.py").write_text(f"K = {constant}\n")
        return subprocess.run(
            [sys.executable, "-B", tmp_path / "main.py"],
            env={**os.environ, "SIEGEWORKS_CACHE": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    return result


def test_a_rule_that_changed_in_another_package_is_compiled_again(run) -> None:
    assert run(1, 0) == "1"
    assert run(2, 0) == "2"
    assert run(2, 10) == "12"


def test_bounds_are_checked_where_asked_though_an_unchecked_kernel_is_kept(run) -> None:
    assert run(5, 0) == "5"
    assert "out of bounds" in run(5, 0, NUMBA_BOUNDSCHECK="1")
    assert run(5, 0) == "5"
