"""A short game for the tests of the page."""

SHORT = {"board": "3x1", "values": "542A"}
