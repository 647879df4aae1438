"""What a game's page says of its balance is small, and all that the report answers."""

from importlib.resources import files

import msgspec
import pytest

from siegeworks.games import NAMES, load, module
from siegeworks.lab.reports import balance
from siegeworks.lab.reports.balance import MOST_BYTES, balance_of, summary, write_balance
from siegeworks.lab.reports.model import Chart, Section, Series
from tests.lab.reports.sample import report


@pytest.fixture(autouse=True)
def fresh():
    balance_of.cache_clear()
    yield
    balance_of.cache_clear()


def from_folder(folder, monkeypatch):
    monkeypatch.setattr(balance, "files", lambda package: folder)
    return balance_of("expansion")


def test_every_verdict_and_how_it_was_measured_are_there():
    whole, short = report(), summary(report())
    assert short.sentences == list(whole.sentences)
    assert short.verdicts == [verdict for section in whole.sections for verdict in section.verdicts]
    assert (short.games, short.players, short.command) == (400, "level:4", whole.command)
    assert short.version == "0.1.0"


def test_it_is_read_as_it_was_written(tmp_path, monkeypatch):
    short = summary(report())
    assert write_balance(short, tmp_path) == tmp_path / "balance.json"
    loaded = from_folder(tmp_path, monkeypatch)
    assert msgspec.to_builtins(loaded) == msgspec.to_builtins(short)


def test_long_lines_are_thinned_to_their_ends_and_the_file_stays_small(tmp_path):
    x = tuple(range(1000))
    wave = tuple(i / 999 for i in x)
    line = Chart("alive.curve", "t", "line", "x", "y", (Series("s", x, wave, wave, wave),), "d")
    long = msgspec.structs.replace(report(), sections=(Section("alive", "Alive?", charts=(line,)),))
    (chart,) = summary(long).charts
    (series,) = chart.series
    assert len(series.x) == len(series.y) == len(series.high) == balance.MOST_POINTS
    assert (series.x[0], series.x[-1], series.y[-1]) == (0, 999, 1)
    assert write_balance(summary(long), tmp_path).stat().st_size < MOST_BYTES
    assert write_balance(summary(report()), tmp_path).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("written", [None, b"", b"{}", b'{"title": 5}', b"\xff"])
def test_a_game_without_a_readable_summary_has_none(tmp_path, monkeypatch, written):
    if written is not None:
        (tmp_path / balance.NAME).write_bytes(written)
    assert from_folder(tmp_path, monkeypatch) is None


@pytest.mark.parametrize("game", NAMES)
def test_a_shipped_summary_is_small_and_of_this_ruleset(game):
    file = files(module(game).__name__).joinpath(balance.NAME)
    if file.is_file():
        shipped = balance_of(game)
        assert shipped is not None and len(file.read_bytes()) < MOST_BYTES
        assert shipped.ruleset == load(game, {}).ruleset
        assert shipped.command.startswith(f"siegeworks report {game}")
