"""Packages that only an extra installs, and the sentence for one that is missing"""

import sys

# The first Python for which a package has no wheel; the markers in pyproject.toml say the same.
UNAVAILABLE_FROM = {
    "dm-tree": (3, 15),
    "jax": (3, 15),
    "open_spiel": (3, 15),
    "pettingzoo": (3, 15),
    "pgx": (3, 15),
    "ray": (3, 15),
}


def can_be_installed(package: str, python: tuple[int, int] = sys.version_info[:2]) -> bool:
    """Whether an extra installs this package on this Python."""
    first = UNAVAILABLE_FROM.get(package)
    return first is None or python < first


def how_to_install(package: str, extra: str, python: tuple[int, int] = sys.version_info[:2]) -> str:
    """The end of a sentence about a missing package: what to do, on this Python.

    Args:
        package: its name, as pyproject.toml writes it.
        extra: our extra that installs it.
        python: major and minor version.
    """
    if can_be_installed(package, python):
        return f"pip install 'siegeworks[{extra}]'"
    major, minor = UNAVAILABLE_FROM[package]
    return (
        f"it cannot be installed on Python {python[0]}.{python[1]} yet; use Python "
        f"{major}.{minor - 1} or earlier"
    )
