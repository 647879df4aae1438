"""What stands in an SVG."""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def named(svg: str) -> dict[str, ElementTree.Element]:
    """The shapes that say something when one points at them, by what they say."""
    shapes = [shape for shape in ElementTree.fromstring(svg) if len(shape)]
    return {shape[0].text or "": shape for shape in shapes}


def texts(svg: str) -> list[str]:
    """The texts, in the order in which they are drawn."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
