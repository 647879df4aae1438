"""`siegeworks map`: listed, drawn, made, taken over, sent on and painted."""

import io
import json
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from siegeworks.cli import run
from siegeworks.cli.maps.commands import COMMANDS
from siegeworks.games import load, maps_of
from siegeworks.play.record import Record
from siegeworks.play.table import Table

ISLAND = "F . . . .\n . . . .\n"
MAPS = maps_of("siege-master")


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Your own maps are kept in this folder, which is not there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "siegeworks" / "maps"


class Said:
    """What a command said."""

    def __init__(self, capsys: pytest.CaptureFixture[str], status: int) -> None:
        captured = capsys.readouterr()
        self.status, self.out = status, captured.out
        self.err = " ".join(captured.err.split())


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]):
    """Run `siegeworks map` with these arguments."""
    return lambda *arguments: Said(capsys, run(["map", *map(str, arguments)]))


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_help_has_examples_and_says_what_the_exit_status_means(verb: str, say) -> None:
    result = say(verb, "--help")
    assert result.status == 0
    assert f"siegeworks map {verb}" in result.out.split("Examples")[1]
    assert "Exit status: 0" in result.out


# list, show --------------------------------------------------------------------------------------


def test_shipped_maps_are_listed_before_your_own(say, own: Path) -> None:
    own.mkdir(parents=True)
    (own / "mine.txt").write_text(ISLAND)
    listed = json.loads(say("list", "--json").out)
    assert [entry["map"] for entry in listed] == [*MAPS.shipped_names(), "mine"]
    assert [entry["from"] for entry in listed][-2:] == ["shipped", "yours"]
    assert (listed[-1]["hexes"], listed[-1]["fortresses"]) == (9, 1)
    out = say("list").out
    assert "hexagon" in out and "mine" in out and str(own) in "".join(out.split("\n"))


def test_a_broken_map_is_left_out_of_the_list_and_named(say, tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_text("no map")
    result = say("list", "--maps", tmp_path)
    assert result.status == 1 and "hexagon" in result.out
    assert "map=broken: line 1, column 1 holds 'n'" in result.err


def test_a_name_that_looks_like_markup_is_printed_as_it_is(say, tmp_path: Path) -> None:
    (tmp_path / "a[/b]:x:").mkdir(parents=True)
    (tmp_path / "a[/b]:x:" / "mine.txt").write_text(ISLAND)
    result = say("list", "--maps", "a[/b]:x:")
    assert (result.status, result.err) == (0, "") and "a[/b]:x:" in result.out
    assert "map=:x:: a map's name is" in say("show", ":x:").err


def test_a_map_is_shown_with_its_rows_named(say, tmp_path: Path) -> None:
    (tmp_path / "isle.txt").write_text("\n" + ISLAND)
    result = say("show", tmp_path / "isle.txt")
    assert result.status == 0
    assert result.out.splitlines()[1:3] == ["a  F . . . .", "b   . . . ."]
    assert "Isle: 9 hexes, 1 fortress, 1 area, 3 placements." in result.out


def test_what_is_wrong_with_a_map_is_shown(say, tmp_path: Path) -> None:
    (tmp_path / "isle.txt").write_text("F . F . .\n\n. .")
    result = say("show", "isle.txt")
    assert result.status == 1
    assert "It has 2 fortresses (F)" in result.out and "piece of 2 hexes at c1" in result.out
    assert say("show", "isle.txt", "--json").status == 1
    assert say("show", "hexagon").status == 0


@pytest.mark.parametrize(
    "given, why",
    [
        ("atlantis", "there is no such map. The maps are"),
        ("atlantis.txt", "No such file"),
        ("folder.txt", "this is a folder, not a file"),
        ("./", "a map's name is the name of its file"),
        ("../x/y", "No such file"),
        ("binary.txt", "this is not UTF-8 text"),
        ("huge.txt", "longer than 1,048,576 bytes"),
        ("tab.txt", "line 1, column 2 holds a tab"),
    ],
)
def test_what_is_no_map_is_refused_in_a_sentence(given: str, why: str, say, tmp_path: Path) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "huge.txt").write_bytes(b" " * ((1 << 20) + 1))
    (tmp_path / "tab.txt").write_text(".\t.")
    (tmp_path / "folder.txt").mkdir()
    for verb in ("show", "check", "export"):
        result = say(verb, given)
        assert result.status == 2 and why in result.err and "bug" not in result.err


