"""Pictures of maps: every hex is there, what is put on it too, and SVG and PNG say the same."""

from __future__ import annotations

import builtins
import io
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.maps import GameMap
from siegeworks.play.map_picture import map_picture, to_png, to_svg

DRAWN = GameMap("isle", ("F . . .", " . F", "", "  . . . ."), is_shipped=False)
NAMES = ("a1", "a2", "a3", "a4", "b1", "b2", "d2", "d3", "d4", "d5")


def polygons(svg: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return {
        one[0].text or "": one
        for one in root.iter("{http://www.w3.org/2000/svg}polygon")
        if len(one)
    }


def test_every_hex_is_drawn_with_its_name() -> None:
    assert set(polygons(to_svg(map_picture(DRAWN)))) == set(NAMES)


def test_fills_and_marks_are_shown_on_their_hexes() -> None:
    picture = map_picture(
        DRAWN, title="Isle", fills={"a2": "#c2331f"}, marks={"a1": "9", "d3": "7"}
    )
    svg = to_svg(picture)
    assert polygons(svg)["a2"].get("fill") == "#c2331f"
    texts = [one.text for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("text")]
    assert {"9", "7", "Isle"} <= set(texts)


def test_text_is_escaped() -> None:
    svg = to_svg(map_picture(DRAWN, title='<a "b">', marks={"a2": "<&>"}, legend=[("", "a & b")]))
    texts = [one.text for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("text")]
    assert {'<a "b">', "<&>", "a & b"} <= set(texts)


def test_a_png_is_as_wide_as_asked_and_shows_the_same_colours() -> None:
    picture = map_picture(DRAWN, fills={"a2": "#c2331f"}, legend=[("#14376f", "blue")])
    with Image.open(io.BytesIO(to_png(picture, 400))) as image:
        assert image.width == 400
        assert image.height == pytest.approx(400 * picture.height / picture.width, abs=2)
        colors = {color for _, color in image.convert("RGB").getcolors(1 << 20) or ()}
    assert {(0xC2, 0x33, 0x1F), (0x14, 0x37, 0x6F)} <= colors


def test_an_empty_map_can_be_drawn() -> None:
    picture = map_picture(GameMap("sea", (), is_shipped=False))
    assert "polygon" not in to_svg(picture) and to_png(picture)


def test_without_pillow_a_png_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = builtins.__import__

    def refuse(name: str, *more: Any) -> Any:
        if name == "PIL":
            raise ImportError(name)
        return find(name, *more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(SiegeworksError, match=r"pip install 'siegeworks\[pictures\]'"):
        to_png(map_picture(DRAWN))
