"""`siegeworks perft` counts what the game's own methods count."""

import pytest

from siegeworks.cli import run
from siegeworks.cli.measuring import perft
from siegeworks.core.contract import CHANCE
from siegeworks.core.traversal.perft import divide
from siegeworks.games import NAMES, load
from siegeworks.play.record import Record
from siegeworks.play.table import Table
from tests.present import present

GAME = load("expansion")


def count(game, state, depth):
    """Sequences of `depth` steps, by the methods that a table uses."""
    if depth == 0:
        return 1
    if state.to_act == CHANCE:
        choices = [outcome for outcome, _ in game.chance_outcomes(state)]
    else:
        choices = game.legal_actions(state)
    if depth == 1:
        return len(choices)
    return sum(count(game, game.child(state, choice), depth - 1) for choice in choices)


def printed_total(text):
    return int(text.splitlines()[-1].split()[0].replace(",", ""))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_the_total_equals_a_step_by_step_count(capsys, name, depth):
    game = load(name)
    assert run(["perft", name, "--depth", str(depth), "--no-divide"]) == 0
    assert printed_total(capsys.readouterr().out) == count(game, game.new_state(), depth)


def test_the_total_is_divided_by_first_step(capsys):
    assert run(["perft", "expansion", "--depth", "2"]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    split = {text: int(number) for text, number in (line.split() for line in lines)}
    assert split == divide(GAME, GAME.new_state(), 2)
    assert list(split) == sorted(split)
    assert sum(split.values()) == printed_total(total)


def test_counting_starts_at_the_end_of_a_record(capsys, tmp_path):
    table = Table(GAME)
    for _ in range(3):
        table.play(present(GAME.actor(table.state)), GAME.legal_texts(table.state)[0])
    path = tmp_path / "begun.siege"
    Record.of_table(table).write(path)
    assert run(["perft", "expansion", "--depth", "2", "--record", str(path)]) == 0
    assert printed_total(capsys.readouterr().out) == count(GAME, table.state, 2)


def test_a_finished_game_has_no_sequences(capsys, tmp_path):
    table = Table(GAME)
    table.play("table", "draw")
    path = tmp_path / "over.siege"
    Record.of_table(table).write(path)
    assert run(["perft", "expansion", "--depth", "1", "--record", str(path)]) == 0
    assert capsys.readouterr().out.startswith("0 sequences of 1 step from the end of")


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--depth", "13"], "0 to 12"),
        (["--depth", "-1"], "0 to 12"),
        ([], "--depth"),
        (["--depth", "1", "--record", "nowhere.siege"], "nowhere.siege"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(capsys, arguments, words):
    assert run(["perft", "expansion", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in output.err and "Traceback" not in output.err


def test_a_record_of_another_game_or_with_extra_options_is_refused(capsys, tmp_path):
    path = tmp_path / "new.siege"
    Record.of_table(Table(GAME)).write(path)
    asked = ["--depth", "1", "--record", str(path)]
    assert run(["perft", "nobles-and-peasants", *asked]) == 2
    assert "a record of expansion" in capsys.readouterr().err
    assert run(["perft", "expansion", *asked, "-o", "setup=random"]) == 2
    assert "remove -o or --record" in capsys.readouterr().err


def test_ctrl_c_shows_the_counts_so_far(capsys, monkeypatch):
    counts = iter([0, 7, 8])  # the first call only compiles

    def stopped(*arguments):
        try:
            return next(counts)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(perft, "perft", stopped)
    assert run(["perft", "expansion", "--depth", "2"]) == 130
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["7", "8"]
    assert last.startswith("interrupted: 15 after 2 of ")
