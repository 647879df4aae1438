"""A picture: shapes that are written as SVG, and as PNG by a library

Lengths are pixels of the SVG, colours "#rrggbb". What is added later lies in front.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.palette import INK, PAPER

FONT = "Source Sans Pro, Helvetica, Arial, sans-serif"
HALF_CAPITAL = 0.33  # of a text's size: from the middle of its capital letters to their foot
WIDTHS = (100, 4_000)  # pixels of a PNG

Point = tuple[float, float]


class Picture:
    """Shapes on paper."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height = round(width), round(height)
        self.title = title  # what the picture shows, for those who do not see it
        self.elements: list[str] = []

    def _add(self, tag: str, title: str, **attributes: str | float) -> None:
        values = {name: value for name, value in attributes.items() if value != ""}
        words = "".join(
            f" {name.replace('_', '-')}="
            + quoteattr(value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0"))
            for name, value in values.items()
        )
        inside = f"<title>{escape(title)}</title></{tag}>" if title else ""
        self.elements.append(f"<{tag}{words}>{inside}" if title else f"<{tag}{words}/>")

    def polygon(
        self, points: Iterable[Point], fill: str, stroke: str = "", title: str = ""
    ) -> None:
        """A polygon; `title` is what pointing at it says."""
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._add("polygon", title, points=corners, fill=fill, stroke=stroke)

    def box(
        self,
        middle: Point,
        size: Point,
        fill: str,
        stroke: str = "",
        *,
        corner: float = 0,
        title: str = "",
    ) -> None:
        """A rectangle of this width and height; `corner` is the radius of its corners."""
        (x, y), (width, height) = middle, size
        self._add(
            "rect",
            title,
            x=x - width / 2,
            y=y - height / 2,
            width=width,
            height=height,
            rx=corner or "",
            fill=fill,
            stroke=stroke,
        )

    def disc(
        self, middle: Point, radius: float, fill: str, stroke: str = "", title: str = ""
    ) -> None:
        """A circle."""
        self._add("circle", title, cx=middle[0], cy=middle[1], r=radius, fill=fill, stroke=stroke)

    def line(self, points: Iterable[Point], color: str, width: float) -> None:
        """A line with round ends and corners."""
        self._add(
            "polyline",
            "",
            points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
            fill="none",
            stroke=color,
            stroke_width=width,
            stroke_linecap="round",
            stroke_linejoin="round",
        )

    def text(
        self, at: Point, text: str, size: float, color: str = INK, *, from_left: bool = False
    ) -> None:
        """A line of text; `at` is its middle, or with `from_left` the middle of its left edge."""
        anchor = ' text-anchor="start"' if from_left else ""
        self.elements.append(
            f'<text x="{at[0]:.1f}" y="{at[1] + HALF_CAPITAL * size:.1f}" font-size="{size:.1f}" '
            f'fill="{color}"{anchor}>{escape(text)}</text>'
        )

    def svg(self) -> str:
        """The picture as an SVG file, which asks for nothing outside it."""
        start = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" '
            f'aria-label={quoteattr(self.title)} font-family="{FONT}" text-anchor="middle">'
        )
        paper = f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>'
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([start, title, paper, *self.elements, "</svg>"]) + "\n"

    def png(self, width: int | None = None) -> bytes:
        """The picture as a PNG file, `width` pixels wide, or as wide as the SVG.

        Raises:
            SiegeworksError: the library is not installed, or the width is not within WIDTHS.
        """
        least, most = WIDTHS
        if width is not None and not least <= width <= most:
            raise SiegeworksError(f"A PNG can be {least:,} to {most:,} pixels wide, not {width:,}.")
        return renderer()(self.svg(), width)


def renderer() -> Callable[[str, int | None], bytes]:
    """What makes an SVG a PNG of a width, with a font that looks the same everywhere.

    Raises:
        SiegeworksError: the library is not installed.
    """
    try:
        from font_source_sans_pro import font_directory  # noqa: PLC0415  (an extra)
        from resvg_py import svg_to_bytes  # noqa: PLC0415
    except ImportError:
        how = how_to_install("resvg-py", "pictures")
        raise SiegeworksError(f"A PNG needs resvg-py: {how}. An SVG needs nothing.") from None
    font = str(Path(font_directory) / "SourceSansPro-Regular.otf")
    return lambda svg, width: svg_to_bytes(
        svg, width=width, skip_system_fonts=True, font_files=[font]
    )
