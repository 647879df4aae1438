"""Histograms are readable on every terminal."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks.cli.console.charts import MOST_ROWS, bar, histogram


def test_few_values_get_one_row_each():
    assert histogram(np.array([0, 0, 2, 0, 4, 2]), width=4) == [
        "2 ██    25.0%",
        "3        0.0%",
        "4 ████  50.0%",
        "5 ██    25.0%",
    ]


def test_plain_bars_are_ascii():
    lines = histogram(np.arange(1, 100), width=20, plain=True)
    assert all(line.isascii() for line in lines)
    assert "#" * 20 in lines[-2]


def test_bars_grow_in_eighths():
    assert [bar(part / 16, 2, plain=False) for part in (0, 1, 8, 9, 16)] == [
        "  ",
        "▏ ",
        "█ ",
        "█▏",
        "██",
    ]


def test_rows_start_at_round_numbers():
    counts = np.zeros(191, np.int64)
    counts[27:191] = 1
    assert histogram(counts, 1)[0].startswith("  20 to 39")


def test_long_tails_are_merged_into_the_outermost_rows():
    counts = np.zeros(5_001, np.int64)
    counts[[0, 5_000]], counts[2_000:2_010] = 1, 100
    lines = histogram(counts, 1)
    assert lines[0].startswith("2000 or less") and lines[-1].startswith("2009 or more")
    assert len(lines) == 10


@given(st.lists(st.integers(0, 50), min_size=1, max_size=600).filter(any))
def test_all_counts_fit_in_few_rows_that_add_up_to_100_percent(counts):
    lines = histogram(np.array(counts), 10)
    assert 1 <= len(lines) <= MOST_ROWS
    assert sum(float(line.split()[-1].rstrip("%")) for line in lines) == pytest.approx(100, abs=1)
