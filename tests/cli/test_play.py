"""`siegeworks play`: whole games, every command, stopping and continuing."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import termios
from itertools import chain, cycle, repeat

import pytest
from rich.console import Console

from siegeworks.bots import BOTS
from siegeworks.bots.review import Review
from siegeworks.cli import run
from siegeworks.core.errors import IllegalStep
from siegeworks.games import load
from siegeworks.play import precompile
from siegeworks.play.record import Record, read_record, replay
from siegeworks.play.table import Table
from siegeworks.tui.terminal import ScreenTerminal
from tests.present import present
from tests.variants import every_searched_game, random_walk

pytestmark = pytest.mark.usefixtures("prepared_searches")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    """Use an empty games folder, and do not wait for the disk."""
    monkeypatch.setattr("os.fsync", lambda file: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


class Typed(io.StringIO):
    """Standard input with these lines; it ends or repeats the last line forever."""

    def __init__(self, lines, for_ever=False):
        super().__init__()
        self.lines = chain(lines, repeat(lines[-1]) if for_ever else ())

    def readline(self, size=-1):
        line = next(self.lines, None)
        return "" if line is None else f"{line}\n"


@pytest.fixture
def played(monkeypatch, capsys):
    """Run `siegeworks play` with these lines typed; its status, output and errors."""

    def play(*arguments, lines=(), for_ever=False, stdin=None):
        monkeypatch.setattr("sys.stdin", stdin or Typed(lines, for_ever))
        status = run(["play", *arguments])
        output = capsys.readouterr()
        assert "Traceback" not in output.out + output.err
        return status, output.out, output.err

    return play


# Whole games ------------------------------------------------------------------------------------


@every_searched_game
def test_a_person_plays_every_game_to_its_end_and_the_record_replays(played, tmp_path, name):
    status, out, _ = played(
        name, "--seed", "3", "--record", "game.siege", lines=["random"], for_ever=True
    )
    assert status == 0
    assert " won" in out or "A draw" in out
    assert "To see it again: siegeworks replay game.siege" in out
    assert replay(read_record(tmp_path / "game.siege")).over
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("siege-by-number", {"seats": "4"}, marks=pytest.mark.long),
        pytest.param("nobles-and-peasants", {"seats": "3", "stones": "8"}, marks=pytest.mark.long),
        ("kings-ransom", {"setup": "secret"}),
        ("siege-master", {"fortresses": "placed"}),
    ],
)
def test_several_people_play_to_the_end(played, name, options):
    game = load(name, options)
    seats = chain.from_iterable(("--seat", f"{seat}=you") for seat in game.seats)
    given = chain.from_iterable(("-o", f"{key}={value}") for key, value in options.items())
    status, out, _ = played(name, *given, *seats, "--seed", "5", lines=["random"], for_ever=True)
    assert status == 0
    assert " won" in out or "A draw" in out


def test_bots_play_each_other_without_input(played):
    arguments = ("expansion", "--seat", "suns=random", "--seat", "moons=greedy", "--seed", "2")
    status, out, _ = played(*arguments)
    assert status == 0
    assert " won: " in out
    assert "All values are placed, face down; " in out
    turns = [line for line in out.splitlines() if line.startswith(("Suns ", "Moons "))]
    assert turns and all(turn.endswith(".") for turn in turns)
    assert len(set(turns[:6])) == 6, "each turn is printed once"


def test_the_same_seed_gives_the_same_game(played, tmp_path):
    for name in ("one", "two"):
        played("kings-ransom", "--seed", "7", "--record", name, lines=["random"], for_ever=True)
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


# Commands -------------------------------------------------------------------------------


def test_the_screen_says_whose_turn_it_is_and_what_happened(played):
    _, out, _ = played("siege-master", "--seed", "1", lines=["d4-d7"])
    assert "red to move. Type a move, e.g. a5-a8. ? lists all 366; help says more." in out
    assert "red army: d4-d7" in out
    assert re.search(r"\nBlue (places an army from|swaps sides)", out)  # it chooses by chance
    assert "\nPlace an army beside " in out


def test_an_illegal_move_is_explained_and_changes_nothing(played, tmp_path):
    _, out, _ = played(
        "siege-master",
        "--record",
        "game.siege",
        lines=["d4-d5", "nonsense", "d4-\x1b[2Jd7", "quit"],
    )
    assert out.count("(R4)") >= 3
    assert "\x1b" not in out
    assert read_record(tmp_path / "game.siege").steps == []


def test_a_question_mark_lists_legal_moves_or_explains_one(played):
    _, out, _ = played("siege-master", lines=["?", "? all", "? d4-d7", "?d4", "? d4-d5", "? swap"])
    assert "366 legal moves, by beginning: a " in out and "a5-a8  a5-d3  a6-a9" in out
    assert "d4-d7: legal." in out
    assert "d4-d7  d4-g3  d4-g6" in out
    assert "d4-d5: " in out
    assert "swap: " in out


def test_help_and_rules_are_shown(played):
    _, out, _ = played("expansion", lines=["help", "rules R4", "rules R99", "rules"])
    assert "undo your last move" in out
    assert "## R4" in out
    assert "There is no paragraph R99" in out
    assert "## R9" in out


def test_case_does_not_matter_if_the_move_is_clear(played, tmp_path):
    played("siege-master", "--record", "game.siege", lines=["D4-D7"])
    assert read_record(tmp_path / "game.siege").steps[0] == ("red", "d4-d7")


def test_several_moves_on_one_line_are_played_in_turn(played, tmp_path):
    played("expansion", "--record", "game.siege", lines=["5@a1 4@b1 3@a2"])
    tokens = [step.token for step in read_record(tmp_path / "game.siege").steps]
    assert tokens == ["5@a1", "4@b1", "3@a2"]


def test_the_common_beginning_of_all_moves_can_be_left_out(played, tmp_path):
    played("expansion", "--record", "game.siege", lines=["a1 b1 a2 b2 c1", "a3", "quit"])
    tokens = [step.token for step in read_record(tmp_path / "game.siege").steps[:6]]
    assert tokens == ["5@a1", "4@b1", "3@a2", "2@b2", "A@c1", "0@a3"]


def test_the_first_illegal_move_of_a_line_stops_it(played, tmp_path):
    _, out, _ = played("expansion", "--record", "game.siege", lines=["a1 a1 b1", "quit"])
    assert [step.token for step in read_record(tmp_path / "game.siege").steps] == ["5@a1"]
    assert "4@a1: " in out or "a1: " in out


def test_moves_for_a_later_turn_are_not_played(played, tmp_path):
    _, out, _ = played("siege-master", "--record", "game.siege", lines=["d4-d7 m4-m7"])
    assert "Not played, because the position has changed: m4-m7" in out
    assert len(read_record(tmp_path / "game.siege").steps) == 2


def test_enter_plays_the_only_legal_move(played, tmp_path):
    _, out, _ = played("expansion", "--record", "game.siege", lines=["a1 b1 a2 b2 c1", ""])
    assert "The only legal move is 0@a3: press Enter to play it" in out
    assert ("suns", "0@a3") in read_record(tmp_path / "game.siege").steps


def test_random_completes_the_set_up(played, tmp_path):
    played(
        "kings-ransom", "-o", "setup=secret", "--record", "game.siege", lines=["Sa1=K", "random"]
    )
    steps = read_record(tmp_path / "game.siege").steps
    assert [step.actor for step in steps[:16]] == ["south"] * 16
    assert steps[0].token == "Sa1=K"


# Undo -------------------------------------------------------------------------------------------


def test_undo_reverts_the_last_move_and_the_reply(played, tmp_path):
    lines = ["undo", "d4-d7", "undo", "d5-d8"]
    _, out, _ = played("siege-master", "--seed", "1", "--record", "game.siege", lines=lines)
    assert "You have not moved yet, so there is nothing to undo." in out
    assert "Undone: red d4-d7, blue " in out
    steps = read_record(tmp_path / "game.siege").steps
    assert steps[0] == ("red", "d5-d8") and len(steps) == 2


def test_undo_after_a_roll_is_refused(played):
    lines = ["random", "undo"]
    _, out, _ = played("siege-by-number", "--seed", "1", lines=lines)
    assert "undo: chance has acted since then; that cannot be undone." in out


def test_undo_reveals_no_secret_of_the_opponent(played):
    """The suns undo their last placement after the moons have replied in secret."""
    _, out, _ = played("expansion", "--seed", "4", lines=["a1 b1 a2 b2 c1 a3", "undo"])
    for token in ("5@f6", "5@e6", "5@f5", "5@e5", "5@d6", "5@f4"):
        assert token not in out


def test_the_history_lists_the_turns_and_earlier_positions_are_shown(played):
    lines = ["history", "d4-d7", "history", "look 1", "back 2", "look", "look 3", "back x", "board"]
    _, out, _ = played("siege-master", "--seed", "1", lines=[*lines, "quit"])
    parts = out.split("red> ")
    assert "Nothing has happened yet." in parts[1]
    assert (
        "  1 Red places an army from d4 to d7. [d4-d7]\n  2 Blue places an army from " in parts[3]
    )
    assert "red army: d4-d7" in parts[4] and "blue army" not in parts[4]
    assert (
        "Red places an army from d4 to d7.\nTurn 1 of 2. Type board to go back to now." in parts[4]
    )
    assert "army" not in parts[5] and "Turn 0 of 2." in parts[5]
    for refused in parts[6:8]:
        assert "Type the number of a turn, from 0 to 2: look 2." in refused
    assert "Type how many turns ago, from 0 to 2: back 2." in parts[8]
    assert "blue army" in parts[9] and "red to move." in parts[9]


def test_an_undone_turn_leaves_the_history(played):
    lines = ["d4-d7", "history", "undo", "history", "d5-d8", "history", "quit"]
    _, out, _ = played("siege-master", "--seed", "1", lines=lines)
    parts = out.split("red> ")
    assert "from d4 to d7. [d4-d7]" in parts[2]
    assert "Nothing has happened yet." in parts[4]
    assert "d4-d7" not in parts[6] and "  1 Red places an army from d5 to d8. [d5-d8]" in parts[6]


def test_the_history_keeps_the_secrets_of_the_other_seat(played):
    lines = ["a1 b1 a2 b2 c1 a3", "history", "look 1", "quit"]
    _, out, _ = played("expansion", "--seed", "4", lines=lines)
    listed, looked = out.split("suns> ")[2:4]
    assert "5@a1 4@b1" in listed and "6 secret steps" in listed
    assert not any(f"@{cell}" in listed for cell in ("f6", "e6", "f5", "e5", "d6", "f4"))
    assert "moons minion unknown" in looked and "moons minion 5" not in looked


# Several people ---------------------------------------------------------------------------------


def test_the_screen_is_hidden_between_two_people_with_secrets(played):
    both = ("--seat", "suns=you", "--seat", "moons=you")
    lines = ["", "a1 b1 a2 b2 c1 a3", "", "", "quit"]
    _, out, _ = played("expansion", *both, lines=lines)
    assert "suns, press Enter to end your turn" in out
    assert out.rstrip().splitlines()[-1].startswith("Stopped")
    before, after = out.rsplit("press Enter to see your table", 1)
    assert "It is the turn of moons" in before
    assert "\n" * 40 in before
    assert "suns minion unknown" in after
    assert "5@a1" not in after


def test_without_secrets_the_screen_is_not_hidden(played):
    _, out, _ = played("siege-master", "--seat", "red=you", "--seat", "blue=you", lines=["d4-d7"])
    assert "press Enter" not in out


def test_resigning_needs_confirmation(played, tmp_path):
    lines = ["resign", "n", "resign", "y"]
    status, out, _ = played("siege-master", "--record", "game.siege", lines=lines)
    assert status == 0
    assert "blue won: the last opponent resigned." in out
    assert read_record(tmp_path / "game.siege").notes["result"] == "blue"


def test_people_agree_to_a_draw_and_bots_do_not(played):
    _, out, _ = played("siege-master", lines=["draw", "y"])
    assert "blue (level:3) declines." in out
    both = ("--seat", "red=you", "--seat", "blue=you")
    _, out, _ = played("siege-master", *both, lines=["draw", "y", "n", "draw", "y", "yes"])
    assert "A draw: all seats agreed to a draw." in out
    assert out.count("blue is asked by red to agree to a draw.") == 2


@pytest.mark.parametrize("word", ["agree", "draw", "resign"])
def test_the_game_ends_only_after_a_confirmation(played, tmp_path, word):
    """The moons would agree at once, but the suns have not confirmed their proposal."""
    Record.of_table(position_won_by("moons")).write(tmp_path / "game.siege")
    before = read_record(tmp_path / "game.siege").steps
    _, out, _ = played("--resume", "game.siege", lines=[word, "n", word, "", word, "what"])
    assert " won" not in out and "suns>" in out
    assert read_record(tmp_path / "game.siege").steps == before


def test_the_other_person_sees_their_own_table_before_agreeing(played, tmp_path):
    table = position_won_by("moons")
    Record.of_table(table).write(tmp_path / "game.siege")
    both = ("--seat", "suns=you", "--seat", "moons=you")
    lines = ["", "agree", "y", "", "n", "", "agree", "y", "", "y"]
    _, out, _ = played("--resume", "game.siege", *both, lines=lines)
    curtain, asked = out.split("moons is asked by suns to agree to end the game now")[:2]
    assert "\n" * 40 in curtain and "It is the turn of moons" in curtain
    assert asked.startswith(" and count the score.") and "moons (you) declines." in asked
    assert "All agreed to end the game." in out and "moons won" in out
    assert read_record(tmp_path / "game.siege").steps[-1] == ("table", "agree")


def test_commands_that_can_end_the_game_are_not_completed(played, monkeypatch):
    offered = []

    def ask(self, prompt, seat="", completions=()):
        offered.extend(completions)
        raise EOFError

    monkeypatch.setattr("siegeworks.tui.terminal.PlainTerminal.ask", ask)
    played("siege-master")
    assert "d4-d7" in offered and "hint" in offered
    assert not {"agree", "draw", "resign"} & set(offered)


def test_agreeing_on_the_score_needs_a_game_with_scores(played):
    _, out, _ = played("siege-master", lines=["agree"])
    assert "does not end by agreement" in out
    _, out, _ = played("expansion", lines=["agree"])
    assert "only after the first move" in out


@pytest.mark.parametrize("winner", ["suns", "moons"])
def test_a_bot_agrees_when_it_would_win(played, tmp_path, winner):
    """The suns propose to end the game by its score; the bot agrees if it would win."""
    Record.of_table(position_won_by(winner)).write(tmp_path / "game.siege")
    _, out, _ = played("--resume", "game.siege", lines=["agree", "y"])
    assert ("moons won" in out) == (winner == "moons")
    assert ("moons (level:3) declines." in out) == (winner == "suns")


def position_won_by(winner: str) -> Table:
    """A game of Expansion in which the suns are to act and `winner` would win by agreement."""
    game = load("expansion")
    for seed in range(50):
        table = Table(game)
        for state, choice in random_walk(game, seed):
            if state.to_act == 0 and present(game.engine.may_agree)(game.params, state):
                agreed = game.copy(state)
                present(game.engine.agree)(game.params, agreed)
                if agreed.winners == 1 << game.seats.index(winner):
                    return table
            if choice >= 0:
                table.play(present(game.actor(state)), game.choice_to_text(state, choice))
    raise AssertionError("no such position in fifty games")


def test_when_a_person_resigns_the_others_continue(played):
    seats = ("-o", "seats=3", "-o", "stones=8", "--seat", "yellow=greedy", "--seat", "green=greedy")
    status, out, _ = played("nobles-and-peasants", *seats, "--seed", "1", lines=["resign", "y"])
    assert status == 0
    assert " won" in out
    assert "blue won" not in out


# Bots that fail ---------------------------------------------------------------------------------


class Failing:
    """A bot that plays the first legal move `moves` times, then calls `then`."""

    def __init__(self, game, moves, then):
        self.game, self.moves, self.then = game, moves, then

    def choose(self, seen):
        self.moves -= 1
        return self.game.legal_actions(seen)[0] if self.moves >= 0 else self.then()


def raises(error):
    def choose():
        raise error

    return choose


@pytest.mark.parametrize(
    "then",
    [
        raises(IndexError("list index out of range")),
        raises(IllegalStep("Sb2=K: the King lies there.")),
        raises(MemoryError()),
        lambda: None,
        lambda: 10**9,
    ],
    ids=["IndexError", "IllegalStep", "MemoryError", "no choice", "not legal"],
)
def test_a_failing_bot_is_replaced_and_the_game_continues(played, monkeypatch, tmp_path, then):
    monkeypatch.setitem(BOTS, "broken", lambda game, rng, words: Failing(game, 1, then))
    arguments = ("siege-master", "--seat", "blue=broken", "--record", "game.siege")
    status, out, _ = played(*arguments, lines=["random"], for_ever=True)
    assert status == 0 and " won" in out
    assert "The bot broken at blue failed (" in out and "random moves are played for it" in out
    assert "King" not in out  # its error message might contain secrets of its seat
    text = (tmp_path / "game.siege").read_text()
    assert "# The bot broken at blue failed" in text and "Traceback" in text
    assert replay(read_record(tmp_path / "game.siege")).over


def test_failing_bots_are_replaced_in_games_between_bots(played, monkeypatch):
    broken = raises(ZeroDivisionError())
    monkeypatch.setitem(BOTS, "broken", lambda game, rng, words: Failing(game, 0, broken))
    status, out, _ = played("expansion", "--seat", "suns=broken", "--seat", "moons=broken")
    assert status == 0 and " won" in out
    assert out.count("failed (ZeroDivisionError)") == 2


def test_an_analysis_shows_the_best_moves_too(played, monkeypatch):
    monkeypatch.setattr("siegeworks.bots.spec.ANALYSIS_SECONDS", 0.1)
    monkeypatch.setattr("siegeworks.bots.spec.cores", lambda: 2)
    _, out, _ = played("siege-master", "--seed", "1", lines=["analysis", "quit"])
    thinking = out.index("Thinking …")
    assert "wins about" in out[thinking:]


def test_a_bot_that_thinks_long_says_how_far_it_is(played, monkeypatch):
    monkeypatch.setattr("siegeworks.tui.terminal_game.PATIENCE", 0.05)
    bot = "analysis:seconds=0.3,threads=2"
    _, out, _ = played("siege-master", "--seat", f"red={bot}", "--seat", "blue=you", lines=["quit"])
    assert re.search(r"Thinking … \d+%", out)


def test_a_failing_hint_is_reported_in_a_sentence(played, monkeypatch):
    def failing(*_):
        raise IndexError("list index out of range")

    monkeypatch.setattr("siegeworks.tui.commands.hints_of", failing)
    status, out, _ = played("siege-master", "--seed", "1", lines=["hint", "d4-d7"])
    assert status == 0
    assert "No hint: the search failed (IndexError)." in out
    assert "red army: d4-d7" in out


def test_a_bot_that_fails_to_judge_the_score_does_not_agree(played, monkeypatch, tmp_path):
    Record.of_table(position_won_by("moons")).write(tmp_path / "game.siege")

    def failing(*_):
        raise IndexError("list index out of range")

    monkeypatch.setattr("siegeworks.play.table.Table.wins_by_agreement", failing)
    _, out, _ = played("--resume", "game.siege", lines=["agree", "y"])
    assert "moons (level:3) declines." in out


# While the search is compiled ---------------------------------------------------------------------


@pytest.fixture
def compiling_for_ever(monkeypatch):
    """The search is not in the cache, and the processes that compile it never end."""
    reads = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    searches = (precompile.Part.SEARCH, precompile.Part.PROOFS)
    monkeypatch.setattr(precompile, "_is_marked", lambda game, part: part not in searches)
    monkeypatch.setattr(precompile, "compiler_command", lambda name, part: reads)
    started, begin = [], subprocess.Popen

    def popen(*arguments, **more):
        started.append(begin(*arguments, **more))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    yield started
    assert all(process.poll() is not None for process in started)  # it ends with the game


@pytest.mark.long
def test_bots_reply_while_their_search_is_being_compiled(played, compiling_for_ever):
    _, out, _ = played("siege-master", lines=["d4-d7", "quit"])
    assert len(compiling_for_ever) == 2
    assert "The bots' search is being compiled" in out
    assert re.search(r"\nBlue (places an army from|swaps sides)", out)  # it chooses by chance


def test_a_game_between_people_starts_while_the_search_is_compiled(played, compiling_for_ever):
    both = ("--seat", "red=you", "--seat", "blue=you")
    _, out, _ = played("siege-master", *both, lines=["d4-d7", "quit"])
    assert (
        "The search is being compiled; this happens only once. Until then, hint waits for it."
        in out
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("siege-master", "--seed", "1"),
        ("siege-master", "--seat", "blue=search:simulations=5"),
        ("siege-master", "--seat", "red=level:1", "--seat", "blue=random"),
    ],
    ids=["a seed", "no time limit", "only bots"],
)
def test_games_that_must_be_repeatable_wait_for_the_search(
    played, monkeypatch, compiling_for_ever, arguments
):
    def wait(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(precompile.SearchCompilation, "wait", wait)
    status, _, _ = played(*arguments, lines=["d4-d7", "quit"])
    assert status == 130


# Stopping and continuing ----------------------------------------------------------------------


def test_the_game_is_saved_when_the_input_ends(played, tmp_path):
    status, out, _ = played("siege-master", "--seed", "1", lines=["d4-d7"])
    (kept,) = (tmp_path / "data" / "siegeworks" / "games").iterdir()
    assert status == 0
    assert f"Stopped. To continue: siegeworks play --resume {kept}" in out
    record = read_record(kept)
    assert record.notes["players"] == "red=you blue=level:3"
    assert len(record.steps) == 2


def test_ctrl_c_is_one_sentence_and_status_130(played, monkeypatch):
    def interrupted(session, seat):
        raise KeyboardInterrupt

    monkeypatch.setattr("siegeworks.tui.game_loop.run_next", interrupted)
    status, out, complained = played("siege-master", "--record", "game.siege")
    assert status == 130
    assert out.endswith("Interrupted. To continue: siegeworks play --resume game.siege\n")
    assert "Traceback" not in complained


@pytest.mark.long
def test_a_saved_game_continues_to_its_end_in_the_same_file(played, tmp_path):
    played("nobles-and-peasants", "-o", "stones=8", "--record", "game.siege", lines=["random"])
    kept = read_record(tmp_path / "game.siege")
    status, out, _ = played("--resume", "game.siege", lines=["random"], for_ever=True)
    after = read_record(tmp_path / "game.siege")
    assert status == 0 and " won" in out
    assert after.steps[: len(kept.steps)] == kept.steps
    assert after.options == {"stones": "8"} and after.notes["players"] == "blue=you green=level:3"
    status, _, complained = played("--resume", "game.siege")
    assert status == 2
    assert "this game is over" in complained and "siegeworks replay game.siege" in complained


def test_players_are_saved_and_can_be_changed(played, tmp_path):
    text = "siege-record 1\ngame: siege-master\nplayers: red=Ann Lee blue=you\nevent: finals\n---\n"
    (tmp_path / "game.siege").write_text(text + "# hello\nred d4-d7\n")
    _, out, _ = played("--resume", "game.siege", "--record", "on.siege", lines=["quit"])
    assert "blue to move" in out
    record = read_record(tmp_path / "on.siege")
    assert record.notes["players"] == "red=Ann Lee blue=you"
    assert record.notes["event"] == "finals"
    assert "# hello" in (tmp_path / "on.siege").read_text()
    played("--resume", "game.siege", "--seat", "blue=greedy", lines=["quit"])
    record = read_record(tmp_path / "game.siege")
    assert record.notes["players"] == "red=Ann Lee blue=greedy" and len(record.steps) == 2


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        (["siege-master", "--seat", "green=you"], "has no such seat; its seats are red, blue"),
        (
            ["siege-master", "--seat", "red=random", "--seat", "red=you"],
            "the seat red is given twice",
        ),
        (["siege-master", "--seat", "red"], "write SEAT=WHO"),
        (["siege-master", "--seat", "red=deep"], "There is no bot 'deep'; the bots are random"),
        (["siege-master", "-o", "seats=5"], "has no option 'seats'"),
        (["siege-master", "--record", "taken"], "this file already exists"),
        (["--resume", "missing.siege"], "cannot be read"),
        (["siege-master", "--resume", "taken"], "remove GAME and -o"),
        (["--resume", "taken", "-o", "map=x"], "remove GAME and -o"),
        (["--resume", "taken"], "this is not a record"),
        (["--resume", "."], "this is a folder"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(played, tmp_path, arguments, sentence):
    (tmp_path / "taken").write_text("my diary\n")
    status, out, complained = played(*arguments)
    assert (status, out) == (2, "")
    assert sentence in complained and complained.count("\n") == 1
    assert (tmp_path / "taken").read_text() == "my diary\n"


def test_an_unwritable_record_is_reported_before_the_game(played):
    status, out, _ = played("siege-master", "--record", "no/such/game.siege", lines=["d4-d7"])
    assert status == 0
    assert out.startswith("no/such/game.siege: No such file or directory. The game is saved in ")


def test_undecodable_input_is_an_illegal_move(played):
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\nd4-d7\n"), encoding="utf-8")
    status, out, _ = played("siege-master", "--seed", "1", stdin=stdin)
    assert status == 0
    assert "is not a move. Write an army as its two ends, e.g. " in out and "red army: d4-d7" in out


# The menu ---------------------------------------------------------------------------------------


def test_without_a_game_the_user_is_asked_for_one(played):
    status, out, _ = played(lines=["9", "what", "5", "quit"])
    assert status == 0
    assert "9: type a number from 1 to 5, or a name." in out
    assert "Siege Master" in out and "red to move" in out


def test_without_an_answer_the_command_is_interrupted(played):
    status, _, complained = played()
    assert status == 130 and "interrupted" in complained


# At a screen ------------------------------------------------------------------------------------


class Resized(ScreenTerminal):
    """A terminal whose window has another size for every screen."""

    def __init__(self, console):
        super().__init__(console)
        self.sizes = cycle([(80, 24), (120, 40), (30, 10)])

    def show(self, screen, clear=True):
        self.console.size = next(self.sizes)
        super().show(screen, clear)


@every_searched_game
def test_every_game_is_drawn_at_any_terminal_size(played, monkeypatch, name):
    output = io.StringIO()
    terminal = Resized(Console(file=output, force_terminal=True, width=80, height=24))
    monkeypatch.setattr("siegeworks.cli.playing.play.open_terminal", lambda _: terminal)
    status, _, _ = played(name, "--seed", "3", lines=["random"], for_ever=True)
    assert status == 0
    assert " won" in output.getvalue() or "A draw" in output.getvalue()


SIEGE_MASTER = ("play", "siege-master", "--seed", "1", "--seat", "blue=random")


@pytest.mark.long
def test_a_real_terminal_has_line_editing_and_completion(tmp_path):
    """At a pseudo terminal: Tab after `a5-a`, Enter, then the end of input."""
    terminal = Pty(*SIEGE_MASTER)
    terminal.wait_for("red>")
    terminal.type("a5-a\t\r")
    terminal.wait_for("to move. ")
    terminal.wait_for("red>")
    terminal.type("\x04")
    terminal.wait_for("Stopped. To continue: siegeworks play --resume")
    assert terminal.status() == 0
    (kept,) = (tmp_path / "data" / "siegeworks" / "games").iterdir()
    assert read_record(kept).steps[0] == ("red", "a5-a8")


def test_a_real_terminal_keeps_the_board_below_a_list_of_moves_and_hears_ctrl_c():
    """`?` lists hundreds of moves; then Ctrl-C ends the program with status 130."""
    terminal = Pty(*SIEGE_MASTER)
    terminal.wait_for("red>")
    terminal.type("?\r")
    terminal.wait_for("? all to list all of them.")
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.before)
    lines = text.rpartition("Siege Master: ")[2].splitlines()
    terminal.wait_for("red>")
    assert len(lines) <= 22 and lines[1].split() == [str(n) for n in range(1, 18)]
    terminal.type("\x03")
    terminal.wait_for("Interrupted. To continue: siegeworks play --resume")
    assert terminal.status() == 130


@pytest.mark.long
def test_a_dumb_terminal_gets_plain_lines():
    terminal = Pty("play", "expansion", "--seed", "1", "--seat", "moons=random", term="dumb")
    terminal.wait_for("suns>")
    assert not set("─│┌┏┃━\x1b") & set(terminal.before)
    terminal.type("\x04")
    assert terminal.status() == 0


class Pty:
    """The program at a pseudo terminal of 80 × 24."""

    def __init__(self, *arguments, term="xterm-256color"):
        command = [sys.executable, "-c", "from siegeworks.cli import main; main()", *arguments]
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        environment = {**os.environ, "TERM": term}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = self.before = ""

    def wait_for(self, text):
        """Read until this text appears; what was read before it becomes `before`."""
        while text not in self.seen:
            readable, _, _ = select.select([self.master], [], [], 60)
            assert readable, f"{text!r} did not appear; the output was {self.seen!r}"
            self.seen += os.read(self.master, 65536).decode(errors="replace")
        self.before, _, self.seen = self.seen.partition(text)

    def type(self, keys):
        os.write(self.master, keys.encode())

    def status(self):
        return self.process.wait(60)


def test_asking_about_a_command_says_that_it_is_one(played):
    _, out, _ = played("siege-master", lines=["? resign", "? draw"])
    assert "resign: this is a command; type help to see what it does." in out
    assert "draw: this is a command; type help to see what it does." in out


def test_a_game_on_ones_own_map_continues_without_its_file(played, tmp_path):
    drawn = tmp_path / "maps" / "isle.txt"
    drawn.parent.mkdir()
    drawn.write_text(". . . . . . . .\n . . F . . . F .\n. . . . . . . .\n\n. . F . . . . .\n")
    people = ("--seat", "red=you", "--seat", "blue=you", "--plain")
    where = ("-o", "map=isle", "-o", "free=yes", "--maps", "maps", "--record", "game.siege")
    status, out, _ = played("siege-master", *where, *people, lines=["a1-a4"])
    assert status == 0 and out.splitlines()[-1].endswith("siegeworks play --resume game.siege")
    drawn.unlink()
    status, _, _ = played("--resume", "game.siege", "--plain", lines=["c1-c4"])
    assert status == 0
    text = (tmp_path / "game.siege").read_text()
    assert text.count("\nland:") == 5 and text.endswith("red a1-a4\nblue c1-c4\n")
    assert run(["perft", "siege-master", "--depth", "1", "--record", "game.siege"]) == 0


# The coach --------------------------------------------------------------------------------------


def test_a_coach_says_what_matters_before_a_move_and_what_was_better_after_a_poor_one(
    played, monkeypatch
):
    poor = Review("a5-a8", "d3-d6", "wins about 61%.", "wins about 40%.", "Blue wins.")
    monkeypatch.setattr("siegeworks.tui.terminal_game.review", lambda *_: poor)
    lines = ["a5-a8", "quit"]
    arguments = ("siege-master", "--coach", "--seat", "blue=greedy", "--seed", "1")
    status, out, _ = played(*arguments, lines=lines)
    assert status == 0
    first, then = out.split("Coach: Better", 1)
    assert "Coach: Place an army" in first
    assert then.startswith(
        " than a5-a8 was d3-d6. It wins about 61%. Your move wins about 40%. Blue wins."
    )
    assert "Coach:" in then  # before the second move


@pytest.mark.parametrize("seats", [["red=you", "blue=you"], ["red=greedy", "blue=greedy"]])
def test_a_coach_is_refused_where_people_play_each_other_or_nobody_does(played, tmp_path, seats):
    seated = [word for seat in seats for word in ("--seat", seat)]
    status, _, errors = played("siege-master", "--coach", *seated, "--record", "new.siege")
    assert status == 2
    assert "--coach is for one person against bots" in errors
    assert not (tmp_path / "new.siege").exists()
