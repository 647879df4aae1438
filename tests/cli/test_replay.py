"""`siegeworks replay` prints exact JSON lines, only what a seat knew, and clear errors."""

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from siegeworks.cli import run
from tests.samples import sample, samples


def output(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `siegeworks replay …`."""
    status = run(["replay", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.stem)
def test_json_lines_equal_the_golden_files(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = output(capsys, "--json", path)
    assert (status, err) == (0, "")
    assert out == path.with_suffix(".jsonl").read_text(encoding="utf-8")


def test_several_files_are_named_in_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    files = [sample("siege-master-0"), sample("kings-ransom-0")]
    _, out, _ = output(capsys, "--json", *files)
    named = [line for line in map(json.loads, out.splitlines()) if "file" in line]
    assert named == [{"file": str(path)} for path in files]


def test_a_broken_file_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = sample("siege-master-0")
    bad = tmp_path / "bad.siege"
    bad.write_text(good.read_text().replace("red o10-o13", "red o10-o14"))
    status, out, err = output(capsys, "--json", bad, good)
    assert status == 2
    assert "bad.siege, line 4: red o10-o14: " in err and "(R4)" in err
    assert out.splitlines()[0] == json.dumps({"file": str(good)})
    assert str(bad) not in out  # nothing of it is half-applied


def test_a_record_can_be_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sample("expansion-1")
    monkeypatch.setattr(sys, "stdin", io.StringIO(path.read_text()))
    _, out, _ = output(capsys, "--json", "-")
    assert out == path.with_suffix(".jsonl").read_text(encoding="utf-8")


def test_every_game_can_be_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    for path in samples("*-0"):
        status, out, err = output(capsys, path)
        assert (status, err) == (0, "")
        assert len(out.splitlines()) > 100


def test_as_a_seat_only_what_it_knew_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.siege"
    lines = (sample("kings-ransom-1")).read_text().splitlines()
    path.write_text("\n".join(lines[:20]) + "\n")  # south has laid out all, north nothing
    _, south, _ = output(capsys, path, "--as", "south")
    _, north, _ = output(capsys, path, "--as", "north")
    assert "Sa3=K" in south and "south king K5 face down" in south
    assert "=K" not in north and "south king" not in north
    assert "secret step" in north


def test_what_a_seat_sees_does_not_depend_on_what_it_may_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games that differ in south's secret choices alone look the same to north."""
    head = "siege-record 1\ngame: kings-ransom\noptions: setup=secret\n---\n"
    places = [f"{file}{rank}" for rank in "1234" for file in "abcd"]
    seen = []
    for tiles in ("KAAAEEECCCIIISSS", "SSSIIICCCEEEAAAK"):
        steps = [f"south S{place}={tile}" for place, tile in zip(places, tiles, strict=True)]
        path = tmp_path / "game.siege"
        path.write_text(head + "\n".join(steps) + "\n")
        seen.append(output(capsys, path, "--as", "north"))
    assert seen[0] == seen[1]


def test_json_lines_hide_what_the_seat_did_not_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = sample("kings-ransom-1")
    _, whole, _ = output(capsys, "--json", path)
    _, south, _ = output(capsys, "--json", path, "--as", "south")
    _, north, _ = output(capsys, "--json", path, "--as", "north")
    assert len({whole, south, north}) == 3
    everything, own, others = (
        [json.loads(line) for line in out.splitlines()] for out in (whole, south, north)
    )
    assert own[:16] == everything[:16]  # south lays out its own army
    assert all(line["to_act"] == "south" and line["legal"] == ["?"] for line in others[:16])
    assert own[32] == others[32] == everything[32]  # chance says who begins
    assert own[-1] == others[-1] == everything[-1]


def test_json_lines_of_an_open_game_are_the_same_for_every_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = sample("siege-by-number-0")
    assert output(capsys, "--json", path, "--as", "suns") == output(capsys, "--json", path)


def test_an_unknown_seat_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = output(capsys, sample("expansion-0"), "--as", "red")
    assert status == 2
    assert "has no such seat; its seats are suns, moons" in err


def test_a_user_map_is_found_in_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    (maps / "isle.txt").write_text(" . . . . .\n. . F . . .\n . . . . .\n")
    path = tmp_path / "game.siege"
    path.write_text("siege-record 1\ngame: siege-master\noptions: map=isle\n---\nred a1-a4\n")
    status, out, _ = output(capsys, path, "--json", "--maps", maps)
    assert status == 0
    assert "swap" in out
    status, _, err = output(capsys, path, "--json")
    assert status == 2 and "isle" in err
    shutil.rmtree(maps)
    status, _, err = output(capsys, path, "--json", "--maps", maps)
    assert status == 2 and str(maps) in err


@pytest.mark.parametrize("end", ["resign=north", "time=north"])
def test_after_a_table_step_that_ends_the_game_there_are_returns(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.siege"
    path.write_text(f"siege-record 1\ngame: kings-ransom\n---\nchance Sa1=K\ntable {end}\n")
    _, out, _ = output(capsys, path, "--json")
    assert json.loads(out.splitlines()[-1]) == {
        "step": 2,
        "to_act": None,
        "legal": [],
        "probability": None,
        "returns": {"south": 1.0, "north": -1.0},
    }


def test_endless_standard_input_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Endless(io.StringIO):
        def read(self, size: int | None = -1) -> str:
            assert size is not None and size > 0, "read without a limit"
            return "x" * size

    monkeypatch.setattr(sys, "stdin", Endless())
    status, _, err = output(capsys, "-")
    assert status == 2 and "standard input: longer than 4 MiB" in err


DRAWING = (". . . . . . . .", " . . F . . . F .", ". . . . . . . .", "", ". . F . . . . .")
STEPS = "red a1-a4\nblue c1-c4\nred a5-a8\n"


def test_a_record_with_a_map_replays_as_with_its_map_and_needs_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "maps").mkdir()
    drawn = tmp_path / "maps" / "isle.txt"
    drawn.write_text("\n".join(DRAWING) + "\n")
    head = "siege-record 1\ngame: siege-master\noptions: map=isle free=yes\n"
    bare, whole = tmp_path / "bare.siege", tmp_path / "whole.siege"
    bare.write_text(f"{head}---\n{STEPS}")
    whole.write_text(head + "".join(f"land: {row}\n" for row in DRAWING) + f"---\n{STEPS}")
    by_file = output(capsys, bare, "--json", "--maps", drawn.parent)
    assert by_file[0] == 0 and len(by_file[1].splitlines()) == 4
    assert output(capsys, whole, "--json") == by_file
    assert output(capsys, whole, "--json", "--maps", drawn.parent) == by_file
    drawn.write_text(". . . . .\n . F . . .\n")  # a map that changes changes no record …
    assert output(capsys, whole, "--json") == by_file
    status, out, err = output(capsys, whole, "--json", "--maps", drawn.parent)  # … nor in silence
    assert (status, out) == (2, "") and "whole.siege: map=isle" in err
    assert f"{drawn} is drawn differently" in " ".join(err.split()) and "--maps" in err
