"""Records of games, `.siege` files: read, checked and written.

    siege-record 1
    game: siege-master
    options: map=hexagon
    result: red
    ---
    red d3-d6
    # a comment

A record is read and checked as a whole before any part of it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from siegeworks.core.errors import IllegalStep, OptionError, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import DrawingError
from siegeworks.games import UnknownGame, load
from siegeworks.play.files import NotAFile, read_start, write_whole
from siegeworks.play.table import Step, Table

ANY_FORMAT = "siege-record "  # with which the first line of a record of any version begins
FORMAT = f"{ANY_FORMAT}1"
LONGEST_FILE = 4 << 20  # bytes; the longest games need a tenth of it
MAP_ROW = "land"  # the header key of a row of a map that is not shipped
KEYS = ("game", "options", MAP_ROW, "players", "result", "date", "ruleset")  # those with a meaning
BLANKS = " \t"  # nothing else separates words: a no-break space is part of a word


class RecordError(SiegeworksError):
    """A record cannot be read or played; the message says where and why."""


@dataclass
class Record:
    """A game as written in a file: its options, its header and its steps.

    Examples:
        >>> import siegeworks as sw
        >>> table = sw.Table(sw.load("siege-master"))
        >>> table.play("red", "o10-o13")
        >>> print(sw.Record.of_table(table).text(), end="")
        siege-record 1
        game: siege-master
        result: *
        ---
        red o10-o13
    """

    game: str
    options: dict[str, str] = field(default_factory=dict)  # only those that differ from the default
    map_rows: tuple[str, ...] = ()  # the rows of the map, if it is not a shipped one
    notes: dict[str, str] = field(default_factory=dict)  # players, result, date and unknown keys
    steps: list[Step] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)  # comment lines before step i
    lines: list[int] = field(default_factory=list)  # the line of each step in the file, from 1
    map_line: int = 0  # the line of the first row of the map in the file, from 1
    source: str = "record"  # the file's name, for error messages

    @classmethod
    def of_table(cls, table: Table, notes: Mapping[str, str] | None = None) -> Record:
        """The record of a table, finished or not."""
        game = table.game
        written = {**(notes or {}), "result": table.result}
        if game.ruleset != 1:
            written["ruleset"] = str(game.ruleset)
        return cls(game.name, dict(game.changed_options), game.map_rows, written, list(table.steps))

    def text(self) -> str:
        """The content of the file."""
        return "\n".join(self._text_lines()) + "\n"

    def _text_lines(self) -> Iterator[str]:
        yield FORMAT
        yield f"game: {self.game}"
        if self.options:
            yield "options: " + " ".join(f"{key}={value}" for key, value in self.options.items())
        for row in self.map_rows:
            yield f"{MAP_ROW}: {row}".rstrip(BLANKS)
        for key, value in self.notes.items():
            yield f"{key}: {value}".rstrip()
        yield "---"
        for index, step in enumerate(self.steps):
            yield from self.comments.get(index, ())
            yield f"{step.actor} {step.token}"
        yield from self.comments.get(len(self.steps), ())

    def write(self, path: Path) -> None:
        """Write the record to a file: all of it or, if that fails, nothing.

        Raises:
            OSError: no permission, the disk is full …; a file that was there is unchanged.
        """
        write_whole(path, self.text())


def read_record(path: Path) -> Record:
    """Read a file and check its format; `replay` checks its steps.

    Raises:
        RecordError: it cannot be read or is not a record.

    Examples:
        >>> read_record(Path("nowhere.siege"))
        Traceback (most recent call last):
        RecordError: nowhere.siege: ...
    """
    source = "".join(sign if sign.isprintable() else "�" for sign in str(path))
    try:
        data = read_start(path, LONGEST_FILE + 1)
    except NotAFile as error:
        raise RecordError(
            f"{source}: {error.strerror}. Give a .siege file, or - for standard input."
        ) from None
    except OSError as error:
        raise RecordError(f"{source}: cannot be read: {error.strerror or error}.") from None
    check_length(len(data), source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(f"{source}, line {line}: this is not UTF-8 text.") from None
    return parse_record(text, source)


def check_length(length: int, source: str) -> None:
    """Raise RecordError for a text that is longer than any record."""
    if length > LONGEST_FILE:
        limit = f"{LONGEST_FILE >> 20} MiB"
        raise RecordError(f"{source}: longer than {limit}, which is more than any game needs.")


def parse_record(text: str, source: str = "record") -> Record:
    """Parse the text of a record.

    Raises:
        RecordError: the line, and what is wrong with it.

    Examples:
        >>> lines = ["siege-record 1", "game: siege-master", "---", "red o10-o13", ""]
        >>> record = parse_record(chr(10).join(lines))
        >>> record.game, record.steps
        ('siege-master', [Step(actor='red', token='o10-o13')])
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if lines[0].rstrip(BLANKS) != FORMAT:
        raise RecordError(_first_line_problem(lines[0], source))
    try:
        end = next(i for i, line in enumerate(lines) if line.rstrip(BLANKS) == "---")
    except StopIteration:
        raise RecordError(f"{source}: the line --- that ends the header is missing.") from None
    record = _parse_header(lines[1:end], source)
    for number, line in enumerate(lines[end + 1 :], end + 2):
        _parse_step(record, line, number)
    return record


