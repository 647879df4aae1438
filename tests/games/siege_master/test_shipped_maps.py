"""The shipped maps: as many as promised, of the usual size, sound, and played to the end."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from siegeworks.core.random import new_rng
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import load
from siegeworks.games.siege_master.maps import MAX_ROWS, SHIPPED, find_map
from siegeworks.games.siege_master.params import areas_of, distances, straight_rows

CONTINENTS = ("africa", "asia", "australia", "europe", "north-america", "south-america")
NAMES = (*CONTINENTS, "hexagon")
FEWEST, MOST = 159, 248  # hexes of the designer's own maps
PICTURES = Path(__file__).parents[3] / "docs" / "assets" / "maps"
MAIN_LAND = 0.7  # of the hexes, at least

shipped = pytest.mark.parametrize("name", NAMES)


def maps(drawn):
    """The connected pieces of a map, as sets of numbers of hexes, largest first."""
    near = distances(drawn.hexes) == 1
    return sorted(({*np.flatnonzero(area)} for area in areas_of(near)), key=len, reverse=True)


def test_seven_maps_are_shipped():
    assert {path.stem for path in SHIPPED.iterdir()} == {*NAMES}


@shipped
def test_R1_a_shipped_map_has_the_usual_size(name):
    drawn = find_map(name, None)
    assert FEWEST <= len(drawn.hexes) <= MOST
    assert 1 + max(row for row, _ in drawn.hexes) <= MAX_ROWS


@shipped
def test_R1_a_shipped_map_is_written_as_a_map_is_read(name):
    lines = (SHIPPED / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == "" and lines[0] and lines[-1]
    assert all(line == line.rstrip() for line in lines)
    assert any(line.startswith((".", "F")) for line in lines)


@shipped
def test_R2_a_shipped_map_is_sound_and_has_fifteen_fortresses(name):
    assert load("siege-master", {"map": name}).params.fortresses == 15


@shipped
def test_R3_fortresses_of_a_shipped_map_are_three_apart(name):
    drawn = find_map(name, None)
    apart = distances(drawn.hexes)
    assert all(apart[a, b] >= 3 for a, b in combinations(drawn.fortresses, 2))


@shipped
def test_R4_an_army_fits_on_every_piece_of_a_shipped_map(name):
    drawn = find_map(name, None)
    main, *islands = maps(drawn)
    assert len(main) >= MAIN_LAND * len(drawn.hexes)
    armies = [set(row) for row in straight_rows(drawn.hexes).tolist()]
    assert all(any(army <= island for army in armies) for island in islands)


@shipped
def test_R8_a_game_on_a_shipped_map_ends(name):
    game = load("siege-master", {"map": name})
    assert all(playouts(game, new_rng(0), 20)["winners"] > 0)


@pytest.mark.parametrize("fortresses", ["scattered", "placed"])
@pytest.mark.parametrize("name", CONTINENTS)
def test_R3_fortresses_can_be_placed_on_a_shipped_map(name, fortresses):
    game = load("siege-master", {"map": name, "fortresses": fortresses})
    assert all(playouts(game, new_rng(0), 5)["winners"] > 0)


@pytest.mark.parametrize("name", CONTINENTS)
def test_the_picture_of_a_continent_shows_its_map(name):
    drawn = find_map(name, None)
    picture = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    hexes = re.findall(r'<use href="#hex" x="(\S+)" y="(\S+)"/>', picture)
    circles = re.findall(r'<circle cx="(\S+)" cy="(\S+)"', picture)
    assert len(hexes) == len(drawn.hexes), "node tools/continents/picture.mjs draws it again"
    assert circles == [hexes[place] for place in drawn.fortresses]
