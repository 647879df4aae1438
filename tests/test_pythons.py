"""`make pythons` says what it lacks, and the tests leave out only what a Python cannot have."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.first_move import first_answered_move
from tests.server.served import served
from tests.unavailable import needs_what_cannot_be_had
from tools import pythons


def said_by(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", ["pythons.py", "3.14"])
    assert pythons.main() == 1
    return capsys.readouterr().err.strip()


def test_without_root_rights_make_pythons_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    output = said_by(monkeypatch, capsys)
    assert output == "Root directories can be made by root on Linux only: run it with sudo."


def test_without_debootstrap_make_pythons_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert said_by(monkeypatch, capsys) == "debootstrap is missing: apt install debootstrap."


def test_a_root_that_cannot_be_made_fails_with_its_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(pythons, "complain_if_unable", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "debootstrap").write_text("#!/bin/sh\necho no such mirror\nexit 3\n")
    (tmp_path / "debootstrap").chmod(0o755)
    roots = tmp_path / "roots"
    monkeypatch.setattr(sys, "argv", ["pythons.py", "3.14", "--roots", str(roots)])
    assert pythons.main() == 1
    log = roots / "3.14.log"
    assert f"FAILED: debootstrap for Python 3.14 failed with exit status 3; {log} says why." in (
        capsys.readouterr().out
    )
    assert "no such mirror" in log.read_text()


def test_the_first_move_at_a_server_is_answered(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        assert re.fullmatch(r"\w+-\w+|swap", first_answered_move(client.base))


@pytest.mark.parametrize(
    ("test", "python", "is_left_out"),
    [
        ("import pyspiel\n", (3, 15), True),
        ("from open_spiel.python import policy\n", (3, 15), True),
        ("import pyspiel\n", (3, 14), False),
        ("from siegeworks.adapters import pettingzoo\n", (3, 15), True),
        ("import numpy\n", (3, 15), False),
    ],
)
def test_tests_of_what_a_python_cannot_have_are_left_out_there_only(
    test: str, python: tuple[int, int], is_left_out: bool
) -> None:
    assert needs_what_cannot_be_had(test, python) == is_left_out
