"""The examples of docs/reference/server-api.md, run by curl against a server."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.people.browsers import Browser
from tests.server.served import Client, served

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "server-api.md"
SERVER = "http://localhost:7373"  # in the document
BLOCK = re.compile(r"```bash\n(.*?)```", re.DOTALL)
COMMANDS = [
    command
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for command in block.replace("\\\n", " ").strip().splitlines()
]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as site:
        yield site


def curl(command: str, site: Client, token: str) -> subprocess.Popen[str]:
    """A command of the document, at this server."""
    assert shutil.which("curl"), "The tests need curl (on Debian: apt install curl)."
    assert command.startswith("curl ")
    base = site.base.replace("127.0.0.1", "localhost")
    return subprocess.Popen(
        [
            "sh",
            "-c",
            "exec "
            + command.replace("curl ", "curl -sS --fail-with-body ", 1)
            .replace(SERVER, base)
            .replace("/NAME/", "/Bob/"),
        ],
        env={**os.environ, "SIEGEWORKS_TOKEN": token, "NO_PROXY": "*"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def token_of(site: Client) -> str:
    """A token of a new account that has a table, where there is another account."""
    Browser(site).sign_up("Bob")
    ann = Browser(site)
    ann.sign_up("Ann")
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "open"}]
    ann.asked("/api/tables", {"game": "siege-master", "seats": plans})
    new = {"label": "curl", "scopes": ["read", "play"], "days": 1}
    return str(ann.asked("/api/account/tokens", new)["token"])


def test_there_are_examples_of_everything() -> None:
    assert len(COMMANDS) >= 5
    assert any(" -d " in command for command in COMMANDS)
    assert any(" -N " in command for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_does_what_the_document_says(site: Client, command: str) -> None:
    process = curl(command, site, token_of(site))
    assert process.stdout is not None and process.stderr is not None
    if " -N " in command:  # a stream does not end by itself
        lines = iter(process.stdout.readline, "")
        event = next(line for line in lines if line.startswith("data: "))
        process.kill()
        process.communicate()
        answer: Any = json.loads(event.removeprefix("data: "))
        assert answer
        return
    out, err = process.communicate()
    assert process.returncode == 0, out + err
    answer = json.loads(out)
    if "challenge" in command:
        assert [challenge["challenged"] for challenge in answer["notices"]["challenges"]] == ["Bob"]
    elif " -d " in command:
        assert answer["table"] and answer["yours"][0]["key"]
    elif "account/tables" in command:
        assert len(answer["tables"]) == 1
    elif "notices" in command:
        assert answer == {}  # nothing waits
    else:
        assert answer.keys() & {"games", "tables"}
