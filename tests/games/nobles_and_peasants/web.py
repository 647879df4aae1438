"""A short game for the tests of the page."""

SHORT = {"stones": "8"}
