"""Random maps: sound, of their size and shape, and the same again for the same seed."""

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.core.maps import hexes_of
from siegeworks.games import load
from siegeworks.games.siege_master.map_making.map_collection import MAPS
from siegeworks.games.siege_master.map_making.random_maps import AXES, SHAPES, SIZES, image_in
from siegeworks.games.siege_master.maps import is_name, parse_map
from siegeworks.games.siege_master.params import areas_of, distances

SAMPLES = [(60 + 37 * i % 197, shape, i) for i in range(3) for shape in SHAPES]


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: "-".join(map(str, sample)))
def made(request):
    return *request.param, MAPS.random(*request.param)


def test_a_random_map_can_be_played_and_has_its_size(made):
    size, shape, _, new = made
    report = MAPS.inspect(new.name, new.text)
    assert report.problems == ()
    assert report.hexes == size or (SHAPES[shape].image and report.hexes == size - 1)
    assert report.fortresses % 2 and 3 <= report.fortresses <= 15
    assert report.fortresses == 15 or size < 160 or SHAPES[shape].image
    assert load("siege-master", {"map": new.name}, map_rows=new.rows).map_rows == new.rows


def test_a_random_map_has_its_fortresses_apart_R3(made):
    *_, new = made
    drawn = parse_map(new.text, "")
    apart = distances(drawn.hexes)[drawn.fortresses][:, drawn.fortresses]
    assert ((apart >= 3) | (apart == 0)).all()


def test_most_of_a_random_map_hangs_together(made):
    size, shape, _, new = made
    areas = [int(area.sum()) for area in areas_of(distances(parse_map(new.text, "").hexes) == 1)]
    assert max(areas) * 2 > size
    if shape in ("island", "ring", "isthmus", "turned", "mirrored"):
        assert len(areas) == 1


def test_a_symmetric_shape_is_symmetric_with_its_fortresses(made):
    _, shape, _, new = made
    symmetries = MAPS.inspect(new.name, new.text).symmetries
    wanted = {"turned": {"turn by 180°"}, "mirrored": {"mirror left-right", "mirror top-bottom"}}
    assert not SHAPES[shape].image or wanted[shape] & set(symmetries)


def test_the_sea_of_a_ring_is_closed_in():
    for seed in range(8):
        land = {
            (place.row, place.column) for place in hexes_of(MAPS.random(150, "ring", seed).rows)
        }
        columns = [column for _, column in land]
        rows = [row for row, _ in land]
        sea = [
            (row, column)
            for row in range(min(rows) - 1, max(rows) + 2)
            for column in range(min(columns) - 2, max(columns) + 3)
            if (row, column) not in land and (row + column - sum(min(land))) % 2 == 0
        ]
        assert len(areas_of(distances(sea) == 1)) >= 2


def test_a_random_map_is_the_same_again_and_another_with_another_seed(made):
    size, shape, seed, new = made
    assert MAPS.random(size, shape, seed) == new
    assert MAPS.random(size, shape, seed + 1).rows != new.rows


def test_a_random_map_has_a_name_of_its_own_with_its_seed(made):
    _, _, seed, new = made
    assert is_name(new.name) and new.name.endswith(f"-{seed}") and not new.is_shipped
    assert not hexes_of(()) and MAPS.title(new.name)


def test_a_seed_gives_this_map_on_every_machine():
    assert MAPS.random(60, "island", 1).text == GOLDEN


@pytest.mark.parametrize(
    "size, shape, seed, why",
    [
        (SIZES[0] - 1, "island", 1, "60 to 256 hexes, not 59"),
        (SIZES[1] + 1, "island", 1, "60 to 256 hexes, not 257"),
        (100, "pear", 1, "There is no shape 'pear' of random maps; the shapes are continent,"),
        (100, "island", -1, "whole number from 0 to"),
        (100, "island", 1 << 53, "whole number from 0 to"),
    ],
)
def test_what_cannot_be_made_is_refused(size, shape, seed, why):
    with pytest.raises(OptionError, match=why):
        MAPS.random(size, shape, seed)


def test_images_are_their_own_inverse():
    for mirrored in AXES.values():
        for axes in mirrored:
            image = image_in(axes, (4, 6))
            assert all(
                image(image((r, c))) == (r, c) for r in range(9) for c in range(r % 2, 13, 2)
            )


GOLDEN = """\
       . .
        . F
     . . . .
  . . . . . . .
   . . . . . F .
  . . . F . . .
     . . . . .
    . . . . .
 . . . . . . .
. . . . . . . F
 . . F .   . .
"""
