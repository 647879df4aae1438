"""A record's fields are attributes: read, written, kept by a copy and by a pickle."""

import copy
import pickle
from typing import Any

import numba
import numpy as np
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.records import blank_record, record_in
from siegeworks.games import load

FIELDS = np.dtype([("seat", "i1"), ("tiles", "u8", 3)])


@pytest.fixture
def record() -> Any:
    """A record with something in it."""
    record = blank_record(FIELDS)
    record.seat = -2
    record.tiles[1] = 7
    return record


def test_a_field_is_an_attribute_and_an_item(record: Any) -> None:
    assert record.seat == record["seat"] == -2
    assert record.tiles.tolist() == record["tiles"].tolist() == [0, 7, 0]


def test_there_are_no_other_fields(record: Any) -> None:
    assert not hasattr(record, "stones")
    with pytest.raises(ValueError, match="stones"):
        record.stones = 1


@pytest.mark.parametrize("name", ["size", "data", "base", "T", "mro", "_fields"])
def test_no_field_has_a_name_that_every_record_has(name: str) -> None:
    with pytest.raises(SiegeworksError, match=f"cannot be named {name}"):
        blank_record([("seat", "i1"), (name, "i4")])


@pytest.mark.parametrize(
    "copied",
    [
        lambda record: record.copy(),
        copy.copy,
        copy.deepcopy,
        lambda record: pickle.loads(pickle.dumps(record)),
        lambda record: pickle.loads(pickle.dumps(np.array([record])))[0],
        lambda record: record_in(record.tobytes(), FIELDS),
    ],
    ids=["copy()", "copy", "deepcopy", "pickle", "array", "bytes"],
)
def test_a_copy_is_another_record_of_the_same_kind(record: Any, copied: Any) -> None:
    other = copied(record)
    other.tiles[1] = 8
    assert (type(other), other.seat, record.tiles[1]) == (type(record), -2, 7)


def test_compiled_rules_take_it_for_one_of_numpys_own() -> None:
    state = load("expansion").new_state()
    own = np.array([state]).view(np.recarray)[0]
    assert type(own) is np.record
    assert numba.typeof(state) == numba.typeof(own)
    assert state.dtype == own.dtype