# new ---------------------------------------------------------------------------------------------


def test_a_new_map_is_printed_and_can_be_made_again(say) -> None:
    first = say("new", "--size", 90, "--shape", "ring", "--seed", 7)
    assert first.status == 0 and first.out == MAPS.random(90, "ring", 7).text
    assert "seed 7: 90 hexes" in first.err and "--save" in first.err


def test_a_new_map_that_is_saved_can_be_played(say, own: Path) -> None:
    result = say("new", "--seed", 7, "--name", "mine", "--save")
    assert result.status == 0 and "siegeworks play siege-master -o map=mine" in result.err
    assert (
        load("siege-master", {"map": "mine"}).map_rows == MAPS.random(200, MAPS.shapes[0], 7).rows
    )
    assert [path.name for path in own.iterdir()] == ["mine.txt"]


def test_a_file_is_overwritten_only_on_request(say, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    result = say("new", "-o", "mine.txt")
    assert result.status == 2 and "already exists" in result.err
    assert (tmp_path / "mine.txt").read_text() == "precious"
    assert say("new", "-o", "mine.txt", "--force").status == 0
    assert "F" in (tmp_path / "mine.txt").read_text()


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be longer than ten bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    "arguments",
    [("new", "-o"), ("picture", "hexagon", "-o"), ("check", "hexagon", "-n0", "--json")],
)
def test_what_was_there_stays_where_the_disk_is_full(
    arguments: tuple[str, ...], say, tmp_path: Path
) -> None:
    file = tmp_path / "mine.svg"
    for before in (None, "precious"):
        if before:
            file.write_text(before)
        with full_disk():
            result = say(*arguments, file, *([] if arguments[0] == "check" else ["--force"]))
        assert result.status == 1 and f"siegeworks: {file}: " in result.err
        assert [path.read_text() for path in tmp_path.iterdir()] == ([before] if before else [])


