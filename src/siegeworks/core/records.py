"""Records: states, observations and tables of constants, whose fields are read as attributes"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


class Record(np.record):  # type: ignore[misc]
    """One record. NumPy's own class searches for each field in Python, after an exception: that
    takes three times as long, and plain rules and drawings hardly do anything else."""

    __slots__ = ()
    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    __setattr__ = np.void.__setitem__

    @property
    def data(self) -> Any:
        """Its bytes, which compiled rules ask for. NumPy's own property describes all fields first:
        that took ten times as long as a rule."""
        return np.frombuffer(self, np.uint8)

    def copy(self) -> Any:  # type: ignore[override]
        """Another record with the same contents. NumPy's own method copies field by field."""
        return np.frombuffer(self.data.copy(), self.dtype)[0]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (ValueError, KeyError):
            raise AttributeError(f"The record has no field {name}.") from None


def blank_record(fields: Any) -> Any:
    """A record of zeros with these fields (a NumPy type)."""
    kind = _type_of(np.dtype(fields))
    return np.frombuffer(bytearray(kind.itemsize), kind)[0]


def record_in(data: bytes, fields: Any) -> Any:
    """The record with these bytes."""
    return np.frombuffer(data, _type_of(np.dtype(fields))).copy()[0]


@cache
def _type_of(fields: Any) -> Any:
    return np.dtype((Record, fields))
