"""The files of a report: JSON by its schema, a line for each game, whole or not at all."""

import csv
import errno
import json
import os
from pathlib import Path

import jsonschema
import msgspec
import pytest

from siegeworks.lab.reports.files import as_json, write_files
from siegeworks.lab.reports.model import Comparison, Report
from siegeworks.lab.reports.schema import schema
from siegeworks.play.record import read_record
from tests.lab.reports.sample import comparison, report

SCHEMA = Path(__file__).parents[3] / "docs" / "reference" / "report.schema.json"


def lines_of(path: Path) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_published_schema_is_current() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == json.loads(json.dumps(schema())), (
        "run python -m siegeworks.lab.reports.schema > docs/reference/report.schema.json"
    )


@pytest.mark.parametrize("made, kind", [(report, Report), (comparison, Comparison)])
def test_json_obeys_the_schema_and_can_be_read_again(made, kind) -> None:
    text = as_json(made())
    jsonschema.Draft202012Validator(schema()).validate(json.loads(text))
    assert as_json(msgspec.json.decode(text, type=kind)) == text


def test_json_of_another_format_is_refused_by_the_schema() -> None:
    other = {**json.loads(as_json(report())), "format": 0}
    assert not jsonschema.Draft202012Validator(schema()).is_valid(other)


def test_a_report_leaves_a_page_json_games_and_records(tmp_path: Path) -> None:
    written = write_files(report(), tmp_path / "new" / "folder")
    folder = tmp_path / "new" / "folder"
    assert [path.name for path in written[:3]] == ["report.html", "report.json", "games.csv"]
    assert len(written) == 3 + len(report().dramatic)
    assert all(read_record(path).game == "expansion" for path in written[3:])
    rows = lines_of(folder / "games.csv")
    assert len(rows) == len(report().rows)
    assert rows[0]["players"] == "level:4 level:4" and rows[0]["winners"] == "red"
    assert rows[0]["options"] == "default"


def test_games_and_records_of_a_comparison_say_their_options(tmp_path: Path) -> None:
    written = write_files(comparison(), tmp_path)
    assert {path.parent.name for path in written[3:]} == {"default", "setup=random"}
    rows = lines_of(tmp_path / "games.csv")
    assert [row["options"] for row in rows] == ["default"] * 3 + ["setup=random"] * 3


def test_a_full_disk_leaves_the_files_of_the_report_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(report(), tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as failed:
        write_files(report(setup="random"), tmp_path)
    assert failed.value.filename == str(tmp_path / "report.html")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before
