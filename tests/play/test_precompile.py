"""Compiling in another process, and how bots play in the meantime."""

import subprocess
import sys

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.play import precompile
from siegeworks.play.precompile import FallbackBot, Part, SearchCompilation, compiler_command

pytestmark = pytest.mark.usefixtures("prepared_searches")


@pytest.fixture
def uncompiled(monkeypatch):
    """The search is not in the cache, and the compiler ends when its input does."""
    reads = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    monkeypatch.setattr(precompile, "_is_marked", lambda game, part: part is Part.RULES)
    monkeypatch.setattr(precompile, "compiler_command", lambda name, part: reads)


def test_a_search_in_the_cache_is_not_compiled():
    search = SearchCompilation(load("expansion"))
    assert search.is_ready
    search.wait()


def test_a_fallback_bot_runs_plain_python_until_the_search_is_compiled(uncompiled, monkeypatch):
    game = load("siege-master")
    search = SearchCompilation(game)
    ran = []
    monkeypatch.setattr(SearchBot, "run_plain", lambda self: ran.append("plain"))
    bot = FallbackBot(lambda: SearchBot(game, new_rng(1), Budget(2, 60.0)), search)
    legal = game.legal_actions(game.new_state())
    assert bot.choose(game.observe(game.new_state(), 0)) in legal
    assert ran == ["plain"] and not search.is_ready
    search.stop()
    assert search.is_ready
    bot.choose(game.observe(game.new_state(), 0))
    assert ran == ["plain"]


def test_waiting_for_the_compiler_is_announced(uncompiled, monkeypatch):
    events = []

    class Waiting:
        def __enter__(self):
            events.append("begun")

        def __exit__(self, *_):
            events.append("ended")

    done = [sys.executable, "-c", "pass"]
    monkeypatch.setattr(precompile, "compiler_command", lambda name, part: done)
    search = SearchCompilation(load("expansion"), Waiting)
    search.wait()
    assert events == ["begun", "ended"] and search.is_ready


def test_a_search_that_another_process_failed_to_compile_is_compiled_here(uncompiled, monkeypatch):
    here = []
    fails = [sys.executable, "-c", "raise SystemExit(1)"]
    monkeypatch.setattr(precompile, "compiler_command", lambda name, part: fails)
    monkeypatch.setattr(precompile, "_run_search", lambda game: here.append("search"))
    monkeypatch.setattr(precompile, "_run_proofs", lambda game: here.append("proofs"))
    search = SearchCompilation(load("expansion"))
    search.wait()
    assert here == ["search", "proofs"]


@pytest.mark.long
@pytest.mark.parametrize("part", Part)
def test_the_compiler_process_exits_when_done_or_when_its_input_ends(part):
    command = compiler_command("expansion", part)
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.wait() == 0  # everything is in the cache already
    assert subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode in (0, 1)
