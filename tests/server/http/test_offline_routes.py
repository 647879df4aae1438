"""What a page keeps of a game for when there is no connection"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import course
from siegeworks.play.teaching.puzzles import puzzles
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.server.malformed import UNLIMITED
from tests.server.served import Client, served
from tests.variants import long_where

CLASS = 20  # pupils behind one address
PATH = "/api/games/expansion/offline"
SHORTEST = "kings-ransom"  # of which a copy is compared soonest


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client that may ask as often as it wants to, to compare."""
    with served(tmp_path_factory.mktemp("data"), settings=UNLIMITED) as client:
        yield client


@pytest.mark.parametrize("game", long_where(NAMES, lambda name: name != SHORTEST))
def test_every_step_of_every_lesson_is_kept_as_it_would_be_answered(
    client: Client, game: str
) -> None:
    status, copy = client.get(f"/api/games/{game}/offline")
    known = course(game)
    assert status == 200 and known is not None
    steps = {(entry["lesson"], *entry["moves"]): entry for entry in copy["steps"]}
    assert len(steps) == len(copy["steps"])
    for lesson in known.lessons:
        path, moves = f"/api/games/{game}/lessons/{lesson.name}", list[str]()
        for step in lesson.steps:
            kept = steps[lesson.name, *moves]
            assert kept["step"] == client.post(path, {"moves": moves})[1]
            for tried, answer in zip(step.moves, kept["answers"], strict=True):
                assert (lesson.name, *moves, tried) in steps
                _, asked = client.post(path, {"moves": moves, "tried": tried})
                assert {**kept["step"], "answer": answer} == asked
            moves.append(step.moves[-1] if step.moves else "")
        end = steps[lesson.name, *moves]
        assert end["step"] == client.post(path, {"moves": moves})[1] and end["step"]["number"] == 0


@pytest.mark.parametrize("game", long_where(NAMES, lambda name: name != "kings-ransom"))
def test_some_puzzles_are_kept_with_their_solutions(client: Client, game: str) -> None:
    _, copy = client.get(f"/api/games/{game}/offline")
    kept = {entry["puzzle"]["info"]["name"]: entry for entry in copy["puzzles"]}
    assert list(kept) == [puzzle.name for puzzle in puzzles(game)[: len(kept)]] and len(kept) > 9
    for name, entry in [*kept.items()][:3]:
        path = f"/api/games/{game}/puzzles/{name}"
        assert entry["puzzle"] == client.get(path)[1]
        assert entry["solution"] == client.post(path, {})[1]


def test_a_copy_is_sent_packed_to_who_can_unpack_it(client: Client) -> None:
    _, headers, packed = client.ask("GET", PATH, Accept_Encoding="gzip, br")
    _, plain_headers, plain = client.ask("GET", PATH)
    assert headers["content-encoding"] == "gzip" and "content-encoding" not in plain_headers
    assert gzip.decompress(packed) == plain and len(packed) < len(plain) / 10


def test_a_class_behind_one_address_keeps_all_games_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        for _ in range(CLASS * len(NAMES)):  # of one game, whose copy is made once
            status, _, _ = client.ask("GET", PATH, Accept_Encoding="gzip")
            assert status == 200


def test_who_copies_without_an_end_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(offline_rate=Rate(1, 0.001))) as client:
        statuses = [client.ask("GET", PATH)[0] for _ in range(2)]
        assert statuses == [200, 429]


def test_an_unknown_game_has_no_copy(client: Client) -> None:
    answer: tuple[int, Any] = client.get("/api/games/chess/offline")
    assert answer[0] == 404 and "There is no game 'chess'" in answer[1]["sentence"]