def _first_line_problem(line: str, source: str) -> str:
    if line.startswith(ANY_FORMAT):
        return (
            f"{source}, line 1: the format is {quote(line)!r}; this program reads only {FORMAT!r}."
        )
    return f"{source}, line 1: this is not a record; the first line should be {FORMAT!r}."


def _parse_header(lines: list[str], source: str) -> Record:
    fields: dict[str, str] = {}
    options: dict[str, str] = {}
    map_rows: list[str] = []
    map_line = 0
    comments = [line.rstrip(BLANKS) for line in lines if line.startswith("#")]
    for number, line in enumerate(lines, 2):
        where = f"{source}, line {number}"
        if line.startswith(f"{MAP_ROW}:"):
            map_line = map_line or number
            if number != map_line + len(map_rows):
                raise RecordError(
                    f"{where}: the lines `{MAP_ROW}:` should follow one another; an empty row "
                    f"of the map is a line `{MAP_ROW}:` too."
                )
            map_rows.append(_map_row(line, where))
            continue
        key, colon, value = line.partition(":")
        key, value = key.strip(BLANKS), value.strip(BLANKS)
        if not line.strip(BLANKS) or line.startswith("#"):
            continue
        if not colon or not key:
            raise RecordError(f"{where}: {quote(line)!r} should be a header line, `key: value`.")
        _check_key(key, value, where)
        if key in fields:
            raise RecordError(f"{where}: the key {quote(key)!r} is given twice.")
        fields[key] = value
        if key == "options":
            options = _parse_options(value, where)
    if not fields.get("game"):
        raise RecordError(
            f"{source}: the header does not name the game; add a line such as `game: siege-master`."
        )
    fields.pop("options", None)
    return Record(
        *(fields.pop("game"), options, tuple(map_rows), fields),
        comments={0: comments} if comments else {},
        map_line=map_line,
        source=source,
    )


def _map_row(line: str, where: str) -> str:
    """The row of a line `land: ROW`. It begins after one space, since its own spaces count."""
    row = line.removeprefix(f"{MAP_ROW}:")
    if row and not row.startswith(" "):
        raise RecordError(f"{where}: put a space between `{MAP_ROW}:` and the row.")
    return row[1:]


def _check_key(key: str, value: str, where: str) -> None:
    """Refuse a key that looks like a misspelt one of KEYS: read as a note, it would change the
    game or hide a wrong result. Other unknown keys are kept as notes."""
    if key == MAP_ROW:  # a line `land:` never comes here
        raise RecordError(f"{where}: `{MAP_ROW}:` should begin its line, without spaces in it.")
    is_row = "." in value and set(value) <= set(" .F")
    for known in KEYS:
        is_lost_row = known == MAP_ROW and is_row and _edit_distance(key.casefold(), known) <= 2
        if key != known and (is_lost_row or _is_near(key.casefold(), known)):
            raise RecordError(
                f"{where}: the key {quote(key)!r} looks like `{known}`. Write `{known}:` if you "
                "mean that; otherwise choose another key."
            )


def _is_near(key: str, known: str) -> bool:
    # One typo in a short key, two in a long one, and one fewer if the first letter differs: "name"
    # is a word of its own, not a misspelt "game".
    typos = len(known) // 3 - (key[0] != known[0])
    return abs(len(key) - len(known)) <= typos and _edit_distance(key, known) <= typos


