"""The dependencies in pyproject.toml are ranges, and their lowest versions were tried."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from siegeworks.core.extras import UNAVAILABLE_FROM, can_be_installed, how_to_install

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = PYPROJECT["project"], PYPROJECT["dependency-groups"]


def bounds() -> dict[str, str]:
    """What each dependency is bound by."""
    return dict(
        re.findall(r"^([\w-]+)([^;]*)", asked, re.MULTILINE)[0] for asked in PROJECT["dependencies"]
    )


def test_every_dependency_is_a_range() -> None:
    for name, bound in bounds().items():
        assert re.fullmatch(r">=[\d.]+,<[\d.]+", bound), f"{name}{bound}"


def test_the_lowest_versions_tried_are_the_lowest_allowed() -> None:
    lines = (ROOT / "tools" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    for name, bound in bounds().items():
        lowest = bound.removeprefix(">=").split(",")[0].split(".")
        assert tried[name].split(".")[: len(lowest)] == lowest, name


def test_the_deep_learners_of_openspiel_have_what_they_need() -> None:
    assert any(
        asked.startswith("dm-tree") for asked in PROJECT["optional-dependencies"]["research"]
    )


def test_no_newer_python_is_refused() -> None:
    assert PROJECT["requires-python"] == ">=3.11"
    packages = [
        *ROOT.glob("examples/*/pyproject.toml"),
        *ROOT.glob("src/siegeworks/testing/*/pyproject.toml.template"),
    ]
    assert len(packages) >= 4
    for path in packages:
        text = path.read_text(encoding="utf-8")
        assert re.findall("^requires-python = (.*)$", text, re.M) == ['">=3.11"'], path


def extras() -> list[Requirement]:
    """What all extras ask for, and what they are tested with."""
    requirements = [*published(), *GROUPS["extras"]]
    return [Requirement(asked) for asked in requirements]


def published() -> list[str]:
    """What all extras ask for."""
    return [asked for extra in PROJECT["optional-dependencies"].values() for asked in extra]


def test_extras_ask_for_ranges_and_not_for_what_developers_need() -> None:
    for asked in map(Requirement, published()):
        bounds = {bound.operator for bound in asked.specifier}
        assert asked.name == "siegeworks" or bounds == {">=", "<"}, str(asked)
    assert not PROJECT["optional-dependencies"].keys() & GROUPS.keys()


@pytest.mark.parametrize("pin", GROUPS["extras"])
def test_what_extras_are_tested_with_is_in_their_range(pin: str) -> None:
    tested = Requirement(pin)
    (bound,) = tested.specifier
    asked = [
        requirement
        for requirement in map(Requirement, published())
        if requirement.name == tested.name
    ]
    assert bound.operator == "==" and asked, f"no extra asks for {tested.name}"
    assert all(requirement.specifier.contains(bound.version) for requirement in asked)


def test_the_authors_and_keywords_are_those_of_the_citation() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert PROJECT["authors"] == cited["authors"]
    assert PROJECT["keywords"] == cited["keywords"]


@pytest.mark.parametrize("package", UNAVAILABLE_FROM)
def test_an_extra_leaves_out_what_cannot_be_had_on_a_python(package: str) -> None:
    first = UNAVAILABLE_FROM[package]
    asked = [requirement for requirement in extras() if requirement.name == package]
    assert asked
    for minor in range(11, 17):
        can_be_had = can_be_installed(package, (3, minor))
        assert can_be_had == ((3, minor) < first)
        for requirement in asked:
            assert requirement.marker is not None, f"{requirement} has no marker"
            assert requirement.marker.evaluate({"python_version": f"3.{minor}"}) == can_be_had, str(
                requirement
            )


def test_whatever_else_an_extra_asks_for_is_asked_for_on_every_python() -> None:
    by_name: dict[str, list[Requirement]] = {}
    for requirement in extras():
        by_name.setdefault(requirement.name, []).append(requirement)
    for name in by_name.keys() - UNAVAILABLE_FROM.keys():
        for minor in range(11, 17):
            python = {"python_version": f"3.{minor}"}
            assert any(
                requirement.marker is None or requirement.marker.evaluate(python)
                for requirement in by_name[name]
            ), f"{name} on 3.{minor}"


def test_what_is_missing_is_said_with_how_to_get_it() -> None:
    assert how_to_install("ray", "cluster", (3, 14)) == "pip install 'siegeworks[cluster]'"
    assert how_to_install("ray", "cluster", (3, 15)) == (
        "it cannot be installed on Python 3.15 yet; use Python 3.14 or earlier"
    )
