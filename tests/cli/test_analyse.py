"""`siegeworks analyse` shows the curve and the better moves, and refuses what it cannot analyse."""

import json

import pytest
from msgspec.structs import replace

from siegeworks.cli import run
from siegeworks.cli.console.charts import curve
from siegeworks.cli.playing import analyse
from siegeworks.lab.analysis import AnalysedPosition, Analysis, SeatTotal, TurningPoint
from siegeworks.play.record import Record, read_record
from siegeworks.play.table import TABLE, Step
from tests.samples import sample

GAME = sample("siege-by-number-1")
FEW = ("--simulations", "20", "--seed", "1")


def asked(capsys, *arguments):
    """Exit status, standard output and standard error of `siegeworks analyse …`."""
    status = run(["analyse", *map(str, arguments)])
    output = capsys.readouterr()
    assert "Traceback" not in output.out + output.err
    return status, output.out, output.err


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
    for part in (
        "Siege by Number, ",
        "100%",
        "start",
        "The rest, up to 100%, is Moons",
        "Suns resigned",
        "to errors and had",
    ):
        assert part in out


def test_json_has_every_position_and_is_the_same_for_the_same_seed(capsys, short):
    analysis, again = (asked(capsys, short, "--json", *FEW)[1] for _ in range(2))
    answer = json.loads(analysis)
    assert analysis == again
    assert answer["complete"] and answer["result"] == "moons"
    assert len(answer["positions"]) == answer["turns"] + 1
    suns, moons = answer["totals"]
    assert (suns["seat"], moons["seat"]) == ("suns", "moons")
    assert suns["luck"] == -moons["luck"] and min(suns["errors"], moons["errors"]) >= 0


def test_threads_share_the_simulations_and_give_the_same_every_time(capsys, short):
    analysis, again = (asked(capsys, short, "--json", *FEW, "--threads", 2)[1] for _ in range(2))
    assert analysis == again != asked(capsys, short, "--json", *FEW)[1]
    assert json.loads(analysis)["complete"]


@pytest.mark.parametrize("threads", [0, 65])
def test_a_number_of_threads_out_of_range_is_refused(capsys, threads):
    status, _, err = asked(capsys, GAME, "--threads", threads)
    assert status == 2
    assert f"--threads {threads}: give a number between 1 and 64." in err


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
    positions = Analysis.positions

    def stopped(self, after):
        yield next(positions(self, after))
        raise KeyboardInterrupt

    monkeypatch.setattr(Analysis, "positions", stopped)
    status, out, _ = asked(capsys, short, *FEW)
    assert status == 130
    assert "Stopped after 1 of" in out and "50%" in out


@pytest.mark.parametrize(
    ("luck", "cost"),
    [
        (None, "  70% with the better move, 20% as played. Played:"),
        (-0.2, "From what South knew: 70% with the better move, 20% as played. Then South had 20 "),
        (-0.2, "had 20 points of bad luck: 70 points lost in all."),
        (0.01, "had 1 point of good luck: 49 points lost in all."),
        (0.51, "had 51 points of good luck: 1 point gained in all."),
        (0.5, "had 50 points of good luck: nothing lost in all."),
        (0.001, "had no luck, good or bad: 50 points lost in all."),
    ],
)
def test_a_turning_point_says_what_the_error_cost_what_luck_did_and_the_sum(luck, cost):
    events = ["South attacks."]
    point = TurningPoint(
        3, 7, "south", "a", 0.2, "b", 0.7, ["b"], ["a"], "South flees.", events, luck
    )
    first, *rest = analyse.point_text(point)
    assert first == "Turn 3: South lost 50 points to an error."
    text = " ".join([rest[0], *(line.strip() for line in rest[1:])])
    assert cost in text
    assert "Played: South flees." in text and "Better: South attacks." in text
    assert "hint" not in text


def test_a_turning_point_says_of_both_moves_what_a_hint_says():
    point = TurningPoint(
        3, 7, "south", "a", 0.2, "b", 0.7, ["b"], ["a"], "South flees.", ["South attacks."]
    )
    does = replace(
        point,
        played_does="gives up the Guard",
        better_does="captures the King",
        why="The move played lets North win the game.",
    )
    lines = [line.strip() for line in analyse.point_text(does)]
    assert "Played: South flees. Hint for South: gives up the Guard." in lines
    assert "Better: South attacks. Hint for South: captures the King." in lines
    assert "Why: The move played lets North win the game." in lines


@pytest.mark.parametrize(
    ("total", "sentence"),
    [
        (
            SeatTotal("south", 0.14, 0.22),
            "South lost 14 points to errors and had 22 points of good luck.",
        ),
        (SeatTotal("north", 0, -0.01), "North lost nothing to errors and had 1 point of bad luck."),
        (SeatTotal("red", 0.01), "Red lost 1 point to errors."),
        (SeatTotal("red", 0, 0), "Red lost nothing to errors and had no luck, good or bad."),
    ],
)
def test_the_errors_and_the_luck_of_a_seat_are_a_sentence(total, sentence):
    assert analyse.total_text(total) == sentence


def test_a_plain_curve_is_ascii_and_long_games_keep_to_the_width():
    positions = [AnalysedPosition(n, "red", [n / 300, 1 - n / 300]) for n in range(301)]
    lines = list(curve(positions, ["red"], 300, {150}, width=40, plain=True))
    assert all(line.isascii() and len(line) <= 45 for line in lines)
    assert lines[-2].index("?") - 5 in (19, 20) and lines[-1].endswith("turn 300")
