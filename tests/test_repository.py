"""The files that tools and people look for in a repository are there, and agree."""

import json
import re
import subprocess
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from siegeworks._version import __version__
from tests.mutants.__main__ import place_of
from tests.mutants.all_mutants import MUTANTS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read_yaml(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_the_license_is_the_same_everywhere() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert PROJECT["license"] == read_yaml("CITATION.cff")["license"] == "MIT"
    assert {"LICENSE", "NOTICE.md"} <= set(PROJECT["license-files"])
    assert "[MIT License](LICENSE)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = read_yaml("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= citation.keys()
    assert citation["version"] == __version__


def test_every_fault_that_make_mutants_plants_has_a_place() -> None:
    for fault in MUTANTS:
        place_of(fault, ROOT)  # or it says why not


def test_hooks_are_local_and_download_nothing() -> None:
    for repository in read_yaml(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        assert all(hook["language"] == "system" for hook in repository["hooks"])


@pytest.mark.parametrize("form", ["bug", "idea", "rule"])
def test_issue_forms_can_be_filled_in(form: str) -> None:
    asked = read_yaml(f".github/ISSUE_TEMPLATE/{form}.yml")
    assert asked["name"]
    assert asked["description"]
    fields = [field for field in asked["body"] if field["type"] != "markdown"]
    assert fields
    assert len({field["id"] for field in fields}) == len(fields)


def test_the_container_needs_only_what_make_does_not_install() -> None:
    container = json.loads(
        (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
    )
    assert (ROOT / ".devcontainer" / container["build"]["dockerfile"]).exists()
    assert container["postCreateCommand"].startswith("make ")


def test_continuous_integration_checks_and_tests() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make check", "make test"]


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def commands_of(workflow: Path) -> list[str]:
    """What the steps of a workflow run."""
    jobs = read_yaml(str(workflow.relative_to(ROOT)))["jobs"].values()
    return [step["run"] for job in jobs for step in job.get("steps", ()) if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_written_as_github_reads_them(workflow: Path) -> None:
    vendor = resources.files("check_jsonschema") / "builtin_schemas" / "vendor"
    schema = json.loads((vendor / "github-workflows.json").read_text(encoding="utf-8"))
    loaded = read_yaml(str(workflow.relative_to(ROOT)))
    # YAML 1.1 takes the key `on` for a boolean; GitHub reads YAML 1.2.
    written = {"on" if key is True else key: value for key, value in loaded.items()}
    errors = jsonschema.Draft7Validator(schema).iter_errors(written)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_what_workflows_run_is_valid_bash(workflow: Path) -> None:
    for command in commands_of(workflow):
        plain = re.sub(r"\$\{\{.*?\}\}", "expression", command)  # GitHub fills it in before
        parsed = subprocess.run(
            ["bash", "-n"], input=plain, capture_output=True, text=True, check=False
        )
        assert parsed.returncode == 0, f"{parsed.stderr}\n{command}"


def test_workflows_run_what_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = [command for workflow in WORKFLOWS for command in commands_of(workflow)]
    for target in re.findall(r"^make ([\w-]+)", "\n".join(commands), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for script in re.findall(r"^\.ci/[\w-]+", "\n".join(commands), re.MULTILINE):
        assert (ROOT / script).stat().st_mode & 0o100, script


def test_every_python_that_is_promised_is_tested_by_the_workflow() -> None:
    tested = read_yaml(".github/workflows/check.yml")["jobs"]["test"]["strategy"]["matrix"][
        "python"
    ]
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert [python.removesuffix("-rc") for python in tested] == promised


def test_a_release_is_of_what_was_checked() -> None:
    jobs = read_yaml(".github/workflows/release.yml")["jobs"]
    assert jobs["check"]["uses"] == "./.github/workflows/check.yml"
    assert jobs["publish"]["needs"] == "check"
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert first is not None and first[1] == __version__


def test_help_shows_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    parts_of_check = {"types", "check-page", "lint"}
    internal = {"help", "chromium", "postgresql"} | parts_of_check
    shown = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    assert shown == (set(phony[1].split()) | {"help"}) - (internal - {"help"})
