"""Map files: found by name, read, and refused with a sentence that says where the fault is."""

from pathlib import Path

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.core.maps import DrawingError
from siegeworks.games import load
from siegeworks.games.siege_master import maps
from siegeworks.games.siege_master.map_making.map_collection import MAPS
from siegeworks.games.siege_master.maps import find_map, known_maps, parse_map
from tests.games.siege_master.positions import game

SMALL = "F . . . .\n . . . .\n"


@pytest.fixture(autouse=True)
def _no_maps_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.setattr(maps, "own_folder", lambda: tmp_path / "own")


def refusal(name, folder=None):
    with pytest.raises(OptionError) as refused:
        find_map(name, folder)
    return str(refused.value)


def write(folder, content, name="small"):
    path = folder / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# Reading -----------------------------------------------------------------------------------------


def test_R1_hexes_are_read_row_by_row():
    drawn = parse_map("\n   F . \n    . F\n\n", "map=small")
    assert drawn.hexes == [(0, 0), (0, 2), (1, 1), (1, 3)]
    assert drawn.fortresses == [0, 3]


@pytest.mark.parametrize(
    "content",
    [
        SMALL.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + SMALL.encode(),
        SMALL.strip().encode(),
        SMALL.replace("\n", "     \n").encode(),
    ],
    ids=["line ends of Windows", "byte order mark", "no last line end", "blanks at the ends"],
)
def test_R1_files_of_other_editors_are_read_too(content, tmp_path):
    write(tmp_path, content)
    assert find_map("small", tmp_path) == parse_map(SMALL, "")


@pytest.mark.parametrize(
    "text, why",
    [
        ("F . . . .\n . x . .", "line 2, column 4 holds 'x' (U+0078); a hex is '.', or 'F'"),
        ("f . . . .", "line 1, column 1 holds 'f'"),
        ("\n\n  F\t. . .", "line 3, column 4 holds a tab; a hex is '.', or 'F'"),
        ("F . . . .\x1b", "line 1, column 10 holds '\ufffd' (U+001B)"),
        ("F . . . .\rF", "line 1, column 10 holds '\ufffd' (U+000D)"),
        ("F . . . .\n 城", "line 2, column 2 holds '城' (U+57CE)"),
        ("F .. . .", "line 1, column 4: this hex is half a hex off the others"),
        ("F . . . .\n. . . .", "line 2, column 1: this hex is half a hex off the others"),
        ("", "it has no hex"),
        ("  \n \n", "it has no hex"),
    ],
)
def test_R1_a_fault_in_a_map_is_named_with_line_and_column(text, why):
    with pytest.raises(OptionError) as refused:
        parse_map(text, "map=small")
    assert str(refused.value).startswith(f"map=small: {why}")
    assert "(R1)" in str(refused.value)


def test_R1_at_most_26_rows():
    rows = [". . . . F", " . . . ."] * 13
    assert game("\n".join(rows)).params.row.max() == 25
    with pytest.raises(OptionError, match=r"it has 27 rows; only 26 can have letters \(R1\)"):
        game("\n".join([*rows, "."]))
    with pytest.raises(OptionError, match="it has 27 rows"):
        game("F . . . ." + 26 * "\n" + ". .")


def test_R1_at_most_256_hexes():
    rhombus = [" " * row + "F" + " ." * 15 for row in range(15)] + [" " * 15 + "." + " ." * 15]
    table = game("\n".join(rhombus))
    assert table.params.hexes == 256
    with pytest.raises(OptionError, match=r"it has 257 hexes; at most 256 fit \(R1\)"):
        game("\n".join([*rhombus[:-1], rhombus[-1] + " ."]))


def test_R1_no_map_of_256_hexes_has_more_placements_than_the_board_holds():
    # As round as 256 hexes can be has the most straight rows of four.
    rows = [" " * (20 - width) + ". " * width for width in [*range(9, 19), *range(17, 8, -1)]]
    table = game("\n".join([*rows, " " * 12 + ". " * 4]), fortresses="scattered")
    assert table.params.hexes == 256
    assert table.params.placements == 600
    assert len(set(table.action_texts)) == table.num_actions


