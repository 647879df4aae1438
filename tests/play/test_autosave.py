"""A running game is saved after every step, or the player is warned."""

import pytest

from siegeworks.games import load
from siegeworks.play.autosave import Autosave, default_path
from siegeworks.play.record import Record, read_record, replay
from siegeworks.play.table import Table
from tests.present import present


@pytest.fixture
def table():
    return Table(load("expansion"))


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_every_step_is_saved_at_once(table, tmp_path):
    autosave = Autosave(tmp_path / "game.siege", {"players": "suns=you moons=greedy"}, {}, print)
    autosave.start(table)
    for token in ("5@a1", "4@b1", "3@a2"):
        table.play("suns", token)
        autosave.save(table)
        kept = read_record(tmp_path / "game.siege")
        assert kept.steps == table.steps
        assert kept.notes["players"] == "suns=you moons=greedy"
        assert replay(kept).result == "*"


def test_comments_of_a_continued_record_are_kept(table, tmp_path):
    autosave = Autosave(tmp_path / "game.siege", {}, {0: ["# a fine start"]}, print)
    autosave.start(table)
    assert "# a fine start" in (tmp_path / "game.siege").read_text()


def test_without_a_file_the_record_is_saved_among_the_users_games(table, tmp_path):
    autosave = Autosave(None, {}, {}, print)
    autosave.start(table)
    assert autosave.is_saved
    assert present(autosave.path).parent == tmp_path / "data" / "siegeworks" / "games"
    assert default_path("expansion") != autosave.path


def test_other_users_cannot_read_saved_games(table, tmp_path):
    folder = tmp_path / "data" / "siegeworks" / "games"
    folder.mkdir(0o755, parents=True)
    folder.chmod(0o755)
    Autosave(None, {}, {}, print).start(table)
    assert folder.stat().st_mode & 0o077 == 0


def test_an_unwritable_file_is_reported_and_another_one_used(table, tmp_path):
    warnings: list[str] = []
    autosave = Autosave(tmp_path / "no" / "game.siege", {}, {}, warnings.append)
    autosave.start(table)
    assert autosave.is_saved
    assert len(warnings) == 1
    assert "No such file or directory" in warnings[0] and "is saved in" in warnings[0]
    assert not (tmp_path / "no").exists()


def test_a_failing_save_is_reported_once_and_retried(table, tmp_path, monkeypatch):
    warnings: list[str] = []
    autosave = Autosave(tmp_path / "game.siege", {}, {}, warnings.append)
    autosave.start(table)

    def disk_full(record, path):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Record, "write", disk_full)
        autosave.save(table)
        autosave.save(table)
        assert not autosave.is_saved
    (warning,) = warnings
    assert "No space left on device" in warning and "continues" in warning
    autosave.save(table)
    assert autosave.is_saved


def test_without_any_writable_file_the_game_continues(table, tmp_path, monkeypatch):
    warnings: list[str] = []
    (tmp_path / "data").write_text("a file where a folder should be")
    autosave = Autosave(None, {}, {}, warnings.append)
    autosave.start(table)
    assert not autosave.is_saved and len(warnings) == 1
