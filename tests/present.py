"""What may be missing elsewhere, and is not in a test."""

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """This value; None fails the test."""
    assert value is not None
    return value
