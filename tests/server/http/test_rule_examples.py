"""The examples of the rules over HTTP"""

import pytest

from siegeworks.games import NAMES
from siegeworks.play.teaching.rule_examples import rule_examples
from tests.server.served import Client


@pytest.mark.parametrize("game", NAMES)
def test_every_example_has_its_positions_and_what_happens(client: Client, game: str) -> None:
    status, answer = client.get(f"/api/games/{game}/rules/examples")
    known = rule_examples(game)
    assert status == 200 and known is not None
    examples = answer["examples"]
    assert [example["caption"] for example in examples] == [
        example.caption for example in known.examples
    ]
    for example in examples:
        steps = len(example["steps"])
        assert len(example["positions"]) == steps + 1
        assert len(example["said"]) == len(example["turns"]) == steps
        assert all(example["said"])


def test_an_example_shows_a_seat_only_what_that_seat_may_know(client: Client) -> None:
    _, answer = client.get("/api/games/kings-ransom/rules/examples")
    example = next(entry for entry in answer["examples"] if entry["paragraph"] == "R2")
    pieces = [spot["piece"] for spot in example["positions"][0]["scene"]["spots"]]
    assert {piece["text"] for piece in pieces if piece and piece["seat"] == "north"} == {"?"}


def test_an_unknown_game_has_no_examples(client: Client) -> None:
    status, answer = client.get("/api/games/chess/rules/examples")
    assert status == 404 and "There is no game 'chess'" in answer["sentence"]
