"""Planted faults: each must turn a test red. `python -m tests.mutants`, or `make mutants`."""
