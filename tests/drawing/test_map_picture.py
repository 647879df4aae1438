"""Pictures of maps: every hex is there, and SVG and PNG say the same."""

import io
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.maps import GameMap
from siegeworks.drawing.map_picture import MapDrawing, map_picture
from siegeworks.drawing.picture import Picture
from tests.drawing.svg import named, texts

DRAWN = GameMap("isle", ("F . . .", " . F", "", "  . . . ."), is_shipped=False)
NAMES = ("a1", "a2", "a3", "a4", "b1", "b2", "d2", "d3", "d4", "d5")


def drawn(fills: dict[str, str], legend: tuple[tuple[str, str], ...]) -> Picture:
    drawing = MapDrawing(DRAWN, "Isle", fills, legend)
    picture = Picture(*drawing.size, "Isle")
    drawing.draw(picture, (0, 0))
    return picture


def test_every_hex_is_drawn_with_its_name() -> None:
    assert set(named(map_picture(DRAWN).svg())) == set(NAMES)


def test_the_frame_names_every_row_and_column() -> None:
    assert set(texts(map_picture(DRAWN, "Isle").svg())) == {*"abd12345", "Isle"}


def test_fills_are_shown_on_their_hexes_and_explained_in_the_legend() -> None:
    svg = drawn({"a2": "#c2331f"}, (("#14376f", "blue"),)).svg()
    assert named(svg)["a2"].get("fill") == "#c2331f"
    assert named(svg)["a3"].get("fill") != "#c2331f"
    assert {"blue", "Isle"} <= set(texts(svg))


def test_text_is_escaped() -> None:
    svg = map_picture(DRAWN, '<a "b"> & c').svg()
    assert '<a "b"> & c' in texts(svg)
    assert ElementTree.fromstring(svg).get("aria-label") == '<a "b"> & c'


def test_a_png_is_as_wide_as_asked_and_shows_the_same_colours() -> None:
    picture = drawn({"a2": "#c2331f"}, (("#14376f", "blue"),))
    with Image.open(io.BytesIO(picture.png(400))) as image:
        assert image.width == 400
        assert image.height == pytest.approx(400 * picture.height / picture.width, abs=2)
        colors = {color for _, color in image.convert("RGB").getcolors(1 << 20) or ()}
    assert {(0xC2, 0x33, 0x1F), (0x14, 0x37, 0x6F)} <= colors


def test_the_text_of_a_png_is_drawn() -> None:
    def ink(title: str) -> int:
        with Image.open(io.BytesIO(map_picture(DRAWN, title).png())) as image:
            return int((np.asarray(image.convert("L")) < 80).sum())

    assert ink("The isle of isles") > ink(".") + 100


def test_an_empty_map_can_be_drawn() -> None:
    picture = map_picture(GameMap("sea", (), is_shipped=False))
    assert "polygon" not in picture.svg() and picture.png()


@pytest.mark.parametrize("missing", ["resvg_py", "font_source_sans_pro"])
def test_without_the_library_a_png_is_refused_with_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SiegeworksError, match=r"pip install 'siegeworks\[pictures\]'"):
        map_picture(DRAWN).png()
