"""Records are read completely or refused in a sentence, and written completely or not at all."""

import os
import re
from pathlib import Path

import pytest

from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load, maps_of
from siegeworks.play.record import (
    Record,
    RecordError,
    parse_record,
    players_of,
    read_record,
    replay,
)
from siegeworks.play.table import Table

GAME = """siege-record 1
game: siege-master
options: free=yes
players: red=Ann blue=mcts
result: red
event: summer, table 3
---
# Ann begins
red d4-d7
blue swap
table resign=blue
"""


def refusal(text: str) -> str:
    """The sentence that refuses a text when it is read or replayed."""
    with pytest.raises(RecordError) as refused:
        replay(parse_record(text, "game.siege"))
    return str(refused.value)


def test_unknown_header_lines_and_comments_are_kept() -> None:
    record = parse_record(GAME)
    assert record.notes["event"] == "summer, table 3"
    assert record.text() == GAME


def test_a_table_writes_only_options_that_differ_from_the_default() -> None:
    table = Table(load("siege-master", {"map": "hexagon", "free": "yes"}))
    assert Record.of_table(table).text().splitlines()[2] == "options: free=yes"


def test_unfinished_games_and_draws_are_written_as_such() -> None:
    table = Table(load("siege-master"))
    assert "result: *" in Record.of_table(table).text()
    table.play("table", "draw")
    assert "result: draw" in Record.of_table(table).text()


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("siege-record 1", "siege-record 2", "line 1: the format is 'siege-record 2'"),
        ("siege-record 1", "hello", "line 1: this is not a record"),
        ("game: siege-master", "match: 3", "does not name the game"),
        ("siege-master", "siege-mistress", "There is no game 'siege-mistress'"),
        ("free=yes", "free=perhaps", "free=perhaps: the option free of Siege Master is"),
        ("free=yes", "fast=yes", "has no option 'fast'"),
        ("free=yes", "free", "should be `name=value`"),
        ("free=yes", "free=yes free=no", "is given twice"),
        ("event:", "result:", "is given twice"),
        ("event: summer", "event summer", "should be a header line"),
        ("---", "----", "the line --- that ends the header is missing|should be a header line"),
        ("red d4-d7", "red d4-d8", r"line 9: red d4-d8: .*\(R4\)"),
        ("red d4-d7", "blue d4-d7", "line 9: blue d4-d7: it is the turn of red, not of blue"),
        ("red d4-d7", "green d4-d7", "line 9: green d4-d7: there is no actor 'green'"),
        ("red d4-d7", "red d4-d7 e4-e7", "line 9: .* should be an actor and one token"),
        ("red d4-d7", "red", "line 9: .* should be an actor and one token"),
        ("table resign=blue", "table resign=green", "line 11: table resign=green: there is no"),
        ("result: red", "result: blue", "the header says result 'blue', but the steps end with"),
        ("result: red", "result: *", "the header says result"),
        ("red=Ann", "green=Ann", "there is no seat 'green'"),
        ("event: summer, table 3", "ruleset: 9", "played under ruleset 9"),
        ("event: summer, table 3", "ruleset:", "ruleset: the number is missing"),
    ],
)
def test_a_broken_record_is_refused_with_the_place_and_the_reason(
    old: str, new: str, sentence: str
) -> None:
    assert old in GAME
    message = refusal(GAME.replace(old, new, 1))
    assert re.search(sentence, message), message


MISSPELT = {
    "game": ["Game", "GAME", "gmae", "gam", "gane", "games", "game\u00a0"],
    "options": [
        "optoins",
        "option",
        "Options",
        "opitons",
        "potions",
        "optionss",
        "optoin",
        "optins",
    ],
    "players": ["player", "palyers", "plyers", "PLAYERS", "playres"],
    "result": [
        "Result",
        "RESULT",
        "reslut",
        "results",
        "resutl",
        "esult",
        "rezult",
        "\u00a0result",
    ],
    "date": ["Date", "dat", "daet"],
    "land": ["Land", "LAND", "lands", "lan", "lnad", "lamd", "land\u00a0"],
    "ruleset": ["rule-set", "Ruleset", "rulset", "rulesett"],
}


@pytest.mark.parametrize(
    ("key", "meant"), [(key, meant) for meant, keys in MISSPELT.items() for key in keys]
)
def test_a_misspelt_key_is_refused_with_the_key_meant(key: str, meant: str) -> None:
    """Kept as a note it would change the game, or hide a wrong result."""
    line = f"{key}: x\n"
    sentence = refusal(GAME.replace("event:", f"{line}event:"))
    assert sentence.startswith("game.siege, line 6: the key ") and f"`{meant}:`" in sentence


@pytest.mark.parametrize(
    "key",
    ["event", "Event", "name", "site", "round", "time", "note", "rated", "annotator", "variant",
     "comment", "seed", "place", "table", "reason", "rate", "opening", "x", "games played"],
)  # fmt: skip
def test_other_unknown_keys_are_kept(key: str) -> None:
    text = GAME.replace("event: summer", f"{key}: summer")
    record = parse_record(text)
    assert record.notes[key] == "summer, table 3"
    assert record.text() == text and replay(record).result == "red"


