"""requirements.lock: all that a server installs, each by the digest of its files."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
LOCK = Path("requirements.lock").read_text(encoding="utf-8")
NODE = re.findall('^NODE = "(.*)"$', Path("hatch_build.py").read_text(encoding="utf-8"), re.M)
NEEDED = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *NODE]
PINNED = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>[^ ;]+)(?P<marker> ; [^\\]+)?"
    r"(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)$",
    re.MULTILINE,
)


@pytest.mark.parametrize("needed", NEEDED)
def test_what_is_needed_is_locked_with_hashes(needed: str) -> None:
    wanted = Requirement(needed)
    pins = [pin for pin in PINNED.finditer(LOCK) if pin["name"] == canonicalize_name(wanted.name)]
    assert pins, f"{needed} is not in requirements.lock: make lock"
    for pin in pins:
        assert wanted.specifier.contains(pin["version"]), f"{needed}: make lock"


def test_the_lock_holds_nothing_else() -> None:
    rest = PINNED.sub("", LOCK)
    assert all(line.startswith("#") for line in rest.split("\n") if line)
    assert "/" not in LOCK and "make lock" in LOCK


def test_what_building_needs_is_said_twice_alike() -> None:
    requires = PROJECT["build-system"]["requires"]
    assert PROJECT["dependency-groups"]["build"] == [*requires, *NODE]
