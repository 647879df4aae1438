"""Siegeworks: five siege games, exact and fast."""

__version__ = "0.1.0"