SPACES = ["\u00a0", "\u2003", "\u202f", "\u3000", "\u2028", "\x0b", "\x0c", "\x85"]


@pytest.mark.parametrize("space", SPACES, ids=lambda space: f"U+{ord(space):04X}")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("free=yes", "free=yes{}pacifist=yes", "line 3: options: U+.* is not a plain space"),
        ("free=yes", "free=yes{}", "line 3: options: U+.* is not a plain space"),
        ("options: ", "options:{}", "line 3: options: U+.* is not a plain space"),
        ("siege-master", "siege-master{}", "There is no game"),
        ("result: red", "result: red{}", "the header says result"),
        ("red d4-d7", "red{}d4-d7", "line 9: .* should be an actor and one token"),
        ("red d4-d7", "red d4-d7{}", "line 9: red d4-d7"),
        ("---", "---{}", "the line --- that ends the header is missing|should be a header line"),
        ("siege-record 1", "siege-record 1{}", "line 1: "),
    ],
    ids=lambda text: text,
)
def test_only_spaces_and_tabs_separate_words(space: str, old: str, new: str, sentence: str) -> None:
    assert re.search(sentence, refusal(GAME.replace(old, new.format(space), 1)))


def test_a_name_can_contain_other_kinds_of_space() -> None:
    text = GAME.replace("red=Ann", "red=Ann\u00a0Lee")
    assert replay(parse_record(text)).result == "red" and parse_record(text).text() == text


def test_steps_after_the_end_are_refused() -> None:
    assert "the game is over" in refusal(GAME + "red e4-e7\n")


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_both_kinds_of_line_ends_are_read(end: str, tmp_path: Path) -> None:
    path = tmp_path / "game.siege"
    path.write_bytes(GAME.replace("\n", end).encode())
    assert replay(read_record(path)).result == "red"


def test_unreadable_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.siege"
    binary.write_bytes(b"siege-record 1\n\xff\xfe")
    huge = tmp_path / "huge.siege"
    huge.write_bytes(b"#" * (5 << 20))
    for path, sentence in [
        (tmp_path / "missing.siege", "cannot be read: No such file"),
        (tmp_path, "this is a folder"),
        (binary, "line 2: this is not UTF-8"),
        (huge, "longer than 4 MiB"),
    ]:
        with pytest.raises(RecordError, match=sentence):
            read_record(path)


def test_a_failed_write_leaves_the_old_file_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.siege"
    path.write_text(GAME)

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        parse_record(GAME.replace("Ann", "Bob")).write(path)
    assert path.read_text() == GAME
    assert list(tmp_path.iterdir()) == [path]


def test_a_mutilated_record_is_read_or_refused_but_never_crashes() -> None:
    rng = new_rng(1)
    alphabet = "abcdefg0123456789-=@~?x# \n\r\t\0é…"
    played = 0
    for _ in range(400):
        text = list(GAME)
        for _ in range(1 + random_below(rng, 4)):
            at = random_below(rng, len(text))
            letter = alphabet[random_below(rng, len(alphabet))]
            text[at : at + random_below(rng, 3)] = letter
        try:
            replay(parse_record("".join(text)))
            played += 1
        except RecordError as error:
            assert len(str(error)) < 400
    assert 0 < played < 400


def test_a_players_name_can_have_several_words() -> None:
    text = GAME.replace("red=Ann blue=mcts", "red=Ann Smith blue=bob the bot")
    assert replay(parse_record(text)).result == "red"
    assert players_of(parse_record(text)) == {"red": "Ann Smith", "blue": "bob the bot"}
    assert parse_record(text).text() == text


def test_an_empty_result_is_ignored() -> None:
    assert replay(parse_record(GAME.replace("result: red", "result:"))).result == "red"


@pytest.mark.parametrize(
    "step",
    ["blue e4-e7", "green e4-e7", "table resign=green", "table dance", "table agree", "chance x"],
)
def test_every_refused_step_cites_a_paragraph(step: str) -> None:
    assert re.search(r"\(R\d+\)", refusal(GAME.replace("red d4-d7", step)))


def test_a_refused_step_after_a_resignation_cites_a_paragraph() -> None:
    assert re.search(r"\(R\d+\)", refusal(GAME + "red e4-e7\n"))


@pytest.mark.parametrize(
    ("make", "kind"), [(os.mkfifo, "a pipe"), (os.mkdir, "a folder")], ids=["pipe", "folder"]
)
def test_pipes_and_folders_are_refused_without_blocking(tmp_path, make, kind):
    """Nobody ever writes to this pipe."""
    make(tmp_path / "game.siege")
    with pytest.raises(RecordError, match=f"game.siege: this is {kind}, not a file. Give a .siege"):
        read_record(tmp_path / "game.siege")


