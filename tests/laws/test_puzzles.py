"""The laws of puzzles and `siegeworks puzzles check` find what is wrong with one, and say it"""

import json
import re
from functools import cache
from typing import Any

import msgspec
import pytest

from siegeworks.cli import run
from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.puzzles.file import as_toml
from siegeworks.play.teaching import puzzles as reading
from siegeworks.play.teaching.puzzles import Puzzle, read_collection
from siegeworks.testing.laws.puzzles import PuzzleLaws
from tests.play.puzzles import FLEE, SMALL, WEIGH
from tests.variants import all_facts

GAME = "kings-ransom"
FACTS = next(facts for facts in all_facts() if facts.game == GAME)
LAWS = [law for name, law in vars(PuzzleLaws).items() if name.startswith("test_")]
GUARD = Puzzle(
    name="guard",
    kind="save",
    grade=1,
    theme="Attack to defend",
    seat="south",
    plies=2,
    start="""\
chance Sa1=E Sb1=S Sc1=A Sa2=K Sb2=I Sc2=C Na1=S Nb1=E Nc1=K Na2=A Nb2=C Nc2=I first=north
north a1?a1
south a1xa1
north b1xb2
south +c2
""",
    solution="c1xc1",
    line="",
    proof="every hidden value tried, solved to the end",
    text="Why it works.",
    found_by={"weak": 0.4, "fair": 0.6, "strong": 1.0},
    options=SMALL,
)
TWO_WINS = """\
chance Sa1=C Sb1=S Sc1=E Sa2=I Sb2=A Sc2=K Na1=S Nb1=A Nc1=I Na2=K Nb2=C Nc2=E first=north
north c2xc1
south +b1 b2~
north c1xc1
south a1xa1
north stand c1~
"""
TWO = ("b1~", "b1xb1")  # South's two ways to win it at once
# Broken puzzles, and the sentence that says so.
BROKEN: list[tuple[Puzzle, dict[str, Any], str]] = [
    (FLEE, {"start": "chance Sa1=Q\n"}, r"start: chance Sa1=Q: .*\(R1\)"),
    (FLEE, {"options": {"columns": "9"}}, r"columns=9: .*\."),
    (FLEE, {"solution": "c1~"}, r"solution: c1~: .*\(R4\)"),
    (FLEE, {"solution": "a1~ b1~"}, r"solution: 'a1~ b1~' is not .*\(R4\)\."),
    (FLEE, {"seat": "east"}, r"no seat is named east; there are south, north\."),
    (FLEE, {"seat": "north"}, r"solution: a1~: it is the turn of south, not of north \(R4\)\."),
    (FLEE, {"line": "north a1~\n"}, r"line: north a1~: .*\(R4\)"),
    (FLEE, {"line": "north c1?b1\n"}, r"its line does not win\."),
    (
        FLEE,
        {"grade": 1, "found_by": GUARD.found_by},
        r"legal moves: 4; grade 1 takes at least 5\.",
    ),
    (FLEE, {"plies": 2}, r"its line takes 3 moves, but plies = 2\."),
    (FLEE, {"plies": 3, "line": ""}, r"the solution a1~ does not win by force\."),
    (FLEE, {"plies": 5}, r"plies = 5, but 4 moves would do\."),
    (FLEE, {"solution": "b1~", "line": ""}, r"the solution b1~ does not win by force\."),
    (FLEE, {"kind": "save", "solution": "b1~", "line": ""}, r"the solution b1~ does not save .*\."),
    (GUARD, {"solution": "c1~"}, r"the solution c1~ does not save the game\."),
    (GUARD, {"plies": 1}, r"\S+ does save the game, too\."),
    (GUARD, {"plies": 3}, r"plies = 3, but 2 moves would do\."),
    (WEIGH, {"deals": 7}, r"deals = 7, but 6 fit\."),
    (WEIGH, {"worth": {"a1xa1": 4, "b2xb1": 1}}, r"a1xa1 wins in 3 of 6 deals, not in 4\."),
    (WEIGH, {"worth": {"a1xa1": 3, "a1~": 1}}, r"a1~ wins in 0 of 6 deals, not in 1\."),
    (WEIGH, {"worth": {"a1xa1": 3, "b1xb2": 1}}, r"worth names b1xb2, which is not legal\."),
    (
        WEIGH,
        {"solution": "b2xb1"},
        r"the solution wins in 1 of 6 deals, another move in 3\.",
    ),
    (WEIGH, {"worth": {"a1xa1": 3}}, r"there is nothing to weigh: .*\."),
    (GUARD, {"kind": "win"}, r"the solution c1xc1 does not win by force\."),
]


def put(monkeypatch: pytest.MonkeyPatch, *puzzles: Puzzle) -> None:
    """Let these be the puzzles of the game, as its file has them."""
    text = as_toml(puzzles, {})
    monkeypatch.setattr(
        reading, "collection", cache(lambda game: read_collection(text, f"puzzles.toml of {game}"))
    )


