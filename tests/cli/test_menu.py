"""`siegeworks` at a terminal: a menu, answered by number, name or the beginning of a name."""

import os

import pytest

from siegeworks import cli
from siegeworks.cli.console.questions import Choice, ask_choice
from siegeworks.cli.menu import run_menu
from siegeworks.cli.playing import play
from siegeworks.tui.terminal import PlainTerminal

GAMES = [
    Choice("Siege by Number.", ("siege-by-number", "Siege by Number")),
    Choice("Siege Master.", ("siege-master", "Siege Master")),
    Choice("King's Ransom.", ("kings-ransom", "King's Ransom")),
]


class Typed(PlainTerminal):
    """A terminal at which these lines are typed, and which records its output."""

    def __init__(self, *lines):
        self.lines, self.said = list(lines), []

    def say(self, sentence):
        self.said.append(sentence)

    def ask(self, prompt, seat="", completions=()):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("", 0),
        ("2", 1),
        ("siege-master", 1),
        ("Siege Master", 1),
        ("siegem", 1),
        ("k", 2),
        ("KING'S", 2),
        ("kings ransom", 2),
    ],
)
def test_an_answer_is_a_number_a_name_or_the_beginning_of_a_name(typed, place):
    assert ask_choice(Typed(typed), "Which game?", GAMES) == place


def test_ambiguous_and_unknown_answers_are_asked_again():
    terminal = Typed("siege", "chess", "9", "0", "3")
    assert ask_choice(terminal, "Which game?", GAMES) == 2
    assert terminal.said[-4:] == [
        "siege could be siege-by-number or siege-master. Type more letters.",
        "chess: type a number from 1 to 3, or a name.",
        "9: type a number from 1 to 3, or a name.",
        "0: type a number from 1 to 3, or a name.",
    ]


def test_answers_that_are_numbers_stand_for_themselves():
    seats = [Choice("seats", (number,)) for number in "234"]
    assert ask_choice(Typed("3"), "How many seats?", seats) == 1


@pytest.fixture
def chosen(monkeypatch, tmp_path):
    """Type these lines at the menu and return the commands that were run."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def choose(*lines):
        terminal, ran = Typed(*lines), []

        def note(arguments):
            ran.append(arguments)
            return 0

        monkeypatch.setattr("siegeworks.cli.menu.open_terminal", lambda as_plain: terminal)
        run_menu(note)
        return ran

    return choose


def test_the_menu_runs_every_command_and_returns(chosen):
    lines = [
        "play",
        "",
        "learn",
        "puzzles",
        "daily",
        "serve",
        "rules",
        "siege-m",
        "games",
        "help",
        "expansion",
        "quit",
        "play",
    ]
    assert chosen(*lines) == [
        ["play"],
        ["play"],
        ["learn"],
        ["puzzle"],
        ["puzzle", "--daily"],
        ["serve", "--open"],
        ["rules", "siege-master"],
        ["games"],
        ["--help"],
        ["play", "expansion"],
    ]


def test_saved_games_are_listed_latest_first(chosen, tmp_path):
    folder = tmp_path / "siegeworks" / "games"
    folder.mkdir(parents=True)
    for age, name in enumerate(("new", "old")):
        (folder / f"{name}.siege").touch()
        os.utime(folder / f"{name}.siege", (1000 - age, 1000 - age))
    assert chosen("replay", "1", "resume", "2", "replay", "mine.siege", "replay", "") == [
        ["replay", str(folder / "new.siege")],
        ["play", "--resume", str(folder / "old.siege")],
        ["replay", "mine.siege"],
    ]


def test_without_a_command_a_terminal_gets_the_menu_and_a_pipe_the_list(monkeypatch, capsys):
    opened: list[object] = []
    monkeypatch.setattr(cli, "run_menu", opened.append)
    assert cli.run([]) == 0
    assert "siegeworks play GAME" in capsys.readouterr().out and opened == []
    monkeypatch.setattr(cli, "is_terminal", lambda stream: True)
    assert cli.run([]) == 0
    assert opened == [cli.run]


def test_play_asks_for_the_map_of_a_game_that_has_maps(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(play, "is_terminal", lambda stream: True)
    asked = play._ask_game(Typed("siege-master", "south america"), [], None)
    assert asked == ("siege-master", ["map=south-america"])
    assert play._ask_game(Typed("siege-master", ""), [], None)[1] == ["map=hexagon"]
    assert play._ask_game(Typed("siege-master"), ["map=mine"], None)[1] == ["map=mine"]