def test_an_endless_device_is_refused():
    with pytest.raises(RecordError, match="/dev/zero: this is a device, not a file"):
        read_record(Path("/dev/zero"))


# Maps --------------------------------------------------------------------------------------------

ON_A_MAP = """siege-record 1
game: siege-master
options: map=isle
land:   . . . . .
land:  . . F . . .
land: F . . .
land:
land:     . . F .
land:  . . . . .
players: red=Ann blue=mcts
result: red
---
red f1-f4
blue swap
table resign=blue
"""
ROWS = ("  . . . . .", " . . F . . .", "F . . .", "", "    . . F .", " . . . . .")


def test_a_map_is_read_played_on_and_written_as_it_was() -> None:
    record = parse_record(ON_A_MAP)
    assert record.map_rows == ROWS and "land" not in record.notes
    table = replay(record)
    assert table.game.map_rows == ROWS and table.result == "red"
    assert record.text() == ON_A_MAP
    assert Record.of_table(table, record.notes).text() == ON_A_MAP


def test_blank_rows_and_columns_around_a_map_do_not_matter() -> None:
    moved = ON_A_MAP.replace("land:  ", "land:    ").replace("land: F", "land:   F")
    moved = moved.replace("land:   ", "land: \nland:\nland:   ", 1).replace(
        "player", "land:\nplayer"
    )
    assert replay(parse_record(moved)).game.map_rows == ROWS


def test_a_game_on_a_shipped_map_carries_no_rows() -> None:
    drawing = maps_of("siege-master").read("hexagon").rows
    land = "".join(f"land: {row}\n" for row in drawing)
    text = GAME.replace("free=yes\n", f"free=yes map=hexagon\n{land}")
    again = Record.of_table(replay(parse_record(text))).text()
    assert "land:" not in again and "map=" not in again


def test_a_map_of_ones_own_with_a_shipped_name_travels_with_its_game(tmp_path: Path) -> None:
    (tmp_path / "hexagon.txt").write_text("\n".join(ROWS))
    text = Record.of_table(Table(load("siege-master", maps=tmp_path))).text()
    assert "options: map=hexagon\nland:   . . . . .\n" in text
    assert replay(parse_record(text)).game.map_rows == ROWS


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("options: map=isle\n", "", r"game\.siege: A drawn map needs a name: add map=NAME"),
        ("map=isle", "map=../isle", r"game\.siege: map=\.\./isle: .* and no folder"),
        ("map=isle", "map=isle fortresses=all", "the option fortresses of Siege Master is"),
        ("siege-master\noptions: map=isle", "expansion", "Expansion has no maps"),
        ("land: F . . .", "land: F . x .", "siege, line 6, column 11 holds 'x'.*R1"),
        ("land: F . . .", "land: F .\t. .", "siege, line 6, column 10 holds a tab"),
        ("land: F . . .", "land: F .. .", "siege, line 6, column 10: this hex is half a hex off"),
        ("land: F . . .", "land: \x1b[2J", r"line 6, column 7 holds '\ufffd' \(U\+001B\)"),
        ("land: F . . .", "land:F . . .", "line 6: put a space between `land:` and the row"),
        ("land: F . . .", "land:\tF . . .", "line 6: put a space between `land:` and the row"),
        ("land: F . . .", " land: F . . .", "line 6: `land:` should begin its line"),
        ("land: F . . .", "land : F . . .", "line 6: `land:` should begin its line"),
        ("land: F . . .", "lands: F . . .", "line 6: the key 'lands' looks like `land`"),
        ("land: F . . .", "hand: F . . .", "line 6: the key 'hand' looks like `land`"),
        ("land: F . . .", "land F . . .", "line 6: .* should be a header line"),
        ("land: F . . .", "x: F . . .", "line 7: the lines `land:` should follow one another"),
        ("land: F . . .", "", "line 7: the lines `land:` should follow one another"),
        ("land:\n", "# a comment\n", "line 8: the lines `land:` should follow one another"),
        ("land:\n", "land:\n" * 31, r"game\.siege: map=isle: it has 36 rows"),
        ("land:     . . F", "land:     . . .", "an odd number|must be odd"),
        ("land: F . . .", "land: . . . ." + " ." * 300, "hexes; at most 256"),
    ],
)  # fmt: skip
def test_a_broken_map_is_refused_with_the_place_and_the_reason(
    old: str, new: str, sentence: str
) -> None:
    assert old in ON_A_MAP
    message = refusal(ON_A_MAP.replace(old, new, 1))
    assert re.search(sentence, message), message


def test_a_map_without_a_hex_is_refused() -> None:
    head = ON_A_MAP.partition("land:")[0]
    assert "map=isle: it has no hex" in refusal(f"{head}land:\nland:  \n---\nred f1-f4\n")


def test_other_keys_are_not_taken_for_a_map() -> None:
    text = ON_A_MAP.replace("players", "hand: five\ncomment: ...\nplayers")
    assert parse_record(text).notes["hand"] == "five"