def complaints(monkeypatch: pytest.MonkeyPatch, *puzzles: Puzzle) -> dict[str, str]:
    """Which laws these puzzles break, and the sentence of each."""
    put(monkeypatch, *puzzles)
    broken = {}
    for law in LAWS:
        try:
            law(PuzzleLaws(), FACTS)
        except (AssertionError, SiegeworksError) as error:
            broken[law.__name__.removeprefix("test_")] = str(error).splitlines()[0]
    return broken


@pytest.mark.parametrize("puzzle", [FLEE, GUARD, WEIGH], ids=["win", "save", "odds"])
def test_a_good_puzzle_breaks_no_law_and_is_proven_again(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaints(monkeypatch, puzzle) == {}
    assert run(["puzzles", "check", GAME]) == 0
    assert capsys.readouterr().out == "King's Ransom: 1 puzzle, all proven again.\n"


@pytest.mark.parametrize(("puzzle", "changes", "sentence"), BROKEN)
def test_a_broken_puzzle_breaks_a_law_and_the_check_says_where_and_what(
    puzzle: Puzzle,
    changes: dict[str, Any],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pattern = re.compile(rf"puzzles\.toml of {GAME}, {puzzle.name}: {sentence}")
    wrong = msgspec.structs.replace(puzzle, **changes)
    broken = complaints(monkeypatch, wrong)
    assert any(pattern.fullmatch(complaint) for complaint in broken.values()), broken
    assert run(["puzzles", "check", GAME]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert pattern.fullmatch(first), first
    assert last == "King's Ransom: 1 puzzle, 1 not proven."


def test_a_second_solution_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of two moves that win at once is said to be the only one."""
    wins = msgspec.structs.replace(FLEE, start=TWO_WINS, line="", plies=1, name="two")
    for solution, other in (TWO, TWO[::-1]):
        both = msgspec.structs.replace(wins, solution=solution)
        broken = complaints(monkeypatch, both)
        assert (
            broken["a_sample_of_puzzles_is_proven_again_another_way"]
            == f"puzzles.toml of {GAME}, two: {other} does win by force, too."
        )


@pytest.mark.parametrize(
    ("puzzle", "changes", "sentence"),
    [
        (FLEE, {"theme": ""}, "theme or text is empty."),
        (FLEE, {"text": "   "}, "theme or text is empty."),
        (FLEE, {"text": "By R4 it flees."}, "its text names R4."),
        (FLEE, {"theme": "R9"}, "its text names R9."),
        (GUARD, {"proof": "I am sure"}, "no proof is called 'I am sure'."),
        (GUARD, {"proof": "forced within 2 plies"}, "no proof is called 'forced within 2 plies'."),
        (GUARD, {"grade": 4, "found_by": FLEE.found_by}, "there is no grade 4."),
        (GUARD, {"grade": 0}, "there is no grade 0."),
        (GUARD, {"grade": 2}, "by found_by its grade is 1."),
        (GUARD, {"found_by": {}}, "found_by is wrong."),
        (GUARD, {"found_by": {"weak": 1.5, "fair": 1.0, "strong": 1.0}}, "found_by is wrong."),
    ],
)
def test_a_law_says_what_is_missing(
    puzzle: Puzzle, changes: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = complaints(monkeypatch, msgspec.structs.replace(puzzle, **changes))
    assert broken == {
        "what_is_said_of_a_puzzle_is_complete": (
            f"puzzles.toml of {GAME}, {puzzle.name}: {sentence}"
        )
    }


def test_two_puzzles_of_one_position_break_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    again = msgspec.structs.replace(FLEE, name="again")
    assert complaints(monkeypatch, FLEE, again) == {
        "puzzles_have_names_and_positions_of_their_own": (
            f"puzzles.toml of {GAME}, again: the start is known."
        )
    }


def test_too_many_easy_puzzles_break_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.testing.laws.puzzles.FEW", 10)
    easy = [msgspec.structs.replace(GUARD, name=f"guard-{n}", grade=1) for n in range(11)]
    broken = complaints(monkeypatch, *easy)
    assert broken["most_puzzles_are_not_all_easy"] == (
        f"puzzles.toml of {GAME}: 11 of 11 puzzles are of grade 1; 10 may be."
    )
    assert "most_puzzles_are_not_all_easy" not in complaints(monkeypatch, *easy[:10])


def test_a_file_with_two_puzzles_of_one_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(monkeypatch, FLEE, msgspec.structs.replace(GUARD, name="flee"))
    assert run(["puzzles", "check", GAME]) == 2
    captured = capsys.readouterr()
    assert captured.err == (f"siegeworks: puzzles.toml of {GAME}: two puzzles are named flee.\n")


def test_the_check_goes_on_after_a_puzzle_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(monkeypatch, msgspec.structs.replace(FLEE, seat="east"), GUARD)
    assert run(["puzzles", "check", GAME, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["puzzles"] == {GAME: 2}
    assert list(result["wrong"]) == [f"{GAME} flee"]
