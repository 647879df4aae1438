"""A short game for the tests of the page."""

SHORT = {"columns": "2", "tiles": "KAECIS"}
