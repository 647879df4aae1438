"""The memory of a report does not grow with its games, beside a few numbers for each unit."""

import tracemalloc

import msgspec

from siegeworks.lab.campaign import Unit
from siegeworks.lab.reports.questions import liveliness
from siegeworks.lab.reports.sample.flow import POINTS, Flow
from siegeworks.lab.reports.sample.games import KeptUnit, ReportGames
from siegeworks.lab.reports.sample.tally import GameRows, RowFile, Tally
from siegeworks.lab.reports.statistics import share, share_of_games
from tests.lab.reports.sample import report
from tests.lab.reports.tiny import tiny

FLOW = Flow(0.4, 2, 0.7, 0.3, (0.5,) * POINTS)
A_UNIT = 1000  # bytes that a unit may leave; about 350 are expected, and a kept game has thousands


def long_unit(work):
    """A unit as it arrives, as JSON: its games have curves and many steps."""
    unit = work.play_unit(Unit(0, 1))
    games = (
        msgspec.structs.replace(game, flow=FLOW, steps=game.steps * 100) for game in unit.games
    )
    return msgspec.json.encode(msgspec.structs.replace(unit, games=tuple(games)))


def test_units_leave_a_few_numbers_each_and_no_game():
    work = ReportGames(tiny(), "random")
    unit = long_unit(work)
    tally = Tally(ReportGames(work.game, "a bot with a long name" * 100))  # so that rows are long
    decode = msgspec.json.Decoder(KeptUnit).decode

    def add(units):
        for _ in range(units):
            tally.add(decode(unit))

    add(100)
    tracemalloc.start()
    try:
        add(1000)
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left / 1000 < A_UNIT
    assert tally.games == len(tally.rows) == len([*tally.rows]) == 2200


def test_rows_are_read_while_others_are_added(monkeypatch):
    monkeypatch.setattr("siegeworks.lab.reports.sample.tally.BLOCK", 1000)
    (first, *_) = report().rows
    file = RowFile()
    made = [msgspec.structs.replace(first, deal=n, drama=n / 7) for n in range(90)]
    for row in made[:50]:
        file.append(row)
    rows = GameRows(file, 50)
    reading = iter(rows)
    before = [next(reading) for _ in range(20)]
    for row in made[50:]:
        file.append(row)
    assert [*before, *reading] == [*rows] == made[:50] and len(rows) == 50
    assert made[49] in rows and made[50] not in rows


def test_how_many_games_are_drawn_at_a_time_changes_no_figure():
    tally = Tally(ReportGames(tiny(), "random"))
    tally.lengths.extend(float(n * n % 97) for n in range(500))
    whole = liveliness.length_variation(tally)
    assert liveliness.length_variation(tally, most_drawn=600) == whole


def test_a_share_of_games_needs_no_list_of_them():
    for times, games in ((0, 1), (2, 2), (3, 7), (950, 1000)):
        assert share_of_games(times, games) == share([1.0] * times + [0.0] * (games - times))
