"""Records: states, observations and tables of constants, whose fields are read as attributes"""

import copyreg
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

from siegeworks.core.errors import SiegeworksError, quote


class RecordType(type):
    """The class of the records with certain fields. Where one is pickled, it is named by them."""

    _fields: tuple[str, ...] = ()


class Record(np.record, metaclass=RecordType):  # type: ignore[misc]
    """One record. NumPy's own class searches for each field in Python, after an exception. That
    takes six times as long, and plain rules and drawings hardly do anything else: so each field
    is an attribute of a class for such records."""

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
        """Asked for where the class has no such attribute."""
        raise AttributeError(f"The record has no field {name}.")


@cache
def record_type(names: tuple[str, ...]) -> RecordType:
    """The class of records with fields of these names. Raises SiegeworksError for a name that
    NumPy's records have themselves: plain rules would read theirs, compiled ones the field."""
    if clashing := [name for name in names if hasattr(Record, name)]:
        raise SiegeworksError(
            f"A field of a record cannot be named {quote(clashing[0])}, which every record of "
            "NumPy has: give it another name."
        )
    fields = {name: property(itemgetter(name)) for name in names}
    return RecordType("Record", (Record,), {"__slots__": (), **fields, "_fields": names})


copyreg.pickle(RecordType, lambda kind: (record_type, (kind._fields,)))


@dataclass(frozen=True)
class Tables:
    """Tables of constants for a function with a cache: equal to others with the same key."""

    key: Hashable
    params: Any = field(compare=False)


def blank_record(fields: Any) -> Any:
    """A record of zeros with these fields (a NumPy type)."""
    kind = _type_of(np.dtype(fields))
    return np.frombuffer(bytearray(kind.itemsize), kind)[0]


def record_in(data: bytes, fields: Any) -> Any:
    """The record with these bytes."""
    return np.frombuffer(data, _type_of(np.dtype(fields))).copy()[0]


def fields_of(record: Any) -> dict[str, Any]:
    """The fields of a record as whole numbers and lists of them, fit for JSON."""
    values = zip(record.dtype.names, record.item(), strict=True)
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values
    }


def record_of(fields: Mapping[str, Any], kind: Any) -> Any:
    """The record with these fields, as `fields_of` told them.

    Args:
        fields: all of them.
        kind: the NumPy type of the record.

    Raises:
        SiegeworksError: a field is missing, unknown or no value of its type.
    """
    record = blank_record(kind)
    if set(fields) != set(record.dtype.names):
        raise SiegeworksError("These are not the fields of this game's records.")
    for name, value in fields.items():
        try:
            record[name] = value
        except (TypeError, ValueError, OverflowError):
            raise SiegeworksError(f"The field {quote(name)} has no value of its type.") from None
    return record


@cache
def _type_of(fields: Any) -> Any:
    return np.dtype((record_type(fields.names), fields))
