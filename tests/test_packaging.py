"""The dependencies in pyproject.toml fit beside other packages, and the oldest versions are tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def bounds() -> dict[str, str]:
    """What each dependency is bound by."""
    return dict(
        re.findall(r"^([\w-]+)([^;]*)", asked, re.MULTILINE)[0] for asked in PROJECT["dependencies"]
    )


def test_every_dependency_is_a_range() -> None:
    for name, bound in bounds().items():
        assert re.fullmatch(r">=[\d.]+,<[\d.]+", bound), f"{name}{bound}"


def test_the_lowest_versions_tried_are_the_lowest_allowed() -> None:
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    for name, bound in bounds().items():
        lowest = bound.removeprefix(">=").split(",")[0].split(".")
        assert tried[name].split(".")[: len(lowest)] == lowest, name


def test_the_deep_learners_of_openspiel_have_what_they_need() -> None:
    assert any(
        asked.startswith("dm-tree") for asked in PROJECT["optional-dependencies"]["research"]
    )