@pytest.mark.parametrize(
    "arguments, why",
    [
        (("--size", 9), "60 to 256 hexes, not 9"),
        (("--shape", "pear"), "There is no shape 'pear'"),
        (("--seed", -1), "whole number"),
        (("--name", "../x", "--save"), "no folder"),
        (("--name", "hexagon", "--save"), "the name of a shipped map"),
        (("--save", "-o", "x.txt"), "not both"),
        (("-o", "nowhere/x.txt"), "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: tuple[str, ...], why: str, say) -> None:
    result = say("new", *arguments)
    assert result.status == 2 and why in result.err


# import, export ----------------------------------------------------------------------------------


def test_a_map_travels_as_text_code_and_link(say, tmp_path: Path, own: Path) -> None:
    (tmp_path / "isle.txt").write_text("\n   F . . . .\n    . . . .\n")
    assert say("export", "isle.txt").out == ISLAND
    link = say("export", "isle.txt", "--link").out.strip()
    code = say("export", "isle.txt", "--code").out.strip()
    assert link.endswith(f"/#/map/isle/{code}")
    assert say("import", link).status == 0
    assert say("import", code, "--name", "again").status == 0
    assert say("import", "isle.txt", "--name", "third").status == 0
    assert {path.name: path.read_text() for path in own.iterdir()} == {
        name: ISLAND for name in ("isle.txt", "again.txt", "third.txt")
    }


def test_a_map_is_taken_over_from_a_record(say, tmp_path: Path, own: Path) -> None:
    game = load("siege-master", {"map": "isle"}, map_rows=ISLAND)
    Record.of_table(Table(game)).write(tmp_path / "game.siege")
    assert say("import", "game.siege").status == 0
    assert (own / "isle.txt").read_text() == ISLAND
    Record.of_table(Table(load("siege-master"))).write(tmp_path / "shipped.siege")
    result = say("import", "shipped.siege")
    assert result.status == 2 and "there is no map in it" in result.err


def test_a_record_of_a_newer_version_is_not_taken_for_a_map(say, tmp_path: Path) -> None:
    (tmp_path / "game.siege").write_text("siege-record 2\ngame: siege-master\n---\n")
    result = say("import", "game.siege")
    assert result.status == 2 and "this program reads only 'siege-record 1'" in result.err


def test_a_map_is_taken_over_from_standard_input(
    say, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    give(ISLAND)
    assert "needs a name" in say("import", "-").err
    give(ISLAND)
    assert say("import", "-", "--name", "isle").status == 0
    assert (own / "isle.txt").read_text() == ISLAND


def test_a_map_that_is_there_is_not_overwritten(say, tmp_path: Path, own: Path) -> None:
    (tmp_path / "isle.txt").write_text(ISLAND)
    assert say("import", "isle.txt").status == 0
    (tmp_path / "isle.txt").write_text("F . . .")
    result = say("import", "isle.txt")
    assert result.status == 2 and "already exists" in result.err
    assert (own / "isle.txt").read_text() == ISLAND


def test_a_map_without_its_fortresses_is_taken_over_and_says_how_to_play(say, own: Path) -> None:
    result = say("import", "h5-_1h4", "--name", "bare")
    assert result.status == 0 and "-o map=bare -o fortresses=scattered" in result.out


@pytest.mark.parametrize(
    "given, why",
    [
        ("nothing.txt", "there is no such file, and it is not a link"),
        (".", "this is a folder, not a file"),
        ("http://x/#/map/isle/h0", "The code of this map: 'h0' cannot be read"),
        ("http://x/#/map/%2e%2e%2fup/h5", "no folder"),
        ("http://x/#/map/hexagon/Fh4", "the name of a shipped map"),
        ("h300", "300 hexes; at most 256"),
    ],
)
def test_what_cannot_be_taken_over_is_refused(given: str, why: str, say, own: Path) -> None:
    result = say("import", given, *(("--name", "x") if given == "h300" else ()))
    assert result.status == 2 and why in result.err
    assert not own.exists()


# picture -----------------------------------------------------------------------------------------


def test_a_picture_is_written_once(say, tmp_path: Path) -> None:
    assert say("picture", "hexagon", "-o", "a.svg").status == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg ")
    assert "already exists" in say("picture", "hexagon", "-o", "a.svg").err
    assert say("picture", "hexagon", "-o", "a.png", "--width", 300).status == 0
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width == 300


@pytest.mark.parametrize(
    "arguments, why",
    [
        (("-o", "a.gif"), "ends with .svg or .png"),
        (("-o", "a.svg", "--width", 300), "--width is for a PNG"),
        (("-o", "a.png", "--width", 10**9), "100 to 4,000 pixels wide"),
    ],
)
def test_a_picture_that_cannot_be_made_is_refused(
    arguments: tuple[str, ...], why: str, say
) -> None:
    result = say("picture", "hexagon", *arguments)
    assert result.status == 2 and why in result.err


# Elsewhere ---------------------------------------------------------------------------------------


def test_shells_complete_the_names_of_maps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_SIEGEWORKS_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "siegeworks play siege-master -o map=hex")
    run([])
    assert '"map=hexagon"' in capsys.readouterr().out


def test_games_lists_the_shipped_maps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"Its maps: {', '.join(MAPS.shipped_names())}; siegeworks map list" in out
