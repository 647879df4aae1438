"""What a Python cannot have: packages without a release for it, and who would import them"""

import re
import sys

import pytest

from siegeworks.core.extras import UNAVAILABLE_FROM, can_be_installed

# What code imports, and the package that brings it.
BROUGHT_BY = {
    "open_spiel": "open_spiel",
    "pettingzoo": "pettingzoo",
    "pyspiel": "open_spiel",
    "siegeworks.adapters.openspiel": "open_spiel",
    "siegeworks.adapters import pettingzoo": "pettingzoo",
}
IMPORT = re.compile(rf"^(?:import|from) ({'|'.join(map(re.escape, BROUGHT_BY))})\b", re.MULTILINE)


def needs_what_cannot_be_had(source: str, python: tuple[int, int] = sys.version_info[:2]) -> bool:
    """Whether source code imports a package that no extra can install on this Python."""
    return not all(can_be_installed(BROUGHT_BY[name], python) for name in IMPORT.findall(source))


HERE = ".".join(map(str, sys.version_info[:2]))


def pretend(monkeypatch: pytest.MonkeyPatch, package: str, can_be_had: bool) -> None:
    """Let this Python be one for which the package has a release, or one for which it has none."""
    later = (sys.version_info.major, sys.version_info.minor + 1)
    monkeypatch.setitem(UNAVAILABLE_FROM, package, later if can_be_had else sys.version_info[:2])
