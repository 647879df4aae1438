"""Maps over HTTP: listed, made and inspected, also for strangers who send anything."""

import random
from pathlib import Path

import pytest

from siegeworks.games import maps_of
from siegeworks.server.messages import MAX_MAP_LENGTH
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.server.served import Client, served

MAPS = "/api/games/siege-master/maps"
SMALL = "F . . . .\n . . . .\n"


def test_shipped_maps_are_listed_with_what_a_random_one_may_be(client: Client) -> None:
    status, answer = client.get(MAPS)
    assert status == 200
    maps = maps_of("siege-master")
    assert [entry["name"] for entry in answer["maps"] if entry["is_shipped"]] == [
        name for name in maps.names() if maps.read(name).is_shipped
    ]
    hexagon = next(entry for entry in answer["maps"] if entry["name"] == "hexagon")
    assert (hexagon["title"], hexagon["hexes"], hexagon["fortresses"]) == ("Hexagon", 217, 15)
    assert tuple(hexagon["rows"]) == maps.read("hexagon").rows
    assert answer["shapes"] == list(maps.shapes) and answer["sizes"] == list(maps.sizes)


def test_the_hosts_maps_are_listed_but_not_those_that_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "mine.txt").write_text(SMALL)
    (folder / "broken.txt").write_text("no map")
    with served(tmp_path / "data", maps_folder=folder) as client:
        _, answer = client.get(MAPS)
        own = [entry for entry in answer["maps"] if not entry["is_shipped"]]
        assert [entry["name"] for entry in own] == ["mine"]
        (folder / "mine.txt").unlink()
        folder.joinpath("broken.txt").unlink()
        folder.rmdir()
        status, gone = client.get(MAPS)
        assert status == 400 and str(tmp_path) not in gone["sentence"]


def test_a_game_without_maps_has_none(client: Client) -> None:
    for path in ("expansion", "chess"):
        status, why = client.get(f"/api/games/{path}/maps")
        assert status == 404 and why["sentence"].endswith(".")
        status, why = client.post(f"/api/games/{path}/maps/inspect", {"name": "a", "text": SMALL})
        assert status == 404 and why["sentence"].endswith(".")


def test_a_random_map_is_the_same_again_for_its_seed(client: Client) -> None:
    wanted = {"size": 90, "shape": "island", "seed": None}
    status, new = client.post(f"{MAPS}/random", wanted)
    assert status == 200
    assert client.post(f"{MAPS}/random", {**wanted, "seed": new["seed"]}) == (200, new)
    again = maps_of("siege-master").random(90, "island", new["seed"])
    assert (new["name"], tuple(new["rows"])) == (again.name, again.rows)


@pytest.mark.parametrize(
    "wrong, why",
    [
        ({"size": 9}, "not 9"),
        ({"size": 1 << 70}, "Invalid request"),
        ({"size": 5000}, "not 5,000"),
        ({"shape": "pear"}, "There is no shape 'pear'"),
        ({"shape": "x" * 1000}, "Invalid request"),
        ({"seed": -1}, "Invalid request"),
        ({"seed": 1 << 53}, "Invalid request"),
    ],
)
def test_a_random_map_that_cannot_be_made_is_refused(
    client: Client, wrong: dict[str, object], why: str
) -> None:
    status, answer = client.post(
        f"{MAPS}/random", {"size": 90, "shape": "island", "seed": 1, **wrong}
    )
    assert status == 400 and why in answer["sentence"]


def test_a_drawing_is_inspected_with_its_problems_and_its_free_sites(client: Client) -> None:
    text = "\n\n  F . . . .\n\n  . .\n"
    status, answer = client.post(f"{MAPS}/inspect", {"name": "mine", "text": text})
    assert status == 200
    assert answer["rows"] == ["F . . . .", "", ". ."]
    assert (answer["hexes"], answer["fortresses"], answer["areas"], answer["placements"]) == (
        7,
        1,
        1,
        2,
    )
    [island] = answer["problems"]
    assert island["places"] == ["c1", "c2"] and not island["prevents_play"]
    assert answer["playable"]
    status, answer = client.post(f"{MAPS}/inspect", {"name": "mine", "text": "F . F .. ."})
    assert not answer["playable"]
    assert (answer["problems"][0]["line"], answer["problems"][0]["column"]) == (1, 8)


@pytest.mark.parametrize(
    "body",
    [
        {"name": "../up", "text": SMALL},
        {"name": "mine", "text": "F . x"},
        {"name": "mine", "text": "<script>"},
        {"name": "m" * 65, "text": SMALL},
        {"name": "mine", "text": "." * (MAX_MAP_LENGTH + 1)},
        {"name": "mine"},
        {"text": SMALL},
        [],
    ],
)
def test_what_is_no_drawing_is_refused_in_a_sentence(client: Client, body: object) -> None:
    status, answer = client.post(f"{MAPS}/inspect", body)
    assert status == 400 and answer["sentence"].endswith(".")


def test_mutilated_drawings_get_an_answer_each(client: Client) -> None:
    draw = random.Random(7)
    text = maps_of("siege-master").read("hexagon").text
    for _ in range(60):
        letters = list(text)
        for _ in range(draw.randrange(1, 9)):
            letters[draw.randrange(len(letters))] = draw.choice([" ", ".", "F", "\n", "..", "x"])
        status, answer = client.post(f"{MAPS}/inspect", {"name": "mine", "text": "".join(letters)})
        assert status == 200 or (status == 400 and "line" in answer["sentence"])


def test_only_our_page_may_ask_for_work(client: Client) -> None:
    status, _, _ = client.ask(
        "POST", f"{MAPS}/random", b"{}", Content_Type="application/json", Origin="https://elsewhere"
    )
    assert status == 403


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(map_rate=Rate(2, 0.001))) as client:
        body = {"name": "mine", "text": SMALL}
        statuses = [client.post(f"{MAPS}/inspect", body)[0] for _ in range(3)]
        assert statuses == [200, 200, 429]
        status, why = client.get(MAPS)
        assert status == 429 and "Wait a little" in why["sentence"]


def test_a_map_that_is_drawn_costs_nothing_of_what_may_be_stored(tmp_path: Path) -> None:
    """The server keeps neither drawings nor random maps: who draws for long plays on."""
    with served(tmp_path, settings=ServerSettings(storage_rate=Rate(1, 0))) as client:
        for _ in range(3):
            assert client.post(f"{MAPS}/inspect", {"name": "mine", "text": SMALL})[0] == 200
            asked = {"size": 90, "shape": "island", "seed": 7}
            assert client.post(f"{MAPS}/random", asked)[0] == 200
        assert client.table("siege-master", "me", "hot-seat")["table"]
