"""`siegeworks puzzle` and `siegeworks puzzles`: solving, making and checking puzzles."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from siegeworks.cli import run
from siegeworks.cli.making.puzzles_make import write
from siegeworks.lab.puzzles.second_proof import is_proven_again
from siegeworks.play.teaching import puzzles as reading
from siegeworks.play.teaching.learned import learned_file
from siegeworks.play.teaching.puzzles import Collection, Puzzle, puzzles, read_collection

GAME = "kings-ransom"
FIRST = puzzles(GAME)[0]
Said = tuple[int, str, str]
Puzzled = Callable[..., Said]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is solved."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def puzzled(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Puzzled:
    """Run siegeworks with these lines typed; its status, output and errors."""

    def go(*arguments: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines or [])))
        status = run([*arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return status, captured.out, captured.err

    return go


def wrong_move() -> str:
    """A legal move that does not solve the first puzzle."""
    at = reading.setting(GAME, FIRST)
    return next(move for move in at.game.legal_texts(at.table.state) if move != FIRST.solution)


def test_a_solved_puzzle_is_kept_and_the_proof_is_shown(puzzled: Puzzled) -> None:
    status, out, err = puzzled("puzzle", GAME, FIRST.name, "--plain", lines=[FIRST.solution])
    assert (status, err) == (0, "")
    assert "Right!" in out and f"How this is known: {FIRST.proof}." in out
    kept = json.loads(learned_file().read_text())
    assert kept["puzzles"] == {GAME: [FIRST.name]} and kept["streak"] == 1
    assert (
        f"{FIRST.name}: grade {FIRST.grade}. {FIRST.goal} (solved)"
        in puzzled("puzzle", GAME, "--list")[1]
    )


def test_a_wrong_try_ends_the_streak_and_the_puzzle_goes_on(puzzled: Puzzled) -> None:
    lines = [wrong_move(), "hint", FIRST.solution]
    status, out, _ = puzzled("puzzle", GAME, FIRST.name, "--plain", lines=lines)
    assert status == 0
    assert "Try again." in out and FIRST.theme in out and "both sides counted" in out
    assert json.loads(learned_file().read_text())["streak"] == 0


def test_a_puzzle_given_up_is_not_kept(puzzled: Puzzled) -> None:
    out = puzzled("puzzle", GAME, FIRST.name, "--plain", lines=["answer"])[1]
    assert f"The solution is {FIRST.solution}." in out
    assert not learned_file().exists()


def test_the_puzzle_of_today_is_offered(puzzled: Puzzled) -> None:
    status, out, _ = puzzled("puzzle", GAME, "--daily", "--plain", lines=["quit"])
    assert status == 0 and "Stopped. To continue: siegeworks puzzle" in out


@pytest.mark.parametrize("arguments", [(), ("--daily",), ("--list",)])
def test_without_a_game_it_is_asked_for_and_one_without_puzzles_says_so(
    puzzled: Puzzled, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    known = Collection((FIRST,))
    monkeypatch.setattr(reading, "collection", lambda game: known if game == GAME else Collection())
    monkeypatch.setattr("siegeworks.cli.playing.puzzle.has_puzzles", lambda game: game == GAME)
    status, out, err = puzzled("puzzle", *arguments, "--plain", lines=["", "quit"])
    assert (status, err) == (0, "") and FIRST.name in out
    assert out.splitlines()[1].endswith("1  King's Ransom (1)")
    assert "Expansion" not in out
    status, out, err = puzzled("puzzle", "expansion", *arguments, "--plain")
    assert status == 2
    assert err == (
        "siegeworks: Expansion has no puzzles yet; "
        "to make some: siegeworks puzzles make expansion\n"
    )


def test_the_list_as_json_names_every_puzzle(puzzled: Puzzled) -> None:
    listed = json.loads(puzzled("puzzle", GAME, "--list", "--json")[1])
    assert [puzzle["name"] for puzzle in listed["puzzles"]] == [
        puzzle.name for puzzle in puzzles(GAME)
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("puzzle", GAME, "nonsense"), "has no puzzle nonsense"),
        (("puzzle", GAME, "--grade", "4"), "give a grade from 1 to 3"),
        (
            ("puzzle", "siege-by-number", "--grade", "3"),
            "no puzzle of grade 3, only of grade 1 and",
        ),
        (("puzzle", GAME, "--json"), "--json goes with --list"),
        (("puzzle", GAME, "--daily", "--grade", "1"), "Give --daily or --grade, not both."),
        (("puzzle", GAME, "--daily", "--list"), "Give --daily or --list, not both."),
        (("puzzle", GAME, FIRST.name, "--list"), "Give NAME or --list, not both."),
        (("learn", GAME, "goal", "--list"), "Give LESSON or --list, not both."),
        (("puzzles", "make", GAME, "-n", "0"), "give a number of games from 1"),
        (("puzzles", "make", GAME, "--out", "no/mine.toml"), "there is no folder no"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    puzzled: Puzzled, arguments: tuple[str, ...], sentence: str
) -> None:
    status, _, err = puzzled(*arguments)
    assert status == 2 and sentence in err


# Making and checking -----------------------------------------------------------------------------


def nameless(puzzle: Puzzle, **changes: str) -> Puzzle:
    """As it comes from mining."""
    return msgspec.structs.replace(puzzle, name="", theme="", **changes)


def test_a_mined_puzzle_is_named_and_written_once(tmp_path: Path) -> None:
    path, mined = tmp_path / "mine.toml", nameless(FIRST)
    write(path, Collection(themes={"*": "A theme"}), [mined, mined])
    (made,) = read_collection(path.read_text("utf-8"), str(path)).puzzles
    assert (made.name, made.theme) == ("a-theme-1", "A theme")
    assert made.start == FIRST.start and made.solution == FIRST.solution
    before = path.read_text("utf-8")
    write(path, read_collection(before, str(path)), [mined])
    assert path.read_text("utf-8") == before


def test_a_puzzle_that_is_not_proven_again_is_dropped() -> None:
    assert is_proven_again(GAME, nameless(FIRST))
    assert not is_proven_again(GAME, nameless(FIRST, solution=wrong_move()))


def test_check_names_the_puzzle_that_is_wrong(
    puzzled: Puzzled, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = msgspec.structs.replace(FIRST, solution=wrong_move(), line="")
    monkeypatch.setattr(reading, "collection", lambda game: Collection((wrong,)))
    status, out, _ = puzzled("puzzles", "check", GAME)
    assert status == 1
    assert f"{GAME}, {FIRST.name}: the solution {wrong.solution} does not" in out
    result = json.loads(puzzled("puzzles", "check", GAME, "--json")[1])
    assert list(result["wrong"]) == [f"{GAME} {FIRST.name}"]


@pytest.mark.long
def test_puzzles_are_made_and_a_journal_continues(puzzled: Puzzled, tmp_path: Path) -> None:
    path, journal = tmp_path / "mine.toml", tmp_path / "journal.jsonl"
    small = ["-o", "tiles=KAEC", "-o", "columns=2", "--bot", "random", "--seed", "1"]
    made = ["puzzles", "make", GAME, *small, "--out", str(path), "--journal", str(journal)]
    status, out, _ = puzzled(*made, "-n", "2")
    assert status == 0 and f"{path}: " in out
    first, lines = path.read_text("utf-8"), journal.read_text("utf-8").splitlines()
    assert len(lines) == 3
    status, out, _ = puzzled(*made, "-n", "2")
    assert status == 0 and out.endswith("0 found now.\n")
    assert path.read_text("utf-8") == first
    assert journal.read_text("utf-8").splitlines() == lines
