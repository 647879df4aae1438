"""What compiled code may do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from siegeworks.core.jit import kernel


@kernel
def makes_an_array(n: Any) -> Any:
    return np.zeros(n).sum()


@kernel
def uses_an_array(found: Any) -> Any:
    return found.sum()


def test_a_rule_that_makes_an_array_is_refused_as_nothing_would_ever_free_it():
    assert uses_an_array(np.ones(3)) == 3
    with pytest.raises(TypingError, match="zeros"):
        makes_an_array(3)
