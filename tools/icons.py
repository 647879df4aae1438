"""The icons of the page as an app, drawn from its favicon; needs the extra `pictures`.

python tools/icons.py
"""

from pathlib import Path

from siegeworks.drawing.picture import renderer

PUBLIC = Path(__file__).parents[1] / "web" / "public"
SIZES = (192, 512)  # pixels, which installing asks for
# The smallest circle around the castle and its flag, in the units of the favicon.
CENTER, RADIUS = (16, 16.6875), 13.6875
SAFE = 0.4 * 32  # the radius of the circle that no mask of a home screen cuts off
PAPER = "#F7F2E7"


def main() -> None:
    """Write all of them."""
    favicon = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    drawing = favicon[favicon.index(">") + 1 : favicon.rindex("</svg>")]
    scale = SAFE / RADIUS
    x, y = (16 - scale * at for at in CENTER)
    full = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
        f'fill="{PAPER}"/><g transform="translate({x} {y}) scale({scale})">{drawing}</g>'
        "</svg>"
    )
    render, folder = renderer(), PUBLIC / "icons"
    folder.mkdir(exist_ok=True)
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(render(favicon, size))
        (folder / f"maskable-{size}.png").write_bytes(render(full, size))


if __name__ == "__main__":
    main()
