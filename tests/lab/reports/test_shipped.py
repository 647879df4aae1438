"""The reports in docs/reports/: small, whole, of the current format; the overview is true."""

import re
import runpy
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from siegeworks.cli.measuring.report import variants_of
from siegeworks.games import NAMES, load
from siegeworks.lab.reports.model import FORMAT
from tests.lab.reports.test_page import Parsed, assert_no_request

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "docs" / "reports"


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    """The names of bench/reports.py."""
    return runpy.run_path(str(ROOT / "bench" / "reports.py"))


def test_every_game_has_a_report_and_every_comparison_can_be_played(bench: dict[str, Any]) -> None:
    made = bench["REPORTS"]
    assert {each.name for each in made} >= set(NAMES)
    for each in made:
        game, *rest = each.arguments
        variants = variants_of({}, rest[1::2], ())
        assert [load(game, options).name for options in variants] == [game] * each.choices


def test_shipped_reports_are_small_and_load_nothing(bench: dict[str, Any]) -> None:
    names = {each.name for each in bench["REPORTS"]}
    for suffix, most in bench["MOST_BYTES"].items():
        for path in SHIPPED.glob(f"*{suffix}"):
            assert path.stem in names and path.stat().st_size <= most, path.name
    for path in SHIPPED.glob("*.html"):
        assert_no_request(path.read_text(encoding="utf-8"))


def test_shipped_reports_have_the_current_format(bench: dict[str, Any]) -> None:
    read: Callable[[Path], Any] = bench["read"]
    for path in SHIPPED.glob("*.json"):
        shipped = read(path)
        assert shipped.format == FORMAT
        command = shlex.split(shipped.command)
        assert command[:2] == ["siegeworks", "report"] and "-n" in command
        assert path.with_suffix(".html").is_file()


def test_the_overview_says_what_the_reports_say(bench: dict[str, Any]) -> None:
    text = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert text == bench["readme"](), "run python bench/reports.py --readme"
    assert not re.search(r"\{\w+\}", text)


def test_a_page_of_a_report_is_checked_for_requests() -> None:
    assert Parsed("<p>").tags
    with pytest.raises(AssertionError):
        assert_no_request("<img src='https://example.org/a.png'>")