def test_R1_hexes_may_lie_far_apart():
    table = game("F . . . ." + " " * 100_001 + ". . . .")
    state = table.new_state()
    assert table.legal_texts(state) == ["a2-a5", "a50006-a50009"]


# Finding -----------------------------------------------------------------------------------------


def test_R1_the_hexagon_is_shipped():
    assert len(find_map("hexagon", None).hexes) == 217
    assert load("siege-master").options["map"] == "hexagon"


def test_R1_a_map_of_ones_own_is_found_by_its_name(tmp_path):
    write(tmp_path, SMALL)
    table = load("siege-master", {"map": "small"}, tmp_path)
    assert dict(table.changed_options) == {"map": "small"}
    write(tmp_path / "own", SMALL, "mine")
    assert find_map("mine", None) == parse_map(SMALL, "")


def test_R1_a_folder_that_is_named_comes_first_and_ones_own_last(tmp_path):
    write(tmp_path, SMALL, "hexagon")
    write(tmp_path / "own", SMALL, "hexagon")
    assert len(find_map("hexagon", tmp_path).hexes) == 9
    assert len(find_map("hexagon", None).hexes) == 217


def test_R1_shipped_maps_are_found_beside_a_folder_that_is_named(tmp_path):
    assert len(find_map("hexagon", tmp_path).hexes) == 217


def test_R1_an_unknown_map_is_refused_with_those_that_are_known(tmp_path):
    write(tmp_path, SMALL)
    why = refusal("atlantis", tmp_path)
    assert why.startswith("map=atlantis: there is no such map. The maps are ")
    assert "hexagon" in why and "small" in why and f"in {tmp_path} is map=NAME" in why
    assert "hexagon" in refusal("atlantis")


def test_R1_a_folder_that_is_not_there_is_refused(tmp_path):
    assert refusal("hexagon", tmp_path / "nowhere").startswith("There is no folder ")
    assert "no folder" in refusal("hexagon", write(tmp_path, SMALL))


@pytest.mark.parametrize(
    "name",
    [
        *("", "../secret", "a/b", "a\\b", "/etc/passwd", "~", "C:x", ".hidden", "x\0", "x y"),
        *("x\n", "m" * 65, "a" * 5000, "\ud800", "-", "*", "..", "."),
    ],
)
def test_R1_a_name_leads_out_of_no_folder(name, tmp_path):
    why = refusal(name, tmp_path)
    assert "letters, digits, '-', '_' and '.', at most 64, and no folder" in why
    assert len(why) < 600


def test_R1_a_folder_is_no_map(tmp_path):
    (tmp_path / "small.txt").mkdir()
    assert "is not a file" in refusal("small", tmp_path)


def test_R1_a_file_that_is_no_text_is_refused(tmp_path):
    write(tmp_path, b"F . . . .\xff\xfe")
    assert "is not UTF-8 text" in refusal("small", tmp_path)


def test_R1_a_huge_file_is_refused(tmp_path):
    write(tmp_path, b" " * (1 << 21))
    assert "is longer than 1048576 bytes" in refusal("small", tmp_path)


def test_R1_a_file_that_cannot_be_read_is_refused(tmp_path, monkeypatch):
    write(tmp_path, SMALL)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert refusal("small", tmp_path).endswith("small.txt cannot be read (Permission denied).")


def test_R1_a_file_whose_name_cannot_be_a_maps_name_is_not_listed(tmp_path):
    for name in ("small", "a b", "-dash", "m" * 65):
        write(tmp_path, SMALL, name)
    shipped = {path.stem for path in maps.SHIPPED.iterdir()}
    listed = ", ".join(sorted({*shipped, "small"}))
    assert known_maps(tmp_path) == (
        f"The maps are {listed}; a file NAME.txt in {tmp_path} is map=NAME."
    )


def test_R1_long_lists_of_maps_are_cut_short(tmp_path):
    for number in range(30):
        write(tmp_path, SMALL, f"a{number:02}")  # before all names that are shipped
    left_out = 30 + len(list(maps.SHIPPED.iterdir())) - 20
    assert f"a19 and {left_out} more;" in refusal("atlantis", tmp_path)


# A map that comes with its game -----------------------------------------------------------------

ISLE = ("  . . . . .", " . . F . . .", "F . . .", "", "    . . F .", " . . . . .")


