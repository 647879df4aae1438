"""The icons of the page as an app, drawn from its favicon; needs the extra `pictures`.

python tools/icons.py
"""

from __future__ import annotations

from pathlib import Path

from siegeworks.drawing.picture import renderer

PUBLIC = Path(__file__).parents[1] / "web" / "public"
SIZES = (192, 512)  # pixels, which installing asks for
SAFE = 0.62  # of the side, which no mask of a home screen cuts off
PAPER = "#F7F2E7"


def main() -> None:
    """Write all of them."""
    favicon = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    drawing = favicon[favicon.index(">") + 1 : favicon.rindex("</svg>")]
    margin = 16 * (1 - SAFE)
    full = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
        f'fill="{PAPER}"/><g transform="translate({margin} {margin}) scale({SAFE})">{drawing}</g>'
        "</svg>"
    )
    render, folder = renderer(), PUBLIC / "icons"
    folder.mkdir(exist_ok=True)
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(render(favicon, size))
        (folder / f"maskable-{size}.png").write_bytes(render(full, size))


if __name__ == "__main__":
    main()
