"""The balance of a game beside its rulebook."""

from pathlib import Path

import pytest

from siegeworks.lab.reports.balance import summary
from siegeworks.server.http import game_routes
from tests.lab.reports.sample import report
from tests.server.served import served


def test_a_game_that_was_measured_says_so_and_has_its_balance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = summary(report())
    monkeypatch.setattr(
        game_routes, "balance_of", lambda game: measured if game == "expansion" else None
    )
    with served(tmp_path) as client:
        assert client.get("/api/games/expansion/rules")[1]["has_balance"] is True
        status, answer = client.get("/api/games/expansion/balance")
        assert status == 200 and answer["balance"]["games"] == 400
        assert "has_balance" not in client.get("/api/games/siege-master/rules")[1]
        assert client.get("/api/games/siege-master/balance") == (200, {"balance": None})


def test_there_is_no_balance_of_an_unknown_game(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        status, answer = client.get("/api/games/chess/balance")
        assert status == 400 and "There is no game 'chess'" in answer["sentence"]