def _edit_distance(word: str, other: str) -> int:
    """The optimal string alignment distance: letters missing, added, wrong, or swapped with their
    neighbour."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, expected in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != expected))
            if i > 1 and j > 1 and word[i - 2 : i] == other[j - 1] + other[j - 2]:
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]


def _parse_options(text: str, where: str) -> dict[str, str]:
    odd = next((sign for sign in text if sign.isspace() and sign not in BLANKS), None)
    if odd is not None:
        raise RecordError(
            f"{where}: options: U+{ord(odd):04X} is not a plain space; separate options with "
            "spaces or tabs."
        )
    return _parse_pairs(text, "options", where)


def _parse_pairs(text: str, key: str, where: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in _words(text):
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise RecordError(
                f"{where}: {key}: {quote(word)!r} should be `name=value`, without spaces."
            )
        if name in pairs:
            raise RecordError(f"{where}: {key}: {quote(name)!r} is given twice.")
        pairs[name] = value
    return pairs


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{BLANKS}]+", text) if word]


def _parse_step(record: Record, line: str, number: int) -> None:
    body, hash_sign, comment = line.partition("#")
    if hash_sign:
        record.comments.setdefault(len(record.steps), []).append(f"#{comment}".rstrip(BLANKS))
    words = _words(body)
    if not words:
        return
    if len(words) != 2:
        raise RecordError(
            f"{record.source}, line {number}: {quote(line)!r} should be an actor and one token, "
            "e.g. `red d3-d6`."
        )
    record.steps.append(Step(words[0], words[1]))
    record.lines.append(number)


def replay(record: Record, maps: Path | None = None) -> Table:
    """Play a record from its first step to its last, checking every step.

    Args:
        record: as read from a file.
        maps: a folder with the user's own map files.

    Raises:
        RecordError: the file, line, actor and token, the reason and the paragraph.

    Examples:
        >>> lines = ["siege-record 1", "game: siege-master", "---", "red o10-o13", ""]
        >>> table = replay(parse_record(chr(10).join(lines)))
        >>> table.game.seats[int(table.state.to_act)]
        'blue'
    """
    return replay_on(load_game(record, maps), record)


def replay_on(game: Game, record: Record) -> Table:
    """Play a record whose game is already loaded, checking every step. Errors as in `replay`."""
    table = Table(game)
    for index, step in enumerate(record.steps):
        try:
            table.play(*step)
        except IllegalStep as error:
            where = f", line {record.lines[index]}" if record.lines else f", step {index + 1}"
            raise RecordError(f"{record.source}{where}: {quote(step.actor)} {error}") from None
    _check_notes(record, table)
    return table


def load_game(record: Record, maps: Path | None = None) -> Game:
    """The game that a record names, with its options and its map. Raises RecordError for an unknown
    game, option or ruleset, or a map that cannot be played on."""
    try:
        game = load(record.game, record.options, maps, record.map_rows)
    except DrawingError as error:
        raise RecordError(_place_in_file(record, error)) from None
    except (UnknownGame, OptionError) as error:
        raise RecordError(f"{record.source}: {error}") from None
    ruleset = record.notes.get("ruleset", "1")
    if not ruleset:
        raise RecordError(
            f"{record.source}: ruleset: the number is missing; for ruleset 1, remove the line."
        )
    if ruleset != str(game.ruleset):
        raise RecordError(
            f"{record.source}: played under ruleset {quote(ruleset)} of {game.title}; "
            f"this program plays only ruleset {game.ruleset}."
        )
    return game


def _place_in_file(record: Record, error: DrawingError) -> str:
    """The sentence about a bad drawing, with its place in the record if the drawing is there."""
    if not record.map_line or not error.line:
        return f"{record.source}: {error}"
    line, column = record.map_line + error.line - 1, len(f"{MAP_ROW}: ") + error.column
    return f"{record.source}, line {line}, column {column}{error.why}"


def _check_notes(record: Record, table: Table) -> None:
    for seat in players_of(record):
        if seat not in table.game.seats:
            seats = ", ".join(table.game.seats)
            raise RecordError(
                f"{record.source}: players: there is no seat {quote(seat)!r}; "
                f"the seats are {seats}."
            )
    stated = record.notes.get("result")
    if stated and not table.ended_as(stated):
        raise RecordError(
            f"{record.source}: the header says result {quote(stated)!r}, "
            f"but the steps end with {table.result!r}."
        )


# Players -----------------------------------------------------------------------------------------


def players_note(players: Iterable[tuple[str, str]]) -> str:
    """Each seat and its player, as in the header line `players`: "red=Ann blue=level:3"."""
    return " ".join(f"{seat}={player}" for seat, player in players)


def players_of(record: Record) -> dict[str, str]:
    """The players that a record names, by seat; empty if it names none. Raises RecordError for a
    line that is malformed or names a seat twice."""
    words = _words(record.notes.get("players", ""))
    players = _parse_pairs(" ".join(w for w in words if "=" in w), "players", record.source)
    seat = ""
    for word in words:  # a name may contain spaces: a word without = continues it
        if "=" in word:
            seat = word.partition("=")[0]
        elif seat:
            players[seat] += f" {word}"
    return players
