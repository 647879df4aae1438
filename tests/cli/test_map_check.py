"""`siegeworks map check`: what is wrong with a map, or how good it is."""

import json
import xml.etree.ElementTree as ET

import pytest

from siegeworks.cli import run
from siegeworks.cli.maps import check as map_check
from siegeworks.lab.campaign import arriving

ISLAND = "  . . . . .\n . F . . F .\n. . . . . . .\n . . . F . .\n  . . . . .\n"
QUICK = ("-n", "4", "--level", "1", "--seed", "1")


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch, prepared_searches):
    """Its own folder, with a map."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "siegeworks.play.autosave.games_folder", lambda: tmp_path / "data" / "games"
    )
    (tmp_path / "island.txt").write_text(ISLAND)


def check(*arguments):
    return run(["map", "check", *arguments])


def checked(capsys, *arguments):
    """The JSON of a check."""
    assert check(*arguments, "--json", "-") == 0
    return json.loads(capsys.readouterr().out)


def test_a_good_map_is_described_in_sentences_the_verdict_first(capsys):
    assert check("island.txt", *QUICK) == 0
    output = capsys.readouterr()
    assert output.out.startswith("Island: 29 hexes, 3 fortresses, 1 area")
    assert "Bots of level 1, 4 games, seed 1\nRed, who begins, wins " in output.out
    assert "To continue: the same command with --journal" in output.err


def test_json_holds_what_the_sentences_say(capsys):
    result = checked(capsys, "island.txt", *QUICK)
    assert result["map"] == "island" and result["playable"] and result["seed"] == 1
    assert "\n".join(result["rows"]) == ISLAND.rstrip()
    findings = result["findings"]
    assert findings["games"] == 4 and findings["level"] == 1
    assert [fortress["name"] for fortress in findings["fortresses"]] == ["b2", "b5", "d4"]


@pytest.mark.parametrize(
    "drawing, words",
    [
        (ISLAND.replace("F", ".", 1), "must be odd"),
        (f"{ISLAND}\n  F F\n", "no army fits"),
    ],
)
def test_a_map_that_cannot_be_played_is_explained_and_not_played(tmp_path, capsys, drawing, words):
    (tmp_path / "bad.txt").write_text(drawing)
    assert check("bad.txt") == 1
    printed = capsys.readouterr().out.casefold()
    assert words in printed and "cannot be played as it is" in printed
    assert check("bad.txt", "--json", "-") == 1
    result = json.loads(capsys.readouterr().out)
    assert not result["playable"] and result["problems"] and "findings" not in result
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("nowhere",), "there is no such map"),
        (("nowhere.txt",), "No such file"),
        (("letter.txt",), "line 1, column 1"),
        (("island.txt", "-n", "-1"), "-n -1"),
        (("island.txt", "--level", "9"), "give a level from 1 to 8"),
        (("island.txt", "--jobs", "0"), "--jobs 0"),
        (("island.txt", "--picture", "island.gif"), "ends with .svg or .png"),
        (("island.txt", "--picture", "no/where.svg"), "there is no folder no"),
        (("island.txt", "--json", "."), "this is a folder"),
        (("island.txt", "--journal", "letter.txt"), "not the journal of a campaign"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(
    tmp_path, capsys, monkeypatch, arguments, words
):
    (tmp_path / "letter.txt").write_text("Dear Ann,\n")
    monkeypatch.setattr(map_check, "arriving", None)
    assert check(*arguments) in (1, 2)
    assert words in capsys.readouterr().err


def test_without_games_the_map_is_only_looked_at(capsys, monkeypatch):
    monkeypatch.setattr(map_check, "arriving", None)
    assert check("hexagon", "-n", "0") == 0
    assert capsys.readouterr().out.startswith("Hexagon: 217 hexes, 15 fortresses")


def test_more_games_continue_those_of_the_journal(capsys):
    all_at_once = checked(capsys, "island.txt", "-n", "8", "--level", "1", "--seed", "1")
    checked(capsys, "island.txt", *QUICK, "--journal", "games.jsonl")
    more = ("-n", "8", "--level", "1", "--journal", "games.jsonl")
    continued = checked(capsys, "island.txt", *more)
    assert continued["findings"] == all_at_once["findings"] and continued["seed"] == 1
    assert check("island.txt", *more) == 0
    assert "Continuing games.jsonl with 8 games played." in capsys.readouterr().err


def test_another_maps_games_are_not_continued(tmp_path, capsys):
    assert check("island.txt", *QUICK, "--journal", "games.jsonl") == 0
    (tmp_path / "island.txt").write_text(ISLAND.replace(". .", "  .", 1))
    assert check("island.txt", *QUICK, "--journal", "games.jsonl") == 2
    assert "another campaign: map digest" in capsys.readouterr().err


def test_ctrl_c_shows_what_was_found_and_keeps_the_games(capsys, monkeypatch):
    def interrupted(*arguments):
        yield next(arriving(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(map_check, "arriving", interrupted)
    assert check("island.txt", *QUICK, "--journal", "games.jsonl") == 130
    output = capsys.readouterr()
    assert "Bots of level 1, 2 games" in output.out
    assert "--journal games.jsonl" in output.err and "interrupted" in output.err
    monkeypatch.setattr(map_check, "arriving", arriving)
    again = checked(capsys, "island.txt", *QUICK, "--journal", "games.jsonl")
    assert again["findings"] == checked(capsys, "island.txt", *QUICK)["findings"]


def test_the_picture_shows_every_hex_twice_and_every_fortress_once(tmp_path):
    assert check("island.txt", *QUICK, "--picture", "island.svg") == 0
    root = ET.fromstring((tmp_path / "island.svg").read_text())
    titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(": built on by Red in" in title for title in titles) == 2 * 29
    discs = {title.partition(":")[0] for title in titles if ": taken by Red in" in title}
    assert discs == {"b2", "b5", "d4"}


def test_a_png_is_a_png(tmp_path):
    pytest.importorskip("resvg_py")
    assert check("island.txt", *QUICK, "--picture", "island.png") == 0
    assert (tmp_path / "island.png").read_bytes().startswith(b"\x89PNG")
