"""`siegeworks bench` measures, compares and writes results."""

import json
import sys
from importlib.util import find_spec

import pytest

from siegeworks.cli import run
from siegeworks.cli.console.results_file import (
    markdown_table,
    markers,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.cli.measuring import bench
from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.speed import PEERS, FirstCall, Memory, Rate, Round
from tests.unavailable import HERE, pretend

BEGIN, END = markers("bench")
QUICK = ["--rounds", "5", "--seconds", "0.01"]


@pytest.fixture
def one_game(monkeypatch):
    """There is only one game, and nothing is compiled without the cache."""
    monkeypatch.setattr(bench, "NAMES", ("expansion",))
    calls = (FirstCall(3.0, 4.0), FirstCall(0.2, 0.5))
    monkeypatch.setattr(bench, "first_calls", lambda name: calls)


@pytest.fixture
def report():
    rounds, beside = [Round(400, 4_000, 1.0)] * 5, [Round(20, 2_000, 1.0)] * 5
    rates = [Rate.of("OpenSpiel x", beside, beside), Rate.of("expansion", rounds, beside)]
    calls = {"expansion": (FirstCall(3.04, 4.0), FirstCall(0.21, 0.5))}
    return bench.Report(
        "siegeworks bench", {"Python": "3"}, rates, calls, {"expansion": Memory(90.0, 2_000)}
    )


def test_one_game_as_json(capsys):
    assert run(["bench", "--playouts", "expansion", "--json", *QUICK]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["game"] == "expansion"
    assert result["steps_per_second"] > result["playouts_per_second"] > 0
    assert result["rounds"] == 5
    low, high = result["spread"]["playouts_per_second"]
    assert low <= result["playouts_per_second"] <= high


def test_one_game_in_a_sentence(capsys):
    assert run(["bench", "--playouts", "expansion", *QUICK]) == 0
    output = capsys.readouterr().out
    assert output.startswith("Expansion: ") and "median of 5 rounds" in output


def test_games_are_measured_next_to_their_peers(capsys, one_game):
    assert run(["bench", "--no-write", "--json", *QUICK]) == 0
    rates = json.loads(capsys.readouterr().out)["rates"]
    peers = [f"OpenSpiel {name}" for name in PEERS] if find_spec("pyspiel") else []
    assert [rate["name"] for rate in rates] == [*peers, "expansion"]
    assert rates[0]["multiple"] == ([1, 1, 1] if peers else None)
    assert rates[-1]["wanted"] == 15


@pytest.mark.parametrize(
    ("can_be_had", "what_to_do"),
    [
        (True, "pip install 'siegeworks[bench]'"),
        (False, f"it cannot be installed on Python {HERE} yet"),
    ],
)
def test_without_openspiel_the_user_is_told_what_to_install(
    capsys, one_game, monkeypatch, can_be_had, what_to_do
):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    pretend(monkeypatch, "open_spiel", can_be_had)
    assert run(["bench", "--no-write", *QUICK]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "expansion" in output and "OpenSpiel hex" not in output
    assert f"OpenSpiel is not installed; to compare with it: {what_to_do}" in output


@pytest.fixture
def results(monkeypatch, tmp_path):
    """A docs/results.md in the current folder."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "docs" / "results.md"
    path.parent.mkdir()
    path.write_text("# Results\n")
    return path


def test_tables_are_written_to_a_file_with_a_section_for_them(capsys, one_game, results):
    results.write_text(f"{BEGIN}\n{END}\n")
    assert run(["bench", *QUICK]) == 0
    assert "| expansion |" in results.read_text()


def test_a_file_without_the_section_is_unchanged_unless_write_is_given(capsys, one_game, results):
    assert run(["bench", *QUICK]) == 0
    assert results.read_text() == "# Results\n"
    assert run(["bench", "--write", *QUICK]) == 0
    assert "| expansion |" in results.read_text()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--rounds", "4"], "5 to"),
        (["--seconds", "0"], "more than 0"),
        (["--playouts", "chess"], "There is no game 'chess'"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(capsys, arguments, words):
    assert run(["bench", *arguments]) == 2
    assert words in capsys.readouterr().err


# docs/results.md ---------------------------------------------------------------------------------


def test_the_tables_contain_medians_with_minimum_and_maximum(report):
    text = bench.markdown(report)
    assert "| expansion | 400 (400 to 400) | 4,000 (4,000 to 4,000) | 20 (20 to 20) | 15 |" in text
    assert "| expansion | 3.0 | 0.21 | 0.50 |" in text
    assert "| expansion | 90 |  | 2,000 |" in text
    assert "`siegeworks bench`: Python 3." in text


def test_only_the_text_between_the_markers_is_replaced(tmp_path):
    path = tmp_path / "results.md"
    path.write_text(f"# Results\n\nabove\n{BEGIN}\nold\n{END}\nbelow\n")
    write_results(path, "new", bench.SECTION, bench.TITLE)
    assert path.read_text() == f"# Results\n\nabove\n{BEGIN}\nnew\n{END}\nbelow\n"


def test_a_missing_section_is_added_at_the_end_of_the_file(tmp_path):
    path = tmp_path / "results.md"
    path.write_text("# Results\n\nabove\n")
    write_results(path, "new", bench.SECTION, bench.TITLE)
    written = path.read_text()
    assert written.startswith("# Results\n\nabove\n\n## Speed")
    assert written.endswith(f"{BEGIN}\nnew\n{END}\n")


def test_rows_of_games_that_are_not_measured_now_are_read_from_their_own_section(tmp_path):
    path = tmp_path / "results.md"
    rows = [("expansion", "1"), ("kings-ransom", "2"), ("expansion", "3")]
    write_results(path, markdown_table(("game", "n"), rows), "one", "One")
    write_results(path, markdown_table(("game", "n"), [("expansion", "4")]), "two", "Two")
    assert rows_about(path, "one", {"expansion"}) == [rows[0], rows[2]]
    assert rows_about(path, "two", {"expansion", "kings-ransom"}) == [("expansion", "4")]
    assert rows_about(path, "three", {"expansion"}) == []
    assert rows_about(tmp_path / "missing.md", "one", {"expansion"}) == []


def test_new_rows_take_the_place_of_those_about_the_same_game():
    order = ("expansion", "kings-ransom", "siege-master")
    rows = [("expansion", "1"), ("siege-master", "2"), ("siege-master", "3")]
    new = [("siege-master", "5"), ("siege-master", "4"), ("kings-ransom", "6")]
    assert replace_rows(rows, new, order) == [rows[0], new[2], new[0], new[1]]
    assert replace_rows(rows, [], order) == rows


def test_a_missing_file_is_created_with_a_heading(tmp_path):
    write_results(tmp_path / "results.md", "new", bench.SECTION, bench.TITLE)
    assert (tmp_path / "results.md").read_text().startswith("# Results\n")


@pytest.mark.parametrize("text", [BEGIN, END, f"{END}\n{BEGIN}"])
def test_a_file_with_broken_markers_is_unchanged(tmp_path, text):
    path = tmp_path / "results.md"
    path.write_text(text)
    with pytest.raises(SiegeworksError, match="not written"):
        write_results(path, "new", bench.SECTION, bench.TITLE)
    assert path.read_text() == text