def drawn(drawing=ISLE, name="isle", **given):
    return load("siege-master", {"map": name}, map_rows=drawing, **given)


def test_a_drawn_map_is_played_under_its_name():
    played = drawn()
    assert dict(played.changed_options) == {"map": "isle"} and played.params.hexes == 24
    assert (
        load("siege-master", {"map": "isle"}, map_rows="\n".join(ISLE)).map_rows
        == played.map_rows
        == ISLE
    )


def test_a_map_from_a_file_comes_with_its_game_too(tmp_path):
    write(tmp_path, "\n".join(ISLE), "isle")
    write(tmp_path / "own", "\n".join(ISLE), "mine")
    assert load("siege-master", {"map": "isle"}, tmp_path).map_rows == ISLE
    assert load("siege-master", {"map": "mine"}).map_rows == ISLE


def test_the_rows_of_a_map_are_the_same_however_it_stands_in_its_file():
    moved = ["", "  ", *(f"   {row}  \r" for row in ISLE), "", " "]
    assert drawn(moved).map_rows == ISLE
    assert drawn(moved).params.tobytes() == drawn().params.tobytes()


def test_a_shipped_map_needs_no_rows(tmp_path):
    drawing = (maps.SHIPPED / "hexagon.txt").read_text()
    write(tmp_path, "\n  " + drawing.replace("\n", "\n  "), "hexagon")
    for played in (
        load("siege-master"),
        load("siege-master", {"map": "hexagon"}, tmp_path),
        load("siege-master", {"map": "hexagon"}, map_rows=drawing),
    ):
        assert played.map_rows == () and dict(played.changed_options) == {}


def test_a_drawn_map_with_the_name_of_a_shipped_map_is_named_all_the_same():
    assert dict(drawn(name="hexagon").changed_options) == {"map": "hexagon"}
    assert drawn(name="hexagon").map_rows == ISLE


def test_a_folder_may_not_contradict_the_drawing(tmp_path):
    path = write(tmp_path, "\n".join(ISLE) + "\n\n", "isle")
    assert drawn(maps=tmp_path).map_rows == ISLE
    for other in (SMALL, "no map"):
        path.write_text(other)
        with pytest.raises(OptionError, match=r"map=isle: .*isle\.txt is drawn differently.*--m"):
            drawn(maps=tmp_path)
    path.unlink()
    assert drawn(maps=tmp_path).map_rows == ISLE


def test_a_drawn_map_needs_a_name_and_a_game_with_maps():
    with pytest.raises(OptionError, match=r"add map=NAME to the options"):
        load("siege-master", map_rows=ISLE)
    with pytest.raises(OptionError, match=r"Expansion has no maps"):
        load("expansion", map_rows=ISLE)
    with pytest.raises(OptionError, match="and no folder"):
        drawn(name="../isle")


def test_a_fault_in_a_drawing_is_named_with_line_and_column():
    with pytest.raises(DrawingError, match="map=isle: line 2, column 3 holds 'x'") as refused:
        drawn(["F . . . .", " .x. . ."])
    assert (refused.value.line, refused.value.column) == (2, 3)


# All maps ----------------------------------------------------------------------------------------


def test_maps_are_listed_shipped_ones_first(tmp_path):
    for name in ("atoll", "hexagon", "zealand"):
        write(tmp_path, SMALL, name)
    write(tmp_path / "own", SMALL, "mine")
    shipped = MAPS.names(tmp_path)[:-2]
    assert "hexagon" in shipped and MAPS.names(tmp_path)[-2:] == ("atoll", "zealand")
    assert MAPS.names() == (*shipped, "mine")
    assert all(MAPS.read(name).is_shipped for name in shipped)


def test_a_map_knows_whether_it_is_shipped(tmp_path):
    drawing = MAPS.read("hexagon").text
    assert MAPS.parse("hexagon", f"\n{drawing}").is_shipped
    assert not MAPS.parse("hexagons", drawing).is_shipped
    assert not MAPS.parse("hexagon", SMALL).is_shipped
    write(tmp_path, SMALL, "hexagon")
    assert MAPS.read("hexagon", tmp_path).rows == ("F . . . .", " . . . .")


def test_a_map_without_a_title_goes_by_its_name():
    assert MAPS.title("north-america") == "North America"
