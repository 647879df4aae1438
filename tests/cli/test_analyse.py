"""`siegeworks analyse` shows the curve and the better moves, and refuses what it cannot analyse."""

import json

import pytest

from siegeworks.cli import analyse, run
from siegeworks.cli.curve import curve
from siegeworks.lab.analysis import AnalysedPosition, TurningPoint
from siegeworks.play.record import Record, read_record
from siegeworks.play.table import TABLE, Step
from tests.samples import sample

GAME = sample("siege-by-number-1")
FEW = ("--simulations", "20", "--seed", "1")


def asked(capsys, *arguments):
    """Exit status, standard output and standard error of `siegeworks analyse …`."""
    status = run(["analyse", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    return status, said.out, said.err


@pytest.fixture
def short(tmp_path):
    """A game that somebody resigned early."""
    record = read_record(GAME)
    steps = [*record.steps[:12], Step(TABLE, "resign=suns")]
    path = tmp_path / "short.siege"
    path.write_text(Record(record.game, record.options, steps=steps).text(), encoding="utf-8")
    return path


def test_the_curve_and_the_turning_points_are_shown_in_words(capsys, short):
    status, out, _ = asked(capsys, short, "--turns", *FEW)
    assert status == 0
    for part in ("Siege by Number, ", "100%", "start", "What Suns lacks is Moons", "Suns resigned"):
        assert part in out


def test_json_has_every_position_and_is_the_same_for_the_same_seed(capsys, short):
    found, again = (asked(capsys, short, "--json", *FEW)[1] for _ in range(2))
    answer = json.loads(found)
    assert found == again
    assert answer["complete"] and answer["result"] == "moons"
    assert len(answer["positions"]) == answer["turns"] + 1


def test_a_game_that_is_not_over_is_refused(capsys, tmp_path):
    record = read_record(GAME)
    path = tmp_path / "open.siege"
    text = Record(record.game, record.options, steps=record.steps[:40]).text()
    path.write_text(text, encoding="utf-8")
    status, out, err = asked(capsys, path)
    assert status == 2 and out == ""
    assert "this game is not over" in err and "siegeworks hint" in err


@pytest.mark.parametrize("simulations", ["0", "100001"])
def test_a_number_of_simulations_out_of_range_is_refused(capsys, simulations):
    status, _, err = asked(capsys, GAME, "--simulations", simulations)
    assert status == 2 and "between 1 and 100000" in err


def test_what_is_known_is_shown_when_it_is_stopped(capsys, short, monkeypatch):
    positions = analyse.Analysis.positions

    def stopped(self, after):
        yield next(positions(self, after))
        raise KeyboardInterrupt

    monkeypatch.setattr(analyse.Analysis, "positions", stopped)
    status, out, _ = asked(capsys, short, *FEW)
    assert status == 130
    assert "Stopped after 1 of" in out and "50%" in out


def test_a_move_that_nobody_could_know_to_be_better_is_said_to_be_one():
    point = TurningPoint(
        3, 7, "south", "a", 0.2, "b", 0.7, ["b"], ["a"], "South flees.", ["South attacks."], False
    )
    text = " ".join(analyse.point_text(point))
    assert "Turn 3, South: 70% with the better move, 20% as played." in text
    assert "Played: South flees." in text and "Better: South attacks." in text
    assert "South could not know" in text


def test_a_plain_curve_is_ascii_and_long_games_keep_to_the_width():
    positions = [AnalysedPosition(n, "red", [n / 300, 1 - n / 300]) for n in range(301)]
    lines = list(curve(positions, ["red"], 300, {150}, width=40, plain=True))
    assert all(line.isascii() and len(line) <= 45 for line in lines)
    assert lines[-2].index("?") - 5 in (19, 20) and lines[-1].endswith("turn 300")
