"""`siegeworks learn`: choosing a lesson, going through it, and keeping what is finished."""

import errno
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from siegeworks.cli import run
from siegeworks.cli.playing import learn
from siegeworks.play.teaching.learned import learned_file
from siegeworks.play.teaching.lessons import course, lesson_of

GAME = "siege-master"
ARMY = ["", "c2-f3", "a6-d4"]  # the whole first lesson
Said = tuple[int, str, str]
Learn = Callable[..., Said]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is finished."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learn:
    """Run `siegeworks learn` with these lines typed; its status, output and errors."""

    def go(*arguments: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines or [])))
        status = run(["learn", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return status, captured.out, captured.err

    return go


def finished() -> dict[str, list[str]]:
    """What the file of this user says."""
    lessons: dict[str, list[str]] = json.loads(learned_file().read_text())["lessons"]
    return lessons


def test_the_list_names_all_lessons_and_those_that_are_finished(learned: Learn) -> None:
    assert learned(GAME, "army", lines=ARMY)[0] == 0
    status, out, err = learned(GAME, "--list")
    assert (status, err) == (0, "")
    lessons = course(GAME)
    assert lessons is not None
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        lesson.name for lesson in lessons.lessons
    ]
    assert [line.endswith("(finished)") for line in out.splitlines()][:2] == [True, False]


def test_without_a_name_the_first_unfinished_lesson_is_the_default(learned: Learn) -> None:
    assert "Enter for 1: " in learned(GAME)[1]
    learned(GAME, "army", lines=ARMY)
    status, out, err = learned(GAME, lines=["", "quit"])
    assert (status, err) == (0, "")
    assert "  1  Armies and fortresses (finished)\n" in out
    assert "Enter for 2: " in out and "Where you may place an army (step 1 of 2)" in out


def test_without_a_game_the_games_with_lessons_are_offered(learned: Learn) -> None:
    status, out, err = learned(lines=["siege-master", "army", *ARMY, "quit"])
    assert (status, err) == (0, "")
    assert "Which game do you want to learn?" in out
    assert "The next lesson: siegeworks learn siege-master beside\n" in out
    assert finished() == {GAME: ["army"]}


def test_lessons_follow_each_other_to_the_last(learned: Learn) -> None:
    lessons = course(GAME)
    assert lessons is not None
    typed = [""]
    for lesson in lessons.lessons:
        for number, step in enumerate(lesson.steps):
            following = lesson.steps[number + 1 :]
            typed.append(step.moves[0] if step.moves else "")
            if step.moves and following and following[0].start:
                typed.append("")  # a result, before another position
        typed.append("")
    status, out, err = learned(GAME, lines=typed)
    assert (status, err) == (0, "")
    assert out.endswith("That was the last lesson. Now play: siegeworks play siege-master\n")
    assert finished() == {GAME: [lesson.name for lesson in lessons.lessons]}


def test_wrong_tries_are_answered_by_the_lesson_and_illegal_ones_by_the_rule(
    learned: Learn,
) -> None:
    _, out, err = learned(GAME, "army", lines=["", "c2-c5", "c2-f4", "c2-f3", "quit"])
    assert err == ""
    answer = lesson_of(GAME, "army").steps[1].wrong["c2-*"]
    assert f"{answer} Try again.\n" in out
    assert "c2-f4: c2 and f4 are not in one straight row (R4). Try again.\n" in out
    assert lesson_of(GAME, "army").steps[1].right in out  # with the next step
    assert "Look at: a6 b3 d4.\n" in out


def test_help_list_board_answer_and_rules_can_be_asked_for(learned: Learn) -> None:
    words = ["rules", "nonsense", "", "help", "?", "board", "answer", "rules", "", "quit"]
    _, out, err = learned(GAME, "army", lines=words)
    assert err == ""
    assert "There is nothing to do here but read.\n" in out
    assert "## R2 Fortresses" in out and "## R4 Army" in out
    assert "list the legal moves" in out and "a3-a6" in out
    assert out.count("(step 2 of 3)") == 2
    assert "A right move is c2-f3.\n" in out


def test_after_quit_and_after_the_end_of_the_input_nothing_is_finished(learned: Learn) -> None:
    status, out, err = learned(GAME, "army", lines=["", "quit"])
    assert (status, err) == (0, "")
    assert out.endswith("Stopped. To continue: siegeworks learn siege-master army\n")
    status, _, err = learned(GAME, "army", lines=["", "c2-f3"])
    assert (status, err) == (0, "")
    assert not learned_file().exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"lessons": 3}', '{"lessons": {"x": [1]}}', "\0" * 99]
)
def test_a_damaged_file_of_progress_is_reported_at_once_and_kept(learned: Learn, text: str) -> None:
    learned_file().parent.mkdir(parents=True)
    learned_file().write_text(text)
    status, out, err = learned(GAME, "army", lines=ARMY)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and str(learned_file()) in err and "Move the file away" in err
    assert learned_file().read_text() == text


def test_a_folder_in_place_of_the_file_is_reported(learned: Learn) -> None:
    learned_file().mkdir(parents=True)
    status, _, err = learned(GAME, "--list")
    assert status == 2 and err.count("\n") == 1 and str(learned_file()) in err


def test_on_a_full_disk_the_lesson_goes_on_and_what_was_kept_stays(
    learned: Learn, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(GAME, "army", lines=ARMY)
    before = learned_file().read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    moves = ["d2-g4", "", "e4-h2", "quit"]
    status, out, err = learned(GAME, "beside", lines=moves)
    assert status == 0 and "You have finished the lesson" in out
    assert err.count("\n") == 1 and "No space left on device" in err
    assert learned_file().read_bytes() == before
    assert [path.name for path in learned_file().parent.iterdir()] == [learned_file().name]


def test_unknown_games_and_lessons_and_games_without_lessons_are_refused(
    learned: Learn, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, err = learned("chess")
    assert status == 2 and err.startswith("siegeworks: There is no game 'chess'")
    status, _, err = learned(GAME, "castling")
    assert status == 2
    assert "Siege Master has no lesson castling; its lessons: army, beside" in err
    monkeypatch.setattr(learn, "course", lambda game: None)
    status, _, err = learned("expansion")
    assert status == 2
    assert "Expansion has no lessons yet; its rules: siegeworks rules expansion\n" in err
