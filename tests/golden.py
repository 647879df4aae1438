"""Writes the golden files: `python -m tests.golden`, or `make golden`. Read the diff."""

from siegeworks.testing.golden import write_golden_files
from tests.variants import all_facts

if __name__ == "__main__":
    for facts in all_facts():
        write_golden_files(facts)
