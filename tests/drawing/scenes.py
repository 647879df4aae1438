"""Small scenes of each shape, as games make them."""

from siegeworks.core.scene import Cell, Piece, Scene, Tray

COLORS = ("red", "green", "blue")


def hexes(rows: int = 3, columns: int = 6) -> Scene:
    """A block of hexes with a red army on a1 … a4 and two fortresses, one of them blue's."""
    cells = []
    for row in range(rows):
        for column in range(columns):
            name = f"{'abcdefghijklmnopqrstuvwxyz'[row]}{column + 1}"
            piece = Piece("army", "red") if name in ("a1", "a2", "a3", "a4") else None
            ground = "fortress" if name in ("b2", "c3") else "land"
            seat = "blue" if name == "c3" else None
            cells.append(Cell(name, 2.0 * column + row % 2, float(row), ground, seat, piece))
    trays = (Tray("Fortresses", (Piece("fortress", "blue"),), "blue", "1 of 2"),)
    notes = ("Blue places an army (R4)",)
    return Scene("hexes", tuple(cells), trays, (("a1", "a2", "a3", "a4"),), notes)


def hexes_with_barred() -> Scene:
    """A block of hexes where nothing may be placed on b1 and c1."""
    scene = hexes()
    cells = [cell._replace(barred=cell.name in ("b1", "c1")) for cell in scene.cells]
    return scene._replace(cells=tuple(cells))


def falling_and_rising() -> Scene:
    """Two armies on the slants of a block of hexes: a1-d2 falls, a5-d3 rises."""
    chains = (("a1", "b1", "c2", "d2"), ("a5", "b4", "c4", "d3"))
    seats = {
        name: seat for chain, seat in zip(chains, ("red", "blue"), strict=True) for name in chain
    }
    cells = tuple(
        cell._replace(
            ground="land",
            seat=None,
            piece=Piece("army", seats[cell.name]) if cell.name in seats else None,
        )
        for cell in hexes(4).cells
    )
    return Scene("hexes", cells, chains=chains)


def tiles() -> Scene:
    """Four tiles of 2 × 2 cells; the suns hold a1, where a moon stands."""
    cells = []
    for rank in range(4, 0, -1):
        for x, file in enumerate("abcd"):
            name = f"{file}{rank}"
            sides = frozenset({"left" if x % 2 == 0 else "right", "bottom" if rank % 2 else "top"})
            owner = "suns" if name in ("a1", "b1", "a2", "b2") else None
            piece = {
                "a1": Piece("minion", "suns", "5", face_down=True),
                "b1": Piece("minion", "suns", "A"),
                "b2": Piece("minion", "moons", "?", face_down=True),
            }.get(name)
            cells.append(Cell(name, float(x), float(4 - rank), "tile", owner, piece, sides))
    return Scene("tiles", tuple(cells))


def squares_with_a_home() -> Scene:
    """Two squares and beside them a Home Base that is two squares wide."""
    return Scene(
        "squares",
        (
            Cell("a2", 1.0, 1.0, "square", piece=Piece("army", "moons", "3")),
            Cell("a1", 1.0, 2.0, "square", piece=Piece("commander", "suns")),
            Cell("E", 2.5, 1.5, "home", "suns"),
        ),
    )


def circles() -> Scene:
    """Three circles: a tower, a stone, an empty one."""
    return Scene(
        "circles",
        (
            Cell("a1", 1.0, 0.0, "circle", piece=Piece("tower", "blue", "♛", color="blue")),
            Cell("b1", 0.0, 1.0, "circle", piece=Piece("stone", None, "R", color="red")),
            Cell("b2", 2.0, 1.0, "circle"),
        ),
        (Tray("Row", tuple(Piece("stone", None, c[0].upper(), color=c) for c in COLORS * 9)),),
    )
